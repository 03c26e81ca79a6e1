"""Where there is no orjson, Python alone reads and writes the same JSON, and refuses the same."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from mustutor.base import json_text
from mustutor.base.files import data
from mustutor.base.json_text import plain_dumps, plain_loads
from tests.long import examples, sampled

ROOT = Path(__file__).resolve().parents[1]
REPLAY = "tests/replay"
# Tests of reading, writing, seals, verifying and bad input; the quick ones first, for every day.
HELD = [
    f"{REPLAY}/test_reader.py tests/test_canonical.py {REPLAY}/test_input_of_strangers.py",
    f"{REPLAY}/test_bad_input.py {REPLAY}/test_verify.py",
    f"{REPLAY}/test_writer.py {REPLAY}/test_seal.py",
    f"tests/cli/test_bad_input.py {REPLAY}/test_commit.py",
]
NUMBERS = st.integers(-(2**63), 2**64 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
SIGNS = st.text('{}[]",:0123456789.-+eE truefalsn\\ud8ñ\x00\x1f\ufeff\ud800 ', max_size=12)
# What a stranger may write, and what its writer may have been given.
TEXTS = ("[NaN]", "-Infinity", "1e400", '"\\ud800"', '"\\uD83D\\uDE00"', "\ufeff1", "", "01", "1.")
TEXTS += ('"\ud800"', '"\x1f"', '{"a":1,"a":2}', " [1 ,2]\r\n", "1\f", "-0", "[" * 2000, "\x00")
TEXTS += ("9" * 5000, "18446744073709551615", "-9223372036854775808", '{"a"}', "[1,]", "'a'")
BYTES = (b"\xff", b'"\xc3"', b"\xef\xbb\xbf1", b"1\x00", b"\x001\x00", b'"\xed\xa0\x80"')
THINGS = (2**64, -(2**63) - 1, [{"a": 2**70}], {1: 2}, [{None: 1}], "\ud800", {"\ud800": 1}, {1})
THINGS += (b"1", (1, "ñ"), {"b": 1, "a": True}, "\x7f\x1f\b\f\u2028/", 2**64 - 1, -(2**63))


def outcome(function: Callable[..., Any], *given: Any, **more: Any) -> Any:
    """What a function gives; or which of the two families of errors it raises."""
    try:
        return function(*given, **more)
    except (ValueError, TypeError) as problem:
        return ValueError if isinstance(problem, ValueError) else TypeError


@given(JSON)
@examples(500, 100, suppress_health_check=[HealthCheck.too_slow])
def test_both_write_the_same_bytes_and_read_them_back(thing):
    for ordered in (False, True):
        written = plain_dumps(thing, ordered=ordered)
        option = orjson.OPT_SORT_KEYS if ordered else None
        assert written == orjson.dumps(thing, option=option)
        assert plain_loads(written) == plain_loads(written.decode()) == thing


@given(SIGNS)
@examples(2000, 200, suppress_health_check=[HealthCheck.too_slow])
def test_both_read_or_refuse_the_same_texts(text):
    theirs = outcome(orjson.loads, text)
    # orjson makes a fraction of what has more than 64 bits; here it stays what it is.
    ours = outcome(plain_loads, text)
    assert ours == theirs
    assert type(ours) is type(theirs)


@pytest.mark.parametrize("text", TEXTS + BYTES, ids=lambda text: repr(text)[:20])
def test_both_read_or_refuse_what_a_stranger_may_write(text):
    theirs = outcome(orjson.loads, text)
    assert outcome(plain_loads, text) == theirs
    if isinstance(text, str):
        assert outcome(plain_loads, text.encode("utf-8", "surrogatepass")) == theirs


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: repr(thing)[:20])
def test_both_write_or_refuse_what_a_program_may_give(thing):
    assert outcome(plain_dumps, thing) == outcome(orjson.dumps, thing)


def test_what_nests_without_end_is_refused_and_not_fallen_over():
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert outcome(plain_dumps, deep) is TypeError
    assert outcome(plain_loads, "[" * 100_000) is ValueError
    assert outcome(plain_dumps, float("nan")) is TypeError
    while deep:  # taken apart here: the collector would go down as deep
        deep = deep.pop()


def test_every_record_that_comes_along_is_read_and_written_alike():
    for path in data("replays").rglob("*.json"):
        text = path.read_bytes()
        document = orjson.loads(text)
        assert plain_loads(text) == document
        for ordered in (False, True):
            written = json_text.dumps(document, ordered=ordered)
            assert plain_dumps(document, ordered=ordered) == written


@sampled("files", HELD, len(HELD))
def test_records_are_held_to_all_they_promise_where_there_is_no_orjson(files):
    options = ("-p", "tests.without_orjson", "-p", "no:cacheprovider", "--quiet", "--no-header")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *files.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r" passed(, \d+ deselected)? in ", ran.stdout)


def test_the_run_without_orjson_has_none():
    program = (
        "import tests.without_orjson, mustutor.base.json_text as q; print(q.dumps is q.plain_dumps)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "True\n", ran.stderr
