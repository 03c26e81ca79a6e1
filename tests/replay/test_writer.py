"""Writing records: one spelling, byte for byte, and never half a file."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor.base.errors import ReplayError
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay import Replay, dump, dumps, loads, write
from mustutor.replay.files import load_replay, read
from mustutor.replay.simulate import match

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
RECORDS = sorted(path for path in REPLAYS.rglob("*.json*") if path.stem != "unreadable_call")
GOOD = (REPLAYS / "seen_by_one.json").read_text("utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_writing_what_was_read_gives_the_same_bytes(path):
    text = path.read_text("utf-8")
    assert "".join(dumps(loads(line)) for line in text.splitlines()) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_reading_what_was_written_gives_the_same_record(path):
    for located in read(str(path)):
        assert loads(dumps(located.replay)) == located.replay


@settings(max_examples=25, deadline=None)
@given(
    name=st.sampled_from(["encaje", "encaje_five_card"]),
    seats=st.integers(2, 6),
    hands=st.integers(1, 3),
    seed=st.text(max_size=8),
)
def test_simulated_matches_come_back_and_verify(name, seats, hands, seed):
    replay = match(load_variant(name), seats=seats, hands=hands, seed=seed)
    text = dumps(replay)
    assert loads(text) == replay
    assert dumps(loads(text)) == text
    verdict = verify(loads(text))
    assert verdict.ok, verdict.failure
    assert verdict.complete


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
OTHERS = st.recursive(
    st.booleans() | st.integers() | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    about=st.dictionaries(st.sampled_from(["event", "place", "date", "recorder"]), NAMES),
    note=st.dictionaries(st.sampled_from(["en", "es", "eu"]), NAMES),
    others=OTHERS,
)
def test_any_text_and_anything_of_others_comes_back(about, note, others):
    replay = loads(GOOD)._replace(
        about=about, notes={"1.grande.1": [{"text": note}]}, extra={"x-others": others}
    )
    text = dumps(replay)
    assert loads(text) == replay
    assert dumps(loads(text)) == text
    assert text.count("\n") == 1


def test_spread_out_and_unsorted_json_becomes_canonical():
    document = json.loads(GOOD)
    shuffled = dict(reversed(document.items()))
    assert dumps(loads(json.dumps(shuffled, indent=3))) == GOOD


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A corto", "A no hay mus"),
        ("C envido 3", "C ENVIDO  3"),
        ("A envido 2", "A envido"),
        ("B no quiero", "B tira"),
        ("A paso", "A I pass"),
        ("E quiero", "e see"),
        ("D subo a 4", "D 2 más"),
        ("D subo a 4", "D y yo"),
        ("D subo a 4", "D reenvido"),
        ("E no tengo", "E no"),
    ],
)
def test_lax_spellings_are_written_in_the_one_spelling(old, new):
    assert old in GOOD
    lax = GOOD.replace(f'"{old}"', f'"{new}"')
    assert lax != GOOD
    assert dumps(loads(lax)) == GOOD


def test_leaning_calls_add_up_to_the_stake_they_mean():
    calls = ["A envido", "B 5 mas", "C reenvido", "A no quiero", "B y yo", "C quiero"]
    document = {
        "format": "mus-replay/1",
        "variant": {"id": "encaje"},
        "seats": ["A", "B", "C"],
        "hands": [{"mano": "A", "rounds": [{"lance": "grande", "calls": calls}]}],
    }
    [hand] = loads(dumps(loads(json.dumps(document)))).hands
    assert hand.rounds[0].calls == (
        *("A envido 2", "B subo a 7", "C subo a 9", "A no quiero", "B subo a 11", "C quiero"),
    )


def test_leaning_calls_keep_their_place_where_declarations_are_left_out():
    document = json.loads(GOOD)
    del document["seal"], document["hands"][0]["seal"]
    lax = json.loads(json.dumps(document))
    for record in (document, lax):
        for round_ in record["hands"][0]["rounds"]:
            del round_["checks"]
            if round_["lance"] in {"pares", "juego"}:
                round_["calls"] = round_["calls"][5:]
    pares = lax["hands"][0]["rounds"][3]
    assert pares["calls"][2] == "D subo a 4"
    pares["calls"][2] = "D y yo"
    written = json.loads(dumps(loads(json.dumps(lax))))
    assert written["hands"][0]["rounds"] == document["hands"][0]["rounds"]


def test_a_call_nobody_can_read_is_not_written():
    text = (REPLAYS / "faulty" / "unreadable_call.json").read_text("utf-8")
    with pytest.raises(ReplayError, match=r"1\.grande\.2: 'embido 4' is not something"):
        dumps(loads(text))


def test_dump_writes_to_an_open_file():
    file = io.StringIO()
    dump(loads(GOOD), file)
    assert file.getvalue() == GOOD


# --- files: all or nothing ---------------------------------------------------------------


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_of_one_match_and_of_one_a_line(tmp_path):
    replay = loads(GOOD)
    write(tmp_path / "one.json", [replay])
    assert (tmp_path / "one.json").read_text("utf-8") == GOOD
    write(str(tmp_path / "three.jsonl"), iter([replay] * 3))
    assert [located.replay for located in read(str(tmp_path / "three.jsonl"))] == [replay] * 3
    assert names(tmp_path) == ["one.json", "three.jsonl"]


def broken_off(number: int, replay: Replay, problem: BaseException):
    for _ in range(number):
        yield replay
    raise problem


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), RuntimeError("out of ideas")])
@pytest.mark.parametrize("written", [0, 1, 5])
def test_a_crash_leaves_the_old_file_and_nothing_else(tmp_path, problem, written):
    path = tmp_path / "x.jsonl"
    path.write_text(GOOD, "utf-8")
    with pytest.raises(type(problem)):
        write(path, broken_off(written, loads(GOOD), problem))
    assert path.read_text("utf-8") == GOOD
    assert names(tmp_path) == ["x.jsonl"]


def test_a_crash_before_there_was_a_file_leaves_none(tmp_path):
    with pytest.raises(RuntimeError):
        write(tmp_path / "x.jsonl", broken_off(2, loads(GOOD), RuntimeError()))
    assert names(tmp_path) == []


def test_a_match_that_cannot_be_written_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("old", "utf-8")
    bad = loads((REPLAYS / "faulty" / "unreadable_call.json").read_text("utf-8"))
    with pytest.raises(ReplayError):
        write(path, [loads(GOOD), bad])
    assert path.read_text("utf-8") == "old"
    assert names(tmp_path) == ["x.json"]


def test_a_disk_that_fails_is_one_clear_sentence(tmp_path, monkeypatch):
    path = tmp_path / "x.json"
    path.write_text("old", "utf-8")

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ReplayError) as caught:
        write(path, [loads(GOOD)])
    assert str(caught.value) == f"{path}: It cannot be written: No space left on device."
    assert path.read_text("utf-8") == "old"
    assert names(tmp_path) == ["x.json"]


@pytest.mark.parametrize("name", ["nowhere/x.json", "folder", "nul\0byte.json"])
def test_a_place_nobody_can_write_to_is_one_clear_sentence(tmp_path, name):
    (tmp_path / "folder").mkdir()
    with pytest.raises(ReplayError, match="It cannot be written"):
        write(f"{tmp_path}/{name}", [loads(GOOD)])
    assert names(tmp_path) == ["folder"]


def test_a_new_file_may_be_read_by_whoever_may_read_others_and_an_old_one_keeps_its_mode(tmp_path):
    plain = tmp_path / "plain"
    plain.touch()
    path = tmp_path / "x.json"
    write(path, [loads(GOOD)])
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o640)
    write(path, [loads(GOOD)])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert load_replay(path) == loads(GOOD)
