"""Drills on one hand: which cards are kings and aces, what it adds up to, which pares.

What a level adds: 1 asks for kings or aces among four cards, 2 for the pares they make, 3 for
the points too, 4 mixes cards that play as others (or might be thought to) into every hand, and
5 two of them at least; all from a few ranks, so that kings and aces come in twos and threes. The
kind of pares is asked at every level, over ever fewer ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games import drill
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, WrongRule
from mustutor.games.explain import Line
from mustutor.games.mus_family import drill_hands, drills_order_wrong, findings
from mustutor.games.mus_family.drills_order import RARE
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.words import kinds_of_pares, shown
from mustutor.games.question import NONE, AnswerChoice, Finding
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
RANKS_BY_LEVEL = {1: drill_hands.ALL_RANKS, 2: 8, 3: 7, 4: 6, 5: 5}
PLAYED = {"kings": "R", "aces": "A"}


class One(NamedTuple):
    """A hand, and what is asked of it: ``kings``, ``aces``, ``pares`` or ``points``."""

    variant: Variant
    hand: Hand
    asked: str


def find(one: One) -> Finding:
    """What the engine answers, with its reasons."""
    if one.asked == "pares":
        return findings.pares(one.variant, one.hand)
    if one.asked == "points":
        return findings.points(one.variant, one.hand)
    rank = PLAYED[one.asked]
    playing = findings.playing_as(one.variant, rank, one.hand)
    number = len(playing.value.split())

    def why(language: Language, answer: str) -> tuple[Line, ...]:
        text = language.count(
            "{number} card plays as {rank}.",
            "{number} cards play as {ranks}.",
            number,
            rank=ranks(language)[rank],
            ranks=many_ranks(language)[rank],
        )
        hand = Line(text, kind="played", said=shown(one.hand, ranking_of(one.variant.rules)))
        return (hand, *playing.why(language, answer))

    return Finding(str(number), why)


def draw_kings(variant: Variant, level: int, chance: SeededChance) -> One | None:
    """Deal a hand with threes or twos in it."""
    cards = drill_hands.pool(variant, chance, chance.between(*RANKS_OF_KINGS))
    hands = drill_hands.dealt(cards, chance, 1)
    asked = chance.one_of(ASKED[level])
    if hands is None or _odd(hands[0]) < MIXED.get(level, 0):
        return None
    return One(variant, hands[0], asked)


def _odd(hand: Hand) -> int:
    return sum(card.rank in ODD_RANKS for card in hand)


def under(one: One, variant: Variant) -> One | None:
    """The same hand under another rulebook, if it deals these cards."""
    return one._replace(variant=variant) if drill_hands.dealt_under([one.hand], variant) else None


def draw_pares(variant: Variant, level: int, chance: SeededChance) -> One | None:
    """Deal a hand for its kind of pares."""
    cards = drill_hands.pool(variant, chance, RANKS_BY_LEVEL[level])
    rare = chance.happens(RARE)
    four = drill_hands.four_alike(cards, ranking_of(variant.rules), chance) if rare else None
    hands = [four] if four else drill_hands.dealt(cards, chance, 1)
    return One(variant, hands[0], "pares") if hands else None


EIGHT_ACES = mark("With eight kings every three plays as a king and every two as an ace.")
EIGHT_KINGS = mark("With eight kings every three plays as a king.")
FOUR_KINGS = mark("With four kings every card plays as the rank printed on it.")
PROMPTS = {
    "pares": mark("Which pares does this hand have?"),
    "points": mark("How many points does this hand add up to?"),
}
RULES = {
    "pares": mark(
        "Two equal cards are a par, three are medias, two pairs are duples; four equal cards are "
        "two pairs."
    ),
    "points": mark("Figures count 10, and so do threes that are kings; an ace counts 1."),
}


def pose(one: One, language: Language) -> DrillPrompt:
    """Ask for the number of kings or aces, for the points, or for the kind of pares."""
    ranking = ranking_of(one.variant.rules)
    choices: tuple[AnswerChoice, ...] = ()
    if one.asked == "pares":
        kinds = [AnswerChoice(kind, words) for kind, words in kinds_of_pares(language).items()]
        choices = (*kinds, AnswerChoice(NONE, language.say("no pares")))
    names = many_ranks(language).get(PLAYED.get(one.asked, ""), "")
    prompt = language.say(
        PROMPTS.get(one.asked) or mark("How many of these four cards play as {ranks}?"), ranks=names
    )
    eight = EIGHT_ACES if drill_hands.eight_aces(one.variant) else EIGHT_KINGS
    kings = eight if drill_hands.eight_kings(one.variant) else FOUR_KINGS
    hints = (
        language.say("Ask first, for every card, which rank it plays as at this table."),
        language.say(RULES.get(one.asked, kings)),
        language.say(
            "{cards} play as {ranks}.",
            cards=shown(one.hand, ranking),
            ranks="  ".join(ranking.effective(card) for card in one.hand),
        ),
    )
    scene = drill_hands.hands_scene(one.variant, ("", one.hand))
    return DrillPrompt("choose" if choices else "number", prompt, scene, choices, hints)


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


def _pairing(believed: Callable[[One], str]) -> Callable[[One], str]:
    """Who has a say where the kind of pares is asked."""
    return lambda one: believed(one) if one.asked == "pares" else ""


def _renamed(kind: str, as_kind: str, *, alike: bool = False) -> Callable[[One], str]:
    """Who calls one kind of pares another; that of four equal cards alone if `alike`."""

    def believed(one: One) -> str:
        played = drills_order_wrong.ranks_of(one.variant, one.hand)
        found = drills_order_wrong.kind_of(played)[0]
        return as_kind if found == kind and alike == (len(set(played)) == 1) else found or NONE

    return _pairing(believed)


def _figures_pair(one: One) -> str:
    played = drills_order_wrong.ranks_of(one.variant, one.hand)
    return _seen(one, tuple(["R" if rank in "SC" else rank for rank in played]))


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
    _pairing(_figures_pair),
)
KINGS_AND_ACES = (
    *BY_RANK,
    WrongRule(
        "three_pairs_with_threes_only",
        "In your answer a three pairs only with another three. With eight kings it is a king "
        "in every way: a three and a king are a par of kings.",
        _pairing(_taken_for({"3": "3"})),
        drill_hands.eight_kings,
    ),
    WrongRule(
        "two_pairs_with_twos_only",
        "In your answer a two pairs only with another two. With eight aces it is an ace in "
        "every way: a two and an ace are a par of aces.",
        _pairing(_taken_for({"2": "2"})),
        drill_hands.eight_aces,
    ),
    FIGURES_PAIR,
)
CLASSES = (
    WrongRule(
        "four_equal_are_medias",
        "In your answer four equal cards are medias. They are two equal pairs, and so duples.",
        _renamed("duples", "medias", alike=True),
    ),
    WrongRule(
        "four_equal_are_par",
        "In your answer four equal cards are a single par. They are two equal pairs, and so "
        "duples.",
        _renamed("duples", "par", alike=True),
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


_skill = partial(Skill, find=find, pose=pose, traits=("lances",), under=under)
ONE_HAND_SKILLS = (
    _skill(
        "cards.kings",
        mark("Kings and aces"),
        mark("Know what threes and twos play as, with eight kings or with four."),
        ("MUS-RANK-3", "MUS-RANK-4", "MUS-VALUE-2"),
        drill.shown_at(
            KINGS_AND_ACES,
            three_pairs_with_threes_only=(2, 3, 4, 5),
            two_pairs_with_twos_only=(2, 3, 4, 5),
            figures_pair=(2, 3, 4, 5),
        ),
        draw_kings,
        spread=240,
        edition=3,
    ),
    _skill(
        "pares.class",
        mark("The kind of pares"),
        mark("Tell par, medias and duples apart, including four equal cards."),
        ("MUS-CMP-P1", "MUS-CMP-P2", "MUS-CMP-P3", "MUS-CMP-P4", "MUS-CMP-P6"),
        drill.told_by(
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
        answers=lambda _: ("par", "medias", "duples", NONE),
        spread=240,
        edition=3,
    ),
)
