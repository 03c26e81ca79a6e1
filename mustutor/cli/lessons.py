"""The `lesson` commands: list the lessons, check them, and begin one of your own.

The one to begin with (`lesson_draft.yaml`, and its words here) teaches something already, and says
in comments what it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import partial
from pathlib import Path

from mustutor.base.errors import LessonError
from mustutor.base.language import Language, available, mark, open_language, printable
from mustutor.cli.common_options import Status, UsageError, refused_as_usage
from mustutor.cli.console import Console
from mustutor.cli.output_files import refuse_over, write_files
from mustutor.cli.parameters import JSON, argument, flag, option
from mustutor.cli.variants import comment, quoted
from mustutor.games.rulebook import articles, in_language
from mustutor.tutor.course import chapters as chapters_taught
from mustutor.tutor.course import course_order, lesson_title, lessons_done, parts
from mustutor.tutor.lesson.check import Checked
from mustutor.tutor.lesson.check import check as checked
from mustutor.tutor.lesson.files import find, folder_of, lesson_ids
from mustutor.tutor.progress_file import ProgressStore

# A hand on which whoever reads a three as a three gives the wrong answer.
DRAFT = "lesson_draft.yaml"

_COMMENTS = {
    "level": mark("From 1, for somebody who has never held the cards, to 5, for a referee."),
    "variant": mark("The rulebook that gives the answers; mustutor variant list names them all."),
    "rules": mark("The articles it teaches; mustutor rule finds them by words."),
    "tables": mark(
        "Deals, played by the rules: a call that is not allowed is an error, shown at its "
        "place. The lance and the number of a call name a moment, as in grande.3; start and "
        "end are moments too. You may also take one of mustutor's records: write replay and "
        "its name."
    ),
    "values": mark(
        "Numbers for the texts: the texts contain no digits. Each number is asked of the "
        "rules, and the text names it in braces."
    ),
    "steps": mark(
        "The steps: say, show, ask, deal or drill; their words stand in the other files."
    ),
    "ask": mark(
        "Ask before you tell. The kinds of question: choose, seat, number, cards, order, call, "
        "settle."
    ),
    "compute": mark("What is asked of the rules; the answer below must be what they say."),
    "wrong": mark(
        "Answers that show a common mistake, and the mistake's name, under which the "
        "other files explain it."
    ),
    "choices": mark("What may be chosen; the words of each choice stand in the other files."),
    "deal": mark("The hand is played here call by call, and stops after each place that is named."),
}

_WORDS: Mapping[str, Mapping[str, str | tuple[str, ...] | Mapping[str, str]]] = {
    "guess": {
        "say": mark("Two players look at their cards. Nobody has spoken yet."),
        "ask": mark("Who has the better grande?"),
        "hints": (
            mark("Grande goes to the highest cards: compare them one by one, from the top."),
            mark("A three plays as a king here. What is left after two kings each?"),
        ),
        "wrong": {"printed_three": mark("The three of A1 plays as a king: it is not a low card.")},
        "otherwise": mark("Look again at which card each one plays as."),
        "remark": mark("Two kings each; then a knight beats a jack."),
    },
    "rule": {
        "say": mark(
            "In this deck {kings} cards play as kings, the threes among them. Grande is compared"
            " from the highest card down, and the first difference decides."
        )
    },
    "equal": {
        "ask": mark("And with these cards: is grande for A2, for B2, or for neither?"),
        "choices": {
            "A2": mark("For A2"),
            "B2": mark("For B2"),
            "none": mark("For neither: they share it"),
        },
        "hints": (
            mark("Read the three as the card it plays as, and compare again."),
            mark("All four cards are equal. Grande is never shared: A2 speaks first."),
        ),
        "wrong": {
            "printed_three": mark("The three is a king: both hands hold the same."),
            "shared": mark("They are equal, but stones are never split between equals."),
        },
        "otherwise": mark("When all four cards are equal, look at who speaks first."),
        "remark": mark("Between equal hands, the one who speaks first wins: the mano."),
    },
    "play": {
        "say": mark("Now see how it went."),
        "stops": {"grande.3": mark("Nobody accepts the bet, so nobody has to show a card for it.")},
    },
    "stones": {
        "ask": mark("How many stones does A1 win for grande?"),
        "hints": (
            mark("A bet that nobody accepts is not won whole."),
            mark("What is won for a refused bet is the deje, the price of saying no."),
        ),
        "wrong": {
            "whole_bet": mark("Two stones were bet, but the bet was refused: only the deje is won.")
        },
        "otherwise": mark("Ask yourself what the others owe for saying no."),
        "remark": mark("Whoever refuses an opening bet owes the deje, and nobody shows a card."),
    },
    "end": {
        "say": mark(
            "The highest cards win grande, with the threes as kings; and a bet that is refused"
            " still pays."
        )
    },
}


def drafts(lesson: str, title: str, language: Language, *, folder: str) -> Mapping[str, str]:
    """Write the files of a lesson, by name; `folder` is where they will stand.

    Comments are in the reader's language, the words of the lesson in every one there is.
    """
    title = title or lesson.replace("_", " ").capitalize()
    files = {"lesson.yaml": _course(lesson, title, language, folder)}
    for code in available():
        files[f"{code}.yaml"] = _words(title, open_language(code))
    return files


def _course(lesson: str, title: str, language: Language, folder: str) -> str:
    say = language.say
    head = [
        say("{title}: what it asks and shows; its words stand in the files beside.", title=title),
        say("To check it: {command}", command=f"mustutor lesson check {folder}"),
        say("To take it: {command}", command=f"mustutor learn {folder}"),
        say("All that it may contain: {command}", command="mustutor schema lesson"),
    ]
    lines = [line for text in head for line in comment(text)]
    comments = {name: say(text) for name, text in _COMMENTS.items()}
    for line in Path(__file__).with_name(DRAFT).read_text("utf-8").splitlines():
        name = line.strip().strip("{}")
        if name in comments:
            lines += comment(comments[name], indent=len(line) - len(line.lstrip()))
        else:
            lines.append(line.format(id=lesson))
    return "\n".join(lines) + "\n"


def _words(title: str, language: Language) -> str:
    lines = [
        f"title: {quoted(title)}",
        f"summary: {quoted(language.say('Grande, and what a refused bet pays.'))}",
        "steps:",
    ]

    def said(text: str) -> str:
        """A text of the lesson, its placeholder left for the engine."""
        return quoted(language.say(text, kings="{kings}"))

    for step, words in _WORDS.items():
        lines.append(f"  {step}:")
        for field, told in words.items():
            if isinstance(told, str):
                lines.append(f"    {field}: {said(told)}")
                continue
            lines.append(f"    {field}:")
            if isinstance(told, tuple):
                lines += [f"      - {said(text)}" for text in told]
            else:
                lines += [f"      {key}: {said(text)}" for key, text in told.items()]
    return "\n".join(lines) + "\n"


_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


def listing(
    console: Console,
    untaught: bool = flag("--untaught", "List the articles that no lesson teaches instead."),
    json: bool = JSON,
) -> None:
    """List the lessons in the order of the course, part by part."""
    if untaught:
        _untaught(console, json=json)
        return
    code = console.language.code
    order = course_order()
    others = [name for name in lesson_ids() if name not in order]
    if json:
        for name in (*order, *others):
            draft = find(name).draft
            console.document(
                {
                    "id": name,
                    "title": lesson_title(name, code),
                    "level": draft["level"],
                    "minutes": draft["minutes"],
                    "rules": list(draft.get("rules", ())),
                }
            )
        return
    done = lessons_done(ProgressStore().progress)
    for part in parts():
        names = [name for name in part.lessons if name in order]
        _part(console, in_language(part.title, code), names, done)
    _part(console, console.language.say("Outside the course"), others, done)
    console.write()
    console.rows(
        [
            ("mustutor learn grande", console.language.say("take a lesson")),
            ("mustutor lesson new our_lesson", console.language.say("write one of your own")),
        ]
    )


def _part(console: Console, title: str, names: list[str], done: Container[str]) -> None:
    if not names:
        return
    console.heading(printable(title))
    order = course_order()
    numbered = [f"{order.index(name) + 1:2}  {name}" if name in order else name for name in names]
    told = [_in_a_line(console, name, done=name in done) for name in names]
    console.rows(zip(numbered, told, strict=True))


def _in_a_line(console: Console, name: str, *, done: bool) -> str:
    """A lesson's title, how hard and how long it is, and whether the learner has done it."""
    draft, count = find(name).draft, console.language.count
    known = {"title": lesson_title(name, console.language.code), "level": draft["level"]}
    if done:
        return count(
            "{title} (level {level}, {number} minute; done)",
            "{title} (level {level}, {number} minutes; done)",
            draft["minutes"],
            **known,
        )
    return count(
        "{title} (level {level}, {number} minute)",
        "{title} (level {level}, {number} minutes)",
        draft["minutes"],
        **known,
    )


