"""Bets, answers and raises: MUS-BET, and how a side answers (A-05 to A-16, A-35 to A-42)."""

from __future__ import annotations

import pytest

from mustutor.games.mus_family import rounds
from mustutor.games.mus_family.calls import read_call

from .table import (
    ALL_PLAY,
    DULL,
    PAIRS,
    closes,
    fault,
    ledger,
    opened,
    play,
    quiet,
    refused,
    settled,
    sit,
    spoken_in_turn,
    stones,
    verbs,
    whole_round,
)

LANCES = ("grande", "chica", "pares", "juego")


def at(lance, told=ALL_PLAY, **more):
    """Everybody has passed up to a lance, and its betting is open."""
    return opened(sit(told, **more), lance)


@pytest.mark.parametrize("lance", LANCES)
def test_MUS_BET_1_mano_may_pass_bet_two_or_more(lance):
    position = at(lance)
    assert position.speaker == "A1"
    for call in ("A1 paso", "A1 envido 2", "A1 envido 3", "A1 envido 39", "A1 envido 500"):
        assert play(position, call).speaker == "B1"
    for call in ("A1 quiero", "A1 no quiero", "A1 subo a 4"):
        assert fault(position, call)


def test_MUS_BET_2_the_least_bet_is_two():
    assert refused(sit(), "A1 envido 1") == "MUS-BET-2"
    assert refused(sit(), "A1 envido 0") == "MUS-BET-2"


def test_MUS_BET_3_strictly_in_turn():
    position = play(sit(), "A1 paso")
    for call in ("A2 paso", "B2 envido 2", "A1 envido 2"):
        assert fault(position, call)
    assert play(position, "B1 paso").speaker == "A2"


def test_MUS_BET_3_to_a_bet_one_answers_no_quiero_quiero_or_a_raise():
    position = play(sit(), "A1 envido 2")
    assert verbs(position) == ["no quiero", "quiero", "ordago", "subo"]
    assert refused(position, "B1 envido 4") == "MUS-BET-3"


def test_A_110_who_passes_on_a_bet_refuses_it_and_is_out_of_the_lance():
    position = play(sit(), "A1 envido 2, B1 paso")
    assert position.line() == play(sit(), "A1 envido 2, B1 no quiero").line()
    assert refused(position, "B1 quiero") == "MUS-BET-8"
    assert ledger(play(position, "B2 paso")) == ["grande deje A 1 at once"]


def test_A_110_before_any_bet_a_paso_is_a_paso_and_a_raise_is_a_bet_too():
    position = play(sit(), "A1 paso, B1 envido 2, A2 subo a 5, B2 paso")
    assert position.speaker == "B1"  # B2 is out by his paso; who passed before a bet is in
    assert ledger(play(position, "B1 paso")) == ["grande deje A 2 at once"]


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("A1 envido 2", ("B1", "B2")),
        ("A1 paso, B1 envido 2", ("A2", "A1")),
        ("A1 paso, B1 paso, A2 envido 2", ("B2", "B1")),
        ("A1 paso, B1 paso, A2 paso, B2 envido 2", ("A1", "A2")),
        ("A1 envido 2, B1 subo a 4", ("A2", "A1")),
    ],
)
def test_MUS_BET_4_the_opponents_answer_in_turn_after_the_bettor(before, answer):
    position = play(sit(), before)
    assert position.queue == answer


def test_MUS_BET_4_the_bettors_partner_does_not_answer():
    position = play(sit(), "A1 envido 2")
    for word in ("quiero", "no quiero", "subo a 4"):
        assert refused(position, f"A2 {word}") == "MUS-BET-4"
        assert refused(position, f"A1 {word}") == "MUS-BET-4"  # nobody raises his own side


def test_MUS_BET_5_one_accepts_and_it_binds_the_side():
    position = play(sit(), "A1 envido 3, B1 quiero")
    assert position.lance == "chica"  # B2 was not asked
    assert ledger(quiet(position), "grande") == ["grande envite A 3"]


def test_MUS_BET_6_one_may_accept_with_bad_cards_and_the_partner_wins_it():
    # B1 has nothing; B2 holds the four kings.
    position = play(sit("RC76 7654 7654 RRR4"), "A1 envido 5, B1 quiero")
    assert ledger(quiet(position), "grande") == ["grande envite B 5"]


