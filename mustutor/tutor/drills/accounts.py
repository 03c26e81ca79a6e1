"""A hand counted movement by movement, with what everybody has after each of them."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.explain.claim import told_movement
from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.replay.playback import Played
from mustutor.tutor.findings.count import fronts, told_front


def counted(played: Played, tongue: Language) -> tuple[Line, ...]:
    """Tell every movement of the hand, and where the game was decided by one of them."""
    return tuple(_lines(played, tongue))


def _lines(played: Played, tongue: Language) -> Iterator[Line]:
    end, start = played.end, played.start.in_front()
    yield Line(tongue.say("Before the hand."), kind="before", said=told_front(start))
    for entry, front in fronts(end.ledger, start):
        yield told_movement(entry, tongue)._replace(said=told_front(front), indent=1)
    if end.winner:
        text = tongue.say(
            "{side} has reached {target}: the game is won, and the count stops.",
            side=end.winner,
            target=end.variant.number("score.target"),
        )
        yield Line(text, ("MUS-CNT-2",), "winner", indent=0)
    elif end.loser:
        text = tongue.say("{seat} alone has stones left, and has lost.", seat=end.loser)
        yield Line(text, ("ENC-END-1",), "loser", indent=0)
    elif end.variant.game == "encaje":
        text = tongue.say("More than one player has stones left: the game goes on.")
        yield Line(text, ("ENC-END-1",), "goes_on", indent=0)
