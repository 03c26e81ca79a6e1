"""A table as a PettingZoo environment, in which one agent acts after the other (AEC).

An observation is ``{"observation": numbers, "action_mask": 0 or 1 for each action}``, as `encoding`
makes them. A hand broken off because too much was said truncates, and so does a match of more than
`MOST_HANDS`. An action with mask 0 is refused with the reason.

`Course` is the hand behind it, a value as a position is: a call returns the next one, so a program
may try several. All cards follow from the seed of the hand, as in a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple, Self

from mustutor import games
from mustutor.analysis.gym.encoding import FARTHEST, Encoding
from mustutor.base.errors import IllegalCall
from mustutor.base.register import traits
from mustutor.games.seat_view import SeatView, view
from mustutor.model.calls import DECK, Call, deal_call, serve_call
from mustutor.model.cards import Pack, fresh_pack
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant

LONGEST_HAND = 500
"""The most calls in a hand, which is then broken off: mus or draws could go on for ever."""

MOST_HANDS = 1_000
"""No match in an environment has more."""


def refuse_hands(hands: int) -> None:
    """Raise ValueError for an impossible number of hands."""
    if not 1 <= hands <= MOST_HANDS:
        raise ValueError(f"1 to {MOST_HANDS} hands are played, not {hands}")


class Course(NamedTuple):
    """A hand in progress: its start, its position now, the steps so far, the rest of the pack.

    >>> from mustutor.model.variant import load_variant
    >>> hand = deal_hand(new_match(load_variant("madrid"), ("A1", "B1", "A2", "B2"), 0.0), "a seed")
    >>> hand.after_words("A1 corto").position.line()
    'madrid 1 A1 grande A1 - - A0,B0 - 0'
    """

    start: Position
    position: Position
    steps: tuple[Step, ...]
    pack: Pack

    def __deepcopy__(self, _: Mapping[int, object]) -> Self:
        """The course itself: it is immutable."""
        return self

    @property
    def speaker(self) -> str:
        """The seat to speak; empty if the hand is over or broken off."""
        return "" if self.position.lance == "end" or self.broken_off else self.position.speaker

    @property
    def broken_off(self) -> bool:
        """Whether the hand was broken off because too much was said."""
        return len(self.steps) >= LONGEST_HAND and self.position.lance != "end"

    def seen_by(self, seat: str) -> SeatView:
        """The view of a seat."""
        return view(self.position, seat, self.steps)

    def after_words(self, words: str) -> Course:
        """The hand after a call, with cards served and shown where that is due.

        Raises IllegalCall if the rules refuse it.
        """
        course = self.with_call(games.read_call(words, self.position.variant))
        while course.position.speaker == DECK:
            game = games.game_of(course.position.variant.game)
            cards, pack = game.chance.serve(course.position, course.pack)
            assert pack is not None, "every card of a hand that is dealt here is known"
            course = course.with_call(serve_call(cards))._replace(pack=pack)
        if course.position.lance == "showdown":
            course = course._replace(position=games.settle(course.position)[0])
        return course

    def with_call(self, call: Call) -> Course:
        """The hand after a call alone, without what follows from it."""
        made = games.step(self.position, call)
        if not isinstance(made, Step):
            raise IllegalCall(made)
        return self._replace(position=made.after, steps=(*self.steps, made))

    def gained(self) -> dict[str, float]:
        """The gain of each seat in the hand: stones of its side, minus the mean gain of the others.

        Stones that a side wants to be rid of count negative. A game of Mus won by an órdago counts
        as all the stones it is played for. The gains of the table sum to zero.
        """
        table, variant = self.position.table, self.position.variant
        has = traits(variant.game)
        before, after = self.start.starting_stones(), self.position.in_front()
        if self.position.winner and "target" in has:
            won = self.position.winner
            after[won] = max(after[won], variant.number("score.target"))
        better = -1 if "own_stones" in has else 1
        made = {side: float(better * (after[side] - before[side])) for side in table.sides}
        return _over_the_table(self.position, made)

    def result(self) -> dict[str, float]:
        """The result of a match that ends with this hand: 1 for winners, -1 for losers.

        Several winners or losers share it; the results of the table sum to zero.
        """
        end, sides = self.position, self.position.table.sides
        if end.loser:
            made = {side: -float(side == end.loser) for side in sides}
        elif end.winner and not games.game_of(end.variant.game).rules.carries_pots:
            made = {side: float(side == end.winner) for side in sides}
        else:  # the highest score when nobody can continue
            richest = max(end.stones)
            made = {side: float(end.in_front()[side] == richest) for side in sides}
        shared = _over_the_table(end, made)
        largest = max(map(abs, shared.values()))
        return {seat: share / largest if largest else 0.0 for seat, share in shared.items()}


def new_match(variant: Variant, seats: tuple[str, ...], lot: float) -> Position:
    """Start a match; `lot`, from 0 to below 1, decides who is mano."""
    return games.start(
        variant, seats=seats, mano=games.game_of(variant.game).chance.first_mano(seats, lot)
    )


def deal_hand(start: Position, seed: str) -> Course:
    """Deal a hand from a seed."""
    game = games.game_of(start.variant.game)
    hands, pack = game.chance.deal(
        start, fresh_pack(game.chance.pack(start), seed, str(start.table.hand))
    )
    start = game.chance.with_stock(start, pack)
    return Course(start, start, (), pack).with_call(deal_call(hands))


def next_start(course: Course, lot: float) -> Position | None:
    """The start of the next hand; None if the match is over or was broken off."""
    manos = () if course.broken_off else games.next_manos(course.position)
    if not manos:
        return None
    return games.next_hand(course.position, mano=manos[int(lot * len(manos))])


def _over_the_table(end: Position, made: Mapping[str, float]) -> dict[str, float]:
    """Reward per seat: the gain of its side minus the mean gain of the others."""
    table, everything = end.table, sum(made.values())
    others = len(table.sides) - 1
    worth = {side: own - (everything - own) / others for side, own in made.items()}
    return {seat: float(worth[table.side_of(seat)]) for seat in table.seats}


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
        """Start a match and deal; the same seed deals the same cards on every machine."""
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
        start = new_match(encoding.variant, encoding.seats, self._random.random())
        self._course = self._deal_next(start)
        self.agent_selection = self._course.speaker

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of a seat and its action mask: all 0 while another is to speak."""
        assert self._course is not None, "reset() deals the first hand"
        view = self._course.seen_by(agent)
        return {
            "observation": np.array(self.encoding.observed(view), np.float32),
            "action_mask": np.array(self.encoding.mask(view), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Take an action; then `agent_selection` is the seat to speak.

        Raises ValueError, with the position, for an illegal action.
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
        self._course = self._course.after_words(f"{seat} {words}")
        if not self._course.speaker:
            self._end_hand(self._course)
        self.agent_selection = self._course.speaker or seat
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The public line of the position, for ``render_mode="ansi"``."""
        if self.render_mode is None or self._course is None:
            return None
        return self._course.position.line()

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def _deal_next(self, start: Any) -> Course:
        return deal_hand(start, str(self._random.getrandbits(64)))

    def _end_hand(self, course: Course) -> None:
        """Pay for the hand, then deal the next or leave the table."""
        self._played += 1
        self.rewards = dict.fromkeys(self.agents, 0.0) if self._match else course.gained()
        start = next_start(course, self._random.random())
        if start is not None and self._played < self._hands:
            self._course = self._deal_next(start)
            return
        truncated = course.broken_off or (self._match and start is not None)
        if self._match and not truncated:
            self.rewards = course.result()
        done = self.truncations if truncated else self.terminations
        done.update(dict.fromkeys(self.agents, True))


def with_order_checks(
    variant: Variant, *, seats: int, hands: int, match: bool, render_mode: str | None
) -> Any:
    """The environment wrapped in PettingZoo's checks of the order of calls."""
    if AECEnv is None:
        raise ModuleNotFoundError(NEEDED)
    table = Environment(variant, seats, hands, match=match, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
