"""What lessons say of the deal, counted another way: hand by hand, or by dealing."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from mustutor import load_variant
from mustutor.base.language import open_language
from mustutor.games.mus_family import findings
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.odds_count import kinds_of
from mustutor.model.cards import deck as cards_of
from mustutor.model.cards import read_hand

FOURNIER, NAVARRA = load_variant("fournier"), load_variant("navarra")
KINGS = {"3": "R", "2": "A"}


def ranks(hand, variant):
    """The ranks four cards play as, by the rule itself: threes are kings where there are eight."""
    eight = variant.number("deck.kings") == 8
    return [KINGS.get(card[0], card[0]) if eight else card[0] for card in hand]


def kind(played):
    alike = sorted(played.count(rank) for rank in set(played))
    return {(1, 1, 2): "par", (1, 3): "medias", (2, 2): "duples", (4,): "duples"}.get(tuple(alike))


@pytest.mark.parametrize(("variant", "things"), [(FOURNIER, (3486, 4448)), (NAVARRA, (1630, 1440))])
def test_MUS_CMP_P5_duples_and_medias_are_as_many_as_one_counts_hand_by_hand(variant, things):
    found = [kind(ranks(hand, variant)) for hand in combinations(cards_of(), 4)]
    assert (found.count("duples"), found.count("medias")) == things
    for thing in ("par", "medias", "duples"):
        share = Fraction(found.count(thing), len(found))
        assert findings.dealt(variant, thing, 1000).value == str(round(1000 * share))
    having = Fraction(len(found) - found.count(None), len(found))
    assert findings.dealt(variant, "pares", 100).value == str(round(100 * having))


def test_MUS_RANK_5_what_is_rarer_depends_on_the_kings():
    assert findings.commonest(FOURNIER, ["duples", "medias"]).value == "medias"
    assert findings.commonest(NAVARRA, ["duples", "medias"]).value == "duples"
    reasons = findings.commonest(FOURNIER, ["duples", "medias"]).why(open_language("en"), "")
    assert [(line.seat, line.text.split()[0]) for line in reasons] == [
        ("duples", "3486"),
        ("medias", "4448"),
    ]


def points(played):
    return sum(10 if rank in "SCR" else 1 if rank == "A" else int(rank) for rank in played)


def test_MUS_STRAT_4_the_best_juego_is_the_commonest_with_eight_kings():
    found = [points(ranks(hand, FOURNIER)) for hand in combinations(cards_of(), 4)]
    totals = {total: found.count(total) for total in set(found)}
    juegos = {str(total): number for total, number in totals.items() if total >= 31}
    assert max(juegos, key=juegos.__getitem__) == "31"
    assert findings.commonest(FOURNIER, sorted(juegos)).value == "31"
    share = Fraction(sum(juegos.values()), len(found))
    assert findings.dealt(FOURNIER, "juego", 1000).value == str(round(1000 * share))
    # What stands in the lesson in words: a hand in four has it, seventy-three have none.
    assert (round(100 * share), round(100 * (1 - share))) == (27, 73)


def test_how_often_nobody_has_juego_is_what_dealing_finds():
    random = Random(31)
    pack = list(cards_of())
    worth = {card: points(ranks([card], FOURNIER)) for card in pack}
    without = deals = 0
    for _ in range(20_000):
        dealt = random.sample(pack, 16)
        deals += 1
        without += all(sum(map(worth.get, dealt[n : n + 4])) < 31 for n in range(0, 16, 4))
    counted = int(findings.without_juego(FOURNIER, 10_000).value) / 10_000
    # Four standard errors of so many deals are 0.0122.
    assert abs(counted - without / deals) < 0.0122


def test_what_a_hand_brings_is_the_sum_over_every_other_hand():
    rules = ranking_of(FOURNIER.rules)
    mine = read_hand("7o 6o 5o 4o")
    others = [card for card in cards_of() if card not in mine]
    row = rules.classify(mine)
    stones = deals = 0
    for other in combinations(others, 4):
        theirs = rules.classify(other)
        deals += 1
        # As mano equal hands win, as postre they lose: a half each way.
        for place, met in (
            (row.grande_place, theirs.grande_place),
            (row.chica_place, theirs.chica_place),
        ):
            stones += (place < met) + Fraction(place == met, 2)
        if not theirs.juego:
            stones += (row.points > theirs.points) + Fraction(row.points == theirs.points, 2)
    assert findings.brings(FOURNIER, mine, 1000).value == str(round(1000 * stones / deals))


@pytest.mark.long
def test_MUS_NAME_3_no_hand_brings_less_than_perete_and_none_more_than_the_solomillo():
    kinds = kinds_of(FOURNIER)
    hands = {}
    for each in kinds.hands:
        groups = zip(kinds.groups, each.counts, strict=True)
        hand = tuple(card for group, count in groups for card in group[:count])
        hands["".join(sorted(ranks(hand, FOURNIER)))] = hand
    assert len(hands) == 330
    assert findings.poorest(FOURNIER, hands).value == "4567"
    assert findings.richest(FOURNIER, hands).value == "ARRR"


@pytest.mark.parametrize(
    ("variant", "beans"), [("fournier", "22"), ("fournier_30", "18"), ("la_rioja", "16")]
)
def test_MUS_STN_7_as_many_beans_as_lie_on_the_table_one_stone_before_the_end(variant, beans):
    target = load_variant(variant).number("score.target")
    most = max(stones // 5 + stones % 5 for stones in range(target))
    assert findings.beans(load_variant(variant)).value == beans == str(2 * most)
