"""Cards played on an upcard they match: what goes, what is drawn, whose turn it is, what it scores.

What a level adds: the hands grow, from three cards at 1 to seven at 5; the upcard is more often a
jack, a seven or an eight, and two jacks are more often the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from mustutor import games
from mustutor.calls import Call
from mustutor.games.mau_mau.state import ANY
from mustutor.games.shedding_family.calls import PLAY
from mustutor.games.shedding_family.cards import suits
from mustutor.games.teller import teller_of
from mustutor.games.telling import AlreadySaid, Explanation, Line, Passage
from mustutor.language import Language, mark
from mustutor.position import Step
from mustutor.tutor.drills import wrong_upcard
from mustutor.tutor.drills.drill import Posed, Skill, told_by
from mustutor.tutor.drills.upcard_moments import (
    SHOWN_OF_THE_STOCK,
    course,
    draw_drawn,
    draw_played,
    draw_points,
    draw_turn,
    draws,
    made,
    right_drawn,
    right_played,
    right_points,
    right_turn,
)
from mustutor.tutor.drills.wrong_upcard import UpcardMoment
from mustutor.tutor.question import AnswerChoice
from mustutor.tutor.walk import Scene

MATCHED = ("upcard_matched",)


# --- asking ------------------------------------------------------------------------------


def _scene(moment: UpcardMoment, *face_up: str, silent: bool = False) -> Scene:
    position = moment.position._replace(queue=()) if silent else moment.position
    return Scene("", position=position, face_up=frozenset(face_up))


def _told(steps: Sequence[Step], tongue: Language) -> tuple[Line, ...]:
    """What the game tells of calls, and what comes of each."""
    lines: list[Line] = []
    for step in steps:
        teller, said = teller_of(step.before.variant), AlreadySaid()
        facts = [*teller.remarks(step, said), *teller.after(step, said)]
        lines += teller.lines(facts, step.after, tongue)
    return _once(lines)


def _once(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Each line where it comes first: what holds of several cards is said once."""
    return tuple({line.text: line for line in reversed(lines)}.values())[::-1]


def _what_matches(moment: UpcardMoment, tongue: Language) -> str:
    pile, upcard = moment.pile, moment.upcard()
    if pile.called == ANY:
        return tongue.say("{upcard} was played and no suit called.", upcard=upcard)
    if pile.called:
        return tongue.say(
            "{upcard} was played, and {suit} called.",
            upcard=upcard,
            suit=suits(tongue)[pile.called],
        )
    return tongue.say("{upcard} lies on top.", upcard=upcard)


def _match_rule(tongue: Language) -> str:
    return tongue.say(
        "A card goes if it has the suit or the rank of the upcard. After a jack, the suit "
        "called goes, or another jack; if no suit was called, any card goes."
    )


def _each_judged(moment: UpcardMoment, tongue: Language) -> tuple[Line, ...]:
    """Of each card why it goes, or why it does not."""
    lines: list[Line] = []
    for card in moment.hand():
        call = Call(moment.seat, PLAY, cards=(card,))
        fault = games.why_not(moment.position, call)
        if fault is not None:
            lines.append(Line(fault.said(tongue), (fault.rule,), "fault"))
            continue
        steps = [made(moment.position, call)]
        lines.append(_told(steps, tongue)[-1])
    return _once(lines)


def pose_played(moment: UpcardMoment, tongue: Language) -> Posed:
    """Ask which cards of a hand may be played."""
    return Posed(
        kind="cards",
        prompt=tongue.say("Which cards may {seat} play?", seat=moment.seat),
        scene=_scene(moment, moment.seat),
        choices=tuple([AnswerChoice(card, card) for card in moment.hand()]),
        hints=(_what_matches(moment, tongue), _match_rule(tongue)),
        why=lambda _: _each_judged(moment, tongue),
    )


def _reason(moment: UpcardMoment, tongue: Language) -> str:
    """Why cards are drawn."""
    if moment.pile.owed:
        return tongue.say("The other has just played {upcard}.", upcard=moment.upcard())
    if not moment.free:
        return tongue.say("{seat} did not say “one card”.", seat=moment.seat)
    return _what_matches(moment, tongue)


def _draw_rules(tongue: Language) -> tuple[str, ...]:
    return (
        tongue.say(
            "A seven makes the other player draw one card and an eight three, without playing. "
            "A player who did not say “one card” draws one, and does not play."
        ),
        tongue.say("Otherwise a player who cannot play draws until a card goes."),
    )


def _not_counted(moment: UpcardMoment) -> UpcardMoment:
    """The moment without the number of cards owed, which the table would tell beside the upcard."""
    bare = moment.position._replace(state=moment.pile._replace(owed=0))
    return moment._replace(position=bare)


def pose_drawn(moment: UpcardMoment, tongue: Language) -> Posed:
    """Ask how many cards have to be drawn, where the stock is told."""
    stock = " ".join((moment.pile.order or ())[:SHOWN_OF_THE_STOCK])
    prompt = tongue.say(
        "The stock gives, in this order: {stock}. How many cards must {seat} draw?",
        stock=stock,
        seat=moment.seat,
    )
    return Posed(
        kind="number",
        prompt=prompt,
        scene=_scene(_not_counted(moment), moment.seat)._replace(
            page=Explanation("", (Passage("", (Line(_reason(moment, tongue)),)),))
        ),
        hints=_draw_rules(tongue),
        why=lambda _: _told(draws(moment), tongue),
    )