@pytest.mark.parametrize("answer", ["A1 quiero", "A1 subo a 4", "A1 ordago", "A1 no quiero"])
def test_MUS_BET_7_who_passed_before_any_bet_may_still_accept_or_raise(answer):
    position = play(sit(), "A1 paso, B1 paso, A2 paso, B2 envido 2")
    assert play(position, answer) != position


def test_MUS_BET_8_who_refused_is_out_of_that_lance_for_good():
    position = play(sit(), "A1 envido 2, B1 no quiero, B2 subo a 4, A1 no quiero, A2 subo a 8")
    assert position.queue == ("B2",)  # of the two who might answer, B1 may no more
    assert refused(position, "B1 quiero") == "MUS-BET-8"
    assert play(position, "B2 quiero, A1 paso").speaker == "B1"  # of grande only


@pytest.mark.parametrize(("eliminates", "queue"), [(True, ("B2",)), (False, ("B1", "B2"))])
def test_option_bet_refusal_eliminates(eliminates, queue):
    position = sit(rules={"bet.refusal_eliminates": eliminates})
    position = play(position, "A1 envido 2, B1 no quiero, B2 subo a 4, A1 subo a 8")
    assert position.queue == queue


def test_MUS_BET_9_paso_is_to_wait():
    position = play(sit(), "A1 paso")
    assert (position.state.auction.stake, position.speaker) == (0, "B1")
    assert refused(sit(), "A1 quiero") == "MUS-BET-9"


@pytest.mark.parametrize("words", ["envido", "Envido", "envido 2", "I bet 2"])
def test_MUS_BET_10_envido_is_two(words):
    assert read_call(f"A1 {words}").stones == 2


@pytest.mark.parametrize("words", ["y yo", "Y yo", "y yo envido", "2 mas", "subo a 4"])
def test_MUS_BET_11_y_yo_is_two_more(words):
    assert play(sit(), "A1 envido 2", f"B1 {words}").state.auction.stake == 4
    if "4" not in words:
        assert play(sit(), "A1 envido 5", f"B1 {words}").state.auction.stake == 7


def test_MUS_BET_11_y_yo_is_two_more_where_a_raise_of_one_is_allowed_too():
    position = sit(rules={"bet.min_raise": 1})
    assert play(position, "A1 envido 2, B1 y yo").state.auction.stake == 4


@pytest.mark.parametrize(("stake", "raised"), [(2, 4), (5, 10), (7, 14)])
def test_MUS_BET_12_reenvido_is_the_double(stake, raised):
    for words in ("reenvido", "y yo reenvido"):
        assert play(sit(), f"A1 envido {stake}, B1 {words}").state.auction.stake == raised


@pytest.mark.parametrize("answer", ["quiero", "see", "iduki", "Quiero"])
def test_MUS_BET_13_quiero_accepts_the_stake_on_the_table(answer):
    position = play(sit(), f"A1 envido 2, B1 subo a 6, A2 {answer}")
    assert ledger(quiet(position), "grande") == ["grande envite A 6"]


@pytest.mark.parametrize("answer", ["no quiero", "tira", "fold", "No quiero"])
def test_MUS_BET_14_no_quiero_refuses_it(answer):
    position = play(sit(), f"A1 envido 2, B1 {answer}, B2 {answer}")
    assert ledger(position) == ["grande deje A 1 at once"]


def test_MUS_BET_15_accepted_stakes_are_remembered_and_paid_when_the_hand_is_over():
    position = play(sit(DULL, "A3 B3"), "A1 envido 9, B1 quiero, A1 envido 4, B1 quiero")
    assert (stones(position), position.ledger) == ("A3 B3", ())
    end = quiet(position)
    assert ledger(end)[:2] == ["grande envite A 9", "chica envite B 4"]
    assert {entry.when for entry in end.ledger} == {"showdown"}


@pytest.mark.parametrize(("lance", "after"), [("grande", "chica"), ("chica", "pares")])
def test_MUS_BET_16_when_a_bet_is_accepted_the_next_lance_begins(lance, after):
    position = play(at(lance), "A1 envido 2, B1 quiero")
    assert (position.lance, position.speaker) == (after, "A1")


