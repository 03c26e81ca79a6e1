"""From plain JSON to a Replay, fast, accepting exactly what the schema accepts.

Each kind of object is a table of its fields and how each is checked. A refusal carries the path
of the first thing that is wrong; `schemas/replay-1.schema.json` then explains it to the reader.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mustutor.replay.format import FORMAT, NOTHING, Hand, Json, Replay, Round

Path = tuple[str | int, ...]
Check = Callable[[Any, Path], object]

MOST_SEATS = 8
MOST_HANDS = 10_000
MOST_ROUNDS = 1_000
MOST_CALLS = 10_000
MOST_CARDS = 40
MOST_STONES = 1_000_000
LONGEST_TEXT = 2_000
LONGEST_NAME = 200
LATEST = 2**53
HEXADECIMAL = "0123456789abcdef"
NAMES = ("players", "event", "place", "date", "recorder", "view")


class Refused(Exception):
    """The document is not a record: `path` leads to the first thing that is wrong."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


def decode(document: object) -> Replay:
    """Turn a JSON document into a Replay; raises Refused with the path of what is wrong.

    >>> decode({"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"],
    ...         "hands": []}).seats
    ('A', 'B')
    """
    extra = _fields(document, (), MATCH, ("format", "variant", "seats", "hands"))
    given: Json = document  # type: ignore[assignment]
    return Replay(
        variant=given["variant"],
        seats=tuple(given["seats"]),
        hands=tuple([_decoded_hand(hand) for hand in given["hands"]]),
        start=given.get("start"),
        games=given.get("games"),
        claims=_tuple(given.get("claims")),
        notes=given.get("notes"),
        signatures=given.get("signatures"),
        seal=given.get("seal"),
        about={name: given[name] for name in NAMES if name in given},
        extra=extra,
    )


def _decoded_hand(given: Json) -> Hand:
    return Hand(
        given["mano"],
        tuple([_decoded_round(round_) for round_ in given["rounds"]]),
        given.get("deal"),
        _tuple(given.get("ledger")),
        given.get("after"),
        given.get("seal"),
        _others(given),
    )


def _decoded_round(given: Json) -> Round:
    if len(given) == 2:
        return Round(given["lance"], tuple(given["calls"]))
    return Round(
        given["lance"],
        tuple(given["calls"]),
        given.get("draws"),
        _tuple(given.get("checks")),
        _tuple(given.get("at_ms")),
        _others(given),
    )


def _tuple(given: list[Any] | None) -> tuple[Any, ...] | None:
    return None if given is None else tuple(given)


def _others(given: Json) -> Json:
    extra = {name: thing for name, thing in given.items() if name[:2] == "x-"}
    return extra or NOTHING


def is_seat(text: str) -> bool:
    """Whether this names a seat: a capital letter, and a digit where a side has several.

    >>> is_seat("A"), is_seat("B2"), is_seat("b")
    (True, True, False)
    """
    return "A" <= text[:1] <= "H" and (len(text) == 1 or len(text) == 2 and text[1] in "123456789")


# --- how a thing is checked --------------------------------------------------------------


def _fields(
    given: object, path: Path, known: dict[str, Check], required: tuple[str, ...] = ()
) -> Json:
    """Check an object field by field; gives back the fields that belong to others."""
    if type(given) is not dict:
        raise Refused(path)
    extra = NOTHING
    for name, thing in given.items():
        check = known.get(name)
        if check is not None:
            check(thing, (*path, name))
        elif name[:2] == "x-":
            extra = {**extra, name: thing}
        else:
            raise Refused((*path, name))
    for name in required:
        if name not in given:
            raise Refused((*path, name))
    return extra


def _object(known: dict[str, Check], *required: str) -> Check:
    return lambda given, path: _fields(given, path, known, required)


def _each(least: int, most: int, check: Check) -> Check:
    def checked(given: object, path: Path) -> None:
        if type(given) is not list or not least <= len(given) <= most:
            raise Refused(path)
        for place, thing in enumerate(given):
            check(thing, (*path, place))

    return checked


def _map(allowed: Callable[[str], bool], check: Check, most: int = MOST_HANDS) -> Check:
    def checked(given: object, path: Path) -> None:
        if type(given) is not dict or len(given) > most:
            raise Refused(path)
        for name, thing in given.items():
            if not allowed(name):
                raise Refused((*path, name))
            check(thing, (*path, name))

    return checked


def _words(longest: int, least: int = 0) -> Check:
    def checked(given: object, path: Path) -> None:
        if type(given) is not str or not least <= len(given) <= longest:
            raise Refused(path)

    return checked


def _whole(most: int) -> Check:
    def checked(given: object, path: Path) -> None:
        if type(given) is not int or not 0 <= given <= most:
            raise Refused(path)

    return checked


def _one_of(*allowed: str) -> Check:
    words = frozenset(allowed)

    def checked(given: object, path: Path) -> None:
        if type(given) is not str or given not in words:
            raise Refused(path)

    return checked


