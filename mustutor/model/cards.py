"""Cards and decks: how a card is written and read, and how a deck is shuffled.

A card is written as its rank and its suit: ``Ro`` is the king of coins in the Spanish deck, whose
ranks are ``A 2 3 4 5 6 7 S C R`` (ace to seven, sota, caballo, rey) and whose suits are
``o c e b`` (oros, copas, espadas, bastos). The suit may be left out where no rule asks for it.
Writing has that one spelling; reading also takes printed numbers and the names in English,
Spanish, French and Basque. A deck is data: a game brings its own.

A seed decides everything: the cards dealt, the cards served, and the order in which discards are
shuffled back when the stock runs out. The same seed gives the same cards on every machine. Version
2 of the shuffle hashes seed, words and nonce as separate fields. Version 1, which is read and never
written, joined them with colons, so a dealer could move text from one into another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple, cast

from mustutor.base.errors import NotationError
from mustutor.base.json_text import canonical
from mustutor.base.json_text import digest as digest_of
from mustutor.base.language import Language, mark

LONGEST_SPELLING = 60

_ARTICLES = frozenset(
    ("the", "of", "el", "la", "los", "las", "de", "del", "le", "les", "des", "du", "un")
    + ("una", "une")
)

_MISSING = mark("A card is missing here: there is nothing to read.")
_NOT_TEXT = mark("A card is written as text, such as Ro or R.")
_TOO_LONG = mark("{card} is too long for a card, which takes at most {most} characters.")
_UNKNOWN = mark("{card} is not a card.")
_TOO_MANY = mark("There are more than {most} cards here, which is more than the whole deck.")


class Card(str):
    """A card; it is its own spelling, ``"Ro"``, or ``"R"`` without a suit.

    Obtain cards from a `Deck`: it hands out the same object for the same card, which makes
    looking cards up quick. Nothing is checked here.
    """

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The printed rank, as ``A 2 3 4 5 6 7 S C R`` in the Spanish deck.

        >>> read_card("12o").rank
        'R'
        """
        return self[0]

    @property
    def suit(self) -> str:
        """The suit, as ``o c e b`` in the Spanish deck, or nothing where it was not given.

        >>> read_card("12o").suit, read_card("rey").suit
        ('o', '')
        """
        return self[1:]


