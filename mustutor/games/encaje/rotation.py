"""Who is mano next in Encaje: the deal passes round those who still have stones.

The dealer (postre) speaks last, so he sits just before mano; the next dealer is the player who
was mano, or the next to his right who is still in the game (MUS-DLR-2, MUS-DLR-3).
"""

from __future__ import annotations

from mustutor.games.mus_family.talk import is_void
from mustutor.position import Position


def next_manos(position: Position) -> tuple[str, ...]:
    """Who may be mano of the next hand; several where a new game is drawn, none at the end."""
    rules = position.variant.rules
    table = position.table
    if is_void(position):
        return (position.mano,)  # A void deal is dealt again (exposed_card.action: redeal).
    if position.loser:
        lost = dict(zip(table.seats, table.games, strict=True))
        if lost[position.loser] >= position.variant.number("encaje.session_losses"):
            return ()
        if rules["encaje.next_game_dealer"] == "draw":
            return table.seats
        if rules["encaje.next_game_dealer"] == "loser":
            return (_next(position.table.seats, position.loser, table.seats),)
        playing = table.seats
    else:
        held = zip(table.seats, position.stones, strict=True)
        playing = tuple([seat for seat, stones in held if stones])
        if not playing:  # stones that a record only states: nobody could go on with them
            return ()
    if rules["encaje.rotation"] == "mano_passes":
        return (_next(table.seats, position.mano, playing),)
    dealer = _next(table.seats, position.order[-1], playing)
    return (_next(table.seats, dealer, playing),)


def _next(seats: tuple[str, ...], seat: str, playing: tuple[str, ...]) -> str:
    """The next player to the right of a seat who is playing.

    >>> _next(("A", "B", "C"), "A", ("A", "C"))
    'C'
    """
    place = seats.index(seat) + 1
    return next(filter(playing.__contains__, seats[place:] + seats[:place]))
