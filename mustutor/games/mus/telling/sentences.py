"""The sentences of the play of Mus: sides, bets and answers, how a lance ends, dejes."""

from __future__ import annotations

from typing import Any

from mustutor.language import Language


def said(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Say a fact of the play; nothing where it is none."""
    return (
        _bet(kind, words, tongue)
        or _answered(kind, words, tongue)
        or _lance(kind, words, tongue)
        or _deje(kind, words, tongue)
    )


def _bet(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Who plays with whom, and what there is to learn from a bet."""
    say, count = tongue.say, tongue.count
    match kind:
        case "partners":
            return say(
                "{partners} play for {one}, {opponents} for {other}.",
                **{
                    **words,
                    "partners": tongue.listed(words["partners"]),
                    "opponents": tongue.listed(words["opponents"]),
                },
            )
        case "everybody_alone":
            return say("Everybody plays alone.")
        case "perete":
            return count(
                "A perete, 4 5 6 7, the worst of hands: {side} scores {number} stone for it.",
                "A perete, 4 5 6 7, the worst of hands: {side} scores {number} stones for it.",
                words["due"],
                **words,
            )
        case "counts_for_less":
            if words["before"]:
                return say(
                    "More than {above} at once counts for {more} more: the stake is {stake}.",
                    **words,
                )
            return say("More than {above} at once counts for {stake}.", **words)
        case "more_means":
            if words["before"]:
                return say("'{words}' over {before} makes {stake}.", **words)
            return say("'{words}' here means {stake}.", **words)
        case "bets_out_of_turn":
            return say("It is for {speaker} to speak, but here a bet need not wait.", **words)
        case "side_answers":
            return count(
                "{seats} answers for the other side.",
                "{seats} answer in this order, until one accepts.",
                words["players"],
                **words,
            )
        case "one_answers_for_the_side":
            return say("{seats} answers for the whole side.", **words)
        case "others_answer":
            return count(
                "{seats} has to answer.",
                "{seats} answer, each alone.",
                words["players"],
                **words,
            )
        case "new_stake":
            return say("The number is the whole stake: {more} more than {before}.", **words)
        case "ordago":
            return count(
                "The whole game is staked: {seats} may only accept or refuse.",
                "The whole game is staked: {seats} may only accept or refuse.",
                words["players"],
                **words,
            )
        case _:
            return ""


def _answered(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What an answer binds, and whom it leaves a word."""
    say, count = tongue.say, tongue.count
    match kind:
        case "one_quiero_is_enough":
            return count(
                "One quiero is enough: {seats} need not answer, and is bound by it.",
                "One quiero is enough: {seats} need not answer, and are bound by it.",
                words["players"],
                **words,
            )
        case "accepts_after_a_refusal":
            return count(
                "{seats} refused, but {seat} accepts for the side, and both hands count.",
                "{seats} refused, but {seat} accepts for the side, and all its hands count.",
                words["players"],
                **words,
            )
        case "accepts_alone_after_a_refusal":
            return count(
                "{seats} refused, but {seat} accepts, and of the side only {seat} counts.",
                "{seats} refused, but {seat} accepts, and of the side only {seat} counts.",
                words["players"],
                **words,
            )
        case "partner_may_answer":
            return count(
                "{seat} is out {of_lance} for good; {seats} may still answer for {side}.",
                "{seat} is out {of_lance} for good; {seats} may still answer for {side}.",
                words["players"],
                **words,
            )
        case "partner_answers_next":
            return count(
                "{seats} may still answer for {side}.",
                "{seats} may still answer for {side}.",
                words["players"],
                **words,
            )
        case "refuses_for_now":
            return say("{seat} may answer again if the stake is raised.", **words)
        case _:
            return ""


def _lance(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """Who bets in a lance, and how it ends without a refusal."""
    say, count = tongue.say, tongue.count
    match kind:
        case "both_sides_have":
            return say("{seats} have {lance} and bet, for nobody is alone with it.", **words)
        case "everybody_bets":
            return say("{seats} have {lance}; in this rulebook everybody bets.", **words)
        case "best_scores_at_the_count":
            return count(
                "Nobody bets: {best_lance} scores {number} stone at the count.",
                "Nobody bets: {best_lance} scores {number} stones at the count.",
                words["due"],
                **words,
            )
        case "best_side_scores_its_values":
            return say(
                "Nobody bets: at the count the side with {best_lance} scores the values it holds.",
                **words,
            )
        case "best_scores_its_value":
            return say("Nobody bets: at the count {best_lance} scores its value.", **words)
        case "only_one_side_has":
            if words["seats"] == words["side"]:
                return say(
                    "Only {side} has {lance}: no betting, and the value is scored at the count.",
                    **words,
                )
            return say(
                "Only {side} has {lance} ({seats}): no betting, and the value is scored at the "
                "count.",
                **words,
            )
        case "nobody_has_juego_but_punto":
            return say("Nobody has juego: everybody plays for punto instead.")
        case "stake_is_on":
            return count(
                "{number} stone for the side with {best_lance}, when all is counted.",
                "{number} stones for the side with {best_lance}, when all is counted.",
                words["stake"],
                **words,
            )
        case "stake_is_on_between":
            return count(
                "{seats} play for {number} stone; the best of them scores it at the count.",
                "{seats} play for {number} stones; the best of them scores them at the count.",
                words["stake"],
                **words,
            )
        case "stake_is_on_from_each":
            return count(
                "{seats} play for {number} stone; the best scores it for each of the others.",
                "{seats} play for {number} stones; the best scores them for each of the others.",
                words["stake"],
                **words,
            )
        case "more_than_the_target":
            return say(
                "{stake} is enough for the game, but only when its turn comes in the count.",
                **words,
            )
        case "ordago_accepted":
            return say(
                "Accepted: the cards are shown, and the game is decided {at_lance}.", **words
            )
        case "ordago_accepted_to_be_counted":
            return say(
                "Accepted: the cards are shown. What came before is counted first; then the game "
                "is decided {at_lance}.",
                **words,
            )
        case _:
            return ""


def _deje(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """What a refusal brings the side that bet."""
    say, count = tongue.say, tongue.count
    match kind:
        case "bet_refused":
            return count(
                "Nobody accepts: {side} scores {number} stone, the deje.",
                "Nobody accepts: {side} scores {number} stones, the deje.",
                words["stones"],
                **words,
            )
        case "raise_refused":
            if words["ordago"]:
                return count(
                    "Nobody accepts the órdago: {side} scores {number} stone, the stake before it.",
                    "Nobody accepts the órdago: {side} scores {number} stones, the stake before "
                    "it.",
                    words["stones"],
                    **words,
                )
            return count(
                "Nobody accepts {stake}: {side} scores {number} stone, the stake before.",
                "Nobody accepts {stake}: {side} scores {number} stones, the stake before.",
                words["stones"],
                **words,
            )
        case "raise_refused_with_extra":
            return count(
                "Nobody accepts: {side} scores {number} stone, {rest} for the stake before and "
                "{extra} that this rulebook adds.",
                "Nobody accepts: {side} scores {number} stones, {rest} for the stake before and "
                "{extra} that this rulebook adds.",
                words["stones"],
                **words,
            )
        case "raise_refused_for_one":
            return count(
                "Nobody accepts: {side} scores {number} stone, all that this rulebook gives for a "
                "refused raise.",
                "Nobody accepts: {side} scores {number} stones, all that this rulebook gives for a "
                "refused raise.",
                words["stones"],
                **words,
            )
        case "no_deje":
            return say("Nobody accepts, and in this rulebook no deje is paid {at_lance}.", **words)
        case "deje_at_the_count":
            return say("Nobody accepts: {side} scores the deje first thing at the count.", **words)
        case "taken_at_once":
            return say("A deje is taken at once, before anything that was accepted.")
        case "own_values_to_come":
            return say(
                "At the count {side} also scores what its own cards are worth {at_lance}, whatever "
                "the others hold.",
                **words,
            )
        case "punto_to_come":
            return say(
                "At the count {side} also scores for punto, whatever the others hold.", **words
            )
        case "nothing_more":
            return say("Nothing more is paid {at_lance}.", **words)
        case "wins_by_the_deje":
            return say(
                "{side} comes to {has} and wins the game: nothing more is played, and nothing "
                "counted.",
                **words,
            )
        case _:
            return ""
