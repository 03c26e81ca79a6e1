"""What stands before the eyes before an answer is given: never the answer, and everywhere the same.

Every lesson and every drill, at 40, 80 and 130 columns and line after line. What is told there is
what `told_before` tells; the choices, the table and the hands hold the answer as they must.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from mustutor.base.language import open_language, plain_text
from mustutor.cli.console import Console, write
from mustutor.games.question import Asking, Stop
from mustutor.present.screen.desk import open_desk
from mustutor.present.screen.layout import picture
from mustutor.present.screen.lines import Front, write_transcript
from mustutor.present.screen.rows import ScreenPen, plain
from mustutor.tutor.drills import SKILLS, drill_source, usual_rules
from mustutor.tutor.lesson.files import find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.question_text import (
    answer_text,
    feedback,
    question_in_words,
    table_in_words,
    text_before_question,
)
from mustutor.tutor.walk import Walk
from tests.long import sampled

WIDTHS = (40, 80, 130)
HIGH = 400
DRILLED = 6

EXCEPTIONS = {
    # A number of the story, on which the question turns; that it is the answer too is the point.
    ("mus", "most"): "four cards are held, and how many of them may be thrown is asked",
    ("first_hand", "wish"): "both words are explained, and which of them to say is asked",
    ("envido", "stake"): "the bets are told, and what is then at stake is asked",
    ("envido", "raised"): "the bets are told, and which of them is the last that was seen is asked",
    ("deje", "big_raise"): "the bets are told, and which of them was refused is asked",
    ("target", "raised"): "the bet is told, and what is left of it under an órdago is asked",
    ("region", "fournier"): "the bets are told, and which of them was refused is asked",
    ("encaje_betting", "ceiling"): "the stones of the speaker are told, and the limit is asked",
    ("encaje_example_1", "short"): "the stones of the speaker are told, and the stake is asked",
    ("encaje_values", "bettor"): "the cards are told, and their worth in stones is asked",
    ("encaje_values", "short"): "the stones of the speaker are told, and what they win is asked",
    # A choice that the story has to name.
    ("juego", "one_side"): "who has juego is told, and who may bet is asked",
    ("encaje_deals", "juego"): "what is thrown each time is told, and which of it is best is asked",
    ("encaje_end", "stops"): "what each has is told, and where the count stops is asked",
}

WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta",
}


def in_words(number: str, code: str) -> list[str]:
    """The word for a number; one is an article as well, and says nothing."""
    values = [*range(2, 21), 30, 40]
    return [
        word
        for value, word in zip(values, WORDS[code].split(), strict=True)
        if str(value) == number
    ]


class One(NamedTuple):
    """A walk of a single stop."""

    only: Stop
    name: str = "lesson:made"
    title: str = ""
    count: int = 1

    def stop(self, index: int) -> Stop | None:
        return self.only if index == 0 else None


LESSONS = [(lesson, code) for lesson in lesson_ids() for code in ("en", "es")]
DRILLS = [(skill, code) for skill in SKILLS for code in ("en", "es")]


def stops(source, count: int) -> list[Stop]:
    return [stop for index in range(count) if (stop := source.stop(index)).question]


def of_lesson(lesson: str, code: str) -> list[Stop]:
    source = LessonSource(find(lesson), open_language(code))
    return stops(source, source.count)


def of_drill(skill: str, code: str) -> list[Stop]:
    variant = usual_rules(SKILLS[skill], "fournier")
    return stops(drill_source(skill, 7, variant, open_language(code)), DRILLED)


def on_screen(stop: Stop, width: int, code: str) -> str:
    desk = open_desk(Walk(One(stop)), ScreenPen(open_language(code)))
    title, *rows = picture(desk, width, HIGH).rows
    assert re.fullmatch(rf" {re.escape(stop.scene.title)}[ █]*1/1 ", plain([title]) + " ")
    return " ".join(plain(rows).casefold().split())


def in_lines(stop: Stop, code: str, capsys) -> str:
    console = Console(open_language(code), width=80, environment={})
    front = Front(
        lambda page: write(console, page), console.write, str, lambda *_: None, console.language
    )
    unanswered = stop._replace(question=None)
    asked = question_in_words(stop.question, console.language)
    write_transcript(Walk(One(unanswered)), front)
    told = capsys.readouterr().out
    return " ".join(" ".join([told, *[f"{line.seat} {line.text}" for line in asked]]).split())


def tells_the_same_everywhere(stop: Stop, code: str, capsys) -> None:
    bare = stop._replace(scene=stop.scene._replace(position=None, loose=None))
    seen = {width: on_screen(bare, width, code) for width in WIDTHS}
    assert len(set(seen.values())) == 1, (stop.place, seen)
    language = open_language(code)
    title, *told = (text.casefold() for text in text_before_question(stop))
    choices = [choice.label.casefold() for choice in stop.question.choices]
    manner = question_in_words(stop.question, language)[-1].text.casefold()
    allowed = " ".join([*told, *choices, manner, "> - 1 2 3 4 5 6 7 8 9"])
    assert set(seen[80].split()) <= set(allowed.split()), stop.place
    for text in told:
        assert " ".join(text.split()) in " ".join([seen[80], title]), (stop.place, text)
    heard = in_lines(stop, code, capsys).casefold()
    table = " ".join(
        f"{line.seat} {line.said} {line.text}" for line in table_in_words(stop.scene, language)
    )
    assert set(re.findall(r"\w+", heard)) <= set(
        re.findall(r"\w+", f"{allowed} {table}".casefold())
    ), stop.place
    for text in told:
        assert set(text.split()) <= set(heard.split()), (stop.place, text)


def gives_away(stop: Stop, code: str) -> list[str]:
    """What tells the answer before it is asked for, though it is not among the data."""
    question = stop.question
    *told, prompt = text_before_question(stop)
    called = {line.said for line in stop.scene.page.lines if line.kind == "calls"} - {""}
    told = [text for text in told if not any(words in text for words in called)]
    answer = plain_text(answer_text(question, question.answer)).removesuffix(".")
    if question.kind == "number":
        answers = [answer, *map(plain_text, in_words(answer, code))]
        told.append(prompt)
    elif question.kind == "choose" and question.answer not in (
        "yes",
        "no",
        "A",
        "B",
        "C",
        "D",
        "E",
    ):
        answers = [] if re.fullmatch(r"(de )?[ab][12]", answer) else [answer]
    elif question.kind in ("call", "settle", "order"):
        answers = [answer]
        told.append(prompt)
    else:
        answers = []  # a seat stands on the table, a card among those shown, yes in every text
    return [
        text
        for text in told
        for words in answers
        if re.search(rf"(?<!\w){re.escape(words)}(?!\w)", plain_text(text))
    ]


@sampled("lesson, code", LESSONS, 9)
def test_a_lesson_tells_the_same_at_every_width_and_in_lines(lesson, code, capsys):
    for stop in of_lesson(lesson, code):
        tells_the_same_everywhere(stop, code, capsys)


@sampled("skill, code", DRILLS, 9)
def test_a_drill_tells_the_same_at_every_width_and_in_lines(skill, code, capsys):
    for stop in of_drill(skill, code):
        tells_the_same_everywhere(stop, code, capsys)


@sampled("lesson, code", LESSONS, 5)
def test_nothing_told_before_a_question_of_a_lesson_is_its_answer(lesson, code):
    for stop in of_lesson(lesson, code):
        if (lesson, stop.place) not in EXCEPTIONS and "/" not in stop.place:
            assert gives_away(stop, code) == [], stop.place


@sampled("skill, code", DRILLS, 7)
def test_nothing_told_before_a_question_of_a_drill_is_its_answer(skill, code):
    for stop in of_drill(skill, code):
        if stop.question.kind != "number":  # stones, bets and points are what a drill is about
            assert gives_away(stop, code) == [], stop.place


@sampled("lesson, code", LESSONS, 9)
def test_what_is_told_of_one_question_is_not_the_answer_to_the_next(lesson, code):
    asked = [stop for stop in of_lesson(lesson, code) if "/" not in stop.place]
    for stop, following in pairwise(asked):
        if stop.question.kind in ("number", "settle"):
            continue  # a sum has no reason without its stones
        told = feedback(Asking(stop.question).revealed(), open_language(code))
        ahead = following.question.why("")
        moved = {line.text for line in ahead if line.kind == "movement"}
        assert not moved or not moved <= {line.text for line in told.lines}, stop.place


def test_an_answer_that_is_told_is_found():
    stop = of_lesson("deck", "en")[0]
    assert gives_away(stop, "en") == []
    for text in ("There are 40.", "There are Forty of them."):
        told = stop.scene.page.passages[0].lines[0]._replace(text=text)
        page = stop.scene.page._replace(
            passages=(stop.scene.page.passages[0]._replace(lines=(told,)),)
        )
        assert gives_away(stop._replace(scene=stop.scene._replace(page=page)), "en") == [text]
