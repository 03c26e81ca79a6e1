"""Who may speak in Encaje, and what it does: the deal, mus, declarations, and the four lances."""

from __future__ import annotations

from collections.abc import Mapping

from mustutor import auction as betting
from mustutor import mustalk
from mustutor.auction import Articles, Bounds
from mustutor.calls import DECK, Call
from mustutor.errors import Fault, IllegalCall
from mustutor.games.encaje import settlement
from mustutor.language import mark
from mustutor.position import Auction, Option, Outcome, Position, Table
from mustutor.ranking import ranking_of
from mustutor.variant import Variant

FEWEST, MOST, MOST_WITH_FIVE_CARDS = 2, 6, 8
LATER = {"grande": "chica", "chica": "pares", "pares": "juego"}
DECLARED = {"pares": "ENC-PAR-1", "juego": "ENC-JUE-1"}
HOLDERS_BET = {"pares": "ENC-PAR-5", "juego": "ENC-JUE-2"}

ARTICLES = Articles(
    choose="ENC-BET-4",
    least_open="ENC-BET-1",
    least_raise="ENC-BET-6",
    most_open="ENC-BET-3",
    most_raise="ENC-BET-7",
    ordago="ENC-BET-11",
    nothing="ENC-TURN-2",
)


# --- the table and the hand --------------------------------------------------------------


def start(
    variant: Variant,
    seats: tuple[str, ...],
    mano: str,
    stones: Mapping[str, int],
    games: Mapping[str, int],
) -> Position:
    """Sit down to a game of Encaje (ENC-GEN-1, ENC-STN-1)."""
    most = MOST_WITH_FIVE_CARDS if variant.rules["deal.cards"] == 5 else MOST
    if not FEWEST <= len(seats) <= most:
        raise IllegalCall(
            Fault(
                "ENC-GEN-1",
                mark("Encaje is for {fewest} to {most} players, best 3 or 5; here sit {players}."),
                {"fewest": FEWEST, "most": most, "players": len(seats)},
            )
        )
    agreed = int(variant.rules["encaje.start_stones"])  # type: ignore[arg-type]
    front = tuple([stones.get(seat, agreed) for seat in seats])
    if len(set(front)) == 1:
        agreed = front[0]
    losses = tuple([games.get(seat, 0) for seat in seats])
    table = Table(variant, ranking_of(variant.rules), seats, (agreed,) * len(seats), losses)
    return _hand(table, mano, front, 0)


def next_hand(position: Position, mano: str, stones: Mapping[str, int] | None) -> Position:
    """The next hand: of this game, or the first of a new one when somebody has lost it."""
    table = position.table
    ended = bool(position.loser)
    after = table._replace(
        hand=table.hand + 1,
        hand_of_game=1 if ended else table.hand_of_game + 1,
        game=table.game + ended,
    )
    if stones is not None:
        front = tuple([stones.get(seat, 0) for seat in table.seats])
    else:
        front = table.purse if ended else position.stones
    return _hand(after, mano, front, 0 if ended else position.out)


def _hand(table: Table, mano: str, stones: tuple[int, ...], out: int) -> Position:
    seats = table.seats
    playing = dict(zip(seats, stones, strict=True))
    if not playing.get(mano):
        raise IllegalCall(
            Fault(
                "ENC-STN-4",
                mark("{mano} cannot be mano: only players with stones are in the game."),
                {"mano": mano},
            )
        )
    place = seats.index(mano)
    order = tuple([seat for seat in seats[place:] + seats[:place] if playing[seat]])
    if len(order) < FEWEST:
        raise IllegalCall(
            Fault(
                "ENC-STN-5",
                mark("Only {mano} has stones left: the game is over."),
                {"mano": mano},
            )
        )
    rules = table.variant.rules
    position = Position(
        table=table,
        order=order,
        lance="mus",
        queue=order,
        auction=None,
        said="",
        stones=stones,
        pots=(),
        out=out,
        closed=(),
        deal=mustalk.fresh_deal(table.variant, len(seats), len(order)),
        ledger=(),
    )
    if rules["deal.forced_discard"]:
        return _discards(position)
    if not rules["mus.enabled"] or rules["mus.max_rounds"] == 0:
        return _open(position, "grande")
    return position


def _discards(position: Position) -> Position:
    queue = mustalk.discard_order(position.variant, position.order)
    return position._replace(lance="descarte", queue=queue, said="")


