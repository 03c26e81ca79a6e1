"""The turns of Mau-Mau: what may be played or drawn, and what comes of it."""

from __future__ import annotations

from mustutor.calls import DECK, Call
from mustutor.cards import Card
from mustutor.errors import Fault, no_such_seat
from mustutor.games.mau_mau import table
from mustutor.games.mau_mau.state import ANY, JACK, OWED, Pile
from mustutor.games.shedding_family.calls import (
    DRAW,
    MOST_AT_ONCE,
    PASS,
    PLAY,
    says_one_card,
    suit_called,
)
from mustutor.games.shedding_family.cards import without
from mustutor.language import mark
from mustutor.position import Option, Position


def playable(position: Position, seat: str) -> tuple[Card, ...]:
    """The cards a seat is known to have that it may play now (MAU-8)."""
    place = position.table.seats.index(seat)
    if position.state.owed or seat in position.state.silent:
        return ()
    return tuple([card for card in table.held(position, place) if position.state.matches(card)])


def must_play(position: Position, seat: str) -> tuple[Card, ...]:
    """Those of them for which drawing breaks the obligation to play (MAU-10, MAU-16)."""
    return tuple([card for card in playable(position, seat) if position.state.must_go(card)])


def nothing_to_draw(position: Position) -> bool:
    """Whether the stock is gone, and nothing lies under the upcard."""
    return not position.state.stock and not position.deal.heap


def options(position: Position) -> tuple[Option, ...]:
    """Play, draw or pass, whichever the rules leave."""
    seat = position.speaker
    if not seat:
        return ()
    state: Pile = position.state
    unknown = position.hand_of(seat) is None
    may_play = not (state.owed or seat in state.silent) and (
        unknown or bool(playable(position, seat))
    )
    found = [Option(seat, PLAY, 1, MOST_AT_ONCE)] if may_play else []
    kept = not must_play(position, seat)
    if nothing_to_draw(position):
        return (*found, Option(seat, PASS)) if kept else tuple(found)
    if kept or position.variant.word("mau_mau.renege") == "penalty":
        found.append(Option(seat, DRAW))
    return tuple(found)


def why_not(position: Position, call: Call) -> Fault | None:
    """Say why the rules refuse this call here; nothing when it is legal."""
    if call.seat == DECK:
        if position.deal.told or position.said:
            return Fault(
                "MAU-6",
                mark("The cards of this hand have been dealt already."),
                {},
                "misdealt",
            )
        return table.misdealt(position, call)
    if call.seat not in position.table.seats:
        return no_such_seat(call.seat, position.table.seats, "MAU-1")
    if not position.speaker:
        return Fault("MAU-19", mark("The hand is over: nobody plays any more."), {})
    if call.seat != position.speaker:
        known = {"seat": call.seat, "speaker": position.speaker}
        sentence = mark("It is not {seat} who plays now, but {speaker}.")
        return Fault("MAU-8", sentence, known)
    if call.verb == DRAW:
        return _cannot_draw(position, call)
    if call.verb == PASS:
        return _cannot_pass(position, call)
    return _cannot_play(position, call)


def _cannot_draw(position: Position, call: Call) -> Fault | None:
    seat = call.seat
    if nothing_to_draw(position):
        sentence = mark("There is nothing left to draw: {seat} plays or passes.")
        return Fault("MAU-9", sentence, {"seat": seat})
    able = must_play(position, seat)
    if able and position.variant.word("mau_mau.renege") == "refuse":
        sentence = mark("{seat} can play {cards}, and must.")
        return Fault("MAU-10", sentence, {"seat": seat, "cards": " ".join(able)})
    return table.wrong_restock(position) or _other_draw(position, seat)


def _other_draw(position: Position, seat: str) -> Fault | None:
    """Say that a record has another card drawn than lies on the stock, or can lie there."""
    state: Pile = position.state
    place = position.table.seats.index(seat)
    listed = state.draws[place]
    seen = (state.upcard, *table.held(position, 0), *table.held(position, 1))
    if listed and (listed[0] in seen or (state.stock and listed[0] in position.deal.heap)):
        sentence = mark("{seat} cannot have drawn {card}: that card is somewhere else.")
        return Fault("MAU-9", sentence, {"seat": seat, "card": listed[0]}, "misdealt")
    order = state.order if state.stock else (state.restocks[0] if state.restocks else None)
    if not listed or not order or listed[0] == order[0]:
        return None
    sentence = mark("The stock gives {seat} {card}, but the record says {other} was drawn.")
    known = {"seat": seat, "card": order[0], "other": listed[0]}
    return Fault("MAU-9", sentence, known, "misdealt")


def _cannot_pass(position: Position, call: Call) -> Fault | None:
    seat = call.seat
    if not nothing_to_draw(position):
        sentence = mark("{seat} cannot pass while there are cards to draw.")
        return Fault("MAU-9", sentence, {"seat": seat})
    able = must_play(position, seat)
    if able:
        sentence = mark("{seat} can play {cards}, and must.")
        return Fault("MAU-10", sentence, {"seat": seat, "cards": " ".join(able)})
    return None


