"""What of a moment of Mau-Mau belongs to it alone: the upcard, what is owed, the stock."""

from __future__ import annotations

from mustutor.cards import Card
from mustutor.games.shedding_family.calls import DRAW, PASS, PLAY, grammar
from mustutor.position import NOBODY, Hand
from mustutor.shuffle import Pack
from mustutor.tuples import NamedTuple

GRAMMAR = grammar(PLAY, DRAW, PASS, calls=True)

ANY = "*"
"""The suit of a jack whose player called none: any card may follow (MAU-15)."""

JACK, SEVEN, EIGHT = "J", "7", "8"
MAY_BE_KEPT = (JACK, SEVEN, EIGHT)
"""On these as upcard a card of their rank need not be played (MAU-16)."""

OWED = {SEVEN: 1, EIGHT: 3}
"""How many cards the opponent draws after one of these (MAU-12, MAU-13)."""


class Pile(NamedTuple):
    """How a hand stands.

    `upcard` is the card to match (None where nobody told the starter), `called` the suit a jack
    asks for, or `ANY`. `owed` are the draws of whoever is next. `left` and `stock` are how many
    cards each seat has, and how many are still to be drawn; `drawn` how many the player at turn
    has drawn in this turn. `silent` have one card and did not say so; `shed` has none, and
    `jacks` says that it was two jacks that went. `fined` is a player who has drawn in this turn
    though able to play.

    What the table does not know: `order` is the stock where it is known, `restocks` the orders
    after each shuffling that is still to come, `draws` what a record says each seat will draw,
    `seen` the known cards of a hand that is not all known, `last` the card that was drawn last.
    `made` are the restocks so far, `pack` makes them where the seed is known. `reneged` are those
    who drew though able to play, once for each turn; `unproved` those of whom nobody can say it.
    `laid` is what a record says each was left with at the end.
    """

    upcard: Card | None
    left: tuple[int, ...]
    stock: int
    called: str = ""
    owed: int = 0
    drawn: int = 0
    silent: tuple[str, ...] = ()
    fined: bool = False
    shed: str = ""
    jacks: bool = False
    starter: Card | None = None
    order: Hand | None = None
    restocks: tuple[Hand, ...] = ()
    draws: tuple[Hand | None, ...] = (None, None)
    seen: tuple[Hand, ...] = ((), ())
    last: Card | None = None
    made: tuple[Hand, ...] = ()
    pack: Pack | None = None
    reneged: tuple[str, ...] = ()
    unproved: frozenset[str] = frozenset()
    over: tuple[str, ...] = ()
    laid: tuple[Hand | None, ...] = (None, None)

    @property
    def now(self) -> str:
        """The upcard, the suit called and the draws owed: ``Jc>h``, ``8d+3``."""
        called = f">{self.called}" if self.called else ""
        owed = f"+{self.owed}" if self.owed else ""
        return f"{self.upcard or '?'}{called}{owed}"

    @property
    def past(self) -> str:
        """How many cards each has and the stock, and who has one card and did not say so."""
        silent = f"!{''.join(self.silent)}" if self.silent else ""
        counts = ",".join(map(str, self.left))
        return f"{counts}/{self.stock}{silent}" if counts else NOBODY

    @property
    def suit(self) -> str:
        """The suit that follows: the one called, or that of the upcard."""
        return self.called or (self.upcard.suit if self.upcard else ANY)

    def matches(self, card: Card) -> bool:
        """Whether a card may be played on the upcard (MAU-8, MAU-14, MAU-15)."""
        if self.upcard is None or self.suit == ANY:
            return True
        return card.suit == self.suit or card.rank == self.upcard.rank

    def must_go(self, card: Card) -> bool:
        """Whether who has a card cannot say that he is unable to play (MAU-10, MAU-16)."""
        if self.upcard is None or not self.matches(card):
            return False
        return self.suit in (ANY, card.suit) or self.upcard.rank not in MAY_BE_KEPT

    def quiet(self) -> Pile:
        """Nothing in it is only of the talk."""
        return self


class Left(NamedTuple):
    """The cards somebody was left with, card by card: the evidence for the points."""

    seat: str
    cards: Hand
    points: tuple[int, ...]
    starter: Card | None = None
    jacks: bool = False


class Reneged(NamedTuple):
    """Who drew though able to play: the evidence for a penalty."""

    seat: str


def points(card: Card) -> int:
    """What a card is worth to the winner (MAU-2).

    >>> [points(Card(card)) for card in ("Jh", "8c", "7d", "As", "Qh", "Kc", "Td", "2s")]
    [20, 20, 15, 15, 10, 10, 10, 2]
    """
    return {JACK: 20, EIGHT: 20, SEVEN: 15, "A": 15, "Q": 10, "K": 10, "T": 10}.get(
        card.rank
    ) or int(card.rank)
