"""The command `replay record`: a match taken down as it is played.

`Typist` is how lines come: at a prompt, line by line, or from a pipe.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mustutor.base.errors import IllegalCall, NotationError, Unreadable
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark, printable
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    Status,
    UsageError,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import NO_SCREEN, Console, text_of, wrapped
from mustutor.cli.output_files import Keeper
from mustutor.cli.parameters import argument, option
from mustutor.cli.replay.records import matches
from mustutor.cli.settings import Settings
from mustutor.games import game_of
from mustutor.games.explain import Explanation
from mustutor.games.failure import Unplayable
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.commands import (
    MOST_SEATS,
    begin_dealt_hand,
    resume_match,
    sit_down,
    sizes,
)
from mustutor.referee.recorder.dictation import LONGEST_LINE, Dictation
from mustutor.referee.recorder.readback import unrepeated
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.format import Replay, named_rules, rules_of
from mustutor.replay.live_file import CLOSED, LiveFile, live_name, open_live
from mustutor.replay.names import names_read, pairs_read
from mustutor.replay.reader import LIVE

if TYPE_CHECKING:
    from mustutor.present.screen.recording import LineTaker, RecordingPrompt

Ask = Callable[[str], str]
AskLine = Callable[["LineTaker"], str]
Typed = TypeVar("Typed")
LEFT_TO_GO_ON = 2
"""Rows of a screen that are left where more is told than it holds."""


class Typist:
    """How lines come, and how answers to them are read."""

    def __init__(self, console: Console, *, piped: bool) -> None:
        self.console = console
        self.typed = _lines() if piped else None
        self._prompt: RecordingPrompt | None = None
        self._told = 0
        self._happened = False
        self._wait: Callable[[str], object] = input

    @property
    def erases(self) -> bool:
        """Whether lines vanish once they are entered, below a table that is drawn anew."""
        return self._prompt is not None

    @property
    def piped(self) -> bool:
        """Whether the lines come from a pipe."""
        return self.typed is not None

    def question(self) -> Ask | None:
        """How what is missing is asked; nothing where nobody can answer."""
        if self.piped or not self.console.asks:
            return None
        return lambda question: input(self.console.fitted(question))

    def answer(self, pages: Sequence[Explanation], typed: str = "") -> None:
        """Tell these pages as one answer; a call that still stands there as typed not again."""
        if not self.erases:
            pages = [unrepeated(page, typed) for page in pages]
        if pages:
            self._write("\n".join([text_of(self.console, page) for page in pages]))
        self.console.flush()

    def show(self, page: Explanation) -> None:
        """Tell what happened: where a table is drawn, it is read before the table follows."""
        self._happened = True
        self._write(text_of(self.console, page))
        self.console.flush()

    def paragraph(self, text: str, *, hang: int = 0) -> None:
        """Write running text, broken at the reader's width."""
        self._put(wrapped(text, self.console.width, hang=hang).split("\n"))

    def _write(self, text: str) -> None:
        """Write: where a table is drawn, a screen at a time, and the last in view.

        What is typed where Enter goes on ends the pages.
        """
        rows = text.split("\n")
        while (prompt := self._prompt) and not prompt.pending and rows:
            if self._told + len(rows) <= prompt.room:
                break
            room = max(prompt.height - LEFT_TO_GO_ON - self._told, 0 if self._told else 1)
            if room:
                self._put(rows[:room])
            rows = rows[room:]
            if not self.go_on():
                return
        if rows:
            self._put(rows)

    def _put(self, rows: list[str]) -> None:
        self.console.write("\n".join(rows))
        self._told += len(rows)

    def go_on(self, *, always: bool = False) -> bool:
        """Where a table is drawn, wait for Enter before new text takes the place of the old.

        False where something else than Enter was typed, which is taken next. With `always`, who
        watches is waited for where no table is drawn as well.
        """
        if self._prompt is None or not self._told:
            if always and self._prompt is None:
                self.wait(self.console.language.say("Enter goes on: "))
            return True
        self._told, self._happened = 0, False
        self.console.flush()
        question = self.console.language.say("Enter goes on: ")
        return self._prompt.goes_on(self.console.fitted(question))

    def wait(self, question: str) -> None:
        """Wait for Enter, and for nothing else that is typed."""
        self._told = 0
        self.console.flush()
        self._wait(self.console.fitted(question))

    def asker(self, session: ExitStack) -> AskLine:
        """How a line is asked for, as long as the session lasts. It raises EOFError at the end."""
        if self.piped:
            return self._read
        if self.console.interactive:
            from mustutor.present.screen.screen import NoScreenError

            try:
                return self._at_the_prompt(session)
            except NoScreenError:
                self.console.warn(NO_SCREEN)
        return lambda dictation: input(self.console.fitted(dictation.prompt()))

    def _at_the_prompt(self, session: ExitStack) -> AskLine:
        from mustutor.present.screen.recording import RecordingPrompt

        console = self.console
        self._prompt = prompt = RecordingPrompt(
            color=bool(console.color),
            faces=console.faces,
            ascii=console.draws_ascii,
            tell=self._tell,
        )
        session.enter_context(prompt.undisturbed())
        self._wait = prompt.wait
        return self._ask_below

    def _ask_below(self, dictation: LineTaker) -> str:
        assert self._prompt is not None
        if self._happened and not self._prompt.fits(dictation, self._told):
            self.go_on()
        told, self._told, self._happened = self._told, 0, False
        return self._prompt.ask(dictation, told)

    def _tell(self, text: str) -> None:
        for line in text.splitlines():
            self.paragraph(line, hang=2)
        self.console.flush()

    def _read(self, dictation: LineTaker) -> str:
        assert self.typed is not None
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        self.console.paragraph(f"{dictation.prompt()}{printable(line)}", hang=2)
        return line


