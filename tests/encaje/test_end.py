"""Where stones go, who drops out, when a game and a session end, and who deals next."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.games.rulebook import article

from .table import again, fault, ledger, play, quiet, refused, settled, sit, stones, variant

ALL_IN = {"encaje.short_stack_open": "all_in"}


def test_ENC_STN_2_stones_go_to_a_player_to_a_pot_or_out_of_the_game():
    hands = "A:RRC7 B:RCC7 C:7654"
    position = play(sit("A9 B9 C9", hands), "A envido 2, B subo a 4, C no quiero, A no quiero")
    assert ledger(position) == ["grande at_once unanswered_raise B > A 2"]
    position = play(position, "A envido 3, B quiero, C no quiero")
    assert position.accounts() == {"A": 8, "B": 4, "C": 9, "out": 0, "pot:chica": 6}
    position = quiet(position)
    # A takes the pot of chica, discards a par of kings and, nearer to mano, 37.
    assert position.accounts() == {"A": 11, "B": 4, "C": 9, "out": 3}


def test_ENC_STN_3_the_goal_is_to_have_none_left():
    position = quiet(sit("A1 B9", "A:RRRR B:7654"))
    assert (stones(position), position.loser) == ("A0 B9", "B")
    for language in ("en", "es"):
        assert article("ENC-STN-3").text[language]


def test_ENC_STN_4_who_runs_out_drops_out_of_the_game():
    position = quiet(sit("A1 B9 C9", "A:RRCC B:7654 C:6654"))
    assert stones(position).startswith("A0")
    position = games.next_hand(position)
    assert set(position.order) == {"B", "C"}
    assert fault(position, "A mus")
    position = play(position, f"{position.mano} corto")
    assert refused(position, "A paso") == "ENC-STN-4"


def test_ENC_STN_4_who_has_a_share_in_an_open_pot_has_not_run_out():
    position = play(sit("A9 B3 C9", "A:RRC7 B:7654 C:CS65"), "A envido 3, B quiero, C no quiero")
    assert stones(position) == "A6 B0 C9"
    assert not position.loser
    position = games.next_hand(quiet(position))
    assert position.stones_of("B") == 6
    assert "B" in position.order


def test_ENC_STN_5_one_player_with_stones_and_no_open_pot_ends_the_game():
    position = play(sit("A3 B9", "A:RRC7 B:7654"), "A envido 3, B quiero")
    assert not position.loser  # B alone has stones, but the pot is open
    position = settled(position)
    assert (stones(position), position.loser) == ("A0 B12", "B")


def test_ENC_STN_5_no_hand_is_dealt_to_one_player():
    with pytest.raises(IllegalCall) as refusal:
        sit("A9 B0 C0")
    assert refusal.value.fault.rule == "ENC-STN-5"


def test_ENC_END_1_the_game_is_over_when_the_last_pot_is_settled():
    # A is all in, B not. A takes the pot of grande, so both go on; B is all in and takes it: over.
    told = "A:7654 B:RRC7"
    assert not settled(play(sit("A3 B9", told), "A envido 3, B quiero")).loser
    position = settled(play(sit("A9 B3", told), "A envido 3, B quiero"))
    assert stones(position) == "A12 B0"
    assert (position.loser, position.lance) == ("A", "end")
    assert position.table.games == (1, 0)


@pytest.mark.parametrize("stake", [1, 2])
def test_ENC_END_2_by_the_strict_reading_no_payment_at_once_takes_the_last_stone(stake):
    assert fault(sit("A1 B9"), f"A envido {stake}")
    # The least that can bet is two: one stone always stays.
    assert stones(play(sit("A2 B9"), "A envido 2, B no quiero")) == "A1 B9"
    assert stones(play(sit("A4 B9"), "A paso, B envido 2, A subo a 4, B no quiero")) == "A2 B11"


def test_ENC_END_2_the_game_ends_in_the_middle_of_the_betting():
    position = play(sit("A1 B9", rules=ALL_IN), "A envido 1, B no quiero")
    assert ledger(position) == ["grande at_once unanswered_bet A > out 1"]
    assert (position.loser, position.lance, position.queue) == ("B", "end", ())
    assert fault(position, "B paso")
    assert games.options(position) == ()


def test_ENC_END_2_not_while_a_pot_is_open():
    told = "A:7654 B:RRC7 C:CS65"
    position = play(
        sit("A1 B2 C5", told, rules=ALL_IN), "A paso, B envido 2, C quiero, A no quiero"
    )
    position = play(position, "A envido 1, C no quiero")
    assert stones(position) == "A0 B0 C3"
    assert not position.loser
    assert position.lance == "pares"
    position = quiet(position)
    assert (position.loser, stones(position)[:5]) == ("C", "A0 B0")


def test_ENC_END_3_the_game_ends_in_the_middle_of_the_showdown():
    # A's last stone goes for grande; B's chica and his juego of 31 are never settled.
    position = quiet(sit("A1 B9", "A:RRCC B:RCSA"))
    assert ledger(position) == ["grande showdown value A > out 1"]
    assert (position.loser, stones(position)) == ("B", "A0 B9")


def test_ENC_END_3_an_open_pot_is_settled_first():
    # By lances: B takes the pot of grande, A's last stone goes for chica: B has lost.
    position = play(sit("A3 B2", "A:RR54 B:7654"), "A envido 2, B quiero")
    position = quiet(position)
    assert ledger(position, "grande showdown") == ["grande showdown pot pot:grande > B 4"]
    assert ledger(position)[3:] == ["chica showdown value A > out 1"]
    assert (position.loser, stones(position)) == ("B", "A0 B4")


def test_ENC_END_3_a_value_given_ends_it_too():
    # A is best at pares alone: medias of fours are two, and he has one stone left to give.
    position = quiet(sit("A3 B9", "A:4447 B:RR5A"), "pares")
    position = quiet(play(position, "A tengo, B tengo, A envido 2, B quiero"))
    assert ledger(position)[2:] == [
        "grande showdown value B > out 1",
        "chica showdown value B > out 1",
        "pares showdown pot pot:pares > B 4",
        "pares showdown value A > B 1",
    ]
    assert (position.loser, stones(position)) == ("B", "A0 B10")  # nobody settles punto


def test_ENC_END_3_a_pot_taken_voids_the_value_that_would_follow():
    # A is best at pares too, but grande took his last stone: with the pot B alone has stones.
    position = quiet(sit("A3 B9", "A:RR54 B:4476"), "pares")
    position = quiet(play(position, "A tengo, B tengo, A envido 2, B quiero"))
    assert ledger(position)[2:] == [
        "grande showdown value A > out 1",
        "chica showdown value B > out 1",  # 4-4 against 4-5
        "pares showdown pot pot:pares > B 4",
    ]
    assert (position.loser, stones(position)) == ("B", "A0 B10")


def finished(lost, losses, stones_="A1 B9 C0", mano="A", **rules):
    """B loses a game in which he and A were left."""
    rules = {f"encaje.{name}": value for name, value in {"session_losses": losses, **rules}.items()}
    return quiet(sit(stones_, "A:RRRR B:7654", mano=mano, rules=rules, lost=lost))


def test_ENC_SES_1_the_session_is_over_at_the_agreed_number_of_losses():
    position = finished({"B": 4}, losses=5)
    assert (position.loser, position.table.games) == ("B", (0, 5, 0))
    assert games.next_manos(position) == ()
    assert games.next_manos(finished({"B": 4}, losses=6)) != ()
    assert games.next_manos(finished({"A": 4}, losses=5)) != ()


def test_ENC_SES_1_no_hand_follows_the_end_of_the_session():
    with pytest.raises(IllegalCall) as refusal:
        games.next_hand(finished({"B": 4}, losses=5))
    assert refusal.value.fault.rule == "ENC-SES-1"


def test_ENC_SES_1_till_then_another_game_begins_with_all_stones_for_all():
    position = games.next_hand(finished({"A": 3, "B": 1}, losses=5))
    assert stones(position) == "A20 B20 C20"
    assert position.table.games == (3, 2, 0)
    assert (position.table.game, position.table.hand, position.out) == (2, 2, 0)


def test_ENC_STN_1_the_next_game_begins_with_as_many_as_the_first_did():
    position = sit("A9 B9", "A:RRC7 B:7654")
    position = quiet(play(position, "A envido 9, B quiero"))
    assert position.loser == "B"
    assert stones(games.next_hand(position)) == "A9 B9"


def test_ENC_SES_2_the_drinks_are_left_to_the_players():
    entry = article("ENC-SES-2")
    assert entry.source == ("S0:L15",)
    assert "drink" in entry.text["en"]
    assert entry.text["es"]


# --- who deals next ----------------------------------------------------------------------


def test_MUS_DLR_3_mano_deals_the_next_hand_and_the_next_player_is_mano():
    told = "A:RRCC B:7654 C:6654"
    position, manos = sit("A30 B30 C30", told), ""
    for _ in range(4):
        manos += position.mano
        position = again(quiet(position), told)
    assert manos == "ABCA"


def test_A_75_mano_goes_past_who_dropped_out():
    position = sit("A9 B9 C1", "A:7654 B:6654 C:RRRR")
    assert games.next_manos(quiet(position)) == ("B",)
    position = sit("A9 B1 C9", "A:7654 B:RRRR C:6654")  # C deals, A is mano, B drops out
    assert games.next_manos(quiet(position)) == ("C",)


def test_A_84_next_game_goes_on_with_the_rotation_unless_others_are_agreed():
    # A is mano, so B, the last with stones before him, dealt: C deals the next, A is mano again.
    assert games.next_manos(finished({}, 5)) == ("A",)
    assert variant().rules["encaje.next_game_dealer"] == "rotate"


def test_where_a_record_states_that_nobody_has_stones_no_hand_follows():
    from mustutor import verify
    from mustutor.replay import loads

    stated = loads(
        '{"format":"mus-replay/1","variant":{"id":"encaje"},"seats":["A","B"],"hands":['
        '{"mano":"A","rounds":[{"lance":"grande","calls":["A ?"]}],"after":{"A":0,"B":0}},'
        '{"mano":"B","rounds":[]}]}'
    )
    verdict = verify(stated)
    assert (verdict.failure.verdict, verdict.failure.place) == ("illegal", "2")
