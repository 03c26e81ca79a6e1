"""The rulebook: an article for each rule, its source, its options, and the words that find it.

The articles stand in ``variants/rulebook/*.yaml``. A text that a language lacks is given in
English, so a rulebook half translated is still a whole one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.compiled import shipped
from mustutor.errors import Unreadable
from mustutor.language import FALLBACK, mark
from mustutor.register import cached, folders
from mustutor.resources import data
from mustutor.schema import closest

_NO_ARTICLE = mark("There is no article {article} in the rulebook.")


@dataclass(frozen=True, slots=True)
class Article:
    """One rule: what it says, where that is written, what changes it, what to read next.

    `title`, `text` and `reading` are maps from language code to words. `source` is document
    and line (``S0:L36``, see `sources`), `options` are names of variant options, `see` are ids
    of articles. `reading` says what we decided where the sources are silent, and is empty
    where they are not.
    """

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    source: tuple[str, ...]
    options: tuple[str, ...]
    see: tuple[str, ...]
    reading: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the table, what it means, and the articles to read about it, the nearest first.

    `words` are its spellings, language by language.
    """

    id: str
    words: Mapping[str, tuple[str, ...]]
    text: Mapping[str, str]
    articles: tuple[str, ...]


class Source(NamedTuple):
    """A document the rules come from: its title, whose it is, the language it is written in."""

    name: str
    who: str
    language: str


class Found(NamedTuple):
    """Something the rulebook has on some words; the higher the score, the nearer."""

    score: int
    entry: Article | Term


def article(id: str) -> Article:  # noqa: A002 - the word the rules themselves use
    """Open the rulebook at one article; capitals do not matter.

    Raises Unreadable, with the nearest id, where there is none.

    >>> article("enc-bet-11").title["en"]
    'There is no órdago'
    """
    wanted = "-".join(id.upper().split())
    found = articles().get(wanted)
    if found is None:
        raise Unreadable(_NO_ARTICLE, hint=closest(wanted, articles()), article=id)
    return found


@cached
def articles() -> Mapping[str, Article]:
    """All articles by their ids, in the order of the book."""
    return MappingProxyType(
        {
            name: Article(
                id=name,
                title=MappingProxyType(entry["title"]),
                text=MappingProxyType(entry["text"]),
                source=tuple(entry["source"]),
                options=tuple(entry.get("options", ())),
                see=tuple(entry.get("see", ())),
                reading=MappingProxyType(entry.get("reading", {})),
            )
            for name, entry in _entries("articles")
        }
    )


@cached
def terms() -> Mapping[str, Term]:
    """All words of the table, by a short name.

    >>> terms()["pozo"].words["en"]
    ('pot', 'pool')
    """
    return MappingProxyType(
        {
            name: Term(
                id=name,
                words=MappingProxyType(
                    {code: tuple(all_) for code, all_ in entry["words"].items()}
                ),
                text=MappingProxyType(entry["text"]),
                articles=tuple(entry["articles"]),
            )
            for name, entry in _entries("terms")
        }
    )


@cached
def sources() -> Mapping[str, Source]:
    """The documents by the short names that articles cite.

    >>> sources()["S0"].name
    'Encaje (Mus francés)'
    """
    return MappingProxyType({name: Source(**entry) for name, entry in _entries("sources")})


def spoken(texts: Mapping[str, str], language: str) -> str:
    """Take a text in a language, or in English where it lacks that language.

    >>> spoken({"en": "stone", "es": "piedra"}, "fr")
    'stone'
    """
    return texts.get(language) or texts.get(FALLBACK, "")


