"""The rulebook: its articles with sources and options, and the terms used at the table.

Start at `article` and `articles`. The articles are in ``variants/rulebook/*.yaml``. A text missing
in a language is given in English, so a partly translated rulebook is still complete. `book` gathers
the articles that explanations cite.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.base.errors import Unreadable
from mustutor.base.files import data
from mustutor.base.language import Language, mark, text_in
from mustutor.base.register import cached_until_registered, data_folders
from mustutor.base.schema import closest_match
from mustutor.base.shipped import also_said, load_packaged_yaml, said_in
from mustutor.games.explain import Explanation, Line, Passage

_NO_ARTICLE = mark("There is no article {article} in the rulebook.")


class Article(NamedTuple):
    """A rule: its text, its source, the options that change it, and related articles.

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
        """The article as JSON, in every language; `reading` only if it has one."""
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
    """A term, what it means, and its articles, the closest first.

    `words` are its spellings, language by language.
    """

    id: str
    words: Mapping[str, tuple[str, ...]]
    text: Mapping[str, str]
    articles: tuple[str, ...]


class Source(NamedTuple):
    """A source of the rules: its title, its author, its language."""

    name: str
    who: str
    language: str


class Found(NamedTuple):
    """A search result; a higher score is closer."""

    score: int
    entry: Article | Term


def article(id: str) -> Article:  # noqa: A002 - the word the rules themselves use
    """The article with an id, in upper or lower case.

    Raises Unreadable, with the closest id, for an unknown one.

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
    """All articles by id, in the order of the book."""
    return MappingProxyType(
        {
            name: Article(
                id=name,
                title=MappingProxyType(also_said("articles", name, "title", entry["title"])),
                text=MappingProxyType(also_said("articles", name, "text", entry["text"])),
                source=tuple(entry["source"]),
                options=tuple(entry.get("options", ())),
                see=tuple(entry.get("see", ())),
                reading=MappingProxyType(
                    also_said("articles", name, "reading", entry.get("reading", {}))
                    if "reading" in entry
                    else {}
                ),
            )
            for name, entry in entries("articles")
        }
    )


@cached_until_registered
def terms() -> Mapping[str, Term]:
    """All terms of the table, by a short name.

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
                text=MappingProxyType(also_said("terms", name, "text", entry["text"])),
                articles=tuple(entry["articles"]),
            )
            for name, entry in entries("terms")
        }
    )


@cached_until_registered
def sources() -> Mapping[str, Source]:
    """The sources by the short names that articles cite.

    >>> sources()["S0"].name
    'Encaje (Mus francés)'
    """
    return MappingProxyType({name: Source(**entry) for name, entry in entries("sources")})


def in_language(texts: Mapping[str, str], language: str) -> str:
    """A text in a language, of its own or by its English (`said_in`); else in English.

    >>> in_language({"en": "stone", "es": "piedra"}, "xx")
    'stone'
    """
    if not texts:
        return ""
    said = "" if language in texts else said_in(language, texts.get("en", ""))
    return said or text_in(texts, language)


_ASIDE = re.compile(r"\s*\([^()`]*`[^()]*\)")
_SENTENCES = re.compile(r"(?<=[.!?])[ ]+")


def without_options(text: str) -> str:
    """A text of an article as players read it: without what names an option of this program.

    >>> without_options("A bet is answered (`bet.x`). We keep to it; `bet.y` does not.")
    'A bet is answered. We keep to it.'
    """
    return "\n".join(" ".join(_plain_sentences(part)) for part in text.split("\n")).strip()


def _plain_sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCES.split(_ASIDE.sub("", text)):
        clauses = sentence.split(";")
        plain = [*takewhile(lambda clause: "`" not in clause, clauses)]
        if len(plain) == len(clauses):
            yield sentence
        elif plain:
            yield f"{';'.join(plain)}."


def entries(kind: str) -> Iterator[tuple[str, Any]]:
    """The entries of one kind in the files of the rulebook: name and content, file by file."""
    for folder in (data("variants") / "rulebook", *data_folders("rulebook")):
        for path in sorted(folder.glob("*.yaml")):
            yield from load_packaged_yaml(path).get(kind, {}).items()


def cited_articles(explanations: Iterable[Explanation]) -> tuple[Article, ...]:
    """The articles cited by lines, each once, in the order of their ids.

    Articles of other rulebooks are left out.

    >>> page = Explanation("", (Passage("", (Line("", ("MUS-BET-13", "MUS-BET-4")),)),))
    >>> [article.id for article in cited_articles([page])]
    ['MUS-BET-4', 'MUS-BET-13']
    """
    ids = {rule for page in explanations for line in page.lines for rule in line.rules}
    return tuple([articles()[id_] for id_ in sorted(ids & articles().keys(), key=_in_order)])


def book(explanations: Iterable[Explanation], language: Language) -> Explanation:
    """The articles that explanations cite, as one more explanation; empty if there are none."""
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
        for article in cited_articles(explanations)
    ]
    passages = (Passage(language.say("Articles"), tuple(lines)),) if lines else ()
    return Explanation("", passages)


def _in_order(id_: str) -> list[tuple[int, str]]:
    """A sort key that orders numbers by size, so that article 13 follows article 4."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in id_.split("-")]
