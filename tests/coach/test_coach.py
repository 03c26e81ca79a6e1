"""The coach blames nobody for luck: skill and luck add up, and what is marked is sure."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from mustutor import games, verify
from mustutor.analysis.coach import match as coach_match
from mustutor.analysis.coach.betting_tree import TalkTrees
from mustutor.analysis.coach.decision import FINE, SURE, JudgedCall, Reason
from mustutor.analysis.coach.match import OPEN, AnalysedHand, Decision, Thresholds, analyses
from mustutor.analysis.coach.playing_habits import UNIT, WHOLE, Worth
from mustutor.analysis.coach.report import odds_texts
from mustutor.base.language import open_language
from mustutor.base.register import traits
from mustutor.cli.main import main
from mustutor.games.mus_family.bot_tables import win_chance_at
from mustutor.model.calls import Call
from mustutor.model.variant import load_variant
from mustutor.replay import dumps, loads, simulate
from mustutor.replay.files import packaged, read
from mustutor.replay.format import Replay, rules_of
from tests.long import few, sampled, whole

OF_LANCES = (
    *("fournier", "encaje", "madrid", "navarra", "mundial_vasco", "guipuzcoa_4", "aragon"),
    *("encaje_five_card", "la_rioja", "cantabria", "wikipedia_en", "alava_vizcaya", "asturias"),
)

STRANGE = ("perete_of_a_house_rule",)
"""A call that may be made out of turn, and is nobody's choice."""


def randomly(name: str, seed: str, hands: int) -> Replay:
    """A match of so many hands with calls at random."""
    return simulate.match(load_variant(name), seats=0, hands=hands, seed=seed)


def hands_of(replay: Replay, **more: object) -> list[AnalysedHand]:
    """The hands of a match analysed, with few playouts."""
    rules = load_variant(replay.variant["id"])
    return [one.analysed() for one in analyses(replay, rules, **{"playouts": 12, **more})]


