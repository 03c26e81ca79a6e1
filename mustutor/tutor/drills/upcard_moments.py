"""Moments of a hand drawn for the drills on an upcard, and what the engine answers to each."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor import games
from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.errors import Fault
from mustutor.games.mau_mau.settlement import SPADES
from mustutor.games.mau_mau.state import ANY, EIGHT, JACK, MAY_BE_KEPT, OWED, SEVEN
from mustutor.games.shedding_family.calls import DRAW, ONE_CARD, PLAY
from mustutor.games.shedding_family.cards import FRENCH, without
from mustutor.position import Hand, Position, Step
from mustutor.tutor.drills.cards import SeededChance
from mustutor.tutor.drills.wrong_upcard import UpcardMoment
from mustutor.variant import Variant

CARDS = {1: 3, 2: 4, 3: 5, 4: 6, 5: 7}
"""How many cards a hand has, at each level."""
SHOWN_OF_THE_STOCK = 8
"""So many cards of the stock are told; who would have to draw more is not asked about."""
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
    """A moment in the middle of a hand; first the cards of whoever is to play."""
    seats = games.game_of(variant.game).seats(variant, 0)
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
    deal = start.deal._replace(hands=by_seat, heap=under, stock=len(stock))
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
    return moment if right_played(moment) else None


def draw_drawn(variant: Variant, level: int, chance: SeededChance) -> UpcardMoment | None:
    """Draw a moment at which cards have to be drawn: owed, for silence, or for want of a match."""
    why = chance.one_of(("unable", "owed", "owed", "silent"))
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
    count = len(draws(moment))
    return moment if 0 < count <= SHOWN_OF_THE_STOCK else None


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
    moment = _laid(variant, chance, (last, left), upcard, starter=starter)
    return moment._replace(cards=last)


# --- what the engine answers -------------------------------------------------------------


def able(moment: UpcardMoment) -> Hand:
    """The cards of the hand that the rules let go."""
    plays = [Call(moment.seat, PLAY, cards=(card,)) for card in moment.hand()]
    legal = [play for play in plays if games.why_not(moment.position, play) is None]
    return tuple([play.cards[0] for play in legal])


def right_played(moment: UpcardMoment) -> str:
    """The cards that may be played, as they are held."""
    return " ".join(able(moment))


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


def right_drawn(moment: UpcardMoment) -> str:
    """How many cards are drawn, by the engine's own options."""
    return str(len(draws(moment)))


def course(moment: UpcardMoment) -> list[Step]:
    """The cards played, and whatever has to be drawn for them; or what is drawn without."""
    if not moment.cards:
        return draws(moment)
    one = len(moment.hand()) - len(moment.cards) == 1
    first = made(
        moment.position,
        Call(moment.seat, PLAY, cards=moment.cards, word=ONE_CARD if one else ""),
    )
    if not first.after.state.owed:
        return [first]
    return [first, *draws(UpcardMoment(first.after))]


def right_turn(moment: UpcardMoment) -> str:
    """Who may play then."""
    return course(moment)[-1].after.speaker


def right_points(moment: UpcardMoment) -> str:
    """What the winner scores, all entries together."""
    end, _ = games.settle(course(moment)[-1].after)
    return str(sum(entry.stones for entry in end.ledger if entry.dst == moment.seat))
