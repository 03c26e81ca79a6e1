"""The fifty-two French-suited cards, the calls made with them, and the choice among them.

``A play Jc calling h one card`` is the longest call: the cards, the suit a jack asks for, and
that one card is left. Which of these a game has, it says. Reading is lax and takes what players
would type: `plays the ace of spades`, `echa el as de picas`, `je pioche`, `10♥`, `last card`.
Writing is strict.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random

from mustutor.base.errors import NotationError
from mustutor.base.language import Language, mark
from mustutor.base.shipped import words_in
from mustutor.games.bot import Speaker, random_speaker
from mustutor.games.seat_view import SeatView
from mustutor.model.calls import Call, Grammar
from mustutor.model.cards import Card, Deck
from mustutor.model.position import Hand

FRENCH = Deck(
    {
        "2": "2 two deuce dos deux",
        "3": "3 three tres trois",
        "4": "4 four cuatro quatre",
        "5": "5 five cinco cinq",
        "6": "6 six seis",
        "7": "7 seven siete sept",
        "8": "8 eight ocho huit",
        "9": "9 nine nueve neuf",
        "T": "t 10 ten diez dix",
        "J": "j jack knave jota sota valet",
        "Q": "q queen reina dama dame reine",
        "K": "k king rey roi",
        "A": "a 1 ace as",
    },
    {
        "c": "c ♣ club clubs trebol treboles trefle trefles",
        "d": "d ♦ diamond diamonds diamante diamantes carreau carreaux",
        "h": "h ♥ heart hearts corazon corazones coeur coeurs cœur cœurs",
        "s": "s ♠ spade spades pica picas pique piques",
    },
)
"""All of them; the shuffle starts from 2c 3c … Ac 2d … As."""


def strength(card: Card) -> int:
    """How high a card is in its suit: the ace is highest (ENF-3).

    >>> strength(Card("Ah")) > strength(Card("Kh")) > strength(Card("2h"))
    True
    """
    return FRENCH.ranks.index(card.rank)


def without(cards: Hand, gone: Iterable[Card]) -> Hand:
    """A hand without some of its cards, in its order.

    >>> without((Card("7h"), Card("Jc")), [Card("7h")])
    ('Jc',)
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def changed(things: tuple[Hand, ...], place: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands of a table when one of them is another."""
    return (*things[:place], hand, *things[place + 1 :])


@cache
def ranks(language: Language) -> dict[str, str]:
    """The name of each rank."""
    return language.terms(
        "french rank",
        "two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace",
        FRENCH.ranks,
    )


@cache
def suits(language: Language) -> dict[str, str]:
    """The name of each suit."""
    return language.terms("french suit", "clubs, diamonds, hearts, spades", FRENCH.suits)


# --- what is said -------------------------------------------------------------------------

PLAY, TAKE, DRAW, PASS = "play", "take", "draw", "pass"

ONE_CARD = "one card"
CALLING = "calling"

MOST_AT_ONCE = 2
"""Nobody plays more cards in a turn: two jacks (MAU-21)."""

_CARD = r"[2-9TJQKA][cdhs]"
_CANONICAL = re.compile(
    rf"play (?P<cards>{_CARD}(?: {_CARD})?)(?: calling (?P<suit>[cdhs]))?(?P<one> one card)?"
)
_VERBS = {verb: words_in("telling", "cards", "words", verb) for verb in (PLAY, TAKE, DRAW, PASS)}
_LAST, _ASKING, _ARTICLES = [
    words_in("telling", "cards", "words", name) for name in ("last", "asking", "articles")
]


def grammar(*verbs: str, calls: bool = False) -> Grammar:
    """The grammar of one of these games; with `calls`, jacks call suits and one card is said.

    >>> str(grammar(PLAY, DRAW, calls=True).read("B echa la sota de trébol y pide corazones"))
    'B play Jc calling h'
    """

    def canonical(seat: str, words: str) -> Call | None:
        if words in verbs and words != PLAY:
            return Call(seat, words)
        found = _CANONICAL.fullmatch(words)
        if found is None:
            return None
        cards = tuple([FRENCH.read(card) for card in found["cards"].split()])
        return _played(seat, cards, found["suit"] or "", one=bool(found["one"]), calls=calls)

    def lax(seat: str, words: str) -> Call | None:
        plain = _plain(words)
        for verb in verbs:
            if verb != PLAY and plain in _VERBS[verb]:
                return Call(seat, verb)
        said = max(
            (one for one in _VERBS[PLAY] if plain.startswith(f"{one} ")), key=len, default=""
        )
        # As it is printed a card is sure: `As` is the ace of spades, and `as` any ace in Spanish.
        printed = " ".join((PLAY, *words.split()[len(said.split()) :]))
        if said and (call := canonical(seat, printed)):
            return call
        plain, one = _cut_off(plain.removeprefix(said).strip(), _LAST)
        plain, suit = _asked(plain) if calls else (plain, "")
        cards = _cards(plain)
        return _played(seat, cards, suit, one=one, calls=calls) if cards else None

    def meant(words: str) -> str:
        """What was probably said: the one call that begins with the same letter."""
        return next((verb for verb in verbs if verb != PLAY and verb[:1] == words[:1].lower()), "")

    return Grammar(
        verbs=verbs,
        canonical=canonical,
        lax=lax,
        meant=meant,
        bare=tuple([f"{verb} " if verb == PLAY else verb for verb in verbs]),
    )


def play_as_meant(words: str, playable: Sequence[Card]) -> str:
    """What somebody means who says that they play, and not which card: the only one they may.

    Raises NotationError where there are several, or nobody knows. Other words stay as they are.

    >>> play_as_meant("echo", [Card("9c")]), play_as_meant("echo as de picas", [Card("9c")])
    ('play 9c', 'echo as de picas')
    """
    if _plain(words) not in _VERBS[PLAY]:
        return words
    if not playable:
        raise NotationError(mark("Say which card is played, as in {example}."), example="play 9c")
    if len(playable) > 1:
        sentence = mark("Say which card is played: it may be {cards}.")
        raise NotationError(sentence, cards=" ".join(playable))
    return f"{PLAY} {playable[0]}"


def suit_called(call: Call) -> str:
    """The suit a call asks for; nothing where it asks for none.

    >>> suit_called(Call("A", "play", cards=(Card("Jc"),), word="calling h one card"))
    'h'
    """
    return call.word.split()[1] if call.word.startswith(CALLING) else ""


def says_one_card(call: Call) -> bool:
    """Whether a call says that one card is left."""
    return call.word.endswith(ONE_CARD)


def _played(
    seat: str, cards: tuple[Card, ...], suit: str, *, one: bool, calls: bool
) -> Call | None:
    if not calls and (suit or one or len(cards) > 1):
        return None
    if len(cards) > MOST_AT_ONCE or any(not card.suit for card in cards):
        return None
    words = (f"{CALLING} {suit}" if suit else "", ONE_CARD if one else "")
    return Call(seat, PLAY, cards=cards, word=" ".join(filter(None, words)))


def _plain(words: str) -> str:
    letters = unicodedata.normalize("NFKD", words.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    bare = re.sub('[,;:.!¡"“”\ufe0e\ufe0f]', " ", bare.replace("-", " ").replace("'", " "))
    return " ".join(bare.split())


def _cut_off(plain: str, endings: Iterable[str]) -> tuple[str, bool]:
    for ending in sorted(endings, key=len, reverse=True):
        for joined in (f" and {ending}", f" y {ending}", f" et {ending}", f" {ending}"):
            if plain.endswith(joined):
                return plain.removesuffix(joined), True
    return plain, False


def _asked(plain: str) -> tuple[str, str]:
    """The words before a suit that is asked for, and that suit."""
    for asking in _ASKING:
        head, found, tail = plain.partition(f" {asking} ")
        if found:
            named = [word for word in tail.split() if word not in _ARTICLES]
            suit = FRENCH.suit(named[0]) if len(named) == 1 else ""
            if suit:
                return head, suit
    return plain, ""


def _cards(plain: str) -> tuple[Card, ...]:
    """The cards that words name, one or two; nothing where they name none."""
    for joined in (" and ", " y ", " et ", " + "):
        if joined in plain:
            texts = plain.split(joined)
            break
    else:
        texts = [plain]
    try:
        return tuple([FRENCH.read(text) for text in texts])
    except NotationError:
        pass
    try:
        return tuple([FRENCH.read(text) for text in plain.split()])
    except NotationError:
        return ()


# --- which card is played -----------------------------------------------------------------

CARD = re.compile("[2-9TJQKA][cdhs]")

Choice = Callable[[SeatView, Sequence[Card], Random], str]
"""The words of the card that is played, of those a seat may play."""


def card_speaker(club: Choice, master: Choice) -> Callable[[str, Random], Speaker]:
    """The part `BOT` of a game, by how cards are chosen at the club, and by a master.

    A beginner plays any card that may be played.
    """

    def speaker(level: str, random: Random) -> Speaker:
        if level == "easy":
            return random_speaker(level, random)
        choose = master if level == "master" else club

        def speak(view: SeatView) -> str:
            if all(option.verb != PLAY for option in view.options):
                return view.options[0].verb
            hand = FRENCH.read_all(view.hand)
            may = [card for card in hand if view.why_not(f"{PLAY} {card}") is None]
            return choose(view, may, random)

        return speak

    return speaker
