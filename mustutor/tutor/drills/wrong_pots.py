"""Wrong rules about the stones of Encaje: who pays, who takes, who has lost."""

from __future__ import annotations

from collections.abc import Callable

from mustutor.games.mus_family.state import Outcome
from mustutor.language import mark
from mustutor.ledger import OUT, Compared, Entry
from mustutor.replay.playback import Played
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills.drill import WrongRule


class PotHand(NamedTuple):
    """A played hand of Encaje, and what is asked of it.

    `asked` is ``gives`` or ``to`` (a bet nobody saw), ``puts``, ``pot``, ``taker`` or ``gets``
    (a pot), ``hand`` (everything), or ``loser``; `lance` and `seat` are those asked about.
    """

    played: Played
    asked: str
    lance: str = ""
    seat: str = ""

    @property
    def outcome(self) -> Outcome:
        """How the lance asked about ended."""
        closed: tuple[Outcome, ...] = self.played.end.state.closed
        return next(outcome for outcome in closed if outcome.lance == self.lance)


def entries_of(played: Played, lance: str, item: str) -> list[Entry]:
    """The movements of one kind in a lance."""
    return [e for e in played.end.ledger if e.lance == lance and e.item == item]


def compared_in(staked: PotHand) -> Compared | None:
    """The hands that were compared for the pot of the lance asked about."""
    pots = entries_of(staked.played, staked.lance, "pot")
    because = pots[0].because if pots else None
    return because if isinstance(because, Compared) else None


def asked(*kinds: str) -> Callable[[Callable[[PotHand], str]], Callable[[PotHand], str]]:
    """A rule that has a say only where one of these is asked."""

    def only(answer: Callable[[PotHand], str]) -> Callable[[PotHand], str]:
        return lambda staked: answer(staked) if staked.asked in kinds else ""

    return only


# --- a bet nobody saw --------------------------------------------------------------------


@asked("gives")
def _whole_bet(staked: PotHand) -> str:
    outcome = staked.outcome
    return str(outcome.auction.stake) if outcome.kind == "unanswered_bet" else ""


@asked("gives")
def _whole_raise(staked: PotHand) -> str:
    outcome = staked.outcome
    return str(outcome.auction.stake) if outcome.kind == "unanswered_raise" else ""


@asked("gives")
def _raise_costs_one(staked: PotHand) -> str:
    return "1" if staked.outcome.kind == "unanswered_raise" else ""


@asked("gives")
def _costs_nothing(staked: PotHand) -> str:  # noqa: ARG001 - the signature of every answer
    return "0"


@asked("to")
def _raise_is_discarded(staked: PotHand) -> str:
    return OUT if staked.outcome.kind == "unanswered_raise" else ""


@asked("to")
def _bet_is_paid(staked: PotHand) -> str:
    outcome = staked.outcome
    folded = outcome.auction.folded
    return folded[-1] if outcome.kind == "unanswered_bet" and folded else ""


@asked("to")
def _to_who_folded(staked: PotHand) -> str:
    outcome = staked.outcome
    auction = outcome.auction
    others = [seat for seat in auction.folded if seat != auction.previous_bettor]
    return others[0] if outcome.kind == "unanswered_raise" and others else ""


# --- pots --------------------------------------------------------------------------------


@asked("taker")
def _best_takes(staked: PotHand) -> str:
    compared = compared_in(staked)
    return compared.seats[0] if compared else ""


@asked("taker")
def _bettor_takes(staked: PotHand) -> str:
    return staked.outcome.auction.bettor


@asked("taker")
def _worst_of_all(staked: PotHand) -> str:
    """Those who folded are compared as well."""
    end, outcome = staked.played.end, staked.outcome
    folded = outcome.auction.folded
    seats = [s for s in end.order if s in outcome.seats or s in folded]
    order: tuple[int, ...] = end.state.ranking.order(
        staked.lance, [end.hand_of(s) or () for s in seats]
    )
    return seats[order[-1]]


