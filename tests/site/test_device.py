"""A device between two touches: lessons and matches by buttons alone, and what is kept of them."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from pathlib import Path

import pytest

from mustutor.base.language import available, open_language
from mustutor.cli.site import device
from mustutor.cli.site.device import Device, TableChosen
from mustutor.games.rulebook import in_language
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.recorder.commands import sizes
from mustutor.referee.verify import verify
from mustutor.tutor.ladder import LADDER
from mustutor.tutor.progress_file import read_progress
from tests.long import sampled

BUTTON = re.compile(r'<button type="button" data-act="(\w+)"(?: data-typed="([^"]*)")?')
LAID = re.compile(r'data-lay="([^"]+)"')
LONGEST_MATCH = 3_000


def of(folder: Path, code: str = "en") -> Device:
    return Device(open_language(code), folder, seed="a table of the tests")


def buttons(seen: str) -> list[tuple[str, str]]:
    return [(act, unescape(typed)) for act, typed in BUTTON.findall(seen)]


def read(seen: str) -> str:
    """What is read of it, without drawings."""
    bare = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", " ", seen, flags=re.DOTALL))
    return " ".join(unescape(bare).split())


def played(table: Device, rng: random.Random, touches: int) -> str:
    """Touch what may be said, at random, so often or until the match is over."""
    seen = str(table.touched("look"))
    for _ in range(touches):
        if table.table is None or table.table.players.over(table.table.recorder):
            break
        if ("next", "") in buttons(seen):
            seen = table.touched("next")
        elif 'class="throw"' in seen:
            thrown = rng.sample(cards := LAID.findall(seen), rng.randint(1, len(cards)))
            seen = table.touched("say", f"descarto {' '.join(thrown)}")
        else:
            calls = [typed for act, typed in buttons(seen) if act == "say"]
            # The last three are asides: a hint, what may be said, the score.
            seen = table.touched("say", rng.choice(calls[:-3]))
    return seen


@pytest.mark.parametrize("code", available())
def test_the_first_lesson_is_taken_by_buttons_to_its_end_and_is_known_next_time(
    code: str, tmp_path: Path
) -> None:
    learner = of(tmp_path, code)
    seen = learner.touched("open", "lesson:first_hand")
    places = set()
    for _ in range(100):
        if learner.desk.forks:
            break
        asking = learner.desk.walk.asking
        places.add(learner.desk.walk.stop.place)
        if asking is not None and not asking.closed:
            assert ("reveal", "") in buttons(seen)
            seen = learner.touched("answer", asking.question.answer)
            assert learner.desk.walk.asking is not None
            assert learner.desk.walk.asking.solved
        else:
            seen = learner.touched("forward")
    assert len(places) == learner.desk.walk.source.count
    assert "way" in dict(buttons(seen)), read(seen)
    progress = read_progress(tmp_path / "progress.json")
    assert progress.finished("lesson:first_hand")
    learner.live.leave()
    assert of(tmp_path, code).store.progress.finished("lesson:first_hand")


@pytest.mark.parametrize("step", [step.id for step in LADDER])
def test_a_match_at_every_step_is_played_by_buttons_alone(step: str, tmp_path: Path) -> None:
    table = of(tmp_path)
    table.touched("open", f"play:{step}")
    seen = played(table, random.Random(step), LONGEST_MATCH)
    assert table.table is not None
    assert table.table.players.over(table.table.recorder)
    assert re.search(r"wins? in [0-9]+ hand", read(seen))


def test_a_table_shows_nobody_elses_cards_while_it_is_played(tmp_path: Path) -> None:
    table = of(tmp_path)
    seen = str(table.touched("open", "play:whole_game"))
    rng = random.Random(7)
    for _ in range(60):
        if table.table is None or ("next", "") in buttons(seen):
            break
        position = table.table.recorder.awaiting.position
        own = {str(card) for card in position.hand_of(table.table.people[0]) or ()}
        drawn = set(re.findall(r'href="#card-(\w+)"', seen))
        assert {name[:2] for name in drawn} <= {card[:2] for card in own} | {""}
        seen = played(table, rng, 1)


def test_a_match_goes_on_where_it_was_when_the_page_was_closed(tmp_path: Path) -> None:
    first = of(tmp_path)
    first.touched("open", "play:whole_game")
    before = played(first, random.Random(1), 5)
    assert first.table is not None
    said = [call for hand in first.table.recorder.hands for call in hand.course.steps]
    first.live.leave()
    again = of(tmp_path)
    seen = again.touched("look")
    assert again.table is not None
    found = [call for hand in again.table.recorder.hands for call in hand.course.steps]
    assert [str(step.call) for step in found] == [str(step.call) for step in said]
    assert {typed for _, typed in buttons(seen)} == {typed for _, typed in buttons(before)}


def test_opponents_have_the_habits_of_their_step_and_keep_them(tmp_path: Path) -> None:
    first = of(tmp_path)
    first.touched("open", "play:grande_alone")
    assert first.table is not None
    habits = {seat: bot.name for seat, bot in first.table.players.bots.items()}
    assert habits == {"B": "easy+accepts_all"}
    first.live.leave()
    again = of(tmp_path)
    assert again.table is not None
    assert {seat: bot.name for seat, bot in again.table.players.bots.items()} == habits


def test_a_match_goes_on_when_other_progress_is_taken_in(tmp_path: Path) -> None:
    table = of(tmp_path)
    table.touched("open", "play:whole_game")
    played(table, random.Random(1), 3)
    assert table.table is not None
    before = table.table.recorder
    table.touched("again")
    assert table.table is not None
    assert table.table.recorder is before


def test_what_the_rules_refuse_is_told_and_changes_nothing(tmp_path: Path) -> None:
    table = of(tmp_path)
    table.touched("open", "play:whole_game")
    assert table.table is not None
    before = table.table.recorder
    assert ("say", "quiero") not in buttons(table.touched("look"))
    seen = table.touched("say", "quiero")
    assert table.table.recorder is before
    assert "quiero" in read(seen)


def test_words_that_would_be_markup_are_words(tmp_path: Path) -> None:
    table = of(tmp_path)
    table.touched("open", "play:whole_game")
    seen = table.touched("say", "<img src=x onerror=alert(1)>")
    assert "<img" not in seen


def test_a_page_is_answered_in_json_and_what_is_wrong_is_a_sentence(tmp_path: Path) -> None:
    asked = {"act": "open", "typed": "lesson:nothing", "language": "en", "folder": str(tmp_path)}
    told = json.loads(device.touched(json.dumps(asked)))
    assert set(told) == {"problem"}
    assert "nothing" in told["problem"]
    asked = {**asked, "act": "look", "typed": ""}
    assert "seen" in json.loads(device.touched(json.dumps(asked)))


def way(seen: str, words: str) -> str:
    """The number of a way on, by its words."""
    ways = re.findall(r'data-act="way" data-typed="(\d+)"[^>]*>([^<]*)<', seen)
    return next(number for number, told in ways if unescape(told) == words)


def test_a_table_is_chosen_by_its_rules_its_players_and_their_number(tmp_path: Path) -> None:
    table = of(tmp_path, "es")
    seen = str(table.touched("look"))
    seen = str(table.touched("way", way(seen, "Otra mesa")))
    ways = re.findall(r'data-act="way"[^>]*>([^<]*)<', seen)
    names = {in_language(load_variant(name).name, "es") for name in variant_ids()}
    assert {unescape(each) for each in ways} == names
    seen = str(table.touched("way", way(seen, in_language(load_variant("encaje").name, "es"))))
    seen = str(table.touched("way", way(seen, "maestro")))
    numbers = re.findall(r'data-act="way"[^>]*>([^<]*)<', seen)
    assert tuple(map(int, numbers)) == sizes(load_variant("encaje"))
    table.touched("way", way(seen, "3"))
    assert table.table is not None
    assert table.table.recorder.match.seats == ("A", "B", "C")
    assert {bot.name for bot in table.table.players.bots.values()} == {"master"}


@sampled("rules, number", [(one, n) for one in variant_ids() for n in sizes(load_variant(one))], 4)
def test_every_rulebook_is_played_by_buttons_by_any_number(
    rules: str, number: int, tmp_path: Path
) -> None:
    table = of(tmp_path)
    with pytest.raises(TableChosen) as chosen:
        device.table_chosen(rules, "easy", number)
    table.sit_down(chosen.value)
    played(table, random.Random(rules), 30)
    assert table.table is not None
    assert len(table.table.recorder.hands[0].course.steps) > 0


def ended(table: Device, rules: str) -> str:
    """Play a match under these rules to its end."""
    table.sit_down(TableChosen(rules, "easy", 4))
    return played(table, random.Random(3), LONGEST_MATCH)


def test_what_the_coach_saw_is_told_kept_for_the_review_and_asked_again(tmp_path: Path) -> None:
    table = of(tmp_path)
    seen = str(ended(table, "guipuzcoa_4"))
    assert ("coach", "") in buttons(seen)
    seen = str(table.touched("coach"))
    assert table.table is not None
    assert table.table.moments is not None
    puzzles = table.table.moments.puzzles
    assert puzzles, "somebody who plays at random errs"
    assert ("coach", "") not in buttons(seen)
    again = table.touched("moments")
    assert table.desk.walk.source.count == len(puzzles)
    assert table.desk.asked, read(again)
    kept = json.loads((tmp_path / "own_puzzles.json").read_text("utf-8"))
    assert [one["id"] for one in kept["puzzles"]] == [one.id for one in puzzles]
    table.touched("home")  # back at the table
    assert ("next", "") in buttons(str(table.touched("look")))


def test_a_match_against_one_level_counts_and_its_record_is_kept(tmp_path: Path) -> None:
    table = of(tmp_path)
    ended(table, "madrid")
    assert table.table is not None
    replay = table.table.recorder.closed()
    table.touched("stones")
    assert table.at == "records"
    table.touched("open", "learn")
    table.touched("next")
    assert table.table is None
    [event] = [e for e in read_progress(tmp_path / "progress.json").events if e.kind == "played"]
    assert event.walk == "match:easy"
    assert table.shelf.record(table.shelf.names()[0]) == replay
    assert len(table.shelf.names()) == 1


def test_a_match_that_is_left_is_kept_as_far_as_it_was_played(tmp_path: Path) -> None:
    table = of(tmp_path)
    table.touched("open", "play:grande_alone")
    played(table, random.Random(5), 4)
    assert table.table is not None
    so_far = table.table.recorder.closed()
    table.touched("open", "lesson:grande")
    table.touched("open", "play:whole_game")  # another table, and nobody got up from the first
    assert table.shelf.record(table.shelf.names()[0]) == so_far
    played(table, random.Random(5), 3)
    table.touched("leave")
    assert table.table is None
    assert len(table.shelf.names()) == 2
    assert verify(table.shelf.record(table.shelf.names()[0])).failure is None
    table.touched("open", "play:grande_alone")
    table.live.leave()
    assert of(tmp_path).table is not None


def test_a_lesson_that_an_address_names_is_opened_from_any_part(tmp_path: Path) -> None:
    learner = of(tmp_path)
    learner.touched("open", "judge")
    learner.touched("open", "lesson:grande")
    assert learner.at == "learn"
    assert learner.desk.walk.source.name == "lesson:grande"
    learner.touched("open", "judge")
    learner.touched("open", "learn")
    assert learner.desk.walk.source.name == "lesson:grande"
