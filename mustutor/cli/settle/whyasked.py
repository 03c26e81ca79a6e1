"""`settle --why` and `--why-not`: why a seat was paid in a lance, or why not."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from mustutor.cli.habits import Misuse, nearest
from mustutor.explain.possible import possible_lines
from mustutor.explain.why import explain_why, why
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Passage
from mustutor.language import Language, mark
from mustutor.referee import Settlement
from mustutor.referee.uncertain import Possible
from mustutor.replay.playback import Played

COMMAND = "mustutor settle"

WhyOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--why",
        metavar="SEAT LANCE",
        show_default=False,
        help=mark("Say why a seat was paid in a lance: A1 pares, or of hand 2, A1 2.pares."),
    ),
]
WhyNotOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--why-not",
        metavar="SEAT LANCE",
        show_default=False,
        help=mark("Say why a seat was not paid in a lance."),
    ),
]


class Asked(NamedTuple):
    """What is asked on the command line: about which seat, which lance, of which hand.

    `hand` is 0 where none was named: then the last hand is meant.
    """

    seat: str
    lance: str
    hand: int
    option: str

    def of(self, settlement: Settlement) -> Played:
        """The hand that is meant. Raises Misuse where there is none, or no such seat."""
        table = settlement.hands[-1].end.table if settlement.hands else None
        found = [played for played in settlement.hands if self.hand in (0, played.number)]
        if table is None or not found:
            raise Misuse(
                "There is no hand {hand} in this record.", command=COMMAND, hand=self.hand or 1
            )
        known = (*table.seats, *(side for side in table.sides if side not in table.seats))
        if self.seat not in known:
            raise Misuse(
                "There is no seat {seat} here; there are {seats}.",
                command=COMMAND,
                seat=self.seat,
                seats=" ".join(known),
            )
        reckoning = settlement.reckoning
        return reckoning.settled_anyway(found[-1]) if reckoning is not None else found[-1]

    def page(self, settlement: Settlement, tongue: Language) -> Explanation:
        """The answer in words; where it waits for cards, what may come of it."""
        played = self.of(settlement)
        page = explain_why(played.end, played.open, self.seat, self.lance, tongue)
        possible = self._possible(settlement, played)
        if possible is None:
            return page
        rules = teller_of(settlement.variant).comparing
        waiting = Passage("", tuple(possible_lines(possible, rules, tongue)))
        return page._replace(passages=(*page.passages, waiting))

    def as_json(self, settlement: Settlement, tongue: Language) -> dict[str, object]:
        """The answer for a program; `text` alone is in the reader's language."""
        played = self.of(settlement)
        answer = why(played.end, played.open, self.seat, self.lance)
        written: dict[str, object] = {
            "variant": settlement.variant.id,
            "hand": played.number,
            "seat": self.seat,
            "lance": self.lance,
            "asked": self.option.removeprefix("--").replace("-", "_"),
            "stones": answer.stones,
            "reason": answer.reason,
            "rules": list(answer.rules),
            "explanation": self.page(settlement, tongue).as_json(),
        }
        possible = self._possible(settlement, played)
        return {**written, "possible": possible.as_json()} if possible is not None else written

    def _possible(self, settlement: Settlement, played: Played) -> Possible | None:
        waiting = any(waiting.lance == self.lance for waiting in played.open)
        if settlement.reckoning is None or not (waiting or played.forgotten):
            return None
        return settlement.reckoning.possible_at(settlement.hands[played.number - 1], self.lance)


def asked_why(why_: tuple[str, str] | None, why_not: tuple[str, str] | None) -> Asked | None:
    """Read what stands after --why or --why-not. Raises Misuse for what is no lance."""
    if why_ and why_not:
        raise Misuse("--why and --why-not exclude each other.", command=COMMAND)
    given = why_ or why_not
    if not given:
        return None
    seat, place = given
    hand, _, lance = place.rpartition(".")
    lance = lance.lower()
    if lance not in LANCES:
        raise Misuse(
            "{lance} is not a lance: they are grande, chica, pares, juego and punto.",
            command=COMMAND,
            hint=nearest(lance, LANCES),
            lance=lance or '""',
        )
    if hand and not (hand.isascii() and hand.isdecimal() and len(hand) < 7 and int(hand)):
        raise Misuse(
            "{place} names no hand: write 2.pares for pares of hand 2.",
            command=COMMAND,
            place=place,
        )
    return Asked(seat.upper(), lance, int(hand or 0), "--why" if why_ else "--why-not")
