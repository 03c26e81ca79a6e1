"""The command `replay record`: a match taken down as it is played."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from mustutor.cli import completion
from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.replay.keeping import Keeper
from mustutor.cli.replay.table import (
    COMMAND,
    Setup,
    at_its_table,
    begun,
    dealt_hand,
    read_seats,
    table,
)
from mustutor.cli.replay.typist import AskLine, Typist
from mustutor.errors import IllegalCall, NotationError, Unreadable
from mustutor.games.telling import Explanation
from mustutor.language import mark
from mustutor.recorder import readback
from mustutor.recorder.begin import resumed
from mustutor.recorder.dictation import Dictation
from mustutor.recorder.live import CLOSED, LiveFile, live_name, open_live
from mustutor.recorder.recorder import Recorder
from mustutor.replay.failure import Unplayable
from mustutor.replay.format import Replay
from mustutor.replay.reader import LIVE
from mustutor.replay.rules import rules_of

MOST_MATCHES = 1_000

KEPT = mark("All of it is in {file}; mustutor replay record {file} goes on there.")


def record(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            show_default=False,
            help=mark("Where to keep it; a match that is there already goes on where it was."),
        ),
    ] = "",
    variant: Annotated[
        str,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            show_default=False,
            help=mark("The rules to play by."),
            autocompletion=completion.variants,
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            metavar=mark("SEATS"),
            show_default=False,
            help=mark("The seats in speaking order, A1,B1,A2,B2, or how many there are."),
        ),
    ] = "",
    mano: Annotated[
        str,
        typer.Option(
            metavar="SEAT", show_default=False, help=mark("Who is mano in the first hand.")
        ),
    ] = "",
    players: Annotated[
        str,
        typer.Option(
            metavar=mark("NAMES"),
            show_default=False,
            help=mark("The players' names, as in A1=Ane,B1=Bea."),
        ),
    ] = "",
    start: Annotated[
        str,
        typer.Option(
            metavar=mark("STONES"),
            show_default=False,
            help=mark("What each side has before the first hand: A=5,B=12."),
        ),
    ] = "",
    games: Annotated[
        str,
        typer.Option(
            metavar=mark("GAMES"),
            show_default=False,
            help=mark("How many games each side has won (Mus) or lost (Encaje) before: A=1,B=0."),
        ),
    ] = "",
    deal: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help=mark("Begin with a hand dealt by replay deal."),
        ),
    ] = "",
) -> Status:
    """Take a match down call by call; 1 when a line from a pipe was refused."""
    console: Console = context.obj
    dealt = dealt_hand(deal) if deal else None
    setup = Setup(variant, seats, mano, players, start, games, console.usual)
    if dealt is not None:
        setup = at_its_table(setup, dealt)
    piped = sys.stdin is None or not sys.stdin.isatty()
    if console.no_input and not piped:
        raise Misuse(
            "Nobody can be asked: give the calls on standard input, one a line.", command=COMMAND
        )
    today = datetime.now(UTC).astimezone().date().isoformat()
    live = open_live(live_name(file) if file else usual_name(setup, today))
    recording = _Recording(console, live, setup, today, piped=piped)
    recording.dealt = dealt
    try:
        return recording.run()
    finally:
        recording.live.leave()


def usual_name(setup: Setup, today: str) -> Path:
    """The file where none is named: of the day, and of the rules where they are told."""
    stem = f"{Path(setup.variant).stem or 'match'}-{today}"
    for number in range(1, MOST_MATCHES):
        name = stem if number == 1 else f"{stem}-{number}"
        if not Path(f"{name}{CLOSED}").exists():
            return Path(f"{name}{LIVE}")
    raise Misuse("There are {number} matches from today: name a file.", number=MOST_MATCHES)


class _Recording:
    """A match being taken down: who types, what is said back, what is kept."""

    def __init__(
        self, console: Console, live: LiveFile, setup: Setup, today: str, *, piped: bool
    ) -> None:
        self.console = console
        self.live = live
        self.setup = setup
        self.today = today
        self.typist = Typist(console, piped=piped)
        self.recorder: Recorder | None = None
        self.refused = False
        self.dealt: Replay | None = None
        self.so_far: tuple[Explanation, ...] = ()

    # --- from the first line to the last ---------------------------------------------------

    def run(self) -> Status:
        """Take lines until nobody types any more."""
        try:
            self.recorder = self._dealt_in(self._sit_down())
            self.live.keep(self.recorder.lines())
            return self._take_all(Dictation(self.recorder, self.console.language))
        except EOFError:
            if not self.typist.piped:
                self.console.write()
            return self._left(Status.DONE)
        except KeyboardInterrupt:
            self.console.write()
            return self._left(Status.INTERRUPTED)

    def _take_all(self, dictation: Dictation) -> Status:
        with ExitStack() as session:
            ask = self.typist.asker(session)
            for page in self.so_far:
                self.typist.show(page)
            return self._take_each(dictation, ask)

    def _take_each(self, dictation: Dictation, ask: AskLine) -> Status:
        while True:
            typed = ask(dictation)
            answer = dictation.take(typed)
            self.refused = self.refused or not answer.taken
            changed = answer.dictation.recorder is not dictation.recorder
            dictation = answer.dictation
            self.recorder = dictation.recorder
            # What is answered is on the disk before: whoever reads it may rely on that.
            if changed or self.live.unkept:
                self._keep()
            self.typist.answer(answer.pages, typed)
            if answer.ends == "quit":
                return self._left(Status.DONE)
            if answer.ends and self._closed():
                if answer.ends == "close":
                    return self._status(Status.DONE)
                self.recorder = self._another(dictation.recorder)
                dictation = dictation._replace(recorder=self.recorder)
                self._keep()

    def _sit_down(self) -> Recorder:
        """The record there is, or a new one."""
        console, closed = self.console, self.live.closed_path
        replay = self.live.read()
        if replay is None:
            if closed.exists():
                raise Misuse(
                    "{record} is closed: name another file.", command=COMMAND, record=str(closed)
                )
            recorder = table(self.setup, self.today, console.language, self.typist.question())
            console.say("The match is taken down in {file}.", file=str(self.live.path))
            return recorder
        try:
            recorder = resumed(replay, rules_of(replay)[0])
        except Unplayable as stopped:
            failure = stopped.failure
            raise Unreadable(
                mark("{place}: {problem}"),
                file=str(self.live.path),
                place=failure.place,
                problem=failure.fault.said(console.language),
            ) from None
        except (IllegalCall, NotationError) as problem:
            hint = problem.hint if isinstance(problem, NotationError) else ""
            raise Unreadable(
                problem.sentence, file=str(self.live.path), hint=hint, **problem.evidence
            ) from None
        self._same_table(recorder)
        calls = len(recorder.places())
        self.typist.paragraph(
            console.language.count(
                "{file} goes on where it stopped: {number} call.",
                "{file} goes on where it stopped: {number} calls.",
                calls,
                file=str(self.live.path),
            )
        )
        if recorder.hands:
            self.so_far = (readback.hand_so_far(recorder, console.language),)
        return recorder

    def _dealt_in(self, recorder: Recorder) -> Recorder:
        """The record with the hand the dealer dealt for it, where there is one."""
        from mustutor.recorder.begin import dealt_in

        if self.dealt is None:
            return recorder
        try:
            return dealt_in(recorder, self.dealt)
        except Unplayable as stopped:
            refusal = IllegalCall(stopped.failure.fault)
            raise Misuse(refusal.sentence, command=COMMAND, **refusal.evidence) from None

    def _same_table(self, recorder: Recorder) -> None:
        """A file that goes on keeps its own table: another one asked for is a mistake."""
        from mustutor.cli.habits import variant_named

        asked, match = self.setup, recorder.match
        other = asked.variant and variant_named(asked.variant, COMMAND).digest != (
            recorder.variant.digest
        )
        seats = asked.seats and read_seats(asked.seats, recorder.variant) != match.seats
        if other or seats:
            raise Misuse(
                "{record} goes on with its own table, {variant} and {seats}: name another file.",
                command=COMMAND,
                record=str(self.live.path),
                variant=recorder.variant.id,
                seats=" ".join(match.seats),
            )

    def _another(self, recorder: Recorder) -> Recorder:
        """Another match at the same table, in a file of its own."""
        stem = self.live.path.name.removesuffix(LIVE)
        for number in range(2, MOST_MATCHES):
            path = self.live.path.with_name(f"{stem}-{number}{LIVE}")
            if not path.exists() and not path.with_name(f"{stem}-{number}{CLOSED}").exists():
                break
        self.live.leave()
        self.live = open_live(path)
        self.console.say("The match is taken down in {file}.", file=str(path))
        match = recorder.match._replace(start=None, games=None, claims=None, notes=None)
        return begun(recorder.variant, match, "")

    # --- what is kept --------------------------------------------------------------------

    @property
    def keeper(self) -> Keeper:
        """Who keeps the file of the match under way."""
        return Keeper(self.console, self.live, KEPT)

    def _keep(self) -> None:
        assert self.recorder is not None
        self.keeper.keep(self.recorder)

    def _closed(self) -> bool:
        assert self.recorder is not None
        closed = self.keeper.close(self.recorder)
        self.refused = self.refused or not closed
        return closed

    def _left(self, status: Status) -> Status:
        if self.recorder is None:
            return status
        if not self.keeper.leave(self.recorder):
            return Status.UNREADABLE
        return self._status(status)

    def _status(self, status: Status) -> Status:
        if status is Status.DONE and self.refused and self.typist.piped:
            return Status.WRONG
        return status
