"""Failures: why a record cannot be played on, and at which place.

A `Place` is hand, round and call, written ``1.grande.3``. A second round of the same name in a hand
has its ordinal: ``1.mus.1``, then ``1.mus2.1``. Older records and notes have no ordinals; there
``1.mus.3`` may be the third call of any round of mus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from mustutor.base.errors import (
    Fault,
    MustutorError,
    NotationError,
    Unreadable,
    expect,
    no_such_seat,
)
from mustutor.base.language import mark
from mustutor.games import cited, game_of
from mustutor.model.calls import Call
from mustutor.model.cards import Card, Deck
from mustutor.model.position import Position
from mustutor.model.variant import Variant


class Failure(NamedTuple):
    """The first fault: its verdict, its place, the reason, and the position before it.

    `place` is ``hand.lance.call``, counted from 1. `fault` has the article (its `rule` may be
    empty) and the sentence. `text` is the call as recorded, `call` the parsed call, or the act of
    the deck.
    """

    verdict: str
    place: str
    fault: Fault
    position: Position | None = None
    text: str = ""
    call: Call | None = None


def failure_of(
    verdict: str,
    place: object,
    sentence: str,
    rule: str = "",
    position: Position | None = None,
    text: str = "",
    /,
    **evidence: object,
) -> Failure:
    """A failure made of its sentence and the evidence for it.

    >>> failure_of("illegal", 1, "{seat} is silent.", "MUS-MUS-2", seat="A1").fault.said()
    'A1 is silent.'
    """
    return Failure(verdict, str(place), Fault(rule, sentence, evidence), position, text)


def unknown_seat_failure(
    place: object, seat: str, seats: Iterable[str], variant: Variant, text: str = ""
) -> Failure:
    """The failure of a seat or side that the table has not."""
    fault = no_such_seat(seat, seats, cited(variant).seats)
    return Failure("illegal", str(place), fault, text=text)


class Missing(NamedTuple):
    """Something that the record lacks, so that part of it could not be judged.

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
        """Whether it is one of these rounds, or a call in one."""
        place = read_place(self.place)
        return place is not None and place.round in rounds


