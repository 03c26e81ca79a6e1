"""Options: what each option of a game decides, its values, and a sentence for each value.

A game gives one `OptionTable` as its `OPTIONS`: a row for each option, conflicts between options,
and settings without effect. Schemas, `variant new` and checks are made from it. The sentence of a
value tells how the game is played with it, to be read out before the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from mustutor.base.json_text import ReadOnlyMap, changeable, read_only
from mustutor.base.language import Language, mark, printable
from mustutor.base.register import DEFAULT_GAME, game_part, games
from mustutor.base.schema import spelled

Json: TypeAlias = dict[str, Any]

MOST = 1000
"""No number of a variant is larger, unless its option says so."""


class Kind(Protocol):
    """What values an option can have, and how a change of it is put into words."""

    def schema(self) -> Json:
        """The part of a JSON Schema that allows these values."""

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """The sentences that tell players what has changed."""


class OneOf(NamedTuple):
    """One value of a short list of words or numbers, or a boolean."""

    said: Mapping[Any, str]

    def schema(self) -> Json:
        """List the words or the numbers."""
        values = list(self.said)
        if isinstance(values[0], bool):
            return {"type": "boolean"}
        return {"type": "integer" if isinstance(values[0], int) else "string", "enum": values}

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:  # noqa: ARG002
        """Say the sentence of the value."""
        yield language.say(self.said[after])


class Number(NamedTuple):
    """A number whose sentence needs no plural form: 1 reads as well as 40."""

    said: str
    least: int = 0
    most: int = MOST
    among: tuple[int, ...] = ()

    def schema(self) -> Json:
        """State the bounds, or list the numbers where only a few can be."""
        if self.among:
            return {"type": "integer", "enum": list(self.among)}
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """Say what the number is now, and what it was."""
        yield language.say(self.said, before=before, after=after)


class Members(NamedTuple):
    """A set, with a sentence for a member that is in it and one for a member that is not."""

    said: Mapping[str | int, tuple[str, str]]

    def schema(self) -> Json:
        """List what can be in the set."""
        things = list(self.said)
        kind = "integer" if isinstance(things[0], int) else "string"
        return {"type": "array", "items": {"type": kind, "enum": things}, "uniqueItems": True}

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """Say a sentence for each thing that came or went."""
        for thing, (inside, outside) in self.said.items():
            if (thing in before) != (thing in after):
                yield language.say(inside if thing in after else outside)


class Fields(NamedTuple):
    """A mapping in which each key has a kind of its own."""

    said: Mapping[str, Kind]

    def schema(self) -> Json:
        """State each thing and what it may be."""
        return closed({thing: kind.schema() for thing, kind in self.said.items()})

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """Say a sentence for each thing that is different."""
        for thing in _changed(before, after):
            yield from self.said[thing].sentences(before[thing], after[thing], language)


class Own(NamedTuple):
    """A value that the table composes itself; the schema knows only its shape."""

    # The sentence has it as `after`, a list as `named` says it, the parts of a map by their names.
    said: str
    shape: Json
    named: Callable[[str], str] = str

    def schema(self) -> Json:
        """State the shape."""
        return self.shape

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:  # noqa: ARG002
        """Say what it is now."""
        told = ", ".join(map(self.named, after)) if isinstance(after, tuple) else ""
        parts = after if "properties" in self.shape else {"after": told or spelled(after)}
        yield language.say(self.said, **parts)


class Each(NamedTuple):
    """A mapping from some keys to one of a few values each.

    `named` gives the name of a thing for the placeholder `place` of its sentence. Things with equal
    changes share a sentence if they are `listed`. Other values have the `own` shape.
    """

    things: tuple[str, ...]
    said: Mapping[str | int, str]
    named: Callable[[Language, str], str]
    place: str
    listed: bool = False
    own: Own | None = None

    def schema(self) -> Json:
        """State the things, and what each may be."""
        values = OneOf(dict(sorted(self.said.items())) if 1 in self.said else self.said)
        kind = Either(values, self.own) if self.own else values
        return closed(dict.fromkeys(self.things, kind.schema()))

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """Say what the things that changed are now."""
        names = {thing: self.named(language, thing) for thing in _changed(before, after)}
        if not self.listed:
            for thing, name in names.items():
                parts = after[thing] if isinstance(after[thing], dict) else {}
                said = self.own.said if parts and self.own else self.said[after[thing]]
                yield language.say(said, **{self.place: name, **parts})
            return
        for value, sentence in self.said.items():
            alike = [name for thing, name in names.items() if after[thing] == value]
            if alike:
                yield language.say(sentence, **{self.place: language.join_list(alike)})


class Either(NamedTuple):
    """One of a few words, or a value of another kind; listed in the order a reader is told."""

    first: Kind
    second: Kind

    def schema(self) -> Json:
        """State both."""
        return {"anyOf": [kind.schema() for kind in self]}

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """The sentences of whichever of the two the value belongs to."""
        for kind in self:
            if isinstance(kind, OneOf) is isinstance(after, str):
                yield from kind.sentences(before, after, language)


def closed(things: Json) -> Json:
    """The schema of an object with exactly these properties."""
    return {"type": "object", "properties": things, "additionalProperties": False}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [thing for thing in before if before[thing] != after[thing]]


RuleValue: TypeAlias = int | str | bool | tuple[int | str, ...] | dict[str, Any]
Rules: TypeAlias = Mapping[str, Any]
Idle: TypeAlias = tuple[Mapping[str, tuple[RuleValue, ...]], ...]

FIRST = 1
"""The first state of a game's options."""


