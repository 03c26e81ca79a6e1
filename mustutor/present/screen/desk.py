"""The state of a learner's screen as a value, and the keys with what each does.

While a question is open letters belong to the answer; Esc leaves the input line for the commands
and returns to it, and function keys work at any time. `act` makes the next `Desk` for a key.
Nothing here draws or waits for keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from os.path import commonprefix
from typing import NamedTuple

from mustutor.base.errors import MustutorError
from mustutor.base.language import mark, plain_text, text_in
from mustutor.games.explain import Explanation, Passage
from mustutor.games.question import Question
from mustutor.model.calls import grammar_of
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.screen.rows import Piece, Row, ScreenPen, columns, wide
from mustutor.tutor.question_text import answer_under
from mustutor.tutor.walk import Fork, Walk

WATCH, ANSWER, ASK, OVERLAY, FORK = "watch", "answer", "ask", "overlay", "fork"
"""Where keys serve: at the table, while an answer is typed, while something else is typed in
the line (a place, words, a rulebook), over the table (help, an article, the story so far), and
where a learner says what comes next."""


class Key(NamedTuple):
    """An action: its keys, as the bar shows them, and its words.

    `keys` work where letters are commands, `typing` also in an input line; `bare` only while that
    line is empty. `shown` is the key's name in the bar, `typed` its name during input; `rank`
    decides what a short bar keeps.
    """

    action: str
    shown: str
    short: str
    long: str
    keys: tuple[str, ...] = ()
    typing: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    typed: str = ""
    rank: int = 5


KEYS = (
    Key(
        "forward",
        "n",
        mark("next"),
        mark("go on: also →, Enter and space; while more is below they read on"),
        ("n", "right", " ", "enter"),
        bare=("right",),
        typed="→",
        rank=1,
    ),
    Key("back", "p", mark("back"), mark("go back: also ← or b"), ("p", "b", "left"), (), ("left",)),
    Key("first", mark("Home"), "", mark("go to the beginning"), ("home",), bare=("home",)),
    Key("last", mark("End"), "", mark("go to the end"), ("end",), bare=("end",)),
    Key("answer", "Enter", mark("answer"), mark("give the answer that is typed"), (), rank=1),
    Key("line", "Esc", mark("commands"), mark("from the answer to the commands, and back"), rank=2),
    Key(
        "hint", "h", mark("hint"), mark("a hint: also F2"), ("h", "f2"), ("f2",), typed="F2", rank=3
    ),
    Key(
        "reveal",
        "s",
        mark("show"),
        mark("show the answer: also R or F3"),
        ("s", "R", "f3"),
        ("f3",),
        typed="F3",
        rank=4,
    ),
    Key("explain", "e", mark("explain"), mark("explain the story so far, or the answer"), ("e",)),
    Key("article", "r", mark("article"), mark("read the articles of the rulebook"), ("r",)),
    Key("search", "/", mark("search"), mark("search for words"), ("/",), bare=("/",), rank=6),
    Key("go", "g", mark("go to"), mark("go to a place, such as 1.grande or 2"), ("g",), rank=6),
    Key("variant", "v", mark("rules"), mark("see the same under another rulebook"), ("v",), rank=7),
    Key("undo", "u", mark("undo"), mark("ask again, or go back"), ("u",), rank=8),
    Key("help", "?", mark("help"), mark("this help: also F1"), ("?", "f1"), ("f1",), ("?",), "F1"),
    Key("quit", "q", mark("quit"), mark("leave: also Ctrl-C, at any time"), ("q",), rank=3),
)

SKIP = Key("onward", "→", mark("skip"), mark("go on without an answer: also the word skip"))
COMPLETE = Key("complete", "Tab", mark("complete"), mark("complete what is typed"), rank=4)
SCROLL = Key(
    "down",
    mark("PgDn"),
    mark("more"),
    mark("read on: PgUp PgDn, j and k, or Enter while more is below"),
    rank=0,
)
CLOSE = Key("line", "Esc", mark("close"), mark("close this"), rank=1)
ENTER = Key("answer", "Enter", mark("confirm"), mark("enter what is typed"), rank=1)
TAKE = Key("answer", "Enter", mark("go on"), mark("go on as recommended"), rank=0)
NUMBER = Key("answer", "1 2 …", mark("another way"), mark("go on another way"), rank=2)
RETURN = Key("line", "Esc", mark("back"), mark("back to where you were"), rank=3)
CANCEL = Key("line", "Esc", mark("cancel"), mark("leave the line"), rank=2)
RESUME = Key("forward", "Enter", mark("type"), mark("type an answer"), rank=1)
SPACIOUS = 60
"""Columns from which the keys in the bar stand well apart."""
OPEN_ONLY = frozenset(("hint", "reveal", "answer", "line"))


def offered(where: str, *, asked: bool, hidden: bool) -> Iterator[Key]:
    """The keys for the bar; `asked`: a question is open, `hidden`: there is more below."""
    if hidden:
        yield SCROLL
    if where == OVERLAY:
        yield CLOSE
    elif where == FORK:
        yield from (TAKE, NUMBER, RETURN)
        yield next(key for key in KEYS if key.action == "quit")
    elif where == ASK:
        yield from (ENTER, CANCEL, COMPLETE)
    elif where == ANSWER:
        yield from (key for key in KEYS if key.action in ("answer", "line", "hint", "reveal"))
        yield from (SKIP, COMPLETE)
        yield next(key for key in KEYS if key.action == "help")
    else:
        if asked:
            yield RESUME
        skipped = {"forward"} | {"answer", "line"} if asked else OPEN_ONLY
        yield from (key for key in KEYS if key.short and key.action not in skipped)


def bar_row(where: str, width: int, pen: ScreenPen, *, asked: bool, hidden: bool) -> Row:
    """The bar at the bottom, with as many keys as fit, the most useful ones last to go."""
    keys = list(offered(where, asked=asked, hidden=hidden))
    end = " " if width >= SPACIOUS else ""
    named = {key: _named(key, pen, end, typing=where == ANSWER) for key in keys}
    kept: list[Key] = []
    for key in sorted(keys, key=lambda key: (key.action != "help", key.rank)):
        if sum(wide(named[each]) for each in (*kept, key)) <= width:
            kept.append(key)
    pieces = [piece for key in keys if key in kept for piece in named[key]]
    spare = width - sum(columns(text) for _, text in pieces)
    return (*pieces, ("bar", " " * max(spare, 0)))


def _named(key: Key, pen: ScreenPen, end: str, *, typing: bool) -> tuple[Piece, ...]:
    shown = key.typed if typing and key.typed else key.shown
    return (("bar-key", f" {pen.say(shown)}"), ("bar", f" {pen.say(key.short)}{end}"))


def help_rows(pen: ScreenPen) -> list[tuple[str, str]]:
    """The keys with their words, for the help."""
    keys = (*KEYS, SKIP, COMPLETE, SCROLL)
    return [(pen.say(key.shown), pen.say(key.long)) for key in keys]


HELP, ARTICLE, STORY = "help", "article", "story"
LINES = ("go", "search", "variant")
AS_FAR_AS_NEEDED = -1
"""Scrolled so that what is new is seen from its beginning, and as much before it as fits."""
DIGITS = 9

Onward = Callable[[Walk], Fork | None]
"""What may follow a walk at its end, if anything."""


def nothing_follows(walk: Walk) -> None:  # noqa: ARG001 - the signature of every Onward
    """Return None: nothing follows."""
    return


class Desk(NamedTuple):
    """The learner's place in a walk, and what is shown beside it.

    `line` is the purpose of the input line: ``answer``, ``go``, ``search``, ``variant``, or empty
    if letters are commands; `over` is what covers the table. `keeps` says that the input stays.
    `scroll` is the number of rows above the first visible one. `forks` are the choices of a next
    walk, the current one last; `onward` gives the fork after a walk. `told` is the explanation of a
    question under another rulebook.
    """

    walk: Walk
    pen: ScreenPen
    line: str = ""
    over: str = ""
    scroll: int = 0
    message: str = ""
    keeps: bool = False
    sought: str = ""
    left: bool = False
    onward: Onward = nothing_follows
    forks: tuple[Fork, ...] = ()
    told: Explanation | None = None

    @property
    def asked(self) -> bool:
        """Whether a question is open here."""
        asking = self.walk.asking
        return asking is not None and not asking.closed

    @property
    def where(self) -> str:
        """The set of keys that work here."""
        if self.over:
            return OVERLAY
        if self.forks:
            return FORK
        if self.line in LINES:
            return ASK
        return ANSWER if self.line else WATCH

    def says(self, sentence: str, **evidence: object) -> Desk:
        """The desk with a message."""
        return self._replace(message=self.pen.say(sentence, **evidence))

    def walked(self, walk: Walk) -> Desk:
        """The desk after a step of the walk, with the input line open if there is a question."""
        asking = walk.asking
        line = "answer" if asking is not None and not asking.closed else ""
        there = self._replace(walk=walk, line=line, over="", forks=(), told=None)
        return there._replace(scroll=AS_FAR_AS_NEEDED)

    def at_forks(self, *forks: Fork) -> Desk:
        """The desk at a choice of the next walk; the last fork is the current one."""
        return self._replace(forks=forks, line="way", over="", scroll=AS_FAR_AS_NEEDED)


def open_desk(walk: Walk, pen: ScreenPen, onward: Onward = nothing_follows) -> Desk:
    """The desk at the start of a walk.

    A walk without a name has not begun: the learner first chooses one.
    """
    desk = Desk(walk, pen, onward=onward)
    fork = None if walk.source.name else onward(walk)
    return desk.walked(walk) if fork is None else desk.at_forks(fork)


def act(desk: Desk, action: str, typed: str = "") -> Desk:
    """Perform the action of a key; `typed` is the text in the input line."""
    fresh = desk._replace(message="", keeps=False)
    if desk.over and action in TURNS:
        return _uncovered(fresh)
    if desk.forks:
        return at_fork(fresh, action, typed)
    return _answer(fresh, typed) if action == "answer" else ACTIONS[action](fresh)


def chosen_by_number(question: Question) -> bool:
    """Whether a digit chooses an answer: there are few, and none begins with a digit itself."""
    words = [word for choice in question.choices for word in choice]
    return (
        question.kind in ("choose", "seat")
        and 0 < len(question.choices) <= DIGITS
        and not any(word[:1].isdigit() for word in words)
    )


def story(desk: Desk) -> Explanation | None:
    """The scene's story so far, else the reasons; None while a question is open."""
    scene, asking = desk.walk.stop.scene, desk.walk.asking
    if desk.asked or desk.told is not None:
        return desk.told
    if scene.explained is not None:
        return scene.explained()
    if asking is not None and asking.closed:
        return Explanation("", (Passage("", asking.question.why("")),))
    return None


