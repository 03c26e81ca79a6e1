"""The options of a game: what each decides, what it may be, and what each value says at the table.

A game gives one `OptionTable` as its `OPTIONS`: a row for each option, what cannot stand together,
and what stands in a file to no effect. Schema, labels, differences in sentences, `variant new` and
every check are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from mustutor.language import Language, mark
from mustutor.register import DEFAULT_GAME, games, part
from mustutor.variant.kinds import Json, Kind, OneOf, closed

RuleValue: TypeAlias = int | str | bool | tuple[int | str, ...] | dict[str, int | str]
Rules: TypeAlias = Mapping[str, Any]

FIRST = 1
"""The first state of a game's options."""


class RuleOption(NamedTuple):
    """An option of a game: what it decides, what it may be, and what it is where nobody sets it.

    It is idle, and changes nothing, while each option of one of the maps under `idle` has one of
    the values named there; the first of them is the reason a reader is given. `since` is the
    state of the game's options it came with, the first being 1. No rule looks at an option that
    is `told`: it is for the players alone.
    """

    name: str
    decides: str
    default: RuleValue
    kind: Kind
    idle: tuple[Mapping[str, tuple[RuleValue, ...]], ...] = ()
    since: int = FIRST
    told: bool = False

    def schema(self) -> Json:
        """State the option as the JSON Schema of a variant's file has it."""
        default = list(self.default) if isinstance(self.default, tuple) else self.default
        return {"description": self.decides, **self.kind.schema(), "default": default}

    def sentences(self, before: RuleValue, after: RuleValue, tongue: Language) -> tuple[str, ...]:
        """Say what is different at the table once the option has another value.

        A map or a set may change in several things; each has its sentence.

        >>> from mustutor.language import language
        >>> options_of("mus").rows["score.target"].sentences(40, 30, language("en"))
        ('A game is won at 30 stones, not 40.',)
        """
        return tuple(self.kind.sentences(before, after, tongue))

    def merged(self, before: RuleValue, named: Any) -> RuleValue:
        """Tell what the option is once a file has named it: of a map that is always whole, a part.

        >>> row = options_of("mus").own["deje.raise_extra"]
        >>> row.merged({"pares": 0, "juego": 0}, {"juego": 1})
        {'pares': 0, 'juego': 1}
        """
        value = decoded(named)
        always_a_map = isinstance(self.default, dict)
        if always_a_map and isinstance(before, dict) and isinstance(value, dict):
            return {**before, **value}
        return value

    def idle_under(self, rules: Rules) -> str:
        """Name the option that keeps this one from changing anything; nothing where none does."""
        for reasons in self.idle:
            if all(rules[option] in values for option, values in reasons.items()):
                return next(iter(reasons))
        return ""


def choice(
    name: str,
    decides: str,
    default: str,
    *,
    idle: tuple[Mapping[str, tuple[RuleValue, ...]], ...] = (),
    since: int = FIRST,
    told: bool = False,
    **said: str,
) -> RuleOption:
    """An option that is one of a few words, each with what it says at the table."""
    return RuleOption(name, decides, default, OneOf({**said}), idle, since, told)


def switch(
    name: str,
    decides: str,
    default: bool,
    *,
    yes: str,
    no: str,
    idle: tuple[Mapping[str, tuple[RuleValue, ...]], ...] = (),
    since: int = FIRST,
    told: bool = False,
) -> RuleOption:
    """An option that is true or false: what is said where it is, and where it is not."""
    return RuleOption(name, decides, default, OneOf({True: yes, False: no}), idle, since, told)


class Contradiction(NamedTuple):
    """Options that cannot stand together, the one to change first before the others, and why."""

    options: tuple[str, ...]
    holds: Callable[[Rules], bool]
    sentence: str
    evidence: Callable[[Rules], Json] = lambda _rules: {}


