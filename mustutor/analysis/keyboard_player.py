"""A person's turn at the keyboard: the line they type, and its result.

A line is a call, or a command for the score, the legal calls, the odds or a hint. Cards that lie
face down are shown to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.decision import Playouts, advised
from mustutor.analysis.coach.report import hint_page
from mustutor.base.errors import Fault, MustutorError, NotationError
from mustutor.base.language import Language, mark, plain_text
from mustutor.base.register import traits
from mustutor.games.bot import Bot
from mustutor.games.explain import Explanation, Line, Passage, ToldSoFar
from mustutor.games.failure import Failure, Unplayable
from mustutor.games.mus_family.bot_lances import table_talk
from mustutor.games.mus_family.odds import odds
from mustutor.games.mus_family.odds_discard import describe_odds
from mustutor.games.seat_view import SeatView, heard_by, notices, view
from mustutor.games.tell_hand import explain_hand
from mustutor.games.teller import teller_of
from mustutor.model.calls import FORGOTTEN, write_call
from mustutor.model.position import Position, Step
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.recorder import Recorder

LONGEST_LINE = 500
HINTED = 2_000
"""The most deals a hint is thought over with."""
GLIMPSE = "gesture"
"""The kind of a line that tells what was seen of a gesture."""
COMMANDS = ("options", "score", "show", "signals", "hint", "odds", "undo", "help", "quit")
LESSON = "lesson"
Lessons = Callable[[SeatView], Sequence[tuple[str, str]]]
"""The lessons about a moment, each with its title."""


def no_lessons(_: SeatView) -> tuple[tuple[str, str], ...]:
    """No lessons at all."""
    return ()


class LineResult(NamedTuple):
    """The result of a line: the next turn, pages to show, and whether the player leaves.

    `lesson` is one to be opened; the turn stays as it is.
    """

    turn: KeyboardTurn
    pages: tuple[Explanation, ...] = ()
    taken: bool = True
    ends: bool = False
    lesson: str = ""


class KeyboardTurn(NamedTuple):
    """A match at the turn of somebody at the keyboard.

    `people` are the seats at the keyboard, `adviser` is the bot that gives hints; in `practice`
    calls can be taken back. Signals seen earlier can be asked for while `remembered`. `lessons`
    finds those about a moment.
    """

    recorder: Recorder
    language: Language
    people: tuple[str, ...]
    adviser: Bot
    practice: bool = False
    remembered: bool = True
    lessons: Lessons = no_lessons

    @property
    def seat(self) -> str:
        """The seat whose turn it is."""
        return self.recorder.speaker

    @property
    def face_up(self) -> frozenset[str]:
        """The seats whose cards are shown: the speaker's alone if others share the keyboard."""
        return frozenset((self.seat,) if len(self.people) > 1 else self.people)

    @property
    def words(self) -> tuple[str, ...]:
        """The commands, in the reader's language."""
        return tuple(_words(self.language).values())

    def prompt(self) -> str:
        """The prompt."""
        return readback.prompt(self.recorder, self.language)

    def take(self, line: str) -> LineResult:
        """Handle a typed line."""
        text = line.strip()
        try:
            if len(text) > LONGEST_LINE:
                sentence = mark("This line is {length} characters long; {longest} is the most.")
                raise NotationError(sentence, length=len(text), longest=LONGEST_LINE)
            if not text:
                return self._options()
            if text == FORGOTTEN:  # the key for help on the full screen
                return self._help()
            asked = {plain_text(word): name for name, word in _words(self.language).items()}
            first, _, rest = text.partition(" ")
            if LESSON in (first, asked.get(plain_text(first))):
                return self._lesson(rest.strip())
            command = text if text in COMMANDS else asked.get(plain_text(text), "")
            if command and text.casefold() not in self.recorder.grammar.verbs:
                return getattr(self, f"_{command}")()  # type: ignore[no-any-return]
            return self._apply_call(text)
        except Unplayable as stopped:
            return self._refused(readback.refused(stopped.failure, self.language))
        except MustutorError as problem:
            return self._refused(readback.unread(problem, self.recorder, self.language))

    def _apply_call(self, text: str) -> LineResult:
        recorder = self.recorder
        text = recorder.seated(text)
        seat, _, words = text.partition(" ")
        if not recorder.names_seat(text):
            seat, words = self.seat, text
        seat = seat.upper()
        if seat not in self.people:
            fault = Fault("", mark("{seat} is not played by you."), {"seat": seat})
            raise Unplayable(Failure("illegal", str(recorder.hands[-1].number), fault))
        if words.strip() == FORGOTTEN:  # one cannot have forgotten one's own call
            raise NotationError(mark("{words!r} is not something a player says."), words=FORGOTTEN)
        said = recorder.resolve_words(words, seat)
        taken = LineResult(self._replace(recorder=recorder.hear(f"{seat} {said}")))
        hand = recorder.awaiting
        blind = view(hand.position, seat, hand.course.steps).why_not(said)
        if blind is not None:
            raise Unplayable(Failure("illegal", str(hand.course.place), blind))
        return taken

    def _refused(self, page: Explanation) -> LineResult:
        return LineResult(self, (page,), taken=False)

    # --- asked for -----------------------------------------------------------------------

    def _options(self) -> LineResult:
        return LineResult(self, (readback.options(self.recorder, self.language),))

    def _score(self) -> LineResult:
        return LineResult(self, (readback.score(self.recorder, self.language),))

    def _show(self) -> LineResult:
        over = [hand for hand in self.recorder.hands if hand.is_told]
        if not over:
            said = self.language.say("No hand is over yet.")
            return LineResult(self, (readback.plain(said),), taken=False)
        end, waiting = over[-1].settled
        return LineResult(self, (explain_hand(over[-1].course.steps, end, waiting, self.language),))

    def _signals(self) -> LineResult:
        hand, language = self.recorder.awaiting, self.language
        position = hand.position
        known = teller_of(position.variant).gestures(position.variant, language)
        if not known:
            said = language.say("Nobody signals at this table.")
            return LineResult(self, (readback.plain(said),), taken=False)
        seen = [
            line
            for step in (hand.course.steps if self.remembered else ())
            if step.call.seat != self.seat and notices(self.seat, step.call, step.before)
            for line in seen_signal_text(step, language)
        ]
        rows = [
            Line(language.say("{gesture}: {meaning}", gesture=seen, meaning=meaning), said=said)
            for said, seen, meaning in known
        ]
        caught = language.say("What you have seen in this hand")
        every = language.say("The signals of this rulebook, as you type them")
        passages = [Passage(every, tuple(rows))]
        if seen:
            passages.insert(0, Passage(caught, tuple(seen)))
        return LineResult(self, (Explanation("", tuple(passages)),))

    def _hint(self) -> LineResult:
        hand = self.recorder.awaiting
        position, steps = hand.position, hand.course.steps
        if "lances" in traits(position.variant.game):
            play = Playouts(hand.start, HINTED, str(hand.number))
            was = advised(play, position, str(hand.course.place), steps)
            if was is not None:
                return LineResult(self, (hint_page(was, self.language),))
        words = self.adviser.speak(view(hand.position, self.seat, hand.course.steps))
        heard = teller_of(hand.position.variant).aloud(words, self.language)
        said = self.language.say("A thought: {words}", words=heard)
        return LineResult(self, (readback.plain(said),))

    def _odds(self) -> LineResult:
        hand = self.recorder.awaiting
        position = hand.position
        if "lances" not in traits(position.variant.game):
            said = self.language.say("Odds are counted where hands are compared lance by lance.")
            return LineResult(self, (readback.plain(said),), taken=False)
        cards = position.hand_of(self.seat) or ()
        talk = table_talk(view(position, self.seat, hand.course.steps))
        declared: dict[str, list[str]] = {}
        for lance, has in talk.has.items():
            for seat in has.keys() - {self.seat}:
                declared.setdefault(seat, []).append(lance if has[seat] else f"no_{lance}")
        found = odds(
            cards,
            position.variant,
            seat=self.seat,
            seats=position.order,
            out=talk.thrown,
            said=declared,
        )
        return LineResult(self, (describe_odds(found, self.language),))

    def _undo(self) -> LineResult:
        if not self.practice:
            said = self.language.say("What is said is said; with --practice it can be taken back.")
            return LineResult(self, (readback.plain(said),), taken=False)
        before = self.recorder.before
        while before is not None and not _had_choice(before, self.people):
            before = before.before
        if before is None:
            return LineResult(
                self, (readback.plain(self.language.say("There is nothing to undo.")),), taken=False
            )
        said = self.language.say("Undone.")
        return LineResult(self._replace(recorder=before), (readback.plain(said),))

    def _lesson(self, number: str) -> LineResult:
        lessons = dict(enumerate(self._lessons(), 1))
        name, _ = lessons.get(int(number or 1) if (number or "1") in "12345" else 0, ("", ""))
        if name:
            return LineResult(self, lesson=name)
        said = self.language.say("There is no such lesson about this: ? tells which there are.")
        return LineResult(self, (readback.plain(said),), taken=False)

    def _lessons(self) -> Sequence[tuple[str, str]]:
        hand = self.recorder.awaiting
        return self.lessons(view(hand.position, self.seat, hand.course.steps))

    def _help(self) -> LineResult:
        say, own = self.language.say, _words(self.language)
        variant = self.recorder.variant
        now = [line.said for page in self._options().pages for line in page.lines if line.said]
        rows = [
            (", ".join(now), say("What you say, as it is said at a table.")),
            (own["options"], say("What may be said now.")),
            (own["score"], say("What everybody has.")),
            (own["show"], say("The hand before, and why it paid so.")),
        ]
        if teller_of(variant).gestures(variant, self.language):
            rows.append((own["signals"], say("Signals seen, and how each is made.")))
        rows.append((own["hint"], say("What a player of the house would say.")))
        if "lances" in traits(variant.game):
            rows.append((own["odds"], say("How often your cards win each lance.")))
        if self.practice:
            rows.append((own["undo"], say("Take the last thing back.")))
        for number, (_, title) in enumerate(self._lessons(), 1):
            typed = own[LESSON] if number == 1 else f"{own[LESSON]} {number}"
            rows.append((typed, say("The lesson “{title}”.", title=title)))
        rows.append((own["quit"], say("Leave; the command goes on here later.")))
        lines = tuple([Line(meaning, said=typed) for typed, meaning in rows])
        return LineResult(self, (Explanation("", (Passage("", lines),)),))

    def _quit(self) -> LineResult:
        return LineResult(self, ends=True)


