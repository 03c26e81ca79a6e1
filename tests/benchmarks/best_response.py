"""How much a rival of any stake takes from the trained tables: a local best response.

    python tests/benchmarks/best_response.py 8 --mode pairs --deals 60000

One seat knows the tables of all others and its own four cards. Where it has only passed so far it
may pass, refuse, accept, say órdago, or bet and raise any of `STAKES`, in the tree of the tables or
not; raised after that it sees or refuses for its side, and otherwise it plays by the table. What is
best with each kind of hand is chosen on one half of the deals and measured on the other: a lower
bound of what the worst rival takes, in stones a lance, where a game begins. It needs numpy.
"""

from __future__ import annotations

import argparse

import numpy as np

from mustutor.analysis.training.__main__ import PLAYERS, USUAL
from mustutor.analysis.training.self_play import (
    UNBET,
    HandTable,
    deals,
    hands_with_lance,
    seat_sets,
)
from mustutor.games.mus_family import bot_tables
from mustutor.games.mus_family.bot_tables import LEAST_DEJE, ORDAGO, loaded
from mustutor.games.mus_family.bot_trained import holds_of, rung_chain
from mustutor.games.mus_family.hands import LANCES, VALUED
from mustutor.model.variant import load_variant

STAKES = (2, 3, 4, 5, 7, 8, 10, 12, 15, 20, 25, 30, 38, ORDAGO)
GAME = 41
TARGET = 40
FEWEST = 400


class Worst:
    """The best response of one player to a lance among these sides, over these hands."""

    def __init__(self, tables, table, lance, some, hands, kinds, player) -> None:
        self.sides = tuple([seat % 2 for seat in some])
        self.lance, self.player, self.own = lance, player, self.sides[player]
        self.lance_table = tables.lance(lance, some)
        self.tree = self.lance_table.tree
        places = table.places[lance][hands]
        bucket_of = np.array(
            [tables.bucket(lance, int(place)) if place else 0 for place in table.places[lance]]
        )
        self.buckets = bucket_of[hands]
        side = np.array(self.sides)
        self.wins = side[places.argmin(1)] == self.own
        held = table.values[lance][hands] if lance in VALUED else np.zeros_like(hands)
        mine = side == self.own
        if lance == "punto":
            self.value, self.theirs = held[:, 0], held[:, 0]
        else:
            self.value, self.theirs = held[:, mine].sum(1), held[:, ~mine].sum(1)
        self.kind = hands[:, player]
        self.kinds = kinds
        self.learnt = np.arange(len(hands)) % 2 == 0
        beginning = len(tables.needs) ** 2 - 1
        self._score = ((beginning, 1.0),)
        self._rows: dict[object, np.ndarray] = {}

    def gain(self) -> float:
        every: np.ndarray = np.ones(len(self.kind), np.float32)
        values = [self.value_at(0, every, best=best)[~self.learnt].mean() for best in (True, False)]
        return float(values[0] - values[1])

    def rows(self, talk) -> np.ndarray:
        """The frequencies of actions at a talk: deals by actions."""
        if talk not in self._rows:
            size = self.lance_table.size
            self._rows[talk] = np.array(
                [self.lance_table.row(self._score, talk, bucket) for bucket in range(size)]
            )
        return self._rows[talk][self.buckets[:, talk.queue[0]]]

    def compared(self, stake: int) -> np.ndarray:
        """The stones of the own side where hands are compared for a stake."""
        if stake == ORDAGO:
            return np.where(self.wins, GAME, -GAME)
        return np.where(self.wins, stake + self.value, -stake - self.theirs)

    def refused(self, deje: int, *, own: bool) -> np.ndarray:
        return deje + self.value if own else -deje - self.theirs

    def ending(self, ending) -> np.ndarray:
        if ending.deje:
            return self.refused(ending.deje, own=self.sides[ending.bettor] == self.own)
        return self.compared(ending.rung or UNBET.get(self.lance, 0))

    def value_at(self, number, weight, *, best: bool, passed: bool = True):
        """The value of a moment to the own side, by deal; `weight` is that the others go there."""
        if number < 0:
            return self.ending(self.tree.endings[-1 - number])
        moment = self.tree.moments[number]
        talk = moment.talk
        rows = self.rows(talk)
        own = talk.queue[0] == self.player
        value: np.ndarray = np.zeros(len(self.kind))
        for action, child in enumerate(moment.children):
            if not child or not rows[:, action].any():
                continue
            after = weight if own else weight * rows[:, action]
            stays = passed and not (own and (talk.rung or action))
            value = value + rows[:, action] * self.value_at(child, after, best=best, passed=stays)
        if not (own and best and passed):
            return value
        offers = [value]
        if talk.rung:
            deje = talk.before or LEAST_DEJE
            offers += [self.refused(deje, own=False), self.compared(talk.rung)]
        for stake in STAKES:
            if stake > talk.rung:
                offers.append(self.after_bet(talk, stake, weight))
        return self.chosen(offers, weight)

    def chosen(self, offers, weight):
        """By kind of hand the offer that was best on the deals to learn from.

        Another than the first is taken only where its advantage is beyond two of its errors.
        """
        first, scores = offers[0], [np.zeros(self.kinds)]
        for offer in offers[1:]:
            more = weight * (offer - first) * self.learnt
            sums = np.bincount(self.kind, more, minlength=self.kinds)
            error = np.sqrt(np.bincount(self.kind, more**2, minlength=self.kinds))
            scores.append(np.where(sums > 2 * error, sums, 0))
        choice = np.argmax(scores, 0)[self.kind]
        return np.choose(choice, [np.broadcast_to(offer, choice.shape) for offer in offers])

    def after_bet(self, talk, stake, weight):
        """The value of a bet of any stake: folded, seen, or raised, and then seen or refused."""
        rungs = [talk.rung] if talk.rung else []
        if talk.before:
            rungs.insert(0, talk.before)
        bets = [
            (bot_tables._bet(talk, chain[-1], self.sides), chance)
            for chain, chance in rung_chain([*rungs, stake], holds_of(self.lance), TARGET)
        ]
        left = np.ones(len(self.kind))
        value: np.ndarray = np.zeros(len(self.kind))
        out = talk.out
        for rival in bets[0][0].queue:
            rows: np.ndarray = np.zeros(1)
            for bet, chance in bets:
                queue = bet.queue[bet.queue.index(rival) :]
                rows = rows + chance * self.rows(bet._replace(queue=queue, out=out))
            out = tuple(sorted((*out, rival)))
            here: np.ndarray = left[:, None] * rows
            seen = here[:, 1]
            for action in range(2, rows.shape[1]):
                raised = raise_to(action, stake)
                if stake == ORDAGO or not here[:, action].any():
                    seen = seen + here[:, action]
                    continue
                offers = [self.refused(stake, own=False), self.compared(raised)]
                value = value + here[:, action] * self.chosen(offers, weight * here[:, action])
            value = value + seen * self.compared(stake)
            left = here[:, 0]
        return value + left * self.refused(talk.rung or LEAST_DEJE, own=True)


