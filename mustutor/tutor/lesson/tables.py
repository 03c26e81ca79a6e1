"""The tables of a lesson: deals the engine plays back, their places and stretches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.base.errors import IllegalCall, MustutorError
from mustutor.base.files import data
from mustutor.base.language import Language, mark
from mustutor.base.schema import closest_match
from mustutor.games.explain import Explanation, Passage
from mustutor.games.failure import Failure
from mustutor.games.question import Scene, words_said
from mustutor.games.seat_view import heard_by
from mustutor.games.tell_hand import explain_by_step, explain_hand
from mustutor.model.calls import DECK, Call
from mustutor.model.cards import read_hand
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant, load_variant, resolve_embedded
from mustutor.model.variant_file import variant_ids
from mustutor.replay.files import load_replay
from mustutor.replay.format import FORMAT, Refused, Replay, decode, rules_of
from mustutor.replay.playback import Played, play_back
from mustutor.replay.reader import loads
from mustutor.tutor.lesson.files import LessonFile, Steps


def deal(file: LessonFile, name: str, path: Steps) -> TaughtHand:
    """Play back a table of a lesson; `path` is the place that asks for it.

    Raises LessonError for an unknown table, or at the first illegal call.
    """
    tables: Mapping[str, Any] = file.draft.get("tables", {})
    if name not in tables:
        sentence = mark("There is no table {table} in this lesson.")
        raise file.refusal(path, sentence, table=name, hint=closest_match(name, tables))
    at: Steps = ("tables", name)
    table: Mapping[str, Any] = tables[name]
    variant = rules(file, table.get("variant", ""), (*at, "variant"))
    if "rules" in table:
        variant = _with_house_rules(file, variant, table["rules"], (*at, "rules"))
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
def _played(record: str, variant: Variant, number: int) -> TaughtHand:
    """Play a record, once for all steps and values of a lesson that ask for it."""
    return deal_of(loads(record), variant, number)


def rules(file: LessonFile, name: str, path: Steps) -> Variant:
    """Load a rulebook by its id; the lesson's own if no name is given."""
    wanted = name or file.draft["variant"]
    if wanted not in variant_ids():
        raise file.refusal(
            path if name else ("variant",),
            mark("There is no variant {id}: there are {ids}."),
            id=wanted,
            ids=", ".join(variant_ids()),
            hint=closest_match(wanted, variant_ids()),
        )
    return load_variant(wanted)


def _with_house_rules(
    file: LessonFile, variant: Variant, own: Mapping[str, Any], path: Steps
) -> Variant:
    """The rulebook with the options that a table changes."""
    try:
        return resolve_embedded({**variant.as_json(), **own}, variant.id)
    except MustutorError as problem:
        raise file.placed(problem, path) from None


def _own_rules(replay: Replay, fallback: Variant) -> Variant:
    try:
        return rules_of(replay)[0]
    except MustutorError:
        return fallback


def _shipped(file: LessonFile, table: Mapping[str, Any], at: Steps) -> Replay:
    known = {path.stem: path for path in data("replays").glob("*.json")}
    name = table["replay"]
    if name not in known:
        sentence = mark("There is no record {record} among those that come with mustutor.")
        raise file.refusal((*at, "replay"), sentence, record=name, hint=closest_match(name, known))
    return _record(known[name])


@cache
def _record(path: Path) -> Replay:
    return load_replay(path)


def _written(file: LessonFile, table: Mapping[str, Any], at: Steps, variant: Variant) -> Replay:
    hand: dict[str, Any] = {"mano": table.get("mano", table["seats"][0]), "rounds": []}
    if "cards" in table:
        cards = _cards(file, table["cards"], (*at, "cards"))
        hand["deal"] = {"source": "physical", "cards": cards}
    for index, round_ in enumerate(table["rounds"]):
        written: dict[str, Any] = {"lance": round_["lance"], "calls": list(round_["calls"])}
        if "draws" in round_:
            where = (*at, "rounds", index, "draws")
            written["draws"] = _cards(file, round_["draws"], where)
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
        sentence = mark("This table is not a deal: its seats or calls cannot be right.")
        raise file.refusal(at, sentence) from None


def cards_at(file: LessonFile, text: str, path: Steps) -> Hand:
    """Any number of cards, or an error at the place that lists them."""
    try:
        return read_hand(text)
    except MustutorError as problem:
        raise file.placed(problem, path) from None


def _cards(file: LessonFile, written: Mapping[str, str], path: Steps) -> dict[str, list[str]]:
    """The cards of each seat, as a record has them."""
    return {
        seat: [str(card) for card in cards_at(file, text, (*path, seat))]
        for seat, text in written.items()
    }


def _spot(table: Mapping[str, Any], at: Steps, dealt: TaughtHand, failure: Failure) -> Steps:
    """The place in the lesson's file where a hand stopped: its cards, a call, or cards served."""
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


START = "start"
COUNT = "count"
END = "end"


class HandMoment(NamedTuple):
    """A place of a deal: the position there, and the call made at it, if there is one."""

    place: str
    position: Position
    call: Call | None = None


