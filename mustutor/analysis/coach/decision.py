"""One decision judged: the call's loss against the best one, and how sure that is.

Start at `judged`. Every candidate call is tried with the same imagined deals. One half of them
chooses: calls that are worse beyond chance are dropped early, and the best of the others is left.
A fresh half measures what the call lost against it, so that a lucky sample is not counted against
the player. Either half goes on until the difference is known well enough, or is no chance, or the
bound of deals is spent (`_settled`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.betting_tree import (
    Onward,
    Payment,
    TalkBranch,
    TalkTrees,
    lots_of,
    served,
    shuffled,
    trees_for,
)
from mustutor.analysis.coach.playing_habits import PLAYERS, UNIT, Worth
from mustutor.analysis.coach.unseen_hands import ImaginedDeal, Unseen
from mustutor.games.mus_family.bot_lances import cards_to_discard, cards_to_keep
from mustutor.games.mus_family.bot_tables import RUNGS
from mustutor.games.mus_family.hands import TALKED, Ranking
from mustutor.model.calls import Call
from mustutor.model.cards import Card
from mustutor.model.position import Option, Position, Step

KING, KING_AND_ACE, FIGURES = "R", "RA", "RCS"


def usual_discard(ranking: Ranking, hand: Sequence[Card], may: dict[str, Option]) -> Call:
    """The usual discard: all cards but kings and pairs.

    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.games.mus_family.hands import ranking_of
    >>> fournier = ranking_of(load_variant("fournier").rules)
    >>> may = {"descarto": Option("A1", "descarto", 1, 4)}
    >>> str(usual_discard(fournier, read_hand("Ro 3c 7e 4b"), may))
    'A1 descarto 7e 4b'
    """
    option = may["descarto"]
    least = 0 if "servido" in may else option.least
    cards = cards_to_discard(hand, cards_to_keep(hand, ranking, least), ranking, least, option.most)
    return Call(option.seat, "descarto", cards=cards) if cards else Call(option.seat, "servido")


def discards_to_try(ranking: Ranking, hand: Sequence[Card], may: dict[str, Option]) -> list[Call]:
    """The discards worth trying: the usual one, all but kings, all but pairs, and so on."""
    usual, option = usual_discard(ranking, hand, may), may["descarto"]
    rank = [ranking.effective(card) for card in hand]
    keeps = (
        [one == KING for one in rank],
        [rank.count(one) > 1 for one in rank],
        [one in KING_AND_ACE for one in rank],
        [one in FIGURES for one in rank],
    )
    found = [usual]
    for keep in keeps:
        cards = tuple([card for card, stays in zip(hand, keep, strict=True) if not stays])
        call = Call(option.seat, "descarto", cards=cards) if cards else None
        if call is None and "servido" in may:
            call = Call(option.seat, "servido")
        fits = call is not None and (not cards or option.least <= len(cards) <= option.most)
        if call is not None and fits and not any(is_same_discard(call, other) for other in found):
            found.append(call)
    return found


def is_same_discard(one: Call, other: Call) -> bool:
    """Whether two calls discard the same cards."""
    return one.verb == other.verb and sorted(one.cards) == sorted(other.cards)


MUS_SHARE = 6
"""The talk of mus gets fewer deals, divided by this: each takes longer. It is played on by the
strongest players alone."""
FEWEST = 8
LEAST = 250
"""The least deals of each half from which a difference may be called beyond chance."""
BATCH = 125
"""How many deals are tried before anything is said of them; then twice as many, and so on."""
ENOUGH = 0.8
"""Stop adding deals once the sampling error is below this share of `FINE`; the rest of the error
comes from not knowing how the rivals play."""
FINE = 300
"""An error under this, in thousandths of a stone, is small enough to judge by."""
SURE = 3
"""A difference of this many errors is no chance."""
TO_NAME_A_CHANCE = 100
"""So many deals tell from which chance on a bet is worth seeing."""
LIKELY = 0.15
"""Another kind of player counts if the rivals are one this often, given what was heard."""
WORDS = ("paso", "no quiero", "quiero", "ordago", "mus", "corto")
STAKED, THROWN = ("envido", "subo"), ("descarto", "servido")
JUDGED = (*WORDS, *STAKED, *THROWN)
"""The verbs of calls that are judged."""


class Reason(NamedTuple):
    """What speaks for a call in a lance, besides the cards.

    `behind` are those who may still speak; `stake` is on the table, 0 before a bet. Refusing it, or
    the least bet, gives `deje` away at once. From a chance of `needed` thousandths on seeing is
    better than refusing at this score. `stone` is the worth of a stone, in millionths of the game.
    """

    lance: str
    behind: tuple[str, ...]
    stake: int
    ordago: bool
    deje: int
    needed: int
    stone: int


class JudgedCall(NamedTuple):
    """The value of a call: the best call, and the loss against it with its error.

    Both are in thousandths of a stone. Where the call itself seems best, its loss is 0,
    `other_loss` is what the best `other` one loses, and the error is that of this. `odds` says, in
    thousandths, how often the seat's side held the best hand of the lance by what that seat knew;
    None in the talk of mus, as is `why`. `as_good` are calls that cannot be told from the best.
    """

    call: Call
    best: Call
    loss: int
    error: int
    odds: int | None
    as_good: tuple[Call, ...]
    other_loss: int = 0
    other: Call | None = None
    why: Reason | None = None

    @property
    def gap(self) -> int:
        """By how much the best other call is better; below 0 if it is worse."""
        return self.loss - self.other_loss


class Playouts:
    """Deals tried at the decisions of one hand, from its `start`: `number` at most at each."""

    def __init__(self, start: Position, number: int, seed: str) -> None:
        self.trees = trees_for(start.variant, len(start.table.seats))
        self.worth, self.number, self.seed = Worth(start), number, seed


class _Trials:
    """The calls that are compared, tried with the same deals."""

    def __init__(
        self, play: Playouts, position: Position, calls: Sequence[Call], unseen: Unseen
    ) -> None:
        self.trees, self.calls, self.unseen = play.trees, calls, unseen
        self.position, self.random = position, unseen.random
        self.onward = Onward(play.trees, play.worth, position)
        seat = position.speaker
        self.side = play.worth.sides.index(position.table.side_of(seat))
        self.values: list[list[float]] = [[] for _ in calls]
        self.weights: list[float] = []
        self.rivals: list[int] = []
        self.won = 0.0
        self.talking = position.lance in TALKED
        self.root = play.trees.root(position)
        self.first = play.trees.first(position)
        self.after = [] if self.talking else [self.trees.after(self.root, call) for call in calls]

    def run(self, number: int, still: Sequence[int]) -> None:
        """Try these calls with fresh deals until `number` were tried."""
        while len(self.weights) < number:
            deal = self.unseen.deal()
            self.weights.append(deal.weight)
            self.rivals.append(0 if self.talking else max(deal.who))
            if self.talking:
                self._talked(deal, still)
            else:
                self._bet(deal, still)

    def _bet(self, deal: ImaginedDeal, still: Sequence[int]) -> None:
        onward, trees, side, hands = self.onward, self.trees, self.side, deal.hands
        lance, near = self.root.position.lance, onward.worth.near
        self.won += deal.weight * self._has_best(lance, hands)
        onward.who = deal.who
        # Of players who mix every call there are too many ways to sum over.
        exact = trees.summed and not max(deal.who)
        steps = trees.classes(self.root, hands, deal.who) if exact else []
        rest: list[Payment] | None = None
        closed, ends = onward.closed(hands), self.root.only
        following: TalkBranch | None = None
        found, goes_on = [], []
        lots = lots_of(len(hands), self.random)
        for number in still:
            value = stays = 0.0
            after = self.after[number]
            if exact:
                ends = trees.ends(after, steps)
            elif after.ends:
                ends = after.only
            else:
                ends = trees.drawn(after, hands, deal.who, lots).only
            for end, chance in ends:
                paid = trees.payment(end, end.closed, hands)
                if end.place >= 0:
                    stays, following = stays + chance, end
                if not near:
                    value += chance * onward.alone(paid)[side]
                    continue
                if rest is None and end.place >= 0:
                    rest = onward.drawn(end, hands, lots)
                later = rest if rest is not None and end.place >= 0 else ()
                value += chance * onward.worth_after((*closed, paid, *later))[side]
            found.append(value)
            goes_on.append(stays)
        if not near and following is not None and min(goes_on) < max(goes_on):
            rest = onward.drawn(following, hands, lots)
            gain = onward.worth_after((*closed, *rest))[side] - onward.worth.at(onward.now)[side]
            found = [value + stays * gain for value, stays in zip(found, goes_on, strict=True)]
        for number, value in zip(still, found, strict=True):
            self.values[number].append(value)

    def answered(self, branch: TalkBranch, verb: str) -> TalkBranch:
        """Where a bet leads that everybody answers so."""
        while not branch.ends and branch.position.state.auction.stake:
            branch = self.trees.after(branch, Call(branch.position.speaker, verb))
        return branch

    def needed_to_see(self, refused: TalkBranch, seen: TalkBranch) -> int:
        """From which chance of the best hand on a bet is worth seeing, in thousandths.

        Over deals, with what the hands of either side bring besides, and the lances closed before.
        """
        onward, side, lance = self.onward, self.side, self.root.position.lance
        self.unseen.random = Random(lance)  # the same deals, however many were tried before
        stake = self.position.state.auction.stake
        worths: dict[object, list[int]] = {"folded": [], True: [], False: []}
        for _ in range(TO_NAME_A_CHANCE):
            hands = self.unseen.deal().hands
            closed = onward.closed(hands)
            for outcome, end in (("folded", refused), (self._has_best(lance, hands), seen)):
                paid = self.trees.payment(end, end.closed, hands)
                worths[outcome].append(onward.worth_after((*closed, paid))[side])
        for won in (True, False):
            if not worths[won]:  # one side always has the best hand: what the stake alone would do
                stones = enumerate(self.position.stones)
                score = tuple([now + stake * ((each == side) == won) for each, now in stones])
                worths[won] = [onward.worth.at(score)[side]]
        folded, high, low = map(fmean, (worths["folded"], worths[True], worths[False]))
        return min(max(round(1000 * (folded - low) / max(high - low, 1)), 0), 1000)

    def _has_best(self, lance: str, hands: Sequence[int]) -> bool:
        """Whether the speaker's side has the best hand of the lance."""
        places, position = self.trees.table.places[lance], self.position
        ranked = [(places[kind], seat) for seat, kind in enumerate(hands) if places[kind]]
        if not ranked:
            return False
        best = position.order[min(ranked)[1]]
        return position.table.side_of(best) == position.table.sides[self.side]

    def _talked(self, deal: ImaginedDeal, still: Sequence[int]) -> None:
        onward, position, table = self.onward, self.position, self.trees.table
        stock = shuffled(deal.left, self.random)
        ways = []
        for number in still:
            call, hands = self.calls[number], deal.hands
            if position.lance == "mus":
                ways.append(onward.talked_out(onward.here.then(call), hands, stock))
                continue
            hand = position.hand_of(call.seat) or ()
            keep = [card for card in hand if card not in call.cards]
            own = served(table, [table.groups(keep)], stock)
            place = self.unseen.place
            ways.append((*self.first, (*hands[:place], *own, *hands[place + 1 :])))
        worth = dict.fromkeys(ways, 0.0)
        if len(worth) > 1:  # else the calls come to the same
            lots = lots_of(len(deal.hands), self.random)
            for way in worth:
                worth[way] = onward.value(way, self.side, lots)
        for number, way in zip(still, ways, strict=True):
            self.values[number].append(worth[way])

    def gap(self, better: int, worse: int, begin: int = 0) -> Gap:
        """By how much one call beat another in the deals from `begin` on, and the error of that.

        If the rivals were another kind of player, the difference would be another: the farthest one
        that is likely enough counts as three errors off.
        """
        one, other = self.values[better], self.values[worse]
        number = len(self.weights)
        gaps = [one[place] - other[place] for place in range(begin, number)]
        weights = self.weights[begin:]
        whole = sum(weights)
        mean = sum([gap * weight for gap, weight in zip(gaps, weights, strict=True)]) / whole
        squares = sum([weight * weight for weight in weights])
        spread = sum(
            [(weight * (gap - mean)) ** 2 for gap, weight in zip(gaps, weights, strict=True)]
        )
        # With few heavy deals the error itself is uncertain, so it is reported as larger.
        error = spread / max(whole * whole - squares, 1e-9)
        return Gap(mean, sqrt(error), sqrt(error + (self._farthest(gaps, begin, mean) / SURE) ** 2))

    def _farthest(self, gaps: Sequence[float], begin: int, mean: float) -> float:
        """How far the difference is from the mean if the rivals are the unlikeliest that count."""
        sums = [[0.0, 0.0] for _ in PLAYERS]
        for gap, weight, player in zip(
            gaps, self.weights[begin:], self.rivals[begin:], strict=True
        ):
            sums[player][0] += weight
            sums[player][1] += weight * gap
        least = LIKELY * sum([weight for weight, _ in sums])
        return max([abs(gap / weight - mean) for weight, gap in sums if weight > least])