def _lines() -> Iterator[str]:
    """The lines of standard input; one without an end is cut, and then refused as too long."""
    stream = sys.stdin
    if stream is None:
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    while line := stream.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > LONGEST_LINE + 1:
            rest = stream.readline(LONGEST_LINE + 2)
        yield line.rstrip("\r\n")


MOST_MATCHES = 1_000
MODE = "players.mode"
MODES = ("trios", "individual")
"""How others than two pairs may play a game that has the option."""

KEPT = mark("All of it is in {file}; mustutor replay record {file} goes on there.")


def record(
    console: Console,
    file: str = argument(
        "FILE", "Where to keep it; a match that is there already goes on where it was.", ""
    ),
    variant: str = option("--variant ID|FILE", "The rules to play by."),
    seats: str = option(
        "--seats SEATS", "The seats in speaking order, A1,B1,A2,B2, or how many there are."
    ),
    mano: str = option("--mano SEAT", "Who is mano in the first hand."),
    players: str = option("--players NAMES", "The players' names, as in A1=Ane,B1=Bea."),
    start: str = option("--start STONES", "What each side has before the first hand: A=5,B=12."),
    games: str = option(
        "--games GAMES", "How many games each side has won (Mus) or lost (Encaje) before: A=1,B=0."
    ),
    deal: str = option("--deal FILE", "Begin with a hand dealt by replay deal."),
) -> Status:
    """Take a match down call by call; 1 when a line from a pipe was refused."""
    dealt = next(matches(deal)).replay if deal else None
    if dealt is not None:  # what is not typed is as it was dealt for
        variant = variant or str(dealt.variant.get("id", ""))
        seats = seats or ",".join(dealt.seats)
    setup = Setup(variant, seats, mano, players, start, games, console.usual)
    piped = sys.stdin is None or not sys.stdin.isatty()
    if console.no_input and not piped:
        raise UsageError("Nobody can be asked: give the calls on standard input, one a line.")
    today = datetime.now(UTC).astimezone().date().isoformat()
    live = open_live(live_name(file) if file else usual_name(setup.variant, today))
    recording = _Recording(console, live, setup, today, piped=piped)
    recording.dealt = dealt
    try:
        return recording.run()
    finally:
        recording.live.leave()


def usual_name(variant: str, today: str) -> Path:
    """The file where none is named: of the day, and of the rules where they are named."""
    stem = f"{Path(variant).stem or 'match'}-{today}"
    for number in range(1, MOST_MATCHES):
        name = stem if number == 1 else f"{stem}-{number}"
        if not Path(f"{name}{CLOSED}").exists():
            return Path(f"{name}{LIVE}")
    raise UsageError(
        "There are {number} matches from today: name a file.",
        command="mustutor",
        number=MOST_MATCHES,
    )


def refuse_closed(live: LiveFile) -> None:
    """Refuse to begin a match where another one was closed."""
    if live.closed_path.exists():
        raise UsageError("{record} is closed: name another file.", record=str(live.closed_path))


def other_table(live: LiveFile, variant: str, seats: Sequence[str]) -> UsageError:
    """Say that a file goes on with its own table, where another one was asked for."""
    return UsageError(
        "{record} goes on with its own table, {variant} and {seats}: name another file.",
        record=str(live.path),
        variant=variant,
        seats=" ".join(seats),
    )