def _had_choice(recorder: Recorder, people: tuple[str, ...]) -> bool:
    """Whether one of these seats had a choice then."""
    speaks = recorder.wants == "call" and recorder.speaker in people
    return speaks and only_option(recorder) is None


def only_option(recorder: Recorder) -> str | None:
    """The only possible call where there is no choice: ``tengo``, ``draw``; None otherwise."""
    position = recorder.awaiting.position
    options = games.options(position)
    if len(options) != 1 or options[0].least or options[0].most:
        return None
    return options[0].verb


def seen_signal_text(step: Step, language: Language) -> tuple[Line, ...]:
    """What is seen of a gesture, whose meaning a partner has to know; empty if none was made.

    >>> from mustutor.games.player import Player
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.base.language import open_language
    >>> table = start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).hear("A1 sena duples")
    >>> [line.text for line in seen_signal_text(hand.steps[-1], open_language("en"))]
    ['makes a signal: raise the eyebrows']
    """
    variant = step.after.variant
    said = write_call(step.call).partition(" ")[2]
    seat = language.player_name(step.call.seat)
    known = teller_of(variant).gestures(variant, language)
    return tuple(
        [
            Line(language.say("makes a signal: {gesture}", gesture=seen), (), GLIMPSE, seat)
            for made, seen, _ in known
            if made == said
        ]
    )


