"""Verifying by writing again accepts what reading and comparing accepts, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mustutor.base.errors import IllegalCall, ReplayError
from mustutor.base.json_text import canonical
from mustutor.games import game_of, options
from mustutor.model.calls import Call
from mustutor.model.position import Position, Step
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee import verified, verify
from mustutor.referee.verify import written_again
from mustutor.replay import dumps, load, loads, playback
from mustutor.replay.seals import with_seals
from mustutor.replay.simulate import match
from tests.attacks.lies import changes, lie_of
from tests.long import few, some, whole
from tests.replay.test_at_once import agree as heard_alike
from tests.replay.test_at_once import conformance, edited, of_preset, recorded

ROOT = Path(__file__).parents[2]


def agree(text: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a text is accepted by writing it again; then it is found by reading it as well."""
    found = written_again(text.encode())
    with monkeypatch.context() as patch:
        patch.setattr(playback, "_play_fast", lambda *_, **__: None)
        try:
            replay = loads(text)
        except ReplayError:
            assert found is None
            return False
        verdict = verify(replay)
    if found is None:
        assert verified(text)[1]._replace(hands=()) == verdict._replace(hands=())
        return False
    assert found[0] == replay
    assert found[1]._replace(hands=()) == verdict._replace(hands=())
    assert verdict.ok
    for ours, theirs in zip(found[1].hands, verdict.hands, strict=True):
        assert ours._replace(steps=()) == theirs._replace(steps=())
        assert ours.last == theirs.last
    return True


