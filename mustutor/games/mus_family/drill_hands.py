"""Hands played for a drill, by the engine from the deal to the count: no stone is made up.

Calls follow a plan for the lance: whether there is a bet, or a raise, and whether it is seen.
Every call is taken from what the engine says is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import Fault, MustutorError
from mustutor.base.language import Language
from mustutor.games import random_call
from mustutor.games.drill import DrillPrompt, SeededChance, SkillQuestion
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family import findings_count
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.hands import LANCES, SEVEN, TALKED, Ranking, ranking_of
from mustutor.games.mus_family.words import headings, lance_names
from mustutor.games.player import PlayedHand, PlayedSteps, Player
from mustutor.games.question import AnswerChoice, Finding, SampleHands, Scene, told_always
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.cards import SUITS, Card, Pack, deck
from mustutor.model.ledger import Entry
from mustutor.model.position import Hand, Option, Position, Step
from mustutor.model.variant import Variant

PASS, RAISE = "pass", "raise"
REFUSED, SEEN = "refused", "seen"
FEWEST_RANKS = 6
MOST_CALLS = 300
"""No planned hand is as long."""


class Plan(NamedTuple):
    """The plan of a lance: no bet, or one raised `raises` times and then refused or accepted.

    `waiting` are those who pass before the bet, `open_by` and `raise_by` what the stakes are
    above the least.
    """

    raises: int = 0
    ending: str = PASS
    waiting: int = 0
    open_by: int = 0
    raise_by: int = 0
    fold_first: bool = False


def planned(chance: SeededChance, kinds: tuple[str, ...], *, high: int = 4) -> Plan:
    """Draw a plan among kinds: ``pass``, ``bet seen``, ``raise refused`` and the like."""
    kind = chance.one_of(kinds)
    if kind == PASS:
        return Plan()
    what, ending = kind.split()
    raises = chance.between(1, 2) if what == RAISE else 0
    waiting, open_by, raise_by = chance.below(3), chance.below(high), chance.below(high)
    return Plan(raises, ending, waiting, open_by, raise_by, chance.happens(0.4))


Plans = Callable[[str], Plan]
"""The plan of each lance."""


def plan_lances(
    chance: SeededChance, kinds: Mapping[str, tuple[str, ...]], *, high: int = 4
) -> Plans:
    """Draw a plan for each of some lances among its kinds; in the others everybody passes."""
    plans = {
        lance: planned(chance, kinds[lance], high=high) if lance in kinds else Plan()
        for lance in LANCES
    }
    return plans.__getitem__


def bet_on(chance: SeededChance, number: int) -> list[str]:
    """Draw `number` lances to bet on, four at most; punto goes with juego."""
    drawn = chance.some_of(LANCES[:4], min(number, 4))
    return [*drawn, "punto"] if "juego" in drawn else drawn


class _PlannedHand:
    """A planned hand under way."""

    def __init__(self, start: Position, chance: SeededChance, plans: Plans) -> None:
        self.player = Player(start)
        self.chance = chance
        self.plans = plans
        self.lance = ""
        self.plan = Plan()
        self.spoken = 0

    def call(self) -> Call:
        """What the speaker says next."""
        position = self.player.position
        if position.lance != self.lance:
            self.lance, self.spoken = position.lance, 0
            if position.lance in LANCES:
                self.plan = self.plans(position.lance)
        seat = position.speaker
        if position.state.auction is None and position.lance not in TALKED:
            hand = position.hand_of(seat)
            has = hand is not None and position.state.ranking.has(position.lance, hand)
            return Call(seat, "tengo" if has else "no tengo")
        if position.lance in TALKED:
            if "corto" in _said(position):
                return Call(seat, "corto")
            return random_call(position, self.chance.random)
        self.spoken += 1
        if not position.state.auction.stake:
            return self._opening(seat, position)
        return self._answering(seat, position)

    def _opening(self, seat: str, position: Position) -> Call:
        plan = self.plan
        waits = self.spoken <= plan.waiting and len(position.queue) > 1
        bet = None if waits or plan.ending == PASS else _said(position).get("envido")
        return Call(seat, "paso") if bet is None else _staked(seat, bet, plan.open_by)

    def _answering(self, seat: str, position: Position) -> Call:
        plan, options = self.plan, _said(position)
        if plan.raises and "subo" in options:
            self.plan = plan._replace(raises=plan.raises - 1)
            return _staked(seat, options["subo"], plan.raise_by)
        seen = plan.ending == SEEN and "quiero" in options
        if seen and plan.fold_first and len(position.queue) > 1:
            self.plan, seen = plan._replace(fold_first=False), False
        return Call(seat, "quiero" if seen else "no quiero")


def _said(position: Position) -> Mapping[str, Option]:
    """What the speaker may say, by its verb."""
    return {option.verb: option for option in games.options(position)}


def _staked(seat: str, option: Option, above: int) -> Call:
    return Call(seat, option.verb, min(option.least + above, option.most))


def seated(
    variant: Variant,
    chance: SeededChance,
    *,
    players: int = 0,
    stones: Mapping[str, int] | None = None,
) -> Position:
    """Sit down to a hand: `players`, or as many as the rulebook has; mano is drawn."""
    seats = games.game_of(variant.game).rules.seats(variant, players)
    return games.start(variant, seats=seats, mano=chance.one_of(seats), stones=stones)


def shuffled(variant: Variant, chance: SeededChance, players: int, always: str = "") -> Pack:
    """The whole deck in an order drawn by chance; cards of a few ranks lie on top, some always.

    So the hands lie closer together, and pares and juego are more frequent, than at a table.
    """
    cards = deck(variant.several("deck.removed_ranks"))
    known = len(cards) // len(SUITS)
    needed = -(-players * variant.number("deal.cards") // len(SUITS))
    least = min(max(needed, FEWEST_RANKS), known)
    top = pool(variant, chance, least if always else chance.between(least, known), always)
    rest = [card for card in cards if card not in top]
    return Pack((*chance.some_of(top, len(top)), *chance.some_of(rest, len(rest))), "")


def play(
    start: Position,
    chance: SeededChance,
    plans: Plans,
    *,
    until: Callable[[Position], bool] | None = None,
    always: str = "",
) -> PlayedSteps | None:
    """Play a hand by its plans, and settle it; `until` stops it earlier, unsettled.

    Ranks that are `always` dealt lie on top of the pack, among few others.
    """
    game = games.game_of(start.variant.game)
    pack = shuffled(start.variant, chance, len(start.order), always)
    hands, left = game.chance.deal(start, pack)
    hand = _PlannedHand(start, chance, plans)
    player = hand.player.deal(hands)
    while player.position.lance not in ("showdown", "end"):
        if until is not None and until(player.position):
            return PlayedSteps(start, tuple(player.steps), player.position)
        if len(player.steps) > MOST_CALLS:
            return None
        if player.position.speaker == DECK:
            again, rest = game.chance.serve(player.position, left)
            if rest is None:
                return None
            left = rest
            player.serve(again)
        else:
            player.hear(hand.call())
    return PlayedSteps(start, tuple(player.steps), games.settle(player.position)[0])


def again(start: Position, played: PlayedHand) -> PlayedSteps | None:
    """The same cards and calls from another start; nothing where they do not reach the count."""
    steps = replay_steps(start, played.steps)
    if not steps or steps[-1].after.lance != "showdown":
        return None
    return PlayedSteps(start, tuple(steps), games.settle(steps[-1].after)[0])


def replay_steps(start: Position, steps: Sequence[Step]) -> list[Step] | None:
    """The calls of these steps from another start; nothing where the rules refuse one."""
    position, made = start, list[Step]()
    for step in steps:
        next_step = games.step(position, step.call)
        if isinstance(next_step, Fault):
            return None
        made.append(next_step)
        position = next_step.after
    return made


def started(start: Position, variant: Variant) -> Position | None:
    """The same start under another rulebook, with as many stones; nothing where it has none."""
    if variant.number("deal.cards") != start.variant.number("deal.cards"):
        return None
    try:
        seats, stones = start.table.seats, start.in_front()
        return games.start(variant, seats=seats, mano=start.mano, stones=stones)
    except MustutorError:
        return None


def dealt_position(played: PlayedHand) -> Position:
    """The position when all have the cards they play with, and no stone has moved."""
    talk = [step for step in played.steps if step.before.lance in TALKED]
    return talk[-1].after if talk else played.steps[0].after


def course(
    played: PlayedHand, language: Language, *, lances: tuple[str, ...] = LANCES
) -> Explanation:
    """The calls of a played hand, lance by lance, each lance under its name."""
    titles = headings(language)
    passages = []
    for lance in lances:
        calls = [write_call(step.call) for step in played.steps if step.before.lance == lance]
        if calls:
            line = Line(", ".join(calls), kind="calls")
            passages.append(Passage(titles[lance], (line,)))
    return Explanation("", tuple(passages))


class AskedHand(NamedTuple):
    """A played hand, and what is asked of it, as the game's drills name it (``deje``, ``pot``).

    `lance` and `side` (or seat) are those asked about, where it is one. `whole` is what the hand
    would bring if no target were ever reached, where somebody has counted it already.
    """

    played: PlayedHand
    asked: str
    lance: str = ""
    side: str = ""
    whole: tuple[Entry, ...] = ()

    @property
    def seat(self) -> str:
        """Who is asked about where everybody plays alone: a seat is a side there."""
        return self.side

    @property
    def outcome(self) -> Outcome:
        """How the lance asked about ended."""
        closed: tuple[Outcome, ...] = self.played.end.state.closed
        return next(outcome for outcome in closed if outcome.lance == self.lance)


def pose_hand(
    case: AskedHand,
    language: Language,
    question: SkillQuestion,
    choices: tuple[AnswerChoice, ...],
    more: tuple[str, ...],
    *,
    shut: bool,
    **evidence: object,
) -> DrillPrompt:
    """Ask about a played hand: its calls, and all the cards unless `shut`."""
    played, position = case.played, dealt_position(case.played)
    scene = Scene(
        "",
        page=course(played, language, lances=(case.lance,) if case.lance else LANCES),
        position=position,
        face_up=frozenset() if shut else frozenset(position.order),
    )
    front = findings_count.told_front(played.start.in_front())
    lance = lance_names(language)["at_lance"].get(case.lance, "")
    known = {"at_lance": lance, "seat": case.side, "side": case.side, "stones": front}
    return question.pose(language, scene, choices, more, **known, **evidence)


def find_whole(case: AskedHand) -> Finding:
    """What each has after a hand, or whom it decided the game for, as it is asked."""
    if case.asked == "hand":
        return findings_count.settlement(case.played)
    whole = told_always(lambda language: findings_count.whole(case.played, language))
    return Finding(findings_count.decided_side(case.played.end).value, whole)


def answer_of(believed: Callable[[AskedHand], object], *kinds: str) -> Callable[[AskedHand], str]:
    """The answer of a wrong rule: what it believes, where one of these kinds is asked.

    Nothing where something else is asked, or where it believes None.
    """

    def answer(case: AskedHand) -> str:
        found = believed(case) if case.asked in kinds else None
        return "" if found is None else str(found)

    return answer


def alone_with_most(stones: Mapping[str, int], sign: int = 1) -> str:
    """Who alone has the most stones, or the fewest with -1 as `sign`; empty where several have."""
    most = max(sign * held for held in stones.values())
    found = [side for side, held in stones.items() if sign * held == most]
    return found[0] if len(found) == 1 else ""


# --- the cards of a drill: real ones of the rulebook's deck --------------------------------

FOUR = 4
ALL_RANKS = 10
REDEALS = 40
"""Most redeals for a hand that fails its condition."""


def pool(variant: Variant, chance: SeededChance, ranks: int, always: str = "") -> list[Card]:
    """The cards of `ranks` ranks, `always` among them: the fewer, the closer the hands."""
    cards = deck(variant.several("deck.removed_ranks"))
    others = [rank for rank in _ranks(cards) if rank not in always]
    chosen = {*always, *chance.some_of(others, min(ranks - len(always), len(others)))}
    return [card for card in cards if card[0] in chosen]


@lru_cache(maxsize=32)
def _ranks(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.rank for card in cards))


def dealt(
    cards: Sequence[Card],
    chance: SeededChance,
    number: int,
    wanted: Callable[[Hand], bool] | None = None,
) -> list[Hand] | None:
    """Deal `number` hands of four from some cards, each as `wanted`; None where that fails."""
    left = list(cards)
    hands: list[Hand] = []
    for _ in range(number):
        if len(left) < FOUR:
            return None
        for _ in range(REDEALS):
            hand = tuple(chance.some_of(left, FOUR))
            if wanted is None or wanted(hand):
                break
        else:
            return None
        hands.append(hand)
        left = [card for card in left if card not in hand]
    return hands


def four_alike(cards: Sequence[Card], ranking: Ranking, chance: SeededChance) -> Hand:
    """Four cards that play as the same rank."""
    card = chance.one_of(cards)
    same = [other for other in cards if ranking.effective(other) == ranking.effective(card)]
    return tuple(chance.some_of(same, FOUR))


def the_real(variant: Variant, chance: SeededChance) -> Hand | None:
    """Three sevens and a figure that are La Real at this table, or nothing if none was drawn."""
    cards = deck(variant.several("deck.removed_ranks"))
    sevens = [card for card in cards if card.rank == SEVEN]
    classify = ranking_of(variant.rules).classify
    for _ in range(REDEALS):
        hand = (*chance.some_of(sevens, FOUR - 1), chance.one_of(cards))
        if len(set(hand)) == FOUR and classify(hand).real:
            return hand
    return None


def dealt_under(hands: Iterable[Hand], variant: Variant) -> bool:
    """Whether a rulebook deals all these cards."""
    cards = deck(variant.several("deck.removed_ranks"))
    return all(card in cards for hand in hands for card in hand)


def as_printed(variant: Variant) -> Ranking:
    """An order of cards in which each is what is printed on it: to show them by.

    What a three or a two plays as is for the learner to say.
    """
    return ranking_of({**variant.rules, "deck.kings": 4, "deck.fours_as_aces": False})


def hands_scene(variant: Variant, *hands: tuple[str, Hand]) -> Scene:
    """Hands on the table outside any deal, each card as it is printed."""
    return Scene("", loose=SampleHands(as_printed(variant), hands))


def twos_dealt(variant: Variant) -> bool:
    """Whether the deck has its twos."""
    return any(card.rank == "2" for card in deck(variant.several("deck.removed_ranks")))


def eight_kings(variant: Variant) -> bool:
    """Whether threes are kings."""
    return variant.number("deck.kings") == 8


def eight_aces(variant: Variant) -> bool:
    """Whether twos are aces, and are dealt."""
    return eight_kings(variant) and twos_dealt(variant)


def four_kings(variant: Variant) -> bool:
    """Whether threes are threes."""
    return not eight_kings(variant)


def four_aces(variant: Variant) -> bool:
    """Whether twos are twos, and are dealt."""
    return four_kings(variant) and twos_dealt(variant)


def fours_are_aces(variant: Variant) -> bool:
    """Whether fours are aces, where the twos are taken out."""
    return variant.flag("deck.fours_as_aces")


def with_the_real(variant: Variant) -> bool:
    """Whether La Real beats every other juego."""
    return variant.flag("real.enabled")
