"""How a game puts its facts into words, in the reader's language.

A small game needs little: the base `Teller` already puts every call, movement and score of any game
into words. A game gives the names of its rounds and payments, and sentences for what it remarks.
The wording itself is the `Voice`; everything that explains or shows a game asks its teller
(`teller_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from mustutor.base.language import Language, mark, placeholders
from mustutor.base.register import cached_until_registered, game_part
from mustutor.games.explain import (
    BETWEEN,
    NOTHING,
    PLAIN,
    SILENT,
    STONES,
    BestHand,
    Fact,
    Gesture,
    HandEnd,
    Line,
    Movement,
    OptionInWords,
    Plural,
    Sentences,
    TableCenter,
    ToldSoFar,
    say,
)
from mustutor.model.calls import DECK
from mustutor.model.cards import Card
from mustutor.model.ledger import BANK, OUT, POT, Entry, Ruling
from mustutor.model.position import OpenPayment, Option, Position, Step
from mustutor.model.variant import Variant

MOST_KEPT = 8_192
"""How many worded sentences are cached."""

MADE_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"of_lance": ("lance",), "at_lance": ("lance",), "heading": ("lance",), "players": ("seats",)}
)
"""What the words of every game are made of, where that is other evidence."""


class Voice:
    """How a game words facts; the base class needs nothing but the names of rounds.

    A game gives names to its `rounds` and to the `items` of its ledger (ids, each with a marked
    word), and its `sentences` by kind of fact; `made_of` maps a placeholder to the evidence it is
    made of, if that has another name.
    """

    rounds: Mapping[str, str] = NOTHING
    items: Mapping[str, str] = NOTHING
    sentences: Sentences = PLAIN
    made_of: Mapping[str, tuple[str, ...]] = MADE_OF
    no_such_round = mark("{lance} is not a round of this game: its rounds are {lances}.")

    def names(self, round_: str, language: Language) -> Mapping[str, str]:
        """The forms of a round's name for sentences: alone, "of it", "at it"."""
        word = language.say(self.rounds[round_]) if round_ in self.rounds else round_
        return {
            "lance": word,
            "of_lance": language.say("of {lance}", lance=word),
            "at_lance": language.say("at {lance}", lance=word),
        }

    def heading(self, round_: str, language: Language) -> str:
        """The heading of a part of a hand: a round, the deal (`reparte`) or the `count`."""
        if round_ == "reparte":
            return language.term("heading", "Cards")
        if round_ == "count":
            return language.term("heading", "Count")
        name = self.names(round_, language)["lance"] if round_ else ""
        return name[:1].upper() + name[1:]

    def item(self, item: str, language: Language) -> str:
        """What a movement of stones pays for, by its item in the ledger."""
        return language.say(self.items[item]) if item in self.items else item

    def before_the_match(self, language: Language) -> tuple[str, str]:
        """What a record's stones and games at the start mean."""
        return language.say("Stones in front at the start"), language.say("Games won before")

    def shown(self, cards: Iterable[Card], ranking: Any) -> str:
        """Cards as text."""
        return " ".join(cards)

    def aloud(self, said: str, language: Language) -> str:
        """A call as it is heard at the table, if a record writes it in another way."""
        return said

    def gestures(self, variant: Variant, language: Language) -> tuple[Gesture, ...]:
        """The gestures partners may show each other; none by default."""
        return ()

    def ranking(self, position: Position) -> Any:
        """The values of cards at a position, for a game that ranks hands."""
        return None

    def words(self, fact: Fact, ranking: Any, language: Language) -> dict[str, Any]:
        """The evidence of a fact in words: rounds named, seats listed, cards written."""
        words: dict[str, Any] = dict(fact.evidence)
        if "lance" in words:
            round_ = words["lance"]
            words |= self.names(round_, language)
            words["heading"] = self.heading(round_, language)
        if "lances" in words:
            named = [self.names(round_, language)["lance"] for round_ in words["lances"]]
            words["lances"] = language.join_list(named)
        if "seats" in words:
            words["players"] = len(words["seats"])
            words["seats"] = language.join_list(words["seats"]) if words["seats"] else ""
        if "hand" in words:
            words["hand"] = self.shown(words["hand"], ranking)
        return words

    def lines(
        self, facts: Iterable[Fact], position: Position, language: Language
    ) -> tuple[Line, ...]:
        """Facts as lines, one each. Raises LookupError for a kind without a sentence."""
        return self.phrased(facts, self.ranking(position), language)

    def phrased(self, facts: Iterable[Fact], ranking: Any, language: Language) -> tuple[Line, ...]:
        """Facts as lines, if only the ranking of cards is known."""
        return tuple([self._line(fact, ranking, language) for fact in facts])

    def _line(self, fact: Fact, ranking: Any, language: Language) -> Line:
        kind, rules, seat, said, indent, evidence, _ = fact
        text = ""
        if kind in SILENT:
            pass
        elif kind in STONES:
            said, text = self.stones_of_each(kind, evidence, language)
        elif kind == "moved":
            text = self.movement(evidence, language)
        else:
            text = self._worded(kind, evidence, ranking, language)
        heard = self.aloud(said, language)
        if heard != said:
            evidence, said = {**evidence, "call": said}, heard
        return Line(
            text, rules, kind, language.player_name(seat) if seat else "", indent, said, evidence
        )

    def _worded(
        self, kind: str, evidence: Mapping[str, Any], ranking: Any, language: Language
    ) -> str:
        """The sentence for a fact, given its evidence in words."""
        names = _needed_evidence(self, kind)
        if names is None:
            names, values = tuple(evidence), tuple(evidence.values())
        else:
            values = tuple([evidence[name] for name in names])
            if "hand" not in names:
                ranking = None
        try:
            return _worded(self, kind, names, values, ranking, language)
        except TypeError:  # unhashable evidence, such as a score by side, cannot be cached
            return _worded.__wrapped__(self, kind, names, values, ranking, language)

    # --- stones ---

    def stones_of_each(
        self, kind: str, evidence: Mapping[str, Any], language: Language
    ) -> tuple[str, str]:
        """The label of a line of scores, and the score of each side."""
        assert kind == "in_front", kind
        in_front = evidence["in_front"].items()
        pieces = [f"{language.player_name(seat)} {stones}" for seat, stones in in_front]
        for round_, stones in evidence["pots"].items():
            of_lance = self.names(round_, language)["of_lance"]
            pieces.append(language.say("pot {of_lance} {stones}", stones=stones, of_lance=of_lance))
        if evidence["out"]:
            pieces.append(language.say("out of the game {stones}", stones=evidence["out"]))
        if "total" in evidence:
            pieces.append(language.count_noun("{number} stone in all", evidence["total"]))
        return language.say("in front"), BETWEEN.join(pieces)

    def movement(self, movement: Movement, language: Language) -> str:
        """A movement of stones as a sentence."""
        count_noun, stones = language.count_noun, movement["stones"]
        source, to = movement["from"], movement["to"]
        known = {**self.names(movement["lance"], language), "seat": source, "taker": to}
        if to.startswith(POT):
            return count_noun("{seat} puts {number} stone in the pot {of_lance}.", stones, **known)
        if source.startswith(POT):
            return count_noun(
                "{taker} takes {number} stone from the pot {of_lance}.", stones, **known
            )
        if source == OUT:
            return count_noun("{taker} takes back {number} stone {at_lance}.", stones, **known)
        if to == OUT:
            return count_noun("{seat} discards {number} stone {at_lance}.", stones, **known)
        if source == BANK:
            return count_noun("{taker} scores {number} stone {at_lance}.", stones, **known)
        return count_noun("{seat} gives {taker} {number} stone {at_lance}.", stones, **known)

    def moved(self, movement: Movement, language: Language) -> str:
        """A movement in short: its stones, its two accounts, and its item."""
        source, to = movement["from"], movement["to"]
        known = {"stones": movement["stones"], "source": source, "to": to}
        known["item"] = self.item(movement["item"], language)
        if source in (BANK, OUT):
            return language.say("{stones} to {to} ({item})", **known)
        if to == OUT:
            return language.say("{stones} from {source} out of the game ({item})", **known)
        if source.startswith(POT):
            return language.say("{stones} from the pot to {to} ({item})", **known)
        if to.startswith(POT):
            return language.say("{stones} from {source} to the pot ({item})", **known)
        return language.say("{stones} from {source} to {to} ({item})", **known)


