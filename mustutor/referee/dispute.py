"""What is known of a lance in dispute: it grows answer by answer, and each call is checked.

A call that was left out is asked for, or marked as forgotten; none is made up. What the rules
refuse is told with its reason; told once more, it was said all the same, and is for a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NoReturn

from mustutor import games
from mustutor.base.errors import AnswerError, IllegalCall, NotationError, no_such_seat
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark, printable
from mustutor.base.register import round_named, traits
from mustutor.games.explain import Line
from mustutor.games.mus_family.dealing import SEATS, TEAMS
from mustutor.games.mus_family.hands import DECLARED, LANCES, classify, is_played
from mustutor.games.player import Player, Round
from mustutor.games.tell_hand import legal_lines
from mustutor.model.calls import FORGOTTEN, Call, Grammar, write_call
from mustutor.model.cards import read_hand
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.claims import Deductions
from mustutor.referee.possible import Possible, SearchBudget, branches_of
from mustutor.replay.claim_text import ClaimTable, read_claim
from mustutor.replay.format import Hand, Replay, named_rules
from mustutor.replay.names import Names, in_full_at, names_read
from mustutor.replay.playback import Played, play_back

MOST_CALLS = 60

ALL_PASS = frozenset(("passed", "all pass", "all passed", "todos pasan", "todos paso"))
NOTHING = frozenset(("nothing", "nada", "nobody", "nadie", "no word", "rien"))
"""Answers that a seat said nothing, so that the next call was out of turn."""
NOBODY = frozenset(("nobody", "none", "nadie", "ninguno", "0"))
AND = frozenset(("Y", "AND", "ET", "ETA"))
SEPARATORS = str.maketrans(dict.fromkeys(",;:=/", " "))


@dataclass(frozen=True)
class LanceCalls:
    """The calls of a lance so far, and the player who heard them.

    `waiting` was said later than what is asked for now; `irregular` tells that the rules refuse
    the last of the calls, or one before it.
    """

    lance: str
    names: Names
    grammar: Grammar
    player: Player
    calls: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    irregular: bool = False

    @property
    def gap(self) -> bool:
        """Whether a call is forgotten."""
        return bool(self.player.unjudged)

    @property
    def open_ended(self) -> bool:
        """Whether more may have been said: after a call that is forgotten, or for a ruling."""
        return self.gap or self.irregular

    @property
    def speaker(self) -> str:
        """Who speaks next in the lance; nobody once it is over, forgotten or for a ruling."""
        position = self.player.position
        return "" if position.lance != self.lance or self.open_ended else position.speaker

    def with_words(self, text: str) -> LanceCalls:
        """Add one call, or several with their seats, and then the calls that were waiting.

        Raises AnswerError or IllegalCall where the rules refuse one, NotationError where it is
        none.
        """
        said = text.strip().lower()
        if not said:
            raise AnswerError(mark("Somebody spoke here: write what was said, or ?."))
        if said in NOTHING and self.waiting:
            return replace(self, waiting=()).with_refused(", ".join(self.waiting))
        begun = replace(self, player=self.player.copy(), calls=self.calls, waiting=())
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if said in ALL_PASS:
            parts = list(self._passing())
        return begun.with_calls((*parts, *self.waiting))

    def example(self) -> str:
        """An answer that tells several calls at once, of those the rules allow now."""
        player, told = self.player.copy(), list[str]()
        auction = player.position.state.auction
        for words in ("no quiero" if auction and auction.stake else "envido 2", "quiero"):
            speaker = player.position.speaker
            if not speaker or player.lance != self.lance:
                break
            if player.hear(f"{speaker} {words}").failure is not None:
                return ", ".join(told) or f"{speaker} paso"
            told.append(f"{speaker} {words}")
        return ", ".join(told)

    def _passing(self) -> Iterator[str]:
        """A paso of every seat in turn before the first whose call is waiting."""
        later = [self.split_seat(part)[0] for part in self.waiting]
        queue = self.player.position.queue
        for seat in takewhile(lambda seat: seat not in later, queue):
            yield f"{seat} paso"

    def with_calls(self, parts: Sequence[str]) -> LanceCalls:
        """Hear calls one after the other; where somebody is passed over, the rest has to wait."""
        calls = list(self.calls)
        for number, part in enumerate(parts):
            call = self.read(part)
            position = self.player.position
            if self._is_passed_over(call, position):
                self._expect_in_turn(call)
                return replace(self, calls=tuple(calls), waiting=tuple(parts[number:]))
            self.hear_call(call, calls)
            if self.player.unjudged:
                said = replace(self, calls=tuple(calls))
                return said.past_gap(parts[number + 1 :], position)
        return replace(self, calls=tuple(calls))

    def _is_passed_over(self, call: Call, position: Position) -> bool:
        """Whether somebody who speaks before is left out: nobody makes up what he said."""
        if position.lance != self.lance or call.seat not in position.queue[1:]:
            return False
        return call.verb == FORGOTTEN or games.why_not(position, call) is not None

    def _expect_in_turn(self, call: Call) -> None:
        """Raise IllegalCall for what is refused even after a paso of all who speak before."""
        player = self.player.copy()
        while player.lance == self.lance and player.position.speaker not in ("", call.seat):
            if player.hear(f"{player.position.speaker} paso").failure is not None:
                return
        fault = games.why_not(player.position, call)
        if fault is not None and call.verb != FORGOTTEN:
            raise IllegalCall(fault)

    def hear_call(self, call: Call, calls: list[str]) -> None:
        """Hear one call, and write it down as records do. Raises where it is refused."""
        position = self.player.position
        if position.lance != self.lance or not position.speaker:
            sentence = mark("{lance} is over: {words} comes too late.")
            raise AnswerError(sentence, lance=self.lance, words=write_call(call))
        if len(calls) >= MOST_CALLS:
            raise AnswerError(mark("No lance has so many calls."))
        failure = self.player.hear(call).failure
        if failure is not None:
            raise IllegalCall(failure.fault)
        calls.append(write_call(call if self.player.unjudged else self.player.steps[-1].call))

    def past_gap(self, parts: Sequence[str], gap: Position) -> LanceCalls:
        """Add calls made after a forgotten one; the seats skipped in between count as forgotten."""
        if not parts:
            return self
        calls = list(self.calls)
        next_told = self.read(parts[0]).seat
        between = gap.queue[1:]
        if next_told in between:
            calls += [f"{seat} {FORGOTTEN}" for seat in between[: between.index(next_told)]]
        return self.with_later(parts, calls)

    def with_later(self, parts: Sequence[str], calls: Sequence[str] = ()) -> LanceCalls:
        """Add calls made after a forgotten one, or one that needs a ruling."""
        told = [*(calls or self.calls)]
        for part in parts:
            told.append(write_call(self.read(part)))
            if len(told) > MOST_CALLS:
                raise AnswerError(mark("No lance has so many calls."))
        return replace(self, calls=tuple(told), waiting=())

    def with_refused(self, text: str) -> LanceCalls:
        """Add calls the rules refuse; the legal ones before them are played first.

        Raises NotationError where it is no call.
        """
        parts = [part.strip() for part in text.split(",") if part.strip()] + list(self.waiting)
        said = replace(self, player=self.player.copy(), waiting=())
        calls = list(said.calls)
        for number, part in enumerate(parts):
            call = said.read(part)
            try:
                said.hear_call(call, calls)
            except (AnswerError, IllegalCall):
                told = [write_call(said.read(each)) for each in parts[number:]]
                calls = [*calls, *told][:MOST_CALLS]
                return replace(said, calls=tuple(calls), irregular=True)
        return replace(said, calls=tuple(calls))

    def read(self, part: str) -> Call:
        """Read a call; without a seat, or a name, it is the speaker's."""
        seat, words = self.split_seat(part)
        position = self.player.position
        if not seat:
            seat = position.speaker if position.lance == self.lance else ""
        return self.grammar.read(f"{seat} {in_full_at(words, position)}".strip())

    def split_seat(self, part: str) -> tuple[str, str]:
        """The seat a call begins with, by itself or by a name, and its words."""
        seat, end = self.names.begins(part)
        words = part[end:].lstrip(" :")
        if not seat or not words:
            return "", part
        if part[:end].strip().upper() != seat:
            try:
                self.grammar.read(f"{seat} {part}")
            except NotationError:
                return seat, words
            return "", part  # a call, whatever the players are called
        return seat, words


