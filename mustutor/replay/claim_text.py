"""Claims in people's words (`A 4 pares`, `ganamos`, `A 40, B 31`), read into JSON.

`read_claim` is the entry. Sheets, the recorder and disputes all read claims here, so one text
has one meaning. A text that cannot be read is refused, with the place of the wrong word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container
from typing import Any, NamedTuple, NoReturn

from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import mark, printable
from mustutor.base.register import round_named
from mustutor.base.shipped import words_in
from mustutor.games.failure import read_place
from mustutor.model.calls import number_word_to_digits
from mustutor.model.ledger import OUT
from mustutor.model.position import side_of, sides_of
from mustutor.replay.names import Names, plain_name

MOST = 1_000_000
LONGEST_NAME = 200
EXAMPLE = "claim Ane: A 4 pares"

MATCH, GAME = "match", "game"


def _class(name: str) -> tuple[str, ...]:
    return words_in("telling", "claims", "words", name)


WHOLE = {**dict.fromkeys(_class(MATCH), MATCH), **dict.fromkeys(_class(GAME), GAME)}
HAND, AFTER, WINNING, LOSING, HAVING = map(_class, ("hand", "after", "winning", "losing", "having"))
WE, THEY, NOTHING_OF, PREPOSITIONS, FILLING = map(
    _class, ("we", "they", "nothing", "prepositions", "filling")
)
BOTH = {
    word: both
    for name, both in {
        "we_won": (True, "won"),
        "we_lost": (True, "lost"),
        "we_have": (True, "has"),
        "you_won": (False, "won"),
    }.items()
    for word in _class(name)
}
"""Words that say at once who, of us or them, and what."""

_NOT_UNDERSTOOD = mark("{word!r} is not understood in a claim, which is written as in {example}.")
_EACH_SIDE = mark("This should give the stones of each side, as in A 5, B 18.")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;:=]+')


class ClaimTable(NamedTuple):
    """The table a claim is read at: names, rounds that can be paid, the hand in progress.

    `usual` is the subject of a claim that does not name one. `loses` says that a game is decided by
    its loser, as Encaje is.
    """

    names: Names
    rounds: Container[str]
    hand: int
    usual: str = ""
    loses: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the table, in the order of their seats."""
        return sides_of(self.names.seats)


def read_claim(text: str, table: ClaimTable, by: str | None = None) -> Json:
    """Read a claim; `by` is the claimant if the text does not name one before a colon.

    Raises NotationError, with the column of the faulty word.

    >>> table = ClaimTable(Names(("A1", "B1"), {"B1": "Bea"}), ("pares",), 2, "2")
    >>> read_claim("Bea: B 4 pares", table)
    {'by': 'Bea', 'about': '2.pares', 'to': 'B', 'stones': 4}
    >>> read_claim("Bea: we win", table), read_claim("Jon: A 40, B 31", table)["after"]
    ({'by': 'Bea', 'about': 'game', 'to': 'B'}, {'A': 40, 'B': 31})
    """
    start = 0
    if by is None:
        by, colon, _ = text.partition(":")
        start = len(by) + 1
        if not colon:
            return _ClaimReading(text, 0, _first(text, table), table, begins=True).claim()
    return _ClaimReading(text, start, by, table).claim()


def _first(text: str, table: ClaimTable) -> str:
    """The claimant where no colon names one: the seat, side or player the text begins with."""
    seat, end = table.names.begins(text)
    word = _TOKEN.match(text.lstrip())
    if seat:
        named = text[:end].strip()
        return seat if named.upper() == seat else named
    side = word.group().upper() if word is not None else ""
    if side not in table.sides:
        _refuse(mark("Type who claims, and what, as in {example}."), text)
    return side


def _refuse(sentence: str, text: str, at: int = 0, **evidence: str) -> NoReturn:
    known: dict[str, Any] = {"word": printable(text), **evidence, "example": EXAMPLE}
    raise NotationError(sentence, column=at + 1, **known)


class _ClaimWord(NamedTuple):
    text: str
    word: str
    at: int


