"""A skill that is drilled, and the wrong rules people play it by.

A wrong rule is an engine of its own: it gives the answer of somebody who believes it. A deal is
worth asking about where that answer is another one than the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mustutor.language import Language
from mustutor.register import games, traits
from mustutor.tutor.drills.cards import SeededChance
from mustutor.tutor.question import AnswerChoice, Why, no_reason
from mustutor.tutor.walk import Scene
from mustutor.variant import Variant

LEVELS = (1, 2, 3, 4, 5)
"""How hard a question is: each level needs more rules, more hands, or closer ones."""

Case = Any
"""What a question is about, as its family of skills has it: hands, a moment, a played hand."""


def everywhere(variant: Variant) -> bool:  # noqa: ARG001 - the signature of every condition
    """Whatever the rulebook says."""
    return True


class WrongRule(NamedTuple):
    """A popular wrong idea: its name, what is wrong with it, and what it would answer.

    `idea` is a marked sentence or two. `answer` gives the canonical answer of whoever believes
    it, or nothing where the idea has no say in the case. `applies` tells under which rulebooks
    it is wrong at all, `levels` at which levels there are cases that show it.
    """

    name: str
    idea: str
    answer: Callable[[Case], str]
    applies: Callable[[Variant], bool] = everywhere
    levels: tuple[int, ...] = LEVELS


class Posed(NamedTuple):
    """A case in words: what is asked, what may be answered, and what there is to see."""

    kind: str
    prompt: str
    scene: Scene
    choices: tuple[AnswerChoice, ...] = ()
    hints: tuple[str, ...] = ()
    why: Why = no_reason


class Skill(NamedTuple):
    """A skill: its id, title and one sentence (marked), its articles, its wrong rules.

    `traits` are what a game must have for it (see `mustutor.register`).

    `draw` draws a case of a level, or nothing where chance would not have it; `right` is what
    the engine answers; `pose` puts it into words. `applies` tells under which rulebooks of
    its games there is anything to ask.
    """

    id: str
    title: str
    sentence: str
    traits: tuple[str, ...]
    rules: tuple[str, ...]
    wrong_rules: tuple[WrongRule, ...]
    draw: Callable[[Variant, int, SeededChance], Case | None]
    right: Callable[[Case], str]
    pose: Callable[[Case, Language], Posed]
    applies: Callable[[Variant], bool] = everywhere

    @property
    def games(self) -> tuple[str, ...]:
        """The games it belongs to."""
        return tuple([game for game in games() if traits(game).issuperset(self.traits)])

    def suits(self, variant: Variant) -> bool:
        """Whether the skill makes sense under a rulebook."""
        return variant.game in self.games and self.applies(variant) and bool(self.against(variant))

    def against(self, variant: Variant) -> tuple[WrongRule, ...]:
        """The wrong rules that are wrong under a rulebook."""
        return tuple([wrong for wrong in self.wrong_rules if wrong.applies(variant)])


def shown_at(
    wrong_rules: tuple[WrongRule, ...], **levels: tuple[int, ...]
) -> tuple[WrongRule, ...]:
    """Say of some wrong rules, by their names, at which levels they can be shown."""
    return tuple([wrong._replace(levels=levels.get(wrong.name, LEVELS)) for wrong in wrong_rules])


def by_id(*skills: Skill) -> Mapping[str, Skill]:
    """Name skills by their ids."""
    return {skill.id: skill for skill in skills}
