"""The steps of play: when each is recommended, what its table plays, and what is kept of it."""

from __future__ import annotations

import io
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mustutor import games
from mustutor.base.language import open_language
from mustutor.cli.console import Console
from mustutor.cli.tutor.walk import Flow, SitDown
from mustutor.games.bot import LEVEL_NAMES, LEVELS, habits, level_title
from mustutor.games.mus_family.hands import lances_played
from mustutor.games.teller import teller_of
from mustutor.referee import verify
from mustutor.replay.files import load_replay
from mustutor.replay.simulate import match
from mustutor.tutor.course import (
    course_order,
    lesson_title,
    next_play_step,
    next_steps,
    spine,
    table_of,
)
from mustutor.tutor.ladder import LADDER, first_not_won, step_named, step_of
from mustutor.tutor.progress import Progress
from mustutor.tutor.progress_file import ProgressStore, read_progress
from mustutor.tutor.rating import HOUSE, OF_MATCHES, RatedGame, Rating, after, fitting_level
from mustutor.tutor.walk import WalkEvent, nowhere

ORDER = course_order()
SEATS = ("A1", "B1", "A2", "B2")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def kept(store: ProgressStore, lessons=(), **tables: str) -> Progress:
    """The progress after these lessons, and these tables won or lost."""
    store.keep([WalkEvent("finished", f"lesson:{lesson}", "") for lesson in lessons])
    for step, outcome in tables.items():
        store.keep([WalkEvent("played", f"play:{step}", "", outcome=outcome)])
    return store.progress


@pytest.fixture
def store(tmp_path):
    return ProgressStore(tmp_path / "progress.json")


# --- what the steps are ----------------------------------------------------------------------


def test_the_steps_follow_the_lessons_of_the_spine_from_grande_on():
    places = [spine().index(step.lesson) for step in LADDER]
    assert places == sorted(places)
    assert LADDER[0].lesson == "grande"


def test_every_lesson_from_grande_on_has_a_table():
    assert [table_of(lesson) for lesson in spine()[:1]] == [None]
    assert [table_of(lesson).id for lesson in spine()[1:]] == [
        "grande_alone",
        *["grande_chica"] * 2,
        *["four_lances"] * 3,
        *["whole_game"] * 6,
        "with_signals",
    ]
    assert table_of("encaje_aim") is None
    assert not {step.id for step in LADDER} & set(ORDER)
    assert {step.level for step in LADDER} <= set(LEVELS)


def test_the_lances_come_one_after_the_other_then_mus_a_partner_and_signals():
    assert [lances_played(step.variant) for step in LADDER[:2]] == [
        ("grande",),
        ("grande", "chica"),
    ]
    rules = [step.variant.rules for step in LADDER]
    assert [each["score.target"] for each in rules] == [10, 20, 30, 40, 40, 40]
    assert [each["mus.enabled"] for each in rules] == [False] * 3 + [True] * 3
    assert [each["players.mode"] for each in rules] == ["individual"] * 4 + ["pairs"] * 2
    assert [each["signals.allowed"] for each in rules][4:] == [False, True]
    assert [each["mus.corrido"] for each in rules] == ["never"] * 6
    assert all(each["match.games"] == 1 for each in rules)


@pytest.mark.parametrize("step", LADDER, ids=lambda step: step.id)
def test_a_record_of_a_step_verifies_and_tells_which_it_is(step):
    rules = step.variant
    assert step_of(rules) is step
    assert step_named(str(LADDER.index(step) + 1)) is step
    record = match(rules, seats=rules.number("players.count"), hands=4, seed="step")
    assert verify(record).ok
    assert step_of(rules._replace(id="ours")) is None


@pytest.mark.parametrize("step", LADDER, ids=lambda step: step.id)
def test_the_table_shows_the_target_of_its_game_for_single_players_too(step):
    rules = step.variant
    seats = ("A", "B") if rules.word("players.mode") == "individual" else ("A1", "B1", "A2", "B2")
    position = games.start(rules, seats=seats, mano=seats[0])
    target = rules.number("score.target")
    assert teller_of(rules).middle(position, open_language("en")).target == target


# --- when it is recommended --------------------------------------------------------------------


def test_no_table_is_recommended_before_the_lesson_it_follows(store):
    assert next_play_step(kept(store, ORDER[:1])) is None
    assert next_play_step(kept(store, ORDER[1:2])) is LADDER[0]


def test_where_all_open_tables_are_won_a_lesson_leads_to_the_last_of_them_again(store):
    progress = kept(store, ORDER[:4], grande_alone="won", grande_chica="won")
    steps = next_steps(progress, NOW, after=f"lesson:{ORDER[3]}")
    assert [(step.kind, step.name, step.why) for step in steps][:3] == [
        ("drill", "pares.winner", ""),
        ("lesson", ORDER[4], ""),
        ("play", "grande_chica", "won"),
    ]


