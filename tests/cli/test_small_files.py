"""Every file of JSON that a command reads, damaged at random: a line and a status, no traceback.

The seed makes the damage, so that what fails can be tried again: `tried` is given the kind and the
number. Each damaged file is read by every command that reads such a file, in this process.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from mustutor.base.errors import ProgressError, Unreadable
from mustutor.base.files import data
from mustutor.cli.settings import settings_in
from mustutor.replay.files import load_replay
from mustutor.tutor.progress_file import contents_of, contents_read
from tests.long import few, whole
from tests.table import live_lines

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[-\w.+]+|[\[\]{}:,]')
NAME = re.compile(rb'"(?:[^"\\]|\\.)*"(?=\s*:)')
DEEP = 900
NASTY = (
    *(b"9" * 5_000, b"-" + b"9" * 5_000, b"1" + b"0" * 40, b"9223372036854775808", b"-1", b"0"),
    *(b"1e999", b"1.5", b"NaN", b"-Infinity", b"0." + b"0" * 5_000 + b"1"),
    *(b"[" * DEEP + b"]" * DEEP, b'{"a":' * DEEP + b"1" + b"}" * DEEP, b"[" * 100_000),
    *(b"[" * 60 + b"]" * 60, b"null", b"true", b"[]", b"{}", b'""', b'"' + b"x" * 70_000 + b'"'),
    *(rb'"\ud800"', rb'"\u0000"', rb'"../../x"', b'"\xff"', b'"A1=Ane"', b'{"a": 1, "a": 2}'),
    *(b"999999", b'"9999-12-31T23:59:59Z"', b'"0001-01-01T00:00:00+23:59"', b'"mus-replay/9"'),
)


def damaged(data: bytes, random: Random) -> bytes:
    """The bytes with a few things wrong: among them always one, and seldom more than three."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        tokens = list(TOKEN.finditer(data))
        token = random.choice(tokens) if tokens else None
        names = list(NAME.finditer(data))
        match random.randrange(9):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + data[min(end, at + random.randrange(40)) :]
            case 2:
                data = data[:at] + bytes(random.choices(range(256), k=3)) + data[at:]
            case 3:
                data = data[:end] + data[at:]
            case 4 if names:  # a name in the place of another, which perhaps is there as well
                one, other = random.choice(names), random.choice(names)
                data = data[: one.start()] + other.group() + data[one.end() :]
            case _ if token:
                data = data[: token.start()] + random.choice(NASTY) + data[token.end() :]
    return data


class SmallFile(NamedTuple):
    """A kind of file: how a good one is written, and the command lines that read one.

    FILE stands for the damaged file, OUT for one that may be written. `statuses` are those a
    command may end with.
    """

    written: Callable[[Path, Callable[..., object]], bytes]
    lines: tuple[str, ...]
    statuses: tuple[int, ...] = (0, 1, 3)


def _settings(_folder: Path, _mustutor: object) -> bytes:
    told = {"variant": "madrid", "lang": "es", "level": "2", "names": "A1=Ane,B1=Bea"}
    return json.dumps(told).encode()


def _progress(folder: Path, mustutor: Callable[..., object]) -> bytes:
    os.environ["MUSTUTOR_PROGRESS"] = str(folder / "made")
    answers = folder / "answers"
    answers.write_text("A\nB\n")
    mustutor("drill", "juego.order", "--seed", "3", "--number", "3", "--answers", str(answers))
    mustutor("learn", "grande", "--answers", str(answers))
    return (folder / "made").read_bytes()


def _summary(folder: Path, mustutor: Callable[..., object]) -> bytes:
    made = folder / "made"
    mustutor("replay", "verify", str(data("replays") / "faulty"), "punto", "--summary", str(made))
    return made.read_bytes()


def _journal(folder: Path, mustutor: Callable[..., object]) -> bytes:
    mustutor("replay", "verify", str(data("replays") / "punto.json"), "--resume", str(folder / "j"))
    return (folder / "j").read_bytes()


def _record(_folder: Path, _mustutor: object) -> bytes:
    return (data("replays") / "madrid_refused_raise.json").read_bytes()


def _live(_folder: Path, _mustutor: object) -> bytes:
    return "".join(f"{line}\n" for line in live_lines(load_replay("unbet"))).encode()


def _secret(folder: Path, mustutor: Callable[..., object]) -> bytes:
    mustutor("replay", "commit", "--variant", "madrid", "-o", str(folder / "made"))
    return (folder / "made").read_bytes()


PUNTO = data("replays") / "punto.json"
KINDS = {
    "config.json": SmallFile(
        _settings,
        ("hand RRRA", "config", "config set level 3", "config unset lang", "--version"),
        (0, 2, 3),  # a variant that is none is wrong usage, set or typed
    ),
    "progress.json": SmallFile(
        _progress,
        (
            "progress",
            "progress export OUT --force",
            "progress doctor",
            "progress doctor FILE --repair",
            "progress doctor",
            "review --no-input",
            "",
        ),
    ),
    "import.json": SmallFile(_progress, ("progress import FILE",)),
    "summary.json": SmallFile(_summary, ("replay merge FILE", "replay merge FILE --json")),
    "journal": SmallFile(_journal, (f"replay verify {PUNTO} --resume FILE",)),
    "claims.json": SmallFile(_record, ("settle FILE --brief", "replay verify FILE")),
    "tonight.part.jsonl": SmallFile(_live, ("replay show FILE", "replay record FILE --no-input")),
    "secret.json": SmallFile(
        _secret,
        ("replay deal FILE --words wine -o OUT --force", "replay reveal punto --secret FILE"),
    ),
}


