"""Score sheets: records as plain text that people write and read at a table.

`read_sheets` reads the matches of a sheet, `written` writes one; `replays/SHEET.md` describes
the notation. Open `reader` first. A sheet that is written and read again is the same record.
"""

from __future__ import annotations

from mustutor.replay.sheet.reader import looks_like_sheet, read_sheets
from mustutor.replay.sheet.writer import written

__all__ = ["looks_like_sheet", "read_sheets", "written"]
