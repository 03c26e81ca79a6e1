"""The ``mustutor`` command as a process of its own; ``python -m mustutor`` is the same.

Nothing is imported before an interruption is seen to: half of the time of a short command is
imports, and in the middle of one Python would write a traceback. While Python itself starts,
no program can be ready.
"""

# What `signal` is made of: that takes milliseconds to import, and nobody would be ready yet.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

COMMANDS = "mustutor.cli.main"
"""Where `run` is, within which a command is at work."""
DRAFTS = "mustutor.base.files"
"""Where drafts are made and cleared away."""
INTERRUPTED = 130
IMPORTING = "<frozen importlib."
"""What the code that imports says of its file."""
SOON = 0.005
"""Seconds: an import under way is waited for before an interruption is passed on."""
SELDOM = (100_000, 20, 100)
"""How often cyclic garbage is looked for: there is next to none, in an archive of any size."""


def program() -> int:
    """Run the command line of this process, and return its exit status.

    The collector of cyclic garbage looks seldom, and at the end, where the system takes back all
    there is, at nothing: that is a fifth of the time of a short command.
    """
    import gc

    gc.set_threshold(*SELDOM)
    from mustutor.cli.main import main

    status = main()
    # What is done is done: Python, on its way out, would no longer hear an interruption kindly.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    if "duckdb" not in sys.modules:  # it would complain of what is left
        gc.freeze()
    return status


def interrupted(_: int, frame: "FrameType | None") -> None:
    """Let a command that is at work put things in order; before and after it, leave at once.

    An interruption is never raised in the middle of an import, where some of it would be
    swallowed and told as ignored, nor while a draft is made or cleared away, which would be left
    behind: it comes again when that is done.
    """
    working = False
    waits = frame is not None and frame.f_globals.get("__name__") == "contextlib"
    while frame is not None:
        name = frame.f_globals.get("__name__")
        waits |= name == DRAFTS or frame.f_code.co_filename.startswith(IMPORTING)
        working |= name == COMMANDS and frame.f_code.co_name == "run"
        frame = frame.f_back
    if not working:
        os._exit(INTERRUPTED)
    if waits and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, interrupted)
        signal.setitimer(signal.ITIMER_REAL, SOON)
    else:
        raise KeyboardInterrupt


# A shell that starts us in the background lets us ignore interruptions: so it stays.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, interrupted)

if __name__ == "__main__":
    sys.exit(program())
