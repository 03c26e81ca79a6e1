"""The tour, read line by line: in both languages, on a wide page and on a narrow one."""

from __future__ import annotations

import re

import pytest

COMMAND = re.compile(r"^  mustutor (.+)$", re.MULTILINE)


@pytest.mark.parametrize("width", ["80", "40"])
@pytest.mark.parametrize("code", ["en", "es"])
def test_the_tour_reads_like_this(mustutor, snapshot, code, width):
    walked = mustutor("tour", "--lang", code, "--width", width)
    assert (walked.status, walked.err) == (0, "")
    assert walked.out == snapshot


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_tour_fits_a_narrow_page_but_for_what_is_to_be_typed(mustutor, code):
    walked = mustutor("tour", "--lang", code, "--width", "40")
    wide = [line for line in walked.out.splitlines() if len(line) > 40]
    assert all(line.startswith("  mustutor ") for line in wide)


def test_the_tour_tells_the_stones_of_the_source(mustutor):
    # ENC-EX-1: 5 18 16 9 10 before, the pot of 22, and E with 22 after it.
    shown = mustutor("tour").out
    assert "A 5   B 18   C 16   D 9   E 10" in shown
    assert "pot of grande 22" in shown
    assert "A 5   B 6   C 16   D 9   E 22" in shown
    for rule in ("ENC-BET-6", "ENC-BET-8", "ENC-BET-12", "ENC-BET-14", "ENC-SET-9", "ENC-SET-11"):
        assert rule in shown


def test_the_tour_catches_an_illegal_change_and_a_legal_one(mustutor):
    shown = mustutor("tour").out
    assert "At 1.grande.11 the record has: B subo a 9" in shown
    assert 'And "subo a 14", which the rules do allow? It is caught as well, at 1.grande.11' in (
        " ".join(shown.split())
    )


def test_what_the_tour_says_to_type_next_works(mustutor):
    offered = COMMAND.findall(mustutor("tour").out)
    assert len(offered) >= 4
    for line in offered:
        words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
        if "FILE" in words:
            words[words.index("FILE")] = "worked_example_1"
        assert mustutor(*words).status == 0, line
