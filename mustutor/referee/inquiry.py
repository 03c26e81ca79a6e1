"""The questions of a quarrel, in order, each answer checked by the engine before the next.

A `DisputeInterview` begins with what happened, told in sentences, or with one lance, question by
question: either way the answers are lines of one sheet (`ToldQuarrel`), and only what these lack
and what can still change the result is asked. It reads no keys and prints nothing; an answer not
taken leaves the same question, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, NamedTuple, TypeVar

from mustutor import games
from mustutor.base.errors import AnswerError, IllegalCall, MustutorError, NotationError
from mustutor.base.language import Language, mark, printable
from mustutor.base.register import traits
from mustutor.base.schema import closest_match
from mustutor.games.explain import Line
from mustutor.games.mus_family.dealing import SEATS, TEAMS
from mustutor.games.mus_family.hands import LANCES, is_played
from mustutor.games.rulebook import in_language
from mustutor.games.tell_hand import legal_lines
from mustutor.model.calls import is_said, number_said
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.telling import ToldQuarrel
from mustutor.replay.format import Replay

USUAL_RULES = "fournier"
LONGEST_SHOWN = 60
LONGEST_ANSWER = 2_000
ASKED_CLAIMS = 2
"""The claims that are asked for; more may be added as `claim Ane: A 4`."""

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

Asking = Generator[QuarrelQuestion, str, Answer]


class DisputeInterview:
    """A quarrel being asked about: the question that is open, or the record at the end."""

    def __init__(
        self, language: Language, variant: Variant | None = None, players: str = ""
    ) -> None:
        self.language = language
        self.players = players
        self.variant = variant
        self.answers: list[str] = []
        self.question: QuarrelQuestion | None = None
        self.record: Replay | None = None
        self._restart()

    @property
    def quarrel(self) -> ToldQuarrel | None:
        """The quarrel as far as it is known; nothing before the rules and the seats are."""
        return self._interview.known

    def answer(self, text: str) -> bool:
        """Give an answer; whether it was taken. What was not leaves the question, with a reason."""
        if self.question is None:
            return False
        try:
            self.question = self._asking.send(text[: LONGEST_ANSWER + 1])
            if self.question.problem:
                return False
        except StopIteration as end:
            self.question, self.record = None, end.value
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
        self._interview = _Interview(self.language, self.variant, self.players)
        self._asking = self._interview.questions()
        self.question = next(self._asking)


def is_told(text: str) -> bool:
    """Whether somebody tells what happened, and does not answer with a word.

    >>> is_told("Ane bet ten"), is_told("madrid"), is_told("A1=Ane, B1=Bea")
    (True, False, False)
    """
    return len(text.split()) > 1 and not SITTING.match(text) and len(text) <= LONGEST_ANSWER


class _Interview:
    """The questions from the first to the last, and the quarrel that grows with the answers.

    `heard` is told with the next question.
    """

    def __init__(self, language: Language, variant: Variant | None, players: str) -> None:
        self.language, self.say, self.players = language, language.say, players
        self.variant = variant
        self.known: ToldQuarrel | None = None
        self.heard = ""

    @property
    def rules(self) -> Variant:
        """The rules, once they are known."""
        assert self.variant is not None
        return self.variant

    @property
    def quarrel(self) -> ToldQuarrel:
        """The quarrel, once the seats are known."""
        assert self.known is not None
        return self.known

    def questions(self) -> Asking[Replay]:
        """Ask them all; the record of the quarrel at the end."""
        told = False
        try:
            yield from self._ask_for_a_lance()
        except WholeStory as story:
            told = True
            yield from self._hear_the_story(str(story))
        yield from self._ask_for_calls(told=told)
        quarrel = self.quarrel
        if told and "own_stones" in traits(self.rules.game) and not quarrel.states("start"):
            yield from self._ask("stones", self._stones_text(), quarrel.begin_with)
        yield from self._ask_for_hands_and_claims()
        if not told:
            text = self.say("Is there anything to note down with it? (Enter: nothing)")
            yield from self._ask("note", text, partial(quarrel.note_down, self.language.code))
        return quarrel.record()

    def _ask(
        self, name: str, text: str, read: Callable[[str], Answer], usual: str = "", **more: Any
    ) -> Asking[Answer]:
        """Ask until an answer can be read; who sits where, and claims, may be told in between."""
        question = QuarrelQuestion(name, text, usual, heard=self.heard, **more)
        self.heard = ""
        while True:
            said = yield question
            try:
                if question.tells and is_told(said):
                    raise WholeStory(said)
                if len(said) > LONGEST_ANSWER:
                    raise AnswerError(mark("That is longer than any answer to these questions."))
                aside = self._aside(said.strip(), name)
                if not aside:
                    return read(said.strip() or usual)
                question = question._replace(problem="", heard=aside)
            except MustutorError as problem:
                reason = self._reason(problem, said.strip())
                question = question._replace(problem=reason, heard="")

    def _reason(self, problem: MustutorError, said: str) -> str:
        reason = problem.said(self.language)
        if isinstance(problem, IllegalCall) and problem.fault.rule:
            reason = self.say("{problem} ({rule})", problem=reason, rule=problem.fault.rule)
        if self.known is not None and said and self.known.refused == said:
            again = self.say("If it was like that all the same, give the answer once more.")
            reason = f"{reason} {again}"
        return reason

    def _aside(self, text: str, name: str) -> str:
        """Take a line beside the question (seated players or a claim); return how it was read."""
        quarrel = self.known
        if quarrel is None:
            return ""
        if SITTING.match(text) and name not in ("note", "by", "claim"):
            quarrel.name_players(text)
            return ", ".join(map(quarrel.shown, quarrel.seats))
        word, _, rest = text.partition(" ")
        told = rest if is_said("claiming", word) and name in ("by", "claim", "note") else ""
        told = told or (text if name == "by" else "")
        if not told or not quarrel.claim_whole(told):
            return ""
        return self.say("The claim is kept: {claim}", claim=printable(told))

    # --- how it begins --------------------------------------------------------------------

    def _ask_for_a_lance(self) -> Asking[None]:
        """Ask for the table and the lance, unless the story is told in place of an answer."""
        say, usual = self.say, USUAL_RULES
        happened = say("What happened? Tell it as at the table, with the names of the players.")
        if self.variant is None:
            text = say(
                "{happened} Or name the rules, to be asked question by question. (Enter: {usual})",
                happened=happened,
                usual=usual,
            )
            happened = ""
            yield from self._ask_for_rules(text, tells=True)
        if "lances" not in traits(self.rules.game):
            story = (yield from self._ask("told", happened, str)) if happened else ""
            raise WholeStory(story)

        def after_that(question: str) -> str:
            if not happened:
                return question
            sentence = mark("{happened} Or be asked question by question: {question}")
            return say(sentence, happened=happened, question=question)

        seats = partial(sit_down, self.rules)
        if asks_players(self.rules):
            usual = str(self.rules.number("players.count"))
            text = after_that(say("How many play? (Enter: {usual})", usual=usual))
            sitting = yield from self._ask("players", text, seats, usual, tells=bool(happened))
            happened = ""
        else:
            sitting = seats("")
        self.known = quarrel = ToldQuarrel(self.rules, (), sitting)
        if self.players:
            quarrel.name_players(self.players)
        usual = quarrel.seats[0]
        text = say(
            "Who is mano: {seats}? (Enter: {usual})",
            seats=" ".join(map(quarrel.shown, quarrel.seats)),
            usual=usual,
        )
        offered, tells = tuple(quarrel.seats), bool(happened)
        yield from self._ask(
            "mano", after_that(text), quarrel.set_mano, usual, offered=offered, tells=tells
        )
        text = say("Which lance is the quarrel about: grande, chica, pares, juego or punto?")
        played = tuple([lance for lance in LANCES if is_played(self.rules, lance)])
        yield from self._ask("lance", text, quarrel.set_lance, offered=played)
        yield from self._ask("stones", self._stones_text(), quarrel.begin_with)
        yield from self._ask_for_declarations()

    def _ask_for_rules(self, text: str, *, tells: bool = False) -> Asking[None]:
        offered = tuple(variant_ids())
        more = {"choices": (Line(", ".join(offered), indent=1),), "offered": offered}
        self.variant = yield from self._ask(
            "rules", text, load_known, USUAL_RULES, tells=tells, **more
        )

    def _hear_the_story(self, text: str) -> Asking[None]:
        """Take what somebody told, read back as a sheet, and ask for what nobody can tell of it."""
        say = self.say
        if self.variant is None:
            words = say("Which rules do you play by? (Enter: {usual})", usual=USUAL_RULES)
            yield from self._ask_for_rules(words)
        self.known = None
        if self.players:
            count = self.players.count(",") + 1
            seats = games.game_of(self.rules.game).rules.seats(self.rules, count)
            self.known = ToldQuarrel(self.rules, (), seats)
            self.known.name_players(self.players)
        else:
            words = say(
                "Who sits at the table, in speaking order from mano? For example Ane, Bea, Iker, "
                "Jon"
            )
            self.known = yield from self._ask(
                "seats", words, lambda names: ToldQuarrel(self.rules, _parted(names))
            )
        quarrel = self.quarrel
        try:
            if text:
                quarrel.tell(text)
        except MustutorError as refused:
            self.heard = refused.said(self.language)
        while True:
            yield from self._ask_who_did_it()
            sheet = tuple([Line(line, indent=1) for line in quarrel.sheet().splitlines()])
            words = say("This is what is understood. What else happened? (Enter: that is all)")
            if quarrel.is_empty:
                sheet = ()
                words = say(
                    "What happened? Tell it as at the table, with the names of the players."
                )
            if quarrel.left:
                left = self.language.join_list(
                    [say("{words!r}", words=each) for each in quarrel.left]
                )
                words = say("Not understood: {left}. {question}", left=left, question=words)
            if not (yield from self._ask("told", words, quarrel.more, choices=sheet)):
                continue
            yield from self._ask_for_declarations()
            while call := quarrel.unplaced:
                words = say("Who said {words!r}? A name, or several.", words=call)
                yield from self._ask("who", words, partial(quarrel.place, call))
            try:
                quarrel.record()
            except MustutorError as refused:
                sentence = mark(
                    "{problem} Tell it otherwise, or put these lines on a sheet: mustutor settle "
                    "reads it."
                )
                self.heard = say(sentence, problem=refused.said(self.language))
            else:
                return

    def _ask_who_did_it(self) -> Asking[None]:
        """Ask for each thing that went wrong who did it, where nobody is named."""
        quarrel = self.quarrel
        while quarrel.unnamed:
            row, said = quarrel.unnamed[0]
            words = self.say(
                "{irregularity}: who did it? (Enter: nobody in particular)",
                irregularity=in_language(row.name, self.language.code),
            )
            who = yield from self._ask("who", words, quarrel.seat)
            quarrel.unnamed.pop(0)
            quarrel.note(row, said, who)

    # --- what is asked in both ------------------------------------------------------------

    def _of_hand(self, question: str) -> str:
        """A question, with the number of the hand where several are told of."""
        number, several = self.quarrel.at + 1, len(self.quarrel.hands) > 1
        sentence = mark("In hand {number}: {question}")
        return self.say(sentence, number=number, question=question) if several else question

    def _ask_for_declarations(self) -> Asking[None]:
        quarrel = self.quarrel
        while lance := quarrel.undeclared:
            sentence = mark("Who said they had {lance}: {seats}, or nobody?")
            seats = " ".join(map(quarrel.shown, quarrel.seats))
            words = self.say(sentence, lance=lance, seats=seats)
            words = self._of_hand(words)
            if (yield from self._ask("declared", words, partial(quarrel.declare, lance))):
                self.heard = self.say("Nobody has juego, so it is about punto.")

    def _ask_for_calls(self, *, told: bool) -> Asking[None]:
        """Ask for each call that was left out; once one is forgotten, for what came after it.

        Of a story told where there are no lances, no card after it is missing.
        """
        quarrel, asked = self.quarrel, not told
        whole = told and "lances" not in traits(self.rules.game)
        while position := None if whole else quarrel.position():
            legal = tuple(legal_lines(position, games.options(position), self.language))
            text, asked = self._of_hand(self._what_was_said(position)), True
            read = partial(quarrel.answer_call, position)
            heard = yield from self._ask("calls", text, read, choices=legal)
            self.heard = self.say("Understood: {calls}.", calls=heard) if heard else ""
        if asked and quarrel.open_ended:
            text = self.say("What was said after that? (Enter: nothing that anybody remembers)")
            yield from self._ask("later", text, quarrel.hear_later)

    def _what_was_said(self, position: Position) -> str:
        """The question for the next call, or for one skipped before the calls that wait."""
        seat, waiting = self.quarrel.shown(position.speaker), self.quarrel.hand.waiting
        if waiting:
            sentence = mark(
                "Before {later}: what did {seat} say? (?: nobody remembers; nothing: no word was "
                "said)"
            )
            return self.say(sentence, seat=seat, later=printable(waiting[0], LONGEST_SHOWN))
        return self.say(
            "What did {seat} say? (or all that was said: {example})",
            seat=seat,
            example=self.quarrel.example(position),
        )

    def _ask_for_hands_and_claims(self) -> Asking[None]:
        """Ask for the hands that can still change the result, and for what is claimed."""
        say, quarrel = self.say, self.quarrel
        while seat := quarrel.wanted():
            sentence = mark("Which cards had {seat}? For example R R 7 A. (Enter: nobody knows)")
            text = self._of_hand(say(sentence, seat=quarrel.shown(seat)))
            yield from self._ask("hand", text, partial(quarrel.show, seat))
        while len(quarrel.claims) < ASKED_CLAIMS:
            text = (
                say("Who claims something else? (Enter: nobody)")
                if quarrel.claims
                else say("Who claims something? A name, or a side. (Enter: nobody)")
            )
            by = yield from self._ask("by", text, _name, offered=tuple(quarrel.seats))
            if not by:
                break
            text = say("What does {by} claim: who gets how many stones? For example B 4.", by=by)
            yield from self._ask("claim", text, partial(quarrel.claim, by))

    def _stones_text(self) -> str:
        if "own_stones" in traits(self.rules.game):
            return self.say(
                "How many stones had each player in front? For example A 5 B 18. (Enter: {usual} "
                "each)",
                usual=self.rules.number("encaje.start_stones"),
            )
        return self.say(
            "How many stones had each side? For example A 35 B 38. (Enter: nobody was near the end)"
        )


def _parted(names: str) -> tuple[str, ...]:
    """The names somebody gave in a row: by commas, or by spaces."""
    return tuple(filter(None, map(str.strip, names.split("," if "," in names else None))))


def sit_down(variant: Variant, text: str) -> tuple[str, ...]:
    """The seats of a table: for as many as `text` says, or those of the teams of the rulebook."""
    if not asks_players(variant):
        return TEAMS[variant.word("players.mode")]
    number = number_said(text)
    if not (number.isascii() and number.isdecimal()):
        raise AnswerError(mark("Say how many play, as a number."))
    if not 2 <= int(number[:3]) <= len(SEATS):
        raise AnswerError(mark("This game is not played by {number}."), number=int(number[:3]))
    return tuple(SEATS[: int(number)])


def asks_players(variant: Variant) -> bool:
    """Whether the rules leave open how many play."""
    return variant.word("players.mode") not in TEAMS


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
