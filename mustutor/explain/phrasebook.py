"""From facts to lines: each kind of fact has its sentence, whole, in the reader's language.

The sentences of the play stand here, those of the showdown in `verdicts`. Players are named
by their seats and never by a pronoun, so that a sentence fits whoever sits there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mustutor.explain import verdicts
from mustutor.explain.fact import Fact
from mustutor.explain.page import Line
from mustutor.explain.words import (
    Voice,
    cards_in_order,
    figures,
    headings,
    kinds_of_pares,
    lance_names,
    pares,
    ranks,
    shown,
)
from mustutor.language import Language

SILENT = frozenset(("call", "hand", "dealt"))
"""Kinds that say everything in their columns: who, and his call or his cards."""


def lines(facts: Iterable[Fact], voice: Voice) -> tuple[Line, ...]:
    """Say facts, one line each."""
    return tuple([_line(fact, voice) for fact in facts])


def _line(fact: Fact, voice: Voice) -> Line:
    text, said = "", fact.said
    if fact.kind == "in_front":
        said = voice.tongue.say("in front")
        text = _stones(fact.evidence, voice.tongue)
    elif fact.kind not in SILENT:
        words = _words(fact.evidence, voice)
        text = _play(fact.kind, words, voice.tongue) or _lance(fact.kind, words, voice.tongue)
        text = text or verdicts.said(fact.kind, words, voice.tongue)
    return Line(text, fact.rules, fact.kind, fact.seat, fact.indent, said, fact.evidence)


def _words(evidence: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """The evidence in words: lances, ranks and figures named, seats listed, cards written."""
    tongue, ranking = voice
    words: dict[str, Any] = dict(evidence)
    if "lance" in words:
        lance = words["lance"]
        words |= {form: names[lance] for form, names in lance_names(tongue).items()}
        words["heading"] = headings(tongue)[lance]
    if "lances" in words:
        words["lances"] = tongue.listed(
            [lance_names(tongue)["lance"][lance] for lance in words["lances"]]
        )
    if "seats" in words:
        words["players"] = len(words["seats"])
        words["seats"] = tongue.listed(words["seats"]) if words["seats"] else ""
    if "hand" in words:
        words["hand"] = shown(words["hand"], ranking)
    if words.get("pares"):
        words["kind"] = pares(tongue, words["pares"], words["paired"])
    if "figure" in words:
        words["of_figure"] = figures(tongue)[words["figure"]]
    if "position" in words:
        words["position"] = cards_in_order(tongue)[words["position"] - 1]
    if words.get("reason") in ("card", "rank"):
        words |= {name: ranks(tongue)[words[name]] for name in ("better", "worse")}
    elif words.get("reason") == "class":
        words |= {name: kinds_of_pares(tongue)[words[name]] for name in ("better", "worse")}
    return words


def _stones(evidence: Mapping[str, Any], tongue: Language) -> str:
    """The stones in front of each, in pieces that a renderer may break between."""
    # Three spaces part the pieces; a narrow page breaks its lines there.
    pieces = [f"{seat} {stones}" for seat, stones in evidence["in_front"].items()]
    pieces += [
        tongue.say("pot {of_lance} {stones}", stones=stones, of_lance=of_lance)
        for lance, stones in evidence["pots"].items()
        for of_lance in [lance_names(tongue)["of_lance"][lance]]
    ]
    if evidence["out"]:
        pieces.append(tongue.say("out of the game {stones}", stones=evidence["out"]))
    if "total" in evidence:
        pieces.append(
            tongue.count("{number} stone in all", "{number} stones in all", evidence["total"])
        )
    return "   ".join(pieces)


def _play(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """The sentences of the deal, of mus and of the calls."""
    say, count = tongue.say, tongue.count
    match kind:
        case "mus":
            return say("Cards are exchanged only if everybody says mus.")
        case "no_mus":
            return say("No mus: everybody keeps these cards, and the lances begin.")
        case "mano_moves_on":
            return say("Nobody cut, so in mus corrido {mano} is mano now.", **words)
        case "cuts_and_is_mano":
            return say("In mus corrido whoever cuts is mano: now it is {mano}.", **words)
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
            return say("In brackets, the rank a card plays as: a three is a king, a two is an ace.")
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
        case "comes_in_after_a_pass":
            return say("{seat} passed before there was a bet, so the door is still open.", **words)
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
        case "folds":
            return say("{seat} is out {of_lance} for good.", **words)
        case "heading":
            return say("{heading}", **words)
        case _:
            return ""


def _lance(kind: str, words: dict[str, Any], tongue: Language) -> str:
    """The sentences of how a lance opens and how it ends."""
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
        case "nobody_has_pares":
            return say("Nobody has pares: no betting, and nothing to settle.")
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
