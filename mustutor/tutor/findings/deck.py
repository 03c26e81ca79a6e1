"""Findings about what the deck gives: how often, and what it brings; every deal is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial, perm, prod

from mustutor.chances.count import counted, times
from mustutor.chances.kinds import DIGIT, Kinds, kinds_of, ways_to_take
from mustutor.chances.odds import odds
from mustutor.games.mus_family.classes import CARDS_IN_HAND, HandClass
from mustutor.games.mus_family.ranking import ranking_of
from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.position import Hand
from mustutor.tutor.findings import Finding, Reasons
from mustutor.tutor.findings.cards import Hands
from mustutor.variant import Variant

PLAYERS = 4
DUEL = ("A", "B")
A_HUNDRED = 100

THINGS: Mapping[str, Callable[[HandClass], bool]] = {
    "pares": lambda row: bool(row.pares),
    "par": lambda row: row.pares == "par",
    "medias": lambda row: row.pares == "medias",
    "duples": lambda row: row.pares == "duples",
    "juego": lambda row: row.juego,
}
"""What four cards may be; a number is what their points come to."""


def dealt(variant: Variant, thing: str, among: int) -> Finding:
    """Of so many hands, how many are such, to the nearest."""
    kinds = kinds_of(variant)
    return Finding(_of(among, Fraction(_number(kinds, thing), _every(kinds))), _nothing)


def commonest(variant: Variant, things: Sequence[str]) -> Finding:
    """Which of several things a hand is most often."""
    kinds = kinds_of(variant)
    numbers = {thing: _number(kinds, thing) for thing in things}

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        return tuple(
            Line(
                tongue.say(
                    "{number} of the {every} hands that can be dealt.",
                    number=number,
                    every=_every(kinds),
                ),
                seat=thing,
            )
            for thing, number in numbers.items()
        )

    return Finding(max(things, key=numbers.__getitem__), why)


def without_juego(variant: Variant, among: int) -> Finding:
    """Of so many deals to four players, in how many nobody has juego, to the nearest."""
    return Finding(_of(among, _nobody_has_juego(kinds_of(variant))), _nothing)


def wins(variant: Variant, lance: str, hand: Hand, among: int) -> Finding:
    """Of so many deals, in how many mano wins a lance with a hand against one other."""
    found = odds(hand, variant, seats=DUEL)
    return Finding(_of(among, Fraction(found.lances[lance].wins, found.deals)), _nothing)


def brings(variant: Variant, hand: Hand, among: int) -> Finding:
    """How many stones a hand brings in so many deals against one other, if nobody bets."""
    return Finding(
        _of(among, sum(_brought(variant, hand).values(), Fraction())), _shares(variant, {"": hand})
    )


def poorest(variant: Variant, hands: Hands) -> Finding:
    """Which of several hands brings the fewest stones against one other, if nobody bets."""
    return Finding(min(hands, key=_worth(variant, hands)), _shares(variant, hands))


def richest(variant: Variant, hands: Hands) -> Finding:
    """Which of several hands brings the most stones against one other, if nobody bets."""
    return Finding(max(hands, key=_worth(variant, hands)), _shares(variant, hands))


def _worth(variant: Variant, hands: Hands) -> Callable[[str], Fraction]:
    return lambda name: sum(_brought(variant, hands[name]).values(), Fraction())


def _shares(variant: Variant, hands: Hands) -> Reasons:
    """Tells of each hand how many stones each lance brings it, in a hundred deals."""

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        return tuple(_told(name, _brought(variant, hand), tongue) for name, hand in hands.items())

    return why


def _told(name: str, brought: Mapping[str, Fraction], tongue: Language) -> Line:
    often = {lance: _of(A_HUNDRED, share) for lance, share in brought.items()}
    text = tongue.say(
        "About {stones} stones in {hands} hands: {grande} at grande, {chica} at chica, {pares} at "
        "pares, {juego} at juego, {punto} at punto.",
        stones=_of(A_HUNDRED, sum(brought.values(), Fraction())),
        hands=A_HUNDRED,
        **often,
    )
    return Line(text, ("MUS-PAY-1", "MUS-PAY-2", "MUS-PAY-3", "MUS-PAY-6"), seat=name)


def _brought(variant: Variant, hand: Hand) -> Mapping[str, Fraction]:
    """The stones a hand brings in each lance on average, as often mano as not."""
    value = ranking_of(variant.rules).value
    found: dict[str, Fraction] = {}
    for seat in DUEL:
        counted_ = odds(hand, variant, seats=DUEL, seat=seat)
        for lance, (wins, _) in counted_.lances.items():
            share = Fraction(wins * value(lance, hand), counted_.deals * len(DUEL))
            found[lance] = found.get(lance, Fraction()) + share
    return found


@lru_cache(maxsize=8)
def _nobody_has_juego(kinds: Kinds) -> Fraction:
    """In which part of all deals to four players nobody has juego.

    Only points matter: groups of cards that count alike are one. Two hands are multiplied, and
    the product with itself makes four.
    """
    points = {
        group: kind.row.points // CARDS_IN_HAND
        for kind in kinds.hands.kinds
        for group, count in enumerate(kind.counts)
        if count == CARDS_IN_HAND
    }
    totals = sorted(set(points.values()))
    sizes = [0] * len(totals)
    for group, cards in enumerate(kinds.groups):
        sizes[totals.index(points[group])] += len(cards)
    hands: dict[int, int] = {}
    for kind in kinds.hands.kinds:
        if not kind.row.juego:
            counts = [0] * len(totals)
            for group, count in enumerate(kind.counts):
                counts[totals.index(points[group])] += count
            key = sum(count << DIGIT * index for index, count in enumerate(counts))
            hands[key] = factorial(CARDS_IN_HAND) // prod(map(factorial, counts))
    two, drawn = times(hands, hands), PLAYERS * CARDS_IN_HAND
    left = ways_to_take(tuple(sizes), drawn)
    return Fraction(counted(two, two, left), perm(sum(sizes), drawn))


def _number(kinds: Kinds, thing: str) -> int:
    """How many of the hands of the deck are such."""
    return kinds.number(THINGS.get(thing) or (lambda row: row.points == int(thing)))


def _every(kinds: Kinds) -> int:
    return kinds.number(lambda row: True)  # noqa: ARG005


def _of(among: int, share: Fraction) -> str:
    """A share of so many, to the nearest whole number."""
    return str(int(share * among + Fraction(1, 2)))


def _nothing(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
    return ()
