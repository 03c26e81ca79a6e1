"""A match analysed: every decision with its loss, and luck separated from skill.

Start at `analyses`. Luck is the result minus skill, so the two add up to the result exactly. It is
what the cards brought, how the hidden ones lay, and which call of a mixed strategy was drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.betting_tree import Beginning, Onward, lots_of, served, shuffled
from mustutor.analysis.coach.decision import FINE, JUDGED, SURE, JudgedCall, Playouts, judged
from mustutor.analysis.coach.playing_habits import UNIT
from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.base.register import traits
from mustutor.games.failure import Place
from mustutor.games.mus_family.hands import CARDS_IN_HAND, TALKED
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.position import Position, Step, side_of
from mustutor.model.variant import Variant
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played, play_back

PLAYOUTS = 8_000
SEED = "coach"
LOTS = 12
"""How often the real deal is played on where lots decide."""
MARKS = ("doubtful", "bad", "very_bad")
OPEN = "open"
"""The word in place of a mark where it cannot be told."""


class Thresholds(NamedTuple):
    """The losses from which a call is marked, in thousandths of a stone."""

    doubtful: int = 1_000
    bad: int = 2_000
    very_bad: int = 4_000

    def mark(self, gap: int, error: int) -> str:
        """The mark of a call if another is better by `gap`; empty if it is sound.

        It is ``open`` where the error leaves it open whether the call is sound.

        >>> [Thresholds().mark(*each) for each in ((2_500, 400), (2_500, 1_300), (-500, 200))]
        ['bad', 'open', '']
        """
        if gap >= max(self.doubtful, SURE * error):
            return next(name for name in reversed(MARKS) if gap >= getattr(self, name))
        fine = error * UNIT < FINE * self.doubtful
        return "" if fine or gap + 2 * error < self.doubtful else OPEN


class Decision(NamedTuple):
    """A call with an alternative, its place in the match, and its judgement.

    `luck` is the other change of the side's worth since the previous decision, in thousandths of a
    stone; None if a card is unknown. `mark` is one of `MARKS`, `OPEN`, or empty for a sound call;
    `before` are the steps of the hand before its own.
    """

    place: Place
    seat: str
    judged: JudgedCall
    luck: int | None
    mark: str
    step: Step
    before: tuple[Step, ...]

    @property
    def is_marked(self) -> bool:
        """Whether the call is marked as worse than another."""
        return self.mark in MARKS

    def document(self) -> Json:
        """The decision as JSON: calls without their seat, numbers in stones."""
        return {
            "place": str(self.place),
            "seat": self.seat,
            "call": words(self.judged.call),
            "best": words(self.judged.best),
            "loss": self.judged.loss / 1000,
            "error": self.judged.error / 1000,
            "luck": None if self.luck is None else self.luck / 1000,
            "mark": self.mark or None,
        }


class SideResult(NamedTuple):
    """The result of a hand for a side, and its sources, in thousandths of a stone.

    `result` is `skill` and `others` and `luck`, exactly: the first is what its own calls lost
    (never above 0), the second what the other side's lost. For one seat of
    a side, `skill` is what its own calls lost and `partners` what its partners' lost.
    """

    side: str
    result: int
    skill: int
    others: int
    luck: int
    partners: int = 0


class AnalysedHand(NamedTuple):
    """A hand with its decisions, and the results of the sides if every card is known.

    `stones` is the worth of a stone to each side at the start, in millionths of the game. `fewer`
    says that the aim is to be rid of stones.
    """

    number: int
    decisions: tuple[Decision, ...]
    shares: tuple[SideResult, ...]
    stones: tuple[int, ...]
    fewer: bool

    def of(self, seat: str) -> AnalysedHand:
        """The hand as it concerns one seat; unchanged where `seat` is empty.

        There are its decisions alone, and what it lost stands apart from what its partners lost.

        >>> hand = AnalysedHand(1, (), (SideResult("A", 500, -300, 0, 800),), (), False)
        >>> hand.of("A1").shares
        (SideResult(side='A1', result=500, skill=0, others=0, luck=800, partners=-300),)
        """
        if not seat:
            return self
        own = tuple([one for one in self.decisions if one.seat == seat])
        lost = sum([one.judged.loss for one in own])
        shares = [
            share._replace(side=seat, skill=-lost, partners=share.skill + lost)
            for share in self.shares
            if share.side in (seat, side_of(seat))
        ]
        return self._replace(decisions=own, shares=tuple(shares))


def analyses(
    replay: Replay,
    variant: Variant,
    *,
    seed: str = SEED,
    playouts: int = PLAYOUTS,
    thresholds: Thresholds | None = None,
    hand: int = 0,
    seats: Collection[str] = (),
) -> Iterator[HandAnalysis]:
    """The hands of a match, or one `hand`, to be analysed whole or decision by decision.

    With `seats` it is their calls alone, and no results. Raises NotationError for a game that is
    not one of lances.

    >>> from mustutor.replay.files import load_replay
    >>> from mustutor.model.variant import load_variant
    >>> match = load_replay("ordago_accepted"), load_variant("fournier")
    >>> [hand] = [one.analysed() for one in analyses(*match, playouts=2)]
    >>> [str(one.place) for one in hand.decisions][:3]
    ['1.mus.1', '1.grande.1', '1.grande.2']
    >>> all(one.result == one.skill + one.others + one.luck for one in hand.shares)
    True
    """
    refuse_game(variant)
    limits = thresholds or Thresholds()
    return (
        HandAnalysis(played, seed, playouts, limits, seats)
        for played in play_back(replay, variant, checks=False)
        if hand in (0, played.number)
    )


def words(call: Call) -> str:
    """The text of a call, without its seat.

    >>> words(Call("A", "envido", 2))
    'envido 2'
    """
    return write_call(call).partition(" ")[2]


def decided_at(
    replay: Replay, variant: Variant, place: Place, *, seed: str = SEED, playouts: int = PLAYOUTS
) -> Decision | None:
    """The decision at a place of a match, judged as in `analyses`; None if there is none.

    >>> from mustutor.replay.files import load_replay
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games.failure import read_place
    >>> at = read_place("1.grande.1")
    >>> found = decided_at(load_replay("ordago_accepted"), load_variant("fournier"), at, playouts=2)
    >>> found and str(found.step.call)
    'A1 paso'
    """
    until = replay._replace(hands=replay.hands[: place.hand])
    hands = analyses(until, variant, seed=seed, playouts=playouts, hand=place.hand)
    return next((one for hand in hands for one in hand.follow(place)), None)


def refuse_game(variant: Variant) -> None:
    """Raise NotationError for a game whose calls cannot be judged."""
    if "lances" not in traits(variant.game):
        sentence = mark(
            "Calls are judged in games of lances, as in Mus and Encaje; {variant} is not one."
        )
        raise NotationError(sentence, variant=variant.id)


class HandAnalysis:
    """The analysis of one hand, step after step.

    `decisions` can be run through once: each comes as soon as it is judged, without its luck.
    """

    def __init__(
        self,
        played: Played,
        seed: str,
        playouts: int,
        thresholds: Thresholds,
        seats: Collection[str] = (),
    ) -> None:
        self.played, self.thresholds, self.seats = played, thresholds, seats
        self.play = Playouts(played.start, playouts, f"{seed}:{played.number}")
        self.worth = self.play.worth
        self.decisions = self._kept()
        self._found: list[Decision] = []

    @property
    def calls(self) -> list[tuple[int, Place, Step]]:
        """The calls that may be judged, each with its number among the steps and its place."""
        places, seats = iter(self.played.places), self.seats or self.played.start.table.seats
        steps = enumerate(self.played.steps)
        said = [(number, next(places), step) for number, step in steps if step.call.seat != DECK]
        return [one for one in said if one[2].call.verb in JUDGED and one[2].call.seat in seats]

    def follow(self, at: Place | None = None) -> Iterator[Decision]:
        """Judge its decisions one by one, or the one at a place."""
        for number, place, step in self.calls:
            if at in (None, place):
                known = tuple(self.played.steps[:number])
                was = judged(self.play, step, str(place), known)
                if was is not None:
                    mark_ = self.thresholds.mark(was.gap, was.error)
                    yield Decision(place, step.call.seat, was, None, mark_, step, known)

    def _kept(self) -> Iterator[Decision]:
        for one in self.follow():
            self._found.append(one)
            yield one

    def analysed(self) -> AnalysedHand:
        """Every decision of the hand, and the part of luck in each side's result."""
        played, worth = self.played, self.worth
        decisions = [*self._found, *self.decisions]
        shares: tuple[SideResult, ...] = ()
        last = played.steps[-1].after.lance if played.steps else ""
        if played.complete and last in ("end", "showdown") and not self.seats:
            real, end, before = _ActualHand(self.play), worth.of(played.end), worth.before
            for number, one in enumerate(decisions):
                ends = number == len(decisions) - 1
                now, side = end if ends else real.after(one.step.after), self._side(one.seat)
                luck = now[side] - before[side] + one.judged.loss
                decisions[number] = one._replace(luck=luck)
                before = now
            shares = self._shares(decisions, worth.before, end)
        return AnalysedHand(played.number, tuple(decisions), shares, worth.stones, worth.fewer)

    def _side(self, seat: str) -> int:
        return self.worth.sides.index(self.played.start.table.side_of(seat))

    def _shares(
        self, decisions: Sequence[Decision], before: tuple[int, ...], end: tuple[int, ...]
    ) -> tuple[SideResult, ...]:
        lost = [0] * len(self.worth.sides)
        for one in decisions:
            lost[self._side(one.seat)] += one.judged.loss
        shares = []
        for place, side in enumerate(self.worth.sides):
            result = end[place] - before[place]
            # With more than two sides, one's loss is not another's gain.
            others = sum(lost) - lost[place] if len(lost) == 2 else 0
            luck = result + lost[place] - others
            shares.append(SideResult(side, result, -lost[place], others, luck))
        return tuple(shares)


