"""Archives: thousands of matches verified in bulk, summed up, queried, written as tables.

Open `run` first: `verify_archive` does all of it; `Summary` adds up separate results. Judges
nothing itself, and prints nothing.
"""

from __future__ import annotations

from mustutor.archive.report import Report
from mustutor.archive.run import verify_archive
from mustutor.archive.summary import ArchiveFault, Summary

__all__ = ["ArchiveFault", "Report", "Summary", "verify_archive"]
