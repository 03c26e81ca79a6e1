"""A variant resolved: every option answered, out of its file or out of what a record carries.

What its file leaves out is what it builds on has, or the default. What cannot stand together is
refused, and `digest` names the answers.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from mustutor import schema
from mustutor.acceptance import part_of
from mustutor.errors import VariantError
from mustutor.language import mark
from mustutor.register import DEFAULT_GAME
from mustutor.variant.file import (
    RULES,
    VariantFile,
    game_named,
    lineage,
    packaged_files,
    read,
    refuse_worst,
    shipped,
    unknown,
    variant_ids,
    whole_schema,
)
from mustutor.variant.options import FIRST, OptionTable, RuleValue, decoded, options_of
from mustutor.variant.variant import Note, Variant

# The records of one table share their rules; more sets than these are resolved anew.
EMBEDDED_KEPT = 64
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


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

    Every option of the first state must be there and fit; one that is younger than the record is
    what it is where nobody sets it. Raises VariantError, without a place: the reader of the
    record knows it.
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
    return _resolved(shipped(path))


def _resolved(source: VariantFile) -> Variant:
    line = lineage(source)
    named_games = [each.named["game"] for each in line if "game" in each.named]
    table = options_of(named_games[-1] if named_games else DEFAULT_GAME)
    rules = {option: decoded(row.default) for option, row in table.rows.items()}
    origin: dict[str, str] = {}
    for ancestor in line:
        for option, value in ancestor.named.items():
            if option not in table.rows:
                raise source.refusal(
                    ("extends",),
                    mark("{id} sets {option}, which is no option of {game}: build on another."),
                    id=ancestor.draft["id"],
                    option=option,
                    game=table.game,
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
        name=source.draft["name"],
        summary=source.draft["summary"],
        extends=source.draft.get("extends", ""),
        rules=rules,
        digest=_digest_of(table, rules),
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
        if stated is None or (parts is not None and stated.keys() != parts.keys()):
            raise VariantError(
                mark("The rules leave {option} open: resolved rules answer every option whole."),
                option=option,
            )
        resolved[option] = decoded(stated)
    for found in table.contradicted(resolved):
        raise VariantError(found.sentence, **found.evidence(resolved))
    return Variant(
        id=variant_id,
        game=table.game,
        name=packaged.name if packaged else {"en": variant_id},
        summary=packaged.summary if packaged else {},
        extends="",
        rules=resolved,
        digest=_digest_of(table, resolved),
        origin={
            option: variant_id
            for option, value in resolved.items()
            if value != decoded(table.rows[option].default)
        },
    )


def _digest_of(table: OptionTable, rules: Mapping[str, RuleValue]) -> str:
    return _digest(_canonical(table.counted(rules)))


def _canonical(rules: Mapping[str, Any]) -> str:
    return json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _digest(canonical: str) -> str:
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _warnings(source: VariantFile, variant: Variant) -> Iterator[VariantError]:
    """What the author of a file should be warned of, each at its place. Nothing of it is wrong."""
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
            mark("{id} is also the id of a packaged variant with other rules: choose another."),
            id=variant.id,
        )
