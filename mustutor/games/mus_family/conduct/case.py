"""A case before the referee: who said or signalled what, where, and with which cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mustutor.calls import Call
from mustutor.games.mus_family.classes import CARDS_IN_HAND, HandClass
from mustutor.games.mus_family.conduct.articles import article
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.mus_family.state import Lances
from mustutor.ledger import Ruling
from mustutor.position import Hand, Position

JUEGO_OR_PUNTO = frozenset(("juego", "punto"))


class Case(NamedTuple):
    """Something said or signalled at a position, and the rulings there can be on it."""

    position: Position
    call: Call

    @property
    def rules(self) -> Mapping[str, Any]:
        """The options of the variant."""
        return self.position.table.variant.rules

    @property
    def lance(self) -> str:
        """The lance it was said in."""
        return self.position.lance

    @property
    def ranking(self) -> Ranking:
        """The order of hands."""
        state: Lances = self.position.state
        return state.ranking

    @property
    def hand(self) -> Hand | None:
        """The four cards of who speaks; None where they are not all known."""
        return self.hand_of(self.call.seat)

    @property
    def held(self) -> HandClass | None:
        """What those cards are in every lance."""
        return None if self.hand is None else self.ranking.classify(self.hand)

    @property
    def is_mano(self) -> bool:
        """Whether who speaks is mano."""
        return self.call.seat == self.position.mano

    @property
    def partners(self) -> tuple[str, ...]:
        """The partners of who speaks, in the order of play; none where each plays for himself."""
        seat, order = self.call.seat, self.position.table.seats
        place = order.index(seat)
        return tuple([s for s in order[place + 1 :] + order[:place] if s[0] == seat[0]])

    def hand_of(self, seat: str) -> Hand | None:
        """The four cards of a seat; None where they are not all known."""
        hand = self.position.hand_of(seat)
        return hand if hand is not None and len(hand) == CARDS_IN_HAND else None

    def article(self, topic: str) -> str:
        """The article this rulebook has for a topic."""
        return article(self.position.table.variant, topic)

    def allowed(self, rule: str) -> Ruling:
        """Rule that it is allowed."""
        return Ruling(self.call, self.lance, True, rule, since=len(self.position.said))

    def untold(self, rule: str) -> Ruling:
        """Rule that it cannot be told from the cards that are known."""
        return Ruling(self.call, self.lance, None, rule, since=len(self.position.said))

    def forbidden(self, rule: str, offence: str) -> Ruling:
        """Rule that it is forbidden, with what the variant makes it cost."""
        return Ruling(
            self.call,
            self.lance,
            False,
            rule,
            offence,
            penalty(self.rules, offence),
            len(self.position.said),
        )


def penalty(rules: Mapping[str, Any], offence: str) -> str:
    """What an offence costs under these rules."""
    return str(rules["penalty"].get(offence, "none"))
