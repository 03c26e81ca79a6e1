"""Legality pinned by counting: every legal line of calls to a depth, counted twice.

The other count knows nothing of positions or queues: a finger goes round the table until it comes
back to whoever bet last, and the lances follow one another in a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from mustutor import games
from mustutor.calls import Call

from .table import sit

# A and B have pares and juego, C has neither: both of these lances are bet between two.
HANDS = "A:RRC7 B:RCC7 C:7654"
LANCES = (("grande", "ABC"), ("chica", "ABC"), ("pares", "AB"), ("juego", "AB"))


# --- the engine --------------------------------------------------------------------------


def legal(position) -> Iterator[Call]:
    for option in games.options(position):
        if option.verb in {"envido", "subo"}:
            for stake in range(option.least, option.most + 1):
                yield Call(option.seat, option.verb, stake)
        else:
            yield Call(option.seat, option.verb)


def perft(position, depth) -> int:
    if not depth:
        return 1
    return sum(perft(games.apply(position, call), depth - 1) for call in legal(position))


def ways_a_lance_ends(position, lance) -> Iterator[tuple[tuple[int, ...], int, int]]:
    if position.lance == lance:
        for call in legal(position):
            yield from ways_a_lance_ends(games.apply(position, call), lance)
    else:
        yield position.stones, sum(count for _, count in position.pots), position.out


# --- the other count ---------------------------------------------------------------------


def lines(stones, depth, lance=0) -> int:
    """Count the lines of so many calls from the beginning of a lance."""
    if depth == 0:
        return 1
    if lance == len(LANCES):
        return 0
    name, holders = LANCES[lance]
    awake = [seat for seat in "ABC" if stones[seat]]
    if name in {"pares", "juego"}:
        depth -= len(awake)  # each declares, truly, in the one way his cards allow
        if depth <= 0:
            return 1
    betting = [seat for seat in awake if seat in holders]
    if len(betting) < 2:
        return lines(stones, depth, lance + 1)
    return sum(
        1 if ended is None else lines(ended, depth - spoken, lance + 1)
        for spoken, ended in rounds(stones, betting, depth)
    )


def rounds(stones, betting, depth) -> Iterator[tuple[int, dict[str, int] | None]]:
    """Every way to bet a lance in so many calls at most: how many, and the stones after it.

    Where the calls run out before the lance is over there are no stones to tell.
    """

    def go(finger, spoken, stakes, bettor, saw, out):
        while betting[finger] in out:
            finger = (finger + 1) % len(betting)
        seat = betting[finger]
        if spoken and (seat == bettor or (not stakes and finger == 0)):
            yield spoken, paid(stones, stakes, bettor, saw)
            return
        if spoken == depth:
            yield spoken, None
            return
        here, then = (finger + 1) % len(betting), spoken + 1
        if stakes:
            yield from go(here, then, stakes, bettor, saw - {seat}, out | {seat})
            yield from go(here, then, stakes, bettor, saw | {seat}, out)
        else:
            yield from go(here, then, stakes, bettor, saw, out)
        for more in range(stakes[-1][1] + 2 if stakes else 2, stones[seat] + 1):
            yield from go(here, then, (*stakes, (seat, more)), seat, frozenset(), out)

    return go(0, 0, (), "", frozenset(), frozenset())


def paid(stones, stakes, bettor, saw) -> dict[str, int]:
    """The stones in front of each once the lance is over."""
    after = dict(stones)
    if saw:
        for seat in {bettor, *saw}:
            after[seat] -= min(after[seat], stakes[-1][1])
    elif len(stakes) > 1:
        after[bettor] -= stakes[-2][1]
        after[stakes[-2][0]] += stakes[-2][1]
    elif stakes:
        after[bettor] -= 1
    return after


def ends(stones) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """The same of one lance as the engine tells it: stones, pot, and what left the game."""
    whole = sum(stones.values())
    longest = 2 + 3 * max(stones.values())
    for _, after in rounds(stones, list(stones), longest):
        assert after is not None
        missing = whole - sum(after.values())
        # Only an unanswered bet discards, and it discards one; a pot holds two at least.
        out = int(missing == 1)
        yield tuple(after.values()), missing - out, out


# --- they agree --------------------------------------------------------------------------

FEW = {"A": 3, "B": 4, "C": 2}


@pytest.mark.parametrize(
    ("depth", "count"),
    # To depth 2 by hand: A passes or bets 2 or 3; then B passes or bets 2, 3, 4, or answers 2 with
    # fold, see and 4, or answers 3 with fold and see: 4 + 3 + 2.
    [(1, 3), (2, 9), (3, 21)],
)
def test_ENC_BET_lines_by_hand(depth, count):
    """To depth 3, after nine beginnings: pass-pass leaves C pass or bet 2; every other, fold or
    see, as C's two stones reach no raise; only a bet of 3 or more answered to its end stops."""
    position = sit("A3 B4 C2", HANDS)
    assert perft(position, depth) == lines(FEW, depth) == PINNED[depth - 1]
    assert count == PINNED[depth - 1]


PINNED = (3, 9, 18)


@pytest.mark.parametrize("depth", range(1, len(PINNED) + 1))
def test_perft_of_encaje(depth):
    assert perft(sit("A3 B4 C2", HANDS), depth) == PINNED[depth - 1]
    assert lines(FEW, depth) == PINNED[depth - 1]


@pytest.mark.parametrize("stones", [(3, 4, 2), (6, 2, 3), (1, 5, 5), (5, 1, 1), (7, 6)])
def test_every_way_a_lance_can_end_moves_the_stones_the_rules_say(stones):
    front = dict(zip("ABC", stones, strict=False))
    position = sit(" ".join(f"{seat}{count}" for seat, count in front.items()))
    assert Counter(ways_a_lance_ends(position, "grande")) == Counter(ends(front))
