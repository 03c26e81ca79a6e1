"""What is decided is decided: the good prefix is settled, and no more is said than is certain."""

from __future__ import annotations

from pathlib import Path

import pytest

from mustutor.base.language import open_language
from mustutor.present.verdict import verdict_page
from mustutor.referee import Settlement, settle, verify
from mustutor.replay import Replay
from mustutor.replay.files import load_replay
from mustutor.replay.sheet.reader import read_sheets

SHEETS = Path(__file__).parent / "partial"


def sheet(name: str) -> Replay:
    return load_replay(SHEETS / f"{name}.mus")


def settled(name: str) -> Settlement:
    return settle(sheet(name))


def told(name: str, mustutor, code: str = "en") -> str:
    return " ".join(mustutor("settle", str(SHEETS / f"{name}.mus"), "--lang", code).out.split())


def moved(settlement: Settlement) -> list[tuple[str, str, str, int]]:
    return [(e.lance, e.src, e.dst, e.stones) for e in settlement.hands[-1].end.ledger]


# --- the good prefix -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["encaje_R1", "encaje_k2"])
def test_the_stone_of_a_lance_before_the_fault_is_discarded(name, mustutor):
    # Grande was passed round: B, with three kings and a three, discards one (ENC-SET-1).
    assert moved(settled(name)) == [("grande", "B", "out", 1)]
    assert settled(name).after == {"A": 10, "B": 9, "C": 10}
    assert "no stones left" not in told(name, mustutor)


def test_every_lance_before_a_forgotten_call_is_settled(mustutor):
    # A has the best grande and pares, B the best chica: a stone each, and par is worth one.
    found = moved(settled("encaje_R2"))
    assert found == [
        ("grande", "A", "out", 1),
        ("chica", "B", "out", 1),
        ("pares", "A", "out", 1),
    ]
    assert "no stones left" not in told("encaje_R2", mustutor)


def test_in_mus_the_lance_before_a_refused_call_is_counted():
    assert moved(settled("mus_r1")) == [("grande", "bank", "A", 1)]
    assert settled("mus_r1").failure is not None


def test_a_bet_perhaps_refused_costs_its_stone_and_what_follows_is_certain(mustutor):
    # If B gave up, A discards the stone of an unseen bet; chica, pares and juego are as they were.
    shown = told("encaje_v4", mustutor)
    assert "A gives 1, if the call was B no quiero." in shown
    assert "A gets 4, if the call was B quiero." in shown
    for lance, who in (("Chica", "C gives 1"), ("Pares", "B gives 2"), ("Juego", "B gives 2")):
        assert f"{lance} Whatever was said there: {who}." in shown
    assert settled("encaje_v4x").hands[0].end.ledger[0].as_json() | {"rule": ""} == {
        "lance": "grande",
        "when": "at_once",
        "item": "unanswered_bet",
        "from": "A",
        "to": "out",
        "stones": 1,
        "rule": "",
    }


def test_one_quiero_settles_the_lance_whatever_the_partner_says_later():
    right, wrong = settled("d11_quiero_noquiero").judgements
    assert (right.holds, wrong.holds) == (True, False)
    # With one hand known of four, who wins the two stones waits for cards, and for no call.
    [waits] = settled("d32_partner_raise").judgements
    assert (waits.holds, waits.why) == (None, "unknown")


def test_a_game_already_won_stays_won():
    settlement = settled("d06s")
    assert settlement.failure is not None
    assert settlement.winner == "A"
    assert settlement.after == {"A": 40, "B": 35}
    verdict = verify(sheet("d06s"))
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.chica.1")
    assert verdict.after == {"A": 40, "B": 35}
    # The game is A's and the match, of three games, nobody's yet.
    claims = [{"by": "Ane", "about": "game", "to": "A"}, {"by": "Bea", "about": "game", "to": "B"}]
    claims += [{"by": "Bea", "about": "1.chica", "to": "B", "stones": 5}]
    judged = settle(sheet("d06s")._replace(claims=claims)).judgements
    assert [j.holds for j in judged] == [True, False, False]
    assert [j.holds for j in settlement.judgements] == [False, False]


# --- ends that hang on what is not recorded (A-119) ------------------------------------------


