"""Build the catalogues: find the sentences of the code, check their translations.

Sources are ``LANG/LC_MESSAGES/mustutor.po``; the ``.mo`` beside them are made from these whenever
mustutor is built or installed, and never committed. During development::

    python -m mustutor.locale.compile              compile every catalogue again
    python -m mustutor.locale.compile --extract    refresh the sources from the code first
    python -m mustutor.locale.compile --missing    list what a translator still owes

It needs Babel (in the extra ``test``); compiling alone does not. The build loads this very file by
its path, for the hook at its end.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from babel.messages import Catalog

LOCALE = Path(__file__).resolve().parent
PACKAGE = LOCALE.parent
DOMAIN = "mustutor"

# Who takes a sentence, and where in the call it stands: (context, one, many) as positions.
# Called as a name or as a method, so that `language.say(...)` counts as well as `mark(...)`.
SPEAKERS: dict[str, tuple[int | None, int, int | None]] = {
    **dict.fromkeys(("mark", "say", "says", "warn", "MustutorError"), (None, 0, None)),
    **dict.fromkeys(("Unreadable", "NotationError", "VariantError"), (None, 0, None)),
    **dict.fromkeys(("ReplayError", "UsageError"), (None, 0, None)),
    **dict.fromkeys(("Fault", "WrongRule", "SkillQuestion"), (None, 1, None)),
    **dict.fromkeys(("option", "flag", "argument"), (None, 1, None)),
    **dict.fromkeys(("count", "plural"), (None, 0, 1)),
    "count_noun": (None, 0, 0),
    **dict.fromkeys(("term", "terms"), (0, 1, None)),
}


OF_OPTIONS = ("decides", "switch", "values", "number", "own", "members", "fields", "by_lance")
TABLES: dict[str, tuple[str, ...]] = {
    "variants/options": OF_OPTIONS,
    "variants/sentences": (),
    "variants/wrong_rules": (),
    "variants/drills": ("title", "sentence", "prompt", "hints", "asks", "hint"),
    "mustutor/cli": ("says", "wrong"),
}
"""Folders of tables that say sentences in English, and under what these stand in a row there.

Where nothing is named, every text of a row is one.
"""
FORMS = {"of", "one", "many"}
"""What a sentence that depends on a number is stated by."""


class Message(NamedTuple):
    """A sentence of the code, with the file it stands in."""

    context: str | None
    one: str
    many: str | None
    file: str

    @property
    def key(self) -> str | tuple[str, str]:
        """The message as a catalogue names it: alone, or with its plural."""
        return self.one if self.many is None else (self.one, self.many)


def messages(package: Path = PACKAGE) -> list[Message]:
    """Find every sentence the code may say, module by module, in reading order."""
    found: dict[tuple[str | None, str], Message] = {}
    for message in _all_messages(package):
        known = found.setdefault((message.context, message.one), message)
        if known.many is None and message.many is not None:
            found[message.context, message.one] = message
    return list(found.values())


def _all_messages(package: Path) -> Iterator[Message]:
    """The sentences of the modules, then those that stand in YAML."""
    from mustutor.base.yaml_text import read as read_yaml

    for module in sorted(package.rglob("*.py")):
        place = module.relative_to(package.parent).as_posix()
        yield from _messages_of(module.read_text("utf-8"), place)
    for folder, parts in TABLES.items():
        for file in sorted((package.parent / folder).glob("*.yaml")):
            place = file.relative_to(package.parent).as_posix()
            for row in read_yaml(file).data.values():
                yield from (Message(None, *said, place) for said in _said_in(row, parts))


def _said_in(told: Any, parts: tuple[str, ...] = ()) -> Iterator[tuple[str, str | None]]:
    """The sentences of a row, or of a part of it, each with its plural if it has one."""
    from mustutor.base.language import plural_of

    if isinstance(told, str):
        yield told, None
    elif isinstance(told, list):
        yield from ((one, None) for one in told)
    elif "one" in told and {*told} <= FORMS:
        yield told["one"], told.get("many") or plural_of(told["one"])
    else:
        for part in parts or told:
            if part in told:
                yield from _said_in(told[part])


def _messages_of(source: str, place: str) -> Iterator[Message]:
    from mustutor.base.language import plural_of

    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name not in SPEAKERS:
            continue
        context, one, many = (_texts(call, position) for position in SPEAKERS[name])
        if SPEAKERS[name][2] is not None:
            if name == "count_noun" or (name == "plural" and not many):
                many = [plural_of(sentence) for sentence in one]
            yield from (Message(None, *pair, place) for pair in zip(one, many, strict=False))
        else:
            if name == "terms":
                one = [word for words in one for word in words.split(", ")]
            inside = context if SPEAKERS[name][0] is not None else [None]
            yield from (Message(each, text, None, place) for each in inside for text in one)


def _texts(call: ast.Call, position: int | None) -> list[str]:
    """Read the literal texts an argument may be: one, or one for each branch of an if-else."""
    if position is None or position >= len(call.args):
        return []
    waiting, texts = [call.args[position]], []
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.IfExp):
            waiting += [node.body, node.orelse]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(node.value)
    return texts


def sources(folder: Path = LOCALE) -> dict[str, Path]:
    """Name the languages that have a catalogue, each with its source."""
    found = sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return {path.parent.parent.name: path for path in found}


def read(source: Path) -> Catalog:
    """Read a catalogue as its translators left it."""
    from babel.messages.pofile import read_po

    with source.open("rb") as stream:
        return read_po(stream, locale=source.parent.parent.name, domain=DOMAIN)


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compile every catalogue anew; a reader in another process never sees half a file."""
    from mustutor.base.catalogue import compiled

    made = []
    for source in sources(folder).values():
        target = source.with_suffix(".mo")
        draft = source.with_suffix(f".mo.{os.getpid()}")
        draft.write_bytes(compiled(source.read_text("utf-8")))
        draft.replace(target)
        made.append(target)
    return made


