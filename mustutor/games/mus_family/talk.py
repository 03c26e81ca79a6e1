"""Between and before the lances of Mus and Encaje: talk, discards, what follows.

A game gives `begin`, which opens its first lance when the talk is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from mustutor.base.errors import Fault, NotationError
from mustutor.base.language import mark
from mustutor.games import apply
from mustutor.games.mus_family import discards
from mustutor.games.mus_family.betting import (
    Auction,
    Lances,
    Outcome,
    RoundState,
    corrido,
    lance_closed,
    opened,
    turned,
    with_betting,
)
from mustutor.games.mus_family.calls import SPOKEN, read_call
from mustutor.games.mus_family.discards import is_visto, may_be_served
from mustutor.games.mus_family.hands import DECLARED, SEQUENCE, ranking_under
from mustutor.model.calls import DECK, KEPT, Call
from mustutor.model.position import Deal, Option, Position, Table
from mustutor.model.variant import Variant

_made = tuple.__new__

OPENING_WORDS = frozenset(("paso", "envido", "mas", "ordago"))
"""What the first to speak in a lance may say."""
DECLARING = frozenset(("tengo", "no tengo"))
"""What is said first where declarations are left out, and what says that they are not."""

Begin = Callable[[Position], Position]

Opening = Callable[[Position, str], Position]
Saying = Callable[[Position, Call], Position]

LATER = {"grande": "chica", "chica": "pares", "pares": "juego"}
FOLLOWING = {"mus": "grande", "descarte": "grande", **LATER, "juego": "punto"}


def sit_down(
    table: Table, order: tuple[str, ...], stones: tuple[int, ...], out: int, begin: Begin
) -> Position:
    """A hand before its first word: mus is talked, or what the rulebook has instead."""
    rules = table.variant.rules
    state, deal = _fresh(table.variant, len(table.seats), len(order))
    position = Position(order, "", state, "mus", stones, (), out, (), table, order, deal)
    if rules["deal.forced_discard"]:
        return _discards(position)
    if not rules["mus.enabled"] or rules["mus.max_rounds"] == 0:
        return begin(position)
    return position


@lru_cache(maxsize=256)
def _fresh(variant: Variant, seats: int, players: int) -> tuple[Lances, Deal]:
    """What of a hand nobody has played yet is the same every time."""
    stock = len(discards.whole_deck(variant)) - variant.number("deal.cards") * players
    return Lances(ranking_under(variant)), Deal((None,) * seats, ((),) * seats, stock)


def discard_options(position: Position) -> tuple[Option, ...]:
    """What the speaker may throw, or the deck serve, between the talk of mus and the lances."""
    seat = position.speaker
    if seat == DECK:
        return (Option(DECK, "sirve"),)
    least, most = discards.discard_bounds(position.variant)
    throw = Option(seat, "descarto", max(least, 1), most)
    served = not least or may_be_served(position)
    return (throw, Option(seat, "servido")) if served else (throw,)


def why_not_deck(position: Position, call: Call) -> Fault | None:
    """Say why the deck cannot have dealt or served so, or nothing when it can."""
    if call.verb == "reparte":
        return discards.why_not_dealt(position, call)
    if position.queue[:1] == (DECK,):
        return discards.why_not_served(position, call)
    sentence = mark(
        "Nobody is waiting for cards: the deck serves once all discards have been thrown."
    )
    return Fault("MUS-DISC-4", sentence, {}, "misdealt")


def play_discards(position: Position, call: Call, begin: Begin) -> Position:
    """The position after a discard, a card that was seen, or what the deck does."""
    verb = call.verb
    if verb == "reparte":
        hands = tuple(map(dict(call.hands).get, position.table.seats))
        return position.with_deal(position.deal.with_known_hands(hands, kept=call.word == KEPT))
    if verb == "sirve":
        return _served(position.with_deal(discards.serve(position, call)), begin)
    if verb == "descubre":
        return _expose(position, call)
    return _discard(position, call, begin)


def _discards(position: Position) -> Position:
    queue = discards.discard_order(position.table.variant, position.order)
    return opened(position, "descarte", queue)


def _talk_ended(position: Position, call: Call, begin: Begin) -> Position:
    """The position when the mus was cut, or all wanted it: the call is the last that was said."""
    order = position.order
    if call.verb == "corto":
        if corrido(position):
            # Whoever cuts a mus corrido is mano at once (MUS-FIRST-4).
            place = order.index(call.seat)
            order = order[place:] + order[:place]
        return begin(_seated(position, order))
    if corrido(position):
        # Mano becomes the dealer, and the next player mano (MUS-FIRST-3).
        order = order[1:] + order[:1]
    return _discards(_seated(position, order))


def _seated(position: Position, order: tuple[str, ...]) -> Position:
    return position if order is position.order else position._replace(order=order)


def _expose(position: Position, call: Call) -> Position:
    """The dealer let a card be seen: mus visto as the rulebook has it (exposed_card.action)."""
    deal = position.deal._replace(exposed=call.cards[0])
    position = position._replace(deal=deal)
    said = f"{call.seat}*{call.cards[0].lower()}"
    if not is_visto(position):
        # Everybody saw it, and the talk goes on.
        return turned(position, position.queue, None, said)
    match position.variant.rules["exposed_card.action"]:
        case "forced_mus":
            thrown = _discards(position)
            return turned(thrown, thrown.queue, None, said)
        case "mano_chooses":
            # Mano's word is everybody's: mus for all, or nobody throws a card.
            return turned(position, position.order[:1], None, said)
        case _:
            # Dealt again: the hand is void, and the same player is mano of the next.
            return opened(position, "end", (), said=said)


def _discard(position: Position, call: Call, begin: Begin) -> Position:
    seat, cards, table, queue = call.seat, call.cards, position.table, position.queue[1:]
    deal = discards.discarded(position.deal, table.seats.index(seat), cards)
    said = f"{position.said}{seat}d{len(cards)}"
    rules = table.variant.rules
    if queue:
        return position.with_deal(deal).with_talk(queue, said, position.state)
    if rules["deal.forced_discard"]:
        return begin(position.with_deal(deal))
    if is_visto(position) and rules["exposed_card.after"] == "bet_if_served":
        thrown = [deal.current_discards[table.seats.index(other)] for other in position.order]
        deal = deal._replace(bet_next=not all(thrown))
    if any(deal.current_discards):
        return position.with_deal(deal).with_talk((DECK,), said, position.state)
    deal = deal._replace(discards=deal.discards + 1, exposed=None)
    return _served(position.with_deal(deal), begin)


def _served(position: Position, begin: Begin) -> Position:
    deal = position.deal
    if deal.bet_next or deal.discards == position.table.variant.rules["mus.max_rounds"]:
        return begin(position)
    return opened(position, "mus", position.order)


# --- after a lance -----------------------------------------------------------------------


def end_round(
    position: Position,
    state: RoundState,
    call: Call,
    begin: Begin,
    close: Callable[[Position, Auction], Position],
    open_lance: Opening,
) -> Position:
    """The position after the last call of a round: what it was bet or declared for is closed."""
    lance, auction, holders = position.lance, state.auction, state.holders
    if lance == "mus":
        return _talk_ended(position, call, begin)
    if auction is not None:
        return go_on(close(position, auction), open_lance)
    kind = "lone" if holders else "nobody"
    position = lance_closed(position, Outcome(lance, kind, holders, Auction(holders)))
    if lance == "juego" and not holders:
        return open_lance(position, "punto")
    return go_on(position, open_lance)


def go_on(position: Position, open_lance: Opening) -> Position:
    """Go on after a lance: to the next or the showdown; nowhere once the hand is over."""
    if position.lance in ("end", "showdown"):
        return position
    later = LATER.get(position.lance)
    return open_lance(position, later) if later else opened(position, "showdown", ())


# --- records with gaps -------------------------------------------------------------------


def skip_to(
    position: Position, lance: str, open_lance: Opening, declare: Saying
) -> Position | None:
    """Begin at a later lance where nothing was recorded of those before it.

    Declarations nobody wrote down are made from the cards where all are known.
    """
    while position.lance in SEQUENCE and lance in SEQUENCE[SEQUENCE.index(position.lance) + 1 :]:
        if position.said:
            return None
        declared = declared_by_cards(position, declare) if position.lance in DECLARED else None
        if declared is not None and declared.lance != position.lance:
            position = declared
            continue
        skipped = (*position.skipped, position.lance)
        following = FOLLOWING[position.lance]
        if position.lance == "mus" and lance == "descarte":
            return None
        deal = position.deal
        if position.lance == "descarte" and not deal.kept:
            deal = deal._replace(hands=(None,) * len(deal.hands))
        position = open_lance(position._replace(skipped=skipped, deal=deal), following)
    return position if position.lance == lance else None


def declared_by_cards(position: Position, declare: Saying) -> Position | None:
    """The position after every player declared what his cards say; None if some are unknown."""
    lance, queue = position.lance, position.queue
    for seat in queue:
        hand = position.hand_of(seat)
        if hand is None:
            return None
        verb = "tengo" if position.state.ranking.has(lance, hand) else "no tengo"
        position = declare(position, Call(seat, verb))
    return position


def why_not_begun(rule: str, position: Position, lance: str) -> Fault | None:
    """Say why punto cannot be bet over declarations nobody wrote down: a known hand has juego.

    `rule` is the article of the game on punto.
    """
    for seat in position.queue if lance == "punto" else ():
        hand = position.hand_of(seat)
        if hand is not None and position.state.ranking.has("juego", hand):
            sentence = mark(
                "{seat} has juego with {hand}, and punto is only bet when nobody has juego."
            )
            return Fault(rule, sentence, {"seat": seat, "hand": " ".join(hand)})
    return None


def unsaid(position: Position, calls: Sequence[str]) -> Position:
    """Make the declarations a record with all the cards may leave out; all of them, or none.

    `calls` are those of the round as they are written.
    """
    if position.lance not in DECLARED or position.said:
        return position
    if calls and not _begins_with_a_bet(calls):
        return position
    declared = declared_by_cards(position, apply)
    if declared is None:
        return position
    # A call that is no bet of this lance is judged where the declarations should stand.
    return declared if not calls or declared.lance == position.lance else position


def _begins_with_a_bet(calls: Sequence[str]) -> bool:
    """Whether the first call, but for signals and talk, is of the betting, and none declares."""
    try:
        if read_call(calls[0]).verb in DECLARING:
            return False
        verbs = [verb for text in calls if (verb := read_call(text).verb) not in SPOKEN]
    except NotationError:
        return False
    return verbs[:1] != [] and verbs[0] in OPENING_WORDS and DECLARING.isdisjoint(verbs)


# --- what is said before a lance is bet ----------------------------------------------------


def why_not_before(
    state: RoundState, call: Call, ordago: Fault, articles: Mapping[str, str]
) -> Fault | None:
    """Say why the speaker may not say this while no lance is bet: of mus, or what is declared.

    `ordago` is said where it is too early for one; the `articles` on declarations are by lance.
    """
    seat, verb, lance = call.seat, call.verb, state.rules.lance
    if verb == "ordago":
        return ordago
    if lance == "mus":
        return _why_not_talk(state, call)
    if verb not in DECLARING:
        sentence = mark("Before {lance} is bet, {seat} says tengo or no tengo: to have it or not.")
        return Fault(articles[lance], sentence, {"seat": seat, "lance": lance})
    if call.word:
        sentence = mark("{seat} speaks of {word}, but {lance} is being declared.")
        return Fault(articles[lance], sentence, {"seat": seat, "word": call.word, "lance": lance})
    if _has(state, seat) is not (verb != "tengo"):
        return None
    if verb == "tengo":
        sentence = mark("{seat} declares {lance}, but holds {hand}.")
    else:
        sentence = mark("{seat} declares no {lance}, but holds {hand}.")
    return Fault(articles[lance], sentence, {"seat": seat, "lance": lance, "hand": ""})


def _why_not_talk(state: RoundState, call: Call) -> Fault | None:
    """Say why the speaker may not say this while mus is talked, or nothing (MUS-MUS-1)."""
    if call.verb == "mus" or (call.verb == "corto" and _has(state, call.seat) is not False):
        return None
    if call.verb != "corto":
        sentence = mark(
            "They are talking about mus: {seat} says mus, or corto to keep their cards."
        )
        return Fault("MUS-MUS-1", sentence, {"seat": call.seat})
    sentence = mark("In mus corrido {seat} may cut only with pares or juego, as the rulebook asks.")
    if state.rules.cut == "pares_and_juego":
        sentence = mark(
            "In mus corrido {seat} may cut only with pares and juego, as the rulebook asks."
        )
    return Fault("REG-CAN-6", sentence, {"seat": call.seat})


def before_betting(
    state: RoundState, call: Call, speakers: Callable[[RoundState], tuple[str, ...]]
) -> RoundState:
    """The state after a legal call while no lance is bet.

    When all have declared, the `speakers` bet: nobody where the lance is not bet on.
    """
    queue, holders, seat = state.queue[1:], state.holders, call.seat
    if state.rules.lance == "mus":
        return with_betting(state, () if call.verb == "corto" else queue, None)
    if call.verb == "tengo":
        holders = tuple([each for each in state.order if each == seat or each in holders])
    declared = _made(RoundState, (queue, None, holders) + state[3:])
    if queue:
        return declared
    bettors = speakers(declared)
    return with_betting(declared, bettors, Auction(bettors)) if bettors else declared


def _has(state: RoundState, seat: str) -> bool | None:
    """Whether a player has what it takes; None where nobody knows, or where it does not matter."""
    return dict(state.has)[seat] if state.has else None
