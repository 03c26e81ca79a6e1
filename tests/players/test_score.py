"""The chance of winning by the score: an order of scores, whole numbers at the end, sums of one."""

from __future__ import annotations

import pytest

from mustutor import load_variant
from mustutor.games.mus_family.bot_tables import race_table, win_chance_at

ENCAJE = load_variant("encaje")


@pytest.mark.parametrize("name", ["fournier", "fournier_30", "navarra", "la_rioja"])
def test_a_stone_more_never_makes_winning_less_likely(name):
    variant = load_variant(name)
    target = variant.number("score.target")
    for other in range(0, target, 3):
        ahead = [win_chance_at(variant, {"A": own, "B": other}, "A") for own in range(target)]
        assert ahead == sorted(ahead)
        assert 0 < ahead[0] < ahead[-1] < 1


@pytest.mark.parametrize("mano", ["", "A1", "B2"])
def test_the_chances_of_both_sides_add_up_to_one(mano):
    variant = load_variant("fournier")
    for own in range(0, 44, 4):
        stones = {"A": own, "B": 13}
        assert sum(win_chance_at(variant, stones, side, mano) for side in "AB") == pytest.approx(1)


def test_the_chance_to_win_is_what_was_measured_over_many_matches():
    # Counted over matches of other players than those whose hands made the table.
    for own, other, share in ((10, 0, 0.63), (20, 0, 0.77), (30, 20, 0.76), (20, 10, 0.68)):
        found = win_chance_at(load_variant("fournier"), {"A": own, "B": other}, "A")
        assert found == pytest.approx(share, abs=0.07)


def test_what_is_decided_is_certain():
    variant = load_variant("fournier")
    assert win_chance_at(variant, {"A": 40, "B": 39}, "A") == 1
    assert win_chance_at(variant, {"A": 39, "B": 41}, "A") == 0


def test_a_race_depends_on_what_is_needed_and_not_on_the_target():
    short, whole = load_variant("fournier_30"), load_variant("fournier")
    found = [
        win_chance_at(variant, {"A": target - 7, "B": target - 20}, "B", "A1")
        for variant, target in ((short, 30), (whole, 40))
    ]
    assert found[0] == found[1]
    assert race_table(short) is race_table(whole)


@pytest.mark.parametrize("seats", [("A", "B", "C"), ("A", "B", "C", "D", "E")])
def test_equals_are_equal_among_several(seats):
    even = dict.fromkeys(seats, 11)
    alone = load_variant("fournier")
    for seat in seats:
        assert win_chance_at(ENCAJE, even, seat) == pytest.approx(1 - 1 / len(seats))
        assert win_chance_at(alone, even, seat) == pytest.approx(1 / len(seats))
    few = even | {"A": 3}
    assert win_chance_at(ENCAJE, few, "A") > win_chance_at(ENCAJE, few, "B")
    assert win_chance_at(ENCAJE, even | {"A": 0}, "A") == 1
    assert sum(1 - win_chance_at(ENCAJE, few, seat) for seat in seats) == pytest.approx(1)
    assert sum(win_chance_at(alone, few, seat) for seat in seats) == pytest.approx(1, abs=0.1)


def test_games_without_a_target_of_stones_have_a_chance_as_well():
    enfle, mau_mau = load_variant("enfle"), load_variant("mau_mau")
    assert win_chance_at(enfle, {"A": 30, "B": 10, "C": 20, "D": 20}, "A") == 0.375
    assert win_chance_at(mau_mau, {"A": 200, "B": 200}, "A") == 0.5
    assert (
        0.5
        < win_chance_at(mau_mau, {"A": 300, "B": 200}, "A")
        < win_chance_at(mau_mau, {"A": 450, "B": 200}, "A")
    )
    assert win_chance_at(mau_mau, {"A": 510, "B": 200}, "B") == 0
