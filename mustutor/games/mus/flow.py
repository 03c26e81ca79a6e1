"""A hand of Mus from its beginning to the next one: what follows a call, and a round.

The protocol's questions are answered at the end, in `GAME`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from mustutor.base.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.base.language import mark
from mustutor.games.mus import legality, settlement, unscored
from mustutor.games.mus.legality import ROUNDS, sides_of, why_not
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
from mustutor.games.mus_family.betting import Auction, Lances, RoundState, opened
from mustutor.games.mus_family.calls import GRAMMAR, read_call
from mustutor.games.mus_family.discards import is_void
from mustutor.games.mus_family.hands import DECLARED, PHASES, PLAYED, lances_played
from mustutor.games.protocols import Game, Rules, Words
from mustutor.model.calls import Call
from mustutor.model.position import LinkedTuple, Position, Table
from mustutor.model.variant import Variant

# --- the table and the hand --------------------------------------------------------------


def start(
    variant: Variant,
    seats: tuple[str, ...],
    mano: str,
    stones: Mapping[str, int],
    games: Mapping[str, int],
) -> Position:
    """Sit down to a match of Mus (MUS-PLAY-1, MUS-PLAY-2, MUS-PLAY-3)."""
    sides = sides_of(variant, seats)
    nothing, won = (0,) * len(sides), tuple([games.get(side, 0) for side in sides])
    collected = tuple([stones.get(side, 0) for side in sides])
    target = variant.number("score.target")
    if max(collected) >= target:
        evidence = {"most": max(collected), "target": target}
        sentence = mark("A side already has {most} of {target} stones, so the game is over.")
        raise IllegalCall(Fault("MUS-END-2", sentence, evidence))
    # A match taken up in the middle of a game is past the first hand of it.
    hand_of_game = 2 if any(collected) else 1
    table = Table(variant, seats, sides, nothing, won, nothing, hand_of_game=hand_of_game)
    return _hand(table, mano, collected)


def next_hand(position: Position, mano: str, stones: Mapping[str, int] | None) -> Position:
    """The next hand: of this game, or the first of a new one when somebody has won it."""
    if not mano:
        sentence = mark("The match is over: no other hand follows.")
        raise IllegalCall(Fault("MUS-MATCH-1", sentence, {}))
    table = position.table
    ended = bool(position.winner)
    games = table.games
    if ended and max(games) >= table.variant.number("match.games"):
        games = table.purse  # a vaca was won: its games are counted anew
    after = table.for_next_hand(games, ended=ended, void=is_void(position))
    if stones is not None:
        collected = tuple([stones.get(side, 0) for side in table.sides])
    else:
        collected = table.purse if ended else position.stones
    return _hand(after, mano, collected)


def _hand(table: Table, mano: str, collected: tuple[int, ...]) -> Position:
    if mano not in table.seats:
        raise IllegalCall(no_such_seat(mano, table.seats, "MUS-PLAY-1"))
    place = table.seats.index(mano)
    order = table.seats[place:] + table.seats[:place]
    return talk.sit_down(table, order, collected, 0, begin)


def begin(position: Position) -> Position:
    """The talk is over: the first lance is opened, usually grande."""
    return _open(position, "grande")


def _begin_from(seat: str, position: Position) -> Position:
    """The talk is over: who cut it opens grande, and mano stays mano (MUS-TABLE-2)."""
    if "grande" not in position.variant.several("lances.played"):
        return begin(position)
    order, place = position.order, position.order.index(seat)
    return opened(position, "grande", order[place:] + order[:place], Auction(order))


# --- what it does ------------------------------------------------------------------------


def play(position: Position, call: Call) -> Position:
    """The position after a legal call."""
    if call.verb == "perete":
        state: Lances = position.state
        state = state._replace(peretes=(*state.peretes, call.seat))
        return position._replace(state=state, said=f"{position.said}{call.seat}p")
    return rounds.play(ROUNDS, begin, end_round, position, call)


def answer(position: Position, call: Call) -> Position | Fault:
    """The position after a call, or why the rules refuse it."""
    if call.verb == "perete":
        return why_not(position, call) or play(position, call)
    return rounds.answer(ROUNDS, begin, end_round, position, call)


def end_round(position: Position, state: RoundState, call: Call) -> Position:
    """The position after the last call of a round; `state` is that of the round then."""
    cuts = call.verb == "corto" and position.variant.flag("mus.cutter_opens")
    opens = partial(_begin_from, call.seat) if cuts else begin
    return talk.end_round(position, state, call, opens, settlement.close, _open)


def noted(position: Position, call: Call) -> Position:
    """The position with the ruling on a signal or on something said, and what it costs at once.

    The rulings before it were paid for when they were made; only where they were revised since
    (they are no chain then) is it asked once more what is owed.
    """
    before, noted = position.rulings, conduct_judge.with_ruling(position, call)
    revised = before and not isinstance(before, LinkedTuple)
    return settlement.fined(noted, latest=() if revised else noted.rulings[-1:])


def _open(position: Position, lance: str) -> Position:
    """Open a lance: mano speaks first, or declares first (MUS-LANCE-2).

    A lance this table does not play is passed over (lances.played).
    """
    players = position.order
    if lance in PLAYED and lance not in position.table.variant.several("lances.played"):
        return talk.go_on(position._replace(lance=lance), _open)
    return opened(position, lance, players, None if lance in DECLARED else Auction(players))


# --- records with gaps -------------------------------------------------------------------


def unsaid(position: Position, calls: Sequence[str]) -> Position:
    """Take from the first words of a round what a record may leave out before it.

    The declarations; and where the talk of mus is left out, who cut it and so opens grande.
    """
    rules = position.variant.rules
    recorded = position.said or "mus" not in position.skipped
    if not rules["mus.cutter_opens"] or position.lance != "grande" or recorded:
        return talk.unsaid(position, calls)
    opener = next(
        (call.seat for call in map(_read, calls) if call and call.verb in talk.OPENING_WORDS), ""
    )
    return _begin_from(opener, position) if opener in position.order else position


def _read(text: str) -> Call | None:
    try:
        return read_call(text)
    except NotationError:
        return None


# --- the next hand -----------------------------------------------------------------------


def next_manos(position: Position) -> tuple[str, ...]:
    """Who is mano of the next hand; nobody when the match is over (MUS-DLR-3)."""
    if is_void(position):
        return (position.mano,)
    if match_over(position):
        return ()
    seats = position.table.seats
    return (seats[(seats.index(position.mano) + 1) % len(seats)],)


def match_over(position: Position) -> bool:
    """Whether a side has won the vacas the match is played to (MUS-MATCH-1, MUS-MATCH-2)."""
    vacas = position.variant.number("match.vacas")
    return bool(position.winner) and max(position.table.vacas, default=0) >= vacas


GAME = Game(
    rules=Rules(
        phases=PHASES,
        played=lances_played,
        start=start,
        options=legality.options,
        why_not=legality.why_not,
        play=play,
        settle=unscored.settle,
        next_manos=next_manos,
        next_hand=next_hand,
        resume_with=settlement.resume_with,
        rule_on_talk=noted,
        why_round_ended=discards.why_over,
        seats=dealing.seats,
        answer=answer,
        hearing=partial(rounds.play_whole, legality.ROUNDS, end_round),
    ),
    chance=dealing.CHANCE,
    words=Words(GRAMMAR, legality.CITED, legality.spell_out, betting.words_in_context),
    gaps=dealing.GAPS._replace(
        skip_to=partial(talk.skip_to, open_lance=_open, declare=play),
        with_implied_declarations=unsaid,
        why_not_begun=partial(talk.why_not_begun, "MUS-DECL-7"),
        payment_key=settlement.narrowed,
        with_stated_deal=unscored.with_recorded_deal,
        implied_claims=unscored.claimed_by,
    ),
    conduct=hand_misplays.CONDUCT._replace(
        illegal_play=partial(misplays.illegal_play, legality.ILLEGAL_PLAY_RULES, settlement.fined),
        noted_in_hand=partial(hand_misplays.of_noted, settlement.fined),
        judge_count=unscored.of_count,
        judge_score_after=unscored.of_after,
        forgotten_stones=unscored.of_forgetting,
    ),
)
