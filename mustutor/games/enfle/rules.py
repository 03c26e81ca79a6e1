"""The rules of Enflé: seats, the deal, what may be played, and who takes up the trick.

The protocol's questions are answered at the end, in `GAME`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from mustutor.base.errors import Fault, IllegalCall, no_such_seat
from mustutor.base.language import mark
from mustutor.games.alone import (
    EachAlone,
    in_its_ways,
    not_held,
    not_in_turn,
    noted_in_hand,
    noted_of_call,
    seats_from,
)
from mustutor.games.enfle import ANTE, DEAL, PHASES, TRICK
from mustutor.games.protocols import (
    Chance,
    CitedArticles,
    Conduct,
    Game,
    IllegalPlay,
    RecordContext,
    Rules,
    Words,
)
from mustutor.games.shedding_family.cards import (
    FRENCH,
    PLAY,
    TAKE,
    changed,
    grammar,
    play_as_meant,
    strength,
    without,
)
from mustutor.model.calls import DECK, Call
from mustutor.model.cards import Card, Pack
from mustutor.model.ledger import POT, Entry
from mustutor.model.position import Deal, Hand, OpenPayment, Option, Position, Pots, Step, Table

GRAMMAR = grammar(PLAY, TAKE)


class EnfleState(NamedTuple):
    """How a deal stands: what has been played to the trick, and what everybody knows.

    `trick` are the cards played to it, first the lead, and `players` who played them; `last` is the
    trick before, where it was thrown away. `left` is how many cards each seat has. `taken` are the
    cards of a seat that all have seen it take up and not play since; `lacks` the suits it could not
    follow, of which it can have only those. `pot` holds the chips, `tricks` counts those begun.
    `shed` is who was first without a card.
    """

    trick: Hand
    players: tuple[str, ...]
    left: tuple[int, ...]
    taken: tuple[Hand, ...]
    lacks: tuple[frozenset[str], ...]
    pot: int
    tricks: int = 1
    last: Hand = ()
    shed: str = ""
    over: tuple[str, ...] = (ANTE,)

    @property
    def now(self) -> str:
        """The cards of the trick, or those of the trick before, and the pot: ``7dAd/4``."""
        cards = "".join(self.trick) or f"{''.join(self.last)}-"
        return f"{cards}/{self.pot}"

    @property
    def past(self) -> str:
        """Which trick it is, and how many cards each seat has: ``3:8,8,7,10``."""
        return f"{self.tricks}:{','.join(map(str, self.left))}"

    @property
    def led(self) -> str:
        """The suit that was led; nothing before that."""
        return self.trick[0].suit if self.trick else ""


class FirstOut(NamedTuple):
    """Who was first without a card: the evidence for the pot."""

    seat: str
    tricks: int
    left: tuple[int, ...]


class AntePaid(NamedTuple):
    """What a player had before the ante: the evidence for it."""

    had: int


class RevokePaid(NamedTuple):
    """What a player had who did not follow suit, and what that costs: the evidence for it."""

    had: int
    owed: int


# --- the table and the deal ---------------------------------------------------------------

FEWEST, MOST = 4, 6
EACH = 8
"""How many cards each is dealt (ENF-2, ENF-6)."""


def begin(table: Table, mano: str, front: tuple[int, ...], pots: Pots) -> Position:
    """A deal about to be made: everybody who plays has paid (ENF-4), who cannot sits out."""
    ante = table.variant.number("enfle.ante")
    playing = {seat for seat, chips in zip(table.seats, front, strict=True) if chips >= ante}
    if len(playing) < FEWEST:
        sentence = mark("Only {seats} can pay the ante of {ante}, and it takes four to play.")
        known = {"seats": " ".join(sorted(playing)) or "nobody", "ante": ante}
        raise IllegalCall(Fault("ENF-4", sentence, known))
    if mano not in playing:
        sentence = mark("{seat} cannot pay the ante of {ante}, and sits out.")
        raise IllegalCall(Fault("ENF-4", sentence, {"seat": mano, "ante": ante}))
    order = tuple([seat for seat in seats_from(table.seats, mano) if seat in playing])
    count = len(table.seats)
    state = EnfleState(
        (),
        (),
        tuple([EACH * (seat in playing) for seat in table.seats]),
        ((),) * count,
        (frozenset(),) * count,
        dict(pots).get(DEAL, 0) + ante * len(order),
    )
    deal = Deal(tuple([None if seat in playing else () for seat in table.seats]), ((),) * count, 0)
    fresh = Position((), "", state, TRICK, front, pots, 0, (), table, order, deal)
    had = dict(zip(table.seats, front, strict=True))
    paid = tuple(
        [
            Entry(ANTE, "at_once", "ante", seat, POT + DEAL, ante, "ENF-4", AntePaid(had[seat]))
            for seat in order
        ]
    )
    return fresh.closing(TRICK, paid, state)._replace(queue=order)


def pack(position: Position) -> tuple[Card, ...]:
    """Eight cards for each player: low ranks are taken out, equally of each suit (ENF-2)."""
    return _pack_for(len(position.order))


@cache
def _pack_for(players: int) -> tuple[Card, ...]:
    return FRENCH.cards(FRENCH.ranks[: lowest(players)])


def lowest(players: int) -> int:
    """The number of ranks taken out, from the deuces up, for a number of players.

    >>> [FRENCH.ranks[lowest(players)] for players in (4, 5, 6)]
    ['7', '5', '3']
    """
    return len(FRENCH.ranks) - EACH * players // len(FRENCH.suits)


def deal(position: Position, left: Pack) -> tuple[dict[str, Hand], Pack]:
    """Deal the whole deck, eight cards each, one at a time (ENF-6)."""
    return left.deal(position.order, EACH)


def why_impossible_deal(position: Position, call: Call) -> Fault | None:
    """Say why these hands cannot have been dealt: too many cards, one twice, one taken out."""
    told = dict(call.hands)
    for seat, cards in told.items():
        if seat not in position.order:
            sentence = mark("{seat} does not play in this deal, and has no cards.")
            return Fault("ENF-4", sentence, {"seat": seat}, "misdealt")
        if len(cards) != EACH:
            sentence = mark("Each player is dealt eight cards; {seat} has {count}.")
            return Fault("ENF-6", sentence, {"seat": seat, "count": len(cards)}, "misdealt")
    inside, seen = frozenset(pack(position)), set[Card]()
    for seat, cards in told.items():
        for card in cards:
            if card not in inside:
                sentence = mark(
                    "{card}, in the hand of {seat}, is not in the deck for {players} players."
                )
                known = {"card": card, "seat": seat, "players": len(position.order)}
                return Fault("ENF-2", sentence, known, "misdealt")
            if card in seen:
                sentence = mark("{card} is dealt twice; {seat} has it as well.")
                return Fault("ENF-6", sentence, {"card": card, "seat": seat}, "misdealt")
            seen.add(card)
    return None


def next_manos(position: Position) -> tuple[str, ...]:
    """Who begins the next deal: who sits left of the next dealer (ENF-7, ENF-8).

    The deal passes to the left, to the next who can pay; where fewer than four can, it is over.
    """
    ante = position.variant.number("enfle.ante")
    able = [seat for seat in position.table.seats if position.stones_of(seat) >= ante]
    if len(able) < FEWEST:
        return ()
    round_ = [seat for seat in seats_from(position.table.seats, position.mano) if seat in able]
    return (round_[1],)


ALONE = EachAlone(
    FEWEST,
    MOST,
    Fault("ENF-1", mark("Enflé is for four to six players, each alone: A, B, C, D …"), {}),
    leads="ENF-8",
    begin=begin,
    over=lambda _: Fault("ENF-4", mark("Fewer than four can pay the ante: the match is over."), {}),
    chips=lambda variant: variant.number("enfle.start_chips"),
    by_hand=True,
)


# --- the tricks ---------------------------------------------------------------------------


def known_hand(position: Position, seat: str) -> Hand | None:
    """The cards of a seat: its hand as told, or all taken up from tricks; else None."""
    place = position.table.seats.index(seat)
    hand, taken = position.deal.hands[place], position.state.taken[place]
    return taken if hand is None and len(taken) == position.state.left[place] else hand


def playable(position: Position, seat: str) -> tuple[Card, ...] | None:
    """The cards a seat may play, by its hand; None where nobody knows it (ENF-8, ENF-9)."""
    hand = known_hand(position, seat)
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
    return (take,) if lacks or known_hand(position, seat) is not None else (play, take)


def why_not(position: Position, call: Call) -> Fault | None:
    """Say why the rules refuse this call here; nothing when it is legal."""
    if call.seat == DECK:
        if position.deal.told or position.state.trick or position.state.tricks > 1:
            sentence = mark("The cards of this deal have been dealt already.")
            return Fault("ENF-6", sentence, {}, "misdealt")
        return why_impossible_deal(position, call)
    if call.seat not in position.table.seats:
        return no_such_seat(call.seat, position.table.seats, "ENF-1")
    if not position.speaker:
        return Fault("ENF-14", mark("The deal is over: nobody plays any more."), {})
    cannot = _cannot_take if call.verb == TAKE else _cannot_play
    rule = "ENF-9" if position.state.trick else "ENF-10"
    return not_in_turn(position, call, rule) or cannot(position, call)


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
    if card not in pack(position):
        sentence = mark("{card} is not in the deck for {players} players.")
        return Fault("ENF-2", sentence, {"card": card, "players": len(position.order)})
    gone = position.deal.earlier_discards
    if card in gone or card in state.trick:
        sentence = mark("{card} has been played already, and is no longer in a hand.")
        return Fault("ENF-10", sentence, {"card": card})
    place = position.table.seats.index(seat)
    hand = position.hand_of(seat)
    if hand is not None and card not in hand:
        return not_held(seat, card, "ENF-6")
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


def _has_room(state: EnfleState, place: int, card: Card) -> bool:
    """Whether a hand nobody told has a card that was not seen, or this one was."""
    return card in state.taken[place] or state.left[place] > len(state.taken[place])


def play(position: Position, call: Call) -> Position:
    """What a call leads to: the next player, the next trick, or the end of the deal."""
    if call.seat == DECK:
        return position.with_dealt_hands(call)
    return _takes(position, call.seat) if call.verb == TAKE else _plays(position, call)


def _plays(position: Position, call: Call) -> Position:
    card, place = call.cards[0], position.table.seats.index(call.seat)
    state: EnfleState = position.state
    left = tuple([n - (at == place) for at, n in enumerate(state.left)])
    state = state._replace(
        trick=(*state.trick, card),
        players=(*state.players, call.seat),
        left=left,
        taken=changed(state.taken, place, without(state.taken[place], (card,))),
    )
    if not left[place] and not state.shed:
        state = state._replace(shed=call.seat)
    position = position.without_cards(call.seat, call.cards)
    if state.shed and position.variant.word("enfle.win") == "immediate":
        return _over(position, state)
    rest = position.queue[1:]
    if rest:
        return position.with_talk(rest, f"{position.said}{call.seat}", state)
    put_away = _put_away(position, state.trick)
    return _led_by(put_away, winner_of(state), state._replace(last=state.trick))


def _put_away(position: Position, cards: tuple[Card, ...]) -> Position:
    """Discard a trick face down; all have seen it (ENF-10)."""
    return position.with_deal(
        position.deal._replace(earlier_discards=(*position.deal.earlier_discards, *cards))
    )


def winner_of(state: EnfleState) -> str:
    """Who played the highest card of the trick (ENF-3, ENF-9)."""
    highest = max(range(len(state.trick)), key=lambda at: strength(state.trick[at]))
    return state.players[highest]


def _takes(position: Position, seat: str) -> Position:
    """A player takes up what lies there, and leads the next trick (ENF-11)."""
    state: EnfleState = position.state
    place = position.table.seats.index(seat)
    trick = state.trick
    hand = position.deal.hands[place]
    if hand is not None:
        position = position.with_hand(seat, (*hand, *trick))
    lacks = list(state.lacks)
    lacks[place] = lacks[place] | {state.led}
    state = state._replace(
        left=tuple([n + len(trick) * (at == place) for at, n in enumerate(state.left)]),
        taken=changed(state.taken, place, (*state.taken[place], *trick)),
        lacks=tuple(lacks),
        last=(),
    )
    return _led_by(position, seat, state)


def _led_by(position: Position, leader: str, state: EnfleState) -> Position:
    """The next trick, led by somebody; or the end, where somebody is without cards by now."""
    empty = state._replace(trick=(), players=())
    if state.shed or state.tricks == position.variant.number("enfle.max_tricks"):
        return _over(position, empty)
    order = seats_from(position.order, leader)
    return position.opened(TRICK, order, empty._replace(tricks=state.tricks + 1))


def _over(position: Position, state: EnfleState) -> Position:
    return position.opened("showdown", (), state)


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Give the pot to the first player without a card (ENF-14); else leave it where it is."""
    if position.lance != "showdown":
        return position, ()
    state: EnfleState = position.state
    done = state._replace(over=(*state.over, TRICK))
    winner = state.shed
    if not winner:
        return position.closing("end", (), done), ()
    pot = dict(position.pots)[DEAL]
    because = FirstOut(winner, state.tricks, state.left)
    taken = Entry(TRICK, "at_once", "pot", POT + DEAL, winner, pot, "ENF-14", because)
    return position.closing("end", (taken,), done._replace(pot=0)).won_by(winner), ()


