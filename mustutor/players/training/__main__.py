"""Train the tables: see the package."""

from __future__ import annotations

import argparse
import json
import logging
from base64 import b64encode, b85encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from zlib import compress

from mustutor.games.mus_family.lances import LANCES
from mustutor.players.rows import NEEDS, SURE, key_of, scores_around
from mustutor.players.score import LIKELY
from mustutor.players.training.deals import HandTable, able, buckets, deals
from mustutor.players.training.payoffs import LancePayoffs, payoffs
from mustutor.players.training.regret import EndingWorth, Solver
from mustutor.players.training.selfplay import (
    Able,
    CountedChances,
    PlayedHands,
    Solved,
    able_sets,
    played,
)
from mustutor.players.training.worth import in_chances, in_stones
from mustutor.players.tree import Tree, TreeEnding, tree_of
from mustutor.variant import load_variant

HOME = Path(__file__).resolve().parents[1] / "tables"
USUAL = {8: "fournier", 4: "navarra"}
"""A rulebook with so many kings."""
PLAYERS = {"pairs": 4, "trios": 6}
LEAST = 0.35
"""Actions that are rarer than this are not played: that wins more, and tells less."""
LOG = logging.getLogger(__name__)


class Trainer:
    """Everything that is learnt about one deck."""

    def __init__(
        self, kings: int, mode: str, needs: Sequence[int], number: int, size: int, seed: int
    ) -> None:
        self.seed, self.needs = seed, needs
        self.sides = tuple([seat % 2 for seat in range(PLAYERS[mode])])
        self.scores = tuple(product(needs, needs))
        self.table = HandTable(load_variant(USUAL[kings]))
        self.dealt = deals(self.table, len(self.sides), number, seed)
        self.buckets = {lance: buckets(self.table, lance, self.dealt, size) for lance in LANCES}
        self.gains: dict[str, float] = {}

    def lances(self) -> Iterator[tuple[str, Able, LancePayoffs]]:
        """Every lance with every set of seats that may bet on it."""
        for lance in LANCES:
            for some in able_sets(lance, len(self.sides), self.sides):
                hands = able(self.table, lance, self.dealt, some)
                sides = [self.sides[seat] for seat in some]
                yield lance, some, payoffs(self.table, lance, hands, self.buckets[lance], sides)

    def solve(
        self, worth: Callable[[Tree, str, Able], EndingWorth], iterations: int
    ) -> dict[tuple[str, Able], Any]:
        """The strategies of all of them, by scores; `worth` makes the worth of the endings."""
        found = {}
        for lance, some, pays in self.lances():
            tree = tree_of(tuple([self.sides[seat] for seat in some]))
            made: EndingWorth = worth(tree, lance, some)
            solver = Solver(tree, pays, made)
            solver.run(iterations)
            gains = solver.gains().max(1)
            key = key_of(lance, some)
            self.gains[key] = round(float(gains[-1]) / _stone(made, tree.endings), 3)
            LOG.info("%s: the best answer of a seat gains %s stones", key, self.gains[key])
            LOG.info("  and at any score at most %.4f of what is counted", gains.max())
            found[lance, some] = solver.strategy()
        return found

    def hands(self, plays: Mapping[tuple[str, Able], Any], score: int, number: int) -> PlayedHands:
        """Hands that the strategies play against themselves, at a score by what mano needs."""
        solved = {}
        for (lance, some), strategy in plays.items():
            own, other = self.scores[score][:: 1 if self.sides[some[0]] == 0 else -1]
            tree = tree_of(tuple([self.sides[seat] for seat in some]))
            place = self.scores.index((own, other)) if len(strategy) > 1 else 0
            solved[lance, some] = Solved(tree, _likely(strategy[place]))
        dealt = deals(self.table, len(self.sides), number, self.seed + 1)
        return played(self.table, dealt, self.buckets, solved, self.sides, self.seed + 2)

    def limits(self, lance: str) -> list[int]:
        """The worst place of each bucket of a lance, from the best bucket."""
        places, bucket = self.table.places[lance], self.buckets[lance]
        return [int(places[bucket == number].max()) for number in range(int(bucket.max()), -1, -1)]

    def at_scores(
        self,
        chances: CountedChances,
        hands: Sequence[PlayedHands],
        tree: Tree,
        lance: str,
        some: Able,
    ) -> EndingWorth:
        """The worth of a lance at every score, by the hands that were played there."""
        import numpy as np

        first = self.sides[some[0]] == 0
        parts = []
        for place, score in enumerate(self.scores):
            here = hands[place if first else self.scores.index(score[::-1])]
            parts.append(in_chances(tree, lance, score, chances, here, mano_first=first))
        return EndingWorth._make(map(np.stack, zip(*parts, strict=True)))


