"""The table that every attacker prints: cases tried, and how each class of them fared.

A row is a name and whole numbers by column, and what stands under the table is whatever the
attacker has to say of single cases. It is a printer and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

GAP = "  "


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
