"""A match analysed: every decision with its loss, and luck separated from skill.

Start at `analysed`. Luck is the result minus skill, so the two add up to the result exactly. It is
what the cards brought, how the hidden ones lay, and which call of a mixed strategy was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.decision import JudgedCall, Playouts, judged, settled
from mustutor.analysis.coach.playing_habits import BettingModel, Worth, betting_model
from mustutor.analysis.coach.unseen_hands import (
    ImaginedDeal,
    TalkBranch,
    TalkTrees,
    evidence_before,
    random_sample,
)
from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.base.register import traits
from mustutor.games.failure import Place
from mustutor.games.mus_family.hands import TALKED
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.cards import deck
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played, play_back

PLAYOUTS = 60
SEED = "coach"
TRUE_SHARE = 4
"""The playouts of the real deal are the usual number divided by this."""
SURE = 2
"""A call is marked only if its loss is at least this many of its errors."""
MARKS = ("doubtful", "bad", "very_bad")


class Thresholds(NamedTuple):
    """The losses from which a call is marked, in thousandths of a stone."""

    doubtful: int = 1_000
    bad: int = 2_000
    very_bad: int = 4_000

    def mark(self, loss: int, error: int) -> str:
        """The mark of a call with this loss; empty if the loss may be chance.

        >>> Thresholds().mark(2_500, 400), Thresholds().mark(2_500, 1_300)
        ('bad', '')
        """
        if loss <= 0 or loss < SURE * error:
            return ""
        return next((name for name in reversed(MARKS) if loss >= getattr(self, name)), "")


class Decision(NamedTuple):
    """A call with an alternative, its place in the match, and its judgement.

    `luck` is the other change of the side's worth since the previous decision, in thousandths of a
    stone; None if a card is unknown.
    """

    place: Place
    seat: str
    judged: JudgedCall
    luck: int | None
    mark: str

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

    def shares_of(self, seat: str) -> tuple[SideResult, ...]:
        """The results of every side, or of one seat, with its partners' losses separate.

        >>> AnalysedHand(1, (), (SideResult("A", 500, -300, 0, 800),), (), False).shares_of("A1")
        (SideResult(side='A1', result=500, skill=0, others=0, luck=800, partners=-300),)
        """
        if not seat:
            return self.shares
        lost = sum([one.judged.loss for one in self.decisions if one.seat == seat])
        return tuple(
            [
                share._replace(side=seat, skill=-lost, partners=share.skill + lost)
                for share in self.shares
                if share.side in (seat, seat[0])
            ]
        )


def analysed(
    replay: Replay,
    variant: Variant,
    *,
    seed: str = SEED,
    playouts: int = PLAYOUTS,
    thresholds: Thresholds | None = None,
    habits: BettingModel | None = None,
    hand: int = 0,
) -> Iterator[AnalysedHand]:
    """Analyse a match hand by hand, or one `hand` of it.

    Raises NotationError for a game that is not one of lances.

    >>> from mustutor.replay.files import load_replay
    >>> from mustutor.model.variant import load_variant
    >>> [hand] = analysed(load_replay("ordago_accepted"), load_variant("fournier"), playouts=2)
    >>> [str(one.place) for one in hand.decisions][:3]
    ['1.mus.1', '1.grande.1', '1.grande.2']
    >>> all(one.result == one.skill + one.others + one.luck for one in hand.shares)
    True
    """
    refuse_game(variant)
    grove = TalkTrees(variant, habits or betting_model(variant, len(replay.seats)))
    for played in play_back(replay, variant, checks=False):
        if hand not in (0, played.number):
            continue
        grove.forget()
        yield _HandAnalysis(grove, played, seed, playouts, thresholds or Thresholds()).analysed()


def words(call: Call) -> str:
    """The text of a call, without its seat.

    >>> words(Call("A", "envido", 2))
    'envido 2'
    """
    return write_call(call).partition(" ")[2]


class DecidedMoment(NamedTuple):
    """A decision with its step, the steps of the hand before it, and its judgement.

    `mark` is given by the default thresholds.
    """

    step: Step
    steps: tuple[Step, ...]
    was: JudgedCall
    mark: str


def decided_at(
    replay: Replay, variant: Variant, place: Place, *, seed: str = SEED, playouts: int = PLAYOUTS
) -> DecidedMoment | None:
    """The decision at a place of a match, judged as in `analysed`; None if there is none.

    >>> from mustutor.replay.files import load_replay
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games.failure import read_place
    >>> at = read_place("1.grande.1")
    >>> found = decided_at(load_replay("ordago_accepted"), load_variant("fournier"), at, playouts=2)
    >>> found and str(found.step.call)
    'A1 paso'
    """
    refuse_game(variant)
    grove = TalkTrees(variant, betting_model(variant, len(replay.seats)))
    hand = replay._replace(hands=replay.hands[: place.hand])
    played = next(
        (one for one in play_back(hand, variant, checks=False) if one.number == place.hand), None
    )
    if played is None or place not in played.places:
        return None
    steps = list(played.steps)
    said = [number for number, step in enumerate(steps) if step.call.seat != DECK]
    called = list(played.places).index(place)
    if called >= len(said):
        return None
    number = said[called]
    play = Playouts(grove, Worth(played.start), playouts, f"{seed}:{played.number}")
    before = tuple(steps[:number])
    was = judged(play, steps[number], str(place), before, evidence_before(before, grove))
    if was is None:
        return None
    return DecidedMoment(steps[number], before, was, Thresholds().mark(was.loss, was.error))


def refuse_game(variant: Variant) -> None:
    """Raise NotationError for a game whose calls cannot be judged."""
    if "lances" not in traits(variant.game):
        sentence = mark(
            "Calls are judged in games of lances, as in Mus and Encaje; {variant} is not one."
        )
        raise NotationError(sentence, variant=variant.id)


class _HandAnalysis:
    """The analysis of one hand, step after step."""

    def __init__(
        self, grove: TalkTrees, played: Played, seed: str, playouts: int, thresholds: Thresholds
    ) -> None:
        self.grove, self.played, self.thresholds = grove, played, thresholds
        self.worth = Worth(played.start)
        self.seed = f"{seed}:{played.number}"
        self.play = Playouts(grove, self.worth, playouts, self.seed)
        steps = list(played.steps)
        whole = played.complete and bool(steps) and steps[-1].after.lance in ("end", "showdown")
        self.real = _ActualHand(self.play, max(playouts // TRUE_SHARE, 1)) if whole else None

    def analysed(self) -> AnalysedHand:
        """Every decision of the hand, and the part of luck in each side's result."""
        played, worth = self.played, self.worth
        steps = list(played.steps)
        places = iter(played.places)
        found: list[tuple[Decision, tuple[int, ...] | None]] = []
        before = worth.before
        for number, step in enumerate(steps):
            if step.call.seat == DECK:
                continue
            place = next(places)
            if step.call.verb in games.game_of(played.start.variant.game).words.grammar.beside:
                continue
            heard = evidence_before(steps[:number], self.grove)
            was = judged(self.play, step, str(place), steps[:number], heard)
            if was is None:
                continue
            now = self.real.after(step.after) if self.real is not None else None
            mark_ = self.thresholds.mark(was.loss, was.error)
            found.append((Decision(place, step.call.seat, was, None, mark_), now))
        if self.real is None:
            return self._hand([one for one, _ in found], ())
        end = worth.of(played.end)
        if found:
            found[-1] = (found[-1][0], end)
        decisions = []
        at = before
        for one, now in found:
            assert now is not None, "of a hand that is known whole every moment is worth something"
            side = self._side(one.seat)
            luck = now[side] - at[side] + one.judged.loss
            decisions.append(one._replace(luck=luck))
            at = now
        return self._hand(decisions, self._shares(decisions, before, end))

    def _hand(self, decisions: Sequence[Decision], shares: tuple[SideResult, ...]) -> AnalysedHand:
        worth = self.worth
        return AnalysedHand(
            self.played.number, tuple(decisions), shares, worth.stones, fewer=worth.fewer
        )

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

    def __init__(self, play: Playouts, number: int) -> None:
        self.play, self.number = play, number
        self._hands: object = None
        self._ends: dict[TalkBranch, tuple[int, ...]] = {}

    def after(self, position: Position) -> tuple[int, ...]:
        """The worth of a moment to each side, averaged over the possible play after it."""
        play = self.play
        if not position.queue:
            end = position if position.lance == "end" else games.settle(position)[0]
            return play.worth.of(end)
        if position.deal.hands != self._hands:
            self._hands, self._ends = position.deal.hands, {}
        hands = {seat: position.hand_of(seat) or () for seat in position.order}
        random = Random(f"{play.seed}:real")
        sums = [0] * len(play.worth.sides)
        for _ in range(self.number):
            for side, worth in enumerate(self._played(position, hands, random)):
                sums[side] += worth
        first = sums[0] // self.number
        if len(sums) == 2:  # exactly zero-sum between two sides
            return (first, sum(sums) // self.number - first)
        return tuple([whole // self.number for whole in sums])

    def _played(
        self, position: Position, hands: dict[str, Hand], random: Random
    ) -> tuple[int, ...]:
        play = self.play
        lots = play.lots(random, position)
        if position.lance in TALKED:
            held = {card for hand in hands.values() for card in hand}
            gone = held.union(*position.deal.current_discards, position.deal.earlier_discards)
            every = deck(position.variant.several("deck.removed_ranks"))
            left = [card for card in every if card not in gone]
            stock = tuple(random_sample(left, len(left), random))
            return play.ended(position, ImaginedDeal(hands, stock, 1), lots, None, whole=True)
        leaf = play.grove.played(play.grove.root(position), hands, lots, whole=True)
        found = self._ends.get(leaf)
        if found is None:
            found = self._ends[leaf] = play.worth.of(settled(leaf, hands))
        return found
