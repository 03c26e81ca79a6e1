"""Every game for OpenSpiel, with tensors of observations and of information states.

``pyspiel.load_game("python_mustutor(variant=encaje,seats=3)")``, or::

    >>> from mustutor.analysis.gym import openspiel
    >>> game = openspiel.open_game("madrid")  # doctest: +SKIP

Parameters are `variant`, `seats` and `hands`. Observations and actions are those of `encoding`.
A deal is three chance digits of `DIGIT` values each: a thousand million deals, all equally likely.
Mano, the hands and all cards served or drawn later follow from them. Returns are stones and sum to
zero, as in `mustutor.gym.env`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple, Self

from mustutor.analysis.gym.encoding import Encoding
from mustutor.analysis.gym.environment import (
    LONGEST_HAND,
    Course,
    deal_hand,
    new_match,
    next_start,
    refuse_hands,
)
from mustutor.model.variant import load_variant

try:
    import numpy as np
    import pyspiel
except ImportError:  # said when a game is wanted: the module can be read without
    np = pyspiel = None  # type: ignore[assignment]

NAME = "python_mustutor"
DIGIT, DIGITS = 1_024, 3
FEWEST_SEATS, MOST_SEATS = 2, 8
SERVED_AFTER = 8
"""Cards that are served or laid open after the last call that a hand may have."""
MOST_STONES = 1_000.0
"""More than anybody can win or lose in a hand."""
USUAL: dict[str, Any] = {"variant": "madrid", "seats": 0, "hands": 1}
NEEDED = "OpenSpiel is not installed: pip install 'mustutor[gym]'"


@lru_cache(maxsize=64)
def _encoding(variant: str, seats: int) -> Encoding:
    return Encoding(load_variant(variant), seats)


class OpenSpielGame(pyspiel.Game if pyspiel else object):  # type: ignore[misc]
    """A variant at a table, as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**USUAL, **(params or {})}
        self.table = (str(given["variant"]), int(given["seats"]))
        self.hands = int(given["hands"])
        refuse_hands(self.hands)
        encoding = _encoding(*self.table)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.actions.all),
            max_chance_outcomes=DIGIT,
            num_players=len(encoding.seats),
            min_utility=-MOST_STONES * self.hands,
            max_utility=MOST_STONES * self.hands,
            utility_sum=0.0,
            max_game_length=LONGEST_HAND * self.hands,
        )
        super().__init__(_type(), info, given)

    def new_initial_state(self) -> OpenSpielState:
        """The state before the first deal."""
        return OpenSpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> OpenSpielObserver:  # noqa: ARG002
        """The observer that writes a seat's view as numbers, or all that the seat remembers."""
        recalled = self.hands if kind is not None and kind.perfect_recall else 0
        return OpenSpielObserver(_encoding(*self.table), recalled)

    def max_chance_nodes_in_history(self) -> int:
        """Three digits for each hand."""
        return DIGITS * self.hands


class MatchSoFar(NamedTuple):
    """A match in OpenSpiel, as an immutable value; `course` is the hand, None before the deal.

    `earlier` are the hands before it. `digits` are those drawn for the next deal, `gained` the
    stones of each seat so far. `made` are all actions and chance outcomes, from which everything
    else follows.
    """

    table: tuple[str, int]
    hands: int
    gained: tuple[float, ...]
    course: Course | None = None
    digits: tuple[int, ...] = ()
    played: int = 0
    over: bool = False
    made: tuple[int, ...] = ()
    earlier: tuple[Course, ...] = ()

    def __deepcopy__(self, _: Mapping[int, object]) -> Self:
        """The match itself: it is immutable."""
        return self

    def __reduce__(self) -> tuple[Callable[..., MatchSoFar], tuple[Any, ...]]:
        """Pickle as the list of actions."""
        return _replay_actions, (self.table, self.hands, self.made)

    @property
    def speaker(self) -> str:
        """The seat to speak; empty while the deal is drawn, or when all is over."""
        return self.course.speaker if self.course is not None else ""

    def after(self, action: int) -> MatchSoFar:
        """The match after an action or a chance digit."""
        made = (*self.made, action)
        if not self.speaker:
            drawn = self._replace(digits=(*self.digits, action), made=made)
            return drawn if len(drawn.digits) < DIGITS else with_next_hand(drawn)
        assert self.course is not None
        seat = self.speaker
        words = _encoding(*self.table).words(self.course.seen_by(seat), action)
        course = self.course.after_words(f"{seat} {words}")
        said = self._replace(course=course, made=made)
        return said if course.speaker else with_hand_paid(said, course)


def with_next_hand(moment: MatchSoFar) -> MatchSoFar:
    """The match with the next hand dealt by its digits."""
    encoding, lot = _encoding(*moment.table), moment.digits[0] / DIGIT
    if moment.course is None:
        start = new_match(encoding.variant, encoding.seats, lot)
    else:
        following = next_start(moment.course, lot)
        assert following is not None, "a match that is over deals no more"
        start = following
        moment = moment._replace(earlier=(*moment.earlier, moment.course))
    return moment._replace(digits=(), course=deal_hand(start, ".".join(map(str, moment.digits))))