class RuleOption(NamedTuple):
    """An option of a game: what it decides, its possible values, and its default.

    It is idle, that is without effect, if each option in one of the maps of `idle` has one of the
    values given there; the first of them is the reason shown. `since` is the state of the game's
    options that introduced it, from 1; of a map, the `younger` parts came later. An option that is
    `advisory` is for players alone: no rule depends on it.
    """

    name: str
    decides: str
    default: RuleValue
    kind: Kind
    idle: Idle = ()
    since: int = FIRST
    advisory: bool = False
    younger: tuple[str, ...] = ()

    def schema(self) -> Json:
        """State the option as the JSON Schema of a variant's file has it."""
        stated = self.kind.schema()
        return {"description": self.decides, **stated, "default": changeable(self.default)}

    def sentences(self, before: RuleValue, after: RuleValue, language: Language) -> tuple[str, ...]:
        """Say what is different at the table once the option has another value.

        A map or a set may change in several things; each has its sentence.

        >>> from mustutor.base.language import open_language
        >>> options_of("mus").rows["score.target"].sentences(40, 30, open_language("en"))
        ('A game is won at 30 stones, not 40.',)
        """
        return tuple(self.kind.sentences(before, after, language))

    def merged(self, before: RuleValue, named: Any) -> RuleValue:
        """The option's value once a file has set it; a file may set part of a mapping.

        >>> options_of("mus").own["deje.raise_extra"].merged({"pares": 0, "juego": 0}, {"juego": 1})
        {'pares': 0, 'juego': 1}
        """
        value = decoded(named)
        always_a_map = isinstance(self.default, dict)
        if always_a_map and isinstance(before, dict) and isinstance(value, dict):
            return ReadOnlyMap(before | value)
        return value

    @property
    def tariff(self) -> Json:
        """The parts of an option that grows and that a table answers one by one; none of others.

        >>> len(options_of("mus").own["deje.opening"].tariff)
        0
        >>> [*options_of("mau_mau").own["irregular"].tariff][:2]
        ['choice', 'looked']
        """
        return self.kind.schema()["properties"] if self.younger else {}

    def spelled_beside(self, value: RuleValue, other: RuleValue) -> str:
        """Spell a value; of a tariff only what is different in the `other` value."""
        if self.tariff and isinstance(value, dict) and isinstance(other, dict):
            value = {part: told for part, told in value.items() if other.get(part, told) != told}
        return printable(spelled(value))

    def json_value(self, value: RuleValue) -> Any:
        """The value as JSON, without parts added in later versions that keep their defaults."""
        if isinstance(value, dict) and isinstance(self.default, dict):
            left = [part for part in self.younger if value[part] == self.default[part]]
            value = {part: chosen for part, chosen in value.items() if part not in left}
        return changeable(value)

    def idle_under(self, rules: Rules) -> str:
        """Name the option that makes this one ineffective; empty if none does."""
        for reasons in self.idle:
            if all(rules[option] in values for option, values in reasons.items()):
                return next(iter(reasons))
        return ""


def possible(row: RuleOption, part: str = "") -> str:
    """Spell the values of an option: ``10 | 20 | 25``, ``1..1000``, ``{grande: 0 | 1}``.

    Of a tariff it may be those of one `part`.

    >>> mus = options_of("mus").own
    >>> possible(mus["score.target"]), possible(mus["bet.max"])
    ('10 | 20 | 25 | 30 | 35 | 40', 'none | own_stones | 1..1000')
    """
    return _possible(row.tariff.get(part) or row.kind.schema())


def _possible(described: Mapping[str, Any]) -> str:
    if "anyOf" in described:
        return " | ".join(_possible(branch) for branch in described["anyOf"])
    if "enum" in described:
        return " | ".join(spelled(value) for value in described["enum"])
    match described.get("type"):
        case "boolean":
            return "true | false"
        case "integer":
            return f"{described['minimum']}..{described['maximum']}"
        case "array":
            inside = described["items"]
            return "[" + ", ".join(map(spelled, inside.get("enum", ("...",)))) + "]"
        case "object":
            fields = described.get("properties", {})
            told = ", ".join(f"{name}: {_possible(field)}" for name, field in fields.items())
            return "{" + (told or "...") + "}"
        case _:
            return "..."


