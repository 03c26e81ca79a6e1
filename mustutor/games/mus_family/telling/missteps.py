"""What a referee says of a misstep: what happened, and what each way to rule makes of it."""

from __future__ import annotations

from mustutor.games.telling import Sentences
from mustutor.language import mark

FALSELY = {
    "tengo": mark("{seat} declares {lance}, but holds {hand}."),
    "no tengo": mark("{seat} declares no {lance}, but holds {hand}."),
}

MISSTEPS: Sentences = {
    "misstep_out_of_turn": mark("{seat} speaks out of turn: {speaker} was to speak."),
    "misstep_own_bet": mark(
        "{seat} answers a bet of the own side: the others answer it, and {speaker} was to speak."
    ),
    "misstep_no_part": mark("{seat} has no part in this betting: {speaker} was to speak."),
    "misstep_late_word": mark("{lance} was settled before: this word of {seat} comes too late."),
    "misstep_late_talk": mark("The mus was decided before: this word of {seat} comes too late."),
    "misstep_word_taken_back": mark("{seat} takes back a word that was said."),
    "misstep_false_declaration": lambda words: FALSELY[words["verb"]],
    "misstep_shown_card": mark(
        "{seat} shows a card. Only one the dealer lets be seen in the deal changes anything."
    ),
    "misstep_no_cut": mark("{seat} deals without having offered the cut."),
    "misstep_no_cut_visto": mark("{seat} deals without having offered the cut."),
    "misstep_misserved": mark("{seat} is not served as many cards as he threw."),
    # What it comes to where one way alone is left.
    "recourse_out_of_turn_withdrawn": mark("The word counts as not said: {speaker} speaks."),
    "recourse_out_of_turn_stands": mark("The word counts, as if {seat} had been to speak."),
    "recourse_own_bet_withdrawn": mark("The word counts as not said: {speaker} speaks."),
    "recourse_no_part_withdrawn": mark("The word counts as not said: {speaker} speaks."),
    "recourse_late_word_withdrawn": mark("It changes nothing: {lance} stays as it was settled."),
    "recourse_late_talk_withdrawn": mark("It changes nothing: the mus stays as it was decided."),
    "recourse_mus_visto_withdrawn": mark("It changes nothing: the mus stays as it was decided."),
    "recourse_word_taken_back_withdrawn": mark("The first word stands, and the second is void."),
    "recourse_word_taken_back_stands": mark("The second word counts, as if the first were unsaid."),
    "recourse_false_declaration_withdrawn": mark(
        "The declaration is put right before {lance} is bet: {seat} says what the cards are."
    ),
    "recourse_false_declaration_stands": mark(
        "{lance} is played as declared; at the count a hand without it counts nothing."
    ),
    "recourse_shown_card_stands": mark("The hand goes on, and everybody has seen the card."),
    "recourse_misdeal_withdrawn": mark("The deal is void: the cards are dealt again."),
    "recourse_misdeal_stands": mark("The hand is played out; what hangs on {seat} is left open."),
    "recourse_misserved_withdrawn": mark("The hand is void: the cards are dealt again."),
    "recourse_misserved_stands": mark(
        "The hand is played out; what hangs on the cards of {seat} is left open."
    ),
    "recourse_no_cut_stands": mark("Nothing follows from it here: the hand counts as it is."),
    "recourse_no_cut_visto_stands": mark("So there is mus visto: everybody throws, or is served."),
    "recourse_thin_cut_withdrawn": mark("The deck is cut again, and the cards are dealt again."),
    "recourse_thin_cut_stands": mark("The hand counts as it is played."),
    "recourse_wrong_cutter_withdrawn": mark(
        "The deck is cut again, and the cards are dealt again."
    ),
    "recourse_wrong_cutter_stands": mark("The hand counts as it is played."),
    "recourse_wrong_shuffle_withdrawn": mark(
        "The deck is shuffled again, and the cards are dealt again."
    ),
    "recourse_wrong_shuffle_stands": mark("The hand counts as it is played."),
    "recourse_forgotten_stones_stands": mark("They are lost: the right to them ended at the cut."),
    "recourse_forgotten_stones_withdrawn": mark(
        "By the article the right to them ended at the cut; these rules count every stone, "
        "claimed or not."
    ),
    "recourse_card_twice_withdrawn": mark("The deal is void: the cards are dealt again."),
    "recourse_card_twice_stands": mark("The hand is played out with the cards as they are told."),
}
"""A sentence for each kind of misstep, and for each way it may be taken."""
