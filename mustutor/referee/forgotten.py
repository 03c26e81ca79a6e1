"""A call nobody remembers: every legal call put in its place, and the hand played on.

What the rest of the record then refuses cannot have been said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, HIDDEN, Call, write_call
from mustutor.games.mus_family.lances import LANCES
from mustutor.position import Option, Position
from mustutor.register import traits
from mustutor.replay.format import Replay
from mustutor.replay.place import read_place
from mustutor.replay.playback import Played, play_back
from mustutor.variant import Variant

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
    closed = {
        outcome.lance for branch in branches.branches for outcome in branch.played.end.state.closed
    }
    return tuple([lance for lance in LANCES if lance in closed])