def choice(
    name: str,
    decides: str,
    default: str,
    *,
    since: int = FIRST,
    advisory: bool = False,
    **said: str,
) -> RuleOption:
    """An option that is one of a few words, each with what it says at the table."""
    kind = OneOf({**said})
    return RuleOption(name, decides, default, kind, since=since, advisory=advisory)


def switch(name: str, decides: str, default: bool, *, yes: str, no: str) -> RuleOption:
    """A boolean option, with the sentence for true and the one for false."""
    return RuleOption(name, decides, default, OneOf({True: yes, False: no}))


class OptionConflict(NamedTuple):
    """Options that cannot be combined, the one to change first, and why."""

    options: tuple[str, ...]
    holds: Callable[[Rules], bool]
    sentence: str
    evidence: Callable[[Rules], Json] = lambda _rules: {}


class IneffectiveOption(NamedTuple):
    """A setting without effect, at `path` below ``rules``; `hint` is what was probably meant."""

    path: tuple[str | int, ...]
    sentence: str
    evidence: Json = {}  # noqa: RUF012
    hint: str = ""


class _Stated(NamedTuple):
    """What a game states.

    `said` is a sentence on what game it is, `usual` the heading of options a variant leaves
    unchanged; `oddities` finds settings without effect in a file. A new variant's author is `asked`
    first about the options in which tables differ most, and shown `examples` of lines.

    In the first format a variant contained the options of several games. To keep digests, a game
    `carries` the first options of those games, and some that are `unplayed`, though they are not
    its own; `order` is the order of all of them. `added` are parts that options got later, by
    state: a record of an earlier state has the value given here.
    """

    game: str
    said: str
    options: tuple[RuleOption, ...]
    contradictions: tuple[OptionConflict, ...] = ()
    oddities: Callable[[Rules, Rules], Iterator[IneffectiveOption]] = lambda *_: iter(())
    usual: str = mark("The rest is as everybody plays it")
    asked: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    unplayed: tuple[RuleOption, ...] = ()
    order: tuple[str, ...] = ()
    added: tuple[Mapping[str, Mapping[str, Any]], ...] = ()


class OptionTable(_Stated):
    """All options of a game; compared by identity."""

    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__

    @cached_property
    def own(self) -> Mapping[str, RuleOption]:
        """The options of this game by their names, and first which game it is."""
        which = {name: options_of(name).said for name in games()}
        chosen = RuleOption("game", mark("Which game is played."), DEFAULT_GAME, OneOf(which))
        return self._ordered(chosen, *self.options)

    @cached_property
    def rows(self) -> Mapping[str, RuleOption]:
        """The options that resolved rules contain: its own, and those it inherits."""
        carried = [row for name in self.carries for row in options_of(name).options]
        first = [row for row in (*carried, *self.unplayed) if row.since == FIRST]
        return self._ordered(*first, *self.own.values())

    def _ordered(self, *rows: RuleOption) -> Mapping[str, RuleOption]:
        named = {row.name: row._replace(default=read_only(row.default)) for row in rows}
        stood = {name: named[name] for name in self.order if name in named}
        return MappingProxyType(stood | named)

    def schema(self) -> Json:
        """State what the rules of a variant may be, as a JSON Schema."""
        return closed({name: row.schema() for name, row in self.rows.items()})

    def digest_form(self, rules: Rules) -> Json:
        """The rules for a digest: options added later count only where they were changed."""
        return {
            option: self.rows[option].json_value(value)
            for option, value in rules.items()
            if self.rows[option].since == FIRST or value != self.rows[option].default
        }

    def idle(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Name its options that have no effect under resolved rules, each with the reason.

        >>> from mustutor.model.variant import load_variant
        >>> dict(options_of("mus").idle(load_variant("fournier").rules))["individual.stake"]
        'players.mode'
        """
        for option, row in self.own.items():
            reason = row.idle_under(rules)
            if reason:
                yield option, reason

    def contradicted(self, rules: Rules) -> Iterator[OptionConflict]:
        """Find conflicts between options in resolved rules."""
        return (each for each in self.contradictions if each.holds(rules))


def decoded(value: Any) -> RuleValue:
    """A value in the read-only form rules hold; sets are sorted, so order has no meaning.

    >>> decoded(["jack", "king"])
    ('jack', 'king')
    """
    if isinstance(value, list):
        return tuple(sorted(value))
    frozen: RuleValue = read_only(value)
    return frozen


def options_of(game: str) -> OptionTable:
    """The options of a game by its name; raises VariantError where there is no such game.

    >>> "encaje.tie_worst" in options_of("mus").own, "encaje.tie_worst" in options_of("mus").rows
    (False, True)
    """
    table: OptionTable = game_part(game, "OPTIONS")
    return table
