"""``python -m mustutor`` is the ``mustutor`` command."""

from __future__ import annotations

import sys

from mustutor.cli.application import main

if __name__ == "__main__":
    sys.exit(main())
