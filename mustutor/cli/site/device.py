"""A browser between two touches: a walk at its desk, or a table where somebody plays.

The same walks, forks and matches as at a terminal, kept in the same files: a page touches a button,
`Device.touched` answers with what is then to be seen. Nothing here draws or asks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from mustutor.analysis.keyboard_player import KeyboardTurn
from mustutor.analysis.match import LiveMatch, match_line
from mustutor.base.errors import MustutorError
from mustutor.base.language import Language, open_language
from mustutor.cli.common_options import SitDown
from mustutor.cli.console import Console
from mustutor.cli.play import PlaySetup, seated
from mustutor.cli.site.running import PROGRESS
from mustutor.cli.tutor.table import step_result
from mustutor.cli.tutor.walk import Flow
from mustutor.games import options
from mustutor.games.bot import level, strongest
from mustutor.games.explain import Explanation
from mustutor.present.markup import Markup
from mustutor.present.screen.desk import Desk, act, open_desk
from mustutor.present.screen.recording import scene_of
from mustutor.present.screen.rows import ScreenPen
from mustutor.present.touch import TableTurn, fork_page, table_page, walk_page
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.format import rules_of
from mustutor.replay.live_file import open_live
from mustutor.tutor.course import PRACTICE
from mustutor.tutor.ladder import PlayStep, step_named, step_of
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.walk import Walk, nowhere

TABLE = "table.part.jsonl"
"""The match that goes on, call by call."""
HOME = "home"
"""What leads to the beginning, from wherever somebody is."""


class Seated(NamedTuple):
    """A match at a table: its players, its record so far, and what has happened since a touch."""

    step: PlayStep | None
    players: LiveMatch
    recorder: Recorder
    happened: tuple[Explanation, ...] = ()

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
        self.store = ProgressStore(folder / PROGRESS)
        self.flow = Flow(self.console, self.store)
        self.desk = self._home()
        self.live = open_live(folder / TABLE)
        self.table = self._resumed()
        self.waiting: Seated | None = None

    def _home(self) -> Desk:
        return open_desk(nowhere(), ScreenPen(self.language), self.flow.onward)

    def touched(self, act: str, typed: str = "") -> Markup:
        """Do what a button says, and show what is then to be seen."""
        if act == "again":  # other progress was taken in
            self.store = ProgressStore(self.store.path)
            self.flow = Flow(self.console, self.store)
            self.desk, self.table, self.waiting = self._home(), self.waiting or self.table, None
        elif act == HOME:
            self.desk, self.table, self.waiting = self._home(), self.waiting, None
        elif act == "open":
            self._open(typed)
        elif self.table is not None:
            return self._at_table(self.table, act, typed)
        elif act != "look":
            self._at_desk("answer" if act == "way" else act, typed)
        return self._seen()

    def _seen(self) -> Markup:
        if self.table is not None:
            return self._table_seen(self.table)
        desk = self.desk
        if desk.forks:
            back = len(desk.forks) > 1 or bool(desk.walk.source.name)
            return fork_page(desk.forks[-1], self.language, back=back, message=desk.message)
        return walk_page(desk.walk, self.language, desk.message)

    # --- the desk ----------------------------------------------------------------------------

    def _open(self, named: str) -> None:
        """Begin what an address names: ``lesson:grande``, ``drill:x``, ``play:whole_game``."""
        kind, _, name = named.partition(":")
        if kind == "lesson":
            self._begin(self.flow.lesson(name))
        elif kind == "drill":
            self._begin(self.flow.drill(name, PRACTICE))
        elif kind == "play" and (step := step_named(name)) is not None:
            self._sit_down(step)

    def _begin(self, walk: Walk, *, leaves: bool = True) -> None:
        """Begin a walk; unless one `leaves` it, the table waits beneath it for its end."""
        self.flow.begins(walk)
        self.desk = open_desk(walk, ScreenPen(self.language), self.flow.onward)
        self.waiting, self.table = (None if leaves else self.table), None

    def _at_desk(self, action: str, typed: str) -> None:
        before = self.desk
        try:
            self.desk = act(before, action, typed)
        except SitDown as chosen:
            step = step_named(chosen.step)
            assert step is not None
            self._sit_down(step)
            return
        if self.desk.walk != before.walk:
            self.flow.keep(before.walk, self.desk.walk)

    # --- the table ---------------------------------------------------------------------------

    def _sit_down(self, step: PlayStep) -> None:
        setup = PlaySetup(self.console, step.variant, "", [], "", self._seed, 0)
        players = setup.sitting()
        self.table = self._played_on(Seated(step, players, seated(setup, players)))

    def _resumed(self) -> Seated | None:
        """The match that was left, with its players; None if there is none to go on with."""
        replay = self.live.read()
        if replay is None:
            return None
        rules = rules_of(replay)[0]
        setup = PlaySetup(self.console, rules, "", [], "", "", 0)
        recorder = setup.resumed(replay)
        table = Seated(step_of(rules), setup.sitting(), recorder)
        so_far = table.players.so_far(recorder, table.people, self.language)
        return self._played_on(table._replace(happened=so_far), deals=not recorder.hands)

    def _played_on(self, table: Seated, *, deals: bool = True) -> Seated:
        """The table when somebody is asked, or a hand is over, written down and told till then.

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
            self.live.keep(())
            self.table, self.desk = None, self._home()
        elif act == "lesson" and table.step is not None:
            self._begin(self.flow.lesson(table.step.lesson), leaves=False)
        elif act == "next" and table.players.over(table.recorder):
            result = step_result(table.recorder, table.people)
            self.store.keep([] if result is None else [result])
            return self._at_table(table, "leave", "")
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
        over = match_line(recorder, self.language) if table.players.over(recorder) else ""
        turn = TableTurn(
            position,
            scene,
            str(hand.number),
            seat,
            table.happened,
            options(position) if asked else (),
            asked,
            lesson=table.step is not None,
        )
        return table_page(turn, self.language, over)


_DEVICES: dict[str, Device] = {}


def touched(asked: str) -> str:
    """Answer a page: what was touched as JSON, what is then to be seen as JSON.

    One device for each language; what goes wrong is told as it is at a terminal.
    """
    question = json.loads(asked)
    code, folder = question["language"], Path(question["folder"])
    if code not in _DEVICES:
        _DEVICES[code] = Device(open_language(code), folder)
    device = _DEVICES[code]
    try:
        seen = device.touched(question["act"], question.get("typed", ""))
    except MustutorError as problem:
        return json.dumps({"problem": problem.said(device.language)})
    return json.dumps({"seen": seen})
