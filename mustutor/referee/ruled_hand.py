"""A hand heard past what the rules refuse, or what is noted of a call: each way to go on.

`RuledHand` plays a hand, stops where something went wrong, and goes on in a way the game leaves
open, as far as the record's later calls are legal there. Start at `settle_irregular_hand`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.errors import NotationError
from mustutor.games.failure import Failure, Place, read_place
from mustutor.games.player import Player, illegal_play_of
from mustutor.games.protocols import IllegalPlay, RecordContext, RulingOption
from mustutor.model.calls import DECK, Call
from mustutor.model.position import Position
from mustutor.referee.noted import NONE_NOTED, UNNOTED, Noted, NotedThere
from mustutor.referee.statements import NOTED, PENALTY, Irregularity, RulingBranch, irregularity_of
from mustutor.replay.format import Hand
from mustutor.replay.playback import Played, deal_to, played_by

CHOSEN = "irregular.choice"
"""The option by which the offended side chooses among several ways."""

MOST = 100
"""The irregularities of a hand that are ruled on at most."""

MOST_LATER = 20
"""The irregularities after one left open that get branches of their own at most."""


def _branch(illegal_play: IllegalPlay, option: RulingOption, played: Played) -> RulingBranch:
    """A branch, named after the price where the table has one."""
    return RulingBranch(PENALTY if illegal_play.ruling else option.name, option.rule, played)


def chosen(seat: str, ends: Sequence[Played]) -> int | None:
    """Which way the offended side chooses, where a club lets it choose.

    It is the one that brings it most, the first of several; None where no club says so, or where it
    cannot be told: cards are awaited, it is dealt again, or more than two play for themselves.
    """
    end = ends[0].end
    club: Any = end.variant.rules["irregular"]
    sides = end.table.sides
    if club["choice"] != "offended" or len(sides) != 2 or not seat:
        return None
    if not all(played.settled and not played.void for played in ends):
        return None
    own, other = sorted(sides, key=lambda side: side != seat[: len(side)])

    def worth(played: Played) -> tuple[int, int]:
        """Whether it wins or loses the game, and how far it is ahead."""
        front = played.end.in_front()
        won = (played.end.winner == other) - (played.end.winner == own)
        return won, front[other] - front[own]

    values = [worth(played) for played in ends]
    return values.index(max(values))


class _Refused(NamedTuple):
    """An illegal play the hand has met, and where: the round and the call in it, from 0."""

    illegal_play: IllegalPlay
    failure: Failure
    at: tuple[int, int]

    def chosen(self) -> _Refused:
        """The same, where the side it was done to has chosen how it is taken."""
        return self._replace(illegal_play=self.illegal_play._replace(option=CHOSEN))

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


class RuledHand:
    """A hand heard past what the rules refuse: its player, and where the record goes on."""

    def __init__(
        self,
        player: Player,
        hand: Hand,
        at: tuple[int, int] = (0, 0),
        noted: Mapping[tuple[int, int], NotedThere] = NONE_NOTED,
    ) -> None:
        self.player, self.hand, self.at, self.noted = player, hand, at, noted
        self.open_at: Position | None = None

    def copy(self) -> RuledHand:
        """A copy that goes on by itself."""
        other = RuledHand(self.player.copy(), self.hand, self.at, self.noted)
        other.open_at = self.open_at
        return other

    @property
    def ended(self) -> Played:
        """The hand as far as it got."""
        return played_by(self.player, self.hand)

    @property
    def refused(self) -> _Refused | None:
        """The illegal play at which the hand stands; None where it stands at none."""
        there = self.noted.get(self.at, UNNOTED)
        noted = there.name, there.seat, there.stakes
        told = RecordContext("", tuple(self.later()), *noted, cut_off=self._is_cut_off)
        illegal_play = illegal_play_of(self.player, self.hand.rounds, told)
        failure = self.player.failure
        if failure is None or failure.call is None or illegal_play is None:
            return None
        return _Refused(illegal_play, failure, self.at)

    @property
    def _is_cut_off(self) -> bool:
        """Whether the record goes on after a round that it leaves without its last call.

        Where the last one it has was not said, by a ruling, the round is open.
        """
        player, (index, heard) = self.player, self.at
        failure, position = player.failure, player.position
        if failure is None or failure.text or failure.position is not position:
            return False
        if not (player.under_way and position.said and index and not heard):
            return False
        before, said = self.hand.rounds[index - 1], player.steps[-1].call
        last = before.calls[-1].partition(" ")[0] if before.calls else ""
        heard_out = before.lance == position.lance and last == said.seat
        return heard_out and failure.call in (None, said)  # it is given a call when it is ruled on

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

    def with_ruling(self, refused: _Refused, option: RulingOption) -> RuledHand:
        """A copy that goes on after one ruling."""
        other = self.copy()
        other.rule(refused, option)
        return other

    def ended_by(self, refused: _Refused, option: RulingOption) -> Played:
        """The hand as it goes on after one ruling."""
        other = self.with_ruling(refused, option)
        other.rule_on()
        return other.ended

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
            # Where a round is cut off, what the record has next was not heard yet.
            self.at = (index, heard + 1) if failure.text else (index, 0)
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
                here = place is not None and place.round == round_.lance and place.call
                self.at = (index, place.call - 1 if place is not None and here else 0)
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
                    ends = [self.ended_by(refused, one) for one in options]
                    at = chosen(refused.illegal_play.seat, ends)
                    if at is None:
                        return found, refused
                    option, refused = options[at], refused.chosen()
                else:
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
        does not follow from the one before. Where one of another kind is left open, the hand stops,
        and where another bet was not answered: what was said to each is a question of its own.
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
            same = again.illegal_play.kind == kind != "no_answer" or upset
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
        lance, rules = player.position.lance, games.game_of(player.position.variant.game).rules
        if self.open_at is not None or player.failure is None or index >= len(self.hand.rounds):
            return False
        if lance not in rules.phases.played or not player.position.speaker:
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
            ended = self.ended_by(refused, option)
            branches.append(RulingBranch(option.name, option.rule, ended))
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
    ruled = RuledHand(Player(played.start), played.hand, noted=stops)
    if deal_to(ruled.player, played.hand).failure is None:
        ruled.play_on()
    found, refused = ruled.rule_on()
    while 0 < len(found) < MOST and refused is None and ruled.leave_open():
        more, refused = ruled.rule_on()
        found += more
    told = ruled.irregularities(found)
    if refused is None:
        return told, ruled.ended
    branches, ways = [], []
    for option in refused.illegal_play.ruling_options:
        other = ruled.copy()
        met = other.follow(refused, option)
        ends = tuple(islice(other.ends(), MOST_ENDS + 1))
        branch = RulingBranch(option.name, option.rule, other.ended, (), ends)
        branches.append(branch._replace(open_at=other.open_at))
        ways.append((other.open_at is None, other.at, -len(met), met))
    # In the way the table went on, what follows is irregular too; in the others it may not be.
    later = max(ways, key=itemgetter(0, 1, 2))[3]
    return [*told, refused.ruled(branches), *later], ruled.ended


def _indices(played: Played) -> Iterator[tuple[tuple[int, int], Place]]:
    """Every call of a hand by its round and its number in it, from 0, with its place."""
    rounds = enumerate(played.hand.rounds)
    at = [(index, call) for index, round_ in rounds for call in range(len(round_.calls))]
    yield from zip(at, played.places, strict=True)
