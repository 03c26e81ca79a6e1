"""The count: what each lance pays, in which order, where it stops (MUS-PAY, -VAL, -CNT, -END)."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.model.calls import deal_call
from mustutor.model.ledger import Compared, HandValue, UnseenBet

from .table import (
    DULL,
    PAIRS,
    cited,
    closes,
    dealt_to,
    ledger,
    opened,
    play,
    quiet,
    sit,
    stones,
    variant,
)

NOTHING = "7654 7654 7654 7654"


def bet(position, lance, call, answer):
    """Go to a lance in silence, bet, and answer."""
    position = opened(position, lance)
    return play(position, call, answer)


# --- unbet -------------------------------------------------------------------------------


def test_MUS_PAY_1_and_2_unbet_grande_and_chica_one_stone_to_the_best():
    end = quiet(sit())
    assert ledger(end)[:2] == ["grande paso A 1", "chica paso B 1"]
    assert cited(end)[:2] == ["MUS-PAY-1", "MUS-PAY-2"]


@pytest.mark.parametrize(
    ("told", "paid"),
    [
        ("RRC7 RCC7 SS65 AA45", ["pares par A 1", "pares par A 1"]),
        ("RRRC RCC7 7766 AA45", ["pares medias A 2", "pares duples A 3"]),
        ("RRC7 RCC7 654A AA45", ["pares par A 1"]),
        ("RCS7 4455 654A AA46", ["pares duples B 3", "pares par B 1"]),
        ("RRRR CC44 SSSA AA45", ["pares duples A 3", "pares medias A 2"]),
    ],
)
def test_MUS_PAY_3_and_4_pares_the_winner_and_his_partner_take_the_value_of_each(told, paid):
    assert ledger(quiet(sit(told)), "pares") == paid


@pytest.mark.parametrize(
    ("told", "paid"),
    [
        ("RRC7 7654 RCS7 RC64", ["juego juego A 2", "juego juego A 2"]),
        ("RCSA RCS7 RCC6 7654", ["juego juego31 A 3", "juego juego A 2"]),
        ("RCS7 RCSA 7654 RSSA", ["juego juego31 B 3", "juego juego31 B 3"]),
        ("RCC4 RSS7 7654 654A", ["juego juego B 2"]),
    ],
)
def test_MUS_PAY_3_and_5_juego_two_or_three_for_31_for_each_of_the_side(told, paid):
    assert ledger(quiet(sit(told)), "juego") == paid


def test_MUS_PAY_6_unbet_punto_one_stone_to_the_best():
    end = quiet(sit("RC54 RC64 7654 7654"))
    assert ledger(end, "punto") == ["punto punto B 1"]
    assert cited(end, "punto") == ["MUS-PAY-6"]


# --- bet and accepted: A-11, A-12 --------------------------------------------------------


@pytest.mark.parametrize(
    ("lance", "told", "values"),
    [
        ("grande", DULL, []),
        ("chica", "AA45 RCC7 7654 RRC7", []),
        ("pares", "RRRC RCC7 7766 AA45", ["pares medias A 2", "pares duples A 3"]),
        ("juego", "RCSA RCS7 RCC6 7654", ["juego juego31 A 3", "juego juego A 2"]),
        ("punto", "RC64 RC54 7654 7654", ["punto punto A 1"]),
    ],
)
def test_MUS_PAY_7_the_values_come_on_top_of_the_stake_that_was_won(lance, told, values):
    end = quiet(bet(sit(told), lance, "A1 envido 7", "B1 quiero"))
    assert ledger(end, lance) == [f"{lance} envite A 7", *values]


@pytest.mark.parametrize(
    ("told", "item", "worth"),
    [
        pytest.param("RRC7 7654 7654 7654", "pares par", 1, id="MUS-VAL-1"),
        pytest.param("RRRC 7654 7654 7654", "pares medias", 2, id="MUS-VAL-2"),
        pytest.param("RRCC 7654 7654 7654", "pares duples", 3, id="MUS-VAL-3"),
        pytest.param("RRC7 7654 7654 7654", "juego juego", 2, id="MUS-VAL-4"),
        pytest.param("RRCA 7654 7654 7654", "juego juego31", 3, id="MUS-VAL-5"),
        pytest.param("RC54 7654 7654 7654", "punto punto", 1, id="MUS-VAL-6"),
    ],
)
def test_MUS_VAL_1_to_6_what_each_figure_is_worth(told, item, worth):
    lance = item.split()[0]
    assert ledger(quiet(sit(told)), lance) == [f"{item} A {worth}"]


def test_MUS_VAL_7_the_table_of_values_is_in_the_order_of_collection():
    position = closes(sit("RRCA RCS7 CCS7 7654"), "A1 envido 2")
    assert ledger(quiet(position)) == [
        "grande deje A 1 at once",
        "chica paso A 1",  # A-C-R-R begins with an ace, 4-5-6-7 with a four
        "pares par A 1",
        "pares par A 1",
        "juego juego31 A 3",
        "juego juego A 2",
    ]


@pytest.mark.parametrize(
    ("option", "value", "told", "line"),
    [
        ("grande", 2, DULL, "grande paso A 2"),
        ("chica", 3, DULL, "chica paso B 3"),
        ("par", 2, DULL, "pares par A 2"),
        ("medias", 4, "RRRC 7654 7654 7654", "pares medias A 4"),
        ("duples", 6, "RRCC 7654 7654 7654", "pares duples A 6"),
        ("juego", 3, DULL, "juego juego A 3"),
        ("juego31", 5, "RRCA 7654 7654 7654", "juego juego31 A 5"),
        ("punto", 2, NOTHING, "punto punto A 2"),
    ],
)
def test_option_values_lances(option, value, told, line):
    values = {**variant().rules["values.lances"], option: value}
    assert line in ledger(quiet(sit(told, rules={"values.lances": values})))


def test_option_values_juego33():
    told = "RC76 7654 754A 654A"
    for worth in (2, 4):
        end = quiet(sit(told, rules={"values.juego33": worth}))
        assert ledger(end, "juego") == [f"juego juego A {worth}"]


@pytest.mark.parametrize(("bonus", "extra"), [(0, []), (1, ["paso"])])
def test_option_values_paso_bonus_pares_juego(bonus, extra):
    # Both sides hold pares and juego, and nobody bets.
    end = quiet(sit(rules={"values.paso_bonus_pares_juego": bonus}))
    assert [line.split()[1] for line in ledger(end, "pares")] == [*extra, "par"]
    assert [line.split()[1] for line in ledger(end, "juego")] == [*extra, "juego"]
    assert end.in_front()["A"] == 4 + 2 * bonus


def test_option_values_paso_bonus_is_not_for_one_side_alone_nor_after_a_bet():
    rules = {"values.paso_bonus_pares_juego": 1}
    alone = quiet(sit("RRC7 7654 7654 7654", rules=rules))
    assert ledger(alone, "pares") == ["pares par A 1"]
    seen = bet(sit(rules=rules), "pares", "A1 envido 2", "B1 quiero")
    assert ledger(quiet(seen), "pares") == ["pares envite A 2", "pares par A 1"]
    refused = closes(bet(sit(rules=rules), "pares", "A1 paso", "B1 paso"), "B2 envido 2")
    assert ledger(quiet(refused), "pares") == ["pares deje B 1 at once"] + [
        "pares par B 1",
        "pares par B 1",
    ]


# --- the order, and where it stops -------------------------------------------------------


def test_MUS_CNT_1_dejes_first_then_the_lances_in_order():
    position = play(sit("RRC7 RCC7 SSC7 AA45"), "A1 envido 3, B1 quiero")
    position = quiet(closes(position, "A1 envido 2"), until="juego")
    position = closes(play(position, "A1 tengo, B1 tengo, A2 tengo, B2 no tengo"), "A1 envido 2")
    assert ledger(position) == [
        "chica deje A 1 at once",
        "juego deje A 1 at once",
        "grande envite A 3",
        "pares par A 1",
        "pares par A 1",
        "juego juego A 2",
        "juego juego A 2",
    ]


def lacking(missing_a, missing_b, told, rules=None):
    """Nothing is bet: A and B lack so many stones."""
    return quiet(sit(told, f"A{40 - missing_a} B{40 - missing_b}", rules=rules))


@pytest.mark.parametrize(
    ("missing_a", "missing_b", "winner", "counted"),
    [
        # DULL in order: A 1 (grande), B 1 (chica), A 1 (par), A 2 (juego).
        (1, 1, "A", 1),
        (2, 1, "B", 2),
        (2, 2, "A", 3),
        (3, 2, "A", 4),
        (4, 2, "A", 4),
        (5, 2, "", 4),
        (5, 1, "B", 2),
    ],
)
def test_MUS_CNT_2_who_first_reaches_the_target_in_that_order_wins(
    missing_a, missing_b, winner, counted
):
    end = lacking(missing_a, missing_b, DULL)
    assert (end.winner, len(end.ledger)) == (winner, counted)


def test_MUS_CNT_2_the_count_stops_in_the_middle_of_a_lance():
    # A1's medias are two: A has 40 before A2's duples come to be counted.
    end = lacking(3, 40, "RRRC RCC7 7766 AA45")
    assert ledger(end) == ["grande paso A 1", "chica paso B 1", "pares medias A 2"]
    assert (end.winner, stones(end)) == ("A", "A40 B1")


def test_MUS_CNT_2_a_stake_that_reaches_the_target_leaves_the_values_uncounted():
    position = bet(sit(DULL, "A37 B0"), "pares", "A1 envido 2", "B1 quiero")
    assert ledger(quiet(position)) == ["grande paso A 1", "chica paso B 1", "pares envite A 2"]


def test_A_38_stones_past_the_target_are_kept_as_collected_and_begin_no_new_game():
    position = quiet(play(sit(DULL, "A38 B0"), "A1 envido 9, B1 quiero"))
    assert stones(position) == "A47 B0"
    assert games.next_hand(position).stones == (0, 0)


def test_MUS_ORD_5_near_the_target_a_deje_counts_before_the_better_cards():
    # B lacks one and has the best grande, left unbet; A lacks two, and takes two dejes.
    position = sit("RCC7 RRC7 7654 7654", "A38 B39")
    position = closes(quiet(position, until="chica"), "A1 envido 2")
    position = play(quiet(position, until="juego"), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    position = closes(position, "A1 envido 2")
    assert (position.winner, stones(position)) == ("A", "A40 B39")


# --- the showdown ------------------------------------------------------------------------


def test_MUS_CNT_3_hands_are_shown_after_all_lances():
    position = games.start(sit().variant, seats=PAIRS, mano="A1")
    position = quiet(play(position, "A1 corto"), until="pares")
    position = play(position, *[f"{seat} no tengo" for seat in PAIRS * 2])
    position = play(position, *[f"{seat} paso" for seat in PAIRS])
    after, waiting = games.settle(position)
    assert position.lance == "showdown"
    assert [open_.lance for open_ in waiting] == ["grande", "chica", "punto"]
    assert after.stones == (0, 0)
    told = dealt_to(PAIRS, NOTHING)
    shown = position._replace(deal=position.deal._replace(hands=tuple(told.values())))
    assert games.settle(shown)[0].stones == (3, 0)
    assert games.why_not(position, deal_call(told)) is not None  # it is not dealt a second time


def test_MUS_CNT_4_and_5_every_stone_says_why():
    position = closes(sit(), "A1 envido 2")
    for entry in quiet(position).ledger:
        assert entry.rule
        assert isinstance(entry.because, UnseenBet | Compared | HandValue)
        if isinstance(entry.because, HandValue):
            assert entry.because.due == entry.stones
            assert entry.because.seat[0] == entry.dst


def test_MUS_END_1_a_hand_ends_when_all_lances_are_played():
    assert quiet(sit()).lance == quiet(sit(NOTHING)).lance == "end"
    assert games.options(quiet(sit())) == ()


@pytest.mark.parametrize(("in_front", "winner"), [("A36 B0", "A"), ("A35 B0", ""), ("A0 B39", "B")])
def test_MUS_END_2_a_game_ends_when_a_side_has_forty_or_more(in_front, winner):
    assert quiet(sit(DULL, in_front)).winner == winner


@pytest.mark.parametrize("target", [10, 20, 25, 30, 35, 40])
def test_option_score_target(target):
    rules = {"score.target": target}
    assert quiet(sit(DULL, f"A{target - 4} B0", rules=rules)).winner == "A"
    assert quiet(sit(DULL, f"A{target - 5} B0", rules=rules)).winner == ""


def test_MUS_PAY_6_the_stone_of_punto_is_told_with_the_best_hand_of_the_side():
    position = play(quiet(sit("RC54 S654 RC64 S775"), "punto"), "A1 envido 2, B1 quiero")
    (entry,) = [entry for entry in position.ledger if entry.item == "punto"]
    assert (entry.dst, entry.because.seat) == ("A", "A2")
