"""The rules of Encaje, from the deal to the next hand: legal calls and their effects.

The protocol's questions are answered at the end, in `GAME`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import compress
from typing import NamedTuple

from mustutor.base.errors import Fault, IllegalCall, no_such_seat
from mustutor.base.language import mark
from mustutor.games.encaje import settlement
from mustutor.games.mus_family import (
    betting,
    conduct_judge,
    dealing,
    discards,
    hand_misplays,
    misplays,
    rounds,
    talk,
)
from mustutor.games.mus_family.betting import (
    Articles,
    Auction,
    Bounds,
    Outcome,
    RoundState,
    lance_closed,
    opened,
    with_betting,
)
from mustutor.games.mus_family.calls import GRAMMAR
from mustutor.games.mus_family.discards import is_void
from mustutor.games.mus_family.hands import DECLARED, PHASES, TALKED
from mustutor.games.protocols import CitedArticles, Game, Rules, Words
from mustutor.model.calls import Call
from mustutor.model.position import Position, Table
from mustutor.model.variant import Variant

CITED = CitedArticles(seats="ENC-GEN-1", lances="ENC-LANCE-1", **discards.CITED)
DECLARED_BY = {"pares": "ENC-PAR-1", "juego": "ENC-JUE-1"}
ILLEGAL_PLAY_RULES = {
    "turn": "ENC-TURN-2",
    "opens": "",
    "own_bet": "ENC-BET-13",
    "gone": "ENC-BET-4",
    "accepted": "ENC-BET-5",
    "settled": "ENC-SET-8",
    "one_answered": "ENC-SET-8",
    "refused": "ENC-SET-4",
    "passed": "ENC-TURN-3",
    **DECLARED_BY,
    "no_pares": "ENC-PAR-5",
    "no_juego": "ENC-JUE-2",
    "false": "",
}
"""The articles that speak of an illegal play; a false declaration is put right."""

ARTICLES = Articles(
    choose="ENC-BET-4",
    least_open="ENC-BET-1",
    least_raise="ENC-BET-6",
    most_open="ENC-BET-3",
    most_raise="ENC-BET-7",
    ordago="ENC-BET-11",
    nothing="ENC-TURN-2",
)
NO_ORDAGO = Fault("ENC-BET-11", mark("There is no órdago in Encaje."), {})


_made = tuple.__new__


class EncajeLanceRules(NamedTuple):
    """The rules a lance of Encaje is played by: what of a rulebook its round looks at.

    `cut` is what cutting a mus corrido needs.
    """

    lance: str
    cut: str
    raises: str
    capped_seer: str


def rules_of(position: Position) -> EncajeLanceRules:
    """The rules of the lance that is played at a position."""
    return _rules_of(position.table.variant, position.lance)


@lru_cache(maxsize=256)
def _rules_of(variant: Variant, lance: str) -> EncajeLanceRules:
    return EncajeLanceRules(
        lance,
        cut=variant.word("mus.corrido_cut"),
        raises=variant.word("encaje.raise_direction"),
        capped_seer=variant.word("encaje.capped_seer"),
    )


def state_of(position: Position, seats: tuple[str, ...]) -> RoundState:
    """The state of the round at a position; what the cards of these seats say is in it."""
    (_, auction, holders, _, _, _, _), rules = position.state, rules_of(position)
    has = rounds.have(position, seats) if auction is None else ()
    front: tuple[int, ...] = ()
    order = position.order
    if rules.capped_seer == "locked_in":
        front = tuple(map(position.stones_of, order))
    return _made(RoundState, (position.queue, auction, holders, rules, order, has, False, front))


def bounds(position: Position, seat: str, stake: int) -> Bounds:
    """The bounds of a stake for a seat, over the one there is (ENC-BET-1, -3, -6, -7)."""
    rules = position.table.variant.rules
    own = position.stones[position.table.seats.index(seat)]
    least = rules["bet.min_raise" if stake else "bet.min_open"]
    assert isinstance(least, int)
    if stake:
        return _made(Bounds, (stake + least, own, True))
    if own < least and rules["encaje.short_stack_open"] == "all_in":
        least = own
    return _made(Bounds, (least, own, True))


def spell_out(position: Position, call: Call) -> Call:
    """The call spelled out, where it depends on the calls before it."""
    auction = position.state.auction
    if rounds.is_in_full(auction, call):
        return call
    if call.word and call.verb in talk.DECLARING:
        return betting.resolve_yes_no(position, call)
    if call.verb != "mas" or auction is None or call.seat not in position.table.seats:
        return call
    return betting.resolve_stake(call, auction, bounds(position, call.seat, auction.stake))


# --- a round -----------------------------------------------------------------------------


def why_refused(state: RoundState, call: Call) -> Fault | None:
    """Say why the rules of a round refuse a call, apart from the size of its stake."""
    auction, queue = state.auction, state.queue
    if not queue or call.seat != queue[0]:
        return _out_of_turn(state, call.seat)
    if auction is None:
        return talk.why_not_before(state, call, NO_ORDAGO, DECLARED_BY)
    if call.verb not in betting.BETTING_WORDS:
        return betting.not_while_betting(state, call, "ENC-TURN-2")
    return betting.why_not(auction, call, ARTICLES)


def _speakers(state: RoundState) -> tuple[str, ...]:
    """Who bets on pares or juego: those who have it, if they are several."""
    return state.holders if len(state.holders) > 1 else ()


def _bet(state: RoundState, auction: Auction, call: Call) -> RoundState:
    """The betting after a legal call that is no paso."""
    seat, verb, queue, rules = call.seat, call.verb, state.queue[1:], state.rules
    if verb == "no quiero":
        auction = betting.with_fold(auction, seat)
    elif verb == "quiero":
        auction = betting.with_see(auction, seat)
    else:
        queue = betting.after(auction.speakers, seat)
        locked: tuple[str, ...] = ()
        if auction.stake:
            if rules.raises == "reversed":
                queue = queue[::-1]
            if rules.capped_seer == "locked_in":
                has = dict(zip(state.order, state.front, strict=True))
                locked = tuple([each for each in auction.seen if has[each] <= auction.stake])
                queue = tuple([each for each in queue if each not in locked])
        auction = betting.with_bet(auction, call, locked)
    return with_betting(state, queue, auction)


def _out_of_turn(state: RoundState, seat: str) -> Fault:
    """Say why it is not this seat's turn: the most telling reason first."""
    lance, auction = state.rules.lance, state.auction
    known = {"seat": seat, "lance": lance, "speaker": state.queue[0] if state.queue else ""}
    if auction is not None and seat in auction.folded:
        sentence = mark("{seat} folded and does not speak again in {lance}: {speaker} speaks now.")
        return Fault("ENC-BET-4", sentence, known)
    if auction is not None and state.holders and seat not in state.holders:
        return Fault(ILLEGAL_PLAY_RULES[f"no_{lance}"], betting.DECLARED_NONE, known)
    return betting.not_the_speaker(state, seat, "ENC-TURN-2", DECLARED_BY)


