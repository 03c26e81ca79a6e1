"""Find puzzles in matches of the players of the house, and choose among those found.

    python -m tests.benchmarks.puzzles find FILE --rulebook fournier --seed 1 --matches 20
    python -m tests.benchmarks.puzzles choose FILE…
    python -m tests.benchmarks.puzzles rate
    python -m tests.benchmarks.puzzles check

`find` adds a line to a file for each moment at which the coach is clear by four errors; in games
without a coach the hand is played out with every call on the same imagined deals. `choose` takes of
each theme as many as are asked for, the right answers balanced, none like another, and writes them
into ``lessons/puzzles``. Titles that stand there are kept. Whoever ships them reads each one.
`rate` rates all of them anew by the players of the house as they are now.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import monotonic
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach import decision
from mustutor.analysis.coach.decision import (
    BATCH,
    FEWEST,
    THROWN,
    WORDS,
    Gap,
    JudgedCall,
    Playouts,
    candidates,
    discards_to_try,
)
from mustutor.analysis.coach.unseen_hands import ImaginedDeal, Unseen
from mustutor.base.errors import IllegalCall, MustutorError
from mustutor.base.files import data
from mustutor.base.json_text import Json
from mustutor.base.language import open_language
from mustutor.base.register import game_part, traits
from mustutor.base.schema import refusals
from mustutor.games import bot, game_of
from mustutor.games.actions import Actions
from mustutor.games.bot import Bot
from mustutor.games.drill import PuzzleTheme
from mustutor.games.mus_family import bot_lances
from mustutor.games.mus_family.bot_lances import should_cut
from mustutor.games.mus_family.hands import TALKED
from mustutor.games.seat_view import SeatView, view
from mustutor.model.calls import Call
from mustutor.model.cards import Card, Pack
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant, load_variant
from mustutor.replay import simulate
from mustutor.replay.playback import play_back
from mustutor.tutor.puzzle import (
    FOLDER,
    SUFFIX,
    Future,
    Puzzle,
    WrongCall,
    future_of,
    futures_of,
    puzzle_read,
    record_up_to,
    themes,
    with_cards,
)
from mustutor.tutor.puzzle_walk import counted_as, played_out
from mustutor.tutor.rating import HOUSE

LOG = logging.getLogger(__name__)
STAGES = ((160, 1.0), (800, 2.5), (5_000, 4.0))
"""Deals tried to judge a moment, and how many errors behind a wrong call must be to go on."""
MORE_OF_TALK = 2
"""So many times as many where cards are still exchanged."""
PLAYED, PLAYED_LONG = (10, 40, 160), (8, 24, 80)
"""The same where whole hands are played out: first few, and more where that may tell; fewer where
two alone play long hands."""
CLEAR, LEAST = 4, 200
"""A call is wrong if it is so many errors behind, and so many thousandths of a stone at least."""
MOST_RIGHT_CARDS, MOST_CALLS, MOST_THROWN = 3, 6, 2
USUAL = {"mus", "corto", "paso", "envido", "quiero", "no quiero"}
"""One of these is wrong where there is a puzzle: anybody sees that an órdago often is."""
TRIES = 30
KEPT, KEPT_REFUSALS = 20, 8
"""Puzzles of one theme and one right answer in a file: more are not looked for. Most clear answers
are refusals, which a theme can have least of."""
SCALE: Mapping[str, int] = {"random": 600, **HOUSE}
"""How well the players of the house play, on the scale of ratings."""


class Moment(NamedTuple):
    """A moment of a match: the position, the steps of the hand before it, and where it was."""

    position: Position
    steps: list[Step]
    source: str


def moments(
    variant: Variant, seed: str, levels: Sequence[str] = ("master", "master", "easy")
) -> Iterator[Moment]:
    """Every moment of a match at which somebody spoke; the players are drawn by lot."""
    random, found = Random(seed), list[Moment]()
    seats = simulate.seats_for(variant, 0)
    kinds = [random.choice(levels) for _ in seats]
    bots = [bot.level(kind)(seed=random.randrange(1 << 30)) for kind in kinds]
    players = dict(zip(seats, bots, strict=True))
    can_sign = "target" in traits(variant.game)

    def speak(position: Position, steps: Sequence[Step]) -> Call:
        seen = view(position, position.speaker, steps)
        source = f"{variant.id}, {seed}, {position.table.hand}"
        words = bot_lances.sign(seen) if can_sign else ""
        if not words:
            found.append(Moment(position, list(steps), source))
            words = bot.answered(players[seen.seat], seen).words
        return games.read_call(f"{seen.seat} {words}", variant)

    simulate.match(variant, hands=MOST_HANDS, seed=seed, speak=speak)
    yield from found


MOST_HANDS = 60


def puzzle_at(
    moment: Moment, theme: str, enough: Callable[[str], bool] = lambda _: False
) -> Puzzle | None:
    """The puzzle of a moment; None where nothing is clear, or it cannot be told why.

    `enough` says of the kind of a right answer that no more of it are wanted.
    """
    position, steps, source = moment
    asked = Puzzle("", theme, record_up_to(steps), (), (), source=source)
    # What was seen must be enough to come to the same moment.
    same = position.hand_of(position.speaker) == asked.position.hand_of(asked.seat)
    if not same or (position.queue, position.stones) != (
        asked.position.queue,
        asked.position.stones,
    ):
        return None
    judge = _by_the_coach if "lances" in traits(position.variant.game) else _by_playing
    found = judge(moment, asked, enough)
    return None if found is None else _rated(found)


# --- comparing calls -----------------------------------------------------------------------


class AllTrials(decision._Trials):
    """Trials that remember their deals, and measure a stretch of them."""

    def __init__(
        self, play: Playouts, position: Position, calls: Sequence[Call], unseen: Unseen
    ) -> None:
        super().__init__(play, position, calls, unseen)
        self.hands: list[tuple[int, ...]] = []
        draw = unseen.deal

        def deal() -> ImaginedDeal:
            found = draw()
            self.hands.append(found.hands)
            return found

        unseen.deal = deal  # type: ignore[method-assign]

    def run_all(self, number: int, still: Sequence[int]) -> None:
        """Try these calls; those that are not tried any more keep their place in the lists."""
        self.run(number, still)
        for values in self.values:
            values.extend([0.0] * (number - len(values)))

    def between(self, better: int, worse: int, begin: int, end: int) -> Gap:
        """By how much one call beat another in these deals, and the error of that."""
        whole = self.weights, self.rivals
        self.weights, self.rivals = self.weights[:end], self.rivals[:end]
        found = self.gap(better, worse, begin)
        self.weights, self.rivals = whole
        return found


class LosingCall(NamedTuple):
    """A call beside the best one: what it loses and the error, in thousandths of a stone.

    `share` is in how many of a thousand deals the best call does better, `against` in how many this
    one does; `hands` are deals of the first kind, the kind of each hand in speaking order.
    """

    call: Call
    loss: int
    error: int
    share: int
    against: int
    hands: tuple[tuple[int, ...], ...]


class RankedCalls(NamedTuple):
    """The best call, as judged, and all others that were tried with it."""

    best: JudgedCall
    others: tuple[LosingCall, ...]


SHOWN_DEALS = 60
"""So many deals that tell against a call are kept."""
FAR_BEHIND = 6
"""A call that is so many errors behind is not tried much longer."""


def ranked_calls(
    play: Playouts, position: Position, steps: Sequence[Step], calls: Sequence[Call]
) -> RankedCalls | None:
    """Compare all calls with the best: half of the deals chooses it, the other half measures.

    None where there is nothing to choose. A call that is far behind is tried less often.
    """
    if len(calls) < 2:
        return None
    unseen = Unseen(position, steps, play.trees, Random(f"{play.seed}:ranked"))
    if not unseen.possible:
        return None
    trials, every = AllTrials(play, position, calls, unseen), range(len(calls))
    half = max(play.number // 2, FEWEST)
    number, still = min(2 * BATCH, half), list(every)
    while True:
        trials.run_all(number, still)
        best = max(still, key=lambda one: trials.gap(one, still[0]).mean)
        if number == half:
            break
        gaps = {one: trials.gap(best, one) for one in still}
        still = [one for one in still if gaps[one].mean < FAR_BEHIND * gaps[one].error]
        still = still if best in still else [best, *still]
        number = min(2 * number, half)
    first = half + min(2 * BATCH, half)
    trials.run_all(first, every)
    trials.run_all(2 * half, still)
    others = [
        _losing(trials, best, one, half, 2 * half if one in still else first)
        for one in every
        if one != best
    ]
    nearest = min(others, key=lambda other: other.loss)
    odds = None if trials.talking else round(1000 * trials.won / sum(trials.weights))
    why = None if trials.talking else decision._reason(trials, play)
    call = calls[best]
    found = JudgedCall(call, call, 0, nearest.error, odds, (), nearest.loss, nearest.call, why)
    return RankedCalls(found, tuple(others))


def _losing(trials: AllTrials, best: int, one: int, begin: int, end: int) -> LosingCall:
    """What a call loses against the best in the deals from one number up to another."""
    gap = trials.between(best, one, begin, end)
    pairs = zip(trials.values[best][begin:end], trials.values[one][begin:end], strict=True)
    leads = [mine - its for mine, its in pairs]
    weighed = list(zip(trials.weights[begin:end], leads, strict=True))
    whole = sum([weight for weight, _ in weighed])
    ahead, behind = (
        round(1000 * sum([weight for weight, lead in weighed if lead * way > 1]) / whole)
        for way in (1, -1)
    )
    hands = [deal for deal, lead in zip(trials.hands[begin:end], leads, strict=True) if lead > 1]
    shown = tuple(hands[:SHOWN_DEALS])
    return LosingCall(trials.calls[one], round(gap.mean), round(gap.error), ahead, behind, shown)


# --- by the coach -------------------------------------------------------------------------


def _by_the_coach(_: Moment, asked: Puzzle, enough: Callable[[str], bool]) -> Puzzle | None:
    # The coach knows what a learner will, and nothing else.
    seen = Moment(asked.position, list(asked.steps), asked.source)
    position, steps, source = seen
    start, seed = steps[0].before, f"{source}, {len(steps)}"
    calls = _calls(position, Playouts(start, 1, seed))
    talk = MORE_OF_TALK if position.lance in TALKED else 1
    for number, errors in STAGES:
        judged = ranked_calls(Playouts(start, talk * number, seed), position, steps, calls)
        if judged is None:
            return None
        ranked = judged
        best = ranked.best.call
        if enough(answer_kind(asked, _words(best))):
            return None
        losing = [one for one in ranked.others if _is_clear(one, errors)]
        close = [one for one in ranked.others if one not in losing]
        answers = [best, *[one.call for one in close if _is_as_good(one, best)]]
        unsure = [one.call for one in close if one.call not in answers]
        if not _tells_apart(answers, [one.call for one in losing]):
            return None
    was = ranked.best
    if not _can_be_told(answers[0], was.odds, was.why.needed if was.why else 0):
        return None
    play, random, found = Playouts(start, 1, seed), Random(seed), list[WrongCall]()
    for one in sorted(losing, key=lambda one: one.loss):
        told = _shown(seen, play, one, answers[0], random)
        if told is None:
            return None
        found.append(told)
    why = was.why
    odds = (was.odds or 0, why.deje, why.needed, why.stone) if why is not None else None
    return replace(
        asked,
        answers=tuple(map(_words, answers)),
        wrong=tuple(found),
        unsure=tuple(map(_words, unsure)),
        odds=odds,
    )


def _calls(position: Position, play: Playouts) -> list[Call]:
    """The calls to compare: of discards those that people think of, and all cards."""
    options = {one.verb: one for one in games.options(position)}
    option = next((one for verb, one in options.items() if verb in (*WORDS, *THROWN)), None)
    if option is None:
        return []
    if option.verb not in THROWN:
        call = Call(option.seat, option.verb)
        return candidates(Step(position, call, position), play.trees)
    hand = position.hand_of(option.seat) or ()
    found = discards_to_try(play.trees.table.ranking, hand, options)
    if len(found[0].cards) > MOST_THROWN:  # little is told apart there but by very many deals
        return []
    everything = Call(option.seat, "descarto", cards=hand)
    whole = any(len(call.cards) == len(hand) for call in found)
    return found if whole else [*found, everything]


def _is_clear(one: LosingCall, errors: float) -> bool:
    return one.loss >= max(LEAST, errors * one.error)


def _is_as_good(one: LosingCall, best: Call) -> bool:
    """Whether a call that is not clearly worse counts as right: not an órdago beside a paso."""
    return bool(best.cards) or one.call.verb == best.verb or one.call.verb in USUAL


def _tells_apart(right: Sequence[Call], wrong: Sequence[Call]) -> bool:
    """Whether a usual call is wrong, and one kind of call alone right."""
    if not wrong:
        return False
    if right[0].cards:
        return len(right) <= min(MOST_RIGHT_CARDS, len(wrong) + 1)
    right_verbs = {call.verb for call in right}
    lost = {call.verb for call in wrong} - right_verbs
    return len(right_verbs) == 1 and bool(lost & USUAL)


def _can_be_told(best: Call, odds: int | None, needed: int) -> bool:
    """Whether the odds, as they are told, speak for the best call."""
    if odds is None:
        return True
    speaks_for = {
        "quiero": odds >= needed,
        "no quiero": odds < needed,
        "paso": odds < 550,
        "envido": odds > 400,
        "subo": odds > 600,
        "ordago": odds > 500,
    }
    return speaks_for.get(best.verb, True)


def _shown(
    moment: Moment, play: Playouts, one: LosingCall, best: Call, random: Random
) -> WrongCall | None:
    """The call with a deal that tells against it, played out; None where none is found."""
    position, steps, _ = moment
    calls = _words(one.call), _words(best)
    for tried in range(TRIES):
        hands = _cards_of(moment, play, one, tried, random)
        if hands is None:
            return None
        known = {seat: hands.get(seat, position.hand_of(seat) or ()) for seat in position.order}
        deal = position.deal.with_known_hands(
            tuple([known[seat] for seat in position.table.seats]), kept=position.deal.kept
        )
        gone = {card for hand in known.values() for card in hand} | _own_thrown(moment)
        pack = game_of(position.variant.game).chance.pack(steps[0].before)
        rest = [card for card in pack if card not in gone]
        left = Pack(tuple(random.sample(rest, len(rest))[: position.deal.stock or None]), "")
        try:
            futures = futures_of(position.with_deal(deal), steps, calls, left, tried)
        except (IllegalCall, AssertionError):
            return None
        ends_alike = futures[0].decided and futures[0].decided == futures[1].decided
        if not ends_alike and _gain(position, futures[1]) > _gain(position, futures[0]):
            cards = {seat: list(hand) for seat, hand in hands.items()}
            return WrongCall(calls[0], one.loss, one.error, one.share, one.against, cards, futures)
    return None


def _own_thrown(moment: Moment) -> set[Card]:
    seat = moment.position.speaker
    return {card for step in moment.steps if step.call.seat == seat for card in step.call.cards}


def _cards_of(
    moment: Moment, play: Playouts, one: LosingCall, tried: int, random: Random
) -> dict[str, Hand] | None:
    """Cards for the hidden hands: of a deal that tells against a call, or of all who said mus."""
    position = moment.position
    table, seat = play.trees.table, position.speaker
    gone = {*(position.hand_of(seat) or ()), *_own_thrown(moment)}
    pack = game_of(position.variant.game).chance.pack(moment.steps[0].before)
    unseen = random.sample([card for card in pack if card not in gone], len(pack) - len(gone))
    others = [other for other in position.order if other != seat]
    if position.lance == "descarte":  # some have thrown already, and keep the best
        thrown = zip(position.table.seats, position.deal.current_discards, strict=True)
        left = {other: 4 - len(cards) for other, cards in thrown}
        for _ in range(TRIES):
            random.shuffle(unseen)
            found = {other: tuple(unseen[4 * n : 4 * n + 4]) for n, other in enumerate(others)}
            if not any(should_cut(hand, table.ranking) for hand in found.values()):
                return {
                    other: tuple(table.ranking.sorted("grande", hand)[: left[other]])
                    for other, hand in found.items()
                }
        return None
    if tried >= len(one.hands):
        return None
    dealt: dict[str, Hand] = {}
    for other, kind in zip(position.order, one.hands[tried], strict=True):
        if other != seat:
            hand = []
            for group, count in table.takes[kind]:
                hand += [card for card in unseen if table.group_of[card] == group][:count]
            unseen = [card for card in unseen if card not in hand]
            dealt[other] = tuple(hand)
    return dealt


def _gain(position: Position, future: Future) -> int:
    """What a future is worth to the side that speaks: the game, or else its lead."""
    side, game = position.table.side_of(position.speaker), traits(position.variant.game)
    own = future.after[side]
    if "own_stones" in game:
        return -1000 * (future.decided == side) - own
    others = max(stones for other, stones in future.after.items() if other != side)
    if "target" not in game:  # a pot that one takes, or points of one against the other
        return own if len(future.after) > 2 else own - others
    return 1000 * ((future.decided == side) - (future.decided not in ("", side))) + own - others


# --- what a seat may imagine where no coach does ------------------------------------------

MOST_TRIES = 200


def hidden(position: Position, seat: str) -> dict[str, Hand]:
    """The cards of the others."""
    return {one: position.hand_of(one) or () for one in position.order if one != seat}


def imagined(position: Position, seat: str, random: Random) -> dict[str, Hand]:
    """Other cards for what a seat does not see.

    Where the state tells it, nobody gets a suit they could not follow, but for the cards all have
    seen them take up.
    """
    held, state, seats = hidden(position, seat), position.state, position.table.seats
    nothing = ((),) * len(seats)
    taken = dict(zip(seats, getattr(state, "taken", nothing), strict=True))
    lacks = dict(zip(seats, getattr(state, "lacks", nothing), strict=True))
    unseen = [card for one, hand in held.items() for card in hand if card not in taken.get(one, ())]
    for _ in range(MOST_TRIES):
        left, found = random.sample(unseen, len(unseen)), dict[str, Hand]()
        # Those who lack most suits choose first; what is left over is no deal that fits.
        for one in sorted(held, key=lambda one: -len(lacks.get(one, ()))):
            fit = [card for card in left if card.suit not in lacks.get(one, ())]
            drawn = fit[: len(held[one]) - len(taken.get(one, ()))]
            left = [card for card in left if card not in drawn]
            found[one] = (*taken.get(one, ()), *drawn)
        if not left:
            return found
    return held


# --- by playing hands out -----------------------------------------------------------------


def _by_playing(moment: Moment, asked: Puzzle, _: Callable[[str], bool]) -> Puzzle | None:
    position, steps, source = moment
    seat = position.speaker
    seen = view(position, seat, steps)
    actions = Actions(position.variant.game, len(seen.hand))
    calls = [actions.words(seen, number) for number in actions.legal(seen)]
    if not 2 <= len(calls) <= MOST_CALLS:
        return None

    def dealt(tried: int) -> dict[str, Hand]:
        return imagined(position, seat, Random(f"{source}:{len(steps)}:{tried}"))

    gains: dict[str, list[int]] = {call: [] for call in calls}
    deals = PLAYED if len(position.table.sides) > 2 else PLAYED_LONG
    for number in deals:
        for tried in range(len(gains[calls[0]]), number):
            start = with_cards(position, dealt(tried))
            for call in calls:
                future = future_of(start, steps, call, Pack((), ""), tried)
                gains[call].append(_gain(position, future))
        best = max(calls, key=lambda call: mean(gains[call][: deals[-1] // 2]))
        if not any(_behind(gains[best], gains[call], CLEAR / 2) for call in calls):
            return None
    half = deals[-1] // 2
    wrong = [call for call in calls if _behind(gains[best][half:], gains[call][half:], CLEAR)]
    unsure = [call for call in calls if call not in (best, *wrong)]
    if len(unsure) > len(wrong) or not any(" " in call for call in wrong):
        return None
    found = []
    for call in wrong:
        leads = [mine - its for mine, its in zip(gains[best], gains[call], strict=True)]
        tried = leads.index(max(leads))
        start = with_cards(position, dealt(tried))
        futures = futures_of(start, steps, (call, best), Pack((), ""), tried)
        loss, error = _difference(gains[best][half:], gains[call][half:])
        ahead, behind = (
            round(1000 * mean([lead * way > 0 for lead in leads[half:]])) for way in (1, -1)
        )
        cards = {one: list(hand) for one, hand in dealt(tried).items()}
        found.append(WrongCall(call, loss, error, ahead, behind, cards, futures))
    return replace(asked, answers=(best,), wrong=tuple(found), unsure=tuple(unsure))


def _difference(better: Sequence[int], worse: Sequence[int]) -> tuple[int, int]:
    """By how much one is better on the same deals, and the error of that, in thousandths."""
    leads = [1000 * (mine - its) for mine, its in zip(better, worse, strict=True)]
    return round(mean(leads)), round(stdev(leads) / sqrt(len(leads)))


def _behind(better: Sequence[int], worse: Sequence[int], errors: float) -> bool:
    loss, error = _difference(better, worse)
    return loss > 0 and loss >= errors * error


# --- ratings ------------------------------------------------------------------------------


def _words(call: Call) -> str:
    return str(call).partition(" ")[2]


def _rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rating at which the players of the house would do as they do."""
    known: list[tuple[int, float]] = []
    for name, own in SCALE.items():
        said = [counted_as(puzzle, words) for words in _answers_of(name, puzzle.seen)]
        if said:
            known.append((own, mean([words in puzzle.answers for words in said])))
    shares = sum([share for _, share in known])
    low, high = 400.0, 2600.0
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum([1 / (1 + 10 ** ((middle - own) / 400)) for own, _ in known])
        # A player of the middle who is right half of the time keeps it within bounds.
        expected += 1 / (1 + 10 ** ((middle - 1500) / 400))
        low, high = (middle, high) if expected > shares + 0.5 else (low, middle)
    return replace(puzzle, rating=round(low))


