"""Who plays better: a tournament with mirrored deals, its interval printed.

    python tests/benchmarks/tournament.py club easy --variant fournier --games 2000
    python tests/benchmarks/tournament.py master odds:0.7 --games 6000 --hands 20000
    python tests/benchmarks/tournament.py club easy --variant encaje --games 2000
    python tests/benchmarks/tournament.py master odds:0.7 --mode trios
    python tests/benchmarks/tournament.py master club --mode individual --seats 3
    python tests/benchmarks/tournament.py master master:deaf --signals
    python tests/benchmarks/tournament.py master --gallery
    python tests/benchmarks/tournament.py easy --silly --games 400
    python tests/benchmarks/tournament.py pupil:to_cut pupil:to_throw
    python tests/benchmarks/tournament.py easy club --stages --games 2000 --hands 4000
    python tests/benchmarks/tournament.py --complete 10000

Between two sides each deal is played twice, with the sides exchanged, and a pair of games counts as
one: that takes away the luck of the deal. Where there are more the first plays alone among the
second, once at each seat, on the same deals. With `--signals` everybody signals what they hold;
`LEVEL:deaf` sees no signal. `random` says anything legal; `odds:X` knows how likely it holds the
best hand, bets on that alone, neither listens nor bluffs, and sees an órdago from X on;
`LEVEL+HABIT` is that player with a habit of `sparring`. `--stages` follows the pupil of the course
from lesson to lesson: what the rules of each add against those named, in hundredths of a game won
a hand on the same deals, and how many games it wins then (of others than `easy` at the end alone);
`--write` keeps the games in `lessons/wins.yaml`, from which the course tells them. `--gallery`
plays against the habits that walk over a weak player, put on the player itself, and `--silly`
against those of somebody without sense. `--complete` plays so many games spread over
every rulebook, by players of every level and at random, and tells every call that was refused:
there must be none. A player of anybody's is MODULE:CLASS, made with `seed=N`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import cycle
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, median, stdev

import sparring

from mustutor import games, view
from mustutor.base import yaml_text
from mustutor.base.errors import MustutorError
from mustutor.base.files import data
from mustutor.base.json_text import digest
from mustutor.base.register import traits
from mustutor.games.bot import LEVELS, Bot, is_level, lesson_order, level
from mustutor.games.mus import rules_of_thumb
from mustutor.games.mus_family import bot_lances
from mustutor.games.mus_family.bot_lances import CLUB, LancePlayer
from mustutor.games.seat_view import SeatView
from mustutor.model.calls import Call
from mustutor.model.cards import fresh_pack
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant, resolve_embedded
from mustutor.model.variant_file import variant_ids
from mustutor.replay.simulate import AtRandom, play_hand

MOST_HANDS = {"enfle": 20}
"""Where a match would go on for very long: so many hands are enough."""
ONE_GAME = {
    "mus": {"match.games": 1, "match.vacas": 1},
    "encaje": {"encaje.session_losses": 1},
}
"""What makes a match one game, where a match has several."""


class TrueOdds:
    """How likely a side holds the best hand, by own hand, seat and who declared what: counted.

    Over many deals as they are when the mus is over; numpy counts them (the extra `train`).
    """

    def __init__(self, variant: Variant, seats: int) -> None:
        from mustutor.analysis.training.self_play import HandTable, deals

        alone = variant.word("players.mode") == "individual"
        self._variant, self._seats, self._sides = variant, seats, seats if alone else 2
        self._table = HandTable(variant)
        self._dealt = deals(self._table, seats, 300_000, 99)
        self._found: dict[object, Mapping[int, float]] = {}

    def of(self, lance: str, able: tuple[int, ...], own: int, place: int) -> float:
        """The chance of player `own` of those able, who has a hand of this place."""
        key = lance, able, own
        if key not in self._found:
            self._found[key] = self._counted(lance, able, own)
        return self._found[key].get(place, 0.5)

    def _counted(self, lance: str, among: tuple[int, ...], own: int) -> Mapping[int, float]:
        import numpy as np

        from mustutor.analysis.training.self_play import hands_with_lance

        hands = self._table.places[lance][hands_with_lance(self._table, lance, self._dealt, among)]
        side = np.array(among) % self._sides
        wins = side[hands.argmin(1)] == side[own]
        often = np.bincount(hands[:, own])
        won = np.bincount(hands[:, own], wins)
        return {int(place): won[place] / often[place] for place in np.flatnonzero(often)}


@cache
def true_odds(variant: Variant, seats: int) -> TrueOdds:
    """The odds of a rulebook, counted once."""
    return TrueOdds(variant, seats)


class OddsPlayer(LancePlayer):
    """Knows how likely its side holds the best hand, and bets on nothing else."""

    name = "odds"

    def __init__(self, dares: float, seed: str) -> None:
        super().__init__(CLUB._replace(bluff=0.0), Random(seed))
        self._dares = dares

    def chance(self, view, _):
        position = view.position
        order, state = position.order, position.state
        holders = state.holders or order
        able = tuple([number for number, seat in enumerate(order) if seat in holders])
        place = state.ranking.place(position.lance, position.hand_of(view.seat))
        if not place:
            return 0.0
        own = able.index(order.index(view.seat))
        return true_odds(view.variant, len(order)).of(position.lance, able, own, place)

    def answer(self, chance, may, view, talk):
        if talk.all_in:
            return "quiero" if chance > self._dares and "quiero" in may else "no quiero"
        return super().answer(chance, may, view, talk)


class Deaf:
    """A player who sees no signal."""

    def __init__(self, player: Bot) -> None:
        self.name, self._player = player.name, player

    def speak(self, view: SeatView) -> str:
        calls = tuple([call for call in view.calls if f" {bot_lances.GESTURE} " not in call])
        return self._player.speak(view._replace(calls=calls))


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Bot, spent: list[float]) -> None:
        self.name, self._player, self._spent = player.name, player, spent

    def speak(self, view: SeatView) -> str:
        begun = time.perf_counter()
        said = self._player.speak(view)
        self._spent.append(time.perf_counter() - begun)
        return said


class Chooser:
    """The players at a table, some of whom may say anything legal; `refused` is what was not."""

    def __init__(
        self, players: Mapping[str, Bot | None], seed: str, *, signals: bool = False
    ) -> None:
        self._players, self._signals = players, signals
        self.refused: list[tuple[str, tuple[str, ...], str, str]] = []
        self._chance = AtRandom(Random(seed))
        self._heard: dict[str, tuple[str, ...]] = {}
        self._steps: dict[str, int] = {}
        self._looked: set[object] = set()
        self._hand = 0

    def _view(self, position: Position, steps: Sequence[Step]) -> SeatView:
        """The view of whoever speaks; what was said before is not written anew each time."""
        seat = position.speaker
        if position.rulings:
            return view(position, seat, steps)
        if position.table.hand != self._hand:
            self._hand = position.table.hand
            self._heard.clear()
            self._steps.clear()
        seen = view(position, seat, steps[self._steps.get(seat, 0) :])
        self._steps[seat] = len(steps)
        self._heard[seat] = (*self._heard.get(seat, ()), *seen.calls)
        return seen._replace(calls=self._heard[seat])

    def _signal(self, position: Position, steps: Sequence[Step]) -> Call | None:
        """The next signal of the speaker's side, the partner's first; once for the same cards."""
        table, speaker = position.table, position.speaker
        for seat in sorted(table.seats, key=speaker.__eq__):
            held = table.hand, seat, position.hand_of(seat), position.lance == "mus"
            if table.side_of(seat) == table.side_of(speaker) and held not in self._looked:
                words = bot_lances.sign(view(position, seat, steps))
                if words:
                    return games.read_call(f"{seat} {words}", position.variant)
                self._looked.add(held)
        return None

    def __call__(self, position: Position, steps: Sequence[Step]) -> Call:
        player = self._players[position.speaker]
        if player is None:
            return self._chance(position, steps)
        if self._signals and (call := self._signal(position, steps)):
            return call
        seen = self._view(position, steps)
        words = player.speak(seen)
        try:
            fault = seen.why_not(words)
            if fault is None:
                return games.read_call(f"{seen.seat} {words}", seen.variant)
            reason = fault.said()
        except MustutorError as problem:
            reason = problem.said()
        self.refused.append((seen.line, seen.hand, words, reason))
        return self._chance(position, steps)


def made(kind: str, seed: str) -> Bot | None:
    """A player by its level, its class, or as told above; None says anything."""
    if kind == "random":
        return None
    if "+" in kind and not is_level(kind):
        base, _, habit = kind.partition("+")
        odds, player = OddsPlayer(0.7, seed), made(base, seed)
        assert player is not None, "a habit is put on a player"
        does = {**sparring.SILLY, **sparring.GALLERY}[habit]
        return sparring.Habit(does, player, lambda view: odds.chance(view, None), seed)
    if kind.startswith("odds:"):
        return OddsPlayer(float(kind[5:]), seed)
    number = int.from_bytes(seed.encode(), "big")
    if kind.endswith(":deaf"):
        return Deaf(level(kind.removesuffix(":deaf"))(seed=number))
    if ":" in kind and not is_level(kind):
        module, name = kind.split(":")
        return getattr(import_module(module), name)(seed=number)
    return level(kind)(seed=number)


def played(
    variant: Variant, players, seed: str, *, signals: bool = False
) -> tuple[Position, Chooser]:
    """Play a game: the deals hang on the seed alone."""
    game, seats = games.game_of(variant.game), tuple(players)
    random = Random(seed)
    position = games.start(
        variant, seats=seats, mano=game.chance.first_mano(seats, random.random())
    )
    chooser = Chooser(players, seed, signals=signals)
    for number in range(MOST_HANDS.get(variant.game, 400)):
        pack = fresh_pack(game.chance.pack(position), digest(f"{seed}:{number}"), str(number))
        before = sum(position.stones) + position.out + sum(pot for _, pot in position.pots)
        _, end = play_hand(position, pack, chooser)
        if "own_stones" in traits(variant.game):
            after = sum(end.stones) + end.out + sum(pot for _, pot in end.pots)
            assert after == before, f"{before} stones became {after}"
        manos = games.next_manos(end)
        if not manos:
            break
        position = games.next_hand(end, mano=manos[int(random.random() * len(manos))])
    return end, chooser


def one_game(name: str, **others: object) -> Variant:
    """A variant of which a match is one game, with other options where they are told."""
    variant = load_variant(name)
    changes = {**ONE_GAME.get(variant.game, {}), **others}
    return resolve_embedded({**variant.as_json(), **changes}, variant.id) if changes else variant


def told(shares: Sequence[float], what: str) -> str:
    """A share of games with the interval that holds it nineteen times in twenty."""
    error = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    return f"{what} {100 * mean(shares):.1f} % ± {100 * error:.1f}"


def result(end: Position, own: str) -> tuple[float, str]:
    """How a game ended for a seat that plays alone, and what the number says."""
    if games.game_of(end.variant.game).rules.carries_pots:  # whoever wins there has won one deal
        front = dict(zip(end.table.sides, end.stones, strict=True))
        return front[own] / sum(front.values()), "has of the chips"
    if end.loser:
        return end.loser == own, "loses"
    return end.winner == own, "wins"


def tournament(
    first: str, second: str, variant: Variant, seats: Sequence[str], asked: argparse.Namespace
) -> Sequence[float]:
    """Play one kind of player against another, and tell who won how much; the shares of pairs."""
    name, number, seed = asked.variant, asked.games, asked.seed
    table = games.start(variant, seats=seats, mano=seats[0]).table
    if len(table.sides) != len(seats) or asked.seats:
        name += f" with {len(seats)} seats"
    spent: list[float] = []
    refused: list[object] = []
    shares: list[float] = []
    dared: list[bool] = []

    def play(chosen: Callable[[str], bool], deal: int) -> Position:
        players = {}
        for seat in seats:
            kind = first if chosen(seat) else second
            player = made(kind, f"{seed}:{deal}:{seat}")
            players[seat] = Timed(player, spent) if player and chosen(seat) else player
        end, chooser = played(variant, players, f"{seed}:{deal}", signals=asked.signals)
        refused.extend(chooser.refused)
        if "target" in traits(variant.game):
            dared.append(any(outcome.kind == "ordago" for outcome in end.state.closed))
        return end

    if "target" in traits(variant.game) and len(table.sides) == 2:
        teams = [frozenset([seat for seat in seats if seat[0] == side]) for side in "AB"]
        for deal in range(number // 2):
            ends = [play(team.__contains__, deal) for team in teams]
            shares.append(mean([end.winner == side for end, side in zip(ends, "AB", strict=True)]))
        print(told(shares, f"{name}: {first} wins against {second} in"), f"({number} games)")
    else:
        for deal in range(number // len(seats)):
            ends = [play(own.__eq__, deal) for own in seats]
            results = [result(end, own) for end, own in zip(ends, seats, strict=True)]
            shares.append(mean([share for share, _ in results]))
        what = f"{name}: {first} among {second} {results[0][1]}"
        print(told(shares, what), f"({number} games; equals: {100 / len(seats):.1f} %)")
    if dared:
        print(f"  ended by an accepted ordago: {100 * mean(dared):.0f} % of the games")
    if spent:
        spent.sort()
        print(
            f"  a decision of {first}: median {1000 * median(spent):.2f} ms,"
            f" nineteen in twenty under {1000 * spent[int(0.95 * len(spent))]:.1f} ms"
        )
    print(f"  refused calls: {len(refused)}", *refused[:3], flush=True)
    return shares


def single_hands(
    first: str, second: str, variant: Variant, seats: Sequence[str], asked: argparse.Namespace
) -> None:
    """Play single hands at scores drawn for them, each twice, and tell the chance that is won.

    The luck of the match is taken away as well: a hand counts as what it makes of the score.
    """
    gains: dict[str, list[float]] = {"at the beginning": [], "at any score": []}
    for deal in range(asked.hands // 2):
        gained = hand_gained(first, second, variant, seats, deal, asked)
        gains[list(gains)[deal % 2]].append(gained)
    for when, found in gains.items():
        print(f"  a hand {when}: {gained_on_average(found)} in a hundred games won")


def hand_gained(
    first: str,
    second: str,
    variant: Variant,
    seats: Sequence[str],
    deal: int,
    asked: argparse.Namespace,
) -> float:
    """What the first gains on one deal, in hundredths of a game; every other at a drawn score."""
    game, seed = games.game_of(variant.game), asked.seed
    random = Random(f"{seed}:{deal}")
    target = variant.number("score.target")
    stones = {side: deal % 2 * random.randrange(target) for side in "AB"}
    pack = fresh_pack(
        game.chance.pack(games.start(variant, seats=seats, mano=seats[0])), seed, str(deal)
    )
    won = 0.0
    for side in "AB":
        players = {
            seat: made(first if seat[0] == side else second, f"{seed}:{deal}:{seat}")
            for seat in seats
        }
        start = games.start(variant, seats=seats, mano=seats[0], stones=stones)
        _, end = play_hand(start, pack, Chooser(players, f"{seed}:{deal}", signals=asked.signals))
        won += sparring.win_chance(end, next(seat for seat in seats if seat[0] == side))
    return 100 * (won - 1) / 2


def gained_on_average(found: Sequence[float]) -> str:
    """What is gained a hand, with the interval that holds it nineteen times in twenty."""
    return f"{mean(found):+.2f} ± {1.96 * stdev(found) / sqrt(len(found)):.2f}"


def stages(variant: Variant, seats: Sequence[str], asked: argparse.Namespace) -> None:
    """What each lesson that states rules of thumb adds to the pupil, against each rival."""
    stated = {rule.lesson for rule in rules_of_thumb.RULES}
    lessons = [lesson for lesson in lesson_order() if lesson in stated]
    before = lesson_order()[0]
    assert before not in stated
    kept = data("lessons") / "wins.yaml"
    measured = yaml_text.read(kept).data if kept.exists() else {}
    wins = {lesson: dict(measured.get(lesson, {})) for lesson in lessons}
    for rival in asked.players:
        gains: dict[str, list[float]] = {}
        for lesson in (before, *lessons):
            kind = f"pupil:{lesson}"
            gains[lesson] = [
                hand_gained(kind, rival, variant, seats, deal, asked)
                for deal in range(asked.hands // 2)
            ]
            if asked.hands and len(gains) > 1:
                last = list(gains.values())[-2]
                more = [now - was for now, was in zip(gains[lesson], last, strict=True)]
                print(f"{kind} adds {gained_on_average(more)} a hand against {rival}", flush=True)
            if asked.games and (lesson == lessons[-1] or (lesson in lessons and rival == "easy")):
                shares = tournament(kind, rival, variant, seats, asked)
                error = 1960 * stdev(shares) / sqrt(len(shares))
                won = {"of_1000": round(1000 * mean(shares)), "error": round(error)}
                wins[lesson][rival] = {**won, "games": asked.games}
                if asked.write:
                    keep_wins(kept, wins)


def keep_wins(file: Path, wins: Mapping[str, object]) -> None:
    """Keep what the pupil wins for the course to tell; what was not played stays as it was."""
    lines = ["# Written by tests/benchmarks/tournament.py --stages --write: games that the pupil"]
    lines += [
        "# wins with the rules stated up to a lesson, and its error, by who plays against it."
    ]
    lines += [f"{lesson}: {json.dumps(told)}" for lesson, told in wins.items() if told]
    file.write_text("\n".join(lines) + "\n", "utf-8")


def complete(number: int, seed: str) -> int:
    """Play games spread over every rulebook, and count what was refused."""
    names = variant_ids()
    wrong = 0
    for deal, name in zip(range(number), cycle(names), strict=False):
        variant = one_game(name)
        seats = games.game_of(variant.game).rules.seats(variant, 0)
        kinds = [*LEVELS, "random"]
        players = {
            seat: made(kinds[(place + deal // len(names)) % len(kinds)], f"{seed}:{deal}:{seat}")
            for place, seat in enumerate(seats)
        }
        _, chooser = played(variant, players, f"{seed}:{deal}")
        for refusal in chooser.refused:
            print(name, deal, refusal)
        wrong += len(chooser.refused)
        if not (deal + 1) % 500:
            print(f"  {deal + 1} games, calls refused: {wrong}", flush=True)
    print(f"{number} games over {len(names)} rulebooks, calls refused: {wrong}")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", nargs="*", default=["club", "easy"])
    parser.add_argument("--variant", default="fournier")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--hands", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--mode", default="", choices=["pairs", "trios", "individual"])
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--signals", action="store_true")
    parser.add_argument("--gallery", action="store_true")
    parser.add_argument("--silly", action="store_true")
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--complete", type=int, default=0)
    asked = parser.parse_args()
    for kind in asked.players:
        try:
            made(kind, "1")
        except (ImportError, LookupError, MustutorError, ValueError):
            parser.error(f"nobody plays as {kind}")
    if asked.complete:
        return complete(asked.complete, asked.seed)
    seats = {"pairs": 4, "trios": 6}.get(asked.mode, asked.seats)
    changes = {"players.mode": asked.mode, "players.count": seats} if asked.mode else {}
    try:
        variant = one_game(asked.variant, **changes)
    except MustutorError as problem:
        parser.error(str(problem))
    seats = games.game_of(variant.game).rules.seats(variant, asked.seats)
    if asked.stages:
        stages(variant, seats, asked)
        return 0
    if asked.gallery or asked.silly:
        level = asked.players[0]
        habits = sparring.GALLERY if asked.gallery else {**sparring.SILLY, "random": None}
        for habit in habits:
            rival = "random" if habit == "random" else f"{level}+{habit}"
            tournament(level, rival, variant, seats, asked)
        return 0
    if len(asked.players) != 2:
        parser.error("two kinds of players are compared")
    first, second = asked.players
    tournament(first, second, variant, seats, asked)
    if asked.hands:
        single_hands(first, second, variant, seats, asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
