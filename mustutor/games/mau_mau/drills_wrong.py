"""Wrong rules about cards that match an upcard: what they would answer at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import NamedTuple

from mustutor.games.drill import WrongRules
from mustutor.games.mau_mau.table import ANY, EIGHT, JACK, SEVEN, MauMauState, points
from mustutor.games.mau_mau.turns import SPADES
from mustutor.games.shedding_family.cards import strength
from mustutor.model.cards import Card
from mustutor.model.position import Hand, Position
from mustutor.model.variant import Variant

wrong_rule = WrongRules("mau_mau")

AGAIN, OTHER = "again", "other"
"""Who plays next, as it is guessed: the same player, or the other."""


class UpcardMoment(NamedTuple):
    """A moment of the play, and the cards about to be played: none where somebody has to draw."""

    position: Position
    cards: Hand = ()

    @property
    def seat(self) -> str:
        """Who is to play."""
        return self.position.speaker

    @property
    def other(self) -> str:
        """Who is not."""
        return next(seat for seat in self.position.order if seat != self.seat)

    @property
    def pile(self) -> MauMauState:
        """How the hand stands."""
        pile: MauMauState = self.position.state
        return pile

    def upcard(self) -> Card:
        """The card to match."""
        card = self.pile.upcard
        assert card is not None, "a drill knows all cards"
        return card

    def hand(self, seat: str = "") -> Hand:
        """The cards of a seat, by default of the seat to play."""
        held = self.position.hand_of(seat or self.seat)
        assert held is not None, "a drill knows all cards"
        return held

    @property
    def free(self) -> bool:
        """Whether nothing but the cards keeps the player from playing."""
        return not self.pile.owed and self.seat not in self.pile.silent


Answer = Callable[[UpcardMoment], str]


# --- what may be played ------------------------------------------------------------------


def _cards(goes: Callable[[UpcardMoment, Card], bool]) -> Answer:
    """An answer by a rule on each card of the hand."""

    def answer(moment: UpcardMoment) -> str:
        return " ".join([card for card in moment.hand() if goes(moment, card)])

    return answer


def _matches(moment: UpcardMoment, card: Card) -> bool:
    return moment.pile.matches(card)


def _suit_of_the_jack(moment: UpcardMoment, card: Card) -> bool:
    return card.suit == moment.upcard().suit or card.rank == moment.upcard().rank


def _call_binds_jacks(moment: UpcardMoment, card: Card) -> bool:
    if moment.pile.called in ("", ANY):
        return _matches(moment, card)
    return card.suit == moment.pile.called


def _suit_alone(moment: UpcardMoment, card: Card) -> bool:
    return _matches(moment, card) and moment.pile.suit in (ANY, card.suit)


def _higher(moment: UpcardMoment, card: Card) -> bool:
    same = card.rank == moment.upcard().rank
    return _matches(moment, card) and (same or strength(card) > strength(moment.upcard()))


PLAYED = (
    wrong_rule(
        "jack_on_anything", _cards(lambda moment, card: card.rank == JACK or _matches(moment, card))
    ),
    wrong_rule("suit_of_the_jack", _cards(_suit_of_the_jack)),
    wrong_rule("call_binds_jacks", _cards(_call_binds_jacks)),
    wrong_rule("suit_alone", _cards(_suit_alone)),
    wrong_rule(
        "eight_on_anything",
        _cards(lambda moment, card: card.rank == EIGHT or _matches(moment, card)),
    ),
    wrong_rule("must_be_higher", _cards(_higher)),
)


# --- what must be drawn ------------------------------------------------------------------


def until_able(moment: UpcardMoment, able: Callable[[Card], bool]) -> int:
    """How many cards are drawn until one is held that will do."""
    if any(map(able, moment.hand())):
        return 0
    order = moment.pile.order or ()
    return next((count for count, card in enumerate(order, 1) if able(card)), len(order))


def _unable(counted: Callable[[UpcardMoment], int]) -> Answer:
    """An answer where a player draws for want of a card that may be played."""
    return lambda moment: str(counted(moment)) if moment.free else ""


def _owing(counted: Callable[[UpcardMoment], int | None]) -> Answer:
    """An answer where cards are owed for a seven or an eight."""

    def answer(moment: UpcardMoment) -> str:
        count = counted(moment) if moment.pile.owed else None
        return "" if count is None else str(count)

    return answer


def _matching(moment: UpcardMoment) -> Callable[[Card], bool]:
    return lambda card: _matches(moment, card)


def _answered(moment: UpcardMoment) -> int | None:
    return 0 if any(card.rank == moment.upcard().rank for card in moment.hand()) else None


DRAWN = (
    wrong_rule("one_and_pass", _unable(lambda _: 1), only=("3", "more")),
    wrong_rule(
        "three_at_most",
        _unable(lambda moment: min(3, until_able(moment, _matching(moment)))),
        only=("more",),
    ),
    wrong_rule(
        "drawn_for_the_suit",
        _unable(lambda moment: until_able(moment, lambda card: _suit_alone(moment, card))),
    ),
    wrong_rule(
        "two_for_a_seven",
        _owing(lambda moment: 2 if moment.upcard().rank == SEVEN else None),
        only=("1",),
    ),
    wrong_rule(
        "eight_costs_a_turn",
        _owing(lambda moment: 0 if moment.upcard().rank == EIGHT else None),
        only=("3",),
    ),
    wrong_rule(
        "jack_on_anything",
        _unable(
            lambda moment: until_able(
                moment, lambda card: card.rank == JACK or _matches(moment, card)
            )
        ),
        idea="jack_ends_the_drawing",
    ),
    wrong_rule("answered_in_kind", _owing(_answered), only=("1", "3")),
    wrong_rule(
        "owed_and_more",
        _owing(lambda moment: moment.pile.owed + until_able(moment, _matching(moment))),
        only=("1", "3"),
    ),
    wrong_rule(
        "silence_costs_nothing",
        lambda moment: (
            str(until_able(moment, _matching(moment)))
            if moment.seat in moment.pile.silent and not moment.pile.owed
            else ""
        ),
        only=("1",),
    ),
)


# --- whose turn it is --------------------------------------------------------------------


def _played(seat: Callable[[UpcardMoment], str], *ranks: str) -> Answer:
    """An answer where a card of some ranks is played."""
    return lambda moment: seat(moment) if moment.cards and moment.cards[-1].rank in ranks else ""


def _same_rank(moment: UpcardMoment) -> str:
    same = moment.cards and moment.cards[-1].rank == moment.upcard().rank
    return moment.seat if same else ""


TURN = (
    wrong_rule("player_waits", _played(lambda moment: moment.other, EIGHT), only=(AGAIN,)),
    wrong_rule("seven_lets_play", _played(lambda moment: moment.other, SEVEN), only=(AGAIN,)),
    wrong_rule("jack_plays_again", _played(lambda moment: moment.seat, JACK), only=(OTHER,)),
    wrong_rule("same_rank_plays_again", _same_rank, only=(OTHER,)),
    wrong_rule(
        "drawing_ends_the_turn",
        lambda moment: "" if moment.cards or not moment.free else moment.other,
        only=(AGAIN,),
    ),
    wrong_rule(
        "draws_and_plays",
        lambda moment: moment.seat if not moment.cards and not moment.free else "",
        only=(OTHER,),
    ),
)


# --- what the hand is worth --------------------------------------------------------------


def worth(moment: UpcardMoment, **other: int) -> int:
    """The cards the other is left with, some ranks of them at other points than the rules'."""
    left = moment.hand(moment.other)
    return sum(other.get(f"of_{card.rank}", points(card)) for card in left)


