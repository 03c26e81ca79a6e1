"""The sentences of Mus: the play, the count, what a hand leads to, and the reasons."""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.games.explain import Sentences, plural
from mustutor.games.mus_family.words import FAMILY

MUS: Sentences = {
    **FAMILY,
    # Who plays with whom, and what there is to learn from a bet.
    "partners": mark("{partners} play for {one}, {opponents} for {other}."),
    "everybody_alone": mark("Everybody plays alone."),
    "perete": plural(
        "A perete, 4 5 6 7, the worst of all hands: {side} scores {number} stone for it.", of="due"
    ),
    "counts_for_less": lambda words: (
        mark("A raise of more than {above} at once counts as {more}: the stake is {stake}.")
        if words["before"]
        else mark("A bet of more than {above} at once counts as {stake}.")
    ),
    "more_means": lambda words: (
        mark("'{words}' over {before} makes {stake}.")
        if words["before"]
        else mark("'{words}' here means {stake}.")
    ),
    "reenvido_makes": mark("A reenvido over {before} makes {stake}."),
    "bets_out_of_turn": mark("It is {speaker}'s turn, but here a first bet need not wait."),
    "side_answers": plural(
        "{seats} answers for the other side.",
        "{seats} answer in this order, until one accepts.",
        of="players",
    ),
    "one_answers_for_the_side": mark("{seats} answers for the whole side."),
    "others_answer": plural("{seats} has to answer.", "{seats} answer, each alone.", of="players"),
    "new_stake": mark("Many tables say “{more} más”; here the number is the whole stake."),
    "raised_by": mark("Many tables say “{more} más”."),
    "ordago": plural("The whole game is staked: {seats} may only accept or refuse.", of="players"),
    # What an answer binds, and whom it leaves a word.
    "one_quiero_is_enough": plural(
        "One quiero is enough: {seats} need not answer, and is bound by it.",
        "One quiero is enough: {seats} need not answer, and are bound by it.",
        of="players",
    ),
    "accepts_after_a_refusal": plural(
        "{seats} refused, but {seat} accepts for the side, and both hands count.",
        "{seats} refused, but {seat} accepts for the side, and all its hands count.",
        of="players",
    ),
    "accepts_alone_after_a_refusal": plural(
        "{seats} refused, but {seat} accepts, and of the side only {seat} counts.", of="players"
    ),
    "partner_may_answer": plural(
        "{seat} is out {of_lance} for good; {seats} may still answer for {side}.", of="players"
    ),
    "partner_answers_next": plural("{seats} may still answer for {side}.", of="players"),
    "refuses_for_now": mark("{seat} may answer again if the stake is raised."),
    # Who bets in a lance, and how it ends without a refusal.
    "both_sides_have": mark("{seats} have {lance} and bet, because more than one side has it."),
    "others_may_open": mark("Without {lance}, {seats} may make the first bet all the same."),
    "opens_without": mark("{seat} has no {lance}, and may make the first bet all the same."),
    "has_to_see": mark("{seat} is the last to answer, and may not refuse what nobody accepted."),
    "everybody_bets": mark("{seats} have {lance}; in this rulebook everybody bets."),
    "best_scores_at_the_count": plural(
        "Nobody bets, so {best_lance} scores {number} stone at the count.", of="due"
    ),
    "best_side_scores_its_values": mark(
        "Nobody bets: at the count, the side with {best_lance} scores the values it holds."
    ),
    "best_scores_its_value": mark("Nobody bets: at the count, {best_lance} scores its value."),
    "only_one_side_has": lambda words: (
        mark("Only {side} has {lance}: no betting, and the value is scored at the count.")
        if words["seats"] == words["side"]
        else mark(
            "Only {side} has {lance} ({seats}): no betting, and the value is scored at the count."
        )
    ),
    "nobody_has_juego_but_punto": mark("Nobody has juego: everybody plays for punto instead."),
    "stake_is_on": plural(
        "{number} stone for the side with {best_lance}, when all is counted.", of="stake"
    ),
    "stake_is_on_between": plural(
        "{seats} play for {number} stone; the best of them scores it at the count.",
        "{seats} play for {number} stones; the best of them scores them at the count.",
        of="stake",
    ),
    "stake_is_on_from_each": plural(
        "{seats} play for {number} stone; the best scores it for each of the others.",
        "{seats} play for {number} stones; the best scores them for each of the others.",
        of="stake",
    ),
    "more_than_the_target": mark(
        "{stake} would be enough to win the game, but only when its turn comes in the count."
    ),
    "ordago_accepted": mark("Accepted: the cards are shown, and the game is decided {at_lance}."),
    "ordago_accepted_to_be_counted": mark(
        "Accepted: the cards are shown. What came before is counted first; then the game "
        "is decided {at_lance}."
    ),
    # What a refusal brings the side that bet.
    "bet_refused": plural("Nobody accepts: {side} scores {number} stone, the deje."),
    "raise_refused": lambda words: (
        plural("Nobody accepts the órdago: {side} scores {number} stone, the stake before it.")
        if words["ordago"]
        else plural("Nobody accepts {stake}: {side} scores {number} stone, the stake before it.")
    ),
    "raise_refused_with_extra": plural(
        "Nobody accepts: {side} scores {number} stone, {rest} for the stake before it and "
        "{extra} that this rulebook adds."
    ),
    "raise_refused_for_one": plural(
        "Nobody accepts: {side} scores {number} stone, all that this rulebook gives for a "
        "refused raise."
    ),
    "raise_refused_for_the_opener": plural(
        "Nobody accepts: {opener} bet first, and by the letter of the rulebook that bet is "
        "paid to {side}: {number} stone."
    ),
    "no_deje": mark("Nobody accepts, and in this rulebook no deje is paid {at_lance}."),
    "deje_at_the_count": mark("Nobody accepts: {side} scores the deje first of all at the count."),
    "taken_at_once": mark("A deje is taken at once, before anything that was accepted."),
    "own_values_to_come": mark(
        "At the count, {side} also scores what its own cards are worth {at_lance}, whatever "
        "the others hold."
    ),
    "punto_to_come": mark("At the count, {side} also scores for punto, whatever the others hold."),
    "nothing_more": mark("Nothing more is paid {at_lance}."),
    "beyond_the_target": plural(
        "The score stops at {target}: {number} of these stones is not counted.",
        "The score stops at {target}: {number} of these stones are not counted.",
    ),
    "wins_by_the_deje": mark(
        "{side} comes to {has} and wins the game: nothing more is played or counted."
    ),
    # What stands over the count of a lance.
    "bet_accepted": plural(
        "{heading}: {number} stone was bet and accepted.",
        "{heading}: {number} stones were bet and accepted.",
        of="stake",
    ),
    "alone_with_pares": mark("{heading}: nobody but {side} has any."),
    "alone_with_juego": mark("{heading}: nobody but {side} has one."),
    "ordago_decides": mark("{heading}: the órdago of {seats} was accepted."),
    "no_stake_stands": mark("No bet counts {at_lance}: the others score what they hold."),
    "lance_counted": mark("{heading}."),
    # Who scores, for what, and what everybody has then.
    "best_scores_the_stake": plural(
        "{seat} has {best_lance}: {side} scores the {number} stone. {score}."
    ),
    "best_scores": plural("{seat} has {best_lance}: {side} scores {number} stone. {score}."),
    "best_scores_from_each": plural(
        "{seat} has {best_lance}: {side} scores {number} stone, {stake} from each. {score}."
    ),
    "scores_for_the_passes": plural("{side} scores {number} stone because nobody bet. {score}."),
    "scores_for_the_hand": plural(
        "{side} scores {number} stone for {the_figure} of {seat}. {score}."
    ),
    "scores_the_deje": plural("{side} scores {number} stone, the deje {of_lance}. {score}."),
    "scores": plural("{side} scores {number} stone {at_lance}. {score}."),
    "gives_the_deje_back": plural(
        "{side} gives back {number} stone, the deje {of_lance}. {score}."
    ),
    "takes_the_fine": plural("{side} takes {number} stone for the offence. {score}."),
    "wins_by_the_offence": mark("Because of what was said, the game goes to {side}."),
    "wins_by_the_ordago": mark("{seat} has {best_lance}: {side} wins the game by the órdago."),
    # Whose cards decided though another spoke, and whose are paid nothing.
    "partner_wins": mark(
        "{seat} spoke for {side} with cards that would have lost; those of {partner} win."
    ),
    "refuser_wins": mark(
        "{partner} had refused, but {seat} accepted: the cards of {partner} count for {side}."
    ),
    "best_hand_refused": mark(
        "{seat} holds {hand}, {best_lance} at the table, but {side} is paid nothing for it: "
        "they refused the bet."
    ),
    "better_hand_refused": mark(
        "{seat} holds {hand}, which is better, but {side} is paid nothing for it: they refused "
        "the bet."
    ),
    "best_hand_gave_up": mark(
        "{seat} holds {hand}, {best_lance} at the table, but it counts for nothing: {seat} refused."
    ),
    "better_hand_gave_up": mark(
        "{seat} holds {hand}, which is better, but it counts for nothing: {seat} refused."
    ),
    # Where the count stops, and what is no longer counted.
    "reaches_the_target": mark("{side} has reached {target} and wins the game: the count stops."),
    "nobody_claimed": mark("Nobody claimed it before the next cut, and so it is lost:"),
    "would_reach_the_target": mark("{side} has reached {target} here: the count stops."),
    "would_end_by_ordago": mark("The órdago ends the count."),
    "would_win": mark(
        "{side} wins the game by this, unless it ended earlier by something that is not "
        "recorded: {lances}."
    ),
    "would_win_by_these_stones": mark(
        "{side} wins the game by this, unless it ended earlier: the stones before this hand "
        "are not known."
    ),
    "no_longer_counted": mark("No longer counted, because the game is decided:"),
    "too_late_for_a_hand": plural("{number} stone to {side} for {the_figure} of {seat}."),
    "too_late_at_a_lance": plural("{number} stone to {side} {at_lance}."),
    "why_forgotten": plural(
        "{number} stone was due {at_lance}, and nobody claimed it before the next cut.",
        "{number} stones were due {at_lance}, and nobody claimed them before the next cut.",
    ),
    "too_late_for_the_ordago": mark("The órdago {at_lance}, which {side} would have won."),
    "too_late_for_the_game": mark("{side} would have come to {has}, but {winner} was first."),
    "count_waits": plural("The count waits {at_lance} for the cards of {seats}.", of="players"),
    "later_lances_wait": mark("Until then nothing is counted of what follows: {lances}."),
    # Who is adentro, and who has won games, vacas and the match.
    "adentro": mark("{side} is adentro (inside): {has} of {target}."),
    "not_played": mark("No longer played: {lances}."),
    "games_won": plural(
        "{side} has won {number} game; the first to win {most} wins the match.", of="games"
    ),
    "games_won_of_a_vaca": plural(
        "{side} has won {number} game; the first to win {most} wins a vaca.", of="games"
    ),
    "wins_a_vaca": plural(
        "{side} has won {games} games, and with them a vaca: {number} of {needed}.",
        "{side} has won {games} games, and with them a vaca: {number} of {needed}.",
        of="vacas",
    ),
    "wins_the_match": plural(
        "{side} has won {number} game, and with it the match.",
        "{side} has won {number} games, and with them the match.",
        of="games",
    ),
    "wins_the_match_in_vacas": plural(
        "{side} has won {number} vaca, and with it the match.",
        "{side} has won {number} vacas, and with them the match.",
        of="vacas",
    ),
    "void_deal": mark("Nothing is scored, and {mano} is mano in the new deal."),
    # Why somebody was paid in a lance, or why not: what happened.
    "why_scored": plural("{side} scores {number} stone {at_lance}."),
    "why_scored_nothing": mark("{side} scores nothing {at_lance}."),
    "why_wins_the_game": mark("{side} wins the game {at_lance}."),
    # What a side of Mus is paid for.
    "why_deje": plural(
        "{bettor} bet, and nobody accepted: {number} stone for that, whatever the cards."
    ),
    "why_deje_of_raise": plural(
        "{bettor} raised, and nobody accepted: {number} stone, whatever the cards."
    ),
    "why_deje_of_the_opener": plural(
        "{opener} bet first, and the raise over it was refused: by the letter of the rulebook, "
        "{number} stone."
    ),
    "why_deje_with_extra": plural(
        "{bettor} raised, and nobody accepted: {number} stone, {rest} for the stake before it "
        "and {extra} that this rulebook adds, whatever the cards."
    ),
    "why_stake": plural(
        "The bet was accepted, and of the hands that count {holder} has {best_lance}: {number} "
        "stone."
    ),
    "why_unbet": plural("Nobody bet, and {holder} has {best_lance}: {number} stone."),
    "why_ordago": mark("The órdago was accepted, and {holder} has {best_lance}."),
    "why_value": plural(
        "The side with {best_lance} is paid what it holds: {holder}, {number} stone for "
        "{the_figure}."
    ),
    "why_value_alone": plural(
        "Nobody on another side has {lance}: {holder} scores {number} stone for {the_figure}."
    ),
    "why_value_refused": plural(
        "The others gave the lance up: {holder} scores {number} stone for {the_figure}, "
        "even if they held better."
    ),
    "why_perete": plural("{holder} has a perete, 4 5 6 7: {number} stone."),
    "why_offence": mark("{offender} committed an offence, and this is its price."),
    "why_given_back": mark("{offender} committed an offence: the deje is given back."),
    "why_partner_won": mark(
        "It is the hand of {partner} that counts: between partners, the better one does."
    ),
    # Why nothing came of it.
    "why_refused": mark(
        "{bettor} staked {stake}, and {side} did not accept: a side that refuses wins nothing "
        "in the lance."
    ),
    "why_better_all_the_same": mark("{holder} held better cards, but they count for nothing."),
    "why_no_ordago": mark(
        "The {stake} accepted {at_lance} are a bet and not an órdago: they are counted in "
        "their turn."
    ),
    "why_no_real": mark("{holder} has a 31 like any other: la Real is not played here."),
    "why_four_kings": mark("Four kings are played here: a three is a three, and a two is a two."),
    "why_no_deje": mark("{bettor}'s bet was refused, and in this rulebook that pays no deje."),
    "why_annulled": mark("{offender} committed an offence: the lance is annulled for {side}."),
    "why_side_has_not": mark("Nobody of {side} has {lance}."),
    "why_worse": mark("{winner} has the better hand; the best on {side} is that of {holder}."),
    "why_equal": mark("{winner} and {holder} are equal, and {winner} is nearer to mano."),
    "why_gave_up": mark("{side} gave the lance up: its hands do not count."),
    "why_not_in_it": mark("{side} had no part in the bet."),
    "why_no_value": mark("What is held here is worth nothing in this rulebook."),
    "why_after_the_end": mark(
        "The count stopped at {lances}, where {winner} reached the target, or earlier."
    ),
    "why_over_before": mark("The count stopped at {lances}, where {winner} reached the target."),
    "won_with": plural("{side} comes to {has} of {target} with {number} stone {at_lance}."),
    "collected_later": mark(
        "In the order of counting, {lances} come later, and so too late: {score}."
    ),
    "collected_later_at_one": mark(
        "In the order of counting, {lances} comes later, and so too late: {score}."
    ),
    "why_over_by_ordago": mark("The órdago decided the game: nothing else is counted."),
    "why_over_by_offence": mark("The game was lost by an offence: nothing else is counted."),
}
"""The sentence of each kind of fact that Mus tells in its own way."""
