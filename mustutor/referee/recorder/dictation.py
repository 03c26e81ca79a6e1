"""Typed lines while a match is recorded, and their results.

`Dictation.take` handles a line: a call, with its seat or by the speaker; several calls separated by
commas; the cards of a seat (``A1 Ro Rc 5e 4o``); ``?`` for a forgotten call; or a command in the
reader's language or in English. It returns the next state and the answer; nothing is printed or
saved here.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import NamedTuple

from mustutor.base.errors import MustutorError, NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import Language, available, mark, open_language, plain_text
from mustutor.base.register import round_named, traits
from mustutor.games.explain import Explanation, Line
from mustutor.games.failure import Unplayable, failure_of, read_place
from mustutor.games.irregularities import irregularities, phrases, plain
from mustutor.games.rulebook import in_language
from mustutor.model.cards import Deck
from mustutor.referee.fields import fault_despite_gap
from mustutor.referee.possible import SearchBudget
from mustutor.referee.recorder import commands, readback
from mustutor.referee.recorder.commands import help_page, own_words, words_of
from mustutor.referee.recorder.recorder import Corrected, Recorder
from mustutor.replay.claim_text import ClaimTable, read_claim
from mustutor.replay.names import names_read, pairs_read
from mustutor.replay.playback import play_hand
from mustutor.replay.sheet.lines import SheetLine
from mustutor.replay.sheet.notes import NO_LANGUAGE, note_of

LONGEST_LINE = 2_000
AS_IT_WAS, ASKS = "+", "?"
"""The key that takes down what was refused, and the one that asks what may be said."""
ENDS = ("match", "close", "quit")
PAGES: dict[str, Callable[[Recorder, Language], Explanation]] = {
    "show": readback.hand_so_far,
    "score": readback.score,
    "options": readback.options,
    "help": help_page,
}
"""The commands that only show something."""
FACTS = {
    "cuenta": commands.claims,
    "shuffled": commands.shuffled,
    "cut": commands.cut,
    "draw": commands.draw,
    "starter": commands.starter,
}
"""The commands that state a fact besides the calls."""
PRINTED = ("1", "10", "11", "12")


class Answer(NamedTuple):
    """The result of a line: the next state, pages to show, and whether recording goes on.

    `taken` is false for a refused line, which changed nothing. `ends` says what to do next:
    ``close``, ``quit``, ``match`` (close this one, and begin another), or empty to go on.
    """

    dictation: Dictation
    pages: tuple[Explanation, ...] = ()
    taken: bool = True
    ends: str = ""


class Dictation(NamedTuple):
    """A record in progress, and what waits: a correction for a yes or a no, a refused line."""

    recorder: Recorder
    language: Language
    waiting: Corrected | None = None
    refused: str = ""

    def take(self, line: str) -> Answer:
        """Handle a typed line."""
        text, command = line.strip(), None
        try:
            if len(text) > LONGEST_LINE:
                sentence = mark("This line is {length} characters long; the limit is {longest}.")
                raise NotationError(sentence, length=len(text), longest=LONGEST_LINE)
            if self.waiting is not None:
                return self._confirmed(text)
            if not text or text.startswith("#"):
                return Answer(self)
            if text == AS_IT_WAS and self.refused:
                answer = Dictation._add_line(
                    self._replace(refused=""), self.refused, as_it_was=True
                )
                sentence = mark("It is taken down as it was. How it may be ruled, settle says.")
                said = readback.plain(self.language.say(sentence))
                return answer._replace(pages=(said, *answer.pages[1:]))
            if text == ASKS:
                return Answer(self, (readback.options(self.recorder, self.language),))
            word, _, rest = text.partition(" ")
            command = words_of(self.language).get(plain_text(word.rstrip(":")))
            if command is not None and not self._is_call(text):
                if command in ENDS:
                    return Answer(self, ends=command)
                if command in PAGES:
                    return Answer(self, (PAGES[command](self.recorder, self.language),))
                if command in FACTS and (rest.strip() or command != "cut"):
                    return self._stated(FACTS[command](self.recorder, rest.strip()))
                return getattr(self, f"_{command}")(rest.strip())  # type: ignore[no-any-return]
            return Dictation._add_line(self._replace(refused=""), text)
        except Unplayable as stopped:
            page = readback.refused(stopped.failure, self.language)
            failure = stopped.failure
            heard = failure.verdict == "illegal" and failure.call is not None
            offered = heard and command is None and text != AS_IT_WAS
            return self._refused(page, text if offered else "")
        except MustutorError as problem:
            return self._refused(readback.unread(problem, self.recorder, self.language))

    @property
    def face_up(self) -> None:
        """None: the cards of all seats are shown, as far as they are known."""
        return None

    @property
    def words(self) -> tuple[str, ...]:
        """The commands in the reader's language."""
        return tuple(own_words(self.language).values())

    def prompt(self) -> str:
        """The prompt."""
        if self.waiting is not None:
            return self.language.say("Correct it all the same, yes or no? > ")
        return readback.prompt(self.recorder, self.language)

    # --- calls and cards -----------------------------------------------------------------

    def _is_call(self, text: str) -> bool:
        """Whether a word that is also a command is a call in this game now."""
        playing, game = self.recorder.wants != "mano", self.recorder.game
        first = text.casefold().partition(" ")[0]
        return playing and (
            text.casefold() in game.words.grammar.verbs or first in game.chance.drawing_verbs
        )

    def _add_line(self, text: str, *, as_it_was: bool = False) -> Answer:
        recorder = self.recorder
        alone = recorder.names.seat(text)
        if recorder.wants == "mano" and alone:
            return self._after(recorder.begin_hand(alone))
        text = recorder.seated(text)
        if " cobra " in f" {plain_text(text)} ":
            return self._stated(commands.claims(recorder, text))
        if recorder.names_seat(text):
            seat, _, rest = text.partition(" ")
            seat, cards = seat.upper(), _cards(rest, self.recorder.game.chance.deck)
            # Numbers may be stakes, and cards discards, except cards the seat is known to hold.
            told = recorder.resolve_words(rest, seat) == rest or self._holds(seat, cards)
            if cards is not None and told:
                self._expect_new(seat, cards)
                return self._shown(seat, cards, as_it_was=as_it_was)
        elif (cards := _cards(text, self.recorder.game.chance.deck)) is not None and len(cards) > 1:
            if recorder.resolve_words(text) != text:
                return self._after(_hear_call(recorder, text))
            sentence = mark("Say whose cards these are: {seat} {cards}")
            raise NotationError(sentence, seat=recorder.match.seats[0], cards=" ".join(cards))
        for said in self.recorder.calls_in(text):
            recorder = _require_fitting_gap(_hear_call(recorder, said, as_it_was=as_it_was))
        return self._after(recorder)

    def _holds(self, seat: str, cards: tuple[str, ...] | None) -> bool:
        """Whether these are all the cards a seat is known to hold now."""
        position = self.recorder.awaited()
        return position is not None and sorted(position.hand_of(seat) or "") == sorted(cards or "")

    def _expect_new(self, seat: str, cards: tuple[str, ...]) -> None:
        """Check that cards are new: a known hand is changed by the command alone."""
        position = self.recorder.position
        if position is None or seat not in position.order:
            return
        known = position.hand_of(seat) or ()
        if len(known) == len(cards) >= 4 and sorted(known) != sorted(cards):
            sentence = mark(
                "{seat} has {known}: cards {seat} {cards} changes that; next begins another hand."
            )
            raise NotationError(sentence, seat=seat, known=" ".join(known), cards=" ".join(cards))

    def _after(self, recorder: Recorder) -> Answer:
        pages = tuple(readback.read_back(self.recorder, recorder, self.language))
        return Answer(self._replace(recorder=recorder), pages)

    def _kept(self, recorder: Recorder, said: str) -> Answer:
        """Go on from a record, with a sentence; nothing waits for a yes any more."""
        after = self._replace(recorder=recorder, waiting=None)
        return Answer(after, (readback.plain(said),))

    def _refused(self, page: Explanation, said: str = "") -> Answer:
        """Refuse a line; with what somebody may have `said` all the same, offer to take it down."""
        if not said:
            return Answer(self._replace(refused=""), (page,), taken=False)
        offered = self.language.say("If it was like that, + takes it down as it was.")
        told = self._replace(refused=said)
        return Answer(told, (page, readback.plain(offered)), taken=False)

    def _cards(self, rest: str) -> Answer:
        rest = self.recorder.seated(rest)
        seat, _, told = rest.partition(" ")
        if not self.recorder.names_seat(rest):
            raise NotationError(mark("Type cards, the seat and its cards: cards A1 Ro Rc 5e 4o"))
        return self._shown(seat.upper(), self.recorder.game.chance.deck.read_all(told))

    def _shown(self, seat: str, cards: tuple[str, ...], *, as_it_was: bool = False) -> Answer:
        try:
            return self._after(self.recorder.tell_cards(seat, cards, as_it_was=as_it_was))
        except Unplayable as stopped:
            if as_it_was or stopped.failure.verdict not in ("illegal", "misdealt"):
                raise
            told = readback.disagreeing if stopped.failure.text else readback.refused
            page = told(stopped.failure, self.language)
            return self._refused(page, " ".join((seat, *cards)))

    # --- hands, lances, stones -----------------------------------------------------------

    def _mano(self, rest: str) -> Answer:
        if not rest and self.recorder.wants == "mano":
            raise NotationError(_why_no_speaker(self.recorder))
        seat = self.recorder.names.seat(rest) or rest.upper()
        return self._after(self.recorder.begin_hand(seat))

    def _next(self, rest: str) -> Answer:
        return self._mano(rest)

    def _lance(self, rest: str) -> Answer:
        played = self.recorder.game.rules.phases.paid
        lance = round_named(plain_text(rest))
        if lance not in played:
            raise NotationError(mark("Type lance and its name: {lances}."), lances=" ".join(played))
        return self._after(self.recorder.begin_lance(lance))

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
        words = " ".join(map(str, claim.values()))
        said = self.language.say("The claim is kept: {claim}", claim=words)
        return self._kept(self.recorder.claim(claim), said)

    def _cut(self, _rest: str) -> Answer:
        return self._add_line("cut")  # by itself it ends the talk of mus

    def _stated(self, told: commands.Told) -> Answer:
        """Answer with what the rules make of a fact told besides the calls."""
        faults = [statement.fault for statement in told.statements]
        pages = [readback.plain(fault.said(self.language), fault.rule) for fault in faults]
        kept = readback.plain(self.language.say("It is kept."))
        return Answer(self._replace(recorder=told.recorder), tuple(pages) or (kept,))

    def _note(self, rest: str) -> Answer:
        place, note = note_read(rest, self.recorder, self.language.code)
        said = self.language.say("The note is kept at {place}.", place=place)
        return self._kept(self.recorder.note(place, note), said)

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
        return self._kept(recorder, self.language.say("The last entry is taken back."))

    def _correct(self, rest: str) -> Answer:
        place, _, words = rest.partition(" ")
        if not words.strip():
            sentence = mark("Type correct, the place and the call: correct 1.grande.3 B1 paso")
            raise NotationError(sentence)
        corrected = self.recorder.correct(place, words.strip(), _slip)
        if corrected.failure is not None:
            page = readback.undone_by(corrected, self.language)
            return Answer(self._replace(waiting=corrected), (page,))
        if corrected.new == corrected.old:  # nothing to keep a note of
            return Answer(self, (readback.plain(self.language.say("Nothing has been corrected.")),))
        return self._corrected(corrected)

    def _corrected(self, corrected: Corrected) -> Answer:
        sentence = mark("Corrected at {place}: {old} is now {new}.")
        said = self.language.say(
            sentence, place=corrected.place, old=corrected.old, new=corrected.new
        )
        return self._kept(corrected.recorder, said)

    def _confirmed(self, text: str) -> Answer:
        waiting = self.waiting
        assert waiting is not None
        if words_of(self.language).get(plain_text(text.partition(" ")[0])) == "correct":
            return self._replace(waiting=None).take(text)
        if commands.means(text, "yes"):
            return self._corrected(waiting)
        if commands.means(text, "no"):
            return self._kept(self.recorder, self.language.say("Nothing has been corrected."))
        return self._refused(readback.plain(self.language.say("Type yes or no.")))


