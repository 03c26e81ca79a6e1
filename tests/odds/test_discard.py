"""What to throw: each way counted, against draws and other hands laid out one by one."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from mustutor import compare, odds
from mustutor.base.errors import NotationError
from mustutor.games.mus_family.hands import LANCES, classify, ranking_of
from mustutor.games.mus_family.odds_discard import discards
from mustutor.model.cards import deck
from mustutor.model.variant import load_variant
from tests.long import sampled
from tests.mus.table import variant

FOURNIER = load_variant("fournier")


REAL = {"deck.kings": 4, "real.enabled": True}


@sampled("changes, mano", [({}, True), (REAL, True), (REAL, False), ({}, False)], 2)
def test_every_draw_of_a_small_deck_laid_out_brings_the_same(changes, mano):
    rules = variant(changes)
    hand = ("7o", "7c", "So" if changes else "Ro", "4b")
    left = ("7e", "Rb", "3c", "Ac", "2e", "4c", "Se", "Ce")
    out = [card for card in deck() if card not in {*hand, *left}]
    ranking = ranking_of(rules.rules)
    found = discards(hand, rules, mano=mano, out=out)
    assert len(found) == 16
    assert [way.average for way in found] == sorted((way.average for way in found), reverse=True)
    for way in found:
        deals, stones = 0, 0
        wins, played = dict.fromkeys(LANCES, 0), dict.fromkeys(LANCES, 0)
        for drawn in combinations(left, len(way.thrown)):
            own = (*way.kept, *drawn)
            for other in combinations([card for card in left if card not in drawn], 4):
                deals += 1
                hands = [own, other] if mano else [other, own]
                juego = any(classify(each, rules).juego for each in hands)
                for lance in LANCES:
                    if lance == "punto" and juego:
                        continue
                    winner = compare(lance, hands, rules).winner
                    if winner is None:
                        continue
                    played[lance] += 1
                    won = hands[winner] is own
                    wins[lance] += won
                    stones += ranking.value(lance, hands[winner]) * (1 if won else -1)
        assert (way.deals, way.stones) == (deals, stones)
        assert {lance: tuple(each) for lance, each in way.lances.items()} == {
            lance: (wins[lance], played[lance]) for lance in LANCES
        }


def test_to_throw_nothing_is_to_stay_with_the_odds_of_the_hand():
    kept = next(way for way in discards("R R C 4", FOURNIER) if not way.thrown)
    against_one = odds("R R C 4", FOURNIER, seats=("A", "B"))
    assert (kept.deals, kept.lances) == (against_one.deals, against_one.lances)


def test_the_sixteen_ways_draw_from_all_that_is_left():
    ways = discards("R C S 4", FOURNIER)
    assert sorted(way.deals for way in ways) == sorted(
        comb(36, len(way.thrown)) * comb(36 - len(way.thrown), 4) for way in ways
    )
    assert len({way.thrown for way in ways}) == 16


def test_two_hands_that_throw_all_are_even_but_for_the_ties():
    mano, last = (
        next(way for way in discards("4 5 6 7", FOURNIER, mano=mano) if not way.kept)
        for mano in (True, False)
    )
    grande, other = (Fraction(way.lances["grande"].wins, way.deals) for way in (mano, last))
    assert grande + other == 1
    assert grande > other


def test_it_is_refused_where_odds_are():
    with pytest.raises(NotationError, match="A hand has four cards, not 3"):
        discards("R R C", FOURNIER)
    almost_all = [card for card in deck() if card not in ("Ro", "Rc", "Co", "Ao", "4o")]
    with pytest.raises(NotationError, match="Too few cards are left to deal: 1, and 8 are"):
        discards("Ro Rc Co Ao", FOURNIER, out=almost_all)
    with pytest.raises(NotationError, match="deals 5 cards"):
        discards("R R C A", load_variant("encaje_five_card"))


def test_the_command_tells_the_best_first_and_equal_ways_once(mustutor):
    told = mustutor("odds", "R", "R", "4", "5", "--discard", "--seats", "A,B", "--seat", "B")
    lines = told.out.splitlines()
    assert lines[0] == "What comes of throwing from R R 4 5"
    assert lines[1].split()[:3] == ["throw", "4", "5"]
    assert sum("throw R 4 5" in line for line in lines) == 1
    document = json.loads(mustutor("odds", "R", "R", "4", "5", "--discard", "--json").out)
    assert len(document["discards"]) == 16
    assert document["discards"][0]["thrown"] == ["4", "5"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seats", "A1,B1,A2,B2"), "for two seats, not 4"),
        (("--seats", "A,B", "--seat", "C"), "There is no seat C"),
        (("--said", "B=pares"), "leave out --said"),
        (("--known", "B=R"), "leave out --known"),
        (("--out", "R R R"), "5 cards R are named"),
    ],
)
def test_what_it_cannot_count_is_told(mustutor, words, told):
    answered = mustutor("odds", "R", "R", "4", "5", "--discard", *words)
    assert (answered.status, answered.out) == (2, "")
    assert told in answered.err


def test_a_hand_tells_its_odds_when_asked(mustutor):
    plain, asked = (
        mustutor("hand", "R", "R", "C", "A"),
        mustutor("hand", "R", "R", "C", "A", "--odds"),
    )
    assert asked.out.startswith(plain.out)
    assert "How often A1 and A2 win with R R C A" in asked.out
    document = json.loads(mustutor("hand", "R", "R", "C", "A", "--odds", "--json").out)
    assert document["odds"] == odds("R R C A", FOURNIER).document()
