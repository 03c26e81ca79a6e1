"""Writing score sheets: one spelling for everything, so that reading gives the same record.

A field without a line of its own (other programs' fields, signatures, a shuffle) is written as
JSON in a line ``extra``.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence

from mustutor.base.errors import ReplayError
from mustutor.base.json_text import Json
from mustutor.games.failure import ordinal_name
from mustutor.replay.format import Replay
from mustutor.replay.sheet.calls import sheet_game, written_calls
from mustutor.replay.sheet.lines import INDENT, NONE, SheetStyle, listed
from mustutor.replay.sheet.notes import (
    written_claim,
    written_movement,
    written_note,
    written_stones,
)
from mustutor.replay.sheet.reader import NAME, VERSION
from mustutor.replay.writer import with_calls_in_full

TEXTS = ("event", "place", "date", "recorder", "view")
PROOFS = frozenset(("shuffle", "commit", "salts"))
"""The fields of a deal that prove it; people do not write them."""


def written(replay: Replay, *, bare: bool = False, ascii: bool = False) -> str:  # noqa: A002
    """Write a match as a sheet; `bare` leaves out what a person would not write.

    With `ascii` every other letter is an escape in quotes. What the record states is written
    unchanged, right or wrong.

    >>> from mustutor.replay.reader import loads
    >>> print(written(loads('{"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": '
    ...     '["A", "B"], "hands": [{"mano": "A", "rounds": [{"lance": "grande", "calls": '
    ...     '["A envido 2", "B no quiero"]}]}]}')), end="")
    mus-sheet 1
    variant encaje
    seats A B
    <BLANKLINE>
    hand 1 mano A
      grande: A envido 2, B no quiero
    """
    pen = SheetStyle(ascii=ascii)
    document = (_plain(replay) if bare else replay).as_json()
    return "".join(f"{line}\n" for line in _SheetWriter(document, pen).match())


def _plain(replay: Replay) -> Replay:
    """The record without checks, ledger, seals and proofs of the deal.

    Embedded rules stay: without them the record could not be played.
    """
    with contextlib.suppress(ReplayError):  # an unreadable call is unchanged
        replay = with_calls_in_full(replay)
    variant = {name: thing for name, thing in replay.variant.items() if name in ("id", "rules")}
    hands = []
    for hand in replay.hands:
        told = (hand.deal or {}).items()
        deal = {name: thing for name, thing in told if name not in PROOFS and name[:2] != "x-"}
        rounds = [round_._replace(checks=None, at_ms=None, extra={}) for round_ in hand.rounds]
        hand = hand._replace(rounds=tuple(rounds), ledger=None, seal=None, extra={})  # noqa: PLW2901
        hands.append(hand._replace(deal=deal or None))
    alone = replay._replace(signatures=None, seal=None, extra={})
    return alone._replace(variant=variant, hands=tuple(hands))


class _SheetWriter:
    """A match while it is written: what is left of it, its grammar, the notes still to come."""

    def __init__(self, document: Json, pen: SheetStyle) -> None:
        self.left = {name: thing for name, thing in document.items() if name != "format"}
        self.pen, self.game = pen, sheet_game(document["variant"])
        self.seats: list[str] = document["seats"]
        self.notes = {place: told for place, told in document.get("notes", {}).items() if told}

    def match(self) -> Iterator[str]:
        """Write the match."""
        left, pen = self.left, self.pen
        hands = left.pop("hands")
        yield f"{NAME} {VERSION}"
        yield from self._variant(left.pop("variant"))
        yield from listed("seats ", left.pop("seats"), " ")
        if left.get("players"):
            yield from self._players(self._by_seat(left.pop("players")))
        yield from (f"{name} {pen.named(left.pop(name))}" for name in TEXTS if name in left)
        stones = [name for name in ("start", "games") if name in left]
        yield from (f"{name} {written_stones(left.pop(name))}" for name in stones)
        if left.get("draw") and self.game.deck.canonical(left["draw"].values()):
            drawn = self._by_seat(left.pop("draw"))
            yield from listed("draw ", [f"{seat} {card}" for seat, card in drawn.items()], ", ")
        if "seal" in left:
            yield f"seal {left.pop('seal')}"
        claims = left.pop("claims") if left.get("claims") else []
        if self.notes:
            empty = {place: told for place, told in left.pop("notes").items() if not told}
            left |= {"notes": empty} if empty else {}
        yield from self._extra("match", left)
        for number, hand in enumerate(hands, 1):
            yield ""
            yield from self._hand(hand, number)
        if self.notes or claims:
            yield ""
        for place in sorted(self.notes):
            yield from self._notes(place)
        for claim in claims:
            yield from written_claim(claim, self.seats, pen)

    def _variant(self, left: Json) -> Iterator[str]:
        left = dict(left)
        name = left.pop("id")
        plain = name.isascii() and name.replace("_", "").isalnum()
        digest = [left.pop("digest")] if "digest" in left else []
        yield " ".join(["variant", self.pen.word(name, plain), *digest])
        yield from self._extra("variant", left)

    def _players(self, players: Json) -> Iterator[str]:
        """Write the players: on one line, or one line each if a name needs it."""
        pen, names = self.pen, players.values()
        if all(isinstance(name, str) and pen.is_bare(name, without=',"') for name in names):
            told = [f"{seat} {name}" for seat, name in players.items()]
            yield from listed("players ", told, ", ")
            return
        for seat, name in players.items():
            yield f"player {seat} {pen.named(name)}"

    def _by_seat(self, things: Json) -> Json:
        """A mapping by seat in the order of the seats."""
        known = {seat: place for place, seat in enumerate(self.seats)}
        return dict(sorted(things.items(), key=lambda thing: (known.get(thing[0], 9), thing[0])))

    def _hand(self, hand: Json, number: int) -> Iterator[str]:
        left = dict(hand)
        deal = dict(left.pop("deal", {}))
        if "deal" in hand and not deal:
            left["deal"] = {}
        source = deal.pop("source", "")
        yield f"hand {number} mano {left.pop('mano')} {source}".rstrip()
        for line in self._hand_lines(left, deal, number):
            yield INDENT + line

    def _hand_lines(self, left: Json, deal: Json, number: int) -> Iterator[str]:
        """Write a hand below its first line: its deal, its rounds, what the record states."""
        rounds = left.pop("rounds")
        if cards := self._cards_by_seat(deal, "cards"):
            yield from cards
        yield from self._dealing(deal)
        yield from self._extra("deal", deal)
        yield from self._notes(str(number))
        begun: Counter[str] = Counter()
        for round_ in rounds:
            name = round_["lance"]
            begun[name] += 1
            yield from self._round(round_, f"{number}.{ordinal_name(name, begun[name])}")
        ledger = left.pop("ledger", None)
        if ledger is not None:
            told = [written_movement(movement, self.pen) for movement in ledger] or [NONE]
            yield from (f"ledger {movement}" for movement in told)
        if "after" in left:
            yield f"after {written_stones(left.pop('after'))}"
        if "seal" in left:
            yield f"seal {left.pop('seal')}"
        yield from self._extra("hand", left)

    def _round(self, round_: Json, place: str) -> Iterator[str]:
        left = dict(round_)
        lance, calls = left.pop("lance"), left.pop("calls")
        said = written_calls(calls, self.pen, self.game.grammar)
        yield from listed(f"{lance}: ", said, ", ")
        below: list[str] = []
        if draws := self._cards_by_seat(left, "draws"):
            below += listed("draws ", draws, ", ")
        for name, word in (("checks", "checks"), ("at_ms", "times")):
            if name in left:
                below += listed(f"{word} ", list(map(str, left.pop(name))), " ")
        below += self._extra("round", left)
        for told in (place, *(f"{place}.{n}" for n in range(1, len(calls) + 1))):
            below += self._notes(told)
        yield from (INDENT + line for line in below)

    def _dealing(self, deal: Json) -> Iterator[str]:
        """Write who shuffled and cut, and the stock; removes them from the deal given."""
        if "shuffled" in deal:
            yield " ".join(["shuffled", *(deal.pop("shuffled") or [NONE])])
        cut = deal.get("cut", {})
        if cut == NONE:
            yield f"cut {deal.pop('cut')}"
        elif cut and set(cut) <= {"by", "cards"}:
            del deal["cut"]
            yield " ".join(["cut", *[str(cut[part]) for part in ("by", "cards") if part in cut]])
        if "starter" in deal:
            yield f"starter {self._cards([deal.pop('starter')])}"
        piles = [("stock", deal.pop("stock"))] if "stock" in deal else []
        # An empty restock has no line of its own, and is written as JSON.
        again = deal.pop("restocks") if deal.get("restocks") else []
        for word, pile in (*piles, *(("restock", pile) for pile in again)):
            yield from listed(f"{word} ", [self._cards([card]) for card in pile], ", ")
        if held := self._cards_by_seat(deal, "held"):
            yield from listed("held ", held, ", ")

    def _cards_by_seat(self, left: Json, name: str) -> list[str]:
        """Write the cards of each seat and take them from what is left, if every seat has some."""
        hands = left.get(name) or {}
        if not all(hands.values()):
            hands = {}
        elif hands:
            del left[name]
        return [f"{seat} {self._cards(cards)}" for seat, cards in self._by_seat(hands).items()]

    def _cards(self, cards: Sequence[str]) -> str:
        """Write cards: bare in canonical spelling, any other text in quotes."""
        deck = self.game.deck
        return " ".join(self.pen.word(card, deck.canonical([card]) is not None) for card in cards)

    def _notes(self, place: str) -> list[str]:
        notes = self.notes.pop(place, ())
        return [line for note in notes for line in written_note(place, note, self.pen)]

    def _extra(self, part: str, left: Json) -> Iterator[str]:
        """Write the fields left over of a part, one line each."""
        for name in sorted(left):
            yield f"extra {part} {self.pen.json({name: left[name]})}"
