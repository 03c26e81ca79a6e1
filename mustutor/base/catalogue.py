"""The source of a catalogue: the text of a ``.po`` file, compiled to what `gettext` reads."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator

MAGIC = 0x950412DE  # of a `.mo` file
FIELD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+(".*")')


def compiled(source: str) -> bytes:
    r"""Compile the text of a ``.po`` file to that of a ``.mo`` file.

    What is untranslated, fuzzy or obsolete is left out, and said in English.

    >>> import gettext, io
    >>> text = 'msgid "{seat} passes."\nmsgstr "{seat} pasa."\n'
    >>> gettext.GNUTranslations(io.BytesIO(compiled(text))).gettext("{seat} passes.")
    '{seat} pasa.'
    """
    messages = sorted(
        (_key(entry).encode(), "\0".join(_forms(entry)).encode())
        for entry in _entries(source)
        if all(_forms(entry)) and (not entry.get("fuzzy") or not entry["msgid"])
    )
    number = len(messages)
    keys, texts = 28, 28 + 8 * number  # where each table of lengths and places begins
    at = texts + 8 * number
    tables, pool = bytearray(), bytearray()
    for part in (*(key for key, _ in messages), *(text for _, text in messages)):
        tables += struct.pack("<2I", len(part), at + len(pool))
        pool += part + b"\0"
    header = struct.pack("<7I", MAGIC, 0, number, keys, texts, 0, at)
    return bytes(header + tables + pool)


def _entries(source: str) -> Iterator[dict[str, str]]:
    """The entries of a source: each field with its text, and whether it is fuzzy."""
    entry: dict[str, str] = {}
    field = ""
    for line in source.splitlines():
        if line.startswith('"') and field:
            entry[field] += json.loads(line)
        elif found := FIELD.fullmatch(line.rstrip()):
            if found[1] in ("msgctxt", "msgid") and field.startswith("msgstr"):
                yield entry
                entry = {}
            field = found[1]
            entry[field] = json.loads(found[2])
        else:
            if "msgid" in entry:
                yield entry
                entry = {}
            field = ""
            if line.startswith("#,") and "fuzzy" in line:
                entry["fuzzy"] = "fuzzy"
    if "msgid" in entry:
        yield entry


def _key(entry: dict[str, str]) -> str:
    """The message as `gettext` looks it up: with its context before it, its plural after it."""
    context = f"{entry['msgctxt']}\4" if "msgctxt" in entry else ""
    plural = f"\0{entry['msgid_plural']}" if "msgid_plural" in entry else ""
    return f"{context}{entry['msgid']}{plural}"


def _forms(entry: dict[str, str]) -> list[str]:
    return [text for field, text in entry.items() if field.startswith("msgstr")]
