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

    def lay(self, seats: tuple[str, ...]) -> dict[str, HandClass]:
        """Lay the hands of these seats down, and say what they are in every lance."""
        rows = self.rows
        for seat in seats:
            if seat not in rows:
                hand = self._dealt[self._seats.index(seat)]
                assert hand is not None, f"the cards of {seat} were asked for before they were told"
                self.hands[seat], rows[seat] = hand, self.ranking.row(hand)
        return rows

    def compared(self, outcome: Outcome) -> Compared:
        """Lay the hands of a lance side by side, the best first (MUS-CMP-T1, ENC-SET-10)."""
        lance, _, seats, _ = outcome
        found = self._laid.get(lance)
        if found is None:
            rows, hands = self.lay(seats), self.hands
            if len(seats) != 1 or not PLACES[lance](rows[seats[0]]):
                seats = best_first(lance, seats, rows)
            laid = (lance, seats, tuple([hands[seat] for seat in seats]))
            found = self._laid[lance] = _made(Compared, laid)
        return found
