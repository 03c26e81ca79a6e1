"""Progress is a log: merged in any order it is the same, and all is told from it anew."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.schema import accepts, schema
from mustutor.games.question import Question, Scene, Stop
from mustutor.tutor.progress import (
    GRADED,
    INSTANT,
    KINDS,
    LONGEST_WORD,
    RIGHT_TO_REST,
    Progress,
    ProgressEvent,
    compacted,
    event_of,
    event_read,
    merged,
    time_read,
    time_written,
)
from mustutor.tutor.progress_file import Contents, contents_read, written
from mustutor.tutor.review import cards
from mustutor.tutor.walk import StopSource, Walk, walk_events

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

# --- any log ---------------------------------------------------------------------------------

WALKS = ("lesson:grande", "lesson:chica", "drill:juego.order", "review")
QUESTIONS = ("lesson:grande/who", "lesson:chica/who", "drill:juego.order/fournier/7/3")
SKILLS = ("grande.order", "juego.order")
ABOUTS = ("all", "lesson:grande", "skill:juego.order", "skill:grande.order")


@st.composite
def events(draw, name=None):
    """Any event, of few walks and moments, so that events meet."""
    kind = draw(st.sampled_from((*KINDS, "danced")))
    walked = {"walk": draw(st.sampled_from(WALKS)), "place": draw(st.sampled_from("abc"))}
    asked = {
        **walked,
        "question": draw(st.sampled_from(QUESTIONS)),
        "skill": draw(st.sampled_from(SKILLS)),
        "answer": draw(st.sampled_from(("", "A1", "B1"))),
    }
    words = {
        "reached": walked,
        "finished": walked,
        "read": walked,
        "known": {"walk": walked["walk"]},
        "played": {
            "walk": draw(st.sampled_from(("play:grande_alone", "play:grande_chica"))),
            "outcome": draw(st.sampled_from(("won", "lost"))),
        },
        "tried": asked,
        "hinted": {name: said for name, said in asked.items() if name != "answer"},
        "skipped": {name: said for name, said in asked.items() if name != "answer"},
        "closed": {
            **asked,
            "outcome": draw(st.sampled_from(("right", "hinted", "wrong", "shown"))),
            "seconds": draw(st.integers(0, 600)),
        },
        "reset": {"about": draw(st.sampled_from(ABOUTS))},
        "danced": {
            "more": {"steps": draw(st.lists(st.integers(1 - 2**63, 2**63 - 1), max_size=2))}
        },
    }
    return ProgressEvent(
        name or draw(st.text("0123456789abcdef", min_size=1, max_size=2)),
        NOON + timedelta(seconds=draw(st.integers(0, 20))),
        kind,
        **words[kind],
    )


@st.composite
def logs(draw, number):
    """Some logs, as programs write them: whatever bears one name is one event."""
    names = draw(st.lists(st.text("0123456789abcdef", min_size=2, max_size=2), unique=True))
    pool = [draw(events(name)) for name in names]
    return [[event for event in pool if draw(st.booleans())] for _ in range(number)]


odd_logs = st.lists(st.lists(events(), max_size=8), min_size=3, max_size=3)
"""Logs no program writes: different events may bear one name."""


@given(odd_logs)
def test_merging_is_the_same_in_any_order_and_however_often(three):
    one, two, three = three
    assert merged(one, two) == merged(two, one)
    assert merged(merged(one, two), three) == merged(one, merged(two, three))
    assert merged(one, one) == merged(one) == merged(merged(one))
    everything = merged(one, two, three)
    assert {event.id for event in everything} == {event.id for event in [*one, *two, *three]}
    assert [event.order for event in everything] == sorted(event.order for event in everything)


def told(log):
    """All that is told of a log, but for the log itself."""
    progress = Progress.of(log)
    return (
        {walk: progress.place(walk) for walk in WALKS},
        progress.tables,
        {walk: progress.asked(walk) for walk in WALKS},
        {walk: progress.read(walk) for walk in WALKS},
        progress.known,
        {name: event.at for name, event in progress.skipped.items()},
        progress.finished_at,
        progress.lesson,
        progress.answers,
        progress.skills,
        progress.mistakes,
        progress.seconds,
    )


@given(logs(1), st.randoms())
def test_what_is_told_hangs_on_no_order_and_on_nothing_that_compacting_drops(only, chance: Random):
    log = list(only[0])
    before = told(log)
    chance.shuffle(log)
    assert told(log) == before
    assert told(compacted(log)) == before
    assert compacted(compacted(log)) == compacted(log)


@given(logs(3))
def test_compacting_before_merging_loses_nothing(three):
    one, two, three = three
    whole = compacted(merged(one, two, three))
    assert compacted(merged(compacted(one), compacted(two), compacted(three))) == whole
    assert compacted(merged(compacted(merged(one, two)), three)) == whole


@given(logs(1))
def test_only_the_last_place_of_a_walk_and_what_no_reset_wiped_stays_in_a_file(only):
    kept = compacted(only[0])
    for kind in ("reached", "finished"):
        walks = [event.walk for event in kept if event.kind == kind]
        assert len(walks) == len(set(walks))
    resets = [event.at for event in kept if event.kind == "reset" and event.about == "all"]
    assert len(resets) <= 1
    assert all(event.at >= at for event in kept if event.kind in KINDS for at in resets)
    strange = [event for event in only[0] if event.kind not in KINDS]
    assert {event.id for event in strange} <= {event.id for event in kept}


# --- what is told ----------------------------------------------------------------------------


def test_a_walk_is_gone_on_with_where_it_was_left_and_begun_anew_once_finished():
    log = log_of(
        ("reached", "lesson:grande", "a"),
        ("reached", "lesson:grande", "b"),
        ("tried", "lesson:grande", "b", "lesson:grande/b", "grande.order", "A1"),
        ("reached", "lesson:chica", "x"),
    )
    progress = Progress.of(log)
    assert progress.place("lesson:grande") == "b"
    assert progress.place("lesson:pares") == ""
    assert progress.lesson == "chica"
    asked = progress.asked("lesson:grande")["b"]
    assert (asked.tries, asked.outcome) == (("A1",), "")
    ended = Progress.of([*log, *log_of(("finished", "lesson:grande", "c"), after=log)])
    assert ended.finished("lesson:grande")
    assert not ended.finished("lesson:chica")
    assert ended.place("lesson:grande") == ""
    assert ended.asked("lesson:grande") == {}


def test_a_question_is_restored_as_it_was_and_asked_anew_if_it_is_another_now():
    progress = Progress.of(
        log_of(
            ("tried", "lesson:g", "a", "lesson:g/a", "s", "A1"),
            ("closed", "lesson:g", "a", "lesson:g/a", "s", "B1", "wrong"),
            ("closed", "lesson:g", "b", "lesson:g/b", "s", "B1", "hinted"),
            ("tried", "lesson:g", "c", "lesson:g/c", "s", "A1"),
            ("closed", "lesson:g", "c", "lesson:g/c", "s", "A1", "shown"),
        )
    )
    asked = progress.asked("lesson:g")
    for place, outcome, solved in (
        ("a", "wrong", True),
        ("b", "hinted", True),
        ("c", "shown", False),
    ):
        question = Question(f"lesson:g/{place}", "s", "seat", "?", "B1", hints=("a hint",))
        asking = asked[place].asking(question)
        assert (asking.closed, asking.outcome, asking.solved) == (True, outcome, solved)
        assert not asked[place].asking(question._replace(id="lesson:g/other")).closed


class Row(StopSource):
    """Questions in a row, each answered with its own number; the last stop asks nothing."""

    name, title, count = "lesson:row", "Row", 4

    def stop(self, index):
        if not 0 <= index < 4:
            return None
        question = Question(f"lesson:row/{index}", "s", "number", "?", str(index), hints=("one",))
        return Stop(str(index), Scene("Row"), question if index < 3 else None)

    def find(self, place):
        return int(place) if place in "0123" else None

    def search(self, words, after):
        raise NotImplementedError

    def under(self, variant):
        raise NotImplementedError


ACTIONS = {
    "right": lambda walk: walk.answer(str(walk.at)),
    "wrong": lambda walk: walk.answer("77"),
    "hint": Walk.hint,
    "reveal": Walk.reveal,
    "forward": Walk.forward,
    "back": Walk.back,
}


@given(st.lists(st.sampled_from(sorted(ACTIONS)), max_size=30))
def test_whatever_is_done_on_a_walk_is_found_again(actions):
    walk, log, numbers = Walk(Row()), [], count()

    def keep(found):
        for happening in found:
            number = next(numbers)
            log.append(event_of(happening, id=f"{number:x}", at=NOON + number * INSTANT))

    keep(walk_events(None, walk))
    for action in actions:
        before, walk = walk, ACTIONS[action](walk)
        keep(walk_events(before, walk))
        progress = Progress.of(log)
        if progress.finished("lesson:row"):
            assert walk.at == 3
            assert progress.place("lesson:row") == ""
            return
        assert walk.at < 3
        assert progress.place("lesson:row") == walk.stop.place
        found = progress.asked("lesson:row")
        for place, asking in walk.asked.items():
            if not (asking.tries or asking.hints or asking.closed or asking.skipped):
                assert place not in found
                continue
            restored = found[place].asking(asking.question)
            assert (restored.tries, restored.hints) == (asking.tries, asking.hints)
            assert restored.skipped == asking.skipped
            assert (restored.outcome, restored.closed) == (asking.outcome, asking.closed)


def test_a_skipped_question_waits_until_it_is_answered_or_shown_anywhere():
    skip = ("skipped", "lesson:grande", "who", "lesson:grande/who", "grande.order")
    closed = ("closed", "review", "1", "lesson:grande/who", "grande.order", "A1")
    progress = Progress.of(log_of(skip))
    assert set(progress.skipped) == {"lesson:grande/who"}
    assert progress.asked("lesson:grande")["who"].skipped
    (card,) = cards(progress, NOON + timedelta(days=1))
    assert (card.kind, card.name, card.skill) == ("skipped", "lesson:grande/who", "grande.order")
    assert card.due < NOON + timedelta(days=1)  # at once, and every day
    for outcome in GRADED:
        assert not Progress.of(log_of(skip, (*closed, outcome))).skipped
        assert not Progress.of(log_of((*closed, outcome), skip)).skipped  # it was met before


def test_a_mistake_is_over_when_it_was_right_twice_running_in_review():
    name = "lesson:grande/who"

    def mistakes(*story):
        rows = [("closed", walk, "a", name, "grande", "", outcome) for walk, outcome in story]
        return name in Progress.of(log_of(*rows)).mistakes

    learned = [("lesson:grande", "wrong"), ("review", "right"), ("review", "right")]
    assert RIGHT_TO_REST == 2
    assert not mistakes(("lesson:grande", "right"))
    assert not mistakes(("lesson:grande", "hinted"))
    assert mistakes(("lesson:grande", "wrong"))
    assert mistakes(("lesson:grande", "shown"))
    assert mistakes(*learned[:2])
    assert not mistakes(*learned)
    assert mistakes(*learned[:2], ("review", "hinted"), ("review", "right"))
    assert mistakes(*learned[:2], ("review", "wrong"), ("review", "right"))
    assert mistakes(("lesson:grande", "wrong"), ("lesson:grande", "right"), ("review", "right"))
    assert mistakes(*learned, ("review", "shown"))


def test_a_reset_wipes_what_it_is_about_and_nothing_else():
    before = log_of(
        ("reached", "lesson:grande", "a"),
        ("closed", "lesson:grande", "a", "lesson:grande/a", "grande.order", "A1", "wrong"),
        ("finished", "lesson:grande", "a"),
        ("closed", "review", "1", "lesson:grande/a", "grande.order", "A1", "wrong"),
        (
            "closed",
            "drill:juego.order",
            "1",
            "drill:juego.order/f/1/1",
            "juego.order",
            "A1",
            "shown",
        ),
        ("reached", "drill:juego.order", "2"),
    )

    def after(about, *more):
        reset = ProgressEvent("r", before[-1].at + INSTANT, "reset", about=about)
        return Progress.of([*before, reset, *log_of(*more, after=[reset])])

    lesson = after("lesson:grande")
    assert not lesson.finished("lesson:grande")
    assert set(lesson.skills) == set(SKILLS) - {"grande.order"}
    assert set(lesson.mistakes) == {"drill:juego.order/f/1/1"}
    skill = after("skill:juego.order")
    assert skill.finished("lesson:grande")
    assert set(skill.skills) == {"grande.order"}
    assert skill.place("drill:juego.order") == ""
    assert after("all").walks == ()
    assert after("skill:nobody").skills == Progress.of(before).skills
    again = after(
        "all", ("closed", "review", "1", "lesson:grande/a", "grande.order", "A1", "right")
    )
    assert again.skills["grande.order"].right == again.skills["grande.order"].asked == 1


def test_every_way_a_question_may_end_is_counted():
    assert GRADED == ("right", "hinted", "wrong", "shown")
    log = log_of(*(("closed", "w", "p", "q", "s", "", name) for name in (*GRADED, "danced")))
    tally = Progress.of(log).skills["s"]
    assert (tally.right, tally.hinted, tally.wrong, tally.shown) == (1, 1, 1, 1)
    assert (tally.asked, tally.last) == (4, log[3].at)


def test_how_long_a_question_takes_is_the_median_of_what_was_measured():
    closed = ("closed", "review", "1", "q", "s", "A1", "right")
    log = log_of(closed, closed, closed, closed)
    assert Progress.of(log).seconds == 20
    timed = [event._replace(seconds=n) for event, n in zip(log, (0, 5, 7, 600), strict=True)]
    assert Progress.of(timed).seconds == 7


# --- as written ------------------------------------------------------------------------------


@given(st.lists(events(), max_size=8))
def test_a_log_is_read_as_it_was_written_and_fits_its_schema(log):
    contents = Contents(merged(log), {"note": ["mine", 1.5, "ñ\u2028"]})
    text = written(contents)
    assert contents_read(text.encode()) == contents
    assert written(contents_read(text.encode())) == text
    assert accepts(json.loads(text), schema("progress"), schema("progress"))


FIELDS = ("id", "at", "kind", "walk", "question", "answer", "outcome", "about", "seconds", "x")
VALUES = st.sampled_from(
    (
        "",
        "a",
        "closed",
        "2026-03-01T12:00Z",
        "x" * (LONGEST_WORD + 1),
        0,
        7,
        601,
        -1,
        True,
        None,
        1.5,
    )
)


@given(st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_the_reader_and_the_schema_take_the_same_for_an_event(thing):
    whole = schema("progress")
    thing = {"id": "a", "at": "2026-03-01T12:00:00+01:00", "kind": "closed", **thing}
    fits = accepts(thing, whole["$defs"]["event"], whole)
    read = event_read(thing)
    assert (read is not None) == (fits and time_read(thing["at"]) is not None)
    if read is not None:
        kept = {**thing, "at": time_written(read.at)}
        assert {n: v for n, v in read.as_json().items() if v} == {
            n: v for n, v in kept.items() if v
        }


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2026-03-01T12:00:00Z", 12),
        ("2026-03-01T12:00:00.5+00:00", 12),
        ("2026-03-01T12:00:00+02:00", 10),
        ("2026-03-01T12:00:00-11:00", 23),
    ],
)
def test_times_come_from_any_zone_and_are_one_time(text, hour):
    read = time_read(text)
    assert (read.hour, read.tzinfo) == (hour, UTC)


@pytest.mark.parametrize(
    "text",
    ["2026-03-01T12:00:00", "2026-03-01", "noon", "", None, 5, "0001-01-01T00:00+14:00", "9" * 99],
)
def test_a_time_without_a_zone_or_out_of_the_calendar_is_none(text):
    assert time_read(text) is None


@given(st.lists(st.datetimes(timezones=st.just(timezone(timedelta(hours=5)))), min_size=2))
def test_written_times_sort_as_the_times_do(times):
    in_range = [at for at in times if at.year > 1000]
    assert sorted(map(time_written, in_range)) == [time_written(at) for at in sorted(in_range)]


def log_of(*rows, after=()):
    """Events a second apart, from rows of words in the order of the fields of an event."""
    begin = max([NOON, *(event.at for event in after)])
    names = ("kind", "walk", "place", "question", "skill", "answer", "outcome")
    return [
        ProgressEvent(
            id=f"{len(after)}-{number}",
            at=begin + timedelta(seconds=number),
            **dict(zip(names, row, strict=False)),
        )
        for number, row in enumerate(rows, 1)
    ]


def test_what_was_answered_in_a_lesson_counts_in_the_one_its_question_moved_to():
    """What a review asked moves as well, and only its place stays."""
    words = {"walk": "lesson:deck", "place": "disguise", "question": "lesson:deck/disguise"}
    closed = {"id": "f00d", "at": time_written(NOON), "kind": "closed", "outcome": "wrong", **words}
    event = event_read(closed)
    assert (event.walk, event.place) == ("lesson:grande", "disguise")
    assert event.question == "lesson:grande/disguise"
    assert event_read(event.as_json()) == event
    asked = Progress((event,)).asked("lesson:grande")["disguise"]
    assert (asked.question, asked.outcome) == ("lesson:grande/disguise", "wrong")
    reviewed = event_read({**closed, "walk": "review", "place": "3"})
    assert (reviewed.walk, reviewed.question) == ("review", "lesson:grande/disguise")
    stays = event_read({**closed, "place": "size", "question": "lesson:deck/size"})
    assert (stays.walk, stays.question) == ("lesson:deck", "lesson:deck/size")