def _untaught(console: Console, *, json: bool) -> None:
    """Name the articles that no lesson teaches, chapter by chapter."""
    chapters = chapters_taught()
    if json:
        for chapter in chapters:
            console.document(
                {
                    "chapter": chapter.name,
                    "articles": len(chapter.taught),
                    "taught": len(chapter.taught) - len(chapter.untaught),
                    "untaught": list(chapter.untaught),
                }
            )
        return
    say, code = console.language.say, console.language.code
    for chapter in chapters:
        if not chapter.untaught:
            continue
        console.heading(
            say(
                "{chapter}: {taught} of {articles} are taught.",
                chapter=chapter.name,
                taught=len(chapter.taught) - len(chapter.untaught),
                articles=len(chapter.taught),
            )
        )
        console.rows((rule, in_language(articles()[rule].title, code)) for rule in chapter.untaught)
        console.write()
    whole = sum(len(chapter.taught) for chapter in chapters)
    if not any(chapter.untaught for chapter in chapters):
        console.say("Every one of the {articles} articles is taught by a lesson.", articles=whole)
        return
    console.count(
        "No lesson teaches {number} article, of {articles}.",
        "No lesson teaches {number} articles, of {articles}.",
        sum(len(chapter.untaught) for chapter in chapters),
        articles=whole,
    )


