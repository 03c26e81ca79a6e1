"""Whatever is read, the answer is a record or one clear sentence with its place."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.errors import MustutorError, ReplayError
from mustutor.base.json_text import DEEPEST_RECORD
from mustutor.referee import settle, verify
from mustutor.replay import Replay, dumps, loads
from mustutor.replay.files import load_replay, read
from tests.long import examples

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
GOOD = (REPLAYS / "seen_by_one.json").read_text("utf-8")
BARE = '{"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"], "hands": []}'


def refused(path: Path, data: str | bytes) -> ReplayError:
    """Write a file and read it; what the reader says of it."""
    path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    with pytest.raises(ReplayError) as caught:
        load_replay(path)
    one_clear_sentence(caught.value)
    assert caught.value.file == str(path)
    return caught.value


def one_clear_sentence(problem: MustutorError) -> None:
    said = str(problem)
    assert "\n" not in said
    assert said.isprintable()
    assert len(said) < 25_000
    assert "{" not in problem.sentence.format(**problem.evidence) or "{" in str(problem.evidence)


def damaged(**changes: object) -> str:
    """A record with some of its fields changed; None takes a field out."""
    document = json.loads(GOOD)
    for name, value in changes.items():
        if value is None:
            del document[name]
        else:
            document[name] = value
    return json.dumps(document, indent=1)


# --- the file itself ---------------------------------------------------------------------


def test_a_missing_file(tmp_path):
    with pytest.raises(ReplayError) as caught:
        load_replay(tmp_path / "nobody.json")
    assert str(caught.value) == f"{tmp_path}/nobody.json: There is no such file."


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.part.jsonl"])
def test_a_folder_that_is_named_like_a_record(tmp_path, name):
    (tmp_path / name).mkdir()
    with pytest.raises(ReplayError) as caught:
        load_replay(tmp_path / name)
    assert str(caught.value) == f"{tmp_path}/{name}: It is a folder: name a file in it."


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.part.jsonl"])
def test_a_file_nobody_may_read(tmp_path, name, monkeypatch):
    path = tmp_path / name
    path.write_text(GOOD, "utf-8")
    path.chmod(0)
    if os.access(path, os.R_OK):  # whoever may read everything meets the same answer here

        def forbidden(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(ReplayError, match="its permissions forbid it") as caught:
        load_replay(path)
    assert caught.value.file == str(path)


@pytest.mark.parametrize("name", ["nul\0byte.json", "nul\0byte.jsonl", "x" * 5000 + ".json"])
def test_a_name_no_file_can_have(name):
    with pytest.raises(ReplayError):
        list(read(name))


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.part.jsonl"])
@pytest.mark.parametrize("data", ["", " \n\t\n"])
def test_an_empty_file(tmp_path, name, data):
    assert "empty" in str(refused(tmp_path / name, data))


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
@pytest.mark.parametrize(
    "data", [bytes(range(256)), b"\x89PNG\r\n\x1a\n\0\0\0", GOOD.encode("utf-16"), b"\0"]
)
def test_a_file_that_is_no_text(tmp_path, name, data):
    refused(tmp_path / name, data)


def test_text_that_is_not_utf_8_has_its_place(tmp_path):
    problem = refused(tmp_path / "x.json", BARE.encode().replace(b", ", b",\n", 2) + b" \xe9\n")
    assert (problem.line, "0xe9" in str(problem)) == (3, True)
    refused(tmp_path / "x.json", "\ufeff" + BARE)


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.part.jsonl"])
@pytest.mark.parametrize("data", ["Ro Rc Re Rb\n", "not JSON at all\n", "<html>\n", "{]\n"])
def test_a_file_that_is_not_json(tmp_path, name, data):
    problem = refused(tmp_path / name, data)
    assert (problem.line, problem.column) != (0, 0)


def test_something_else_than_an_object(tmp_path):
    for data in ("[]", "17", '"a record"', "null", "true", "[[1]]"):
        assert refused(tmp_path / "x.json", data).line == 1


@pytest.mark.parametrize("step", [1, 7])
def test_a_record_cut_short_anywhere(step):
    text = GOOD if step == 7 else BARE
    for end in range(1, len(text.rstrip()), step):
        with pytest.raises(ReplayError) as caught:
            loads(text[:end], file="cut.json")
        one_clear_sentence(caught.value)
        assert caught.value.line == 1


def test_a_record_cut_in_half_is_said_to_be_cut(tmp_path):
    half = json.dumps(json.loads(GOOD), indent=1)
    half = half[: len(half) // 2].rpartition(",")[0]
    problem = refused(tmp_path / "x.json", half)
    assert "cut short" in str(problem)
    assert problem.line == half.count("\n") + 1


@pytest.mark.parametrize("brackets", ["[", "{", '{"a":', '[{"x-":', "[" * 999 + "]" * 998])
def test_ten_megabytes_of_brackets(tmp_path, brackets):
    problem = refused(tmp_path / "x.json", brackets * (10_000_000 // len(brackets)))
    assert problem.line == 1


@pytest.mark.parametrize("depth", [DEEPEST_RECORD - 1, DEEPEST_RECORD, 300, 900, 5000, 100_000])
def test_brackets_that_close_may_not_nest_without_end(depth):
    deep = "[" * depth + "]" * depth
    text = BARE.replace('"hands": []', f'"x-deep": {deep}, "hands": []')
    if depth < DEEPEST_RECORD:
        replay = loads(text)
        assert verify(replay).ok
        assert loads(dumps(replay)) == replay
    else:
        with pytest.raises(ReplayError, match="nests brackets far deeper"):
            loads(text, file="deep.json")


def test_brackets_inside_texts_are_no_nesting():
    text = BARE.replace('"hands"', f'"event": "{"[{" * 99}", "hands"')
    assert loads(text).about["event"] == "[{" * 99


def test_more_than_thirty_two_megabytes(tmp_path):
    padding = " " * (32 * 1024 * 1024)
    assert "larger than 32 MiB" in str(refused(tmp_path / "x.json", BARE + padding))
    assert "longer than 32 MiB" in str(refused(tmp_path / "x.jsonl", BARE + padding))


# --- JSON that is none of ours -----------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("NaN", "NaN is not a number a record may hold."),
        ("Infinity", "Infinity is not a number a record may hold."),
        ("-Infinity", "-Infinity is not a number a record may hold."),
        ("2.5", "2.5 is not a whole number, and stones are whole."),
        ("2.0", "2.0 is not a whole number, and stones are whole."),
        ("2e1", "2e1 is not a whole number, and stones are whole."),
        ('"20"', "start.A must be a whole number"),
        ("null", "start.A must be a whole number"),
        ("true", "start.A must be a whole number"),
        ("-1", "start.A cannot be -1: it must be at least 0."),
        ("1000001", "start.A cannot be 1000001: it must be at most 1000000."),
        ("9" * 400, "start.A cannot be 999"),
        ("9" * 5000, "It holds a number far larger than any count could be."),
        ("-" + "9" * 5000, "It holds a number far larger than any count could be."),
        ('{"A": 1}', "start.A must be a whole number"),
    ],
)
def test_numbers_are_whole_numbers_of_stones(tmp_path, value, said):
    text = BARE.replace('"hands"', f'"start":\n  {{"A": {value}}}, "hands"')
    problem = refused(tmp_path / "x.json", text)
    assert said in str(problem)
    assert (problem.line, problem.column) == (2, 9)


@pytest.mark.parametrize("field", ["calls", "mano", "cards", "by", "event", "seal"])
def test_null_stands_nowhere(field):
    document = json.loads(GOOD)
    owner = {
        "calls": document["hands"][0]["rounds"][0],
        "mano": document["hands"][0],
        "cards": document["hands"][0]["deal"],
        "by": document["claims"][0],
    }.get(field, document)
    owner[field] = None
    with pytest.raises(ReplayError) as caught:
        loads(json.dumps(document), file="x.json")
    assert field in str(caught.value)
    assert "null" in str(caught.value)


def test_a_field_written_twice_is_shown_where_it_stands_again(tmp_path):
    text = BARE.replace('"seats"', '"x-a": {"seats": 1, "b": {}},\n "seats": ["A"],\n   "seats"')
    problem = refused(tmp_path / "x.json", text)
    assert "The field seats is written twice" in str(problem)
    assert (problem.line, problem.column) == (3, 4)
    inner = BARE.replace('"encaje"', '"encaje",\n"id"  : "fournier"')
    assert (refused(tmp_path / "x.json", inner).line) == 2
    same = BARE.replace('"hands"', '"ha\\u006eds": [], "hands"')
    assert "The field hands is written twice" in str(refused(tmp_path / "x.json", same))


@pytest.mark.parametrize("half", ["\\ud83c", "\\uDCA1", "\\udca1\\ud83c", "a\\ud800\\u0041"])
def test_half_a_character_is_refused_where_it_stands(tmp_path, half):
    text = BARE.replace('"hands"', f'"event":\n "{half}", "hands"')
    problem = refused(tmp_path / "x.json", text)
    assert "half a character" in str(problem)
    assert (problem.line, problem.column) == (2, 2)


def test_half_a_character_that_is_not_escaped_is_refused(tmp_path):
    text = BARE.replace('"hands"', '"event":\n "\ud83c", "hands"')
    with pytest.raises(ReplayError, match="half a character"):
        loads(text)
    refused(tmp_path / "x.json", text)


def test_whole_characters_however_they_are_written_are_read():
    text = BARE.replace('"hands"', '"event": "\\ud83c\\udca1 \\\\ud83c ñ", "hands"')
    assert loads(text).about["event"] == "\U0001f0a1 \\ud83c ñ"


def test_control_characters_are_refused_raw_and_never_reach_the_screen(tmp_path):
    raw = BARE.replace('"hands"', '"event": "a\x1b[31mb", "hands"')
    problem = refused(tmp_path / "x.json", raw)
    assert problem.column == raw.index("\x1b") + 1
    # Escaped they are text like any other; what is said of them is safe to print.
    escaped = json.loads(GOOD)
    escaped["claims"] = [{"by": "\x1b[31m\u202eEve", "about": "1", "after": {"A": 1}}]
    verdict = verify(loads(json.dumps(escaped)))
    assert verdict.failure is not None
    assert verdict.failure.place == "claims.1"
    assert verdict.failure.fault.said().isprintable()
    assert "\\x1b[31m\\u202eEve" in verdict.failure.fault.said()
    unknown = BARE.replace('"hands"', '"na\\u001bme": 1, "hands"')
    assert "na\\x1bme" in str(refused(tmp_path / "x.json", unknown))


# --- JSON that is no record --------------------------------------------------------------


@pytest.mark.parametrize("version", ["mus-replay/2", "mus-replay/1.0", "MUS-REPLAY/1", "phh", ""])
def test_another_format_version_is_refused_by_name(tmp_path, version):
    problem = refused(tmp_path / "x.json", damaged(format=version))
    assert repr(version) in str(problem)
    assert "'mus-replay/1'" in str(problem)
    line = damaged(format=version).splitlines()[problem.line - 1]
    assert line[problem.column - 1 :].startswith(f'"{version}"')


@pytest.mark.parametrize("version", [1, True, ["mus-replay/1"], {"x": 1}, 10**9])
def test_a_format_that_is_no_text_is_refused(tmp_path, version):
    assert "format" in str(refused(tmp_path / "x.json", damaged(format=version)))


@pytest.mark.parametrize("field", ["format", "variant", "seats", "hands"])
def test_a_missing_field_is_named(tmp_path, field):
    problem = refused(tmp_path / "x.json", damaged(**{field: None}))
    assert f"The field {field} is missing here." in str(problem)
    assert (problem.line, problem.column) == (1, 1)


def test_an_unknown_field_has_its_place_and_a_did_you_mean(tmp_path):
    text = damaged().replace('"mano": "A"', '"mano": "A", "deel": {}')
    problem = refused(tmp_path / "x.json", text)
    assert "There is no field deel here." in str(problem)
    line = text.splitlines()[problem.line - 1]
    assert line[problem.column - 1 :].startswith('"deel"')
    text = damaged(date=None, dato="today")
    assert refused(tmp_path / "x.json", text).hint == "date"


def test_stones_of_a_seat_nobody_can_have(tmp_path):
    text = damaged(start={"A": 20, "Z": 20})
    assert "There is no field Z here." in str(refused(tmp_path / "x.json", text))


@pytest.mark.parametrize(
    "seats", [[], ["A"], ["A", "A"], ["A", "Z"], ["A", "b"], list("ABCDEFGHA"), "AB", ["A", 2]]
)
def test_seats_that_cannot_be(tmp_path, seats):
    assert "seats" in str(refused(tmp_path / "x.json", damaged(seats=seats)))


# --- many matches in a file --------------------------------------------------------------


def test_one_bad_line_does_not_hide_the_good_ones(tmp_path):
    path = tmp_path / "x.jsonl"
    bad = [BARE.replace("mus-replay/1", "mus-replay/9"), "{", BARE.replace("[]", "[2.5]")]
    lines = [BARE, bad[0], "", BARE, bad[1], BARE, bad[2], "\ud800", BARE]
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\xff\n")
    found = list(read(str(path)))
    assert [located.number for located in found] == list(range(1, 10))
    assert [located.replay is not None for located in found] == [
        *(True, False, True, False, True, False, False, True, False),
    ]
    problems = [located.problem for located in found if located.problem]
    assert [(problem.file, problem.line) for problem in problems] == [
        (str(path), line) for line in (2, 5, 7, 8, 10)
    ]
    for problem in problems:
        one_clear_sentence(problem)
        assert problem.column >= 1


def test_a_match_in_several_lines_is_no_line_of_a_file_of_lines(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(json.loads(BARE), indent=1), "utf-8")
    assert all(located.replay is None for located in read(str(path)))


# --- records that can be read and are wrong ----------------------------------------------


def verdict_of(text: str) -> tuple[str, str, str]:
    verdict = verify(loads(text))
    assert verdict.failure is not None
    said = verdict.failure.fault.said()
    assert "\n" not in said
    assert said.isprintable()
    return verdict.verdict, verdict.failure.place, verdict.failure.fault.rule


@pytest.mark.parametrize("name", ["nobody", "../encaje", "/etc/passwd", "encaje\n", "Encaje", "ñ"])
def test_an_unknown_variant_is_never_looked_for_as_a_file(name):
    text = BARE.replace('"encaje"', json.dumps(name))
    assert verdict_of(text)[:2] == ("other_rules", "variant")
    with pytest.raises(MustutorError):
        settle(loads(text))


def test_a_variant_nearly_spelled_right_has_a_did_you_mean():
    verdict = verify(loads(BARE.replace('"encaje"', '"encage"')))
    assert verdict.failure is not None
    assert "encaje" in verdict.failure.fault.said()


@pytest.mark.parametrize(
    "rules", [{}, {"deck.kings": 8}, {"deck.kings": "eight"}, {"x": []}, {"game": "mus"}]
)
def test_embedded_rules_that_are_none(rules):
    text = BARE.replace('{"id": "encaje"}', json.dumps({"id": "mine", "rules": rules}))
    verdict = verify(loads(text))
    assert verdict.verdict in {"ok", "other_rules"}


def seen_by_one(old: str, new: str) -> str:
    """The record of a hand, without checks and seals, with one thing changed."""
    document = json.loads(GOOD)
    del document["seal"], document["claims"], document["notes"]
    hand = document["hands"][0]
    del hand["seal"], hand["ledger"], hand["after"]
    for round_ in hand["rounds"]:
        del round_["checks"]
    text = json.dumps(document)
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"mano": "A"', '"mano": "H"', ("illegal", "1", "ENC-GEN-1")),
        ('"A corto"', '"H corto"', ("illegal", "1.mus.1", "ENC-GEN-1")),
        ('"A corto"', '"B corto"', ("illegal", "1.mus.1", "MUS-MUS-2")),
        ('"A corto"', '"A"', ("unreadable", "1.mus.1", "")),
        ('"A corto"', '""', ("unreadable", "1.mus.1", "")),
        ('"A corto"', '"AA corto"', ("unreadable", "1.mus.1", "")),
        ('"A corto"', json.dumps("A " + "mus" * 600), ("unreadable", "1.mus.1", "")),
        ('"A corto"', '"A descarto Zz"', ("unreadable", "1.mus.1", "")),
        ('"A corto"', '"baraja sirve"', ("unreadable", "1.mus.1", "")),
        ('"A envido 2", "B no', '"A envido 1", "B no', ("illegal", "1.grande.1", "ENC-BET-1")),
        ('"A envido 2", "B no', '"A envido 0", "B no', ("illegal", "1.grande.1", "ENC-BET-1")),
        ('"A envido 2", "B no', '"A envido 21", "B no', ("illegal", "1.grande.1", "ENC-BET-3")),
        ('"A envido 2", "B no', '"A ordago", "B no', ("illegal", "1.grande.1", "ENC-BET-11")),
        ('"A envido 2", "B no', '"A órdago", "B no', ("illegal", "1.grande.1", "ENC-BET-11")),
        ('"A envido 2", "B no', '"A quiero", "B no', ("illegal", "1.grande.1", "ENC-TURN-2")),
        ('"A envido 2", "B no', '"A envido 2.5", "B no', ("unreadable", "1.grande.1", "")),
        ('"A envido 2", "B no', '"A envido 02", "B no', ("unreadable", "1.grande.1", "")),
        ('"A envido 2", "B no', f'"A envido {"9" * 99}", "B no', ("unreadable", "1.grande.1", "")),
        ('"D subo a 4"', '"D subo a 3"', ("illegal", "1.pares.8", "ENC-BET-6")),
        ('"D subo a 4"', '"D subo a 19"', ("illegal", "1.pares.8", "ENC-BET-7")),
        ('"D subo a 4"', '"C subo a 4"', ("illegal", "1.pares.8", "ENC-PAR-5")),
        ('"C no tengo", "D tengo", "E no tengo", "A paso"', '"C tengo"',
         ("illegal", "1.pares.3", "ENC-PAR-1")),
        ('"Ro", "Re", "Co", "Ab"', '"Ro", "Re", "Co", "Ro"', ("misdealt", "1", "MUS-DECK-1")),
        ('"Ro", "Re", "Co", "Ab"', '"Ro", "Re", "Co", "7o"', ("misdealt", "1", "MUS-DECK-1")),
        ('"Ro", "Re", "Co", "Ab"', '"Ro", "Re", "Co", "Ab", "Rb"', ("misdealt", "1", "MUS-DEAL-3")),
        ('"Ro", "Re", "Co", "Ab"', '"Ro", "Re", "Co"', ("misdealt", "1", "MUS-DEAL-3")),
        ('"Ro", "Re", "Co", "Ab"', '"Ro", "Re", "Co", "8b"', ("misdealt", "1", "")),
        ('"Ro", "Re", "Co", "Ab"', '"Ro", "Re", "Co", "Zz"', ("unreadable", "1", "")),
        ('"B": ["6o"', '"H": ["6o"', ("misdealt", "1", "MUS-DEAL-3")),
        ('"seats": ["A", "B", "C", "D", "E"]', '"seats": ["A", "B", "C", "D"]',
         ("illegal", "start", "ENC-GEN-1")),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_has_its_place_and_its_article(old, new, expected):
    assert verdict_of(seen_by_one(old, new)) == expected


def test_a_stake_below_nothing_is_no_call():
    text = seen_by_one('"A envido 2", "B no', '"A envido -2", "B no')
    assert verdict_of(text) == ("unreadable", "1.grande.1", "")


@pytest.mark.parametrize("field", ["start", "games", "players"])
def test_a_seat_the_table_has_not(field):
    document = json.loads(BARE)
    document[field] = {"C": "Carmen" if field == "players" else 3}
    assert verdict_of(json.dumps(document)) == ("illegal", field, "ENC-GEN-1")


def test_ENC_BET_9_seeing_with_no_stones():
    document = json.loads((REPLAYS / "all_in_is_silent.json").read_text("utf-8"))
    [hand] = document["hands"]
    for round_ in hand["rounds"]:
        del round_["checks"]
    chica = hand["rounds"][2]
    assert chica["calls"] == ["A envido 2", "B no quiero", "C no quiero", "D no quiero"]
    chica["calls"][3:] = ["E quiero"]
    verdict, place, rule = verdict_of(json.dumps(document))
    assert (verdict, place, rule) == ("illegal", "1.chica.4", "ENC-BET-10")


@pytest.mark.parametrize(
    ("seats", "start"),
    [
        ("ABCDEFGH", None),
        ("AB", {"A": 0, "B": 0}),
        ("AB", {"A": 5, "B": 0}),
        ("AB", {"A": 0, "B": 5}),
    ],
)
def test_a_table_nobody_can_sit_down_to(seats, start):
    document = json.loads(BARE)
    document["seats"] = list(seats)
    document["hands"] = [{"mano": "A", "rounds": []}]
    if start:
        document["start"] = start
    verdict, place, rule = verdict_of(json.dumps(document))
    assert (verdict, place) == ("illegal", "1")
    assert rule.startswith("ENC-")


# --- nothing but a verdict ---------------------------------------------------------------

RECORDS = [
    path for path in sorted(REPLAYS.rglob("*.json")) if path.stem not in {"whole_game", "punto"}
]
JUNK = (
    *(True, 0, 1, 2, 1_000_000, "", "A", "H", "A1", "A paso", "E ?", "B 5 mas", "C reenvido"),
    *("A y yo", "D descarto Ro ?", "A dice hola", "grande", "punto", "descarte", "mus"),
    *("0" * 64, "0" * 12, [], {}, ["Ro"], ["R", "R", "R", "R"], ["?"], {"A": 1}, {"A": ["Ro"]}),
)


@examples(240, 60, deadline=None)
@given(record=st.sampled_from(RECORDS), data=st.data())
def test_whatever_can_be_read_gets_a_verdict_and_a_settlement_or_a_clear_no(record, data):
    document = json.loads(record.read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        owner, key = data.draw(st.sampled_from(list(members(document))))
        match data.draw(st.sampled_from(["junk", "junk", "out", "twice", "moved"])):
            case "junk":
                owner[key] = json.loads(json.dumps(data.draw(st.sampled_from(JUNK))))
            case "out":
                del owner[key]
            case "twice" if isinstance(owner, list):
                owner.insert(key, json.loads(json.dumps(owner[key])))
            case "moved":
                other, name = data.draw(st.sampled_from(list(members(document))))
                owner[key] = json.loads(json.dumps(other[name]))
    try:
        replay = loads(json.dumps(document), file="x.json")
    except ReplayError as problem:
        one_clear_sentence(problem)
        return
    judged(replay)


def members(thing: object) -> list[tuple[object, object]]:
    if isinstance(thing, dict):
        keys: list[object] = list(thing)
    elif isinstance(thing, list):
        keys = list(range(len(thing)))
    else:
        return []
    found: list[tuple[object, object]] = [(thing, key) for key in keys]
    for key in keys:
        found += members(thing[key])
    return found


def judged(replay: Replay) -> None:
    verdict = verify(replay)
    assert verdict.ok is (verdict.failure is None)
    if verdict.failure is not None:
        assert verdict.failure.fault.said()
    try:
        settle(replay).as_json()
        assert loads(dumps(replay)).seats == replay.seats
    except MustutorError as problem:
        one_clear_sentence(problem)


@examples(140, 60, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_bytes_are_answered_with_a_traceback(data):
    try:
        loads(data)
    except ReplayError as problem:
        one_clear_sentence(problem)


def test_a_file_can_be_read_whose_folder_can_be_entered_only(tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "x.json").write_text(BARE, "utf-8")
    folder.chmod(stat.S_IXUSR)
    try:
        assert load_replay(folder / "x.json").seats == ("A", "B")
    finally:
        folder.chmod(stat.S_IRWXU)
