"""What is legal in Mus, and what a call makes of a round; sides, and who answers whose bet."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from mustutor.base.errors import Fault, IllegalCall
from mustutor.base.language import mark
from mustutor.games import CitedArticles
from mustutor.games.mus_family import betting, discards, rounds, talk
from mustutor.games.mus_family.betting import (
    Articles,
    Auction,
    Bounds,
    Has,
    RoundState,
    with_betting,
)
from mustutor.model.calls import Call
from mustutor.model.position import NO_MAXIMUM, Position, side_of
from mustutor.model.variant import Variant

PLAYERS = {"pairs": (4, 4), "trios": (6, 6), "individual": (2, 6)}
PLAYER_RULES = {"pairs": "MUS-PLAY-1", "trios": "MUS-PLAY-3", "individual": "MUS-PLAY-2"}


@lru_cache(maxsize=1024)
def sides_of(variant: Variant, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The sides at a table; raises IllegalCall where the seats are no such table (MUS-PLAY-1).

    Pairs and trios sit alternately, partners never side by side (MUS-SEAT-2, MUS-PLAY-3).
    """
    mode = str(variant.rules["players.mode"])
    sides = tuple(dict.fromkeys(map(side_of, seats)))
    fewest, most = PLAYERS[mode]
    if not fewest <= len(seats) <= most:
        sentence = mark("This rulebook is for {most} players; at this table there are {players}.")
        if fewest < most:
            sentence = mark(
                "This rulebook is for {fewest} to {most} players; at this table there "
                "are {players}."
            )
        evidence = {"fewest": fewest, "most": most, "players": len(seats)}
        raise IllegalCall(Fault(PLAYER_RULES[mode], sentence, evidence))
    alternate = all(side_of(seat) == sides[place % len(sides)] for place, seat in enumerate(seats))
    wanted = len(seats) if mode == "individual" else 2
    if len(sides) != wanted or not alternate:
        sentence = mark(
            "Partners sit opposite each other, as in {example}; at this table the "
            "seats are {seats}."
        )
        example = "A1 B1 A2 B2" if mode == "pairs" else "A1 B1 A2 B2 A3 B3"
        known = {"example": example, "seats": " ".join(seats)}
        raise IllegalCall(Fault("MUS-SEAT-2", sentence, known))
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
    against = [other for other in speakers if side_of(other) != side_of(seat)]
    others = [other for other in order[place + 1 :] + order[:place] if other in against]
    match response:
        case "first_binds":
            firsts = {side_of(other): other for other in reversed(others)}
        case "captain":
            firsts = {side_of(other): other for other in reversed(order) if other in others}
        case _:
            return tuple(others)
    return tuple([other for other in others if firsts[side_of(other)] == other])


# --- what is legal ------------------------------------------------------------------------

CITED = CitedArticles(seats="MUS-PLAY-1", lances="MUS-LANCE-1", **discards.CITED)
DECLARED = {"pares": "MUS-DECL-1", "juego": "MUS-DECL-5"}

ILLEGAL_PLAY_RULES = {
    "turn": "MUS-BET-3",
    "opens": "bet.out_of_turn",
    "own_bet": "MUS-BET-4",
    "gone": "MUS-BET-8",
    "accepted": "MUS-BET-13",
    "settled": "MUS-BET-16",
    "one_answered": "MUS-BET-5",
    "refused": "MUS-DEJE-2",
    "passed": "MUS-LANCE-1",
    **DECLARED,
    "no_pares": "MUS-DECL-2",
    "no_juego": "MUS-DECL-5",
    "false": "MUS-DECL-8",
}
"""The articles that speak of an illegal play."""

ARTICLES = Articles(
    choose="MUS-BET-3",
    least_open="MUS-BET-2",
    least_raise="MUS-BET-11",
    most_open="MUS-BET-1",
    most_raise="MUS-BET-1",
    ordago="MUS-ORD-1",
    nothing="MUS-BET-9",
)
TOO_EARLY = Fault(
    "MUS-ORD-1", mark("An órdago is called while a lance is being bet, not before."), {}
)

_made = tuple.__new__

PERETE = ("4", "5", "6", "7")


class MusLanceRules(NamedTuple):
    """The rules a lance of Mus is played by: what of a rulebook its round looks at.

    `cut` is what cutting a mus corrido needs; `overlimit` above which stake one counts as which.
    """

    lance: str
    cut: str
    only_holders: bool
    first_bettor: str
    ordago: bool
    out_of_turn: bool
    eliminates: bool
    response: str
    last_answer: str
    overlimit: tuple[int, int] | None


def rules_of(position: Position) -> MusLanceRules:
    """The rules of the lance that is played at a position."""
    return _rules_of(position.table.variant, position.lance)


