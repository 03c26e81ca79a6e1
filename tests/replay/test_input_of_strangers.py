"""Input that is none, or far too much: one clear line, and in good time."""

from __future__ import annotations

import sys

import pytest

from mustutor.base import schema
from mustutor.base.errors import ReplayError
from mustutor.replay import loads
from mustutor.replay.files import read


def test_a_program_without_standard_input_reads_an_empty_one(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ReplayError, match="It is empty"):
        list(read("-"))


def test_a_file_without_a_name_is_no_folder():
    with pytest.raises(ReplayError, match="There is no such file"):
        list(read(""))


def test_of_a_thousand_unknown_fields_the_first_are_explained():
    document = {"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"]}
    strange = {f"field{number}": 1 for number in range(1000)}
    found = schema.refusals({**document, "hands": [], **strange}, "replay")
    assert found[0].path == ("field0",)
    assert len(found) == schema.MOST_TOLD


def test_of_a_thousand_broken_hands_the_first_are_explained():
    hands = [{"mano": "A", "rounds": 1}] * 1000
    document = {"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"]}
    found = schema.refusals({**document, "hands": hands}, "replay")
    assert found[0].path == ("hands", 0, "rounds")
    assert len(found) == schema.MOST_PROBLEMS


def test_a_null_in_a_field_of_others_is_refused_at_its_place():
    text = (
        '{"format":"mus-replay/1","hands":[],"seats":["A1","B1","A2","B2"],'
        '"variant":{"id":"fournier"},"x-others":{"null":[null]}}'
    )
    with pytest.raises(ReplayError, match="no null") as refused:
        loads(text)
    assert (refused.value.line, refused.value.column) == (1, text.index("[null") + 2)
