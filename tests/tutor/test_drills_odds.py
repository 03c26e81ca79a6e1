"""The drills on odds: every count counted again over all deals, one by one."""

from __future__ import annotations

from itertools import combinations, islice
from math import comb

import pytest

from mustutor import classify, compare, load_variant
from mustutor.games.mus_family import drills_odds
from mustutor.games.mus_family.hands import LANCES, ranking_of
from mustutor.games.mus_family.odds_discard import DiscardTrials
from mustutor.model.cards import deck
from mustutor.tutor.drills import drill_stop
from tests.long import few, whole
from tests.tutor.drilled import EN, drawn, tables


def unseen(variant, hand):
    return [card for card in deck(variant.several("deck.removed_ranks")) if card not in hand]


@whole
def test_a_bet_is_accepted_where_every_deal_counted_loses_less_than_refusing():
    cases = [
        case for variant in tables("odds.accept")[::3] for case in drawn("odds.accept", variant)
    ]
    for found in cases[:: few(4, 8)]:
        offer, variant = found.case, found.case.variant
        hands = list(combinations(unseen(variant, offer.hand), 4))
        won = 0
        for other in hands:
            laid = (offer.hand, other) if offer.mano else (other, offer.hand)
            won += laid[compare(offer.lance, laid, variant).winner] is offer.hand
        assert (won, len(hands)) == (offer.wins, offer.played)
        by_accepting = offer.stake * (2 * won - len(hands)) / len(hands)
        assert found.answer == ("quiero" if by_accepting > -offer.given else "no quiero")


@pytest.mark.parametrize(
    ("variant", "bets", "given"),
    [
        ("fournier", (2,), 1),
        ("fournier", (2, 5), 2),
        ("fournier", (5, 10), 5),
        ("madrid", (2, 5), 2),
        ("madrid", (2,), 1),
    ],
)
def test_what_refusing_gives_is_what_the_rulebook_says(variant, bets, given):
    assert drills_odds._refused(load_variant(variant), "grande", bets) == given


def test_the_way_to_throw_is_the_one_that_gives_the_lance_in_most_draws():
    for variant in tables("odds.throw")[::2]:
        for found in drawn("odds.throw", variant, seeds=(1,)):
            case, shares = found.case, {}
            assert not _has(case.hand, case.lance, variant)
            for way in case.ways:
                kept = [card for place, card in enumerate(case.hand) if place not in way.places]
                draws = list(combinations(unseen(variant, case.hand), len(way.places)))
                if len(draws) <= few(10_000, 700):
                    having = sum(_has([*kept, *draw], case.lance, variant) for draw in draws)
                    assert (having, len(draws)) == (way.having, way.deals)
                shares[case.cards(way.places)] = way.having / way.deals
            assert found.answer == max(shares, key=shares.__getitem__)


def _has(hand, lance, variant):
    row = classify(hand, variant)
    return bool(row.juego if lance == "juego" else row.pares)


@pytest.mark.parametrize("skill", ["odds.accept", "odds.throw"])
def test_the_reason_tells_the_counts_and_the_question_does_not(skill):
    for number in range(1, 4):
        stop = drill_stop(
            skill, seed=3, number=number, variant=load_variant("fournier"), language=EN
        )
        assert " in a hundred" in " ".join(line.text for line in stop.question.why(""))
        assert " in a hundred" not in stop.question.prompt


def test_what_is_thrown_or_kept_brings_the_most_stones_in_every_deal_laid_out():
    """Counted again for ways that draw one card at the most: the others have too many deals."""
    variant = load_variant("fournier")
    case = next(drawn("odds.stones", variant, seeds=(1,))).case
    ranking = ranking_of(variant.rules)
    left = unseen(variant, case.hand)
    weighed = {way.places: way for way in case.by_stones}
    assert set(weighed) == set(case.ways)
    best = [way.average for way in case.by_stones]
    assert best == sorted(best, reverse=True)
    own, draws = case.hand, len(left)
    (kept,) = DiscardTrials(case.hand, variant, mano=case.mano).of(())
    stones = 0
    for other in few(combinations(left, 4), islice(combinations(left, 4), 0, None, 97)):
        hands = [own, other] if case.mano else [other, own]
        for lance in LANCES:
            if lance == "punto" and any(classify(each, variant).juego for each in hands):
                continue
            winner = compare(lance, hands, variant).winner
            if winner is not None:
                value = ranking.value(lance, hands[winner])
                stones += value if hands[winner] is own else -value
    sampled = few(1, 97)
    assert abs(stones * sampled / comb(draws, 4) - kept.average) < few(1e-9, 0.1)


@pytest.mark.parametrize("name", ["fournier", "guipuzcoa_4"])
def test_the_way_that_seems_best_is_the_best_where_a_question_is_asked(name):
    for found in drawn("odds.stones", load_variant(name), seeds=(1,)):
        first, second, *_ = found.case.by_stones
        assert found.case.likely == first.places
        assert first.average - second.average > drills_odds.LEAST_APART
        assert found.answer == found.case.answer(first.places)