def _answers_of(name: str, seen: SeatView) -> Iterator[str]:
    """What a player of the house says there, several times where it plays by lot."""
    if name == "pupil":
        adviser = game_part(seen.variant.game, "ADVISER", None)
        if adviser is not None:
            yield adviser(seen).words
        return
    for seed in range(4 if name == "club" else 10):
        if name == "random":
            yield bot.random_words(seen, Random(seed))
        else:
            player: Bot = bot.level(name)(seed=seed)
            yield bot.answered(player, seen).words


# --- choosing -----------------------------------------------------------------------------


def answer_kind(puzzle: Puzzle, answer: str = "") -> str:
    """What somebody would guess who never looks: the verb, or how many cards."""
    answer = answer or puzzle.answers[0]
    verb, *rest = answer.split()
    cards = len(rest) if verb in game_of(puzzle.variant.game).words.grammar.face_down else 0
    words = answer if verb == "no" else verb
    return f"{verb} {cards}" if cards else words


def likeness(puzzle: Puzzle) -> tuple[object, ...]:
    """What two puzzles have in common that are too much alike: the cards by rank, and the talk."""
    position = puzzle.position
    ranks = "".join(sorted([card[0] for card in puzzle.seen.hand]))
    place = position.order.index(puzzle.seat)
    return puzzle.theme, position.lance, ranks, place, puzzle.answers[0].split()[0]


