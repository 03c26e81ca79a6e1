"""What Enflé and Mau-Mau tell alike: cards and suits in words, and what everybody has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from mustutor.base.language import Language, mark
from mustutor.games.explain import BETWEEN, PLAIN, Fact, Sentences, ToldSoFar, sentences
from mustutor.games.shedding_family.cards import CALLING, DRAW, ONE_CARD, PASS, PLAY, TAKE, suits
from mustutor.games.teller import Teller
from mustutor.model.calls import DECK
from mustutor.model.position import OpenPayment, Position, Step

Forms = tuple[str, str, str]
"""A round by its name, of it, in it."""

SHED: Sentences = {**PLAIN, **sentences("enfle_and_mau_mau")}
"""The sentence of each kind of fact that both games tell alike."""


class SheddingTeller(Teller):
    """What both games say about themselves."""

    deck = "french"
    kept = mark("Left at the end")
    sentences = SHED
    forms: Mapping[str, Forms] = MappingProxyType({})

    def names(self, round_: str, language: Language) -> Mapping[str, str]:
        """A round as sentences need it: its name, of it, in it."""
        if round_ not in self.forms:
            return super().names(round_, language)
        name, of, at = [language.say(form) for form in self.forms[round_]]
        return {"lance": name, "of_lance": of, "at_lance": at}

    def words(self, fact: Fact, ranking: Any, language: Language) -> dict[str, Any]:
        """The evidence in words: suits by their names, cards side by side."""
        words = super().words(fact, ranking, language)
        if "suit" in words:
            words["suit"] = suits(language)[words["suit"]]
        for name in ("cards", "kept"):
            if isinstance(words.get(name), tuple):
                words[name] = " ".join(words[name])
        return words

    def aloud(self, said: str, language: Language) -> str:
        """Say a call as it is heard at the table, where a record writes it in English."""
        verb, _, rest = said.partition(" ")
        if verb == PLAY:
            return _played(rest, language)
        if verb == DRAW and rest:
            return language.say("draw {card}", card=rest)
        return {
            TAKE: language.term("said", "take"),
            DRAW: language.term("said", "draw"),
            PASS: language.term("said", "pass"),
        }.get(said, said)

    def face_down(self, position: Position, seat: str) -> int:
        """How many cards a seat holds: everybody can count them."""
        left: int = position.state.left[position.table.seats.index(seat)]
        return left

    def in_all(self, count: int, language: Language) -> str:  # noqa: ARG002
        """A number of chips in all, in words; empty where nobody adds them up."""
        return ""

    def stones_of_each(
        self, kind: str, evidence: Mapping[str, Any], language: Language
    ) -> tuple[str, str]:
        """What everybody has, and what is in the pot."""
        assert kind == "in_front", kind
        in_front = evidence["in_front"].items()
        pieces = [f"{language.player_name(seat)} {stones}" for seat, stones in in_front]
        pieces += [language.say("pot {stones}", stones=n) for n in evidence["pots"].values()]
        if "total" in evidence and (told := self.in_all(evidence["total"], language)):
            pieces.append(told)
        return self.held(language), BETWEEN.join(pieces)

    def held(self, language: Language) -> str:
        """What stands before what everybody has."""
        return language.say("in front")

    def cards(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:
        """What the deck deals, a line a seat, and whose cards are not in the record."""
        yield from super().cards(step, said)
        unknown = tuple([seat for seat in step.after.order if step.after.hand_of(seat) is None])
        if unknown and step.call.seat == DECK:
            yield Fact("cards_not_recorded", evidence={"seats": unknown})

    def not_recorded(self, last: Position, end: Position) -> Iterator[Fact]:
        """Where the record stops, if the hand is not over there."""
        if last.speaker and not (end.loser or end.winner):
            yield Fact("record_stops", indent=0, evidence={"seat": last.speaker})

    def game_end_facts(self, last: Position, end: Position) -> Iterator[Fact]:
        """What decided a game after the last word."""
        yield from map(self._moved, end.ledger[len(last.ledger) :])

    def why(
        self, end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str
    ) -> tuple[int, Iterator[Fact]]:
        """What somebody got or gave, and the game's reasons in place of the movements."""
        stones, facts = super().why(end, waiting, seat, lance)
        return stones, iter((next(facts), *self.reasons(end, waiting, seat, lance)))

    def reasons(
        self, end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str
    ) -> Iterator[Fact]:
        """Why somebody got so much or nothing in a round."""
        raise NotImplementedError

    def waits(self, waiting: tuple[OpenPayment, ...]) -> Iterator[Fact]:
        """Whose cards would be needed."""
        seats = tuple(dict.fromkeys([seat for open_ in waiting for seat in open_.parties]))
        if seats:
            yield Fact("why_waits", evidence={"seats": seats})


PLAYED = {
    (True, True): mark("play {cards} calling {suit} one card"),
    (True, False): mark("play {cards} calling {suit}"),
    (False, True): mark("play {cards} one card"),
    (False, False): mark("play {cards}"),
}
"""The words for playing cards, by whether they call a suit, and whether one card is left."""


def _played(rest: str, language: Language) -> str:
    """The words for playing cards: the suit they call, and whether one card is left."""
    if not rest:
        return language.term("said", "play")
    cards, calling, suit = rest.removesuffix(f" {ONE_CARD}").partition(f" {CALLING} ")
    known = {"cards": cards}
    if calling:
        known["suit"] = language.terms("suit called", "c, d, h, s")[suit]
    return language.say(PLAYED[bool(calling), rest.endswith(ONE_CARD)], **known)
