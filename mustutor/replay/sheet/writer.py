"""Writing score sheets: one spelling for everything, so that reading gives the same record.

A field without a line of its own (other programs' fields, signatures, a shuffle) is written as
JSON in a line ``extra``.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator

from mustutor.base.errors import ReplayError
from mustutor.base.json_text import Json
from mustutor.games.failure import ordinal_name
from mustutor.model.cards import Deck
from mustutor.replay.format import Replay
from mustutor.replay.sheet.calls import SheetGrammar, sheet_grammar, written_calls, written_cards
from mustutor.replay.sheet.lines import INDENT, NONE, SheetStyle, listed
from mustutor.replay.sheet.notes import (
    written_claim,
    written_movement,
    written_note,
    written_stones,
)
from mustutor.replay.sheet.reader import NAME, VERSION
from mustutor.replay.writer import with_calls_in_full

TEXTS = ("event", "place", "date", "recorder", "view")
PROOFS = frozenset(("shuffle", "commit", "salts"))
"""What of a deal proves it: nobody plays by it, and no person writes it."""


def written(replay: Replay, *, bare: bool = False, ascii: bool = False) -> str:  # noqa: A002
    """Write a match as a sheet; `bare` leaves out what a person would not write.

    With `ascii` every other letter is an escape in quotes. What the record states is written
    unchanged, right or wrong.

    >>> from mustutor.replay.reader import loads
    >>> print(written(loads('{"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": '
    ...     '["A", "B"], "hands": [{"mano": "A", "rounds": [{"lance": "grande", "calls": '
    ...     '["A envido 2", "B no quiero"]}]}]}')), end="")
    mus-sheet 1
    variant encaje
    seats A B
    <BLANKLINE>
    hand 1 mano A
      grande: A envido 2, B no quiero
    """
    pen = SheetStyle(ascii=ascii)
    document = (_plain(replay) if bare else replay).as_json()
    return "".join(f"{line}\n" for line in _match(document, pen))


def _plain(replay: Replay) -> Replay:
    """The record without checks, ledger, seals and proofs of the deal.

    Embedded rules stay: without them the record could not be played.
    """
    with contextlib.suppress(ReplayError):  # an unreadable call is unchanged
        replay = with_calls_in_full(replay)
    variant = {name: thing for name, thing in replay.variant.items() if name in ("id", "rules")}
    hands = []
    for hand in replay.hands:
        told = (hand.deal or {}).items()
        deal = {name: thing for name, thing in told if name not in PROOFS and name[:2] != "x-"}
        rounds = tuple(
            [round_._replace(checks=None, at_ms=None, extra={}) for round_ in hand.rounds]
        )
        hands.append(
            hand._replace(rounds=rounds, deal=deal or None, ledger=None, seal=None, extra={})
        )
    return replay._replace(
        variant=variant, hands=tuple(hands), signatures=None, seal=None, extra={}
    )


def _match(document: Json, pen: SheetStyle) -> Iterator[str]:
    left = {name: thing for name, thing in document.items() if name != "format"}
    language = sheet_grammar(left["variant"])
    hands = left.pop("hands")
    yield f"{NAME} {VERSION}"
    yield from _variant(left.pop("variant"), pen)
    seats = left.pop("seats")
    yield from listed("seats ", seats, " ")
    yield from _players(left, seats, pen)
    yield from (f"{name} {pen.text(left.pop(name))}" for name in TEXTS if name in left)
    for name in ("start", "games"):
        if name in left:
            yield f"{name} {written_stones(left.pop(name))}"
    if left.get("draw") and all(language.deck.canonical([card]) for card in left["draw"].values()):
        drawn = _by_seat(left.pop("draw"), seats)
        yield from listed("draw ", [f"{seat} {card}" for seat, card in drawn.items()], ", ")
    if "seal" in left:
        yield f"seal {left.pop('seal')}"
    notes = {place: told for place, told in left.get("notes", {}).items() if told}
    claims = left.pop("claims") if left.get("claims") else []
    if "notes" in left:
        left["notes"] = {place: told for place, told in left["notes"].items() if not told}
        if notes and not left["notes"]:
            del left["notes"]
    yield from _extra("match", left, pen)
    for number, hand in enumerate(hands, 1):
        yield ""
        yield from _hand(_in_order(hand, seats), number, notes, pen, language)
    if notes or claims:
        yield ""
    for place in sorted(notes):
        yield from _notes(place, notes[place], pen)
    for claim in claims:
        yield from written_claim(claim, seats, pen)


def _variant(variant: Json, pen: SheetStyle) -> Iterator[str]:
    left = dict(variant)
    name = left.pop("id")
    plain = name.isascii() and name.replace("_", "").isalnum()
    words = [pen.word(name, plain)]
    if "digest" in left:
        words.append(left.pop("digest"))
    yield f"variant {' '.join(words)}"
    yield from _extra("variant", left, pen)


def _players(left: Json, seats: list[str], pen: SheetStyle) -> Iterator[str]:
    """Write the players: on one line, or one line each if a name needs it."""
    players = left.get("players")
    if not players:
        return
    del left["players"]
    players = _by_seat(players, seats)
    if all(isinstance(name, str) and pen.is_bare(name, without=',"') for name in players.values()):
        yield from listed("players ", [f"{seat} {name}" for seat, name in players.items()], ", ")
        return
    for seat, name in players.items():
        yield f"player {seat} {pen.text(name) if isinstance(name, str) else pen.json(name)}"


def _by_seat(things: Json, seats: list[str]) -> Json:
    """A mapping by seat in the order of the seats."""
    known = {seat: place for place, seat in enumerate(seats)}
    return dict(sorted(things.items(), key=lambda thing: (known.get(thing[0], 9), thing[0])))


def _in_order(hand: Json, seats: list[str]) -> Json:
    """The hand with its cards, dealt and served, in the order of the seats."""
    deal = dict(hand.get("deal", {}))
    deal |= {name: _by_seat(deal[name], seats) for name in ("cards", "held") if name in deal}
    rounds = [
        {**round_, "draws": _by_seat(round_["draws"], seats)} if "draws" in round_ else round_
        for round_ in hand["rounds"]
    ]
    return {**hand, **({"deal": deal} if "deal" in hand else {}), "rounds": rounds}


def _hand(
    hand: Json, number: int, notes: Json, pen: SheetStyle, language: SheetGrammar
) -> Iterator[str]:
    left = dict(hand)
    deal = dict(left.pop("deal", {}))
    if "deal" in hand and not deal:
        left["deal"] = {}
    source = deal.pop("source", "")
    rounds = left.pop("rounds")
    yield f"hand {number} mano {left.pop('mano')} {source}".rstrip()
    cards = deal.get("cards")
    if cards and all(cards.values()):
        for seat, dealt in deal.pop("cards").items():
            yield f"{INDENT}{seat} {written_cards(dealt, pen, language.deck)}"
    yield from _indented(written_dealing(deal, pen, language.deck))
    yield from _indented(_extra("deal", deal, pen))
    yield from _indented(_notes(str(number), notes.pop(str(number), ()), pen))
    begun: Counter[str] = Counter()
    for round_ in rounds:
        name = round_["lance"]
        begun[name] += 1
        place = f"{number}.{ordinal_name(name, begun[name])}"
        yield from _indented(_round(round_, place, notes, pen, language))
    yield from _indented(_stated(left, pen))


def _round(
    round_: Json, place: str, notes: Json, pen: SheetStyle, language: SheetGrammar
) -> Iterator[str]:
    left = dict(round_)
    lance, calls = left.pop("lance"), left.pop("calls")
    said = written_calls(calls, pen, language.grammar)
    yield from listed(f"{lance}: ", said, ", ")
    draws = left.get("draws")
    if draws and all(draws.values()):
        served = left.pop("draws")
        yield from _indented(listed("draws ", written_hands(served, pen, language.deck), ", "))
    for name, word in (("checks", "checks"), ("at_ms", "times")):
        if name in left:
            yield from _indented(listed(f"{word} ", list(map(str, left.pop(name))), " "))
    yield from _indented(_extra("round", left, pen))
    for told in (place, *(f"{place}.{n}" for n in range(1, len(calls) + 1))):
        yield from _indented(_notes(told, notes.pop(told, ()), pen))


def _stated(left: Json, pen: SheetStyle) -> Iterator[str]:
    """Write what the record states after a hand, and fields of other programs."""
    ledger = left.pop("ledger", None)
    if ledger is not None:
        for movement in ledger:
            yield f"ledger {written_movement(movement, pen)}"
        if not ledger:
            yield f"ledger {NONE}"
    if "after" in left:
        yield f"after {written_stones(left.pop('after'))}"
    if "seal" in left:
        yield f"seal {left.pop('seal')}"
    yield from _extra("hand", left, pen)


def _notes(place: str, notes: Iterable[Json], pen: SheetStyle) -> Iterator[str]:
    for note in notes:
        yield from written_note(place, note, pen)


def _extra(part: str, left: Json, pen: SheetStyle) -> Iterator[str]:
    """Write the fields left over of a part, one line each."""
    for name in sorted(left):
        yield f"extra {part} {pen.json({name: left[name]})}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (INDENT + line for line in lines)


def written_dealing(deal: Json, pen: SheetStyle, deck: Deck) -> Iterator[str]:
    """Write who shuffled and cut, and the stock; removes them from the deal given."""
    if "shuffled" in deal:
        yield " ".join(["shuffled", *(deal.pop("shuffled") or [NONE])])
    cut = deal.get("cut", {})
    if cut == NONE:
        yield f"cut {deal.pop('cut')}"
    elif cut and set(cut) <= {"by", "cards"}:
        del deal["cut"]
        yield " ".join(["cut", *[str(cut[part]) for part in ("by", "cards") if part in cut]])
    if "starter" in deal:
        yield f"starter {written_cards([deal.pop('starter')], pen, deck)}"
    piles = [("stock", deal.pop("stock"))] if "stock" in deal else []
    # An empty restock has no line of its own, and is written as JSON.
    piles += [("restock", pile) for pile in deal.pop("restocks")] if deal.get("restocks") else []
    for word, pile in piles:
        yield from listed(f"{word} ", [written_cards([card], pen, deck) for card in pile], ", ")
    if (held := deal.get("held")) and all(held.values()):
        del deal["held"]
        yield from listed("held ", written_hands(held, pen, deck), ", ")


def written_hands(hands: Json, pen: SheetStyle, deck: Deck) -> list[str]:
    """Write the cards of each seat, joined to a list."""
    return [f"{seat} {written_cards(cards, pen, deck)}" for seat, cards in hands.items()]
