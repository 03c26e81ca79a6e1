"""A moment of the betting: whether a call is legal there, and within which bounds.

What a level adds: at 1 nobody has bet yet, at 2 somebody has, at 3 somebody has raised; 4 and 5
are anywhere, after more calls and with higher stakes.
"""

from __future__ import annotations

from mustutor import games
from mustutor.calls import Call, write_call
from mustutor.language import Language, mark
from mustutor.position import NO_MAXIMUM, Position, Step
from mustutor.replay.playback import Played
from mustutor.tutor.drills import wrong_moments
from mustutor.tutor.drills.cards import SeededChance
from mustutor.tutor.drills.drill import Posed, Skill, WrongRule, shown_at, told_by
from mustutor.tutor.drills.plan import Plan, course, heard, planned, play, seated, started, told
from mustutor.tutor.drills.wrong_moments import BettingMoment
from mustutor.tutor.findings import NO, YES, Finding
from mustutor.tutor.findings import table as findings
from mustutor.tutor.question import AnswerChoice, Why
from mustutor.tutor.walk import Scene, words_said
from mustutor.variant import Variant

LANCE_BY_LANCE = ("lances",)
STAKED_FROM = {1: 0, 2: 1, 3: 2}
"""How many bets and raises there must be before the moment; at the other levels any number."""
STAKED, UNSTAKED = (2, 3, 4, 5), (1, 4, 5)
"""The levels at which there is a stake on the table, and at which there may be none."""
LOW_STACK, HIGH_STACK = 1, 14


def _found(moment: BettingMoment) -> Finding:
    if moment.asked == "legal":
        return findings.legal(moment.position, moment.call)
    least = moment.asked == "least"
    return findings.bound(moment.position, moment.call.verb, least=least)


def right(moment: BettingMoment) -> str:
    """What the engine answers."""
    return _found(moment).value


# --- drawing -----------------------------------------------------------------------------


def _reached(
    variant: Variant, level: int, chance: SeededChance
) -> tuple[Position, tuple[Step, ...]] | None:
    """Play a hand up to a moment of its betting."""
    players, stones = 0, None
    if wrong_moments.with_own_stones(variant):
        players = chance.between(3, 5)
        stones = {seat: chance.between(LOW_STACK, HIGH_STACK) for seat in "ABCDE"[:players]}
    start = seated(variant, chance, players=players, stones=stones)
    kinds = ("bet seen", "bet refused", "raise seen", "raise refused")
    plans = {lance: planned(chance, kinds, high=2 + level) for lance in _lances()}
    earlier = {lance: Plan() for lance in _lances()}
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

    played = play(
        start, chance, lambda name: plans[name] if name == lance else earlier[name], until=until
    )
    if played is None or played.end.state.auction is None or played.end.lance != lance:
        return None
    return played.end, tuple(played.steps)


def _lances() -> tuple[str, ...]:
    return ("grande", "chica", "pares", "juego", "punto")


def draw_legal(variant: Variant, level: int, chance: SeededChance) -> BettingMoment | None:
    """Draw a moment, and a call that is legal there or nearly so."""
    reached = _reached(variant, level, chance)
    if reached is None:
        return None
    position, steps = reached
    call = _near_call(position, chance)
    return None if call is None else BettingMoment(position, steps, "legal", call)


