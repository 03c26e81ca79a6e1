"""Questions as people type them: the article each must reach, or that no rulebook speaks of it.

The list was written from the rulebook and from the game before anybody looked at the answers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mustutor.rulebook import Article, Term, articles
from mustutor.rulebook.search import find

ASKED = Path(__file__).with_name("questions_people_ask.txt")
QUESTIONS = [
    tuple(part.strip() for part in line.split("|"))
    for line in ASKED.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def shown(words: str, language: str) -> list[str]:
    """The articles `mustutor rule` shows for these words, the nearest first."""
    finds = find(words, language)
    near = [each.entry for each in finds if each.score * 3 >= finds[0].score]
    texts = [entry.id for entry in near if isinstance(entry, Article)]
    named = [entry for entry in near if isinstance(entry, Term)]
    return texts or [id_ for term in named[:1] for id_ in term.articles]


def test_two_hundred_questions_are_asked_once_each_in_three_languages() -> None:
    assert len(QUESTIONS) >= 200
    asked = [(language, words) for language, words, _ in QUESTIONS]
    assert len(set(asked)) == len(asked)
    assert {language for language, _ in asked} >= {"en", "es", "eu"}
    expected = [id_ for *_, ids in QUESTIONS for id_ in ids.strip("~").split("/")]
    assert set(expected) - {"none"} <= set(articles())


@pytest.mark.parametrize(("language", "words", "expected"), QUESTIONS)
def test_a_question_reaches_its_article(language: str, words: str, expected: str) -> None:
    found = shown(words, language)
    if expected == "none":
        assert found == []
    elif expected.startswith("~"):
        assert not set(expected[1:].split("/")).isdisjoint(found[:3])
    else:
        assert found[:1] != []
        assert found[0] in expected.split("/")
