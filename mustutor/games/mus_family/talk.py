"""Between the lances and before them, in every game: the talk, discards, what follows what.

A game gives `begin`, which opens its first lance when the talk is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from mustutor.base.errors import Fault, NotationError, no_such_seat
from mustutor.base.language import mark
from mustutor.games import CitedArticles, apply
from mustutor.games.mus_family import discards as mustalk
from mustutor.games.mus_family.betting import Lances, corrido, opened, turned
from mustutor.games.mus_family.calls import SPOKEN, read_call
from mustutor.games.mus_family.discards import is_visto, may_be_served
from mustutor.games.mus_family.hands import DECLARED, SEQUENCE, ranking_under
from mustutor.model.calls import DECK, Call
from mustutor.model.position import Deal, Option, Position, Table
from mustutor.model.variant import Variant

BETS = frozenset(("paso", "envido", "mas", "ordago"))
DECLARING = frozenset(("tengo", "no tengo"))
"""What is said first where declarations are left out, and what says that they are not."""

Begin = Callable[[Position], Position]

Opening = Callable[[Position, str], Position]
Saying = Callable[[Position, Call], Position]

LATER = {"grande": "chica", "chica": "pares", "pares": "juego"}
FOLLOWING = {"mus": "grande", "descarte": "grande", **LATER, "juego": "punto"}


def sit_down(
    table: Table,
    order: tuple[str, ...],
    stones: tuple[int, ...],
    out: int,
    begin: Begin,
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
    return Lances(ranking_under(variant)), mustalk.fresh_deal(variant, seats, players)


def talk_options(position: Position) -> tuple[Option, ...]:
    """Who may say what before the lances."""
    seat = position.speaker
    if seat == DECK:
        return (Option(DECK, "sirve"),)
    if position.lance == "mus":
        cannot = mustalk.why_not_talk(position, Call(seat, "corto"))
        return talk_options_of(seat, "mus") if cannot else talk_options_of(seat, "mus", "corto")
    if position.lance == "descarte":
        least, most = mustalk.discard_bounds(position.variant)
        throw = Option(seat, "descarto", max(least, 1), most)
        served = not least or may_be_served(position)
        return (throw, Option(seat, "servido")) if served else (throw,)
    return ()


@lru_cache(maxsize=256)
def talk_options_of(seat: str, *verbs: str) -> tuple[Option, ...]:
    """What a seat may say where no number belongs to it."""
    return tuple([Option(seat, verb) for verb in verbs])


def why_not_deck(position: Position, call: Call) -> Fault | None:
    """Say why the deck cannot have dealt or served so, or nothing when it can."""
    if call.verb == "reparte":
        return mustalk.why_not_dealt(position, call)
    if position.queue[:1] == (DECK,):
        return mustalk.why_not_served(position, call)
    return Fault(
        "MUS-DISC-4",
        mark("Nobody is waiting for cards: the deck serves once all discards have been thrown."),
        {},
        "misdealt",
    )


def play(position: Position, call: Call, begin: Begin) -> Position:
    """The position after a legal call of the talk, or of the deck."""
    verb = call.verb
    if verb == "reparte":
        return position.with_deal(mustalk.deal_told(position, call))
    if verb == "sirve":
        return _served(position.with_deal(mustalk.serve(position, call)), begin)
    if position.lance == "descarte":
        return _discard(position, call, begin)
    return _expose(position, call) if verb == "descubre" else _talk(position, call, begin)


def _discards(position: Position) -> Position:
    queue = mustalk.discard_order(position.table.variant, position.order)
    return opened(position, "descarte", queue)


def _talk(position: Position, call: Call, begin: Begin) -> Position:
    if position.rulings:
        from mustutor.games.mus_family.conduct_review import judge_mus_promise

        position = judge_mus_promise(position, call)
    order = position.order
    if call.verb == "corto":
        if corrido(position):
            # Whoever cuts a mus corrido is mano at once (MUS-FIRST-4).
            place = order.index(call.seat)
            order = order[place:] + order[:place]
        return begin(_seated(position, order))
    queue = position.queue[1:]
    if queue:
        return turned(position, queue, None, f"{position.said}{call.seat}m")
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
            discards = _discards(position)
            return turned(discards, discards.queue, None, said)
        case "mano_chooses":
            # Mano's word is everybody's: mus for all, or nobody throws a card.
            return turned(position, position.order[:1], None, said)
        case _:
            # Dealt again: the hand is void, and the same player is mano of the next.
            return opened(position, "end", (), said=said)


def _discard(position: Position, call: Call, begin: Begin) -> Position:
    seat, cards, table, queue = call.seat, call.cards, position.table, position.queue[1:]
    deal = mustalk.discarded(position.deal, table.seats.index(seat), cards)
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


def go_on(position: Position, open_lance: Opening) -> Position:
    """After a lance: the next, or the cards are to be shown; nothing more once the hand is over."""
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
    while {position.lance, lance} <= set(SEQUENCE) and (
        SEQUENCE.index(position.lance) < SEQUENCE.index(lance)
    ):
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
            return Fault(
                rule,
                mark("{seat} has juego with {hand}, and punto is only bet when nobody has juego."),
                {"seat": seat, "hand": " ".join(hand)},
            )
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
    return verbs[:1] != [] and verbs[0] in BETS and DECLARING.isdisjoint(verbs)


# --- whose turn it is not, and what cannot stand --------------------------------------------


def stranger(position: Position, seat: str, cited: CitedArticles) -> Fault | None:
    """Say that there is no such seat, or that nobody has anything to say now."""
    known = {"seat": seat}
    if seat not in position.table.seats:
        return no_such_seat(seat, position.table.seats, cited.seats)
    if position.lance in ("end", "showdown"):
        return Fault(
            cited.lances,
            mark("All lances have been played: {seat} has nothing more to say."),
            known,
        )
    if position.speaker == DECK:
        return Fault(
            "MUS-DISC-4", mark("{seat} cannot speak until the discards are served."), known
        )
    return None


ASKED_IN_TURN = {"mus": "MUS-MUS-2", "descarte": "MUS-DISC-1"}


def not_the_speaker(
    position: Position, seat: str, betting: str, declared: Mapping[str, str]
) -> Fault:
    """Say who speaks now, where nothing more telling is to be said.

    The article is that of the round: mus, discards, what is `declared`, or the `betting`.
    """
    known = {"seat": seat, "speaker": position.speaker}
    asked = {**ASKED_IN_TURN, **declared} if position.state.auction is None else {}
    rule = asked.get(position.lance, betting)
    return Fault(rule, mark("{speaker} speaks now, not {seat}."), known)


def not_while_betting(position: Position, call: Call, rule: str) -> Fault:
    """Say that a call is none of the betting that is under way."""
    return Fault(
        rule,
        mark("{lance} is being bet: {seat} cannot say {call!r} now."),
        {"seat": call.seat, "lance": position.lance, "call": str(call).partition(" ")[2]},
    )


def why_not_before(
    position: Position, call: Call, articles: Mapping[str, str], *, freely: bool = False
) -> Fault | None:
    """Say why the speaker may not say this while no lance is bet: mus, discards, declarations."""
    lance = position.lance
    if lance == "mus":
        return mustalk.why_not_talk(position, call)
    if lance == "descarte":
        return mustalk.why_not_discard(position, call)
    return why_not_declared(position, call, articles, freely=freely)


def why_not_declared(
    position: Position, call: Call, articles: Mapping[str, str], *, freely: bool = False
) -> Fault | None:
    """Say why the speaker may not declare this, or nothing; `articles` are by lance.

    `freely` says that a declaration need not be true when it is made (declare.mode).
    """
    seat, lance = call.seat, position.lance
    if call.verb not in ("tengo", "no tengo"):
        return Fault(
            articles[lance],
            mark("Before {lance} is bet, {seat} says tengo or no tengo: to have it or not."),
            {"seat": seat, "lance": lance},
        )
    if call.word:
        return Fault(
            articles[lance],
            mark("{seat} speaks of {word}, but {lance} is being declared."),
            {"seat": seat, "word": call.word, "lance": lance},
        )
    hand = position.hand_of(seat)
    if freely or mustalk.declares_truly(position.state.ranking, lance, hand, call):
        return None
    if call.verb == "tengo":
        sentence = mark("{seat} declares {lance}, but holds {hand}.")
    else:
        sentence = mark("{seat} declares no {lance}, but holds {hand}.")
    evidence = {"seat": seat, "lance": lance, "hand": " ".join(hand or ())}
    return Fault(articles[lance], sentence, evidence)
