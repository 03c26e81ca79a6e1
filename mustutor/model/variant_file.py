"""The file of a variant: found, read, and checked.

A variant is written in YAML as what it builds on and where it differs::

    format: mus-variant/1
    id: our_table                   # small letters, digits and _, a letter first
    extends: fournier               # the id of a packaged variant; none: the defaults
    name: {en: Our table, es: Nuestra mesa}
    summary: {en: "One sentence.", es: "Una frase."}
    rules:                          # options by their full names, as everywhere else
      score.target: 30
      deje.opening: {pares: 0}      # of a map, only what is named changes
    earlier:                        # what it answered before, the last first: records stay readable
      - score.target: 40
    notes:                          # for players; options and sources may be left out
      - options: [score.target]
        text: {en: "Why.", es: "Por qué."}
        sources: ["S4:L20"]

The table of options of its game (`mustutor.model.options`) says what it may decide. Only ids of
packaged variants are looked up: nothing in a file ever becomes a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mustutor.base import schema, shipped
from mustutor.base.errors import VariantError
from mustutor.base.files import data
from mustutor.base.json_text import ReadOnlyMap
from mustutor.base.language import mark
from mustutor.base.register import DEFAULT_GAME, cached_until_registered, data_folders, games
from mustutor.model.options import OptionTable, RuleValue, options_of

if TYPE_CHECKING:
    from mustutor.base.yaml_text import Document

Steps: TypeAlias = tuple[str | int, ...]

RULES = "#/$defs/rules"
LONGEST_LINEAGE = 8


class VariantFile(NamedTuple):
    """A variant's file that fits the schema, with the places of its values if they were kept."""

    draft: dict[str, Any]
    file: str
    document: Document | None = None

    @property
    def named(self) -> dict[str, Any]:
        """The options the file sets itself, under the names it uses."""
        named: dict[str, Any] = self.draft.get("rules", {})
        return named

    def refusal(self, path: Steps, sentence: str, **evidence: Any) -> VariantError:
        """An error at a place of this file; reads the file again if places were not kept."""
        from mustutor.base import yaml_text

        document = self.document or yaml_text.read(Path(self.file), VariantError)
        place = document.place(path)
        return VariantError(
            sentence, file=self.file, line=place.line, column=place.column, **evidence
        )


def variant_ids() -> tuple[str, ...]:
    """Name the packaged variants.

    >>> "encaje" in variant_ids()
    True
    """
    return tuple(packaged_files())


@cached_until_registered
def packaged_files() -> Mapping[str, Path]:
    """The files of the packaged variants by id: mustutor's own, and those that games bring."""
    places = [path for folder in data_folders("variants") for path in folder.glob("*.yaml")]
    places += data("variants").glob("*.yaml")
    found = {path.stem: path for path in places}
    return ReadOnlyMap(sorted(found.items()))


def load_packaged_variant(path: Path) -> VariantFile:
    """Read a packaged variant, from its compiled form if the file is unchanged.

    If a compiled draft fails a check, the YAML is read, to report the place.
    """
    draft = shipped.compiled_form(path)
    if draft is not None and _stands(draft, path.stem):
        return VariantFile(draft, str(path))
    return read(path, path.stem)


def _stands(draft: dict[str, Any], variant_id: str) -> bool:
    """Whether a compiled draft that fits the schema passes the other checks of `read`."""
    named = [option for note in draft.get("notes", ()) for option in note.get("options", ())]
    rows = options_of(game_named(draft)).rows
    return draft["id"] == variant_id and all(option in rows for option in named)


def unknown(variant_id: str) -> tuple[str, dict[str, Any]]:
    """The refusal of an unknown variant id: a sentence and its evidence."""
    hint = schema.closest_match(variant_id, variant_ids())
    if hint:
        return mark("There is no variant {id}."), {"id": variant_id, "hint": hint}
    evidence = {"id": variant_id, "ids": ", ".join(variant_ids()), "hint": ""}
    return mark("There is no variant {id}: there are {ids}."), evidence


