"""A walk line by line: nothing is redrawn, so pipes, screen readers and scripts can follow.

`run_lines` leads through a walk with the same words as the full screen. While a question is open,
input that can be an answer is one, except for `?` and for commands typed in full (``hint``,
``answer``, ``skip`` …); otherwise the first letter of a command is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from mustutor.base.errors import AnswerError, MustutorError, Unreadable
from mustutor.base.language import Language, plain_text, text_in
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.rulebook import article, in_language, without_options
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.screen.desk import nothing_follows
from mustutor.tutor.question_text import answer_under, feedback, question_in_words, table_in_words
from mustutor.tutor.walk import Fork, Walk


def ask_way(fork: Fork, front: Front) -> Walk | None:
    """Ask which way to take, until one leads to a walk; None for a learner who leaves."""
    say = front.language.say
    forks = [fork]
    front.show(fork.page_with_choices())
    while True:
        here = forks[-1]
        try:
            typed = front.ask(say("[Enter: {number}] a number, or q > ", number=here.usual + 1))
        except EOFError:
            return None
        if plain_text(typed) in ("q", "quit", plain_text(front.language.term("command", "quit"))):
            return None
        if plain_text(typed) in ("b", "back", plain_text(front.language.term("command", "back"))):
            forks = forks[:-1] or forks
            front.show(forks[-1].page_with_choices())
            continue
        way = here.choice_of(typed)
        if way is None:
            front.write(say("Type a number from 1 to {most}.", most=len(here.ways)))
            continue
        try:
            found = way.leads()
        except MustutorError as problem:
            front.write(problem.said(front.language))
            continue
        if isinstance(found, Walk):
            return found
        forks.append(found)
        front.show(found.page_with_choices())


SIGN = "> "


class LineCommand(Enum):
    """The commands of a walk, each with its letter and its English word."""

    NEXT = ("n", "next")
    SKIP = ("", "skip")
    BACK = ("b", "back")
    HINT = ("h", "hint")
    REVEAL = ("s", "answer")
    UNDO = ("u", "undo")
    GO = ("g", "go")
    SEARCH = ("/", "search")
    EXPLAIN = ("e", "explain")
    RULE = ("r", "rule")
    VARIANT = ("v", "variant")
    HELP = ("?", "help")
    QUIT = ("q", "quit")


_LETTERS = {command.value[0]: command for command in LineCommand if command.value[0]}


class Front(NamedTuple):
    """Input and output: show a page, write a line, ask for one, save what changed.

    `ask` raises EOFError at the end of input; `onward` gives the fork after a walk.
    """

    show: Callable[[Explanation], None]
    write: Callable[[str], None]
    ask: Callable[[str], str]
    keep: Callable[[Walk, Walk], None]
    language: Language
    onward: Callable[[Walk], Fork | None] = nothing_follows


def run_lines(walk: Walk, front: Front) -> Walk:
    """Lead a learner through a walk and those that follow; returns the last one.

    A walk without a name has not begun: the learner first chooses one.
    """
    if not walk.source.name:
        return _next_walk(walk, front)
    shown: Walk | None = None
    while True:
        if shown is None or shown.at != walk.at or shown.source is not walk.source:
            if shown is not None:
                front.write("")
            _show_stop(walk, front, shown)
            if walk.asking is not None and walk.asking.closed:
                front.show(feedback(walk.asking._replace(hints=0), front.language))
            shown = walk
        try:
            typed = front.ask(_prompt(walk, front.language))
        except EOFError:
            return walk
        command, rest = _command(typed, walk, front.language)
        if command is None and _is_no_answer(walk, rest):
            command, rest = _by_letter(rest)
        if command is LineCommand.QUIT:
            return walk
        leaves = command is LineCommand.SKIP or (command is LineCommand.NEXT and not _open(walk))
        if leaves and walk.is_last:
            ended = walk.forward()
            if ended != walk:
                front.keep(walk, ended)
            return _next_walk(ended, front)
        after = _do_command(walk, command, rest, front)
        if after is not None:
            if after != walk:
                front.keep(walk, after)
            if command is LineCommand.UNDO and after.at == walk.at and after != walk:
                _show_stop(after, front)
            walk = after


def _next_walk(walk: Walk, front: Front) -> Walk:
    """Continue with the learner's choice at the end of a walk, if there is one."""
    fork = front.onward(walk)
    found = None if fork is None else ask_way(fork, front)
    if found is None:
        return walk
    front.keep(walk, found)
    front.write("")
    return run_lines(found, front)