def declared_yes(text: str, names: Names) -> list[tuple[str, str]]:
    """Those who said yes, by seat or name; a ? after one says that nobody knows it.

    >>> declared_yes("Ane y B2 ?", Names(("A1", "B2"), {"A1": "Ane"}))
    [('A1', 'tengo'), ('B2', '?')]
    """
    named: list[tuple[str, str]] = []
    left = text.translate(SEPARATORS).replace("?", " ? ").strip()
    if left.lower() in NOBODY:
        return []
    while left := left.strip():
        seat, end = names.begins(left)
        word = left.split(None, 1)[0]
        left = left[end or len(word) :]
        if word == FORGOTTEN and named:
            named[-1] = (named[-1][0], FORGOTTEN)
        elif seat or word.upper() not in AND:
            named.append((seat or word.upper(), "tengo"))
    if not named:
        raise AnswerError(mark("Name those who said yes, or write nobody."))
    return named


# --- the dispute --------------------------------------------------------------------------

LONGEST_ANSWER = 2_000
LONGEST_NAME = 60
ASKED_CLAIMS = 2
"""The claims that are asked for; more may be added as `claim Ane: A 4`."""
MOST_CLAIMS = 20
MOST_STONES = 100_000
WORTH_COUNTING = 2
"""With more unseen hands, each of them can still change the result."""

