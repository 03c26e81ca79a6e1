"""Wrong rules about the betting: what they would allow at the same moment."""

from __future__ import annotations

from collections.abc import Callable

from mustutor import games
from mustutor.calls import Call
from mustutor.games.mus_family.state import Auction
from mustutor.language import mark
from mustutor.position import Option, Position, Step
from mustutor.register import traits
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills.drill import WrongRule
from mustutor.tutor.findings import NO, YES
from mustutor.variant import Variant


class BettingMoment(NamedTuple):
    """A moment of the betting, how it came to it, and what is asked: a call, or a bound.

    `asked` is ``legal``, ``least`` or ``most``; `call` the call asked about, or the verb whose
    bound is asked for.
    """

    position: Position
    steps: tuple[Step, ...]
    asked: str
    call: Call

    @property
    def auction(self) -> Auction:
        """The betting so far."""
        auction: Auction | None = self.position.state.auction
        assert auction is not None
        return auction


def _judging(
    judged: Callable[[BettingMoment], bool | None], *verbs: str
) -> Callable[[BettingMoment], str]:
    """Who judges some verbs by a rule of his own; nothing where the rule has no say."""

    def answer(moment: BettingMoment) -> str:
        if moment.asked != "legal" or moment.call.verb not in verbs:
            return ""
        verdict = judged(moment)
        return "" if verdict is None else YES if verdict else NO

    return answer


def _option(moment: BettingMoment) -> Option | None:
    verb = moment.call.verb
    return next((o for o in games.options(moment.position) if o.verb == verb), None)


def _within(moment: BettingMoment, least: int, most: int) -> bool | None:
    """Whether the call is within bounds; the rules must let its verb be said at all."""
    return None if _option(moment) is None else least <= moment.call.stones <= most


def _one_more(moment: BettingMoment) -> bool | None:
    option = _option(moment)
    return None if option is None else _within(moment, moment.auction.stake + 1, option.most)


def _doubled(moment: BettingMoment) -> bool | None:
    option = _option(moment)
    return None if option is None else _within(moment, 2 * moment.auction.stake, option.most)


def _no_limit(moment: BettingMoment) -> bool | None:
    option = _option(moment)
    return None if option is None else moment.call.stones >= option.least


def _passing(moment: BettingMoment) -> bool | None:
    return True if moment.auction.stake else None


def _passed_is_out(moment: BettingMoment) -> bool | None:
    seat, lance = moment.position.speaker, moment.position.lance
    passed = any(
        step.call.seat == seat and step.call.verb == "paso" and step.before.lance == lance
        for step in moment.steps
    )
    return False if passed else None


def _ordago_answers(moment: BettingMoment) -> bool | None:
    return bool(moment.auction.stake)


def _must_afford(moment: BettingMoment) -> bool | None:
    """Seeing is for those alone who have the whole stake."""
    position = moment.position
    if not moment.auction.stake:
        return None
    return position.stones_of(position.speaker) >= moment.auction.stake


def _bound(moment: BettingMoment, verb: str, asked: str, value: int) -> str:
    fits = moment.asked == asked and moment.call.verb == verb and value > 0
    return str(value) if fits else ""


def _richest(moment: BettingMoment) -> int:
    return max(moment.position.in_front().values())


def with_own_stones(variant: Variant) -> bool:
    """Whether everybody bets the stones that lie in front of him."""
    return "own_stones" in traits(variant.game)


def _with_ordago(variant: Variant) -> bool:
    return not with_own_stones(variant) and variant.flag("ordago.enabled")


def _adds_two(variant: Variant) -> bool:
    return variant.number("bet.min_raise") == 2


def _opens_with_two(variant: Variant) -> bool:
    return variant.number("bet.min_open") == 2


ONE_MORE = mark(
    "In your answer a raise by a single stone is enough. A raise adds at least two stones."
)
DOUBLE = mark("In your answer a raise must double the stake. Two stones more are enough.")
OPEN_ONE = mark("In your answer a bet of one stone is enough. The smallest bet is two stones.")
BEYOND = mark(
    "In your answer somebody stakes more than they have. Nobody bets or raises beyond their "
    "own stones."
)

LEGAL = (
    WrongRule("raise_by_one", ONE_MORE, _judging(_one_more, "subo"), _adds_two),
    WrongRule("raise_must_double", DOUBLE, _judging(_doubled, "subo"), _adds_two),
    WrongRule("opening_of_one", OPEN_ONE, _judging(_one_more, "envido"), _opens_with_two),
    WrongRule(
        "pass_on_a_bet",
        mark(
            "In your answer a bet is answered with paso. A player who is asked says no quiero, "
            "says quiero, or raises."
        ),
        _judging(_passing, "paso"),
        with_own_stones,  # in Mus who passes on a bet refuses it
    ),
    WrongRule(
        "passed_is_out",
        mark(
            "In your answer a player who passed is out of the lance. A pass before any bet "
            "leaves the door open."
        ),
        _judging(_passed_is_out, "subo", "quiero", "no quiero", "ordago"),
    ),
    WrongRule(
        "ordago_only_as_an_answer",
        mark("In your answer an órdago can only answer a bet. It may open the betting as well."),
        _judging(_ordago_answers, "ordago"),
        _with_ordago,
    ),
    WrongRule("beyond_own_stones", BEYOND, _judging(_no_limit, "envido", "subo"), with_own_stones),
    WrongRule(
        "seeing_needs_the_stake",
        mark(
            "In your answer a player needs the whole stake to accept. Somebody with even one "
            "stone may accept with what they have."
        ),
        _judging(_must_afford, "quiero"),
        with_own_stones,
    ),
    WrongRule(
        "ordago_everywhere",
        mark(
            "In your answer an órdago is called in Encaje. Encaje has none: nobody stakes the game."
        ),
        _judging(lambda _: True, "ordago"),
        with_own_stones,
    ),
)
BOUNDS = (
    WrongRule(
        "raise_by_one",
        ONE_MORE,
        lambda moment: _bound(moment, "subo", "least", moment.auction.stake + 1),
        _adds_two,
    ),
    WrongRule(
        "raise_must_double",
        DOUBLE,
        lambda moment: _bound(moment, "subo", "least", 2 * moment.auction.stake),
        _adds_two,
    ),
    WrongRule(
        "raise_told_by_itself",
        mark(
            "In your answer only what the raise adds is said. A stake is said whole: the old "
            "one and what is added."
        ),
        lambda moment: _bound(
            moment, "subo", "least", moment.position.variant.number("bet.min_raise")
        ),
    ),
    WrongRule(
        "opening_of_one",
        OPEN_ONE,
        lambda moment: _bound(moment, "envido", "least", 1),
        _opens_with_two,
    ),
    WrongRule(
        "most_of_the_richest",
        mark(
            "In your answer the stones of the richest player are the limit. The limit is what "
            "the speaker has in front."
        ),
        lambda moment: _bound(moment, moment.call.verb, "most", _richest(moment)),
        with_own_stones,
    ),
    WrongRule(
        "stake_on_top_of_the_most",
        mark(
            "In your answer the stake on the table is added to the player's own stones. A "
            "raise names the whole stake, which may not go beyond those stones."
        ),
        lambda moment: _bound(
            moment,
            "subo",
            "most",
            moment.auction.stake + moment.position.stones_of(moment.position.speaker),
        ),
        with_own_stones,
    ),
)
