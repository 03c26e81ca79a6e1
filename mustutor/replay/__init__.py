"""Records of matches: read, write, play back, verify, settle and take down `mus-replay/1`.

`load`, `loads`, `dump` and `dumps` work as those of `json` do.
"""

from __future__ import annotations

from mustutor.replay.format import FORMAT, Hand, Replay, Round
from mustutor.replay.reader import load, load_replay, loads, read
from mustutor.replay.settle import Settlement, settle
from mustutor.replay.verify import Verdict, verify
from mustutor.replay.writer import dump, dumps, write

__all__ = [
    "FORMAT",
    "Hand",
    "Replay",
    "Round",
    "Settlement",
    "Verdict",
    "dump",
    "dumps",
    "load",
    "load_replay",
    "loads",
    "read",
    "settle",
    "verify",
    "write",
]
