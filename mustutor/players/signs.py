"""Signals between partners at the table: which one a player of the house makes, and what they say.

A player of the house signals what is true, where the rulebook lets it: once for the cards it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mustutor import games
from mustutor.calls import Call
from mustutor.cards import Card, read_hand
from mustutor.games.mus_family.ranking import Ranking, ranking_under
from mustutor.games.mus_family.signals import Signal, signals_of
from mustutor.seatview import SeatView
from mustutor.variant import Variant

MOST_TELLING = (
    *("la_real", "solomillo", "duples", "medias", "treinta_y_una", "tres_reyes", "tres_ases"),
    *("dos_reyes", "treinta", "dos_ases", "veintinueve", "par"),
)
"""What a partner wants to know, the best news first; of a poorer hand nothing is told."""

GESTURE = "sena"


def sign(view: SeatView) -> str:
    """The signal of a player of the house for the cards it holds, or nothing.

    >>> from mustutor.replay.player import Player
    >>> from mustutor.seatview import view
    >>> from mustutor.variant import load_variant
    >>> def signs(name):
    ...     rules = load_variant(name)
    ...     start = games.start(rules, seats=("A1", "B1", "A2", "B2"), mano="A1")
    ...     hand = Player(start).deal({"A1": ["Ro", "Rc", "5e", "4b"]}).hear("A1 corto")
    ...     return sign(view(hand.position, "A1"))
    >>> signs("fournier"), signs("la_rioja")
    ('sena dos_reyes', '')
    """
    known = _known(view.variant)
    if not known or not view.hand or view.seat in made(view):
        return ""
    hand, ranking = read_hand(view.hand), ranking_under(view.variant)
    for name in MOST_TELLING:
        signal = known.get(name)
        if signal is not None and signal.holds_for(hand, ranking) and _may_be_made(view, name):
            return f"{GESTURE} {name}"
    return ""


def made(view: SeatView) -> dict[str, tuple[str, ...]]:
    """The signals this seat has seen, by whose: those for the cards that are still held.

    >>> from mustutor import Player, load_variant, start, view
    >>> table = start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).hear("A1 sena duples")
    >>> made(view(hand.position, "A2", hand.steps))
    {'A1': ('duples',)}
    """
    read = games.game_of(view.variant.game).grammar.read
    found: dict[str, tuple[str, ...]] = {}
    for text in view.calls:
        call = read(text)
        if call.verb == GESTURE:
            found[call.seat] = (*found.get(call.seat, ()), call.word)
        elif call.verb == "descarto":
            found.pop(call.seat, None)
    return found


def borne_out(
    names: Iterable[str], hand: Sequence[Card], ranking: Ranking, variant: Variant
) -> bool:
    """Whether a hand holds all that was signalled of it."""
    known = _known(variant)
    return all(known[name].holds_for(hand, ranking) for name in names if name in known)


def _known(variant: Variant) -> dict[str, Signal]:
    """The signals of a table; none in a game that knows of none."""
    return dict(signals_of(variant.rules)) if "signals.allowed" in variant.rules else {}


def _may_be_made(view: SeatView, name: str) -> bool:
    """Whether the referee would let it pass, here and now."""
    after = games.apply(view.position, Call(view.seat, GESTURE, word=name))
    return bool(after.rulings) and after.rulings[-1].allowed is True