# --- what the keys do --------------------------------------------------------------------


def _forward(desk: Desk) -> Desk:
    if desk.asked and not desk.line:
        return desk._replace(line="answer")
    return _at_walk(desk, desk.walk.forward())


def _onward(desk: Desk) -> Desk:
    return _at_walk(desk, desk.walk.forward())


def _at_walk(desk: Desk, walk: Walk) -> Desk:
    if walk.at != desk.walk.at:
        there, left = desk.walked(walk), walk.asked.get(desk.walk.stop.place)
        skipped = left is not None and left.skipped and walk.at > desk.walk.at
        return there.says("Skipped. It comes back in review.") if skipped else there
    if walk.is_last:
        ended = desk._replace(walk=walk)
        fork = desk.onward(walk)
        if fork is not None:
            return ended.at_forks(fork)
        return ended.says("Nothing follows: this is the end, and q leaves.")
    return desk.says("Nothing comes before: this is the beginning.")


def _back(desk: Desk) -> Desk:
    if desk.walk.at == 0:
        return desk.says("Nothing comes before: this is the beginning.")
    return _at_walk(desk, desk.walk.back())


def _first(desk: Desk) -> Desk:
    return desk.walked(desk.walk.to_index(0))


def _last(desk: Desk) -> Desk:
    count = desk.walk.source.count
    if count is None:
        return desk.says("This goes on without end.")
    return desk.walked(desk.walk.to_index(count - 1))


