"""Archives to verify: random matches, and what an oracle that knows no shards says of them."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

from mustutor.base.errors import ReplayError
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay import dumps, loads
from mustutor.replay.simulate import match


@cache
def lines(number: int = 40, seed: str = "archive") -> tuple[bytes, ...]:
    """So many matches, one a line: of Encaje and of Mus, all of them in order."""
    kinds = (("encaje", 4), ("madrid", 4), ("fournier", 4))
    return tuple(
        dumps(match(load_variant(name), seats=seats, hands=2, seed=seed, number=each)).encode()
        for each in range(number)
        for name, seats in (kinds[each % len(kinds)],)
    )


def spoiled(line: bytes, **changes: Any) -> bytes:
    """A match with fields of its first hand changed, and without the seals that would tell."""
    document = json.loads(line)
    document.pop("seal", None)
    for hand in document["hands"]:
        hand.pop("seal", None)
    document["hands"][0] |= changes
    return json.dumps(document).encode() + b"\n"


def wrong(line: bytes) -> bytes:
    """A match that states other stones than it comes to."""
    after = json.loads(line)["hands"][0]["after"]
    side = min(after)
    return spoiled(line, after={**after, side: after[side] + 1})


def counted(text: bytes) -> dict[str, Any]:
    """What is in a file of lines: read at once, and verified one after the other."""
    verdicts: Counter[str] = Counter()
    unread = hands = 0
    bad = []
    offset = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.strip():
            try:
                verdict = verify(loads(line))
            except ReplayError:
                unread += 1
                bad.append((number, offset))
            else:
                verdicts[verdict.verdict] += 1
                hands += len(verdict.hands)
                if not verdict.ok:
                    bad.append((number, offset))
        offset += len(line)
    said = Counter(line.strip() for line in text.splitlines() if line.strip())
    again = sum(said.values()) - len(said)
    counts = {"verdicts": dict(verdicts), "unread": unread, "hands": hands}
    return {**counts, "bad": bad, "again": again}
