"""The four lances, who has pares and juego, and whose cards win: MUS-LANCE, MUS-DECL, MUS-CMP."""

from __future__ import annotations

import itertools

import pytest

from mustutor.base.errors import AnswerError, VariantError
from mustutor.base.language import open_language
from mustutor.games.mus_family.calls import read_call
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.tell_hand import explain_hand
from mustutor.model.cards import read_hand
from mustutor.model.position import Step
from mustutor.present.text import to_text
from mustutor.present.verdict import explain_why
from mustutor.referee import verify
from mustutor.referee.dispute import Dispute
from mustutor.replay import Round, dumps, loads
from mustutor.replay.playback import play_back
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from mustutor.replay.simulate import match

from .table import (
    DULL,
    PAIRS,
    changed,
    cited,
    fault,
    ledger,
    play,
    quiet,
    refused,
    sit,
    spoken_in_turn,
    variant,
    verbs,
)

NOTHING = "7654 7654 7654 7654"


def lances(position):
    """The lances that are played, in their order."""
    order = [position.lance]
    while position.lance not in ("end", "showdown"):
        position = play(position, f"{position.speaker} {verbs(position)[0]}")
        if position.lance != order[-1]:
            order.append(position.lance)
    return order


def declared(told, lance, **more):
    """Everybody has declared at pares, or at juego."""
    position = quiet(sit(told, **more), until=lance)
    while position.lance == lance and verbs(position)[0] in ("tengo", "no tengo"):
        position = play(position, f"{position.speaker} {verbs(position)[0]}")
    return position


def test_MUS_LANCE_1_grande_chica_pares_juego():
    assert lances(sit()) == ["grande", "chica", "pares", "juego", "end"]


def test_MUS_LANCE_1_punto_in_the_place_of_juego_if_nobody_has_it():
    assert lances(sit(NOTHING)) == ["grande", "chica", "pares", "juego", "punto", "end"]


@pytest.mark.parametrize(
    ("only", "told", "order"),
    [
        (["grande"], DULL, ["grande", "end"]),
        (["chica", "grande"], DULL, ["grande", "chica", "end"]),
        (["grande", "chica", "pares"], NOTHING, ["grande", "chica", "pares", "end"]),
        (["pares", "juego"], DULL, ["pares", "juego", "end"]),
        (["juego"], NOTHING, ["juego", "punto", "end"]),
        (["grande", "juego"], NOTHING, ["grande", "juego", "punto", "end"]),
        (["grande", "pares"], DULL, ["grande", "pares", "end"]),
    ],
)
def test_MUS_LANCE_1_a_table_may_play_fewer_lances_and_punto_goes_with_juego(only, told, order):
    assert lances(sit(told, rules={"lances.played": only})) == order


def test_MUS_LANCE_1_a_lance_that_is_not_played_is_not_counted():
    position = quiet(sit(rules={"lances.played": ["grande", "pares"]}))
    assert position.in_front() == {"A": 2, "B": 0}
    assert ledger(position) == ["grande paso A 1", "pares par A 1"]


def test_MUS_LANCE_1_nobody_bets_at_a_lance_that_is_not_played():
    position = play(sit(rules={"lances.played": ["grande"]}), "A1 paso, B1 paso, A2 paso, B2 paso")
    assert position.lance == "end"
    assert refused(position, "A1 envido 2")


def test_MUS_LANCE_1_a_game_won_before_the_end_leaves_only_lances_of_this_table_unplayed():
    rules = {"lances.played": ["grande", "pares"], "score.target": 10}
    steps, position = [], sit(DULL, "A9 B0", rules=rules)
    for text in ("A1 envido 2", "B1 no quiero", "B2 no quiero"):
        after = play(position, text)
        steps.append(Step(position, read_call(text), after))
        position = after
    assert position.winner == "A"
    page = to_text(explain_hand(steps, position, (), open_language("en")))
    assert "ares" in page
    assert "hica" not in page
    assert "uego" not in page


