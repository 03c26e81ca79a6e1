"""The decks: eight kings or four, forty cards or thirty-six, fours for aces (A-29)."""

from __future__ import annotations

import pytest

from mustutor.base.errors import VariantError

from .table import ledger, quiet, sit, variant


@pytest.mark.parametrize(
    ("kings", "counted"),
    [
        # 3-3-2-C: two kings, an ace and a knight (31), or threes, a two and a knight (18).
        (8, ["grande paso A 1", "chica paso A 1", "pares par A 1", "juego juego31 A 3"]),
        (4, ["grande paso B 1", "chica paso A 1", "pares par A 1", "juego juego B 2"]),
    ],
)
def test_option_deck_kings(kings, counted):
    end = quiet(sit("332C RCS7 7654 7654", rules={"deck.kings": kings}))
    assert ledger(end) == counted


@pytest.mark.parametrize(
    ("as_aces", "counted"),
    [
        # C-C-S-4 is 31 with an ace for the four and 34 with a four; B1 has 37, B2 no card below 5.
        (True, ["grande paso B 1", "chica paso A 1", "pares par A 1", "juego juego31 A 3"]),
        (False, ["grande paso B 1", "chica paso A 1", "pares par A 1", "juego juego B 2"]),
    ],
)
def test_option_deck_fours_as_aces(as_aces, counted):
    rules = {"deck.fours_as_aces": True, "deck.removed_ranks": [2]} if as_aces else {}
    end = quiet(sit("CCS4 RCS7 76S5 7R65", rules=rules))
    assert ledger(end) == counted


def test_option_deck_fours_as_aces_a_four_and_an_ace_are_a_par():
    for as_aces in (True, False):
        rules = {"deck.fours_as_aces": True, "deck.removed_ranks": [2]} if as_aces else {}
        end = quiet(sit("R74A 7654 7R65 7R65", rules=rules))
        assert ("pares par A 1" in ledger(end)) is as_aces


@pytest.mark.parametrize(("removed", "cards"), [([], 40), ([2], 36)])
def test_option_deck_removed_ranks(removed, cards):
    rules = {"deck.removed_ranks": removed, "deck.kings": 4}
    assert sit("", rules=rules).deal.stock == cards - 16


def test_A_29_without_twos_eight_kings_want_the_fours_for_aces():
    with pytest.raises(VariantError):
        variant({"deck.removed_ranks": [2]})
    assert variant({"deck.removed_ranks": [2], "deck.fours_as_aces": True})
