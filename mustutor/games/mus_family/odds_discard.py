"""Discards compared: each way to split four cards, and its results against one other hand.

`discards` tries all ways; `DiscardTrials` counts only those it is asked for. `describe_odds` and
`describe_discards` put results into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, repeat
from math import comb
from operator import attrgetter, mul
from typing import NamedTuple

from mustutor.base.errors import NotationError
from mustutor.base.language import Language
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.hands import CARDS_IN_HAND, LANCES, NOT_FOUR
from mustutor.games.mus_family.odds import (
    TOO_FEW,
    LanceOdds,
    Odds,
    refuse_variant,
    remaining_cards,
)
from mustutor.games.mus_family.odds_count import (
    DIGIT,
    EVERYBODYS,
    NOTHING,
    CardsLeft,
    HandKind,
    Kinds,
    kinds_of,
)
from mustutor.games.mus_family.words import lance_names
from mustutor.model.cards import Card, printed, read_hand
from mustutor.model.variant import Variant

_OWN = "A"


class Discard(NamedTuple):
    """A way to discard: the cards discarded and kept, and the results of the new hand.

    `deals` is the number of ways to draw and to deal the other hand; `lances` counts for each lance
    how often it is played and won. `stones` is the sum over all deals of the stones won without
    bets, minus those the other wins; divide it by `deals`.
    """

    thrown: tuple[Card, ...]
    kept: tuple[Card, ...]
    deals: int
    lances: dict[str, LanceOdds]
    stones: int

    @property
    def average(self) -> float:
        """The average stones it wins."""
        return self.stones / self.deals

    def document(self) -> dict[str, object]:
        """The discard as JSON."""
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
    """Try each of the sixteen ways to discard, against one other hand, the best first.

    What is drawn and what the other holds come from all cards but the four and those `out`; what
    is thrown does not come back. Equal hands go to `mano`. Which is best goes by the stones the
    lances bring where nobody bets: what a bet may add is nobody's to count. Raises
    `NotationError` as `odds` does.

    >>> from mustutor.model.variant import load_variant
    >>> best = discards("R R 4 5", load_variant("fournier"))[0]
    >>> best.thrown, round(best.average, 2)
    (('4', '5'), 2.98)
    """
    throws = DiscardTrials(cards, variant, mano=mano, out=out)
    every = [
        chosen
        for number in range(CARDS_IN_HAND + 1)
        for chosen in combinations(range(CARDS_IN_HAND), number)
    ]
    return tuple(sorted(throws.of(*every), key=lambda one: -one.average))


class DiscardTrials:
    """The ways to discard from a hand, each counted on request, as `discards` does."""

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
            raise NotationError(NOT_FOUR, number=len(self.hand))
        self._kinds, self._mano = kinds_of(variant), mano
        self._left = CardsLeft(remaining_cards(self._kinds, {_OWN: self.hand}, read_hand(out)))
        if self._left.number < 2 * CARDS_IN_HAND:
            raise NotationError(TOO_FEW, left=self._left.number, wanted=2 * CARDS_IN_HAND)

    def of(self, *ways: Sequence[int]) -> tuple[Discard, ...]:
        """The results of discarding the cards at these indices of the hand.

        Several ways take little longer than one.

        >>> from mustutor.model.variant import load_variant
        >>> [way.deals for way in DiscardTrials("R R 4 5", load_variant("fournier")).of((2, 3), ())]
        [29216880, 58905]
        """
        by_key, left = self._kinds.by_key, self._left
        mine = [
            _Drawn(way, by_key[hand], often, *_parts(hand - self._kept_key(places)))
            for way, places in enumerate(ways)
            for hand, often in self._hands(places)
        ]
        most = max(map(len, ways))
        others = [by_key[hand] for hand in left.draws(CARDS_IN_HAND)]
        theirs = [(other, _subset_counts(other, left.sizes, most)) for other in others]
        each = [comb(left.number - len(places), CARDS_IN_HAND) for places in ways]
        found = _results(self._kinds, mine, theirs, each, mano=self._mano)
        return tuple(
            [
                Discard(
                    tuple([self.hand[place] for place in places]),
                    self._rest(places),
                    comb(left.number, len(places)) * dealt,
                    lances,
                    stones,
                )
                for places, dealt, (lances, stones) in zip(ways, each, found, strict=True)
            ]
        )

    def about(self, places: Sequence[int]) -> float:
        """An estimate of the stones a discard wins, as if drawn cards stayed in the deck.

        >>> from mustutor.model.variant import load_variant
        >>> throws = DiscardTrials("R R 4 5", load_variant("fournier"))
        >>> abs(throws.about((2, 3)) - throws.of((2, 3))[0].average) < 0.2
        True
        """
        worth, deals = _worth(self._kinds, self._mano)
        stones = sum([often * worth[hand] for hand, often in self._hands(places)])
        return stones / (comb(self._left.number, len(places)) * deals)

    def having(self, places: Sequence[int], lance: str) -> tuple[int, int]:
        """The number of draws after a discard that give pares or juego, and of all draws.

        >>> from mustutor.model.variant import load_variant
        >>> DiscardTrials("R R 4 5", load_variant("fournier")).having((2, 3), "juego")
        (463, 630)
        """
        those = _keys_with(self._kinds, lance)
        having = sum([often for hand, often in self._hands(places) if hand in those])
        return having, comb(self._left.number, len(places))

    def _hands(self, places: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The possible hands after a discard, by key, with the number of draws for each."""
        kept = self._kept_key(places)
        for drawn, often in self._left.draws(len(places)).items():
            yield kept + drawn, often

    def _kept_key(self, places: Sequence[int]) -> int:
        return self._kinds.key(self._rest(places))

    def _rest(self, places: Sequence[int]) -> tuple[Card, ...]:
        return tuple([card for place, card in enumerate(self.hand) if place not in places])