def told(*words: str) -> tuple[int, str, str]:
    """What a command says: its status, its output and its errors."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(list(words))
    return status, out.getvalue(), err.getvalue()


def one_hand(cards: dict[str, str], *rounds: tuple[str, str]) -> Replay:
    """A hand of Mus by its cards and its calls, round by round."""
    deal = {seat: hand.split() for seat, hand in cards.items()}
    spoken = [{"lance": lance, "calls": calls.split(", ")} for lance, calls in rounds]
    record = {
        "format": "mus-replay/1",
        "variant": {"id": "fournier"},
        "seats": ["A1", "B1", "A2", "B2"],
        "hands": [{"mano": "A1", "deal": {"cards": deal}, "rounds": spoken}],
    }
    return loads(json.dumps(record))


KINGS = {
    "A1": "Ro Rc Re Rb",
    "B1": "Co Cc 7e 4b",
    "A2": "So Sc 6e 4c",
    "B2": "Ce Cb 7o 5b",
}


def found(hands: list[AnalysedHand], place: str) -> Decision:
    """The decision at a place."""
    return next(one for hand in hands for one in hand.decisions if str(one.place) == place)


@sampled("name", OF_LANCES, 6)
def test_luck_and_skill_add_up_to_the_result_exactly(name):
    replay = randomly(name, "adds up", few(4, 2))
    hands = hands_of(replay)
    assert hands
    for hand, recorded in zip(hands, replay.hands, strict=True):
        assert hand.shares
        for share in hand.shares:
            assert share.result == share.skill + share.others + share.luck
            assert share.skill == -sum(
                one.judged.loss for one in hand.decisions if one.seat.startswith(share.side)
            )
        for seat in replay.seats:
            [share] = hand.of(seat).shares
            assert share.result == share.skill + share.partners + share.others + share.luck
            own = [one.judged.loss for one in hand.decisions if one.seat == seat]
            assert (share.side, share.skill) == (seat, -sum(own))
            assert share.partners <= 0 or seat == share.side[0]
        if len(hand.shares) == 2:
            first = hand.shares[0]
            lines = 0
            for one in hand.decisions:
                assert one.luck is not None
                gained = one.luck - one.judged.loss
                lines += gained if one.seat.startswith(first.side) else -gained
            assert lines == first.result == -hand.shares[1].result
        assert recorded.after is not None


@pytest.mark.parametrize(("name", "seats"), [("fournier", 4), ("encaje", 3)])
def test_the_result_of_a_hand_is_what_it_changed_of_the_chance_to_win(name, seats):
    rules = load_variant(name)
    replay = simulate.match(rules, seats=seats, hands=2, seed="results")
    assert len(replay.hands) == 2
    start = games.start(rules, seats=replay.seats, mano=replay.hands[0].mano)
    before = start.in_front()
    for number, hand in enumerate(hands_of(replay, playouts=8)):
        after = replay.hands[number].after
        mano = replay.hands[number].mano
        following = replay.seats[(replay.seats.index(mano) + 1) % seats]
        for share, stone in zip(hand.shares, hand.stones, strict=True):
            gained = win_chance_at(rules, after, share.side, following)
            gained -= win_chance_at(rules, before, share.side, mano)
            assert abs(share.result - gained * WHOLE * UNIT / stone) <= 2 * WHOLE / stone
        before = after


def test_to_throw_away_an_unbeatable_hand_is_very_bad_and_to_play_it_is_not():
    folds = one_hand(
        KINGS,
        ("mus", "A1 corto"),
        ("grande", "A1 paso, B1 ordago, A2 no quiero, A1 no quiero"),
    )
    blunder = found(hands_of(folds, playouts=30), "1.grande.4")
    assert blunder.mark == "very_bad"
    assert blunder.judged.best.verb == "quiero"
    assert blunder.judged.odds == 1000
    sees = one_hand(
        KINGS, ("mus", "A1 corto"), ("grande", "A1 paso, B1 ordago, A2 no quiero, A1 quiero")
    )
    certain = found(hands_of(sees, playouts=30), "1.grande.4")
    assert certain.mark == ""
    assert certain.judged.loss == 0


def test_cards_a_seat_has_not_seen_change_nothing_of_what_its_calls_lost():
    others = {"A1": KINGS["A1"], "B1": "Ao 2c 4e 5b", "A2": "Ac 2e 4b 5o", "B2": "Ae 2b 4o 5c"}
    rounds = (("mus", "A1 corto"), ("grande", "A1 envido 2, B1 no quiero, B2 no quiero"))
    one, other = (
        hands_of(one_hand(cards, *rounds), playouts=16)[0].decisions for cards in (KINGS, others)
    )
    mine = [[each.judged for each in hand if each.seat == "A1"] for hand in (one, other)]
    assert mine[0] == mine[1]
    assert len(mine[0]) == 2
    assert [each.judged for each in one] != [each.judged for each in other]


@whole
def test_nothing_is_marked_that_may_be_chance_or_lost_less_than_the_threshold():
    marked = 0
    for number in range(few(6, 2)):
        replay = randomly("fournier", f"marks {number}", 3)
        limits = Thresholds(500, 1500, 3000)
        for hand in hands_of(replay, thresholds=limits, seed=str(number)):
            for one in hand.decisions:
                loss, error = one.judged.loss, one.judged.error
                assert loss >= 0
                assert error >= 0
                marked += one.is_marked
                if one.is_marked:
                    assert loss >= SURE * error
                    assert loss >= getattr(limits, one.mark)
                    higher = {"doubtful": 1500, "bad": 3000}.get(one.mark)
                    assert higher is None or loss < higher
                elif one.mark == OPEN:
                    assert error >= 0.3 * limits.doubtful
                    assert one.judged.gap + 2 * error >= 500
                else:
                    assert one.judged.gap < 500
                    assert error < FINE or one.judged.gap + 2 * error < 500
    assert marked


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A file with a match of two hands."""
    path = tmp_path / "match.json"
    path.write_text(dumps(randomly("fournier", "a table", 2)))
    return path


def test_the_same_seed_gives_the_same_bytes_whatever_order_hashes_have(match):
    command = [sys.executable, "-m", "mustutor", "replay", "analyse", str(match)]
    command += ["--json", "--playouts", "8", "--hand", "1"]
    told_by = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told_by[0] == told_by[1]
    other = told("replay", "analyse", str(match), *command[6:], "--seed", "another")[1]
    lines = [json.loads(line) for line in other.splitlines()]
    assert other.encode() != told_by[0]
    assert [line["place"] for line in lines] == [
        json.loads(line)["place"] for line in told_by[0].splitlines()
    ]
    keys = ["place", "seat", "call", "best", "loss", "error", "luck", "mark"]
    assert all(list(line) == keys for line in lines)


def test_a_decision_is_told_before_the_next_is_judged(match, monkeypatch, capsys):
    judged, begun = coach_match.judged, []

    def until_the_third(*moment):
        begun.append(moment)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return judged(*moment)

    whole = told("replay", "analyse", str(match), "--hand", "1", "--playouts", "8")[1]
    monkeypatch.setattr(coach_match, "judged", until_the_third)
    main(["replay", "analyse", str(match), "--hand", "1", "--playouts", "8"])
    said = capsys.readouterr().out
    assert whole.startswith(said.rstrip("\n"))
    assert [place in said for place in ("1.mus.1 ", "1.mus.2 ", "1.mus.3 ")] == [True, True, False]