def write_transcript(walk: Walk, front: Front, *, most: int = 1_000) -> Walk:
    """Write a whole walk with questions, answers and reasons, without asking."""
    shown: Walk | None = None
    for _ in range(most):
        _show_stop(walk, front, shown)
        asking = walk.asking
        if asking is not None:
            front.show(feedback(asking._replace(shown=True, closed=True), front.language))
        if walk.is_last:
            break
        front.write("")
        shown, walk = walk, walk.forward()
    return walk


def _open(walk: Walk) -> bool:
    asking = walk.asking
    return asking is not None and not asking.closed


def _show_stop(walk: Walk, front: Front, before: Walk | None = None) -> None:
    """Write a stop: its text, its table, and its question.

    A table just written is not written again if nothing was asked since.
    """
    stop = walk.stop
    page = stop.scene.page
    passages = list(page.passages)
    table = table_in_words(stop.scene, front.language)
    if table and not (
        before is not None
        and before.asking is None
        and before.source is walk.source
        and table == table_in_words(before.stop.scene, front.language)
    ):
        passages.append(Passage("", table))
    if stop.question is not None:
        passages.append(Passage("", question_in_words(stop.question, front.language)))
    if passages:
        front.show(page._replace(passages=tuple(passages)))


def _prompt(walk: Walk, language: Language) -> str:
    count = walk.source.count
    known = {"at": walk.at + 1, "count": count or 0}
    if _open(walk):
        if count is None:
            return language.say("[{at}] your answer (? for a hint) > ", **known)
        return language.say("[{at}/{count}] your answer (? for a hint) > ", **known)
    if count is None:
        return language.say("[{at}] Enter: on (? for help) > ", **known)
    return language.say("[{at}/{count}] Enter: on (? for help) > ", **known)


@cache
def words_of(language: Language) -> dict[str, LineCommand]:
    """The commands by their words, in English and in the reader's language."""
    translated = language.terms(
        "command",
        "next, skip, back, hint, answer, undo, go, search, explain, rule, variant, help, quit",
    )
    english = {command.value[1]: command for command in LineCommand}
    return english | {plain_text(word): english[name] for name, word in translated.items()}


def _command(typed: str, walk: Walk, language: Language) -> tuple[LineCommand | None, str]:
    """Split a typed line into a command and its rest; without a command it is an answer."""
    text = typed.strip()
    word, _, rest = text.partition(" ")
    if text == "?":
        return (LineCommand.HINT, "") if _open(walk) else (LineCommand.HELP, "")
    if text.startswith("/"):
        return LineCommand.SEARCH, text[1:].strip()
    known = words_of(language).get(plain_text(word))
    takes_more = known in (
        LineCommand.GO,
        LineCommand.SEARCH,
        LineCommand.RULE,
        LineCommand.VARIANT,
    )
    if known is not None and (takes_more or not rest):
        return known, rest.strip()
    if not text:
        return LineCommand.NEXT, ""
    if _open(walk):
        return None, text
    return _LETTERS.get(word.lower(), LineCommand.HELP), rest.strip()


def _is_no_answer(walk: Walk, text: str) -> bool:
    try:
        walk.answer(text)
    except AnswerError:
        return True
    return False


def _by_letter(text: str) -> tuple[LineCommand | None, str]:
    """Read a text that is no answer as the letter of a command, if it is one."""
    word, _, rest = text.partition(" ")
    command = _LETTERS.get(word.lower())
    return (None, text) if command is None else (command, rest.strip())


def _do_command(walk: Walk, command: LineCommand | None, rest: str, front: Front) -> Walk | None:
    """Do a command; returns the next walk, or None if it only wrote something."""
    say = front.language.say
    match command:
        case None:
            return _answered(walk, rest, front)
        case LineCommand.NEXT:
            if _open(walk):
                front.write(
                    say("Type an answer, ? for a hint, or skip to go on without answering.")
                )
                return None
            return walk.forward()
        case LineCommand.SKIP:
            if _open(walk):
                front.write(say("Skipped. It comes back in review."))
            return walk.forward()
        case LineCommand.BACK:
            return walk.back()
        case LineCommand.HINT:
            return _hinted(walk, front)
        case LineCommand.REVEAL:
            after = walk.reveal()
            if after.asking is not None:
                front.show(feedback(after.asking._replace(hints=0), front.language))
            return after
        case LineCommand.UNDO:
            return walk.undo()
        case LineCommand.GO | LineCommand.SEARCH:
            return _gone(walk, command, rest, front)
        case LineCommand.VARIANT:
            return _under(walk, rest, front)
        case LineCommand.EXPLAIN:
            _explain(walk, front)
        case LineCommand.RULE:
            _read_rule(walk, rest, front)
        case _:
            front.write(help_text(front.language))
    return None


