"""Are these the cards that were dealt and served? The shuffle and the commitments of a deal.

The stock is served in the order of the shuffle. When it runs out the discards, put in the
order of the deck, are shuffled with the same seed; ``k`` counts the shuffles of the hand from 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.calls import HIDDEN
from mustutor.cards import Card, deck, read_card
from mustutor.errors import Fault, NotationError
from mustutor.language import mark
from mustutor.mustalk import serving_order
from mustutor.position import Position
from mustutor.replay.format import Json
from mustutor.replay.playback import Played
from mustutor.replay.seal import SHUFFLE, commitment, dealt_round, digest, shuffled
from mustutor.replay.stopped import Failure

Pack = list[Card]


def misdealt(played: Played) -> Failure | None:
    """Compare the recorded cards with the commitments and the shuffle, where they are told."""
    deal = played.hand.deal
    if deal is None:
        return None
    place = str(played.number)
    if "commit" in deal and "salts" in deal:
        fault = _uncommitted(deal)
        if fault is not None:
            return Failure("misdealt", place, fault, played.start)
    shuffle = deal.get("shuffle", {})
    if shuffle.get("algorithm") != SHUFFLE or "seed" not in shuffle:
        return None
    if "commit" in shuffle and digest(shuffle["seed"]) != shuffle["commit"]:
        sentence = mark("The seed of the shuffle is not the one committed to.")
        return Failure("misdealt", place, Fault("", sentence, {}), played.start)
    rules = played.start.variant
    pack = _shuffled(deck(rules.several("deck.removed_ranks")), shuffle, 0)
    cards = rules.number("deal.cards")
    order = played.start.order
    fault = _not_dealt(deal, dealt_round(pack, order, cards))
    if fault is not None:
        return Failure("misdealt", place, fault, played.start)
    return _not_drawn(played, pack[cards * len(order) :], shuffle)


def _shuffled(cards: Sequence[Card], shuffle: Json, turn: int) -> Pack:
    return shuffled(
        cards,
        seed=shuffle["seed"],
        table_seed=shuffle.get("table_seed", ""),
        nonce=shuffle.get("nonce", ""),
        turn=turn,
    )


# --- the cards dealt ---------------------------------------------------------------------


def _uncommitted(deal: Json) -> Fault | None:
    for seat, salt in deal["salts"].items():
        cards = deal.get("cards", {}).get(seat)
        if cards is None or seat not in deal["commit"]:
            continue
        if commitment(salt, cards) != deal["commit"][seat]:
            return Fault(
                "",
                mark("The cards of {seat}, {cards}, are not the ones committed to at the deal."),
                {"seat": seat, "cards": " ".join(cards)},
            )
    return None


def _not_dealt(deal: Json, dealt: dict[str, Pack]) -> Fault | None:
    """Find a hand the shuffle does not deal; of five cards a record may tell the four kept."""
    for seat, texts in deal.get("cards", {}).items():
        try:
            hand = [read_card(text) for text in texts]
        except NotationError:
            return None  # The playback says what cannot be read.
        if not _among(hand, dealt.get(seat, [])):
            return Fault(
                "MUS-DEAL-3",
                mark("The shuffle deals {dealt} to {seat}, and the record has {cards}."),
                {
                    "seat": seat,
                    "dealt": " ".join(dealt.get(seat, [])),
                    "cards": " ".join(hand),
                },
            )
    return None


def _among(told: Sequence[Card], there: Sequence[Card]) -> bool:
    """Whether cards are some of others; their order means nothing, nor a suit not told.

    A hidden card among the others may be any.
    """
    left = list(there)
    for card in sorted(told, key=len, reverse=True):
        found = next((one for one in left if card in (one, one.rank)), HIDDEN)
        if found not in left:
            return False
        left.remove(found)
    return True


# --- the cards served --------------------------------------------------------------------


def _not_drawn(played: Played, stock: Pack, shuffle: Json) -> Failure | None:
    """Find cards served that are not the next of the stock (MUS-DISC-4, MUS-DISC-5)."""
    turn = 0
    for step in played.steps:
        if step.call.verb != "sirve":
            continue
        position, served = step.before, dict(step.call.hands)
        order = serving_order(position)
        for seat in order:
            count = len(_thrown(position, seat))
            drawn, stock = stock[:count], stock[count:]
            if len(drawn) < count:
                pile = _pile(position, seat, alone=seat == order[-1])
                if any(not card.suit for card in pile):
                    # Nobody told all that was thrown: what is served from it cannot be told.
                    return _unlike(played, position, seat, served, drawn, count)
                turn += 1
                stock = _shuffled(pile, shuffle, turn)
                short = count - len(drawn)
                drawn, stock = drawn + stock[:short], stock[short:]
            failure = _unlike(played, position, seat, served, drawn, count)
            if failure is not None:
                return failure
    return None


def _thrown(position: Position, seat: str) -> Sequence[Card]:
    return position.deal.thrown[position.table.seats.index(seat)]


def _pile(position: Position, seat: str, *, alone: bool) -> Pack:
    """The discards that are shuffled when the stock runs out before a seat (MUS-DISC-6)."""
    aside = seat if alone and position.variant.rules["mus.lone_player_rule"] else ""
    pile = [*position.deal.heap]
    for other in position.table.seats:
        if other != aside:
            pile += _thrown(position, other)
    return sorted(pile, key=lambda card: deck().index(card) if card.suit else -1)


def _unlike(
    played: Played,
    position: Position,
    seat: str,
    served: dict[str, tuple[Card, ...]],
    drawn: Pack,
    count: int,
) -> Failure | None:
    """Compare what a seat was served with what the stock holds for it, so far as that is known."""
    told = served.get(seat)
    known = [*drawn, *[HIDDEN] * (count - len(drawn))]
    if told is None or _among(told, known):
        return None
    sentence = mark("The shuffle serves {dealt} to {seat}, and the record has {cards}.")
    evidence: dict[str, object] = {
        "seat": seat,
        "dealt": " ".join(known),
        "cards": " ".join(told),
    }
    fault = Fault("MUS-DISC-4", sentence, evidence)
    return Failure("misdealt", f"{played.number}.descarte", fault, position)
