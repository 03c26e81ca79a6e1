"""The hand a dealer has dealt by a commitment, for whoever takes it down."""

from __future__ import annotations

from mustutor.cli.replay.records import matches
from mustutor.cli.replay.tablesetup import Setup
from mustutor.replay.format import Replay


def dealt_hand(name: str) -> Replay:
    """Read what `replay deal` has written; raises ReplayError where it cannot be read."""
    first = next(matches(name))
    if first.replay is None:
        assert first.problem is not None
        raise first.problem
    return first.replay


def at_its_table(setup: Setup, dealt: Replay) -> Setup:
    """The table as told, and as it was dealt for where nothing was told."""
    return setup._replace(
        variant=setup.variant or str(dealt.variant.get("id", "")),
        seats=setup.seats or ",".join(dealt.seats),
    )
