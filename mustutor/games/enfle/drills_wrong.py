"""Wrong rules about tricks that are taken up: what they would answer at the same moment."""

from __future__ import annotations

from collections.abc import Callable

from mustutor.games.drill import WrongRule
from mustutor.games.enfle.rules import EnfleState, playable, winner_of
from mustutor.games.question import NO, YES
from mustutor.games.shedding_family.cards import PLAY, TAKE, from_mano, strength
from mustutor.model.position import Hand, Position, Step


def leader(step: Step) -> str:
    """Who leads after a call of the engine's; nobody where the trick goes on, or all is over."""
    after = step.after
    return "" if after.said else after.speaker


def hand(position: Position) -> Hand:
    """The cards of whoever is to play."""
    held = position.hand_of(position.speaker)
    assert held is not None, "a drill knows all cards"
    return held


# --- what may be played ------------------------------------------------------------------


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
    WrongRule(
        "throws_off",
        "In your answer a player without the suit throws another card away. Here nobody "
        "may: a player who cannot follow suit takes up the trick.",
        _throws_off,
    ),
    WrongRule(
        "renounced_suit",
        "In your answer the suit that was just missing may not be led. It may, by anybody "
        "who has a card of it now.",
        _renounced,
    ),
    WrongRule(
        "must_beat",
        "In your answer a higher card must be played. Any card of the suit led goes.",
        _beats,
    ),
    WrongRule(
        "takes_at_will",
        "In your answer a trick may be taken up at will. A player who can follow suit "
        "must, and takes up nothing.",
        _takes_at_will,
    ),
    WrongRule(
        "longest_is_a_rule",
        "In your answer the longest suit must be led. That is good advice, but not a rule: "
        "any card may be led.",
        _longest,
    ),
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
    """Who answers by the trick that is over; nothing where it goes on."""

    def answer(step: Step) -> str:
        trick = _ended(step)
        return "" if trick is None else told(trick, step)

    return answer


def _left_of(seat: str, position: Position) -> str:
    return from_mano(position.order, seat)[1]


def _highest(ranks: str) -> Callable[[EnfleState, Step], str]:
    """Who believes in another order of the cards, the lowest first."""

    def answer(trick: EnfleState, step: Step) -> str:
        if step.call.verb == TAKE:
            return ""
        heights = [ranks.index(card.rank) for card in trick.trick]
        return trick.players[heights.index(max(heights))]

    return answer


LEAD = (
    WrongRule(
        "highest_leads_all_the_same",
        "In your answer the highest card leads, although not everybody has followed suit. "
        "Whoever takes up a trick leads the next.",
        _of_trick(lambda trick, step: winner_of(trick) if step.call.verb == TAKE else ""),
    ),
    WrongRule(
        "last_takes",
        "In your answer the last to play takes the trick. The highest card takes it.",
        _of_trick(lambda _, step: step.call.seat if step.call.verb == PLAY else ""),
    ),
    WrongRule(
        "leads_by_turns",
        "In your answer everybody leads in turn, whatever was played. Whoever takes a trick "
        "leads the next, and so does whoever takes one up.",
        _of_trick(lambda trick, step: _left_of(trick.players[0], step.before)),
    ),
    WrongRule(
        "taker_waits",
        "In your answer whoever takes up a trick misses a turn. It is the other way round: "
        "that player leads.",
        _of_trick(
            lambda _, step: _left_of(step.call.seat, step.before) if step.call.verb == TAKE else ""
        ),
        levels=(),
    ),
    WrongRule(
        "leader_keeps_the_lead",
        "In your answer whoever led leads again. Whoever takes a trick leads the next, and so "
        "does whoever takes one up.",
        _of_trick(lambda trick, _: trick.players[0]),
    ),
    WrongRule(
        "ace_low",
        "In your answer the ace is the lowest card of its suit. In Enflé it is the highest.",
        _of_trick(_highest("A23456789TJQK")),
    ),
    WrongRule(
        "ten_high",
        "In your answer the ten beats the figures, as in games that count points. In Enflé "
        "the ace is highest, then king, queen, jack and ten.",
        _of_trick(_highest("23456789JQKTA")),
    ),
)


# --- how many cards are taken up ---------------------------------------------------------


def _cards_after(more: Callable[[Position], int]) -> Callable[[Step], str]:
    """Who adds so many to the cards of whoever takes a trick up."""

    def answer(step: Step) -> str:
        return str(len(hand(step.before)) + more(step.before)) if step.call.verb == TAKE else ""

    return answer


TAKEN = (
    WrongRule(
        "only_one_is_taken",
        "In your answer a single card is taken up. Everything that lies in the trick is.",
        _cards_after(lambda _: 1),
    ),
    WrongRule(
        "trick_is_thrown_away",
        "In your answer the trick is thrown away. That is done only when everybody has "
        "followed suit; otherwise it goes into a hand.",
        _cards_after(lambda _: 0),
    ),
    WrongRule(
        "one_thrown_off",
        "In your answer a card of another suit is played to the trick first. Nobody does "
        "that here: the cards are taken up instead of playing.",
        _cards_after(lambda position: len(position.state.trick) - 1),
    ),
    WrongRule(
        "all_play_first",
        "In your answer the others play to the trick before it is taken up. Those still to "
        "play no longer play to it.",
        _cards_after(lambda position: len(position.order) - 1),
    ),
)


# --- what the deal is worth --------------------------------------------------------------


def _chips(counted: Callable[[Position, int, int, int], int]) -> Callable[[Step], str]:
    """Who counts the chips of the winner from what is in front, the pot and an ante."""

    def answer(step: Step) -> str:
        position = step.before
        chips, ante = position.stones_of(step.call.seat), position.variant.number("enfle.ante")
        return str(counted(position, chips, position.state.pot, ante))

    return answer


def _cards_of_others(step: Step) -> int:
    left: tuple[int, ...] = step.before.state.left
    return sum(left) - 1


POT = (
    WrongRule(
        "own_ante_left_out",
        "In your answer the winner's own chip is not part of the pot. The whole pot is won.",
        _chips(lambda _, chips, pot, ante: chips + pot - ante),
    ),
    WrongRule(
        "ante_given_back",
        "In your answer the winner's chip comes back in addition to the pot. It lies in "
        "the pot, and is counted there already.",
        _chips(lambda _, chips, pot, ante: chips + pot + ante),
    ),
    WrongRule(
        "pot_alone",
        "In your answer only the pot is counted. What was in front stays there as well.",
        _chips(lambda _, __, pot, ___: pot),
    ),
    WrongRule(
        "chip_a_card",
        "In your answer the others pay for the cards they still hold. In Enflé the pot is "
        "all that is won.",
        lambda step: str(step.before.stones_of(step.call.seat) + _cards_of_others(step)),
    ),
)