class _ClaimReading:
    """A claim while it is read, word by word."""

    def __init__(
        self, text: str, start: int, by: str, table: ClaimTable, *, begins: bool = False
    ) -> None:
        self.text, self.table = text, table
        self.by = " ".join(by.split())[:LONGEST_NAME]
        self.begins = begins
        self.tokens = [
            _ClaimWord(found.group(), self._word(found.group()), found.start())
            for found in _TOKEN.finditer(text, start)
        ]
        self.said: Json = {}
        self.verb = ""
        self.placed = self.stated = False

    def _word(self, text: str) -> str:
        """A word as it is compared: a round by its name, and numbers in figures."""
        word = plain_name(text)
        named = round_named(word)
        if word not in FILLING and named in self.table.rounds:
            return named
        return number_word_to_digits(word)

    def claim(self) -> Json:
        while self.tokens:
            self._next(self.tokens.pop(0))
        said, about = self.said, self.said.pop("about", "")
        if self.verb:
            self._decided(about)
        if "stones" in said and "to" not in said:
            said["to"] = self._own(0)
        if not said and not self.stated:
            sentence = mark("What {by} claims is missing: a claim is written as in {example}.")
            _refuse(sentence, self.text, by=printable(self.by))
        if not about:
            whole = self.verb in ("won", "lost") and "stones" not in said
            about = GAME if whole else self.table.usual or MATCH
        return {"by": self.by, "about": about, **said}

    # --- a word ---

    def _next(self, token: _ClaimWord) -> None:
        word = token.word
        if token.text.startswith('"'):
            self._put("to", _unquoted(token), token)
        elif word in AFTER:
            self._put("after", self._stones(token), token)
        elif word in PREPOSITIONS and not self._begins("on", WINNING, token):
            self._place(token)
        elif self._is_place(token):
            self._about(token)
        elif token.text == "a" and self._is_to_a_place():
            return
        elif side := self._side(token):
            self._who(side, token)
        elif word.isascii() and word.isdigit():
            self._count(token)
        elif word in NOTHING_OF:
            self._put("stones", 0, token)
        elif word in WINNING or word in LOSING or word in HAVING:
            self._verb("won" if word in WINNING else "lost" if word in LOSING else "has", token)
        elif word not in FILLING:
            _refuse(_NOT_UNDERSTOOD, token.text, token.at)

    def _verb(self, verb: str, token: _ClaimWord) -> None:
        if self.verb:
            _refuse(mark("{word!r} is one word too many in a claim."), token.text, token.at)
        self.verb = verb

    def _put(self, name: str, value: object, token: _ClaimWord) -> None:
        if name in self.said:
            _refuse(mark("{what} is written twice."), token.text, token.at, what=name)
        self.said[name] = value

    # --- where ---

    def _place(self, preposition: _ClaimWord) -> None:
        while self.tokens and self.tokens[0].word in {*FILLING, "el"} - {"a"}:
            self.tokens.pop(0)
        if not self.tokens:
            _refuse(_NOT_UNDERSTOOD, preposition.text, preposition.at)
        token = self.tokens.pop(0)
        place = read_place(token.word)
        if token.text.startswith('"'):
            self._put("about", _unquoted(token), token)
        elif place is not None:
            self._put("about", token.word, token)
        elif self._is_place(token):
            self._about(token)
        else:
            sentence = mark("{word!r} is not a place: a place is written as in {place}.")
            _refuse(sentence, token.text, token.at, place="1.grande")
        self.placed = self.stated = True

    def _is_place(self, token: _ClaimWord) -> bool:
        word = token.word
        if word in WHOLE or word in self.table.rounds or word in HAND:
            return True
        return "." in word and read_place(word) is not None

    def _begins(self, word: str, following: Container[str], token: _ClaimWord) -> bool:
        return token.word == word and bool(self.tokens) and self.tokens[0].word in following

    def _is_to_a_place(self) -> bool:
        """Whether a lone `a` is the Spanish preposition and not side A: 2 a grande."""
        after = [token for token in self.tokens if token.word not in ("la", "los", "el")]
        return bool(after) and self._is_place(after[0])

    def _about(self, token: _ClaimWord) -> None:
        word, hand = token.word, self.table.hand
        if word in HAND and self.tokens and self.tokens[0].word.isdigit():
            word = self.tokens.pop(0).word.lstrip("0") or "0"
        elif word in HAND or word in self.table.rounds:
            if not hand:
                sentence = mark("No hand has begun here: say which, as in {place}.")
                _refuse(
                    sentence, token.text, token.at, place="hand 1" if word in HAND else f"1.{word}"
                )
            word = str(hand) if word in HAND else f"{hand}.{word}"
        self._put("about", WHOLE.get(word, word), token)
        self.placed = True

    # --- who ---

    def _is_side(self, token: _ClaimWord) -> bool:
        sides = self.table.sides
        side = token.text.upper()
        return side in sides or (not sides and len(side) == 1 and "A" <= side <= "H")

    def _side(self, token: _ClaimWord) -> str:
        """The side a word names: by letter, by a seat or player of it, or as us and them."""
        if self._is_side(token):
            return token.text.upper()
        seat, end = self.table.names.begins(self.text[token.at :])
        if seat:
            while self.tokens and self.tokens[0].at < token.at + end:
                self.tokens.pop(0)
            return side_of(seat)
        if token.word == OUT:
            return OUT
        pair = f"{token.word} {self.tokens[0].word}" if self.tokens else ""
        both = BOTH.get(pair) or BOTH.get(token.word)
        if both is not None:
            if pair in BOTH:
                self.tokens.pop(0)
            ours, verb = both
            self._verb(verb, token)
            return self._own(token.at) if ours else self._other(self._own(token.at), token)
        if token.word in WE:
            return self._own(token.at)
        if token.word in THEY and not self._is_article(token):
            return self._other(self._own(token.at), token)
        return ""

    def _is_article(self, token: _ClaimWord) -> bool:
        """Whether a word is an article before a noun: el match, el juego."""
        return token.word == "el" and bool(self.tokens) and self._is_place(self.tokens[0])

    def _own(self, at: int) -> str:
        """The claimant's side; refused where the claimant is unknown."""
        if self.by.upper() in self.table.sides:
            return self.by.upper()
        seat = self.table.names.seat(self.by)
        if seat:
            return side_of(seat)
        sentence = mark("Nothing says whose side {by} is on: name the side, as in {example}.")
        _refuse(sentence, self.text, at, by=printable(self.by))

    def _other(self, side: str, token: _ClaimWord) -> str:
        others = [other for other in self.table.sides if other != side]
        if len(others) != 1:
            sentence = mark("Who is meant by {word!r}? Name the side, as in {example}.")
            _refuse(sentence, token.text, token.at)
        return others[0]

    def _who(self, side: str, token: _ClaimWord) -> None:
        """Handle a name: the side claimed for, or the next side in a list of stones."""
        said = self.said
        if "to" in said and "stones" in said and "after" not in said and not self.placed:
            said["after"] = {said.pop("to"): said.pop("stones")}
        if "after" in said:
            self.tokens.insert(0, token)
            said["after"] |= self._stones(token)
        elif self.begins and said.get("to") and "stones" not in said:
            self.begins, said["to"] = False, side  # the first word was who claims it
        elif said.get("to") != side:
            self._put("to", side, token)

    # --- how many ---

    def _count(self, token: _ClaimWord) -> None:
        if len(token.word) > len(str(MOST)) or int(token.word) > MOST:
            _refuse(_NOT_UNDERSTOOD, token.text, token.at)
        if "stones" in self.said and not self.placed and int(token.word):
            self._put("about", str(int(token.word)), token)  # B 12 1: the hand
            self.placed = True
            return
        self._put("stones", int(token.word), token)

    def _stones(self, after: _ClaimWord) -> dict[str, int]:
        """Read stones by side to the end of the text: `A 40, B 31`."""
        stones: dict[str, int] = {}
        if [token.word for token in self.tokens] == ["none"]:
            self.tokens.clear()
            return {}
        while self.tokens:
            token = self.tokens.pop(0)
            if token.word in ("and", "y", "et", "eta"):
                continue
            side = self._side(token)
            number = self.tokens.pop(0) if self.tokens else token
            plain = number.word.isascii() and number.word.isdigit() and len(number.word) < 8
            if not side or not plain:
                _refuse(_EACH_SIDE, token.text, token.at if not side else number.at)
            if side in stones:
                _refuse(mark("{what} is written twice."), token.text, token.at, what=side)
            stones[side] = int(number.word)
        if not stones:
            _refuse(_EACH_SIDE, after.text, after.at + len(after.text))
        return stones

    # --- won, lost, has ---

    def _decided(self, about: str) -> None:
        said, table = self.said, self.table
        whole = "." not in (about or table.usual or GAME)
        if "to" not in said:
            said["to"] = self._own(0)
        if self.verb == "has" and "stones" in said:
            said["after"] = {said.pop("to"): said.pop("stones")}
            return
        if self.verb == "lost" and "stones" in said:
            sentence = mark("Say who gets the stones, and how many, as in {example}.")
            _refuse(sentence, self.text)
        named = "lost" if table.loses and whole else "won"
        if self.verb in ("won", "lost") and self.verb != named and "stones" not in said:
            said["to"] = self._other(said["to"], _ClaimWord(self.text, "", 0))


def _unquoted(token: _ClaimWord) -> str:
    try:
        said = json.loads(token.text)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, str):
        _refuse(mark("This should be a text in quotes."), token.text, token.at)
    return said
