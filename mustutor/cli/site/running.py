"""A command line run in the process that is there, as a browser must: no shell, no terminal.

What is typed is all given beforehand. A command that would hear more is not held up: it meets the
end of its input, and what it had said until then is known, so that a page can ask for the next
answer and run it again from the start. Whatever it writes to is gone when it has ended.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path

from mustutor.cli.application import main
from mustutor.cli.habits import Status
from mustutor.cli.offers import offered
from mustutor.language import chosen, language
from mustutor.tuples import NamedTuple

TOLD = ("MUSTUTOR_LANG", "COLUMNS", "NO_COLOR", "MUSTUTOR_PROGRESS", "MUSTUTOR_CONFIG")
CRASHED = 70
"""The status of a command in which mustutor itself is at fault, which a shell would see as 1."""


class Ran(NamedTuple):
    """What a command line did: its status, and what it wrote.

    `heard` says how much of `out` was written when it first wanted to hear more than was typed;
    -1 where it never did. `offers` are answers to what it asked last, with the words each is shown
    in; `parts` says that several of them make one answer.
    """

    status: int
    out: str
    err: str
    heard: int
    offers: tuple[tuple[str, str], ...] = ()
    parts: bool = False


class Typed(io.TextIOWrapper):
    """What is typed at a command; it notes how much was written when nothing more is to come."""

    def __init__(self, text: str, out: io.TextIOWrapper) -> None:
        super().__init__(io.BytesIO(text.encode("utf-8", "surrogatepass")), encoding="utf-8")
        self.out = out
        self.heard = -1

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """The next line; nothing where there is none."""
        line = super().readline(-1 if size is None else size)
        if not line and self.heard < 0:
            self.out.flush()
            self.heard = len(_written(self.out))
        return line

    def __next__(self) -> str:  # type: ignore[override]
        line = self.readline()
        if not line:
            raise StopIteration
        return line


def run(
    words: Sequence[str],
    *,
    typed: str = "",
    language: str = "",
    columns: int = 80,
) -> Ran:
    """Run a command line, in an empty folder that goes with it.

    >>> run(["hand", "RRCA", "--brief"]).status
    2
    >>> run(["rule", "MUS-DEJE-3"], language="es").out.split()[0]
    'MUS-DEJE-3'
    """
    offered()  # what another command has left
    out, err = _output(), _output()
    heard = Typed(typed, out)
    with tempfile.TemporaryDirectory() as name, chdir(name):
        settings = (language, str(columns), "1", _aside(name, "progress"), _aside(name, "config"))
        with _environment(dict(zip(TOLD, settings, strict=True))), _streams(heard, out, err):
            status = _status(words)
    texts = [_written(stream).decode("utf-8") for stream in (out, err)]
    at = len(_written(out)[: heard.heard].decode("utf-8")) if heard.heard >= 0 else -1
    return Ran(status, texts[0], texts[1], at, *offered())


def answered(asked: str) -> str:
    """Answer a page: the arguments of `run` as JSON, or a whole `line`; what it gives, as JSON.

    >>> answered('{"line": "mustutor hand RRCA", "columns": 40}')[:22]
    '{"status": 0, "out": "'
    """
    question = json.loads(asked)
    words = question["words"] if "line" not in question else split_line(question["line"])
    told = {name: question[name] for name in ("typed", "language", "columns") if name in question}
    return json.dumps(run(words, **told)._asdict())


def split_line(line: str) -> list[str]:
    """The words of a command line as somebody types it; what no shell could split is one word.

    >>> split_line('mustutor compare pares "R R C 4" RRSA')
    ['compare', 'pares', 'R R C 4', 'RRSA']
    """
    try:
        words = shlex.split(line)
    except ValueError:
        words = [line]
    return words[1:] if words[:1] == ["mustutor"] else words


def _status(words: Sequence[str]) -> int:
    try:
        return int(main(list(words)))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except ModuleNotFoundError as lacking:
        said = language(chosen()).say(
            "A browser has no {module}, which this needs: type it where mustutor is installed.",
            module=lacking.name,
        )
        sys.stderr.write(f"{said}\n")
        return Status.UNREADABLE
    except Exception:  # noqa: BLE001 - a fault of ours, told as the interpreter tells it
        traceback.print_exc()
        return CRASHED


def _aside(folder: str, name: str) -> str:
    """A file that no command line names by accident, and that goes with the folder."""
    return str(Path(folder, f".{name}", f"{name}.json"))


def _output() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@contextmanager
def _streams(*streams: io.TextIOWrapper) -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextmanager
def _environment(told: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
