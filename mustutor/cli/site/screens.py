"""The screens of a device besides lessons and tables, and what a touch does there.

Each answers a touch with the screen that is then to be seen, and draws itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from mustutor.base.errors import MustutorError, NotationError, ReplayError
from mustutor.base.language import mark
from mustutor.cli.console import Console
from mustutor.cli.replay.records import Match
from mustutor.cli.replay.show import link_of, page_of
from mustutor.cli.site.shelf import DeviceShelf
from mustutor.games.rulebook import in_language
from mustutor.games.teller import teller_of
from mustutor.model.variant import Variant, load_variant
from mustutor.present.desk_pages import (
    playback_buttons,
    quarrel_page,
    record_page,
    settings_page,
    shelf_page,
)
from mustutor.present.markup import Markup
from mustutor.present.touch import Touched, walk_page
from mustutor.referee.inquiry import USUAL_RULES, DisputeInterview, load_known
from mustutor.referee.settle import Settlement, settle
from mustutor.replay.files import matches_in, packaged
from mustutor.replay.format import Replay
from mustutor.replay.names import by_name
from mustutor.replay.reader import STDIN
from mustutor.replay.sheet.writer import written
from mustutor.replay.writer import dumps
from mustutor.tutor.record_walk import RecordSource
from mustutor.tutor.walk import Walk


class DeskScreen(Protocol):
    """What is seen, and what a touch of it leads to."""

    def touched(self, act: str, typed: str) -> DeskScreen:
        """Do what a button says. Raises MustutorError, and then nothing has changed."""
        ...

    def page(self) -> Markup:
        """What is to be seen."""
        ...


class QuarrelScreen:
    """A quarrel, question by question; its answers are kept until it is judged."""

    def __init__(self, shelf: DeviceShelf) -> None:
        self.shelf = shelf
        self.inquiry = DisputeInterview(shelf.language)
        self.asked: list[str] = []
        for text in shelf.answers:
            if not self._answer(text):
                self._answer(text)  # it was told twice: said all the same

    def _answer(self, text: str) -> bool:
        question = self.inquiry.question
        taken = self.inquiry.answer(text)
        if taken and question is not None:
            self.asked.append(question.name)
        return taken

    def touched(self, act: str, typed: str) -> DeskScreen:
        """Answer the question, take the last answer back, or begin another quarrel."""
        inquiry = self.inquiry
        if act == "again":
            self.shelf.keep_answers([])
            return QuarrelScreen(self.shelf)
        if act == "back" and inquiry.back():
            self.asked.pop()
        elif act == "answer":
            self._answer(typed)
        self.shelf.keep_answers(inquiry.answers)
        return self.judged() or self

    def judged(self) -> RecordScreen | None:
        """The verdict, once all is answered; None before."""
        record, quarrel = self.inquiry.record, self.inquiry.quarrel
        if record is None or quarrel is None:
            return None
        settlement = settle(record, variant=quarrel.variant)
        return RecordScreen(self.shelf, record, settlement, self)

    @property
    def _rules(self) -> Variant:
        """The rules that were chosen, or those that are usual."""
        given = zip(self.asked, self.inquiry.answers, strict=True)
        chosen = [text for name, text in given if name == "rules"] or [""]
        try:
            return load_known(chosen[-1].strip() or USUAL_RULES)
        except NotationError:  # told in sentences, in place of an answer
            return load_known(USUAL_RULES)

    def page(self) -> Markup:
        """The open question."""
        question, language = self.inquiry.question, self.shelf.language
        assert question is not None
        deck = teller_of(self._rules).deck if question.name == "hand" else ""
        calls = [f"{line.seat} {line.said}" for line in question.choices if line.said and line.seat]
        answers = [(said, said) for said in (*question.offered, *calls)]
        if question.name == "rules":
            names = [(one, load_variant(one).name) for one in question.offered]
            answers = [(one, in_language(name, language.code)) for one, name in names]
        elif question.name == "seats":
            answers = [(one, one) for one in rotations(self.shelf.players)]
        begun = bool(self.inquiry.answers)
        return quarrel_page(question, answers, deck, language, begun=begun)


def rotations(players: str) -> list[str]:
    """The players of a table in speaking order, once from each of them.

    >>> rotations("A1=Ane,B1=Bea")
    ['Ane, Bea', 'Bea, Ane']
    """
    names = [each.partition("=")[2] for each in players.split(",") if each]
    return [", ".join([*names[at:], *names[:at]]) for at in range(len(names))]


class RecordScreen:
    """A record with its verdict; it is kept among those that were asked for."""

    def __init__(
        self,
        shelf: DeviceShelf,
        replay: Replay,
        settlement: Settlement | None = None,
        before: DeskScreen | None = None,
    ) -> None:
        self.shelf = shelf
        self.replay = replay
        self.settlement = settlement or settle(replay)
        self.before = before
        self.name = shelf.keep(replay)
        self.message = ""

    def touched(self, act: str, typed: str) -> DeskScreen:
        """Hand it out, play it, or go back to where it came from."""
        self.message = ""
        match act:
            case "save":
                self._save(typed)
            case "link":
                address = self.shelf.address
                self.shelf.share(link_of(self._match, address, self.shelf.language))
            case "play":
                return PlaybackScreen(self)
            case "remove":
                self.shelf.remove(self.name)
                self.message = self.shelf.language.say("It is not kept here any more.")
            case "back" | "again":
                return (self.before or ShelfScreen(self.shelf)).touched(act, "")
        return self

    @property
    def _match(self) -> Match:
        return Match(STDIN, 1, self.replay)

    def _save(self, kind: str) -> None:
        if kind == "html":
            text = page_of(Console(self.shelf.language, plain=True), self._match)
        else:
            text = written(self.replay) if kind == "mus" else dumps(self.replay)
        self.shelf.hand(f"mustutor.{kind}", text)

    def page(self) -> Markup:
        """The verdict, and all that follows from the record."""
        say = self.shelf.language.say
        ways = [Touched(say("Other records"), "back")]
        if self.before is not None:
            ways = [Touched(say("Back to the questions"), "back")]
            ways.append(Touched(say("Another quarrel"), "again"))
        return record_page(self.settlement, ways, self.shelf.language, self.message)


class PlaybackScreen:
    """A record moment by moment."""

    def __init__(self, record: RecordScreen) -> None:
        self.record = record
        replay, self.language = record.replay, record.shelf.language
        if not replay.hands:
            raise ReplayError(mark("No hand of this match is recorded."))
        named = by_name(self.language, replay)
        self.source = RecordSource(replay, named, record.settlement)
        self.walk = Walk(self.source)

    def touched(self, act: str, typed: str) -> DeskScreen:
        """Go on, back, to a moment by its number; past the last one the verdict follows."""
        if act == "verdict" or (act == "forward" and self.walk.is_last):
            return self.record
        if act == "forward":
            self.walk = self.walk.forward()
        elif act == "back":
            self.walk = self.walk.back()
        elif act == "to" and typed.isdecimal():
            self.walk = self.walk.to_index(int(typed))
        return self

    def page(self) -> Markup:
        """The moment."""
        buttons = playback_buttons(self.source.places, self.walk.at, self.language)
        return walk_page(self.walk, self.language, buttons=buttons)


class ShelfScreen:
    """Where records are opened."""

    def __init__(self, shelf: DeviceShelf) -> None:
        self.shelf = shelf
        self.message = ""

    def touched(self, act: str, typed: str) -> DeskScreen:
        """Open a record that is kept or comes along, or what was pasted, sent or read of a file."""
        self.message = ""
        if act == "record":
            return RecordScreen(self.shelf, self.shelf.record(typed))
        if act == "take":
            return self._taken(typed)
        return self

    def _taken(self, text: str) -> DeskScreen:
        found = list(matches_in(text.encode(), file=STDIN))
        for match in found:
            if match.problem is not None:
                raise match.problem
        replays = [match.replay for match in found if match.replay is not None]
        if not replays:
            raise NotationError(mark("No match is in it."))
        if len(replays) == 1:
            return RecordScreen(self.shelf, replays[0])
        for replay in reversed(replays):
            self.shelf.keep(replay)
        self.message = self.shelf.language.say(
            "{number} matches are in it: each stands below.", number=len(replays)
        )
        return self

    def page(self) -> Markup:
        """What there is to open."""
        return shelf_page(self.shelf.records(), packaged(), self.shelf.language, self.message)


class SettingsScreen:
    """What is set, and all that is kept, to go to another device or to come from one."""

    def __init__(self, shelf: DeviceShelf) -> None:
        self.shelf = shelf
        self.message = ""

    def touched(self, act: str, typed: str) -> DeskScreen:
        """Set who sits where; hand all out, or take it in."""
        self.message = ""
        if act == "names":
            self.shelf.set_players(typed)
            self.message = self.shelf.language.say("It is kept.")
        elif act == "export":
            self.shelf.export()
        elif act == "import":
            self.message = self.shelf.take_in(typed)
        return self

    def page(self) -> Markup:
        """The settings."""
        return settings_page(self.shelf.players, self.shelf.language, self.message)


SCREENS: Mapping[str, Callable[[DeviceShelf], DeskScreen]] = {
    "judge": QuarrelScreen,
    "records": ShelfScreen,
    "settings": SettingsScreen,
}
"""The screens there are, by their part of an address."""


def opened(name: str, shelf: DeviceShelf) -> DeskScreen:
    """A screen as it is first seen; a quarrel that was judged shows its verdict."""
    screen = SCREENS[name](shelf)
    if isinstance(screen, QuarrelScreen):
        try:
            return screen.judged() or screen
        except MustutorError:
            return screen.touched("again", "")
    return screen
