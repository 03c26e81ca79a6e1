"""How long a whole process takes to start, each program beside its peer, in the same minute.

Run it with the interpreter mustutor is installed for::

    python tests/benchmarks/start.py [ROUNDS]

The peer is a hello-world of the very Typer that mustutor uses. Rounds are interleaved, so that
a busy moment falls on all alike; the median of a whole process, from fork to exit, is printed.
The aim: `mustutor --version` and `mustutor hand R R C A` within 1.5 times the peer.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
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


def main() -> None:
    """Measure every program in turn, round after round, and print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    with tempfile.TemporaryDirectory() as folder:
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
        }
        times: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(rounds):
            for name, command in programs.items():
                times[name].append(elapsed(command))
    base = median(times[next(name for name in programs if name.startswith("Typer"))])
    print(f"{'median of ' + str(rounds) + ' whole processes':32} {'ms':>7} {'to Typer':>9}")
    for name, taken in times.items():
        print(f"{name:32} {median(taken):7.1f} {median(taken) / base:8.2f}x")


if __name__ == "__main__":
    main()