class TaughtHand(NamedTuple):
    """One hand of a record, with its moments as a lesson names them.

    `moments` are in order: ``start``, one for each call (``grande.3`` is before the third call of
    grande; a second round of mus is ``mus2``), ``count``, after the last call and before
    settlement, and ``end``.
    """

    played: Played
    moments: tuple[HandMoment, ...]

    @property
    def variant(self) -> Variant:
        """The rules it is played by."""
        return self.played.end.variant

    @property
    def hands(self) -> Mapping[str, Hand]:
        """The cards known at the end, by seat, mano first."""
        end = self.played.end
        known = {seat: end.hand_of(seat) for seat in end.order}
        return {seat: hand for seat, hand in known.items() if hand is not None}

    def find(self, place: str) -> int | None:
        """The index of a moment, or of the first one in a lance."""
        places = [moment.place for moment in self.moments]
        if place in places:
            return places.index(place)
        return next((at for at, known in enumerate(places) if known.startswith(f"{place}.")), None)

    def at(self, place: str) -> HandMoment | None:
        """The moment at a place; None if the deal has no such place."""
        found = self.find(place)
        return None if found is None else self.moments[found]

    def steps_until(self, place: str) -> tuple[Step, ...]:
        """The steps of the hand before a place."""
        index = self.find(place)
        assert index is not None
        calls = sum(1 for moment in self.moments[:index] if moment.call is not None)
        taken: list[Step] = []
        for step in self.played.steps:
            if step.call.seat != DECK:
                calls -= 1
            if calls < 0:
                break
            taken.append(step)
        return tuple(taken)

    def after(self, place: str) -> tuple[Position, tuple[Step, ...]]:
        """The position after the call at a place, and the steps that led there."""
        moment = self.at(place)
        assert moment is not None
        taken = self.steps_until(place)
        rest = self.played.steps[len(taken) :]
        if moment.call is None or not rest:
            return moment.position, taken
        return rest[0].after, (*taken, rest[0])


def deal_of(replay: Replay, variant: Variant, number: int = 1) -> TaughtHand:
    """Play a record back under a rulebook, and return one hand of it, counted from 1.

    If the rules refuse a call the hand ends there, and `played.failure` says why. Raises
    LookupError if the record has no such hand, IllegalCall if the rules do not allow the table.
    """
    for played in play_back(replay, variant, checks=False):
        if played.number == number:
            return TaughtHand(played, tuple(_moments(played)))
    raise LookupError(number)


def _moments(played: Played) -> list[HandMoment]:
    moments = [HandMoment(START, _dealt_position(played))]
    for place, step in zip(played.places, played.calls, strict=False):
        moments.append(HandMoment(str(place).partition(".")[2], step.before, step.call))
    if played.failure is None:
        last = played.last or played.start
        moments += [HandMoment(COUNT, last), HandMoment(END, played.end)]
    return moments


def _dealt_position(played: Played) -> Position:
    """The position after the deal, if the cards are known; else the start."""
    first = played.steps[0] if played.steps else None
    if first is not None and first.call.verb == "reparte":
        return first.after
    return played.start


class Stretch(NamedTuple):
    """A stretch of a deal between two moments; `opens` if it is the first."""

    first: int
    last: int
    opens: bool


def stretches(dealt: TaughtHand, begin: str, end: str, stops: Iterable[str]) -> Iterator[Stretch]:
    """Cut a deal into stretches that end at the stops of a lesson.

    Without stops, every call is a stretch of its own. A deal that ends sooner is cut there.
    """
    first = dealt.find(begin) or 0
    final = dealt.find(end)
    final = len(dealt.moments) - 1 if final is None else final
    wanted = {dealt.find(place) for place in stops}
    ends = [at for at in range(first, final + 1) if not wanted or at in wanted or at == final]
    start = first
    for at in ends:
        yield Stretch(start, at, start == first)
        start = at + 1


def stretch_passages(dealt: TaughtHand, leg: Stretch, language: Language) -> Iterator[Passage]:
    """The passages that explain a stretch; parts under one heading are joined."""
    played = dealt.played
    pages = explain_by_step(played.steps, played.end, played.open, language)
    waiting: Passage | None = None
    for at in range(leg.first, leg.last + 1):
        for piece in _pieces(dealt, at):
            for passage in pages[piece].passages:
                if waiting is not None and not passage.heading:
                    waiting = waiting._replace(lines=(*waiting.lines, *passage.lines))
                    continue
                if waiting is not None:
                    yield waiting
                waiting = passage
    if waiting is not None:
        yield waiting


def with_position(
    scene: Scene,
    dealt: TaughtHand,
    position: Position,
    taken: tuple[Step, ...],
    seats: Iterable[str] | None,
    language: Language,
) -> Scene:
    """The scene with a position of a deal on its table; `seats` are those with open cards."""

    def whole() -> Explanation:
        played = dealt.played
        return explain_hand(played.steps, played.end, played.open, language)

    shown = frozenset(position.order if seats is None else seats)
    heard = tuple([step if step.call.seat in shown else _face_down(step) for step in taken])
    return scene._replace(
        position=position,
        face_up=shown,
        words=words_said(position, heard, language),
        explained=whole,
    )


def _face_down(step: Step) -> Step:
    """The step as others hear it: cards thrown face down are not told."""
    return step._replace(call=heard_by("", step.call, step.before))


def _pieces(dealt: TaughtHand, at: int) -> Iterable[int]:
    """The indices of the pieces of `explain_by_step` that belong to a moment."""
    steps = dealt.played.steps
    place = dealt.moments[at].place
    if place == START:
        return range(2 if steps and steps[0].call.verb == "reparte" else 1)
    if place == COUNT:
        return ()
    if place == END:
        return (len(steps) + 1,)
    call = sum(1 for moment in dealt.moments[:at] if moment.call is not None)
    spoken = [index for index, step in enumerate(steps) if step.call.seat != DECK]
    after = spoken[call + 1] if call + 1 < len(spoken) else len(steps)
    return range(spoken[call] + 1, after + 1)
