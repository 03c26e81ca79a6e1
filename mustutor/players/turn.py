"""A person's turn at the table: what they type, and what comes of it.

A line is what they say, or a word that asks for something: the score, what may be said, the odds,
a hint. Nobody is told of cards that lie face down.
"""

from __future__ import annotations

from mustutor import games
from mustutor.calls import FORGOTTEN, write_call
from mustutor.chances.odds import odds
from mustutor.chances.telling import describe_odds
from mustutor.errors import Fault, MustutorError, NotationError
from mustutor.explanation import explain_hand
from mustutor.games.teller import teller_of
from mustutor.games.telling import AlreadySaid, Explanation, Line, Passage
from mustutor.language import Language, mark
from mustutor.players import Bot
from mustutor.players.heard import table_talk
from mustutor.position import Position, Step
from mustutor.recorder import readback
from mustutor.recorder.commands import folded
from mustutor.recorder.recorder import Recorder
from mustutor.register import traits
from mustutor.replay.failure import Failure, Unplayable
from mustutor.seatview import heard_by, notices, view
from mustutor.tuples import NamedTuple

LONGEST_LINE = 500
GLIMPSE = "gesture"
"""The kind of a line that tells what was seen of a gesture."""
COMMANDS = ("options", "score", "show", "signals", "hint", "odds", "undo", "help", "quit")


class Taken(NamedTuple):
    """What a line makes of the match, and what is said to it; `ends` says that they leave."""

    turn: KeyboardTurn
    pages: tuple[Explanation, ...] = ()
    taken: bool = True
    ends: bool = False


