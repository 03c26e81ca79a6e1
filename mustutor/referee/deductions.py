"""What can be decided anyway: claims and lances judged from half a memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from mustutor import games
from mustutor.base.json_text import Json
from mustutor.model.ledger import BANK, POT
from mustutor.model.position import Hand, OpenPayment, Position
from mustutor.model.variant import Variant
from mustutor.referee.claims import (
    GAME,
    MATCH,
    Judgement,
    agrees,
    claimed_hands,
    computed_for,
    open_hands,
)
from mustutor.referee.possible import (
    Branches,
    Deals,
    Ending,
    Possible,
    SearchBudget,
    branches_of,
    lances_of,
)
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

MOST_UNDECIDED = 12
"""Of more lances than these that wait, only the first are looked into."""
READ_AT_ONCE = 4
"""To read so many deals that were laid out already is as much work as to lay out one."""
MOST_UNKNOWN = 6
"""Of more unknown things than these, no smaller set is looked for that would decide."""


class Undecided(NamedTuple):
    """A lance of a hand that waits for cards or for a call, and what may come of it."""

    hand: int
    lance: str
    possible: Possible

    def as_json(self) -> Json:
        """The lance for a program; without a lance, who wins or loses the game."""
        lance = {"lance": self.lance} if self.lance else {}
        return {"hand": self.hand, **lance, **self.possible.as_json()}


class Unexplored(NamedTuple):
    """What waits and was not looked into: a lance of a hand, or nothing for all of the hand."""

    hand: int
    lance: str

    def as_json(self) -> Json:
        """The lance for a program."""
        return {"hand": self.hand, "lance": self.lance} if self.lance else {"hand": self.hand}


class _Way(NamedTuple):
    """One way things may have been: the calls supposed, the hands dealt, and what came of it."""

    supposed: dict[str, str]
    hands: dict[str, Hand]
    ways: int
    reading: Ending


class Deductions:
    """A match of which not everything is known: what can be decided all the same.

    What is worked out is kept, so that several questions about a hand cost little more than one.
    One bound holds for all the work: what is asked when that is spent is not looked into, and told.
    """

    def __init__(self, replay: Replay, variant: Variant, hands: Sequence[Played]) -> None:
        self.replay = replay
        self.variant = variant
        self.hands = hands
        self._work = SearchBudget()
        self._deals = Deals(self._work)
        self._branches: dict[int, Branches] = {}
        self._possible_at: dict[tuple[int, str], Possible | None] = {}
        self._looked: tuple[tuple[Undecided, ...], tuple[Unexplored, ...]] | None = None

    def judged(self, judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
        """Judge further the claims that depend on unseen cards or on a forgotten call.

        A claim that is right, or wrong, in whatever way things may have been is decided.
        """
        return tuple([self._further(judgement) for judgement in judgements])

    def undecided(self) -> tuple[Undecided, ...]:
        """Every lance that waits for cards or for a call, with what may come of it."""
        return self._look()[0]

    def left_out(self) -> tuple[Unexplored, ...]:
        """The lances that wait and were not looked into, for there are too many of them."""
        return self._look()[1]

    def _look(self) -> tuple[tuple[Undecided, ...], tuple[Unexplored, ...]]:
        if self._looked is None:
            found: list[Undecided] = []
            left: list[Unexplored] = []
            for played in self.hands:
                if played.failure is None and (played.open or played.forgotten):
                    self._look_at(played, found, left)
            self._looked = tuple(found), tuple(left)
        return self._looked

    def _look_at(self, played: Played, found: list[Undecided], left: list[Unexplored]) -> None:
        full = len(found) == MOST_UNDECIDED or self._work.over
        if full and played.forgotten and played.number not in self._branches:
            left.append(Unexplored(played.number, ""))
            return
        if played.forgotten and not (played.decided or self._work.over):
            game = self._possible(played, "", _decided_reading, over=True)
            if game is not None and any(ending.decided for ending in game.endings):
                found.append(Undecided(played.number, "", game))
        waiting = {waiting.lance for waiting in played.open}
        for lance in lances_of(self._branches_of(played)):
            if not played.forgotten and lance not in waiting:
                continue
            # What was closed before a call nobody remembers is settled, and told there.
            if lance in played.end.state.over and lance not in waiting:
                continue
            known = (played.number, lance) in self._possible_at
            if len(found) == MOST_UNDECIDED or (self._work.over and not known):
                left.append(Unexplored(played.number, lance))
                continue
            possible = self.possible_at(played, lance)
            if possible is None:
                continue
            certain = played.forgotten and any(ending.gets for ending in possible.endings)
            if len(possible.endings) > 1 or possible.show or certain:
                found.append(Undecided(played.number, lance, possible))

    def settled_anyway(self, played: Played) -> Played:
        """The hand with its forgotten calls, where only one word fits each; else as it is.

        A hand that is left with forgotten calls has every lance it closed waiting.
        """
        if not played.forgotten:
            return played
        branches = self._branches_of(played).branches
        if len(branches) == 1:
            return branches[0].played
        waiting = [
            OpenPayment(outcome.lance, outcome.seats, 0) for outcome in played.end.state.closed
        ]
        return played._replace(open=tuple(waiting))

    def possible_at(self, played: Played, lance: str) -> Possible | None:
        """What may come of one lance of a hand; nothing where it was not played to its end."""
        asked = (played.number, lance)
        if asked not in self._possible_at:
            self._possible_at[asked] = self._possible(
                played, lance, lambda position: _reading(position, lance, None)
            )
        return self._possible_at[asked]

    def _branches_of(self, played: Played) -> Branches:
        if played.number not in self._branches:
            self._branches[played.number] = branches_of(played, self._work)
        return self._branches[played.number]

    def _further(self, judgement: Judgement) -> Judgement:
        claim, hands = judgement.claim, self.hands
        if judgement.why != "unknown":
            return judgement
        spoken_of, lance = claimed_hands(claim, hands)
        waiting = [played for played, _ in open_hands(claim, spoken_of, lance)]
        if len(waiting) != 1:
            return judgement
        whole = claim["about"] in (GAME, MATCH)
        if whole and (waiting[0] is not spoken_of[-1] or len(hands) < len(self.replay.hands)):
            return judgement
        if self._work.over:
            return judgement._replace(why="not_tried")
        settled = [played.end for played in spoken_of if played is not waiting[0]]
        earlier = computed_for(claim, settled, lance).get("stones", 0) if settled else 0
        found: list[Json] = []

        def read(position: Position) -> Ending | None:
            computed = computed_for(claim, [position], lance, earlier)
            if computed not in found:
                found.append(computed)
            if not computed:
                return _reading(position, lance, None)
            return _reading(position, lance, agrees(claim, computed))

        over = not lance and "stones" not in claim and "after" not in claim
        possible = self._possible(waiting[0], lance, read, over=over)
        if possible is None or any(ending.holds is None for ending in possible.endings):
            return judgement._replace(possible=possible)
        holds = None
        if possible.exhaustive and possible.holds_in != "some":
            holds = possible.holds_in == "all"
        why = judgement.why if holds is None else ""
        computed = found[0] if holds is not None and len(found) == 1 else {}
        return judgement._replace(holds=holds, possible=possible, why=why, computed=computed)

    def _possible(
        self,
        played: Played,
        lance: str,
        read: Callable[[Position], Ending | None],
        *,
        over: bool = False,
    ) -> Possible | None:
        """Everything that may come of a question; nothing where no way leads to its end.

        With `over`, also where the game was won though the record plays on.
        """
        branches = self._branches_of(played)
        if over:
            branches = branches._replace(branches=branches.branches + branches.over)
        ways: list[_Way] = []
        one = len(branches.branches) == 1
        exhaustive, counted, whole = branches.exhaustive, one, True
        heard: dict[str, set[str]] = {}
        seats: dict[str, None] = {}
        for branch in branches.branches:
            worlds = self._deals.of(branch.played, lance, count=one)
            counted &= worlds.counted
            whole &= worlds.whole
            seats |= dict.fromkeys(worlds.seats)
            for place, call in branch.supposed:
                heard.setdefault(place, set()).add(call)
            readings = {id(world.end): world.end for world in worlds.worlds}
            self._work.done(len(readings) + len(worlds.worlds) // READ_AT_ONCE)
            read_off = {number: read(end) for number, end in readings.items()}
            met = set(read_off.values())
            # A lance that is not over in some way may still end in any.
            exhaustive &= None not in met
            exhaustive &= worlds.whole or (
                worlds.beyond is not None and all(read(end) in met for end in worlds.beyond)
            )
            supposed = dict(branch.supposed)
            if one and worlds.whole and len(met) == 1 and None not in met:
                total = sum([world.ways for world in worlds.worlds])
                ways = [_Way(supposed, {}, total, reading) for reading in met if reading]
                continue
            for hands, number, end in worlds.worlds:
                reading = read_off[id(end)]
                if reading is not None:
                    dealt = dict(zip(worlds.seats, hands, strict=True))
                    ways.append(_Way(supposed, dealt, number, reading))
        if not ways:
            return None
        places = tuple([place for place, calls in heard.items() if len(calls) > 1])
        found = {place: calls.pop() for place, calls in heard.items() if len(calls) == 1}
        endings = _endings(ways, places, counted=counted and bool(seats))
        deciding = tuple(seats) + places
        if exhaustive:
            # Where only some hands were tried, no hand is said to be enough by itself.
            deciding = _deciding(ways, deciding, deciding if whole else places)
        return Possible(endings, tuple(seats), places, found, exhaustive, deciding)


def _decided_reading(position: Position) -> Ending | None:
    """Who has won or lost the game with a hand; nothing where it cannot be told."""
    decided = position.loser or position.winner
    return Ending((), (), decided) if decided or _is_whole(position) else None


def _reading(position: Position, lance: str, holds: bool | None) -> Ending | None:
    """What a lance, or the whole hand, brought; nothing where the lance did not end."""
    decided = position.loser or position.winner
    over = lance in position.state.over if lance else bool(decided) or _is_whole(position)
    if not over:
        return None
    gets: dict[str, int] = {}
    sides, won = position.table.sides, ""
    for entry in position.ledger:
        if lance not in ("", entry.lance):
            continue
        if entry.wins_game:
            won = entry.dst
        if entry.dst != BANK and not entry.dst.startswith(POT) and entry.stones:
            gets[entry.dst] = gets.get(entry.dst, 0) + entry.stones
        if entry.src in sides and not entry.dst.startswith(POT):
            gets[entry.src] = gets.get(entry.src, 0) - entry.stones
    after = () if lance else tuple(position.in_front().items())
    return Ending(tuple(sorted(gets.items())), after, won if lance else decided, holds)


def _is_whole(position: Position) -> bool:
    """Whether no lance is missing from a hand that was settled, nor the stones before it."""
    talked = games.game_of(position.variant.game).rules.phases.talked
    known = position.table.before != "unknown"
    return known and not position.unplayed and talked.issuperset(position.skipped)


def _endings(ways: Sequence[_Way], places: tuple[str, ...], *, counted: bool) -> tuple[Ending, ...]:
    """The different ways it may end, the one of most deals first."""
    numbers: dict[Ending, int] = {}
    supposing: dict[Ending, dict[tuple[str, ...], None]] = {}
    for way in ways:
        numbers[way.reading] = numbers.get(way.reading, 0) + way.ways
        if places:
            calls = tuple([way.supposed[place] for place in places if place in way.supposed])
            supposing.setdefault(way.reading, {})[calls] = None
    ordered = sorted(numbers, key=lambda reading: -numbers[reading]) if counted else list(numbers)
    return tuple(
        [
            reading._replace(
                ways=numbers[reading] if counted else 0, supposing=tuple(supposing.get(reading, ()))
            )
            for reading in ordered
        ]
    )


def _deciding(
    ways: Sequence[_Way], items: tuple[str, ...], enough: tuple[str, ...]
) -> tuple[str, ...]:
    """The smallest set of hands and calls that settles the question, however they turn out.

    The question is what is claimed, where something is, else what each gets. Of fewer than all
    only sets of those that may be `enough` are looked at.
    """
    if len(items) > MOST_UNKNOWN:
        return items
    for number in range(len(items)):
        for chosen in combinations(enough, number):
            if _settles(ways, chosen):
                return chosen
    return items


def _settles(ways: Sequence[_Way], chosen: tuple[str, ...]) -> bool:
    answers: dict[object, object] = {}
    loose: set[object] = set()
    for way in ways:
        reading = way.reading
        answer: object = reading.holds if reading.holds is not None else reading
        known = tuple(
            [way.supposed[item] if item in way.supposed else way.hands.get(item) for item in chosen]
        )
        if answers.setdefault(known, answer) != answer:
            return False
        if None in known:
            loose.add(answer)
    # A hand that does not matter in one way is any hand there.
    return not loose or len(set(answers.values())) == 1
