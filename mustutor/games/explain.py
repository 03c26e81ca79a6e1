"""What an explanation is made of: facts, the sentences of a game, and lines made of both.

A game finds `Fact`s and puts them into words by a table of sentences (`say`); `present` lays out
the resulting `Explanation`. `mustutor.games.teller` has everything else a game says about itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.base.language import Language, plural_of
from mustutor.base.shipped import packaged_table
from mustutor.model.position import Hand, Step

NOTHING: Mapping[str, Any] = MappingProxyType({})

STONES = frozenset(("in_front", "score"))
"""Kinds of lines that say what everybody has, in pieces that a page may break between."""

SILENT = frozenset(("call", "hand", "dealt"))
"""Kinds without a sentence: their columns have the seat, and its call or its cards."""

BETWEEN = "   "
"""Three spaces part the pieces of such lines; a narrow page breaks them there."""

Movement = Mapping[str, Any]
"""A movement of stones as records write it (see `Entry.as_json`)."""


# --- facts and lines -----------------------------------------------------------------------


class Fact(NamedTuple):
    """A finding: its kind, the articles behind it, and its evidence.

    `seat` and `said` are columns of their own: the seat, and its call or its cards. `evidence`
    holds seats, numbers, cards and the ids of rounds, ranks and figures, from which a sentence of
    the kind is made. `indent` counts levels. `under` is the round it belongs to, if that is not the
    current one.
    """

    kind: str
    rules: tuple[str, ...] = ()
    seat: str = ""
    said: str = ""
    indent: int = 1
    evidence: Mapping[str, object] = NOTHING
    under: str = ""


class ToldSoFar:
    """The remarks already made about a hand, and the steps of the current round."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.steps: list[Step] = []

    def lacks(self, kind: str) -> bool:
        """Whether a kind of remark has not been made yet."""
        return kind not in self.kinds

    def is_new(self, kind: str) -> bool:
        """Whether a kind of remark has not been made yet; marks it as made."""
        new = kind not in self.kinds
        self.kinds.add(kind)
        return new


class HandEnd(NamedTuple):
    """The end of a hand: the passage of its settlement, and what follows for the match."""

    heading: str
    facts: tuple[Fact, ...]
    aftermath: tuple[Fact, ...]


class TableCenter(NamedTuple):
    """The center of the table, as rows of a few words.

    `played` is on the current round, `score` on what can be won or reached, `past` on the rounds
    before; `cards` are those face up, by owner or kind, and `piles` those face down. `target` is
    the number of stones a game is played to, if partners collect them.
    """

    played: tuple[str, ...]
    score: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    cards: tuple[tuple[str, Hand], ...] = ()
    target: int = 0
    piles: tuple[str, ...] = ()


class BestHand(NamedTuple):
    """The best hand of a settled round, and its deciding cards: empty if all count."""

    round: str
    seat: str
    cards: Hand = ()


class OptionInWords(NamedTuple):
    """An option beside a refusal: the words a player would use, its bounds, and the reason."""

    said: str
    text: str = ""
    rules: tuple[str, ...] = ()


class Gesture(NamedTuple):
    """A gesture of a rulebook: its name in records, how it looks, and what it means."""

    said: str
    seen: str
    meaning: str


# --- what is read --------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of an explanation: a sentence, and the articles behind it.

    `seat` and `said` precede the sentence: the speaker, and the call in the language of the game,
    or cards. `evidence` is what the sentence was made from; its `call` has the words of the record
    if others are heard at the table.
    """

    text: str
    rules: tuple[str, ...] = ()
    kind: str = ""
    seat: str = ""
    indent: int = 1
    said: str = ""
    evidence: Mapping[str, object] = NOTHING

    def as_json(self) -> dict[str, object]:
        """The line as JSON; everything but its text is the same in every language."""
        written: dict[str, object] = {"kind": self.kind}
        if self.seat:
            written["seat"] = self.seat
        if self.said:
            written["said"] = self.evidence.get("call", self.said)
        if self.text:
            written["text"] = self.text
        if self.rules:
            written["rules"] = list(self.rules)
        if self.evidence:
            written["evidence"] = {name: _plain(thing) for name, thing in self.evidence.items()}
        return written


class ScoreTable(NamedTuple):
    """A table: the headings of its columns, and its rows.

    The first column names the row; the last `sums` columns are totals.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: int = 0


