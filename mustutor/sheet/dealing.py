"""How a hand came about, on a sheet: the draw for the seats, who shuffled, who cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mustutor.language import mark
from mustutor.replay.format import Json
from mustutor.sheet.calls import cards_of, seat_of
from mustutor.sheet.draft import Draft, Path
from mustutor.sheet.line import Piece, SheetLine, items, pieces
from mustutor.sheet.stones import NONE, number_of


def _draw(draft: Draft, line: SheetLine, rest: Piece, _word: Piece) -> None:
    """``draw A1 Ro, B1 3c``: the card each drew for the seats."""
    for item in items(line, rest):
        seat, *told = pieces(item)
        cards = cards_of(line, told[0], draft.tongue.deck) if told else []
        if len(told) != 1:
            line.refuse(mark("This should be one card, as in {example}."), seat.at, example="A1 Ro")
        draft.put(("draw", seat_of(line, seat)), cards[0], line, seat.at)


def _shuffled(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """``shuffled A2 B2``: who shuffled, in this order."""
    seats = [seat_of(line, piece) for piece in pieces(rest) if piece.text.casefold() != NONE]
    draft.put((*draft.hand(line, word.at), "deal", "shuffled"), seats, line, word.at)


def _cut(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """``cut A2 12``: who cut, and how many cards he lifted; ``cut none``, that nobody did."""
    found = pieces(rest)
    path: Path = (*draft.hand(line, word.at), "deal", "cut")
    if [piece.text.casefold() for piece in found] == [NONE]:
        draft.put(path, NONE, line, word.at)
        return
    if len(found) not in (1, 2):
        line.refuse(
            mark("This should say who cut, and how many cards, as in {example}."),
            rest.at,
            example="cut A2 12",
        )
    cut: dict[str, object] = {"by": seat_of(line, found[0])}
    if found[1:]:
        cut["cards"] = number_of(line, found[1])
    draft.put(path, cut, line, word.at)


DEALING: dict[str, Callable[[Draft, SheetLine, Piece, Piece], None]] = {
    "draw": _draw,
    "shuffled": _shuffled,
    "cut": _cut,
}
"""The words of these lines."""


def written_dealing(deal: Json) -> Iterator[str]:
    """Write who shuffled and who cut, and leave of the deal what has no line of its own."""
    if "shuffled" in deal:
        yield " ".join(["shuffled", *(deal.pop("shuffled") or [NONE])])
    cut = deal.get("cut", {})
    if cut == NONE:
        yield f"cut {deal.pop('cut')}"
    elif cut and set(cut) <= {"by", "cards"}:
        del deal["cut"]
        yield " ".join(["cut", *[str(cut[part]) for part in ("by", "cards") if part in cut]])