def scene(puzzle: Puzzle) -> tuple[object, ...]:
    """Where a moment is from: the lance of a hand is asked once, not of each partner in turn.

    Where each plays alone, once for each way in which it is right to speak.
    """
    position = puzzle.position
    if "lances" not in traits(puzzle.variant.game):
        return puzzle.source, puzzle.seen.hand
    alone = answer_kind(puzzle) if len(position.table.sides) > 2 else ""
    return puzzle.source, position.lance, alone


def _chance(puzzle: Puzzle) -> float:
    """How often somebody is right who guesses among the verbs."""
    return 1 / len({option.verb for option in puzzle.seen.options})


CHANCE = 0.2
"""No guess is right oftener than chance by more than this."""


def chosen(found: Sequence[Puzzle], number: int) -> list[Puzzle]:
    """The puzzles of a theme to ship: all answers alike often, if they can be had."""
    often = Counter(map(answer_kind, found))
    piles: dict[str, list[Puzzle]] = {}
    seen: set[tuple[object, ...]] = set()
    for puzzle in sorted(found, key=lambda one: often[answer_kind(one)]):
        if not seen & {likeness(puzzle), scene(puzzle)}:
            seen |= {likeness(puzzle), scene(puzzle)}
            piles.setdefault(answer_kind(puzzle), []).append(puzzle)
    picked: list[Puzzle] = []
    while len(picked) < number and any(piles.values()):
        for pile in piles.values():
            if pile and len(picked) < number:
                picked.append(pile.pop(0))
    while picked:
        kind, times = Counter(map(answer_kind, picked)).most_common(1)[0]
        if kind.startswith(("play", "descarto")) or times <= (
            CHANCE + mean(map(_chance, picked))
        ) * len(picked):
            break
        picked.remove(next(one for one in reversed(picked) if answer_kind(one) == kind))
    return sorted(picked, key=lambda puzzle: (puzzle.rating, puzzle.source))


