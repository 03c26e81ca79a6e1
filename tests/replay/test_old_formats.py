"""A record of an older state of the format stays readable, and settles as it did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.base.errors import ReplayError, VariantError
from mustutor.model.variant import load_variant, resolve_embedded
from mustutor.referee import settle, verify
from mustutor.replay import loads
from mustutor.replay.files import load_replay
from mustutor.replay.format import earlier_digests, upgraded_rules

OLD = Path(__file__).parent / "old"

# Hand by hand the stones as they were written when the record was, copied here from its text.
STONES = {
    "before_any_engine_of_mus.json": [{"A": 15, "B": 15, "C": 5, "D": 15, "E": 23}],
    "exchanges_not_counted_in_checks.json": [{"A": 15, "B": 19, "C": 20, "D": 29, "E": 13}],
    "rules_with_fewer_penalties.json": [{"A": 5, "B": 28, "C": 16, "D": 9, "E": 0}],
    "left_in_the_middle.part.jsonl": [{"A": 12, "B": 14, "C": 14}] * 2,
    "everything.json": [{"A": 10, "B": 1}, {"A": 17, "B": 7}],
}
VERDICTS = {
    "before_any_engine_of_mus.json": ("ok", "hold"),
    # Another engine made these checks; the seals tell that nobody edited the file.
    "exchanges_not_counted_in_checks.json": ("diverges", "hold"),
    # It is played by the rules it carries: a house rule, and told as such.
    "rules_with_fewer_penalties.json": ("other_rules", "hold"),
    "left_in_the_middle.part.jsonl": ("ok", "hold"),
    "everything.json": ("ok", "hold"),
}


def test_every_old_record_is_named_here_and_in_its_table():
    files = {path.name for path in OLD.iterdir()} - {"README.md"}
    assert files == set(STONES) == set(VERDICTS)
    table = (OLD / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in table for name in files)


@pytest.mark.parametrize("name", STONES)
def test_an_old_record_settles_as_it_did(name):
    replay = load_replay(OLD / name)
    told = settle(replay).as_json()["hands"]
    assert [hand["after"] for hand in told] == STONES[name]
    for hand, recorded in zip(told, replay.hands, strict=True):
        if recorded.ledger is not None:
            assert hand["ledger"] == list(recorded.ledger)


@pytest.mark.parametrize("name", VERDICTS)
def test_an_old_record_verifies_as_far_as_it_can(name):
    verdict = verify(load_replay(OLD / name))
    assert (verdict.verdict, verdict.seals) == VERDICTS[name]
    assert verdict.hands


# --- rules that had fewer parts ----------------------------------------------------------


def document(name: str = "rules_with_fewer_penalties.json"):
    return json.loads((OLD / name).read_text("utf-8"))


def test_old_rules_are_completed_with_what_was_played_before():
    found = document()
    rules = found["variant"]["rules"]
    assert "lie" not in rules["penalty"]
    with pytest.raises(VariantError, match="leave penalty open"):
        resolve_embedded(rules, "encaje")
    penalty = settle(loads(json.dumps(found))).variant.rules["penalty"]
    assert {penalty[part] for part in ("lie", "false_signal", "real_pass_order")} == {"none"}


def test_the_old_digest_of_old_rules_is_known_and_another_is_not():
    found = document()
    verdict = verify(loads(json.dumps(found)))
    assert "our encaje" in verdict.failure.fault.said()
    found["variant"]["digest"] = "0" * 64
    del found["seal"]
    said = verify(loads(json.dumps(found))).failure.fault.said()
    assert said == "The digest of the record is not that of the rules it embeds."


def test_an_old_digest_of_rules_that_have_not_changed_is_not_other_rules():
    found = document("before_any_engine_of_mus.json")
    variant = load_variant("encaje_five_card")
    [old] = earlier_digests(variant)
    assert old != variant.digest
    found["variant"]["digest"] = old
    del found["seal"]
    assert verify(loads(json.dumps(found))).verdict == "ok"
    found["variant"]["digest"] = "0" * 64
    assert verify(loads(json.dumps(found))).verdict == "other_rules"


def test_rules_that_make_something_of_what_was_added_have_no_old_digest():
    variant = load_variant("encaje")
    rules = {name: list(v) if isinstance(v, tuple) else v for name, v in variant.rules.items()}
    rules["penalty"] = {**rules["penalty"], "lie": "warn"}
    assert list(earlier_digests(resolve_embedded(rules, "encaje"))) == []


@pytest.mark.parametrize("option", ["bet.min_open", "penalty", "deje.opening"])
def test_nothing_else_may_be_missing_in_embedded_rules(option):
    found = document()
    rules = found["variant"]["rules"]
    if option == "deje.opening":
        del rules[option]["grande"]
    else:
        del rules[option]
    verdict = verify(loads(json.dumps(found)))
    assert verdict.verdict == "other_rules"
    assert option in verdict.failure.fault.said()
    assert verdict.hands == ()
    assert option not in upgraded_rules({})


# --- newer ones --------------------------------------------------------------------------


@pytest.mark.parametrize("named", ["mus-replay/2", "mus-replay/10", "mus-replay/999999999"])
def test_a_newer_major_version_is_refused_in_one_line_that_says_what_to_do(named):
    found = document("everything.json")
    found["format"] = named
    with pytest.raises(ReplayError) as caught:
        loads(json.dumps(found), file="new.json")
    said = caught.value.said()
    assert "\n" not in said
    assert said.startswith("new.json:1:")
    assert f"'{named}', newer than this program" in said
    assert said.endswith("Update it.")


@pytest.mark.parametrize("named", ["mus-replay/0", "mus-replay/1.5", "phh/2", "", 2, None])
def test_another_format_is_not_called_newer(named):
    found = document("everything.json")
    found["format"] = named
    with pytest.raises(ReplayError) as caught:
        loads(json.dumps(found))
    assert "newer" not in caught.value.said()