class KeyboardTurn(NamedTuple):
    """A match at the moment somebody at the keyboard speaks.

    `people` are the seats at the keyboard, `adviser` whoever gives hints; in `practice` what was
    said can be taken back. A signal that was seen can be asked for as long as it is `remembered`.
    """

    recorder: Recorder
    tongue: Language
    people: tuple[str, ...]
    adviser: Bot
    practice: bool = False
    remembered: bool = True

    @property
    def seat(self) -> str:
        """Whose turn it is."""
        return self.recorder.speaker

    @property
    def face_up(self) -> frozenset[str]:
        """Whose cards are seen: those of whoever speaks, where others sit at the keyboard too."""
        return frozenset((self.seat,) if len(self.people) > 1 else self.people)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that ask for something, in the reader's language."""
        return tuple(_words(self.tongue).values())

    def prompt(self) -> str:
        """What is asked."""
        return readback.prompt(self.recorder, self.tongue)

    def take(self, line: str) -> Taken:
        """Take a line as it was typed."""
        text = line.strip()
        try:
            if len(text) > LONGEST_LINE:
                raise NotationError(
                    mark("This line is {length} characters long; {longest} is the most."),
                    length=len(text),
                    longest=LONGEST_LINE,
                )
            if not text:
                return self._options()
            if text == FORGOTTEN:  # what asks for the keys elsewhere
                return self._help()
            asked = {folded(word): name for name, word in _words(self.tongue).items()}
            command = text if text in COMMANDS else asked.get(folded(text), "")
            if command and text.casefold() not in self.recorder.grammar.verbs:
                return getattr(self, f"_{command}")()  # type: ignore[no-any-return]
            return self._said(text)
        except Unplayable as stopped:
            return self._refused(readback.refused(stopped.failure, self.tongue))
        except MustutorError as problem:
            return self._refused(readback.unread(problem, self.recorder, self.tongue))

    def _said(self, text: str) -> Taken:
        recorder = self.recorder
        text = recorder.seated(text)
        seat, _, words = text.partition(" ")
        if not recorder.names_seat(text):
            seat, words = self.seat, text
        seat = seat.upper()
        if seat not in self.people:
            fault = Fault("", mark("{seat} is not played by you."), {"seat": seat})
            raise Unplayable(Failure("illegal", str(recorder.hands[-1].number), fault))
        if words.strip() == FORGOTTEN:  # only of others can one have forgotten what they said
            raise NotationError(mark("{words!r} is not something a player says."), words=FORGOTTEN)
        said = recorder.meant(words, seat)
        taken = Taken(self._replace(recorder=recorder.hear(f"{seat} {said}")))
        hand = recorder.awaiting
        blind = view(hand.position, seat, hand.course.steps).why_not(said)
        if blind is not None:
            raise Unplayable(Failure("illegal", str(hand.course.place), blind))
        return taken

    def _refused(self, page: Explanation) -> Taken:
        return Taken(self, (page,), taken=False)

    # --- asked for -----------------------------------------------------------------------

    def _options(self) -> Taken:
        return Taken(self, (readback.options(self.recorder, self.tongue),))

    def _score(self) -> Taken:
        return Taken(self, (readback.score(self.recorder, self.tongue),))

    def _show(self) -> Taken:
        over = [hand for hand in self.recorder.hands if hand.is_told]
        if not over:
            said = self.tongue.say("No hand is over yet.")
            return Taken(self, (readback.plain(said),), taken=False)
        end, waiting = over[-1].settled
        return Taken(self, (explain_hand(over[-1].course.steps, end, waiting, self.tongue),))

    def _signals(self) -> Taken:
        hand, tongue = self.recorder.awaiting, self.tongue
        position = hand.position
        known = teller_of(position.variant).gestures(position.variant, tongue)
        if not known:
            said = tongue.say("Nobody signals at this table.")
            return Taken(self, (readback.plain(said),), taken=False)
        seen = [
            line
            for step in (hand.course.steps if self.remembered else ())
            if step.call.seat != self.seat and notices(self.seat, step.call, step.before)
            for line in glimpsed(step, tongue)
        ]
        rows = [
            Line(tongue.say("{gesture}: {meaning}", gesture=seen, meaning=meaning), said=said)
            for said, seen, meaning in known
        ]
        caught = tongue.say("What you have seen in this hand")
        every = tongue.say("The signals of this rulebook, as you type them")
        passages = [Passage(every, tuple(rows))]
        if seen:
            passages.insert(0, Passage(caught, tuple(seen)))
        return Taken(self, (Explanation("", tuple(passages)),))

    def _hint(self) -> Taken:
        hand = self.recorder.awaiting
        words = self.adviser.speak(view(hand.position, self.seat, hand.course.steps))
        heard = teller_of(hand.position.variant).aloud(words, self.tongue)
        said = self.tongue.say("A thought: {words}", words=heard)
        return Taken(self, (readback.plain(said),))

    def _odds(self) -> Taken:
        hand = self.recorder.awaiting
        position = hand.position
        if "lances" not in traits(position.variant.game):
            said = self.tongue.say("Odds are counted where hands are compared lance by lance.")
            return Taken(self, (readback.plain(said),), taken=False)
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
        return Taken(self, (describe_odds(found, self.tongue),))

    def _undo(self) -> Taken:
        if not self.practice:
            said = self.tongue.say("What is said is said; with --practice it can be taken back.")
            return Taken(self, (readback.plain(said),), taken=False)
        before = self.recorder.before
        while before is not None and not _chose(before, self.people):
            before = before.before
        if before is None:
            return Taken(
                self, (readback.plain(self.tongue.say("There is nothing to undo.")),), taken=False
            )
        said = self.tongue.say("Undone.")
        return Taken(self._replace(recorder=before), (readback.plain(said),))

    def _help(self) -> Taken:
        say, own = self.tongue.say, _words(self.tongue)
        variant = self.recorder.variant
        now = [line.said for page in self._options().pages for line in page.lines if line.said]
        rows = [
            (", ".join(now), say("What you say, as it is said at a table.")),
            (own["options"], say("What may be said now.")),
            (own["score"], say("What everybody has.")),
            (own["show"], say("The hand before, and why it paid what it paid.")),
        ]
        if teller_of(variant).gestures(variant, self.tongue):
            rows.append((own["signals"], say("The signals you have seen, and how each is made.")))
        rows.append((own["hint"], say("What a player of the house would say.")))
        if "lances" in traits(variant.game):
            rows.append((own["odds"], say("How often your cards win each lance.")))
        if self.practice:
            rows.append((own["undo"], say("Take the last thing back.")))
        rows.append((own["quit"], say("Leave; the same command goes on here another time.")))
        lines = tuple([Line(meaning, said=typed) for typed, meaning in rows])
        return Taken(self, (Explanation("", (Passage("", lines),)),))

    def _quit(self) -> Taken:
        return Taken(self, ends=True)


