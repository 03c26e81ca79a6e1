"""The showdown of Encaje in words: every payment with its hands, and every one missing.

`Showdown` explains all of it; `reasons` explains one seat's gain or loss in one lance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mustutor.games.encaje.rules import DECLARED_BY
from mustutor.games.encaje.settlement import annulled_at
from mustutor.games.explain import Fact, ToldSoFar
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.hands import DECLARED, VALUED
from mustutor.games.mus_family.tell_hands import (
    LanceAsked,
    bracketed,
    compared_at,
    compared_best_first,
    hands_of,
    outcome_of,
    side_by_side,
)
from mustutor.model.ledger import OUT, POT, Compared, Entry, HandValue, Ruling, UnseenBet
from mustutor.model.position import OpenPayment, Position

NOBODY = {"pares": "ENC-PAR-3", "juego": "ENC-JUE-4"}


def reasons(
    end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str
) -> tuple[int, Iterator[Fact]]:
    """The net stones a seat got in a lance, and why."""
    asked = _SeatAsked(end, seat, lance)
    outcome = outcome_of(end, lance)
    if outcome is None:
        return asked.net, asked.not_played()
    if any(open_.lance == lance for open_ in waiting):
        return asked.net, asked.waits(outcome)
    return asked.net, asked.facts(outcome)


class _SeatAsked(LanceAsked):
    """The question: which seat, in which lance of a finished hand."""

    without_punto, course, waiting_for = "ENC-JUE-4", "ENC-LANCE-1", "ENC-SET-10"

    def __init__(self, end: Position, seat: str, lance: str) -> None:
        super().__init__(end, seat, lance)
        self.entries = [e for e in end.ledger if e.lance == lance and seat in (e.src, e.dst)]
        self.got = sum(e.stones for e in self.entries if e.dst == seat)
        self.gave = sum(e.stones for e in self.entries if e.src == seat)
        self.net = self.got - self.gave

    def headline(self) -> Fact:
        """What the seat got and gave."""
        kind = "why_got" if self.got else "why_gave" if self.gave else "why_nothing_moved"
        kind = "why_got_and_gave" if self.got and self.gave else kind
        return self.fact(kind, indent=0, got=self.got, gave=self.gave)

    def waits(self, outcome: Outcome) -> Iterator[Fact]:
        """The facts for a lance that waits for unknown cards."""
        yield self.not_settled()
        yield from map(self._entry, self.entries)
        if self.seat in outcome.auction.folded:
            yield from self._why_folded(outcome)
        yield self.awaited(outcome)

    def over(self) -> Fact | None:
        """The fact that the game ended before this lance, if it did."""
        loser = self.end.loser
        return self.fact("why_over_in_encaje", "ENC-END-3", loser=loser) if loser else None

    # --- settled ----------------------------------------------------------------------

    def facts(self, outcome: Outcome) -> Iterator[Fact]:
        """Every movement with its cause, or why there was none; then the deciding hands."""
        yield self.headline()
        ruling = annulled_at(self.end, self.lance).get(self.seat)
        if ruling is not None:
            yield self.fact("annulled", ruling.rule)
        yield from map(self._entry, self.entries)
        if ruling is not None:
            return
        if any(entry.item != "stake" for entry in self.entries):
            yield from self._between(outcome)
            return
        yield from self._apart(outcome)

    def _entry(self, entry: Entry) -> Fact:
        because = entry.because
        evidence: dict[str, object] = {**self.known, "stones": entry.stones, "giver": entry.src}
        evidence["taker"] = entry.dst
        rules = (entry.rule,)
        if isinstance(because, UnseenBet):
            evidence |= {"bettor": because.bettor, "stake": because.stake}
            evidence |= {
                "previous": because.previous,
                "maker": entry.dst if because.previous else "",
            }
            bet = entry.item == "unanswered_bet"
            return Fact("why_bet_unseen" if bet else "why_raise_unseen", rules, evidence=evidence)
        if isinstance(because, Ruling):
            kind = "why_given_back" if entry.src == OUT else "why_pays_for_it"
            return Fact(kind, rules, evidence={**evidence, "offender": because.call.seat})
        if entry.dst.startswith(POT):
            return Fact("why_in_the_pot", rules, evidence=evidence)
        if entry.src.startswith(POT):
            return Fact("why_takes_the_pot", rules, evidence=evidence)
        if isinstance(because, HandValue):
            evidence |= {"figure": because.figure, "due": because.due}
        kind = "why_pays_out" if entry.dst == OUT else "why_pays_the_taker"
        return Fact(kind, rules, evidence=evidence)

    def _apart(self, outcome: Outcome) -> Iterator[Fact]:
        """Why a seat had no part in the payments."""
        seat, lance, auction = self.seat, self.lance, outcome.auction
        if seat not in self.end.order or self._silent(outcome):
            yield self.fact("why_no_stones", "ENC-BET-9")
        elif outcome.kind == "nobody":
            yield self.fact("why_nobody_had", NOBODY.get(lance, "ENC-BET-9"))
        elif outcome.kind == "void":
            yield self.fact("why_alone_for_nothing", "ENC-SET-1")
        elif seat in auction.folded:
            yield from self._why_folded(outcome)
        elif lance in DECLARED and seat not in outcome.seats and seat not in auction.speakers:
            yield self.fact("why_has_not", DECLARED_BY[lance])
        elif (over := self.over()) is not None and not self._is_paid():
            yield over
        elif seat in outcome.seats:
            kind, rule = (
                ("why_only_worst", "ENC-SET-11")
                if outcome.kind == "seen"
                else ("why_only_best", "ENC-SET-1" if lance in ("grande", "chica") else "ENC-SET-2")
            )
            yield self.fact(kind, rule)
            yield from self._between(outcome)
        else:
            yield self.fact("why_not_in_the_pot", "ENC-SET-10")

    def _silent(self, outcome: Outcome) -> bool:
        """Whether a seat had no stones when the lance began, so it neither spoke nor declared."""
        auction = outcome.auction
        if self.seat in (*outcome.seats, *auction.speakers, *auction.folded):
            return False
        if self.lance not in DECLARED:
            return True
        # A holder with stones always declares, so there is no other reason to be absent.
        hand = self.end.hand_of(self.seat)
        return hand is not None and self.ranking.has(self.lance, hand)

    def _is_paid(self) -> bool:
        """Whether this lance was paid at the showdown."""
        return any(e.lance == self.lance and e.when == "showdown" for e in self.end.ledger)

    def _why_folded(self, outcome: Outcome) -> Iterator[Fact]:
        auction = outcome.auction
        yield self.fact("why_folded", "ENC-BET-4", bettor=auction.bettor, stake=auction.stake)
        known = [s for s in self.end.order if self.end.hand_of(s) is not None]
        hands = [hand for s in known if (hand := self.end.hand_of(s)) is not None]
        compared = compared_best_first(self.lance, known, hands, self.ranking)
        if compared.seats[:1] == (self.seat,):
            hand = self.ranking.sorted(self.lance, compared.hands[0])
            yield self.fact("why_best_and_folded", "ENC-SET-10", hand=hand)

    # --- hands ------------------------------------------------------------------------

    def _between(self, outcome: Outcome) -> Iterator[Fact]:
        """The seat's hand beside the one it was decided against."""
        compared = compared_at(self.end, outcome, self.ranking)
        if compared is None or len(compared.seats) < 2 or self.seat not in compared.seats:
            return
        place = compared.seats.index(self.seat)
        # The worst hand is compared with the next; others with the best, the best with the next.
        last = place == len(compared.seats) - 1
        if last and outcome.kind == "seen":
            pair = (place - 1, place)
        else:
            pair = (0, place) if place else (0, 1)
        two = Compared(
            self.lance,
            tuple([compared.seats[number] for number in pair]),
            tuple([compared.hands[number] for number in pair]),
        )
        if not {*two.seats}.isdisjoint(annulled_at(self.end, self.lance)):
            return  # what an offence took away is not compared
        yield from side_by_side(two, self.ranking, {1: 0}, indent=2)