def _cannot_play(position: Position, call: Call) -> Fault | None:
    state, seat = position.state, call.seat
    if state.owed:
        known = {"seat": seat, "upcard": state.upcard, "owed": state.owed}
        if state.upcard.rank == "7":
            sentence = mark("After {upcard} {seat} draws one card and may not play.")
            return Fault("MAU-12", sentence, known)
        sentence = mark(
            "After {upcard} {seat} draws three cards and may not play: {owed} more to draw."
        )
        return Fault("MAU-13", sentence, known)
    if seat in state.silent:
        sentence = mark("{seat} did not say “one card”, and may only draw one card now.")
        return Fault("MAU-18", sentence, {"seat": seat})
    first = call.cards[0]
    return (
        _has_not(position, call)
        or _two(call)
        or (None if state.matches(first) else _no_match(state, first))
        or _no_such_call(call)
        or _miscounted(position, call)
        or (_misstated(position, call) if _goes_out(position, call) else None)
    )


def _has_not(position: Position, call: Call) -> Fault | None:
    place = position.table.seats.index(call.seat)
    hand = position.deal.hands[place]
    state: Pile = position.state
    other = table.held(position, 1 - place)
    for card in call.cards:
        gone = card in position.deal.heap or card == state.upcard or card in other
        in_stock = state.order is not None and card in state.order[: state.stock]
        missing = hand is not None and card not in hand
        full = hand is None and len(state.seen[place]) == state.left[place]
        unknown = full and card not in state.seen[place]
        if gone or in_stock or missing or unknown:
            known = {"seat": call.seat, "card": card}
            return Fault("MAU-8", mark("{seat} does not have {card}."), known)
    if len(call.cards) > state.left[place]:
        return Fault("MAU-8", mark("{seat} has only one card."), {"seat": call.seat})
    return None


def _two(call: Call) -> Fault | None:
    """Only two jacks may be played in one turn (MAU-21)."""
    if len(call.cards) == 1:
        return None
    alike = call.cards[0] == call.cards[1]
    if not alike and all(card.rank == JACK for card in call.cards):
        return None
    sentence = mark("In one turn you play one card, or two jacks: not {cards}.")
    return Fault("MAU-21", sentence, {"cards": " ".join(call.cards)})


def _no_match(state: Pile, card: Card) -> Fault:
    known = {"card": card, "upcard": state.upcard}
    if state.called:
        sentence = mark("{card} is neither of the suit called, {suit}, nor a jack.")
        return Fault("MAU-14", sentence, {**known, "suit": state.called})
    if card.rank == JACK:
        sentence = mark("A jack must match as well: {card} is not of the suit of {upcard}.")
        return Fault("MAU-8", sentence, known)
    sentence = mark("{card} has neither the suit nor the rank of {upcard}.")
    return Fault("MAU-8", sentence, known)


def _no_such_call(call: Call) -> Fault | None:
    """Only who plays a jack may name a suit, and another than the jack's (MAU-14)."""
    suit = suit_called(call)
    if not suit:
        return None
    top = call.cards[-1]
    if top.rank != JACK:
        sentence = mark("Only a jack calls a suit, and {card} is not one.")
        return Fault("MAU-14", sentence, {"card": top})
    if top.suit == suit:
        sentence = mark("A jack calls a suit other than its own, and {card} does not.")
        return Fault("MAU-14", sentence, {"card": top})
    return None


def _miscounted(position: Position, call: Call) -> Fault | None:
    """“One card” is said with the play that leaves one (MAU-17)."""
    left = position.state.left[position.table.seats.index(call.seat)] - len(call.cards)
    if not says_one_card(call) or left == 1:
        return None
    sentence = mark("{seat} says “one card” but has {count} left.")
    return Fault("MAU-17", sentence, {"seat": call.seat, "count": left})


def _goes_out(position: Position, call: Call) -> bool:
    left: int = position.state.left[position.table.seats.index(call.seat)]
    return left == len(call.cards)


def _misstated(position: Position, call: Call) -> Fault | None:
    """Say what a record states of the hand and cannot be, now that it is over."""
    return _too_many_drawn(position) or _wrongly_laid(position, call)


def _wrongly_laid(position: Position, call: Call) -> Fault | None:
    """Say why nobody can have been left with the cards that a record has laid down."""
    state: Pile = position.state
    for place, seat in enumerate(position.table.seats):
        laid = state.laid[place]
        if laid is None:
            continue
        known, left = table.held(position, place), state.left[place]
        if seat == call.seat:
            known, left = (), 0
        evidence = {"seat": seat, "cards": " ".join(laid), "count": left}
        if len(laid) != left or len(set(laid)) != left:
            sentence = mark("{seat} is left with {count} cards, but the record has {cards}.")
            return Fault("MAU-19", sentence, evidence, "misdealt")
        gone = {*position.deal.heap, state.upcard, *call.cards, *(state.order or ())}
        gone |= {*table.held(position, 1 - place)}
        if not set(known) <= set(laid) or gone & set(laid):
            sentence = mark("{seat} cannot have been left with {cards}.")
            return Fault("MAU-19", sentence, evidence, "misdealt")
    return None


