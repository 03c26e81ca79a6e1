"""What the file of a variant says: known to fit the schema, not yet resolved.

`mustutor.variant.variant` documents how a file is written and makes a Variant of it; here the files
are found and read, each with the place of every word for whoever has to refuse one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mustutor import compiled, schema
from mustutor.errors import VariantError
from mustutor.language import mark
from mustutor.resources import data
from mustutor.variant.options import LABELS

if TYPE_CHECKING:
    from mustutor.yamlio import Document

Steps: TypeAlias = tuple[str | int, ...]

LONGEST_LINEAGE = 8


class Source(NamedTuple):
    """What a variant's file says, known to fit the schema; its places if they were needed."""

    draft: dict[str, Any]
    file: str
    document: Document | None = None

    def refusal(self, path: Steps, sentence: str, **evidence: Any) -> VariantError:
        """An error at a place of this file, which is read again when nobody kept the places."""
        from mustutor import yamlio

        document = self.document or yamlio.read(Path(self.file), VariantError)
        place = document.place(path)
        return VariantError(
            sentence, file=self.file, line=place.line, column=place.column, **evidence
        )


@cache
def variant_ids() -> tuple[str, ...]:
    """Name the packaged variants.

    >>> "encaje" in variant_ids()
    True
    """
    return tuple(sorted(path.stem for path in data("variants").glob("*.yaml")))


def lineage(source: Source) -> list[Source]:
    """The variant and what it builds on, the root first."""
    line = [source]
    met = {source.draft["id"]}
    while "extends" in line[-1].draft:
        child = line[-1]
        parent = child.draft["extends"]
        if parent in met:
            raise child.refusal(
                ("extends",),
                mark("A variant cannot build on itself, and {id} would: change id or extends."),
                id=parent,
            )
        if parent not in variant_ids():
            sentence, evidence = unknown(parent)
            raise child.refusal(("extends",), sentence, **evidence)
        if len(line) == LONGEST_LINEAGE:
            raise child.refusal(
                ("extends",),
                mark("Variants build on one another at most {most} deep: build on a nearer one."),
                most=LONGEST_LINEAGE,
            )
        met.add(parent)
        line.append(shipped(parent))
    return line[::-1]


def unknown(variant_id: str) -> tuple[str, dict[str, Any]]:
    """How an id that no packaged variant has is refused: a sentence and its evidence."""
    hint = schema.closest(variant_id, variant_ids())
    evidence = {"id": variant_id, "ids": ", ".join(variant_ids()), "hint": hint}
    return mark("There is no variant {id}: there are {ids}."), evidence


def shipped(variant_id: str) -> Source:
    """Read a packaged variant, from its compiled form where the file was not edited since.

    What does not stand is read from the YAML, for the place of what is wrong.
    """
    path = data("variants") / f"{variant_id}.yaml"
    draft = compiled.ready(path)
    if draft is not None and _stands(draft, variant_id):
        return Source(draft, str(path))
    return read(path, variant_id)


def _stands(draft: dict[str, Any], variant_id: str) -> bool:
    """Whether a compiled draft, known to fit the schema, is what `read` lets through besides."""
    if draft["id"] != variant_id:
        return False
    named = [option for note in draft.get("notes", ()) for option in note.get("options", ())]
    return all(option in LABELS for option in named)


def read(path: Path, named: str = "") -> Source:
    """Read a variant's YAML; a packaged one must have the id its file is named by."""
    from mustutor import yamlio

    document = yamlio.read(path, VariantError)
    source = Source(document.data, document.file, document)
    if not schema.accepts(document.data, whole(), whole()):
        refuse_worst(schema.refusals(document.data, "variant"), document)
    for index, note in enumerate(source.draft.get("notes", ())):
        for place, option in enumerate(note.get("options", ())):
            if option not in LABELS:
                raise source.refusal(
                    ("notes", index, "options", place),
                    mark("There is no option {option}."),
                    option=option,
                    hint=schema.closest(option, LABELS),
                )
    if named and source.draft["id"] != named:
        raise source.refusal(
            ("id",), mark("A packaged variant is named as its file: set id to {id}."), id=named
        )
    return source


def refuse_worst(refusals: list[schema.Refusal], document: Document | None) -> None:
    """Raise what a reader should mend first: a wrong name or value, then what is missing."""
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


def whole() -> dict[str, Any]:
    """The schema of a variant's file."""
    return schema.schema("variant")
