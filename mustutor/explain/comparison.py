"""Hands side by side: which card, class or points decide, or that only mano does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mustutor.explain.cards_told import brackets
from mustutor.explain.phrasebook import lines
from mustutor.explain.words import Voice, shown
from mustutor.games.mus_family.ranking import Ranking, Separation
from mustutor.games.telling import AlreadySaid, Explanation, Fact, Passage
from mustutor.language import Language
from mustutor.ledger import Compared
from mustutor.position import Hand

BY_POINTS = ("juego", "punto")

DECIDED_BY = {
    ("grande", "card"): ("card_decides", "MUS-CMP-G1"),
    ("chica", "card"): ("low_card_decides", "MUS-CMP-C1"),
    ("pares", "class"): ("class_decides", "MUS-CMP-P5"),
    ("pares", "rank"): ("rank_decides", "MUS-CMP-P5"),
    ("juego", "real"): ("real_decides", "MUS-REAL-1"),
    ("juego", "points"): ("juego_decides", "MUS-CMP-J2"),
    ("punto", "points"): ("punto_decides", "MUS-CMP-PT1"),
}
"""The kind of remark, and its article, for what separates two hands in a lance."""


def best_first(
    lance: str, seats: Sequence[str], hands: Sequence[Hand], ranking: Ranking
) -> Compared:
    """Lay hands side by side as the ledger does; those with nothing in the lance are left out."""
    order = ranking.order(lance, hands)
    return Compared(
        lance, tuple([seats[index] for index in order]), tuple([hands[index] for index in order])
    )


def side_by_side(
    compared: Compared,
    ranking: Ranking,
    reasons: Mapping[int, int],
    *,
    indent: int,
    tie_rule: str = "MUS-CMP-T1",
) -> Iterator[Fact]:
    """Each hand, the best first; `reasons` tells which is told from which: places, from 0."""
    for place, (seat, hand) in enumerate(zip(compared.seats, compared.hands, strict=True)):
        fact = _figure(compared.lance, hand, ranking)
        if place in reasons:
            above = reasons[place]
            separation = ranking.separate(compared.lance, compared.hands[above], hand)
            seats = (compared.seats[above], seat)
            fact = _separated(compared.lance, seats, separation, fact, tie_rule)
        yield fact._replace(
            seat=seat, said=_laid_down(compared.lance, hand, ranking), indent=indent
        )


def _laid_down(lance: str, hand: Hand, ranking: Ranking) -> str:
    cards = shown(ranking.sorted(lance, hand), ranking)
    return f"{cards} = {ranking.classify(hand).points}" if lance in BY_POINTS else cards


def _figure(lance: str, hand: Hand, ranking: Ranking) -> Fact:
    """What a hand is by itself: its pares, or La Real; nothing more elsewhere."""
    row = ranking.classify(hand)
    evidence: dict[str, object] = {"hand": hand}
    if lance in BY_POINTS:
        evidence["points"] = row.points
    if lance == "pares":
        evidence |= {"pares": row.pares, "paired": row.pares_ranks}
        return Fact("pares_are", evidence=evidence)
    if lance == "juego" and row.real:
        return Fact("real_is", ("MUS-REAL-1",), evidence=evidence)
    return Fact("hand", evidence=evidence)


def _separated(
    lance: str, seats: tuple[str, str], separation: Separation, fact: Fact, tie_rule: str
) -> Fact:
    evidence = {**fact.evidence, "reason": separation.reason}
    if separation.tie:
        evidence |= {"first": seats[0], "second": seats[1]}
        kind = "equal_pares" if lance == "pares" else "equal_hands"
        return Fact(kind, (tie_rule,), evidence=evidence)
    kind, rule = DECIDED_BY[lance, separation.reason]
    match separation.reason:
        case "card":
            evidence |= {"position": separation.position}
            evidence |= {"better": separation.better_rank, "worse": separation.worse_rank}
        case "class":
            evidence |= {"better": separation.better_class, "worse": separation.worse_class}
        case "rank":
            evidence |= {"better": separation.better_rank, "worse": separation.worse_rank}
        case _:
            evidence |= {"better": separation.better_points, "worse": separation.worse_points}
    return Fact(kind, (rule,), evidence=evidence)


def explain_comparison(
    lance: str,
    labels: Sequence[str],
    hands: Sequence[Hand],
    ranking: Ranking,
    tongue: Language,
) -> Explanation:
    """Say which hand is the best of a lance, and why, card by card.

    `hands` are in speaking order, mano's first; `labels` name whose they are.

    >>> from mustutor.cards import read_hand
    >>> from mustutor.language import language
    >>> from mustutor.games.mus_family.ranking import ranking_of
    >>> from mustutor.variant import load_variant
    >>> ranking = ranking_of(load_variant("encaje").rules)
    >>> hands = [read_hand("R 7 7 5"), read_hand("R R S 2")]
    >>> page = explain_comparison("juego", ["A", "B"], hands, ranking, language("en"))
    >>> page.lines[0].text, page.lines[1].said, page.lines[2].text
    ('B has the best juego.', 'R R S 2(A) = 31', 'No juego.')
    """
    compared = best_first(lance, labels, hands, ranking)
    known: dict[str, object] = {"lance": lance}
    if compared.seats:
        verdict = Fact("is_best", indent=0, evidence={**known, "seat": compared.seats[0]})
    else:
        verdict = Fact("nobody_has", indent=0, evidence=known)
    reasons = {place: place - 1 for place in range(1, len(compared.seats))}
    facts = [
        verdict,
        *side_by_side(compared, ranking, reasons, indent=1),
        *_without(lance, labels, hands, ranking),
        *brackets(list(hands), ranking, AlreadySaid()),
    ]
    voice = Voice(tongue, ranking)
    title = lines([Fact("heading", evidence={"lance": lance})], voice)[0].text
    return Explanation(title, (Passage("", lines(facts, voice)),))


def _without(
    lance: str, labels: Sequence[str], hands: Sequence[Hand], ranking: Ranking
) -> Iterator[Fact]:
    for label, hand in zip(labels, hands, strict=True):
        if not ranking.has(lance, hand):
            yield Fact(
                "has_nothing",
                seat=label,
                said=_laid_down(lance, hand, ranking),
                evidence={"lance": lance, "hand": hand},
            )