@pytest.mark.parametrize("only", [["grande"], ["grande", "chica"], ["pares", "juego"], ["juego"]])
@pytest.mark.parametrize("mus", [True, False])
def test_MUS_LANCE_1_records_of_such_a_table_verify_and_are_told(only, mus):
    corrido = {} if mus else {"mus.corrido": "never"}
    rules = changed("fournier", {"lances.played": only, "mus.enabled": mus, **corrido})
    record = match(rules, seats=4, hands=20, seed="few")
    assert loads(dumps(record)) == record
    verdict = verify(record, variant=rules)
    assert (verdict.ok, verdict.complete) == (True, True)
    heard = {round_.lance for hand in record.hands for round_ in hand.rounds}
    assert heard - {"mus", "descarte", "punto"} == set(only)
    (sheet,) = read_sheets(written(record).encode(), rules=rules)
    assert verify(sheet.replay, variant=rules).ok
    for hand in play_back(record, rules):
        for code in ("en", "es"):
            assert to_text(explain_hand(hand.steps, hand.end, hand.open, open_language(code)))


def test_MUS_LANCE_1_a_round_of_a_lance_that_is_not_played_is_refused_with_its_article():
    rules = changed("fournier", {"lances.played": ["grande", "chica"], "mus.corrido": "never"})
    record = match(rules, seats=4, hands=1, seed="few")
    hand = record.hands[0]
    added = Round("pares", ("A1 tengo",))
    bare = [round_._replace(checks=None) for round_ in hand.rounds]
    wrong = hand._replace(rounds=(*bare, added), ledger=None, after=None, seal=None)
    failure = verify(record._replace(hands=(wrong,), seal=None), variant=rules).failure
    assert (failure.verdict, failure.place) == ("illegal", "1.pares.1")
    assert failure.fault.rule == "MUS-LANCE-1"


def test_MUS_LANCE_1_what_a_record_leaves_out_is_named_by_the_lances_of_its_table():
    rules = changed("fournier", {"lances.played": ["grande", "pares"], "mus.corrido": "never"})
    record = match(rules, seats=4, hands=1, seed="few")
    hand = record.hands[0]._replace(rounds=(), ledger=None, after=None, seal=None)
    verdict = verify(record._replace(hands=(hand,), seal=None), variant=rules)
    missing = [gap.place for gap in verdict.missing if gap.what == "lance"]
    assert missing == ["1.mus", "1.grande", "1.pares"]


def test_MUS_LANCE_1_why_a_seat_got_nothing_at_a_lance_that_is_not_played():
    position = quiet(sit(rules={"lances.played": ["grande"]}))
    for lance in ("chica", "juego", "punto"):
        page = to_text(explain_why(position, (), "A1", lance, open_language("en")))
        assert f"This table does not play {lance}." in page
        assert "not settled" not in page


def test_MUS_LANCE_1_a_quarrel_is_about_a_lance_that_is_played():
    quarrel = Dispute(changed("fournier", {"lances.played": ["grande"]}))
    quarrel.set_lance("grande")
    for lance in ("chica", "5"):
        with pytest.raises(AnswerError, match="does not play"):
            quarrel.set_lance(lance)


def test_MUS_LANCE_1_naming_all_four_in_any_order_is_the_game_as_everybody_plays_it():
    all_four = changed("fournier", {"lances.played": ["juego", "grande", "pares", "chica"]})
    assert all_four == changed("fournier", {})


def test_a_table_plays_at_least_one_lance():
    with pytest.raises(VariantError, match=r"lances\.played"):
        changed("fournier", {"lances.played": []})


def test_MUS_LANCE_2_mano_opens_every_lance_whoever_closed_the_last():
    position = play(sit(mano="A2"), "A2 paso, B2 envido 2, A1 subo a 4, B1 quiero")
    assert (position.lance, position.speaker) == ("chica", "A2")


EVERY = ["".join(hand) for hand in itertools.combinations_with_replacement("RCS7654A", 4)]


def better_and_worse(hand, lance):
    """How many hands beat this one in a lance, and how many it beats."""
    ranking = ranking_of(variant().rules)
    others = [read_hand(list(other)) for other in EVERY if other != hand]
    having = [other for other in others if ranking.has(lance, other)]
    one = read_hand(list(hand))
    beats = sum(ranking.order(lance, [other, one])[0] == 1 for other in having)
    beaten = sum(ranking.order(lance, [one, other])[0] == 1 for other in having)
    return beaten, beats


