"""The words of Mus and Encaje in the reader's language, and the sentences they share.

`FamilyWords` is the entry: lances, payments, cards and figures in the forms that sentences ask for.
`aloud` gives signals and talk as they are heard, where records write them by a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from mustutor.base.language import Language, mark
from mustutor.games.explain import PLAIN, Fact, Gesture, Sentences, sentences
from mustutor.games.mus_family.conduct import ALLOWED, COSTS, OFFENCES, PARTICULAR, UNCLEAR, UNTOLD
from mustutor.games.mus_family.hands import LANCES, Ranking
from mustutor.games.mus_family.signals import list_names, signal_list, signals_of
from mustutor.games.mus_family.talk_options import phrase
from mustutor.games.teller import MADE_OF, Teller
from mustutor.model.calls import HIDDEN
from mustutor.model.cards import RANKS, SUITS, Card, many_ranks, ranks
from mustutor.model.position import Position
from mustutor.model.variant import Variant

# Kinds of talk that have no fixed phrase.
_TOLD: Mapping[str, str] = MappingProxyType(
    {
        "pregunta": mark("a question to the partner"),
        "condicion": mark("with such cards, accept"),
        "jugada_anterior": mark("talk about an earlier lance"),
        "jugada_posterior": mark("talk about a later lance"),
        "ganados_o_perdidos": mark("are those stakes won or lost?"),
        "contrarios": mark("talk about what the others said"),
    }
)


WITH_ACCENT = {"ordago": "órdago"}
"""Calls that records write without their accent."""


def aloud(said: str, language: Language) -> str:
    """A call as it is heard or seen at the table; most are unchanged.

    >>> from mustutor.base.language import open_language
    >>> aloud("dice llego_a_mi", open_language("en")), aloud("sena tres_reyes", open_language("en"))
    ('llegó a mí', 'signal for three kings')
    >>> aloud("dice canta Ro Rc", open_language("es")), aloud("subo a 5", open_language("es"))
    ('rey, rey', 'subo a 5')
    """
    verb, _, rest = said.partition(" ")
    word, *cards = rest.split() or [""]
    if rest and verb == "sena":
        return language.say("signal for {meaning}", meaning=_meaning(word, language))
    if not rest or verb != "dice":
        return WITH_ACCENT.get(said, said)
    named = ", ".join(ranks(language)[card[0]] for card in cards)
    if word == "canta" and named:
        return named
    words = language.say(_TOLD[word]) if word in _TOLD else phrase(word)
    return " ".join(filter(None, (words, named)))


def _meaning(word: str, language: Language) -> str:
    for name in list_names():
        found = signal_list(name).get(word)
        if found is not None:
            meaning = dict(found.meaning)
            return meaning.get(language.code, meaning["en"])
    return word.replace("_", " ")


NOTHING_HELD = {
    "pares": mark("No pares."),
    "juego": mark("No juego."),
    "punto": mark("There is juego here, so no punto."),
}


def brackets(ranks_changed: Iterable[str]) -> str:
    """The sentence on cards that play as others, for hands with brackets."""
    if "4" in ranks_changed:
        return mark("In brackets, the rank a card plays as: a three is a king, a four is an ace.")
    return mark("In brackets, the rank a card plays as: a three is a king, a two is an ace.")


FAMILY: Sentences = {
    **PLAIN,
    **sentences("mus_and_encaje"),
    "brackets": lambda words: brackets(words["plays_as"]),
    "has_nothing": lambda words: NOTHING_HELD[words["held_at"]],
    "allowed": ALLOWED,
    "cannot_be_told": UNTOLD,
    "depends_on_meaning": UNCLEAR,
    "offence": lambda words: PARTICULAR.get(words["article"], OFFENCES[words["offence"]]),
    "penalty": lambda words: COSTS[words["penalty"]],
    "illegal_false_yes": lambda words: (
        mark("{seat} declares {lance}, but holds {hand}.")
        if words["hand"]
        else mark("{seat} declares {lance} without having it.")
    ),
    "illegal_false_no": lambda words: (
        mark("{seat} declares no {lance}, but holds {hand}.")
        if words["hand"]
        else mark("{seat} declares no {lance}, and has it.")
    ),
}
"""The sentence of each kind of fact that both games tell."""


@cache
def cards_in_order(language: Language) -> tuple[str, ...]:
    """The words for a hand's first, second, third and fourth card."""
    return tuple(language.terms("card", "first, second, third, fourth").values())


