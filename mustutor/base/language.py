"""Sentences in the reader's language, made from evidence.

A sentence is written once, whole, in English, with its evidence in braces; the
catalogues under ``locale/`` give the same sentence in other languages. Nothing
here glues words together, and everything that came from a file is made safe to
print before it enters a sentence.

A build compiles each ``LANG/LC_MESSAGES/mustutor.po`` once to what `gettext` reads (`compiled`); a
checkout that was never installed speaks from the source itself, some hundredths of a second later.
"""

from __future__ import annotations

import gettext
import io
import os
import re
import unicodedata

# What `string` has of its own; the rest of `string` is made at a start for nothing.
from _string import formatter_parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from mustutor.base.catalogue import compiled
from mustutor.base.endings import with_ending

DOMAIN = "mustutor"
FOLDER = Path(__file__).resolve().parents[1] / "locale"
CATALOGUE_FOLDERS: list[Callable[[], tuple[Path, ...]]] = []
"""Functions that give the folders where games keep catalogues of their own, such as ``es.po``."""
FALLBACK = "en"
_CODE = re.compile(r"[a-z]{2,3}")
LONGEST_QUOTE = 200
LONGEST_TEXT = 20_000
GROUPED = 10_000
"""From here on the thousands of a number stand apart: 9999, 10,000."""
NARROW = "\u202f"
"""The space in which no line is broken, within a number."""
UNBROKEN = f"{NARROW}\xa0"
"""With the wider one: French has either before signs and within quotation marks."""
NOT_COUNTED = frozenset(("line", "column", "offset", "byte", "begin", "end", "seed", "limit"))
"""What sentences call numbers that are names of something, or stand in a file as they are."""
MOST_KEPT = 4_096
"""Sentences of a language that are kept once looked up; there are fewer."""


def mark(sentence: str) -> str:
    """Mark an English sentence for the catalogues, to be said later.

    >>> mark("{seat} passes.")
    '{seat} passes.'
    """
    return sentence


_NUMBERED_NOUN = re.compile(r"(\{number\} \w+)")


def plural_of(one: str) -> str:
    """The sentence for several: the noun after ``{number}`` takes an s.

    >>> plural_of("{seat} has {number} card now.")
    '{seat} has {number} cards now.'
    """
    return _NUMBERED_NOUN.sub(r"\1s", one)