def test_MUS_LANCE_3_no_hand_is_good_at_all_four_lances():
    assert better_and_worse("RRRR", "grande") == (0, 329)
    assert better_and_worse("RRRR", "pares")[0] == 0
    assert better_and_worse("RRRR", "chica") == (329, 0)
    beaten, beats = better_and_worse("RRRR", "juego")
    assert 0 < beaten < beats  # 31 and 32 are better than 40
    assert better_and_worse("RRCA", "juego")[0] == 0
    for lance in ("grande", "pares", "chica"):
        beaten, beats = better_and_worse("RRCA", lance)
        assert beaten > 0 < beats


# --- declarations ------------------------------------------------------------------------


def test_MUS_DECL_1_before_pares_each_in_turn_says_whether_he_has_them():
    position = quiet(sit(mano="B1"), until="pares")
    assert position.queue == ("B1", "A2", "B2", "A1")
    for seat, word in (("B1", "tengo"), ("A2", "no tengo"), ("B2", "tengo"), ("A1", "tengo")):
        assert verbs(position) == [word]
        assert fault(position, f"{seat} paso")
        assert fault(position, f"{seat} envido 2")
        position = play(position, f"{seat} {word}")


@pytest.mark.parametrize(
    ("told", "bet"),
    [
        ("RRC7 7654 7654 AA45", True),  # one of each side
        ("RRC7 7654 CC54 7654", False),  # both of A
        ("7654 RR54 7654 CC54", False),
        ("RRC7 RCC7 7654 AA45", True),
    ],
)
def test_MUS_DECL_2_pares_are_bet_only_if_somebody_of_each_side_has_them(told, bet):
    assert (declared(told, "pares").lance == "pares") is bet


def test_MUS_DECL_2_who_has_none_stays_silent():
    position = declared(DULL, "pares")
    assert refused(position, "A2 paso") == "MUS-DECL-2"
    assert spoken_in_turn(position, "paso") == ["A1", "B1", "B2"]
    assert fault(play(position, "A1 paso, B1 envido 2"), "A2 quiero")


def test_MUS_DECL_3_with_one_side_only_there_is_no_betting_and_it_scores_at_the_count():
    position = declared("7654 RR54 7654 CCCA", "pares")
    assert (position.lance, position.ledger) == ("juego", ())
    assert ledger(quiet(position), "pares") == ["pares par B 1", "pares medias B 2"]
    assert set(cited(quiet(position), "pares")) == {"MUS-DECL-3"}


def test_MUS_DECL_4_nobody_has_pares_the_lance_is_skipped():
    end = quiet(sit(NOTHING))
    assert ledger(end, "pares") == []
    assert declared(NOTHING, "pares").lance == "juego"


def test_MUS_DECL_5_before_juego_each_in_turn_says_whether_he_has_it():
    position = quiet(sit(mano="A2"), until="juego")
    assert position.queue == ("A2", "B2", "A1", "B1")
    position = play(position, "A2 no tengo, B2 no tengo, A1 tengo")
    assert verbs(position) == ["tengo"]
    assert play(position, "B1 tengo").queue == ("A1", "B1")  # from mano, who has it


def test_MUS_DECL_6_with_one_side_only_it_scores_at_the_count():
    position = declared("RRC7 7654 333A AA45", "juego")
    assert position.lance == "end"  # no betting: all is said
    assert ledger(position, "juego") == ["juego juego A 2", "juego juego31 A 3"]
    assert set(cited(position, "juego")) == {"MUS-DECL-6"}


def test_MUS_DECL_7_nobody_has_juego_whoever_wishes_bets_at_punto():
    position = declared(NOTHING, "juego")
    assert (position.lance, position.queue) == ("punto", PAIRS)
    position = play(position, "A1 paso, B1 paso, A2 paso, B2 envido 3, A1 quiero")
    assert ledger(position, "punto") == ["punto envite A 3", "punto punto A 1"]