def _why_unseated(position: Position, seat: str) -> Fault | None:
    """Say that a seat is not in this hand, or has nothing to speak with."""
    strange = betting.stranger(position, seat, CITED)
    if strange is not None:
        return strange
    known = {"seat": seat, "lance": position.lance, "speaker": position.speaker}
    if seat not in position.order:
        return Fault("ENC-STN-4", mark("{seat} has no stones and is out of the game."), known)
    if position.stones_of(seat) or position.lance in TALKED:
        return None
    rule = "ENC-PAR-2" if position.state.auction is None else "ENC-BET-10"
    sentence = mark("{seat} has no stones in front and cannot speak: {speaker} speaks now.")
    return Fault(rule, sentence, known)


ROUNDS = rounds.GameRounds(state_of, why_refused, _speakers, _bet, bounds, ARTICLES, _why_unseated)
options = partial(rounds.options, ROUNDS)
why_not = partial(rounds.why_not, ROUNDS)


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
        sentence = mark(
            "Encaje is for {fewest} to {most} players, best for 3 or 5; at this table "
            "there are {players}."
        )
        known = {"fewest": FEWEST, "most": most, "players": len(seats)}
        raise IllegalCall(Fault("ENC-GEN-1", sentence, known))
    if any(len(seat) > 1 for seat in seats):
        sentence = mark(
            "In Encaje nobody has a partner: the seats are A, B, C …; at this table "
            "they are {seats}."
        )
        raise IllegalCall(Fault("ENC-GEN-3", sentence, {"seats": " ".join(seats)}))
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
        sentence = mark("The session is over: no other hand follows.")
        raise IllegalCall(Fault("ENC-SES-1", sentence, {}))
    table = position.table
    ended = bool(position.loser)
    after = table.for_next_hand(table.games, ended=ended, void=is_void(position))
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
        sentence = mark("{mano} cannot be mano: only players with stones are in the game.")
        raise IllegalCall(Fault("ENC-STN-4", sentence, {"mano": mano}))
    order = _still_playing(seats[place:] + seats[:place], stones[place:] + stones[:place])
    if len(order) < FEWEST:
        sentence = mark("Only {mano} has stones left: the game is over.")
        raise IllegalCall(Fault("ENC-STN-5", sentence, {"mano": mano}))
    return talk.sit_down(table, order, stones, out, begin)


