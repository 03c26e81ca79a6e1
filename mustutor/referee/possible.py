"""Every call that may have been made at a gap, every deal that fits, what may follow.

Each legal call is put in the place of a forgotten one, and the hand played on: what the rest of
the record then refuses cannot have been said. The game settles the deals; what was worked out
once is kept, and one bound holds for all the work of a match.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.base.register import traits
from mustutor.games.failure import Failure, read_place
from mustutor.games.protocols import PossibleDeal, PossibleDeals
from mustutor.model.calls import DECK, HIDDEN, Call, write_call
from mustutor.model.position import OpenPayment, Option, Position, balance
from mustutor.replay.format import Hand as RecordedHand
from mustutor.replay.playback import Played, play_hand

Gains = tuple[tuple[str, int], ...]


class Ending(NamedTuple):
    """One way it may end: who gets what, whether a claim holds then, and in how many deals.

    `gets` are the stones that go to each account in the lance, or in the hand, and below 0
    those a player gives for the value of a hand. `after` is what each side then has, where a
    whole hand is asked for, and `decided` the side that has won or lost the game by it.
    `holds` is None where nothing is claimed. `supposing` are the calls under which it may end
    so, where calls are forgotten: one tuple for each way to fill them.
    """

    gets: Gains
    after: Gains
    decided: str
    holds: bool | None = None
    ways: int = 0
    supposing: tuple[tuple[str, ...], ...] = ()

    def as_json(self) -> Json:
        """The ending for a program; `hands` only where they were counted."""
        return with_stated_fields(
            {"gets": dict(self.gets)},
            after=dict(self.after) or None,
            decided=self.decided or None,
            holds=self.holds,
            hands=self.ways or None,
            supposing=[list(calls) for calls in self.supposing] or None,
        )


class Possible(NamedTuple):
    """All that may still come of a question, the likeliest by number of deals first.

    `show` are the seats whose cards are not known and matter, `remember` the places of calls
    nobody remembers, `found` those of which only one word fits. `exhaustive` says that nothing
    was left untried; `deciding` is the smallest set of those seats and places that settles it
    whatever they turn out to be.
    """

    endings: tuple[Ending, ...]
    show: tuple[str, ...]
    remember: tuple[str, ...]
    found: Mapping[str, str]
    exhaustive: bool
    deciding: tuple[str, ...]

    @property
    def holds_in(self) -> str:
        """Whether what is claimed holds in ``all``, ``some`` or ``none`` of them."""
        found = {ending.holds for ending in self.endings}
        if found == {True}:
            return "all"
        return "none" if found == {False} else "some"

    @property
    def ways(self) -> int:
        """In how many ways the unseen hands can be dealt; 0 where they were not counted."""
        return sum(ending.ways for ending in self.endings)

    def as_json(self) -> Json:
        """What is possible, for a program."""
        claimed = any(ending.holds is not None for ending in self.endings)
        return with_stated_fields(
            {"outcomes": [ending.as_json() for ending in self.endings]},
            holds_in=self.holds_in if claimed else None,
            unknown={"cards": list(self.show), "calls": list(self.remember)},
            found=dict(self.found) or None,
            exhaustive=self.exhaustive,
            decides={
                "show": [item for item in self.deciding if item in self.show],
                "remember": [item for item in self.deciding if item in self.remember],
            },
        )


MOST_WORK = 150_000
"""The deals laid out at most for one match, over all its hands, lances and claims."""
FEWEST = 64
"""With room for fewer deals, a question is not looked into at all."""
ASKING, SETTLING, FILLING = 500, 8, 12
"""The work of a question, a settlement, and a call tried in a gap, in deals laid out."""
MOST_FILLED = 2_000
"""The ways of filling the gaps of a hand that are tried at most."""


class SearchBudget:
    """What may still be tried for a match: one bound for all of it.

    It counts, and does not time: the same record gets the same answer on every machine.
    """

    def __init__(self) -> None:
        self.left = MOST_WORK

    def done(self, number: int) -> None:
        """Count work that was done."""
        self.left -= number

    @property
    def over(self) -> bool:
        """Whether too little is left to look into anything more."""
        return self.left < FEWEST


STAKED = frozenset(("envido", "subo"))


class Branch(NamedTuple):
    """A hand as it may have been played: what was supposed at each place, and the hand."""

    supposed: tuple[tuple[str, str], ...]
    played: Played


class Branches(NamedTuple):
    """Every way to fill the gaps of a hand; `exhaustive` says that none was left untried.

    Where no way fits, `refused` is why the one that leads furthest does not. `over` are the ways in
    which the game was won by then, though the record plays on.
    """

    branches: tuple[Branch, ...]
    exhaustive: bool
    refused: Failure | None = None
    over: tuple[Branch, ...] = ()


def branches_of(played: Played, work: SearchBudget) -> Branches:
    """Fill the forgotten calls of a hand in every legal way the rest of the record allows."""
    if not played.forgotten:
        return Branches((Branch((), played),), True)
    found = _filled(played, work, checks=True)
    # Checks of other rules, or of another engine, would tell against every call.
    return found if found.branches else _filled(played, work, checks=False)


def _filled(played: Played, work: SearchBudget, *, checks: bool) -> Branches:
    """The ways to fill the gaps that the record does not refuse, and whether all were tried."""
    found: list[Branch] = []
    refused: tuple[int, Failure] | None = None
    over: list[Branch] = []
    waiting: list[tuple[tuple[tuple[str, str], ...], Played]] = [((), played)]
    tried = 0
    while waiting:
        supposed, hand = waiting.pop()
        place = next(gap.place for gap in hand.missing if gap.what == "call")
        for call in _candidates(hand, place):
            if tried == MOST_FILLED or work.over:
                return Branches(tuple(found), False, None, tuple(over))
            tried += 1
            work.done(FILLING)
            after = play_hand(
                played.start, _with_call(hand.hand, place, call), played.number, checks=checks
            )
            told = (*supposed, (place, call))
            if after.failure is not None:
                if refused is None or len(after.steps) > refused[0]:
                    refused = len(after.steps), after.failure
                if after.decided:
                    over.append(Branch(told, after))
                continue
            if after.forgotten:
                waiting.append((told, after))
            else:
                found.append(Branch(told, after))
    return Branches(tuple(found), True, refused[1] if refused is not None else None, tuple(over))


def _candidates(played: Played, place: str) -> Iterator[str]:
    """What the seat may have said at a place, as records write it."""
    at = played.places.index(read_place(place))
    lance = played.places[at].round
    position: Position | None = played.last or played.start
    if position is not None and position.lance != lance:
        position = games.skip_to(position, lance)
    if position is None or position.speaker in ("", DECK):
        return
    seat = games.read_call(played.hand.calls[at], position.variant).seat
    for option in games.options(position):
        if option.seat == seat:
            yield from map(write_call, _spelled(option, position))


def _spelled(option: Option, position: Position) -> Iterator[Call]:
    """An option with every stake, or every number of cards."""
    if option.verb in STAKED:
        most = option.most
        if "target" in traits(position.variant.game):
            # A stake of the whole game is worth the game, however high it was.
            most = min(most, option.least + position.variant.number("score.target"))
        for stake in range(option.least, most + 1):
            yield Call(option.seat, option.verb, stake)
    elif option.verb == "descarto":
        for number in range(max(option.least, 1), option.most + 1):
            yield Call(option.seat, option.verb, cards=(HIDDEN,) * number)
    else:
        yield Call(option.seat, option.verb)


def _with_call(hand: RecordedHand, place: str, call: str) -> RecordedHand:
    """The hand with a call in place of the one nobody remembers."""
    wanted = read_place(place)
    assert wanted is not None
    rounds = list(hand.rounds)
    named = [at for at, round_ in enumerate(rounds) if round_.lance == wanted.round]
    at, gap = named[wanted.ordinal - 1], wanted.call - 1
    calls = rounds[at].calls
    rounds[at] = rounds[at]._replace(calls=(*calls[:gap], call, *calls[gap + 1 :]))
    return hand._replace(rounds=tuple(rounds))


def lances_of(branches: Branches) -> tuple[str, ...]:
    """The lances that were played to their end in any of the ways."""
    ends = [branch.played.end for branch in branches.branches]
    closed = {lance for end in ends for lance in end.state.over}
    order = games.game_of(ends[0].variant.game).rules.phases.names if ends else ()
    return tuple([lance for lance in order if lance in closed])


MOST_DEALS = 150_000
"""The kinds of deals up to which all are tried."""
MOST_TRIED = 20_000
"""The kinds of deals tried where not all are."""
MOST_UNCOUNTED = 900
"""The same where they need not be counted."""
SHARE = 6
"""Deals that cannot all be tried get one part in this number of the work that is left."""


class Deals:
    """Every deal that fits a hand that was played back; what was worked out once is kept."""

    def __init__(self, work: SearchBudget) -> None:
        self._told: dict[Hashable, PossibleDeals] = {}
        self._kept: list[Played] = []
        self._work = work

    def of(self, played: Played, lance: str, *, count: bool = True) -> PossibleDeals:
        """Settle a hand in every way its unseen cards allow.

        `lance` limits the question to one lance; without it the whole hand is asked for.
        Without `count` the deals need not be counted, and fewer are tried. So are where little
        is left of the work a match is worth.
        """
        known: Hashable = (id(played), lance, count)
        if known not in self._told:
            self._kept.append(played)  # so that no other hand takes its place in memory
            self._told[known] = self._worlds(played, lance, count=count)
        return self._told[known]

    def _worlds(self, played: Played, lance: str, *, count: bool) -> PossibleDeals:
        position = before_the_showdown(played)
        game = games.game_of(position.variant.game)
        alone = False
        if lance:
            position, alone = game.gaps.payment_key(position, lance)
        settled, waiting = games.settle(position)
        needed = {seat for open_ in _needed(waiting, lance) for seat in open_.parties}
        unseen = [seat for seat in position.order if position.hand_of(seat) is None]
        seats = tuple([seat for seat in unseen if seat in needed])
        if not seats:
            return PossibleDeals((), (PossibleDeal((), 1, settled),), whole=True, counted=False)
        bound = game.gaps.verbs_bound_to_hand
        words = tuple([str(step.call) for step in played.steps if step.call.verb in bound])
        # A lance that stands alone ends alike, however another one was bet.
        known: Hashable = None
        if alone:
            closed = position.state.closed
            known = (position.table.hand, closed, position.deal, words, lance, count)
        if not alone or known not in self._told:
            all_of, some_of = MOST_UNCOUNTED, MOST_UNCOUNTED
            if count:
                all_of, some_of = MOST_DEALS, MOST_TRIED
            left = max(self._work.left, FEWEST)
            most = (min(all_of, left), min(some_of, max(left // SHARE, FEWEST)))
            found = game.gaps.possible_deals(position, played.steps, seats, lance, most)
            settlements = {id(world.end) for world in found.worlds}
            ends = len(settlements) + len(found.beyond or ())
            self._work.done(ASKING + len(found.worlds) + SETTLING * ends)
            if not alone:
                return found
            self._told[known] = found
        return self._told[known]


def _needed(waiting: Sequence[OpenPayment], lance: str) -> Sequence[OpenPayment]:
    """The payments a question waits for: those of the lance, and all that come before them."""
    if not lance:
        return waiting
    places = [place for place, open_ in enumerate(waiting) if open_.lance == lance]
    return waiting[: places[-1] + 1] if places else ()


def before_the_showdown(played: Played) -> Position:
    """The position when all was said, and before any card was shown."""
    end, start = played.end, played.start
    if not played.open:
        return end
    taken = tuple([e for e in end.ledger if e.when == "at_once" and e.item != "ordago"])
    empty = end._replace(stones=start.stones, pots=start.pots, out=start.out, ledger=())
    stones, pots, out = balance(empty, taken)
    return end.quiet()._replace(lance="showdown", stones=stones, pots=pots, out=out, ledger=taken)
