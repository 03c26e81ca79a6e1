"""Draw sentences of a catalogue by seed, to be translated back by whoever has not seen the English.

python -m tests.benchmarks.translated_back fr              the sentences, numbered
python -m tests.benchmarks.translated_back fr --originals  the English of the same
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

from mustutor.locale.compile import read, sources

LEAST_WORDS = 4
"""What is shorter says too little by itself."""


def sample(source: Path, seed: int, number: int) -> list[tuple[str, str]]:
    """Draw sentences by seed: each in English, and as it is translated.

    A sentence is drawn by itself alone, so that others may come and go without a new draw.
    """
    sentences = [(forms(entry.id), forms(entry.string)) for entry in read(source)]
    drawn = [
        (" | ".join(english), " | ".join(translated))
        for english, translated in sentences
        if len(english[0].split()) >= LEAST_WORDS and all(translated)
    ]
    drawn.sort(key=lambda pair: hashlib.sha256(f"{seed} {pair[0]}".encode()).digest())
    return drawn[:number]


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A sentence, or its singular and its plural."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def main() -> None:
    """Print a sample."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.translated_back")
    asked.add_argument("language")
    asked.add_argument("--originals", action="store_true", help="the English of the sentences")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--number", type=int, default=300)
    given = asked.parse_args()
    drawn = sample(sources()[given.language], given.seed, given.number)
    for at, (english, said) in enumerate(drawn, 1):
        print(f"{at}\t{english if given.originals else said}".replace("\n", "\\n"))


if __name__ == "__main__":
    main()