def test_MUS_BET_17_a_bet_above_the_target_does_not_decide_by_itself():
    position = play(sit(DULL, "A0 B39"), "A1 envido 100, B1 quiero")
    assert (position.lance, position.winner) == ("chica", "")
    # B needs one: the deje of chica ends the game before the 100 are ever counted.
    end = play(position, "A1 paso, B1 envido 2, A2 no quiero, A1 no quiero")
    assert (end.winner, ledger(end)) == ("B", ["chica deje B 1 at once"])


def test_MUS_BET_18_cards_stay_hidden_until_the_end():
    one, other = sit(DULL), sit("7654 AA45 RRC7 RCC7")
    assert one.line() == other.line()
    for position in (one, other):
        assert not any(
            card in play(position, "A1 envido 2, B1 quiero").line() for card in ("RRC7", "AA45")
        )


@pytest.mark.parametrize("lance", LANCES)
def test_MUS_BET_19_a_side_that_refuses_cannot_win_even_with_better_cards(lance):
    # B holds better cards than A in every lance, and refuses in every one of them.
    position = at(lance, "SSC7 RRRA 7654 AAA4")
    end = quiet(closes(position, "A1 envido 2"))
    assert {line.split()[2] for line in ledger(end, lance)} == {"A"}


def test_MUS_BET_20_all_pass_in_grande_and_chica_one_stone_for_the_better_side():
    assert ledger(quiet(sit()))[:2] == ["grande paso A 1", "chica paso B 1"]


def test_A_37_one_round_of_passes_closes_the_lance():
    assert spoken_in_turn(sit(), "paso") == list(PAIRS)


# --- the size of a raise: A-05, A-13 -----------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "raised"), [("double_total", 10), ("add_double", 15), ("plus_two", 7)]
)
def test_option_bet_reenvido(reading, raised):
    position = play(sit(rules={"bet.reenvido": reading}), "A1 envido 5, B1 reenvido")
    assert position.state.auction.stake == raised


def test_option_bet_reenvido_of_a_raise():
    # 5, raised to 8: the double of all is 16; twice the raise of three on top is 14.
    for reading, raised in (("double_total", 16), ("add_double", 14), ("plus_two", 10)):
        position = sit(rules={"bet.reenvido": reading})
        position = play(position, "A1 envido 5, B1 subo a 8, A2 reenvido")
        assert position.state.auction.stake == raised


def test_option_bet_reenvido_plus_two_is_two_where_a_raise_of_one_is_allowed_too():
    position = sit(rules={"bet.reenvido": "plus_two", "bet.min_raise": 1})
    assert play(position, "A1 envido 5, B1 reenvido").state.auction.stake == 7


@pytest.mark.parametrize(("least", "lowest"), [(1, 6), (2, 7), (5, 10)])
def test_option_bet_min_raise(least, lowest):
    position = play(sit(rules={"bet.min_raise": least}), "A1 envido 5")
    assert refused(position, f"B1 subo a {lowest - 1}") == "MUS-BET-11"
    assert play(position, f"B1 subo a {lowest}").state.auction.stake == lowest


@pytest.mark.parametrize("least", [1, 2, 5])
def test_option_bet_min_open(least):
    position = sit(rules={"bet.min_open": least})
    assert refused(position, f"A1 envido {least - 1}") == "MUS-BET-2"
    assert play(position, f"A1 envido {least}").state.auction.stake == least


@pytest.mark.parametrize("most", [5, 40])
def test_option_bet_max(most):
    position = sit(rules={"bet.max": most})
    assert fault(position, f"A1 envido {most + 1}")
    position = play(position, f"A1 envido {most - 2}")
    assert fault(position, f"B1 subo a {most + 1}")
    position = play(position, f"B1 subo a {most}")
    assert "subo" not in verbs(position)


def test_option_bet_max_none_has_no_limit():
    position = play(sit(), "A1 envido 400, B1 subo a 4000")
    assert play(position, "A2 subo a 40000").state.auction.stake == 40_000


def test_settled_position_is_left_alone():
    end = quiet(sit())
    assert settled(end) == end


def test_a_round_of_many_words_is_legal_and_not_kept():
    raises = [f"{PAIRS[at % 4]} subo a {2 * at + 2}" for at in range(1, 40)]  # each the one before
    calls = ("A1 envido 2", *raises, "A1 no quiero", "A2 no quiero")
    kept = rounds._whole.cache_info().currsize
    assert whole_round(sit(), ", ".join(calls)) is None
    assert play(sit(), *calls).lance == "end"  # the deje is more than the game
    assert rounds._whole.cache_info().currsize == kept
