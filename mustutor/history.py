"""What grows at every call of a hand and is never copied: each moment leans on the one before it.

A hand is kept as a position for every call. What was said and ruled before a call is the same for
all that follow, so it is kept once: ten thousand calls take ten times what a thousand do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from mustutor import hashing

if TYPE_CHECKING:
    from hashlib import _Hash

PIECE = 256
"""Talk of fewer letters is a plain string; longer talk leans on pieces of about so many."""

Thing = TypeVar("Thing")
Thing_co = TypeVar("Thing_co", covariant=True)


class Chain(Sequence[Thing_co]):
    """A sequence that has one thing more than the one it leans on; it equals the same tuple.

    >>> one = grown((), "a", "b")
    >>> two, three = grown(one, "c"), grown(one, "d")
    >>> tuple(one), tuple(two), tuple(three)
    (('a', 'b'), ('a', 'b', 'c'), ('a', 'b', 'd'))
    >>> two[-1], two[1:], two == ("a", "b", "c"), unlike(two, three)
    ('c', ('b', 'c'), True, [('c', 'd')])
    """

    __slots__ = ("_length", "before", "last")

    def __init__(self, before: Sequence[Thing_co], last: Thing_co) -> None:
        self.before, self.last, self._length = before, last, len(before) + 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Thing_co]:
        return iter(self[0:])

    @overload
    def __getitem__(self, index: int) -> Thing_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Thing_co, ...]: ...
    def __getitem__(self, index: int | slice) -> Thing_co | tuple[Thing_co, ...]:
        """One thing, or several; of those before the first that is asked for none is looked at."""
        if index == -1:
            return self.last
        begin, end, step = (index if isinstance(index, slice) else slice(0, None)).indices(
            len(self)
        )
        if step != 1 or not isinstance(index, slice):
            return tuple(self)[index]
        here: Sequence[Thing_co] = until(self, end)
        found = []
        while isinstance(here, Chain) and len(here) > begin:
            found.append(here.last)
            here = here.before
        found.reverse()
        return (*here[begin:], *found) if len(here) > begin else tuple(found)

    def __reversed__(self) -> Iterator[Thing_co]:
        here: Sequence[Thing_co] = self
        while isinstance(here, Chain):
            yield here.last
            here = here.before
        yield from reversed(here)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain | tuple):
            return NotImplemented
        return len(self) == len(other) and not unlike(self, other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (tuple, (tuple(self),))


def grown(things: Sequence[Thing], *more: Thing) -> Sequence[Thing]:
    """A sequence with more at its end."""
    for thing in more:
        things = Chain(things, thing)
    return things


def until(things: Sequence[Thing], length: int) -> Sequence[Thing]:
    """The first so many things of a sequence; of a chain they are what it leans on."""
    while isinstance(things, Chain) and len(things) > length:
        things = things.before
    return things[:length] if len(things) > length else things


def unlike(one: Sequence[Thing], other: Sequence[Thing]) -> list[tuple[Thing, Thing]]:
    """What differs at the same places of two sequences, so far as both go.

    What both lean on is not looked at.
    """
    length = min(len(one), len(other))
    one, other = until(one, length), until(other, length)
    pairs: list[tuple[Thing, Thing]] = []
    while one is not other and isinstance(one, Chain) and isinstance(other, Chain):
        pairs.append((one[-1], other[-1]))
        one, other = until(one, len(one) - 1), until(other, len(other) - 1)
    if one is not other:
        pairs += reversed(list(zip(one, other, strict=True)))
    return [(mine, theirs) for mine, theirs in reversed(pairs) if mine != theirs]


class Talk:
    """Talk too long to be copied at every word: it leans on a piece of talk, and has some more.

    >>> talk = "A2"
    >>> for stake in range(3, 400):
    ...     talk = spoken(talk, f"B{stake}")
    >>> len(talk), str(talk)[:9], str(talk)[-4:]
    (1486, 'A2B3B4B5B', 'B399')
    """

    __slots__ = ("_length", "before", "hashes", "text")

    def __init__(self, before: Said, text: str) -> None:
        self.before, self.text = before, text
        self._length = len(before) + len(text)
        # How far the digest of a line has come with this talk, by what stands before it.
        self.hashes: dict[str, _Hash] = {}

    def __len__(self) -> int:
        return self._length

    def __str__(self) -> str:
        pieces: list[str] = []
        here: Said = self
        while isinstance(here, Talk):
            pieces.append(here.text)
            here = here.before
        return "".join((here, *reversed(pieces)))

    def __contains__(self, words: str) -> bool:
        return words in str(self)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Talk | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return repr(str(self))

    def and_more(self, words: str) -> Talk:
        """The talk with some words more."""
        if len(self.text) < PIECE:
            return Talk(self.before, self.text + words)
        return Talk(self, words)

    def hashed_after(self, begun: str) -> _Hash:
        """SHA-256 of a line that begins so and goes on with this talk, to be gone on with.

        The pieces it leans on are hashed once, whatever talk leans on them.
        """
        pieces, here = [self], self.before
        while isinstance(here, Talk) and begun not in here.hashes:
            pieces.append(here)
            here = here.before
        if isinstance(here, Talk):
            hashed = here.hashes[begun]
        else:
            hashed = hashing.sha256((begun + here).encode("ascii"))
        for piece in reversed(pieces):
            hashed = hashed.copy()
            hashed.update(piece.text.encode("ascii"))
            if piece is not self:
                piece.hashes[begun] = hashed
        return hashed


Said = str | Talk


def spoken(said: Said, words: str) -> Said:
    """What was said in a round, with some words more."""
    if isinstance(said, Talk):
        return said.and_more(words)
    return said + words if len(said) < PIECE else Talk(said, words)
