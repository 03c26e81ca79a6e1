"""The command `site`: the pocket referee as a folder of static pages, to be put on any server."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from mustutor import __version__
from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse
from mustutor.cli.newfile import write_below
from mustutor.cli.site import packing, pocket
from mustutor.cli.site.pocket import PYODIDE
from mustutor.errors import Unreadable
from mustutor.language import available, language, mark
from mustutor.opening import beginning
from mustutor.replay.jsontext import small

COMMAND = "mustutor site"
CORE = (
    *("README.md", "package.json", "pyodide-lock.json", "pyodide.mjs"),
    *("pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
)
"""What is taken of the package of Pyodide: the rest is for other ways of using it."""
FOLDER = "pyodide"
KEEPER = "service-worker.js"
"""By this file a folder of ours is known, so that new pages may take the place of old ones."""
SIGN = b"// mustutor"
LARGEST = 64 * 1024 * 1024


def site(
    context: typer.Context,
    target: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            show_default=False,
            help=mark("Where to write them: a new or empty folder, or one written before."),
        ),
    ],
    pyodide: Annotated[
        Path | None,
        typer.Option(
            "--pyodide",
            metavar="FOLDER",
            show_default=False,
            help=mark("The npm package pyodide, unpacked: it goes into the pages."),
        ),
    ] = None,
) -> None:
    """Write the pages."""
    console: Console = context.obj
    _refuse_strangers(target)
    core = {} if pyodide is None else dict(_core(pyodide))
    # Without one, the package an earlier run has written stays.
    held = core or (dict(_core(target / FOLDER)) if (target / FOLDER).is_dir() else {})
    files = {**core, **dict(_archives())}
    snapshot = _named("mustutor-python", {**files, **held})
    files |= {"worker.js": _script("worker.js", SNAPSHOT=snapshot), **dict(_pages())}
    whole = {**files, **held}
    names = sorted({*whole, *(f"{FOLDER}/{name}" for name in CORE)})
    files[KEEPER] = _script(
        KEEPER,
        OURS="mustutor-",
        CACHE=_named("mustutor", whole),
        SNAPSHOT=snapshot,
        FILES=["./", *(f"./{name}" for name in names)],
    )
    write_below(files, target, COMMAND)
    sizes = [sum(map(len, some.values())) for some in ({**held, **files}, held)]
    whole_size, python = (-(-size // 1_000_000) for size in sizes)
    if held:
        console.say(
            "The pages are in {folder}: {whole} MB, {python} of them Python.",
            folder=str(target),
            whole=whole_size,
            python=python,
        )
    else:
        console.say("The pages are in {folder}: {whole} MB.", folder=str(target), whole=whole_size)
        console.say("They need Python for browsers beside them; these two lines bring it:")
        console.write(f"  npm install pyodide@{PYODIDE}")
        console.write(f"  {COMMAND} {target} --pyodide node_modules/pyodide")
    console.say("A browser opens them from a server alone, such as this one:")
    console.write(f"  python3 -m http.server --directory {target}")


def _refuse_strangers(target: Path) -> None:
    """Leave alone what is not a folder of ours, nor empty."""
    if not os.path.lexists(target):
        return
    if target.is_dir():
        keeper = target / KEEPER
        if not any(target.iterdir()) or _begins(keeper):
            return
    raise Misuse(
        "{target} is there already and holds something else: name a new folder.",
        command=COMMAND,
        target=str(target),
    )


def _begins(keeper: Path) -> bool:
    try:
        return beginning(keeper, len(SIGN)).startswith(SIGN)
    except OSError:
        return False


def _core(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What is taken of the package; raises Misuse for another package, or another version."""
    package = _read(folder / "package.json")
    try:
        told = small(package)
        found = f"{told['name']} {told['version']}"
    except (Unreadable, TypeError, KeyError):
        found = str(folder)
    if found != f"{FOLDER} {PYODIDE}":
        raise Misuse(
            "The pages are made for pyodide {version}, and this is {found}: type npm install "
            "pyodide@{version}.",
            command=COMMAND,
            version=PYODIDE,
            found=found,
        )
    for name in CORE:
        yield f"{FOLDER}/{name}", _read(folder / name)


def _read(path: Path) -> bytes:
    data = beginning(path, LARGEST + 1)
    if len(data) > LARGEST:
        raise Unreadable(
            mark("This is larger than {most} MiB, which nothing here is."),
            file=str(path),
            most=LARGEST >> 20,
        )
    return data


def _archives() -> Iterator[tuple[str, bytes]]:
    """What Python is given."""
    yield "libraries.zip", packing.libraries()
    yield "mustutor.zip", packing.package()


def _pages() -> Iterator[tuple[str, bytes]]:
    """What the browser shows."""
    yield "icon.svg", pocket.icon().encode()
    tongues = [language(code) for code in available()]
    for tongue in tongues:
        written = json.dumps(pocket.manifest(tongue), ensure_ascii=False, indent=2)
        yield f"{tongue.code}.webmanifest", f"{written}\n".encode()
        others = [other for other in tongues if other is not tongue]
        yield f"{tongue.code}.html", pocket.page(tongue, others).encode()
    yield "index.html", pocket.chooser(tongues).encode()


def _named(name: str, files: Mapping[str, bytes]) -> str:
    """A name for these files together, which is another one when any of them is."""
    whole = hashlib.sha256(PYODIDE.encode())
    for file, data in sorted(files.items()):
        whole.update(f"{file} {hashlib.sha256(data).hexdigest()}\n".encode())
    return f"{name}-{whole.hexdigest()[:32]}"


def _script(asset: str, **told: object) -> bytes:
    """A script that is told something: each as a constant on a line above it."""
    lines = [f"const {name} = {json.dumps(value)};" for name, value in told.items()]
    head = f"{SIGN.decode()} {__version__}"
    return "\n".join([head, *lines, "", pocket.asset(asset)]).encode()
