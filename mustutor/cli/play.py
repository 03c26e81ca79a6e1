"""The command `play`: sit down to a match with programs, people at the keyboard, or both.

`PlaySetup` is what the command line says of the table: who sits down, and by which rules.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Container
from contextlib import ExitStack
from datetime import UTC, datetime
from secrets import token_hex
from time import sleep

from mustutor.analysis import match
from mustutor.analysis.coach.live import line_reader
from mustutor.analysis.coach.match import refuse_game
from mustutor.analysis.keyboard_player import GLIMPSE, KeyboardTurn, cards_page
from mustutor.analysis.match import LiveMatch, match_line, mishaps
from mustutor.base.errors import IllegalCall, MustutorError, NotationError
from mustutor.base.json_text import Json, digest
from mustutor.base.language import Language, mark
from mustutor.cli.bot_process import ProcessBot, SeatAtTable, program, python_class
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    Status,
    UsageError,
    nearest,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import Console, text_of, write, write_lines
from mustutor.cli.output_files import Keeper
from mustutor.cli.parameters import JSON, VARIANT, flag, option
from mustutor.cli.replay.record import (
    AskLine,
    Typist,
    other_table,
    read_seats,
    refuse_closed,
    refused_table,
    usual_name,
)
from mustutor.cli.tutor.table import climbed, lesson_from_table, look_back, rated
from mustutor.games import game_of
from mustutor.games.bot import (
    CHARACTERS,
    LEVEL_NAMES,
    PUPIL,
    Bot,
    is_level,
    level,
    level_called,
    level_names,
    strongest,
)
from mustutor.games.explain import Explanation, Line
from mustutor.games.seat_view import SeatView
from mustutor.games.teller import teller_of
from mustutor.model.variant import Variant
from mustutor.referee.recorder.commands import resume_match, sit_down
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.format import Replay, named_rules, rules_of
from mustutor.replay.live_file import LiveFile, live_name, open_live
from mustutor.replay.names import by_name
from mustutor.replay.writer import dumps
from mustutor.tutor.course import lesson_title, lessons_about
from mustutor.tutor.ladder import (
    LADDER,
    PlayStep,
    first_match,
    next_table,
    step_named,
    step_of,
)
from mustutor.tutor.progress_file import ProgressStore, read_progress
from mustutor.tutor.rating import fitting_level

PERSON = "human"
NEXT = "next"


class PlaySetup:
    """What the command line tells of the table."""

    def __init__(
        self,
        console: Console,
        variant: Variant | str,
        seats: str,
        named: list[str],
        bots: str,
        seed: str,
        hands: int,
        typed: Container[str] = (),
    ) -> None:
        self.rules = variant_named(variant) if isinstance(variant, str) else variant
        self.typed = typed
        usual = game_of(self.rules.game).rules.seats(self.rules, 0)
        self.seats = read_seats(seats, self.rules) if seats else usual
        self.hands = hands
        self.seed = seed or token_hex(32)
        self._language = console.language
        self._processes: list[ProcessBot] = []
        self._named = dict(_read_seat(text, self.seats) for text in named)
        self._alone = console.no_input
        if self._alone and PERSON in self._named.values():
            raise UsageError(
                "With --no-input nobody can be asked: leave out --seat {seat}=human.",
                seat=next(seat for seat, who in self._named.items() if who == PERSON),
            )
        self._rest = {} if self._alone or self._named else {self.seats[0]: PERSON}
        step = step_of(self.rules)
        if step is not None and not bots:
            self._rest |= step.opponents(self.seats)
        self._bots = bots or (step.level if step else strongest())
        _level(self._bots, self._language)

    def resumed(self, replay: Replay, live: LiveFile) -> Recorder:
        """The match of a record that was broken off, at whose table one sits down again.

        Who is no program is at the keyboard; where nobody can be asked a program plays for them. A
        record starts no program: players that are none of the house have to be named again.
        Raises UsageError where another table was asked for.
        """
        recorder = match.restore_stock(resume_match(replay, rules_of(replay)[0]))
        rules = ("variant" in self.typed or "step" in self.typed) and self.rules
        other = rules and rules.digest != recorder.variant.digest
        if other or ("seats" in self.typed and self.seats != replay.seats):
            raise other_table(live, recorder.variant.id, replay.seats)
        self.seats, self.rules = replay.seats, recorder.variant
        sat = replay.about.get("players", {})
        told = {seat: who for seat, who in sat.items() if isinstance(who, dict)}
        kinds = {seat: who["kind"] for seat, who in told.items() if "kind" in who}
        for seat, kind in kinds.items():
            if not is_level(kind) and seat not in self._named:
                raise UsageError(
                    "At {seat} played {kind}, who is not of the house: say who plays there, as in "
                    "--seat {seat}=cmd:COMMAND or --seat {seat}=easy.",
                    seat=seat,
                    kind=kind,
                )
        playing = {seat: who for seat, who in kinds.items() if seat not in self._named}
        asked = level(_level(self._bots, self._language))(seed=1).name
        replaced = self._alone and len(kinds) < len(self.seats)  # --bots is for these
        if "bots" in self.typed and {*playing.values()} - {asked} and not replaced:
            shown = [f"{seat} {playing[seat]}" for seat in self.seats if seat in playing]
            raise UsageError(
                "{record} goes on with its own players, {players}: leave out --bots, or name "
                "another file.",
                record=str(live.path),
                players=", ".join(shown),
            )
        people = {} if self._alone else dict.fromkeys(self.seats, PERSON)
        self._rest = people | {seat: kinds[seat] for seat in self.seats if seat in kinds}
        return recorder

    def sitting(self) -> LiveMatch:
        """A match with these players, each program called by a name of the house."""
        bots = self.players()
        named = dict(zip(bots, CHARACTERS, strict=False))
        return LiveMatch(bots, named, self.seed, self.hands)

    def players(self, number: int = 1) -> dict[str, Bot]:
        """The programs, each with a seed of its own; those in processes end with `part`."""
        made: dict[str, Bot] = {}
        for seat in self.seats:
            who = self._named.get(seat) or self._rest.get(seat, self._bots)
            if who != PERSON:
                seed = int(digest(f"{self.seed}:{number}:{seat}")[:12], 16)
                made[seat] = bot = _made(
                    who, SeatAtTable(seat, self.seats, self.rules, seed), self._language
                )
                if isinstance(bot, ProcessBot):
                    self._processes.append(bot)
        return made

    def part(self, result: Json | None = None) -> None:
        """Let the players in processes go, and tell them the result where there is one."""
        while self._processes:
            self._processes.pop().close(result)


def _read_seat(text: str, seats: tuple[str, ...]) -> tuple[str, str]:
    seat, equals, who = text.partition("=")
    if not equals or seat.upper() not in seats or not who:
        raise UsageError(
            "--seat takes a seat of {seats} and who sits there, as in {seat}=easy.",
            seats=" ".join(seats),
            seat=seats[-1],
        )
    return seat.upper(), who


def _level(name: str, language: Language) -> str:
    level = level_called(name, language)
    if not level:
        raise UsageError(
            "There is no player {name}; there are {levels}, human, cmd:COMMAND, and MODULE:CLASS.",
            hint=nearest(name, LEVEL_NAMES),
            name=name,
            levels=level_names(language),
        )
    return level


def _made(who: str, at: SeatAtTable, language: Language) -> Bot:
    """Make the player of a seat: one of the house, a program, or a class of somebody's own."""
    home, colon, command = who.partition(":")
    if home == PUPIL or is_level(who):
        return level(_level(who, language))(seed=at.seed)
    try:
        if home == "cmd" and colon:
            return program(command, at)
        if colon:
            return python_class(who, at)
    except MustutorError as problem:
        raise UsageError("{who} cannot sit down: {why}", who=who, why=problem.said()) from None
    return level(_level(who, language))(seed=at.seed)


