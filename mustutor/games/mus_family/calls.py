"""The grammar of the calls of Mus and Encaje, lax when read, strict when written.

A call is written ``SEAT WORDS`` in lower-case ASCII Spanish, and a number is always the
resulting stake: ``B subo a 5``. Reading also takes the spellings people use in Spanish, French,
English and Basque (`órdago`, `I pass`, `no hay mus`, `5 más`); it is lax in spelling, never in
rules. Calls that refer to the stake on the table (``5 más``, ``y yo``, ``reenvido``) are read as
the verb ``mas`` and become ``subo a N`` when they are heard at a position. For words that are no
call, what was probably meant is said. The words themselves are data (`words_of`, `meanings`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache

from mustutor.base.errors import NotationError
from mustutor.base.language import mark
from mustutor.base.shipped import words_in, words_table
from mustutor.model.calls import (
    HIDDEN,
    Call,
    Grammar,
    normalized_words,
    number_said,
    number_word_to_digits,
)
from mustutor.model.cards import SPANISH, Card

MOST_STONES = 1_000_000

ALONE = frozenset(
    ("mus", "corto", "servido", "tengo", "no tengo", "paso", "quiero", "no quiero")
    + ("ordago", "perete", "?")
)
"""Verbs that stand alone."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of one class, in all languages.

    >>> "gehiago" in words_of("more")
    True
    """
    return words_in("words", "words", name)


@cache
def meanings(name: str) -> dict[str, str]:
    """What each of the words of a class means, in all languages.

    >>> meanings("calls")["iduki"], meanings("rounds")["txikia"]
    ('quiero', 'chica')
    """
    return {
        phrase: meaning
        for meaning, languages in words_table("words")["words"][name].items()
        for said in languages.values()
        for phrase in said
    }


ROUNDS_CALLED = meanings("rounds")
"""The rounds of a hand as people call them, each with its name."""
FACE_DOWN = words_of("face_down")
"""After a number: this number of cards is thrown, and nobody saw which."""

ALIKE = 0.8
NEAR = 0.72
"""How alike a phrase must be to be asked about: less, and short words are like anything."""
SHORT = 3
"""Words this short are corrected only to a call's own name, never to a synonym."""

_NUMBER = re.compile(r"\b[0-9]+\b")
# Taken for punctuation, the sign would be lost: a hyphen, or a dash somebody's keyboard made.
NEGATIVE = re.compile("[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]\\s*\\d")


def is_stake(number: str) -> bool:
    """Whether a text is a number of stones somebody can stake, written as numbers are.

    >>> is_stake("12"), is_stake("012"), is_stake("doce")
    (True, False, False)
    """
    plain = number.isascii() and number.isdigit() and len(number) <= len(str(MOST_STONES))
    return plain and number == str(int(number))


@cache
def declared() -> dict[str, tuple[str, str]]:
    """Yes and no with the name of what is declared: the verb, and the lance it belongs to."""
    found = {}
    for heads, verb in (("having", "tengo"), ("lacking", "no tengo")):
        for name, lance in meanings("declared").items():
            for head in words_of(heads):
                found[f"{head} {name}".strip()] = found[f"{name} {head}".strip()] = verb, lance
    return found


def answer_of(words: str) -> str:
    """What a bare yes or no says: ``si``, ``no``, ``tampoco``, ``tambien``; else nothing.

    >>> answer_of("¡Bai!"), answer_of("me neither"), answer_of("paso")
    ('si', 'tampoco', '')
    """
    return meanings("answers").get(normalized_words(words), "")


@cache
def _phrases() -> dict[str, str]:
    """Every phrase that can be read, and how it is written, with room for its number."""
    phrases = {**meanings("calls"), **dict.fromkeys(words_of("opening"), "envido {}")}
    phrases |= dict.fromkeys(words_of("raising"), "subo a {}")
    return phrases | dict.fromkeys(words_of("more"), "{} mas")