def test_stones_that_lie_in_other_pots_are_no_moment_that_was_met_before(monkeypatch):
    root, met = TalkTrees.root, []

    def watched(trees, position):
        found = root(trees, position)
        met.append((found.position.pots, found.position.out) == (position.pots, position.out))
        return found

    monkeypatch.setattr(TalkTrees, "root", watched)
    [match] = read(str(packaged()["whole_game"]))
    for hand in analyses(match.replay, load_variant("encaje"), playouts=8):
        hand.analysed()
    assert len(met) > 100
    assert all(met)


def test_thresholds_seats_and_hands_that_were_asked_for_are_heard(match):
    def marks(*more: str) -> list[str | None]:
        words = ("replay", "analyse", str(match), "--json", "--playouts", "8", *more)
        return [json.loads(line)["mark"] for line in told(*words)[1].splitlines()]

    usual = marks()
    assert {"bad", "very_bad"} & set(usual)
    high = ("--doubtful", "900", "--bad", "900", "--very-bad", "900")
    assert set(marks(*high)) == {None}
    low = ("--doubtful", "0", "--bad", "0", "--very-bad", "0")
    assert set(marks(*low)) == {"open", "very_bad"}  # of eight deals nothing is sound for certain
    assert 0 < len(marks("--hand", "2")) < len(usual)
    assert 0 < len(marks("--seat", "b1")) < len(usual)
    for wrong in (("--doubtful", "3"), ("--bad", "nan"), ("--seat", "C"), ("--hand", "9")):
        status, _, error = told("replay", "analyse", str(match), *wrong)
        assert status == 2
        assert error.startswith("mustutor replay analyse") or error
    assert told("replay", "analyse", str(match), "--match", "3")[0] == 2


def test_notes_stand_outside_every_seal_in_each_language(match, tmp_path):
    target = tmp_path / "noted.json"
    words = ("replay", "analyse", str(match), "--playouts", "8", "-o", str(target))
    assert told(*words)[0] == 0
    before, after = loads(match.read_text()), loads(target.read_text())
    assert verify(after).ok
    assert after._replace(notes=before.notes) == before
    notes = [note for there in after.notes.values() for note in there]
    assert notes
    assert all({"en", "es"} <= set(note["text"]) and note["glyph"] in "??" for note in notes)
    assert told(*words)[0] == 2
    assert told(*words, "--force")[0] == 0


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_page_tells_odds_losses_and_where_the_result_comes_from(match, code):
    status, page, _ = told("replay", "analyse", str(match), "--playouts", "8", "--lang", code)
    assert status == 0
    assert "±" in page
    assert " % " in page
    headings = {"en": "LOOK AT THESE FIRST", "es": "MIRA PRIMERO ESTAS"}
    assert headings[code] in page.upper()


@pytest.mark.parametrize(("seat", "whose"), [("A", "This hand is"), ("A1", "This side has")])
def test_whoever_plays_alone_has_no_side(seat, whose):
    bet, why = Call(seat, "envido", 2), Reason("grande", (), 0, False, 0, 0, 0)
    (said,) = odds_texts(JudgedCall(bet, bet, 0, 0, 500, (), why=why), open_language("en"))
    assert said.startswith(whose)


def test_a_game_that_is_not_one_of_lances_is_told_to_be_none(tmp_path):
    path = tmp_path / "mau.json"
    path.write_text(dumps(randomly("mau_mau", "no lances", 1)))
    status, out, error = told("replay", "analyse", str(path))
    assert status == 2
    assert not out
    assert "mau_mau" in error


def test_a_stone_is_worth_more_the_nearer_the_end():
    def stone(a: int, b: int) -> int:
        seats = ("A1", "B1", "A2", "B2")
        position = games.start(
            load_variant("fournier"), seats=seats, mano="A1", stones={"A": a, "B": b}
        )
        return Worth(position).stones[0]

    assert 5_000 < stone(0, 0) < stone(20, 20) < WHOLE
    assert stone(0, 0) < stone(38, 38)


@sampled("name", (*STRANGE, *sorted(set(packaged()) - set(STRANGE))[::2]), 40)
def test_records_of_every_kind_are_analysed_and_what_is_no_decision_is_left_out(name):
    for one in read(str(packaged()[name])):
        assert one.replay is not None
        rules = rules_of(one.replay)[0]
        if "lances" not in traits(rules.game):
            continue
        for hand in analyses(one.replay, rules, playouts=8, hand=1):
            said = {decision.judged.call.verb for decision in hand.decisions}
            assert not said & {"descubre", "perete", "tengo", "no tengo", "sena", "dice"}
