"""The classes of hands: what four cards are, found by three additions.

Suits mean nothing in Mus, save in some forms of La Real, so the 91,390 hands of four cards fall
into a few hundred classes: 330 with eight kings, 715 with four. Each rank has a weight such that
no two classes weigh the same; the weight of a hand finds its class at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement

from mustutor.cards import RANKS, Card, deck
from mustutor.tuples import NamedTuple

JUEGOS = (31, 32, 40, 37, 36, 35, 34, 33)
# The greedy sequence whose sums of four are all different, one weight for each rank.
_WEIGHTS = (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603)
LOW_TO_HIGH = {rank: place for place, rank in enumerate(RANKS)}
CARDS_IN_HAND = 4
SEVEN = "7"
_COINS = "o"


class HandClass(NamedTuple):
    """What four cards are in every lance; equal hands have equal places, 1 is the best.

    `grande_of` and the like count the distinct hands of that lance. `pares` is ``par``,
    ``medias``, ``duples`` or nothing, with the ranks paired, higher first. `points` is the sum
    of the cards. Where the hand has no pares, no juego or no punto its place there is 0.
    """

    grande_place: int
    grande_of: int
    chica_place: int
    chica_of: int
    pares: str
    pares_ranks: tuple[str, ...]
    pares_place: int
    pares_of: int
    points: int
    juego: bool
    juego_place: int
    juego_of: int
    real: bool
    punto_place: int
    punto_of: int


class DeckRules(NamedTuple):
    """The options that say how cards rank."""

    kings: int
    removed: tuple[int, ...]
    fours_as_aces: bool


class RealRules(NamedTuple):
    """The options that say which hands are La Real: printed ranks of the figure, and suits."""

    figures: frozenset[str]
    figure_suit: str
    sevens: str

    def is_real(self, cards: Iterable[Card]) -> bool:
        """Say whether three sevens and a figure are La Real; a suit not given fits nothing."""
        figure = ""
        suits = []
        for card in cards:
            if card[0] == SEVEN:
                suits.append(card[1:])
            else:
                figure = card
        if not figure or figure[0] not in self.figures:
            return False
        if self.figure_suit == "coins" and figure[1:] != _COINS:
            return False
        if self.sevens == "any":
            return True
        # Sevens of one deck differ in suit anyhow, so "all different" speaks of the four cards.
        if "" in suits or not figure[1:] or figure[1:] in suits:
            return False
        return self.sevens == "not_figure_suit" or len(set(suits)) == len(suits)


def effective_ranks(order: DeckRules) -> dict[str, str]:
    """The rank each printed rank plays as (MUS-RANK-3, MUS-RANK-4)."""
    plays_as = {card.rank: card.rank for card in deck(order.removed)}
    changes = {"2": "A", "3": "R"} if order.kings == 8 else {}
    if order.fours_as_aces:
        changes["4"] = "A"
    return plays_as | {rank: changes[rank] for rank in changes if rank in plays_as}


def figure_ranks(order: DeckRules, real: RealRules) -> frozenset[str]:
    """The ranks, as played, that the figure of La Real may have; a plain three is no figure."""
    played = {effective_ranks(order).get(figure, "") for figure in real.figures}
    return frozenset(played & set("SCR"))


def row_finder(order: DeckRules, real: RealRules | None) -> Callable[[Sequence[Card]], HandClass]:
    """Make the function that finds the row of a hand, as short as the rules allow."""
    real_ranks = figure_ranks(order, real) if real is not None else frozenset()
    weights, rows, real_rows = _table(order, real_ranks)

    def plain(cards: Sequence[Card]) -> HandClass:
        first, second, third, fourth = cards
        return rows[weights[first] + weights[second] + weights[third] + weights[fourth]]

    if real is None or not real_rows:
        return plain
    is_real = real.is_real

    def watching_for_the_real(cards: Sequence[Card]) -> HandClass:
        first, second, third, fourth = cards
        weight = weights[first] + weights[second] + weights[third] + weights[fourth]
        if weight in real_rows and is_real(cards):
            return real_rows[weight]
        return rows[weight]

    return watching_for_the_real


class _Table(NamedTuple):
    """The weight of each card, and the row at each weight; La Real has rows of its own."""

    weights: dict[str, int]
    rows: list[HandClass]
    real_rows: dict[int, HandClass]


@cache
def _table(order: DeckRules, real_ranks: frozenset[str]) -> _Table:
    """Build the classes of hands: 330 with eight kings and 40 cards, 715 with four."""
    plays_as = effective_ranks(order)
    upwards = sorted(set(plays_as.values()), key=LOW_TO_HIGH.__getitem__)
    weight = dict(zip(upwards, _WEIGHTS, strict=False))
    points = {rank: 10 if rank in "SCR" else 1 if rank == "A" else int(rank) for rank in upwards}
    downwards = upwards[::-1]

    # Listed from the highest rank down, hands come in the order of grande; listed from the
    # lowest rank up they come in the order of chica, which is looked at from the lowest card.
    grande = list(combinations_with_replacement(downwards, CARDS_IN_HAND))
    weighed = combinations_with_replacement([weight[rank] for rank in upwards], CARDS_IN_HAND)
    chica = {key: place for place, key in enumerate(map(sum, weighed), 1)}
    kinds: list[tuple[str, tuple[str, ...]]] = [
        *(("duples", pairs) for pairs in combinations_with_replacement(downwards, 2)),
        *(("medias", (rank,)) for rank in downwards),
        *(("par", (rank,)) for rank in downwards),
    ]
    pares = {kind: place for place, kind in enumerate(kinds, 1)}
    pares["", ()] = 0
    weighed = combinations_with_replacement([weight[rank] for rank in downwards], CARDS_IN_HAND)
    counted = combinations_with_replacement([points[rank] for rank in downwards], CARDS_IN_HAND)
    keys, totals = list(map(sum, weighed)), list(map(sum, counted))
    # La Real, where there is one, stands before every other juego (MUS-REAL-1).
    best_juego = 2 if real_ranks else 1
    juego = {total: place for place, total in enumerate(JUEGOS, best_juego)}
    puntos = sorted({total for total in totals if total < JUEGOS[0]}, reverse=True)
    punto = {total: place for place, total in enumerate(puntos, 1)}

    hands, all_pares = len(grande), len(kinds)
    all_juegos, all_puntos = len(JUEGOS) + best_juego - 1, len(puntos)
    rows = {}
    for place, (hand, key, total) in enumerate(zip(grande, keys, totals, strict=True), 1):
        kind = _kind_of_pares(*hand)
        rows[key] = HandClass(
            place,
            hands,
            chica[key],
            hands,
            *kind,
            pares[kind],
            all_pares,
            total,
            total in juego,
            juego.get(total, 0),
            all_juegos,
            False,
            punto.get(total, 0),
            all_puntos,
        )
    real_rows = {}
    for rank in real_ranks:
        key = 3 * weight[SEVEN] + weight[rank]
        real_rows[key] = rows[key]._replace(juego_place=1, real=True)
    weights: dict[str, int] = {}
    for card in deck(order.removed):
        weights[card] = weights[card.rank] = weight[plays_as[card.rank]]
    # A list is quicker than a dictionary here. No four cards weigh what its gaps stand for.
    listed = [rows[0]] * (max(rows) + 1)
    for key, row in rows.items():
        listed[key] = row
    return _Table(weights, listed, real_rows)


def _kind_of_pares(a: str, b: str, c: str, d: str) -> tuple[str, tuple[str, ...]]:
    """Name the pares of four ranks from high to low; four equal ones are duples (A-32)."""
    if a == b and c == d:
        return "duples", (a, c)
    if b == c and b in (a, d):
        return "medias", (b,)
    if b in (a, c):
        return "par", (b,)
    return ("par", (c,)) if c == d else ("", ())
