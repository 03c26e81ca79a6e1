"""A record as a walk: the same words as line after line, the table at each place, and around it."""

from __future__ import annotations

from functools import cache

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.referee import settle
from mustutor.replay.files import load_replay
from mustutor.replay.names import about_lines, hand_page
from mustutor.tutor.record_walk import RecordSource
from mustutor.tutor.walk import Walk

RECORDS = sorted(path.stem for path in data("replays").glob("*.json"))
ENGLISH = open_language("en")


@cache
def source(name: str, until: str = "") -> RecordSource:
    replay = load_replay(data("replays") / f"{name}.json")
    return RecordSource(replay, ENGLISH, settle(replay), until=until)


@pytest.mark.parametrize("name", RECORDS)
def test_every_word_of_settling_is_told_at_some_place_and_none_twice(name):
    record = source(name)
    expected = [
        line for played in record.settlement.hands for line in hand_page(played, ENGLISH).lines
    ]
    about = len(list(about_lines(record.replay, record.settlement.variant, ENGLISH)))
    shown = [line for index in range(record.count) for line in record.stop(index).scene.page.lines]
    assert [line for line in shown[about:] if line.kind != "note"] == expected
    notes = sum(len(notes) for notes in (record.replay.notes or {}).values())
    assert sum(line.kind == "note" for line in shown) == notes


@pytest.mark.parametrize("name", RECORDS)
def test_every_call_is_a_stop_with_the_table_after_it(name):
    record = source(name)
    places = []
    for number, hand in enumerate(record.replay.hands, 1):
        times = {}
        for round_ in hand.rounds:
            times[round_.lance] = times.get(round_.lance, 0) + 1
            again = str(times[round_.lance]) if times[round_.lance] > 1 else ""
            places += [
                f"{number}.{round_.lance}{again}.{index}"
                for index, call in enumerate(round_.calls, 1)
                if call != "?"
            ]
    calls = [place for place in record.places if place.count(".") == 2]
    assert calls == places[: len(calls)]
    steps = [
        step
        for played in record.settlement.hands
        for step in played.steps
        if step.call.seat != "baraja"
    ]
    stops = [stop for stop in map(record.stop, range(record.count)) if stop.place.count(".") == 2]
    assert len(steps) == len(stops)
    for step, stop in zip(steps, stops, strict=True):
        words = dict(stop.scene.words)[step.call.seat]
        if step.call.verb in ("sena", "dice"):  # told as it is at the table, not by its name
            assert words
            assert "_" not in words
            assert not words.startswith(step.call.verb)
        else:
            assert words.replace("ó", "o") in str(step.call)
        # Only the deck may have been busy in between.
        position = stop.scene.position
        assert position.stones == step.after.stones
        assert step.after.speaker in (position.speaker, "baraja")


def test_the_end_of_a_hand_has_its_own_place():
    record = source("worked_example_1_b_better")
    assert record.places[0] == "1"
    assert record.places[-2:] == ("1.grande.13", "1.showdown")
    last = record.stop(record.count - 1).scene
    # B and E shared a pot of 22; E, the worse, has taken it: 0 and 22.
    assert last.position.in_front() == {"A": 5, "B": 6, "C": 16, "D": 9, "E": 22}
    assert source("match_to_three_games").find("1.showdown") is not None


def test_the_story_at_a_place_ends_with_what_is_told_there():
    record = source("worked_example_1_b_better")
    for index in range(record.count):
        scene = record.stop(index).scene
        story = scene.explained().lines
        assert story[-len(scene.page.lines) :] == scene.page.lines
    assert len(story) == sum(len(record.stop(i).scene.page.lines) for i in range(record.count))


def test_last_words_are_those_of_the_lance():
    record = source("match_to_three_games")
    stop = record.stop(record.find("1.chica.1"))
    assert stop.scene.words == (("B1", "paso"),)
    later = record.stop(record.find("1.pares.6"))
    assert dict(later.scene.words)["B1"] == "envido 2"


def test_places_are_found_and_words_searched_going_round():
    walk = Walk(source("worked_example_1_b_better"))
    assert walk.to("1.GRANDE").stop.place == "1.grande.1"
    assert walk.to("2") is None
    assert walk.to("") is None
    assert walk.search("ENC-SET-11").stop.place == "1.showdown"
    assert walk.to("1.showdown").search("envido").stop.place == "1.grande.3"
    assert walk.search("nothing of the kind") is None


@pytest.mark.parametrize(
    ("until", "last"),
    [
        ("1.grande.3", "1.grande.3"),
        ("1.grande", "1.grande.13"),
        ("1", "1.showdown"),
        ("", "1.showdown"),
    ],
)
def test_a_walk_may_end_with_what_belongs_to_a_place(until, last):
    assert source("worked_example_1_b_better", until).places[-1] == last


def test_the_first_place_says_what_the_record_is():
    lines = source("match_to_three_games").stop(0).scene.page.lines
    texts = [f"{line.seat} {line.text}".strip() for line in lines]
    assert texts[0] == "A match to three games · Ordizia · 2026-11-21"
    assert "B1 Beñat" in texts
    assert "The rules: Mus, Fournier rules (fournier)." in texts


def test_under_another_rulebook_it_says_which_one_the_record_names():
    seen = source("madrid_refused_raise").under(load_variant("navarra"))
    texts = [line.text for line in seen.stop(0).scene.page.lines]
    assert "The rules: Mus of Navarra (navarra)." in texts
    assert "The record itself names madrid." in texts
    last = seen.stop(seen.count - 1)
    assert last.place == seen.settlement.failure.place == "1.juego.3"


def test_a_faulty_record_ends_where_it_is_refused():
    for path in sorted((data("replays") / "faulty").glob("*.json")):
        try:
            replay = load_replay(path)
            settlement = settle(replay)
        except Exception:  # noqa: BLE001, S112 - faults of other kinds are not this test's
            continue
        record = RecordSource(replay, ENGLISH, settlement)
        if settlement.failure is not None:
            # Where a word that is refused has one outcome, the hand goes on there.
            ruled = [ruling.place for ruling in settlement.irregularities]
            if settlement.failure.place not in ruled:
                assert record.places[-1] == settlement.failure.place
            assert record.stop(record.count - 1).scene.page.lines
