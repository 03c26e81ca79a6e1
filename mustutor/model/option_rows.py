"""The rows of options, read from ``variants/options/``: a file for one game or several.

A row says what an option decides, its default, and how the game is played with each value. Which
values there are follows from how they are said: a ``switch`` is true or false, ``values`` are words
or numbers; a ``number`` has bounds; ``members`` make a set, ``fields`` a map of numbers,
``by_lance`` a map of values. What a table composes itself is its ``own``, whose shape comes from
code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from mustutor.base.language import Language
from mustutor.base.shipped import packaged_table
from mustutor.model.options import (
    FIRST,
    MOST,
    Each,
    Either,
    Fields,
    Kind,
    Members,
    Number,
    OneOf,
    Own,
    RuleOption,
    decoded,
)

FOLDER = "options"
Composed: TypeAlias = Mapping[str, Callable[[str], Own]]
NONE: Composed = {}


def option_rows(file: str, own: Composed = NONE) -> tuple[RuleOption, ...]:
    """Read the options of a file, in its order; `own` makes what tables compose, by option.

    >>> [row.default for row in option_rows("mau_mau")][:2]
    [500, 'highest']
    """
    stated = packaged_table(FOLDER, file)
    return tuple([_row(name, row, own) for name, row in stated.items()])


def _row(name: str, row: Mapping[str, Any], own: Composed) -> RuleOption:
    kinds = list(_kinds(name, row, own))
    idle = [
        {option: tuple(values) for option, values in reasons.items()}
        for reasons in row.get("idle", ())
    ]
    return RuleOption(
        name,
        row["decides"],
        decoded(row["default"]),
        kinds[0] if len(kinds) == 1 else Either(*kinds),
        tuple(idle),
        row.get("since", FIRST),
    )


def _kinds(name: str, row: Mapping[str, Any], own: Composed) -> Iterator[Kind]:
    """What values the option can have, in the order in which the row says them."""
    for key, said in row.items():
        match key:
            case "switch":
                yield OneOf({True: said["yes"], False: said["no"]})
            case "values":
                yield OneOf(_by_value(said))
            case "number":
                least, most = row.get("least", 0), row.get("most", MOST)
                yield Number(said, least, most, tuple(row.get("among", ())))
            case "members":
                yield Members({_value(each): (of["in"], of["out"]) for each, of in said.items()})
            case "fields":
                yield Fields({field: Number(sentence) for field, sentence in said.items()})
            case "by_lance":
                lances = tuple(row["default"])
                yield Each(lances, _by_value(said), _lance_word, "lances", listed=True)
            case "own":
                yield own[name](said)


def _by_value(said: Mapping[str, str]) -> dict[Any, str]:
    return {_value(key): sentence for key, sentence in said.items()}


def _value(key: str) -> Any:
    """The value a key of a file means: keys are always text there."""
    return int(key) if key.isdecimal() else key


def _lance_word(language: Language, lance: str) -> str:
    return language.term("lance", lance)
