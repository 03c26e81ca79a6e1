"""The screen as it meets the eye, through a terminal of the tests' own; read before it was kept."""

from __future__ import annotations

import re

import pyte
import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from .lesson import lesson_walk
from .terminal import ENTER, ESCAPE, F2, F3, PAGE_DOWN, drawn, raw, record_walk, shown

MUS = "match_to_three_games"
ENCAJE = "worked_example_1_b_better"


class Page(SingleFileSnapshotExtension):
    """A picture as a text file of its own."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


sizes = pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 12)], ids=["80x24", "40x12"])
languages = pytest.mark.parametrize("code", ["en", "es"])
SCENES = {
    "encaje_in_mid_betting": (lambda code: record_walk(ENCAJE, "1.grande.9", code), ()),
    "mus_in_pares": (lambda code: record_walk(MUS, "1.pares.5", code), ()),
    "showdown": (lambda code: record_walk(ENCAJE, "1.showdown", code), ()),
    "help": (lambda code: record_walk(ENCAJE, code=code), ("?",)),
    "article": (lambda code: record_walk(ENCAJE, "1.grande.13", code), ("r",)),
    "question": (lambda _: lesson_walk("seat"), ()),
    "question_wrong_after_a_hint": (lambda _: lesson_walk("choose"), (F2, "1", ENTER)),
    "question_shown": (lambda _: lesson_walk("choose"), (F3,)),
    "not_an_answer": (lambda _: lesson_walk("number"), ("many", ENTER)),
    "loose_hands": (lambda _: lesson_walk("hands"), ()),
}


@sizes
@languages
@pytest.mark.parametrize("scene", SCENES)
def test_picture(scene, columns, rows, code, snapshot):
    walk, keys = SCENES[scene]
    picture = drawn(walk(code), *keys, columns=columns, rows=rows, code=code)
    assert picture == snapshot(extension_class=Page)


@sizes
def test_picture_in_ascii(columns, rows, snapshot):
    walk = record_walk(MUS, "1.pares.5", "es")
    picture = drawn(walk, columns=columns, rows=rows, code="es", ascii=True)
    assert picture.isascii()
    assert picture == snapshot(extension_class=Page)


def test_picture_of_a_wide_terminal(snapshot):
    picture = drawn(record_walk(ENCAJE, "1.grande.13"), columns=130, rows=30)
    assert picture == snapshot(extension_class=Page)


# --- colour ------------------------------------------------------------------------------

COLOURS = re.compile(r"\x1b\[[0-9;]*\b(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)\b[0-9;]*m")


def test_without_colour_there_is_none_and_the_words_are_the_same():
    walk = record_walk(ENCAJE, "1.grande.9")
    painted, bare = raw(walk, color=True), raw(walk, color=False)
    assert COLOURS.search(painted)
    assert not COLOURS.search(bare)
    assert shown(painted, 80, 24) == shown(bare, 80, 24)


def test_only_colours_with_a_name_are_used():
    # The sixteen a terminal has of its own: they suit a light background and a dark one.
    for place in ("1.grande.9", "1.showdown"):
        assert not re.search(r"\x1b\[[0-9;]*[34]8;", raw(record_walk(ENCAJE, place), color=True))


# --- other things a reader meets ---------------------------------------------------------


def test_a_long_text_is_scrolled_to_its_end():
    walk = record_walk(ENCAJE, "1.showdown")
    first = drawn(walk, columns=40, rows=12)
    last = drawn(walk, *[PAGE_DOWN] * 12, columns=40, rows=12)
    assert "PgDn" in first
    assert "PgDn" not in last
    assert "58 stones in all" in last


def test_what_is_typed_is_seen():
    assert "Go to: 1.gran" in drawn(record_walk(ENCAJE), "g", "1.gran")
    assert "> B" in drawn(lesson_walk("seat"), "B")
    assert "> B" in drawn(lesson_walk("seat"), "B", ESCAPE, "?", ESCAPE, ESCAPE)


@pytest.mark.parametrize(("columns", "rows"), [(10, 3), (1, 1), (2, 2), (3, 40), (200, 2)])
def test_no_terminal_is_too_small(columns, rows):
    for walk in (record_walk(ENCAJE, "1.grande.9"), lesson_walk("choose")):
        written = raw(walk, "?", ESCAPE, "n", "x", ENTER, columns=columns, rows=rows)
        pyte.Stream(pyte.Screen(columns, rows)).feed(written)
