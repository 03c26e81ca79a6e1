"""How far long work is: on stderr, and no result depends on it.

At a terminal one line is drawn again and again; elsewhere, where it is asked for, a line is added
from time to time.
"""

from __future__ import annotations

import sys
import time

from mustutor.cli.console import Console
from mustutor.language import mark
from mustutor.tuples import NamedTuple

REDRAWN = 0.2
ADDED = 10.0
PATIENCE = 1.0
"""Work that is done in less time than this shows nothing at a terminal."""


class PaceWords(NamedTuple):
    """How a kind of work is told of: how far it is, with its end in sight or not, and its end."""

    counted: str
    going: str
    ended: str


VERIFIED = PaceWords(
    mark("{hands} hands verified, {rate} a second."),
    mark("{percent} % verified, {rate} hands a second, {left} to go."),
    mark("Verified in {time}: {hands} hands, {rate} a second."),
)
WRITTEN = PaceWords(
    mark("{hands} hands written, {rate} a second."),
    mark("{percent} % written, {rate} hands a second, {left} left."),
    mark("Written in {time}: {hands} hands, {rate} a second."),
)


class Pace:
    """Shows how far the work is. `whole` is all there is to do, 0 where nobody knows."""

    def __init__(
        self, console: Console, whole: int, *, asked: bool = False, work: PaceWords = VERIFIED
    ) -> None:
        terminal = bool(getattr(sys.stderr, "isatty", bool)())
        self.console = console
        self.whole = whole
        self.work = work
        self.asked = asked
        self.redrawn = terminal and not console.plain
        self.shown = asked or terminal
        self.done = self.hands = 0
        self.drawn = False
        self.begun = time.monotonic()
        self.next = self.begun + (PATIENCE if self.redrawn else ADDED)

    def add(self, done: int, hands: int) -> None:
        """Count what has been done, and show it where it is time to."""
        self.done += done
        self.hands += hands
        now = time.monotonic()
        if self.shown and now >= self.next:
            self.next = now + (REDRAWN if self.redrawn else ADDED)
            self.draw(self.said(now - self.begun))

    def said(self, spent: float) -> str:
        """Say how far the work is, after so many seconds."""
        say = self.console.language.say
        rate = round(self.hands / max(spent, 0.001))
        if not self.whole or not self.done:
            return say(self.work.counted, hands=self.hands, rate=rate)
        percent = min(100 * self.done // self.whole, 100)
        left = spent * max(self.whole - self.done, 0) / self.done
        return say(
            self.work.going,
            percent=percent,
            rate=rate,
            left=clock(left),
        )

    def draw(self, text: str) -> None:
        """Show a line in the place of the last one, or below it."""
        if not self.redrawn:
            self.console.problem(text)
        else:
            fitted = self.console.fitted(text, sys.stderr)[: self.console.width - 1]
            self._put(f"\r{fitted}\x1b[K")
            self.drawn = True

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self.drawn:
            self._put("\r\x1b[K")
            self.drawn = False

    @staticmethod
    def _put(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def end(self) -> None:
        """Say how long it took, where anybody was shown anything or asked for it."""
        self.clear()
        spent = time.monotonic() - self.begun
        if self.asked or (self.shown and spent >= PATIENCE):
            self.console.problem(
                self.console.language.say(
                    self.work.ended,
                    time=clock(spent),
                    hands=self.hands,
                    rate=round(self.hands / max(spent, 0.001)),
                )
            )


def clock(seconds: float) -> str:
    """A length of time as a clock shows it.

    >>> clock(7.4), clock(125), clock(3725)
    ('0:07', '2:05', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
