"""Lines that somebody types while a match is played, and what becomes of them.

A line is a call, with its seat or without (then it is the speaker's); several calls with commas
between them; the cards of a seat (``A1 Ro Rc 5e 4o``); ``?`` for a call nobody heard; or a
command in the reader's language or in English. `Dictation.take` gives what a line makes of the
record: nothing here is printed, asked or kept.
"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from mustutor.base.errors import Fault, MustutorError, NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import Language, available, mark, open_language, plain_text
from mustutor.base.register import traits
from mustutor.games.explain import Explanation, Line
from mustutor.games.failure import Failure, Unplayable
from mustutor.model.cards import Deck
from mustutor.referee.claims import note_read, pairs_read
from mustutor.referee.gaps import fault_despite_gap
from mustutor.referee.possible import SearchBudget
from mustutor.referee.recorder import commands, readback
from mustutor.referee.recorder.commands import help_page, no, own_words, words_of, yes
from mustutor.referee.recorder.recorder import Corrected, Recorder
from mustutor.replay.claim_text import ClaimTable, read_claim
from mustutor.replay.names import names_read
from mustutor.replay.playback import play_hand

LONGEST_LINE = 2_000
ENDS = ("match", "close", "quit")
PRINTED = ("1", "10", "11", "12")


class Answer(NamedTuple):
    """What a line makes of the record, and what is said to it.

    `taken` is false where it was refused, and changed nothing. `ends` says how taking down goes
    on: ``close``, ``quit``, ``match`` (close this one, and begin another), or not at all.
    """

    dictation: Dictation
    pages: tuple[Explanation, ...] = ()
    taken: bool = True
    ends: str = ""


class Dictation(NamedTuple):
    """A record under way, and a correction that waits for a yes or a no."""

    recorder: Recorder
    language: Language
    waiting: Corrected | None = None

    def take(self, line: str) -> Answer:
        """Take a line as it was typed."""
        text = line.strip()
        try:
            if len(text) > LONGEST_LINE:
                raise NotationError(
                    mark("This line is {length} characters long; the limit is {longest}."),
                    length=len(text),
                    longest=LONGEST_LINE,
                )
            if self.waiting is not None:
                return self._confirmed(text)
            if not text or text.startswith("#"):
                return Answer(self)
            word, _, rest = text.partition(" ")
            command = words_of(self.language).get(plain_text(word.rstrip(":")))
            if command is not None and not self._is_call(text):
                if command in ENDS:
                    return Answer(self, ends=command)
                return getattr(self, f"_{command}")(rest.strip())  # type: ignore[no-any-return]
            return self._told(text)
        except Unplayable as stopped:
            return self._refused(readback.refused(stopped.failure, self.language))
        except MustutorError as problem:
            return self._refused(readback.unread(problem, self.recorder, self.language))

    @property
    def face_up(self) -> None:
        """Whose cards are seen: everybody's that were told."""
        return None

    @property
    def words(self) -> tuple[str, ...]:
        """The commands in the reader's language."""
        return tuple(own_words(self.language).values())

    def prompt(self) -> str:
        """What is asked next."""
        if self.waiting is not None:
            return self.language.say("Correct it all the same, yes or no? > ")
        return readback.prompt(self.recorder, self.language)

    # --- calls and cards -----------------------------------------------------------------

    def _is_call(self, text: str) -> bool:
        """Whether a word that is a command too is what a player says in this game now."""
        playing, game = self.recorder.wants != "mano", self.recorder.game
        first = text.casefold().partition(" ")[0]
        return playing and (
            text.casefold() in game.words.grammar.verbs or first in game.chance.drawing_verbs
        )

    def _told(self, text: str) -> Answer:
        recorder = self.recorder
        alone = recorder.names.seat(text)
        if recorder.wants == "mano" and alone:
            return self._after(recorder.begin_hand(alone))
        text = recorder.seated(text)
        if " cobra " in f" {plain_text(text)} ":
            return self._cuenta(text)
        if recorder.names_seat(text):
            seat, _, rest = text.partition(" ")
            seat, cards = seat.upper(), _cards(rest, self.recorder.game.chance.deck)
            # A number may be a stake, and cards a throw; those somebody is known to hold are told.
            told = recorder.meant(rest, seat) == rest or self._holds(seat, cards)
            if cards is not None and told:
                self._expect_new(seat, cards)
                return self._shown(seat, cards)
        elif (cards := _cards(text, self.recorder.game.chance.deck)) is not None and len(cards) > 1:
            if recorder.meant(text) != text:
                return self._after(_heard(recorder, text))
            raise NotationError(
                mark("Say whose cards these are: {seat} {cards}"),
                seat=recorder.match.seats[0],
                cards=" ".join(cards),
            )
        for said in self.recorder.calls_in(text):
            recorder = _fitting(_heard(recorder, said))
        return self._after(recorder)

    def _holds(self, seat: str, cards: tuple[str, ...] | None) -> bool:
        """Whether these are all the cards a seat is known to hold now."""
        position = self.recorder.awaited()
        return position is not None and sorted(position.hand_of(seat) or "") == sorted(cards or "")

    def _expect_new(self, seat: str, cards: tuple[str, ...]) -> None:
        """A hand that is known is changed by the command alone: these may be of the next hand."""
        position = self.recorder.position
        if position is None or seat not in position.order:
            return
        known = position.hand_of(seat) or ()
        if len(known) == len(cards) >= 4 and sorted(known) != sorted(cards):
            raise NotationError(
                mark(
                    "{seat} has {known}: cards {seat} {cards} changes that; next begins another "
                    "hand."
                ),
                seat=seat,
                known=" ".join(known),
                cards=" ".join(cards),
            )

    def _after(self, recorder: Recorder) -> Answer:
        pages = tuple(readback.read_back(self.recorder, recorder, self.language))
        return Answer(self._replace(recorder=recorder), pages)

    def _refused(self, page: Explanation) -> Answer:
        return Answer(self, (page,), taken=False)

    def _cards(self, rest: str) -> Answer:
        rest = self.recorder.seated(rest)
        seat, _, told = rest.partition(" ")
        if not self.recorder.names_seat(rest):
            raise NotationError(mark("Type cards, the seat and its cards: cards A1 Ro Rc 5e 4o"))
        return self._shown(seat.upper(), self.recorder.game.chance.deck.read_all(told))

    def _shown(self, seat: str, cards: tuple[str, ...]) -> Answer:
        try:
            return self._after(self.recorder.tell_cards(seat, cards))
        except Unplayable as stopped:
            if not stopped.failure.text:
                raise
            return self._refused(readback.disagreeing(stopped.failure, self.language))

    # --- hands, lances, stones -----------------------------------------------------------

    def _mano(self, rest: str) -> Answer:
        if not rest and self.recorder.wants == "mano":
            raise NotationError(_nobody(self.recorder))
        seat = self.recorder.names.seat(rest) or rest.upper()
        return self._after(self.recorder.begin_hand(seat))

    def _next(self, rest: str) -> Answer:
        return self._mano(rest)

    def _lance(self, rest: str) -> Answer:
        played = self.recorder.game.rules.phases.paid
        if plain_text(rest) not in played:
            raise NotationError(mark("Type lance and its name: {lances}."), lances=" ".join(played))
        return self._after(self.recorder.begin_lance(plain_text(rest)))

    def _stones(self, rest: str) -> Answer:
        recorder = self.recorder.state_stones(pairs_read(rest))
        return Answer(self._replace(recorder=recorder), (readback.score(recorder, self.language),))

    # --- beside the play -----------------------------------------------------------------

    def _claim(self, rest: str) -> Answer:
        recorder, hand = self.recorder, self.recorder.hand
        number = hand.number if hand is not None else 1
        loses = "own_stones" in traits(recorder.variant.game)
        rounds = recorder.game.rules.phases.paid
        claim = read_claim(rest, ClaimTable(recorder.names, rounds, number, str(number), loses))
        said = self.language.say("The claim is kept: {claim}", claim=_spelled(claim))
        return Answer(self._replace(recorder=self.recorder.claim(claim)), (readback.plain(said),))

    def _cuenta(self, rest: str) -> Answer:
        return self._stated(commands.claims(self.recorder, rest))

    def _shuffled(self, rest: str) -> Answer:
        return self._stated(commands.shuffled(self.recorder, rest))

    def _cut(self, rest: str) -> Answer:
        if not rest:  # by itself it ends the talk of mus
            return self._told("cut")
        return self._stated(commands.cut(self.recorder, rest))

    def _draw(self, rest: str) -> Answer:
        return self._stated(commands.draw(self.recorder, rest))

    def _starter(self, rest: str) -> Answer:
        return self._stated(commands.starter(self.recorder, rest))

    def _stated(self, told: commands.Told) -> Answer:
        """Say what the rules make of something told beside the calls."""
        faults = [statement.fault for statement in told.statements]
        pages = [readback.plain(fault.said(self.language), fault.rule) for fault in faults]
        kept = readback.plain(self.language.say("It is kept."))
        return Answer(self._replace(recorder=told.recorder), tuple(pages) or (kept,))

    def _note(self, rest: str) -> Answer:
        places = self.recorder.places()
        usual = places[-1] if places else "1"
        place, note = note_read(rest, usual, self.language.code)
        said = self.language.say("The note is kept at {place}.", place=place)
        return Answer(
            self._replace(recorder=self.recorder.note(place, note)), (readback.plain(said),)
        )

    def _players(self, rest: str) -> Answer:
        seats = self.recorder.match.seats
        players = dict(self.recorder.match.about.get("players", {}))
        players |= dict(names_read(rest, seats))
        recorder = self.recorder.about(players=players)
        lines = [Line(str(name), seat=seat) for seat, name in players.items()]
        return Answer(self._replace(recorder=recorder), (readback.page(*lines),))

    # --- taken back ----------------------------------------------------------------------

    def _undo(self, _rest: str) -> Answer:
        recorder = self.recorder.undo()
        if recorder is None:
            return self._refused(readback.plain(self.language.say("There is nothing to undo.")))
        said = self.language.say("The last entry is taken back.")
        return Answer(self._replace(recorder=recorder), (readback.plain(said),))

    def _correct(self, rest: str) -> Answer:
        place, _, words = rest.partition(" ")
        if not words.strip():
            raise NotationError(
                mark("Type correct, the place and the call: correct 1.grande.3 B1 paso")
            )
        corrected = self.recorder.correct(place, words.strip(), _slip)
        if corrected.failure is not None:
            page = readback.undone_by(corrected, self.language)
            return Answer(self._replace(waiting=corrected), (page,))
        if corrected.new == corrected.old:  # nothing to keep a note of
            return Answer(self, (readback.plain(self.language.say("Nothing has been corrected.")),))
        return self._corrected(corrected)

    def _corrected(self, corrected: Corrected) -> Answer:
        said = self.language.say(
            "Corrected at {place}: {old} is now {new}.",
            place=corrected.place,
            old=corrected.old,
            new=corrected.new,
        )
        after = self._replace(recorder=corrected.recorder, waiting=None)
        return Answer(after, (readback.plain(said),))

    def _confirmed(self, text: str) -> Answer:
        waiting = self.waiting
        assert waiting is not None
        answer = plain_text(text)
        if words_of(self.language).get(plain_text(text.partition(" ")[0])) == "correct":
            return self._replace(waiting=None).take(text)
        if answer in yes(self.language):
            return self._corrected(waiting)
        if answer in no(self.language):
            said = self.language.say("Nothing has been corrected.")
            return Answer(self._replace(waiting=None), (readback.plain(said),))
        return self._refused(readback.plain(self.language.say("Type yes or no.")))

    # --- asked for -----------------------------------------------------------------------

    def _show(self, _rest: str) -> Answer:
        return Answer(self, (readback.hand_so_far(self.recorder, self.language),))

    def _score(self, _rest: str) -> Answer:
        return Answer(self, (readback.score(self.recorder, self.language),))

    def _options(self, _rest: str) -> Answer:
        return Answer(self, (readback.options(self.recorder, self.language),))

    def _help(self, _rest: str) -> Answer:
        return Answer(self, (help_page(self.recorder, self.language),))