class Deck:
    """A deck: its ranks and suits, in the order the shuffle starts from, with their names.

    `ranks` and `suits` map a sign to the words it may be read by, in any language. `strange` maps
    first signs of cards that people know from other decks to a sentence that says so.

    >>> small = Deck({"7": "7 seven", "A": "a ace"}, {"h": "h heart hearts", "s": "s spades"})
    >>> small.cards(), small.read("ace of hearts")
    (('7h', 'Ah', '7s', 'As'), 'Ah')
    """

    def __init__(
        self,
        ranks: Mapping[str, str],
        suits: Mapping[str, str],
        strange: Mapping[str, str] | None = None,
    ) -> None:
        self.ranks = "".join(ranks)
        self.suits = "".join(suits)
        self.strange = strange or {}
        written = [rank + suit for rank in ranks for suit in ("", *suits)]
        self._cards = {spelling: Card(spelling) for spelling in written}
        self._ranks = {name: rank for rank, names in ranks.items() for name in names.split()}
        self._suits = {name: suit for suit, names in suits.items() for name in names.split()}
        both = f"[{self.ranks}][{self.suits}]?"
        self._joined = re.compile(f"(?:{both}){{2,}}|[{self.ranks}{self.ranks.lower()}]{{2,}}")
        self._without: dict[frozenset[str], tuple[Card, ...]] = {}

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.ranks) * len(self.suits)

    def cards(self, removed: Iterable[int | str] = ()) -> tuple[Card, ...]:
        """The deck suit by suit, without the ranks or printed numbers in `removed`."""
        out = frozenset(self.read(str(rank)).rank for rank in removed)
        if out not in self._without:
            self._without[out] = tuple(
                [
                    self._cards[rank + suit]
                    for suit in self.suits
                    for rank in self.ranks
                    if rank not in out
                ]
            )
        return self._without[out]

    def read(self, text: str) -> Card:
        """Read one card in any common spelling.

        Raises NotationError, with the nearest card as its hint, for anything else.
        """
        card = self._cards.get(text) if isinstance(text, str) else None
        return self._read_laxly(text) if card is None else card

    def canonical(self, texts: Iterable[str]) -> tuple[Card, ...] | None:
        """Read cards that are all in canonical spelling; None if one is not.

        >>> SPANISH.canonical(["Ro", "7"]), SPANISH.canonical(["Ro", "rey"])
        (('Ro', '7'), None)
        """
        cards = tuple(map(self._cards.get, texts))
        return cast("tuple[Card, ...]", cards) if all(cards) else None

    def suit(self, name: str) -> str:
        """The letter of the suit a word names, in any language; empty if it names none."""
        return self._suits.get(name.casefold(), "")

    def read_all(self, texts: str | Iterable[str]) -> tuple[Card, ...]:
        """Read several cards in the order given.

        One string is split at commas, else at spaces, and where cards are joined.

        >>> SPANISH.read_all("rey de oros as of cups RR")
        ('Ro', 'Ac', 'R', 'R')
        """
        most = self.size
        if isinstance(texts, str):
            if len(texts) > most * (LONGEST_SPELLING + 1):
                raise NotationError(_TOO_MANY, most=most)
            words = texts.split(",") if "," in texts else _SPOKEN.findall(texts)
            texts = [card for word in words for card in self.parted(word)]
        if not isinstance(texts, Iterable):
            raise NotationError(_NOT_TEXT)
        cards = tuple(self.read(text) for text in islice(texts, most + 1))
        if len(cards) > most:
            raise NotationError(_TOO_MANY, most=most)
        return cards

    def parted(self, text: str) -> Sequence[str]:
        """Split cards written together; any other word is returned as its only item.

        >>> SPANISH.parted("RRRA"), SPANISH.parted("RoRc3eAb"), SPANISH.parted("caballo")
        (['R', 'R', 'R', 'A'], ['Ro', 'Rc', '3e', 'Ab'], ['caballo'])
        """
        if self._joined.fullmatch(text) is None or self._of_words(_words(text)) is not None:
            return [text]
        if re.fullmatch(f"[{self.ranks}]+", text.upper()):
            return list(text.upper())
        return re.findall(f"[{self.ranks}][{self.suits}]?", text) or [text]

    def knows_from_elsewhere(self, text: str) -> bool:
        """Whether this is a card of another common deck."""
        return text[:1] in self.strange

    def _read_laxly(self, text: str) -> Card:
        """Read a non-canonical spelling; raises NotationError that says what is wrong with it."""
        if not isinstance(text, str):
            raise NotationError(_NOT_TEXT)
        if len(text) > LONGEST_SPELLING:
            shortened = text[:LONGEST_SPELLING] + "…"
            raise NotationError(_TOO_LONG, card=shortened, most=LONGEST_SPELLING)
        words = _words(text)
        if not words:
            raise NotationError(_MISSING)
        card = self._of_words(words)
        if card is not None:
            return card
        if words[0][0] in self.strange:
            raise NotationError(self.strange[words[0][0]], card=text)
        raise NotationError(_UNKNOWN, hint=self._nearest(words), card=text)

    def _of_words(self, words: list[str]) -> Card | None:
        """Find the card words name: a code, a rank, rank and suit, or Basque suit and rank."""
        ranks, suits = self._ranks, self._suits
        told = [word for word in words if word not in _ARTICLES]
        # An article with nothing after it leaves the name unfinished: "king of" is no card.
        if words[-1] in _ARTICLES or not told or len(told) > 2:
            return None
        first, last = told[0], told[-1]
        rank = suit = ""
        if len(told) == 2:
            if first in ranks and last in suits:
                rank, suit = ranks[first], suits[last]
            elif len(first) > 1 and first in suits and last in ranks:
                rank, suit = ranks[last], suits[first]
        elif first in ranks:
            rank = ranks[first]
        elif first[-1] in suits and len(first) <= 3:
            rank, suit = ranks.get(first[:-1], ""), suits[first[-1]]
        return self._cards[rank + suit] if rank else None

    def _nearest(self, words: list[str]) -> str:
        """Replace each unknown word by the closest known one; None if that makes no card."""
        from difflib import get_close_matches

        codes = {spelling.lower(): str(card) for spelling, card in self._cards.items()}
        known = [*self._ranks, *self._suits, *_ARTICLES]
        candidates = [*known, *codes] if len(words) == 1 else known
        mended = []
        for word in words:
            near = [word] if word in known else get_close_matches(word, candidates, n=1, cutoff=0.5)
            if not near:
                return ""
            mended += near
        if self._of_words(mended) is None:
            return ""
        return codes.get(mended[0], mended[0]) if len(mended) == 1 else " ".join(mended)


