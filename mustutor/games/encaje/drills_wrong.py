"""Wrong rules about the stones of Encaje: who pays, who takes, who has lost.

Wrong rules about whole hands of Encaje, and about who has lost the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mustutor import games
from mustutor.base.language import mark
from mustutor.games.drill import WrongRule
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.drill_hands import AskedHand
from mustutor.games.player import PlayedHand
from mustutor.games.question import NONE
from mustutor.model.ledger import OUT, Compared, Entry
from mustutor.model.position import Position


def entries_of(played: PlayedHand, lance: str, item: str) -> list[Entry]:
    """The movements of one kind in a lance."""
    return [e for e in played.end.ledger if e.lance == lance and e.item == item]


def compared_in(staked: AskedHand) -> Compared | None:
    """The hands that were compared for the pot of the lance asked about."""
    pots = entries_of(staked.played, staked.lance, "pot")
    because = pots[0].because if pots else None
    return because if isinstance(because, Compared) else None


def asked(*kinds: str) -> Callable[[Callable[[AskedHand], str]], Callable[[AskedHand], str]]:
    """A rule that has a say only where one of these is asked."""

    def only(answer: Callable[[AskedHand], str]) -> Callable[[AskedHand], str]:
        return lambda staked: answer(staked) if staked.asked in kinds else ""

    return only


# --- a bet nobody saw --------------------------------------------------------------------


@asked("gives")
def _whole_bet(staked: AskedHand) -> str:
    outcome = staked.outcome
    return str(outcome.auction.stake) if outcome.kind == "unanswered_bet" else ""


@asked("gives")
def _whole_raise(staked: AskedHand) -> str:
    outcome = staked.outcome
    return str(outcome.auction.stake) if outcome.kind == "unanswered_raise" else ""


@asked("gives")
def _raise_costs_one(staked: AskedHand) -> str:
    return "1" if staked.outcome.kind == "unanswered_raise" else ""


@asked("gives")
def _costs_nothing(staked: AskedHand) -> str:  # noqa: ARG001 - the signature of every answer
    return "0"


@asked("to")
def _raise_is_discarded(staked: AskedHand) -> str:
    return OUT if staked.outcome.kind == "unanswered_raise" else ""


@asked("to")
def _bet_is_paid(staked: AskedHand) -> str:
    outcome = staked.outcome
    folded = outcome.auction.folded
    return folded[-1] if outcome.kind == "unanswered_bet" and folded else ""


@asked("to")
def _to_who_folded(staked: AskedHand) -> str:
    outcome = staked.outcome
    auction = outcome.auction
    others = [seat for seat in auction.folded if seat != auction.previous_bettor]
    return others[0] if outcome.kind == "unanswered_raise" and others else ""


# --- pots --------------------------------------------------------------------------------


@asked("taker")
def _best_takes(staked: AskedHand) -> str:
    compared = compared_in(staked)
    return compared.seats[0] if compared else ""


@asked("taker")
def _bettor_takes(staked: AskedHand) -> str:
    return staked.outcome.auction.bettor


@asked("taker")
def _worst_of_all(staked: AskedHand) -> str:
    """Those who folded are compared as well."""
    end, outcome = staked.played.end, staked.outcome
    folded = outcome.auction.folded
    seats = [s for s in end.order if s in outcome.seats or s in folded]
    order: tuple[int, ...] = end.state.ranking.order(
        staked.lance, [end.hand_of(s) or () for s in seats]
    )
    return seats[order[-1]]


@asked("taker")
def _tie_to_mano(staked: AskedHand) -> str:
    compared = compared_in(staked)
    if compared is None:
        return ""
    ranking = staked.played.end.state.ranking
    places = [ranking.place(staked.lance, hand) for hand in compared.hands]
    return compared.seats[places.index(max(places))]


def _put(
    staked: AskedHand, *, folded: bool = False, whole: bool = False, least: bool = False
) -> str:
    """What a seat, or all together, put into the pot, under one wrong rule."""
    stakes = entries_of(staked.played, staked.lance, "stake")
    auction = staked.outcome.auction
    put = {entry.src: entry.stones for entry in stakes}
    if whole:
        put = dict.fromkeys(put, auction.stake)
    if least:
        put = dict.fromkeys(put, min(put.values()))
    if folded:
        put |= dict.fromkeys(auction.folded, auction.stake)
    return str(put.get(staked.side, 0) if staked.asked == "puts" else sum(put.values()))


@asked("puts", "pot")
def _folded_pay(staked: AskedHand) -> str:
    return _put(staked, folded=True)


@asked("puts", "pot")
def _whole_stake(staked: AskedHand) -> str:
    return _put(staked, whole=True)


@asked("puts", "pot")
def _least_stake(staked: AskedHand) -> str:
    return _put(staked, least=True)


@asked("gets")
def _pot_alone(staked: AskedHand) -> str:
    return str(sum(e.stones for e in entries_of(staked.played, staked.lance, "pot")))


@asked("gets")
def _own_value(staked: AskedHand) -> str:
    """The taker gets the value of his own hand beside the pot."""
    end = staked.played.end
    hand = end.hand_of(staked.side)
    if hand is None or staked.lance in ("grande", "chica"):
        return ""
    return str(int(_pot_alone(staked)) + end.state.ranking.value(staked.lance, hand))


BET_LOST = mark(
    "In your answer the whole bet is discarded. A bet that nobody accepts costs its maker one "
    "stone."
)
REFUSED = (
    WrongRule(
        "bet_nobody_saw_is_lost",
        BET_LOST,
        _whole_bet,
    ),
    WrongRule(
        "raise_nobody_saw_is_lost",
        "In your answer the whole raise is given. A raise that nobody accepts costs its "
        "maker what stood on the table before it.",
        _whole_raise,
    ),
    WrongRule(
        "raise_costs_one",
        "In your answer a raise that nobody accepts costs one stone. That is the price of "
        "a bet; a raise costs what stood before it.",
        _raise_costs_one,
    ),
    WrongRule(
        "refused_costs_nothing",
        "In your answer nothing moves because nobody accepted. Whoever made the last bet "
        "pays for it: one stone for a bet, the stake before it for a raise.",
        _costs_nothing,
    ),
    WrongRule(
        "raise_is_discarded",
        "In your answer the stones of a raise leave the game. They go to whoever made the "
        "bet that was raised; only a bet that nobody accepted is discarded.",
        _raise_is_discarded,
    ),
    WrongRule(
        "raise_is_paid_to_who_folded",
        "In your answer the stones of a raise go to somebody who only folded. They go to "
        "whoever made the bet that was raised.",
        _to_who_folded,
    ),
    WrongRule(
        "bet_is_paid_to_a_player",
        "In your answer the stone of a bet goes to somebody at the table. Nobody gets it: "
        "it leaves the game.",
        _bet_is_paid,
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
    WrongRule("best_takes_the_pot", PRIZE, _best_takes),
    WrongRule("folded_pay", FOLDED, _folded_pay),
    WrongRule(
        "worst_of_all_hands",
        "In your answer a folded hand is compared too. Only those who put stones into the pot "
        "are compared.",
        _worst_of_all,
    ),
    WrongRule(
        "short_stack_owes_the_stake",
        "In your answer somebody puts in more than they have. A player with less than the "
        "stake accepts with all they have and owes nothing.",
        _whole_stake,
    ),
    WrongRule(
        "bettor_takes_the_pot",
        "In your answer whoever bet last takes the pot. It is the hands that decide: the "
        "worst one takes it.",
        _bettor_takes,
    ),
    WrongRule(
        "short_stack_lowers_the_stake",
        "In your answer everybody puts in only what the player with the fewest stones has. "
        "Each puts in the stake; a player with less puts in what they have.",
        _least_stake,
    ),
    WrongRule(
        "worst_tie_to_mano",
        "In your answer the equal hand nearer to mano takes the pot. Nearer to mano is better, "
        "so the one further away is the worst.",
        _tie_to_mano,
    ),
    WrongRule(
        "pot_without_value",
        "In your answer the pot is everything. At pares, juego and punto, the best hand in "
        "the pot also gives the worst the stones of its value.",
        _pot_alone,
    ),
    WrongRule(
        "value_of_the_worst",
        "In your answer the value of the worst hand is paid. It is the value of the best "
        "hand that is given to the worst.",
        _own_value,
    ),
)


GHOST = "Z"

Moved = Sequence[tuple[str, str, int]]
"""Movements as somebody believes them: from whom, to whom, how many stones."""


def _after(moves: Callable[[AskedHand, Entry, Outcome], Moved]) -> Callable[[AskedHand], str]:
    """Who makes other movements of every true one."""

    @asked("hand")
    def answer(staked: AskedHand) -> str:
        end = staked.played.end
        stones = staked.played.start.in_front()
        outcomes = {outcome.lance: outcome for outcome in end.state.closed}
        for entry in end.ledger:
            for src, dst, number in moves(staked, entry, outcomes[entry.lance]):
                if src in stones:
                    stones[src] -= number
                if dst in stones:
                    stones[dst] += number
        if min(stones.values()) < 0:
            return ""
        return " ".join(f"{seat}={held}" for seat, held in stones.items())

    return answer


def _same(entry: Entry) -> Moved:
    return [(entry.src, entry.dst, entry.stones)]


def _prize(staked: AskedHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    if entry.item == "pot" and isinstance(entry.because, Compared):
        return [(entry.src, entry.because.seats[0], entry.stones)]
    return _same(entry)


def _value_stays(staked: AskedHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    return [] if entry.item == "value" and outcome.kind == "seen" else _same(entry)


def _nothing_discarded(staked: AskedHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    return [] if entry.item == "value" and entry.dst == OUT else _same(entry)


def _all_pay(staked: AskedHand, entry: Entry, outcome: Outcome) -> Moved:
    if entry.item != "pot":
        return _same(entry)
    auction = outcome.auction
    had = staked.played.start.in_front()
    more = [(seat, entry.dst, min(auction.stake, had[seat])) for seat in auction.folded]
    return [*_same(entry), *more]


def _bet_lost(staked: AskedHand, entry: Entry, outcome: Outcome) -> Moved:  # noqa: ARG001
    if entry.item == "unanswered_bet":
        return [(entry.src, entry.dst, outcome.auction.stake)]
    return _same(entry)


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


@asked("loser")
def _empty_loses(staked: AskedHand) -> str:
    """Who is the first without stones has lost."""
    stones = staked.played.start.in_front()
    for entry in staked.played.end.ledger:
        if entry.src in stones:
            stones[entry.src] -= entry.stones
            if not stones[entry.src]:
                return entry.src
        if entry.dst in stones:
            stones[entry.dst] += entry.stones
    return NONE


@asked("loser")
def _all_is_settled(staked: AskedHand) -> str:
    if staked.played.steps[-1].after.lance != "showdown":
        return ""
    left = [seat for seat, held in to_the_end(staked.played).items() if held]
    return left[0] if len(left) == 1 else NONE


def _most(stones: dict[str, int]) -> str:
    most = max(stones.values())
    richest = [seat for seat, held in stones.items() if held == most]
    return richest[0] if len(richest) == 1 else ""


@asked("loser")
def _richest_loses(staked: AskedHand) -> str:
    return _most(staked.played.end.in_front())


@asked("loser")
def _poorest_loses(staked: AskedHand) -> str:
    """Stones are thought to be points: who has fewest has lost."""
    return _most({seat: -held for seat, held in staked.played.end.in_front().items()})


HAND = (
    WrongRule("best_takes_the_pot", PRIZE, _after(_prize)),
    WrongRule(
        "values_stay",
        "In your answer no value is given with a pot. At pares, juego and punto, the best "
        "hand in the pot gives the worst the stones of its value.",
        _after(_value_stays),
    ),
    WrongRule(
        "nothing_is_discarded",
        "In your answer nothing is discarded for the best hands. If nobody bets, or nobody "
        "accepts, the best discards the value of the hand.",
        _after(_nothing_discarded),
    ),
    WrongRule("folded_pay", FOLDED, _after(_all_pay)),
    WrongRule(
        "bet_nobody_saw_is_lost",
        BET_LOST,
        _after(_bet_lost),
    ),
)
END = (
    WrongRule(
        "empty_loses",
        "In your answer the first player without stones has lost. In Encaje you want to "
        "get rid of them: the last player with stones loses.",
        _empty_loses,
    ),
    WrongRule(
        "settled_to_the_end",
        "In your answer the settlement goes on to its end. The game is over the moment "
        "only one player has stones and no pot is open, even in the middle of a settlement.",
        _all_is_settled,
    ),
    WrongRule(
        "most_stones_loses_at_once",
        "In your answer the player with the most stones loses. A game is lost only when "
        "nobody else has any.",
        _richest_loses,
    ),
    WrongRule(
        "fewest_stones_lose",
        "In your answer having few stones is losing. It is the aim of Encaje: the last "
        "player with stones loses.",
        _poorest_loses,
    ),
)
