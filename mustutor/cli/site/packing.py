"""What a browser is to run, in two archives: mustutor itself, and the libraries it needs.

Both are made of what is installed here, so whoever can type the command can write the pages. The
same files give the same archive, whenever and wherever it is made.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from mustutor.errors import Unreadable
from mustutor.language import mark
from mustutor.resources import KINDS, data

LIBRARIES = (
    *("typer", "annotated-doc", "shellingham"),
    *("platformdirs", "filelock", "fsrs", "typing-extensions"),
    *("ruamel.yaml", "jsonschema", "jsonschema-specifications", "referencing", "attrs"),
)
"""All that mustutor needs where nothing compiled can be had, and nobody sits at a terminal."""

_COMPILED = frozenset((".so", ".pyd", ".dylib", ".pyc"))
_LEFT_OUT = frozenset(("__pycache__", "tests", "benchmarks", ".."))
_NOTICES = ("METADATA", "LICEN", "COPYING", "NOTICE", "AUTHORS")
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)


@cache
def package() -> bytes:
    """Mustutor as it is installed, its data among it, as its wheel has it."""
    home = Path(__file__).resolve().parents[2]
    inside = {f"mustutor/{name}": path for name, path in _below(home) if not name.endswith(".po")}
    for kind in KINDS:
        inside |= {f"mustutor/data/{kind}/{name}": path for name, path in _below(data(kind))}
    return _archive(inside.items())


@cache
def libraries() -> bytes:
    """The libraries, each with its licence; raises Unreadable for one that is not installed."""
    return _archive(pair for name in LIBRARIES for pair in _of_library(name))


def _of_library(name: str) -> Iterator[tuple[str, Path]]:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise Unreadable(
            mark("The library {name} is not installed here, and the pages need it."), name=name
        ) from None
    for file in found.files or ():
        path = PurePosixPath(file)
        about = path.parts[0].endswith((".dist-info", ".egg-info"))
        told = any(part.startswith(_NOTICES) for part in path.parts)
        if not _LEFT_OUT & set(path.parts) and path.suffix not in _COMPILED and told >= about:
            yield path.as_posix(), Path(str(file.locate()))


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in _COMPILED and path.parent.name != "__pycache__":
            yield path.relative_to(folder).as_posix(), path


def _archive(files: Iterable[tuple[str, Path]]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(dict(files).items()):
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return whole.getvalue()
