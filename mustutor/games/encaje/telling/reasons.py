"""Why a player of Encaje gave or received stones in a lance, or why not: what decided it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.state import Outcome
from mustutor.games.mus_family.telling.hands import best_first, compared_at, side_by_side
from mustutor.games.telling import Fact
from mustutor.ledger import OUT, POT, Compared, Entry, Held, Unanswered
from mustutor.position import Open, Position

DECLARING = {"pares": "ENC-PAR-1", "juego": "ENC-JUE-1"}
NOBODY = {"pares": "ENC-PAR-3", "juego": "ENC-JUE-4"}


def reasons(
    end: Position, waiting: Sequence[Open], seat: str, lance: str
) -> tuple[int, Iterator[Fact]]:
    """The stones a seat got in a lance, less those it gave, and why."""
    asked = _SeatAsked(end, seat, lance)
    outcome = next((outcome for outcome in end.state.closed if outcome.lance == lance), None)
    if outcome is None:
        return asked.net, asked.not_played()
    if any(open_.lance == lance for open_ in waiting):
        return asked.net, asked.waits(outcome)
    return asked.net, asked.told(outcome)


class _SeatAsked:
    """What is asked: about which seat, in which lance of a hand that is over."""

    def __init__(self, end: Position, seat: str, lance: str) -> None:
        self.end = end
        self.seat = seat
        self.lance = lance
        self.ranking = end.state.ranking
        self.entries = [e for e in end.ledger if e.lance == lance and seat in (e.src, e.dst)]
        self.got = sum(e.stones for e in self.entries if e.dst == seat)
        self.gave = sum(e.stones for e in self.entries if e.src == seat)
        self.net = self.got - self.gave
        self.known: dict[str, object] = {"seat": seat, "lance": lance}

    def _headline(self) -> Fact:
        evidence = {**self.known, "got": self.got, "gave": self.gave}
        if self.got and self.gave:
            return Fact("why_got_and_gave", indent=0, evidence=evidence)
        if self.got:
            return Fact("why_got", indent=0, evidence=evidence)
        return Fact("why_gave" if self.gave else "why_nothing_moved", indent=0, evidence=evidence)

    # --- not settled ------------------------------------------------------------------

    def _not_settled(self) -> Fact:
        return Fact("why_not_settled", indent=0, evidence=self.known)

    def not_played(self) -> Iterator[Fact]:
        """The lance never came to its end."""
        juego = next(
            (outcome for outcome in self.end.state.closed if outcome.lance == "juego"), None
        )
        if self.lance == "punto" and juego is not None and juego.kind != "nobody":
            yield self._headline()
            yield Fact("why_no_punto", ("ENC-JUE-4",), evidence=self.known)
        elif self.end.loser:
            yield self._headline()
            yield self._over()
        else:
            yield self._headline() if self.entries else self._not_settled()
            yield Fact("why_not_in_the_record", ("ENC-LANCE-1",), evidence=self.known)

    def waits(self, outcome: Outcome) -> Iterator[Fact]:
        """The lance is over, and its cards are not known."""
        yield self._not_settled()
        for entry in self.entries:
            yield self._entry(entry)
        if self.seat in outcome.auction.folded:
            yield from self._folded(outcome)
        seats = tuple([s for s in outcome.seats if self.end.hand_of(s) is None])
        kind = "why_waits" if seats else "why_waits_for_more"
        yield Fact(kind, ("ENC-SET-10",), evidence={**self.known, "seats": seats})

    def _over(self) -> Fact:
        evidence = {**self.known, "loser": self.end.loser}
        return Fact("why_over_in_encaje", ("ENC-END-3",), evidence=evidence)

    # --- settled ----------------------------------------------------------------------

    def told(self, outcome: Outcome) -> Iterator[Fact]:
        """Every movement with its cause, else why there was none; then the hands that decided."""
        yield self._headline()
        for entry in self.entries:
            yield self._entry(entry)
        if any(entry.item != "stake" for entry in self.entries):
            yield from self._between(outcome)
            return
        yield from self._apart(outcome)

    def _entry(self, entry: Entry) -> Fact:
        because = entry.because
        evidence: dict[str, object] = {**self.known, "stones": entry.stones, "giver": entry.src}
        evidence["taker"] = entry.dst
        rules = (entry.rule,)
        if isinstance(because, Unanswered):
            evidence |= {"bettor": because.bettor, "stake": because.stake}
            evidence |= {
                "previous": because.previous,
                "maker": entry.dst if because.previous else "",
            }
            bet = entry.item == "unanswered_bet"
            return Fact("why_bet_unseen" if bet else "why_raise_unseen", rules, evidence=evidence)
        if entry.dst.startswith(POT):
            return Fact("why_in_the_pot", rules, evidence=evidence)
        if entry.src.startswith(POT):
            return Fact("why_takes_the_pot", rules, evidence=evidence)
        if isinstance(because, Held):
            evidence |= {"figure": because.figure, "due": because.due}
        kind = "why_pays_out" if entry.dst == OUT else "why_pays_the_taker"
        return Fact(kind, rules, evidence=evidence)

    def _apart(self, outcome: Outcome) -> Iterator[Fact]:
        """Why a seat had no part in what was paid."""
        seat, lance, auction = self.seat, self.lance, outcome.auction
        if seat not in self.end.order or self._silent(outcome):
            yield Fact("why_no_stones", ("ENC-BET-9",), evidence=self.known)
        elif outcome.kind == "nobody":
            yield Fact("why_nobody_had", (NOBODY.get(lance, "ENC-BET-9"),), evidence=self.known)
        elif outcome.kind == "void":
            yield Fact("why_alone_for_nothing", ("ENC-SET-1",), evidence=self.known)
        elif seat in auction.folded:
            yield from self._folded(outcome)
        elif lance in DECLARED and seat not in outcome.seats and seat not in auction.speakers:
            yield Fact("why_has_not", (DECLARING[lance],), evidence=self.known)
        elif self._unpaid():
            yield self._over()
        elif seat in outcome.seats:
            kind, rule = (
                ("why_only_worst", "ENC-SET-11")
                if outcome.kind == "seen"
                else (
                    "why_only_best",
                    "ENC-SET-1" if lance in ("grande", "chica") else "ENC-SET-2",
                )
            )
            yield Fact(kind, (rule,), evidence=self.known)
            yield from self._between(outcome)
        else:
            yield Fact("why_not_in_the_pot", ("ENC-SET-10",), evidence=self.known)

    def _silent(self, outcome: Outcome) -> bool:
        """Whether a seat had no stones when the lance began: it neither spoke nor declared."""
        auction = outcome.auction
        if self.seat in (*outcome.seats, *auction.speakers, *auction.folded):
            return False
        if self.lance not in DECLARED:
            return True
        # Who has pares or juego and stones says so: there is no other reason not to be there.
        hand = self.end.hand_of(self.seat)
        return hand is not None and self.ranking.has(self.lance, hand)

    def _unpaid(self) -> bool:
        """Whether the game ended before this lance was paid."""
        paid = any(e.lance == self.lance and e.when == "showdown" for e in self.end.ledger)
        return bool(self.end.loser) and not paid

    def _folded(self, outcome: Outcome) -> Iterator[Fact]:
        auction = outcome.auction
        evidence = {**self.known, "bettor": auction.bettor, "stake": auction.stake}
        yield Fact("why_folded", ("ENC-BET-4",), evidence=evidence)
        known = [s for s in self.end.order if self.end.hand_of(s) is not None]
        hands = [hand for s in known if (hand := self.end.hand_of(s)) is not None]
        compared = best_first(self.lance, known, hands, self.ranking)
        if compared.seats[:1] == (self.seat,):
            hand = self.ranking.sorted(self.lance, compared.hands[0])
            evidence = {**self.known, "hand": hand}
            yield Fact("why_best_and_folded", ("ENC-SET-10",), evidence=evidence)

    # --- hands ------------------------------------------------------------------------

    def _between(self, outcome: Outcome) -> Iterator[Fact]:
        """The hand asked about beside the one it was decided against."""
        compared = compared_at(self.end, outcome, self.ranking)
        if compared is None or len(compared.seats) < 2 or self.seat not in compared.seats:
            return
        place = compared.seats.index(self.seat)
        # The worst stands below the next; any other is told from the best, the best from the next.
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
        yield from side_by_side(two, self.ranking, {1: 0}, indent=2)