def test_a_table_comes_after_the_drill_of_its_lesson_and_before_the_next_one(store):
    progress = kept(store, ORDER[:3])
    kinds = [step.kind for step in next_steps(progress, NOW, after=f"lesson:{ORDER[2]}")]
    assert kinds[:3] == ["drill", "play", "lesson"]
    first = next_steps(progress, NOW)[0]
    assert (first.kind, first.name, first.why) == ("play", "grande_alone", "")


def test_a_table_that_was_lost_comes_after_the_lesson_and_one_that_was_won_no_more(store):
    progress = kept(store, ORDER[:3], grande_alone="lost")
    steps = next_steps(progress, NOW)
    assert [step.kind for step in steps][:2] == ["lesson", "play"]
    assert steps[1].why == "again"
    progress = kept(store, ORDER[3:4], grande_alone="won")
    assert progress.tables == {"grande_alone": True}
    assert next_steps(progress, NOW)[0].name == "grande_chica"
    progress = kept(store, (), grande_alone="lost")
    assert progress.tables == {"grande_alone": True}  # once won it stays so


def test_who_has_won_everywhere_is_sent_to_no_table(store):
    progress = kept(store, ORDER, **{step.id: "won" for step in LADDER})
    assert first_not_won(progress.tables) is None
    assert "play" not in [step.kind for step in next_steps(progress, NOW)]


def test_a_reset_makes_a_table_new(store):
    kept(store, ORDER[:3], grande_alone="won")
    store.reset("play:grande_alone")
    assert not store.progress.tables


def test_the_menu_leads_to_the_table(store):
    kept(store, ORDER[:3])
    flow = Flow(Console(open_language("es"), environment={}), store)
    fork = flow.onward(nowhere())
    assert fork.ways[0].words == "Sentarte a jugar: Solo la grande, a diez piedras (5 min)"
    with pytest.raises(SitDown) as chosen:
        fork.choice_of("").leads()
    assert chosen.value.step == "grande_alone"


# --- at the table ------------------------------------------------------------------------------


def typed(monkeypatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join((*lines, *["paso"] * 200)) + "\n"))


@pytest.mark.parametrize("step", ["grande_alone", "1", "next"])
def test_a_game_at_a_step_is_kept_and_what_is_next_is_said(mustutor, monkeypatch, tmp_path, step):
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, "?")
    played = mustutor("play", "--step", step, "--seed", "a")
    assert played.status == 0
    assert "Grande alone, to ten stones" in played.out
    flat = " ".join(played.out.split())
    title = lesson_title("grande", "en")
    assert f"lesson The lesson “{title}”." in flat
    assert "Itziar (B) the one who accepts everything" in flat
    assert "CHICA" not in played.out
    (file,) = tmp_path.glob("step_grande_alone-*.json")
    record = load_replay(str(file))
    end = verify(record).hands[-1].end
    won = end.winner == "A"
    assert read_progress().tables == {"grande_alone": won}
    assert ("mustutor play --step grande_alone" in " ".join(played.out.split())) is not won


@pytest.mark.parametrize(("code", "word"), [("en", "lesson"), ("es", "lección")])
def test_a_lesson_opened_at_the_table_leads_back_to_the_same_moment(
    mustutor, monkeypatch, tmp_path, code, word
):
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, word, "q", f"{word} 9", f"{word} x")
    played = mustutor("play", "--step", "1", "--seed", "a", "--lang", code)
    title = lesson_title("grande", code)
    before, _, after = played.out.partition(f"\n{title}\n")
    moment = before.splitlines()[-1].partition(" >")[0]
    assert moment.startswith("1.grande.1 A (")
    assert after.count(f"\n{moment}") == 3  # back there, and after each lesson there is not
    assert read_progress().place("lesson:grande")
    told = open_language(code).say("There is no such lesson about this: ? tells which there are.")
    assert after.count(told) == 2


def test_who_plays_through_a_pipe_is_not_asked_what_was_better(mustutor, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch)
    assert "The coach looks" not in mustutor("play", "--step", "1", "--seed", "a").out
    alone = mustutor("play", "--step", "1", "--seed", "a", "--no-input", "--record", "alone")
    assert "The coach looks" not in alone.out
    assert not read_progress().mistakes


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_others_are_called_by_their_levels_and_habits_in_words(
    mustutor, monkeypatch, tmp_path, code
):
    monkeypatch.chdir(tmp_path)
    language = open_language(code)
    for name, seats, partners in (("grande_alone", "AB", 0), ("with_signals", SEATS, 1)):
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        shown = mustutor("play", "--step", name, "--seed", "a", "--lang", code).out
        step = step_named(name)
        for kind in step.opponents(seats).values():
            habit = habits()[kind.partition("+")[2]]
            assert level_title(kind, language) == language.say(habit.title)
            assert shown.count(language.say(habit.title)) == 1
            assert f"mustutor learn {habit.lesson}" in " ".join(shown.split())
            assert kind not in shown
        assert shown.count(language.say(LEVEL_NAMES[step.level])) == partners


