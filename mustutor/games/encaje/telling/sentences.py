"""The sentences of the play of Encaje: bets, how a lance opens and how it ends."""

from __future__ import annotations

from typing import Any

from mustutor.language import Language


def said(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Say a fact of the play; nothing where it is none."""
    return _bet(kind, words, tongue) or _lance(kind, words, tongue)


def _bet(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What there is to learn from a bet and its answers."""
    say, count = tongue.say, tongue.count
    match kind:
        case "bets_the_last_stone":
            return say(
                "The least bet is {least}, but here {seat} may bet the last {had} as well.",
                **words,
            )
        case "bets_to_the_limit":
            return say("Those are all the stones in front of {seat}: the most there is.", **words)
        case "bounds_of_a_raise":
            return say(
                "From {least}, {step} more than {stake}, to the {had} in front of {seat}.", **words
            )
        case "raises_to_the_limit":
            return say("{seat} has {had} in front and can raise no higher.", **words)
        case "answers_again":
            if words["verb"] == "quiero":
                return say(
                    "{seat} had seen {earlier}; a raise asks again. Now {seat} stays for {stake}.",
                    **words,
                )
            return say(
                "{seat} had bet {earlier}; a raise asks again. Now {seat} stays for {stake}.",
                **words,
            )
        case "answers_with_a_raise":
            if words["verb"] == "quiero":
                return say(
                    "{seat} had seen {earlier}; a raise asks again, and may be raised in turn.",
                    **words,
                )
            return say(
                "{seat} had bet {earlier}; a raise asks again, and may be raised in turn.",
                **words,
            )
        case "sees_with_less":
            return count(
                "{stake} is more than {seat} has; with the one stone left {seat} may see it.",
                "{stake} is more than {seat} has; with all {number} {seat} may see it.",
                words["had"],
                **words,
            )
        case "folds_for_nothing":
            if words["verb"] == "quiero":
                return say("{seat} had seen {earlier}. Folding now costs nothing.", **words)
            return say("{seat} had bet {earlier}. Folding now costs nothing.", **words)
        case _:
            return ""


def _lance(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """How a lance opens and how it ends."""
    say, count = tongue.say, tongue.count
    match kind:
        case "does_not_declare":
            return count(
                "{seats} has no stones in front: no declaration, and nothing to gain {at_lance}.",
                "{seats} have no stones in front: no declaration, and nothing to gain {at_lance}.",
                words["players"],
                **words,
            )
        case "silent_with_all_in_a_pot":
            return count(
                "{seats} has every stone in a pot and stays silent until the showdown.",
                "{seats} have every stone in a pot and stay silent until the showdown.",
                words["players"],
                **words,
            )
        case "silent_without_stones":
            return count(
                "{seats} has no stones left and stays silent.",
                "{seats} have no stones left and stay silent.",
                words["players"],
                **words,
            )
        case "holders_bet":
            return say("{seats} have {lance} and bet; the others stay silent.", **words)
        case "all_speakers_bet":
            return say("{seats} have {lance} and bet among themselves.", **words)
        case "all_pass":
            return say(
                "Everybody passes: at the showdown the best hand {at_lance} discards 1 stone.",
                **words,
            )
        case "all_pass_value":
            return say(
                "Everybody passes: at the showdown the best hand {at_lance} discards its value.",
                **words,
            )
        case "only_one_with_stones":
            return say(
                "Only {seat} has stones: no bet is possible, and {seat} counts as the best.",
                **words,
            )
        case "only_one_has_pares":
            return say(
                "Only {seat} has pares: no betting; at the showdown {seat} discards their value.",
                **words,
            )
        case "only_one_has_juego":
            return say(
                "Only {seat} has juego: no betting; at the showdown {seat} discards its value.",
                **words,
            )
        case "alone_for_nothing":
            return say("Only one player has stones, and in this rulebook the lance is void then.")
        case "nobody_has_juego":
            return say("Nobody has juego: everybody with stones plays punto instead.")
        case "nobody_has_stones":
            return say("Nobody has stones in front: there is no betting {at_lance}.", **words)
        case "nobody_sees_the_bet":
            return say(
                "Nobody sees it: {seat} discards 1 stone at once, whatever the bet.", **words
            )
        case "value_to_come":
            return say(
                "At the showdown {seat} also discards the value of the hand {seat} holds.", **words
            )
        case "nobody_sees_the_raise":
            return count(
                "Nobody sees the {stake}: {seat} gives {number} stone at once to {maker}, "
                "who set the stake before it and is paid even after folding.",
                "Nobody sees the {stake}: {seat} gives {number} stones at once to {maker}, "
                "who set the stake before it and is paid even after folding.",
                words["previous"],
                **words,
            )
        case "seers_get_nothing":
            return count(
                "{seats} had seen the {previous} and gets nothing: only its maker is paid.",
                "{seats} had seen the {previous} and get nothing: only its maker is paid.",
                words["players"],
                **words,
            )
        case "pot_is_made":
            return count(
                "The stake is {stake}: {seats} puts {stake} in the pot.",
                "The stake is {stake}: {seats} put {stake} each in the pot.",
                words["players"],
                **words,
            )
        case "nothing_left":
            return count(
                "{seats} has nothing left in front and is silent for the rest of this deal.",
                "{seats} have nothing left in front and are silent for the rest of this deal.",
                words["players"],
                **words,
            )
        case "puts_in_all":
            return count(
                "{seat} puts in the one stone there is and is out of the rest of this deal.",
                "{seat} puts in all {number} and is out of the rest of this deal.",
                words["had"],
                **words,
            )
        case _:
            return ""
