"""Edges a referee finds: the least hand at postre, a card seen in vain, a game that is over."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.games.mus_family.calls import read_call
from mustutor.model.variant import load_variant
from tests.mus.table import fault, play, quiet, sit, verbs


def test_REG_MAD_2_the_least_pares_at_postre_is_refused_in_a_sentence():
    rules = {"accept.minimum_hand_postre": "forbidden"}
    position = quiet(sit("RR54 R764 S654 AA76", rules=rules), "pares")
    position = play(position, "A1 tengo, B1 no tengo, A2 no tengo, B2 tengo, A1 envido 2")
    said = games.why_not(position, read_call("B2 quiero")).said()
    assert said == (
        "B2 speaks last and has the lowest pares there can be, and so may not accept a bet."
    )


def test_MUS_VISTO_2_a_card_seen_to_no_effect_lets_nobody_stay_served():
    rules = {"exposed_card.action": "ignore"}
    position = sit("RRC7 7654 RC44 AA45", rules=rules, talk=True)
    position = play(position, "B2 descubre R, A1 mus, B1 mus, A2 mus, B2 mus")
    assert verbs(position) == ["descarto"]


@pytest.mark.parametrize("stones", [{"A": 40, "B": 0}, {"A": 3, "B": 45}])
def test_MUS_END_2_nobody_sits_down_to_a_game_that_is_over(stones):
    with pytest.raises(IllegalCall) as refusal:
        games.start(
            load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1", stones=stones
        )
    assert refusal.value.fault.rule == "MUS-END-2"


def test_option_bet_max_says_the_most_where_no_raise_fits_under_it():
    position = play(sit(rules={"bet.max": 5}), "A1 envido 5")
    assert fault(position, "B1 subo a 7").said().endswith("this table allows at most 5.")
