"""The sentences Mus and Encaje share: the deal, mus, hands compared, what a record leaves out."""

from __future__ import annotations

from collections.abc import Iterable

from mustutor.games.mus_family.conduct.offences import ALLOWED, COSTS, OFFENCES, PARTICULAR, UNTOLD
from mustutor.games.mus_family.telling.missteps import MISSTEPS
from mustutor.games.telling import PLAIN, Sentences
from mustutor.language import mark

NOTHING_HELD = {
    "pares": mark("No pares."),
    "juego": mark("No juego."),
    "punto": mark("There is juego here, so no punto."),
}


def brackets(ranks_changed: Iterable[str]) -> str:
    """The sentence that says which cards play as others, where hands have brackets."""
    if "4" in ranks_changed:
        return mark("In brackets, the rank a card plays as: a three is a king, a four is an ace.")
    return mark("In brackets, the rank a card plays as: a three is a king, a two is an ace.")


FAMILY: Sentences = {
    **PLAIN,
    **MISSTEPS,
    # What there is to learn from the deal, from mus and from a call.
    "mus": mark("Cards are exchanged only if everybody says mus."),
    "no_mus": mark("No mus: everybody keeps these cards, and the lances begin."),
    "mano_moves_on": mark("Nobody cut, so in mus corrido {mano} is mano now."),
    "cutter_opens": mark("{seat} cut and so opens grande; {mano} is still mano."),
    "cuts_and_is_mano": mark("In mus corrido whoever cuts is mano: now it is {mano}."),
    "corrido_in_the_game": mark(
        "First hand of the game: mus corrido, where whoever cuts becomes mano."
    ),
    "corrido_in_the_match": mark(
        "First hand of the match: mus corrido, where whoever cuts becomes mano."
    ),
    "corrido_in_every_hand": mark("Every hand has mus corrido here: whoever cuts becomes mano."),
    "corrido_cut_with_pares_and_juego": mark(
        "Under this rulebook only a player with pares and juego may cut it."
    ),
    "corrido_cut_with_pares_or_juego": mark(
        "Under this rulebook only a player with pares or juego may cut it."
    ),
    "exposed_so_mus": mark("A card was seen while it was dealt: mus visto, so everybody has mus."),
    "exposed_so_mano_chooses": mark(
        "A card was seen while it was dealt: {mano} says for everybody whether there is mus."
    ),
    "exposed_so_dealt_again": mark(
        "A card was seen while it was dealt: all are gathered and dealt again."
    ),
    "exposed_for_nothing": mark(
        "A card was seen while it was dealt; in this rulebook the hand goes on."
    ),
    "uncut_so_mus": mark("{dealer} did not offer the cut: mus visto, so everybody has mus."),
    "mano_says_mus_for_all": mark("Mano speaks for everybody: there is mus."),
    "served_with_these": mark("Keeps all four cards."),
    "throws": mark("Thrown face down; the deck gives as many back."),
    "throws_one_of_five": mark("Five cards were dealt; one of them is thrown face down."),
    "served": mark("{seat} now holds {hand}."),
    "cards_not_recorded": mark("The cards of {seats} are not in the record."),
    "stock_runs_out": mark("The stock has run out: the discards are shuffled and served."),
    "own_discards_stay_aside": mark(
        "Only one player is still short of cards: the ones this player threw stay aside."
    ),
    "brackets": lambda words: brackets(words["plays_as"]),
    "comes_in_after_a_pass": mark(
        "{seat} passed before there was a bet, so the door is still open."
    ),
    "folds": mark("{seat} is out {of_lance} for good."),
    "heading": mark("{heading}"),
    "nobody_has_pares": mark("Nobody has pares: there is no betting, and nothing to settle."),
    # What puts a hand below the one above it.
    "card_decides": mark("The {position} card decides: {worse} is below {better}."),
    "low_card_decides": mark(
        "From the lowest card up, the {position} card decides: {worse} is above {better}."
    ),
    "pares_are": mark("{kind}."),
    "class_decides": mark("{kind}: {worse} below {better}."),
    "rank_decides": mark("{kind}: {worse} below {better}."),
    "real_is": mark("La Real."),
    "real_decides": mark("La Real beats every other juego."),
    "juego_decides": mark(
        "{worse} is below {better}: the order of juego is 31, 32, 40, 37, 36, 35, 34, 33."
    ),
    "punto_decides": mark("{worse} is below {better}: at punto, more points are better."),
    "equal_pares": mark(
        "{kind}: equal. Counting from mano, {first} speaks before {second} and so counts as better."
    ),
    "equal_hands": mark(
        "Equal. Counting from mano, {first} speaks before {second} and so counts as better."
    ),
    "has_nothing": lambda words: NOTHING_HELD[words["held_at"]],
    "is_best": mark("{seat} has {best_lance}."),
    "nobody_has": mark("Nobody has {lance}."),
    # What stands over the settlement of a lance.
    "nobody_bet": mark("{heading}: nobody bet."),
    "bet_not_seen": mark("{heading}: {seats} bet, and nobody accepted."),
    "raise_not_seen": mark("{heading}: {seats} raised last, and nobody accepted."),
    # What the record leaves out.
    "lances_not_recorded": mark("Not in the record: {lances}."),
    "record_stops_early": mark("The record stops before the lances begin."),
    # What the referee says of signals and talk.
    "signal_with_gesture": mark("How it is made: {gesture}."),
    "signal_with_gesture_allowed": mark("How it is made: {gesture}. It is allowed."),
    "signal_with_meaning": mark("A signal of other tables."),
    "signal_with_meaning_allowed": mark("A signal of other tables. It is allowed."),
    "allowed": ALLOWED,
    "cannot_be_told": UNTOLD,
    "offence": lambda words: PARTICULAR.get(words["article"], OFFENCES[words["offence"]]),
    "penalty": lambda words: COSTS[words["penalty"]],
    # Why somebody was paid, or why not, in either game.
    "why_waits_for_more": mark("It waits for something before it that is not known."),
    "why_nobody_had": mark("Nobody has {lance}, so there is nothing to pay."),
    "why_no_punto": mark("Somebody has juego, so punto is not played."),
    "why_not_in_the_record": mark("The record does not say how {lance} ended."),
}
"""The sentence of each kind of fact that both games tell."""
