"""What is said in Mus and Encaje: the grammar of their calls, lax when read, strict when written.

A call is written ``SEAT WORDS`` in lower-case ASCII Spanish, and a number is always the
resulting stake: ``B subo a 5``. Reading also takes the spellings people use (`órdago`,
`I pass`, `no hay mus`, `5 más`); it is lax in spelling, never in rules. Calls that lean on the
stake on the table (``5 más``, ``y yo``, ``reenvido``) are read as the verb ``mas`` and become
``subo a N`` when they are heard at a position.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from mustutor.calls import HIDDEN, Call, Grammar
from mustutor.cards import SPANISH

SPOKEN = frozenset(("sena", "dice"))
"""A signal, or something said: they never change the play."""

MOST_STONES = 1_000_000

read_card = SPANISH.read

ALONE = frozenset(
    ("mus", "corto", "servido", "tengo", "no tengo", "paso", "quiero", "no quiero")
    + ("ordago", "perete", "?")
)
"""Verbs that stand alone."""

SPELLINGS: dict[str, tuple[str, ...]] = {
    "mus": ("mus", "i want mus", "hay mus", "je veux mus", "mus bai", "il y a mus"),
    "corto": (
        *("corto", "no hay mus", "no mus", "corto mus", "mus no", "no quiero mus"),
        *("i cut", "cut", "cut mus", "i cut mus", "no mus for me"),
        *("mintza", "mus ez", "ez dago musik"),
        *("il n y a pas mus", "pas de mus", "pas mus", "je coupe", "je coupe le mus"),
    ),
    "servido": ("servido", "servida", "me quedo servido", "served", "servi", "zerbitua"),
    "tengo": (
        *("tengo", "si", "si tengo", "lo tengo"),
        *("yes", "i have", "i have it"),
        *("oui", "j ai", "j en ai", "bai", "badut", "baditut"),
    ),
    "no tengo": (
        *("no tengo", "no", "no lo tengo"),
        *("i do not have", "i don t have", "i do not have it", "i don t have it"),
        *("non", "je n ai pas", "je n en ai pas", "ez", "ez dut", "ez daukat"),
    ),
    "paso": (
        *("paso", "pasa", "yo paso", "pass", "i pass", "check", "i check"),
        *("je passe", "passe", "pasatzen naiz"),
    ),
    "quiero": (
        *("quiero", "lo quiero", "las quiero", "yo quiero", "veo", "lo veo", "las veo"),
        *("see", "i see", "i see it", "call", "i call", "accept", "i accept"),
        *("j accepte", "tenu", "je tiens", "je vois", "iduki", "nahi dut"),
    ),
    "no quiero": (
        *("no quiero", "no lo quiero", "no las quiero", "no veo", "no lo veo"),
        *("fold", "i fold", "i refuse", "refuse", "i do not see it", "i don t see it"),
        *("je refuse", "je n accepte pas", "je ne tiens pas", "je ne veux pas"),
        *("tira", "ez dut nahi"),
    ),
    "ordago": ("ordago", "hordago", "hor dago", "all in for the game"),
    "perete": ("perete", "tanganete", "tio perete"),
    "?": ("?", "unknown"),
}

OPENING = (
    *("envido", "yo envido", "enbido", "enbido egin", "i bet", "bet"),
    *("j encheris", "je mise", "apuesto"),
)
RAISING = (
    *("subo a", "subo hasta", "reenvido a", "raise to", "i raise to", "raise it to"),
    *("i raise it to", "je relance a", "relance a", "je monte a", "igo"),
)
MORE = ("mas", "more", "de plus", "de mieux", "gehiago")
FURTHER = (
    *("y", "otras", "y otras", "envido", "subo", "raise by", "i raise by", "raise it by"),
    *("i raise it by", "je relance de", "relance de", "et", "and", "eta"),
)
"""What may stand before a number to say that it is added to the stake on the table."""
BY_ITSELF = frozenset(FURTHER) - {"y", "envido", "subo", "et", "and", "eta"}
"""Those of them that say so without `mas` or its like after the number."""
DOUBLING = ("reenvido", "reenvio", "y yo reenvido", "i raise you double")
EVERYTHING = ("todas", "all of them")
ADDING = (
    *("y yo", "y yo envido", "subo", "raise", "i raise", "je relance", "and me", "and i"),
    *("et moi", "eta nik"),
)

COUNTED = (
    (
        "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
        "dieciseis diecisiete dieciocho diecinueve veinte"
    ),
    (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty"
    ),
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    (
        "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau "
        "hamabost hamasei hamazazpi hemezortzi hemeretzi hogei"
    ),
)
"""The numbers from one on as they are said, in Spanish, English, French and Basque."""


THROWING = (
    *("descarto", "descubre", "discard", "i discard", "throw", "i throw"),
    *("descarte", "je descarte", "je jette"),
)

FACE_DOWN = ("carta", "cartas", "card", "cards", "carte", "cartes", "karta")
"""After a number: so many cards thrown, and nobody saw which."""

_NAME = re.compile(r"[a-z0-9_]+")
_NUMBER = re.compile(r"\b[0-9]+\b")
# Taken for punctuation, the sign would be lost: a hyphen, or a dash somebody's keyboard made.
_NEGATIVE = re.compile("[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]\\s*\\d")


def _written(call: Call) -> str:
    """The words of a call in its one canonical spelling."""
    match call.verb:
        case "envido":
            return f"envido {call.stones}"
        case "subo":
            return f"subo a {call.stones}"
        case "mas":
            return f"{call.stones} mas" if call.stones else call.word
        case "descarto" | "descubre":
            return " ".join((call.verb, *call.cards))
        case "sena" | "dice":
            return " ".join((call.verb, call.word, *call.cards))
        case verb:
            return verb


def _meant(words: str) -> str:
    """What was probably said, with the number that was; or nothing.

    >>> _meant("embido 4"), _meant("sub a 9"), _meant("passo")
    ('envido 4', 'subo a 9', 'paso')
    """
    plain = bare_words(words)
    said = " ".join(_NUMBER.sub(" ", plain).split())
    from difflib import get_close_matches

    near = get_close_matches(said, _phrases(), n=1)
    if not near:
        return ""
    meant = _phrases()[near[0]]
    numbers = _NUMBER.findall(plain)
    if len(numbers) == 1 and not _NEGATIVE.search(words) and _staked("", "", numbers[0]):
        return meant.format(numbers[0])
    return meant.format(2 if meant.startswith("envido") else 5)


def _canonical(seat: str, words: str) -> Call | None:
    if words in ALONE:
        return Call(seat, words)
    verb, _, rest = words.partition(" ")
    if verb == "envido" and rest:
        return _staked(seat, "envido", rest)
    if verb == "subo" and rest.startswith("a "):
        return _staked(seat, "subo", rest[2:])
    if verb in ("descarto", "descubre") and "," not in rest:
        cards = tuple(HIDDEN if card == "?" else read_card(card) for card in rest.split())
        return Call(seat, verb, cards=cards) if cards else None
    if verb in SPOKEN and rest:
        word, *cards_said = rest.split()
        if _NAME.fullmatch(word):
            return Call(seat, verb, cards=tuple(map(read_card, cards_said)), word=word)
    return None


def _lax(seat: str, words: str) -> Call | None:
    plain = bare_words(words)
    if _NEGATIVE.search(words) or not plain:
        return None
    verb = _verbs().get(plain)
    if verb is not None:
        return Call(seat, verb)
    if plain in OPENING:
        return Call(seat, "envido", 2)
    if plain in DOUBLING:
        return Call(seat, "mas", 0, word="reenvido")
    if plain in EVERYTHING:
        return Call(seat, "mas", 0, word="todas")
    if plain in ADDING:
        return Call(seat, "mas", 0, word="y yo")
    head, _, tail = plain.rpartition(" ")
    if head in OPENING:
        return _staked(seat, "envido", _figures(tail))
    if head in RAISING:
        return _staked(seat, "subo", _figures(tail))
    added = _added(plain)
    if added:
        return _staked(seat, "mas", added) if added != "0" else None
    return _lax_cards(seat, words.split(), plain)


def _added(plain: str) -> str:
    """The number somebody adds to the stake on the table; nothing where none is added.

    >>> _added("5 mas"), _added("y dos mas"), _added("je relance de 3"), _added("subo 5")
    ('5', '2', '3', '')
    """
    unit = next((unit for unit in MORE if plain.endswith(f" {unit}")), "")
    head, _, number = plain.removesuffix(f" {unit}").rpartition(" ")
    number = _figures(number)
    if not number.isdigit() or head not in ((*FURTHER, "") if unit else BY_ITSELF):
        return ""
    return number


def _figures(word: str) -> str:
    """A number said as a word, in figures; anything else as it is.

    >>> _figures("bost"), _figures("12"), _figures("rey")
    ('5', '12', 'rey')
    """
    return _numbers().get(word, word)


@cache
def _numbers() -> dict[str, str]:
    counted = {"una": "1", "une": "1"}
    for words in COUNTED:
        counted |= {word: str(number) for number, word in enumerate(words.split(), 1)}
    return counted


def _lax_cards(seat: str, words: list[str], plain: str) -> Call | None:
    """A call that names cards, or something else, in other letters than the canonical ones."""
    verb = plain.partition(" ")[0]
    if verb in SPOKEN and len(words) > 1:
        name = unicodedata.normalize("NFKD", words[1].casefold())
        name = "".join(letter for letter in name if not unicodedata.combining(letter))
        if not _NAME.fullmatch(name):
            return None
        return Call(seat, verb, cards=tuple(map(read_card, words[2:])), word=name)
    if plain.rpartition(" ")[2] in FACE_DOWN:
        return _face_down(seat, plain)
    for said in THROWING:
        if plain.startswith(f"{said} "):
            told = " ".join(words[said.count(" ") + 1 :])
            texts = [text.strip() for text in told.split("," if "," in told else None)]
            cards = tuple(HIDDEN if text == "?" else read_card(text) for text in texts)
            return Call(seat, "descubre" if said == "descubre" else "descarto", cards=cards)
    return None


def _face_down(seat: str, plain: str) -> Call | None:
    """So many cards thrown that nobody saw: ``2 cartas``, ``descarto dos cartas``."""
    *said, number, _ = ["", *plain.split()]
    count = _figures(number)
    if " ".join(said).strip() not in ("", *THROWING) or count not in tuple("12345"):
        return None
    if "descubre" in said:
        return None
    return Call(seat, "descarto", cards=(HIDDEN,) * int(count))


def _staked(seat: str, verb: str, number: str) -> Call | None:
    if not number.isascii() or not number.isdigit() or len(number) > len(str(MOST_STONES)):
        return None
    if number != str(int(number)):
        return None
    return Call(seat, verb, int(number))


def bare_words(words: str) -> str:
    """The words without accents, capitals and punctuation; nothing where a letter has no other."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    if any(letter.isalnum() and not letter.isascii() for letter in letters):
        return ""  # Left out, a number in other digits would be lost.
    return " ".join(re.findall(r"[a-z0-9?]+", letters.encode("ascii", "ignore").decode()))


@cache
def _verbs() -> dict[str, str]:
    return {spelling: verb for verb, known in SPELLINGS.items() for spelling in known}


@cache
def _phrases() -> dict[str, str]:
    """Every phrase that can be read, and how it is written, with room for its number."""
    phrases = {**_verbs(), **dict.fromkeys(OPENING, "envido {}")}
    return phrases | dict.fromkeys(RAISING, "subo a {}") | dict.fromkeys(MORE, "{} mas")


GRAMMAR = Grammar(
    verbs=(*ALONE, "envido", "subo", "mas", "descarto", "descubre", *SPOKEN),
    canonical=_canonical,
    lax=_lax,
    written=_written,
    meant=_meant,
    beside=SPOKEN,
    listing=THROWING,
    bare=(*sorted(ALONE - {"?"}), "envido ", "subo a "),
)

read_call = GRAMMAR.read