class Passage(NamedTuple):
    """Lines under a heading, or none; a page may show a table above them."""

    heading: str
    lines: tuple[Line, ...]
    table: ScoreTable | None = None


class Explanation(NamedTuple):
    """A title, passages, and the movements of stones they are about.

    `movements` are the entries of the ledger with their evidence, in the same words for
    every language.
    """

    title: str
    passages: tuple[Passage, ...]
    movements: tuple[Mapping[str, object], ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines in reading order."""
        return tuple([line for passage in self.passages for line in passage.lines])

    def as_json(self) -> dict[str, object]:
        """The explanation as JSON."""
        written: dict[str, object] = {
            "title": self.title,
            "passages": [
                {"heading": passage.heading, "lines": [line.as_json() for line in passage.lines]}
                for passage in self.passages
            ],
        }
        if self.movements:
            written["movements"] = [_plain(movement) for movement in self.movements]
        return written


def _plain(thing: object) -> object:
    """Convert evidence to JSON types."""
    if isinstance(thing, Mapping):
        return {str(name): _plain(value) for name, value in thing.items()}
    if isinstance(thing, (tuple, list)):
        return [_plain(value) for value in thing]
    return str(thing) if isinstance(thing, str) else thing


# --- sentences -----------------------------------------------------------------------------


class Plural(NamedTuple):
    """A sentence in two forms, and the number in the evidence that chooses between them."""

    one: str
    many: str
    of: str


def plural(one: str, many: str = "", of: str = "stones") -> Plural:
    """Mark a sentence whose wording depends on a number, or on the length of a list.

    `many` is left out where only the noun after ``{number}`` takes an s, or nothing changes.

    >>> plural("{side} scores {number} stone.").many
    '{side} scores {number} stones.'
    """
    return Plural(one, many or plural_of(one), of)


Sentence = str | Plural | Callable[[Mapping[str, Any]], str | Plural]
"""A marked sentence, one in two forms, or the choice between sentences by the evidence."""

Sentences = Mapping[str, Sentence]
"""The sentence of each kind of fact."""


def say(sentence: Sentence, words: Mapping[str, Any], language: Language) -> str:
    """Put a fact's sentence from a table into words."""
    if callable(sentence):
        sentence = sentence(words)
    if isinstance(sentence, Plural):
        return language.count(sentence.one, sentence.many, words[sentence.of], **words)
    return language.say(sentence, **words)


@cache
def sentences(file: str) -> Sentences:
    """Read a file of ``variants/sentences/``: a sentence for each kind of fact.

    One whose wording depends on a number has its forms as `plural` takes them.

    >>> sentences("mus")["raised_by"]
    'Many tables say “{more} más”.'
    """
    return {kind: _sentence(said) for kind, said in sentence_rows(file).items()}


def sentences_by_case(file: str) -> Mapping[str, Sentence | Mapping[str, Sentence]]:
    """Read such a file in which a kind may have a sentence for each case, by its name."""
    return {
        kind: {case: _sentence(one) for case, one in said.items()}
        if isinstance(said, dict) and "one" not in said
        else _sentence(said)
        for kind, said in sentence_rows(file).items()
    }


def sentence_rows(file: str) -> dict[str, Any]:
    """The rows of a file of ``variants/sentences/``: sentences by name, or by groups."""
    found: dict[str, Any] = packaged_table("sentences", file)
    return found


def _sentence(said: Any) -> str | Plural:
    return said if isinstance(said, str) else plural(**said)


PLAIN = sentences("every_game")
"""Sentences of every game; a game puts its own beside them: `{**PLAIN, ...}`."""


def clauses_text(clauses: Iterable[str], language: Language) -> str:
    """Clauses one after another, with the sign between them that the language puts there.

    >>> from mustutor.base.language import open_language
    >>> clauses_text(["it stands", "whoever did it pays"], open_language("en"))
    'it stands; whoever did it pays'
    """
    return reduce(
        lambda told, next_: language.say("{told}; {next}", told=told, next=next_), clauses
    )
