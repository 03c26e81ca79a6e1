"""Environments for programs that learn: PettingZoo's own tests, and what its tests cannot know."""

from __future__ import annotations

import runpy
import sys
from random import Random

import pytest

from mustutor import games, gym
from mustutor.analysis.gym import environment, openspiel, tables
from mustutor.analysis.gym.encoding import FARTHEST, Encoding
from mustutor.analysis.gym.environment import Course, deal_hand, new_match, next_start
from mustutor.model.cards import Card
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from tests.long import few, some
from tests.shedding.table import mau

GAMES = ("madrid", "encaje", "encaje_five_card", "enfle", "mau_mau")
"""A variant of each game, and the one with five cards."""

every_variant = pytest.mark.parametrize(
    "name",
    [
        *GAMES,
        *(pytest.param(one, marks=pytest.mark.long) for one in variant_ids() if one not in GAMES),
    ],
)
pytestmark = pytest.mark.libraries
numpy = pytest.importorskip("numpy")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

COUNSEL = (
    "ignore:Observation space for each agent probably",  # a mask needs a space of two
    "ignore:Observation is not a NumPy array",
    "ignore:We recommend agents to be named",  # ours have the names of their seats
)


@pytest.mark.filterwarnings(*COUNSEL)
@every_variant
def test_an_environment_passes_the_tests_of_pettingzoo(name):
    pettingzoo_test.api_test(gym.env(name, hands=2), num_cycles=few(300, 50))
    pettingzoo_test.seed_test(lambda: gym.env(name, hands=2), num_cycles=few(100, 10))


def _played(table: object, seed: int) -> dict[str, float]:
    """Play at random to the end; gives the sum of the rewards of each agent."""
    random = Random(seed)
    table.reset(seed=seed)
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        sums[agent] += reward
        may = [number for number, one in enumerate(seen["action_mask"]) if one]
        done = terminated or truncated
        assert bool(may) != done
        table.step(None if done else random.choice(may))
    return sums


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_the_stones_of_a_hand_and_add_up_to_nothing(name):
    table = gym.env(name)
    sums = _played(table, 3)
    assert abs(sum(sums.values())) < 1e-9
    course = table.unwrapped._course
    if not course.broken_off:
        assert any(sums.values())


def test_a_hand_of_mus_pays_each_partner_what_the_side_is_ahead():
    hand = deal_hand(new_match(load_variant("madrid"), ("A1", "B1", "A2", "B2"), 0.0), "ahead")
    for words in ("corto", *["paso"] * 8):
        hand = hand.after_words(f"{hand.speaker} {words}")
    while hand.speaker:
        verb = games.options(hand.position)[0].verb
        hand = hand.after_words(f"{hand.speaker} {verb}")
    stones = hand.position.in_front()
    ahead = stones["A"] - stones["B"]
    assert hand.gained() == {"A1": ahead, "A2": ahead, "B1": -ahead, "B2": -ahead}
    assert any(stones.values())


def test_an_ordago_is_worth_the_game():
    hand = deal_hand(new_match(load_variant("madrid"), ("A1", "B1", "A2", "B2"), 0.0), "all of it")
    hand = hand.after_words("A1 corto").after_words("A1 ordago").after_words("B1 quiero")
    assert sorted(hand.gained().values()) == [-40, -40, 40, 40]


def test_whoever_gets_rid_of_stones_in_encaje_is_rewarded():
    hand = deal_hand(new_match(load_variant("encaje"), ("A", "B", "C"), 0.0), "losing is winning")
    hand = (
        hand.after_words("A corto")
        .after_words("A envido 5")
        .after_words("B no quiero")
        .after_words("C no quiero")
    )
    while hand.speaker:
        verb = games.options(hand.position)[0].verb
        hand = hand.after_words(f"{hand.speaker} {verb}")
    kept, gained = hand.position.in_front(), hand.gained()
    assert sorted(kept, key=kept.__getitem__, reverse=True) == sorted(gained, key=gained.get)


@pytest.mark.parametrize("name", ["madrid", pytest.param("encaje", marks=pytest.mark.long)])
def test_a_match_is_rewarded_at_its_end_alone(name):
    sums = _played(gym.env(name, match=True), 5)
    assert abs(sum(sums.values())) < 1e-9
    assert max(map(abs, sums.values())) == 1.0
    losers = [seat for seat, reward in sums.items() if reward < 0]
    assert len(losers) == (2 if name == "madrid" else 1)


@pytest.mark.parametrize("seats", [3, 5])
def test_a_table_is_of_as_many_as_are_wanted(seats):
    table = gym.env("encaje", seats=seats)
    assert len(table.possible_agents) == seats
    _played(table, 1)


