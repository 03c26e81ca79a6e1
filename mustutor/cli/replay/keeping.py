"""The file of a match while it grows: kept after every line, closed when it is over."""

from __future__ import annotations

from mustutor.cli.console import Console
from mustutor.errors import MustutorError, Unreadable
from mustutor.language import mark
from mustutor.recorder.live import LiveFile
from mustutor.recorder.recorder import Recorder
from mustutor.referee import verify

UNKEPT = mark("It is kept in memory: make room on the disk, and the next line tries again.")


class Keeper:
    """Keeps a match in its live file; `goes_on` says how somebody takes it up another time."""

    def __init__(self, console: Console, live: LiveFile, goes_on: str) -> None:
        self.console = console
        self.live = live
        self.goes_on = goes_on

    def keep(self, recorder: Recorder) -> None:
        """Bring the file up to date; where that cannot be, say so and go on."""
        try:
            self.live.keep(recorder.lines())
        except Unreadable as problem:
            self._problem(problem, self.console.language.say(UNKEPT))

    def close(self, recorder: Recorder) -> bool:
        """Write the finished record, where it verifies; says what could not be judged."""
        from mustutor.archive.report import gaps

        console, say = self.console, self.console.language.say
        replay = recorder.closed()
        # A claim may be false: that is for whoever settles it, and no fault of the record.
        verdict = verify(replay._replace(claims=None))
        if verdict.failure is not None:
            failure = verdict.failure
            console.problem(
                say(
                    "{file}: {place}: {problem}",
                    file=str(self.live.path),
                    place=failure.place,
                    problem=failure.fault.said(console.language),
                )
            )
            return False
        try:
            path = self.live.finish(replay)
        except MustutorError as problem:
            self._problem(problem, "")
            return False
        console.paragraph(
            console.language.count(
                "{file} is written and verified: {number} hand.",
                "{file} is written and verified: {number} hands.",
                len(replay.hands),
                file=str(path),
            )
        )
        for gap in gaps(verdict.missing, console.language):
            console.paragraph(gap)
        return True

    def leave(self, recorder: Recorder) -> bool:
        """Say where everything is; what is not on the disk is tried again, and put elsewhere.

        False where it could not be put where it belongs.
        """
        console, say = self.console, self.console.language.say
        if self.live.unkept:
            self.keep(recorder)
        if self.live.unkept:
            rescued = self.live.rescue(recorder.lines())
            if rescued is None:
                console.problem(say("The last lines are lost: they could not be written."))
            else:
                console.problem(say(self.goes_on, file=str(rescued)))
            return False
        console.say(self.goes_on, file=str(self.live.path))
        return True

    def _problem(self, problem: MustutorError, advice: str) -> None:
        self.console.flush()
        self.console.problem(problem.said(self.console.language), advice)