def _read(files: Sequence[Path]) -> list[Puzzle]:
    lines = [
        line for file in files if file.exists() for line in file.read_text("utf-8").splitlines()
    ]
    return [puzzle_read(json.loads(line)) for line in lines]


def find(asked: argparse.Namespace) -> None:
    """Look for puzzles in matches, and add each to the file as it is found."""
    count = Counter((one.theme, answer_kind(one)) for one in _read([asked.file]))
    variant, until = load_variant(asked.rulebook), monotonic() + 60 * asked.minutes
    wanted: list[PuzzleTheme] = [
        theme
        for theme in game_part(variant.game, "PUZZLES", ())
        if theme.id in (asked.only or themes()) and theme.id not in asked.without
    ]
    for number in range(asked.matches):
        for moment in moments(variant, f"{asked.seed}.{number + 1}", asked.levels):
            if monotonic() > until:
                return
            posed = [one.id for one in wanted if one.poses(moment.position, moment.steps)]
            whole = {name: sum([n for (of, _), n in count.items() if of == name]) for name in posed}
            theme = min(posed, key=whole.__getitem__, default="")
            if not posed or whole[theme] >= asked.most:
                continue

            def enough(kind: str, of: str = theme) -> bool:
                return count[of, kind] >= (KEPT_REFUSALS if kind == "no quiero" else KEPT)

            try:
                puzzle = puzzle_at(moment, theme, enough)
            except MustutorError:
                LOG.exception("%s", moment.source)
                continue
            if puzzle is None or count[theme, answer_kind(puzzle)] >= KEPT:
                continue
            count[theme, answer_kind(puzzle)] += 1
            with asked.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(puzzle.as_json(), ensure_ascii=False) + "\n")
            LOG.info("%s %s %s %s", moment.source, theme, puzzle.answers, puzzle.rating)
        LOG.info("%s: %s", number + 1, dict(count))


