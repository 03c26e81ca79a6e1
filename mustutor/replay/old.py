"""Records of older states of the format, readable for ever: what was added since, and when.

A record that embeds its rules was written before some options had all their parts. Only what the
options of its game say was added may be missing in it, and each with the value that says what was
played before it could be asked: anything else left open is refused, as in a record of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mustutor.canonical import canonical, digest
from mustutor.register import games
from mustutor.replay.format import FORMAT
from mustutor.variant import Variant
from mustutor.variant.options import options_of


def completed(rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Embedded rules with the parts that did not exist when they were written.

    >>> completed({"game": "mus", "penalty": {"false_declaration": "none"}})["penalty"]["lie"]
    'none'
    """
    whole = dict(rules)
    game = rules.get("game")
    for state in options_of(game).added if game in games() else ():
        for option, parts in state.items():
            stated = whole.get(option)
            if isinstance(stated, dict):
                whole[option] = {**parts, **stated}
    return whole


def known_as(variant: Variant) -> Iterator[str]:
    """The digests these rules had in older states, the last of them first.

    Rules that make something of what was added since have none.
    """
    rules = variant.as_json()
    for state in reversed(options_of(variant.game).added):
        for option, parts in state.items():
            now = rules[option]
            if any(now[part] != before for part, before in parts.items()):
                return
            rules[option] = {part: value for part, value in now.items() if part not in parts}
        yield digest(canonical(rules))


def is_newer(named: object) -> bool:
    """Whether a record names a later major version of this format than the one read here.

    >>> is_newer("mus-replay/2"), is_newer("mus-replay/1"), is_newer("phh/2")
    (True, False, False)
    """
    found = re.fullmatch(r"mus-replay/([0-9]{1,9})", named) if isinstance(named, str) else None
    return found is not None and int(found[1]) > int(FORMAT.rpartition("/")[2])
