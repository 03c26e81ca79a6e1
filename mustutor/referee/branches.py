"""Half a memory: every call that may have been said at a gap, and what may still come of it all.

Each legal call is put in the place of a forgotten one, and the hand played on: what the rest of
the record then refuses cannot have been said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, HIDDEN, Call, write_call
from mustutor.position import Option, Position
from mustutor.register import traits
from mustutor.replay.format import Json, Replay
from mustutor.replay.place import read_place
from mustutor.replay.playback import Played, play_back
from mustutor.variant import Variant

Gains = tuple[tuple[str, int], ...]


class Ending(NamedTuple):
    """One way it may end: who gets what, whether a claim holds then, and in how many deals.

    `gets` are the stones that go to each account in the lance, or in the hand, and below 0
    those a player gives for the value of a hand. `after` is what each side then has, where a
    whole hand is asked for, and `decided` the side that has won or lost the game by it.
    `holds` is None where nothing is claimed. `supposing` are the calls under which it may end
    so, where calls are forgotten: one tuple for each way to fill them.
    """

    gets: Gains
    after: Gains
    decided: str
    holds: bool | None
    ways: int
    supposing: tuple[tuple[str, ...], ...]

    def as_json(self) -> Json:
        """The ending for a program; `hands` only where they were counted."""
        written: Json = {"gets": dict(self.gets)}
        if self.after:
            written["after"] = dict(self.after)
        if self.decided:
            written["decided"] = self.decided
        if self.holds is not None:
            written["holds"] = self.holds
        if self.ways:
            written["hands"] = self.ways
        if self.supposing:
            written["supposing"] = [list(calls) for calls in self.supposing]
        return written


class Possible(NamedTuple):
    """All that may still come of a question, the likeliest by number of deals first.

    `show` are the seats whose cards are not known and matter, `remember` the places of calls
    nobody remembers, `found` those of which only one word fits. `exhaustive` says that nothing
    was left untried; `deciding` is the smallest set of those seats and places that settles it
    whatever they turn out to be.
    """

    endings: tuple[Ending, ...]
    show: tuple[str, ...]
    remember: tuple[str, ...]
    found: Mapping[str, str]
    exhaustive: bool
    deciding: tuple[str, ...]

    @property
    def holds_in(self) -> str:
        """Whether what is claimed holds in ``all``, ``some`` or ``none`` of them."""
        found = {ending.holds for ending in self.endings}
        if found == {True}:
            return "all"
        return "none" if found == {False} else "some"

    @property
    def ways(self) -> int:
        """In how many ways the unseen hands can be dealt; 0 where they were not counted."""
        return sum(ending.ways for ending in self.endings)

    def as_json(self) -> Json:
        """What is possible, for a program."""
        written: Json = {"outcomes": [ending.as_json() for ending in self.endings]}
        if any(ending.holds is not None for ending in self.endings):
            written["holds_in"] = self.holds_in
        written["unknown"] = {"cards": list(self.show), "calls": list(self.remember)}
        if self.found:
            written["found"] = dict(self.found)
        written["exhaustive"] = self.exhaustive
        written["decides"] = {
            "show": [item for item in self.deciding if item in self.show],
            "remember": [item for item in self.deciding if item in self.remember],
        }
        return written


MOST_TRIED = 400
"""More ways of filling the gaps of a hand than these are not tried."""
STAKED = frozenset(("envido", "subo"))


class Branch(NamedTuple):
    """A hand as it may have been played: what was supposed at each place, and the hand."""

    supposed: tuple[tuple[str, str], ...]
    played: Played


class Branches(NamedTuple):
    """Every way to fill the gaps of a hand; `exhaustive` says that none was left untried."""

    branches: tuple[Branch, ...]
    exhaustive: bool


def branches_of(replay: Replay, variant: Variant, played: Played) -> Branches:
    """Fill the forgotten calls of a hand in every legal way the rest of the record allows."""
    if not played.forgotten:
        return Branches((Branch((), played),), True)
    found = list(_filled(replay, variant, played, checks=True))
    # Checks of other rules, or of another engine, would tell against every call.
    if not any(branch is not None for branch in found):
        found = list(_filled(replay, variant, played, checks=False))
    good = tuple([branch for branch in found if branch is not None])
    return Branches(good, len(found) < MOST_TRIED)


def _filled(
    replay: Replay, variant: Variant, played: Played, *, checks: bool
) -> Iterator[Branch | None]:
    """The ways to fill the gaps, and None for each the record refuses; at most `MOST_TRIED`."""
    before = replay._replace(hands=replay.hands[: played.number], claims=None)
    waiting: list[tuple[tuple[tuple[str, str], ...], Replay, Played]] = [((), before, played)]
    tried = 0
    while waiting and tried < MOST_TRIED:
        supposed, record, hand = waiting.pop()
        place = next(gap.place for gap in hand.missing if gap.what == "call")
        for call in _candidates(hand, place):
            if tried == MOST_TRIED:
                break
            put = _put(record, played.number, place, call)
            hands = list(play_back(put, variant, checks=checks))
            after = hands[-1]
            if after.failure is not None or len(hands) < played.number:
                tried += 1
                yield None
                continue
            told = (*supposed, (place, call))
            if after.forgotten:
                waiting.append((told, put, after))
                continue
            tried += 1
            yield Branch(told, after)


def _candidates(played: Played, place: str) -> Iterator[str]:
    """What the seat may have said at a place, as records write it."""
    at = played.places.index(read_place(place))
    lance = played.places[at].round
    position: Position | None = played.last or played.start
    if position is not None and position.lance != lance:
        position = games.skip_to(position, lance)
    if position is None or position.speaker in ("", DECK):
        return
    calls = [call for round_ in played.hand.rounds for call in round_.calls]
    seat = games.read_call(calls[at], position.variant).seat
    for option in games.options(position):
        if option.seat == seat:
            yield from map(write_call, _spelled(option, position))


def _spelled(option: Option, position: Position) -> Iterator[Call]:
    """An option with every stake, or every number of cards."""
    if option.verb in STAKED:
        most = option.most
        if "target" in traits(position.variant.game):
            # A stake of the whole game is worth the game, however high it was.
            most = min(most, option.least + position.variant.number("score.target"))
        for stake in range(option.least, most + 1):
            yield Call(option.seat, option.verb, stake)
    elif option.verb == "descarto":
        for number in range(max(option.least, 1), option.most + 1):
            yield Call(option.seat, option.verb, cards=(HIDDEN,) * number)
    else:
        yield Call(option.seat, option.verb)


def _put(replay: Replay, number: int, place: str, call: str) -> Replay:
    """The record with a call in place of the one nobody remembers."""
    wanted = read_place(place)
    assert wanted is not None
    hand = replay.hands[number - 1]
    rounds = list(hand.rounds)
    named = [at for at, round_ in enumerate(rounds) if round_.lance == wanted.round]
    at, gap = named[wanted.ordinal - 1], wanted.call - 1
    calls = rounds[at].calls
    rounds[at] = rounds[at]._replace(calls=(*calls[:gap], call, *calls[gap + 1 :]))
    filled = hand._replace(rounds=tuple(rounds))
    return replay._replace(hands=(*replay.hands[: number - 1], filled))


def lances_of(branches: Branches) -> tuple[str, ...]:
    """The lances that were played to their end in any of the ways."""
    ends = [branch.played.end for branch in branches.branches]
    closed = {lance for end in ends for lance in end.state.over}
    order = games.game_of(ends[0].variant.game).phases.names if ends else ()
    return tuple([lance for lance in order if lance in closed])
