"""The regional rulebooks as they are played, each preset as it stands (REG)."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.model.calls import Call
from mustutor.model.variant import load_variant

from .table import DULL, closes, ledger, opened, play, quiet, sit, stones

# B1 has three threes and a knight: with eight kings three kings, with four three threes.
KINGS = "R765 333C 7654 6544"


def three_is_a_king(rulebook):
    position = sit(KINGS, "A1 B0", rules=rulebook)
    return "grande paso B 1" in ledger(quiet(position))


def two_is_an_ace(rulebook):
    # A1 has three twos, B1 two aces: the better chica is A1's if twos are aces.
    end = quiet(sit("222C AA7C 7654 6547", "A1 B0", rules=rulebook))
    return "chica paso A 1" in ledger(end)


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("aragon", id="REG-ARA-1"),
        pytest.param("asturias", id="REG-AST-1"),
        pytest.param("cantabria", id="REG-CAN-1"),
        pytest.param("catalunya", id="REG-CAT-1"),
        pytest.param("alava_vizcaya", id="REG-ALV-1"),
        pytest.param("guipuzcoa_8", id="REG-GUI-1"),
    ],
)
def test_REG_ARA_1_REG_AST_1_REG_CAN_1_REG_CAT_1_and_REG_ALV_1_eight_kings_eight_aces(rulebook):
    assert three_is_a_king(rulebook)
    assert two_is_an_ace(rulebook)


@pytest.mark.parametrize("rulebook", ["la_rioja", "navarra", "guipuzcoa_4"])
def test_REG_RIO_1_REG_NAV_2_and_REG_GUI_1_four_kings_four_aces(rulebook):
    assert not three_is_a_king(rulebook)
    if rulebook != "la_rioja":  # which has no twos
        assert not two_is_an_ace(rulebook)


@pytest.mark.parametrize(
    ("rulebook", "target"),
    [
        pytest.param("cantabria", 40, id="REG-CAN-2"),
        pytest.param("la_rioja", 25, id="REG-RIO-2"),
        pytest.param("navarra", 40, id="REG-NAV-1"),
        pytest.param("alava_vizcaya", 40, id="REG-ALV-2"),
        pytest.param("guipuzcoa_4", 30, id="REG-GUI-2 four kings"),
        pytest.param("guipuzcoa_8", 40, id="REG-GUI-2 eight kings"),
    ],
)
def test_REG_CAN_2_REG_RIO_2_REG_NAV_1_REG_ALV_2_and_REG_GUI_2_the_target(rulebook, target):
    told = DULL
    assert quiet(sit(told, f"A{target - 4} B0", rules=rulebook)).winner == "A"
    assert not quiet(sit(told, f"A{target - 5} B0", rules=rulebook)).winner


REAL = "Rc,Cc,Sc,Ab {} 6o,5o,4o,Ao 6c,5c,4c,Ac"


def real(rulebook, hand):
    """Whether B1's hand beats the 31 of mano at juego."""
    end = quiet(sit(REAL.format(hand), "A1 B0", rules=rulebook))
    return ledger(end, "juego") == ["juego juego31 B 3"]


@pytest.mark.parametrize("hand", ["So,7o,7c,7e", "Co,7o,7c,7e", "Ro,7o,7c,7e", "3o,7o,7c,7e"])
@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("aragon", id="REG-ARA-2"),
        pytest.param("madrid", id="REG-MAD-8"),
        pytest.param("galicia", id="REG-GAL-5"),
        pytest.param("navarra", id="REG-NAV-3"),
        pytest.param("alava_vizcaya", id="REG-ALV-3"),
        pytest.param("guipuzcoa_4", id="REG-GUI-3 four kings"),
        pytest.param("guipuzcoa_8", id="REG-GUI-3 eight kings"),
    ],
)
def test_REG_ARA_2_REG_MAD_8_REG_GAL_5_REG_NAV_3_REG_ALV_3_and_REG_GUI_3_no_real(rulebook, hand):
    assert not real(rulebook, hand)


@pytest.mark.parametrize("suit", "oceb")
@pytest.mark.parametrize("rulebook", ["asturias", "cantabria"])
def test_REG_AST_18_and_REG_CAN_5_three_sevens_and_any_jack(rulebook, suit):
    hand = f"S{suit},7o,7c,7e".replace("Sc", "Se")
    assert real(rulebook, hand)
    assert not real(rulebook, hand.replace("S", "C"))
    assert not real(rulebook, hand.replace("S", "R").replace("Rc", "Re"))


@pytest.mark.parametrize("figure", "SCR3")
def test_REG_CAT_3_any_figure_or_a_three(figure):
    assert real("catalunya", f"{figure}e,7o,7c,7b")


# --- Aragón ------------------------------------------------------------------------------


def test_REG_ARA_3_todas_is_no_ordago():
    position = games.apply(sit(DULL, "A1 B0", rules="aragon"), Call("A1", "mas", word="todas"))
    assert (position.state.auction.stake, position.state.auction.ordago) == (40, False)
    position = play(position, "B1 quiero")
    assert (position.lance, position.winner) == ("chica", "")  # the hand goes on
    assert ledger(quiet(position))[0] == "grande envite A 40"


# --- Asturias ----------------------------------------------------------------------------


