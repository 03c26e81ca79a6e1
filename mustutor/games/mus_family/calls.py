"""The grammar of the calls of Mus and Encaje, lax when read, strict when written.

A call is written ``SEAT WORDS`` in lower-case ASCII Spanish, and a number is always the
resulting stake: ``B subo a 5``. Reading also takes the spellings people use in Spanish, French,
English and Basque (`órdago`, `I pass`, `no hay mus`, `5 más`); it is lax in spelling, never in
rules. Calls that refer to the stake on the table (``5 más``, ``y yo``, ``reenvido``) are read as
the verb ``mas`` and become ``subo a N`` when they are heard at a position. For words that are no
call, what was probably meant is said.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache

from mustutor.base.errors import NotationError
from mustutor.base.language import mark
from mustutor.model.calls import HIDDEN, Call, Grammar, normalized_words, number_word_to_digits
from mustutor.model.cards import SPANISH, Card

MOST_STONES = 1_000_000

ALONE = frozenset(
    ("mus", "corto", "servido", "tengo", "no tengo", "paso", "quiero", "no quiero")
    + ("ordago", "perete", "?")
)
"""Verbs that stand alone."""

SPELLINGS: dict[str, tuple[str, ...]] = {
    "mus": (
        *("mus", "hay mus", "quiero mus", "dame mus", "doy mus", "a mus", "venga mus"),
        *("i want mus", "je veux mus", "mus bai", "il y a mus"),
    ),
    "corto": (
        *("corto", "no hay mus", "no mus", "corto mus", "mus no", "no quiero mus"),
        *("hasta alli", "hasta ahi", "hasta aqui", "sin mus", "yo corto", "corto el mus"),
        *("no doy mus", "no hay mas mus", "se acabo el mus"),
        *("i cut", "cut", "cut mus", "i cut mus", "no mus for me"),
        *("mintza", "mus ez", "ez dago musik", "musik ez"),
        *("il n y a pas mus", "pas de mus", "pas mus", "je coupe", "coupe", "je coupe le mus"),
    ),
    "servido": ("servido", "servida", "me quedo servido", "served", "servi", "zerbitua"),
    "tengo": (
        *("tengo", "si tengo", "lo tengo", "yo tengo", "llevo", "yo llevo"),
        *("i have", "i have it", "yes i have", "i do"),
        *("j ai", "j en ai", "badut", "baditut", "badaukat"),
    ),
    "no tengo": (
        *("no tengo", "no lo tengo", "yo no tengo", "no llevo", "yo no llevo"),
        *("i do not have", "i don t have", "i do not have it", "i don t have it", "no i don t"),
        *("je n ai pas", "je n en ai pas", "ez dut", "ez daukat"),
    ),
    "paso": (
        *("paso", "pasa", "yo paso", "pass", "i pass", "check", "i check"),
        *("je passe", "passe", "parole", "pasatzen naiz", "paso palabra", "pasamos"),
    ),
    "quiero": (
        *("quiero", "lo quiero", "las quiero", "yo quiero", "veo", "lo veo", "las veo"),
        *("queremos", "si quiero", "yo veo", "yo lo quiero", "la veo", "acepto"),
        *("aceptamos", "i want it", "seen", "i m in"),
        *("see", "i see", "i see it", "call", "i call", "accept", "i accept"),
        *("j accepte", "tenu", "je tiens", "je vois", "je veux", "suivi", "d accord"),
        *("iduki", "eduki", "nahi", "nahi dut", "ikusten dut"),
    ),
    "no quiero": (
        *("no quiero", "no lo quiero", "no las quiero", "no veo", "no lo veo", "no las veo"),
        *("yo no quiero", "yo no lo quiero", "yo no veo", "no queremos", "no la veo"),
        *("no acepto", "no aceptamos", "me voy", "i m out", "decline", "i decline", "don t see"),
        *("i don t want it", "i do not want it"),
        *("fold", "i fold", "i refuse", "refuse", "i do not see it", "i don t see it"),
        *("je refuse", "je n accepte pas", "je ne tiens pas", "je ne veux pas"),
        *("tira", "ez dut nahi", "ez dut ikusten"),
    ),
    "ordago": (
        *("ordago", "hordago", "hor dago", "all in for the game"),
        *("quiero y ordago", "veo y ordago"),
    ),
    "perete": ("perete", "tanganete", "tio perete"),
    "?": ("?", "unknown"),
}

ANSWERS = {
    **dict.fromkeys(("si", "yes", "oui", "bai", "yo si", "claro", "claro que si"), "si"),
    **dict.fromkeys(("nik bai", "yep", "yeah"), "si"),
    **dict.fromkeys(("no", "non", "ez", "yo no", "no yo no", "nik ez", "nope"), "no"),
    **dict.fromkeys(("no gracias", "no thanks", "no thank you", "non merci"), "no"),
    **dict.fromkeys(("tampoco", "yo tampoco", "ni yo", "me neither", "nor i"), "tampoco"),
    **dict.fromkeys(("neither do i", "moi non plus", "nik ere ez", "ezta nik ere"), "tampoco"),
    **dict.fromkeys(("tambien", "yo tambien", "me too", "moi aussi", "nik ere bai"), "tambien"),
}
"""A bare yes or no: what it means depends on what was asked at the table."""

NAMED = {
    **dict.fromkeys(("pares", "pairs", "paires", "des paires", "les paires"), "pares"),
    **dict.fromkeys(("pareak", "pare"), "pares"),
    **dict.fromkeys(("juego", "game", "jeu", "du jeu", "le jeu"), "juego"),
    **dict.fromkeys(("jokoa", "joko", "jokua"), "juego"),
}
"""What is declared, as people name it beside yes or no: ``pares sí``, ``I have no game``."""
HAVING = (
    *("", "tengo", "si", "hay", "si hay", "si tengo", "yo tengo", "llevo", "si llevo"),
    *("yes", "i have", "yes i have", "j ai", "oui", "oui j ai"),
    *("bai", "badut", "baditut", "badaukat"),
)
LACKING = (
    *("no", "no tengo", "sin", "no hay", "yo no tengo", "no llevo"),
    *("ez", "ez dut", "ez ditut", "ez daukat"),
    *("i have no", "no i have no", "i do not have", "i don t have", "no i don t have"),
    *("non", "je n ai pas de", "je n ai pas", "pas de"),
)
"""What stands before its name, or after it, where somebody has it, and where he has not."""

OPENING = (
    *("envido", "yo envido", "enbido", "enbido egin", "i bet", "bet", "bid", "i bid"),
    *("j encheris", "je mise", "mise", "apuesto", "inbido", "imido", "te envido", "le envido"),
)
RAISING = (
    *("subo a", "subo hasta", "hasta", "reenvido a", "raise to", "i raise to", "raise it to"),
    *("i raise it to", "je relance a", "relance a", "je monte a", "igo"),
)
MORE = ("mas", "more", "de plus", "de mieux", "gehiago")
FURTHER = (
    *("y", "otras", "y otras", "otros", "y otros", "envido", "subo"),
    *("raise by", "i raise by", "raise it by"),
    *("i raise it by", "je relance de", "relance de", "et", "and", "eta", "beste", "eta beste"),
    *("quiero y", "quiero y otras", "quiero y otros", "veo y", "las veo y", "lo veo y", "plus"),
    *("echo", "le echo", "echale", "echale otras", "echale otros"),
)
"""What may stand before a number to say that it is added to the stake on the table."""
BY_ITSELF = frozenset(FURTHER) - {"y", "envido", "subo", "et", "and", "eta"}
"""Those of them that say so without `mas` or its like after the number."""
DOUBLING = ("reenvido", "reenvio", "y yo reenvido", "i raise you double")
TWICE = (
    *("doblo", "doblo la apuesta", "lo doblo", "el doble", "double", "double it", "i double"),
    *("i double it", "je double"),
)
"""Doubles the stake on the table, whatever the rulebook makes of a reenvido."""
ADDING = (
    *("y yo", "y yo envido", "subo", "raise", "i raise", "je relance", "and me", "and i"),
    *("et moi", "eta nik"),
)
OVER_THE_STAKE = {
    **dict.fromkeys(DOUBLING, "reenvido"),
    **dict.fromkeys(TWICE, "doblo"),
    **dict.fromkeys(("todas", "all of them"), "todas"),
    **dict.fromkeys(ADDING, "y yo"),
}
"""What is said without a number over the stake on the table: the word of a `mas`."""


THROWING = (
    *("descarto", "descubre", "me descarto de", "tiro", "discard", "i discard", "throw", "i throw"),
    *("descarte", "je descarte", "je jette"),
)

FACE_DOWN = ("carta", "cartas", "card", "cards", "carte", "cartes", "karta")
"""After a number: this number of cards is thrown, and nobody saw which."""

EVERY_CARD = frozenset(("todas", "all", "toutes", "tout", "denak", "guztiak"))
NO_NUMBER = EVERY_CARD.union(FACE_DOWN, ("las", "the", "les", "mis", "my", "mes", "of", "them"))
"""Words beside those that say how many cards are thrown: ``las cuatro``, ``all my cards``."""

DENYING = frozenset(
    ("no", "not", "never", "nor", "neither", "don", "dont", "t", "doesn", "without")
    + ("non", "ne", "n", "pas", "ni", "jamais", "nunca", "sin", "nada", "tampoco", "ez", "ezin")
)
"""Words by which something is denied."""
ALIKE = 0.6
NEAR = 0.72
"""How alike a phrase must be to be asked about: less, and short words are like anything."""

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
    for heads, verb in ((HAVING, "tengo"), (LACKING, "no tengo")):
        for name, lance in NAMED.items():
            for head in heads:
                found[f"{head} {name}".strip()] = found[f"{name} {head}".strip()] = verb, lance
    return found


@cache
def verbs() -> dict[str, str]:
    """The verb of every phrase that stands alone."""
    return {spelling: verb for verb, known in SPELLINGS.items() for spelling in known}


@cache
def _phrases() -> dict[str, str]:
    """Every phrase that can be read, and how it is written, with room for its number."""
    phrases = {**verbs(), **dict.fromkeys(OPENING, "envido {}")}
    return phrases | dict.fromkeys(RAISING, "subo a {}") | dict.fromkeys(MORE, "{} mas")


def suggest_phrase(words: str) -> str:
    """What was probably said, with the number that was; or nothing.

    Never the opposite of it: a denial is taken for a denial of the same thing, or for nothing.

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
    plain = normalized_words(words)
    said = " ".join(_NUMBER.sub(" ", plain).split())
    from difflib import SequenceMatcher, get_close_matches

    known = [phrase for phrase in _phrases() if _denies(phrase) == _denies(said)]
    near = get_close_matches(said, known, n=1, cutoff=NEAR)
    if near and _denies(said):
        # Two denials are alike in their denying: what is denied must be alike too.
        typed, found = (" ".join(_affirmed(text)) for text in (said, near[0]))
        near = near if SequenceMatcher(None, typed, found).ratio() >= ALIKE else []
    if not near:
        return ""
    phrase = _phrases()[near[0]]
    numbers = _NUMBER.findall(plain)
    if len(numbers) == 1 and not NEGATIVE.search(words) and is_stake(numbers[0]):
        return phrase.format(numbers[0])
    return phrase.format(2 if phrase.startswith("envido") else 5)


