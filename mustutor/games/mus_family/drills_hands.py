"""One hand by itself: which cards are kings and aces, what it adds up to, which pares it has.

What a level adds: 1 asks for kings or aces among four cards, 2 for the pares they make, 3 for
the points too, 4 mixes cards that play as others (or might be thought to) into every hand, and
5 two of them at least; all from a few ranks, so that kings and aces come in twos and threes. The
kind of pares is asked at every level, over ever fewer ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, WrongRule, shown_at, told_by
from mustutor.games.explain import Line
from mustutor.games.mus_family import drills_order_wrong, findings
from mustutor.games.mus_family.drill_hands import (
    ALL_RANKS,
    as_printed,
    dealt,
    dealt_under,
    eight_aces,
    eight_kings,
    four_alike,
    pool,
)
from mustutor.games.mus_family.drills_order import LANCE_BY_LANCE, RARE
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.words import kinds_of_pares, shown
from mustutor.games.question import NONE, AnswerChoice, Finding, SampleHands, Scene, Why
from mustutor.model.cards import SUITS, many_ranks, ranks
from mustutor.model.position import Hand
from mustutor.model.variant import Variant

ASKED = {
    1: ("kings", "aces"),
    2: ("kings", "aces", "pares"),
    3: ("pares", "points"),
    4: ("pares", "points", "kings", "aces"),
    5: ("pares", "points"),
}
"""What is asked of a hand at a level of the drill of kings and aces."""
MIXED = {4: 1, 5: 2}
"""How many threes and twos are in every hand of a level."""
ODD_RANKS = "32"
RANKS_OF_KINGS = (5, 8)
SUITS_AS_RANKS = dict(zip(SUITS, "A234", strict=True))
RANKS_BY_LEVEL = {1: ALL_RANKS, 2: 8, 3: 7, 4: 6, 5: 5}
PLAYED = {"kings": "R", "aces": "A"}


class One(NamedTuple):
    """A hand, and what is asked of it: ``kings``, ``aces``, ``pares`` or ``points``."""

    variant: Variant
    hand: Hand
    asked: str


def right(one: One) -> str:
    """What the engine answers."""
    return _found(one).value


def _found(one: One) -> Finding:
    if one.asked == "pares":
        return findings.pares(one.variant, one.hand)
    if one.asked == "points":
        return findings.points(one.variant, one.hand)
    playing = findings.playing_as(one.variant, PLAYED[one.asked], one.hand)
    return playing._replace(value=str(len(playing.value.split())))


def draw_kings(variant: Variant, level: int, chance: SeededChance) -> One | None:
    """Deal a hand with threes or twos in it."""
    cards = pool(variant, chance, chance.between(*RANKS_OF_KINGS))
    hands = dealt(cards, chance, 1)
    asked = chance.one_of(ASKED[level])
    if hands is None or _odd(hands[0]) < MIXED.get(level, 0):
        return None
    return One(variant, hands[0], asked)


def _odd(hand: Hand) -> int:
    return sum(card.rank in ODD_RANKS for card in hand)


def under(one: One, variant: Variant) -> One | None:
    """The same hand under another rulebook, if it deals these cards."""
    return one._replace(variant=variant) if dealt_under([one.hand], variant) else None


def draw_pares(variant: Variant, level: int, chance: SeededChance) -> One | None:
    """Deal a hand for its kind of pares."""
    cards = pool(variant, chance, RANKS_BY_LEVEL[level])
    if chance.happens(RARE):
        return One(variant, four_alike(cards, ranking_of(variant.rules), chance), "pares")
    hands = dealt(cards, chance, 1)
    return One(variant, hands[0], "pares") if hands else None


def pose(one: One, language: Language) -> DrillPrompt:
    """Ask for the number of kings or aces, for the points, or for the kind of pares."""
    choices: tuple[AnswerChoice, ...] = ()
    if one.asked == "pares":
        prompt = language.say("Which pares does this hand have?")
        kinds = [AnswerChoice(kind, words) for kind, words in kinds_of_pares(language).items()]
        choices = (*kinds, AnswerChoice(NONE, language.say("no pares")))
    elif one.asked == "points":
        prompt = language.say("How many points does this hand add up to?")
    else:
        names = many_ranks(language)[PLAYED[one.asked]]
        prompt = language.say("How many of these four cards play as {ranks}?", ranks=names)
    return DrillPrompt(
        kind="choose" if choices else "number",
        prompt=prompt,
        scene=Scene("", loose=SampleHands(as_printed(one.variant), (("", one.hand),))),
        choices=choices,
        hints=_hints(one, language),
        why=_why(one, language),
    )


def _hints(one: One, language: Language) -> tuple[str, ...]:
    ranking = ranking_of(one.variant.rules)
    look = language.say("Ask first, for every card, which rank it plays as at this table.")
    if eight_aces(one.variant):
        rule = language.say("With eight kings every three plays as a king and every two as an ace.")
    elif eight_kings(one.variant):
        rule = language.say("With eight kings every three plays as a king.")
    else:
        rule = language.say("With four kings every card plays as the rank printed on it.")
    if one.asked == "pares":
        rule = language.say(
            "Two equal cards are a par, three are medias, two pairs are duples; four equal "
            "cards are two pairs."
        )
    if one.asked == "points":
        rule = language.say("Figures count 10, and so do threes that are kings; an ace counts 1.")
    played = "  ".join(ranking.effective(card) for card in one.hand)
    cards = shown(one.hand, ranking)
    worked = language.say("{cards} play as {ranks}.", cards=cards, ranks=played)
    return (look, rule, worked)


def _why(one: One, language: Language) -> Why:
    found = _found(one)
    if one.asked not in PLAYED:
        return lambda answer: found.why(language, answer)

    def why(answer: str) -> tuple[Line, ...]:
        ranking = ranking_of(one.variant.rules)
        rank = PLAYED[one.asked]
        text = language.count(
            "{number} card plays as {rank}.",
            "{number} cards play as {ranks}.",
            int(found.value),
            rank=ranks(language)[rank],
            ranks=many_ranks(language)[rank],
        )
        hand = Line(text, kind="played", said=shown(one.hand, ranking))
        return (hand, *found.why(language, answer))

    return why


# --- wrong rules -------------------------------------------------------------------------


def _seen(one: One, played: drills_order_wrong.Ranks) -> str:
    """The answer to what is asked of somebody who takes the cards for these ranks."""
    if one.asked == "pares":
        return drills_order_wrong.kind_of(played)[0] or NONE
    if one.asked == "points":
        return str(drills_order_wrong.points_of(played))
    return str(played.count(PLAYED[one.asked]))


def _taken_for(taken: Mapping[str, str]) -> Callable[[One], str]:
    return lambda one: _seen(one, drills_order_wrong.ranks_of(one.variant, one.hand, taken))


def _apart(rank: str) -> Callable[[One], str]:
    """A rank that counts as another one and yet is thought to pair only with its like."""

    def answer(one: One) -> str:
        if one.asked != "pares":
            return ""
        return _seen(one, drills_order_wrong.ranks_of(one.variant, one.hand, {rank: rank}))

    return answer


def _renamed(kind: str, as_kind: str, *, alike: int = 0) -> Callable[[One], str]:
    """Who calls one kind of pares another; `alike` of four equal cards alone."""

    def answer(one: One) -> str:
        if one.asked != "pares":
            return ""
        played = drills_order_wrong.ranks_of(one.variant, one.hand)
        found = drills_order_wrong.kind_of(played)[0]
        equal = len(set(played)) == 1
        renamed = found == kind and (equal if alike else not equal)
        return as_kind if renamed else found or NONE

    return answer


def _figures_pair(one: One) -> str:
    if one.asked != "pares":
        return ""
    figures = {"C": "R", "S": "R"}
    played = drills_order_wrong.ranks_of(one.variant, one.hand)
    return _seen(one, tuple([figures.get(rank, rank) for rank in played]))


BY_RANK = tuple(
    wrong._replace(answer=_taken_for(taken))
    for wrong, taken in zip(
        drills_order_wrong.RANKS,
        ({"3": "3"}, {"2": "2"}, {"3": "R"}, {"2": "A"}, {"4": "4"}),
        strict=True,
    )
)
FIGURES_PAIR = WrongRule(
    "figures_pair",
    "In your answer figures pair because each counts 10. At pares points mean nothing: "
    "a knight pairs with a knight, a jack with a jack.",
    _figures_pair,
)
KINGS_AND_ACES = (
    *BY_RANK,
    WrongRule(
        "three_pairs_with_threes_only",
        "In your answer a three pairs only with another three. With eight kings it is a king "
        "in every way: a three and a king are a par of kings.",
        _apart("3"),
        eight_kings,
    ),
    WrongRule(
        "two_pairs_with_twos_only",
        "In your answer a two pairs only with another two. With eight aces it is an ace in "
        "every way: a two and an ace are a par of aces.",
        _apart("2"),
        eight_aces,
    ),
    FIGURES_PAIR,
)
CLASSES = (
    WrongRule(
        "four_equal_are_medias",
        "In your answer four equal cards are medias. They are two equal pairs, and so duples.",
        _renamed("duples", "medias", alike=4),
    ),
    WrongRule(
        "four_equal_are_par",
        "In your answer four equal cards are a single par. They are two equal pairs, and so "
        "duples.",
        _renamed("duples", "par", alike=4),
        levels=(),
    ),
    WrongRule(
        "three_equal_are_par",
        "In your answer three equal cards are a par. Three alike have a kind of their own: medias.",
        _renamed("medias", "par"),
    ),
    WrongRule(
        "three_equal_are_duples",
        "In your answer three equal cards are duples. Duples are two pairs; three alike have "
        "a kind of their own: medias.",
        _renamed("medias", "duples"),
    ),
    WrongRule(
        "two_pairs_are_par",
        "In your answer two pairs are a par, the better one. Two pairs have their own kind: "
        "duples.",
        _renamed("duples", "par"),
    ),
    FIGURES_PAIR,
    WrongRule(
        "suits_pair",
        "In your answer cards of one suit pair. Suits mean nothing: a pair is two cards of "
        "one rank.",
        lambda one: (
            drills_order_wrong.kind_of(tuple([SUITS_AS_RANKS[c.suit] for c in one.hand]))[0] or NONE
        ),
    ),
    *BY_RANK,
)


ONE_HAND_SKILLS = (
    Skill(
        "cards.kings",
        mark("Kings and aces"),
        mark("Know what threes and twos play as, with eight kings or with four."),
        LANCE_BY_LANCE,
        ("MUS-RANK-3", "MUS-RANK-4", "MUS-VALUE-2"),
        shown_at(
            KINGS_AND_ACES,
            three_pairs_with_threes_only=(2, 3, 4, 5),
            two_pairs_with_twos_only=(2, 3, 4, 5),
            figures_pair=(2, 3, 4, 5),
        ),
        draw_kings,
        right,
        pose,
        under=under,
        spread=240,
        edition=3,
    ),
    Skill(
        "pares.class",
        mark("The kind of pares"),
        mark("Tell par, medias and duples apart, including four equal cards."),
        LANCE_BY_LANCE,
        ("MUS-CMP-P1", "MUS-CMP-P2", "MUS-CMP-P3", "MUS-CMP-P4", "MUS-CMP-P6"),
        told_by(
            CLASSES,
            four_equal_are_medias=("duples",),
            three_equal_are_par=("medias",),
            three_equal_are_duples=("medias",),
            two_pairs_are_par=("duples",),
            figures_pair=("par", "medias", NONE),
            threes_stay_threes=("par", "medias", "duples"),
            twos_stay_twos=("par", "medias", "duples"),
            fours_stay_fours=("par", "medias", "duples"),
        ),
        draw_pares,
        right,
        pose,
        under=under,
        answers=lambda _: ("par", "medias", "duples", NONE),
        spread=240,
        edition=3,
    ),
)
