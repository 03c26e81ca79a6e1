"""Irregularities of a match, what each ruling pays, and its claims under every ruling.

The rules refuse a word out of turn, a false declaration, a card too many; at the table it has
happened all the same, and the referee has to say what follows. Irregular and no call are how the
deck was dealt, and stones forgotten at the count; what no call shows, a record notes at its place.
The game tells how each may be taken (`Conduct`); from there the hand is played on in every way, as
far as the record's later calls are legal in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from mustutor import games
from mustutor.base.register import traits
from mustutor.games.player import Player
from mustutor.games.protocols import RecordContext, TableIrregularity
from mustutor.model.calls import Call, deal_call
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant
from mustutor.referee.claims import Deductions, Judgement, judge
from mustutor.referee.noted import COUNT, Noted, notes_of, other_counts, with_stakes
from mustutor.referee.ruled_hand import CHOSEN, MOST_ENDS, RuledHand, chosen, settle_irregular_hand
from mustutor.referee.statements import NOTED, PENALTY, Irregularity, RulingBranch, irregularity_of
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played, deal_to, play_back

# --- beside the calls -------------------------------------------------------------------------


def table_irregularities(
    match: Sequence[Played], replay: Replay, noted: Noted
) -> Iterator[Irregularity]:
    """List the irregularities of a match that are not calls, in their order."""
    hands = len(replay.hands)
    for played in match:
        if played.start.table.hand != played.number:
            continue  # it could not begin
        game, hand = games.game_of(played.start.variant.game), played.hand
        if hand.deal:
            for breach in game.conduct.deal_irregularities(played.start, played.end, hand.deal):
                yield _irregularity(breach, played)
        after = hand.after if played.number < hands and hand.ledger is None else None
        if (hand.counting or after is not None) and played.settled:
            for breach in game.conduct.forgotten_stones(played.end, hand.claimed, after):
                yield _irregularity(breach, played)
        for place, there in noted.items():
            if (place.hand, place.call) != (played.number, 0) or played.last is None:
                continue
            told = RecordContext(place.round, (), there.name, there.seat)
            told = told._replace(later=(tuple([step.call for step in played.calls]),))
            ends = (played.start, played.last, played.end)
            illegal_play = game.conduct.noted_in_hand(*ends, told)
            if illegal_play is not None:
                found = _irregularity(TableIrregularity(place.round, illegal_play, NOTED), played)
                counts = other_counts(replay, played) if there.name == COUNT else ()
                yield found._replace(branches=tuple(_by_counts(played, counts)) or found.branches)


def _by_counts(played: Played, counts: Iterable[Position]) -> Iterator[RulingBranch]:
    """A hand played on from each count there may have been before it."""
    for start in counts:
        ruled = RuledHand(Player(start), played.hand)
        if deal_to(ruled.player, played.hand).failure is None:
            ruled.play_on()
        score = ", ".join([f"{side} {stones}" for side, stones in start.in_front().items()])
        yield RulingBranch(f"count {score}", "", ruled.ended)


def _irregularity(breach: TableIrregularity, played: Played) -> Irregularity:
    """A table irregularity with the hand in each way to rule; in a void deal not a word counts."""
    illegal_play, ruling = breach.illegal_play, breach.illegal_play.ruling
    branches = []
    for option in illegal_play.ruling_options:
        way = played
        if option.after is not played.end:
            way = played._replace(end=option.after, open=option.open, missing=(), failure=None)
        if way is not played and not option.after.state.over:
            way = way._replace(steps=(Step(played.start, deal_call({}), option.after),))
        name = PENALTY if illegal_play.ruling else option.name
        branches.append(RulingBranch(name, option.rule, way))
    at = chosen(illegal_play.seat, [way.played for way in branches]) if branches[1:] else None
    if at is not None and not (illegal_play.by_article or ruling):
        branches, illegal_play = [branches[at]], illegal_play._replace(option=CHOSEN)
    call = ruling.call if ruling is not None else Call(illegal_play.seat, "")
    place = f"{played.number}.{breach.what}".rstrip(".")
    return irregularity_of(illegal_play, place, call, breach.fault, branches)


# --- a match ruled on ---------------------------------------------------------------------

MOST_DEALS = 8
"""The deals that may stand or not beyond which no claim is decided."""


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
    noted = with_stakes(replay, dict(notes_of(replay, variant)), hands)
    irregular = {place.hand for place in noted if place.call}
    fine = takewhile(lambda one: one.failure is None and one.number not in irregular, hands)
    match = list(_until_taken(fine, len(replay.hands)))
    found = _continue_match(replay, variant, match, noted, through=through)
    dealt = list(table_irregularities(match, replay, noted))
    for one in dealt:
        way = one.branches[0].played
        here = one.fault is NOTED and one.decided and way.number <= len(match)
        if here and way.end != match[way.number - 1].end:
            # The hand ends as its club takes what is noted of it, and so the match goes on.
            match[way.number - 1 :] = [way]
            found = [each for each in found if each.branches[0].played.number <= way.number]
            found += _continue_match(replay, variant, match, noted, through=through)
    found = sorted([*dealt, *found], key=lambda one: one.branches[0].played.number)
    if not found:
        return None

    def judged_ways(one: Irregularity) -> list[RulingBranch]:
        """The ways to rule, each with the claims judged in the match that goes on so."""
        ways = []
        for branch in one.branches:
            ends = []
            for end in branch.ends or (branch.played,):
                other = [*match[: end.number - 1], end]
                _continue_match(replay, variant, other, noted, through=through)
                ends.append(_judged(branch, replay, variant, other))
            judgements = ends[0].judgements if len(ends) == 1 else tuple(_agreed(ends))
            if len(ends) > MOST_ENDS:
                judgements = tuple([Judgement(j.claim, None, {}, RULING) for j in judgements])
            judgements = tuple([judgement._replace(branches=()) for judgement in judgements])
            ways.append(branch._replace(judgements=judgements, hands=ends[0].hands))
        return ways

    found = [
        one._replace(branches=tuple(judged_ways(one))) if one.by_article else one for one in found
    ]
    undecided = [one for one in found if not one.decided]
    if not undecided:
        return Rulings(tuple(match), tuple(found), ())

    first, *later = undecided
    branches = judged_ways(first)
    found[found.index(first)] = first._replace(branches=tuple(branches))
    agreed = _agreed(branches)
    for one in later:
        agreed, told = _decided_later(one, agreed, replay, variant, match)
        found[found.index(one)] = told
    cut_off = {one.lance for one in undecided if one.cut_off}
    if cut_off:  # the ways are those without a raise: alone they decide nothing there
        agreed = [
            one._replace(holds=None, computed={}, why=RULING)
            if str(one.claim["about"]).partition(".")[2] in ("", *cut_off)
            else one
            for one in agreed
        ]
    of_deals = [one for one in later if one in dealt]
    for one in of_deals[:MOST_DEALS]:
        agreed = [
            known if known.holds is way.holds else way._replace(holds=None, computed={}, why=RULING)
            for known, way in zip(agreed, _agreed(judged_ways(one)), strict=True)
        ]
    if len(of_deals) > MOST_DEALS:
        agreed = [Judgement(one.claim, None, {}, RULING) for one in agreed]
    return Rulings(tuple(match), tuple(found), tuple(agreed))


def _until_taken(hands: Iterable[Played], count: int) -> Iterator[Played]:
    """Hands up to the first after which stones were forgotten that an article takes away."""
    for played in hands:
        taken = _as_taken(played, count)
        yield taken
        if taken is not played:
            return


def _as_taken(played: Played, count: int) -> Played:
    """A hand without the stones nobody took in time, where an article says that they are lost."""
    if played.number >= count or not played.settled or played.hand.ledger is not None:
        return played
    conduct = games.game_of(played.start.variant.game).conduct
    for breach in conduct.forgotten_stones(played.end, played.hand.claimed, played.hand.after):
        if breach.illegal_play.by_article:
            return played._replace(end=breach.illegal_play.ruling_options[0].after)
    return played


def _continue_match(
    replay: Replay, variant: Variant, match: list[Played], noted: Noted, *, through: bool
) -> list[Irregularity]:
    """Play a match on after the hands it has, and rule on what it meets there."""
    found: list[Irregularity] = []
    while True:
        for played in play_back(replay, variant, checks=False, through=through, begun=match):
            match.append(_as_taken(played, len(replay.hands)))
            here = any(place.hand == played.number and place.call for place in noted)
            if played.failure is not None or here or match[-1] is not played:
                break
        else:
            return found
        irregular, ruled_hand = settle_irregular_hand(match[-1], noted)
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
    return branch._replace(judgements=judgements, hands=tuple(hands))


def _decided_later(
    later: Irregularity,
    agreed: list[Judgement],
    replay: Replay,
    variant: Variant,
    match: Sequence[Played],
) -> tuple[list[Judgement], Irregularity]:
    """The claims still open, as the ways to rule on a later hand decide them, and those ways."""
    number = later.branches[0].played.number
    about = [
        index
        for index, judgement in enumerate(agreed)
        if judgement.holds is None
        and str(judgement.claim["about"]).partition(".")[0] == f"{number}"
        and all(holds is None for _, holds in judgement.branches)
    ]
    if not about:
        return agreed, later
    own = replay._replace(claims=tuple([agreed[index].claim for index in about]))
    before = match[: number - 1]
    ways = [_judged(way, own, variant, [*before, way.played]) for way in later.branches]
    decided = dict(zip(about, _agreed(ways), strict=True))
    agreed = [decided.get(index, judgement) for index, judgement in enumerate(agreed)]
    return agreed, later._replace(branches=tuple(ways))


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
