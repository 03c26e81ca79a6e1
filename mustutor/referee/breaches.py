"""What is irregular and no call: how the deck was dealt, and stones forgotten at the count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor import games
from mustutor.calls import Call, dealt
from mustutor.games import Breach
from mustutor.position import Step
from mustutor.referee.irregularity import PENALTY, Irregularity, RulingBranch
from mustutor.replay.playback import Played


def breaches(match: Sequence[Played], hands: int) -> Iterator[Irregularity]:
    """The irregularities of the hands of a match of so many that no call is, in their order."""
    for played in match:
        if played.start.table.hand != played.number:
            continue  # it could not begin
        game, hand = games.game_of(played.start.variant.game), played.hand
        if hand.deal:
            for breach in game.of_dealing(played.start, played.end, hand.deal):
                yield _irregularity(breach, played)
        after = hand.after if played.number < hands else None
        if (hand.counting or after is not None) and played.settled:
            for breach in game.of_forgetting(played.end, hand.claimed, after):
                yield _irregularity(breach, played)


def _irregularity(breach: Breach, played: Played) -> Irregularity:
    kind, offence, seat, rule, recourses, option, ruling = breach.misstep
    call = ruling.call if ruling is not None else Call(seat, "")
    branches = []
    for recourse in recourses:
        way = played
        if recourse.after is not played.end:
            # The deal is void: not a word of it counts.
            step = Step(played.start, dealt({}), recourse.after)
            way = played._replace(
                steps=(step,), end=recourse.after, open=(), missing=(), failure=None
            )
        name = PENALTY if ruling is not None else recourse.name
        branches.append(RulingBranch(name, recourse.rule, way))
    place, rules = f"{played.number}.{breach.what}", played.start.variant
    return Irregularity(
        kind,
        offence,
        place,
        "",
        call,
        seat,
        "",
        "",
        rule,
        option,
        breach.fault,
        tuple(branches),
        rules,
        ruling,
    )
