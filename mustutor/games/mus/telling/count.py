"""The count of Mus in the order of collection: who scores what, why, and what is too late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.games.mus import penalties
from mustutor.games.mus.sides import side_of
from mustutor.games.mus.telling.play import beyond_the_target
from mustutor.games.mus.uncounted import forgotten, too_late
from mustutor.games.mus_family.state import Outcome
from mustutor.games.mus_family.telling.hands import bracketed, hands_of, side_by_side
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.ledger import BANK, Compared, Entry, Held, Ruling
from mustutor.position import Open, Position
from mustutor.tuples import NamedTuple

HEADED = {
    "seen": "bet_accepted",
    "unbet": "nobody_bet",
    "unanswered_bet": "bet_not_seen",
    "unanswered_raise": "raise_not_seen",
    "ordago": "ordago_decides",
}
BY_THEMSELVES = ("penalty", "deje", "perete")
"""What is counted before the lances, in this order."""

BEST_OF_ALL = {"envite": "best_scores_the_stake", "paso": "best_scores", "punto": "best_scores"}


def _of_forgetting(entry: Entry) -> bool:
    """Whether it is the price of stones forgotten, which is due when all is counted."""
    return isinstance(entry.because, Ruling) and entry.because.offence == "forgotten_stones"


class LanceCount(NamedTuple):
    """What is counted for one lance; no entries where nothing is."""

    outcome: Outcome
    entries: tuple[Entry, ...]


class MusCount:
    """The count of a hand, told from its ledger and the position it ended at."""

    def __init__(
        self, last: Position, end: Position, waiting: tuple[Open, ...], said: AlreadySaid
    ) -> None:
        self.end = end
        self.waiting = waiting
        self.said = said
        self.ranking = end.state.ranking
        self.entries = end.ledger[len(last.ledger) :]
        self.running = last.in_front()
        self.too_late = too_late(last) if end.winner else ()
        self.forgotten = forgotten(last)

    def facts(self) -> Iterator[Fact]:
        """Every item in its order, then what came too late, or waits for cards."""
        forgetful = [entry for entry in self.entries if _of_forgetting(entry)]
        for item in BY_THEMSELVES:
            for entry in self.entries:
                if entry.item == item and entry not in forgetful:
                    yield from self._entry(entry, indent=1)
        for group in self._groups():
            yield from self._group(group)
        if self.forgotten:
            yield Fact("nobody_claimed", ("MUS-CNT-7",))
            yield from self._left_out(self.forgotten)
        for entry in forgetful:
            yield from self._entry(entry, indent=1)
        if self.entries and self.entries[-1].item in BY_THEMSELVES:
            yield from self._target()
        yield from self._decided()
        yield from self._waits()

    # --- what belongs together --------------------------------------------------------

    def _groups(self) -> Iterator[LanceCount]:
        for outcome in self.end.state.closed:
            entries = [
                entry
                for entry in self.entries
                if entry.lance == outcome.lance and entry.item not in BY_THEMSELVES
            ]
            yield LanceCount(outcome, tuple(entries))

    def _group(self, group: LanceCount) -> Iterator[Fact]:
        beside = list(self._refused(group))
        annulled = list(self._annulled(group.outcome))
        if not group.entries and not beside and (self.end.winner or not annulled):
            return
        yield from self._head(group)
        yield from annulled
        for place, entry in enumerate(group.entries):
            yield from self._entry(entry, indent=2)
            if not place:
                yield from self._partner(group)
        yield from beside
        if group.entries and self.entries and group.entries[-1] is self.entries[-1]:
            yield from self._target()

    def _hands(self, outcome: Outcome, seats: Sequence[str]) -> Compared | None:
        """The hands of these seats, the best first; nothing where one is not known."""
        return hands_of(self.end, outcome.lance, seats, self.ranking)

    def _counted(self, group: LanceCount) -> Compared | None:
        """The hands that were laid side by side, as the ledger has them where it does."""
        for entry in group.entries:
            because = entry.because
            compared = because.compared if isinstance(because, Held) else because
            if isinstance(compared, Compared):
                return compared
        return self._hands(group.outcome, group.outcome.seats)

    def _head(self, group: LanceCount) -> Iterator[Fact]:
        """What stands over a lance: how it ended, and the hands that count in it."""
        outcome = group.outcome
        auction = outcome.auction
        evidence: dict[str, object] = {
            "lance": outcome.lance,
            "seats": (auction.bettor,) if auction.bettor else outcome.seats,
            "stake": auction.stake,
        }
        told = HEADED.get(outcome.kind, "lance_counted")
        if outcome.kind == "lone":
            # Pares are several, a juego is one: each lance has its own sentence.
            told = f"alone_with_{outcome.lance}"
            evidence["side"] = side_of(outcome.seats[0])
        yield Fact(told, evidence=evidence)
        hands = self._counted(group)
        if hands is None or not group.entries:
            return
        best = side_of(hands.seats[0]) if hands.seats else ""
        # What decides stands between the best hand and the best of those it was set against.
        against = (place for place, seat in enumerate(hands.seats) if side_of(seat) != best)
        reasons = dict.fromkeys([place for place in (next(against, 0),) if place], 0)
        yield from side_by_side(hands, self.ranking, reasons, indent=2)
        yield from bracketed(hands.hands, self.ranking, self.said, 2)

    def _annulled(self, outcome: Outcome) -> Iterator[Fact]:
        """Whose cards do not count in a lance, for what they said before."""
        if outcome.kind == "nobody" or not self.end.rulings:
            return
        lance = outcome.lance
        struck = penalties.struck(self.end)
        concerned = set(map(side_of, filter(None, (*outcome.seats, outcome.auction.bettor))))
        for side, ruling in struck.sides.get(lance, {}).items():
            if side not in concerned:
                continue
            evidence = {"side": side, "seat": ruling.call.seat, "lance": lance}
            yield Fact(
                "penalty", (ruling.rule,), indent=2, evidence={**evidence, "penalty": "annul_lance"}
            )
        if lance in struck.bare:
            yield Fact("no_stake_stands", ("REG-AST-21",), indent=2, evidence={"lance": lance})

    # --- what is scored ---------------------------------------------------------------

    def _entry(self, entry: Entry, *, indent: int) -> Iterator[Fact]:
        """One movement as a sentence, with the score it makes."""
        side = entry.dst if entry.src == BANK else entry.src
        for account, stones in ((entry.src, -entry.stones), (entry.dst, entry.stones)):
            if account != BANK:
                self.running[account] += stones
        evidence: dict[str, object] = {
            "lance": entry.lance,
            "side": side,
            "stones": entry.stones + entry.beyond,
            "score": dict(self.running),
        }
        yield self._scored(entry, evidence)._replace(rules=(entry.rule,), indent=indent)
        yield from beyond_the_target(entry, self.end, indent)

    def _target(self) -> Iterator[Fact]:
        """The last stones brought a side to the target, and the count stops there."""
        would_end = self.end.would_end
        if would_end is not None:
            target = self.end.variant.number("score.target")
            ordago = self.entries[-1].item == "ordago"
            kind = "would_end_by_ordago" if ordago else "would_reach_the_target"
            evidence = {"side": would_end.side, "target": target, "lances": would_end.first}
            yield Fact(kind, ("MUS-CNT-1", "MUS-CNT-2"), indent=2, evidence=evidence)
        if not self.end.winner or self.entries[-1].wins_game:
            return
        target = self.end.variant.number("score.target")
        won = {"side": self.end.winner, "target": target}
        yield Fact("reaches_the_target", ("MUS-CNT-2",), indent=2, evidence=won)

    def _scored(self, entry: Entry, evidence: dict[str, object]) -> Fact:
        because = entry.because
        if isinstance(because, Held):
            real = entry.lance == "juego" and self.ranking.classify(because.cards).real
            figure = "real" if real else because.figure
            evidence |= {"seat": because.seat, "figure": figure, "due": because.due}
            return Fact("scores_for_the_hand", evidence=evidence)
        if entry.item == "penalty" and entry.src == BANK:
            kind = "wins_by_the_offence" if entry.wins_game else "takes_the_fine"
            return Fact(kind, evidence=evidence)
        if entry.item == "penalty":
            return Fact("gives_the_deje_back", evidence=evidence)
        if entry.item == "deje":
            return Fact("scores_the_deje", evidence=evidence)
        if not isinstance(because, Compared) or not because.seats:
            return Fact("scores", evidence=evidence)
        evidence["seat"] = because.seats[0]
        if entry.item == "ordago":
            return Fact("wins_by_the_ordago", evidence=evidence)
        if entry.item == "paso" and entry.rule == "MUS-PAY-3":
            return Fact("scores_for_the_passes", evidence=evidence)
        stake = next(o.auction.stake for o in self.end.state.closed if o.lance == entry.lance)
        if entry.item == "envite" and entry.stones + entry.beyond != stake:
            return Fact("best_scores_from_each", evidence={**evidence, "stake": stake})
        return Fact(BEST_OF_ALL.get(entry.item, "scores"), evidence=evidence)

    # --- what a learner would get wrong -----------------------------------------------

    def _partner(self, group: LanceCount) -> Iterator[Fact]:
        """A side that wins by the cards of a partner: not of who bet, or of who refused."""
        outcome = group.outcome
        auction = outcome.auction
        if outcome.kind not in ("seen", "ordago") or not group.entries:
            return
        hands = self._counted(group)
        if hands is None or not hands.seats:
            return
        best = hands.seats[0]
        side = side_of(best)
        speakers = [seat for seat in (auction.bettor, *auction.seen) if side_of(seat) == side]
        if not speakers or best in speakers:
            return
        evidence = {"seat": speakers[0], "partner": best, "side": side, "lance": outcome.lance}
        if best in auction.folded:
            yield Fact("refuser_wins", ("MUS-CMP-T2",), indent=2, evidence=evidence)
            return
        others = [place for place, seat in enumerate(hands.seats) if side_of(seat) != side]
        places = [place for place, seat in enumerate(hands.seats) if seat == speakers[0]]
        if others and (not places or places[0] > others[0]):
            rules = ("MUS-CMP-T2", "MUS-ORD-3") if auction.ordago else ("MUS-CMP-T2",)
            yield Fact("partner_wins", rules, indent=2, evidence=evidence)

    def _refused(self, group: LanceCount) -> Iterator[Fact]:
        """Better cards that are paid nothing, because their player or side refused."""
        outcome = group.outcome
        unanswered = outcome.kind.startswith("unanswered")
        if not unanswered and not (outcome.kind == "seen" and group.entries):
            return
        order = self.end.order
        known = tuple([seat for seat in order if self.end.hand_of(seat) is not None])
        if not set(outcome.seats) <= set(known):
            return
        hands = self._hands(outcome, known)
        if hands is None or not hands.seats or hands.seats[0] in outcome.seats:
            return
        seat, hand = hands.seats[0], hands.hands[0]
        if unanswered and side_of(seat) == side_of(outcome.auction.bettor):
            return
        top = len(known) == len(order) or self.ranking.place(outcome.lance, hand) == 1
        kind = "best_hand_refused" if top else "better_hand_refused"
        if not unanswered:
            if seat not in outcome.auction.folded:
                return
            kind = "best_hand_gave_up" if top else "better_hand_gave_up"
        evidence: dict[str, object] = {
            "seat": seat,
            "side": side_of(seat),
            "lance": outcome.lance,
            "hand": self.ranking.sorted(outcome.lance, hand),
        }
        yield Fact(kind, ("MUS-DEJE-7",), indent=2, evidence=evidence)

    # --- the end of the game, and what is open ----------------------------------------

    def _decided(self) -> Iterator[Fact]:
        """What is no longer counted once the game is decided, and for whom it came too late."""
        if not self.too_late:
            return
        ordago = any(entry.item == "ordago" for entry in self.entries)
        rule = "MUS-ORD-2" if ordago else "MUS-CNT-2"
        yield Fact("no_longer_counted", (rule,))
        yield from self._left_out(self.too_late)
        for entry in self.too_late:
            self.running[entry.dst] += entry.stones
        target = self.end.variant.number("score.target")
        for side, stones in self.running.items():
            if side != self.end.winner and stones >= target:
                evidence = {"side": side, "has": stones, "winner": self.end.winner}
                yield Fact("too_late_for_the_game", (rule,), indent=2, evidence=evidence)

    def _left_out(self, entries: Sequence[Entry]) -> Iterator[Fact]:
        """What would have been paid, and to whom."""
        for entry in entries:
            evidence: dict[str, object] = {
                "lance": entry.lance,
                "side": entry.dst,
                "stones": entry.stones,
            }
            kind = "too_late_at_a_lance"
            if entry.item == "ordago":
                kind = "too_late_for_the_ordago"
            elif isinstance(entry.because, Held):
                real = entry.lance == "juego" and self.ranking.classify(entry.because.cards).real
                figure = "real" if real else entry.because.figure
                evidence |= {"seat": entry.because.seat, "figure": figure}
                kind = "too_late_for_a_hand"
            yield Fact(kind, indent=2, evidence=evidence)

    def _waits(self) -> Iterator[Fact]:
        """Where the count stops for cards nobody has told."""
        if not self.waiting:
            return
        first = self.waiting[0]
        unknown = tuple([seat for seat in first.between if self.end.hand_of(seat) is None])
        evidence: dict[str, object] = {
            "lance": first.lance,
            "between": first.between,
            "seats": unknown or first.between,
            "stones": first.stones,
        }
        yield Fact("count_waits", ("MUS-CNT-3",), evidence=evidence)
        later = dict.fromkeys([w.lance for w in self.waiting if w.lance != first.lance])
        if later:
            lances = {"lances": tuple(later)}
            yield Fact("later_lances_wait", ("MUS-CNT-1",), evidence=lances)
