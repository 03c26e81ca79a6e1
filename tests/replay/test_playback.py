"""What was played is what is played back, and what the rules refuse is refused at every hearing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor import games
from mustutor.games.mus_family.dealing import pack as pack_of
from mustutor.games.player import Player
from mustutor.model.calls import DECK
from mustutor.model.cards import fresh_pack
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee import verify
from mustutor.replay import Replay, Round
from mustutor.replay.format import Hand
from mustutor.replay.playback import Played, play_back
from mustutor.replay.simulate import AtRandom, match, play_hand
from mustutor.replay.writer import recorded_hand, recorded_match
from tests.encaje.table import variant as variant_of_encaje
from tests.encaje.test_properties import sittings as tables_of_encaje
from tests.long import examples, few, whole
from tests.mus.test_properties import sittings as tables_of_mus
from tests.replay.test_mutations import mutations
from tests.table import OF_LANCES

HANDS = 4


def every(number: int):
    return examples(number, number // 5, deadline=None, derandomize=True, database=None)


def recorded(start: Position, seed: int) -> tuple[Replay, list[tuple[list, Position]]]:
    """A match of a few hands of random legal calls, and how each of them was played."""
    random, position, hands, made = Random(seed), start, [], []
    for number in range(HANDS):
        pack = fresh_pack(pack_of(position.variant), f"{seed}", f"{number}")
        steps, end = play_hand(position, pack, AtRandom(random))
        made.append((steps, end))
        hands.append(recorded_hand(steps, end, mano=position.mano))
        manos = games.next_manos(end)
        if not manos:
            break
        position = games.next_hand(end, mano=manos[0])
    return recorded_match(start.variant, start, hands), made


def the_same(replay: Replay, made: list[tuple[list, Position]], variant: Variant) -> list[Played]:
    """The hands played back: step for step those that were played, at the second hearing too."""
    for _ in range(2):
        hands = list(play_back(replay, variant))
        assert len(hands) == len(made)
        for played, (steps, end) in zip(hands, made, strict=True):
            assert played.end == end
            assert played.end.line() == end.line()
            assert list(played.steps) == steps
            assert played.last == steps[-1].after
            assert played.failure is None
    assert verify(replay, variant=variant).ok
    return hands


@every(150)
@given(tables_of_mus())
def test_mus_by_any_reading_is_played_back_as_it_was_played(sitting):
    the_same(*recorded(sitting.start, sitting.seed), sitting.start.variant)


@every(150)
@given(tables_of_encaje())
def test_encaje_by_any_reading_is_played_back_as_it_was_played(sitting):
    the_same(*recorded(sitting.start, sitting.seed), sitting.start.variant)


@whole
@pytest.mark.parametrize("seats", [("A", "B"), ("A", "B", "C"), ("A", "B", "C", "D")])
def test_who_stakes_his_last_stone_is_played_back_as_he_played(seats):
    # With a single stone one may open here, and lose it to nobody's answer.
    variant, random = variant_of_encaje({"encaje.short_stack_open": "all_in"}), Random(7)
    ruined = 0
    for seed in range(few(100, 30)):
        stones = {seat: random.randint(1, 5) for seat in seats}
        start = games.start(variant, seats=seats, mano=seats[0], stones=stones)
        for played in the_same(*recorded(start, seed), variant):
            assert played.failure is None
            ruined += played.last is not None and 0 in played.last.stones
    assert ruined > few(40, 12)


def test_the_last_stone_ends_the_game_only_where_no_pot_is_left():
    variant = variant_of_encaje({"encaje.short_stack_open": "all_in"})
    ends = []
    for stones, grande in ((3, ("A envido 2", "B quiero")), (1, ("A paso", "B paso"))):
        lances = ("mus", ("A corto",)), ("grande", grande), ("chica", ("A envido 1", "B no quiero"))
        hand = Hand("A", tuple([Round(lance, calls) for lance, calls in lances]))
        replay = Replay({"id": "encaje"}, ("A", "B"), (hand,), {"A": stones, "B": 9})
        for _ in range(4):
            (played,) = play_back(replay, variant)
        ends.append((played.last.stones, played.last.lance, played.last.loser))
    assert ends == [((0, 7), "pares", ""), ((0, 9), "end", "B")]


@pytest.mark.parametrize("stones", [4, 5])
def test_ENC_BET_3_nobody_bets_more_than_he_has_however_often_others_did(stones):
    # A remembered bet once let this through: what others may stake says nothing of this seat.
    variant = load_variant("encaje")

    def betting(front: int) -> Replay:
        talk = Round("mus", ("A corto",))
        hand = Hand("A", (talk, Round("grande", ("A envido 6", "B no quiero", "C no quiero"))))
        return Replay({"id": "encaje"}, ("A", "B", "C"), (hand,), {"A": front, "B": 20, "C": 20})

    for _ in range(4):
        for front in (6, 7, 20):
            assert verify(betting(front), variant=variant).ok
    for _ in range(3):
        verdict = verify(betting(stones), variant=variant)
        assert verdict.verdict == "illegal"
        assert verdict.failure.place == "1.grande.1"
        assert verdict.failure.fault.rule == "ENC-BET-3"


def usual(name):
    """Four, where a game is not for another number alone."""
    return 2 if name == "mau_mau" else 4


@whole
@pytest.mark.parametrize("name", sorted(variant_ids()))
def test_a_packaged_variant_is_played_back_among_others(name):
    variant = load_variant(name)
    for number in range(1, few(13, 4)):
        replay = match(variant, seats=usual(name), hands=6, seed="memory", number=number)
        hands = list(play_back(replay, variant))
        assert [played.failure for played in hands] == [None] * len(replay.hands)
        assert verify(replay, variant=variant).ok
        assert list(play_back(replay, variant)) == hands


@every(40)
@given(st.sampled_from(OF_LANCES), st.integers(0, 2**20), st.randoms())
def test_a_changed_call_is_refused_the_same_whatever_was_heard_before(name, number, random):
    variant = load_variant(name)
    replay = match(variant, seats=4, hands=2, seed="changed", number=number)
    places = [(h, r) for h, hand in enumerate(replay.hands) for r in range(len(hand.rounds))]
    hand_at, round_at = random.choice(places)
    hand = replay.hands[hand_at]
    round_ = hand.rounds[round_at]
    every_one = list(mutations(round_, replay.seats, mus=variant.game == "mus"))
    for mutation in random.sample(every_one, k=min(12, len(every_one))):
        for checks in (mutation.checks, None):
            told = round_._replace(calls=mutation.calls, checks=checks)
            rounds = (*hand.rounds[:round_at], told, *hand.rounds[round_at + 1 :])
            told_hand = hand._replace(rounds=rounds)
            hands = (*replay.hands[:hand_at], told_hand, *replay.hands[hand_at + 1 :])
            changed = replay._replace(hands=hands)
            first = verify(changed)
            assert verify(replay).ok
            assert verify(changed) == first


def test_rules_that_share_a_digest_are_not_taken_for_each_other():
    # A variant may be changed by hand, its digest left as it was: its rules tell.
    fournier = load_variant("fournier")
    other = fournier._replace(rules={**fournier.rules, "bet.min_open": 3})
    told = match(fournier, seats=4, hands=3, seed="digest")
    for _ in range(3):
        assert verify(told, variant=fournier).ok
    opened = [call for hand in told.hands for r in hand.rounds for call in r.calls]
    assert any(call.endswith("envido 2") for call in opened)
    verdict = verify(told, variant=other)
    assert (verdict.verdict, verdict.failure.text[3:]) == ("illegal", "envido 2")


def test_a_long_call_of_a_stranger_is_refused_each_time():
    replay = match(load_variant("fournier"), seats=4, hands=1, seed="long")
    [hand] = replay.hands
    first = hand.rounds[0]
    strange = first._replace(calls=("A1 " + "x" * 5000,), checks=None)
    record = replay._replace(hands=(hand._replace(rounds=(strange, *hand.rounds[1:])),))
    for _ in range(3):
        assert verify(record).verdict == "unreadable"


# --- the player of a hand ----------------------------------------------------------------


def at_table(**others) -> Player:
    return Player(games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A", **others))


def test_what_is_refused_changes_nothing_and_nothing_is_heard_after_it():
    player = at_table().hear("A corto").hear("A envido 2")
    kept = player.copy()
    player.hear("C quiero").hear("B quiero").reach("chica").serve({})
    assert (player.position, player.steps) == (kept.position, kept.steps)
    assert (player.failure.place, player.failure.text) == ("1.grande.2", "C quiero")
    assert kept.hear("B quiero").failure is None
    assert len(kept.steps) == 3


def test_a_copy_hears_for_itself():
    player = at_table().hear("A corto")
    one, other = player.copy().hear("A paso"), player.copy().hear("A envido 2")
    assert [str(p.place) for p in (player, one, other)] == ["1.grande.1"] + ["1.grande.2"] * 2
    assert (len(player.steps), one.position.said, other.position.said) == (1, "A-", "A2")


def test_places_count_the_rounds_of_one_name():
    player = at_table()
    for call in ("A mus", "B mus", "C mus", "A descarto 4e", "B descarto 7e", "C descarto 5o"):
        player.hear(call)
    assert player.position.speaker == DECK
    player.serve({}).hear("A mus").hear("B corto")
    assert [str(place) for place in player.places] == [
        *("1.mus.1", "1.mus.2", "1.mus.3", "1.descarte.1", "1.descarte.2", "1.descarte.3"),
        *("1.mus2.1", "1.mus2.2"),
    ]
    assert str(player.place) == "1.grande.1"
    assert player.hear("B paso").failure.place == "1.grande.1"


def test_after_a_forgotten_call_calls_are_kept_and_not_judged():
    player = at_table().hear("A corto").hear("A ?").hear("B subo a 9").reach("chica").hear("C paso")
    assert player.failure is None
    assert player.unjudged == [
        ("grande", "A ?"),
        ("grande", "B subo a 9"),
        ("chica", ""),
        ("chica", "C paso"),
    ]
    assert [str(place) for place in player.places][1:] == ["1.grande.1", "1.grande.2", "1.chica.1"]
    assert [(gap.place, gap.what) for gap in player.missing] == [("1.grande.1", "call")]
    assert player.hear("Z paso").failure.place == "1.chica.2"
