"""A claim beside the recomputation: whether it holds, and from which line on it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

from mustutor.explanation.movements import told_movement
from mustutor.games.teller import Teller, teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.ledger import Entry, received
from mustutor.position import Position
from mustutor.tuples import NamedTuple

MOST_MOVEMENTS = 12
"""Of a count of more movements than these the last are told."""


class Claimed(NamedTuple):
    """What somebody says of a settlement: how many stones a side gets, or what each has after.

    `stones` is None, and `after` empty, where nothing was said of them.
    """

    by: str
    to: str = ""
    stones: int | None = None
    after: Mapping[str, int] | None = None


class Numbered(Protocol):
    """A hand of a match, with its number and how it ends."""

    @property
    def number(self) -> int:
        """Its number in the match, from 1."""

    @property
    def end(self) -> Position:
        """The position when it is settled."""


AHand = TypeVar("AHand", bound=Numbered)


def explain_claim(
    claimed: Claimed,
    entries: Sequence[Entry],
    end: Position,
    tongue: Language,
) -> Explanation:
    """Say whether a claim holds, and show the first line where it and the ledger part.

    `entries` are the movements it speaks of (those of its lance, or of its hand), `end` the
    position in the end. A claim of neither has no lines.
    """
    lines = [
        *_received(claimed, entries, teller_of(end.variant), tongue),
        *_left(claimed, entries, end, tongue),
    ]
    return Explanation("", (Passage("", tuple(lines)),))


def _received(
    claimed: Claimed, entries: Sequence[Entry], teller: Teller, tongue: Language
) -> Iterator[Line]:
    if claimed.stones is None:
        return
    say = tongue.say
    coming = [entry for entry in entries if entry.dst == claimed.to]
    computed = received(entries, claimed.to)
    evidence = {"by": claimed.by, "to": claimed.to, "claimed": claimed.stones, "computed": computed}
    if computed == claimed.stones:
        text = say("{by} claims {claimed} for {to}, and that is right.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    text = say(
        "{by} claims {claimed} for {to}; worked out again, {to} gets {computed}.", **evidence
    )
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    running = 0
    parting = None
    for entry in coming:
        running += entry.stones
        if running > claimed.stones:
            parting = entry
            break
    if parting is not None:
        yield Line(say("The two counts differ here:"), kind="parting")
        yield told_movement(parting, teller, tongue)
    elif len(coming) > MOST_MOVEMENTS:
        text = say("{to} gets nothing more; this came last:", **evidence)
        yield from _told(text, coming, teller, tongue)
    elif coming:
        text = say("{to} gets nothing more than this:", **evidence)
        yield from _told(text, coming, teller, tongue)
    elif len(entries) > MOST_MOVEMENTS:
        text = say("{to} gets nothing; this is what moved last:", **evidence)
        yield from _told(text, entries, teller, tongue)
    else:
        text = say("{to} gets nothing; this is all that moves:", **evidence)
        yield from _told(text, entries, teller, tongue)


def _told(
    heading: str, entries: Sequence[Entry], teller: Teller, tongue: Language
) -> Iterator[Line]:
    yield Line(heading, kind="parting")
    yield from (told_movement(entry, teller, tongue) for entry in entries[-MOST_MOVEMENTS:])


def _left(
    claimed: Claimed, entries: Sequence[Entry], end: Position, tongue: Language
) -> Iterator[Line]:
    if not claimed.after:
        return
    say, after, teller = tongue.say, end.in_front(), teller_of(end.variant)
    wrong = [seat for seat, stones in claimed.after.items() if after.get(seat) != stones]
    evidence: dict[str, object] = {"by": claimed.by}
    if not wrong:
        text = say("{by} is right about what every player has.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    seat = wrong[0]
    evidence |= {"seat": seat, "claimed": claimed.after[seat], "computed": after.get(seat, 0)}
    text = say(
        "{by} claims that {seat} has {claimed}; worked out again, {seat} has {computed}.",
        **evidence,
    )
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    # From the end, and one more than are told: a match may have thousands.
    late = (entry for entry in reversed(entries) if seat in (entry.src, entry.dst))
    touching = list(islice(late, MOST_MOVEMENTS + 1))[::-1]
    if len(touching) > MOST_MOVEMENTS:
        text = say("What moved last to and from {seat}:", **evidence)
        yield from _told(text, touching, teller, tongue)
    elif touching:
        text = say("What moves to and from {seat}:", **evidence)
        yield from _told(text, touching, teller, tongue)


def hands_of(number: str, hands: Sequence[AHand]) -> Sequence[AHand]:
    """The hands of a match, of its last game, or the one of this number."""
    if number == "match":
        return hands
    if number == "game":
        return [hand for hand in hands if hand.end.table.game == hands[-1].end.table.game]
    return [hand for hand in hands if str(hand.number) == number]


def goes_on(computed: Mapping[str, Any], evidence: Mapping[str, object], tongue: Language) -> str:
    """Say of a claim that names the winner of a match, or of a game, that it is not over.

    `computed` is the judgement's; of the evidence `by` and `seat` are told.
    """
    if "games" not in computed:
        return tongue.say(
            "{by} says that the game is decided for {seat}; it is not over.", **evidence
        )
    games = ", ".join([f"{side} {number}" for side, number in computed["games"].items()])
    known = {**evidence, "games": games, "winner": computed.get("won", "")}
    if known["winner"]:
        return tongue.say(
            "{by} is wrong: {winner} has won a game, and the match goes on. Games: {games}.",
            **known,
        )
    return tongue.say(
        "{by} says that {seat} wins the match; it is not over. Games: {games}.", **known
    )
