"""A drill as a page: questions to answer by a click, each answer with its reason; no script.

What may be answered opens what is to be said of it: why it is wrong, or why it is right. Printed,
it is a sheet of questions, and the answers stay at home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.explanation import book
from mustutor.explanation.frame import PageFrame, drawings, footer, header
from mustutor.explanation.html import PageWriter
from mustutor.explanation.markup import Markup, block, element
from mustutor.explanation.stylesheet import STYLE
from mustutor.games.telling import Explanation, Passage
from mustutor.language import Language
from mustutor.tutor.question import Asking, Question
from mustutor.tutor.telling import feedback, question_in_words, said, table_in_words
from mustutor.tutor.walk import Stop

OPENED = """
.answer {
  border: 1px solid var(--accent); border-radius: .5rem; margin: .3rem 0; padding: 0 .7rem;
}
.answer summary { padding: .6rem 0; }
.answer section { border: 0; background: none; padding: 0; }
@media print {
  .answer { border: 0; }
  .answer summary { padding: .2mm 0; }
  .answer::details-content { display: none; }
  .reveal, .book { display: none; }
}
"""
"""What can be opened is large enough for a finger, and on paper stays closed."""


def to_drill_page(
    title: str, stops: Sequence[Stop], tongue: Language, *, again: str = "", deck: str = "spanish"
) -> str:
    """Write questions as a page; `again` is the command that asks the same ones.

    >>> from mustutor.language import language
    >>> from mustutor.tutor.drills import drill_source, skill_named, usual_rules
    >>> rules = usual_rules(skill_named("juego.order"), "fournier")
    >>> source = drill_source("juego.order", 7, rules, language("en"), None)
    >>> "Who has the best juego?" in to_drill_page("Juego", [source.stop(0)], language("en"))
    True
    """
    writer = PageWriter(tongue, deck)
    # Drawn before the deck is, so that it is known which cards there are.
    told = [_question(number, stop, writer) for number, stop in enumerate(stops, 1)]
    pages = [page for stop in stops for page in (stop.scene.page, _solved(stop, tongue))]
    frame = PageFrame(tongue, title, styles=(STYLE, OPENED))
    command = tongue.say("The same questions again: {command}", command=again)
    return frame.page(
        drawings(deck, writer.cards),
        header(title, deck),
        block(
            "main",
            told,
            element("p", command, class_="reading") if again else None,
            writer.book(book.named(pages)),
        ),
        footer(),
    )


def _question(number: int, stop: Stop, writer: PageWriter) -> Markup:
    """One question: the table, what is asked, and all that may be answered to it."""
    tongue, question = writer.tongue, stop.question
    assert question is not None  # a drill asks at every stop
    prompt = [line for line in question_in_words(question, tongue) if line.kind == "question"]
    lies = Passage("", table_in_words(stop.scene, tongue))
    shown = [*stop.scene.page.passages, lies, Passage("", tuple(prompt))]
    heading = tongue.say("Question {number}", number=number)
    return block(
        "section",
        element("h2", heading),
        [_told(passage, writer) for passage in shown],
        _answers(question, writer),
        id=f"question-{number}",
    )


def _answers(question: Question, writer: PageWriter) -> Iterator[Markup]:
    """What may be answered, each with what is to be said of it; or hints, and then the answer."""
    tongue = writer.tongue
    if question.kind in ("choose", "seat"):
        for choice in question.choices:
            right = question.is_right(choice.value)
            told = feedback(Asking(question, tries=(choice.value,), closed=right), tongue)
            yield _opened(said(question, choice.value), told, writer)
        return
    for number, _ in enumerate(question.hints, 1):
        hinted = feedback(Asking(question, hints=number), tongue)
        told = Explanation("", (Passage("", hinted.lines[-1:]),))
        yield _opened(tongue.say("Hint {number}", number=number), told, writer, "answer reveal")
    solved = feedback(Asking(question, shown=True, closed=True), tongue)
    yield _opened(tongue.say("The answer"), solved, writer, "answer reveal")


def _opened(label: str, told: Explanation, writer: PageWriter, kind: str = "answer") -> Markup:
    passages = [_told(passage, writer) for passage in told.passages]
    return block("details", element("summary", element("bdi", label)), passages, class_=kind)


def _told(passage: Passage, writer: PageWriter) -> Iterator[Markup]:
    if passage.heading:
        yield element("h3", passage.heading)
    yield from writer.told(passage.lines, 4)


def _solved(stop: Stop, tongue: Language) -> Explanation:
    """What is told once a question is closed, for the articles it names."""
    assert stop.question is not None
    return feedback(Asking(stop.question, shown=True, closed=True), tongue)
