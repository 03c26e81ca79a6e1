"""A browser between two touches: a walk at its desk, a table to play at, a quarrel.

The same walks, forks, matches and questions as at a terminal, kept in the same files: a page
touches a button, `Device.touched` answers with what is then to be seen. Nothing here draws or asks.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mustutor.analysis.coach.match import refuse_game
from mustutor.analysis.keyboard_player import KeyboardTurn
from mustutor.analysis.match import LiveMatch, match_line
from mustutor.base.errors import MustutorError, NotationError
from mustutor.base.language import Language, open_language
from mustutor.base.register import title
from mustutor.cli.common_options import SitDown
from mustutor.cli.console import Console
from mustutor.cli.main import said_in_page
from mustutor.cli.play import PlaySetup, seated
from mustutor.cli.site.running import PROGRESS, environment
from mustutor.cli.site.screens import SCREENS, DeskScreen, RecordScreen, opened
from mustutor.cli.site.shelf import DeviceShelf
from mustutor.cli.tutor.table import (
    NO_MISTAKE,
    CoachMoments,
    coach_moments,
    rated_result,
    step_result,
)
from mustutor.cli.tutor.walk import Flow
from mustutor.games import options
from mustutor.games.bot import LEVEL_NAMES, is_level, level, level_title, strongest
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.rulebook import in_language
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.markup import Markup
from mustutor.present.screen.desk import Desk, act, open_desk
from mustutor.present.screen.recording import scene_of
from mustutor.present.screen.rows import ScreenPen
from mustutor.present.touch import TableTurn, fork_page, table_page, walk_page
from mustutor.referee.recorder.commands import sizes
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.format import rules_of
from mustutor.replay.live_file import open_live
from mustutor.replay.names import by_name
from mustutor.replay.seals import with_seals
from mustutor.tutor.course import PRACTICE
from mustutor.tutor.ladder import PlayStep, step_named, step_of
from mustutor.tutor.progress_file import ENVIRONMENT, ProgressStore
from mustutor.tutor.rating import fitting_level
from mustutor.tutor.walk import Fork, ForkChoice, Walk, nowhere

TABLE = "table.part.jsonl"
"""The match that goes on, call by call."""
HOME, LEARN = "home", "learn"
"""What leads to the beginning, from wherever somebody is; and the part where it is."""


class TableChosen(SitDown):
    """Raised where a learner chooses a table by its rules: who plays there, and how many."""

    def __init__(self, rules: str, bots: str, number: int) -> None:
        super().__init__("")
        self.rules, self.bots, self.number = rules, bots, number


class Seated(NamedTuple):
    """A match at a table: its players, its record so far, and what has happened since a touch."""

    step: PlayStep | None
    players: LiveMatch
    recorder: Recorder
    happened: tuple[Explanation, ...] = ()
    moments: CoachMoments | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The seats where nobody of the house sits."""
        return tuple([s for s in self.recorder.match.seats if s not in self.players.bots])


