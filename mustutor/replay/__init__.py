"""Records of matches (`mus-replay/1`): read, written, played back, sealed; score sheets.

`load`, `loads`, `dump` and `dumps` work as those of `json` do. Open `format` first, then
`playback`. Knows no verdicts: whether a record is right is decided in `referee`.
"""

from __future__ import annotations

from mustutor.games.player import Round
from mustutor.replay.format import FORMAT, Hand, Replay
from mustutor.replay.reader import load, loads
from mustutor.replay.writer import dump, dumps, write

__all__ = ["FORMAT", "Hand", "Replay", "Round", "dump", "dumps", "load", "loads", "write"]
