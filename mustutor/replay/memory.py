"""What was said before: the talk of a lance, remembered from hand to hand.

The talk of a lance is small and comes back again and again: who may speak, how the betting
stands, and what a call makes of it hang on the rules, the seats, and a few facts of the hand
that the game names itself (`Game.bearing`, `Game.means`, `Game.room`). So whoever plays many hands back asks
the engine once and remembers: a `Turn` is a moment of such talk, and knows the legal calls that
were heard at it, with the turn each led to, or what the last one made of the lance.

No rule stands here. What is not remembered is asked of the engine; what the engine refused is
never remembered, and neither is a call that changed anything else.
"""

from __future__ import annotations

from collections.abc import Hashable
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


class Turn:
    """A moment of the talk of a lance: who has still to speak, and how the betting stands.

    `known` are the calls heard here, as written: the stake and the place of whoever must have
    more than that, what the call adds to what was said, and the turn after it. `last` are those
    that end a lance, by that lance and the call. `once` were heard a single time: most such calls
    never come back, and are not worth remembering until they do.
    """

    __slots__ = ("auction", "holders", "known", "last", "once", "queue", "speaker", "stake")

    def __init__(
        self, queue: tuple[str, ...], auction: Auction | None, holders: tuple[str, ...]
    ) -> None:
        self.queue = queue
        self.auction = auction
        self.holders = holders
        self.speaker = queue[0] if queue else NOBODY
        self.stake = stake_told(auction)
        self.known: dict[str, tuple[int, int, str, Turn]] = {}
        self.last: dict[tuple[str, str], Ending] = {}
        self.once: set[tuple[str, str]] = set()

    def position(self, before: Position, said: str) -> Position:
        """The position at this turn of a lance under way, when so much was said."""
        _, _, _, lance, _, *others = before
        return tuple.__new__(
            Position, (self.queue, self.auction, said, lance, self.holders, *others)
        )


class Ending(NamedTuple):
    """What the last call of a lance makes of a position: stones moved, lances closed, the next.

    `following` are the turns the next lance began with, by what they hang on. `front`, `pots` and `out` are what is added: by the place of a side, by lance, out of the
    game. `staked` tells that entries say what a player had in front of him.
    """

    following: dict[Hashable, Turn]
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
            stones, pots, out, ledger = tuple(held), pots + more_pots, out + more_out, ledger + entries
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
    lance, when, item, src, dst, stones, rule, (bettor, stake, _) = entry
    had = before.stones[before.table.sides.index(src)]
    return Entry(lance, when, item, src, dst, stones, rule, Staked(bettor, stake, had))


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
        # The last position an ending led to, and its line around the talk: whoever goes on
        # from it need not look again.
        self.latest: tuple[Position | None, Ending | None, tuple[str, str]] = (None, None, ("", ""))

    def turn_at(self, position: Position) -> Turn | None:
        """The turn of a position, or nothing where its talk is not remembered."""
        bearing = self.game.bearing(position)
        if bearing is None:
            return None
        latest, ending, _ = self.latest
        begins = ending if latest is position else None
        if begins is not None and bearing in begins.following:
            return begins.following[bearing]
        queue, auction, _, lance, holders, *_ = position
        # The betting is the same in every lance: only what ends it is not.
        talk = lance if auction is None else ""
        key = (talk, queue, auction, holders, position.order, position.table.seats, bearing)
        turn = self.turns.get(key)
        if turn is None:
            turn = self.turns[key] = Turn(queue, auction, holders)
        if begins is not None:
            begins.following[bearing] = turn
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
        # The line after the last call of a lance is the line before the first of the next.
        latest, _, around = self.latest
        before, after = around if latest is position else position.around()
        ended: Position | None = None
        for text in calls[heard:] if heard else calls:
            remembered = turn.known.get(text)
            if remembered is not None:
                stake, place, words, following = remembered
                if stake > means[place]:
                    break
                words = said + words
                line = f"{before}{following.speaker} {words} {following.stake}{after}"
            else:
                ending = turn.last.get((position.lance, text))
                if ending is None:
                    break
                ended = ending.position(position, self.least, self.most)
                if ended is None:
                    break
                around = ended.around()
                self.latest = (ended, ending, around)
                line = ended.between(*around)
            if checks is not None and check_of(line) != checks[heard]:
                ended = None
                break
            heard += 1
            if ended is not None:
                return None, ended, heard
            turn, said = following, words
        return turn, turn.position(position, said) if heard > start else position, heard

    def learn(
        self, turn: Turn, text: str, call: Call, before: Position, after: Position
    ) -> Turn | None:
        """Remember a legal call and what came of it; gives the turn after it, if there is one."""
        lance = before.lance
        if call.verb not in SAID or text in turn.known or (lance, text) in turn.last:
            # Known, but not where stones are so few, or so many.
            return self.turn_at(after) if after.lance == lance else None
        if Memory.held >= MOST_CALLS:
            forget()
        Memory.held += 1
        if (lance, text) not in turn.once:
            turn.once.add((lance, text))
            return None
        if after.lance != lance:
            ending = _ending(before, after)
            if ending is not None and ending.position(before, self.least, self.most) == after:
                turn.last[lance, text] = ending
            return None
        following = self.turn_at(after)
        if following is not None and _is_talk_alone(before, after):
            place = before.table.seats.index(call.seat)
            if call.stones < self.game.means(before)[place]:
                said = after.said[len(before.said) :]
                turn.known[text] = (call.stones, place, said, following)
        return following


def _is_talk_alone(before: Position, after: Position) -> bool:
    """Whether nothing but the talk of a lance has changed, and more was said."""
    others = zip(before[5:], after[5:], strict=True)
    return after.said.startswith(before.said) and all(was is now for was, now in others)


def _ending(before: Position, after: Position) -> Ending | None:
    """What the last call of a lance changed; nothing where it changed more than is remembered."""
    kept = zip(before[11:], after[11:], strict=True)
    if after.said or not all(was is now for was, now in kept):
        return None
    entries = after.ledger[len(before.ledger) :]
    moved = [now - was for was, now in zip(before.stones, after.stones, strict=True)]
    return Ending(
        {},
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
