"""Who scores what in Mus: dejes at once, and the count in the order of collection.

The dejes come first, then the lances in order; counting stops the moment a side reaches the
target, in the middle of a lance if need be (MUS-CNT-1, MUS-CNT-2). What an offence annuls, and
what becomes of a false declaration, stands in `penalties`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from mustutor.games.mus import penalties
from mustutor.games.mus.ending import decided, may_end_before, up_to_the_target, won
from mustutor.games.mus.sides import side_of
from mustutor.games.mus_family.classes import HandClass
from mustutor.games.mus_family.lances import DECLARED, VALUED
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.mus_family.state import (
    Auction,
    Outcome,
    lance_closed,
    moved,
    only,
    opened,
)
from mustutor.games.mus_family.unrecorded import stops_early
from mustutor.ledger import BANK, Compared, Entry, Held, Unanswered
from mustutor.position import Entries, Hand, Open, Position, Table, WouldEnd
from mustutor.tuples import NamedTuple

LEAST = {"pares": 1, "juego": 2}
VALUE_RULES = {"pares": "MUS-PAY-4", "juego": "MUS-PAY-5", "punto": "MUS-PAY-6"}
UNBET_RULES = {"grande": "MUS-PAY-1", "chica": "MUS-PAY-2", "punto": "MUS-PAY-6"}

# As positions, entries are made in every hand: straight to tuple.
_made = tuple.__new__


# --- at once -----------------------------------------------------------------------------


def close(position: Position, auction: Auction) -> Position:
    """Close a lance whose betting is over, and take the deje where it was refused."""
    lance = position.lance
    if position.rulings or position.table.variant.rules["conduct.no_bait_as_mano_max"]:
        from mustutor.games.mus_family.conduct.later import baited, reconsidered

        position = baited(reconsidered(position))
    if not auction.stake:
        return lance_closed(position, Outcome(lance, "unbet", _contenders(position), auction))
    if auction.seen:
        kind = "ordago" if auction.ordago else "seen"
        contenders = _seen_contenders(position, auction)
        position = lance_closed(position, Outcome(lance, kind, contenders, auction))
        return position if kind == "seen" else _ordago(position)
    kind = "unanswered_raise" if auction.previous else "unanswered_bet"
    own = tuple([s for s in _contenders(position) if side_of(s) == side_of(auction.bettor)])
    outcome = Outcome(lance, kind, own, auction)
    return decided(lance_closed(position, outcome, paid(position.table, position.stones, outcome)))


def paid(table: Table, stones: tuple[int, ...], outcome: Outcome) -> Entries:
    """What moves at once when a lance on which there was a stake has ended so: a deje."""
    rules = table.variant.rules
    if not outcome.kind.startswith("unanswered") or rules["deje.timing"] == "end_first":
        return ()
    has = dict(zip(table.sides, stones, strict=True))
    dejes = _deje(rules, outcome, "at_once")
    return tuple([up_to_the_target(table.variant, entry, has) for entry in dejes])


def _contenders(position: Position) -> tuple[str, ...]:
    """Whose hands count in the lance: those who have it, or everybody (MUS-CMP-T2)."""
    return position.state.holders if position.lance in DECLARED else position.order


def _seen_contenders(position: Position, auction: Auction) -> tuple[str, ...]:
    """Whose hands are compared when a stake was accepted (bet.refuser_hand_counts)."""
    rules = position.variant.rules
    contenders = _contenders(position)
    if rules["players.mode"] == "individual":
        return tuple([s for s in contenders if s == auction.bettor or s in auction.seen])
    if not rules["bet.refuser_hand_counts"]:
        back = (auction.bettor, *auction.seen)  # who refused, and later came in himself
        return tuple([s for s in contenders if s not in auction.folded or s in back])
    return contenders


def _deje(rules: Mapping[str, object], outcome: Outcome, when: str) -> Entries:
    """The stones of a refusal: one, or the stake before the refused raise (MUS-DEJE-1, -3).

    Read to the letter, who bet first scores the first bet, though his side refused the raise.
    """
    lance, auction = outcome.lance, outcome.auction
    side = side_of(auction.bettor)
    if outcome.kind == "unanswered_bet":
        stones, rule = _of(rules["deje.opening"], lance), "MUS-DEJE-1"
    else:
        due = {"previous_stake": auction.previous, "original_bidder": auction.opened, "one": 1}
        stones = due[str(rules["deje.raise_refused"])] + _of(rules["deje.raise_extra"], lance)
        if rules["deje.raise_refused"] == "original_bidder":
            side = side_of(auction.opener)
        rule = "MUS-DEJE-3"
    if not stones:
        return ()
    unanswered = (auction.bettor, auction.stake, auction.previous, auction.folded)
    evidence = _made(Unanswered, unanswered)
    return (_made(Entry, (lance, when, "deje", BANK, side, stones, rule, evidence, 0)),)


def _of(rule: object, lance: str) -> int:
    """The number a rule has for a lance."""
    return int(rule[lance]) if isinstance(rule, dict) else 0


def _ordago(position: Position) -> Position:
    """An órdago was accepted: the cards are shown, and nothing more is played (MUS-ORD-1)."""
    return opened(position, "showdown", ())


# --- the count ---------------------------------------------------------------------------


class CountedItem(NamedTuple):
    """One item of the count: a deje not taken at once, an órdago, perete, a stake, a value."""

    kind: str
    outcome: Outcome


def settle(position: Position) -> tuple[Position, tuple[Open, ...]]:
    """Count the closed lances in order, and stop where the game is decided (MUS-CNT-2).

    The count stops at the first item that waits for cards nobody has told: what comes after it
    may no longer be counted. Those items are given back.
    """
    if position.lance == "end":
        return position, ()
    rules = position.table.variant.rules
    counted = position = stops_early(position)
    entries: list[Entry] = []
    fines: Entries = ()
    if position.rulings or rules["declare.mode"] == "manual":
        position = penalties.judged(position)
        given = penalties.forfeit(position)
        if given is not None:
            return won(moved(position, (given,), "end"), given.dst), ()
        counted, entries = penalties.counted(position), list(penalties.given_back(position))
        fines = penalties.fines(position, "showdown")
    steps, target = items_of(counted), position.table.variant.number("score.target")
    stones = position.in_front()
    for entry in entries:
        stones[entry.src] -= entry.stones
    for due in chain(fines, counting(position, steps)):
        entry = up_to_the_target(position.table.variant, due, stones)
        entries.append(entry)
        stones[entry.dst] += entry.stones
        if entry.item == "ordago" or stones[entry.dst] >= target:
            ended = moved(position, tuple(entries), "end")
            first = may_end_before(position, entries)
            if first is None:
                return won(ended, entry.dst), ()
            return ended._replace(would_end=WouldEnd(entry.dst, entry.lance, first)), ()
    waits = (place for place, step in enumerate(steps) if _waits(position, step))
    unknown = next(waits, None) if None in position.deal.hands else None
    if unknown is None:
        return moved(position, tuple(entries), "end"), ()
    waiting = [open_ for later in steps[unknown:] for open_ in _waiting(later)]
    return moved(position, tuple(entries), "showdown"), tuple(waiting)


def counting(position: Position, steps: Iterable[CountedItem]) -> Iterator[Entry]:
    """Every movement of the count that was claimed, up to the first item that waits for cards."""
    laid: dict[str, Compared] = {}
    hands = dict(zip(position.table.seats, position.deal.hands, strict=True))
    unseen, all_taken = None in hands.values(), position.state.claimed is None
    for step in steps:
        if unseen and _waits(position, step):
            return
        for one in _entries(position, step, laid, hands):
            if all_taken or taken(position, one):
                yield one


def taken(position: Position, entry: Entry) -> bool:
    """Whether a movement of the count was claimed; an órdago need not be."""
    claimed = position.state.claimed
    return claimed is None or entry.item == "ordago" or (entry.dst, entry.lance) in claimed


def _waits(position: Position, step: CountedItem) -> bool:
    if None not in position.deal.hands:
        return False
    return any(position.hand_of(seat) is None for seat in step.outcome.seats)


def items_of(position: Position) -> list[CountedItem]:
    """What is counted, in the order of collection (MUS-CNT-1)."""
    rules = position.table.variant.rules
    closed = position.state.closed
    last = closed[-1] if closed else None
    steps: list[CountedItem] = []
    if rules["deje.timing"] == "end_first":
        steps += [CountedItem("deje", o) for o in closed if o.kind.startswith("unanswered")]
    if last is not None and last.kind == "ordago":
        if rules["ordago.settle"] == "immediate":
            return [CountedItem("ordago", last)]  # dejes not yet taken are no longer counted
        closed = closed[:-1]
    steps += [
        CountedItem("perete", Outcome("grande", "perete", (seat,), Auction(())))
        for seat in position.state.peretes
    ]
    for outcome in closed:
        lance, kind, _, _ = outcome
        if kind == "seen":
            steps.append(_made(CountedItem, ("envite", outcome)))
        if kind == "unbet" and lance in UNBET_RULES:
            steps.append(_made(CountedItem, ("paso", outcome)))
        elif lance in VALUE_RULES and kind != "nobody":
            steps.append(_made(CountedItem, ("value", outcome)))
    if last is not None and last.kind == "ordago":
        steps.append(CountedItem("ordago", last))
    return steps


def _waiting(step: CountedItem) -> list[Open]:
    lance, seats = step.outcome.lance, step.outcome.seats
    if step.kind == "envite":
        return [Open(lance, seats, step.outcome.auction.stake)]
    return [Open(lance, seats, 0 if step.kind == "ordago" else LEAST.get(lance, 1))]


Hands = Mapping[str, Hand | None]
"""The cards of each seat, or None where nobody has told them."""


def _compared(ranking: Ranking, outcome: Outcome, hands: Hands) -> Compared:
    """Lay the hands of a lance side by side, the best first; equal hands by mano (MUS-CMP-T1)."""
    lance, seats = outcome.lance, outcome.seats
    shown = [hand for seat in seats if (hand := hands[seat]) is not None]
    order = ranking.order(lance, shown)
    best = (tuple([seats[index] for index in order]), tuple([shown[index] for index in order]))
    return _made(Compared, (lance, *best))


def _entries(
    position: Position, step: CountedItem, laid: dict[str, Compared], hands: Hands
) -> Iterable[Entry]:
    """The movements of one item of the count; `laid` are the hands compared before, by lance."""
    outcome = step.outcome
    lance = outcome.lance
    rules = position.table.variant.rules
    if step.kind == "deje":
        return _deje(rules, outcome, "showdown")
    if step.kind == "perete":
        return [_perete(position, outcome)]
    if outcome.kind in ("unanswered_bet", "unanswered_raise"):
        # The bettor's side is paid for what it holds, even with the worse cards (MUS-DEJE-5).
        return _values(position, outcome, side_of(outcome.auction.bettor), None, hands)
    if lance not in laid:
        laid[lance] = _compared(position.state.ranking, outcome, hands)
    evidence = laid[lance]
    if not evidence.seats:
        return []  # Who declared it has it not, and nobody else does.
    side = side_of(evidence.seats[0])
    if step.kind == "ordago":
        fields: tuple[object, ...] = ("at_once", "ordago", BANK, side, 0, "MUS-ORD-1")
        return (_made(Entry, (lance, *fields, evidence, 0)),)
    if step.kind == "envite":
        stake = outcome.auction.stake
        alone = rules["players.mode"] == "individual"
        if alone and rules["individual.stake"] == "per_acceptor":
            stake *= len(outcome.auction.seen)
        fields = ("showdown", "envite", BANK, side, stake, "MUS-BET-15")
        return (_made(Entry, (lance, *fields, evidence, 0)),)
    if step.kind == "paso":
        item = "punto" if lance == "punto" else "paso"
        due = _of(rules["values.lances"], lance)
        fields = ("showdown", item, BANK, side, due, UNBET_RULES[lance])
        return (_made(Entry, (lance, *fields, evidence, 0)),)
    entries: list[Entry] = []
    if outcome.kind == "unbet" and rules["values.paso_bonus_pares_juego"]:
        entries.append(Entry(lance, "showdown", "paso", BANK, side, 1, "MUS-PAY-3", evidence))
    return entries + _values(position, outcome, side, evidence, hands)


def _values(
    position: Position, outcome: Outcome, side: str, evidence: Compared | None, hands: Hands
) -> list[Entry]:
    """What a side is paid for the hands it holds in pares and juego; one for punto."""
    lance = outcome.lance
    ranking = position.state.ranking
    own = [seat for seat in outcome.seats if side_of(seat) == side]
    if lance == "punto":
        own = [evidence.seats[0]] if evidence is not None else own[:1]
    entries = []
    for seat in own:
        hand = hands[seat]
        assert hand is not None, f"the cards of {seat} were asked for before they were told"
        due = ranking.value(lance, hand)
        if not due:
            continue
        item = figure(position, lance, hand)
        because = _made(Held, (seat, hand, item, due, evidence))
        rule = VALUE_RULES[lance]
        if outcome.kind.startswith("unanswered"):
            rule = "MUS-DEJE-6" if lance == "punto" else "MUS-DEJE-5"
        elif outcome.kind == "lone":
            rule = "MUS-DECL-3" if lance == "pares" else "MUS-DECL-6"
        elif outcome.kind == penalties.ANNULLED:
            rule = "REG-AST-21"
        fields = (lance, "showdown", item, BANK, side, due, rule, because, 0)
        entries.append(_made(Entry, fields))
    return entries


def figure(position: Position, lance: str, hand: Hand) -> str:
    """What a hand is paid as: par, medias, duples, juego, juego31 (La Real too), punto."""
    row: HandClass = position.state.ranking.classify(hand)
    if lance == "pares":
        return row.pares
    if lance == "juego":
        return "juego31" if row.points == 31 else "juego"
    return lance


def _perete(position: Position, outcome: Outcome) -> Entry:
    seat = outcome.seats[0]
    hand = position.hand_of(seat)
    assert hand is not None, f"the cards of {seat} were asked for before they were told"
    due = position.variant.number("perete.points")
    because = Held(seat, hand, "perete", due)
    return Entry("grande", "showdown", "perete", BANK, side_of(seat), due, "MUS-NAME-4", because)


# --- one lance by itself -----------------------------------------------------------------


def narrowed(position: Position, lance: str) -> tuple[Position, bool]:
    """What of a hand one lance hangs on, and whether on itself alone: nobody is near the end."""
    rules, closed = position.variant, position.state.closed
    if position.rulings:
        from mustutor.games.mus_family.conduct.later import at_the_count

        position = at_the_count(position)
    if position.rulings or any(outcome.kind == "ordago" for outcome in closed):
        return position, False  # an órdago that is counted later ends it all
    lances = [outcome.lance for outcome in closed]
    if rules.rules["deje.timing"] != "end_first" and lance in lances:
        lances = lances[: lances.index(lance)]
    worth = max(*rules.stones("values.lances").values(), rules.number("values.real"), 3)
    gained = sum([_most(outcome, worth) for outcome in closed if outcome.lance in lances])
    perete = len(position.order) * rules.number("perete.points") if position.state.peretes else 0
    alone = max(position.stones) + gained + perete < rules.number("score.target")
    return only(position, lance, *(() if alone else lances)), alone


def _most(outcome: Outcome, worth: int) -> int:
    """The most one side can be given for a lance at the count."""
    auction = outcome.auction
    stake = auction.stake * max(len(auction.seen), 1) if auction.stake else 0
    value = worth * len(outcome.seats) if outcome.lance in VALUED else 0
    return stake + value + 1