def suggest_phrase(words: str) -> str:
    """What was probably said, with the number that was; or nothing.

    Word by word it is nearly what was typed, and never the opposite of it: a denial is taken for a
    denial of the same thing, or for nothing.

    >>> (
    ...     suggest_phrase("embido 4"),
    ...     suggest_phrase("sub a 9"),
    ...     suggest_phrase("passo"),
    ...     suggest_phrase("no qiero"),
    ... )
    ('envido 4', 'subo a 9', 'paso', 'no quiero')
    >>> suggest_phrase("no paso"), suggest_phrase("noquiero"), suggest_phrase("I don't accept")
    ('', 'no quiero', '')
    """
    plain = _without_fillers(normalized_words(words))
    said = " ".join(_NUMBER.sub(" ", plain).split())
    from difflib import get_close_matches

    numbers = _NUMBER.findall(plain)
    known = [
        phrase
        for phrase, call in _phrases().items()
        if _denies(phrase) == _denies(said) and (phrase == call or len(said) > SHORT)
    ]
    near = get_close_matches(said, known, n=5, cutoff=NEAR)
    meant = next((phrase for phrase in near if _is_like(said, phrase, len(numbers))), None)
    if meant is None:
        return ""
    phrase = _phrases()[meant]
    if len(numbers) == 1 and not NEGATIVE.search(words):
        return phrase.format(numbers[0]) if is_stake(numbers[0]) else ""
    return phrase.format(2 if phrase.startswith("envido") else 5)


def _is_like(said: str, phrase: str, numbers: int) -> bool:
    """Whether words are those of a phrase, but for letters; before a number one may be missing."""
    from difflib import SequenceMatcher

    typed, found = (" ".join(_affirmed(text)).split() for text in (said, phrase))
    if not 0 <= len(found) - len(typed) <= min(numbers, 1):
        return False
    return all(
        SequenceMatcher(None, *pair).ratio() >= ALIKE for pair in zip(typed, found, strict=False)
    )


def _affirmed(plain: str) -> list[str]:
    """The words of a text without those that deny; a no that is written together with a word."""
    words = [word for word in plain.split() if word not in words_of("denying")]
    together = [word[2:] for word in words if word[:2] in ("no", "ez") and len(word) > 4]
    glued = [word for word in together if any(word in phrase.split() for phrase in _phrases())]
    return glued or words


def _denies(plain: str) -> bool:
    return _affirmed(plain) != plain.split()


# --- the grammar --------------------------------------------------------------------------

SPOKEN = frozenset(("sena", "dice"))
"""A signal, or something said: they never change the play."""
SAYS_WHAT_IT_HOLDS = frozenset(("tengo", "no tengo", "perete", "corto"))
"""Calls that only some hands may make, under some rulebook."""

read_card = SPANISH.read

_NAME = re.compile(r"[a-z0-9_]+")


def _written(call: Call) -> str:
    """Every card of the deck as text, and a hidden one."""
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


def _canonical(seat: str, words: str) -> Call | None:
    if words in ALONE:
        return Call(seat, words)
    verb, _, rest = words.partition(" ")
    if verb == "envido" and rest:
        return _staked(seat, "envido", rest)
    if verb == "subo" and rest.startswith("a "):
        return _staked(seat, "subo", rest[2:])
    counted = rest.rpartition(" ")[2] in FACE_DOWN
    if verb in ("descarto", "descubre") and "," not in rest and not counted:
        cards = _cards(rest.split())
        return Call(seat, verb, cards=cards) if cards else None
    if verb in SPOKEN and rest:
        word, *cards_said = rest.split()
        if _NAME.fullmatch(word):
            return Call(seat, verb, cards=tuple(map(read_card, cards_said)), word=word)
    return None


def _lax(seat: str, words: str) -> Call | None:
    plain = normalized_words(words)
    if NEGATIVE.search(words) or not plain:
        return None
    for said in dict.fromkeys((plain, _without_fillers(plain))):
        call = _said(seat, said)
        if call is not None:
            return call
    told, bare = words.split(), _without_fillers(plain)
    before = plain.partition(bare)[0].count(" ") if len(told) == len(plain.split()) else 0
    return _lax_cards(seat, told[before:], bare if before else plain)


