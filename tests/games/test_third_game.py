"""A game from outside the house: played, recorded, verified, told and shown without one edit."""

from __future__ import annotations

import ast
import io
import json
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mustutor import games
from mustutor.base import register
from mustutor.base.errors import ReplayError, VariantError
from mustutor.base.language import open_language
from mustutor.games.bot import LEVELS
from mustutor.games.drill import DrillPrompt, Skill, WrongRule
from mustutor.games.explain import ToldSoFar
from mustutor.games.question import NO_REASONS, Finding, Scene
from mustutor.games.rulebook import article
from mustutor.games.tell_hand import explain_fault, explain_hand
from mustutor.games.teller import Teller
from mustutor.model.calls import grammar_of, serve_call
from mustutor.model.cards import printed
from mustutor.model.position import Step
from mustutor.present.html import to_html
from mustutor.referee import settle, verify
from mustutor.referee.trust.redaction import redacted
from mustutor.replay import dumps, loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from mustutor.replay.simulate import matches
from mustutor.tutor.drills import SKILLS, drill_stop
from tests.table import balances

HERE = Path(__file__).parent
ENGLISH = open_language("en")


@pytest.fixture
def record(rojo):
    """A match of three hands for three, and its text."""
    return next(matches(rojo, seats=3, count=1, hands=3, seed="7"))


def test_it_is_a_game_among_others(rojo, mustutor):
    assert register.games()[-1] == "rojo"
    assert rojo.number("rojo.ante") == 2
    assert article("ROJO-2").title["es"] == "Se sigue al palo o al número"
    listed = [json.loads(line) for line in mustutor("variant", "list", "--json").out.splitlines()]
    assert [variant["game"] for variant in listed if variant["id"] == "rojo"] == ["rojo"]
    shown = mustutor("variant", "show", "rojo")
    assert shown.status == 0
    assert "rojo.ante" in shown.out
    assert "score.target" not in shown.out
    assert "It is for people to know" in shown.out  # which suit is called red


def test_an_unknown_game_is_an_error_in_one_line(tmp_path, mustutor):
    register.unregister("rojo")
    with pytest.raises(VariantError, match="mustutor does not play 'rojo'"):
        register.game_part("rojo", "GAME")
    told = tmp_path / "their.yaml"
    told.write_text((HERE / "rojo/variants/rojo.yaml").read_text("utf-8"), "utf-8")
    refused = mustutor("variant", "check", str(told))
    assert refused.status == 1
    assert "rojo" in refused.err.splitlines()[0]
    assert "Traceback" not in refused.err


def test_random_matches_are_legal_end_and_keep_every_chip(rojo):
    for match in matches(rojo, seats=4, count=20, hands=6, seed="chips"):
        verdict = verify(loads(dumps(match)))
        assert (verdict.verdict, verdict.complete) == ("ok", True)
        for played in verdict.hands:
            front = dict(zip("ABCD", played.start.stones, strict=True))
            pots = {f"pot:{name}": stones for name, stones in played.start.pots}
            after = balances({**front, **pots}, played.end.ledger[len(played.start.ledger) :])
            assert {seat: after[seat] for seat in "ABCD"} == played.end.in_front()
            assert after["pot:play"] == 0


def test_any_one_changed_card_is_caught_at_its_place(record):
    text = dumps(record)
    assert verify(loads(text)).ok
    tried = 0
    for number, hand in enumerate(record.hands, 1):
        for place, call in enumerate(hand.rounds[0].calls, 1):
            if " play " not in call:
                continue
            other = f"{call[0]} pass"
            changed = hand.rounds[0]._replace(
                calls=(*hand.rounds[0].calls[: place - 1], other, *hand.rounds[0].calls[place:])
            )
            hands = list(record.hands)
            hands[number - 1] = hand._replace(rounds=(changed,), seal=None)
            verdict = verify(record._replace(hands=tuple(hands), seal=None))
            assert verdict.failure.place == f"{number}.play.{place}"
            assert verdict.verdict == "diverges"
            tried += 1
    assert tried > 10


def test_a_refusal_is_told_with_its_article_and_what_may_be_said(rojo):
    position = games.start(rojo, seats=("A", "B"), mano="A")
    call = games.read_call("B play seven of hearts", rojo)
    fault = games.why_not(position, call)
    page = explain_fault(position, fault, games.options(position), ENGLISH)
    assert [line.text or line.said for line in page.lines] == [
        "It is not the turn of B, but of A.",
        "A speaks and may say:",
        "play",
        "pass",
    ]
    assert page.lines[0].rules == ("ROJO-2",)


def test_a_hand_is_told_call_by_call_in_its_own_words(record):
    played = settle(record).hands[0]
    page = explain_hand(played.steps, played.end, played.open, ENGLISH)
    said = [f"{line.seat} {line.said}" for line in page.lines if line.seat]
    cards = [f"{seat} {' '.join(hand)}" for seat, hand in record.hands[0].cards.items()]
    assert said[:3] == cards
    assert said[3:] == list(record.hands[0].rounds[0].calls)
    text = "\n".join(line.text for line in page.lines)
    assert f"{played.end.winner} takes 6 stones from the pot of the play." in text
    assert "lance" not in text
    assert "<html" in to_html([page], ENGLISH)