def _starter_spade(moment: UpcardMoment) -> bool:
    starter = moment.pile.starter
    return starter is not None and starter.suit == SPADES


def _scored(*, spade: int = 2, jacks: int = 4, both: int = 0, **other: int) -> Answer:
    """What it is worth to one who multiplies so, and counts some ranks at other points."""

    def answer(moment: UpcardMoment) -> str:
        times = [spade] * _starter_spade(moment) + [jacks] * (len(moment.cards) > 1)
        factor = max(times, default=1) if only_highest(moment.position.variant) else prod(times)
        return str(worth(moment, **other) * ((both or factor) if len(times) > 1 else factor))

    return answer


def only_highest(variant: Variant) -> bool:
    """Whether two jacks swallow the spade starter."""
    return variant.word("mau_mau.multipliers") == "highest"


POINTS = (
    wrong_rule("sevens_and_eights_as_printed", _scored(of_7=7, of_8=8)),
    wrong_rule("not_doubled", _scored(spade=1)),
    wrong_rule("jacks_as_court_cards", _scored(of_J=10)),
    wrong_rule("ace_is_one", _scored(of_A=1)),
    wrong_rule("two_jacks_add_nothing", _scored(jacks=1)),
    wrong_rule("both_multiply", _scored(both=8), only_highest),
)