def begin(position: Position) -> Position:
    """The talk is over: grande is opened."""
    return _open(position, "grande")


# --- what it does ------------------------------------------------------------------------


def play(position: Position, call: Call) -> Position:
    """The position after a legal call."""
    return rounds.play(ROUNDS, begin, end_round, position, call)


def end_round(position: Position, state: RoundState, call: Call) -> Position:
    """The position after the last call of a round; `state` is that of the round then."""
    return talk.end_round(position, state, call, begin, settlement.close, _open)


def noted(position: Position, call: Call) -> Position:
    """The position with the ruling on a signal or on something said, and what it costs at once."""
    return settlement.fined(conduct_judge.with_ruling(position, call))


def _open(position: Position, lance: str) -> Position:
    """Open a lance among the players with stones (ENC-TURN-1, ENC-BET-9)."""
    players = position.order
    if 0 in position.stones:
        stones = dict(zip(position.table.seats, position.stones, strict=True))
        players = tuple([seat for seat in players if stones[seat]])
    if lance in DECLARED and players:
        return opened(position, lance, players)
    if len(players) > 1:
        return opened(position, lance, players, Auction(players))
    kind = "lone" if position.variant.rules["encaje.lone_player"] == "scores" else "void"
    outcome = Outcome(lance, kind if players else "nobody", players, Auction(players))
    return talk.go_on(lance_closed(opened(position, lance, players), outcome), _open)


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
        playing = _still_playing(table.seats, position.stones)
        if not playing:  # stones that a record only states: nobody could go on with them
            return ()
    if rules["encaje.rotation"] == "mano_passes":
        return (_next(table.seats, position.mano, playing),)
    dealer = _next(table.seats, position.order[-1], playing)
    return (_next(table.seats, dealer, playing),)


def _still_playing(seats: tuple[str, ...], stones: tuple[int, ...]) -> tuple[str, ...]:
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


GAME = Game(
    rules=Rules(
        phases=PHASES,
        start=start,
        options=options,
        why_not=why_not,
        play=play,
        settle=settlement.settle,
        next_manos=next_manos,
        next_hand=next_hand,
        rule_on_talk=noted,
        why_round_ended=discards.why_over,
        seats=dealing.seats,
        answer=partial(rounds.answer, ROUNDS, begin, end_round),
        hearing=partial(rounds.play_whole, ROUNDS, end_round),
        resume_with=settlement.resume_with,
    ),
    chance=dealing.CHANCE,
    words=Words(GRAMMAR, CITED, spell_out, betting.words_in_context),
    gaps=dealing.GAPS._replace(
        skip_to=partial(talk.skip_to, open_lance=_open, declare=play),
        with_implied_declarations=talk.unsaid,
        why_not_begun=partial(talk.why_not_begun, "ENC-JUE-4"),
        payment_key=settlement.narrowed,
        with_stated_deal=lambda position, deal, _: hand_misplays.with_stated_deal(
            settlement.fined, position, deal
        ),
    ),
    conduct=hand_misplays.CONDUCT._replace(
        illegal_play=partial(misplays.illegal_play, ILLEGAL_PLAY_RULES, settlement.fined),
        noted_in_hand=partial(hand_misplays.of_noted, settlement.fined),
    ),
)
