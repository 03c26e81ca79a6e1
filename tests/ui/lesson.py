"""A made-up lesson, with a question of every kind, for the tests of the screen."""

from __future__ import annotations

from typing import NamedTuple

from mustutor.base.language import plain_text
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.question import AnswerChoice, Misconception, Question, SampleHands, Scene, Stop
from mustutor.model.cards import read_hand
from mustutor.model.variant import load_variant
from mustutor.tutor.walk import Walk

from .terminal import record_walk

SEATS = ("A1", "B1", "A2", "B2")
HAND = read_hand("Ro 3b 7c Ae")


def page(text: str, *rules: str) -> Explanation:
    return Explanation("", (Passage("", (Line(text, rules, indent=0),)),))


def why(_: str) -> tuple[Line, ...]:
    return (Line("B1 has two kings, and A1 a single one.", ("MUS-CMP-G1",)),)


def choices(*values: str) -> tuple[AnswerChoice, ...]:
    return tuple(AnswerChoice(value, value) for value in values)


QUESTIONS = {
    "choose": Question(
        "lesson:made/choose",
        "pares",
        "choose",
        "What are R R 3 A in a game with eight kings?",
        "medias",
        choices=(
            AnswerChoice("par", "a par"),
            AnswerChoice("medias", "medias"),
            AnswerChoice("duples", "duples"),
        ),
        hints=("Which cards play as kings?", "Count the kings."),
        misconceptions={"par": Misconception("three_is_three", "The three plays as a king here.")},
        remark="Three of a kind are medias.",
        why=why,
    ),
    "seat": Question(
        "lesson:made/seat", "grande", "seat", "Who wins grande?", "B1", choices=choices(*SEATS)
    ),
    "number": Question("lesson:made/number", "juego", "number", "How many points?", "31"),
    "cards": Question(
        "lesson:made/cards",
        "kings",
        "cards",
        "Which of these play as kings?",
        "Ro 3b",
        choices=choices(*HAND),
    ),
    "order": Question(
        "lesson:made/order",
        "speaking",
        "order",
        "Who speaks, in which order?",
        "B1 A2 B2 A1",
        choices=choices(*SEATS),
    ),
    "call": Question(
        "lesson:made/call",
        "raise",
        "call",
        "B1 has bet 2. Raise it as little as you may.",
        "subo a 4",
        speaker="A1",
    ),
    "settle": Question(
        "lesson:made/settle",
        "count",
        "settle",
        "What has each side afterwards?",
        "A=1 B=8",
        choices=choices("A", "B"),
    ),
    "digits": Question(
        "lesson:made/digits",
        "juego",
        "choose",
        "Which juego is best?",
        "31",
        choices=choices("32", "31", "40"),
    ),
}


class Lesson(NamedTuple):
    """A source of stops made for a test."""

    stops: tuple[Stop, ...]

    @property
    def name(self) -> str:
        return "lesson:made"

    @property
    def title(self) -> str:
        return "A made-up lesson"

    @property
    def count(self) -> int:
        return len(self.stops)

    def stop(self, index: int) -> Stop | None:
        return self.stops[index] if 0 <= index < len(self.stops) else None

    def after(self, asked: object) -> Lesson:  # noqa: ARG002 - the signature of every source
        return self

    def find(self, place: str) -> int | None:
        return next((at for at, stop in enumerate(self.stops) if stop.place == place), None)

    def search(self, words: str, after: int) -> int | None:
        for step in range(1, len(self.stops) + 1):
            at = (after + step) % len(self.stops)
            lines = self.stops[at].scene.page.lines
            if any(plain_text(words) in plain_text(line.text) for line in lines):
                return at
        return None

    def under(self, _) -> None:
        return None


def lesson_walk(place: str = "", *, deal: str = "1.pares.5") -> Walk:
    """The lesson: a page, hands laid on the table, then every question over a deal of Mus."""
    table = record_walk("match_to_three_games", deal).stop.scene
    ranking = ranking_of(load_variant("fournier").rules)
    loose = SampleHands(ranking, (("A1", HAND), ("B1", read_hand("3o 3c Rb 5e"))))
    stops = [
        Stop("welcome", Scene("A made-up lesson", page("Grande is for the highest cards."))),
        Stop("hands", Scene("A made-up lesson", page("Two hands, face up."), loose=loose)),
    ]
    for kind, question in QUESTIONS.items():
        told = page("Pares are being bet.", "MUS-CMP-P1")
        scene = table._replace(title="A made-up lesson", page=told, explained=None, here="")
        stops.append(Stop(kind, scene, question))
    stops.append(Stop("end", Scene("A made-up lesson", page("That was all."))))
    walk = Walk(Lesson(tuple(stops)))
    there = walk.to(place) if place else walk
    assert there is not None, place
    return there
