"""Drills on one hand: kings and aces, what it adds up to, which pares, and what to throw.

What a level adds: 1 asks for kings or aces among four cards, 2 for the pares they make, 3 for
the points too, 4 mixes cards that play as others (or might be thought to) into every hand, and
5 two of them at least; all from a few ranks, so that kings and aces come in twos and threes. The
kind of pares is asked at every level, over ever fewer ranks. What to throw for pares or for juego
is counted over all there is to draw (`odds`), and nothing is asked that the numbers leave in
doubt: with a level, ways to throw lie closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games import drill
from mustutor.games.drill import (
    DrillPrompt,
    SeededChance,
    WrongRules,
)
from mustutor.games.explain import Line
from mustutor.games.mus_family import drill_hands, findings
from mustutor.games.mus_family.drill_hands import ALL_RANKS, dealt, dealt_under, hands_scene, pool
from mustutor.games.mus_family.drills_order import RARE
from mustutor.games.mus_family.drills_order_wrong import (
    HEIGHTS,
    RANKS,
    Ranks,
    kind_of,
    points_of,
    ranks_of,
)
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.odds_discard import DiscardTrials
from mustutor.games.mus_family.words import kinds_of_pares, shown
from mustutor.games.question import NONE, AnswerChoice, Finding, told_always
from mustutor.model.cards import SUITS, many_ranks, printed, ranks
from mustutor.model.position import Hand
from mustutor.model.variant import Variant

wrong_rule = WrongRules("mus_and_encaje")

Places = tuple[int, ...]

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
    cards = pool(variant, chance, chance.between(*RANKS_OF_KINGS))
    hands = dealt(cards, chance, 1)
    asked = chance.one_of(ASKED[level])
    mixed = sum(card.rank in ODD_RANKS for card in hands[0]) if hands else 0
    if hands is None or mixed < MIXED.get(level, 0):
        return None
    return One(variant, hands[0], asked)


def under(one: One, variant: Variant) -> One | None:
    """The same hand under another rulebook, if it deals these cards."""
    return one._replace(variant=variant) if dealt_under([one.hand], variant) else None


def draw_pares(variant: Variant, level: int, chance: SeededChance) -> One | None:
    """Deal a hand for its kind of pares."""
    cards = pool(variant, chance, RANKS_BY_LEVEL[level])
    rare = chance.happens(RARE)
    four = drill_hands.four_alike(cards, ranking_of(variant.rules), chance) if rare else None
    hands = [four] if four else dealt(cards, chance, 1)
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
    scene = hands_scene(one.variant, ("", one.hand))
    return DrillPrompt("choose" if choices else "number", prompt, scene, choices, hints)


# --- wrong rules -------------------------------------------------------------------------


def _seen(one: One, played: Ranks) -> str:
    """The answer to what is asked of somebody who takes the cards for these ranks."""
    if one.asked == "pares":
        return kind_of(played)[0] or NONE
    if one.asked == "points":
        return str(points_of(played))
    return str(played.count(PLAYED[one.asked]))


def _taken_for(taken: Mapping[str, str]) -> Callable[[One], str]:
    return lambda one: _seen(one, ranks_of(one.variant, one.hand, taken))


def _pairing(believed: Callable[[One], str]) -> Callable[[One], str]:
    """An answer where the kind of pares is asked."""
    return lambda one: believed(one) if one.asked == "pares" else ""


def _renamed(kind: str, as_kind: str, *, alike: bool = False) -> Callable[[One], str]:
    """An answer with one kind of pares for another; only of four equal cards if `alike`."""

    def believed(one: One) -> str:
        played = ranks_of(one.variant, one.hand)
        found = kind_of(played)[0]
        return as_kind if found == kind and alike == (len(set(played)) == 1) else found or NONE

    return _pairing(believed)


def _figures_pair(one: One) -> str:
    played = ranks_of(one.variant, one.hand)
    return _seen(one, tuple(["R" if rank in "SC" else rank for rank in played]))


BY_RANK = tuple(
    wrong._replace(answer=_taken_for(taken))
    for wrong, taken in zip(
        RANKS, ({"3": "3"}, {"2": "2"}, {"3": "R"}, {"2": "A"}, {"4": "4"}), strict=True
    )
)
FIGURES_PAIR = wrong_rule("figures_pair", _pairing(_figures_pair))
KINGS_AND_ACES = (
    *BY_RANK,
    wrong_rule(
        "three_pairs_with_threes_only", _pairing(_taken_for({"3": "3"})), drill_hands.eight_kings
    ),
    wrong_rule(
        "two_pairs_with_twos_only", _pairing(_taken_for({"2": "2"})), drill_hands.eight_aces
    ),
    FIGURES_PAIR,
)
CLASSES = (
    wrong_rule(
        "four_equal_are_medias",
        _renamed("duples", "medias", alike=True),
        idea="four_equal_make_medias",
    ),
    wrong_rule("four_equal_are_par", _renamed("duples", "par", alike=True), levels=()),
    wrong_rule("three_equal_are_par", _renamed("medias", "par")),
    wrong_rule("three_equal_are_duples", _renamed("medias", "duples")),
    wrong_rule("two_pairs_are_par", _renamed("duples", "par")),
    FIGURES_PAIR,
    wrong_rule(
        "suits_pair",
        lambda one: kind_of(tuple([SUITS_AS_RANKS[c.suit] for c in one.hand]))[0] or NONE,
    ),
    *BY_RANK,
)


_skill = partial(drill.skill, find=find, pose=pose, traits=("lances",), under=under)
ONE_HAND_SKILLS = (
    _skill(
        "cards.kings",
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


# --- what to throw ---

HAD = ("juego", "pares")
WAYS = 4
MOST_THROWN = 3
APART = {1: 0.12, 2: 0.09, 3: 0.07, 4: 0.05, 5: 0.04}
"""How far the best way to throw is ahead of every other one, at a level."""


class ThrownWay(NamedTuple):
    """A way to throw: the places of the cards, and how many of all draws give the lance."""

    places: Places
    having: int
    deals: int

    @property
    def share(self) -> float:
        """How often it gives the lance."""
        return self.having / self.deals


class Throwing(NamedTuple):
    """A hand without pares, or without juego, and some ways to throw from it."""

    variant: Variant
    lance: str
    hand: Hand
    ways: tuple[ThrownWay, ...]

    @property
    def best(self) -> ThrownWay:
        """The way that gives the lance most often."""
        return max(self.ways, key=lambda way: way.share)

    def cards(self, places: Sequence[int]) -> str:
        """Cards of the hand by their places, as an answer has them."""
        return printed([self.hand[place] for place in places])


def draw_throwing(variant: Variant, level: int, chance: SeededChance) -> Throwing | None:
    """Deal a hand that lacks the lance, with ways to throw of which one is best beyond doubt."""
    lance = chance.one_of(HAD)
    hands = dealt(pool(variant, chance, ALL_RANKS), chance, 1)
    if hands is None or ranking_of(variant.rules).has(lance, hands[0]):
        return None
    hand = hands[0]
    played = ranks_of(variant, hand)
    thought = {thrown for believed in THOUGHTS for thrown in [believed(played)] if thrown}
    chosen = sorted(thought)[:WAYS]
    chosen += chance.some_of(other_ways(hand, thought), WAYS - len(chosen))
    case = _thrown(variant, lance, hand, chance.some_of(chosen, WAYS))
    return case if _ahead(case) >= APART[level] else None


def other_ways(hand: Hand, thought: Container[Places]) -> list[Places]:
    """Every way to throw a few cards but those that were thought of."""
    return [
        places
        for number in range(1, MOST_THROWN + 1)
        for places in combinations(range(len(hand)), number)
        if places not in thought
    ]


def _thrown(
    variant: Variant, lance: str, hand: Hand, chosen: Sequence[tuple[int, ...]]
) -> Throwing:
    throws = DiscardTrials(hand, variant)
    ways = [ThrownWay(places, *throws.having(places, lance)) for places in chosen]
    return Throwing(variant, lance, hand, tuple(ways))


def _ahead(case: Throwing) -> float:
    first, second = sorted([way.share for way in case.ways], reverse=True)[:2]
    return first - second


def find_throw(case: Throwing) -> Finding:
    """The cards whose throwing gives the lance most often."""
    return Finding(case.cards(case.best.places), told_always(partial(_share_lines, case)))


def under_throwing(case: Throwing, variant: Variant) -> Throwing | None:
    """The same hand and ways under another rulebook, where it lacks the lance there too."""
    lacks = not ranking_of(variant.rules).has(case.lance, case.hand)
    if not (lacks and dealt_under([case.hand], variant)):
        return None
    there = _thrown(variant, case.lance, case.hand, [way.places for way in case.ways])
    return there if _ahead(there) >= APART[5] else None


def pose_throw(case: Throwing, language: Language) -> DrillPrompt:
    """Ask which way to throw gives the lance most often."""
    ways = drill.same_choices(case.cards(way.places) for way in case.ways)
    asked = drill.skill_question(f"odds.throw.{case.lance}")
    return asked.pose(language, hands_scene(case.variant, ("", case.hand)), ways)


def _share_lines(case: Throwing, language: Language) -> list[Line]:
    rule = {"juego": "MUS-CMP-J1", "pares": "MUS-CMP-P1"}[case.lance]
    return [
        Line(
            language.say(
                "It comes in {having} of {deals} draws: {share} in a hundred.",
                having=way.having,
                deals=way.deals,
                share=round(100 * way.share),
            ),
            (rule,),
            said=case.cards(way.places),
        )
        for way in sorted(case.ways, key=lambda way: -way.share)
    ]


def all_but(kept: Callable[[Sequence[str], int], bool]) -> Callable[[Sequence[str]], Places]:
    """Throw what is not kept; nothing said where that is no card, or too many."""

    def believed(ranks: Sequence[str]) -> Places:
        places = tuple([place for place in range(len(ranks)) if not kept(ranks, place)])
        return places if 1 <= len(places) <= MOST_THROWN else ()

    return believed


def _lowest(ranks: Sequence[str]) -> int:
    return min(range(len(ranks)), key=lambda place: HEIGHTS[ranks[place]])


def _highest(ranks: Sequence[str]) -> int:
    return max(range(len(ranks)), key=lambda place: HEIGHTS[ranks[place]])


THROWS_ONE = all_but(lambda ranks, place: place != _lowest(ranks))
KEEPS_ONE = all_but(lambda ranks, place: place == _highest(ranks))
KEEPS_TENS = all_but(lambda ranks, place: points_of((ranks[place],)) == 10)
KEEPS_ALIKE = all_but(lambda ranks, place: ranks.count(ranks[place]) > 1)
THOUGHTS = (THROWS_ONE, KEEPS_ONE, KEEPS_TENS, KEEPS_ALIKE)


def _by(believed: Callable[[Sequence[str]], Places]) -> Callable[[Throwing], str]:
    def answer(case: Throwing) -> str:
        places = believed(ranks_of(case.variant, case.hand))
        return case.cards(places) if places in [way.places for way in case.ways] else ""

    return answer


THROWINGS = (
    wrong_rule("throws_only_the_lowest", _by(THROWS_ONE)),
    wrong_rule("keeps_only_the_highest", _by(KEEPS_ONE)),
    wrong_rule("keeps_whatever_counts_ten", _by(KEEPS_TENS), levels=(5,)),
    wrong_rule("keeps_equal_cards", _by(KEEPS_ALIKE), levels=(3, 4, 5)),
)


THROWING_SKILLS = (
    drill.skill(
        "odds.throw",
        THROWINGS,
        draw_throwing,
        find_throw,
        pose_throw,
        ("lances", "target"),
        under=under_throwing,
        guess=lambda _, answer: str(len(answer.split())),  # how many cards it throws
        answers=lambda _: ("1", "2", "3"),
        spread=80,
        edition=2,
    ),
)
