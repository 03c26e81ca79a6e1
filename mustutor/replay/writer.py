"""Write records: strict, one spelling, byte for byte, and never half a file.

A match is written as canonical JSON (sorted names, no spaces, text as it is) and a line end.
Calls are written in their one spelling; those that lean on the stake on the table (`5 mas`) are
spelled out by playing the record.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from mustutor.calls import DECK, Call, Grammar, grammar_of, write_call
from mustutor.canonical import canonical
from mustutor.drafts import clear_away, draft_file, take_place
from mustutor.errors import IllegalCall, NotationError, ReplayError, VariantError
from mustutor.language import mark
from mustutor.replay.format import Replay, Round
from mustutor.replay.playback import play_back
from mustutor.replay.rules import game_named, rules_of


def dumps(replay: Replay) -> str:
    """Write a match as canonical text, with its line end."""
    return canonical(spelled_out(replay).as_json()) + "\n"


def dump(replay: Replay, file: IO[str]) -> None:
    """Write a match to an open text file."""
    file.write(dumps(replay))


def write(path: str | os.PathLike[str], replays: Iterable[Replay]) -> None:
    """Write matches to a file, all or nothing: the old file stays until the new one is whole.

    Raises ReplayError where a match cannot be written, or the file cannot.
    """
    target = Path(path)
    try:
        handle, name = draft_file(target.parent, f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                for replay in replays:
                    dump(replay, file)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(target))
            take_place(name, target)
        finally:
            clear_away(name)
    except (OSError, ValueError) as problem:
        raise ReplayError(
            mark("It cannot be written: {why}."),
            file=os.fspath(path),
            why=(problem.strerror if isinstance(problem, OSError) else None) or str(problem),
        ) from problem


def _mode(target: Path) -> int:
    """The permissions a plain new file would get here, or those the old one has."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def spelled_out(replay: Replay) -> Replay:
    """The record with every call in its one spelling; a call nobody can read is an error."""
    hands = []
    leaning = False
    game = game_named(replay.variant)
    for number, hand in enumerate(replay.hands, 1):
        rounds = []
        places = hand.places(number)
        for round_ in hand.rounds:
            grammar = grammar_of(round_.lance, game)
            read = [
                _read(text, grammar, str(place))
                for text, place in zip(round_.calls, places, strict=False)
            ]
            lean = grammar.lean(read)
            leaning = leaning or any(lean)
            calls = tuple(
                [
                    text if leans else write_call(call, grammar)
                    for text, call, leans in zip(round_.calls, read, lean, strict=True)
                ]
            )
            rounds.append(round_ if calls == round_.calls else round_._replace(calls=calls))
        hands.append(hand._replace(rounds=tuple(rounds)))
    spelled = replay._replace(hands=tuple(hands))
    return _stakes_told(spelled) if leaning else spelled


def _read(text: str, grammar: Grammar, place: str) -> Call:
    try:
        return grammar.read(text)
    except NotationError as problem:
        raise ReplayError(mark("{place}: {problem}"), place=place, problem=problem.said()) from None


def _stakes_told(replay: Replay) -> Replay:
    """Play the record to find the stake each leaning call amounts to."""
    try:
        variant, _ = rules_of(replay)
        played = list(play_back(replay, variant, checks=False))
    except (IllegalCall, VariantError) as problem:
        if not _must_be_played(replay):
            return _in_words(replay)
        raise ReplayError(
            mark(
                "A call depends on the stake on the table, but the record cannot be played: {why}"
            ),
            why=str(problem),
        ) from None
    hands, game = list(replay.hands), game_named(replay.variant)
    for one in played:
        said = iter(step.call for step in one.steps if step.call.seat != DECK)
        rounds: list[Round] = []
        for round_ in one.hand.rounds:
            grammar = grammar_of(round_.lance, game)
            heard = [next(said, None) or grammar.read(text) for text in round_.calls]
            calls = [write_call(call, grammar) for call in heard]
            rounds.append(round_._replace(calls=tuple(calls)))
        hands[one.number - 1] = one.hand._replace(rounds=tuple(rounds))
    return _in_words(replay._replace(hands=tuple(hands)))


def _in_words(replay: Replay) -> Replay:
    """The record with what could not be played in the one spelling of its words."""
    game, hands = game_named(replay.variant), []
    for hand in replay.hands:
        rounds = []
        for round_ in hand.rounds:
            grammar = grammar_of(round_.lance, game)
            calls = tuple([write_call(grammar.read(text), grammar) for text in round_.calls])
            rounds.append(round_._replace(calls=calls))
        hands.append(hand._replace(rounds=tuple(rounds)))
    return replay._replace(hands=tuple(hands))


def _must_be_played(replay: Replay) -> bool:
    """Whether a call leans on the stake on the table in its one spelling too, as five more does."""
    game = game_named(replay.variant)
    for hand in replay.hands:
        for round_ in hand.rounds:
            grammar = grammar_of(round_.lance, game)
            read = grammar.read
            alone = ([read(write_call(read(text), grammar))] for text in round_.calls)
            if any(any(grammar.lean(call)) for call in alone):
                return True
    return False
