"""Every command that writes, tried in a child of this process: killed, interrupted, without room.

A child has imported all there is already, so that one costs no more than its work. What it does to
files is counted: each opening to write, write, sync, rename, link, removal and new folder is a
moment at which something may happen to it. What it may leave is said in one place (`harm`).
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

# Imported here so that no child has to, and so that Ctrl-C does what it does in the program.
import mustutor.__main__
from mustutor.base.files import data
from mustutor.cli.command_table import COMMANDS, CommandGroup
from mustutor.cli.main import main
from mustutor.cli.site import writing

INTERRUPTED, OLD = 130, b"what was there before\n"
PROGRESS, CONFIG, LIVE = "progress.json", "config.json", ".part.jsonl"
AT_WORK = ("os.rename", "os.remove", "os.mkdir", "os.link", "os.rmdir", "os.truncate", "os.chmod")
"""What Python says of files to whoever listens, besides the opening of one."""
REMOVAL = ("os.remove", "os.rmdir")
QUARREL = ("", "", "grande", "", "A1 envido 4, B1 no quiero, B2 no quiero", "A1", "A 1", "", "")
TOLD = ("mano A1", "mus", "corto", "envido 4", "undo", "paso", "A1 Ro Rc 4e 5o")
TOLD += ("correct 1.grande.1 envido 2", "close")


PLAYED = "paso\nno quiero\ncorto\nservido\n" * 40


class Writer(NamedTuple):
    """A command that writes: its words, its targets, what is typed at it.

    `old` says that the targets are there already and are to be written over; `appends` that what
    is there may be kept in part, a line after the other; `same` that it writes the same each time;
    `goes_on` is typed at it when it is run once more, where that is another thing, and `again`
    are the statuses it may have then.
    """

    words: str
    targets: tuple[str, ...]
    typed: str = ""
    old: bool = True
    appends: bool = False
    same: bool = True
    goes_on: str = ""
    again: tuple[int, ...] = (0,)


TYPED = "A\nB\nq\n"
"""What is typed at anything that asks."""


def _lines(said: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in said)


WRITERS = {
    "settle --html": Writer("settle punto --html page.html", ("page.html",), old=False),
    "judge": Writer(
        "judge --answers answers -o quarrel.json", ("quarrel.json",), old=False, again=(0, 2)
    ),
    "verify --summary": Writer("replay verify games.jsonl --summary sum.json", ("sum.json",)),
    "verify --resume": Writer(
        "replay verify games.jsonl --resume state", ("state",), old=False, appends=True
    ),
    "merge": Writer("replay merge 1.json --summary sum.json", ("sum.json",)),
    "import": Writer("replay import friday.mus -o out.json --force", ("out.json",)),
    "export --text": Writer("replay export punto --text -o out.mus --force", ("out.mus",)),
    "analyse": Writer("replay analyse punto --playouts 8 -o out.json --force", ("out.json",)),
    "analyse --html": Writer(
        "replay analyse unbet --playouts 8 --html x.html", ("x.html",), old=False
    ),
    "record": Writer(
        "replay record x --variant wikipedia_en",
        ("x.json",),
        _lines(TOLD),
        old=False,
        goes_on="close\n",
        again=(0, 2),
    ),
    "redact": Writer("replay redact punto --view A -o out.json --force", ("out.json",)),
    "seal": Writer("replay seal punto -o out.json --force", ("out.json",)),
    "sign": Writer("replay sign punto --key my.key -o out.json --force", ("out.json",)),
    "key new": Writer("replay key new -o new.key --force", ("new.key",), same=False),
    "commit": Writer(
        "replay commit --variant madrid -o out.json --force", ("out.json",), same=False
    ),
    "deal": Writer(
        "replay deal secret.json --words red -o out.json --force", ("out.json",), same=False
    ),
    "reveal": Writer(
        "replay reveal table.json --secret dealt.json -o out.json --force", ("out.json",)
    ),
    "archive export": Writer(
        "archive export games.jsonl --parquet pq", ("pq",), old=False, again=(0, 3)
    ),
    "variant new": Writer("variant new ours --set score.target=30 --force", ("ours.yaml",)),
    "lesson new": Writer("lesson new ours", ("ours",), old=False, again=(0, 2)),
    "learn": Writer(
        "learn grande", (PROGRESS,), "a\nb\nA\nB\nq\n", old=False, same=False, again=(0, 1)
    ),
    "drill": Writer(
        "drill juego.order --seed 7 --number 2",
        (PROGRESS,),
        "A\nB\nq\n",
        old=False,
        same=False,
        again=(0, 1),
    ),
    "drill --html": Writer(
        "drill juego.order --seed 7 --number 2 --html x.html", ("x.html",), old=False
    ),
    "puzzle": Writer(
        "puzzle ordago --seed 7 --number 1",
        (PROGRESS,),
        "paso\nquiero\nq\n",
        old=False,
        same=False,
        again=(0, 1),
    ),
    "puzzle --html": Writer(
        "puzzle ordago --seed 7 --number 1 --html x.html", ("x.html",), old=False
    ),
    "play": Writer(
        "play --record y --seed 1 --variant encaje --seats 3 --hands 1",
        ("y.json",),
        PLAYED,
        old=False,
        same=False,
        goes_on=PLAYED,
        again=(0, 2),
    ),
    "site": Writer("site --pocket pages", ("pages",), old=False),
    "config set": Writer("config set variant madrid", (CONFIG,), old=False),
    "config unset": Writer("config unset variant", (), old=False),
    "progress export": Writer("progress export mine.json --force", ("mine.json",)),
    "progress import": Writer("progress import other.json", (PROGRESS,), old=False, same=False),
    "progress doctor": Writer(
        "progress doctor broken.json --repair",
        ("broken.json", "broken.json.damaged-1"),
        old=False,
        same=False,
        again=(0, 1, 3),
    ),
}
"""Commands by the name they have in the table."""

# Without their library they write nothing at all.
if not find_spec("duckdb"):
    del WRITERS["archive export"]
if find_spec("resvg_py"):
    WRITERS["export --png"] = Writer("replay export unbet --png -o x.png --force", ("x.png",))

# What nobody needs a file for: these write to the output alone, or read.
WRITE_NOTHING = {
    *("tour", "hand", "compare", "rule", "schema", "review", "progress", "progress reset"),
    *("odds", "config", "config show", "replay list", "languages"),
    *(() if find_spec("duckdb") else ("archive export",)),
    *("replay show", "replay play", "replay simulate", "replay key show", "archive query"),
    *("variant list", "variant show", "variant diff", "variant check"),
    *("lesson list", "lesson check"),
}


def commands(branch: CommandGroup = COMMANDS, *before: str) -> Iterator[str]:
    """Every command there is, as it is typed."""
    for word, found in branch.commands.items():
        if not isinstance(found, CommandGroup) or found.own:
            yield " ".join((*before, word))
        if isinstance(found, CommandGroup):
            yield from commands(found, *before, word)


def untried() -> set[str]:
    """The commands that neither are tried here nor write nothing."""
    tried = [writer.words for writer in WRITERS.values()]
    return {
        command
        for command in set(commands()) - WRITE_NOTHING
        if not any(words.startswith(command) for words in tried)
    }


# --- a child ---------------------------------------------------------------------------------


class Ended(NamedTuple):
    """How a child ended: its status (negative for a signal), its messages, its moments."""

    status: int
    out: str
    err: str
    moments: int


def run(
    words: str, folder: Path, typed: str = "", prepare: Callable[[], Any] = lambda: None
) -> Ended:
    """Run a command in a folder, in a child that is prepared just before it begins."""
    sys.stdout.flush()
    said, typing = os.pipe()
    os.write(typing, typed.encode())
    os.close(typing)
    # Pipes and not files: a limit to the size of files would keep the messages out of them.
    pipes = [os.pipe() for _ in range(3)]
    child = os.fork()
    if not child:
        moments = None
        try:
            _become(folder, said, pipes[0][1], pipes[1][1])
            moments = prepare()
            status = int(main(words.split()))
        except BaseException:  # noqa: BLE001 - as the interpreter would
            sys.excepthook(*sys.exc_info())
            status = 1
        try:
            sys.stderr.flush()
            os.write(pipes[2][1], str(getattr(moments, "seen", 0)).encode())
        finally:
            os._exit(status)
    os.close(said)
    read = []
    for reading, other_end in pipes:
        os.close(other_end)
        with os.fdopen(reading, errors="replace") as stream:
            read.append(stream.read())
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Ended(ended, read[0], read[1], int(read[2] or 0))


def _become(folder: Path, said: int, out: int, err: int) -> None:
    signal.signal(signal.SIGINT, mustutor.__main__.interrupted)  # whoever called us may ignore it
    os.chdir(folder)
    os.environ.update(
        MUSTUTOR_PROGRESS=str(folder / PROGRESS),
        MUSTUTOR_CONFIG=str(folder / CONFIG),
        TERM="dumb",
        LANG="C.UTF-8",
    )
    for number, handle in enumerate((said, out, err)):
        os.dup2(handle, number)
    sys.stdin = io.TextIOWrapper(io.FileIO(0), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w")), encoding="utf-8", line_buffering=True
    )


class Moments:
    """Counts what is done to files, and at one of them does what is asked for.

    A write is done by half first: `happen` finds a file in the state that a power cut leaves.
    """

    def __init__(self, at: int, happen: Callable[[], Any]) -> None:
        self.at, self.happen, self.seen = at, happen, 0
        write, fsync = os.write, os.fsync

        def half(handle: int, text: bytes) -> int:
            if self.seen + 1 == self.at:
                write(handle, text[: len(text) // 2])
            self.moment()
            return write(handle, text)

        def synced(handle: int) -> None:
            self.moment()
            fsync(handle)

        os.write, os.fsync = half, synced
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """What Python says that it is about to do."""
        opens = event == "open" and isinstance(arguments[2], int) and arguments[2] & 3
        removes = event in REMOVAL and self.happen is full  # for that there is always room
        if opens or (event in AT_WORK and not removes):
            self.moment()

    def moment(self) -> None:
        """Something is about to be done to a file."""
        self.seen += 1
        if self.seen == self.at:
            self.happen()


class Calls:
    """Counts every function that is called, and in one of them interrupts."""

    def __init__(self, at: int) -> None:
        self.at, self.seen = at, 0
        sys.setprofile(self.called)

    def called(self, frame: FrameType, *_: object) -> None:
        """A function begins or ends."""
        self.seen += 1
        if self.seen == self.at:
            sys.setprofile(None)
            # As the signal would: from within this function it would find it, and not that one.
            mustutor.__main__.interrupted(signal.SIGINT, frame)


def killed() -> None:
    """As by somebody's kill -9, or a power cut."""
    os.kill(os.getpid(), signal.SIGKILL)


