"""Discards compared: each way to split four cards, and its results against one other hand.

`discards` tries all ways; `DiscardTrials` counts only those it is asked for. `describe_odds` and
`describe_discards` put results into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, repeat
from math import comb, prod
from operator import le, mul
from typing import NamedTuple

from mustutor.base.errors import NotationError
from mustutor.base.language import Language
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.hands import CARDS_IN_HAND, LANCES, NOT_FOUR, PLACES, HandClass
from mustutor.games.mus_family.odds import TOO_FEW, LanceOdds, Odds, refuse_variant, remaining_cards
from mustutor.games.mus_family.odds_count import EVERYBODYS, Kinds, kinds_of
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
        self._left = remaining_cards(self._kinds, {_OWN: self.hand}, read_hand(out))
        if sum(self._left) < 2 * CARDS_IN_HAND:
            raise NotationError(TOO_FEW, left=sum(self._left), wanted=2 * CARDS_IN_HAND)

    def of(self, *ways: Sequence[int]) -> tuple[Discard, ...]:
        """The results of discarding the cards at these indices of the hand.

        Several ways take little longer than one.

        >>> from mustutor.model.variant import load_variant
        >>> [way.deals for way in DiscardTrials("R R 4 5", load_variant("fournier")).of((2, 3), ())]
        [29216880, 58905]
        """
        left = self._left
        mine = [
            _Drawn(way, row, often, *zip(*_subsets(drawn, CARDS_IN_HAND, _sign), strict=True))
            for way, places in enumerate(ways)
            for row, drawn in self._hands(places)
            if (often := self._ways(drawn))
        ]
        most = max(map(len, ways))

        def holding(group: int, number: int, some: int) -> int:
            return comb(left[group] - some, number - some)

        theirs = [
            (kind.row, _subsets(kind.counts, most, holding))
            for kind in self._kinds.hands
            if all(map(le, kind.counts, left))
        ]
        each = [comb(sum(left) - len(places), CARDS_IN_HAND) for places in ways]
        found = _results(self._kinds, mine, theirs, each, mano=self._mano)
        return tuple(
            [
                Discard(
                    tuple([self.hand[place] for place in places]),
                    self._rest(places),
                    comb(sum(left), len(places)) * dealt,
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
        stones = sum([self._ways(drawn) * worth[row] for row, drawn in self._hands(places)])
        return stones / (comb(sum(self._left), len(places)) * deals)

    def having(self, places: Sequence[int], lance: str) -> tuple[int, int]:
        """The number of draws after a discard that give pares or juego, and of all draws.

        >>> from mustutor.model.variant import load_variant
        >>> DiscardTrials("R R 4 5", load_variant("fournier")).having((2, 3), "juego")
        (463, 630)
        """
        having = sum(
            [self._ways(drawn) for row, drawn in self._hands(places) if PLACES[lance](row)]
        )
        return having, comb(sum(self._left), len(places))

    def _hands(self, places: Sequence[int]) -> Iterator[tuple[HandClass, tuple[int, ...]]]:
        """The possible hands after a discard, with the cards to draw for each by group."""
        return self._kinds.completing(self._rest(places))

    def _ways(self, drawn: Sequence[int]) -> int:
        """The number of ways to draw these cards."""
        return prod(map(comb, self._left, drawn))

    def _rest(self, places: Sequence[int]) -> tuple[Card, ...]:
        return tuple([card for place, card in enumerate(self.hand) if place not in places])


@lru_cache(maxsize=32)
def _brings(kinds: Kinds, lance: str) -> Mapping[int, int]:
    """The value of a hand in a lance, by its place; 0 where it has none."""
    return {PLACES[lance](kind.row): kinds.ranking.worth(lance, kind.row) for kind in kinds.hands}


@lru_cache(maxsize=8)
def _worth(kinds: Kinds, mano: bool) -> tuple[Mapping[HandClass, int], int]:
    """The stones each hand wins against every hand of the deck; and the number of these."""
    every = sum([kind.ways for kind in kinds.hands])
    rows = [kind.row for kind in kinds.hands]
    mine = [_Drawn(way, row, 1, (0,), (1,)) for way, row in enumerate(rows)]
    theirs = [(kind.row, [(0, kind.ways)]) for kind in kinds.hands]
    found = _results(kinds, mine, theirs, [every] * len(rows), mano=mano)
    return {row: stones for row, (_, stones) in zip(rows, found, strict=True)}, every


_DIGIT, _STONES = 3, 32
"""Bits of a key for each group, and below the stones in a number that counts hands as well."""


class _Drawn(NamedTuple):
    """A possible hand after a discard, with its number of draws and the cards drawn.

    The other hand must hold none of the cards drawn. It is counted by inclusion and exclusion: all
    hands, minus those that hold one such card, plus those that hold two, and so on. `parts` are the
    sets of cards by key, `signs` the factor of each.
    """

    way: int
    row: HandClass
    often: int
    parts: tuple[int, ...]
    signs: tuple[int, ...]


_Held = list[tuple[int, int]]
"""Some cards by key, and how many hands hold them."""


def _subsets(
    counts: Sequence[int], most: int, ways: Callable[[int, int, int], int]
) -> list[tuple[int, int]]:
    """Up to `most` of these cards, by key, with the ways to have `some` of a group's `number`."""
    found = [(0, 0, 1)]
    for group, number in enumerate(counts):
        if number:
            each = [
                (some << _DIGIT * group, some, ways(group, number, some))
                for some in range(min(number, most) + 1)
            ]
            found = [
                (key + more, cards + some, often * factor)
                for key, cards, often in found
                for more, some, factor in each
                if cards + some <= most
            ]
    return [(key, often) for key, _, often in found]


