"""Players in processes of their own: programs that speak JSON Lines, and classes of Python.

Each message is one line of JSON: `start` is answered by a name, `view` and `refused` by what the
player says, `end` by nothing. A program that is too slow, writes too long a line or more than was
asked, or wants too much memory is ended. `games.bot.answered` then makes a legal call for it, and
the match goes on.

Run as a module, this one is the other end of the line for a class: it imports it and answers for
it. Such a player is sent the whole view as Python keeps it, so that it may ask the rules.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Mapping
from importlib import import_module
from io import BufferedIOBase
from pickle import dumps, loads
from threading import Event, Thread, Timer
from typing import Any, NamedTuple

from mustutor.base.language import mark, printable
from mustutor.games.bot import LONGEST_SHOWN, SECONDS, BotFailure
from mustutor.games.seat_view import SeatView
from mustutor.model.variant import Variant

PROTOCOL = 1
START_SECONDS = 60.0
"""A program may load what it has learnt before it gives its name."""
END_SECONDS = 1.0
NOTHING: Any = None
MEMORY_GIB = 2
"""What a program may take, where the system bounds it, as Linux does."""
LONGEST_LINE = 64 << 10
"""In bytes: of a line of its answers, and of all that it writes to standard error."""

NO_COMMAND = mark("after cmd: stands a command, as in cmd:./bot or 'cmd:node bot.js'")
TOO_LONG = mark("it wrote a line of more than {number} KiB")
ENDED = mark("its program has ended")
LATE_START = mark("it gave no name within {seconds} seconds")
NO_OBJECT = mark("it wrote a line that is no JSON object")
NO_NAME = mark("it answered the start with no name")
UNASKED = mark("it wrote more than was asked")
RAISED = "{why}"  # in the words of the class itself
NO_MODULE = mark(
    "Python finds no module {module}. "
    "PYTHONPATH=FOLDER before the command names the folder it lies in."
)

# Bounds the memory of the program that the rest of its words start, and becomes that program.
BOUNDED = """
import os, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[1]),) * 2)
except (ImportError, OSError, ValueError):
    pass
try:
    os.execvp(sys.argv[2], sys.argv[2:])
except OSError as problem:
    sys.exit(f"{sys.argv[2]}: {problem.strerror}")
