"""What is told beside the calls: who shuffled and who cut, the draw for seats, who claims stones.

Each verb takes the words that somebody typed, and gives the record with them and what the rules
make of it. What is wrong by the rules is kept all the same: it is what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NoReturn

from mustutor.errors import NotationError
from mustutor.games import Statement
from mustutor.language import mark
from mustutor.recorder.hand import begun
from mustutor.recorder.recorder import Recorder
from mustutor.referee.statements import stated_facts, unreadable_facts
from mustutor.replay.failure import Unplayable
from mustutor.replay.format import Json
from mustutor.tuples import NamedTuple

NOBODY = "none"
MOST_DIGITS = 3


class Told(NamedTuple):
    """A record with what was told, and what the rules make of that."""

    recorder: Recorder
    statements: tuple[Statement, ...]


def shuffled(recorder: Recorder, words: str) -> Told:
    """``A2 B2``: who shuffled, in this order; ``none`` where nobody did."""
    seats = [] if words.casefold() == NOBODY else [_seat(recorder, one) for one in words.split()]
    if not words:
        _ask(mark("This should say who shuffled, as in {example}."), "shuffled A2 B2")
    return _of_deal(recorder, "shuffled", seats)


def cut(recorder: Recorder, words: str) -> Told:
    """``A2 12``: who cut, and how many cards he lifted; ``none``, that nobody was offered it."""
    who, *rest = words.split() or [""]
    if words.casefold() == NOBODY:
        return _of_deal(recorder, "cut", NOBODY)
    number = rest[0] if rest else "1"
    if not who or len(rest) > 1 or not number.isdecimal() or len(number) > MOST_DIGITS:
        _ask(mark("This should say who cut, and how many cards, as in {example}."), "cut A2 12")
    lifted = {"cards": int(number)} if rest else {}
    return _of_deal(recorder, "cut", {"by": _seat(recorder, who), **lifted})


def starter(recorder: Recorder, words: str) -> Told:
    """``Td``: the card turned up beside the stock, in games that have one."""
    if not recorder.game.draws:
        _ask(
            mark("No card is turned up in this game; where one is, it is given as in {example}."),
            "Td",
        )
    return _of_deal(recorder, "starter", str(recorder.game.deck.read(words)))


def draw(recorder: Recorder, words: str) -> Told:
    """``A1 Ro, B1 3c``: the card that each drew for the seats."""
    found = {}
    for item in words.split(","):
        seat, _, card = recorder.seated(item.strip()).partition(" ")
        if not card.strip():
            _ask(mark("This should say who drew which card, as in {example}."), "draw A1 Ro, B1 3c")
        found[_seat(recorder, seat)] = str(recorder.game.deck.read(card.strip()))
    before: Json = recorder.match.about.get("draw", {})
    grown = _readable(recorder.about(draw={**before, **found}))
    facts = stated_facts(grown.record(), grown.variant, ())
    return Told(grown, tuple([fact.statement for fact in facts if fact.place == "draw"]))


def claims(recorder: Recorder, words: str) -> Told:
    """``A1 pares, B1 grande``: who claims the stones of which lance; ``none``, that nobody does.

    Claims that were told before stay. Raises NotationError while the hand is still played.
    """
    hand = recorder.hand
    if hand is None or hand.course.unjudged or hand.position.lance not in ("showdown", "end"):
        raise NotationError(
            mark(
                "Stones are claimed once everything has been said in a hand, before the next "
                "one begins."
            )
        )
    told = () if words.casefold() == NOBODY else tuple(_claims(recorder, words))
    claimed = hand.claimed((*(hand.counting or ()), *told))
    grown = _readable(recorder.grown((*recorder.hands[:-1], claimed)))
    game = recorder.game
    if game.of_count is None:
        return Told(grown, ())
    end, waiting = claimed.settled
    last = claimed.course.last or claimed.start
    return Told(grown, tuple(game.of_count(last, end, waiting, claimed.counting or ())))


def _claims(recorder: Recorder, words: str) -> Iterator[str]:
    for item in words.split(","):
        seat, _, rest = recorder.seated(item.strip()).partition(" ")
        lance = rest.casefold().removeprefix("cobra ").strip()
        if lance not in recorder.game.phases.paid:
            example = "cuenta A1 pares, B1 grande"
            _ask(mark("This should say who claims which lance, as in {example}."), example)
        yield f"{_seat(recorder, seat)} cobra {lance}"


def _of_deal(recorder: Recorder, field: str, value: object) -> Told:
    """Tell something of the deal: of the hand under way, or of the next where it is over."""
    begins = recorder.wants == "next"
    if not recorder.hands or (recorder.wants in ("mano", "over") and not begins):
        raise NotationError(
            mark("The match is over: no other hand follows.")
            if recorder.wants == "over"
            else mark("Say who is mano first.")
        )
    hand = recorder.awaiting if begins else recorder.hands[-1]
    others = recorder.hands if begins else recorder.hands[:-1]
    start = recorder.next_start(others, hand.start.mano)
    deal = {**hand.deal, field: value}
    fresh = begun(start, deal=deal, extra=hand.extra, counting=hand.counting)
    again = replace(fresh, cards=hand.cards, shown=hand.shown).replayed(hand.events)
    grown = _readable(recorder.grown((*others, replace(again, stated=hand.stated))))
    judged: Iterable[Statement] = recorder.game.of_deal(again.start, again.deal)
    return Told(grown, tuple([one for one in judged if one.what == f"deal.{field}"]))


def _seat(recorder: Recorder, text: str) -> str:
    return recorder.names.seat(text) or text.upper()


def _readable(recorder: Recorder) -> Recorder:
    """The record, where all that is told of it names seats and cards of the table."""
    failure = unreadable_facts(recorder.record(), recorder.variant)
    if failure is not None:
        raise Unplayable(failure)
    return recorder


def _ask(sentence: str, example: str) -> NoReturn:
    raise NotationError(sentence, example=example)
