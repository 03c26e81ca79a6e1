"""Hands laid side by side for a lance, and the answers of whoever puts them in an order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mustutor.position import Hand
from mustutor.tutor.drills import believed
from mustutor.tutor.drills.believed import Key
from mustutor.variant import Variant


class Laid(NamedTuple):
    """Hands side by side for a lance, mano's first; asked for is the ``best`` or the ``order``."""

    variant: Variant
    lance: str
    hands: tuple[tuple[str, Hand], ...]
    asked: str = "best"

    @property
    def seats(self) -> list[str]:
        """Whose hands these are, in speaking order."""
        return [seat for seat, _ in self.hands]

    @property
    def cards(self) -> list[Hand]:
        """The hands, in speaking order."""
        return [hand for _, hand in self.hands]


def answered(laid: Laid, keys: Mapping[str, Key], *, last_wins: bool = False) -> str:
    """The answer of whoever orders the hands by these keys; nothing where it is no answer."""
    order = believed.in_order(list(keys.items()), last_wins=last_wins)
    if laid.asked == "best":
        return order[0] if order else ""
    return " ".join(order) if len(order) == len(laid.hands) else ""
