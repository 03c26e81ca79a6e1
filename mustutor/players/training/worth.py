"""What the endings of a lance are worth: in stones, or in the chance of winning at many scores."""

from __future__ import annotations

from mustutor.games.mus_family.lances import PLAYED, VALUED
from mustutor.players.training.regret import EndingWorth
from mustutor.players.training.selfplay import UNBET, CountedChances, PlayedHands
from mustutor.players.tree import ORDAGO, Tree, TreeEnding

GAME = 41.0
"""An accepted órdago in stones, where nobody has any."""
STEP = 3
"""Over so many stones it is told what one more of a hand's own value changes."""


def in_stones(tree: Tree, lance: str) -> EndingWorth:
    """Every stone alike, as where the game has just begun."""
    import numpy as np

    gains = [GAME if _dared(ending) else gain(ending, lance) for ending in tree.endings]
    win = np.array([gains], np.float32)
    more = np.array([[float(not _dared(ending)) for ending in tree.endings]], np.float32)
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
    """The chance of winning at a score, the other lances as they were played there.

    `score` is what the first side needs and what the other needs, dejes of the lances before
    taken already; `mano_first` says whether the first side of the lance is that of mano.
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
        """The chance of the first side when one of both gains so much, at once and at the count."""
        key = own, other, side, deje, counted
        if key not in known:
            mano = side if mano_first else 1 - side
            here = items.copy()
            here[:, place, mano], here[:, len(PLAYED) + place, mano] = deje, counted
            needs = np.array([own, other] if mano_first else [other, own])
            found = chances.after(here.cumsum(1), ordago, needs)
            known[key] = found if mano_first else 1 - found
        return known[key]

    def told(own: int, other: int, ending: TreeEnding, side: int) -> tuple[float, float]:
        if _dared(ending):
            return float(side == 0), 0.0
        counted = 0 if ending.deje else gain(ending, lance)
        here = chance(own, other, side, ending.deje, counted)
        if lance not in VALUED:
            return here, 0.0
        on = chance(own, other, side, ending.deje, counted + STEP)
        return here, (on - here) / STEP

    rows = [[told(*score, ending, side) for ending in tree.endings] for side in (0, 1)]
    made = np.array(rows, np.float32)  # who gains, endings, worth and more of it
    return EndingWorth(made[0, ..., 0], made[0, ..., 1], made[1, ..., 0], made[1, ..., 1])


def gain(ending: TreeEnding, lance: str) -> int:
    """The stones an ending moves, beside what hands are worth."""
    return ending.deje or ending.rung or UNBET.get(lance, 0)


def _dared(ending: TreeEnding) -> bool:
    return ending.rung == ORDAGO and not ending.deje
