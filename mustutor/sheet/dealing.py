"""How a hand came about, on a sheet: the draw for the seats, who shuffled, who cut, the stock."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mustutor.cards import Deck
from mustutor.language import mark
from mustutor.replay.format import Json
from mustutor.sheet.calls import begins_with_seat, cards_of, seat_of, written_cards
from mustutor.sheet.draft import Draft, Path
from mustutor.sheet.line import NONE, Pen, Piece, SheetLine, items, listed, pieces
from mustutor.sheet.stones import number_of


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


def _starter(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """``starter Ts``: the card turned up beside the stock."""
    cards = cards_of(line, rest, draft.tongue.deck)
    if len(cards) != 1:
        line.refuse(
            mark("This should be one card, as in {example}."), rest.at, example="starter Ts"
        )
    draft.put((*draft.hand(line, word.at), "deal", "starter"), cards[0], line, word.at)


def _stock(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """``stock 2h, 9d``: the stock in the order it is drawn; each ``restock`` as well."""
    none = rest.text.casefold() == NONE
    cards = [] if none else cards_of(line, rest, draft.tongue.deck)
    hand = draft.hand(line, word.at)
    if word.text.casefold() == "stock":
        draft.put((*hand, "deal", "stock"), cards, line, word.at)
    else:
        draft.add((*hand, "deal", "restocks"), cards, line, word.at)


def _held(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """``held A 3c 4c``: the hand after discards nobody saw, or what was left at the end."""
    seats_with_cards(draft, line, rest, (*draft.hand(line, word.at), "deal", "held"))


def seats_with_cards(draft: Draft, line: SheetLine, rest: Piece, path: Path) -> None:
    """Read cards for each seat, ``A1 Re 5e, B1 7o``, and put them at a path of the record."""
    for item in items(line, rest):
        seat, told = begins_with_seat(line, item, draft.names)
        if not seat:
            word, *_ = pieces(item)
            told = line.within(item, len(word.text))
            seat = seat_of(line, word._replace(text=word.text.removesuffix(":")))
        cards = cards_of(line, told, draft.tongue.deck)
        draft.put((*path, seat), cards, line, item.at)


DEALING: dict[str, Callable[[Draft, SheetLine, Piece, Piece], None]] = {
    "draw": _draw,
    "shuffled": _shuffled,
    "cut": _cut,
    "starter": _starter,
    **dict.fromkeys(("stock", "restock"), _stock),
    "held": _held,
}
"""The words of these lines."""


def written_dealing(deal: Json, pen: Pen, deck: Deck) -> Iterator[str]:
    """Write who shuffled and cut, and the stock; leave of the deal what has no line of its own."""
    if "shuffled" in deal:
        yield " ".join(["shuffled", *(deal.pop("shuffled") or [NONE])])
    cut = deal.get("cut", {})
    if cut == NONE:
        yield f"cut {deal.pop('cut')}"
    elif cut and set(cut) <= {"by", "cards"}:
        del deal["cut"]
        yield " ".join(["cut", *[str(cut[part]) for part in ("by", "cards") if part in cut]])
    if "starter" in deal:
        yield f"starter {written_cards([deal.pop('starter')], pen, deck)}"
    piles = [("stock", deal.pop("stock"))] if "stock" in deal else []
    # No restock at all has no line: it is told like any other field.
    piles += [("restock", pile) for pile in deal.pop("restocks")] if deal.get("restocks") else []
    for word, pile in piles:
        yield from listed(f"{word} ", [written_cards([card], pen, deck) for card in pile], ", ")
    if (held := deal.get("held")) and all(held.values()):
        del deal["held"]
        yield from listed("held ", written_hands(held, pen, deck), ", ")


def written_hands(hands: Json, pen: Pen, deck: Deck) -> list[str]:
    """Write the cards of each seat, to be listed."""
    return [f"{seat} {written_cards(cards, pen, deck)}" for seat, cards in hands.items()]