def choose(asked: argparse.Namespace) -> None:
    """Choose among the puzzles found, and write the files of the themes.

    A moment may be of several themes: those that have fewest choose first.
    """
    found = _read(asked.file)
    posed = {
        theme.id: [
            one
            for one in found
            if theme in game_part(one.variant.game, "PUZZLES")
            and theme.poses(one.position, one.steps)
        ]
        for theme in themes().values()
    }
    picked: dict[str, list[Puzzle]] = {}
    used: set[tuple[object, ...]] = set()
    for theme in sorted(posed, key=lambda theme: len(posed[theme])):
        left = [replace(one, theme=theme) for one in posed[theme] if scene(one) not in used]
        picked[theme] = chosen(left, asked.most)
        used |= set(map(scene, picked[theme]))
    homes = {theme: data("lessons") / FOLDER / f"{theme}{SUFFIX}" for theme in picked}
    titles = {json.dumps(one.record): one.title for one in _read([*homes.values()])}
    for theme, some in picked.items():
        home = homes[theme]
        lines = [
            {
                **one.as_json(),
                "id": f"{theme}.{number}",
                "title": titles.get(json.dumps(one.record), one.title),
            }
            for number, one in enumerate(some, 1)
        ]
        text = "".join([json.dumps(line, ensure_ascii=False) + "\n" for line in lines])
        home.parent.mkdir(exist_ok=True)
        home.write_text(text, "utf-8")
        LOG.info("%s: %s", theme, Counter(map(answer_kind, some)))
    LOG.info("%s", sum(map(len, picked.values())))


