"""The ``mustutor`` command as a process of its own; ``python -m mustutor`` is the same."""

from __future__ import annotations

import gc
import sys

SELDOM = (100_000, 20, 100)
"""How often cyclic garbage is looked for: there is next to none, in an archive of any size."""


def program() -> int:
    """Run the command line of this process, and return its exit status.

    The collector of cyclic garbage looks seldom, and at the end, where the system takes back all
    there is, at nothing: that is a fifth of the time of a short command.
    """
    gc.set_threshold(*SELDOM)
    from mustutor.cli.application import main

    status = main()
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(program())
