"""Legality pinned by counting: every legal line of calls to a depth, counted twice.

The other count knows nothing of positions or queues: a finger goes round the table until it comes
back to whoever bet last, and the lances follow one another in a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from mustutor import games

from .table import legal, perft, sit

# A and B have pares and juego, C has neither: both of these lances are bet between two.
HANDS = "A:RRC7 B:RCC7 C:7654"
LANCES = (("grande", "ABC"), ("chica", "ABC"), ("pares", "AB"), ("juego", "AB"))


# --- the engine --------------------------------------------------------------------------


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

# From depth to number of lines; past 24 calls three players with so few stones have nothing to say.
FEW = (3, 9, 18, 31, 69, 128, 201, 245, 283, 327, 453, 621, 769, 902, 976, 1141)
MORE = (6, 27, 66, 177, 680, 1734, 4026, 8297)
MANY = (10, 56, 239, 879, 3856)
PINNED = [
    *(("A3 B4 C2", depth, count) for depth, count in enumerate(FEW, 1)),
    *(("A6 B7 C5", depth, count) for depth, count in enumerate(MORE, 1)),
    *(("A10 B10 C10", depth, count) for depth, count in enumerate(MANY, 1)),
]


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        # A passes, or bets 2 or 3.
        (1, 1 + 2),
        # To a pass B passes or bets 2, 3, 4; to 2 folds, sees, raises to 4; to 3 folds or sees.
        (2, 4 + 3 + 2),
        # C has two stones: he passes or bets 2 where nobody has bet, else he folds or sees.
        (3, 9 * 2),
    ],
)
def test_the_first_counts_by_hand(depth, count):
    assert FEW[depth - 1] == count


@pytest.mark.parametrize(("stones", "depth", "count"), PINNED)
def test_perft_of_encaje(stones, depth, count):
    position = sit(stones, HANDS)
    assert lines(position.in_front(), depth) == count
    assert perft(position, depth) == count


@pytest.mark.parametrize(
    ("stones", "count"),
    [
        ((3, 4, 2), 35),
        ((6, 2, 3), 71),
        ((1, 5, 5), 63),
        ((5, 1, 1), 17),
        ((7, 6), 65),
        ((8, 9, 7), 1569),
    ],
)
def test_how_many_ways_there_are_to_bet_a_lance(stones, count):
    assert len([*ends(dict(zip("ABC", stones, strict=False)))]) == count


@pytest.mark.parametrize("stones", [(3, 4, 2), (6, 2, 3), (1, 5, 5), (5, 1, 1), (7, 6)])
def test_every_way_a_lance_can_end_moves_the_stones_the_rules_say(stones):
    front = dict(zip("ABC", stones, strict=False))
    position = sit(" ".join(f"{seat}{count}" for seat, count in front.items()))
    assert Counter(ways_a_lance_ends(position, "grande")) == Counter(ends(front))
