"""The tricks of Enflé: who may play what, what a card or a trick taken up leads to, who has won."""

from __future__ import annotations

from mustutor.calls import DECK, Call
from mustutor.cards import Card
from mustutor.errors import Fault, no_such_seat
from mustutor.games.enfle import DEAL, TRICK, table
from mustutor.games.enfle.state import Shed, Tricks
from mustutor.games.shedding_family.calls import PLAY, TAKE
from mustutor.games.shedding_family.cards import changed, from_mano, strength, without
from mustutor.language import mark
from mustutor.ledger import POT, Entry
from mustutor.position import Open, Option, Position


def playable(position: Position, seat: str) -> tuple[Card, ...] | None:
    """The cards a seat may play, by its hand; None where nobody knows it (ENF-8, ENF-9)."""
    hand = position.hand_of(seat)
    if hand is None:
        return None
    led = position.state.led
    return tuple([card for card in hand if card.suit == led]) if led else hand


def options(position: Position) -> tuple[Option, ...]:
    """Play a card, or take up the trick: where the hand is known, only one of the two."""
    seat = position.speaker
    if not seat:
        return ()
    play, take = Option(seat, PLAY, 1, 1), Option(seat, TAKE)
    if _cannot_take(position, Call(seat, TAKE)) is not None:
        return (play,)
    lacks = position.state.led in position.state.lacks[position.table.seats.index(seat)]
    return (take,) if lacks or position.hand_of(seat) is not None else (play, take)


def why_not(position: Position, call: Call) -> Fault | None:
    """Say why the rules refuse this call here; nothing when it is legal."""
    if call.seat == DECK:
        if position.deal.told or position.state.trick or position.state.tricks > 1:
            return Fault(
                "ENF-6",
                mark("The cards of this deal have been dealt already."),
                {},
                "misdealt",
            )
        return table.misdealt(position, call)
    if call.seat not in position.table.seats:
        return no_such_seat(call.seat, position.table.seats, "ENF-1")
    if not position.speaker:
        return Fault("ENF-14", mark("The deal is over: nobody plays any more."), {})
    if call.seat != position.speaker:
        known = {"seat": call.seat, "speaker": position.speaker}
        sentence = mark("It is not {seat} who plays now, but {speaker}.")
        return Fault("ENF-10" if not position.state.trick else "ENF-9", sentence, known)
    return _cannot_take(position, call) if call.verb == TAKE else _cannot_play(position, call)


def _cannot_take(position: Position, call: Call) -> Fault | None:
    """Who may lead, or can follow, takes nothing up (ENF-9, ENF-11)."""
    state, seat = position.state, call.seat
    if not state.trick:
        sentence = mark("{seat} leads: there is nothing to take up yet.")
        return Fault("ENF-8", sentence, {"seat": seat})
    place = position.table.seats.index(seat)
    hand = position.hand_of(seat)
    held = state.taken[place] if hand is None else hand
    follows = [card for card in held if card.suit == state.led]
    if not follows:
        return None
    sentence = mark("{seat} can follow suit with {cards}, and must.")
    return Fault("ENF-9", sentence, {"seat": seat, "cards": " ".join(follows)})


def _cannot_play(position: Position, call: Call) -> Fault | None:
    state, seat, card = position.state, call.seat, call.cards[0]
    if card not in table.pack(position):
        sentence = mark("{card} is not in the deck for {players} players.")
        return Fault("ENF-2", sentence, {"card": card, "players": len(position.order)})
    gone = position.deal.heap
    if card in gone or card in state.trick:
        sentence = mark("{card} has been played already, and is no longer in a hand.")
        return Fault("ENF-10", sentence, {"card": card})
    place = position.table.seats.index(seat)
    hand = position.hand_of(seat)
    if hand is not None and card not in hand:
        return Fault("ENF-6", mark("{seat} does not have {card}."), {"seat": seat, "card": card})
    holder = _seen_elsewhere(position, card, place)
    if holder:
        sentence = mark("{seat} does not have {card}: {holder} does.")
        return Fault("ENF-6", sentence, {"seat": seat, "card": card, "holder": holder})
    if state.trick and card.suit != state.led:
        known = {"seat": seat, "card": card, "lead": state.trick[0]}
        able = playable(position, seat)
        if able:
            sentence = mark("{seat} must follow {lead}, with one of these: {cards}.")
            return Fault("ENF-9", sentence, {**known, "cards": " ".join(able)})
        sentence = mark(
            "{card} does not follow {lead}: a player who cannot follow suit takes the trick up."
        )
        return Fault("ENF-11", sentence, known)
    if hand is None and card.suit in state.lacks[place] and card not in state.taken[place]:
        sentence = mark(
            "{seat} could not follow that suit before, and has not taken up {card} since."
        )
        return Fault("ENF-9", sentence, {"seat": seat, "card": card})
    if hand is None and not _has_room(state, place, card):
        sentence = mark("All cards of {seat} are known, and {card} is not among them.")
        return Fault("ENF-11", sentence, {"seat": seat, "card": card})
    return None


