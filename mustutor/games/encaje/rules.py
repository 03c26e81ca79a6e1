"""What is legal in Encaje: who may speak, what, and why not. The one place that knows.

What a call does in Encaje: the deal, mus, declarations, the four lances and their end.

Encaje, put together: what the protocol asks of a game, and where each answer stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache, partial
from itertools import compress

from mustutor.base.errors import Fault, IllegalCall, no_such_seat
from mustutor.base.language import mark
from mustutor.base.register import lazy_function
from mustutor.games.encaje import settlement
from mustutor.games.mus_family import (
    betting,
    conduct_judge,
    dealing,
    discards,
    irregular_deals,
    misplays,
    talk,
)
from mustutor.games.mus_family.betting import (
    Articles,
    Auction,
    Bounds,
    Outcome,
    holding,
    lance_closed,
    opened,
    turned,
)
from mustutor.games.mus_family.calls import GRAMMAR, SAYS_WHAT_IT_HOLDS
from mustutor.games.mus_family.discards import is_void, why_not_exposed
from mustutor.games.mus_family.hands import DECLARED, PHASES, TALKED
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
from mustutor.games.protocols import Chance, CitedArticles, Conduct, Game, Gaps, Rules, Words
from mustutor.model.calls import DECK, Call
from mustutor.model.cards import SPANISH
from mustutor.model.position import Option, Position, Pots, Table, with_words
from mustutor.model.variant import Variant

CITED = CitedArticles(
    seats="ENC-GEN-1",
    lances="ENC-LANCE-1",
    dealt="MUS-DEAL-3",
    served="MUS-DISC-4",
    mano="MUS-DLR-3",
)
DECLARED_BY = {"pares": "ENC-PAR-1", "juego": "ENC-JUE-1"}
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
    return _own_stones_key(table.seats, order, (*map(bool, stones), bool(pots)))


@lru_cache(maxsize=1024)
def _own_stones_key(
    seats: tuple[str, ...], order: tuple[str, ...], have: tuple[bool, ...]
) -> Hashable:
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
            return talk_options_of(seat, "tengo", "no tengo")
        has = position.state.ranking.has(position.lance, hand)
        return talk_options_of(seat, "tengo" if has else "no tengo")
    least, most, _ = bounds(position, seat)
    if auction.stake:
        answers = talk_options_of(seat, "no quiero", "quiero")
        return (*answers, Option(seat, "subo", least, most)) if least <= most else answers
    waits = talk_options_of(seat, "paso")
    return (*waits, Option(seat, "envido", least, most)) if least <= most else waits


def heard(position: Position, call: Call) -> Call:
    """The call spelled out, where it leaned on what was said before it."""
    if call.word and call.verb in DECLARING:
        return betting.resolve_yes_no(position, call)
    if call.verb != "mas":
        return call
    if position.state.auction is None or call.seat not in position.table.seats:
        return call
    return betting.resolve_stake(call, position.state.auction, bounds(position, call.seat))


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
    return why_not_before(position, call, DECLARED_BY)


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
    return not_the_speaker(position, seat, "ENC-TURN-2", DECLARED_BY)


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
        raise IllegalCall(
            Fault(
                "ENC-STN-4",
                mark("{mano} cannot be mano: only players with stones are in the game."),
                {"mano": mano},
            )
        )
    order = _still_playing(seats[place:] + seats[:place], stones[place:] + stones[:place])
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
    return settlement.fined(conduct_judge.noted(position, call))


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
        auction, said = betting.with_fold(auction, seat), "/"
    elif verb == "quiero":
        auction, said = betting.with_see(auction, seat), "+"
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
        auction = betting.with_bet(auction, call, locked)
    if queue:
        return turned(position, queue, auction, with_words(position.said, f"{seat}{said}"))
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
        hearing=partial(
            lazy_function("mustutor.games.mus_family.rounds", "heard_hand"),
            (beside_the_talk, limits, settlement.paid),
        ),
        resume_with=settlement.taken_up,
    ),
    chance=Chance(
        deck=SPANISH,
        pack=lambda position: dealing.pack(position.table.variant),
        deal=dealing.deal,
        serve=dealing.serve,
        first_mano=dealing.by_lot,
        verb_weights=dealing.CHANCES,
        unbounded_verbs=dealing.RAISING,
        random_call_for=dealing.at_random,
    ),
    words=Words(
        grammar=GRAMMAR,
        spelled_out=heard,
        cited=CITED,
        words_in_context=betting.words_in_context,
    ),
    gaps=Gaps(
        skip_to=skip_to,
        with_implied_declarations=talk.unsaid,
        why_not_begun=partial(talk.why_not_begun, "ENC-JUE-4"),
        records_kept_cards=dealing.keeps,
        shown_hands=dealing.shows,
        verbs_bound_to_hand=SAYS_WHAT_IT_HOLDS,
        possible_deals=lazy_function("mustutor.games.mus_family.unseen", "worlds"),
        payment_key=settlement.narrowed,
        with_stated_deal=lambda position, deal, _: irregular_deals.with_stated_deal(
            settlement.fined, position, deal
        ),
    ),
    conduct=Conduct(
        illegal_play=partial(misplays.misstep, MISSTEPS, settlement.fined),
        judge_deal=irregular_deals.of_deal,
        deal_irregularities=irregular_deals.of_dealing,
        judge_seat_draw=irregular_deals.of_draw,
    ),
)
