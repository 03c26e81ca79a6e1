"""Nothing is quadratic: twice the input takes about twice the work, and twice the memory.

Counted in calls of functions and in bytes, never in time.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from mustutor import games
from mustutor.calls import write_call
from mustutor.position import check_of
from mustutor.referee import settle
from mustutor.replay import loads
from mustutor.replay.format import Round
from mustutor.replay.player import Player
from mustutor.variant import load_variant
from tests.work import grows_with, memory_grows_with, work_of

# --- a hand of thousands of calls -----------------------------------------------------------


SEATS = ("A1", "B1", "A2", "B2")


def record(rounds: list[dict[str, Any]], **more: Any) -> str:
    """A record of one hand, of which no card is known."""
    hands = [{"mano": "A1", "rounds": rounds}]
    head = {"format": "mus-replay/1", "variant": {"id": "fournier"}, "seats": list(SEATS)}
    return json.dumps({**head, "hands": hands, **more})


def settled(rounds: list[dict[str, Any]], **more: Any) -> Any:
    return settle(loads(record(rounds, **more)))


def heard(lance: str, calls: list[str], checks: list[str] | None = None) -> Player:
    """A lance of so many calls, heard from the cut on."""
    start = games.start(load_variant("fournier"), seats=SEATS, mano="A1")
    told = tuple(checks) if checks is not None else None
    player = Player(start).hear("A1 corto").play(Round(lance, tuple(calls), None, told))
    assert player.failure is None
    return player


def raised(times: int) -> list[str]:
    """A raise war: each adds two to the stake of the one before, whoever's turn it is."""
    player = heard("grande", ["A1 envido 2"])
    for stake in range(4, 2 * times + 4, 2):
        player.hear(f"{player.position.speaker} subo a {stake}")
    return [write_call(step.call) for step in player.steps[1:]]


def talked(times: int) -> list[str]:
    """The same seats say something over and over."""
    return [f"{SEATS[number % 4]} dice hola" for number in range(times)]


@pytest.mark.parametrize("calls", [raised, talked])
def test_a_call_costs_the_same_however_much_was_said_before_it(calls):
    said = {number: calls(number) for number in (500, 1000)}
    checks = {
        number: [step.after.check() for step in heard("grande", some).steps[1:]]
        for number, some in said.items()
    }
    assert grows_with(lambda number: heard("grande", said[number], checks[number]), 500) < 2.1
    assert memory_grows_with(lambda number: heard("grande", said[number]), 500) < 2.3


def test_the_check_of_a_long_talk_is_that_of_its_whole_line():
    for step in heard("grande", raised(200)).steps:
        assert step.after.check() == check_of(step.after.line())


def test_the_ways_unseen_cards_allow_are_counted_without_the_words_that_cost_nothing():
    def undecided(number: int) -> int:
        calls = [*talked(number), "A1 paso", "B1 paso", "A2 paso", "B2 paso"]
        rounds = [{"lance": "mus", "calls": ["A1 corto"]}, {"lance": "grande", "calls": calls}]
        return work_of(lambda: settled(rounds).undecided)

    assert undecided(800) < 1.3 * undecided(100)
