"""The talk of mus played on: who cuts, what is thrown, and the cards served from what is left.

One decision judged: what the call lost against the best, by playing each on from there.

Every call is tried with the same deals and the same lots. The best is chosen on one half of the
play and what was lost is measured on the other, so that nobody is blamed for luck in the choice.
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
"""After so many exchanges somebody cuts, where the talk is played on."""


def usual_throw(ranking: Ranking, hand: Sequence[Card], may: dict[str, Option]) -> Call:
    """What is mostly thrown: all but kings and what is paired.

    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.games.mus_family.hands import ranking_of
    >>> fournier = ranking_of(load_variant("fournier").rules)
    >>> may = {"descarto": Option("A1", "descarto", 1, 4)}
    >>> str(usual_throw(fournier, read_hand("Ro 3c 7e 4b"), may))
    'A1 descarto 7e 4b'
    """
    option = may["descarto"]
    least = 0 if "servido" in may else option.least
    cards = cards_to_discard(hand, cards_to_keep(hand, ranking, least), ranking, least, option.most)
    return Call(option.seat, "descarto", cards=cards) if cards else Call(option.seat, "servido")


def throws(ranking: Ranking, hand: Sequence[Card], may: dict[str, Option]) -> list[Call]:
    """The throws worth trying: what is mostly thrown, all but kings, all but pairs, and so on."""
    usual, option = usual_throw(ranking, hand, may), may["descarto"]
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
        if call is not None and fits and not any(same_throw(call, other) for other in found):
            found.append(call)
    return found


def same_throw(one: Call, other: Call) -> bool:
    """Whether two calls throw the same cards."""
    return one.verb == other.verb and sorted(one.cards) == sorted(other.cards)


def talked(position: Position, left: Sequence[Card], ranking: Ranking) -> Position:
    """The moment when the lances begin, played on from the talk; `left` are served in order."""
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
            position = game.rules.play(position, usual_throw(ranking, hand, may))
        else:
            enough = position.deal.discards - begun >= MOST_EXCHANGES
            cut = "corto" in may and (enough or should_cut(hand, ranking))
            position = game.rules.play(position, Call(seat, "corto" if cut else "mus"))
    return position


def _served(position: Position, stock: list[Card]) -> Call:
    """As many cards for each as were thrown; what is taken is no longer in the stock.

    Where it runs out, what nobody holds comes back, in the order of the deck.
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
"""The talk of mus is played on from less often, one time in so many: it takes longer."""
FEWEST = 8
CHOSEN_BY = 3
"""Another call is chosen where it is better by so many halves of an error."""
WORDS = ("paso", "no quiero", "quiero", "ordago", "mus", "corto")
STAKED, THROWN = ("envido", "subo"), ("descarto", "servido")


class JudgedCall(NamedTuple):
    """What a call was worth: the best call, what was lost against it and with which error.

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
    """Plays on from moments of one hand: `number` times for each call, from a seed."""

    def __init__(self, grove: TalkTrees, worth: Worth, number: int, seed: str) -> None:
        self.grove, self.worth, self.number, self.seed = grove, worth, number, seed

    def lots(self, random: Random, position: Position) -> DrawnLots:
        """What chance decides in one playing on."""
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
        """What it comes to for each side when a moment is played on with these cards."""
        hands = deal.hands
        if branch is None:
            begun = talked(with_cards(position, hands), deal.left, self.grove.ranking)
            hands = {seat: begun.hand_of(seat) or () for seat in begun.order}
            branch, whole = self.grove.root(begun), True
        leaf = self.grove.played(branch, hands, lots, whole=whole)
        return self.worth.of(settled(leaf, hands))


def settled(branch: TalkBranch, hands: Mapping[str, Hand]) -> Position:
    """The stones after a branch, with these hands: every lance that is closed is paid."""
    end = with_cards(branch.position, hands)
    return end if end.lance == "end" else games.settle(end)[0]


def candidates(step: Step, grove: TalkTrees) -> list[Call]:
    """The calls that are weighed against each other, that which was said among them.

    Fewer than two where the rules or the cards leave nothing to choose.
    """
    position, call = step.before, step.call
    may = {option.verb: option for option in games.options(position)}
    judged_so = call.verb in (*WORDS, *STAKED, *THROWN) and call.verb in may
    if not judged_so or may[call.verb].seat != call.seat:
        return []
    hand = position.hand_of(call.seat)
    if "descarto" in may and hand is not None:
        found = throws(grove.ranking, hand, may)
        return found if any(same_throw(call, one) for one in found) else [*found, call]
    found = [Call(call.seat, verb) for verb in WORDS if verb in may]
    auction = position.state.auction
    high = auction.stake + HIGH_RAISE if auction is not None and auction.stake else HIGH_BET
    for verb in STAKED:
        found += stakes(may.get(verb), high)
    return found if call in found else [*found, call]


def judged(
    play: Playouts, step: Step, place: str, steps: Sequence[Step], heard: Sequence[Heard]
) -> JudgedCall | None:
    """Judge a call; None where there was nothing to decide, or its cards are not known."""
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
        if call == step.call or (call.cards and same_throw(call, step.call))
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
    best, loss, error, alike = _lost(values, weights, said)
    odds = None if talking else _odds(position, seat, deals, grove)
    as_good = tuple([calls[place] for place in alike])
    return JudgedCall(step.call, calls[best], loss, error, odds, as_good)


def _lost(
    values: list[list[int]], weights: list[int], said: int
) -> tuple[int, int, int, tuple[int, ...]]:
    """The best call, chosen on the first half, and what was lost against it on the second.

    Another is chosen only where it is better by more than chance is likely to make it. The last
    are those that cannot be told from the best, and lost much less than what was said.
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
    """How much one call brought more than another in a part of the play, and its error."""
    heavy = weights[part]
    pairs = zip(values[better][part], values[worse][part], strict=True)
    gaps = [(one - other, weight) for (one, other), weight in zip(pairs, heavy, strict=True)]
    whole, squares = sum(heavy), sum([weight * weight for weight in heavy])
    mean = sum([gap * weight for gap, weight in gaps]) // whole
    spread = sum([(weight * (gap - mean)) ** 2 for gap, weight in gaps])
    # With few deals that weigh much, the error itself is unsure, and told as larger.
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
