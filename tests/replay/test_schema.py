"""What the compiled schema accepts, which is fast, and what jsonschema accepts, is the same."""

from __future__ import annotations

import copy
import json
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mustutor.base import register, schema
from mustutor.replay import format as replay_format
from tests.long import examples, few, whole

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = schema.schema("replay")
RECORDS = sorted((ROOT / "replays").rglob("*.json"))
LINES = [ROOT / "replays" / "all_in_by_lance.jsonl", ROOT / "tests/conformance/encaje.jsonl"]

TEXT = {"en": "well played", "es": "bien jugado", "fr": "bien joué"}
EVERYTHING: dict[str, Any] = {
    "format": "mus-replay/1",
    "variant": {"id": "encaje", "digest": "0" * 64, "rules": {"deck.kings": 8}},
    "seats": ["A", "B1", "C"],
    "start": {"A": 20, "B": 0},
    "games": {"C": 1},
    "players": {"A": "Amaia", "B1": {"name": "Beñat", "kind": "person"}},
    "draw": {"A": "Ro", "B1": "3c"},
    "event": "an evening",
    "place": "Baigorri",
    "date": "2026-11-20",
    "recorder": "Maddi",
    "view": "table",
    "claims": [
        {"by": "A", "about": "1.pares", "to": "B", "stones": 3, "after": {"A": 4}, "text": TEXT},
        {"by": "B", "about": "match"},
    ],
    "notes": {"1.grande.1": [{"by": "Maddi", "glyph": "!!", "text": TEXT}]},
    "signatures": [{"by": "Maddi"}],
    "seal": "f" * 64,
    "hands": [
        {
            "mano": "A",
            "deal": {
                "source": "shuffled",
                "cards": {"A": ["Ro", "3c", "4e", "Ab"]},
                "held": {"A": ["Ro", "3c", "4e", "Ab"]},
                "starter": "3c",
                "stock": ["Ro", "3c"],
                "restocks": [["3c", "Ro"]],
                "shuffled": ["A", "A"],
                "cut": {"by": "B1", "cards": 12},
                "shuffle": {
                    "algorithm": "sha512-fisher-yates/1",
                    "commit": "c",
                    "seed": "s",
                    "table_seed": "t",
                    "nonce": "n",
                },
                "commit": {"A": "1" * 64},
                "salts": {"A": "a" * 32},
            },
            "rounds": [
                {
                    "lance": "descarte",
                    "calls": ["A descarto Ro"],
                    "draws": {"A": ["Rc"]},
                    "checks": ["0123456789ab"],
                    "at_ms": [17],
                },
                {"lance": "cuenta", "calls": ["A cobra pares"]},
            ],
            "ledger": [
                {
                    "lance": "grande",
                    "when": "at_once",
                    "item": "stake",
                    "from": "A",
                    "to": "pot:grande",
                    "stones": 2,
                    "rule": "ENC-SET-8",
                    "seat": "A",
                    "wins_game": True,
                }
            ],
            "after": {"A": 18},
            "seal": "e" * 64,
        }
    ],
}

SOMETHING_ELSE = (
    *(None, True, 0, 1, -1, 2**53, 2**53 + 1, 1_000_000, 1_000_001, 2.0, 2.5),
    *("", "A", "a", "A\n", "A0", "A9", "I", "AB", "grande", "at_once", "mus-replay/2"),
    *("0" * 12, "0" * 12 + "\n", "0" * 64, "0" * 64 + "\n", "a" * 32 + "\n", "0" * 63 + "G"),
    *("x" * 200, "x" * 201, "x" * 2000, "x" * 2001, "\n" * 200, "?", "!", "composed"),
    *([], [[]], [{}], ["A"], ["A", "A"], ["A", "B"], [0], list("ABCDEFGHI")),
    *({}, {"x-mine": None}, {"A": 1}, {"A\n": 1}, {"A1": 1}, {"AB": 1}, {"A": []}, {"en": "yes"}),
    *({"e": "short"}, {"en\n": "odd"}, {"englishes": "long"}, {"ñu": "not ASCII"}, {"": []}),
)


