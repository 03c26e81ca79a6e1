"""Writing records: canonical text, and atomic files.

A match is written as canonical JSON (sorted names, no spaces, text as it is) and a line end.
Calls are written in canonical spelling; for those relative to the current stake (`5 mas`), the
record is played to find the total. `recorded_hand` and `recorded_match` make the record of a hand
or match that was played here.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import IO

from mustutor import games
from mustutor.base.errors import (
    NO_RECORD,
    IllegalCall,
    NotationError,
    ReplayError,
    VariantError,
    expect,
)
from mustutor.base.files import remove_if_exists, replace_file, temporary_file
from mustutor.base.json_text import Json, canonical
from mustutor.base.language import mark
from mustutor.games import Game
from mustutor.games.player import Round
from mustutor.model.calls import DECK, Call, Grammar, grammar_of, write_call
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant
from mustutor.replay.format import Hand, Replay, game_named, named_rules, rules_of
from mustutor.replay.playback import Played, play_back
from mustutor.replay.seals import with_seals


def dumps(replay: Replay) -> str:
    """Write a match as canonical text, with its line end.

    >>> import mustutor
    >>> dumps(mustutor.simulate("madrid", seed=7))[:24]
    '{"format":"mus-replay/1"'
    """
    expect(replay, Replay, NO_RECORD)
    return canonical(with_calls_in_full(replay).as_json()) + "\n"


def dump(replay: Replay, file: IO[str]) -> None:
    """Write a match to an open text file."""
    file.write(dumps(replay))


def write(path: str | os.PathLike[str], replays: Iterable[Replay]) -> None:
    """Write matches to a file, atomically: the old file stays until the new one is complete.

    Raises ReplayError if a match, or the file, cannot be written.
    """
    target = Path(path)
    try:
        handle, name = temporary_file(target.parent, f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                for replay in replays:
                    dump(replay, file)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(target))
            replace_file(name, target)
        finally:
            remove_if_exists(name)
    except (OSError, ValueError) as problem:
        raise ReplayError(
            mark("It cannot be written: {why}."),
            file=os.fspath(path),
            why=(problem.strerror if isinstance(problem, OSError) else None) or str(problem),
        ) from problem


def _mode(target: Path) -> int:
    """The permissions of a new file in that folder, or those of the old file."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def with_calls_in_full(replay: Replay) -> Replay:
    """The record with every call in canonical spelling. Raises ReplayError."""
    relative = False
    hands = enumerate(replay.hands, 1)
    places = (str(place) for number, hand in hands for place in hand.places(number))

    def spelled(round_: Round, grammar: Grammar) -> Iterator[str]:
        nonlocal relative
        calls = zip(round_.calls, places, strict=False)
        read = [_read(text, grammar, place) for text, place in calls]
        lean = grammar.lean(read)
        relative = relative or any(lean)
        for text, call, leans in zip(round_.calls, read, lean, strict=True):
            yield text if leans else write_call(call, grammar)

    replay = _respelled(replay, spelled)
    return _with_stakes(replay) if relative else replay


def _respelled(replay: Replay, spelled: Callable[[Round, Grammar], Iterable[str]]) -> Replay:
    """The record with the calls of each round spelled anew."""
    game, hands = game_named(replay.variant), []
    for hand in replay.hands:
        rounds = []
        for round_ in hand.rounds:
            calls = tuple(spelled(round_, grammar_of(round_.lance, game)))
            rounds.append(round_ if calls == round_.calls else round_._replace(calls=calls))
        hands.append(hand._replace(rounds=tuple(rounds)))
    return replay._replace(hands=tuple(hands))


def _read(text: str, grammar: Grammar, place: str) -> Call:
    try:
        return grammar.read(text)
    except NotationError as problem:
        raise ReplayError(mark("{place}: {problem}"), place=place, problem=problem.said()) from None


