"""Órdago: the whole game on one lance (MUS-ORD, A-06, A-07)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import ALL_PLAY, closes, fault, ledger, opened, play, quiet, settled, sit, stones, verbs

LANCES = ("grande", "chica", "pares", "juego")

# A1 is best at grande, B1 at chica; pares are B's (medias of aces); juego is A's, punto nobody's.
DUEL = "RRC7 AAA4 7654 7654"


def at(lance, told=ALL_PLAY, **more):
    return opened(sit(told, **more), lance)


@pytest.mark.parametrize("lance", LANCES)
def test_MUS_ORD_1_an_accepted_ordago_decides_the_game_in_that_lance(lance):
    position = play(at(lance, in_front="A0 B39"), "A1 ordago, B1 quiero")
    # Equal or better, A1 has the best hand of all in grande, chica apart.
    winner = "B" if lance in ("chica", "pares") else "A"
    assert (position.lance, position.winner) == ("end", winner)
    assert ledger(position, lance) == [f"{lance} ordago {winner} 0 at once"]


def test_MUS_ORD_1_at_punto_too():
    position = quiet(sit("RC54 RC64 7654 7654"), until="punto")
    position = play(position, "A1 ordago, B1 quiero")
    assert (position.winner, ledger(position, "punto")) == ("B", ["punto ordago B 0 at once"])


@pytest.mark.parametrize("lance", LANCES)
@pytest.mark.parametrize("answer", ["B1 quiero", "B1 no quiero, B2 quiero"])
def test_MUS_ORD_1_nothing_is_said_after_it(lance, answer):
    position = play(at(lance), f"A1 ordago, {answer}")
    assert games.options(position) == ()
    for call in ("A1 paso", "B1 envido 2", "A1 tengo", "B2 quiero"):
        assert fault(position, call)


def test_MUS_ORD_2_no_other_point_is_counted():
    # B has the better grande, left unbet, and lacks the one stone it would bring.
    position = play(at("chica", "AAA4 RRC7 7654 7654", in_front="A0 B39"), "A1 ordago, B1 quiero")
    assert (position.winner, ledger(position)) == ("A", ["chica ordago A 0 at once"])
    assert stones(position) == "A0 B39"


@pytest.mark.parametrize(
    ("reading", "winner", "counted"),
    [
        ("immediate", "A", ["juego ordago A 0 at once"]),
        ("count_prior_first", "B", ["grande envite B 5"]),
    ],
)
def test_option_ordago_settle_an_earlier_lance_would_have_decided(reading, winner, counted):
    # B wins 5 at grande and lacks 5; A, who speaks first, wins the órdago at juego with 31.
    position = sit("RCSA RRC7 7654 7654", "A0 B35", rules={"ordago.settle": reading})
    position = quiet(play(position, "A1 envido 5, B1 quiero"), until="juego")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 ordago, B1 quiero")
    assert (position.winner, ledger(position)) == (winner, counted)


def test_option_ordago_settle_count_prior_first_where_nobody_gets_there():
    position = sit("RCSA RRC7 7654 7654", rules={"ordago.settle": "count_prior_first"})
    position = quiet(play(position, "A1 envido 5, B1 quiero"), until="juego")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 ordago, B1 quiero")
    assert position.winner == "A"
    assert ledger(position) == [
        "grande envite B 5",
        "chica paso A 1",  # A, 10, 10, 10 begins with the lowest card
        "pares par B 1",
        "juego ordago A 0 at once",
    ]


@pytest.mark.parametrize("timing", ["immediate", "end_first"])
def test_MUS_ORD_2_dejes_already_taken_stay(timing):
    position = closes(sit(DUEL, rules={"deje.timing": timing}), "A1 envido 2")
    end = play(position, "A1 ordago, B1 quiero")
    assert end.winner == "B"
    if timing == "immediate":
        assert stones(end) == "A1 B0"


def test_MUS_ORD_2_a_deje_not_yet_taken_does_not_decide_before_the_ordago():
    # With the dejes taken only when cards are shown, A's single stone would end the game first.
    position = closes(sit(DUEL, "A39 B0", rules={"deje.timing": "end_first"}), "A1 envido 2")
    assert play(position, "A1 ordago, B1 quiero").winner == "B"


def test_MUS_ORD_3_the_callers_side_wins_if_the_partner_has_the_best_hand():
    position = play(sit("7654 RCS7 RRR3 7654"), "A1 ordago, B1 quiero")
    assert position.winner == "A"


def test_MUS_ORD_3_and_the_acceptors_side_too():
    assert play(sit("RCS7 7654 7654 RRR3"), "A1 ordago, B1 quiero").winner == "B"


def test_MUS_ORD_4_an_ordago_is_worth_one_game_and_not_the_match():
    end = play(sit(DUEL), "A1 ordago, B1 quiero")
    assert (end.winner, end.table.games) == ("A", (1, 0))
    assert games.next_manos(end)
    following = games.next_hand(end)
    assert (following.table.game, following.stones) == (2, (0, 0))


def test_MUS_ORD_4_it_ends_the_match_only_as_the_last_game_of_it():
    end = play(sit(DUEL, won={"A": 2, "B": 2}), "A1 ordago, B1 quiero")
    assert games.next_manos(end) == ()


# --- answers to it -----------------------------------------------------------------


def test_A_07_an_ordago_can_only_be_accepted_or_refused():
    position = play(sit(), "A1 ordago")
    assert verbs(position) == ["no quiero", "quiero"]
    for call in ("B1 subo a 100", "B1 ordago", "B1 envido 2"):
        assert fault(position, call)


def test_A_110_a_paso_to_an_ordago_refuses_it():
    position = play(sit(), "A1 ordago, B1 paso, B2 paso")
    assert ledger(position) == ["grande deje A 1 at once"]


def test_A_07_refused_as_an_opening_it_is_one_stone():
    position = closes(sit(), "A1 ordago")
    assert (position.lance, ledger(position)) == ("chica", ["grande deje A 1 at once"])


def test_A_07_refused_as_a_raise_it_is_the_stake_before_it():
    position = play(sit(), "A1 envido 7, B1 ordago, A2 no quiero, A1 no quiero")
    assert ledger(position) == ["grande deje B 7 at once"]


def test_A_07_it_answers_a_bet_or_a_raise():
    assert "ordago" in verbs(play(sit(), "A1 envido 2"))
    assert "ordago" in verbs(play(sit(), "A1 envido 2, B1 subo a 4"))


def test_A_07_the_partner_may_accept_what_the_first_refused():
    position = play(sit("RCS7 7654 7654 RRR3"), "A1 ordago, B1 no quiero, B2 quiero")
    assert position.winner == "B"


@pytest.mark.parametrize("before", ["", "A1 envido 2"])
def test_option_ordago_enabled_false(before):
    position = sit(rules={"ordago.enabled": False})
    position = play(position, before) if before else position
    assert "ordago" not in verbs(position)
    assert fault(position, f"{position.speaker} ordago").rule == "MUS-ORD-1"


@pytest.mark.parametrize("talk", [True, False])
def test_MUS_ORD_1_it_is_said_while_a_lance_is_bet(talk):
    position = sit(talk=True) if talk else quiet(sit(), until="pares")
    assert fault(position, "A1 ordago").rule


def test_MUS_CNT_3_everybody_shows_and_a_hand_unseen_leaves_the_ordago_open():
    position = games.start(sit().variant, seats=("A1", "B1", "A2", "B2"), mano="A1")
    position = play(position, "A1 corto, A1 ordago, B1 quiero")
    after, waiting = games.settle(position)
    assert after.winner == ""
    assert [(open_.lance, set(open_.parties)) for open_ in waiting] == [
        ("grande", {"A1", "B1", "A2", "B2"})
    ]


def test_MUS_END_3_a_game_ends_with_an_accepted_ordago_whatever_the_score():
    end = play(sit(DUEL, "A3 B38"), "A1 ordago, B1 quiero")
    assert (settled(end).winner, stones(end)) == ("A", "A3 B38")


@pytest.mark.parametrize(("reading", "winner"), [("immediate", "B"), ("count_prior_first", "A")])
def test_option_ordago_settle_a_deje_that_is_counted_at_the_end_came_before_it(reading, winner):
    # B refuses at grande, which brings A the fortieth stone, and wins the órdago at chica.
    rules = {"deje.timing": "end_first", "ordago.settle": reading}
    position = sit("RRC7 AA45 RC7S S654", "A39 B0", rules=rules)
    position = play(position, "A1 envido 2, B1 no quiero, B2 no quiero, A1 ordago, B1 quiero")
    assert position.winner == winner
