"""The record of a match as typed values: `mus-replay/1`.

Fields beginning with ``x-`` belong to others: they are kept, written back, and mean nothing
here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

FORMAT = "mus-replay/1"
Json = dict[str, Any]
NOTHING: Json = {}


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
    """One deal and its lances; `ledger`, `after` and `seal` are what the recorder states."""

    mano: str
    rounds: tuple[Round, ...]
    deal: Json | None = None
    ledger: tuple[Json, ...] | None = None
    after: dict[str, int] | None = None
    seal: str | None = None
    extra: Json = NOTHING

    @property
    def cards(self) -> Json:
        """The cards dealt, by seat, as printed."""
        cards: Json = self.deal.get("cards", {}) if self.deal else {}
        return cards

    def as_json(self) -> Json:
        """The hand as the format writes it."""
        written: Json = {
            "mano": self.mano,
            "rounds": [round_.as_json() for round_ in self.rounds],
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

    `about` holds players, event, place, date, recorder and view; `start` the stones before the
    first hand and `games` the games already lost, both by side.
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