def test_a_game_that_was_broken_off_counts_when_it_is_played_on(mustutor, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("paso\n"))
    assert mustutor("play", "--step", "grande_alone", "--seed", "a").status == 0
    assert not read_progress().tables
    (file,) = tmp_path.glob("*.part.jsonl")
    typed(monkeypatch)
    assert mustutor("play", "--record", str(file)).status == 0
    assert set(read_progress().tables) == {"grande_alone"}


def test_programs_alone_climb_no_step(mustutor):
    assert mustutor("play", "--step", "grande_alone", "--no-input").status == 0
    assert not read_progress().tables


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--step", "grande_alon"], "There is no step grande_alon"),
        (["--step", "7"], "There is no step 7"),
        (["--step", "1", "--seats", "4"], "--step has rules and seats of its own"),
        (["--step", "1", "--variant", "madrid"], "--step has rules and seats of its own"),
    ],
)
def test_a_step_there_is_not_or_with_other_rules_is_refused(mustutor, words, told):
    refused = mustutor("play", *words)
    assert refused.status == 2
    assert told in refused.err


# --- the level, and the rating after a match ---------------------------------------------------


@pytest.fixture
def at_a_terminal(monkeypatch, tmp_path):
    """Somebody is asked line by line, as on a terminal that cannot draw."""
    monkeypatch.setattr("mustutor.cli.console._is_terminal", lambda _: True)
    monkeypatch.chdir(tmp_path)


def sat_down(mustutor, monkeypatch, *words: str) -> str:
    typed(monkeypatch)
    return " ".join(mustutor("play", "--plain", "--hands", "1", *words).out.split())


@pytest.mark.usefixtures("at_a_terminal")
def test_a_first_match_is_no_mus_corrido_and_against_beginners(mustutor, monkeypatch, tmp_path):
    shown = sat_down(mustutor, monkeypatch, "--record", "first.json")
    (file,) = tmp_path.glob("first*")
    assert "Your first match, without mus corrido" in shown
    assert shown.count("beginner") == 3  # a partner and two opponents
    rules = json.loads(file.read_text().splitlines()[0])
    assert rules["variant"]["rules"]["mus.corrido"] == "never"


@pytest.mark.usefixtures("at_a_terminal")
def test_after_a_match_the_usual_rules_are_played_and_the_level_follows_the_rating(
    mustutor, monkeypatch
):
    store = ProgressStore()
    for _ in range(60):
        store.keep([WalkEvent("played", "match:master", "", outcome="won")])
    level = fitting_level(store.progress.rating)
    assert level != "easy"
    store.close()
    shown = sat_down(mustutor, monkeypatch)
    assert "mus corrido" not in shown.partition("Mano:")[0]
    assert level_title(level, open_language("en")) in shown
    assert "beginner" in sat_down(mustutor, monkeypatch, "--bots", "easy", "--record", "other")


SHORT = """
format: mus-variant/1
id: short
extends: fournier
name: {en: Short, es: Corto}
summary: {en: A game to ten stones., es: Un juego a diez piedras.}
rules: {score.target: 10, match.games: 1, mus.enabled: false, mus.corrido: never}
"""


def test_a_match_against_a_level_of_the_house_moves_the_rating(mustutor, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("short.yaml").write_text(SHORT)
    typed(monkeypatch, *["paso", "no quiero"] * 200)
    shown = mustutor("play", "--variant", "short.yaml", "--bots", "club", "--seed", "a")
    assert shown.status == 0, shown.err
    ((_, level, won),) = read_progress().matches
    assert level == "club"
    assert (read_progress().rating.rating > 1500) is won
    assert f"Your rating is {round(read_progress().rating.rating)} now" in shown.out


def test_a_match_with_calls_taken_back_counts_for_nothing(mustutor, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("short.yaml").write_text(SHORT)
    typed(monkeypatch, *["paso", "no quiero"] * 200)
    words = ["play", "--variant", "short.yaml", "--bots", "club", "--practice", "--seed", "a"]
    assert mustutor(*words).status == 0
    assert not read_progress().matches


def test_the_strongest_of_the_house_wins_as_often_as_the_rating_expects():
    """The wins that tournaments tell are those of ratings 600 and 300 apart, within their error."""
    low, middle, high = (HOUSE[level] for level in LEVELS)
    for rating, other, wins, error in ((high, low, 0.73, 0.044), (high, middle, 0.60, 0.046)):
        moved = [
            after(Rating(rating, 50), [RatedGame(other, OF_MATCHES, score)]) for score in (1, 0)
        ]
        up, down = moved[0].rating - rating, rating - moved[1].rating
        assert abs(down / (up + down) - wins) <= error
