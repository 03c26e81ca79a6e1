"""Who pays whom in Encaje: what moves at once, and the showdown (ENC-SET-1 to ENC-SET-12).

A settlement is a list of steps taken in order; after each single movement the end of the game
is looked for, because a game may end in the middle of a showdown (ENC-END-3).
"""

from __future__ import annotations

from typing import NamedTuple

from mustutor.ledger import OUT, POT, Compared, Entry, Held, Staked, Unanswered
from mustutor.position import Auction, Hand, Open, Outcome, Position, moved

OWN_VALUE = ("pares", "juego", "punto")
"""The lances in which a hand has a value of its own to be paid."""

LEAST_VALUE = {"grande": 1, "chica": 1, "pares": 1, "juego": 2, "punto": 1}

VALUE_RULES = {
    "unbet": "ENC-SET-2",
    "unanswered_bet": "ENC-SET-5",
    "unanswered_raise": "ENC-SET-7",
    "seen": "ENC-SET-12",
}


class Step(NamedTuple):
    """One item of the showdown: a pot to be taken, a value to be paid, or one discarded."""

    kind: str
    outcome: Outcome


# --- at once -----------------------------------------------------------------------------


def close(position: Position, auction: Auction) -> Position:
    """Close a lance whose betting is over, and move what moves at once."""
    lance = position.lance
    if not auction.stake:
        return _closed(position, Outcome(lance, "unbet", auction.speakers, auction))
    bettor, stake = auction.bettor, auction.stake
    if auction.seen:
        contributors = tuple(
            [seat for seat in position.order if seat == bettor or seat in auction.seen]
        )
        position = _closed(position, Outcome(lance, "seen", contributors, auction))
        return moved(position, *[_stake(position, lance, seat, auction) for seat in contributors])
    evidence = Unanswered(
        bettor, stake, auction.previous, auction.previous_bettor, auction.folded
    )
    if auction.previous:
        position = _closed(position, Outcome(lance, "unanswered_raise", (bettor,), auction))
        maker = auction.previous_bettor
        item, dst, stones, rule = "unanswered_raise", maker, auction.previous, "ENC-SET-6"
    else:
        position = _closed(position, Outcome(lance, "unanswered_bet", (bettor,), auction))
        item, dst, stones, rule = "unanswered_bet", OUT, 1, "ENC-SET-4"
    entry = Entry(lance, "at_once", item, bettor, dst, stones, rule, evidence)
    return finished(moved(position, entry))


def _closed(position: Position, outcome: Outcome) -> Position:
    return position._replace(closed=(*position.closed, outcome), auction=None, said="", queue=())


def _stake(position: Position, lance: str, seat: str, auction: Auction) -> Entry:
    had = position.stones_of(seat)
    evidence = Staked(auction.bettor, auction.stake, had)
    rule = "ENC-SET-9" if evidence.all_in else "ENC-SET-8"
    stones = min(had, auction.stake)
    return Entry(lance, "at_once", "stake", seat, POT + lance, stones, rule, evidence)


def finished(position: Position) -> Position:
    """Look for the end of the game: one player with stones, and no pot to be settled."""
    if position.loser or position.pots or sum(1 for stones in position.stones if stones) != 1:
        return position
    table = position.table
    loser = next(
        seat for seat, stones in zip(table.seats, position.stones, strict=True) if stones
    )
    losses = tuple(
        lost + (seat == loser) for seat, lost in zip(table.seats, table.losses, strict=True)
    )
    return position._replace(
        loser=loser, lance="end", queue=(), auction=None, table=table._replace(losses=losses)
    )


# --- the showdown ------------------------------------------------------------------------


def settle(position: Position) -> tuple[Position, tuple[Open, ...]]:
    """Settle the closed lances in the order of the rulebook (encaje.settle_order).

    The settlement stops at the first payment that waits for cards nobody has told: what comes
    after it may depend on it. Those payments are given back.
    """
    if position.lance == "end":
        return position, ()
    steps = _steps(position)
    debts: list[Entry] = []
    for place, step in enumerate(steps):
        if any(position.hand_of(seat) is None for seat in step.outcome.seats):
            return position, tuple([_waiting(position, later) for later in steps[place:]])
        if step.kind == "pot":
            position = _take_pot(position, step.outcome, debts)
        else:
            position = _pay_value(position, step.outcome, debts)
        if position.loser:
            return position, ()
    return position._replace(lance="end", queue=(), auction=None), ()


def _steps(position: Position) -> list[Step]:
    steps: list[Step] = []
    for outcome in position.closed:
        if outcome.kind == "seen":
            steps.append(Step("pot", outcome))
            if outcome.lance in OWN_VALUE:
                steps.append(Step("value", outcome))
        elif outcome.kind in ("unbet", "lone") or (
            outcome.kind in ("unanswered_bet", "unanswered_raise") and outcome.lance in OWN_VALUE
        ):
            steps.append(Step("discard", outcome))
    match position.variant.rules["encaje.settle_order"]:
        case "pots_first":
            steps.sort(key=lambda step: step.kind != "pot")
        case "discards_first":
            steps.sort(key=lambda step: step.kind != "discard")
    return steps


