"""Settlement in Mus: dejes at once, the count in order of collection, the end of a game.

`settle` counts the closed lances: dejes first, then the lances in order; it stops as soon as a side
reaches the target, within a lance if need be (MUS-CNT-1, MUS-CNT-2). Annulled lances and false
declarations are handled in `penalties`.

Stones are counted at the least a side can have, as unrecorded lances only add to them. So a side
that reaches the target has won, unless the other may have won before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

from mustutor.games.mus import penalties
from mustutor.games.mus_family import conduct_judge
from mustutor.games.mus_family.betting import (
    UNANSWERED,
    Auction,
    Outcome,
    lance_closed,
    moved,
    only,
    opened,
    over,
)
from mustutor.games.mus_family.hands import DECLARED, LANCES, VALUED, figure
from mustutor.games.mus_family.tell_hands import Shown
from mustutor.games.mus_family.unseen import (
    may_be_bet,
    or_punto,
    skipped_lances,
    with_possible_lances,
)
from mustutor.model.ledger import BANK, Compared, Entry, HandValue, Ruling, UnseenBet
from mustutor.model.position import ConditionalEnd, Entries, OpenPayment, Position, Table, side_of
from mustutor.model.variant import Variant


def with_end_at_target(position: Position) -> Position:
    """End the game if a side has reached the target (MUS-END-2).

    If an earlier lance is unrecorded, and was perhaps bet on, its deje may have ended the game
    before.
    """
    first = tuple([lance for lance in skipped_lances(position) if _may_be_bet(position, lance)])
    ended = _at_the_target(position)
    if not (first and ended.winner):
        return ended
    lance = ended.ledger[-1].lance
    return over(position, would_end=ConditionalEnd(ended.winner, lance, first))


def _at_the_target(position: Position) -> Position:
    target = position.variant.number("score.target")
    for side, stones in zip(position.table.sides, position.stones, strict=True):
        if stones >= target:
            given = penalties.forfeited_game(position, "at_once") if position.rulings else None
            if given is None:
                return with_game_won(position, side)
            return with_game_won(moved(position, (given,), "end"), given.dst)
    return position


def up_to_the_target(rules: Variant, entry: Entry, has: Mapping[str, int]) -> Entry:
    """The entry without stones beyond the target (score.past_target, MUS-TABLE-3).

    `has` are the stones of each side before it. The stones left out are in the entry as `beyond`.
    """
    if rules.rules["score.past_target"] == "counted":
        return entry
    beyond = has[entry.dst] + entry.stones - rules.number("score.target")
    return entry._replace(stones=entry.stones - beyond, beyond=beyond) if beyond > 0 else entry


def fined(position: Position, when: str = "at_once", *, latest: Sequence[Ruling] = ()) -> Position:
    """The position after the cost of rulings is paid; only the `latest` may be unpaid."""
    owed = penalties.fines(position, when, latest=latest)
    if not owed:
        return position
    has = position.in_front()
    fines = [entry for entry, how in collected(position, has, (), (), owed) if how != LATE]
    ledger = (*position.ledger, *fines)
    return with_end_at_target(position._replace(stones=tuple(has.values()), ledger=ledger))


def with_game_won(position: Position, side: str) -> Position:
    """The position after a side won the game: one game more, and a vaca if it was the last."""
    table = position.table
    place = table.sides.index(side)
    games = _one_more(table.games, place)
    vacas = table.vacas
    if games[place] >= table.variant.number("match.games"):
        vacas = _one_more(vacas, place)
    table = table._replace(games=games, vacas=vacas)
    return over(position, table=table, winner=side)


def resume_with(position: Position, stones: tuple[int, ...], winner: str = "") -> Position:
    """The end of a hand with these stones; a side at the target has won the game.

    `winner` is the side recorded to have won by an órdago, which stones do not show.
    """
    if position.winner:
        return position._replace(stones=stones)  # the known cards already decided it
    stated = over(position, stones=stones)
    if winner in position.table.sides:
        return with_game_won(stated, winner)
    return _at_the_target(stated)


def _one_more(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])


def may_end_before(position: Position, entries: Sequence[Entry]) -> tuple[str, ...] | None:
    """The unrecorded lances that may have ended the game before the last of these entries.

    None if the entry certainly wins the game. A lance may end it earlier if it is collected
    earlier, if its deje or órdago may have ended the game at once, or if its deje may have brought
    the other side so close that an earlier item was enough for it.
    """
    last = entries[-1]
    skipped = skipped_lances(position)
    first = [lance for lance in position.unplayed if _may_be_bet(position, lance)]
    others = any(entry.dst not in (last.dst, BANK) for entry in entries[:-1])
    if others or position.variant.rules["deje.timing"] == "end_first":
        before = list(skipped)
    else:
        at = LANCES.index(last.lance) if last.item not in ("perete", "penalty") else 0
        before = [one for one in skipped if LANCES.index(one) < at or _may_be_bet(position, one)]
    if not (first or before) and not (others and position.table.before == "unknown"):
        return None
    return or_punto(position, [lance for lance in LANCES if lance in (*before, *first)])


def _may_be_bet(position: Position, lance: str) -> bool:
    return may_be_bet(position, lance, position.order)


LEAST = {"pares": 1, "juego": 2}
VALUE_RULES = {"pares": "MUS-PAY-4", "juego": "MUS-PAY-5", "punto": "MUS-PAY-6"}
UNBET_RULES = {"grande": "MUS-PAY-1", "chica": "MUS-PAY-2", "punto": "MUS-PAY-6"}

# Entries are made in every hand: `tuple.__new__` is faster than the constructor.
_made = tuple.__new__


# --- at once -----------------------------------------------------------------------------


def close(position: Position, auction: Auction) -> Position:
    """Close a lance whose betting is over, with its deje if it was refused."""
    lance = position.lance
    if position.rulings or position.table.variant.rules["conduct.no_bait_as_mano_max"]:
        after = conduct_judge.rejudged_after_betting(position)
        position = conduct_judge.judge_bait_by_mano(after)
    if not auction.stake:
        return lance_closed(position, Outcome(lance, "unbet", _contenders(position), auction))
    if auction.seen:
        kind = "ordago" if auction.ordago else "seen"
        contenders = _seen_contenders(position, auction)
        position = lance_closed(position, Outcome(lance, kind, contenders, auction))
        # After an accepted órdago nothing more is played (MUS-ORD-1).
        return position if kind == "seen" else opened(position, "showdown", ())
    kind = UNANSWERED[bool(auction.previous)]
    own = tuple([s for s in _contenders(position) if side_of(s) == side_of(auction.bettor)])
    outcome = Outcome(lance, kind, own, auction)
    dejes = paid(position.table, position.stones, outcome)
    return with_end_at_target(lance_closed(position, outcome, dejes))


def paid(table: Table, stones: tuple[int, ...], outcome: Outcome) -> Entries:
    """The payments at the end of a lance with a stake: a deje."""
    rules = table.variant.rules
    if outcome.kind not in UNANSWERED or rules["deje.timing"] == "end_first":
        return ()
    has = dict(zip(table.sides, stones, strict=True))
    dejes = _deje(rules, outcome, "at_once")
    return tuple([up_to_the_target(table.variant, entry, has) for entry in dejes])


def _contenders(position: Position) -> tuple[str, ...]:
    """The seats whose hands count in the lance: its holders, or everybody (MUS-CMP-T2)."""
    return position.state.holders if position.lance in DECLARED else position.order


def _seen_contenders(position: Position, auction: Auction) -> tuple[str, ...]:
    """The seats compared when a stake was accepted (bet.refuser_hand_counts)."""
    rules = position.variant.rules
    contenders = _contenders(position)
    if rules["players.mode"] == "individual":
        return tuple([s for s in contenders if s == auction.bettor or s in auction.seen])
    if not rules["bet.refuser_hand_counts"]:
        back = (auction.bettor, *auction.seen)  # who refused, and came back in later
        return tuple([s for s in contenders if s not in auction.folded or s in back])
    return contenders


def _deje(rules: Mapping[str, object], outcome: Outcome, when: str) -> Entries:
    """The stones of a refusal: one, or the stake before the refused raise (MUS-DEJE-1, -3).

    Under `original_bidder` the first bettor scores, even if their own side refused the raise.
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
    evidence = _made(UnseenBet, unanswered)
    return (_made(Entry, (lance, when, "deje", BANK, side, stones, rule, evidence, 0)),)