def raise_to(action: int, stake: int) -> int:
    if action == bot_tables.ALL_IN:
        return ORDAGO
    return max(bot_tables.RUNGS[action - bot_tables.GO], stake + 2)


def worst(kings: int, mode: str, lance: str, some: tuple[int, ...], number: int) -> list[float]:
    """What each player of a lance among these seats takes; nothing where it is too rare."""
    table, tables = HandTable(load_variant(USUAL[kings])), loaded(f"{mode}_{kings}.json")
    hands = hands_with_lance(table, lance, deals(table, PLAYERS[mode], number, 777), some)
    if len(hands) < FEWEST or tables is None or tables.lance(lance, some) is None:
        return []
    players = range(len(some))
    return [
        Worst(tables, table, lance, some, hands, table.number, player).gain() for player in players
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kings", type=int, choices=sorted(USUAL))
    parser.add_argument("--mode", default="pairs", choices=sorted(PLAYERS))
    parser.add_argument("--deals", type=int, default=60_000)
    asked = parser.parse_args()
    name, seats = f"{asked.mode}_{asked.kings}", PLAYERS[asked.mode]
    table = HandTable(load_variant(USUAL[asked.kings]))
    dealt = deals(table, seats, asked.deals, 777)
    whole: list[tuple[float, int]] = []
    for lance in LANCES:
        found = []
        for some in seat_sets(lance, seats, tuple([seat % 2 for seat in range(seats)])):
            gains = worst(asked.kings, asked.mode, lance, some, asked.deals)
            if gains:
                often = len(hands_with_lance(table, lance, dealt, some))
                found.append((max(gains), often))
        if not found:
            continue
        print(f"{name} {lance}: {on_average(found):.3f} stones", flush=True)
        whole += found
    print(f"{name}: the best seat takes {on_average(whole):.3f} stones a lance")


def on_average(found: list[tuple[float, int]]) -> float:
    """What is gained on average, by how often there is that to gain."""
    return sum(gain * often for gain, often in found) / sum(often for _, often in found)


if __name__ == "__main__":
    main()
