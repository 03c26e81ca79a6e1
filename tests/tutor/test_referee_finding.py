"""Whether a signal or a word is allowed, as a lesson asks it: by the rulebooks' own texts."""

from __future__ import annotations

import pytest

from mustutor import load_replay, load_variant
from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.games.mus_family import findings
from mustutor.games.mus_family.calls import read_call
from mustutor.tutor.lesson.tables import deal_of

# A1 holds three sevens and a six, and speaks first at pares once all have declared.
RECORD = "asturias_question_with_medias"


@pytest.fixture
def dealt():
    replay = load_replay(data("replays") / f"{RECORD}.json")
    return deal_of(replay, load_variant("asturias"))


def allowed(dealt, place, said, variant="asturias"):
    position = dealt.at(place).position
    table = position.table._replace(variant=load_variant(variant))
    return findings.allowed(position._replace(table=table), read_call(said))


@pytest.mark.parametrize(
    ("said", "variant", "answer", "rule"),
    [
        # A seña must be true, wherever there are any.
        ("A1 sena medias", "fournier", "yes", "MUS-SIG-F5"),
        ("A1 sena duples", "fournier", "no", "MUS-SIG-2"),
        ("A1 sena duples", "aragon", "no", "REG-ARA-5"),
        ("A1 sena medias", "la_rioja", "no", "REG-RIO-4"),
        # Naming cards: not by Fournier; in Galicia at grande and chica, and not at pares.
        ("A1 dice canta 7", "fournier", "no", "MUS-SIG-4"),
        ("A1 dice canta 7", "galicia", "no", "REG-GAL-4"),
        # Words may lie in Madrid, and not in Galicia once the mus is cut.
        ("A1 dice tengo_duples", "madrid", "yes", "REG-MAD-1"),
        ("A1 dice tengo_duples", "galicia", "no", "REG-GAL-1"),
    ],
)
def test_REG_what_may_be_said_at_pares_differs_from_table_to_table(
    dealt, said, variant, answer, rule
):
    found = allowed(dealt, "pares.5", said, variant)
    assert found.value == answer
    assert [line.rules for line in found.why(open_language("en"), "")] == [(rule,)]


def test_a_signal_cannot_be_judged_where_the_cards_are_not_known(dealt):
    position = dealt.at("pares.5").position
    unseen = position._replace(deal=position.deal._replace(hands=(None,) * 4))
    assert findings.allowed(unseen, read_call("A1 sena medias")).value == "none"