"""


class SeatAtTable(NamedTuple):
    """What a program is told at the start: where it sits, with whom, the rules, and its seed."""

    seat: str
    seats: tuple[str, ...]
    variant: Variant
    seed: int


class ProcessBot:
    """A player in a process of its own, begun from a command line; `close` it after the match.

    With `python` the command is this module's other end, for a class of somebody's own. Raises
    BotFailure where the program cannot be started, or gives no name within `START_SECONDS`.
    """

    name: str

    def __init__(self, command: list[str], at: SeatAtTable, *, python: bool = False) -> None:
        self._python = python
        self._refused: Mapping[str, object] | None = None
        self._seen: SeatView | None = None
        path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} if python else {}
        bounds = [sys.executable, "-I", "-S", "-c", BOUNDED, str(MEMORY_GIB << 30)]
        if os.name != "posix":
            bounds = []
        self._process = subprocess.Popen(  # noqa: S603 - it is what the user typed
            [*bounds, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | path,
            start_new_session=True,  # so that it ends with all that it started
        )
        self._in, self._out = _pipe(self._process.stdin), _pipe(self._process.stdout)
        errors = _pipe(self._process.stderr)
        self._errors = Thread(target=_pass_on, args=(errors,), daemon=True)
        self._errors.start()
        rules = {"id": at.variant.id, "digest": at.variant.digest}
        start = {"type": "start", "protocol": PROTOCOL, **at._asdict(), "variant": rules}
        try:
            self.name = self._named(start)
        except BaseException:
            self.close()
            raise

    def _named(self, start: Mapping[str, object]) -> str:
        """The name that the program answers the start with."""
        try:
            name = self._ask(start, START_SECONDS).get("name")
        except TimeoutError:
            raise BotFailure(LATE_START, seconds=int(START_SECONDS)) from None
        if not isinstance(name, str) or not name.strip():
            raise BotFailure(NO_NAME)
        return printable(name, LONGEST_SHOWN)

    def speak(self, view: SeatView) -> str:
        """Ask for a call; raises TimeoutError or BotFailure where there is none to be had."""
        refused = self._refused if view is self._seen else None
        self._refused, self._seen = None, view
        said: str = self._ask(refused or self._message(view), SECONDS).get("say", NOTHING)
        return said

    def refused(self, words: str, why: str, code: str) -> None:
        """Keep why the rules refused a call: it is what the program is told next."""
        self._refused = {"type": "refused", "say": words, "why": why, "code": code}

    def close(self, result: Mapping[str, object] | None = None) -> None:
        """Tell the program the result, if there is one; end it and all that it has started."""
        with contextlib.suppress(BotFailure, TimeoutError, subprocess.TimeoutExpired):
            if result is not None:
                self._exchange({"type": "end", "result": result}, END_SECONDS, answered=False)
                self._process.wait(END_SECONDS)
        self._kill()
        self._process.wait()
        self._errors.join(END_SECONDS)  # what it wrote last is shown as well
        for pipe in (self._in, self._out):
            with contextlib.suppress(OSError):
                pipe.close()

    def _message(self, view: SeatView) -> dict[str, object]:
        options = [
            {"verb": option.verb, "least": option.least, "most": option.most}
            for option in view.options
        ]
        told = {"type": "view", **view._asdict(), "options": options, "variant": view.variant.id}
        del told["position"]  # it is for asking the rules, which only Python can
        if self._python:
            told["python"] = b64encode(dumps(view)).decode("ascii")
        return told

    def _ask(self, message: Mapping[str, object], seconds: float) -> dict[str, Any]:
        """Send a message and read its answer: an object, without an error."""
        try:
            answer = json.loads(self._exchange(message, seconds))
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            self._kill()
            raise BotFailure(NO_OBJECT)
        if "module" in answer:
            raise BotFailure(NO_MODULE, module=printable(str(answer["module"]), LONGEST_SHOWN))
        if "error" in answer:
            raise BotFailure(RAISED, why=printable(str(answer["error"]), LONGEST_SHOWN))
        return answer

    def _exchange(
        self, message: Mapping[str, object], seconds: float, *, answered: bool = True
    ) -> bytes:
        """Send a line and read one; raises TimeoutError once the time is over, BotFailure else.

        Whatever goes wrong, the program is ended: what it writes later answers nothing.
        """
        if self._process.poll() is not None:
            raise BotFailure(ENDED)
        late = Event()

        def end_it() -> None:
            late.set()
            self._kill()

        timer = Timer(seconds, end_it)
        timer.start()
        line = b""
        try:
            self._in.write(json.dumps(message, default=dict).encode() + b"\n")
            self._in.flush()
            while answered and b"\n" not in line and len(line) <= LONGEST_LINE:
                line += (piece := self._out.read1(LONGEST_LINE))
                if not piece:
                    break
        except OSError:
            line = b""
        finally:
            timer.cancel()
        short = len(line) <= LONGEST_LINE
        if not answered or (short and line.find(b"\n") == len(line) - 1 >= 0):
            return line
        self._kill()
        if late.is_set():
            raise TimeoutError
        if not short:
            raise BotFailure(TOO_LONG, number=LONGEST_LINE >> 10)
        raise BotFailure(UNASKED if b"\n" in line else ENDED)

    def _kill(self) -> None:
        """End the process and what it has started; where there are no groups, itself alone."""
        end = getattr(os, "killpg", os.kill)
        with contextlib.suppress(OSError):
            end(self._process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _pipe(pipe: object) -> BufferedIOBase:
    assert isinstance(pipe, BufferedIOBase)
    return pipe


def _pass_on(errors: BufferedIOBase) -> None:
    """Show what a program writes to standard error, up to a bound, without control characters."""
    left = LONGEST_LINE
    with errors:
        while piece := errors.readline(LONGEST_LINE):
            text = piece[:left].decode("utf-8", "replace")
            left -= len(piece[:left])
            for line in text.splitlines():
                sys.stderr.write(f"{printable(line)}\n")


def program(command: str, at: SeatAtTable) -> ProcessBot:
    """The player that a command line starts."""
    try:
        words = shlex.split(command)
    except ValueError:  # a quotation mark without its other
        words = []
    if not words:
        raise BotFailure(NO_COMMAND)
    return ProcessBot(words, at)


def python_class(who: str, at: SeatAtTable) -> ProcessBot:
    """The player that is a class, ``MODULE:CLASS``, made with ``seed=N``, in its own process."""
    return ProcessBot([sys.executable, "-P", "-m", __name__, who], at, python=True)


# --- the other end, for a class ---------------------------------------------------------------


def answer_for(who: str) -> None:
    """Import a class and answer the messages on standard input for it, until they end."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the class prints is no answer
    module, _, kind = who.partition(":")
    bot: Any = None
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, object] = {}
        try:
            match message["type"]:
                case "start":
                    bot = getattr(import_module(module), kind)(seed=message["seed"])
                    answer["name"] = str(getattr(bot, "name", "")) or kind
                    bot.speak  # noqa: B018 - a class that cannot speak is refused at once
                case "view":
                    view = loads(b64decode(message["python"]))  # noqa: S301 - written by ProcessBot
                    answer["say"] = bot.speak(view)
                case "refused":
                    if (told := getattr(bot, "refused", None)) is not None:
                        told(message["say"], message["why"])
                    answer["say"] = bot.speak(view)
                case "end":
                    return
        except BaseException as problem:  # noqa: BLE001 - whatever a class may raise
            answer = {"error": f"{type(problem).__name__}: {problem}"}
            if (
                isinstance(problem, ModuleNotFoundError)
                and problem.name == module.partition(".")[0]
            ):
                answer["module"] = module
        try:
            text = json.dumps(answer)
        except (TypeError, ValueError, RecursionError):
            text = "{}"  # it said something that is no text
        print(text, file=answers, flush=True)


if __name__ == "__main__":
    answer_for(sys.argv[1])
