"""The answers of the drills on cards, counted again by hand and by the public functions."""

from __future__ import annotations

import pytest

from mustutor import classify, compare, load_variant
from mustutor.games.mus_family.drills_order_wrong import LaidHands
from mustutor.model.cards import read_hand
from mustutor.tutor.drills import SKILLS, drill_stop
from tests.tutor.drilled import EN, drawn, tables, turns

ORDERED = ["grande.order", "chica.order", "pares.winner", "juego.order", "punto.order"]
HEIGHTS = "A234567SCR"


def played(variant, hand):
    """The ranks of a hand, from the rules as they are written in the rulebook."""
    ranks = [card.rank for card in hand]
    if variant.number("deck.kings") == 8:
        ranks = [{"3": "R", "2": "A"}.get(rank, rank) for rank in ranks]
    if variant.flag("deck.fours_as_aces"):
        ranks = ["A" if rank == "4" else rank for rank in ranks]
    return ranks


def total(ranks):
    return sum(10 if rank in "SCR" else 1 if rank == "A" else int(rank) for rank in ranks)


@pytest.mark.parametrize("skill", [*ORDERED, "ties.mano"])
def test_the_best_hand_is_the_one_the_public_comparison_names(skill):
    for variant in tables(skill):
        for found in drawn(skill, variant):
            case = found.case
            result = compare(case.lance, [list(hand) for _, hand in case.hands], variant)
            if case.asked == "best":
                best = "none" if result.winner is None else case.seats[result.winner]
                assert found.answer == best
            else:
                assert found.answer == " ".join(case.seats[index] for index in result.order)
                assert len(result.order) == len(case.hands)


def test_grande_and_chica_by_looking_at_the_cards():
    """Card by card from the highest, or from the lowest; the earlier seat where all are equal."""
    for skill, wanted in (("grande.order", -1), ("chica.order", 1)):
        for variant in tables(skill):
            for found in drawn(skill, variant):
                keys = {
                    seat: sorted(wanted * HEIGHTS.index(rank) for rank in played(variant, hand))
                    for seat, hand in found.case.hands
                }
                best = sorted(keys, key=lambda seat: keys[seat])
                asked = found.case.asked == "best"
                assert found.answer == (best[0] if asked else " ".join(best))


def test_juego_and_punto_by_adding_up():
    order = [31, 32, 40, 37, 36, 35, 34, 33]
    for skill in ("juego.order", "punto.order"):
        for variant in [load_variant("fournier"), load_variant("guipuzcoa_4")]:
            for found in drawn(skill, variant):
                points = {seat: total(played(variant, hand)) for seat, hand in found.case.hands}
                if skill == "juego.order":
                    best = sorted(points, key=lambda seat: order.index(points[seat]))
                else:
                    assert max(points.values()) <= 30
                    best = sorted(points, key=lambda seat: -points[seat])
                asked = found.case.asked == "best"
                assert found.answer == (best[0] if asked else " ".join(best))


def test_la_real_beats_every_other_31():
    """At Asturias somebody holds three sevens and a jack, and wins though another has 31."""
    asturias = load_variant("asturias")
    for seed in range(1, 6):
        aimed_at = {wrong.name: n for wrong, n in turns("juego.order", asturias, seed=seed)}
        number = aimed_at["real_is_plain_31"]
        stop = drill_stop("juego.order", seed=seed, number=number, variant=asturias, language=EN)
        hands = dict(stop.scene.loose.hands)
        best = hands[stop.question.answer.split()[0]]
        assert sorted(card.rank for card in best) == ["7", "7", "7", "S"]
        believed = next(
            answer
            for answer, idea in stop.question.misconceptions.items()
            if idea.name == "real_is_plain_31"
        )
        assert total(played(asturias, hands[believed.split()[0]])) == 31


def test_a_tie_is_a_tie():
    """The two best are equal in the lance, and the earlier of them is the answer.

    But where the wrong idea is about hands that only seem to be equal, or about mano.
    """
    for variant in tables("ties.mano"):
        for found in drawn("ties.mano", variant, rounds=2):
            case = found.case
            hands = [list(hand) for _, hand in case.hands]
            if found.target.name in ("alike_at_first", "mano_always_wins"):
                winner = compare(case.lance, hands, variant).winner
                assert found.answer == ("none" if winner is None else case.seats[winner])
                continue
            assert compare(case.lance, hands, variant).tie
            turned = compare(case.lance, hands[::-1], variant)
            assert turned.tie
            # Seated the other way round, the other of the two wins.
            assert case.seats[::-1][turned.winner] != found.answer


