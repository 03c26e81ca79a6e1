"""The table of Mau-Mau: seats, the deal, the upcard, draws owed, the stock, who begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mustutor.base.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.base.language import mark
from mustutor.games.alone import EachAlone, undealt_hand
from mustutor.games.mau_mau import ROUND
from mustutor.games.protocols import stated_starter
from mustutor.games.shedding_family.cards import DRAW, FRENCH, PASS, PLAY, changed, grammar
from mustutor.model.calls import Call
from mustutor.model.cards import Card, Pack
from mustutor.model.position import NOBODY, Hand, OpenPayment, Position, Pots, Step, Table
from mustutor.model.variant import Variant

GRAMMAR = grammar(PLAY, DRAW, PASS, calls=True)

ANY = "*"
"""The suit of a jack whose player called none: any card may follow (MAU-15)."""

JACK, SEVEN, EIGHT = "J", "7", "8"
MAY_BE_KEPT = (JACK, SEVEN, EIGHT)
"""On these as upcard a card of their rank need not be played (MAU-16)."""

OWED = {SEVEN: 1, EIGHT: 3}
"""How many cards the opponent draws after one of these (MAU-12, MAU-13)."""


class MauMauState(NamedTuple):
    """How a hand stands.

    `upcard` is the card to match (None where nobody told the starter), `called` the suit a jack
    asks for, or `ANY`. `owed` are the draws of the next player. `left` and `stock` are how many
    cards each seat has, and how many are still to be drawn; `drawn` how many the player at turn
    has drawn in this turn. `silent` have one card and did not say so; `shed` has none, and
    `jacks` says that it was two jacks that went. `fined` is a player who has drawn in this turn
    though able to play.

    What the table does not know: `order` is the stock where it is known, `restocks` the orders
    after each shuffling that is still to come, `draws` what a record says each seat will draw,
    `seen` the known cards of a hand that is not all known, `last` the card that was drawn last.
    `made` are the restocks so far, `pack` makes them where the seed is known. `reneged` are those
    who drew though able to play, once for each turn; `unproved` those of whom nobody can say it.
    `laid` is what a record says each was left with at the end.
    """

    upcard: Card | None
    left: tuple[int, ...]
    stock: int
    called: str = ""
    owed: int = 0
    drawn: int = 0
    silent: tuple[str, ...] = ()
    fined: bool = False
    shed: str = ""
    jacks: bool = False
    starter: Card | None = None
    order: Hand | None = None
    restocks: tuple[Hand, ...] = ()
    draws: tuple[Hand | None, ...] = (None, None)
    seen: tuple[Hand, ...] = ((), ())
    last: Card | None = None
    made: tuple[Hand, ...] = ()
    pack: Pack | None = None
    reneged: tuple[str, ...] = ()
    unproved: frozenset[str] = frozenset()
    over: tuple[str, ...] = ()
    laid: tuple[Hand | None, ...] = (None, None)

    @property
    def now(self) -> str:
        """The upcard, the suit called and the draws owed: ``Jc>h``, ``8d+3``."""
        called = f">{self.called}" if self.called else ""
        owed = f"+{self.owed}" if self.owed else ""
        return f"{self.upcard or '?'}{called}{owed}"

    @property
    def past(self) -> str:
        """How many cards each has and the stock, and who has one card and did not say so."""
        silent = f"!{''.join(self.silent)}" if self.silent else ""
        counts = ",".join(map(str, self.left))
        return f"{counts}/{self.stock}{silent}" if counts else NOBODY

    @property
    def suit(self) -> str:
        """The suit that follows: the one called, or that of the upcard."""
        return self.called or (self.upcard.suit if self.upcard else ANY)

    def matches(self, card: Card) -> bool:
        """Whether a card may be played on the upcard (MAU-8, MAU-14, MAU-15)."""
        if self.upcard is None or self.suit == ANY:
            return True
        return card.suit == self.suit or card.rank == self.upcard.rank

    def must_go(self, card: Card, *, may_keep: bool) -> bool:
        """Whether a player with this card is able to play (MAU-10).

        Where a table `may_keep` what matches by its rank alone, it need not be played (MAU-16).
        """
        if self.upcard is None or not self.matches(card):
            return False
        rank_alone = self.suit not in (ANY, card.suit)
        return not (may_keep and rank_alone and self.upcard.rank in MAY_BE_KEPT)


class RemainingCards(NamedTuple):
    """The cards somebody was left with, card by card: the evidence for the points."""

    seat: str
    cards: Hand
    points: tuple[int, ...]
    starter: Card | None = None
    jacks: bool = False


class DrewWhilePlayable(NamedTuple):
    """Who drew though able to play: the evidence for a penalty."""

    seat: str


class MatchedNothing(NamedTuple):
    """A card that matched nothing, and who played it: the evidence for what that costs."""

    seat: str
    card: Card


def points(card: Card) -> int:
    """What a card is worth to the winner (MAU-2).

    >>> [points(Card(card)) for card in ("Jh", "8c", "7d", "As", "Qh", "Kc", "Td", "2s")]
    [20, 20, 15, 15, 10, 10, 10, 2]
    """
    return {JACK: 20, EIGHT: 20, SEVEN: 15, "A": 15, "Q": 10, "K": 10, "T": 10}.get(
        card.rank
    ) or int(card.rank)


# --- the deal, the stock, the next hand ---------------------------------------------------

EACH = 7
"""How many cards each is dealt (MAU-6)."""

STOCK = 52 - 2 * EACH - 1


def begin(table: Table, mano: str, front: tuple[int, ...], _: Pots) -> Position:
    """A hand about to be dealt."""
    state = MauMauState(None, (EACH, EACH), STOCK)
    return undealt_hand(table, mano, front, ROUND, state, stock=STOCK)


ALONE = EachAlone(
    2,
    2,
    Fault("MAU-1", mark("Mau-Mau is for two players: A and B."), {}),
    leads="MAU-8",  # and the deal alternates (MAU-5)
    begin=begin,
    over=lambda position: Fault(
        "MAU-3", mark("{seat} has won the match, and it is over."), {"seat": position.winner}
    ),
)


def pack(_: Position) -> tuple[Card, ...]:
    """All fifty-two cards (MAU-2)."""
    return FRENCH.cards()


def deal(position: Position, left: Pack) -> tuple[dict[str, Hand], Pack]:
    """Deal seven cards each, one at a time, the nondealer first (MAU-6)."""
    return left.deal(position.order, EACH)


def with_stock(position: Position, left: Pack) -> Position:
    """Turn the starter up; the rest of the pack is the stock (MAU-7)."""
    starter, *stock = left.cards
    state = position.state
    state = state._replace(upcard=starter, starter=starter, order=tuple(stock), pack=left)
    return position._replace(state=state)


def with_stated_deal(
    position: Position, stated: Mapping[str, Any], _: Sequence[str] | None
) -> Position:
    """The beginning of a hand with the starter, the stock and the hand left that are stated."""
    starter = position.state.starter
    stock = _read(stated["stock"]) if "stock" in stated else position.state.order
    restocks = tuple([_read(pile) for pile in stated.get("restocks", ())])
    _all_different(((starter,) if starter else ()) + (stock or ()))
    for pile in restocks:
        _all_different(pile)
    if stock is not None and len(stock) != STOCK:
        sentence = mark("The stock has {count} cards, but should have {wanted}.")
        known = {"count": len(stock), "wanted": STOCK}
        raise IllegalCall(Fault("MAU-6", sentence, known, "misdealt"))
    laid = {seat: _read(cards) for seat, cards in stated.get("held", {}).items()}
    state = position.state._replace(
        upcard=starter,
        order=stock,
        restocks=restocks or position.state.restocks,
        laid=tuple([laid.get(seat) for seat in position.table.seats]),
    )
    return position._replace(state=state)


def _read(texts: Iterable[str]) -> Hand:
    cards = tuple([FRENCH.read(text) for text in texts])
    for card in cards:
        if not card.suit:
            raise NotationError(mark("{card} is written without its suit."), card=card)
    return cards


def _all_different(cards: Hand) -> None:
    twice = next((card for at, card in enumerate(cards) if card in cards[:at]), None)
    if twice is not None:
        sentence = mark("{card} is in the stock twice.")
        raise IllegalCall(Fault("MAU-6", sentence, {"card": twice}, "misdealt"))


def why_impossible_deal(position: Position, call: Call) -> Fault | None:
    """Say why these hands cannot have been dealt beside this starter and this stock."""
    state: MauMauState = position.state
    elsewhere = set(state.order or ())
    if state.starter:
        elsewhere.add(state.starter)
    for seat, cards in call.hands:
        if seat not in position.table.seats:
            return no_such_seat(seat, position.table.seats, "MAU-1")
        if len(cards) != EACH:
            sentence = mark("Each player is dealt seven cards; {seat} has {count}.")
            return Fault("MAU-6", sentence, {"seat": seat, "count": len(cards)}, "misdealt")
        for card in cards:
            if not card.suit:
                sentence = mark("{card}, in the hand of {seat}, is written without its suit.")
                return Fault("MAU-6", sentence, {"seat": seat, "card": card}, "misdealt")
            if card in elsewhere:
                sentence = mark("{card}, in the hand of {seat}, is somewhere else as well.")
                return Fault("MAU-6", sentence, {"seat": seat, "card": card}, "misdealt")
            elsewhere.add(card)
    return None


def with_stated_draws(position: Position, draws: Mapping[str, Hand]) -> Position:
    """What a record says each seat will draw in the round, in order."""
    told_ = tuple([draws.get(seat) for seat in position.table.seats])
    return position._replace(state=position.state._replace(draws=told_))


def drawn_card(step: Step) -> Hand:
    """The card a call draws, where it is known."""
    _, call, after = step
    return (after.state.last,) if call.verb == DRAW and after.state.last is not None else ()


def without_hidden_cards(position: Position, seat: str) -> Position:
    """The position without the stock and what is known only from seeing both hands."""
    state: MauMauState = position.state
    nothing = MauMauState(state.upcard, state.left, state.stock)
    return position._replace(
        state=state._replace(
            order=None,
            restocks=(),
            draws=nothing.draws,
            seen=nothing.seen,
            last=None,
            made=(),
            pack=None,
            reneged=tuple([one for one in state.reneged if one == seat]),
            unproved=frozenset(),
            laid=nothing.laid,
        )
    )


def stated_stock(begins: Position, ends: Position) -> dict[str, Any]:
    """What a record says of starter, stock and the hand that was left, so far as it is known."""
    written, first = stated_starter(begins), begins.state
    if first.order is not None:
        written["stock"] = list(first.order)
    if ends.state.made:
        written["restocks"] = [list(pile) for pile in ends.state.made]
    if ends.state.shed and any(first.laid):
        laid = zip(ends.table.seats, first.laid, strict=True)
        written["held"] = {seat: list(cards) for seat, cards in laid if cards is not None}
    return written


def shown_hands(position: Position, _: Position, __: Sequence[OpenPayment]) -> frozenset[str]:
    """The seats that lay down what they have left, to be counted (MAU-4, MAU-19)."""
    shed = position.state.shed
    return frozenset(seat for seat in position.table.seats if shed and seat != shed)


def restocked(position: Position) -> Position:
    """Shuffle all but the upcard into a stock that ran out; who knows its order tells it."""
    state: MauMauState = position.state
    heap = position.deal.earlier_discards
    order: Hand | None = None
    restocks, made, pack_ = state.restocks, state.made, state.pack
    if restocks:
        order, restocks = restocks[0], restocks[1:]
    elif pack_ is not None:
        pack_ = pack_.again(sorted(heap, key=FRENCH.cards().index))
        order = pack_.cards
    if order is not None:
        made = (*made, order)
    state = state._replace(stock=len(heap), order=order, restocks=restocks, made=made, pack=pack_)
    return position._replace(
        state=state, deal=position.deal._replace(earlier_discards=(), stock=len(heap))
    )


def wrong_restock(position: Position) -> Fault | None:
    """Say why what a record shuffles again is not what lay under the upcard."""
    state: MauMauState = position.state
    if state.stock or not state.restocks or state.starter is None:
        return None
    if sorted(state.restocks[0]) == sorted(position.deal.earlier_discards):
        return None
    sentence = mark("The cards shuffled again are not all those played but the upcard: {cards}.")
    return Fault("MAU-9", sentence, {"cards": " ".join(state.restocks[0])}, "misdealt")


def resume_with(position: Position, stones: tuple[int, ...], winner: str) -> Position:
    """Take the match up with the points stated after a hand that is not told whole."""
    target = position.variant.number("mau_mau.target")
    reached = [s for s, n in zip(position.table.seats, stones, strict=True) if n >= target]
    won = winner or (reached[0] if reached else "")
    return position._replace(stones=stones, lance="end", queue=(), winner=won)


def seats(_: Variant, __: int) -> tuple[str, ...]:
    """The two seats."""
    return ("A", "B")


def held(position: Position, place: int) -> Hand:
    """The cards of a seat that are known, be they all or some."""
    hand = position.deal.hands[place]
    return position.state.seen[place] if hand is None else hand


def is_whole(position: Position, place: int) -> bool:
    """Whether every card of a seat is known: its hand was told, or each of its cards seen."""
    left: int = position.state.left[place]
    return len(held(position, place)) == left


def with_hand(position: Position, place: int, hand: Hand, *, whole: bool) -> Position:
    """The position when a seat holds these cards, so far as they are known."""
    state = position.state
    state = state._replace(seen=changed(state.seen, place, () if whole else hand))
    position = position.with_hand(position.table.seats[place], hand if whole else None)
    return position._replace(state=state)
