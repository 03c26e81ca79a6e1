"""Drills on the upcard: what goes on it, what is drawn, whose turn it is, the score.

What a level adds: the hands grow, from three cards at 1 to seven at 5; the upcard is more often a
jack, a seven or an eight, and two jacks are more often the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from mustutor import games
from mustutor.base.errors import Fault
from mustutor.base.language import Language, mark
from mustutor.games import drill
from mustutor.games.drill import DrillPrompt, SeededChance, SkillQuestion
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mau_mau import drills_wrong
from mustutor.games.mau_mau.drills_wrong import AGAIN, OTHER, UpcardMoment
from mustutor.games.mau_mau.table import ANY, EIGHT, JACK, MAY_BE_KEPT, OWED, SEVEN
from mustutor.games.mau_mau.turns import SPADES
from mustutor.games.question import Finding, Reasons, Scene, told_always
from mustutor.games.shedding_family.cards import DRAW, FRENCH, ONE_CARD, PLAY, suits, without
from mustutor.games.tell_hand import count_lines, step_lines
from mustutor.model.calls import Call
from mustutor.model.cards import Card
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant

CARDS = {1: 3, 2: 4, 3: 5, 4: 6, 5: 7}
"""How many cards a hand has, at each level."""
SHOWN_OF_THE_STOCK = 8
"""How many cards of the stock are told; cases with more draws are not asked about."""
MOST_PLAYED = 10


# --- drawing -----------------------------------------------------------------------------


def _laid(
    variant: Variant,
    chance: SeededChance,
    hands: Sequence[Hand],
    upcard: Card,
    *,
    starter: Card | None = None,
    called: str = "",
    owed: int = 0,
    silent: bool = False,
) -> UpcardMoment:
    """A moment in the middle of a hand; `hands` begins with the cards of the seat to play."""
    seats = games.game_of(variant.game).rules.seats(variant, 0)
    start = games.start(variant, seats=seats, mano=chance.one_of(seats))
    seat = start.speaker
    rest = list(without(FRENCH.cards(), (*hands[0], *hands[1], upcard)))
    if starter in rest:
        rest.remove(starter)
    rest = chance.some_of(rest, len(rest))
    played = chance.between(1, MOST_PLAYED)
    under = (*rest[:played], *((starter,) if starter and starter != upcard else ()))
    stock = tuple(rest[played:])
    by_seat = tuple(tuple(hands[one != seat]) for one in seats)
    state = start.state._replace(
        upcard=upcard,
        starter=starter or under[0],
        left=tuple(map(len, by_seat)),
        stock=len(stock),
        order=stock,
        called=called,
        owed=owed,
        silent=(seat,) if silent else (),
    )
    deal = start.deal._replace(hands=by_seat, earlier_discards=under, stock=len(stock))
    return UpcardMoment(start._replace(state=state, deal=deal, said="-"))


def _mixed(chance: SeededChance, *, like: str = "") -> list[Card]:
    """All the cards in an order drawn by chance; first, if need be, one of these ranks."""
    cards = chance.some_of(FRENCH.cards(), FRENCH.size)
    if like:
        first = next(card for card in cards if card.rank in like)
        cards = [first, *without(tuple(cards), (first,))]
    return cards


def _hands(cards: list[Card], level: int) -> list[Hand]:
    each = CARDS[level]
    return [tuple(cards[:each]), tuple(cards[each : 2 * each])]


def _upcard(level: int, chance: SeededChance) -> str:
    """The ranks an upcard is drawn from: with higher levels those that do something."""
    return "".join(MAY_BE_KEPT) if chance.happens(0.1 * level + 0.2) else ""


def _call_for(upcard: Card, chance: SeededChance) -> str:
    """The suit called with a jack, or none at all; nothing where no jack lies there."""
    others = [suit for suit in FRENCH.suits if suit != upcard.suit]
    return "" if upcard.rank != JACK else chance.one_of((*others, ANY))


def draw_played(variant: Variant, level: int, chance: SeededChance) -> UpcardMoment | None:
    """Draw a hand, some cards of which go on the upcard."""
    upcard, *cards = _mixed(chance, like=_upcard(level, chance))
    called = _call_for(upcard, chance)
    moment = _laid(variant, chance, _hands(cards, level), upcard, called=called)
    return moment if able(moment) else None


def draw_drawn(variant: Variant, level: int, chance: SeededChance) -> UpcardMoment | None:
    """Draw a moment at which cards have to be drawn: owed, for silence, or for want of a match."""
    silence = variant.word("mau_mau.forgotten_one_card")  # a forfeit, where it is one
    why = chance.one_of(("unable", "owed", "owed", *(["silent"] if silence == "draw" else [])))
    upcard, *cards = _mixed(chance, like=SEVEN + EIGHT if why == "owed" else "")
    hands = _hands(cards, level)
    if why == "silent":
        hands[0] = hands[0][:1]
    moment = _laid(
        variant,
        chance,
        hands,
        upcard,
        called=_call_for(upcard, chance),
        owed=OWED[upcard.rank] if why == "owed" else 0,
        silent=why == "silent",
    )
    return moment if 0 < len(draws(moment)) <= SHOWN_OF_THE_STOCK else None


def draw_turn(variant: Variant, level: int, chance: SeededChance) -> UpcardMoment | None:
    """Draw a card about to be played, or cards about to be drawn."""
    if chance.happens(0.4):
        moment = draw_drawn(variant, level, chance)
        return None if moment is None or moment.pile.owed else moment
    wanted = chance.one_of((EIGHT, SEVEN, JACK, ""))
    upcard, *cards = _mixed(chance)
    moment = _laid(variant, chance, _hands(cards, level), upcard, called=_call_for(upcard, chance))
    fit = [card for card in able(moment) if not wanted or card.rank == wanted]
    return moment._replace(cards=(fit[0],)) if fit else None


def draw_points(variant: Variant, level: int, chance: SeededChance) -> UpcardMoment | None:
    """Draw the last play of a hand, with one card or with two jacks."""
    two = chance.happens(0.15 * level)
    cards = _mixed(chance)
    jacks = [card for card in cards if card.rank == JACK]
    last = tuple(jacks[:2]) if two else tuple(cards[:1])
    rest = without(tuple(cards), last)
    upcard = next(card for card in rest if card.suit == last[0].suit and card.rank != JACK)
    rest = without(rest, (upcard,))
    spades = [card for card in rest if card.suit == SPADES]
    starter = spades[0] if chance.happens(0.5) else rest[0]
    left = without(rest, (starter,))[: CARDS[level]]
    return _laid(variant, chance, (last, left), upcard, starter=starter)._replace(cards=last)


# --- what the engine answers -------------------------------------------------------------


def able(moment: UpcardMoment) -> Hand:
    """The cards of the hand that the rules let go."""
    plays = [Call(moment.seat, PLAY, cards=(card,)) for card in moment.hand()]
    legal = [play for play in plays if games.why_not(moment.position, play) is None]
    return tuple([play.cards[0] for play in legal])


def find_played(moment: UpcardMoment) -> Finding:
    """The cards that may be played, as they are held."""

    def lines(language: Language) -> tuple[Line, ...]:
        return _once([_card_judged(moment, card, language) for card in moment.hand()])

    return Finding(" ".join(able(moment)), told_always(lines))


def _card_judged(moment: UpcardMoment, card: Card, language: Language) -> Line:
    """Why a card goes, or why it does not."""
    call = Call(moment.seat, PLAY, cards=(card,))
    fault = games.why_not(moment.position, call)
    if fault is not None:
        return Line(fault.said(language), (fault.rule,), "fault")
    return step_lines([made(moment.position, call)], language)[-1]


def made(position: Position, call: Call) -> Step:
    """What a call the rules allow leads to."""
    step = games.step(position, call)
    assert not isinstance(step, Fault), step.said()
    return step


def draws(moment: UpcardMoment) -> list[Step]:
    """Draw while there is nothing else to do, and the turn has not passed."""
    position, steps = moment.position, list[Step]()
    while position.speaker == moment.seat and len(steps) <= SHOWN_OF_THE_STOCK:
        if any(option.verb != DRAW for option in games.options(position)):
            break
        steps.append(made(position, Call(moment.seat, DRAW)))
        position = steps[-1].after
    return steps


def find_drawn(moment: UpcardMoment) -> Finding:
    """How many cards are drawn, by the engine's own options."""
    steps = draws(moment)
    return Finding(str(len(steps)), _told(steps))


