"""The table that every attacker prints: cases tried, and how each class of them fared.

A row is a name and whole numbers by column, and what stands under the table is whatever the
attacker has to say of single cases. It is a printer and nothing else.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

GAP = "  "
SURVIVED = "survived"
"""The last column of a table of cases."""


class Case(NamedTuple):
    """Something that was done to a command, and the harm that came of it, if any."""

    name: str
    how: str
    harm: str = ""


def asked(told: str | None) -> bool:
    """Read the command line of an attacker, which `told` explains; whether it is to be short."""
    parser = argparse.ArgumentParser(
        description=told, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="try some of all of them")
    return bool(parser.parse_args().short)


def survival(cases: Iterable[Case], columns: Sequence[str]) -> int:
    """Print how often each command was tried in each way, and survived; 1 where one did not."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    harmed = []
    for case in cases:
        rows[case.name].update((case.how,) if case.harm else (case.how, SURVIVED))
        harmed += [case] if case.harm else []
    print(*lines("command", (*columns, SURVIVED), rows), sep="\n")
    print(*[f"{case.name}, {case.how}: {case.harm}" for case in harmed], sep="\n")
    return 1 if harmed else 0


def lines(
    name: str, columns: Sequence[str], rows: Mapping[str, Mapping[str, int]]
) -> Iterable[str]:
    """The lines of a table: numbers by column for each name, nothing for a zero, and their sums.

    >>> rows = {"punto": {"tried": 12, "caught": 12}, "unbet": {"tried": 3}}
    >>> print(*lines("record", ("tried", "caught"), rows), sep="\\n")
    record  tried  caught
    punto      12      12
    unbet       3       .
    all        15      12
    """
    sums = {column: sum(row.get(column, 0) for row in rows.values()) for column in columns}
    whole = {**rows, "all": sums}
    left = max(map(len, [name, *whole]))
    widths = [max(len(column), len(str(sums[column]))) for column in columns]
    headings = [column.rjust(width) for column, width in zip(columns, widths, strict=True)]
    yield GAP.join([name.ljust(left), *headings])
    for each, row in whole.items():
        cells = [str(row.get(column) or ".") for column in columns]
        yield GAP.join(
            [each.ljust(left), *map(str.rjust, cells, widths)],
        )
