"""Irregularities of a match, what each ruling pays, and its claims under every ruling.

The rules refuse a word out of turn, a false declaration, a card too many; at the table it has
happened all the same, and the referee has to say what follows. Irregular and no call are how the
deck was dealt, and stones forgotten at the count. The game tells how a refused call may be taken
(`Conduct.illegal_play`); from there the hand is played on, as far as the record's later calls are
legal in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import Fault
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.base.register import traits
from mustutor.games.failure import Failure, read_place
from mustutor.games.player import Player, illegal_play_of
from mustutor.games.protocols import IllegalPlay, RulingOption, TableIrregularity
from mustutor.model.calls import DECK, Call, deal_call
from mustutor.model.ledger import Entry, Ruling
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant
from mustutor.referee.claims import Deductions, Judgement, judge
from mustutor.replay.format import Hand, Replay
from mustutor.replay.playback import Played, deal_to, play_back, played_by

PENALTY = "penalty"
"""The name of the one ruling there is where the table has a price."""


class RulingBranch(NamedTuple):
    """One way to rule (``stands``, ``withdrawn`` or ``penalty``), and the hand played on.

    `rule` is the article that says so, where one does. `played` is the hand as far as the record
    goes on in this way: its failure, where it has one, is where the record was played in another.
    """

    name: str
    rule: str
    played: Played
    judgements: tuple[Judgement, ...] = ()

    def as_json(self) -> Json:
        """The branch for a program: what is paid, and what is still open."""
        end, next_, failure = self.played.end, self.next, self.played.failure
        return with_stated_fields(
            {"name": self.name},
            rule=self.rule or None,
            ledger=[entry.as_json() for entry in end.ledger],
            after=end.in_front(),
            complete=self.played.settled,
            winner=end.winner or None,
            loser=end.loser or None,
            next={"lance": next_.lance, "speaker": next_.speaker} if next_ else None,
            stops_at=failure.place if failure else None,
            open=open_as_json(self.played),
        )

    @property
    def next(self) -> Position | None:
        """The position at which the hand goes on; none where nobody has anything more to say."""
        end, last = self.played.end, self.played.last
        open_ = last is not None and last.speaker not in ("", DECK)
        return last if open_ and not (end.winner or end.loser) else None


def open_as_json(played: Played) -> list[Json]:
    """What of a hand waits for cards nobody has given, for a program."""
    return [
        {"lance": waiting.lance, "between": list(waiting.parties), "stones": waiting.stones}
        for waiting in played.open
    ]


class Irregularity(NamedTuple):
    """Something the rules refuse and somebody did: where, what, and how it may be ruled.

    `kind` says what happened, `offence` what a table may price it as (see the option `penalty`),
    `text` is the call as the record has it; `seat` did it, and `speaker` was to speak. `rule` is
    the article, `option` what would decide what follows, `fault` why the rules refuse it. One
    branch: so it is decided, and the play goes on. `penalty` is what the table's price comes to.
    """

    kind: str
    offence: str
    place: str
    text: str
    call: Call
    seat: str
    speaker: str
    lance: str
    rule: str
    option: str
    fault: Fault
    branches: tuple[RulingBranch, ...]
    penalty: Ruling | None = None

    @property
    def decided(self) -> bool:
        """Whether an article, or a price of the table, leaves one way alone."""
        return len(self.branches) == 1

    @property
    def settled(self) -> tuple[Entry, ...]:
        """The stones that move alike however it is ruled."""
        first, *others = [branch.played.end.ledger for branch in self.branches]
        return tuple([entry for entry in first if all(entry in other for other in others)])

    def as_json(self) -> Json:
        """The irregularity as `settle --json` writes it."""
        return with_stated_fields(
            {"place": self.place},
            call=self.text or None,
            kind=self.kind,
            offence=self.offence,
            seat=self.seat or None,
            speaker=self.speaker or None,
            rule=self.rule,
            decided=self.decided,
            option=self.option or None,
            penalty=self.penalty.penalty if self.penalty else None,
            stones=self.penalty.stones or None if self.penalty else None,
            settled=[entry.as_json() for entry in self.settled],
            branches=[branch.as_json() for branch in self.branches],
        )


def irregularity_of(
    illegal_play: IllegalPlay,
    place: str,
    call: Call,
    fault: Fault,
    branches: Iterable[RulingBranch],
    *,
    text: str = "",
    speaker: str = "",
    lance: str = "",
) -> Irregularity:
    """The irregularity that an illegal play of the game's is, with the hands as they may go on."""
    kind, offence, seat, rule, _, option, ruling = illegal_play
    did = (kind, offence, place, text, call, seat, speaker, lance)
    return Irregularity(*did, rule, option, fault, tuple(branches), ruling)


