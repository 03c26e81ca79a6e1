"""What is known of a lance in dispute: it grows answer by answer, and each is checked."""

from __future__ import annotations

from collections.abc import Callable

from mustutor import games
from mustutor.calls import FORGOTTEN, Call, write_call
from mustutor.cards import read_hand
from mustutor.errors import AnswerError, Fault, IllegalCall, MustutorError, no_such_seat
from mustutor.explain.fault import legal_lines
from mustutor.games.mus_family.chance import SEATS, TEAMS
from mustutor.games.mus_family.lances import DECLARED, LANCES
from mustutor.games.mus_family.ranking import classify
from mustutor.games.telling import Line
from mustutor.language import Language, mark
from mustutor.ledger import OUT
from mustutor.position import Position
from mustutor.referee.possible import Possible
from mustutor.referee.reckoning import Reckoning
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.playback import Played, play_back
from mustutor.replay.player import Player
from mustutor.variant import Variant, load_variant, variant_ids

LONGEST_ANSWER = 2_000
MOST_CLAIMS = 2
MOST_CALLS = 60
MOST_STONES = 100_000
WORTH_COUNTING = 2
"""With more unseen hands than these every one of them can still change the result."""

ALL_PASS = frozenset(("passed", "all pass", "all passed", "todos pasan", "todos paso"))
NOBODY = frozenset(("nobody", "none", "nadie", "ninguno", "0"))
AND = frozenset(("Y", "AND", "ET", "ETA"))
NOT_KNOWN = NOBODY | {"?"}
SEPARATORS = str.maketrans(dict.fromkeys(",;:=/", " "))