def candidates(step: Step, trees: TalkTrees) -> list[Call]:
    """The calls to compare, including the one that was made.

    Fewer than two if the rules or the cards leave no choice.
    """
    position, call = step.before, step.call
    may = {option.verb: option for option in games.options(position)}
    judged_so = call.verb in JUDGED and call.verb in may
    if not judged_so or may[call.verb].seat != call.seat:
        return []
    hand = position.hand_of(call.seat)
    if "descarto" in may and hand is not None:
        found = discards_to_try(trees.table.ranking, hand, may)
        return found if any(is_same_discard(call, one) for one in found) else [*found, call]
    found = [Call(call.seat, verb) for verb in WORDS if verb in may]
    auction = position.state.auction
    for verb in STAKED:
        found += stakes(may.get(verb), auction.stake if auction is not None else 0)
    return found if call in found else [*found, call]


def stakes(option: Option | None, stake: int) -> list[Call]:
    """The stakes to try: the lowest legal one, and those players know what to answer to.

    >>> [str(call) for call in stakes(Option("A1", "envido", 2, 40), 0)]
    ['A1 envido 2', 'A1 envido 5', 'A1 envido 10', 'A1 envido 20']
    >>> [str(call) for call in stakes(Option("A1", "subo", 7, 40), 5)]
    ['A1 subo a 7', 'A1 subo a 10']
    """
    if option is None or option.most < option.least:
        return []
    rungs = [rung for rung in RUNGS if rung > stake][: 1 if stake else None]
    sizes = {option.least, *[rung for rung in rungs if option.least < rung <= option.most]}
    return [Call(option.seat, option.verb, size) for size in sorted(sizes)]


