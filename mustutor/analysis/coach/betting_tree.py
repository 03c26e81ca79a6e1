"""The betting of a hand as a tree without cards, and what its ends pay.

In the betting only the declarations and the winner depend on cards, and of a hand a player's call
depends on its strength in the lance alone. So one tree of `TalkBranch`es, made by `games.step`,
serves every deal, every hand of a match, and every score that the players do not look at. What an
end pays is asked of the rules once for each winner, and never played out: `TalkTrees.ends` sums
over every way the betting of a lance may go. `Onward` goes on from there to the end of the hand.

A hand is the number of its kind in the `KindTable` of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from random import Random
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.playing_habits import (
    BettingModel,
    Bluffer,
    DefaultModel,
    Mix,
    Worth,
    betting_model,
    frequency_of,
)
from mustutor.base.errors import IllegalCall
from mustutor.base.register import traits
from mustutor.games.mus_family.betting import Auction, Outcome, only, opened
from mustutor.games.mus_family.bot_lances import cards_to_keep, matches_signals, should_cut
from mustutor.games.mus_family.hands import CARDS_IN_HAND, LANCES, PLACES, VALUED, ranking_under
from mustutor.games.mus_family.odds_count import kinds_of
from mustutor.model.calls import Call
from mustutor.model.cards import Card
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant

MOST_LEFT, MOST_TREES = 64, 5_000
"""The most counts of cards left, and trees, that are kept."""
WAYS = [[comb(size, taken) for taken in range(CARDS_IN_HAND + 1)] for size in range(41)]
MOST_CLASSES = 100
"""No model tells more strengths of hands apart."""
TURNS = 3
"""Turns of a seat in a lance with a lot each; later ones share the last."""
HIGHEST, LAST = 40, {"subo": "quiero"}
"""Nobody raises a stake as high as this any more: the tree has an end."""
USUAL, UNUSUAL = 0.9, 0.15
"""How often mus or a cut is said with a hand it is usual for, and with another."""


class KindTable:
    """All kinds of hands of a rulebook by number, with what the game asks of each."""

    def __init__(self, variant: Variant) -> None:
        found = kinds_of(variant)
        self.variant, self.ranking = variant, ranking_under(variant)
        self.kinds = found.hands
        self.group_of, self.sizes = found.group_of, tuple(map(len, found.groups))
        self._numbers = {kind.counts: number for number, kind in enumerate(self.kinds)}
        self.takes = [
            tuple([(group, count) for group, count in enumerate(kind.counts) if count])
            for kind in self.kinds
        ]
        self.places = {lance: [PLACES[lance](kind.row) for kind in self.kinds] for lance in LANCES}
        self.worths = {
            lance: [self.ranking.worth(lance, kind.row) for kind in self.kinds] for lance in LANCES
        }
        self.declares = [
            (pares > 0) + 2 * (juego > 0)
            for pares, juego in zip(self.places["pares"], self.places["juego"], strict=True)
        ]
        self._dealt: dict[tuple[int, ...], list[int]] = {}

    def number(self, groups: Sequence[int]) -> int:
        """The number of the kind of a hand, by the group of each card."""
        counts = [0] * len(self.sizes)
        for group in groups:
            counts[group] += 1
        return self._numbers[tuple(counts)]

    def groups(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """The group of each card."""
        return tuple([self.group_of[card] for card in cards])

    @cached_property
    def cuts(self) -> list[bool]:
        """Whether a player usually cuts with each kind."""
        return [should_cut(kind.cards, self.ranking) for kind in self.kinds]

    @cached_property
    def keeps(self) -> list[tuple[int, ...]]:
        """The groups of the cards that are usually kept of each kind."""
        return [
            tuple(sorted(self.groups(cards_to_keep(kind.cards, self.ranking, 1))))
            for kind in self.kinds
        ]

    @cached_property
    def throws(self) -> list[tuple[int, ...]]:
        """The groups of the cards that are usually thrown of each kind."""
        held = [Counter(self.groups(kind.cards)) for kind in self.kinds]
        pairs = zip(held, map(Counter, self.keeps), strict=True)
        return [tuple((all_ - kept).elements()) for all_, kept in pairs]

    @cached_property
    def exchanged(self) -> list[float]:
        """How much likelier each kind is after an exchange than when it is dealt."""
        kept: Counter[tuple[int, ...]] = Counter()
        for kind, keep in zip(self.kinds, self.keeps, strict=True):
            kept[keep] += kind.ways
        found = [0.0] * len(self.kinds)
        for keep, ways in kept.items():
            left = [size - keep.count(group) for group, size in enumerate(self.sizes)]
            drawn = CARDS_IN_HAND - len(keep)
            each = ways / comb(sum(left), drawn)
            for taken in combinations_with_replacement(range(len(left)), drawn):
                often = prod([comb(left[group], taken.count(group)) for group in set(taken)])
                if often:
                    found[self.number((*keep, *taken))] += each * often
        return [share / kind.ways for share, kind in zip(found, self.kinds, strict=True)]

    def dealt(self, left: tuple[int, ...]) -> list[int]:
        """In how many ways each kind can be dealt from what is left of each group."""
        if left not in self._dealt:
            if len(self._dealt) > MOST_LEFT:
                self._dealt.clear()
            self._dealt[left] = [
                prod([WAYS[left[group]][count] for group, count in takes]) for takes in self.takes
            ]
        return self._dealt[left]

    def signalled(self, names: Iterable[str]) -> list[bool]:
        """Whether each kind fits what was signalled."""
        cards = [kind.cards for kind in self.kinds]
        return [matches_signals(names, hand, self.ranking, self.variant) for hand in cards]


@lru_cache(maxsize=8)
def kind_table(variant: Variant) -> KindTable:
    """The kinds of hands of a rulebook."""
    return KindTable(variant)


class Payment(NamedTuple):
    """What a closed lance pays, at once and then in the order of the count, by side.

    `wins` is the side that won the game by it, -1 for none.
    """

    now: tuple[tuple[int, int], ...]
    later: tuple[tuple[int, int], ...]
    wins: int


class TalkBranch:
    """A position of the betting without cards; `after` are its branches by call.

    `ends` says that the lance it was made for is over; `closed` is then how, or None. `speaking`
    are the numbers of the seats that may still speak in it, `place` the number of the speaker;
    `base` are the stones where the lance began.
    """

    __slots__ = (
        *("after", "base", "closed", "declared", "declares", "ends", "known", "mixes", "only"),
        *("payments", "place", "position", "seats", "speaking"),
    )

    def __init__(self, position: Position, before: TalkBranch | None = None) -> None:
        self.position, order = position, position.order
        self.base: tuple[int, ...] = position.stones
        if before is not None:  # a deje paid when the lance before ended is no part of this one
            self.base = before.position.stones if before.ends else before.base
        self.after: dict[Call, TalkBranch] = {}
        self.mixes: dict[int, Ends] = {}
        self.known: dict[tuple[int, ...], Ends] = {}
        self.payments: dict[object, Payment] = {}
        self.only: Ends = ((self, 1.0),)
        self.declared: dict[tuple[int, ...], tuple[list[TalkBranch], TalkBranch]] = {}
        ended = before is not None and position.lance != before.position.lance
        self.ends: bool = ended or not position.queue
        closed = position.state.closed
        fresh = before is not None and len(closed) > len(before.position.state.closed)
        self.closed: Outcome | None = closed[-1] if fresh else None
        self.seats = tuple(map(order.index, self.closed.seats)) if self.closed is not None else ()
        self.place = order.index(position.speaker) if position.speaker in order else -1
        auction = position.state.auction
        self.declares = auction is None and self.place >= 0
        still = {*position.queue, *auction.speakers} if auction is not None else set()
        self.speaking = tuple([place for place, seat in enumerate(order) if seat in still])

    def then(self, call: Call) -> TalkBranch:
        """The branch after a call."""
        found = self.after.get(call)
        if found is None:
            made = games.step(self.position, call)
            if not isinstance(made, Step):
                raise IllegalCall(made)
            found = self.after[call] = TalkBranch(made.after, self)
        return found


def without_cards(position: Position) -> Position:
    """The position without cards."""
    deal = position.deal
    return position.with_deal(deal.with_known_hands((None,) * len(deal.hands), kept=deal.kept))


Ends = tuple[tuple[TalkBranch, float], ...]
"""The ends a betting may come to, each with its chance."""
Hands = Sequence[int]
"""The kind of each seat's hand, in speaking order."""


