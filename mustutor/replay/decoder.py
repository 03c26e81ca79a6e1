"""From plain JSON to a Replay, fast, accepting exactly what the schema accepts.

Each kind of object is a table of its fields and how each is checked. The answer is yes or no;
after a no, `schemas/replay-1.schema.json` explains to the reader what is wrong, and where.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from mustutor.games.mus_family.lances import SEQUENCE
from mustutor.replay.format import FORMAT, NOTHING, Hand, Json, Replay, Round

Check = Callable[[Any], bool]

MOST_SEATS = 8
MOST_HANDS = 10_000
MOST_ROUNDS = 1_000
MOST_CALLS = 10_000
MOST_CARDS = 40
MOST_STONES = 1_000_000
LONGEST_TEXT = 2_000
LONGEST_NAME = 200
MOST_LANGUAGES = 100
MOST_NOTES = 10_000
LATEST = 2**53
HEXADECIMAL = "0123456789abcdef"
DIGITS = "123456789"
NAMES = ("players", "event", "place", "date", "recorder", "view")


class Refused(Exception):
    """The document is not a record; its schema can tell why."""


def decode(document: Any) -> Replay:
    """Turn a JSON document into a Replay; raises Refused where it is none.

    >>> decode({"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"],
    ...         "hands": []}).seats
    ('A', 'B')
    """
    if not _is_match(document):
        raise Refused
    given: Json = document
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
        extra=_others(given),
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
    checks = given.get("checks")
    if len(given) == 2 + (checks is not None):
        # Most rounds are such, and a record is full of them: straight to tuple, in half the time.
        told = tuple(checks) if checks is not None else None
        return tuple.__new__(
            Round, (given["lance"], tuple(given["calls"]), None, told, None, NOTHING)
        )
    return Round(
        given["lance"],
        tuple(given["calls"]),
        given.get("draws"),
        _tuple(checks),
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
    return "A" <= text[:1] <= "H" and (len(text) == 1 or (len(text) == 2 and text[1] in DIGITS))


# --- how a thing is checked --------------------------------------------------------------


def _object(known: dict[str, Check], *required: str) -> Check:
    """An object of known fields; those beginning with ``x-`` belong to others."""
    find = known.get

    def checked(given: Any) -> bool:
        if type(given) is not dict:
            return False
        for name, thing in given.items():
            check = find(name)
            if check is None:
                if name[:2] != "x-":
                    return False
            elif not check(thing):
                return False
        for name in required:  # noqa: SIM110 - a generator costs twice as much
            if name not in given:
                return False
        return True

    return checked


def _each(least: int, most: int, check: Check) -> Check:
    def checked(given: Any) -> bool:
        if type(given) is not list or not least <= len(given) <= most:
            return False
        for thing in given:  # noqa: SIM110 - as above
            if not check(thing):
                return False
        return True

    return checked


def _map(allowed: Callable[[str], bool], check: Check, most: int) -> Check:
    def checked(given: Any) -> bool:
        if type(given) is not dict or len(given) > most:
            return False
        for name, thing in given.items():  # noqa: SIM110 - as above
            if not (allowed(name) and check(thing)):
                return False
        return True

    return checked


def _words(longest: int, least: int = 0) -> Check:
    return lambda given: type(given) is str and least <= len(given) <= longest


def _lines(most: int, longest: int) -> Check:
    """A list of texts. The loops are C's: a record is mostly such lists."""

    def checked(given: Any) -> bool:
        if type(given) is not list or len(given) > most:
            return False
        try:
            whole = "".join(given)
        except TypeError:  # something in it is no text
            return False
        return len(whole) <= longest or max(map(len, given)) <= longest

    return checked


def _digests(most: int, digits: int) -> Check:
    """A list of hexadecimal numbers of so many digits."""
    exactly = {digits}

    def checked(given: Any) -> bool:
        if type(given) is not list or len(given) > most:
            return False
        try:
            whole = "".join(given)
        except TypeError:
            return False
        return not whole.strip(HEXADECIMAL) and set(map(len, given)) <= exactly

    return checked


def _movement(given: Any) -> bool:
    """A movement of the ledger; written out, because a record is full of them."""
    if type(given) is not dict:
        return False
    if len(given) == len(_COMMON_MOVEMENT):
        try:
            when, stones, *texts = _common_movement(given)
            if len("".join(texts)) <= LONGEST_NAME and type(stones) is int:
                return 0 <= stones <= MOST_STONES and when in _WHENS
        except (KeyError, TypeError):
            pass  # Another movement, or none: looked at field by field.
    if not given.keys() >= _MOVEMENT_NEEDS:
        return False
    for name, thing in given.items():
        if name in _MOVEMENT_TEXTS:
            if type(thing) is not str or len(thing) > LONGEST_NAME:
                return False
        elif name == "stones":
            if type(thing) is not int or not 0 <= thing <= MOST_STONES:
                return False
        elif name == "wins_game":
            if type(thing) is not bool:
                return False
        elif name[:2] != "x-":
            return False
    return given["when"] in _WHENS