def corrido(position: Position) -> bool:
    """Whether this hand is played with mus corrido (MUS-FIRST-1)."""
    match position.variant.rules["mus.corrido"]:
        case "every_hand":
            return True
        case "game":
            return position.table.hand_of_game == 1
        case "match":
            return position.table.hand == 1
        case _:
            return False


# --- what may be said --------------------------------------------------------------------


def bounds(position: Position, seat: str) -> Bounds:
    """The least and the most a seat may stake now (ENC-BET-1, -3, -6, -7)."""
    rules = position.table.variant.rules
    own = position.stones[position.table.seats.index(seat)]
    stake = position.auction.stake if position.auction else 0
    if stake:
        return Bounds(stake + rules["bet.min_raise"], own)  # type: ignore[operator]
    least: int = rules["bet.min_open"]  # type: ignore[assignment]
    if own < least and rules["encaje.short_stack_open"] == "all_in":
        least = own
    return Bounds(least, own)


def options(position: Position) -> tuple[Option, ...]:
    """Who may say what now."""
    seat = position.speaker
    if not seat:
        return ()
    if seat == DECK:
        return (Option(DECK, "sirve"),)
    if position.lance == "mus":
        cut = Option(seat, "corto")
        cannot = mustalk.why_not_talk(position, Call(seat, "corto"), corrido=corrido(position))
        return (Option(seat, "mus"),) if cannot else (Option(seat, "mus"), cut)
    if position.lance == "descarte":
        least, most = mustalk.discard_bounds(position.variant)
        throw = Option(seat, "descarto", max(least, 1), most)
        return (throw,) if least else (throw, Option(seat, "servido"))
    if position.auction is None:
        return tuple(
            Option(seat, verb)
            for verb in ("tengo", "no tengo")
            if mustalk.declares_truly(
                position.table.ranking, position.lance, position.hand_of(seat), Call(seat, verb)
            )
        )
    limits = bounds(position, seat)
    return tuple(
        Option(seat, verb, *limits) if verb in ("envido", "subo") else Option(seat, verb)
        for verb in betting.verbs(position.auction, limits)
    )


def heard(position: Position, call: Call) -> Call:
    """The call with its stake spelled out, where it leaned on the stake on the table."""
    if position.auction is None or call.seat not in position.table.seats:
        return call
    return betting.resolved(call, position.auction, bounds(position, call.seat))


def why_not(position: Position, call: Call) -> Fault | None:
    """The one place that knows what is legal in Encaje."""
    seat, verb, queue = call.seat, call.verb, position.queue
    if seat == DECK:
        return _why_not_deck(position, call)
    if not queue or seat != queue[0]:
        return _out_of_turn(position, call)
    lance, auction = position.lance, position.auction
    if auction is not None:
        if verb in betting.BETS:
            if verb in ("paso", "quiero", "no quiero") and bool(auction.stake) == (verb != "paso"):
                return None
            return betting.why_not(auction, call, bounds(position, seat), ARTICLES)
        return Fault(
            "ENC-TURN-2",
            mark("{lance} is being bet: {seat} cannot say {call!r} now."),
            {"seat": seat, "lance": lance, "call": str(call).partition(" ")[2]},
        )
    if verb == "ordago":
        return Fault("ENC-BET-11", mark("There is no órdago in Encaje."), {})
    if lance == "mus":
        return mustalk.why_not_talk(position, call, corrido=corrido(position))
    if lance == "descarte":
        return mustalk.why_not_discard(position, call)
    return _why_not_declared(position, call)


def _why_not_deck(position: Position, call: Call) -> Fault | None:
    if call.verb == "reparte":
        return mustalk.why_not_dealt(position, call)
    if position.queue[:1] == (DECK,):
        return mustalk.why_not_served(position, call)
    return Fault(
        "MUS-DISC-4",
        mark("Nobody waits for cards: the deck serves when all discards are thrown."),
        {},
        "misdealt",
    )


def _why_not_declared(position: Position, call: Call) -> Fault | None:
    seat, lance = call.seat, position.lance
    if call.verb not in ("tengo", "no tengo"):
        return Fault(
            DECLARED[lance],
            mark("Before {lance} is bet {seat} says whether he has it: tengo or no tengo."),
            {"seat": seat, "lance": lance},
        )
    hand = position.hand_of(seat)
    if mustalk.declares_truly(position.table.ranking, lance, hand, call):
        return None
    if call.verb == "tengo":
        sentence = mark("{seat} says he has {lance}, but his cards are {hand}.")
    else:
        sentence = mark("{seat} says he has no {lance}, but his cards are {hand}.")
    return Fault(
        DECLARED[lance], sentence, {"seat": seat, "lance": lance, "hand": " ".join(hand or ())}
    )