@pytest.mark.parametrize("name", ["mus_g1", "mus_w1"])
def test_nobody_wins_by_a_lance_that_stands_alone(name, mustutor):
    settlement = settled(name)
    [hand] = settlement.hands
    assert (settlement.winner, settlement.over) == ("", False)
    # By the cards only A1 has pares, so nobody bets there, and nobody has juego.
    assert hand.would_end == ("B", "grande", ("chica", "punto"))
    assert settlement.as_json()["hands"][0]["would_end"] == {
        "side": "B",
        "lance": "grande",
        "unless": ["chica", "punto"],
    }
    shown = told(name, mustutor)
    assert "B wins the game by this, unless it ended earlier" in shown
    assert "No longer played" not in shown
    assert "has reached 30 and wins" not in shown
    assert "B wins the game." not in shown
    assert "B gana con esto el juego, salvo que acabara antes" in told(name, mustutor, "es")


def test_punto_stands_in_the_place_of_juego_where_nobody_can_have_it():
    # B's medias come to the target, but an órdago at punto is decided before them (MUS-ORD-2);
    # with four kings three threes are worth three each: B1 has sixteen, and nobody thirty-one.
    [hand] = settled("mus_punto").hands
    assert hand.would_end == ("B", "pares", ("punto",))


def test_a_deje_taken_at_once_wins_for_certain_what_was_accepted_before_or_not():
    settlement = settled("mus_c2")
    assert (settlement.winner, settlement.hands[0].would_end) == ("A", None)


def read(lines: str) -> Replay:
    """A sheet of four: cards with which B has the best grande and chica, A alone pares."""
    cards = "A1 Ro 7c 4e 4o\nB1 Co 6c 5e Ac\nA2 Sc 7e 5c 6o\nB2 Re Se 7o 2c\n"
    text = f"variant fournier\nseats A1 B1 A2 B2\n{lines.replace('CARDS', cards)}"
    [found] = read_sheets(text.encode())
    assert found.replay is not None, found.problem
    return found.replay


def test_a_deje_of_a_lance_that_is_missing_may_have_ended_the_game_before():
    # at 39 to 39 a deje of grande, whoever took it, came before that of chica.
    lines = "start A 39, B 39\nhand 1 mano A1\nCARDSchica: A1 2, B1 x, B2 x\n"
    settlement = settle(read(f"{lines}claim Ane: A game\n"))
    assert (settlement.winner, settlement.over) == ("", False)
    assert settlement.hands[0].would_end == ("A", "chica", ("grande",))
    assert [j.holds for j in settlement.judgements] == [None]
    # With grande there, and accepted, nothing can have come first.
    whole = read(lines.replace("chica:", "grande: A1 2, B1 =\nchica:"))
    assert settle(whole).winner == "A"


def test_a_skipped_lance_may_have_ended_the_game_though_it_is_collected_later():
    # Grande is collected first; chica, which is not there, may have been refused all the same.
    lines = "start A 30, B 39\nhand 1 mano A1\nCARDSgrande: -, -, -, -\npares: sí, no, no, no\n"
    settlement = settle(read(f"{lines}juego: no, no, no, no\npunto: -, -, -, -\n"))
    assert settlement.winner == ""
    assert settlement.hands[0].would_end == ("B", "grande", ("chica",))


def test_nobody_loses_by_a_lance_that_stands_alone(mustutor):
    settlement = settled("encaje_q1")
    assert (settlement.loser, settlement.over) == ("", False)
    assert settlement.hands[0].would_end == ("B", "grande", ("chica", "pares", "juego"))
    assert "loses the game unless stones also moved" in told("encaje_q1", mustutor)
    # And so it was: chica brought A three stones.
    assert settled("encaje_q2").after == {"A": 3, "B": 8, "C": 0}


# --- claims ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mus_w1", "mus_w3", "mus_w4"])
def test_a_game_is_not_the_match(name):
    judged = settled(name).judgements[0]
    assert (judged.claim["about"], judged.holds) == ("match", False)


def test_the_stones_after_a_hand_that_is_not_whole_are_not_judged():
    _, after = settled("mus_w1").judgements
    assert (after.holds, after.why) == (None, "not_whole")


