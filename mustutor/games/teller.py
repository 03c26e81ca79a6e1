"""Who tells a game: what it says about itself, asked by everything that explains or shows it.

A small game needs little: `Teller` as it stands tells every call in its own words, every
movement of stones as a sentence, and what everybody has. A game names its rounds and payments,
and adds to the table of sentences what it has to remark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from mustutor.calls import DECK
from mustutor.cards import Card
from mustutor.games.telling import (
    BETWEEN,
    NOTHING,
    PLAIN,
    SILENT,
    STONES,
    AlreadySaid,
    Fact,
    HandEnd,
    Line,
    Middle,
    Movement,
    Offered,
    Sentences,
    say,
)
from mustutor.language import Language, mark
from mustutor.ledger import BANK, OUT, POT, Entry, Ruling
from mustutor.position import Open, Option, Position, Step
from mustutor.register import cached, part
from mustutor.variant import Variant

NO_REMARK = Fact("call")
MOST_KEPT = 8_192
"""So many sentences are kept as they were worded."""


class Teller:
    """What a game says about itself; as it stands, it tells any game plainly.

    A game registers one as `TELLER`. It gives names to its `rounds` and to the `items` of its
    ledger (ids, each with a marked word), its `sentences` by kind of fact, and overrides
    what it tells better. `deck` names the drawn deck of its cards, or none; `comparing` are the
    articles that have hands laid side by side; `every_time` are kinds of remarks that are made
    again in the same hand, `weighing` those on calls that count for something else than they say.
    """

    rounds: Mapping[str, str] = NOTHING
    items: Mapping[str, str] = NOTHING
    sentences: Sentences = PLAIN
    every_time: frozenset[str] = frozenset()
    weighing: frozenset[str] = frozenset()
    comparing: tuple[str, ...] = ()
    no_such_round = mark("{lance} is no round of this game: they are {lances}.")
    deck: str = ""

    @property
    def paid_in(self) -> tuple[str, ...]:
        """The rounds in which somebody may be paid, by their ids."""
        return tuple(self.rounds)

    # --- words ---

    def names(self, round_: str, tongue: Language) -> Mapping[str, str]:
        """A round as sentences need it: its name, of it, at it."""
        word = tongue.say(self.rounds[round_]) if round_ in self.rounds else round_
        return {
            "lance": word,
            "of_lance": tongue.say("of {lance}", lance=word),
            "at_lance": tongue.say("at {lance}", lance=word),
        }

    def heading(self, round_: str, tongue: Language) -> str:
        """What stands over a part of a hand: a round, the deal (`reparte`) or the `count`."""
        if round_ == "reparte":
            return tongue.term("heading", "Cards")
        if round_ == "count":
            return tongue.term("heading", "Count")
        name = self.names(round_, tongue)["lance"] if round_ else ""
        return name[:1].upper() + name[1:]

    def item(self, item: str, tongue: Language) -> str:
        """What a movement of stones is paid for, by the item the ledger gives it."""
        return tongue.say(self.items[item]) if item in self.items else item

    def before_the_match(self, tongue: Language) -> tuple[str, str]:
        """What a record's stones at the start are, and its games."""
        return tongue.say("In front at the start"), tongue.say("Games won before")

    def shown(self, cards: Iterable[Card], ranking: Any) -> str:
        """Write cards as they are shown."""
        return " ".join(cards)

    def ranking(self, position: Position) -> Any:
        """What cards are worth at a position, for a game that ranks hands."""
        return None

    def words(self, fact: Fact, ranking: Any, tongue: Language) -> dict[str, Any]:
        """The evidence of a fact in words: rounds named, seats listed, cards written."""
        words: dict[str, Any] = dict(fact.evidence)
        if "lance" in words:
            round_ = words["lance"]
            words |= self.names(round_, tongue)
            words["heading"] = self.heading(round_, tongue)
        if "lances" in words:
            named = [self.names(round_, tongue)["lance"] for round_ in words["lances"]]
            words["lances"] = tongue.listed(named)
        if "seats" in words:
            words["players"] = len(words["seats"])
            words["seats"] = tongue.listed(words["seats"]) if words["seats"] else ""
        if "hand" in words:
            words["hand"] = self.shown(words["hand"], ranking)
        return words

    def lines(
        self, facts: Iterable[Fact], position: Position, tongue: Language
    ) -> tuple[Line, ...]:
        """Say facts, one line each. Raises LookupError for a kind that has no sentence."""
        return self.phrased(facts, self.ranking(position), tongue)

    def phrased(self, facts: Iterable[Fact], ranking: Any, tongue: Language) -> tuple[Line, ...]:
        """Say facts where only the ranking of cards is known."""
        return tuple([self._line(fact, ranking, tongue) for fact in facts])

    def _line(self, fact: Fact, ranking: Any, tongue: Language) -> Line:
        kind, rules, seat, said, indent, evidence, _ = fact
        text = ""
        if kind in STONES:
            said, text = self.stones_of_each(kind, evidence, tongue)
        elif kind == "moved":
            text = self.movement(evidence, tongue)
        elif kind not in SILENT:
            text = self._worded(fact, ranking, tongue)
        return Line(text, rules, kind, tongue.who(seat), indent, said, evidence)

    def _worded(self, fact: Fact, ranking: Any, tongue: Language) -> str:
        """The sentence of a fact; games repeat themselves, so that most are worded already."""
        kind, rules, seat, said, indent, evidence, under = fact
        try:
            known = (kind, rules, seat, said, indent, tuple(evidence.items()), under)
            return _worded(self, known, ranking, tongue)
        except TypeError:  # what counts up, such as a score, is worded anew
            return say(self.sentences[kind], self.words(fact, ranking, tongue), tongue)

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

    def stones_of_each(
        self, kind: str, evidence: Mapping[str, Any], tongue: Language
    ) -> tuple[str, str]:
        """The name of such a line, and what everybody has in pieces."""
        assert kind == "in_front", kind
        in_front = evidence["in_front"].items()
        pieces = [f"{tongue.who(seat)} {stones}" for seat, stones in in_front]
        for round_, stones in evidence["pots"].items():
            of_lance = self.names(round_, tongue)["of_lance"]
            pieces.append(tongue.say("pot {of_lance} {stones}", stones=stones, of_lance=of_lance))
        if evidence["out"]:
            pieces.append(tongue.say("out of the game {stones}", stones=evidence["out"]))
        if "total" in evidence:
            pieces.append(
                tongue.count("{number} stone in all", "{number} stones in all", evidence["total"])
            )
        return tongue.say("in front"), BETWEEN.join(pieces)

    def middle(self, position: Position, tongue: Language) -> Middle:
        """What lies in the middle of the table; as it stands, what the position line has of it."""
        pots = [
            tongue.say("pot {of_lance} {stones}", stones=stones, **self.names(round_, tongue))
            for round_, stones in position.pots
        ]
        return Middle(tuple(filter(None, [position.state.now])), tuple(pots))

    def movement(self, movement: Movement, tongue: Language) -> str:
        """A movement of stones as a sentence."""
        count, stones = tongue.count, movement["stones"]
        source, to = movement["from"], movement["to"]
        known = {**self.names(movement["lance"], tongue), "seat": source, "taker": to}
        if to.startswith(POT):
            return count(
                "{seat} puts {number} stone in the pot {of_lance}.",
                "{seat} puts {number} stones in the pot {of_lance}.",
                stones,
                **known,
            )
        if source.startswith(POT):
            return count(
                "{taker} takes {number} stone from the pot {of_lance}.",
                "{taker} takes {number} stones from the pot {of_lance}.",
                stones,
                **known,
            )
        if to == OUT:
            return count(
                "{seat} discards {number} stone {at_lance}.",
                "{seat} discards {number} stones {at_lance}.",
                stones,
                **known,
            )
        if source == BANK:
            return count(
                "{taker} scores {number} stone {at_lance}.",
                "{taker} scores {number} stones {at_lance}.",
                stones,
                **known,
            )
        return count(
            "{seat} gives {taker} {number} stone {at_lance}.",
            "{seat} gives {taker} {number} stones {at_lance}.",
            stones,
            **known,
        )

    def moved(self, movement: Movement, tongue: Language) -> str:
        """A movement in short: how many stones, from one account to another, what for."""
        source, to = movement["from"], movement["to"]
        known = {"stones": movement["stones"], "source": source, "to": to}
        known["item"] = self.item(movement["item"], tongue)
        if source == BANK:
            return tongue.say("{stones} to {to} ({item})", **known)
        if to == OUT:
            return tongue.say("{stones} from {source} out of the game ({item})", **known)
        if source.startswith(POT):
            return tongue.say("{stones} from the pot to {to} ({item})", **known)
        if to.startswith(POT):
            return tongue.say("{stones} from {source} to the pot ({item})", **known)
        return tongue.say("{stones} from {source} to {to} ({item})", **known)

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

    def call(self, step: Step, said: AlreadySaid) -> Iterator[Fact]:
        """A call with the first remark that was not made before; or the cards the deck deals."""
        if step.call.seat == DECK:
            yield from self.cards(step, said)
            return
        remarks = self.remarks(step, said)
        for fact in remarks:
            if fact.kind in self.every_time or said.is_new(fact.kind):
                break
        else:
            fact = NO_REMARK
        kind, rules, _, _, indent, evidence, under = fact
        yield Fact(kind, rules, step.call.seat, self.spelt(step), indent, evidence, under)

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

    def remarks(self, step: Step, said: AlreadySaid) -> Iterator[Fact]:
        """What a learner could ask about a call, the most telling first."""
        return iter(())

    def after(self, step: Step, said: AlreadySaid) -> Iterator[Fact]:
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


@lru_cache(maxsize=MOST_KEPT)
def _worded(teller: Teller, known: tuple[Any, ...], ranking: Any, tongue: Language) -> str:
    kind, rules, seat, said, indent, evidence, under = known
    fact = Fact(kind, rules, seat, said, indent, dict(evidence), under)
    return say(teller.sentences[kind], teller.words(fact, ranking, tongue), tongue)


@cached
def _teller(game: str) -> Teller:
    teller: Teller = part(game, "TELLER")
    return teller


def teller_of(variant: Variant) -> Teller:
    """Find who tells the game of a variant."""
    return _teller(variant.game)
