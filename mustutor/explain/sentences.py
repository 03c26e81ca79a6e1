"""The sentences every game needs: the deal, mus, hands compared, what a record leaves out."""

from __future__ import annotations

from typing import Any

from mustutor.explain.words import play_otherwise
from mustutor.games.mus_family.conduct.offences import ALLOWED, COSTS, OFFENCES, PARTICULAR, UNTOLD
from mustutor.language import Language


def said(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Say a fact that is told alike in every game; nothing where it is none of them."""
    return (
        _talked(kind, words, tongue)
        or _compared(kind, words, tongue)
        or _headed(kind, words, tongue)
        or _recorded(kind, words, tongue)
        or _judged(kind, words, tongue)
    )


def _talked(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What there is to learn from the deal, from mus and from a call."""
    say = tongue.say
    match kind:
        case "mus":
            return say("Cards are exchanged only if everybody says mus.")
        case "no_mus":
            return say("No mus: everybody keeps these cards, and the lances begin.")
        case "mano_moves_on":
            return say("Nobody cut, so in mus corrido {mano} is mano now.", **words)
        case "cuts_and_is_mano":
            return say("In mus corrido whoever cuts is mano: now it is {mano}.", **words)
        case "corrido_in_the_game":
            return say("First hand of the game: mus corrido, where whoever cuts becomes mano.")
        case "corrido_in_the_match":
            return say("First hand of the match: mus corrido, where whoever cuts becomes mano.")
        case "corrido_in_every_hand":
            return say("Every hand has mus corrido here: whoever cuts becomes mano.")
        case "corrido_cut_with_pares_and_juego":
            return say("In this rulebook only who has pares and juego may cut it.")
        case "corrido_cut_with_pares_or_juego":
            return say("In this rulebook only who has pares or juego may cut it.")
        case "exposed_so_mus":
            return say("A card was seen while it was dealt: mus visto, so everybody has mus.")
        case "exposed_so_mano_chooses":
            return say(
                "A card was seen while it was dealt: {mano} says for all if there is mus.", **words
            )
        case "exposed_so_dealt_again":
            return say("A card was seen while it was dealt: all are gathered and dealt again.")
        case "exposed_for_nothing":
            return say("A card was seen while it was dealt; in this rulebook the hand goes on.")
        case "mano_says_mus_for_all":
            return say("The word of mano is the word of all: there is mus.")
        case "served_with_these":
            return say("Keeps all four cards.")
        case "throws":
            return say("Thrown face down; the deck gives back as many.")
        case "throws_one_of_five":
            return say("Five cards were dealt; one of them goes, face down.")
        case "served":
            return say("{seat} now holds {hand}.", **words)
        case "cards_not_recorded":
            return say("The cards of {seats} are not in the record.", **words)
        case "stock_runs_out":
            return say("The stock has run out: the discards are shuffled and served.")
        case "own_discards_stay_aside":
            return say("Only one player is still short: the cards this player threw stay aside.")
        case "brackets":
            return play_otherwise(words["plays_as"], tongue)
        case "comes_in_after_a_pass":
            return say("{seat} passed before there was a bet, so the door is still open.", **words)
        case "folds":
            return say("{seat} is out {of_lance} for good.", **words)
        case "heading":
            return say("{heading}", **words)
        case "nobody_has_pares":
            return say("Nobody has pares: no betting, and nothing to settle.")
        case _:
            return ""


def _compared(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What puts a hand below the one above it."""
    say = tongue.say
    match kind:
        case "card_decides":
            return say("The {position} card decides: {worse} below {better}.", **words)
        case "low_card_decides":
            return say(
                "From the lowest up, the {position} card decides: {worse} above {better}.", **words
            )
        case "pares_are":
            return say("{kind}.", **words)
        case "class_decides" | "rank_decides":
            return say("{kind}: {worse} below {better}.", **words)
        case "real_is":
            return say("La Real.")
        case "real_decides":
            return say("La Real beats every other juego.")
        case "juego_decides":
            return say(
                "{worse} is below {better}: juego goes 31, 32, 40, 37, 36, 35, 34, 33.", **words
            )
        case "punto_decides":
            return say("{worse} is below {better}: at punto, the more the better.", **words)
        case "equal_pares":
            return say(
                "{kind}: equal. From mano, {first} speaks before {second} and counts as better.",
                **words,
            )
        case "equal_hands":
            return say(
                "Equal. From mano, {first} speaks before {second} and counts as better.", **words
            )
        case "has_nothing":
            return _has_nothing(words["lance"], tongue)
        case "is_best":
            return say("{seat} has {best_lance}.", **words)
        case "nobody_has":
            return say("Nobody has {lance}.", **words)
        case _:
            return ""


def _has_nothing(lance: str, tongue: Language) -> str:
    if lance == "pares":
        return tongue.say("No pares.")
    if lance == "juego":
        return tongue.say("No juego.")
    return tongue.say("A juego, so no punto.")


def _headed(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What stands over the settlement of a lance."""
    say = tongue.say
    match kind:
        case "nobody_bet":
            return say("{heading}: nobody bet.", **words)
        case "bet_not_seen":
            return say("{heading}: {seats} bet, and nobody saw it.", **words)
        case "raise_not_seen":
            return say("{heading}: {seats} raised last, and nobody saw it.", **words)
        case _:
            return ""


def _recorded(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What the record leaves out."""
    say = tongue.say
    match kind:
        case "lances_not_recorded":
            return say("Not in the record: {lances}.", **words)
        case "record_stops_early":
            return say("The record stops before the lances begin.")
        case "record_stops":
            return say("The record stops here, {at_lance}: {seat} speaks next.", **words)
        case _:
            return ""


def _judged(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What the referee says of signals and talk."""
    say = tongue.say
    match kind:
        case "signal_with_gesture":
            return say("The signal for {meaning}: {gesture}.", **words)
        case "signal_with_gesture_allowed":
            return say("The signal for {meaning}: {gesture}. It is allowed.", **words)
        case "signal_with_meaning":
            return say("A signal for {meaning}.", **words)
        case "signal_with_meaning_allowed":
            return say("A signal for {meaning}. It is allowed.", **words)
        case "allowed":
            return say(ALLOWED)
        case "cannot_be_told":
            return say(UNTOLD)
        case "offence":
            return say(PARTICULAR.get(words["article"], OFFENCES[words["offence"]]), **words)
        case "penalty":
            return say(COSTS[words["penalty"]], **words)
        case _:
            return ""