def interrupted() -> None:
    """As by Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


def full() -> None:
    """As on a disk that has no room."""
    raise OSError(28, "No space left on device")


def short_files(size: int) -> Callable[[], None]:
    """No file may grow beyond so many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


WARMING = ("settle punto --html -", "learn grande --transcript", "variant show madrid")


def warm() -> None:
    """Import and read in this process what its children need, once for all of them."""
    for module in pkgutil.walk_packages(mustutor.__path__, "mustutor."):
        importlib.import_module(module.name)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for words in WARMING:
            main(words.split())
    writing.package()
    writing.libraries()
    gc.freeze()  # so that children share it all


# --- the stock that commands work on -----------------------------------------------------------


@contextmanager
def stock() -> Iterator[Path]:
    """A folder with what the commands read, which goes in the end."""
    fast = Path("/dev/shm")  # noqa: S108 - no disk is waited for
    with tempfile.TemporaryDirectory(
        prefix="attacks-", dir=fast if os.access(fast, os.W_OK) else None
    ) as name:
        folder = Path(name, "stock")
        folder.mkdir()
        records = [
            json.loads((data("replays") / f"{record}.json").read_text("utf-8"))
            for record in ("punto", "whole_game", "forgotten_call")
        ]
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / "games.jsonl").write_text(lines)
        shutil.copy(data("replays") / "friday_at_the_bar.mus", folder / "friday.mus")
        (folder / "answers").write_text(_lines(QUARREL))
        for words in (
            "replay key new -o my.key",
            "replay commit --variant madrid -o secret.json",
            "replay deal secret.json --words wine -o dealt.json",
            "replay redact dealt.json --view table -o table.json",
            "replay verify games.jsonl --summary 1.json",
            "drill juego.order --seed 3 --number 2",
            "progress export other.json",
        ):
            made = run(words, folder, "A\nB\nA\n")
            assert made.status in (0, 1), (words, made)
        whole = (folder / "other.json").read_text()
        (folder / "broken.json").write_text(whole[: len(whole) - 4])
        (folder / PROGRESS).unlink()
        yield folder


