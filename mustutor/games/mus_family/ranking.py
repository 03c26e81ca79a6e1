"""The order of hands in each lance of Mus, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import attrgetter, itemgetter
from typing import Any, Protocol, TypeVar, cast

from mustutor.cards import SUITS, Card, deck, read_hand
from mustutor.errors import NotationError, expect
from mustutor.games.mus_family.classes import (
    CARDS_IN_HAND,
    JUEGOS,
    LOW_TO_HIGH,
    SEVEN,
    DeckRules,
    HandClass,
    RealRules,
    effective_ranks,
    figure_ranks,
    row_finder,
)
from mustutor.games.mus_family.lances import DECLARED_IN_ORDER, LANCES
from mustutor.language import mark
from mustutor.register import DEFAULT_GAME, traits
from mustutor.tuples import NamedTuple

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
_NOT_FOUR = mark("A hand has four cards, not {number}.")
_TWICE = mark("{card} is in the hand twice, but in the deck only once.")
_NOT_IN_DECK = mark("{card} is not in the deck of this rulebook.")
_SUIT_NEEDED = mark("Whether {cards} is la Real depends on suits that are not given.")


class Separation(NamedTuple):
    """What separates two hands in a lance, as evidence for an explanation.

    `reason` is ``card`` (the `position`-th card in the order of the lance decides), ``class``
    (kinds of pares, or having juego at all), ``rank`` (of equal kinds of pares), ``real``,
    ``points``, or ``tie``. The ranks are those that decide, as played; the classes are kinds of
    pares, or ``real`` and ``juego``; whatever the lance does not ask for is empty or 0.
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
    """Who wins a lance: indexes into the hands as given, in speaking order from mano.

    `order` is the best first, without the hands that have nothing in the lance; `winner` is None
    where none has. `tie` says that only the speaking order separated the first two.
    """

    winner: int | None
    order: tuple[int, ...]
    tie: bool


class Rulebook(Protocol):
    """Anything that carries resolved rules, such as a `Variant`."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The options by name."""


class _Values(NamedTuple):
    """The options that say what a hand is worth in stones."""

    grande: int
    chica: int
    par: int
    medias: int
    duples: int
    juego: int
    juego31: int
    punto: int
    real: int
    juego33: int


