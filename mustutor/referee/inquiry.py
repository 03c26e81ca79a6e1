"""The questions of a quarrel, in order, each answer checked by the engine before the next.

A `DisputeInterview` asks only what the lance in dispute needs: which rules, who sits there, who is
mano, which lance, how it was bet, the hands that can still change the result, and what is claimed.
It reads no keys and prints nothing; an answer not taken leaves the same question, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, NamedTuple, TypeVar

from mustutor.base.errors import (
    AnswerError,
    IllegalCall,
    MustutorError,
    NotationError,
    VariantError,
)
from mustutor.base.language import Language, mark, printable
from mustutor.base.register import games, traits
from mustutor.base.schema import closest_match
from mustutor.games.explain import Line
from mustutor.games.irregularities import phrases
from mustutor.games.mus_family.hands import LANCES, is_played
from mustutor.games.rulebook import in_language
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.dispute import ASKED_CLAIMS, LONGEST_ANSWER, Dispute
from mustutor.referee.telling import ToldQuarrel
from mustutor.replay.format import Replay
from mustutor.replay.names import names_read

USUAL_RULES = "fournier"
LONGEST_SHOWN = 60

Answer = TypeVar("Answer")


class QuarrelQuestion(NamedTuple):
    """A question: what it is about, its words, and what an empty answer means.

    `choices` are lines that say what may be answered, `problem` why the last answer was not
    taken; `heard` is what the answer before was understood as, where it was more than it said;
    `offered` are answers that are taken as they stand, where they are not lines of their own;
    where it `tells`, all that happened may be told in place of an answer.
    """

    name: str
    text: str
    usual: str = ""
    choices: tuple[Line, ...] = ()
    problem: str = ""
    heard: str = ""
    offered: tuple[str, ...] = ()
    tells: bool = False


class WholeStory(Exception):
    """What happened, told in place of an answer to the first question."""


SITTING = re.compile(r"\s*[A-Ha-h][1-9]?\s*=\s*[^\W\d]")
"""How somebody begins who tells who sits where: A1=Ane."""
CLAIM = frozenset(("claim", "reclama", "reclamo"))

Asking = Generator[QuarrelQuestion, str, Answer]


class DisputeInterview:
    """A quarrel being asked about: the question that is open, or the record at the end."""

    def __init__(
        self, language: Language, variant: Variant | None = None, players: str = ""
    ) -> None:
        if variant is not None and not phrases(variant.game):
            _of_lances(variant)
        self.language = language
        self.players = players
        self.variant = variant
        self.answers: list[str] = []
        self.question: QuarrelQuestion | None = None
        self.record: Replay | None = None
        self.quarrel: Dispute | ToldQuarrel | None = None
        self._restart()

    def answer(self, text: str) -> bool:
        """Give an answer; whether it was taken. What was not leaves the question, with a reason."""
        if self.question is None:
            return False
        try:
            self.question = self._course.send(text[: LONGEST_ANSWER + 1])
            if self.question.problem:
                return False
        except StopIteration as end:
            self.question, self.quarrel = None, end.value
            self.record = end.value.record()
        self.answers.append(text)
        return True

    def back(self) -> bool:
        """Take the last answer back; whether there was one."""
        if not self.answers:
            return False
        kept = self.answers[:-1]
        self._restart()
        for text in kept:
            if not self.answer(text):
                self.answer(text)  # it was told twice: said all the same
        return True

    def _restart(self) -> None:
        self.answers = []
        self.record = None
        self._course = _course(self.language, self.variant, self.players)
        self.question = next(self._course)


def _asked(
    question: QuarrelQuestion,
    read: Callable[[str], Answer],
    language: Language,
    quarrel: Dispute | None = None,
) -> Asking[Answer]:
    """Ask until an answer can be read; who sits where, and claims, may be told in between."""
    while True:
        text = yield question
        try:
            if question.tells and is_told(text):
                raise WholeStory(text)
            if len(text) > LONGEST_ANSWER:
                raise AnswerError(mark("That is longer than any answer to these questions."))
            aside = _told_aside(text.strip(), quarrel, question.name)
            if not aside:
                return read(text.strip() or question.usual)
            question = question._replace(problem="", heard=aside)
        except MustutorError as problem:
            reason = problem.said(language)
            if isinstance(problem, IllegalCall) and problem.fault.rule:
                reason = language.say("{problem} ({rule})", problem=reason, rule=problem.fault.rule)
            if quarrel is not None and quarrel.refused and quarrel.refused == text.strip():
                again = language.say("If it was like that all the same, give the answer once more.")
                reason = f"{reason} {again}"
            question = question._replace(problem=reason, heard="")


def _told_aside(text: str, quarrel: Dispute | None, name: str) -> str:
    """Take a line beside the question (seated players or a claim); return how it was read."""
    if quarrel is None:
        return ""
    if SITTING.match(text) and name not in ("note", "by", "claim"):
        quarrel.name_players(text)
        return ", ".join(map(quarrel.called, quarrel.seats))
    word, _, rest = text.partition(" ")
    told = rest if word.casefold() in CLAIM and name in ("by", "claim", "note") else ""
    if not told and name == "by":
        told = text
    if not told or not quarrel.claim_whole(told):
        return ""
    return quarrel.language.say("The claim is kept: {claim}", claim=printable(told))


def is_told(text: str) -> bool:
    """Whether somebody tells what happened, and does not answer with a word.

    >>> is_told("Ane bet ten"), is_told("madrid"), is_told("A1=Ane, B1=Bea")
    (True, False, False)
    """
    return len(text.split()) > 1 and not SITTING.match(text) and len(text) <= LONGEST_ANSWER


def _course(
    language: Language, variant: Variant | None, players: str
) -> Asking[Dispute | ToldQuarrel]:
    """The whole course: what happened, told in sentences, or asked question by question."""
    try:
        return (yield from _asked_course(language, variant, players))
    except WholeStory as telling:
        told = str(telling)
    return (yield from _told_course(language, variant, players, told))


def _told_course(
    language: Language, variant: Variant | None, players: str, text: str
) -> Asking[ToldQuarrel]:
    """What somebody told, read back as a sheet, and asked only for what it lacks."""
    say = language.say

    def ask(
        name: str, words: str, read: Callable[[str], Answer], usual: str = "", **more: Any
    ) -> Asking[Answer]:
        return _asked(QuarrelQuestion(name, words, usual, **more), read, language)

    if variant is None:
        words = say("Which rules do you play by? (Enter: {usual})", usual=USUAL_RULES)
        offered = tuple(variant_ids())
        choices = (Line(", ".join(offered), indent=1),)
        variant = yield from ask(
            "rules", words, load_known, USUAL_RULES, choices=choices, offered=offered
        )
    rules: Variant = variant
    words = say(
        "Who sits at the table, in speaking order from mano? For example Ane, Bea, Iker, Jon"
    )
    if players:
        seated = dict(names_read(players, [each.partition("=")[0] for each in players.split(",")]))
        quarrel = ToldQuarrel(rules, tuple(seated.values()))
    else:
        quarrel = yield from ask("seats", words, lambda names: ToldQuarrel(rules, _parted(names)))
    heard = ""
    try:
        quarrel.tell(text)
    except MustutorError as refused:
        heard = refused.said(language)
    while True:
        while quarrel.unnamed:
            row, said = quarrel.unnamed[0]
            words = say(
                "{irregularity}: who did it? (Enter: nobody in particular)",
                irregularity=in_language(row.name, language.code),
            )
            who = yield from ask("who", words, quarrel.seat)
            quarrel.unnamed.pop(0)
            quarrel.note(row, said, who)
        sheet = tuple([Line(line, indent=1) for line in quarrel.sheet().splitlines()])
        words = say("This is what is understood. What else happened? (Enter: that is all)")
        if quarrel.left:
            left = language.join_list([say("{words!r}", words=each) for each in quarrel.left])
            words = say("Not understood: {left}. {question}", left=left, question=words)
        told, heard = QuarrelQuestion("told", words, choices=sheet, heard=heard), ""
        if not (yield from _asked(told, quarrel.more, language)):
            continue
        while lance := quarrel.undeclared:
            names = " ".join(map(quarrel.called, quarrel.seats))
            words = say("Who said they had {lance}: {seats}, or nobody?", lance=lance, seats=names)
            yield from ask("declared", words, partial(quarrel.declare, lance))
        while call := quarrel.unplaced:
            words = say("Who said {words!r}? A name, or several.", words=call)
            yield from ask("who", words, partial(quarrel.place, call))
        try:
            quarrel.record()
            break
        except MustutorError as refused:
            sentence = mark(
                "{problem} Tell it otherwise, or put these lines on a sheet: mustutor settle "
                "reads it."
            )
            heard = say(sentence, problem=refused.said(language))
    while position := quarrel.position():
        seat = quarrel.called(position.speaker)
        words = say("What did {seat} say? (?: nobody remembers)", seat=seat)
        yield from ask("calls", words, partial(quarrel.answer_call, position))
    if "own_stones" in traits(rules.game) and not quarrel.states("start"):
        yield from ask("stones", _stones_text(rules, say), quarrel.begin_with)
    yield from _ask_hands_and_claims(quarrel, ask, say)
    return quarrel


def _ask_hands_and_claims(
    quarrel: Dispute | ToldQuarrel, ask: Callable[..., Asking[Any]], say: Callable[..., str]
) -> Asking[None]:
    """Ask for the hands that can still change the result, and for what is claimed."""
    while seat := quarrel.wanted():
        sentence = mark("Which cards had {seat}? For example R R 7 A. (Enter: nobody knows)")
        text = say(sentence, seat=quarrel.called(seat))
        yield from ask("hand", text, partial(quarrel.show, seat))
    while len(quarrel.claims) < ASKED_CLAIMS:
        text = (
            say("Who claims something else? (Enter: nobody)")
            if quarrel.claims
            else say("Who claims something? A name, or a side. (Enter: nobody)")
        )
        by = yield from ask("by", text, _name, offered=tuple(quarrel.seats))
        if not by:
            break
        text = say("What does {by} claim: who gets how many stones? For example B 4.", by=by)
        yield from ask("claim", text, partial(quarrel.claim, by))


def _stones_text(variant: Variant, say: Callable[..., str]) -> str:
    if "own_stones" in traits(variant.game):
        return say(
            "How many stones had each player in front? For example A 5 B 18. (Enter: {usual} each)",
            usual=variant.number("encaje.start_stones"),
        )
    return say(
        "How many stones had each side? For example A 35 B 38. (Enter: nobody was near the end)"
    )


def _parted(names: str) -> tuple[str, ...]:
    """The names somebody gave in a row: by commas, or by spaces."""
    return tuple(filter(None, map(str.strip, names.split("," if "," in names else None))))


def _asked_course(language: Language, variant: Variant | None, players: str) -> Asking[Dispute]:
    """The whole course of questions, from the rules to the claims."""
    say = language.say
    happened = say("What happened? Tell it as at the table, with the names of the players.")
    if variant is not None and not _has_lances(variant.game):
        question = QuarrelQuestion("told", happened, tells=True)
        yield from _asked(question, partial(_of_lances_text, variant), language)
    if variant is None:
        ours = [name for name in variant_ids() if _has_lances(load_variant(name).game)]
        choices = (Line(", ".join(ours), indent=1),)
        text = say(
            "{happened} Or name the rules, to be asked question by question. (Enter: {usual})",
            happened=happened,
            usual=USUAL_RULES,
        )
        question = QuarrelQuestion(
            "rules", text, USUAL_RULES, choices, offered=tuple(ours), tells=True
        )
        happened = ""
        variant = yield from _asked(question, lambda name: _of_lances(load_known(name)), language)
    quarrel = Dispute(_of_lances(variant), language)

    heard = ""

    def ask(
        name: str, text: str, read: Callable[[str], Answer], usual: str = "", **more: Any
    ) -> Asking[Answer]:
        nonlocal heard, happened
        if happened:
            sentence = mark("{happened} Or be asked question by question: {question}")
            text = say(sentence, happened=happened, question=text)
        question = QuarrelQuestion(name, text, usual, heard=heard, tells=bool(happened), **more)
        heard = happened = ""
        return _asked(question, read, language, quarrel)

    if quarrel.asks_players:
        usual = str(quarrel.variant.number("players.count"))
        text = say("How many play? (Enter: {usual})", usual=usual)
        yield from ask("players", text, quarrel.sit_down, usual)
    else:
        quarrel.sit_down("")
    if players:
        quarrel.name_players(players)
    usual = quarrel.seats[0]
    seats = " ".join(map(quarrel.called, quarrel.seats))
    text = say("Who is mano: {seats}? (Enter: {usual})", seats=seats, usual=usual)
    yield from ask("mano", text, quarrel.set_mano, usual, offered=tuple(quarrel.seats))
    text = say("Which lance is the quarrel about: grande, chica, pares, juego or punto?")
    played = tuple([lance for lance in LANCES if is_played(quarrel.variant, lance)])
    yield from ask("lance", text, quarrel.set_lance, offered=played)
    yield from ask("stones", _stones_text(quarrel.variant, say), quarrel.set_stones)
    if quarrel.declares:
        sentence = mark("Who said they had {lance}: {seats}, or nobody?")
        text = say(sentence, lance=quarrel.lance, seats=seats)
        heard = yield from ask("declared", text, quarrel.declare)
    while quarrel.lance_calls.speaker:
        text, legal = _what_was_said(quarrel), quarrel.legal()
        heard = yield from ask("calls", text, quarrel.hear, choices=legal)
    if quarrel.lance_calls.open_ended:
        text = say("What was said after that? (Enter: nothing that anybody remembers)")
        yield from ask("later", text, quarrel.hear_later)
    yield from _ask_hands_and_claims(quarrel, ask, say)
    text = say("Is there anything to note down with it? (Enter: nothing)")
    quarrel.note = yield from ask("note", text, str.strip)
    return quarrel


def _what_was_said(quarrel: Dispute) -> str:
    """The question for the next call, or for one skipped before the calls that wait."""
    say, said = quarrel.language.say, quarrel.lance_calls
    seat = quarrel.called(said.speaker)
    if said.waiting:
        sentence = mark(
            "Before {later}: what did {seat} say? (?: nobody remembers; nothing: no word was said)"
        )
        return say(sentence, seat=seat, later=printable(said.waiting[0], LONGEST_SHOWN))
    example = said.example()
    return say("What did {seat} say? (or all that was said: {example})", seat=seat, example=example)


def _has_lances(game: str) -> bool:
    return "lances" in traits(game)


def _of_lances(variant: Variant) -> Variant:
    """The rules, if the questions asked here are about their game. Raises VariantError."""
    if not _has_lances(variant.game):
        known = filter(_has_lances, games())
        sentence = mark("Quarrels of {game} are not judged here: choose a variant of {games}.")
        raise VariantError(sentence, game=variant.game, games=" / ".join(known))
    return variant


def _of_lances_text(variant: Variant, _text: str) -> None:
    _of_lances(variant)


def load_known(name: str) -> Variant:
    """Load a variant by its id; a path is for the command line."""
    if name.lower() not in variant_ids():
        sentence = mark("There is no variant {variant}.")
        raise NotationError(
            sentence, variant=printable(name), hint=closest_match(name, variant_ids())
        )
    return load_variant(name.lower())


def _name(text: str) -> str:
    return printable(text, 60)