def _line(desk: Desk) -> Desk:
    """Esc: close what covers the table, leave the input line, or return to the answer."""
    if desk.over:
        return _uncovered(desk)
    if desk.line in LINES:
        return desk.walked(desk.walk)
    if desk.line:
        return desk._replace(line="", keeps=True)
    return desk._replace(line="answer" if desk.asked else "", keeps=True)


def _ask(line: str, desk: Desk) -> Desk:
    return desk._replace(line=line, over="")


def _show(over: str, desk: Desk) -> Desk:
    if desk.over == over:
        return _uncovered(desk)
    return desk._replace(over=over, scroll=0, keeps=True)


def _uncovered(desk: Desk) -> Desk:
    """The desk with nothing covering the table."""
    return desk._replace(over="", scroll=AS_FAR_AS_NEEDED, keeps=True, told=None)


def _article(desk: Desk) -> Desk:
    if desk.asked:
        return desk._replace(keeps=True).says("The articles come with the answer.")
    return _show(ARTICLE, desk)


def _explain(desk: Desk) -> Desk:
    if story(desk) is None and desk.over != STORY:
        if desk.asked:
            return desk._replace(keeps=True).says("The reasons come with the answer.")
        return desk.says("There is nothing more to explain here.")
    return _show(STORY, desk)


