"""The articles of the rulebook, each with its source and its options, and the words of the table.

The articles stand in ``variants/rulebook/*.yaml``. A text that a language lacks is given in
English, so a rulebook half translated is still a whole one.

The articles that explanations name, gathered to stand in full at their end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.base.errors import Unreadable
from mustutor.base.files import data
from mustutor.base.language import FALLBACK, Language, mark
from mustutor.base.register import cached_until_registered, data_folders
from mustutor.base.schema import closest_match
from mustutor.base.shipped import load_packaged_yaml
from mustutor.games.explain import Explanation, Line, Passage

_NO_ARTICLE = mark("There is no article {article} in the rulebook.")


class Article(NamedTuple):
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

    def as_json(self) -> dict[str, object]:
        """The article for a program, in every language; a reading only where there is one."""
        told: dict[str, object] = {
            "id": self.id,
            "title": dict(self.title),
            "text": dict(self.text),
            "source": list(self.source),
            "options": list(self.options),
            "see": list(self.see),
        }
        return {**told, "reading": dict(self.reading)} if self.reading else told


class Term(NamedTuple):
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
        raise Unreadable(_NO_ARTICLE, hint=closest_match(wanted, articles()), article=id)
    return found


@cached_until_registered
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
            for name, entry in entries("articles")
        }
    )


@cached_until_registered
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
            for name, entry in entries("terms")
        }
    )


@cached_until_registered
def sources() -> Mapping[str, Source]:
    """The documents by the short names that articles cite.

    >>> sources()["S0"].name
    'Encaje (Mus francés)'
    """
    return MappingProxyType({name: Source(**entry) for name, entry in entries("sources")})


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Take a text in a language, or in English where it lacks that language.

    >>> in_language({"en": "stone", "es": "piedra"}, "fr")
    'stone'
    """
    return texts.get(language) or texts.get(FALLBACK, "")


def entries(kind: str) -> Iterator[tuple[str, Any]]:
    """What the files of the rulebook hold of one kind, file by file: name and content."""
    for folder in (data("variants") / "rulebook", *data_folders("rulebook")):
        for path in sorted(folder.glob("*.yaml")):
            yield from load_packaged_yaml(path).get(kind, {}).items()


def named(explanations: Iterable[Explanation]) -> tuple[Article, ...]:
    """The articles at the ends of lines, each once, in the order of their ids.

    What the rulebook does not have is left out: another rulebook may have named it.

    >>> page = Explanation("", (Passage("", (Line("", ("MUS-BET-13", "MUS-BET-4")),)),))
    >>> [article.id for article in named([page])]
    ['MUS-BET-4', 'MUS-BET-13']
    """
    ids = {rule for page in explanations for line in page.lines for rule in line.rules}
    return tuple([articles()[id_] for id_ in sorted(ids & articles().keys(), key=_in_order)])


def book(explanations: Iterable[Explanation], language: Language) -> Explanation:
    """The articles that explanations name, as one more explanation; without lines if none."""
    code = language.code
    lines = [
        Line(
            language.say(
                "{title}. {text}",
                title=in_language(article.title, code),
                text=in_language(article.text, code),
            ),
            kind="article",
            seat=article.id,
        )
        for article in named(explanations)
    ]
    passages = (Passage(language.say("Articles"), tuple(lines)),) if lines else ()
    return Explanation("", passages)


def _in_order(id_: str) -> list[tuple[int, str]]:
    """Numbers by their size, so that the thirteenth article of a chapter follows the fourth."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in id_.split("-")]
