"""The pupil: the rules of the course as a player, lesson by lesson; and habits they win against."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mustutor import bot, games, load_variant, view
from mustutor.base.errors import NotationError
from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.base.shipped import load_packaged_yaml
from mustutor.cli.tutor.walk import outcome_said
from mustutor.games.bot import habits, level, level_called
from mustutor.games.mus.rules_of_thumb import RULES
from mustutor.games.player import Player
from mustutor.replay.simulate import match
from mustutor.tutor.course import course_order, spine, wins_said
from mustutor.tutor.ladder import LADDER
from mustutor.tutor.lesson.files import find
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.walk import Walk
from tests.mus.table import sit

ENGLISH = open_language("en")
RULEBOOK = load_variant("fournier")
STATING = [lesson for lesson in course_order() if lesson in {rule.lesson for rule in RULES}]
NOTHING_YET = course_order()[0]


def stage(lesson):
    """The names of the rules that the pupil knows after a lesson."""
    order = course_order()
    known = order[: order.index(lesson) + 1]
    return {rule.name for rule in RULES if rule.lesson in known}


def says(kind, cards, calls=(), seat="A1", *, seed=1, talk=False, in_front="A0 B0"):
    """What a player says with these cards of all seats, after these calls."""
    player = Player(sit(cards, in_front, talk=talk))
    for call in calls:
        player = player.hear(call)
    assert player.position.speaker == seat
    return bot(kind, seed=seed).speak(view(player.position, seat, player.steps))


# --- the stages ------------------------------------------------------------------------------


def test_every_rule_is_stated_by_a_lesson_of_the_spine():
    assert {rule.lesson for rule in RULES} <= set(spine())
    assert stage(NOTHING_YET) == set()
    assert stage(spine()[-1]) == stage(course_order()[-1]) == {rule.name for rule in RULES}


def test_from_lesson_to_lesson_rules_are_added_and_none_is_taken_away():
    known = [stage(lesson) for lesson in course_order()]
    assert all(before <= after for before, after in pairwise(known))
    assert [len(stage(lesson)) for lesson in STATING] == sorted({len(each) for each in known} - {0})


@pytest.mark.parametrize("lesson", STATING)
def test_a_lesson_asks_for_no_advice_whose_rule_comes_later(lesson):
    """Its questions cite the rule that decides: it is stated there, or in a lesson before it."""
    stated = {rule.sentence: rule.lesson for rule in RULES}
    source, order = LessonSource(find(lesson), ENGLISH), course_order()
    stops = map(source.stop, range(source.count))
    cited = [
        line.text
        for stop in stops
        if stop.question is not None
        for line in stop.question.why(stop.question.answer)
        if line.kind == "rule"
    ]
    assert cited, "a lesson that states a rule asks for it"
    assert all(order.index(stated[text]) <= order.index(lesson) for text in cited)
    assert any(stated[text] == lesson for text in cited)


BEST = "RRRR 7654 7654 7654"


@pytest.mark.parametrize(
    ("before", "lesson", "cards", "calls", "seat", "was", "now"),
    [
        # with every rule that comes before it stands what is said without it
        ("mus", "to_throw", "RR75 7654 7654 7654", "mus", "A1", 4, 2),
        ("to_throw", "to_cut", "RCSA 7654 7654 7654", "", "A1", "mus", "corto"),
        (
            *("envido", "to_accept", "7654 RRRR 7654 7654"),
            *("A1 envido 2", "B1", "no quiero", "quiero"),
        ),
        (
            *("to_accept", "to_bet", "7654 RRC4 7654 7654"),
            *("A1 paso", "B1", "paso", "envido 2"),
        ),
        (
            *("ordago", "the_score", "7654 RRRR 7654 7654"),
            *("A1 ordago", "B1", "no quiero", "quiero"),
        ),
    ],
)
def test_what_a_lesson_states_is_done_from_it_on_and_not_before(
    before, lesson, cards, calls, seat, was, now
):
    talk = lesson in ("to_throw", "to_cut")
    spoken = [f"{each} mus" for each in ("A1", "B1", "A2", "B2")] if calls == "mus" else [calls]
    said = [
        says(f"pupil:{kind}", cards, filter(None, spoken), seat, talk=talk)
        for kind in (before, lesson)
    ]
    if isinstance(was, int):
        assert [len(words.split()) - 1 for words in said] == [was, now]
    else:
        assert said == [was, now]


def test_who_knows_no_rule_says_mus_throws_all_passes_and_refuses():
    kind = f"pupil:{NOTHING_YET}"
    assert says(kind, BEST, talk=True) == "mus"
    assert says(kind, BEST) == "paso"
    heard = ["A1 paso", "B1 ordago", "A2 no quiero"]
    assert says(kind, BEST, heard) == "no quiero"


def test_with_all_lessons_one_rule_after_the_other_decides():
    """A hand of each rule in turn, its numbers taken from the sentences it is stated in."""
    poor = "7654"
    after_mano = ["A1 paso"]
    good = f"{poor} RRC4 {poor} {poor}"  # two kings and a figure
    assert says("pupil", good, after_mano, "B1") == "envido 2"
    assert says("pupil", f"{poor} CS64 {poor} {poor}", after_mano, "B1") == "paso"
    passed = ["A1 paso", "B1 paso", "A2 paso"]
    last = f"{poor} {poor} {poor} RC74"  # nobody has bet, no rival speaks after
    assert says("pupil", last, passed, "B2") == "envido 2"
    heard = ["A1 envido 2"]
    assert says("pupil", f"{poor} RRC4 {poor} {poor}", heard, "B1") == "quiero"
    assert says("pupil", f"{poor} CS64 {poor} {poor}", heard, "B1") == "no quiero"
    near = "A39 B30"  # the deje of a refusal would end the game
    lost = ["A1 envido 5", "B1 no quiero"]
    assert says("pupil", f"{poor} {poor} {poor} CS64", lost, "B2", in_front=near) == "quiero"
    far = "A33 B20"  # near the end, and ten behind
    assert says("pupil", f"{poor} RRR5 {poor} {poor}", ["A1 paso"], "B1", in_front=far) == "ordago"


# --- no chance, no look behind the cards -------------------------------------------------------


def played(kind, seed):
    seats = ("A1", "B1", "A2", "B2")
    made = {seat: bot(kind, seed=seed) for seat in seats}

    def speak(position, steps):
        words = made[position.speaker].speak(view(position, position.speaker, steps))
        return games.read_call(f"{position.speaker} {words}", RULEBOOK)

    record = match(RULEBOOK, seats=seats, hands=4, seed="the same deals", speak=speak)
    return [hand.rounds for hand in record.hands]


@pytest.mark.parametrize("kind", ["pupil", "pupil:to_cut"])
def test_there_is_no_chance_in_it(kind):
    assert played(kind, 1) == played(kind, 2)


def test_cards_that_are_not_seen_change_nothing():
    heard = ["A1 envido 5"]
    others = ("RR33", "7654", "AAAA")
    told = {says("pupil", f"{other} RRC4 7654 7654", heard, "B1") for other in others}
    assert len(told) == 1


def test_a_game_without_rules_of_thumb_is_played_as_by_a_beginner():
    table = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    hand = Player(table).deal({"A": ["Ro", "Rc", "7e", "4b"]})
    seen = view(hand.position, "A", hand.steps)
    assert bot("pupil", seed=3).speak(seen) == bot("easy", seed=3).speak(seen)


# --- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pupil:", "pupil:nothing", "pupil+", "pupil+nothing", "+", ":"])
def test_a_lesson_or_a_habit_that_is_none_is_refused(name):
    with pytest.raises(NotationError, match="No player of the house"):
        bot(name, seed=1)


def test_the_pupil_is_known_by_its_name_in_every_language():
    assert level_called("pupil:to_cut", ENGLISH) == "pupil:to_cut"
    assert level_called("alumno", open_language("es")) == "pupil"


# --- habits, and the opponents at the steps ------------------------------------------------------


def test_each_step_of_play_has_opponents_with_habits_that_a_lesson_has_a_rule_against():
    stated = {rule.lesson for rule in RULES}
    for step in LADDER:
        sides = step.variant.number("players.count") // 2
        assert len(step.habits) == sides
        for habit in step.habits:
            assert habits()[habit].lesson in stated


@pytest.mark.parametrize(
    ("habit", "cards", "calls", "said"),
    [
        ("accepts_all", "7654 7654 7654 7654", ["A1 envido 20"], "quiero"),
        ("accepts_all", "7654 7654 7654 7654", ["A1 ordago"], "quiero"),
        ("accepts_nothing", "7654 RRRR 7654 7654", ["A1 envido 2"], "no quiero"),
        ("bets_blind", "7654 7654 7654 7654", ["A1 paso"], "envido 5"),
        ("never_bets", "7654 RRRR 7654 7654", ["A1 paso"], "paso"),
    ],
)
def test_a_habit_at_the_bets_is_stronger_than_the_cards(habit, cards, calls, said):
    assert says(f"club+{habit}", cards, calls, "B1") == said


def test_a_habit_at_the_discard_is_stronger_than_the_cards():
    cards = "7654 7654 7654 7654"
    assert says("easy+cuts_with_anything", cards, talk=True) == "corto"
    mus = [f"{seat} mus" for seat in ("A1", "B1", "A2", "B2")]
    assert says("easy+throws_one", cards, mus, talk=True)[: len("descarto 4")] == "descarto 4"


def test_where_a_habit_is_not_about_it_the_player_decides():
    for seed in range(5):
        with_habit = says("easy+never_bets", BEST, ["A1 paso", "B1 envido 2"], "A2", seed=seed)
        assert with_habit == says("easy", BEST, ["A1 paso", "B1 envido 2"], "A2", seed=seed)
    assert level("easy+never_bets")(seed=1).name == "easy+never_bets"


# --- what a learner is told -----------------------------------------------------------------------


def test_what_is_won_is_told_of_lessons_that_state_rules_and_of_the_last():
    measured = load_packaged_yaml(data("lessons") / "wins.yaml")
    assert list(measured) == STATING
    for lesson in course_order():
        assert bool(wins_said(lesson, ENGLISH)) == (lesson in {*STATING, spine()[-1]})
    for won in measured.values():
        assert all(each["games"] >= 2000 and each["error"] <= 30 for each in won.values())


def test_the_course_wins_more_from_lesson_to_lesson_and_at_its_end_three_of_four():
    """As measured: no later lesson wins less than an earlier one by more than their errors."""
    measured = load_packaged_yaml(data("lessons") / "wins.yaml")
    against = [measured[lesson]["easy"] for lesson in STATING]
    for before, after in pairwise(against):
        assert after["of_1000"] + after["error"] + before["error"] >= before["of_1000"]
    assert against[-1]["of_1000"] >= 750
    # Against the club player before 550 were won; the present one answers bets of any size better,
    # and the rules of the course draw with it.
    club = measured[STATING[-1]]["club"]
    assert club["of_1000"] + club["error"] >= 500


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_lesson_tells_at_its_end_what_is_won_with_it_and_not_before(code):
    language = open_language(code)
    walk = Walk(LessonSource(find("to_cut"), language))
    told = wins_said("to_cut", language)
    while not walk.is_last:
        assert told not in outcome_said(walk, language)
        walk = walk.forward()
    assert outcome_said(walk.forward(), language)[-1] == told
