"""The cards laid down at the end of a hand: what each hand is, and side by side in a lance."""

from __future__ import annotations

from mustutor.games.mus_family.classes import HandClass
from mustutor.games.mus_family.ranking import PLACES, Ranking, best_first
from mustutor.games.mus_family.state import Outcome
from mustutor.ledger import Compared
from mustutor.position import Hand, Position

_made = tuple.__new__


class Shown:
    """The hands that are laid down, by seat: each is looked up in the order of hands once."""

    __slots__ = ("_dealt", "_laid", "_seats", "hands", "ranking", "rows", "unseen")

    def __init__(self, position: Position) -> None:
        self._seats, self._dealt = position.table.seats, position.deal.hands
        self.unseen = None in self._dealt
        self.ranking: Ranking = position.state.ranking
        self.hands: dict[str, Hand] = {}
        self.rows: dict[str, HandClass] = {}
        self._laid: dict[str, Compared] = {}

    def wait(self, outcome: Outcome) -> bool:
        """Whether some of the hands of a lance are not known."""
        return None in [self._dealt[self._seats.index(seat)] for seat in outcome.seats]

    def lay(self, seat: str) -> HandClass:
        """Lay the hand of a seat down, and say what it is in every lance."""
        hand = self._dealt[self._seats.index(seat)]
        assert hand is not None, f"the cards of {seat} were asked for before they were told"
        row = self.rows[seat] = self.ranking.row(hand)
        self.hands[seat] = hand
        return row

    def compared(self, outcome: Outcome) -> Compared:
        """Lay the hands of a lance side by side, the best first (MUS-CMP-T1, ENC-SET-10)."""
        lance, _, seats, _ = outcome
        found = self._laid.get(lance)
        if found is None:
            place, rows, hands = PLACES[lance], self.rows, self.hands
            places = {}
            for seat in seats:
                places[seat] = place(rows.get(seat) or self.lay(seat))
            if len(seats) > 1 or not all(places.values()):
                seats = tuple(best_first(places))
            laid = (lance, seats, tuple([hands[seat] for seat in seats]))
            found = self._laid[lance] = _made(Compared, laid)
        return found
