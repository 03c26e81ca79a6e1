"""Hands side by side: who has the best of a lance, the order of all, and who wins a tie.

What a level adds: 1 compares two hands, 2 three; from 3 on all are put in order, three of them,
then four, then five. With every level the cards come from fewer ranks, so that the hands
lie closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter

from mustutor.base.language import Language, mark
from mustutor.games import drill
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, WrongRule
from mustutor.games.mus_family import drill_hands, drills_order_wrong, findings
from mustutor.games.mus_family.drills_order_wrong import NOBODY, TIES, LaidHands
from mustutor.games.mus_family.hands import Ranking, ranking_of
from mustutor.games.mus_family.words import lance_names, pares, shown
from mustutor.games.question import AnswerChoice, Finding
from mustutor.model.cards import Card
from mustutor.model.position import Hand
from mustutor.model.variant import Variant

SEATS = "ABCDE"
HANDS = {1: 2, 2: 3, 3: 3, 4: 4, 5: 5}
TIED = 4
"""The hands of a question in which two may tie: of two alone, mano's would always be better."""
UNTIED = 0.5
"""Share of questions dealt without a tie on purpose."""
WITHOUT = 0.4
"""Share of the questions without a tie in which nobody has pares or juego."""
ORDER_FROM = 3
FEWEST_RANKS = {1: 6, 2: 5, 3: 5, 4: 5, 5: 5}
RARE = 0.15
"""How often somebody is dealt four equal cards, or La Real."""
HAD = ("pares", "juego", "punto")
"""The lances that a hand may have nothing in."""


ADD_UP_EIGHT = mark(
    "Add up each hand: figures and threes count 10, aces and twos 1, and every other card what "
    "is printed on it."
)
WITH_THE_REAL = mark(
    "La Real beats every other juego. Then from the best to the worst: 31, 32, 40, 37, 36, 35, "
    "34, 33."
)


def find(laid: LaidHands) -> Finding:
    """What the engine answers; its comparison is told to somebody who has not answered."""
    hands = dict(laid.hands)
    asked = findings.winner if laid.asked == "best" else findings.order
    found = asked(laid.variant, laid.lance, hands)
    return found._replace(why=lambda language, answer: () if answer else found.why(language, ""))


def _drawer(lance: str) -> Callable[[Variant, int, SeededChance], LaidHands | None]:
    def draw(variant: Variant, level: int, chance: SeededChance) -> LaidHands | None:
        ranking = ranking_of(variant.rules)
        number = HANDS[level]
        ranks = chance.between(FEWEST_RANKS[level], drill_hands.ALL_RANKS + 1 - level)
        wanted = _having(ranking, lance) if lance in HAD else None
        cards = drill_hands.pool(variant, chance, ranks)
        hands = drill_hands.dealt(cards, chance, number, wanted)
        if hands is None:
            return None
        rare = _rare(variant, lance, cards, chance) if chance.happens(RARE) else None
        if rare is not None:
            left = [card for card in cards if card not in rare]
            others = drill_hands.dealt(left, chance, number - 1, wanted)
            hands = chance.some_of([rare, *others], number) if others else hands
        asked = "order" if level >= ORDER_FROM else "best"
        return LaidHands(variant, lance, tuple(zip(SEATS, hands, strict=False)), asked)

    return draw


def _rare(variant: Variant, lance: str, cards: Sequence[Card], chance: SeededChance) -> Hand | None:
    """A hand that chance alone would hardly ever deal: four alike for pares, La Real for juego."""
    if lance == "pares":
        return drill_hands.four_alike(cards, ranking_of(variant.rules), chance)
    if lance == "juego" and drill_hands.with_the_real(variant):
        return drill_hands.the_real(variant, chance)
    return None


def _having(ranking: Ranking, lance: str) -> Callable[[Hand], bool]:
    place, row = attrgetter(f"{lance}_place"), ranking.row
    return lambda hand: bool(place(row(hand)))


def draw_tie(variant: Variant, level: int, chance: SeededChance) -> LaidHands | None:
    """Deal hands where two tie for best in a lance, seem to tie, or none has the lance.

    Levels add lances.
    """
    ranking = ranking_of(variant.rules)
    lance = chance.one_of(("grande", "chica", "pares", "juego", "punto")[: 2 + level])
    cards = drill_hands.pool(variant, chance, chance.between(4, 6))
    having = _having(ranking, lance)
    if chance.happens(UNTIED):
        none = lance in ("pares", "juego") and chance.happens(WITHOUT)
        hands = drill_hands.dealt(
            cards, chance, TIED, (lambda hand: not having(hand)) if none else having
        )
        if hands is None:
            return None
        return LaidHands(variant, lance, tuple(zip(SEATS, hands, strict=False)))
    first = drill_hands.dealt(cards, chance, 1, having)
    if first is None:
        return None
    left = [card for card in cards if card not in first[0]]
    place = ranking.place(lance, first[0])
    if lance in ("grande", "chica"):
        second = _twin(first[0], left, ranking)
    else:
        twins = drill_hands.dealt(left, chance, 1, lambda hand: ranking.place(lance, hand) == place)
        second = twins[0] if twins else None
    if second is None:
        return None
    left = [card for card in left if card not in second]
    others = drill_hands.dealt(
        left, chance, TIED - 2, lambda hand: ranking.place(lance, hand) > place
    )
    if others is None:
        return None
    hands = chance.some_of([first[0], second, *others], TIED)
    return LaidHands(variant, lance, tuple(zip(SEATS, hands, strict=False)))


