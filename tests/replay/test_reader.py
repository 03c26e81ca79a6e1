"""Reading records: from text, files, lines, standard input; lax in spelling, never in rules."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from mustutor.base.errors import ReplayError
from mustutor.base.json_text import locate
from mustutor.referee import verify
from mustutor.replay import FORMAT, Hand, Replay, Round, load, loads
from mustutor.replay.files import load_replay, read

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
RECORD = REPLAYS / "seen_by_one.json"
GOOD = RECORD.read_text("utf-8")
MATCHES = REPLAYS / "all_in_by_lance.jsonl"


def test_a_record_is_read_into_typed_values():
    replay = loads(GOOD)
    assert isinstance(replay, Replay)
    assert replay.seats == tuple("ABCDE")
    assert replay.start == dict.fromkeys("ABCDE", 20)
    assert replay.about["players"]["C"] == "Carmen"
    [hand] = replay.hands
    assert isinstance(hand, Hand)
    assert hand.mano == "A"
    assert hand.cards["A"] == ["Ro", "Re", "Co", "Ab"]
    assert isinstance(hand.rounds[0], Round)
    assert [round_.lance for round_ in hand.rounds] == ["mus", "grande", "chica", "pares", "juego"]
    assert hand.rounds[0].calls == ("A corto",)
    assert replay.as_json() == json.loads(GOOD)
    assert replay.as_json()["format"] == FORMAT


def test_text_and_bytes_and_open_files_and_paths_give_the_same():
    replay = loads(GOOD)
    assert loads(GOOD.encode()) == replay
    assert load(io.StringIO(GOOD)) == replay
    assert load(io.BytesIO(GOOD.encode())) == replay
    with RECORD.open("rb") as file:
        assert load(file) == replay
    assert load_replay(RECORD) == load_replay(str(RECORD)) == load_replay("\n " + GOOD) == replay


def test_an_open_file_is_named_in_what_is_wrong(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{", "utf-8")
    with path.open() as file, pytest.raises(ReplayError) as caught:
        load(file)
    assert caught.value.file == str(path)


def test_a_match_a_line():
    found = list(read(str(MATCHES)))
    assert [located.number for located in found] == [1, 2, 3, 4]
    lines = MATCHES.read_text("utf-8").splitlines()
    assert [located.replay for located in found] == [loads(line) for line in lines]
    assert load_replay(MATCHES) == loads(lines[0])


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_line_ends_and_empty_lines_do_not_matter(tmp_path, end):
    path = tmp_path / "x.jsonl"
    line = GOOD.strip()
    path.write_bytes(f"\n{line}\r\n\n  \n{line}{end}".encode())
    assert [located.replay for located in read(str(path))] == [loads(line)] * 2


@pytest.mark.parametrize(
    ("data", "matches"),
    [
        (GOOD, 1),
        (json.dumps(json.loads(GOOD), indent=2), 1),
        (MATCHES.read_text("utf-8"), 4),
        (MATCHES.read_text("utf-8").replace("\n", "\n\n"), 4),
    ],
)
def test_standard_input_holds_one_document_or_one_a_line(monkeypatch, data, matches):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))
    found = list(read("-"))
    assert len(found) == matches
    assert all(located.replay is not None for located in found)


def test_what_is_wrong_in_standard_input_has_a_name_and_a_line(monkeypatch):
    data = MATCHES.read_text("utf-8").replace('"mano"', '"manno"', 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))
    first, *others = read("-")
    assert first.problem is not None
    assert str(first.problem).startswith("<stdin>:1:")
    assert "mano" in str(first.problem)
    assert all(located.replay is not None for located in others)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(ReplayError, match="<stdin>: It is empty"):
        list(read("-"))


def test_the_place_of_a_value_is_found_by_its_path():
    text = '{"a": 1,\n "b": [ {"c":\t"d\\"]}"} , 2 ],\n\n "e" : {} }'
    assert locate(text, ()) == (1, 1)
    assert locate(text, ("a",)) == (1, 7)
    assert locate(text, ("b", 0, "c")) == (2, 15)
    assert locate(text, ("b", 1)) == (2, 26)
    assert locate(text, ("e",)) == (4, 8)
    assert locate(text, ("e",), at_key=True) == (4, 2)
    assert locate(text, ("b", 0, "nothing")) == (2, 9)  # as far as the path goes


def test_every_refusal_of_a_spread_out_record_points_at_its_value():
    document = json.loads(GOOD)
    document["hands"][0]["rounds"][1]["checks"][2] = "xyz"
    text = json.dumps(document, indent=1)
    with pytest.raises(ReplayError) as caught:
        loads(text, file="x.json")
    line = text.splitlines()[caught.value.line - 1]
    assert line[caught.value.column - 1 :].startswith('"xyz"')


def test_fields_of_others_are_kept_wherever_they_stand_and_change_nothing():
    document = json.loads(GOOD)
    hand = document["hands"][0]
    owners = [
        *(document, document["variant"], hand, hand["deal"], hand["rounds"][0]),
        *(hand["ledger"][0], document["claims"][0], document["notes"]["1.grande.4"][0]),
    ]
    for number, owner in enumerate(owners):
        owner["x-others"] = {"number": number, "a list": [1, True, "ñ"]}
    replay = loads(json.dumps(document))
    assert replay.as_json() == document
    assert verify(replay).ok


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A corto", "A no hay mus"),
        ("A corto", "a Mintza"),
        ("A corto", "A  CORTO"),
        ("C envido 3", "C I bet 3"),
        ("E quiero", "E iduki"),
        ("D subo a 4", "D 2 más"),
        ("D subo a 4", "D y yo"),
        ("D subo a 4", "D reenvido"),
        ("D subo a 4", "D raise to 4"),
        ("A tengo", "A Sí"),
        ("E no tengo", "E no"),
    ],
)
def test_spelling_is_lax_and_the_checks_are_the_same(old, new):
    document = json.loads(GOOD)
    hand = document["hands"][0]
    del document["seal"], hand["seal"]  # The seal is over the words as they stand.
    for round_ in hand["rounds"]:
        round_["calls"] = [new if call == old else call for call in round_["calls"]]
    assert json.dumps(document, ensure_ascii=False).count(json.dumps(new, ensure_ascii=False))
    assert verify(loads(json.dumps(document))).ok


def test_cards_may_be_written_in_any_way_a_player_would():
    document = json.loads(GOOD)
    hand = document["hands"][0]
    hand["deal"]["cards"]["A"] = ["12o", "12e", "11o", "1b"]
    hand["deal"]["cards"]["D"] = ["rey de copas", "10c", "10o", "7o"]
    assert verify(loads(json.dumps(document))).ok


def test_suits_may_be_left_out_where_no_rule_asks_for_them():
    document = json.loads(GOOD)
    cards = document["hands"][0]["deal"]["cards"]
    document["hands"][0]["deal"]["cards"] = {
        seat: [card[0] for card in hand] for seat, hand in cards.items()
    }
    assert verify(loads(json.dumps(document))).ok
    # A king written R may be a three; but of both together there are eight.
    document["hands"][0]["deal"]["cards"]["B"] = ["R", "R", "5", "4"]
    assert verify(loads(json.dumps(document))).verdict != "misdealt"
    for seat in cards:
        document["hands"][0]["deal"]["cards"][seat] = ["R", "R", "R", "R"]
    verdict = verify(loads(json.dumps(document)))
    assert verdict.verdict == "misdealt"
