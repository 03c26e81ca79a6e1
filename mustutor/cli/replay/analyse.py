"""The command `replay analyse`: what each call was worth, and how much was luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.analysis.coach.match import PLAYOUTS, Thresholds, analyses
from mustutor.analysis.coach.playing_habits import betting_model
from mustutor.analysis.coach.report import decision_lines, hand_results, match_report, notes_of
from mustutor.base.errors import IllegalCall, NotationError, no_such_seat
from mustutor.cli.common_options import Status, UsageError, refused_as_usage
from mustutor.cli.console import Console, write, write_lines
from mustutor.cli.output_files import WRITTEN, refuse_over, refuse_over_others, save, write_page
from mustutor.cli.parameters import ANSWERS, FORCE, JSON, RECORD, flag, option
from mustutor.cli.replay.records import is_unreadable, matches, title
from mustutor.cli.replay.sheets import records_text
from mustutor.cli.replay.show import coached_page_of
from mustutor.cli.replay.verdicts import ANALYSED, Pace
from mustutor.games.explain import Explanation
from mustutor.replay.format import rules_of
from mustutor.replay.names import by_name
from mustutor.replay.reader import STDIN

if TYPE_CHECKING:
    from mustutor.analysis.coach.match import AnalysedHand, Decision, HandAnalysis
    from mustutor.base.language import Language
    from mustutor.cli.replay.records import Match
    from mustutor.games.question import Stop
    from mustutor.replay.format import Replay

MOST_PLAYOUTS = 100_000
THOUSAND = 1000
MOST_STONES = 1_000.0


def analyse(
    console: Console,
    file: str = RECORD,
    seat: str = option("--seat SEAT", "Tell of the calls of this seat alone."),
    number: int = option("--match", "Which match, in a file of several; 0: all.", 0, least=0),
    hand: int = option("--hand", "Which hand of a match; 0: all.", 0, least=0),
    doubtful: float = option("--doubtful STONES", "From which loss on a call is doubtful.", 1.0),
    bad: float = option("--bad STONES", "From which loss on it is bad.", 2.0),
    very_bad: float = option("--very-bad STONES", "From which loss on it is very bad.", 4.0),
    playouts: int = option(
        "--playouts",
        "The most deals each call is tried with; fewer where fewer tell.",
        PLAYOUTS,
        least=8,
        most=MOST_PLAYOUTS,
    ),
    seed: str = option("--seed TEXT", "The same seed finds the same losses.", "coach"),
    notes: str = option(
        "--notes -o FILE", "Write the record there, with a note at each call that is marked."
    ),
    html: str = option(
        "--html FILE", "Write a page that plays it, with what each call was worth; - is the output."
    ),
    force: bool = FORCE,
    walk: bool = flag("--walk", "Ask what is better at each marked call."),
    answers: Path | None = ANSWERS,
    json: bool = JSON,
    progress: bool = flag(
        "--progress", "Say on standard error how far it is, on a terminal or not."
    ),
) -> Status:
    """Say what each call of a record was worth."""
    thresholds = _thresholds(doubtful, bad, very_bad)
    if notes:
        refuse_over(Path(notes), force=force)
    if html:
        refuse_over_others(html)
    if html and (json or walk):
        raise UsageError("--html cannot be joined with --json or --walk.")
    page = ""
    if walk and (json or file == STDIN):
        raise UsageError("--walk asks about a file, and gives no JSON.")
    status = Status.DONE
    kept: list[Replay] = []
    stops: list[Iterator[Stop]] = []
    found = 0
    for match in matches(file):
        if number not in (0, match.number):
            continue
        found += 1
        if html and found > 1:
            raise UsageError(
                "A page holds one match, and {record} has several: say which with --match.",
                record=file,
            )
        if is_unreadable(console, match):
            status = Status.UNREADABLE
            continue
        replay, own = match.replay, seat.upper()
        _asked(replay, seat, hand)
        with refused_as_usage(NotationError):
            hands = analyses(
                replay,
                rules_of(replay)[0],
                seed=seed,
                playouts=playouts,
                thresholds=thresholds,
                hand=hand,
                seats=(own,) if walk and own else (),
            )
        pace = Pace(console, len(replay.hands) if not hand else 1, asked=progress, work=ANALYSED)
        if walk and not notes:
            stops.append(_mistakes(console, match, _judged(_paced(hands, pace), pace)))
            continue
        told = json or walk or html
        done: list[AnalysedHand] = []
        if not told:
            title(console, replay)
        language = by_name(console.language, replay)
        for one in _paced(hands, pace):
            if not told:
                _tell_decisions(console, one, pace, language, own)
            done.append(one.analysed().of(own))
            pace.clear()
            for decision in done[-1].decisions if json else ():
                console.document(decision.document())
            if not told:
                _tell_results(console, hand_results(done[-1], language))
        if walk:
            judged = chain.from_iterable(one.decisions for one in done)
            stops.append(_mistakes(console, match, judged))
        elif not told:
            console.write()
            write(console, match_report(done, language, _player(replay)))
        kept.append(_noted(replay, done))
        if html:
            page = coached_page_of(console, match, done, kept[-1], player=_player(replay))
    if not found:
        raise UsageError("There is no match {number} in {record}.", number=number, record=file)
    if page:
        write_page(console, page, html)
    if notes:
        save(console, records_text(kept, notes), notes, "" if json else WRITTEN, force=force)
    return _walked(console, stops, answers) if walk else status


def _paced(hands: Iterable[HandAnalysis], pace: Pace) -> Iterator[HandAnalysis]:
    """The hands as they are analysed, while it is told how far that is."""
    for hand in hands:
        yield hand
        pace.add(1, 1)
    pace.end()


def _judged(hands: Iterable[HandAnalysis], pace: Pace) -> Iterator[Decision]:
    """Each decision as soon as it is judged."""
    for hand in hands:
        for one in hand.decisions:
            pace.clear()
            yield one


def _tell_decisions(
    console: Console, hand: HandAnalysis, pace: Pace, language: Language, seat: str
) -> None:
    """Write what each decision of a hand was worth as soon as it is judged."""
    pace.clear()
    console.write()
    write(console, Explanation(language.say("Hand {hand}", hand=hand.played.number), ()))
    for line in decision_lines(hand, language, seat):
        write_lines(console, line)
        console.flush()


def _tell_results(console: Console, results: Explanation) -> None:
    for passage in results.passages:
        if passage.heading:
            console.write()
        write(console, Explanation("", (passage,)))


def _player(replay: Replay) -> str:
    """Who played on from each call."""
    return betting_model(rules_of(replay)[0], len(replay.seats)).name


def _mistakes(console: Console, match: Match, judged: Iterable[Decision]) -> Iterator[Stop]:
    """The marked calls as questions."""
    from mustutor.tutor.record_walk import mistakes_of

    return mistakes_of(match.replay, judged, by_name(console.language, match.replay))


def _walked(console: Console, stops: list[Iterator[Stop]], answers: Path | None) -> Status:
    """Ask for a better call at each stop; missed ones become cards of the review."""
    from mustutor.cli.tutor.walk import run_walk, tell_outcome
    from mustutor.tutor.progress_file import ProgressStore
    from mustutor.tutor.record_walk import NAME
    from mustutor.tutor.review import GrowingReview
    from mustutor.tutor.walk import Walk

    source = GrowingReview([], console.language.code, NAME, stops)
    if source.stop(0) is None:
        console.say("Nothing is marked that could be asked about.")
        return Status.DONE
    return tell_outcome(console, run_walk(console, Walk(source), ProgressStore(), answers=answers))


def _thresholds(doubtful: float, bad: float, very_bad: float) -> Thresholds:
    given = (doubtful, bad, very_bad)
    fit = all(isfinite(one) and 0 <= one <= MOST_STONES for one in given)
    if not fit or not doubtful <= bad <= very_bad:
        raise UsageError(
            "--doubtful, --bad and --very-bad are stones, each no less than the one before it."
        )
    return Thresholds(*[round(one * THOUSAND) for one in given])


def _asked(replay: Replay, seat: str, hand: int) -> None:
    """Refuse a seat or a hand that the match has not."""
    if seat and seat.upper() not in replay.seats:
        raise UsageError.of(IllegalCall(no_such_seat(seat, replay.seats, "")))
    if hand > len(replay.hands):
        raise UsageError(
            "There is no hand {hand}: the match has {number}.", hand=hand, number=len(replay.hands)
        )


def _noted(replay: Replay, hands: list[AnalysedHand]) -> Replay:
    """The record with a note at each marked call; notes stand outside every seal."""
    told = {place: list(there) for place, there in (replay.notes or {}).items()}
    for place, more in notes_of(hands).items():
        told.setdefault(place, []).extend(more)
    return replay._replace(notes=told or None)
