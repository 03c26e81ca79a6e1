"""YAML as plain data: what is read, where it stands, and every refusal with its place."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor.base import yaml_text
from mustutor.base.errors import Unreadable, VariantError
from mustutor.base.schema import spelled
from mustutor.base.yaml_text import LARGEST, FilePlace, load, read
from tests.long import examples

REFUSED = {
    "tag": ("a: !!str x", 1, 4, "tag"),
    "tag on a map": ("!!map {a: 1}", 1, 1, "tag"),
    "tag on a list": ("a:\n  - !!seq [1]", 2, 5, "tag"),
    "tag on a key": ("!k a: 1", 1, 1, "tag"),
    "tag that constructs": ("a: !!python/object/apply:os.system ['id']", 1, 4, "tag"),
    "bare tag": ("a: ! x", 1, 4, "tag"),
    "undefined tag handle": ("a: !e!x 1", 1, 4, "well-formed"),
    "anchor": ("a: &k 8", 1, 4, "Anchors"),
    "anchor on a key": ("&k a: 1", 1, 1, "Anchors"),
    "anchor on a map": ("a: &k {b: 1}", 1, 4, "Anchors"),
    "alias": ("a: 1\nb: *k", 2, 4, "aliases"),
    "alias as a key": ("*k : 1", 1, 1, "aliases"),
    "merge key": ("a:\n  <<: {b: 1}", 2, 3, "Merge keys"),
    "directive": ("%YAML 1.1\n---\na: no", 1, 1, "Directives"),
    "tag directive": ("# first\n%TAG ! x:\n---\na: 1", 2, 1, "Directives"),
    "unknown directive": ("%WHO knows\n---\na: 1", 1, 1, "Directives"),
    "duplicate key": ("a: 1\nb: 2\na: 3", 3, 1, "twice, first on line 1"),
    "duplicate quoted key": ("{a: 1, 'a': 2}", 1, 8, "twice"),
    "second document": ("a: 1\n---\nb: 2", 2, 1, "second document"),
    "directive of a second document": ("a: 1\n...\n%YAML 1.2\n---\nb: 2", 4, 1, "second document"),
    "nested brackets": ("[" * 40, 1, 33, "deep"),
    "nested maps": ("\n".join(" " * n + "a:" for n in range(40)), 33, 33, "deep"),
    "nested entries": ("- " * 40 + "x", 1, 65, "deep"),
    "whole number as key": ("8: 1", 1, 1, "not named by text"),
    "truth as key": ("true: 1", 1, 1, "not named by text"),
    "nothing as key": ("? \n: 1", 1, 2, "not named by text"),
    "fraction as key": ("1.5: 1", 1, 1, "not named by text"),
    "date as key": ("2024-01-31: 1", 1, 1, "not named by text"),
    "list as key": ("? [a]\n: 1", 1, 3, "cannot name a field"),
    "map as key": ("{{a: 1}: 2}", 1, 2, "cannot name a field"),
    "date": ("a: 2024-01-31", 1, 4, "Dates"),
    "moment": ("a: 2024-01-31T10:00:00Z", 1, 4, "Dates"),
    "fraction": ("a: 1.0", 1, 4, "not a whole number"),
    "bare fraction": ("a: .5", 1, 4, "not a whole number"),
    "power": ("a: 1e3", 1, 4, "not a whole number"),
    "infinity": ("a: -.inf", 1, 4, "not a whole number"),
    "not a number": ("a: .nan", 1, 4, "not a whole number"),
    "leading zero": ("a: 010", 1, 4, "not a plain whole number"),
    "minus zero": ("a: -0", 1, 4, "not a plain whole number"),
    "octal": ("a: 0o10", 1, 4, "not a plain whole number"),
    "hexadecimal": ("a: 0x1F", 1, 4, "not a plain whole number"),
    "plus sign": ("a: +8", 1, 4, "not a plain whole number"),
    "underscore": ("a: 1_000", 1, 4, "not a plain whole number"),
    "sixties": ("a: 12:30", 1, 4, "not a plain whole number"),
    "nineteen digits": ("a: 1" + "0" * 18, 1, 4, "at most 18 digits"),
    "ten thousand digits": ("a: " + "9" * 10_000, 1, 4, "at most 18 digits"),
    "capital truth": ("a: TRUE", 1, 4, "small letters"),
    "null": ("b: 1\na: null", 2, 1, "missing"),
    "tilde": ("a: ~", 1, 1, "missing"),
    "nothing": ("a: 1\nb:\n", 2, 1, "missing"),
    "nothing in a list": ("- 1\n- ~", 2, 3, "missing"),
    "byte-order mark": ("\ufeffa: 1", 1, 1, "byte-order mark"),
    "control character": ("a: 1\nb: \x1b[31m", 2, 4, "U+001B"),
    "nul": ("a: \0", 1, 4, "U+0000"),
    "lone carriage return": ("a: 1\rb: 2", 1, 5, "U+000D"),
    "next line": ("a: 1\x85b: 2", 1, 5, "U+0085"),
    "line separator": ("a: x\u2028y", 1, 5, "U+2028"),
    "writing turned round": ("a: x\u202ey", 1, 5, "U+202E"),
    "no character": ("a: x\uffff", 1, 5, "U+FFFF"),
    "tab": ("a:\n\tb: 1", 2, 1, "Tabs"),
    "escaped control character": ('a: "\\x1b"', 1, 4, "U+001B"),
    "escaped half of a character": ('a: "\\ud800"', 1, 4, "U+D800"),
    "escape beyond characters": ('b: 1\na: "\\UFFFFFFFF"', 2, 1, "well-formed"),
    "colon in plain text": ("a: b: c", 1, 5, "well-formed"),
    "bracket never closed": ("a: [1", 1, 6, "well-formed"),
    "quote never closed": ("a: 'x", 1, 6, "well-formed"),
    "reserved sign": ("a: @b", 1, 4, "well-formed"),
    "crooked indentation": ("a:\n    b: 1\n  c: 2", 3, 3, "well-formed"),
    "empty": ("", 1, 1, "empty"),
    "blank": ("\n\n", 1, 1, "empty"),
    "only a comment": ("# nothing\n", 1, 1, "empty"),
    "only a document mark": ("---\n", 2, 1, "missing"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_plain_data_is_refused_at_its_place(case: str) -> None:
    text, line, column, words = REFUSED[case]
    with pytest.raises(VariantError) as caught:
        load(text, "table.yaml", VariantError)
    assert (caught.value.file, caught.value.line, caught.value.column) == (
        "table.yaml",
        line,
        column,
    )
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_plain_data_is_read_as_it_stands() -> None:
    document = load(
        "---\n# a comment\n"
        "text: mano order  # another\n"
        "quoted: '8'\n"
        'escaped: "caf\\u00e9"\n'
        "number: 8\n"
        "minus: -3\n"
        "zero: 0\n"
        "truth: true\n"
        "words: [yes, no, on, off, y, NO, nul, 1a, 1-2, a.b, '', 'null', ~x]\n"
        "folded: >-\n  one\n  line\n"
        "kept: |\n  %two\n  lines\n"
        "'<<': quoted\n"
        "empty list: []\n"
        "empty map: {}\n"
        "deal:\n- who: A\n  cards: [Ro, 3c]\n"
        "...\n",
        "x.yaml",
    )
    assert document.data == {
        "text": "mano order",
        "quoted": "8",
        "escaped": "café",
        "number": 8,
        "minus": -3,
        "zero": 0,
        "truth": True,
        "words": ["yes", "no", "on", "off", "y", "NO", "nul", "1a", "1-2", "a.b", "", "null", "~x"],
        "folded": "one line",
        "kept": "%two\nlines\n",
        "<<": "quoted",
        "empty list": [],
        "empty map": {},
        "deal": [{"who": "A", "cards": ["Ro", "3c"]}],
    }
    assert document.data["truth"] is True


def test_every_key_and_value_has_its_place() -> None:
    document = load("name: mus\r\ndeal:\r\n  - {who: A, cards: [Ro, 3c]}\r\n", "x.yaml")
    assert document.place(("name",), key=True) == (1, 1)
    assert document.place(("name",)) == (1, 7)
    assert document.place(("deal", 0, "cards"), key=True) == (3, 14)
    assert document.place(("deal", 0, "cards", 1)) == (3, 26)
    assert document.place(("deal", 0, "nobody", "knows")) == (3, 5), "the nearest thing around it"
    assert document.place(("nothing",), key=True) == (1, 1)
    assert isinstance(document.place(()), FilePlace)


def test_thirty_two_deep_is_read() -> None:
    data = load("[" * 32 + "]" * 32, "x.yaml").data
    for _ in range(31):
        (data,) = data
    assert data == []


def test_more_values_than_anyone_writes_are_refused() -> None:
    with pytest.raises(Unreadable, match="more than 50,000 values"):
        load("[" + "1," * 50_000 + "]", "x.yaml")


@pytest.mark.parametrize(
    "text", ["x" * (LARGEST + 1), "ñ" * (LARGEST // 2 + 1), b"x" * (LARGEST + 1)]
)
def test_a_text_over_one_mebibyte_is_refused_before_it_is_parsed(text: str | bytes) -> None:
    with pytest.raises(Unreadable, match="larger than 1,048,576 bytes"):
        load(text, "x.yaml")


def test_a_file_over_one_mebibyte_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)  # sparse: reading it whole would exhaust the memory
    with pytest.raises(Unreadable) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: The file is larger than")


def test_bytes_that_are_not_utf8_are_refused_at_their_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("a: 1\nñ: se\xf1a".encode() + b"\xf1")
    with pytest.raises(Unreadable) as caught:
        read(path)
    assert (caught.value.line, caught.value.column) == (2, 8)
    assert "UTF-8" in str(caught.value)


def test_folders_missing_files_and_odd_names_are_refused(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path, "This is a folder"),
        (tmp_path / "missing.yaml", "no such file"),
        (tmp_path / "no\0name.yaml", "cannot be opened"),
        (tmp_path / ("x" * 5000), "cannot be opened"),
    ):
        with pytest.raises(Unreadable, match=words):
            read(path)
    empty = tmp_path / "empty.yaml"
    empty.touch()
    with pytest.raises(Unreadable, match="empty"):
        read(empty)


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    with pytest.raises(Unreadable, match="not an ordinary file"):
        read(path)


PLAIN = st.recursive(
    st.booleans()
    | st.integers(-(10**18) + 1, 10**18 - 1)
    | st.text(
        st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("ñé·€"), max_size=12
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc.:#- 01", max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(PLAIN)
@settings(max_examples=60, deadline=None)
def test_spelled_data_is_read_back_the_same(data: object) -> None:
    again = load(spelled(data), "x.yaml").data
    assert json.dumps(again) == json.dumps(data)


@given(st.text(st.sampled_from("abn01-?:,[]{}#&*!|>'\"%@`~<.\n \t\\x_+"), max_size=40))
@examples(400, 100, deadline=None)
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str) -> None:
    found = outcome(text)
    if isinstance(found, Unreadable):
        assert 1 <= found.line <= text.count("\n") + 2
        assert found.column >= 1
    else:
        json.dumps(found)


def outcome(text: str) -> object:
    try:
        return load(text, "x.yaml").data
    except Unreadable as refusal:
        return refusal


def test_only_yamlio_knows_ruamel() -> None:
    package = Path(yaml_text.__file__).parent
    knowing = {
        path.name
        for path in package.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith(("import ruamel", "from ruamel"))
    }
    assert knowing == {"yaml_text.py"}
