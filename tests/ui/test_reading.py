"""What Enter does where not all is seen: it reads on, and passes nothing that was not shown."""

from __future__ import annotations

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput

from mustutor.base.language import open_language
from mustutor.cli.console import Console
from mustutor.cli.tutor.walk import Flow
from mustutor.present.screen.desk import Desk, nothing_follows, open_desk
from mustutor.present.screen.layout import feedback_rows, question_rows
from mustutor.present.screen.rows import ScreenPen, page_rows, plain
from mustutor.present.screen.screen import Screen
from mustutor.tutor.course import course_order
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.walk import Walk
from tests.long import sampled

from .lesson import SEATS, lesson_walk
from .terminal import record_walk
from .test_lessons import walk_of

MOST_KEYS = 2_000
TINY = 7
"""Rows too few to see a question once more, with what was right marked, beside the verdict."""
SIZES = [(80, 24), (40, 24), (60, 20), (120, 40), (148, 50), (40, 12)]
FIRST_LESSONS = [
    (lesson, code, size)
    for size in (*SIZES, (20, 10))
    for lesson in course_order()[:8]
    for code in ("en", "es")
]


class Shown(DummyOutput):
    """A terminal of a size that shows nothing."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)

    def get_size(self) -> Size:
        return self.size


class Reader:
    """Somebody who types answers and Enter, and remembers the rows each stop has shown so far."""

    def __init__(
        self, walk: Walk, columns: int, rows: int, code: str = "en", onward=nothing_follows
    ) -> None:
        desk = open_desk(walk, ScreenPen(open_language(code)), onward=onward)
        self.screen = Screen(desk, lambda *_: None, color=False)
        self.output = Shown(columns, rows)
        self.application = self.screen._application(None, self.output)
        self.seen: set[str] = set()

    def look(self) -> None:
        self.seen.update(self.frame())

    def enter(self, typed: str = "") -> None:
        """Type into the line, press Enter."""
        if typed:
            self.screen.buffer.text = typed
        self.press(Keys.ControlM)

    def press(self, key: str) -> None:
        """Press a key that is no letter of an answer."""
        bound = self.application.key_bindings.get_bindings_for_keys((key,))
        [binding] = [each for each in bound if each.filter()]
        binding.handler(None)

    def frame(self) -> list[str]:
        """The rows on the screen now."""
        return plain(self.screen.current_picture().rows).splitlines()

    def unseen(self) -> list[str]:
        """What is told and asked at this stop, row by row, and was not on the screen yet."""
        columns = self.output.size.columns
        return min((self._unseen(min(width, columns)) for width in (90, 72)), key=len)

    def _unseen(self, width: int) -> list[str]:
        desk = self.screen.desk
        pen, asking = desk.pen, desk.walk.asking
        rows = page_rows(desk.walk.stop.scene.page, width, pen)
        if asking is not None:
            rows += feedback_rows(asking, width, pen)
        if asking is not None and (not asking.closed or self.screen.current_picture().page > TINY):
            rows += question_rows(asking, width, pen)
        told = [row.strip() for row in plain(rows).splitlines()]
        return [row for row in told if not any(row in seen for seen in self.seen)]


def answers(desk: Desk) -> str:
    """A wrong choice first, where there are choices; then what is right."""
    question, tries = desk.walk.asking.question, desk.walk.asking.tries
    wrong = [each for each in question.choices if not question.is_right(each.value)]
    choosing = question.kind in ("choose", "seat") and wrong and not tries
    return wrong[0].value if choosing else question.answer


def passed_unseen(walk: Walk, columns: int, rows: int, code: str) -> list[tuple[str, list[str]]]:
    """Read a walk to its end by answers and Enter alone: where it went on too early, and past what.

    An answer that waits in the line until all was read is not typed again.
    """
    reader, passed = Reader(walk, columns, rows, code), []
    for _ in range(MOST_KEYS):
        reader.look()
        before, unseen = reader.screen.desk, reader.unseen()
        waits = bool(reader.screen.buffer.text)
        reader.enter(answers(before) if before.asked and not waits else "")
        after = reader.screen.desk
        if after.walk == before.walk and after.scroll != before.scroll:
            continue
        if unseen:
            passed.append((before.walk.stop.place, unseen))
        if after.walk.at != before.walk.at:
            reader.seen.clear()
        elif before.walk.is_last and not before.asked:
            return passed
    raise AssertionError(f"no end is reached at {reader.screen.desk.walk.stop.place}")


@sampled("lesson, code, size", FIRST_LESSONS, 3)
def test_enter_passes_nothing_of_a_lesson_that_was_not_shown(lesson, code, size):
    assert passed_unseen(walk_of(lesson, code), *size, code) == []


@sampled(
    "lesson, code, size",
    [(lesson, code, (80, 24)) for lesson in course_order()[8:] for code in ("en", "es")],
    23,
)
def test_enter_passes_nothing_of_any_lesson_in_a_usual_window(lesson, code, size):
    assert passed_unseen(walk_of(lesson, code), *size, code) == []


@sampled("size", SIZES, 2)
@pytest.mark.parametrize("record", ["match_to_three_games", "worked_example_1_b_better"])
def test_enter_passes_nothing_of_a_record_that_was_not_shown(record, size):
    assert passed_unseen(record_walk(record), *size, "en") == []


@pytest.mark.parametrize("key", [Keys.ControlM, " "])
def test_the_help_is_read_to_its_end_before_enter_closes_it(key):
    reader = Reader(record_walk("worked_example_1_b_better", "1.grande.5"), 80, 24)
    reader.press("?")
    high = Reader(reader.screen.desk.walk, 80, 200)
    high.press("?")
    while reader.screen.desk.over:
        reader.look()
        reader.press(key)
    assert set(high.frame()[1:]) <= reader.seen
    assert reader.screen.desk.walk.stop.place == "1.grande.5"


@pytest.mark.parametrize("key", [Keys.ControlM, Keys.PageDown])
def test_a_page_begins_where_the_one_before_ended(key):
    reader = Reader(record_walk("worked_example_1_b_better"), 40, 12)
    reader.press("?")
    while reader.screen.current_picture().unread:
        last = reader.screen.current_picture().rows[-1]
        reader.press(key)
        assert last in reader.screen.current_picture().rows


@pytest.mark.parametrize("key", ["n", Keys.Right])
def test_keys_that_go_on_read_on_first(key):
    reader = Reader(walk_of("first_hand", "en").to("counted/end"), 80, 24)
    assert reader.screen.current_picture().unread
    while reader.screen.current_picture().unread:
        reader.look()
        reader.press(key)
        assert reader.screen.desk.walk.stop.place == "counted/end"
    reader.look()
    assert reader.unseen() == []
    reader.press(key)
    assert reader.screen.desk.walk.stop.place != "counted/end"


@pytest.mark.parametrize("size", [(40, 12), (30, 14), (60, 16)])
def test_the_table_of_a_question_is_shown_before_the_question_may_be_answered(size):
    reader = Reader(lesson_walk("choose"), *size)
    reader.look()
    while reader.screen.current_picture().unread:
        reader.enter()
        reader.look()
    assert all(any(f"{seat} " in row for row in reader.seen) for seat in SEATS)


def test_an_answer_waits_in_the_line_until_its_question_was_shown():
    reader = Reader(lesson_walk("choose"), 20, 12)
    assert reader.screen.current_picture().unread
    reader.enter("2")
    assert reader.screen.desk.asked
    while reader.screen.current_picture().unread:
        reader.enter()
    assert reader.screen.buffer.text == "2"
    reader.enter()
    assert reader.screen.desk.walk.asking.solved


def test_a_hint_passes_nothing_that_was_not_read():
    reader = Reader(lesson_walk("choose"), 20, 12)
    seen = reader.screen.current_picture()
    reader.press(Keys.F2)
    assert reader.screen.desk.walk.asking.hints
    assert reader.screen.current_picture().top == seen.top
    assert reader.screen.desk.message == "It is further down: read on."


def test_what_is_made_wider_is_read_again_from_where_it_is_new():
    reader = Reader(walk_of("first_hand", "en").to("counted/end"), 40, 24)
    while reader.screen.current_picture().unread:
        reader.press(Keys.PageDown)
    reader.output.size = Size(rows=24, columns=80)
    fresh = Reader(reader.screen.desk.walk, 80, 24)
    assert reader.frame() == fresh.frame()
    assert reader.screen.current_picture().unread


@pytest.mark.parametrize("size", SIZES)
def test_how_a_lesson_went_is_read_before_the_next_one_is_taken(tmp_path, size):
    console = Console(open_language("en"), environment={})
    flow = Flow(console, ProgressStore(tmp_path / "progress.json"), clock=lambda: 0.0)
    walk = flow.lesson(course_order()[1])
    flow.begins(walk)
    reader = Reader(walk.to_index(walk.source.count - 1), *size, onward=flow.onward)
    while not reader.screen.desk.forks:
        reader.enter()
    fork = reader.screen.desk.forks[-1]
    while reader.screen.desk.forks:
        reader.look()
        reader.enter()
    told = plain(page_rows(fork.page, min(size[0], 72), ScreenPen(open_language("en"))))
    assert {row for row in told.splitlines() if row} <= {row.strip() for row in reader.seen}