def _with_stakes(replay: Replay) -> Replay:
    """Play the record to find the stake of each relative call."""
    played: list[Played] = []
    try:
        variant, _ = rules_of(replay)
        played += play_back(replay, variant, checks=False)
    except (IllegalCall, VariantError) as problem:
        if _must_be_played(replay):
            sentence = mark(
                "A call depends on the stake on the table, but the record cannot be played: {why}"
            )
            raise ReplayError(sentence, why=str(problem)) from None
        played = []
    said = {one.number: iter(step.call for step in one.calls) for one in played}
    numbers = (n for n, hand in enumerate(replay.hands, 1) for _ in hand.rounds)

    def spelled(round_: Round, grammar: Grammar) -> Iterator[str]:
        heard = said.get(next(numbers), iter(()))
        for text in round_.calls:
            # What was heard is as canonical as what is read, but for the stake.
            told = write_call(next(heard, None) or grammar.read(text), grammar)
            yield write_call(grammar.read(told), grammar)

    return _respelled(replay, spelled)


def _must_be_played(replay: Replay) -> bool:
    """Whether a call depends on the current stake even in its canonical spelling."""
    game = game_named(replay.variant)
    for round_ in [round_ for hand in replay.hands for round_ in hand.rounds]:
        grammar = grammar_of(round_.lance, game)
        alone = [grammar.read(write_call(grammar.read(text), grammar)) for text in round_.calls]
        if any(any(grammar.lean([call])) for call in alone):
            return True
    return False


def recorded_hand(
    steps: Sequence[Step], end: Position, *, mano: str, deal: Json | None = None
) -> Hand:
    """Record a hand: its calls with checks, its ledger, and the stones after it.

    `steps` are as `games.hear` makes them, `end` is the position after settlement.

    `deal` has the source of the cards; the cards dealt are added to it.
    """
    rounds: list[Round] = []
    written: Json = {"source": "composed", **(deal or {})}
    calls: list[str] = []
    checks: list[str] = []
    lance, over = "", False
    game = games.game_of(end.variant.game)
    for step in steps:
        if step.call.seat == DECK:
            hands = {seat: list(cards) for seat, cards in step.call.hands}
            if step.call.verb == "reparte":
                written["cards"] = hands
            else:
                rounds.append(Round(lance, tuple(calls), hands, tuple(checks)))
                calls, checks, lance = [], [], ""
            continue
        if step.before.lance != lance or over:
            if calls:
                rounds.append(Round(lance, tuple(calls), None, tuple(checks)))
            calls, checks, lance = [], [], step.before.lance
        calls.append(write_call(step.call, game.words.grammar))
        checks.append(step.after.check())
        over = games.ends_round(step)
    if calls:
        rounds.append(Round(lance, tuple(calls), None, tuple(checks)))
    if steps:
        written |= game.gaps.stated_stock(steps[0].before, end)
    if game.chance.drawing_verbs and "stock" not in written:
        rounds = with_draws(rounds, steps, game)
    return Hand(mano, tuple(rounds), written, *stated(end))


def stated(end: Position) -> tuple[tuple[Json, ...], dict[str, int] | None]:
    """What a record states at the end of a hand: its ledger, and the stones after it."""
    ledger = tuple([entry.as_json() for entry in end.ledger])
    return ledger, end.in_front() if end.lance == "end" else None


def with_draws(rounds: Sequence[Round], steps: Sequence[Step], game: Game) -> list[Round]:
    """The rounds with the cards each seat drew in them, up to the first unknown draw."""
    calls = iter([step for step in steps if step.call.seat != DECK])
    drawn: list[Round] = []
    for round_ in rounds:
        told: dict[str, list[str]] = {}
        unknown: set[str] = set()
        for step in islice(calls, len(round_.calls)):
            seat, verb = step.call.seat, step.call.verb
            cards = game.chance.drawn_card(step) if verb in game.chance.drawing_verbs else ()
            if verb in game.chance.drawing_verbs and not cards:
                unknown.add(seat)
            if seat not in unknown and cards:
                told.setdefault(seat, []).extend(cards)
        drawn.append(round_._replace(draws=told) if told else round_)
    return drawn


def recorded_match(
    variant: Variant,
    first: Position,
    hands: Sequence[Hand],
    *,
    about: Mapping[str, object] | None = None,
) -> Replay:
    """Record and seal a match from its first position and its hands."""
    replay = Replay(
        variant=named_rules(variant),
        seats=first.table.seats,
        hands=tuple(hands),
        start=first.starting_stones(),
        about=dict(about or {}),
    )
    return with_seals(replay)
