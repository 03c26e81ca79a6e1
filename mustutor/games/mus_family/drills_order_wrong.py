"""Wrong rules about hands side by side: what they would make of the same cards.

They are written apart from the engine, and of plain ranks, so that any belief can be put together:
which rank a card plays as, how a lance compares, who wins a tie. The smallest key is the best hand;
None is a hand that has nothing in the lance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mustutor.games.drill import WrongRules
from mustutor.games.mus_family import drill_hands
from mustutor.games.mus_family.hands import ranking_of
from mustutor.model.position import Hand
from mustutor.model.variant import Variant

wrong_rule = WrongRules("mus_and_encaje")

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


def grande_key(ranks: Ranks) -> Key:
    """From the highest card down."""
    return tuple(sorted([-HEIGHTS[rank] for rank in ranks]))


def chica_key(ranks: Ranks) -> Key:
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


def pares_key(ranks: Ranks) -> Key:
    """Duples over medias over par, the higher ranks first."""
    kind, made = kind_of(ranks)
    return (CLASSES.index(kind), *[-HEIGHTS[rank] for rank in made]) if kind else None


def juego_key(ranks: Ranks) -> Key:
    """31, then 32, then 40 and down."""
    return juego_of(points_of(ranks))


def juego_of(points: int) -> Key:
    """The place of a total among juegos; a total nobody ever has stands where it would."""
    if points < LEAST_JUEGO:
        return None
    return (BEST_JUEGOS.index(points),) if points in BEST_JUEGOS else (len(BEST_JUEGOS), -points)


def punto_key(ranks: Ranks) -> Key:
    """The more points, the better; who has juego has no punto."""
    points = points_of(ranks)
    return (-points,) if points < LEAST_JUEGO else None


KEYS: Mapping[str, Compare] = {
    "grande": grande_key,
    "chica": chica_key,
    "pares": pares_key,
    "juego": juego_key,
    "punto": punto_key,
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


# --- hands side by side -------------------------------------------------------------------


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
    """The answer from ordering the hands by these keys; empty where it is no answer."""
    order = in_order(list(keys.items()), last_wins=last_wins)
    if laid.asked == "best":
        return order[0] if order else ""
    return " ".join(order) if len(order) == len(laid.hands) else ""


NOBODY = "none"


def _right_keys(
    laid: LaidHands, more: Callable[[LaidHands, Hand], Sequence[int]] = lambda *_: ()
) -> dict[str, Key]:
    """The keys of the engine, and more of them where hands are equal."""
    place = ranking_of(laid.variant.rules).place
    found = [(seat, hand, place(laid.lance, hand)) for seat, hand in laid.hands]
    return {seat: (at, *more(laid, hand)) if at else None for seat, hand, at in found}


def _split(laid: LaidHands) -> str:
    keys = [key for key in _right_keys(laid).values() if key is not None]
    return NOBODY if keys and keys.count(min(keys)) > 1 else ""


def _suits(_: LaidHands, hand: Hand) -> Sequence[int]:
    """The suits of a hand, coins first."""
    return sorted("oceb".index(card.suit) for card in hand)


def _grande(laid: LaidHands, hand: Hand) -> Sequence[int]:
    return (ranking_of(laid.variant.rules).place("grande", hand),)


def _alike_at_first(laid: LaidHands) -> str:
    """Hands whose best card is alike, or their better pair, are taken for equal."""
    if laid.lance not in ("grande", "chica", "pares"):
        return ""
    looked_at = 2 if laid.lance == "pares" else 1  # the kind, and the better pair
    keys = {seat: KEYS[laid.lance](ranks_of(laid.variant, hand)) for seat, hand in laid.hands}
    return answered(laid, {seat: key and key[:looked_at] for seat, key in keys.items()})


DEALER_WINS = wrong_rule(
    "dealer_wins_ties", lambda laid: answered(laid, _right_keys(laid), last_wins=True)
)
TIES = (
    DEALER_WINS,
    wrong_rule("tie_is_split", _split),
    wrong_rule("suits_decide", lambda laid: answered(laid, _right_keys(laid, _suits))),
    wrong_rule("grande_breaks_ties", lambda laid: answered(laid, _right_keys(laid, _grande))),
    wrong_rule("alike_at_first", _alike_at_first),
    wrong_rule("mano_always_wins", lambda laid: laid.seats[0]),
)


def _by(compare: Compare, ranks: Mapping[str, str] | None = None) -> Callable[[LaidHands], str]:
    """An answer that orders hands by another key."""

    def answer(laid: LaidHands) -> str:
        keys = {seat: compare(ranks_of(laid.variant, h, ranks)) for seat, h in laid.hands}
        return answered(laid, keys)

    return answer


def _with_ranks(ranks: Mapping[str, str]) -> Callable[[LaidHands], str]:
    """An answer that compares as the lance does, but takes some cards for other ranks."""
    return lambda laid: _by(KEYS[laid.lance], ranks)(laid)


def _printed(laid: LaidHands) -> str:
    """Figures count what is printed on them: 10, 11 and 12."""
    printed = {"S": 10, "C": 11, "R": 12}

    def key(ranks: Ranks) -> Key:
        total = sum(printed.get(rank, HEIGHTS[rank] + 1) for rank in ranks)
        return (-total,) if laid.lance == "punto" else juego_of(total)

    return _by(key)(laid)


def _down(ranks: Ranks) -> list[int]:
    return [-HEIGHTS[rank] for rank in ranks]


def _by_pares(key: Callable[[str, Ranks], tuple[int, ...]]) -> Callable[[LaidHands], str]:
    """An answer that orders pares by a key of their kind and their ranks."""

    def compare(ranks: Ranks) -> Key:
        kind, made = kind_of(ranks)
        return key(kind, made) if kind else None

    return _by(compare)


def _four_as_medias(kind: str, made: Ranks) -> tuple[int, ...]:
    if kind == "duples" and len(set(made)) == 1:
        kind, made = "medias", made[:1]
    return (CLASSES.index(kind), *_down(made))


def _other_cards(ranks: Ranks) -> Key:
    """Equal pares: the other cards of the hand decide."""
    key = pares_key(ranks)
    return None if key is None else (*key, *sorted(_down(ranks)))


def _by_juego(key: Callable[[int], tuple[int, ...]]) -> Callable[[LaidHands], str]:
    """An answer that orders juegos by a key of their points."""

    def compare(ranks: Ranks) -> Key:
        points = points_of(ranks)
        return key(points) if points >= LEAST_JUEGO else None

    return _by(compare)


THREES_STAY = wrong_rule("threes_stay_threes", _with_ranks({"3": "3"}), drill_hands.eight_kings)
TWOS_STAY = wrong_rule("twos_stay_twos", _with_ranks({"2": "2"}), drill_hands.eight_aces)
THREES_ARE_KINGS = wrong_rule("threes_are_kings", _with_ranks({"3": "R"}), drill_hands.four_kings)
TWOS_ARE_ACES = wrong_rule("twos_are_aces", _with_ranks({"2": "A"}), drill_hands.four_aces)
FOURS_STAY = wrong_rule("fours_stay_fours", _with_ranks({"4": "4"}), drill_hands.fours_are_aces)
FIGURES_PRINTED = wrong_rule("figures_count_printed", _printed)
RANKS = (THREES_STAY, TWOS_STAY, THREES_ARE_KINGS, TWOS_ARE_ACES, FOURS_STAY)

GRANDE = (
    wrong_rule("grande_by_sum", _by(lambda ranks: (-points_of(ranks),))),
    wrong_rule("grande_by_highest_card", _by(lambda ranks: (min(_down(ranks)),))),
    wrong_rule("grande_by_kings", _by(lambda ranks: (-ranks.count("R"),))),
    *RANKS,
    DEALER_WINS,
)
CHICA = (
    wrong_rule(
        "chica_by_highest", _by(lambda ranks: tuple(-height for height in sorted(_down(ranks))))
    ),
    wrong_rule("chica_by_sum", _by(lambda ranks: (points_of(ranks),))),
    wrong_rule("chica_by_aces", _by(lambda ranks: (-ranks.count("A"),))),
    *RANKS,
    DEALER_WINS,
)
PARES = (
    wrong_rule(
        "medias_beat_duples",
        _by_pares(lambda kind, made: (("medias", "duples", "par").index(kind), *_down(made))),
    ),
    wrong_rule(
        "rank_before_class", _by_pares(lambda kind, made: (-HEIGHTS[made[0]], CLASSES.index(kind)))
    ),
    wrong_rule(
        "duples_by_lower_pair",
        _by_pares(lambda kind, made: (CLASSES.index(kind), *sorted(_down(made))[::-1])),
    ),
    wrong_rule("four_equal_are_medias", _by_pares(_four_as_medias)),
    wrong_rule("other_cards_break_ties", _by(_other_cards)),
    *RANKS,
    DEALER_WINS,
)
JUEGO = (
    wrong_rule("juego_by_total", _by_juego(lambda points: (-points,))),
    wrong_rule(
        "juego_40_second", _by_juego(lambda points: (0,) if points == LEAST_JUEGO else (1, -points))
    ),
    wrong_rule("juego_nearest_31", _by_juego(lambda points: (points,))),
    FIGURES_PRINTED,
    wrong_rule("real_is_plain_31", _by(juego_key), drill_hands.with_the_real),
    *RANKS,
    DEALER_WINS,
)
PUNTO = (
    wrong_rule("punto_lowest", _by(lambda ranks: (points_of(ranks),))),
    wrong_rule("punto_by_cards", _by(grande_key)),
    FIGURES_PRINTED,
    *RANKS,
    DEALER_WINS,
)
