"""What is known of a lance in dispute: it grows answer by answer, and each is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from mustutor import games
from mustutor.calls import FORGOTTEN
from mustutor.cards import read_hand
from mustutor.errors import AnswerError, Fault, IllegalCall, NotationError, no_such_seat
from mustutor.explanation.fault import legal_lines
from mustutor.games.mus_family.chance import SEATS, TEAMS
from mustutor.games.mus_family.lances import DECLARED, LANCES
from mustutor.games.mus_family.ranking import classify
from mustutor.games.telling import Line
from mustutor.language import Language, mark, printable
from mustutor.position import Position
from mustutor.referee.possible import Possible, Work, branches_of
from mustutor.referee.reckoning import Reckoning
from mustutor.referee.testimony import NOBODY, SEPARATORS, Testimony, those_named
from mustutor.referee.wording import ClaimTable, read_claim
from mustutor.register import traits
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.names import Names, names_read
from mustutor.replay.playback import Played, play_back
from mustutor.replay.player import Player
from mustutor.variant import Variant, load_variant, variant_ids

LONGEST_ANSWER = 2_000
LONGEST_NAME = 60
ASKED_CLAIMS = 2
"""So many claims are asked for; more are told as `claim Ane: A 4`."""
MOST_CLAIMS = 20
MOST_STONES = 100_000
WORTH_COUNTING = 2
"""With more unseen hands than these every one of them can still change the result."""

NOT_KNOWN = NOBODY | {"?"}


class Quarrel:
    """A lance in dispute: the table, how it was bet, the hands that matter, the claims."""

    def __init__(self, variant: Variant, tongue: Language) -> None:
        self.variant = variant
        self.game = games.game_of(variant.game)
        self.tongue = tongue
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
        self.testimony: Testimony | None = None
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
        """A seat, the name of whoever sits there before it."""
        name = printable(self.players.get(seat, ""), LONGEST_NAME)
        return f"{name} ({seat})" if name else seat

    @property
    def asks_players(self) -> bool:
        """Whether the rules leave open how many play."""
        return self.variant.word("players.mode") not in TEAMS

    @property
    def usual_players(self) -> int:
        """How many play where nobody says."""
        return self.variant.number("players.count")

    def sit_down(self, text: str) -> None:
        """Take the seats for so many players."""
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
        name = text.strip().lower()
        if name in ("1", "2", "3", "4", "5"):
            name = LANCES[int(name) - 1]
        if name not in LANCES:
            raise AnswerError(
                mark(
                    "{lance} is not a lance: the lances are grande, chica, pares, juego and punto."
                ),
                lance=name or '""',
            )
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
            raise AnswerError(
                mark("Under these rules {lance} cannot be reached."), lance=self.lance
            )
        self.start = told
        self.testimony = Testimony(self.lance, self.names, self.game.grammar, player)

    # --- what was said ----------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """How the lance stands, once the table is known; at a forgotten call, as it stood then."""
        return self.testimony.player.position if self.testimony is not None else None

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of the lance so far, as records write them."""
        return self.testimony.calls if self.testimony is not None else ()

    @property
    def open_ended(self) -> bool:
        """Whether more was said after a call that is forgotten, or for a ruling."""
        said = self.testimony
        return said is not None and (said.gap or said.irregular)

    @property
    def declares(self) -> bool:
        """Whether players first say if they have it."""
        position = self.position
        return self.lance in DECLARED and position is not None and position.state.auction is None

    @property
    def speaker(self) -> str:
        """Who speaks next in the lance; nobody once it is over, or a call is forgotten."""
        return self.testimony.speaker if self.testimony is not None else ""

    def declare(self, text: str) -> str:
        """Say who declared to have pares, or juego; where nobody has juego, it is about punto.

        Gives what follows from it, where something does.
        """
        assert self.testimony is not None
        said = self.testimony
        named = those_named(text, self.names)
        for seat, _ in named:
            if seat not in said.player.position.queue:
                raise IllegalCall(_no_seat(seat, said.player.position))
        told = dict(named)
        calls = [f"{seat} {told.get(seat, 'no tengo')}" for seat in said.player.position.queue]
        self.testimony = said = said.heard(", ".join(calls))
        if said.gap or said.player.lance != "punto":
            return ""
        self.before, self.lance = (Round("juego", said.calls),), "punto"
        self.testimony = replace(said, lance=self.lance, calls=())
        return self.tongue.say("Nobody has juego, so it is about punto.")

    def legal(self) -> tuple[Line, ...]:
        """What the speaker may say, with the bounds of each stake."""
        assert self.position is not None
        return tuple(legal_lines(self.position, games.options(self.position), self.tongue))

    def example(self) -> str:
        """An answer that tells several calls at once, of those the rules allow now."""
        assert self.testimony is not None
        return self.testimony.example()

    def hear(self, text: str) -> str:
        """Hear a call, or several with their seats; nobody's silence is taken for a word.

        Gives what was understood, where it is more than was typed. What the rules refuse is taken
        when it is told again: so it was said, and is for a ruling.
        """
        assert self.testimony is not None
        before = len(self.calls)
        try:
            said = self.testimony.heard(text)
        except (AnswerError, IllegalCall):
            if not self._told_again(text):
                raise
            said = self.testimony.all_the_same(text)
        if said.gap and not said.irregular and said.calls[-1][-1] != FORGOTTEN:
            self._expect_way(said)
        self.testimony, self.refused = said, ""
        if len(self.calls) - before < 2:
            return ""
        return self.tongue.say("Understood: {calls}.", calls=", ".join(self.calls[before:]))

    def hear_later(self, text: str) -> None:
        """Take down what was said after a forgotten call: what the rules make of it is seen later.

        Raises AnswerError where no legal call at the gap allows it.
        """
        assert self.testimony is not None
        said = self.testimony.after_gap([part for part in text.split(",") if part.strip()])
        if not said.irregular:
            self._expect_way(said)
        self.testimony = said

    def _told_again(self, text: str) -> bool:
        """Whether what the rules refuse was refused already, in the same words."""
        again = bool(text.strip()) and self.refused == text.strip()
        self.refused = text.strip()
        return again

    def _expect_way(self, said: Testimony) -> None:
        """Raise AnswerError where no word at the gap makes what was said later possible."""
        kept, self.testimony = self.testimony, said
        ways = branches_of(self.played(), Work())
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
        between = dict.fromkeys(seat for open_ in waiting for seat in open_.between)
        asked = (*self.cards, *self.unknown)
        left = [seat for seat in between if seat not in asked]
        known_to_matter = [seat for seat in between if seat not in self.cards]
        if left and len(known_to_matter) > WORTH_COUNTING:
            return left[0]
        possible = self.possible()
        if possible is None or (len(possible.endings) == 1 and possible.exhaustive):
            return ""
        return next((seat for seat in possible.show if seat not in asked), "")

    def show(self, seat: str) -> Callable[[str], None]:
        """Take the cards of a seat, checked against the deck and against what was declared."""

        def take(text: str) -> None:
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

        return take

    def claim(self, by: str) -> Callable[[str], None]:
        """Take a claim: who gets it and how many stones, or as people say it: we win, A match."""

        def take(text: str) -> None:
            words = text.split()
            try:
                claim = read_claim(text, self.claims_here, by)
            except NotationError as problem:
                if len(words) == 2 and words[0].upper() in self.claims_here.sides:
                    raise AnswerError(
                        mark("{stones} is not a number of stones."), stones=words[1]
                    ) from None
                if not words or problem.evidence.get("word") == words[0]:
                    self._no_claim()
                raise
            if claim["about"] not in (f"1.{self.lance}", "1", "game", "match"):
                self._no_claim()
            self.claims.append(claim)

        return take

    def claim_whole(self, text: str) -> bool:
        """Take a claim told with who claims it, `Ane: A 4`; false where the text is none."""
        if ":" not in text or len(self.claims) >= MOST_CLAIMS:
            return False
        by, _, rest = text.partition(":")
        self.claim(printable(by.strip(), LONGEST_NAME))(rest.strip())
        return True

    @property
    def claims_here(self) -> ClaimTable:
        """The table the claims are made at."""
        loses = "own_stones" in traits(self.variant.game)
        return ClaimTable(self.names, (self.lance,), 1, f"1.{self.lance}", loses)

    def _no_claim(self) -> NoReturn:
        sides = self.claims_here.sides
        raise AnswerError(
            mark("Write who gets it, {sides}, and how many stones, as in {side} 4."),
            sides=" ".join(sides),
            side=sides[0],
        )

    # --- the record -------------------------------------------------------------------

    def record(self) -> Replay:
        """The quarrel as a record: the lance alone, the cards known, the claims."""
        variant: Json = {"id": self.variant.id, "digest": self.variant.digest}
        if self.variant.id not in variant_ids() or load_variant(self.variant.id) != self.variant:
            variant["rules"] = self.variant.as_json()
        deal: Json = {"source": "physical"}
        if self.cards:
            deal["cards"] = dict(self.cards)
        notes: Json | None = None
        if self.note:
            text = {self.tongue.code: self.note}
            notes = {f"1.{self.lance}": [{"text": text}]}
        rounds = (*self.before, Round(self.lance, tuple(self.calls)))
        hand = Hand(self.mano, rounds, deal)
        return Replay(
            variant,
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
        return Reckoning(self.record(), self.variant, (played,)).possible_at(played, self.lance)


def _no_seat(seat: str, position: Position) -> Fault:
    return no_such_seat(seat, position.queue, games.cited(position.variant).seats)


def _number(text: str, sentence: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MOST_STONES)):
        raise AnswerError(sentence, stones=text)
    return int(text)
