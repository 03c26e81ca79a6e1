"""Study pages: the coach's analysis of a record, and drills to click through.

The coach's page has what to look at first above the table, each call a link to its place, and the
analysis of every decision and result below it. Marks are notes in the record.

On a drill's page a click on an answer opens its explanation, without a script. Printed, it is a
sheet of questions without answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from mustutor.analysis.coach.match import AnalysedHand, Decision
from mustutor.analysis.coach.report import (
    call_aloud,
    costliest_calls,
    hand_results,
    judgement_text,
    match_report,
)
from mustutor.base.language import Language
from mustutor.games import rulebook
from mustutor.games.explain import Explanation, Passage
from mustutor.games.question import Asking, Question, Stop
from mustutor.present.html import ALONE, PageFrame, PageLinks, PageWriter
from mustutor.present.markup import STYLE, Markup, block, element, joined, style_sheet
from mustutor.present.replay_page import to_stepping_page
from mustutor.referee.settle import Settlement
from mustutor.replay.names import by_name
from mustutor.tutor.question_text import answer_text, feedback, prompt_passage, table_in_words


def to_coached_page(
    settlement: Settlement,
    hands: Sequence[AnalysedHand],
    language: Language,
    record: bytes,
    *,
    player: str,
    name: str = "record",
) -> str:
    """Write the page of an analysed record.

    `player` is the betting model that played on; `record` and `name` as in `to_stepping_page`.
    """
    named = by_name(language, settlement.replay)
    writer = PageWriter(named, "", letters=False)
    passages = match_report(hands, named, player).passages
    # Its first part goes above the table with links, the rest below.
    rest = [each for each in passages if all(line.kind != "decision" for line in each.lines)]
    return to_stepping_page(
        settlement,
        language,
        record,
        name=name,
        above=_first(hands, named, writer),
        below=block(
            "section",
            element("h2", named.say("What each call was worth")),
            [_hand(hand, named, writer) for hand in hands],
            [_passage(passage, writer) for passage in rest],
            class_="coach",
        ),
    )


def _first(hands: Sequence[AnalysedHand], language: Language, writer: PageWriter) -> Markup:
    """The calls to look at first, each with a link to its place at the table."""
    found = costliest_calls(hands)
    listed = block("ol", [element("li", _decision(one, language, writer)) for one in found])
    nothing = element("p", language.say("No call is marked: nothing of it was clearly wrong."))
    heading = element("h2", language.say("Look at these first"))
    return block("section", heading, listed if found else nothing, class_="coach")


def _hand(hand: AnalysedHand, language: Language, writer: PageWriter) -> Markup:
    """Every decision of a hand, and the sources of its result."""
    return block(
        "details",
        element("summary", element("b", language.say("Hand {hand}", hand=hand.number))),
        [
            element(
                "p", _decision(one, language, writer), class_="marked" if one.is_marked else None
            )
            for one in hand.decisions
        ],
        [_passage(passage, writer) for passage in hand_results(hand, language).passages],
    )


def _decision(one: Decision, language: Language, writer: PageWriter) -> Markup:
    """A decision as a sentence: who, what, where, and its value."""
    who = element("bdi", language.player_name(one.seat))
    call = writer.call_words(call_aloud(one.judged.call, language))
    place = element("a", str(one.place), href=f"#{one.place}")
    return joined(place, element("b", who), call, judgement_text(one, language), between=" ")


def _passage(passage: Passage, writer: PageWriter) -> Iterator[Markup]:
    return writer.passage(passage, 3, spoken=True)


OPENED = style_sheet("drill")
"""What can be opened is large enough for a finger, and on paper stays closed."""


def to_drill_page(
    title: str,
    stops: Sequence[Stop],
    language: Language,
    *,
    again: str = "",
    steps: str = "",
    deck: str = "spanish",
    links: PageLinks = ALONE,
) -> str:
    """Write the stops of a drill or a lesson as a page, each question with its answers closed.

    `again` is the command that repeats them, `steps` the address where they are asked one by one;
    `links` is the page's place among others.

    >>> from mustutor.base.language import open_language
    >>> from mustutor.tutor.drills import drill_source, skill_named, usual_rules
    >>> rules = usual_rules(skill_named("juego.order"), "fournier")
    >>> source = drill_source("juego.order", 7, rules, open_language("en"), None)
    >>> "Who has the best juego?" in to_drill_page("Juego", [source.stop(0)], open_language("en"))
    True
    """
    writer = PageWriter(language, deck)
    # Written before the drawings, to collect the cards that are needed.
    numbers = count(1)
    sections = [
        _told(stop, writer)
        if stop.question is None
        else _question(next(numbers), stop, writer, title)
        for stop in stops
    ]
    pages = [stop.scene.page for stop in stops]
    solved = [_solved(stop, language) for stop in stops if stop.question is not None]
    frame = PageFrame(language, title, styles=(STYLE, OPENED), links=links)
    command = language.say("The same questions again: {command}", command=again)
    return frame.around(
        deck,
        writer.cards,
        _way(language, steps) if steps else None,
        sections,
        element("p", command, class_="reading") if again else None,
        writer.book(rulebook.cited_articles([*pages, *solved])),
    )


def _way(language: Language, steps: str) -> Markup:
    return element("p", element("a", language.say("Take it step by step"), href=steps))


def _told(stop: Stop, writer: PageWriter) -> Markup:
    """What a lesson tells at a stop, and the table it shows."""
    lies = Passage("", table_in_words(stop.scene, writer.language))
    passages = [*stop.scene.page.passages, lies]
    return block("section", [writer.bare_passage(passage) for passage in passages])


def _question(number: int, stop: Stop, writer: PageWriter, title: str) -> Markup:
    """A question: the table, the prompt, and the possible answers; without the page's `title`."""
    language, question = writer.language, stop.question
    assert question is not None  # a drill asks at every stop
    lies = Passage("", table_in_words(stop.scene, language))
    told = [p._replace(heading="") if p.heading == title else p for p in stop.scene.page.passages]
    shown = [*told, lies, prompt_passage(question)]
    heading = language.say("Question {number}", number=number)
    if told != [*stop.scene.page.passages]:  # the page is of this question alone
        heading = stop.scene.title
    return block(
        "section",
        element("h2", heading),
        [writer.bare_passage(passage) for passage in shown],
        _answers(question, writer),
        id=f"question-{number}",
    )


