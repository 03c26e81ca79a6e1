"""The sentences of the showdown of Encaje: what decided, who pays, and what is left over."""

from __future__ import annotations

from typing import Any

from mustutor.language import Language


def said(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Say a fact of the showdown, or of what comes after it; nothing where it is none."""
    return (
        _headed(kind, words, tongue)
        or _paid(kind, words, tongue)
        or _beside(kind, words, tongue)
        or _waiting(kind, words, tongue)
        or _ended(kind, words, tongue)
    )


def _headed(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What stands over the settlement of a lance."""
    say, count = tongue.say, tongue.count
    match kind:
        case "pot_between":
            return count(
                "{heading}: the pot of {number} stone is between {seats}.",
                "{heading}: the pot of {number} stones is between {seats}.",
                words["stones"],
                **words,
            )
        case "alone":
            return say("{heading}: {seats} alone.", **words)
        case "nobody_had":
            return say("{heading}: nobody who could declare had any.", **words)
        case "lance_again":
            return say("{heading}, once more.", **words)
        case _:
            return ""


def _paid(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Who takes or pays what, and what each has then."""
    say, count = tongue.say, tongue.count
    match kind:
        case "takes_the_pot":
            return count(
                "{seat} has the worst hand and takes the pot: {number} stone. "
                "{seat} has {has} now.",
                "{seat} has the worst hand and takes the pot: {number} stones. "
                "{seat} has {has} now.",
                words["stones"],
                **words,
            )
        case "shares_the_pot":
            return count(
                "{seat} shares the last place and takes {number} stone. {seat} has {has} now.",
                "{seat} shares the last place and takes {number} stones. {seat} has {has} now.",
                words["stones"],
                **words,
            )
        case "rid_of_the_stake":
            return count(
                "{seats} is rid of what went into the pot: all that not being worst brings.",
                "{seats} are rid of what went into the pot: all that not being worst brings.",
                words["players"],
                **words,
            )
        case "discards_one":
            return count(
                "{seat} has {best_lance} and discards {number} stone. {seat} has {left} now.",
                "{seat} has {best_lance} and discards {number} stones. {seat} has {left} now.",
                words["stones"],
                **words,
            )
        case "counts_and_discards_one":
            return count(
                "{seat} counts as the best {at_lance} and discards {number} stone. "
                "{seat} has {left} now.",
                "{seat} counts as the best {at_lance} and discards {number} stones. "
                "{seat} has {left} now.",
                words["stones"],
                **words,
            )
        case "discards_value":
            return count(
                "{seat} discards {number} stone, the value {of_figure}. {seat} has {left} now.",
                "{seat} discards {number} stones, the value {of_figure}. {seat} has {left} now.",
                words["stones"],
                **words,
            )
        case "gives_value":
            return count(
                "{seat} is best and gives {taker} {number} stone, the value {of_figure}. "
                "{seat} has {left} and {taker} {has} now.",
                "{seat} is best and gives {taker} {number} stones, the value {of_figure}. "
                "{seat} has {left} and {taker} {has} now.",
                words["stones"],
                **words,
            )
        case "gives_all_he_has":
            return say(
                "{seat} should discard {due}, the value {of_figure}, and has {stones}: "
                "these go, and the rest is forgiven.",
                **words,
            )
        case "gives_all_he_has_to":
            return say(
                "{seat} owes {taker} {due}, the value {of_figure}, and has {stones}: "
                "these go to {taker}, who has {has} now, and the rest is forgiven.",
                **words,
            )
        case "owes_more_than_he_has":
            return say(
                "{seat} should discard {due}, the value {of_figure}, and has {stones}: "
                "the rest is owed until {seat} takes a pot.",
                **words,
            )
        case "owes_more_than_he_has_to":
            return say(
                "{seat} owes {taker} {due}, the value {of_figure}, and has {stones}: "
                "the rest is owed until {seat} takes a pot.",
                **words,
            )
        case "pays_the_debt":
            return count(
                "{seat} pays {number} stone that was still owed. {seat} has {left} now.",
                "{seat} pays {number} stones that were still owed. {seat} has {left} now.",
                words["stones"],
                **words,
            )
        case "right_passes_on":
            return say("{seat} has no stones left, so the right passes to {heir}.", **words)
        case "best_has_no_stones":
            return count(
                "{seat} counts as the best {at_lance} but has no stones left: "
                "the stone due is forgiven.",
                "{seat} counts as the best {at_lance} but has no stones left: "
                "the {number} stones due are forgiven.",
                words["due"],
                **words,
            )
        case _:
            return ""


def _beside(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Whose cards would have been better, and count for nothing."""
    say = tongue.say
    match kind:
        case "best_hand_folded":
            return say(
                "{seat} holds {hand}, {best_lance} at the table, and it counts for nothing: "
                "{seat} folded.",
                **words,
            )
        case "better_hand_folded":
            return say(
                "{seat} holds {hand}, better than any of these, and it counts for nothing: "
                "{seat} folded.",
                **words,
            )
        case "best_hand_silent":
            return say(
                "{seat} holds {hand}, {best_lance} at the table, and it counts for nothing: "
                "{seat} had no stones in front.",
                **words,
            )
        case "better_hand_silent":
            return say(
                "{seat} holds {hand}, better than any of these, and it counts for nothing: "
                "{seat} had no stones in front.",
                **words,
            )
        case _:
            return ""


def _waiting(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What cannot be settled yet, and which cards it waits for."""
    say, count = tongue.say, tongue.count
    match kind:
        case "pot_waits":
            return count(
                "{pot} of {stones} waits for the hand of {seats}.",
                "{pot} of {stones} waits for the hands of {seats}.",
                words["players"],
                **words,
            )
        case "value_waits":
            return count(
                "What is due {at_lance}, {stones} or more, waits for the hand of {seats}.",
                "What is due {at_lance}, {stones} or more, waits for the hands of {seats}.",
                words["players"],
                **words,
            )
        case "stone_waits":
            return count(
                "The stone due {at_lance} waits for the hand of {seats}.",
                "The stone due {at_lance} waits for the hands of {seats}.",
                words["players"],
                **words,
            )
        case "pot_waits_its_turn":
            return say("{pot} of {stones} waits until what comes before it is settled.", **words)
        case "value_waits_its_turn" | "stone_waits_its_turn":
            return say(
                "What is due {at_lance} waits until what comes before it is settled.", **words
            )
        case _:
            return ""


def _ended(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Who is out, who has lost, and what is void."""
    say, count = tongue.say, tongue.count
    match kind:
        case "drops_out":
            return count(
                "{seats} has no stones left and is safely out of the game.",
                "{seats} have no stones left and are safely out of the game.",
                words["players"],
                **words,
            )
        case "loses":
            return say(
                "Only {seat} has stones left and no pot is open: {seat} loses the game.", **words
            )
        case "void":
            return count(
                "The game is over, so {seat} no longer pays the stone due {at_lance}.",
                "The game is over, so {seat} no longer pays the {number} stones due {at_lance}.",
                words["due"],
                **words,
            )
        case "games_lost":
            return count(
                "{seat} has lost {number} game; whoever first loses {most} loses the session.",
                "{seat} has lost {number} games; whoever first loses {most} loses the session.",
                words["lost"],
                **words,
            )
        case "loses_the_session":
            return count(
                "{seat} has lost {number} game, and with it the session.",
                "{seat} has lost {number} games, and with them the session.",
                words["lost"],
                **words,
            )
        case _:
            return ""
