"""What is legal in Encaje: who may speak, what, and why not. The one place that knows."""

from __future__ import annotations

from collections.abc import Hashable

from mustutor.calls import DECK, Call
from mustutor.errors import Fault
from mustutor.games import Cited
from mustutor.games.mus_family import auction as betting
from mustutor.games.mus_family import discards as mustalk
from mustutor.games.mus_family.auction import ORDAGO_STAKE, Articles, Bounds
from mustutor.games.mus_family.lances import TALKED
from mustutor.games.mus_family.talk import (
    sayable,
    talk_bears_on_nothing,
    talk_options,
    who_has_it,
    why_not_deck,
)
from mustutor.games.mus_family.turn import (
    not_the_speaker,
    not_while_betting,
    stranger,
    why_not_before,
)
from mustutor.language import mark
from mustutor.position import Auction, Option, Position
from mustutor.variant import Variant

CITED = Cited(seats="ENC-GEN-1", lances="ENC-LANCE-1", punto="ENC-JUE-4")
DECLARED = {"pares": "ENC-PAR-1", "juego": "ENC-JUE-1"}
HOLDERS_BET = {"pares": "ENC-PAR-5", "juego": "ENC-JUE-2"}

ARTICLES = Articles(
    choose="ENC-BET-4",
    least_open="ENC-BET-1",
    least_raise="ENC-BET-6",
    most_open="ENC-BET-3",
    most_raise="ENC-BET-7",
    ordago="ENC-BET-11",
    nothing="ENC-TURN-2",
)


def bounds(position: Position, seat: str) -> Bounds:
    """The least and the most a seat may stake now (ENC-BET-1, -3, -6, -7)."""
    variant = position.table.variant
    own = position.stones[position.table.seats.index(seat)]
    stake = position.auction.stake if position.auction else 0
    if stake:
        return Bounds(stake + variant.number("bet.min_raise"), own)
    least = variant.number("bet.min_open")
    if own < least and variant.rules["encaje.short_stack_open"] == "all_in":
        least = own
    return Bounds(least, own)


def options(position: Position) -> tuple[Option, ...]:
    """Who may say what now."""
    seat = position.speaker
    if not seat:
        return ()
    if seat == DECK or position.lance in TALKED:
        return talk_options(position)
    auction = position.auction
    if auction is None:
        hand = position.hand_of(seat)
        if hand is None:
            return sayable(seat, "tengo", "no tengo")
        has = position.table.ranking.has(position.lance, hand)
        return sayable(seat, "tengo" if has else "no tengo")
    least, most, _ = bounds(position, seat)
    if auction.stake:
        answers = sayable(seat, "no quiero", "quiero")
        return (*answers, Option(seat, "subo", least, most)) if least <= most else answers
    waits = sayable(seat, "paso")
    return (*waits, Option(seat, "envido", least, most)) if least <= most else waits


def heard(position: Position, call: Call) -> Call:
    """The call with its stake spelled out, where it leaned on the stake on the table."""
    if position.auction is None or call.seat not in position.table.seats:
        return call
    return betting.resolved(call, position.auction, bounds(position, call.seat))


def why_not(position: Position, call: Call) -> Fault | None:
    """The one place that knows what is legal in Encaje."""
    seat, verb, queue = call.seat, call.verb, position.queue
    if seat == DECK:
        return why_not_deck(position, call)
    lance, auction = position.lance, position.auction
    if verb == "descubre" and lance == "mus":
        return mustalk.why_not_exposed(position, call)
    if not queue or seat != queue[0]:
        return _out_of_turn(position, call)
    if auction is not None:
        if verb in betting.BETS:
            if verb in ("paso", "quiero", "no quiero") and bool(auction.stake) == (verb != "paso"):
                return None
            return betting.why_not(auction, call, bounds(position, seat), ARTICLES)
        return not_while_betting(position, call, "ENC-TURN-2")
    if verb == "ordago":
        return Fault("ENC-BET-11", mark("There is no órdago in Encaje."), {})
    return why_not_before(position, call, DECLARED)


def _out_of_turn(position: Position, call: Call) -> Fault:
    """Say why it is not this seat's turn: the most telling reason first."""
    seat, lance = call.seat, position.lance
    strange = stranger(position, seat, CITED)
    if strange is not None:
        return strange
    known = {"seat": seat, "lance": lance, "speaker": position.speaker}
    if seat not in position.order:
        return Fault(
            "ENC-STN-4", mark("{seat} has no stones and has dropped out of the game."), known
        )
    if not position.stones_of(seat) and lance not in ("mus", "descarte"):
        rule = "ENC-PAR-2" if position.auction is None else "ENC-BET-10"
        return Fault(
            rule,
            mark("{seat} has no stones in front of him and cannot speak: {speaker} speaks now."),
            known,
        )
    if position.auction is not None and seat in position.auction.folded:
        return Fault(
            "ENC-BET-4",
            mark("{seat} folded and does not speak again in {lance}: {speaker} speaks now."),
            known,
        )
    if position.auction is not None and position.holders and seat not in position.holders:
        return Fault(
            HOLDERS_BET[lance],
            mark("{seat} declared no {lance} and stays silent: {speaker} speaks now."),
            known,
        )
    return not_the_speaker(position, seat, "ENC-TURN-2")


def bearing(position: Position, auction: Auction | None) -> Hashable | None:
    """What the end of this lance hangs on: who is still in the game, and who may be out of it.

    Whoever has no more than the stake may be left with nothing, which ends the game where no
    pot is left.
    """
    stones = position.stones
    if auction is None and position.lance in TALKED and not talk_bears_on_nothing(position):
        return None
    # Where who cannot raise is locked in, a raise hangs on what those who saw have.
    locking = position.table.variant.rules["encaje.capped_seer"] == "locked_in"
    if locking and auction is not None and auction.seen:
        return None
    stake = auction.stake if auction is not None else 0
    if stake >= min(stones) and stake:
        few = tuple([held if held <= stake else None for held in stones])
        return few, bool(position.pots)
    return tuple(map(bool, stones)) if 0 in stones else ()


def held(position: Position) -> tuple[bool | None, ...]:
    """Who has what this lance asks for."""
    return who_has_it(position) if position.lance in DECLARED else ()


def means(position: Position) -> tuple[int, ...]:
    """What each seat may stake: whoever has more than a stake has a stone left after it."""
    return position.stones


def room(_: Variant) -> tuple[int, int]:
    """Whoever is left with stones is still in the game; `bearing` knows who may not be."""
    return 0, ORDAGO_STAKE
