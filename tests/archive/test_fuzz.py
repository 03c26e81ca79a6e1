"""Whatever stands in an archive: nothing but reports comes of it, and no line hides another."""

from __future__ import annotations

import copy
import json
import sys

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from mustutor.archive.reading import LINES, WHOLE, Shard
from mustutor.archive.work import work
from mustutor.base.errors import MustutorError
from mustutor.referee import verify
from mustutor.replay import loads
from tests.archive.made import lines
from tests.long import examples

GOOD = lines()[0]
RECORDS = [json.loads(line) for line in lines()[:3]]

STRANGE = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.sampled_from(
        [0, 1, -1, 10**18, 1.5, float("inf"), "", "A", "?", "A paso", "\0", "é", "\u202e"]
    )
    | st.text(max_size=8)
    | st.lists(st.integers() | st.text(max_size=3), max_size=3)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
)


def places(thing, path=()):
    """Every place of a document."""
    yield path
    if isinstance(thing, dict | list):
        inside = thing.items() if isinstance(thing, dict) else enumerate(thing)
        for step, inner in inside:
            yield from places(inner, (*path, step))


@st.composite
def mutated(draw):
    """A real record with some of its parts changed, taken out, doubled, or exchanged."""
    document = copy.deepcopy(draw(st.sampled_from(RECORDS)))
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from([path for path in places(document) if path]))
        holder = document
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        match draw(st.sampled_from(["change", "take out", "double", "exchange", "add"])):
            case "take out":
                del holder[last]
            case "double" if isinstance(holder, list):
                holder.insert(last, copy.deepcopy(holder[last]))
            case "exchange" if isinstance(holder, list):
                other = draw(st.integers(0, len(holder) - 1))
                holder[last], holder[other] = holder[other], holder[last]
            case "add" if isinstance(holder, dict):
                holder[draw(st.text(max_size=6))] = draw(STRANGE)
            case _:
                holder[last] = draw(STRANGE)
    return json.dumps(document, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")


@st.composite
def damaged(draw):
    """The bytes of a record, cut, overwritten, or with others put in."""
    text = bytearray(draw(st.sampled_from(lines()[:3])))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(at + 60, len(text))))
        text[at:end] = draw(st.binary(max_size=12) | st.just(bytes(text[:40])))
    return bytes(text).replace(b"\n", b" ")


def found(*texts):
    """The reports on a file of these lines, between two that are in order."""
    data = b"\n".join([GOOD.rstrip(b"\n"), *texts, GOOD])
    return work(Shard("fuzz", LINES, 0, len(data), 0, len(data), data), "en", "all")


@given(mutated() | damaged() | st.binary(max_size=200).map(lambda text: text.replace(b"\n", b" ")))
@examples(400, 60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_line_of_anything_becomes_a_report_and_leaves_its_neighbours(text):
    piece = found(text)
    assert piece.lines == 3
    assert [piece.reports[0].ok, piece.reports[-1].ok] == [True, True]
    between = piece.reports[1:-1]
    assert len(between) == (1 if text.strip() else 0)
    for report in between:
        assert report.ok or report.message
        assert (report.match, report.row, report.offset) == (2, 2, len(GOOD))
        # What the report says is what reading and verifying it by hand says.
        try:
            expected = verify(loads(text)).verdict
        except MustutorError:
            expected = None
        assert (report.verdict if report.readable else None) == expected


@given(damaged() | st.binary(max_size=200))
@examples(150, 30, deadline=None)
@pytest.mark.parametrize("name", ["fuzz.json", "fuzz.mus", "-"])
def test_a_file_of_anything_becomes_reports(name, text):
    piece = work(Shard(name, WHOLE, data=text), "en", "all")
    assert piece.matches == len(piece.reports)
    assert all(report.ok or report.message for report in piece.reports)


def test_atheris_finds_nothing_but_our_own_errors():
    """The same with a fuzzer that watches which code is reached, where it is installed."""
    pytest.importorskip("atheris")
    import subprocess

    program = """
import sys, atheris
with atheris.instrument_imports(include=["mustutor.replay"]):
    from mustutor.base.errors import MustutorError
    from mustutor.replay import loads
    from mustutor.referee import verify
def one(data):
    try:
        verify(loads(data))
    except MustutorError:
        pass
atheris.Setup(sys.argv, one)
atheris.Fuzz()
"""
    told = subprocess.run(
        [sys.executable, "-c", program, "-runs=20000", "-max_len=4096", "-verbosity=0"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert told.returncode == 0, told.stderr[-2000:]