class Quarrel:
    """A lance in dispute: the table, how it was bet, the hands that matter, the claims."""

    most_claims = MOST_CLAIMS

    def __init__(self, variant: Variant, tongue: Language) -> None:
        self.variant = variant
        self.game = games.game_of(variant.game)
        self.tongue = tongue
        self.seats: tuple[str, ...] = ()
        self.mano = ""
        self.lance = ""
        self.start: dict[str, int] = {}
        self.calls: list[str] = []
        self.cards: dict[str, list[str]] = {}
        self.unknown: set[str] = set()
        self.claims: list[Json] = []
        self.note = ""
        self.before: tuple[Round, ...] = ()
        self._player: Player | None = None

    # --- the table --------------------------------------------------------------------

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
                raise AnswerError(mark("Nobody plays with {number}."), number=number)
            teams = tuple(SEATS[:number])
        games.start(self.variant, seats=teams, mano=teams[0])
        self.seats = teams

    def set_mano(self, text: str) -> None:
        """Say who is mano."""
        games.start(self.variant, seats=self.seats, mano=text.upper())
        self.mano = text.upper()

    def set_lance(self, text: str) -> None:
        """Say which lance it is about: its name, or its number in the order of play."""
        name = text.strip().lower()
        if name in ("1", "2", "3", "4", "5"):
            name = LANCES[int(name) - 1]
        if name not in LANCES:
            raise AnswerError(
                mark("{lance} is not a lance: they are grande, chica, pares, juego and punto."),
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
            raise AnswerError(mark("In these rules {lance} cannot be reached."), lance=self.lance)
        self.start = told
        self._player = player

    # --- what was said ----------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """How the lance stands, once the table is known; at a forgotten call, as it stood then."""
        return self._player.position if self._player is not None else None

    @property
    def gap(self) -> bool:
        """Whether a call is forgotten."""
        return self._player is not None and bool(self._player.unjudged)

    @property
    def declares(self) -> bool:
        """Whether players first say if they have it."""
        position = self.position
        return self.lance in DECLARED and position is not None and position.state.auction is None

    @property
    def speaker(self) -> str:
        """Who speaks next in the lance; nobody once it is over, or a call is forgotten."""
        position = self.position
        if position is None or position.lance != self.lance or self.gap:
            return ""
        return position.speaker

    def declare(self, text: str) -> str:
        """Say who declared to have pares, or juego; where nobody has juego, it is about punto.

        Gives what follows from it, where something does.
        """
        assert self._player is not None
        player, position = self._player.copy(), self._player.position
        words = text.upper().translate(SEPARATORS).split()
        named = [word for word in words if word not in AND]
        if text.strip().lower() in NOBODY:
            named = []
        elif not named:
            raise AnswerError(mark("Name those who said yes, or write nobody."))
        for seat in named:
            if seat not in position.queue:
                raise IllegalCall(_no_seat(seat, position))
        calls: list[str] = []
        for seat in position.queue:
            _hear(player, Call(seat, "tengo" if seat in named else "no tengo"), calls)
        self.calls, self._player = calls, player
        if player.lance != "punto":
            return ""
        self.before, self.calls, self.lance = (Round("juego", tuple(calls)),), [], "punto"
        return self.tongue.say("Nobody has juego, so it is about punto.")

    def legal(self) -> tuple[Line, ...]:
        """What the speaker may say, with the bounds of each stake."""
        assert self.position is not None
        return tuple(legal_lines(self.position, games.options(self.position), self.tongue))

    def example(self) -> str:
        """An answer that tells several calls at once, of those the rules allow now."""
        position = self.position
        order = position.queue if position is not None else self.seats
        first, last = order[0], order[-1]
        bet = (
            position is not None
            and position.state.auction is not None
            and position.state.auction.stake
        )
        if not bet:
            return f"{first} envido 2, {last} quiero"
        return f"{first} no quiero, {last} quiero" if first != last else f"{first} quiero"

    def hear(self, text: str) -> str:
        """Hear a call, or several with their seats; those left out passed, or did not accept.

        Gives what was understood, where it is more than was typed.
        """
        assert self._player is not None
        player, calls = self._player.copy(), list(self.calls)
        before, later = len(calls), ""
        if text.strip().lower() in ALL_PASS:
            while player.lance == self.lance and player.position.speaker:
                _hear(player, Call(player.position.speaker, "paso"), calls)
        elif not text:
            raise AnswerError(mark("Somebody spoke here: write what was said, or ?."))
        else:
            parts = text.split(",")
            for number, part in enumerate(parts, 1):
                self._hear_one(player, part.split(), calls)
                if player.unjudged:
                    later = ",".join(parts[number:])
                    break
        kept, self.calls = self.calls, calls
        try:
            if later.strip():
                self.hear_later(later)
        except MustutorError:
            self.calls = kept
            raise
        self._player = player
        if len(self.calls) - before < 2:
            return ""
        return self.tongue.say("Understood: {calls}.", calls=", ".join(self.calls[before:]))

    def _hear_one(self, player: Player, words: list[str], calls: list[str]) -> None:
        """Hear one call, and before it what the silence of the others amounts to."""
        seat = player.position.speaker
        if player.lance != self.lance or not seat:
            raise AnswerError(
                mark("{lance} is over: {words} comes too late."),
                lance=self.lance,
                words=" ".join(words),
            )
        if words and words[0].upper() in player.position.table.seats:
            seat, words = words[0].upper(), words[1:]
        call = self.game.grammar.read(f"{seat} {' '.join(words)}")
        while (position := player.position).speaker not in ("", seat) and seat in position.queue:
            auction = position.state.auction
            silent = Call(position.speaker, "no quiero" if auction and auction.stake else "paso")
            if len(calls) > MOST_CALLS or games.why_not(position, silent) is not None:
                break
            _hear(player, silent, calls)
            if player.lance != self.lance:
                break
        if call.verb == FORGOTTEN and player.position.speaker != seat:
            raise AnswerError(mark("{speaker} speaks now."), speaker=player.position.speaker)
        _hear(player, call, calls)

    def hear_later(self, text: str) -> None:
        """Take down what was said after a forgotten call: what the rules make of it is seen later.

        Raises AnswerError where no legal call at the gap allows it.
        """
        calls = list(self.calls)
        for part in filter(str.strip, text.split(",")):
            calls.append(write_call(self.game.grammar.read(part.strip())))
            if len(calls) > MOST_CALLS:
                raise AnswerError(mark("No lance has so many calls."))
        kept, self.calls = self.calls, calls
        if self.possible() is None:
            self.calls = kept
            raise AnswerError(mark("Whatever was said before, the rules do not allow that."))

    # --- hands and claims -------------------------------------------------------------

    def wanted(self) -> str:
        """Whose cards can still change the result: the next to be asked for, or nobody."""
        played = self.played()
        if played.failure is not None:
            return ""
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
            self.cards[seat] = [str(card) for card in hand]
            failure = self.played().failure
            if failure is not None:
                del self.cards[seat]
                raise IllegalCall(failure.fault)

        return take

    def claim(self, by: str) -> Callable[[str], None]:
        """Take a claim: who gets it, and how many stones, where somebody says so."""
        sides = (*dict.fromkeys(seat[0] for seat in self.seats), OUT)

        def take(text: str) -> None:
            words = text.translate(SEPARATORS).split()
            side = words[0].upper()[:1] if words and words[0].lower() != OUT else OUT
            if not words or side not in sides or len(words) > 2:
                raise AnswerError(
                    mark("Write who gets it, {sides}, and how many stones, as in {side} 4."),
                    sides=" ".join(sides[:-1]),
                    side=sides[0],
                )
            claim: Json = {"about": f"1.{self.lance}", "by": by, "to": side}
            if len(words) > 1:
                sentence = mark("{stones} is no number of stones.")
                claim["stones"] = _number(words[1], sentence)
            self.claims.append(claim)

        return take

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
        )

    def played(self) -> Played:
        """The record so far, played back."""
        return next(iter(play_back(self.record(), self.variant)))

    def possible(self) -> Possible | None:
        """What may still come of the lance; nothing where no way leads to its end."""
        played = self.played()
        return Reckoning(self.record(), self.variant, (played,)).possible_at(played, self.lance)


def _hear(player: Player, call: Call, calls: list[str]) -> None:
    """Hear a call, and write it down as records do; raises IllegalCall where it is refused."""
    failure = player.hear(call).failure
    if failure is not None:
        raise IllegalCall(failure.fault)
    calls.append(write_call(call if player.unjudged else player.steps[-1].call))


def _no_seat(seat: str, position: Position) -> Fault:
    return no_such_seat(seat, position.queue, games.cited(position.variant).seats)


def _number(text: str, sentence: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MOST_STONES)):
        raise AnswerError(sentence, stones=text)
    return int(text)