def course(moment: UpcardMoment) -> list[Step]:
    """The steps of playing the cards and drawing what they make due, or only of drawing."""
    if not moment.cards:
        return draws(moment)
    one = len(moment.hand()) - len(moment.cards) == 1
    first = made(
        moment.position, Call(moment.seat, PLAY, cards=moment.cards, word=ONE_CARD if one else "")
    )
    if not first.after.state.owed:
        return [first]
    return [first, *draws(UpcardMoment(first.after))]


def find_turn(moment: UpcardMoment) -> Finding:
    """Who may play then."""
    steps = course(moment)
    return Finding(steps[-1].after.speaker, _told(steps))


def find_points(moment: UpcardMoment) -> Finding:
    """What the winner scores, all entries together."""
    last = course(moment)[-1].after
    end, _ = games.settle(last)
    points = sum(entry.stones for entry in end.ledger if entry.dst == moment.seat)
    return Finding(str(points), told_always(partial(count_lines, last)))


def _told(steps: Sequence[Step]) -> Reasons:
    """What the game tells of calls, and what comes of each."""
    return told_always(lambda language: _once(step_lines(steps, language)))


def _once(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Each line where it comes first: what holds of several cards is said once."""
    return tuple({line.text: line for line in reversed(lines)}.values())[::-1]


# --- asking ------------------------------------------------------------------------------


def _scene(moment: UpcardMoment, *face_up: str, silent: bool = False) -> Scene:
    position = moment.position._replace(queue=()) if silent else moment.position
    return Scene("", position=position, face_up=frozenset(face_up))


def _what_matches(moment: UpcardMoment) -> str:
    if moment.pile.called == ANY:
        return mark("{upcard} was played and no suit called.")
    if moment.pile.called:
        return mark("{upcard} was played, and {suit} called.")
    return mark("{upcard} lies on top.")


def _known(moment: UpcardMoment, language: Language) -> dict[str, Any]:
    """What the sentences about a moment name."""
    pile, cards = moment.pile, moment.cards
    known: dict[str, Any] = {"seat": moment.seat, "upcard": moment.upcard()}
    known |= {"starter": pile.starter, "suit": suits(language).get(pile.called, "")}
    return known | dict(zip(("card", "jack"), cards, strict=False))


MATCH_RULE = mark(
    "A card goes if it has the suit or the rank of the upcard. After a jack, the suit called goes, "
    "or another jack; if no suit was called, any card goes."
)


def pose_played(moment: UpcardMoment, language: Language) -> DrillPrompt:
    """Ask which cards of a hand may be played."""
    asked = SkillQuestion(
        "cards", "Which cards may {seat} play?", (_what_matches(moment), MATCH_RULE)
    )
    cards, known = drill.same_choices(moment.hand()), _known(moment, language)
    return asked.pose(language, _scene(moment, moment.seat), cards, **known)


def pose_drawn(moment: UpcardMoment, language: Language) -> DrillPrompt:
    """Ask how many cards have to be drawn, where the stock is told."""
    known = _known(moment, language)
    reason = _what_matches(moment)
    if moment.pile.owed:
        reason = mark("The other has just played {upcard}.")
    elif not moment.free:
        reason = mark("{seat} did not say “one card”.")
    page = Explanation("", (Passage("", (Line(language.say(reason, **known)),)),))
    # The table would tell the number of cards owed beside the upcard.
    bare = moment.position._replace(state=moment.pile._replace(owed=0))
    scene = _scene(moment._replace(position=bare), moment.seat)._replace(page=page)
    stock = " ".join((moment.pile.order or ())[:SHOWN_OF_THE_STOCK])
    return drill.skill_question("mau.draw").pose(language, scene, stock=stock, **known)


def pose_turn(moment: UpcardMoment, language: Language) -> DrillPrompt:
    """Ask who plays after a card, or after drawing."""
    way = "played" if moment.cards else "drawn" if moment.free else "silent"
    asked = drill.skill_question(f"mau.turn.{way}")
    seats, scene = (
        drill.same_choices(moment.position.order),
        _scene(moment, moment.seat, silent=True),
    )
    return asked.pose(language, scene, seats, **_known(moment, language))


def pose_points(moment: UpcardMoment, language: Language) -> DrillPrompt:
    """Ask what the winner of a hand scores."""
    asked = drill.skill_question(f"mau.points.{'two' if len(moment.cards) > 1 else 'one'}")
    if not drills_wrong.only_highest(moment.position.variant):
        asked = asked._replace(hints=drill.hints("mau.points.by_eight"))
    alone = language.count_noun(
        "The cards alone are worth {number} point.", drills_wrong.worth(moment)
    )
    scene = _scene(moment, moment.seat, moment.other, silent=True)
    return asked.pose(language, scene, worked=(alone,), **_known(moment, language))


_skill = partial(drill.skill, traits=("upcard_matched",))
DRILLS = (
    _skill(
        "mau.play",
        drills_wrong.PLAYED,
        draw_played,
        find_played,
        pose_played,
        edition=2,
    ),
    _skill(
        "mau.draw",
        drills_wrong.DRAWN,
        draw_drawn,
        find_drawn,
        pose_drawn,
        # One and three are what a seven and an eight cost; any number is drawn until one goes.
        guess=lambda _, answer: answer if answer in ("1", "3") else "more",
        answers=lambda _: ("1", "3", "more", "more"),
        spread=80,
        edition=3,
    ),
    _skill(
        "mau.turn",
        drills_wrong.TURN,
        draw_turn,
        find_turn,
        pose_turn,
        guess=lambda moment, answer: AGAIN if answer == moment.seat else OTHER,
        answers=lambda _: (AGAIN, OTHER),
        edition=2,
    ),
    _skill(
        "mau.points",
        drills_wrong.POINTS,
        draw_points,
        find_points,
        pose_points,
        edition=2,
    ),
)
