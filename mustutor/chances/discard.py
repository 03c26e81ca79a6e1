"""What to throw: every way to part four cards, and what comes of it against one other hand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb, factorial, prod

from mustutor.cards import Card, read_hand
from mustutor.chances.count import EVERYBODYS
from mustutor.chances.kinds import HandKind, Kinds, kinds_of, ways_to_take
from mustutor.chances.odds import FOUR_OWN, TOO_FEW, LanceOdds, left_of, refuse_variant
from mustutor.errors import NotationError
from mustutor.games.mus_family.classes import CARDS_IN_HAND
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
    refuse_variant(variant)
    hand = read_hand(cards)
    if len(hand) != CARDS_IN_HAND:
        raise NotationError(FOUR_OWN, number=len(hand))
    kinds = kinds_of(variant)
    left = left_of(kinds, {_OWN: hand}, read_hand(out))
    if sum(left) < 2 * CARDS_IN_HAND:
        raise NotationError(TOO_FEW, left=sum(left), wanted=2 * CARDS_IN_HAND)
    rivals = _Rivals(kinds, left, mano=mano)
    found = [
        _tried(kinds, rivals, hand, chosen)
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


def _tried(kinds: Kinds, rivals: _Rivals, hand: Sequence[Card], thrown: Sequence[int]) -> Discard:
    kept = tuple([card for place, card in enumerate(hand) if place not in thrown])
    deals = stones = 0
    wins, played = dict.fromkeys(LANCES, 0), dict.fromkeys(LANCES, 0)
    for drawn in kinds.completing(kept).kinds:
        ways = prod(map(comb, rivals.left, drawn.counts))
        if not ways:
            continue
        met = rivals.met_by(drawn)
        deals += ways * met.deals
        stones += ways * met.stones
        for lance, each in met.lances.items():
            wins[lance] += ways * each.wins
            played[lance] += ways * each.played
    return Discard(
        tuple([hand[place] for place in thrown]),
        kept,
        deals,
        {lance: LanceOdds(wins[lance], played[lance]) for lance in LANCES},
        stones,
    )


class _Met(NamedTuple):
    """A hand against every other: the deals, the lances and the stones of all together."""

    deals: int
    lances: dict[str, LanceOdds]
    stones: int


class _Others(NamedTuple):
    """The other hands that have a lance, the best first: sums of deals and of stones so far."""

    places: tuple[int, ...]
    deals: tuple[int, ...]
    stones: tuple[int, ...]


class _Rivals:
    """The other hand, dealt from what is left."""

    def __init__(self, kinds: Kinds, left: tuple[int, ...], *, mano: bool) -> None:
        self.left = left
        self._before = bisect_left if mano else bisect_right
        self._ranking = kinds.ranking
        self._kinds = kinds.hands.kinds
        self._orders = {lance: _order(kinds, lance) for lance in LANCES}
        self._others = lru_cache(maxsize=None)(self._dealt)

    def met_by(self, drawn: HandKind) -> _Met:
        """What a hand makes of every other that may be dealt when its new cards are drawn."""
        rest = tuple([size - taken for size, taken in zip(self.left, drawn.counts, strict=True)])
        every, others = self._others(rest)
        found: dict[str, LanceOdds] = {}
        stones = 0
        for lance, (places, deals, brings) in others.items():
            own: int = getattr(drawn.row, f"{lance}_place")
            better = self._before(places, own) if own else len(places)
            lost = deals[better]
            total = every
            if lance == EVERYBODYS or not own:
                total = deals[-1]  # those in which the other has it
            if lance == EVERYBODYS and not own:
                found[lance] = LanceOdds(0, 0)
                continue
            found[lance] = LanceOdds(total - lost, total)
            stones += (total - lost) * self._ranking.value(lance, drawn.cards) - brings[better]
        return _Met(every, found, stones)

    def _dealt(self, rest: tuple[int, ...]) -> tuple[int, dict[str, _Others]]:
        ways = ways_to_take(rest, CARDS_IN_HAND)
        known = ways.get
        deals = [kind.share * known(kind.key, 0) // _FACTOR for kind in self._kinds]
        return sum(deals), {
            lance: _Others(
                places,
                (0, *accumulate([deals[index] for index in order])),
                (
                    0,
                    *accumulate([deals[i] * value for i, value in zip(order, values, strict=True)]),
                ),
            )
            for lance, (order, places, values) in self._orders.items()
        }


Order = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _order(kinds: Kinds, lance: str) -> Order:
    """The kinds that have a lance, by their numbers, the best first; their places; their worth."""
    places = kinds.hands.places(lance)
    order = sorted([index for index, place in enumerate(places) if place], key=places.__getitem__)
    value = kinds.ranking.value
    return (
        tuple(order),
        tuple([places[index] for index in order]),
        tuple([value(lance, kinds.hands.kinds[index].cards) for index in order]),
    )
