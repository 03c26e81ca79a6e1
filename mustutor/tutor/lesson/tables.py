"""The tables of a lesson: deals the engine plays back, by the lesson's own names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from mustutor.calls import DECK
from mustutor.cards import read_hand
from mustutor.errors import IllegalCall, MustutorError
from mustutor.language import mark
from mustutor.replay.failure import Failure
from mustutor.replay.format import FORMAT, Refused, Replay, decode
from mustutor.replay.reader import load_replay, loads
from mustutor.resources import data
from mustutor.schema import closest
from mustutor.tutor.dealt import Dealt, deal_of
from mustutor.tutor.lesson.file import LessonFile, Steps
from mustutor.variant import Variant, load_variant, variant_ids


def deal(file: LessonFile, name: str, path: Steps) -> Dealt:
    """Play back a table of a lesson; `path` is where it is asked for.

    Raises LessonError where there is no such table, or at the first call the rules refuse.
    """
    tables: Mapping[str, Any] = file.draft.get("tables", {})
    if name not in tables:
        raise file.refusal(
            path,
            mark("There is no table {table} in this lesson."),
            table=name,
            hint=closest(name, tables),
        )
    at: Steps = ("tables", name)
    table: Mapping[str, Any] = tables[name]
    variant = rules(file, table.get("variant", ""), (*at, "variant"))
    replay = _shipped(file, table, at) if "replay" in table else _written(file, table, at, variant)
    if "replay" in table and "variant" not in table:
        variant = _own_rules(replay, variant)
    try:
        dealt = _played(json.dumps(replay.as_json()), variant, table.get("hand", 1))
    except LookupError:
        raise file.refusal((*at, "hand"), mark("This record has no such hand.")) from None
    except IllegalCall as refusal:
        raise file.placed(refusal, at) from None
    failure = dealt.played.failure
    if failure is not None:
        raise file.placed(failure.fault, _spot(table, at, dealt, failure))
    return dealt


@lru_cache(maxsize=256)
def _played(record: str, variant: Variant, number: int) -> Dealt:
    """Play a record once, however many steps and values of a lesson ask for it."""
    return deal_of(loads(record), variant, number)


def rules(file: LessonFile, name: str, path: Steps) -> Variant:
    """Load a rulebook by its id; the lesson's own where no name is given."""
    wanted = name or file.draft["variant"]
    if wanted not in variant_ids():
        raise file.refusal(
            path if name else ("variant",),
            mark("There is no variant {id}: there are {ids}."),
            id=wanted,
            ids=", ".join(variant_ids()),
            hint=closest(wanted, variant_ids()),
        )
    return load_variant(wanted)


def _own_rules(replay: Replay, fallback: Variant) -> Variant:
    from mustutor.replay.rules import rules_of

    try:
        return rules_of(replay)[0]
    except MustutorError:
        return fallback


def _shipped(file: LessonFile, table: Mapping[str, Any], at: Steps) -> Replay:
    known = {path.stem: path for path in data("replays").glob("*.json")}
    name = table["replay"]
    if name not in known:
        raise file.refusal(
            (*at, "replay"),
            mark("There is no record {record} among those that come with mustutor."),
            record=name,
            hint=closest(name, known),
        )
    return _record(known[name])


@cache
def _record(path: Path) -> Replay:
    return load_replay(path)


def _written(file: LessonFile, table: Mapping[str, Any], at: Steps, variant: Variant) -> Replay:
    hand: dict[str, Any] = {"mano": table.get("mano", table["seats"][0]), "rounds": []}
    if "cards" in table:
        cards = {
            seat: _cards(file, text, (*at, "cards", seat)) for seat, text in table["cards"].items()
        }
        hand["deal"] = {"source": "physical", "cards": cards}
    for index, round_ in enumerate(table["rounds"]):
        written: dict[str, Any] = {"lance": round_["lance"], "calls": list(round_["calls"])}
        if "draws" in round_:
            where = (*at, "rounds", index, "draws")
            written["draws"] = {
                seat: _cards(file, text, (*where, seat)) for seat, text in round_["draws"].items()
            }
        hand["rounds"].append(written)
    document: dict[str, Any] = {
        "format": FORMAT,
        "variant": {"id": variant.id},
        "seats": list(table["seats"]),
        "hands": [hand],
    }
    if "start" in table:
        document["start"] = table["start"]
    try:
        return decode(document)
    except Refused:
        raise file.refusal(
            at, mark("This table is no deal: its seats or calls cannot stand.")
        ) from None


def _cards(file: LessonFile, text: str, path: Steps) -> list[str]:
    try:
        return [str(card) for card in read_hand(text)]
    except MustutorError as problem:
        raise file.placed(problem, path) from None


def _spot(table: Mapping[str, Any], at: Steps, dealt: Dealt, failure: Failure) -> Steps:
    """Where a hand stopped in the lesson's file: at its cards, at a call, or at cards served."""
    _, _, place = failure.place.partition(".")
    if not place or "rounds" not in table:
        return (*at, "cards")
    written = [
        (number, index, call)
        for number, round_ in enumerate(table["rounds"])
        for index, call in enumerate(round_["calls"])
    ]
    spoken = sum(step.call.seat != DECK for step in dealt.played.steps)
    if not written:
        return (*at, "rounds")
    number, index, _ = written[min(spoken, len(written) - 1)]
    if "." not in place:  # cards served after the last throw
        return (*at, "rounds", written[max(spoken - 1, 0)][0], "draws")
    return (*at, "rounds", number, "calls", index)
