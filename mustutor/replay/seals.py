"""Seals and commitments: was the file altered, and are these the cards that were dealt?

Seals form a chain: each is the digest of the previous seal and of the hand without cards, salts
and secret seed, so a redacted copy keeps the seals of the full one. The last seal covers the rest
of the file except claims, notes and signatures. Fields beginning with ``x-`` belong to other
programs and are outside every seal. The prefix of a seal is its version: ``2:`` also covers the
words that the table added to a shuffle; one without a prefix, from older programs, does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json, canonical, digest
from mustutor.model.calls import Call, grammar_of
from mustutor.replay.format import Hand, Replay

OUTSIDE = ("hands", "claims", "notes", "signatures", "seal")
SECRET = frozenset(("cards", "held", "salts", "stock", "restocks"))
DISCARDS = "descarte"
"""The round in whose calls players tell their cards."""
VERSION = "2:"
"""What a seal begins with that covers the words of the table."""
SALT_BYTES = 16
"""As many random bytes as the format asks of a salt at the least: 128 bits."""


def seal_of_hand(hand: Hand, before: str, version: str = VERSION) -> str:
    """The seal of a hand after the seal `before` (empty for the first hand).

    Without a `version` it is made in the older way.
    """
    return version + digest(before + _plain(sealed(hand.as_json(), words=bool(version))))


def seal_of_own(hand: Json, before: str) -> str:
    """The seal of a hand given as JSON without fields of other programs."""
    return VERSION + digest(before + canonical(sealed(hand)))


def version_of(seal: str) -> str:
    """The version prefix of a seal; empty for the older kind."""
    return VERSION if seal.startswith(VERSION) else ""


def _plain(thing: Json) -> str:
    """The canonical text of a value without the fields of other programs."""
    text = canonical(thing)
    return canonical(without_foreign_fields(thing)) if '"x-' in text else text


def without_foreign_fields(thing: Any) -> Any:
    """Copy JSON without the fields of other programs, at any depth."""
    if isinstance(thing, dict):
        return {
            name: without_foreign_fields(value) for name, value in thing.items() if name[:2] != "x-"
        }
    listed = isinstance(thing, list | tuple)
    return [without_foreign_fields(value) for value in thing] if listed else thing


def sealed(hand: Json, *, words: bool = True) -> Json:
    """The hand as its seal covers it: no cards, salts or seed; discards as counts.

    Without `words` as in the older version, which leaves out the words of the table. Public fields
    are unchanged.
    """
    seen = {**hand}
    seen.pop("seal", None)
    seen["rounds"] = [
        _sealed_round(round_) if round_["lance"] == DISCARDS or "draws" in round_ else round_
        for round_ in hand["rounds"]
    ]
    if "deal" in hand:
        deal = {name: thing for name, thing in hand["deal"].items() if name not in SECRET}
        if "shuffle" in deal:
            deal["shuffle"] = shuffle = {**deal["shuffle"]}
            for name in ("seed",) if words else ("seed", "table_seed"):
                shuffle.pop(name, None)
        seen["deal"] = deal
    return seen


def _sealed_round(round_: Json) -> Json:
    seen = {name: thing for name, thing in round_.items() if name != "draws"}
    if seen["lance"] == DISCARDS:
        seen["calls"] = [_faceless(call, DISCARDS) for call in seen["calls"]]
    return seen


def _faceless(call: str, lance: str) -> str:
    said = discard_in(call, lance)
    return f"{said.seat} descarto {len(said.cards)}" if said is not None else call


def discard_in(text: str, lance: str) -> Call | None:
    """The discard call a text in a round is; None if it is another call or none."""
    try:
        call = grammar_of(lance).read(text)
    except NotationError:
        return None
    return call if call.verb == "descarto" else None


def seal_of_match(replay: Replay, last: str, version: str = VERSION) -> str:
    """The seal of the whole file: the last hand's seal, and everything outside the hands."""
    return seal_of_rest(replay._replace(hands=()).as_json(), last, version)


def seal_of_rest(document: Json, last: str, version: str = VERSION) -> str:
    """The seal of the whole file, given as JSON."""
    return version + digest(last + _plain({n: v for n, v in document.items() if n not in OUTSIDE}))


class Seals(NamedTuple):
    """Which parts of a record are sealed, and which of these in the older version.

    Hands by their numbers, in order; the file itself is ``match``.
    """

    there: tuple[str, ...]
    absent: tuple[str, ...]
    older: tuple[str, ...]

    @property
    def how_many(self) -> str:
        """``all``, ``some`` or ``none`` of the hands and the match."""
        return "none" if not self.there else "some" if self.absent else "all"


def seals_of(replay: Replay) -> Seals:
    """Which hands are sealed, and whether the file is. Does not check the seals."""
    parts = [(str(number), hand.seal) for number, hand in enumerate(replay.hands, 1)]
    parts.append(("match", replay.seal))
    return Seals(
        tuple([part for part, seal in parts if seal is not None]),
        tuple([part for part, seal in parts if seal is None]),
        tuple([part for part, seal in parts if seal is not None and not version_of(seal)]),
    )


def with_seals(replay: Replay) -> Replay:
    """Seal every hand, and the file."""
    hands: list[Hand] = []
    last = ""
    for hand in replay.hands:
        last = seal_of_hand(hand, last)
        hands.append(hand._replace(seal=last))
    return replay._replace(hands=tuple(hands), seal=seal_of_match(replay, last))


def commitment(salt: str, cards: Iterable[str]) -> str:
    """The digest that commits to a hand: its salt, a colon, and the cards as printed."""
    return digest(f"{salt}:{' '.join(cards)}")
