"""How usual players bet, when the coach plays on; and what scores are worth.

A `BettingModel` gives a mix: the possible calls with their shares. It depends only on public facts
and on the strength of the own hand in the lance.

`Worth` values scores: by the chance to win the game from them (or not to lose it), in units of what
one stone changes that chance by at the score the hand began with. Values are whole thousandths of
a stone, so that the parts of a result add up to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol

from mustutor import games
from mustutor.base.register import traits
from mustutor.games.mus_family.bot_lances import strengths
from mustutor.games.mus_family.bot_tables import ACTIONS, TrainedTables, tables_for, win_chance_at
from mustutor.games.mus_family.bot_trained import TablePlayer, call_of
from mustutor.games.mus_family.hands import DECLARED, ranking_under
from mustutor.model.calls import Call
from mustutor.model.position import Hand, Option, Position
from mustutor.model.variant import Variant

WHOLE = 1_000_000
"""A game won for certain: chances are counted in millionths."""
UNIT = 1_000
"""A stone."""
LEAST_STONE = 1_000
"""A stone is never counted as less than a thousandth of the game."""
SPAN = 2
"""The worth of a stone is measured between scores this far above and below."""
NEAR = 15
"""Stones a hand may well bring: closer to the end than this, whole hands are played out."""


class Worth:
    """The worth of scores to each side, in thousandths of a stone of one hand's start.

    `stones` is what a stone is worth to each side, in millionths; `won` the worth of the game to
    each side, by the side that has won it; `near` says that the game may
    end in this hand by a count to the target.
    """

    def __init__(self, start: Position) -> None:
        table, self.variant = start.table, start.variant
        self.sides = table.sides
        self.fewer = "own_stones" in traits(self.variant.game)
        place = table.seats.index(start.mano)
        self._mano, self._next = start.mano, table.seats[(place + 1) % len(table.seats)]
        self._start = start.stones
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.stones = tuple([self._stone(side) for side in range(len(self.sides))])
        every = range(len(self.sides))
        self.won = [self._in_stones([WHOLE * (one == side) for one in every]) for side in every]
        self.target = 0 if self.fewer else self.variant.number("score.target")
        self.near = not self.fewer and max(start.stones) + NEAR >= self.target

    @property
    def before(self) -> tuple[int, ...]:
        """The worth to each side of the score the hand began with."""
        return self._in_stones(self._chances(self._start, self._mano))

    def of(self, position: Position) -> tuple[int, ...]:
        """The worth of a position to each side, with its closed lances settled."""
        decided = position.winner or position.loser
        if decided:
            lost, won = (WHOLE, 0) if position.loser else (0, WHOLE)
            return self._in_stones([won if side == decided else lost for side in self.sides])
        return self.at(position.stones)

    def at(self, stones: tuple[int, ...]) -> tuple[int, ...]:
        """The worth of a score after the hand to each side."""
        found = self._known.get(stones)
        if found is None:
            if self.fewer:
                chances = self._chances(tuple([max(held, 0) for held in stones]), self._next)
            elif max(stones) >= self.target:
                return self.won[stones.index(max(stones))]
            else:
                chances = self._chances(stones, self._next)
            found = self._known[stones] = self._in_stones(chances)
        return found

    def _chances(self, stones: tuple[int, ...], mano: str) -> list[int]:
        """The chance of each side, in millionths, to win from these stones, or not to lose."""
        held = dict(zip(self.sides, stones, strict=True))
        chances = [
            round(win_chance_at(self.variant, held, side, mano) * WHOLE) for side in self.sides
        ]
        return [chances[0], WHOLE - chances[0]] if len(chances) == 2 else chances

    def _stone(self, side: int) -> int:
        """The chance one stone is worth to a side; with two sides, the same for both."""
        if len(self.sides) == 2:
            side = 0
        more, less = list(self._start), list(self._start)
        more[side] += SPAN
        if len(self.sides) == 2:
            less[1] += SPAN
        else:
            less[side] = max(less[side] - SPAN, 0)
        chances = [self._chances(tuple(stones), self._mano)[side] for stones in (more, less)]
        steps = sum(more) - sum(less) if len(self.sides) != 2 else 2 * SPAN
        return max(abs(chances[0] - chances[1]) // max(steps, 1), LEAST_STONE)

    def _in_stones(self, chances: list[int]) -> tuple[int, ...]:
        if len(chances) == 2:
            first = chances[0] * UNIT // self.stones[0]
            return (first, WHOLE * UNIT // self.stones[0] - first)
        return tuple([one * UNIT // stone for one, stone in zip(chances, self.stones, strict=True)])


STEPS = 20
"""The number of strength classes of hands: 0 is the weakest twentieth."""
HIGH_BET, HIGH_RAISE = 5, 5
MOST_STAKE = 20
"""Nobody bets more than this in play that is tried out; an órdago, perhaps."""
NOTHING_THERE = (1.0,) + (0.0,) * (ACTIONS - 1)
"""The frequencies of the actions for a hand that does not count: always pass."""
PLAYERS = (0.6, 0.3, 0.1)
"""Who the others may be, each with a share: the strongest player there is, one at a club, and one
who bluffs. What a call says of a hand, and how the others answer, depends on it."""
VALUE = 2
"""An average value of pares and juego to their winner, in stones."""


Mix = tuple[tuple[Call, float], ...]
"""Calls with their shares of the whole."""


def frequency_of(verb: str, mix: Mix) -> float:
    """The share of calls with this verb.

    >>> frequency_of("paso", weighted_mix([(Call("A", "paso"), 3), (Call("A", "ordago"), 1)]))
    0.75
    """
    return sum([share for call, share in mix if call.verb == verb])


class BettingModel(Protocol):
    """A model of somebody's betting, as the coach needs it."""

    name: str

    def step(self, lance: str, hand: Hand) -> int:
        """The strength class of a hand in a lance: hands of one class are played alike."""
        ...

    def mix(self, position: Position, hand: Hand) -> Mix:
        """The mix of calls the current speaker makes with this hand."""
        ...

    def plays_alike(self, position: Position) -> bool:
        """Whether its mix does not depend on the score from this position on."""
        ...


