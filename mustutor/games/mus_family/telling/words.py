"""The words of the game in the reader's language, in the forms that sentences ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from mustutor.calls import HIDDEN
from mustutor.cards import RANKS, SUITS, Card, many_ranks, ranks
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.mus_family.signals import signals_of
from mustutor.games.mus_family.telling.aloud import aloud
from mustutor.games.mus_family.telling.sentences import FAMILY
from mustutor.games.teller import Teller
from mustutor.games.telling import Fact, Gesture
from mustutor.games.voice import MADE_OF
from mustutor.language import Language, mark
from mustutor.position import Position
from mustutor.variant import Variant


@cache
def cards_in_order(tongue: Language) -> tuple[str, ...]:
    """Which card of a hand: the first, the second, the third, the fourth."""
    return (
        tongue.term("card", "first"),
        tongue.term("card", "second"),
        tongue.term("card", "third"),
        tongue.term("card", "fourth"),
    )


@cache
def payments(tongue: Language) -> Mapping[str, str]:
    """What a movement of stones is paid for, by the item the ledger gives it.

    >>> from mustutor.language import language
    >>> payments(language("en"))["unanswered_bet"]
    'bet refused'
    """
    return {
        "deje": tongue.term("payment", "deje"),
        "envite": tongue.term("payment", "bet"),
        "paso": tongue.term("payment", "lance without a bet"),
        "par": tongue.term("payment", "par"),
        "medias": tongue.term("payment", "medias"),
        "duples": tongue.term("payment", "duples"),
        "juego": tongue.term("payment", "juego"),
        "juego31": tongue.term("payment", "juego of 31"),
        "punto": tongue.term("payment", "punto"),
        "perete": tongue.term("payment", "perete"),
        "penalty": tongue.term("payment", "penalty"),
        "pot": tongue.term("payment", "pot"),
        "stake": tongue.term("payment", "stake"),
        "unanswered_bet": tongue.term("payment", "bet refused"),
        "unanswered_raise": tongue.term("payment", "raise refused"),
        "value": tongue.term("payment", "value of the hand"),
    }


@cache
def headings(tongue: Language) -> Mapping[str, str]:
    """What stands over the part of a hand."""
    return {
        "reparte": tongue.term("heading", "Cards"),
        "mus": tongue.term("heading", "Mus"),
        "descarte": tongue.term("heading", "Discard"),
        "grande": tongue.term("heading", "Grande"),
        "chica": tongue.term("heading", "Chica"),
        "pares": tongue.term("heading", "Pares"),
        "juego": tongue.term("heading", "Juego"),
        "punto": tongue.term("heading", "Punto"),
        "showdown": tongue.term("heading", "Showdown"),
        "count": tongue.term("heading", "Count"),
    }


@cache
def lance_names(tongue: Language) -> Mapping[str, Mapping[str, str]]:
    """The lances as a sentence needs them: named, spoken of, spoken at, best of, and its pot."""
    return {
        "lance": {
            "grande": tongue.term("lance", "grande"),
            "chica": tongue.term("lance", "chica"),
            "pares": tongue.term("lance", "pares"),
            "juego": tongue.term("lance", "juego"),
            "punto": tongue.term("lance", "punto"),
        },
        "of_lance": {
            "grande": tongue.term("of the lance", "of grande"),
            "chica": tongue.term("of the lance", "of chica"),
            "pares": tongue.term("of the lance", "of pares"),
            "juego": tongue.term("of the lance", "of juego"),
            "punto": tongue.term("of the lance", "of punto"),
        },
        "at_lance": {
            "grande": tongue.term("at the lance", "at grande"),
            "chica": tongue.term("at the lance", "at chica"),
            "pares": tongue.term("at the lance", "at pares"),
            "juego": tongue.term("at the lance", "at juego"),
            "punto": tongue.term("at the lance", "at punto"),
        },
        "best_lance": {
            "grande": tongue.term("best", "the best grande"),
            "chica": tongue.term("best", "the best chica"),
            "pares": tongue.term("best", "the best pares"),
            "juego": tongue.term("best", "the best juego"),
            "punto": tongue.term("best", "the best punto"),
        },
        "pot": {
            "grande": tongue.term("pot", "The grande pot"),
            "chica": tongue.term("pot", "The chica pot"),
            "pares": tongue.term("pot", "The pares pot"),
            "juego": tongue.term("pot", "The juego pot"),
            "punto": tongue.term("pot", "The punto pot"),
        },
    }


@cache
def _forms(tongue: Language) -> Mapping[str, Mapping[str, str]]:
    """Each lance with its forms, as sentences take them up together."""
    named = lance_names(tongue)
    return {lance: {form: names[lance] for form, names in named.items()} for lance in LANCES}


@cache
def figures(tongue: Language) -> Mapping[str, str]:
    """What a value is paid for, after "the value"."""
    return {
        "par": tongue.term("of the figure", "of a par"),
        "medias": tongue.term("of the figure", "of medias"),
        "duples": tongue.term("of the figure", "of duples"),
        "juego": tongue.term("of the figure", "of a juego"),
        "juego31": tongue.term("of the figure", "of a 31"),
        "real": tongue.term("of the figure", "of la Real"),
        "perete": tongue.term("of the figure", "of a perete"),
        "punto": tongue.term("of the figure", "of a punto"),
        "grande": tongue.term("of the figure", "of grande"),
        "chica": tongue.term("of the figure", "of chica"),
    }


@cache
def the_figures(tongue: Language) -> Mapping[str, str]:
    """What a side scores for, after "scores for"."""
    return {
        "par": tongue.term("the figure", "the par"),
        "medias": tongue.term("the figure", "the medias"),
        "duples": tongue.term("the figure", "the duples"),
        "juego": tongue.term("the figure", "the juego"),
        "juego31": tongue.term("the figure", "the 31"),
        "real": tongue.term("the figure", "la Real"),
        "punto": tongue.term("the figure", "the punto"),
        "perete": tongue.term("the figure", "the perete"),
        "grande": tongue.term("the figure", "grande"),
        "chica": tongue.term("the figure", "chica"),
    }


@cache
def hand_names(tongue: Language) -> Mapping[str, str]:
    """The names players have for a few hands."""
    return {
        "la_real": tongue.term("name of a hand", "la Real"),
        "duples_gallegos": tongue.term("name of a hand", "duples gallegos"),
        "duples_castellanos": tongue.term("name of a hand", "duples castellanos"),
        "perete": tongue.term("name of a hand", "Tío Perete"),
        "solomillo": tongue.term("name of a hand", "solomillo"),
        "ley_del_mus": tongue.term("name of a hand", "ley del mus"),
    }


def pares(tongue: Language, kind: str, paired: tuple[str, ...]) -> str:
    """Say which pares a hand has, as the beginning of a sentence.

    >>> from mustutor.language import language
    >>> pares(language("en"), "duples", ("R", "A"))
    'Duples of kings and aces'
    """
    names = [many_ranks(tongue)[rank] for rank in paired]
    if kind == "par":
        return tongue.say("Par of {ranks}", ranks=names[0])
    if kind == "medias":
        return tongue.say("Medias of {ranks}", ranks=names[0])
    if names[0] == names[1]:
        return tongue.say("Duples, four {ranks}", ranks=names[0])
    return tongue.say("Duples of {higher} and {lower}", higher=names[0], lower=names[1])


def kinds_of_pares(tongue: Language) -> Mapping[str, str]:
    """The three kinds of pares, in the middle of a sentence."""
    return {
        "par": tongue.term("kind of pares", "a par"),
        "medias": tongue.term("kind of pares", "medias"),
        "duples": tongue.term("kind of pares", "duples"),
    }


def shown(cards: Iterable[Card], ranking: Ranking) -> str:
    """Write cards; one that plays as another rank has that rank in brackets (MUS-RANK-3).

    >>> from mustutor.cards import read_hand
    >>> from mustutor.games.mus_family.lances import LANCES
    >>> from mustutor.games.mus_family.ranking import ranking_of
    >>> from mustutor.variant import load_variant
    >>> shown(read_hand("Ro 3c 7e 2"), ranking_of(load_variant("encaje").rules))
    'Ro 3c(R) 7e 2(A)'
    """
    written = _written(ranking)
    return " ".join([written[card] for card in cards])


@lru_cache(maxsize=64)
def _written(ranking: Ranking) -> Mapping[str, str]:
    """Every card of the deck as it is shown, and a hidden one."""
    plays_as = others(ranking)
    return {HIDDEN: HIDDEN} | {
        rank + suit: rank + suit + (f"({plays_as[rank]})" if rank in plays_as else "")
        for rank in RANKS
        for suit in ("", *SUITS)
    }


@lru_cache(maxsize=64)
def others(ranking: Ranking) -> Mapping[str, str]:
    """The ranks that play as another one under a rulebook, and as which.

    >>> from mustutor.games.mus_family.lances import LANCES
    >>> from mustutor.games.mus_family.ranking import ranking_of
    >>> from mustutor.variant import load_variant
    >>> others(ranking_of(load_variant("encaje").rules))
    {'2': 'A', '3': 'R'}
    """
    found: dict[str, str] = {}
    for rank in RANKS:
        # A rank that was taken out of the deck plays as nothing.
        with suppress(KeyError):
            found[rank] = ranking.effective(Card(rank))
    return {rank: played for rank, played in found.items() if rank != played}


def changed(cards: Iterable[Card], ranking: Ranking) -> bool:
    """Whether any of the cards plays as another rank than is printed on it."""
    plays_as = others(ranking)
    return any(card[:1] in plays_as for card in cards)


def ranks_rules(plays_as: Mapping[str, str]) -> tuple[str, ...]:
    """The articles that let cards play as others: with eight kings, or fours as aces."""
    eight_kings = ("MUS-RANK-3",) if {"2", "3"} & plays_as.keys() else ()
    return (*eight_kings, "REG-RIO-6") if "4" in plays_as else eight_kings


class FamilyWords(Teller):
    """The words of Mus and Encaje: lances, payments, cards and figures, in every sentence."""

    sentences = FAMILY
    made_of = MappingProxyType(
        {
            **MADE_OF,
            "best_lance": ("lance",),
            "pot": ("lance",),
            "kind": ("pares", "paired"),
            "of_figure": ("figure",),
            "the_figure": ("figure",),
            "better": ("better", "reason"),
            "worse": ("worse", "reason"),
        }
    )
    deck = "spanish"
    no_such_round = mark(
        "{lance} is not a lance: the lances are grande, chica, pares, juego and punto."
    )

    @property
    def paid_in(self) -> tuple[str, ...]:
        """The five lances."""
        return LANCES

    def names(self, round_: str, tongue: Language) -> Mapping[str, str]:
        """A lance as sentences need it, with what is best in it, and its pot."""
        return _forms(tongue).get(round_) or dict.fromkeys(lance_names(tongue), round_)

    def heading(self, round_: str, tongue: Language) -> str:
        """What stands over a part of a hand."""
        return headings(tongue).get(round_, round_)

    def item(self, item: str, tongue: Language) -> str:
        """What a movement of stones is paid for."""
        return payments(tongue).get(item, item)

    def shown(self, cards: Iterable[Card], ranking: Any) -> str:
        """Write cards, with the rank in brackets that one plays as (MUS-RANK-3)."""
        return shown(cards, ranking)

    def aloud(self, said: str, tongue: Language) -> str:
        """A signal by what it means, and what was said in the words of the table."""
        return aloud(said, tongue)

    def gestures(self, variant: Variant, tongue: Language) -> tuple[Gesture, ...]:
        """The signals of the rulebook (MUS-SIG-1)."""
        return tuple(
            [
                Gesture(
                    f"sena {signal.id}",
                    signal.gesture.get(tongue.code, signal.gesture["en"]),
                    signal.meaning.get(tongue.code, signal.meaning["en"]),
                )
                for signal in signals_of(variant.rules).values()
            ]
        )

    def ranking(self, position: Position) -> Ranking:
        """What cards are worth here."""
        ranking: Ranking = position.state.ranking
        return ranking

    def words(self, fact: Fact, ranking: Any, tongue: Language) -> dict[str, Any]:
        """The evidence in words: figures and ranks named, pares described, besides the rest."""
        words = super().words(fact, ranking, tongue)
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
        if fact.kind == "has_nothing":
            words["held_at"] = fact.evidence["lance"]
        # What a rulebook writes in several languages itself.
        for name in ("meaning", "gesture"):
            if name in words:
                words[name] = words[name].get(tongue.code, words[name]["en"])
        return words


WORDS = FamilyWords()
"""The words alone, for whoever has no hand to tell."""