# --- reading a line ----------------------------------------------------------------------


def _heard(recorder: Recorder, said: str) -> Recorder:
    """Hear one call; without a seat it is the speaker's, and who speaks first is mano."""
    if not recorder.names_seat(said):
        seat = recorder.speaker
        if said.partition(" ")[0].casefold() in recorder.grammar.beside:
            raise NotationError(mark("Say who does it: {seat} {words}"), seat=seat, words=said)
        if not seat:
            raise NotationError(_nobody(recorder))
        _refuse_cards(said, recorder.game.chance.deck)
        return recorder.hear(f"{seat} {recorder.meant(said)}")
    seat, _, words = said.partition(" ")
    seat = seat.upper()
    if recorder.wants == "mano":
        begun = recorder.begin_hand(seat)
        if begun.speaker == seat:
            recorder = begun
    _refuse_cards(words, recorder.game.chance.deck)
    if recorder.wants == "cards":
        fault = Fault(
            "",
            mark("Everything has been said in this hand: give its cards, or the stones after it."),
            {},
        )
        raise Unplayable(Failure("illegal", str(recorder.hands[-1].number), fault))
    return recorder.hear(f"{seat} {recorder.meant(words, seat)}")


def _fitting(recorder: Recorder) -> Recorder:
    """The recorder, if some word at a forgotten call allows what came after it.

    Raises Unplayable where none does: nobody could verify the record.
    """
    if recorder.wants == "loose":
        hand = recorder.hands[-1]
        played = play_hand(hand.start, hand.written, hand.number, checks=False)
        failure = fault_despite_gap(played, attrgetter("failure"), SearchBudget())
        if failure is not None:
            raise Unplayable(failure)
    return recorder