def seek_legal(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> BettingMoment | None:
    """Draw a moment, and among the calls near its bounds one a wrong rule judges otherwise."""
    reached = _reached(variant, level, chance)
    if reached is None:
        return None
    position, steps = reached
    seat, stakes = position.speaker, _near_stakes(position)
    verbs = ("paso", "quiero", "no quiero", "ordago")
    calls = [Call(seat, verb) for verb in verbs]
    calls += [Call(seat, _raising(position), stones) for stones in stakes]
    for call in chance.some_of(calls, len(calls)):
        moment = BettingMoment(position, steps, "legal", call)
        if target.answer(moment) not in ("", right(moment)):
            return moment
    return None


def _near_call(position: Position, chance: SeededChance) -> Call | None:
    """A call by the speaker: one within the bounds, or one just beyond them."""
    seat = position.speaker
    verbs = ["paso", "quiero", "no quiero", "envido", "subo", "subo", "envido"]
    own_stones = wrong_moments.with_own_stones(position.variant)
    verbs += ["ordago"] if not own_stones or chance.happens(0.3) else []
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
    if wrong_moments.with_own_stones(position.variant):
        own = position.stones_of(position.speaker)
        near += [own, own + 1, own + 2]
    return [number for number in near if number > auction.stake]


def draw_bound(variant: Variant, level: int, chance: SeededChance) -> BettingMoment | None:
    """Draw a moment at which a bet or a raise has a least, and perhaps a most."""
    reached = _reached(variant, level, chance)
    if reached is None:
        return None
    position, steps = reached
    found = [option for option in games.options(position) if option.verb in ("envido", "subo")]
    if not found:
        return None
    option = found[0]
    bounds = ["least"] if option.most >= NO_MAXIMUM else ["least", "most"]
    return BettingMoment(position, steps, chance.one_of(bounds), Call(option.seat, option.verb))


def under(moment: BettingMoment, variant: Variant) -> BettingMoment | None:
    """The same moment under another rulebook, if the same calls lead to one there."""
    start = started(moment.steps[0].before, variant)
    steps = heard(start, moment.steps) if start else None
    if not steps or steps[-1].after.state.auction is None:
        return None
    return moment._replace(position=steps[-1].after, steps=tuple(steps))


# --- asking ------------------------------------------------------------------------------


def pose(moment: BettingMoment, tongue: Language) -> Posed:
    """Ask whether the call is legal, or what the least or the most stake is."""
    position, seat = moment.position, moment.position.speaker
    choices: tuple[AnswerChoice, ...] = ()
    if moment.asked == "legal":
        said = write_call(moment.call).partition(" ")[2]
        prompt = tongue.say("May {seat} say “{said}” here?", seat=seat, said=said)
        choices = (AnswerChoice(YES, tongue.say("yes")), AnswerChoice(NO, tongue.say("no")))
    elif moment.call.verb == "envido":
        prompt = (
            tongue.say("{seat} wants to bet. What is the least {seat} may bet?", seat=seat)
            if moment.asked == "least"
            else tongue.say("{seat} wants to bet. What is the most {seat} may bet?", seat=seat)
        )
    else:
        prompt = (
            tongue.say("{seat} wants to raise. To how many stones at least?", seat=seat)
            if moment.asked == "least"
            else tongue.say("{seat} wants to raise. To how many stones at most?", seat=seat)
        )
    scene = Scene(
        "",
        page=course(_told(moment), tongue, lances=(position.lance,)),
        position=position,
        words=words_said(position, moment.steps, tongue),
    )
    return Posed(
        kind="choose" if choices else "number",
        prompt=prompt,
        scene=scene,
        choices=choices,
        hints=_hints(moment, tongue),
        why=_why(moment, tongue),
    )


def _told(moment: BettingMoment) -> Played:
    return told(moment.steps[0].before, list(moment.steps), moment.position)


def _hints(moment: BettingMoment, tongue: Language) -> tuple[str, ...]:
    position, auction = moment.position, moment.auction
    variant = position.variant
    if not auction.stake:
        look = tongue.say("Nobody has bet in this lance yet.")
    elif auction.ordago:
        look = tongue.say("There is an órdago on the table.")
    else:
        look = tongue.say(
            "The stake on the table is {stake}, by {bettor}.",
            stake=auction.stake,
            bettor=auction.bettor,
        )
    least, more = variant.number("bet.min_open"), variant.number("bet.min_raise")
    if wrong_moments.with_own_stones(variant):
        rule = tongue.say(
            "A bet is at least {least} and a raise adds at least {more}; nobody may go beyond "
            "their own stones. Before a bet you pass or bet; after one you fold, accept or "
            "raise.",
            least=least,
            more=more,
        )
        worked = tongue.say(
            "{seat} has {stones} in front.",
            seat=position.speaker,
            stones=position.stones_of(position.speaker),
        )
    else:
        rule = tongue.say(
            "A bet is at least {least} and a raise adds at least {more}. Before a bet you pass "
            "or bet; after one you refuse, accept or raise.",
            least=least,
            more=more,
        )
        worked = tongue.say(
            "A pass before any bet leaves the door open; an órdago may be called whenever a "
            "bet or a raise may."
        )
    return (look, rule, worked)


def _why(moment: BettingMoment, tongue: Language) -> Why:
    found = _found(moment)
    return lambda answer: found.why(tongue, answer)


RULES = ("MUS-BET-2", "MUS-BET-7", "MUS-BET-9", "MUS-BET-11", "ENC-BET-1", "ENC-BET-6")
MOMENT_SKILLS = (
    Skill(
        "bets.legal",
        mark("Legal calls"),
        mark("Tell which calls the rules allow at a moment of the betting."),
        LANCE_BY_LANCE,
        RULES,
        told_by(
            shown_at(
                wrong_moments.LEGAL,
                raise_by_one=STAKED,
                raise_must_double=STAKED,
                opening_of_one=UNSTAKED,
                pass_on_a_bet=STAKED,
                passed_is_out=STAKED,
                ordago_only_as_an_answer=UNSTAKED,
                seeing_needs_the_stake=STAKED,
            ),
            raise_by_one=(NO,),
            raise_must_double=(YES,),
            opening_of_one=(NO,),
            pass_on_a_bet=(NO,),
            passed_is_out=(YES,),
            ordago_only_as_an_answer=(YES,),
            beyond_own_stones=(NO,),
            seeing_needs_the_stake=(YES,),
            ordago_everywhere=(NO,),
        ),
        draw_legal,
        right,
        pose,
        under=under,
        answers=lambda _: (YES, NO),
        seek=seek_legal,
        edition=3,
    ),
    Skill(
        "bets.bounds",
        mark("The bounds of a bet"),
        mark("Tell the least and the most that may be bet, or raised to."),
        LANCE_BY_LANCE,
        RULES,
        shown_at(
            wrong_moments.BOUNDS,
            raise_by_one=STAKED,
            raise_must_double=STAKED,
            raise_told_by_itself=STAKED,
            opening_of_one=UNSTAKED,
            stake_on_top_of_the_most=STAKED,
        ),
        draw_bound,
        right,
        pose,
        under=under,
        edition=2,
    ),
)