def printable(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Make text from a stranger safe to print: no control, format or bidi characters.

    >>> printable("B\\x1b[31mob")
    'B\\\\x1b[31mob'
    """
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    if shown.isprintable():
        return shown
    return "".join(
        character
        if unicodedata.category(character)[0] not in "CZ"
        or character == " "
        or (character in UNBROKEN and _is_set(shown[at - 1 : at], shown[at + 1 : at + 2]))
        else character.encode("unicode_escape").decode("ascii")
        for at, character in enumerate(shown)
    )


def _is_set(before: str, after: str) -> bool:
    """Whether an unbroken space stands where writing has one: 10 000, « oui » !"""
    in_number = before.isdigit() and after.isdigit()
    return in_number or before == "«" or (after != "" and after in "»;:!?%")


def unseen(sign: str) -> bool:
    """Whether a sign is a control, a mark of direction, or another that nobody can see.

    >>> unseen("\\u200b"), unseen("é")
    (True, False)
    """
    return unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def escaped(sign: str) -> str:
    """The escape by which JSON writes a sign.

    >>> escaped("é"), escaped("😀")
    ('\\\\u00e9', '\\\\ud83d\\\\ude00')
    """
    return "\\u" + sign.encode("utf-16-be", "surrogatepass").hex("-", 2).replace("-", "\\u")


class _Form(NamedTuple):
    """A sentence ready to fill: its words with ``%s`` for each piece of evidence, in order.

    Without `words` some evidence is to be written in a way of its own, as ``{words!r}``; `names`
    are then those quoted so, of which no more is shown than of any quotation. `cases` are names
    with the case they stand in, as ``{seat:ergative}``; the sentence has ``{seat_ergative}`` there.
    """

    sentence: str
    words: str
    names: tuple[str, ...]
    cases: tuple[tuple[str, str], ...] = ()


_CASE = re.compile(r"\{(\w+):([a-z]{2,})\}")
"""A name in a case of its language: letters alone, which no format of Python's is here."""


def _form(sentence: str) -> _Form:
    cases = tuple(_CASE.findall(sentence))
    sentence = _CASE.sub(r"{\1_\2}", sentence)
    words, names = "", []
    for literal, name, written, converted in formatter_parser(sentence):
        words += literal.replace("%", "%%")
        if name is None:
            continue
        if written or converted or not name.isidentifier():
            parsed = formatter_parser(sentence)
            quoted = [field for _, field, _, how in parsed if field and how == "r"]
            return _Form(sentence, "", tuple(quoted), cases)
        words += "%s"
        names.append(name)
    return _Form(sentence, "" if cases else words, () if cases else tuple(names), cases)


def placeholders(*sentences: str) -> tuple[str, ...]:
    """Name the evidence that sentences ask for, in order.

    >>> placeholders("{seat} has {stones}.", "{seat!r} passes.")
    ('seat', 'stones')
    """
    parsed = [field for sentence in sentences for field in formatter_parser(sentence)]
    return tuple(dict.fromkeys(name for _, name, _, _ in parsed if name))


class _Ways(NamedTuple):
    """How a language writes: between thousands, around a quotation, and at the end of names."""

    apart: str
    quoted: str
    code: str


class _Quotation(str):
    """A quotation with its marks around it already."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Language:
    """One of the languages mustutor speaks: says sentences, counts things, names terms."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self.catalogue = catalogue
        self._found = lru_cache(maxsize=MOST_KEPT)(self._look_up)
        self._ways = _Ways(
            self.term("between the thousands of a number", ","),
            self.term("what somebody said or typed, in quotation marks", "{words!r}"),
            code,
        )

    def say(self, sentence: str, /, **evidence: object) -> str:
        """Say a whole sentence, filled with its evidence.

        >>> open_language("en").say("{seat} passes.", seat="A")
        'A passes.'
        >>> open_language("es").say("{words!r} is not something a player says.", words="Ane")[:5]
        '«Ane»'
        >>> open_language("en").say("{number} deals", number=91390)
        '91,390 deals'
        """
        return _filled(self._found(sentence, "", 0), evidence, self._ways)

    def count(self, one: str, many: str, number: int, /, **evidence: object) -> str:
        """Say a sentence whose wording depends on a number.

        >>> open_language("en").count("{number} stone", "{number} stones", 1)
        '1 stone'
        """
        evidence.setdefault("number", number)
        return _filled(self._found(one, many, number), evidence, self._ways)

    def count_noun(self, one: str, number: int, /, **evidence: object) -> str:
        """Say a sentence in which the noun after ``{number}`` takes an s for several.

        >>> open_language("en").count_noun("{number} stone", 2)
        '2 stones'
        """
        return self.count(one, plural_of(one), number, **evidence)

    def term(self, context: str, word: str, /) -> str:
        """Give the word for a thing of the game, told apart by its context.

        >>> open_language("en").term("rank", "king")
        'king'
        """
        return self.catalogue.pgettext(context, word)

    def terms(self, context: str, words: str, /, keys: Iterable[str] = ()) -> dict[str, str]:
        """Give the words for several things, by the English ones or by `keys`.

        >>> open_language("es").terms("suit", "coins, cups", "oc")
        {'o': 'oros', 'c': 'copas'}
        """
        english = words.split(", ")
        return {
            key: self.term(context, word)
            for key, word in zip(keys or english, english, strict=True)
        }

    def join_list(self, things: Iterable[str]) -> str:
        """Read out a list: "A", "A and B", "A, B and C".

        >>> open_language("en").join_list(["A", "C", "D"])
        'A, C and D'
        >>> open_language("es").join_list(["Ane", "Itziar"])
        'Ane e Itziar'
        """
        *first, last = things
        if not first:
            return last
        evidence = {"first": ", ".join(first), "last": last}
        beginnings = self.term("names before which a list is joined otherwise begin so", "-")
        if last.lower().startswith(tuple(beginnings.split())):
            joined = self.term("before such a name", "{first} and {last}")
            return _filled(_form(joined), evidence, self._ways)
        return self.say("{first} and {last}", **evidence)

    def player_name(self, seat: str) -> str:
        """How somebody is called: by his seat, where no names are told (`NamedLanguage`)."""
        return seat

    def with_player_names(self, called: Mapping[str, str], first: int = 1) -> Language:
        """This language as it is spoken of a table where seats are called so.

        `first` is the number people gave the first hand of the record: all others follow it.

        >>> english = open_language("en").with_player_names({"A1": "Ane (A1)"})
        >>> english.say("{seat} passes.", seat="A1")
        'Ane (A1) passes.'
        >>> open_language("en").with_player_names({}, 3).say("At {place}", place="1.grande.2")
        'At 3.grande.2'
        """
        return _naming(self, tuple(called.items()), first)

    def _look_up(self, one: str, many: str, number: int) -> _Form:
        if not many:
            return _form(self.catalogue.gettext(one))
        return _form(self.catalogue.ngettext(one, many, number))


PEOPLE = frozenset(
    (
        "seat",
        "by",
        "speaker",
        "bettor",
        "taker",
        "mano",
        "holder",
        "dealer",
        "winner",
        "loser",
        "partner",
    )
    + ("maker", "other", "source", "to", "side", "best", "who", "player", "giver", "cutter", "heir")
    + ("offender", "opener", "postre", "raiser", "caller", "previous_bettor", "better", "worse")
    + ("first", "second")
)
"""What sentences call the players they speak of."""


class NamedLanguage(Language):
    """A language for a table whose players have names, made by `Language.with_player_names`.

    `called` tells how each seat is called; what is no seat stays as it is.
    """

    called: Mapping[str, str] = {}
    first = 1

    def say(self, sentence: str, /, **evidence: object) -> str:
        """Say a whole sentence, its players by their names."""
        return super().say(sentence, **self._named(evidence))

    def count(self, one: str, many: str, number: int, /, **evidence: object) -> str:
        """Say a sentence whose wording depends on a number, its players by their names."""
        return super().count(one, many, number, **self._named(evidence))

    def join_list(self, things: Iterable[str]) -> str:
        """Read out a list; players by their names."""
        return super().join_list([self.player_name(thing) for thing in things])

    def player_name(self, seat: str) -> str:
        """How somebody is called."""
        return self.called.get(seat, seat)

    def _named(self, evidence: Mapping[str, object]) -> dict[str, object]:
        named = {
            name: self.player_name(thing) if name in PEOPLE and isinstance(thing, str) else thing
            for name, thing in evidence.items()
        }
        if self.first > 1:
            named |= {name: self._counted(named[name]) for name in HANDS if name in named}
        return named

    def _counted(self, thing: object) -> object:
        """A hand by the number people gave it, by itself or in a place; cards stay as they are."""
        if type(thing) is int:
            return thing + self.first - 1
        number, *rest = str(thing).split(".")
        if not (number.isdecimal() and len(number) < len(str(GROUPED))):
            return thing
        return ".".join([str(int(number) + self.first - 1), *rest])


HANDS = ("hand", "place", "about")
"""What sentences call the hand or the place that they speak of."""


@lru_cache(maxsize=256)
def _naming(
    language: Language, called: tuple[tuple[str, str], ...], first: int = 1
) -> NamedLanguage:
    """One language for one table: what was worded for it once need not be worded again."""
    naming = NamedLanguage(language.code, language.catalogue)
    naming.called, naming.first = dict(called), first
    naming._found = language._found  # noqa: SLF001
    return naming


def _filled(form: _Form, evidence: Mapping[str, object], ways: _Ways) -> str:
    """Fill a sentence with its evidence; all text that enters it is made printable."""
    sentence, words, names, cases = form
    if words:
        return words % tuple(
            [
                _apart(thing, name, ways.apart)
                if type(thing := evidence[name]) is int and thing >= GROUPED
                else _safe(thing)
                for name in names
            ]
        )
    shown = {
        name: _safe(thing, LONGEST_QUOTE if name in names else LONGEST_TEXT)
        for name, thing in evidence.items()
    }
    for name, case in cases:
        shown[f"{name}_{case}"] = with_ending(ways.code, case, str(shown[name]))
    for name in names:
        if isinstance(shown[name], str):
            shown[name] = _Quotation(ways.quoted.format(words=shown[name]))
    return sentence.format(**shown)


def _apart(number: int, name: str, apart: str) -> object:
    return number if name in NOT_COUNTED else f"{number:,}".replace(",", apart)


def _safe(thing: object, longest: int = LONGEST_TEXT) -> object:
    if isinstance(thing, str) and not (thing.isprintable() and len(thing) <= longest):
        return printable(thing, longest)
    return thing


PACKS: list[Path] = []
"""Folders of languages from outside, such as ``packs/fr/mustutor.po``; `add_pack` adds to them."""


def add_pack(folder: Path) -> None:
    """Let the languages in a folder be spoken too; each is a folder there, named by its code.

    Its ``mustutor.po`` is the catalogue, its ``texts.yaml`` what the rulebook says. A language of
    ours stays ours.
    """
    if folder not in PACKS:
        PACKS.append(folder)
        available.cache_clear()
        reading_order.cache_clear()


@cache
def available() -> tuple[str, ...]:
    """Name the languages there is a catalogue for, English first.

    >>> available()[0]
    'en'
    """
    found = {path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.[mp]o")}
    for folder in PACKS:
        found |= {path.parent.name for path in folder.glob(f"*/{DOMAIN}.po")}
    return (FALLBACK, *sorted({code for code in found - {FALLBACK} if _CODE.fullmatch(code)}))


@cache
def reading_order(code: str) -> tuple[str, ...]:
    """The languages in which something is looked for, one after the other; English is the last.

    >>> reading_order("en"), reading_order("es")
    (('en',), ('es', 'en'))
    """
    if code not in available():
        return (FALLBACK,)
    after = _falls_back_to(open_language(code).catalogue)
    return tuple(dict.fromkeys((code, after, FALLBACK)))


def _falls_back_to(catalogue: gettext.NullTranslations) -> str:
    """The language in which is said what a catalogue lacks."""
    after = catalogue.info().get("x-falls-back-to", FALLBACK)
    return after if after in available() else FALLBACK


def text_in(texts: Mapping[str, str], code: str) -> str:
    """A text in a language, or in the first there is of those it falls back to.

    >>> text_in({"en": "stone", "es": "piedra"}, "es"), text_in({"es": "piedra"}, "en")
    ('piedra', 'piedra')
    """
    found = next((texts[each] for each in reading_order(code) if texts.get(each)), "")
    return found or next(iter(texts.values()), "")


@cache
def open_language(code: str) -> Language:
    """Open a language by its code; raises LookupError for one there is no catalogue for."""
    if code not in available():  # a code is no path to a catalogue elsewhere
        raise LookupError(code)
    if code == FALLBACK:
        return Language(code, gettext.NullTranslations())
    catalogue = _read_catalogue(code)
    after = _falls_back_to(catalogue)
    if after != FALLBACK:
        catalogue.add_fallback(_read_catalogue(after))
    catalogue.add_fallback(_GameCatalogues(code))  # the last: it passes nothing on
    return Language(code, catalogue)


def _read_catalogue(code: str) -> gettext.NullTranslations:
    if code == FALLBACK:
        return gettext.NullTranslations()
    source = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    try:
        return gettext.GNUTranslations(io.BytesIO(source.with_suffix(".mo").read_bytes()))
    except FileNotFoundError:  # a checkout that was never installed, or a language from outside
        found = [folder / code / f"{DOMAIN}.po" for folder in PACKS]
        source = next((path for path in (source, *found) if path.is_file()), source)
        return _catalogue_of(source)


def _catalogue_of(source: Path) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(compiled(source.read_text("utf-8"))))


class _GameCatalogues(gettext.NullTranslations):
    """The catalogues of games from outside, asked for a sentence that ours does not have."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def _all(self) -> gettext.NullTranslations:
        return _chained(
            self._code, tuple([folder for folders in CATALOGUE_FOLDERS for folder in folders()])
        )

    def gettext(self, message: str) -> str:
        return self._all().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._all().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._all().pgettext(context, message)


@cache
def _chained(code: str, folders: tuple[Path, ...]) -> gettext.NullTranslations:
    chain = gettext.NullTranslations()
    for folder in folders:
        if (source := folder / f"{code}.po").is_file():
            chain.add_fallback(_catalogue_of(source))
    return chain


def chosen(asked: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """Choose the language: the one asked for, else MUSTUTOR_LANG, the locale or English.

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


def to_ascii(text: str) -> str:
    """Write text with the signs of ASCII alone.

    >>> to_ascii("¿Órdago? Sí…")
    'Ordago? Si...'
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(PLAIN_SIGNS))
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return bare.encode("ascii", "backslashreplace").decode("ascii")


def unwrapped(text: str) -> str:
    r"""A paragraph as one line; spaces in which no line is broken stay what they are.

    >>> unwrapped("  Four\n  cards ")
    'Four cards'
    """
    return " ".join(filter(None, re.split(r"[ \t\r\n]+", text)))


def plain_text(text: str) -> str:
    """Text without accents, capitals and doubled spaces, to compare by.

    >>> plain_text(" Sí,  Órdago ")
    'si, ordago'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