class CallGap(NamedTuple):
    """The calls of a decision compared: by number the one judged, and the best of the others.

    `gap` is by how much that one is better, in thousandths of a stone, with its `error`; `led` says
    that the call judged seemed best to the half that chooses, and `close` are others that cannot be
    told from the best.
    """

    said: int
    other: int
    gap: float
    error: float
    led: bool
    close: tuple[int, ...]


def _compared(trials: _Trials, said: int | None, most: int) -> CallGap:
    """Compare the calls: `said` with the best of the others, or the two best with each other."""
    still, number = list(range(len(trials.calls))), min(BATCH, most)
    while True:
        trials.run(number, still)
        means = {one: trials.gap(one, still[0]).mean for one in still}
        ranked = sorted(still, key=lambda one: -means[one])
        lead = ranked[0]
        judged_ = lead if said is None else said
        other = next(one for one in ranked if one != judged_)
        # Between two calls there is little to choose.
        if len(still) == 2 or number >= most or _settled(trials.gap(other, judged_), number):
            break
        kept = (judged_, other)
        still = [one for one in still if one in kept or not trials.gap(lead, one).beyond]
        number = min(2 * number, most)
    rest = [one for one in still if one not in (judged_, other)]
    close = [one for one in rest if means[one] > means[lead] - FINE]
    begin, fresh = number, min(BATCH, most)
    while True:
        trials.run(begin + fresh, (judged_, other))
        gap = trials.gap(other, judged_, begin)
        if fresh >= most or _settled(gap, fresh):
            break
        fresh = min(2 * fresh, most)
    return CallGap(judged_, other, gap.mean, gap.error, lead == judged_, tuple(close))


