"""Scenes and questions as text: what is on the table, what is asked, how an answer stands."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.base.errors import MustutorError
from mustutor.base.language import Language, mark, text_in, unwrapped
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.words import shown
from mustutor.games.question import Asking, Question, Scene, Stop
from mustutor.games.teller import teller_of
from mustutor.model.position import Position
from mustutor.model.variant import Variant


def table_in_words(scene: Scene, language: Language) -> tuple[Line, ...]:
    """The table in words: each seat with cards and last call, and the stones.

    Empty if the scene's page has it already, card by card or call by call.
    """
    if any(line.said for line in scene.page.lines):
        return ()
    if scene.loose is not None:
        ranking = scene.loose.ranking
        return tuple(
            Line("", kind="hand", seat=label, said=shown(hand, ranking))
            for label, hand in scene.loose.hands
        )
    position = scene.laid
    return () if position is None else tuple(_seats(scene, position, language))


def text_before_question(stop: Stop) -> tuple[str, ...]:
    """All text a learner reads at a stop before answering its question.

    The title, the page and the prompt, without the table and hands in question and without the
    choices, which must contain the answer. Every front end shows this text and no more.
    """
    scene, asked = stop.scene, stop.question
    headings = [passage.heading for passage in scene.page.passages if passage.heading]
    lines = [" ".join(filter(None, (line.seat, line.said, line.text))) for line in scene.page.lines]
    return (scene.title, *headings, *lines, asked.prompt if asked is not None else "")


def prompt_passage(question: Question) -> Passage:
    """What is asked, a line for each paragraph, without the choices."""
    parts = [part for part in question.prompt.split("\n\n") if part.strip()]
    return Passage("", tuple([Line(unwrapped(p), kind="question", indent=0) for p in parts]))


def question_in_words(question: Question, language: Language) -> tuple[Line, ...]:
    """The question, and how to answer: by a choice's number, or by the cards listed."""
    asked = list(prompt_passage(question).lines)
    if question.kind in ("choose", "seat"):
        asked += [
            Line(choice.label, kind="choice", seat=str(number))
            for number, choice in enumerate(question.choices, 1)
        ]
    if question.kind in ("cards", "order"):
        offered = "   ".join(choice.label for choice in question.choices)
        asked.append(Line(offered, kind="choices"))
    return (*asked, Line(_manner(question, language), kind="manner", indent=0))


_MANNERS = {
    "choose": mark("Answer with a number, or in words."),
    "seat": mark("Answer with a number, or in words."),
    "number": mark("Answer with a number."),
    "cards": mark("Answer with cards, with spaces between them."),
    "order": mark("Answer with all of them, beginning with the first, with spaces between them."),
    "call": mark("Answer with what {seat} says."),
    "settle": mark("Answer with what each player has, as in {example}."),
}
"""How an answer is typed, by the kind of its question."""


def _manner(question: Question, language: Language) -> str:
    example = " ".join([f"{choice.value}=0" for choice in question.choices])
    return language.say(_MANNERS[question.kind], seat=question.speaker, example=example)


_SAID = {
    (True, True, False): mark("mano; had said {words} before the bet"),
    (True, False, False): mark("had said {words} before the bet"),
    (False, True, False): mark("mano; said {words}"),
    (False, False, False): mark("said {words}"),
    (True, True, True): mark("mano; had made the {signal} before the bet"),
    (True, False, True): mark("had made the {signal} before the bet"),
    (False, True, True): mark("mano; made the {signal}"),
    (False, False, True): mark("made the {signal}"),
}
"""What a seat said last: whether a bet came after it, the seat is mano, and it was a signal."""


def _seats(scene: Scene, position: Position, language: Language) -> Iterator[Line]:
    teller = teller_of(position.variant)
    ranking = teller.ranking(position)
    last_words = dict(scene.words)
    made = [made for made, _, _ in teller.gestures(position.variant, language)]
    signals = {teller.aloud(each, language) for each in made}
    for seat in position.order:
        hand = position.hand_of(seat) if seat in scene.face_up else None
        if hand and ranking is not None:
            hand = ranking.sorted("grande", hand)
        cards = teller.shown(hand, ranking) if hand else ""
        words = last_words.get(seat, "")
        mano, overtaken = seat == position.mano, seat in scene.overtaken
        text = language.say("mano") if mano else ""
        if words or overtaken:
            sentence = _SAID[overtaken, mano, words in signals]
            text = language.say(sentence, words=words, signal=words)
        yield Line(text, kind="seat", seat=seat, said=cards)
    if lying := teller.lying(position, language):
        yield Line(lying, kind="middle", indent=0)
    yield from teller.lines([teller.stones(position)], position, language)
    if position.speaker:
        yield Line(language.say("{seat} speaks.", seat=position.speaker), kind="speaker", indent=0)


