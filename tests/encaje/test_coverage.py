"""Which test holds which rule: every rule of Encaje, and every rule of Mus that Encaje leans on."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import pytest

from mustutor.base.errors import Unreadable
from mustutor.games.rulebook import article, articles
from tests.long import each
from tests.naming import asserts, borne, every_test, ids

HERE = Path(__file__).parent


class Held(Enum):
    """How a rule is held."""

    ENGINE = "a test in this folder plays it, and bears its id"
    CARDS = "a test of the cards or of the order of hands bears its id, one floor below"
    TAUGHT = "nothing is computed from it: the rulebook tells it"


COMPARED = ("G1", "C1", *(f"P{n}" for n in range(1, 8)), "J1", "J2", "J3", "PT1", "PT2")
E, C, T = Held.ENGINE, Held.CARDS, Held.TAUGHT


def chapter(name: str, *held: Held) -> dict[str, Held]:
    """Number the rules of a chapter from 1."""
    return {f"{name}-{number}": how for number, how in enumerate(held, 1)}


ENCAJE = {
    **chapter("ENC-GEN", E, E, E, E),
    **chapter("ENC-DEAL", E, E, E, E, E),
    **chapter("ENC-STN", E, E, E, E, E),
    **chapter("ENC-SES", E, T),
    **chapter("ENC-LANCE", E),
    **chapter("ENC-TURN", E, E, E),
    **chapter("ENC-BET", *[E] * 14),
    **chapter("ENC-PAR", E, E, E, E, E),
    **chapter("ENC-JUE", E, E, E, E),
    **chapter("ENC-SET", *[E] * 12),
    **chapter("ENC-EX", E, E, E, E),
    **chapter("ENC-END", E, E, E),
}

MUS = {
    **chapter("MUS-DECK", E),
    **chapter("MUS-RANK", C, C, C, C),
    **chapter("MUS-VALUE", C, C, C),
    # DLR-4 (dealing is a disadvantage) follows from the tie rule, MUS-CMP-T1.
    "MUS-DLR-2": E,
    "MUS-DLR-3": E,
    "MUS-DLR-4": T,
    # Who shuffles and cuts, how many a cut lifts, that the stock is put aside: done by hands.
    **chapter("MUS-DEAL", T, T, E, E, T),
    **chapter("MUS-MUS", E, E, E, E, E, E),
    "MUS-FIRST-1": E,
    "MUS-FIRST-3": E,
    "MUS-FIRST-4": E,
    **chapter("MUS-VISTO", E, E),
    **chapter("MUS-DISC", E, E, E, E, E, E),
    "MUS-LANCE-1": E,
    "MUS-LANCE-2": T,  # the same as ENC-TURN-1
    **{f"MUS-CMP-{rule}": C for rule in COMPARED},
    "MUS-CMP-T1": E,
    "MUS-DECL-1": E,
    "MUS-DECL-5": E,
    # Stakes are paid at the end, there are no tricks, hands are shown at the end.
    "MUS-BET-15": T,
    "MUS-BET-18": T,
    "MUS-CNT-3": T,
    **chapter("MUS-STN", T, T),
    **chapter("MUS-VAL", C, C, C, C, C, C),
    **{f"MUS-NAME-{rule}": C for rule in (1, 2, 3, 5, 6)},
    **chapter("MUS-REAL", *[C] * 9),
}

RULES = ENCAJE | MUS


IN_THIS_FOLDER = borne(sorted(HERE.glob("test_*.py")))
BELOW = borne((HERE.parent / "test_ranking.py", HERE.parent / "test_cards.py"))


def test_names_are_read_as_they_are_meant():
    assert [*ids("test_ENC_SET_11_worst_contributor_takes_it")] == ["ENC-SET-11"]
    assert [*ids("test_MUS_MUS_4_and_ENC_DEAL_3_all")] == ["MUS-MUS-4", "ENC-DEAL-3"]
    assert [*ids("test_ENC_SET_2_and_ENC_SET_3_unbet_31")] == ["ENC-SET-2", "ENC-SET-3"]
    assert [*ids("test_MUS_VALUE_1_and_2_points")] == ["MUS-VALUE-1", "MUS-VALUE-2"]
    assert [*ids("test_MUS_CMP_P1_to_P3_kinds")] == ["MUS-CMP-P1", "MUS-CMP-P2", "MUS-CMP-P3"]
    assert [*ids("test_MUS_CMP_PT1_best_is_30_and_PT2_worst_is_4")] == [
        "MUS-CMP-PT1",
        "MUS-CMP-PT2",
    ]


def test_encaje_has_sixty_two_rules_and_the_rulebook_has_them_all():
    assert len(ENCAJE) == 62
    assert {rule for rule in articles() if rule.startswith("ENC-")} == set(ENCAJE)


@each(ENCAJE)
def test_every_rule_of_encaje_has_a_test_that_bears_its_id(rule):
    assert rule in IN_THIS_FOLDER


@each(RULES)
def test_every_rule_is_held_as_the_table_says(rule):
    match RULES[rule]:
        case Held.ENGINE:
            assert rule in IN_THIS_FOLDER
        case Held.CARDS:
            assert rule in BELOW
    entry = article(rule)
    assert entry.source
    for language in ("en", "es"):
        assert entry.text[language]
        assert entry.title[language]


def test_no_test_bears_a_rule_that_is_not():
    assert {rule for rule in IN_THIS_FOLDER if rule.startswith("ENC-")} <= set(ENCAJE)
    assert set(articles()) >= IN_THIS_FOLDER


def test_every_test_in_this_folder_asserts_something():
    for test in every_test(sorted(HERE.glob("test_*.py"))):
        assert asserts(test), test.name


def test_a_rule_that_is_not_there_has_no_article():
    with pytest.raises(Unreadable):
        article("ENC-SET-13")