def seated(table: PlaySetup, sitting: LiveMatch) -> Recorder:
    """Sit down; raises UsageError where the rules do not allow such a table."""
    players: Json = {}
    for seat, bot in sitting.bots.items():
        character = sitting.characters.get(seat)
        players[seat] = {"name": character.name if character else bot.name, "kind": bot.name}
    about: Json = {"date": datetime.now(UTC).astimezone().date().isoformat(), "view": "table"}
    if players:
        about["players"] = players
    rules = table.rules
    try:
        return sit_down(rules, Replay(named_rules(rules), table.seats, (), about=about))
    except IllegalCall as refusal:
        raise refused_table(rules, table.seats, refusal) from None


GOES_ON = mark("All of it is in {file}; mustutor play --record {file} goes on there.")
MOST_TOLD = 12
"""So many different things that programs did wrong are told at the end, and then their number."""
CLEARED = "\x1b[2J\x1b[3J\x1b[H"


def play(
    console: Console,
    variant: str = VARIANT,
    seats: str = option(
        "--seats SEATS", "The seats in speaking order, A1,B1,A2,B2, or how many there are."
    ),
    step: str = option(
        "--step STEP|N|next",
        "Sit down at a step of the course: grande_alone, grande_chica, four_lances, whole_game, "
        "with_partner, with_signals, or the next one to win. It has rules and seats of its own.",
    ),
    bots: str = option(
        "--bots LEVEL",
        "How well those play who sit where nobody is named: easy (a beginner), club (a club player)"
        ", master, or pupil (plays by the rules of the course; pupil:LESSON up to that lesson). "
        "Unless given: at a step as it has them, elsewhere as your rating has it, and master "
        "without a terminal.",
    ),
    seat: list[str] | None = option(
        "--seat SEAT=WHO",
        "human, a level, cmd:COMMAND (a program that speaks JSON Lines) or MODULE:CLASS; may stand "
        "several times. A program of yours has 10 seconds a call, 2 GiB, and 64 KiB a line.",
        None,
    ),
    seed: str = option("--seed TEXT", "The same seed deals the same cards."),
    record: str = option(
        "--record FILE", "Where to keep it; a match that is there already goes on where it was."
    ),
    hands: int | None = option("--hands", "Stop after so many hands.", None, least=1),
    matches: int = option("--matches", "How many matches, where programs play alone.", 1, least=1),
    practice: bool = flag("--practice", "What was said can be taken back."),
    glance: float = option(
        "--glance SECONDS",
        "A signal is seen so long, and then it is gone; without it, it stays.",
        0,
        least=0,
        most=60,
        quiet=True,
    ),
    coach: float | None = option(
        "--coach STONES", "Hold back a call that costs so many.", None, least=0
    ),
    json: bool = JSON,
) -> Status:
    """Sit down to a match."""
    rules: Variant | str = variant
    if step:
        if seats or variant != DEFAULT_VARIANT:
            raise UsageError(
                "--step has rules and seats of its own: leave out --variant and --seats."
            )
        table = _step(step)
        rules = table.variant
    elif console.asks:
        progress = ProgressStore().progress
        bots = bots or fitting_level(progress.rating)
        if "variant" not in console.typed and not (seats or progress.matches or progress.tables):
            rules = first_match()
    asked = PlaySetup(console, rules, seats, seat or [], bots, seed, hands or 0, console.typed)
    if coach is not None:
        with refused_as_usage(NotationError):
            refuse_game(asked.rules)
    if not console.no_input and (json or matches > 1):
        raise UsageError("--json and --matches are for programs that play alone: add --no-input.")
    if record and (json or matches > 1):
        raise UsageError(
            "--record keeps one match in a file: leave out {option}.",
            option="--json" if json else "--matches",
        )
    match = _Match(console, asked, practice, glance, coach)
    if console.no_input and not record:
        return match.alone(matches, json=json)
    return match.kept(record)