def illegal_play(
    _steps: Sequence[Step], position: Position, call: Call, told: RecordContext
) -> IllegalPlay | None:
    """A suit not followed, or a card out of turn, that somebody played all the same."""
    seat, fault = call.seat, why_not(position, call)
    if told.noted and fault is None:
        return noted_of_call(position, call, told, GAME.rules)
    if seat not in position.order or fault is None or not position.speaker:
        return None
    at_turn = position
    if position.speaker != seat:
        at_turn = position._replace(queue=seats_from(position.order, seat))
    held = position.hand_of(seat)
    possible = call.verb == TAKE or held is None or call.cards[0] in held
    if not possible or (call.verb == TAKE and not position.state.trick):
        return None
    kind = "enf_lead" if position.speaker != seat else "enf_revoke"
    stands = play(at_turn, call)
    chips = position.variant.number("enfle.revoke") if kind == "enf_revoke" else 0
    if not chips:
        return in_its_ways(
            kind, call, fault.rule, position, told, put_right=position, stands=stands
        )
    had = position.stones_of(seat)
    paid, because = min(chips, had), RevokePaid(had, chips)
    entry = Entry(TRICK, "at_once", "revoke", seat, POT + DEAL, paid, fault.rule, because)
    state = stands.state._replace(pot=stands.state.pot + paid)
    fined = stands.closing(stands.lance, (entry,) if paid else (), state)
    fined = fined._replace(queue=stands.queue, said=stands.said)
    return in_its_ways(kind, call, fault.rule, position, told, paid=fined)


GAME = Game(
    rules=Rules(
        phases=PHASES,
        seats=ALONE.seats,
        start=ALONE.start,
        options=options,
        why_not=why_not,
        play=play,
        settle=settle,
        next_manos=next_manos,
        next_hand=ALONE.next_hand,
        carries_pots=True,
    ),
    chance=Chance(
        deck=FRENCH,
        pack=pack,
        deal=deal,
        first_mano=lambda seats, lot: seats[int(lot * len(seats))],
    ),
    words=Words(
        grammar=GRAMMAR,
        cited=CitedArticles("ENF-1", "ENF-10", dealt="ENF-6", served="ENF-6", mano="ENF-7"),
        words_in_context=lambda position, seat, words: play_as_meant(
            words, playable(position, seat) or ()
        ),
    ),
    conduct=Conduct(illegal_play=illegal_play, noted_in_hand=noted_in_hand),
)