@pytest.mark.parametrize("game", ["mus", "encaje"])
def test_the_conformance_records_are_accepted_when_they_are_written_whole(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in some(conformance(game), 9):
        agree(line, monkeypatch)
        assert agree(dumps(recorded(line)), monkeypatch)


@pytest.mark.parametrize("path", sorted((ROOT / "replays").glob("**/*.json")), ids=lambda p: p.stem)
def test_the_records_that_are_shipped_are_found_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(path.read_text("utf-8"), monkeypatch)
    with path.open("rb") as file:
        replay = load(file)
    agree(canonical(with_seals(replay).as_json()), monkeypatch)


@pytest.mark.parametrize("name", variant_ids())
def test_a_random_match_is_accepted_and_what_was_edited_is_found_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay, random = of_preset(name, 21, 3), Random(f"rewritten {name}")
    text = dumps(replay)
    assert agree(text, monkeypatch) == (game_of(load_variant(name).game).rules.hearing is not None)
    for _ in range(few(30, 6)):
        document = json.loads(text)
        edited(document, random)
        agree(canonical(document), monkeypatch)


@whole
@pytest.mark.parametrize("name", ["encaje", "fournier"])
def test_no_change_at_any_place_is_accepted_that_reading_does_not_accept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = json.loads(dumps(of_preset(name, 22, 2)))
    text, accepted = canonical(document), 0
    for change in (tried := some(changes(document), 17, long=7)):
        accepted += agree(canonical(lie_of(change, text).document), monkeypatch)
    assert accepted < len(tried) / 50


@pytest.mark.parametrize(
    ("honest", "other"),
    [
        ('"stones":1,', '"stones":true,'),
        ('"stones":1,', '"stones":1.0,'),
        ('"when":"at_once"', '"when":"at_once","x-a":1'),
        ('"when":"at_once"', '"when":"at_once","when":"at_once"'),
        ('{"format"', ' {"format"'),
        ('"format"', '"claims":[],"format"'),
        ('"format"', '"date":7,"format"'),
        ('"format"', '"event":null,"format"'),
        ('"format":"mus-replay/1"', '"format":"mus-replay/2"'),
        ('"lance":"grande"', '"draws":{"A1":["Ro"]},"lance":"grande"'),
        ('"lance":"grande"', '"at_ms":[],"lance":"grande"'),
        ('"source":"shuffled"', '"source":"composed"'),
        ('"source":"shuffled"', '"cut":"none","source":"shuffled"'),
        ('"seal":"2:', '"seal":"'),
    ],
)
def test_what_only_looks_the_same_is_left_to_who_reads_it(
    honest: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = dumps(of_preset("fournier", 23, 3))
    assert honest in text
    assert not agree(text.replace(honest, other, 1), monkeypatch)


OTHER_ROUNDS: dict[str, Callable[[dict[str, Any]], None]] = {
    "calls that are a map": lambda one: one.update(calls=dict.fromkeys(one["calls"], 1)),
    "calls that are a text": lambda one: one.update(calls="A mus"),
    "a call that is a number": lambda one: one["calls"].append(5),
    "a call that is a list": lambda one: one["calls"].append(["A1 mus"]),
    "checks that are a map": lambda one: one.update(checks=dict.fromkeys(one["checks"], 1)),
    "checks that are a text": lambda one: one.update(checks="".join(one["checks"])),
    "no checks": lambda one: one.pop("checks"),
    "no calls": lambda one: one.pop("calls"),
    "a round that is a list": lambda one: one.clear(),
    "a lance that is a list": lambda one: one.update(lance=[one["lance"]]),
    "a lance of another name": lambda one: one.update(lance="quinola"),
    "draws of nothing": lambda one: one.update(draws=None),
    "draws that are a list": lambda one: one.update(draws=["Ro"]),
    "the time of each call": lambda one: one.update(at_ms=[1] * len(one["calls"])),
    "a field of nobody": lambda one: one.update(mood="good"),
    "a field of others": lambda one: one.update({"x-mood": "good"}),
}


@pytest.mark.parametrize("change", OTHER_ROUNDS.values(), ids=OTHER_ROUNDS)
@pytest.mark.parametrize("name", ["fournier", "encaje"])
def test_a_round_told_in_another_way_is_left_to_who_reads_it(
    name: str, change: Callable[[dict[str, Any]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = json.loads(dumps(of_preset(name, 26, 1)))
    for place in range(len(document["hands"][0]["rounds"])):
        other = json.loads(json.dumps(document))
        change(other["hands"][0]["rounds"][place])
        assert not agree(canonical(other), monkeypatch)


def test_two_calls_in_one_are_not_taken_for_a_round_heard_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = json.loads(dumps(of_preset("fournier", 27, 1)))
    assert agree(canonical(document), monkeypatch)
    for place in range(len(document["hands"][0]["rounds"])):
        other = json.loads(json.dumps(document))
        round_ = other["hands"][0]["rounds"][place]
        round_["calls"][:2] = ["\n".join(round_["calls"][:2])]
        del round_["checks"][:1]
        assert not agree(canonical(other), monkeypatch)


def staked(name: str, number: int) -> str:
    """The record of a hand in which the first to speak at grande stakes so many stones."""

    def speak(position: Position, _: Sequence[Step]) -> Call:
        verbs = {option.verb for option in options(position)}
        if "envido" in verbs and position.lance == "grande":
            return Call(position.speaker, "envido", number)
        shy = ("no quiero", "paso", "corto", "tengo", "no tengo")
        return Call(position.speaker, next(verb for verb in shy if verb in verbs))

    variant = load_variant(name)
    return dumps(match(variant, seats=4, hands=1, seed="staked", speak=speak))


@pytest.mark.parametrize("name", ["fournier", "encaje"])
def test_whatever_number_is_staked_its_bounds_are_asked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, legal = staked(name, 5), []
    for number in (*range(few(150, 30), -1, -1), 10**6, 5, 150, 3):
        try:
            text = staked(name, number)
        except IllegalCall:
            text = honest.replace(" envido 5", f" envido {number}")
        else:
            legal.append(number)
        assert agree(text, monkeypatch) == (number in legal)
    assert 5 in legal
    assert 0 not in legal


def test_a_round_heard_before_is_bounded_by_the_stones_there_are_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = json.loads(staked("encaje", 15))
    del document["seal"]
    for hand in document["hands"]:
        for round_ in hand["rounds"]:
            del round_["checks"]
        for field in ("ledger", "after", "seal"):
            del hand[field]
    for stones in (40, 15, 14, 40, 3):
        document["start"] = dict.fromkeys(document["start"], stones)
        verdict = heard_alike(loads(json.dumps(document)), monkeypatch)
        assert verdict.ok == (stones >= 15)


@pytest.mark.parametrize(("stones", "accepted"), [(999_000, True), (1_000_000, False)])
def test_more_stones_than_a_record_may_hold_are_left_to_who_reads_it(
    stones: int, accepted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = json.loads(dumps(of_preset("encaje", 24, 1)))
    document["start"] = dict.fromkeys(document["start"], stones)
    for round_ in document["hands"][0]["rounds"]:
        del round_["checks"]
    again = recorded(canonical(document))
    assert (max(again.hands[0].after.values()) > 1_000_000) == (not accepted)
    assert agree(canonical(again.as_json()), monkeypatch) == accepted


def test_half_a_character_is_left_to_who_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = with_seals(of_preset("encaje", 25, 1)._replace(about={"event": "a bar"}))
    text = canonical(replay.as_json())
    assert agree(text, monkeypatch)
    for half in ("\\ud800", "\ud800"):
        with pytest.raises(ReplayError):
            verified(text.replace("a bar", half))