class Gap(NamedTuple):
    """A difference: its mean, the error of the deals alone, and that with who the rivals are."""

    mean: float
    sampling: float
    error: float

    @property
    def beyond(self) -> bool:
        """Whether it is no chance."""
        return abs(self.mean) >= SURE * self.error


def _settled(gap: Gap, number: int) -> bool:
    """Whether a difference is known well enough, is no chance, or is under a stone for sure."""
    harmless = gap.mean + SURE * gap.error < UNIT
    return harmless or gap.sampling < FINE * ENOUGH or (number >= LEAST and gap.beyond)


def judged(play: Playouts, step: Step, place: str, steps: Sequence[Step]) -> JudgedCall | None:
    """Judge a call after these steps; None without a choice, or if its cards are unknown.

    `place` and the seed of `play` say which deals are tried.
    """
    calls = candidates(step, play.trees)
    said = [
        number
        for number, call in enumerate(calls)
        if call == step.call or (call.cards and is_same_discard(call, step.call))
    ]
    return _verdict(play, step.before, calls, said, place, steps)


def advised(
    play: Playouts, position: Position, place: str, steps: Sequence[Step]
) -> JudgedCall | None:
    """Judge the best call there is against the next best; None if there is no choice."""
    options = games.options(position)
    words = [option for option in options if option.verb in (*WORDS, *THROWN)]
    if not words:
        return None
    option, hand = words[0], position.hand_of(position.speaker) or ()
    call = Call(option.seat, option.verb)
    if option.verb in THROWN:
        call = usual_discard(play.trees.table.ranking, hand, {one.verb: one for one in options})
    calls = candidates(Step(position, call, position), play.trees)
    return _verdict(play, position, calls, [], place, steps)