def extract(folder: Path = LOCALE, package: Path = PACKAGE) -> None:
    """Bring every source up to date: new sentences come in untranslated, gone ones go."""
    from babel.messages import Catalog
    from babel.messages.pofile import write_po

    for source in sources(folder).values():
        catalogue = read(source)
        template = Catalog(domain=DOMAIN)
        for message in messages(package):
            template.add(message.key, locations=[(message.file, 0)], context=message.context)
        catalogue.project, catalogue.version = DOMAIN, "catalogue"
        catalogue.msgid_bugs_address = "the issues of mustutor"
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        written, way = io.BytesIO(), {"sort_by_file": True, "include_lineno": False}
        write_po(written, catalogue, width=100, ignore_obsolete=True, **way)
        # Babel forgets what a language states of itself.
        stated = re.findall(r'^"X-.*\\n"\n', source.read_text("utf-8"), re.MULTILINE)
        head = "".join(stated) + '"Generated-By:'
        source.write_text(written.getvalue().decode().replace('"Generated-By:', head, 1), "utf-8")


def owed(source: Path, package: Path = PACKAGE) -> list[str]:
    """List what a catalogue still owes the code, a line each; nothing when it is whole."""
    catalogue = read(source)
    wanted = {(message.context, message.one): message for message in messages(package)}
    lines = []
    for (context, one), message in wanted.items():
        entry = catalogue.get(one, context)
        said = () if entry is None else _forms(entry.string)
        if entry is None or not all(said):
            lines.append(f"{message.file}: not translated: {one!r}")
        elif entry.fuzzy:
            lines.append(f"{message.file}: marked fuzzy: {one!r}")
        elif len(said) != (1 if message.many is None else catalogue.num_plurals):
            lines.append(f"{message.file}: not every plural form: {one!r}")
        elif _evidence(*said) != _evidence(*_forms(message.key)):
            lines.append(f"{message.file}: other {{evidence}} than the English: {one!r}")
    present = {(entry.context, _forms(entry.id)[0]) for entry in catalogue if entry.id}
    lines += [f"{source.name}: no longer in the code: {one!r}" for _, one in present - {*wanted}]
    lines += [f"{source.name}: obsolete: {entry.id!r}" for entry in catalogue.obsolete.values()]
    return lines


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _evidence(*forms: str) -> set[str]:
    """Name the {placeholders} of a sentence, over all its plural forms."""
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


def get_build_hook() -> type[Any]:
    """Hand hatchling the hook that compiles catalogues and YAML before wheels and installs."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class Compiled(BuildHookInterface):  # type: ignore[type-arg]
        def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
            # In a process of its own, whose mustutor is the one that is being built.
            subprocess.run(
                [sys.executable, "-m", "mustutor.base.shipped"], cwd=self.root, check=True
            )

    return Compiled


def main() -> int:
    """Do what the arguments ask; 1 when --missing finds something owed."""
    workshop = argparse.ArgumentParser(prog="python -m mustutor.locale.compile")
    workshop.add_argument(
        "--extract", action="store_true", help="refresh the sources from the code"
    )
    workshop.add_argument("--missing", action="store_true", help="list what is still owed")
    asked = workshop.parse_args()
    if asked.extract:
        extract()
    compile_all()
    debts = [f"{code}: {line}" for code, source in sources().items() for line in owed(source)]
    if asked.missing:
        print("\n".join(debts) or "Every sentence is translated.")
        return bool(debts)
    print(f"Compiled {', '.join(sources())}; {len(debts)} sentences owed (--missing lists them).")
    return 0


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # who reads the list may have seen enough of it
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
