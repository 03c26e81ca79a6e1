"""Every movement of stones: what moved, from whom to whom, by which article, and why.

Double entry: what leaves one account enters another. The accounts are the sides at the table
(``A``, ``B`` …), a pot for each lance (``pot:grande``), ``out`` (stones discarded from the game)
and ``bank`` (the saucer). `because` is evidence, never a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from mustutor.model.calls import Call
from mustutor.model.cards import Card

OUT = "out"
BANK = "bank"
POT = "pot:"

Cards = tuple[Card, ...]


class UnseenBet(NamedTuple):
    """The last bet or raise was refused: who made it, its stake, and the stake before it."""

    bettor: str
    stake: int
    previous: int
    folded: tuple[str, ...]


class SeenBet(NamedTuple):
    """The last bet was seen: the stake, who bet, and the stones this player had in front."""

    bettor: str
    stake: int
    had: int

    @property
    def all_in(self) -> bool:
        """Whether the player had less than the stake and saw it with all of it."""
        return self.had < self.stake


class Compared(NamedTuple):
    """A comparison of hands: seats with their cards, the best first, ties broken by mano."""

    lance: str
    seats: tuple[str, ...]
    hands: tuple[Cards, ...]


class HandValue(NamedTuple):
    """The value of a hand: its seat, its cards, its figure, and the stones due for it.

    `figure` is par, medias, duples, juego, juego31, real, punto, grande or chica. `due` can be more
    than the stones that moved, as a player pays no more than they have. `compared` are the hands it
    was the best of, None without a comparison.
    """

    seat: str
    cards: Cards
    figure: str
    due: int
    compared: Compared | None = None


class Ruling(NamedTuple):
    """A referee's ruling on a signal or on words: allowed or not, and what it costs.

    `lance` is the one it was said in; `allowed` is None if unknown cards would decide. `offence`
    and `penalty` are empty if nothing is forbidden; `penalty` is one of ``none warn stones
    annul_lance annul_hand lose_game``, and `stones` its cost in stones. `since` is the length of
    the lance's talk by then, as in `Position.said`, and `exchanges` the number of exchanges before.
    """

    call: Call
    lance: str
    allowed: bool | None
    rule: str
    offence: str = ""
    penalty: str = ""
    since: int = 0
    stones: int = 0
    exchanges: int = 0


_MAY_WIN = frozenset(("ordago", "penalty"))
Because = UnseenBet | SeenBet | Compared | HandValue | Ruling | tuple[Any, ...]
"""What a movement rests on; a game may have evidence of its own, a named tuple as these are."""


class Entry(NamedTuple):
    """One movement of stones, with its article and its evidence.

    `when` is ``at_once`` (while the lance is played) or ``showdown``. `item` is ``stake``,
    ``pot``, ``value``, ``unanswered_bet`` or ``unanswered_raise``. `beyond` are stones that were
    due too, and are not counted because the score stops at the target.
    """

    lance: str
    when: str
    item: str
    src: str
    dst: str
    stones: int
    rule: str
    because: Because
    beyond: int = 0

    @property
    def wins_game(self) -> bool:
        """Whether this wins the game without stones: an órdago, or a penalty."""
        if self.item == "penalty":
            return self.src == BANK and not self.stones
        return self.item == "ordago"

    def as_json(self) -> dict[str, object]:
        """The movement as the replay format writes it."""
        lance, when, item, src, dst, stones, rule, _, _ = self
        movement: dict[str, object] = {
            "lance": lance,
            "when": when,
            "item": item,
            "from": src,
            "to": dst,
            "stones": stones,
            "rule": rule,
        }
        if item in _MAY_WIN and self.wins_game:
            movement["wins_game"] = True
        return movement


def account_total(entries: Iterable[Entry], account: str) -> int:
    """The stones these entries bring to an account, minus those it returns to the bank.

    >>> deje = Entry("grande", "at_once", "deje", "bank", "A", 1, "", SeenBet("A", 2, 5))
    >>> account_total([deje, deje._replace(src="A", dst="bank")], "A")
    0
    """
    total = 0
    for entry in entries:
        if entry.dst == account:
            total += entry.stones
        elif entry.src == account and entry.dst == BANK:
            total -= entry.stones
    return total


def moved_by_round(entries: Iterable[Entry], sides: Iterable[str]) -> dict[str, dict[str, int]]:
    """The net stones of each side in each round in which it paid or was paid.

    >>> deje = Entry("grande", "at_once", "deje", "bank", "A", 1, "", SeenBet("A", 2, 5))
    >>> moved_by_round([deje], ["A", "B"])
    {'grande': {'A': 1}}
    """
    at_table = frozenset(sides)
    moved: dict[str, dict[str, int]] = {}
    for entry in entries:
        brought = moved.setdefault(entry.lance, {})
        for account, stones in ((entry.src, -entry.stones), (entry.dst, entry.stones)):
            if account in at_table:
                brought[account] = brought.get(account, 0) + stones
    return moved
