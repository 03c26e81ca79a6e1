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

from mustutor.analysis.training.self_play import (
    Able,
    CountedChances,
    HandTable,
    PlayedHands,
    Solved,
    buckets,
    deals,
    hands_with_lance,
    play_deals,
    seat_sets,
)
from mustutor.analysis.training.solver import (
    EndingWorth,
    Solver,
    in_chances,
    in_stones,
    payoffs,
)
from mustutor.base.json_text import loads
from mustutor.games.mus_family.bot_lances import TELLING, shown_of
from mustutor.games.mus_family.bot_tables import (
    ACTIONS,
    LIKELY,
    NEEDS,
    SURE,
    Tree,
    interpolated_scores,
    key_of,
    loaded,
    tree_of,
)
from mustutor.games.mus_family.hands import LANCES
from mustutor.games.mus_family.odds_count import kinds_of
from mustutor.games.mus_family.signals import signal_list
from mustutor.model.cards import Card
from mustutor.model.variant import load_variant

HOME = Path(__file__).resolve().parents[2] / "games" / "mus_family" / "trained"
USUAL = {8: "fournier", 4: "navarra"}
"""A rulebook for each number of kings."""
PLAYERS = {"pairs": 4, "trios": 6, "individual_2": 2}
"""How many sit at a table, by how they play."""
MOST = 40
"""Stones needed where a game begins."""
LOG = logging.getLogger(__name__)


Worth = Callable[[Tree, str, Able], EndingWorth]
"""What makes the worth of the endings of a lance among some seats."""


class Trainer:
    """The training state of one deck."""

    def __init__(
        self,
        kings: int,
        mode: str,
        needs: Sequence[int],
        number: int,
        size: int,
        seed: int,
        least: float = 0.2,
    ) -> None:
        self.seed, self.needs, self.least = seed, needs, least
        self.sides = tuple([seat % 2 for seat in range(PLAYERS[mode])])
        self.scores = tuple(product(needs, needs))
        self.table = HandTable(load_variant(USUAL[kings]))
        self.dealt = deals(self.table, len(self.sides), number, seed)
        self.buckets = {lance: buckets(self.table, lance, self.dealt, size) for lance in LANCES}
        self.gains: dict[str, float] = {}

    def lances(self) -> Iterator[tuple[str, Able, Any]]:
        """Every lance with every set of seats that may bet on it, and their hands."""
        for lance in LANCES:
            for some in seat_sets(lance, len(self.sides), self.sides):
                yield lance, some, hands_with_lance(self.table, lance, self.dealt, some)

    def solver(self, lance: str, some: Able, hands: Any, worth: Worth) -> Solver:
        """The solver of a lance among these seats over deals."""
        sides = tuple([self.sides[seat] for seat in some])
        tree, bucket = tree_of(sides), self.buckets[lance]
        return Solver(
            tree, payoffs(self.table, lance, hands, bucket[hands], sides), worth(tree, lance, some)
        )

    def solve(self, worth: Worth, iterations: int) -> dict[tuple[str, Able], Any]:
        """The solved strategies by lance and seats, at each score; `worth` values the endings."""
        found = {}
        for lance, some, hands in self.lances():
            solver = self.solver(lance, some, hands, worth)
            if not len(hands):  # so rare that it was never dealt: there is no table for it
                found[lance, some] = solver.strategy()
                continue
            solver.run(iterations)
            gains = solver.gains().max(1)
            key = key_of(lance, some)
            self.gains[key] = round(float(gains[-1]) / solver.stone(), 3)
            LOG.info("%s: the best answer of a seat gains %s stones", key, self.gains[key])
            found[lance, some] = solver.strategy()
        return found

    def hands(self, plays: Mapping[tuple[str, Able], Any], score: int, number: int) -> PlayedHands:
        """Hands that the strategies play against themselves, at the score of this index."""
        solved = {}
        for (lance, some), strategy in plays.items():
            own, other = self.scores[score][:: 1 if self.sides[some[0]] == 0 else -1]
            tree = tree_of(tuple([self.sides[seat] for seat in some]))
            place = self.scores.index((own, other)) if len(strategy) > 1 else 0
            solved[lance, some] = Solved(tree, _without_rare_actions(strategy[place], self.least))
        dealt = deals(self.table, len(self.sides), number, self.seed + 1)
        return play_deals(self.table, dealt, self.buckets, solved, self.sides, self.seed + 2)

    def limits(self, lance: str) -> list[int]:
        """The worst place in each bucket of a lance, from the best bucket."""
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
        """The worth of a lance's endings at every score, from the hands played there."""
        import numpy as np

        first = self.sides[some[0]] == 0
        parts = []
        for place, score in enumerate(self.scores):
            here = hands[place if first else self.scores.index(score[::-1])]
            parts.append(in_chances(tree, lance, score, chances, here, mano_first=first))
        return EndingWorth._make(map(np.stack, zip(*parts, strict=True)))


def _without_rare_actions(strategy: Any, least: float) -> Any:
    """The strategy as played: without actions rarer than `least`, in units of `1 / SURE`."""
    import numpy as np

    bound = np.minimum(least, strategy.max(-1, keepdims=True))
    kept = np.where(strategy < bound, 0, strategy)
    return np.round(kept / kept.sum(-1, keepdims=True) * SURE)


def _packed(strategy: Any, least: float) -> str:
    """The strategy as compressed bytes in base 85."""
    return b85encode(
        compress(_without_rare_actions(strategy, least).astype("u1").tobytes(), 9)
    ).decode()


