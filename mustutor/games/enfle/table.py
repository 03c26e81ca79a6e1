"""Who sits down to Enflé, what each pays, what is dealt to whom, and who is next to begin."""

from __future__ import annotations

from collections.abc import Mapping

from mustutor import shuffle
from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.errors import Fault, IllegalCall, no_such_seat
from mustutor.games.enfle import ANTE, DEAL, TRICK
from mustutor.games.enfle.state import Anted, Tricks
from mustutor.games.shedding_family.cards import FRENCH, from_mano
from mustutor.language import mark
from mustutor.ledger import POT, Entry
from mustutor.position import Deal, Hand, Position, Table
from mustutor.shuffle import Pack
from mustutor.variant import Variant

FEWEST, MOST = 4, 6
EACH = 8
"""So many cards each is dealt (ENF-2, ENF-6)."""

FIRST_SEATS = "ABCDEF"


def start(
    variant: Variant,
    seats: tuple[str, ...],
    mano: str,
    stones: Mapping[str, int],
    games: Mapping[str, int],
) -> Position:
    """Sit down: four to six, each alone (ENF-1); who cannot pay the ante sits out."""
    if not FEWEST <= len(seats) <= MOST or any(len(seat) > 1 for seat in seats):
        raise IllegalCall(
            Fault("ENF-1", mark("Enflé is for four to six players, each alone: A, B, C, D …"), {})
        )
    chips = variant.number("enfle.start_chips")
    front = tuple([stones.get(seat, chips) for seat in seats])
    won = tuple([games.get(seat, 0) for seat in seats])
    return _begun(Table(variant, seats, seats, front, won), mano, front, 0)


def _begun(table: Table, mano: str, front: tuple[int, ...], pot: int) -> Position:
    """A deal about to be made: everybody who plays has paid (ENF-4)."""
    ante = table.variant.number("enfle.ante")
    if mano not in table.seats:
        raise IllegalCall(no_such_seat(mano, table.seats, "ENF-8"))
    playing = {seat for seat, chips in zip(table.seats, front, strict=True) if chips >= ante}
    if len(playing) < FEWEST:
        sentence = mark("Only {seats} can pay the ante of {ante}, and it takes four to play.")
        known = {"seats": " ".join(sorted(playing)) or "nobody", "ante": ante}
        raise IllegalCall(Fault("ENF-4", sentence, known))
    if mano not in playing:
        sentence = mark("{seat} cannot pay the ante of {ante}, and sits out.")
        raise IllegalCall(Fault("ENF-4", sentence, {"seat": mano, "ante": ante}))
    order = tuple([seat for seat in from_mano(table.seats, mano) if seat in playing])
    count = len(table.seats)
    state = Tricks(
        (),
        (),
        tuple([EACH * (seat in playing) for seat in table.seats]),
        ((),) * count,
        (frozenset(),) * count,
        pot + ante * len(order),
    )
    pots = ((DEAL, pot),) if pot else ()
    deal = Deal(tuple([None if seat in playing else () for seat in table.seats]), ((),) * count, 0)
    fresh = Position((), "", state, TRICK, front, pots, 0, (), table, order, deal)
    had = dict(zip(table.seats, front, strict=True))
    paid = tuple(
        [
            Entry(ANTE, "at_once", "ante", seat, POT + DEAL, ante, "ENF-4", Anted(had[seat]))
            for seat in order
        ]
    )
    return fresh.closing(TRICK, paid, state)._replace(queue=order)


def pack(position: Position) -> tuple[Card, ...]:
    """Eight cards for each who plays: the low ranks are taken out, equally of each suit (ENF-2)."""
    return FRENCH.cards(FRENCH.ranks[: lowest(len(position.order))])


def lowest(players: int) -> int:
    """How many ranks are taken out, from the deuces up, for so many players.

    >>> [FRENCH.ranks[lowest(players)] for players in (4, 5, 6)]
    ['7', '5', '3']
    """
    return len(FRENCH.ranks) - EACH * players // len(FRENCH.suits)


def deal(position: Position, left: Pack) -> tuple[dict[str, Hand], Pack]:
    """Deal the whole deck, eight cards each, one at a time (ENF-6)."""
    return shuffle.deal(left, position.order, EACH)


def misdealt(position: Position, call: Call) -> Fault | None:
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
    round_ = [seat for seat in from_mano(position.table.seats, position.mano) if seat in able]
    return (round_[1],)


def next_hand(position: Position, mano: str, stones: Mapping[str, int] | None) -> Position:
    """Deal again, with what the pot still holds where nobody has won it."""
    if not mano:
        raise IllegalCall(
            Fault("ENF-4", mark("Fewer than four can pay the ante: the match is over."), {})
        )
    table = position.table.dealt_again(position.table.games, ended=True, void=False)
    front = position.stones if stones is None else tuple([stones[s] for s in table.seats])
    return _begun(table, mano, front, dict(position.pots).get(DEAL, 0))


def taken_up(position: Position, stones: tuple[int, ...], winner: str) -> Position:
    """Take the match up with the chips stated after a deal that is not told whole."""
    return position._replace(stones=stones, pots=(), lance="end", queue=(), winner=winner)


def seats(_: Variant, count: int) -> tuple[str, ...]:
    """So many seats, four as usual."""
    return tuple(FIRST_SEATS[: count or FEWEST])
