"""Tricks that are taken up by whoever cannot follow: what may be played, who leads, what it costs.

What a level adds: at 1 and 2 four players sit down, at 3 and 4 five, at 5 six; and the higher the
level, the more tricks lie behind, so that more is known of what each has lacked and taken up.
"""

from __future__ import annotations

from collections.abc import Callable

from mustutor import games
from mustutor.base.language import Language, mark
from mustutor.games import question, random_call
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, WrongRule, told_by
from mustutor.games.enfle import drills_wrong
from mustutor.games.enfle.drills_wrong import leader
from mustutor.games.enfle.rules import playable
from mustutor.games.explain import Line, ToldSoFar
from mustutor.games.player import Player
from mustutor.games.question import NO, YES, AnswerChoice, Scene
from mustutor.games.shedding_family.cards import PLAY, TAKE, from_mano, suits
from mustutor.games.teller import teller_of
from mustutor.model.calls import Call, write_call
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant

TAKING_UP = ("tricks_taken_up",)
PLAYERS = {1: 4, 2: 4, 3: 5, 4: 5, 5: 6}
CALLS_A_LEVEL = 24
"""So many calls of a deal are looked at for each level."""
LONGEST_DEAL = 400
TAKEN_UP = 0.3
"""How often the trick asked about was taken up: then the leader is the one that is named."""
FEWEST_CHIPS, MOST_CHIPS = 3, 30

Seen = Callable[[Step], bool]


# --- drawing -----------------------------------------------------------------------------


def _dealt(variant: Variant, level: int, chance: SeededChance) -> Position:
    """Sit down, each with chips of his own, and deal all the cards."""
    game = games.game_of(variant.game)
    seats = game.rules.seats(variant, PLAYERS[level])
    chips = {seat: chance.between(FEWEST_CHIPS, MOST_CHIPS) for seat in seats}
    start = games.start(variant, seats=seats, mano=chance.one_of(seats), stones=chips)
    cards = game.chance.pack(start)
    mixed = chance.some_of(cards, len(cards))
    each = len(mixed) // len(seats)
    hands = {seat: tuple(mixed[at * each : (at + 1) * each]) for at, seat in enumerate(seats)}
    return Player(start).deal(hands).position


def _steps(variant: Variant, level: int, chance: SeededChance, most: int) -> list[Step]:
    """Play a deal by chance, so many calls or until it is over."""
    position, steps = _dealt(variant, level, chance), list[Step]()
    while position.speaker and len(steps) < most:
        made = games.step(position, random_call(position, chance.random))
        assert isinstance(made, Step), "chance plays by the rules"
        steps.append(made)
        position = made.after
    return steps


def _some(
    variant: Variant, level: int, chance: SeededChance, seen: Seen, most: int = 0
) -> Step | None:
    """One of the calls of a deal that are of a kind."""
    played = _steps(variant, level, chance, most or level * CALLS_A_LEVEL)
    found = [step for step in played if seen(step)]
    return chance.one_of(found) if found else None


def _asked_about(step: Step, chance: SeededChance) -> Step:
    """The same moment, and any card of the hand or taking up: what might be done there."""
    before, seat = step.before, step.call.seat
    cards = [Call(seat, PLAY, cards=(card,)) for card in drills_wrong.hand(before)]
    calls = [*cards, Call(seat, TAKE)] if before.state.trick else cards
    return step._replace(call=chance.one_of(calls))


