"""The command `play`: sit down to a match, with programs, with people at the keyboard, or both."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack, redirect_stdout
from datetime import UTC, datetime
from time import sleep
from typing import Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.explained import text_of, write, write_lines
from mustutor.cli.habits import (
    DEFAULT_VARIANT,
    JsonOption,
    Misuse,
    Status,
    VariantOption,
)
from mustutor.cli.replay.keeping import Keeper
from mustutor.cli.replay.record import usual_name
from mustutor.cli.replay.table import Setup
from mustutor.cli.replay.typist import AskLine, Typist
from mustutor.cli.seating import COMMAND, PlaySetup, seated
from mustutor.coach.beside import taking
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line
from mustutor.language import Language, mark
from mustutor.players import Bot, dealing, level, strongest
from mustutor.players.characters import CHARACTERS, Character
from mustutor.players.sitting import Sitting, in_a_line, mishaps
from mustutor.players.turn import GLIMPSE, KeyboardTurn, held
from mustutor.recorder.begin import resumed
from mustutor.recorder.live import live_name, open_live
from mustutor.recorder.recorder import Recorder
from mustutor.replay.names import by_name
from mustutor.replay.rules import rules_of

GOES_ON = mark("All of it is in {file}; mustutor play --record {file} goes on there.")
MOST_TOLD = 12
"""So many different things that programs did wrong are told at the end, and then their number."""
CLEARED = "\x1b[2J\x1b[3J\x1b[H"


def play(
    context: typer.Context,
    variant: VariantOption = DEFAULT_VARIANT,
    seats: Annotated[
        str,
        typer.Option(
            metavar=mark("SEATS"),
            show_default=False,
            help=mark("The seats in speaking order, A1,B1,A2,B2, or how many there are."),
        ),
    ] = "",
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="LEVEL",
            help=mark("How well those play who sit where nobody is named."),
        ),
    ] = strongest(),
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=WHO",
            show_default=False,
            help=mark("human, a level, or MODULE:CLASS of your own; may stand several times."),
        ),
    ] = None,
    seed: Annotated[
        str,
        typer.Option(
            metavar="TEXT", show_default=False, help=mark("The same seed deals the same cards.")
        ),
    ] = "",
    record: Annotated[
        str,
        typer.Option(
            "--record",
            metavar="FILE",
            show_default=False,
            help=mark("Where to keep it; a match that is there already goes on where it was."),
        ),
    ] = "",
    hands: Annotated[
        int | None, typer.Option(min=1, help=mark("Stop after so many hands."))
    ] = None,
    matches: Annotated[
        int, typer.Option(min=1, help=mark("How many matches, where programs play alone."))
    ] = 1,
    practice: Annotated[
        bool, typer.Option("--practice", help=mark("What was said can be taken back."))
    ] = False,
    glance: Annotated[
        float,
        typer.Option(
            "--glance",
            min=0,
            max=60,
            metavar="SECONDS",
            show_default=False,
            help=mark("A signal is seen so long, and then it is gone; without it, it stays."),
        ),
    ] = 0,
    coach: Annotated[
        float | None,
        typer.Option(
            "--coach", min=0, metavar="STONES", help=mark("Hold back a call that costs so many.")
        ),
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Sit down to a match."""
    console: Console = context.obj
    asked = PlaySetup(console, variant, seats, seat or [], bots, seed, hands or 0)
    if not console.no_input and (json or matches > 1):
        raise Misuse(
            "--json and --matches are for programs that play alone: add --no-input.",
            command=COMMAND,
        )
    if record and (json or matches > 1):
        raise Misuse(
            "--record keeps one match in a file: leave out {option}.",
            command=COMMAND,
            option="--json" if json else "--matches",
        )
    match = _Match(console, asked, practice=practice, glance=glance, coach=coach)
    if console.no_input and not record:
        return match.alone(matches, json=json)
    return match.kept(record)


def _played_out(
    sitting: Sitting, recorder: Recorder, keep: Callable[[Recorder], None] = lambda _: None
) -> Recorder:
    """The match once programs have played it alone, each step kept."""
    while not sitting.over(recorder):
        with redirect_stdout(sys.stderr):  # what a program prints is no record
            recorder = sitting.step(recorder)
        keep(recorder)
    return recorder