class Ranking:
    """The order of hands under one rulebook; obtain it from `ranking_of` and keep it.

    `classify(cards)` says what four cards are in every lance, as does `row`, its other name on
    hot paths. Every method trusts its cards: four of them, of the rulebook's deck.
    """

    __slots__ = (
        "_card_values",
        "_effective",
        "_heights",
        "_juego_values",
        "_pares_values",
        "_punto_value",
        "_real",
        "classify",
        "row",
    )

    classify: Callable[[Sequence[Card]], HandClass]
    row: Callable[[Sequence[Card]], HandClass]

    def __init__(self, order: DeckRules, real: RealRules | None, values: _Values) -> None:
        self._effective = effective_ranks(order)
        self._heights = {
            rank + suit: LOW_TO_HIGH[played]
            for rank, played in self._effective.items()
            for suit in ("", *SUITS)
        }
        self._real = real
        self.classify = self.row = row_finder(order, real)
        self._card_values = {"grande": values.grande, "chica": values.chica}
        pares = (0, values.par, values.medias, values.duples)
        self._pares_values = dict(zip(("", "par", "medias", "duples"), pares, strict=True))
        worth = {31: values.juego31, 33: values.juego33}
        best = [values.real] if real is not None and figure_ranks(order, real) else []
        self._juego_values = [0, *best, *(worth.get(points, values.juego) for points in JUEGOS)]
        self._punto_value = values.punto

    def place(self, lance: str, cards: Sequence[Card]) -> int:
        """Give the place of a hand in a lance, 1 the best; 0 where it has nothing there."""
        place: int = PLACES[lance](self.row(cards))
        return place

    def has(self, lance: str, cards: Sequence[Card]) -> bool:
        """Say whether a hand has pares, juego or punto; every hand has grande and chica."""
        return self.place(lance, cards) > 0

    def declares(self, cards: Sequence[Card]) -> tuple[bool, ...]:
        """Say whether a hand has each of the lances that are declared, in their order."""
        return tuple(map(bool, _DECLARED_PLACES(self.row(cards))))

    def value(self, lance: str, cards: Sequence[Card]) -> int:
        """Give the stones a hand is worth in a lance (MUS-VAL-1 to 6, ENC-SET-3); 0 for nothing."""
        return self.worth(lance, self.row(cards))

    def worth(self, lance: str, row: HandClass) -> int:
        """Give the stones that a hand whose row is known is worth in a lance."""
        if lance == "pares":
            return self._pares_values[row.pares]
        if lance == "juego":
            return self._juego_values[row.juego_place]
        if lance == "punto":
            return self._punto_value if row.punto_place else 0
        return self._card_values[lance]

    def order(self, lance: str, hands: Sequence[Sequence[Card]]) -> list[int]:
        """Put hands in order, the best first: indexes into `hands`, which are in speaking order.

        Equal hands stay in speaking order, the earlier first (MUS-CMP-T1); hands that have
        nothing in the lance are left out.
        """
        return best_first(dict(enumerate(map(PLACES[lance], map(self.row, hands)))))

    def effective(self, card: Card) -> str:
        """Give the rank a card plays as: with eight kings a three is a king (MUS-RANK-3)."""
        return self._effective[card[0]]

    def sorted(self, lance: str, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Lay cards as the lance looks at them: from the lowest at chica, else from the highest."""
        return tuple(sorted(cards, key=self._heights.__getitem__, reverse=lance != "chica"))

    def separate(self, lance: str, better: Sequence[Card], worse: Sequence[Card]) -> Separation:
        """Say what makes one hand better than another in a lance, or that they are equal."""
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
        reason = "points"
        if tie:
            reason = "tie"
        elif "real" in kinds:
            reason = "real"
        elif kinds[0] != kinds[1]:
            reason = "class"
        return Separation(tie, 0, "", "", *kinds, first.points, second.points, reason)

    def name(self, cards: Sequence[Card]) -> str:
        """Give the id of the name players have for a hand, or nothing (MUS-NAME-1 to 6)."""
        if self.row(cards).real:
            return "la_real"
        return NAMES.get("".join(map(self.effective, self.sorted("grande", cards))), "")

    def needs_suits(self, cards: Iterable[Card]) -> bool:
        """Say whether La Real hangs on suits that these cards leave out (MUS-REAL-3 to 9)."""
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
    """Put those who have these places in order, the best first; equal ones stay as they are.

    Those that have nothing, whose place is 0, are left out.

    >>> best_first({"A": 2, "B": 0, "C": 1, "D": 2})
    ['C', 'A', 'D']
    """
    return sorted(filter(places.__getitem__, places), key=places.__getitem__)


PLACES = {lance: itemgetter(HandClass._fields.index(f"{lance}_place")) for lance in LANCES}
_DECLARED_PLACES = attrgetter(*[f"{lance}_place" for lance in DECLARED_IN_ORDER])


def ranking_of(rules: Mapping[str, Any]) -> Ranking:
    """Give the order of hands under resolved rules (`Variant.rules`); equal rules share one.

    >>> from mustutor.variant import load_variant
    >>> ranking = ranking_of(load_variant("encaje").rules)
    >>> ranking.place("juego", read_hand("R 3 3 2")), ranking.value("pares", read_hand("R 3 2 A"))
    (1, 3)
    """
    real = None
    if rules["real.enabled"]:
        figures = frozenset(FIGURES[figure] for figure in rules["real.figures"])
        real = RealRules(figures, rules["real.figure_suit"], rules["real.sevens"])
    return _ranking(
        DeckRules(
            rules["deck.kings"], tuple(rules["deck.removed_ranks"]), rules["deck.fours_as_aces"]
        ),
        real,
        _Values(
            **rules["values.lances"],
            real=rules["values.real"],
            juego33=rules["values.juego33"],
        ),
    )


def name_of(cards: Sequence[Card], rules: Mapping[str, Any]) -> str:
    """Give the id of the name players have for a hand, or nothing (MUS-NAME-1 to 6).

    >>> from mustutor.variant import load_variant
    >>> name_of(read_hand("R 3 R 2"), load_variant("encaje").rules)
    'solomillo'
    """
    return ranking_of(rules).name(cards)


def classify(cards: str | Iterable[str], variant: Rulebook | str) -> HandClass:
    """Say what four cards are in every lance under a rulebook, or the variant of an id.

    Cards are read as `read_hand` reads them. Raises `NotationError` for what is no hand of the
    rulebook's deck, where La Real depends on suits that are not given, and for a game in which
    hands are worth nothing.

    >>> from mustutor.variant import load_variant
    >>> hand = classify("R R 3 A", load_variant("encaje"))
    >>> hand.pares, hand.pares_ranks, hand.points, hand.juego_place
    ('medias', ('R',), 31, 1)
    """
    rules = _rules(variant)
    return ranking_of(rules).classify(_hand(cards, rules))


def compare(
    lance: str, hands: Iterable[str | Iterable[str]], variant: Rulebook | str
) -> Comparison:
    """Say which hand wins a lance; hands are given in speaking order, mano first.

    Each hand is read and checked as in `classify`, by itself. Raises `NotationError`.

    >>> from mustutor.variant import load_variant
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
    """The rules by which hands are worth something; raises NotationError for a game without."""
    from mustutor.variant import load_variant

    given = getattr(variant, "rules", None)
    rules = given if isinstance(given, Mapping) else load_variant(cast("str", variant)).rules
    game = str(rules.get("game", DEFAULT_GAME))
    if "lances" not in traits(game):
        raise NotationError(NO_LANCES, game=game)
    return rules


def _hand(texts: str | Iterable[str], rules: Mapping[str, Any]) -> tuple[Card, ...]:
    """Read a hand that the rulebook's deck can deal, or say why it cannot."""
    cards = read_hand(texts)
    if len(cards) != CARDS_IN_HAND:
        raise NotationError(_NOT_FOUR, number=len(cards))
    ranks = {card.rank for card in deck(rules["deck.removed_ranks"])}
    for index, card in enumerate(cards):
        if card.rank not in ranks:
            raise NotationError(_NOT_IN_DECK, card=card)
        # Without a suit the same spelling is another card of the rank, and four are in the deck.
        if card.suit and card in cards[:index]:
            raise NotationError(_TWICE, card=card)
    if ranking_of(rules).needs_suits(cards):
        raise NotationError(_SUIT_NEEDED, cards=" ".join(cards))
    return cards


@lru_cache(maxsize=64)
def ranking_under(variant: Rulebook) -> Ranking:
    """Give the order of hands under a variant: the same object for the same rules."""
    return ranking_of(variant.rules)


@lru_cache(maxsize=256)
def _ranking(order: DeckRules, real: RealRules | None, values: _Values) -> Ranking:
    return Ranking(order, real, values)


def _kind_of_juego(hand: HandClass) -> str:
    return "real" if hand.real else "juego" if hand.juego else ""
