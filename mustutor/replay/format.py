"""The record of a match as typed values: `mus-replay/1`, made of JSON and written as such.

``schemas/replay-1.schema.json`` says what the format is, and is the only place that does: what
it accepts is turned into a `Replay`, and what it does not is explained to the reader by it.
Fields beginning with ``x-`` belong to others: they are kept, written back, and mean nothing
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mustutor.language import language
from mustutor.replay.place import Place, places_of
from mustutor.schema import check_of
from mustutor.tuples import NamedTuple, ReadOnlyMap

FORMAT = "mus-replay/1"
Json = dict[str, Any]
NOTHING: Json = ReadOnlyMap()
"""What a record leaves out: one for all of them, so nobody may write into it."""
ABOUT = ("draw", "players", "event", "place", "date", "recorder", "view")
"""What a match tells about itself; it changes nothing."""
COUNT = "cuenta"
"""The round after the lances in which stones are claimed, each lance by somebody."""


class Round(NamedTuple):
    """One lance as it was spoken, or one round of mus or of discards."""

    lance: str
    calls: tuple[str, ...]
    draws: Json | None = None
    checks: tuple[str, ...] | None = None
    at_ms: tuple[int, ...] | None = None
    extra: Json = NOTHING

    def as_json(self) -> Json:
        """The round as the format writes it."""
        written: Json = {"lance": self.lance, "calls": list(self.calls)}
        return _written(written, self.extra, draws=self.draws, checks=self.checks, at_ms=self.at_ms)


class Hand(NamedTuple):
    """One deal and its lances; `ledger`, `after` and `seal` are what the recorder states.

    `counting` are the rounds of ``cuenta`` at its end: kept as they stand, judged by nobody yet.
    """

    mano: str
    rounds: tuple[Round, ...]
    deal: Json | None = None
    ledger: tuple[Json, ...] | None = None
    after: dict[str, int] | None = None
    seal: str | None = None
    extra: Json = NOTHING
    counting: tuple[Round, ...] = ()

    @property
    def cards(self) -> Json:
        """The cards dealt, by seat, as printed."""
        cards: Json = self.deal.get("cards", {}) if self.deal else {}
        return cards

    @property
    def shuffle(self) -> Json:
        """What is told of its shuffle."""
        shuffle: Json = self.deal.get("shuffle", {}) if self.deal else {}
        return shuffle

    @property
    def calls(self) -> list[str]:
        """The calls of all its rounds, in order."""
        return [call for round_ in self.rounds for call in round_.calls]

    @property
    def claimed(self) -> list[str] | None:
        """What was claimed at its count; none where no count was taken down."""
        if not self.counting:
            return None
        return [call for round_ in self.counting for call in round_.calls]

    def places(self, number: int) -> Iterator[Place]:
        """The place of every call, in order; `number` is that of the hand, from 1."""
        return places_of(number, [(round_.lance, len(round_.calls)) for round_ in self.rounds])

    def as_json(self) -> Json:
        """The hand as the format writes it."""
        written: Json = {
            "mano": self.mano,
            "rounds": [round_.as_json() for round_ in (*self.rounds, *self.counting)],
        }
        return _written(
            written,
            self.extra,
            deal=self.deal,
            ledger=self.ledger,
            after=self.after,
            seal=self.seal,
        )


class Replay(NamedTuple):
    """A match: the rulebook, the seats in speaking order, and the hands.

    `about` holds draw, players, event, place, date, recorder and view; `start` the stones before
    the first hand and `games` the games already lost, both by side.
    """

    variant: Json
    seats: tuple[str, ...]
    hands: tuple[Hand, ...]
    start: dict[str, int] | None = None
    games: dict[str, int] | None = None
    claims: tuple[Json, ...] | None = None
    notes: Json | None = None
    signatures: list[Any] | None = None
    seal: str | None = None
    about: Json = NOTHING
    extra: Json = NOTHING

    def __repr__(self) -> str:
        return f"<Replay {self.variant.get('id')} {' '.join(self.seats)}, hands: {len(self.hands)}>"

    def _repr_html_(self) -> str:
        """The hands as the record has them, for a notebook; nothing of it is recomputed."""
        from mustutor.explanation.notebook import MOST_SHOWN, shown, told

        say = language("en").say
        hands = [
            told(
                say("Hand {hand} · {mano} is mano", hand=number, mano=hand.mano),
                [(seat, " ".join(cards)) for seat, cards in hand.cards.items()]
                + [(round_.lance, ", ".join(round_.calls)) for round_ in hand.rounds],
            )
            for number, hand in enumerate(self.hands[:MOST_SHOWN], 1)
        ]
        return shown(repr(self).strip("<>"), *hands)

    def as_json(self) -> Json:
        """The match as the format writes it."""
        written: Json = {
            "format": FORMAT,
            "variant": self.variant,
            "seats": list(self.seats),
            "hands": [hand.as_json() for hand in self.hands],
            **self.about,
        }
        return _written(
            written,
            self.extra,
            start=self.start,
            games=self.games,
            claims=self.claims,
            notes=self.notes,
            signatures=self.signatures,
            seal=self.seal,
        )


def _written(written: Json, extra: Json, **optional: object) -> Json:
    for name, value in optional.items():
        if value is not None:
            written[name] = list(value) if isinstance(value, tuple) else value
    written.update(extra)
    return written


# --- from JSON ------------------


class Refused(Exception):
    """The document is not a record; its schema can tell why."""


def decode(document: Any) -> Replay:
    """Turn a JSON document into a Replay; raises Refused where it is none.

    >>> decode({"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"],
    ...         "hands": []}).seats
    ('A', 'B')
    """
    if not check_of("replay")(document):
        raise Refused
    return decoded(document)


def decoded(given: Json, read_hand: Callable[[Json], Hand] | None = None) -> Replay:
    """Turn a JSON document that was found to be a record into a Replay.

    Its hands may be read by another who knows more about them, or asks more of them.
    """
    return Replay(
        variant=given["variant"],
        seats=tuple(given["seats"]),
        hands=tuple(map(read_hand or _decoded_hand, given["hands"])),
        start=given.get("start"),
        games=given.get("games"),
        claims=_tuple(given.get("claims")),
        notes=given.get("notes"),
        signatures=given.get("signatures"),
        seal=given.get("seal"),
        about={name: given[name] for name in ABOUT if name in given},
        extra=_others(given),
    )


def _decoded_hand(given: Json) -> Hand:
    rounds = tuple([_decoded_round(round_) for round_ in given["rounds"]])
    count = rounds[:0]
    if rounds and rounds[-1].lance == COUNT:
        played = next((n for n in range(len(rounds), 0, -1) if rounds[n - 1].lance != COUNT), 0)
        rounds, count = rounds[:played], rounds[played:]
    return Hand(
        given["mano"],
        rounds,
        given.get("deal"),
        _tuple(given.get("ledger")),
        given.get("after"),
        given.get("seal"),
        _others(given),
        count,
    )


def _decoded_round(given: Json) -> Round:
    checks = given.get("checks")
    if len(given) == 2 + (checks is not None):
        # Most rounds are such, and a record is full of them: straight to tuple, in half the time.
        told = tuple(checks) if checks is not None else None
        return tuple.__new__(
            Round, (given["lance"], tuple(given["calls"]), None, told, None, NOTHING)
        )
    return Round(
        given["lance"],
        tuple(given["calls"]),
        given.get("draws"),
        _tuple(checks),
        _tuple(given.get("at_ms")),
        _others(given),
    )


def _tuple(given: list[Any] | None) -> tuple[Any, ...] | None:
    return None if given is None else tuple(given)


def _others(given: Json) -> Json:
    extra = {name: thing for name, thing in given.items() if name[:2] == "x-"}
    return extra or NOTHING
