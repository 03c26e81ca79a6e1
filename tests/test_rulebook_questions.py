"""Questions as people type them: the article each must reach, or that no rulebook speaks of it.

The list was written from the rulebook and from the game before anybody looked at the answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from mustutor.games.rulebook import Article, Term, articles, entries
from mustutor.games.rulebook_search import find, search_words

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


def rare_words(language: str, *, readings: bool) -> Iterator[tuple[str, set[str]]]:
    """Words of four letters and more in at most three articles, each with those articles.

    Of rules and of what people ask; with `readings`, the words that are in our readings alone.
    """
    asked = dict(entries("asked"))
    rules, read = defaultdict(set), defaultdict(set)
    for name, article in articles().items():
        phrases = asked.get(name, {}).get(language, ())
        for words in (article.title[language], article.text[language], *phrases):
            for word in search_words(words).split():
                rules[word].add(name)
        for word in search_words(article.reading.get(language, "")).split():
            read[word].add(name)
    within = {word: read[word] for word in read.keys() - rules.keys()} if readings else rules
    yield from ((word, ids) for word, ids in within.items() if len(word) >= 4 and len(ids) <= 3)


@pytest.mark.parametrize("readings", [False, True], ids=["rules", "readings"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_word_few_articles_have_leads_to_one_of_them(language: str, readings: bool) -> None:
    words = dict(rare_words(language, readings=readings))
    assert len(words) > (100 if readings else 500)
    lost = {w: ids for w, ids in words.items() if ids.isdisjoint(shown(w, language)[:3])}
    assert lost == {}
