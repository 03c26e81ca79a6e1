"""What nobody means: numbers without end, words that are no text, pipes and devices for files.

Each is one clear line and a status, whichever command meets it, and nothing is waited for.
"""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import sys

import pytest

from tests.long import each

ENDLESS = "9" * 5_000
"""Python reads no number of so many figures, and says so with a ValueError."""
FIGURES = (ENDLESS, "²", "٣", "1_000", "-1")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and alarms are of POSIX")


@pytest.fixture(autouse=True)
def _nobody_waits():
    """Whoever waits for a pipe that nobody writes to is woken, and fails."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it waits"))
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def told(mustutor, line, **named):
    """What a command answers to a line in which names in braces stand for words."""
    return mustutor(*[word.format(**named) for word in line.split()])


@pytest.mark.parametrize("figures", FIGURES, ids=["endless", "²", "٣", "1_000", "-1"])
@pytest.mark.parametrize(
    "line",
    [
        "tour --width {n}",
        "replay record x --seats {n}",
        "replay record x --start A={n}",
        "replay record x --games A={n}",
        "replay play punto --from {n}.grande",
        "replay play punto --to 1.grande.{n}",
        "replay verify punto --shard {n}/{n}",
        "settle punto --why A {n}.grande",
        "variant new ours -o - --set score.target={n}",
        "variant new ours -o - --set deje.opening.pares={n}",
        "learn grande --from {n}",
    ],
)
def test_a_number_nobody_means_is_wrong_usage_in_a_line(
    mustutor, tmp_path, monkeypatch, line, figures
):
    monkeypatch.chdir(tmp_path)
    answer = told(mustutor, line, n=figures)
    assert answer.status == 2
    assert 1 <= len(answer.err.splitlines()) <= 2
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "line",
    [
        "learn grande --answers {pipe}",
        "judge --answers {pipe}",
        "replay sign punto --key {pipe}",
        "replay key show {pipe}",
        "replay merge {pipe}",
        "replay verify punto --resume {pipe}",
        "replay record x --deal {pipe}",
        "replay reveal punto --secret {pipe}",
        "replay import {pipe}",
        "progress import {pipe}",
        "progress doctor {pipe}",
        "variant check {pipe}",
        "hand RRRA --variant {pipe}",
        "lesson check {pipe}",
        "archive query claims {pipe}",
    ],
)
def test_a_pipe_is_no_file_and_nobody_waits_for_it(mustutor, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.yaml")
    answer = told(mustutor, line, pipe=tmp_path / "pipe.yaml")
    assert answer.status in (1, 2, 3)
    assert answer.status != 1 or line.startswith(("progress doctor", "lesson check"))
    assert 1 <= len((answer.err or answer.out).splitlines()) <= 4


@pytest.mark.parametrize(
    "line",
    [
        "replay export punto --text -o {there} --force",
        "replay redact punto --view table -o {there} --force",
        "replay key new -o {there} --force",
        "variant new ours -o {there} --force",
        "progress export {there} --force",
        "replay verify punto --summary {there}",
    ],
)
def test_nothing_takes_the_place_of_what_is_no_ordinary_file(mustutor, tmp_path, line):
    os.mkfifo(tmp_path / "device")
    answer = told(mustutor, line, there=tmp_path / "device")
    assert answer.status == 3
    assert re.search("It (cannot|may not) be written", answer.err)
    assert stat.S_ISFIFO((tmp_path / "device").stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["device"]


WORDS = {
    "a character that is nothing": "a\0b",
    "half a character": "\ud800",
    "a byte that is no text": "\udcff",
}


@each(WORDS)
def test_every_word_of_a_command_may_be_no_text(kind):
    from mustutor.cli.main import main

    word = WORDS[kind]
    for line in (
        *("hand {}", "rule {}", "learn {}", "drill {}", "tour {}", "{}", "schema {}"),
        *("replay simulate --seed {}", "replay sign punto --key k --by {}", "variant new {} -o -"),
        *("lesson new {} -o /nowhere", "replay play punto --from {}", "hand RRRA --lang {}"),
    ):
        assert main([part.format(word) for part in line.split()]) == 2, (kind, line)


def test_a_file_may_be_named_by_bytes_that_are_no_text(mustutor, tmp_path):
    name = os.fsdecode(os.fsencode(tmp_path / "ol") + b"\xe9.mus")
    assert mustutor("replay", "export", "punto", "--text", "-o", name).status == 0
    assert mustutor("settle", name).status == 0
    missing = mustutor("settle", os.fsdecode(b"\xff.json"))
    assert (missing.status, len(missing.err.splitlines())) == (3, 1)


# --- journals that are damaged -------------------------------------------------------------------

FIRST_LINES = (
    *(b"", b"\0" * 500, b"[", b"[" * 100_000, b"{}\n", b"[]\n", b"\xff\xfe\n", b"null\n"),
    *(b'["mus-journal/1"]\n', b'["mus-journal/1", null]\n', b'["mus-journal/2", 65536]\n'),
    *(ENDLESS.encode() + b"\n", b'["mus-journal/1", %s]\n' % ENDLESS.encode()),
)
STRANGE = (None, 1.5, -1, 10**30, "", "x", [], [[]], {}, True, [["a", 1]], {"a": None})


def test_a_damaged_journal_is_a_line_and_a_status_whatever_is_wrong_with_it(mustutor, tmp_path):
    record = mustutor("replay", "redact", "forgotten_call", "--view", "full").out or "{}"
    archive, state = tmp_path / "a.jsonl", tmp_path / "state"
    archive.write_text(mustutor("replay", "simulate").out + record + "{\n")
    words = ("replay", "verify", str(archive), "--json", "--resume", str(state))
    first = mustutor(*words)
    good = state.read_bytes()
    assert mustutor(*words) == first, "what a journal tells again is what was told"
    head, piece = map(json.loads, good.splitlines())
    damaged = [(text, None) for text in FIRST_LINES]
    for place in range(1, len(head)):
        damaged += [([*head[:place], thing, *head[place + 1 :]], piece) for thing in STRANGE]
    for place in range(len(piece) - 1):
        damaged += [(head, [*piece[:place], thing, *piece[place + 1 :]]) for thing in STRANGE[::2]]
    for report in piece[len(piece) - 3]:
        for place, before in enumerate(report):
            for thing in STRANGE[::3]:
                report[place] = thing
                damaged.append((head, json.loads(json.dumps(piece))))
            report[place] = before
    for begun, then in damaged:
        lines = (
            begun
            if isinstance(begun, bytes)
            else b"".join(json.dumps(line).encode() + b"\n" for line in (begun, then))
        )
        state.write_bytes(lines)
        answer = mustutor(*words)
        assert answer.status in (0, 1, 3), lines[:200]
        assert answer.status == first.status or str(state) in answer.err, lines[:200]