@lru_cache(maxsize=256)
def _rules_of(variant: Variant, lance: str) -> MusLanceRules:
    limit = variant.rules["bet.overlimit"]
    return MusLanceRules(
        lance,
        cut=variant.word("mus.corrido_cut"),
        only_holders=variant.flag("bet.only_holders_speak"),
        first_bettor=variant.word("bet.first_bettor"),
        ordago=variant.flag("ordago.enabled"),
        out_of_turn=variant.flag("bet.out_of_turn"),
        eliminates=variant.flag("bet.refusal_eliminates"),
        response=variant.word("bet.team_response"),
        last_answer=variant.word("bet.last_answer"),
        overlimit=(limit["above"], limit["counts_as"]) if isinstance(limit, dict) else None,
    )


def state_of(position: Position, seats: tuple[str, ...]) -> RoundState:
    """The state of the round at a position; what the cards of these seats say is in it."""
    (_, auction, holders, _, _, _, _), lance, table = position.state, position.lance, position.table
    has: Has = ()
    least: bool | None = False
    rules = table.variant.rules
    if rules["accept.minimum_hand_postre"] != "allowed":
        least = _has_least(position)  # while it is declared too: a whole round is played from here
    if auction is None and (lance == "mus" or rules["declare.mode"] != "manual"):
        has = rounds.have(position, seats)
    fields = (position.queue, auction, holders, rules_of(position), position.order, has, least, ())
    return _made(RoundState, fields)


def _has_least(position: Position) -> bool | None:
    """Whether the postre has the lowest pares or juego; None if nobody knows (REG-MAD-2)."""
    if position.lance not in DECLARED:
        return False
    hand = position.hand_of(position.order[-1])
    if hand is None:
        return None
    row = position.state.ranking.classify(hand)
    least: bool = row.points == 33
    if position.lance == "pares":
        least = row.pares == "par" and row.pares_ranks == ("A",)
    return least


def bounds(position: Position, _: str, stake: int) -> Bounds:
    """The bounds over the current stake, for any stack (MUS-BET-2; bet.min_raise, bet.max)."""
    rules = position.table.variant.rules
    least, most = rules["bet.min_raise" if stake else "bet.min_open"], rules["bet.max"]
    assert isinstance(least, int)
    return _made(Bounds, (stake + least, most if isinstance(most, int) else NO_MAXIMUM, False))


def spell_out(position: Position, call: Call) -> Call:
    """The call spelled out, where it depends on the calls before it (MUS-BET-12).

    Who passes on a bet is out of the lance: a paso to one is `no quiero` (MUS-BET-8).

    `y yo` adds two (MUS-BET-11), `reenvido` what the rulebook says (bet.reenvido), `todas` is the
    target of the game or an órdago (bet.todas).
    """
    auction = position.state.auction
    if rounds.is_in_full(auction, call):
        return call
    if call.verb == "paso":
        return Call(call.seat, "no quiero")
    if call.word and call.verb in talk.DECLARING:
        return betting.resolve_yes_no(position, call)
    if call.verb != "mas" or auction is None:
        return call
    rules = position.variant.rules
    limits = bounds(position, call.seat, auction.stake)
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


def why_not(position: Position, call: Call) -> Fault | None:
    """Say why somebody may not do this now, or nothing when he may."""
    if call.verb == "perete":
        return _why_not_perete(position, call)
    return rounds.why_not(ROUNDS, position, call)


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
        sentence = mark("A perete is declared once, before {lance} begins.")
        return Fault("MUS-NAME-4", sentence, {"lance": lance})
    if seat not in position.order:
        return rounds.why_not(ROUNDS, position, call)
    hand = position.hand_of(seat)
    if hand is not None and tuple(sorted(card.rank for card in hand)) != PERETE:
        sentence = mark("{seat} declares perete, 4 5 6 7, but the cards are {hand}.")
        return Fault("MUS-NAME-4", sentence, {"seat": seat, "hand": " ".join(hand)})
    return None


# --- a round -----------------------------------------------------------------------------


def why_refused(state: RoundState, call: Call) -> Fault | None:
    """Say why the rules of a round refuse a call, apart from the size of its stake."""
    auction, queue = state.auction, state.queue
    if not queue or call.seat != queue[0]:
        # The first bet may come from any seat, where the table has it so (bet.out_of_turn).
        opens = state.rules.out_of_turn and call.verb in ("envido", "ordago")
        if not opens or auction is None or auction.stake or call.seat not in auction.speakers:
            return _out_of_turn(state, call)
    if auction is not None:
        return _why_not_bet(state, auction, call)
    return talk.why_not_before(state, call, TOO_EARLY, DECLARED)


def _speakers(state: RoundState) -> tuple[str, ...]:
    """Who may make the first bet of pares or juego (bet.only_holders_speak, MUS-TABLE-1).

    Nobody where one side alone has it.
    """
    holders, order, rules = state.holders, state.order, state.rules
    if len({side_of(seat) for seat in holders}) < 2:
        return ()
    if not rules.only_holders or rules.first_bettor == "anyone":
        return order
    if rules.first_bettor == "mano":
        return tuple([seat for seat in order if seat == order[0] or seat in holders])
    return holders


