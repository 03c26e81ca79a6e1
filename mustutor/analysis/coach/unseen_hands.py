"""Hands a seat cannot see, imagined by what it knows.

Every kind of hand of a hidden seat is weighed by the cards left, by what it declared and signalled,
and by how likely its holder would have made the calls heard. Deals are drawn from these weights;
the weight of a deal corrects for the cards that its hands take from each other.

Nobody knows who the others are, so a call is weighed by a mixture of players (`PLAYERS`): what a
rare call says of a hand depends on who makes it, and so does the answer to one. Each deal has
rivals of one kind, drawn by how likely that kind would have made the calls heard. Cards no one
showed the seat are never looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import prod
from random import Random
from typing import NamedTuple

from mustutor.analysis.coach.betting_tree import WAYS, Heard, TalkTrees
from mustutor.analysis.coach.playing_habits import PLAYERS
from mustutor.games.mus_family.bot_lances import TableTalk, table_talk
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED
from mustutor.games.seat_view import view
from mustutor.model.calls import DECK
from mustutor.model.position import Position, Step

BETTING = ("paso", "no quiero", "quiero", "ordago", "envido", "subo")
MOST_TRIES = 50
"""The most draws of a deal whose hands do not take the same cards."""


class ImaginedDeal(NamedTuple):
    """One possible deal: the kind of each hand in speaking order, and the cards left by group.

    `weight` is how much it counts; `who` plays each seat on, of `PLAYERS`: all rivals are alike.
    """

    hands: tuple[int, ...]
    left: tuple[int, ...]
    weight: float
    who: tuple[int, ...]


def evidence_in(step: Step, trees: TalkTrees) -> Heard | None:
    """A call as evidence about its seat's hand; None if the call follows from the rules."""
    position, call = step.before, step.call
    if position.lance == "mus" and call.verb in ("mus", "corto"):
        return Heard(call.seat, call.verb, None)
    if position.state.auction is None or call.verb not in BETTING:
        return None
    return Heard(call.seat, call.verb, trees.root(position))


def evidence_before(steps: Sequence[Step], trees: TalkTrees) -> list[Heard]:
    """The calls of a hand so far that are evidence about the hands held now."""
    heard: list[Heard] = []
    for step in steps:
        if step.call.seat == DECK and step.call.verb == "sirve":
            heard.clear()  # earlier calls were about cards exchanged since
        elif (told := evidence_in(step, trees)) is not None:
            heard.append(told)
    return heard


class Belief(NamedTuple):
    """What is believed of one hidden hand: running sums of the weights of all kinds.

    `by` says of each kind how much likelier it is if its holder is each of `PLAYERS`; None if
    nothing was heard.
    """

    place: int
    upto: list[float]
    by: list[tuple[float, ...]] | None


class Unseen:
    """The hands the speaker of a position does not see, as it imagines them after these steps.

    While cards are exchanged they are those the others will hold afterwards. `possible` says that
    some deal fits what is known.
    """

    def __init__(
        self, position: Position, steps: Sequence[Step], trees: TalkTrees, random: Random
    ) -> None:
        seat = position.speaker
        own, talk = position.hand_of(seat) or (), table_talk(view(position, seat, steps))
        heard = evidence_before(steps, trees)
        self.trees, self.table, self.random = trees, trees.table, random
        order = position.order
        left = list(self.table.sizes)
        for group in self.table.groups(tuple({*own, *talk.thrown})):
            left[group] -= 1
        self.left, self.place = tuple(left), order.index(seat)
        self.own = self.table.number(self.table.groups(own)) if len(own) == CARDS_IN_HAND else -1
        side = position.table.side_of
        self.who = [
            tuple([0 if side(one) == side(seat) else player for one in order])
            for player in range(len(PLAYERS))
        ]
        later = position.lance == "descarte"
        self.beliefs = [
            self._belief(place, other, talk, [] if later else heard, exchanged=later)
            for place, other in enumerate(order)
            if other != seat
        ]
        self.possible = all(belief.upto[-1] > 0 for belief in self.beliefs)

    def _belief(
        self, place: int, seat: str, talk: TableTalk, heard: Sequence[Heard], *, exchanged: bool
    ) -> Belief:
        table = self.table
        weights: list[float] = list(table.dealt(self.left))
        if talk.exchanges or exchanged:
            weights = [one * more for one, more in zip(weights, table.exchanged, strict=True)]
        for lance in DECLARED:
            if seat in talk.has[lance]:
                has, places = talk.has[lance][seat], table.places[lance]
                weights = [
                    one if (place_ > 0) == has else 0.0
                    for one, place_ in zip(weights, places, strict=True)
                ]
        if seat in talk.signs:
            fits = table.signalled(talk.signs[seat])
            weights = [one * fit for one, fit in zip(weights, fits, strict=True)]
        told = [self.trees.likely(one) for one in heard if one.seat == seat]
        if not told:
            return Belief(place, list(accumulate(weights)), None)
        by: list[tuple[float, ...]] = [
            tuple(map(prod, zip(*each, strict=True))) for each in zip(*told, strict=True)
        ]
        mixed = [
            sum([prior * one for prior, one in zip(PLAYERS, each, strict=True)]) for each in by
        ]
        by = [
            tuple([one / whole for one in each]) if whole else each
            for each, whole in zip(by, mixed, strict=True)
        ]
        weights = [one * share for one, share in zip(weights, mixed, strict=True)]
        return Belief(place, list(accumulate(weights)), by)

    def deal(self) -> ImaginedDeal:
        """Draw a deal."""
        takes, left, random = self.table.takes, self.left, self.random.random
        for _ in range(MOST_TRIES):
            now, weight = list(left), 1.0
            hands = [self.own] * (len(self.beliefs) + 1)
            by = list(PLAYERS)
            for place, upto, told in self.beliefs:
                kind = bisect_right(upto, random() * upto[-1])
                hands[place] = kind
                for group, count in takes[kind]:
                    if now[group] != left[group]:
                        weight *= WAYS[now[group]][count] / WAYS[left[group]][count]
                        if not weight:
                            break
                    now[group] -= count
                if not weight:
                    break
                if told is not None:
                    by = [one * more for one, more in zip(by, told[kind], strict=True)]
            if weight:
                break
        lot, player = random() * sum(by), 0
        while player < len(by) - 1 and lot >= by[player]:
            lot, player = lot - by[player], player + 1
        return ImaginedDeal(tuple(hands), tuple(now), weight, self.who[player])