@pytest.mark.parametrize(("called", "stake"), [(40, 40), (41, 2), (99, 2)])
def test_REG_AST_7_a_bet_above_forty_is_an_ordinary_envido(called, stake):
    position = play(sit(DULL, "A1 B0", rules="asturias"), f"A1 envido {called}, B1 quiero")
    assert ledger(quiet(position), "grande") == [f"grande envite A {stake}"]


def test_REG_AST_8_the_total_may_exceed_forty_by_steps_of_forty():
    position = play(sit(DULL, "A1 B0", rules="asturias"), "A1 envido 30, B1 subo a 70")
    assert position.state.auction.stake == 70
    assert play(position, "A2 subo a 110").state.auction.stake == 110


def test_REG_AST_9_an_incorrect_raise_counts_as_two_more():
    position = play(sit(DULL, "A1 B0", rules="asturias"), "A1 envido 30, B1 subo a 71")
    assert position.state.auction.stake == 32
    assert play(position, "A2 41 mas").state.auction.stake == 34


# --- Cataluña and Madrid: the deje -------------------------------------------------------


def lance(told, which, rulebook):
    return opened(sit(told, "A1 B0", rules=rulebook), which)


TOLD = {
    "grande": DULL,
    "chica": DULL,
    "pares": DULL,
    "juego": DULL,
    "punto": "RC54 RC64 7654 7654",
}


@pytest.mark.parametrize(
    ("which", "deje"), [("grande", 1), ("chica", 1), ("pares", 0), ("juego", 0), ("punto", 1)]
)
def test_REG_CAT_4_no_deje_in_pares_nor_in_juego(which, deje):
    end = quiet(closes(lance(TOLD[which], which, "catalunya"), "A1 envido 5"))
    assert ledger(end, f"{which} deje") == [f"{which} deje A 1 at once"] * deje
    # The values of the bettor's side are his as ever.
    values = {
        "pares": ["pares par A 1"],
        "juego": ["juego juego A 2"],
        "punto": ["punto punto A 1"],
    }
    assert ledger(end, which)[deje:] == values.get(which, [])


@pytest.mark.parametrize("which", list(TOLD))
def test_REG_CAT_4_a_refused_raise_pays_the_stake_before_it_without_extra(which):
    position = play(lance(TOLD[which], which, "catalunya"), "A1 envido 5, B1 subo a 9")
    while position.lance == which and position.speaker:
        position = play(position, f"{position.speaker} no quiero")
    assert ledger(position, f"{which} deje") == [f"{which} deje B 5 at once"]


@pytest.mark.parametrize(
    ("which", "extra"), [("grande", 0), ("chica", 0), ("pares", 1), ("juego", 1), ("punto", 1)]
)
def test_REG_MAD_4_one_more_where_a_side_withdraws_from_a_bet_already_made(which, extra):
    position = play(lance(TOLD[which], which, "madrid"), "A1 envido 5, B1 subo a 9")
    while position.lance == which and position.speaker:
        position = play(position, f"{position.speaker} no quiero")
    assert ledger(position, f"{which} deje") == [f"{which} deje B {5 + extra} at once"]
    opening = closes(lance(TOLD[which], which, "madrid"), "A1 envido 5")
    assert ledger(opening, f"{which} deje") == [f"{which} deje A 1 at once"]


# --- any bet may be accepted -------------------------------------------------------------


@pytest.mark.parametrize("rulebook", ["madrid", "galicia"])
@pytest.mark.parametrize(
    ("which", "told"), [("pares", "RRC7 7654 7654 AA45"), ("juego", "RRC7 7654 6654 RC76")]
)
def test_REG_MAD_2_and_REG_GAL_2_the_postre_with_the_least_hand_may_accept(rulebook, which, told):
    position = play(lance(told, which, rulebook), "A1 envido 12")
    assert position.speaker == "B2"
    end = quiet(play(position, "B2 quiero"))
    assert f"{which} envite A 12" in ledger(end)


# --- the cards ---------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["2o", "2b"])
def test_REG_RIO_6_thirty_six_cards_without_twos(card):
    with pytest.raises(IllegalCall) as refusal:
        sit(f"Ro,Rc,7o,{card} 7c,6c,5c,4c 7e,6e,5e,4e 7b,6b,5b,4b", "A1 B0", rules="la_rioja")
    assert refusal.value.fault.rule == "MUS-DECK-1"
    position = sit("", "A1 B0", rules="la_rioja")
    assert position.deal.stock == 36 - 16


# --- words -------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["mus", "no hay mus", "corto"])
def test_REG_CAN_4_any_clear_wording_for_mus_and_cutting(words):
    position = play(sit(DULL, "A1 B0", rules="cantabria", talk=True), f"A1 {words}")
    assert position.speaker == ("B1" if words == "mus" else "A1")


@pytest.mark.parametrize("rulebook", ["aragon", "asturias", "galicia", "navarra"])
def test_a_region_that_is_silent_plays_as_fournier(rulebook):
    base, region = load_variant("fournier").rules, load_variant(rulebook).rules
    for option in ("deje.opening", "deje.raise_refused", "match.games", "mus.corrido"):
        assert base[option] == region[option]
    one, other = (quiet(sit(DULL, "A1 B0", rules=name)) for name in ("fournier", rulebook))
    assert (ledger(one), stones(one)) == (ledger(other), stones(other))
