"""How well the coach tells bad calls from good ones, how steady that is, and how long it takes.

    python tests/benchmarks/coach.py                 the calls of tests/coach/calls.txt
    python tests/benchmarks/coach.py --seeds 5       the same over more seeds
    python tests/benchmarks/coach.py --matches 20    two seeds on simulated matches

A call that is marked stands with its mark, one that cannot be told with ``open``; times are of the
processor.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from mustutor.analysis.coach.match import MARKS, PLAYOUTS, analysed
from tests.coach.test_verdicts import RULES, SCALE, SCORES, cases, played, verdict


def of_calls(seeds: int) -> None:
    """Print the marks of every call, and how often bad and good ones are marked."""
    marked: Counter[str] = Counter()
    number: Counter[str] = Counter()
    begun = process_time()
    for kind, cards, talk in cases():
        marks = Counter(
            verdict(cards, talk, score, str(seed)) or "sound"
            for score in SCORES
            for seed in range(seeds)
        )
        number[kind] += sum(marks.values())
        marked[kind] += sum(marks[mark] for mark in MARKS)
        told = ", ".join(f"{mark} {often}" for mark, often in sorted(marks.items()))
        print(f"{kind:4} {cards}  {talk[-1]:18} {told}")
    spent = process_time() - begun
    for kind in number:
        print(f"{kind}: {marked[kind]} of {number[kind]} marked")
    print(f"{1000 * spent / sum(number.values()):.0f} ms a decision")


def of_matches(matches: int, playouts: int) -> None:
    """Print how often two seeds give the same mark, or neighbours, and the errors and times."""
    same = near = 0
    errors: list[int] = []
    begun = process_time()
    for seed in range(matches):
        replay = played(seed)
        one, other = (
            [
                call
                for hand in analysed(replay, RULES, seed=by, playouts=playouts)
                for call in hand.decisions
            ]
            for by in ("one", "other")
        )
        errors += [call.judged.error for call in (*one, *other)]
        for first, second in zip(one, other, strict=True):
            apart = abs(SCALE.index(first.mark) - SCALE.index(second.mark))
            same += apart == 0
            near += apart <= 1
    spent, number = process_time() - begun, len(errors) // 2
    print(f"{number} decisions: the same mark {same}, or its neighbour {near}")
    middle = sorted(errors)[number] / 1000
    print(f"error {middle:.2f} stones (median), {sum(errors) / 2000 / number:.2f} (mean)")
    print(f"{1000 * spent / len(errors):.1f} ms a decision, with the playing of the matches")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=1)
    asked.add_argument("--matches", type=int, default=0)
    asked.add_argument("--playouts", type=int, default=PLAYOUTS)
    given = asked.parse_args()
    if given.matches:
        of_matches(given.matches, given.playouts)
    else:
        of_calls(given.seeds)
