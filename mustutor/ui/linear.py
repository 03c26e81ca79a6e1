"""Stepping through something line after line: nothing is redrawn, so any reader can follow.

The frames are the same whether somebody steps through them or they are all written at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

SIGN = "> "


class Frame(NamedTuple):
    """One step: its place in the record (``1.grande.3``), and what there is to read."""

    place: str
    text: str


def within(place: str, wanted: str) -> bool:
    """Whether a place belongs to another: a call to its lance, a lance to its hand.

    >>> within("1.grande.3", "1.grande"), within("12.grande", "1")
    (True, False)
    """
    return place == wanted or place.startswith(f"{wanted}.")


def cut(frames: Iterable[Frame], first: str, last: str) -> list[Frame]:
    """Keep the frames from one place to another, both with all that belongs to them.

    An empty place is no bound.

    >>> calls = [Frame("1.grande.1", "A paso"), Frame("1.grande.2", "B paso"), Frame("2", "")]
    >>> [frame.place for frame in cut(calls, "1.grande.2", "")]
    ['1.grande.2', '2']
    """
    kept: list[Frame] = []
    ending = False
    for frame in frames:
        if not kept and first and not within(frame.place, first):
            continue
        at_last = bool(last) and within(frame.place, last)
        if ending and not at_last:
            break
        ending = ending or at_last
        kept.append(frame)
    return kept


def step_through(
    frames: Sequence[Frame],
    write: Callable[[str], None],
    ask: Callable[[str], str],
    prompt: str,
    mistaken: str,
) -> None:
    """Show frames one by one: Enter goes on, ``b`` goes back, ``q`` or the end of input stops.

    The prompt says so once; from then on it is a mere sign, which is quicker heard and read.
    """
    at = 0
    while at < len(frames):
        write(frames[at].text)
        while True:
            try:
                answer = ask(prompt).strip().lower()
                prompt = SIGN
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            if answer in ("b", "back"):
                at = max(at - 1, 0)
                break
            if answer in ("", "n", "next"):
                at += 1
                break
            write(mistaken)