def rate(asked: argparse.Namespace) -> None:
    """Rate the puzzles of these files anew, or those that come along; each file keeps its order."""
    for file in asked.file or sorted((data("lessons") / FOLDER).glob(f"*{SUFFIX}")):
        rated = [_rated(puzzle).as_json() for puzzle in _read([file])]
        text = "".join([json.dumps(line, ensure_ascii=False) + "\n" for line in rated])
        file.write_text(text, "utf-8")
        LOG.info("%s: %s", file.stem, [line["rating"] for line in rated])


def check(asked: argparse.Namespace) -> int:
    """Check the puzzles of these files, or those that come along: every fault with its line."""
    files = asked.file or sorted((data("lessons") / FOLDER).glob(f"*{SUFFIX}"))
    faults = [
        f"{file.name}:{number}: {fault}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        for fault in _faults(json.loads(line))
    ]
    LOG.info("%s", "\n".join(faults) or "Everything is in order.")
    return 1 if faults else 0


def _faults(line: Json) -> Iterator[str]:
    """What is wrong with a puzzle."""
    refused = refusals(line, "puzzle") or refusals(line["record"], "replay")
    if refused:
        yield from [open_language("en").say(one.sentence, **one.evidence) for one in refused]
        return
    puzzle = puzzle_read(line)
    *_, played = play_back(puzzle.replay, puzzle.variant)
    if played.failure is not None:
        yield f"the record: {played.failure.fault.said()}"
        return
    for words in (*puzzle.answers, *[wrong.call for wrong in puzzle.wrong], *puzzle.unsure):
        fault = puzzle.seen.why_not(words)
        if fault is not None:
            yield f"{words}: {fault.said()}"
    for wrong in puzzle.wrong:
        assert wrong.futures is not None, wrong.call
        start = puzzle.with_cards(wrong.cards)
        try:
            for call, future in zip((wrong.call, puzzle.answers[0]), wrong.futures, strict=True):
                list(played_out(puzzle, start, call, future))
        except IllegalCall as problem:
            yield f"after {wrong.call}: {problem.fault.said()}"


