"""Shipped YAML, read at the speed of JSON.

People write variants, rulebook and lessons in YAML; reading it costs a hundred milliseconds that
`mustutor hand` has no time for. So every build, install and test run leaves a ``compiled.json``
beside a folder's YAML, which is never committed: the same data, each file with the SHA-256 of the
YAML it was made from. A file that is new, or whose hash has moved on, is read from its YAML: an
edit counts at once, and so does a checkout that was never installed, only slower.

``python -m mustutor.base.shipped`` makes all of it anew, with the catalogues, and with the part of
the schema of variants that the games' tables of options state. Only what is shipped may be read
this way: a stranger's ``compiled.json`` proves nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from mustutor.base.errors import Unreadable
from mustutor.base.files import data
from mustutor.base.language import PACKS
from mustutor.base.register import game_part, games

NAME = "compiled.json"
VARIANTS = "variants"
TEXTS = "texts"
KINDS = ("articles", "sentences", "terms", "variants")
"""What other languages say of the rules, each kind in a folder of ``variants/texts``.

The sentences are those of notes and of ``variants/conduct``, each by its English.
"""
COMMANDS = Path(__file__).parents[1] / "cli"
"""Where the table of commands is: it belongs to the program, not to what the program knows."""
WIDTH = 110


def load_packaged_yaml(path: Path) -> Any:
    """Read one shipped YAML file: strings, integers, booleans, lists and maps."""
    made = compiled_form(path)
    return _parsed(path) if made is None else made


def packaged_table(folder: str, name: str) -> Any:
    """The rows of a file in a folder of ``variants/``, both by their names."""
    return load_packaged_yaml(data(VARIANTS) / folder / f"{name}.yaml")


@cache
def words_table(name: str) -> Any:
    """What people say at a table, of ``variants/conduct/``: by classes, then by languages."""
    return packaged_table("conduct", name)


@cache
def words_in(table: str, *keys: str) -> tuple[str, ...]:
    """The words of one class, in all languages, each once.

    >>> "gana" in words_in("telling", "claims", "words", "winning")
    True
    """
    found = words_table(table)
    for key in keys:
        found = found[key]
    lists = found.values() if isinstance(found, dict) else [found]
    return tuple(dict.fromkeys([word for words in lists for word in words]))


def compiled_form(path: Path) -> Any | None:
    """The compiled form of a shipped YAML file; None where the file was edited since."""
    entry = _compiled(path.parent).get(path.name)
    if entry is not None and entry["sha256"] == _digest(path):
        return entry["data"]
    return None


def compiled(folder: Path, known: Mapping[str, Any] | None = None) -> str:
    """Compile a folder of YAML: the text its ``compiled.json`` should have.

    Entries of `known` are reused for files that were not edited since. What cannot be read, or is
    no variant among variants, is left out: who asks for it is told the place.
    """
    entries = {}
    for path in sorted(folder.glob("*.yaml")):
        digest = _digest(path)
        entry = (known or {}).get(path.name, {})
        if entry.get("sha256") != digest:
            try:
                entry = {"sha256": digest, "data": _parsed(path)}
            except Unreadable:
                continue
            if folder == data(VARIANTS) and not _is_variant(entry["data"]):
                continue
        entries[path.name] = entry
    return json.dumps(entries, separators=(",", ":"), ensure_ascii=False) + "\n"


def translated(kind: str) -> Mapping[str, Mapping[str, Any]]:
    """What languages besides the first two say of a kind of thing: by language, then by its id.

    The `KINDS` have a folder each, in which a file is one language; a language from outside has
    them all in its ``texts.yaml``.
    """
    return _translations(kind, tuple(PACKS))


def also_said(kind: str, name: str, field: str, texts: Mapping[str, Any]) -> dict[str, Any]:
    """Texts by language, with those of `translated` among them."""
    others = {
        code: entries[name][field]
        for code, entries in translated(kind).items()
        if field in entries.get(name, {})
    }
    return {**others, **texts}


def said_in(code: str, english: str) -> str:
    """What a language says for an English sentence of the tables; empty if it does not have it.

    >>> said_in("fr", "the cards are dealt again"), said_in("fr", "a sentence of nobody")
    ('on redonne les cartes', '')
    """
    said: str = translated("sentences").get(code, {}).get(english, "")
    return said


def in_every_language(texts: Mapping[str, str]) -> dict[str, str]:
    """A text of the tables by language, with those found by its English (`said_in`) among them.

    >>> in_every_language({"en": "two kings", "es": "dos reyes"})["fr"]
    'deux rois'
    """
    found = {code: said_in(code, texts["en"]) for code in translated("sentences")}
    return {code: said for code, said in found.items() if said} | dict(texts)


@cache
def _translations(kind: str, packs: tuple[Path, ...]) -> Mapping[str, Mapping[str, Any]]:
    ours = sorted((data(VARIANTS) / TEXTS / kind).glob("*.yaml"))
    found = {path.stem: load_packaged_yaml(path) for path in ours}
    for folder in packs:
        for path in sorted(folder.glob(f"*/{TEXTS}.yaml")):
            found.setdefault(path.parent.name, _parsed(path).get(kind, {}))
    return found


def compile_all(*, anew: bool = False) -> None:
    """Bring the compiled files of this checkout up to date, or make all of them `anew`.

    A reader in another process never sees half a file.
    """
    for folder in folders():
        known = {} if anew else _compiled(folder)
        made, target = compiled(folder, known), folder / NAME
        if not target.exists() or target.read_text("utf-8") != made:
            draft = folder / f"{NAME}.{os.getpid()}"
            draft.write_text(made, encoding="utf-8")
            draft.replace(target)
    _compiled.cache_clear()


def folders() -> tuple[Path, ...]:
    """Name the folders of this checkout that are compiled."""
    variants, lessons = data(VARIANTS), data("lessons")
    taught = sorted(path.parent for path in lessons.glob("*/lesson.yaml"))
    inside = (
        "conduct",
        "rulebook",
        "options",
        "sentences",
        "wrong_rules",
        "drills",
        *(f"{TEXTS}/{kind}" for kind in KINDS),
    )
    asked = (variants, *[variants / each for each in inside], lessons, COMMANDS)
    return (*[folder for folder in asked if folder.is_dir()], *taught)


def variant_schema() -> str:
    """The schema of a variant's file: the present one, with the options of the games."""
    path = data("schemas") / "variant-1.schema.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    properties: dict[str, Any] = {}
    for game in games():
        for option, stated in game_part(game, "OPTIONS").schema()["properties"].items():
            known = properties.setdefault(option, stated)
            if known["description"] == stated["description"] and "properties" in known:
                properties[option] = known | {
                    parts: known[parts] | stated[parts] for parts in ("properties", "default")
                }
            elif known != stated:
                properties[option] = {"anyOf": [*known.get("anyOf", [known]), stated]}
    whole["$defs"]["rules"]["properties"] = properties
    return "\n".join(_laid_out(whole)) + "\n"