@asked("taker")
def _tie_to_mano(staked: PotHand) -> str:
    compared = compared_in(staked)
    if compared is None:
        return ""
    ranking = staked.played.end.state.ranking
    places = [ranking.place(staked.lance, hand) for hand in compared.hands]
    return compared.seats[places.index(max(places))]


def _put(staked: PotHand, *, folded: bool = False, whole: bool = False, least: bool = False) -> str:
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
    return str(put.get(staked.seat, 0) if staked.asked == "puts" else sum(put.values()))


@asked("puts", "pot")
def _folded_pay(staked: PotHand) -> str:
    return _put(staked, folded=True)


@asked("puts", "pot")
def _whole_stake(staked: PotHand) -> str:
    return _put(staked, whole=True)


@asked("puts", "pot")
def _least_stake(staked: PotHand) -> str:
    return _put(staked, least=True)


@asked("gets")
def _pot_alone(staked: PotHand) -> str:
    return str(sum(e.stones for e in entries_of(staked.played, staked.lance, "pot")))


@asked("gets")
def _own_value(staked: PotHand) -> str:
    """The taker gets the value of his own hand beside the pot."""
    end = staked.played.end
    hand = end.hand_of(staked.seat)
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
        mark(
            "In your answer the whole raise is given. A raise that nobody accepts costs its "
            "maker what stood on the table before it."
        ),
        _whole_raise,
    ),
    WrongRule(
        "raise_costs_one",
        mark(
            "In your answer a raise that nobody accepts costs one stone. That is the price of "
            "a bet; a raise costs what stood before it."
        ),
        _raise_costs_one,
    ),
    WrongRule(
        "refused_costs_nothing",
        mark(
            "In your answer nothing moves because nobody accepted. Whoever made the last bet "
            "pays for it: one stone for a bet, the stake before it for a raise."
        ),
        _costs_nothing,
    ),
    WrongRule(
        "raise_is_discarded",
        mark(
            "In your answer the stones of a raise leave the game. They go to whoever made the "
            "bet that was raised; only a bet that nobody accepted is discarded."
        ),
        _raise_is_discarded,
    ),
    WrongRule(
        "raise_is_paid_to_who_folded",
        mark(
            "In your answer the stones of a raise go to somebody who only folded. They go to "
            "whoever made the bet that was raised."
        ),
        _to_who_folded,
    ),
    WrongRule(
        "bet_is_paid_to_a_player",
        mark(
            "In your answer the stone of a bet goes to somebody at the table. Nobody gets it: "
            "it leaves the game."
        ),
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
        mark(
            "In your answer a folded hand is compared too. Only those who put stones into the pot "
            "are compared."
        ),
        _worst_of_all,
    ),
    WrongRule(
        "short_stack_owes_the_stake",
        mark(
            "In your answer somebody puts in more than they have. A player with less than the "
            "stake accepts with all they have and owes nothing."
        ),
        _whole_stake,
    ),
    WrongRule(
        "bettor_takes_the_pot",
        mark(
            "In your answer whoever bet last takes the pot. It is the hands that decide: the "
            "worst one takes it."
        ),
        _bettor_takes,
    ),
    WrongRule(
        "short_stack_lowers_the_stake",
        mark(
            "In your answer everybody puts in only what the player with the fewest stones has. "
            "Each puts in the stake; a player with less puts in what they have."
        ),
        _least_stake,
    ),
    WrongRule(
        "worst_tie_to_mano",
        mark(
            "In your answer the equal hand nearer to mano takes the pot. Nearer to mano is better, "
            "so the one further away is the worst."
        ),
        _tie_to_mano,
    ),
    WrongRule(
        "pot_without_value",
        mark(
            "In your answer the pot is everything. At pares, juego and punto, the best hand in "
            "the pot also gives the worst the stones of its value."
        ),
        _pot_alone,
    ),
    WrongRule(
        "value_of_the_worst",
        mark(
            "In your answer the value of the worst hand is paid. It is the value of the best "
            "hand that is given to the worst."
        ),
        _own_value,
    ),
)