def _answers(question: Question, writer: PageWriter) -> Iterator[Markup]:
    """The answers, each with its explanation; or hints, and then the answer."""
    language = writer.language
    if question.kind in ("choose", "seat"):
        for choice in question.choices:
            right = question.is_right(choice.value)
            page = feedback(Asking(question, tries=(choice.value,), closed=right), language)
            yield _disclosure(answer_text(question, choice.value), page, writer)
        return
    for number, _ in enumerate(question.hints, 1):
        hinted = feedback(Asking(question, hints=number), language)
        page = Explanation("", (Passage("", hinted.lines[-1:]),))
        yield _disclosure(
            language.say("Hint {number}", number=number), page, writer, "answer reveal"
        )
    solved = feedback(Asking(question, shown=True, closed=True), language)
    yield _disclosure(language.say("The answer"), solved, writer, "answer reveal")


def _disclosure(label: str, page: Explanation, writer: PageWriter, kind: str = "answer") -> Markup:
    passages = [writer.bare_passage(passage) for passage in page.passages]
    return block("details", element("summary", element("bdi", label)), passages, class_=kind)


def _solved(stop: Stop, language: Language) -> Explanation:
    """The explanation of a closed question, to find the articles it cites."""
    assert stop.question is not None
    return feedback(Asking(stop.question, shown=True, closed=True), language)
