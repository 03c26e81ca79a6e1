"""Rounds of one name in a row: the game says where each ends, and everybody counts alike."""

from __future__ import annotations

import io
import sys

import pytest

from mustutor import games
from mustutor.base.language import open_language
from mustutor.games.player import Player
from mustutor.games.tell_hand import explain_hand
from mustutor.model.variant import load_variant
from mustutor.referee import settle, verify
from mustutor.replay import dumps, loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from mustutor.replay.simulate import matches
from mustutor.tutor.record_walk import RecordSource, call_by_call

ENGLISH = open_language("en")
SEATS = 3


@pytest.fixture
def record():
    """A match of three hands for three, of which each has several rounds."""
    found = matches(load_variant("rojo_rounds"), seats=SEATS, count=1, hands=3, seed="7")
    return next(found)


@pytest.fixture
def file(record, tmp_path):
    """The same match as a file."""
    path = tmp_path / "rounds.json"
    path.write_text(dumps(record), "utf-8")
    return str(path)


def changed(record, rounds):
    """The record with other rounds in its first hand, and the seals taken off."""
    hand = record.hands[0]._replace(rounds=tuple(rounds), seal=None)
    return record._replace(hands=(hand, *record.hands[1:]), seal=None)


def test_a_round_ends_when_all_have_spoken(record):
    for hand in record.hands:
        assert {round_.lance for round_ in hand.rounds} == {"play"}
        *whole, last = [len(round_.calls) for round_ in hand.rounds]
        assert whole
        assert set(whole) == {SEATS}
        assert last <= SEATS
    verdict = verify(loads(dumps(record)))
    assert (verdict.verdict, verdict.complete) == ("ok", True)


def test_heard_call_by_call_it_has_the_places_of_the_record(record):
    for played in settle(record).hands:
        player = Player(played.start).deal(played.hand.cards)
        for text, place in zip(
            (text for round_ in played.hand.rounds for text in round_.calls),
            played.places,
            strict=True,
        ):
            assert player.place == place
            player.hear(text)
        assert player.failure is None
        assert player.places == played.places
        assert str(played.places[SEATS]) == f"{played.number}.play2.1"
        assert player.missing == ()


def test_what_is_refused_in_a_later_round_has_its_place(record):
    first, second, *others = record.hands[0].rounds
    nobody = f"{second.calls[0][0]} play nine of clubs"
    wrong = second._replace(calls=(nobody, *second.calls[1:]), checks=None)
    verdict = verify(changed(record, (first, wrong, *others)))
    assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.play2.1")
    unlike = second._replace(checks=("0" * 12, *second.checks[1:]))
    verdict = verify(changed(record, (first, unlike, *others)))
    assert (verdict.verdict, verdict.failure.place) == ("diverges", "1.play2.1")


def test_two_rounds_are_not_one(record):
    first, second, *others = record.hands[0].rounds
    joined = first._replace(calls=first.calls + second.calls, checks=first.checks + second.checks)
    failure = verify(changed(record, (joined, *others))).failure
    assert (failure.verdict, failure.place) == ("illegal", f"1.play.{SEATS + 1}")
    assert "play is over" in failure.fault.said()


def test_each_round_is_told_by_itself(record):
    played = settle(record).hands[0]
    page = explain_hand(played.steps, played.end, played.open, ENGLISH)
    told = [len([line for line in part.lines if line.kind == "call"]) for part in page.passages]
    rounds = [len(round_.calls) for round_ in played.hand.rounds]
    assert [count for count in told if count] == rounds
    moments = [moment for moment in call_by_call(played, ENGLISH) if moment.call is not None]
    assert [moment.place for moment in moments] == list(map(str, played.places))
    begun = next(moment for moment in moments if moment.place == "1.play2.1")
    assert [seat for seat, _ in begun.words] == [begun.call.seat]


def test_it_is_shown_and_stepped_through_by_its_places(record, file, mustutor):
    assert mustutor("replay", "verify", file).status == 0
    assert mustutor("replay", "show", file).status == 0
    stepped = mustutor("replay", "play", file, "--plain", "--from", "1.play2.1")
    assert (stepped.status, stepped.err) == (0, "")
    first, second, *_ = record.hands[0].rounds
    assert "1.play2.1" in stepped.out
    assert "1.play.1" not in stepped.out
    assert second.calls[0].partition(" ")[2] in stepped.out
    source = RecordSource(record, ENGLISH, settle(record))
    at = source.find("1.play2.1")
    assert source.stop(at).place == "1.play2.1"
    assert source.stop(at - 1).place == f"1.play.{len(first.calls)}"


def test_a_score_sheet_keeps_the_rounds_apart(record):
    (back,) = read_sheets(written(record).encode())
    assert back.problem is None
    assert dumps(back.replay) == dumps(record)
    head = "variant rojo_rounds\nseats A B\nhand 1 mano A\n"
    (bare,) = read_sheets(f"{head}  play: play 7h, pass\n  play: play 7s, pass".encode())
    assert [round_.calls for round_ in bare.replay.hands[0].rounds] == [
        ("A play 7h", "B pass"),
        ("A play 7s", "B pass"),
    ]
    (long,) = read_sheets(f"{head}  play: play 7h, pass, play 7s".encode())
    assert "write the seat" in str(long.problem)


def test_it_is_taken_down_and_gone_on_with(mustutor, tmp_path, monkeypatch):
    file = tmp_path / "taken.json"
    says(monkeypatch, "mano A\nA 6h 7h 8h\nB 6s 7s 9c\nA play 6h\nplay 6s\npass\nplay 7s\n")
    command = ("replay", "record", str(file), "--variant", "rojo_rounds", "--seats", "2")
    assert mustutor(*command).status == 0
    says(monkeypatch, "play 7h\npass\nplay 8h\nclose\n")
    done = mustutor(*command)
    assert (done.status, done.err) == (0, "")
    kept = loads(file.read_text("utf-8"))
    assert [round_.calls for round_ in kept.hands[0].rounds] == [
        ("A play 6h", "B play 6s"),
        ("A pass", "B play 7s"),
        ("A play 7h", "B pass"),
        ("A play 8h",),
    ]
    assert verify(kept).complete


def says(monkeypatch, lines):
    """What is typed at a recorder."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))


def test_a_call_nobody_remembers_is_in_the_round_that_it_begins():
    start = games.start(load_variant("rojo_rounds"), seats=("A", "B"), mano="A")
    player = Player(start).hear("A play 7h").hear("B pass").hear("A ?").hear("B pass")
    assert list(map(str, player.places)) == ["1.play.1", "1.play.2", "1.play2.1", "1.play2.2"]
    assert [str(gap.place) for gap in player.missing] == ["1.play2.1"]
