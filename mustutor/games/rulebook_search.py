"""Searching the rulebook in any language: `find`.

Exact names come first: an id, an option, a term with its articles, a question as people ask it.
Then every article is scored by the words it shares with the query: rare words count more than
common ones, title words more than words of the text, and words of the query it lacks count against
it. Low scores are left out: a table in some article does not answer a question about tables. But
words found in few articles, spelled exactly so, are an answer there at any score.

Words are normalized, freed of stop words and cut to stems by endings common to Spanish, English,
French and Basque; stems of the same meaning are joined (``alike`` in the files of the rulebook).
Stemmers made for one language need to know it, and four of them would cost more than the search.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from mustutor.base.language import FALLBACK
from mustutor.base.register import cached_until_registered
from mustutor.base.schema import closest_match
from mustutor.games.rulebook import Article, Found, Term, articles, entries, terms

_ENDINGS = (
    *("amiento", "imiento", "aciones", "acion", "iendo", "ieron", "arlas", "arlos"),
    *("ando", "aron", "arse", "erse", "irse", "ados", "adas", "idos", "idas", "ings", "aran"),
    *("aba", "ado", "ada", "ido", "ida", "ing", "ers", "ais", "ais"),
    *("ar", "er", "ir", "as", "es", "os", "an", "en", "ed", "a", "e", "o", "s"),
)
"""What is taken off a word, the longest first."""
_LEAST, _LEAST_BEFORE_S = 4, 3


_NOT = frozenset(("no", "not", "non", "ez"))
_DENIED = {"=accept": "=refuse"}


def search_words(text: str) -> str:
    """Text in lower case, without accents and signs.

    >>> search_words("¿Señas? clin d'œil")
    'senas clin d œil'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The stem of a normalized word, without its ending.

    >>> stem("cortar"), stem("corte"), stem("descartes"), stem("reyes"), stem("betting")
    ('cort', 'cort', 'descart', 'rey', 'bet')
    """
    for ending in _ENDINGS:
        least = _LEAST_BEFORE_S if ending[-1] in "sg" and len(ending) < 4 else _LEAST
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word[: -len(ending)]
            # A consonant doubled before the ending: betting, cutting.
            doubled = ending in ("ing", "ed", "er") and word[-2:] == word[-1:] * 2
            return word[:-1] if doubled else word
    return word


def meaning(word: str) -> str:
    """The search key of a normalized word: the meaning it shares with others, or its stem.

    >>> meaning("apuesta") == meaning("bid")
    True
    """
    alike = _alike()
    return alike.get(word) or alike.get(stem(word)) or stem(word)


def meanings(text: str) -> Iterator[tuple[str, str]]:
    """The significant words of a normalized text, each with its search key.

    A negated acceptance is a refusal.

    >>> [means for _, means in meanings("reenvite no querido")]
    ['=raise', '=refuse']
    """
    before = ""
    for word in text.split():
        means = "" if word in stop_words() else meaning(word)
        if means:
            yield word, _DENIED.get(means, means) if before in _NOT else means
        before = word


def plain(text: str) -> str:
    """A query normalized, without a phrase that only begins a question.

    >>> plain("¿Qué pasa si hay empate?"), plain("¿Qué pasa?")
    ('hay empate', 'que pasa')
    """
    whole = search_words(text)
    for opening in _openings():
        if whole.startswith(f"{opening} "):
            return whole[len(opening) + 1 :]
    return whole


def bare(text: str) -> str:
    """A normalized text without stop words.

    >>> bare("que es la grande")
    'grande'
    """
    return " ".join([word for word in text.split() if word not in stop_words()])


@cached_until_registered
def stop_words() -> frozenset[str]:
    """The stop words."""
    said = [search_words(word) for _, words in entries("passing") for word in words]
    return frozenset([word for word in said if " " not in word])


@cached_until_registered
def _openings() -> tuple[str, ...]:
    said = {search_words(word) for _, words in entries("passing") for word in words}
    return tuple(sorted([words for words in said if " " in words], key=len, reverse=True))


@cached_until_registered
def _alike() -> dict[str, str]:
    """The joined meaning of words and of stems that belong to one meaning only."""
    said = [(name, search_words(word)) for name, words in entries("alike") for word in words]
    stems = {stem(word): f"={name}" for name, word in reversed(said)}
    return stems | {word: f"={name}" for name, word in said}


# Scores: for an exact name, for a name's beginning, and for a mention.
CALLED, BEGINS, MOST = 100, 60, 90
_SCALE = 15
_ENOUGH = 1.0
"""What an article has to weigh to be shown; a word that only stands in its text does."""
_MOST_OF_IT, _ENOUGH_TOGETHER = 0.65, 0.6
"""It may weigh less where several words of the question meet in it, and most of what they tell."""
_ALIKE, _ALIKE_AMONG_OTHERS, _TELLING = 0.8, 0.83, 4
"""How alike a misspelled word has to be, and how long: "bote" is no slip for "bikoteak"."""
_HEARD = {
    "b": "bv",
    "v": "bv",
    "k": "ckq",
    "c": "ckqs",
    "s": "csz",
    "z": "csz",
    "j": "gj",
    "g": "gj",
}
"""The letters a word may begin with that sounds as this one does: a slip seldom is the first."""
_ASKED, _TITLE, _TERM, _ABOUT, _TEXT, _READING = 5.0, 4.0, 3.5, 2.0, 1.5, 1.0
_FEW = 3
"""In how many articles a word may be, spelled so, and lead to them: a common one tells nothing."""
_STRANGE = 1.4
"""How much rarer than all others a word is of which no rulebook speaks."""
_LONGER = 0.06
"""What a title loses by each of its words: a short one is about nothing else."""
_BOOKS = {"REG": 0.75, "ENC": 0.75, "ENF": 0.5, "MAU": 0.5}
"""What an article of one region weighs, or of another game, where nothing is said of those."""
_OF = {
    "ENC": ("encaje", "frances", "francais"),
    "ENF": ("enfle", "schwellen", "rolling"),
    "MAU": ("mau",),
}


class _IndexedArticle(NamedTuple):
    """An article in the index: the weight of each search key, and the questions it answers."""

    id: str
    book: str
    weights: Mapping[str, float]
    asked: tuple[frozenset[str], ...]


class _Index(NamedTuple):
    """The search index: exact names, articles, and how rare each key is."""

    called: Mapping[str, tuple[tuple[str, str], ...]]
    articles: tuple[_IndexedArticle, ...]
    rarity: Mapping[str, float]
    rarest: float
    words: tuple[str, ...]
    places: frozenset[str]


def find(words: str, language: str = FALLBACK) -> tuple[Found, ...]:
    """Search in every language; results are sorted, the closest first; empty if none is close.

    Looks at ids, options, the words of the table, titles and texts. Accents and capitals do not
    matter; of two equal finds, the one in `language` comes first.

    >>> [found.entry.id for found in find("no quiero")[:2]]
    ['no_quiero', 'ENC-BET-4']
    >>> find("amarraca", "es")[0].entry.id
    'amarrako'
    """
    wanted = plain(words)
    if not wanted:
        return ()
    scores = _score_names((f"={words.strip().casefold()}", wanted), wanted, language)
    telling = dict(_query_keys(wanted))
    if not scores and telling:
        scores = _score_names((bare(wanted), f"~{_by_stems(wanted)}"), bare(wanted), language)
    if not scores and not _index().rarity.keys() & {meaning(word) for word in telling}:
        scores = dict.fromkeys(_misspelled(wanted) if telling else (), CALLED)
    if not scores or len(telling) > 1:
        for name, score in _score_articles(set(telling.values())).items():
            scores[name] = max(scores.get(name, 0), score)
    for name in [name for name, score in scores.items() if name in terms() and score >= CALLED]:
        # The articles of a found term are found too, in the term's order.
        for place, pointed in enumerate(terms()[name].articles, 1):
            scores[pointed] = max(scores.get(pointed, 0), scores[name] - place)
    if f"={words.strip().casefold()}" not in _index().called:
        # Articles with exactly these words must be among the first three.
        third = sorted([scores[name] for name in scores.keys() & articles().keys()])[-3:-2]
        enough = max([*third, max(scores.values(), default=_SCALE) // 2]) + 1
        for name in _with_exact_words(wanted, language):
            scores[name] = max(scores.get(name, 0), enough)
    entries_: dict[str, Article | Term] = {**terms(), **articles()}
    places = {name: place for place, name in enumerate(entries_)}
    ranked = sorted(scores, key=lambda name: (-scores[name], places[name]))
    return tuple(Found(scores[name], entries_[name]) for name in ranked)


def _by_stems(wanted: str) -> str:
    """The stems of the significant words, under which a term's other forms are indexed."""
    return " ".join([stem(word) for word in bare(wanted).split()])