def _without_fillers(plain: str) -> str:
    """Words without those before and after a call that change nothing.

    >>> _without_fillers("pues paso yo"), _without_fillers("dijo que si"), _without_fillers("yo")
    ('paso', 'si', 'yo')
    """
    words, fillers = plain.split(), words_of("fillers")
    while len(words) > 1:
        if len(words) > 2 and " ".join(words[:2]) in fillers:
            words = words[2:]
        elif words[0] in fillers:
            words = words[1:]
        elif words[-1] in fillers:
            words = words[:-1]
        else:
            break
    return " ".join(words)


def _said(seat: str, plain: str) -> Call | None:
    """The call that plain words are, of those that name no cards."""
    verb = meanings("calls").get(plain)
    if verb is not None:
        return Call(seat, verb)
    answer = meanings("answers").get(plain, "")
    if answer:
        return Call(seat, "tengo" if answer in ("si", "tambien") else "no tengo", word=answer)
    if plain in declared():
        verb, lance = declared()[plain]
        return Call(seat, verb, word=lance)
    if plain in words_of("opening"):
        return Call(seat, "envido", 2)
    if plain in meanings("over_the_stake"):
        return Call(seat, "mas", 0, word=meanings("over_the_stake")[plain])
    head, number = _with_number(plain)
    if number and head in words_of("opening"):
        return _staked(seat, "envido", number)
    if number and head in words_of("raising"):
        return _staked(seat, "subo", number)
    added = _added(plain)
    return _staked(seat, "mas", added) if added not in ("", "0") else None


def _with_number(plain: str) -> tuple[str, str]:
    """What stands before the number that words end with, and this number in figures.

    >>> _with_number("envido treinta y una"), _with_number("y dos"), _with_number("paso")
    (('envido', '31'), ('y', '2'), ('paso', ''))
    """
    words = plain.split()
    if len(words) > 1 and words[-1] in words_of("units"):
        words.pop()
    for count in (3, 2, 1):
        told = words[-count:]
        number = number_said(" ".join(told))
        if number.isdigit() and len(told) == count and told[0] not in words_of("adding"):
            return " ".join(words[:-count]), number
    return plain, ""