def pose_turn(moment: UpcardMoment, tongue: Language) -> Posed:
    """Ask who plays after a card, or after drawing."""
    seat = moment.seat
    if moment.cards:
        prompt = tongue.say(
            "{seat} plays {card}, and whatever must be drawn for it is drawn. Who may play then?",
            seat=seat,
            card=moment.cards[0],
        )
    elif moment.free:
        prompt = tongue.say("{seat} draws until a card goes. Who may play then?", seat=seat)
    else:
        prompt = tongue.say(
            "{seat} did not say “one card”, and draws one. Who may play then?", seat=seat
        )
    hints = (
        tongue.say("Turns alternate, unless somebody has to draw without playing."),
        *_draw_rules(tongue),
    )
    return Posed(
        kind="seat",
        prompt=prompt,
        scene=_scene(moment, seat, silent=True),
        choices=tuple([AnswerChoice(one, one) for one in moment.position.order]),
        hints=hints,
        why=lambda _: _told(course(moment), tongue),
    )


def pose_points(moment: UpcardMoment, tongue: Language) -> Posed:
    """Ask what the winner of a hand scores."""
    known = {"seat": moment.seat, "starter": moment.pile.starter, "card": moment.cards[0]}
    if len(moment.cards) > 1:
        known["jack"] = moment.cards[1]
        prompt = tongue.say(
            "The starter was {starter}. {seat} plays {card} and {jack} in one turn, and has no "
            "card left. How many points does {seat} score?",
            **known,
        )
    else:
        prompt = tongue.say(
            "The starter was {starter}. {seat} plays {card}, and has no card left. How many "
            "points does {seat} score?",
            **known,
        )
    values = tongue.say(
        "Jacks and eights count twenty, sevens and aces fifteen, queens, kings and tens ten, "
        "and the others their number."
    )
    more = (
        tongue.say(
            "A spade as starter doubles the total, and two jacks at the end multiply it by four."
        )
        if wrong_upcard.only_highest(moment.position.variant)
        else tongue.say(
            "A spade as starter doubles the total, two jacks at the end multiply it by four, "
            "and both together by eight."
        )
    )
    alone = tongue.count(
        "The cards alone are worth {number} point.",
        "The cards alone are worth {number} points.",
        wrong_upcard.worth(moment),
    )
    return Posed(
        kind="number",
        prompt=prompt,
        scene=_scene(moment, moment.seat, moment.other, silent=True),
        hints=(values, more, alone),
        why=lambda _: _why_points(moment, tongue),
    )


def _why_points(moment: UpcardMoment, tongue: Language) -> tuple[Line, ...]:
    last = course(moment)[-1].after
    teller = teller_of(last.variant)
    end, waiting = games.settle(last)
    told = teller.settled(last, end, waiting, AlreadySaid())
    return tuple(teller.lines(told.facts, end, tongue))


AGAIN, OTHER = "again", "other"
"""Who plays next, as it is guessed: the same player, or the other."""


UPCARD_SKILLS = (
    Skill(
        "mau.play",
        mark("What goes on the upcard"),
        mark("Tell which cards of a hand match the upcard, or the suit called."),
        MATCHED,
        ("MAU-8", "MAU-14", "MAU-15"),
        wrong_upcard.PLAYED,
        draw_played,
        right_played,
        pose_played,
        edition=2,
    ),
    Skill(
        "mau.draw",
        mark("What must be drawn"),
        mark(
            "Count the cards that must be drawn: those owed, those for not saying “one card”, "
            "or those until one goes."
        ),
        MATCHED,
        ("MAU-9", "MAU-12", "MAU-13", "MAU-18"),
        told_by(
            wrong_upcard.DRAWN,
            one_and_pass=("3", "more"),
            three_at_most=("more",),
            two_for_a_seven=("1",),
            eight_costs_a_turn=("3",),
            answered_in_kind=("1", "3"),
            owed_and_more=("1", "3"),
            silence_costs_nothing=("1",),
        ),
        draw_drawn,
        right_drawn,
        pose_drawn,
        # One and three are what a seven and an eight cost; any number is drawn until one goes.
        guess=lambda _, answer: answer if answer in ("1", "3") else "more",
        answers=lambda _: ("1", "3", "more", "more"),
        spread=80,
        edition=3,
    ),
    Skill(
        "mau.turn",
        mark("Who plays next"),
        mark("Tell who plays after a seven, an eight, a jack, or cards that were drawn."),
        MATCHED,
        ("MAU-8", "MAU-9", "MAU-12", "MAU-13", "MAU-18"),
        told_by(
            wrong_upcard.TURN,
            player_waits=(AGAIN,),
            seven_lets_play=(AGAIN,),
            jack_plays_again=(OTHER,),
            same_rank_plays_again=(OTHER,),
            drawing_ends_the_turn=(AGAIN,),
            draws_and_plays=(OTHER,),
        ),
        draw_turn,
        right_turn,
        pose_turn,
        guess=lambda moment, answer: AGAIN if answer == moment.seat else OTHER,
        answers=lambda _: (AGAIN, OTHER),
        edition=2,
    ),
    Skill(
        "mau.points",
        mark("What the hand is worth"),
        mark("Count the points of the cards left, times two and times four."),
        MATCHED,
        ("MAU-2", "MAU-19", "MAU-20", "MAU-21"),
        wrong_upcard.POINTS,
        draw_points,
        right_points,
        pose_points,
        edition=2,
    ),
)
