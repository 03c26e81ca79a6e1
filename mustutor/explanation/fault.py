"""Why a call is refused, what was legal instead, and where its bounds come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from mustutor.calls import DECK
from mustutor.errors import Fault
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.position import NO_MAXIMUM, Option, Position


def explain_fault(
    position: Position, fault: Fault, options: Sequence[Option], tongue: Language
) -> Explanation:
    """Say why the rules refuse a call here, and what could be said instead.

    `options` are those of `games.options` at the same position.
    """
    refused = Line(fault.said(tongue), (fault.rule,), "refused", indent=0)
    passages = [Passage("", (refused,))]
    legal = tuple(legal_lines(position, options, tongue))
    if legal:
        passages.append(Passage("", legal))
    return Explanation("", tuple(passages))


def legal_lines(position: Position, options: Sequence[Option], tongue: Language) -> Iterator[Line]:
    """Say who speaks at a position, and what may be said there within which bounds."""
    if not options:
        return
    seat = options[0].seat
    if seat == DECK:
        yield Line(
            tongue.say("It is the deck's turn: it serves those who threw cards."),
            kind="legal",
            indent=0,
        )
        return
    yield Line(tongue.say("{seat} speaks and may say:", seat=seat), kind="legal", indent=0)
    teller = teller_of(position.variant)
    for option in options:
        said, text, rules = teller.offered(position, option, tongue)
        evidence: dict[str, object] = {"verb": option.verb}
        if option.most:
            evidence |= {"least": option.least}
            evidence |= {"most": option.most} if option.most < NO_MAXIMUM else {}
        heard = teller.aloud(said, tongue)
        if heard != said:
            evidence |= {"call": said}
        yield Line(text, rules, "option", option.seat, 1, heard, evidence)
    yield from teller.withheld(position, options, tongue)


class StatedFact(Protocol):
    """What the rules make of something the record states, as the referee gives it."""

    @property
    def place(self) -> str:
        """Where it stands."""

    @property
    def rule(self) -> str:
        """The article."""

    def said(self, tongue: Language) -> str:
        """What the rules make of it."""


class Failing(Protocol):
    """Something wrong in a record: a call that is refused, or stones that were miscounted."""

    @property
    def place(self) -> str:
        """Where it is."""

    @property
    def fault(self) -> Fault:
        """What is wrong with it."""


class Stating(Protocol):
    """Something settled that was stated beside the calls."""

    @property
    def stated(self) -> Sequence[StatedFact]:
        """What the rules make of what the record states beside the calls."""

    @property
    def miscounted(self) -> Failing | None:
        """The first hand after which the record states other stones than were worked out."""