HEADED = {
    "seen": "pot_between",
    "unbet": "nobody_bet",
    "lone": "alone",
    "void": "alone",
    "nobody": "nobody_had",
    "unanswered_bet": "bet_not_seen",
    "unanswered_raise": "raise_not_seen",
}


class Payments(NamedTuple):
    """Payments of one lance that belong together; none if nothing was paid."""

    outcome: Outcome
    entries: tuple[Entry, ...]


class Unpaid(NamedTuple):
    """A value that was due and not paid: by whom, and how many stones."""

    lance: str
    rule: str
    payer: str
    due: int


class Showdown:
    """The showdown of a hand, explained from its ledger and its final position."""

    def __init__(self, end: Position, waiting: tuple[OpenPayment, ...], said: ToldSoFar) -> None:
        self.end = end
        self.waiting = waiting
        self.said = said
        self.ranking = end.state.ranking
        self.entries = [entry for entry in end.ledger if entry.when == "showdown"]
        self.running = end.accounts()
        for entry in self.entries:
            self.running[entry.src] = self.running.get(entry.src, 0) + entry.stones
            self.running[entry.dst] = self.running.get(entry.dst, 0) - entry.stones
        self.pots = {account: stones for account, stones in self.running.items() if stones}
        self.laid_out: set[str] = set()
        self.paid: dict[HandValue, int] = {}
        self.void: list[Unpaid] = []

    def facts(self) -> Iterator[Fact]:
        """The facts on every lance in the order of settlement, then on what waits for cards."""
        groups = self._groups()
        paid = [index for index, group in enumerate(groups) if group.entries]
        for index, group in enumerate(groups):
            beside = list(self._bystander(group))
            over = bool(self.end.loser) and index > max(paid, default=-1)
            told = list(self._payments(group, beside=bool(beside), over=over))
            if told or beside:
                yield from self._head(group)
                yield from told
                yield from beside
        yield from self._waiting()

    # --- what belongs together --------------------------------------------------------

    def _groups(self) -> list[Payments]:
        outcomes = {outcome.lance: outcome for outcome in self.end.state.closed}
        place = {lance: index for index, lance in enumerate(outcomes)}
        runs: list[Payments] = []
        for entry in self.entries:
            if runs and runs[-1].outcome.lance == entry.lance:
                runs[-1] = runs[-1]._replace(entries=(*runs[-1].entries, entry))
            else:
                runs.append(Payments(outcomes[entry.lance], (entry,)))
        for lance, outcome in outcomes.items():
            if any(run.outcome.lance == lance for run in runs):
                continue
            later = (
                index for index, run in enumerate(runs) if place[run.outcome.lance] > place[lance]
            )
            runs.insert(next(later, len(runs)), Payments(outcome, ()))
        return runs

    def _hands(self, outcome: Outcome) -> Compared | None:
        """The hands compared in a lance, the best first; empty if one is unknown."""
        out = annulled_at(self.end, outcome.lance)
        seats = tuple([seat for seat in outcome.seats if seat not in out])
        return hands_of(self.end, outcome.lance, seats, self.ranking)

    def _head(self, group: Payments) -> Iterator[Fact]:
        outcome = group.outcome
        hands = self._hands(outcome)
        lance = outcome.lance
        if lance in self.laid_out:
            yield Fact("lance_again", evidence={"lance": lance})
            return
        self.laid_out.add(lance)
        evidence: dict[str, object] = {"lance": lance, "seats": outcome.seats}
        if outcome.kind == "seen":
            evidence["stones"] = self.pots[f"pot:{lance}"]
        yield Fact(
            HEADED[outcome.kind],
            ("ENC-SET-10",) if outcome.kind == "seen" else (),
            evidence=evidence,
        )
        for seat, ruling in annulled_at(self.end, lance).items():
            known = {"seat": seat, "lance": lance}
            yield Fact("annulled", (ruling.rule,), indent=2, evidence=known)
        if hands is None:
            return
        below = range(1, len(hands.seats) if outcome.kind == "seen" else min(len(hands.seats), 2))
        reasons = {place: place - 1 for place in below}
        yield from side_by_side(hands, self.ranking, reasons, indent=2)
        yield from bracketed(hands.hands, self.ranking, self.said, 2)

    # --- payments ---------------------------------------------------------------------

    def _payments(self, group: Payments, *, beside: bool, over: bool) -> Iterator[Fact]:
        """The facts on the payments of a lance, then on a value that was not paid.

        `beside` says that a player who does not count holds better cards, `over` that the game
        ended before this lance.
        """
        pots = [entry for entry in group.entries if entry.item == "pot"]
        for entry in pots:
            yield from self._pot(entry, shared=len(pots) > 1)
        if pots:
            takers = {entry.dst for entry in pots}
            rid = tuple([seat for seat in group.outcome.seats if seat not in takers])
            if rid and self.said.is_new("rid_of_the_stake"):
                yield Fact("rid_of_the_stake", ("ENC-SET-11",), indent=2, evidence={"seats": rid})
        values = [entry for entry in group.entries if entry.item == "value"]
        for index, entry in enumerate(values):
            last = index + 1 == len(values) or values[index + 1].because != entry.because
            truly = not beside and group.outcome.kind != "lone"
            yield from self._value(entry, last=last, truly_best=truly)
        yield from self._missing(group, over=over)

    def _move(self, entry: Entry) -> dict[str, object]:
        """Apply an entry, and give the stones each side has then."""
        for account, stones in ((entry.src, -entry.stones), (entry.dst, entry.stones)):
            self.running[account] = self.running.get(account, 0) + stones
        return {
            "lance": entry.lance,
            "stones": entry.stones,
            "left": self.running[entry.src],
            "has": self.running[entry.dst],
        }

    def _pot(self, entry: Entry, *, shared: bool) -> Iterator[Fact]:
        evidence = {**self._move(entry), "seat": entry.dst}
        kind = "shares_the_pot" if shared else "takes_the_pot"
        yield Fact(kind, (entry.rule,), indent=2, evidence=evidence)

    def _value(self, entry: Entry, *, last: bool, truly_best: bool) -> Iterator[Fact]:
        held = entry.because
        assert isinstance(held, HandValue)
        if held.compared is not None and held.compared.seats[0] != held.seat:
            truly_best = False
            yield Fact(
                "right_passes_on",
                (entry.rule,),
                indent=2,
                evidence={"seat": held.compared.seats[0], "heir": held.seat},
            )
        before = self.paid.get(held, 0)
        self.paid[held] = before + entry.stones
        evidence = {
            **self._move(entry),
            "seat": entry.src,
            "taker": entry.dst,
            "due": held.due,
            "figure": held.figure,
        }
        short = last and self.paid[held] < held.due
        if before and self._carries_debts():
            kind = "pays_the_debt"
        elif short:
            kind = "owes_more_than_he_has" if self._carries_debts() else "gives_all_he_has"
        elif entry.lance in VALUED:
            kind = "discards_value" if entry.dst == OUT else "gives_value"
        else:
            kind = "discards_one" if truly_best else "counts_and_discards_one"
        if entry.dst != OUT and kind in ("gives_all_he_has", "owes_more_than_he_has"):
            kind += "_to"
        rules = (entry.rule, "ENC-SET-3") if entry.lance in VALUED else (entry.rule,)
        yield Fact(kind, rules, indent=2, evidence=evidence)

    def _carries_debts(self) -> bool:
        return self.end.variant.rules["encaje.shortfall"] == "debt"

    def _missing(self, group: Payments, *, over: bool) -> Iterator[Fact]:
        """A value nobody paid: the best hand had no stones left, or the game was over before it."""
        missing = self._unpaid(group)
        if missing is None:
            return
        if over or (self.end.loser and self.running.get(missing.payer, 0)):
            self.void.append(missing)
            return
        yield Fact(
            "best_has_no_stones",
            (missing.rule,),
            indent=2,
            evidence={"seat": missing.payer, "lance": missing.lance, "due": missing.due},
        )

    def _unpaid(self, group: Payments) -> Unpaid | None:
        outcome = group.outcome
        lance, kind = outcome.lance, outcome.kind
        valued = lance in VALUED or kind in ("unbet", "lone")
        if not valued or kind in ("nobody", "void"):
            return None
        if any(entry.lance == lance and entry.item == "value" for entry in self.entries):
            return None
        if kind == "seen" and not any(entry.item == "pot" for entry in group.entries):
            return None
        if any(waits.lance == lance for waits in self.waiting):
            return None
        hands = self._hands(outcome)
        if hands is None or not hands.seats:
            return None
        payer, hand = hands.seats[0], hands.hands[0]
        due = self.ranking.value(lance, hand) if lance in VALUED else 1
        rule = {"seen": "ENC-SET-12", "unanswered_bet": "ENC-SET-5"}.get(kind, "")
        rule = rule or ("ENC-SET-7" if kind == "unanswered_raise" else "")
        return Unpaid(lance, rule or ("ENC-SET-2" if lance in VALUED else "ENC-SET-1"), payer, due)

    # --- what did not happen ----------------------------------------------------------

    def _bystander(self, group: Payments) -> Iterator[Fact]:
        """The fact that a player outside the lance held the best cards."""
        outcome, lance = group.outcome, group.outcome.lance
        if lance in self.laid_out or any(waits.lance == lance for waits in self.waiting):
            return
        settled = not self.waiting and not self.end.loser
        if not group.entries and (not settled or lance in ("grande", "chica")):
            return
        order = self.end.order
        hands = {seat: self.end.hand_of(seat) for seat in order}
        known = {seat: hand for seat, hand in hands.items() if hand is not None}
        if any(seat not in known for seat in outcome.seats):
            return
        best = compared_best_first(lance, tuple(known), tuple(known.values()), self.ranking)
        out = annulled_at(self.end, lance)
        if not best.seats or best.seats[0] in (*outcome.seats, *out):
            return
        seat, hand = best.seats[0], best.hands[0]
        top = len(known) == len(order) or self.ranking.place(lance, hand) == 1
        if seat in outcome.auction.folded:
            kind, rule = "folded", "ENC-BET-4"
        else:
            kind, rule = "silent", "ENC-PAR-2" if lance in DECLARED else "ENC-BET-10"
        yield Fact(
            f"best_hand_{kind}" if top else f"better_hand_{kind}",
            (rule,),
            indent=2,
            evidence={"seat": seat, "lance": lance, "hand": hand},
        )

    # --- what is open -----------------------------------------------------------------

    def _waiting(self) -> Iterator[Fact]:
        pots = dict(self.end.pots)
        waited: set[str] = set()
        for waits in self.waiting:
            unknown = tuple([s for s in waits.parties if self.end.hand_of(s) is None])
            evidence: dict[str, object] = {
                "lance": waits.lance,
                "between": waits.parties,
                "seats": unknown,
                "stones": waits.stones,
            }
            if waits.lance in pots and waits.lance not in waited:
                waited.add(waits.lance)
                kind, rule = "pot_waits", "ENC-SET-11"
            elif waits.lance in DECLARED:
                kind, rule = "value_waits", "ENC-SET-3"
            else:
                kind, rule = "stone_waits", "ENC-SET-3" if waits.lance == "punto" else "ENC-SET-1"
            if not unknown:
                kind = f"{kind}_its_turn"
            yield Fact(kind, (rule,), evidence=evidence)