def _whole(most: int) -> Check:
    return lambda given: type(given) is int and 0 <= given <= most


def _one_of(*allowed: str) -> Check:
    words = frozenset(allowed)
    return lambda given: type(given) is str and given in words


def _hexadecimal(least: int, most: int) -> Check:
    return lambda given: (
        type(given) is str and least <= len(given) <= most and not given.strip(HEXADECIMAL)
    )


def _any_object(given: Any) -> bool:
    """Embedded rules are judged by the variant loader, which knows every option."""
    return type(given) is dict


def _seat(given: Any) -> bool:
    return type(given) is str and is_seat(given)


def _seats(given: Any) -> bool:
    return _SEAT_LIST(given) and len(set(given)) == len(given)


def _player(given: Any) -> bool:
    return NAME(given) or _PLAYER(given)


def _claim(given: Any) -> bool:
    return _CLAIM(given) and ("stones" not in given or "to" in given)


def _is_side(name: str) -> bool:
    return len(name) == 1 and "A" <= name <= "H"


def _is_language(name: str) -> bool:
    return 2 <= len(name) <= 8 and name.isascii()


def _is_place(name: str) -> bool:
    return len(name) <= LONGEST_NAME


# --- the tables --------------------------------------------------------------------------

NAME = _words(LONGEST_NAME)
_PLAYER = _object({"name": NAME, "kind": NAME})
_SEAT_LIST = _each(2, MOST_SEATS, _seat)
DIGEST = _hexadecimal(64, 64)
STONES = _map(_is_side, _whole(MOST_STONES), MOST_SEATS)
TEXT = _map(_is_language, _words(LONGEST_TEXT), MOST_LANGUAGES)
HANDS = _map(is_seat, _lines(MOST_CARDS, LONGEST_NAME), MOST_SEATS)

_WHENS = frozenset(("at_once", "showdown"))
_MOVEMENT_NEEDS = frozenset(("lance", "when", "item", "from", "to", "stones"))
_COMMON_MOVEMENT = ("when", "stones", "lance", "item", "from", "to", "rule")
_common_movement = itemgetter(*_COMMON_MOVEMENT)
_MOVEMENT_TEXTS = frozenset(("lance", "when", "item", "from", "to", "rule", "seat"))

LANCE = _one_of(*SEQUENCE)
CALLS = _lines(MOST_CALLS, LONGEST_TEXT)
CHECKS = _digests(MOST_CALLS, 12)
ROUND: dict[str, Check] = {
    "lance": LANCE,
    "calls": CALLS,
    "draws": HANDS,
    "checks": CHECKS,
    "at_ms": _each(0, MOST_CALLS, _whole(LATEST)),
}
_any_round = _object(ROUND, "lance", "calls")


def _round(given: Any) -> bool:
    """A round; the common ones, of a lance, its calls and their checks, without a loop."""
    if type(given) is dict and len(given) == 3 and "checks" in given:
        try:
            return LANCE(given["lance"]) and CALLS(given["calls"]) and CHECKS(given["checks"])
        except KeyError:
            return False
    return _any_round(given)


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
    "rounds": _each(0, MOST_ROUNDS, _round),
    "ledger": _each(0, MOST_CALLS, _movement),
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
_CLAIM = _object(CLAIM, "by", "about")
NOTE: dict[str, Check] = {
    "by": NAME,
    "glyph": _one_of("!", "?", "!!", "??", "bluff", "signal", "corrected"),
    "text": TEXT,
}
MATCH: dict[str, Check] = {
    "format": _one_of(FORMAT),
    "variant": _object(
        {"id": _words(LONGEST_NAME, 1), "digest": DIGEST, "rules": _any_object}, "id"
    ),
    "seats": _seats,
    "hands": _each(0, MOST_HANDS, _object(HAND, "mano", "rounds")),
    "start": STONES,
    "games": STONES,
    "players": _map(is_seat, _player, MOST_SEATS),
    **dict.fromkeys(("event", "place", "date", "recorder", "view"), NAME),
    "claims": _each(0, MOST_HANDS, _claim),
    "notes": _map(_is_place, _each(0, 100, _object(NOTE, "text")), MOST_NOTES),
    "signatures": _each(0, MOST_SEATS, _any_object),
    "seal": DIGEST,
}
_is_match = _object(MATCH, "format", "variant", "seats", "hands")
