"""La Real: three sevens and a figure (MUS-REAL, A-45 to A-47)."""

from __future__ import annotations

import itertools

import pytest

from mustutor.base.errors import IllegalCall
from mustutor.games.mus_family.hands import ranking_of
from mustutor.model.cards import deck, read_card

from .table import cards, ledger, opened, play, quiet, sit, variant

ON = {"real.enabled": True}
ANY = {**ON, "real.figure_suit": "any"}
FIGURES = {"jack": "S", "knight": "C", "king": "R", "three": "3"}


def real(hand, **rules):
    """Whether a hand is La Real: it beats the 31 of mano."""
    told = f"Rc,Cc,Sc,Ab {hand} 6o,5o,4o,Ao 6c,5c,4c,Ac"
    end = quiet(sit(told, rules={f"real.{name}": value for name, value in rules.items()}))
    won = ledger(end, "juego")
    assert won in (["juego juego31 A 3"], ["juego juego31 B 3"])
    return won == ["juego juego31 B 3"]


def test_MUS_REAL_1_beats_the_31_of_mano():
    assert real("So,7o,7c,7e", enabled=True)
    assert not real("So,7o,7c,7e", enabled=False)


def test_MUS_REAL_2_off_under_the_rulebook_of_fournier():
    told = "Rc,Cc,Sc,Ab So,7o,7c,7e 6o,5o,4o,Ao 6c,5c,4c,Ac"
    assert ledger(quiet(sit(told, rules="fournier")), "juego") == ["juego juego31 A 3"]


@pytest.mark.parametrize(
    ("figures", "suit", "sevens", "reals"),
    [
        # Any real figure, threes excluded.
        pytest.param(
            ["jack", "knight", "king"],
            "any",
            "any",
            {"So,7o,7c,7e", "Se,7o,7c,7e", "Ce,7o,7c,7e", "Ro,7c,7e,7b"},
            id="MUS-REAL-3",
        ),
        pytest.param(["knight"], "any", "any", {"Ce,7o,7c,7e"}, id="MUS-REAL-4"),
        pytest.param(["jack"], "any", "any", {"So,7o,7c,7e", "Se,7o,7c,7e"}, id="MUS-REAL-5"),
        # All four cards of different suits: the figure in the suit the sevens have not.
        pytest.param(
            ["jack", "knight", "king"], "any", "all_different", {"Ro,7c,7e,7b"}, id="MUS-REAL-6"
        ),
        pytest.param(["jack"], "coins", "any", {"So,7o,7c,7e"}, id="MUS-REAL-8"),
        pytest.param(["king"], "coins", "not_figure_suit", {"Ro,7c,7e,7b"}, id="MUS-REAL-9"),
        pytest.param(
            ["jack", "knight", "king", "three"],
            "any",
            "any",
            {"So,7o,7c,7e", "Se,7o,7c,7e", "Ce,7o,7c,7e", "Ro,7c,7e,7b", "3o,7c,7e,7b"},
            id="REG-CAT-3",
        ),
    ],
)
def test_MUS_REAL_3_to_9_every_composition(figures, suit, sevens, reals):
    for hand in ("So,7o,7c,7e", "Se,7o,7c,7e", "Ce,7o,7c,7e", "Ro,7c,7e,7b", "3o,7c,7e,7b"):
        found = real(hand, enabled=True, figures=figures, figure_suit=suit, sevens=sevens)
        assert found is (hand in reals), hand


@pytest.mark.parametrize(
    ("sevens", "reals"),
    [
        ("any", {"So,7o,7c,7e", "So,7c,7e,7b"}),
        ("not_figure_suit", {"So,7c,7e,7b"}),  # no seven of coins
        ("all_different", {"So,7c,7e,7b"}),  # four suits
    ],
)
def test_option_real_sevens(sevens, reals):
    for hand in ("So,7o,7c,7e", "So,7c,7e,7b"):
        assert real(hand, enabled=True, sevens=sevens) is (hand in reals)


@pytest.mark.parametrize("kings", [8, 4])
def test_option_real_figures_a_three_is_a_figure_only_with_eight_kings(kings):
    rules = {**ANY, "real.figures": ["jack", "three"], "deck.kings": kings}
    has = ranking_of(variant(rules).rules)
    hand = tuple(map(read_card, ("3o", "7o", "7c", "7e")))
    assert has.has("juego", hand) is (kings == 8)  # 31, or 24


def test_MUS_REAL_7_jack_of_coins_whose_sevens_always_differ_in_suit():
    # A deck has one seven of each suit: "different suits" asks nothing more of three sevens.
    rules = variant({**ON, "real.sevens": "any"})
    ranking = ranking_of(rules.rules)
    mano = tuple(map(read_card, ("Rc", "Cc", "Sc", "Ab")))
    jack = read_card("So")
    for sevens in itertools.combinations([card for card in deck() if card.rank == "7"], 3):
        assert ranking.order("juego", [mano, (jack, *sevens)])[0] == 1


# --- what it is worth, and nothing else: A-47 --------------------------------------------

TOLD = "Rc,Cc,Sc,Ab So,7o,7c,7e 6o,5o,4o,Ao 6c,5c,4c,Ac"


@pytest.mark.parametrize("worth", [3, 5])
def test_option_values_real(worth):
    end = quiet(sit(TOLD, rules={**ON, "values.real": worth}))
    assert ledger(end, "juego") == [f"juego juego31 B {worth}"]


def test_MUS_REAL_1_and_A_47_it_wins_a_bet_too_and_counts_as_medias_of_sevens():
    position = opened(sit(TOLD, rules=ON), "juego")
    end = play(position, "A1 envido 5, B1 quiero")
    assert ledger(end, "juego") == ["juego envite B 5", "juego juego31 B 3"]
    assert ledger(end, "pares") == ["pares medias B 2"]


def test_MUS_REAL_1_in_grande_and_chica_it_is_any_other_hand():
    plain, with_real = (ledger(quiet(sit(TOLD, rules=rules))) for rules in ({}, ON))
    assert [line for line in plain if "juego" not in line] == [
        line for line in with_real if "juego" not in line
    ]


@pytest.mark.parametrize("kings", [8, 4])
def test_A_46_two_reales_cannot_meet(kings):
    figures = ["jack", "knight", "king", "three"]
    ranking = ranking_of(variant({**ANY, "real.figures": figures, "deck.kings": kings}).rules)
    mano = tuple(map(read_card, ("Rc", "Cc", "Sc", "Ab")))
    sevens = [card for card in deck() if card.rank == "7"]
    reals = [
        {*three, card}
        for three in itertools.combinations(sevens, 3)
        for card in deck()
        if card not in three
        and ranking.has("juego", (*three, card))
        and ranking.order("juego", [mano, (*three, card)])[0] == 1
    ]
    # Three sevens out of four, and a jack, a knight, a king (or a three, where it is one).
    assert len(reals) == 4 * (16 if kings == 8 else 12)
    assert all(one & other for one, other in itertools.combinations(reals, 2))


def test_A_46_a_fifth_seven_is_not_dealt():
    with pytest.raises(IllegalCall):
        sit("S777 C777 6543 6543", rules=ANY)
    assert cards("S777")
