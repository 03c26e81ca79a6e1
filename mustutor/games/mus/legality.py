"""Sides: who shares stones with whom, and who answers whose bet.

What is legal in Mus: who may speak, what, and why not. The one place that knows.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from mustutor.base.errors import Fault, IllegalCall
from mustutor.base.language import mark
from mustutor.games import CitedArticles
from mustutor.games.mus_family import betting
from mustutor.games.mus_family.betting import Articles, Auction, Bounds
from mustutor.games.mus_family.discards import why_not_exposed
from mustutor.games.mus_family.hands import TALKED
from mustutor.games.mus_family.talk import (
    DECLARING,
    not_the_speaker,
    not_while_betting,
    stranger,
    talk_options,
    talk_options_of,
    why_not_before,
    why_not_deck,
)
from mustutor.model.calls import DECK, Call
from mustutor.model.position import NO_MAXIMUM, Option, Position, Pots, Table
from mustutor.model.variant import Variant

PLAYERS = {"pairs": (4, 4), "trios": (6, 6), "individual": (2, 6)}
PLAYER_RULES = {"pairs": "MUS-PLAY-1", "trios": "MUS-PLAY-3", "individual": "MUS-PLAY-2"}


def side_of(seat: str) -> str:
    """The side a seat plays for: its letter.

    >>> side_of("B2")
    'B'
    """
    return seat[0]


@lru_cache(maxsize=1024)
def sides_of(variant: Variant, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The sides at a table; raises IllegalCall where the seats are no such table (MUS-PLAY-1).

    Pairs and trios sit alternately, partners never side by side (MUS-SEAT-2, MUS-PLAY-3).
    """
    mode = str(variant.rules["players.mode"])
    sides = tuple(dict.fromkeys(map(side_of, seats)))
    fewest, most = PLAYERS[mode]
    if not fewest <= len(seats) <= most:
        sentence = (
            mark("This rulebook is for {most} players; at this table there are {players}.")
            if fewest == most
            else mark(
                "This rulebook is for {fewest} to {most} players; at this table there "
                "are {players}."
            )
        )
        evidence = {"fewest": fewest, "most": most, "players": len(seats)}
        raise IllegalCall(Fault(PLAYER_RULES[mode], sentence, evidence))
    alternate = all(side_of(seat) == sides[place % len(sides)] for place, seat in enumerate(seats))
    wanted = len(seats) if mode == "individual" else 2
    if len(sides) != wanted or not alternate:
        raise IllegalCall(
            Fault(
                "MUS-SEAT-2",
                mark(
                    "Partners sit opposite each other, as in {example}; at this table the "
                    "seats are {seats}."
                ),
                {
                    "example": "A1 B1 A2 B2" if mode == "pairs" else "A1 B1 A2 B2 A3 B3",
                    "seats": " ".join(seats),
                },
            )
        )
    return sides


@lru_cache(maxsize=1024)
def answering(
    response: str, speakers: tuple[str, ...], seat: str, order: tuple[str, ...]
) -> tuple[str, ...]:
    """Who answers the bet of a seat: the opponents still in, in turn (MUS-BET-4).

    `response` (bet.team_response): in turn until one accepts, or the first word of a side binds
    it, or the first of a side from mano alone speaks for it.
    """
    place = order.index(seat)
    others = [
        other
        for other in order[place + 1 :] + order[:place]
        if other in speakers and side_of(other) != side_of(seat)
    ]
    match response:
        case "first_binds":
            firsts = {side_of(other): other for other in reversed(others)}
        case "captain":
            firsts = {side_of(other): other for other in reversed(order) if other in others}
        case _:
            return tuple(others)
    return tuple([other for other in others if firsts[side_of(other)] == other])


CITED = CitedArticles(
    seats="MUS-PLAY-1",
    lances="MUS-LANCE-1",
    dealt="MUS-DEAL-3",
    served="MUS-DISC-4",
    mano="MUS-DLR-3",
)
DECLARED = {"pares": "MUS-DECL-1", "juego": "MUS-DECL-5"}