class Heard(NamedTuple):
    """A call as evidence about cards: its seat, its verb, and where in the betting it came.

    In the talk of mus there is no `branch`.
    """

    seat: str
    verb: str
    branch: TalkBranch | None


class TalkTrees:
    """All trees of a rulebook and a table, with the players who bet in them.

    `summed` says that the first of the players mixes few calls: all ends can be summed over.
    """

    def __init__(self, variant: Variant, habits: BettingModel) -> None:
        self.variant, self.habits, self.table = variant, habits, kind_table(variant)
        self.models: tuple[BettingModel, ...] = (habits, DefaultModel(variant), Bluffer())
        self.summed = not isinstance(habits, DefaultModel)
        self.own_stones = "own_stones" in traits(variant.game)
        self._roots: dict[object, TalkBranch] = {}
        self._steps: dict[tuple[str, int], list[int]] = {}
        self._likely: dict[tuple[TalkBranch | None, str], list[tuple[float, ...]]] = {}

    def root(self, position: Position) -> TalkBranch:
        """The branch of a position: the same for all cards, and all scores played alike."""
        bare, state = without_cards(position), position.state
        rulings = bare.rulings if any(ruling.offence for ruling in bare.rulings) else ()
        alike = self.habits.plays_alike(position)
        if alike:
            bare = bare._replace(stones=(0,) * len(bare.stones))
        betting = bare.lance, bare.queue, bare.order, state.auction, state.holders
        key = (*betting, bare.stones, bare.pots, bare.out, rulings)
        found = self._roots.get(key)
        if found is None:
            if len(self._roots) > MOST_TREES:
                self._roots.clear()
                self._likely.clear()
            bare = bare._replace(rulings=rulings, state=state._replace(peretes=()))
            found = TalkBranch(bare)
            self._roots[key] = found
        return found

    def after(self, branch: TalkBranch, call: Call) -> TalkBranch:
        """The branch after a call of the betting: one for all ways that lead to it."""
        then = branch.then(call)
        return then if then.ends else self.root(then.position)

    def first(self, position: Position) -> tuple[TalkBranch, tuple[int, ...]]:
        """Where the first lance begins, when nobody exchanges cards any more.

        Where scores are played alike, all seats share the tree of the first one as mano; then the
        numbers say which side of the table each of its sides is.
        """
        sides, side = position.table.sides, position.table.side_of
        turn = tuple(range(len(sides)))
        if self.habits.plays_alike(position):
            seats, actual = position.table.seats, position.order
            position = games.start(self.variant, seats=seats, mano=seats[0])
            named = {side(one): side(other) for one, other in zip(seats, actual, strict=True)}
            turn = tuple([sides.index(named[one]) for one in sides])
        return self.root(opened(position, LANCES[0], position.order, Auction(position.order))), turn

    def steps(self, lance: str, model: int) -> list[int]:
        """The strength class of each kind of hand in a lance; of each model they are others."""
        found = self._steps.get((lance, model))
        if found is None:
            step, first = self.models[model].step, model * MOST_CLASSES
            found = [first + step(lance, kind.cards) for kind in self.table.kinds]
            self._steps[lance, model] = found
        return found

    def classes(self, branch: TalkBranch, hands: Hands, who: Hands) -> list[int]:
        """The strength class of each hand in the lance of a branch, to who plays it."""
        lance = branch.position.lance
        return [self.steps(lance, model)[kind] for model, kind in zip(who, hands, strict=True)]

    def ends(self, branch: TalkBranch, steps: Sequence[int]) -> Ends:
        """The ends of the lance and their chances, by every seat's strength class."""
        if branch.ends:
            return branch.only
        key = tuple([steps[place] for place in branch.speaking])
        found = branch.known.get(key)
        if found is None:
            chances: dict[TalkBranch, float] = {}
            for after, share in self._mix(branch, steps[branch.place]):
                for end, chance in self.ends(after, steps):
                    chances[end] = chances.get(end, 0.0) + share * chance
            found = branch.known[key] = tuple(chances.items())
        return found

    def drawn(
        self, branch: TalkBranch, hands: Hands, who: Hands, lots: Sequence[float]
    ) -> TalkBranch:
        """One end of the lance, by lot; `who` are the models that play each seat.

        Every turn of a seat in a lance has one of the `lots` (`lots_of`), the same ones for every
        call that is tried, so that what differs is the call.
        """
        lance, seats = branch.position.lance, len(hands)
        steps = self.classes(branch, hands, who)
        first = LANCES.index(lance) * TURNS * seats
        turns = [first] * seats
        while not branch.ends:
            place = branch.place
            step, lot = steps[place], lots[turns[place] + place]
            if turns[place] < first + (TURNS - 1) * seats:
                turns[place] += seats
            for after, share in branch.mixes.get(step) or self._mix(branch, step):
                branch, lot = after, lot - share
                if lot < 0:
                    break
        return branch

    def _mix(self, branch: TalkBranch, step: int) -> Ends:
        """The branches after the calls of a speaker with a hand of this strength."""
        found = branch.mixes.get(step)
        if found is None:
            found = tuple(
                [(self.after(branch, call), share) for call, share in self._calls(branch, step)]
            )
            branch.mixes[step] = found
        return found

    def _calls(self, branch: TalkBranch, step: int) -> Mix:
        model = (step + 1) // MOST_CLASSES
        kind = self.steps(branch.position.lance, model).index(step)
        mix = self.models[model].mix(branch.position, self.table.kinds[kind].cards)
        if branch.position.state.auction.stake < HIGHEST:
            return mix
        return tuple(
            [(Call(call.seat, LAST.get(call.verb, call.verb)), share) for call, share in mix]
        )

    def declared(self, branch: TalkBranch, hands: Hands) -> tuple[list[TalkBranch], TalkBranch]:
        """Declare by the cards: the lances that end so, and where the betting goes on."""
        key = tuple([self.table.declares[kind] for kind in hands]) if branch.declares else ()
        found = branch.declared.get(key)
        if found is None:
            closed, here = list[TalkBranch](), branch
            while here.declares:
                lance = here.position.lance
                has = self.table.places[lance][hands[here.place]] > 0
                here = here.then(Call(here.position.speaker, "tengo" if has else "no tengo"))
                if here.closed is not None:
                    closed.append(here)
            here = self.root(here.position) if here.place >= 0 else here
            found = branch.declared[key] = closed, here
        return found

    def payment(self, branch: TalkBranch, outcome: Outcome | None, hands: Hands) -> Payment:
        """What a lance that is closed at a branch pays with these hands.

        The rules are asked once for each winner and what his side's hands are worth.
        """
        assert outcome is not None, "a lance that is over is closed"
        lance, order = outcome.lance, branch.position.order
        places = self.table.places[lance]
        seats = branch.seats
        if outcome is not branch.closed:
            seats = tuple(map(order.index, outcome.seats))
        key: object
        if self.own_stones:
            ranked = sorted([(places[hands[seat]], seat) for seat in seats])
            worths = self.table.worths[lance]
            key = (lance, tuple([(seat, worths[hands[seat]]) for _, seat in ranked]))
        else:
            best, at = -1, MOST_TREES
            for seat in seats:
                place = places[hands[seat]]
                if 0 < place < at:
                    best, at = seat, place
            key = (lance, best)
            if lance in VALUED and best >= 0:
                worths, side = self.table.worths[lance], order[best][0]
                own = [worths[hands[seat]] for seat in seats if order[seat][0] == side]
                key = (lance, best, *own)
        found = branch.payments.get(key)
        if found is None:
            found = branch.payments[key] = self._settled(branch, lance, hands)
        return found

    def _settled(self, branch: TalkBranch, lance: str, hands: Hands) -> Payment:
        position, table = branch.position, self.table
        cards = {
            seat: table.kinds[kind].cards for seat, kind in zip(position.order, hands, strict=True)
        }
        told = tuple([cards.get(seat) for seat in position.table.seats])
        deal = position.deal.with_known_hands(told, kept=position.deal.kept)
        ended = games.settle(only(position.with_deal(deal), lance))[0]
        sides = position.table.sides
        now = gained(branch.base, position.stones)
        if self.own_stones:
            later = gained(position.stones, ended.stones)
        else:
            # Dejes that are not taken at once come first in the count.
            fresh = sorted(
                ended.ledger[len(position.ledger) :], key=lambda entry: entry.item != "deje"
            )
            later = tuple(
                [
                    (sides.index(account), stones)
                    for entry in fresh
                    for account, stones in ((entry.src, -entry.stones), (entry.dst, entry.stones))
                    if account in sides and stones
                ]
            )
        wins = sides.index(ended.winner) if ended.winner and not ended.loser else -1
        return Payment(now, later, wins)

    def likely(self, heard: Heard) -> list[tuple[float, ...]]:
        """How likely each of `PLAYERS` makes a call, for each kind of hand."""
        key = heard.branch, heard.verb
        found = self._likely.get(key)
        if found is None:
            found = self._likely[key] = self._likelihoods(heard)
        return found

    def _likelihoods(self, heard: Heard) -> list[tuple[float, ...]]:
        branch, verb = heard.branch, heard.verb
        if branch is None:
            said = [cuts == (verb == "corto") for cuts in self.table.cuts]
            return [(USUAL, USUAL, 0.5) if usual else (UNUSUAL, UNUSUAL, 0.5) for usual in said]
        columns = []
        for model in range(len(self.models)):
            steps = self.steps(branch.position.lance, model)
            shares = {
                step: frequency_of(verb, self._calls(branch, step)) for step in sorted(set(steps))
            }
            columns.append([shares[step] for step in steps])
        return list(zip(*columns, strict=True))


