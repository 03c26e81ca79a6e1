"""`variant list`, `show`, `diff` and `check`, and the schemas."""

from __future__ import annotations

import json

import pytest

from mustutor import load_variant
from mustutor.model.options import options_of
from mustutor.model.variant_file import variant_ids

OURS = """format: mus-variant/1
id: our_table
extends: encaje
name: {en: Our table, es: Nuestra mesa}
summary: {en: As we play it., es: Como jugamos.}
rules:
  encaje.tie_worst: split
"""


@pytest.mark.parametrize("code", ["en", "es"])
def test_list_has_a_line_each_with_the_fields_of_the_contract(mustutor, code):
    told = mustutor("variant", "list", "--json", "--lang", code)
    assert (told.status, told.err) == (0, "")
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line["id"] for line in lines] == list(variant_ids())
    assert len(lines) == 21
    for line in lines:
        assert list(line) == ["id", "game", "name", "summary", "extends", "digest"]
        assert all(isinstance(thing, str) for thing in line.values())
        assert line["digest"] == load_variant(line["id"]).digest
    extended = {line["id"]: line["extends"] for line in lines}
    assert (extended["fournier"], extended["encaje_five_card"]) == ("", "encaje")
    assert extended["madrid"] == "fournier"
    shown = " ".join(mustutor("variant", "list", "--lang", code).out.split())
    assert all(line["id"] in shown and line["summary"] in shown for line in lines)


def test_show_json_is_the_resolved_rules(mustutor):
    told = json.loads(mustutor("variant", "show", "encaje_five_card", "--json").out)
    assert len(told) == 86
    assert told["deal.cards"] == 5
    assert told["mus.enabled"] is False
    assert told["real.figures"] == sorted(told["real.figures"])


@pytest.mark.parametrize("code", ["en", "es"])
def test_show_answers_every_option_and_says_why(mustutor, code):
    shown = mustutor("variant", "show", "encaje", "--lang", code)
    assert (shown.status, shown.err) == (0, "")
    assert all(option in shown.out for option in options_of("encaje").own)
    for note in load_variant("encaje").notes:
        assert " ".join(note.text[code].split()) in " ".join(shown.out.split())


def test_diff_tells_what_differs_and_which_way(mustutor):
    shown = mustutor("variant", "diff", "encaje", "encaje_five_card").out
    assert "encaje and encaje_five_card differ in 3 options." in shown
    assert "  deal.cards\n    encaje: 4\n    encaje_five_card: 5\n" in shown
    same = mustutor("variant", "diff", "encaje", "encaje")
    assert (same.status, same.out) == (0, "encaje and encaje play by the same rules.\n")


def test_diff_takes_a_file(mustutor, kept):
    shown = mustutor("variant", "diff", "encaje", kept(OURS, "ours.yaml")).out
    assert "differ in 1 option." in shown
    assert "our_table: split" in shown


def test_check_of_a_good_file_is_status_0(mustutor, kept):
    path = kept(OURS, "ours.yaml")
    told = mustutor("variant", "check", path)
    assert (told.status, told.err) == (0, "")
    assert (
        " ".join(told.out.split()) == f"{path}: our_table is in order; it decides 1 option itself."
    )


def test_check_warns_of_what_changes_nothing_and_still_stands(mustutor, kept):
    path = kept(OURS + "  score.target: 30\n", "ours.yaml")
    told = mustutor("variant", "check", path)
    assert told.status == 0
    assert told.err.startswith(f"{path}:8:17: score.target changes nothing in encaje")


@pytest.mark.parametrize(
    ("text", "status", "problem"),
    [
        (OURS.replace("tie_worst", "tie_wrost"), 1, ":7:3: There is no field encaje.tie_wrost"),
        (OURS.replace("split", "spilt"), 1, ":7:21: encaje.tie_worst cannot be spilt"),
        (OURS.replace("encaje\n", "encage\n"), 1, ":3:10: "),
        (OURS.replace("rules:", "rules: &a"), 3, ":6:"),
        (OURS + OURS, 3, ":8:1: "),
        ("a: [1", 3, ":1:"),
        ("", 3, ":1:1: "),
        (b"\x00\x01", 3, ":1:1: "),
    ],
)
def test_check_tells_a_wrong_variant_from_one_that_cannot_be_read(
    mustutor, kept, text, status, problem
):
    path = kept(text, "ours.yaml")
    refused = mustutor("variant", "check", path)
    assert (refused.status, refused.out) == (status, "")
    first, advice = refused.err.splitlines()
    assert first.startswith(f"{path}{problem}")
    assert advice.startswith("Type mustutor ")


def test_check_of_no_file_is_status_3(mustutor, tmp_path):
    for path in (str(tmp_path / "none.yaml"), str(tmp_path)):
        assert mustutor("variant", "check", path).status == 3


@pytest.mark.parametrize("command", [("show",), ("diff", "encaje")])
def test_an_unknown_variant_is_wrong_usage_with_a_did_you_mean(mustutor, command):
    refused = mustutor("variant", *command, "encage")
    assert (refused.status, refused.out) == (2, "")
    assert "(did you mean encaje?)" in refused.err


# --- schemas -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["variant", "replay", "rulebook"])
def test_a_schema_is_written_as_it_is_shipped(mustutor, name):
    told = mustutor("schema", name)
    assert (told.status, told.err) == (0, "")
    assert json.loads(told.out)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_without_a_name_the_schemas_are_named(mustutor):
    assert {"replay", "rulebook", "variant"} <= set(mustutor("schema").out.split())


def test_an_unknown_schema_is_wrong_usage(mustutor):
    refused = mustutor("schema", "replays")
    assert (refused.status, refused.out) == (2, "")
    assert "(did you mean replay?)" in refused.err


def test_a_program_gets_the_options_in_which_two_variants_differ(mustutor):
    told = mustutor("variant", "diff", "fournier", "fournier_30", "--json")
    assert json.loads(told.out) == {
        "before": "fournier",
        "after": "fournier_30",
        "changes": [{"option": "score.target", "before": 40, "after": 30}],
    }


def test_where_a_name_is_near_it_is_told_and_not_all_of_them(mustutor):
    near = mustutor("variant", "show", "madrit").err
    assert "did you mean madrid?" in near
    assert "navarra" not in near
    assert "navarra" in mustutor("variant", "show", "zzz").err
