"""Wrong rules about whole hands of Encaje, and about who has lost the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mustutor import games
from mustutor.games.mus_family.state import Outcome
from mustutor.language import mark
from mustutor.ledger import OUT, Compared, Entry
from mustutor.position import Position
from mustutor.replay.playback import Played
from mustutor.tutor.drills.drill import WrongRule
from mustutor.tutor.drills.wrong_pots import BET_LOST, FOLDED, PRIZE, PotHand, asked
from mustutor.tutor.findings import NONE

GHOST = "Z"

Moved = Sequence[tuple[str, str, int]]
"""Movements as somebody believes them: from whom, to whom, how many stones."""


def _after(moves: Callable[[PotHand, Entry, Outcome], Moved]) -> Callable[[PotHand], str]:
    """Who makes other movements of every true one."""

    @asked("hand")
    def answer(staked: PotHand) -> str:
        end = staked.played.end
        stones = staked.played.start.in_front()
        outcomes = {outcome.lance: outcome for outcome in end.state.closed}
        for entry in end.ledger:
            for src, dst, number in moves(staked, entry, outcomes[entry.lance]):
                if src in stones:
                    stones[src] -= number
                if dst in stones:
                    stones[dst] += number
        if min(stones.values()) < 0:
            return ""
        return " ".join(f"{seat}={held}" for seat, held in stones.items())

    return answer


def _same(entry: Entry) -> Moved:
    return [(entry.src, entry.dst, entry.stones)]


def _prize(staked: PotHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    if entry.item == "pot" and isinstance(entry.because, Compared):
        return [(entry.src, entry.because.seats[0], entry.stones)]
    return _same(entry)


def _value_stays(staked: PotHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    return [] if entry.item == "value" and outcome.kind == "seen" else _same(entry)


def _nothing_discarded(staked: PotHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    return [] if entry.item == "value" and entry.dst == OUT else _same(entry)


def _all_pay(staked: PotHand, entry: Entry, outcome: Outcome) -> Moved:
    if entry.item != "pot":
        return _same(entry)
    auction = outcome.auction
    had = staked.played.start.in_front()
    more = [(seat, entry.dst, min(auction.stake, had[seat])) for seat in auction.folded]
    return [*_same(entry), *more]


def _bet_lost(staked: PotHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    if entry.item == "unanswered_bet":
        return [(entry.src, entry.dst, outcome.auction.stake)]
    return _same(entry)


# --- the end -----------------------------------------------------------------------------


def to_the_end(played: Played) -> dict[str, int]:
    """What each would have if the settlement never stopped.

    A guest who sits by with a stone of his own keeps the game from ending.
    """
    last = played.steps[-1].after
    table, deal = last.table, last.deal
    guest: Position = last._replace(
        table=table._replace(
            seats=(*table.seats, GHOST),
            sides=(*table.sides, GHOST),
            purse=(*table.purse, 1),
            games=(*table.games, 0),
        ),
        stones=(*last.stones, 1),
        deal=deal._replace(hands=(*deal.hands, None)),
    )
    stones = games.settle(guest)[0].in_front()
    return {seat: held for seat, held in stones.items() if seat != GHOST}


@asked("loser")
def _empty_loses(staked: PotHand) -> str:
    """Who is the first without stones has lost."""
    stones = staked.played.start.in_front()
    for entry in staked.played.end.ledger:
        if entry.src in stones:
            stones[entry.src] -= entry.stones
            if not stones[entry.src]:
                return entry.src
        if entry.dst in stones:
            stones[entry.dst] += entry.stones
    return NONE


@asked("loser")
def _all_is_settled(staked: PotHand) -> str:
    if staked.played.steps[-1].after.lance != "showdown":
        return ""
    left = [seat for seat, held in to_the_end(staked.played).items() if held]
    return left[0] if len(left) == 1 else NONE


def _most(stones: dict[str, int]) -> str:
    most = max(stones.values())
    richest = [seat for seat, held in stones.items() if held == most]
    return richest[0] if len(richest) == 1 else ""


@asked("loser")
def _richest_loses(staked: PotHand) -> str:
    return _most(staked.played.end.in_front())


@asked("loser")
def _poorest_loses(staked: PotHand) -> str:
    """Stones are thought to be points: who has fewest has lost."""
    return _most({seat: -held for seat, held in staked.played.end.in_front().items()})


HAND = (
    WrongRule("best_takes_the_pot", PRIZE, _after(_prize)),
    WrongRule(
        "values_stay",
        mark(
            "In your answer no value is given with a pot. At pares, juego and punto, the best "
            "hand in the pot gives the worst the stones of its value."
        ),
        _after(_value_stays),
    ),
    WrongRule(
        "nothing_is_discarded",
        mark(
            "In your answer nothing is discarded for the best hands. If nobody bets, or nobody "
            "accepts, the best discards the value of the hand."
        ),
        _after(_nothing_discarded),
    ),
    WrongRule("folded_pay", FOLDED, _after(_all_pay)),
    WrongRule(
        "bet_nobody_saw_is_lost",
        BET_LOST,
        _after(_bet_lost),
    ),
)
END = (
    WrongRule(
        "empty_loses",
        mark(
            "In your answer the first player without stones has lost. In Encaje you want to "
            "get rid of them: the last player with stones loses."
        ),
        _empty_loses,
    ),
    WrongRule(
        "settled_to_the_end",
        mark(
            "In your answer the settlement goes on to its end. The game is over the moment "
            "only one player has stones and no pot is open, even in the middle of a settlement."
        ),
        _all_is_settled,
    ),
    WrongRule(
        "most_stones_loses_at_once",
        mark(
            "In your answer the player with the most stones loses. A game is lost only when "
            "nobody else has any."
        ),
        _richest_loses,
    ),
    WrongRule(
        "fewest_stones_lose",
        mark(
            "In your answer having few stones is losing. It is the aim of Encaje: the last "
            "player with stones loses."
        ),
        _poorest_loses,
    ),
)
