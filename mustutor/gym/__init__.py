"""Every game for programs that learn, one table at a time or many at once.

>>> from mustutor import gym
>>> table = gym.env("encaje", seats=3)  # doctest: +SKIP
>>> table.reset(seed=7)  # doctest: +SKIP

`Encoding` says what the numbers of an observation and of an action are; both libraries are given
the same. They come with ``pip install 'mustutor[gym]'``, and nothing here needs them before `env`
or `openspiel.open_game` is called.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mustutor.analysis.gym import openspiel as openspiel
    from mustutor.analysis.gym.encoding import Encoding as Encoding
    from mustutor.analysis.gym.tables import Tables as Tables

HOMES = {"Encoding": "encoding", "Tables": "tables", "openspiel": "openspiel"}
__all__ = ["Encoding", "Tables", "env", "openspiel"]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"mustutor.analysis.gym.{HOMES[name]}")
    return home if name == "openspiel" else getattr(home, name)


def env(
    variant: str | Path = "madrid",
    *,
    seats: int = 0,
    hands: int = 1,
    match: bool = False,
    render_mode: str | None = None,
) -> Any:
    """An environment for PettingZoo, of any variant: each seat is an agent, by its name.

    `seats` are so many, or as many as usual for 0. Rewards are the stones of each hand, for so many
    `hands`; with `match` a whole match is played, and its result is the reward: they add up to
    nothing over the table. Seats are dealt to by ``reset(seed=...)``. Raises ModuleNotFoundError,
    which says how to install it, where PettingZoo is missing, and ValueError for a table the
    rules do not allow, or more than a thousand `hands`.
    """
    from mustutor.analysis.gym import environment
    from mustutor.model.variant import load_variant

    return environment.with_order_checks(
        load_variant(variant), seats=seats, hands=hands, match=match, render_mode=render_mode
    )
