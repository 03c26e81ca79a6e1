"""Tables of Enflé and Mau-Mau for tests: sit down, play calls, and read what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mustutor import games
from mustutor.games.player import Player
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.model.position import Position
from mustutor.model.variant import load_variant
from tests.table import changed

ENFLE_CARDS = {
    "A": "Ac Kc 7d 8d 7h 8h 7s 8s",
    "B": "7c 8c Ad Kd 9h Th 9s Ts",
    "C": "9c Tc 9d Td Ah Kh Js Qs",
    "D": "Jc Qc Jd Qd Jh Qh As Ks",
}
"""Thirty-two cards for four: everybody can follow everything at first."""


def rules_of(game: str, rules: Mapping[str, Any] | None = None):
    """The rules of a game, with some options changed."""
    return changed(game, dict(rules)) if rules else load_variant(game)


def hands_of(cards: Mapping[str, str]):
    """Hands written as people write them."""
    return {seat: tuple(map(FRENCH.read, text.split())) for seat, text in cards.items()}


def enfle(*calls: str, cards=None, mano="A", rules=None, stones=None) -> Player:
    """A deal of Enflé for four: A leads, unless somebody else is to."""
    told = ENFLE_CARDS if cards is None else cards
    seats = tuple("ABCDEF"[: max(4, len(told))])
    variant = rules_of("enfle", rules)
    start = games.start(variant, seats=seats, mano=mano, stones=stones)
    player = Player(start).deal(hands_of(told))
    for call in calls:
        player.hear(call)
    return player


def mau(
    *calls: str, a="", b="", starter="5d", stock="", rules=None, stones=None, mano="A"
) -> Player:
    """A hand of Mau-Mau in which A begins; of the stock the first cards are said, or all.

    What is not said of seven cards a hand, and of the stock, are the cards that are left, from the
    lowest.
    """
    told = [*a.split(), *b.split(), *stock.split(), starter]
    left = [card for card in FRENCH.cards() if card not in told]
    hands = {}
    for seat, text in (("A", a), ("B", b)):
        held = text.split()
        while len(held) < 7:
            held.append(left.pop(0))
        hands[seat] = " ".join(held)
    variant = rules_of("mau_mau", rules)
    start = games.start(variant, seats=("A", "B"), mano=mano, stones=stones)
    start = games.with_stated_deal(start, {"starter": starter, "stock": [*stock.split(), *left]})
    player = Player(start).deal(hands_of(hands))
    for call in calls:
        player.hear(call)
    return player


def fault(player: Player) -> tuple[str, str]:
    """What was refused: the article, and why."""
    assert player.failure is not None
    return player.failure.fault.rule, player.failure.fault.said()


def good(player: Player) -> Position:
    """The position a hand has come to; nothing was refused on the way."""
    assert player.failure is None, player.failure.fault.said()
    return player.position


def moved(player: Player) -> list[tuple[str, str, str, int]]:
    """The movements of a hand that is over: what for, from whom, to whom, how many."""
    good(player)
    end, waiting = player.settled
    assert not waiting
    return [(entry.item, entry.src, entry.dst, entry.stones) for entry in end.ledger]
