"""Each signal of the two lists: which hand it is true of, and the nearest one it is not."""

from __future__ import annotations

import pytest

from mustutor.games.mus_family import conduct_judge
from mustutor.games.mus_family.calls import read_call
from mustutor.games.mus_family.signals import signal_list

from .table import changed, play, sit

# What is shown, a word of how, a hand that says it, and the nearest hand that does not.
FOURNIER = {
    "MUS-SIG-F1": ("dos_reyes", "lip", "R3C7", "RCC7"),
    "MUS-SIG-F2": ("tres_reyes", "lip to one side", "RR37", "RRC7"),
    "MUS-SIG-F3": ("dos_ases", "tongue", "A2C7", "ACC7"),
    "MUS-SIG-F4": ("tres_ases", "tongue to one side", "AA27", "AAC7"),
    "MUS-SIG-F5": ("medias", "twist", "7776", "7766"),
    "MUS-SIG-F6": ("duples", "eyebrows", "7766", "7776"),
    "MUS-SIG-F7": ("treinta_y_una", "wink", "RCSA", "RC76"),
    "MUS-SIG-F8": ("treinta", "wink", "RC64", "RC54"),
}
WIKIPEDIA = {
    "MUS-SIG-W1": ("par", "tilt the head", "CC76", "C765"),
    "MUS-SIG-W2": ("solomillo", "kiss", "RRRA", "RRCA"),
    "MUS-SIG-W3": ("treinta", "both shoulders", "RC64", "RC54"),
    "MUS-SIG-W4": ("veintinueve", "right shoulder", "RC54", "RC64"),
    "MUS-SIG-W5": ("veintiocho", "left shoulder", "RC44", "RC54"),
    "MUS-SIG-W6": ("ciego", "close the eyes", "7654", "RCSA"),
    "MUS-SIG-W7": ("la_real", "earlobe", "777S", "RCSA"),
}
OTHERS = "6653 CSS4 2S5C"


def allowed(rulebook, hand, name, **rules):
    """What the referee says of the signal, made by mano with this hand after the mus is cut."""
    position = sit(f"{hand} {OTHERS}", rules=changed(rulebook, {"mus.corrido": "never", **rules}))
    position = play(position, "A1 paso")
    return conduct_judge.judge(position, read_call(f"A1 sena {name}"))


@pytest.mark.parametrize("rule", FOURNIER)
def test_MUS_SIG_F1_to_F8_true_of_the_hand_it_means_and_of_no_other(rule):
    name, how, hand, other = FOURNIER[rule]
    signal = signal_list("fournier")[name]
    assert signal.article == rule
    assert how in signal.gesture["en"]
    assert allowed("fournier", hand, name).allowed is True
    ruling = allowed("fournier", other, name)
    assert (ruling.allowed, ruling.rule) == (False, "MUS-SIG-2")


@pytest.mark.parametrize("rule", WIKIPEDIA)
def test_MUS_SIG_W1_to_W7_true_of_the_hand_it_means_and_of_no_other(rule):
    name, how, hand, other = WIKIPEDIA[rule]
    rules = {"real.enabled": True, "real.figure_suit": "any"} if name == "la_real" else {}
    signal = signal_list("wikipedia")[name]
    assert signal.article == rule
    assert how in signal.gesture["en"]
    assert allowed("wikipedia_en", hand, name, **rules).allowed is True
    ruling = allowed("wikipedia_en", other, name, **rules)
    assert (ruling.allowed, ruling.rule) == (False, "MUS-SIG-2")


@pytest.mark.parametrize(
    ("lance", "cards", "may"),
    [
        ("grande", "R 7", True),
        ("grande", "7 R", False),
        ("chica", "7 R", True),
        ("chica", "R 7", False),
    ],
)
def test_REG_CLM_4_high_to_low_at_grande_and_low_to_high_at_chica(lance, cards, may):
    position = sit("RCS7 5566 CSS4 6544", "A1 B0", rules="castilla_la_mancha")
    if lance == "chica":
        position = play(position, "A1 paso, B1 paso, A2 paso, B2 paso")
    assert conduct_judge.judge(position, read_call(f"A1 dice canta {cards}")).allowed is may