@lru_cache(maxsize=32)
def _keys_with(kinds: Kinds, lance: str) -> frozenset[int]:
    """The hands that have the lance, by key."""
    places = zip(kinds.hands.kinds, kinds.hands.places(lance), strict=True)
    return frozenset([kind.key for kind, place in places if place])


@lru_cache(maxsize=32)
def _brings(kinds: Kinds, lance: str) -> Mapping[int, int]:
    """The value of a hand in a lance, by its place."""
    places = zip(kinds.hands.places(lance), kinds.hands.kinds, strict=True)
    return {place: kinds.ranking.value(lance, kind.cards) for place, kind in dict(places).items()}


@lru_cache(maxsize=8)
def _worth(kinds: Kinds, mano: bool) -> tuple[Mapping[int, int], int]:
    """The stones each hand wins, by key, against every hand of the deck; and their number."""
    every = kinds.hands.kinds
    deals = sum([kind.ways for kind in every])
    mine = [_Drawn(way, kind, 1, (0,), (1,)) for way, kind in enumerate(every)]
    theirs = [(kind, [(0, kind.ways)]) for kind in every]
    found = _results(kinds, mine, theirs, [deals] * len(every), mano=mano)
    return {kind.key: stones for kind, (_, stones) in zip(every, found, strict=True)}, deals


_STONES = 32
"""Bits below the stones in a number that counts hands as well: no deal fills them."""


class _Drawn(NamedTuple):
    """A possible hand after a discard, with its number of draws and the cards drawn.

    The other hand must hold none of the cards drawn. It is counted by inclusion and exclusion: all
    hands, minus those that hold one such card, plus those that hold two, and so on. `parts` are the
    sets of cards by key, `signs` the factor of each.
    """

    way: int
    kind: HandKind
    often: int
    parts: tuple[int, ...]
    signs: tuple[int, ...]


_Held = list[tuple[int, int]]
"""Some cards by key, and how many hands hold them."""


