"""The beginning of a source that has no end: a drill of so many questions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mustutor.tutor.walk import Source, Stop
from mustutor.variant import Variant


@dataclass(frozen=True, slots=True)
class Limited:
    """A source cut after its first stops; everything else is the source's own."""

    source: Source
    most: int

    @property
    def name(self) -> str:
        """What this is, in the record of progress."""
        return self.source.name

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return self.source.title

    @property
    def count(self) -> int:
        """How many stops there are."""
        own = self.source.count
        return self.most if own is None else min(own, self.most)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        return self.source.stop(index) if index < self.count else None

    def find(self, place: str) -> int | None:
        """The index of a place that is left."""
        return self._left(self.source.find(place))

    def search(self, words: str, after: int) -> int | None:
        """The index of the next stop that is left and speaks of these words."""
        return self._left(self.source.search(words, after))

    def under(self, variant: Variant) -> Source | None:
        """The same under another rulebook, as long."""
        found = self.source.under(variant)
        return None if found is None else replace(self, source=found)

    def _left(self, index: int | None) -> int | None:
        return index if index is not None and index < self.count else None