def _write(name: str, told: object) -> None:
    (HOME / name).write_text(json.dumps(told, indent=2) + "\n", "utf-8")


def _flat(tree: Tree, lance: str, _: Able) -> EndingWorth:
    return in_stones(tree, lance)


def train(asked: argparse.Namespace) -> None:
    """Train the tables of a deck, and write them with the chances of winning."""
    needs = NEEDS[asked.mode]
    trainer = Trainer(
        asked.kings, asked.mode, needs, asked.deals, asked.buckets, asked.seed, asked.least
    )
    LOG.info("in stones:")
    plays = trainer.solve(_flat, asked.iterations)
    hands = trainer.hands(plays, 0, asked.hands)
    every = [hands] * len(trainer.scores)
    chances = CountedChances([hands], lambda *_: ((0, 1.0),), max(needs))
    for turn in (asked.iterations // 2, asked.iterations):
        LOG.info("in the chance of winning:")
        plays = trainer.solve(partial(trainer.at_scores, chances, every), turn)
        scores = range(len(trainer.scores))
        every = [trainer.hands(plays, score, asked.hands) for score in scores]
        chances = CountedChances(every, partial(interpolated_scores, needs), max(needs))
    _write_race(f"{asked.mode.partition('_')[0]}_{asked.kings}", chances)
    made = (
        f"Regret matching (CFR+), {asked.iterations} iterations a lance at {len(trainer.scores)}"
        f" scores, {asked.buckets} buckets of the hand at most, {asked.deals} deals taken when the"
        f" mus is over, seed {asked.seed}; what is rarer than {asked.least} is left out."
        " `gains`: what one seat gains by the best answer to what was trained, in stones,"
        " where a game begins."
    )
    _write(
        f"{asked.mode}_{asked.kings}.json",
        {
            "made": made,
            "needs": needs,
            "gains": trainer.gains,
            "limits": {lance: trainer.limits(lance) for lance in LANCES},
            "rows": {
                key_of(*key): _packed(strategy, trainer.least) for key, strategy in plays.items()
            },
        },
    )


def listen(asked: argparse.Namespace) -> None:
    """Add to the tables of pairs how a hand is played beside what the partner shows."""
    import numpy as np

    needs, name = NEEDS[asked.mode], f"{asked.mode}_{asked.kings}.json"
    trainer = Trainer(asked.kings, asked.mode, needs, asked.deals, asked.buckets, asked.seed)
    tables, table = loaded(name), trainer.table
    assert tables is not None, "tables come first"
    plays: dict[tuple[str, Able], Any] = {}
    for lance, some, _ in trainer.lances():
        solved = tables.lance(lance, some)
        assert solved is not None, "every lance has a table"
        assert trainer.limits(lance) == tables.limits[lance], "the deals are those of the tables"
        shape = len(trainer.scores), len(solved.tree.moments), solved.size, ACTIONS
        rows = np.frombuffer(solved.rows, np.uint8).reshape(shape).astype(np.float32)
        plays[lance, some] = rows / rows.sum(-1, keepdims=True)
    every = [trainer.hands(plays, score, asked.hands) for score in range(len(trainer.scores))]
    chances = CountedChances(every, partial(interpolated_scores, needs), max(needs))
    signals, kinds = signal_list(USUAL[8]).values(), kinds_of(load_variant(USUAL[asked.kings]))
    told, beside = loads((HOME / name).read_bytes()), {}

    def shown(lance: str, cards: Sequence[Card]) -> int:
        return shown_of(lance, [one.id for one in signals if one.holds_for(cards, kinds.ranking)])

    for lance, some, hands in trainer.lances():
        if len(some) == 2:
            continue
        shows, kept = [shown(lance, kind.cards) for kind in kinds.hands], len(TELLING[lance]) + 1
        seen, sides = trainer.buckets[lance][hands] * kept, [seat % 2 for seat in some]
        for place, seat in enumerate(some):
            if (seat + 2) % 4 in some:
                seen[:, place] += np.array(shows)[hands[:, some.index((seat + 2) % 4)]]
        tree, rows = tree_of(tuple(sides)), plays[lance, some]
        pays = payoffs(table, lance, hands, seen, sides, rows.shape[2] * kept)
        worth = trainer.at_scores(chances, every, tree, lance, some)
        played = Solver(tree, pays, worth).beside(rows)
        packed = compress(played.astype("u1").tobytes(), 9)
        beside[key_of(lance, some)] = b85encode(packed).decode()
    _write(name, told | {"beside": beside})


def _write_race(name: str, chances: CountedChances) -> None:
    import numpy as np

    found = np.round(chances.of[1:, 1:] * LIKELY).astype(">u2").tobytes()
    told = json.loads((HOME / "score.json").read_text("utf-8"))
    told["races"][name] = {"most": len(chances.of) - 1, "chances": b64encode(found).decode()}
    _write("score.json", told)


def main() -> None:
    """Train by the command line's arguments, and write into the folder of the tables."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m mustutor.analysis.training")
    parser.add_argument("kings", type=int, choices=sorted(USUAL))
    parser.add_argument("--mode", default="pairs", choices=sorted(PLAYERS))
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--iterations", type=int, default=70)
    parser.add_argument("--hands", type=int, default=4_000)
    parser.add_argument("--buckets", type=int, default=8)
    parser.add_argument("--least", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--signals", action="store_true")
    asked = parser.parse_args()
    (listen if asked.signals else train)(asked)


if __name__ == "__main__":
    main()