class Unplayable(Exception):
    """Raised for input that cannot stand, with the failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def fault_of(problem: MustutorError) -> Fault:
    """The fault of a record for unreadable or unknown input."""
    hint = problem.hint if isinstance(problem, Unreadable) else ""
    return Fault("", problem.sentence, problem.evidence, hint=hint)


NO_CARDS = mark("Cards are a map from seats to cards, not {kind}.")


def hands_read(
    hands: Mapping[str, str | Iterable[str]], deck: Deck, place: str
) -> dict[str, tuple[Card, ...]] | Failure:
    """Read the cards of each seat as a record tells them, or say which is no card of this deck.

    The cards of a seat may be one text, as people type them.
    """
    expect(hands, Mapping, NO_CARDS)
    read = {}
    for seat, given in hands.items():
        expect(given, Iterable, NO_CARDS)
        texts: Sequence[str]
        if isinstance(given, str):
            texts = [card for word in given.split() for card in deck.parted(word)]
        else:
            texts = given if isinstance(given, (list, tuple)) else [*islice(given, deck.size + 1)]
        try:
            known = deck.canonical(texts)
        except TypeError:
            known = None  # a card that is no text: reading it says so
        if known is None:
            cards = []
            for text in texts:
                try:
                    cards.append(deck.read(text))
                except NotationError as problem:
                    elsewhere = isinstance(text, str) and deck.knows_from_elsewhere(text)
                    verdict = "misdealt" if elsewhere else "unreadable"
                    return Failure(verdict, place, fault_of(problem), None, f"{seat} {text}")
            known = tuple(cards)
        read[seat] = known
    return read


def wrong_round(position: Position, lance: str, place: str) -> Failure:
    """The failure of a round that cannot begin, or of the round it would cut off."""
    why = game_of(position.variant.game).rules.why_round_ended(position, lance)
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
    """The failure of a call recorded as forgotten although it has a check."""
    sentence = mark("This call is given as forgotten, and yet a check follows it.")
    return Failure("diverges", place, Fault("", sentence, {}), position, text)


def closed_early(position: Position, lance: str, place: str, text: str) -> Failure:
    """The failure of a call after the end of its lance."""
    why = game_of(position.variant.game).rules.why_round_ended(position, lance)
    fault = why or Fault(
        cited(position.variant).lances,
        mark("{lance} is over: {call!r} comes too late."),
        {"lance": lance, "call": text},
    )
    return Failure("illegal", place, fault, position, text)


def not_served(position: Position, place: str, next_call: str) -> Failure:
    """The failure of cards served before they are due."""
    if position.lance not in game_of(position.variant.game).rules.phases.served:
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
    """The failure of a legal call whose check differs from the recorded one."""
    evidence: dict[str, object] = {"ours": position.check(), "line": position.line()}
    if recorded:
        sentence = mark("The check here is {recorded}; ours is {ours}, for: {line}")
        evidence["recorded"] = recorded
    else:
        sentence = mark("This call has no check although the round has checks; ours is {ours}.")
    return Failure("diverges", place, Fault("", sentence, evidence), position, text)


def call_taken_out(position: Position, recorded: tuple[str, ...], place: str) -> Failure:
    """The failure of a round with more checks than calls."""
    sentence = (
        mark("Here is a check without a call: a call was taken out.")
        if recorded
        else mark("The round has checks but no calls: calls were taken out.")
    )
    return Failure("diverges", place, Fault("", sentence, {}), position)


_WRITTEN = re.compile(
    r"(?P<hand>[0-9]{1,5})"
    r"(?:\.(?P<round>[a-z]+(?:_[a-z]+)*)(?P<ordinal>[0-9]{0,4})(?:\.(?P<call>[0-9]{1,5}))?)?"
)


class Place(NamedTuple):
    """A place of a match, counted from 1: a hand, one of its rounds, or a call in that.

    `round` is empty for the whole hand, `call` 0 for the whole round.

    >>> str(Place(1, "mus", 2, 3)), str(Place(1, "grande")), str(Place(4))
    ('1.mus2.3', '1.grande', '4')
    """

    hand: int
    round: str = ""
    ordinal: int = 1
    call: int = 0

    def __str__(self) -> str:
        parts = [str(self.hand)]
        if self.round:
            parts.append(ordinal_name(self.round, self.ordinal))
            if self.call:
                parts.append(str(self.call))
        return ".".join(parts)


def ordinal_name(name: str, ordinal: int) -> str:
    """The name of a round with its ordinal, from the second one in a hand on.

    >>> ordinal_name("mus", 1), ordinal_name("mus", 2)
    ('mus', 'mus2')
    """
    return name if ordinal == 1 else f"{name}{ordinal}"


def read_place(text: str) -> Place | None:
    """Read a place; None for any other text.

    >>> read_place("1.mus2.3"), read_place("the end")
    (Place(hand=1, round='mus', ordinal=2, call=3), None)
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    ordinal, call = found["ordinal"], found["call"]
    return Place(int(found["hand"]), found["round"] or "", int(ordinal or 1), int(call or 0))


def places_of(hand: int, rounds: Iterable[tuple[str, int]]) -> Iterator[Place]:
    """The place of every call of a hand; `rounds` are names with the number of their calls.

    >>> [str(place) for place in places_of(1, [("mus", 1), ("descarte", 1), ("mus", 1)])]
    ['1.mus.1', '1.descarte.1', '1.mus2.1']
    """
    times: dict[str, int] = {}
    for name, calls in rounds:
        times[name] = times.get(name, 0) + 1
        for call in range(1, calls + 1):
            yield Place(hand, name, times[name], call)


def parse_place(text: str, known: Sequence[str]) -> str:
    """The place of a hand that a text means, with or without the ordinal of its round.

    >>> parse_place("1.mus.3", ["1.mus.1", "1.mus.2", "1.mus2.1", "1.mus2.2", "1.mus2.3"])
    '1.mus2.3'
    """
    if text in known:
        return text
    place = read_place(text)
    if place is not None and place.call and place.ordinal == 1:
        for one in filter(None, map(read_place, known)):
            if one._replace(ordinal=1) == place:
                return str(one)
    return text
