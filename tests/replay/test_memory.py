"""What is remembered of the talk changes nothing: with the memory and without, all is the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor import games
from mustutor.position import Position
from mustutor.referee import verify
from mustutor.replay import Replay, loads
from mustutor.replay import memory as remembered
from mustutor.replay.format import Hand, Round
from mustutor.replay.memory import Memory
from mustutor.replay.playback import Played, play_back
from mustutor.replay.record import recorded_hand, recorded_match
from mustutor.shuffle import fresh_pack
from mustutor.simulate import match, play_hand
from mustutor.variant import Variant, load_variant, variant_ids
from tests.encaje.table import variant as variant_of_encaje
from tests.encaje.test_properties import sittings as tables_of_encaje
from tests.mus.test_properties import sittings as tables_of_mus
from tests.replay.test_mutations import mutations

HANDS = 4


@contextmanager
def without_memory() -> Iterator[None]:
    """The engine alone plays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Memory, "turn_at", lambda self, position: None)  # noqa: ARG005
        yield


def every(examples: int):
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def recorded(start: Position, seed: int) -> Replay:
    """A match of a few hands of random legal calls."""
    random, position, hands = Random(seed), start, []
    for number in range(HANDS):
        pack = fresh_pack(position.variant, f"{seed}", f"{number}")
        steps, end = play_hand(position, pack, random)
        hands.append(recorded_hand(steps, end, mano=position.mano))
        manos = games.next_manos(end)
        if not manos:
            break
        position = games.next_hand(end, mano=manos[0])
    return recorded_match(start.variant, start, hands)


def the_same(replay: Replay, variant: Variant) -> list[Played]:
    """The hands as the engine alone plays them; the memory, cold and warm, has the same."""
    with without_memory():
        alone = list(play_back(replay, variant))
        verdict = verify(replay, variant=variant)
    # Learnt at the second hearing, used at the third; what others left in it may not disturb.
    for _ in range(4):
        hands = list(play_back(replay, variant))
        assert len(hands) == len(alone)
        for mine, theirs in zip(hands, alone, strict=True):
            assert mine.end == theirs.end
            assert mine.end.line() == theirs.end.line()
            assert mine.last == theirs.last
            assert mine.steps == theirs.steps
            assert mine == theirs
    assert verify(replay, variant=variant) == verdict
    return alone


@every(150)
@given(tables_of_mus())
def test_mus_by_any_reading_is_the_same_with_the_memory(sitting):
    replay = recorded(sitting.start, sitting.seed)
    assert all(played.failure is None for played in the_same(replay, sitting.start.variant))


@every(150)
@given(tables_of_encaje())
def test_encaje_by_any_reading_is_the_same_with_the_memory(sitting):
    replay = recorded(sitting.start, sitting.seed)
    assert all(played.failure is None for played in the_same(replay, sitting.start.variant))


@pytest.mark.parametrize("seats", [("A", "B"), ("A", "B", "C"), ("A", "B", "C", "D")])
def test_who_stakes_his_last_stone_is_the_same_with_the_memory(seats):
    # With a single stone one may open here, and lose it to nobody's answer.
    variant, random = variant_of_encaje({"encaje.short_stack_open": "all_in"}), Random(7)
    ruined = 0
    for seed in range(100):
        stones = {seat: random.randint(1, 5) for seat in seats}
        start = games.start(variant, seats=seats, mano=seats[0], stones=stones)
        for played in the_same(recorded(start, seed), variant):
            assert played.failure is None
            ruined += played.last is not None and 0 in played.last.stones
    assert ruined > 40


def test_the_last_stone_ends_the_game_only_where_no_pot_is_left():
    variant = variant_of_encaje({"encaje.short_stack_open": "all_in"})
    ends = []
    for stones, grande in ((3, ("A envido 2", "B quiero")), (1, ("A paso", "B paso"))):
        lances = ("mus", ("A corto",)), ("grande", grande), ("chica", ("A envido 1", "B no quiero"))
        hand = Hand("A", tuple([Round(lance, calls) for lance, calls in lances]))
        replay = Replay({"id": "encaje"}, ("A", "B"), (hand,), {"A": stones, "B": 9})
        (played,) = the_same(replay, variant)
        ends.append((played.last.stones, played.last.lance, played.last.loser))
    assert ends == [((0, 7), "pares", ""), ((0, 9), "end", "B")]