def _score_names(keys: tuple[str, ...], wanted: str, language: str) -> dict[str, int]:
    """The scores of entries with exactly this name or beginning, `language` breaking ties."""
    scores: dict[str, int] = {}
    called = _index().called
    for entry, code in [each for key in keys for each in called.get(key, ())]:
        scores[entry] = max(scores.get(entry, 0), CALLED + (code == language))
    for entry in articles():
        name = search_words(entry)
        if f"{name} ".startswith(f"{wanted} "):
            scores[entry] = max(scores.get(entry, 0), CALLED if name == wanted else BEGINS)
    return scores


def _query_keys(wanted: str) -> Iterator[tuple[str, str]]:
    """The significant words of a query, each with its key; misspellings are corrected."""
    known = _index().rarity
    for word, means in meanings(wanted):
        if means not in known and len(word) >= _TELLING and not word.isdigit():
            alike = [other for other in _index().words if other[0] in _HEARD.get(word[0], word[0])]
            near = closest_match(word, alike, _ALIKE_AMONG_OTHERS)
            yield word, meaning(near) if near else means
        else:
            yield word, means


def _score_articles(asked: set[str]) -> dict[str, int]:
    """The scores of the articles that match a query well enough."""
    index = _index()
    rarity = {means: index.rarity.get(means, index.rarest * _STRANGE) for means in asked}
    whole = sum(rarity.values())
    if not whole:
        return {}
    placed = not index.places.isdisjoint(asked)
    scores: dict[str, int] = {}
    for entry in index.articles:
        met = asked & entry.weights.keys()
        if not met:
            continue
        share = sum(rarity[means] for means in met) / whole
        weight = sum(rarity[means] * entry.weights[means] for means in met) / whole * share
        weight = max(
            [weight, *(_score_question(phrase, asked, rarity, whole) for phrase in entry.asked)]
        )
        near = weight if placed else weight * _BOOKS.get(entry.book, 1.0)
        enough = _ENOUGH_TOGETHER if len(met) > 1 and share >= _MOST_OF_IT else _ENOUGH
        # Articles on other games rank lower, but one with every word of the query stays in.
        if near >= enough or (met == asked and weight >= enough):
            scores[entry.id] = min(MOST, round(near * _SCALE))
    return scores


