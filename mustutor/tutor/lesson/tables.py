"""The tables of a lesson: deals the engine plays back, by the lesson's own names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mustutor.cards import read_hand
from mustutor.errors import IllegalCall, LessonError, MustutorError
from mustutor.language import language, mark
from mustutor.replay.decoder import Refused, decode
from mustutor.replay.format import FORMAT, Replay
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
        dealt = deal_of(replay, variant, table.get("hand", 1))
    except LookupError:
        raise file.refusal((*at, "hand"), mark("This record has no such hand.")) from None
    except IllegalCall as refusal:
        raise file.refusal(at, refusal.sentence, **refusal.evidence) from None
    failure = dealt.played.failure
    if failure is not None:
        raise file.refusal(
            _spot(file, at, failure.place, failure.text),
            mark("{place}: {problem}"),
            place=failure.place,
            problem=failure.fault.said(language("en")),
        )
    return dealt


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
    from mustutor.replay.verify import rules_of

    try:
        return rules_of(replay)[0]
    except MustutorError:
        return fallback


def _shipped(file: LessonFile, table: Mapping[str, Any], at: Steps) -> Replay:
    from mustutor.replay.reader import load_replay

    known = {path.stem: path for path in data("replays").glob("*.json")}
    name = table["replay"]
    if name not in known:
        raise file.refusal(
            (*at, "replay"),
            mark("There is no record {record} among those that come with mustutor."),
            record=name,
            hint=closest(name, known),
        )
    return load_replay(known[name])


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
        raise at_place(file, path, problem) from None


def at_place(file: LessonFile, path: Steps, problem: MustutorError) -> LessonError:
    """Say at a place of the lesson what somebody below said of its words."""
    evidence = dict(problem.evidence)
    hint = getattr(problem, "hint", "")
    return file.refusal(path, problem.sentence, hint=hint, **evidence)


def _spot(file: LessonFile, at: Steps, place: str, text: str) -> Steps:
    """Where the refused call stands in the lesson's file, if it is written there."""
    table = file.draft["tables"][at[1]]
    for number, round_ in enumerate(table.get("rounds", ())):
        if not place.startswith(f"1.{round_['lance']}"):
            continue
        for index, call in enumerate(round_["calls"]):
            if call == text:
                return (*at, "rounds", number, "calls", index)
    return at
