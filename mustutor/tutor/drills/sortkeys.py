"""What hands are to somebody who plays by other rules: keys to order them by, the best first.

Written apart from the engine, and of plain ranks, so that any belief can be put together: which
rank a card plays as, how a lance compares, who wins a tie. The smallest key is the best hand;
None is a hand that has nothing in the lance. The wrong rules about equal hands stand below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from mustutor.games.mus_family.ranking import ranking_of
from mustutor.language import mark
from mustutor.position import Hand
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills.drill import WrongRule
from mustutor.variant import Variant

HEIGHTS = {rank: height for height, rank in enumerate("A234567SCR")}
CLASSES = ("duples", "medias", "par")
BEST_JUEGOS = (31, 32)
LEAST_JUEGO = 31

Ranks = tuple[str, ...]
Key = tuple[int, ...] | None
Compare = Callable[[Ranks], Key]


def ranks_of(variant: Variant, hand: Hand, believed: Mapping[str, str] | None = None) -> Ranks:
    """The ranks the cards of a hand play as; of some printed ranks, what is believed of them."""
    effective = ranking_of(variant.rules).effective
    said = believed or {}
    return tuple([said.get(card.rank) or effective(card) for card in hand])


def points_of(ranks: Ranks) -> int:
    """What ranks add up to.

    >>> points_of(("R", "7", "A", "S"))
    28
    """
    return sum(10 if rank in "SCR" else HEIGHTS[rank] + 1 for rank in ranks)


def grande(ranks: Ranks) -> Key:
    """From the highest card down."""
    return tuple(sorted([-HEIGHTS[rank] for rank in ranks]))


def chica(ranks: Ranks) -> Key:
    """From the lowest card up."""
    return tuple(sorted([HEIGHTS[rank] for rank in ranks]))


def kind_of(ranks: Ranks) -> tuple[str, Ranks]:
    """The pares of some ranks, and which they are made of, the highest first; nothing for none.

    >>> kind_of(("7", "R", "7", "R")), kind_of(("7", "7", "7", "7")), kind_of(("A", "2", "3", "4"))
    (('duples', ('R', '7')), ('duples', ('7', '7')), ('', ()))
    """
    alike = [(rank, number) for rank, number in Counter(ranks).items() if number > 1]
    alike.sort(key=lambda pair: -HEIGHTS[pair[0]])
    made = tuple([rank for rank, number in alike for _ in range(number // 2)])
    if len(made) == 2:
        return "duples", made
    if not alike:
        return "", ()
    return ("medias" if alike[0][1] == 3 else "par"), made


def pares(ranks: Ranks) -> Key:
    """Duples over medias over par, the higher ranks first."""
    kind, made = kind_of(ranks)
    return (CLASSES.index(kind), *[-HEIGHTS[rank] for rank in made]) if kind else None


def juego(ranks: Ranks) -> Key:
    """31, then 32, then 40 and down."""
    return juego_of(points_of(ranks))


def juego_of(points: int) -> Key:
    """The place of a total among juegos; a total nobody ever has stands where it would."""
    if points < LEAST_JUEGO:
        return None
    return (BEST_JUEGOS.index(points),) if points in BEST_JUEGOS else (len(BEST_JUEGOS), -points)


def punto(ranks: Ranks) -> Key:
    """The more points, the better; who has juego has no punto."""
    points = points_of(ranks)
    return (-points,) if points < LEAST_JUEGO else None


KEYS: Mapping[str, Compare] = {
    "grande": grande,
    "chica": chica,
    "pares": pares,
    "juego": juego,
    "punto": punto,
}


def in_order(keys: Sequence[tuple[str, Key]], *, last_wins: bool) -> list[str]:
    """Put seats in order by their keys, the best first; those with none are left out.

    Equal ones stay in speaking order, or the other way round where the last is believed to win.

    >>> in_order([("A", (2,)), ("B", (1,)), ("C", None), ("D", (1,))], last_wins=True)
    ['D', 'B', 'A']
    """
    having = [(key, place, seat) for place, (seat, key) in enumerate(keys) if key is not None]
    having.sort(key=lambda one: (one[0], -one[1] if last_wins else one[1]))
    return [seat for _, _, seat in having]


class LaidHands(NamedTuple):
    """Hands side by side for a lance, mano's first; asked for is the ``best`` or the ``order``."""

    variant: Variant
    lance: str
    hands: tuple[tuple[str, Hand], ...]
    asked: str = "best"

    @property
    def seats(self) -> list[str]:
        """Whose hands these are, in speaking order."""
        return [seat for seat, _ in self.hands]

    @property
    def cards(self) -> list[Hand]:
        """The hands, in speaking order."""
        return [hand for _, hand in self.hands]


def answered(laid: LaidHands, keys: Mapping[str, Key], *, last_wins: bool = False) -> str:
    """The answer of whoever orders the hands by these keys; nothing where it is no answer."""
    order = in_order(list(keys.items()), last_wins=last_wins)
    if laid.asked == "best":
        return order[0] if order else ""
    return " ".join(order) if len(order) == len(laid.hands) else ""


NOBODY = "none"


def _right_keys(laid: LaidHands) -> dict[str, Key]:
    place = ranking_of(laid.variant.rules).place
    found = {seat: place(laid.lance, hand) for seat, hand in laid.hands}
    return {seat: (at,) if at else None for seat, at in found.items()}


def _dealer_wins(laid: LaidHands) -> str:
    return answered(laid, _right_keys(laid), last_wins=True)


def _split(laid: LaidHands) -> str:
    keys = [key for key in _right_keys(laid).values() if key is not None]
    return NOBODY if keys and keys.count(min(keys)) > 1 else ""


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


def _alike_at_first(laid: LaidHands) -> str:
    """Hands whose best card is alike, or their better pair, are taken for equal."""
    if laid.lance not in ("grande", "chica", "pares"):
        return ""
    looked_at = 2 if laid.lance == "pares" else 1  # the kind, and the better pair
    keys = {seat: KEYS[laid.lance](ranks_of(laid.variant, hand)) for seat, hand in laid.hands}
    return answered(laid, {seat: key and key[:looked_at] for seat, key in keys.items()})


DEALER_WINS = WrongRule(
    "dealer_wins_ties",
    mark(
        "In your answer the last to speak wins the tie. It is the other way round: between "
        "equal hands the one nearer to mano wins, and mano before everybody."
    ),
    _dealer_wins,
)
TIES = (
    DEALER_WINS,
    WrongRule(
        "tie_is_split",
        mark(
            "In your answer equal hands share the lance, or nobody wins it. A lance is never "
            "shared: between equal hands the one nearer to mano wins."
        ),
        _split,
    ),
    WrongRule(
        "suits_decide",
        mark(
            "In your answer the better suit decides. Suits mean nothing: between equal hands "
            "the one nearer to mano wins."
        ),
        _by_suits,
    ),
    WrongRule(
        "grande_breaks_ties",
        mark(
            "In your answer the higher cards break the tie. Only what counts in the lance is "
            "compared; if that is equal, the hand nearer to mano wins."
        ),
        _by_grande_then,
    ),
    WrongRule(
        "alike_at_first",
        mark(
            "In your answer hands tie that begin alike. What follows is compared too, card by "
            "card and pair by pair: only hands that are alike throughout tie."
        ),
        _alike_at_first,
    ),
    WrongRule(
        "mano_always_wins",
        mark("In your answer mano wins with any hand. Being mano helps only between equal hands."),
        lambda laid: laid.seats[0],
    ),
)