_SPOKEN = re.compile(r"\S+(?:\s+(?:de|des|of)\s+\S+)?", re.IGNORECASE)
"""A card in a row: one word, or two with what stands between a rank and its suit."""


def _words(text: str) -> list[str]:
    """Split a spelling into plain lower-case words: no accents, no elided article."""
    decomposed = unicodedata.normalize("NFKD", text.strip())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub("\\b[ld]['\u2019]", "", plain.casefold()).split()


_NO_EIGHTS_OR_NINES = mark("{card} is not a card of this deck, which has no eights and no nines.")
SPANISH = Deck(
    {
        "A": "a 1 ace as bat bateko batekoa",
        "2": "2 two deuce dos deux biko bikoa",
        "3": "3 three tres trois hiru hiruko hirukoa",
        "4": "4 four cuatro quatre lau lauko laukoa",
        "5": "5 five cinco cinq bost bosteko bostekoa",
        "6": "6 six seis sei seiko seikoa",
        "7": "7 seven siete sept zazpi zazpiko zazpikoa",
        "S": "s 10 j jack knave sota valet txanka txota",
        "C": "c 11 knight horse caballo cavalier zaldi zaldia",
        "R": "r 12 k king rey roi errege erregea",
    },
    {
        "o": "o coin coins gold golds oro oros or ors denier deniers urre urrea urreko urrezko",
        "c": "c cup cups copa copas coupe coupes kopa kopak kopako kopazko",
        "e": "e sword swords espada espadas epee epees ezpata ezpatak ezpatako ezpatazko",
        "b": "b club clubs baton batons basto bastos bastoi bastoiak bastoko bastozko bastoizko",
    },
    dict.fromkeys("89", _NO_EIGHTS_OR_NINES),
)
"""The forty cards of Mus and Encaje."""

RANKS = SPANISH.ranks
SUITS = SPANISH.suits


def read_card(text: str) -> Card:
    """Read one card of the Spanish deck in any common spelling.

    Takes the canonical spelling in upper or lower case, the printed number (``12o``), or the
    name in English, Spanish, French or Basque, with or without the suit, articles and accents.
    Raises `NotationError`, with the nearest card as its hint, for anything else.

    >>> read_card("Ro"), read_card("10"), read_card("caballo de copas"), read_card("the knave")
    ('Ro', 'S', 'Cc', 'S')
    """
    return SPANISH.read(text)


def read_hand(texts: str | Iterable[str]) -> tuple[Card, ...]:
    """Read several cards of the Spanish deck in the order given.

    Only the spelling is read here: whether the cards make a hand is for the rules to say.
    Raises `NotationError` for a card that cannot be read, and for more cards than a deck has.

    >>> read_hand("R R 7 A") == read_hand(["rey", "12", "siete", "as"])
    True
    """
    return SPANISH.read_all(texts)


def printed(cards: Iterable[str]) -> str:
    """Write cards as records do, separated by spaces.

    >>> printed(read_hand(["rey de oros", "3b"]))
    'Ro 3b'
    """
    return " ".join(cards)


def deck(removed_ranks: Iterable[int | str] = ()) -> tuple[Card, ...]:
    """The Spanish deck suit by suit, each from ace to king: the order the shuffle starts from.

    `removed_ranks` are ranks or printed numbers left out of the deck (MUS-DECK-2). Raises
    `NotationError` for one that is no rank.

    >>> len(deck()), len(deck([2])), printed(deck()[:3]), deck()[-1]
    (40, 36, 'Ao 2o 3o', 'Rb')
    """
    return SPANISH.cards(removed_ranks)


@cache
def ranks(language: Language) -> Mapping[str, str]:
    """The name of each rank.

    >>> from mustutor.base.language import open_language
    >>> ranks(open_language("en"))["C"]
    'knight'
    """
    return language.terms(
        "rank", "king, knight, jack, seven, six, five, four, three, two, ace", "RCS765432A"
    )


@cache
def many_ranks(language: Language) -> Mapping[str, str]:
    """The plural name of each rank."""
    return language.terms(
        "ranks",
        "kings, knights, jacks, sevens, sixes, fives, fours, threes, twos, aces",
        "RCS765432A",
    )


