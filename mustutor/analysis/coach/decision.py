"""One decision judged: the call's loss against the best one, found by playing both on.

Start at `judged`. Every candidate call is tried with the same imagined deals and random numbers.
The best is chosen on one half of the playouts and the loss is measured on the other half, so that
a lucky sample is not counted against the player. The functions before it play on from the talk of
mus: who cuts, what is discarded, and which cards are served.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from random import Random
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.playing_habits import HIGH_BET, HIGH_RAISE, Worth, stakes
from mustutor.analysis.coach.unseen_hands import (
    TURNS,
    DrawnLots,
    Heard,
    ImaginedDeal,
    TalkBranch,
    TalkTrees,
    imagined,
    with_cards,
)
from mustutor.games.mus_family.bot_lances import cards_to_discard, cards_to_keep, should_cut
from mustutor.games.mus_family.hands import LANCES, TALKED, Ranking
from mustutor.model.calls import DECK, Call, serve_call
from mustutor.model.cards import Card, deck
from mustutor.model.position import Hand, Option, Position, Step

KING, KING_AND_ACE, FIGURES = "R", "RA", "RCS"
MOST_EXCHANGES = 1
"""The number of exchanges after which somebody cuts in a playout."""


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


def play_out_talk(position: Position, left: Sequence[Card], ranking: Ranking) -> Position:
    """Play the talk of mus to its end; `left` are the cards served, in order."""
    game = games.game_of(position.variant.game)
    stock, begun = list(left), position.deal.discards
    while position.lance in TALKED and position.queue:
        seat = position.speaker
        if seat == DECK:
            position = game.rules.play(position, _served(position, stock))
            continue
        may = {option.verb: option for option in game.rules.options(position)}
        hand = position.hand_of(seat)
        assert hand is not None, "who plays on knows every hand"
        if "descarto" in may:
            position = game.rules.play(position, usual_discard(ranking, hand, may))
        else:
            enough = position.deal.discards - begun >= MOST_EXCHANGES
            cut = "corto" in may and (enough or should_cut(hand, ranking))
            position = game.rules.play(position, Call(seat, "corto" if cut else "mus"))
    return position


def _served(position: Position, stock: list[Card]) -> Call:
    """Serve as many cards as each seat discarded, and remove them from the stock.

    If the stock runs out, all cards nobody holds return to it, in the order of the deck.
    """
    deal, hands = position.deal, {}
    if len(stock) < sum(map(len, deal.current_discards)):
        gone = {card for hand in deal.hands for card in hand or ()}.union(stock)
        every = deck(position.variant.several("deck.removed_ranks"))
        stock += [card for card in every if card not in gone]
    for seat, aside in zip(position.table.seats, deal.current_discards, strict=True):
        if aside:
            hands[seat] = tuple(stock[: len(aside)])
            del stock[: len(aside)]
    return serve_call(hands)


MUS_SHARE = 3
"""The talk of mus gets fewer playouts, divided by this: each takes longer."""
FEWEST = 8
CHOSEN_BY = 3
"""Another call is chosen if it is better by this many halves of an error."""
WORDS = ("paso", "no quiero", "quiero", "ordago", "mus", "corto")
STAKED, THROWN = ("envido", "subo"), ("descarto", "servido")


class JudgedCall(NamedTuple):
    """The value of a call: the best call, and the loss against it with its error.

    Both are in thousandths of a stone. `odds` says, in thousandths, how often the seat's side
    held the best hand of the lance by what that seat knew; None in the talk of mus. `as_good` are
    calls that cannot be told from the best.
    """

    call: Call
    best: Call
    loss: int
    error: int
    odds: int | None
    as_good: tuple[Call, ...]


class Playouts:
    """Playouts from positions of one hand: `number` for each call, from a seed."""

    def __init__(self, grove: TalkTrees, worth: Worth, number: int, seed: str) -> None:
        self.grove, self.worth, self.number, self.seed = grove, worth, number, seed

    def lots(self, random: Random, position: Position) -> DrawnLots:
        """Draw the random numbers of one playout."""
        seats = position.table.seats
        drawn = [random.random() for _ in range(len(LANCES) * len(seats) * TURNS)]
        return DrawnLots(drawn, {seat: place for place, seat in enumerate(seats)})

    def ended(
        self,
        position: Position,
        deal: ImaginedDeal,
        lots: DrawnLots,
        branch: TalkBranch | None,
        *,
        whole: bool,
    ) -> tuple[int, ...]:
        """The worth of the outcome to each side when a position is played on with these cards."""
        hands = deal.hands
        if branch is None:
            begun = play_out_talk(with_cards(position, hands), deal.left, self.grove.ranking)
            hands = {seat: begun.hand_of(seat) or () for seat in begun.order}
            branch, whole = self.grove.root(begun), True
        leaf = self.grove.played(branch, hands, lots, whole=whole)
        return self.worth.of(settled(leaf, hands))


def settled(branch: TalkBranch, hands: Mapping[str, Hand]) -> Position:
    """The position after a branch, with these hands and every closed lance paid."""
    end = with_cards(branch.position, hands)
    return end if end.lance == "end" else games.settle(end)[0]


def candidates(step: Step, grove: TalkTrees) -> list[Call]:
    """The calls to compare, including the one that was made.

    Fewer than two if the rules or the cards leave no choice.
    """
    position, call = step.before, step.call
    may = {option.verb: option for option in games.options(position)}
    judged_so = call.verb in (*WORDS, *STAKED, *THROWN) and call.verb in may
    if not judged_so or may[call.verb].seat != call.seat:
        return []
    hand = position.hand_of(call.seat)
    if "descarto" in may and hand is not None:
        found = discards_to_try(grove.ranking, hand, may)
        return found if any(is_same_discard(call, one) for one in found) else [*found, call]
    found = [Call(call.seat, verb) for verb in WORDS if verb in may]
    auction = position.state.auction
    high = auction.stake + HIGH_RAISE if auction is not None and auction.stake else HIGH_BET
    for verb in STAKED:
        found += stakes(may.get(verb), high)
    return found if call in found else [*found, call]


def judged(
    play: Playouts, step: Step, place: str, steps: Sequence[Step], heard: Sequence[Heard]
) -> JudgedCall | None:
    """Judge a call; None if there was no choice or its seat's cards are unknown."""
    position, seat = step.before, step.call.seat
    if position.hand_of(seat) is None:
        return None
    grove, worth = play.grove, play.worth
    calls = candidates(step, grove)
    if len(calls) < 2:
        return None
    random = Random(f"{play.seed}:{place}")
    talking = position.lance in TALKED
    number = max(play.number // MUS_SHARE if talking else play.number, FEWEST)
    deals = imagined(position, seat, steps, heard, grove, random, number)
    if len(deals) < FEWEST:
        return None
    side = worth.sides.index(position.table.side_of(seat))
    said = next(
        place
        for place, call in enumerate(calls)
        if call == step.call or (call.cards and is_same_discard(call, step.call))
    )
    root = None if talking else grove.root(position)
    values: list[list[int]] = [[] for _ in calls]
    for deal in deals:
        lots = play.lots(random, position)
        for found, call in zip(values, calls, strict=True):
            if root is None:
                after = games.step(with_cards(position, deal.hands), call)
                assert isinstance(after, Step), f"only what may be said is tried: {after}"
                thrown = {one: after.after.hand_of(one) or () for one in position.order}
                tried = deal._replace(hands=thrown)
                here, branch = after.after, None
                if here.lance not in TALKED:
                    branch = grove.root(here)
            else:
                here, tried, branch = position, deal, root.then(call)
            found.append(play.ended(here, tried, lots, branch, whole=worth.near or talking)[side])
    weights = [deal.weight for deal in deals]
    best, loss, error, alike = _best_and_loss(values, weights, said)
    odds = None if talking else _odds(position, seat, deals, grove)
    as_good = tuple([calls[place] for place in alike])
    return JudgedCall(step.call, calls[best], loss, error, odds, as_good)


def _best_and_loss(
    values: list[list[int]], weights: list[int], said: int
) -> tuple[int, int, int, tuple[int, ...]]:
    """The index of the best call, the loss and error of the one made, and calls as good.

    Another call is the best only if it is better by more than chance would explain. The last item
    are the calls that cannot be told from the best, and lost much less than the call made.
    """
    half = len(weights) // 2
    best, gained = said, 0
    for place in range(len(values)):
        gap, error = _gap(values, weights, place, said, slice(None, half))
        if gap * 2 >= error * CHOSEN_BY and gap > gained:
            best, gained = place, gap
    if best == said:
        return said, 0, 0, ()
    loss, error = _gap(values, weights, best, said, slice(half, None))
    if loss <= 0:
        return said, 0, error, ()
    alike = []
    for place in range(len(values)):
        behind, unsure = _gap(values, weights, best, place, slice(half, None))
        if place not in (best, said) and behind * 2 < min(loss, unsure * 4):
            alike.append(place)
    return best, loss, error, tuple(alike)


def _gap(
    values: list[list[int]], weights: list[int], better: int, worse: int, part: slice
) -> tuple[int, int]:
    """The weighted mean by which one call beat another in part of the playouts, and its error."""
    heavy = weights[part]
    pairs = zip(values[better][part], values[worse][part], strict=True)
    gaps = [(one - other, weight) for (one, other), weight in zip(pairs, heavy, strict=True)]
    whole, squares = sum(heavy), sum([weight * weight for weight in heavy])
    mean = sum([gap * weight for gap, weight in gaps]) // whole
    spread = sum([(weight * (gap - mean)) ** 2 for gap, weight in gaps])
    # With few heavy deals the error itself is uncertain, so it is reported as larger.
    return mean, isqrt(spread // max(whole * whole - squares, 1))


def _odds(position: Position, seat: str, deals: Sequence[ImaginedDeal], grove: TalkTrees) -> int:
    """How often a seat's side holds the best hand of the lance, in thousandths."""
    own, order = position.table.side_of(seat), position.order
    won = 0
    for deal in deals:
        best = grove.ranking.order(position.lance, [deal.hands[one] for one in order])
        if best and position.table.side_of(order[best[0]]) == own:
            won += deal.weight
    return 1000 * won // sum([deal.weight for deal in deals])
