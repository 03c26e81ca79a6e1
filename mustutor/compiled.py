"""Shipped YAML, read at the speed of JSON.

People write the variants and the rulebook in YAML; reading it costs a hundred
milliseconds that `mustutor hand` has no time for. So a folder of shipped YAML holds a
``compiled.json`` beside it: the same data, each file with the SHA-256 of the YAML it was
made from. A file whose hash has moved on is read from the YAML, so an edit always counts.

After an edit, ``python -m mustutor.compiled`` writes the files anew; a test keeps them true.
Only what is shipped may be read this way: a stranger's ``compiled.json`` proves nothing.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from mustutor.resources import data

NAME = "compiled.json"


def shipped(path: Path) -> Any:
    """Read one shipped YAML file: strings, integers, booleans, lists and maps."""
    data = ready(path)
    return _parsed(path) if data is None else data


def ready(path: Path) -> Any | None:
    """The compiled form of a shipped YAML file; None where the file was edited since."""
    entry = _compiled(path.parent).get(path.name)
    if entry is not None and entry["sha256"] == _digest(path):
        return entry["data"]
    return None


def compiled(folder: Path) -> str:
    """Compile a folder of YAML: the text its ``compiled.json`` should have."""
    entries = {
        path.name: {"sha256": _digest(path), "data": _parsed(path)}
        for path in sorted(folder.glob("*.yaml"))
    }
    return json.dumps(entries, separators=(",", ":"), ensure_ascii=False) + "\n"


def folders() -> tuple[Path, ...]:
    """Name the folders of this checkout that are compiled."""
    variants, lessons = data("variants"), data("lessons")
    taught = sorted(path.parent for path in lessons.glob("*/lesson.yaml"))
    return (variants, variants / "conduct", variants / "rulebook", lessons, *taught)


@cache
def _compiled(folder: Path) -> dict[str, Any]:
    try:
        entries: dict[str, Any] = json.loads((folder / NAME).read_bytes())
    except FileNotFoundError:
        return {}
    return entries


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _parsed(path: Path) -> Any:
    from mustutor import yamlio

    return yamlio.read(path).data


if __name__ == "__main__":
    for place in folders():
        (place / NAME).write_text(compiled(place), encoding="utf-8")