class _Match:
    """A match at a table: people at the keyboard play it or watch it, or programs play it alone."""

    keeper: Keeper

    def __init__(
        self,
        console: Console,
        table: PlaySetup,
        *,
        practice: bool,
        glance: float,
        coach: float | None,
    ) -> None:
        self.console, self.table, self.practice, self.coach = console, table, practice, coach
        self.glance = glance if console.interactive else 0.0
        asked = {"--practice": practice, "--glance": glance > 0, "--coach": coach is not None}
        self.for_people = [option for option, wanted in asked.items() if wanted]
        if console.no_input:
            self._want_people(())
        piped = sys.stdin is None or not sys.stdin.isatty()
        self.typist = Typist(console, piped=piped)
        self.begun: Recorder | None = None
        self.recorder: Recorder | None = None
        self.last, self.seen = "", dict[str, int]()

    def alone(self, matches: int, *, json: bool) -> Status:
        """Programs among themselves: a record a match, or a line."""
        from mustutor.replay import dumps

        console, table, wrong = self.console, self.table, Counter[str]()
        for number in range(1, matches + 1):
            sitting = Sitting(table.players(number), {}, f"{table.seed}:{number}", table.hands)
            begun = seated(table, sitting)
            recorder = _played_out(sitting, begun)
            if json:
                console.write(dumps(recorder.closed()).rstrip("\n"))
            else:
                console.paragraph(in_a_line(recorder, console.language))
            wrong.update(mishaps(begun, recorder, console.language))
        return self._blamed(wrong, Status.DONE)

    def kept(self, record: str) -> Status:
        """Play until the match is over, or somebody leaves; all of it is kept in a file."""
        today = datetime.now(UTC).astimezone().date().isoformat()
        usual = Setup(self.table.rules.id)
        live = open_live(live_name(record) if record else usual_name(usual, today))
        self.keeper = Keeper(self.console, live, GOES_ON)
        try:
            sitting, begun = self._sit_down()
            people = tuple([seat for seat in begun.match.seats if seat not in sitting.bots])
            self._want_people(people)
            self.begun = begun
            self._keep(begun)
            over = self._play(sitting, begun, people)
        except EOFError:
            return self._left(Status.DONE)
        except KeyboardInterrupt:
            self.console.write()
            return self._left(Status.INTERRUPTED)
        finally:
            live.leave()
        if not over:
            return self._left(Status.DONE)
        assert self.recorder is not None
        self.console.paragraph(in_a_line(self.recorder, self.console.language))
        closed = self.keeper.close(self.recorder)
        return self._ended(Status.DONE if closed else Status.UNREADABLE)

    def _want_people(self, people: tuple[str, ...]) -> None:
        """Refuse what is for somebody at the keyboard, where nobody is."""
        if self.for_people and not people:
            raise Misuse(
                "{option} is for somebody who plays at the keyboard, and nobody does.",
                command=COMMAND,
                option=self.for_people[0],
            )

    def _ended(self, status: Status) -> Status:
        """How the command ends, once it is told what programs did that could not stand."""
        assert self.begun is not None
        assert self.recorder is not None
        wrong = mishaps(self.begun, self.recorder, self.console.language)
        return self._blamed(Counter(wrong), status)

    def _blamed(self, wrong: Counter[str], status: Status) -> Status:
        """Tell on stderr what programs did wrong; where nobody else played it is in the status."""
        if not wrong:
            return status
        console, tongue = self.console, self.console.language
        console.flush()
        console.problem(
            tongue.say("Programs did what cannot stand; each time a legal call was made for them:")
        )
        for what, times in wrong.most_common(MOST_TOLD):
            console.problem(
                tongue.count("{number} time: {what}", "{number} times: {what}", times, what=what)
            )
        if left := wrong.total() - sum(times for _, times in wrong.most_common(MOST_TOLD)):
            console.problem(tongue.count("{number} more time", "{number} more times", left))
        return Status.WRONG if console.no_input and status is Status.DONE else status

    def _sit_down(self) -> tuple[Sitting, Recorder]:
        """The match there is in the file, with whoever sat there, or a new one."""
        replay = self.keeper.live.read()
        closed = self.keeper.live.closed_path
        if replay is None and closed.exists():
            raise Misuse(
                "{record} is closed: name another file.", command=COMMAND, record=str(closed)
            )
        if replay is None:
            sitting = self._sitting(self.table.players())
            return sitting, seated(self.table, sitting)
        if self.table.asked and self.table.seats != replay.seats:
            raise Misuse(
                "{record} goes on with its own table, {variant} and {seats}: name another file.",
                command=COMMAND,
                record=str(self.keeper.live.path),
                variant=replay.variant.get("id", ""),
                seats=" ".join(replay.seats),
            )
        recorder = dealing.taken_up(resumed(replay, rules_of(replay)[0]))
        sat = replay.about.get("players", {})
        told = {seat: who for seat, who in sat.items() if isinstance(who, dict)}
        self.table.sit(
            replay.seats, {seat: who["kind"] for seat, who in told.items() if "kind" in who}
        )
        return self._sitting(self.table.players()), recorder

    def _sitting(self, bots: Mapping[str, Bot]) -> Sitting:
        named: dict[str, Character] = dict(zip(bots, CHARACTERS, strict=False))
        return Sitting(bots, named, self.table.seed, self.table.hands)

    def _play(self, sitting: Sitting, recorder: Recorder, people: tuple[str, ...]) -> bool:
        """Play on, every step kept; false where somebody leaves before the match is over."""
        if self.console.no_input:
            _played_out(sitting, recorder, self._keep)
            return True
        with ExitStack() as session:
            ask = self.typist.asker(session) if people else None
            return self._at_the_table(sitting, recorder, people, ask)

    def _at_the_table(
        self,
        sitting: Sitting,
        recorder: Recorder,
        people: tuple[str, ...],
        ask: AskLine | None,
    ) -> bool:
        """Play on and tell it; without people there is nobody to `ask`, and it is watched."""
        adviser = level(strongest())(seed=1)
        tongue = by_name(self.console.language, recorder.match)
        take = taking(recorder.variant, self.coach, len(recorder.match.seats))
        for page in sitting.table(recorder, people, tongue):
            self._show(page)
        while not sitting.over(recorder):
            before = recorder
            if ask is not None and sitting.asks(recorder):
                self._hand_over(sitting, recorder, people, tongue)
                self._lay_open(recorder, tongue)
                turn = KeyboardTurn(
                    recorder, tongue, people, adviser, self.practice, not self.glance
                )
                taken = take(turn, ask(turn))
                self.typist.answer(taken.pages)
                if taken.ends:
                    return False
                recorder = taken.turn.recorder
            else:
                recorder = sitting.step(recorder)
            if recorder is not before:
                self._keep(recorder)
                pages = sitting.tell(before, recorder, people, tongue)
                if recorder.wants in ("next", "mano", "over"):
                    self.typist.answer(pages)
                    if not sitting.over(recorder):  # let it be read before more is played
                        self.typist.go_on(always=not people and self.console.asks)
                else:
                    for page in pages:
                        self._show(page)
            self.console.flush()
        return True

    def _keep(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.keeper.keep(recorder)

    def _show(self, page: Explanation) -> None:
        """Show what happened; a gesture only for a moment, where that was asked for."""
        if not self.glance or any(line.kind != GLIMPSE for line in page.lines):
            self.typist.show(page)
            return
        write(self.console, page)
        self.console.flush()
        sleep(self.glance)
        rows = text_of(self.console, page).count("\n") + 1
        self.console.write(f"\x1b[{rows}A\x1b[J\x1b[A")

    def _lay_open(self, recorder: Recorder, tongue: Language) -> None:
        """Where no table is drawn, tell what lies in its middle, and the cards there are for it."""
        position = recorder.awaiting.position
        lying = teller_of(recorder.variant).lying(position, tongue)
        if lying and not self.typist.erases:
            lines = held(position, recorder.speaker, tongue).passages[0].lines
            write_lines(self.console, Line(lying), *lines)

    def _hand_over(
        self, sitting: Sitting, recorder: Recorder, people: tuple[str, ...], tongue: Language
    ) -> None:
        """Where several sit at one keyboard, the next one is let to it before cards are shown."""
        seat = recorder.speaker
        if len(people) < 2 or seat == self.last:
            return
        self.last = seat
        if self.typist.piped:
            write(self.console, held(recorder.awaiting.position, seat, tongue))
            return
        self.console.write(CLEARED if self.console.interactive else "\n" * 40)
        self.typist.wait(tongue.say("{seat} plays. Enter when you sit down: ", seat=seat))
        hands = len(recorder.hands)
        for page in sitting.handed_over(recorder, tongue, seen=self.seen.get(seat, hands)):
            self._show(page)
        self.seen[seat] = hands

    def _left(self, status: Status) -> Status:
        if self.recorder is None:
            return status
        kept = self.keeper.leave(self.recorder)
        return self._ended(status if kept else Status.UNREADABLE)