def _stone(worth: EndingWorth, endings: Sequence[TreeEnding]) -> float:
    """What a stone is worth at the last score, the beginning of a game."""
    one = next(place for place, ending in enumerate(endings) if ending.deje == 1)
    other = next(place for place, ending in enumerate(endings) if ending.deje == 5)
    return float(worth.win[-1, other] - worth.win[-1, one]) / 4


def _likely(strategy: Any) -> Any:
    """The strategy as it is played: without the actions that are rare, to a tenth."""
    import numpy as np

    least = np.minimum(LEAST, strategy.max(-1, keepdims=True))
    kept = np.where(strategy < least, 0, strategy)
    return np.round(kept / kept.sum(-1, keepdims=True) * SURE)


def _packed(strategy: Any) -> str:
    """The strategy as bytes, packed and as text."""
    return b85encode(compress(_likely(strategy).astype("u1").tobytes(), 9)).decode()


def _write(name: str, told: object) -> None:
    (HOME / name).write_text(json.dumps(told, indent=2) + "\n", "utf-8")


def train(asked: argparse.Namespace) -> None:
    """Train the tables of a deck, and write them and the chances of winning."""
    import numpy as np

    needs = NEEDS[asked.mode]
    trainer = Trainer(asked.kings, asked.mode, needs, asked.deals, asked.buckets, asked.seed)
    LOG.info("in stones:")
    flat = trainer.solve(lambda tree, lance, _: in_stones(tree, lance), asked.iterations)
    hands = trainer.hands(flat, 0, asked.hands)
    every = [hands] * len(trainer.scores)
    chances = CountedChances([hands], lambda *_: ((0, 1.0),), max(needs))
    for turn in (asked.iterations // 2, asked.iterations):
        LOG.info("in the chance of winning:")
        plays = trainer.solve(partial(trainer.at_scores, chances, every), turn)
        every = [trainer.hands(plays, score, asked.hands) for score in range(len(trainer.scores))]
        chances = CountedChances(every, partial(scores_around, needs), max(needs))
    made = (
        f"Regret matching (CFR+), {asked.iterations} iterations a lance at {len(trainer.scores)}"
        f" scores, {asked.buckets} buckets of the hand at most, {asked.deals} deals taken when the"
        f" mus is over, seed {asked.seed}; what is rarer than {LEAST} is left out. `gains`: what"
        " one seat gains by the best answer to what was trained, in stones, where a game begins."
    )
    _write(
        f"{asked.mode}_{asked.kings}.json",
        {
            "made": made,
            "needs": needs,
            "gains": trainer.gains,
            "limits": {lance: trainer.limits(lance) for lance in LANCES},
            "rows": {key_of(*key): _packed(strategy) for key, strategy in plays.items()},
        },
    )
    found = np.round(chances.of[1:, 1:] * LIKELY).astype(">u2").tobytes()
    told = json.loads((HOME / "score.json").read_text("utf-8"))
    told["races"][f"{asked.mode}_{asked.kings}"] = {
        "most": max(needs),
        "chances": b64encode(found).decode(),
    }
    _write("score.json", told)


def main() -> None:
    """Train what is asked for, and write it into the folder of the tables."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m mustutor.players.training")
    parser.add_argument("kings", type=int, choices=sorted(USUAL))
    parser.add_argument("--mode", default="pairs", choices=sorted(PLAYERS))
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--hands", type=int, default=4_000)
    parser.add_argument("--buckets", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
