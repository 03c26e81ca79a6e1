"""Wrong rules about the stones of Mus: other counts of a hand, other orders of counting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.games.drill import WrongRules
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.drill_hands import AskedHand, alone_with_most, answer_of
from mustutor.games.mus_family.findings_count import fronts, told_front
from mustutor.games.mus_family.hands import DECLARED, ranking_of
from mustutor.model.ledger import BANK, Entry
from mustutor.model.position import Position
from mustutor.model.variant import Variant

wrong_rule = WrongRules("mus")

OWN_ITEMS = ("par", "medias", "duples", "juego", "juego31", "punto")
"""What the ledger calls the value of a hand."""


def best_of(end: Position, outcome: Outcome) -> str:
    """Whose hand is the best of those that count in a lance."""
    hands = [end.hand_of(seat) or () for seat in outcome.seats]
    order = end.state.ranking.order(outcome.lance, hands)
    return outcome.seats[order[0]] if order else ""


RAISED = "unanswered_raise"


# --- refusals ----------------------------------------------------------------------------


def _deje(stones: Callable[[Outcome], int | None]) -> Callable[[AskedHand], str]:
    return answer_of(lambda counted: stones(counted.outcome), "deje")


def _refused(outcome: Outcome) -> bool:
    return outcome.kind.startswith("unanswered")


# --- whole lances ------------------------------------------------------------------------

Gains = dict[str, int]


class Scored(NamedTuple):
    """A lance that was counted: the end of its hand, how it ended, and its true movements."""

    end: Position
    outcome: Outcome
    entries: tuple[Entry, ...]


Believed = Callable[[Scored], Gains]
"""What each side is believed to get for a lance."""


def gains(entries: Sequence[Entry]) -> Gains:
    """What movements of stones bring to each side."""
    brought: Gains = {}
    for entry in entries:
        brought[entry.dst] = brought.get(entry.dst, 0) + entry.stones
        if entry.src != BANK:
            brought[entry.src] = brought.get(entry.src, 0) - entry.stones
    return brought


def _by_lance(believed: Believed) -> Callable[[AskedHand], str]:
    """Who counts every lance by a rule of his own."""

    def answer(counted: AskedHand) -> str:
        end, total = counted.played.end, counted.played.start.in_front()
        for outcome in end.state.closed:
            entries = tuple([entry for entry in end.ledger if entry.lance == outcome.lance])
            brought = believed(Scored(end, outcome, entries))
            if counted.asked == "lance" and outcome.lance == counted.lance:
                return str(brought.get(counted.side, 0))
            for side in total:
                total[side] += brought.get(side, 0)
        if counted.asked != "hand":
            return ""
        return told_front(total)

    return answer


def _without(wanted: Callable[[Outcome, Entry], bool]) -> Believed:
    """Who leaves some movements out."""
    return lambda scored: gains([e for e in scored.entries if not wanted(scored.outcome, e)])


def _is_value(entry: Entry) -> bool:
    return entry.item in OWN_ITEMS and entry.lance in DECLARED


def _best_only(scored: Scored) -> Gains:
    """Of the values of a side only the highest is taken."""
    values = [entry for entry in scored.entries if _is_value(entry)]
    most = max(values, key=lambda entry: entry.stones, default=None)
    return gains([entry for entry in scored.entries if not _is_value(entry) or entry is most])


def _everybody(scored: Scored) -> Gains:
    """The losers take the values of their hands too."""
    end, outcome, entries = scored
    brought = gains(entries)
    values = [entry for entry in entries if _is_value(entry)]
    if values and outcome.kind in ("seen", "unbet"):
        value = ranking_of(end.variant.rules).value
        for seat in outcome.seats:
            side, hand = end.table.side_of(seat), end.hand_of(seat)
            if side != values[0].dst and hand is not None:
                brought[side] = brought.get(side, 0) + value(outcome.lance, hand)
    return brought


def _whole_refused(scored: Scored) -> Gains:
    stake = scored.outcome.auction.stake
    return gains([e._replace(stones=stake) if e.item == "deje" else e for e in scored.entries])


def _one_more_unbet(scored: Scored) -> Gains:
    """Pares and juego that nobody bet on give a stone beside their values."""
    brought = gains(scored.entries)
    if scored.outcome.kind == "unbet" and scored.outcome.lance in DECLARED and brought:
        brought[next(iter(brought))] += 1
    return brought


def _worth(item: str, stones: int) -> Believed:
    """Who takes a hand for worth other stones."""
    return lambda scored: gains(
        [e._replace(stones=stones) if e.item == item else e for e in scored.entries]
    )


# --- under which rulebooks ---------------------------------------------------------------


def _raise_gives_the_stake(variant: Variant) -> bool:
    return variant.word("deje.raise_refused") == "previous_stake"


def _values(wanted: Callable[[Mapping[str, int]], bool]) -> Callable[[Variant], bool]:
    """Whether the stones that lances are worth are so."""
    return lambda variant: wanted(variant.stones("values.lances"))


DEJE = (
    wrong_rule(
        "deje_is_the_stake",
        _deje(lambda out: out.auction.stake if _refused(out) else None),
        levels=(2, 3, 4, 5),
    ),
    wrong_rule(
        "refused_raise_gives_one",
        _deje(lambda out: 1 if out.kind == RAISED else None),
        _raise_gives_the_stake,
        levels=(2, 3, 4, 5),
    ),
    wrong_rule("refusal_gives_nothing", _deje(lambda out: 0 if _refused(out) else None)),
    wrong_rule(
        "refused_raise_gives_the_difference",
        _deje(lambda out: out.auction.stake - out.auction.previous if out.kind == RAISED else None),
        _raise_gives_the_stake,
        levels=(2, 3, 4, 5),
    ),
    wrong_rule(
        "deje_when_passed", _deje(lambda out: 1 if out.kind == "unbet" else None), levels=(1, 3, 4)
    ),
)
COUNT = (
    wrong_rule(
        "best_hand_only",
        _by_lance(_best_only),
        lambda variant: variant.word("players.mode") != "individual",
    ),
    wrong_rule("every_hand_pays", _by_lance(_everybody)),
    wrong_rule(
        "stake_without_value",
        _by_lance(_without(lambda outcome, entry: outcome.kind == "seen" and _is_value(entry))),
    ),
    wrong_rule(
        "deje_without_value",
        _by_lance(_without(lambda outcome, entry: _refused(outcome) and _is_value(entry))),
    ),
    wrong_rule(
        "passed_pays_nothing", _by_lance(_without(lambda outcome, _: outcome.kind == "unbet"))
    ),
    wrong_rule(
        "unbet_pares_pay_one_more",
        _by_lance(_one_more_unbet),
        lambda variant: not variant.number("values.paso_bonus_pares_juego"),
    ),
    wrong_rule(
        "every_juego_alike",
        _by_lance(_worth("juego31", 2)),
        _values(lambda values: values["juego"] == 2 < values["juego31"]),
    ),
    wrong_rule(
        "duples_as_two_pairs",
        _by_lance(_worth("duples", 2)),
        _values(lambda values: values["par"] == 1 and values["duples"] > 2),
    ),
    wrong_rule("deje_is_the_stake", _by_lance(_whole_refused)),
)


NEVER = 1_000_000
"""A target nobody reaches."""


def whole_ledger(counted: AskedHand) -> tuple[Entry, ...]:
    """What the hand would bring if no target were ever reached, in the order of the count."""
    if counted.whole:
        return counted.whole
    last = counted.played.steps[-1].after
    variant = last.table.variant
    endless = variant._replace(rules={**variant.rules, "score.target": NEVER})
    return games.settle(last._replace(table=last.table._replace(variant=endless)))[0].ledger


def reached(counted: AskedHand, entries: Sequence[Entry]) -> str:
    """Which side reaches the target first if the movements are counted in this order."""
    target = counted.played.end.variant.number("score.target")
    return reached_from(counted.played.start.in_front(), target, entries)


def reached_from(stones: Mapping[str, int], target: int, entries: Sequence[Entry]) -> str:
    """Which side reaches a target first, from these stones on."""
    moved = fronts(entries, stones)
    return next((entry.dst for entry, front in moved if front.get(entry.dst, 0) >= target), "")


def _in_order(*lances: str) -> Callable[[AskedHand], str]:
    """Who counts the lances in another order, and dejes among them."""

    def answer(counted: AskedHand) -> str:
        ledger = whole_ledger(counted)
        return reached(counted, sorted(ledger, key=lambda entry: lances.index(entry.lance)))

    return answer


def _pares_first(counted: AskedHand) -> str:
    order = ("deje", "pares", "juego", "punto", "grande", "chica")
    by_order = sorted(
        whole_ledger(counted),
        key=lambda entry: order.index("deje" if entry.item == "deje" else entry.lance),
    )
    return reached(counted, by_order)


def _bigger_total(counted: AskedHand) -> str:
    stones = counted.played.start.in_front()
    for side, brought in gains(whole_ledger(counted)).items():
        stones[side] = stones.get(side, 0) + brought
    return alone_with_most(stones)


def _mano_first(counted: AskedHand) -> str:
    """Mano's side counts all it has before the others count anything."""
    end = counted.played.end
    mano = end.table.side_of(end.mano)
    return reached(counted, sorted(whole_ledger(counted), key=lambda entry: entry.dst != mano))


FIRST = (
    wrong_rule("bigger_total_wins", _bigger_total),
    wrong_rule("pares_before_grande", _pares_first),
    wrong_rule(
        "dejes_in_their_lance", _in_order("grande", "chica", "pares", "juego", "punto"), levels=(3,)
    ),
    wrong_rule("last_lance_first", _in_order("punto", "juego", "pares", "chica", "grande")),
    wrong_rule("mano_counts_first", _mano_first),
    wrong_rule(
        "nearer_before_the_hand", lambda counted: alone_with_most(counted.played.start.in_front())
    ),
)
