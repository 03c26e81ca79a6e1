"""Drills on the tricks of Enflé: what may be played, who leads, what taking up costs.

What a level adds: at 1 and 2 four players sit down, at 3 and 4 five, at 5 six; and the higher the
level, the more tricks lie behind, so that more is known of what each has lacked and taken up. A
case is a step of the deal, with the call asked about in place of the one that was made.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mustutor import games
from mustutor.base.language import Language, mark
from mustutor.games import drill, question
from mustutor.games.alone import seats_from
from mustutor.games.drill import (
    DrillPrompt,
    SeededChance,
    SkillQuestion,
    WrongRule,
    WrongRules,
)
from mustutor.games.enfle.rules import EnfleState, playable, winner_of
from mustutor.games.player import Player
from mustutor.games.question import NO, YES, Finding, Scene, told_always
from mustutor.games.shedding_family.cards import PLAY, TAKE, strength, suits
from mustutor.games.tell_hand import count_lines
from mustutor.model.calls import Call
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant

wrong_rule = WrongRules("enfle")

PLAYERS = {1: 4, 2: 4, 3: 5, 4: 5, 5: 6}
CALLS_A_LEVEL = 24
"""How many calls of a deal are looked at for each level."""
LONGEST_DEAL = 400
TAKEN_UP = 0.3
"""How often the trick asked about was taken up: then the leader is the one that is named."""
FEWEST_CHIPS, MOST_CHIPS = 3, 30


def leader(step: Step) -> str:
    """Who leads after a call of the engine's; nobody where the trick goes on, or all is over."""
    return "" if step.after.said else step.after.speaker


def hand(position: Position) -> Hand:
    """The cards of the seat to play."""
    held = position.hand_of(position.speaker)
    assert held is not None, "a drill knows all cards"
    return held


# --- drawing -----------------------------------------------------------------------------


def _dealt(variant: Variant, level: int, chance: SeededChance) -> Position:
    """Sit down, each with a number of chips, and deal all the cards."""
    game = games.game_of(variant.game)
    seats = game.rules.seats(variant, PLAYERS[level])
    chips = {seat: chance.between(FEWEST_CHIPS, MOST_CHIPS) for seat in seats}
    start = games.start(variant, seats=seats, mano=chance.one_of(seats), stones=chips)
    cards = game.chance.pack(start)
    mixed = chance.some_of(cards, len(cards))
    each = len(mixed) // len(seats)
    hands = {seat: tuple(mixed[at * each : (at + 1) * each]) for at, seat in enumerate(seats)}
    return Player(start).deal(hands).position


def _steps(variant: Variant, level: int, chance: SeededChance, most: int = 0) -> list[Step]:
    """Play a deal at random: `most` calls (by default more at each level), or to its end."""
    return drill.random_steps(_dealt(variant, level, chance), chance, most or level * CALLS_A_LEVEL)


def _some(
    variant: Variant, level: int, chance: SeededChance, seen: Callable[[Step], bool]
) -> Step | None:
    """One of the calls of a deal that are of a kind."""
    found = [step for step in _steps(variant, level, chance) if seen(step)]
    return chance.one_of(found) if found else None


def _asked_about(step: Step, chance: SeededChance) -> Step:
    """The same moment, and any card of the hand or taking up: what might be done there."""
    before, seat = step.before, step.call.seat
    cards = [Call(seat, PLAY, cards=(card,)) for card in hand(before)]
    calls = [*cards, Call(seat, TAKE)] if before.state.trick else cards
    return step._replace(call=chance.one_of(calls))


