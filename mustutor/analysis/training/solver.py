"""Solving a lance by regret matching: vector CFR+, with the sides in turn.

`Solver` works on arrays over all scores, all moments of the betting tree, and all buckets of hands
at once; the average strategy is weighted by iteration. `payoffs` sums what a lance pays, as an
array over the buckets of the first side by those of the other. `in_stones` and `in_chances` value
the endings in stones or in the chance to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mustutor.analysis.training.self_play import UNBET, CountedChances, HandTable, PlayedHands
from mustutor.games.mus_family.bot_tables import ACTIONS, ORDAGO, Tree, TreeEnding
from mustutor.games.mus_family.hands import PLAYED, VALUED


class LancePayoffs(NamedTuple):
    """Sums over deals, each an array of one side's buckets by the other's.

    `first` and `other` are the numbers of each side's players, in speaking order; `size` is the
    number of buckets. `dealt` is the probability of the buckets, `wins` that of deals in which the
    first side has the best hand; `won` and `lost` are the values paid there to either side, `own`
    and `theirs` those paid without a comparison.
    """

    first: tuple[int, ...]
    other: tuple[int, ...]
    size: int
    dealt: Any
    wins: Any
    won: Any
    lost: Any
    own: Any
    theirs: Any


def payoffs(
    table: HandTable, lance: str, hands: Any, seen: Any, sides: Sequence[int], size: int = 0
) -> LancePayoffs:
    """Sum a lance over deals; `hands` are those of the seats that have it.

    `seen` is what each of them knows, from 0 to `size`: the bucket of their own hand.
    """
    import numpy as np

    players = range(len(sides))
    first = tuple([player for player in players if sides[player] == sides[0]])
    other = tuple([player for player in players if sides[player] != sides[0]])
    size = size or int(seen.max()) + 1
    places = table.places[lance][hands]
    wins = np.isin(places.argmin(1), first)  # among equal hands the first to speak wins
    held = table.values[lance][hands] if lance in VALUED else np.zeros_like(hands)
    if lance == "punto":  # one hand is paid, of either side
        own = theirs = held[:, 0]
    else:
        own, theirs = held[:, list(first)].sum(1), held[:, list(other)].sum(1)
    cell: Any = np.zeros(len(hands), np.int64)
    for player in (*first, *other):
        cell = cell * size + seen[:, player]
    shape = (size ** len(first), size ** len(other))

    def summed(weights: Any) -> Any:
        found = np.bincount(cell, weights, minlength=shape[0] * shape[1])
        return (found / max(len(hands), 1)).reshape(shape).astype(np.float32)

    return LancePayoffs(
        first,
        other,
        size,
        summed(np.ones(len(hands))),
        summed(wins),
        summed(wins * own),
        summed(~wins * theirs),
        summed(own),
        summed(theirs),
    )


GAME = 41.0
"""The worth of an accepted órdago in stones, at the start of a game."""
STEP = 3
"""The stones over which the effect of one more stone of value is measured."""


def in_stones(tree: Tree, lance: str) -> EndingWorth:
    """The endings valued in stones, as at the start of a game."""
    import numpy as np

    gains = [
        GAME if _is_accepted_ordago(ending) else gain(ending, lance) for ending in tree.endings
    ]
    win = np.array([gains], np.float32)
    more = np.array(
        [[float(not _is_accepted_ordago(ending)) for ending in tree.endings]], np.float32
    )
    return EndingWorth(win, more, -win, -more)


def in_chances(
    tree: Tree,
    lance: str,
    score: tuple[int, int],
    chances: CountedChances,
    hands: PlayedHands,
    *,
    mano_first: bool,
) -> EndingWorth:
    """The endings valued in the chance to win at a score, other lances as played there.

    `score` is what the first side needs and what the other needs, after the dejes of earlier
    lances; `mano_first` says whether the lance's first side is mano's.
    """
    import numpy as np

    place = PLAYED.index("juego" if lance == "punto" else lance)
    open_still = (hands.ordago < 0) | (hands.when > place)
    if not open_still.any():  # near the end an órdago may be said in every hand
        open_still = ~open_still
    items, ordago = hands.items[open_still].astype(np.int64), hands.ordago[open_still]
    items[:, : place + 1] = 0
    items[:, len(PLAYED) + place] = 0
    known: dict[tuple[int, ...], float] = {}

    def chance(own: int, other: int, side: int, deje: int, counted: int) -> float:
        """The first side's chance when a side gains these stones, at once and at the count."""
        key = own, other, side, deje, counted
        if key not in known:
            mano = side if mano_first else 1 - side
            here = items.copy()
            here[:, place, mano], here[:, len(PLAYED) + place, mano] = deje, counted
            needs = np.array([own, other] if mano_first else [other, own])
            found = chances.after(here.cumsum(1), ordago, needs)
            known[key] = found if mano_first else 1 - found
        return known[key]

    def worth_of(own: int, other: int, ending: TreeEnding, side: int) -> tuple[float, float]:
        if _is_accepted_ordago(ending):
            return float(side == 0), 0.0
        counted = 0 if ending.deje else gain(ending, lance)
        here = chance(own, other, side, ending.deje, counted)
        if lance not in VALUED:
            return here, 0.0
        on = chance(own, other, side, ending.deje, counted + STEP)
        return here, (on - here) / STEP

    rows = [[worth_of(*score, ending, side) for ending in tree.endings] for side in (0, 1)]
    made = np.array(rows, np.float32)  # axes: gaining side, ending, (worth, change per stone)
    return EndingWorth(made[0, ..., 0], made[0, ..., 1], made[1, ..., 0], made[1, ..., 1])


