"""What a referee says of a misstep: what happened, and what each way to rule makes of it."""

from __future__ import annotations

from mustutor.games.telling import Sentences
from mustutor.language import mark

FALSELY = {
    "tengo": mark("{seat} declares {lance}, but holds {hand}."),
    "no tengo": mark("{seat} declares no {lance}, but holds {hand}."),
}

MISSTEPS: Sentences = {
    "misstep_out_of_turn": mark("{seat} speaks out of turn: it was {speaker}'s turn to speak."),
    "misstep_own_bet": mark(
        "{seat} answers a bet of their own side, which the others have to answer: it was "
        "{speaker}'s turn to speak."
    ),
    "misstep_no_part": mark(
        "{seat} has no part in this betting: it was {speaker}'s turn to speak."
    ),
    "misstep_no_stones": mark(
        "{seat} has no stones in front and stays silent: it was {speaker}'s turn to speak."
    ),
    "misstep_late_word": mark("{lance} was already settled: these words of {seat} come too late."),
    "misstep_late_talk": mark("The mus was already decided: these words of {seat} come too late."),
    "misstep_word_taken_back": mark("{seat} takes back something that was said."),
    "misstep_false_declaration": lambda words: FALSELY[words["verb"]],
    "misstep_shown_card": mark(
        "{seat} shows a card. Only a card that the dealer lets be seen in the deal changes "
        "anything."
    ),
    "misstep_no_cut": mark("{seat} deals without having offered the cut."),
    "misstep_no_cut_visto": mark("{seat} deals without having offered the cut."),
    "misstep_misserved": mark("{seat} is not served as many cards as they threw."),
    # What it comes to where one way alone is left.
    "recourse_out_of_turn_withdrawn": mark(
        "The words count as not said: it is {speaker}'s turn to speak."
    ),
    "recourse_out_of_turn_stands": mark("The words count, as if it had been {seat}'s turn."),
    "recourse_own_bet_withdrawn": mark(
        "The words count as not said: it is {speaker}'s turn to speak."
    ),
    "recourse_no_part_withdrawn": mark(
        "The words count as not said: it is {speaker}'s turn to speak."
    ),
    "recourse_no_stones_withdrawn": mark(
        "The words count as not said: it is {speaker}'s turn to speak."
    ),
    "recourse_late_word_withdrawn": mark("It changes nothing: {lance} stays as it was settled."),
    "recourse_late_talk_withdrawn": mark("It changes nothing: the mus stays as it was decided."),
    "recourse_mus_visto_withdrawn": mark("It changes nothing: the mus stays as it was decided."),
    "recourse_word_taken_back_withdrawn": mark("The first call stands, and the second is void."),
    "recourse_word_taken_back_stands": mark(
        "The second call stands, as if the first had not been made."
    ),
    "recourse_false_declaration_withdrawn": mark(
        "The declaration is put right before {lance} is bet: {seat} declares what the cards say."
    ),
    "recourse_false_declaration_stands": mark(
        "{lance} is played as declared; at the count a hand without it scores nothing."
    ),
    "recourse_shown_card_stands": mark("The hand goes on, and everybody has seen the card."),
    "recourse_misdeal_withdrawn": mark("The deal is void: the cards are dealt again."),
    "recourse_misdeal_stands": mark("The hand is played out; what depends on {seat} stays open."),
    "recourse_misserved_withdrawn": mark("The hand is void: the cards are dealt again."),
    "recourse_misserved_stands": mark(
        "The hand is played out; what depends on the cards of {seat} stays open."
    ),
    "recourse_no_cut_stands": mark("Nothing follows from that here: the hand counts as it is."),
    "recourse_no_cut_visto_stands": mark(
        "So there is mus visto: everybody throws cards, or keeps them all."
    ),
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
        "By the article, the right to them ended at the cut; these rules count every stone, "
        "claimed or not."
    ),
    "recourse_card_twice_withdrawn": mark("The deal is void: the cards are dealt again."),
    "recourse_card_twice_stands": mark("The hand is played out with the cards as they are told."),
}
"""A sentence for each kind of misstep, and for each way it may be taken."""
