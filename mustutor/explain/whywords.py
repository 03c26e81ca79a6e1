"""The sentences that say why somebody was paid in a lance, or why not."""

from __future__ import annotations

from typing import Any

from mustutor.language import Language


def said(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Say why; nothing where the fact is of another kind."""
    return (
        _headline(kind, words, tongue)
        or _paid(kind, words, tongue)
        or _not_paid(kind, words, tongue)
        or _of_encaje(kind, words, tongue)
    )


def _headline(kind: str, words: dict[str, Any], tongue: Language) -> str:
    say, count = tongue.say, tongue.count
    match kind:
        case "why_scored":
            return count(
                "{side} scores {number} stone {at_lance}.",
                "{side} scores {number} stones {at_lance}.",
                words["stones"],
                **words,
            )
        case "why_scored_nothing":
            return say("{side} scores nothing {at_lance}.", **words)
        case "why_wins_the_game":
            return say("{side} wins the game {at_lance}.", **words)
        case "why_got":
            return count(
                "{seat} receives {number} stone {at_lance}.",
                "{seat} receives {number} stones {at_lance}.",
                words["got"],
                **words,
            )
        case "why_gave":
            return count(
                "{seat} is rid of {number} stone {at_lance}.",
                "{seat} is rid of {number} stones {at_lance}.",
                words["gave"],
                **words,
            )
        case "why_got_and_gave":
            return say("{seat} gives up {gave} and receives {got} {at_lance}.", **words)
        case "why_nothing_moved":
            return say("{seat} neither gives nor receives a stone {at_lance}.", **words)
        case "why_not_settled":
            return say("What {seat} gets {at_lance} is not settled yet.", **words)
        case "why_waits":
            return count(
                "It waits for the hand of {seats}.",
                "It waits for the hands of {seats}.",
                words["players"],
                **words,
            )
        case "why_waits_for_more":
            return say("It waits for something before it that is not known.", **words)
        case _:
            return ""


def _paid(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What a side of Mus is paid for."""
    say, count = tongue.say, tongue.count
    match kind:
        case "why_deje":
            return count(
                "{bettor} bet, and nobody accepted: {number} stone for that, whatever the cards.",
                "{bettor} bet, and nobody accepted: {number} stones for that, whatever the cards.",
                words["stones"],
                **words,
            )
        case "why_deje_of_raise":
            return count(
                "{bettor} raised, and nobody accepted: {number} stone, whatever the cards.",
                "{bettor} raised, and nobody accepted: {number} stones, whatever the cards.",
                words["stones"],
                **words,
            )
        case "why_stake":
            return count(
                "The bet was accepted, and {holder} has {best_lance} of those that count: "
                "{number} stone.",
                "The bet was accepted, and {holder} has {best_lance} of those that count: "
                "{number} stones.",
                words["stones"],
                **words,
            )
        case "why_unbet":
            return count(
                "Nobody bet, and {holder} has {best_lance}: {number} stone.",
                "Nobody bet, and {holder} has {best_lance}: {number} stones.",
                words["stones"],
                **words,
            )
        case "why_ordago":
            return say("The órdago was accepted, and {holder} has {best_lance}.", **words)
        case "why_value":
            return count(
                "The side with {best_lance} is paid what it holds: {holder}, {number} stone for "
                "{the_figure}.",
                "The side with {best_lance} is paid what it holds: {holder}, {number} stones for "
                "{the_figure}.",
                words["stones"],
                **words,
            )
        case "why_value_alone":
            return count(
                "Nobody on another side has {lance}: {holder} scores {number} stone for "
                "{the_figure}.",
                "Nobody on another side has {lance}: {holder} scores {number} stones for "
                "{the_figure}.",
                words["stones"],
                **words,
            )
        case "why_value_refused":
            return count(
                "The others gave the lance up: {holder} scores {number} stone for {the_figure}, "
                "even if they held better.",
                "The others gave the lance up: {holder} scores {number} stones for {the_figure}, "
                "even if they held better.",
                words["stones"],
                **words,
            )
        case "why_perete":
            return count(
                "{holder} has a perete, 4 5 6 7: {number} stone.",
                "{holder} has a perete, 4 5 6 7: {number} stones.",
                words["stones"],
                **words,
            )
        case "why_offence":
            return say("{offender} committed an offence, and this is its price.", **words)
        case "why_given_back":
            return say("{offender} committed an offence: the deje is given back.", **words)
        case "why_partner_won":
            return say(
                "It is the hand of {partner} that counts: of partners, the better one.", **words
            )
        case _:
            return ""


def _not_paid(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Why nothing came of it."""
    say = tongue.say
    match kind:
        case "why_refused":
            return say(
                "{bettor} staked {stake}, and {side} did not accept: who refuses has no claim "
                "to the lance.",
                **{**words, "stake": _stake(words, tongue)},
            )
        case "why_better_all_the_same":
            return say("{holder} held better, and it counts for nothing.", **words)
        case "why_no_deje":
            return say(
                "{bettor}'s bet was refused, and in this rulebook that pays no deje.", **words
            )
        case "why_annulled":
            return say(
                "{offender} committed an offence: the lance is annulled for {side}.", **words
            )
        case "why_nobody_had":
            return say("Nobody has {lance}, so there is nothing to pay.", **words)
        case "why_side_has_not":
            return say("Nobody of {side} has {lance}.", **words)
        case "why_has_not":
            return say("{seat} has no {lance}.", **words)
        case "why_worse":
            return say("{winner} has the better hand; the best of {side} is {holder}'s.", **words)
        case "why_equal":
            return say("{winner} and {holder} are equal, and {winner} is nearer to mano.", **words)
        case "why_gave_up":
            return say("{side} gave the lance up: its hands do not count.", **words)
        case "why_not_in_it":
            return say("{side} had no part in the bet.", **words)
        case "why_no_value":
            return say("What is held here is worth nothing in this rulebook.", **words)
        case "why_over_before":
            return say("The count stopped at {lances}, where {winner} reached the target.", **words)
        case "why_over_by_ordago":
            return say("The órdago decided the game: nothing else is counted.", **words)
        case "why_over_by_offence":
            return say("The game was lost by an offence: nothing else is counted.", **words)
        case "why_no_punto":
            return say("Somebody has juego, so punto is not played.", **words)
        case "why_not_in_the_record":
            return say("How {lance} ended is not in the record.", **words)
        case _:
            return ""


def _stake(words: dict[str, Any], tongue: Language) -> object:
    """The stake as a number; an órdago stakes the whole game."""
    from mustutor.games.mus_family.auction import ORDAGO_STAKE

    return tongue.say("the whole game") if words["stake"] == ORDAGO_STAKE else words["stake"]


def _of_encaje(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What a player of Encaje gives and receives, and why."""
    say, count = tongue.say, tongue.count
    match kind:
        case "why_bet_unseen":
            return say("{bettor} bet {stake} and nobody saw it: one stone is discarded.", **words)
        case "why_raise_unseen":
            return say(
                "{bettor} raised to {stake} and nobody saw it: the {previous} of the stake before "
                "go to {maker}.",
                **words,
            )
        case "why_in_the_pot":
            return count(
                "The stake was seen: {giver} puts {number} stone in the pot.",
                "The stake was seen: {giver} puts {number} stones in the pot.",
                words["stones"],
                **words,
            )
        case "why_takes_the_pot":
            return count(
                "Of those in the pot {taker} has the worst hand, and takes it: {number} stone.",
                "Of those in the pot {taker} has the worst hand, and takes it: {number} stones.",
                words["stones"],
                **words,
            )
        case "why_pays_out":
            return count(
                "{giver} discards {number} stone for the value {of_figure}.",
                "{giver} discards {number} stones for the value {of_figure}.",
                words["stones"],
                **words,
            )
        case "why_pays_the_taker":
            return count(
                "{giver} has {best_lance} of those in the pot and gives its value to {taker}: "
                "{number} stone.",
                "{giver} has {best_lance} of those in the pot and gives its value to {taker}: "
                "{number} stones.",
                words["stones"],
                **words,
            )
        case "why_folded":
            return say("{seat} folded: the hand counts for nothing in this lance.", **words)
        case "why_best_and_folded":
            return say("{hand} would have been the best hand that is known.", **words)
        case "why_only_worst":
            return say(
                "{seat} is rid of the stake: only the worst hand takes the pot, and only the best "
                "gives its value.",
                **words,
            )
        case "why_only_best":
            return say("Nobody bet: only the best hand discards, and {seat} has not it.", **words)
        case "why_no_stones":
            return say("{seat} has no stones in this lance, and no voice.", **words)
        case "why_alone_for_nothing":
            return say("Only one player has stones here: nothing is paid.", **words)
        case "why_not_in_the_pot":
            return say("{seat} has no part in what is paid here.", **words)
        case "why_over_in_encaje":
            return say("{loser} was left alone with stones: the game ended before this.", **words)
        case _:
            return ""