def _chose(recorder: Recorder, people: tuple[str, ...]) -> bool:
    """Whether one of these had something to choose then."""
    speaks = recorder.wants == "call" and recorder.speaker in people
    return speaks and forced(recorder) is None


def forced(recorder: Recorder) -> str | None:
    """The only thing that may be said, where it leaves nothing to choose: ``tengo``, ``draw``."""
    position = recorder.awaiting.position
    options = games.options(position)
    if len(options) != 1 or options[0].least or options[0].most:
        return None
    return options[0].verb


def glimpsed(step: Step, tongue: Language) -> tuple[Line, ...]:
    """Tell what is seen of a gesture, which a partner has to read; nothing where none was made.

    >>> from mustutor import Player, load_variant, start
    >>> from mustutor.language import language
    >>> table = start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).hear("A1 sena duples")
    >>> [line.text for line in glimpsed(hand.steps[-1], language("en"))]
    ['makes a signal: raise the eyebrows']
    """
    variant = step.after.variant
    said = write_call(step.call).partition(" ")[2]
    seat = tongue.who(step.call.seat)
    known = teller_of(variant).gestures(variant, tongue)
    return tuple(
        [
            Line(tongue.say("makes a signal: {gesture}", gesture=seen), (), GLIMPSE, seat)
            for made, seen, _ in known
            if made == said
        ]
    )


def told(step: Step, said: AlreadySaid, seat: str, tongue: Language) -> Explanation:
    """Tell a call to one seat as the table hears it, who is mano by it, and what stones moved."""
    if step.call.seat != seat and (lines := glimpsed(step, tongue)):
        return readback.page(*lines)
    teller = teller_of(step.after.variant)
    call = heard_by(seat, step.call, step.before)
    # Nobody sees what another draws from the stock.
    unseen = games.game_of(step.after.variant.game).unseen
    after = step.after if call.seat == seat else unseen(step.after, seat)
    heard = teller.aloud(teller.spelt(Step(step.before, call, after)), tongue)
    lines = (Line("", seat=tongue.who(call.seat), said=heard),)
    mano = step.after.mano if step.after.mano != step.before.mano else None
    facts = [
        each
        for each in teller.remarks(step, said)
        if each.kind in teller.at_once or (mano and each.evidence.get("mano") == mano)
    ]
    moved = tuple(teller.lines([*facts, *teller.after(step, said)], step.after, tongue))
    return Explanation("", (Passage("", (*lines, *moved)),))


def held(position: Position, seat: str, tongue: Language, *, yours: bool = True) -> Explanation:
    """Tell the cards of a seat: to itself, or to all when they are laid down.

    >>> from mustutor import Player, load_variant, start
    >>> from mustutor.language import language
    >>> table = start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> position = Player(table).deal({"A1": "3o Rc 7e 4b".split()}).position
    >>> [line] = held(position, "A1", language("en")).lines
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
            tongue.say("your cards") if yours else "",
            seat=tongue.who(seat),
            said=teller.shown(hand, ranking),
        )
    )


def _words(tongue: Language) -> dict[str, str]:
    return {
        "options": tongue.term("recording", "options"),
        "score": tongue.term("recording", "score"),
        "show": tongue.term("recording", "show"),
        "signals": tongue.term("recording", "signals"),
        "hint": tongue.term("recording", "hint"),
        "odds": tongue.term("recording", "odds"),
        "undo": tongue.term("recording", "undo"),
        "help": tongue.term("recording", "help"),
        "quit": tongue.term("recording", "quit"),
    }
