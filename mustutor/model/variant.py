"""A rule variant: every option with its value, from a file or embedded in a record.

An option that the file leaves out has the value of the variant it extends, or the default. Values
that conflict are refused. `digest` identifies the resolved rules.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from mustutor.base import schema
from mustutor.base.errors import VariantError, expect
from mustutor.base.json_text import ReadOnlyMap, canonical_of_rules, digest, read_only
from mustutor.base.language import Language, mark, open_language
from mustutor.base.register import DEFAULT_GAME
from mustutor.base.schema import part_of
from mustutor.base.shipped import also_said
from mustutor.model.options import FIRST, OptionTable, RuleOption, RuleValue, decoded, options_of
from mustutor.model.variant_file import (
    RULES,
    VariantFile,
    earlier_rules,
    game_named,
    lineage,
    load_packaged_variant,
    packaged_files,
    read,
    refuse_worst,
    unknown,
    variant_ids,
    whole_schema,
)

NOT_PLAYED = mark("It is for people to know: no rule of the program looks at it.")
"""What stands beside an option that is for the players alone, wherever it is shown."""


class Note(NamedTuple):
    """A remark on a variant: the options it concerns, its text by language, its sources."""

    options: tuple[str, ...]
    text: Mapping[str, str]
    sources: tuple[str, ...]


class Variant(NamedTuple):
    """The rules a table plays by, with a value for every option.

    `rules` holds all options of the game by their full names; a set is a sorted tuple. They are
    read-only: other rules are another variant. `origin` maps an option to the variant that set it;
    options not in it have their defaults. `digest` is the SHA-256 (hex) of the canonical JSON of
    the rules. Two variants are equal if they have the same id and the same rules. `earlier` are the
    rules of older states, for older records.

    >>> from mustutor.model.variant import load_variant
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
    origin: Mapping[str, str] = ReadOnlyMap()
    earlier: tuple[Mapping[str, RuleValue], ...] = ()

    def __repr__(self) -> str:
        return f"<Variant {self.id}>"

    # The schema has checked the type of each option; these methods tell type checkers.

    def number(self, option: str) -> int:
        """The value of a numeric option, as of stones, cards or players.

        >>> from mustutor.model.variant import load_variant
        >>> load_variant("fournier").number("score.target")
        40
        """
        value = self.rules[option]
        assert isinstance(value, int)
        return value

    def word(self, option: str) -> str:
        """The value of an option that is one of a few words.

        >>> from mustutor.model.variant import load_variant
        >>> load_variant("fournier").word("players.mode")
        'pairs'
        """
        value = self.rules[option]
        assert isinstance(value, str)
        return value

    def flag(self, option: str) -> bool:
        """The value of a boolean option.

        >>> from mustutor.model.variant import load_variant
        >>> load_variant("encaje").flag("ordago.enabled")
        False
        """
        value = self.rules[option]
        assert isinstance(value, bool)
        return value

    def several(self, option: str) -> tuple[int | str, ...]:
        """The members of an option that is a set, sorted.

        >>> from mustutor.model.variant import load_variant
        >>> load_variant("la_rioja").several("deck.removed_ranks")
        (2,)
        """
        value = self.rules[option]
        assert isinstance(value, tuple)
        return value

    def stones(self, option: str) -> Mapping[str, int]:
        """The stones an option sets for each lance or combination.

        >>> from mustutor.model.variant import load_variant
        >>> load_variant("fournier").stones("values.lances")["duples"]
        3
        """
        value = self.rules[option]
        assert isinstance(value, dict)
        return cast("Mapping[str, int]", value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        same = (self.id, self.digest) == (other.id, other.digest)
        # Rules edited by hand may keep an old digest, so the rules are compared.
        return same and self.rules == other.rules

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.digest)

    def states(self) -> Iterator[Variant]:
        """The variant now, then with each earlier state of its rules, the latest first.

        >>> now, before = load_variant("aragon").states()
        >>> now.rules["talk.naming_cards"]["pares"], before.rules["talk.naming_cards"]["pares"]
        ('free', 'forbidden')
        """
        yield self
        table = options_of(self.game)
        for rules in self.earlier:
            yield self._replace(rules=rules, digest=_digest_of(table, rules), earlier=())

    def as_json(self) -> dict[str, Any]:
        """The rules as JSON, sets as sorted lists: the input of `digest`."""
        return options_of(self.game).digest_form(self.rules)


