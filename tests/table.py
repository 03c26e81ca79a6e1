"""A table for tests: speak as players do, and read what moved. Shared by every game.

Hands are written by seat, ``"A:RRC7 B:7654"`` (ranks alone, where suits do not matter) or
``"A:Ro,Rc,7e,4b"``; calls as in records, several in one text with commas between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from mustutor import games
from mustutor.base.errors import Fault, IllegalCall
from mustutor.base.register import traits
from mustutor.games import game_of
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import HIDDEN, Call, serve_call
from mustutor.model.cards import RANKS, Card, read_card
from mustutor.model.ledger import Entry
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant, resolve_embedded
from mustutor.model.variant_file import variant_ids
from mustutor.replay import Replay
from mustutor.replay.live_file import first_line, hand_lines

Rules = Mapping[str, Any]
UNSEEN = (HIDDEN,) * 5

OF_LANCES = tuple([name for name in variant_ids() if "lances" in traits(load_variant(name).game)])
"""The rulebooks of Mus and Encaje: what they bet on are lances."""
PLAIN = ("mus", "corto", "servido", "tengo", "no tengo", "paso", "quiero", "no quiero", "ordago")


def changed(base: str, changes: Rules | None = None) -> Variant:
    """Give the rules of a packaged variant with some options answered otherwise."""
    return resolve_embedded({**load_variant(base).as_json(), **(changes or {})}, base)


def balances(start: Mapping[str, int], entries: Iterable[Entry]) -> dict[str, int]:
    """Add entries to the starting balances of the accounts, counted apart from the engine."""
    accounts = dict(start)
    for entry in entries:
        accounts[entry.src] = accounts.get(entry.src, 0) - entry.stones
        accounts[entry.dst] = accounts.get(entry.dst, 0) + entry.stones
    return accounts


def cards(text: str) -> tuple[Card, ...]:
    """Read cards written closely: ``RRC7`` or ``Ro,Rc,7e``."""
    if set(text) <= set(RANKS):
        return tuple(map(read_card, text))
    return tuple(map(read_card, text.split(",")))


def hands(text: str) -> dict[str, tuple[Card, ...]]:
    """Read hands by seat."""
    return {seat: cards(told) for seat, _, told in (word.partition(":") for word in text.split())}


def play(position: Position, *calls: str) -> Position:
    """Play calls, one after the other."""
    for text in calls:
        for call in text.split(", "):
            position = games.apply(position, read_call(call))
    return position


def serve(position: Position, told: str) -> Position:
    """Let the deck serve these cards."""
    return games.apply(position, serve_call(hands(told)))


def quiet(position: Position, until: str = "end") -> Position:
    """Let everyone declare what he has and pass, up to a lance (or to the end of the hand)."""
    while position.lance not in (until, "end", "showdown"):
        may = [option.verb for option in games.options(position)]
        verb = "paso" if "paso" in may else may[0]
        position = play(position, f"{position.speaker} {verb}")
    assert position.lance == until
    return position


def settled(position: Position) -> Position:
    """Settle the lances that are closed, whatever is left to play."""
    after, waiting = games.settle(position)
    assert waiting == ()
    return after


def stones(position: Position) -> str:
    """Write the stones of each side: ``A5 B18``."""
    return " ".join(f"{side}{count}" for side, count in position.in_front().items())


def cited(position: Position, beginning: str = "") -> list[str]:
    """Name the articles of the movements of the hand, or of those that begin so."""
    return [
        entry.rule
        for entry in position.ledger
        if f"{entry.lance} {entry.when} {entry.item}".startswith(beginning)
    ]


def spoken_in_turn(position: Position, verb: str) -> list[str]:
    """Let everyone say the same while the lance lasts: who spoke, in order."""
    lance, speakers = position.lance, []
    while position.lance == lance and position.speaker:
        speakers.append(position.speaker)
        position = play(position, f"{position.speaker} {verb}")
    return speakers


def whole_round(position: Position, text: str) -> Position | None:
    """Hear the calls of a round at once, as the verifier does; it is what playing them makes."""
    hearing = game_of(position.variant.game).rules.hearing
    assert hearing is not None
    found = hearing(position, tuple(text.split(", ")))
    if found is None:
        return None
    after, lines = found
    (ahead, behind), said = position.line_around_talk(), []
    for call in map(read_call, text.split(", ")):
        position = games.hear(position, call)
        said.append(position.line())
    assert after == position
    assert [f"{ahead}{line}{behind}" for line in lines.splitlines()] == said[:-1]
    return after


def fault(position: Position, text: str) -> Fault:
    """Give the fault with which a call is refused; playing it is refused for the same."""
    call = read_call(text)
    found = games.why_not(position, call)
    assert found is not None, f"{text} is legal at: {position.line()}"
    with pytest.raises(IllegalCall) as refusal:
        games.apply(position, call)
    assert refusal.value.fault == found
    return found


def refused(position: Position, text: str) -> str:
    """Name the article that forbids a call."""
    return fault(position, text).rule


def verbs(position: Position) -> list[str]:
    """What the speaker may say."""
    return [option.verb for option in games.options(position)]


# --- every call there is -----------------------------------------------------------------


def legal(position: Position, most: int = 1_000_000) -> Iterator[Call]:
    """Every call the options allow, stakes up to `most`; of discards, one for each number."""
    for option in games.options(position):
        if option.verb in {"envido", "subo"}:
            for stake in range(option.least, min(option.most, most) + 1):
                yield Call(option.seat, option.verb, stake)
        elif option.verb == "descarto":
            hand = position.hand_of(option.seat) or UNSEEN
            for count in range(option.least, option.most + 1):
                yield Call(option.seat, option.verb, cards=hand[:count])
        else:
            yield Call(option.seat, option.verb)


def perft(position: Position, depth: int) -> int:
    """Count the lines of so many legal calls from a position."""
    if not depth:
        return 1
    return sum(perft(games.apply(position, call), depth - 1) for call in legal(position))


def beyond(position: Position) -> Iterator[Call]:
    """Calls just outside the bounds, verbs that are no option, and options in another's mouth."""
    options = games.options(position)
    seat = position.speaker
    hand = position.hand_of(seat) or UNSEEN
    allowed = {option.verb for option in options}
    for option in options:
        if option.verb in {"envido", "subo"}:
            yield Call(seat, option.verb, option.least - 1)
            yield Call(seat, option.verb, option.most + 1)
        if option.verb == "descarto":
            yield Call(seat, "descarto", cards=hand[: option.least - 1])
            if option.most < len(hand):
                yield Call(seat, "descarto", cards=hand[: option.most + 1])
        for other in position.table.seats:
            if other != seat:
                thrown = (position.hand_of(other) or UNSEEN)[: option.least]
                yield Call(other, option.verb, option.least, thrown)
    # In Mus a paso to a bet is another word for no quiero.
    meant = {"paso"} if position.variant.game == "mus" and "no quiero" in allowed else set()
    for verb in PLAIN:
        if verb not in allowed | meant:
            yield Call(seat, verb)
    if "envido" not in allowed:
        yield from (Call(seat, "envido", stake) for stake in (1, 2, position.stones_of(seat)))
    if "subo" not in allowed:
        stake = position.state.auction.stake if position.state.auction else 0
        yield from (Call(seat, "subo", stake + more) for more in (1, 2, 3))
    if "descarto" not in allowed:
        yield Call(seat, "descarto", cards=hand[:1])


def live_lines(replay: Replay) -> Iterator[str]:
    """Write a record as the lines of a live file, one a call."""
    yield first_line(replay)
    for hand in replay.hands:
        yield from hand_lines(hand)
