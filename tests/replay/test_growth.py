"""Nothing is quadratic: twice the input takes about twice the work, and twice the memory.

Counted in calls of functions and in bytes, never in time.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from mustutor import games
from mustutor.base.errors import ReplayError
from mustutor.games.player import Player, Round
from mustutor.model.calls import write_call
from mustutor.model.position import check_of
from mustutor.model.variant import load_variant
from mustutor.referee import settle, verify
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay import dumps, loads
from mustutor.replay.format import Replay
from mustutor.replay.live_file import read_live_record
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.simulate import match
from tests.table import live_lines
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


# --- each input twice as long ---------------------------------------------------------------


def one_hand(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    hands = [{"mano": "A1", "rounds": rounds}]
    return {"format": "mus-replay/1", "variant": {"id": "fournier"}, "seats": SEATS, "hands": hands}


def passes(mano: int) -> dict[str, Any]:
    calls = [f"{SEATS[(mano + number) % 4]} paso" for number in range(4)]
    return {"lance": "grande", "calls": calls}


def noted(number: int) -> dict[str, Any]:
    notes = {f"{each + 1}.grande.1": [{"text": {"en": "!"}}] for each in range(number)}
    return {**one_hand([passes(0)]), "notes": notes}


def claimed(number: int) -> dict[str, Any]:
    about = ("1.grande", "1", "2.chica", "match")
    claims = [
        {"by": f"x{each}", "about": about[each % 4], "to": "A", "stones": each}
        for each in range(number)
    ]
    played = match(load_variant("fournier"), seats=4, hands=2, seed="growth", number=1)
    return {**json.loads(dumps(played)), "claims": claims}


def dealt_again(number: int) -> dict[str, Any]:
    after = {"A": 0, "B": 0}
    hands = [
        {"mano": SEATS[each % 4], "rounds": [passes(each)], "after": after}
        for each in range(number)
    ]
    return {**one_hand([]), "hands": hands}


def out_of_turn(number: int) -> dict[str, Any]:
    document = dealt_again(number)
    for hand in document["hands"]:
        calls = hand["rounds"][0]["calls"]
        calls[1], calls[2] = calls[2], calls[1]
    return document


def rounds_of_mus(number: int) -> dict[str, Any]:
    """Mus corrido: mano goes on after each round of it, and all throw a card."""
    start = games.start(load_variant("fournier"), seats=SEATS, mano="A1")
    player, rounds = Player(start), []
    for lance, said in (("mus", "mus"), ("descarte", "descarto 1")) * number:
        calls = []
        while player.position.lance == lance and player.position.speaker in SEATS:
            calls.append(f"{player.position.speaker} {said}")
            player.hear(calls[-1])
        rounds.append({"lance": lance, "calls": calls})
        if lance == "descarte":
            player.serve({})
    assert player.failure is None
    return one_hand(rounds)


def moved(number: int) -> dict[str, Any]:
    movement = {"lance": "grande", "when": "showdown", "item": "paso", "from": "bank", "to": "A"}
    document = one_hand([passes(0)])
    document["hands"][0]["ledger"] = [{**movement, "stones": 1}] * number
    return document


RECORDS = {
    "talk": (300, lambda number: one_hand([{"lance": "grande", "calls": talked(number)}])),
    "raises": (300, lambda number: one_hand([{"lance": "grande", "calls": raised(number)}])),
    "notes": (300, noted),
    "claims": (300, claimed),
    "hands": (60, dealt_again),
    "irregularities": (15, out_of_turn),
    "rounds": (60, rounds_of_mus),
    "movements": (300, moved),
    "unread": (60, lambda number: one_hand([{"lance": "grande", "calls": ["A1 x"] * number}])),
    "forgotten": (150, lambda number: one_hand([{"lance": "grande", "calls": ["A1 ?"] * number}])),
}


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("does", [verify, settle, dumps], ids=["verify", "settle", "write"])
def test_twice_the_record_is_twice_the_work_and_twice_the_memory(name, does):
    size, made = RECORDS[name]
    text = {number: json.dumps(made(number)) for number in (size, 2 * size)}
    if does is dumps and name == "unread":
        return  # nobody can write what nobody can read
    assert grows_with(lambda number: does(loads(text[number])), size) < 2.3
    assert memory_grows_with(lambda number: does(loads(text[number])), size) < 2.3


def sheet_of_hands(number: int) -> bytes:
    hands = "".join(
        f"hand {each + 1} mano {SEATS[each % 4]}\n"
        "  grande: paso, paso, paso, paso\n  after A 0, B 0\n"
        for each in range(number)
    )
    return f"mus-sheet 1\nvariant fournier\nseats {' '.join(SEATS)}\n{hands}".encode()


def sheet_of_calls(number: int) -> bytes:
    said = ",\n    ".join(call.partition(" ")[2] for call in raised(number))
    head = f"mus-sheet 1\nvariant fournier\nseats {' '.join(SEATS)}\nhand 1 mano A1\n"
    return f"{head}  mus: corto\n  grande: {said}\n".encode()


def sheet_of_claims(number: int) -> bytes:
    claims = "".join(f"claim x{each}: 1.grande A {each}\n" for each in range(number))
    return sheet_of_calls(2) + claims.encode()


def journal(number: int) -> bytes:
    head = {"format": "mus-replay/1", "variant": {"id": "fournier"}, "seats": SEATS}
    lines = [head, {"mano": "A1"}, {"lance": "grande"}]
    lines += [{"call": call} for call in raised(number)]
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def names_twice(number: int) -> bytes:
    again = ",".join(['"x-a": 1', '"x-a": 2'] * number)
    return ("{" + again + "}").encode()


def read_all(data: bytes) -> Any:
    return [found.replay for found in read_sheets(data)]


def refused(data: bytes) -> str:
    with pytest.raises(ReplayError) as problem:
        loads(data)
    return problem.value.said()


TEXTS = {
    "hands of a sheet": (40, sheet_of_hands, read_all),
    "calls of a sheet": (100, sheet_of_calls, read_all),
    "claims of a sheet": (100, sheet_of_claims, read_all),
    "a journal": (200, journal, read_live_record),
    "names twice": (500, names_twice, refused),
}


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_is_twice_the_work_and_twice_the_memory(name):
    size, made, does = TEXTS[name]
    text = {number: made(number) for number in (size, 2 * size)}
    assert grows_with(lambda number: does(text[number]), size) < 2.3
    assert memory_grows_with(lambda number: does(text[number]), size) < 2.3


def test_a_match_taken_down_again_writes_each_hand_that_is_over_once():
    recorder = Recorder(load_variant("fournier"), Replay({"id": "fournier"}, SEATS, ()))
    recorder = recorder.begin_hand("A1")
    over = recorder.state_stones({"A": 0, "B": 0})
    first = over.lines()
    later = over.begin_hand("B1").hear("B1 corto").hear("B1 envido 2")
    assert later.lines()[: len(first)] == first
    assert later.lines() == list(live_lines(later.record()))
    assert later.hands[0].lines is over.hands[0].lines
    # The way back keeps nothing that was written.
    assert "lines" not in vars(later.before.hands[-1])
    assert later.before.lines() == list(live_lines(later.before.record()))