def _answered(walk: Walk, text: str, front: Front) -> Walk | None:
    try:
        after = walk.answer(text)
    except AnswerError as problem:
        front.write(problem.said(front.language))
        return None
    if after.asking is not None:
        # The hints were shown already, each when asked for.
        front.show(feedback(after.asking._replace(hints=0), front.language))
    return after


def _hinted(walk: Walk, front: Front) -> Walk | None:
    after = walk.hint()
    if after == walk or after.asking is None:
        front.write(front.language.say("There is no further hint: answer shows the answer."))
        return None
    lines = feedback(after.asking._replace(tries=()), front.language).lines
    front.show(Explanation("", (Passage("", lines[-1:]),)))
    return after


def _gone(walk: Walk, command: LineCommand, rest: str, front: Front) -> Walk | None:
    if command is LineCommand.SEARCH:
        found = walk.search(rest) if rest else None
    else:
        found = walk.to_named(rest)
    if found is None:
        front.write(front.language.say("Nothing was found for {words}.", words=rest or "-"))
    return found


def _under(walk: Walk, rest: str, front: Front) -> Walk | None:
    known = variant_ids()
    if rest not in known:
        front.write(front.language.say("Name one of these rulebooks: {ids}.", ids=", ".join(known)))
        return None
    if walk.asking is not None:
        if not walk.asking.closed:
            front.write(front.language.say("Another rulebook comes with the answer."))
        else:
            front.show(answer_under(walk.asking.question, load_variant(rest), front.language))
        return None
    try:
        variant = load_variant(rest)
        found = walk.under(variant)
    except MustutorError as problem:
        front.write(problem.said(front.language))
        return None
    if found is None:
        front.write(front.language.say("This is written for one rulebook."))
    else:
        name = text_in(variant.name, front.language.code)
        front.write(front.language.say("Now under {variant}.", variant=name))
    return found


def _explain(walk: Walk, front: Front) -> None:
    asking, explained = walk.asking, walk.stop.scene.explained
    if asking is not None and not asking.closed:
        front.write(front.language.say("Give an answer first, or type answer to see it."))
    elif explained is not None:
        front.show(explained())
    elif asking is not None:
        front.show(feedback(asking, front.language))
    else:
        front.write(front.language.say("There is nothing more to tell here."))


def _read_rule(walk: Walk, rest: str, front: Front) -> None:
    if _open(walk) and not rest:
        front.write(front.language.say("The articles come with the answer."))
        return
    wanted = (rest.upper(),) if rest else walk.stop.scene.rules
    code = front.language.code
    for rule in wanted:
        try:
            found = article(rule)
        except Unreadable as problem:
            front.write(problem.said(front.language))
            continue
        line = Line(without_options(in_language(found.text, code)), (found.id,), "article")
        front.show(Explanation("", (Passage(in_language(found.title, code), (line,)),)))
    if not wanted:
        front.write(front.language.say("No article is named here."))


def help_text(language: Language) -> str:
    """The commands, in a few lines."""
    say = language.say
    return "\n".join(
        (
            say("Enter or n goes on, b goes back, g PLACE goes there, /WORDS searches, q quits."),
            say(
                "e explains, r shows the article, v ID plays the hand under another rulebook, "
                "u undoes."
            ),
            say("At a question type the answer; hint, answer (to be shown it) and skip help out."),
        )
    )


def step_through(
    texts: Sequence[str],
    write: Callable[[str], None],
    ask: Callable[[str], str],
    prompt: str,
    mistaken: str,
) -> None:
    """Show texts one by one: Enter goes on, ``b`` goes back, ``q`` or end of input stops.

    The full prompt is shown once; after that a mere sign, which is quicker to hear and read.
    """
    at = 0
    while at < len(texts):
        write(texts[at])
        while True:
            try:
                answer = ask(prompt).strip().lower()
                prompt = SIGN
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            if answer in ("b", "back"):
                at = max(at - 1, 0)
                break
            if answer in ("", "n", "next"):
                at += 1
                break
            write(mistaken)