class Change(NamedTuple):
    """An option in which two variants differ, and the variant that set it (empty: none)."""

    row: RuleOption
    before: RuleValue
    after: RuleValue
    origin: str

    @property
    def option(self) -> str:
        """The name of the option."""
        return self.row.name

    def said(self, language: Language | None = None) -> str:
        """The change in words for players, in one or more whole sentences.

        >>> from mustutor.model.variant import load_variant
        >>> fournier, catalunya = load_variant("fournier"), load_variant("catalunya")
        >>> difference(fournier, catalunya)[0].said()
        'A refused opening bet in pares and juego pays nothing.'
        """
        return " ".join(
            self.row.sentences(self.before, self.after, language or open_language("en"))
        )


def difference(before: Variant, after: Variant) -> tuple[Change, ...]:
    """The options in which two variants differ, in the order of their table.

    An option that neither game has is no difference.

    >>> from mustutor.model.variant import load_variant
    >>> changes = difference(load_variant("encaje"), load_variant("encaje_five_card"))
    >>> [change.option for change in changes]
    ['deal.cards', 'deal.forced_discard', 'mus.enabled']
    """
    own = {**options_of(after.game).own, **options_of(before.game).own}
    rows = {**own, **options_of(after.game).own}
    return tuple(
        Change(rows[option], was, after.rules[option], after.origin.get(option, ""))
        for option, was in before.rules.items()
        if option in rows
        and option in after.rules
        # Of a tariff, games answer each for what they know themselves.
        and own[option].json_value(was) != rows[option].json_value(after.rules[option])
    )


EMBEDDED_KEPT = 64
"""The records of one table share their rules; more sets are resolved anew."""
_NO_VARIANT = mark("A variant is loaded by its id or from a file, not from {kind}.")
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


def load_variant(id_or_path: str | Path | Variant) -> Variant:
    """Load a packaged variant by its id, or a variant from a YAML file.

    A text with a slash, or that ends in ``.yaml`` or ``.yml``, is a file; a variant is itself.
    Raises VariantError with file, line, column and a did-you-mean.

    >>> load_variant("encage")
    Traceback (most recent call last):
    mustutor.base.errors.VariantError: There is no variant encage (did you mean encaje?)
    """
    if isinstance(id_or_path, Variant):
        return id_or_path
    expect(id_or_path, (str, Path), _NO_VARIANT)
    if _is_file(id_or_path):
        return check_variant(id_or_path)[0]
    return _packaged(str(id_or_path))


def check_variant(path: str | Path) -> tuple[Variant, tuple[VariantError, ...]]:
    """Load a variant from a YAML file, with warnings about settings without effect.

    A warning is an error that was not raised: it has the same place and can be said.
    """
    source = read(Path(path))
    variant = _resolved(source)
    return variant, tuple(_warnings(source, variant))


def resolve_embedded(rules: Mapping[str, Any], variant_id: str) -> Variant:
    """Build a variant from the resolved rules embedded in a record.

    Every option of the first state must be there and fit; one that is younger than the record gets
    its default. Raises VariantError, without a place, which the reader of the record adds.
    """
    if not _ID.fullmatch(variant_id):
        sentence = mark(
            "{id} cannot be an id: use small letters a to z, digits and _, beginning with a letter."
        )
        raise VariantError(sentence, id=variant_id)
    canonical = canonical_of_rules(rules)
    if variant_id in variant_ids() and digest(canonical) == _packaged(variant_id).digest:
        return _packaged(variant_id)
    return _embedded(canonical, variant_id)


def _is_file(id_or_path: str | Path) -> bool:
    if isinstance(id_or_path, Path):
        return True
    separators = {"/", os.sep, os.altsep or os.sep}
    return id_or_path.endswith((".yaml", ".yml")) or not separators.isdisjoint(id_or_path)


def _packaged(variant_id: str) -> Variant:
    path = packaged_files().get(variant_id)
    if path is None:
        sentence, evidence = unknown(variant_id)
        raise VariantError(sentence, **evidence)
    return _packaged_at(path)


@cache
def _packaged_at(path: Path) -> Variant:
    return _resolved(load_packaged_variant(path))


