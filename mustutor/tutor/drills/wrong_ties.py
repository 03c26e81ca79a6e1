"""Wrong rules about equal hands: who wins a tie, and whether anybody does."""

from __future__ import annotations

from mustutor.games.mus_family.ranking import ranking_of
from mustutor.language import mark
from mustutor.tutor.drills.skill import WrongRule
from mustutor.tutor.drills.sortkeys import Key, LaidHands, answered

NOBODY = "none"


def _right_keys(laid: LaidHands) -> dict[str, Key]:
    place = ranking_of(laid.variant.rules).place
    found = {seat: place(laid.lance, hand) for seat, hand in laid.hands}
    return {seat: (at,) if at else None for seat, at in found.items()}


def _dealer_wins(laid: LaidHands) -> str:
    return answered(laid, _right_keys(laid), last_wins=True)


def _split(laid: LaidHands) -> str:
    keys = [key for key in _right_keys(laid).values() if key is not None]
    return NOBODY if keys.count(min(keys)) > 1 else ""


def _by_suits(laid: LaidHands) -> str:
    """Equal hands: who has the better suits, coins first, wins."""
    right = _right_keys(laid)
    keys: dict[str, Key] = {}
    for seat, hand in laid.hands:
        key = right[seat]
        suits = sorted("oceb".index(card.suit) for card in hand)
        keys[seat] = None if key is None else (*key, *suits)
    return answered(laid, keys)


def _by_grande_then(laid: LaidHands) -> str:
    place = ranking_of(laid.variant.rules).place
    keys: dict[str, Key] = {}
    for seat, hand in laid.hands:
        at = place(laid.lance, hand)
        keys[seat] = (at, place("grande", hand)) if at else None
    return answered(laid, keys)


DEALER_WINS = WrongRule(
    "dealer_wins_ties",
    mark(
        "In your answer the last to speak wins the tie. It is the other way round: of equal hands "
        "the one nearer to mano wins, and mano before everybody."
    ),
    _dealer_wins,
)
TIES = (
    DEALER_WINS,
    WrongRule(
        "tie_is_split",
        mark(
            "In your answer equal hands share the lance, or nobody has it. A lance is never "
            "shared: of equal hands the one nearer to mano wins."
        ),
        _split,
    ),
    WrongRule(
        "suits_decide",
        mark(
            "In your answer the better suit decides. Suits mean nothing: of equal hands mano's "
            "wins."
        ),
        _by_suits,
    ),
    WrongRule(
        "grande_breaks_ties",
        mark(
            "In your answer the higher cards break the tie. Only what counts in the lance is "
            "compared; where that is equal, the hand nearer to mano wins."
        ),
        _by_grande_then,
    ),
    WrongRule(
        "mano_always_wins",
        mark("In your answer mano wins whatever he has. Being mano helps only among equal hands."),
        lambda laid: laid.seats[0],
    ),
)