def _hexadecimal(least: int, most: int) -> Check:
    def checked(given: object, path: Path) -> None:
        if type(given) is not str or not least <= len(given) <= most or given.strip(HEXADECIMAL):
            raise Refused(path)

    return checked


def _flag(given: object, path: Path) -> None:
    if type(given) is not bool:
        raise Refused(path)


def _anything(given: object, path: Path) -> None:
    """Rules are judged by the variant loader, which knows every option."""
    if type(given) is not dict:
        raise Refused(path)


def _seat(given: object, path: Path) -> None:
    if type(given) is not str or not is_seat(given):
        raise Refused(path)


def _seats(given: object, path: Path) -> None:
    _each(2, MOST_SEATS, _seat)(given, path)
    if len(set(given)) != len(given):  # type: ignore[call-overload, arg-type]
        raise Refused(path)


def _player(given: object, path: Path) -> None:
    if type(given) is str:
        _words(LONGEST_NAME)(given, path)
    else:
        _fields(given, path, {"name": _words(LONGEST_NAME), "kind": _words(LONGEST_NAME)})


def _claim(given: object, path: Path) -> None:
    _fields(given, path, CLAIM, ("by", "about"))
    if "stones" in given and "to" not in given:  # type: ignore[operator]
        raise Refused((*path, "to"))


def _is_side(name: str) -> bool:
    return len(name) == 1 and "A" <= name <= "H"


def _is_language(name: str) -> bool:
    return 2 <= len(name) <= 8 and name.isascii()


# --- the tables --------------------------------------------------------------------------

NAME = _words(LONGEST_NAME)
DIGEST = _hexadecimal(64, 64)
STONES = _map(_is_side, _whole(MOST_STONES), MOST_SEATS)
TEXT = _map(_is_language, _words(LONGEST_TEXT))
HANDS = _map(is_seat, _each(0, MOST_CARDS, NAME), MOST_SEATS)

MOVEMENT: dict[str, Check] = {
    "lance": NAME,
    "when": _one_of("at_once", "showdown"),
    "item": NAME,
    "from": NAME,
    "to": NAME,
    "stones": _whole(MOST_STONES),
    "rule": NAME,
    "seat": NAME,
    "wins_game": _flag,
}
ROUND: dict[str, Check] = {
    "lance": _one_of("mus", "descarte", "grande", "chica", "pares", "juego", "punto"),
    "calls": _each(0, MOST_CALLS, _words(LONGEST_TEXT)),
    "draws": HANDS,
    "checks": _each(0, MOST_CALLS, _hexadecimal(12, 12)),
    "at_ms": _each(0, MOST_CALLS, _whole(LATEST)),
}
SHUFFLE: dict[str, Check] = dict.fromkeys(
    ("algorithm", "commit", "seed", "table_seed", "nonce"), NAME
)
DEAL: dict[str, Check] = {
    "source": _one_of("physical", "shuffled", "composed"),
    "cards": HANDS,
    "shuffle": _object(SHUFFLE, "algorithm"),
    "commit": _map(is_seat, DIGEST, MOST_SEATS),
    "salts": _map(is_seat, _hexadecimal(32, LONGEST_NAME), MOST_SEATS),
}
HAND: dict[str, Check] = {
    "mano": _seat,
    "deal": _object(DEAL),
    "rounds": _each(0, MOST_ROUNDS, _object(ROUND, "lance", "calls")),
    "ledger": _each(
        0, MOST_CALLS, _object(MOVEMENT, "lance", "when", "item", "from", "to", "stones")
    ),
    "after": STONES,
    "seal": DIGEST,
}
CLAIM: dict[str, Check] = {
    "by": NAME,
    "about": NAME,
    "to": NAME,
    "stones": _whole(MOST_STONES),
    "after": STONES,
    "text": TEXT,
}
NOTE: dict[str, Check] = {
    "by": NAME,
    "glyph": _one_of("!", "?", "!!", "??", "bluff", "signal", "corrected"),
    "text": TEXT,
}
MATCH: dict[str, Check] = {
    "format": _one_of(FORMAT),
    "variant": _object(
        {"id": _words(LONGEST_NAME, 1), "digest": DIGEST, "rules": _anything}, "id"
    ),
    "seats": _seats,
    "hands": _each(0, MOST_HANDS, _object(HAND, "mano", "rounds")),
    "start": STONES,
    "games": STONES,
    "players": _map(is_seat, _player, MOST_SEATS),
    **dict.fromkeys(("event", "place", "date", "recorder", "view"), NAME),
    "claims": _each(0, MOST_HANDS, _claim),
    "notes": _map(lambda place: len(place) <= LONGEST_NAME, _each(0, 100, _object(NOTE, "text"))),
    "signatures": _each(0, MOST_SEATS, _anything),
    "seal": DIGEST,
}
