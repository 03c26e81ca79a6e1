"""House rules named on a sheet: a file of a variant that lies beside it.

``variant forgot`` means ``forgot.yaml`` in the folder of the sheet, where mustutor has no variant
of that name. A sheet may come from a stranger, so a plain name is all it can say: no path leads
anywhere else. The record carries the rules with it from then on.
"""

from __future__ import annotations

import re
from pathlib import Path

from mustutor.errors import ReplayError, VariantError
from mustutor.language import mark
from mustutor.sheet.line import Piece, SheetLine
from mustutor.variant import Variant, load_variant, variant_ids

STDIN = "<stdin>"
"""What a sheet without a file is called."""

ENDINGS = (".yaml", ".yml")

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\.ya?ml)?")


def rules_beside(line: SheetLine, named: Piece) -> Variant | None:
    """The rules of the house a sheet names; what is wrong with them is told where it stands."""
    try:
        return house_rules(named.text, "" if line.file == STDIN else line.file)
    except VariantError as problem:
        if not problem.file:
            line.refuse(problem.sentence, named.at, **problem.evidence)
        raise ReplayError(
            problem.sentence,
            file=problem.file,
            line=problem.line,
            column=problem.column,
            hint=problem.hint,
            **problem.evidence,
        ) from None


def house_rules(named: str, sheet: str) -> Variant | None:
    """The rules in the file beside a sheet; None where they are ours, or where there is none.

    `sheet` is the file of the sheet, empty where it came without one. Raises VariantError where
    the name is a path, or what the file says cannot stand.
    """
    if named in variant_ids():
        return None
    if not _PLAIN.fullmatch(named):
        if re.search(r"[/\\]", named) or named.endswith(ENDINGS):
            raise VariantError(
                mark("A file of rules lies beside the sheet, and is named without its folder.")
            )
        return None
    folder = Path(sheet).parent
    plain = named.endswith(ENDINGS)
    for path in [folder / named] if plain else [folder / f"{named}{end}" for end in ENDINGS]:
        if sheet and path.is_file():
            if path.resolve().parent != folder.resolve():
                raise VariantError(
                    mark(
                        "{name} leads to another folder, and the rules must lie beside the sheet."
                    ),
                    name=path.name,
                )
            return load_variant(path)
    if plain:
        raise VariantError(mark("There is no file {name} beside the sheet."), name=named)
    return None