# --- reading a line ----------------------------------------------------------------------


def _hear_call(recorder: Recorder, said: str, *, as_it_was: bool = False) -> Recorder:
    """Hear one call, by default of the speaker; the first speaker of a match is mano."""
    if not recorder.names_seat(said):
        seat = recorder.speaker
        if said.partition(" ")[0].casefold() in recorder.grammar.beside:
            raise NotationError(mark("Say who does it: {seat} {words}"), seat=seat, words=said)
        if not seat:
            raise NotationError(_why_no_speaker(recorder))
        _refuse_cards(said, recorder.game.chance.deck)
        return recorder.hear(f"{seat} {recorder.resolve_words(said)}", as_it_was=as_it_was)
    seat, _, words = said.partition(" ")
    seat = seat.upper()
    if recorder.wants == "mano":
        begun = recorder.begin_hand(seat)
        if begun.speaker == seat:
            recorder = begun
    _refuse_cards(words, recorder.game.chance.deck)
    if recorder.wants == "cards":
        raise Unplayable(failure_of("illegal", recorder.hands[-1].number, _ALL_SAID))
    return recorder.hear(f"{seat} {recorder.resolve_words(words, seat)}", as_it_was=as_it_was)


def _require_fitting_gap(recorder: Recorder) -> Recorder:
    """Return the recorder. Raises Unplayable if no call fits the place of a forgotten one.

    Otherwise the record could never be verified.
    """
    if recorder.wants == "loose":
        hand = recorder.hands[-1]
        played = play_hand(hand.start, hand.written, hand.number, checks=False)
        failure = fault_despite_gap(played, attrgetter("failure"), SearchBudget())
        if failure is not None:
            raise Unplayable(failure)
    return recorder


