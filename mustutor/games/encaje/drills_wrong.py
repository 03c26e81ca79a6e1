"""Wrong rules about the stones of Encaje: who pays, who takes, who has lost the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mustutor import games
from mustutor.games.drill import WrongRules
from mustutor.games.mus_family.betting import Auction, Outcome
from mustutor.games.mus_family.drill_hands import AskedHand, alone_with_most, answer_of
from mustutor.games.mus_family.findings_count import Movements, fronts, told_front
from mustutor.games.player import PlayedHand
from mustutor.games.question import NONE
from mustutor.model.ledger import OUT, Compared, Entry
from mustutor.model.position import Position

wrong_rule = WrongRules("encaje")


def compared_in(staked: AskedHand) -> Compared | None:
    """The hands that were compared for the pot of the lance asked about."""
    pots = Movements(staked.lance, "pot").of(staked.played.end.ledger)
    because = pots[0].because if pots else None
    return because if isinstance(because, Compared) else None


# --- a bet nobody saw --------------------------------------------------------------------

BET, RAISE = "unanswered_bet", "unanswered_raise"


def _refused(
    asked: str, kind: str, believed: Callable[[Auction], object]
) -> Callable[[AskedHand], str]:
    """What somebody believes of a bet, or of a raise, that nobody saw."""
    return answer_of(
        lambda staked: believed(staked.outcome.auction) if staked.outcome.kind == kind else None,
        asked,
    )


def _who_folded(auction: Auction) -> str | None:
    others = [seat for seat in auction.folded if seat != auction.previous_bettor]
    return others[0] if others else None


# --- pots --------------------------------------------------------------------------------


def _best_takes(staked: AskedHand) -> str | None:
    compared = compared_in(staked)
    return compared.seats[0] if compared else None


def _worst_of_all(staked: AskedHand) -> str:
    """Those who folded are compared as well."""
    end, outcome = staked.played.end, staked.outcome
    folded = outcome.auction.folded
    seats = [s for s in end.order if s in outcome.seats or s in folded]
    hands = [end.hand_of(s) or () for s in seats]
    order: tuple[int, ...] = end.state.ranking.order(staked.lance, hands)
    return seats[order[-1]]


def _tie_to_mano(staked: AskedHand) -> str | None:
    compared = compared_in(staked)
    if compared is None:
        return None
    ranking = staked.played.end.state.ranking
    places = [ranking.place(staked.lance, hand) for hand in compared.hands]
    return compared.seats[places.index(max(places))]


def _put(
    believed: Callable[[dict[str, int], Auction], dict[str, int]],
) -> Callable[[AskedHand], str]:
    """What a seat, or all together, put into the pot, where it is believed to be other stones."""

    def answer(staked: AskedHand) -> int:
        stakes = Movements(staked.lance, "stake").of(staked.played.end.ledger)
        put = believed({entry.src: entry.stones for entry in stakes}, staked.outcome.auction)
        return put.get(staked.side, 0) if staked.asked == "puts" else sum(put.values())

    return answer_of(answer, "puts", "pot")


def _pot_alone(staked: AskedHand) -> int:
    return sum(e.stones for e in Movements(staked.lance, "pot").of(staked.played.end.ledger))


def _own_value(staked: AskedHand) -> int | None:
    """The taker gets the value of his own hand beside the pot."""
    end, hand = staked.played.end, staked.played.end.hand_of(staked.side)
    if hand is None or staked.lance in ("grande", "chica"):
        return None
    value: int = end.state.ranking.value(staked.lance, hand)
    return _pot_alone(staked) + value


REFUSED = (
    wrong_rule("bet_nobody_saw_is_lost", _refused("gives", BET, lambda auction: auction.stake)),
    wrong_rule("raise_nobody_saw_is_lost", _refused("gives", RAISE, lambda auction: auction.stake)),
    wrong_rule("raise_costs_one", _refused("gives", RAISE, lambda _: 1)),
    wrong_rule("refused_costs_nothing", answer_of(lambda _: 0, "gives")),
    wrong_rule("raise_is_discarded", _refused("to", RAISE, lambda _: OUT)),
    wrong_rule("raise_is_paid_to_who_folded", _refused("to", RAISE, _who_folded)),
    wrong_rule(
        "bet_is_paid_to_a_player",
        _refused("to", BET, lambda auction: auction.folded[-1] if auction.folded else None),
    ),
)
POTS = (
    wrong_rule("best_takes_the_pot", answer_of(_best_takes, "taker")),
    wrong_rule(
        "folded_pay", _put(lambda put, auction: put | dict.fromkeys(auction.folded, auction.stake))
    ),
    wrong_rule("worst_of_all_hands", answer_of(_worst_of_all, "taker")),
    wrong_rule(
        "short_stack_owes_the_stake",
        _put(lambda put, auction: dict.fromkeys(put, auction.stake)),
        levels=(4, 5),
    ),
    wrong_rule(
        "bettor_takes_the_pot", answer_of(lambda staked: staked.outcome.auction.bettor, "taker")
    ),
    wrong_rule(
        "short_stack_lowers_the_stake",
        _put(lambda put, _: dict.fromkeys(put, min(put.values()))),
        levels=(4, 5),
    ),
    wrong_rule("worst_tie_to_mano", answer_of(_tie_to_mano, "taker")),
    wrong_rule("pot_without_value", answer_of(_pot_alone, "gets"), levels=(5,)),
    wrong_rule("value_of_the_worst", answer_of(_own_value, "gets"), levels=(5,)),
)


GHOST = "Z"

Moved = Sequence[tuple[str, str, int]]
"""Movements as somebody believes them: from whom, to whom, how many stones."""


def _after(
    moves: Callable[[AskedHand, Entry, Outcome], Moved | None],
) -> Callable[[AskedHand], str]:
    """Who makes other movements of some true ones."""

    def answer(staked: AskedHand) -> str | None:
        end, stones = staked.played.end, staked.played.start.in_front()
        outcomes = {outcome.lance: outcome for outcome in end.state.closed}
        for entry in end.ledger:
            moved = moves(staked, entry, outcomes[entry.lance])
            true = [(entry.src, entry.dst, entry.stones)]
            for src, dst, number in true if moved is None else moved:
                if src in stones:
                    stones[src] -= number
                if dst in stones:
                    stones[dst] += number
        return None if min(stones.values()) < 0 else told_front(stones)

    return answer_of(answer, "hand")


def _prize(_: AskedHand, entry: Entry, __: Outcome) -> Moved | None:
    if entry.item == "pot" and isinstance(entry.because, Compared):
        return [(entry.src, entry.because.seats[0], entry.stones)]
    return None


def _all_pay(staked: AskedHand, entry: Entry, outcome: Outcome) -> Moved | None:
    if entry.item != "pot":
        return None
    auction, had = outcome.auction, staked.played.start.in_front()
    more = [(seat, entry.dst, min(auction.stake, had[seat])) for seat in auction.folded]
    return [(entry.src, entry.dst, entry.stones), *more]


def _bet_lost(_: AskedHand, entry: Entry, outcome: Outcome) -> Moved | None:
    whole = [(entry.src, entry.dst, outcome.auction.stake)]
    return whole if entry.item == BET else None


# --- the end -----------------------------------------------------------------------------


def to_the_end(played: PlayedHand) -> dict[str, int]:
    """What each would have if the settlement never stopped.

    A guest who sits by with a stone of his own keeps the game from ending.
    """
    last = played.steps[-1].after
    table, deal = last.table, last.deal
    guest: Position = last._replace(
        table=table._replace(
            seats=(*table.seats, GHOST),
            sides=(*table.sides, GHOST),
            purse=(*table.purse, 1),
            games=(*table.games, 0),
        ),
        stones=(*last.stones, 1),
        deal=deal._replace(hands=(*deal.hands, None)),
    )
    stones = games.settle(guest)[0].in_front()
    return {seat: held for seat, held in stones.items() if seat != GHOST}


def _empty_loses(staked: AskedHand) -> str:
    """Who is the first without stones has lost."""
    moved = fronts(staked.played.end.ledger, staked.played.start.in_front())
    return next((entry.src for entry, front in moved if front.get(entry.src) == 0), NONE)


def _all_is_settled(staked: AskedHand) -> str:
    if staked.played.steps[-1].after.lance != "showdown":
        return ""
    left = [seat for seat, held in to_the_end(staked.played).items() if held]
    return left[0] if len(left) == 1 else NONE


HAND = (
    wrong_rule("best_takes_the_pot", _after(_prize)),
    wrong_rule(
        "values_stay",
        _after(lambda _, e, outcome: [] if e.item == "value" and outcome.kind == "seen" else None),
    ),
    wrong_rule(
        "nothing_is_discarded",
        _after(lambda _, e, __: [] if e.item == "value" and e.dst == OUT else None),
    ),
    wrong_rule("folded_pay", _after(_all_pay)),
    wrong_rule("bet_nobody_saw_is_lost", _after(_bet_lost)),
)
END = (
    wrong_rule("empty_loses", answer_of(_empty_loses, "loser")),
    wrong_rule(
        "settled_to_the_end", answer_of(_all_is_settled, "loser"), levels=(1,), only=("A", "B", "C")
    ),
    wrong_rule(
        "most_stones_loses_at_once",
        answer_of(lambda staked: alone_with_most(staked.played.end.in_front(), 1), "loser"),
        only=(NONE,),
    ),
    wrong_rule(
        "fewest_stones_lose",
        answer_of(lambda staked: alone_with_most(staked.played.end.in_front(), -1), "loser"),
        only=(NONE,),
    ),
)
