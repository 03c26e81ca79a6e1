"""Steps a second of programs that learn: our tables and environments beside RLCard and OpenSpiel.

    python tests/benchmarks/steps.py

Every game is played by random legal actions, each with its observation and its mask, as a program
that learns asks for them; processor time of one process, all in one run. OpenSpiel's games are C++,
ours and RLCard's Python; poker's hands are a few steps, so its state is small.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

SECONDS = 3.0
TABLES = 64
OURS = ("madrid", "encaje", "enfle", "mau_mau")
RLCARD = ("limit-holdem", "no-limit-holdem", "gin-rummy", "doudizhu")
OPENSPIEL = ("leduc_poker", "gin_rummy", "hearts")


def steps_a_second(steps: Iterator[int]) -> float:
    """How many steps these are a second, of those made within `SECONDS`."""
    next(steps)  # what is made once is made
    begun, made = time.process_time(), 0
    for more in steps:
        made += more
        if time.process_time() - begun > SECONDS:
            break
    return made / (time.process_time() - begun)


def tables(name: str) -> Iterator[int]:
    """Several tables of ours at once."""
    import numpy as np

    from mustutor.gym import Tables

    batch, choose = Tables(name, TABLES, seed=1), np.random.default_rng(1)
    while True:
        batch.step((batch.masks * choose.random(batch.masks.shape)).argmax(axis=1))
        yield TABLES


def environment(name: str) -> Iterator[int]:
    """Our environment for PettingZoo."""
    from mustutor import gym

    table, choose = gym.env(name), random.Random(1)
    while True:
        table.reset(seed=choose.getrandbits(32))
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            may = [number for number, one in enumerate(seen["action_mask"]) if one]
            table.step(None if over or cut else choose.choice(may))
            yield 1


def openspiel(name: str) -> Iterator[int]:
    """A game in OpenSpiel: one of its own, or ours."""
    import pyspiel

    from mustutor.gym import openspiel as ours

    game = ours.open_game(name) if name in OURS else pyspiel.load_game(name)
    seen = game.get_type().provides_observation_tensor
    choose = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose.choice(state.chance_outcomes())[0])
                continue
            player = state.current_player()
            _ = state.observation_tensor(player) if seen else state.information_state_tensor(player)
            state.apply_action(choose.choice(state.legal_actions()))
            yield 1


def rlcard(name: str) -> Iterator[int]:
    """A game of RLCard."""
    from rlcard import make

    table, choose = make(name, config={"seed": 1}), random.Random(1)
    while True:
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(choose.choice(list(state["legal_actions"])))
            yield 1


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for peer in ("rlcard", "pyspiel"):
        if find_spec(peer) is None:
            sys.exit(f"{peer} is not here: pip install --editable '.[bench,gym]'")
    rows: list[tuple[str, str, Callable[[str], Iterator[int]]]] = [
        *[(f"mustutor.gym.Tables, {TABLES} at once", name, tables) for name in OURS],
        *[("mustutor.gym.env", name, environment) for name in OURS],
        *[("mustutor in OpenSpiel", name, openspiel) for name in OURS],
        *[("RLCard", name, rlcard) for name in RLCARD],
        *[("OpenSpiel", name, openspiel) for name in OPENSPIEL],
    ]
    found = [(library, name, steps_a_second(way(name))) for library, name, way in rows]
    holdem = next(rate for library, name, rate in found if name == "no-limit-holdem")
    print(f"{'':34} {'':16} steps a second  x RLCard's no-limit hold'em")
    for library, name, rate in found:
        print(f"{library:34} {name:16} {rate:14,.0f}  {rate / holdem:6.2f}")


if __name__ == "__main__":
    main()
