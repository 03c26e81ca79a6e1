"""The discards, the cards the deck deals and serves, and mus after a card that was seen.

A variant says whether there is mus at all, how many cards are dealt and thrown, in which order, and
what happens when the stock runs out. The deck is a chance actor: its calls (`reparte`, `sirve`)
bring cards in, and nothing here draws a random number.

What follows from a card seen while it was dealt is the rulebook's (exposed_card.*): mus for all, or
what mano says for all, or another deal; from a cut that was not offered, mus for all (deal.no_cut).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

from mustutor.base.errors import Fault
from mustutor.base.language import mark
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.talk_options import article
from mustutor.model.calls import HIDDEN, KEPT, Call
from mustutor.model.cards import Card, deck
from mustutor.model.position import Deal, Hand, Position
from mustutor.model.variant import Variant

CITED = {"dealt": "MUS-DEAL-3", "served": "MUS-DISC-4", "mano": "MUS-DLR-3"}
"""The articles of both games on the deal, the discards and mano."""


@lru_cache(maxsize=64)
def whole_deck(variant: Variant) -> frozenset[Card]:
    """The cards the variant is played with."""
    return frozenset(deck(tuple(map(str, variant.several("deck.removed_ranks")))))


# --- discards ----------------------------------------------------------------------------


def discard_order(variant: Variant, order: tuple[str, ...]) -> tuple[str, ...]:
    """Who throws his cards first: mano, or the dealer and then mano (MUS-DISC-1)."""
    if variant.rules["mus.discard_order"] == "dealer_first":
        return order[-1:] + order[:-1]
    return order


@lru_cache(maxsize=64)
def discard_bounds(variant: Variant) -> tuple[int, int]:
    """The least and the most cards a player throws (MUS-DISC-3, ENC-DEAL-4)."""
    forced = variant.number("deal.forced_discard")
    if forced:
        return forced, forced
    return variant.number("mus.min_discard"), 4


def why_not_discard(position: Position, call: Call) -> Fault | None:
    """Say why the speaker may not throw these cards, or nothing when he may."""
    variant, cards = position.table.variant, call.cards
    least, most = discard_bounds(variant)
    rule = "ENC-DEAL-4" if variant.rules["deal.forced_discard"] else "MUS-DISC-3"
    if call.verb == "servido":
        if least == 0 or may_be_served(position):
            return None
        return Fault(rule, mark("{seat} must throw at least one card."), {"seat": call.seat})
    if call.verb != "descarto":
        return Fault(rule, mark("{seat} has to throw cards now."), {"seat": call.seat})
    count = len(cards)
    least = least or 1  # Who throws nothing says servido.
    if not least <= count <= most:
        sentence = mark("{seat} throws {count} cards: the rulebook allows from {least} to {most}.")
        known = {"seat": call.seat, "count": count, "least": least, "most": most}
        return Fault(rule, sentence, known)
    hand = position.deal.hands[position.table.seats.index(call.seat)]
    if hand is not None and not (len(once := {*cards}) == count and once.issubset(hand)):
        missing = Counter(card for card in cards if card != HIDDEN) - Counter(hand)
        if missing:
            sentence = mark("{seat} throws {card} without holding it: the hand is {hand}.")
            lacks = {"seat": call.seat, "card": next(iter(missing)), "hand": " ".join(hand)}
            return Fault(rule, sentence, lacks)
    return None


def discarded(deal: Deal, seat: int, cards: Hand) -> Deal:
    """The deal after a seat has thrown these cards."""
    hands, thrown = [*deal.hands], [*deal.current_discards]
    thrown[seat], hand = cards, hands[seat]
    if hand is not None and cards:
        hands[seat] = None if HIDDEN in cards else tuple(_without(hand, cards))
    return deal.thrown_so(tuple(hands), tuple(thrown))


def _without(hand: Hand, cards: Hand) -> list[Card]:
    kept = list(hand)
    for card in cards:
        kept.remove(card)
    return kept


# --- what the deck does ------------------------------------------------------------------


def why_not_dealt(position: Position, call: Call) -> Fault | None:
    """Say why these hands cannot have been dealt, or nothing when they can."""
    deal, variant, order = position.deal, position.table.variant, position.order
    if deal.told or position.said or position.state.closed or deal.discards:
        return _misdealt("MUS-DEAL-3", mark("The cards have been dealt already."))
    wanted = cards_each(variant, call)
    for seat, hand in call.hands:
        if len(hand) == wanted and seat in order:
            continue
        if seat not in order:
            sentence = mark("{seat} is dealt cards, but is not playing this hand: {players} are.")
            players = " ".join(position.order)
            return _misdealt("MUS-DEAL-3", sentence, seat=seat, players=players)
        rule = "MUS-DEAL-3" if wanted == 4 else "ENC-DEAL-4"
        sentence = mark("{seat} is dealt {count} cards; every player gets {wanted}.")
        if call.word == KEPT and len(hand) == variant.number("deal.cards"):
            rule = "ENC-DEAL-4"
            sentence = mark(
                "{seat} holds {count} cards, of which one was discarded before this: "
                "write the descarte too, or the {wanted} cards that were kept."
            )
        return _misdealt(rule, sentence, seat=seat, count=len(hand), wanted=wanted)
    return _impossible(variant, call.hands, (), "MUS-DECK-1")


def _misdealt(rule: str, sentence: str, **known: object) -> Fault:
    return Fault(rule, sentence, known, "misdealt")


def cards_each(variant: Variant, call: Call) -> int:
    """How many cards a deal gives each player, or leaves him after the discard it leaves out."""
    wanted = variant.number("deal.cards")
    return wanted - variant.number("deal.forced_discard") if call.word == KEPT else wanted


NO_MORE_OF_IT = mark("{seat} is given {card}, but the deck has no more cards of that rank.")


def _impossible(
    variant: Variant,
    hands: Sequence[tuple[str, Hand]],
    elsewhere: Sequence[tuple[str, Hand]],
    rule: str,
) -> Fault | None:
    """Find a card that is not in the deck, or is in two places at once."""
    cards = whole_deck(variant)
    given = list(chain.from_iterable([hand for _, hand in hands]))
    there = list(chain.from_iterable([hand for _, hand in elsewhere]))
    if cards.issuperset(given) and len({*given, *there}) == len(given) + len(there):
        return None
    per_rank = Counter(card.rank for card in cards)
    found: dict[str, str] = {}
    ranks: Counter[str] = Counter()
    for seat, hand in elsewhere:
        for card in hand:
            if card != HIDDEN:
                found[card] = seat
                ranks[card.rank] += 1
    for seat, hand in hands:
        for card in hand:
            if (card not in cards) if card.suit else not per_rank[card.rank]:
                sentence = mark(
                    "{seat} is given {card}, which is not in this deck of {size} cards."
                )
                return _misdealt(rule, sentence, seat=seat, card=str(card), size=len(cards))
            if card.suit and card in found:
                sentence = mark("{seat} is given {card}, but {other} has it already.")
                return _misdealt(rule, sentence, seat=seat, card=str(card), other=found[card])
            ranks[card.rank] += 1
            # Without its suit a fifth king may be a three that people call a king.
            alike = [card.rank] if card.suit else _alike(variant, card)
            if sum(ranks[rank] for rank in alike) > sum(per_rank[rank] for rank in alike):
                return _misdealt(rule, NO_MORE_OF_IT, seat=seat, card=str(card))
            found[card] = seat
    return None


def _alike(variant: Variant, card: Card) -> list[str]:
    """The ranks that play as this card does: with eight kings kings and threes (MUS-RANK-3)."""
    plays_as = ranking_of(variant.rules).effective
    ranks = dict.fromkeys([other.rank for other in whole_deck(variant)])
    return [rank for rank in ranks if plays_as(Card(rank)) == plays_as(Card(card.rank))]


def served_in_order(position: Position) -> dict[str, Hand]:
    """The seats served, in the order of the discards, each with its own (MUS-DISC-4)."""
    threw = dict(zip(position.table.seats, position.deal.current_discards, strict=True))
    order = discard_order(position.table.variant, position.order)
    return {seat: thrown for seat in order if (thrown := threw[seat])}


def why_not_served(position: Position, call: Call) -> Fault | None:
    """Say why these cards cannot have been served, or nothing when they can.

    Each seat gets as many as it threw. While the stock lasts, nothing that was thrown comes
    back; when it runs out, all discards are shuffled and served on (MUS-DISC-5), but if one
    player alone is still short, his own stay aside (MUS-DISC-6).
    """
    seats = position.table.seats
    thrown = dict(zip(seats, position.deal.current_discards, strict=True))
    for seat, cards in call.hands:
        count = len(thrown.get(seat, ()))
        if len(cards) != count:
            sentence = mark("{seat} is served {served} cards after throwing {thrown}.")
            known = {"seat": seat, "served": len(cards), "thrown": count}
            return _misdealt("MUS-DISC-4", sentence, **known)
    held = zip(seats, position.deal.hands, strict=True)
    kept = [(seat, hand) for seat, hand in held if hand is not None]
    found = _impossible(position.variant, call.hands, kept, "MUS-DISC-4")
    return found or _not_in_stock(position, dict(call.hands))


def _not_in_stock(position: Position, served: dict[str, Hand]) -> Fault | None:
    deal = position.deal
    if deal.pile is None and sum(map(len, deal.current_discards)) <= deal.stock:
        # While the stock lasts, which it mostly does, it is enough that none was thrown.
        there = {*deal.earlier_discards, *chain.from_iterable(deal.current_discards)}
        if there.isdisjoint(chain.from_iterable(served.values())):
            return None
    out_of_stock = Counter(deal.earlier_discards)
    for cards in deal.current_discards:
        out_of_stock.update(cards)
    everything = tuple(out_of_stock.elements())
    shares = _shares(position)
    aside = Counter(next((own for _, own, _ in shares if own is not None), ()))
    in_stock, shuffled = _ranks(deal.pile), _ranks((out_of_stock - aside).elements())
    for seat, own, count in shares:
        for place, card in enumerate(served.get(seat, ())):
            if place < count:
                wrong = out_of_stock[card] or (deal.pile is not None and _stranger(deal.pile, card))
            else:
                wrong = (own is not None and card in own) or _stranger(everything, card)
            if wrong and card.suit:
                rule = "MUS-DISC-5" if place < count else "MUS-DISC-6"
                sentence = mark(
                    "{seat} is served {card}, which was thrown and cannot come back yet."
                )
                return _misdealt(rule, sentence, seat=seat, card=str(card))
            left = in_stock if place < count else shuffled
            left[card.rank] -= card != HIDDEN
            if left[card.rank] < 0 and not left[HIDDEN]:
                return _misdealt("MUS-DISC-5", NO_MORE_OF_IT, seat=seat, card=str(card))
    return None


def _ranks(pile: Iterable[Card] | None) -> Counter[str]:
    """How many cards of each rank a pile has; where one of them is hidden there may be any."""
    return Counter([HIDDEN] if pile is None else [card.rank for card in pile])


def _stranger(pile: Hand, card: Card) -> bool:
    return HIDDEN not in pile and all(other.suit for other in pile) and card not in pile


def _shares(position: Position) -> list[tuple[str, Hand | None, int]]:
    """Where each served seat's cards come from.

    For each: its own discards, where they stay aside (else None), and how many cards come from
    the stock before the discards are shuffled back into it.
    """
    left, reshuffled = position.deal.stock, False
    shares: list[tuple[str, Hand | None, int]] = []
    order = served_in_order(position)
    last = next(reversed(order), "")
    for seat, thrown in order.items():
        from_stock = 0 if reshuffled else min(left, len(thrown))
        short = not reshuffled and from_stock < len(thrown)
        alone = short and seat == last and position.variant.flag("mus.lone_player_rule")
        shares.append((seat, thrown if alone else None, from_stock))
        left, reshuffled = left - from_stock, reshuffled or short
    return shares


def serve(position: Position, call: Call) -> Deal:
    """The deal after every seat was served; a seat whose cards are unseen becomes unknown."""
    deal, seats, served = position.deal, position.table.seats, dict(call.hands)
    hands = [*deal.hands]
    for place, thrown in enumerate(deal.current_discards):
        if thrown:
            hand, more = hands[place], served.get(seats[place])
            hands[place] = None if hand is None or more is None else hand + more
    everything = deal.earlier_discards + tuple(chain.from_iterable(deal.current_discards))
    short = len(everything) - len(deal.earlier_discards) - deal.stock
    if short <= 0:
        heap, stock, pile = everything, -short, deal.pile
        if pile is not None:
            pile = _left_of(pile, chain.from_iterable(served.values()))
    else:
        shares = _shares(position)
        heap = next((own for _, own, _ in shares if own is not None), ())
        shuffled = _without(everything, heap)
        drawn = [card for seat, _, count in shares for card in served.get(seat, ())[count:]]
        stock = len(shuffled) - short
        pile = _left_of(shuffled, drawn)
    nothing, count = ((),) * len(seats), deal.discards + 1
    left = stock, heap, pile, count, deal.told, False, None, deal.bet_next
    return Deal(tuple(hands), nothing, *left)


def _left_of(pile: Iterable[Card], drawn: Iterable[Card]) -> Hand:
    """What is left of a pile: each card drawn was there by name, by its rank alone, or unseen."""
    left = [*pile]
    for card in drawn:
        for one in (card, Card(card.rank), HIDDEN):
            if one in left:
                left.remove(one)
                break
    return tuple(left)


# --- a card that was seen -----------------------------------------------------------------


def why_not_exposed(position: Position, call: Call) -> Fault | None:
    """Say why nobody can have exposed this card, or nothing (MUS-VISTO-1)."""
    dealer = position.order[-1]
    if call.seat != dealer or position.said or position.deal.exposed:
        sentence = mark("Only {dealer} can expose a card, while dealing and before anybody speaks.")
        return Fault("MUS-VISTO-1", sentence, {"dealer": dealer})
    known = [card for hand in position.deal.hands for card in hand or ()]
    unknown = any(position.hand_of(seat) is None for seat in position.order)
    strange = [card for card in call.cards if not unknown and card.suit and card not in known]
    if len(call.cards) != 1 or strange:
        sentence = mark("{seat} exposes one card while dealing.")
        return Fault("MUS-VISTO-1", sentence, {"seat": call.seat})
    return None


def may_be_served(position: Position) -> bool:
    """Whether a player may keep all his cards in mus visto (MUS-VISTO-2)."""
    return is_visto(position) and position.variant.flag("exposed_card.served")


def is_visto(position: Position) -> bool:
    """Whether there is mus visto: of a card that was seen (exposed_card.scope), or of no cut."""
    deal, rules = position.deal, position.variant.rules
    if deal.uncut and not deal.discards:
        return True
    if deal.exposed is None or rules["exposed_card.action"] == "ignore":
        return False
    return not deal.discards or rules["exposed_card.scope"] == "any"


def is_void(position: Position) -> bool:
    """Whether the deal was given up: a card was seen (exposed_card.action), or it was wrong."""
    seen = bool(position.deal.exposed) and position.lance == "end"
    return position.deal.void or (seen and not position.state.closed)


def why_over(position: Position, lance: str) -> Fault | None:
    """Say that there is no talk of mus any more because of mus visto (MUS-VISTO-1), or nothing."""
    deal, rules = position.deal, position.variant.rules
    if lance != "mus" or position.state.closed or not (deal.exposed or deal.uncut):
        return None
    action = str(rules["exposed_card.action"])
    rule = "REG-CAN-8" if deal.uncut else article(position.variant, f"exposed {action}")
    dealer = position.order[-1]
    known = {"dealer": dealer, "speaker": position.speaker, "mano": position.mano}
    if deal.uncut:
        sentence = mark(
            "{dealer} did not offer the cut, so there is mus visto, and {speaker} throws cards "
            "or keeps them all."
        )
    elif is_void(position):
        sentence = mark(
            "A card was seen in the deal: all cards are gathered, and {dealer} deals again."
        )
    elif action == "mano_chooses":
        sentence = mark(
            "A card was seen in the deal: {mano} has already said for everybody "
            "whether there is mus."
        )
    elif position.lance == "descarte":
        sentence = mark(
            "A card was seen in the deal, so there is mus visto, and {speaker} throws cards or "
            "keeps them all."
        )
    else:
        return None
    return Fault(rule, sentence, known)
