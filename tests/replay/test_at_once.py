"""Verifying hears a hand at once; hearing it word by word comes to the same, whatever it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mustutor.base.errors import ReplayError
from mustutor.games import game_of
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.verify import Verdict, verify
from mustutor.replay import dumps, load, loads, playback
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.playback import play_back
from mustutor.replay.seals import with_seals
from mustutor.replay.simulate import match
from mustutor.replay.writer import recorded_hand

ROOT = Path(__file__).parents[2]
OTHER_TABLES = {"encaje": 5, "encaje_five_card": 5}


def both(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> tuple[Verdict, Verdict]:
    """What is found where hands are heard at once, and where no hand is."""
    quick = verify(replay)
    with monkeypatch.context() as patch:
        patch.setattr(playback, "_play_fast", lambda *_, **__: None)
        return quick, verify(replay)


def agree(replay: Replay, monkeypatch: pytest.MonkeyPatch, *, steps: bool = False) -> Verdict:
    quick, slow = both(replay, monkeypatch)
    assert quick._replace(hands=()) == slow._replace(hands=())
    assert len(quick.hands) == len(slow.hands)
    for ours, theirs in zip(quick.hands, slow.hands, strict=True):
        assert ours._replace(steps=()) == theirs._replace(steps=())
        assert ours.last == theirs.last
        assert ours.served == theirs.served
        assert len(ours.steps) == len(theirs.steps)
        if steps:
            assert tuple(ours.steps) == theirs.steps
    return quick


def recorded(line: str) -> Replay:
    """A match with every check and seal, as the program writes it."""
    replay = loads(line)
    hands = [
        recorded_hand(played.steps, played.end, mano=played.hand.mano)
        for played in play_back(replay, rules_of(replay)[0])
    ]
    return with_seals(replay._replace(hands=tuple(hands), extra={}))


def conformance(game: str) -> list[str]:
    return (ROOT / f"tests/conformance/{game}.jsonl").read_text("utf-8").splitlines()


def edited(document: Any, random: Random) -> None:
    """Change one thing of a record: a call, a check, a card, a stone, or leave one out."""
    hand = random.choice(document["hands"])
    round_ = random.choice(hand["rounds"])
    calls, checks = round_["calls"], round_.get("checks", [])
    at = random.randrange(len(calls))
    seat, _, words = calls[at].partition(" ")
    match random.randrange(12):
        case 0:
            calls[at] = f"{random.choice(document['seats'])} {words}"
        case 1:
            other = random.choice(random.choice(hand["rounds"])["calls"])
            calls[at] = f"{seat} {other.partition(' ')[2]}"
        case 2 | 3 if words[-1:].isdigit():
            head, _, number = words.rpartition(" ")
            calls[at] = f"{seat} {head} {max(int(number) + random.choice((-2, -1, 1, 9)), 0)}"
        case 4:
            said = ("paso", "quiero", "no quiero", "subo a 7", "envido 2", "ordago", "5 mas", "?")
            calls[at] = f"{seat} {random.choice(said)}"
        case 5:
            del calls[at : at + 1]
            del checks[at : at + 1]
        case 6:
            calls.insert(at, calls[at])
            checks[at:at] = checks[at : at + 1]
        case 7 if checks:
            checks[at] = checks[at - 1][::-1]
        case 8:
            hand["after"] = {side: n + (n == 5) for side, n in hand.get("after", {}).items()}
        case 9:
            del hand["rounds"][random.randrange(len(hand["rounds"]))]
        case 10 if "cards" in hand.get("deal", {}):
            cards = hand["deal"]["cards"]
            one, two = random.choice(list(cards)), random.choice(list(cards))
            cards[one], cards[two] = cards[two], cards[one]
        case 11:
            calls[at] = f"{seat} sena duples"
        case _:
            round_.pop("checks", None)


def mutations(replay: Replay, random: Random, count: int) -> Iterator[Replay]:
    text = dumps(replay)
    for _ in range(count):
        document = json.loads(text)
        for _ in range(random.choice((1, 1, 2))):
            edited(document, random)
        if random.random() < 0.5:  # so that what comes after the edited call is heard too
            for hand in document["hands"]:
                for round_ in hand["rounds"]:
                    round_.pop("checks", None)
        try:
            yield loads(json.dumps(document))
        except ReplayError:
            continue


def of_preset(name: str, number: int, hands: int) -> Replay:
    variant = load_variant(name)
    seats = OTHER_TABLES.get(name) or game_of(variant.game).rules.seats(variant, 0)
    return match(variant, seats=seats, hands=hands, seed="at once", number=number)


@pytest.mark.parametrize("game", ["mus", "encaje"])
def test_the_conformance_records_are_heard_at_once_as_word_by_word(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, line in enumerate(conformance(game)[::12]):
        agree(loads(line), monkeypatch)
        verdict = agree(recorded(line), monkeypatch, steps=number % 8 == 0)
        assert verdict.ok


@pytest.mark.parametrize("path", sorted((ROOT / "replays").glob("**/*.json")), ids=lambda p: p.stem)
def test_the_records_that_are_shipped_are_heard_at_once_as_word_by_word(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with path.open("rb") as file:
        agree(load(file), monkeypatch)


@pytest.mark.parametrize("name", variant_ids())
def test_random_matches_and_edited_ones_are_heard_at_once_as_word_by_word(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = of_preset(name, 1, 3)
    verdict = agree(replay, monkeypatch, steps=True)
    assert verdict.ok
    assert verdict.complete
    at_once = game_of(load_variant(name).game).rules.hearing is not None
    kinds = {isinstance(played.steps, playback.LazySteps) for played in verdict.hands}
    assert kinds == {at_once}
    for changed in mutations(replay, Random(f"edited {name}"), 12):
        agree(changed, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("name", variant_ids())
def test_more_matches_and_a_thousand_edited_ones_are_heard_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(f"many {name}")
    for number in range(2, 4):
        replay = of_preset(name, number, 6)
        assert agree(replay, monkeypatch).ok
        for changed in mutations(replay, random, 24):
            agree(changed, monkeypatch)
