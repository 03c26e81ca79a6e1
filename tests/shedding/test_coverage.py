"""Which test holds which rule: every rule of Enflé and of Mau-Mau has one that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

from mustutor.games.rulebook import article, articles
from tests.long import each
from tests.naming import asserts, every_test

HERE = Path(__file__).parent
RULES = [
    *(f"ENF-{number}" for number in range(1, 15)),
    *(f"MAU-{number}" for number in range(1, 24)),
]
TESTS = list(every_test(sorted(HERE.glob("test_*.py"))))
BORNE = {
    f"{game}-{number}"
    for test in TESTS
    for game, number in re.findall(r"(ENF|MAU)_([0-9]+)(?=_)", test.name)
}


def test_the_rulebook_has_all_of_them_and_no_other():
    assert [id_ for id_ in articles() if id_[:4] in ("ENF-", "MAU-")] == RULES


@each(RULES)
def test_every_rule_has_a_test_that_bears_its_id(rule):
    assert rule in BORNE
    assert article(rule).text["es"]


def test_no_test_bears_a_rule_that_is_not():
    assert set(RULES) >= BORNE


def test_every_test_in_this_folder_asserts_something():
    for test in TESTS:
        assert asserts(test), test.name
