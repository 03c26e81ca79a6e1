"""A settlement to read: in text, in Markdown, as a page for a browser, or as JSON.

The same pages in the same order, however they are written: what the record says of itself, the
verdict, each hand with every stone of it, what a referee makes of the rest, each claim. The score
of a match is a row a hand, with what each lance brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mustutor.base.errors import expect, language_given
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark
from mustutor.base.register import game_part, notebook_html, phases
from mustutor.games.explain import Explanation, Line, Passage, ScoreTable
from mustutor.games.failure import read_place
from mustutor.games.rulebook import book, in_language
from mustutor.games.teller import teller_of
from mustutor.model.variant import Variant
from mustutor.present.brief import brief_page, miscounted_line
from mustutor.present.sentences import irregularity_page
from mustutor.present.verdict import verdict_page
from mustutor.referee.noted import not_ruled_on
from mustutor.referee.settle import PlacedRuling, Settlement
from mustutor.referee.statements import NOTED, Stated, after_lines, ledger_differs, net_gain
from mustutor.replay.format import Replay
from mustutor.replay.names import (
    about_lines,
    by_name,
    failure_page,
    first_hand,
    hand_page,
    in_one_line,
    note_lines,
)
from mustutor.replay.playback import Played

LEAST_HANDS = 2
WAITS = "?"


def score_page(settlement: Settlement, language: Language) -> Explanation:
    """The score of every hand, lance by lance; without passages where there is but one hand."""
    hands = settlement.hands
    if len(hands) < LEAST_HANDS:
        return Explanation("", ())
    variant = hands[-1].end.variant
    teller = teller_of(variant)
    moved = {entry.lance for hand in hands for entry in hand.end.ledger}
    rounds = teller.paid_in or game_part(variant.game, "PHASES").paid
    lances = [lance for lance in rounds if lance in moved]
    sides = hands[0].end.table.sides
    named = [teller.heading(lance, language) for lance in lances]
    decided = any(hand.end.winner or hand.end.loser for hand in hands)
    head = [language.term("column", "hand"), language.term("column", "mano"), *named, *sides]
    if decided:
        won = any(hand.end.winner for hand in hands)
        head.append(language.say("wins") if won else language.say("loses"))
    first = first_hand(settlement.replay) - 1
    rows = tuple([tuple(_row(hand, lances, sides, first, decided=decided)) for hand in hands])
    table = ScoreTable(tuple(head), rows, len(sides) + decided)
    (score,) = teller.lines((teller.stones(hands[-1].end, whole=True),), hands[-1].end, language)
    lines: tuple[Line, ...] = (score,)
    return Explanation("", (Passage(language.say("The match, hand by hand"), lines, table),))


def _row(
    hand: Played, lances: Sequence[str], sides: Sequence[str], first: int, *, decided: bool
) -> Iterator[str]:
    end = hand.end
    yield str(hand.number + first)
    yield hand.start.mano
    waiting = {open_.lance for open_ in hand.open}
    for lance in lances:
        entries = [entry for entry in end.ledger if entry.lance == lance]
        gains = [f"{side} {net}" for side in sides if (net := net_gain(entries, side))]
        gains += [WAITS] if lance in waiting else []
        yield ", ".join(gains)
    for stones in end.in_front().values():
        yield str(stones)
    if decided:
        yield end.winner or end.loser


# --- all of a settlement ------------------------------------------------------------------

TEXT_WIDTH = 80
_NO_SETTLEMENT = mark("A {kind} is not a settlement: settle gives one, of a record.")
NAMED_BY = ("event", "place", "date")


class Explained:
    """A settlement in words: `text`, `markdown`, `html` and `json` write it.

    `brief` is the verdict alone.
    """

    def __init__(self, settlement: Settlement, language: Language, *, brief: bool = False) -> None:
        self.settlement = settlement
        self._tongue, self._brief = language, brief

    def __repr__(self) -> str:
        return f"Explained({self.settlement!r}, {self._tongue.code!r})"

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = TEXT_WIDTH) -> str:
        """Write it as plain text, laid out for `width` columns."""
        from mustutor.present.text import to_text

        pages = self._pages(report=False)
        return "\n\n".join([to_text(page, width).strip("\n") for page in pages]) + "\n"

    def markdown(self) -> str:
        """Write it as Markdown, with the articles it names below."""
        from mustutor.present.text import to_markdown

        pages = markdown_pages(self.settlement, self._pages(report=True), self._tongue)
        return "\n".join([to_markdown(page) for page in pages])

    def html(self) -> str:
        """Write it as one page of HTML that needs nothing beside it."""
        from mustutor.present.html import to_html

        settlement, language = self.settlement, self._tongue
        pages = [opening(settlement, language), *self._pages(report=True)]
        return to_html(pages, language, deck=teller_of(settlement.variant).deck)

    def json(self) -> Json:
        """The settlement as `mustutor settle --json` writes it."""
        return self.settlement.as_json()

    def _repr_html_(self) -> str:
        return notebook_html(self)

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
    return Explained(settlement, language_given(lang), brief=brief)


def pages(
    settlement: Settlement, language: Language, *, brief: bool = False, report: bool = False
) -> Iterator[Explanation]:
    """The settlement as explanations: the verdict, then each hand, the refusal, each claim.

    A `brief` one is the verdict alone; a `report` has the score of a match, hand by hand, below it.
    """
    replay = settlement.replay
    language = by_name(language, replay)
    first = brief_page(settlement, language)
    if first.passages:
        yield first
    if brief:
        yield from _not_ruled_pages(settlement, language)
        return
    if report:
        score = score_page(settlement, language)
        if score.passages:
            yield score
    for played in settlement.hands:
        yield hand_page(played, language)
        notes = notes_of(replay, str(played.number), language)
        if notes:
            yield Explanation("", (Passage(language.say("Notes"), notes),))
        if settlement.miscounted and settlement.miscounted.place == f"{played.number}.after":
            yield _miscounted_page(settlement, played, language)
    if settlement.stopped is not None and settlement.stopped.fault is not NOTED:
        yield failure_page(settlement.stopped, language)
    yield from judged_pages(settlement, language)


def _miscounted_page(settlement: Settlement, played: Played, language: Language) -> Explanation:
    """Where the score that was written first goes wrong, and what each side has instead."""
    after, ledger = played.hand.after or {}, played.hand.ledger
    adds_up = ledger is not None and ledger_differs(played) is None
    lines = [miscounted_line(settlement, language)]
    if not (played.missing or played.open):
        lines += map(Line, after_lines(played, after, language, ledger_adds_up=adds_up))
    return Explanation("", (Passage(language.say("The score as written"), tuple(lines)),))


def judged_pages(settlement: Settlement, language: Language) -> Iterator[Explanation]:
    """The pages after all hands: the referee on the match, and on each claim."""
    for irregularity in settlement.irregularities:
        yield irregularity_page(irregularity, language)
    yield from _not_ruled_pages(settlement, language)
    ruled_on = {irregularity.place for irregularity in settlement.irregularities}
    stated_too = [stated for stated in settlement.stated if stated.place not in ruled_on]
    rulings = tuple([_stated_line(stated, language) for stated in stated_too])
    rulings += tuple([_ruling_line(ruled, language) for ruled in settlement.conduct])
    if rulings:
        yield Explanation("", (Passage(language.say("The referee"), rulings),))
    verdict = verdict_page(settlement, language)
    if verdict.passages:
        yield verdict


def _not_ruled_pages(settlement: Settlement, language: Language) -> Iterator[Explanation]:
    """What went wrong besides, and how it may be taken, where the record does not show it."""
    for row in not_ruled_on(settlement.replay, settlement.variant, settlement.irregularities):
        head = language.say(
            "{irregularity}: this is how it may be taken.",
            irregularity=in_language(row.name, language.code),
        )
        ways = [row.way_said(way, language.code) for way in row.ways]
        lines = [Line(way, row.articles if way == ways[0] else ()) for way in ways]
        if len(ways) > 1:
            lines.append(Line(language.say("The rulebook does not decide this: your club does.")))
        yield Explanation("", (Passage(head, tuple(lines)),))


def opening(settlement: Settlement, language: Language, *others: Variant) -> Explanation:
    """What stands over a settlement: the name of the record, who sat where, the rules."""
    lines = tuple(about_lines(settlement.replay, settlement.variant, language, *others))
    title = ""
    if any(name in settlement.replay.about for name in NAMED_BY):
        title, lines = lines[0].text, lines[1:]
    return Explanation(title, (Passage("", lines),))


def markdown_pages(
    settlement: Settlement, explanations: Iterable[Explanation], language: Language
) -> Iterator[Explanation]:
    """All of a settlement in the order of a page: its opening, its hands, the articles named."""
    explanations = [opening(settlement, language), *explanations]
    yield from explanations
    named = book(explanations, language)
    if named.passages:
        yield named


def notes_of(replay: Replay, hand: str, language: Language) -> tuple[Line, ...]:
    """The notes on a hand and on all that belongs to it, each with its place."""
    return tuple(
        line
        for place, notes in sorted((replay.notes or {}).items(), key=_reading_order)
        if place == hand or place.startswith(f"{hand}.")
        for line in note_lines(place, notes, language)
    )


def _reading_order(entry: tuple[str, object]) -> tuple[int, int, int, int]:
    """The order of places in a record: by hand, by lance as they are played, by call."""
    known = ("", *phases())
    at = read_place(entry[0])
    if at is None:
        return 0, len(known), 0, 0
    return at.hand, known.index(at.round) if at.round in known else len(known), at.ordinal, at.call


def _ruling_line(ruled: PlacedRuling, language: Language) -> Line:
    """Say what the referee makes of a call: where, who, whether it was allowed, what it costs."""
    return Line(
        " ".join(ruled.said(language)),
        (ruled.ruling.rule,),
        kind="ruling",
        seat=in_one_line(ruled.place, language.code),
        said=in_one_line(ruled.call, language.code),
    )


def _stated_line(stated: Stated, language: Language) -> Line:
    """Say what the rules make of a cut, a shuffle or a draw that the record states."""
    rules = (stated.statement.fault.rule,)
    return Line(stated.said(language), rules, kind="ruling", seat=stated.place)
