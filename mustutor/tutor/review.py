"""A review: the questions that are due, one after the other.

For a skill it is a fresh question of its drill, for a mistake the same question again. What can
no longer be asked (a lesson that is gone, a drill nobody knows) is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mustutor.errors import LessonError
from mustutor.language import Language
from mustutor.language import language as language_of
from mustutor.tutor.drills import SKILLS, Skill, drill_stop, drill_stop_named, edition
from mustutor.tutor.lesson import find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.progress import LESSON, RECORD, REVIEW, Progress
from mustutor.tutor.question import folded
from mustutor.tutor.schedule import ReviewCard
from mustutor.tutor.walk import Stop, StopSource
from mustutor.variant import Variant, load_variant, variant_ids


class ReviewQuestions:
    """Puts cards as questions, in a language; `seed` makes the fresh ones.

    `variant` is the rulebook to practise by, where the skill has anything to ask under it.
    """

    def __init__(
        self, progress: Progress, variant: Variant, language: Language, *, seed: int
    ) -> None:
        self._progress = progress
        self._variant = variant
        self._language = language
        self._seed = seed

    def stop(self, card: ReviewCard) -> Stop | None:
        """The question of a card with what there is to see, or None if it cannot be asked."""
        try:
            if card.kind == "skill":
                return self._fresh(card.skill) if card.skill in SKILLS else self._old(card.skill)
            return self._same(card.name)
        except LessonError:
            return None

    def _same(self, question: str) -> Stop | None:
        """A question that was asked before."""
        if question.startswith("drill:"):
            return drill_stop_named(question, self._language)
        if question.startswith(RECORD):
            from mustutor.tutor.mistakes import mistake_named

            return mistake_named(question, self._language)
        lesson, _, step = question.removeprefix(LESSON).partition("/")
        if lesson not in lesson_ids():
            return None
        source = LessonSource(find(lesson), self._language)
        index = source.find(step)
        return None if index is None else source.stop(index)

    def _fresh(self, skill: str) -> Stop | None:
        """A question of the skill's drill that was never asked before."""
        variant = self._variant_for(SKILLS[skill])
        if variant is None:
            return None
        tally = self._progress.skills.get(skill)
        # The drill grows harder with its numbers: as many steps as there were right answers.
        number = 1 + (tally.right if tally else 0)
        return drill_stop(
            skill, seed=self._seed, number=number, variant=variant, language=self._language
        )

    def _variant_for(self, skill: Skill) -> Variant | None:
        """The rulebook asked for, else the one last practised under, else the first that suits."""
        if skill.suits(self._variant):
            return self._variant
        asked = (answer.question for answer in reversed(self._progress.answers))
        head = f"drill:{edition(skill)}/"
        practised = (name.split("/")[1] for name in asked if name.startswith(head))
        known = variant_ids()
        for name in (*(name for name in practised if name in known), *known):
            variant = load_variant(name)
            if skill.suits(variant):
                return variant
        return None

    def _old(self, skill: str) -> Stop | None:
        """Of a skill without a drill: the question that was asked longest ago."""
        for question in self._progress.questions(skill):
            stop = self._same(question)
            if stop is not None:
                return stop
        return None


@dataclass(frozen=True)
class Review:
    """What is due, as a source of stops; their places are numbers from 1."""

    stops: tuple[Stop, ...]
    tongue: str
    name: str

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return language_of(self.tongue).say("Review")

    @property
    def count(self) -> int | None:
        """How many questions there are."""
        return len(self.stops)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        return self.stops[index] if 0 <= index < len(self.stops) else None

    def find(self, place: str) -> int | None:
        """The index of a stop, by its number from 1 or by the name of its question."""
        for index, stop in enumerate(self.stops):
            if place == stop.place or (stop.question and place == stop.question.id):
                return index
        return None

    def search(self, words: str, after: int) -> int | None:
        """The index of the next question with these words, going round; None if there is none."""
        wanted = folded(words)
        if not wanted:
            return None
        around: list[int] = [*range(after + 1, len(self.stops)), *range(after + 1)]
        for index in around:
            stop = self.stops[index]
            prompt = stop.question.prompt if stop.question else ""
            if wanted in folded(f"{stop.scene.title} {prompt}"):
                return index
        return None

    def under(self, variant: Variant) -> StopSource | None:  # noqa: ARG002
        """Nothing: a question is repeated as it was asked."""
        return None


def review_of(cards: Iterable[ReviewCard], posed: ReviewQuestions, language: Language) -> Review:
    """Make a review of cards, in their order; those that cannot be asked are left out."""
    return Review(review_numbered(map(posed.stop, cards)), language.code, REVIEW)


def review_numbered(stops: Iterable[Stop | None]) -> tuple[Stop, ...]:
    """The stops that ask something, numbered from 1."""
    asking = [stop for stop in stops if stop is not None and stop.question is not None]
    return tuple([stop._replace(place=str(number)) for number, stop in enumerate(asking, 1)])