def test_pares_are_what_the_public_function_says():
    for variant in tables("pares.class"):
        for found in drawn("pares.class", variant, rounds=2):
            kind = classify(list(found.case.hand), variant).pares
            assert found.answer == (kind or "none")
            ranks = sorted(played(variant, found.case.hand).count(rank) for rank in HEIGHTS)[-2:]
            by_hand = {(1, 1): "none", (1, 2): "par", (2, 2): "duples", (1, 3): "medias"}
            by_hand |= {(0, 4): "duples"}
            assert found.answer == by_hand[tuple(ranks)]


def test_kings_and_aces_are_counted_from_what_is_printed():
    for variant in tables("cards.kings"):
        for found in drawn("cards.kings", variant, rounds=3):
            ranks = played(variant, found.case.hand)
            match found.case.asked:
                case "kings":
                    assert found.answer == str(ranks.count("R"))
                case "aces":
                    assert found.answer == str(ranks.count("A"))
                case "points":
                    assert found.answer == str(total(ranks))
                case _:
                    kind = classify(list(found.case.hand), variant).pares
                    assert found.answer == (kind or "none")


def test_what_a_card_plays_as_is_not_shown_before_it_is_asked():
    """The scene shows cards as printed: the brackets would be the answer."""
    for skill in ("cards.kings", "pares.class", "grande.order"):
        stop = drill_stop(skill, seed=1, number=1, variant=load_variant("fournier"), language=EN)
        shown = stop.scene.loose
        for _, hand in shown.hands:
            assert [shown.ranking.effective(card) for card in hand] == [c.rank for c in hand]


# --- wrong rules on hands known by heart -------------------------------------------------


def _believed(name, skill, case):
    wrong = next(wrong for wrong in SKILLS[skill].wrong_rules if wrong.name == name)
    return wrong.answer(case)


@pytest.mark.parametrize(
    ("skill", "name", "hands", "believed", "right"),
    [
        ("juego.order", "juego_by_total", ("R R C S", "R R 7 4"), "A", "B"),
        ("juego.order", "juego_40_second", ("R R C S", "R R 6 6"), "A", "B"),
        ("juego.order", "juego_nearest_31", ("R R 7 6", "R R C S"), "A", "B"),
        ("juego.order", "figures_count_printed", ("R C 7 4", "C S 6 5"), "B", "A"),
        ("grande.order", "grande_by_sum", ("C C S 7", "R 4 4 4"), "A", "B"),
        ("grande.order", "grande_by_highest_card", ("R 7 7 7", "R C 4 4"), "A", "B"),
        ("grande.order", "grande_by_kings", ("R 7 7 7", "R C 4 4"), "A", "B"),
        ("grande.order", "threes_stay_threes", ("C C C C", "3 4 4 4"), "A", "B"),
        ("grande.order", "dealer_wins_ties", ("R R 3 A", "R 3 3 2"), "B", "A"),
        ("chica.order", "chica_by_highest", ("4 4 4 5", "A R R R"), "A", "B"),
        ("chica.order", "chica_by_sum", ("4 4 4 5", "A R R R"), "A", "B"),
        ("chica.order", "twos_stay_twos", ("A 7 7 7", "2 6 7 7"), "A", "B"),
        ("pares.winner", "medias_beat_duples", ("R R R 4", "4 4 5 5"), "A", "B"),
        ("pares.winner", "rank_before_class", ("R R 4 5", "4 4 4 5"), "A", "B"),
        ("pares.winner", "duples_by_lower_pair", ("7 7 6 6", "R R 4 4"), "A", "B"),
        ("pares.winner", "four_equal_are_medias", ("R R R 3", "A A 4 4"), "B", "A"),
        ("punto.order", "punto_lowest", ("4 4 4 4", "7 7 7 7"), "A", "B"),
        ("punto.order", "punto_by_cards", ("R 4 4 4", "7 7 7 7"), "A", "B"),
        ("ties.mano", "tie_is_split", ("R R 3 A", "R 3 3 2"), "none", "A"),
    ],
)
def test_a_wrong_rule_says_what_its_name_promises(skill, name, hands, believed, right):
    """Worked by hand, under Fournier: what each idea makes of two hands, and what is true."""
    fournier = load_variant("fournier")
    lance = "grande" if skill == "ties.mano" else skill.partition(".")[0]
    cards = tuple(zip("AB", map(read_hand, hands), strict=True))
    case = LaidHands(fournier, lance, cards)
    assert _believed(name, skill, case) == believed
    assert "AB"[compare(lance, list(hands), fournier).winner] == right