def _score_question(
    phrase: frozenset[str], asked: set[str], rarity: Mapping[str, float], whole: float
) -> float:
    """The score of an article for a known question; all of its words must be in the query."""
    if not phrase <= asked:
        return 0.0
    share = sum(rarity[means] for means in phrase) / whole
    return _ASKED * share**3


def _with_exact_words(wanted: str, language: str) -> list[str]:
    """The articles that contain these exact words, if few do: in `language`, else in another."""
    for code, reading in sorted(_texts(), key=lambda key: (key[0] != language, key[1])):
        texts = _texts()[code, reading]
        has = [name for name, text in texts.items() if f" {wanted} " in text]
        if has:
            return has if len(wanted) >= _TELLING and len(has) <= _FEW else []
    return []


def _misspelled(wanted: str) -> list[str]:
    """The terms the query probably misspells; none for a very short query."""
    if len(wanted) < _TELLING:
        return []
    said = [(search_words(word), term.id) for term in terms().values() for word in _words_of(term)]
    meant = closest_match(wanted, [word for word, _ in said], _ALIKE)
    return [name for word, name in said if word == meant]


def _words_of(term: Term) -> list[str]:
    return [word for words in term.words.values() for word in words]


# --- what is looked in -------------------------------------------------------------------


@cached_until_registered
def _texts() -> Mapping[tuple[str, bool], Mapping[str, str]]:
    """The words of each article by language, for rules and for readings, as spelled.

    The questions that lead to a rule are among its words.
    """
    texts: dict[tuple[str, bool], dict[str, str]] = defaultdict(lambda: defaultdict(str))
    for name, code, words, weight in _indexed_lines():
        if code and weight in (_ASKED, _TITLE, _TEXT, _READING):
            texts[code, weight == _READING][name] += f" {search_words(words)} "
    return texts


