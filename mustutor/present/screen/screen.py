"""The full screen: draws a desk with prompt_toolkit, and passes keys to it.

`run_screen` is the entry. What is drawn comes from `layout`, what a key does from `desk`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from mustutor.base.errors import MustutorError
from mustutor.base.language import Language
from mustutor.present.screen.desk import (
    ANSWER,
    AS_FAR_AS_NEEDED,
    ASK,
    FORK,
    KEYS,
    OVERLAY,
    WATCH,
    Desk,
    Onward,
    act,
    completed,
    nothing_follows,
    open_desk,
)
from mustutor.present.screen.layout import Picture, picture
from mustutor.present.screen.rows import STYLES, Row, ScreenPen, depth_of
from mustutor.tutor.walk import Walk

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.output import Output

Keep = Callable[[Walk, Walk], None]
SECONDS_FOR_ESCAPE = 0.05
"""How long Esc waits for the rest of a key that begins with it, such as an arrow."""
LONGEST_TYPED = 200
NO_CONSOLE = "NoConsoleScreenBufferError"


class NoScreenError(Exception):
    """Raised where a terminal cannot be drawn on (mintty and its kind): use lines instead."""


def run_screen(
    walk: Walk,
    *,
    language: Language,
    color: bool,
    ascii: bool,  # noqa: A002 - the option of the command line
    keep: Keep,
    faces: bool = False,
    onward: Onward = nothing_follows,
    input: Input | None = None,  # noqa: A002 - as prompt_toolkit names them
    output: Output | None = None,
) -> Walk:
    """Show a walk on the full screen until the learner leaves; returns the last walk.

    `keep` is called at every step with the walks before and after it, before the next key is read;
    if it raises a MustutorError that is shown, and nothing is lost.
    `faces` fills the cards, on terminals with enough colours; `onward` gives the fork after a walk.
    Ctrl-C, Ctrl-D and the end of input leave as ``q`` does.

    The caller ensures that there is a terminal. Raises NoScreenError if it cannot be drawn on.
    """
    try:
        pen = ScreenPen(language, ascii=ascii, faces=color and faces)
        screen = Screen(open_desk(walk, pen, onward), keep, color=color)
        return screen.run(input, output)
    except Exception as problem:
        if type(problem).__name__ == NO_CONSOLE:
            raise NoScreenError from problem
        raise


class Screen:
    """A desk on a terminal."""

    def __init__(self, desk: Desk, keep: Keep, *, color: bool) -> None:
        from prompt_toolkit.buffer import Buffer

        self.desk = desk
        self.keep = keep
        self.color = color
        self.buffer = Buffer(multiline=False, on_text_changed=self._shorten)
        self.application: Application[None] | None = None
        self._drawn: tuple[Desk, Size, Picture] | None = None

    def run(self, terminal: Input | None, output: Output | None) -> Walk:
        """Show the desk until it is left."""
        self.application = self._application(terminal, output)
        # The terminal may vanish; every step was saved already.
        with suppress(EOFError, KeyboardInterrupt):
            self.application.run()
        return self.desk.walk

    # --- drawing -------------------------------------------------------------------------

    def current_picture(self) -> Picture:
        """The picture for the terminal in its current size."""
        assert self.application is not None
        size = self.application.output.get_size()
        if self._drawn is None or self._drawn[0] is not self.desk or self._drawn[1] != size:
            if self._drawn is not None and self._drawn[1] != size:
                # Rows of another width: what was read before is unknown, so scroll as at first.
                self.desk = self.desk._replace(scroll=AS_FAR_AS_NEEDED)
            self._drawn = (self.desk, size, picture(self.desk, size.columns, size.rows))
        return self._drawn[2]

    def _application(self, terminal: Input | None, output: Output | None) -> Application[None]:
        from prompt_toolkit.application import Application
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import (
            BufferControl,
            ConditionalContainer,
            FormattedTextControl,
            HSplit,
            Layout,
            Window,
        )
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.styles import Style

        typed = BufferControl(self.buffer)
        shown = FormattedTextControl(
            lambda: formatted(self.current_picture().rows), focusable=True, show_cursor=False
        )
        has_line = Condition(lambda: bool(self.current_picture().label))
        has_bar = Condition(lambda: bool(self.current_picture().bar))
        line = Window(
            typed,
            height=1,
            dont_extend_height=True,
            get_line_prefix=lambda *_: [("class:prompt", f"{self.current_picture().label} ")],
        )
        bar = Window(
            FormattedTextControl(lambda: formatted([self.current_picture().bar])), height=1
        )
        self.line, self.table = line, Window(shown)
        application: Application[None] = Application(
            Layout(
                HSplit(
                    [
                        self.table,
                        ConditionalContainer(line, has_line),
                        ConditionalContainer(bar, has_bar),
                    ]
                ),
                focused_element=self.table,
            ),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLES),
            full_screen=True,
            color_depth=ColorDepth(depth_of(color=self.color, faces=self.desk.pen.faces)),
            include_default_pygments_style=False,
            input=terminal,
            output=output,
        )
        application.ttimeoutlen = SECONDS_FOR_ESCAPE
        application.timeoutlen = SECONDS_FOR_ESCAPE
        self.application = application
        self._focus()
        return application

    def _focus(self) -> None:
        """Focus the input line if there is one."""
        assert self.application is not None
        typing = self.desk.where in (ANSWER, ASK, FORK)
        wanted = self.line if typing else self.table
        self.application.layout.focus(wanted)

    # --- keys ----------------------------------------------------------------------------

    def does(self, action: str) -> None:
        """Perform a key's action, and save its result before the next key is read."""
        before, seen = self.desk, self.current_picture()
        after = act(before, action, self.buffer.text)
        if not after.keeps:
            self.buffer.reset()
        if action in ("hint", "reveal") and seen.unread and after.walk != before.walk:
            after = after._replace(scroll=seen.top).says("It is further down: read on.")
        self.desk = after
        if after.walk != before.walk:
            try:
                self.keep(before.walk, after.walk)
            except MustutorError as problem:
                pen = self.desk.pen
                self.desk = self.desk._replace(message=pen.clean(problem.said(pen.language)))
        assert self.application is not None
        if self.desk.left:
            self.application.exit()
        else:
            self._focus()

    def reads_on(self, action: str) -> None:
        """Scroll to unseen text; if there is none, perform the key's action."""
        seen = self.current_picture()
        if seen.unread:
            self.scrolls(seen.page)
        else:
            self.does(action)

    def scrolls(self, rows: int) -> None:
        """Scroll the text by `rows`."""
        seen = self.current_picture()
        self.desk = self.desk._replace(scroll=min(max(seen.top + rows, 0), seen.most), message="")

    def completes(self) -> None:
        """Complete the input as far as it is certain, and show what may follow."""
        text, open_ends = completed(self.desk, self.buffer.text)
        self.buffer.text = text
        self.buffer.cursor_position = len(text)
        shown = " · ".join(open_ends)
        self.desk = self.desk._replace(message=self.desk.pen.clean(shown))

    def types(self, digit: str) -> None:
        """Add a digit to the answer, even where letters are commands."""
        self.desk = self.desk._replace(line="answer")
        self._focus()
        self.buffer.insert_text(digit)

    def _shorten(self, buffer: Any) -> None:
        """Cut pasted text to a length that any answer fits in."""
        if len(buffer.text) > LONGEST_TYPED:
            buffer.text = buffer.text[:LONGEST_TYPED]

    def _bindings(self) -> KeyBindings:
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings

        bindings = KeyBindings()
        watch = Condition(lambda: self.desk.where == WATCH)
        over = Condition(lambda: self.desk.where == OVERLAY)
        answer = Condition(lambda: self.desk.where == ANSWER)
        line = Condition(lambda: self.desk.line != "" and not self.desk.over)
        empty = answer & Condition(lambda: not self.buffer.text)
        asked = watch & Condition(lambda: self.desk.asked)

        def bind(name: str, where: Any, do: Callable[[], None], *, eager: bool = False) -> None:
            bindings.add(name, filter=where, eager=eager)(lambda _: self._safely(do))

        for key in KEYS:
            for name in key.keys:
                do = self.reads_on if key.action == "forward" else self.does
                bind(name, watch | over, partial(do, key.action))
            for name in key.typing:
                bind(name, line, lambda action=key.action: self.does(action))  # type: ignore[misc]
            for name in key.bare:
                if key.action == "forward":
                    bind(name, empty, lambda: self.reads_on("onward"), eager=True)
                else:
                    bind(name, empty, lambda action=key.action: self.does(action), eager=True)  # type: ignore[misc]
        at_fork = Condition(lambda: bool(self.desk.forks) and not self.buffer.text)
        bind("q", at_fork, lambda: self.does("quit"), eager=True)
        for name in ("n", "right", " "):
            bind(name, at_fork, lambda: self.reads_on("answer"), eager=True)
        for name in ("left", "b", "p"):
            bind(name, at_fork, lambda: self.does("back"), eager=True)
        bind("escape", Condition(lambda: True), lambda: self.does("line"), eager=True)
        asking = Condition(lambda: self.desk.where == ASK)
        bind("enter", line & ~asking, lambda: self.reads_on("answer"), eager=True)
        bind("enter", line & asking, lambda: self.does("answer"), eager=True)
        bind("tab", line, self.completes, eager=True)
        bind("tab", watch, lambda: self.does("line"))
        for digit in "123456789":
            bind(digit, asked, lambda digit=digit: self.types(digit), eager=True)  # type: ignore[misc]
        always = watch | over | line
        bind("pagedown", always, lambda: self.scrolls(self.current_picture().page), eager=True)
        bind("pageup", always, lambda: self.scrolls(-self.current_picture().page), eager=True)
        for name, row in (("down", 1), ("up", -1)):
            bind(name, always, lambda row=row: self.scrolls(row), eager=True)  # type: ignore[misc]
        for name, row in (("j", 1), ("k", -1)):
            bind(name, watch | over, lambda row=row: self.scrolls(row))  # type: ignore[misc]
        for name in ("c-c", "c-d", "<sigint>"):
            bind(name, Condition(lambda: True), lambda: self.does("leave"), eager=True)
        return bindings

    def _safely(self, do: Callable[[], None]) -> None:
        """Act and redraw; an internal error ends the screen instead of hiding behind it."""
        assert self.application is not None
        try:
            do()
            self.current_picture()
        except Exception as problem:  # noqa: BLE001 - it is raised again where the screen is left
            self.application.exit(exception=problem)


def formatted(rows: list[Row] | tuple[Row, ...]) -> StyleAndTextTuples:
    """Rows in prompt_toolkit's form: styles as classes, a line end between two rows."""
    pieces: StyleAndTextTuples = []
    for number, row in enumerate(rows):
        if number:
            pieces.append(("", "\n"))
        for look, text in row:
            pieces.append((" ".join(f"class:{name}" for name in look.split()), text))
    return pieces