def test_a_claim_counts_the_stone_that_is_given_back():
    # The deje of grande goes back for the forbidden question (REG-AST-5): nothing is left of it.
    assert [j.holds for j in settled("ast2").judgements] == [False, True, True]
    assert "A gives back 1 stone at grande." in [
        each.text for each in verdict_page(settled("ast2"), open_language("en")).lines
    ]
    text = verdict_page(settled("ast2"), open_language("en")).lines
    assert any("worked out again, A gets 0" in line.text for line in text)


def test_both_readings_of_a_forgotten_call_win(mustutor, tmp_path):
    # A 39: refused, the deje of chica wins at once; accepted, the stone of grande is counted first.
    settlement = settled("mus_v6")
    [game] = [each for each in settlement.undecided if not each.lance]
    assert {ending.decided for ending in game.possible.endings} == {"A"}
    assert "Whatever was said there, the game is decided for A." in told("mus_v6", mustutor)
    claims = [{"by": side, "about": "game", "to": side} for side in "AB"]
    claimed = settle(sheet("mus_v6")._replace(claims=claims))
    assert [j.holds for j in claimed.judgements] == [True, False]
    path = tmp_path / "claimed.mus"
    path.write_text(
        f"{(SHEETS / 'mus_v6.mus').read_text('utf-8')}claim A: A game\nclaim B: B game\n"
    )
    shown = mustutor("settle", str(path), "--brief").out
    assert "A is right and B is wrong: A wins the game." in shown
    assert "loses the game" not in shown


# --- nothing is dropped ----------------------------------------------------------------------


def test_later_hands_are_judged_by_themselves_and_it_is_said(mustutor):
    settlement = settled("mus_z2")
    assert [played.number for played in settlement.hands] == [1, 2]
    assert moved(settlement) == [("grande", "bank", "B", 1)]
    assert settlement.as_json()["hands"][1]["before"] == "unknown"
    assert "judged by itself" in told("mus_z2", mustutor)
    claims = [
        {"by": "Bea", "about": "2.grande", "to": "B", "stones": 1},
        {"by": "Bea", "about": "2", "after": {"A": 1, "B": 1}},
    ]
    judged = settle(sheet("mus_z2")._replace(claims=claims)).judgements
    assert [(j.holds, j.why) for j in judged] == [(True, ""), (None, "unknown_before")]


@pytest.mark.parametrize(("after", "before"), [(None, "unknown"), (7, "stated")])
def test_a_later_hand_of_encaje_too(after, before):
    # Hand 1 stops after grande; in hand 2 A bets at grande, nobody sees it: a stone is discarded.
    first = sheet("encaje_k2").hands[0]
    rounds = tuple([r for r in first.rounds if r.lance == "grande"])
    stated = {"A": after, "B": 9, "C": 10} if after is not None else None
    bet = rounds[0]._replace(calls=("B envido 2", "C no quiero", "A no quiero"))
    second = first._replace(mano="B", rounds=(bet,))
    replay = sheet("encaje_k2")._replace(
        hands=(first._replace(rounds=rounds, after=stated), second)
    )
    settlement = settle(replay)
    assert [played.failure for played in settlement.hands] == [None, None]
    assert settlement.hands[1].start.table.before == before
    assert moved(settlement)[0] == ("grande", "B", "out", 1)


def test_a_hand_after_a_refused_one_is_judged_from_what_is_stated():
    first = sheet("mus_r1").hands[0]
    calls = ("B1 paso", "A2 paso", "B2 paso", "A1 paso")
    second = first._replace(mano="B1", rounds=(first.rounds[1]._replace(calls=calls),))
    replay = sheet("mus_r1")._replace(hands=(first._replace(after={"A": 39, "B": 3}), second))
    settlement = settle(replay)
    assert settlement.failure is not None
    assert settlement.failure.place == "1.chica.2"
    later = settlement.hands[1]
    assert (later.start.stones, later.start.table.before) == ((39, 3), "stated")
    # A has the best grande again, and would be out: but three lances are not in the record.
    assert later.would_end == ("A", "grande", ("chica", "pares", "juego"))
    # `verify` keeps its first fault, and its good prefix.
    verdict = verify(replay)
    assert (verdict.verdict, len(verdict.hands)) == ("illegal", 1)
    assert verdict.after == {"A": 1, "B": 0}