def read(path: Path, named: str = "") -> VariantFile:
    """Read a variant's YAML; a packaged one must have the id of its file name."""
    from mustutor.base import yaml_text

    document = yaml_text.read(path, VariantError)
    source = VariantFile(document.data, document.file, document)
    table = options_of(game_named(document.data))
    whole = whole_schema(table)
    if not schema.accepts(document.data, whole, whole):
        refuse_worst(schema.refusals(document.data, whole), document)
    for index, note in enumerate(source.draft.get("notes", ())):
        for place, option in enumerate(note.get("options", ())):
            if option not in table.rows:
                raise source.refusal(
                    ("notes", index, "options", place),
                    mark("There is no option {option}."),
                    option=option,
                    hint=schema.closest_match(option, table.rows),
                )
    if named and source.draft["id"] != named:
        sentence = mark(
            "A variant that comes with mustutor is named like its file: set id to {id}."
        )
        raise source.refusal(("id",), sentence, id=named)
    return source


def game_named(draft: Any) -> str:
    """The game of an unchecked file: the one it names, else that of the variant it extends."""
    for _ in range(LONGEST_LINEAGE):
        if not isinstance(draft, dict):
            break
        rules = draft.get("rules")
        if isinstance(rules, dict) and rules.get("game") in games():
            return str(rules["game"])
        parent = draft.get("extends")
        path = packaged_files().get(parent) if isinstance(parent, str) else None
        if path is None:
            break
        draft = _shipped_draft(path)
    return DEFAULT_GAME


def _shipped_draft(path: Path) -> Any:
    draft = shipped.compiled_form(path)
    if draft is None:
        from mustutor.base import yaml_text

        draft = yaml_text.read(path, VariantError).data
    return draft


@cache
def whole_schema(table: OptionTable) -> dict[str, Any]:
    """The schema of a variant's file for a game with these options."""
    stated = schema.schema("variant")
    return {**stated, "$defs": {**stated["$defs"], "rules": table.schema()}}


def refuse_worst(refusals: list[schema.Refusal], document: Document | None) -> None:
    """Raise the error to mend first: a wrong name or value before a missing one."""
    if not refusals:
        return

    def order(refusal: schema.Refusal) -> tuple[bool, tuple[int, int]]:
        place = document.place(refusal.path, key=refusal.at_key) if document else (0, 0)
        return refusal.is_missing, place

    first = min(refusals, key=order)
    place = document.place(first.path, key=first.at_key) if document else None
    raise VariantError(
        first.sentence,
        file=document.file if document else "",
        line=place.line if place else 0,
        column=place.column if place else 0,
        hint=first.hint,
        **first.evidence,
    )


def lineage(source: VariantFile) -> list[VariantFile]:
    """The chain of variants from the root to this one."""
    line = [source]
    met = {source.draft["id"]}
    while "extends" in line[-1].draft:
        child = line[-1]
        parent = child.draft["extends"]
        if parent in met:
            sentence = mark(
                "A variant cannot build on itself, as {id} would: change id or extends."
            )
            raise child.refusal(("extends",), sentence, id=parent)
        path = packaged_files().get(parent)
        if path is None:
            sentence, evidence = unknown(parent)
            raise child.refusal(("extends",), sentence, **evidence)
        if len(line) == LONGEST_LINEAGE:
            sentence = mark(
                "Variants build on one another at most {most} deep: build on a nearer one."
            )
            raise child.refusal(("extends",), sentence, most=LONGEST_LINEAGE)
        met.add(parent)
        line.append(load_packaged_variant(path))
    return line[::-1]


def earlier_rules(
    source: VariantFile, table: OptionTable, rules: Mapping[str, RuleValue]
) -> Iterator[Mapping[str, RuleValue]]:
    """The earlier states of a variant's rules, the latest first; each is a change of the next."""
    for state in source.draft.get("earlier", ()):
        was = {option: table.rows[option].merged(rules[option], v) for option, v in state.items()}
        rules = ReadOnlyMap({**rules, **was})
        yield rules
