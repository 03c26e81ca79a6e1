"""What was said before: the talk of a lance, remembered from hand to hand.

The talk of a lance is small and comes back again and again: who may speak, how the betting
stands, and what a call makes of it hang on the rules, the seats, and a few facts of the hand
that the game names itself (`Game.bearing`, `held`, `means` and `room`). So whoever plays many
hands back asks the engine once and remembers: a `Turn` is a moment of such talk, and knows the
legal calls that were heard at it, with the turn each led to, or what the last one made of the
lance.

No rule stands here. What is not remembered is asked of the engine; what the engine refused is
never remembered, and neither is a call that changed anything else.
"""

from __future__ import annotations

from collections.abc import Hashable
from operator import is_
from typing import ClassVar, NamedTuple

from mustutor import games
from mustutor.calls import Call
from mustutor.ledger import Entry, Staked
from mustutor.position import (
    NOBODY,
    Auction,
    Outcome,
    Position,
    check_of,
    stake_told,
)
from mustutor.variant import Variant

MOST_CALLS = 100_000
"""So many calls fill some 60 MB; then everything is forgotten, and learnt anew."""

RULEBOOK = 1_000
"""A rulebook counts as so many calls: a stranger's records may each bring their own."""

SAID = frozenset(
    ("mus", "corto", "tengo", "no tengo", "paso", "envido", "subo", "quiero", "no quiero", "ordago")
)
"""The verbs worth remembering: others hang on cards, or are rare."""


Heard = str | tuple[str, bool | int | None]
End = tuple[str, Heard, Hashable]


class Turn:
    """A moment of the talk of a lance: who has still to speak, and how the betting stands.

    `place` is that of the speaker at the table. `known` are the calls heard here: the stake the
    speaker must be able to afford, what the call adds to what was said, and the turn after it.
    `last` are those that end a lance, by all that such an end hangs on. Calls are told as
    written, a declaration with what the speaker holds, and whoever stakes all he has with that
    (`Heard`). `once` are stakes heard a single time, and ends that left somebody with nothing:
    most of them never come back, and are not worth remembering until they do.
    """

    __slots__ = (
        "auction",
        "holders",
        "known",
        "last",
        "once",
        "place",
        "queue",
        "speaker",
        "stake",
    )

    def __init__(
        self,
        queue: tuple[str, ...],
        auction: Auction | None,
        holders: tuple[str, ...],
        seats: tuple[str, ...],
    ) -> None:
        self.queue = queue
        self.auction = auction
        self.holders = holders
        self.speaker = queue[0] if queue else NOBODY
        self.place = seats.index(self.speaker) if queue else 0
        self.stake = stake_told(auction)
        self.known: dict[Heard, tuple[int, str, Turn]] = {}
        self.last: dict[End, Ending] = {}
        self.once: set[Hashable] = set()

    def position(self, before: Position, said: str) -> Position:
        """The position at this turn of a lance under way, when so much was said."""
        _, _, _, lance, _, *others = before
        return tuple.__new__(
            Position, (self.queue, self.auction, said, lance, self.holders, *others)
        )


class Ending(NamedTuple):
    """What the last call of a lance makes of a position: stones moved, lances closed, the next.

    `turn` is the first of the next lance, if that is remembered. `front`, `pots` and `out` are
    what is added: by the place of a side, by lance, out of the game. `staked` tells that entries
    say what a player had in front of him.
    """

    turn: Turn | None
    front: tuple[tuple[int, int], ...]
    pots: tuple[tuple[str, int], ...]
    out: int
    entries: tuple[Entry, ...]
    staked: bool
    closed: tuple[Outcome, ...]
    shut: str
    queue: tuple[str, ...]
    auction: Auction | None
    lance: str
    holders: tuple[str, ...]

    def position(self, before: Position, least: int, most: int) -> Position | None:
        """The position after the lance; none where a side comes to fewer stones, or to more."""
        _, _, _, _, _, stones, pots, out, ledger, closed, shut, *others = before
        _, front, more_pots, more_out, entries, staked, more_closed, more_shut, *then = self
        if entries:
            held = list(stones)
            for place, moved in front:
                held[place] = now = held[place] + moved
                if not least <= now <= most:
                    return None
            if staked:
                entries = tuple([_with_what_he_had(entry, before) for entry in entries])
            stones, pots, out = tuple(held), pots + more_pots, out + more_out
            ledger += entries
        queue, auction, lance, holders = then
        if more_shut:
            shut = f"{shut}+{more_shut}" if shut else more_shut
        return tuple.__new__(
            Position,
            (
                *(queue, auction, "", lance, holders, stones, pots, out, ledger),
                *(closed + more_closed, shut, *others),
            ),
        )


def _with_what_he_had(entry: Entry, before: Position) -> Entry:
    because = entry.because
    if not isinstance(because, Staked):
        return entry
    had = before.stones[before.table.sides.index(entry.src)]
    return entry._replace(because=Staked(because.bettor, because.stake, had))


Latest = tuple[Position | None, Turn | None, tuple[str, str]]


