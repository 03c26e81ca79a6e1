"""Irregularities of a match, what each ruling pays, and its claims under every ruling.

The rules refuse a word out of turn, a false declaration, a card too many; at the table it has
happened all the same, and the referee has to say what follows. Irregular and no call are how the
deck was dealt, and stones forgotten at the count; what no call shows, a record notes at its place.
The game tells how each may be taken (`Conduct`); from there the hand is played on in every way, as
far as the record's later calls are legal in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.errors import NotationError
from mustutor.base.register import traits
from mustutor.games.failure import Failure, Place, read_place
from mustutor.games.irregularities import irregularities
from mustutor.games.player import Player, illegal_play_of
from mustutor.games.protocols import IllegalPlay, RecordContext, RulingOption, TableIrregularity
from mustutor.model.calls import DECK, Call, deal_call
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant
from mustutor.referee.claims import Deductions, Judgement, judge
from mustutor.referee.statements import (
    NOTED,
    PENALTY,
    Irregularity,
    RulingBranch,
    irregularity_of,
)
from mustutor.replay.format import Hand, Replay
from mustutor.replay.playback import Played, deal_to, play_back, played_by

# --- beside the calls -------------------------------------------------------------------------

Noted = Mapping[Place, tuple[str, str]]
"""The irregularities a record names, by their places, each with the seat it is about."""

NONE_NOTED: Mapping[Any, tuple[str, str]] = MappingProxyType({})


def noted_in(replay: Replay, variant: Variant) -> Noted:
    """The irregularities of this game that the notes of a record name."""
    known, found = irregularities(variant.game), dict[Place, tuple[str, str]]()
    for text, notes in (replay.notes or {}).items():
        for note in notes:
            place, name = read_place(text), note.get("irregularity", "")
            seat = note.get("seat", "")
            if place is not None and name in known and (not seat or seat in replay.seats):
                found[place] = (name, seat)
    return found


def table_irregularities(
    match: Sequence[Played], hands: int, noted: Noted = NONE_NOTED
) -> Iterator[Irregularity]:
    """List the irregularities of a match of `hands` hands that are not calls, in their order."""
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
        for place, (name, seat) in noted.items():
            if (place.hand, place.call) != (played.number, 0) or played.last is None:
                continue
            told = RecordContext(place.round or played.last.lance, (), name, seat)
            told = told._replace(later=(tuple([step.call for step in played.calls]),))
            ends = (played.start, played.last, played.end)
            illegal_play = game.conduct.noted_in_hand(*ends, told)
            if illegal_play is not None:
                yield _irregularity(TableIrregularity(place.round, illegal_play, NOTED), played)


def _irregularity(breach: TableIrregularity, played: Played) -> Irregularity:
    """A table irregularity with the hand in each way to rule; in a void deal not a word counts."""
    illegal_play, ruling = breach.illegal_play, breach.illegal_play.ruling
    branches = []
    for option in illegal_play.ruling_options:
        way = played
        if option.after is not played.end:
            way = played._replace(end=option.after, open=(), missing=(), failure=None)
        if way is not played and not option.after.state.over:
            way = way._replace(steps=(Step(played.start, deal_call({}), option.after),))
        name = PENALTY if illegal_play.ruling else option.name
        branches.append(RulingBranch(name, option.rule, way))
    call = ruling.call if ruling is not None else Call(illegal_play.seat, "")
    place = f"{played.number}.{breach.what}".rstrip(".")
    return irregularity_of(illegal_play, place, call, breach.fault, branches)


# --- a hand ruled on ----------------------------------------------------------------------

MOST = 100
"""The irregularities of a hand that are ruled on at most."""

MOST_LATER = 20
"""The irregularities after one left open that get branches of their own at most."""


def _branch(illegal_play: IllegalPlay, option: RulingOption, played: Played) -> RulingBranch:
    """A branch, named after the price where the table has one."""
    return RulingBranch(PENALTY if illegal_play.ruling else option.name, option.rule, played)


class _Refused(NamedTuple):
    """An illegal play the hand has met, and where: the round and the call in it, from 0."""

    illegal_play: IllegalPlay
    failure: Failure
    at: tuple[int, int]

    def ruled(self, branches: Iterable[RulingBranch]) -> Irregularity:
        """The irregularity, at its place in the record."""
        failure = self.failure
        assert failure.position is not None
        assert failure.call is not None
        place, speaker = read_place(failure.place), failure.position.speaker
        return irregularity_of(
            self.illegal_play,
            failure.place,
            failure.call,
            failure.fault,
            branches,
            text=failure.text,
            speaker="" if speaker == DECK else speaker,
            lance=place.round if place is not None else "",
        )


Found = list[tuple[_Refused, RulingOption]]


class _Course:
    """A hand heard past what the rules refuse: its player, and where the record goes on."""

    def __init__(
        self,
        player: Player,
        hand: Hand,
        at: tuple[int, int] = (0, 0),
        noted: Mapping[tuple[int, int], tuple[str, str]] = NONE_NOTED,
    ) -> None:
        self.player, self.hand, self.at, self.noted = player, hand, at, noted
        self.open_at: Position | None = None

    def copy(self) -> _Course:
        """A copy that goes on by itself."""
        other = _Course(self.player.copy(), self.hand, self.at, self.noted)
        other.open_at = self.open_at
        return other

    @property
    def ended(self) -> Played:
        """The hand as far as it got."""
        return played_by(self.player, self.hand)

    @property
    def refused(self) -> _Refused | None:
        """The illegal play at which the hand stands; None where it stands at none."""
        noted = self.noted.get(self.at, ("", ""))
        illegal_play = illegal_play_of(self.player, self.hand.rounds, noted, tuple(self.later()))
        failure = self.player.failure
        if failure is None or failure.call is None or illegal_play is None:
            return None
        return _Refused(illegal_play, failure, self.at)

    def later(self) -> Iterator[tuple[Call, ...]]:
        """What the record has after the call at which the hand stands, round by round."""
        index, heard = self.at
        read = games.game_of(self.player.position.variant.game).words.grammar.read
        for number, round_ in enumerate(self.hand.rounds[index:]):
            calls = []
            for text in round_.calls[0 if number else heard + 1 :]:
                with suppress(NotationError):
                    calls.append(read(text))
            yield tuple(calls)

    def with_ruling(self, refused: _Refused, option: RulingOption) -> _Course:
        """A copy that goes on after one ruling."""
        other = self.copy()
        other.rule(refused, option)
        return other

    def rule(self, refused: _Refused, option: RulingOption) -> None:
        """Go on after one ruling on an illegal play."""
        failure, (index, heard) = refused.failure, self.at
        assert failure.call is not None
        self.player.apply_ruling(failure.call, option.before, option.after, failure.place)
        if self.player.position.lance == "end":
            self.at = (len(self.hand.rounds), 0)
            return
        place = read_place(failure.place)
        if failure.call.seat != DECK:
            self.at = (index, heard + 1)
        elif place is not None and place.round:
            # Cards served stand after the calls of their round, cards dealt before the first.
            self.at = (index + 1, 0)
        self.play_on()

    def play_on(self) -> None:
        """Play the record on: to where that stops, or to the place after the last round."""
        begun, heard = self.at
        for index in range(begun, len(self.hand.rounds)):
            round_ = self.hand.rounds[index]
            stops = [call for at, call in self.noted if at == index and call >= heard]
            if heard and heard == len(round_.calls) and self.player.lance != round_.lance:
                heard = 0  # what was served after a call without effect has none either
                continue
            if stops:
                self.stop_at(index, min(stops), heard)
                return
            self.player.play(round_, checks=False, heard=heard)
            heard, failure = 0, self.player.failure
            if failure is not None or self.player.unjudged:
                place = read_place(failure.place) if failure else None
                self.at = (index, place.call - 1 if place is not None and place.call else 0)
                return
        self.at = (len(self.hand.rounds), 0)

    def stop_at(self, index: int, stop: int, heard: int) -> None:
        """Play on to a call of which the record notes that something went wrong, and stop there."""
        round_, player = self.hand.rounds[index], self.player
        before = round_._replace(calls=round_.calls[:stop], draws=None)
        self.at = (index, stop)
        if player.play(before, checks=False, heard=heard).failure is None and not player.unjudged:
            call = games.game_of(player.position.variant.game).words.grammar.read(
                round_.calls[stop]
            )
            place = str(list(self.hand.places(player.number))[self._count(index) + stop])
            failure = Failure("noted", place, NOTED, player.position, round_.calls[stop], call)
            player.refuse(failure)
        elif player.failure is not None and (place_ := read_place(player.failure.place)):
            self.at = (index, max(place_.call - 1, 0))

    def _count(self, index: int) -> int:
        return sum(len(round_.calls) for round_ in self.hand.rounds[:index])

    def ends(self) -> Iterator[Played]:
        """The hands it may lead to: what it stands at is taken in each way, and so what follows."""
        refused = self.refused
        if refused is None:
            yield self.ended
            return
        for option in refused.illegal_play.ruling_options:
            other = self.copy()
            other.follow(refused, option)
            yield from other.ends()

    def rule_on(self) -> tuple[Found, _Refused | None]:
        """Rule on what the hand meets, as long as one ruling is left; what is left open last.

        Where the table has a price, its ruling is that in which the record goes on furthest: so the
        table took it. If it stops at the same place in several, one that can be ruled on again.
        """
        found: Found = []
        while len(found) < MOST and (refused := self.refused) is not None:
            options = refused.illegal_play.ruling_options
            option = options[0]
            if len(options) > 1:
                if refused.illegal_play.ruling is None:
                    return found, refused
                reached = [self.with_ruling(refused, one).reached for one in options]
                option = options[reached.index(max(reached))]
            found.append((refused, option))
            self.rule(refused, option)
        return found, None

    @property
    def reached(self) -> tuple[tuple[int, int], bool]:
        """How far the record goes on, and whether what stops it can be ruled on."""
        return self.at, self.player.failure is None or self.refused is not None

    def follow(self, refused: _Refused, option: RulingOption) -> list[Irregularity]:
        """Go on after one ruling; returns what the hand meets then.

        The same is ruled the same: another of this kind is taken in the same way, and told where it
        does not follow from the one before. Where one of another kind is left open, the hand stops.
        """
        kind = refused.illegal_play.kind
        self.rule(refused, option)
        told: list[Irregularity] = []
        for _ in range(MOST):
            found, again = self.rule_on()
            told += self.irregularities(found)
            if again is None and self.leave_open():
                continue
            if again is None:
                break
            upset = _follows(again, refused)
            same = again.illegal_play.kind == kind or upset
            if len(told) < MOST_LATER and not upset:
                told.append(self._left_open(again))
            alike = again.illegal_play.ruling_options if same else ()
            ruled = next((one for one in alike if one.name == option.name), None)
            if ruled is None:
                break
            self.rule(again, ruled)
            refused = again
        return told

    def leave_open(self) -> bool:
        """Go on after a round that the record plays in another way; whether there is more.

        In the way that is followed the round is open: nothing said in it counts, and what comes
        after it is heard.
        """
        player, index = self.player, self.at[0]
        lance, played = player.position.lance, games.game_of(player.position.variant.game).rules
        if self.open_at is not None or player.failure is None or index >= len(self.hand.rounds):
            return False
        if lance not in played.phases.played or not player.position.speaker:
            return False
        self.open_at = player.position
        within = self.hand.rounds[index].lance == lance
        player.without_round()
        self.at = (index + within, 0)
        self.play_on()
        return True

    def irregularities(self, found: Found) -> list[Irregularity]:
        """What was ruled on, with the hand as it ended."""
        ended = self.ended
        return [one.ruled([_branch(one.illegal_play, option, ended)]) for one, option in found]

    def _left_open(self, refused: _Refused) -> Irregularity:
        """An illegal play after another left open, with its branches as far as each goes."""
        branches = []
        for option in refused.illegal_play.ruling_options:
            other = self.with_ruling(refused, option)
            other.rule_on()
            branches.append(RulingBranch(option.name, option.rule, other.ended))
        return refused.ruled(branches)


def _follows(later: _Refused, earlier: _Refused) -> bool:
    """Whether the order of speaking alone is upset, by what came before in its round or talk."""
    position, before, call = later.failure.position, earlier.failure.position, later.failure.call
    if position is None or before is None or call is None or position.speaker == call.seat:
        return False
    talked = games.game_of(position.variant.game).rules.phases.talked
    return later.at[0] == earlier.at[0] or before.lance in talked


MOST_ENDS = 16
"""The ends of a hand in one way to rule beyond which nothing is decided in it."""


def settle_irregular_hand(
    played: Played, noted: Noted = NONE_NOTED
) -> tuple[list[Irregularity], Played]:
    """Rule on a hand from its failure on, as long as one ruling alone is left.

    What each ruling on the first left open meets after it comes last. A hand that could not begin,
    as with another mano, has nothing to be ruled on.
    """
    if played.start.table.hand != played.number:
        return [], played
    places = {place: at for at, place in _indices(played)}
    stops = {places[place]: known for place, known in noted.items() if place in places}
    course = _Course(Player(played.start), played.hand, noted=stops)
    if deal_to(course.player, played.hand).failure is None:
        course.play_on()
    found, refused = course.rule_on()
    while 0 < len(found) < MOST and refused is None and course.leave_open():
        more, refused = course.rule_on()
        found += more
    told = course.irregularities(found)
    if refused is None:
        return told, course.ended
    branches, ways = [], []
    for option in refused.illegal_play.ruling_options:
        other = course.copy()
        met = other.follow(refused, option)
        ends = tuple(islice(other.ends(), MOST_ENDS + 1))
        branch = RulingBranch(option.name, option.rule, other.ended, (), ends)
        branches.append(branch._replace(open_at=other.open_at))
        ways.append((other.open_at is None, other.at, -len(met), met))
    # In the way the table went on, what follows is irregular too; in the others it may not be.
    later = max(ways, key=itemgetter(0, 1, 2))[3]
    return [*told, refused.ruled(branches), *later], course.ended


def _indices(played: Played) -> Iterator[tuple[tuple[int, int], Place]]:
    """Every call of a hand by its round and its number in it, from 0, with its place."""
    rounds = enumerate(played.hand.rounds)
    at = [(index, call) for index, round_ in rounds for call in range(len(round_.calls))]
    yield from zip(at, played.places, strict=True)


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
    noted = noted_in(replay, variant)
    irregular = {place.hand for place in noted if place.call}
    fine = takewhile(lambda one: one.failure is None and one.number not in irregular, hands)
    match = list(_until_taken(fine, len(replay.hands)))
    found = _continue_match(replay, variant, match, noted, through=through)
    dealt = list(table_irregularities(match, len(replay.hands), noted))
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
