"""The command `play`: sit down to a match, with programs, with people at the keyboard, or both."""

from __future__ import annotations

import sys
from collections.abc import Mapping
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
from mustutor.explanation.text import PIECES
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line
from mustutor.language import Language, mark
from mustutor.players import Bot, dealing, level, strongest
from mustutor.players.characters import CHARACTERS, Character
from mustutor.players.sitting import Sitting
from mustutor.players.turn import GLIMPSE, KeyboardTurn, held
from mustutor.recorder import readback
from mustutor.recorder.begin import resumed
from mustutor.recorder.live import live_name, open_live
from mustutor.recorder.recorder import Recorder
from mustutor.replay.names import by_name
from mustutor.replay.rules import rules_of

GOES_ON = mark("All of it is in {file}; mustutor play --record {file} goes on there.")
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
    if console.no_input:
        return _alone(console, asked, matches, json=json)
    if json or matches > 1:
        raise Misuse(
            "--json and --matches are for programs that play alone: add --no-input.",
            command=COMMAND,
        )
    return _Match(console, asked, record, practice=practice, glance=glance, coach=coach).run()


def _alone(console: Console, table: PlaySetup, matches: int, *, json: bool) -> Status:
    """Programs among themselves: a record a match, or a line."""
    from mustutor.replay import dumps

    for number in range(1, matches + 1):
        sitting = Sitting(table.players(number), {}, f"{table.seed}:{number}", table.hands)
        recorder = seated(table, sitting)
        with redirect_stdout(sys.stderr):  # what a program prints is no record
            while not sitting.over(recorder):
                recorder = sitting.step(recorder)
        if json:
            console.write(dumps(recorder.closed()).rstrip("\n"))
        else:
            console.paragraph(_in_a_line(console, recorder))
    return Status.DONE


def _in_a_line(console: Console, recorder: Recorder) -> str:
    """The match in a line: who won or lost, what everybody has, and how many hands it took."""
    tongue, number = by_name(console.language, recorder.match), len(recorder.hands)
    score = " · ".join(
        piece.strip()
        for line in readback.score(recorder, tongue).lines
        for piece in line.text.split(PIECES)
    )
    end = recorder.hands[-1].settled[0]
    seats = [seat for seat in recorder.match.seats if end.table.side_of(seat) == end.winner]
    if seats:
        return (
            tongue.count(
                "{seats} win in {number} hand: {score}",
                "{seats} win in {number} hands: {score}",
                number,
                seats=tongue.listed(seats),
                score=score,
            )
            if len(seats) > 1
            else tongue.count(
                "{seat} wins in {number} hand: {score}",
                "{seat} wins in {number} hands: {score}",
                number,
                seat=seats[0],
                score=score,
            )
        )
    if end.loser:
        return tongue.count(
            "{seat} loses in {number} hand: {score}",
            "{seat} loses in {number} hands: {score}",
            number,
            seat=end.loser,
            score=score,
        )
    return tongue.count("{number} hand: {score}", "{number} hands: {score}", number, score=score)


class _Match:
    """A match with people at the keyboard."""

    def __init__(
        self,
        console: Console,
        table: PlaySetup,
        record: str,
        *,
        practice: bool,
        glance: float,
        coach: float | None,
    ) -> None:
        self.console, self.table, self.practice, self.coach = console, table, practice, coach
        self.glance = glance if console.interactive else 0.0
        piped = sys.stdin is None or not sys.stdin.isatty()
        self.typist = Typist(console, piped=piped)
        today = datetime.now(UTC).astimezone().date().isoformat()
        live = open_live(live_name(record) if record else usual_name(Setup(table.rules.id), today))
        self.keeper = Keeper(console, live, GOES_ON)
        self.recorder: Recorder | None = None
        self.last, self.seen = "", dict[str, int]()

    def run(self) -> Status:
        """Play until the match is over, or somebody leaves."""
        try:
            sitting, self.recorder = self._sit_down()
            self.keeper.keep(self.recorder)
            with ExitStack() as session:
                over = self._play(sitting, self.recorder, self.typist.asker(session))
        except EOFError:
            return self._left(Status.DONE)
        except KeyboardInterrupt:
            self.console.write()
            return self._left(Status.INTERRUPTED)
        finally:
            self.keeper.live.leave()
        if not over:
            return self._left(Status.DONE)
        self.console.paragraph(_in_a_line(self.console, self.recorder))
        return Status.DONE if self.keeper.close(self.recorder) else Status.UNREADABLE

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
        self.table.sit(
            replay.seats, {seat: sat[seat]["kind"] for seat in sat if "kind" in sat[seat]}
        )
        return self._sitting(self.table.players()), recorder

    def _sitting(self, bots: Mapping[str, Bot]) -> Sitting:
        named: dict[str, Character] = dict(zip(bots, CHARACTERS, strict=False))
        return Sitting(bots, named, self.table.seed, self.table.hands)

    def _play(self, sitting: Sitting, recorder: Recorder, ask: AskLine) -> bool:
        """Play on, every step kept; false where somebody leaves before the match is over."""
        people = tuple([seat for seat in recorder.match.seats if seat not in sitting.bots])
        adviser = level(strongest())(seed=1)
        tongue = by_name(self.console.language, recorder.match)
        take = taking(recorder.variant, self.coach, len(recorder.match.seats))
        for page in sitting.table(recorder, people, tongue):
            self._show(page)
        while not sitting.over(recorder):
            before = recorder
            if sitting.asks(recorder):
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
                self.recorder = recorder
                self.keeper.keep(recorder)
                pages = sitting.tell(before, recorder, people, tongue)
                if recorder.wants in ("next", "mano", "over"):
                    self._count(pages, more=not sitting.over(recorder))
                else:
                    for page in pages:
                        self._show(page)
            self.console.flush()
        return True

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

    def _count(self, pages: tuple[Explanation, ...], *, more: bool) -> None:
        """Show how a hand ended, and let it be read before there is more to play."""
        self.typist.answer(pages)
        if more:
            self.typist.go_on()

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
        return status if self.keeper.leave(self.recorder) else Status.UNREADABLE
