"""Why a side of Mus was paid in a lance, or was not: the one fact that decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mustutor.games.explain import Fact
from mustutor.games.mus import penalties
from mustutor.games.mus.tell_play import beyond_the_target
from mustutor.games.mus.unscored import position_before_count, unclaimed, uncounted_after_end
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.hands import DECLARED, ranking_of
from mustutor.games.mus_family.talk_options import article
from mustutor.games.mus_family.tell_hands import (
    LanceAsked,
    compared_at,
    compared_best_first,
    outcome_of,
    side_by_side,
)
from mustutor.model.ledger import Compared, Entry, HandValue, Ruling
from mustutor.model.position import OpenPayment, Position, side_of

DECLARING = {"pares": "MUS-DECL-1", "juego": "MUS-DECL-5", "punto": "MUS-DECL-7"}
FOUR_KINGS = 4
REAL = frozenset(("real_is", "real_decides"))
NOBODY = {"pares": "MUS-DECL-4", "juego": "MUS-DECL-7"}


def reasons(
    end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str
) -> tuple[int, Iterator[Fact]]:
    """The net stones of a seat's side in a lance, and why: events first, then what decided."""
    asked = _SideAsked(end, seat, lance)
    outcome = outcome_of(end, lance)
    if outcome is None:
        return 0, asked.not_played()
    waits = any(open_.lance == lance for open_ in waiting)
    if waits and not asked.entries:
        return 0, asked.waits(outcome)
    if asked.stones or any(entry.wins_game for entry in asked.entries):
        return asked.stones, asked.paid(outcome, waits=waits)
    return 0, asked.not_paid(outcome)


def game_end_facts(last: Position, end: Position) -> Iterator[Fact]:
    """The facts on what won the game, and what comes too late in the order of collection.

    `last` is the position after the last call of the hand.
    """
    entry, side = end.ledger[-1], end.winner
    if entry.wins_game:
        yield from list(reasons(end, (), side, entry.lance)[1])[1:]
        return
    target, has = end.variant.number("score.target"), end.in_front()
    at_once = ("MUS-DEJE-2", "MUS-END-2") if entry.when == "at_once" else ("MUS-CNT-2",)
    won = {"side": side, "has": has[side], "target": target, "lance": entry.lance}
    yield Fact("won_with", (entry.rule, *at_once), evidence={**won, "stones": entry.stones})
    late = uncounted_after_end(last)
    if not late:
        return
    brings = {each: sum(e.stones for e in late if e.dst == each) for each in has}
    lances = tuple(dict.fromkeys([e.lance for e in late]))
    score = {each: stones for each, stones in brings.items() if stones}
    evidence: dict[str, object] = {"lances": lances, "score": score}
    kind = "collected_later" if len(lances) > 1 else "collected_later_at_one"
    yield Fact(kind, ("MUS-CNT-1",), evidence=evidence)
    for each, stones in brings.items():
        if each != side and has[each] + stones >= target:
            evidence = {"side": each, "has": has[each] + stones, "winner": side}
            yield Fact("too_late_for_the_game", ("MUS-CNT-2",), evidence=evidence)


