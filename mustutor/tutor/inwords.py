"""A scene in words, one fact a line: what the screen draws, for whoever reads line after line."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.explain.phrasebook import lines
from mustutor.explain.words import Voice, shown
from mustutor.games.telling import Line, teller_of
from mustutor.language import Language
from mustutor.position import Position
from mustutor.tutor.question import Question
from mustutor.tutor.scene import Scene


def table_in_words(scene: Scene, tongue: Language) -> tuple[Line, ...]:
    """Say what lies on the table: each seat with its cards and its last words, and the stones.

    Nothing where the page of the scene has told it already, card by card or call by call.
    """
    if any(line.said for line in scene.page.lines):
        return ()
    if scene.loose is not None:
        ranking = scene.loose.ranking
        return tuple(
            [
                Line("", kind="hand", seat=label, said=shown(hand, ranking))
                for label, hand in scene.loose.hands
            ]
        )
    position = scene.laid
    return () if position is None else tuple(_seats(scene, position, tongue))


def question_in_words(question: Question, tongue: Language) -> tuple[Line, ...]:
    """Say what is asked, and what may be answered: by its number, or by the cards laid out."""
    asked = [
        Line(" ".join(part.split()), kind="question", indent=0)
        for part in question.prompt.split("\n\n")
        if part.strip()
    ]
    if question.kind in ("choose", "seat"):
        asked += [
            Line(choice.label, kind="choice", seat=str(number))
            for number, choice in enumerate(question.choices, 1)
        ]
    if question.kind in ("cards", "order"):
        offered = "   ".join(choice.label for choice in question.choices)
        asked.append(Line(offered, kind="choices"))
    return (*asked, Line(_manner(question, tongue), kind="manner", indent=0))


def _manner(question: Question, tongue: Language) -> str:
    """How an answer is typed."""
    values = [choice.value for choice in question.choices]
    match question.kind:
        case "choose" | "seat":
            return tongue.say("Answer with a number, or in words.")
        case "number":
            return tongue.say("Answer with a number.")
        case "cards":
            return tongue.say("Answer with cards, parted by spaces.")
        case "order":
            return tongue.say("Answer with all of them, the first first, parted by spaces.")
        case "call":
            return tongue.say("Answer with what {seat} says.", seat=question.speaker)
        case _:
            return tongue.say(
                "Answer with what each has, as in {example}.",
                example=" ".join(f"{side}=0" for side in values),
            )


def _seats(scene: Scene, position: Position, tongue: Language) -> Iterator[Line]:
    ranking = position.state.ranking
    said = dict(scene.words)
    for seat in position.order:
        hand = position.hand_of(seat) if seat in scene.face_up else None
        cards = shown(ranking.sorted("grande", hand), ranking) if hand else ""
        words = said.get(seat, "")
        if seat == position.mano and words:
            text = tongue.say("mano; said {words}", words=words)
        elif seat == position.mano:
            text = tongue.say("mano")
        elif words:
            text = tongue.say("said {words}", words=words)
        else:
            text = ""
        yield Line(text, kind="seat", seat=seat, said=cards)
    teller = teller_of(position.variant)
    yield from lines([teller.stones(position)], Voice(tongue, ranking), teller.books)
    if position.speaker:
        yield Line(tongue.say("{seat} speaks.", seat=position.speaker), kind="speaker", indent=0)
