"""Whether a bet is worth accepting, by exact odds.

Every number is counted over all the deals there are (`mustutor.chances`), and nothing is asked
that the numbers leave in doubt: the right answer is ahead by a margin. What a level adds: a bet
alone at first, then a rival who is mano, then raises.
"""

from __future__ import annotations

from functools import cache

from mustutor import games
from mustutor.chances.odds import unbeaten
from mustutor.games.mus_family.telling.words import lance_names
from mustutor.games.telling import Line
from mustutor.language import Language, mark
from mustutor.position import Hand
from mustutor.replay.player import Player
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills.cards import (
    SeededChance,
    as_printed,
    dealt,
    dealt_under,
    pool,
)
from mustutor.tutor.drills.drill import Posed, Skill, WrongRule, told_by
from mustutor.tutor.drills.sortkeys import ranks_of
from mustutor.tutor.question import AnswerChoice, Why
from mustutor.tutor.walk import LooseHands, Scene
from mustutor.variant import Variant

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
    found = unbeaten(hand, variant, lance, 1, mano=mano)
    given = _refused(variant, lance, bets)
    offer = Offer(variant, lance, hand, mano, bets, given, found.wins, found.played)
    return offer if abs(found.wins / found.played - offer.least) >= MARGIN else None


_GIVEN: dict[tuple[str, str, tuple[int, ...]], int] = {}


def _refused(variant: Variant, lance: str, bets: tuple[int, ...]) -> int:
    """What refusing the last of these bets gives, as the engine pays it at once."""
    key = (variant.digest, lance, bets)
    if key not in _GIVEN:
        seats = games.game_of(variant.game).seats(variant, 0)
        hand = Player(games.start(variant, seats=seats, mano=seats[0])).reach(lance)
        for number, stake in enumerate(bets):
            verb = "subo a" if number else "envido"
            hand.hear(f"{hand.position.speaker} {verb} {stake}")
        while hand.failure is None and hand.position.lance == lance:
            hand.hear(f"{hand.position.speaker} {REFUSE}")
        _GIVEN[key] = sum(entry.stones for entry in hand.position.ledger)
    return _GIVEN[key]


def draw_offer(variant: Variant, level: int, chance: SeededChance) -> Offer | None:
    """Deal a hand and make a bet; nothing where the odds leave a doubt."""
    # Of few ranks very good hands and very bad ones are dealt as often as those in between.
    hands = dealt(pool(variant, chance, chance.between(*RANKS)), chance, 1)
    lance, mano = chance.one_of(BETWEEN_TWO), level == 1 or chance.happens(0.5)
    return _offered(variant, lance, hands[0], BETS[level], mano=mano) if hands else None


def accepts(offer: Offer) -> str:
    """What loses less on average: accepting or refusing."""
    return _answer(offer.wins > offer.least * offer.played)


def _answer(accepted: object) -> str:
    return ACCEPT if accepted else REFUSE


def under_offer(offer: Offer, variant: Variant) -> Offer | None:
    """The same cards and bets under another rulebook."""
    if not dealt_under([offer.hand], variant):
        return None
    return _offered(variant, offer.lance, offer.hand, offer.bets, mano=offer.mano)


def pose_offer(offer: Offer, tongue: Language) -> Posed:
    """Ask whether the bet is worth accepting."""
    say, lance = tongue.say, lance_names(tongue)["at_lance"][offer.lance]
    told = {"at_lance": lance, "stake": offer.stake, "given": offer.given}
    if offer.mano:
        prompt = say(
            "Only two play: you, and B, of whose hand nothing is known. You are mano. The stake "
            "{at_lance} is {stake}; refusing gives B {given}. Is accepting worth it, counted over "
            "every hand B may hold?",
            **told,
        )
    else:
        prompt = say(
            "Only two play: you, and B, of whose hand nothing is known. B is mano. The stake "
            "{at_lance} is {stake}; refusing gives B {given}. Is accepting worth it, counted over "
            "every hand B may hold?",
            **told,
        )
    return Posed(
        kind="choose",
        prompt=prompt,
        scene=Scene("", loose=LooseHands(as_printed(offer.variant), (("", offer.hand),))),
        choices=(AnswerChoice(ACCEPT, say("Accept it")), AnswerChoice(REFUSE, say("Refuse it"))),
        hints=(
            say("Ask which hands of B yours beats, and how often those are dealt."),
            _worth(offer, tongue),
            _counted(offer, tongue),
        ),
        why=_why_offer(offer, tongue),
    )


