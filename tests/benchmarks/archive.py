"""Make an archive of random matches, one a line, the same on every machine.

    python tests/benchmarks/archive.py archive.jsonl --hands 1000000 --variant encaje

Every hand is complete: cards and shuffle, calls with their checks, ledger, stones, seals. The
matches are those of `mustutor replay simulate` under the seed; they are played by as many
processes as asked for and written in their order, so the file does not depend on how many.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

from mustutor.model.variant import load_variant
from mustutor.replay import dumps
from mustutor.replay.simulate import match

HANDS_A_MATCH = 20
MATCHES_A_TASK = 50


class Archive(NamedTuple):
    """What an archive was made of: matches a line, and how many hands and calls they hold."""

    lines: list[str]
    hands: int
    calls: int


def one(number: int, variant: str, seats: int, seed: str) -> tuple[str, int, int]:
    """A match of an archive: its line, its hands and its calls."""
    replay = match(
        load_variant(variant),
        seats=seats,
        hands=HANDS_A_MATCH,
        seed=seed,
        number=number,
    )
    calls = sum(len(round_.calls) for hand in replay.hands for round_ in hand.rounds)
    return dumps(replay), len(replay.hands), calls


def matches(
    variant: str, hands: int, *, seats: int = 4, seed: str = "archive", jobs: int = 1
) -> Iterator[tuple[str, int, int]]:
    """The matches of an archive in their order, until they hold so many hands."""
    play = partial(one, variant=variant, seats=seats, seed=seed)
    found = 0
    with ProcessPoolExecutor(jobs) if jobs > 1 else _Here() as pool:
        for first in itertools.count(1, MATCHES_A_TASK * jobs):
            numbers = range(first, first + MATCHES_A_TASK * jobs)
            for line, held, calls in pool.map(play, numbers, chunksize=MATCHES_A_TASK):
                yield line, held, calls
                found += held
                if found >= hands:
                    return


class _Here:
    """A pool of this process alone."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    map = staticmethod(lambda play, numbers, chunksize: map(play, numbers))  # noqa: ARG005


def archive(
    variant: str, hands: int, *, seats: int = 4, seed: str = "archive", jobs: int = 1
) -> Archive:
    """An archive in memory, of at least so many hands."""
    made = matches(variant, hands, seats=seats, seed=seed, jobs=jobs)
    lines, held, calls = zip(*made, strict=True)
    return Archive(list(lines), sum(held), sum(calls))


def main() -> None:
    """Write an archive, and tell what it holds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--hands", type=int, default=10_000, help="at least so many")
    parser.add_argument("--variant", default="encaje")
    parser.add_argument("--seats", type=int, default=4, help="how many play")
    parser.add_argument("--seed", default="archive")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    started, found, size = time.perf_counter(), 0, 0
    with given.file.open("w", encoding="utf-8", newline="\n") as file:
        options = {"seats": given.seats, "seed": given.seed, "jobs": given.jobs}
        for line, held, _ in matches(given.variant, given.hands, **options):
            size += file.write(line)
            found += held
    took = time.perf_counter() - started
    sys.stdout.write(f"{found:,} hands, {size:,} characters, {found / took:,.0f} hands a second\n")


if __name__ == "__main__":
    main()
