"""Records of matches, `mus-replay/1`: read and written.

`load`, `loads`, `dump` and `dumps` work as those of `json` do.
"""

from __future__ import annotations

from mustutor.games.player import Round
from mustutor.replay.format import FORMAT, Hand, Replay
from mustutor.replay.reader import load, loads
from mustutor.replay.writer import dump, dumps, write

__all__ = [
    "FORMAT",
    "Hand",
    "Replay",
    "Round",
    "dump",
    "dumps",
    "load",
    "loads",
    "write",
]
