"""A question as it is put to a learner, with all that is needed to judge an answer.

Answers are written in one canonical way, the same in every language, by `kind`:

=========  =====================================================  ==================
``choose``  the value of one of the choices                       ``duples``
``seat``    a seat or a side                                      ``B1``
``number``  a whole number                                        ``12``
``cards``   cards among those shown, in the order shown           ``Ro 3b``
``order``   seats, sides or values, the first first               ``B A C``
``call``    what the speaker says, without the seat               ``envido 2``
``settle``  what each side has afterwards, in the sides' order    ``A=19 B=14``
=========  =====================================================  ==================

The answer, the choices that are wrong and the reasons all come from the engine; the words come
from a lesson or from the catalogues.

A `Finding` is what the engine answers, and how it comes to it. Here are those of a moment of play
in any game: who speaks, what is legal, within which bounds. Nothing here knows a rule; each finding
asks the engine and keeps its reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.errors import AnswerError, Fault, NotationError
from mustutor.base.language import Language, mark, plain_text
from mustutor.base.register import DEFAULT_GAME, game_part, round_named
from mustutor.games.explain import Explanation, Line
from mustutor.games.tell_hand import legal_lines
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, Call, number_said, write_call
from mustutor.model.cards import SPANISH, Deck
from mustutor.model.position import Hand, Option, Position, Step
from mustutor.model.variant import Variant

NOTHING_TYPED = mark("You have not typed anything yet: type an answer.")
KINDS = ("choose", "seat", "number", "cards", "order", "call", "settle")

Why = Callable[[str], tuple[Line, ...]]
"""Derives the answer; given a wrong answer, it may tell where to look (a line ``parting``)."""


def no_reason(answer: str) -> tuple[Line, ...]:  # noqa: ARG001 - the signature of every reason
    """Derive nothing."""
    return ()


class AnswerChoice(NamedTuple):
    """Something that may be answered: its value, the same in every language, and its words."""

    value: str
    label: str


class Misconception(NamedTuple):
    """A wrong idea many learners have: its name, and what to tell who holds it."""

    name: str
    text: str


class Question(NamedTuple):
    """One question; `answer` is canonical, `accepted` are others that are right as well.

    `id` names it permanently, in any language (``lesson:grande/who``,
    ``drill:juego.order/fournier/7/3``), and `skill` what it practises. `choices` are what may be
    answered, where that is a list: seats and cards are choices too. `speaker` and
    `understood` serve a ``call``: who speaks, and how the position reads the words (``y yo``
    becomes ``subo a 4``). `deck` is the one its cards are read by, `game` the one its calls are.
    `misconceptions` are by wrong answer; `otherwise` is told of any other wrong answer, before
    the reasons; `remark` when it is solved or shown. `under` asks the same under another
    rulebook, and raises MustutorError where that makes no sense. `elsewhere` gives its choices in
    other languages: an answer is understood in each.
    """

    id: str
    skill: str
    kind: str
    prompt: str
    answer: str
    accepted: tuple[str, ...] = ()
    choices: tuple[AnswerChoice, ...] = ()
    speaker: str = ""
    understood: Callable[[str], str] | None = None
    deck: Deck = SPANISH
    game: str = DEFAULT_GAME
    hints: tuple[str, ...] = ()
    misconceptions: Mapping[str, Misconception] = {}
    otherwise: str = ""
    remark: str = ""
    why: Why = no_reason
    under: Callable[[Variant], Question] | None = None
    elsewhere: Callable[[], Iterable[tuple[AnswerChoice, ...]]] = tuple

    def is_right(self, answer: str) -> bool:
        """Whether a canonical answer is right.

        >>> Question("q", "s", "number", "?", "3", accepted=("4",)).is_right("4")
        True
        """
        return answer == self.answer or answer in self.accepted


LONGEST_ANSWER = 200
MOST_DIGITS = 7

_PARTS = re.compile(r"[\s,;>]+")
_ACCOUNT = re.compile(r"([A-Za-z][0-9]?)\s*[=:\s]\s*([0-9]+)")


def read_answer(question: Question, text: str) -> str:
    """Read an answer as the question's kind has it; the canonical answer comes back.

    A choice may be named by its number from 1, by its value or by its words. Raises
    AnswerError, with what would be an answer, for anything else.

    >>> seats = tuple(AnswerChoice(seat, seat) for seat in ("A1", "B1"))
    >>> read_answer(Question("q", "s", "seat", "Who?", "B1", choices=seats), "b1")
    'B1'
    """
    words = text.strip()
    if not words:
        raise AnswerError(NOTHING_TYPED)
    if len(words) > LONGEST_ANSWER:
        sentence = mark("This is {length} characters long; no answer is longer than {longest}.")
        raise AnswerError(sentence, length=len(words), longest=LONGEST_ANSWER)
    match question.kind:
        case "choose" | "seat":
            return _chosen(words, question).value
        case "number":
            return _number(words)
        case "cards":
            return _cards(words, question)
        case "order":
            return _order(words, question)
        case "call":
            return _call(words, question)
        case _:
            return _accounts(words, question)


def _chosen(words: str, question: Question) -> AnswerChoice:
    choices = question.choices
    for choice in choices:
        if plain_text(words) in (plain_text(choice.value), plain_text(choice.label)):
            return choice
    if words.isascii() and words.isdigit() and 1 <= int(words[:MOST_DIGITS]) <= len(choices):
        return choices[int(words[:MOST_DIGITS]) - 1]
    said = plain_text(words)
    begun = [choice for choice in choices if plain_text(choice.label).startswith(said)]
    if len(begun) == 1:
        return begun[0]
    elsewhere = {
        plain_text(other.label): other.value for each in question.elsewhere() for other in each
    }
    meant = elsewhere.get(said) or round_named(words)
    for choice in choices:
        if choice.value == meant:
            return choice
    known = {
        plain_text(word): choice for choice in choices for word in (choice.label, choice.value)
    }
    near = get_close_matches(said, known, 1)
    raise AnswerError(
        mark("{answer} is not one of these: {choices}."),
        answer=words,
        choices=", ".join(choice.label for choice in choices),
        hint=known[near[0]].label if near else "",
    )


def _number(words: str) -> str:
    said = number_said(words)
    if re.fullmatch(r"[0-9]+", said) and len(said) <= MOST_DIGITS:
        return str(int(said))
    raise AnswerError(mark("{answer} is not a number: type one in digits."), answer=words)


def _cards(words: str, question: Question) -> str:
    choices = question.choices
    left = list(choices)
    picked: list[AnswerChoice] = []
    for part in [
        card for word in filter(None, _PARTS.split(words)) for card in question.deck.parted(word)
    ]:
        choice = _card(part, left, question)
        left.remove(choice)
        picked.append(choice)
    if not picked:  # signs between cards, and no card
        raise AnswerError(NOTHING_TYPED)
    return " ".join(choice.value for choice in choices if choice in picked)


def _card(part: str, left: Sequence[AnswerChoice], question: Question) -> AnswerChoice:
    """One of the cards shown, by its name; by its rank where that leaves no doubt."""
    try:
        card = question.deck.read(part)
    except NotationError as problem:
        raise AnswerError(problem.sentence, hint=problem.hint, **problem.evidence) from None
    for choice in left:
        if choice.value == card:
            return choice
    alike = [choice for choice in left if choice.value[:1] == card.rank] if not card.suit else []
    shown = ", ".join(choice.label for choice in question.choices)
    if not alike:
        raise AnswerError(mark("{card} is not one of these: {cards}."), card=part, cards=shown)
    return alike[0]


def _order(words: str, question: Question) -> str:
    choices = question.choices
    parts = [part for part in _PARTS.split(words) if part]
    picked = [_chosen(part, question) for part in parts]
    if len(set(picked)) < len(picked) or len(picked) < len(choices):
        sentence = mark("Name each of these once, beginning with the first: {choices}.")
        raise AnswerError(sentence, choices=" ".join(choice.label for choice in choices))
    return " ".join(choice.value for choice in picked)


def _call(words: str, question: Question) -> str:
    seat = question.speaker
    said = words if plain_text(words).startswith(f"{seat.lower()} ") else f"{seat} {words}"
    try:
        call = game_part(question.game, "GRAMMAR").read(said)
    except NotationError as problem:
        hint = problem.hint.removeprefix(f"{seat} ")
        raise AnswerError(problem.sentence, hint=hint, **problem.evidence) from None
    spoken = write_call(call).partition(" ")[2]
    return question.understood(spoken) if question.understood else spoken


def _accounts(words: str, question: Question) -> str:
    sides = [choice.value for choice in question.choices]
    figures = [number_said(word) for word in re.split(r"[\s,;]+", words)]
    if len(figures) == len(sides) and all(
        figure.isascii() and figure.isdigit() for figure in figures
    ):
        words = " ".join(f"{side}={figure}" for side, figure in zip(sides, figures, strict=True))
    told = {side.upper(): stones for side, stones in _ACCOUNT.findall(words)}
    rest = _ACCOUNT.sub("", words).strip(" ,;")
    if rest or set(told) != set(sides) or any(len(n) > MOST_DIGITS for n in told.values()):
        sentence = mark("Say what each player has afterwards, as in {example}.")
        raise AnswerError(sentence, example=" ".join(f"{side}=0" for side in sides))
    return " ".join(f"{side}={int(told[side])}" for side in sides)


class Asking(NamedTuple):
    """The state of one question; a try can be looked past, but never unmade.

    `tries` are canonical answers, the last one last; `hints` counts those given; `shown` says
    that the answer was revealed, `closed` that nothing more is asked, `skipped` that the learner
    went on without an answer.
    """

    question: Question
    tries: tuple[str, ...] = ()
    hints: int = 0
    shown: bool = False
    closed: bool = False
    skipped: bool = False

    @property
    def last(self) -> str:
        """The last answer given, or nothing."""
        return self.tries[-1] if self.tries else ""

    @property
    def solved(self) -> bool:
        """Whether the learner found the answer; one that was revealed is never solved."""
        return self.closed and not self.shown

    @property
    def outcome(self) -> str:
        """How it ended: ``right hinted wrong shown``, or nothing while it is open."""
        if not self.closed:
            return ""
        if self.shown:
            return "shown"
        if any(not self.question.is_right(answer) for answer in self.tries):
            return "wrong"
        return "hinted" if self.hints else "right"

    def answered(self, answer: str) -> Asking:
        """Give a canonical answer; a right one closes the question."""
        if self.closed:
            return self
        right = self.question.is_right(answer)
        skipped = self.skipped and not right
        return self._replace(tries=(*self.tries, answer), closed=right, skipped=skipped)

    def hinted(self) -> Asking:
        """Give the next hint; when there is none left, nothing changes."""
        if self.closed or self.hints == len(self.question.hints):
            return self
        return self._replace(hints=self.hints + 1)

    def revealed(self) -> Asking:
        """Show the answer: the question is closed, and was not solved."""
        return self if self.closed else self._replace(shown=True, closed=True, skipped=False)

    def passed(self) -> Asking:
        """Go on without an answer; one that is closed already stays as it is."""
        return self if self.closed else self._replace(skipped=True)

    def reopened(self) -> Asking:
        """Ask again; what was tried, hinted and shown stays on record."""
        return self._replace(closed=False)


# --- findings on a moment of play ---------------------------------------------------------

YES = "yes"
NO = "no"
NONE = "none"
"""The answers that are no seat, number or card: the same words in every language."""

Reasons = Callable[[Language, str], tuple[Line, ...]]
"""Tells why in a language; given a wrong answer, it may tell where to look (a line ``parting``)."""


class Finding(NamedTuple):
    """What the engine answers, in the canonical form of a `Question`, and why."""

    value: str
    why: Reasons


def told_always(lines: Callable[[Language], Sequence[Line]]) -> Reasons:
    """Reasons that are the same for every answer, made when they are asked for."""
    return lambda language, _: tuple(lines(language))


NO_REASONS = told_always(lambda _: ())


def yes_or_no(fact: object) -> str:
    """Write whether something is so.

    >>> yes_or_no(True)
    'yes'
    """
    return YES if fact else NO


def speaker(position: Position) -> Finding:
    """Who speaks now; ``none`` when nobody has to.

    It has no reasons: what may be said there does not explain it.
    """
    return Finding(position.speaker or NONE, NO_REASONS)


def legal(position: Position, call: Call) -> Finding:
    """Whether the rules let a call be made here."""
    fault = games.why_not(position, call)
    return Finding(yes_or_no(fault is None), _judged(position, fault, call.verb))


def refused_by(position: Position, call: Call) -> Finding:
    """The article that refuses a call here; ``none`` where it is legal."""
    fault = games.why_not(position, call)
    return Finding(fault.rule if fault else NONE, _judged(position, fault, call.verb))


def bound(position: Position, verb: str, *, least: bool) -> Finding:
    """The least or the most stake (or number of cards) a verb may name; ``none`` if it may not."""
    found = next((option for option in games.options(position) if option.verb == verb), None)
    if found is None:
        return Finding(NONE, _allowed(position))
    return Finding(str(found.least if least else found.most), _allowed(position, verb))


def verbs(position: Position) -> Finding:
    """Everything the speaker may say, verb by verb."""
    said = dict.fromkeys(option.verb for option in _of_speaker(position))
    return Finding(" ".join(said), _allowed(position))


def last_said(steps: Sequence[Step], lance: str, seat: str) -> Finding:
    """What a seat said last in a lance; ``none`` where it said nothing there."""
    calls = [
        write_call(step.call).partition(" ")[2]
        for step in steps
        if step.before.lance == lance and step.call.seat == seat
    ]

    lines = [Line("", (), "said", seat=seat, said=words) for words in calls]
    return Finding(calls[-1] if calls else NONE, told_always(lambda _: lines))


def _of_speaker(position: Position) -> tuple[Option, ...]:
    return tuple([option for option in games.options(position) if option.seat == position.speaker])


def _allowed(position: Position, verb: str = "") -> Reasons:
    """What may be said here, or within which bounds a verb may be."""

    def lines(language: Language) -> list[Line]:
        options = games.options(position)
        meant = [option for option in options if not verb or option.verb == verb]
        found = legal_lines(position, meant, language)
        # A verb has its bounds: who speaks, and what is not to be had, is no part of these.
        return [line for line in found if not verb or (line.kind == "option" and line.text)]

    return told_always(lines)


def _judged(position: Position, fault: Fault | None, verb: str) -> Reasons:
    if fault is None:
        return _allowed(position, verb)
    return told_always(
        lambda language: (Line(fault.said(language), (fault.rule,), "refused", indent=0),)
    )


# --- what there is to see -----------------------------------------------------------------

NOTHING_TOLD = Explanation("", ())


class SampleHands(NamedTuple):
    """Hands laid on the table outside any deal: whose (or nothing), and their cards.

    `ranking` is what the game's teller shows cards by.
    """

    ranking: Any
    hands: tuple[tuple[str, Hand], ...]


class Scene(NamedTuple):
    """One moment as a value; the screen draws it and the linear front end writes it out.

    `page` is what is told here. `position` is the table, with the cards of `face_up` seats to
    be seen and `words` what each seat said last, the latest last; `loose` are hands outside any
    deal. `explained` tells the whole story so far when somebody asks for it; `articles` are those
    to read beside it, where the page names none; `names` are those of the players, by seat.
    `here` is the place by a name for readers; nothing where its name might answer a question.
    """

    title: str
    page: Explanation = NOTHING_TOLD
    position: Position | None = None
    face_up: frozenset[str] = frozenset()
    words: tuple[tuple[str, str], ...] = ()
    loose: SampleHands | None = None
    explained: Callable[[], Explanation] | None = None
    articles: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    here: str = ""

    @property
    def laid(self) -> Position | None:
        """The position as it is laid out.

        Where the page lists what was said after it, nobody speaks there and nothing is bet.
        """
        listed = any(line.kind == "calls" for line in self.page.lines)
        if self.position is None or not listed or self.words:
            return self.position
        return self.position.quiet()

    @property
    def overtaken(self) -> frozenset[str]:
        """Whose last words were said before the bet or raise that is on the table."""
        if self.laid is None:
            return frozenset()
        spoke = [seat for seat, _ in self.words]
        bettor = teller_of(self.laid.variant).bettor(self.laid)
        return frozenset(spoke[: spoke.index(bettor)] if bettor in spoke else ())

    @property
    def rules(self) -> tuple[str, ...]:
        """The articles this moment rests on, each once, in reading order."""
        told = [rule for line in self.page.lines for rule in line.rules]
        return tuple(dict.fromkeys([*told, *self.articles]))


def words_said(
    position: Position, steps: tuple[Step, ...], language: Language
) -> tuple[tuple[str, str], ...]:
    """What each seat said last in the lance of a position, the latest last."""
    teller = teller_of(position.variant)
    said: dict[str, str] = {}
    for step in steps:
        if step.before.lance == position.lance and step.call.seat != DECK:
            said.pop(step.call.seat, None)
            said[step.call.seat] = teller.aloud(write_call(step.call).partition(" ")[2], language)
    return tuple(said.items())


class Stop(NamedTuple):
    """A place to stop at: its name, what there is to see, and what is asked."""

    place: str
    scene: Scene
    question: Question | None = None
