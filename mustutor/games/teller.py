"""Who tells a game: what it says about itself, asked by everything that explains or shows it.

A small game needs little: `Teller` as it stands tells every call in its own words, every
movement of stones as a sentence, and what everybody has. A game names its rounds and payments,
and adds to the table of sentences what it has to remark. How facts are said is a `Voice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mustutor.calls import DECK
from mustutor.games.telling import (
    AlreadySaid,
    BestHand,
    Fact,
    HandEnd,
    Line,
    Middle,
    Offered,
)
from mustutor.games.voice import Voice
from mustutor.language import Language, mark
from mustutor.ledger import OUT, Entry, Ruling
from mustutor.position import Open, Option, Position, Step
from mustutor.register import cached, part
from mustutor.variant import Variant


class Teller(Voice):
    """What a game says about itself; as it stands, it tells any game plainly.

    A game registers one as `TELLER`. It gives the names and sentences of a `Voice`, and overrides
    what it tells better. `deck` names the drawn deck of its cards, or none; `heap` are the stones
    one larger piece stands for, where there is such a piece; `kept` says what hands are that a
    record tells as held at the end; `comparing` are the articles that lay hands side
    by side, `over_at` those that end a match; `every_time` are remarks made again in the same hand,
    `weighing` those on calls that count for something else, `at_once` those that whoever plays
    hears as the call is made: what follows from it, and nothing of a hidden hand.
    """

    every_time: frozenset[str] = frozenset()
    weighing: frozenset[str] = frozenset()
    at_once: frozenset[str] = frozenset()
    comparing: tuple[str, ...] = ()
    over_at: tuple[str, ...] = ()
    deck: str = ""
    heap: int = 0
    kept: str = mark("Kept after the discards")
    left_after: str = mark("Stones after the hand: {counts}")

    @property
    def paid_in(self) -> tuple[str, ...]:
        """The rounds in which somebody may be paid, by their ids."""
        return tuple(self.rounds)

    # --- what everybody has, and what moves ---

    def stones(self, position: Position, *, whole: bool = False) -> Fact:
        """What everybody has; `whole` adds what is said only before and after a hand."""
        evidence: dict[str, object] = {
            "in_front": position.in_front(),
            "pots": dict(position.pots),
            "out": position.out,
        }
        if whole:
            evidence["total"] = sum(position.stones) + sum(stones for _, stones in position.pots)
        return Fact("in_front", indent=0, evidence=evidence)

    def middle(self, position: Position, tongue: Language) -> Middle:
        """What lies in the middle of the table; as it stands, what the position line has of it."""
        pots = [
            tongue.say("pot {of_lance} {stones}", stones=stones, **self.names(round_, tongue))
            for round_, stones in position.pots
        ]
        return Middle(tuple(filter(None, [position.state.now])), tuple(pots))

    def bettor(self, position: Position) -> str:
        """Who made the bet that is on the table, or nothing."""
        return ""

    def best_hands(self, end: Position) -> Iterator[BestHand]:
        """Whose hand was best in each round that is settled, by the evidence of the ledger."""
        return iter(())

    def face_down(self, position: Position, seat: str) -> int:
        """How many cards a seat holds that nobody sees: those dealt, where the rules say so."""
        usual = position.variant.rules.get("deal.cards")
        return usual if isinstance(usual, int) else len(position.hand_of(seat) or ())

    def counted(self, stones: int, tongue: Language) -> str:
        """So many of what is played for."""
        return tongue.count("{number} stone", "{number} stones", stones)

    def lying(self, position: Position, tongue: Language) -> str:
        """What of the middle is said beside the hands where no table is drawn; as it stands, none.

        Calls tell a learner the stakes. A card on top, or a trick, has to be said.
        """
        return ""

    def purpose(self, entry: Entry, tongue: Language) -> str:
        """What a movement was for, where its sentence leaves that open; as it stands, nothing."""
        return ""

    def recorded(self, entry: Entry, position: Position) -> Mapping[str, object]:
        """A movement for programs: as records write it, and under `because` what it rests on."""
        because: dict[str, object] = getattr(entry.because, "_asdict", dict)()
        return {**entry.as_json(), "because": because} if because else entry.as_json()

    # --- a hand ---

    def beginning(self, position: Position) -> Iterator[Fact]:
        """What is said before the first call: who has what."""
        yield self.stones(position, whole=True)

    def round_of(self, step: Step) -> str:
        """The heading a call is told under; the deal stands by itself."""
        return "reparte" if step.call.verb == "reparte" else step.before.lance

    def opening(self, position: Position, said: AlreadySaid) -> Iterator[Fact]:
        """What is said where a round begins."""
        return iter(())

    def between(self, earlier: Position | None, now: Position, said: AlreadySaid) -> Iterator[Fact]:
        """What came about without a call since the step before."""
        return iter(())

    def call(self, step: Step, said: AlreadySaid) -> Iterable[Fact]:
        """A call with the first remark that was not made before; or the cards the deck deals."""
        if step.call.seat == DECK:
            return self.cards(step, said)
        for kind, rules, _, _, indent, evidence, under in self.remarks(step, said):
            if kind in self.every_time or said.is_new(kind):
                seat = step.call.seat
                return (Fact(kind, rules, seat, self.spelt(step), indent, evidence, under),)
        return (Fact("call", (), step.call.seat, self.spelt(step)),)

    def spelt(self, step: Step) -> str:
        """A call in its words, without who says it."""
        return str(step.call).partition(" ")[2]

    def cards(self, step: Step, said: AlreadySaid) -> Iterator[Fact]:
        """What the deck deals, a line a seat."""
        ranking = self.ranking(step.after)
        for seat, cards in step.call.hands:
            yield Fact(
                "dealt", seat=seat, said=self.shown(cards, ranking), evidence={"cards": cards}
            )

    def remarks(self, step: Step, said: AlreadySaid) -> Iterable[Fact]:
        """What a learner could ask about a call, the most telling first."""
        return iter(())

    def after(self, step: Step, said: AlreadySaid) -> Iterable[Fact]:
        """What a call brought about: the stones that moved, and what everybody has then."""
        moved = step.after.ledger[len(step.before.ledger) :]
        yield from map(self._moved, moved)
        if moved:
            yield self.stones(step.after)

    def _moved(self, entry: Entry) -> Fact:
        return Fact("moved", (entry.rule,) if entry.rule else (), evidence=entry.as_json())

    def not_recorded(self, last: Position, end: Position) -> Iterator[Fact]:
        """Where the record stops, if the hand is not over there."""
        if last.speaker and not (end.loser or end.winner):
            evidence = {"lance": last.lance, "seat": last.speaker}
            yield Fact("record_stops", indent=0, evidence=evidence)

    def settled(
        self,
        last: Position,
        end: Position,
        waiting: tuple[Open, ...],
        said: AlreadySaid,
    ) -> HandEnd:
        """What is paid when the cards are shown, and what the hand leaves behind."""
        facts = [self._moved(entry) for entry in end.ledger[len(last.ledger) :]]
        seats = tuple(dict.fromkeys([seat for open_ in waiting for seat in open_.between]))
        if seats:
            facts.append(Fact("why_waits", evidence={"seats": seats}))
        over = []
        if end.winner:
            over.append(Fact("wins", indent=0, evidence={"side": end.winner}))
        if end.loser:
            over.append(Fact("loses", indent=0, evidence={"seat": end.loser}))
        return HandEnd("count", tuple(facts), (self.stones(end, whole=True), *over))

    # --- a refusal ---

    def offered(self, position: Position, option: Option, tongue: Language) -> Offered:
        """An option in the words a player would use, and what bounds it."""
        return Offered(option.verb)

    def withheld(
        self, position: Position, options: Sequence[Option], tongue: Language
    ) -> Iterator[Line]:
        """Why something a player would look for is not among the options."""
        return iter(())

    def ruling(self, ruling: Ruling, tongue: Language) -> tuple[str, ...]:
        """What the referee says of a signal, of words, or of a false declaration; its cost."""
        return ()

    # --- a question ---

    def why(
        self, end: Position, waiting: Sequence[Open], seat: str, lance: str
    ) -> tuple[int, Iterator[Fact]]:
        """The stones a seat got in a round less those it gave; what happened, and why."""
        mine = [e for e in end.ledger if e.lance == lance and seat in (e.src, e.dst)]
        got = sum(entry.stones for entry in mine if entry.dst == seat)
        gave = sum(entry.stones for entry in mine if entry.src == seat)
        known = {"seat": seat, "lance": lance, "got": got, "gave": gave}
        kind = "why_got" if got else "why_gave" if gave else "why_nothing_moved"
        if got and gave:
            kind = "why_got_and_gave"
        elif any(open_.lance == lance for open_ in waiting):
            kind = "why_not_settled"
        headline = Fact(kind, indent=0, evidence=known)
        return got - gave, iter([headline, *map(self._moved, mine)])

    def payer(self, end: Position, lance: str) -> str:
        """Who pays out of the game in a round, or would; nothing where nobody does."""
        paying = (entry.src for entry in end.ledger if entry.lance == lance and entry.dst == OUT)
        return next(paying, "")

    def decided(self, last: Position, end: Position) -> Iterator[Fact]:
        """What decided a game after the last word, and what came too late for it."""
        yield from map(self._moved, end.ledger[-1:])

    def would_end(self, end: Position) -> Iterator[Fact]:
        """The end of a game that hangs on what the record leaves out."""
        return iter(())

    def deciding(self, end: Position, lance: str, indent: int) -> Iterator[Fact]:
        """The two hands that decide a round, of those that are known."""
        return iter(())


@cached
def _teller(game: str) -> Teller:
    teller: Teller = part(game, "TELLER")
    return teller


def teller_of(variant: Variant) -> Teller:
    """Find who tells the game of a variant."""
    return _teller(variant.game)
