"""Settlement in Encaje: what is paid at once, and the showdown (ENC-SET-1 to ENC-SET-12).

A settlement is a list of steps taken in order. After each movement of stones the end of the game is
checked, because a game may end in the middle of a showdown (ENC-END-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from mustutor.games.mus_family.betting import (
    UNANSWERED,
    Auction,
    Outcome,
    lance_closed,
    moved,
    only,
    over,
)
from mustutor.games.mus_family.conduct_judge import with_count_rulings
from mustutor.games.mus_family.hands import LANCES, PLACES, VALUED, figure
from mustutor.games.mus_family.tell_hands import Shown
from mustutor.games.mus_family.unseen import may_be_bet, skipped_lances, with_possible_lances
from mustutor.model.ledger import OUT, POT, Compared, Entry, HandValue, Ruling, SeenBet, UnseenBet
from mustutor.model.position import ConditionalEnd, Entries, OpenPayment, Position, Table, balance

ALWAYS_PAID = ("unbet", "lone")
LEAST = {"grande": 1, "chica": 1, "pares": 1, "juego": 2, "punto": 1}
LONE_RULES = {"pares": "ENC-PAR-4", "juego": "ENC-JUE-3"}

VALUE_RULES = {
    "unbet": "ENC-SET-2",
    "lone": "ENC-SET-2",
    "unanswered_bet": "ENC-SET-5",
    "unanswered_raise": "ENC-SET-7",
    "seen": "ENC-SET-12",
}


# Entries are made in every hand: `tuple.__new__` is faster than the constructor.
_made = tuple.__new__


# --- at once -----------------------------------------------------------------------------


def close(position: Position, auction: Auction) -> Position:
    """Close a lance whose betting is over, with what is paid at once."""
    lance = position.lance
    speakers, stake, bettor, previous, _, seen, *_ = auction
    if not stake:
        return lance_closed(position, Outcome(lance, "unbet", speakers, auction))
    if seen:
        contributors = tuple([s for s in position.order if s == bettor or s in seen])
        outcome = Outcome(lance, "seen", contributors, auction)
    else:
        outcome = Outcome(lance, UNANSWERED[bool(previous)], (bettor,), auction)
    annulled = position.rulings and not seen and bettor in annulled_at(position, lance)
    paid_now = () if annulled else paid(position.table, position.stones, outcome)
    closed = lance_closed(position, outcome, paid_now)
    # After an unrecorded lance the stones in front of each player are unknown.
    unsure = seen or skipped_lances(closed) or position.table.before == "unknown"
    return closed if unsure else finished(closed)


def paid(table: Table, stones: tuple[int, ...], outcome: Outcome) -> Entries:
    """The payments at the end of a lance with a stake."""
    lance, kind, seats, (_, stake, bettor, previous, maker, _, gone, *_) = outcome
    if kind == "seen":
        entries, pot = [], POT + lance
        for seat in seats:
            had = stones[table.seats.index(seat)]
            due, rule = (had, "ENC-SET-9") if had < stake else (stake, "ENC-SET-8")
            because = _made(SeenBet, (bettor, stake, had))
            fields = (lance, "at_once", "stake", seat, pot, due, rule, because, 0)
            entries.append(_made(Entry, fields))
        return tuple(entries)
    evidence = _made(UnseenBet, (bettor, stake, previous, gone))
    if kind == "unanswered_raise":
        dst, due, rule = maker, previous, "ENC-SET-6"
    else:
        dst, due, rule = OUT, 1, "ENC-SET-4"
    return (_made(Entry, (lance, "at_once", kind, bettor, dst, due, rule, evidence, 0)),)


def finished(position: Position) -> Position:
    """End the game if one player alone has stones and no pot is left."""
    if position.pots or position.loser or position.stones.count(0) != len(position.stones) - 1:
        return position
    seats = position.table.seats
    loser = next(seat for seat, stones in zip(seats, position.stones, strict=True) if stones)
    return _with_loser(position, loser)


def fined(position: Position) -> Position:
    """The position after the latest ruling's cost is paid: stones, or the game.

    As the aim is to be rid of one's stones, each of the others gives this many to the offender, and
    what was got rid of by a bet nobody saw comes back where that lance is annulled.
    """
    ruling = position.rulings[-1]
    seat = ruling.call.seat
    if ruling.penalty == "lose_game":
        return _with_loser(position, seat)
    front = position.in_front()
    owed = [
        (position.lance, other, min(ruling.stones, front[other]))
        for other in position.order
        if other != seat and seat in position.order
    ]
    owed += [
        (entry.lance, entry.dst, min(entry.stones, front.get(entry.dst, entry.stones)))
        for entry in position.ledger
        if entry.src == seat and entry.item in UNANSWERED and annuls(ruling, entry.lance)
    ]
    fines = tuple(
        [
            Entry(lance, "at_once", "penalty", src, seat, due, ruling.rule, ruling)
            for lance, src, due in owed
            if due
        ]
    )
    if not fines:
        return position
    stones, pots, out = balance(position, fines)
    ledger = (*position.ledger, *fines)
    return finished(position._replace(stones=stones, pots=pots, out=out, ledger=ledger))


def annuls(ruling: Ruling, lance: str) -> bool:
    """Whether a ruling takes from its offender what a lance would bring."""
    here = ruling.penalty == "annul_lance" and ruling.lance == lance
    return here or ruling.penalty == "annul_hand"


def annulled_at(position: Position, lance: str) -> dict[str, Ruling]:
    """Rulings that annul this lance, by the seat they punish: its cards count as the worst."""
    return {one.call.seat: one for one in position.rulings if annuls(one, lance)}


def _without_annulled(position: Position) -> Position:
    """The position for the count: what an offence annulled is paid by the others alone.

    In a pot nobody is to have the stones of an offender: there those cards are the worst.
    """

    def to_count(outcome: Outcome) -> Outcome:
        out = annulled_at(position, outcome.lance)
        if not out or outcome.kind in ("seen", "nobody"):
            return outcome
        seats = tuple([seat for seat in outcome.seats if seat not in out])
        return outcome._replace(seats=seats)

    closed = tuple(map(to_count, position.state.closed))
    return position._replace(state=position.state._replace(closed=closed))


def _with_loser(position: Position, loser: str) -> Position:
    table = position.table
    lost = zip(table.seats, table.games, strict=True)
    losses = tuple([games + (seat == loser) for seat, games in lost])
    return over(position, loser=loser, table=table._replace(games=losses))


def resume_with(position: Position, stones: tuple[int, ...], winner: str = "") -> Position:
    """The end of a hand with these stones; stones nobody has any more are out of the game.

    `winner` is ignored: there is no órdago, so games are decided only by stones.
    """
    del winner
    out = sum(position.accounts().values()) - sum(stones)
    stated = position._replace(stones=stones, pots=(), out=max(out, 0), lance="end", queue=())
    return finished(stated)


# --- the showdown ------------------------------------------------------------------------


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Settle the closed lances in the order of the rulebook (encaje.settle_order).

    Stops at the first payment that waits for unknown cards, as later ones may depend on it; returns
    the waiting payments.
    """
    if position.lance == "end":
        return position, ()
    position = with_possible_lances(position)
    if position.rulings:
        position = _without_annulled(position)
    last = {lance: annulled_at(position, lance) for lance in LANCES} if position.rulings else {}
    steps, count, shown = _steps(position), Count(position), Shown(position, last)
    for place, (kind, outcome) in enumerate(steps):
        if shown.unseen and shown.wait(outcome):
            waiting = [_waiting(*later, count.pots) for later in steps[place:]]
            return moved(position, tuple(count.entries), "showdown"), tuple(waiting)
        if kind == "pot":
            _take_pot(count, shown, outcome)
        else:
            _pay_value(count, shown, outcome)
        if count.over:
            break
    entries, stones, pots = tuple(count.entries), tuple(count.stones), tuple(count.pots.items())
    settled = position.with_count(entries, stones, pots, count.out, position.state.quiet())
    ended = finished(settled)
    first = _may_end_otherwise(position, entries) if ended.loser else None
    if first is None:
        return ended, ()
    would_end = ConditionalEnd(ended.loser, ended.ledger[-1].lance, first)
    return settled._replace(would_end=would_end), ()


