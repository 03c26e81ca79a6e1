"""An irregularity in words: what happened, what is settled anyway, and what each ruling pays.

It takes what `mustutor.referee.claims` gives, and knows nothing of records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from mustutor.base.errors import Fault
from mustutor.base.language import Language, mark, printable
from mustutor.games.explain import Explanation, Fact, Line, Passage
from mustutor.games.teller import Teller, teller_of
from mustutor.model.calls import DECK, Call
from mustutor.model.ledger import Entry, Ruling
from mustutor.model.position import OpenPayment, Position

WAYS = {
    "stands": mark("If it stands:"),
    "withdrawn": mark("If it is taken back:"),
    "penalty": mark("By the price this table has set:"),
}
OF_A_DEAL = {
    "stands": mark("If the deal stands:"),
    "withdrawn": mark("If the deal is taken back:"),
}
LONGEST_CALL = 200
RULED = {
    (True, True): mark("{by} is right, whichever way it is ruled."),
    (False, False): mark("{by} is wrong, whichever way it is ruled."),
    (True, False): mark("{by} is right if it stands, and wrong if it is taken back."),
    (False, True): mark("{by} is wrong if it stands, and right if it is taken back."),
    (True, None): mark("{by} is right if it stands; if it is taken back, that is still open."),
    (False, None): mark("{by} is wrong if it stands; if it is taken back, that is still open."),
    (None, True): mark("{by} is right if it is taken back; if it stands, that is still open."),
    (None, False): mark("{by} is wrong if it is taken back; if it stands, that is still open."),
    (None, None): mark("Whether {by} is right is open, whichever way it is ruled."),
}
"""What a claim is worth if the word stands, and if it is taken back."""


class PlayedOn(Protocol):
    """A hand as it goes on in one way."""

    @property
    def end(self) -> Position:
        """The position when it is settled so far."""

    @property
    def open(self) -> Sequence[OpenPayment]:
        """What waits for cards."""


class Way(Protocol):
    """One way to rule."""

    @property
    def name(self) -> str:
        """``stands``, ``withdrawn`` or ``penalty``."""

    @property
    def rule(self) -> str:
        """The article that says so, where one does."""

    @property
    def played(self) -> PlayedOn:
        """The hand as it goes on."""

    @property
    def next(self) -> Position | None:
        """The position at which somebody has still to speak."""


class Irregular(Protocol):
    """An irregularity with its branches."""

    @property
    def kind(self) -> str:
        """What happened."""

    @property
    def text(self) -> str:
        """The call as the record has it."""

    @property
    def call(self) -> Call:
        """What was read of it."""

    @property
    def seat(self) -> str:
        """Who did it."""

    @property
    def speaker(self) -> str:
        """Who was to speak."""

    @property
    def lance(self) -> str:
        """The round in which it stands."""

    @property
    def place(self) -> str:
        """Where it stands."""

    @property
    def rule(self) -> str:
        """The article that speaks of it."""

    @property
    def option(self) -> str:
        """The option that would decide it."""

    @property
    def fault(self) -> Fault:
        """Why the rules refuse it."""

    @property
    def decided(self) -> bool:
        """Whether one way alone is left."""

    @property
    def settled(self) -> Sequence[Entry]:
        """What moves however it is ruled."""

    @property
    def branches(self) -> Sequence[Way]:
        """The ways to rule."""

    @property
    def penalty(self) -> Ruling | None:
        """What the table's price comes to."""


def claim_ruled(branches: Sequence[tuple[str, bool | None]], by: str, language: Language) -> Line:
    """Say in which way to rule a claim holds."""
    told = dict(branches)
    stands, withdrawn = told.get("stands"), told.get("withdrawn")
    alike = stands if stands is withdrawn else None
    kind = {True: "claim_holds", False: "claim_fails", None: "claim_open"}[alike]
    return Line(language.say(RULED[stands, withdrawn], by=by), kind=kind, indent=2)


def happened(irregular: Irregular, language: Language) -> Iterator[Line]:
    """Say in a sentence what somebody did."""
    end = irregular.branches[0].played.end
    kind, rules, teller = f"misstep_{irregular.kind}", (irregular.rule,), teller_of(end.variant)
    if kind in teller.sentences:
        yield from _told(teller, kind, rules, irregular, end, language)
    else:
        yield Line(irregular.fault.said(language), rules)


def label(irregular: Irregular, way: Way, language: Language) -> str:
    """What stands before a way to rule."""
    of_deal = OF_A_DEAL if irregular.call.seat == DECK else {}
    return language.say(of_deal.get(way.name) or WAYS[way.name])


def your_club(irregular: Irregular, language: Language) -> Line:
    """Say that the rulebook is silent, with the option that would decide it."""
    text = language.say("The rulebook does not decide this: your club does.")
    if irregular.option:
        text = language.say(
            "The rulebook does not decide this: your club does ({option}).",
            option=irregular.option,
        )
    return Line(text, kind="club_decides", indent=0)


