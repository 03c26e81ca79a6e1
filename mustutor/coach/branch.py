"""The betting of a hand as a tree: what was said leads to a branch, which is heard once and kept.

Nothing said in a lance hangs on the cards but the declarations, so one tree does for every way
the hidden cards may lie. What each call makes of a moment, the rules are asked (`games.step`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor import games
from mustutor.calls import Call
from mustutor.coach.habits import Habits, Mix
from mustutor.errors import IllegalCall
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.mus_family.ranking import Ranking, ranking_under
from mustutor.position import Hand, Position, Step
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

TURNS = 3
"""So many turns of a seat in a lance have lots of their own; later ones share the last."""
MOST_MIXES = 20_000
"""So many mixes are remembered; with more, they are found anew."""


class TalkBranch:
    """A moment of the betting, without any card; `after` are those that calls have led to.

    `mixes` are what is said there, by the step of the hand.
    """

    __slots__ = ("after", "lance", "mixes", "position", "seat")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.lance, self.seat = position.lance, position.speaker
        self.after: dict[Call, TalkBranch] = {}
        self.mixes: dict[int, Mix] = {}

    def then(self, call: Call) -> TalkBranch:
        """The branch a call leads to."""
        found = self.after.get(call)
        if found is None:
            made = games.step(self.position, call)
            if not isinstance(made, Step):
                raise IllegalCall(made)
            found = self.after[call] = TalkBranch(made.after)
        return found

    @property
    def declares(self) -> bool:
        """Whether who speaks says to have the lance or not."""
        return self.position.state.auction is None


class Lots(NamedTuple):
    """What chance decides in a hand that is played on: a lot for each turn of a seat in a lance.

    The same lots serve every call that is tried, so that what differs is the call.
    """

    drawn: Sequence[float]
    seats: Mapping[str, int]

    def of(self, lance: str, seat: str, turn: int) -> float:
        """The lot for a turn of a seat in a lance."""
        place = LANCES.index(lance) * len(self.seats) + self.seats[seat]
        return self.drawn[place * TURNS + min(turn, TURNS - 1)]


def without_cards(position: Position) -> Position:
    """The moment with no hand told, and without signals and words that cost nothing."""
    deal = position.deal
    bare = position.dealt(deal.told_so((None,) * len(deal.hands), kept=deal.kept))
    if bare.rulings and not any(ruling.offence for ruling in bare.rulings):
        bare = bare._replace(rulings=())
    return bare


def with_cards(position: Position, hands: Mapping[str, Hand]) -> Position:
    """The moment with these hands."""
    told = tuple([hands.get(seat) for seat in position.table.seats])
    return position.dealt(position.deal.told_so(told, kept=position.deal.kept))


class Grove:
    """Every tree of one hand, and how strong hands are under its rulebook."""

    def __init__(self, variant: Variant, habits: Habits) -> None:
        self.variant, self.habits = variant, habits
        self.ranking: Ranking = ranking_under(variant)
        self._roots: dict[object, TalkBranch] = {}
        self._mixes: dict[object, Mix] = {}

    def forget(self) -> None:
        """Begin another hand: its trees are others."""
        self._roots.clear()
        if len(self._mixes) > MOST_MIXES:
            self._mixes.clear()

    def root(self, position: Position) -> TalkBranch:
        """The branch of a moment: the same whenever the same was said, whoever holds what."""
        bare = without_cards(position)
        state = bare.state
        key = (bare.lance, bare.queue, bare.stones, state.closed, state.holders, str(bare.said))
        found = self._roots.get(key)
        if found is None:
            found = self._roots[key] = TalkBranch(bare)
        return found

    def mix(self, branch: TalkBranch, hand: Hand) -> Mix:
        """What is said at a branch with such a hand; the same wherever the betting is the same."""
        step = self.habits.step(branch.lance, hand)
        found = branch.mixes.get(step)
        if found is None:
            position, state = branch.position, branch.position.state
            key = (branch.lance, position.queue, state.auction, state.holders)
            known = (*key, position.order, position.stones, step)
            found = self._mixes.get(known)
            if found is None:
                found = self._mixes[known] = self.habits.mix(position, hand)
            branch.mixes[step] = found
        return found

    def played(
        self, branch: TalkBranch, hands: Mapping[str, Hand], lots: Lots, *, whole: bool
    ) -> TalkBranch:
        """Play on, with these hands, to the end of the lance or of the hand as a whole."""
        lance, turns = branch.lance, dict.fromkeys(lots.seats, 0)
        here = branch.lance
        while branch.seat and (whole or branch.lance == lance):
            if branch.lance != here:
                here, turns = branch.lance, dict.fromkeys(lots.seats, 0)
            seat = branch.seat
            if branch.declares:
                has = self.ranking.has(here, hands[seat])
                branch = branch.then(Call(seat, "tengo" if has else "no tengo"))
            else:
                call = self.mix(branch, hands[seat]).drawn(lots.of(here, seat, turns[seat]))
                turns[seat] += 1
                branch = branch.then(call)
        return branch