def _may_end_otherwise(position: Position, entries: Sequence[Entry]) -> tuple[str, ...] | None:
    """The unrecorded lances that may have moved stones before the last of these entries.

    None if the game is certainly lost. Stakes of such a lance were in a pot and paid in turn; only
    a lance nobody could bet in, and which is paid later, changes nothing.
    """
    left = skipped_lances(position)
    players = [seat for seat in position.order if position.stones_of(seat)]
    last = entries[-1] if entries else None
    at = LANCES.index(last.lance) if last is not None else 0
    early = position.variant.rules["encaje.settle_order"] == "discards_first"
    early = early and last is not None and last.dst != OUT
    for lance in position.unplayed:
        if early or LANCES.index(lance) < at or may_be_bet(position, lance, players):
            left = (*left, lance)
    if not left and position.table.before != "unknown":
        return None
    return tuple([lance for lance in LANCES if lance in left])


class Count:
    """A showdown in progress: the stones as they move, and the debts."""

    __slots__ = ("at", "debts", "entries", "out", "over", "pots", "rules", "stones")

    def __init__(self, position: Position) -> None:
        self.rules = position.table.variant.rules
        self.at = position.table.seats.index
        self.stones, self.pots = list(position.stones), dict(position.pots)
        self.entries: list[Entry] = []
        self.debts: list[Entry] = []
        self.out = position.out
        self.over = False

    def pay(self, entry: Entry) -> None:
        """Pay from a seat's stones (encaje.shortfall); the rest is forgiven, or becomes a debt."""
        _, _, _, src, dst, due, _, _, _ = entry
        stones, payer = self.stones, self.at(src)
        left = stones[payer] - due
        if left < 0:
            if self.rules["encaje.shortfall"] == "debt":
                self.debts.append(entry._replace(stones=-left))
            due, left = stones[payer], 0
            entry = entry._replace(stones=due)
        if not due or self.over:
            return
        stones[payer] = left
        if dst == OUT:
            self.out += due
        else:
            stones[self.at(dst)] += due
        self.entries.append(entry)
        if not left:
            self.end_if_one_left()

    def end_if_one_left(self) -> None:
        """End the game if one player alone has stones and no pot is left (ENC-END-1)."""
        self.over = not self.pots and self.stones.count(0) == len(self.stones) - 1

    def pay_debts(self, seat: str) -> None:
        """Pay the debts of a seat that has just taken a pot."""
        for owed in [debt for debt in self.debts if debt.src == seat]:
            self.debts.remove(owed)
            self.pay(owed)


