"""Calls: what a player or the deck does, as a value, and the grammar of each game for them.

A call is written ``SEAT WORDS`` in lower-case ASCII, and a number is always the resulting stake.
Reading is lax, writing strict. Each game has its own words (`Grammar`); the deck's two verbs,
`reparte` (deals) and `sirve` (serves), are the same in every game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from mustutor.base import register
from mustutor.base.errors import NotationError, WrongKind
from mustutor.base.language import mark, unseen
from mustutor.base.shipped import words_in, words_table
from mustutor.model.cards import Card, Deck

DECK = "baraja"
"""The chance actor: the deck deals (`reparte`) and serves (`sirve`)."""

HIDDEN = Card("?")
"""A card thrown face down whose face the record does not tell."""

KEPT = "guardadas"
"""The word of a `reparte` that tells the cards kept after a discard nobody recorded."""

FORGOTTEN = "?"
"""What a record writes for a call nobody remembers."""

LONGEST_CALL = 200
CALLS_KEPT = 8192

_SEAT = re.compile(r"[A-Za-z][0-9]?")
_NOT_SAID = mark("{words!r} is not something a player says.")
_NO_CALL = mark("This {kind} is not a call: give a Call, or its words, as in 'B envido 2'.")


class Call(NamedTuple):
    """A call: the seat, the verb, and the cards or number that go with it.

    `stones` is the resulting stake of `envido` and `subo`; `cards` are those thrown or shown;
    `word` is the name of a signal or of something said; `hands` are the cards the deck deals
    or serves, by seat.

    >>> from mustutor.games.mus_family.calls import read_call
    >>> read_call("B subo a 5")
    Call(seat='B', verb='subo', stones=5, cards=(), word='', hands=())
    """

    seat: str
    verb: str
    stones: int = 0
    cards: tuple[Card, ...] = ()
    word: str = ""
    hands: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    def __str__(self) -> str:
        try:
            return write_call(self) if _is_whole(self) else repr(self)
        except KeyError:  # no game has such a verb
            return repr(self)


def _is_whole(call: Call) -> bool:
    """Whether each field of a call built by a program has a valid type and value."""
    return tuple(map(type, call)) == (str, str, int, tuple, str, tuple) and all(
        type(seat) is str and type(cards) is tuple and all(isinstance(card, str) for card in cards)
        for seat, cards in [("", call.cards), *(_pair(told) for told in call.hands)]
    )


def _pair(told: object) -> tuple[object, object]:
    return told if type(told) is tuple and len(told) == 2 else (None, None)


def deal_call(hands: dict[str, tuple[Card, ...]], *, kept: bool = False) -> Call:
    """The call that deals these hands; a seat left out got unknown cards.

    `kept` says that these are the cards the players kept, if it is not recorded what they
    threw.
    """
    return Call(DECK, "reparte", 0, (), KEPT if kept else "", tuple(hands.items()))


def serve_call(hands: dict[str, tuple[Card, ...]]) -> Call:
    """The call that deals replacements after a discard; a seat left out got unknown cards."""
    return Call(DECK, "sirve", 0, (), "", tuple(hands.items()))


class Grammar:
    """The grammar of a game: how its calls are read and written.

    `canonical` and `lax` take a seat and words, and return the call or None; `written` returns the
    words of a call in canonical spelling (by default its verb, cards and word), `meant` the words
    that were probably meant. `lean` tells which calls of a round are relative to earlier ones (`5
    mas`): playing the round makes them absolute. `verbs` are all verbs; `beside` are those that
    never change the play; `bare` are words that may begin a call, `listing` those that cards
    follow; cards after a verb of `face_down` are seen by nobody else, and `gestures` are seen by
    partners, and by others only if they happen to look.
    """

    def __init__(
        self,
        *,
        verbs: Iterable[str],
        canonical: Callable[[str, str], Call | None],
        written: Callable[[Call], str] = lambda call: " ".join(
            filter(None, (call.verb, *call.cards, call.word))
        ),
        lax: Callable[[str, str], Call | None] = lambda *_: None,
        meant: Callable[[str], str] = lambda _: "",
        lean: Callable[[Iterable[Call]], Sequence[bool]] = lambda calls: [False for _ in calls],
        beside: Iterable[str] = (),
        bare: tuple[str, ...] = (),
        listing: tuple[str, ...] = (),
        face_down: Iterable[str] = (),
        gestures: Iterable[str] = (),
    ) -> None:
        self.verbs = frozenset(verbs)
        self.beside = frozenset(beside)
        self.bare = bare
        self.listing = listing
        self.face_down = frozenset(face_down)
        self.gestures = frozenset(gestures)
        self.written = written
        self.lean = lean
        self._canonical, self._lax, self._meant = canonical, lax, meant
        # A record repeats the same few hundred calls.
        self.read: Callable[[str], Call] = lru_cache(maxsize=CALLS_KEPT)(self._read)

    def call_in(self, words: str) -> Call | None:
        """The call that words without a seat are; None for others, with nothing suggested."""
        return self._canonical("A", words) or self._lax("A", words) if words.isprintable() else None

    def given(self, call: object) -> Call:
        """A call, from a `Call` or its text. Raises NotationError, or WrongKind for other types."""
        if isinstance(call, str):
            return self.read(call)
        if not isinstance(call, Call) or not _is_whole(call):
            raise WrongKind(_NO_CALL, kind=type(call).__name__)
        if call.verb not in self.verbs and call.verb not in ("reparte", "sirve", FORGOTTEN):
            raise NotationError(_NOT_SAID, words=call.verb)
        return call

    def _read(self, text: str) -> Call:
        """Read a call in its canonical spelling or in a common one.

        Raises NotationError, with the closest readable call as its hint.
        """
        if len(text) > LONGEST_CALL:
            sentence = mark(
                "This call is {length} characters long, and no call is longer than {longest}."
            )
            raise NotationError(sentence, length=len(text), longest=LONGEST_CALL)
        seat, _, words = text.strip().partition(" ")
        if not (text.isascii() and text.isprintable()):
            _refuse_unseen(text)
        if not _SEAT.fullmatch(seat) or not words:
            sentence = mark(
                "{text!r} is not a call: a call is a seat and what it says, as in 'B envido 2'."
            )
            raise NotationError(sentence, text=text)
        seat = seat.upper()
        if words == FORGOTTEN:
            return Call(seat, FORGOTTEN)
        call = self._canonical(seat, words) or self._lax(seat, words)
        if call is None:
            meant = self._meant(words)
            raise NotationError(_NOT_SAID, words=words, hint=f"{seat} {meant}" if meant else "")
        return call


def card_grammar(deck: Deck, *words: str) -> Grammar:
    """The grammar of a game in which a call is a verb, with one card after those that need one.

    >>> from mustutor.model.cards import SPANISH
    >>> card_grammar(SPANISH, "echo <card>", "paso").read("B echo rey de oros").cards
    ('Ro',)
    """
    with_card = [word.removesuffix(" <card>") for word in words if word.endswith(" <card>")]
    alone = [word for word in words if not word.endswith(" <card>")]

    def canonical(seat: str, words: str) -> Call | None:
        verb, _, text = words.partition(" ")
        if words.lower() in alone:
            return Call(seat, words.lower())
        try:
            card = deck.read(text) if verb.lower() in with_card else None
        except NotationError:
            return None
        return Call(seat, verb.lower(), cards=(card,)) if card and card.suit else None

    return Grammar(
        verbs=(*with_card, *alone),
        canonical=canonical,
        meant=lambda said: next((verb for verb in alone if verb[:1] == said[:1].lower()), ""),
        bare=(*[f"{verb} " for verb in with_card], *alone),
    )


def _refuse_unseen(text: str) -> None:
    """Refuse a call that contains an invisible character or combining mark."""
    for sign in "".join(text.split()):
        marks = unicodedata.category(sign) == "Mn" and not unicodedata.combining(sign)
        if marks or unseen(sign):
            escape = sign.encode("unicode_escape").decode()  # as sentences show such signs
            sentence = mark(
                "{text!r} holds a character that cannot be seen, {escape}: leave it out."
            )
            raise NotationError(sentence, text=text.replace(sign, escape), escape=escape)


def write_call(call: Call, grammar: Grammar | None = None) -> str:
    """Write a call in the canonical spelling of its game's grammar.

    >>> write_call(Call("B", "envido", 2))
    'B envido 2'
    """
    if call.hands or call.seat == DECK:
        dealt = ", ".join(" ".join((seat, *cards)) for seat, cards in call.hands)
        return f"{call.seat} {call.verb} {dealt}"
    if call.verb == FORGOTTEN:
        return f"{call.seat} {FORGOTTEN}"
    return f"{call.seat} {(grammar or _grammar_with(call.verb)).written(call)}"


@register.cached_until_registered
def grammar_of(lance: str, game: str = "") -> Grammar:
    """The grammar of a game, else of the first with a round of that name, else of the first.

    A record's own game goes first, as another may have a round of the same name.

    >>> str(grammar_of("grande").read("B tres mas"))
    'B 3 mas'
    """
    known = register.games()
    for name in (*((game,) if game in known else ()), *known):
        if lance in register.game_part(name, "PHASES").names:
            found: Grammar = register.game_part(name, "GRAMMAR")
            return found
    first: Grammar = register.game_part(register.games()[0], "GRAMMAR")
    return first


@register.cached_until_registered
def _grammar_with(verb: str) -> Grammar:
    """The grammar of the first game that has a verb."""
    for name in register.games():
        grammar: Grammar = register.game_part(name, "GRAMMAR")
        if verb in grammar.verbs:
            return grammar
    raise KeyError(verb)


def normalized_words(words: str) -> str:
    """The words without accents, capitals and punctuation; nothing where a letter has no other."""
    letters = unicodedata.normalize("NFKD", words.casefold().replace("œ", "oe"))
    if any(letter.isalnum() and not letter.isascii() for letter in letters):
        return ""  # Left out, a number in other digits would be lost.
    return " ".join(re.findall(r"[a-z0-9?]+", letters.encode("ascii", "ignore").decode()))


def number_word_to_digits(word: str) -> str:
    """A number said as a word, in figures; anything else as it is.

    >>> number_word_to_digits("bost"), number_word_to_digits("12"), number_word_to_digits("rey")
    ('5', '12', 'rey')
    """
    return _numbers().get(word, word)


def number_said(words: str) -> str:
    """A number to forty and more, said in one word or several, in figures; else the words.

    >>> number_said("thirty-one"), number_said("Treinta y uno"), number_said("dos")
    ('31', '31', '2')
    >>> number_said("trente et une"), number_said("hogeita hamaika"), number_said("dix-sept")
    ('31', '31', '17')
    >>> number_said("zero"), number_said("19"), number_said("many")
    ('0', '19', 'many')
    """
    if not words[:1].isalpha():
        return words
    parts = [word for word in normalized_words(words).split() if word not in ("y", "and", "et")]
    begins, *units = parts or [""]
    table = words_table("telling")
    for begun, least, most in (("tens", 0, 9), ("scores", 1, 19)):
        if begins in table[begun] and len(units) < 2:
            unit = number_word_to_digits(units[0]) if units else "0"
            fits = unit.isdigit() and least <= int(unit) <= most
            return str(table[begun][begins] + int(unit)) if fits else words
    said = "0" if begins in ("zero", "cero") else number_word_to_digits(begins)
    return said if not units and said.isdigit() else words


@cache
def telling_words(name: str) -> tuple[str, ...]:
    """The words of one class in which people tell, in all languages, the longest first.

    >>> "nadie" in telling_words("nobody")
    True
    """
    found = words_in("telling", "words", name)
    return tuple(sorted(found, key=lambda word: (-len(word.split()), word)))


def begins_with(plain: Sequence[str], name: str) -> int:
    """How many words of a class a text begins with; 0 for none.

    >>> begins_with(["no", "one", "answered"], "nobody")
    2
    """
    phrases = [phrase.split() for phrase in telling_words(name)]
    return next((len(head) for head in phrases if list(plain[: len(head)]) == head), 0)


def is_said(name: str, text: str) -> bool:
    """Whether a text is what people say of one class, and nothing else.

    >>> is_said("all_passed", "Pasaron todos."), is_said("all_passed", "pasaron")
    (True, False)
    """
    return normalized_words(text) in telling_words(name)


@cache
def _numbers() -> dict[str, str]:
    """The numbers as they are said, in all languages, each in figures."""
    said = dict(words_table("telling")["numbers"])
    counted = dict.fromkeys(said.pop("one"), "1")
    for words in said.values():
        counted |= {word: str(number) for number, word in enumerate(words, 1)}
    return counted