@lru_cache(maxsize=MOST_KEPT)
def _worded(
    voice: Voice,
    kind: str,
    names: tuple[str, ...],
    values: tuple[Any, ...],
    ranking: Any,
    language: Language,
) -> str:
    fact = Fact(kind, evidence=dict(zip(names, values, strict=True)))
    return say(voice.sentences[kind], voice.words(fact, ranking, language), language)


@lru_cache(maxsize=MOST_KEPT)
def _needed_evidence(voice: Voice, kind: str) -> tuple[str, ...] | None:
    """The evidence a sentence needs; None if the evidence chooses between sentences."""
    sentence = voice.sentences[kind]
    if isinstance(sentence, str):
        words = placeholders(sentence)
    elif isinstance(sentence, Plural):
        counted = [name for name in placeholders(sentence.one, sentence.many) if name != "number"]
        words = (*counted, sentence.of)
    else:
        return None
    made = [source for word in words for source in voice.made_of.get(word, (word,))]
    return tuple(dict.fromkeys(made))


class Teller(Voice):
    """What a game says about itself; the base class explains any game in plain words.

    A game registers one as `TELLER`: it has the names and sentences of a `Voice`, and overrides
    what the game explains better. `deck` is the name of its drawn deck, if any; `heap` the number
    of stones in one larger piece, if there are such pieces; `kept` a sentence on the cards a record
    has as held at the end. `comparing` are the articles on comparing hands, `over_at` those that
    end a match. Of the kinds of remarks, `every_time` are repeated within a hand, `weighing` are on
    calls that amount to something else, `on_ties` on those that made somebody mano, which decides
    `ties`, and `at_once` are shown to a player during the game: they
    reveal nothing of a hidden hand.
    """

    every_time: frozenset[str] = frozenset()
    weighing: frozenset[str] = frozenset()
    on_ties: frozenset[str] = frozenset()
    ties: frozenset[str] = frozenset()
    at_once: frozenset[str] = frozenset()
    comparing: tuple[str, ...] = ()
    over_at: tuple[str, ...] = ()
    deck: str = ""
    heap: int = 0
    kept: str = mark("Kept after the discards")
    left_after: str = mark("Stones after the hand: {counts}")

    @property
    def paid_in(self) -> tuple[str, ...]:
        """The ids of the rounds in which payments are possible."""
        return tuple(self.rounds)

    # --- what everybody has, and what moves ---

    def stones(self, position: Position, *, whole: bool = False) -> Fact:
        """Everybody's stones; `whole` adds parts shown only before and after a hand."""
        evidence: dict[str, object] = {
            "in_front": position.in_front(),
            "pots": dict(position.pots),
            "out": position.out,
        }
        if whole:
            evidence["total"] = sum(position.stones) + sum(stones for _, stones in position.pots)
        return Fact("in_front", indent=0, evidence=evidence)

    def middle(self, position: Position, language: Language) -> TableCenter:
        """The center of the table; by default as in the position line."""
        pots = [
            language.say("pot {of_lance} {stones}", stones=stones, **self.names(round_, language))
            for round_, stones in position.pots
        ]
        card = _turned_up(position)
        lies = ((language.say("turned up"), (card,)),) if card else ()
        return TableCenter(tuple(filter(None, [position.state.now])), tuple(pots), cards=lies)

    def bettor(self, position: Position) -> str:
        """The seat that made the bet on the table; empty if there is none."""
        return ""

    def best_hands(self, end: Position) -> Iterator[BestHand]:
        """The best hand of each settled round, from the evidence of the ledger."""
        return iter(())

    def face_down(self, position: Position, seat: str) -> int:
        """The number of a seat's unseen cards: those dealt, if the rules fix it."""
        usual = position.variant.rules.get("deal.cards")
        return usual if isinstance(usual, int) else len(position.hand_of(seat) or ())

    def stones_text(self, stones: int, language: Language) -> str:
        """An amount of stones, in words."""
        return language.count_noun("{number} stone", stones)

    def lying(self, position: Position, language: Language) -> str:
        """The center of the table in words, for a view without a drawing: all of it.

        Stakes are known from the calls, but a card on top or a trick has to be said.
        """
        middle = self.middle(position, language)
        cards = [f"{whose} {' '.join(hand)}" for whose, hand in middle.cards]
        return BETWEEN.join([*cards, *middle.played, *middle.score, *middle.piles])

    def purpose(self, entry: Entry, language: Language) -> str:
        """What a movement was for, if its sentence leaves that open; empty by default."""
        return ""

    def recorded(self, entry: Entry, position: Position) -> Mapping[str, object]:
        """A movement as JSON: as records write it, with its reasons under `because`."""
        because: dict[str, object] = getattr(entry.because, "_asdict", dict)()
        return {**entry.as_json(), "because": because} if because else entry.as_json()

    # --- a hand ---

    def beginning(self, position: Position) -> Iterator[Fact]:
        """The facts before the first call: everybody's score, and a card turned up."""
        yield self.stones(position, whole=True)
        if card := _turned_up(position):
            yield Fact("turned_up", indent=0, evidence={"card": card})

    def round_of(self, step: Step) -> str:
        """The heading for a call; the deal has its own."""
        return "reparte" if step.call.verb == "reparte" else step.before.lance

    def opening(self, position: Position, said: ToldSoFar) -> Iterator[Fact]:
        """The facts at the start of a round."""
        return iter(())

    def between(self, earlier: Position | None, now: Position, said: ToldSoFar) -> Iterator[Fact]:
        """The facts that arose without a call since the previous step."""
        return iter(())

    def call(self, step: Step, said: ToldSoFar) -> Iterable[Fact]:
        """A call with the first remark not made before, or the cards the deck deals."""
        if step.call.seat == DECK:
            return self.cards(step, said)
        for kind, rules, _, _, indent, evidence, under in self.remarks(step, said):
            if kind in self.every_time or said.is_new(kind):
                seat = step.call.seat
                return (Fact(kind, rules, seat, self.spelt(step), indent, evidence, under),)
        return (Fact("call", (), step.call.seat, self.spelt(step)),)

    def spelt(self, step: Step) -> str:
        """A call's words, without its seat."""
        return str(step.call).partition(" ")[2]

    def cards(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:
        """The cards the deck deals, one line a seat."""
        ranking = self.ranking(step.after)
        for seat, cards in step.call.hands:
            yield Fact(
                "dealt", seat=seat, said=self.shown(cards, ranking), evidence={"cards": cards}
            )

    def remarks(self, step: Step, said: ToldSoFar) -> Iterable[Fact]:
        """The remarks on a call, the most useful first."""
        return iter(())

    def after(self, step: Step, said: ToldSoFar) -> Iterable[Fact]:
        """The consequences of a call: stones moved, and everybody's score after it."""
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
        self, last: Position, end: Position, waiting: tuple[OpenPayment, ...], said: ToldSoFar
    ) -> HandEnd:
        """The payments at the showdown, and what the hand leads to."""
        facts = [self._moved(entry) for entry in end.ledger[len(last.ledger) :]]
        seats = tuple(dict.fromkeys([seat for open_ in waiting for seat in open_.parties]))
        if seats:
            facts.append(Fact("why_waits", evidence={"seats": seats}))
        over = []
        if end.winner:
            over.append(Fact("wins", indent=0, evidence={"side": end.winner}))
        if end.loser:
            over.append(Fact("loses", indent=0, evidence={"seat": end.loser}))
        return HandEnd("count", tuple(facts), (self.stones(end, whole=True), *over))

    # --- a refusal ---

    def offered(self, position: Position, option: Option, language: Language) -> OptionInWords:
        """An option in the words a player would use, with its bounds."""
        return OptionInWords(option.verb)

    def withheld(
        self, position: Position, options: Sequence[Option], language: Language
    ) -> Iterator[Line]:
        """Why a call that a player would expect is not among the options."""
        return iter(())

    def ruling(self, ruling: Ruling, language: Language) -> tuple[str, ...]:
        """The referee's ruling on a signal, on words, or on a false declaration, and its cost."""
        return ()

    # --- a question ---

    def why(
        self, end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str
    ) -> tuple[int, Iterator[Fact]]:
        """The stones a seat gained in a round, and why."""
        mine = [e for e in end.ledger if e.lance == lance and seat in (e.src, e.dst)]
        got = sum(entry.stones for entry in mine if entry.dst == seat)
        gave = sum(entry.stones for entry in mine if entry.src == seat)
        known = {"seat": seat, "lance": lance, "got": got, "gave": gave}
        kind = "why_got" if got else "why_gave" if gave else "why_nothing_moved"
        if got and gave:
            kind = "why_got_and_gave"
        elif any(open_.lance == lance for open_ in waiting):
            kind = "why_not_settled"
        return got - gave, iter([Fact(kind, indent=0, evidence=known), *map(self._moved, mine)])

    def payer(self, end: Position, lance: str) -> str:
        """The seat that pays from its stones in a round, or would; empty if none does."""
        paying = (entry.src for entry in end.ledger if entry.lance == lance and entry.dst == OUT)
        return next(paying, "")

    def game_end_facts(self, last: Position, end: Position) -> Iterator[Fact]:
        """What decided a game after the last call, and what came too late for it."""
        yield from map(self._moved, end.ledger[-1:])

    def would_end(self, end: Position) -> Iterator[Fact]:
        """The end of a game that depends on what the record leaves out."""
        return iter(())

    def deciding(self, end: Position, lance: str, indent: int) -> Iterator[Fact]:
        """The two known hands that decide a round."""
        return iter(())


def _turned_up(position: Position) -> Card | None:
    """The card that was turned up when the hand was dealt, as records state it."""
    card: Card | None = getattr(position.state, "starter", None)
    return card


@cached_until_registered
def _teller(game: str) -> Teller:
    teller: Teller = game_part(game, "TELLER")
    return teller


def teller_of(variant: Variant) -> Teller:
    """The teller of a variant's game."""
    return _teller(variant.game)
