"""One's own mistakes as questions: the moment again, with what that seat knew, and what to say.

The coach finds them in a record and judges what else might have been said
(`mustutor.analysis.coach`). A question is named by where it was found, so that a review can put it
again for as long as the record is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mustutor.analysis.coach.decision import THROWN
from mustutor.analysis.coach.match import AnalysedHand, DecidedMoment, decided_at, words
from mustutor.analysis.coach.report import better_told, cost_told, odds_told
from mustutor.base.errors import MustutorError
from mustutor.base.language import Language
from mustutor.games.failure import Place, read_place
from mustutor.games.question import Misconception, Question, Scene, Stop, words_said
from mustutor.games.seat_view import view
from mustutor.games.teller import teller_of
from mustutor.replay.files import read
from mustutor.replay.format import Replay, rules_of
from mustutor.tutor.lesson.source import hearing
from mustutor.tutor.progress import OWN_CALLS, RECORD

LONGEST = 1_000
"""No name of a question is longer."""


def mistakes_of(
    replay: Replay,
    file: Path,
    match: int,
    hands: Iterable[AnalysedHand],
    seat: str,
    language: Language,
) -> tuple[Stop, ...]:
    """The marked calls of a match as questions, of one seat or of all; throws are left out."""
    places = [
        one.place
        for hand in hands
        for one in hand.decisions
        if one.mark and seat in ("", one.seat) and one.judged.call.verb not in THROWN
    ]
    stops = [_stop(replay, file, match, place, language) for place in places]
    return tuple([stop for stop in stops if stop is not None])


def mistake_named(name: str, language: Language) -> Stop | None:
    """The question of a name, ``record:MATCH/PLACE/FILE``; None where it can no longer be put."""
    rest = name.removeprefix(RECORD)
    number, _, where = rest.partition("/")
    text, _, file = where.partition("/")
    place = read_place(text)
    if rest == name or place is None or not (number.isascii() and number.isdigit()):
        return None
    try:
        for one in read(file):
            if one.number == int(number[:9]) and one.replay is not None:
                return _stop(one.replay, Path(file), one.number, place, language)
    except (MustutorError, OSError, ValueError):
        return None
    return None


def _stop(replay: Replay, file: Path, match: int, place: Place, language: Language) -> Stop | None:
    """The moment of a call as a question; None where another was not better after all."""
    name = f"{RECORD}{match}/{place}/{file.resolve()}"
    moment = decided_at(replay, rules_of(replay)[0], place)
    if moment is None or moment.was.best == moment.was.call or len(name) > LONGEST:
        return None
    seat = moment.step.call.seat
    seen = view(moment.step.before, seat, moment.steps).position
    scene = Scene(
        language.say("Hand {hand}", hand=place.hand),
        position=seen,
        face_up=frozenset((seat,)),
        words=words_said(seen, moment.steps, language),
    )
    return Stop(str(place), scene, _question(name, place, moment, language))


def _question(name: str, place: Place, moment: DecidedMoment, language: Language) -> Question:
    was, before = moment.was, moment.step.before
    said, seat = words(was.call), moment.step.call.seat
    asked = language.say(
        "Hand {hand}, {lance}: {seat} said {call}. What is better?",
        hand=place.hand,
        lance=teller_of(before.variant).names(before.lance, language)["lance"],
        seat=seat,
        call=said,
    )
    lost = Misconception("said", cost_told(was, language))
    return Question(
        id=name,
        skill=OWN_CALLS,
        kind="call",
        prompt=asked,
        answer=words(was.best),
        accepted=tuple(map(words, was.as_good)),
        speaker=seat,
        understood=hearing(before),
        game=before.variant.game,
        hints=tuple(odds_told(was, language)),
        misconceptions={said: lost},
        otherwise=language.say("The coach has found something better."),
        remark=better_told(was, moment.mark, language),
    )
