"""The tours, read line by line: in both languages, on a wide page and on a narrow one."""

from __future__ import annotations

import os
import re
import sys

import pytest

COMMAND = re.compile(r"^  mustutor (.+)$", re.MULTILINE)
GAMES = pytest.mark.parametrize("game", ["mus", "encaje"])

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is needed")


@GAMES
@pytest.mark.parametrize("width", ["80", "40"])
@pytest.mark.parametrize("code", ["en", "es"])
def test_the_tour_reads_like_this(mustutor, snapshot, game, code, width):
    walked = mustutor("tour", game, "--lang", code, "--width", width)
    assert (walked.status, walked.err) == (0, "")
    assert walked.out == snapshot


@GAMES
@pytest.mark.parametrize("code", ["en", "es"])
def test_the_tour_fits_a_narrow_page_but_for_what_is_to_be_typed(mustutor, game, code):
    walked = mustutor("tour", game, "--lang", code, "--width", "40")
    wide = [line for line in walked.out.splitlines() if len(line) > 40]
    assert all(line.startswith("  mustutor ") for line in wide)


def test_the_tour_is_of_mus_unless_encaje_is_wanted(mustutor):
    assert mustutor("tour").out == mustutor("tour", "mus").out
    assert mustutor("tour", "Encaje").out == mustutor("tour", "encaje").out
    other = mustutor("tour", "poker")
    assert (other.status, other.out) == (2, "")
    assert other.err.startswith("There is no tour of poker: ")


def test_the_tour_of_mus_tells_the_stones_of_its_record(mustutor):
    # 10 and 7 before. The raise to 5 at pares is refused: 2 to B, and 2 for its three kings
    # (MUS-DEJE-3, MUS-DEJE-5); 5 to B at grande, 1 to A at chica, 2 to A for the 32.
    shown = mustutor("tour").out
    assert "A 10 (2 amarrakos)   B 7 (1 amarrako and 2)" in shown
    assert "A 10 (2 amarrakos)   B 9 (1 amarrako and 4)" in shown
    assert "A 13 (2 amarrakos and 3)   B 16 (3 amarrakos and 1)" in shown
    for rule in ("MUS-BET-5", "MUS-PAY-2", "MUS-DEJE-3", "MUS-DEJE-5", "MUS-CMP-T2", "MUS-PAY-5"):
        assert rule in shown


def test_the_tour_of_encaje_tells_the_stones_of_the_source(mustutor):
    # ENC-EX-1: 5 18 16 9 10 before, the pot of 22, and E with 22 after it.
    shown = mustutor("tour", "encaje").out
    assert "A 5   B 18   C 16   D 9   E 10" in shown
    assert "pot of grande 22" in shown
    assert "A 5   B 6   C 16   D 9   E 22" in shown
    for rule in ("ENC-BET-6", "ENC-BET-8", "ENC-BET-12", "ENC-BET-14", "ENC-SET-9", "ENC-SET-11"):
        assert rule in shown


@pytest.mark.parametrize(
    ("game", "place", "illegal", "legal"),
    [
        ("mus", "1.pares.6", "B1 subo a 3", "subo a 8"),
        ("encaje", "1.grande.11", "B subo a 9", "subo a 14"),
    ],
)
def test_the_tour_catches_an_illegal_change_and_a_legal_one(mustutor, game, place, illegal, legal):
    shown = " ".join(mustutor("tour", game).out.split())
    assert f"At {place} the record has: {illegal}" in shown
    assert f'And "{legal}", which the rules do allow? That is caught as well, at {place}' in shown


@GAMES
def test_what_the_tour_says_to_type_next_works(mustutor, fed, game):
    offered = COMMAND.findall(mustutor("tour", game).out)
    assert len(offered) >= 4
    for line in offered:
        words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
        if "FILE" in words:
            words[words.index("FILE")] = "worked_example_1"
        fed("")
        assert mustutor(*words).status == 0, line


def at_a_terminal(*words, rows: int = 24):
    pexpect = pytest.importorskip("pexpect")
    return pexpect.spawn(
        sys.executable,
        ["-m", "mustutor", "tour", *words, "--lang", "en"],
        dimensions=(rows, 80),
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "LINES": str(rows)},
        encoding="utf-8",
        timeout=60,
    )


@on_posix
def test_at_a_terminal_the_tour_rests_after_each_part_and_goes_on_with_enter(mustutor):
    child = at_a_terminal(rows=50)  # every part of it is seen at once
    told, rests = "", 0
    while child.expect(["Enter goes on, q ends: ", child_end()]) == 0:
        told += child.before
        rests += 1
        child.sendline("")
    told += child.before
    child.close()
    assert child.exitstatus == 0
    assert rests == 5 + 1 + 4 + 1  # the rounds of the hand, the opening, the parts after them
    lines = [line for line in told.replace("\r", "").split("\n") if line]
    assert lines == [line for line in mustutor("tour", "--lang", "en").out.split("\n") if line]


@on_posix
@pytest.mark.parametrize("leave", ["q\n", "Quit\n", "\x04"])
def test_the_tour_is_left_where_one_has_seen_enough(leave):
    child = at_a_terminal()
    child.expect("Enter goes on, q ends: ")
    child.send(leave)
    child.expect(child_end())
    child.close()
    assert child.exitstatus == 0
    assert "1. The betting" not in child.before


@on_posix
@pytest.mark.parametrize("habit", ["--plain", "--no-input"])
def test_plainly_and_unasked_the_tour_runs_through(habit):
    child = at_a_terminal(habit)
    child.expect(child_end())
    child.close()
    assert "7. Now you" in child.before
    assert "Enter goes on" not in child.before


def child_end():
    return pytest.importorskip("pexpect").EOF
