"""Stones on a sheet: how many each side has, and the movements of a ledger."""

from __future__ import annotations

import re
from typing import Any

from mustutor.errors import NotationError
from mustutor.language import mark
from mustutor.replay.names import Names
from mustutor.sheet.line import NONE, Pen, Piece, SheetLine, object_of, pieces

NEEDED = ("lance", "when", "item", "from", "to", "stones")
DECIDES = "game"
"""What stands at the end of a movement that wins the game without stones."""

_NUMBER = re.compile(r"[0-9]{1,7}")
_SIDE = re.compile(r"[A-H]")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:]*")
_RULE = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")
_SEAT = re.compile(r"[A-H][1-9]?")


def number_of(line: SheetLine, piece: Piece, *, owed: bool = False) -> int:
    """Read a whole number, in the digits 0 to 9; what is `owed` has a minus before it."""
    if not _NUMBER.fullmatch(piece.text.removeprefix("-") if owed else piece.text):
        line.refuse(
            mark("This should be a number of stones, which {found!r} is not."),
            piece.at,
            found=piece.text,
        )
    return int(piece.text)


def stones_of(line: SheetLine, rest: Piece, names: Names) -> dict[str, int]:
    """Read the stones of each side: ``A 5, B 18``; ``none`` is nobody's.

    A player stands for his side.
    """
    found = pieces(rest)
    if [piece.text.casefold() for piece in found] == [NONE]:
        return {}
    stones: dict[str, int] = {}
    if not found:
        line.refuse(mark("This should give the stones of each side, as in A 5, B 18."), rest.at)
    while found:
        named = found.pop(0)
        side = _side(line, rest, named, names)
        # A name may be of several words.
        end = named.at + len(named.text)
        if not _SIDE.fullmatch(named.text.upper()):
            end = named.at + names.begins(rest.text[named.at - rest.at :])[1]
        while found and found[0].at < end:
            found.pop(0)
        if side in stones:
            line.refuse(mark("{what} is written twice."), named.at, what=side)
        if not found:
            line.refuse(mark("It is not said how many stones {side} has."), named.at, side=side)
        stones[side] = number_of(line, found.pop(0), owed=True)
    return stones


def _side(line: SheetLine, rest: Piece, named: Piece, names: Names) -> str:
    side = named.text.upper()
    if not _SIDE.fullmatch(side):
        try:
            side = names.begins(rest.text[named.at - rest.at :])[0][:1]
        except NotationError as problem:
            line.refuse(problem.sentence, named.at, **problem.evidence)
    if not side:
        line.refuse(
            mark("{word!r} is not a side: a side is a letter from A to H."),
            named.at,
            word=named.text,
        )
    return side


def written_stones(stones: dict[str, int]) -> str:
    """Write the stones of each side.

    >>> written_stones({"B": 18, "A": 5}), written_stones({})
    ('A 5, B 18', 'none')
    """
    return ", ".join(f"{side} {stones[side]}" for side in sorted(stones)) or NONE


def movement_of(line: SheetLine, rest: Piece) -> dict[str, Any]:
    """Read a movement of stones: ``grande at_once stake B>pot:grande 5 ENC-SET-8``."""
    if rest.text.startswith("{"):
        return object_of(line, rest)
    found = pieces(rest)
    if len(found) < len(NEEDED) - 1:
        line.refuse(
            mark("A movement is written as in {example}."),
            rest.at,
            example="grande at_once deje bank>A 1 MUS-DEJE-1",
        )
    lance, when, item, way, stones, *others = found
    source, arrow, target = way.text.partition(">")
    if not (arrow and source and target):
        line.refuse(
            mark("This should say from whom to whom the stones go, as in {example}."),
            way.at,
            example="bank>A",
        )
    movement: dict[str, Any] = {
        "lance": lance.text,
        "when": when.text,
        "item": item.text,
        "from": source,
        "to": target,
        "stones": number_of(line, stones),
    }
    for piece in others:
        _beside(line, piece, movement)
    return movement


def _beside(line: SheetLine, piece: Piece, movement: dict[str, Any]) -> None:
    """What stands after the stones: the article, the seat that earns them, who wins by it."""
    name = ""
    if piece.text == DECIDES:
        name = "wins_game"
    elif _RULE.fullmatch(piece.text):
        name = "rule"
    elif _SEAT.fullmatch(piece.text):
        name = "seat"
    if not name or name in movement:
        line.refuse(
            mark("{word!r} is neither an article, nor a seat, nor the word {game}."),
            piece.at,
            word=piece.text,
            game=DECIDES,
        )
    movement[name] = piece.text if name != "wins_game" else True


def written_movement(movement: dict[str, Any], pen: Pen) -> str:
    """Write a movement in short, or as JSON where it holds more than has a place.

    >>> written_movement({"lance": "chica", "when": "at_once", "item": "deje", "from": "bank",
    ...     "to": "A", "stones": 1, "rule": "MUS-DEJE-1"}, Pen())
    'chica at_once deje bank>A 1 MUS-DEJE-1'
    """
    left = dict(movement)
    lance, when, item, source, target, stones = (left.pop(name, "") for name in NEEDED)
    words = [lance, when, item, f"{source}>{target}", str(stones)]
    plain = all(_NAME.fullmatch(word) for word in (lance, when, item, source, target))
    rule, seat, wins = left.pop("rule", None), left.pop("seat", None), left.pop("wins_game", None)
    plain = plain and (rule is None or _RULE.fullmatch(rule) is not None)
    plain = plain and (seat is None or _SEAT.fullmatch(seat) is not None)
    if left or not plain or wins is False:
        return pen.json(movement)
    words += [word for word in (rule, seat) if word is not None]
    return " ".join([*words, *([DECIDES] if wins else [])])