def outcomes(irregular: Irregular, language: Language) -> Iterator[Line]:
    """Say in a sentence each what the ways to rule make of it."""
    for way in irregular.branches:
        teller = teller_of(way.played.end.variant)
        if way.name == "penalty" and irregular.penalty is not None:
            cost = teller.ruling(irregular.penalty, language)[1:]
            yield Line(" ".join(cost), (irregular.penalty.rule,), "penalty")
            continue
        rules = (way.rule,) if way.rule else ()
        kind = f"recourse_{irregular.kind}_{way.name}"
        said = "" if irregular.decided else label(irregular, way, language)
        for line in _told(teller, kind, rules, irregular, way.played.end, language):
            yield line._replace(said=said)


def irregularity_page(irregularity: Irregular, language: Language) -> Explanation:
    """Say what happened, then what a referee makes of it: one outcome, or a branch for each."""
    return Explanation(
        "", (Passage(language.say("Irregularity"), tuple(_lines(irregularity, language))),)
    )


def _lines(irregular: Irregular, language: Language) -> Iterator[Line]:
    say, end = language.say, irregular.branches[0].played.end
    teller = teller_of(end.variant)
    place = printable(irregular.place, LONGEST_CALL)
    if irregular.text:
        call = printable(irregular.text, LONGEST_CALL)
        yield Line(say("At {place} the record has: {call}", place=place, call=call))
    else:
        yield Line(say("At {place}", place=place))
    yield from happened(irregular, language)
    anyway = () if irregular.decided else tuple(irregular.settled)
    if anyway:
        yield Line(say("Whichever way it is ruled:"), kind="settled_anyway")
        yield from _moved(teller, anyway, language)
    for way in irregular.branches:
        yield from _way(teller, irregular, way, anyway, language)
    if irregular.decided:
        return
    silent = say("The rulebook does not decide this: your club does.")
    if any(way.rule and way.name == "withdrawn" for way in irregular.branches):
        silent = say("By the rulebook it is taken back, unless your club lets it stand.")
    elif irregular.option:
        silent = say(
            "The rulebook does not decide this: your club does, with {option} in a rulebook of "
            "its own.",
            option=irregular.option,
        )
    yield Line(silent, kind="club_decides")


def _way(
    teller: Teller,
    irregular: Irregular,
    way: Way,
    anyway: Sequence[Entry],
    language: Language,
) -> Iterator[Line]:
    say, end = language.say, way.played.end
    if way.name == "penalty" and irregular.penalty is not None:
        yield Line(say(WAYS["penalty"]), kind="way")
        cost = teller.ruling(irregular.penalty, language)[1:]
        yield Line(" ".join(cost), (irregular.penalty.rule,), "penalty", indent=2)
    else:
        if not irregular.decided:
            yield Line(label(irregular, way, language), kind="way")
        rules = (way.rule,) if way.rule else ()
        kind = f"recourse_{irregular.kind}_{way.name}"
        depth = 1 if irregular.decided else 2
        yield from _told(teller, kind, rules, irregular, end, language, depth)
    if irregular.decided:
        return
    own = [entry for entry in end.ledger if entry not in anyway]
    yield from _moved(teller, own, language)
    here = way.next is not None and way.next.lance == irregular.lance
    if way.next is not None and here:
        words = teller.names(way.next.lance, language)
        speaker = way.next.speaker
        yield Line(
            say("Still open {at_lance}: it is {seat} who speaks next.", **words, seat=speaker),
            indent=2,
        )
    waiting = dict.fromkeys([seat for open_ in way.played.open for seat in open_.parties])
    unseen = tuple([seat for seat in waiting if end.hand_of(seat) is None])
    if unseen:
        known = Fact("why_waits", indent=2, evidence={"seats": unseen})
        yield from teller.lines([known], end, language)
    elif not own and not here:
        yield Line(say("Nothing more is paid."), indent=2)
    yield from teller.lines([teller.stones(end)._replace(indent=2)], end, language)


def _told(
    teller: Teller,
    kind: str,
    rules: tuple[str, ...],
    irregular: Irregular,
    end: Position,
    language: Language,
    indent: int = 1,
) -> Iterator[Line]:
    """A sentence of the game's on the irregularity; none where the game has none."""
    if kind not in teller.sentences:
        return
    seat = irregular.seat
    hand = end.hand_of(seat) if seat in end.table.seats else None
    evidence: dict[str, object] = {"seat": seat, "speaker": irregular.speaker, "hand": hand or ()}
    evidence["verb"] = irregular.call.verb
    if irregular.lance:
        evidence["lance"] = irregular.lance
    yield from teller.lines([Fact(kind, rules, indent=indent, evidence=evidence)], end, language)


def _moved(teller: Teller, entries: Sequence[Entry], language: Language) -> Iterator[Line]:
    for entry in entries:
        rules = (entry.rule,) if entry.rule else ()
        yield Line(teller.movement(entry.as_json(), language), rules, "moved", indent=2)
