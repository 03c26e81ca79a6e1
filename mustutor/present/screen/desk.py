"""The state of a learner's screen as a value: walk, input line, and what covers the table.

`act` makes the next `Desk` for a key. Nothing here draws or waits for keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mustutor.base.errors import MustutorError
from mustutor.base.language import plain_text
from mustutor.games.explain import Explanation, Passage
from mustutor.games.question import Question
from mustutor.model.calls import grammar_of
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.screen.keys import ANSWER, ASK, FORK, OVERLAY, WATCH
from mustutor.present.screen.rows import ScreenPen
from mustutor.tutor.question_text import answer_under
from mustutor.tutor.walk import Fork, Walk

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

    def walked(self, walk: Walk, *, scroll: int = AS_FAR_AS_NEEDED) -> Desk:
        """The desk after a step of the walk, with the input line open if there is a question."""
        asking = walk.asking
        line = "answer" if asking is not None and not asking.closed else ""
        return self._replace(walk=walk, line=line, over="", scroll=scroll, forks=(), told=None)

    def at_forks(self, *forks: Fork) -> Desk:
        """The desk at a choice of the next walk; the last fork is the current one."""
        return self._replace(forks=forks, line="way", over="", scroll=AS_FAR_AS_NEEDED)


def open_desk(
    walk: Walk, pen: ScreenPen, notice: str = "", onward: Onward = nothing_follows
) -> Desk:
    """The desk at the start of a walk, with a notice if given.

    A walk without a name has not begun: the learner first chooses one.
    """
    desk = Desk(walk, pen, message=pen.clean(notice), onward=onward)
    fork = None if walk.source.name else onward(walk)
    return desk.walked(walk) if fork is None else desk.at_forks(fork)


def act(desk: Desk, action: str, typed: str = "") -> Desk:
    """Perform the action of a key; `typed` is the text in the input line."""
    fresh = desk._replace(message="", keeps=False)
    if desk.over and action in TURNS:
        return _uncovered(fresh)
    if desk.forks:
        return at_fork(fresh, action, typed)
    return ACTIONS[action](fresh, typed)


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


def _forward(desk: Desk, typed: str) -> Desk:  # noqa: ARG001 - the signature of every action
    if desk.asked and not desk.line:
        return desk._replace(line="answer")
    return _at_walk(desk, desk.walk.forward())


def _onward(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    return _at_walk(desk, desk.walk.forward())


def _at_walk(desk: Desk, walk: Walk) -> Desk:
    if walk.at != desk.walk.at:
        there = desk.walked(walk)
        return there.says("Skipped. It comes back in review.") if _skips(desk.walk, walk) else there
    if walk.is_last:
        ended = desk._replace(walk=walk)
        fork = desk.onward(walk)
        if fork is not None:
            return ended.at_forks(fork)
        return ended.says("Nothing follows: this is the end, and q leaves.")
    return desk.says("Nothing comes before: this is the beginning.")


def _skips(before: Walk, after: Walk) -> bool:
    asking = after.asked.get(before.stop.place)
    return asking is not None and asking.skipped and after.at > before.at


def _back(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    if desk.walk.at == 0:
        return desk.says("Nothing comes before: this is the beginning.")
    return _at_walk(desk, desk.walk.back())


def _first(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    return desk.walked(desk.walk.to_index(0))


def _last(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    count = desk.walk.source.count
    if count is None:
        return desk.says("This goes on without end.")
    return desk.walked(desk.walk.to_index(count - 1))


def _line(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    """Esc: close what covers the table, leave the input line, or return to the answer."""
    if desk.over:
        return _uncovered(desk)
    if desk.line in LINES:
        return desk.walked(desk.walk)
    if desk.line:
        return desk._replace(line="", keeps=True)
    return desk._replace(line="answer" if desk.asked else "", keeps=True)


def _asks(line: str) -> Callable[[Desk, str], Desk]:
    def ask(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
        return desk._replace(line=line, over="")

    return ask


def _shows(over: str) -> Callable[[Desk, str], Desk]:
    def show(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
        if desk.over == over:
            return _uncovered(desk)
        return desk._replace(over=over, scroll=0, keeps=True)

    return show


def _uncovered(desk: Desk) -> Desk:
    """The desk with nothing covering the table."""
    return desk._replace(over="", scroll=AS_FAR_AS_NEEDED, keeps=True, told=None)


def _article(desk: Desk, typed: str) -> Desk:
    if desk.asked:
        return desk._replace(keeps=True).says("The articles come with the answer.")
    return _shows(ARTICLE)(desk, typed)


def _explain(desk: Desk, typed: str) -> Desk:
    if story(desk) is None and desk.over != STORY:
        if desk.asked:
            return desk._replace(keeps=True).says("The reasons come with the answer.")
        return desk.says("There is nothing more to explain here.")
    return _shows(STORY)(desk, typed)


def _hint(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    desk = desk._replace(keeps=True)
    if not desk.asked:
        return desk.says("Nothing is asked here.")
    walk = desk.walk.hint()
    if walk.asking == desk.walk.asking:
        return desk.says("There is no further hint.")
    return desk._replace(walk=walk, scroll=AS_FAR_AS_NEEDED, over="")


def _reveal(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    if not desk.asked:
        return desk.says("Nothing is asked here.")
    return desk.walked(desk.walk.reveal())


def _undo(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    walk = desk.walk.undo()
    return desk.says("There is nothing to undo.") if walk == desk.walk else desk.walked(walk)


def _quit(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    if desk.over:
        return _uncovered(desk)
    return _leave(desk, "")


def _leave(desk: Desk, typed: str) -> Desk:  # noqa: ARG001
    return desk._replace(left=True)


def _answer(desk: Desk, typed: str) -> Desk:
    """Enter: submit the input line, as an answer or for its other purposes."""
    try:
        return _ENTERED[desk.line or "answer"](desk, typed.strip())
    except MustutorError as problem:
        told = desk.pen.clean(problem.said(desk.pen.language))
        return desk._replace(message=told, keeps=True)


def _answered(desk: Desk, typed: str) -> Desk:
    return desk.walked(desk.walk.answer(typed))


def _gone(desk: Desk, typed: str) -> Desk:
    walk = desk.walk.to_named(typed)
    if walk is None:
        return desk._replace(keeps=True).says("There is no place {place} here.", place=typed)
    return desk.walked(walk)


def _found(desk: Desk, typed: str) -> Desk:
    words = typed or desk.sought
    walk = desk.walk.search(words) if words else None
    if walk is None:
        return desk._replace(keeps=True).says("Nothing here speaks of {words}.", words=words)
    return desk.walked(walk)._replace(sought=words)


def _rulebook(desk: Desk, typed: str) -> Desk:
    if desk.asked:
        return desk._replace(keeps=True).says("Another rulebook comes with the answer.")
    return _asks("variant")(desk, typed)


def _seen_under(desk: Desk, typed: str) -> Desk:
    variant = load_variant(typed)
    asking = desk.walk.asking
    if asking is not None:
        told = answer_under(asking.question, variant, desk.pen.language)
        return desk.walked(desk.walk)._replace(over=STORY, scroll=0, told=told)
    walk = desk.walk.under(variant)
    if walk is None:
        return desk.walked(desk.walk).says("This is tied to its rulebook.")
    walk = _same_place(desk.walk, walk)
    name = variant.name.get(desk.pen.language.code) or variant.name["en"]
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

ACTIONS: dict[str, Callable[[Desk, str], Desk]] = {
    "forward": _forward,
    "onward": _onward,
    "back": _back,
    "first": _first,
    "last": _last,
    "line": _line,
    "answer": _answer,
    "go": _asks("go"),
    "search": _asks("search"),
    "variant": _rulebook,
    "help": _shows(HELP),
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
    common = _common(fitting)
    text = common if len(common) >= len(begun) else begun
    return before + text, tuple(fitting[:MOST_SHOWN]) if len(fitting) > 1 else ()


def _common(words: Sequence[str]) -> str:
    """The longest common beginning of words.

    >>> _common(["quiero", "quieto"]), _common(["paso", "quiero"])
    ('quie', '')
    """
    first, last = min(words), max(words)  # a beginning these two share, all between share
    same = (at for at, sign in enumerate(first) if last[at : at + 1] != sign)
    return first[: next(same, len(first))]


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