EARLY = {"pots_first": "pot", "discards_first": "discard"}
"""What is settled before all else, by the order of the rulebook (encaje.settle_order)."""


def _steps(position: Position) -> list[tuple[str, Outcome]]:
    """The steps of the settlement in order: pots, values, and stones discarded."""
    early = EARLY.get(str(position.table.variant.rules["encaje.settle_order"]))
    steps = [
        (kind, outcome)
        for outcome in position.state.closed
        if outcome.seats
        for kind in _steps_of(outcome.lance, outcome.kind)
    ]
    if early:
        steps.sort(key=lambda step: step[0] != early)
    return steps


@cache
def _steps_of(lance: str, kind: str) -> tuple[str, ...]:
    """The steps at the showdown for a lance that ended so."""
    if kind == "seen":
        return ("pot", "value") if lance in VALUED else ("pot",)
    paid_out = kind in ALWAYS_PAID or (kind in UNANSWERED and lance in VALUED)
    return ("discard",) if paid_out else ()


def _waiting(kind: str, outcome: Outcome, pots: dict[str, int]) -> OpenPayment:
    lance = outcome.lance
    return OpenPayment(lance, outcome.seats, pots[lance] if kind == "pot" else LEAST[lance])


def takers(count: Count, shown: Shown, evidence: Compared) -> tuple[str, ...]:
    """The seats that take a pot: the worst hand; if equal, the furthest (encaje.tie_worst)."""
    lance, seats, _ = evidence
    annulled = tuple([seat for seat in seats if seat in shown.last.get(lance, ())])
    if annulled:
        return annulled[-1:]
    if count.rules["encaje.tie_worst"] == "mano_order":
        return seats[-1:]
    place, rows = PLACES[lance], shown.rows
    worst = place(rows[seats[-1]])
    return tuple([seat for seat in seats if place(rows[seat]) == worst])