def _resolved(source: VariantFile) -> Variant:
    line = lineage(source)
    named_games = [each.named["game"] for each in line if "game" in each.named]
    table = options_of(named_games[-1] if named_games else DEFAULT_GAME)
    rules = {option: decoded(row.default) for option, row in table.rows.items()}
    origin: dict[str, str] = {}
    for ancestor in line:
        for option, value in ancestor.named.items():
            if option not in table.rows:
                sentence = mark(
                    "{id} sets {option}, which is not an option of {game}: build on another."
                )
                raise source.refusal(
                    ("extends",), sentence, id=ancestor.draft["id"], option=option, game=table.game
                )
            rules[option] = table.rows[option].merged(rules[option], value)
            origin[option] = ancestor.draft["id"]
    for found in table.contradicted(rules):
        here = [option for option in found.options if option in source.named]
        path = ("rules", here[0]) if here else ("extends",)
        raise source.refusal(path, found.sentence, **found.evidence(rules))
    return Variant(
        id=source.draft["id"],
        game=table.game,
        **{
            text: read_only(also_said("variants", source.draft["id"], text, source.draft[text]))
            for text in ("name", "summary")
        },
        extends=source.draft.get("extends", ""),
        rules=ReadOnlyMap(rules),
        digest=_digest_of(table, rules),
        notes=tuple(
            Note(*[read_only(note.get(field, ())) for field in Note._fields])
            for note in source.draft.get("notes", ())
        ),
        origin=ReadOnlyMap(origin),
        earlier=tuple(earlier_rules(source, table, rules)),
    )


@lru_cache(EMBEDDED_KEPT)
def _embedded(canonical: str, variant_id: str) -> Variant:
    rules = json.loads(canonical)
    packaged = _packaged(variant_id) if variant_id in variant_ids() else None
    table = options_of(game_named({"rules": rules}))
    whole = whole_schema(table)
    if not schema.accepts(rules, part_of(RULES, whole), whole):
        refuse_worst(schema.refusals(rules, whole, RULES), None)
    resolved: dict[str, RuleValue] = {}
    for option, row in table.rows.items():
        stated = rules.get(option)
        if stated is None and row.since > FIRST:
            resolved[option] = decoded(row.default)
            continue
        parts = row.default if isinstance(row.default, dict) else None
        if stated is not None and parts is not None:
            stated = {part: parts[part] for part in row.younger} | stated
        if stated is None or (parts is not None and stated.keys() != parts.keys()):
            sentence = mark(
                "The rules leave {option} open, but resolved rules answer every option in full."
            )
            raise VariantError(sentence, option=option)
        resolved[option] = decoded(stated)
    for found in table.contradicted(resolved):
        raise VariantError(found.sentence, **found.evidence(resolved))
    return Variant(
        id=variant_id,
        game=table.game,
        name=packaged.name if packaged else ReadOnlyMap(en=variant_id),
        summary=packaged.summary if packaged else ReadOnlyMap(),
        extends="",
        rules=ReadOnlyMap(resolved),
        digest=_digest_of(table, resolved),
        origin=ReadOnlyMap(
            (option, variant_id)
            for option, value in resolved.items()
            if value != decoded(table.rows[option].default)
        ),
    )


def _digest_of(table: OptionTable, rules: Mapping[str, RuleValue]) -> str:
    return digest(canonical_of_rules(table.digest_form(rules)))


def _warnings(source: VariantFile, variant: Variant) -> Iterator[VariantError]:
    """Warnings for the author of a file, each with its place; none of them is an error."""
    table = options_of(variant.game)
    for option in table.rows:
        if option in source.named and option not in table.own:
            yield source.refusal(
                ("rules", option),
                mark("{option} changes nothing in {game}: it may be left out."),
                option=option,
                game=table.game,
            )
    for option, reason in table.idle(variant.rules):
        if option in source.named:
            yield source.refusal(
                ("rules", option),
                mark("{option} changes nothing while {reason} is {value}: it may be left out."),
                option=option,
                reason=reason,
                value=schema.spelled(variant.rules[reason]),
            )
    for odd in table.oddities(source.named, variant.rules):
        yield source.refusal(("rules", *odd.path), odd.sentence, hint=odd.hint, **odd.evidence)
    if variant.id in variant_ids() and _packaged(variant.id) != variant:
        yield source.refusal(
            ("id",),
            mark(
                "{id} is also the id of a variant of mustutor's with other rules: choose another."
            ),
            id=variant.id,
        )