_ALL_SAID = mark("Everything has been said in this hand: give its cards, or the stones after it.")
_WHY_NO_SPEAKER = {
    "mano": mark("Say who is mano first."),
    "over": mark("The match is over: no other hand follows."),
    "loose": mark("After a forgotten call nobody knows who speaks: name the seat."),
}


def _why_no_speaker(recorder: Recorder) -> str:
    return _WHY_NO_SPEAKER.get(recorder.wants, _ALL_SAID)


def _cards(text: str, deck: Deck) -> tuple[str, ...] | None:
    """The cards a text consists of; None for any other text."""
    try:
        return deck.read_all(text)
    except NotationError:
        return None


def _refuse_cards(text: str, deck: Deck) -> None:
    """Raise NotationError for a text that begins like a card with a suit but is not cards."""
    first, _, rest = text.strip().partition(" ")
    rank, suit = first[:-1].upper(), first[-1:].lower()
    # A printed number may be a rank, as in 12o.
    named = (len(rank) == 1 and rank in deck.ranks) or rank in PRINTED
    if rest and suit in deck.suits and named:
        deck.read_all(text)


def _slip(old: str) -> Json:
    """The note kept where a call was corrected, in every language."""
    told = {
        code: open_language(code).say("It was taken down as {call}.", call=old)
        for code in available()
    }
    return {"glyph": "corrected", "text": told}


