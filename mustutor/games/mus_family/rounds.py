"""A round as a value: the talk of mus, the declarations, or the betting of a lance.

Each game says with two pure functions of a `RoundState` and a call why the call is refused, and
what a legal one makes of the state. `why_not`, `options` and `play` ask them, and so does the
verifier: `play_whole` has the calls of a whole round from a cache in front of them, whose key is
what they are given.

The state holds all that the rules of a round look at. A rule that wants to look at more gets it
there, or in the rules of its lance, where a game makes them of a position: it has nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import NamedTuple

from mustutor.base.errors import Fault, NotationError
from mustutor.games.mus_family import talk
from mustutor.games.mus_family.betting import (
    STAKING,
    Articles,
    Auction,
    Bounds,
    Has,
    Lances,
    RoundState,
    corrido,
    on_the_table,
    why_out_of_bounds,
    with_betting,
)
from mustutor.games.mus_family.calls import read_call
from mustutor.games.mus_family.conduct_judge import judge_mus_promise
from mustutor.games.mus_family.discards import is_visto, why_not_discard, why_not_exposed
from mustutor.games.mus_family.hands import DECLARED
from mustutor.model.calls import DECK, Call
from mustutor.model.position import NOBODY, Hand, Option, Position, Said, with_words

_made = tuple.__new__

SIGNS = {"mus": "m", "corto": "c", "tengo": "y", "no tengo": "n"}
SIGNS |= {"paso": "-", "no quiero": "/", "quiero": "+", "ordago": "!"}
"""How the position line writes what was said; of a stake it is the number."""
IN_FULL = STAKING | set(SIGNS)
"""Calls whose meaning does not depend on earlier calls."""
ASKED: dict[str, tuple[str, ...]] = {
    "mus": ("mus", "corto"),
    **dict.fromkeys(DECLARED, ("tengo", "no tengo")),
}
ASKED |= {"opens": ("paso", "ordago", "envido")}
ASKED |= {"answers": ("no quiero", "quiero", "ordago", "subo")}
"""What is offered if the rules do not refuse it, in this order: before a lance is bet, and then."""
MOST_CALLS, MOST_LETTERS, MOST_ROUNDS = 20, 240, 16_384
"""Longer rounds are played call by call; this many others are kept, some kilobytes each at most."""

End = Callable[[Position, RoundState, Call], Position]
"""What a game makes of the end of a round: of the position at its last call, and the state then."""


class GameRounds(NamedTuple):
    """How a game plays its rounds: why a call is refused, and what a legal one changes.

    `state_of` makes the state of a position, with what the cards of some seats say. `speakers` are
    those who bet on pares or juego, `bet` makes the state after a legal call of the betting that is
    no paso. `bounds` gives those of a stake of a seat over the stake there is, and `articles` are
    cited where it is out of them. `why_unseated` says more of a seat that could say nothing at all.
    """

    state_of: Callable[[Position, tuple[str, ...]], RoundState]
    why_refused: Callable[[RoundState, Call], Fault | None]
    speakers: Callable[[RoundState], tuple[str, ...]]
    bet: Callable[[RoundState, Auction, Call], RoundState]
    bounds: Callable[[Position, str, int], Bounds]
    articles: Articles
    why_unseated: Callable[[Position, str], Fault | None]


# --- the state of a position -------------------------------------------------------------


def have(position: Position, seats: Iterable[str]) -> Has:
    """Which of these have what is declared, or what cutting the mus needs (MUS-FIRST-1)."""
    lance, has = position.lance, position.state.ranking.has
    enough: Callable[[Hand], bool] = partial(has, lance)
    if lance == "mus":
        needs = position.variant.rules["mus.corrido_cut"]
        if needs == "any" or not corrido(position) or is_visto(position):
            return ()  # mano, asked for mus visto, cuts nothing by declining it (REG-CAN-3)
        some = all if needs == "pares_and_juego" else any
        enough = lambda hand: some([has(each, hand) for each in DECLARED])  # noqa: E731
    elif lance not in DECLARED:
        return ()
    at, hands = position.table.seats.index, position.deal.hands
    held = [(seat, hands[at(seat)]) for seat in seats]
    return tuple([(seat, None if hand is None else enough(hand)) for seat, hand in held])


def is_in_full(auction: Auction | None, call: Call) -> bool:
    """Whether a call says all it means; a paso to a bet is another word for no quiero (A-110)."""
    if call.verb not in IN_FULL or call.word:
        return False
    return call.verb != "paso" or auction is None or not auction.stake


# --- at a position -----------------------------------------------------------------------


def why_not(game: GameRounds, position: Position, call: Call) -> Fault | None:
    """Say why a seat, or the deck, may not do this now, or nothing when it may."""
    seat, verb, lance = call.seat, call.verb, position.lance
    if seat == DECK:
        return talk.why_not_deck(position, call)
    if verb == "descubre" and lance == "mus":
        return why_not_exposed(position, call)
    if lance == "descarte" and seat == position.speaker and verb != "ordago":
        return why_not_discard(position, call)
    return _why_not(game, position, game.state_of(position, position.queue[:1]), call)


def _why_not(game: GameRounds, position: Position, state: RoundState, call: Call) -> Fault | None:
    seat, auction = call.seat, state.auction
    found = game.why_refused(state, call)
    if found is None:
        if auction is None or call.verb not in STAKING:
            return None
        limits = game.bounds(position, seat, auction.stake)
        return why_out_of_bounds(auction, call, limits, game.articles)
    if seat != position.speaker:
        return game.why_unseated(position, seat) or found
    if "hand" in found.evidence:
        hand = " ".join(position.hand_of(seat) or ())
        return found._replace(evidence={**found.evidence, "hand": hand})
    return found


def why_no_stake(game: GameRounds, position: Position) -> Fault | None:
    """Say why the speaker may not bet or raise at all; nothing where it is only the amount."""
    seat, verb = position.speaker, "subo" if position.state.auction.stake else "envido"
    return game.why_refused(game.state_of(position, (seat,)), Call(seat, verb))


def options(game: GameRounds, position: Position) -> tuple[Option, ...]:
    """What the speaker may say now, or throw, or the deck serve."""
    seat, auction, lance = position.speaker, position.state.auction, position.lance
    if not seat:
        return ()
    if lance == "descarte":
        return talk.discard_options(position)
    words = ASKED[lance if auction is None else "answers" if auction.stake else "opens"]
    least = most = 0
    if auction is not None:
        least, most, _ = game.bounds(position, seat, auction.stake)
    return _options(game.why_refused, game.state_of(position, (seat,)), words, least, most)


@lru_cache(maxsize=2048)
def _options(
    why_refused: Callable[[RoundState, Call], Fault | None],
    state: RoundState,
    words: tuple[str, ...],
    least: int,
    most: int,
) -> tuple[Option, ...]:
    seat, may = state.queue[0], []
    for verb in words:
        low, high = (least, most) if verb in STAKING else (0, 0)
        call = _made(Call, (seat, verb, low, (), "", ()))
        if low <= high and why_refused(state, call) is None:
            may.append(_made(Option, (seat, verb, low, high)))
    return tuple(may)


def answer(
    game: GameRounds, begin: talk.Begin, end: End, position: Position, call: Call
) -> Position | Fault:
    """The position after a call, or why the rules refuse it: `why_not` and `play` in one."""
    if _is_of_cards(position, call):
        return why_not(game, position, call) or talk.play_discards(position, call, begin)
    state = game.state_of(position, position.queue[:1])
    return _why_not(game, position, state, call) or _play(game, end, position, state, call)


def play(game: GameRounds, begin: talk.Begin, end: End, position: Position, call: Call) -> Position:
    """The position after a legal call; or after a declaration that stands though it is not so."""
    if _is_of_cards(position, call):
        return talk.play_discards(position, call, begin)
    return _play(game, end, position, game.state_of(position, position.queue[:1]), call)


def _is_of_cards(position: Position, call: Call) -> bool:
    return call.seat == DECK or position.lance == "descarte" or call.verb == "descubre"


def _play(
    game: GameRounds, end: End, position: Position, state: RoundState, call: Call
) -> Position:
    if position.rulings and position.lance == "mus":
        position = judge_mus_promise(position, call)
    after = _next_state(game, state, call)
    if after.queue or position.rulings:  # words that bind are judged by what was said last too
        position = _with_round(position, after, with_words(position.said, short_sign(call)))
    return position if after.queue else end(position, after, call)


def _next_state(game: GameRounds, state: RoundState, call: Call) -> RoundState:
    """The round after a call that is legal."""
    auction = state.auction
    if auction is None:
        return talk.before_betting(state, call, game.speakers)
    if call.verb == "paso":
        return with_betting(state, state.queue[1:], auction)
    return game.bet(state, auction, call)


def short_sign(call: Call) -> str:
    """A call in short, as the position line has it.

    >>> short_sign(Call("B", "subo", 5)), short_sign(Call("A1", "no quiero"))
    ('B5', 'A1/')
    """
    return f"{call.seat}{SIGNS.get(call.verb) or call.stones}"


def _with_round(position: Position, state: RoundState, said: Said) -> Position:
    """The position when its round has come so far."""
    queue, auction, holders, _, _, _, _, _ = state
    lances = position.state
    if auction is not lances.auction or holders is not lances.holders:
        lances = _made(Lances, (lances[0], auction, holders) + lances[3:])
    return _made(Position, (queue, said, lances) + position[3:])


# --- a round of a record -----------------------------------------------------------------


class WholeRound(NamedTuple):
    """What the calls of a whole round come to.

    `before` and `said` are how it stood at the last `call`, and `after` is the state then. For each
    call but the last, `lines` has what its position line has in the middle: who speaks, what was
    said, what is bet. `staked` are who named which number, over which stake.
    """

    before: RoundState
    said: str
    call: Call
    after: RoundState
    lines: str
    staked: tuple[tuple[str, int, int], ...]


@lru_cache(maxsize=MOST_ROUNDS)
def _whole(
    game: GameRounds, state: RoundState, said: str, calls: tuple[str, ...]
) -> WholeRound | None:
    """Play the calls of a round to its end; the bounds of what is staked are not asked.

    None where a call is refused, says less than it means, or does not end the round as the last.
    """
    lines: list[str] = []
    staked: list[tuple[str, int, int]] = []
    for text in calls:
        try:
            call = read_call(text)
        except NotationError:
            return None
        if not is_in_full(state.auction, call) or game.why_refused(state, call) is not None:
            return None
        after = _next_state(game, state, call)
        if call.verb in STAKING and state.auction is not None:
            staked.append((call.seat, call.stones, state.auction.stake))
        queue, auction, *_ = after
        if not queue:
            if len(lines) + 1 < len(calls):
                return None
            return WholeRound(state, said, call, after, "\n".join(lines), tuple(staked))
        said += short_sign(call)
        now = NOBODY
        if auction is not None and auction.stake:
            now = on_the_table(auction.stake, auction.bettor, auction.ordago)
        lines.append(f"{queue[0]} {said} {now}")
        state = after
    return None


def play_whole(
    game: GameRounds, end: End, position: Position, calls: tuple[str, ...]
) -> tuple[Position, str] | None:
    """The position after all calls of a round, and the lines between (`WholeRound.lines`).

    None where it is to be played call by call, which says what is wrong, if anything is.
    """
    said = position.said
    if position.lance == "descarte" or position.rulings or not isinstance(said, str):
        return None
    if len(calls) > MOST_CALLS or sum(map(len, calls)) + len(said) > MOST_LETTERS:
        return None
    whole = _whole(game, game.state_of(position, position.order), said, calls)
    if whole is None:
        return None
    before, said, call, state, lines, staked = whole
    for seat, number, stake in staked:
        if not game.bounds(position, seat, stake).allow(number):
            return None
    return end(_with_round(position, before, said), state, call), lines