@lru_cache(maxsize=4096)
def _parts(cards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found, group = [(0, 1)], 0
    while cards:
        cards, number = divmod(cards, 1 << DIGIT)
        found = [
            (part + (some << DIGIT * group), sign * comb(number, some) * (-1) ** some)
            for part, sign in found
            for some in range(number + 1)
        ]
        group += 1
    return tuple([part for part, _ in found]), tuple([sign for _, sign in found])


def _subset_counts(kind: HandKind, left: Sequence[int], most: int) -> _Held:
    """The number of hands of a kind that hold certain cards left, for up to `most` cards."""
    found = [(0, 0, 1)]
    for group, number in enumerate(kind.counts):
        if not number:
            continue
        each = [
            (some << DIGIT * group, some, comb(left[group] - some, number - some))
            for some in range(min(number, most) + 1)
        ]
        found = [
            (part + more, held + some, often * ways)
            for part, held, often in found
            for more, some, ways in each
            if held + some <= most
        ]
    return [(part, often) for part, _, often in found]


def _results(
    kinds: Kinds,
    mine: Sequence[_Drawn],
    theirs: Sequence[tuple[HandKind, _Held]],
    each: Sequence[int],
    *,
    mano: bool,
) -> list[tuple[dict[str, LanceOdds], int]]:
    """The odds and stones of each way; `each` is the number of other hands per own hand."""
    stones = [0] * len(each)
    lances: list[dict[str, LanceOdds]] = [{} for _ in each]
    for lance in LANCES:
        wins, played = [0] * len(each), [0] * len(each)
        brings, place_of = _brings(kinds, lance), attrgetter(f"row.{lance}_place")
        for own, better, having in _better(lance, mine, theirs, brings, mano=mano):
            place = place_of(own.kind)
            lost, beaten = divmod(better, 1 << _STONES)
            there = each[own.way] if place and lance != EVERYBODYS else having
            won = there - beaten
            wins[own.way] += own.often * won
            played[own.way] += own.often * there
            stones[own.way] += own.often * (won * brings[place] - lost)
        for found, won, there in zip(lances, wins, played, strict=True):
            found[lance] = LanceOdds(won, there)
    return list(zip(lances, stones, strict=True))


def _better(
    lance: str,
    mine: Sequence[_Drawn],
    theirs: Sequence[tuple[HandKind, _Held]],
    brings: Mapping[int, int],
    *,
    mano: bool,
) -> list[tuple[_Drawn, int, int]]:
    """For each own hand, the number of better other hands in a lance, and of all that have it.

    Goes through places from the best, so that all hands met before are better. The stones of the
    better hands are counted in the same number, above `_STONES` bits. Punto is only for hands that
    have it.
    """
    place_of = attrgetter(f"row.{lance}_place")
    levels: dict[int, list[_Held]] = {}
    for kind, held in theirs:
        levels.setdefault(place_of(kind), []).append(held)
    asking: dict[int, list[_Drawn]] = {}
    for own in mine:
        asking.setdefault(place_of(own.kind), []).append(own)
    so_far: dict[int, int] = {}
    known = so_far.get

    def met(own: _Drawn) -> int:
        return sum(map(mul, own.signs, map(known, own.parts, repeat(0))))

    found: list[tuple[_Drawn, int]] = []
    for place in sorted({*levels, *asking} - {NOTHING}):
        if mano:
            found += [(own, met(own)) for own in asking.get(place, ())]
        one = 1 + (brings[place] << _STONES)
        for held in levels.get(place, ()):
            for part, often in held:
                so_far[part] = known(part, 0) + one * often
        if not mano:
            found += [(own, met(own)) for own in asking.get(place, ())]
    if lance != EVERYBODYS:
        found += [(own, met(own)) for own in asking.get(NOTHING, ())]
    return [(own, better, met(own) % (1 << _STONES)) for own, better in found]


def describe_odds(found: Odds, language: Language) -> Explanation:
    """Odds in words: how often a side wins each lance, and how often each is played.

    >>> from mustutor.games.mus_family.odds import odds
    >>> from mustutor.base.language import open_language
    >>> from mustutor.model.variant import load_variant
    >>> found = odds("R R C A", load_variant("fournier"), seats=("A", "B"))
    >>> [line.said.split()[0] for line in describe_odds(found, open_language("en")).lines[:4]]
    ['97.4', '41.1', '92.7', '100']
    """
    partners = [seat for seat in found.seats if seat[0] == found.seat[0]]
    lines = [*_lances(found, language), *_notes(found, partners, language)]
    title = language.say(
        "How often {seats} win with {cards}",
        seats=language.join_list(partners),
        cards=printed(found.cards),
    )
    if len(partners) == 1:
        title = language.say(
            "How often {seat} wins with {cards}", seat=found.seat, cards=printed(found.cards)
        )
    return Explanation(title, (Passage("", tuple(lines)),))


def _lances(found: Odds, language: Language) -> Iterator[Line]:
    names = lance_names(language)["lance"]
    for lance, (wins, played) in found.lances.items():
        if not played:
            if lance != "punto" and found.deals:
                text = language.say("Never played: nobody can have it.")
                yield Line(text, (), lance, names[lance])
            continue
        said = percent(wins, found.deals, language)
        text = ""
        if played < found.deals:
            text = language.say(
                "Played in {played} of the deals; of those {share} are won.",
                played=percent(played, found.deals, language),
                share=percent(wins, played, language),
            )
        evidence = {"wins": wins, "played": played, "deals": found.deals}
        yield Line(text, (), lance, names[lance], 1, said, evidence)


def _notes(found: Odds, partners: list[str], language: Language) -> Iterator[Line]:
    if not found.deals:
        yield Line(language.say("No deal fits what was declared."), indent=0)
        return
    yield Line(
        language.say(
            "{mano} speaks first of {seats}, and of equal hands the first to speak wins.",
            mano=found.seats[0],
            seats=" ".join(found.seats),
        ),
        ("MUS-CMP-T1",),
        indent=0,
    )
    if len(partners) > 1:
        yield Line(language.say("The best hand of either partner wins."), ("MUS-CMP-T2",), indent=0)
    yield Line(
        language.say(
            "Every deal of the cards nobody knows is counted, and each is as likely as the others:"
            " what players may have thrown is not guessed at."
        ),
        indent=0,
    )


def describe_discards(ways: Sequence[Discard], language: Language) -> Explanation:
    """Discards in words, the best first; equal ones once."""
    lines = []
    told: set[tuple[int, int]] = set()
    for way in ways:
        if (way.stones, way.deals) in told:
            continue
        told.add((way.stones, way.deals))
        shares = {
            lance: percent(each.wins, way.deals, language) for lance, each in way.lances.items()
        }
        text = language.say(
            "{stones} stones on average: grande {grande}, chica {chica}, pares {pares}, juego"
            " {juego}, punto {punto}.",
            stones=hundredths(way.stones, way.deals, language),
            **shares,
        )
        name = language.say("throw {cards}", cards=printed(way.thrown))
        if not way.thrown:
            name = language.say("throw nothing")
        lines.append(Line(text, (), "discard", name, 1, "", {"stones": way.stones}))
    cards = printed(max(ways, key=lambda way: len(way.kept)).kept)
    notes = (
        language.say(
            "Counted against one other hand that keeps what it was dealt: how often each lance is"
            " won, and the stones it brings where nobody bets, less those of the other hand."
        ),
        language.say("A bet may change which is best: nobody can count what will be bet."),
    )
    return Explanation(
        language.say("What comes of throwing from {cards}", cards=cards),
        (Passage("", (*lines, *[Line(note, indent=0) for note in notes])),),
    )


def hundredths(part: int, whole: int, language: Language) -> str:
    """A number of stones with two decimals, and a sign if negative."""
    whole_number, rest = divmod(abs(round(100 * part / whole)), 100)
    said = language.say("{whole}.{hundredths}", whole=whole_number, hundredths=f"{rest:02}")
    return f"-{said}" if part < 0 and whole_number + rest else said


def percent(part: int, whole: int, language: Language) -> str:
    """A percentage with one decimal; only certainty is 100 or 0.

    >>> from mustutor.base.language import open_language
    >>> english, parts = open_language("en"), (0, 1, 33_333, 99_998, 99_999)
    >>> shares = [percent(part, 99_999, english) for part in parts]
    >>> [share.split()[0] for share in shares]
    ['0', '0.1', '33.3', '99.9', '100']
    """
    if part in (0, whole):
        return "100 %" if part else "0 %"
    tenths = min(max((2000 * part + whole) // (2 * whole), 1), 999)
    return language.say("{whole}.{tenths} %", whole=tenths // 10, tenths=tenths % 10)
