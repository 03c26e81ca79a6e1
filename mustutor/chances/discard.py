"""What to throw: every way to part four cards, and what comes of it against one other hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, repeat
from math import comb, factorial, prod
from operator import mul

from mustutor.cards import Card, read_hand
from mustutor.chances.count import EVERYBODYS
from mustutor.chances.kinds import CardsLeft, HandKind, Kinds, kinds_of
from mustutor.chances.odds import FOUR_OWN, TOO_FEW, LanceOdds, left_of, refuse_variant
from mustutor.errors import NotationError
from mustutor.games.mus_family.classes import CARDS_IN_HAND, HandClass
from mustutor.games.mus_family.lances import LANCES
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

_OWN = "A"
_FACTOR = factorial(CARDS_IN_HAND)


class Discard(NamedTuple):
    """A way to throw: what is thrown and kept, and what the hand then drawn brings.

    `deals` counts the ways to draw and to deal the other hand; of each of `lances` in how many
    it is played and won. `stones` is the sum over all deals of what the lances bring where nobody
    bets, less what they bring the other; divide it by `deals`.
    """

    thrown: tuple[Card, ...]
    kept: tuple[Card, ...]
    deals: int
    lances: dict[str, LanceOdds]
    stones: int

    @property
    def average(self) -> float:
        """The stones it brings on average."""
        return self.stones / self.deals

    def document(self) -> dict[str, object]:
        """The same as JSON has it."""
        return {
            "thrown": list(self.thrown),
            "kept": list(self.kept),
            "deals": self.deals,
            "lances": {lance: dict(each._asdict()) for lance, each in self.lances.items()},
            "stones": self.stones,
        }


def discards(
    cards: str | Iterable[str],
    variant: Variant,
    *,
    mano: bool = True,
    out: str | Iterable[str] = (),
) -> tuple[Discard, ...]:
    """Try each of the sixteen ways to throw, against one other hand, the best first.

    What is drawn and what the other holds come from all cards but the four and those `out`; what
    is thrown does not come back. Equal hands go to `mano`. Which is best goes by the stones the
    lances bring where nobody bets: what a bet may add is nobody's to count. Raises
    `NotationError` as `odds` does.

    >>> from mustutor.variant import load_variant
    >>> best = discards("R R 4 5", load_variant("fournier"))[0]
    >>> best.thrown, round(best.average, 2)
    (('4', '5'), 2.98)
    """
    throws = Throws(cards, variant, mano=mano, out=out)
    found = [
        throws.of(chosen)
        for number in range(CARDS_IN_HAND + 1)
        for chosen in combinations(range(CARDS_IN_HAND), number)
    ]
    return tuple(sorted(found, key=lambda one: -one.average))


def completed(
    cards: str | Iterable[str], variant: Variant, thrown: Sequence[int], lance: str
) -> tuple[int, int]:
    """Of all ways to draw after a throw, how many give pares or juego; and how many there are.

    `thrown` are places in the hand. What is drawn comes from all cards but the four.

    >>> from mustutor.variant import load_variant
    >>> completed("R R 4 5", load_variant("fournier"), (2, 3), "juego")
    (463, 630)
    """
    hand, kinds = read_hand(cards), kinds_of(variant)
    left = left_of(kinds, {_OWN: hand}, ())
    kept = tuple([card for place, card in enumerate(hand) if place not in thrown])
    having = every = 0
    for drawn in kinds.completing(kept).kinds:
        ways = prod(map(comb, left, drawn.counts))
        every += ways
        having += ways * bool(getattr(drawn.row, f"{lance}_place"))
    return having, every


class Throws:
    """The ways to throw from a hand, each counted when it is asked for: as `discards` counts it."""

    def __init__(
        self,
        cards: str | Iterable[str],
        variant: Variant,
        *,
        mano: bool = True,
        out: str | Iterable[str] = (),
    ) -> None:
        refuse_variant(variant)
        self.hand = read_hand(cards)
        if len(self.hand) != CARDS_IN_HAND:
            raise NotationError(FOUR_OWN, number=len(self.hand))
        self._kinds = kinds_of(variant)
        self._left = CardsLeft(left_of(self._kinds, {_OWN: self.hand}, read_hand(out)))
        if self._left.number < 2 * CARDS_IN_HAND:
            raise NotationError(TOO_FEW, left=self._left.number, wanted=2 * CARDS_IN_HAND)
        self._meetings = _meetings(self._kinds, mano)
        self._dealt: dict[int, tuple[list[int], int]] = {}

    def of(self, places: Sequence[int]) -> Discard:
        """What comes of throwing the cards at these places of the hand, counted from 0.

        >>> from mustutor.variant import load_variant
        >>> Throws("R R 4 5", load_variant("fournier")).of((2, 3)).deals
        29216880
        """
        kept = tuple([card for place, card in enumerate(self.hand) if place not in places])
        brought, there = 0, 0
        deals = {"pares": 0, "juego": 0, "punto": 0}
        for drawn in self._kinds.completing(kept).kinds:
            dealt, having = self._others(drawn.key, len(places))
            if not having:
                continue
            brought += drawn.share * sum(map(mul, dealt, self._meetings.row(drawn)))
            every, pares, juego = _parted(drawn.share * having, 3)
            there += every
            deals["pares"] += every if drawn.row.pares else pares
            deals["juego"] += every if drawn.row.juego else juego
            deals["punto"] += 0 if drawn.row.juego else every - juego
        often = _FACTOR * factorial(len(places))
        *wins, stones = _parted(brought, len(LANCES) + 1)
        return Discard(
            tuple([self.hand[place] for place in places]),
            kept,
            there // often,
            {
                lance: LanceOdds(won // often, deals.get(lance, there) // often)
                for lance, won in zip(LANCES, wins, strict=True)
            },
            stones // often,
        )

    def about(self, places: Sequence[int]) -> float:
        """About the stones that throwing these brings, as if what is drawn were not gone.

        >>> from mustutor.variant import load_variant
        >>> throws = Throws("R R 4 5", load_variant("fournier"))
        >>> abs(throws.about((2, 3)) - throws.of((2, 3)).average) < 0.2
        True
        """
        kept = [card for place, card in enumerate(self.hand) if place not in places]
        stones, deals = 0.0, 0
        for drawn in self._kinds.completing(kept).kinds:
            ways = prod(map(comb, self._left.sizes, drawn.counts))
            deals += ways
            stones += ways * self._meetings.worth(drawn)
        return stones / deals

    def _others(self, drawn: int, number: int) -> tuple[list[int], int]:
        """In how many ordered ways cards drawn come with each other hand, and how many have it."""
        known = self._dealt.get(drawn)
        if known is None:
            ways = self._left.ways(number + CARDS_IN_HAND).get
            keys, shares = self._meetings.keys, self._meetings.shares
            dealt = list(map(mul, shares, map(ways, map(drawn.__add__, keys), repeat(0))))
            known = self._dealt[drawn] = dealt, sum(map(mul, dealt, self._meetings.having))
        return known


_DIGIT = 64
"""Bits for each of several counts in one number: no deal of eight cards fills them."""


def _packed(*counts: int) -> int:
    """Several counts in one number, so that they are added and multiplied at once."""
    return sum([count << _DIGIT * place for place, count in enumerate(counts)])


def _parted(packed: int, number: int) -> list[int]:
    """The counts in a number; the last may be below nothing."""
    mask = (1 << _DIGIT) - 1
    counts = [packed >> _DIGIT * place & mask for place in range(number - 1)]
    return [*counts, packed >> _DIGIT * (number - 1)]


class _Meetings:
    """What every hand makes of every other: the lances it wins, and the stones, in one number."""

    def __init__(self, kinds: Kinds, *, mano: bool) -> None:
        others = kinds.hands.kinds
        self.keys = [kind.key for kind in others]
        self.shares = [kind.share for kind in others]
        self.having = [_packed(1, bool(kind.row.pares), kind.row.juego) for kind in others]
        self._mano, self._value = mano, kinds.ranking.value
        self._brought = {
            lance: [
                (place, self._value(lance, kind.cards))
                for kind, place in zip(others, kinds.hands.places(lance), strict=True)
            ]
            for lance in LANCES
        }
        self._often = [kind.ways for kind in others]
        self._rows: dict[HandClass, list[int]] = {}
        self._worth: dict[HandClass, float] = {}
        self._numbers: dict[int, int] = {}
        self._lance = lru_cache(maxsize=None)(self._in_a_lance)

    def row(self, own: HandKind) -> list[int]:
        """What a hand makes of each other one, in the order of the kinds."""
        row = self._rows.get(own.row)
        if row is None:
            each = [
                self._lance(lance, place, self._value(lance, own.cards))
                for lance in LANCES
                for place in [getattr(own.row, f"{lance}_place")]
            ]
            once = self._numbers.setdefault  # few are different, and each is kept once
            row = [once(met, met) for met in map(sum, zip(*each, strict=True))]
            self._rows[own.row] = row
        return row

    def worth(self, own: HandKind) -> float:
        """The stones a hand brings on average against what the whole deck may deal."""
        known = self._worth.get(own.row)
        if known is None:
            *_, stones = _parted(sum(map(mul, self._often, self.row(own))), len(LANCES) + 1)
            known = self._worth[own.row] = stones / sum(self._often)
        return known

    def _in_a_lance(self, lance: str, own: int, value: int) -> list[int]:
        won = [lance == each for each in LANCES]
        wins, nothing = _packed(*won, value), 0
        return [
            nothing
            if lance == EVERYBODYS and not (own and place)
            else wins
            if own and (not place or own < place or (own == place and self._mano))
            else _packed(*[0 for _ in LANCES], -brings)
            for place, brings in self._brought[lance]
        ]


@lru_cache(maxsize=8)
def _meetings(kinds: Kinds, mano: bool) -> _Meetings:
    return _Meetings(kinds, mano=mano)