def _hint(desk: Desk) -> Desk:
    desk = desk._replace(keeps=True)
    if not desk.asked:
        return desk.says("Nothing is asked here.")
    walk = desk.walk.hint()
    if walk.asking == desk.walk.asking:
        return desk.says("There is no further hint.")
    return desk._replace(walk=walk, scroll=AS_FAR_AS_NEEDED, over="")


def _reveal(desk: Desk) -> Desk:
    if not desk.asked:
        return desk.says("Nothing is asked here.")
    return desk.walked(desk.walk.reveal())


def _undo(desk: Desk) -> Desk:
    walk = desk.walk.undo()
    return desk.says("There is nothing to undo.") if walk == desk.walk else desk.walked(walk)


def _quit(desk: Desk) -> Desk:
    if desk.over:
        return _uncovered(desk)
    return _leave(desk)


def _leave(desk: Desk) -> Desk:
    return desk._replace(left=True)


def _answer(desk: Desk, typed: str) -> Desk:
    """Enter: submit the input line, as an answer or for its other purposes."""
    try:
        return _ENTERED[desk.line or "answer"](desk, typed.strip())
    except MustutorError as problem:
        reason = desk.pen.clean(problem.said(desk.pen.language))
        return desk._replace(message=reason)


def _answered(desk: Desk, typed: str) -> Desk:
    if plain_text(typed) in ("skip", plain_text(desk.pen.language.term("command", "skip"))):
        return _onward(desk)
    return desk.walked(desk.walk.answer(typed))


def _gone(desk: Desk, typed: str) -> Desk:
    walk = desk.walk.to_named(typed)
    if walk is None:
        return desk.says("There is no place {place} here.", place=typed)
    return desk.walked(walk)


def _found(desk: Desk, typed: str) -> Desk:
    words = typed or desk.sought
    walk = desk.walk.search(words) if words else None
    if walk is None:
        return desk.says("Nothing here speaks of {words}.", words=words)
    return desk.walked(walk)._replace(sought=words)


def _rulebook(desk: Desk) -> Desk:
    if desk.asked:
        return desk._replace(keeps=True).says("Another rulebook comes with the answer.")
    return _ask("variant", desk)


