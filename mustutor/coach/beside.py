"""The coach beside somebody who plays: warns before a call counts that costs too much.

The call is held back, and there is a choice: say it all the same, ask for a hint, or say
something else. What is not warned of counts at once.
"""

from __future__ import annotations

from collections.abc import Callable

from mustutor.coach.analysis import PLAYOUTS, SEED, Thresholds, words
from mustutor.coach.branch import Grove
from mustutor.coach.decision import JudgedCall, Playouts, judged
from mustutor.coach.habits import habits_for
from mustutor.coach.hidden import heard_before
from mustutor.coach.telling import stones
from mustutor.coach.worth import UNIT, Worth
from mustutor.games.telling import Explanation, Line
from mustutor.language import Language
from mustutor.players.turn import KeyboardTurn, Taken
from mustutor.recorder import readback
from mustutor.recorder.commands import folded
from mustutor.recorder.recorder import Recorder
from mustutor.register import traits
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

MOST = 1_000_000.0
"""Whoever wants to be warned from so many stones on is never warned."""
Take = Callable[[KeyboardTurn, str], Taken]


def taking(variant: Variant, limit: float | None, seats: int) -> Take:
    """How a line is taken at a table: by the turn alone, or with the coach beside it.

    >>> from mustutor.variant import load_variant
    >>> taking(load_variant("madrid"), None, 4) is KeyboardTurn.take
    True
    """
    return KeyboardTurn.take if limit is None else CoachBeside(variant, limit, seats=seats).take


class HeldBack(NamedTuple):
    """A call that was held back: the turn it belongs to, what it would make, and its judgement."""

    turn: KeyboardTurn
    taken: Taken
    was: JudgedCall


class CoachBeside:
    """Sits beside whoever is at the keyboard, and warns from so many stones on.

    `playouts` and `seed` are those of `analysed`.
    """

    def __init__(
        self,
        variant: Variant,
        limit: float,
        *,
        seats: int,
        seed: str = SEED,
        playouts: int = PLAYOUTS,
    ) -> None:
        least = round(min(limit, MOST) * UNIT)
        self.thresholds = Thresholds(least, least, least)
        self.seed, self.playouts = seed, playouts
        judges = "lances" in traits(variant.game)
        self.grove = Grove(variant, habits_for(variant, seats)) if judges else None
        self._held: HeldBack | None = None

    def take(self, turn: KeyboardTurn, line: str) -> Taken:
        """Take a line as the turn does; a call that costs too much is held back at first."""
        held, self._held = self._held, None
        if held is not None and held.turn.recorder is turn.recorder:
            asked, tongue = folded(line), turn.tongue
            if asked in ("anyway", folded(tongue.term("recording", "anyway"))):
                return held.taken
            if asked in ("hint", folded(tongue.term("recording", "hint"))):
                self._held = held
                best = tongue.say("A thought: {words}", words=words(held.was.best))
                return Taken(turn, (readback.plain(best),))
        taken = turn.take(line)
        if taken.turn.recorder is turn.recorder:
            return taken
        was = self.judged(turn.recorder, taken.turn.recorder)
        if was is None or not self.thresholds.mark(was.loss, was.error):
            return taken
        self._held = HeldBack(turn, taken, was)
        return Taken(turn, (_warning(was, turn.tongue),), taken=False)

    def judged(self, before: Recorder, after: Recorder) -> JudgedCall | None:
        """What the call is worth that leads from one moment to another; None where it is none."""
        old, hand = before.hand, after.hand
        if self.grove is None or old is None or hand is None or old.number != hand.number:
            return None
        steps, begun = hand.course.steps, len(old.course.steps)
        if len(steps) <= begun:
            return None
        self.grove.forget()
        heard = heard_before(steps[:begun], self.grove)
        play = Playouts(self.grove, Worth(hand.start), self.playouts, f"{self.seed}:{hand.number}")
        return judged(play, steps[begun], str(old.course.place), steps[:begun], heard)


def _warning(was: JudgedCall, tongue: Language) -> Explanation:
    """What is said of a call that is held back."""
    cost = tongue.say(
        "Wait: {call} may cost {stones} ± {error} stones.",
        call=words(was.call),
        stones=stones(was.loss, tongue),
        error=stones(was.error, tongue),
    )
    choice = tongue.say(
        "Type {anyway} to say it all the same, or {hint} to hear what is better; whatever else you"
        " say counts in its place.",
        anyway=tongue.term("recording", "anyway"),
        hint=tongue.term("recording", "hint"),
    )
    return readback.page(Line(cost), Line(choice))
