"""A match ruled on: its irregularities one after the other, and the claims in every way to rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from mustutor.referee.breaches import breaches
from mustutor.referee.claims import Judgement, judge
from mustutor.referee.follow import follow
from mustutor.referee.irregularity import Irregularity, RulingBranch
from mustutor.referee.reckoning import Reckoning
from mustutor.register import traits
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played, play_back
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

MOST_DEALS = 8
"""After so many deals that may stand or not, no claim is decided any more."""


class Rulings(NamedTuple):
    """A match ruled on: its hands as far as they are decided, the irregularities, the claims."""

    hands: tuple[Played, ...]
    irregularities: tuple[Irregularity, ...]
    judgements: tuple[Judgement, ...]


def ruled(
    replay: Replay, variant: Variant, hands: Sequence[Played], *, through: bool = False
) -> Rulings | None:
    """Rule on the irregularities of a match that was played back; nothing where it has none.

    Where one way alone is left the match goes on; the claims are judged in every branch of the
    last, and decided where all agree.
    """
    match = list(takewhile(lambda played: played.failure is None, hands))
    found = _go_on(replay, variant, match, through=through)
    dealt = list(breaches(match, len(replay.hands)))
    found = sorted([*dealt, *found], key=lambda one: one.branches[0].played.number)
    if not found:
        return None
    undecided = [one for one in found if not one.decided]
    if not undecided:
        return Rulings(tuple(match), tuple(found), ())
    first = undecided[0]
    branches = []
    for branch in first.branches:
        other = [*match[: branch.played.number - 1], branch.played]
        _go_on(replay, variant, other, through=through)
        branches.append(_judged(branch, replay, variant, other))
    found[found.index(first)] = first._replace(branches=tuple(branches))
    agreed = _agreed(branches)
    for later in undecided[1:]:
        agreed = _also_by(later, agreed, replay, variant, match)
    for number, later in enumerate([one for one in undecided[1:] if one in dealt]):
        if number == MOST_DEALS:
            agreed = tuple([Judgement(one.claim, None, {}, "ruling") for one in agreed])
            break
        ways = []
        for branch in later.branches:
            other = [*match[: branch.played.number - 1], branch.played]
            _go_on(replay, variant, other, through=through)
            ways.append(_judged(branch, replay, variant, other))
        agreed = tuple(
            [
                one
                if one.holds is way.holds
                else Judgement(way.claim, None, {}, "ruling", branches=way.branches)
                for one, way in zip(agreed, _agreed(ways), strict=True)
            ]
        )
    return Rulings(tuple(match), tuple(found), agreed)


def _go_on(
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
        irregular, ruled_hand = follow(match[-1])
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
        judgements = Reckoning(replay, variant, hands).judged(judgements)
    return branch._replace(judgements=judgements)


def _also_by(
    later: Irregularity,
    agreed: tuple[Judgement, ...],
    replay: Replay,
    variant: Variant,
    match: Sequence[Played],
) -> tuple[Judgement, ...]:
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
    claims = tuple([agreed[index].claim for index in about])
    own = replay._replace(claims=claims)
    before = match[: number - 1]
    ways = [_judged(way, own, variant, [*before, way.played]) for way in later.branches]
    decided = list(agreed)
    for index, judgement in zip(about, _agreed(ways), strict=True):
        decided[index] = judgement
    return tuple(decided)


def _agreed(branches: Sequence[RulingBranch]) -> tuple[Judgement, ...]:
    """The claims as all branches judge them; where they differ, in which branch each holds."""
    agreed = []
    for one in zip(*[branch.judgements for branch in branches], strict=True):
        first = one[0]
        holds = {judgement.holds for judgement in one}
        named = zip([branch.name for branch in branches], one, strict=True)
        told = tuple([(name, judgement.holds) for name, judgement in named])
        if len(holds) == 1 and first.holds is not None:
            computed = first.computed if all(j.computed == first.computed for j in one) else {}
            agreed.append(first._replace(computed=computed, possible=None, branches=told))
        else:
            agreed.append(Judgement(first.claim, None, {}, "ruling", branches=told))
    return tuple(agreed)