def _waiting(position: Position, step: Step) -> Open:
    lance = step.outcome.lance
    stones = dict(position.pots)[lance] if step.kind == "pot" else LEAST_VALUE[lance]
    return Open(lance, step.outcome.seats, stones)


def compared(position: Position, outcome: Outcome) -> Compared:
    """Lay the hands of a lance side by side, the best first; equal hands by mano (ENC-SET-10)."""
    hands = [_known(position, seat) for seat in outcome.seats]
    order = position.table.ranking.order(outcome.lance, hands)
    return Compared(
        outcome.lance,
        tuple([outcome.seats[index] for index in order]),
        tuple([hands[index] for index in order]),
    )


def _known(position: Position, seat: str) -> Hand:
    hand = position.hand_of(seat)
    assert hand is not None, f"the cards of {seat} were asked for before they were told"
    return hand


def takers(position: Position, evidence: Compared) -> tuple[str, ...]:
    """Who takes a pot: the worst hand, furthest from mano where equal (encaje.tie_worst)."""
    if position.variant.rules["encaje.tie_worst"] == "mano_order":
        return evidence.seats[-1:]
    place = position.table.ranking.place
    worst = place(evidence.lance, evidence.hands[-1])
    return tuple(
        [
            seat
            for seat, hand in zip(evidence.seats, evidence.hands, strict=True)
            if place(evidence.lance, hand) == worst
        ]
    )


def _take_pot(position: Position, outcome: Outcome, debts: list[Entry]) -> Position:
    lance = outcome.lance
    evidence = compared(position, outcome)
    taking = takers(position, evidence)
    for seat, stones in shared(dict(position.pots)[lance], taking):
        if stones:
            position = moved(
                position,
                Entry(lance, "showdown", "pot", POT + lance, seat, stones, "ENC-SET-11", evidence),
            )
    for seat in taking:
        position = _pay_debts(finished(position), seat, debts)
    return position


def shared(stones: int, seats: tuple[str, ...]) -> list[tuple[str, int]]:
    """Share stones among seats; those left over go one each to the furthest from mano.

    >>> shared(7, ("B", "E"))
    [('B', 3), ('E', 4)]
    """
    each, over = divmod(stones, len(seats))
    first_with_more = len(seats) - over
    return [(seat, each + (place >= first_with_more)) for place, seat in enumerate(seats)]


def _pay_value(position: Position, outcome: Outcome, debts: list[Entry]) -> Position:
    """Pay the value of a hand: out of the game, or to whoever took the pot (ENC-SET-12)."""
    lance, kind = outcome.lance, outcome.kind
    evidence = compared(position, outcome)
    receiving: tuple[str, ...] = (OUT,)
    paying = list(zip(evidence.seats, evidence.hands, strict=True))
    if kind == "seen":
        taking = takers(position, evidence)
        receiving = tuple([seat for seat in taking if seat != evidence.seats[0]])
        paying = [(seat, hand) for seat, hand in paying if seat not in receiving]
    if position.variant.rules["encaje.shortfall"] == "next_best":
        paying = [(seat, hand) for seat, hand in paying if position.stones_of(seat)]
    if not paying:
        return position
    seat, hand = paying[0]
    due = value(position, lance, hand)
    because = Held(seat, hand, figure(position, lance, hand), due, evidence)
    rule = _value_rule(outcome)
    for dst, stones in shared(due, receiving):
        entry = Entry(lance, "showdown", "value", seat, dst, stones, rule, because)
        position = _pay(position, entry, debts)
    return position


def _value_rule(outcome: Outcome) -> str:
    if outcome.kind == "lone" and outcome.lance in ("pares", "juego"):
        return "ENC-PAR-4" if outcome.lance == "pares" else "ENC-JUE-3"
    if outcome.lance in ("grande", "chica"):
        return "ENC-SET-1"
    return VALUE_RULES.get(outcome.kind, "ENC-SET-2")


def value(position: Position, lance: str, hand: Hand) -> int:
    """What the best hand of an unbet lance pays: 1 in grande and chica, its value elsewhere."""
    return position.table.ranking.value(lance, hand) if lance in OWN_VALUE else 1


def figure(position: Position, lance: str, hand: Hand) -> str:
    """What a hand is in a lance: par, medias, duples, juego, juego31, real, punto, grande, chica."""
    row = position.table.ranking.classify(hand)
    if lance == "pares":
        return row.pares
    if lance == "juego":
        return "real" if row.real else "juego31" if row.points == 31 else "juego"
    return lance


def _pay(position: Position, entry: Entry, debts: list[Entry]) -> Position:
    """Pay what one has (encaje.shortfall); the rest is forgiven, or carried as a debt."""
    stones = min(entry.stones, position.stones_of(entry.src))
    if stones < entry.stones and position.variant.rules["encaje.shortfall"] == "debt":
        debts.append(entry._replace(stones=entry.stones - stones))
    if not stones or position.loser:
        return position
    return finished(moved(position, entry._replace(stones=stones)))


def _pay_debts(position: Position, seat: str, debts: list[Entry]) -> Position:
    for owed in [debt for debt in debts if debt.src == seat]:
        debts.remove(owed)
        position = _pay(position, owed, debts)
    return position
