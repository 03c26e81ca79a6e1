"""The turns of Mau-Mau: what may be played or drawn, its effect, the score of a hand.

The protocol's questions are answered at the end, in `GAME`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from mustutor.base.errors import Fault, no_such_seat
from mustutor.base.language import mark
from mustutor.games.alone import in_its_ways, not_held, not_in_turn, noted_in_hand, noted_of_call
from mustutor.games.mau_mau import PHASES, ROUND, table
from mustutor.games.mau_mau.table import (
    ANY,
    GRAMMAR,
    JACK,
    OWED,
    DrewWhilePlayable,
    MatchedNothing,
    MauMauState,
    RemainingCards,
    held,
    is_whole,
    points,
)
from mustutor.games.protocols import (
    Chance,
    CitedArticles,
    Conduct,
    Game,
    Gaps,
    IllegalPlay,
    RecordContext,
    Rules,
    Words,
)
from mustutor.games.shedding_family.cards import (
    CALLING,
    DRAW,
    FRENCH,
    MOST_AT_ONCE,
    ONE_CARD,
    PASS,
    PLAY,
    play_as_meant,
    says_one_card,
    suit_called,
    without,
)
from mustutor.model.calls import DECK, Call
from mustutor.model.cards import Card
from mustutor.model.ledger import BANK, Entry
from mustutor.model.position import Hand, OpenPayment, Option, Position, Step

if TYPE_CHECKING:
    from random import Random

PENALTY = 50
"""What drawing though able to play costs, once a turn (MAU-11)."""

SPADES = "s"


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Score the cards the loser has left (MAU-4, MAU-19), and charge the penalties.

    Where those cards or the starter are not known it waits for them; where nobody can tell
    whether a player who drew was able to play, it waits for that hand.
    """
    if position.lance != "showdown":
        return position, ()
    state: MauMauState = position.state
    winner = state.shed
    loser = position.table.seats[1 - position.table.seats.index(winner)]
    cards = _cards_left(position, loser)
    if cards is None or state.starter is None:
        return position, (OpenPayment(ROUND, (loser,), _at_least(position, loser)),)
    scored = tuple(_scored(position, winner, loser, cards))
    done = state._replace(over=(ROUND,))
    waiting = tuple([OpenPayment(ROUND, (s,), 0) for s in position.order if s in state.unproved])
    if waiting:
        return position.closing("showdown", scored, done), waiting
    return _won(position.closing("end", (*scored, *_charged(state)), done)), ()


def _cards_left(position: Position, seat: str) -> Hand | None:
    """The cards a seat has left; None where not all of them are known."""
    place = position.table.seats.index(seat)
    laid: Hand | None = position.state.laid[place]
    return held(position, place) if is_whole(position, place) else laid


def _scored(position: Position, winner: str, loser: str, cards: Hand) -> Iterator[Entry]:
    state: MauMauState = position.state
    worth = tuple([points(card) for card in cards])
    because = RemainingCards(loser, cards, worth, state.starter, state.jacks)
    total = sum(worth)
    scored = Entry(ROUND, "showdown", "cards", BANK, winner, total, "MAU-19", because)
    yield scored
    spade = state.starter is not None and state.starter.suit == SPADES
    both = position.variant.word("mau_mau.multipliers") == "product"
    if spade and (both or not state.jacks):
        yield scored._replace(item="double", rule="MAU-20")
        total *= 2
    if state.jacks:
        yield scored._replace(item="quadruple", rule="MAU-21", stones=3 * total)


def _charged(state: MauMauState) -> Iterator[Entry]:
    for seat in state.reneged:
        because = DrewWhilePlayable(seat)
        yield Entry(ROUND, "showdown", "penalty", seat, BANK, PENALTY, "MAU-11", because)


def _won(end: Position) -> Position:
    """With the match won by the player who has reached the target, if any (MAU-3)."""
    target = end.variant.number("mau_mau.target")
    winner = next((seat for seat in end.table.seats if end.stones_of(seat) >= target), "")
    return end.won_by(winner) if winner else end


def _at_least(position: Position, seat: str) -> int:
    """The fewest points the hand nobody has told can be worth."""
    place = position.table.seats.index(seat)
    known = held(position, place)
    out = {
        *position.deal.earlier_discards,
        *known,
        *held(position, 1 - place),
        position.state.upcard,
    }
    rest: list[Card] = [card for card in FRENCH.cards() if card not in out]
    unknown = position.state.left[place] - len(known)
    least = sorted(map(points, rest))[:unknown]
    return sum(map(points, known)) + sum(least)


# --- what may be done ---------------------------------------------------------------------