@cache
def payments(language: Language) -> Mapping[str, str]:
    """The words for what a movement of stones pays for, by its item in the ledger.

    >>> from mustutor.base.language import open_language
    >>> payments(open_language("en"))["unanswered_bet"]
    'bet refused'
    """
    return {
        "deje": language.term("payment", "deje"),
        "envite": language.term("payment", "bet"),
        "paso": language.term("payment", "lance without a bet"),
        "par": language.term("payment", "par"),
        "medias": language.term("payment", "medias"),
        "duples": language.term("payment", "duples"),
        "juego": language.term("payment", "juego"),
        "juego31": language.term("payment", "juego of 31"),
        "punto": language.term("payment", "punto"),
        "perete": language.term("payment", "perete"),
        "penalty": language.term("payment", "penalty"),
        "pot": language.term("payment", "pot"),
        "stake": language.term("payment", "stake"),
        "unanswered_bet": language.term("payment", "bet refused"),
        "unanswered_raise": language.term("payment", "raise refused"),
        "value": language.term("payment", "value of the hand"),
    }


@cache
def headings(language: Language) -> Mapping[str, str]:
    """The headings of the parts of a hand."""
    return language.terms(
        "heading",
        "Cards, Mus, Discard, Grande, Chica, Pares, Juego, Punto, Showdown, Count",
        ("reparte", "mus", "descarte", *LANCES, "showdown", "count"),
    )


@cache
def lance_names(language: Language) -> Mapping[str, Mapping[str, str]]:
    """The forms of the lances' names for sentences: alone, of it, at it, best of it, its pot."""
    return {
        "lance": language.terms("lance", "grande, chica, pares, juego, punto"),
        "of_lance": language.terms(
            "of the lance", "of grande, of chica, of pares, of juego, of punto", LANCES
        ),
        "at_lance": language.terms(
            "at the lance", "at grande, at chica, at pares, at juego, at punto", LANCES
        ),
        "best_lance": language.terms(
            "best",
            "the best grande, the best chica, the best pares, the best juego, the best punto",
            LANCES,
        ),
        "pot": language.terms(
            "pot",
            "The grande pot, The chica pot, The pares pot, The juego pot, The punto pot",
            LANCES,
        ),
    }


@cache
def _forms(language: Language) -> Mapping[str, Mapping[str, str]]:
    """Each lance with its forms, as sentences use them together."""
    named = lance_names(language)
    return {lance: {form: names[lance] for form, names in named.items()} for lance in LANCES}


FIGURES = ("par", "medias", "duples", "juego", "juego31", "real", "perete", "punto") + LANCES[:2]
"""What a value is paid for."""


@cache
def figures(language: Language) -> Mapping[str, str]:
    """The words for a value that is paid, after "the value"."""
    return language.terms(
        "of the figure",
        "of a par, of medias, of duples, of a juego, of a 31, of la Real, of a perete, of a "
        "punto, of grande, of chica",
        FIGURES,
    )


@cache
def the_figures(language: Language) -> Mapping[str, str]:
    """The words for what a side scores, after "scores for"."""
    return language.terms(
        "the figure",
        "the par, the medias, the duples, the juego, the 31, la Real, the perete, the punto, "
        "grande, chica",
        FIGURES,
    )


@cache
def hand_names(language: Language) -> Mapping[str, str]:
    """The popular names of a few hands."""
    return {
        "la_real": language.term("name of a hand", "la Real"),
        "duples_gallegos": language.term("name of a hand", "duples gallegos"),
        "duples_castellanos": language.term("name of a hand", "duples castellanos"),
        "perete": language.term("name of a hand", "Tío Perete"),
        "solomillo": language.term("name of a hand", "solomillo"),
        "ley_del_mus": language.term("name of a hand", "ley del mus"),
    }


def pares(language: Language, kind: str, paired: tuple[str, ...]) -> str:
    """The words for pares, as the beginning of a sentence.

    >>> from mustutor.base.language import open_language
    >>> pares(open_language("en"), "duples", ("R", "A"))
    'Duples of kings and aces'
    """
    names = [many_ranks(language)[rank] for rank in paired]
    if kind == "par":
        return language.say("Par of {ranks}", ranks=names[0])
    if kind == "medias":
        return language.say("Medias of {ranks}", ranks=names[0])
    if names[0] == names[1]:
        return language.say("Duples, four {ranks}", ranks=names[0])
    return language.say("Duples of {higher} and {lower}", higher=names[0], lower=names[1])


def kinds_of_pares(language: Language) -> Mapping[str, str]:
    """The words for the three kinds of pares, inside a sentence."""
    return language.terms("kind of pares", "a par, medias, duples", ("par", "medias", "duples"))