@cached_until_registered
def _index() -> _Index:
    called: dict[str, list[tuple[str, str]]] = defaultdict(list)
    weights: dict[str, dict[str, float]] = {name: {} for name in articles()}
    shorter: list[tuple[str, str, str]] = []
    spelled: set[str] = set()
    asked: dict[str, list[frozenset[str]]] = defaultdict(list)
    for name, code, words, weight in _indexed_lines():
        if weight in (0.0, _ASKED):
            here = f"={words}" if name in articles() and not weight else search_words(words)
            called[here].append((name, code))
            if name in terms() and bare(here):
                called[f"~{_by_stems(here)}"].append((name, code))
            if here[0] != "=":
                shorter.append((bare(here), name, code))
        if name in terms():
            continue
        told = list(meanings(search_words(words)))
        if weight == _ASKED:
            asked[name].append(frozenset(means for _, means in told))
        if weight >= _TERM:
            spelled |= {word for word, _ in told if len(word) >= _TELLING}
        for means in {means for _, means in told}:
            counts = _ABOUT if weight == _ASKED else weight
            if weight == _TITLE:
                counts -= _LONGER * len(told)
            weights[name][means] = max(weights[name].get(means, 0.0), counts)
    whole = frozenset(called)
    for short, name, code in shorter:
        # "La grande" also matches grande, but "no quiero" must not match quiero.
        if short and short not in whole and (name in terms() or " " in short):
            called[short].append((name, code))
    known = [means for each in weights.values() for means in each]
    count = len(weights)
    often: dict[str, int] = defaultdict(int)
    for means in known:
        often[means] += 1
    rarity = {means: math.log(1 + count / times) for means, times in often.items()}
    return _Index(
        {words: tuple(each) for words, each in called.items()},
        tuple(
            _IndexedArticle(name, name.partition("-")[0], each, tuple(asked[name]))
            for name, each in weights.items()
        ),
        rarity,
        max(rarity.values(), default=0.0),
        tuple(sorted(spelled)),
        frozenset(_places()),
    )


def _places() -> Iterator[str]:
    """The search keys that name a region, or another game."""
    yield from (meaning(word) for words in _OF.values() for word in words)
    for entry in articles().values():
        if entry.id.startswith("REG-"):
            for title in entry.title.values():
                place = search_words(title.replace(":", ",").partition(",")[0])
                yield from (means for _, means in meanings(place))


def _indexed_lines() -> Iterator[tuple[str, str, str, float]]:
    """Every indexed line: its entry, its language, its words and their weight.

    Names for exact matches only have weight 0.
    """
    for name, entry in articles().items():
        yield from ((name, "", option, 0.0) for option in entry.options)
        for texts, weight in (
            (entry.title, _TITLE),
            (entry.text, _TEXT),
            (entry.reading, _READING),
        ):
            yield from ((name, code, text, weight) for code, text in texts.items())
        yield from ((name, "", word, _TITLE) for word in _OF.get(name.partition("-")[0], ()))
    for name, said in entries("asked"):
        for code, phrases in said.items():
            yield from ((name, code, phrase, _ASKED) for phrase in phrases)
    for term in terms().values():
        for code, words in term.words.items():
            for word in words:
                yield (term.id, code, word, 0.0)
                for place, pointed in enumerate(term.articles):
                    yield (pointed, code, word, _TERM * 0.9**place)