def decodes(document: object) -> bool:
    try:
        replay_format.decode(document)
    except replay_format.Refused:
        return False
    return True


def agree(document: object, *, explained: bool = True) -> bool:
    """Ask every judge; what they agree on."""
    accepted = decodes(document)
    assert schema.accepts(document, SCHEMA, SCHEMA) is accepted, document
    if explained:
        told = schema.refusals(document, "replay")
        assert (told == []) is accepted, told
    return accepted


def paths(thing: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(thing, dict):
        for name, inner in thing.items():
            yield from paths(inner, (*path, name))
    elif isinstance(thing, list):
        for place, inner in enumerate(thing):
            yield from paths(inner, (*path, place))


def at(document: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


PLACES = [path for path in paths(EVERYTHING) if path]


def spelled(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def test_the_schema_is_one_of_its_draft_and_leans_on_nothing_outside():
    Draft202012Validator.check_schema(SCHEMA)
    references = [at(SCHEMA, path) for path in paths(SCHEMA) if path and path[-1] == "$ref"]
    assert references
    assert all(reference.startswith("#/$defs/") for reference in references)


def test_the_document_with_everything_is_accepted():
    assert agree(EVERYTHING)


@pytest.mark.parametrize("path", PLACES, ids=spelled)
def test_both_agree_when_a_field_is_taken_out(path):
    document = copy.deepcopy(EVERYTHING)
    del at(document, path[:-1])[path[-1]]
    agree(document)


@whole
@pytest.mark.parametrize("path", PLACES, ids=spelled)
def test_both_agree_on_anything_else_in_its_place(path):
    document = copy.deepcopy(EVERYTHING)
    owner = at(document, path[:-1])
    first = PLACES.index(path) % 16  # jsonschema is slow: it is asked now and then.
    # Every place and every thing is tried every day: at six places by turns they meet all (at two
    # in the long run).
    for number, thing in list(enumerate(SOMETHING_ELSE))[first % few(2, 6) :: few(2, 6)]:
        owner[path[-1]] = copy.deepcopy(thing)
        agree(document, explained=number % 16 == first)


@pytest.mark.parametrize(
    "path",
    [path for path in paths(EVERYTHING) if isinstance(at(EVERYTHING, path), dict)],
    ids=spelled,
)
def test_a_field_of_others_is_welcome_where_fields_are_and_an_unknown_one_is_not(path):
    document = copy.deepcopy(EVERYTHING)
    owner = at(document, path)
    names = ("x-mine", "X-mine", "xmine", "x-", "x_mine", "A", "H", "H9", "I", "de", "1.chica.2")
    for name in names:
        if name not in owner:
            owner[name] = copy.deepcopy(EVERYTHING["notes"]["1.grande.1"])
            agree(document)
            owner[name] = 3
            agree(document, explained=False)
            del owner[name]
    keyed = {
        "start",
        "games",
        "draw",
        "players",
        "cards",
        "held",
        "commit",
        "salts",
        "draws",
        "after",
        "text",
    }
    if path and (path[-1] in keyed or path[-1] == "notes"):
        return  # By seat, by side, by language, by place: no field to be named.
    owner["x-mine"] = {"deep": [1, "two", {"three": False}]}
    assert agree(document)
    if not path or (path[-1] != "rules" and "signatures" not in path):
        owner["unheard_of"] = 1
        assert not agree(document)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_of_the_corpus_fits(path):
    assert agree(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_every_line_of_the_corpus_and_of_the_conformance_cases_fits(path):
    lines = path.read_text("utf-8").splitlines()
    for line in lines[:: 1 + len(lines) // 40]:
        assert agree(json.loads(line), explained=len(lines) < 10)


SMALL = st.sampled_from(SOMETHING_ELSE).map(copy.deepcopy)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | SMALL,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(sorted(SCHEMA["properties"])) | st.text(max_size=3), inner
        )
    ),
    max_leaves=6,
)


@examples(120, 12, deadline=None)
@given(
    record=st.sampled_from([path for path in RECORDS if path.stem != "whole_game"]),
    data=st.data(),
)
def test_both_agree_on_records_with_up_to_three_damages(record, data):
    document = json.loads(record.read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([path for path in paths(document) if path]))
        owner = at(document, path[:-1])
        if data.draw(st.booleans()):
            owner[path[-1]] = data.draw(JSON)
        else:
            del owner[path[-1]]
        agree(document)


@examples(150, 30, deadline=None)
@given(JSON)
def test_both_agree_on_anything_at_all(document):
    agree(document)


HAND = {"mano": "A", "rounds": []}


@pytest.mark.parametrize(
    ("path", "limit", "thing"),
    [
        (("hands",), 10_000, HAND),
        (("hands", 0, "rounds"), 1_000, {"lance": "mus", "calls": []}),
        (("hands", 0, "rounds", 0, "calls"), 10_000, "A paso"),
        (("hands", 0, "rounds", 0, "checks"), 10_000, "0" * 12),
        (("hands", 0, "rounds", 0, "at_ms"), 10_000, 0),
        (("hands", 0, "deal", "cards", "A"), 40, "Ro"),
        (("hands", 0, "deal", "stock"), 52, "Ro"),
        (("hands", 0, "deal", "restocks"), 1_000, ["Ro"]),
        (("hands", 0, "deal", "restocks", 0), 52, "Ro"),
        (("hands", 0, "rounds", 0, "draws", "A"), 1_000, "Ro"),
        (("claims",), 10_000, {"by": "A", "about": "1"}),
        (("notes", "1.grande.1"), 100, {"text": {}}),
        (("signatures",), 8, {}),
    ],
    ids=lambda thing: spelled(thing) if isinstance(thing, tuple) else "",
)
def test_lists_have_the_same_bounds(path, limit, thing):
    document = copy.deepcopy(EVERYTHING)
    owner = at(document, path[:-1])
    owner[path[-1]] = [thing] * limit
    assert agree(document, explained=False)
    owner[path[-1]] = [thing] * (limit + 1)
    assert not agree(document, explained=False)


@pytest.mark.parametrize(
    ("path", "limit", "key", "thing"),
    [
        (("notes",), 10_000, "{}", []),
        (("claims", 0, "text"), 100, "l{}", "text"),
    ],
    ids=["notes", "text"],
)
def test_maps_have_the_same_bounds(path, limit, key, thing):
    document = copy.deepcopy(EVERYTHING)
    owner = at(document, path[:-1])
    owner[path[-1]] = {key.format(number): thing for number in range(limit)}
    assert agree(document, explained=False)
    owner[path[-1]][key.format("over")] = thing
    assert not agree(document, explained=False)


def test_the_ledger_has_the_same_bound():
    assert SCHEMA["$defs"]["hand"]["properties"]["ledger"]["maxItems"] == 10_000


def test_the_shipped_schema_lists_the_rounds_of_the_shipped_games():
    shipped = json.loads(schema.text("replay"))
    listed = shipped["$defs"]["round"]["properties"]["lance"]["enum"]
    assert listed == list(register.phases())


def test_the_rounds_of_a_game_that_is_registered_are_accepted(monkeypatch):
    document = copy.deepcopy(EVERYTHING)
    document["hands"][0]["rounds"][0]["lance"] = "baza"
    assert not agree(document)
    game = types.ModuleType("a_game_of_ones_own")
    game.PHASES = register.Phases(("baza",), ("baza",))
    monkeypatch.setitem(sys.modules, game.__name__, game)
    register.register("brisca", game.__name__)
    try:
        assert decodes(document)
        assert schema.refusals(document, "replay") == []
    finally:
        register.unregister("brisca")
    assert not agree(document)


def test_stones_claimed_go_to_somebody():
    document = copy.deepcopy(EVERYTHING)
    del document["claims"][0]["to"]
    assert not agree(document)
    del document["claims"][0]["stones"]
    assert agree(document)