def _why_not_bet(state: RoundState, auction: Auction, call: Call) -> Fault | None:
    verb = call.verb
    if auction.stake and verb == "quiero":
        return _why_not_accept(state, call.seat)
    if auction.stake and verb == "no quiero":
        return _why_not_refuse(state, auction, call.seat)
    if verb not in betting.BETTING_WORDS:
        return betting.not_while_betting(state, call, "MUS-BET-3")
    if verb == "mas":
        sentence = mark("¡todas! is not a bet under this rulebook: say a number.")
        return Fault("REG-ARA-3", sentence, {})
    return betting.why_not(auction, call, ARTICLES, ordago=state.rules.ordago)


def _why_not_accept(state: RoundState, seat: str) -> Fault | None:
    """The postre with the least hand may be forbidden to accept (REG-MAD-2)."""
    if seat != state.order[-1] or not state.least:
        return None
    sentence = mark(
        "{seat} speaks last and has the lowest {lance} there can be, and so may not accept a bet."
    )
    return Fault("REG-MAD-2", sentence, {"seat": seat, "lance": state.rules.lance})


def _why_not_refuse(state: RoundState, auction: Auction, seat: str) -> Fault | None:
    """The last who can answer may have to see what all before him refused (MUS-TABLE-4)."""
    must = state.rules.last_answer
    if must == "free" or auction.seen or len(state.queue) > 1:
        return None
    if auction.ordago and must == "sees_bets":
        return None
    if seat == state.order[-1] and state.least is not False:
        return None  # who may not accept refuses; nor is it known
    sentence = mark(
        "{seat} is the last to answer, and nobody has accepted the bet: {seat} may not refuse it."
    )
    return Fault("MUS-TABLE-4", sentence, {"seat": seat})


def _bet(state: RoundState, auction: Auction, call: Call) -> RoundState:
    """The betting after a legal call that is no paso."""
    seat, verb, queue, rules = call.seat, call.verb, state.queue[1:], state.rules
    if verb == "no quiero":
        gone = betting.with_fold(auction, seat)
        auction = gone if rules.eliminates else gone._replace(speakers=auction.speakers)
    elif verb == "quiero":
        auction = betting.with_see(auction, seat)
        # One quiero suffices for a side; where more than two play, the others still answer.
        side = side_of(seat)
        queue = tuple([other for other in queue if side_of(other) != side])
    else:
        auction = _once_opened(state, auction, seat)
        queue = answering(rules.response, auction.speakers, seat, state.order)
        auction = betting.with_bet(auction, _counted(rules.overlimit, auction.stake, call))
    return with_betting(state, queue, auction)


def _once_opened(state: RoundState, auction: Auction, seat: str) -> Auction:
    """Once a bet opens, only its maker stays of those without pares or juego (MUS-TABLE-1)."""
    rules, holders = state.rules, state.holders
    if auction.stake or rules.lance not in DECLARED or not rules.only_holders:
        return auction
    left = tuple([other for other in auction.speakers if other == seat or other in holders])
    return auction._replace(speakers=left)


def counted_stake(position: Position, call: Call) -> Call:
    """The stake a call counts for: one above the limit counts as the least (bet.overlimit)."""
    auction = position.state.auction
    return _counted(rules_of(position).overlimit, auction.stake if auction else 0, call)


def _counted(overlimit: tuple[int, int] | None, stake: int, call: Call) -> Call:
    if overlimit is None or call.verb not in betting.STAKING:
        return call
    above, counts = overlimit
    return call._replace(stones=stake + counts) if call.stones - stake > above else call


REFUSED = mark("{seat} refused and is out of {lance} for good: {speaker} speaks now.")


def _out_of_turn(state: RoundState, call: Call) -> Fault:
    """Say why it is not this seat's turn: the most telling reason first."""
    seat, lance, auction = call.seat, state.rules.lance, state.auction
    known = {"seat": seat, "lance": lance, "speaker": state.queue[0] if state.queue else ""}
    if auction is not None and seat not in auction.speakers:
        if seat in auction.folded:
            return Fault("MUS-BET-8", REFUSED, known)
        if lance in DECLARED:
            return Fault(ILLEGAL_PLAY_RULES[f"no_{lance}"], betting.DECLARED_NONE, known)
    if auction is not None and auction.stake and side_of(seat) == side_of(auction.bettor):
        sentence = mark("{bettor}, of the same side, has bet: the others answer, {speaker} first.")
        return Fault("MUS-BET-4", sentence, {**known, "bettor": auction.bettor})
    return betting.not_the_speaker(state, seat, "MUS-BET-3", DECLARED)


ROUNDS = rounds.GameRounds(
    state_of,
    why_refused,
    _speakers,
    _bet,
    bounds,
    ARTICLES,
    lambda position, seat: betting.stranger(position, seat, CITED),
)
options = partial(rounds.options, ROUNDS)
