"""The coach beside somebody who plays: it warns before a costly call counts.

The call is withheld, and there is a choice: make it all the same, ask for a hint, or make another
call. A call without a warning counts at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mustutor.analysis.coach.decision import JudgedCall, Playouts, judged
from mustutor.analysis.coach.match import MARKS, PLAYOUTS, SEED, Thresholds, refuse_game
from mustutor.analysis.coach.playing_habits import UNIT
from mustutor.analysis.coach.report import call_aloud, hint_page, stones
from mustutor.analysis.keyboard_player import KeyboardTurn, LineResult
from mustutor.base.language import Language, plain_text
from mustutor.games.explain import Explanation, Line
from mustutor.model.variant import Variant
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.recorder import Recorder

MOST = 1_000_000.0
"""The greatest limit in stones; no call loses as much, so nobody is warned."""
Take = Callable[[KeyboardTurn, str], LineResult]


def line_reader(variant: Variant, limit: float | None) -> Take:
    """The function that reads lines at a table: the turn's own, or one with the coach.

    >>> from mustutor.model.variant import load_variant
    >>> line_reader(load_variant("madrid"), None) is KeyboardTurn.take
    True
    """
    return KeyboardTurn.take if limit is None else CoachBeside(variant, limit).take


class WithheldCall(NamedTuple):
    """A withheld call: its turn, the result it would have, and its judgement."""

    turn: KeyboardTurn
    taken: LineResult
    was: JudgedCall


class CoachBeside:
    """A coach beside the person at the keyboard, who warns of losses from `limit` stones on.

    `playouts` and `seed` are those of `analyses`. Raises NotationError for a game whose calls
    cannot be told the worth of.
    """

    def __init__(
        self, variant: Variant, limit: float, *, seed: str = SEED, playouts: int = PLAYOUTS
    ) -> None:
        refuse_game(variant)
        least = round(min(limit, MOST) * UNIT)
        self.thresholds = Thresholds(least, least, least)
        self.seed, self.playouts = seed, playouts
        self._held: WithheldCall | None = None

    def take(self, turn: KeyboardTurn, line: str) -> LineResult:
        """Read a line as the turn does; a call that costs too much is withheld at first."""
        held, self._held = self._held, None
        if held is not None and held.turn.recorder is turn.recorder:
            asked, language = plain_text(line), turn.language
            if asked in ("anyway", plain_text(language.term("recording", "anyway"))):
                return held.taken
            if asked in ("hint", plain_text(language.term("recording", "hint"))):
                self._held = held
                return LineResult(turn, (hint_page(held.was, language),))
        taken = turn.take(line)
        if taken.turn.recorder is turn.recorder:
            return taken
        was = self.judged(turn.recorder, taken.turn.recorder)
        if was is None or self.thresholds.mark(was.gap, was.error) not in MARKS:
            return taken
        self._held = WithheldCall(turn, taken, was)
        return LineResult(turn, (_warning(was, turn.language),), taken=False)

    def judged(self, before: Recorder, after: Recorder) -> JudgedCall | None:
        """The judgement of the call between two moments; None if there is none to judge."""
        old, hand = before.hand, after.hand
        if old is None or hand is None or old.number != hand.number:
            return None
        steps, begun = hand.course.steps, len(old.course.steps)
        if len(steps) <= begun:
            return None
        play = Playouts(hand.start, self.playouts, f"{self.seed}:{hand.number}")
        return judged(play, steps[begun], str(old.course.place), steps[:begun])


def _warning(was: JudgedCall, language: Language) -> Explanation:
    """The warning about a withheld call."""
    cost = language.say(
        "Wait: {call} may cost {stones} ± {error} stones.",
        call=call_aloud(was.call, language),
        stones=stones(was.loss, language),
        error=stones(was.error, language),
    )
    choice = language.say(
        "Type {anyway} to say it all the same, or {hint} to hear what is better; whatever else you"
        " say counts in its place.",
        anyway=language.term("recording", "anyway"),
        hint=language.term("recording", "hint"),
    )
    return readback.page(Line(cost), Line(choice))
