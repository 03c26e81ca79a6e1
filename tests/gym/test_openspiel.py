"""Every game in OpenSpiel: its own random simulation, and what two players may tell each other."""

from __future__ import annotations

from random import Random

import pytest

from mustutor.analysis.gym import openspiel
from mustutor.analysis.gym.encoding import Encoding
from mustutor.model.variant import load_variant

# OpenSpiel and scipy are 50 MB to fetch: .ci/run installs them for the tests that take long.
pytestmark = pytest.mark.long
pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")


@pytest.mark.parametrize("name", ["madrid", "encaje", "encaje_five_card", "enfle"])
def test_a_game_passes_the_random_simulation_of_openspiel(name):
    pyspiel.random_sim_test(openspiel.open_game(name), num_sims=3, serialize=True, verbose=False)


def test_several_hands_at_a_table_of_three_pass_it():
    game = openspiel.open_game("encaje", seats=3, hands=2)
    assert game.num_players() == 3
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_stock_to_draw_from_passes_it():
    # Written down after each of a thousand calls it would take minutes.
    pyspiel.random_sim_test(openspiel.open_game("mau_mau"), 1, serialize=False, verbose=False)


def _some_moments(name, seed):
    random, state = Random(seed), openspiel.open_game(name).new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize("name", ["madrid", "encaje"])
def test_the_numbers_are_those_of_the_encoding(name):
    encoding = Encoding(load_variant(name))
    for state in _some_moments(name, 1):
        seat = encoding.seats[state.current_player()]
        view = state.moment.course.seen_by(seat)
        wanted = encoding.observed(view)
        np.testing.assert_allclose(state.observation_tensor(), wanted, rtol=1e-6, atol=1e-6)
        assert state.legal_actions() == [at for at, may in enumerate(encoding.mask(view)) if may]


@pytest.mark.parametrize("name", ["madrid", "encaje"])
def test_a_moment_is_taken_up_again_from_what_was_done(name):
    game = openspiel.open_game(name)
    for state in _some_moments(name, 2):
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert state.clone().moment is state.moment


def test_the_digits_of_a_deal_are_the_deal():
    state = openspiel.open_game("madrid").new_initial_state()
    hands = set()
    for last in range(40):
        dealt = state.clone()
        for digit in (3, 7, last):
            dealt.apply_action(digit)
        hands.add(dealt.moment.course.position.deal.hands)
    assert len(hands) == 40


@pytest.mark.parametrize(("name", "hands"), [("madrid", 1), ("encaje", 2), ("enfle", 1)])
def test_an_information_state_holds_all_that_a_seat_could_tell_apart_and_nothing_else(name, hands):
    game = openspiel.open_game(name, hands=hands)
    assert len(game.new_initial_state().information_state_tensor(0)) == (
        game.information_state_tensor_size()
    )
    tensors: dict[str, bytes] = {}
    for seed in range(3):
        random, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
                continue
            for player in range(game.num_players()):
                text = f"{player} {state.information_state_string(player)}"
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                assert tensors.setdefault(text, tensor) == tensor
            state.apply_action(random.choice(state.legal_actions()))
    assert len(set(tensors.values())) == len(tensors) > 50


def test_an_information_state_remembers_the_hands_before():
    state, random = openspiel.open_game("madrid", hands=2).new_initial_state(), Random(3)
    first = ""
    while not state.is_terminal():
        if state.moment.speaker and not state.moment.earlier:
            first = state.information_state_string(0)
        elif state.moment.speaker:
            assert state.information_state_string(0).startswith(first.rpartition(" | ")[0])
            assert first.rpartition(" | ")[0] not in state.observation_string(0)
        state.apply_action(random.choice(state.legal_actions()))
    assert first


def test_a_table_the_rules_do_not_allow_is_refused_with_the_reason():
    with pytest.raises(ValueError, match="played by 4"):
        openspiel.open_game("madrid", seats=3)
