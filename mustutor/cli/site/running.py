"""Run a command line in the current process, as a browser must: no shell, no terminal.

What is typed is all given beforehand; a command that would hear more meets the end of its input.
The files it writes go with its folder when it has ended, and with its answer to whoever asked.

jsonschema asks a compiled package, rpds, for maps, sets and lists that never change, and no browser
has it. They are here in Python: copying a few dozen schemas at each change costs next to nothing.
"""

from __future__ import annotations

import base64
import io
import json
import os
import shlex
import sys
import tempfile
import traceback
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from mustutor.base.language import chosen, open_language
from mustutor.cli.common_options import Status
from mustutor.cli.console import IN_PAGE
from mustutor.cli.main import main

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Member = TypeVar("Member", bound=Hashable)
Thing = TypeVar("Thing")


class HashTrieMap(Mapping[Key, Value]):
    """A map; what changes it gives another one.

    >>> one = HashTrieMap({"a": 1})
    >>> dict(one.insert("b", 2)), dict(one.remove("a")), dict(one)
    ({'a': 1, 'b': 2}, {}, {'a': 1})
    """

    def __init__(self, given: Mapping[Key, Value] | Iterable[tuple[Key, Value]] = ()) -> None:
        self._held = dict(given)

    @classmethod
    def convert(cls, given: Any) -> Any:
        """A map of these, or the one that was given if it is one."""
        return given if isinstance(given, cls) else cls(given)

    def insert(self, key: Key, value: Value) -> HashTrieMap[Key, Value]:
        """With one more, or another value for a key."""
        return HashTrieMap({**self._held, key: value})

    def update(self, *given: Any, **more: Any) -> HashTrieMap[Key, Value]:
        """With all of these."""
        held = dict(self._held)
        held.update(*given, **more)
        return HashTrieMap(held)

    def remove(self, key: Key) -> HashTrieMap[Key, Value]:
        """Without one; raises KeyError where it is not."""
        if key not in self._held:
            raise KeyError(key)
        return HashTrieMap({each: value for each, value in self._held.items() if each != key})

    def __getitem__(self, key: Key) -> Value:
        return self._held[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))


class HashTrieSet(frozenset[Member]):
    """A set; what changes it gives another one.

    >>> sorted(HashTrieSet("ab").insert("c").discard("a"))
    ['b', 'c']
    """

    def insert(self, member: Member) -> HashTrieSet[Member]:
        """With one more."""
        return HashTrieSet(self | {member})

    def update(self, *given: Iterable[Member]) -> HashTrieSet[Member]:
        """With all of these."""
        return HashTrieSet(self.union(*given))

    def discard(self, member: Member) -> HashTrieSet[Member]:
        """Without one, if it is there."""
        return HashTrieSet(self - {member})

    def remove(self, member: Member) -> HashTrieSet[Member]:
        """Without one; raises KeyError where it is not."""
        if member not in self:
            raise KeyError(member)
        return self.discard(member)


class List(tuple[Thing, ...], Generic[Thing]):  # noqa: SLOT001 - holds nothing of its own
    """A list that grows at its front.

    >>> list(List([2]).push_front(1))
    [1, 2]
    """

    def push_front(self, thing: Thing) -> List[Thing]:
        """With one more before all others."""
        return List((thing, *self))


def stand_in() -> None:
    """Let these be found as rpds, where there is none."""
    if "rpds" in sys.modules or find_spec("rpds") is not None:
        return
    module = ModuleType("rpds")
    for kind in (HashTrieMap, HashTrieSet, List):
        setattr(module, kind.__name__, kind)
    sys.modules["rpds"] = module


TOLD = (
    *("MUSTUTOR_LANG", "COLUMNS", "NO_COLOR"),
    *("MUSTUTOR_PROGRESS", "MUSTUTOR_CONFIG", "MUSTUTOR_PAGE"),
    IN_PAGE,
)
PROGRESS = "progress.json"
CRASHED = 70
"""The status of a command in which mustutor itself is at fault, which a shell would see as 1."""


CONFIG = "config.json"
NOT_HERE = frozenset(("site",))
"""Commands that would write what a page already is."""


class CommandResult(NamedTuple):
    """What a command line did: its status, what it wrote, and the files it left.

    A file is its name and its bytes, in base64.
    """

    status: int
    out: str
    err: str
    files: tuple[tuple[str, str], ...] = ()


def run(
    words: Sequence[str],
    *,
    typed: str = "",
    language: str = "",
    columns: int = 80,
    page: str = "",
    folder: str = "",
) -> CommandResult:
    """Run a command line, in an empty folder; progress and settings stand in `folder`.

    >>> run(["hand", "RRCA", "--brief"]).status
    2
    >>> run(["rule", "MUS-DEJE-3"], language="es").out.split()[0]
    'MUS-DEJE-3'
    """
    out, err = _output(), _output()
    heard = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogatepass")), encoding="utf-8")
    with tempfile.TemporaryDirectory() as name, chdir(name):
        kept = Path(folder or Path(name, ASIDE))
        files = (str(kept / PROGRESS), str(kept / CONFIG))
        settings = (language, str(columns), "1", *files, page, "1")
        with environment(dict(zip(TOLD, settings, strict=True))), _streams(heard, out, err):
            status = _status(words)
        left = tuple(_left(Path(name)))
    return CommandResult(status, _written(out).decode(), _written(err).decode(), left)


ASIDE = ".aside"
"""Where progress and settings stand that nobody keeps; no command line names it by accident."""


def _left(folder: Path) -> Iterator[tuple[str, str]]:
    """The files a command has left, but for its locks and those whose names begin with a point."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and "/." not in f"/{name}" and path.suffix != ".lock":
            yield name, base64.b64encode(path.read_bytes()).decode()


GIVEN = ("typed", "language", "columns", "page", "folder")
"""What a page tells of a question besides its words; `page` is its own address, for links."""


def answered(asked: str) -> str:
    """Answer a page: the arguments of `run` as JSON, or a whole `line`; what it gives, as JSON.

    >>> answered('{"line": "mustutor hand RRCA", "columns": 40}')[:22]
    '{"status": 0, "out": "'
    """
    question = json.loads(asked)
    words = question["words"] if "line" not in question else split_line(question["line"])
    told = {name: question[name] for name in GIVEN if name in question}
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
    if NOT_HERE.intersection(words[:1]):
        said = open_language(chosen()).say(
            "A browser cannot do this: type it where mustutor is installed."
        )
        sys.stderr.write(f"{said}\n")
        return Status.UNREADABLE
    try:
        return int(main(list(words)))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except ModuleNotFoundError as lacking:
        said = open_language(chosen()).say(
            "A browser has no {module}, which this needs: type it where mustutor is installed.",
            module=lacking.name,
        )
        sys.stderr.write(f"{said}\n")
        return Status.UNREADABLE
    except Exception:  # noqa: BLE001 - a fault of ours, told as the interpreter tells it
        traceback.print_exc()
        return CRASHED


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
def environment(told: Mapping[str, str]) -> Iterator[None]:
    """Let these be in the environment, and afterwards what was there."""
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
