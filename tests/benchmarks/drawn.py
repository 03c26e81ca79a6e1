"""How long a program works until its first picture stands on a terminal of its own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import termios
from pathlib import Path

TITLE = b"1/"
"""The title of the first stop: the picture is drawn in one go."""


def until_drawn(command: list[str]) -> float:
    """Start a program, and tell the seconds of processor time until its picture is drawn."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    running = subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, env=environment, close_fds=True
    )
    os.close(inside)
    seen = b""
    while TITLE not in seen:
        seen += os.read(terminal, 65536)
    threads = Path(f"/proc/{running.pid}/task").glob("*/schedstat")
    worked = sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
    os.write(terminal, b"\x03")
    with contextlib.suppress(OSError):  # the terminal is gone when the program is
        while os.read(terminal, 65536):
            pass
    running.wait()
    os.close(terminal)
    return worked