@pytest.fixture
def tried(mustutor, fed, tmp_path, monkeypatch):
    """Damage a file of a kind by a number, and read it by each of its commands."""
    monkeypatch.setenv("MUSTUTOR_CONFIG", str(tmp_path / "config.json"))
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(tmp_path / "progress.json"))
    made = {}

    def run(name: str, number: int) -> None:
        kind = KINDS[name]
        if name not in made:
            folder = tmp_path / "made"
            folder.mkdir(exist_ok=True)
            made[name] = kind.written(folder, mustutor)
            monkeypatch.setenv("MUSTUTOR_PROGRESS", str(tmp_path / "progress.json"))
        file = tmp_path / name
        file.write_bytes(damaged(made[name], Random(f"{name} {number}")))
        for line in kind.lines:
            fed("")
            places = {"FILE": str(file), "OUT": str(tmp_path / "out")}
            answer = mustutor(*[places.get(word, word) for word in line.split()])
            assert answer.status in kind.statuses, (line, answer)
            assert "Traceback" not in answer.err
            assert answer.status != 3 or answer.err.strip()
            if "--repair" in line and answer.status != 3:
                contents_of(file)

    return run


@whole
@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_file_is_a_line_and_a_status_and_never_a_traceback(tried, name):
    for number in range(few(100, 8)):
        try:
            tried(name, number)
        except BaseException as failure:
            failure.add_note(f"{name} {number}")
            raise


# --- each bound, at its place ---------------------------------------------------------------

EVENT = b'{"id": "a", "at": "2026-03-01T12:00:00Z", "kind": "closed", "x": %s}'
LOG = b'{"format": "mustutor-progress/1", "events": [%s]}'


@pytest.mark.parametrize(
    ("value", "offset", "problem"),
    [
        (b"9" * 5_000, 0, "It holds a number far larger"),
        (b"1" + b"0" * 40, 0, "It holds a number far larger"),
        (b"[" * DEEP + b"]" * DEEP, 64 - len("{[{"), "It nests brackets"),
        (b'1, "x": 2', 3, "The field x is written twice"),
        (b"NaN", 0, "NaN is not a number that can be kept"),
        (b"1e999", 0, "1e999 is not a number that can be kept"),
        (rb'"\ud800"', 0, "A text here holds half a character"),
        (b'"\xff"', 1, "It is not UTF-8 text"),
    ],
)
def test_what_small_files_may_not_hold_is_refused_at_its_place(tmp_path, value, offset, problem):
    log = LOG % (EVENT % value)
    with pytest.raises(ProgressError) as refused:
        contents_read(log, file="f")
    assert str(refused.value).startswith(f"f:1:{log.index(value) + offset + 1}: {problem}")
    path = tmp_path / "config.json"
    path.write_bytes(b'{"x": %s}' % value)
    with pytest.raises(Unreadable) as refused:
        settings_in(path)
    assert problem in str(refused.value)


@pytest.mark.parametrize("value", [b"9" * 5_000, b"[" * DEEP + b"]" * DEEP, b"1e999", b"NaN"])
def test_the_doctor_saves_the_events_beside_one_that_cannot_be_kept(mustutor, tmp_path, value):
    path = tmp_path / "progress.json"
    good = (EVENT % b"[1, 2.5, null]").replace(b'"a"', b'"good"')
    path.write_bytes(LOG % b", ".join((EVENT % value, good)))
    assert mustutor("progress", "doctor", str(path)).status == 1
    assert mustutor("progress", "doctor", str(path), "--repair").status in (0, 1)
    assert [event.id for event in contents_of(path).events] == ["good"]
    assert mustutor("progress", "doctor", str(path)).status == 0


def test_the_doctor_keeps_the_last_of_what_is_written_twice(mustutor, tmp_path):
    path = tmp_path / "progress.json"
    path.write_bytes(LOG % (EVENT % b'1, "seconds": 3, "seconds": 4'))
    mustutor("progress", "doctor", str(path), "--repair")
    assert [event.seconds for event in contents_of(path).events] == [4]


def test_a_summary_that_counts_beyond_all_matches_is_refused(mustutor, tmp_path):
    written = json.loads(_summary(tmp_path, mustutor))
    for name, number in (("matches", 10**40), ("hands", 2**63), ("stones", 2**53)):
        path = tmp_path / "summary.json"
        path.write_text(json.dumps({**written, name: number}))
        answer = mustutor("replay", "merge", str(path))
        assert answer.status == 3
        assert answer.err.startswith(str(path))
