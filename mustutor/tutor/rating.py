"""How well a learner plays: Glicko-2, a number with its deviation and volatility.

Mark E. Glickman, "Example of the Glicko-2 system", has the steps by their numbers. It is written
here because no package of it on PyPI is kept: none has had a second release in two years. A puzzle
stands for an opponent whose rating does not change; its deviation is `OF_PUZZLES`. A match against
players of the house counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import exp, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from mustutor.games.bot import LEVELS

if TYPE_CHECKING:
    from mustutor.tutor.progress import GradedAnswer

SCALE, MIDDLE = 173.7178, 1500
CHANGES = 0.5
"""Glickman's τ: how much the volatility itself may change."""
OF_PUZZLES = 100.0
OF_MATCHES = 1040.0
"""Deviation of a match result: large, since luck decides much. The best player of the house wins
73 of 100 against one who is 600 worse, and 62 where it is 300, as tournaments tell."""
HOUSE: Mapping[str, int] = {"easy": 1200, "pupil": 1500, "club": 1500, "master": 1800}
"""How well the players of the house play, on the scale of ratings."""
EXACT = 1e-6
SCORES = {"right": 1.0, "hinted": 0.5, "wrong": 0.0, "shown": 0.0}
"""What an answer counts as, by its outcome."""


class Rating(NamedTuple):
    """A rating, its deviation (two of them hold it nineteen times in twenty) and volatility."""

    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


class RatedGame(NamedTuple):
    """A game against somebody of this rating and deviation: 1 is won, 0 lost."""

    rating: float
    deviation: float
    score: float


def after(now: Rating, played: Sequence[RatedGame]) -> Rating:
    """The rating after a period in which these games were played.

    >>> games = [RatedGame(1400, 30, 1), RatedGame(1550, 100, 0), RatedGame(1700, 300, 0)]
    >>> [round(part, 2) for part in after(Rating(1500, 200), games)]
    [1464.05, 151.52, 0.06]
    """
    own, spread = (now.rating - MIDDLE) / SCALE, now.deviation / SCALE
    precision = improvement = 0.0
    for game in played:
        weight = 1 / sqrt(1 + 3 * (game.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (own - (game.rating - MIDDLE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        improvement += weight * (game.score - expected)
    volatility = now.volatility
    if precision:
        volatility = _volatility(now.volatility, spread, 1 / precision, improvement / precision)
    spread = 1 / sqrt(1 / (spread**2 + volatility**2) + precision)
    return Rating(
        MIDDLE + SCALE * (own + spread**2 * improvement), min(SCALE * spread, 350.0), volatility
    )


def _volatility(before: float, spread: float, variance: float, change: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    start = log(before**2)

    def off(at: float) -> float:
        whole = spread**2 + variance + exp(at)
        return exp(at) * (change**2 - whole) / (2 * whole**2) - (at - start) / CHANGES**2

    low, high = start, start
    if change**2 > spread**2 + variance:
        high = log(change**2 - spread**2 - variance)
    else:
        steps = 1
        while off(start - steps * CHANGES) < 0:
            steps += 1
        high = start - steps * CHANGES
    off_low, off_high = off(low), off(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * off_low / (off_high - off_low)
        off_middle = off(middle)
        if off_middle * off_high <= 0:
            low, off_low = high, off_high
        else:
            off_low /= 2
        high, off_high = middle, off_middle
    return exp(low / 2)


def rating_of(
    answers: Iterable[GradedAnswer], matches: Iterable[tuple[datetime, str, bool]] = ()
) -> Rating:
    """The rating by all answers to puzzles that come along, and by matches; in order of time.

    Of each puzzle the first answer counts. A match is when, against whom, and whether it was won.

    >>> rating_of([]).rating
    1500
    >>> from datetime import datetime
    >>> won, lost = [(datetime(2026, 1, 1), "master", outcome) for outcome in (True, False)]
    >>> rating_of([], [won]).rating > 1500 > rating_of([], [lost]).rating
    True
    """
    from mustutor.tutor.puzzle import puzzle_named

    games, seen = list[tuple[datetime, RatedGame]](), set[str]()
    for answer in answers:
        puzzle = None if answer.question in seen else puzzle_named(answer.question)
        if puzzle is not None:
            seen.add(answer.question)
            games.append((answer.at, RatedGame(puzzle.rating, OF_PUZZLES, SCORES[answer.outcome])))
    for at, kind, won in matches:
        if kind in HOUSE:
            games.append((at, RatedGame(HOUSE[kind], OF_MATCHES, float(won))))
    now = Rating()
    for _, game in sorted(games, key=lambda played: played[0]):
        now = after(now, [game])
    return now


def fitting_level(rating: Rating) -> str:
    """The level to play against: as good as somebody of this rating is at the least.

    >>> [fitting_level(each) for each in (Rating(), Rating(1500, 60), Rating(1800, 60))]
    ['easy', 'club', 'master']
    """
    sure = rating.rating - rating.deviation
    return min(LEVELS, key=lambda name: abs(HOUSE[name] - sure))
