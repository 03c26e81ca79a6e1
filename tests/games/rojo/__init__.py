"""Rojo: a third game, told to mustutor from outside, as somebody else's program would.

Twenty cards, two to five players. Each puts chips in the pot and is dealt three cards. In turn a
player plays a card that has the suit or the rank of the one on top, or passes. Whoever is first
without a card takes the pot; where all pass one after the other, the pot is for the fewest cards.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from mustutor.base.errors import Fault
from mustutor.base.language import mark
from mustutor.base.register import Phases
from mustutor.games.alone import EachAlone, not_held, undealt_hand
from mustutor.games.protocols import Chance, CitedArticles, Game, Rules, Words
from mustutor.games.teller import Teller
from mustutor.model.calls import DECK, Call, card_grammar
from mustutor.model.cards import Card
from mustutor.model.cards import Deck as Cards
from mustutor.model.ledger import POT, Entry
from mustutor.model.options import Number, OptionTable, RuleOption, choice, switch
from mustutor.model.position import OpenPayment, Option, Position, Pots, Table

DATA = Path(__file__).parent
ARTICLES = ("ROJO",)
POT_OF_PLAY = POT + "play"

OPTIONS = OptionTable(
    game="rojo",
    said=mark("The game is Rojo: whoever is first without a card wins."),
    options=(
        RuleOption("rojo.ante", mark("The chips each puts in the pot."), 1,
                   Number(mark("Each puts {after} chips in the pot, not {before}."), 1, 5)),
        RuleOption("rojo.chips", mark("The chips of each to begin with."), 10,
                   Number(mark("Each begins with {after} chips, not {before}."), 5, 50)),
        switch("rojo.tricks", mark("Whether the play is in rounds, each in which all speak once."),
               False, yes=mark("The play is in rounds."), no=mark("The play is one round.")),
        choice("rojo.colour", mark("Which suit is called red."), "hearts",
               hearts=mark("Hearts are red."), advisory=True),
    ),
)  # fmt: skip

PHASES = Phases(names=("play",), played=("play",))

CARDS = Cards(
    {"6": "6 six", "7": "7 seven", "8": "8 eight", "9": "9 nine", "T": "t 10 ten"},
    {"h": "h heart hearts", "s": "s spade spades", "d": "d diamond diamonds", "c": "c club clubs"},
)


# --- what is said ------------------------------------------------------------------------


GRAMMAR = card_grammar(CARDS, "play <card>", "pass")


# --- the rules ---------------------------------------------------------------------------


class Pile(NamedTuple):
    """The card on top, how many cards each has, how many have passed since it was played."""

    top: Card | None
    left: tuple[int, ...]
    passed: int = 0

    @property
    def now(self) -> str:
        return self.top.lower() if self.top else ""

    @property
    def past(self) -> str:
        return "".join(map(str, self.left))

    @property
    def over(self) -> tuple[str, ...]:
        return ("play",)


class Counted(NamedTuple):
    """How many cards each had when the pot was taken."""

    left: tuple[int, ...]


def begin(table: Table, mano: str, stones: tuple[int, ...], _: Pots) -> Position:
    ante = table.variant.number("rojo.ante")
    pile = Pile(None, (3,) * len(table.seats))
    stock = len(CARDS.cards()) - 3 * len(table.seats)
    start = undealt_hand(table, mano, stones, "play", pile, stock=stock)
    paid = tuple(
        [
            Entry("play", "at_once", "ante", s, POT_OF_PLAY, ante, "ROJO-1", Counted(()))
            for s in start.order
        ]
    )
    return start.closing("play", paid, pile)._replace(queue=start.order)


ALONE = EachAlone(
    2,
    5,
    Fault("ROJO-1", mark("Rojo is for two to five, each alone: A, B, C …"), {}),
    leads="ROJO-1",
    begin=begin,
    chips=lambda variant: variant.number("rojo.chips"),
    by_hand=True,
)


def options(position: Position) -> tuple[Option, ...]:
    if not position.speaker:
        return ()
    seat = position.speaker
    hand = position.hand_of(seat)
    if hand is None or any(_follows(card, position.state.top) for card in hand):
        return (Option(seat, "play", 1, 1), Option(seat, "pass"))
    return (Option(seat, "pass"),)


def _follows(card: Card, top: Card | None) -> bool:
    return top is None or card.suit == top.suit or card.rank == top.rank


def why_not(position: Position, call: Call) -> Fault | None:
    if call.seat == DECK:
        fits = all(len(hand) == 3 for _, hand in call.hands) and not position.deal.told
        return None if fits else Fault("ROJO-1", mark("Three cards to each."), {}, "misdealt")
    if call.seat != position.speaker:
        known = {"seat": call.seat, "speaker": position.speaker or "-"}
        return Fault("ROJO-2", mark("It is not the turn of {seat}, but of {speaker}."), known)
    if call.verb == "pass":
        return None
    card, top, hand = call.cards[0], position.state.top, position.hand_of(call.seat)
    if hand is not None and card not in hand:
        return not_held(call.seat, card, "ROJO-2")
    if not _follows(card, top):
        known = {"card": card, "top": top}
        return Fault("ROJO-2", mark("{card} has neither the suit nor the rank of {top}."), known)
    return None


def play(position: Position, call: Call) -> Position:
    pile, seats = position.state, position.table.seats
    if call.seat == DECK:
        return position.with_dealt_hands(call)
    place = seats.index(call.seat)
    queue = position.queue[1:] + position.queue[:1]
    if call.verb == "pass":
        pile = pile._replace(passed=pile.passed + 1)
        after = _spoken(position, queue, f"{call.seat}-", pile)
        return after if pile.passed < len(seats) else after.opened("showdown", (), pile)
    left = tuple([n - (i == place) for i, n in enumerate(pile.left)])
    position = position.without_cards(call.seat, call.cards)
    pile = Pile(call.cards[0], left)
    after = _spoken(position, queue, f"{call.seat}{call.cards[0].lower()}", pile)
    return after if left[place] else after.opened("showdown", (), pile)


def _spoken(position: Position, queue: tuple[str, ...], words: str, pile: Pile) -> Position:
    """The position after a call; in play by rounds the last to speak ends the round."""
    said = position.said + words
    if position.variant.flag("rojo.tricks") and sum(map(str.isupper, said)) == len(queue):
        return position.opened("play", queue, pile)
    return position.with_talk(queue, said, pile)


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    if position.lance != "showdown":
        return position, ()
    left, table = position.state.left, position.table
    best = min(range(len(left)), key=lambda i: (left[i], position.order.index(table.seats[i])))
    winner, pot = table.seats[best], dict(position.pots)["play"]
    taken = Entry("play", "showdown", "pot", POT_OF_PLAY, winner, pot, "ROJO-3", Counted(left))
    return position.closing("end", (taken,), position.state).won_by(winner), ()


def next_manos(position: Position) -> tuple[str, ...]:
    ante = position.variant.number("rojo.ante")
    return position.order[1:2] if min(position.stones) >= ante else ()


GAME = Game(
    rules=Rules(
        phases=PHASES,
        start=ALONE.start,
        options=options,
        why_not=why_not,
        play=play,
        settle=settle,
        next_manos=next_manos,
        next_hand=ALONE.next_hand,
        seats=lambda _, count: tuple("ABCDE"[: count or 3]),
    ),
    chance=Chance(
        deck=CARDS,
        pack=lambda _: CARDS.cards(),
        deal=lambda position, pack: pack.deal(position.order, 3),
        verb_weights={"play": 5},
    ),
    words=Words(
        grammar=GRAMMAR,
        cited=CitedArticles("ROJO-1", "ROJO-2", dealt="ROJO-1", served="ROJO-1", mano="ROJO-2"),
    ),
)


# --- what it says ------------------------------------------------------------------------


class RojoTeller(Teller):
    """Rojo in plain words."""

    rounds = MappingProxyType({"play": mark("the play")})
    items = MappingProxyType({"ante": mark("the ante"), "pot": mark("the pot")})


TELLER = RojoTeller()
