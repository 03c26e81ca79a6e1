"""Explanations as plain text (`to_text`), or as Markdown (`to_markdown`).

Text is in aligned columns where there is room, and stacked where there is none. What has to be
brief is fitted into five lines (`fit_five_lines`).
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mustutor.base.language import printable
from mustutor.games.explain import BETWEEN, STONES, Explanation, Line, Passage, ScoreTable
from mustutor.games.tell_hand import _article_list

Paint = Callable[[str, str], str]
"""Colours a piece: what it is (title, heading, seat, said, rule or text), and its text."""

WIDTH = 90
NARROW = 64
LEAST_TEXT = 28
INDENT = 2
NO_BREAK = "\u00a0"
BESIDE = "   "
MOST_KEPT = 8_192
LONGEST_KEPT = 400
"""The number of texts kept as they were laid out, and the most letters of such a text."""
LONGEST_LINE = 20_000

# Signs that decomposition does not bring to ASCII by itself.
PLAIN_SIGNS = str.maketrans(
    {"·": "-", "–": "-", "—": "-", "…": "...", "¿": "", "¡": "", "«": '"', "»": '"'}
    | {"“": '"', "”": '"', "‘": "'", "’": "'"}
)


def no_paint(what: str, text: str) -> str:  # noqa: ARG001 - the signature of every painter
    """Return the text without styles."""
    return text


def to_text(
    explanation: Explanation,
    width: int = WIDTH,
    *,
    ascii: bool = False,  # noqa: A002 - the option of the command line
    paint: Paint = no_paint,
) -> str:
    """Write an explanation for a page of `width` columns; 40 are enough.

    Every line is printable. Articles are at the end of the lines they justify. `ascii` restricts
    the output to ASCII.
    """
    blocks = [_passage(passage, width, ascii, paint) for passage in explanation.passages]
    if explanation.title:
        title = _wrapped(_clean(explanation.title, ascii), width)
        # A passage without a heading belongs to the title.
        first = blocks.pop(0) if blocks and not explanation.passages[0].heading else []
        blocks.insert(0, [*(paint("title", line) for line in title), *first])
    return "\n\n".join(["\n".join(block) for block in blocks]) + "\n"


def _clean(text: str, plain: bool) -> str:
    # Titles and labels may come from a record, and a record from anybody.
    text = printable(text, LONGEST_LINE)
    if not plain or text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(PLAIN_SIGNS))
    return decomposed.encode("ascii", "ignore").decode("ascii")


def _passage(passage: Passage, width: int, plain: bool, paint: Paint) -> list[str]:
    written = []
    if passage.heading:
        heading = _wrapped(_clean(passage.heading.upper(), plain), width)
        written += [paint("heading", line) for line in heading]
    columns = _columns(passage.lines)
    ended = False
    for text, rules, kind, seat, indent, said, _ in _cleaned(passage.lines, plain):
        if ended and indent == 1:
            written.append("")
        head = painted = " " * (INDENT * indent)
        seats, words = columns[indent]
        if seat:
            column = seat.ljust(seats) + "  "
            head += column
            painted += paint("seat", column[:-2]) + "  "
        if said:
            column = said.ljust(words) if text else said
            head += column
            painted += paint("said", column)
        if not text:
            written.append(painted.rstrip())
        elif not said:
            written += _body(painted, len(head), text, rules, width, paint)
        elif width >= NARROW and width - len(head) >= LEAST_TEXT:
            hang = len(head) + len(BESIDE)
            written += _body(painted + BESIDE, hang, text, rules, width, paint)
        else:
            who = paint("seat", seat) + "  " if seat else ""
            written.append(" " * (INDENT * indent) + who + paint("said", said.rstrip()))
            hang = INDENT * indent + INDENT + bool(seat)
            written += _body("", hang, text, rules, width, paint)
        # A blank line may follow the stones of each, or details.
        ended = indent == 2 or kind in STONES
    return written


def _cleaned(lines: Sequence[Line], plain: bool) -> Sequence[Line]:
    """Lines without unprintable characters."""
    whole = "".join([text + said + seat for text, _, _, seat, _, said, _ in lines])
    if not plain and whole.isprintable() and len(whole) <= LONGEST_LINE:
        return lines
    return [
        line._replace(
            text=_clean(line.text, plain),
            seat=_clean(line.seat, plain),
            said=_clean(line.said, plain),
        )
        for line in lines
    ]


def _columns(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    """The widths of the columns for seats and calls, at each level of a passage."""
    columns: dict[int, tuple[int, int]] = {}
    for text, _, _, seat, indent, said, _ in lines:
        found = columns.get(indent)
        if found is None:
            columns[indent] = len(seat), len(said) if text else 0
        elif len(seat) > found[0] or (text and len(said) > found[1]):
            columns[indent] = max(found[0], len(seat)), max(found[1], len(said) if text else 0)
    return columns


def _body(
    start: str, hang: int, text: str, rules: tuple[str, ...], width: int, paint: Paint
) -> list[str]:
    """A text beside its columns, or below them if there is no room."""
    laid = _with_articles if len(text) < LONGEST_KEPT else _with_articles.__wrapped__
    first, *rest = laid(hang, text, rules, width, paint)
    return [(start or " " * hang) + first, *rest]


@lru_cache(maxsize=MOST_KEPT)
def _with_articles(
    hang: int, text: str, rules: tuple[str, ...], width: int, paint: Paint
) -> tuple[str, ...]:
    """Lay out a text with its articles at the right edge of the last line. Cached.

    The first line starts after its columns, and the others are indented to it.
    """
    pieces = _wrapped(text, max(width - hang, 10))
    written = [paint("text", pieces[0])]
    written += [" " * hang + paint("text", piece) for piece in pieces[1:]]
    if not rules:
        return tuple(written)
    cited = _article_list(rules)
    used = hang + len(pieces[-1])
    if width >= NARROW and used + 2 + len(cited) <= width:
        written[-1] += " " * (width - used - len(cited)) + paint("rule", cited)
    elif width < NARROW and used + 1 + len(cited) <= width:
        written[-1] += " " + paint("rule", cited)
    elif width >= NARROW:
        written.append(" " * (width - len(cited)) + paint("rule", cited))
    else:
        written.append(" " * hang + paint("rule", cited))
    return tuple(written)


def wrap_text(text: str, room: int, **how: Any) -> list[str]:
    """Break a text at its spaces, but never between a number and its sign: "33.3 %".

    >>> wrap_text("Won in 33.3 % of all deals.", 11)
    ['Won in', '33.3 % of', 'all deals.']
    """
    kept = text.replace(" %", f"{NO_BREAK}%")
    lines = textwrap.wrap(kept, room, break_on_hyphens=False, **how)
    return [line.replace(f"{NO_BREAK}%", " %") for line in lines]


def _wrapped(text: str, room: int) -> list[str]:
    """Break text at spaces; a text made of pieces breaks between its pieces only."""
    if BETWEEN not in text:
        if len(text) <= room:
            return [text.rstrip()]
        return wrap_text(text, room, break_long_words=False) or [""]
    lines = [""]
    for piece in text.split(BETWEEN):
        longer = f"{lines[-1]}{BETWEEN}{piece}" if lines[-1] else piece
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def to_markdown(explanation: Explanation) -> str:
    """Write an explanation as Markdown.

    >>> from mustutor.games.explain import Passage
    >>> page = Explanation("Encaje", (Passage("Grande", (Line("D folds.", ("ENC-BET-4",)),)),))
    >>> print(to_markdown(page))
    # Encaje
    <BLANKLINE>
    ## Grande
    <BLANKLINE>
    - D folds. *ENC-BET-4*
    <BLANKLINE>
    """
    blocks = [f"# {_escaped(explanation.title)}"] if explanation.title else []
    for passage in explanation.passages:
        if passage.heading:
            blocks.append(f"## {_escaped(passage.heading)}")
        if passage.table is not None:
            blocks.append(_table(passage.table))
        blocks.append("\n".join([_item(line) for line in passage.lines]))
    return "\n\n".join(blocks) + "\n"


def _table(table: ScoreTable) -> str:
    """A table as most Markdown renderers know it."""
    head, *rows = [f"| {' | '.join(map(_escaped, row))} |" for row in (table.head, *table.rows)]
    return "\n".join([head, "|" + " --- |" * len(table.head), *rows])


def _item(line: Line) -> str:
    pieces = []
    if line.seat:
        pieces.append(f"**{_escaped(line.seat)}**")
    if line.said:
        pieces.append(f"`{printable(line.said).replace('`', chr(39))}`")
    if line.text:
        text = line.text.replace(BETWEEN, ", ") if line.kind in STONES else line.text
        pieces.append(_escaped(text))
    if line.rules:
        pieces.append(f"*{', '.join(map(_escaped, line.rules))}*")
    item = " ".join(pieces)
    # The last piece is text, whose beginning could be read as a list, a rule or code.
    return "  " * max(line.indent - 1, 0) + "- " + re.sub(_BEGINS, r"\1\\\2", item.lstrip())


# Compiled when Markdown is written, and not at every start.
_BEGINS = r"^(\d*)([-+=.)])"
_MEANS_SOMETHING = r"([\\`*_<>\[\]#|&~$!])"
_ADDRESS = r"(?i)\b(www)\.|(?<=[a-z])(:)(?=//)|(?<=\w)(@)(?=\w)"


def _escaped(text: str) -> str:
    """Escape Markdown: no emphasis, link, address, HTML or formula."""
    shown = re.sub(_MEANS_SOMETHING, r"\\\1", printable(text, 20_000))
    return re.sub(_ADDRESS, _kept_apart, shown)


def _kept_apart(found: re.Match[str]) -> str:
    return f"{found[1]}\\." if found[1] else f"\\{found[0]}"


# --- five lines --------------------------------------------------------------------------

MOST_LINES = 5
COLUMNS = 84
WEIGHED = "weighed"
OF_THE_REGION = frozenset(("why_no_real", "why_four_kings", "why_no_deje", "why_no_ordago"))
"""What decides in one region and not in another: it is told before the hands."""


class Point(NamedTuple):
    """One thing a verdict says: its lines, and what decides it where there is room for that.

    `group` is what it tells: what is ``decided``, ``ways`` to rule, ``why``, or what the ``club``
    decides.
    """

    heads: tuple[Line, ...]
    details: tuple[Line, ...] = ()
    group: str = "decided"


def fit_five_lines(points: Sequence[Point]) -> Iterator[Line]:
    """The points in five lines at most: first what each says, then what there is room for."""
    points = [point._replace(heads=_each_once(point.heads)) for point in points]
    while sum(len(point.heads) for point in points) > MOST_LINES:
        lines = Counter[str]()
        for point in points:
            lines[point.group] += len(point.heads)
        points = list(_in_one_line(points, max(lines, key=lines.__getitem__)))
    heads = [head for point in points for head in point.heads]
    room = max(MOST_LINES - sum(map(_height, heads)), 0)
    left = sum(bool(point.details) for point in points)
    told: set[tuple[str, str, str]] = set()
    for point in points:
        fresh = [line for line in point.details if (line.seat, line.said, line.text) not in told]
        details = _chosen(fresh, -(-room // left)) if left else ()
        told |= {(line.seat, line.said, line.text) for line in details}
        room -= sum(map(_height, details))
        left -= bool(point.details)
        cited = {rule for line in details for rule in line.rules}
        rules = [rule for line in point.details for rule in line.rules if rule not in cited]
        *before, last = point.heads
        yield from before
        yield last._replace(rules=tuple(dict.fromkeys((*last.rules, *rules))))
        yield from details


def _each_once(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple({(line.seat, line.said, line.text): line for line in lines}.values())


def _in_one_line(points: Sequence[Point], group: str) -> Iterator[Point]:
    """The points with those of one group as a single line, where the first of them stood."""
    those = [point for point in points if point.group == group]
    for point in points:
        if point is those[0]:
            lines = [line for one in those for line in (*one.heads, *bare(one.details))]
            yield Point((joined(lines),), (), group)
        elif point.group != group:
            yield point


def joined(lines: Sequence[Line]) -> Line:
    """Sentences one after the other as a line, each once, with all their articles."""
    told: list[str] = []
    said = ""
    for line in lines:
        before = line.said if line.said != said else ""
        told.append(" ".join(filter(None, (line.seat, before, line.text))))
        said = line.said or said
    rules = [rule for line in lines for rule in line.rules if rule]
    kinds = {line.kind for line in lines if line.text}
    kind = kinds.pop() if len(kinds) == 1 else "claims_decided"
    text = " ".join(dict.fromkeys(filter(None, told)))
    return Line(text, tuple(dict.fromkeys(rules)), kind, indent=0)


def _chosen(details: Sequence[Line], room: int) -> list[Line]:
    """The details there is room for: calls that count otherwise, the hands, then the reasons."""
    hands = [line for line in details if shows_hand(line)]
    weighed = [line for line in details if line.kind == WEIGHED]
    weighed += [line for line in details if line.kind in OF_THE_REGION]
    plain = [line for line in details if line not in hands and line not in weighed]
    chosen: list[Line] = []
    for lines in [*([line] for line in weighed), hands, *([line] for line in plain)]:
        height = sum(map(_height, lines))
        if height <= room:
            chosen += lines
            room -= height
    return [line for line in details if line in chosen]


def _height(line: Line) -> int:
    """How many lines of a terminal it takes."""
    signs = 2 * line.indent + sum(map(len, (line.seat, line.said, line.text, *line.rules)))
    return -(-(signs + 4 * len(line.rules)) // COLUMNS)


def shows_hand(line: Line) -> bool:
    """Whether a line shows the hand of somebody."""
    return bool(line.said) and line.kind != WEIGHED


def bare(details: Iterable[Line]) -> Iterator[Line]:
    """The articles of what decides a claim, without its words."""
    return (line._replace(text="", said="", seat="") for line in details)