@contextmanager
def at(folder: Path, writer: Writer) -> Iterator[Path]:
    """A fresh copy of the stock, with what the writer is to write over."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        copy = Path(name, "here")
        shutil.copytree(folder, copy)
        for target in writer.targets if writer.old else ():
            (copy / target).write_bytes(OLD)
        yield copy


def found_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its path, and what it holds; a folder ends in a slash."""
    return {
        str(path.relative_to(folder)): b"" if path.is_dir() else path.read_bytes()
        for path in folder.rglob("*")
        if not path.name.endswith(".lock")
    }


def harm(
    writer: Writer,
    before: dict[str, bytes],
    after: dict[str, bytes],
    ended: dict[str, bytes],
    *,
    drafts: bool,
) -> str:
    """What a command has done that it must not do, in a word or two; nothing where all is well.

    `before` is what was there, `ended` what is there when nothing happens to the command. Drafts
    (with a dot before their names) may be left by one that was killed, and by nobody else.
    """
    for name in sorted({*before, *after}):
        ours = any(name == each or name.startswith(f"{each}/") for each in writer.targets)
        draft = any(part.startswith(".") for part in Path(name).parts)
        was, is_ = before.get(name), after.get(name)
        moved = was in after.values() if is_ is None else is_ in before.values()
        if was == is_ or (draft and drafts) or (ours and moved) or name.endswith(LIVE):
            continue
        if draft and was is None:
            return f"{name} is left behind"
        if not ours:
            return f"{name} is changed"
        if is_ is None:
            return f"{name} is lost"
        whole = ended.get(name)
        if (writer.same and is_ == whole) or (writer.appends and (whole or b"").startswith(is_)):
            continue
        if not writer.same and _is_whole(is_):
            continue
        return f"{name} is half written"
    return ""


def _is_whole(text: bytes) -> bool:
    try:
        return (text.startswith(b"-----BEGIN") and b"-----END" in text) or bool(json.loads(text))
    except ValueError:
        return False
