"""From facts to lines: each kind of fact has its sentence, whole, in the reader's language.

Those of every game stand in `sentences`, the others in the books of each game. Players are
named by their seats and never by a pronoun, so that a sentence fits whoever sits there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mustutor.explain import sentences
from mustutor.explain.stones import stones_of_each
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
    the_figures,
)
from mustutor.games.telling import STONES, Book, Fact, Line

SILENT = frozenset(("call", "hand", "dealt"))
"""Kinds that say everything in their columns: who, and his call or his cards."""


def lines(facts: Iterable[Fact], voice: Voice, books: Sequence[Book] = ()) -> tuple[Line, ...]:
    """Say facts, one line each; `books` hold the sentences of the game that is told.

    Raises LookupError for a kind of fact that no book has.
    """
    return tuple([_line(fact, voice, (sentences.said, *books)) for fact in facts])


def _line(fact: Fact, voice: Voice, books: Sequence[Book]) -> Line:
    text, said = "", fact.said
    if fact.kind in STONES:
        said, text = stones_of_each(fact.kind, fact.evidence, voice.tongue)
    elif fact.kind not in SILENT:
        words = _words(fact.evidence, voice)
        text = next(filter(None, (book(fact.kind, words, voice.tongue) for book in books)), "")
        if not text:
            raise LookupError(fact.kind)
    return Line(text, fact.rules, fact.kind, fact.seat, fact.indent, said, fact.evidence)


def _words(evidence: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """The evidence in words: lances, ranks and figures named, seats listed, cards written."""
    tongue, ranking = voice
    words: dict[str, Any] = dict(evidence)
    if "lance" in words:
        lance = words["lance"]
        words |= {form: names.get(lance, lance) for form, names in lance_names(tongue).items()}
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
        words["the_figure"] = the_figures(tongue)[words["figure"]]
    if "position" in words:
        words["position"] = cards_in_order(tongue)[words["position"] - 1]
    if words.get("reason") in ("card", "rank"):
        words |= {name: ranks(tongue)[words[name]] for name in ("better", "worse")}
    elif words.get("reason") == "class":
        words |= {name: kinds_of_pares(tongue)[words[name]] for name in ("better", "worse")}
    if "score" in words:
        words["score"] = ", ".join([f"{side} {stones}" for side, stones in words["score"].items()])
    # What a rulebook writes in several languages itself.
    own = [name for name in ("meaning", "gesture") if name in words]
    words |= {name: words[name].get(tongue.code, words[name]["en"]) for name in own}
    return words