class _ActualHand:
    """The hand with its actual cards: the worth of each moment to somebody who sees them all."""

    def __init__(self, play: Playouts) -> None:
        self.play = play

    def after(self, position: Position) -> tuple[int, ...]:
        """The worth of a moment to each side, averaged over the possible play after it."""
        play, worth = self.play, self.play.worth
        if not position.queue:
            return worth.of(position if position.lance == "end" else games.settle(position)[0])
        onward, random = Onward(play.trees, worth, position), Random(f"{play.seed}:real")
        sides = range(len(worth.sides) if len(worth.sides) > 2 else 1)
        sums = [0.0] * len(sides)
        for _ in range(LOTS):
            played = self._played(onward, random)
            lots = lots_of(len(position.order), random)
            for side in sides:
                sums[side] += onward.value(played, side, lots)
        found = [round(one / LOTS) for one in sums]
        if len(worth.sides) == 2:  # exactly zero-sum between two sides
            found.append(sum(worth.won[0]) - found[0])
        return tuple(found)

    def _played(self, onward: Onward, random: Random) -> Beginning:
        """Where the lances go on, and the hands they are played with."""
        position, table = onward.position, self.play.trees.table
        held = [table.groups(position.hand_of(seat) or ()) for seat in position.order]
        if position.lance not in TALKED:
            return self.play.trees.root(position), onward.turn, tuple(map(table.number, held))
        aside = {*position.deal.earlier_discards, *chain(*position.deal.current_discards)}
        gone = aside.union(*[position.hand_of(seat) or () for seat in position.order])
        left = list(table.sizes)
        for group in table.groups(tuple(gone)):
            left[group] -= 1
        stock = shuffled(left, random)
        if position.lance == "mus":
            return onward.talked_out(onward.here, tuple(map(table.number, held)), stock)
        keeps = [
            table.keeps[table.number(hand)]
            if seat in position.queue and len(hand) == CARDS_IN_HAND
            else tuple(sorted(hand))[-CARDS_IN_HAND:]  # of five dealt, the highest are kept
            for seat, hand in zip(position.order, held, strict=True)
        ]
        hands = served(table, keeps, stock, table.groups(sorted(aside)))
        return (*self.play.trees.first(position), tuple(hands))
