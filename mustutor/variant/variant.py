"""Rule variants: which game is played, and how every open question of its rules is answered.

A variant is written in YAML as what it builds on and where it differs::

    format: mus-variant/1
    id: our_table                   # small letters, digits and _, a letter first
    extends: fournier               # the id of a packaged variant; none: the defaults
    name: {en: Our table, es: Nuestra mesa}
    summary: {en: "One sentence.", es: "Una frase."}
    rules:                          # options by their full names, as everywhere else
      score.target: 30
      deje.opening: {pares: 0}      # of a map, only what is named changes
    notes:                          # for players; options and sources may be left out
      - options: [score.target]
        text: {en: "Why.", es: "Por qué."}
        sources: ["S4:L20"]

``schemas/variant-1.schema.json`` knows the 86 options with types, bounds and defaults,
`mustutor.variant.contradictions` what cannot stand together. Resolved, a variant answers all of
them, and its `digest` names those answers. Only ids of packaged variants are looked up:
nothing in a file ever becomes a path.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from mustutor import schema
from mustutor.errors import VariantError
from mustutor.language import Language, language, mark
from mustutor.variant.contradictions import contradictions
from mustutor.variant.file import (
    Source,
    lineage,
    read,
    refuse_worst,
    shipped,
    unknown,
    variant_ids,
    whole,
)

__all__ = (
    "Change",
    "Note",
    "RuleValue",
    "Variant",
    "check_variant",
    "difference",
    "load_variant",
    "merged",
    "resolve_embedded",
    "variant_ids",
)

RuleValue: TypeAlias = int | str | bool | tuple[int | str, ...] | dict[str, int | str]

RULES = "#/$defs/rules"
# The records of one table share their rules; more sets than these are resolved anew.
EMBEDDED_KEPT = 64
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


class Note(NamedTuple):
    """A remark on a variant: the options it is about, its text by language, its sources."""

    options: tuple[str, ...]
    text: Mapping[str, str]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """The rules a table plays by, every option answered.

    `rules` holds all 86 options by their full names; a set of things is a sorted tuple, a map
    a dict. `origin` names the variant that set an option; what it leaves out is the default.
    `digest` is the SHA-256 (hex) of the canonical JSON of the rules. Two variants are equal
    when they have the same id and the same rules.

    >>> load_variant("encaje").rules["encaje.start_stones"]
    20
    """

    id: str
    game: str
    name: Mapping[str, str]
    summary: Mapping[str, str]
    extends: str
    rules: Mapping[str, RuleValue]
    digest: str
    notes: tuple[Note, ...] = ()
    origin: Mapping[str, str] = field(default_factory=dict)

    # The schema has ensured what kind of answer each option has; these tell it to type checkers.

    def number(self, option: str) -> int:
        """Give the number an option is set to, as of stones, cards or players.

        >>> load_variant("fournier").number("score.target")
        40
        """
        value = self.rules[option]
        assert isinstance(value, int)
        return value

    def word(self, option: str) -> str:
        """Give the choice made among the words an option may be.

        >>> load_variant("fournier").word("players.mode")
        'pairs'
        """
        value = self.rules[option]
        assert isinstance(value, str)
        return value

    def flag(self, option: str) -> bool:
        """Say whether an option is on.

        >>> load_variant("encaje").flag("ordago.enabled")
        False
        """
        value = self.rules[option]
        assert isinstance(value, bool)
        return value

    def several(self, option: str) -> tuple[int | str, ...]:
        """Give all that a set of things holds, sorted.

        >>> load_variant("la_rioja").several("deck.removed_ranks")
        (2,)
        """
        value = self.rules[option]
        assert isinstance(value, tuple)
        return value

    def stones(self, option: str) -> Mapping[str, int]:
        """Give the stones a map has for each lance or combination.

        >>> load_variant("fournier").stones("values.lances")["duples"]
        3
        """
        value = self.rules[option]
        assert isinstance(value, dict)
        return cast("Mapping[str, int]", value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return (self.id, self.digest) == (other.id, other.digest)

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    def as_json(self) -> dict[str, Any]:
        """The rules as JSON has them, sets as sorted lists: what `digest` is taken of."""
        return _as_json(self.rules)


class Change(NamedTuple):
    """An option in which two variants differ, and the variant that set it so (or nobody)."""

    option: str
    before: RuleValue
    after: RuleValue
    origin: str

    def said(self, tongue: Language | None = None) -> str:
        """Say what the change means at the table, in one whole sentence or several.

        >>> fournier, catalunya = load_variant("fournier"), load_variant("catalunya")
        >>> difference(fournier, catalunya)[0].said()
        'A refused opening bet in pares and juego pays nothing.'
        """
        voice = tongue or language("en")
        from mustutor.variant.change import sentences

        return " ".join(sentences(self.option, self.before, self.after, voice))


def load_variant(id_or_path: str | Path) -> Variant:
    """Load a packaged variant by its id, or a variant from a YAML file.

    A text with a slash, or that ends in ``.yaml`` or ``.yml``, is a file. Raises VariantError
    with file, line, column and a did-you-mean.

    >>> load_variant("encage")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mustutor.errors.VariantError: There is no variant encage: there are alava_vizcaya, ... \
