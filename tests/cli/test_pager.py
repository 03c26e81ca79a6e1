"""Long text goes through a pager at a terminal, and nowhere else."""

from __future__ import annotations

import os
import sys

import pytest

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is needed")
RECORD = "match_to_three_games"


def seen(tmp_path, *words, pager="", rows=24, **environment):
    """What a command writes at a terminal, where the pager marks what it is given."""
    pexpect = pytest.importorskip("pexpect")
    script = tmp_path / "pager.sh"
    script.write_text("#!/bin/sh\necho PAGED\ncat\n")
    script.chmod(0o755)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "mustutor", *words, "--lang", "en"],
        dimensions=(rows, 80),
        env={**os.environ, "TERM": "xterm", "PAGER": pager or str(script), **environment},
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.before, child.exitstatus


@on_posix
@pytest.mark.parametrize("words", [("settle", RECORD), ("replay", "show", RECORD)])
def test_long_text_at_a_terminal_goes_through_the_pager(tmp_path, words):
    text, status = seen(tmp_path, *words)
    assert text.startswith("PAGED")
    assert status == 0


@on_posix
@pytest.mark.parametrize(
    "words",
    [
        ("settle", RECORD, "--json"),
        ("settle", RECORD, "--plain"),
        ("settle", RECORD, "--no-input"),
        ("settle", RECORD, "--html", "-"),
        ("settle", RECORD, "--brief"),
    ],
)
def test_what_is_short_or_for_a_program_never_does(tmp_path, words):
    text, _ = seen(tmp_path, *words)
    assert "PAGED" not in text
    assert text


@on_posix
@pytest.mark.parametrize("pager", ["cat", "no-such-pager-anywhere", "'"])
def test_without_a_pager_the_text_is_written_as_it_is(tmp_path, pager):
    text, status = seen(tmp_path, "settle", RECORD, pager=pager)
    assert "VERDICT" in text
    assert "PAGED" not in text
    assert status == 0


@on_posix
def test_a_dumb_terminal_has_no_pager(tmp_path):
    text, _ = seen(tmp_path, "settle", RECORD, TERM="dumb")
    assert "PAGED" not in text


@on_posix
def test_a_pager_that_leaves_early_is_no_fault(tmp_path):
    text, status = seen(tmp_path, "settle", RECORD, pager="true")
    assert "Traceback" not in text
    assert status == 0


def test_nothing_is_paged_into_a_pipe(mustutor, monkeypatch):
    monkeypatch.setenv("PAGER", "false")
    assert "VERDICT" in mustutor("settle", RECORD).out
