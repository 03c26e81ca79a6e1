"""Where something stands in a match: hand, round, call, written ``1.grande.3``.

A round whose name comes again in its hand has its ordinal from the second time on: ``1.mus.1``,
then ``1.mus2.1``. Records and notes of earlier days have no ordinals: there ``1.mus.3`` may be the
third call of any round of mus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from mustutor.tuples import NamedTuple

_WRITTEN = re.compile(
    r"(?P<hand>[0-9]{1,5})"
    r"(?:\.(?P<round>[a-z]+(?:_[a-z]+)*)(?P<ordinal>[0-9]{0,4})(?:\.(?P<call>[0-9]{1,5}))?)?"
)


class Place(NamedTuple):
    """A place of a match, counted from 1: a hand, one of its rounds, a call of that.

    `round` is empty where the whole hand is meant, `call` 0 where the whole round is.

    >>> str(Place(1, "mus", 2, 3)), str(Place(1, "grande")), str(Place(4))
    ('1.mus2.3', '1.grande', '4')
    """

    hand: int
    round: str = ""
    ordinal: int = 1
    call: int = 0

    def __str__(self) -> str:
        parts = [str(self.hand)]
        if self.round:
            parts.append(numbered(self.round, self.ordinal))
            if self.call:
                parts.append(str(self.call))
        return ".".join(parts)


def numbered(name: str, ordinal: int) -> str:
    """Name a round that comes for the so-manieth time in its hand.

    >>> numbered("mus", 1), numbered("mus", 2)
    ('mus', 'mus2')
    """
    return name if ordinal == 1 else f"{name}{ordinal}"


def read_place(text: str) -> Place | None:
    """Read a place; None where the text is none.

    >>> read_place("1.mus2.3"), read_place("the end")
    (Place(hand=1, round='mus', ordinal=2, call=3), None)
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    ordinal, call = found["ordinal"], found["call"]
    return Place(int(found["hand"]), found["round"] or "", int(ordinal or 1), int(call or 0))


def places_of(hand: int, rounds: Iterable[tuple[str, int]]) -> Iterator[Place]:
    """Give the place of every call of a hand; `rounds` are names and how many calls each has.

    >>> [str(place) for place in places_of(1, [("mus", 1), ("descarte", 1), ("mus", 1)])]
    ['1.mus.1', '1.descarte.1', '1.mus2.1']
    """
    times: dict[str, int] = {}
    for name, calls in rounds:
        times[name] = times.get(name, 0) + 1
        for call in range(1, calls + 1):
            yield Place(hand, name, times[name], call)


def meant(text: str, known: Sequence[str]) -> str:
    """The place of a hand that a text means, with or without the ordinal of its round.

    >>> meant("1.mus.3", ["1.mus.1", "1.mus.2", "1.mus2.1", "1.mus2.2", "1.mus2.3"])
    '1.mus2.3'
    """
    if text in known:
        return text
    place = read_place(text)
    if place is not None and place.call and place.ordinal == 1:
        for one in filter(None, map(read_place, known)):
            if one._replace(ordinal=1) == place:
                return str(one)
    return text
