"""The words of a lesson in one language, their placeholders filled by the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from mustutor.cards import ranks
from mustutor.games.mus_family.telling.words import hand_names, kinds_of_pares, lance_names
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language, mark
from mustutor.schema import closest
from mustutor.tutor.findings import NO, NONE, YES
from mustutor.tutor.lesson.compute import computed
from mustutor.tutor.lesson.file import LessonFile, Steps

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

# What a finding answers in words, where it answers neither a number nor a seat.
_KINDS = {"pares": "pares", "plays_as": "rank", "name": "name", "last_counted": "lance"}


class Wording:
    """What a lesson says in a language; asks the engine for each value once."""

    def __init__(self, file: LessonFile, tongue: Language) -> None:
        self.file = file
        self.tongue = tongue
        self.words = file.words(tongue.code)
        # Where a language is missing, another one's words are told, and errors are in its file.
        self.code = tongue.code if tongue.code in file.texts else ""
        self.code = self.code or next(c for c, words in file.texts.items() if words is self.words)

    @property
    def title(self) -> str:
        """The title of the lesson."""
        title: str = self.words["title"]
        return title

    def of(self, step: str) -> Any:
        """All that is said at a step."""
        return self.words["steps"].get(step, {})

    def text(self, *path: str | int) -> str:
        """What is said at a path of the words, filled; nothing where nothing is said there."""
        said: Any = self.words["steps"]
        for key in path:
            if isinstance(said, dict):
                said = said.get(key, "")
            else:
                said = said[key] if isinstance(key, int) and key < len(said) else ""
        return self.filled(said, ("steps", *path)) if isinstance(said, str) else ""

    def filled(self, text: str, path: Steps) -> str:
        """A text with its placeholders filled; raises LessonError for one nobody knows."""

        def value(found: re.Match[str]) -> str:
            name = found[1]
            if name not in self.values:
                raise self.file.refusal(
                    path,
                    mark("{{{name}}} is not a value of this lesson: its values are {values}."),
                    code=self.code,
                    name=name,
                    values=", ".join(self.values) or "-",
                    hint=closest(name, self.values),
                )
            return self.values[name]

        return PLACEHOLDER.sub(value, text)

    @cached_property
    def values(self) -> dict[str, str]:
        """The values of the lesson in this language, by name."""
        asked = self.file.draft.get("values", {})
        return {
            name: self.answer(compute["find"], computed(self.file, compute, ("values", name)).value)
            for name, compute in asked.items()
        }

    def answer(self, find: str, value: str) -> str:
        """What a finding answers, in words: a class of pares, a rank, a lance, yes or no.

        Seats, numbers and cards are the same in every language.
        """
        tongue = self.tongue
        if value == YES:
            return tongue.say("yes")
        if value == NO:
            return tongue.say("no")
        if value == NONE:
            return tongue.say("none")
        match _KINDS.get(find):
            case "pares":
                return kinds_of_pares(tongue).get(value, value)
            case "rank":
                return ranks(tongue).get(value, value)
            case "name":
                return hand_names(tongue).get(value, value)
            case "lance":
                return lance_names(tongue)["lance"].get(value, value)
        return value

    def paragraphs(self, *path: str | int, kind: str = "say") -> Iterator[Passage]:
        """What is said at a path as passages, one for each paragraph."""
        for paragraph in re.split(r"\n\s*\n", self.text(*path).strip()):
            if paragraph:
                yield Passage("", (Line(" ".join(paragraph.split()), kind=kind, indent=0),))

    def page(self, *path: str | int) -> Explanation:
        """What is said at a path as a page."""
        return Explanation("", tuple(self.paragraphs(*path)))
