"""Why a record cannot be played on: its first failure, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from mustutor.calls import Call
from mustutor.cards import Card, Deck
from mustutor.errors import Fault, MustutorError, NotationError, Unreadable
from mustutor.games import cited, game_of
from mustutor.language import mark
from mustutor.position import Position
from mustutor.replay.place import read_place
from mustutor.tuples import NamedTuple


class Failure(NamedTuple):
    """The first thing that is wrong: its verdict, its place, why, and the position it was at.

    `place` is ``hand.lance.call``, counted from 1. `fault` carries the article (its `rule` may
    be empty) and the sentence. `text` is the call as it stands in the record, `call` what was
    read of it, or what the deck did.
    """

    verdict: str
    place: str
    fault: Fault
    position: Position | None = None
    text: str = ""
    call: Call | None = None


class Missing(NamedTuple):
    """Something the record does not tell, so that it could not be judged.

    `what` is ``lance``, ``call``, ``cards`` (of seats), ``stones`` (before a hand and
    all after it), ``stones_before`` (that hand alone), ``hands`` (not one), or of the deal
    ``seed``, ``salts`` (of seats) or ``shuffle`` (one this program does not know). A field that is
    stated and not judged stands by its name: ``draw``, ``deal.held``, ``cuenta``.
    """

    place: str
    what: str
    seats: tuple[str, ...] = ()

    @lru_cache(maxsize=1024)  # noqa: B019 - few things are missing, and in many records the same
    def within(self, rounds: frozenset[str]) -> bool:
        """Whether it is one of these rounds, or a call of one."""
        place = read_place(self.place)
        return place is not None and place.round in rounds


class Unplayable(Exception):
    """What is told cannot stand: the failure it is."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def fault_of(problem: MustutorError) -> Fault:
    """What cannot be read, or is not known, as the fault of a record."""
    hint = problem.hint if isinstance(problem, Unreadable) else ""
    return Fault("", problem.sentence, problem.evidence, hint=hint)


def hands_read(
    hands: Mapping[str, Iterable[str]], deck: Deck, place: str
) -> dict[str, tuple[Card, ...]] | Failure:
    """Read the cards of each seat as a record tells them, or say which is no card of this deck."""
    read = {}
    for seat, texts in hands.items():
        known = deck.canonical(texts)
        if known is None:
            cards = []
            for text in texts:
                try:
                    cards.append(deck.read(text))
                except NotationError as problem:
                    verdict = "misdealt" if deck.knows_from_elsewhere(text) else "unreadable"
                    return Failure(verdict, place, fault_of(problem), None, f"{seat} {text}")
            known = tuple(cards)
        read[seat] = known
    return read


def wrong_round(position: Position, lance: str, place: str) -> Failure:
    """A round that cannot begin; one broken off has its fault where its next call should stand."""
    why = game_of(position.variant.game).why_over(position, lance)
    if why is not None:
        return Failure("illegal", place, why, position)
    if position.lance in ("end", "showdown"):
        sentence = mark("The hand is over: {lance} cannot follow.")
    elif position.said:
        sentence = mark("{lance} cannot begin: {playing} is not over, and {speaker} speaks now.")
    else:
        sentence = mark("{lance} cannot begin here: {playing} comes first.")
    evidence = {"lance": lance, "playing": position.lance, "speaker": position.speaker}
    fault = Fault(cited(position.variant).lances, sentence, evidence)
    return Failure("illegal", place, fault, position)


def not_forgotten(position: Position, place: str, text: str) -> Failure:
    """A call nobody remembers, and yet whoever wrote its check knew it."""
    sentence = mark("This call is given as forgotten, and yet a check follows it.")
    return Failure("diverges", place, Fault("", sentence, {}), position, text)


def closed_early(position: Position, lance: str, place: str, text: str) -> Failure:
    """A call after the last of its lance."""
    why = game_of(position.variant.game).why_over(position, lance)
    fault = why or Fault(
        cited(position.variant).lances,
        mark("{lance} is over: {call!r} comes too late."),
        {"lance": lance, "call": text},
    )
    return Failure("illegal", place, fault, position, text)


def not_served(position: Position, place: str, next_call: str) -> Failure:
    """Cards served where nobody waits for any, or before everybody has thrown his own."""
    if position.lance not in game_of(position.variant.game).phases.served:
        fault = Fault(
            "MUS-DISC-4", mark("Cards are served here, but nobody is waiting for any."), {}
        )
        return Failure("misdealt", place, fault, position)
    fault = Fault(
        "MUS-DISC-4",
        mark("Cards are served here, but {speaker} has not thrown any yet."),
        {"speaker": position.speaker},
    )
    return Failure("illegal", next_call, fault, position)


def check_differs(position: Position, recorded: str, place: str, text: str) -> Failure:
    """A legal call after which our position is not the recorder's."""
    evidence: dict[str, object] = {"ours": position.check(), "line": position.line()}
    if recorded:
        sentence = mark("The check here is {recorded}; ours is {ours}, for: {line}")
        evidence["recorded"] = recorded
    else:
        sentence = mark("This call has no check although the round has checks; ours is {ours}.")
    return Failure("diverges", place, Fault("", sentence, evidence), position, text)


def call_taken_out(position: Position, recorded: tuple[str, ...], place: str) -> Failure:
    """A round with more checks than calls, or with checks and not one call."""
    sentence = (
        mark("Here is a check without a call: a call was taken out.")
        if recorded
        else mark("The round has checks but no calls: calls were taken out.")
    )
    return Failure("diverges", place, Fault("", sentence, {}), position)
