"""A hand played on over what the rules refuse in it, in every way a referee may rule.

The game tells how a refused call may be taken (`Game.misstep`); from there the hand is played on,
as far as the record's later calls are legal in it.
"""

from __future__ import annotations

from operator import itemgetter

from mustutor import games
from mustutor.calls import DECK
from mustutor.errors import NotationError
from mustutor.games import Misstep, Recourse
from mustutor.referee.irregularity import PENALTY, Irregularity, RulingBranch
from mustutor.replay.failure import Failure
from mustutor.replay.format import Hand
from mustutor.replay.place import read_place
from mustutor.replay.playback import Played, deal_to, played_by
from mustutor.replay.player import Player
from mustutor.tuples import NamedTuple

MOST = 100
"""After so many irregularities of a hand the rest of it is not ruled on."""

MOST_LATER = 20
"""So many of those that follow one left open are told with ways of their own."""

At = tuple[int, int]
"""Where a hand goes on: the round, and the call in it, counted from 0."""


def follow(played: Played) -> tuple[list[Irregularity], Played]:
    """Rule on a hand from its failure on, as long as one way alone is left.

    What each way to rule on the first that is left open meets after it comes last. A hand that
    could not begin, as with another mano, has nothing to be ruled on.
    """
    if played.start.table.hand != played.number:
        return [], played
    player, at = Player(played.start), _BEGIN
    at = _play_on(player, played.hand, at, deal=True)
    found, _, open_ = _ruled_on(player, played, at)
    ended = played_by(player, played.hand)
    told = _irregularities(found, ended)
    if open_ is None:
        return told, ended
    branches, ways = [], []
    for recourse in open_.misstep.recourses:
        other = player.copy()
        so = (open_.misstep.kind, recourse.name)
        reached, met, end = _taken(other, played, open_, recourse, so)
        branches.append(RulingBranch(recourse.name, recourse.rule, end))
        ways.append((reached, -len(met), met))
    told.append(_irregularity(open_.misstep, open_.failure, tuple(branches)))
    # In the way the table went on, what follows is irregular too; in the others it may not be.
    return [*told, *max(ways, key=itemgetter(0, 1))[2]], ended


_BEGIN: At = (0, 0)

Found = list[tuple[Misstep, Failure, Recourse]]


class _LeftOpen(NamedTuple):
    """A misstep that several ways are left for, and where the hand stands then."""

    misstep: Misstep
    failure: Failure
    at: At


def _ruled_on(player: Player, played: Played, at: At) -> tuple[Found, At, _LeftOpen | None]:
    """Rule on the failure a player has met, and on those after it, up to one left open."""
    found: Found = []
    while len(found) < MOST:
        misstep, failure = misstep_of(player, played.hand), player.failure
        if failure is None or failure.call is None or misstep is None:
            break
        if len(misstep.recourses) == 1:
            recourse = misstep.recourses[0]
        elif misstep.ruling is not None:
            recourse = _as_played(player, played, misstep, at)
        else:
            return found, at, _LeftOpen(misstep, failure, at)
        found.append((misstep, failure, recourse))
        at = _on(player, played.hand, failure, recourse, at)
    return found, at, None


def misstep_of(player: Player, hand: Hand | None = None) -> Misstep | None:
    """What the failure a player has met is at the table."""
    if hand is not None:
        player.failure = _with_call(player.failure, hand)
    failure = player.failure
    if failure is None or failure.call is None or failure.position is None:
        return None
    place = read_place(failure.place)
    lance = place.round if place is not None and place.round else failure.position.lance
    game = games.game_of(failure.position.variant.game)
    return game.misstep(player.steps, failure.position, failure.call, lance)


def _with_call(failure: Failure | None, hand: Hand) -> Failure | None:
    """A failure to begin a round of talk, with the first word of it: so it was played."""
    place = read_place(failure.place) if failure is not None and failure.call is None else None
    if failure is None or failure.position is None or place is None or place.call != 1:
        return failure
    game = games.game_of(failure.position.variant.game)
    same = [round_ for round_ in hand.rounds if round_.lance == place.round]
    calls = same[place.ordinal - 1].calls if len(same) >= place.ordinal else ()
    if place.round not in game.phases.talked or not calls:
        return failure
    try:
        return failure._replace(text=calls[0], call=game.grammar.read(calls[0]))
    except NotationError:
        return failure


