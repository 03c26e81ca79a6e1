"""The middle of the table: the lance being played, the stake on it, and what became of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mustutor.calls import DECK
from mustutor.games.mus_family.state import Outcome
from mustutor.games.teller import teller_of
from mustutor.language import Language
from mustutor.position import Position
from mustutor.ui.pieces import Row, ScreenPen

APART = "  "


class Middle(NamedTuple):
    """What lies in the middle: of the lance being played, and of those closed before it."""

    now: tuple[Row, ...]
    closed: tuple[Row, ...]


def middle_of(position: Position, pen: ScreenPen) -> Middle:
    """What a player sees in the middle of the table, a row each."""
    tongue = pen.language
    now: list[Row] = [(("heading", pen.clean(_lance(position, tongue))),)]
    now += [(("middle", pen.clean(text)),) for text in _now(position, tongue)]
    closed = [(("middle", pen.clean(text)),) for text in _closed(position, tongue)]
    return Middle(tuple(now), tuple(closed))


def _lance(position: Position, tongue: Language) -> str:
    if position.lance == "end":
        return tongue.say("The hand is over")
    return teller_of(position.variant).heading(position.lance, tongue)


def _now(position: Position, tongue: Language) -> Iterator[str]:
    say, auction = tongue.say, position.state.auction
    if auction is not None and auction.ordago:
        yield say("órdago by {seat}", seat=auction.bettor)
    elif auction is not None and auction.stake:
        yield tongue.count(
            "{number} stone by {seat}",
            "{number} stones by {seat}",
            auction.stake,
            seat=auction.bettor,
        )
    elif auction is not None:
        yield say("no bet yet")
    if position.speaker not in ("", DECK):
        yield say("{seat} speaks", seat=position.speaker)
    if position.winner:
        yield say("{side} wins the game", side=position.winner)
    if position.loser:
        yield say("{seat} loses the game", seat=position.loser)
    if position.table.sides != position.table.seats:
        score = APART.join(f"{side} {stones}" for side, stones in position.in_front().items())
        target = position.variant.rules.get("score.target")
        yield say("{score} of {target}", score=score, target=target)


def _closed(position: Position, tongue: Language) -> Iterator[str]:
    if position.lance == "end":
        return
    pots, teller = dict(position.pots), teller_of(position.variant)
    for outcome in position.state.closed:
        lance = teller.heading(outcome.lance, tongue)
        if pots.get(outcome.lance):
            stones = pots[outcome.lance]
            yield tongue.say("{lance}: pot of {stones}", lance=lance, stones=stones)
        else:
            yield _became(outcome, lance, tongue)


def _became(outcome: Outcome, lance: str, tongue: Language) -> str:
    say, auction = tongue.say, outcome.auction
    match outcome.kind:
        case "ordago":
            return say("{lance}: órdago seen", lance=lance)
        case "seen":
            return say("{lance}: {stones} seen", lance=lance, stones=auction.stake)
        case "unanswered_bet" | "unanswered_raise":
            return say("{lance}: bet not seen", lance=lance)
        case "nobody":
            return say("{lance}: nobody has it", lance=lance)
        case "lone":
            return say("{lance}: only {seats}", lance=lance, seats=" ".join(outcome.seats))
        case "void":
            return say("{lance}: void", lance=lance)
        case _:
            return say("{lance}: no bet", lance=lance)
