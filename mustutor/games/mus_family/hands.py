"""The order of hands in each lance of Mus, what they are worth, and the lances themselves.

Start at `Ranking` and `classify`. Suits mean nothing in Mus except in some forms of La Real, so the
91,390 hands of four cards fall into a few hundred classes: 330 with eight kings, 715 with four.
Each rank has a weight such that no two classes weigh the same; the sum of four weights finds the
class at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from mustutor.base.errors import NotationError, expect
from mustutor.base.language import mark
from mustutor.base.register import DEFAULT_GAME, Phases, traits
from mustutor.model.cards import RANKS, SUITS, Card, deck, read_hand
from mustutor.model.variant import Variant, load_variant

TALKED = frozenset(("mus", "descarte"))
"""What comes before the lances."""
PLAYED = ("grande", "chica", "pares", "juego")
"""What every hand comes to; where nobody has juego, punto is played in its place."""
LANCES = (*PLAYED, "punto")
DECLARED = frozenset(("pares", "juego"))
"""The lances in which players first say whether they have it."""
VALUED = frozenset(("pares", "juego", "punto"))
"""The lances in which a hand has a worth of its own."""
SEQUENCE = ("mus", "descarte", *LANCES)
PAYMENTS = (
    *("stake", "pot", "value", "unanswered_bet", "unanswered_raise"),
    *("deje", "envite", "paso", "par", "medias", "duples", "juego", "juego31", "punto"),
    *("perete", "ordago", "penalty"),
)
"""What movements of stones are called: those of Encaje, those of Mus, those of both."""
PHASES = Phases(
    (*SEQUENCE, "cuenta"),
    PLAYED,
    TALKED | {"cuenta"},
    frozenset(("descarte",)),
    frozenset(PAYMENTS),
)


def lances_played(variant: Variant) -> tuple[str, ...]:
    """The lances of a hand under these rules, in order (lances.played).

    Punto is not among them: it takes the place of juego.
    """
    option = "lances.played"
    chosen = variant.several(option) if option in variant.rules else PLAYED
    return tuple([lance for lance in PLAYED if lance in chosen])


def is_played(variant: Variant, lance: str) -> bool:
    """Whether a lance is played under these rules; punto is where juego is."""
    return ("juego" if lance == "punto" else lance) in lances_played(variant)


JUEGOS = (31, 32, 40, 37, 36, 35, 34, 33)
# The greedy sequence whose sums of four are all different, one weight for each rank.
_WEIGHTS = (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603)
LOW_TO_HIGH = {rank: place for place, rank in enumerate(RANKS)}
CARDS_IN_HAND = 4
SEVEN = "7"
_COINS = "o"


class HandClass(NamedTuple):
    """The class of four cards in every lance; equal hands have equal places, 1 is the best.

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
    """The options that determine how cards rank."""

    kings: int
    removed: tuple[int, ...]
    fours_as_aces: bool


class RealRules(NamedTuple):
    """The options for La Real: the printed ranks of the figure, and suits."""

    figures: frozenset[str]
    figure_suit: str
    sevens: str

    def is_real(self, cards: Iterable[Card]) -> bool:
        """Whether three sevens and a figure are La Real; a suit not given fits nothing."""
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
        # Sevens of one deck differ in suit anyhow, so "all different" is about all four cards.
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
    """The effective ranks of La Real's figure; a plain three is no figure."""
    played = {effective_ranks(order).get(figure, "") for figure in real.figures}
    return frozenset(played & set("SCR"))


def row_finder(order: DeckRules, real: RealRules | None) -> Callable[[Sequence[Card]], HandClass]:
    """A function from a hand to its row, as short as the rules allow."""
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


@cache
def _table(
    order: DeckRules, real_ranks: frozenset[str]
) -> tuple[dict[str, int], list[HandClass], dict[int, HandClass]]:
    """The weight of each card, and the row at each weight; La Real has rows of its own.

    There are 330 classes of hands with eight kings and 40 cards, 715 with four kings.
    """
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
    # La Real ranks before every other juego (MUS-REAL-1).
    best_juego = 2 if real_ranks else 1
    juego = {total: place for place, total in enumerate(JUEGOS, best_juego)}
    puntos = sorted({total for total in totals if total < JUEGOS[0]}, reverse=True)
    punto = {total: place for place, total in enumerate(puntos, 1)}

    hands, all_pares = len(grande), len(kinds)
    all_juegos, all_puntos = len(JUEGOS) + best_juego - 1, len(puntos)
    rows = {}
    for place, (hand, key, total) in enumerate(zip(grande, keys, totals, strict=True), 1):
        kind = _kind_of_pares(*hand)
        of_cards = (place, hands, chica[key], hands, *kind, pares[kind], all_pares)
        of_juego = (total, total in juego, juego.get(total, 0), all_juegos, False)
        rows[key] = HandClass(*of_cards, *of_juego, punto.get(total, 0), all_puntos)
    real_rows = {}
    for rank in real_ranks:
        key = 3 * weight[SEVEN] + weight[rank]
        real_rows[key] = rows[key]._replace(juego_place=1, real=True)
    weights: dict[str, int] = {}
    for card in deck(order.removed):
        weights[card] = weights[card.rank] = weight[plays_as[card.rank]]
    # A list is quicker than a dictionary here. No four cards have the weight of a gap.
    listed = [rows[0]] * (max(rows) + 1)
    for key, row in rows.items():
        listed[key] = row
    return weights, listed, real_rows


