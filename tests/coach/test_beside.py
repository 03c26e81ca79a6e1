"""The coach beside somebody who plays: holds back what costs too much, and nothing else."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import pytest

from mustutor import games
from mustutor.analysis.coach import live
from mustutor.analysis.coach.decision import JudgedCall
from mustutor.analysis.coach.live import CoachBeside
from mustutor.analysis.keyboard_player import KeyboardTurn
from mustutor.analysis.match import LiveMatch
from mustutor.base.language import open_language
from mustutor.cli.main import main
from mustutor.games.bot import level
from mustutor.model.calls import Call
from mustutor.model.position import Step
from mustutor.model.variant import load_variant
from mustutor.referee.recorder.commands import sit_down
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.format import Replay

ENGLISH = open_language("en")
ALL_IN = ("ordago", "quiero", "no quiero", "corto", "mus")


def turns(name: str, seed: str) -> Iterator[KeyboardTurn]:
    """Every turn of a person at a table of beginners, who passes and refuses."""
    rules = load_variant(name)
    seats = games.game_of(rules.game).rules.seats(rules, 0)
    recorder = sit_down(rules, Replay({"id": rules.id, "digest": rules.digest}, seats, ()))
    bots = {seat: level("easy")(seed=place) for place, seat in enumerate(seats) if place}
    sitting = LiveMatch(bots, {}, seed, 8)
    while not sitting.over(recorder):
        if sitting.asks(recorder):
            turn = KeyboardTurn(recorder, ENGLISH, seats[:1], level("easy")(seed=9))
            yield turn
            recorder = passed(turn)
        else:
            recorder = sitting.step(recorder)


def passed(turn: KeyboardTurn) -> Recorder:
    """The match after the turn of somebody who risks nothing."""
    for words in ("paso", "no quiero", "corto", "mus", "servido"):
        taken = turn.take(words)
        if taken.turn.recorder is not turn.recorder:
            return taken.turn.recorder
    raise AssertionError(turn.recorder.position.line())


def test_a_call_that_costs_too_much_is_held_back_and_there_is_a_choice():
    coach, warned = CoachBeside(load_variant("fournier"), 1.0, playouts=1_000), 0
    for turn in turns("fournier", "beside"):
        for words in ALL_IN:
            taken = coach.take(turn, words)
            if taken.turn.recorder is not turn.recorder or not taken.pages:
                continue
            said = taken.pages[0].lines[0].text
            if not said.startswith("Wait: "):
                continue
            warned += 1
            thought = coach.take(turn, "hint").pages[0].lines[-1].text
            assert "I would say" in thought
            assert f"I would say {words}." not in thought
            assert coach.take(turn, "score").pages
            assert not coach.take(turn, words).taken
            meant = coach.take(turn, "anyway").turn.recorder
            assert meant.hand.course.steps[-1].call.verb == words
        if warned >= 3:
            break
    assert warned >= 3


def test_where_nothing_costs_so_much_every_call_counts_at_once():
    coach = CoachBeside(load_variant("fournier"), 100.0, playouts=8)
    for number, turn in enumerate(turns("fournier", "beside")):
        for words in ALL_IN[:2]:
            beside, alone = coach.take(turn, words), turn.take(words)
            assert beside.turn.recorder == alone.turn.recorder
        if number > 5:
            break


@pytest.mark.parametrize("code", ["en", "es"])
def test_at_the_table_it_warns_from_the_loss_on_that_was_asked_for(
    code, monkeypatch, tmp_path, capsys
):
    def half_three(_play: object, step: Step, *_: object) -> JudgedCall:
        return JudgedCall(step.call, Call(step.call.seat, "paso"), 2_500, 100, None, ())

    monkeypatch.setattr(live, "judged", half_three)
    words = ["play", "--record", "", "--seed", "6", "--bots", "easy", "--variant", "fournier"]
    told = []
    for number, more in enumerate(([], ["--coach", "3"], ["--coach", "2"])):
        monkeypatch.setattr(sys, "stdin", io.StringIO("corto\nanyway\nquit\n"))
        words[2] = str(tmp_path / f"x{number}")
        assert main([*words, "--lang", code, *more]) == 0
        told.append(capsys.readouterr().out)
    wait = {"en": "Wait: corto may cost 2.50", "es": "Espera: corto puede costar 2,50"}[code]
    assert [wait in each for each in told] == [False, False, True]