def _added(plain: str) -> str:
    """The number somebody adds to the stake on the table; nothing where none is added.

    >>> _added("5 mas"), _added("y dos mas"), _added("je relance de 3"), _added("subo 5")
    ('5', '2', '3', '')
    """
    unit = next((unit for unit in words_of("more") if plain.endswith(f" {unit}")), "")
    head, number = _with_number(_without_fillers(plain.removesuffix(f" {unit}")))
    alone = head in words_of("adding_alone")
    return number if alone or (unit and head in ("", *words_of("adding"))) else ""


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
    for phrase in words_of("throwing"):
        if plain.startswith(f"{phrase} "):
            named = " ".join(words[phrase.count(" ") + 1 :])
            cards = _cards(named.split("," if "," in named else None))
            return Call(seat, "descubre" if phrase == "descubre" else "descarto", cards=cards)
    return None


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards of a call, some of them joined as in ``44``; ``?`` is one nobody saw."""
    parted = [card for text in texts for card in SPANISH.parted(text.strip())]
    return tuple([HIDDEN if card == "?" else read_card(card) for card in parted])


def throw_as_meant(words: str, hand: tuple[Card, ...] | None, size: int) -> str:
    """Suggest the throw that was meant: ``descarto`` and cards of the `hand`, if known.

    Cards may stand by themselves, joined, and without their suits; all `size` of a hand are
    thrown by ``todas`` and by their number, if that is no card of it. Other words stay as they
    are. Raises NotationError for what can mean several throws.

    >>> hand = tuple(map(read_card, ("Ro", "7c", "4e", "4b")))
    >>> [throw_as_meant(words, hand, 4) for words in ("44", "tiro 7 12", "todas", "paso")]
    ['descarto 4e 4b', 'descarto 7c Ro', 'descarto Ro 7c 4e 4b', 'paso']
    """
    plain = normalized_words(words)
    verb = next((verb for verb in words_of("throwing") if f"{plain} ".startswith(f"{verb} ")), "")
    rest = plain.removeprefix(verb).split()
    if verb == "descubre":
        return words
    if verb and not rest:
        raise NotationError(mark("Say which cards are thrown, as in descarto 7c 4b."))
    everything = words_of("every_card")
    beside = (*everything, *FACE_DOWN, *words_of("no_number"))
    count = [number_word_to_digits(word) for word in rest if word not in beside]
    counted, alone = count == [str(size)], len(rest) == 1
    whole = " ".join(("descarto", *(hand or (HIDDEN,) * size)))
    if (counted and not alone) or (not count and not set(everything).isdisjoint(rest)):
        return whole
    try:
        cards = SPANISH.read_all(" ".join(words.split()[len(verb.split()) :]))
    except NotationError:
        return words
    named = " ".join(("descarto", *cards))
    if hand is None:
        if not verb and alone and count[0] in map(str, range(1, size + 1)):
            sentence = mark(
                "{words} can be a card or how many: say descarto {card}, or {number} cartas."
            )
            raise NotationError(sentence, words=words, card=cards[0], number=count[0])
        return words if not verb and len(cards) >= size else named  # they may be what is held
    thrown, left = list[Card](), list((Counter(hand) - Counter(cards)).elements())
    for card in dict.fromkeys(cards):
        number, own = cards.count(card), [one for one in left if one.rank == card.rank]
        if card in hand:
            own = [card] * number
        elif card.suit or len(own) < number:
            return whole if counted else named
        elif len(own) > number:
            sentence = mark("{card} can be any of {cards}: say which, with the suit.")
            raise NotationError(sentence, card=card, cards=" ".join(own))
        thrown += own
    return " ".join(("descarto", *thrown))


def _face_down(seat: str, plain: str) -> Call | None:
    """A throw of unseen cards by number (``2 cartas``, ``descarto dos cartas``), or None."""
    *before, number, _ = ["", *plain.split()]
    count = number_word_to_digits(number)
    if " ".join(before).strip() not in ("", *words_of("throwing")) or count not in tuple("12345"):
        return None
    if "descubre" in before:
        return None
    return Call(seat, "descarto", cards=(HIDDEN,) * int(count))


def _staked(seat: str, verb: str, number: str) -> Call | None:
    return Call(seat, verb, int(number)) if is_stake(number) else None


def needs_context(call: Call) -> bool:
    """Whether what a call says is known only where it was said: a bare yes, five more.

    >>> (
    ...     needs_context(read_call("A 5 más")),
    ...     needs_context(read_call("A sí")),
    ...     needs_context(read_call("A quiero")),
    ... )
    (True, True, False)
    """
    return call.verb == "mas" or (call.word != "" and call.verb in ("tengo", "no tengo"))


def contextual_calls(calls: Iterable[Call]) -> tuple[bool, ...]:
    """Whether each call of a round depends on those before; in Mus a paso to a bet does too."""
    staked, found = False, []
    for call in calls:
        found.append(needs_context(call) or (staked and call.verb == "paso"))
        staked = staked or call.verb in ("envido", "subo", "mas", "ordago")
    return tuple(found)


GRAMMAR = Grammar(
    verbs=(*ALONE, "envido", "subo", "mas", "descarto", "descubre", *SPOKEN),
    canonical=_canonical,
    lax=_lax,
    written=_written,
    meant=suggest_phrase,
    beside=SPOKEN,
    listing=words_of("throwing"),
    face_down=("descarto",),
    gestures=("sena",),
    lean=contextual_calls,
    bare=(*sorted(ALONE - {"?"}), "envido ", "subo a "),
)

read_call = GRAMMAR.read
