"""A record still being taken down: a crash loses at most the call under way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.base.errors import ReplayError
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay import dumps, loads
from mustutor.replay.files import read
from mustutor.replay.live_file import read_live_record
from mustutor.replay.simulate import match
from tests.table import live_lines

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
RECORDS = sorted(REPLAYS.glob("*.json"))
GOOD = loads((REPLAYS / "mus_twice.json").read_text("utf-8"))
LINES = list(live_lines(GOOD))


def closed(lines: list[str], end: str = "\n"):
    return read_live_record(("\n".join(lines) + end).encode(), file="x.part.jsonl")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_closing_a_live_record_gives_the_canonical_bytes(path):
    text = path.read_text("utf-8")
    lines = list(live_lines(loads(text)))
    assert all(len(line.splitlines()) == 1 for line in lines)
    assert dumps(closed(lines)) == text


@pytest.mark.parametrize("seed", range(5))
def test_simulated_matches_come_back(seed):
    replay = match(load_variant("encaje"), seats=3, hands=3, seed=str(seed))
    assert closed(list(live_lines(replay))) == replay


def test_fields_of_others_and_times_come_back():
    document = json.loads((REPLAYS / "three_players.json").read_text("utf-8"))
    document["x-others"] = 1
    document["hands"][0]["x-others"] = [2]
    document["hands"][1]["rounds"][0]["x-others"] = {"three": 3}
    replay = loads(json.dumps(document))
    assert replay.hands[0].rounds[0].at_ms
    assert closed(list(live_lines(replay))) == replay


def test_there_is_one_line_a_call():
    calls = sum(len(round_.calls) for round_ in GOOD.hands[0].rounds)
    assert sum('"call"' in line for line in LINES) == calls


def test_a_live_file_is_read_by_its_name(tmp_path):
    path = tmp_path / "tonight.part.jsonl"
    path.write_text("\n".join(LINES), "utf-8")
    [located] = read(str(path))
    assert located.replay == GOOD


def test_a_crash_anywhere_loses_at_most_the_line_under_way():
    whole = "\n".join(LINES) + "\n"
    data = whole.encode()
    header = len(LINES[0].encode())
    for end in range(header + 1, len(data), 11):
        replay = read_live_record(data[:end])
        full = data[:end].count(b"\n")
        kept = closed(LINES[:full])
        further = closed(LINES[: full + 1]) if full < len(LINES) else kept
        assert replay in (kept, further)
        verdict = verify(replay._replace(seal=None))
        assert verdict.ok, verdict.failure


def test_a_crash_in_the_first_line_leaves_nothing_to_read():
    for end in range(len(LINES[0])):
        with pytest.raises(ReplayError, match="empty"):
            read_live_record(LINES[0][:end].encode())


def test_a_character_cut_in_two_is_part_of_the_line_cut_off():
    data = "\n".join([LINES[0], LINES[1], '{"lance":"mus"}', '{"call":"ñ']).encode()[:-1]
    assert closed(LINES[:2] + ['{"lance":"mus"}']) == read_live_record(data)


@pytest.mark.parametrize(
    "line",
    [
        '{"call":"A corto"',
        "nonsense",
        '{"call":"A corto","call":"A mus"}',
        '{"call":NaN}',
        '{"call":2.5}',
        "[]",
        "{}",
        "17",
        '{"call":"A corto","stones":3}',
        '{"call":"A corto","x-mine":3}',
        '{"check":"000000000000"}',
        '{"lance":"mus","calls":[]}',
        '{"mano":"A","rounds":[]}',
        '{"after":{},"rounds":[]}',
        '{"hands":[]}',
        "\\",
        "\x00",
    ],
)
@pytest.mark.parametrize("place", [2, 3, 4, 8])
def test_a_line_in_the_middle_that_cannot_stand_there_has_its_number(line, place):
    lines = [*LINES[: place - 1], line, *LINES[place - 1 :]]
    with pytest.raises(ReplayError) as caught:
        closed(lines)
    assert (caught.value.file, caught.value.line) == ("x.part.jsonl", place)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", ['{"call":"A corto"}', '{"lance":"mus"}', '{"draws":{}}'])
def test_nothing_belongs_to_a_hand_before_one_begins(line):
    with pytest.raises(ReplayError, match="belongs to no hand or round") as caught:
        closed([LINES[0], line])
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"call":17}', "calls[0] must be text"),
        ('{"call":"A corto","check":"x"}', "checks[0]"),
        ('{"call":"A corto","at_ms":-1}', "at_ms[0]"),
    ],
)
def test_what_the_schema_refuses_is_told_with_the_line_it_came_from(line, said):
    begun = [*LINES[:2], '{"lance":"mus"}']
    with pytest.raises(ReplayError) as caught:
        closed([*begun, line, '{"call":"B mus"}'])
    assert said in str(caught.value)
    assert (caught.value.file, caught.value.line) == ("x.part.jsonl", 4)


def test_a_record_under_way_verifies_as_far_as_it_goes():
    for end in range(2, len(LINES)):
        verdict = verify(closed(LINES[:end])._replace(seal=None))
        assert verdict.ok, (end, verdict.failure)
        # Only with the showdown is everything told.
        assert verdict.complete is (end >= len(LINES) - 1)
