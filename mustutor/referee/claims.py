"""Claims judged against the recomputation, and what can be decided from half a memory.

Claims are judged against the recomputation, not against each other; `mustutor.replay.claim_text`
reads them. `Deductions` decides what it can where cards were not seen or calls are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from mustutor import games
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.games.failure import Missing
from mustutor.model.ledger import BANK, OUT, POT, account_total
from mustutor.model.position import Hand, OpenPayment, Position, sides_of
from mustutor.model.variant import Variant
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

GAME = "game"
MATCH = "match"


class Judgement(NamedTuple):
    """A claim and what the recomputation says of it; `holds` is None where it cannot tell.

    `computed` has the fields the claim states: `to`, `stones`, `after`. Where it cannot tell,
    `why` says what stands in the way: ``no_such_hand``, ``refused`` (a call before it),
    ``not_played`` (the lance is not in the record, or not over), ``not_whole`` (lances of the hand
    are missing), ``unknown_before`` (the stones before the hand), ``unknown`` (cards, or a call),
    ``not_counted`` (mus visto took it away), ``not_tried`` (too much is unknown in the match to
    look into it), ``ruling`` (it depends on the ruling on an irregularity) or ``nothing_said``.
    `possible` is what may still come of it, where that was looked for; `branches` whether it holds
    in each ruling.
    """

    claim: Json
    holds: bool | None
    computed: Json
    why: str = ""
    possible: Possible | None = None
    branches: tuple[tuple[str, bool | None], ...] = ()

    @property
    def undecided(self) -> bool:
        """Whether it is right in one way to rule and not in another, or open in one."""
        return self.holds is None and bool(self.branches)

    def as_json(self) -> Json:
        """The judgement as `settle --json` writes it."""
        told = {name: "open" if holds is None else holds for name, holds in self.branches}
        return with_stated_fields(
            {"by": self.claim["by"], "about": self.claim["about"]},
            holds=self.holds,
            computed=self.computed,
            why=self.why or None,
            possible=self.possible.as_json() if self.possible else None,
            branches=told or None,
        )


def judge(claims: Iterable[Json], hands: Sequence[Played]) -> tuple[Judgement, ...]:
    """Judge every claim: about a lance (``1.pares``), a hand (``1``), ``game`` or ``match``.

    A lance is judged by itself: what it brings where the count comes to it.
    """
    known: dict[Hashable, tuple[Json, str]] = {}
    judgements = []
    for claim in claims:
        # Many may claim something of the same: what it came to is worked out once.
        asked = (str(claim["about"]), str(claim.get("to")), "stones" in claim, "after" in claim)
        if asked not in known:
            known[asked] = _recomputed(claim, hands)
        computed, why = known[asked]
        holds = None if why else agrees(claim, computed)
        judgements.append(Judgement(claim, holds, dict(computed), why))
    return tuple(judgements)


def unjudged_claims(judgements: Iterable[Judgement], replay: Replay) -> Iterator[Missing]:
    """Name the claims that could not be judged, with why, or of which a part could not be."""
    accounts = {*sides_of(replay.seats), OUT, BANK}
    for number, one in enumerate(judgements, 1):
        to = one.claim.get("to", OUT)
        if one.why or to not in accounts or ("to" in one.claim and "to" not in one.computed):
            yield Missing(f"claims.{number}", "claim")


def claimed_hands(claim: Json, hands: Sequence[Played]) -> tuple[list[Played], str]:
    """The hands a claim speaks of, and the lance, or nothing where it is the whole hand.

    ``game`` is the last game of the record.
    """
    number, _, lance = str(claim["about"]).partition(".")
    if number == MATCH:
        return list(hands), lance
    if number == GAME:
        last = hands[-1].start.table.game if hands else 0
        return [played for played in hands if played.start.table.game == last], lance
    return [played for played in hands if str(played.number) == number], lance


def _recomputed(claim: Json, hands: Sequence[Played]) -> tuple[Json, str]:
    """What a claim speaks of, recomputed, or what stands in the way."""
    spoken_of, lance = claimed_hands(claim, hands)
    if not spoken_of:
        return {}, "no_such_hand"
    waiting = open_hands(claim, spoken_of, lance)
    if waiting:
        return {}, waiting[0][1]
    computed = computed_for(claim, [played.end for played in spoken_of], lance)
    return computed, "" if computed else "nothing_said"


def open_hands(claim: Json, spoken_of: Sequence[Played], lance: str) -> list[tuple[Played, str]]:
    """The unsettled hands a claim depends on, each with what keeps it from being settled.

    What somebody has in the end, or who wins, depends on the last hand alone: the one before has
    been counted, or the record states what stones it left.
    """
    asked = spoken_of if "stones" in claim else spoken_of[-1:]
    found = [(played, why) for played in asked if (why := why_unsettled(played, lance))]
    if lance or _names_stones(claim) or not found:
        return found
    last, why = found[-1]
    if claim["about"] == MATCH and why != "unknown_before" and not _may_win(last.end, claim["to"]):
        return []
    return found


def _names_stones(claim: Json) -> bool:
    return "stones" in claim or "after" in claim


def _may_win(end: Position, side: object) -> bool:
    """Whether a side would win (in Encaje lose) the match with the game that is under way."""
    sides = end.table.sides
    if side not in sides:
        return False
    everything = sum(end.stones) + sum(stones for _, stones in end.pots)
    stones = tuple([everything if each == side else 0 for each in sides])
    return not games.next_manos(games.resume_with(end, stones, str(side)))


def computed_for(claim: Json, ends: Sequence[Position], lance: str, earlier: int = 0) -> Json:
    """What the claim states, as these hands end: the same fields, recomputed.

    `earlier` are stones that were counted already, of hands before them.
    For the match, the games (and vacas) of each side too, and who has won the game before it.
    """
    computed: Json = {}
    if "stones" in claim:
        computed["to"] = claim["to"]
        entries = [e for end in ends for e in end.ledger if lance in ("", e.lance)]
        computed["stones"] = earlier + account_total(entries, claim["to"])
    elif "to" in claim:
        named = _named(claim, ends[-1], lance)
        # Beside the stones somebody is named too, where there is one already.
        computed |= named if "after" not in claim or named.get("to") else {}
    if "after" in claim:
        computed["after"] = ends[-1].in_front()
    return computed


def _named(claim: Json, end: Position, lance: str) -> Json:
    """Whom a lance, the game or the match went to: nobody where it is over for nobody."""
    decided = end.winner or end.loser
    if lance:
        named = _receivers(end, lance)
        if named:
            return {"to": claim["to"] if claim["to"] in named else named[0]}
        # A lance that never came, the game being over, went to nobody.
        return {"to": ""} if decided and lance not in end.state.over else {}
    table = end.table
    if claim["about"] != MATCH or not table.vacas:
        # A match that is not counted in games and vacas is the game that was decided last.
        return {"to": decided} if decided or claim["about"] == GAME else {}
    over = bool(decided) and not games.next_manos(end)
    computed: Json = {"to": decided if over else ""}
    if decided and not over:
        computed["won"] = decided
    computed["games"] = dict(zip(table.sides, table.games, strict=True))
    if any(table.vacas):
        computed["vacas"] = dict(zip(table.sides, table.vacas, strict=True))
    return computed


def agrees(claim: Json, computed: Json) -> bool:
    """Whether a claim says what was computed."""
    return all(_same(claim[name], thing) for name, thing in computed.items() if name in claim)


def _receivers(end: Position, lance: str) -> tuple[str, ...]:
    """The sides to which something of a lance went, or that won the game by it."""
    entries = [entry for entry in end.ledger if entry.lance == lance]
    won = [entry.dst for entry in entries if entry.wins_game]
    got = [side for side in end.table.sides if account_total(entries, side) > 0]
    return tuple(dict.fromkeys([*won, *got]))


def _same(claimed: object, computed: object) -> bool:
    if isinstance(claimed, dict) and isinstance(computed, dict):
        return all(computed.get(side) == stones for side, stones in claimed.items())
    return claimed == computed


def _says_so_itself(played: Played) -> bool:
    """Whether a record states after a hand what it recomputes to: nothing else moved in it."""
    told = played.failure is None and not played.forgotten and not played.open
    whole = told and played.would_end is None and played.start.table.before != "unknown"
    return whole and played.hand.after == played.end.in_front()


def why_unsettled(played: Played, lance: str) -> str:
    """Why a hand, or one lance of it, was not settled to the end; nothing where it was.

    What was decided before a fault, or before a call nobody remembers, is decided.
    """
    if lance and lance in played.end.state.over:
        return "unknown" if any(waiting.lance == lance for waiting in played.open) else ""
    if played.decided or played.void:
        return ""
    if played.settled or (not lance and _says_so_itself(played)):
        return "not_played" if lance else ""
    if played.failure is not None:
        return "refused"
    if played.forgotten:
        return "unknown"
    if lance:
        return "not_played"
    if played.start.table.before == "unknown":
        return "unknown_before"
    return "unknown" if played.open else "not_whole"


# --- what can be decided anyway ------------------------------------------------------------

MOST_UNDECIDED = 12
"""The number of waiting lances that are looked into."""
READ_AT_ONCE = 4
"""Reading this number of deals costs as much as laying out one."""
MOST_UNKNOWN = 6
"""With more unknown things, no smaller deciding set is looked for."""


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
    """A waiting lance that was not looked into; empty for the whole hand."""

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
    One bound holds for all the work: what is asked once it is spent is named as not looked into.
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
