"""Every shipped schema, compiled: it accepts what jsonschema accepts, on documents of its own."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.archive import verify_archive
from mustutor.base import schema, yaml_text
from mustutor.base.schema import compiled
from tests.long import examples

ROOT = Path(__file__).resolve().parents[1]
STEMS = ("madrid_refused_raise", "ordago_accepted")
RECORDS = [ROOT / "replays" / f"{stem}.json" for stem in STEMS]
PROGRESS = {
    "format": "mustutor-progress/1",
    "events": [
        {
            "id": "f00d",
            "at": "2026-01-31T12:00:00.000000Z",
            "kind": "closed",
            "walk": "lesson:grande",
            "skill": "juego.order",
            "outcome": "right",
            "seconds": 7,
        }
    ],
}


@cache
def documents() -> dict[str, list[Any]]:
    """For each schema some documents that fit it."""
    lessons = ROOT / "lessons"
    return {
        "course": [yaml_text.read(lessons / "course.yaml").data],
        "lesson": [yaml_text.read(path).data for path in sorted(lessons.glob("*/lesson.yaml"))[:6]],
        "lesson-text": [
            yaml_text.read(path).data for path in sorted(lessons.glob("*/es.yaml"))[:6]
        ],
        "irregularities": [
            yaml_text.read(ROOT / "variants/conduct/irregularities.yaml").data,
        ],
        "progress": [PROGRESS],
        "puzzle": [
            json.loads(line)
            for line in (lessons / "puzzles/ordago.jsonl").read_text("utf-8").splitlines()[:3]
        ],
        "replay": [json.loads(path.read_text("utf-8")) for path in RECORDS],
        "rulebook": [
            yaml_text.read(path).data
            for path in sorted((ROOT / "variants/rulebook").glob("e*.yaml"))
        ],
        "summary": [verify_archive([str(path) for path in RECORDS]).as_json()],
        "variant": [
            yaml_text.read(ROOT / f"variants/{name}.yaml").data for name in ("encaje", "madrid")
        ],
    }


ANYTHING = st.sampled_from(
    [None, True, 0, 1, -1, 1.0, "", "A", "grande", "x\n", "_", [], ["A", "A"], [1, True], {}]
).map(copy.deepcopy)


def paths(thing: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inside = thing.items() if isinstance(thing, dict) else []
    inside = enumerate(thing) if isinstance(thing, list) else inside
    for step, inner in inside:
        yield (*path, step)
        yield from paths(inner, (*path, step))


def agree(document: object, name: str) -> bool:
    accepted = schema.check_of(name)(document)
    assert accepted == (not schema.refusals(document, name)), document
    return accepted


def test_every_schema_has_documents_here():
    assert tuple(sorted(documents())) == schema.names()


@pytest.mark.parametrize("name", schema.names())
def test_what_is_shipped_is_accepted(name):
    assert all(agree(document, name) for document in documents()[name])


@pytest.mark.parametrize("name", schema.names())
@examples(60, 12, deadline=None)
@given(data=st.data())
def test_both_agree_on_damaged_documents(name, data):
    document = copy.deepcopy(data.draw(st.sampled_from(documents()[name])))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(paths(document))))
        owner = document
        for step in path[:-1]:
            owner = owner[step]
        damage = data.draw(st.sampled_from(["other", "gone", "twice"]))
        if damage == "other":
            owner[path[-1]] = data.draw(ANYTHING)
        elif damage == "gone":
            del owner[path[-1]]
        elif isinstance(owner, list):
            owner.append(copy.deepcopy(owner[path[-1]]))
        else:
            owner[f"{path[-1]}_2"] = copy.deepcopy(owner[path[-1]])
        agree(document, name)
        if not document:
            break


def test_a_part_may_lead_back_to_itself():
    tree: dict[str, Any] = {
        "$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
        "$ref": "#/$defs/tree",
    }
    fits = compiled(tree, tree)
    assert fits([[], [[], []]])
    assert not fits([[], [[], [1]]])


@pytest.mark.parametrize("part", [{"multipleOf": 2}, {"type": "number"}, {"items": {"not": {}}}])
def test_what_is_not_looked_at_cannot_be_asked_for(part):
    with pytest.raises(KeyError):
        compiled(part, {})


def test_maps_of_many_shapes_and_long_names_are_judged_as_any_other():
    fits = compiled({"maxProperties": 500, "additionalProperties": {"type": "integer"}}, {})
    for number in range(400):
        assert fits({f"{number}": 1, "x" * number: 2})
        assert not fits({f"{number}": "1", "x" * number: 2})


TRAPS: list[tuple[dict[str, Any], list[Any], list[Any]]] = [
    ({"type": "integer"}, [0, -(2**70)], [True, 1.0, "1", None]),
    ({"type": ["string", "integer"], "maxLength": 2, "maximum": 9}, ["ab", 9], ["abc", 10, False]),
    ({"enum": [1, "a", True]}, [1, "a", True], ["True", 0, [1], {}, None]),
    ({"const": False}, [False], [0, None, ""]),
    ({"pattern": "^[a-z]{2}$"}, ["ab", "ab\n", 3, {}], ["abc", "AB", "áb"]),
    ({"pattern": "^\\w+(?!\\n)$"}, ["áñ", "ab"], ["ab\n", "a b"]),
    ({"maxLength": 2}, ["áñ", "\U0001f600\U0001f600", []], ["aán"]),
    ({"uniqueItems": True}, [[1, True, "1"], [[1], [True]], [{"a": 1}, {"a": 2}]], [[1, 1]]),
    ({"uniqueItems": True}, ["aa", {}], [[{"a": 1, "b": 2}, {"b": 2, "a": 1}], ["x", "x"]]),
    ({"properties": {"a": {"type": "string"}}, "required": ["b"]}, [{"b": 1}, []], [{}, {"a": 1}]),
    (
        {
            "patternProperties": {"^x-": {}},
            "additionalProperties": False,
            "properties": {"x-a": {}},
        },
        [{"x-a": 1, "x-\n": 2}],
        [{"a": 1}],
    ),
    (
        {"propertyNames": {"maxLength": 1}, "maxProperties": 1},
        [{"a": 1}],
        [{"ab": 1}, {"a": 1, "b": 2}],
    ),
    ({"$ref": "#/$defs/word", "maxLength": 1}, ["a"], ["ab", 1]),
    ({"anyOf": [{"type": "string"}, {"minimum": 3}]}, ["", 3, []], [2]),
    ({"oneOf": [{"type": "integer"}, {"minimum": 3}]}, [2, "", {}], [3]),
]


@pytest.mark.parametrize(("part", "fitting", "refused"), TRAPS)
def test_both_agree_where_compilers_of_schemas_go_wrong(part, fitting, refused):
    whole = {**part, "$defs": {"word": {"type": "string"}}}
    for thing, wanted in [*((one, True) for one in fitting), *((one, False) for one in refused)]:
        assert compiled(part, whole)(thing) is wanted, thing
        assert (not schema.refusals(thing, whole)) is wanted, thing
