"""The draw before the first hand: who plays with whom, who sits where, and who is mano.

Everybody takes a card, the two highest play against the two lowest, and the highest is mano
(MUS-SEAT-1 to 3). Suits settle nothing, and with eight kings a three is a king: those who drew
alike draw again, among themselves alone. `deal.seating` may leave the seats as they are or to
chance, and so they are left where nobody has a partner. `deal.first_dealer` may give the first
deal to the lowest card, to a lot, or to a cut: its suit, in the order oros, copas, espadas,
bastos, counts the seats from the first, and where it names nobody the deck is cut again. Nothing
here draws: cards and lots come from whoever holds the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from mustutor.cards import SUITS, Card, deck
from mustutor.errors import Fault, IllegalCall
from mustutor.games.mus_family.chance import by_lot
from mustutor.games.mus_family.classes import LOW_TO_HIGH
from mustutor.games.mus_family.ranking import ranking_of
from mustutor.language import mark
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

Draw = Mapping[str, Card]
Groups = tuple[tuple[str, ...], ...]


class Seating(NamedTuple):
    """Who sits where: `players` at `seats`, both in speaking order, and the seat that is mano."""

    seats: tuple[str, ...]
    players: tuple[str, ...]
    mano: str

    @property
    def dealer(self) -> str:
        """The seat that deals first, at the left of mano (MUS-DLR-2)."""
        return self.seats[self.seats.index(self.mano) - 1]

    def at(self, seat: str) -> str:
        """Who sits there."""
        return self.players[self.seats.index(seat)]


class Again(NamedTuple):
    """Nothing is settled yet: these drew alike and draw again, the highest first.

    Each of the `groups` settles its own order. Where the cut named nobody there is none.
    """

    groups: Groups


def seated(
    variant: Variant,
    seats: Sequence[str],
    players: Sequence[str],
    *,
    draws: Sequence[Draw] = (),
    lot: float = 0.0,
    cut: Card | None = None,
) -> Seating | Again:
    """Seat the players by the cards they drew, or say who draws again.

    `seats` are those of the table in speaking order, `players` as they sit (deal.seating
    `fixed`) or as chance has put them (`random`). `draws` are the cards of each player, then
    those of each drawing again. `lot` from 0 to below 1 and `cut` serve the two ways to choose
    a dealer that need no draw. Raises IllegalCall where somebody has not drawn, or out of turn.

    >>> from mustutor.variant import load_variant
    >>> drawn = {"Ane": Card("7o"), "Bea": Card("Rc"), "Cruz": Card("Ae"), "Dani": Card("Sb")}
    >>> seated(load_variant("fournier"), ("A1", "B1", "A2", "B2"), [*drawn], draws=[drawn])
    Seating(seats=('A1', 'B1', 'A2', 'B2'), players=('Bea', 'Ane', 'Dani', 'Cruz'), mano='A1')
    """
    seats, sitting = tuple(seats), tuple(players)
    partners = any(seat[0] == seats[0][0] for seat in seats[1:])
    by_cards = partners and variant.word("deal.seating") == "draw_high_vs_low"
    dealer = variant.word("deal.first_dealer")
    groups: Groups = ()
    if by_cards or dealer in ("high_is_mano", "low_deals"):
        groups = _ordered(variant, sitting, draws)
    if by_cards:
        tied = tuple([group for group in groups if len(group) > 1])
        if tied:
            return Again(tied)
        sitting = _opposite(seats, [player for (player,) in groups])
    if dealer in ("high_is_mano", "low_deals"):
        one, *others = chosen = groups[0 if dealer == "high_is_mano" else -1]
        if others:
            return Again((chosen,))
        seat = seats[sitting.index(one)]
        return Seating(seats, sitting, seat if dealer == "high_is_mano" else _after(seats, seat))
    if dealer == "suit_cut":
        place = SUITS.index(cut.suit) if cut is not None and cut.suit else len(seats)
        if place >= len(seats):
            return Again(())
        return Seating(seats, sitting, _after(seats, seats[place]))
    return Seating(seats, sitting, by_lot(seats, lot))


def _ordered(variant: Variant, players: tuple[str, ...], draws: Sequence[Draw]) -> Groups:
    """The players by their cards, the highest first; who is still tied stands together."""
    ranking = ranking_of(variant.rules)
    _check(variant, players, draws[0] if draws else {})
    groups: Groups = (players,)
    for drawn in draws:
        may = [player for group in groups if len(group) > 1 for player in group]
        _check(variant, [player for player in may if player in drawn], drawn)
        finer: list[tuple[str, ...]] = []
        for group in groups:
            if not set(group) & set(drawn):
                finer.append(group)
                continue
            _check(variant, group, {player: drawn[player] for player in group if player in drawn})
            heights = {p: LOW_TO_HIGH[ranking.effective(drawn[p])] for p in group}
            finer += [
                tuple([player for player in group if heights[player] == height])
                for height in sorted(set(heights.values()), reverse=True)
            ]
        groups = tuple(finer)
    return groups


def _check(variant: Variant, drawing: Sequence[str], drawn: Draw) -> None:
    """Refuse a draw by others than these, or of cards that cannot be drawn together."""
    for player in drawing:
        if player not in drawn:
            _refuse(mark("{player} has not drawn a card yet."), player=player)
    ranks = {card.rank for card in deck(variant.several("deck.removed_ranks"))}
    cards = list(drawn.values())
    for player, card in drawn.items():
        if player not in drawing:
            _refuse(mark("{player} has no card to draw now."), player=player)
        if card.rank not in ranks or (card.suit and cards.count(card) > 1):
            _refuse(
                mark("{player} cannot have drawn {card}: it is not in the deck, or drawn already."),
                player=player,
                card=str(card),
            )


def _refuse(sentence: str, **evidence: object) -> NoReturn:
    raise IllegalCall(Fault("MUS-SEAT-1", sentence, evidence))


def _opposite(seats: tuple[str, ...], order: Sequence[str]) -> tuple[str, ...]:
    """The highest cards on the side of the first seat, the others between them (MUS-SEAT-3)."""
    own = [seat for seat in seats if seat[0] == seats[0][0]]
    others = [seat for seat in seats if seat not in own]
    sitting = dict(zip((*own, *others), order, strict=True))
    return tuple([sitting[seat] for seat in seats])


def _after(seats: tuple[str, ...], dealer: str) -> str:
    """The seat at the dealer's right, which is mano."""
    return seats[(seats.index(dealer) + 1) % len(seats)]
