"""A movement of stones with its evidence, for programs: the same in every language."""

from __future__ import annotations

from itertools import pairwise

from mustutor.games.mus_family.ranking import Ranking
from mustutor.ledger import Because, Compared, Entry, Held, Ruling, Staked, Unanswered


def movement(entry: Entry, ranking: Ranking) -> dict[str, object]:
    """The entry as records write it, and under `because` what it rests on.

    Compared hands come best first, with what puts each below the one before: the `reason`,
    the `position` of the deciding card (from 1, in the order of the lance), and whether only
    mano's order separated them.
    """
    return {**entry.as_json(), "because": _because(entry.because, ranking)}


def _because(because: Because, ranking: Ranking) -> dict[str, object]:
    match because:
        case Ruling():
            said = str(because.call).partition(" ")[2]
            return {**because._asdict(), "call": {"seat": because.call.seat, "said": said}}
        case Compared():
            return _compared(because, ranking)
        case Held():
            written: dict[str, object] = {
                "seat": because.seat,
                "cards": list(because.cards),
                "figure": because.figure,
                "due": because.due,
            }
            if because.compared is not None:
                written["compared"] = _compared(because.compared, ranking)
            return written
        case Staked():
            return {**because._asdict(), "all_in": because.all_in}
        case Unanswered():
            return because._asdict()


def _compared(compared: Compared, ranking: Ranking) -> dict[str, object]:
    hands = compared.hands
    separations = [
        ranking.separate(compared.lance, above, below) for above, below in pairwise(hands)
    ]
    return {
        "seats": list(compared.seats),
        "hands": [list(ranking.sorted(compared.lance, hand)) for hand in hands],
        "separations": [
            {name: thing for name, thing in separation._asdict().items() if thing}
            for separation in separations
        ],
    }