def _too_many_drawn(position: Position) -> Fault | None:
    """Say that a record lists more cards drawn than were."""
    if position.state.restocks:
        sentence = mark("The record shuffles the stock again, but it had not run out.")
        return Fault("MAU-9", sentence, {}, "misdealt")
    for seat, listed in zip(position.table.seats, position.state.draws, strict=True):
        if listed:
            sentence = mark("The record says that {seat} drew {cards} too, but nobody drew them.")
            known = {"seat": seat, "cards": " ".join(listed)}
            return Fault("MAU-9", sentence, known, "misdealt")
    return None


# --- what comes of a call ----------------------------------------------------------------


def play(position: Position, call: Call) -> Position:
    """What a call leads to: the same player again, the other one, or the end of the hand."""
    if call.seat == DECK:
        return table.given(position, call)
    if call.verb == DRAW:
        return _draws(position, call.seat)
    if call.verb == PASS:
        state = position.state._replace(
            owed=0, drawn=0, fined=False, silent=_mended(position, call.seat)
        )
        return _turned(position, call, state, other=True)
    return _plays(position, call)


def _turned(position: Position, call: Call, state: Pile, *, other: bool) -> Position:
    queue = position.queue[::-1] if other else position.queue
    said = f"{call.seat}{call.verb[:2]}{state.drawn or ''}"
    return position.turned(queue, said, state)


def _mended(position: Position, seat: str) -> tuple[str, ...]:
    """Who has still one card without having said so, once this seat has drawn (MAU-18)."""
    return tuple([one for one in position.state.silent if one != seat])


def _draws(position: Position, seat: str) -> Position:
    """Draw one card: owed, because nothing was said, or for want of a card to play."""
    before: Pile = position.state
    place = position.table.seats.index(seat)
    free = not before.owed and seat not in before.silent
    able = free and bool(must_play(position, seat))
    unproved = free and not able and position.deal.hands[place] is None
    position = position if before.stock else table.restocked(position)
    state: Pile = position.state
    card, state = _top(state, place)
    left = tuple([n + (at == place) for at, n in enumerate(state.left)])
    known = table.held(position, place)
    whole = position.deal.hands[place] is not None and card is not None
    state = state._replace(
        left=left,
        stock=state.stock - 1,
        last=card,
        owed=max(0, before.owed - 1),
        drawn=before.drawn + 1 if free else 0,
        silent=_mended(position, seat),
        reneged=(*before.reneged, seat) if able and not before.fined else before.reneged,
        fined=before.fined or able,
        unproved=before.unproved | {seat} if unproved and not before.fined else before.unproved,
    )
    position = position._replace(state=state, deal=position.deal._replace(stock=state.stock))
    position = table.with_hand(
        position, place, known if card is None else (*known, card), whole=whole
    )
    passes = before.owed == 1 or not (before.owed or free)
    return _turned(position, Call(seat, DRAW), position.state, other=passes)


def _top(state: Pile, place: int) -> tuple[Card | None, Pile]:
    """The card on the stock, as its order or the record tells it; none where nobody does."""
    listed = state.draws[place]
    card = listed[0] if listed else None
    if listed:
        draws = (*state.draws[:place], listed[1:], *state.draws[place + 1 :])
        state = state._replace(draws=draws)
    if state.order:
        card, state = state.order[0], state._replace(order=state.order[1:])
    return card, state


def _plays(position: Position, call: Call) -> Position:
    state: Pile = position.state
    seat, cards = call.seat, call.cards
    place = position.table.seats.index(seat)
    whole = position.deal.hands[place] is not None
    under = (*((state.upcard,) if state.upcard else ()), *cards[:-1])
    position = position.dealt(position.deal._replace(heap=(*position.deal.heap, *under)))
    position = table.with_hand(
        position, place, without(table.held(position, place), cards), whole=whole
    )
    left = tuple([n - len(cards) * (at == place) for at, n in enumerate(state.left)])
    top = cards[-1]
    out = not left[place]
    silent = left[place] == 1 and not says_one_card(call)
    state = position.state._replace(
        upcard=top,
        left=left,
        called=(suit_called(call) or ANY) if top.rank == JACK else "",
        owed=0 if out else OWED.get(top.rank, 0),
        drawn=0,
        fined=False,
        silent=(*state.silent, seat) if silent else state.silent,
        shed=seat if out else "",
        jacks=out and len(cards) == MOST_AT_ONCE,
    )
    if out:
        return position.opened("showdown", (), state)
    return _turned(position, call, state, other=True)