def _laid_out(thing: Any, key: str = "", indent: str = "") -> Iterator[str]:
    """JSON as people read it: on one line what fits on one, and else a line for each part."""
    opened = f"{json.dumps(key)}: " if key else ""
    line = json.dumps(thing, ensure_ascii=False)
    if not thing or not isinstance(thing, dict | list) or len(indent + opened + line) < WIDTH:
        yield indent + opened + line
        return
    names = list(thing) if isinstance(thing, dict) else [""] * len(thing)
    parts = thing.values() if isinstance(thing, dict) else thing
    yield indent + opened + ("{" if isinstance(thing, dict) else "[")
    for place, (name, inside) in enumerate(zip(names, parts, strict=True), 1):
        *lines, last = _laid_out(inside, name, indent + "  ")
        yield from lines
        yield last + ("," if place < len(names) else "")
    yield indent + ("}" if isinstance(thing, dict) else "]")


@cache
def _compiled(folder: Path) -> dict[str, Any]:
    try:
        entries: dict[str, Any] = json.loads((folder / NAME).read_bytes())
    except FileNotFoundError:
        return {}
    return entries


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _parsed(path: Path) -> Any:
    from mustutor.base import yaml_text

    return yaml_text.read(path).data


def _is_variant(draft: Any) -> bool:
    from mustutor.base.schema import accepts, schema

    return accepts(draft, schema("variant"), schema("variant"))


if __name__ == "__main__":
    from mustutor.locale.compile import compile_all as compile_catalogues

    compile_catalogues()
    (data("schemas") / "variant-1.schema.json").write_text(variant_schema(), encoding="utf-8")
    compile_all(anew=True)
