"""No drill is won without its skill: by a fixed guess, by a rhythm, or by what is on the screen.

A guess is fixed where it needs no card looked at and no call heard: always the first choice or
the last, always mano or who follows, always the seat the question names, always the same number,
or whichever number stands at a place of the screen. None may be right more often than chance by
more than `BEYOND_CHANCE`. Nor may somebody who has been asked the same drill before, with other
seeds, be right more often than chance by more than `BEYOND_CHANCE_BY_RHYTHM`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import product
from math import factorial
from typing import Any, NamedTuple

import pytest

from mustutor.tutor.drills import SKILLS, drill_stop, usual_rules
from mustutor.tutor.question_text import table_in_words
from tests.tutor.drilled import EN

BEYOND_CHANCE = 0.2
BEYOND_CHANCE_BY_RHYTHM = 0.1
NUMBERS_BY_CHANCE = 0.25
"""So often a number may be guessed that might be one of four."""


_NUMBER, _SEAT = re.compile(r"\b[0-9]+\b"), re.compile(r"\b[A-E][12]?\b")


def on_the_screen(stop):
    """What is told beside the question, but for what was said: that is what it is about."""
    table = " ".join(line.text for line in table_in_words(stop.scene, EN))
    return stop.scene.title, table, stop.question.prompt


def places(kind, found):
    """Things read off a place, counted from the front and from the back."""
    for at, thing in enumerate(found[:8]):
        yield f"{kind} {at}", thing
    for at, thing in enumerate(found[:-9:-1]):
        yield f"{kind} -{at}", thing


def turn_of(stop):
    """Seats or sides as they speak, mano first."""
    position = stop.scene.position
    if position is None:
        return [choice.value for choice in stop.question.choices]
    order = position.order
    at = order.index(position.mano)
    return [*order[at:], *order[:at]]


def guesses(stop):
    """Every fixed guess at a question, by its name."""
    question = stop.question
    values = [choice.value for choice in question.choices]
    title, table, prompt = on_the_screen(stop)
    if question.kind == "order":
        yield "as listed", " ".join(values)
        yield "backwards", " ".join(values[::-1])
    elif question.kind == "cards":
        yield "all", " ".join(values)
        yield from places("card", values)
    elif question.kind in ("seat", "choose"):
        turn = turn_of(stop)
        if not set(turn) & set(values):
            turn = list(dict.fromkeys(seat[0] for seat in turn))
        yield from places("choice", values)
        yield from places("turn", turn)
        yield from ((f"always {value}", value) for value in values)
        yield from places("asked about", _SEAT.findall(prompt))
        yield from places("of the table", _SEAT.findall(table))
    elif question.kind == "number":
        yield f"always {question.answer}", question.answer
        for name, text in (("title", title), ("table", table), ("asked", prompt)):
            yield from places(name, _NUMBER.findall(text))


def chance_of(question):
    number = len(question.choices)
    if question.kind == "order":
        return 1 / factorial(number)
    if question.kind == "cards":
        return 1 / 4
    if question.kind == "settle":
        return NUMBERS_BY_CHANCE
    return 1 / number if question.choices else NUMBERS_BY_CHANCE


# --- what is asked -----------------------------------------------------------------------

RUNS, LENGTH = 20, 15
"""So many seeds, and so many questions with each: of a level three, as somebody is asked them."""
SLOW = ("odds.stones", "odds.throw", "deje.stones", "encaje.refused", "encaje.pots", "encaje.end")
SLOW += ("enfle.lead", "enfle.play", "mau.draw")
"""Drills that take more than a few seconds for so many questions."""
# Of the module, so that the four tests of a skill follow each other and draw its questions once.
from_memory = pytest.mark.parametrize(
    "skill",
    [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in SKILLS],
    scope="module",
)


class Noted(NamedTuple):
    """A question as somebody remembers it who looks at no card and hears no call.

    `forms` are ways to remember answers, by name: of everything that may be answered, what is
    remembered of it. `guesses` tell of every fixed guess whether it is right.
    """

    looks: tuple[str, int]
    answer: str
    guesses: tuple[tuple[str, bool], ...]
    forms: dict[str, dict[str, Any]]
    chance: float
    aimed_at: str


def noted(stop):
    """Answers as they are (cards by how many), by their place among the choices, or from mano."""
    question, values = stop.question, [choice.value for choice in stop.question.choices]
    chosen = question.kind in ("choose", "seat")
    offered = values if chosen else [question.answer]
    turn = turn_of(stop) if chosen else []
    hand = stop.scene.loose.hands[0][1] if stop.scene.loose else ()
    forms = {
        "as it is": {v: sum(card in hand for card in v.split()) or v for v in offered},
        "place": {
            v: tuple(values.index(p) for p in v.split() if p in values) or v for v in offered
        },
        "turn": {value: turn.index(value) if value in turn else value for value in offered},
    }
    if chosen:
        forms["place"] = {value: place for place, value in enumerate(values)}
    aimed_at = next(iter(question.misconceptions.values())).name
    looks = question.kind, len(values)
    fixed = tuple([(name, guess == question.answer) for name, guess in guesses(stop)])
    return Noted(looks, question.answer, fixed, forms, chance_of(question), aimed_at)


@cache
def remembered(skill):
    """What was asked with some seeds, run by run."""
    variant = usual_rules(SKILLS[skill], "fournier")
    how = {"variant": variant, "language": EN}
    return [
        [
            noted(drill_stop(skill, seed=seed, number=number, **how))
            for number in range(1, LENGTH + 1)
        ]
        for seed in range(1, RUNS + 1)
    ]


def luck(runs):
    """How often each guess is right among the questions of a kind, and by chance; of how many."""
    asked, chance, right = Counter(), Counter(), defaultdict(Counter)
    for question in (question for run in runs for question in run):
        kind, _ = question.looks
        asked[kind] += 1
        chance[kind] += question.chance
        right[kind].update(name for name, hit in question.guesses if hit)
    for kind, total in asked.items():
        for name, hits in right[kind].items():
            yield f"{kind}, {name}", hits / total, chance[kind] / total, total


@from_memory
def test_no_fixed_guess_wins_a_drill(skill):
    for guess, right, chance, total in luck(remembered(skill)):
        strays = 3 * (0.25 / total) ** 0.5
        assert right <= chance + BEYOND_CHANCE + strays, guess


def moments(run, form):
    """Every question of a run with what a predictor may go by, each by its name."""
    right = [None, None, *[question.forms[form][question.answer] for question in run]]
    for number, question in enumerate(run):
        yield (
            question,
            {
                "how often": question.looks,
                "position": (question.looks, number),
                "the last two": (question.looks, *right[number : number + 2]),
            },
        )


def predicted(runs, form, by):
    """How many answers are predicted in each half of the runs by what was right in the other."""
    halves = runs[::2], runs[1::2]
    return sum(_predicted(*pair, form, by) for pair in (halves, halves[::-1]))


def _predicted(known, asked, form, by):
    offered, right = defaultdict(Counter), defaultdict(Counter)
    for question, seen in (moment for run in known for moment in moments(run, form)):
        told = question.forms[form]
        right[seen[by]][told[question.answer]] += 1
        offered[seen[by]].update(set(told.values()))

    def guess(question, at):
        told = question.forms[form]
        if len(told) == 1:  # an open answer: the most frequent there is
            best = max(right[at], key=lambda one: (right[at][one], str(one)), default=None)
        else:
            rate = {one: (right[at][one] + 0.25) / (offered[at][one] + 1) for one in told.values()}
            best = max(rate, key=rate.__getitem__)
        alike = [value for value, one in told.items() if one == best]
        return (question.answer in alike) / max(len(alike), 1)

    return sum(guess(question, seen[by]) for run in asked for question, seen in moments(run, form))


def least_balanced(runs):
    """How often the best predictor is right beyond chance, and which it is."""
    asked = [question for run in runs for question in run]
    chance = sum(question.chance for question in asked) / len(asked)
    ways = product(("as it is", "place", "turn"), ("how often", "position", "the last two"))
    return max((predicted(runs, *way) / len(asked) - chance, way) for way in ways)


@from_memory
def test_no_rhythm_tells_what_is_right_next(skill):
    """By what was right with other seeds: at this number, after the last two, or ever."""
    beyond, way = least_balanced(remembered(skill))
    assert beyond <= BEYOND_CHANCE_BY_RHYTHM, (round(beyond, 3), way)


@from_memory
def test_every_answer_that_may_be_right_is_right_at_times(skill):
    """Of what is offered again and again, nothing may be left out without a look."""
    offered, right = Counter(), Counter()
    for run in remembered(skill):
        for question in run:
            for form in ("as it is", "place"):
                told = question.forms[form]
                offered.update((question.looks, form, one) for one in told.values())
                right[question.looks, form, told[question.answer]] += 1
    never = {one for one, times in offered.items() if times >= 40 and right[one] * 20 < times}
    assert not never


@from_memory
def test_every_wrong_rule_is_aimed_at_again_and_again(skill):
    variant = usual_rules(SKILLS[skill], "fournier")
    rules = [wrong.name for wrong in SKILLS[skill].against(variant) if wrong.levels]
    aimed_at = Counter(question.aimed_at for run in remembered(skill) for question in run)
    assert set(aimed_at) == set(rules)
    assert min(aimed_at.values()) * len(rules) * 4 >= aimed_at.total(), aimed_at