(did you mean encaje?)
    """
    if _is_file(id_or_path):
        return check_variant(id_or_path)[0]
    return _packaged(str(id_or_path))


def check_variant(path: str | Path) -> tuple[Variant, tuple[VariantError, ...]]:
    """Load a variant from a YAML file, with warnings: what stands in it to no effect.

    A warning is an error that was not raised: it has the same place and can be said.
    """
    source = read(Path(path))
    variant = _resolved(source)
    return variant, tuple(_warnings(source, variant))


def resolve_embedded(rules: Mapping[str, Any], variant_id: str) -> Variant:
    """Build a variant from the resolved rules that a record carries with it.

    Every option must be there and fit. Raises VariantError, without a place: the reader of
    the record knows it.
    """
    if not _ID.fullmatch(variant_id):
        raise VariantError(
            mark("{id} is no id: use small letters a to z, digits and _, a letter first."),
            id=variant_id,
        )
    canonical = _canonical(rules)
    if variant_id in variant_ids() and _digest(canonical) == _packaged(variant_id).digest:
        return _packaged(variant_id)
    return _embedded(canonical, variant_id)


def difference(before: Variant, after: Variant) -> tuple[Change, ...]:
    """Name the options in which two variants differ, in the order of the schema.

    >>> changes = difference(load_variant("encaje"), load_variant("encaje_five_card"))
    >>> [change.option for change in changes]
    ['deal.cards', 'deal.forced_discard', 'mus.enabled']
    """
    return tuple(
        Change(option, was, after.rules[option], after.origin.get(option, ""))
        for option, was in before.rules.items()
        if was != after.rules[option]
    )


def merged(option: str, before: RuleValue, named: Any) -> RuleValue:
    """Tell what an option is once a file has named it: of a map that is always whole, a part.

    >>> merged("deje.raise_extra", {"pares": 0, "juego": 0}, {"juego": 1})
    {'pares': 0, 'juego': 1}
    """
    value = _decoded(named)
    always_a_map = isinstance(_defaults()[option], dict)
    if always_a_map and isinstance(before, dict) and isinstance(value, dict):
        return {**before, **value}
    return value


# --- resolving ---------------------------------------------------------------------------


def _is_file(id_or_path: str | Path) -> bool:
    if isinstance(id_or_path, Path):
        return True
    separators = {"/", os.sep, os.altsep or os.sep}
    return id_or_path.endswith((".yaml", ".yml")) or not separators.isdisjoint(id_or_path)


@cache
def _packaged(variant_id: str) -> Variant:
    if variant_id not in variant_ids():
        sentence, evidence = unknown(variant_id)
        raise VariantError(sentence, **evidence)
    return _resolved(shipped(variant_id))


def _resolved(source: Source) -> Variant:
    rules = {option: _decoded(value) for option, value in _defaults().items()}
    origin: dict[str, str] = {}
    for ancestor in lineage(source):
        for option, value in ancestor.draft.get("rules", {}).items():
            rules[option] = merged(option, rules[option], value)
            origin[option] = ancestor.draft["id"]
    own = source.draft.get("rules", {})
    for found in contradictions(rules):
        here = [option for option in found.options if option in own]
        path = ("rules", here[0]) if here else ("extends",)
        raise source.refusal(path, found.sentence, **found.evidence)
    return Variant(
        id=source.draft["id"],
        game=str(rules["game"]),
        name=source.draft["name"],
        summary=source.draft["summary"],
        extends=source.draft.get("extends", ""),
        rules=rules,
        digest=_digest(_canonical(_as_json(rules))),
        notes=tuple(
            Note(tuple(note.get("options", ())), note["text"], tuple(note.get("sources", ())))
            for note in source.draft.get("notes", ())
        ),
        origin=origin,
    )


@lru_cache(EMBEDDED_KEPT)
def _embedded(canonical: str, variant_id: str) -> Variant:
    rules = json.loads(canonical)
    packaged = _packaged(variant_id) if variant_id in variant_ids() else None
    if not schema.accepts(rules, schema.part_of(RULES, whole()), whole()):
        refuse_worst(schema.refusals(rules, "variant", RULES), None)
    defaults = _defaults()
    for option, default in defaults.items():
        is_map = isinstance(default, dict)
        if option not in rules or (is_map and rules[option].keys() != default.keys()):
            raise VariantError(
                mark("The rules leave {option} open: resolved rules answer every option whole."),
                option=option,
            )
    resolved = {option: _decoded(rules[option]) for option in defaults}
    for found in contradictions(resolved):
        raise VariantError(found.sentence, **found.evidence)
    return Variant(
        id=variant_id,
        game=str(resolved["game"]),
        name=packaged.name if packaged else {"en": variant_id},
        summary=packaged.summary if packaged else {},
        extends="",
        rules=resolved,
        digest=_digest(_canonical(_as_json(resolved))),
        origin={
            option: variant_id
            for option, value in resolved.items()
            if value != _decoded(defaults[option])
        },
    )


def _decoded(value: Any) -> RuleValue:
    """A value of the schema as the rules hold it: sets sorted, so that order means nothing."""
    if isinstance(value, list):
        return tuple(sorted(value))
    return dict(value) if isinstance(value, dict) else value


def _as_json(rules: Mapping[str, RuleValue]) -> dict[str, Any]:
    return {
        option: list(value) if isinstance(value, tuple) else value
        for option, value in rules.items()
    }


def _canonical(rules: Mapping[str, Any]) -> str:
    return json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _digest(canonical: str) -> str:
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _defaults() -> dict[str, Any]:
    """The default of every option: the Fournier rules, as the schema has them."""
    options = schema.part_of(RULES, whole())["properties"]
    return {option: described["default"] for option, described in options.items()}


def _warnings(source: Source, variant: Variant) -> Iterator[VariantError]:
    from mustutor.variant.oddities import oddities

    yield from oddities(source, variant.rules)
    if variant.id in variant_ids() and _packaged(variant.id) != variant:
        yield source.refusal(
            ("id",),
            mark("{id} is also the id of a packaged variant with other rules: choose another."),
            id=variant.id,
        )
