"""Archives: a league's cupboard of score sheets verified in bulk, and summed up.

`verify_archive` does all of it; `Summary` adds up what was found apart.
"""

from __future__ import annotations

from mustutor.archive.report import Report
from mustutor.archive.run import verify_archive
from mustutor.archive.summary import ArchiveFault, Summary

__all__ = ["ArchiveFault", "Report", "Summary", "verify_archive"]