def test_every_command_for_records_takes_it(record, mustutor, tmp_path):
    file = tmp_path / "three.json"
    file.write_text(dumps(record), "utf-8")
    verified = mustutor("replay", "verify", str(file), "--json")
    assert json.loads(verified.out)["verdict"] == "ok"
    settled = mustutor("settle", str(file))
    assert (settled.status, settled.err) == (0, "")
    assert "takes 6 stones from the pot" in settled.out
    shown = mustutor("replay", "show", str(file))
    assert shown.status == 0
    assert record.hands[0].rounds[0].calls[0].partition(" ")[2] in shown.out
    stepped = mustutor("replay", "play", str(file), "--plain")
    assert stepped.status == 0
    assert "1.play.1" in stepped.out
    why = mustutor("settle", str(file), "--why", "A", "play")
    assert why.status == 0
    made = mustutor("replay", "simulate", "--variant", "rojo", "--seats", "2", "--seed", "1")
    assert verify(loads(made.out)).ok
    page = tmp_path / "page.html"
    assert mustutor("settle", str(file), "--html", str(page)).status == 0
    assert "Rojo" in page.read_text("utf-8")


def test_a_call_nobody_remembers_leaves_the_rest_unsettled(record, mustutor, tmp_path):
    file = tmp_path / "forgotten.json"
    hand = record.hands[0]
    calls = (hand.rounds[0].calls[0], "B ?", *hand.rounds[0].calls[2:])
    rounds = (hand.rounds[0]._replace(calls=calls, checks=None),)
    bare = hand._replace(rounds=rounds, ledger=None, after=None, seal=None)
    file.write_text(dumps(record._replace(hands=(bare,), seal=None)), "utf-8")
    settled = mustutor("settle", str(file))
    assert (settled.status, settled.err) == (0, "")
    assert settle(loads(file.read_text("utf-8"))).undecided == ()


def test_a_reason_is_asked_for_by_its_own_rounds_though_the_teller_names_none(
    record, mustutor, tmp_path, monkeypatch
):
    monkeypatch.setattr(register.game_part("rojo", "RojoTeller"), "rounds", {})
    file = tmp_path / "three.json"
    file.write_text(dumps(record), "utf-8")
    assert mustutor("settle", str(file), "--why", "A", "play").status == 0
    refused = mustutor("settle", str(file), "--why", "A", "grande")
    assert refused.err.startswith("grande is not a round of this game: its rounds are play.")


def test_a_quarrel_of_it_is_told_in_the_lines_of_a_sheet_and_judged(mustutor, tmp_path):
    told = ["rojo", "Ane, Bea", "A 8h Td 9h", "B 7d 8s 7s"]
    told += ["play: A play 8h, B play 8s, A pass, B pass", "claim Bea: B play", "", ""]
    answers = tmp_path / "answers.txt"
    answers.write_text("\n".join(told) + "\n", "utf-8")
    # Both passed with two cards left, and between equals the pot is for whoever speaks first.
    judged = mustutor("judge", "--answers", str(answers), "--brief")
    assert judged.status == 1
    assert "wrong: it does not go to Bea (B) at the play." in " ".join(judged.out.split())


def test_cards_served_that_nobody_told_are_no_words_of_the_deck(rojo):
    start = games.start(rojo, seats=("A", "B"), mano="A")
    unseen = Step(start, serve_call({}), start)
    assert list(Teller().call(unseen, ToldSoFar())) == []


def test_a_score_sheet_holds_it_and_gives_it_back(record):
    sheet = written(record)
    assert f"  play: {', '.join(record.hands[0].rounds[0].calls)}"[:40] in sheet
    (back,) = read_sheets(sheet.encode())
    assert back.problem is None
    assert dumps(back.replay) == dumps(record)
    seats_left_out = "variant rojo\nseats A B\nhand 1 mano A\n  play: play 7h, pass, play 7s, pass"
    (bare,) = read_sheets(seats_left_out.encode())
    assert bare.replay.hands[0].rounds[0].calls == ("A play 7h", "B pass", "A play 7s", "B pass")


def test_it_is_taken_down_as_it_is_played(mustutor, tmp_path, monkeypatch):
    file = tmp_path / "taken.json"
    said = "mano A\nA 6h 7h 8h\nB 6s 7s 9c\nA play 6h\nplay 6s\npass\npass\nclose\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    done = mustutor("replay", "record", str(file), "--variant", "rojo", "--seats", "2")
    assert (done.status, done.err) == (0, "")
    kept = loads(file.read_text("utf-8"))
    assert kept.hands[0].rounds[0].calls == ("A play 6h", "B play 6s", "A pass", "B pass")
    assert verify(kept).complete
    assert [entry["item"] for entry in kept.hands[0].ledger] == ["ante", "ante", "pot"]