def _affirmed(plain: str) -> list[str]:
    """The words of a text without those that deny; a no that is written together with a word."""
    words = [word for word in plain.split() if word not in DENYING]
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
    verb = verbs().get(plain)
    if verb is not None:
        return Call(seat, verb)
    if plain in ANSWERS:
        verb = "tengo" if ANSWERS[plain] in ("si", "tambien") else "no tengo"
        return Call(seat, verb, word=ANSWERS[plain])
    if plain in declared():
        verb, lance = declared()[plain]
        return Call(seat, verb, word=lance)
    if plain in OPENING:
        return Call(seat, "envido", 2)
    if plain in OVER_THE_STAKE:
        return Call(seat, "mas", 0, word=OVER_THE_STAKE[plain])
    head, _, tail = plain.rpartition(" ")
    if head in OPENING:
        return _staked(seat, "envido", number_word_to_digits(tail))
    if head in RAISING:
        return _staked(seat, "subo", number_word_to_digits(tail))
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
    number = number_word_to_digits(number)
    if not number.isdigit() or head not in ((*FURTHER, "") if unit else BY_ITSELF):
        return ""
    return number


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
    for phrase in THROWING:
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
    verb = next((verb for verb in THROWING if f"{plain} ".startswith(f"{verb} ")), "")
    rest = plain.removeprefix(verb).split()
    if verb == "descubre":
        return words
    if verb and not rest:
        raise NotationError(mark("Say which cards are thrown, as in descarto 7c 4b."))
    count = [number_word_to_digits(word) for word in rest if word not in NO_NUMBER]
    counted, alone = count == [str(size)], len(rest) == 1
    everything = " ".join(("descarto", *(hand or (HIDDEN,) * size)))
    if (counted and not alone) or (not count and not EVERY_CARD.isdisjoint(rest)):
        return everything
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
            return everything if counted else named
        elif len(own) > number:
            sentence = mark("{card} can be any of {cards}: say which, with the suit.")
            raise NotationError(sentence, card=card, cards=" ".join(own))
        thrown += own
    return " ".join(("descarto", *thrown))


def _face_down(seat: str, plain: str) -> Call | None:
    """A throw of unseen cards by number (``2 cartas``, ``descarto dos cartas``), or None."""
    *before, number, _ = ["", *plain.split()]
    count = number_word_to_digits(number)
    if " ".join(before).strip() not in ("", *THROWING) or count not in tuple("12345"):
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
    listing=THROWING,
    face_down=("descarto",),
    gestures=("sena",),
    lean=contextual_calls,
    bare=(*sorted(ALONE - {"?"}), "envido ", "subo a "),
)

read_call = GRAMMAR.read