def draw_legal(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw a moment of a deal, and something its player might do."""
    step = _some(variant, level, chance, lambda _: True)
    return None if step is None else _asked_about(step, chance)


def seek_legal(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> Step | None:
    """Among all that might be done in a deal, something a wrong rule judges otherwise."""
    played = _steps(variant, level, chance)
    cases = (_asked_about(step, chance) for step in chance.some_of(played, len(played)))
    return drill.first_told_apart(cases, target, find_legal)


def draw_lead(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw a call with which a trick is over."""
    verb = TAKE if chance.happens(TAKEN_UP) else PLAY
    return _some(variant, level, chance, lambda step: step.call.verb == verb and bool(leader(step)))


def draw_taken(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw a moment at which a trick has to be taken up."""
    return _some(variant, level, chance, lambda step: step.call.verb == TAKE)


def draw_pot(variant: Variant, level: int, chance: SeededChance) -> Step | None:
    """Draw the last card of a deal somebody wins at once."""
    last = _steps(variant, level, chance, LONGEST_DEAL)[-1]
    return last if last.after.state.shed == last.call.seat and not last.after.speaker else None


# --- what the engine answers -------------------------------------------------------------


def find_legal(step: Step) -> Finding:
    """Whether the rules let the call be made."""
    return question.legal(step.before, step.call)


def find_lead(step: Step) -> Finding:
    """Who leads the next trick."""
    return drill.told_by_steps(leader(step), step)


def find_taken(step: Step) -> Finding:
    """How many cards the player has then."""
    held = step.after.hand_of(step.call.seat)
    assert held is not None, "a drill knows all cards"
    return drill.told_by_steps(str(len(held)), step)


def find_pot(step: Step) -> Finding:
    """How many chips the player has when the deal is counted."""
    end, _ = games.settle(step.after)
    told = told_always(lambda language: count_lines(step.after, language, aftermath=True))
    return Finding(str(end.stones_of(step.call.seat)), told)


# --- asking ------------------------------------------------------------------------------


def _scene(step: Step, *, face_up: bool = True, silent: bool = True) -> Scene:
    """The table, with the cards of the player; nobody is to play where that is what is asked."""
    shown = step.before._replace(queue=()) if silent else step.before
    return Scene(
        "", position=shown, face_up=frozenset((step.call.seat,)) if face_up else frozenset()
    )


FOLLOW_OR_TAKE = mark(
    "A player who can follow suit must; one who cannot takes up the trick and leads."
)
MAY_TAKE = mark("{seat} is to play. May {seat} take up the trick?")
MAY_PLAY = mark("{seat} is to play. May {seat} play {card}?")
LEADING = (
    mark("Nothing lies in the trick yet: {seat} leads."),
    mark("Whoever leads may lead any card in hand."),
)
LED = (mark("The suit led is {suit}."), FOLLOW_OR_TAKE)


def _known(step: Step, language: Language) -> dict[str, Any]:
    """What the sentences about a step name."""
    return {
        "seat": step.call.seat,
        "card": step.call.cards[0] if step.call.cards else "",
        "suit": suits(language)[step.before.state.led] if step.before.state.led else "",
    }


def pose_legal(step: Step, language: Language) -> DrillPrompt:
    """Ask whether a card may be played, or the trick taken up."""
    before, call, _ = step
    prompt, known = MAY_TAKE if call.verb == TAKE else MAY_PLAY, _known(step, language)
    scene, choices = _scene(step, silent=False), drill.yes_no_choices(language)
    if not before.state.led:
        return SkillQuestion("choose", prompt, LEADING).pose(language, scene, choices, **known)
    worked = language.count_noun(
        "{seat} has {number} card of that suit.",
        len(playable(before, call.seat) or ()),
        seat=call.seat,
    )
    return SkillQuestion("choose", prompt, LED).pose(language, scene, choices, (worked,), **known)


def pose_lead(step: Step, language: Language) -> DrillPrompt:
    """Ask who takes the trick, or leads for having taken it up."""
    asked = drill.skill_question(f"enfle.lead.{'taken' if step.call.verb == TAKE else 'played'}")
    seats, scene = drill.same_choices(step.before.order), _scene(step, face_up=False)
    return asked.pose(language, scene, seats, **_known(step, language))


def pose_taken(step: Step, language: Language) -> DrillPrompt:
    """Ask how many cards somebody has who has taken a trick up."""
    before, known = step.before, _known(step, language)
    prompt = language.say(
        "{seat} has no {suit}. How many cards has {seat} when the next trick begins?", **known
    )
    now = language.count_noun(
        "{seat} has {number} card now.", len(hand(before)), seat=step.call.seat
    )
    lies = language.count(
        "{number} card lies in the trick.",
        "{number} cards lie in the trick.",
        len(before.state.trick),
    )
    hints = (now, language.say(FOLLOW_OR_TAKE), lies)
    return DrillPrompt("number", prompt, _scene(step), hints=hints)


def pose_pot(step: Step, language: Language) -> DrillPrompt:
    """Ask what the winner of a deal has in front when it is over."""
    before, known = step.before, _known(step, language)
    known |= {"ante": before.variant.number("enfle.ante"), "pot": before.state.pot}
    known |= {"stones": before.stones_of(step.call.seat)}
    return drill.skill_question("enfle.pot").pose(language, _scene(step), **known)


# --- wrong rules: what may be played -----------------------------------------------------


def _throws_off(step: Step) -> str:
    before, call, _ = step
    off = call.verb == PLAY and before.state.led and not playable(before, call.seat)
    return YES if off else ""


def _renounced(step: Step) -> str:
    before, call, _ = step
    if call.verb != PLAY or before.state.led:
        return ""
    place = before.table.seats.index(call.seat)
    return NO if call.cards[0].suit in before.state.lacks[place] else ""


def _beats(step: Step) -> str:
    before, call, _ = step
    trick = before.state.trick
    if call.verb != PLAY or not trick or call.cards[0].suit != before.state.led:
        return ""
    return NO if strength(call.cards[0]) < max(map(strength, trick)) else ""


def _takes_at_will(step: Step) -> str:
    before, call, _ = step
    return YES if call.verb == TAKE and before.state.trick else ""


def _longest(step: Step) -> str:
    before, call, _ = step
    if call.verb != PLAY or before.state.led:
        return ""
    suits = [card.suit for card in hand(before)]
    return NO if suits.count(call.cards[0].suit) < max(map(suits.count, suits)) else ""


LEGAL = (
    wrong_rule("throws_off", _throws_off, only=(NO,)),
    wrong_rule("renounced_suit", _renounced, only=(YES,)),
    wrong_rule("must_beat", _beats, only=(YES,)),
    wrong_rule("takes_at_will", _takes_at_will, only=(NO,)),
    wrong_rule("longest_is_a_rule", _longest, only=(YES,)),
)


# --- who leads ---------------------------------------------------------------------------


def _ended(step: Step) -> EnfleState | None:
    """The trick as it lies when it ends with this call; None where the trick goes on."""
    before, call, _ = step
    if not leader(step):
        return None
    state: EnfleState = before.state
    if call.verb == TAKE:
        return state
    return state._replace(trick=(*state.trick, *call.cards), players=(*state.players, call.seat))


def _of_trick(told: Callable[[EnfleState, Step], str]) -> Callable[[Step], str]:
    """An answer by the trick that is over; nothing where it goes on."""

    def answer(step: Step) -> str:
        trick = _ended(step)
        return "" if trick is None else told(trick, step)

    return answer


def _left_of(seat: str, position: Position) -> str:
    return seats_from(position.order, seat)[1]


def _highest(ranks: str) -> Callable[[EnfleState, Step], str]:
    """The highest card by another order of the ranks, the lowest first."""

    def answer(trick: EnfleState, step: Step) -> str:
        if step.call.verb == TAKE:
            return ""
        heights = [ranks.index(card.rank) for card in trick.trick]
        return trick.players[heights.index(max(heights))]

    return answer


LEAD = (
    wrong_rule(
        "highest_leads_all_the_same",
        _of_trick(lambda trick, step: winner_of(trick) if step.call.verb == TAKE else ""),
    ),
    wrong_rule(
        "last_takes", _of_trick(lambda _, step: step.call.seat if step.call.verb == PLAY else "")
    ),
    wrong_rule(
        "leads_by_turns", _of_trick(lambda trick, step: _left_of(trick.players[0], step.before))
    ),
    wrong_rule(
        "taker_waits",
        _of_trick(
            lambda _, step: _left_of(step.call.seat, step.before) if step.call.verb == TAKE else ""
        ),
        levels=(),
    ),
    wrong_rule("leader_keeps_the_lead", _of_trick(lambda trick, _: trick.players[0])),
    wrong_rule("ace_low", _of_trick(_highest("A23456789TJQK"))),
    wrong_rule("ten_high", _of_trick(_highest("23456789JQKTA"))),
)


# --- how many cards are taken up ---------------------------------------------------------


def _cards_after(more: Callable[[Position], int]) -> Callable[[Step], str]:
    """Make an answer: the cards of the seat that takes a trick up, plus `more`."""

    def answer(step: Step) -> str:
        return str(len(hand(step.before)) + more(step.before)) if step.call.verb == TAKE else ""

    return answer


TAKEN = (
    wrong_rule("only_one_is_taken", _cards_after(lambda _: 1)),
    wrong_rule("trick_is_thrown_away", _cards_after(lambda _: 0)),
    wrong_rule("one_thrown_off", _cards_after(lambda position: len(position.state.trick) - 1)),
    wrong_rule("all_play_first", _cards_after(lambda position: len(position.order) - 1)),
)


# --- what the deal is worth --------------------------------------------------------------


def _chips(counted: Callable[[Position, int, int, int], int]) -> Callable[[Step], str]:
    """An answer that counts the winner's chips from those in front, the pot and an ante."""

    def answer(step: Step) -> str:
        position = step.before
        chips, ante = position.stones_of(step.call.seat), position.variant.number("enfle.ante")
        return str(counted(position, chips, position.state.pot, ante))

    return answer


def _cards_of_others(step: Step) -> int:
    left: tuple[int, ...] = step.before.state.left
    return sum(left) - 1


POT = (
    wrong_rule("own_ante_left_out", _chips(lambda _, chips, pot, ante: chips + pot - ante)),
    wrong_rule("ante_given_back", _chips(lambda _, chips, pot, ante: chips + pot + ante)),
    wrong_rule("pot_alone", _chips(lambda _, __, pot, ___: pot)),
    wrong_rule(
        "chip_a_card",
        lambda step: str(step.before.stones_of(step.call.seat) + _cards_of_others(step)),
    ),
)


def _in_turn(step: Step, answer: str) -> str:
    """The place of a seat in turn, counted from the seat asked about."""
    return str(seats_from(step.before.order, step.call.seat).index(answer))


_skill = partial(drill.skill, traits=("tricks_taken_up",))
DRILLS = (
    _skill(
        "enfle.play",
        LEGAL,
        draw_legal,
        find_legal,
        pose_legal,
        answers=lambda _: (YES, NO),
        seek=seek_legal,
        edition=3,
    ),
    _skill(
        "enfle.lead",
        LEAD,
        draw_lead,
        find_lead,
        pose_lead,
        guess=_in_turn,
        spread=12,
        edition=3,
    ),
    _skill(
        "enfle.taken",
        TAKEN,
        draw_taken,
        find_taken,
        pose_taken,
        edition=2,
    ),
    _skill(
        "enfle.pot",
        POT,
        draw_pot,
        find_pot,
        pose_pot,
        # Else the last card does not win in the middle of a trick, and there is nothing to ask.
        applies=lambda variant: variant.word("enfle.win") == "immediate",
        edition=2,
    ),
)