MISSTEPS = {
    "turn": "MUS-BET-3",
    "opens": "bet.out_of_turn",
    "own_bet": "MUS-BET-4",
    "gone": "MUS-BET-8",
    "accepted": "MUS-BET-13",
    "settled": "MUS-BET-16",
    "one_answered": "MUS-BET-5",
    "refused": "MUS-DEJE-2",
    "passed": "MUS-LANCE-1",
    "pares": "MUS-DECL-1",
    "juego": "MUS-DECL-5",
    "no_pares": "MUS-DECL-2",
    "no_juego": "MUS-DECL-5",
    "false": "MUS-DECL-8",
}
"""The articles that speak of a misstep."""

ARTICLES = Articles(
    choose="MUS-BET-3",
    least_open="MUS-BET-2",
    least_raise="MUS-BET-11",
    most_open="MUS-BET-1",
    most_raise="MUS-BET-1",
    ordago="MUS-ORD-1",
    nothing="MUS-BET-9",
)


PERETE = ("4", "5", "6", "7")


def bounds(position: Position) -> Bounds:
    """The least and the most that may be staked now."""
    auction: Auction | None = position.state.auction
    return limits(position.table.variant, 0, auction.stake if auction is not None else 0)


def limits(variant: Variant, own: int, stake: int) -> Bounds:  # noqa: ARG001
    """The bounds over the stake there is, whatever one has (MUS-BET-2; bet.min_raise, bet.max)."""
    rules = variant.rules
    least, most = rules["bet.min_raise" if stake else "bet.min_open"], rules["bet.max"]
    assert isinstance(least, int)
    return Bounds(
        stake + least, most if isinstance(most, int) else NO_MAXIMUM, limited_by_stack=False
    )


def beside_the_talk(
    table: Table, _: tuple[str, ...], stones: tuple[int, ...], __: Pots
) -> Hashable:
    """What the talk hangs on beside what was said: nothing.

    None where a side has come to the target, and where it hangs on the stakes named
    (bet.overlimit), on the cards of who answers (accept.minimum_hand_postre), or on how a lance
    was talked (conduct.no_bait_as_mano_max).
    """
    rules = table.variant.rules
    target = rules["score.target"]
    assert isinstance(target, int)
    if max(stones) >= target or rules["accept.minimum_hand_postre"] != "allowed":
        return None
    hangs = rules["conduct.no_bait_as_mano_max"] or isinstance(rules["bet.overlimit"], dict)
    return None if hangs else ()


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
        if hand is None or position.variant.rules["declare.mode"] == "manual":
            return talk_options_of(seat, "tengo", "no tengo")
        has = position.state.ranking.has(position.lance, hand)
        return talk_options_of(seat, "tengo" if has else "no tengo")
    rules = position.table.variant.rules
    least, most, _ = bounds(position)
    ordago = bool(rules["ordago.enabled"]) and not auction.ordago
    if not auction.stake:
        waits = talk_options_of(seat, "paso", "ordago") if ordago else talk_options_of(seat, "paso")
        return (*waits, Option(seat, "envido", least, most))
    answers = talk_options_of(seat, "no quiero", "quiero")
    if _why_not_accept(position, seat) is not None:
        answers = talk_options_of(seat, "no quiero")
    elif _why_not_refuse(position, auction, seat) is not None:
        answers = talk_options_of(seat, "quiero")
    if auction.ordago:
        return answers
    if ordago:
        answers += talk_options_of(seat, "ordago")
    return (*answers, Option(seat, "subo", least, most)) if least <= most else answers