def _on(player: Player, hand: Hand, failure: Failure, recourse: Recourse, at: At) -> At:
    """Go on with a hand after its failure was taken in one way; where it stops then."""
    assert failure.call is not None
    player.ruled(failure.call, recourse.before, recourse.after, failure.place)
    if player.position.lance == "end":
        return (len(hand.rounds), 0)
    if failure.call.seat != DECK:
        return _play_on(player, hand, (at[0], at[1] + 1))
    place = read_place(failure.place)
    # Cards served stand after the calls of their round, cards dealt before the first.
    return _play_on(player, hand, (at[0] + 1, 0) if place is not None and place.round else at)


def _taken(
    player: Player, played: Played, open_: _LeftOpen, recourse: Recourse, so: tuple[str, str]
) -> tuple[At, list[Irregularity], Played]:
    """Where a hand gets to if its failure is taken in one way, what it meets, and how it ends.

    The same is ruled the same: another of this kind is taken in the way `so` names, and told where
    it does not follow from the one before. Where one of another kind leaves several ways, the hand
    stops.
    """
    last = open_
    at = _on(player, played.hand, open_.failure, recourse, open_.at)
    told: list[Irregularity] = []
    for _ in range(MOST):
        found, at, again = _ruled_on(player, played, at)
        ended = played_by(player, played.hand)
        told += _irregularities(found, ended)
        if again is None:
            return at, told, ended
        kind, name = so
        if len(told) < MOST_LATER and not (again.misstep.kind == kind and _follows(again, last)):
            told.append(_left_open(player, played, again))
        alike = [one for one in again.misstep.recourses if one.name == name]
        if again.misstep.kind != kind or not alike:
            return at, told, ended
        at, last = _on(player, played.hand, again.failure, alike[0], again.at), again
    return at, told, played_by(player, played.hand)


def _follows(later: _LeftOpen, earlier: _LeftOpen) -> bool:
    """Whether the order of speaking alone is upset, by what came before in its round or talk."""
    position, before, call = later.failure.position, earlier.failure.position, later.failure.call
    if position is None or before is None or call is None or position.speaker == call.seat:
        return False
    talked = games.game_of(position.variant.game).phases.talked
    return later.at[0] == earlier.at[0] or before.lance in talked


def _left_open(player: Player, played: Played, open_: _LeftOpen) -> Irregularity:
    """A misstep after another that was left open: its own ways, as far as the hand goes then."""
    branches = []
    for recourse in open_.misstep.recourses:
        other = player.copy()
        at = _on(other, played.hand, open_.failure, recourse, open_.at)
        _ruled_on(other, played, at)
        branches.append(RulingBranch(recourse.name, recourse.rule, played_by(other, played.hand)))
    return _irregularity(open_.misstep, open_.failure, tuple(branches))


def _as_played(player: Player, played: Played, misstep: Misstep, at: At) -> Recourse:
    """The way in which the record goes on furthest: so the table took it.

    Where it stops at the same place in several, one in which that can be ruled on again.
    """
    assert player.failure is not None
    reached = []
    for recourse in misstep.recourses:
        other = player.copy()
        there = _on(other, played.hand, player.failure, recourse, at)
        reached.append((there, other.failure is None or misstep_of(other, played.hand) is not None))
    return misstep.recourses[reached.index(max(reached))]


def _play_on(player: Player, hand: Hand, at: At, *, deal: bool = False) -> At:
    """Play a hand on from a call of it; where that stops, or the place after its last round."""
    if deal and deal_to(player, hand).failure is not None:
        return at
    for index in range(at[0], len(hand.rounds)):
        heard = at[1] if index == at[0] else 0
        player.play(hand.rounds[index], checks=False, heard=heard)
        if player.failure is not None or player.unjudged:
            place = read_place(player.failure.place) if player.failure else None
            return (index, place.call - 1 if place is not None and place.call else 0)
    return (len(hand.rounds), 0)


def _irregularities(found: Found, ended: Played) -> list[Irregularity]:
    return [
        _irregularity(
            misstep,
            failure,
            (RulingBranch(PENALTY if misstep.ruling else recourse.name, recourse.rule, ended),),
        )
        for misstep, failure, recourse in found
    ]


def _irregularity(
    misstep: Misstep, failure: Failure, branches: tuple[RulingBranch, ...]
) -> Irregularity:
    assert failure.position is not None
    assert failure.call is not None
    place = read_place(failure.place)
    speaker = failure.position.speaker
    return Irregularity(
        misstep.kind,
        misstep.offence,
        failure.place,
        failure.text,
        failure.call,
        misstep.seat,
        "" if speaker == DECK else speaker,
        place.round if place is not None else "",
        misstep.rule,
        misstep.option,
        failure.fault,
        branches,
        failure.position.variant,
        misstep.ruling,
    )