def main() -> None:
    """Find or choose, by the command line's arguments."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.puzzles")
    does = parser.add_subparsers(required=True)
    finding = does.add_parser("find")
    finding.add_argument("file", type=Path)
    finding.add_argument("--rulebook", default="fournier")
    finding.add_argument("--seed", default="1")
    finding.add_argument("--matches", type=int, default=20)
    finding.add_argument("--levels", nargs="*", default=["master", "master", "easy"])
    finding.add_argument("--only", nargs="*", default=[])
    finding.add_argument("--without", nargs="*", default=[])
    finding.add_argument("--most", type=int, default=80)
    finding.add_argument("--minutes", type=float, default=60)
    finding.set_defaults(does=find)
    choosing = does.add_parser("choose")
    choosing.add_argument("file", type=Path, nargs="+")
    choosing.add_argument("--most", type=int, default=26)
    choosing.set_defaults(does=choose)
    rating = does.add_parser("rate")
    rating.add_argument("file", type=Path, nargs="*")
    rating.set_defaults(does=rate)
    checking = does.add_parser("check")
    checking.add_argument("file", type=Path, nargs="*")
    checking.set_defaults(does=check)
    asked = parser.parse_args()
    sys.exit(asked.does(asked))


if __name__ == "__main__":
    main()
