"""What to throw by the stones it brings, or whether to keep all four, by exact odds.

Every number is counted over all that may be drawn and all that the other may hold
(`mustutor.chances`), and nothing is asked that the numbers leave in doubt. What a level adds: a
rival who is mano, and ways to throw that lie closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from mustutor.cards import printed
from mustutor.chances.discard import Throws
from mustutor.chances.telling import hundredths
from mustutor.games.mus_family.ranking import ranking_of
from mustutor.games.telling import Line
from mustutor.language import Language, mark
from mustutor.position import Hand
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills.cards import (
    ALL_RANKS,
    SeededChance,
    as_printed,
    dealt,
    dealt_under,
    pool,
)
from mustutor.tutor.drills.drill import Posed, Skill, WrongRule, told_by
from mustutor.tutor.drills.sortkeys import ranks_of
from mustutor.tutor.drills.throws import (
    KEEPS_ALIKE,
    KEEPS_TENS,
    THROWS_ONE,
    WAYS,
    Places,
    all_but,
    other_ways,
)
from mustutor.tutor.question import AnswerChoice, Why
from mustutor.tutor.walk import LooseHands, Scene
from mustutor.variant import Variant

KEEPS_ALL = "servido"
"""The answer of whoever throws nothing."""
APART = {1: 0.6, 2: 0.5, 3: 0.4, 4: 0.35, 5: 0.3}
"""About how many stones the best way brings above every other one, at a level."""
LEAST_APART = 0.1
"""So many it brings at the least, counted exactly."""


class WeighedWay(NamedTuple):
    """A way to throw: the places of the cards, and the stones of all deals together."""

    places: Places
    stones: int
    deals: int

    @property
    def average(self) -> float:
        """The stones it brings on average."""
        return self.stones / self.deals


class Keeping(NamedTuple):
    """A hand, whether one is mano with it, and the places of what may be thrown from it.

    `apart` is by about how many stones the best way is ahead, where there is anything to ask.
    """

    variant: Variant
    hand: Hand
    mano: bool
    ways: tuple[Places, ...]
    apart: float = 0.0

    @property
    def likely(self) -> Places | None:
        """The way that seems best before it is counted exactly; none that is not far ahead."""
        return _likely(self)

    @property
    def by_stones(self) -> tuple[WeighedWay, ...]:
        """The ways, that which brings most first."""
        return _weighed(self)

    def answer(self, places: Places) -> str:
        """A way to throw as an answer has it."""
        return printed([self.hand[place] for place in places]) or KEEPS_ALL


@lru_cache(maxsize=64)
def _likely(case: Keeping) -> Places | None:
    throws = Throws(case.hand, case.variant, mano=case.mano)
    (most, likely), (next_most, _), *_ = sorted(
        [(throws.about(places), places) for places in case.ways], reverse=True
    )
    return likely if most - next_most >= case.apart else None


@lru_cache(maxsize=64)
def _weighed(case: Keeping) -> tuple[WeighedWay, ...]:
    found = Throws(case.hand, case.variant, mano=case.mano).of(*case.ways)
    weighed = [
        WeighedWay(places, way.stones, way.deals)
        for places, way in zip(case.ways, found, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda way: -way.average))


def draw_keeping(variant: Variant, level: int, chance: SeededChance) -> Keeping | None:
    """Deal a hand, with ways to throw; which of them is the best is seen when it is asked for."""
    hands = dealt(pool(variant, chance, ALL_RANKS), chance, 1)
    if hands is None:
        return None
    hand, mano = hands[0], level == 1 or chance.happens(0.5)
    ranks = ranks_of(variant, hand)
    thought = {places for believed in THOUGHTS for places in [believed(ranks)] if places}
    if chance.happens(0.35):  # else keeping all would be right too often
        thought.add(())
    chosen = chance.some_of(sorted(thought), min(len(thought), WAYS))
    chosen += chance.some_of(other_ways(hand, thought), WAYS - len(chosen))
    return Keeping(variant, hand, mano, tuple(chance.some_of(chosen, WAYS)), APART[level])


def keeps(case: Keeping) -> str:
    """What throwing brings the most stones."""
    return case.answer(case.by_stones[0].places)


def under_keeping(case: Keeping, variant: Variant) -> Keeping | None:
    """The same hand and ways under another rulebook."""
    if not dealt_under([case.hand], variant):
        return None
    there = case._replace(variant=variant)
    first, second, *_ = there.by_stones
    return there if first.average - second.average >= LEAST_APART else None


def pose_keeping(case: Keeping, tongue: Language) -> Posed:
    """Ask which way to throw brings the most stones."""
    if case.mano:
        prompt = tongue.say(
            "B keeps four cards of which nothing is known, and you are mano. What do you throw to "
            "have the most stones where nobody bets, counted over everything you may draw and B "
            "may hold? What you throw does not come back."
        )
    else:
        prompt = tongue.say(
            "B keeps four cards of which nothing is known, and B is mano. What do you throw to "
            "have the most stones where nobody bets, counted over everything you may draw and B "
            "may hold? What you throw does not come back."
        )
    named = {places: _named(case, places, tongue) for places in case.ways}
    return Posed(
        kind="choose",
        prompt=prompt,
        scene=Scene("", loose=LooseHands(as_printed(case.variant), (("", case.hand),))),
        choices=tuple([AnswerChoice(case.answer(way), name) for way, name in named.items()]),
        hints=(
            tongue.say("Ask of each card which lance it helps to win, and what that is worth."),
            tongue.say("Pares and juego bring stones of their own: up to three each."),
        ),
        why=_why_keeping(case, tongue),
    )


def _named(case: Keeping, places: Places, tongue: Language) -> str:
    if not places:
        return tongue.say("Nothing: keep all four")
    return case.answer(places)


def _why_keeping(case: Keeping, tongue: Language) -> Why:
    lines = tuple(
        [
            Line(
                tongue.say(
                    "{stones} stones on average: your own, less those of B.",
                    stones=hundredths(way.stones, way.deals, tongue),
                ),
                () if number else RULES,
                said=_named(case, way.places, tongue),
            )
            for number, way in enumerate(case.by_stones)
        ]
    )
    return lambda _: lines


KEEPS_KINGS = all_but(lambda ranks, place: ranks[place] == "R")
THOUGHTS = (KEEPS_KINGS, KEEPS_ALIKE, KEEPS_TENS, THROWS_ONE)
RULES = ("MUS-VAL-3", "MUS-VAL-4")


def _by(believed: Callable[[Sequence[str]], Places]) -> Callable[[Keeping], str]:
    """What somebody throws by a belief; it has no say where it seems to be right."""

    def answer(case: Keeping) -> str:
        places = believed(ranks_of(case.variant, case.hand))
        wrong = bool(places) and places in case.ways and case.likely not in (None, places)
        return case.answer(places) if wrong else ""

    return answer


def _with_anything(case: Keeping) -> str:
    """Keep all four wherever there is pares or juego."""
    ranking = ranking_of(case.variant.rules)
    has = ranking.has("pares", case.hand) or ranking.has("juego", case.hand)
    return KEEPS_ALL if has and () in case.ways and case.likely else ""  # () keeps all


KEEPINGS = (
    WrongRule(
        "keeps_all_with_pares_or_juego",
        mark(
            "In your answer whoever has pares or juego throws nothing. A low pair wins little: "
            "what may be drawn to it is often worth more."
        ),
        _with_anything,
    ),
    WrongRule(
        "keeps_only_kings",
        mark(
            "In your answer only kings stay. Another pair, or cards that make juego with them, "
            "may be worth more than what is drawn instead."
        ),
        _by(KEEPS_KINGS),
    ),
    WrongRule(
        "keeps_every_pair",
        mark(
            "In your answer equal cards stay and nothing else. A king beside them wins grande, and "
            "a pair without one seldom wins pares."
        ),
        _by(KEEPS_ALIKE),
    ),
    WrongRule(
        "keeps_whatever_counts_ten",
        mark(
            "In your answer every card that counts ten stays. Caballos and sotas win neither "
            "grande nor chica, and stand in the way of better cards."
        ),
        _by(KEEPS_TENS),
    ),
)


def _by_number(_: Keeping, answer: str) -> str:
    """An answer by how many cards it throws."""
    return "0" if answer == KEEPS_ALL else str(len(answer.split()))


KEEPING_SKILLS = (
    Skill(
        "odds.stones",
        mark("Throw or keep"),
        mark("Tell by exact odds what to throw for the most stones, or to keep all four."),
        ("lances", "target"),
        RULES,
        told_by(
            KEEPINGS,
            keeps_all_with_pares_or_juego=("1", "2", "3"),
            keeps_only_kings=("0", "1"),
            keeps_every_pair=("0", "1", "3"),
            keeps_whatever_counts_ten=("0",),
        ),
        draw_keeping,
        keeps,
        pose_keeping,
        under=under_keeping,
        guess=_by_number,
        # All four are kept less often than the others are thrown, for that is offered less often.
        answers=lambda _: tuple("011122233"),
        spread=40,
        edition=2,
    ),
)
