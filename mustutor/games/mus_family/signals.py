"""The signals partners make: what each means, how it is made, and when it is true.

The lists are in ``variants/conduct/signals.yaml``; the option `signals.list` of a variant names one
of them, or maps meanings to gestures itself. A signal is true while the hand holds what it means.
Three kings hold two as well, so the sign for two is true with three: forbidden is only what the
hand does not hold (MUS-SIG-2), and of several true signals a player may choose. Cards count as they
are played: with eight kings a three is a king.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.base.shipped import in_every_language, words_table
from mustutor.games.mus_family.hands import Ranking
from mustutor.model.cards import Card

# Below this punto a hand without pares and juego is ciego: no other signal is for it.
LEAST_PUNTO_WORTH_A_SIGNAL = 28

Condition = Callable[[Sequence[Card], Ranking], bool]


def _at_least(number: int, rank: str) -> Condition:
    return lambda hand, ranking: [*map(ranking.effective, hand)].count(rank) >= number


def _pares(kind: str) -> Condition:
    return lambda hand, ranking: ranking.classify(hand).pares == kind


def _points(points: int) -> Condition:
    return lambda hand, ranking: ranking.classify(hand).points == points


def _nothing(hand: Sequence[Card], ranking: Ranking) -> bool:
    held = ranking.classify(hand)
    return not held.pares and held.points < LEAST_PUNTO_WORTH_A_SIGNAL


CONDITIONS: Mapping[str, Condition] = {
    "two_kings": _at_least(2, "R"),
    "three_kings": _at_least(3, "R"),
    "two_aces": _at_least(2, "A"),
    "three_aces": _at_least(3, "A"),
    "par": _pares("par"),
    "medias": _pares("medias"),
    "duples": _pares("duples"),
    "juego_31": _points(31),
    "punto_30": _points(30),
    "punto_29": _points(29),
    "punto_28": _points(28),
    "solomillo": lambda hand, ranking: ranking.name(hand) == "solomillo",
    "real": lambda hand, ranking: ranking.classify(hand).real,
    "nothing": _nothing,
    # A signal that the table made up: only the table knows its meaning.
    "anything": lambda _hand, _ranking: True,
}


class Signal(NamedTuple):
    """A signal of a list: the id that a record writes (``sena dos_reyes``), and its texts.

    `gesture` and `meaning` are texts by language, `article` the id of its article in the
    rulebook (or nothing), `holds` one of `CONDITIONS`.
    """

    id: str
    gesture: Mapping[str, str]
    meaning: Mapping[str, str]
    article: str
    holds: str

    def holds_for(self, hand: Sequence[Card], ranking: Ranking) -> bool:
        """Whether the signal is true of a hand of four cards under an order of hands.

        >>> from mustutor.model.cards import read_hand
        >>> from mustutor.games.mus_family.hands import ranking_of
        >>> from mustutor.model.variant import load_variant
        >>> kings = signal_list("fournier")["tres_reyes"]
        >>> hand = read_hand("R 3 3 7")
        >>> [kings.holds_for(hand, ranking_of(load_variant(id).rules))
        ...  for id in ("fournier", "navarra")]
        [True, False]
        """
        return CONDITIONS[self.holds](hand, ranking)


def signal_list(name: str) -> Mapping[str, Signal]:
    """One of the lists by its name, as signals by id; KeyError for an unknown name.

    >>> signal_list("asturias")["dos_ases"].gesture["en"]
    'wrinkle the nose'
    """
    return _lists()[name]


def list_names() -> tuple[str, ...]:
    """The names of the lists.

    >>> list_names()
    ('fournier', 'wikipedia', 'asturias')
    """
    return tuple(_lists())


def meanings() -> tuple[str, ...]:
    """The meanings a signal may have, in the order of the file.

    >>> meanings()[:3]
    ('dos_reyes', 'tres_reyes', 'dos_ases')
    """
    return tuple(_contents()["meanings"])


def signals_of(rules: Mapping[str, Any]) -> Mapping[str, Signal]:
    """The signals a table plays by (`Variant.rules`); none if none are allowed.

    A table's own meaning or gesture is given by its id, and such a meaning is never false.

    >>> from mustutor.model.variant import load_variant
    >>> len(signals_of(load_variant("wikipedia_en").rules))
    14
    >>> len(signals_of(load_variant("la_rioja").rules))
    0
    """
    if not rules["signals.allowed"]:
        return MappingProxyType({})
    chosen = rules["signals.list"]
    return signal_list(chosen) if isinstance(chosen, str) else _load_list(chosen, {})


@cache
def _lists() -> Mapping[str, Mapping[str, Signal]]:
    return {
        name: _load_list(entry["gestures"], entry.get("articles", {}))
        for name, entry in _contents()["lists"].items()
    }


def _load_list(gestures: Mapping[str, str], articles: Mapping[str, str]) -> Mapping[str, Signal]:
    found = {name: _signal(name, made, articles.get(name, "")) for name, made in gestures.items()}
    return MappingProxyType(found)


def _signal(meaning: str, gesture: str, article: str) -> Signal:
    known = _contents()["meanings"].get(meaning, {})
    made = _contents()["gestures"].get(gesture) or _own_words(gesture)
    return Signal(
        id=meaning,
        gesture=MappingProxyType(in_every_language(made)),
        meaning=MappingProxyType(in_every_language(known.get("text") or _own_words(meaning))),
        article=article or known.get("article", ""),
        holds=known.get("holds", "anything"),
    )


def _own_words(own: str) -> dict[str, str]:
    """The words for an id that a table made up, the same in every language."""
    return {"en": own.replace("_", " ")}


@cache
def _contents() -> Any:
    return words_table("signals")
