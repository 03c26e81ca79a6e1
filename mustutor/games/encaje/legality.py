"""What is legal in Encaje: who may speak, what, and why not. The one place that knows."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from mustutor.calls import DECK, Call
from mustutor.errors import Fault
from mustutor.games import Cited
from mustutor.games.mus_family import auction as betting
from mustutor.games.mus_family.auction import Articles, Bounds
from mustutor.games.mus_family.lances import TALKED
from mustutor.games.mus_family.talk import (
    DECLARING,
    not_the_speaker,
    not_while_betting,
    sayable,
    stranger,
    talk_options,
    why_not_before,
    why_not_deck,
)
from mustutor.games.mus_family.visto import why_not_exposed
from mustutor.language import mark
from mustutor.position import Option, Position, Pots, Table
from mustutor.variant import Variant

CITED = Cited(
    seats="ENC-GEN-1",
    lances="ENC-LANCE-1",
    dealt="MUS-DEAL-3",
    served="MUS-DISC-4",
    mano="MUS-DLR-3",
)
DECLARED = {"pares": "ENC-PAR-1", "juego": "ENC-JUE-1"}
HOLDERS_BET = {"pares": "ENC-PAR-5", "juego": "ENC-JUE-2"}

MISSTEPS = {
    "turn": "ENC-TURN-2",
    "opens": "",
    "own_bet": "ENC-BET-13",
    "gone": "ENC-BET-4",
    "accepted": "ENC-BET-5",
    "settled": "ENC-SET-8",
    "one_answered": "ENC-SET-8",
    "refused": "ENC-SET-4",
    "passed": "ENC-TURN-3",
    "pares": "ENC-PAR-1",
    "juego": "ENC-JUE-1",
    "no_pares": "ENC-PAR-5",
    "no_juego": "ENC-JUE-2",
    "false": "",
}
"""The articles that speak of a misstep; a false declaration is put right."""

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
    """The least and the most a seat may stake now."""
    own = position.stones[position.table.seats.index(seat)]
    stake = position.state.auction.stake if position.state.auction else 0
    return limits(position.table.variant, own, stake)


def limits(variant: Variant, own: int, stake: int) -> Bounds:
    """The bounds of a stake for who has so much, over the one there is (ENC-BET-1, -3, -6, -7)."""
    rules = variant.rules
    least = rules["bet.min_raise" if stake else "bet.min_open"]
    assert isinstance(least, int)
    if stake:
        return Bounds(stake + least, own)
    if own < least and rules["encaje.short_stack_open"] == "all_in":
        least = own
    return Bounds(least, own)


def beside_the_talk(
    table: Table, order: tuple[str, ...], stones: tuple[int, ...], pots: Pots
) -> Hashable:
    """What the talk hangs on beside what was said: who has stones in front of him, from mano.

    None where it hangs on how many (encaje.capped_seer), and where only one has any and there is
    no pot: the game is over.
    """
    if table.variant.rules["encaje.capped_seer"] == "locked_in":
        return None
    if 0 not in stones:
        return ()
    return _playing(table.seats, order, (*map(bool, stones), bool(pots)))


@lru_cache(maxsize=1024)
def _playing(seats: tuple[str, ...], order: tuple[str, ...], have: tuple[bool, ...]) -> Hashable:
    """Which players have stones, from mano; None where the game is over.

    `have` tells it of each seat, and last whether anything lies in a pot.
    """
    *each, pots = have
    front = dict(zip(seats, each, strict=True))
    playing = tuple([front[seat] for seat in order])
    if sum(playing) < 2:
        return (playing, pots) if pots else None
    return () if all(playing) else playing


def options(position: Position) -> tuple[Option, ...]:
    """Who may say what now."""
    seat = position.speaker
    if not seat:
        return ()
    if seat == DECK or position.lance in TALKED:
        return talk_options(position)
    auction = position.state.auction
    if auction is None:
        hand = position.hand_of(seat)
        if hand is None:
            return sayable(seat, "tengo", "no tengo")
        has = position.state.ranking.has(position.lance, hand)
        return sayable(seat, "tengo" if has else "no tengo")
    least, most, _ = bounds(position, seat)
    if auction.stake:
        answers = sayable(seat, "no quiero", "quiero")
        return (*answers, Option(seat, "subo", least, most)) if least <= most else answers
    waits = sayable(seat, "paso")
    return (*waits, Option(seat, "envido", least, most)) if least <= most else waits


def heard(position: Position, call: Call) -> Call:
    """The call spelled out, where it leaned on what was said before it."""
    if call.word and call.verb in DECLARING:
        return betting.answered(position, call)
    if call.verb != "mas":
        return call
    if position.state.auction is None or call.seat not in position.table.seats:
        return call
    return betting.resolved(call, position.state.auction, bounds(position, call.seat))


def why_not(position: Position, call: Call) -> Fault | None:
    """The one place that knows what is legal in Encaje."""
    seat, verb, queue = call.seat, call.verb, position.queue
    if seat == DECK:
        return why_not_deck(position, call)
    lance, auction = position.lance, position.state.auction
    if verb == "descubre" and lance == "mus":
        return why_not_exposed(position, call)
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
        return Fault("ENC-STN-4", mark("{seat} has no stones and is out of the game."), known)
    if not position.stones_of(seat) and lance not in ("mus", "descarte"):
        rule = "ENC-PAR-2" if position.state.auction is None else "ENC-BET-10"
        return Fault(
            rule,
            mark("{seat} has no stones in front and cannot speak: {speaker} speaks now."),
            known,
        )
    if position.state.auction is not None and seat in position.state.auction.folded:
        return Fault(
            "ENC-BET-4",
            mark("{seat} folded and does not speak again in {lance}: {speaker} speaks now."),
            known,
        )
    if (
        position.state.auction is not None
        and position.state.holders
        and seat not in position.state.holders
    ):
        return Fault(
            HOLDERS_BET[lance],
            mark("{seat} declared no {lance} and stays silent: {speaker} speaks now."),
            known,
        )
    return not_the_speaker(position, seat, "ENC-TURN-2", DECLARED)