class Device:
    """Somebody's desk and table on a device, with progress kept in a `folder`.

    The same `seed` deals the same matches; without one each is another.
    """

    def __init__(self, language: Language, folder: Path, seed: str = "") -> None:
        self.language = language
        self._seed = seed
        self.console = Console(language, plain=True)
        self.shelf = DeviceShelf(folder, language)
        self.screens: dict[str, DeskScreen] = {}
        self.at = LEARN
        self._come_in()
        self.desk = self._home()
        self.live = open_live(folder / TABLE)
        self.waiting: Seated | None = None
        self.table = self._resumed()

    def _come_in(self) -> None:
        """Read progress as it is now: a command, or another device, may have added to it."""
        self.store = ProgressStore(self.shelf.folder / PROGRESS)
        self.flow = Flow(self.console, self.store, more=self._elsewhere)

    def _home(self) -> Desk:
        return open_desk(nowhere(), ScreenPen(self.language), self.flow.onward)

    def touched(self, act: str, typed: str = "") -> Markup:
        """Do what a button says, and show what is then to be seen."""
        self.shelf.handed = {}
        with environment({ENVIRONMENT: str(self.store.path)}):
            if act == HOME:
                self._come_in()
                self.at = LEARN
                self.desk, self.table, self.waiting = self._home(), self.waiting, None
            elif act == "open":
                self._open(typed)
            elif act == "sent":
                self._open("records")
                self.screens[self.at] = SCREENS[self.at](self.shelf).touched("take", typed)
            elif self.at != LEARN:
                self.screens[self.at] = self.screens[self.at].touched(act, typed)
            elif self.table is not None:
                return self._at_table(self.table, act, typed)
            elif act != "look":
                self._at_desk("answer" if act == "way" else act, typed)
            return self._seen()

    def _seen(self) -> Markup:
        if self.at != LEARN:
            return self.screens[self.at].page()
        if self.table is not None:
            return self._table_seen(self.table)
        desk = self.desk
        if desk.forks:
            back = len(desk.forks) > 1 or bool(desk.walk.source.name)
            return fork_page(desk.forks[-1], self.language, back=back, message=desk.message)
        return walk_page(desk.walk, self.language, desk.message)

    # --- the desk ----------------------------------------------------------------------------

    def _open(self, named: str) -> None:
        """Show what an address names: ``judge``, ``lesson:grande``, ``drill:x``, ``play:x``."""
        kind, _, name = named.partition(":")
        self.at = kind if kind in SCREENS else LEARN
        if kind in SCREENS and kind not in self.screens:
            self.screens[kind] = opened(kind, self.shelf)
        elif kind == LEARN:
            self._come_in()
            self.desk = self.desk if self.desk.walk.source.name else self._home()
        elif kind == "lesson":
            self._begin(self.flow.lesson(name))
        elif kind == "drill":
            self._begin(self.flow.drill(name, PRACTICE))
        elif kind == "play" and (step := step_named(name)) is not None:
            self._sit_down(step.variant, "")

    def _elsewhere(self) -> tuple[ForkChoice, ...]:
        """What the first page leads to besides the course."""
        return (ForkChoice(self.language.say("Another table"), self._tables),)

    def _tables(self) -> Fork:
        """Every rulebook, game by game."""
        ways = []
        for rules in map(load_variant, variant_ids()):
            name = in_language(rules.name, self.language.code)
            ways.append(ForkChoice(name, partial(self._opponents, rules), title(rules.game)))
        ways.sort(key=lambda way: way.part != title("mus"))
        said = self.language.say("By which rules?")
        return Fork(said, Explanation("", ()), tuple(ways))

    def _opponents(self, rules: Variant) -> Fork:
        """Who plays there: a level of the house, the fitting one recommended."""
        levels = [name for name in LEVEL_NAMES if is_level(name)]
        ways = [
            ForkChoice(level_title(name, self.language), partial(self._numbers, rules, name))
            for name in levels
        ]
        usual = levels.index(fitting_level(self.store.progress.rating))
        said = self.language.say("Against whom?")
        return Fork(said, Explanation("", ()), tuple(ways), usual)

    def _numbers(self, rules: Variant, bots: str) -> Fork:
        """How many play, where the rules leave it open; at once to the table where they do not."""
        numbers = sizes(rules)
        ways = [ForkChoice(str(n), partial(table_chosen, rules.id, bots, n)) for n in numbers]
        if len(numbers) == 1:
            table_chosen(rules.id, bots, numbers[0])
        return Fork(self.language.say("How many play?"), Explanation("", ()), tuple(ways))

    def _begin(self, walk: Walk, *, leaves: bool = True) -> None:
        """Begin a walk; unless one `leaves` it, the table waits beneath it for its end."""
        self.flow.begins(walk)
        self.desk = open_desk(walk, ScreenPen(self.language), self.flow.onward)
        self.waiting, self.table = (None if leaves else self.table), None

    def _at_desk(self, action: str, typed: str) -> None:
        before = self.desk
        try:
            self.desk = act(before, action, typed)
        except TableChosen as chosen:
            self.sit_down(chosen)
            return
        except SitDown as chosen:
            self._open(f"play:{chosen.step}")
            return
        if self.desk.walk != before.walk:
            self.flow.keep(before.walk, self.desk.walk)

    # --- the table ---------------------------------------------------------------------------

    def sit_down(self, chosen: TableChosen) -> None:
        """Sit down at a table that was chosen."""
        self._sit_down(load_variant(chosen.rules), chosen.bots, str(chosen.number))

    def _sit_down(self, rules: Variant, bots: str, number: str = "") -> None:
        self._get_up()
        setup = PlaySetup(self.console, rules, number, [], bots, self._seed, 0)
        players = setup.sitting()
        self.table = self._played_on(Seated(step_of(rules), players, seated(setup, players)))

    def _get_up(self) -> None:
        """Leave the table; what was played there is kept among the records, finished or not."""
        replay = self.live.read()
        if replay is not None and replay.hands:
            self.shelf.keep(with_seals(replay))
        self.live.keep(())
        self.table = self.waiting = None

    def _resumed(self) -> Seated | None:
        """The match that was left, with its players; None if there is none to go on with."""
        replay = self.live.read()
        if replay is None:
            return None
        rules = rules_of(replay)[0]
        setup = PlaySetup(self.console, rules, "", [], "", "", 0)
        recorder = setup.resumed(replay, self.live)
        table = Seated(step_of(rules), setup.sitting(), recorder)
        so_far = table.players.so_far(recorder, table.people, self.language)
        return self._played_on(table._replace(happened=so_far), deals=not recorder.hands)

    def _played_on(self, table: Seated, *, deals: bool = True) -> Seated:
        """The table when somebody is asked, or a hand is over; what happened by then is told.

        With `deals` the next hand begins where one is over.
        """
        recorder = table.recorder
        happened = list(table.happened)
        while not table.players.over(recorder) and not table.players.asks(recorder):
            if recorder.wants in ("next", "mano") and not deals:
                break
            before, deals = recorder, False
            recorder = table.players.step(recorder)
            happened += table.players.tell(before, recorder, table.people, self.language)
        self.live.keep(recorder.lines())
        return table._replace(recorder=recorder, happened=tuple(happened))

    def _at_table(self, table: Seated, act: str, typed: str) -> Markup:
        if act == "leave":
            self._get_up()
            self.desk = self._home()
        elif act == "lesson" and table.step is not None:
            self._begin(self.flow.lesson(table.step.lesson), leaves=False)
        elif table.players.over(table.recorder):
            self._after(table, act)
        elif act == "next":
            self.table = self._played_on(table._replace(happened=()))
        elif act == "say":
            adviser = level(strongest())(seed=1)
            turn = KeyboardTurn(table.recorder, self.language, table.people, adviser)
            taken = turn.take(typed)
            if taken.turn.recorder is table.recorder:
                self.table = table._replace(happened=taken.pages)
            else:
                recorder = taken.turn.recorder
                told = table.players.tell(table.recorder, recorder, table.people, self.language)
                after = table._replace(recorder=recorder, happened=(*taken.pages, *told))
                self.table = self._played_on(after, deals=False)
        return self._seen()

    def _after(self, table: Seated, act: str) -> None:
        """What follows a match that is over: its verdict, what the coach saw, or the way on."""
        replay = table.recorder.closed()
        if act == "next":
            kinds = {bot.name for bot in table.players.bots.values()}
            ended = (table.recorder, table.people)
            self.store.keep(filter(None, (step_result(*ended), rated_result(*ended, kinds))))
            self._at_table(table, "leave", "")
        elif act == "stones":
            self.at = "records"
            self.screens[self.at] = RecordScreen(self.shelf, replay)
        elif act == "coach":
            moments = coach_moments(replay, table.people, by_name(self.language, replay))
            moments.keep(self.store)
            told = moments.lines or (Line(self.language.say(NO_MISTAKE)),)
            page = Explanation("", (Passage(self.language.say("What the coach saw"), told),))
            self.table = table._replace(happened=(page,), moments=moments)
        elif act == "moments" and table.moments is not None:
            self._begin(table.moments.walk(self.language), leaves=False)

    def _table_seen(self, table: Seated) -> Markup:
        recorder = table.recorder
        asked = table.players.asks(recorder)
        seat = table.people[0]
        scene = scene_of(recorder, self.language, frozenset((seat,)))
        assert scene is not None
        hand, position = recorder.hands[-1], scene.position
        if hand.is_told and not asked:  # the hand that is over, with the cards that were shown
            position, waiting = hand.settled
            shown = recorder.game.gaps.shown_hands(hand.position, position, waiting)
            scene = scene._replace(position=position, face_up=frozenset(shown))
        assert position is not None
        over = table.players.over(recorder)
        turn = TableTurn(
            position,
            scene,
            str(hand.number),
            seat,
            table.happened,
            options(position) if asked else (),
            asked,
            lesson=table.step is not None,
            over=over,
            coached=over and table.moments is None and is_coached(recorder.variant),
            asked_again=table.moments is not None and bool(table.moments.puzzles),
        )
        return table_page(turn, self.language, match_line(recorder, self.language) if over else "")


def is_coached(rules: Variant) -> bool:
    """Whether the coach knows the game of these rules."""
    try:
        refuse_game(rules)
    except NotationError:
        return False
    return True


def table_chosen(rules: str, bots: str, number: int) -> Fork:
    """Choose a table: the way on to it is no fork."""
    raise TableChosen(rules, bots, number)


_DEVICES: dict[str, Device] = {}


def touched(asked: str) -> str:
    """Answer a page: what was touched as JSON, what is then to be seen as JSON.

    With it comes in which part of the page that is, and what is handed out: a file or a link. One
    device for each language; what goes wrong is told as it is at a terminal.
    """
    question = json.loads(asked)
    code, folder = question["language"], Path(question["folder"])
    if code not in _DEVICES:
        _DEVICES[code] = Device(open_language(code), folder)
    device = _DEVICES[code]
    device.shelf.address = question.get("page", "")
    try:
        seen = device.touched(question["act"], question.get("typed", ""))
    except MustutorError as problem:
        return json.dumps({"problem": said_in_page(problem, device.language)})
    return json.dumps({"seen": seen, "at": device.at, "handed": device.shelf.handed})