LONGEST_NOTE = 2_000
BEGINS = "note "


def note_read(text: str, recorder: Recorder, code: str) -> tuple[str, Json]:
    """Read a note as a sheet has it; its place may be left out.

    What people say of something that goes wrong names that: it is about its call, or the hand.
    """
    words, game, names = text.strip()[:LONGEST_NOTE], recorder.variant.game, recorder.names
    known, hand = irregularities(game), recorder.hand.number if recorder.hand is not None else 1
    first, _, rest = words.partition(" ")
    place = next((one for one in (first.lower(), f"{hand}.{first.lower()}") if _is_place(one)), "")
    place = str(hand) if first.casefold() == "hand" else place if "." in first else ""
    words = rest.strip() if place else words
    if not words:
        raise NotationError(mark("Type note, a place if it is not the last call, and the words."))
    seat, end = names.begins(words)
    said = words[end:].lstrip(" :,") if seat else words
    row = known.get(words.partition(" ")[0].rstrip(":")) or phrases(game).get(plain(said))
    if row is not None and not words.startswith(row.id):
        words = f"{row.id} {seat}: {said}" if seat else f"{row.id}: {said}"
    placed = recorder.hand.placed if recorder.hand is not None else ()
    if not place and placed and (row is None or row.belongs_in(placed[-1].place.round)):
        lance = [one for one in placed if one.place[:3] == placed[-1].place[:3]]
        own = [one for one in lance if row is not None and one.text.partition(" ")[0] == seat]
        place = next((str(one.place) for one in reversed(own or lance)), "")
    place = place or str(hand)
    line = SheetLine(f"{BEGINS}{place} {words}", "", ((0, 1, 1),))
    place, note = note_of(line, line.rest(len(BEGINS)), hand, names, known)
    told = note["text"].pop(NO_LANGUAGE, "") or (in_language(row.name, code) if row else "")
    return place, {**note, "text": {code: told}}


def _is_place(word: str) -> bool:
    place = read_place(word)
    return place is not None and place.hand > 0 and str(place) == word
