"""Wrong rules about the stones of Encaje: who pays, who takes, who has lost the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mustutor import games
from mustutor.base.language import mark
from mustutor.games.drill import WrongRule
from mustutor.games.mus_family.betting import Auction, Outcome
from mustutor.games.mus_family.drill_hands import AskedHand, alone_with_most, answer_of
from mustutor.games.mus_family.findings_count import Movements, fronts, told_front
from mustutor.games.player import PlayedHand
from mustutor.games.question import NONE
from mustutor.model.ledger import OUT, Compared, Entry
from mustutor.model.position import Position


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


BET_LOST = mark(
    "In your answer the whole bet is discarded. A bet that nobody accepts costs its maker one "
    "stone."
)
REFUSED = (
    WrongRule(
        "bet_nobody_saw_is_lost", BET_LOST, _refused("gives", BET, lambda auction: auction.stake)
    ),
    WrongRule(
        "raise_nobody_saw_is_lost",
        "In your answer the whole raise is given. A raise that nobody accepts costs its "
        "maker what stood on the table before it.",
        _refused("gives", RAISE, lambda auction: auction.stake),
    ),
    WrongRule(
        "raise_costs_one",
        "In your answer a raise that nobody accepts costs one stone. That is the price of "
        "a bet; a raise costs what stood before it.",
        _refused("gives", RAISE, lambda _: 1),
    ),
    WrongRule(
        "refused_costs_nothing",
        "In your answer nothing moves because nobody accepted. Whoever made the last bet "
        "pays for it: one stone for a bet, the stake before it for a raise.",
        answer_of(lambda _: 0, "gives"),
    ),
    WrongRule(
        "raise_is_discarded",
        "In your answer the stones of a raise leave the game. They go to whoever made the "
        "bet that was raised; only a bet that nobody accepted is discarded.",
        _refused("to", RAISE, lambda _: OUT),
    ),
    WrongRule(
        "raise_is_paid_to_who_folded",
        "In your answer the stones of a raise go to somebody who only folded. They go to "
        "whoever made the bet that was raised.",
        _refused("to", RAISE, _who_folded),
    ),
    WrongRule(
        "bet_is_paid_to_a_player",
        "In your answer the stone of a bet goes to somebody at the table. Nobody gets it: "
        "it leaves the game.",
        _refused("to", BET, lambda auction: auction.folded[-1] if auction.folded else None),
    ),
)
FOLDED = mark(
    "In your answer somebody who folded pays. A player who folds is out of the lance and pays "
    "nothing."
)
PRIZE = mark(
    "In your answer the pot is a prize for the best hand. In Encaje stones are a burden: the worst "
    "hand takes the pot."
)
POTS = (
    WrongRule("best_takes_the_pot", PRIZE, answer_of(_best_takes, "taker")),
    WrongRule(
        "folded_pay",
        FOLDED,
        _put(lambda put, auction: put | dict.fromkeys(auction.folded, auction.stake)),
    ),
    WrongRule(
        "worst_of_all_hands",
        "In your answer a folded hand is compared too. Only those who put stones into the pot "
        "are compared.",
        answer_of(_worst_of_all, "taker"),
    ),
    WrongRule(
        "short_stack_owes_the_stake",
        "In your answer somebody puts in more than they have. A player with less than the "
        "stake accepts with all they have and owes nothing.",
        _put(lambda put, auction: dict.fromkeys(put, auction.stake)),
        levels=(4, 5),
    ),
    WrongRule(
        "bettor_takes_the_pot",
        "In your answer whoever bet last takes the pot. It is the hands that decide: the "
        "worst one takes it.",
        answer_of(lambda staked: staked.outcome.auction.bettor, "taker"),
    ),
    WrongRule(
        "short_stack_lowers_the_stake",
        "In your answer everybody puts in only what the player with the fewest stones has. "
        "Each puts in the stake; a player with less puts in what they have.",
        _put(lambda put, _: dict.fromkeys(put, min(put.values()))),
        levels=(4, 5),
    ),
    WrongRule(
        "worst_tie_to_mano",
        "In your answer the equal hand nearer to mano takes the pot. Nearer to mano is better, "
        "so the one further away is the worst.",
        answer_of(_tie_to_mano, "taker"),
    ),
    WrongRule(
        "pot_without_value",
        "In your answer the pot is everything. At pares, juego and punto, the best hand in "
        "the pot also gives the worst the stones of its value.",
        answer_of(_pot_alone, "gets"),
        levels=(5,),
    ),
    WrongRule(
        "value_of_the_worst",
        "In your answer the value of the worst hand is paid. It is the value of the best "
        "hand that is given to the worst.",
        answer_of(_own_value, "gets"),
        levels=(5,),
    ),
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
    WrongRule("best_takes_the_pot", PRIZE, _after(_prize)),
    WrongRule(
        "values_stay",
        "In your answer no value is given with a pot. At pares, juego and punto, the best "
        "hand in the pot gives the worst the stones of its value.",
        _after(lambda _, e, outcome: [] if e.item == "value" and outcome.kind == "seen" else None),
    ),
    WrongRule(
        "nothing_is_discarded",
        "In your answer nothing is discarded for the best hands. If nobody bets, or nobody "
        "accepts, the best discards the value of the hand.",
        _after(lambda _, e, __: [] if e.item == "value" and e.dst == OUT else None),
    ),
    WrongRule("folded_pay", FOLDED, _after(_all_pay)),
    WrongRule("bet_nobody_saw_is_lost", BET_LOST, _after(_bet_lost)),
)
END = (
    WrongRule(
        "empty_loses",
        "In your answer the first player without stones has lost. In Encaje you want to "
        "get rid of them: the last player with stones loses.",
        answer_of(_empty_loses, "loser"),
    ),
    WrongRule(
        "settled_to_the_end",
        "In your answer the settlement goes on to its end. The game is over the moment "
        "only one player has stones and no pot is open, even in the middle of a settlement.",
        answer_of(_all_is_settled, "loser"),
        levels=(1,),
        only=("A", "B", "C"),
    ),
    WrongRule(
        "most_stones_loses_at_once",
        "In your answer the player with the most stones loses. A game is lost only when "
        "nobody else has any.",
        answer_of(lambda staked: alone_with_most(staked.played.end.in_front(), 1), "loser"),
        only=(NONE,),
    ),
    WrongRule(
        "fewest_stones_lose",
        "In your answer having few stones is losing. It is the aim of Encaje: the last "
        "player with stones loses.",
        answer_of(lambda staked: alone_with_most(staked.played.end.in_front(), -1), "loser"),
        only=(NONE,),
    ),
)
