"""The summary of an archive is the same, to the byte, however it was cut and put together."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mustutor.archive import Summary, reading, verify_archive
from mustutor.archive.summary import Duplicate, Duplicates
from mustutor.base import schema
from mustutor.base.errors import ReplayError
from tests.archive.made import counted, lines, spoiled, wrong


@pytest.fixture
def small_shards(monkeypatch):
    """Cut small archives too."""
    monkeypatch.setattr(reading, "SMALLEST", 1)

    def cut(size):
        monkeypatch.setattr(reading, "size_for", lambda *_: size)

    return cut


@pytest.fixture(scope="module")
def text():
    """A file of matches, some of them wrong, unreadable, or there twice."""
    every = list(lines())
    every[5] = wrong(every[5])
    every[11] = every[11][: len(every[11]) // 2] + b"\n"
    every[12] = b"\n"
    every[17] = b"\xff\xfe not text\n"
    every[23] = every[3]
    every[30] = every[3].rstrip(b"\n") + b"\r\n"
    every[33] = spoiled(every[33], mano="Z")
    return b"".join(every)


@pytest.fixture
def archive(tmp_path, text):
    """A folder of three files of matches, one of them all in order, and of single matches."""
    folder = tmp_path / "league"
    (folder / "season").mkdir(parents=True)
    (folder / "season" / "a.jsonl").write_bytes(text)
    (folder / "season" / "b.jsonl").write_bytes(b"".join(lines()))
    (folder / "final.json").write_bytes(wrong(lines()[0]))
    (folder / "zero.jsonl").write_bytes(b"")
    return str(folder)


def test_the_counts_are_those_of_an_oracle_that_reads_line_by_line(tmp_path, text):
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    expected = counted(text)
    summary = verify_archive([str(path)])
    assert dict(summary.verdicts) == expected["verdicts"]
    assert (summary.unread, summary.hands) == (expected["unread"], expected["hands"])
    assert summary.matches == sum(expected["verdicts"].values()) + expected["unread"]
    assert [(fault.line, fault.offset) for fault in summary.faults] == expected["bad"]
    assert [fault.line for fault in summary.faults] == [6, 12, 18, 34]
    assert (summary.again, expected["again"]) == (2, 2)
    [twice] = summary.twice
    assert (twice.offset, twice.times) == (len(b"".join(text.splitlines(True)[:3])), 3)


@pytest.mark.parametrize("size", [200, 3_001, 40_000, 10**9])
def test_the_summary_does_not_depend_on_the_cuts(archive, small_shards, size):
    whole = verify_archive([archive])
    small_shards(size)
    assert verify_archive([archive]).dumps() == whole.dumps()
    assert whole.matches == 39 + 40 + 1 + 1
    assert whole.whole


def test_the_summary_does_not_depend_on_the_jobs(archive):
    one, two, three = (verify_archive([archive], jobs=jobs).dumps() for jobs in (1, 2, 3))
    assert one == two == three


@pytest.mark.parametrize("of", [2, 3, 7, 40])
def test_shares_merged_in_any_order_are_the_whole(archive, small_shards, of):
    whole = verify_archive([archive]).dumps()
    small_shards(9_000)
    shares = [verify_archive([archive], share=(number, of)) for number in range(1, of + 1)]
    written = [share.dumps() for share in shares]
    chance = random.Random(of)
    for _ in range(3):
        chance.shuffle(written)
        merged = Summary()
        for each in written:
            merged += Summary.loads(each)
        assert merged.dumps() == whole


def test_merging_is_associative_and_commutative(archive, small_shards):
    small_shards(30_000)
    shares = [verify_archive([archive], share=(number, 3)) for number in (1, 2, 3)]
    sums = {
        text
        for a, b, c in itertools.permutations(shares)
        for text in (((a + b) + c).dumps(), (a + (b + c)).dumps())
    }
    assert len(sums) == 1


def test_archives_of_their_own_add_up(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.jsonl").write_bytes(b"".join(lines()))
    one, two = (verify_archive([str(tmp_path / f"{name}.jsonl")]) for name in ("one", "two"))
    both = one + two
    assert (both.matches, both.hands, both.stones) == (80, 2 * one.hands, 2 * one.stones)
    assert both.again == 40
    assert both.whole
    with pytest.raises(ReplayError, match="Share 1 of 1 of the same archive is given twice"):
        both + one


def test_a_share_that_is_missing_or_there_twice_is_told(archive, small_shards):
    small_shards(9_000)
    one, two = (verify_archive([archive], share=(number, 3)) for number in (1, 2))
    assert not (one + two).whole
    assert (one + two).shares[0].missing == (3,)
    with pytest.raises(ReplayError, match="Share 1 of 3"):
        one + two + one
    with pytest.raises(ReplayError, match="in 3 shares and in 2"):
        one + verify_archive([archive], share=(2, 2))


def test_a_range_that_is_counted_twice_is_told(archive, small_shards):
    small_shards(9_000)
    one = verify_archive([archive], share=(1, 3))
    other = one.as_json()
    other["shares"][0]["archive"] = "another"
    with pytest.raises(ReplayError, match=r"Bytes [\d,]+ to [\d,]+ of .* are counted twice"):
        one + Summary.of(other)


def test_the_schema_holds_what_is_written(archive, small_shards):
    small_shards(9_000)
    validator = Draft202012Validator(schema.schema("summary"))
    for share in ((1, 1), (2, 3)):
        summary = verify_archive([archive], share=share)
        validator.validate(json.loads(summary.dumps()))
        assert Summary.loads(summary.dumps()).dumps() == summary.dumps()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "mus-replay/1"}',
        '{"format": "mus-summary/1"}',
        "[" * 100_000,
    ],
)
def test_what_is_no_summary_is_refused(text):
    with pytest.raises(ReplayError):
        Summary.loads(text)


@given(st.data())
@settings(max_examples=50)
def test_a_damaged_summary_is_refused_or_read_and_never_breaks_off(data):
    written = json.loads(Summary("archive").dumps())
    name = data.draw(st.sampled_from(sorted(written)))
    scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
    written[name] = data.draw(
        st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
    )
    try:
        read = Summary.of(written)
    except ReplayError:
        return
    assert Summary.loads(read.dumps()).dumps() == read.dumps()


def test_lines_that_cannot_have_been_written_are_refused():
    for lines_ in ("AAAA", "!", "A" * 32):  # no whole entry, no base64, of no file
        written = json.loads(Summary("archive").dumps())
        written["likes"]["lines"] = lines_
        with pytest.raises(ReplayError, match="damaged"):
            Summary.of(written)


SEEN = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9), st.integers(0, 99)))


@given(SEEN, st.integers(0, 40))
def test_lines_that_stand_twice_are_found_exactly_while_all_can_be_kept(seen, cut):
    parts = []
    for part in (seen[:cut], seen[cut:]):
        likes = Duplicates()
        for file, digest, offset in part:
            likes.add(file, [(digest, offset)])
        parts.append(likes)
    times = Counter(digest for _, digest, _ in seen)
    firsts: dict[int, tuple[str, int]] = {}
    for file, digest, offset in seen:
        firsts[digest] = min(firsts.get(digest, (file, offset)), (file, offset))
    expected = sorted(
        Duplicate(*firsts[digest], count) for digest, count in times.items() if count > 1
    )
    merged = parts[0].merged(parts[1])
    assert merged.first(1000) == expected
    assert merged.again == sum(count - 1 for count in times.values())
    assert merged.as_json() == parts[1].merged(parts[0]).as_json()
    assert not merged.sampled


@given(SEEN, st.integers(0, 40), st.integers(1, 6))
def test_where_there_are_too_many_the_smallest_are_kept_whatever_the_order(seen, cut, most):
    def of(part):
        likes = Duplicates(most)
        for file, digest, offset in part:
            likes.add(file, [(digest, offset)])
        return likes

    whole = of(seen).as_json()
    assert of(reversed(seen)).as_json() == whole
    assert of(seen[:cut]).merged(of(seen[cut:])).as_json() == whole
    times = Counter(digest for _, digest, _ in seen)
    kept = sorted(times)[:most]
    likes = Duplicates.of(whole)
    assert sorted((digest, count) for digest, _, count in likes.entries()) == [
        (digest, times[digest]) for digest in kept
    ]
    assert whole["sampled"] is (len(times) > most)
