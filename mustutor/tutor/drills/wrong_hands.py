"""Wrong rules about hands side by side: what they would make of the same cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mustutor.language import mark
from mustutor.tutor.drills import sortkeys
from mustutor.tutor.drills.cards import (
    eight_aces,
    eight_kings,
    four_aces,
    four_kings,
    fours_are_aces,
    with_the_real,
)
from mustutor.tutor.drills.drill import WrongRule
from mustutor.tutor.drills.sortkeys import (
    DEALER_WINS,
    HEIGHTS,
    KEYS,
    Compare,
    Key,
    LaidHands,
    Ranks,
    answered,
    points_of,
)


def _by(compare: Compare, ranks: Mapping[str, str] | None = None) -> Callable[[LaidHands], str]:
    """Who orders hands by a key of their own."""

    def answer(laid: LaidHands) -> str:
        keys = {seat: compare(sortkeys.ranks_of(laid.variant, h, ranks)) for seat, h in laid.hands}
        return answered(laid, keys)

    return answer


def _with_ranks(ranks: Mapping[str, str]) -> Callable[[LaidHands], str]:
    """Who compares as the lance does, and takes some cards for other ranks."""
    return lambda laid: _by(KEYS[laid.lance], ranks)(laid)


def _without_the_real(laid: LaidHands) -> str:
    return _by(sortkeys.juego)(laid)


def _printed(laid: LaidHands) -> str:
    """Figures count what is printed on them: 10, 11 and 12."""
    printed = {"S": 10, "C": 11, "R": 12}
    keys: dict[str, Key] = {}
    for seat, hand in laid.hands:
        ranks = sortkeys.ranks_of(laid.variant, hand)
        total = sum(printed.get(rank, HEIGHTS[rank] + 1) for rank in ranks)
        keys[seat] = (-total,) if laid.lance == "punto" else sortkeys.juego_of(total)
    return answered(laid, keys)


def _last_but(ranks: Ranks) -> Key:
    return (min(-HEIGHTS[rank] for rank in ranks),)


def _kings(ranks: Ranks) -> Key:
    return (-ranks.count("R"),)


def _aces(ranks: Ranks) -> Key:
    return (-ranks.count("A"),)


def _sum(ranks: Ranks) -> Key:
    return (-points_of(ranks),)


def _small_sum(ranks: Ranks) -> Key:
    return (points_of(ranks),)


def _from_above(ranks: Ranks) -> Key:
    """Chica looked at from the highest card, the lowest of which wins."""
    return tuple(sorted((HEIGHTS[rank] for rank in ranks), reverse=True))


def _medias_first(ranks: Ranks) -> Key:
    kind, made = sortkeys.kind_of(ranks)
    order = ("medias", "duples", "par")
    return (order.index(kind), *[-HEIGHTS[rank] for rank in made]) if kind else None


def _rank_first(ranks: Ranks) -> Key:
    kind, made = sortkeys.kind_of(ranks)
    return (-HEIGHTS[made[0]], sortkeys.CLASSES.index(kind)) if kind else None


def _low_pair_first(ranks: Ranks) -> Key:
    kind, made = sortkeys.kind_of(ranks)
    up = sorted(-HEIGHTS[rank] for rank in made)[::-1]
    return (sortkeys.CLASSES.index(kind), *up) if kind else None


def _four_as_medias(ranks: Ranks) -> Key:
    kind, made = sortkeys.kind_of(ranks)
    if len(set(ranks)) == 1:
        kind, made = "medias", made[:1]
    return (sortkeys.CLASSES.index(kind), *[-HEIGHTS[rank] for rank in made]) if kind else None


def _other_cards(ranks: Ranks) -> Key:
    """Equal pares: the other cards of the hand decide."""
    key, grande = sortkeys.pares(ranks), sortkeys.grande(ranks)
    return None if key is None or grande is None else (*key, *grande)


def _highest_juego(ranks: Ranks) -> Key:
    points = points_of(ranks)
    return (-points,) if points >= sortkeys.LEAST_JUEGO else None


def _forty_second(ranks: Ranks) -> Key:
    points = points_of(ranks)
    if points < sortkeys.LEAST_JUEGO:
        return None
    return (0,) if points == sortkeys.LEAST_JUEGO else (1, -points)


def _lowest_juego(ranks: Ranks) -> Key:
    points = points_of(ranks)
    return (points,) if points >= sortkeys.LEAST_JUEGO else None


THREES_STAY = WrongRule(
    "threes_stay_threes",
    mark(
        "In your answer a three is taken for a three. With eight kings every three plays as a king."
    ),
    _with_ranks({"3": "3"}),
    eight_kings,
)
TWOS_STAY = WrongRule(
    "twos_stay_twos",
    mark("In your answer a two is taken for a two. With eight kings every two plays as an ace."),
    _with_ranks({"2": "2"}),
    eight_aces,
)
THREES_ARE_KINGS = WrongRule(
    "threes_are_kings",
    mark(
        "In your answer a three is taken for a king. This table plays with four kings: a three is "
        "a three."
    ),
    _with_ranks({"3": "R"}),
    four_kings,
)
TWOS_ARE_ACES = WrongRule(
    "twos_are_aces",
    mark(
        "In your answer a two is taken for an ace. This table plays with four aces: a two is a two."
    ),
    _with_ranks({"2": "A"}),
    four_aces,
)
FOURS_STAY = WrongRule(
    "fours_stay_fours",
    mark("In your answer a four is taken for a four. At this table every four plays as an ace."),
    _with_ranks({"4": "4"}),
    fours_are_aces,
)
RANKS = (THREES_STAY, TWOS_STAY, THREES_ARE_KINGS, TWOS_ARE_ACES, FOURS_STAY)

GRANDE = (
    WrongRule(
        "grande_by_sum",
        mark(
            "In your answer the points are added up. At grande nothing is added: the highest card "
            "decides."
        ),
        _by(_sum),
    ),
    WrongRule(
        "grande_by_highest_card",
        mark(
            "In your answer only the highest card is looked at. If it is equal, the second "
            "card decides, then the third, then the fourth; mano wins only when all four are "
            "equal."
        ),
        _by(_last_but),
    ),
    WrongRule(
        "grande_by_kings",
        mark(
            "In your answer only kings are counted. If two hands have as many kings, the next "
            "card decides, and mano wins only when all four are equal."
        ),
        _by(_kings),
    ),
    *RANKS,
    DEALER_WINS,
)
CHICA = (
    WrongRule(
        "chica_by_highest",
        mark(
            "In your answer the highest cards are looked at, and the lower ones win. Chica "
            "begins at the lowest card of each hand."
        ),
        _by(_from_above),
    ),
    WrongRule(
        "chica_by_sum",
        mark(
            "In your answer the points are added up. At chica nothing is added: the lowest card "
            "decides."
        ),
        _by(_small_sum),
    ),
    WrongRule(
        "chica_by_aces",
        mark(
            "In your answer only aces are counted. If two hands have as many aces, the next "
            "lowest card decides, and mano wins only when all four are equal."
        ),
        _by(_aces),
    ),
    *RANKS,
    DEALER_WINS,
)
PARES = (
    WrongRule(
        "medias_beat_duples",
        mark(
            "In your answer medias beat duples. Duples are the best pares, medias come second, "
            "and a par comes last."
        ),
        _by(_medias_first),
    ),
    WrongRule(
        "rank_before_class",
        mark(
            "In your answer the higher rank wins whatever the pares are. The kind comes first: "
            "duples beat medias and medias beat a par; ranks decide between equal kinds."
        ),
        _by(_rank_first),
    ),
    WrongRule(
        "duples_by_lower_pair",
        mark(
            "In your answer the lower pair of the duples decides. Their higher pair is compared "
            "first."
        ),
        _by(_low_pair_first),
    ),
    WrongRule(
        "four_equal_are_medias",
        mark(
            "In your answer four equal cards are medias. They are two equal pairs, and so "
            "duples like any others."
        ),
        _by(_four_as_medias),
    ),
    WrongRule(
        "other_cards_break_ties",
        mark(
            "In your answer the cards beside the pares break the tie. They do not count: "
            "between equal pares, the hand nearer to mano wins."
        ),
        _by(_other_cards),
    ),
    *RANKS,
    DEALER_WINS,
)
JUEGO = (
    WrongRule(
        "juego_by_total",
        mark(
            "In your answer the most points win. The best juego is 31, then 32; only then come 40, "
            "37, 36, 35, 34 and 33."
        ),
        _by(_highest_juego),
    ),
    WrongRule(
        "juego_40_second",
        mark(
            "In your answer 40 beats everything but 31. Between the two stands 32: 31, 32, 40, 37, "
            "36 …"
        ),
        _by(_forty_second),
    ),
    WrongRule(
        "juego_nearest_31",
        mark(
            "In your answer the juego nearer to 31 wins. That holds only for 31 and 32: after "
            "them comes 40, and the worst is 33."
        ),
        _by(_lowest_juego),
    ),
    WrongRule(
        "figures_count_printed",
        mark("In your answer a knight counts 11 or a king 12, as printed. Every figure counts 10."),
        _printed,
    ),
    WrongRule(
        "real_is_plain_31",
        mark(
            "In your answer la Real is a 31 like any other. At this table it beats every other "
            "juego."
        ),
        _without_the_real,
        with_the_real,
    ),
    *RANKS,
    DEALER_WINS,
)
PUNTO = (
    WrongRule(
        "punto_lowest",
        mark("In your answer the fewest points win. At punto the most win: 30 is the best."),
        _by(_small_sum),
    ),
    WrongRule(
        "punto_by_cards",
        mark(
            "In your answer the highest card decides, as at grande. At punto the four cards are "
            "added up."
        ),
        _by(sortkeys.grande),
    ),
    WrongRule(
        "figures_count_printed",
        mark("In your answer a knight counts 11 or a king 12, as printed. Every figure counts 10."),
        _printed,
    ),
    *RANKS,
    DEALER_WINS,
)
