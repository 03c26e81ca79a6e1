"""The sentences of Encaje: the play, the showdown, who drops out or loses, and the reasons."""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.games.explain import Sentences, plural
from mustutor.games.mus_family.words import FAMILY

WAITS = mark("What is due {at_lance} waits until what comes before it is settled.")

ENCAJE: Sentences = {
    **FAMILY,
    # What there is to learn from a bet and its answers.
    "bets_the_last_stone": mark(
        "The least bet is {least}, but here {seat} may also bet the last {had}."
    ),
    "bets_to_the_limit": mark("Those are all the stones in front of {seat}: no bet can be higher."),
    "bounds_of_a_raise": mark(
        "From {least}, {step} more than {stake}, to the {had} in front of {seat}."
    ),
    "raises_to_the_limit": mark("{seat} has {had} in front and cannot raise any higher."),
    "answers_again": lambda words: (
        mark(
            "{seat} had accepted {earlier}; asked again after the raise, {seat} stays for {stake}."
        )
        if words["verb"] == "quiero"
        else mark(
            "{seat} had bet {earlier}; asked again after the raise, {seat} stays for {stake}."
        )
    ),
    "answers_with_a_raise": lambda words: (
        mark(
            "{seat} had accepted {earlier}; asked again after the raise, {seat} may raise in turn."
        )
        if words["verb"] == "quiero"
        else mark(
            "{seat} had bet {earlier}; asked again after the raise, {seat} may raise in turn."
        )
    ),
    "sees_with_less": plural(
        "{stake} is more than {seat} has; with the one stone left {seat} may accept it.",
        "{stake} is more than {seat} has; with all {number} {seat} may accept it.",
        of="had",
    ),
    "folds_for_nothing": lambda words: (
        mark("{seat} had accepted {earlier}. To fold now costs nothing.")
        if words["verb"] == "quiero"
        else mark("{seat} had bet {earlier}. To fold now costs nothing.")
    ),
    # How a lance opens and how it ends.
    "does_not_declare": plural(
        "{seats} has no stones in front, so neither declares nor gains anything {at_lance}.",
        "{seats} have no stones in front, so they neither declare nor gain anything {at_lance}.",
        of="players",
    ),
    "silent_with_all_in_a_pot": plural(
        "{seats} has every stone in a pot and stays silent until the showdown.",
        "{seats} have every stone in a pot and stay silent until the showdown.",
        of="players",
    ),
    "silent_without_stones": plural(
        "{seats} has no stones left and stays silent.",
        "{seats} have no stones left and stay silent.",
        of="players",
    ),
    "holders_bet": mark("{seats} have {lance} and bet; the others stay silent."),
    "all_speakers_bet": mark("{seats} have {lance} and bet among themselves."),
    "all_pass": mark(
        "Everybody passes: at the showdown the best hand {at_lance} discards 1 stone."
    ),
    "all_pass_value": mark(
        "Everybody passes: at the showdown the best hand {at_lance} discards its own value."
    ),
    "only_one_with_stones": mark(
        "Only {seat} has stones, so no bet is possible, and {seat} counts as the best."
    ),
    "only_one_has_pares": mark(
        "Only {seat} has pares: no betting; at the showdown {seat} discards their value."
    ),
    "only_one_has_juego": mark(
        "Only {seat} has juego: no betting; at the showdown {seat} discards its value."
    ),
    "alone_for_nothing": mark(
        "Only one player has stones, and under this rulebook the lance then pays nothing."
    ),
    "nobody_has_juego": mark("Nobody has juego: everybody with stones plays punto instead."),
    "nobody_has_stones": mark("Nobody has stones in front: there is no betting {at_lance}."),
    "nobody_sees_the_bet": mark(
        "Nobody accepts: {seat} discards 1 stone at once, whatever the bet was."
    ),
    "value_to_come": mark("At the showdown, {seat} also discards the value of their hand."),
    "nobody_sees_the_raise": plural(
        "Nobody accepts the {stake}: {seat} gives {number} stone at once to {maker}, who set "
        "the stake before it and is paid even after folding.",
        of="previous",
    ),
    "seers_get_nothing": plural(
        "{seats} had accepted the {previous} and gets nothing: only the player who bet it is paid.",
        "{seats} had accepted the {previous} and get nothing: only the player who bet it is paid.",
        of="players",
    ),
    "pot_is_made": plural(
        "The stake is {stake}: {seats} puts {stake} in the pot.",
        "The stake is {stake}: {seats} put {stake} each in the pot.",
        of="players",
    ),
    "nothing_left": plural(
        "{seats} has nothing left in front and is silent for the rest of this deal.",
        "{seats} have nothing left in front and are silent for the rest of this deal.",
        of="players",
    ),
    "puts_in_all": plural(
        "{seat} puts in the one stone left and is out of the rest of this deal.",
        "{seat} puts in all {number} and is out of the rest of this deal.",
        of="had",
    ),
    # What stands over the settlement of a lance.
    "pot_between": plural("{heading}: the pot of {number} stone is between {seats}."),
    "alone": mark("{heading}: {seats} alone."),
    "nobody_had": mark("{heading}: of those who could declare, nobody had any."),
    "lance_again": mark("{heading}, continued."),
    # Who takes or pays what, and what each has then.
    "takes_the_pot": plural(
        "{seat} has the worst hand and takes the pot: {number} stone. {seat} has {has} now."
    ),
    "shares_the_pot": plural(
        "{seat} shares the last place and takes {number} stone. {seat} has {has} now."
    ),
    "rid_of_the_stake": plural(
        "{seats} is rid of the stones put into the pot: to escape the worst place brings "
        "nothing more.",
        "{seats} are rid of the stones put into the pot: to escape the worst place brings "
        "nothing more.",
        of="players",
    ),
    "discards_one": plural(
        "{seat} has {best_lance} and discards {number} stone. {seat} has {left} now."
    ),
    "counts_and_discards_one": plural(
        "{seat} counts as the best {at_lance} and discards {number} stone. {seat} has {left} now."
    ),
    "discards_value": plural(
        "{seat} discards {number} stone, the value {of_figure}. {seat} has {left} now."
    ),
    "gives_value": plural(
        "{seat} is best and gives {taker} {number} stone, the value {of_figure}. "
        "{seat} has {left} and {taker} {has} now."
    ),
    "gives_all_he_has": mark(
        "{seat} should discard {due}, the value {of_figure}, but has {stones}: they discard "
        "what they have, and the rest is forgiven."
    ),
    "gives_all_he_has_to": mark(
        "{seat} owes {taker} {due}, the value {of_figure}, but has {stones}: these go to "
        "{taker}, who has {has} now, and the rest is forgiven."
    ),
    "owes_more_than_he_has": mark(
        "{seat} should discard {due}, the value {of_figure}, but has {stones}: the rest is "
        "owed until {seat} takes a pot."
    ),
    "owes_more_than_he_has_to": mark(
        "{seat} owes {taker} {due}, the value {of_figure}, but has {stones}: the rest is owed "
        "until {seat} takes a pot."
    ),
    "pays_the_debt": plural(
        "{seat} pays {number} stone that was still owed. {seat} has {left} now.",
        "{seat} pays {number} stones that were still owed. {seat} has {left} now.",
    ),
    "right_passes_on": mark("{seat} has no stones left, so the right to pay passes to {heir}."),
    "best_has_no_stones": plural(
        "{seat} counts as the best {at_lance} but has no stones left: the stone due is forgiven.",
        "{seat} counts as the best {at_lance} but has no stones left: "
        "the {number} stones due are forgiven.",
        of="due",
    ),
    # Whose cards would have been better, and count for nothing.
    "best_hand_folded": mark(
        "{seat} holds {hand}, {best_lance} at the table, but it counts for nothing: {seat} folded."
    ),
    "better_hand_folded": mark(
        "{seat} holds {hand}, better than any of these, but it counts for nothing: {seat} folded."
    ),
    "best_hand_silent": mark(
        "{seat} holds {hand}, {best_lance} at the table, but it counts for nothing: {seat} had "
        "no stones in front."
    ),
    "better_hand_silent": mark(
        "{seat} holds {hand}, better than any of these, but it counts for nothing: {seat} had "
        "no stones in front."
    ),
    # What cannot be settled yet, and which cards it waits for.
    "pot_waits": plural("{pot}, of {stones}, waits for the cards of {seats}.", of="players"),
    "value_waits": plural(
        "What is due {at_lance}, {stones} or more, waits for the cards of {seats}.", of="players"
    ),
    "stone_waits": plural("The stone due {at_lance} waits for the cards of {seats}.", of="players"),
    "pot_waits_its_turn": mark("{pot}, of {stones}, waits until what comes before it is settled."),
    "value_waits_its_turn": WAITS,
    "stone_waits_its_turn": WAITS,
    # Who is out, who has lost, and what is void.
    "drops_out": plural(
        "{seats} has no stones left and is safely out of the game.",
        "{seats} have no stones left and are safely out of the game.",
        of="players",
    ),
    "loses": mark("Only {seat} has stones left and no pot is open: {seat} loses the game."),
    "would_lose": mark(
        "Only {seat} has stones left here, and loses the game unless stones also moved in what "
        "is not recorded: {lances}."
    ),
    "would_lose_by_these_stones": mark(
        "Only {seat} has stones left here, and loses the game unless others had more: the stones "
        "before this hand are not known."
    ),
    "void": plural(
        "The game is over, so {seat} no longer pays the stone due {at_lance}.",
        "The game is over, so {seat} no longer pays the {number} stones due {at_lance}.",
        of="due",
    ),
    "games_lost": plural(
        "{seat} has lost {number} game; the first to lose {most} loses the session.", of="lost"
    ),
    "loses_the_session": plural(
        "{seat} has lost {number} game, and with it the session.",
        "{seat} has lost {number} games, and with them the session.",
        of="lost",
    ),
    # What a player of Encaje gives and receives, and why.
    "why_bet_unseen": mark("{bettor} bet {stake} and nobody accepted: one stone is discarded."),
    "why_raise_unseen": mark(
        "{bettor} raised to {stake} and nobody accepted: the {previous} of the stake before go "
        "to {maker}."
    ),
    "why_in_the_pot": plural("The stake was accepted: {giver} puts {number} stone in the pot."),
    "why_takes_the_pot": plural(
        "Of those in the pot, {taker} has the worst hand and takes the pot: {number} stone."
    ),
    "why_pays_out": plural("{giver} discards {number} stone for the value {of_figure}."),
    "why_pays_the_taker": plural(
        "{giver} has {best_lance} of those in the pot and gives its value to {taker}: "
        "{number} stone."
    ),
    "why_folded": mark("{seat} folded: the hand counts for nothing in this lance."),
    "why_best_and_folded": mark("{hand} would have been the best hand that is known."),
    "why_only_worst": mark(
        "{seat} is rid of the stones staked: only the worst hand takes the pot, and only the "
        "best gives its value."
    ),
    "why_only_best": mark(
        "Nobody bet, so only the best hand discards, and {seat} does not have it."
    ),
    "why_has_not": mark("{seat} has no {lance}."),
    "why_no_stones": mark("{seat} has no stones in this lance, and so no say in it."),
    "why_alone_for_nothing": mark("Only one player has stones here: nothing is paid."),
    "why_not_in_the_pot": mark("Nothing that is paid here concerns {seat}."),
    "why_over_in_encaje": mark("Only {loser} still had stones: the game ended before this."),
}
"""The sentence of each kind of fact that Encaje tells in its own way."""
