"""A table as an environment of PettingZoo, in which one agent acts after the other (AEC).

An observation is ``{"observation": numbers, "action_mask": 0 or 1 for each action}``, as `encoding`
has them. A hand that is broken off, because too much was said in it, truncates; so does a match of
more than `MOST_HANDS`. What the mask has no 1 for is refused with the reason.
"""

from __future__ import annotations

from random import Random
from typing import Any

from mustutor.gym.course import MOST_HANDS, Course, begun, next_start, refuse_hands, sat_down
from mustutor.gym.encoding import FARTHEST, Encoding
from mustutor.variant import Variant

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:  # said when an environment is wanted: the module can be read without
    np = AECEnv = None  # type: ignore[assignment]

NEEDED = "mustutor.gym.env needs PettingZoo, which is not installed: pip install 'mustutor[gym]'"


class Environment(AECEnv or object):  # type: ignore[misc]
    """A table of a variant for PettingZoo: see `mustutor.gym.env`."""

    def __init__(
        self, variant: Variant, seats: int, hands: int, *, match: bool, render_mode: str | None
    ) -> None:
        super().__init__()
        refuse_hands(hands)
        self.encoding = Encoding(variant, seats)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"mustutor_{variant.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self._hands, self._match = (MOST_HANDS if match else hands), match
        self._random = Random()
        self._course: Course | None = None
        self.possible_agents = list(self.encoding.seats)
        seen = Box(-FARTHEST, FARTHEST, (self.encoding.size,), np.float32)
        may = Box(0, 1, (len(self.encoding.actions.all),), np.int8)
        self.observation_spaces = {
            seat: Dict({"observation": seen, "action_mask": may}) for seat in self.possible_agents
        }
        self.action_spaces = {
            seat: Discrete(len(self.encoding.actions.all)) for seat in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """The space of what a seat sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what a seat may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Sit down and deal; of the same seed the same cards are dealt on every machine."""
        if seed is not None:
            self._random = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        self._played = 0
        encoding = self.encoding
        start = sat_down(encoding.variant, encoding.seats, self._random.random())
        self._course = self._dealt(start)
        self.agent_selection = self._course.speaker

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees now, and what it may do: nothing while another is to speak."""
        assert self._course is not None, "reset() deals the first hand"
        view = self._course.seen_by(agent)
        return {
            "observation": np.array(self.encoding.observed(view), np.float32),
            "action_mask": np.array(self.encoding.mask(view), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Do what an action means; the next agent is who has to speak then.

        Raises ValueError, with the position, for what may not be done.
        """
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        assert self._course is not None
        assert action is not None, "only an agent that is done takes no action"
        words = self.encoding.words(self._course.seen_by(seat), int(action))
        self._cumulative_rewards[seat] = 0.0
        self._clear_rewards()
        self._course = self._course.said(f"{seat} {words}")
        if not self._course.speaker:
            self._ended(self._course)
        self.agent_selection = self._course.speaker or seat
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The public line of the position, for ``render_mode="ansi"``."""
        if self.render_mode is None or self._course is None:
            return None
        return self._course.position.line()

    def close(self) -> None:
        """Nothing is held open."""

    def _dealt(self, start: Any) -> Course:
        return begun(start, str(self._random.getrandbits(64)))

    def _ended(self, course: Course) -> None:
        """Pay for the hand, then deal the next or leave the table."""
        self._played += 1
        self.rewards = dict.fromkeys(self.agents, 0.0) if self._match else course.gained()
        start = next_start(course, self._random.random())
        if start is not None and self._played < self._hands:
            self._course = self._dealt(start)
            return
        truncated = course.broken_off or (self._match and start is not None)
        if self._match and not truncated:
            self.rewards = course.result()
        done = self.truncations if truncated else self.terminations
        done.update(dict.fromkeys(self.agents, True))


def wrapped(
    variant: Variant, *, seats: int, hands: int, match: bool, render_mode: str | None
) -> Any:
    """The environment as PettingZoo wants it used: with its checks of the order of calls."""
    if AECEnv is None:
        raise ModuleNotFoundError(NEEDED)
    table = Environment(variant, seats, hands, match=match, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
