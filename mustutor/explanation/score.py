"""The score of a match: a row a hand, what each lance brought, and the running score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.explanation.verdict import JudgedMatch, SettledHand
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line, Passage, ScoreTable
from mustutor.language import Language
from mustutor.register import part

LEAST_HANDS = 2
WAITS = "?"


def score_page(settlement: JudgedMatch, tongue: Language) -> Explanation:
    """The score of every hand, lance by lance; without passages where there is but one hand."""
    hands = settlement.hands
    if len(hands) < LEAST_HANDS:
        return Explanation("", ())
    teller = teller_of(hands[-1].end.variant)
    lances = [lance for lance in _paid_in(hands) if any(_moved(hand, lance) for hand in hands)]
    sides = hands[0].end.table.sides
    named = [teller.heading(lance, tongue) for lance in lances]
    decided = any(hand.end.winner or hand.end.loser for hand in hands)
    head = [tongue.term("column", "hand"), tongue.term("column", "mano"), *named, *sides]
    if decided:
        won = any(hand.end.winner for hand in hands)
        head.append(tongue.say("wins") if won else tongue.say("loses"))
    rows = tuple([tuple(_row(hand, lances, sides, decided=decided)) for hand in hands])
    table = ScoreTable(tuple(head), rows, len(sides) + decided)
    (score,) = teller.lines((teller.stones(hands[-1].end, whole=True),), hands[-1].end, tongue)
    lines: tuple[Line, ...] = (score,)
    return Explanation("", (Passage(tongue.say("The match, hand by hand"), lines, table),))


def _paid_in(hands: Sequence[SettledHand]) -> tuple[str, ...]:
    """The rounds in which somebody may be paid, in their order."""
    variant = hands[-1].end.variant
    return tuple(teller_of(variant).paid_in or part(variant.game, "PHASES").paid)


def _moved(hand: SettledHand, lance: str) -> bool:
    return any(entry.lance == lance for entry in hand.end.ledger)


def _row(
    hand: SettledHand, lances: Sequence[str], sides: Sequence[str], *, decided: bool
) -> Iterator[str]:
    end = hand.end
    yield str(hand.number)
    yield hand.start.mano
    waiting = {open_.lance for open_ in hand.open}
    for lance in lances:
        net = dict.fromkeys(sides, 0)
        for entry in end.ledger:
            if entry.lance == lance:
                for account, stones in ((entry.src, -entry.stones), (entry.dst, entry.stones)):
                    if account in net:
                        net[account] += stones
        told = [f"{side} {stones}" for side, stones in net.items() if stones]
        told += [WAITS] if lance in waiting else []
        yield ", ".join(told)
    for stones in end.in_front().values():
        yield str(stones)
    if decided:
        yield end.winner or end.loser