def test_what_the_table_does_not_see_is_taken_out(record):
    public = redacted(record, "table")
    assert "cards" not in (public.hands[0].deal or {}) or public.hands[0].cards == {}
    verdict = verify(public)
    assert (verdict.verdict, verdict.complete) == ("ok", False)


def test_the_table_on_the_screen_draws_it(record):
    from mustutor.present.screen.rows import ScreenPen
    from mustutor.present.screen.table import table_rows
    from mustutor.tutor.record_walk import RecordSource

    settlement = settle(record)
    source = RecordSource(record, ENGLISH, settlement)
    for index in range(source.count):
        scene = source.stop(index).scene
        for width in (40, 80, 130):
            assert table_rows(scene, width, 24, ScreenPen(ENGLISH)) is not None
    card = record.hands[0].rounds[0].calls[0].partition("play ")[2]
    drawn = table_rows(source.stop(1).scene, 100, 30, ScreenPen(ENGLISH))
    assert any(card in "".join(text for _, text in row) for row in drawn)


def test_its_deck_is_its_own():
    rojo = register.game_part("rojo", "GAME")
    assert printed(rojo.chance.deck.cards()[:5]) == "6h 7h 8h 9h Th"
    assert len(rojo.chance.deck.cards()) == 20


def test_a_round_of_another_game_of_that_name_leaves_the_calls_of_a_record_alone(rojo):
    # Mau-Mau, which was there first, has a round called play as well, and says other things in it.
    assert grammar_of("play").read("A 9h, last card").verb == "play"
    assert grammar_of("play", "rojo") is not grammar_of("play")
    assert grammar_of("play", "mau_mau") is grammar_of("play")
    record = next(matches(rojo, seats=3, count=1, hands=1, seed="7"))
    (hand, *_) = record.hands
    rounds = (hand.rounds[0]._replace(calls=("A 9h, last card",)), *hand.rounds[1:])
    with pytest.raises(ReplayError, match=r"1\.play\.1"):
        dumps(record._replace(hands=(hand._replace(rounds=rounds),)))


def test_a_game_brings_its_drills(rojo, monkeypatch):
    house = import_module("rojo")
    skill = Skill(
        "rojo.ante",
        "The ante",
        "Tell what each player puts in the pot.",
        ("ROJO-2",),
        (WrongRule("no_ante", "In your answer nothing is put in the pot.", lambda _: "0"),),
        draw=lambda variant, *_: variant,
        find=lambda variant: Finding(str(variant.number("rojo.ante")), NO_REASONS),
        pose=lambda _, language: DrillPrompt("number", language.say("How much?"), Scene("")),
        traits=("ante",),
    )
    monkeypatch.setattr(house, "TRAITS", ("ante",), raising=False)
    monkeypatch.setattr(house, "DRILLS", (skill,), raising=False)
    register.register("rojo", "rojo")
    assert list(SKILLS)[-1] == "rojo.ante"
    asked = drill_stop("rojo.ante", seed=1, number=1, variant=rojo, language=ENGLISH).question
    assert (asked.answer, asked.game) == ("2", "rojo")
    assert asked.misconceptions["0"].name == "no_ante"
    register.unregister("rojo")
    assert "rojo.ante" not in SKILLS


@pytest.mark.parametrize("module", ["games/drill.py", "games/question.py", "tutor/drills.py"])
def test_what_all_drills_share_names_no_game(module):
    source = (Path(games.__file__).parents[1] / module).read_text("utf-8")
    imported = {
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for name in (f"{node.module}.{one.name}" for one in node.names)
    }
    homes = [f"mustutor.games.{game}." for game in (*register.games(), "mus_family")]
    assert not [name for name in imported if name.startswith((*homes, "mustutor.games.shedding"))]


@pytest.mark.parametrize("name", LEVELS)
def test_without_a_bot_of_its_own_every_level_makes_legal_calls(name, mustutor):
    asked = ("play", "--no-input", "--json", "--variant", "rojo", "--hands", "3", "--seed", "5")
    played = mustutor(*asked, "--bots", name)
    assert played.status == 0
    assert verify(loads(played.out)).complete


def test_every_field_of_a_game_says_in_a_sentence_what_it_is_for():
    from mustutor.games import protocols

    tree = ast.parse(Path(protocols.__file__).read_text("utf-8"))
    asked = {"Rules", "Chance", "Words", "Gaps", "Conduct", "Game"}
    found = [one for one in tree.body if isinstance(one, ast.ClassDef) and one.name in asked]
    assert {one.name for one in found} == asked
    for one in found:
        for field, below in zip(one.body[1::2], one.body[2::2], strict=True):
            assert isinstance(field, ast.AnnAssign), ast.unparse(field)
            said = ast.literal_eval(below.value)
            assert said[0].isupper(), said
            assert said.endswith((".", "``.")), said
