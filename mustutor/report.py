"""A settlement as something to read: in text, in Markdown, as a page for a browser, as JSON.

The same pages in the same order, however they are written: what the record says of itself, the
verdict, each hand with every stone of it, what a referee makes of the rest, each claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.errors import NotationError, expect
from mustutor.explanation.brief import brief_page, miscounted_line
from mustutor.explanation.irregularity import irregularity_page
from mustutor.explanation.miscount import after_lines
from mustutor.explanation.score import score_page
from mustutor.explanation.verdict import verdict_page
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language, available, language, mark
from mustutor.referee.settle import Ruled, Settlement
from mustutor.referee.statements import Stated, ledger_differs
from mustutor.register import phases
from mustutor.replay.format import Json, Replay
from mustutor.replay.names import by_name
from mustutor.replay.place import read_place
from mustutor.replay.playback import Played
from mustutor.replay.words import about_lines, failure_page, hand_page, in_one_line, note_lines
from mustutor.variant import Variant

TEXT_WIDTH = 80
_NOT_SPOKEN = mark("There is no language {code} here; mustutor speaks {languages}.")
_NO_LANGUAGE = mark("A language is named by its code, such as es, not by {kind}.")
_NO_SETTLEMENT = mark("A {kind} is not a settlement: settle gives one, of a record.")
NAMED_BY = ("event", "place", "date")


class Explained:
    """A settlement in words: `text`, `markdown`, `html` and `json` write it.

    `brief` is the verdict alone.
    """

    def __init__(self, settlement: Settlement, tongue: Language, *, brief: bool = False) -> None:
        self.settlement = settlement
        self._tongue, self._brief = tongue, brief

    def __repr__(self) -> str:
        return f"Explained({self.settlement!r}, {self._tongue.code!r})"

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = TEXT_WIDTH) -> str:
        """Write it as plain text, laid out for so many columns."""
        from mustutor.explanation import to_text

        pages = self._pages(report=False)
        return "\n\n".join([to_text(page, width).strip("\n") for page in pages]) + "\n"

    def markdown(self) -> str:
        """Write it as Markdown, with the articles it names below."""
        from mustutor.explanation import to_markdown

        pages = markdown_pages(self.settlement, self._pages(report=True), self._tongue)
        return "\n".join([to_markdown(page) for page in pages])

    def html(self) -> str:
        """Write it as one page of HTML that needs nothing beside it."""
        from mustutor.explanation import to_html

        settlement, tongue = self.settlement, self._tongue
        pages = [opening(settlement, tongue), *self._pages(report=True)]
        return to_html(pages, tongue, deck=teller_of(settlement.variant).deck)

    def json(self) -> Json:
        """The settlement as `mustutor settle --json` writes it."""
        return self.settlement.as_json()

    def _repr_html_(self) -> str:
        from mustutor.explanation.frame import framed

        return framed(self.html())

    def _pages(self, *, report: bool) -> Iterator[Explanation]:
        return pages(self.settlement, self._tongue, brief=self._brief, report=report)


def explain(settlement: Settlement, lang: str = "en", *, brief: bool = False) -> Explained:
    """Explain every stone of a settled record, in a language; `brief` is the verdict alone.

    Raises NotationError for a language that is not spoken here.

    >>> import mustutor
    >>> settled = mustutor.settle(mustutor.load_replay("punto"))
    >>> print(explain(settled, brief=True).text().splitlines()[0])
    VERDICT
    """
    expect(settlement, Settlement, _NO_SETTLEMENT)
    expect(lang, str, _NO_LANGUAGE)
    if lang not in available():
        raise NotationError(_NOT_SPOKEN, code=lang, languages=", ".join(available()))
    return Explained(settlement, language(lang), brief=brief)


def pages(
    settlement: Settlement, tongue: Language, *, brief: bool = False, report: bool = False
) -> Iterator[Explanation]:
    """The settlement as explanations: the verdict, then each hand, the refusal, each claim.

    A `brief` one is the verdict alone; a `report` has the score of a match, hand by hand, below it.
    """
    replay = settlement.replay
    tongue = by_name(tongue, replay)
    first = brief_page(settlement, tongue)
    if first.passages:
        yield first
    if brief:
        return
    if report:
        score = score_page(settlement, tongue)
        if score.passages:
            yield score
    for played in settlement.hands:
        yield hand_page(played, tongue)
        notes = notes_of(replay, str(played.number), tongue)
        if notes:
            yield Explanation("", (Passage(tongue.say("Notes"), notes),))
        if settlement.miscounted and settlement.miscounted.place == f"{played.number}.after":
            yield _miscounted_page(settlement, played, tongue)
    if settlement.stopped is not None:
        yield failure_page(settlement.stopped, tongue)
    yield from judged_pages(settlement, tongue)


def _miscounted_page(settlement: Settlement, played: Played, tongue: Language) -> Explanation:
    """Where the score that was written first goes wrong, and what each side has instead."""
    after, ledger = played.hand.after or {}, played.hand.ledger
    adds_up = ledger is not None and ledger_differs(played) is None
    lines = [miscounted_line(settlement, tongue)]
    if not (played.missing or played.open):
        lines += map(Line, after_lines(played, after, tongue, ledger_adds_up=adds_up))
    return Explanation("", (Passage(tongue.say("The score as written"), tuple(lines)),))


def judged_pages(settlement: Settlement, tongue: Language) -> Iterator[Explanation]:
    """What is said after all hands: what a referee makes of the match, and of each claim."""
    for irregularity in settlement.irregularities:
        yield irregularity_page(irregularity, tongue)
    ruled_on = {irregularity.place for irregularity in settlement.irregularities}
    stated_too = [stated for stated in settlement.stated if stated.place not in ruled_on]
    said = tuple([_stated_line(stated, tongue) for stated in stated_too])
    said += tuple([_ruling_line(ruled, tongue) for ruled in settlement.conduct])
    if said:
        yield Explanation("", (Passage(tongue.say("The referee"), said),))
    verdict = verdict_page(settlement, tongue)
    if verdict.passages:
        yield verdict


def opening(settlement: Settlement, tongue: Language, *others: Variant) -> Explanation:
    """What stands over a settlement: the name of the record, who sat where, the rules."""
    lines = tuple(about_lines(settlement.replay, settlement.variant, tongue, *others))
    title = ""
    if any(name in settlement.replay.about for name in NAMED_BY):
        title, lines = lines[0].text, lines[1:]
    return Explanation(title, (Passage("", lines),))


def markdown_pages(
    settlement: Settlement, told: Iterable[Explanation], tongue: Language
) -> Iterator[Explanation]:
    """All of a settlement in the order of a page: its opening, its hands, the articles named."""
    from mustutor.explanation.book import book

    told = [opening(settlement, tongue), *told]
    yield from told
    named = book(told, tongue)
    if named.passages:
        yield named


def notes_of(replay: Replay, hand: str, tongue: Language) -> tuple[Line, ...]:
    """The notes on a hand and on all that belongs to it, each with its place."""
    return tuple(
        [
            line
            for place, notes in sorted((replay.notes or {}).items(), key=_reading_order)
            if place == hand or place.startswith(f"{hand}.")
            for line in note_lines(place, notes, tongue)
        ]
    )


def _reading_order(entry: tuple[str, object]) -> tuple[int, int, int, int]:
    """The order of places in a record: by hand, by lance as they are played, by call."""
    known = ("", *phases())
    at = read_place(entry[0])
    if at is None:
        return 0, len(known), 0, 0
    return at.hand, known.index(at.round) if at.round in known else len(known), at.ordinal, at.call


def _ruling_line(ruled: Ruled, tongue: Language) -> Line:
    """Say what the referee makes of a call: where, who, whether it was allowed, what it costs."""
    return Line(
        " ".join(ruled.said(tongue)),
        (ruled.ruling.rule,),
        kind="ruling",
        seat=in_one_line(ruled.place, tongue.code),
        said=in_one_line(ruled.call, tongue.code),
    )


def _stated_line(stated: Stated, tongue: Language) -> Line:
    """Say what the rules make of a cut, a shuffle or a draw that the record states."""
    rules = (stated.statement.fault.rule,)
    return Line(stated.said(tongue), rules, kind="ruling", seat=stated.place)
