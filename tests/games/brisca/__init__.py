"""Brisca: a trick game with the Spanish deck, told to mustutor from outside.

Two to four players, each alone, hold three cards; the last card of the stock is turned up, and its
suit is trumps. Any card may be played to a trick; its winner draws first, and leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from mustutor.base.errors import Fault
from mustutor.base.language import Language, mark
from mustutor.base.register import Phases, lazy_parts
from mustutor.games.alone import EachAlone, not_held, not_in_turn, seats_from, undealt_hand
from mustutor.games.bot import Speaker, random_speaker
from mustutor.games.explain import PLAIN, Fact, Movement, ToldSoFar
from mustutor.games.protocols import Chance, CitedArticles, Game, Rules, Words, with_starter
from mustutor.games.seat_view import SeatView
from mustutor.games.teller import Teller
from mustutor.model.calls import DECK, Call, card_grammar
from mustutor.model.cards import SPANISH, Card
from mustutor.model.ledger import BANK, Entry
from mustutor.model.options import Number, OptionTable, RuleOption
from mustutor.model.position import OpenPayment, Option, Position, Pots, Step, Table

DATA = Path(__file__).parent
ARTICLES, TRAITS = ("BRI",), ("trumps",)
__getattr__ = lazy_parts(DRILLS="brisca.drills")
EACH, STRENGTH, POINTS = 3, "24567SCR3A", {"A": 11, "3": 10, "R": 4, "C": 3, "S": 2}
PHASES = Phases(("baza",), ("baza",), served=frozenset(("baza",)))
TARGET = RuleOption(
    "brisca.target",
    mark("How many points win the match."),
    240,
    Number(mark("The match is won at {after} points, not {before}."), 1, 2400),
)
OPTIONS = OptionTable("brisca", mark("The game is Brisca: tricks with trumps."), (TARGET,))


GRAMMAR = card_grammar(SPANISH, "echo <card>")


class Tricks(NamedTuple):
    """The trump turned up, who has played what, the points, how many tricks, who draws."""

    starter: Card | None
    trick: tuple[tuple[str, Card], ...]
    points: tuple[int, ...]
    played: int = 0
    drawing: str = ""
    over: tuple[str, ...] = ("baza",)

    @property
    def now(self) -> str:
        return "".join(card for _, card in self.trick)

    @property
    def past(self) -> str:
        return f"{self.starter or '-'}:{','.join(map(str, self.points))}"


def worth(card: Card) -> int:
    return POINTS.get(card.rank, 0)


def best(trick: Sequence[tuple[str, Card]], trump: str) -> tuple[str, Card]:
    """Who wins a trick, and with which card (BRI-3)."""
    suits = {trick[0][1].suit: 1, trump: 2}
    return max(trick, key=lambda one: (suits.get(one[1].suit, 0), STRENGTH.index(one[1].rank)))


# --- the rules ---------------------------------------------------------------------------


def begin(table: Table, mano: str, front: tuple[int, ...], _: Pots) -> Position:
    count = len(table.seats)
    state, stock = Tricks(None, (), (0,) * count), len(_cards(count)) - EACH * count
    return undealt_hand(table, mano, front, "baza", state, stock=stock)


def _cards(players: int) -> tuple[Card, ...]:
    """The deck; three players do without the two of coins, so that it comes out even."""
    return tuple([card for card in SPANISH.cards() if players != 3 or card != "2o"])


ALONE = EachAlone(
    2,
    4,
    Fault("BRI-1", mark("Brisca is for two to four: A, B, C, D."), {}),
    leads="BRI-1",
    begin=begin,
)


def options(position: Position) -> tuple[Option, ...]:
    verb = "sirve" if position.speaker == DECK else "echo"
    return (Option(position.speaker, verb, 1, 1),) if position.speaker else ()


def why_not(position: Position, call: Call) -> Fault | None:
    if call.seat == DECK:
        return _why_not_dealt(position, call)
    if position.state.starter is None:
        return Fault("BRI-1", mark("It is not known which card was turned up."), {})
    if (fault := not_in_turn(position, call, "BRI-2")) is not None:
        return fault
    held = call.cards[0] in (position.hand_of(call.seat) or call.cards)
    return None if held else not_held(call.seat, call.cards[0], "BRI-2")


def _why_not_dealt(position: Position, call: Call) -> Fault | None:
    serves, cards = call.verb == "sirve", [card for _, hand in call.hands for card in hand]
    elsewhere = {card for hand in position.deal.hands for card in hand or ()}
    if position.deal.stock > len(position.order):
        elsewhere.add(position.state.starter or Card(""))
    now = position.speaker == DECK if serves else not position.deal.told
    fit = all(len(hand) == (1 if serves else EACH) for _, hand in call.hands)
    if now and fit and not elsewhere & set(cards) and len(set(cards)) == len(cards):
        return None
    return Fault("BRI-1", mark("This cannot have been dealt."), {}, "misdealt")


def play(position: Position, call: Call) -> Position:
    deal, state, seats = position.deal, position.state, position.table.seats
    if call.verb == "reparte":
        return position.with_dealt_hands(call)
    if call.verb == "sirve":
        told = dict(call.hands)
        for seat, hand in zip(seats, deal.hands, strict=True):
            known = hand is not None and seat in told
            position = position.with_hand(seat, (*hand, *told[seat]) if known else None)
        deal = position.deal._replace(stock=deal.stock - len(seats), discards=deal.discards + 1)
        order, state = seats_from(seats, state.drawing), state._replace(drawing="")
        return position.with_deal(deal).opened("baza", order, state)
    seat, card = call.seat, call.cards[0]
    position = position.without_cards(seat, call.cards)
    state = state._replace(trick=(*state.trick, (seat, card)))
    if len(state.trick) < len(seats):
        return position.with_talk(position.queue[1:], f"{position.said}{seat}{card}", state)
    winner, _ = best(state.trick, state.starter.suit)
    won = sum(worth(played) for _, played in state.trick)
    points = tuple([n + won * (s == winner) for s, n in zip(seats, state.points, strict=True)])
    state = state._replace(trick=(), points=points, played=state.played + 1)
    if deal.stock:
        return position.with_talk((DECK,), "+", state._replace(drawing=winner))
    if state.played < len(_cards(len(seats))) // len(seats):
        return position.opened("baza", seats_from(seats, winner), state)
    return position.opened("showdown", (), state)


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    if position.lance != "showdown":
        return position, ()
    table, state = position.table, position.state
    paid = [
        Entry("baza", "showdown", "cards", BANK, seat, points, "BRI-4", state)
        for seat, points in zip(table.seats, state.points, strict=True)
        if points
    ]
    end = position.closing("end", tuple(paid), state)
    first, second = sorted(end.stones, reverse=True)[:2]
    if first < end.variant.number("brisca.target") or first == second:
        return end, ()
    return end.won_by(table.seats[end.stones.index(first)]), ()


GAME = Game(
    rules=Rules(
        phases=PHASES,
        seats=ALONE.seats,
        start=ALONE.start,
        options=options,
        why_not=why_not,
        play=play,
        settle=settle,
        next_manos=ALONE.next_manos,
        next_hand=ALONE.next_hand,
    ),
    chance=Chance(
        deck=SPANISH,
        pack=lambda position: _cards(len(position.order)),
        deal=lambda position, pack: pack.deal(position.order, EACH),
        serve=lambda at, pack: pack.deal(seats_from(at.table.seats, at.state.drawing), 1),
        with_stock=lambda position, pack: with_starter(position, pack.cards[-1]),
        turns_card_up=True,
    ),
    words=Words(GRAMMAR, CitedArticles("BRI-1", "BRI-2", "BRI-1", "BRI-3", "BRI-2")),
)


def cheapest_that_wins(level: str, random: Random) -> Speaker:
    """The part `BOT`: a beginner plays any card; others win tricks of points with the least."""

    def speak(view: SeatView) -> str:
        trick, trump = view.position.state.trick, view.position.state.starter.suit
        cards = SPANISH.read_all(view.hand)
        hand = sorted(cards, key=lambda c: (worth(c), c.suit == trump, STRENGTH.index(c.rank)))
        wins = [c for c in hand if best((*trick, (view.seat, c)), trump)[0] == view.seat]
        return f"echo {(wins if any(worth(c) for _, c in trick) and wins else hand)[0]}"

    return random_speaker(level, random) if level == "easy" else speak


BOT = cheapest_that_wins


class BriscaTeller(Teller):
    """Brisca in plain words, and who takes each trick."""

    deck = "spanish"
    rounds = MappingProxyType({"baza": mark("the trick")})
    items = MappingProxyType({"cards": mark("the cards taken")})
    sentences = MappingProxyType(
        {**PLAIN, "trick_taken": mark("{seat} takes the trick with {card}.")}
    )

    def movement(self, movement: Movement, language: Language) -> str:
        points = {"points": movement["stones"], "seat": movement["to"]}
        return language.say("{seat} has taken cards for {points} points.", **points)

    def after(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:  # noqa: ARG002
        before, call, after = step
        if after.state.played > before.state.played:
            trick = (*before.state.trick, (call.seat, *call.cards))
            seat, card = best(trick, before.state.starter.suit)
            yield Fact("trick_taken", ("BRI-3",), evidence={"seat": seat, "card": card})


TELLER = BriscaTeller()
