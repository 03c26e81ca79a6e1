"""The sentences of the count of Mus: who scores, who wins, and what is no longer counted."""

from __future__ import annotations

from typing import Any

from mustutor.language import Language


def said(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Say a fact of the count, or of what comes after it; nothing where it is none."""
    return (
        _headed(kind, words, tongue)
        or _scored(kind, words, tongue)
        or _beside(kind, words, tongue)
        or _decided(kind, words, tongue)
        or _ended(kind, words, tongue)
    )


def _headed(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What stands over the count of a lance."""
    say, count = tongue.say, tongue.count
    match kind:
        case "bet_accepted":
            return count(
                "{heading}: {number} stone was bet and accepted.",
                "{heading}: {number} stones were bet and accepted.",
                words["stake"],
                **words,
            )
        case "one_side_alone":
            return say("{heading}: nobody but {side} has any.", **words)
        case "ordago_decides":
            return say("{heading}: the órdago of {seats} was accepted.", **words)
        case "no_stake_stands":
            return say("No stake stands {at_lance}: the others score what they hold.", **words)
        case "lance_counted":
            return say("{heading}.", **words)
        case _:
            return ""


def _scored(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Who scores, for what, and what everybody has then."""
    say, count = tongue.say, tongue.count
    match kind:
        case "best_scores_the_stake":
            return count(
                "{seat} has {best_lance}: {side} scores the {number} stone. {score}.",
                "{seat} has {best_lance}: {side} scores the {number} stones. {score}.",
                words["stones"],
                **words,
            )
        case "best_scores":
            return count(
                "{seat} has {best_lance}: {side} scores {number} stone. {score}.",
                "{seat} has {best_lance}: {side} scores {number} stones. {score}.",
                words["stones"],
                **words,
            )
        case "best_scores_from_each":
            return count(
                "{seat} has {best_lance}: {side} scores {number} stone, {stake} from each. "
                "{score}.",
                "{seat} has {best_lance}: {side} scores {number} stones, {stake} from each. "
                "{score}.",
                words["stones"],
                **words,
            )
        case "scores_for_the_passes":
            return count(
                "{side} scores {number} stone because nobody bet. {score}.",
                "{side} scores {number} stones because nobody bet. {score}.",
                words["stones"],
                **words,
            )
        case "scores_for_the_hand":
            return count(
                "{side} scores {number} stone for {the_figure} of {seat}. {score}.",
                "{side} scores {number} stones for {the_figure} of {seat}. {score}.",
                words["stones"],
                **words,
            )
        case "scores_the_deje":
            return count(
                "{side} scores {number} stone, the deje {of_lance}. {score}.",
                "{side} scores {number} stones, the deje {of_lance}. {score}.",
                words["stones"],
                **words,
            )
        case "scores":
            return count(
                "{side} scores {number} stone {at_lance}. {score}.",
                "{side} scores {number} stones {at_lance}. {score}.",
                words["stones"],
                **words,
            )
        case "gives_the_deje_back":
            return count(
                "{side} gives back {number} stone, the deje {of_lance}. {score}.",
                "{side} gives back {number} stones, the deje {of_lance}. {score}.",
                words["stones"],
                **words,
            )
        case "wins_by_the_offence":
            return say("For what was said the game goes to {side}.", **words)
        case "wins_by_the_ordago":
            return say("{seat} has {best_lance}: {side} wins the game by the órdago.", **words)
        case _:
            return ""


def _beside(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Whose cards decided though another spoke, and whose are paid nothing."""
    say = tongue.say
    match kind:
        case "partner_wins":
            return say(
                "{seat} spoke for {side} with cards that would have lost; those of {partner} win.",
                **words,
            )
        case "refuser_wins":
            return say(
                "{partner} had refused, but {seat} accepted: the cards of {partner} count for "
                "{side}.",
                **words,
            )
        case "best_hand_refused":
            return say(
                "{seat} holds {hand}, {best_lance} at the table, and {side} is paid nothing for "
                "it: the bet was refused.",
                **words,
            )
        case "better_hand_refused":
            return say(
                "{seat} holds {hand}, which is better, and {side} is paid nothing for it: the bet "
                "was refused.",
                **words,
            )
        case "best_hand_gave_up":
            return say(
                "{seat} holds {hand}, {best_lance} at the table, and it counts for nothing: "
                "{seat} refused.",
                **words,
            )
        case "better_hand_gave_up":
            return say(
                "{seat} holds {hand}, which is better, and it counts for nothing: {seat} refused.",
                **words,
            )
        case _:
            return ""


def _decided(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Where the count stops, and what is no longer counted."""
    say, count = tongue.say, tongue.count
    match kind:
        case "reaches_the_target":
            return say("{side} has reached {target} and wins the game: the count stops.", **words)
        case "no_longer_counted":
            return say("No longer counted, for the game is decided:")
        case "too_late_for_a_hand":
            return count(
                "{number} stone to {side} for {the_figure} of {seat}.",
                "{number} stones to {side} for {the_figure} of {seat}.",
                words["stones"],
                **words,
            )
        case "too_late_at_a_lance":
            return count(
                "{number} stone to {side} {at_lance}.",
                "{number} stones to {side} {at_lance}.",
                words["stones"],
                **words,
            )
        case "too_late_for_the_ordago":
            return say("The órdago {at_lance}, which {side} would have won.", **words)
        case "too_late_for_the_game":
            return say("{side} would have come to {has}, but {winner} was first.", **words)
        case "count_waits":
            return count(
                "The count waits {at_lance} for the hand of {seats}.",
                "The count waits {at_lance} for the hands of {seats}.",
                words["players"],
                **words,
            )
        case "later_lances_wait":
            return say("Until then nothing is counted of what follows: {lances}.", **words)
        case _:
            return ""


def _ended(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Who is adentro, and who has won games, vacas and the match."""
    say, count = tongue.say, tongue.count
    match kind:
        case "adentro":
            return say("{side} is adentro: {has} of {target}.", **words)
        case "not_played":
            return say("Not played any more: {lances}.", **words)
        case "games_won":
            return count(
                "{side} has won {number} game; whoever first wins {most} wins the match.",
                "{side} has won {number} games; whoever first wins {most} wins the match.",
                words["games"],
                **words,
            )
        case "games_won_of_a_vaca":
            return count(
                "{side} has won {number} game; whoever first wins {most} wins a vaca.",
                "{side} has won {number} games; whoever first wins {most} wins a vaca.",
                words["games"],
                **words,
            )
        case "wins_a_vaca":
            return count(
                "{side} has won {games} games and with them a vaca: {number} of {needed}.",
                "{side} has won {games} games and with them a vaca: {number} of {needed}.",
                words["vacas"],
                **words,
            )
        case "wins_the_match":
            return count(
                "{side} has won {number} game, and with it the match.",
                "{side} has won {number} games, and with them the match.",
                words["games"],
                **words,
            )
        case "wins_the_match_in_vacas":
            return count(
                "{side} has won {number} vaca, and with it the match.",
                "{side} has won {number} vacas, and with them the match.",
                words["vacas"],
                **words,
            )
        case "void_deal":
            return say("Nothing is scored, and {mano} is mano of the new deal.", **words)
        case _:
            return ""
