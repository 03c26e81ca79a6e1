"""Irregularities: what a refused call is, what is settled anyway, and what each ruling pays.

The rules refuse a word out of turn, a false declaration, a card too many; at the table it has
happened all the same, and the referee has to say what follows.
"""

from __future__ import annotations

from mustutor.calls import DECK, Call
from mustutor.errors import Fault
from mustutor.ledger import Entry, Ruling
from mustutor.position import Position
from mustutor.referee.claims import Judgement
from mustutor.replay.format import Json
from mustutor.replay.playback import Played
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

PENALTY = "penalty"
"""The name of the one way there is where the table has a price."""


class RulingBranch(NamedTuple):
    """One way to rule: its name, ``stands``, ``withdrawn`` or ``penalty``, and the hand played on.

    `rule` is the article that says so, where one does. `played` is the hand as far as the record
    goes on in this way: its failure, where it has one, is where the record was played in another.
    """

    name: str
    rule: str
    played: Played
    judgements: tuple[Judgement, ...] = ()

    def as_json(self) -> Json:
        """The branch for a program: what is paid, and what is still open."""
        end, played = self.played.end, self.played
        written: Json = {"name": self.name}
        if self.rule:
            written["rule"] = self.rule
        written["ledger"] = [entry.as_json() for entry in end.ledger]
        written["after"] = end.in_front()
        written["complete"] = played.settled
        if end.winner:
            written["winner"] = end.winner
        if end.loser:
            written["loser"] = end.loser
        if self.next is not None:
            written["next"] = {"lance": self.next.lance, "speaker": self.next.speaker}
        if played.failure is not None:
            written["stops_at"] = played.failure.place
        written["open"] = [waiting._asdict() for waiting in played.open]
        return written

    @property
    def next(self) -> Position | None:
        """The position at which the hand goes on; none where nobody has anything more to say."""
        end, last = self.played.end, self.played.last
        open_ = last is not None and last.speaker not in ("", DECK)
        return last if open_ and not (end.winner or end.loser) else None


class Irregularity(NamedTuple):
    """Something the rules refuse and somebody did: where, what, and how it may be ruled.

    `kind` says what happened, `offence` what a table may price it as (see the option `penalty`),
    `text` is the call as the record has it; `seat` did it, and `speaker` was to speak. `rule` is
    the article, `option` what would decide what follows, `fault` why the rules refuse it. One
    branch: so it is decided, and the play goes on. `penalty` is what the table's price comes to.
    """

    kind: str
    offence: str
    place: str
    text: str
    call: Call
    seat: str
    speaker: str
    lance: str
    rule: str
    option: str
    fault: Fault
    branches: tuple[RulingBranch, ...]
    variant: Variant
    penalty: Ruling | None = None

    @property
    def decided(self) -> bool:
        """Whether an article, or a price of the table, leaves one way alone."""
        return len(self.branches) == 1

    @property
    def settled(self) -> tuple[Entry, ...]:
        """The stones that move alike however it is ruled."""
        first, *others = [branch.played.end.ledger for branch in self.branches]
        return tuple([entry for entry in first if all(entry in other for other in others)])

    def as_json(self) -> Json:
        """The irregularity as `settle --json` writes it."""
        written: Json = {"place": self.place}
        if self.text:
            written["call"] = self.text
        written |= {"kind": self.kind, "offence": self.offence}
        if self.seat:
            written["seat"] = self.seat
        if self.speaker:
            written["speaker"] = self.speaker
        written |= {"rule": self.rule, "decided": self.decided}
        if self.option:
            written["option"] = self.option
        if self.penalty is not None:
            written["penalty"] = self.penalty.penalty
            if self.penalty.stones:
                written["stones"] = self.penalty.stones
        written["settled"] = [entry.as_json() for entry in self.settled]
        written["branches"] = [branch.as_json() for branch in self.branches]
        return written
