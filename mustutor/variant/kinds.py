"""What an option may be: one of a few words, a number, a set, a map; each stated and said.

A sentence says how the game is played with a value, not how the option is called, so that it can
be read out before the cards are dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from mustutor.language import Language
from mustutor.schema import spelled

Json: TypeAlias = dict[str, Any]

MOST = 1000
"""No number of a variant is larger, unless its option says so."""


class Kind(Protocol):
    """What an option may be, and how a change of it is said."""

    def schema(self) -> Json:
        """State it as a part of a JSON Schema."""

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:
        """Say what is different at the table, in one whole sentence or several."""


class OneOf(NamedTuple):
    """One of a few words, one of a few numbers, or true and false."""

    said: Mapping[Any, str]

    def schema(self) -> Json:
        """List the words or the numbers."""
        values = list(self.said)
        if isinstance(values[0], bool):
            return {"type": "boolean"}
        return {"type": "integer" if isinstance(values[0], int) else "string", "enum": values}

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:  # noqa: ARG002
        """Say the sentence of the value."""
        yield tongue.say(self.said[after])


class Number(NamedTuple):
    """A number of something the sentence need not count: 1 reads as well as 40."""

    said: str
    least: int = 0
    most: int = MOST
    among: tuple[int, ...] = ()

    def schema(self) -> Json:
        """State the bounds, or list the numbers where only a few can be."""
        if self.among:
            return {"type": "integer", "enum": list(self.among)}
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:
        """Say what the number is now, and what it was."""
        yield tongue.say(self.said, before=before, after=after)


class Members(NamedTuple):
    """A set of things: what holds where one is in it, and where it is not."""

    said: Mapping[str | int, tuple[str, str]]

    def schema(self) -> Json:
        """List what can be in the set."""
        things = list(self.said)
        kind = "integer" if isinstance(things[0], int) else "string"
        return {"type": "array", "items": {"type": kind, "enum": things}, "uniqueItems": True}

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:
        """Say a sentence for each thing that came or went."""
        for thing, (inside, outside) in self.said.items():
            if (thing in before) != (thing in after):
                yield tongue.say(inside if thing in after else outside)


class Fields(NamedTuple):
    """A map in which each thing has a value of its own kind."""

    said: Mapping[str, Kind]

    def schema(self) -> Json:
        """State each thing and what it may be."""
        return closed({thing: kind.schema() for thing, kind in self.said.items()})

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:
        """Say a sentence for each thing that is different."""
        for thing in _changed(before, after):
            yield from self.said[thing].sentences(before[thing], after[thing], tongue)


class Each(NamedTuple):
    """A map that gives each of some things one of a few values.

    `named` says what a thing is called in a sentence, where it stands in braces as `place`.
    Things that change alike are told together where they are `listed`.
    """

    things: tuple[str, ...]
    said: Mapping[str | int, str]
    named: Callable[[Language, str], str]
    place: str
    listed: bool = False

    def schema(self) -> Json:
        """State the things, and what each may be."""
        values = OneOf(dict(sorted(self.said.items()))) if 1 in self.said else OneOf(self.said)
        return closed(dict.fromkeys(self.things, values.schema()))

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:
        """Say what the things that changed are now."""
        names = {thing: self.named(tongue, thing) for thing in _changed(before, after)}
        if not self.listed:
            for thing, name in names.items():
                yield tongue.say(self.said[after[thing]], **{self.place: name})
            return
        for value, sentence in self.said.items():
            alike = [name for thing, name in names.items() if after[thing] == value]
            if alike:
                yield tongue.say(sentence, **{self.place: tongue.listed(alike)})


class Own(NamedTuple):
    """Something a table makes up itself, of which the schema knows only the shape.

    The sentence has all of it as ``after``, and the parts of a map by their names.
    """

    said: str
    shape: Json

    def schema(self) -> Json:
        """State the shape."""
        return self.shape

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:  # noqa: ARG002
        """Say what it is now."""
        parts = after if "properties" in self.shape else {}
        told = ", ".join(after) if isinstance(after, tuple) and after else spelled(after)
        yield tongue.say(self.said, **{"after": told, **parts})


class Either(NamedTuple):
    """One of a few words, or else something that is no word; in the order a reader is told."""

    first: Kind
    second: Kind

    def schema(self) -> Json:
        """State both."""
        return {"anyOf": [kind.schema() for kind in self]}

    def sentences(self, before: Any, after: Any, tongue: Language) -> Iterator[str]:
        """Say what the one that is meant says."""
        for kind in self:
            if isinstance(kind, OneOf) is isinstance(after, str):
                yield from kind.sentences(before, after, tongue)


def closed(things: Json) -> Json:
    """State a map of these things and no others."""
    return {"type": "object", "properties": things, "additionalProperties": False}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [thing for thing in before if before[thing] != after[thing]]