class Memory:
    """What was heard under one rulebook, at tables of every kind."""

    __slots__ = ("game", "latest", "least", "most", "rules", "turns")
    held: ClassVar[int] = 0
    """How many calls are remembered, under all rulebooks together."""

    def __init__(self, variant: Variant) -> None:
        self.rules = variant.rules
        self.game = games.game_of(variant.game)
        self.least, self.most = self.game.room(variant)
        self.turns: dict[Hashable, Turn] = {}
        # Where the last ending led to, and the line around the talk there: whoever goes on from
        # it need not look again.
        self.latest: Latest = (None, None, ("", ""))

    def turn_at(self, position: Position, *, new: bool = True) -> Turn | None:
        """The turn of a position, or nothing where its talk is not remembered.

        With `new` it is remembered from now on.
        """
        latest, turn, _ = self.latest
        if latest is position:
            return turn
        if self.game.bearing(position, position.auction) is None:
            return None
        queue, auction, _, lance, holders, *_ = position
        # The betting is the same in every lance: only what ends it is not.
        talk = lance if auction is None else ""
        seats = position.table.seats
        key = (talk, queue, auction, holders, position.order, seats)
        turn = self.turns.get(key)
        if turn is None and new:
            turn = self.turns[key] = Turn(queue, auction, holders, seats)
        return turn

    def follow(
        self,
        turn: Turn,
        position: Position,
        calls: tuple[str, ...],
        heard: int,
        checks: tuple[str, ...] | None,
    ) -> tuple[Turn | None, Position, int]:
        """Hear calls from a turn on, as long as they are remembered and their checks agree.

        `heard` are the calls heard before; `checks` are as many as the calls, or nothing where
        none are compared. Gives the turn and the position it came to, and how many calls are
        heard by then; no turn when the lance is over.
        """
        said, start = position.said, heard
        means = self.game.means(position)
        held = self.game.held(position) if turn.auction is None else ()
        latest, _, around = self.latest
        before, after = around if latest is position else position.around()
        for text in calls[heard:] if heard else calls:
            call: Heard = (text, held[turn.place]) if held and turn.auction is None else text
            remembered = turn.known.get(call)
            if remembered is None:
                ended = self._ended(turn, position, call)
                if ended is not None:
                    # The line after the last call is the line before the first of the next lance.
                    line = ended.between(*self.latest[2])
                    if checks is not None and check_of(line) != checks[heard]:
                        break
                    return None, ended, heard + 1
                remembered = turn.known.get((text, means[turn.place]))
                if remembered is None:
                    break
            stake, words, following = remembered
            if stake > means[turn.place]:
                break
            words = said + words
            if checks is not None:
                line = f"{before}{following.speaker} {words} {following.stake}{after}"
                if check_of(line) != checks[heard]:
                    break
            turn, said, heard = following, words, heard + 1
        return turn, turn.position(position, said) if heard > start else position, heard

    def _ended(self, turn: Turn, position: Position, call: Heard) -> Position | None:
        """The position after the last call of a lance, where that is remembered."""
        bearing = self.game.bearing(position, turn.auction)
        ending = turn.last.get((position.lance, call, bearing))
        if ending is None:
            return None
        ended = ending.position(position, self.least, self.most)
        if ended is not None:
            self.latest = (ended, ending.turn, ended.around())
        return ended

    def learn(
        self, turn: Turn, text: str, call: Call, before: Position, after: Position
    ) -> Turn | None:
        """Remember a legal call and what came of it; gives the turn after it, if there is one."""
        held = self.game.held(before) if turn.auction is None else ()
        heard: Heard = (text, held[turn.place]) if held else text
        ends = after.lance != before.lance
        end: End = (before.lance, heard, self.game.bearing(before, turn.auction) if ends else None)
        worth = call.verb in SAID and (end not in turn.last if ends else heard not in turn.known)
        if worth:
            if Memory.held >= MOST_CALLS:
                forget()
            Memory.held += 1
            ruined = ends and after.stones.count(0) > before.stones.count(0)
            rare = end if ruined else heard if call.stones else None
            if rare is not None and rare not in turn.once:
                turn.once.add(rare)
                worth = False
        following = None if ends else self.turn_at(after, new=worth)
        if worth and ends:
            ending = _ending(before, after, self.turn_at(after))
            if ending is not None and ending.position(before, self.least, self.most) == after:
                turn.last[end] = ending
        elif worth and following is not None and _is_talk_alone(before, after):
            means = self.game.means(before)[turn.place]
            if call.stones >= means:
                heard = (text, means)
            turn.known[heard] = (call.stones, after.said[len(before.said) :], following)
        return following


def _is_talk_alone(before: Position, after: Position) -> bool:
    """Whether nothing but the talk of a lance has changed, and more was said."""
    return after.said.startswith(before.said) and all(map(is_, before[5:], after[5:]))


def _ending(before: Position, after: Position, turn: Turn | None) -> Ending | None:
    """What the last call of a lance changed; nothing where it changed more than is remembered."""
    if after.said or not all(map(is_, before[11:], after[11:])):
        return None
    entries = after.ledger[len(before.ledger) :]
    moved = [now - was for was, now in zip(before.stones, after.stones, strict=True)]
    return Ending(
        turn,
        tuple([(place, stones) for place, stones in enumerate(moved) if stones]),
        after.pots[len(before.pots) :],
        after.out - before.out,
        entries,
        any(isinstance(entry.because, Staked) for entry in entries),
        after.closed[len(before.closed) :],
        after.shut[len(before.shut) :].removeprefix("+"),
        after.queue,
        after.auction,
        after.lance,
        after.holders,
    )


_MEMORIES: dict[str, Memory] = {}


def memory_of(variant: Variant) -> Memory:
    """What is remembered under these rules; rules that differ share nothing."""
    memory = _MEMORIES.get(variant.digest)
    if memory is None or (memory.rules is not variant.rules and memory.rules != variant.rules):
        if Memory.held >= MOST_CALLS:
            forget()
        Memory.held += RULEBOOK
        memory = _MEMORIES[variant.digest] = Memory(variant)
    return memory


def forget() -> None:
    """Forget everything, under every rulebook."""
    _MEMORIES.clear()
    Memory.held = 0