def draw_legal(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw a moment of a deal, and something its player might do."""
    step = _some(variant, level, chance, lambda _: True)
    return None if step is None else _asked_about(step, chance)


def draw_lead(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw a call with which a trick is over."""
    verb = TAKE if chance.happens(TAKEN_UP) else PLAY
    return _some(variant, level, chance, lambda step: step.call.verb == verb and bool(leader(step)))


def draw_taken(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw a moment at which a trick has to be taken up."""
    return _some(variant, level, chance, lambda step: step.call.verb == TAKE)


def draw_pot(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw the last card of a deal somebody wins at once."""
    played = _steps(variant, level, chance, LONGEST_DEAL)
    last = played[-1]
    return last if last.after.state.shed == last.call.seat and not last.after.speaker else None


# --- what the engine answers -------------------------------------------------------------


def right_legal(step: Step) -> str:
    """Whether the rules let the call be made."""
    return question.legal(step.before, step.call).value


def right_taken(step: Step) -> str:
    """How many cards the player has then."""
    held = step.after.hand_of(step.call.seat)
    assert held is not None, "a drill knows all cards"
    return str(len(held))


def right_pot(step: Step) -> str:
    """How many chips the player has when the deal is counted."""
    return str(games.settle(step.after)[0].stones_of(step.call.seat))


# --- asking ------------------------------------------------------------------------------


def _scene(position: Position, *, asked: str = "", silent: bool = False) -> Scene:
    """The table, with the cards of one seat; nobody is to play where that is what is asked."""
    shown = position._replace(queue=()) if silent else position
    return Scene("", position=shown, face_up=frozenset((asked,)) if asked else frozenset())


def _told(step: Step, language: Language) -> tuple[Line, ...]:
    """What the game tells of a call, and of what comes of it."""
    teller, said = teller_of(step.before.variant), ToldSoFar()
    facts = [*teller.remarks(step, said), *teller.after(step, said)]
    return tuple(teller.lines(facts, step.after, language))


def _why_pot(step: Step, language: Language) -> tuple[Line, ...]:
    teller = teller_of(step.before.variant)
    end, waiting = games.settle(step.after)
    told = teller.settled(step.after, end, waiting, ToldSoFar())
    return tuple(teller.lines([*told.facts, *told.aftermath], end, language))


def _follow_or_take(language: Language) -> str:
    return language.say(
        "A player who can follow suit must; one who cannot takes up the trick and leads."
    )


def pose_legal(step: Step, language: Language) -> DrillPrompt:
    """Ask whether a card may be played, or the trick taken up."""
    before, call, _ = step
    seat, led = call.seat, before.state.led
    if call.verb == TAKE:
        prompt = language.say("{seat} is to play. May {seat} take up the trick?", seat=seat)
    else:
        prompt = language.say(
            "{seat} is to play. May {seat} play {card}?", seat=seat, card=call.cards[0]
        )
    if led:
        look = language.say("The suit led is {suit}.", suit=suits(language)[led])
        worked = language.count(
            "{seat} has {number} card of that suit.",
            "{seat} has {number} cards of that suit.",
            len(playable(before, seat) or ()),
            seat=seat,
        )
        hints: tuple[str, ...] = (look, _follow_or_take(language), worked)
    else:
        look = language.say("Nothing lies in the trick yet: {seat} leads.", seat=seat)
        hints = (look, language.say("Whoever leads may lead any card in hand."))
    return DrillPrompt(
        kind="choose",
        prompt=prompt,
        scene=_scene(before, asked=seat),
        choices=(AnswerChoice(YES, language.say("yes")), AnswerChoice(NO, language.say("no"))),
        hints=hints,
        why=lambda answer: question.legal(before, call).why(language, answer),
    )


def pose_lead(step: Step, language: Language) -> DrillPrompt:
    """Ask who takes the trick, or leads for having taken it up."""
    before, call, _ = step
    known = {"seat": call.seat, "call": write_call(call).partition(" ")[2]}
    if call.verb == TAKE:
        prompt = language.say(
            "{seat} cannot follow, and takes up the trick. Who leads the next one?", **known
        )
        look = language.say("Not everybody has followed suit in this trick.")
    else:
        prompt = language.say(
            "{seat} plays {card}, the last card to the trick. Who leads the next one?",
            seat=call.seat,
            card=call.cards[0],
        )
        look = language.say("Everybody has followed suit in this trick.")
    rule = language.say(
        "If everybody follows suit, the highest card takes the trick and leads, and the ace is "
        "the highest. If not, whoever takes the trick up leads."
    )
    return DrillPrompt(
        kind="seat",
        prompt=prompt,
        scene=_scene(before, silent=True),
        choices=tuple([AnswerChoice(seat, seat) for seat in before.order]),
        hints=(look, rule),
        why=lambda _: _told(step, language),
    )


def pose_taken(step: Step, language: Language) -> DrillPrompt:
    """Ask how many cards somebody has who has taken a trick up."""
    before, seat = step.before, step.call.seat
    lies = len(before.state.trick)
    return DrillPrompt(
        kind="number",
        prompt=language.say(
            "{seat} has no {suit}. How many cards has {seat} when the next trick begins?",
            seat=seat,
            suit=suits(language)[before.state.led],
        ),
        scene=_scene(before, asked=seat, silent=True),
        hints=(
            language.count(
                "{seat} has {number} card now.",
                "{seat} has {number} cards now.",
                len(drills_wrong.hand(before)),
                seat=seat,
            ),
            _follow_or_take(language),
            language.count(
                "{number} card lies in the trick.", "{number} cards lie in the trick.", lies
            ),
        ),
        why=lambda _: _told(step, language),
    )


def pose_pot(step: Step, language: Language) -> DrillPrompt:
    """Ask what the winner of a deal has in front when it is over."""
    before, seat = step.before, step.call.seat
    return DrillPrompt(
        kind="number",
        prompt=language.say(
            "{seat} plays {card}, their last card. How many chips does {seat} have then?",
            seat=seat,
            card=step.call.cards[0],
        ),
        scene=_scene(before, asked=seat, silent=True),
        hints=(
            language.say("Everybody has put {ante} in the pot.", ante=_ante(before)),
            language.say("The first without a card wins the whole pot, and nothing else."),
            language.say(
                "{seat} has {stones} in front, and the pot holds {pot}.",
                seat=seat,
                stones=before.stones_of(seat),
                pot=before.state.pot,
            ),
        ),
        why=lambda _: _why_pot(step, language),
    )


def _ante(position: Position) -> int:
    return position.variant.number("enfle.ante")


def _wins_at_once(variant: Variant) -> bool:
    """Whether the last card wins in the middle of a trick: then nobody can be asked in vain."""
    return variant.word("enfle.win") == "immediate"


def seek_legal(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> Step | None:
    """Among all that might be done in a deal, something a wrong rule judges otherwise."""
    played = _steps(variant, level, chance, level * CALLS_A_LEVEL)
    for step in chance.some_of(played, len(played)):
        asked = _asked_about(step, chance)
        if target.answer(asked) not in ("", right_legal(asked)):
            return asked
    return None


def _in_turn(step: Step, answer: str) -> str:
    """A seat by its place in turn from whoever is asked about."""
    return str(from_mano(step.before.order, step.call.seat).index(answer))


TRICKS_SKILLS = (
    Skill(
        "enfle.play",
        mark("Leading and following"),
        mark("Tell what may be played to a trick, and when it has to be taken up."),
        TAKING_UP,
        ("ENF-8", "ENF-9", "ENF-11", "ENF-12", "ENF-13"),
        told_by(
            drills_wrong.LEGAL,
            throws_off=(NO,),
            renounced_suit=(YES,),
            must_beat=(YES,),
            takes_at_will=(NO,),
            longest_is_a_rule=(YES,),
        ),
        draw_legal,
        right_legal,
        pose_legal,
        answers=lambda _: (YES, NO),
        seek=seek_legal,
        edition=3,
    ),
    Skill(
        "enfle.lead",
        mark("Who takes the trick"),
        mark("Tell who takes a trick, or leads for having taken it up."),
        TAKING_UP,
        ("ENF-3", "ENF-9", "ENF-10", "ENF-11"),
        drills_wrong.LEAD,
        draw_lead,
        leader,
        pose_lead,
        guess=_in_turn,
        spread=12,
        edition=3,
    ),
    Skill(
        "enfle.taken",
        mark("Taking up a trick"),
        mark("Count the cards of a player who has to take up a trick."),
        TAKING_UP,
        ("ENF-9", "ENF-11"),
        drills_wrong.TAKEN,
        draw_taken,
        right_taken,
        pose_taken,
        edition=2,
    ),
    Skill(
        "enfle.pot",
        mark("The pot of a deal"),
        mark("Count the chips of the first player without a card."),
        TAKING_UP,
        ("ENF-4", "ENF-14"),
        drills_wrong.POT,
        draw_pot,
        right_pot,
        pose_pot,
        applies=_wins_at_once,
        edition=2,
    ),
)