def with_hand_paid(moment: MatchSoFar, course: Course) -> MatchSoFar:
    """The match after the end of a hand: its gains added, and whether another follows."""
    won, seats = course.gained(), _encoding(*moment.table).seats
    gained = [had + won[seat] for had, seat in zip(moment.gained, seats, strict=True)]
    played = moment.played + 1
    over = played >= moment.hands or next_start(course, 0.0) is None
    return moment._replace(gained=tuple(gained), played=played, over=over)


def _replay_actions(table: tuple[str, int], hands: int, made: tuple[int, ...] = ()) -> MatchSoFar:
    moment = MatchSoFar(table, hands, (0.0,) * len(_encoding(*table).seats))
    for action in made:
        moment = moment.after(action)
    return moment


class OpenSpielState(pyspiel.State if pyspiel else object):  # type: ignore[misc]
    """A state of OpenSpiel."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.moment = _replay_actions(game.table, game.hands)

    def current_player(self) -> Any:
        """The player to act: the index of a seat, or chance."""
        if self.moment.over:
            return pyspiel.PlayerId.TERMINAL
        if not self.moment.speaker:
            return pyspiel.PlayerId.CHANCE
        return _encoding(*self.moment.table).seats.index(self.moment.speaker)

    def _legal_actions(self, player: int) -> list[int]:
        encoding, course = _encoding(*self.moment.table), self.moment.course
        assert course is not None
        return encoding.actions.legal(course.seen_by(encoding.seats[player]))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next digit of the deal."""
        return [(digit, 1 / DIGIT) for digit in range(DIGIT)]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(_encoding(*self.moment.table).named(action))

    def is_terminal(self) -> bool:
        """Whether the last hand is paid."""
        return self.moment.over

    def returns(self) -> list[float]:
        """The stones each seat gained in the match; 0 before the end."""
        return [gained if self.moment.over else 0.0 for gained in self.moment.gained]

    def __str__(self) -> str:
        course, drawn = self.moment.course, f"deal {' '.join(map(str, self.moment.digits))}"
        if course is None:
            return drawn
        said = ", ".join([str(step.call) for step in course.steps])
        return f"{course.position.line()} | {said} | {drawn}"


class OpenSpielObserver:
    """An observer of OpenSpiel: numbers and text for what a seat knows.

    With `recalled`, the number of hands of a match, it is that of information states: the numbers
    of the moment, then every event that the seat noticed, `LONGEST_HAND` and some for each hand.
    """

    def __init__(self, encoding: Encoding, recalled: int = 0) -> None:
        self._encoding, self._recalled = encoding, recalled
        events = (recalled, LONGEST_HAND + SERVED_AFTER, encoding.event_size)
        self.tensor: Any = np.zeros(encoding.size + prod(events), np.float32)
        self._events = self.tensor[encoding.size :].reshape(events)
        self.dict = {
            slot.name: self.tensor[slot.start : slot.start + slot.size] for slot in encoding.fields
        }
        if recalled:
            self.dict["events"] = self._events

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write a seat's view into `tensor` and `dict`; zeros before the deal."""
        self.tensor.fill(0)
        moment, seat = state.moment, self._encoding.seats[player]
        if moment.course is not None:
            view = moment.course.seen_by(seat)
            self.tensor[: self._encoding.size] = self._encoding.observed(view)
            hands = (*moment.earlier, moment.course) if self._recalled else ()
            for number, hand in enumerate(hands):
                for place, event in enumerate(self._encoding.remembered(seat, hand.steps)):
                    self._events[number, place] = event

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """A seat's view as text: of each hand its cards, the calls and the position line."""
        moment, seat = state.moment, self._encoding.seats[player]
        if moment.course is None:
            return f"{seat} waits for the deal"
        hands = (*moment.earlier, moment.course) if self._recalled else (moment.course,)
        return "\n".join([self._hand_as_text(hand, seat) for hand in hands])

    def _hand_as_text(self, course: Course, seat: str) -> str:
        view = course.seen_by(seat)
        held = [step.after.hand_of(seat) for step in course.steps]
        hands = dict.fromkeys(" ".join(hand) for hand in held if hand is not None)
        return f"{seat} {' / '.join(hands)} | {', '.join(view.calls)} | {view.line}"


@lru_cache(maxsize=1)
def _type() -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Mus, Encaje, Enfle and Mau-Mau by mustutor",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=FEWEST_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=USUAL,
    )


def open_game(variant: str = "madrid", *, seats: int = 0, hands: int = 1) -> Any:
    """A variant as a game of OpenSpiel, for a number of seats and hands.

    Raises ModuleNotFoundError, with the command to install it, if OpenSpiel is missing, and
    ValueError for a table the rules do not allow.
    """
    if pyspiel is None:
        raise ModuleNotFoundError(NEEDED)
    refuse_hands(hands)  # OpenSpiel would hide the reason
    _encoding(variant, seats)
    return pyspiel.load_game(NAME, {"variant": variant, "seats": seats, "hands": hands})


if pyspiel:
    pyspiel.register_game(_type(), OpenSpielGame)