def play_step(console: Console, name: str) -> Status:
    """Sit down at a step of the course; a game won or lost there is kept with the progress."""
    step = _step(name)
    setup = PlaySetup(console, step.variant, "", [], "", "", 0)
    return _Match(console, setup, practice=False, glance=0, coach=None).kept("")


def _step(name: str) -> PlayStep:
    """A step by its name, its number, or `next`: the first not won.

    Raises UsageError if there is none.
    """
    if name == NEXT:
        return next_table(read_progress().tables)
    found = step_named(name)
    if found is None:
        names = [step.id for step in LADDER]
        raise UsageError(
            "There is no step {name}: there are {steps}, their numbers, and next.",
            hint=nearest(name, names),
            name=name,
            steps=", ".join(names),
        )
    return found


def _result(recorder: Recorder) -> Json:
    """How a match ended, as its players are told."""
    end = recorder.hands[-1].settled[0]
    return {"after": dict(end.in_front()), "winner": end.winner, "loser": end.loser}


def _played_out(
    sitting: LiveMatch, recorder: Recorder, keep: Callable[[Recorder], None] = lambda _: None
) -> Recorder:
    """The match once programs have played it alone, each step kept."""
    while not sitting.over(recorder):
        recorder = sitting.step(recorder)
        keep(recorder)
    return recorder