def _verdict(
    play: Playouts,
    position: Position,
    calls: Sequence[Call],
    said: Sequence[int],
    place: str,
    steps: Sequence[Step],
) -> JudgedCall | None:
    if len(calls) < 2 or position.hand_of(position.speaker) is None:
        return None
    unseen = Unseen(position, steps, play.trees, Random(f"{play.seed}:{place}"))
    if not unseen.possible:
        return None
    trials = _Trials(play, position, calls, unseen)
    most = play.number // (MUS_SHARE if trials.talking else 1)
    found = _compared(trials, said[0] if said else None, max(most // 2, FEWEST))
    gap, error = round(found.gap), round(found.error)
    call = best = calls[found.said]
    other = calls[found.other]
    if gap > 0 and not (found.led and gap < SURE * error):
        best = other
    loss = 0 if best == call else gap
    as_good = tuple([calls[one] for one in found.close])
    judged_ = JudgedCall(call, best, loss, error, None, as_good, loss - gap, other)
    if trials.talking:
        return judged_
    odds = round(1000 * trials.won / sum(trials.weights))
    return judged_._replace(odds=odds, why=_reason(trials, play))


def _reason(trials: _Trials, play: Playouts) -> Reason:
    """What the stake and the deje ask at this score."""
    position, side, worth = trials.position, trials.side, play.worth
    auction, seat = position.state.auction, position.speaker
    least = next((call for call in trials.calls if call.verb == "envido"), Call(seat, "ordago"))
    bet, behind = auction.stake > 0, position.queue[1:]
    side_of = position.table.side_of
    # A partner who may still see the bet keeps the deje from being lost.
    last = not any(side_of(one) == side_of(seat) for one in behind)
    deje, needed = 0, 0
    if not trials.trees.own_stones and (last or not bet):
        branch = trials.root
        if not bet and least in trials.calls:
            branch = trials.trees.after(branch, least)
        refused = trials.answered(branch, "no quiero")
        if refused.closed is not None:
            deje = sum(refused.position.stones) - sum(refused.base)
        if bet and deje:
            needed = trials.needed_to_see(refused, trials.answered(branch, "quiero"))
    stone = worth.stones[side]
    return Reason(position.lance, behind, auction.stake, auction.ordago, deje, needed, stone)
