"""A record still being taken down: a header line, then one line a call.

The first line is the match without its hands; then come lines of five kinds: a hand begins
(``{"mano": …}``, with its deal), a round begins (``{"lance": …}``), something is said
(``{"call": …}``, with its check), cards are served (``{"draws": …}``), and the hand is over
(``{"ledger": …, "after": …, "seal": …}``). A crash loses at most the line under way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.replay.format import Json, Refused, Replay, decode
from mustutor.replay.jsontext import parsed
from mustutor.replay.reader import explain
from mustutor.replay.seal import canonical

KINDS = {
    "mano": {"mano", "deal"},
    "lance": {"lance"},
    "call": {"call", "check", "at_ms"},
    "draws": {"draws"},
    "": {"ledger", "after", "seal"},
}
"""What may stand on a line beside the field that tells its kind; ``x-`` fields go anywhere
but beside a call."""

ALONGSIDE = {"call": "calls", "check": "checks", "at_ms": "at_ms"}

Path = tuple[str | int, ...]
Places = dict[Path, int]


def close_up(data: bytes, *, file: str = "") -> Replay:
    """Make the record of a live file; a last line broken off is left out."""
    *lines, last = data.decode("utf-8", "replace").split("\n")
    places: Places = {}
    document: Json = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            _grow(document, parsed(line, file=file, line=number), places, number, file)
    if last.strip():
        number = len(lines) + 1
        try:
            thing = parsed(last, file=file, line=number)
        except ReplayError:
            pass
        else:
            _grow(document, thing, places, number, file)
    if not document:
        raise ReplayError(mark("It is empty: a record is a JSON document."), file=file)
    try:
        return decode(document)
    except Refused:
        explain(document, file, lambda path, **_: (_line_of(path, places), 1))


def _line_of(path: Path, places: Places) -> int:
    while path and path not in places:
        path = path[:-1]
    return places.get(path, 1)


def _grow(document: Json, thing: object, places: Places, number: int, file: str) -> None:
    """Add what a line tells to the document, and keep which line told it."""
    if type(thing) is not dict or not thing:
        _stranger(file, number)
    if not document:
        if "hands" in thing:
            _stranger(file, number)
        document.update({**thing, "hands": []})
        return
    kind = next((name for name in KINDS if name in thing), "")
    hands: list[Json] = document["hands"]
    owner = _owner(hands, kind)
    others = {name for name in thing if name[:2] == "x-" and kind != "call"}
    if owner is None or set(thing) - KINDS[kind] - others:
        _stranger(file, number)
    if kind == "mano":
        places["hands", len(hands)] = number
        hands.append({**thing, "rounds": []})
        return
    here: Path = ("hands", len(hands) - 1)
    if kind == "lance":
        places[*here, "rounds", len(owner["rounds"])] = number
        owner["rounds"].append({**thing, "calls": []})
        return
    if kind:
        here = (*here, "rounds", len(hands[-1]["rounds"]) - 1)
    for name, value in thing.items():
        if kind == "call":
            told = owner.setdefault(ALONGSIDE[name], [])
            places[*here, ALONGSIDE[name], len(told)] = number
            told.append(value)
        else:
            places[*here, name] = number
            owner[name] = value


def _owner(hands: list[Json], kind: str) -> Json | None:
    """The hand or round a line belongs to; None where none has begun."""
    if kind == "mano":
        return {}
    if not hands:
        return None
    if kind in ("lance", ""):
        return hands[-1]
    rounds: list[Json] = hands[-1]["rounds"]
    return rounds[-1] if rounds else None


def _stranger(file: str, number: int) -> NoReturn:
    raise ReplayError(
        mark("This line belongs to no hand or round begun before it."),
        file=file,
        line=number,
        column=1,
    )


def live_lines(replay: Replay) -> Iterator[str]:
    """Write a record as live lines, one a call."""
    yield canonical({n: v for n, v in replay.as_json().items() if n != "hands"})
    for hand in replay.hands:
        written = hand.as_json()
        rounds = written.pop("rounds")
        closing = {n: written.pop(n) for n in ("ledger", "after", "seal") if n in written}
        yield canonical(written)
        for round_ in rounds:
            yield from _round_lines(round_)
        if closing:
            yield canonical(closing)


def _round_lines(round_: Json) -> Iterator[str]:
    yield canonical({n: v for n, v in round_.items() if n == "lance" or n[:2] == "x-"})
    beside = {
        one: round_[many] for one, many in ALONGSIDE.items() if one != "call" and many in round_
    }
    for place, call in enumerate(round_["calls"]):
        told = {one: things[place] for one, things in beside.items() if place < len(things)}
        yield canonical({"call": call, **told})
    if "draws" in round_:
        yield canonical({"draws": round_["draws"]})