def _seen_under(desk: Desk, typed: str) -> Desk:
    variant = load_variant(typed)
    asking = desk.walk.asking
    if asking is not None:
        answer = answer_under(asking.question, variant, desk.pen.language)
        return desk.walked(desk.walk)._replace(over=STORY, scroll=0, told=answer)
    walk = desk.walk.under(variant)
    if walk is None:
        return desk.walked(desk.walk).says("This is tied to its rulebook.")
    walk = _same_place(desk.walk, walk)
    name = text_in(variant.name, desk.pen.language.code)
    if walk.stop.place != desk.walk.stop.place:
        return desk.walked(walk).says("Under {variant} it ends here.", variant=name)
    return desk.walked(walk).says("Now under {variant}.", variant=name)


def _same_place(before: Walk, after: Walk) -> Walk:
    """The closest stop under the other rulebook: the same, one of its name, or the last."""
    source, place = after.source, before.stop.place
    same = source.stop(before.at)
    if same is not None and same.place == place:
        return after.to_index(before.at)
    if source.find(place) is None and source.count is not None:
        return after.to_index(source.count - 1)
    return after


_ENTERED = {"answer": _answered, "go": _gone, "search": _found, "variant": _seen_under}

TURNS = frozenset(("forward", "onward", "back", "first", "last"))
"""What leads elsewhere on the table, and closes what lies over it first."""

ACTIONS: dict[str, Callable[[Desk], Desk]] = {
    "forward": _forward,
    "onward": _onward,
    "back": _back,
    "first": _first,
    "last": _last,
    "line": _line,
    "go": partial(_ask, "go"),
    "search": partial(_ask, "search"),
    "variant": _rulebook,
    "help": partial(_show, HELP),
    "article": _article,
    "explain": _explain,
    "hint": _hint,
    "reveal": _reveal,
    "undo": _undo,
    "quit": _quit,
    "leave": _leave,
}


MOST_PLACES = 5_000
MOST_SHOWN = 12
WORD_BY_WORD = ("cards", "order")


def completed(desk: Desk, typed: str) -> tuple[str, tuple[str, ...]]:
    """The completed text, and the possible continuations if there are several."""
    before, begun = "", typed
    asking = desk.walk.asking
    if desk.line == "answer" and asking is not None and asking.question.kind in WORD_BY_WORD:
        head, space, begun = typed.rpartition(" ")
        before = head + space
    fitting = [word for word in candidates(desk) if plain_text(word).startswith(plain_text(begun))]
    if not fitting:
        return typed, ()
    common = commonprefix(fitting)  # noqa: RUF071 - of words, not of paths
    text = common if len(common) >= len(begun) else begun
    return before + text, tuple(fitting[:MOST_SHOWN]) if len(fitting) > 1 else ()


def candidates(desk: Desk) -> tuple[str, ...]:
    """The possible inputs for the current input line."""
    walk = desk.walk
    if desk.line == "variant":
        return variant_ids()
    if desk.line == "go":
        count = min(walk.source.count or 0, MOST_PLACES)
        stops = [walk.source.stop(index) for index in range(count)]
        return tuple(dict.fromkeys(each.scene.here for each in stops if each and each.scene.here))
    asking = walk.asking
    if desk.line != "answer" or asking is None:
        return ()
    if asking.question.kind == "call":
        # All words of calls, legal or not, as which are legal is the question.
        return grammar_of("grande").bare
    return tuple([choice.label for choice in asking.question.choices])


def at_fork(desk: Desk, action: str, typed: str) -> Desk:
    """Take a way at a fork, go back to the one before, or leave."""
    if action in ("quit", "leave"):
        return desk._replace(left=True)
    if action == "answer":
        return _follow_way(desk, typed)
    if action in ("line", "back"):
        *before, _ = desk.forks
        if before:
            return desk.at_forks(*before)
        if desk.walk.source.name:
            return desk.walked(desk.walk)
    return desk._replace(keeps=True)


def _follow_way(desk: Desk, typed: str) -> Desk:
    fork = desk.forks[-1]
    way = fork.choice_of(typed)
    if way is None:
        return desk.says("Type a number from 1 to {most}.", most=len(fork.ways))
    try:
        found = way.leads()
    except MustutorError as problem:
        return desk._replace(message=desk.pen.clean(problem.said(desk.pen.language)))
    return desk.walked(found) if isinstance(found, Walk) else desk.at_forks(*desk.forks, found)
