"""Cards dealt or served wrongly: too many, too few, a card twice, one that was thrown.

MUS-DEAL-3 gives everybody four cards, and so a deal in which somebody has more or fewer is void,
unless the club lets it stand. What follows from cards served wrongly no rulebook says.
"""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.games import Misstep, Recourse, game_of
from mustutor.games.mus_family import discards
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.games.mus_family.state import opened
from mustutor.position import Hand, Position

STANDS, WITHDRAWN = "stands", "withdrawn"


def misdealt(position: Position, call: Call) -> Misstep | None:
    """What cards the rules refuse are at the table: played out all the same, or dealt again.

    Nothing where a seat has no part in the hand, or a card served is none of the deck.
    """
    if not {seat for seat, _ in call.hands} <= set(position.order):
        return None
    deck = discards.whole_deck(position.variant)
    strange = [s for s, hand in call.hands if any(c.suit and c not in deck for c in hand)]
    if call.verb == "sirve":
        return None if strange else _misserved(position, call)
    if call.verb != "reparte":
        return None
    variant = position.variant
    wanted, cards = discards.cards_each(variant, call), variant.number("deal.cards")
    if any(len(hand) == cards > wanted for _, hand in call.hands):
        return None  # the discard is not in the record, and nobody has dealt wrongly
    short = [seat for seat, hand in call.hands if len(hand) != wanted]
    wrong = (*short, *strange)
    stands = _played(position, call, wrong)
    rule = "MUS-DEAL-3" if wanted == CARDS_IN_HAND else "ENC-DEAL-4"
    if short:
        return _ruled("misdeal", wrong[0], rule, position, stands, rule)
    kind, seat = ("misdeal", wrong[0]) if wrong else ("card_twice", "")
    return _ruled(kind, seat, "MUS-DECK-1", position, stands)


def _misserved(position: Position, call: Call) -> Misstep | None:
    """Cards served that cannot be: another number than was thrown, or a card that is elsewhere."""
    deal, seats = position.deal, position.table.seats
    thrown = {seat: len(cards) for seat, cards in zip(seats, deal.thrown, strict=True)}
    wrong = [seat for seat, cards in call.hands if len(cards) != thrown[seat]]
    if wrong:
        stands = _played(position, call, tuple(wrong))
        return _ruled("misserved", wrong[0], "MUS-DISC-4", position, stands)
    lasting = deal.pile is None and sum(thrown.values()) <= deal.stock
    # Once the discards are shuffled, what was served wrongly cannot be told from what was not.
    stands = _played(position, call, () if lasting else tuple([seat for seat, _ in call.hands]))
    return _ruled("card_twice", "", "MUS-DISC-4", position, stands)


def _played(position: Position, call: Call, wrong: tuple[str, ...]) -> Position:
    """The position once these cards are told; what seats with wrong ones hold is not known."""
    told = tuple([(seat, hand) for seat, hand in call.hands if seat not in wrong])
    seats = position.table.seats
    after = game_of(position.variant.game).play(position, call._replace(hands=told))
    dealt: tuple[Hand | None, ...] = tuple(
        [
            None if seat in wrong else hand
            for seat, hand in zip(seats, after.deal.hands, strict=True)
        ]
    )
    return after._replace(deal=after.deal._replace(hands=dealt))


def void(position: Position) -> Position:
    """The end of a hand that is dealt again: the same player is mano of the next."""
    return opened(position._replace(deal=position.deal._replace(void=True)), "end", ())


def _ruled(
    kind: str, seat: str, rule: str, position: Position, stands: Position, says: str = ""
) -> Misstep:
    ways = (
        Recourse(WITHDRAWN, void(position), position, says),
        Recourse(STANDS, stands, position),
    )
    return Misstep(kind, "misdeal", seat, rule, ways)
