"""Who does the work: this process. Others, and executors that are lent, are in `company`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.archive.piece import Piece
from mustutor.archive.plan import Shard
from mustutor.archive.work import rest_of, work


class Crew:
    """Does the work in this process."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        self.told = told

    def pieces(self, shards: Iterable[Shard]) -> Iterator[Piece]:
        """The pieces of the shards, in their order."""
        for shard in shards:
            piece = work(shard, self.code, self.told)
            yield piece
            left = shard
            while piece.rest:
                left = rest_of(left, piece)
                piece = work(left, self.code, self.told)
                yield piece
