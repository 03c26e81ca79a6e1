"""Brisca: a trick game with the Spanish deck, told to mustutor from outside.

Two to four players, each alone, hold three cards; the last card of the stock is turned up, and its
suit is trumps. Any card may be played to a trick; its winner draws first, and leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from mustutor.base.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.base.language import Language, mark
from mustutor.base.register import Phases, lazy_parts
from mustutor.games.bot import Speaker, random_speaker
from mustutor.games.explain import PLAIN, Fact, Movement, ToldSoFar
from mustutor.games.protocols import Chance, CitedArticles, Game, Gaps, Rules, Words
from mustutor.games.seat_view import SeatView
from mustutor.games.teller import Teller
from mustutor.model.calls import DECK, Call, Grammar
from mustutor.model.cards import SPANISH, Card
from mustutor.model.ledger import BANK, Entry
from mustutor.model.options import Number, OptionTable, RuleOption
from mustutor.model.position import Deal, OpenPayment, Option, Position, Step, Table
from mustutor.model.variant import Variant

Seats, Stones = tuple[str, ...], Mapping[str, int]
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


def _read(seat: str, words: str) -> Call | None:
    verb, _, text = words.lower().partition(" ")
    try:
        card = SPANISH.read(text) if verb in ("echo", "play") else Card("")
    except NotationError:
        return None
    return Call(seat, "echo", cards=(card,)) if card.rank and card.suit else None


GRAMMAR = Grammar(
    verbs=("echo",),
    canonical=_read,
    written=lambda call: " ".join((call.verb, *call.cards)),
    bare=("echo ",),
)


class Tricks(NamedTuple):
    """The trump, who has played what to the trick, the points, how many tricks, who draws."""

    trump: Card | None
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
        return f"{self.trump or '-'}:{','.join(map(str, self.points))}"

    def quiet(self) -> Tricks:
        return self


def worth(card: Card) -> int:
    return POINTS.get(card.rank, 0)


def best(trick: Sequence[tuple[str, Card]], trump: str) -> tuple[str, Card]:
    """Who wins a trick, and with which card (BRI-3)."""
    suits = {trick[0][1].suit: 1, trump: 2}
    return max(trick, key=lambda one: (suits.get(one[1].suit, 0), STRENGTH.index(one[1].rank)))


# --- the rules ---------------------------------------------------------------------------


def start(variant: Variant, seats: Seats, mano: str, stones: Stones, games: Stones) -> Position:
    if not 2 <= len(seats) <= 4 or any(len(seat) > 1 for seat in seats):
        raise IllegalCall(Fault("BRI-1", mark("Brisca is for two to four: A, B, C, D."), {}))
    front, won = (tuple([told.get(seat, 0) for seat in seats]) for told in (stones, games))
    return _hand(Table(variant, seats, seats, (0,) * len(seats), won), mano, front)


def _hand(table: Table, mano: str, front: tuple[int, ...]) -> Position:
    if mano not in table.seats:
        raise IllegalCall(no_such_seat(mano, table.seats, "BRI-1"))
    count = len(table.seats)
    deal = Deal((None,) * count, ((),) * count, len(_cards(count)) - EACH * count)
    order, state = _from(table.seats, mano), Tricks(None, (), (0,) * count)
    return Position(order, "", state, "baza", front, (), 0, (), table, order, deal)


def _from(seats: Seats, first: str) -> Seats:
    return seats[seats.index(first) :] + seats[: seats.index(first)]


def _cards(players: int) -> tuple[Card, ...]:
    """The deck; three players do without the two of coins, so that it comes out even."""
    return tuple([card for card in SPANISH.cards() if players != 3 or card != "2o"])


def options(position: Position) -> tuple[Option, ...]:
    verb = "sirve" if position.speaker == DECK else "echo"
    return (Option(position.speaker, verb, 1, 1),) if position.speaker else ()


def why_not(position: Position, call: Call) -> Fault | None:
    if call.seat == DECK:
        return _why_not_dealt(position, call)
    known = {"seat": call.seat, "speaker": position.speaker or "-", "card": call.cards[0]}
    if call.seat != position.speaker:
        return Fault("BRI-2", mark("It is {speaker} who plays now, not {seat}."), known)
    if position.state.trump is None:
        return Fault("BRI-1", mark("It is not known which card was turned up."), {})
    if call.cards[0] not in (position.hand_of(call.seat) or call.cards):
        return Fault("BRI-2", mark("{seat} does not hold {card}."), known)
    return None


def _why_not_dealt(position: Position, call: Call) -> Fault | None:
    serves, cards = call.verb == "sirve", [card for _, hand in call.hands for card in hand]
    elsewhere = {card for hand in position.deal.hands for card in hand or ()}
    if position.deal.stock > len(position.order):
        elsewhere.add(position.state.trump or Card(""))
    now = position.speaker == DECK if serves else not position.deal.told
    fit = all(len(hand) == (1 if serves else EACH) for _, hand in call.hands)
    if now and fit and not elsewhere & set(cards) and len(set(cards)) == len(cards):
        return None
    return Fault("BRI-1", mark("This cannot have been dealt."), {}, "misdealt")


def play(position: Position, call: Call) -> Position:
    deal, state, seats = position.deal, position.state, position.table.seats
    told = dict(call.hands)
    if call.verb == "reparte":
        hands = tuple([told.get(seat) for seat in seats])
        return position.with_deal(deal.with_known_hands(hands, kept=False))
    if call.verb == "sirve":
        both = [(hand, told.get(seat)) for seat, hand in zip(seats, deal.hands, strict=True)]
        hands = tuple([None if a is None or b is None else (*a, *b) for a, b in both])
        stock, served = deal.stock - len(seats), deal.discards + 1
        position = position.with_deal(deal._replace(hands=hands, stock=stock, discards=served))
        return position.opened("baza", _from(seats, state.drawing), state._replace(drawing=""))
    seat, card = call.seat, call.cards[0]
    hands = tuple([hand and tuple([one for one in hand if one != card]) for hand in deal.hands])
    position = position.with_deal(deal._replace(hands=hands))
    state = state._replace(trick=(*state.trick, (seat, card)))
    if len(state.trick) < len(seats):
        return position.with_talk(position.queue[1:], f"{position.said}{seat}{card}", state)
    winner, _ = best(state.trick, state.trump.suit)
    won = sum(worth(played) for _, played in state.trick)
    points = tuple([n + won * (s == winner) for s, n in zip(seats, state.points, strict=True)])
    state = state._replace(trick=(), points=points, played=state.played + 1)
    if deal.stock:
        return position.with_talk((DECK,), "+", state._replace(drawing=winner))
    if state.played < len(_cards(len(seats))) // len(seats):
        return position.opened("baza", _from(seats, winner), state)
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
    winner = table.seats[end.stones.index(first)]
    won = tuple([n + (seat == winner) for seat, n in zip(table.seats, table.games, strict=True)])
    return end._replace(winner=winner, table=table._replace(games=won)), ()


def next_hand(position: Position, mano: str, stones: Stones | None) -> Position:
    if not mano:
        raise IllegalCall(Fault("BRI-4", mark("The match is won: no hand follows."), {}))
    table = position.table.for_next_hand(position.table.games, ended=False, void=False)
    front = position.stones if stones is None else tuple([stones[s] for s in table.seats])
    return _hand(table, mano, front)


def _with_trump(position: Position, trump: Card | None) -> Position:
    return position._replace(state=position.state._replace(trump=trump))


GAME = Game(
    rules=Rules(
        phases=PHASES,
        seats=lambda _, count: tuple("ABCD"[: count or 2]),
        start=start,
        options=options,
        why_not=why_not,
        play=play,
        settle=settle,
        next_manos=lambda position: () if position.winner else position.order[1:2],
        next_hand=next_hand,
    ),
    chance=Chance(
        deck=SPANISH,
        pack=lambda position: _cards(len(position.order)),
        deal=lambda position, pack: pack.deal(position.order, EACH),
        random_call_for=lambda position, option, random: Call(
            option.seat, "echo", cards=(random.choice(position.hand_of(option.seat) or ()),)
        ),
        serve=lambda position, pack: pack.deal(
            _from(position.table.seats, position.state.drawing), 1
        ),
        with_stock=lambda position, pack: _with_trump(position, pack.cards[-1]),
        turns_card_up=True,
    ),
    words=Words(GRAMMAR, CitedArticles("BRI-1", "BRI-2", "BRI-1", "BRI-3", "BRI-2")),
    gaps=Gaps(
        with_stated_deal=lambda position, deal, _: _with_trump(
            position, SPANISH.read(deal["starter"]) if "starter" in deal else position.state.trump
        ),
        stated_stock=lambda begins, _: (
            {"starter": str(begins.state.trump)} if begins.state.trump else {}
        ),
    ),
)


def cheapest_that_wins(level: str, random: Random) -> Speaker:
    """The part `BOT`: a beginner plays any card; others win tricks of points with the least."""

    def speak(view: SeatView) -> str:
        trick, trump = view.position.state.trick, view.position.state.trump.suit
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
            seat, card = best(trick, before.state.trump.suit)
            yield Fact("trick_taken", ("BRI-3",), evidence={"seat": seat, "card": card})


TELLER = BriscaTeller()