def check(
    console: Console,
    lessons: list[str] | None = argument(
        "ID|FOLDER|FILE...",
        "Lessons: ids, folders, or their lesson.yaml; all that come with "
        "mustutor if you name none.",
        None,
    ),
    json: bool = JSON,
) -> Status:
    """Check lessons: 0 when all can stand, 1 when one is wrong, 3 when one cannot be read."""
    status = Status.DONE
    for name in lessons or lesson_ids():
        found = _checked(name)
        if json:
            console.document(_as_json(found, console))
        else:
            _tell(found, console)
        own = Status.DONE if found.is_sound else Status.WRONG
        status = max(status, own if found.readable else Status.UNREADABLE)
    return status


def _checked(name: str) -> Checked:
    with refused_as_usage(LessonError):
        folder = folder_of(name)
    return checked(folder)


def _as_json(found: Checked, console: Console) -> dict[str, object]:
    return {
        "lesson": found.folder.resolve().name,
        "verdict": "ok" if found.is_sound else "wrong" if found.readable else "unreadable",
        "problems": [
            {
                "file": problem.error.file,
                "line": problem.error.line,
                "column": problem.error.column,
                "kind": "warning" if problem.warning else "fault",
                "message": console.language.say(problem.error.sentence, **problem.error.evidence),
                "hint": problem.error.hint,
            }
            for problem in found.problems
        ],
    }


def _tell(found: Checked, console: Console) -> None:
    say = console.language.say
    for problem in found.problems:
        told = problem.error.said(console.language)
        console.problem(say("{problem} (worth a look)", problem=told) if problem.warning else told)
    lesson = found.folder.resolve().name
    faults = sum(not problem.warning for problem in found.problems)
    if found.is_sound:
        console.say("{lesson} is in order.", lesson=lesson)
        return
    console.count(
        "{lesson} is not in order: {number} problem.",
        "{lesson} is not in order: {number} problems.",
        faults,
        lesson=lesson,
    )


def new(
    console: Console,
    lesson_id: str = argument("ID", "Its id: small letters, digits and _."),
    title: str = option("--title TEXT", "What it is called."),
    output: str = option(
        "-o --output FOLDER", "Where to put its folder; here, unless you say otherwise."
    ),
    force: bool = flag("--force", "Write over a lesson that is there already."),
) -> None:
    """Write a small lesson that can stand as it is, with comments on how to make it another."""
    if not _ID.fullmatch(lesson_id):
        raise UsageError(
            "{place} cannot be {found}: use small letters a to z, digits and _, beginning with "
            "a letter.",
            place="id",
            found=lesson_id or '""',
        )
    target = Path(output) / lesson_id
    refuse_over(target, force=force)
    folder = str(target) if target.parent != Path() else f"./{target}"
    texts = drafts(lesson_id, title, console.language, folder=folder)
    write_files(texts, target, partial(_must_stand, name=lesson_id), force=force)
    console.say("{folder} is written: a small lesson that is in order as it stands.", folder=folder)
    console.rows(
        [
            (f"mustutor learn {folder}", console.language.say("take it")),
            (f"mustutor lesson check {folder}", console.language.say("check what you change")),
        ]
    )


def _must_stand(draft: Path, name: str) -> None:
    """Raise what is wrong with it as wrong usage: only the id and the title can be."""
    found = checked(draft, name=name)
    for problem in found.problems:
        if not problem.warning:
            raise UsageError.of(problem.error)
