"""Copies of a record that contain no more than the table, or one seat, may see.

What seals do not cover can be taken out, so that a copy keeps every check and every seal: the cards
dealt and served, the faces of discards, salts and seeds. Texts outside the seals (notes, the words
of claims, fields of other programs) may name any card, and go too; so do names of claimants and
signers that are not in the header.

Cards shown are public. After the last lance all show their cards (MUS-CNT-3); if the rulebook asks
it only of those whose hands decide something (`show.scope: contributors`, ENC-SET-10), only theirs
are public. A game that is decided before, or a record that breaks off, shows none. In games where
cards are drawn and played out, the cards left at the end are public, but neither the deal nor the
order of the draws. Discards are never shown: so of a hand changed by a discard the copy keeps what
the last discard brought, and of the cards dealt those of unchanged hands, with their salts. The
seed stays out, as it gives every card away; the words the table added to it are the table's, and
without the seed reveal nothing. Signals and talk stay in every copy: they are calls, and the seals
cover them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from mustutor.base.errors import IllegalCall, NotationError, ReplayError, VariantError
from mustutor.base.json_text import NOTHING, Json
from mustutor.base.language import mark
from mustutor.games import game_of
from mustutor.games.failure import read_place
from mustutor.games.player import Round
from mustutor.model.calls import HIDDEN, Call, grammar_of, write_call
from mustutor.model.ledger import BANK, OUT
from mustutor.model.position import NOBODY, Position, sides_of
from mustutor.referee.trust.signature import is_signature
from mustutor.referee.verify import verify
from mustutor.replay.format import Hand, Replay, rules_of
from mustutor.replay.names import names_of
from mustutor.replay.playback import Played, play_back
from mustutor.replay.seals import discard_in, without_foreign_fields

TABLE = "table"
"""The view of those who only look on."""


def redacted(replay: Replay, view: str, *, words: bool = False) -> Replay:
    """A copy for the table, or for one seat, with every check and every seal of the record.

    `view` is ``table`` or a seat. With `words` claims and notes are kept whole; else of a claim
    only its facts, and only signatures by names in the header. Raises ReplayError for an unknown
    seat, an unreadable discard, or if the copy of a good record would no longer verify.
    """
    if view != TABLE and view not in replay.seats:
        sentence = mark("There is no view {view!r}: choose table, or one of the seats {seats}.")
        raise ReplayError(sentence, view=view, seats=" ".join(replay.seats))
    seen = _sight_by_hand(replay, view)
    hands = [
        _redacted_hand(hand, seen.get(number, _Sight(number, view)))
        for number, hand in enumerate(replay.hands, 1)
    ]
    copy = Replay(
        variant=without_foreign_fields(replay.variant),
        seats=replay.seats,
        hands=tuple(hands),
        start=replay.start,
        games=replay.games,
        claims=replay.claims if words else _wordless(replay),
        notes=replay.notes if words else None,
        signatures=[
            one for one in replay.signatures or () if is_signature(one) and _is_known(one, replay)
        ]
        or None,
        seal=replay.seal,
        about=without_foreign_fields(replay.about),
    )
    if verify(replay).ok and not (verdict := verify(copy)).ok:
        assert verdict.failure is not None
        sentence = mark("{place}: without the cards the copy would not verify: {why}")
        raise ReplayError(sentence, place=verdict.failure.place, why=verdict.failure.fault.said())
    return copy


class _Sight(NamedTuple):
    """What a view may see of a hand: its own seat, and the seats whose cards were shown.

    `drew` are the cards its seat took from the stock by calls, by the round's place from 1. In
    games where cards are drawn and played out, `left` are the last cards of those shown.
    """

    number: int
    view: str
    shown: frozenset[str] = frozenset()
    drew: Mapping[int, list[str]] = MappingProxyType({})
    left: Mapping[str, list[str]] = MappingProxyType({})


# --- what was shown ----------------------------------------------------------------------


def _sight_by_hand(replay: Replay, view: str) -> dict[int, _Sight]:
    """What a view may see, by hand: the cards shown, and the view's own draws.

    Nobody showed cards in a hand that cannot be played to its end.
    """
    found: dict[int, _Sight] = {}
    with suppress(IllegalCall, VariantError):
        variant, _ = rules_of(replay)
        game = game_of(variant.game)
        for played in play_back(replay, variant, checks=False):
            position = played.last
            sight = _Sight(played.number, view, drew=_own_draws(played, view))
            if played.failure is None and position is not None and position.lance == "showdown":
                shown = game.gaps.shown_hands(position, played.end, played.open)
                if game.chance.drawing_verbs:
                    sight = sight._replace(left=_cards_left(played, position, shown - {view}))
                else:
                    sight = sight._replace(shown=shown)
            found[played.number] = sight
    return found


def _cards_left(played: Played, position: Position, seats: Iterable[str]) -> dict[str, list[str]]:
    """The cards these seats were left with, as far as the record or its cards show."""
    told: dict[str, list[str]] = (played.hand.deal or {}).get("held", {})
    known = {seat: position.hand_of(seat) for seat in position.table.seats if seat in seats}
    return {
        seat: list(told.get(seat, ())) if cards is None else list(cards)
        for seat, cards in known.items()
        if cards is not None or seat in told
    }


def _own_draws(played: Played, view: str) -> dict[int, list[str]]:
    """The cards a seat drew in each round of a hand, as far as known."""
    draws = game_of(played.start.variant.game).chance.drawn_card
    rounds = [at for at, round_ in enumerate(played.hand.rounds, 1) for _ in round_.calls]
    found: dict[int, list[str]] = {}
    for at, step in zip(rounds, played.calls, strict=False):
        cards = draws(step) if step.call.seat == view else ()
        if cards:
            found.setdefault(at, []).extend(cards)
    return found


# --- a hand ------------------------------------------------------------------------------


def _redacted_hand(hand: Hand, sight: _Sight) -> Hand:
    thrown = [
        {call.seat for call in _discards(round_, f"{sight.number}.{place}")}
        for place, round_ in enumerate(hand.rounds, 1)
    ]
    rounds = []
    for place, round_ in enumerate(hand.rounds, 1):
        redacted_round = _redacted_round(round_, sight, sight.shown.difference(*thrown[place:]))
        if place in sight.drew:
            redacted_round = redacted_round._replace(draws={sight.view: sight.drew[place]})
        rounds.append(redacted_round)
    untouched = sight.shown.difference(*thrown)
    return Hand(
        hand.mano,
        tuple(rounds),
        None if hand.deal is None else _redacted_deal(hand.deal, sight, untouched),
        None if hand.ledger is None else tuple(without_foreign_fields(list(hand.ledger))),
        hand.after,
        hand.seal,
        counting=tuple([round_._replace(extra=NOTHING) for round_ in hand.counting]),
    )


def _redacted_deal(deal: Json, sight: _Sight, untouched: Iterable[str]) -> Json:
    view = sight.view
    told: Json = without_foreign_fields(deal)
    for hidden in ("stock", "restocks"):
        told.pop(hidden, None)
    # After unseen discards the held cards were shown, not those dealt.
    dealt = {view} if "held" in deal else {view, *untouched}
    if sight.left:
        told["held"] = {**told.get("held", {}), **sight.left}
        untouched = {*untouched, *sight.left}
    for name, seen in (("cards", dealt), ("held", {view, *untouched}), ("salts", dealt)):
        _keep_seats(told, name, seen)
    if "shuffle" in told:
        told["shuffle"].pop("seed", None)
    return told


def _redacted_round(round_: Round, sight: _Sight, kept: Iterable[str]) -> Round:
    calls = tuple([_redacted_call(call, round_.lance, sight.view) for call in round_.calls])
    written: Json = {} if round_.draws is None else {"draws": dict(round_.draws)}
    _keep_seats(written, "draws", {sight.view, *kept})
    return round_._replace(calls=calls, draws=written.get("draws"), extra=NOTHING)


def _keep_seats(told: Json, name: str, seen: Iterable[str]) -> None:
    """Keep of a mapping by seat only these seats; removes it if nothing is left."""
    if name in told:
        told[name] = {seat: thing for seat, thing in told[name].items() if seat in seen}
        if not told[name]:
            del told[name]


def _discards(round_: Round, place: str) -> list[Call]:
    """The discards of a round; an unreadable call of a discard might name any card."""
    found = []
    for text in round_.calls:
        try:
            call = grammar_of(round_.lance).read(text)
        except NotationError as problem:
            if round_.lance != "descarte":
                continue
            sentence = mark("{place}: {problem}")
            raise ReplayError(sentence, place=place, problem=problem.said()) from None
        if call.verb == "descarto":
            found.append(call)
    return found


def _redacted_call(text: str, lance: str, view: str) -> str:
    call = discard_in(text, lance)
    if call is None or call.seat == view:
        return text
    return write_call(call._replace(cards=(HIDDEN,) * len(call.cards)))


# --- outside the hands -------------------------------------------------------------------


def _wordless(replay: Replay) -> tuple[Json, ...] | None:
    """A claim without its words, which may name any card.

    The claimant stays if the header names them, or as a seat; a claim about no place, or for nobody
    at the table, consists of words alone.
    """
    if replay.claims is None:
        return None
    sides = {*replay.seats, *sides_of(replay.seats), OUT, BANK}
    known = {*replay.seats, *sides, *_names(replay)}
    rounds = {"", *(round_.lance for hand in replay.hands for round_ in hand.rounds)}
    kept = []
    for claim in replay.claims:
        stated = {claim.get("to", OUT), *claim.get("after", ())}
        if not (stated <= sides and _is_place(str(claim.get("about", "")), rounds)):
            continue
        told = without_foreign_fields(claim)
        told.pop("text", None)
        if told.get("by") not in known:
            told["by"] = NOBODY
        kept.append(told)
    return tuple(kept) or None


def _is_place(about: str, rounds: set[str]) -> bool:
    """Whether a claim is about a hand, a recorded round, a game or the match."""
    place = read_place(about)
    return about in ("game", "match") or (place is not None and place.round in rounds)


def _names(replay: Replay) -> set[str]:
    """The names in the header: of players, and of the recorder."""
    players = [name for one in replay.about.get("players", {}).values() for name in names_of(one)]
    return {name for name in (*players, replay.about.get("recorder", "")) if name}


def _is_known(signature: Json, replay: Replay) -> bool:
    """Whether a signer is somebody named in the header, or their key."""
    return signature["by"] in {*_names(replay), *replay.seats, signature["key"]}