def _out_of_turn(position: Position, call: Call) -> Fault:
    """Say why it is not this seat's turn: the most telling reason first."""
    seat, lance = call.seat, position.lance
    known: dict[str, object] = {"seat": seat, "lance": lance, "speaker": position.speaker}
    if seat not in position.table.seats:
        seats = " ".join(position.table.seats)
        return Fault(
            "ENC-GEN-1",
            mark("There is no seat {seat} at this table: here sit {seats}."),
            {"seat": seat, "seats": seats},
        )
    if lance in ("end", "showdown"):
        return Fault(
            "ENC-LANCE-1", mark("All lances are played: {seat} has nothing more to say."), known
        )
    if position.speaker == DECK:
        return Fault(
            "MUS-DISC-4", mark("{seat} cannot speak until the discards are served."), known
        )
    if seat not in position.order:
        return Fault(
            "ENC-STN-4", mark("{seat} has no stones and has dropped out of the game."), known
        )
    if not position.stones_of(seat) and lance not in ("mus", "descarte"):
        rule = "ENC-PAR-2" if position.auction is None else "ENC-BET-10"
        return Fault(
            rule,
            mark("{seat} has no stones in front of him and cannot speak: {speaker} speaks now."),
            known,
        )
    if position.auction is not None and seat in position.auction.folded:
        return Fault(
            "ENC-BET-4",
            mark("{seat} folded and does not speak again in {lance}: {speaker} speaks now."),
            known,
        )
    if position.auction is not None and position.holders and seat not in position.holders:
        return Fault(
            HOLDERS_BET[lance],
            mark("{seat} declared no {lance} and stays silent: {speaker} speaks now."),
            known,
        )
    return Fault("ENC-TURN-2", mark("{speaker} speaks now, not {seat}."), known)


# --- what it does ------------------------------------------------------------------------


def play(position: Position, call: Call) -> Position:
    """The position after a legal call."""
    if position.auction is not None and call.seat != DECK:
        return _bet(position, position.auction, call)
    if call.verb == "reparte":
        return position._replace(deal=mustalk.deal_told(position, call))
    if call.verb == "sirve":
        return _served(position._replace(deal=mustalk.serve(position, call)))
    if position.lance == "mus":
        return _talk(position, call)
    if position.lance == "descarte":
        return _discard(position, call)
    return _declare(position, call)


def _talk(position: Position, call: Call) -> Position:
    order = position.order
    if call.verb == "corto":
        if corrido(position):
            # Whoever cuts a mus corrido is mano at once (MUS-FIRST-4).
            place = order.index(call.seat)
            order = order[place:] + order[:place]
        return _open(position._replace(order=order), "grande")
    queue = position.queue[1:]
    if queue:
        return position._replace(queue=queue, said=f"{position.said}{call.seat}m")
    if corrido(position):
        # Mano becomes the dealer, and the next player mano (MUS-FIRST-3).
        order = order[1:] + order[:1]
    return _discards(position._replace(order=order))


def _discard(position: Position, call: Call) -> Position:
    place = position.table.seats.index(call.seat)
    deal = mustalk.discarded(position.deal, place, call.cards)
    said = f"{position.said}{call.seat}d{len(call.cards)}"
    position = position._replace(deal=deal, queue=position.queue[1:], said=said)
    if position.queue:
        return position
    if position.variant.rules["deal.forced_discard"]:
        return _open(position, "grande")
    if not any(deal.thrown):
        return _served(position)
    return position._replace(queue=(DECK,))


def _served(position: Position) -> Position:
    if position.deal.discards == position.variant.rules["mus.max_rounds"]:
        return _open(position, "grande")
    return position._replace(lance="mus", queue=position.order, said="")


def _declare(position: Position, call: Call) -> Position:
    has = call.verb == "tengo"
    position = position._replace(
        queue=position.queue[1:],
        said=f"{position.said}{call.seat}{'y' if has else 'n'}",
        holders=(*position.holders, call.seat) if has else position.holders,
    )
    if position.queue:
        return position
    holders, lance = position.holders, position.lance
    if len(holders) > 1:
        return position._replace(queue=holders, auction=Auction(holders))
    kind = "lone" if holders else "nobody"
    position = _close(position, Outcome(lance, kind, holders, Auction(holders)))
    if lance == "juego" and not holders:
        return _open(position, "punto")
    return _go_on(position)


