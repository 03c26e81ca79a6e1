"""Taking a walk up where it was left: its questions as they were, and the pages that were read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mustutor.tutor.progress import Progress
from mustutor.tutor.question import Asking
from mustutor.tutor.walk import Happening, Walk


def resumed(walk: Walk, progress: Progress) -> Walk:
    """Take a walk up where it was left, its closed questions as they were."""
    name = walk.source.name
    place = progress.place(name)
    if not place or progress.finished(name):
        return walk
    read = progress.read(name) or _read_before(walk, place)
    there = replace(walk, asked=dict(restored(walk, progress)), read=read).to(place)
    if there is None:
        return walk
    return there.to_left() if there.is_last else there


def _read_before(walk: Walk, place: str) -> frozenset[str]:
    """What lies before a place: an older record of progress tells no more than that."""
    stops = (walk.source.stop(index) for index in range(walk.source.find(place) or 0))
    return frozenset([stop.place for stop in stops if stop is not None])


def taken_as_read(walk: Walk, progress: Progress) -> Iterator[Happening]:
    """What the record does not tell yet of the pages that were read."""
    name = walk.source.name
    for place in sorted(walk.read - progress.read(name)):
        yield Happening("read", name, place)


def restored(walk: Walk, progress: Progress) -> Iterator[tuple[str, Asking]]:
    """The questions of a walk that were closed before, by place."""
    for place, known in progress.asked(walk.source.name).items():
        index = walk.source.find(place)
        stop = None if index is None else walk.source.stop(index)
        if stop is not None and stop.place == place and stop.question is not None:
            yield place, known.asking(stop.question)
