"""How a game says what was found: rounds, payments and every fact in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from mustutor.cards import Card
from mustutor.games.telling import (
    BETWEEN,
    NOTHING,
    PLAIN,
    SILENT,
    STONES,
    Fact,
    Gesture,
    Line,
    Movement,
    Plural,
    Sentences,
    say,
)
from mustutor.language import Language, asked, mark
from mustutor.ledger import BANK, OUT, POT
from mustutor.position import Position
from mustutor.variant import Variant

MOST_KEPT = 8_192
"""So many sentences are kept as they were worded."""

MADE_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "of_lance": ("lance",),
        "at_lance": ("lance",),
        "heading": ("lance",),
        "players": ("seats",),
    }
)
"""What the words of every game are made of, where that is other evidence."""


class Voice:
    """How a game says facts; as it stands, in plain words.

    A game gives names to its `rounds` and to the `items` of its ledger (ids, each with a marked
    word), and its `sentences` by kind of fact; `made_of` names the evidence that a word of a
    sentence is made of, where that is other evidence.
    """

    rounds: Mapping[str, str] = NOTHING
    items: Mapping[str, str] = NOTHING
    sentences: Sentences = PLAIN
    made_of: Mapping[str, tuple[str, ...]] = MADE_OF
    no_such_round = mark("{lance} is not a round of this game: its rounds are {lances}.")

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
        return tongue.say("Stones in front at the start"), tongue.say("Games won before")

    def shown(self, cards: Iterable[Card], ranking: Any) -> str:
        """Write cards as they are shown."""
        return " ".join(cards)

    def aloud(self, said: str, tongue: Language) -> str:
        """Say a call as it is heard at the table, where a record writes it in another way."""
        return said

    def gestures(self, variant: Variant, tongue: Language) -> tuple[Gesture, ...]:
        """What partners may show each other; as it stands, nothing."""
        return ()

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
        if kind in SILENT:
            pass
        elif kind in STONES:
            said, text = self.stones_of_each(kind, evidence, tongue)
        elif kind == "moved":
            text = self.movement(evidence, tongue)
        else:
            text = self._worded(kind, evidence, ranking, tongue)
        heard = self.aloud(said, tongue)
        if heard != said:
            evidence, said = {**evidence, "call": said}, heard
        return Line(text, rules, kind, tongue.who(seat) if seat else "", indent, said, evidence)

    def _worded(
        self, kind: str, evidence: Mapping[str, Any], ranking: Any, tongue: Language
    ) -> str:
        """The sentence of a fact, from what it asks for; most are worded already."""
        names = _asked(self, kind)
        if names is None:
            names, values = tuple(evidence), tuple(evidence.values())
        else:
            values = tuple([evidence[name] for name in names])
            if "hand" not in names:
                ranking = None
        try:
            return _worded(self, kind, names, values, ranking, tongue)
        except TypeError:  # what counts up, such as a score, is worded anew
            return _worded.__wrapped__(self, kind, names, values, ranking, tongue)

    # --- stones ---

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


@lru_cache(maxsize=MOST_KEPT)
def _worded(
    voice: Voice,
    kind: str,
    names: tuple[str, ...],
    values: tuple[Any, ...],
    ranking: Any,
    tongue: Language,
) -> str:
    fact = Fact(kind, evidence=dict(zip(names, values, strict=True)))
    return say(voice.sentences[kind], voice.words(fact, ranking, tongue), tongue)


@lru_cache(maxsize=MOST_KEPT)
def _asked(voice: Voice, kind: str) -> tuple[str, ...] | None:
    """The evidence a sentence is made of; None where the evidence chooses between sentences."""
    sentence = voice.sentences[kind]
    if isinstance(sentence, str):
        words = asked(sentence)
    elif isinstance(sentence, Plural):
        counted = [name for name in asked(sentence.one, sentence.many) if name != "number"]
        words = (*counted, sentence.of)
    else:
        return None
    made = [source for word in words for source in voice.made_of.get(word, (word,))]
    return tuple(dict.fromkeys(made))
