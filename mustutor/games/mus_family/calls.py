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
from collections import Counter
from collections.abc import Iterable

from mustutor.calls import HIDDEN, Call, Grammar
from mustutor.cards import SPANISH, Card
from mustutor.errors import NotationError
from mustutor.games.mus_family.phrases import (
    ADDING,
    ALONE,
    ANSWERS,
    BY_ITSELF,
    DOUBLING,
    EVERY_CARD,
    EVERYTHING,
    FACE_DOWN,
    FURTHER,
    MORE,
    NEGATIVE,
    NO_NUMBER,
    OPENING,
    RAISING,
    THROWING,
    TWICE,
    bare_words,
    declared,
    figures,
    is_stake,
    meant,
    verbs,
)
from mustutor.language import mark

SPOKEN = frozenset(("sena", "dice"))
"""A signal, or something said: they never change the play."""
SAYS_WHAT_IT_HOLDS = frozenset(("tengo", "no tengo", "perete", "corto"))
"""Calls that only some hands may make, under some rulebook."""

read_card = SPANISH.read

_NAME = re.compile(r"[a-z0-9_]+")


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
    plain = bare_words(words)
    if NEGATIVE.search(words) or not plain:
        return None
    verb = verbs().get(plain)
    if verb is not None:
        return Call(seat, verb)
    if plain in ANSWERS:
        verb = "tengo" if ANSWERS[plain] in ("si", "tambien") else "no tengo"
        return Call(seat, verb, word=ANSWERS[plain])
    if plain in declared():
        said, lance = declared()[plain]
        return Call(seat, said, word=lance)
    if plain in OPENING:
        return Call(seat, "envido", 2)
    if plain in DOUBLING:
        return Call(seat, "mas", 0, word="reenvido")
    if plain in TWICE:
        return Call(seat, "mas", 0, word="doblo")
    if plain in EVERYTHING:
        return Call(seat, "mas", 0, word="todas")
    if plain in ADDING:
        return Call(seat, "mas", 0, word="y yo")
    head, _, tail = plain.rpartition(" ")
    if head in OPENING:
        return _staked(seat, "envido", figures(tail))
    if head in RAISING:
        return _staked(seat, "subo", figures(tail))
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
    number = figures(number)
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
    for said in THROWING:
        if plain.startswith(f"{said} "):
            told = " ".join(words[said.count(" ") + 1 :])
            cards = _cards(told.split("," if "," in told else None))
            return Call(seat, "descubre" if said == "descubre" else "descarto", cards=cards)
    return None


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards of a call, some of them joined as in ``44``; ``?`` is one nobody saw."""
    parted = [card for text in texts for card in SPANISH.parted(text.strip())]
    return tuple([HIDDEN if card == "?" else read_card(card) for card in parted])


def throw_as_meant(words: str, hand: tuple[Card, ...] | None, size: int) -> str:
    """What somebody means who throws cards: ``descarto`` and those of the `hand`, if it is known.

    Cards may stand by themselves, joined, and without their suits; all `size` of a hand are
    thrown by ``todas`` and by their number, if that is no card of it. Other words stay as they
    are. Raises NotationError for what can mean several throws.

    >>> hand = tuple(map(read_card, ("Ro", "7c", "4e", "4b")))
    >>> [throw_as_meant(words, hand, 4) for words in ("44", "tiro 7 12", "todas", "paso")]
    ['descarto 4e 4b', 'descarto 7c Ro', 'descarto Ro 7c 4e 4b', 'paso']
    """
    plain = bare_words(words)
    said = next((verb for verb in THROWING if f"{plain} ".startswith(f"{verb} ")), "")
    told = plain.removeprefix(said).split()
    if said == "descubre":
        return words
    if said and not told:
        raise NotationError(mark("Say which cards are thrown, as in descarto 7c 4b."))
    count = [figures(word) for word in told if word not in NO_NUMBER]
    counted, alone = count == [str(size)], len(told) == 1
    everything = " ".join(("descarto", *(hand or (HIDDEN,) * size)))
    if (counted and not alone) or (not count and not EVERY_CARD.isdisjoint(told)):
        return everything
    try:
        cards = SPANISH.read_all(" ".join(words.split()[len(said.split()) :]))
    except NotationError:
        return words
    named = " ".join(("descarto", *cards))
    if hand is None:
        if not said and alone and count[0] in map(str, range(1, size + 1)):
            raise NotationError(
                mark("{words} can be a card or how many: say descarto {card}, or {number} cartas."),
                words=words,
                card=cards[0],
                number=count[0],
            )
        return words if not said and len(cards) >= size else named  # they may be what is held
    thrown, left = list[Card](), list((Counter(hand) - Counter(cards)).elements())
    for card in dict.fromkeys(cards):
        number, own = cards.count(card), [one for one in left if one.rank == card.rank]
        if card in hand:
            own = [card] * number
        elif card.suit or len(own) < number:
            return everything if counted else named
        elif len(own) > number:
            raise NotationError(
                mark("{card} can be any of {cards}: say which, with the suit."),
                card=card,
                cards=" ".join(own),
            )
        thrown += own
    return " ".join(("descarto", *thrown))


def _face_down(seat: str, plain: str) -> Call | None:
    """So many cards thrown that nobody saw: ``2 cartas``, ``descarto dos cartas``."""
    *said, number, _ = ["", *plain.split()]
    count = figures(number)
    if " ".join(said).strip() not in ("", *THROWING) or count not in tuple("12345"):
        return None
    if "descubre" in said:
        return None
    return Call(seat, "descarto", cards=(HIDDEN,) * int(count))


def _staked(seat: str, verb: str, number: str) -> Call | None:
    return Call(seat, verb, int(number)) if is_stake(number) else None


def leans(call: Call) -> bool:
    """Whether what a call says is known only where it was said: a bare yes, five more.

    >>> leans(read_call("A 5 más")), leans(read_call("A sí")), leans(read_call("A quiero"))
    (True, True, False)
    """
    return call.verb == "mas" or (call.word != "" and call.verb in ("tengo", "no tengo"))


def lean(calls: Iterable[Call]) -> tuple[bool, ...]:
    """Which calls of a round lean on what was said before; in Mus a paso to a bet does too."""
    staked, found = False, []
    for call in calls:
        found.append(leans(call) or (staked and call.verb == "paso"))
        staked = staked or call.verb in ("envido", "subo", "mas", "ordago")
    return tuple(found)


GRAMMAR = Grammar(
    verbs=(*ALONE, "envido", "subo", "mas", "descarto", "descubre", *SPOKEN),
    canonical=_canonical,
    lax=_lax,
    written=_written,
    meant=meant,
    beside=SPOKEN,
    listing=THROWING,
    face_down=("descarto",),
    gestures=("sena",),
    lean=lean,
    bare=(*sorted(ALONE - {"?"}), "envido ", "subo a "),
)

read_call = GRAMMAR.read
