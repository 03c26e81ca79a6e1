"""The sentence of each kind of fact that Mau-Mau tells in its own way."""

from __future__ import annotations

from mustutor.games.shedding_family.telling import SHED
from mustutor.games.telling import plural
from mustutor.language import mark

MAU_MAU = {
    **SHED,
    "starter": mark("The starter is {card}. It has no effect of its own."),
    "starter_spade": mark("The starter is {card}, a spade, so what the winner scores is doubled."),
    "same_suit": mark("{card} has the suit of {upcard}."),
    "same_rank": mark("{card} has the rank of {upcard}."),
    "suit_called": mark("{card} is of the suit called, {suit}."),
    "jack_on_a_call": mark("A jack may answer a jack, whatever suit was called."),
    "any_card": mark("No suit was called after {upcard}: any card goes."),
    "calls": mark("{seat} calls {suit}: {other} must follow with {suit}, or with a jack."),
    "calls_nothing": mark("{seat} calls no suit: {other} may play any card."),
    "two_jacks": mark("Two jacks are played in one turn."),
    "seven": mark(
        "A seven: {other} draws one card and may not play; then it is {seat}'s turn again."
    ),
    "eight": mark(
        "An eight: {other} draws three cards and may not play; then it is {seat}'s turn again."
    ),
    "no_effect_at_the_end": mark("It is the last card, so {other} need not draw for it."),
    "says_one_card": mark("{seat} has one card left, and says so."),
    "is_silent": mark(
        "{seat} has one card left and does not say “one card”: that card may not be played "
        "next turn."
    ),
    "last_card": mark("{seat} has played their last card."),
    "draws_for_seven": mark("{seat} draws for the seven."),
    "draws_for_eight": plural(
        "{seat} draws for the eight; {number} more to draw.",
        "{seat} draws for the eight; {number} more to draw.",
        of="owed",
    ),
    "draws_last_for_eight": mark("{seat} draws the last of the three for the eight."),
    "draws_for_silence": mark(
        "“One card” was not said, so {seat} draws a card instead of playing, and the turn passes."
    ),
    "draws_unable": mark("{seat} has nothing that can go on {upcard}, and draws."),
    "draws_unable_on_call": mark("{seat} has neither {suit} nor a jack, and draws."),
    "keeps": mark("{seat} cannot follow the suit of {upcard}, and may keep {kept} and draw."),
    "reneges": mark("{seat} could have played {cards} but draws: that costs fifty points."),
    "draws_unjudged": mark("{seat} draws. It is not known whether {seat} had a card to play."),
    "passes": mark("There is nothing left to draw: {seat} passes."),
    "stock_ran_out": plural(
        "The stock has run out, so all the cards played but the upcard are shuffled again: "
        "{number} card.",
        "The stock has run out, so all the cards played but the upcard are shuffled again: "
        "{number} cards.",
        of="count",
    ),
    "mended": mark("{seat} has drawn, so it no longer matters that “one card” was not said."),
    "cards_left": mark("{seat} was left with {sum}."),
    "points_scored": plural(
        "{seat} scores {number} point.", "{seat} scores {number} points.", of="stones"
    ),
    "doubled": plural(
        "The starter {card} was a spade: the same number again, {number} point.",
        "The starter {card} was a spade: the same number again, {number} points.",
    ),
    "quadrupled": plural(
        "{seat} went out with two jacks, for four times as much: {number} point more.",
        "{seat} went out with two jacks, for four times as much: {number} points more.",
    ),
    "swallowed": mark("The spade starter adds nothing to that."),
    "charged": plural(
        "{seat} drew although they could play, and is charged {number} point.",
        "{seat} drew although they could play, and is charged {number} points.",
    ),
    "wins_match": plural(
        "{seat} has reached {target} and wins the match; the difference to pay is {number} point.",
        "{seat} has reached {target} and wins the match; the difference to pay is {number} points.",
        of="difference",
    ),
    "difference": plural(
        "The difference between the two scores is {number} point.",
        "The difference between the two scores is {number} points.",
        of="difference",
    ),
    "why_waits_for_renege": mark(
        "It is not known whether {seats} could have played instead of drawing: fifty points "
        "depend on it."
    ),
    "why_got": plural(
        "{seat} scores {number} point {at_lance}.",
        "{seat} scores {number} points {at_lance}.",
        of="got",
    ),
    "why_gave": plural(
        "{seat} is charged {number} point {at_lance}.",
        "{seat} is charged {number} points {at_lance}.",
        of="gave",
    ),
    "why_got_and_gave": mark("{seat} scores {got} points and is charged {gave} {at_lance}."),
    "why_nothing_moved": mark("{seat} scores nothing {at_lance}."),
    "why_not_settled": mark("What {seat} scores {at_lance} is not settled yet."),
    "why_other_won": mark("{winner} was the first without a card, and only the winner scores."),
    "why_not_over": mark("Nobody is without cards yet."),
}
