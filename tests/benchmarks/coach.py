"""How well the coach tells bad calls from good ones, how steady that is, and how long it takes.

    python tests/benchmarks/coach.py                 the calls of tests/coach/calls.txt
    python tests/benchmarks/coach.py --seeds 5       the same over more seeds
    python tests/benchmarks/coach.py --matches 20    two seeds on simulated matches
    python tests/benchmarks/coach.py --matches 40 --players pupil random easy+accepts_all
                                                     what each of these loses a decision

The players sit against beginners, on the same deals; `random` says anything legal. A call that is
marked stands with its mark, one that cannot be told with ``open``; times are of the processor.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from mustutor import games, view
from mustutor.analysis.coach.match import MARKS, PLAYOUTS, analyses
from mustutor.games.bot import level, random_words
from mustutor.model.calls import Call
from mustutor.model.position import Position, Step
from mustutor.replay import simulate
from mustutor.replay.format import Replay
from tests.coach.test_verdicts import RULES, SCALE, SCORES, SEATS, cases, played, verdict


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
                for hand in analyses(replay, RULES, seed=by, playouts=playouts)
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


def of_players(kinds: list[str], matches: int, playouts: int) -> None:
    """Print what players lose a decision, by the coach, and how far that is from the first's."""
    lost: dict[str, list[float]] = {}
    for kind in kinds:
        begun, number = process_time(), 0
        lost[kind] = []
        for seed in range(matches):
            calls = [
                call
                for hand in analyses(seated(kind, seed), RULES, playouts=playouts)
                for call in hand.decisions
                if call.seat[0] == "A"
            ]
            number += len(calls)
            lost[kind].append(mean(call.judged.loss for call in calls) / 1000)
        more = [each - own for each, own in zip(lost[kind], lost[kinds[0]], strict=True)]
        apart = f", {told(more)} more than {kinds[0]}" if kind != kinds[0] else ""
        print(
            f"{kind}: {told(lost[kind])} stones a decision{apart} ({number} decisions,"
            f" {process_time() - begun:.0f} s)",
            flush=True,
        )


def told(values: list[float]) -> str:
    """A mean, with its error once."""
    return f"{mean(values):.3f} ± {stdev(values) / sqrt(len(values)):.3f}"


def seated(kind: str, seed: int) -> Replay:
    """Two hands of a kind of player at A against beginners; the deals hang on the seed alone."""
    random = Random(seed)
    bots = {
        seat: level("easy" if seat[0] == "B" or kind == "random" else kind)(seed=10 * seed + place)
        for place, seat in enumerate(SEATS)
    }

    def speak(position: Position, steps: Sequence[Step]) -> Call:
        seat = position.speaker
        seen = view(position, seat, steps)
        anything = kind == "random" and seat[0] == "A"
        words = random_words(seen, random) if anything else bots[seat].speak(seen)
        return games.read_call(f"{seat} {words}", RULES)

    return simulate.match(RULES, seats=SEATS, hands=2, seed=seed, speak=speak)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("--seeds", type=int, default=1)
    asked.add_argument("--matches", type=int, default=0)
    asked.add_argument("--playouts", type=int, default=PLAYOUTS)
    asked.add_argument("--players", nargs="+", default=[])
    given = asked.parse_args()
    if given.seeds < 1:
        asked.error("--seeds takes a number from 1 on")
    if given.players:
        of_players(given.players, given.matches, given.playouts)
    elif given.matches:
        of_matches(given.matches, given.playouts)
    else:
        of_calls(given.seeds)