def _kind_of_pares(a: str, b: str, c: str, d: str) -> tuple[str, tuple[str, ...]]:
    """The kind of pares of four ranks from high to low; four equal ones are duples (A-32)."""
    if a == b and c == d:
        return "duples", (a, c)
    if b == c and b in (a, d):
        return "medias", (b,)
    if b in (a, c):
        return "par", (b,)
    return ("par", (c,)) if c == d else ("", ())


Who = TypeVar("Who", int, str)
FIGURES = {"jack": "S", "knight": "C", "king": "R", "three": "3"}
NAMES = {
    "RRAA": "duples_gallegos",
    "RRCC": "duples_castellanos",
    "7654": "perete",
    "RRRA": "solomillo",
    "RRCS": "ley_del_mus",
}

_NO_LANCE = mark("{lance} is not a lance: the lances are grande, chica, pares, juego and punto.")
_NO_LANCE_TYPED = mark("A lance is named by its word, such as grande, not by {kind}.")
NO_LANCES = mark("No four cards are worth anything in {game}: it has no lances to win.")
_NO_HANDS = mark("Give the hands as a list, mano first, as in ['RRCA', 'RR7A'].")
NOT_FOUR = mark("A hand has four cards, not {number}.")
_TWICE = mark("{card} is in the hand twice, but in the deck only once.")
NOT_IN_DECK = mark("{card} is not in the deck of this rulebook.")
_SUIT_NEEDED = mark("Whether {cards} is la Real depends on suits that are not given.")


class Separation(NamedTuple):
    """What separates two hands in a lance, as evidence for an explanation.

    `reason` is ``card`` (the `position`-th card in the order of the lance decides), ``class``
    (kinds of pares, or having juego at all), ``rank`` (of equal kinds of pares), ``real``,
    ``points``, or ``tie``. The ranks are the deciding ones, as played; the classes are kinds of
    pares, or ``real`` and ``juego``; fields that the lance does not need are empty or 0.
    """

    tie: bool
    position: int
    better_rank: str
    worse_rank: str
    better_class: str
    worse_class: str
    better_points: int
    worse_points: int
    reason: str


class Comparison(NamedTuple):
    """The winner of a lance: indexes into the hands as given, in speaking order from mano.

    `order` is the best first, without the hands that have nothing in the lance; `winner` is None
    where none has. `tie` says that only the speaking order separated the first two.
    """

    winner: int | None
    order: tuple[int, ...]
    tie: bool


class Rulebook(Protocol):
    """Any object with resolved rules, such as a `Variant`."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The options by name."""