@pytest.mark.parametrize("name", sorted(variant_ids()))
def test_a_packaged_variant_is_the_same_with_the_memory_full_of_others(name):
    variant = load_variant(name)
    for number in range(1, 13):
        the_same(match(variant, seats=4, hands=6, seed="memory", number=number), variant)
    assert remembered.memory_of(variant).turns, "nothing of it was remembered"


@every(40)
@given(st.sampled_from(sorted(variant_ids())), st.integers(0, 2**20), st.randoms())
def test_a_record_with_a_changed_call_is_refused_in_the_same_words(name, number, random):
    variant = load_variant(name)
    replay = match(variant, seats=4, hands=2, seed="changed", number=number)
    for _ in range(3):
        list(play_back(replay, variant))
    places = [(h, r) for h, hand in enumerate(replay.hands) for r in range(len(hand.rounds))]
    hand_at, round_at = random.choice(places)
    hand = replay.hands[hand_at]
    round_ = hand.rounds[round_at]
    for mutation in random.sample(
        every_one := list(mutations(round_, replay.seats)), k=min(12, len(every_one))
    ):
        for checks in (mutation.checks, None):
            told = round_._replace(calls=mutation.calls, checks=checks)
            rounds = (*hand.rounds[:round_at], told, *hand.rounds[round_at + 1 :])
            hands = (
                *replay.hands[:hand_at],
                hand._replace(rounds=rounds),
                *replay.hands[hand_at + 1 :],
            )
            changed = replay._replace(hands=hands)
            with without_memory():
                alone = verify(changed)
            for _ in range(3):
                assert verify(changed) == alone


def test_most_of_the_talk_comes_back(monkeypatch):
    asked = 0
    learn = Memory.learn

    def counted(self, *args):
        nonlocal asked
        asked += 1
        return learn(self, *args)

    replays = [
        match(load_variant("fournier"), seats=4, hands=6, seed="twice", number=n)
        for n in range(1, 20)
    ]
    remembered.forget()
    for _ in range(3):
        for replay in replays:
            assert verify(replay).ok
    monkeypatch.setattr(Memory, "learn", counted)
    for replay in replays:
        assert verify(replay).ok
    calls = sum(
        len(r.calls)
        for replay in replays
        for hand in replay.hands
        for r in hand.rounds
        if r.lance != "descarte"
    )
    assert asked < calls / 10


def test_the_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(remembered, "MOST_CALLS", 500)
    monkeypatch.setattr(remembered, "RULEBOOK", 50)
    remembered.forget()
    held = []
    for number in range(1, 15):
        for name in ("fournier", "encaje", "la_rioja"):
            assert verify(match(load_variant(name), seats=4, hands=3, seed="b", number=number)).ok
            held.append(Memory.held)
            kept = sum(len(memory.turns) for memory in remembered._MEMORIES.values())
            assert kept <= 2 * Memory.held
    assert max(held) <= 550
    assert min(held[20:]) < max(held), "it never forgot"
    remembered.forget()


def test_rules_that_share_a_digest_share_no_memory():
    # A variant may be changed by hand, its digest left as it was: its rules tell.
    from dataclasses import replace

    fournier = load_variant("fournier")
    other = replace(fournier, rules={**fournier.rules, "bet.min_open": 3})
    text = match(fournier, seats=4, hands=3, seed="digest")
    for _ in range(3):
        assert verify(text, variant=fournier).ok
    with without_memory():
        alone = verify(text, variant=other)
    assert verify(text, variant=other) == alone


def test_a_long_call_of_a_stranger_is_not_kept():
    remembered.forget()
    replay = match(load_variant("fournier"), seats=4, hands=1, seed="long")
    [hand] = replay.hands
    first = hand.rounds[0]
    strange = first._replace(calls=("A1 " + "x" * 5000,), checks=None)
    record = replay._replace(hands=(hand._replace(rounds=(strange, *hand.rounds[1:])),))
    for _ in range(3):
        assert verify(record).verdict == "unreadable"
    assert loads is not None
    assert not any(
        "x" in text
        for memory in remembered._MEMORIES.values()
        for turn in memory.turns.values()
        for text in turn.known
    )