@pytest.mark.parametrize("seat", PAIRS)
def test_MUS_DECL_8_nobody_denies_pares_he_has_or_claims_those_he_has_not(seat):
    position = quiet(sit(mano=seat), until="pares")
    word = verbs(position)[0]
    other = "no tengo" if word == "tengo" else "tengo"
    assert refused(position, f"{seat} {other}") == "MUS-DECL-1"


@pytest.mark.parametrize("word", ["tengo", "no tengo"])
def test_option_declare_mode_manual_any_declaration_is_heard(word):
    position = quiet(sit(rules={"declare.mode": "manual"}), until="chica")
    position = play(position, *[f"{seat} paso" for seat in PAIRS])
    assert verbs(position) == ["tengo", "no tengo"]
    assert play(position, f"A1 {word}").speaker == "B1"


def test_option_declare_mode_manual_who_claimed_pares_takes_part_in_their_betting():
    position = quiet(sit(NOTHING, rules={"declare.mode": "manual"}), until="pares")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    assert (position.lance, position.queue) == ("pares", ("A1", "B1"))


# --- whose cards win ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "winners"),
    [
        # grande: the best single hand of a side
        pytest.param("RRC7 RCC7 7654 7654", {"grande": "A"}, id="MUS-CMP-G1"),
        pytest.param("AA5R AA5C 7654 7654", {"chica": "B"}, id="MUS-CMP-C1"),
        pytest.param("4455 RRR7 7654 7654", {"pares": "A"}, id="MUS-CMP-P5"),
        pytest.param("RRCC CCSS 654A 7777", {"pares": "A"}, id="A-31"),
        pytest.param("RRCC 3333 7654 7654", {"pares": "B"}, id="A-32"),
        pytest.param("RRCC RCSA 7654 7654", {"juego": "B"}, id="MUS-CMP-J2 31 beats 40"),
        pytest.param("RRCC 77RS 7654 7654", {"juego": "A"}, id="MUS-CMP-J2 40 beats 34"),
        pytest.param("RRR7 77SC 654A 654A", {"juego": "A"}, id="MUS-CMP-J2 37 beats 34"),
        pytest.param("RC64 RC73 7654 7654", {"juego": "B"}, id="MUS-RANK-3 a three is a king"),
        pytest.param("RC54 RC64 7654 7654", {"punto": "B"}, id="MUS-CMP-PT1"),
    ],
)
def test_MUS_CMP_T2_hands_at_the_table_win_as_the_rules_order_them(told, winners):
    end = quiet(sit(told))
    for lance, side in winners.items():
        assert {line.split()[2] for line in ledger(end, lance)} == {side}


@pytest.mark.parametrize("mano", PAIRS)
@pytest.mark.parametrize(
    ("told", "lance"),
    [
        ("RC54 RC54 RC54 RC54", "grande"),
        ("RC54 RC54 RC54 RC54", "chica"),
        ("RC54 RC54 RC54 RC54", "punto"),
        ("RR54 RR54 CC54 CC54", "pares"),
        ("RCSA RCSA RCSA RCSA", "juego"),
    ],
)
def test_MUS_CMP_T1_equal_hands_go_to_the_earlier_speaker(told, lance, mano):
    end = quiet(sit(told, mano=mano))
    first = mano[0]
    if lance == "pares":  # A1 and B1 hold the equal best; after A2 and after B2 comes A1 first
        first = "B" if mano == "B1" else "A"
    assert {line.split()[2] for line in ledger(end, lance)} == {first}


def test_MUS_CMP_T2_a_side_is_represented_by_its_best_whoever_did_the_betting():
    # A1 bets with nothing; A2 holds the kings.
    position = play(sit("7654 CCC7 RRRR 7654"), "A1 envido 6, B1 quiero")
    assert ledger(quiet(position), "grande") == ["grande envite A 6"]


def test_A_33_a_tie_between_partners_changes_nothing():
    end = quiet(sit("RRC7 7654 RRC7 7654"))
    assert ledger(end, "grande") == ["grande paso A 1"]
    assert ledger(end, "pares") == ["pares par A 1", "pares par A 1"]