@lru_cache(maxsize=4)
def trees_for(variant: Variant, seats: int) -> TalkTrees:
    """The trees of a rulebook and a number of seats, with the players of the house."""
    return TalkTrees(variant, betting_model(variant, seats))


def lots_of(seats: int, random: Random) -> list[float]:
    """Random numbers for one playout, one per turn of each seat; shared by all calls compared."""
    return [random.random() for _ in range(len(LANCES) * TURNS * seats)]


def gained(before: Sequence[int], after: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """What each side gained between two scores, by the number of the side.

    >>> gained((0, 3), (0, 5))
    ((1, 2),)
    """
    pairs = enumerate(zip(before, after, strict=True))
    return tuple([(side, now - then) for side, (then, now) in pairs if now != then])


Beginning = tuple[TalkBranch, tuple[int, ...], tuple[int, ...]]
"""Where lances go on, the side of the table that each side there is, and the hands."""


class Onward:
    """What a hand is worth from a position on, with the cards of every seat known.

    The lances to come are drawn by lot and paid in the order of the count, which decides near the
    target. `who` plays each seat; `turn[i]` is the table's side for side i of the tree.
    """

    def __init__(self, trees: TalkTrees, worth: Worth, position: Position) -> None:
        self.trees, self.worth, self.position = trees, worth, position
        self.now = position.stones
        self.who = (0,) * len(position.order)
        self.pending = position.state.closed if position.lance in LANCES else ()
        self.here = TalkBranch(without_cards(position))
        self.turn = tuple(range(len(worth.sides)))
        self._firsts: dict[TalkBranch, tuple[TalkBranch, tuple[int, ...]]] = {}
        self._alone: dict[Payment, tuple[int, ...]] = {}
        rule = position.variant.rules.get("ordago.settle")
        self._at_once = rule == "immediate"

    def talked_out(self, branch: TalkBranch, hands: Hands, stock: Sequence[int]) -> Beginning:
        """The talk of mus from a branch to its end: where the first lance begins, and the hands.

        Who is asked cuts as usual; if nobody does, all exchange, and then somebody cuts.
        """
        table, held = self.trees.table, dict(zip(self.position.order, hands, strict=True))
        while branch.position.lance == "mus" and branch.place >= 0:
            if not branch.after:
                for option in games.options(branch.position):
                    if option.verb in ("mus", "corto"):
                        branch.then(Call(option.seat, option.verb))
            seat = branch.position.speaker
            call = Call(seat, "corto" if table.cuts[held[seat]] else "mus")
            branch = branch.after.get(call) or next(iter(branch.after.values()))
        after = branch.position
        kinds = [held[seat] for seat in after.order]
        if after.lance == "descarte":
            thrown = [group for kind in kinds for group in table.throws[kind]]
            kinds = served(table, [table.keeps[kind] for kind in kinds], stock, thrown)
        if branch not in self._firsts:
            self._firsts[branch] = self.trees.first(after)
        return (*self._firsts[branch], tuple(kinds))

    def alone(self, payment: Payment) -> tuple[int, ...]:
        """The worth of the score after one payment and nothing else."""
        found = self._alone.get(payment)
        if found is None:
            found = self._alone[payment] = self.worth_after((payment,))
        return found

    def worth_after(self, payments: Sequence[Payment]) -> tuple[int, ...]:
        """The worth of the score after these payments, in the order of the count."""
        stones, target = list(self.now), self.worth.target
        wins = -1
        turn = self.turn
        for payment in payments:
            for number, gained in payment.now:
                side = turn[number]
                stones[side] += gained
                if target and stones[side] >= target:
                    return self.worth.won[side]
            wins = turn[payment.wins] if payment.wins >= 0 else -1
        if wins >= 0 and self._at_once:
            return self.worth.won[wins]
        for payment in payments:
            for number, gained in payment.later:
                side = turn[number]
                stones[side] += gained
                if target and stones[side] >= target:
                    return self.worth.won[side]
        return self.worth.won[wins] if wins >= 0 else self.worth.at(tuple(stones))

    def closed(self, hands: Hands) -> list[Payment]:
        """What the lances closed before pay with these hands."""
        return [self.trees.payment(self.here, outcome, hands) for outcome in self.pending]

    def drawn(
        self, branch: TalkBranch | None, hands: Hands, lots: Sequence[float]
    ) -> list[Payment]:
        """What the lances from a branch on pay, played by lot."""
        trees, paid = self.trees, list[Payment]()
        while branch is not None and branch.place >= 0:
            closed, branch = trees.declared(branch, hands)
            paid += [trees.payment(one, one.closed, hands) for one in closed]
            if branch.place < 0:
                break
            branch = trees.drawn(branch, hands, self.who, lots)
            paid.append(trees.payment(branch, branch.closed, hands))
        return paid

    def value(self, played: Beginning, side: int, lots: Sequence[float]) -> float:
        """The worth to a side of playing on from a branch."""
        branch, self.turn, hands = played
        return self.worth_after([*self.closed(hands), *self.drawn(branch, hands, lots)])[side]


def shuffled(left: Sequence[int], random: Random) -> list[int]:
    """The cards left of each group in a random order, as the numbers of their groups."""
    stock = [group for group, number in enumerate(left) for _ in range(number)]
    for place in range(len(stock) - 1, 0, -1):
        other = int(random.random() * (place + 1))
        stock[place], stock[other] = stock[other], stock[place]
    return stock


def served(
    table: KindTable,
    keeps: Sequence[tuple[int, ...]],
    stock: Sequence[int],
    thrown: Sequence[int] = (),
) -> list[int]:
    """The kinds of hands when what each keeps is filled up from the stock.

    Each draws from its own part of the stock, so that what one throws changes nothing for others;
    where there are too few cards for that, in turn, and what was thrown comes back at the end.
    """
    apart = len(stock) >= CARDS_IN_HAND * len(keeps)
    hands, at, stock = [], 0, [*stock, *thrown]
    for keep in keeps:
        number = CARDS_IN_HAND - len(keep)
        hands.append(table.number((*keep, *stock[at : at + number])))
        at += CARDS_IN_HAND if apart else number
    return hands
