"""Whether the prose of a lesson leaves the numbers to the engine, and fits a small screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mustutor.language import mark
from mustutor.tutor.lesson.file import Steps
from mustutor.tutor.lesson.problem import Problems
from mustutor.tutor.lesson.wording import PLACEHOLDER, Wording

LONGEST_PARAGRAPH = 600
"""Letters of a paragraph that a screen of forty columns and twelve lines can manage."""

# Digits that are no numbers: cards (7o, 12c), seats (A1), articles of the rulebook.
_NAMES = re.compile(r"\b(?:[1-9][oceb]|1[0-2][oceb]|[A-Z][1-9]|(?:ENC|MUS|REG)-[A-Z]+-[A-Z]*\d+)\b")
_NUMBER = re.compile(r"\w*\d\w*")
_BRACE = re.compile(r"[{}]")


class Unfilled(Wording):
    """Words whose placeholders are left as they are: `check_prose` tells those nobody knows."""

    def filled(self, text: str, path: Steps) -> str:  # noqa: ARG002
        """The text as it is written."""
        return text


def check_prose(problems: Problems) -> None:
    """Check every text of every language; a value that stands in none is taken note of."""
    values = problems.file.draft.get("values", {})
    used: set[str] = set()
    for code, texts in problems.file.texts.items():
        for path, text in _texts(texts, ()):
            filled = path[0] == "steps"
            names = PLACEHOLDER.findall(text)
            used.update(names)
            for name in names:
                if not filled:
                    problems.fault(
                        path,
                        mark("Here {place} is said as it stands: no value fills {name}."),
                        code=code,
                        place=str(path[0]),
                        name=name,
                    )
                elif name not in values:
                    problems.fault(
                        path,
                        mark("{found} is no value of this lesson: it has {values}."),
                        code=code,
                        found=name,
                        among=values,
                        values=", ".join(values) or "-",
                    )
            _check_text(problems, text, path, code)
    for name in values:
        if name not in used:
            problems.warning(
                ("values", name),
                mark("The value {name} stands in no text: take it out, or use it."),
                key=True,
                name=name,
            )


def _check_text(problems: Problems, text: str, path: Steps, code: str) -> None:
    rest = PLACEHOLDER.sub(" ", text)
    if found := _BRACE.search(rest):
        problems.fault(
            path,
            mark("A brace stands alone: values are written as in {example}."),
            code=code,
            example="{name}",
            brace=found[0],
        )
    for number in _NUMBER.findall(_NAMES.sub(" ", rest)):
        problems.fault(
            path,
            mark("The number {number} stands in the text: make it a value, or write it in words."),
            code=code,
            number=number,
        )
    for paragraph in re.split(r"\n\s*\n", text):
        length = len(" ".join(paragraph.split()))
        if length > LONGEST_PARAGRAPH:
            problems.warning(
                path,
                mark("A paragraph of {length} letters fills a small screen: keep to {most}."),
                code=code,
                length=length,
                most=LONGEST_PARAGRAPH,
            )


def _texts(thing: Any, path: Steps) -> Iterator[tuple[Steps, str]]:
    """Every text of a file of words, with its place in it."""
    if isinstance(thing, str):
        yield path, thing
    elif isinstance(thing, Mapping):
        for key, inside in thing.items():
            yield from _texts(inside, (*path, key))
    elif isinstance(thing, list):
        for at, inside in enumerate(thing):
            yield from _texts(inside, (*path, at))
