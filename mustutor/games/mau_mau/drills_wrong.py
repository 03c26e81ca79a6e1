"""Wrong rules about cards that match an upcard: what they would answer at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import NamedTuple

from mustutor.games.drill import WrongRule
from mustutor.games.mau_mau.table import ANY, EIGHT, JACK, SEVEN, MauMauState, points
from mustutor.games.mau_mau.turns import SPADES
from mustutor.games.shedding_family.cards import strength
from mustutor.model.cards import Card
from mustutor.model.position import Hand, Position
from mustutor.model.variant import Variant

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
    WrongRule(
        "jack_on_anything",
        "In your answer a jack goes on anything. Here it must have the suit or the rank of "
        "the upcard, like any other card.",
        _cards(lambda moment, card: card.rank == JACK or _matches(moment, card)),
    ),
    WrongRule(
        "suit_of_the_jack",
        "In your answer the suit of the jack still counts. The suit called counts in its "
        "place; where none was called, any card goes.",
        _cards(_suit_of_the_jack),
    ),
    WrongRule(
        "call_binds_jacks",
        "In your answer only the suit called goes. Another jack goes as well, whatever "
        "suit was called.",
        _cards(_call_binds_jacks),
    ),
    WrongRule(
        "suit_alone",
        "In your answer only the suit counts. A card of the same rank goes as well.",
        _cards(_suit_alone),
    ),
    WrongRule(
        "eight_on_anything",
        "In your answer an eight goes on anything, as in other games of this kind. Here it "
        "must match like any other card.",
        _cards(lambda moment, card: card.rank == EIGHT or _matches(moment, card)),
    ),
    WrongRule(
        "must_be_higher",
        "In your answer a card must be higher than the upcard. No card beats another here.",
        _cards(_higher),
    ),
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
    WrongRule(
        "one_and_pass",
        "In your answer one card is drawn and the turn passes. A player who cannot play "
        "goes on drawing until they can.",
        _unable(lambda _: 1),
        only=("3", "more"),
    ),
    WrongRule(
        "three_at_most",
        "In your answer the turn passes after three cards. The drawing goes on until one goes.",
        _unable(lambda moment: min(3, until_able(moment, _matching(moment)))),
        only=("more",),
    ),
    WrongRule(
        "drawn_for_the_suit",
        "In your answer only the suit ends the drawing. A card of the same rank does as well.",
        _unable(lambda moment: until_able(moment, lambda card: _suit_alone(moment, card))),
    ),
    WrongRule(
        "two_for_a_seven",
        "In your answer a seven costs two cards, as in other games. Here it costs one.",
        _owing(lambda moment: 2 if moment.upcard().rank == SEVEN else None),
        only=("1",),
    ),
    WrongRule(
        "eight_costs_a_turn",
        "In your answer an eight costs only the turn, as in other games. Here it costs three "
        "cards as well.",
        _owing(lambda moment: 0 if moment.upcard().rank == EIGHT else None),
        only=("3",),
    ),
    WrongRule(
        "jack_on_anything",
        "In your answer a jack ends the drawing, because it goes on anything. It must match "
        "like any other card.",
        _unable(
            lambda moment: until_able(
                moment, lambda card: card.rank == JACK or _matches(moment, card)
            )
        ),
    ),
    WrongRule(
        "answered_in_kind",
        "In your answer a card of the same rank is played instead of drawing. After a seven "
        "or an eight the other may not play.",
        _owing(_answered),
        only=("1", "3"),
    ),
    WrongRule(
        "owed_and_more",
        "In your answer the drawing goes on until there is a card to play. Only what is "
        "owed for a seven or an eight is drawn.",
        _owing(lambda moment: moment.pile.owed + until_able(moment, _matching(moment))),
        only=("1", "3"),
    ),
    WrongRule(
        "silence_costs_nothing",
        "In your answer a player who did not say “one card” plays on as if they had. They "
        "draw one card instead of playing.",
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
    WrongRule(
        "player_waits",
        "In your answer whoever played the eight waits, and the other plays after drawing. "
        "The other draws and may not play: the same player plays again.",
        _played(lambda moment: moment.other, EIGHT),
        only=(AGAIN,),
    ),
    WrongRule(
        "seven_lets_play",
        "In your answer the other draws for the seven and then plays. The other may not play: "
        "whoever played the seven plays again.",
        _played(lambda moment: moment.other, SEVEN),
        only=(AGAIN,),
    ),
    WrongRule(
        "jack_plays_again",
        "In your answer whoever plays a jack plays again. A jack calls a suit, and the turn "
        "passes.",
        _played(lambda moment: moment.seat, JACK),
        only=(OTHER,),
    ),
    WrongRule(
        "same_rank_plays_again",
        "In your answer a card of the same rank gives another turn. Only a seven and an eight "
        "do that.",
        _same_rank,
        only=(OTHER,),
    ),
    WrongRule(
        "drawing_ends_the_turn",
        "In your answer drawing ends the turn. A player who cannot play draws until they "
        "can, and then plays.",
        lambda moment: "" if moment.cards or not moment.free else moment.other,
        only=(AGAIN,),
    ),
    WrongRule(
        "draws_and_plays",
        "In your answer one card is drawn for not saying “one card”, and then the player "
        "goes on. The card is drawn instead of playing: the turn passes.",
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
    WrongRule(
        "sevens_and_eights_as_printed",
        "In your answer sevens and eights count what is printed on them. A seven counts "
        "fifteen and an eight twenty.",
        _scored(of_7=7, of_8=8),
    ),
    WrongRule(
        "not_doubled",
        "In your answer the starter adds nothing. A spade as starter doubles the total.",
        _scored(spade=1),
    ),
    WrongRule(
        "jacks_as_court_cards",
        "In your answer a jack counts ten, like a queen or a king. It counts twenty.",
        _scored(of_J=10),
    ),
    WrongRule(
        "ace_is_one", "In your answer an ace counts one. It counts fifteen.", _scored(of_A=1)
    ),
    WrongRule(
        "two_jacks_add_nothing",
        "In your answer two jacks at the end add nothing. Whoever goes out with two jacks in "
        "one turn scores four times as much.",
        _scored(jacks=1),
    ),
    WrongRule(
        "both_multiply",
        "In your answer the spade starter doubles what two jacks have quadrupled. At this "
        "table only the jacks count.",
        _scored(both=8),
        only_highest,
    ),
)
