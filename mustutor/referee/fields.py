"""What a record states around the play: each field compared with it, or named as not judged.

Seats that earn stones, times of calls, cards of rounds that serve none, salts, where the cards
come from, who saw them, and the places notes are about. Names, dates and other plain words nobody
can judge: they are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mustutor.errors import Fault, no_such_seat
from mustutor.games import cited, game_of
from mustutor.language import mark
from mustutor.ledger import Because, Compared, Held
from mustutor.replay.failure import Failure, Missing
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.place import Place, read_place
from mustutor.replay.playback import Played
from mustutor.shuffle import ALGORITHMS
from mustutor.variant import Variant

FULL, TABLE = "full", "table"
"""What a recorder saw who was no player: everything, or what is public."""
SHUFFLED = "shuffled"


def wrong_field(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Failure | None:
    """The first of these fields that goes against the play, or against the table."""
    return next(_wrong(replay, variant, hands), None)


def _wrong(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Iterator[Failure]:
    view = replay.about.get("view")
    if view is not None and view not in (FULL, TABLE, *replay.seats):
        sentence = mark("{view!r} is not a view: choose full, table, or one of the seats {seats}.")
        evidence = {"view": view, "seats": " ".join(replay.seats)}
        yield Failure("unreadable", "view", Fault("", sentence, evidence))
    phases = game_of(variant.game).phases
    served = phases.served | phases.drawing
    for number, hand in enumerate(replay.hands, 1):
        yield from _strangers(hand, number, replay, variant)
        yield from _twice(hand, number)
        for place, round_ in _rounds(hand, number):
            yield from _wrong_round(round_, place, served)
    for played in hands:
        yield from _wrong_earner(played)


def _rounds(hand: Hand, number: int) -> Iterator[tuple[Place, Round]]:
    """The rounds of a hand with their places, where any tells more than calls and checks."""
    times: dict[str, int] = {}
    rounds = (*hand.rounds, *hand.counting)
    if not (hand.counting or any(r.draws or r.at_ms is not None for r in rounds)):
        return
    for round_ in rounds:
        times[round_.lance] = times.get(round_.lance, 0) + 1
        yield Place(number, round_.lance, times[round_.lance]), round_


def _strangers(hand: Hand, number: int, replay: Replay, variant: Variant) -> Iterator[Failure]:
    """Commitments, salts, movements and stones of seats and sides that the table has not."""
    deal: Json = hand.deal or {}
    sides = {seat[:1] for seat in replay.seats}
    for side in hand.after or ():
        if side not in sides:
            fault = no_such_seat(side, replay.seats, cited(variant).seats)
            yield Failure("illegal", f"{number}.after", fault)
    told = [(str(number), seat) for name in ("commit", "salts") for seat in deal.get(name, ())]
    for place, movement in enumerate(hand.ledger or (), 1):
        if "seat" in movement:
            told.append((f"{number}.ledger.{place}", movement["seat"]))
    for at, seat in told:
        if seat not in replay.seats:
            yield Failure("illegal", at, no_such_seat(seat, replay.seats, cited(variant).seats))


def _twice(hand: Hand, number: int) -> Iterator[Failure]:
    """A card in two of the hands that were held."""
    seen: dict[str, str] = {}
    for seat, cards in (hand.deal or {}).get("held", {}).items():
        for card in cards:
            if len(card) > 1 and card in seen:
                sentence = mark("{card} is held twice: by {seat} and by {other}.")
                evidence = {"card": card, "seat": seat, "other": seen[card]}
                yield Failure("misdealt", str(number), Fault("", sentence, evidence))
            seen[card] = seat


def _wrong_round(round_: Round, place: Place, served: Iterable[str]) -> Iterator[Failure]:
    calls, times = len(round_.calls), round_.at_ms
    if times is not None and len(times) != calls:
        sentence = mark("The calls and their times do not match: {calls} and {times}.")
        evidence = {"calls": calls, "times": len(times)}
        yield Failure("diverges", str(place), Fault("", sentence, evidence))
    if round_.draws and round_.lance not in served:
        sentence = mark("Cards are served here, but nobody is waiting for any.")
        yield Failure("misdealt", str(place), Fault("", sentence, {}))


# --- whose hand earns it -------------------------------------------------------------------


def _wrong_earner(played: Played) -> Iterator[Failure]:
    for place, movement in enumerate(played.hand.ledger or (), 1):
        seat = movement.get("seat")
        ours = _earner(played, place) if seat is not None else ""
        if ours not in ("", seat):
            sentence = mark(
                "By the ledger, the hand of {seat} earns this; by ours, that of {ours} does."
            )
            fault = Fault("", sentence, {"seat": seat, "ours": ours})
            yield Failure("unsettled", f"{played.number}.ledger.{place}", fault)


def _earner(played: Played, place: int) -> str:
    """Whose hand earns a recorded movement; nothing where no hand does, or nobody can say."""
    ours = played.end.ledger
    if not played.complete or place > len(ours):
        return ""
    because: Because = ours[place - 1].because
    if isinstance(because, Held):
        return because.seat
    return because.seats[0] if isinstance(because, Compared) else ""


# --- what is named -------------------------------------------------------------------------


def unjudged_fields(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Iterator[Missing]:
    """Name those of these fields that nobody could compare with anything."""
    if not _is_seen(replay, variant, hands):
        yield Missing("match", "view")
    for number, hand in enumerate(replay.hands, 1):
        yield from _of_the_deal(hand, number)
        for place, round_ in _rounds(hand, number):
            if round_.at_ms and any(later < earlier for earlier, later in pairwise(round_.at_ms)):
                yield Missing(str(place), "at_ms")
            if round_ in hand.counting and round_.checks is not None:
                yield Missing(str(place), "checks")
        if any("seat" in movement for movement in hand.ledger or ()):
            played = hands[number - 1] if number <= len(hands) else None
            for row, movement in enumerate(hand.ledger or (), 1):
                if "seat" in movement and (played is None or not _earner(played, row)):
                    yield Missing(f"{number}.ledger.{row}", "seat", (movement["seat"],))
    yield from [Missing(text, "note") for text in replay.notes or () if not _is_place(text, replay)]


def _of_the_deal(hand: Hand, number: int) -> Iterator[Missing]:
    deal: Json = hand.deal or {}
    shuffle = hand.shuffle
    told = "seed" in shuffle and shuffle["algorithm"] in ALGORITHMS
    if told and deal.get("source", SHUFFLED) != SHUFFLED:
        yield Missing(str(number), "deal.source")
    cards, commit = deal.get("cards", {}), deal.get("commit", {})
    idle = [seat for seat in deal.get("salts", ()) if seat not in cards or seat not in commit]
    if idle:
        yield Missing(str(number), "deal.salts", tuple(idle))


def _is_seen(replay: Replay, variant: Variant, hands: Sequence[Played]) -> bool:
    """Whether a player who took it down tells no more than he has seen, or was told since.

    Cards are told since by their salts, or by the seed they follow from. Who looks on may be told
    all of them when they are laid down.
    """
    view = replay.about.get("view", FULL)
    if view in (FULL, TABLE):
        return True
    game = game_of(variant.game)
    for played in hands:
        deal: Json = played.hand.deal or {}
        if "seed" in played.hand.shuffle:
            continue
        told = played.hand.cards.keys() - {view} - deal.get("salts", {}).keys()
        last = played.last
        if last is not None and last.lance == "showdown" and not game.draws:
            told -= game.shows(last, played.end, played.open)
        if told:
            return False
    return True


def _is_place(text: str, replay: Replay) -> bool:
    """Whether a note is about something: the match, a hand, a round of it, one of its calls.

    Records of earlier days do not number the later rounds of a name.
    """
    place = read_place(text)
    if place is None or not 0 < place.hand <= len(replay.hands):
        return text == "match"
    if not place.round:
        return True
    hand = replay.hands[place.hand - 1]
    calls = [len(r.calls) for r in (*hand.rounds, *hand.counting) if r.lance == place.round]
    if place.ordinal > 1:
        calls = calls[place.ordinal - 1 : place.ordinal]
    return bool(calls) and place.call <= max(calls)