def refused_table(rules: Variant, seats: tuple[str, ...], refusal: IllegalCall) -> UsageError:
    """Say why the players cannot sit down; or by which rules their number can.

    Without a rulebook for so many it is told how one of the same game is written.
    """
    number = len(seats)
    fit = [name for name in variant_ids() if number in sizes(load_variant(name))]
    if not fit or rules.id in fit or number in sizes(rules):
        return UsageError.of(refusal)
    known: dict[str, Any] = {}
    sentence = mark("{variant} is not for {number} players, but these are: {fit}.")
    for mode in MODES if MODE in rules.rules else ():
        changed = {**rules.rules, MODE: mode, "players.count": number}
        if not known and number in sizes(rules._replace(rules=changed)):
            known = {"mode": mode}
            sentence = mark(
                "{variant} is not for {number} players, but these are: {fit}. Or write rules of "
                "your own: mustutor variant new ours --extends {variant} --set "
                "players.mode={mode} --set players.count={number}"
            )
    return UsageError(sentence, variant=rules.id, number=number, fit=", ".join(fit), **known)


class _Recording:
    """A match being recorded: who types, what is answered, what is kept."""

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

    @property
    def keeper(self) -> Keeper:
        """Who keeps the file of the match under way."""
        return Keeper(self.console, self.live, KEPT)

    def run(self) -> Status:
        """Take lines until nobody types any more."""
        status = Status.DONE
        try:
            self.recorder = self._dealt_in(self._sit_down())
            self.live.keep(self.recorder.lines())
            with ExitStack() as session:
                ask = self.typist.asker(session)
                for page in self.so_far:
                    self.typist.show(page)
                return self._take_each(Dictation(self.recorder, self.console.language), ask)
        except EOFError:
            if not self.typist.piped:
                self.console.write()
        except KeyboardInterrupt:
            self.console.write()
            status = Status.INTERRUPTED
        return self._left(status)

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
                self.keeper.keep(self.recorder)
            self.typist.answer(answer.pages, typed)
            if answer.ends == "quit":
                return self._left(Status.DONE)
            if answer.ends:
                if not self.keeper.close(self.recorder):
                    self.refused = True
                elif answer.ends == "close":
                    return self._status(Status.DONE)
                else:
                    self.recorder = self._another(self.recorder)
                    dictation = dictation._replace(recorder=self.recorder)
                    self.keeper.keep(self.recorder)

    def _left(self, status: Status) -> Status:
        if self.recorder is None:
            return status
        return self._status(status) if self.keeper.leave(self.recorder) else Status.UNREADABLE

    def _status(self, status: Status) -> Status:
        refused = status is Status.DONE and self.refused and self.typist.piped
        return Status.WRONG if refused else status

    # --- the table -------------------------------------------------------------------------

    def _sit_down(self) -> Recorder:
        """The record there is, or a new one."""
        console = self.console
        replay = self.live.read()
        if replay is None:
            refuse_closed(self.live)
            recorder = table(self.setup, self.today, console.language, self.typist.question())
            console.say("The match is taken down in {file}.", file=str(self.live.path))
            return recorder
        try:
            recorder = resume_match(replay, rules_of(replay)[0])
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
        resumed = console.language.count_noun(
            "{file} goes on where it stopped: {number} call.",
            len(recorder.places()),
            file=str(self.live.path),
        )
        self.typist.paragraph(resumed)
        if recorder.hands:
            self.so_far = (readback.hand_so_far(recorder, console.language),)
        return recorder

    def _dealt_in(self, recorder: Recorder) -> Recorder:
        """The record with the hand the dealer dealt for it, where there is one."""
        if self.dealt is None:
            return recorder
        try:
            return begin_dealt_hand(recorder, self.dealt)
        except Unplayable as stopped:
            raise UsageError.of(IllegalCall(stopped.failure.fault)) from None

    def _same_table(self, recorder: Recorder) -> None:
        """A file that goes on keeps its own table: another one asked for is a mistake."""
        asked, match = self.setup, recorder.match
        other = asked.variant and variant_named(asked.variant).digest != (recorder.variant.digest)
        seats = asked.seats and read_seats(asked.seats, recorder.variant) != match.seats
        if other or seats:
            raise other_table(self.live, recorder.variant.id, match.seats)

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
        return begin_recording(recorder.variant, match, "")