def call_page(step: Step, said: ToldSoFar, seat: str, language: Language) -> Explanation:
    """A page on a call for one seat: the call as heard, the new mano, and moved stones."""
    if step.call.seat != seat and (lines := seen_signal_text(step, language)):
        return readback.page(*lines)
    teller = teller_of(step.after.variant)
    call = heard_by(seat, step.call, step.before)
    # Nobody sees what another draws from the stock.
    unseen = games.game_of(step.after.variant.game).gaps.without_hidden_cards
    after = step.after if call.seat == seat else unseen(step.after, seat)
    heard = teller.aloud(teller.spelt(Step(step.before, call, after)), language)
    lines = (Line("", seat=language.player_name(call.seat), said=heard),)
    mano = step.after.mano if step.after.mano != step.before.mano else None
    facts = [
        each
        for each in teller.remarks(step, said)
        if each.kind in teller.at_once or (mano and each.evidence.get("mano") == mano)
    ]
    moved = tuple(teller.lines([*facts, *teller.after(step, said)], step.after, language))
    return Explanation("", (Passage("", (*lines, *moved)),))


def cards_page(
    position: Position, seat: str, language: Language, *, yours: bool = True
) -> Explanation:
    """A page with the cards of a seat: for itself, or for all when they are laid down.

    >>> from mustutor.games.player import Player
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.base.language import open_language
    >>> table = start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> position = Player(table).deal({"A1": "3o Rc 7e 4b".split()}).position
    >>> [line] = cards_page(position, "A1", open_language("en")).lines
    >>> line.seat, line.said, line.text
    ('A1', '3o(R) Rc 7e 4b', 'your cards')
    """
    teller = teller_of(position.variant)
    hand = position.hand_of(seat) or ()
    ranking = teller.ranking(position)
    if ranking is not None:
        hand = ranking.sorted("grande", hand)
    return readback.page(
        Line(
            language.say("your cards") if yours else "",
            seat=language.player_name(seat),
            said=teller.shown(hand, ranking),
        )
    )


def _words(language: Language) -> dict[str, str]:
    return language.terms(
        "recording", "options, score, show, signals, hint, odds, lesson, undo, help, quit"
    )