def weighted_mix(weights: Iterable[tuple[Call, float]]) -> Mix:
    """A mix of calls by weight; calls without weight are left out."""
    kept: dict[Call, float] = {}
    for call, weight in weights:
        if weight > 0:
            kept[call] = kept.get(call, 0) + weight
    whole = sum(kept.values())
    return tuple([(call, weight / whole) for call, weight in kept.items()])


def betting_model(variant: Variant, seats: int) -> BettingModel:
    """The betting model the coach plays on with, for a rulebook and a number of seats.

    >>> from mustutor.model.variant import load_variant
    >>> (
    ...     betting_model(load_variant("fournier"), 4).name,
    ...     betting_model(load_variant("encaje"), 5).name,
    ... )
    ('master', 'club')
    """
    tables = tables_for(variant, seats)
    return DefaultModel(variant) if tables is None else ByTables(variant, tables)


class ByTables:
    """Bets by the trained tables: the strongest model there is."""

    name = "master"

    def __init__(self, variant: Variant, tables: TrainedTables) -> None:
        self._ranking, self._tables = ranking_under(variant), tables
        self._player = TablePlayer(Random(0))

    def step(self, lance: str, hand: Hand) -> int:
        """The bucket of a hand in a lance; -1 if it has nothing there."""
        place = self._ranking.place(lance, hand)
        return self._tables.bucket(lance, place) if place else -1

    def mix(self, position: Position, hand: Hand) -> Mix:
        """The mix of calls the current speaker makes with this hand."""
        seat, table, deal = position.speaker, position.table, position.deal
        may = {option.verb: option for option in games.options(position)}
        hands = tuple([hand if one == seat else None for one in table.seats])
        known = position.with_deal(deal.with_known_hands(hands, kept=deal.kept))
        try:
            row = self._player.row(known, seat)
        except LookupError:  # at some tables one without the lance may speak
            row = NOTHING_THERE
        auction = position.state.auction
        return weighted_mix(
            [(call_of(seat, action, auction, may), share) for action, share in enumerate(row)]
        )

    def plays_alike(self, position: Position) -> bool:
        """Whether every side still needs more stones than the tables tell apart."""
        needs = position.variant.number("score.target") - max(position.stones)
        return bool(needs > self._tables.needs[-2])


class DefaultModel:
    """Bets strong hands, bluffs at times, and answers by the price of refusing."""

    name = "club"

    def __init__(self, variant: Variant) -> None:
        self._ranking = ranking_under(variant)
        self._steps = {
            lance: {place: min(int(share * STEPS), STEPS - 1) for place, share in of_lance.items()}
            for lance, of_lance in strengths(variant).items()
        }

    def step(self, lance: str, hand: Hand) -> int:
        """The strength of a hand in a lance, from 0 to the last class."""
        return self._steps[lance][self._ranking.place(lance, hand)]

    def mix(self, position: Position, hand: Hand) -> Mix:
        """The mix of calls the current speaker makes with this hand."""
        strong = self.step(position.lance, hand)
        may = {option.verb: option for option in games.options(position)}
        auction = position.state.auction
        if "own_stones" in traits(position.variant.game):
            return _single_player(may, strong, raised=auction is not None and auction.previous > 0)
        chance = _chance(position, strong)
        if auction is None or not auction.stake:
            return _opening(may, chance)
        return _answer(position, may, chance)

    def plays_alike(self, position: Position) -> bool:
        """Whether stakes are not bounded by the stones in front."""
        return "own_stones" not in traits(position.variant.game)


