"""A terminal for tests: keys go in, and what a reader would see comes out."""

from __future__ import annotations

import io
from functools import cache
from typing import NamedTuple

import pyte
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.present.screen.desk import open_desk
from mustutor.present.screen.rows import ScreenPen
from mustutor.present.screen.screen import Screen, run_screen
from mustutor.referee import settle
from mustutor.replay import Replay
from mustutor.replay.files import load_replay
from mustutor.tutor.record_walk import RecordSource
from mustutor.tutor.walk import Walk

LEAVE = "\x03"
SETTLED = 0.1
"""Seconds after the last key when all is drawn; Esc alone takes the screen 0.05 to tell."""
RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"
UP, DOWN, PAGE_UP, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~"
F1, F2, F3 = "\x1bOP", "\x1bOQ", "\x1bOR"
ESCAPE, ENTER, TAB = "\x1b", "\r", "\t"


class High(DummyOutput):
    """A terminal that shows nothing, so high that nothing is left to read on."""

    def get_size(self) -> Size:
        return Size(rows=200, columns=80)


class Session(NamedTuple):
    """What came of some keys: the walk as it was left, and each step that was kept."""

    walk: Walk
    kept: list[tuple[Walk, Walk]]


def packaged(name: str) -> Replay:
    return load_replay(data("replays") / f"{name}.json")


@cache
def source(name: str, code: str) -> RecordSource:
    replay = packaged(name)
    return RecordSource(replay, open_language(code), settle(replay))


def record_walk(name: str, place: str = "", code: str = "en") -> Walk:
    """A packaged record, at a place of it."""
    walk = Walk(source(name, code))
    there = walk.to(place) if place else walk
    assert there is not None, place
    return there


def pressed(walk: Walk, *keys: str, keep=None, code: str = "en") -> Session:
    """Press keys, one after the other, and leave."""
    kept: list[tuple[Walk, Walk]] = []

    def keeps(before: Walk, after: Walk) -> None:
        kept.append((before, after))
        if keep is not None:
            keep(before, after)

    with create_pipe_input() as fed:
        fed.send_text("".join(keys) + LEAVE)
        left = run_screen(
            walk,
            language=open_language(code),
            color=False,
            ascii=False,
            keep=keeps,
            input=fed,
            output=High(),
        )
    return Session(left, kept)


class Watched(Screen):
    """A screen that is typed at slowly, and looked at when all is drawn."""

    def watch(self, fed, keys, written: io.StringIO) -> None:
        self.fed, self.keys, self.written, self.seen = fed, list(keys), written, ""

    def _application(self, terminal, output) -> Application[None]:
        application = super()._application(terminal, output)
        application.after_render += self._look
        return application

    def _look(self, application: Application[None]) -> None:
        assert application.loop is not None
        if self.keys:
            self.fed.send_text(self.keys.pop(0))
            # A key nothing is bound to draws nothing anew.
            application.loop.call_later(SETTLED, self._go_on, len(self.keys))
        else:
            application.loop.call_later(SETTLED, self._leave)

    def _go_on(self, left: int) -> None:
        if len(self.keys) == left and self.application is not None and not self.seen:
            self._look(self.application)

    def _leave(self) -> None:
        if not self.seen:
            self.seen = self.written.getvalue()
            self.fed.send_text(LEAVE)


def raw(
    walk: Walk,
    *keys: str,
    columns: int = 80,
    rows: int = 24,
    code: str = "en",
    ascii: bool = False,  # noqa: A002 - as the screen names it
    color: bool = False,
    faces: bool = False,
    keep=lambda *_: None,
) -> str:
    """What is written to the terminal after some keys, before it is left."""
    written = io.StringIO()
    output = Vt100_Output(
        written, lambda: Size(rows=rows, columns=columns), term="xterm", enable_cpr=False
    )
    with create_pipe_input() as fed:
        pen = ScreenPen(open_language(code), ascii=ascii, faces=color and faces)
        screen = Watched(open_desk(walk, pen), keep, color=color)
        screen.watch(fed, keys, written)
        screen.run(fed, output)
    return screen.seen


def drawn(walk: Walk, *keys: str, columns: int = 80, rows: int = 24, **how) -> str:
    """What is on the screen after some keys."""
    return shown(raw(walk, *keys, columns=columns, rows=rows, **how), columns, rows)


def shown(written: str, columns: int, rows: int) -> str:
    """What a terminal shows of what was written to it."""
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(written)
    return "\n".join(line.rstrip() for line in screen.display) + "\n"