def _sign(_: int, number: int, some: int) -> int:
    return comb(number, some) * (-1 if some % 2 else 1)


def _results(
    kinds: Kinds,
    mine: Sequence[_Drawn],
    theirs: Sequence[tuple[HandClass, _Held]],
    each: Sequence[int],
    *,
    mano: bool,
) -> list[tuple[dict[str, LanceOdds], int]]:
    """The odds and stones of each way; `each` is the number of other hands per own hand."""
    stones = [0] * len(each)
    lances: list[dict[str, LanceOdds]] = [{} for _ in each]
    for lance in LANCES:
        wins, played = [0] * len(each), [0] * len(each)
        brings, place_of = _brings(kinds, lance), PLACES[lance]
        for own, better, having in _better(lance, mine, theirs, brings, mano=mano):
            place = place_of(own.row)
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
    theirs: Sequence[tuple[HandClass, _Held]],
    brings: Mapping[int, int],
    *,
    mano: bool,
) -> list[tuple[_Drawn, int, int]]:
    """For each own hand, the number of better other hands in a lance, and of all that have it.

    Goes through places from the best, so that all hands met before are better. The stones of the
    better hands are counted in the same number, above `_STONES` bits. Punto is only for hands that
    have it.
    """
    place_of = PLACES[lance]
    levels: dict[int, list[_Held]] = {}
    for row, held in theirs:
        levels.setdefault(place_of(row), []).append(held)
    asking: dict[int, list[_Drawn]] = {}
    for own in mine:
        asking.setdefault(place_of(own.row), []).append(own)
    so_far: dict[int, int] = {}
    known = so_far.get

    def met(own: _Drawn) -> int:
        return sum(map(mul, own.signs, map(known, own.parts, repeat(0))))

    found: list[tuple[_Drawn, int]] = []
    for place in sorted({*levels, *asking} - {0}):
        if mano:
            found += [(own, met(own)) for own in asking.get(place, ())]
        one = 1 + (brings[place] << _STONES)
        for held in levels.get(place, ()):
            for part, often in held:
                so_far[part] = known(part, 0) + one * often
        if not mano:
            found += [(own, met(own)) for own in asking.get(place, ())]
    if lance != EVERYBODYS:
        found += [(own, met(own)) for own in asking.get(0, ())]
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
        return language.say("{whole} %", whole=100 if part else 0)
    tenths = min(max((2000 * part + whole) // (2 * whole), 1), 999)
    return language.say("{whole}.{tenths} %", whole=tenths // 10, tenths=tenths % 10)
