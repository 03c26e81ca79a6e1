"""Drills on a moment of the betting: whether a call is legal, and within which bounds.

What a level adds: at 1 nobody has bet yet, at 2 somebody has, at 3 somebody has raised; 4 and 5
are anywhere, after more calls and with higher stakes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from mustutor import games
from mustutor.base.language import Language, mark
from mustutor.base.register import traits
from mustutor.games import drill, question
from mustutor.games.drill import (
    DrillPrompt,
    SeededChance,
    SkillQuestion,
    WrongRule,
    WrongRules,
)
from mustutor.games.mus_family import drill_hands
from mustutor.games.mus_family.betting import Auction
from mustutor.games.mus_family.hands import LANCES
from mustutor.games.player import PlayedSteps
from mustutor.games.question import NO, YES, Finding, Scene, words_said
from mustutor.model.calls import Call, write_call
from mustutor.model.position import NO_MAXIMUM, Option, Position, Step
from mustutor.model.variant import Variant

wrong_rule = WrongRules("mus_and_encaje")

STAKED, UNSTAKED = (2, 3, 4, 5), (1, 4, 5)
"""The levels at which there is a stake on the table, and at which there may be none."""


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
    """An answer by a rule on some verbs; nothing where it does not apply."""

    def answer(moment: BettingMoment) -> str:
        if moment.asked != "legal" or moment.call.verb not in verbs:
            return ""
        verdict = judged(moment)
        return "" if verdict is None else YES if verdict else NO

    return answer


def _staking(
    fits: Callable[[BettingMoment, Option], bool], *verbs: str
) -> Callable[[BettingMoment], str]:
    """An answer by other bounds of a stake, where its verb may be said at all."""

    def judged(moment: BettingMoment) -> bool | None:
        options = [o for o in games.options(moment.position) if o.verb == moment.call.verb]
        return fits(moment, options[0]) if options else None

    return _judging(judged, *verbs)


def _one_more(moment: BettingMoment, option: Option) -> bool:
    return moment.auction.stake < moment.call.stones <= option.most


def _passed_is_out(moment: BettingMoment) -> bool | None:
    seat, lance = moment.position.speaker, moment.position.lance
    passed = any(
        step.call.seat == seat and step.call.verb == "paso" and step.before.lance == lance
        for step in moment.steps
    )
    return False if passed else None


def _must_afford(moment: BettingMoment) -> bool | None:
    """Seeing is for those alone who have the whole stake."""
    stake = moment.auction.stake
    return moment.position.stones_of(moment.position.speaker) >= stake if stake else None


def _bound(
    asked: str, value: Callable[[BettingMoment], int], *verbs: str
) -> Callable[[BettingMoment], str]:
    """An answer with another least or most stake of some verbs."""

    def answer(moment: BettingMoment) -> str:
        fits = moment.asked == asked and moment.call.verb in verbs and value(moment) > 0
        return str(value(moment)) if fits else ""

    return answer


def with_own_stones(variant: Variant) -> bool:
    """Whether everybody bets the stones that lie in front of him."""
    return "own_stones" in traits(variant.game)


def _with_ordago(variant: Variant) -> bool:
    return not with_own_stones(variant) and variant.flag("ordago.enabled")


def _adds_two(variant: Variant) -> bool:
    return variant.number("bet.min_raise") == 2


def _opens_with_two(variant: Variant) -> bool:
    return variant.number("bet.min_open") == 2


LEGAL = (
    wrong_rule("raise_by_one", _staking(_one_more, "subo"), _adds_two, levels=STAKED, only=(NO,)),
    wrong_rule(
        "raise_must_double",
        _staking(lambda m, option: 2 * m.auction.stake <= m.call.stones <= option.most, "subo"),
        _adds_two,
        levels=STAKED,
        only=(YES,),
    ),
    wrong_rule(
        "opening_of_one",
        _staking(_one_more, "envido"),
        _opens_with_two,
        levels=UNSTAKED,
        only=(NO,),
    ),
    wrong_rule(
        "pass_on_a_bet",
        _judging(lambda moment: True if moment.auction.stake else None, "paso"),
        with_own_stones,  # in Mus who passes on a bet refuses it
        levels=STAKED,
        only=(NO,),
    ),
    wrong_rule(
        "passed_is_out",
        _judging(_passed_is_out, "subo", "quiero", "no quiero", "ordago"),
        levels=STAKED,
        only=(YES,),
    ),
    wrong_rule(
        "ordago_only_as_an_answer",
        _judging(lambda moment: bool(moment.auction.stake), "ordago"),
        _with_ordago,
        levels=UNSTAKED,
        only=(YES,),
    ),
    wrong_rule(
        "beyond_own_stones",
        _staking(lambda moment, option: moment.call.stones >= option.least, "envido", "subo"),
        with_own_stones,
        only=(NO,),
    ),
    wrong_rule(
        "seeing_needs_the_stake",
        _judging(_must_afford, "quiero"),
        with_own_stones,
        levels=STAKED,
        only=(YES,),
    ),
    wrong_rule(
        "ordago_everywhere", _judging(lambda _: True, "ordago"), with_own_stones, only=(NO,)
    ),
)
BOUNDS = (
    wrong_rule(
        "raise_by_one",
        _bound("least", lambda moment: moment.auction.stake + 1, "subo"),
        _adds_two,
        levels=STAKED,
    ),
    wrong_rule(
        "raise_must_double",
        _bound("least", lambda moment: 2 * moment.auction.stake, "subo"),
        _adds_two,
        levels=STAKED,
    ),
    wrong_rule(
        "raise_told_by_itself",
        _bound("least", lambda moment: moment.position.variant.number("bet.min_raise"), "subo"),
        levels=STAKED,
    ),
    wrong_rule(
        "opening_of_one", _bound("least", lambda _: 1, "envido"), _opens_with_two, levels=UNSTAKED
    ),
    wrong_rule(
        "most_of_the_richest",
        _bound("most", lambda m: max(m.position.in_front().values()), "envido", "subo"),
        with_own_stones,
    ),
    wrong_rule(
        "stake_on_top_of_the_most",
        _bound("most", lambda m: m.auction.stake + m.position.stones_of(m.call.seat), "subo"),
        with_own_stones,
        levels=STAKED,
    ),
)


# --- the drills ---------------------------------------------------------------------------

STAKED_FROM = {1: 0, 2: 1, 3: 2}
"""How many bets and raises there must be before the moment; at the other levels any number."""
LOW_STACK, HIGH_STACK = 1, 14


def find(moment: BettingMoment) -> Finding:
    """What the engine answers, with its reasons."""
    if moment.asked == "legal":
        return question.legal(moment.position, moment.call)
    return question.bound(moment.position, moment.call.verb, least=moment.asked == "least")


# --- drawing -----------------------------------------------------------------------------


def _reached(
    variant: Variant, level: int, chance: SeededChance
) -> tuple[Position, tuple[Step, ...]] | None:
    """Play a hand up to a moment of its betting."""
    players, stones = 0, None
    if with_own_stones(variant):
        players = chance.between(3, 5)
        stones = {seat: chance.between(LOW_STACK, HIGH_STACK) for seat in "ABCDE"[:players]}
    start = drill_hands.seated(variant, chance, players=players, stones=stones)
    kinds = ("bet seen", "bet refused", "raise seen", "raise refused")
    told = dict.fromkeys(LANCES, kinds)
    plans = drill_hands.plan_lances(chance, told, high=2 + level)
    lance = chance.one_of(("grande", "chica", "pares", "juego"))
    staked = STAKED_FROM[level] if level in STAKED_FROM else chance.below(3)
    after = chance.below(2 if level < 4 else 4)
    heard = 0

    def until(position: Position) -> bool:
        nonlocal heard
        auction = position.state.auction
        if position.lance != lance or auction is None:
            return False
        raised = bool(auction.stake) + bool(auction.previous)
        heard += raised == staked
        return raised == staked and heard > after

    earlier = drill_hands.Plan()
    played = drill_hands.play(
        start, chance, lambda name: plans(name) if name == lance else earlier, until=until
    )
    if played is None or played.end.state.auction is None or played.end.lance != lance:
        return None
    return played.end, tuple(played.steps)


def draw_legal(variant: Variant, level: int, chance: SeededChance) -> BettingMoment | None:
    """Draw a moment, and a call that is legal there or nearly so."""
    reached = _reached(variant, level, chance)
    call = reached and _near_call(reached[0], chance)
    return BettingMoment(*reached, "legal", call) if reached and call else None


def seek_legal(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> BettingMoment | None:
    """Draw a moment, and among the calls near its bounds one a wrong rule judges otherwise."""
    reached = _reached(variant, level, chance)
    if reached is None:
        return None
    position, seat = reached[0], reached[0].speaker
    calls = [Call(seat, verb) for verb in ("paso", "quiero", "no quiero", "ordago")]
    calls += [Call(seat, _raising(position), stones) for stones in _near_stakes(position)]
    drawn = chance.some_of(calls, len(calls))
    moments = (BettingMoment(*reached, "legal", call) for call in drawn)
    return drill.first_told_apart(moments, target, find)


def _near_call(position: Position, chance: SeededChance) -> Call | None:
    """A call by the speaker: one within the bounds, or one just beyond them."""
    seat = position.speaker
    verbs = ["paso", "quiero", "no quiero", "envido", "subo", "subo", "envido"]
    verbs += ["ordago"] if not with_own_stones(position.variant) or chance.happens(0.3) else []
    verb = chance.one_of(verbs)
    if verb not in ("envido", "subo"):
        return Call(seat, verb)
    if verb != _raising(position):
        return None
    return Call(seat, verb, chance.one_of(_near_stakes(position)))


def _raising(position: Position) -> str:
    """What more is called: a raise where there is a bet."""
    auction = position.state.auction
    assert auction is not None
    return "subo" if auction.stake else "envido"


def _near_stakes(position: Position) -> list[int]:
    """Stakes within the bounds and just beyond them."""
    auction = position.state.auction
    assert auction is not None
    least = auction.stake + position.variant.number(
        "bet.min_raise" if auction.stake else "bet.min_open"
    )
    near = [least - 1, least, least + 1, 2 * auction.stake, 2 * auction.stake - 1]
    if with_own_stones(position.variant):
        own = position.stones_of(position.speaker)
        near += [own, own + 1, own + 2]
    return [number for number in near if number > auction.stake]


def draw_bound(variant: Variant, level: int, chance: SeededChance) -> BettingMoment | None:
    """Draw a moment at which a bet or a raise has a least, and perhaps a most."""
    reached = _reached(variant, level, chance)
    options = games.options(reached[0]) if reached else ()
    option = next((option for option in options if option.verb in ("envido", "subo")), None)
    if reached is None or option is None:
        return None
    bounds = ["least"] if option.most >= NO_MAXIMUM else ["least", "most"]
    return BettingMoment(*reached, chance.one_of(bounds), Call(option.seat, option.verb))


def under(moment: BettingMoment, variant: Variant) -> BettingMoment | None:
    """The same moment under another rulebook, if the same calls lead to one there."""
    start = drill_hands.started(moment.steps[0].before, variant)
    steps = drill_hands.replay_steps(start, moment.steps) if start else None
    if not steps or steps[-1].after.state.auction is None:
        return None
    return moment._replace(position=steps[-1].after, steps=tuple(steps))


# --- asking ------------------------------------------------------------------------------

PROMPTS = {
    ("legal", ""): mark("May {seat} say “{said}” here?"),
    ("least", "envido"): mark("{seat} wants to bet. What is the least {seat} may bet?"),
    ("most", "envido"): mark("{seat} wants to bet. What is the most {seat} may bet?"),
    ("least", "subo"): mark("{seat} wants to raise. To how many stones at least?"),
    ("most", "subo"): mark("{seat} wants to raise. To how many stones at most?"),
}
NO_BET = mark("Nobody has bet in this lance yet.")
STAKED_ALL = mark("There is an órdago on the table.")
STAKED_SOME = mark("The stake on the table is {stake}, by {bettor}.")


def pose(moment: BettingMoment, language: Language) -> DrillPrompt:
    """Ask whether the call is legal, or what the least or the most stake is."""
    position, auction, variant = moment.position, moment.auction, moment.position.variant
    legal = moment.asked == "legal"
    hand = PlayedSteps(moment.steps[0].before, moment.steps, position)
    scene = Scene(
        "",
        page=drill_hands.course(hand, language, lances=(position.lance,)),
        position=position,
        words=words_said(position, moment.steps, language),
    )
    look = NO_BET if not auction.stake else STAKED_ALL if auction.ordago else STAKED_SOME
    hints = drill.hints(f"bets.{'own_stones' if with_own_stones(variant) else 'target'}")
    prompt = PROMPTS[moment.asked, "" if legal else moment.call.verb]
    return SkillQuestion("choose" if legal else "number", prompt, (look, *hints)).pose(
        language,
        scene,
        drill.yes_no_choices(language) if legal else (),
        seat=position.speaker,
        said=write_call(moment.call).partition(" ")[2],
        stake=auction.stake,
        bettor=auction.bettor,
        least=variant.number("bet.min_open"),
        more=variant.number("bet.min_raise"),
        stones=position.stones_of(position.speaker),
    )


RULES = ("MUS-BET-2", "MUS-BET-7", "MUS-BET-9", "MUS-BET-11", "ENC-BET-1", "ENC-BET-6")
_skill = partial(drill.skill, find=find, pose=pose, traits=("lances",), under=under)
MOMENT_SKILLS = (
    _skill(
        "bets.legal",
        LEGAL,
        draw_legal,
        answers=lambda _: (YES, NO),
        seek=seek_legal,
        edition=3,
    ),
    _skill(
        "bets.bounds",
        BOUNDS,
        draw_bound,
        edition=2,
    ),
)