@pytest.mark.parametrize(
    ("name", "seats", "possible"),
    [
        ("madrid", 3, "4"),
        ("mau_mau", 4, "2"),
        ("encaje", 9, "2, 3, 4, 5 or 6"),
        ("encaje", 99, "2, 3, 4, 5 or 6"),
        ("enfle", 3, "4, 5 or 6"),
        ("enfle", -1, "4, 5 or 6"),
    ],
)
def test_a_table_the_rules_do_not_allow_is_refused_with_what_they_allow(name, seats, possible):
    with pytest.raises(ValueError, match=rf"^{name} is played by {possible}, not by {seats}$"):
        gym.env(name, seats=seats)


@pytest.mark.parametrize("hands", [0, -1, environment.MOST_HANDS + 1, 10**12])
def test_more_hands_than_anybody_plays_are_refused_in_a_line(hands):
    with pytest.raises(ValueError, match=rf"^1 to 1000 hands are played, not {hands}$"):
        gym.env("madrid", hands=hands)


def test_what_the_mask_forbids_is_refused_with_its_reason():
    table = gym.env("madrid")
    table.reset(seed=1)
    names = [str(action) for action in table.unwrapped.encoding.actions.all]
    with pytest.raises(ValueError, match="may not do envido least\\+0 now"):
        table.step(names.index("envido least+0"))


# --- what is seen, and what may be done ----------------------------------------------------


def _moments(variant: Variant, seed: str) -> list[Course]:
    encoding, random = Encoding(variant), Random(seed)
    course: Course | None = deal_hand(new_match(variant, encoding.seats, random.random()), seed)
    found = []
    while course is not None and course.speaker and len(found) < 80:
        found.append(course)
        view = course.seen_by(course.speaker)
        number = random.choice(encoding.actions.legal(view))
        course = course.after_words(f"{course.speaker} {encoding.words(view, number)}")
    return found


@every_variant
def test_no_observation_changes_with_cards_its_seat_has_not_seen(name):
    variant, others = load_variant(name), Random("other cards")
    encoding, compared = Encoding(variant), 0
    for course in some(_moments(variant, f"hidden {name}"), 6):
        position = course.position
        pack = games.game_of(variant.game).chance.pack(position)
        for seat in position.table.seats:
            unseen = [card for card in pack if card not in (position.hand_of(seat) or ())]
            others.shuffle(unseen)
            other = course._replace(position=_with_other_cards(position, seat, unseen))
            here, there = course.seen_by(seat), other.seen_by(seat)
            assert encoding.observed(here) == encoding.observed(there)
            assert encoding.mask(here) == encoding.mask(there)
            compared += other.position.deal != position.deal
    assert compared


def _with_other_cards(position: Position, seat: str, unseen: list[Card]) -> Position:
    hands = [
        hand if one == seat or hand is None else tuple([unseen.pop() for _ in hand])
        for one, hand in zip(position.table.seats, position.deal.hands, strict=True)
    ]
    return position._replace(deal=position.deal._replace(hands=tuple(hands)))


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_tells_the_own_cards_and_moments_apart(name):
    variant = load_variant(name)
    encoding, courses = Encoding(variant), _moments(variant, "apart")
    hand = next(slot for slot in encoding.fields if slot.name == "hand")
    cards = encoding.game.chance.deck.cards()
    seen = set()
    for course in some(courses, 3):
        numbers = encoding.observed(course.seen_by(course.speaker))
        assert len(numbers) == encoding.size
        assert max(map(abs, numbers)) <= FARTHEST
        held = {cards[place] for place in range(hand.size) if numbers[hand.start + place]}
        assert held == set(course.position.hand_of(course.speaker))
        seen.add(numbers)
    assert len(seen) == len(some(courses, 3))


def test_the_order_of_drawn_cards_is_remembered_by_who_drew_them_alone():
    encoding = Encoding(load_variant("mau_mau"))
    one = mau("A draw", "A draw", stock="Kc Ks").steps
    other = mau("A draw", "A draw", stock="Ks Kc").steps
    for seat, apart in (("A", True), ("B", False)):
        events = [list(encoding.remembered(seat, steps)) for steps in (one, other)]
        assert (events[0] != events[1]) is apart


@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_the_mask_is_legal_and_no_way_to_throw_or_play_is_missing(name):
    variant = load_variant(name)
    encoding = Encoding(variant)
    for course in some(_moments(variant, "legal"), 3):
        view = course.seen_by(course.speaker)
        words = [encoding.words(view, number) for number in encoding.actions.legal(view)]
        assert all(view.why_not(said) is None for said in words)
        assert {option.verb for option in view.options} == {
            encoding.named(number).verb for number in encoding.actions.legal(view)
        }
        for option in view.options:
            ways = sum(said.split()[0] == option.verb for said in words)
            if option.verb == "descarto":
                assert ways == {(1, 4): 15, (1, 1): 5}[option.least, option.most]
            elif option.verb == "play":
                plain = [f"play {card}" for card in view.hand]
                may = {said for said in plain if view.why_not(said) is None}
                assert may <= {said.removesuffix(" one card") for said in words}