def playable(position: Position, seat: str) -> tuple[Card, ...]:
    """The cards a seat is known to have that it may play now (MAU-8)."""
    place = position.table.seats.index(seat)
    if position.state.owed or seat in position.state.silent:
        return ()
    return tuple([card for card in table.held(position, place) if position.state.matches(card)])


def must_play(position: Position, seat: str) -> tuple[Card, ...]:
    """Those of them for which drawing breaks the obligation to play (MAU-10, MAU-16)."""
    cards, may_keep = playable(position, seat), position.variant.flag("mau_mau.hold_rank")
    return tuple([card for card in cards if position.state.must_go(card, may_keep=may_keep)])


def nothing_to_draw(position: Position) -> bool:
    """Whether the stock is gone, and nothing lies under the upcard."""
    return not position.state.stock and not position.deal.earlier_discards


def options(position: Position) -> tuple[Option, ...]:
    """Play, draw or pass, whichever the rules leave."""
    seat = position.speaker
    if not seat:
        return ()
    state: MauMauState = position.state
    unknown = not is_whole(position, position.table.seats.index(seat))
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
            sentence = mark("The cards of this hand have been dealt already.")
            return Fault("MAU-6", sentence, {}, "misdealt")
        return table.why_impossible_deal(position, call)
    if call.seat not in position.table.seats:
        return no_such_seat(call.seat, position.table.seats, "MAU-1")
    if not position.speaker:
        return Fault("MAU-19", mark("The hand is over: nobody plays any more."), {})
    cannot = {DRAW: _cannot_draw, PASS: _cannot_pass}.get(call.verb, _cannot_play)
    return not_in_turn(position, call, "MAU-8") or cannot(position, call)


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
    state: MauMauState = position.state
    place = position.table.seats.index(seat)
    listed = state.draws[place]
    seen = (state.upcard, *table.held(position, 0), *table.held(position, 1))
    if listed and (
        listed[0] in seen or (state.stock and listed[0] in position.deal.earlier_discards)
    ):
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
    state: MauMauState = position.state
    other = table.held(position, 1 - place)
    for card in call.cards:
        gone = card in position.deal.earlier_discards or card == state.upcard or card in other
        in_stock = state.order is not None and card in state.order[: state.stock]
        missing = is_whole(position, place) and card not in held(position, place)
        if gone or in_stock or missing:
            return not_held(call.seat, card, "MAU-8")
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


def _no_match(state: MauMauState, card: Card) -> Fault:
    known = {"card": card, "upcard": state.upcard}
    if state.called:
        sentence = mark("{card} is neither of the suit called, {suit}, nor a jack.")
        return Fault("MAU-14", sentence, {**known, "suit": state.called})
    if card.rank == JACK:
        sentence = mark("A jack must match as well: {card} is not of the suit of {upcard}.")
        return Fault("MAU-8", sentence, known)
    return Fault("MAU-8", mark("{card} has neither the suit nor the rank of {upcard}."), known)


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
    state: MauMauState = position.state
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
        gone = {*position.deal.earlier_discards, state.upcard, *call.cards, *(state.order or ())}
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
            return Fault("MAU-9", sentence, {"seat": seat, "cards": " ".join(listed)}, "misdealt")
    return None


# --- what comes of a call ----------------------------------------------------------------


def play(position: Position, call: Call) -> Position:
    """What a call leads to: the same player again, the other one, or the end of the hand."""
    if call.seat == DECK:
        return position.with_dealt_hands(call)
    if call.verb == DRAW:
        return _draws(position, call.seat)
    if call.verb == PASS:
        state = position.state._replace(
            owed=0, drawn=0, fined=False, silent=_mended(position, call.seat)
        )
        return _turned(position, call, state, other=True)
    return _plays(position, call)


def _turned(position: Position, call: Call, state: MauMauState, *, other: bool) -> Position:
    queue = position.queue[::-1] if other else position.queue
    said = f"{call.seat}{call.verb[:2]}{state.drawn or ''}"
    return position.with_talk(queue, said, state)


def _mended(position: Position, seat: str) -> tuple[str, ...]:
    """Who has still one card without having said so, once this seat has drawn (MAU-18)."""
    return tuple([one for one in position.state.silent if one != seat])


def _draws(position: Position, seat: str) -> Position:
    """Draw one card: owed, because nothing was said, or for want of a card to play."""
    before: MauMauState = position.state
    place = position.table.seats.index(seat)
    free = not before.owed and seat not in before.silent
    able = free and bool(must_play(position, seat))
    unproved = free and not able and not is_whole(position, place)
    position = position if before.stock else table.restocked(position)
    state: MauMauState = position.state
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


