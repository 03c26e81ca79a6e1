"""A quarrel as the lines of a score sheet, which grow answer by answer.

`Dispute` holds what is told and what is asked alike: who sits there, the cards, the calls and what
is claimed of each hand. The sheet's own reader reads it and the engine plays it back, so nothing
here knows a rule. What the rules refuse is told with its reason; told once more, it was said all
the same, and is for a ruling. A call that was left out is asked for; none is made up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import takewhile

from mustutor import games
from mustutor.base.errors import (
    AnswerError,
    Fault,
    IllegalCall,
    MustutorError,
    NotationError,
    ReplayError,
    no_such_seat,
)
from mustutor.base.json_text import Json
from mustutor.base.language import mark, printable
from mustutor.base.register import round_named, rounds_called, traits
from mustutor.games.failure import read_place
from mustutor.games.mus_family.hands import DECLARED, LANCES, classify, is_played
from mustutor.games.mus_family.talk import DECLARING
from mustutor.games.player import Player
from mustutor.model.calls import (
    DECK,
    FORGOTTEN,
    begins_with,
    is_said,
    normalized_words,
    number_said,
)
from mustutor.model.cards import read_hand
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.possible import SearchBudget, branches_of
from mustutor.referee.settle import settle
from mustutor.replay.claim_text import ClaimTable, read_claim
from mustutor.replay.format import Replay
from mustutor.replay.names import Names, names_read
from mustutor.replay.playback import Played, play_back, player_of
from mustutor.replay.sheet.lines import SheetStyle
from mustutor.replay.sheet.notes import written_claim
from mustutor.replay.sheet.reader import read_sheets

MOST_CALLS = 60
MOST_CLAIMS = 20
MOST_HANDS = 20
LONGEST_NAME = 60
WORTH_COUNTING = 2
"""With more unseen hands, each of them can still change the result."""

SEPARATORS = str.maketrans(dict.fromkeys(",;:=/", " "))
NOT_KNOWN = frozenset(("", FORGOTTEN))
PEN = SheetStyle()


@dataclass
class ToldHand:
    """A hand as it is told so far.

    `talk` are the rounds before the lances, as lines. Of each lance there are the calls; those
    `waiting` were said later than what is asked for now.
    """

    mano: str
    cards: dict[str, str] = field(default_factory=dict)
    talk: list[str] = field(default_factory=list)
    lances: dict[str, list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)


class Dispute:
    """A quarrel so far: the table, its hands, the claims; see `sheet` and `record`."""

    def __init__(
        self, variant: Variant, players: Sequence[str] = (), seats: Sequence[str] = ()
    ) -> None:
        self.variant, self.game = variant, games.game_of(variant.game)
        self.seats = tuple(seats) or self.game.rules.seats(variant, len(players))
        if players and len(players) != len(self.seats):
            sentence = mark("At this table sit {number}: name them all, in speaking order.")
            raise AnswerError(sentence, number=len(self.seats))
        games.start(variant, seats=self.seats, mano=self.seats[0])
        self.players = dict(zip(self.seats, players, strict=False))
        self.hands = [ToldHand(self.seats[0])]
        self.at = 0
        self.head: list[str] = []
        self.claims: list[Json] = []
        self.lance = ""
        self.refused = ""
        self.left_open = False

    # --- the table --------------------------------------------------------------------------

    @property
    def names(self) -> Names:
        """The names of the table: which seat each of them calls."""
        return Names(self.seats, self.players)

    @property
    def hand(self) -> ToldHand:
        """The hand that is told of, or asked about."""
        return self.hands[self.at]

    def name_players(self, text: str) -> None:
        """Take who sits where: `A1=Ane, B1=Bea`. Raises NotationError."""
        self.players |= dict(names_read(text, self.seats))

    def called(self, seat: str) -> str:
        """A player by the name that leads to the seat, or the seat."""
        name = self.players.get(seat, "")
        plain = PEN.is_bare(name, without=":,;=") and not self._is_word(name)
        return name if plain and self.names.begins(f"{name} x") == (seat, len(name)) else seat

    def _is_word(self, name: str) -> bool:
        """Whether a sheet reads a name as something else that is said at the table."""
        return name.casefold() in rounds_called() or bool(self.game.words.grammar.call_in(name))

    def shown(self, seat: str) -> str:
        """A player as questions name them: with the seat, where a name is known."""
        name = printable(self.players.get(seat, ""), LONGEST_NAME)
        return f"{name} ({seat})" if name and name.upper() != seat else seat

    def set_mano(self, text: str) -> None:
        """Say who is mano of the first hand."""
        mano = self.names.seat(text) or text.upper()
        games.start(self.variant, seats=self.seats, mano=mano)
        self.hands[0].mano = mano

    def set_lance(self, text: str) -> None:
        """Say which lance it is about: its name, or its number in the order of play."""
        name = round_named(text)
        if name in ("1", "2", "3", "4", "5"):
            name = LANCES[int(name) - 1]
        if name not in LANCES:
            sentence = mark(
                "{lance} is not a lance: the lances are grande, chica, pares, juego and punto."
            )
            raise AnswerError(sentence, lance=printable(name) or '""')
        if not is_played(self.variant, name):
            raise AnswerError(mark("This table does not play {lance}."), lance=name)
        self.lance = name
        self.hand.lances.setdefault(name, [])

    def begin_with(self, text: str) -> None:
        """Take the stones of each before the first hand; nothing, where nobody says them."""
        words = [number_said(word) for word in text.translate(SEPARATORS).split()]
        sides = tuple(dict.fromkeys(seat[0] for seat in self.seats))
        if len(words) == len(sides) and all(map(str.isdecimal, words)):
            words = [part for pair in zip(sides, words, strict=True) for part in pair]
        each = mark("Write each side and its stones, as in A 35 B 38.")
        if len(words) % 2 or not all(map(str.isdecimal, words[1::2])):
            raise AnswerError(each)
        told = [
            word.upper() if word.upper() in sides else self.names.seat(word)[:1]
            for word in words[::2]
        ]
        if "" in told:
            side = printable(words[::2][told.index("")].upper())
            raise AnswerError(mark("There is no side {side} at this table."), side=side)
        stones = map("{} {}".format, told, words[1::2])
        with self._kept():
            self.head += [f"start {', '.join(stones)}"] if words else []
            begun = self.played(0).start
            if self.hand.mano not in begun.order:
                sentence = mark("{mano} has no stones and cannot be mano.")
                raise AnswerError(sentence, mano=self.hand.mano)

    def next_hand(self, mano: str = "") -> None:
        """Go on with the hand after this one, which is told from now on."""
        if self.at + 1 == len(self.hands):
            self._add_hand(self.at + 1, mano or self._beside(self.hand.mano, 1))
        self.at, self.lance = self.at + 1, ""

    def hand_before(self) -> None:
        """Go back to the hand before this one; where none was told, one begins there."""
        if not self.at:
            self._add_hand(0, self._beside(self.hand.mano, -1))
            for claim in self.claims:
                hand, dot, rest = claim["about"].partition(".")
                if hand.isdecimal():
                    claim["about"] = f"{int(hand) + 1}{dot}{rest}"
            self.at = 1
        self.at, self.lance = self.at - 1, ""

    def _add_hand(self, at: int, mano: str) -> None:
        if len(self.hands) == MOST_HANDS:
            raise AnswerError(mark("That is more than one quarrel: write it on a sheet."))
        self.hands.insert(at, ToldHand(mano))

    def _beside(self, seat: str, step: int) -> str:
        return self.seats[(self.seats.index(seat) + step) % len(self.seats)]

    # --- what was said ------------------------------------------------------------------------

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of the lance so far, as records write them."""
        rounds = self.record().hands[self.at].rounds
        return next((one.calls for one in reversed(rounds) if one.lance == self.lance), ())

    def _course(self) -> Player:
        """The hand played as far as its calls are known and legal."""
        played = self.played()
        player = player_of(played.start, played.hand)
        for round_ in played.hand.rounds:
            if player.play(round_, checks=False).failure is not None or player.unjudged:
                break
        return player

    def position(self) -> Position | None:
        """The moment at which somebody has to speak whose call is not told; else nothing.

        The hand is the first of which that can be said.
        """
        for at, told in enumerate(self.hands):
            self.at = at
            if not told.lances or self.left_open:
                continue
            lance = max(told.lances, key=self.game.rules.phases.names.index)
            course = self._course()
            noted = f"note {lance}.{len(told.lances[lance])} "
            if any(line.startswith(noted) for line in told.lines) or course.unjudged:
                continue
            if course.failure is not None and not told.waiting and lance in LANCES:
                self.lance = lance
                with suppress(IllegalCall):
                    self._hold_back(course)
                    course = self._course()
            waits = course.failure is None and course.lance == lance
            if waits and course.position.speaker not in ("", DECK):
                self.lance = lance
                return course.position
        return None

    def example(self, position: Position) -> str:
        """An answer that tells several calls at once, of those the rules allow now."""
        player, told, lance = Player(position), list[str](), position.lance
        auction = getattr(position.state, "auction", None)
        for words in ("no quiero" if auction and auction.stake else "envido 2", "quiero"):
            speaker = player.position.speaker
            if not speaker or player.lance != lance:
                break
            if player.hear(f"{speaker} {words}").failure is not None:
                return ", ".join(told) or f"{self.called(speaker)} paso"
            told.append(f"{self.called(speaker)} {words}")
        return ", ".join(told)

    def hear(self, position: Position, text: str) -> str:
        """Hear what the speaker said, or several calls with their seats.

        Gives what was understood, where it is more than was typed. Where somebody is passed over,
        the rest has to wait. Raises IllegalCall or AnswerError for what the rules refuse, once.
        """
        if not text.strip():
            raise AnswerError(mark("Somebody spoke here: write what was said, or ?."))
        told, before = self.hand, len(self.calls)
        later = self._seat_of(told.waiting[0]) if told.waiting else ""
        due = list(takewhile(lambda seat: seat != later, position.queue))
        said = [part.strip() for part in text.split(",") if part.strip()]
        again = self._told_again(text)
        if is_said("all_passed", text):
            said = [f"{seat} paso" for seat in due]
        elif told.waiting and is_said("nothing_said", text):
            said, again = [], True
        elif told.waiting and self._verb(text) == FORGOTTEN:
            said = [f"{seat} {FORGOTTEN}" for seat in due]
        try:
            with self._kept():
                self._hear_all([*told.lances[self.lance], *said, *told.waiting], again=again)
        except ReplayError:
            self.refused = ""  # it cannot be read, however often it is told
            raise
        self.refused = ""
        heard = self.calls[before:]
        return ", ".join(heard) if len(heard) > 1 else ""

    def _hear_all(self, calls: Sequence[str], *, again: bool) -> None:
        told, lance = self.hand, self.lance
        if len(calls) > MOST_CALLS:
            raise AnswerError(mark("No lance has so many calls."))
        told.lances[lance], told.waiting = list(calls), []
        course, said = self._course(), self._spelled()
        told.lances[lance], failure = said, course.failure
        if failure is not None and again:
            self.left_open = True
        elif failure is not None:
            self._hold_back(course)
        elif course.unjudged and said[-1].rpartition(" ")[2] != FORGOTTEN:
            told.lances[lance] = self._with_gaps(said, course.position)
            self._expect_way()

    def _spelled(self) -> list[str]:
        """The calls of the lance as records write them, with the names of those who said them."""
        calls = [call.partition(" ") for call in self.calls]
        return [f"{self.called(seat)} {words}" for seat, _, words in calls]

    def _hold_back(self, course: Player) -> None:
        """Set calls aside where somebody who speaks before them is left out.

        Nobody makes up what he said. Raises IllegalCall for what the rules refuse even after a paso
        of all who speak before.
        """
        failure, said = course.failure, self._spelled()
        place = read_place(failure.place) if failure is not None else None
        if failure is None or failure.position is None or place is None:
            return
        player, seat = Player(failure.position), failure.text.partition(" ")[0]
        fault: Fault | None = failure.fault
        if seat in failure.position.queue[1:] and player.lance == self.lance == place.round:
            while player.lance == self.lance and player.position.speaker not in ("", seat):
                if player.hear(f"{player.position.speaker} paso").failure is not None:
                    break
            call = self.game.words.grammar.read(failure.text)
            fault = None if player.failure else games.why_not(player.position, call)
        if fault is not None:
            raise IllegalCall(fault)
        at = max(place.call - 1, 0)
        self.hand.lances[self.lance], self.hand.waiting = said[:at], said[at:]

    def _with_gaps(self, said: list[str], gap: Position) -> list[str]:
        """The calls, with those skipped after a forgotten one as forgotten too."""
        at = next(i for i, call in enumerate(said) if call.endswith(f" {FORGOTTEN}")) + 1
        seat, between = self._seat_of(said[at]), gap.queue[1:]
        skipped = between[: between.index(seat)] if seat in between else ()
        return [*said[:at], *[f"{self.called(one)} {FORGOTTEN}" for one in skipped], *said[at:]]

    def hear_later(self, text: str) -> None:
        """Take down calls made after a forgotten one; how the rules take them is judged later.

        Raises AnswerError where no legal call at the gap allows it.
        """
        with self._kept():
            self.hand.lances[self.lance] += [one.strip() for one in text.split(",") if one.strip()]
            self.hand.lances[self.lance] = self._spelled()
            if not self.left_open:
                self._expect_way()

    def _expect_way(self) -> None:
        ways = branches_of(self.played(), SearchBudget())
        if ways.exhaustive and not ways.branches:
            raise AnswerError(mark("Whatever was said before, the rules do not allow that."))

    @property
    def open_ended(self) -> bool:
        """Whether more may have been said: after a call that is forgotten, or for a ruling."""
        return self.left_open or bool(self.lance and self._course().unjudged)

    def _told_again(self, text: str) -> bool:
        """Whether what the rules refuse was refused already, in the same words."""
        again = bool(text.strip()) and self.refused == text.strip()
        self.refused = text.strip()
        return again

    # --- what was declared ----------------------------------------------------------------------

    @property
    def undeclared(self) -> str:
        """The lance in which nobody has been told to have it, or not, before it was bet."""
        for at, told in enumerate(self.hands):
            self.at = at
            for lance in [one for one in told.lances if one in DECLARED]:
                said = [self._verb(one) for one in told.lances[lance]]
                declared = sum(verb in (*DECLARING, FORGOTTEN) for verb in said)
                if len(told.cards) < len(self.seats) and declared < len(self.order):
                    return lance
        return ""

    @property
    def order(self) -> tuple[str, ...]:
        """Who plays the hand, from mano on."""
        with suppress(ReplayError):
            return self.played().start.order
        at = self.seats.index(self.hand.mano)
        return self.seats[at:] + self.seats[:at]

    def declare(self, lance: str, text: str) -> bool:
        """Take who said they had it: yes and no in speaking order, names, all or nobody.

        Whether nobody has juego, so that it is about punto.
        """
        plain = [normalized_words(part) for part in text.split(",")]
        verbs = [self._verb(part) for part in plain]
        if len(plain) == len(self.order) and set(verbs) <= {*DECLARING, FORGOTTEN}:
            told = dict(zip(self.order, verbs, strict=True))
        elif begins_with(plain[0].split(), "nobody") or plain == ["0"]:
            told = {}
        elif begins_with(plain[0].split(), "everybody"):
            told = dict.fromkeys(self.order, "tengo")
        elif text.strip() == FORGOTTEN:
            told = dict.fromkeys(self.order, FORGOTTEN)
        else:
            told = dict(declared_yes(text, self.names))
        rule = games.cited(self.variant).seats
        for seat in told:
            if seat not in self.order:
                raise IllegalCall(no_such_seat(seat, self.order, rule))
        hand, before = self.hand, self.hand.lances[lance]
        said = [at for at, one in enumerate(before) if self._verb(one) not in DECLARING]
        declared = [f"{self.called(one)} {told.get(one, 'no tengo')}" for one in self.order]
        hand.lances[lance] = [*declared, *[before[at] for at in said]]
        # What was noted at a call is noted where the call stands now.
        for at, line in enumerate(hand.lines):
            head, _, rest = line.partition(" ")[2].partition(" ")
            if line.startswith(f"note {lance}."):
                call = int(head.rpartition(".")[2]) - 1
                seat = self._seat_of(before[call]) or self.order[0]
                now = len(declared) + said.index(call) if call in said else self.order.index(seat)
                hand.lines[at] = f"note {lance}.{now + 1} {rest}"
        if lance != "juego" or said or self._course().lance != "punto":
            return False
        hand.lances.setdefault("punto", [])
        self.lance = "punto"
        return True

    def _verb(self, call: str) -> str:
        words = call[self.names.begins(call)[1] :].strip()
        said = self.game.words.grammar.call_in(words)
        return said.verb if said else FORGOTTEN if words == FORGOTTEN else ""

    def _seat_of(self, call: str) -> str:
        return self.names.begins(call)[0]

    # --- cards and claims -----------------------------------------------------------------------

    def show(self, seat: str, text: str) -> None:
        """Take the cards of a seat; nothing, where nobody knows them.

        Raises NotationError or IllegalCall for cards nobody can have had, once.
        """
        before, self.refused = self.refused, ""
        if text.strip() in NOT_KNOWN or is_said("nobody_knows", text):
            self.hand.unknown.add(seat)
            return
        cards, self.refused = self.game.chance.deck.read_all(text), before
        again = self._told_again(text)
        if "lances" in traits(self.variant.game) and not again:
            classify(read_hand(text), self.variant)
        stopped = self.played().failure
        with self._kept():
            self.hand.cards[seat] = " ".join(map(str, cards))
            failure = self.played().failure
            known = stopped is not None and failure is not None and stopped.fault == failure.fault
            if failure is not None and not known and not again:
                raise IllegalCall(failure.fault)
        self.refused = ""

    def wanted(self) -> str:
        """Whose cards can still change what comes of it: the next to be asked for, or nobody."""
        hands = [self.played(at) for at in range(len(self.hands))]
        for at, played in enumerate(hands):
            self.at, told = at, self.hands[at]
            asked = (*told.cards, *told.unknown)
            wrong = bool(told.lances) and (played.failure is not None or self.goes_wrong)
            between = [
                seat for one in played.open if self._is_told(one.lance) for seat in one.parties
            ]
            left = [seat for seat in (self.seats if wrong else between) if seat not in asked]
            unseen = {seat for seat in between if seat not in told.cards}
            if left and (wrong or len(unseen) > WORTH_COUNTING):
                return left[0]
        settlement = settle(self.record())
        waits = [(f"{one.hand}.{one.lance}", one.possible) for one in settlement.undecided]
        waits += [
            (str(one.claim["about"]), one.possible) for one in settlement.judgements if one.possible
        ]
        for about, possible in waits:
            number, _, lance = about.partition(".")
            self.at = min(int(number), len(self.hands)) - 1 if number.isdecimal() else self.at
            certain = len(possible.endings) == 1 and possible.exhaustive
            if certain or (lance and not self._is_told(lance)):
                continue
            asked = (*self.hand.cards, *self.hand.unknown)
            if wanted := next((seat for seat in possible.show if seat not in asked), ""):
                return wanted
        return ""

    def _is_told(self, lance: str) -> bool:
        return not self.hand.lances or lance in self.hand.lances

    @property
    def goes_wrong(self) -> bool:
        """Whether something went wrong that the calls do not show."""
        return any(line.startswith("note ") for told in self.hands for line in told.lines)

    def claim(self, by: str, text: str) -> None:
        """Take a claim: who gets it and how many stones, or as people say it: we win."""
        told, paid = self.hand.lances.get(self.lance), self.game.rules.phases.paid
        usual, loses = str(self.at + 1), "own_stones" in traits(self.variant.game)
        usual += f".{self.lance}" if told is not None else ""
        table = ClaimTable(self.names, paid, self.at + 1, usual, loses)
        sentence = mark("Write who gets it, {sides}, and how many stones, as in {side} 4.")
        no_claim = AnswerError(sentence, sides=" ".join(table.sides), side=table.sides[0])
        try:
            claim = read_claim(text, table, by)
        except NotationError as problem:
            first, *rest = text.split() or [""]
            if problem.evidence.get("word") != first and not (rest and first in table.sides):
                raise
            raise no_claim from problem
        hand = claim["about"].partition(".")[0]
        if hand.isdecimal() and not 0 < int(hand) <= len(self.hands):
            raise no_claim
        self.claims.append(claim)

    def claim_whole(self, text: str) -> bool:
        """Take a claim told with who claims it, `Ane: A 4`; false where the text is none."""
        if ":" not in text or len(self.claims) >= MOST_CLAIMS:
            return False
        by, _, rest = text.partition(":")
        self.claim(printable(by.strip(), LONGEST_NAME), rest.strip())
        return True

    def note_down(self, code: str, text: str) -> None:
        """Keep some words about the quarrel, in a language."""
        if text.strip():
            self.hand.lines += [f"note {self.lance or 'hand'}", f"{code}: {PEN.text(text.strip())}"]

    def states(self, word: str) -> bool:
        """Whether a line of the sheet that begins with this word was told."""
        lines = [*self.head, *(line for told in self.hands for line in told.lines)]
        return any(line.split()[0].casefold() == word for line in lines)

    # --- the sheet ------------------------------------------------------------------------------

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Keep what is changed, if the sheet can be read with it; else all is as before."""
        before = deepcopy((self.hands, self.head, self.claims)), self.at, self.lance, self.left_open
        try:
            yield
            self.record()
        except MustutorError:
            (self.hands, self.head, self.claims), self.at, self.lance, self.left_open = before
            raise

    def sheet(self) -> str:
        """The quarrel as a sheet that people write."""
        told = [f"variant {self.variant.id}", f"seats {' '.join(self.seats)}"]
        if self.players:
            named = [f"{seat} {PEN.text(name, without=',')}" for seat, name in self.players.items()]
            told.append(f"players {', '.join(named)}")
        told += self.head
        order = self.game.rules.phases.names
        for number, hand in enumerate(self.hands, 1):
            told.append(f"hand {number} mano {hand.mano}")
            told += [f"  {self.called(seat)}: {cards}" for seat, cards in hand.cards.items()]
            told += [f"  {line}" for line in hand.talk]
            for lance in sorted(hand.lances, key=order.index):
                told.append(f"  {lance}: {', '.join(hand.lances[lance])}".rstrip())
            told += [f"  {line}" for line in hand.lines]
        for claim in self.claims:
            told += [f"  {line}" for line in written_claim(claim, self.seats, PEN)]
        return "\n".join(told) + "\n"

    def record(self) -> Replay:
        """The quarrel as a record. Raises ReplayError where its sheet cannot be read."""
        [found] = read_sheets(self.sheet().encode(), rules=self.variant)
        if found.replay is None:
            assert found.problem is not None
            raise found.problem
        return found.replay

    def played(self, at: int | None = None) -> Played:
        """A hand played back as far as it is told: this one, or another, counted from 0."""
        found = list(play_back(self.record(), self.variant, checks=False, through=True))
        return found[self.at if at is None else at]


def declared_yes(text: str, names: Names) -> Iterator[tuple[str, str]]:
    """Those who said yes, by seat or name; a ? after one says that nobody knows it.

    >>> list(declared_yes("Ane y B2 ?", Names(("A1", "B2"), {"A1": "Ane"})))
    [('A1', 'tengo'), ('B2', '?')]
    """
    left = text.translate(SEPARATORS).replace(FORGOTTEN, f" {FORGOTTEN} ").strip()
    if not left:
        sentence = mark("Name those who said yes, or write nobody; ? says that nobody remembers.")
        raise AnswerError(sentence)
    while left:
        seat, end = names.begins(left)
        word, _, rest = left.partition(" ")
        left = (left[end:] if seat else rest).strip()
        unsure = left.startswith(FORGOTTEN)
        left = left[unsure:].strip()
        if seat or not begins_with([normalized_words(word)], "joining"):
            yield seat or word.upper(), FORGOTTEN if unsure else "tengo"