def gain(ending: TreeEnding, lance: str) -> int:
    """The stones an ending moves, besides the value of hands."""
    return ending.deje or ending.rung or UNBET.get(lance, 0)


def _is_accepted_ordago(ending: TreeEnding) -> bool:
    return ending.rung == ORDAGO and not ending.deje


HARDLY = 1e-5
"""The least weight of a moment in the average. One that the own actions never reach
counts a little too, so that play there is sensible if it is reached all the same."""

TREMBLE = 0.03
"""The share of random actions in training.

Without it nothing is learnt at moments that good play never reaches, but people do reach them:
tables trained so win 62 games in a hundred of those who bet on their odds, tables without 57."""


ROUNDS = 2
"""How often partners adapt to each other."""
WORTHWHILE = 3e-6
"""The least gain, in games a lance, for which a hand is played as another one."""


class EndingWorth(NamedTuple):
    """The worth of each ending to the first side: arrays of scores by endings.

    `win` and `lose` are the worth if the first side, or the other, gains the stake or the deje;
    `win_more` and `lose_more` the change for each stone of the hands' own value.
    """

    win: Any
    win_more: Any
    lose: Any
    lose_more: Any


class Solver:
    """The solver of a lance among the seats that have it, at several scores in parallel."""

    def __init__(self, tree: Tree, pays: LancePayoffs, worth: EndingWorth) -> None:
        import numpy as np

        self.tree, self.pays, self.worth = tree, pays, worth
        self.players = (*pays.first, *pays.other)
        self.scores = len(worth.win)
        moments, endings = tree.moments, tree.endings
        self.number = len(moments)
        children = np.array([moment.children for moment in moments])
        self.allowed = children != 0
        # Endings are numbered after the moments.
        self.children = np.where(children < 0, self.number - 1 - children, children)
        self.speaks = np.array([moment.talk.queue[0] for moment in moments])
        depths = np.array([moment.depth for moment in moments])
        self.levels = [np.flatnonzero(depths == depth) for depth in range(depths.max() + 1)]
        firsts = [ending.bettor in pays.first for ending in endings]
        refused = np.array([ending.deje > 0 for ending in endings])
        to_first = np.array(firsts) & refused
        self.groups = [
            (
                np.flatnonzero(~refused),
                (pays.wins, pays.won, pays.dealt - pays.wins, pays.lost),
                (worth.win, worth.win_more, worth.lose, worth.lose_more),
            ),
            (np.flatnonzero(to_first), (pays.dealt, pays.own), (worth.win, worth.win_more)),
            (
                np.flatnonzero(refused & ~to_first),
                (pays.dealt, pays.theirs),
                (worth.lose, worth.lose_more),
            ),
        ]
        shape = (self.scores, self.number, pays.size, ACTIONS)
        self.regrets: Any = np.zeros(shape, np.float32)
        self.average: Any = np.zeros(shape, np.float32)
        self.uniform = (self.allowed / self.allowed.sum(1)[:, None]).astype(np.float32)

    def stone(self) -> float:
        """The worth of a stone at the last score, the start of a game."""
        dejes = [ending.deje for ending in self.tree.endings]
        one, other = (float(self.worth.win[-1, dejes.index(deje)]) for deje in (1, 5))
        return (other - one) / 4

    def run(self, iterations: int) -> None:
        """Run more iterations."""
        for number in range(1, iterations + 1):
            for side in (self.pays.first, self.pays.other):
                self._update(side, number)

    def strategy(self) -> Any:
        """The average strategy: scores by moments by buckets by actions."""
        return self._normal(self.average)

    def gains(self, plays: Any = None) -> Any:
        """The gain of one seat's best response to a strategy: scores by players.

        `plays` defaults to the average strategy.
        """
        import numpy as np

        plays = self.strategy() if plays is None else plays
        found: Any = np.zeros((self.scores, len(self.players)))
        for side in (self.pays.first, self.pays.other):
            reach = self._reach(plays)
            for player in side:
                values = self._values(reach, side, plays, player)
                best = self._values(reach, side, plays, player, best=True)
                found[:, player] = (best - values)[:, 0].sum(-1)
        return found

    def _normal(self, weights: Any) -> Any:
        import numpy as np

        whole = weights.sum(-1, keepdims=True)
        return np.where(whole > 0, weights / np.where(whole > 0, whole, 1), self.uniform[:, None])

    def _update(self, side: tuple[int, ...], weight: int) -> None:
        import numpy as np

        plays = self._normal(self.regrets)
        reach = self._reach((1 - TREMBLE) * plays + TREMBLE * self.uniform[:, None])
        for player in side:
            values, actions = self._values_and_actions(reach, side, plays, player)
            own = self.speaks == player
            grown = self.regrets[:, own] + (actions - values[:, : self.number, :, None])[:, own]
            grown = np.maximum(grown, 0)
            self.regrets[:, own] = grown * self.allowed[own][:, None]
            mine = reach[player][:, : self.number][:, own]
            self.average[:, own] += weight * (mine + HARDLY)[..., None] * plays[:, own]

    def _reach(self, plays: Any) -> Any:
        """The probability that a player's own actions reach a moment or ending, by bucket."""
        import numpy as np

        whole = self.number + len(self.tree.endings)
        reach: Any = np.ones((len(self.players), self.scores, whole, self.pays.size), np.float32)
        for level in self.levels:
            for action in range(ACTIONS):
                here = level[self.allowed[level, action]]
                if not len(here):
                    continue
                child = self.children[here, action]
                passed = reach[:, :, here]
                for player in range(len(self.players)):
                    own = self.speaks[here] == player
                    passed[player][:, own] *= plays[..., action][:, here[own]]
                reach[:, :, child] = passed
        return reach

    def _at_endings(self, reach: Any, side: tuple[int, ...], player: int) -> Any:
        """The worth of the endings to a player, by bucket, given the others' strategies."""
        import numpy as np

        pays, size = self.pays, self.pays.size
        mine = side == pays.first
        found: Any = np.zeros((self.scores, len(self.tree.endings), size), np.float32)
        for which, tensors, worths in self.groups:
            places: Any = which + self.number
            rivals = _outer(
                [reach[other][:, places] for other in (pays.other if mine else pays.first)]
            )
            stacked = np.concatenate([tensor if mine else tensor.T for tensor in tensors])
            flat = rivals.reshape(-1, rivals.shape[-1]) @ stacked.T
            parts = flat.reshape(self.scores, len(which), len(tensors), -1)
            worth = np.stack([worth[:, which] for worth in worths], 2)
            values = (parts * worth[..., None]).sum(2)
            values = values.reshape(self.scores, len(which), *[size] * len(side))
            for place in reversed(range(len(side))):
                if side[place] == player:
                    continue
                partner = reach[side[place]][:, places]
                shape = [self.scores, len(which), *[1] * (values.ndim - 2)]
                shape[2 + place] = size
                values = (values * partner.reshape(shape)).sum(2 + place)
            found[:, which] = values if mine else -values
        return found

    def _values_and_actions(
        self, reach: Any, side: tuple[int, ...], plays: Any, player: int, *, best: bool = False
    ) -> Any:
        import numpy as np

        whole = self.number + len(self.tree.endings)
        values: Any = np.zeros((self.scores, whole, self.pays.size), np.float32)
        values[:, self.number :] = self._at_endings(reach, side, player)
        actions: Any = np.zeros((self.scores, self.number, self.pays.size, ACTIONS), np.float32)
        for level in reversed(self.levels):
            made = values[:, self.children[level]].swapaxes(2, 3)
            made = np.where(self.allowed[level][:, None], made, 0)
            own = (self.speaks[level] == player)[:, None]
            if best:
                chosen = np.where(self.allowed[level][:, None], made, -np.inf).max(-1)
            else:
                chosen = (made * plays[:, level]).sum(-1)
            values[:, level] = np.where(own, chosen, made.sum(-1))
            actions[:, level] = made
        return values, actions

    def _values(
        self, reach: Any, side: tuple[int, ...], plays: Any, player: int, *, best: bool = False
    ) -> Any:
        return self._values_and_actions(reach, side, plays, player, best=best)[0]

    def beside(self, rows: Any) -> Any:
        """The bucket that each type of hand is played as at each moment, while rivals play `rows`.

        A type is the bucket of the own hand times the number of things that a partner can show,
        plus what is shown; `rows` are a strategy without that, by scores, moments, buckets. What
        would have been better without a signal as well does not count: that is no worth of the
        signal, but a hole in the strategy of the others.
        """
        import numpy as np

        kept = self.pays.size // rows.shape[2]
        played: Any = np.arange(self.pays.size) // kept + np.zeros((*rows.shape[:2], 1), int)
        deaf = np.take_along_axis(rows, played[..., None], 2)
        for side in (self.pays.first, self.pays.other):
            for player in side * ROUNDS:
                here = np.take_along_axis(rows, played[..., None], 2)
                here = np.where(np.isin(self.speaks, side)[:, None, None], here, deaf)
                endings = self._at_endings(self._reach(here), side, player)
                self._adapt(rows, played, endings, player)
        return played

    def _adapt(self, rows: Any, played: Any, endings: Any, player: int) -> None:
        """Let a player play each type as the bucket that is best for it."""
        import numpy as np

        size, own = self.pays.size, np.arange(self.pays.size) * rows.shape[2] // self.pays.size
        values = np.concatenate(
            [np.zeros((self.scores, self.number, size), np.float32), endings], 1
        )
        dealt = self.pays.dealt.reshape((size,) * len(self.players))
        others = {*range(len(self.players))} - {self.players.index(player)}
        often = dealt.sum(tuple(others)).reshape(rows.shape[2], -1, 1)
        share = often / np.maximum(often.sum(1, keepdims=True), 1e-9)
        for level in reversed(self.levels):
            made = values[:, self.children[level]].swapaxes(2, 3)
            made = np.where(self.allowed[level][:, None], made, 0)
            values[:, level] = made.sum(-1)
            moments = level[mine := self.speaks[level] == player]
            gains = made[:, mine] @ rows[:, moments].swapaxes(2, 3)
            anyhow = gains.reshape(*gains.shape[:2], *share.shape[:2], rows.shape[2]).sum(3)
            anyhow = np.maximum(anyhow - anyhow.diagonal(0, 2, 3)[..., None], 0)
            counts = gains - (anyhow[..., None, :] * share).reshape(gains.shape)
            better = counts.max(-1) > counts[:, :, np.arange(size), own] + WORTHWHILE
            chosen = played[:, moments] = np.where(better, counts.argmax(-1), own)
            values[:, moments] = np.take_along_axis(gains, chosen[..., None], 3)[..., 0]


def _outer(reaches: list[Any]) -> Any:
    """The product over players, with all buckets on one axis: scores by endings by buckets."""
    found = reaches[0]
    for reach in reaches[1:]:
        found = (found[..., :, None] * reach[..., None, :]).reshape(*found.shape[:2], -1)
    return found
