"""How every rule is held: all 335 of Mus, of the regions and of Encaje, one by one."""

from __future__ import annotations

import ast
import re
from collections import Counter
from enum import Enum
from pathlib import Path

from mustutor.games.rulebook import article, articles
from tests.long import each
from tests.naming import asserts, borne, every_test

TESTS = Path(__file__).resolve().parents[1]
PACKAGE = TESTS.parent / "mustutor"


class Held(Enum):
    """How a rule is held."""

    ENGINE = "a test plays it, deals it, or orders its hands, and bears its id"
    CONDUCT = "a test of signals, talk or declarations bears its id"
    TAUGHT = "nothing is computed from it: the rulebook tells it"


E, C, T = Held.ENGINE, Held.CONDUCT, Held.TAUGHT


def chapter(name: str, held: str) -> dict[str, Held]:
    """Number the rules of a chapter from 1: a letter for each, how it is held."""
    return {f"{name}{number}": {"E": E, "C": C, "T": T}[how] for number, how in enumerate(held, 1)}


MUS = {
    # Agree beforehand; two rulebooks dominate.
    **chapter("MUS-OBJ-", "EEEEETT"),
    **chapter("MUS-DECK-", "EE"),
    # With eight kings high bets are riskier.
    **chapter("MUS-RANK-", "EEEET"),
    **chapter("MUS-VALUE-", "EEE"),
    **chapter("MUS-PLAY-", "EEE"),
    **chapter("MUS-SEAT-", "EEE"),
    **chapter("MUS-DLR-", "EEEE"),
    # Shuffling, cutting, and putting the stock aside are done by hands.
    **chapter("MUS-DEAL-", "TTEET"),
    **chapter("MUS-MUS-", "EEEEEE"),
    **chapter("MUS-FIRST-", "EEEE"),
    **chapter("MUS-VISTO-", "EE"),
    **chapter("MUS-DISC-", "EEEEEE"),
    **chapter("MUS-LANCE-", "EEEE"),
    **chapter("MUS-CMP-G", "E"),
    **chapter("MUS-CMP-C", "E"),
    **chapter("MUS-CMP-P", "EEEEEEE"),
    **chapter("MUS-CMP-J", "EEE"),
    **chapter("MUS-CMP-PT", "EE"),
    **chapter("MUS-CMP-T", "EE"),
    **chapter("MUS-DECL-", "EEEEEEEC"),
    **chapter("MUS-BET-", "E" * 20),
    **chapter("MUS-ORD-", "EEEEE"),
    **chapter("MUS-DEJE-", "EEEEEEE"),
    **chapter("MUS-PAY-", "EEEEEEE"),
    **chapter("MUS-VAL-", "EEEEEEE"),
    # Stones a program counts are never forgotten.
    **chapter("MUS-CNT-", "EEEEEET"),
    # What a stone is, where it lies, who changes five for one.
    **chapter("MUS-STN-", "TTETTTTE"),
    **chapter("MUS-END-", "EEE"),
    **chapter("MUS-MATCH-", "EEE"),
    **chapter("MUS-SIG-", "CCCC"),
    **chapter("MUS-SIG-F", "C" * 8),
    **chapter("MUS-SIG-W", "C" * 7),
    **chapter("MUS-TALK-", "C"),
    **chapter("MUS-NAME-", "EEEEEE"),
    **chapter("MUS-REAL-", "E" * 9),
    # Advice; that 31 is easy with eight kings is computed.
    **chapter("MUS-STRAT-", "TTTE"),
    **chapter("MUS-HIST-", "T"),
    **chapter("MUS-VOC-", "TE"),
    **chapter("MUS-TABLE-", "EEEE"),
}

REGIONS = {
    **chapter("REG-ARA-", "EEECCE"),
    **chapter("REG-AST-", "EE" + "CCCC" + "EEE" + "CCCCCCCC" + "E" + "CCCCCCC"),
    # A dealer who does not offer the cut: no record tells of a cut.
    **chapter("REG-CAN-", "EEECEECT"),
    **chapter("REG-CLM-", "CCCCCC"),
    **chapter("REG-CAT-", "ECEE"),
    # The double shuffle and the cut of three are done by hands.
    **chapter("REG-MAD-", "CECETTEE"),
    **chapter("REG-GAL-", "CECCE"),
    "REG-RIO-0": T,
    **chapter("REG-RIO-", "EECCCE"),
    **chapter("REG-NAV-", "EEE"),
    "REG-EUS-0": T,
    **chapter("REG-ALV-", "EEECC"),
    **chapter("REG-GUI-", "EEEC"),
}

ENCAJE = {
    **chapter("ENC-GEN-", "EEEE"),
    **chapter("ENC-DEAL-", "EEEEE"),
    **chapter("ENC-STN-", "EEEEE"),
    # The loser usually pays for the drinks.
    **chapter("ENC-SES-", "ET"),
    **chapter("ENC-LANCE-", "E"),
    **chapter("ENC-TURN-", "EEE"),
    **chapter("ENC-BET-", "E" * 14),
    **chapter("ENC-PAR-", "EEEEE"),
    **chapter("ENC-JUE-", "EEEE"),
    **chapter("ENC-SET-", "E" * 12),
    **chapter("ENC-EX-", "EEEE"),
    **chapter("ENC-END-", "EEE"),
}

RULES = MUS | REGIONS | ENCAJE

# The tests of signals, of talk and of declarations; all others are the engine's.
OF_CONDUCT = {
    TESTS / "test_signals.py",
    *(TESTS / "mus" / f"test_{noun}.py" for noun in ("conduct", "declarations", "gestures")),
}
BY_CONDUCT = borne(OF_CONDUCT)
BY_ENGINE = borne(set(TESTS.rglob("test_*.py")) - OF_CONDUCT)


def test_there_are_335_rules_and_the_rulebook_has_them_all():
    assert (len(MUS), len(REGIONS), len(ENCAJE)) == (191, 82, 62)
    assert len(RULES) == 335
    others = {id_ for id_ in articles() if id_.startswith(("ENF-", "MAU-"))}  # tests/shedding
    assert set(articles()) - others == set(RULES)


@each(RULES)
def test_every_rule_is_held_as_the_table_says(rule):
    match RULES[rule]:
        case Held.ENGINE:
            assert rule in BY_ENGINE
        case Held.CONDUCT:
            assert rule in BY_CONDUCT
    entry = article(rule)
    assert entry.source
    for language in ("en", "es"):
        assert entry.text[language]
        assert entry.title[language]


def test_most_rules_are_held_by_something_that_runs():
    counts = Counter(RULES.values())
    assert counts[Held.TAUGHT] <= 30
    assert counts[Held.CONDUCT] >= 50


def test_no_test_bears_a_rule_that_is_not():
    assert set(RULES) >= BY_ENGINE | BY_CONDUCT


def test_every_test_of_mus_asserts_something():
    folder = Path(__file__).parent
    helpers = ("fault", "refused", "recomputed", "located")
    for test in every_test(sorted(folder.glob("test_*.py"))):
        assert asserts(test, helpers), test.name


def test_every_article_the_engine_cites_is_in_the_rulebook():
    cited = {
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"(ENC|MUS|REG)-[A-Z]+-[A-Z]*\d+", node.value)
    }
    assert {"MUS-CNT-2", "ENC-SET-11"} <= cited
    assert cited <= set(RULES)