def _nobody(recorder: Recorder) -> str:
    match recorder.wants:
        case "mano":
            return mark("Say who is mano first.")
        case "over":
            return mark("The match is over: no other hand follows.")
        case "loose":
            return mark("After a forgotten call nobody knows who speaks: name the seat.")
        case _:
            return mark(
                "Everything has been said in this hand: give its cards, or the stones after it."
            )


def _cards(text: str, deck: Deck) -> tuple[str, ...] | None:
    """The cards a text is made of, or none where it is something else."""
    try:
        return deck.read_all(text)
    except NotationError:
        return None


def _refuse_cards(text: str, deck: Deck) -> None:
    """Say what is wrong with a text that is no call and begins with a card that has a suit."""
    first, _, rest = text.strip().partition(" ")
    rank, suit = first[:-1].upper(), first[-1:].lower()
    # A printed number may stand for a rank, as in 12o; words of other languages are none.
    named = (len(rank) == 1 and rank in deck.ranks) or rank in PRINTED
    if rest and suit in deck.suits and named:
        deck.read_all(text)


def _spelled(claim: dict[str, object]) -> str:
    return " ".join(str(thing) for thing in claim.values())


def _slip(old: str) -> Json:
    """The note that stays where a call was corrected, in every language there is."""
    told = {
        code: open_language(code).say("It was taken down as {call}.", call=old)
        for code in available()
    }
    return {"glyph": "corrected", "text": told}