def _chance(position: Position, strong: int) -> float:
    """An estimate of how often the speaker's side holds the best hand of the lance."""
    table, seat, auction = position.table, position.speaker, position.state.auction
    own = table.side_of(seat)
    speakers = position.state.holders or (auction.speakers if auction is not None else ())
    others = [other for other in speakers if other != seat]
    friends = sum([table.side_of(other) == own for other in others])
    beats = (strong + 0.5) / STEPS
    chance = 1.0
    for _ in range(len(others) - friends):
        chance *= beats
    return chance + (1 - chance) * 0.35 if friends else chance


def _opening(may: dict[str, Option], chance: float) -> Mix:
    if chance > 0.85:
        pass_, low, high, all_in = 340, 310, 310, 40
    elif chance > 0.7:
        pass_, low, high, all_in = 400, 430, 168, 2
    elif chance > 0.55:
        pass_, low, high, all_in = 650, 310, 40, 0
    else:
        pass_, low, high, all_in = 930, 60, 10, 0
    bets = stakes(may.get("envido"), HIGH_BET)
    weights = [(_call(may, "paso"), pass_), (_call(may, "ordago"), all_in)]
    weights += zip(bets, (low, high), strict=False)
    return weighted_mix([(call, weight) for call, weight in weights if call is not None])


def _answer(position: Position, may: dict[str, Option], chance: float) -> Mix:
    """See if that loses less than refusing; the hand of a bettor is rated above average."""
    auction = position.state.auction
    stake, refusal = auction.stake, max(auction.previous, 1)
    chance *= 0.85
    if auction.ordago:
        sees = 900 if chance > 0.75 else 400 if chance > 0.65 else 20
        raises = all_in = 0
    else:
        value = VALUE if position.lance in DECLARED else 0
        worth = (stake - refusal) / (2 * (stake + value))
        sees = 800 if chance > worth + 0.1 else 500 if chance > worth else 80
        raises = 180 if chance > 0.65 and stake < MOST_STAKE // 2 else 10
        all_in = 12 if chance > 0.75 else 1
    again = stakes(may.get("subo"), auction.stake + HIGH_RAISE)
    weights = [
        (_call(may, "no quiero"), max(1000 - sees - raises - all_in, 0)),
        (_call(may, "quiero"), sees),
        (_call(may, "ordago"), all_in),
        *zip(again, (raises,), strict=False),
    ]
    return weighted_mix([(call, weight) for call, weight in weights if call is not None])


class Bluffer:
    """Says anything with any hand, but seldom all."""

    name = "bluffer"

    def step(self, _lance: str, _hand: Hand) -> int:
        """All hands are alike."""
        return 0

    def mix(self, position: Position, _hand: Hand) -> Mix:
        """The mix of calls the current speaker makes."""
        may = {option.verb: option for option in games.options(position)}
        auction = position.state.auction
        sees = 200 if auction is not None and auction.ordago else 460
        weights = [
            (_call(may, "paso"), 600),
            (_call(may, "no quiero"), 920 - sees),
            (_call(may, "quiero"), sees),
            (_call(may, "ordago"), 5),
            *zip(stakes(may.get("envido"), HIGH_BET), (250, 145), strict=False),
            *zip(stakes(may.get("subo"), 0), (75,), strict=False),
        ]
        return weighted_mix([(call, weight) for call, weight in weights if call is not None])

    def plays_alike(self, _position: Position) -> bool:
        """It never looks at the score."""
        return True


def _single_player(may: dict[str, Option], strong: int, *, raised: bool) -> Mix:
    """The mix at tables where the worst hand that saw pays: see unless the hand may be it."""
    share = (strong + 0.5) / STEPS
    if "paso" in may:
        bets = 700 if share > 0.75 else 200 if share > 0.6 else 20
        weights = [(_call(may, "paso"), 1000 - bets)]
        weights += zip(stakes(may.get("envido"), 0)[:1], (bets,), strict=False)
    else:
        sees = 950 if share > 0.75 else 500 if share > 0.55 else 40
        raises = 250 if share > 0.92 and not raised else 0
        weights = [(_call(may, "no quiero"), 1000 - sees), (_call(may, "quiero"), sees)]
        weights += zip(stakes(may.get("subo"), 0)[:1], (raises,), strict=False)
    return weighted_mix([(call, weight) for call, weight in weights if call is not None])


def _call(may: dict[str, Option], verb: str) -> Call | None:
    return Call(may[verb].seat, verb) if verb in may else None


def stakes(option: Option | None, high: int) -> Sequence[Call]:
    """The stakes to try: the lowest legal one, and a high one.

    >>> [str(call) for call in stakes(Option("A1", "envido", 2, 40), 5)]
    ['A1 envido 2', 'A1 envido 5']
    """
    if option is None or option.most < option.least:
        return ()
    sizes = [option.least]
    if option.least < high <= option.most:
        sizes.append(high)
    return [Call(option.seat, option.verb, size) for size in sizes]