def feedback(asking: Asking, language: Language) -> Explanation:
    """The feedback on a question so far; empty if nothing was answered yet.

    A wrong answer gets the text of its misconception, if it has one; else the question's general
    remark, or the place where a count goes wrong. The reasons contain the answer, and are given
    only once the question is closed.
    """
    hints = tuple(_hints(asking, language))
    answer = tuple(_answer_lines(asking, language))
    passages = [Passage("", lines) for lines in (hints, answer) if lines]
    return Explanation("", tuple(passages))


def answer_under(question: Question, variant: Variant, language: Language) -> Explanation:
    """The answer under another rulebook, and why; or why the question makes no sense there."""
    name = text_in(variant.name, language.code)
    try:
        other = question.under(variant) if question.under else None
    except MustutorError as problem:
        # What is wrong with it, without the place in the lesson's file that learners never see.
        reason = language.say(problem.sentence, **problem.evidence)
        nonsense = language.say("The question makes no sense under {variant}.", variant=name)
        lines = [Line(nonsense, kind="shown", indent=0), Line(reason)]
        return Explanation("", (Passage("", tuple(lines)),))
    if other is None:
        alone = language.say("This question is about one rulebook alone.")
        return Explanation("", (Passage("", (Line(alone, kind="shown", indent=0),)),))
    here, there = (
        _answer_in_sentence(question, question.answer),
        _answer_in_sentence(other, other.answer),
    )
    if other.answer == question.answer:
        text = language.say(
            "Under {variant} the answer is the same: {answer}.", variant=name, answer=there
        )
    else:
        text = language.say(
            "Under {variant} the answer is {answer}, and here it is {before}.",
            variant=name,
            answer=there,
            before=here,
        )
    return Explanation("", (Passage("", (Line(text, kind="shown", indent=0), *other.why(""))),))


def answer_text(question: Question, answer: str) -> str:
    """A canonical answer in the words of its choices, as a learner reads it.

    >>> from mustutor.games.question import AnswerChoice
    >>> choices = (AnswerChoice("par", "a pair"),)
    >>> answer_text(Question("q", "s", "choose", "?", "par", choices=choices), "par")
    'a pair'
    """
    labels = {choice.value: choice.label for choice in question.choices}
    if question.kind == "settle":
        return answer.replace("=", " ")
    if question.kind in ("order", "cards"):
        return " ".join(labels.get(part, part) for part in answer.split())
    return labels.get(answer, answer)


def _answer_in_sentence(question: Question, answer: str) -> str:
    """An answer for use inside a sentence: without the full stop of a choice."""
    return answer_text(question, answer).removesuffix(".")


def _hints(asking: Asking, language: Language) -> Iterator[Line]:
    for number, hint in enumerate(asking.question.hints[: asking.hints], 1):
        text = language.say("Hint {number}: {hint}", number=number, hint=hint)
        yield Line(text, kind="hint", indent=0)


def _answer_lines(asking: Asking, language: Language) -> Iterator[Line]:
    question, last = asking.question, asking.last
    if asking.closed:
        if asking.shown:
            answer = _answer_in_sentence(question, question.answer)
            yield Line(
                language.say("The answer is {answer}.", answer=answer), kind="shown", indent=0
            )
        else:
            given = _answer_in_sentence(question, last)
            yield Line(language.say("{answer}: right.", answer=given), kind="right", indent=0)
        if question.remark:
            yield Line(question.remark, kind="remark", indent=0)
        yield from question.why("")
        return
    if not last or question.is_right(last):
        return
    given = _answer_in_sentence(question, last)
    yield Line(language.say("{answer}: wrong.", answer=given), kind="wrong", indent=0)
    known = question.misconceptions.get(last)
    if known is not None:
        yield Line(known.text, kind="misconception", indent=0)
        return
    if question.otherwise:
        yield Line(question.otherwise, kind="otherwise", indent=0)
    else:
        yield from (line for line in question.why(last) if line.kind == "parting")
    if asking.hints < len(question.hints):
        offer = language.say("You can ask for a hint.")
    else:
        offer = language.say("No hint is left: try again, or let the answer be shown.")
    yield Line(offer, kind="offer", indent=0)