def heard(position: Position, call: Call) -> Call:
    """The call spelled out, where it leaned on what was said before it (MUS-BET-12).

    Who passes on a bet is out of the lance: a paso to one is `no quiero` (MUS-BET-8).

    `y yo` adds two (MUS-BET-11), `reenvido` what the rulebook says (bet.reenvido), `todas` is the
    target of the game or an órdago (bet.todas).
    """
    auction = position.state.auction
    if call.verb == "paso" and auction is not None and auction.stake:
        return Call(call.seat, "no quiero")
    if call.word and call.verb in DECLARING:
        return betting.resolve_yes_no(position, call)
    if call.verb != "mas" or auction is None:
        return call
    rules = position.variant.rules
    limits = bounds(position)
    verb = "subo" if auction.stake else "envido"
    if call.word == "reenvido" and auction.stake:
        match rules["bet.reenvido"]:
            case "double_total":
                return Call(call.seat, verb, max(auction.stake * 2, limits.least))
            case "add_double":
                added = auction.stake - auction.previous
                return Call(call.seat, verb, auction.stake + 2 * added)
    if call.word == "y yo" or (call.word == "reenvido" and rules["bet.reenvido"] == "plus_two"):
        return Call(call.seat, verb, auction.stake + 2 if auction.stake else limits.least)
    if call.word == "todas":
        if rules["bet.todas"] == "ordago":
            return Call(call.seat, "ordago")
        if rules["bet.todas"] == "forbidden":
            return call
        target = position.variant.number("score.target")
        return Call(call.seat, verb, max(target, limits.least))
    return betting.resolve_stake(call, auction, limits)


def counted(position: Position, call: Call) -> Call:
    """The stake a call counts for: one above the limit counts as the least (bet.overlimit)."""
    limit = position.table.variant.rules["bet.overlimit"]
    if not isinstance(limit, dict) or call.verb not in ("envido", "subo"):
        return call
    stake = position.state.auction.stake if position.state.auction else 0
    above, counts = int(limit["above"]), int(limit["counts_as"])
    return call._replace(stones=stake + counts) if call.stones - stake > above else call


def why_not(position: Position, call: Call) -> Fault | None:
    """The one place that knows what is legal in Mus."""
    seat, verb, queue = call.seat, call.verb, position.queue
    if seat == DECK:
        return why_not_deck(position, call)
    lance, auction = position.lance, position.state.auction
    if verb == "descubre" and lance == "mus":
        return why_not_exposed(position, call)
    if verb == "perete":
        return _why_not_perete(position, call)
    if not queue or seat != queue[0]:
        if auction is not None and _may_open_out_of_turn(position, auction, call):
            return _why_not_bet(position, auction, call)
        return _out_of_turn(position, call)
    if auction is not None:
        if verb == "paso" and not auction.stake:
            return None
        if auction.stake and verb in ("quiero", "no quiero"):
            if verb == "quiero":
                return _why_not_accept(position, seat)
            return _why_not_refuse(position, auction, seat)
        if verb not in betting.BETS:
            return not_while_betting(position, call, "MUS-BET-3")
        if verb == "mas":
            return Fault(
                "REG-ARA-3", mark("¡todas! is not a bet under this rulebook: say a number."), {}
            )
        return _why_not_bet(position, auction, call)
    if verb == "ordago":
        return Fault(
            "MUS-ORD-1", mark("An órdago is called while a lance is being bet, not before."), {}
        )
    freely = position.table.variant.rules["declare.mode"] == "manual"
    return why_not_before(position, call, DECLARED, freely=freely)


def _why_not_bet(position: Position, auction: Auction, call: Call) -> Fault | None:
    ordago = position.table.variant.flag("ordago.enabled")
    return betting.why_not(auction, call, bounds(position), ARTICLES, ordago=ordago)


def _may_open_out_of_turn(position: Position, auction: Auction, call: Call) -> bool:
    """Whether the first bet may come from any seat (bet.out_of_turn)."""
    return (
        not auction.stake
        and call.verb in ("envido", "ordago")
        and call.seat in auction.speakers
        and position.variant.flag("bet.out_of_turn")
    )


