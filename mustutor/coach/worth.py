"""What a score is worth to each side, in thousandths of a stone.

A score is worth the chance to win the game from it, or not to lose it; a stone is what one more
or less changes that chance by at the score the hand began with. All of it is counted in whole
numbers, so that parts of a result add up to it.
"""

from __future__ import annotations

from mustutor.players.score import winning
from mustutor.position import Position
from mustutor.register import traits

WHOLE = 1_000_000
"""A game won for certain: chances are counted in millionths."""
UNIT = 1_000
"""A stone."""
LEAST_STONE = 1_000
"""A stone is never counted as less than a thousandth of the game."""
SPAN = 2
"""A stone is measured by so many more and so many fewer."""
NEAR = 15
"""So many stones may be made in a hand without much luck: nearer to the end, all of it counts."""


class Worth:
    """What scores are worth in a hand that began with this one, by side.

    `stones` is what a stone is worth to each side, in millionths; `near` says that the game may
    end in this hand.
    """

    def __init__(self, start: Position) -> None:
        table, self.variant = start.table, start.variant
        self.sides = table.sides
        has = traits(self.variant.game)
        self.fewer = "own_stones" in has
        place = table.seats.index(start.mano)
        self._mano, self._next = start.mano, table.seats[(place + 1) % len(table.seats)]
        self._start = start.stones
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.stones = tuple([self._stone(side) for side in range(len(self.sides))])
        if self.fewer:
            self.near = min(start.stones) < NEAR // 2
        else:
            self.near = max(start.stones) + NEAR >= self.variant.number("score.target")

    @property
    def before(self) -> tuple[int, ...]:
        """What the score the hand began with is worth to each side."""
        return self._in_stones(self._chances(self._start, self._mano))

    def of(self, position: Position) -> tuple[int, ...]:
        """What a position is worth to each side, its closed lances being settled."""
        decided = position.winner or position.loser
        if decided:
            lost, won = (WHOLE, 0) if position.loser else (0, WHOLE)
            return self._in_stones([won if side == decided else lost for side in self.sides])
        found = self._known.get(position.stones)
        if found is None:
            found = self._in_stones(self._chances(position.stones, self._next))
            self._known[position.stones] = found
        return found

    def _chances(self, stones: tuple[int, ...], mano: str) -> list[int]:
        """The chance of each side to win from these stones, or not to lose."""
        held = dict(zip(self.sides, stones, strict=True))
        chances = [round(winning(self.variant, held, side, mano) * WHOLE) for side in self.sides]
        return [chances[0], WHOLE - chances[0]] if len(chances) == 2 else chances

    def _stone(self, side: int) -> int:
        """How much of the game a stone is to a side: of two, the same to both."""
        if len(self.sides) == 2:
            side = 0
        more, less = list(self._start), list(self._start)
        more[side] += SPAN
        if len(self.sides) == 2:
            less[1] += SPAN
        else:
            less[side] = max(less[side] - SPAN, 0)
        chances = [self._chances(tuple(stones), self._mano)[side] for stones in (more, less)]
        steps = sum(more) - sum(less) if len(self.sides) != 2 else 2 * SPAN
        return max(abs(chances[0] - chances[1]) // max(steps, 1), LEAST_STONE)

    def _in_stones(self, chances: list[int]) -> tuple[int, ...]:
        if len(chances) == 2:
            first = chances[0] * UNIT // self.stones[0]
            return (first, WHOLE * UNIT // self.stones[0] - first)
        return tuple([one * UNIT // stone for one, stone in zip(chances, self.stones, strict=True)])