@cache
def suits(language: Language) -> Mapping[str, str]:
    """The name of each suit."""
    return language.terms("suit", "coins, cups, swords, clubs", SUITS)


ALGORITHM = "sha512-fisher-yates/2"
JOINED = "sha512-fisher-yates/1"
"""The first version: its commitment binds the seed alone, and its words run into the nonce."""
ALGORITHMS = (JOINED, ALGORITHM)
SHORT = 2**30
"""Python divides by numbers below this at once."""
_made = tuple.__new__

Hand = tuple[Card, ...]


class Pack(NamedTuple):
    """A shuffled deck: the cards left, the shuffle's inputs, and its number in this hand."""

    cards: Hand
    seed: str
    table_seed: str = ""
    nonce: str = ""
    turn: int = 0
    algorithm: str = ALGORITHM

    def again(self, cards: Sequence[Card]) -> Pack:
        """The pack reshuffled from these cards after the stock ran out."""
        pack = self._replace(turn=self.turn + 1)
        return pack.left(shuffled(cards, pack))

    def left(self, cards: Hand) -> Pack:
        """The pack with these cards left."""
        return _made(Pack, (cards,) + self[1:])

    def deal(self, order: Sequence[str], count: int) -> tuple[dict[str, Hand], Pack]:
        """Deal `count` cards to each seat, one at a time, in this order.

        >>> cards = tuple(map(Card, ("Ao", "2o", "3o", "4o", "5o")))
        >>> Pack(cards, "a").deal(["A", "B"], 2)[0]
        {'A': ('Ao', '3o'), 'B': ('2o', '4o')}
        """
        cards, players = self.cards, len(order)
        dealt = players * count
        hands = {seat: cards[place:dealt:players] for place, seat in enumerate(order)}
        return hands, self.left(cards[dealt:])


def shuffled(cards: Sequence[Card], pack: Pack) -> Hand:
    """Shuffle cards by the seed, the words and the nonce of a pack, for its turn.

    >>> shuffled(deck()[:4], Pack((), "a")) == shuffled(deck()[:4], Pack((), "a"))
    True
    """
    import hashlib  # Imported here, as many programs never shuffle.

    seed, words, nonce, turn = pack.seed, pack.table_seed, pack.nonce, pack.turn
    if pack.algorithm == JOINED:
        stream = f"{seed}:{words}:{nonce}:{turn}"
    else:
        stream = canonical({"seed": seed, "table_seed": words, "nonce": nonce, "k": turn})
    number = int.from_bytes(hashlib.sha512(stream.encode()).digest(), "big")
    left = list(cards)
    for product, sizes in _strides(len(left)):
        number, part = divmod(number, product)
        for size, last in sizes:
            place = part % size
            part //= size
            left[last], left[place] = left[place], left[last]
    return tuple(left)


@lru_cache(maxsize=64)
def _strides(count: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The swaps of a shuffle, as pairs of size and last index, grouped into strides.

    So a long number is divided once for each stride.

    >>> _strides(4)
    ((24, ((4, 3), (3, 2), (2, 1))),)
    """
    strides: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    sizes: tuple[tuple[int, int], ...] = ()
    product = 1
    for size in range(count, 1, -1):
        if product * size >= SHORT:
            strides.append((product, sizes))
            product, sizes = 1, ()
        product, sizes = product * size, (*sizes, (size, size - 1))
    return (*strides, (product, sizes))


def fresh_pack(
    cards: Sequence[Card],
    seed: str,
    nonce: str = "",
    table_seed: str = "",
    algorithm: str = ALGORITHM,
) -> Pack:
    """A newly shuffled deck."""
    pack = Pack((), seed, table_seed, nonce, 0, algorithm)
    return pack.left(shuffled(cards, pack))


def commitment_to(
    seed: str, *, digest: str, seats: Sequence[str], mano: str, hand: int, nonce: str
) -> str:
    """The commitment to a seed, published before the table adds its words.

    `digest` is that of the rules, `hand` the number of the hand in its match. So the seed cannot be
    used for another hand, another table or other rules, nor claimed to be for another.
    """
    bound = {"digest": digest, "hand": hand, "mano": mano, "nonce": nonce, "seats": seats}
    return digest_of(canonical({**bound, "seed": seed}))