def _has_least(position: Position, seat: str) -> bool | None:
    """Whether the postre has the least hand (accept.minimum_hand_postre); None if nobody knows."""
    rules = position.table.variant.rules
    if (
        rules["accept.minimum_hand_postre"] == "allowed"
        or seat != position.order[-1]
        or position.lance not in DECLARED
    ):
        return False
    hand = position.hand_of(seat)
    if hand is None:
        return None
    row = position.state.ranking.classify(hand)
    least: bool = row.points == 33
    if position.lance == "pares":
        least = row.pares == "par" and row.pares_ranks == ("A",)
    return least


def _why_not_accept(position: Position, seat: str) -> Fault | None:
    """The postre with the least hand may be forbidden to accept (REG-MAD-2)."""
    if not _has_least(position, seat):
        return None
    return Fault(
        "REG-MAD-2",
        mark(
            "{seat} speaks last and has the lowest {lance} there can be, and so may not "
            "accept a bet."
        ),
        {"seat": seat, "lance": position.lance},
    )


def _why_not_refuse(position: Position, auction: Auction, seat: str) -> Fault | None:
    """The last who can answer may have to see what all before him refused (MUS-TABLE-4)."""
    must = position.table.variant.rules["bet.last_answer"]
    if must == "free" or auction.seen or len(position.queue) > 1:
        return None
    if auction.ordago and must == "sees_bets":
        return None
    if _has_least(position, seat) is not False:  # who may not accept refuses; nor is it known
        return None
    return Fault(
        "MUS-TABLE-4",
        mark(
            "{seat} is the last to answer, and nobody has accepted the bet: {seat} may not "
            "refuse it."
        ),
        {"seat": seat},
    )


def _why_not_perete(position: Position, call: Call) -> Fault | None:
    """A perete is declared before grande, or before mus, and must be one (MUS-NAME-4)."""
    rules = position.variant.rules
    if not rules["perete.points"]:
        return Fault("MUS-NAME-4", mark("Perete is worth nothing under this rulebook."), {})
    lance = "mus" if rules["perete.when"] == "before_mus" else "grande"
    # Nothing was said in this lance but other peretes, and nobody has thrown cards before mus.
    fresh = position.said == "".join([f"{seat}p" for seat in position.state.peretes])
    if lance == "mus":
        fresh = fresh and not position.deal.discards
    seat = call.seat
    if position.lance != lance or not fresh or seat in position.state.peretes:
        return Fault(
            "MUS-NAME-4",
            mark("A perete is declared once, before {lance} begins."),
            {"lance": lance},
        )
    if seat not in position.order:
        return _out_of_turn(position, call)
    hand = position.hand_of(seat)
    if hand is not None and tuple(sorted(card.rank for card in hand)) != PERETE:
        return Fault(
            "MUS-NAME-4",
            mark("{seat} declares perete, 4 5 6 7, but the cards are {hand}."),
            {"seat": seat, "hand": " ".join(hand)},
        )
    return None


def _out_of_turn(position: Position, call: Call) -> Fault:
    """Say why it is not this seat's turn: the most telling reason first."""
    seat, lance = call.seat, position.lance
    strange = stranger(position, seat, CITED)
    if strange is not None:
        return strange
    known = {"seat": seat, "lance": lance, "speaker": position.speaker}
    auction = position.state.auction
    if auction is not None and seat in auction.folded and seat not in auction.speakers:
        return Fault(
            "MUS-BET-8",
            mark("{seat} refused and is out of {lance} for good: {speaker} speaks now."),
            known,
        )
    if auction is not None and seat not in auction.speakers:
        return Fault(
            MISSTEPS[f"no_{lance}"],
            mark("{seat} declared no {lance} and stays silent: {speaker} speaks now."),
            known,
        )
    if auction is not None and auction.stake and side_of(seat) == side_of(auction.bettor):
        return Fault(
            "MUS-BET-4",
            mark("{bettor}, of the same side, has bet: the others answer, {speaker} first."),
            {**known, "bettor": auction.bettor},
        )
    return not_the_speaker(position, seat, "MUS-BET-3", DECLARED)