class _Match:
    """A match at a table, played or watched at the keyboard, or played by programs alone."""

    keeper: Keeper

    def __init__(
        self, console: Console, table: PlaySetup, practice: bool, glance: float, coach: float | None
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
        console, table, wrong = self.console, self.table, Counter[str]()
        for number in range(1, matches + 1):
            try:
                bots = table.players(number)
                sitting = LiveMatch(bots, {}, f"{table.seed}:{number}", table.hands)
                begun = seated(table, sitting)
                recorder = _played_out(sitting, begun)
                table.part(_result(recorder))
            finally:
                table.part()
            if json:
                console.write(dumps(recorder.closed()).rstrip("\n"))
            else:
                console.paragraph(match_line(recorder, console.language))
            wrong.update(mishaps(begun, recorder, console.language))
        return self._blamed(wrong, Status.DONE)

    def kept(self, record: str) -> Status:
        """Play until the match is over, or somebody leaves; all of it is kept in a file."""
        today = datetime.now(UTC).astimezone().date().isoformat()
        usual = usual_name(self.table.rules.id, today)
        live = open_live(live_name(record) if record else usual)
        self.keeper = Keeper(self.console, live, GOES_ON)
        try:
            sitting, begun = self._sit_down()
            people = tuple([seat for seat in begun.match.seats if seat not in sitting.bots])
            self._want_people(people)
            self.begun = begun
            self._keep(begun)
            if over := self._play(sitting, begun, people):
                assert self.recorder is not None
                self.table.part(_result(self.recorder))
        except EOFError:
            return self._left(Status.DONE)
        except KeyboardInterrupt:
            self.console.write()
            return self._left(Status.INTERRUPTED)
        finally:
            live.leave()
            self.table.part()
        if not over:
            return self._left(Status.DONE)
        assert self.recorder is not None
        self.console.paragraph(match_line(self.recorder, self.console.language))
        climbed(self.console, self.recorder, people)
        if not (self.practice or self.coach is not None):
            kinds = {bot.name for bot in sitting.bots.values()}
            rated(self.console, self.recorder, people, kinds)
        closed = self.keeper.close(self.recorder)
        if people and self.console.asks and not self.typist.piped:
            look_back(self.console, self.recorder.closed(), people)
        return self._ended(Status.DONE if closed else Status.UNREADABLE)

    def _want_people(self, people: tuple[str, ...]) -> None:
        """Refuse what is for somebody at the keyboard, where nobody is."""
        if self.for_people and not people:
            raise UsageError(
                "{option} is for somebody who plays at the keyboard, and nobody does.",
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
        console, language = self.console, self.console.language
        console.warn("Programs did what cannot stand:")
        for what, times in wrong.most_common(MOST_TOLD):
            console.problem(language.count_noun("{number} time: {what}", times, what=what))
        if left := wrong.total() - sum(times for _, times in wrong.most_common(MOST_TOLD)):
            console.problem(language.count("{number} more time", "{number} more times", left))
        return Status.WRONG if console.no_input and status is Status.DONE else status

    def _sit_down(self) -> tuple[LiveMatch, Recorder]:
        """Resume the match in the file with its players, or begin a new one."""
        replay = self.keeper.live.read()
        if replay is None:
            refuse_closed(self.keeper.live)
            sitting = self.table.sitting()
            return sitting, seated(self.table, sitting)
        recorder = self.table.resumed(replay, self.keeper.live)
        self._say_it_goes_on(recorder)
        return self.table.sitting(), recorder

    def _say_it_goes_on(self, recorder: Recorder) -> None:
        if (hand := recorder.hand) is None:
            return
        end, language = hand.settled[0] if hand.is_told else hand.position, self.console.language
        told = {
            "file": str(self.keeper.live.path),
            "number": hand.number,
            "score": ", ".join([f"{side} {stones}" for side, stones in end.in_front().items()]),
        }
        text = language.say("{file} goes on where it stopped: hand {number}, {score}.", **told)
        if "seed" in self.table.typed:
            after = language.say(
                "The seed deals only what comes after this hand; for a new match, name another "
                "file with --record."
            )
            text = f"{text} {after}"
        self.typist.paragraph(text)

    def _play(self, sitting: LiveMatch, recorder: Recorder, people: tuple[str, ...]) -> bool:
        """Play on, every step kept; false where somebody leaves before the match is over."""
        if self.console.no_input:
            _played_out(sitting, recorder, self._keep)
            return True
        with ExitStack() as session:
            ask = self.typist.asker(session) if people else None
            return self._at_the_table(sitting, recorder, people, ask)

    def _at_the_table(
        self, sitting: LiveMatch, recorder: Recorder, people: tuple[str, ...], ask: AskLine | None
    ) -> bool:
        """Play on and tell it; without people there is nobody to `ask`, and it is watched."""
        adviser = level(strongest())(seed=1)
        language = by_name(self.console.language, recorder.match)
        step = step_of(recorder.variant)
        take = line_reader(recorder.variant, self.coach)

        def titled(seen: SeatView) -> list[tuple[str, str]]:
            return [(name, lesson_title(name, language.code)) for name in lessons_about(seen)]

        table, *so_far = sitting.table(recorder, people, language)
        if step is not None:  # its rulebook has no name of its own
            table = table._replace(title=language.say(step.title))
        elif recorder.variant == first_match():
            title = language.say("Your first match, without mus corrido")
            table = table._replace(title=title)
        for page in (table, *so_far):
            self._show(page)
        while not sitting.over(recorder):
            before = recorder
            if ask is not None and sitting.asks(recorder):
                self._hand_over(sitting, recorder, people, language)
                self._lay_open(recorder, language)
                turn = KeyboardTurn(
                    recorder, language, people, adviser, self.practice, not self.glance, titled
                )
                taken = take(turn, ask(turn))
                self.typist.answer(taken.pages)
                if taken.ends:
                    return False
                if taken.lesson:
                    lesson_from_table(self.console, taken.lesson)
                    if not self.typist.erases:  # what was said is far above now
                        for page in sitting.so_far(recorder, people, language):
                            self._show(page)
                recorder = taken.turn.recorder
            else:
                recorder = sitting.step(recorder)
            if recorder is not before:
                self._keep(recorder)
                pages = sitting.tell(before, recorder, people, language)
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

    def _lay_open(self, recorder: Recorder, language: Language) -> None:
        """Where no table is drawn, tell what lies in its middle, and the cards there are for it."""
        position = recorder.awaiting.position
        lying = teller_of(recorder.variant).lying(position, language)
        if lying and not self.typist.erases:
            lines = cards_page(position, recorder.speaker, language).passages[0].lines
            write_lines(self.console, Line(lying), *lines)

    def _hand_over(
        self, sitting: LiveMatch, recorder: Recorder, people: tuple[str, ...], language: Language
    ) -> None:
        """Where several sit at one keyboard, the next one is let to it before cards are shown."""
        seat = recorder.speaker
        if len(people) < 2 or seat == self.last:
            return
        self.last = seat
        if self.typist.piped:
            write(self.console, cards_page(recorder.awaiting.position, seat, language))
            return
        self.console.write(CLEARED if self.console.interactive else "\n" * 40)
        self.typist.wait(language.say("{seat} plays. Enter when you sit down: ", seat=seat))
        hands = len(recorder.hands)
        for page in sitting.handed_over(recorder, language, seen=self.seen.get(seat, hands)):
            self._show(page)
        self.seen[seat] = hands

    def _left(self, status: Status) -> Status:
        if self.recorder is None:
            return status
        kept = self.keeper.leave(self.recorder)
        return self._ended(status if kept else Status.UNREADABLE)
