"""The command `site`: the pocket referee as a folder of static pages, for any server.

A browser runs two archives, mustutor itself and the libraries it needs. Both are made of what is
installed here, and the same files give the same archive, whenever and wherever it is made.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from mustutor.base import __version__
from mustutor.base.errors import Unreadable
from mustutor.base.files import KINDS, data, read_at_most
from mustutor.base.json_text import small
from mustutor.base.language import Language, available, mark, open_language
from mustutor.base.language_state import state_of
from mustutor.cli.common_options import UsageError
from mustutor.cli.console import Console
from mustutor.cli.output_files import write_files
from mustutor.cli.parameters import argument, flag, option
from mustutor.cli.settings import PAGE_ADDRESS
from mustutor.cli.site import open_pages, pocket
from mustutor.cli.site.pocket import PYODIDE
from mustutor.present.html import SITE_SHEET

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
        sentence = mark("The library {name} is not installed here, and the pages need it.")
        raise Unreadable(sentence, name=name) from None
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


COMMAND = "mustutor site"
ASSETS = Path(__file__).parent / "assets"
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
    console: Console,
    target: Path = argument(
        "DIR", "Where to write them: a new or empty folder, or one written before.", quiet=True
    ),
    pyodide: Path | None = option(
        "--pyodide FOLDER", "The npm package pyodide, unpacked: it goes into the pages.", None
    ),
    address: str = option(
        "--address URL", "Where the folder will stand, for search engines and previews."
    ),
    pocket_only: bool = flag("--pocket", "Write what plays and judges alone, nothing to read."),
) -> None:
    """Write the pages."""
    _refuse_strangers(target)
    core = {} if pyodide is None else dict(_core(pyodide))
    # Without one, the package an earlier run has written stays.
    held = core or (dict(_core(target / FOLDER)) if (target / FOLDER).is_dir() else {})
    files = {**core, "libraries.zip": libraries(), "mustutor.zip": package()}
    snapshot = _named("mustutor-python", {**files, **held})
    files |= {
        "worker.js": _script("worker.js", SNAPSHOT=snapshot),
        **dict(_pages(pocket_only=pocket_only)),
    }
    whole = {**files, **held}
    names = sorted({*whole, *(f"{FOLDER}/{name}" for name in CORE)})
    files[KEEPER] = _script(
        KEEPER,
        OURS="mustutor-",
        CACHE=_named("mustutor", whole),
        SNAPSHOT=snapshot,
        FILES=["./", *(f"./{name}" for name in names)],
    )
    if not pocket_only:
        files |= _open_pages(address)
    write_files(files, target)
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
        if not pocket_only:
            console.say("Lessons, rulebooks and records are there to read as they are.")
        console.say("To play and to judge they need Python for browsers; these two lines bring it:")
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
    raise UsageError(
        "{target} is there already and holds something else: name a new folder.", target=str(target)
    )


def _begins(keeper: Path) -> bool:
    try:
        return read_at_most(keeper, len(SIGN)).startswith(SIGN)
    except OSError:
        return False


def _core(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What is taken of the package; raises UsageError for another package, or another version."""
    package = _read(folder / "package.json")
    try:
        told = small(package)
        found = f"{told['name']} {told['version']}"
    except (Unreadable, TypeError, KeyError):
        found = str(folder)
    if found != f"{FOLDER} {PYODIDE}":
        raise UsageError(
            "The pages are made for pyodide {version}, and this is {found}: type npm install "
            "pyodide@{version}.",
            version=PYODIDE,
            found=found,
        )
    for name in CORE:
        yield f"{FOLDER}/{name}", _read(folder / name)


def _read(path: Path) -> bytes:
    data = read_at_most(path, LARGEST + 1)
    if len(data) > LARGEST:
        sentence = mark("This is larger than {most} MiB, which nothing here is.")
        raise Unreadable(sentence, file=str(path), most=LARGEST >> 20)
    return data


def _pages(*, pocket_only: bool) -> Iterator[tuple[str, bytes]]:
    """What the browser shows."""
    yield "icon.svg", pocket.icon().encode()
    for name in pocket.PICTURES:
        yield name, (ASSETS / name).read_bytes()
    tongues = [open_language(code) for code in available()]
    for language in tongues:
        written = json.dumps(pocket.manifest(language), ensure_ascii=False, indent=2)
        yield f"{language.code}.webmanifest", f"{written}\n".encode()
        others = [other for other in tongues if other is not language]
        yield f"{language.code}.html", pocket.page(language, others).encode()
    yield (
        "index.html",
        pocket.chooser(tongues if pocket_only else read_in(), pocket_only=pocket_only).encode(),
    )


READ_FROM = 0.9
"""The share of its sentences from which a language has pages to read of its own."""


def read_in() -> list[Language]:
    """The languages that have pages to read."""
    return [open_language(code) for code in available() if state_of(code).share >= READ_FROM]


@cache
def _open_pages(address: str) -> Mapping[str, bytes]:
    """What is read without Python; it is not kept on the device."""
    if address and not PAGE_ADDRESS.fullmatch(address):
        raise UsageError("--address takes an address such as https://example.org/mus.")
    tongues = read_in()
    pages: dict[str, bytes] = {}
    for language in tongues:
        others = tuple([other for other in tongues if other is not language])
        pages |= open_pages.OpenSite(language, others, address).files()
    listed = [path for path in pages if path.endswith(".html")]
    pages[open_pages.SHEET] = SITE_SHEET.encode()
    pages[open_pages.PREVIEW] = (ASSETS / open_pages.PREVIEW).read_bytes()
    if address:
        pages["sitemap.xml"] = open_pages.sitemap(address, listed).encode()
    return pages


def _named(name: str, files: Mapping[str, bytes]) -> str:
    """A name for these files together, which is another one when any of them is."""
    whole = hashlib.sha256(PYODIDE.encode())
    for file, held in sorted(files.items()):
        whole.update(f"{file} {hashlib.sha256(held).hexdigest()}\n".encode())
    return f"{name}-{whole.hexdigest()[:32]}"


def _script(asset: str, **told: object) -> bytes:
    """A script that is told something: each as a constant on a line above it."""
    lines = [f"const {name} = {json.dumps(value)};" for name, value in told.items()]
    head = f"{SIGN.decode()} {__version__}"
    return "\n".join([head, *lines, "", pocket.asset(asset)]).encode()