class Setup(NamedTuple):
    """What a command line tells of a table; what is empty was not told."""

    variant: str = ""
    seats: str = ""
    mano: str = ""
    players: str = ""
    start: str = ""
    games: str = ""
    usual: Settings = Settings()

    @property
    def rules(self) -> str:
        """The rulebook where none is told."""
        return self.usual.of("variant") or DEFAULT_VARIANT

    def names(self, seats: tuple[str, ...]) -> str:
        """Who sits at these seats where nobody is told."""
        told = [name.strip() for name in self.usual.of("names").split(",")]
        return ",".join(name for name in told if name.partition("=")[0].strip() in seats)


def table(setup: Setup, date: str, language: Language, ask: Ask | None) -> Recorder:
    """Sit down to a match as told; what is missing is asked, where somebody can answer.

    Raises UsageError where nobody could sit down so.
    """
    variant = _variant(setup, language, ask)
    seats = _seats(setup, variant, language, ask)
    about: Json = {"date": date, "view": "table"}
    players = _players(setup, seats, language, ask)
    if players:
        about["players"] = players
    match = Replay(
        variant=named_rules(variant),
        seats=seats,
        hands=(),
        start=_pairs(setup.start),
        games=_pairs(setup.games),
        about=about,
    )
    return begin_recording(variant, match, setup.mano)


def begin_recording(variant: Variant, match: Replay, mano: str) -> Recorder:
    """Sit down, with mano where he is told. Raises UsageError where the rules forbid it."""
    sides = {seat[0] for seat in match.seats}
    for side in (*(match.start or ()), *(match.games or ())):
        if side not in sides:
            raise UsageError("There is no side {side} at this table.", side=side)
    try:
        recorder = sit_down(variant, match)
        return recorder.begin_hand(mano.upper()) if mano else recorder
    except Unplayable as problem:
        raise UsageError.of(IllegalCall(problem.failure.fault)) from None
    except IllegalCall as refusal:
        raise UsageError.of(refusal) from None


def _answered(ask: Ask, question: str, read: Callable[[str], Typed], language: Language) -> Typed:
    """Ask until what is typed can be read; a refusal is the next question."""
    while True:
        try:
            return read(ask(question).strip())
        except UsageError as problem:
            question = f"{problem.said(language)} > "


def _variant(setup: Setup, language: Language, ask: Ask | None) -> Variant:
    if setup.variant or ask is None:
        return variant_named(setup.variant or setup.rules)
    question = language.say("Which rules? Enter for {usual} > ", usual=setup.rules)
    return _answered(ask, question, lambda typed: variant_named(typed or setup.rules), language)


def _seats(setup: Setup, variant: Variant, language: Language, ask: Ask | None) -> tuple[str, ...]:
    if setup.seats:
        return read_seats(setup.seats, variant)
    seats = game_of(variant.game).rules.seats
    usual = len(seats(variant, 0))
    if ask is None or seats(variant, usual) == seats(variant, usual + 1):
        return seats(variant, usual)
    question = language.say("How many play, or which seats? Enter for {usual} > ", usual=usual)
    return _answered(
        ask, question, lambda typed: read_seats(typed or str(usual), variant), language
    )


def read_seats(text: str, variant: Variant) -> tuple[str, ...]:
    """Read seats, ``A,B,C`` or how many there are. Raises UsageError for anything else."""
    if text in map(str, range(2, MOST_SEATS + 1)):
        seats = game_of(variant.game).rules.seats(variant, int(text))
        return seats if len(seats) == int(text) else tuple("ABCDEFGH"[: int(text)])
    seats = tuple(re.findall(r"[^\s,]+", text.upper()))
    if len(seats) < 2 or not all(re.fullmatch("[A-H][1-9]?", seat) for seat in seats):
        raise UsageError(
            "{text} is no table: give the seats in speaking order, A1,B1,A2,B2, or their number.",
            text=printable(text),
        )
    return seats


def _players(
    setup: Setup, seats: tuple[str, ...], language: Language, ask: Ask | None
) -> dict[str, str]:
    def named(text: str) -> dict[str, str]:
        with refused_as_usage(NotationError):
            return dict(names_read(text, seats)) if text else {}

    told = setup.players or setup.names(seats)
    if told or ask is None:
        return named(told)
    question = language.say("Who plays, as in {seat}=Ane? Enter to leave it out > ", seat=seats[0])
    return _answered(ask, question, named, language)


def _pairs(text: str) -> dict[str, int] | None:
    with refused_as_usage(NotationError):
        return pairs_read(text) if text else None
