"""However a file is cut, each of its lines is read once, and at its place."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mustutor.archive import reading
from mustutor.archive.reading import LINES, Shard, lines, shards, share

TEXTS = st.lists(st.sampled_from([b"\n", b"\r\n", b"a", b"bcd", b" ", b"\0", b"\xff"])).map(
    b"".join
)


def split(text):
    """The lines of a text with their places, found without reading any range."""
    at, found = 0, []
    for line in text.split(b"\n"):
        found.append((at, line + b"\n"))
        at += len(line) + 1
    offset, last = found.pop()
    return [*found, (offset, last[:-1])] if last != b"\n" else found


@given(TEXTS, st.lists(st.integers(0, 60)))
@example(b"ab\ncd", [3])
@example(b"ab\ncd", [2])
def test_ranges_side_by_side_own_every_line_once(text, cuts):
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    found = [line for begin, end in pairwise(edges) for line in lines(io.BytesIO(text), begin, end)]
    assert [(line.offset, line.text) for line in found] == split(text)


@given(TEXTS, st.integers(1, 30), st.integers(1, 6))
def test_a_line_that_is_too_long_is_named_and_not_held(text, cut, longest):
    found = []
    for begin in range(0, len(text), cut):
        end = min(begin + cut, len(text))
        found += lines(io.BytesIO(text), begin, end, longest=longest)
    expected = [(at, line if len(line) <= longest else None) for at, line in split(text)]
    assert [(line.offset, line.text) for line in found] == expected


def test_of_a_line_without_end_little_is_read_at_a_time():
    class Counting(io.BytesIO):
        most = 0

        def readline(self, size=-1):
            got = super().readline(size)
            self.most = max(self.most, len(got))
            return got

    file = Counting(b"x" * 5_000_000 + b"\nend\n")
    [long, end] = lines(file, 0, 6_000_000, longest=1000)
    assert (long.text, end.offset, end.text) == (None, 5_000_001, b"end\n")
    assert file.most <= 1024 * 1024


@given(TEXTS, st.integers(1, 30), st.integers(1, 8))
def test_blocks_of_a_stream_are_whole_lines_and_lose_nothing(text, size, step):
    pieces = [text[at : at + step] for at in range(0, len(text), step)]
    blocks = list(reading._cut(iter(pieces), size))
    assert b"".join(block.data for block in blocks) == text
    assert all(block.data.endswith(b"\n") for block in blocks[:-1])


@given(TEXTS, st.integers(1, 8), st.integers(1, 6))
def test_a_line_too_long_for_a_stream_leaves_the_others(text, step, longest):
    pieces = [text[at : at + step] for at in range(0, len(text), step)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LARGEST_MATCH", longest)
        blocks = list(reading._cut(iter(pieces), 1))
    assert sum(block.length for block in blocks) == len(text)
    kept = b"".join(block.data or b"" for block in blocks)
    short = b"".join(line for _, line in split(text) if len(line) <= longest)
    # What is too long by less than a piece may be kept: whoever reads it finds out.
    whole = [line for line in kept.splitlines(keepends=True) if len(line) <= longest]
    assert whole == short.splitlines(keepends=True)


@given(st.lists(st.integers(0, 50), max_size=30), st.integers(1, 12))
def test_shares_are_side_by_side_and_together_all(weights, of):
    every = [Shard(str(number), LINES, weight=weight) for number, weight in enumerate(weights)]
    dealt = [share(every, number, of) for number in range(1, of + 1)]
    assert [shard for part in dealt for shard in part] == every


@given(st.integers(1, 100), st.integers(1, 30))
def test_a_file_is_cut_without_gap_or_overlap(size, cut):
    found = list(shards([reading.ArchiveFile("x", LINES, size)], cut))
    assert (found[0].begin, found[-1].end) == (0, size)
    assert all(one.end == other.begin for one, other in pairwise(found))
    assert {shard.size for shard in found} == {size}
