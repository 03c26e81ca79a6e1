"""How strong a hand is: against hands as they are dealt, and against hands that fit what was heard.

The second is estimated: hidden hands are drawn from the cards this seat has not seen, exchanged
as a player would where cards were exchanged, and weighed by the words that were heard of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from mustutor.cards import Card, deck
from mustutor.chances.kinds import kinds_of
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.games.mus_family.lances import DECLARED, LANCES
from mustutor.games.mus_family.ranking import Ranking, ranking_under
from mustutor.players.heard import TableTalk
from mustutor.players.signs import borne_out
from mustutor.seatview import SeatView
from mustutor.variant import Variant

TRIES, TRIES_FOR_A_SIGNAL = 24, 120
"""So often a hidden hand is drawn until it fits what its seat declared, and signalled."""
BOLD_AT = 0.6
"""From such a strength on hands are mostly bet on."""
HIGHEST = "R"


@lru_cache(maxsize=32)
def strengths(variant: Variant) -> Mapping[str, Mapping[int, float]]:
    """How many of the hands that have a lance each place of it beats, half of the equal ones too.

    >>> from mustutor.variant import load_variant
    >>> of_grande = strengths(load_variant("fournier"))["grande"]
    >>> round(of_grande[1], 3), round(of_grande[330], 3)
    (1.0, 0.0)
    """
    hands = kinds_of(variant).hands
    found = {}
    for lance in LANCES:
        ways: Counter[int] = Counter()
        for kind, place in zip(hands.kinds, hands.places(lance), strict=True):
            if place:
                ways[place] += kind.ways
        whole, worse = sum(ways.values()), 0
        strength = {0: 0.0}
        for place in sorted(ways, reverse=True):
            strength[place] = (worse + ways[place] / 2) / whole
            worse += ways[place]
        found[lance] = strength
    return found


def strength(view: SeatView, lance: str, hand: Sequence[Card]) -> float:
    """How many hands a hand beats in a lance, from 0 to 1.

    >>> from mustutor import load_variant, start, view
    >>> from mustutor.cards import read_hand
    >>> fournier = load_variant("fournier")
    >>> seen = view(start(fournier, seats=("A1", "B1", "A2", "B2"), mano="A1"), "A1")
    >>> round(strength(seen, "grande", read_hand("Ro Rc 7e 4b")), 2)
    0.9
    """
    return strengths(view.variant)[lance][ranking_under(view.variant).place(lance, hand)]


def kept(hand: Sequence[Card], ranking: Ranking, least: int) -> tuple[Card, ...]:
    """What a player keeps: kings and what is paired; `least` are thrown all the same.

    >>> from mustutor.cards import read_hand
    >>> from mustutor.variant import load_variant
    >>> ranking = ranking_under(load_variant("fournier"))
    >>> kept(read_hand("Ro 4c 4e 7b"), ranking, 1), kept(read_hand("Ro Rc Ao 2o"), ranking, 1)
    (('Ro', '4c', '4e'), ('Ro', 'Rc', '2o'))
    """
    plays_as = ranking.effective
    number = Counter(map(plays_as, hand))
    keep = [card for card in hand if plays_as(card) == HIGHEST or number[plays_as(card)] > 1]
    for card in ranking.sorted("chica", keep)[: max(len(keep) - len(hand) + least, 0)]:
        keep.remove(card)
    return tuple(keep)


def thrown(
    hand: Sequence[Card], keep: Sequence[Card], ranking: Ranking, least: int, most: int
) -> tuple[Card, ...]:
    """What is thrown to keep some cards, within the bounds: from the lowest where they bind.

    >>> from mustutor.cards import read_hand
    >>> from mustutor.variant import load_variant
    >>> ranking = ranking_under(load_variant("fournier"))
    >>> thrown(read_hand("Ro 4c 4e 7b"), read_hand("Ro 4c 4e"), ranking, 1, 4)
    ('7b',)
    >>> thrown(read_hand("Ro Rc Re Ao"), read_hand("Ro Rc Re Ao"), ranking, 1, 4)
    ('Ao',)
    """
    lowest = ranking.sorted("chica", hand)
    cards = [card for card in hand if card not in keep]
    cards += [card for card in lowest if card not in cards][: max(least - len(cards), 0)]
    if len(cards) > most:
        cards = [card for card in lowest if card in cards][:most]
    return tuple(cards)


def cuts(hand: Sequence[Card], ranking: Ranking) -> bool:
    """Whether a player cuts: with a hand that no throw would better.

    >>> from mustutor.cards import read_hand
    >>> from mustutor.variant import load_variant
    >>> ranking = ranking_under(load_variant("fournier"))
    >>> cuts(read_hand("Ro Rc Re Ao"), ranking), cuts(read_hand("Ro Rc 4c 5e"), ranking)
    (True, False)
    """
    row = ranking.classify(hand)
    kings = sum(ranking.effective(card) == HIGHEST for card in hand)
    good = row.points == 31 or row.pares in ("medias", "duples")
    return good or (row.pares != "" and row.juego) or (kings > 1 and row.juego)


def chance_of(view: SeatView, talk: TableTalk, random: Random, deals: int) -> float:
    """How likely the side of a seat holds the best hand of the lance, by so many imagined deals."""
    ranking = ranking_under(view.variant)
    lance, own = view.lance, view.seat
    cards = deck(view.variant.several("deck.removed_ranks"))
    hand = tuple([card for card in cards if card in view.hand])
    mine = {*hand, *talk.thrown}
    unseen = [card for card in cards if card not in mine]
    start = view.seats.index(view.mano)
    order = view.seats[start:] + view.seats[:start]
    others = [seat for seat in order if seat != own]
    scale = strengths(view.variant)[lance]
    won = weighed = 0.0
    for _ in range(deals):
        left = random.sample(unseen, len(unseen))
        hands = {own: hand}
        weight = 1.0
        for seat in others:
            hands[seat] = _drawn(left, view.variant, talk, seat, random)
            bold = talk.bold(seat)
            if bold is not None:
                strong = scale[ranking.place(lance, hands[seat])] > BOLD_AT
                weight *= (0.8 if strong else 0.2) if bold else (0.45 if strong else 0.8)
        weighed += weight
        best = ranking.order(lance, [hands[seat] for seat in order])
        if best and order[best[0]][0] == own[0]:
            won += weight
    return won / weighed if weighed else 0.5


def _drawn(
    left: list[Card], variant: Variant, talk: TableTalk, seat: str, random: Random
) -> tuple[Card, ...]:
    """A hand for a seat, of the cards left, that fits what it told; any where none is found."""
    ranking = ranking_under(variant)
    told = [(lance, talk.has[lance][seat]) for lance in DECLARED if seat in talk.has[lance]]
    shown = talk.signs.get(seat, ())
    for _ in range(TRIES_FOR_A_SIGNAL if shown else TRIES):
        hand = left[-CARDS_IN_HAND:]
        if talk.exchanges:
            keep = kept(hand, ranking, 1)
            others = [card for card in left if card not in keep]
            hand = [*keep, *others[: CARDS_IN_HAND - len(keep)]]
        if all(ranking.has(lance, hand) == has for lance, has in told) and (
            not shown or borne_out(shown, hand, ranking, variant)
        ):
            break
        random.shuffle(left)
    for card in hand:
        left.remove(card)
    return tuple(hand)