def _take_pot(count: Count, shown: Shown, outcome: Outcome) -> None:
    """Pay a pot to its takers (ENC-SET-11)."""
    lance, evidence = outcome.lance, shown.compared(outcome)
    pot, taking = POT + lance, takers(count, shown, evidence)
    for seat, stones in shared(count.pots.pop(lance), taking):
        if stones:
            fields = (lance, "showdown", "pot", pot, seat, stones, "ENC-SET-11", evidence, 0)
            count.stones[count.at(seat)] += stones
            count.entries.append(_made(Entry, fields))
    count.end_if_one_left()
    if count.debts:
        for seat in taking:
            count.pay_debts(seat)


@lru_cache(maxsize=1024)
def shared(stones: int, seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Share stones among seats; the remainder goes one each to the furthest from mano.

    >>> shared(7, ("B", "E"))
    (('B', 3), ('E', 4))
    """
    each, over = divmod(stones, len(seats))
    first_with_more = len(seats) - over
    return tuple([(seat, each + (place >= first_with_more)) for place, seat in enumerate(seats)])


def _pay_value(count: Count, shown: Shown, outcome: Outcome) -> None:
    """Pay the value of a hand: out of the game, or to the taker of the pot (ENC-SET-12)."""
    lance, kind, _, _ = outcome
    evidence = shown.compared(outcome)
    paying = evidence.seats
    if shown.last:
        paying = tuple([seat for seat in paying if seat not in shown.last[lance]])
        if not paying:
            return
    receiving: tuple[str, ...] = (OUT,)
    if kind == "seen":
        receiving = takers(count, shown, evidence)
        if paying[0] in receiving:
            receiving = tuple([seat for seat in receiving if seat != paying[0]])
    if count.rules["encaje.shortfall"] == "next_best":
        # Takers of the pot do not pay themselves.
        front, at = count.stones, count.at
        paying = tuple([seat for seat in paying if front[at(seat)] and seat not in receiving])
    if not paying:
        return
    seat = paying[0]
    row = shown.rows[seat]
    due = shown.ranking.worth(lance, row) if lance in VALUED else 1
    item = "real" if lance == "juego" and row.real else figure(lance, row)
    held = (seat, shown.hands[seat], item, due, evidence)
    because, rule = _made(HandValue, held), _value_rule(lance, kind)
    for dst, stones in shared(due, receiving):
        fields = (lance, "showdown", "value", seat, dst, stones, rule, because, 0)
        count.pay(_made(Entry, fields))


@cache
def _value_rule(lance: str, kind: str) -> str:
    if kind == "lone" and lance in LONE_RULES:
        return LONE_RULES[lance]
    return VALUE_RULES[kind] if lance in VALUED else "ENC-SET-1"


def narrowed(position: Position, lance: str) -> tuple[Position, bool]:
    """What of a hand decides one lance, and whether the lance can be settled alone.

    Stakes are in the pots already, so only the value of hands is still paid.
    """
    rules, closed = position.variant, position.state.closed
    if position.rulings:
        position = with_count_rulings(position)
    if position.rulings or any(outcome.kind == "ordago" for outcome in closed):
        return position, False
    worth = max(*rules.stones("values.lances").values(), rules.number("values.real"), 3)
    due = [(worth if o.lance in VALUED else 1, o.seats) for o in closed]
    left = [
        position.stones_of(seat) - sum(most for most, seats in due if seat in seats)
        for seat in position.order
    ]
    alone = min(left) >= 0 and sum(stones > 0 for stones in left) > 1
    return (only(position, lance) if alone else position), alone
