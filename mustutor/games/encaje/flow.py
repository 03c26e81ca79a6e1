"""What a call does in Encaje: the deal, mus, declarations, the four lances and their end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress

from mustutor.calls import DECK, Call
from mustutor.errors import Fault, IllegalCall, no_such_seat
from mustutor.games.encaje import settlement
from mustutor.games.mus_family import auction as betting
from mustutor.games.mus_family import conduct, talk
from mustutor.games.mus_family.lances import DECLARED, TALKED
from mustutor.games.mus_family.state import Auction, Outcome, holding, lance_closed, opened, turned
from mustutor.games.mus_family.visto import is_void
from mustutor.history import spoken
from mustutor.language import mark
from mustutor.position import Position, Table
from mustutor.variant import Variant

FEWEST, MOST, MOST_WITH_FIVE_CARDS = 2, 6, 8


# --- the table and the hand --------------------------------------------------------------


def start(
    variant: Variant,
    seats: tuple[str, ...],
    mano: str,
    stones: Mapping[str, int],
    games: Mapping[str, int],
) -> Position:
    """Sit down to a game of Encaje (ENC-GEN-1, ENC-STN-1)."""
    most = MOST_WITH_FIVE_CARDS if variant.rules["deal.cards"] == 5 else MOST
    if not FEWEST <= len(seats) <= most:
        raise IllegalCall(
            Fault(
                "ENC-GEN-1",
                mark(
                    "Encaje is for {fewest} to {most} players, best for 3 or 5; at this table "
                    "there are {players}."
                ),
                {"fewest": FEWEST, "most": most, "players": len(seats)},
            )
        )
    if any(len(seat) > 1 for seat in seats):
        raise IllegalCall(
            Fault(
                "ENC-GEN-3",
                mark(
                    "In Encaje nobody has a partner: the seats are A, B, C …; at this table "
                    "they are {seats}."
                ),
                {"seats": " ".join(seats)},
            )
        )
    agreed = variant.number("encaje.start_stones")
    front = tuple([stones.get(seat, agreed) for seat in seats])
    if len(set(front)) == 1:
        agreed = front[0]
    losses = tuple([games.get(seat, 0) for seat in seats])
    purse = (agreed,) * len(seats)
    table = Table(variant, seats, seats, purse, losses)
    return _hand(table, mano, front, 0)


def next_hand(position: Position, mano: str, stones: Mapping[str, int] | None) -> Position:
    """The next hand: of this game, or the first of a new one when somebody has lost it."""
    if not mano:
        raise IllegalCall(
            Fault("ENC-SES-1", mark("The session is over: no other hand follows."), {})
        )
    table = position.table
    ended = bool(position.loser)
    after = table.dealt_again(table.games, ended=ended, void=is_void(position))
    if stones is not None:
        front = tuple([stones.get(seat, 0) for seat in table.seats])
    else:
        front = table.purse if ended else position.stones
    return _hand(after, mano, front, 0 if ended else position.out)


def _hand(table: Table, mano: str, stones: tuple[int, ...], out: int) -> Position:
    seats = table.seats
    if mano not in seats:
        raise IllegalCall(no_such_seat(mano, seats, "ENC-GEN-1"))
    place = seats.index(mano)
    if not stones[place]:
        raise IllegalCall(
            Fault(
                "ENC-STN-4",
                mark("{mano} cannot be mano: only players with stones are in the game."),
                {"mano": mano},
            )
        )
    order = _playing(seats[place:] + seats[:place], stones[place:] + stones[:place])
    if len(order) < FEWEST:
        raise IllegalCall(
            Fault(
                "ENC-STN-5",
                mark("Only {mano} has stones left: the game is over."),
                {"mano": mano},
            )
        )
    return talk.sit_down(table, order, stones, out, begin)


def begin(position: Position) -> Position:
    """The talk is over: grande is opened."""
    return _open(position, "grande")


# --- what it does ------------------------------------------------------------------------


def play(position: Position, call: Call) -> Position:
    """The position after a legal call."""
    if position.state.auction is not None and call.seat != DECK:
        return _bet(position, position.state.auction, call)
    if position.lance in TALKED or call.seat == DECK:
        return talk.play(position, call, begin)
    return _declare(position, call)


def noted(position: Position, call: Call) -> Position:
    """The position with the ruling on a signal or on something said, and what it costs at once."""
    return settlement.fined(conduct.noted(position, call))


def _declare(position: Position, call: Call) -> Position:
    queue = position.queue[1:]
    if call.verb == "tengo":
        said = f"{position.said}{call.seat}y"
        holders = holding(position, call.seat)
        position = opened(position, position.lance, queue, said=said, holders=holders)
    else:
        position = turned(position, queue, None, f"{position.said}{call.seat}n")
    if queue:
        return position
    holders, lance = position.state.holders, position.lance
    if len(holders) > 1:
        return turned(position, holders, Auction(holders), position.said)
    kind = "lone" if holders else "nobody"
    position = lance_closed(position, Outcome(lance, kind, holders, Auction(holders)))
    if lance == "juego" and not holders:
        return _open(position, "punto")
    return talk.go_on(position, _open)


def _bet(position: Position, auction: Auction, call: Call) -> Position:
    seat, verb, queue = call.seat, call.verb, position.queue[1:]
    if verb == "paso":
        said = "-"
    elif verb == "no quiero":
        auction, said = betting.folded(auction, seat), "/"
    elif verb == "quiero":
        auction, said = betting.saw(auction, seat), "+"
    else:
        queue, said = betting.after(auction.speakers, seat), str(call.stones)
        rules = position.table.variant.rules
        locked: tuple[str, ...] = ()
        if auction.stake:
            if rules["encaje.raise_direction"] == "reversed":
                queue = queue[::-1]
            if rules["encaje.capped_seer"] == "locked_in":
                locked = tuple(s for s in auction.seen if position.stones_of(s) <= auction.stake)
                queue = tuple(s for s in queue if s not in locked)
        auction = betting.staked(auction, call, locked)
    if queue:
        return turned(position, queue, auction, spoken(position.said, f"{seat}{said}"))
    return talk.go_on(settlement.close(position, auction), _open)


def _open(position: Position, lance: str) -> Position:
    """Open a lance among the players with stones (ENC-TURN-1, ENC-BET-9)."""
    players = position.order
    if 0 in position.stones:
        stones = dict(zip(position.table.seats, position.stones, strict=True))
        players = tuple([seat for seat in players if stones[seat]])
    declared = lance in DECLARED
    auction = Auction(players) if len(players) > 1 and not declared else None
    position = opened(position, lance, players, auction)
    if position.state.auction is not None or (declared and players):
        return position
    if declared:
        position = lance_closed(position, Outcome(lance, "nobody", (), Auction(())))
        return talk.go_on(position, _open)
    if players:
        kind = "lone" if position.variant.rules["encaje.lone_player"] == "scores" else "void"
        position = lance_closed(position, Outcome(lance, kind, players, Auction(players)))
    else:
        position = lance_closed(position, Outcome(lance, "nobody", (), Auction(())))
    return talk.go_on(position, _open)


# --- records with gaps -------------------------------------------------------------------


def skip_to(position: Position, lance: str) -> Position | None:
    """Begin at a later lance where nothing was recorded of those before it."""
    return talk.skip_to(position, lance, _open, _declare)


# --- the next hand -----------------------------------------------------------------------


def next_manos(position: Position) -> tuple[str, ...]:
    """Who may be mano of the next hand; several where a new game is drawn, none at the end.

    The deal passes round those who still have stones. The dealer (postre) speaks last, so he sits
    just before mano; the next dealer is the player who was mano, or the next to his right who is
    still in the game (MUS-DLR-2, MUS-DLR-3).
    """
    table = position.table
    rules = table.variant.rules
    if is_void(position):
        return (position.mano,)  # A void deal is dealt again (exposed_card.action: redeal).
    if position.loser:
        lost = dict(zip(table.seats, table.games, strict=True))
        if lost[position.loser] >= table.variant.number("encaje.session_losses"):
            return ()
        if rules["encaje.next_game_dealer"] == "draw":
            return table.seats
        if rules["encaje.next_game_dealer"] == "loser":
            return (_next(table.seats, position.loser, table.seats),)
        playing = table.seats
    else:
        playing = _playing(table.seats, position.stones)
        if not playing:  # stones that a record only states: nobody could go on with them
            return ()
    if rules["encaje.rotation"] == "mano_passes":
        return (_next(table.seats, position.mano, playing),)
    dealer = _next(table.seats, position.order[-1], playing)
    return (_next(table.seats, dealer, playing),)


def _playing(seats: tuple[str, ...], stones: tuple[int, ...]) -> tuple[str, ...]:
    """Who has stones, in the order of the seats."""
    return tuple(compress(seats, stones)) if 0 in stones else seats


@lru_cache(maxsize=1024)
def _next(seats: tuple[str, ...], seat: str, playing: tuple[str, ...]) -> str:
    """The next player to the right of a seat who is playing.

    >>> _next(("A", "B", "C"), "A", ("A", "C"))
    'C'
    """
    place = seats.index(seat) + 1
    return next(filter(playing.__contains__, seats[place:] + seats[:place]))