def _top(state: MauMauState, place: int) -> tuple[Card | None, MauMauState]:
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
    state: MauMauState = position.state
    seat, cards = call.seat, call.cards
    place = position.table.seats.index(seat)
    whole = position.deal.hands[place] is not None
    under = (*((state.upcard,) if state.upcard else ()), *cards[:-1])
    position = position.with_deal(
        position.deal._replace(earlier_discards=(*position.deal.earlier_discards, *under))
    )
    position = table.with_hand(
        position, place, without(table.held(position, place), cards), whole=whole
    )
    left = tuple([n - len(cards) * (at == place) for at, n in enumerate(state.left)])
    top = cards[-1]
    out = not left[place]
    asked = position.variant.word("mau_mau.forgotten_one_card") == "draw"
    silent = asked and left[place] == 1 and not says_one_card(call)
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


def at_random(position: Position, option: Option, random: Random) -> Call:
    """One of the calls an option allows."""
    seat = option.seat
    if option.verb != PLAY:
        return Call(seat, option.verb)
    cards = playable(position, seat)
    if not cards:  # some of its cards are unknown
        all_ = [Call(seat, PLAY, cards=(card,)) for card in FRENCH.cards()]
        return next(call for call in all_ if why_not(position, call) is None)
    card = cards[int(random.random() * len(cards))]
    played = [card]
    place = position.table.seats.index(seat)
    jacks = [c for c in table.held(position, place) if c.rank == JACK and c != card]
    if card.rank == JACK and jacks and random.random() < 0.5:
        played.append(jacks[0])
    words = []
    left = position.state.left[place] - len(played)
    if card.rank == JACK and left and random.random() < 0.8:
        others = [suit for suit in FRENCH.suits if suit != played[-1].suit]
        words.append(f"{CALLING} {others[int(random.random() * len(others))]}")
    if left == 1 and random.random() < 0.9:
        words.append(ONE_CARD)
    return Call(seat, PLAY, cards=tuple(played), word=" ".join(words))


def illegal_play(
    _steps: Sequence[Step], position: Position, call: Call, told: RecordContext
) -> IllegalPlay | None:
    """A card that was played all the same: for want of a match, of a turn, or of “one card”."""
    seat, state, fault = call.seat, position.state, why_not(position, call)
    if told.noted and fault is None:
        return noted_of_call(position, call, told, GAME.rules)
    if seat not in position.table.seats or fault is None or not position.speaker:
        return None
    if position.speaker != seat or (call.verb == PLAY and _two(call)):
        return in_its_ways("mau_turn", call, fault.rule, position, told, put_right=position)
    if call.verb != PLAY or (not state.owed and _has_not(position, call)):
        return None
    if state.owed:
        return in_its_ways("mau_blocked", call, fault.rule, position, told, put_right=position)
    if seat in state.silent:
        return in_its_ways("mau_one_card", call, fault.rule, position, told, put_right=position)
    if state.matches(call.cards[0]):
        return None
    stands = play(position, call)
    because = MatchedNothing(seat, call.cards[0])
    entry = Entry(ROUND, "at_once", "mismatch", seat, BANK, PENALTY, fault.rule, because)
    paid = stands.closing(stands.lance, (entry,), stands.state)
    paid = paid._replace(queue=stands.queue, said=stands.said)
    ways = {"put_right": position, "paid": paid, "stands": stands}
    return in_its_ways("mau_mismatch", call, fault.rule, position, told, **ways)


GAME = Game(
    rules=Rules(
        phases=PHASES,
        start=table.ALONE.start,
        options=options,
        why_not=why_not,
        play=play,
        settle=settle,
        next_manos=table.ALONE.next_manos,
        next_hand=table.ALONE.next_hand,
        resume_with=table.resume_with,
        seats=table.seats,
        allows_debt=True,
    ),
    chance=Chance(
        deck=FRENCH,
        pack=table.pack,
        deal=table.deal,
        with_stock=table.with_stock,
        turns_card_up=True,
        drawing_verbs=frozenset((DRAW,)),
        drawn_card=table.drawn_card,
        random_call_for=at_random,
        verb_weights=MappingProxyType({PLAY: 300, DRAW: 1, PASS: 1}),
        first_mano=lambda seats, lot: seats[int(lot * len(seats))],
    ),
    words=Words(
        grammar=GRAMMAR,
        cited=CitedArticles("MAU-1", "MAU-8", dealt="MAU-6", served="MAU-9", mano="MAU-5"),
        words_in_context=lambda position, seat, words: play_as_meant(
            words, playable(position, seat)
        ),
    ),
    gaps=Gaps(
        with_stated_deal=table.with_stated_deal,
        stated_stock=table.stated_stock,
        with_stated_draws=table.with_stated_draws,
        without_hidden_cards=table.without_hidden_cards,
        shown_hands=table.shown_hands,
    ),
    conduct=Conduct(illegal_play=illegal_play, noted_in_hand=noted_in_hand),
)
