"""Legality pinned by counting: every legal line of calls to a depth, counted twice.

The other count knows nothing of positions or queues. It writes a lance down as words: a side to
bet, the sides to answer, and how many of each are left; a finger goes round the table. A lance is
then so many words of each length, and a hand is lances one behind the other.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from .table import perft, quiet, sit

LANCES = ("grande", "chica", "pares", "juego", "punto")
MOST = 6  # the most that may be staked here, so that there is an end to raising
RULES = {"bet.max": MOST}

# Who has pares and juego of these four hands, in the order of the seats.
DEALS = {
    # All have pares and juego.
    "RRC7 RRC7 CCS7 SSS7": ("all", "all"),
    # A1, B1, B2 have pares; A1 and B1 juego.
    "RRC7 RCC7 7654 AA45": ((0, 1, 3), (0, 1)),
    # Pares are B's alone, juego nobody's: punto is played.
    "7654 CC54 7654 AA45": ((1, 3), ()),
}


# --- the other count ---------------------------------------------------------------------


def words(players, depth):
    """Every way to bet a lance: for each, its length, and what its end brings.

    What it brings is "on" (the hand goes on), "over" (an órdago was accepted), the side and the
    stones of a deje, or "cut" where so many calls were said and it is not over yet. A player is
    the place of his seat; even places are of A, odd ones of B.
    """
    found = Counter()

    def open_(waited):
        if waited == len(players):
            found[waited, "on"] += 1
            return
        if waited == depth:
            found[waited, "cut"] += 1
            return
        open_(waited + 1)
        bettor = players[waited]
        for stake in (*range(2, MOST + 1), "ordago"):
            answer(waited + 1, bettor, stake, 0, turn(bettor, frozenset()), frozenset())

    def turn(bettor, out):
        """Those who answer a bettor, in the order in which they are asked."""
        round_ = [(bettor + step) % 4 for step in (1, 2, 3)]
        return tuple(
            seat for seat in round_ if seat in players and (seat - bettor) % 2 and seat not in out
        )

    def answer(said, bettor, stake, before, asked, out):
        if not asked:
            found[said, ("AB"[bettor % 2], before or 1)] += 1
            return
        if said == depth:
            found[said, "cut"] += 1
            return
        seat = asked[0]
        answer(said + 1, bettor, stake, before, asked[1:], out | {seat})
        found[said + 1, "over" if stake == "ordago" else "on"] += 1
        if stake == "ordago":
            return
        for more in (*range(stake + 2, MOST + 1), "ordago"):
            answer(said + 1, seat, more, stake, turn(seat, out), out)

    open_(0)
    return found


@cache
def lines(deal, depth, missing=(99, 99), lance=0):
    """Count the lines of so many calls from the beginning of a lance.

    `missing` are the stones A and B lack: a deje taken at once may end the game.
    """
    if depth == 0:
        return 1
    pares, juego = DEALS[deal]
    everyone = (0, 1, 2, 3)
    if lance == 5 or (lance == 4 and juego):
        return 0
    players = [everyone, everyone, pares, juego, everyone][lance]
    players = everyone if players == "all" else players
    if lance in (2, 3):
        depth -= 4  # each declares, truly, in the one way his cards allow
        if depth <= 0:
            return 1
        if len({seat % 2 for seat in players}) < 2:
            return lines(deal, depth, missing, lance + 1)
    count = 0
    for (length, end), ways in words(players, depth).items():
        if end == "cut":
            count += ways
        elif end == "on":
            count += ways * lines(deal, depth - length, missing, lance + 1)
        elif end == "over":
            count += ways * (length == depth)
        else:
            side, stones = end
            left = tuple(
                lacks - stones * (name == side) for name, lacks in zip("AB", missing, strict=True)
            )
            if min(left) <= 0:
                count += ways * (length == depth)
            else:
                count += ways * lines(deal, depth - length, left, lance + 1)
    return count


# --- they agree --------------------------------------------------------------------------

ALL, SOME, ONE_SIDE = DEALS
FAR, NEAR = ("A0 B0", (40, 40)), ("A39 B37", (1, 3))
# From depth to number of lines, from the beginning of a lance on.
PINNED = [
    (ALL, FAR, "grande", (7, 30, 117, 459, 1648, 5033, 12829)),
    (ALL, FAR, "pares", (1, 1, 1, 1, 7, 30, 87, 182, 298, 393, 472, 726)),
    (ALL, FAR, "juego", (1, 1, 1, 1, 7, 30, 82, 155, 224, 239, 195, 122)),
    (ALL, NEAR, "grande", (7, 30, 117, 417, 1419, 4005, 9491)),
    (ALL, NEAR, "pares", (1, 1, 1, 1, 7, 30, 87, 176, 285, 342, 373, 539)),
    (SOME, FAR, "chica", (7, 30, 87, 182, 298, 393, 472)),
    (SOME, FAR, "pares", (1, 1, 1, 1, 7, 30, 87, 141, 185, 193, 214, 562)),
    (SOME, FAR, "juego", (1, 1, 1, 1, 7, 30, 52, 44, 17, 2, 0, 0)),
    (SOME, NEAR, "pares", (1, 1, 1, 1, 7, 30, 87, 128, 165, 140, 134, 395)),
    (ONE_SIDE, FAR, "pares", (1, 1, 1, 1, 1, 1, 1, 1, 7, 30, 82, 155)),
    (ONE_SIDE, FAR, "juego", (1, 1, 1, 1, 7, 30, 82, 155, 224, 239, 195, 122)),
    (ONE_SIDE, NEAR, "chica", (7, 30, 87, 176, 285, 342, 343)),
]


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        # Mano passes, bets 2 to 6, or says ordago.
        (1, 1 + 5 + 1),
        # To a pass the same; a bet is refused or accepted, raised to what is left up to six from
        # two more on, or answered with ordago; an ordago is refused or accepted.
        (2, 7 + (2 + 3 + 1) + (2 + 2 + 1) + (2 + 1 + 1) + 3 + 3 + 2),
    ],
)
def test_the_first_counts_by_hand(depth, count):
    assert PINNED[0][3][depth - 1] == count


@pytest.mark.parametrize(("deal", "score", "lance", "counts"), PINNED)
def test_perft_of_mus(deal, score, lance, counts):
    in_front, missing = score
    position = quiet(sit(deal, in_front, rules=RULES), until=lance)
    place = LANCES.index(lance)
    for depth, count in enumerate(counts, 1):
        assert lines(deal, depth, missing, place) == count
        assert perft(position, depth) == count
