"""A match ruled on: its irregularities in order, and its claims under every ruling.

The game tells how a refused call may be taken (`Conduct.illegal_play`); from there the hand is
played on, as far as the record's later calls are legal in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from mustutor import games
from mustutor.base.register import traits
from mustutor.games.failure import Failure, read_place
from mustutor.games.player import Player, illegal_play_of
from mustutor.games.protocols import IllegalPlay, RulingOption
from mustutor.model.calls import DECK
from mustutor.model.variant import Variant
from mustutor.referee.claims import (
    PENALTY,
    Irregularity,
    Judgement,
    RulingBranch,
    irregularity_of,
    judge,
    table_irregularities,
)
from mustutor.referee.deductions import Deductions
from mustutor.replay.format import Hand, Replay
from mustutor.replay.playback import Played, deal_to, play_back, played_by

MOST = 100
"""After so many irregularities of a hand the rest of it is not ruled on."""

MOST_LATER = 20
"""So many of those that follow one left open are told with ways of their own."""

At = tuple[int, int]
"""Where a hand goes on: the round, and the call in it, counted from 0."""


def settle_irregular_hand(played: Played) -> tuple[list[Irregularity], Played]:
    """Rule on a hand from its failure on, as long as one way alone is left.

    What each way to rule on the first that is left open meets after it comes last. A hand that
    could not begin, as with another mano, has nothing to be ruled on.
    """
    if played.start.table.hand != played.number:
        return [], played
    player, at = Player(played.start), _BEGIN
    at = _play_on(player, played.hand, at, deal=True)
    found, _, open_ = _rule_on(player, played, at)
    ended = played_by(player, played.hand)
    told = _irregularities(found, ended)
    if open_ is None:
        return told, ended
    branches, ways = [], []
    for option in open_.illegal_play.ruling_options:
        other = player.copy()
        so = (open_.illegal_play.kind, option.name)
        reached, met, end = _follow_ruling(other, played, open_, option, so)
        branches.append(RulingBranch(option.name, option.rule, end))
        ways.append((reached, -len(met), met))
    told.append(_irregularity(open_.illegal_play, open_.failure, tuple(branches)))
    # In the way the table went on, what follows is irregular too; in the others it may not be.
    return [*told, *max(ways, key=itemgetter(0, 1))[2]], ended


_BEGIN: At = (0, 0)

Found = list[tuple[IllegalPlay, Failure, RulingOption]]


class _LeftOpen(NamedTuple):
    """An illegal play with several possible rulings, and the place where the hand goes on."""

    illegal_play: IllegalPlay
    failure: Failure
    at: At


def _rule_on(player: Player, played: Played, at: At) -> tuple[Found, At, _LeftOpen | None]:
    """Rule on the failure a player has met, and on those after it, up to one left open."""
    found: Found = []
    while len(found) < MOST:
        illegal_play, failure = illegal_play_of(player, played.hand.rounds), player.failure
        if failure is None or failure.call is None or illegal_play is None:
            break
        if len(illegal_play.ruling_options) == 1:
            option = illegal_play.ruling_options[0]
        elif illegal_play.ruling is not None:
            option = _as_played(player, played, illegal_play, at)
        else:
            return found, at, _LeftOpen(illegal_play, failure, at)
        found.append((illegal_play, failure, option))
        at = _go_on(player, played.hand, failure, option, at)
    return found, at, None


def _go_on(player: Player, hand: Hand, failure: Failure, option: RulingOption, at: At) -> At:
    """Go on with a hand after its failure was taken in one way; where it stops then."""
    assert failure.call is not None
    player.apply_ruling(failure.call, option.before, option.after, failure.place)
    if player.position.lance == "end":
        return (len(hand.rounds), 0)
    if failure.call.seat != DECK:
        return _play_on(player, hand, (at[0], at[1] + 1))
    place = read_place(failure.place)
    # Cards served stand after the calls of their round, cards dealt before the first.
    return _play_on(player, hand, (at[0] + 1, 0) if place is not None and place.round else at)


def _follow_ruling(
    player: Player, played: Played, open_: _LeftOpen, option: RulingOption, so: tuple[str, str]
) -> tuple[At, list[Irregularity], Played]:
    """Where a hand gets to if its failure is taken in one way, what it meets, and how it ends.

    The same is ruled the same: another of this kind is taken in the way `so` names, and told where
    it does not follow from the one before. Where one of another kind leaves several ways, the hand
    stops.
    """
    last = open_
    at = _go_on(player, played.hand, open_.failure, option, open_.at)
    told: list[Irregularity] = []
    for _ in range(MOST):
        found, at, again = _rule_on(player, played, at)
        ended = played_by(player, played.hand)
        told += _irregularities(found, ended)
        if again is None:
            return at, told, ended
        kind, name = so
        if len(told) < MOST_LATER and not (
            again.illegal_play.kind == kind and _follows(again, last)
        ):
            told.append(_left_open(player, played, again))
        alike = [one for one in again.illegal_play.ruling_options if one.name == name]
        if again.illegal_play.kind != kind or not alike:
            return at, told, ended
        at, last = _go_on(player, played.hand, again.failure, alike[0], again.at), again
    return at, told, played_by(player, played.hand)


def _follows(later: _LeftOpen, earlier: _LeftOpen) -> bool:
    """Whether the order of speaking alone is upset, by what came before in its round or talk."""
    position, before, call = later.failure.position, earlier.failure.position, later.failure.call
    if position is None or before is None or call is None or position.speaker == call.seat:
        return False
    talked = games.game_of(position.variant.game).rules.phases.talked
    return later.at[0] == earlier.at[0] or before.lance in talked


def _left_open(player: Player, played: Played, open_: _LeftOpen) -> Irregularity:
    """An illegal play after another that was left open: its own branches, as far as each goes."""
    branches = []
    for option in open_.illegal_play.ruling_options:
        other = player.copy()
        at = _go_on(other, played.hand, open_.failure, option, open_.at)
        _rule_on(other, played, at)
        branches.append(RulingBranch(option.name, option.rule, played_by(other, played.hand)))
    return _irregularity(open_.illegal_play, open_.failure, tuple(branches))


def _as_played(player: Player, played: Played, illegal_play: IllegalPlay, at: At) -> RulingOption:
    """The way in which the record goes on furthest: so the table took it.

    Where it stops at the same place in several, one in which that can be ruled on again.
    """
    assert player.failure is not None
    reached = []
    for option in illegal_play.ruling_options:
        other = player.copy()
        there = _go_on(other, played.hand, player.failure, option, at)
        reached.append(
            (there, other.failure is None or illegal_play_of(other, played.hand.rounds) is not None)
        )
    return illegal_play.ruling_options[reached.index(max(reached))]


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
            illegal_play,
            failure,
            (RulingBranch(PENALTY if illegal_play.ruling else option.name, option.rule, ended),),
        )
        for illegal_play, failure, option in found
    ]


def _irregularity(
    illegal_play: IllegalPlay, failure: Failure, branches: Sequence[RulingBranch]
) -> Irregularity:
    """The irregularity of a refused call, at its place in the record."""
    assert failure.position is not None
    assert failure.call is not None
    place, speaker = read_place(failure.place), failure.position.speaker
    return irregularity_of(
        illegal_play,
        failure.place,
        failure.call,
        failure.fault,
        branches,
        failure.position.variant,
        text=failure.text,
        speaker="" if speaker == DECK else speaker,
        lance=place.round if place is not None else "",
    )


# --- a match ruled on ---------------------------------------------------------------------

MOST_DEALS = 8
"""After so many deals that may stand or not, no claim is decided any more."""


RULING = "ruling"
"""Why a claim is not decided that depends on how an irregularity is ruled."""


class Rulings(NamedTuple):
    """A match ruled on: its hands as far as they are decided, the irregularities, the claims."""

    hands: tuple[Played, ...]
    irregularities: tuple[Irregularity, ...]
    judgements: tuple[Judgement, ...]


def rule_on_match(
    replay: Replay, variant: Variant, hands: Sequence[Played], *, through: bool = False
) -> Rulings | None:
    """Rule on the irregularities of a match that was played back; nothing where it has none.

    Where one way alone is left the match goes on; the claims are judged in every branch of the
    last, and decided where all agree.
    """
    match = list(takewhile(lambda played: played.failure is None, hands))
    found = _continue_match(replay, variant, match, through=through)
    dealt = list(table_irregularities(match, len(replay.hands)))
    found = sorted([*dealt, *found], key=lambda one: one.branches[0].played.number)
    if not found:
        return None
    undecided = [one for one in found if not one.decided]
    if not undecided:
        return Rulings(tuple(match), tuple(found), ())

    def judged_ways(one: Irregularity) -> list[RulingBranch]:
        """The ways to rule, each with the claims judged in the match that goes on so."""
        ways = []
        for branch in one.branches:
            other = [*match[: branch.played.number - 1], branch.played]
            _continue_match(replay, variant, other, through=through)
            ways.append(_judged(branch, replay, variant, other))
        return ways

    first, *later = undecided
    branches = judged_ways(first)
    found[found.index(first)] = first._replace(branches=tuple(branches))
    agreed = _agreed(branches)
    for one in later:
        agreed = _decided_later(one, agreed, replay, variant, match)
    of_deals = [one for one in later if one in dealt]
    for one in of_deals[:MOST_DEALS]:
        agreed = [
            known if known.holds is way.holds else way._replace(holds=None, computed={}, why=RULING)
            for known, way in zip(agreed, _agreed(judged_ways(one)), strict=True)
        ]
    if len(of_deals) > MOST_DEALS:
        agreed = [Judgement(one.claim, None, {}, RULING) for one in agreed]
    return Rulings(tuple(match), tuple(found), tuple(agreed))


def _continue_match(
    replay: Replay, variant: Variant, match: list[Played], *, through: bool
) -> list[Irregularity]:
    """Play a match on after the hands it has, and rule on what it meets there."""
    found: list[Irregularity] = []
    while True:
        for played in play_back(replay, variant, checks=False, through=through, begun=match):
            match.append(played)
            if played.failure is not None:
                break
        else:
            return found
        irregular, ruled_hand = settle_irregular_hand(match[-1])
        if irregular:
            found += irregular
            match[-1] = ruled_hand


# --- claims ---------------------------------------------------------------------------------


def _judged(
    branch: RulingBranch, replay: Replay, variant: Variant, hands: Sequence[Played]
) -> RulingBranch:
    """A branch with what the claims are worth in a match that goes on so."""
    judgements = judge(replay.claims or (), hands)
    if "lances" in traits(variant.game):
        judgements = Deductions(replay, variant, hands).judged(judgements)
    return branch._replace(judgements=judgements)


def _decided_later(
    later: Irregularity,
    agreed: list[Judgement],
    replay: Replay,
    variant: Variant,
    match: Sequence[Played],
) -> list[Judgement]:
    """The claims that are still open, as the ways to rule on a later hand decide them."""
    number = later.branches[0].played.number
    about = [
        index
        for index, judgement in enumerate(agreed)
        if judgement.holds is None
        and str(judgement.claim["about"]).partition(".")[0] == f"{number}"
        and all(holds is None for _, holds in judgement.branches)
    ]
    if not about:
        return agreed
    own = replay._replace(claims=tuple([agreed[index].claim for index in about]))
    before = match[: number - 1]
    ways = [_judged(way, own, variant, [*before, way.played]) for way in later.branches]
    decided = dict(zip(about, _agreed(ways), strict=True))
    return [decided.get(index, judgement) for index, judgement in enumerate(agreed)]


def _agreed(branches: Sequence[RulingBranch]) -> list[Judgement]:
    """The claims as all branches judge them; where they differ, in which branch each holds."""
    agreed = []
    for one in zip(*[branch.judgements for branch in branches], strict=True):
        first = one[0]
        told = tuple([(way.name, each.holds) for way, each in zip(branches, one, strict=True)])
        if len({holds for _, holds in told}) == 1 and first.holds is not None:
            computed = first.computed if all(j.computed == first.computed for j in one) else {}
            agreed.append(first._replace(computed=computed, possible=None, branches=told))
        else:
            agreed.append(Judgement(first.claim, None, {}, RULING, branches=told))
    return agreed
