"""What four cards are worth in each lance, in words a learner understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mustutor.cards import Card
from mustutor.explain.words import (
    changed,
    hand_names,
    lance_names,
    many_ranks,
    others,
    pares,
    play_otherwise,
    ranks,
    ranks_rules,
    shown,
)
from mustutor.games.mus_family.classes import HandClass
from mustutor.games.mus_family.ranking import Ranking, ranking_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.variant import Variant

NAMED_BY = {
    "la_real": "MUS-REAL-1",
    "duples_gallegos": "MUS-NAME-1",
    "duples_castellanos": "MUS-NAME-2",
    "perete": "MUS-NAME-3",
    "solomillo": "MUS-NAME-5",
    "ley_del_mus": "MUS-NAME-6",
}
PARES_RULES = {"par": "MUS-CMP-P2", "medias": "MUS-CMP-P3", "duples": "MUS-CMP-P4"}


def describe_hand(cards: Sequence[Card], variant: Variant, tongue: Language) -> Explanation:
    """Say what a hand is in each lance, what it is worth, and its place among all hands.

    The cards are trusted: four of the deck of the variant, as `ranking.classify` checks them.

    >>> from mustutor.cards import read_hand
    >>> from mustutor.language import language
    >>> from mustutor.variant import load_variant
    >>> page = describe_hand(read_hand("R R R A"), load_variant("encaje"), language("en"))
    >>> print(page.lines[0].text)
    Highest cards: 3 kings. Place 8 of 330.
    """
    ranking = ranking_of(variant.rules)
    row = ranking.classify(cards)
    lines = [
        _by_cards("grande", cards, ranking, tongue, (row.grande_place, row.grande_of)),
        _by_cards("chica", cards, ranking, tongue, (row.chica_place, row.chica_of)),
        _pares(cards, row, ranking, tongue),
        *_points(row, ranking.value("juego", cards), tongue, ranking.value("punto", cards)),
        *_notes(cards, ranking, tongue),
    ]
    title = shown(ranking.sorted("grande", cards), ranking)
    return Explanation(title, (Passage("", tuple(lines)),))


def _by_cards(
    lance: str, cards: Sequence[Card], ranking: Ranking, tongue: Language, place: tuple[int, int]
) -> Line:
    ordered = ranking.sorted(lance, cards)
    rank = ranking.effective(ordered[0])
    number = Counter(map(ranking.effective, ordered))[rank]
    known = {"place": place[0], "of": place[1]}
    known_ranks = {"rank": ranks(tongue)[rank], "ranks": many_ranks(tongue)[rank]}
    if lance == "grande":
        text = tongue.count(
            "Highest card: {rank}. Place {place} of {of}.",
            "Highest cards: {number} {ranks}. Place {place} of {of}.",
            number,
            **known,
            **known_ranks,
        )
        rule = "MUS-CMP-G1"
    else:
        text = tongue.count(
            "Lowest card: {rank}. Place {place} of {of}.",
            "Lowest cards: {number} {ranks}. Place {place} of {of}.",
            number,
            **known,
            **known_ranks,
        )
        rule = "MUS-CMP-C1"
    said = shown(ordered, ranking)
    return Line(text, (rule,), lance, lance_names(tongue)["lance"][lance], 1, said, known)


def _pares(cards: Sequence[Card], row: HandClass, ranking: Ranking, tongue: Language) -> Line:
    label = lance_names(tongue)["lance"]["pares"]
    if not row.pares:
        text = tongue.say("No pares: no two cards are equal.")
        return Line(text, ("MUS-CMP-P1",), "pares", label)
    value = ranking.value("pares", cards)
    text = tongue.count(
        "{kind}: worth {number} stone. Place {place} of {of}.",
        "{kind}: worth {number} stones. Place {place} of {of}.",
        value,
        kind=pares(tongue, row.pares, row.pares_ranks),
        place=row.pares_place,
        of=row.pares_of,
    )
    known = {"class": row.pares, "ranks": row.pares_ranks, "value": value}
    return Line(text, (PARES_RULES[row.pares],), "pares", label, evidence=known)


def _points(row: HandClass, value: int, tongue: Language, punto: int) -> Iterator[Line]:
    names = lance_names(tongue)["lance"]
    if row.juego:
        text = tongue.count(
            "{points} points: worth {number} stone. Place {place} of {of}.",
            "{points} points: worth {number} stones. Place {place} of {of}.",
            value,
            points=row.points,
            place=row.juego_place,
            of=row.juego_of,
        )
        known = {"points": row.points, "value": value, "place": row.juego_place}
        yield Line(text, ("MUS-CMP-J2",), "juego", names["juego"], evidence=known)
        return
    text = tongue.say("No juego: {points} points, and juego begins at 31.", points=row.points)
    yield Line(text, ("MUS-CMP-J1",), "juego", names["juego"])
    text = tongue.count(
        "{points} points: worth {number} stone. Place {place} of {of}.",
        "{points} points: worth {number} stones. Place {place} of {of}.",
        punto,
        points=row.points,
        place=row.punto_place,
        of=row.punto_of,
    )
    known = {"points": row.points, "place": row.punto_place}
    yield Line(text, ("MUS-CMP-PT1",), "punto", names["punto"], evidence=known)


def _notes(cards: Sequence[Card], ranking: Ranking, tongue: Language) -> Iterator[Line]:
    name = ranking.name(cards)
    if name:
        text = tongue.say("Players call this hand {name}.", name=hand_names(tongue)[name])
        yield Line(text, (NAMED_BY[name],), "name", evidence={"name": name})
    if changed(cards, ranking):
        plays_as = others(ranking)
        text = play_otherwise(plays_as, tongue)
        yield Line(text, ranks_rules(plays_as), "brackets", evidence={"plays_as": plays_as})
    yield Line(tongue.say("Place 1 is the best hand of a lance."), kind="places")