def _seen_elsewhere(position: Position, card: Card, place: int) -> str:
    """Who else is known to have a card; nobody where that is empty."""
    for other, seat in enumerate(position.table.seats):
        hand = position.deal.hands[other]
        if other != place and card in (position.state.taken[other] if hand is None else hand):
            return seat
    return ""


def _has_room(state: Tricks, place: int, card: Card) -> bool:
    """Whether a hand nobody told has a card that was not seen, or this one was."""
    return card in state.taken[place] or state.left[place] > len(state.taken[place])


def play(position: Position, call: Call) -> Position:
    """What a call leads to: the next player, the next trick, or the end of the deal."""
    if call.seat == DECK:
        told = dict(call.hands)
        hands = tuple(
            [
                told.get(seat, hand)
                for seat, hand in zip(position.table.seats, position.deal.hands, strict=True)
            ]
        )
        return position.dealt(position.deal.told_so(hands, kept=False))
    return _takes(position, call.seat) if call.verb == TAKE else _plays(position, call)


def _plays(position: Position, call: Call) -> Position:
    card, place = call.cards[0], position.table.seats.index(call.seat)
    state: Tricks = position.state
    left = tuple([n - (at == place) for at, n in enumerate(state.left)])
    state = state._replace(
        trick=(*state.trick, card),
        players=(*state.players, call.seat),
        left=left,
        taken=changed(state.taken, place, without(state.taken[place], (card,))),
    )
    if not left[place] and not state.shed:
        state = state._replace(shed=call.seat)
    hand = position.deal.hands[place]
    if hand is not None:
        hands = (*position.deal.hands[:place], without(hand, (card,)))
        hands += position.deal.hands[place + 1 :]
        position = position.dealt(position.deal._replace(hands=hands))
    if state.shed and position.variant.word("enfle.win") == "immediate":
        return _over(position, state)
    rest = position.queue[1:]
    if rest:
        return position.turned(rest, f"{position.said}{call.seat}", state)
    put_away = _put_away(position, state.trick)
    return _led_by(put_away, winner_of(state), state._replace(last=state.trick))


def _put_away(position: Position, cards: tuple[Card, ...]) -> Position:
    """Discard a trick face down; all have seen it (ENF-10)."""
    return position.dealt(position.deal._replace(heap=(*position.deal.heap, *cards)))


def winner_of(state: Tricks) -> str:
    """Who played the highest card of the trick (ENF-3, ENF-9)."""
    highest = max(range(len(state.trick)), key=lambda at: strength(state.trick[at]))
    return state.players[highest]


def _takes(position: Position, seat: str) -> Position:
    """A player takes up what lies there, and leads the next trick (ENF-11)."""
    state: Tricks = position.state
    place = position.table.seats.index(seat)
    trick = state.trick
    hand = position.deal.hands[place]
    if hand is not None:
        hands = (*position.deal.hands[:place], (*hand, *trick))
        hands += position.deal.hands[place + 1 :]
        position = position.dealt(position.deal._replace(hands=hands))
    lacks = list(state.lacks)
    lacks[place] = lacks[place] | {state.led}
    state = state._replace(
        left=tuple([n + len(trick) * (at == place) for at, n in enumerate(state.left)]),
        taken=changed(state.taken, place, (*state.taken[place], *trick)),
        lacks=tuple(lacks),
        last=(),
    )
    return _led_by(position, seat, state)


def _led_by(position: Position, leader: str, state: Tricks) -> Position:
    """The next trick, led by somebody; or the end, where somebody is without cards by now."""
    empty = state._replace(trick=(), players=())
    if state.shed or state.tricks == position.variant.number("enfle.max_tricks"):
        return _over(position, empty)
    order = from_mano(position.order, leader)
    return position.opened(TRICK, order, empty._replace(tricks=state.tricks + 1))


def _over(position: Position, state: Tricks) -> Position:
    return position.opened("showdown", (), state)


def settle(position: Position) -> tuple[Position, tuple[Open, ...]]:
    """Give the pot to whoever was first without a card (ENF-14); else it stays where it is."""
    if position.lance != "showdown":
        return position, ()
    state: Tricks = position.state
    done = state._replace(over=(*state.over, TRICK))
    winner = state.shed
    if not winner:
        return position.closing("end", (), done), ()
    pot = dict(position.pots)[DEAL]
    because = Shed(winner, state.tricks, state.left)
    taken = Entry(TRICK, "at_once", "pot", POT + DEAL, winner, pot, "ENF-14", because)
    table_ = position.table
    won = tuple([n + (s == winner) for s, n in zip(table_.seats, table_.games, strict=True)])
    end = position.closing("end", (taken,), done._replace(pot=0))
    return end._replace(winner=winner, table=table_._replace(games=won)), ()