class _SideAsked(LanceAsked):
    """The question: which side, in which lance of a finished hand."""

    without_punto, course, waiting_for = "MUS-DECL-7", "MUS-LANCE-1", "MUS-CNT-1"

    def __init__(self, end: Position, seat: str, lance: str) -> None:
        self.side = side_of(seat)
        super().__init__(end, seat, lance, side=self.side)
        mine = [e for e in end.ledger if e.lance == lance and self.side in (e.src, e.dst)]
        self.entries = mine
        self.stones = sum(e.stones if e.dst == self.side else -e.stones for e in mine)

    def headline(self) -> Fact:
        """What the side scored, or that it won the game."""
        if any(entry.wins_game for entry in self.entries):
            return self.fact("why_wins_the_game", indent=0)
        kind = "why_scored" if self.stones else "why_scored_nothing"
        return self.fact(kind, indent=0, stones=self.stones)

    def waits(self, outcome: Outcome) -> Iterator[Fact]:
        """The facts for a lance that waits for unknown cards."""
        yield self.not_settled()
        yield self.awaited(outcome)

    def over(self) -> Fact | None:
        """The fact that the game ended before this lance, if it did."""
        return self._over_before() if self.end.winner and self.end.ledger else None

    def _over_before(self) -> Fact:
        last = self.end.ledger[-1]
        kind, rules = "why_over_before", ["MUS-CNT-1", "MUS-CNT-2"]
        if last.item == "penalty" and last.wins_game:
            kind, rules = "why_over_by_offence", [last.rule]
        elif last.item == "ordago":
            kind, rules = "why_over_by_ordago", ["MUS-ORD-2"]
        return self.fact(kind, *rules, winner=self.end.winner, lances=(last.lance,))

    # --- paid -------------------------------------------------------------------------

    def paid(self, outcome: Outcome, *, waits: bool) -> Iterator[Fact]:
        """The facts on every payment of the side, then on the two deciding hands."""
        yield self.headline()
        for entry in self.entries:
            yield self._entry(entry, outcome)
            yield from beyond_the_target(entry, self.end)
        if waits:
            yield self.awaited(outcome)
            return
        compared = compared_at(self.end, outcome, self.ranking)
        if compared is not None and compared.seats and side_of(compared.seats[0]) == self.side:
            best = compared.seats[0]
            one_asked = self.seat in self.end.table.seats and self.seat != best
            if one_asked or best in outcome.auction.folded:
                yield self.fact("why_partner_won", "MUS-CMP-T2", partner=best)
            yield from self._between(compared)
        paid = {entry.item for entry in self.end.ledger if entry.lance == self.lance}
        if outcome.kind == "unanswered_bet" and "deje" not in paid:
            yield self.fact("why_no_deje", "REG-CAT-4", bettor=outcome.auction.bettor)
        yield from self._no_ordago()

    def _entry(self, entry: Entry, outcome: Outcome) -> Fact:
        auction, because = outcome.auction, entry.because
        evidence: dict[str, object] = {
            **self.known,
            "stones": entry.stones,
            "stake": auction.stake,
            "previous": auction.previous,
            "bettor": auction.bettor,
        }
        rules: tuple[str, ...] = (entry.rule,)
        if isinstance(because, Ruling):
            evidence["offender"] = because.call.seat
            kind = "why_given_back" if entry.src == self.side else "why_offence"
            return Fact(kind, rules, evidence=evidence)
        if entry.item == "deje":
            kind = "why_deje" if outcome.kind == "unanswered_bet" else "why_deje_of_raise"
            extra = self.end.variant.stones("deje.raise_extra")[self.lance]
            to_the_letter = self.end.variant.word("deje.raise_refused") == "original_bidder"
            if to_the_letter and kind == "why_deje_of_raise":
                evidence["opener"] = auction.opener
                kind, extra = "why_deje_of_the_opener", 0
            if extra and kind == "why_deje_of_raise":
                evidence |= {"extra": extra, "rest": entry.stones - extra}
                kind, rules = "why_deje_with_extra", (*rules, "REG-MAD-4")
            return Fact(kind, rules, evidence=evidence)
        if isinstance(because, HandValue):
            evidence |= {"holder": because.seat, "figure": because.figure}
            kinds = {"lone": "why_value_alone", "perete": "why_perete"}
            kind = kinds.get(outcome.kind, "why_value")
            if outcome.kind.startswith("unanswered"):
                kind = "why_value_refused"
            return Fact("why_perete" if entry.item == "perete" else kind, rules, evidence=evidence)
        if isinstance(because, Compared) and because.seats:
            evidence["holder"] = because.seats[0]
        kinds = {"envite": "why_stake", "ordago": "why_ordago"}
        return Fact(kinds.get(entry.item, "why_unbet"), rules, evidence=evidence)

    # --- not paid ---------------------------------------------------------------------

    def not_paid(self, outcome: Outcome) -> Iterator[Fact]:
        """The first fact that explains why the side got nothing."""
        yield self.headline()
        end, lance = self.end, self.lance
        lost = self._forgotten_fact()
        if lost:
            yield self.fact("why_forgotten", "MUS-CNT-7", stones=lost)
            return
        struck = penalties.annulments_of(end).at(lance, self.side)
        if struck is not None:
            yield self.fact("why_annulled", struck.rule, offender=struck.call.seat)
            if penalties.stays_given_up(outcome, struck):
                yield self.fact("why_given_up", "MUS-DEJE-7")
        elif any(e.wins_game and e.item == "penalty" for e in end.ledger):
            yield self._over_before()
        elif outcome.kind == "nobody":
            yield self.fact("why_nobody_had", NOBODY[lance])
        elif outcome.kind.startswith("unanswered"):
            yield from self._refusal_fact(outcome)
        elif self._too_late(outcome):
            yield self._over_before()
        elif end.would_end is not None and not self._is_counted():
            lances = (end.would_end.lance,)
            evidence = {**self.known, "winner": end.would_end.side, "lances": lances}
            yield Fact("why_after_the_end", ("MUS-CNT-2",), evidence=evidence)
        elif self._has_nothing(outcome):
            yield self.fact("why_side_has_not", DECLARING[lance])
        else:
            yield from self._worse(outcome)

    def _forgotten_fact(self) -> int:
        """The fact that the side's stones of the lance were not claimed (score.claim)."""
        lost = (
            unclaimed(position_before_count(self.end)) if self.end.state.claimed is not None else ()
        )
        mine = [e for e in lost if (e.dst, e.lance) == (self.side, self.lance)]
        return sum(entry.stones for entry in mine)

    def _too_late(self, outcome: Outcome) -> bool:
        """Whether the count stopped before this lance."""
        ordago = outcome.kind == "ordago"
        return bool(self.end.winner) and not self._is_counted() and not ordago

    def _is_counted(self) -> bool:
        """Whether this lance was paid in the count."""
        return any(e.lance == self.lance and e.when == "showdown" for e in self.end.ledger)

    def _has_nothing(self, outcome: Outcome) -> bool:
        if self.lance not in DECLARING:
            return False
        if self.lance in DECLARED:
            return all(side_of(seat) != self.side for seat in outcome.seats)
        return False

    def _refusal_fact(self, outcome: Outcome) -> Iterator[Fact]:
        """The fact on a refused bet: refused by the side itself, or by the others."""
        auction = outcome.auction
        evidence = {**self.known, "bettor": auction.bettor, "stake": auction.stake}
        if side_of(auction.bettor) == self.side:
            yield Fact("why_no_deje", ("REG-CAT-4",), evidence=evidence)
            return
        own = [s for s in (*auction.speakers, *auction.folded) if side_of(s) == self.side]
        if not own and self.lance in DECLARED:
            yield self.fact("why_side_has_not", DECLARING[self.lance])
            return
        yield Fact("why_refused", ("MUS-DEJE-7",), evidence=evidence)
        bettor = self.end.hand_of(auction.bettor)
        better = self._best([s for s in own if self.end.hand_of(s) is not None])
        if bettor is None or better is None:
            return
        seats = [s for s in self.end.order if s in (auction.bettor, better)]
        hands = [hand for s in seats if (hand := self.end.hand_of(s)) is not None]
        compared = compared_best_first(self.lance, seats, hands, self.ranking)
        if compared.seats[:1] == (better,):
            yield self.fact("why_better_all_the_same", holder=better)
            yield from side_by_side(compared, self.ranking, {1: 0}, indent=2)

    def _worse(self, outcome: Outcome) -> Iterator[Fact]:
        compared = compared_at(self.end, outcome, self.ranking)
        if compared is None or not compared.seats:
            yield self.fact("why_no_value")
            return
        own = [seat for seat in compared.seats if side_of(seat) == self.side]
        if not own:
            auction = outcome.auction
            gone = [seat for seat in auction.folded if side_of(seat) == self.side]
            kind, rule = ("why_gave_up", "MUS-BET-8") if gone else ("why_not_in_it", "MUS-BET-5")
            evidence = {**self.known, "bettor": auction.bettor, "stake": auction.stake}
            yield Fact(kind, (rule,), evidence=evidence)
            return
        if side_of(compared.seats[0]) == self.side:
            yield self.fact("why_no_value")
            return
        evidence = {**self.known, "winner": compared.seats[0], "holder": own[0]}
        hands = dict(zip(compared.seats, compared.hands, strict=True))
        separation = self.ranking.separate(self.lance, hands[compared.seats[0]], hands[own[0]])
        kind = "why_equal" if separation.tie else "why_worse"
        rules = ("MUS-CMP-T1",) if separation.tie else ()
        yield Fact(kind, rules, evidence=evidence)
        yield from self._between(compared)

    # --- what a region has of its own ---------------------------------------------------

    def _no_ordago(self) -> Iterator[Fact]:
        """The fact on an earlier órdago on everything that decided nothing (bet.todas)."""
        variant = self.end.variant
        if variant.word("bet.todas") != "bet_target":
            return
        for outcome in self.end.state.closed:
            if outcome.lance == self.lance:
                return
            stake = outcome.auction.stake
            if outcome.kind == "seen" and stake >= variant.number("score.target"):
                yield self.fact("why_no_ordago", "REG-ARA-3", lance=outcome.lance, stake=stake)

    def _of_the_region(self, pair: Compared) -> Iterator[Fact]:
        """What La Real, or eight kings, would have decided in another region."""
        variant = self.end.variant
        rules = variant.rules
        if self.lance == "juego" and not rules["real.enabled"]:
            real = {"real.enabled": True, "real.figures": ["jack"], "real.figure_suit": "any"}
            if self._otherwise(pair, {**real, "real.sevens": "any"}):
                yield self.fact("why_no_real", article(variant, "no real"), holder=pair.seats[1])
        if rules["deck.kings"] == FOUR_KINGS and self._otherwise(pair, {"deck.kings": 8}):
            cited = dict.fromkeys(("MUS-RANK-4", article(variant, "four kings")))
            yield Fact("why_four_kings", tuple(cited), evidence=self.known)

    def _otherwise(self, pair: Compared, changes: Mapping[str, object]) -> bool:
        """Whether the second of two hands would win by other rules."""
        other = ranking_of({**self.end.variant.rules, **changes})
        order = self.end.order
        seats = sorted(pair.seats, key=order.index)
        hands = dict(zip(pair.seats, pair.hands, strict=True))
        first = other.order(self.lance, [hands[seat] for seat in seats])[:1]
        return [seats[place] for place in first] == [pair.seats[1]]

    # --- hands ------------------------------------------------------------------------

    def _between(self, compared: Compared) -> Iterator[Fact]:
        """The best hand, and the best of the hands against it."""
        best = side_of(compared.seats[0])
        hands = dict(zip(compared.seats, compared.hands, strict=True))
        against = [
            seat
            for seat in compared.seats
            if (side_of(seat) == self.side if best != self.side else side_of(seat) != best)
        ]
        if against:
            pair = (compared.seats[0], against[0])
            two = Compared(self.lance, pair, (hands[pair[0]], hands[pair[1]]))
            yield from self._of_the_region(two)
            for fact in side_by_side(two, self.ranking, {1: 0}, indent=2):
                if fact.kind in REAL:
                    cited = dict.fromkeys((*fact.rules, article(self.end.variant, "la real")))
                    fact = fact._replace(rules=tuple(cited))  # noqa: PLW2901
                yield fact

    def _best(self, seats: Sequence[str]) -> str | None:
        hands = [hand for seat in seats if (hand := self.end.hand_of(seat)) is not None]
        order = self.ranking.order(self.lance, hands)
        return seats[order[0]] if order else None