class Ranking:
    """The order of hands under one rulebook; get it from `ranking_of` and keep it.

    `classify(cards)` gives the class of four cards; `row` is its other name on hot paths. All
    methods assume four cards of the rulebook's deck.
    """

    def __init__(self, order: DeckRules, real: RealRules | None, values: Mapping[str, int]) -> None:
        self._arguments = (order, real, frozenset(values.items()))
        self._effective = effective_ranks(order)
        heights = [(rank, LOW_TO_HIGH[played]) for rank, played in self._effective.items()]
        self._heights = {rank + suit: height for rank, height in heights for suit in ("", *SUITS)}
        self._real = real
        self.classify = self.row = row_finder(order, real)
        self._values = {"": 0, **values}
        worth = {31: values["juego31"], 33: values["juego33"]}
        best = [values["real"]] if real is not None and figure_ranks(order, real) else []
        self._juego_values = [0, *best, *(worth.get(points, values["juego"]) for points in JUEGOS)]

    def __reduce__(self) -> tuple[Any, ...]:
        return _ranking, self._arguments  # its methods are made anew where a position is sent

    def place(self, lance: str, cards: Sequence[Card]) -> int:
        """The place of a hand in a lance, 1 the best; 0 if it has nothing there."""
        place: int = PLACES[lance](self.row(cards))
        return place

    def has(self, lance: str, cards: Sequence[Card]) -> bool:
        """Say whether a hand has pares, juego or punto; every hand has grande and chica."""
        found: bool = PLACES[lance](self.row(cards)) > 0
        return found

    def value(self, lance: str, cards: Sequence[Card]) -> int:
        """The value of a hand in a lance in stones (MUS-VAL-1 to 6, ENC-SET-3); 0 for none."""
        return self.worth(lance, self.row(cards))

    def worth(self, lance: str, row: HandClass) -> int:
        """The value in a lance of a hand whose row is known."""
        if lance == "pares":
            return self._values[row.pares]
        if lance == "juego":
            return self._juego_values[row.juego_place]
        if lance == "punto":
            return self._values[lance] if row.punto_place else 0
        return self._values[lance]

    def order(self, lance: str, hands: Sequence[Sequence[Card]]) -> list[int]:
        """Sort hands, the best first: indexes into `hands`, which are in speaking order.

        Equal hands stay in speaking order, the earlier first (MUS-CMP-T1); hands that have
        nothing in the lance are left out.
        """
        return best_first(dict(enumerate(map(PLACES[lance], map(self.row, hands)))))

    def effective(self, card: Card) -> str:
        """The rank a card plays as: with eight kings a three is a king (MUS-RANK-3)."""
        return self._effective[card[0]]

    def sorted(self, lance: str, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Sort cards as the lance compares them: upwards at chica, else downwards."""
        return tuple(sorted(cards, key=self._heights.__getitem__, reverse=lance != "chica"))

    def separate(self, lance: str, better: Sequence[Card], worse: Sequence[Card]) -> Separation:
        """What makes one hand better than another in a lance, or that they are equal."""
        if lance in ("grande", "chica"):
            return self._separate_by_card(lance, better, worse)
        first, second = self.row(better), self.row(worse)
        tie = self.place(lance, better) == self.place(lance, worse)
        if lance == "pares":
            kinds = (first.pares, second.pares)
            ranks = ("", "")
            if first.pares == second.pares and not tie:
                paired = zip(first.pares_ranks, second.pares_ranks, strict=True)
                ranks = next(pair for pair in paired if pair[0] != pair[1])
            reason = "tie" if tie else "rank" if ranks[0] else "class"
            return Separation(tie, 0, *ranks, *kinds, 0, 0, reason)
        kinds = (_kind_of_juego(first), _kind_of_juego(second))
        reason = "points" if kinds[0] == kinds[1] else "class"
        reason = "tie" if tie else "real" if "real" in kinds else reason
        return Separation(tie, 0, "", "", *kinds, first.points, second.points, reason)

    def name(self, cards: Sequence[Card]) -> str:
        """The id of the popular name of a hand; empty if it has none (MUS-NAME-1 to 6)."""
        if self.row(cards).real:
            return "la_real"
        return NAMES.get("".join(map(self.effective, self.sorted("grande", cards))), "")

    def needs_suits(self, cards: Iterable[Card]) -> bool:
        """Whether La Real depends on suits that these cards leave out (MUS-REAL-3 to 9)."""
        hand = tuple(cards)
        real = self._real
        if real is None or sum(card[0] == SEVEN for card in hand) != CARDS_IN_HAND - 1:
            return False
        ways = product(*(map(card.__add__, SUITS if len(card) == 1 else [""]) for card in hand))
        dealt = [way for way in ways if len(set(way)) == len(way)]
        return len({real.is_real(map(Card, way)) for way in dealt}) > 1

    def _separate_by_card(
        self, lance: str, better: Sequence[Card], worse: Sequence[Card]
    ) -> Separation:
        first = map(self.effective, self.sorted(lance, better))
        second = map(self.effective, self.sorted(lance, worse))
        for position, (high, low) in enumerate(zip(first, second, strict=True), 1):
            if high != low:
                return Separation(False, position, high, low, "", "", 0, 0, "card")
        return Separation(True, 0, "", "", "", "", 0, 0, "tie")


def best_first(places: Mapping[Who, int]) -> list[Who]:
    """Sort seats by place, the best first; equal places keep their order.

    Seats with nothing in the lance, whose place is 0, are left out.

    >>> best_first({"A": 2, "B": 0, "C": 1, "D": 2})
    ['C', 'A', 'D']
    """
    return sorted(filter(places.__getitem__, places), key=places.__getitem__)


PLACES = {lance: itemgetter(HandClass._fields.index(f"{lance}_place")) for lance in LANCES}


def ranking_of(rules: Mapping[str, Any]) -> Ranking:
    """The order of hands under resolved rules (`Variant.rules`); equal rules share one.

    >>> from mustutor.model.variant import load_variant
    >>> ranking = ranking_of(load_variant("encaje").rules)
    >>> ranking.place("juego", read_hand("R 3 3 2")), ranking.value("pares", read_hand("R 3 2 A"))
    (1, 3)
    """
    real = None
    if rules["real.enabled"]:
        figures = frozenset(FIGURES[figure] for figure in rules["real.figures"])
        real = RealRules(figures, rules["real.figure_suit"], rules["real.sevens"])
    removed = tuple(rules["deck.removed_ranks"])
    order = DeckRules(rules["deck.kings"], removed, rules["deck.fours_as_aces"])
    values = {"real": rules["values.real"], "juego33": rules["values.juego33"]}
    return _ranking(order, real, frozenset((rules["values.lances"] | values).items()))


def name_of(cards: Sequence[Card], rules: Mapping[str, Any]) -> str:
    """The id of the popular name of a hand; empty if it has none (MUS-NAME-1 to 6).

    >>> from mustutor.model.variant import load_variant
    >>> name_of(read_hand("R 3 R 2"), load_variant("encaje").rules)
    'solomillo'
    """
    return ranking_of(rules).name(cards)


def classify(cards: str | Iterable[str], variant: Rulebook | str) -> HandClass:
    """The class of four cards under a rulebook, or the variant of an id.

    Cards are read as by `read_hand`. Raises `NotationError` for anything but a hand of the
    rulebook's deck, if La Real depends on suits that are not given, and for a game without hand
    values.

    >>> from mustutor.model.variant import load_variant
    >>> hand = classify("R R 3 A", load_variant("encaje"))
    >>> hand.pares, hand.pares_ranks, hand.points, hand.juego_place
    ('medias', ('R',), 31, 1)
    """
    rules = _rules(variant)
    return ranking_of(rules).classify(_hand(cards, rules))


def compare(
    lance: str, hands: Iterable[str | Iterable[str]], variant: Rulebook | str
) -> Comparison:
    """The hand that wins a lance; hands are given in speaking order, mano first.

    Each hand is read and checked as in `classify`, by itself. Raises `NotationError`.

    >>> from mustutor.model.variant import load_variant
    >>> compare("grande", ["R C C 7", "R R C 7", "3 3 C 7"], load_variant("encaje"))
    Comparison(winner=1, order=(1, 2, 0), tie=True)
    """
    expect(lance, str, _NO_LANCE_TYPED)
    if lance not in LANCES:
        from difflib import get_close_matches

        hint = "".join(get_close_matches(str(lance), LANCES, n=1))
        raise NotationError(_NO_LANCE, hint=hint, lance=str(lance))
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise NotationError(_NO_HANDS)
    rules = _rules(variant)
    ranking = ranking_of(rules)
    read = [_hand(hand, rules) for hand in hands]
    order = ranking.order(lance, read)
    first_two = {ranking.place(lance, read[index]) for index in order[:2]}
    return Comparison(order[0] if order else None, tuple(order), len(order) > len(first_two) == 1)


def _rules(variant: Rulebook | str) -> Mapping[str, Any]:
    """The rules of a game with hand values; raises NotationError for any other game."""
    given = getattr(variant, "rules", None)
    rules = given if isinstance(given, Mapping) else load_variant(cast("str", variant)).rules
    game = str(rules.get("game", DEFAULT_GAME))
    if "lances" not in traits(game):
        raise NotationError(NO_LANCES, game=game)
    return rules


def _hand(texts: str | Iterable[str], rules: Mapping[str, Any]) -> tuple[Card, ...]:
    """Read a hand of the rulebook's deck; raises NotationError for any other."""
    cards = read_hand(texts)
    if len(cards) != CARDS_IN_HAND:
        raise NotationError(NOT_FOUR, number=len(cards))
    ranks = {card.rank for card in deck(rules["deck.removed_ranks"])}
    for index, card in enumerate(cards):
        if card.rank not in ranks:
            raise NotationError(NOT_IN_DECK, card=card)
        # Without a suit the same spelling is another card of the rank, and four are in the deck.
        if card.suit and card in cards[:index]:
            raise NotationError(_TWICE, card=card)
    if ranking_of(rules).needs_suits(cards):
        raise NotationError(_SUIT_NEEDED, cards=" ".join(cards))
    return cards


@lru_cache(maxsize=64)
def ranking_under(variant: Rulebook) -> Ranking:
    """The order of hands under a variant: the same object for the same rules."""
    return ranking_of(variant.rules)


@lru_cache(maxsize=256)
def _ranking(
    order: DeckRules, real: RealRules | None, values: frozenset[tuple[str, int]]
) -> Ranking:
    return Ranking(order, real, dict(values))


def figure(lance: str, row: HandClass) -> str:
    """What a hand is paid for: par, medias, duples, juego, juego31 (La Real too), or the lance."""
    if lance == "pares":
        return row.pares
    return "juego31" if lance == "juego" and row.points == 31 else lance


def _kind_of_juego(hand: HandClass) -> str:
    return "real" if hand.real else "juego" if hand.juego else ""