def test_the_ladder_of_bets_begins_at_the_least_and_ends_at_ones_own_stones():
    hand = deal_hand(new_match(load_variant("encaje"), ("A", "B", "C"), 0.0), "bets").after_words(
        "A corto"
    )
    encoding = Encoding(load_variant("encaje"), 3)
    view = hand.seen_by("A")
    words = [encoding.words(view, number) for number in encoding.actions.legal(view)]
    assert words[:-1] == [f"envido {stake}" for stake in (2, 3, 4, 5, 7, 10, 15, 20)]
    assert words[-1] == "paso"


def test_a_match_goes_on_with_its_stones():
    course = deal_hand(new_match(load_variant("encaje"), ("A", "B", "C"), 0.0), "one").after_words(
        "A corto"
    )
    while course.speaker:
        verb = games.options(course.position)[0].verb  # declares what is so, and passes
        course = course.after_words(f"{course.speaker} {verb}")
    following = next_start(course, 0.0)
    assert following is not None
    assert following.in_front() == course.position.in_front()


# --- several tables at once ------------------------------------------------------------------


def _first_legal(tables: tables.Tables) -> list[int]:
    return [int(mask.argmax()) for mask in tables.masks]


@every_variant
def test_tables_stepped_at_once_show_what_each_speaker_sees(name):
    batch = gym.Tables(name, 3, seed=5)
    random, paid = Random(1), 0
    for _ in range(few(200, 40)):
        for number, course in batch._courses.items():
            view = course.seen_by(course.speaker)
            assert batch.encoding.seats[batch.speakers[number]] == course.speaker
            # As pytest.approx has it, which takes four fifths of the test for 605 numbers.
            numpy.testing.assert_allclose(
                batch.observations[number], batch.encoding.observed(view), rtol=1e-6
            )
            assert tuple(batch.masks[number]) == batch.encoding.mask(view)
        legal = [[at for at, may in enumerate(mask) if may] for mask in batch.masks]
        rewards, ended = batch.step([random.choice(may) for may in legal])
        assert rewards.sum(axis=1) == pytest.approx([0.0] * 3, abs=1e-5)
        assert not rewards[~ended].any()
        paid += int(ended.sum())
    assert paid or name in ("enfle", "mau_mau")  # their hands are long


def test_a_table_deals_the_same_whoever_plays_beside_it():
    alone, beside = gym.Tables("madrid", 1, seed=6), gym.Tables("madrid", 3, seed=4)
    for _ in range(60):
        assert (alone.observations[0] == beside.observations[2]).all()
        alone.step(_first_legal(alone))
        beside.step(_first_legal(beside))


def test_what_cannot_be_stepped_is_refused_with_the_reason():
    batch = gym.Tables("madrid", 2)
    with pytest.raises(ValueError, match="2 actions are wanted"):
        batch.step([0])
    with pytest.raises(ValueError, match="may not do"):
        batch.step([int(mask.argmin()) for mask in batch.masks])
    for number in (-1, 999):  # nor is -1 the last of them
        with pytest.raises(ValueError, match=f"^actions have numbers from 0 to .*, not {number}$"):
            batch.step([number, number])
    for count in (0, tables.MOST_TABLES + 1):
        with pytest.raises(ValueError, match=f"not {count}"):
            gym.Tables("madrid", count)


# --- without the libraries -----------------------------------------------------------------


def test_without_pettingzoo_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(environment, "AECEnv", None)
    with pytest.raises(ModuleNotFoundError, match=r"^mustutor\.gym\.env needs .*mustutor\[gym\]'$"):
        gym.env("madrid")


def test_without_openspiel_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(openspiel, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"^OpenSpiel is not .*mustutor\[gym\]'$"):
        openspiel.open_game("madrid")


def test_without_numpy_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(tables, "np", None)
    with pytest.raises(ModuleNotFoundError, match=r"^mustutor\.gym\..* needs .*mustutor\[gym\]'$"):
        gym.Tables("madrid", 2)


def test_the_modules_can_be_read_without_the_libraries(monkeypatch):
    for library in ("pettingzoo", "gymnasium", "numpy", "pyspiel"):
        monkeypatch.setitem(sys.modules, library, None)
    for module in (environment, openspiel, tables):
        assert "NEEDED" in runpy.run_path(module.__file__)