def table_irregularities(match: Sequence[Played], hands: int) -> Iterator[Irregularity]:
    """List the irregularities of a match of `hands` hands that are not calls, in their order."""
    for played in match:
        if played.start.table.hand != played.number:
            continue  # it could not begin
        game, hand = games.game_of(played.start.variant.game), played.hand
        if hand.deal:
            for breach in game.conduct.deal_irregularities(played.start, played.end, hand.deal):
                yield _irregularity(breach, played)
        after = hand.after if played.number < hands else None
        if (hand.counting or after is not None) and played.settled:
            for breach in game.conduct.forgotten_stones(played.end, hand.claimed, after):
                yield _irregularity(breach, played)


def _irregularity(breach: TableIrregularity, played: Played) -> Irregularity:
    """A table irregularity with the hand in each way to rule; in a void deal not a word counts."""
    illegal_play, ruling = breach.illegal_play, breach.illegal_play.ruling
    branches = []
    for option in illegal_play.ruling_options:
        way = played
        if option.after is not played.end:
            steps = (Step(played.start, deal_call({}), option.after),)
            way = played._replace(steps=steps, end=option.after, open=(), missing=(), failure=None)
        branches.append(_branch(illegal_play, option, way))
    call = ruling.call if ruling is not None else Call(illegal_play.seat, "")
    place = f"{played.number}.{breach.what}"
    return irregularity_of(illegal_play, place, call, breach.fault, branches)


def _branch(illegal_play: IllegalPlay, option: RulingOption, played: Played) -> RulingBranch:
    """A branch, named after the price where the table has one."""
    return RulingBranch(PENALTY if illegal_play.ruling else option.name, option.rule, played)


# --- a hand ruled on ----------------------------------------------------------------------

MOST = 100
"""The irregularities of a hand that are ruled on at most."""

MOST_LATER = 20
"""The irregularities after one left open that get branches of their own at most."""


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

    def __init__(self, player: Player, hand: Hand, at: tuple[int, int] = (0, 0)) -> None:
        self.player, self.hand, self.at = player, hand, at

    @property
    def ended(self) -> Played:
        """The hand as far as it got."""
        return played_by(self.player, self.hand)

    @property
    def refused(self) -> _Refused | None:
        """The illegal play at which the hand stands; None where it stands at none."""
        illegal_play, failure = illegal_play_of(self.player, self.hand.rounds), self.player.failure
        if failure is None or failure.call is None or illegal_play is None:
            return None
        return _Refused(illegal_play, failure, self.at)

    def with_ruling(self, refused: _Refused, option: RulingOption) -> _Course:
        """A copy that goes on after one ruling."""
        other = _Course(self.player.copy(), self.hand, self.at)
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
            self.player.play(self.hand.rounds[index], checks=False, heard=heard)
            heard, failure = 0, self.player.failure
            if failure is not None or self.player.unjudged:
                place = read_place(failure.place) if failure else None
                self.at = (index, place.call - 1 if place is not None and place.call else 0)
                return
        self.at = (len(self.hand.rounds), 0)

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
            if again is None:
                break
            same = again.illegal_play.kind == kind
            if len(told) < MOST_LATER and not (same and _follows(again, refused)):
                told.append(self._left_open(again))
            alike = again.illegal_play.ruling_options if same else ()
            ruled = next((one for one in alike if one.name == option.name), None)
            if ruled is None:
                break
            self.rule(again, ruled)
            refused = again
        return told

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


def settle_irregular_hand(played: Played) -> tuple[list[Irregularity], Played]:
    """Rule on a hand from its failure on, as long as one ruling alone is left.

    What each ruling on the first left open meets after it comes last. A hand that could not begin,
    as with another mano, has nothing to be ruled on.
    """
    if played.start.table.hand != played.number:
        return [], played
    course = _Course(Player(played.start), played.hand)
    if deal_to(course.player, played.hand).failure is None:
        course.play_on()
    found, refused = course.rule_on()
    told = course.irregularities(found)
    if refused is None:
        return told, course.ended
    branches, ways = [], []
    for option in refused.illegal_play.ruling_options:
        other = _Course(course.player.copy(), played.hand, course.at)
        met = other.follow(refused, option)
        branches.append(RulingBranch(option.name, option.rule, other.ended))
        ways.append((other.at, -len(met), met))
    # In the way the table went on, what follows is irregular too; in the others it may not be.
    later = max(ways, key=itemgetter(0, 1))[2]
    return [*told, refused.ruled(branches), *later], course.ended


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