def _twin(hand: Hand, left: Sequence[Card], ranking: Ranking) -> Hand | None:
    """Another hand of the same ranks, from the cards that are left."""
    rest = list(left)
    twin: list[Card] = []
    for card in hand:
        alike = [other for other in rest if ranking.effective(other) == ranking.effective(card)]
        if not alike:
            return None
        twin.append(alike[0])
        rest.remove(alike[0])
    return tuple(twin)


def pose(laid: LaidHands, language: Language) -> DrillPrompt:
    """Ask for the best hand, or for the order of all."""
    best = laid.asked == "best"
    prompt = language.say(
        "{mano} is mano and the others follow in turn. Who has {best_lance}?"
        if best
        else "{mano} is mano and the others follow in turn. Put the hands in order {of_lance}, "
        "the best first.",
        mano=laid.seats[0],
        **{form: names[laid.lance] for form, names in lance_names(language).items()},
    )
    scene, seats = (
        drill_hands.hands_scene(laid.variant, *laid.hands),
        drill.same_choices(laid.seats),
    )
    return DrillPrompt("seat" if best else "order", prompt, scene, seats, _hints(laid, language))


def under(laid: LaidHands, variant: Variant) -> LaidHands | None:
    """The same hands under another rulebook, if all of them have something in the lance there."""
    having = _having(ranking_of(variant.rules), laid.lance)
    possible = drill_hands.dealt_under(laid.cards, variant) and all(map(having, laid.cards))
    return laid._replace(variant=variant) if possible else None


def under_tie(laid: LaidHands, variant: Variant) -> LaidHands | None:
    """The same hands under another rulebook, if all have something in the lance there, or none."""
    had = set(map(_having(ranking_of(variant.rules), laid.lance), laid.cards))
    possible = drill_hands.dealt_under(laid.cards, variant) and len(had) == 1
    return laid._replace(variant=variant) if possible else None


def pose_tie(laid: LaidHands, language: Language) -> DrillPrompt:
    """Ask who wins a lance, or whether nobody does."""
    posed = pose(laid, language)
    nobody = AnswerChoice(NOBODY, language.say("Nobody wins the lance"))
    return posed._replace(kind="choose", choices=(*posed.choices, nobody))


def _hints(laid: LaidHands, language: Language) -> tuple[str, ...]:
    (look, rule, worked), variant = drill.hints(f"order.{laid.lance}"), laid.variant
    ranking = ranking_of(variant.rules)
    told = [f"{seat}: {_figure(laid.lance, h, ranking, language)}" for seat, h in laid.hands]
    if laid.lance in ("juego", "punto") and drill_hands.eight_kings(variant):
        look = ADD_UP_EIGHT
    if laid.lance == "juego" and drill_hands.with_the_real(variant):
        rule = WITH_THE_REAL
    return (language.say(look), language.say(rule), language.say(worked, hands="  ".join(told)))


def _figure(lance: str, hand: Hand, ranking: Ranking, language: Language) -> str:
    row = ranking.classify(hand)
    if lance == "pares":
        return (
            pares(language, row.pares, row.pares_ranks) if row.pares else language.say("No pares")
        )
    if lance == "juego" and row.real:
        return language.say("La Real")
    if lance in ("juego", "punto"):
        return str(row.points)
    return shown(ranking.sorted(lance, hand), ranking)


_skill = partial(drill.skill, find=find, traits=("lances",))


def _order_skill(lance: str, wrong: tuple[WrongRule, ...], *, edition: int = 3) -> Skill:
    name = "pares.winner" if lance == "pares" else f"{lance}.order"
    skill = _skill(name, wrong, _drawer(lance), pose=pose, under=under)
    return skill._replace(spread=80, edition=edition, answers=_answers)


def _answers(level: int) -> Sequence[str]:
    """The seats of which one is the best; of orders there are too many."""
    return SEATS[: HANDS[level]] if level < ORDER_FROM else ()


HANDS_SKILLS = (
    _order_skill("grande", drills_order_wrong.GRANDE, edition=2),
    _order_skill("chica", drills_order_wrong.CHICA, edition=2),
    _order_skill("pares", drills_order_wrong.PARES),
    _order_skill(
        "juego",
        # Of more than two hands it is seldom the threes alone that tell juegos apart.
        drill.shown_at(drills_order_wrong.JUEGO, threes_stay_threes=(1, 2)),
    ),
    _order_skill("punto", drills_order_wrong.PUNTO),
    _skill(
        "ties.mano",
        drill.told_by(
            TIES,
            dealer_wins_ties=("A", "B", "C"),
            tie_is_split=("A", "B", "C"),
            suits_decide=("A", "B", "C"),
            grande_breaks_ties=("A", "B", "C"),
            alike_at_first=("B", "C", "D"),
            mano_always_wins=("B", "C", "D", NOBODY),
        ),
        draw_tie,
        pose=pose_tie,
        under=under_tie,
        answers=lambda _: (*SEATS[:TIED], NOBODY),
        spread=240,
        edition=3,
    ),
)
