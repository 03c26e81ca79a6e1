"""The betting of a hand as a tree: what was said leads to a branch, which is heard once and kept.

Nothing said in a lance hangs on the cards but the declarations, so one tree does for every way
the hidden cards may lie. What each call makes of a moment, the rules are asked (`games.step`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor import games
from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.coach.habits import STEPS, Habits, Mix
from mustutor.errors import IllegalCall
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.mus_family.ranking import Ranking, ranking_under
from mustutor.players.imagine import strengths
from mustutor.position import Hand, Position, Step
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

TURNS = 3
"""So many turns of a seat in a lance have lots of their own; later ones share the last."""


class TalkBranch:
    """A moment of the betting, without any card; `after` are those that calls have led to."""

    __slots__ = ("after", "lance", "mixes", "position", "seat")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.lance, self.seat = position.lance, position.speaker
        self.after: dict[Call, TalkBranch] = {}
        self.mixes: list[Mix | None] = [None] * STEPS

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
    """The moment with no hand told."""
    deal = position.deal
    return position.dealt(deal._replace(hands=(None,) * len(deal.hands)))


def with_cards(position: Position, hands: Mapping[str, Hand]) -> Position:
    """The moment with these hands."""
    told = tuple([hands.get(seat) for seat in position.table.seats])
    return position.dealt(position.deal._replace(hands=told))


class Grove:
    """Every tree of one hand, and how strong hands are under its rulebook."""

    def __init__(self, variant: Variant, habits: Habits) -> None:
        self.variant, self.habits = variant, habits
        self.ranking: Ranking = ranking_under(variant)
        self._steps = {
            lance: {place: min(int(share * STEPS), STEPS - 1) for place, share in of_lance.items()}
            for lance, of_lance in strengths(variant).items()
        }
        self._roots: dict[object, TalkBranch] = {}

    def root(self, position: Position) -> TalkBranch:
        """The branch of a moment; where a lance begins, the one all talk of mus leads to."""
        bare = without_cards(position)
        if bare.said:
            return TalkBranch(bare)
        key = (bare.lance, bare.queue, bare.stones, bare.state.closed, bare.state.holders)
        found = self._roots.get(key)
        if found is None:
            found = self._roots[key] = TalkBranch(bare)
        return found

    def strong(self, lance: str, hand: Sequence[Card]) -> int:
        """How strong a hand is in a lance, in steps."""
        return self._steps[lance][self.ranking.place(lance, hand)]

    def mix(self, branch: TalkBranch, strong: int) -> Mix:
        """What is said at a branch with a hand so strong."""
        found = branch.mixes[strong]
        if found is None:
            found = branch.mixes[strong] = self.habits.mix(branch.position, strong)
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
                mix = self.mix(branch, self.strong(here, hands[seat]))
                call = mix.drawn(lots.of(here, seat, turns[seat]))
                turns[seat] += 1
                branch = branch.then(call)
        return branch
