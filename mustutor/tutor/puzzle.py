"""Puzzles: a table under way at which somebody acts, as data, as a question and as a walk.

A `Puzzle` is the record of a hand as one seat saw it, up to the moment when it speaks, with the
calls that count as right and, for each that loses, what it loses and a deal that shows it. Those
that come along stand in ``lessons/puzzles``, a file a theme, a line a puzzle; their format is
``schemas/puzzle-1.schema.json``. What they are about is a `PuzzleTheme` of their game.

A puzzle of one's own is made of a call that the coach has judged: ``puzzle_of(decision, source)``.
Its deal is the real one. `mustutor.tutor.puzzle_walk` poses either as a question
(``puzzle_stop``) and as a walk (``Walk(PuzzleSource([puzzle], language))``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from mustutor import games
from mustutor.base.errors import IllegalCall, LessonError
from mustutor.base.files import data
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.base.register import game_part, traits
from mustutor.base.register import games as known_games
from mustutor.base.schema import closest_match
from mustutor.games import bot, game_of
from mustutor.games.drill import PuzzleTheme
from mustutor.games.seat_view import SeatView, heard_by, view
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.cards import Pack
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant
from mustutor.replay.format import Hand as RecordedHand
from mustutor.replay.format import Replay, decoded, named_rules, rules_of
from mustutor.replay.playback import play_back
from mustutor.replay.simulate import play_on
from mustutor.replay.writer import recorded_hand, with_draws

if TYPE_CHECKING:
    from mustutor.analysis.coach.match import Decision

FOLDER, SUFFIX, PREFIX = "puzzles", ".jsonl", "puzzle:"
USUAL_RATING = 1500

HeardOrServed = str | Mapping[str, Sequence[str]]
"""A call of a future as a record writes it; or the cards the deck serves, by seat."""


class Future(NamedTuple):
    """How a hand goes on after a call: what is heard, and what each side has at the end.

    `decided` is the side that has won the game then, or lost it where one loses.
    """

    heard: Sequence[HeardOrServed]
    after: Mapping[str, int]
    decided: str = ""


class WrongCall(NamedTuple):
    """A call that loses against the best, by thousandths of a stone, with the error of that.

    `share` is in how many of a thousand deals that fit the best does better, and `against` in how
    many this call does; None where nobody counted. `cards` are hidden cards that show it, by seat,
    with the two `futures` on them, of this call and of the best; none where no deal is at hand.
    """

    call: str
    loss: int
    error: int
    share: int | None = None
    against: int | None = None
    cards: Mapping[str, Sequence[str]] = field(default_factory=dict)
    futures: tuple[Future, Future] | None = None

    def as_json(self) -> Json:
        """The call as the file of its puzzle has it, without what nobody knows."""
        told = {name: thing for name, thing in self._asdict().items() if thing not in (None, {})}
        return (
            {**told, "futures": [way._asdict() for way in self.futures]} if self.futures else told
        )


def wrong_call_read(given: Json) -> WrongCall:
    """A wrong call from the file of its puzzle."""
    futures = [Future(**way) for way in given.get("futures", ())]
    return WrongCall(**{**given, "futures": tuple(futures) or None})


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A moment of a hand at which somebody acts, and what is right there.

    `record` is a match of one hand as the seat saw it, up to the moment. `answers` are the calls
    that count as right, the best first; `wrong` those that lose, `unsure` those of which nobody can
    tell, and `error` is the greatest error of what sets the wrong ones apart, in thousandths of a
    stone. `odds` are the chance of
    the best hand, the deje, what is needed to accept, and what a stone is worth, as
    `mustutor.analysis.coach.decision` has them; none where a game has no lances. `source` says
    which match it is from.
    """

    id: str
    theme: str
    record: Json
    answers: tuple[str, ...]
    wrong: tuple[WrongCall, ...]
    unsure: tuple[str, ...] = ()
    odds: Sequence[int] | None = None
    rating: int = USUAL_RATING
    title: Mapping[str, str] = field(default_factory=dict)
    source: str = ""

    @property
    def name(self) -> str:
        """The name of its question in a progress file."""
        return f"{PREFIX}{self.id}"

    @property
    def error(self) -> int:
        """The greatest error of what sets the answers apart, in thousandths of a stone."""
        return max((wrong.error for wrong in self.wrong), default=0)

    @cached_property
    def replay(self) -> Replay:
        """The record."""
        return decoded(self.record)

    @cached_property
    def variant(self) -> Variant:
        """The rulebook."""
        return rules_of(self.replay)[0]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the hand up to the moment, by what the seat knows."""
        *_, played = play_back(self.replay, self.variant, checks=False)
        return tuple(played.steps)

    @property
    def position(self) -> Position:
        """The moment, with the cards that the seat sees."""
        return self.steps[-1].after

    @property
    def seat(self) -> str:
        """Who speaks."""
        return self.position.speaker

    @cached_property
    def seen(self) -> SeatView:
        """The view of the seat."""
        return view(self.position, self.seat, self.steps)

    def document(self) -> Json:
        """What a program reads of the puzzle; the numbers are in stones."""
        return {
            "id": self.id,
            "theme": self.theme,
            "rating": self.rating,
            "variant": self.variant.id,
            "line": self.seen.line,
            "seat": self.seat,
            "hand": list(self.seen.hand),
            "options": [option._asdict() for option in self.seen.options],
            "answers": list(self.answers),
            "error": self.error / 1000,
        }

    def read(self, words: str) -> Call:
        """A call of the seat."""
        return games.read_call(f"{self.seat} {words}", self.variant)

    def with_cards(self, cards: Mapping[str, Sequence[str]]) -> Position:
        """The moment with hidden cards laid as well."""
        deck = game_of(self.variant.game).chance.deck
        return with_cards(
            self.position, {seat: tuple(map(deck.read, hand)) for seat, hand in cards.items()}
        )

    def as_json(self) -> Json:
        """The puzzle as its file has it."""
        return {
            "id": self.id,
            "theme": self.theme,
            "title": dict(self.title),
            "rating": self.rating,
            "source": self.source,
            "answers": list(self.answers),
            **({} if self.odds is None else {"odds": list(self.odds)}),
            "wrong": [one.as_json() for one in self.wrong],
            "unsure": list(self.unsure),
            "record": self.record,
        }


def puzzle_read(given: Json) -> Puzzle:
    """A puzzle from a line of its file, which fits the schema ``puzzle``."""
    known: Json = {
        **given,
        "answers": tuple(given["answers"]),
        "wrong": tuple(map(wrong_call_read, given["wrong"])),
        "unsure": tuple(given.get("unsure", ())),
    }
    return Puzzle(**known)


# --- those that come along ----------------------------------------------------------------


@cache
def themes() -> Mapping[str, PuzzleTheme]:
    """The themes of all games, by their ids."""
    return {theme.id: theme for game in known_games() for theme in game_part(game, "PUZZLES", ())}


@cache
def puzzles(theme: str) -> tuple[Puzzle, ...]:
    """The puzzles of a theme that come along, in the order of their file.

    Raises LessonError for a theme there is not.
    """
    if theme not in themes():
        raise LessonError(
            mark("There is no theme {theme}: there are {themes}."),
            theme=theme,
            themes=", ".join(themes()),
            hint=closest_match(theme, themes()),
        )
    file = data("lessons") / FOLDER / f"{theme}{SUFFIX}"
    if not file.exists():
        return ()
    return tuple(map(puzzle_read, map(json.loads, file.read_text("utf-8").splitlines())))


def all_puzzles() -> Iterator[Puzzle]:
    """Every puzzle that comes along."""
    for theme in themes():
        yield from puzzles(theme)


def drawn_by(found: Iterable[Puzzle], seed: object) -> list[Puzzle]:
    """Puzzles in the order of a seed."""
    drawn = list(found)
    Random(f"puzzles:{seed}").shuffle(drawn)
    return drawn


def of_the_day(found: Iterable[Puzzle], day: date) -> list[Puzzle]:
    """Puzzles from that of a day on: each has its day before one returns.

    >>> tomorrow = of_the_day(all_puzzles(), date(2026, 2, 2))[0]
    >>> of_the_day(all_puzzles(), date(2026, 2, 1))[1].id == tomorrow.id
    True
    """
    drawn = drawn_by(found, "days")
    first = day.toordinal() % max(len(drawn), 1)
    return [*drawn[first:], *drawn[:first]]


def puzzle_named(name: str) -> Puzzle | None:
    """A puzzle that comes along, by the name of its question; None if there is none.

    >>> puzzle_named("puzzle:of_nobody.1") is None
    True
    """
    theme = name.removeprefix(PREFIX).rpartition(".")[0]
    if theme not in themes():
        return None
    return next((one for one in puzzles(theme) if one.name == name), None)


def with_cards(position: Position, cards: Mapping[str, Hand]) -> Position:
    """A position with hands laid by their seats."""
    for seat, hand in cards.items():
        position = position.with_hand(seat, hand)
    return position


# --- making one ---------------------------------------------------------------------------


def record_up_to(steps: Sequence[Step]) -> Json:
    """The record of a hand as the seat that speaks after these steps has seen it, as JSON.

    The cards of others are left out, and the signals of other sides.
    """
    position, first = steps[-1].after, steps[0].before
    seat, game = position.speaker, game_of(position.variant.game)
    side = position.table.side_of
    seen = [
        step._replace(call=heard_by(seat, step.call, step.before))
        for step in steps
        if step.call.verb not in game.words.grammar.gestures or side(step.call.seat) == side(seat)
    ]
    hand = recorded_hand(seen, position, mano=first.mano)
    deal = {**(hand.deal or {}), "source": "composed"}
    for hidden in ("stock", "restocks", "held"):
        deal.pop(hidden, None)
    deal["cards"] = {seat: deal["cards"][seat]}
    told = with_draws(hand.rounds, seen, game) if game.chance.drawing_verbs else hand.rounds
    drawn = [one.draws or {} for one in told]
    rounds = [
        one._replace(checks=None, draws={seat: cards[seat]} if seat in cards else None)
        for one, cards in zip(hand.rounds, drawn, strict=True)
    ]
    own = hand._replace(deal=deal, rounds=tuple(rounds), ledger=None, after=None)
    table, hands = first.table, [own]
    if table.hand > 1 and "target" in traits(position.variant.game):
        # Some rules are those of a first hand alone: this one follows another.
        before = table.seats[table.seats.index(first.mano) - 1]
        hands = [RecordedHand(before, (), after=first.starting_stones()), own]
    start, rules = first.starting_stones(), named_rules(position.variant)
    replay = Replay(rules, table.seats, tuple(hands), start=start)
    return replay.as_json()


def futures_of(
    position: Position, steps: Sequence[Step], calls: tuple[str, str], pack: Pack, seed: int
) -> tuple[Future, Future]:
    """Play a hand on after each of two calls, without the seat, on the same cards.

    `position` is the moment after the steps with the cards of all, `pack` what is left to serve.
    The players are the strongest of the house. Raises IllegalCall where a call is refused.
    """
    first, second = (future_of(position, steps, call, pack, seed) for call in calls)
    return first, second


def future_of(
    position: Position, steps: Sequence[Step], call: str, pack: Pack, seed: int
) -> Future:
    """Play a hand on after one call, as `futures_of` does."""
    bots = {seat: bot.level(bot.strongest())(seed=seed) for seat in position.table.seats}
    heard_by_seat: dict[str, tuple[int, tuple[str, ...]]] = {}

    def speak(now: Position, before: Sequence[Step]) -> Call:
        number, calls = heard_by_seat.get(now.speaker, (0, ()))
        seen = view(now, now.speaker, before[number:])
        seen = seen._replace(calls=(*calls, *seen.calls))  # what was heard before is not read anew
        heard_by_seat[now.speaker] = len(before), seen.calls
        words = bot.answered(bots[now.speaker], seen).words
        return games.read_call(f"{now.speaker} {words}", now.variant)

    made = games.step(position, games.read_call(f"{position.speaker} {call}", position.variant))
    if not isinstance(made, Step):
        raise IllegalCall(made)
    played, end = play_on([*steps, made], pack, speak)
    grammar = game_of(position.variant.game).words.grammar
    heard: list[HeardOrServed] = [
        {seat: list(cards) for seat, cards in step.call.hands}
        if step.call.seat == DECK
        else write_call(step.call, grammar)
        for step in played[len(steps) + 1 :]
    ]
    return Future(heard, end.in_front(), end.winner or end.loser)


def puzzle_of(one: Decision, source: str = "") -> Puzzle:
    """A puzzle of one's own: a call of a match that the coach has judged as losing.

    `source` says which match it is, and is part of its id. The futures are those of the real
    cards, where all are known and nobody exchanges any more.
    """
    from mustutor.analysis.coach.match import words

    was, before = one.judged, one.step.before
    call, best = words(was.call), words(was.best)
    hidden = {seat: tuple(before.hand_of(seat) or ()) for seat in before.order if seat != one.seat}
    futures = None
    whole = all(hidden.values()) and before.lance in game_part(before.variant.game, "PHASES").paid
    if whole:
        futures = futures_of(before, one.before, (call, best), Pack((), ""), one.place.hand)
    wrong = WrongCall(call, was.loss, was.error, cards=hidden if whole else {}, futures=futures)
    why = was.why
    return Puzzle(
        f"own/{one.place}/{source}",
        theme_of(before, one.before),
        record_up_to(one.before),
        (best, *map(words, was.as_good)),
        (wrong,),
        odds=(was.odds or 0, why.deje, why.needed, why.stone) if why is not None else None,
        source=source,
    )


def theme_of(position: Position, steps: Sequence[Step]) -> str:
    """The theme of a moment, the rarest of those it could be; empty if it is of none."""
    found = game_part(position.variant.game, "PUZZLES", ())
    return next((theme.id for theme in found if theme.poses(position, steps)), "")
