"""What to throw for pares or for juego, by exact odds.

Every number is counted over all there is to draw (`odds`), and nothing is asked that
the numbers leave in doubt. What a level adds: ways to throw that lie closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games import drill
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, SkillQuestion, WrongRule
from mustutor.games.explain import Line
from mustutor.games.mus_family.drill_hands import ALL_RANKS, dealt, dealt_under, hands_scene, pool
from mustutor.games.mus_family.drills_order_wrong import HEIGHTS, points_of, ranks_of
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.odds_discard import DiscardTrials
from mustutor.games.question import Finding, told_always
from mustutor.model.cards import printed
from mustutor.model.position import Hand
from mustutor.model.variant import Variant

Places = tuple[int, ...]

HAD = ("juego", "pares")
WAYS = 4
MOST_THROWN = 3
APART = {1: 0.12, 2: 0.09, 3: 0.07, 4: 0.05, 5: 0.04}
"""How far the best way to throw is ahead of every other one, at a level."""


class ThrownWay(NamedTuple):
    """A way to throw: the places of the cards, and how many of all draws give the lance."""

    places: Places
    having: int
    deals: int

    @property
    def share(self) -> float:
        """How often it gives the lance."""
        return self.having / self.deals


class Throwing(NamedTuple):
    """A hand without pares, or without juego, and some ways to throw from it."""

    variant: Variant
    lance: str
    hand: Hand
    ways: tuple[ThrownWay, ...]

    @property
    def best(self) -> ThrownWay:
        """The way that gives the lance most often."""
        return max(self.ways, key=lambda way: way.share)

    def cards(self, places: Sequence[int]) -> str:
        """Cards of the hand by their places, as an answer has them."""
        return printed([self.hand[place] for place in places])


def draw_throwing(variant: Variant, level: int, chance: SeededChance) -> Throwing | None:
    """Deal a hand that lacks the lance, with ways to throw of which one is best beyond doubt."""
    lance = chance.one_of(HAD)
    hands = dealt(pool(variant, chance, ALL_RANKS), chance, 1)
    if hands is None or ranking_of(variant.rules).has(lance, hands[0]):
        return None
    hand = hands[0]
    played = ranks_of(variant, hand)
    thought = {thrown for believed in THOUGHTS for thrown in [believed(played)] if thrown}
    chosen = sorted(thought)[:WAYS]
    chosen += chance.some_of(other_ways(hand, thought), WAYS - len(chosen))
    case = _thrown(variant, lance, hand, chance.some_of(chosen, WAYS))
    return case if _ahead(case) >= APART[level] else None


def other_ways(hand: Hand, thought: Container[Places]) -> list[Places]:
    """Every way to throw a few cards but those that were thought of."""
    return [
        places
        for number in range(1, MOST_THROWN + 1)
        for places in combinations(range(len(hand)), number)
        if places not in thought
    ]


def _thrown(
    variant: Variant, lance: str, hand: Hand, chosen: Sequence[tuple[int, ...]]
) -> Throwing:
    throws = DiscardTrials(hand, variant)
    ways = [ThrownWay(places, *throws.having(places, lance)) for places in chosen]
    return Throwing(variant, lance, hand, tuple(ways))


def _ahead(case: Throwing) -> float:
    first, second = sorted([way.share for way in case.ways], reverse=True)[:2]
    return first - second


def find(case: Throwing) -> Finding:
    """The cards whose throwing gives the lance most often."""
    return Finding(case.cards(case.best.places), told_always(partial(_share_lines, case)))


def under_throwing(case: Throwing, variant: Variant) -> Throwing | None:
    """The same hand and ways under another rulebook, where it lacks the lance there too."""
    lacks = not ranking_of(variant.rules).has(case.lance, case.hand)
    if not (lacks and dealt_under([case.hand], variant)):
        return None
    there = _thrown(variant, case.lance, case.hand, [way.places for way in case.ways])
    return there if _ahead(there) >= APART[5] else None


ASKED = {
    "juego": SkillQuestion(
        "choose",
        "This hand has no juego. Which of these do you throw to have juego most often, counted "
        "over everything you may draw? What you throw does not come back.",
        (
            mark("Count for each way how many of the cards you have not seen would help."),
            mark("Juego is 31 points or more: think of what the cards kept need for it."),
        ),
    ),
    "pares": SkillQuestion(
        "choose",
        "This hand has no pares. Which of these do you throw to have pares most often, counted "
        "over everything you may draw? What you throw does not come back.",
        (
            mark("Count for each way how many of the cards you have not seen would help."),
            mark("The cards kept may find their like, and those drawn each other."),
        ),
    ),
}


def pose(case: Throwing, language: Language) -> DrillPrompt:
    """Ask which way to throw gives the lance most often."""
    ways = drill.same_choices(case.cards(way.places) for way in case.ways)
    return ASKED[case.lance].pose(language, hands_scene(case.variant, ("", case.hand)), ways)


def _share_lines(case: Throwing, language: Language) -> list[Line]:
    rule = {"juego": "MUS-CMP-J1", "pares": "MUS-CMP-P1"}[case.lance]
    return [
        Line(
            language.say(
                "It comes in {having} of {deals} draws: {share} in a hundred.",
                having=way.having,
                deals=way.deals,
                share=round(100 * way.share),
            ),
            (rule,),
            said=case.cards(way.places),
        )
        for way in sorted(case.ways, key=lambda way: -way.share)
    ]


def all_but(kept: Callable[[Sequence[str], int], bool]) -> Callable[[Sequence[str]], Places]:
    """Throw what is not kept; nothing said where that is no card, or too many."""

    def believed(ranks: Sequence[str]) -> Places:
        places = tuple([place for place in range(len(ranks)) if not kept(ranks, place)])
        return places if 1 <= len(places) <= MOST_THROWN else ()

    return believed


def _lowest(ranks: Sequence[str]) -> int:
    return min(range(len(ranks)), key=lambda place: HEIGHTS[ranks[place]])


def _highest(ranks: Sequence[str]) -> int:
    return max(range(len(ranks)), key=lambda place: HEIGHTS[ranks[place]])


THROWS_ONE = all_but(lambda ranks, place: place != _lowest(ranks))
KEEPS_ONE = all_but(lambda ranks, place: place == _highest(ranks))
KEEPS_TENS = all_but(lambda ranks, place: points_of((ranks[place],)) == 10)
KEEPS_ALIKE = all_but(lambda ranks, place: ranks.count(ranks[place]) > 1)
THOUGHTS = (THROWS_ONE, KEEPS_ONE, KEEPS_TENS, KEEPS_ALIKE)


def _by(believed: Callable[[Sequence[str]], Places]) -> Callable[[Throwing], str]:
    def answer(case: Throwing) -> str:
        places = believed(ranks_of(case.variant, case.hand))
        return case.cards(places) if places in [way.places for way in case.ways] else ""

    return answer


THROWINGS = (
    WrongRule(
        "throws_only_the_lowest",
        "In your answer only the lowest card goes. More cards drawn may help more often.",
        _by(THROWS_ONE),
    ),
    WrongRule(
        "keeps_only_the_highest",
        "In your answer only the highest card stays. What two or three cards have together is "
        "lost.",
        _by(KEEPS_ONE),
    ),
    WrongRule(
        "keeps_whatever_counts_ten",
        "In your answer every card that counts ten stays. Points make no pares, and for juego "
        "the other cards must still reach 31.",
        _by(KEEPS_TENS),
        levels=(5,),
    ),
    WrongRule(
        "keeps_equal_cards",
        "In your answer equal cards stay. For juego only their points count.",
        _by(KEEPS_ALIKE),
        levels=(3, 4, 5),
    ),
)


def _by_number(_: Throwing, answer: str) -> str:
    """An answer by how many cards it throws."""
    return str(len(answer.split()))


THROWING_SKILLS = (
    Skill(
        "odds.throw",
        mark("What to throw"),
        mark("Tell by exact odds what to throw for pares or juego."),
        ("MUS-CMP-J1", "MUS-CMP-P1"),
        THROWINGS,
        draw_throwing,
        find,
        pose,
        ("lances", "target"),
        under=under_throwing,
        guess=_by_number,
        answers=lambda _: ("1", "2", "3"),
        spread=80,
        edition=2,
    ),
)
