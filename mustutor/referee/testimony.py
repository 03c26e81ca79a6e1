"""What was said in a lance in dispute, as it is told: each call is checked, and none is made up.

Whoever is left out of the telling is asked for, or his call is marked as forgotten. What the rules
refuse is told with its reason; told once more, it was said all the same, and is for a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from mustutor import games
from mustutor.calls import FORGOTTEN, Call, Grammar, write_call
from mustutor.errors import AnswerError, IllegalCall, NotationError
from mustutor.language import mark
from mustutor.position import Position
from mustutor.replay.names import Names
from mustutor.replay.player import Player
from mustutor.replay.shorthand import in_full_at

MOST_CALLS = 60

ALL_PASS = frozenset(("passed", "all pass", "all passed", "todos pasan", "todos paso"))
NOTHING = frozenset(("nothing", "nada", "nobody", "nadie", "no word", "rien"))
"""What somebody said who was passed over: a word out of turn followed."""
NOBODY = frozenset(("nobody", "none", "nadie", "ninguno", "0"))
AND = frozenset(("Y", "AND", "ET", "ETA"))
SEPARATORS = str.maketrans(dict.fromkeys(",;:=/", " "))


@dataclass(frozen=True)
class Testimony:
    """The calls of a lance so far, and the player who heard them.

    `waiting` was said later than what is asked for now; `irregular` tells that the rules refuse
    the last of the calls, or one before it.
    """

    lance: str
    names: Names
    grammar: Grammar
    player: Player
    calls: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    irregular: bool = False

    @property
    def gap(self) -> bool:
        """Whether a call is forgotten."""
        return bool(self.player.unjudged)

    @property
    def speaker(self) -> str:
        """Who speaks next in the lance; nobody once it is over, forgotten or for a ruling."""
        position = self.player.position
        if position.lance != self.lance or self.gap or self.irregular:
            return ""
        return position.speaker

    def heard(self, text: str) -> Testimony:
        """Hear a call, or several with their seats; then what was told before and had to wait.

        Raises AnswerError or IllegalCall where the rules refuse one, NotationError where it is
        none.
        """
        said = text.strip().lower()
        if not said:
            raise AnswerError(mark("Somebody spoke here: write what was said, or ?."))
        if said in NOTHING and self.waiting:
            return replace(self, waiting=()).all_the_same(", ".join(self.waiting))
        begun = replace(self, player=self.player.copy(), calls=self.calls, waiting=())
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if said in ALL_PASS:
            parts = list(self._passing())
        return begun.take_all((*parts, *self.waiting))

    def example(self) -> str:
        """An answer that tells several calls at once, of those the rules allow now."""
        player, told = self.player.copy(), list[str]()
        auction = player.position.state.auction
        for words in ("no quiero" if auction and auction.stake else "envido 2", "quiero"):
            speaker = player.position.speaker
            if not speaker or player.lance != self.lance:
                break
            if player.hear(f"{speaker} {words}").failure is not None:
                return ", ".join(told) or f"{speaker} paso"
            told.append(f"{speaker} {words}")
        return ", ".join(told)

    def _passing(self) -> Iterator[str]:
        """A paso of everybody who is to speak before what was told already."""
        later = [self.seated(part)[0] for part in self.waiting]
        queue = self.player.position.queue
        for seat in takewhile(lambda seat: seat not in later, queue):
            yield f"{seat} paso"

    def take_all(self, parts: Sequence[str]) -> Testimony:
        """Hear calls one after the other; where somebody is passed over, the rest has to wait."""
        calls = list(self.calls)
        for number, part in enumerate(parts):
            call = self.read(part)
            position = self.player.position
            if self._is_passed_over(call, position):
                self._expect_in_turn(call)
                return replace(self, calls=tuple(calls), waiting=tuple(parts[number:]))
            self.hear_call(call, calls)
            if self.player.unjudged:
                said = replace(self, calls=tuple(calls))
                return said.went_on(parts[number + 1 :], position)
        return replace(self, calls=tuple(calls))

    def _is_passed_over(self, call: Call, position: Position) -> bool:
        """Whether somebody who speaks before is left out: nobody makes up what he said."""
        if position.lance != self.lance or call.seat == position.speaker:
            return False
        if call.seat not in position.queue or not position.speaker:
            return False
        return call.verb == FORGOTTEN or games.why_not(position, call) is not None

    def _expect_in_turn(self, call: Call) -> None:
        """Raise IllegalCall for what is refused even after a paso of all who speak before."""
        player = self.player.copy()
        while player.lance == self.lance and player.position.speaker not in ("", call.seat):
            if player.hear(f"{player.position.speaker} paso").failure is not None:
                return
        fault = games.why_not(player.position, call)
        if fault is not None and call.verb != FORGOTTEN:
            raise IllegalCall(fault)

    def hear_call(self, call: Call, calls: list[str]) -> None:
        """Hear one call, and write it down as records do. Raises where it is refused."""
        position = self.player.position
        if position.lance != self.lance or not position.speaker:
            raise AnswerError(
                mark("{lance} is over: {words} comes too late."),
                lance=self.lance,
                words=write_call(call),
            )
        if len(calls) >= MOST_CALLS:
            raise AnswerError(mark("No lance has so many calls."))
        failure = self.player.hear(call).failure
        if failure is not None:
            raise IllegalCall(failure.fault)
        calls.append(write_call(call if self.player.unjudged else self.player.steps[-1].call))

    def went_on(self, parts: Sequence[str], gap: Position) -> Testimony:
        """What was said after a forgotten call; those between, of whom nobody told, forgot too."""
        if not parts:
            return self
        calls = list(self.calls)
        next_told = self.read(parts[0]).seat
        between = gap.queue[1:]
        if next_told in between:
            calls += [f"{seat} {FORGOTTEN}" for seat in between[: between.index(next_told)]]
        return self.after_gap(parts, calls)

    def after_gap(self, parts: Sequence[str], calls: Sequence[str] = ()) -> Testimony:
        """Take down what was said after a forgotten call, or one for a ruling."""
        told = [*(calls or self.calls)]
        for part in parts:
            told.append(write_call(self.read(part)))
            if len(told) > MOST_CALLS:
                raise AnswerError(mark("No lance has so many calls."))
        return replace(self, calls=tuple(told), waiting=())

    def all_the_same(self, text: str) -> Testimony:
        """Take down what was said though the rules refuse it: what is legal is heard before it.

        Raises NotationError where it is no call.
        """
        parts = [part.strip() for part in text.split(",") if part.strip()] + list(self.waiting)
        said = replace(self, player=self.player.copy(), waiting=())
        calls = list(said.calls)
        for number, part in enumerate(parts):
            call = said.read(part)
            try:
                said.hear_call(call, calls)
            except (AnswerError, IllegalCall):
                told = [write_call(said.read(each)) for each in parts[number:]]
                calls = [*calls, *told][:MOST_CALLS]
                return replace(said, calls=tuple(calls), irregular=True)
        return replace(said, calls=tuple(calls))

    def read(self, part: str) -> Call:
        """Read a call; without a seat, or a name, it is the speaker's."""
        seat, words = self.seated(part)
        position = self.player.position
        if not seat:
            seat = position.speaker if position.lance == self.lance else ""
        return self.grammar.read(f"{seat} {in_full_at(words, position)}".strip())

    def seated(self, part: str) -> tuple[str, str]:
        """The seat a call begins with, by itself or by a name, and its words."""
        seat, end = self.names.begins(part)
        words = part[end:].lstrip(" :")
        if not seat or not words:
            return "", part
        if part[:end].strip().upper() != seat:
            try:
                self.grammar.read(f"{seat} {part}")
            except NotationError:
                return seat, words
            return "", part  # a call, whatever the players are called
        return seat, words


def those_named(text: str, names: Names) -> list[tuple[str, str]]:
    """Those who said yes, by seat or name; a ? after one says that nobody knows it.

    >>> those_named("Ane y B2 ?", Names(("A1", "B2"), {"A1": "Ane"}))
    [('A1', 'tengo'), ('B2', '?')]
    """
    named: list[tuple[str, str]] = []
    left = text.translate(SEPARATORS).replace("?", " ? ").strip()
    if left.lower() in NOBODY:
        return []
    while left := left.strip():
        seat, end = names.begins(left)
        word = left.split(None, 1)[0]
        left = left[end or len(word) :]
        if word == FORGOTTEN and named:
            named[-1] = (named[-1][0], FORGOTTEN)
        elif seat or word.upper() not in AND:
            named.append((seat or word.upper(), "tengo"))
    if not named:
        raise AnswerError(mark("Name those who said yes, or write nobody."))
    return named
