"""A word taken back by a call: where words bind, it is broken, and the rules refuse the call."""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.games.mus_family.conduct.later import broken_word, spoken_by
from mustutor.games.mus_family.lances import DECLARED
from mustutor.ledger import Ruling
from mustutor.position import Position

AGAINST = {
    "corto": frozenset("m"),
    "tengo": frozenset("n"),
    "no tengo": frozenset("y"),
    "quiero": frozenset("/"),
    "no quiero": frozenset("+$!"),
    "paso": frozenset("+$!"),
    "envido": frozenset("-/"),
    "subo": frozenset("-/"),
    "mas": frozenset("-/"),
    "ordago": frozenset("-/"),
}
"""Which of one's last words each call takes back; ``$`` is a stake."""


def taken_back(position: Position, call: Call) -> Ruling | None:
    """Rule on a call that was refused, where a player must keep to his word (REG-ALV-5).

    It is a broken word where it goes against what the same player said last in this lance, or said
    when the lance was closed by it, and where it declares what his cards have not. None elsewhere,
    and where words do not bind.
    """
    seat = call.seat
    if not position.variant.rules["talk.binding"] or seat not in position.table.seats:
        return None
    hand = position.hand_of(seat)
    if call.verb in ("tengo", "no tengo") and position.lance in DECLARED and hand is not None:
        false = position.state.ranking.has(position.lance, hand) is not (call.verb == "tengo")
    else:
        false = False
    words = spoken_by(position, seat)
    last = words[-1] if words else _closing(position, call)
    if not false and ("$" if last.isdigit() else last) not in AGAINST.get(call.verb, ()):
        return None
    return broken_word(position, Ruling(call, position.lance, False, "REG-ALV-5"))


def _closing(position: Position, call: Call) -> str:
    """What a seat said in the lance that was just closed, so far as its end shows it.

    Only an answer comes too late: a bet is of the lance that follows.
    """
    if position.said or not position.state.closed or call.verb not in ("quiero", "no quiero"):
        return ""
    auction = position.state.closed[-1].auction
    if call.seat in auction.seen:
        return "+"
    return "/" if call.seat in auction.folded else ""
