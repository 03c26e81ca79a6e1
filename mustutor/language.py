"""Sentences in the reader's language, made from evidence.

A sentence is written once, whole, in English, with its evidence in braces; the
catalogues under ``locale/`` give the same sentence in other languages. Nothing
here glues words together, and everything that came from a file is made safe to
print before it enters a sentence.
"""

from __future__ import annotations

import gettext
import io
import os
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

DOMAIN = "mustutor"
FOLDER = Path(__file__).with_name("locale")
FALLBACK = "en"
LONGEST_QUOTE = 200


def mark(sentence: str) -> str:
    """Mark an English sentence for the catalogues, to be said later.

    >>> mark("{seat} passes.")
    '{seat} passes.'
    """
    return sentence


def printable(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Make text from a stranger safe to print: no control, format or bidi characters.

    >>> printable("B\\x1b[31mob")
    'B\\\\x1b[31mob'
    """
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    if shown.isascii() and shown.isprintable():
        return shown
    return "".join(
        character
        if unicodedata.category(character)[0] not in "CZ" or character == " "
        else character.encode("unicode_escape").decode("ascii")
        for character in shown
    )


class Language:
    """One of the languages mustutor speaks: says sentences, counts things, names terms."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue

    def say(self, sentence: str, /, **evidence: object) -> str:
        """Say a whole sentence, filled with its evidence.

        >>> language("en").say("{seat} passes.", seat="A")
        'A passes.'
        """
        return self._catalogue.gettext(sentence).format(**safe(evidence))

    def count(self, one: str, many: str, number: int, /, **evidence: object) -> str:
        """Say a sentence whose wording depends on a number.

        >>> language("en").count("{number} stone", "{number} stones", 1)
        '1 stone'
        """
        chosen = self._catalogue.ngettext(one, many, number)
        return chosen.format(**safe({"number": number, **evidence}))

    def term(self, context: str, word: str, /) -> str:
        """Give the word for a thing of the game, told apart by its context.

        >>> language("en").term("rank", "king")
        'king'
        """
        return self._catalogue.pgettext(context, word)

    def listed(self, things: Iterable[str]) -> str:
        """Read out a list: "A", "A and B", "A, B and C".

        >>> language("en").listed(["A", "C", "D"])
        'A, C and D'
        """
        *first, last = things
        if not first:
            return last
        return self.say("{first} and {last}", first=", ".join(first), last=last)


def safe(evidence: Mapping[str, object]) -> dict[str, object]:
    """Make every text of the evidence printable, leaving numbers as they are."""
    return {
        name: printable(thing, 20_000) if isinstance(thing, str) else thing
        for name, thing in evidence.items()
    }


@cache
def available() -> tuple[str, ...]:
    """Name the languages there is a catalogue for, English first.

    >>> available()[0]
    'en'
    """
    found = {path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.[mp]o")}
    return (FALLBACK, *sorted(found - {FALLBACK}))


@cache
def language(code: str) -> Language:
    """Open a language by its code; an unknown one is an error of the caller."""
    if code == FALLBACK:
        return Language(code, gettext.NullTranslations())
    source = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    try:
        made = source.with_suffix(".mo").read_bytes()
    except FileNotFoundError:  # a checkout that was never installed
        from mustutor.locale.catalogue import compiled

        made = compiled(source.read_text("utf-8"))
    return Language(code, gettext.GNUTranslations(io.BytesIO(made)))


def chosen(asked: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """Choose the language: what was asked for, else MUSTUTOR_LANG, else the locale, else English.

    >>> chosen(None, {"LANG": "es_ES.UTF-8"})
    'es'
    >>> chosen(None, {"LANG": "C"})
    'en'
    """
    if asked:
        return asked
    for name in ("MUSTUTOR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = environment.get(name, "").replace("-", "_").split(".")[0].split("_")[0].lower()
        if code in available():
            return code
        if code and name != "MUSTUTOR_LANG":
            return FALLBACK
    return FALLBACK


# Signs that decomposition does not bring to ASCII by itself.
PLAIN_SIGNS = str.maketrans(
    {"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "·": "-"}
    | {"…": "...", "¿": "", "¡": "", "→": "->", "×": "x", "≥": ">=", "≤": "<=", "−": "-"}
)


def in_ascii(text: str) -> str:
    """Write text with the signs of ASCII alone.

    >>> in_ascii("¿Órdago? Sí…")
    'Ordago? Si...'
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(PLAIN_SIGNS))
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return bare.encode("ascii", "backslashreplace").decode("ascii")