class Oddity(NamedTuple):
    """Something in a variant's file that does nothing, or perhaps other than meant.

    `path` leads to it below the file's ``rules``; `hint` is what was perhaps meant.
    """

    path: tuple[str | int, ...]
    sentence: str
    evidence: Json = {}  # noqa: RUF012
    hint: str = ""


def _nothing_odd(_named: Rules, _rules: Rules) -> Iterator[Oddity]:
    return iter(())


@dataclass(frozen=True, eq=False)
class OptionTable:
    """What the variants of a game decide.

    `said` tells what game it is, `usual` stands above the options a variant leaves as they are.
    `oddities` is given what a file names and what comes of it. Whoever writes a variant is
    `asked` first what tables differ in most often, and shown `examples` of lines.

    A game may have come into the world together with others, when the options of all stood in
    every variant: it `carries` those games' first options still, and some that are `unplayed`, so
    that no digest changes; they are none of its own. `order` is how all those stood.
    `added` are the parts that options got later, one state after the other: where a record of
    before leaves one out, it has the value named here.
    """

    game: str
    said: str
    options: tuple[RuleOption, ...]
    contradictions: tuple[Contradiction, ...] = ()
    oddities: Callable[[Rules, Rules], Iterator[Oddity]] = _nothing_odd
    usual: str = mark("The rest, as everybody plays it")
    asked: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    unplayed: tuple[RuleOption, ...] = ()
    order: tuple[str, ...] = ()
    added: tuple[Mapping[str, Mapping[str, Any]], ...] = ()

    @cached_property
    def own(self) -> Mapping[str, RuleOption]:
        """The options of this game by their names, and first which game it is."""
        which = {name: options_of(name).said for name in games()}
        chosen = RuleOption("game", mark("Which game is played."), DEFAULT_GAME, OneOf(which))
        return self._ordered(chosen, *self.options)

    @cached_property
    def rows(self) -> Mapping[str, RuleOption]:
        """The options that resolved rules answer: its own, and those it carries."""
        carried = [row for name in self.carries for row in options_of(name).options]
        first = [row for row in (*carried, *self.unplayed) if row.since == FIRST]
        return self._ordered(*first, *self.own.values())

    def _ordered(self, *rows: RuleOption) -> Mapping[str, RuleOption]:
        named = {row.name: row for row in rows}
        stood = {name: named[name] for name in self.order if name in named}
        return MappingProxyType(stood | named)

    def schema(self) -> Json:
        """State what the rules of a variant may be, as a JSON Schema."""
        return closed({name: row.schema() for name, row in self.rows.items()})

    def counted(self, rules: Rules) -> Json:
        """The rules as JSON has them, without younger options that are left as they are.

        This is what a digest is taken of: an option that was added later changes no digest until
        somebody sets it.
        """
        return {
            option: list(value) if isinstance(value, tuple) else value
            for option, value in rules.items()
            if self.rows[option].since == FIRST or value != self.rows[option].default
        }

    def idle(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Name its options that change nothing under resolved rules, each with the reason.

        >>> from mustutor.variant import load_variant
        >>> dict(options_of("mus").idle(load_variant("fournier").rules))["individual.stake"]
        'players.mode'
        """
        for option, row in self.own.items():
            reason = row.idle_under(rules)
            if reason:
                yield option, reason

    def contradicted(self, rules: Rules) -> Iterator[Contradiction]:
        """Find what cannot stand together in resolved rules."""
        return (each for each in self.contradictions if each.holds(rules))


def decoded(value: Any) -> RuleValue:
    """A value as the rules hold it: sets sorted, so that order means nothing.

    >>> decoded(["jack", "king"])
    ('jack', 'king')
    """
    if isinstance(value, list):
        return tuple(sorted(value))
    return dict(value) if isinstance(value, dict) else value


def options_of(game: str) -> OptionTable:
    """The options of a game by its name; raises VariantError where there is no such game.

    >>> "encaje.tie_worst" in options_of("mus").own, "encaje.tie_worst" in options_of("mus").rows
    (False, True)
    """
    table: OptionTable = part(game, "OPTIONS")
    return table
