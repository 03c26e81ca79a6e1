"""Records of older states of the format, readable for ever: what was added since, and when.

A record that embeds its rules was written before some options had all their parts. Only what is
listed here may be missing in it, and each with the value that says what was played before it
could be asked: anything else left open is refused, as in a record of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mustutor.replay.format import FORMAT
from mustutor.replay.seal import canonical, digest
from mustutor.variant import Variant

ADDED: tuple[Mapping[str, Mapping[str, Any]], ...] = (
    {  # signals and talk before the referee: until then they cost nobody anything
        "penalty": dict.fromkeys(
            (
                *("false_signal", "forbidden_naming", "forbidden_signal", "forbidden_talk"),
                *("lie", "real_pass_order"),
            ),
            "none",
        )
    },
)
"""The parts of options that were added to the rules, one state of the format after the other."""


def completed(rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Embedded rules with the parts that did not exist when they were written.

    >>> completed({"penalty": {"false_declaration": "none"}})["penalty"]["lie"]
    'none'
    """
    whole = dict(rules)
    for state in ADDED:
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
    for state in reversed(ADDED):
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
