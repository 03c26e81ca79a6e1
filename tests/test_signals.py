"""The signals: three lists, what each signal means, and when it is true (MUS-SIG-*, REG-AST-25)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from mustutor.base import shipped
from mustutor.base.files import data
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.signals import (
    CONDITIONS,
    Signal,
    list_names,
    meanings,
    signal_list,
    signals_of,
)
from mustutor.model.cards import deck, read_hand
from mustutor.model.variant import load_variant

# The lists, typed once more from the sources: what is meant, how it is shown, which article.
FOURNIER = {
    "dos_reyes": ("bite the lower lip in the middle", "MUS-SIG-F1"),
    "tres_reyes": ("bite the lower lip to one side", "MUS-SIG-F2"),
    "dos_ases": ("show the tip of the tongue", "MUS-SIG-F3"),
    "tres_ases": ("show the tip of the tongue to one side", "MUS-SIG-F4"),
    "medias": ("press the lips and twist them to one side", "MUS-SIG-F5"),
    "duples": ("raise the eyebrows", "MUS-SIG-F6"),
    "treinta_y_una": ("wink", "MUS-SIG-F7"),
    "treinta": ("wink", "MUS-SIG-F8"),
}
LISTS = {
    "fournier": FOURNIER,
    "wikipedia": {
        **FOURNIER,
        "par": ("tilt the head to one side", "MUS-SIG-W1"),
        "solomillo": ("blow a kiss", "MUS-SIG-W2"),
        "treinta": ("lift both shoulders", "MUS-SIG-W3"),
        "veintinueve": ("lift the right shoulder", "MUS-SIG-W4"),
        "veintiocho": ("lift the left shoulder", "MUS-SIG-W5"),
        "ciego": ("close the eyes", "MUS-SIG-W6"),
        "la_real": ("touch an earlobe", "MUS-SIG-W7"),
    },
    "asturias": {**FOURNIER, "dos_ases": ("wrinkle the nose", "REG-AST-25")},
}
ALL = signal_list("wikipedia")


def ranking(name: str) -> Any:
    return ranking_of(load_variant(name).rules)


def true_signals(hand: str, name: str = "fournier", signals: str = "wikipedia") -> set[str]:
    order = ranking(name)
    cards = read_hand(hand)
    return {one.id for one in signal_list(signals).values() if one.holds_for(cards, order)}


def test_there_are_three_lists_of_eight_fourteen_and_eight() -> None:
    assert {name: len(signal_list(name)) for name in list_names()} == {
        "fournier": 8,
        "wikipedia": 14,
        "asturias": 8,
    }


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_what_its_source_gives(name: str) -> None:
    found = {one.id: (one.gesture["en"], one.article) for one in signal_list(name).values()}
    assert found == LISTS[name]


def test_MUS_SIG_F8_the_wink_is_for_31_and_for_30() -> None:
    signals = signal_list("fournier")
    assert signals["treinta"].gesture == signals["treinta_y_una"].gesture
    assert signals["treinta"].holds != signals["treinta_y_una"].holds


def test_MUS_SIG_3_within_wikipedia_every_gesture_has_one_meaning() -> None:
    gestures = [one.gesture["en"] for one in ALL.values()]
    assert len(set(gestures)) == len(gestures)


def test_REG_AST_25_only_two_aces_are_shown_otherwise_in_asturias() -> None:
    fournier, asturias = signal_list("fournier"), signal_list("asturias")
    assert {name for name in fournier if fournier[name] != asturias[name]} == {"dos_ases"}
    assert asturias["dos_ases"].gesture["es"] == "arrugar la nariz"


@pytest.mark.parametrize("name", LISTS)
def test_every_signal_is_told_in_english_spanish_and_french(name: str) -> None:
    for key, signal in signal_list(name).items():
        assert isinstance(signal, Signal)
        assert signal.id == key
        assert key.isascii()
        assert key.replace("_", "").isalpha()
        assert signal.holds in CONDITIONS
        for texts in (signal.gesture, signal.meaning):
            assert all(texts[code] for code in ("en", "es", "fr"))


def test_every_meaning_of_the_file_is_in_some_list() -> None:
    assert set(meanings()) == {key for name in list_names() for key in signal_list(name)}


TRUE_OF = [
    # eight kings: threes are kings and twos are aces
    ("R 3 7 6", "fournier", {"dos_reyes", "par"}),
    ("R C S 7", "fournier", set()),
    ("R R 3 A", "fournier", {"dos_reyes", "tres_reyes", "medias", "treinta_y_una", "solomillo"}),
    ("R 3 3 3", "fournier", {"dos_reyes", "tres_reyes", "duples"}),
    ("A 2 7 6", "fournier", {"dos_ases", "par"}),
    ("A 2 2 7", "fournier", {"dos_ases", "tres_ases", "medias"}),
    ("R R A A", "fournier", {"dos_reyes", "dos_ases", "duples"}),
    ("R C S A", "fournier", {"treinta_y_una"}),
    ("R C 6 4", "fournier", {"treinta"}),
    ("R 7 7 6", "fournier", {"treinta", "par"}),
    ("R C 5 4", "fournier", {"veintinueve"}),
    ("R 7 6 5", "fournier", {"veintiocho"}),
    ("R 6 5 4", "fournier", {"ciego"}),
    ("7 6 5 4", "fournier", {"ciego"}),
    ("R C S 4", "fournier", set()),
    ("7 7 5 4", "fournier", {"par"}),
    # four kings: threes and twos keep their rank
    ("R 3 7 6", "navarra", {"ciego"}),
    ("R R 3 A", "navarra", {"dos_reyes", "par"}),
    ("A 2 7 6", "navarra", {"ciego"}),
    ("R R R A", "navarra", {"dos_reyes", "tres_reyes", "medias", "treinta_y_una", "solomillo"}),
    # la Real, where it is played and where it is not
    ("7o 7c 7e So", "cantabria", {"la_real", "medias", "treinta_y_una"}),
    ("7o 7c 7e So", "fournier", {"medias", "treinta_y_una"}),
]


@pytest.mark.parametrize(("hand", "name", "expected"), TRUE_OF)
def test_MUS_SIG_2_a_signal_is_true_of_the_hands_that_hold_what_it_means(
    hand: str, name: str, expected: set[str]
) -> None:
    assert true_signals(hand, name) == expected


def test_every_hand_that_is_ciego_has_no_other_true_signal_and_no_juego() -> None:
    """One hand of each kind of ranks stands for all 91,390, as no signal here asks for suits."""
    order = ranking("fournier")
    kinds = {tuple(sorted(card.rank for card in hand)) for hand in combinations(deck(), 4)}
    for kind in kinds:
        hand = read_hand(" ".join(kind))
        if ALL["ciego"].holds_for(hand, order):
            others = [one.id for one in ALL.values() if one.holds_for(hand, order)]
            assert others == ["ciego"]
            assert not order.has("juego", hand)
            assert not order.has("pares", hand)


def test_the_signals_of_a_table_are_those_of_its_variant() -> None:
    for name, signals in (
        ("fournier", "fournier"),
        ("asturias", "asturias"),
        ("wikipedia_en_north", "wikipedia"),
        ("madrid", "fournier"),
    ):
        assert signals_of(load_variant(name).rules) == signal_list(signals)


@pytest.mark.parametrize("name", ["la_rioja", "encaje", "encaje_five_card"])
def test_REG_RIO_4_where_signals_are_not_allowed_there_are_none(name: str) -> None:
    assert not signals_of(load_variant(name).rules)


def test_a_table_may_map_meanings_to_gestures_itself() -> None:
    rules = dict(load_variant("fournier").rules)
    rules["signals.list"] = {"dos_reyes": "wink", "corta_el_mus": "scratch_ear"}
    signals = signals_of(rules)
    assert signals["dos_reyes"].gesture["es"] == "guiñar un ojo"
    assert signals["dos_reyes"].article == "MUS-SIG-F1"
    own = signals["corta_el_mus"]
    assert (own.meaning["en"], own.gesture["en"]) == ("corta el mus", "scratch ear")
    order = ranking_of(rules)
    assert own.holds_for(read_hand("7 6 5 4"), order)
    assert not signals["dos_reyes"].holds_for(read_hand("7 6 5 4"), order)


def test_there_is_no_fourth_list() -> None:
    with pytest.raises(KeyError):
        signal_list("bilbao")


def test_the_compiled_signals_are_what_the_yaml_says() -> None:
    folder = data("variants") / "conduct"
    assert (folder / shipped.NAME).read_text(encoding="utf-8") == shipped.compiled(folder)
