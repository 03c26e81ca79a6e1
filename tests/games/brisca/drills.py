"""The drill of Brisca: who takes the trick."""

from brisca import EACH, GAME, STRENGTH, best
from mustutor import games
from mustutor.base.language import Language
from mustutor.games import drill
from mustutor.games.question import Scene
from mustutor.model.calls import deal_call
from mustutor.model.position import Step
from mustutor.model.variant import Variant

ASKED = drill.SkillQuestion(
    "seat",
    "{seat} plays {card} to {cards}; {trump} is turned up. Who takes the trick?",
    ("The highest trump takes it, else the highest card of the suit led.",),
)


def draw(variant: Variant, level: int, chance: drill.SeededChance) -> Step:
    """The last card of a first trick, for more players at higher levels."""
    seats = GAME.rules.seats(variant, 2 + level // 2)
    start = games.start(variant, seats=seats, mano=seats[0])
    trump, *cards = chance.some_of(GAME.chance.pack(start), 1 + EACH * len(seats))
    hands = {seat: tuple(cards[at :: len(seats)]) for at, seat in enumerate(seats)}
    position = games.hear(games.with_stated_deal(start, {"starter": trump}), deal_call(hands))
    return drill.random_steps(position, chance, len(seats))[-1]


def trick(step: Step) -> list:
    return [*step.before.state.trick, (step.call.seat, step.call.cards[0])]


def pose(step: Step, language: Language) -> drill.DrillPrompt:
    before, cards = step.before, " ".join(card for _, card in step.before.state.trick)
    scene = Scene("", position=before._replace(queue=()))
    known = {"seat": step.call.seat, "card": step.call.cards[0], "trump": before.state.starter}
    return ASKED.pose(language, scene, drill.same_choices(before.order), cards=cards, **known)


WRONG = (
    drill.WrongRule(
        "no_trumps", "Trumps take cards of other suits.", lambda s: best(trick(s), "")[0]
    ),
    drill.WrongRule(
        "highest", "A card of another suit that is no trump takes nothing.",
        lambda s: max(trick(s), key=lambda one: STRENGTH.index(one[1].rank))[0],
    ),
)  # fmt: skip
DRILLS = (
    drill.Skill("brisca.trick", "Who takes the trick", "Tell who takes a trick of Brisca.",
          ("BRI-3",), WRONG, draw, lambda s: drill.told_by_steps(s.after.state.drawing, s), pose,
          ("trumps",)),
)  # fmt: skip
