"""The `drill` command: the skills there are, and questions of one of them without end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli import completion
from mustutor.cli.console import Console
from mustutor.cli.habits import (
    DEFAULT_VARIANT,
    AnswersOption,
    JsonOption,
    Misuse,
    Status,
    TranscriptOption,
    variant_named,
)
from mustutor.cli.htmlfile import html_option, refuse_over_others, write_page
from mustutor.errors import LessonError
from mustutor.language import Language, mark
from mustutor.register import title

if TYPE_CHECKING:
    from mustutor.tutor.drills import Skill
    from mustutor.tutor.walk import Stop, StopSource, Walk
    from mustutor.variant import Variant

COMMAND = "mustutor drill"
NUMBER = 10
"""So many questions are asked of a script or written out, where nobody says how many."""
MOST = 1_000
MOST_ON_PAGE = 100
MOST_FROM = 1_000_000
LARGEST_DRAWN = 1_000_000
"""A seed that is drawn is short enough to be told across a table."""


def drill(
    context: typer.Context,
    skill: Annotated[
        str,
        typer.Argument(
            metavar="[SKILL]",
            autocompletion=completion.skills,
            show_default=False,
            help=mark("What to practise; without a name, the skills are listed."),
        ),
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=2**63 - 1,
            show_default=False,
            help=mark("The same seed asks the same questions; without one, it is drawn."),
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            min=1,
            max=MOST,
            show_default=False,
            help=mark("Stop after so many questions; at a terminal it goes on until you leave."),
        ),
    ] = None,
    first: Annotated[
        int,
        typer.Option(
            "--from",
            min=1,
            max=MOST_FROM,
            metavar="N",
            show_default=False,
            help=mark("Begin at the question of this number."),
        ),
    ] = 1,
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            min=1,
            max=5,
            show_default=False,
            help=mark("How hard, from 1 to 5; otherwise it rises as you go on."),
        ),
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            autocompletion=completion.variants,
            show_default=False,
            help=mark("The rules to play by."),
        ),
    ] = None,
    answers: AnswersOption = None,
    transcript: TranscriptOption = False,
    html: Annotated[
        str,
        html_option(mark("Write the questions as a page, to answer or to print; - is the output.")),
    ] = "",
    listing: Annotated[
        bool, typer.Option("--list", help=mark("List the skills that can be practised."))
    ] = False,
    json: JsonOption = False,
) -> Status:
    """Practise a skill on hands that cannot be answered right by a wrong idea."""
    import secrets

    from mustutor.tutor.drills import drill_source, skill_named, usual_rules
    from mustutor.tutor.walk import Walk

    console: Console = context.obj
    if not skill or listing:
        _list(console, json=json)
        return Status.DONE
    try:
        found = skill_named(skill)
        rules = (
            variant_named(variant, COMMAND)
            if variant
            else usual_rules(found, console.usual.of("variant") or DEFAULT_VARIANT)
        )
        chosen = secrets.randbelow(LARGEST_DRAWN) if seed is None else seed
        source = drill_source(skill, chosen, rules, console.language, level)
        if json:
            _questions(console, source, first, number or NUMBER)
            return Status.DONE
        again = _again(skill, chosen, variant or rules.id, level, first)
        if html:
            if transcript or answers:
                raise Misuse(
                    "--html cannot be joined with --transcript or --answers.", command=COMMAND
                )
            refuse_over_others(html, COMMAND)
            asked = _asked(source, first, number or NUMBER)
            _write_page(console, html, source.title, asked, rules, again)
            return Status.DONE
        walk = Walk(source).to_index(first - 1)
        return _practise(
            console, walk, again, number=number, answers=answers, transcript=transcript
        )
    except LessonError as problem:
        raise Misuse.of(problem, COMMAND) from None


def _asked(source: StopSource, first: int, number: int) -> list[Stop]:
    """So many questions, from one on."""
    if number > MOST_ON_PAGE:
        raise Misuse("One page holds at most {most} questions.", command=COMMAND, most=MOST_ON_PAGE)
    found = [source.stop(index) for index in range(first - 1, first - 1 + number)]
    return [stop for stop in found if stop is not None]


def _write_page(
    console: Console, target: str, title: str, stops: list[Stop], rules: Variant, again: str
) -> None:
    from mustutor.games.teller import teller_of
    from mustutor.pages.drilled import to_drill_page

    deck = teller_of(rules).deck
    page = to_drill_page(title, stops, console.language, again=again, deck=deck)
    write_page(console, page, target, COMMAND)


def _practise(
    console: Console,
    walk: Walk,
    again: str,
    *,
    number: int | None,
    answers: Path | None,
    transcript: bool,
) -> Status:
    from mustutor.cli.tutor.walk import run
    from mustutor.tutor.progressstore import open_store

    if transcript or not console.interactive:
        console.heading(walk.source.title)
        number = number or NUMBER
    status = run(
        console,
        walk,
        open_store(),
        answers=answers,
        transcript=transcript,
        count=None if number is None else walk.at + number,
        command=COMMAND,
    )
    console.write()
    console.say("The same questions again: {command}", command=again)
    return status


def _again(skill: str, seed: int, variant: str, level: int | None, first: int) -> str:
    """What is typed to be asked the same questions."""
    typed = f"{COMMAND} {skill} --seed {seed} --variant {variant}"
    typed += f" --from {first}" if first > 1 else ""
    return typed if level is None else f"{typed} --level {level}"


def _list(console: Console, *, json: bool) -> None:
    from mustutor.tutor.drills import SKILLS

    say = console.language.say
    if json:
        for skill in SKILLS.values():
            console.document(
                {
                    "id": skill.id,
                    "title": say(skill.title),
                    "sentence": say(skill.sentence),
                    "games": list(skill.games),
                    "rules": list(skill.rules),
                    "wrong_rules": [wrong.name for wrong in skill.wrong_rules],
                }
            )
        return
    groups: dict[tuple[str, ...], list[Skill]] = {}
    for skill in SKILLS.values():
        groups.setdefault(skill.games, []).append(skill)
    for games, skills in groups.items():
        console.heading(_heading(games, console.language))
        console.rows([(skill.id, say(skill.sentence)) for skill in skills])
    console.write()
    console.rows([("mustutor drill juego.order", say("practise one of them"))])


def _heading(games: Sequence[str], tongue: Language) -> str:
    """Over the skills of one game, or of two."""
    first, *others = map(title, games)
    if not others:
        return tongue.say("In {game}", game=first)
    return tongue.say("In {game} and in {other}", game=first, other=", ".join(others))


def _questions(console: Console, source: StopSource, first: int, number: int) -> None:
    """Write questions as JSON Lines, with their answers."""
    for index in range(first - 1, first - 1 + number):
        stop = source.stop(index)
        assert stop is not None, "a drill has no end"
        question = stop.question
        assert question is not None, "a drill asks at every stop"
        document: dict[str, object] = {
            "id": question.id,
            "skill": question.skill,
            "kind": question.kind,
            "prompt": question.prompt,
        }
        if question.choices:
            document["choices"] = [choice.value for choice in question.choices]
        if stop.scene.loose is not None:
            document["hands"] = {seat: list(hand) for seat, hand in stop.scene.loose.hands}
        if stop.scene.position is not None:
            shown = stop.scene.position
            document["position"] = shown.line()
            if stop.scene.face_up:
                seen = [seat for seat in shown.order if seat in stop.scene.face_up]
                document["hands"] = {seat: list(shown.hand_of(seat) or ()) for seat in seen}
            document["told"] = [line.text for line in stop.scene.page.lines]
        console.document(
            {
                **document,
                "answer": question.answer,
                "hints": list(question.hints),
                "misconceptions": {
                    wrong: idea.name for wrong, idea in question.misconceptions.items()
                },
            }
        )
