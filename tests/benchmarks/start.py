"""How long a whole process takes to start, each program beside its peer, in the same minute.

Run it with the interpreter mustutor is installed for::

    python tests/benchmarks/start.py [ROUNDS]

The peer is a hello-world of the very Typer that mustutor uses. Rounds are interleaved, so that
a busy moment falls on all alike; the median of a whole process, from fork to exit, is printed.
The aims: `mustutor --version` and `mustutor hand R R C A` within 1.5 times the peer; a lesson,
from its command to the first picture on the screen, within twice the peer and, on top of that,
what importing prompt_toolkit alone takes (asyncio is a good part of it).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

PEER = """
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    print(f"Hello, {name}")


app()
"""

IMPORTS = "import prompt_toolkit"
DRAWN = "mustutor learn deck, drawn"


def elapsed(command: list[str]) -> float:
    """Run a program to its end and return the milliseconds it took."""
    begun = time.perf_counter()
    # Installed programs find their bytecode; so do these, after their first start.
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(
        command,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=environment,
    )
    return (time.perf_counter() - begun) * 1000


def until_drawn(command: list[str]) -> float:
    """Start a program on a terminal of its own; the milliseconds until its first picture stands."""
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    begun = time.perf_counter()
    running = subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, env=environment, close_fds=True
    )
    os.close(inside)
    seen = b""
    while b"1/" not in seen:  # the title of the first stop: the picture is drawn in one go
        seen += os.read(terminal, 65536)
    drawn = time.perf_counter()
    os.write(terminal, b"\x03")
    with contextlib.suppress(OSError):  # the terminal is gone when the program is
        while os.read(terminal, 65536):
            pass
    running.wait()
    os.close(terminal)
    return (drawn - begun) * 1000


def main() -> None:
    """Measure every program in turn, round after round, and print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MUSTUTOR_PROGRESS"] = str(Path(folder, "progress.json"))
        peer = Path(folder, "hello.py")
        peer.write_text(PEER, "utf-8")
        mustutor = [sys.executable, str(Path(sys.executable).with_name("mustutor"))]
        programs = {
            "python -c pass": [sys.executable, "-c", "pass"],
            f"Typer {version('typer')} hello world": [sys.executable, str(peer)],
            "mustutor --version": [*mustutor, "--version"],
            "mustutor hand R R C A": [*mustutor, "hand", "R", "R", "C", "A"],
            "mustutor --help": [*mustutor, "--help"],
            "mustutor": mustutor,
            IMPORTS: [sys.executable, "-c", "import prompt_toolkit"],
            "mustutor learn deck, by lines": [*mustutor, "learn", "deck"],
        }
        screen = [*mustutor, "learn", "deck", "--restart"]
        times: dict[str, list[float]] = {name: [] for name in (*programs, DRAWN)}
        for _ in range(rounds):
            for name, command in programs.items():
                times[name].append(elapsed(command))
            times[DRAWN].append(until_drawn(screen))
    base = median(times[next(name for name in programs if name.startswith("Typer"))])
    print(f"{'median of ' + str(rounds) + ' whole processes':32} {'ms':>7} {'to Typer':>9}")
    for name, taken in times.items():
        print(f"{name:32} {median(taken):7.1f} {median(taken) / base:8.2f}x")
    imports = median(times[IMPORTS]) - median(times["python -c pass"])
    allowed = 2 * base + imports
    print(f"a lesson may take twice the peer and {imports:.1f} ms: {allowed:.1f} ms")


if __name__ == "__main__":
    main()
