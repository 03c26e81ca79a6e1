"""Irregularities: what a refused call is, what is settled anyway, and what each ruling pays.

The rules refuse a word out of turn, a false declaration, a card too many; at the table it has
happened all the same, and the referee has to say what follows. The game tells how it may be taken
(`Game.misstep`); here the hand is played on from there, in every way there is, as far as the
record's later calls are legal in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, Call
from mustutor.errors import Fault
from mustutor.games import Misstep, Recourse
from mustutor.ledger import Entry, Ruling
from mustutor.position import Position
from mustutor.referee.claims import Judgement, judge
from mustutor.referee.reckoning import Reckoning
from mustutor.register import traits
from mustutor.replay.failure import Failure
from mustutor.replay.format import Hand, Json, Replay
from mustutor.replay.place import read_place
from mustutor.replay.playback import Played, play_back
from mustutor.replay.player import Player
from mustutor.variant import Variant

PENALTY = "penalty"
"""The name of the one way there is where the table has a price."""
MOST = 100
"""After so many irregularities of a hand the rest of it is not ruled on."""

At = tuple[int, int]
"""Where a hand goes on: the round, and the call in it, counted from 0."""


class RulingBranch(NamedTuple):
    """One way to rule: its name, ``stands``, ``withdrawn`` or ``penalty``, and the hand played on.

    `rule` is the article that says so, where one does. `played` is the hand as far as the record
    goes on in this way: its failure, where it has one, is where the record was played in another.
    """

    name: str
    rule: str
    played: Played
    judgements: tuple[Judgement, ...] = ()

    def as_json(self) -> Json:
        """The branch for a program: what is paid, and what is still open."""
        end, played = self.played.end, self.played
        written: Json = {"name": self.name}
        if self.rule:
            written["rule"] = self.rule
        written["ledger"] = [entry.as_json() for entry in end.ledger]
        written["after"] = end.in_front()
        written["complete"] = played.settled
        if end.winner:
            written["winner"] = end.winner
        if end.loser:
            written["loser"] = end.loser
        if self.next is not None:
            written["next"] = {"lance": self.next.lance, "speaker": self.next.speaker}
        if played.failure is not None:
            written["stops_at"] = played.failure.place
        written["open"] = [waiting._asdict() for waiting in played.open]
        return written

    @property
    def void(self) -> bool:
        """Whether the deal counts for nothing, and another takes its place."""
        end, last = self.played.end, self.played.last
        over = last is not None and last.lance == "end"
        return over and not (end.state.over or end.winner or end.loser)

    @property
    def next(self) -> Position | None:
        """The position at which the hand goes on; none where nobody has anything more to say."""
        end, last = self.played.end, self.played.last
        open_ = last is not None and last.speaker not in ("", DECK)
        return last if open_ and not (end.winner or end.loser) else None


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
    variant: Variant
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
        written: Json = {"place": self.place}
        if self.text:
            written["call"] = self.text
        written |= {"kind": self.kind, "offence": self.offence}
        if self.seat:
            written["seat"] = self.seat
        if self.speaker:
            written["speaker"] = self.speaker
        written |= {"rule": self.rule, "decided": self.decided}
        if self.option:
            written["option"] = self.option
        if self.penalty is not None:
            written["penalty"] = self.penalty.penalty
            if self.penalty.stones:
                written["stones"] = self.penalty.stones
        written["settled"] = [entry.as_json() for entry in self.settled]
        written["branches"] = [branch.as_json() for branch in self.branches]
        return written


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
    played = list(hands)
    found: list[Irregularity] = []
    at = 0
    while at < len(played):
        if played[at].failure is not None:
            irregular, ruled_hand = _follow(played[at])
            if not irregular:
                break
            found += irregular
            if not irregular[-1].decided:
                break
            played[at:] = [ruled_hand]
            played += play_back(replay, variant, checks=False, through=through, begun=played)
        at += 1
    if not found:
        return None
    if found[-1].decided:
        return Rulings(tuple(played), tuple(found), ())
    last, before = found[-1], played[:at]
    branches = []
    for branch in last.branches:
        match = [*before, branch.played]
        match += play_back(replay, variant, checks=False, through=through, begun=match)
        branches.append(_judged(branch, replay, variant, match))
    found[-1] = last._replace(branches=tuple(branches))
    played[at] = ruled_hand
    return Rulings(tuple(played), tuple(found), _agreed(branches))


# --- a hand played on ----------------------------------------------------------------------


def _follow(played: Played) -> tuple[list[Irregularity], Played]:
    """Rule on a hand from its failure on, as long as one way alone is left.

    A hand that could not begin, as with another mano, has nothing to be ruled on.
    """
    if played.start.table.hand != played.number:
        return [], played
    player, at = Player(played.start), _BEGIN
    at = _play_on(player, played.hand, at, deal=True)
    return _rule_on(player, played, at, branching=True)


_BEGIN: At = (0, 0)


def _rule_on(
    player: Player, played: Played, at: At, *, branching: bool
) -> tuple[list[Irregularity], Played]:
    """Rule on the failure a player has met, and on those after it.

    Without `branching` it stops where several ways are open.
    """
    hand = played.hand
    found: list[tuple[Misstep, Failure, Recourse]] = []
    while len(found) < MOST:
        failure, misstep = player.failure, _misstep(player)
        if failure is None or failure.call is None or misstep is None:
            break
        if len(misstep.recourses) == 1:
            recourse = misstep.recourses[0]
        elif misstep.ruling is not None:
            recourse = _as_played(player, played, misstep, at)
        elif branching:
            branches = tuple(
                [
                    RulingBranch(
                        recourse.name,
                        recourse.rule,
                        _taken(player.copy(), played, failure, recourse, at),
                    )
                    for recourse in misstep.recourses
                ]
            )
            return [
                *_irregularities(found, _ended(player, played)),
                _irregularity(misstep, failure, branches),
            ], _ended(player, played)
        else:
            break
        found.append((misstep, failure, recourse))
        at = _on(player, hand, failure, recourse, at)
    ended = _ended(player, played)
    return _irregularities(found, ended), ended


def _misstep(player: Player) -> Misstep | None:
    """What the failure a player has met is at the table."""
    failure = player.failure
    if failure is None or failure.call is None or failure.position is None:
        return None
    place = read_place(failure.place)
    lance = place.round if place is not None and place.round else failure.position.lance
    game = games.game_of(failure.position.variant.game)
    return game.misstep(player.steps, failure.position, failure.call, lance)


def _on(player: Player, hand: Hand, failure: Failure, recourse: Recourse, at: At) -> At:
    """Go on with a hand after its failure was taken in one way; where it stops then."""
    assert failure.call is not None
    player.ruled(failure.call, recourse.before, recourse.after)
    if player.position.lance == "end":
        return (len(hand.rounds), 0)
    return _play_on(player, hand, at if failure.call.seat == DECK else (at[0], at[1] + 1))


def _taken(player: Player, played: Played, failure: Failure, recourse: Recourse, at: At) -> Played:
    """The hand as it goes on where its failure is taken in one way."""
    at = _on(player, played.hand, failure, recourse, at)
    return _rule_on(player, played, at, branching=False)[1]


def _as_played(player: Player, played: Played, misstep: Misstep, at: At) -> Recourse:
    """The way in which the record goes on furthest: so the table took it."""
    assert player.failure is not None
    reached = []
    for recourse in misstep.recourses:
        other = player.copy()
        reached.append(_on(other, played.hand, player.failure, recourse, at))
    return misstep.recourses[reached.index(max(reached))]


def _play_on(player: Player, hand: Hand, at: At, *, deal: bool = False) -> At:
    """Play a hand on from a call of it; where that stops, or the place after its last round."""
    if deal and hand.deal is not None and "cards" in hand.deal:
        begins = hand.rounds[0].lance if hand.rounds else ""
        variant = player.start.variant
        player.deal(hand.cards, kept=games.game_of(variant.game).keeps(variant, begins))
        if player.failure is not None:
            return at
    for index in range(at[0], len(hand.rounds)):
        heard = at[1] if index == at[0] else 0
        player.play(hand.rounds[index], checks=False, heard=heard)
        if player.failure is not None or player.unjudged:
            place = read_place(player.failure.place) if player.failure else None
            return (index, place.call - 1 if place is not None and place.call else 0)
    return (len(hand.rounds), 0)


def _ended(player: Player, played: Played) -> Played:
    missing = player.missing if player.failure is None else ()
    return Played(
        played.number,
        played.hand,
        played.start,
        tuple(player.steps),
        *player.settled,
        missing,
        player.failure,
    )


def _irregularities(
    found: Sequence[tuple[Misstep, Failure, Recourse]], ended: Played
) -> list[Irregularity]:
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


# --- claims ---------------------------------------------------------------------------------


def _judged(
    branch: RulingBranch, replay: Replay, variant: Variant, hands: Sequence[Played]
) -> RulingBranch:
    """A branch with what the claims are worth in a match that goes on so."""
    judgements = judge(replay.claims or (), hands)
    if "lances" in traits(variant.game):
        judgements = Reckoning(replay, variant, hands).judged(judgements)
    if branch.void:
        judgements = tuple([_of_nothing(each, branch.played.number) for each in judgements])
    return branch._replace(judgements=judgements)


def _of_nothing(judgement: Judgement, number: int) -> Judgement:
    """A claim on stones of a deal that is void: nobody gets any."""
    claim = judgement.claim
    if "stones" not in claim or str(claim["about"]).partition(".")[0] != str(number):
        return judgement
    computed = {"to": claim["to"], "stones": 0}
    return Judgement(claim, claim["stones"] == 0, computed)


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
