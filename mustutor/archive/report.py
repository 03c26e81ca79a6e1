"""What verification found about a match, in words and numbers that cross processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

from mustutor.base.errors import MustutorError, ReplayError, Unreadable, with_suggestion
from mustutor.base.json_text import NOTHING, Json
from mustutor.base.language import Language, mark
from mustutor.games.explain import sentence_rows
from mustutor.games.failure import Failure, Missing
from mustutor.games.tell_hand import calls_in_words
from mustutor.model.position import Position
from mustutor.referee.statements import after_lines, in_words, ledger_lines
from mustutor.referee.trust.sealing import deals_of, trust_in_words, uncovered, unjudged_signature
from mustutor.referee.trust.signature import valid_signatures
from mustutor.referee.verify import Verdict
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played
from mustutor.replay.reader import STDIN
from mustutor.replay.seals import seals_of

UNREADABLE = "unreadable"
INCOMPLETE = mark("Not everything in it could be judged, and --require-complete demands that.")
UNSIGNED = mark("It has no valid signature by the key {key}.")


class Requirements(NamedTuple):
    """What is asked of a match beyond that it agrees with the rules.

    That all of it could be judged (`whole`), and that a key has signed it (`signed_by`).
    """

    whole: bool = False
    signed_by: str = ""

    def refused(self, report: Report) -> str:
        """Why a match that agrees is refused: ``unsigned`` or ``incomplete``, or nothing."""
        if not report.ok:
            return ""
        if self.signed_by and self.signed_by not in report.signed_by:
            return "unsigned"
        return "incomplete" if self.whole and not report.complete else ""

    def said(self, report: Report, language: Language) -> str:
        """Say why a match that agrees is refused."""
        unsigned = self.refused(report) == "unsigned"
        return language.say(UNSIGNED if unsigned else INCOMPLETE, key=self.signed_by)


NO_DEMANDS = Requirements()


def of_types(things: Iterable[Iterable[Any]], types: Iterable[type]) -> None:
    """Raise TypeError unless every thing is made of values of these types, one after the other.

    >>> of_types([("ok", 3)], (str, int))
    """
    wanted = list(types)
    for thing in things:
        if [type(value) for value in thing] != wanted:
            raise TypeError(thing)


class Report(NamedTuple):
    """What verification found about a match, in words.

    `place`, `code` and `message` are of the first fault; `call` is the call as recorded, `line`
    our position line there, `legal` what could have been said instead. `missing` are sentences
    about what could not be judged; what is not `readable` could not even be read.
    `row` is the line of the file (0 where the file is one match, or cannot be read at all),
    `column` where on it; `offset` the byte the line begins at, of a packed file once unpacked.
    `counted` shows the lances that make a difference of stones, a sentence a line.
    `trust` is what seals and signatures add, a sentence a line. `gaps` are what `missing` says,
    for programs; `rules` whether they are those of a ``preset`` or ``embedded``, `seals` whether
    ``all``, ``some`` or ``none`` of the hands and the match are sealed, `signed_by` the keys whose
    signatures hold, `deals` how hands were dealt that a program dealt with words of the table,
    `uncovered` what neither seal nor signature nor commitment covers.
    """

    file: str
    match: int
    verdict: str
    complete: bool
    place: str
    code: str
    message: str
    hands: int
    after: dict[str, int]
    call: str = ""
    line: str = ""
    legal: str = ""
    missing: tuple[str, ...] = ()
    readable: bool = True
    row: int = 0
    column: int = 0
    offset: int = 0
    in_lines: bool = False
    stones: int = 0
    trust: str = ""
    gaps: tuple[Missing, ...] = ()
    rules: str = ""
    seals: str = ""
    signed_by: tuple[str, ...] = ()
    deals: tuple[Json, ...] = ()
    uncovered: Json = NOTHING
    counted: str = ""

    @classmethod
    def of(cls, written: list[Any]) -> Report:
        """The report a journal has kept; raises TypeError or ValueError where it is none."""
        report = cls(*written)
        gaps = tuple([Missing(place, what, tuple(seats)) for place, what, seats in report.gaps])
        missing, signed_by = tuple(report.missing), tuple(report.signed_by)
        deals = tuple(report.deals)
        report = report._replace(gaps=gaps, missing=missing, signed_by=signed_by, deals=deals)
        of_types(
            [report],
            [type(thing) for thing in cls("", 0, "", False, "", "", "", 0, {}, uncovered={})],
        )
        of_types(zip(deals), (dict,))
        of_types(gaps, (str, str, tuple))
        of_types(report.after.items(), (str, int))
        of_types(zip(chain(missing, signed_by, *[gap.seats for gap in gaps])), (str,))
        return report

    @property
    def ok(self) -> bool:
        """Whether the match could be read and agrees with the rules."""
        return self.readable and self.verdict == "ok"

    def said(self, language: Language) -> str:
        """Say what is wrong; of what cannot be read, with its ``FILE:LINE:COLUMN``."""
        if self.readable:
            return self.message
        file = "<stdin>" if self.file == STDIN else self.file
        place = f"{file}:{self.row}:{self.column}" if self.row else file
        return language.say("{place}: {problem}", place=place, problem=self.message)

    def as_json(self, language: Language, demands: Requirements = NO_DEMANDS) -> dict[str, object]:
        """The report as `replay verify --json` writes it.

        One that does not meet the demands says which.
        """
        written: dict[str, object] = {
            "file": self.file,
            "match": self.match,
            "verdict": self.verdict,
            "complete": self.complete,
        }
        if self.message:
            place = f"{self.row}:{self.column}" if not self.readable and self.row else self.place
            written |= {"place": place, "code": self.code, "message": self.said(language)}
        written |= {"hands": self.hands, "after": self.after}
        if not self.readable:
            return written
        missing = [
            {name: thing for name, thing in gap._asdict().items() if thing}
            | {"why": why_unjudged(gap, language)}
            for gap in self.gaps
        ]
        if self.counted:
            written["counted"] = self.counted.splitlines()
        if refused := demands.refused(self):
            written |= {"refused": refused, "message": demands.said(self, language)}
        stated = {"missing": missing, "rules": self.rules, "seals": self.seals}
        if self.deals:
            written["deals"] = list(self.deals)
        if self.uncovered:
            written["uncovered"] = self.uncovered
        return written | stated | {"signed_by": list(self.signed_by)}


def match_error(
    file: str, problem: MustutorError | str, language: Language, *, number: int = 1, **where: Any
) -> Report:
    """The report on what cannot be read: the reason without its place, which is `where`."""
    if isinstance(problem, MustutorError):
        hint = problem.hint if isinstance(problem, Unreadable) else ""
        text = with_suggestion(language.say(problem.sentence, **problem.evidence), hint, language)
    else:
        text = language.say(problem)
    report = Report(file, number, UNREADABLE, False, "", "", text, 0, {}, readable=False)
    return report._replace(**where)


def file_error(file: str, problem: ReplayError, language: Language, number: int = 1) -> Report:
    """The report on a file that cannot be read, at the place the problem names."""
    where: dict[str, Any] = {}
    if problem.line:
        where = {"row": problem.line, "column": problem.column}
    return match_error(file, problem, language, number=number, **where)


def reported(
    replay: Replay, verdict: Verdict, file: str, language: Language, number: int = 1
) -> Report:
    """Report on a match, and on what was found when it was verified."""
    bare = uncovered(replay)
    # A signature of a seal that differs is one of another record.
    signers = valid_signatures(replay) if verdict.seals == "hold" else []
    report = Report(
        file,
        number,
        verdict.verdict,
        verdict.complete,
        "",
        "",
        "",
        len(verdict.hands),
        verdict.after,
        missing=tuple(gaps(verdict.missing, language)),
        stones=sum(entry.stones for played in verdict.hands for entry in played.end.ledger),
        trust="\n".join(trust_in_words(replay, verdict, language, bare)),
        gaps=verdict.missing,
        rules="embedded" if "rules" in replay.variant else "preset",
        seals=seals_of(replay).how_many,
        signed_by=tuple([str(one["key"]) for one in signers]),
        deals=tuple([deal.as_json() for deal in deals_of(replay) if deal.words]),
        uncovered=bare.as_json(),
    )
    return _with_fault(report, verdict, language)


def _with_fault(report: Report, verdict: Verdict, language: Language) -> Report:
    failure = verdict.failure
    if failure is None:
        return report
    position = failure.position
    return report._replace(
        place=failure.place,
        code=failure.fault.rule,
        message=in_words(failure, language).said(language),
        call=failure.text,
        # Where the checks part, the message has our position line already.
        line=position.line() if position is not None and failure.verdict != "diverges" else "",
        legal=legal_instead(position, language) if failure.verdict == "illegal" else "",
        counted="\n".join(stone_differences(verdict.hands, failure, language)),
    )


def stone_differences(
    hands: Iterable[Played], failure: Failure, language: Language
) -> Iterator[str]:
    """Where the stones of a hand differ: the lances that make the difference."""
    number, _, what = failure.place.partition(".")
    found = next((played for played in hands if str(played.number) == number), None)
    if found is None or failure.verdict != "unsettled" or found.missing:
        return
    after, ledger = found.hand.after, found.hand.ledger
    if what == "after" and after is not None:
        yield from after_lines(found, after, language, ledger_adds_up=ledger is not None)
    elif what.startswith("ledger.") and ledger is not None:
        yield from ledger_lines(found, ledger, language)


def legal_instead(position: Position | None, language: Language) -> str:
    """List what the speaker could have said at a position, or nothing where nobody may speak."""
    if position is None or not position.speaker:
        return ""
    calls = ", ".join(calls_in_words(position, language))
    return language.say("{seat} could say: {calls}", seat=position.speaker, calls=calls)


MOST_GAPS = 100
"""Sentences on what is missing; further ones are counted, and a program is given all."""


def gaps(missing: Iterable[Missing], language: Language) -> Iterator[str]:
    """Say what a record does not tell, a sentence a hand and kind; those beyond are counted."""
    sentences = _gaps(missing, language)
    yield from islice(sentences, MOST_GAPS)
    beyond = sum(1 for _ in sentences)
    if beyond:
        yield language.count(
            "{number} more thing could not be judged; --json names it.",
            "{number} more things could not be judged; --json names them.",
            beyond,
        )


def _gaps(missing: Iterable[Missing], language: Language) -> Iterator[str]:
    lances: dict[str, list[str]] = {}
    for gap in missing:
        if gap.what == "lance":
            hand, _, lance = gap.place.partition(".")
            lances.setdefault(hand, []).append(lance)
    for gap in missing:
        if gap.what != "lance":
            yield why_unjudged(gap, language)
        elif of_hand := lances.pop(gap.place.partition(".")[0], None):
            yield why_unjudged(gap, language, ", ".join(of_hand))


_WHY_UNJUDGED: Mapping[str, str] = sentence_rows("unjudged")


def why_unjudged(gap: Missing, language: Language, lances: str = "") -> str:
    """Say of one thing why it could not be judged; of all the `lances` of a hand at once."""
    if gap.what in ("signature", "signature_kind"):
        return unjudged_signature(gap, language)
    hand, _, lance = gap.place.partition(".")
    return language.say(
        _WHY_UNJUDGED.get(gap.what, _WHY_UNJUDGED["else"]),
        hand=hand,
        lances=lances or lance,
        place=gap.place,
        seats=language.join_list(gap.seats) if gap.seats else "",
        field=gap.what,
        number=gap.place.rpartition(".")[2],
    )