def _worth(offer: Offer, tongue: Language) -> str:
    return tongue.say(
        "Accepting wins or loses {stake}, refusing loses {given}: accepting is worth it from "
        "{least} wins in a hundred.",
        stake=offer.stake,
        given=offer.given,
        least=round(100 * offer.least),
    )


def _counted(offer: Offer, tongue: Language) -> str:
    return tongue.say(
        "Your hand wins against {wins} of the {played} that B may be dealt: {share} in a hundred.",
        wins=offer.wins,
        played=offer.played,
        share=round(100 * offer.wins / offer.played),
    )


def _why_offer(offer: Offer, tongue: Language) -> Why:
    rule = {"grande": "MUS-CMP-G1", "chica": "MUS-CMP-C1"}[offer.lance]
    deje = "MUS-DEJE-3" if len(offer.bets) > 1 else "MUS-DEJE-1"

    @cache
    def told() -> tuple[Line, ...]:
        return (
            Line(_counted(offer, tongue), (rule,)),
            Line(_worth(offer, tongue), (deje,)),
            Line(_against_a_pair(offer, tongue), ("MUS-CMP-T2",)),
        )

    return lambda _: told()


def _against_a_pair(offer: Offer, tongue: Language) -> str:
    """What two rivals make of it: counted once the question is answered, for it takes longer."""
    wins, dealt = unbeaten(offer.hand, offer.variant, offer.lance, 2, mano=offer.mano)
    share = round(100 * wins / dealt)
    if accepts(offer) == REFUSE:
        return tongue.say(
            "Against the two of a pair it would win {share} in a hundred, your partner's hand "
            "left out.",
            share=share,
        )
    if wins > offer.least * dealt:
        return tongue.say(
            "Against the two of a pair it would win {share} in a hundred, your partner's hand "
            "left out: worth accepting there too.",
            share=share,
        )
    return tongue.say(
        "Against the two of a pair it would win {share} in a hundred, your partner's hand left "
        "out: too few there, unless your partner wins some more.",
        share=share,
    )


def _two_of_the_best(offer: Offer) -> str:
    best = {"grande": "R", "chica": "A"}[offer.lance]
    return _answer(ranks_of(offer.variant, offer.hand).count(best) >= 2)


def _two_figures(offer: Offer) -> str:
    return _answer(sum(rank in FIGURES for rank in ranks_of(offer.variant, offer.hand)) >= 2)


OFFERS = (
    WrongRule(
        "only_more_often_than_not",
        mark(
            "In your answer a bet is accepted only with a hand that wins more often than not. "
            "Refusing loses stones as well: it is enough to lose fewer by accepting."
        ),
        lambda offer: _answer(2 * offer.wins > offer.played),
        levels=(1, 2, 3, 5),
    ),
    WrongRule(
        "never_refuses",
        mark(
            "In your answer every bet is accepted. Where a hand wins too seldom, what refusing "
            "gives away is the smaller loss."
        ),
        lambda _: ACCEPT,
    ),
    WrongRule(
        "two_of_the_best_needed",
        mark(
            "In your answer it takes two kings to accept at grande, and two aces at chica. Many "
            "hands of the other have none: one may be enough for what refusing gives away."
        ),
        _two_of_the_best,
        levels=(1, 2, 3, 5),
    ),
    WrongRule(
        "two_figures_are_enough",
        mark(
            "In your answer two figures are enough. At grande the highest card decides, which a "
            "figure seldom is unless it is a king, and at chica the lowest."
        ),
        _two_figures,
    ),
)


OFFER_SKILLS = (
    Skill(
        "odds.accept",
        mark("Whether a bet is worth accepting"),
        mark("Tell by exact odds whether a bet is worth accepting at grande and chica."),
        ("lances", "target"),
        ("MUS-DEJE-1", "MUS-DEJE-3", "MUS-CMP-G1", "MUS-CMP-C1"),
        told_by(OFFERS, only_more_often_than_not=(ACCEPT,), never_refuses=(REFUSE,)),
        draw_offer,
        accepts,
        pose_offer,
        under=under_offer,
        answers=lambda _: (ACCEPT, REFUSE),
        spread=80,
        edition=2,
    ),
)