def _of(rule: object, lance: str) -> int:
    """The number a rule gives for a lance; 0 without one."""
    return int(rule[lance]) if isinstance(rule, dict) else 0


# --- the count ---------------------------------------------------------------------------


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Count the closed lances in order, and stop where the game is decided (MUS-CNT-2).

    Stops at the first item that waits for unknown cards, as later ones may not be counted; returns
    the waiting items.
    """
    if position.lance == "end":
        return position, ()
    position = with_possible_lances(position)
    position, counted, refunds, fines, given = penalties.before_count(position)
    if given is not None:
        return with_game_won(moved(position, (given,), "end"), given.dst), ()
    steps, entries, decides, stones = items_of(counted), [], None, position.in_front()
    for entry, how in collected(position, stones, steps, refunds, fines):
        if how in (COUNTS, DECIDES):
            entries.append(entry)
        if how == DECIDES:
            decides = entry
            break
    front, out, state = tuple(stones.values()), position.out, position.state.quiet()
    ended = position.with_count(tuple(entries), front, position.pots, out, state)
    if decides is not None:
        first = may_end_before(position, entries)
        if first is None:
            return with_game_won(ended, decides.dst), ()
        return ended._replace(would_end=ConditionalEnd(decides.dst, decides.lance, first)), ()
    shown, unknown = Shown(position), []
    if shown.unseen:
        unknown = [place for place, (_, outcome) in enumerate(steps) if shown.wait(outcome)]
    if not unknown:
        return ended, ()
    waiting = [_waiting(kind, outcome) for kind, outcome in steps[unknown[0] :]]
    return moved(position, tuple(entries), "showdown"), tuple(waiting)


COUNTS, DECIDES, UNCLAIMED, LATE = "counts", "decides", "unclaimed", "late"
"""What a movement is in the count: paid, paid and the last one, not claimed, after the end."""


def collected(
    position: Position,
    stones: dict[str, int],
    steps: Iterable[tuple[str, Outcome]],
    refunds: Entries,
    fines: Entries,
    *,
    decided: bool = False,
) -> Iterator[tuple[Entry, str]]:
    """Every movement in order of the count, and what it is, until one waits for cards.

    The fines come before the lances, so one of them may end the game (MUS-CNT-2). `stones`, those
    of each side, are kept up to date; `decided` says that the game ended before the count.
    """
    variant, all_taken = position.table.variant, position.state.claimed is None
    target = variant.number("score.target")
    for entry in refunds:
        stones[entry.src] -= entry.stones
        yield entry, COUNTS
    for due in chain(fines, _movements(position, steps)):
        if decided:
            yield due, LATE
        elif not (all_taken or is_claimed(position, due)):
            yield due, UNCLAIMED
        else:
            entry = up_to_the_target(variant, due, stones)
            stones[entry.dst] += entry.stones
            decided = entry.item == "ordago" or stones[entry.dst] >= target
            yield entry, DECIDES if decided else COUNTS


def _movements(position: Position, steps: Iterable[tuple[str, Outcome]]) -> Iterator[Entry]:
    shown = Shown(position)
    for kind, outcome in steps:
        if shown.unseen and shown.wait(outcome):
            return
        yield from _entries(position, kind, outcome, shown)


def is_claimed(position: Position, entry: Entry) -> bool:
    """Whether a movement of the count was claimed; neither an órdago nor a fine need be."""
    claimed = position.state.claimed
    return (
        claimed is None
        or entry.item in ("ordago", "penalty")
        or (entry.dst, entry.lance) in claimed
    )


def items_of(position: Position) -> list[tuple[str, Outcome]]:
    """The items of the count, in the order of collection (MUS-CNT-1).

    Dejes not taken at once, an órdago, peretes, accepted stakes, lances without a bet, and values.
    """
    rules, closed = position.table.variant.rules, position.state.closed
    steps: list[tuple[str, Outcome]] = []
    if rules["deje.timing"] == "end_first":
        steps += [("deje", outcome) for outcome in closed if outcome.kind in UNANSWERED]
    ordago = [("ordago", outcome) for outcome in closed[-1:] if outcome.kind == "ordago"]
    if ordago:
        if rules["ordago.settle"] == "immediate":
            return ordago  # dejes not yet taken are no longer counted
        closed = closed[:-1]
    for seat in position.state.peretes:
        steps.append(("perete", Outcome("grande", "perete", (seat,), Auction(()))))
    for outcome in closed:
        steps += [(kind, outcome) for kind in _items_of_lance(outcome.lance, outcome.kind)]
    return steps + ordago


@cache
def _items_of_lance(lance: str, kind: str) -> tuple[str, ...]:
    """The items to count for a lance that ended so."""
    if kind == "unbet" and lance in UNBET_RULES:
        return ("paso",)
    valued = lance in VALUE_RULES and kind != "nobody"
    return ("envite",) * (kind == "seen") + ("value",) * valued


def _waiting(kind: str, outcome: Outcome) -> OpenPayment:
    lance, seats = outcome.lance, outcome.seats
    if kind == "envite":
        return OpenPayment(lance, seats, outcome.auction.stake)
    return OpenPayment(lance, seats, 0 if kind == "ordago" else LEAST.get(lance, 1))


def _entries(position: Position, kind: str, outcome: Outcome, shown: Shown) -> Iterable[Entry]:
    """The movements of one item of the count."""
    lance, rules = outcome.lance, position.table.variant.rules
    if kind == "deje":
        return _deje(rules, outcome, "showdown")
    if kind == "perete":
        return [_perete(position, outcome)]
    if outcome.kind in UNANSWERED:
        # The bettor's side is paid for what it holds, even with the worse cards (MUS-DEJE-5).
        return _values(outcome, side_of(outcome.auction.bettor), None, shown)
    evidence = shown.compared(outcome)
    if not evidence.seats:
        return []  # The declared holder does not have it, nor does anybody else.
    side = side_of(evidence.seats[0])
    if kind == "value":
        entries = _values(outcome, side, evidence, shown)
        if outcome.kind == "unbet" and rules["values.paso_bonus_pares_juego"]:
            bonus = Entry(lance, "showdown", "paso", BANK, side, 1, "MUS-PAY-3", evidence)
            entries.insert(0, bonus)
        return entries
    if kind == "ordago":
        fields: tuple[object, ...] = ("at_once", "ordago", BANK, side, 0, "MUS-ORD-1")
    elif kind == "envite":
        stake = outcome.auction.stake
        alone = rules["players.mode"] == "individual"
        if alone and rules["individual.stake"] == "per_acceptor":
            stake *= len(outcome.auction.seen)
        fields = ("showdown", "envite", BANK, side, stake, "MUS-BET-15")
    else:
        item = "punto" if lance == "punto" else "paso"
        due = _of(rules["values.lances"], lance)
        fields = ("showdown", item, BANK, side, due, UNBET_RULES[lance])
    return (_made(Entry, (lance, *fields, evidence, 0)),)


def _values(outcome: Outcome, side: str, evidence: Compared | None, shown: Shown) -> list[Entry]:
    """The values paid to a side for its hands in pares and juego; one for punto."""
    lance, kind, seats, _ = outcome
    own = tuple([seat for seat in seats if side_of(seat) == side])
    if lance == "punto":
        own = evidence.seats[:1] if evidence is not None else own[:1]
    rule, entries = _value_rule(lance, kind), []
    for seat in own:
        row = shown.rows.get(seat) or shown.lay(seat)
        due = shown.ranking.worth(lance, row)
        if due:
            item = figure(lance, row)
            because = _made(HandValue, (seat, shown.hands[seat], item, due, evidence))
            fields = (lance, "showdown", item, BANK, side, due, rule, because, 0)
            entries.append(_made(Entry, fields))
    return entries


@cache
def _value_rule(lance: str, kind: str) -> str:
    if kind in UNANSWERED:
        return "MUS-DEJE-6" if lance == "punto" else "MUS-DEJE-5"
    if kind == "lone":
        return "MUS-DECL-3" if lance == "pares" else "MUS-DECL-6"
    return "REG-AST-21" if kind == penalties.ANNULLED else VALUE_RULES[lance]


def _perete(position: Position, outcome: Outcome) -> Entry:
    seat = outcome.seats[0]
    hand = position.hand_of(seat)
    assert hand is not None, f"the cards of {seat} were asked for before they were told"
    due = position.variant.number("perete.points")
    because = HandValue(seat, hand, "perete", due)
    return Entry("grande", "showdown", "perete", BANK, side_of(seat), due, "MUS-NAME-4", because)


# --- one lance by itself -----------------------------------------------------------------


def narrowed(position: Position, lance: str) -> tuple[Position, bool]:
    """What of a hand decides one lance, and whether the lance can be settled alone."""
    rules, closed = position.variant, position.state.closed
    if position.rulings:
        position = conduct_judge.with_count_rulings(position)
    if position.rulings or any(outcome.kind == "ordago" for outcome in closed):
        return position, False  # an órdago counted later ends the game
    lances = [outcome.lance for outcome in closed]
    if rules.rules["deje.timing"] != "end_first" and lance in lances:
        lances = lances[: lances.index(lance)]
    worth = max(*rules.stones("values.lances").values(), rules.number("values.real"), 3)
    gained = sum([_most(outcome, worth) for outcome in closed if outcome.lance in lances])
    perete = len(position.order) * rules.number("perete.points") if position.state.peretes else 0
    alone = max(position.stones) + gained + perete < rules.number("score.target")
    return only(position, lance, *(() if alone else lances)), alone


def _most(outcome: Outcome, worth: int) -> int:
    """The most stones a side can get for a lance at the count."""
    auction = outcome.auction
    stake = auction.stake * max(len(auction.seen), 1) if auction.stake else 0
    value = worth * len(outcome.seats) if outcome.lance in VALUED else 0
    return stake + value + 1
