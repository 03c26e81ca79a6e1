"""Drills by exact odds: whether a bet is worth accepting, and what to throw for its stones.

Every number is counted over all the deals there are (`odds`), and nothing is asked that the numbers
leave in doubt: the right answer is ahead by a margin. What a level adds: for a bet, a bet alone at
first, then a rival who is mano, then raises; for a discard, a rival who is mano, and ways to throw
that lie closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from mustutor import games
from mustutor.base.language import Language
from mustutor.games import drill
from mustutor.games.drill import (
    DrillPrompt,
    SeededChance,
    WrongRules,
)
from mustutor.games.explain import Line
from mustutor.games.mus_family.drill_hands import ALL_RANKS, dealt, dealt_under, hands_scene, pool
from mustutor.games.mus_family.drills_hands import (
    KEEPS_ALIKE,
    KEEPS_TENS,
    THROWS_ONE,
    WAYS,
    Places,
    all_but,
    other_ways,
)
from mustutor.games.mus_family.drills_order_wrong import ranks_of
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.odds import deals_unbeaten
from mustutor.games.mus_family.odds_discard import DiscardTrials, hundredths
from mustutor.games.mus_family.words import lance_names
from mustutor.games.player import Player
from mustutor.games.question import AnswerChoice, Finding, told_always
from mustutor.model.cards import printed
from mustutor.model.position import Hand
from mustutor.model.variant import Variant

wrong_rule = WrongRules("mus_and_encaje")

# --- what to throw ------------------------------------------------------------------------

KEEPS_ALL = "servido"
"""The answer of whoever throws nothing."""
APART = {1: 0.6, 2: 0.5, 3: 0.4, 4: 0.35, 5: 0.3}
"""About how many stones the best way brings above every other one, at a level."""
LEAST_APART = 0.1
"""So many it brings at the least, counted exactly."""


class WeighedWay(NamedTuple):
    """A way to throw: the places of the cards, and the stones of all deals together."""

    places: Places
    stones: int
    deals: int

    @property
    def average(self) -> float:
        """The stones it brings on average."""
        return self.stones / self.deals


class Keeping(NamedTuple):
    """A hand, whether one is mano with it, and the places of what may be thrown from it.

    `apart` is by about how many stones the best way is ahead, where there is anything to ask.
    """

    variant: Variant
    hand: Hand
    mano: bool
    ways: tuple[Places, ...]
    apart: float = 0.0

    @property
    def likely(self) -> Places | None:
        """The way that seems best before it is counted exactly; none that is not far ahead."""
        return _likely(self)

    @property
    def by_stones(self) -> tuple[WeighedWay, ...]:
        """The ways, that which brings most first."""
        return _weighed(self)

    def answer(self, places: Places) -> str:
        """A way to throw as an answer has it."""
        return printed([self.hand[place] for place in places]) or KEEPS_ALL


@lru_cache(maxsize=64)
def _likely(case: Keeping) -> Places | None:
    throws = DiscardTrials(case.hand, case.variant, mano=case.mano)
    (most, likely), (next_most, _), *_ = sorted(
        [(throws.about(places), places) for places in case.ways], reverse=True
    )
    return likely if most - next_most >= case.apart else None


@lru_cache(maxsize=64)
def _weighed(case: Keeping) -> tuple[WeighedWay, ...]:
    found = DiscardTrials(case.hand, case.variant, mano=case.mano).of(*case.ways)
    ways = zip(case.ways, found, strict=True)
    weighed = [WeighedWay(places, way.stones, way.deals) for places, way in ways]
    return tuple(sorted(weighed, key=lambda way: -way.average))


def draw_keeping(variant: Variant, level: int, chance: SeededChance) -> Keeping | None:
    """Deal a hand, with ways to throw; which of them is the best is seen when it is asked for."""
    hands = dealt(pool(variant, chance, ALL_RANKS), chance, 1)
    if hands is None:
        return None
    hand, mano = hands[0], level == 1 or chance.happens(0.5)
    ranks = ranks_of(variant, hand)
    thought = {places for believed in THOUGHTS for places in [believed(ranks)] if places}
    if chance.happens(0.35):  # else keeping all would be right too often
        thought.add(())
    chosen = chance.some_of(sorted(thought), min(len(thought), WAYS))
    chosen += chance.some_of(other_ways(hand, thought), WAYS - len(chosen))
    return Keeping(variant, hand, mano, tuple(chance.some_of(chosen, WAYS)), APART[level])


def find_keeping(case: Keeping) -> Finding:
    """What throwing brings the most stones."""
    return Finding(case.answer(case.by_stones[0].places), told_always(partial(_way_lines, case)))


def under_keeping(case: Keeping, variant: Variant) -> Keeping | None:
    """The same hand and ways under another rulebook."""
    if not dealt_under([case.hand], variant):
        return None
    there = case._replace(variant=variant)
    first, second, *_ = there.by_stones
    return there if first.average - second.average >= LEAST_APART else None


def pose_keeping(case: Keeping, language: Language) -> DrillPrompt:
    """Ask which way to throw brings the most stones."""
    ways = [AnswerChoice(case.answer(way), _named(case, way, language)) for way in case.ways]
    question = drill.skill_question(f"odds.stones.{'mano' if case.mano else 'postre'}")
    return question.pose(language, hands_scene(case.variant, ("", case.hand)), tuple(ways))


def _named(case: Keeping, places: Places, language: Language) -> str:
    if not places:
        return language.say("Nothing: keep all four")
    return case.answer(places)


def _way_lines(case: Keeping, language: Language) -> list[Line]:
    return [
        Line(
            language.say(
                "{stones} stones on average: your own, less those of B.",
                stones=hundredths(way.stones, way.deals, language),
            ),
            () if number else RULES,
            said=_named(case, way.places, language),
        )
        for number, way in enumerate(case.by_stones)
    ]


KEEPS_KINGS = all_but(lambda ranks, place: ranks[place] == "R")
THOUGHTS = (KEEPS_KINGS, KEEPS_ALIKE, KEEPS_TENS, THROWS_ONE)
RULES = ("MUS-VAL-3", "MUS-VAL-4")


def _by(believed: Callable[[Sequence[str]], Places]) -> Callable[[Keeping], str]:
    """What somebody throws by a belief; it has no say where it seems to be right."""

    def answer(case: Keeping) -> str:
        places = believed(ranks_of(case.variant, case.hand))
        wrong = bool(places) and places in case.ways and case.likely not in (None, places)
        return case.answer(places) if wrong else ""

    return answer


def _with_anything(case: Keeping) -> str:
    """Keep all four wherever there is pares or juego."""
    ranking = ranking_of(case.variant.rules)
    has = ranking.has("pares", case.hand) or ranking.has("juego", case.hand)
    return KEEPS_ALL if has and () in case.ways and case.likely else ""  # () keeps all


KEEPINGS = (
    wrong_rule("keeps_all_with_pares_or_juego", _with_anything, only=("1", "2", "3")),
    wrong_rule("keeps_only_kings", _by(KEEPS_KINGS), only=("0", "1")),
    wrong_rule("keeps_every_pair", _by(KEEPS_ALIKE), only=("0", "1", "3")),
    wrong_rule(
        "keeps_whatever_counts_ten", _by(KEEPS_TENS), only=("0",), idea="keeps_what_counts_ten"
    ),
)


def _by_number(_: Keeping, answer: str) -> str:
    """An answer by how many cards it throws."""
    return "0" if answer == KEEPS_ALL else str(len(answer.split()))


KEEPING_SKILLS = (
    drill.skill(
        "odds.stones",
        KEEPINGS,
        draw_keeping,
        find_keeping,
        pose_keeping,
        ("lances", "target"),
        under=under_keeping,
        guess=_by_number,
        # All four are kept less often than the others are thrown, for that is offered less often.
        answers=lambda _: tuple("011122233"),
        spread=40,
        edition=2,
    ),
)


# --- whether a bet is worth accepting -----------------------------------------------------

ACCEPT, REFUSE = "quiero", "no quiero"
BETS = {1: (2,), 2: (2,), 3: (2, 5), 4: (2, 10), 5: (5, 10)}
"""What was bet, and raised to, at a level."""
RANKS = (2, 6)
FIGURES = "RCS"
BETWEEN_TWO = ("grande", "chica")
"""The lances that everybody plays, and in which nothing but the stake changes hands."""
MARGIN = 0.08
"""So far the chance of winning lies from where accepting begins to be worth it."""


class Offer(NamedTuple):
    """A bet to accept or refuse: the cards, whether one is mano, and what was bet so far.

    `given` is what refusing gives, by the rulebook; `wins` of `played` deals of the other hand
    are won.
    """

    variant: Variant
    lance: str
    hand: Hand
    mano: bool
    bets: tuple[int, ...]
    given: int
    wins: int
    played: int

    @property
    def stake(self) -> int:
        """The stake on the table."""
        return self.bets[-1]

    @property
    def least(self) -> float:
        """From which chance of winning accepting loses less than refusing."""
        return (self.stake - self.given) / (2 * self.stake)


def _offered(
    variant: Variant, lance: str, hand: Hand, bets: tuple[int, ...], *, mano: bool
) -> Offer | None:
    found = deals_unbeaten(hand, variant, lance, 1, mano=mano)
    given = _refused(variant, lance, bets)
    offer = Offer(variant, lance, hand, mano, bets, given, found.wins, found.played)
    return offer if abs(found.wins / found.played - offer.least) >= MARGIN else None


@cache
def _refused(variant: Variant, lance: str, bets: tuple[int, ...]) -> int:
    """What refusing the last of these bets gives, as the engine pays it at once."""
    seats = games.game_of(variant.game).rules.seats(variant, 0)
    hand = Player(games.start(variant, seats=seats, mano=seats[0])).reach(lance)
    for number, stake in enumerate(bets):
        verb = "subo a" if number else "envido"
        hand.hear(f"{hand.position.speaker} {verb} {stake}")
    while hand.failure is None and hand.position.lance == lance:
        hand.hear(f"{hand.position.speaker} {REFUSE}")
    return sum(entry.stones for entry in hand.position.ledger)


def draw_offer(variant: Variant, level: int, chance: SeededChance) -> Offer | None:
    """Deal a hand and make a bet; nothing where the odds leave a doubt."""
    # Of few ranks very good hands and very bad ones are dealt as often as those in between.
    hands = dealt(pool(variant, chance, chance.between(*RANKS)), chance, 1)
    lance, mano = chance.one_of(BETWEEN_TWO), level == 1 or chance.happens(0.5)
    return _offered(variant, lance, hands[0], BETS[level], mano=mano) if hands else None


def find_offer(offer: Offer) -> Finding:
    """What loses less on average: accepting or refusing."""
    accepted = offer.wins > offer.least * offer.played
    return Finding(_answer(accepted), told_always(cache(partial(_offer_lines, offer))))


def _answer(accepted: object) -> str:
    return ACCEPT if accepted else REFUSE


def under_offer(offer: Offer, variant: Variant) -> Offer | None:
    """The same cards and bets under another rulebook."""
    if not dealt_under([offer.hand], variant):
        return None
    return _offered(variant, offer.lance, offer.hand, offer.bets, mano=offer.mano)


def pose_offer(offer: Offer, language: Language) -> DrillPrompt:
    """Ask whether the bet is worth accepting."""
    say = language.say
    place = "mano" if offer.mano else "postre"
    return drill.skill_question(f"odds.accept.{place}").pose(
        language,
        hands_scene(offer.variant, ("", offer.hand)),
        (AnswerChoice(ACCEPT, say("Accept it")), AnswerChoice(REFUSE, say("Refuse it"))),
        (_worth(offer, language), _counted(offer, language)),
        at_lance=lance_names(language)["at_lance"][offer.lance],
        stake=offer.stake,
        given=offer.given,
    )


def _worth(offer: Offer, language: Language) -> str:
    return language.say(
        "Accepting wins or loses {stake}, refusing loses {given}: accepting is worth it from "
        "{least} wins in a hundred.",
        stake=offer.stake,
        given=offer.given,
        least=round(100 * offer.least),
    )


def _counted(offer: Offer, language: Language) -> str:
    return language.say(
        "Your hand wins against {wins} of the {played} that B may be dealt: {share} in a hundred.",
        wins=offer.wins,
        played=offer.played,
        share=round(100 * offer.wins / offer.played),
    )


def _offer_lines(offer: Offer, language: Language) -> tuple[Line, ...]:
    rule = {"grande": "MUS-CMP-G1", "chica": "MUS-CMP-C1"}[offer.lance]
    deje = "MUS-DEJE-3" if len(offer.bets) > 1 else "MUS-DEJE-1"
    return (
        Line(_counted(offer, language), (rule,)),
        Line(_worth(offer, language), (deje,)),
        Line(_against_a_pair(offer, language), ("MUS-CMP-T2",)),
    )


def _against_a_pair(offer: Offer, language: Language) -> str:
    """What two rivals make of it: counted once the question is answered, for it takes longer."""
    wins, dealt = deals_unbeaten(offer.hand, offer.variant, offer.lance, 2, mano=offer.mano)
    share = round(100 * wins / dealt)
    refused = offer.wins <= offer.least * offer.played
    return language.say(
        "Against the two of a pair it would win {share} in a hundred, your partner's hand left out."
        if refused
        else "Against the two of a pair it would win {share} in a hundred, your partner's hand "
        "left out: worth accepting there too."
        if wins > offer.least * dealt
        else "Against the two of a pair it would win {share} in a hundred, your partner's hand "
        "left out: too few there, unless your partner wins some more.",
        share=share,
    )


def _two_of_the_best(offer: Offer) -> str:
    best = {"grande": "R", "chica": "A"}[offer.lance]
    return _answer(ranks_of(offer.variant, offer.hand).count(best) >= 2)


def _two_figures(offer: Offer) -> str:
    return _answer(sum(rank in FIGURES for rank in ranks_of(offer.variant, offer.hand)) >= 2)


OFFERS = (
    wrong_rule(
        "only_more_often_than_not",
        lambda offer: _answer(2 * offer.wins > offer.played),
        levels=(1, 2, 3, 5),
        only=(ACCEPT,),
    ),
    wrong_rule("never_refuses", lambda _: ACCEPT, only=(REFUSE,)),
    wrong_rule("two_of_the_best_needed", _two_of_the_best, levels=(1, 2, 3, 5)),
    wrong_rule("two_figures_are_enough", _two_figures),
)


OFFER_SKILLS = (
    drill.skill(
        "odds.accept",
        OFFERS,
        draw_offer,
        find_offer,
        pose_offer,
        ("lances", "target"),
        under=under_offer,
        answers=lambda _: (ACCEPT, REFUSE),
        spread=80,
        edition=2,
    ),
)
