"""The drills of Enflé and Mau-Mau: each answer again, counted from the rules alone."""

from __future__ import annotations

import pytest

from mustutor import load_variant
from mustutor.base.errors import AnswerError, LessonError
from mustutor.games.drill import draw
from mustutor.games.mau_mau.drills import pose_drawn
from mustutor.games.question import read_answer
from mustutor.tutor.drills import SKILLS, drill_source, drill_stop
from tests.table import changed
from tests.tutor.drilled import EN, drawn

ENFLE, MAU = load_variant("enfle"), load_variant("mau_mau")
HIGH = "23456789TJQKA"
WORTH = {"J": 20, "8": 20, "7": 15, "A": 15, "Q": 10, "K": 10, "T": 10}


def cases(skill, variant):
    """Cases at the first level and the last, against every wrong rule."""
    for level in (1, 5):
        yield from drawn(skill, variant, seeds=(1, 2, 3), level=level)


# --- Enflé -------------------------------------------------------------------------------


def test_enf_8_9_11_12_any_card_is_led_and_who_can_follow_must():
    for step, _, answer in cases("enfle.play", ENFLE):
        hand, trick = step.before.hand_of(step.call.seat), step.before.state.trick
        able = [card for card in hand if not trick or card[1] == trick[0][1]]
        legal = step.call.cards[0] in able if step.call.cards else bool(trick) and not able
        assert answer == ("yes" if legal else "no")


def test_enf_9_10_11_the_highest_leads_if_all_follow_else_who_takes_it_up():
    for step, _, answer in cases("enfle.lead", ENFLE):
        trick, players = step.before.state.trick, step.before.state.players
        if step.call.cards:
            cards = dict(zip((*players, step.call.seat), (*trick, *step.call.cards), strict=True))
            assert {card[1] for card in cards.values()} == {trick[0][1]}
            assert answer == max(cards, key=lambda seat: HIGH.index(cards[seat][0]))
        else:
            assert trick[0][1] not in [card[1] for card in step.before.hand_of(step.call.seat)]
            assert answer == step.call.seat


def test_enf_11_all_that_lies_in_the_trick_is_taken_up():
    for step, _, answer in cases("enfle.taken", ENFLE):
        held = step.before.hand_of(step.call.seat)
        assert answer == str(len(held) + len(step.before.state.trick))


def test_enf_14_the_first_without_a_card_wins_the_pot_everybody_has_paid_into():
    for step, _, answer in cases("enfle.pot", ENFLE):
        assert step.before.hand_of(step.call.seat) == step.call.cards
        players = len(step.before.order)
        assert answer == str(step.before.stones_of(step.call.seat) + players)


def test_where_the_trick_is_played_out_first_nobody_is_asked_about_the_last_card():
    later = changed("enfle", {"enfle.win": "end_of_trick"})
    with pytest.raises(LessonError, match="nothing to ask"):
        drill_source("enfle.pot", 1, later, EN)
    assert drill_source("enfle.lead", 1, later, EN).stop(0).question.answer


# --- Mau-Mau -----------------------------------------------------------------------------


def goes(card, pile):
    """What may be played on the upcard (MAU-8, MAU-14, MAU-15)."""
    if pile.called == "*":
        return True
    return card[1] == (pile.called or pile.upcard[1]) or card[0] == pile.upcard[0]


def test_mau_8_14_15_what_has_the_suit_or_the_rank_goes_and_a_jack_no_less():
    for moment, _, answer in cases("mau.play", MAU):
        assert answer.split() == [card for card in moment.hand() if goes(card, moment.pile)]


def must_draw(moment):
    """How many cards are drawn (MAU-9, MAU-12, MAU-13, MAU-18)."""
    if moment.pile.owed:
        return {"7": 1, "8": 3}[moment.pile.upcard[0]]
    if moment.seat in moment.pile.silent:
        return 1
    assert not [card for card in moment.hand() if goes(card, moment.pile)]
    return [goes(card, moment.pile) for card in moment.pile.order].index(True) + 1


def test_mau_9_12_13_18_what_is_owed_is_drawn_and_otherwise_until_able():
    for moment, _, answer in cases("mau.draw", MAU):
        assert answer == str(must_draw(moment))


def test_the_table_does_not_tell_how_many_are_to_be_drawn_when_that_is_asked():
    for moment, _, _ in cases("mau.draw", MAU):
        assert pose_drawn(moment, EN).scene.position.state.owed == 0


def test_mau_12_13_whoever_played_the_seven_or_the_eight_plays_again():
    for moment, _, answer in cases("mau.turn", MAU):
        if moment.cards:
            again = moment.cards[0][0] in "78"
        else:
            again = moment.seat not in moment.pile.silent
        assert answer == (moment.seat if again else moment.other)


@pytest.mark.parametrize("multipliers", ["highest", "product"])
def test_mau_2_20_21_the_cards_left_doubled_and_quadrupled(multipliers):
    variant = changed("mau_mau", {"mau_mau.multipliers": multipliers})
    both = 0
    for number in range(1, 25):
        how = {"seed": 1, "number": number, "variant": variant, "level": 5}
        moment, _, answer = draw(SKILLS["mau.points"], **how)
        left = moment.hand(moment.other)
        total = sum(WORTH.get(card[0]) or int(card[0]) for card in left)
        spade, jacks = moment.pile.starter[1] == "s", len(moment.cards) == 2
        both += spade and jacks
        product = (1 + spade) * (4 if jacks else 1)
        times = min(product, 4) if multipliers == "highest" else product
        assert answer == str(total * times)
    assert both


def test_a_table_that_multiplies_both_holds_nobody_wrong_who_does():
    names = {
        how: [
            wrong.name
            for wrong in SKILLS["mau.points"].against(
                changed("mau_mau", {"mau_mau.multipliers": how})
            )
        ]
        for how in ("highest", "product")
    }
    assert "both_multiply" in names["highest"]
    assert "both_multiply" not in names["product"]


@pytest.mark.parametrize("ten", ["Th", "10h", "10♥", "th"])
def test_french_cards_are_answered_as_people_write_them(ten):
    asked = (_asked(number) for number in range(1, 40))
    question = next(question for question in asked if "Th" in question.answer.split())
    said = " ".join(ten if card == "Th" else card for card in question.answer.split())
    assert read_answer(question, said) == question.answer
    with pytest.raises(AnswerError):
        read_answer(question, "Ro")


def _asked(number):
    return drill_stop("mau.play", seed=2, number=number, variant=MAU, language=EN, level=5).question