def _bet(position: Position, auction: Auction, call: Call) -> Position:
    seat, verb, queue = call.seat, call.verb, position.queue[1:]
    if verb == "paso":
        said = "-"
    elif verb == "no quiero":
        auction, said = betting.folded(auction, seat), "/"
    elif verb == "quiero":
        auction, said = betting.saw(auction, seat), "+"
    else:
        queue, said = betting.after(auction.speakers, seat), str(call.stones)
        rules = position.table.variant.rules
        locked: tuple[str, ...] = ()
        if auction.stake:
            if rules["encaje.raise_direction"] == "reversed":
                queue = queue[::-1]
            if rules["encaje.capped_seer"] == "locked_in":
                locked = tuple(s for s in auction.seen if position.stones_of(s) <= auction.stake)
                queue = tuple(s for s in queue if s not in locked)
        auction = betting.staked(auction, call, locked)
    position = position._replace(
        queue=queue, auction=auction, said=f"{position.said}{seat}{said}"
    )
    return position if queue else _go_on(settlement.close(position, auction))


def _close(position: Position, outcome: Outcome) -> Position:
    return position._replace(
        closed=(*position.closed, outcome), auction=None, said="", queue=(), holders=()
    )


def _go_on(position: Position) -> Position:
    """After a lance: the next one, or the showdown; nothing when the game is over."""
    if position.loser:
        return position
    later = LATER.get(position.lance)
    return _open(position, later) if later else _show(position)


def _open(position: Position, lance: str) -> Position:
    """Open a lance among the players with stones (ENC-TURN-1, ENC-BET-9)."""
    stones = dict(zip(position.table.seats, position.stones, strict=True))
    players = tuple([seat for seat in position.order if stones[seat]])
    position = position._replace(
        lance=lance, said="", holders=(), queue=players, auction=None
    )
    if lance in DECLARED:
        if players:
            return position
        position = _close(position, Outcome(lance, "nobody", (), Auction(())))
        return _show(position) if lance == "juego" else _open(position, LATER[lance])
    if len(players) > 1:
        return position._replace(auction=Auction(players))
    if players:
        kind = "lone" if position.variant.rules["encaje.lone_player"] == "scores" else "void"
        position = _close(position, Outcome(lance, kind, players, Auction(players)))
    else:
        position = _close(position, Outcome(lance, "nobody", (), Auction(())))
    return _show(position) if lance == "punto" else _open(position, LATER[lance])


def _show(position: Position) -> Position:
    """All is said: settle at once where every card that is wanted is known."""
    position = position._replace(lance="showdown", queue=(), auction=None, said="")
    settled, waiting = settlement.settle(position)
    return position if waiting else settled


# --- records with gaps -------------------------------------------------------------------


def skip_to(position: Position, lance: str) -> Position | None:
    """Begin at a later lance where nothing was recorded of those before it.

    Declarations nobody wrote down are made from the cards where all are known.
    """
    sequence = ("mus", "descarte", "grande", "chica", "pares", "juego", "punto")
    while position.lance in sequence and sequence.index(position.lance) < sequence.index(lance):
        if position.said:
            return None
        declared = _declared_by_cards(position) if position.lance in DECLARED else None
        if declared is not None and declared.lance != position.lance:
            position = declared
            continue
        skipped = (*position.skipped, position.lance)
        following = LATER.get(position.lance, "punto" if position.lance == "juego" else "grande")
        if position.lance == "mus" and lance == "descarte":
            return None
        deal = position.deal
        if position.lance == "descarte" and not deal.kept:
            deal = deal._replace(hands=(None,) * len(deal.hands))
        position = _open(position._replace(skipped=skipped, deal=deal), following)
    return position if position.lance == lance else None


def _declared_by_cards(position: Position) -> Position | None:
    """The position after every player declared what his cards say; None if some are unknown."""
    lance, queue = position.lance, position.queue
    for seat in queue:
        hand = position.hand_of(seat)
        if hand is None:
            return None
        verb = "tengo" if position.table.ranking.has(lance, hand) else "no tengo"
        position = _declare(position, Call(seat, verb))
    return position