NOT_KNOWN = NOBODY | {"?"}


class Dispute:
    """A lance in dispute: the table, how it was bet, the hands that matter, the claims."""

    def __init__(self, variant: Variant, language: Language) -> None:
        self.variant = variant
        self.game = games.game_of(variant.game)
        self.language = language
        self.seats: tuple[str, ...] = ()
        self.mano = ""
        self.lance = ""
        self.start: dict[str, int] = {}
        self.cards: dict[str, list[str]] = {}
        self.unknown: set[str] = set()
        self.claims: list[Json] = []
        self.note = ""
        self.before: tuple[Round, ...] = ()
        self.players: dict[str, str] = {}
        self.testimony: LanceCalls | None = None
        self.refused = ""

    # --- the table --------------------------------------------------------------------

    @property
    def names(self) -> Names:
        """The names of the table: which seat each of them calls."""
        return Names(self.seats, self.players)

    def name_players(self, text: str) -> None:
        """Take who sits where: `A1=Ane, B1=Bea`. Raises NotationError."""
        self.players |= dict(names_read(text, self.seats))
        if self.testimony is not None:
            self.testimony = replace(self.testimony, names=self.names)

    def called(self, seat: str) -> str:
        """The player's name and the seat, or the seat alone where no name is known."""
        name = printable(self.players.get(seat, ""), LONGEST_NAME)
        return f"{name} ({seat})" if name else seat

    @property
    def asks_players(self) -> bool:
        """Whether the rules leave open how many play."""
        return self.variant.word("players.mode") not in TEAMS

    def sit_down(self, text: str) -> None:
        """Seat the players: as many as `text` says, or the teams the rulebook has."""
        teams = TEAMS.get(self.variant.word("players.mode"))
        if teams is None:
            number = _number(text, mark("Say how many play, as a number."))
            if not 2 <= number <= len(SEATS):
                raise AnswerError(mark("This game is not played by {number}."), number=number)
            teams = tuple(SEATS[:number])
        games.start(self.variant, seats=teams, mano=teams[0])
        self.seats = teams

    def set_mano(self, text: str) -> None:
        """Say who is mano."""
        mano = self.names.seat(text) or text.upper()
        games.start(self.variant, seats=self.seats, mano=mano)
        self.mano = mano

    def set_lance(self, text: str) -> None:
        """Say which lance it is about: its name, or its number in the order of play."""
        name = round_named(text)
        if name in ("1", "2", "3", "4", "5"):
            name = LANCES[int(name) - 1]
        if name not in LANCES:
            sentence = mark(
                "{lance} is not a lance: the lances are grande, chica, pares, juego and punto."
            )
            raise AnswerError(sentence, lance=name or '""')
        if not is_played(self.variant, name):
            raise AnswerError(mark("This table does not play {lance}."), lance=name)
        self.lance = name

    def set_stones(self, text: str) -> None:
        """Say what each side had before the hand, and begin it."""
        sides = tuple(dict.fromkeys(seat[0] for seat in self.seats))
        words = text.upper().translate(SEPARATORS).split()
        told: dict[str, int] = {}
        if words and all(word.isdecimal() for word in words) and len(words) == len(sides):
            words = [part for pair in zip(sides, words, strict=True) for part in pair]
        if len(words) % 2:
            raise AnswerError(mark("Write each side and its stones, as in A 35 B 38."))
        for side, stones in zip(words[::2], words[1::2], strict=True):
            if side not in sides:
                raise AnswerError(mark("There is no side {side} at this table."), side=side)
            told[side] = _number(stones, mark("Write each side and its stones, as in A 35 B 38."))
        begun = games.start(self.variant, seats=self.seats, mano=self.mano, stones=told)
        if self.mano not in begun.order:
            raise AnswerError(mark("{mano} has no stones and cannot be mano."), mano=self.mano)
        player = Player(begun).reach(self.lance)
        if player.failure is not None:
            sentence = mark("Under these rules {lance} cannot be reached.")
            raise AnswerError(sentence, lance=self.lance)
        self.start = told
        self.testimony = LanceCalls(self.lance, self.names, self.game.words.grammar, player)

    # --- what was said ----------------------------------------------------------------

    @property
    def lance_calls(self) -> LanceCalls:
        """The calls of the lance so far, once the stones are known."""
        assert self.testimony is not None
        return self.testimony

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of the lance so far, as records write them."""
        return self.testimony.calls if self.testimony is not None else ()

    @property
    def declares(self) -> bool:
        """Whether players first say if they have it."""
        return self.lance in DECLARED and self.lance_calls.player.position.state.auction is None

    def declare(self, text: str) -> str:
        """Say who declared to have pares, or juego; where nobody has juego, it is about punto.

        Gives what follows from it, where something does.
        """
        said = self.lance_calls
        named = declared_yes(text, self.names)
        for seat, _ in named:
            if seat not in said.player.position.queue:
                rule = games.cited(self.variant).seats
                raise IllegalCall(no_such_seat(seat, said.player.position.queue, rule))
        told = dict(named)
        calls = [f"{seat} {told.get(seat, 'no tengo')}" for seat in said.player.position.queue]
        self.testimony = said = said.with_words(", ".join(calls))
        if said.gap or said.player.lance != "punto":
            return ""
        self.before, self.lance = (Round("juego", said.calls),), "punto"
        self.testimony = replace(said, lance=self.lance, calls=())
        return self.language.say("Nobody has juego, so it is about punto.")

    def legal(self) -> tuple[Line, ...]:
        """What the speaker may say, with the bounds of each stake."""
        position = self.lance_calls.player.position
        return tuple(legal_lines(position, games.options(position), self.language))

    def hear(self, text: str) -> str:
        """Hear a call, or several with their seats; nobody's silence is taken for a word.

        Gives what was understood, where it is more than was typed. What the rules refuse is taken
        when it is told again: so it was said, and is for a ruling.
        """
        before = len(self.calls)
        try:
            said = self.lance_calls.with_words(text)
        except (AnswerError, IllegalCall):
            if not self._told_again(text):
                raise
            said = self.lance_calls.with_refused(text)
        if said.gap and not said.irregular and said.calls[-1][-1] != FORGOTTEN:
            self._expect_way(said)
        self.testimony, self.refused = said, ""
        if len(said.calls) - before < 2:
            return ""
        return self.language.say("Understood: {calls}.", calls=", ".join(said.calls[before:]))

    def hear_later(self, text: str) -> None:
        """Take down calls made after a forgotten one; how the rules take them is judged later.

        Raises AnswerError where no legal call at the gap allows it.
        """
        said = self.lance_calls.with_later([part for part in text.split(",") if part.strip()])
        if not said.irregular:
            self._expect_way(said)
        self.testimony = said

    def _told_again(self, text: str) -> bool:
        """Whether what the rules refuse was refused already, in the same words."""
        again = bool(text.strip()) and self.refused == text.strip()
        self.refused = text.strip()
        return again

    def _expect_way(self, said: LanceCalls) -> None:
        """Raise AnswerError where no call at the gap allows the calls after it."""
        kept, self.testimony = self.testimony, said
        ways = branches_of(self.played(), SearchBudget())
        self.testimony = kept
        if ways.exhaustive and not ways.branches:
            raise AnswerError(mark("Whatever was said before, the rules do not allow that."))

    # --- hands and claims -------------------------------------------------------------

    def wanted(self) -> str:
        """Whose cards can still change the result: the next to be asked for, or nobody."""
        played = self.played()
        if played.failure is not None:  # what a ruling pays may hang on any hand
            return next(
                (seat for seat in self.seats if seat not in (*self.cards, *self.unknown)), ""
            )
        waiting = [open_ for open_ in played.open if open_.lance == self.lance]
        if not waiting and not played.forgotten:
            return ""
        between = dict.fromkeys(seat for open_ in waiting for seat in open_.parties)
        asked = (*self.cards, *self.unknown)
        left = [seat for seat in between if seat not in asked]
        known_to_matter = [seat for seat in between if seat not in self.cards]
        if left and len(known_to_matter) > WORTH_COUNTING:
            return left[0]
        possible = self.possible()
        if possible is None or (len(possible.endings) == 1 and possible.exhaustive):
            return ""
        return next((seat for seat in possible.show if seat not in asked), "")

    def show(self, seat: str, text: str) -> None:
        """Take the cards of a seat, checked against the deck and against what was declared."""
        if not text or text.strip().lower() in NOT_KNOWN:
            self.unknown.add(seat)
            return
        hand = read_hand(text)
        classify(hand, self.variant)
        before = self.played().failure
        self.cards[seat] = [str(card) for card in hand]
        failure = self.played().failure
        known = before is not None and failure is not None and before.fault == failure.fault
        if failure is not None and not known and not self._told_again(text):
            del self.cards[seat]
            raise IllegalCall(failure.fault)
        self.refused = ""

    def claim(self, by: str, text: str) -> None:
        """Take a claim: who gets it and how many stones, or as people say it: we win, A match."""
        words = text.split()
        try:
            claim = read_claim(text, self.claims_here, by)
        except NotationError as problem:
            if len(words) == 2 and words[0].upper() in self.claims_here.sides:
                sentence = mark("{stones} is not a number of stones.")
                raise AnswerError(sentence, stones=words[1]) from None
            if not words or problem.evidence.get("word") == words[0]:
                self._no_claim()
            raise
        if claim["about"] not in (f"1.{self.lance}", "1", "game", "match"):
            self._no_claim()
        self.claims.append(claim)

    def claim_whole(self, text: str) -> bool:
        """Take a claim told with who claims it, `Ane: A 4`; false where the text is none."""
        if ":" not in text or len(self.claims) >= MOST_CLAIMS:
            return False
        by, _, rest = text.partition(":")
        self.claim(printable(by.strip(), LONGEST_NAME), rest.strip())
        return True

    @property
    def claims_here(self) -> ClaimTable:
        """The table the claims are made at."""
        loses = "own_stones" in traits(self.variant.game)
        return ClaimTable(self.names, (self.lance,), 1, f"1.{self.lance}", loses)

    def _no_claim(self) -> NoReturn:
        sides = self.claims_here.sides
        sentence = mark("Write who gets it, {sides}, and how many stones, as in {side} 4.")
        raise AnswerError(sentence, sides=" ".join(sides), side=sides[0])

    # --- the record -------------------------------------------------------------------

    def record(self) -> Replay:
        """The quarrel as a record: the lance alone, the cards known, the claims."""
        deal: Json = {"source": "physical"}
        if self.cards:
            deal["cards"] = dict(self.cards)
        text = {self.language.code: self.note}
        notes = {f"1.{self.lance}": [{"text": text}]} if self.note else None
        hand = Hand(self.mano, (*self.before, Round(self.lance, self.calls)), deal)
        return Replay(
            named_rules(self.variant),
            self.seats,
            (hand,),
            start=dict(self.start) or None,
            claims=tuple(self.claims) or None,
            notes=notes,
            about={"players": dict(self.players)} if self.players else {},
        )

    def played(self) -> Played:
        """The record so far, played back."""
        return next(iter(play_back(self.record(), self.variant)))

    def possible(self) -> Possible | None:
        """What may still come of the lance; nothing where no way leads to its end."""
        played = self.played()
        return Deductions(self.record(), self.variant, (played,)).possible_at(played, self.lance)


def _number(text: str, sentence: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MOST_STONES)):
        raise AnswerError(sentence, stones=text)
    return int(text)