def find(words: str, language: str = FALLBACK) -> tuple[Found, ...]:
    """Look words up in every language, the nearest finds first; nothing when nothing is near.

    Looks at ids, options, the words of the table, titles and texts. Accents and capitals do not
    matter; of two equal finds, the one in `language` comes first.

    >>> [found.entry.id for found in find("no quiero")[:2]]
    ['no_quiero', 'ENC-BET-4']
    >>> find("amarraca", "es")[0].entry.id
    'amarrako'
    """
    wanted = _folded(words)
    if not wanted:
        return ()
    scores: dict[str, int] = {}
    for line in _lines():
        score = _nearness(wanted, line)
        if score:
            score += line.language == language
            scores[line.entry] = max(scores.get(line.entry, 0), score)
    if not scores:
        scores = dict.fromkeys(_misspelled(wanted), 1)
    for name in [name for name, score in scores.items() if name in terms() and score >= _SAME]:
        # What a word of the table points at is as good as found, in the order it names.
        for place, pointed in enumerate(terms()[name].articles, 1):
            scores[pointed] = max(scores.get(pointed, 0), scores[name] - place)
    entries: dict[str, Article | Term] = {**terms(), **articles()}
    places = {name: place for place, name in enumerate(entries)}
    ranked = sorted(scores, key=lambda name: (-scores[name], places[name]))
    return tuple(Found(scores[name], entries[name]) for name in ranked)


# How much a find is worth: the kind of line it was found in, by how near it came.
_KINDS = {"id": 10, "word": 10, "option": 9, "title": 8, "text": 3}
_EXACTLY, _AS_PHRASE, _EVERY_WORD, _MOST_WORDS = 10, 6, 4, 1
_SAME = _KINDS["word"] * _EXACTLY
_TELLING = 4  # shorter words have to be met whole: "no" is not the beginning of "nobody"
_ALIKE = 0.8  # how alike a misspelled word has to be: "bote" is no slip for "bikoteak"


class _Line(NamedTuple):
    """One line to look in: whose it is, of what kind, in which language, and its words."""

    entry: str
    kind: str
    language: str
    words: str


def _nearness(wanted: str, line: _Line) -> int:
    """How near the line comes to what is wanted: 0 when not at all."""
    kind = _KINDS[line.kind]
    if wanted == line.words:
        return kind * _EXACTLY
    if f" {wanted} " in f" {line.words} ":
        return kind * _AS_PHRASE
    if line.kind == "word" and len(line.words) > 2 and f" {line.words} " in f" {wanted} ":
        return kind * _EVERY_WORD
    asked = wanted.split()
    there = line.words.split()
    met = sum(any(_begins(word, other) for other in there) for word in asked)
    if met == len(asked):
        return kind * _EVERY_WORD
    return kind * _MOST_WORDS if 2 * met > len(asked) else 0


def _begins(word: str, other: str) -> bool:
    return word == other or (len(word) >= _TELLING and other.startswith(word))


def _misspelled(wanted: str) -> list[str]:
    """The terms whose word was probably meant; a word too short to tell means none."""
    if len(wanted) < _TELLING:
        return []
    said = [line for line in _lines() if line.kind == "word"]
    meant = closest(wanted, [line.words for line in said], _ALIKE)
    return [line.entry for line in said if line.words == meant]


@cached
def _lines() -> tuple[_Line, ...]:
    return tuple(line._replace(words=_folded(line.words)) for line in _written())


def _written() -> Iterator[_Line]:
    for name, entry in articles().items():
        yield _Line(name, "id", "", name)
        yield from (_Line(name, "option", "", option) for option in entry.options)
        for kind, texts in (("title", entry.title), ("text", entry.text), ("text", entry.reading)):
            yield from (_Line(name, kind, code, text) for code, text in texts.items())
    for name, term in terms().items():
        for code, words in term.words.items():
            yield from (_Line(name, "word", code, word) for word in words)
        yield from (_Line(name, "text", code, text) for code, text in term.text.items())


def _folded(text: str) -> str:
    """Bare words, small and without accents: ``¡Órdago, ENC-BET-11!`` is ``ordago enc bet 11``."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare))


def _entries(kind: str) -> Iterator[tuple[str, Any]]:
    """What the files of the rulebook hold of one kind, file by file."""
    for folder in (data("variants") / "rulebook", *folders("rulebook")):
        for path in sorted(folder.glob("*.yaml")):
            yield from shipped(path).get(kind, {}).items()