def shown(cards: Iterable[Card], ranking: Ranking) -> str:
    """Cards as text; one that plays as another rank has it in brackets (MUS-RANK-3).

    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.games.mus_family.hands import LANCES
    >>> from mustutor.games.mus_family.hands import ranking_of
    >>> from mustutor.model.variant import load_variant
    >>> shown(read_hand("Ro 3c 7e 2"), ranking_of(load_variant("encaje").rules))
    'Ro 3c(R) 7e 2(A)'
    """
    written = _card_texts(ranking)
    return " ".join([written[card] for card in cards])


@lru_cache(maxsize=64)
def _card_texts(ranking: Ranking) -> Mapping[str, str]:
    """Every card of the deck as it is shown, and a hidden one."""
    plays_as = others(ranking)
    return {HIDDEN: HIDDEN} | {
        rank + suit: rank + suit + (f"({plays_as[rank]})" if rank in plays_as else "")
        for rank in RANKS
        for suit in ("", *SUITS)
    }


@lru_cache(maxsize=64)
def others(ranking: Ranking) -> Mapping[str, str]:
    """The ranks that play as another one under a rulebook, with that rank.

    >>> from mustutor.games.mus_family.hands import LANCES
    >>> from mustutor.games.mus_family.hands import ranking_of
    >>> from mustutor.model.variant import load_variant
    >>> others(ranking_of(load_variant("encaje").rules))
    {'2': 'A', '3': 'R'}
    """
    found: dict[str, str] = {}
    for rank in RANKS:
        # Ranks removed from the deck are skipped.
        with suppress(KeyError):
            found[rank] = ranking.effective(Card(rank))
    return {rank: played for rank, played in found.items() if rank != played}


def changed(cards: Iterable[Card], ranking: Ranking) -> bool:
    """Whether any of the cards plays as another rank than its own."""
    plays_as = others(ranking)
    return any(card[:1] in plays_as for card in cards)


def ranks_rules(plays_as: Mapping[str, str]) -> tuple[str, ...]:
    """The articles by which cards play as others: eight kings, or fours as aces."""
    eight_kings = ("MUS-RANK-3",) if {"2", "3"} & plays_as.keys() else ()
    return (*eight_kings, "REG-RIO-6") if "4" in plays_as else eight_kings


class FamilyWords(Teller):
    """The words of Mus and Encaje for every sentence: lances, payments, cards and figures."""

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

    def names(self, round_: str, language: Language) -> Mapping[str, str]:
        """The forms of a lance's name, including its best hand and its pot."""
        return _forms(language).get(round_) or dict.fromkeys(lance_names(language), round_)

    def heading(self, round_: str, language: Language) -> str:
        """The heading of a part of a hand."""
        return headings(language).get(round_, round_)

    def item(self, item: str, language: Language) -> str:
        """The words for what a movement of stones pays for."""
        return payments(language).get(item, item)

    def shown(self, cards: Iterable[Card], ranking: Any) -> str:
        """Cards as text, with the rank in brackets that one plays as (MUS-RANK-3)."""
        return shown(cards, ranking)

    def aloud(self, said: str, language: Language) -> str:
        """A signal by its meaning, or talk in the words of the table."""
        return aloud(said, language)

    def gestures(self, variant: Variant, language: Language) -> tuple[Gesture, ...]:
        """The signals of the rulebook (MUS-SIG-1)."""
        return tuple(
            [
                Gesture(
                    f"sena {signal.id}",
                    signal.gesture.get(language.code, signal.gesture["en"]),
                    signal.meaning.get(language.code, signal.meaning["en"]),
                )
                for signal in signals_of(variant.rules).values()
            ]
        )

    def ranking(self, position: Position) -> Ranking:
        """The values of cards under these rules."""
        ranking: Ranking = position.state.ranking
        return ranking

    def words(self, fact: Fact, ranking: Any, language: Language) -> dict[str, Any]:
        """The evidence in words: figures and ranks named, pares described, and the usual."""
        words = super().words(fact, ranking, language)
        if words.get("pares"):
            words["kind"] = pares(language, words["pares"], words["paired"])
        if "figure" in words:
            words["of_figure"] = figures(language)[words["figure"]]
            words["the_figure"] = the_figures(language)[words["figure"]]
        if "position" in words:
            words["position"] = cards_in_order(language)[words["position"] - 1]
        if words.get("reason") in ("card", "rank"):
            words |= {name: ranks(language)[words[name]] for name in ("better", "worse")}
        elif words.get("reason") == "class":
            words |= {name: kinds_of_pares(language)[words[name]] for name in ("better", "worse")}
        if fact.kind == "has_nothing":
            words["held_at"] = fact.evidence["lance"]
        # Texts that a rulebook has in several languages.
        for name in ("meaning", "gesture"):
            if name in words:
                words[name] = words[name].get(language.code, words[name]["en"])
        return words


WORDS = FamilyWords()
"""The words alone, for use without a hand."""
