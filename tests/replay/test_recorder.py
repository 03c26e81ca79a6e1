"""Taking a match down: what was played is what is recorded, whatever is taken back on the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.errors import NotationError
from mustutor.games.failure import Unplayable, read_place
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee import verify
from mustutor.referee.recorder.commands import resume_match, sit_down
from mustutor.referee.recorder.hand import SHOWN
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay import Replay
from mustutor.replay.format import TALK
from mustutor.replay.live_file import read_live_record
from mustutor.replay.playback import play_back
from mustutor.replay.seals import with_seals
from mustutor.replay.simulate import match
from tests.long import examples, sampled
from tests.table import OF_LANCES, live_lines

SEEDS = st.integers(0, 10_000)
PAIRS = ("A1", "B1", "A2", "B2")


@cache
def played(variant: str, seed: int, hands: int = 3, seats: int = 0) -> Replay:
    """A random match, as players at a table would have played it."""
    rules = load_variant(variant)
    count = seats or 0
    return match(rules, seats=count, hands=hands, seed=str(seed))


# What a player draws from a stock nobody sees the table does not type.
TYPED = [name for name in variant_ids() if name != "mau_mau"]


def at_a_table(replay: Replay) -> Replay:
    """The same match when no program shuffled the cards."""
    hands = [
        hand._replace(deal={"source": "physical", "cards": hand.cards}, seal=None)
        for hand in replay.hands
    ]
    return with_seals(replay._replace(hands=tuple(hands)))


def table_of(replay: Replay) -> Recorder:
    return sit_down(load_variant(replay.variant["id"]), replay._replace(hands=(), seal=None))


def states(replay: Replay) -> list[Recorder]:
    """What a recorder holds after each thing told of a match, in the order of play."""
    told = [table_of(replay)]
    for hand in replay.hands:
        told.append(told[-1].begin_hand(hand.mano))
        for seat, cards in hand.cards.items():
            told.append(told[-1].tell_cards(seat, cards))
        for round_ in hand.rounds:
            for call in round_.calls:
                told.append(told[-1].hear(call))
            for seat, cards in (round_.draws or {}).items():
                told.append(told[-1].tell_cards(seat, cards))
    return told


def stored(recorder: Recorder) -> Recorder:
    """What comes back from the live file."""
    data = "".join(f"{line}\n" for line in live_lines(recorder.record())).encode()
    return resume_match(read_live_record(data), recorder.variant)


@contextmanager
def refusal(words: str) -> Iterator[None]:
    """What is told is refused, in a sentence with these words."""
    with pytest.raises(Unplayable) as refused:
        yield
    assert words in refused.value.failure.fault.said()


# --- a match typed is the match played ---------------------------------------------------


@pytest.mark.parametrize("variant", TYPED)
@examples(8, 2, deadline=None)
@given(seed=SEEDS)
def test_what_was_played_is_what_is_recorded(variant, seed):
    replay = played(variant, seed)
    closed = states(replay)[-1].closed()
    assert closed == at_a_table(replay)
    verdict = verify(closed)
    assert verdict.ok, verdict.failure
    assert verdict.complete


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_encaje_is_taken_down_for_any_number_of_players(seats):
    replay = played("encaje", seats, hands=5, seats=seats)
    assert states(replay)[-1].closed() == at_a_table(replay)


@examples(6, 2, deadline=None)
@given(variant=st.sampled_from(TYPED), seed=SEEDS)
def test_the_live_file_gives_back_what_was_told_at_every_moment(variant, seed):
    for recorder in states(played(variant, seed, hands=2))[::3]:
        assert stored(recorder) == recorder
        assert verify(recorder.record()).ok


# --- undo --------------------------------------------------------------------------------


@examples(10, 3, deadline=None)
@given(variant=st.sampled_from(TYPED), seed=SEEDS)
def test_undo_after_anything_told_is_the_record_before_it(variant, seed):
    told = states(played(variant, seed))
    for before, after in pairwise(told):
        assert after.undo() == before
    assert told[0].undo() is None


@examples(6, 2, deadline=None)
@given(variant=st.sampled_from(TYPED), seed=SEEDS)
def test_undo_after_a_call_works_in_a_record_taken_up_again_too(variant, seed):
    told = states(played(variant, seed))
    for before, after in pairwise(told):
        if after.hand.events and after.hand.events[-1].call:
            undone = stored(after).undo()
            # What the deck did between two calls goes with the call that showed it was done.
            assert undone is not None
            assert undone.hear(after.hand.events[-1].call).record() == after.record()
            assert len(undone.places()) == len(before.places())


def test_undo_of_a_whole_match_leads_back_to_the_empty_table():
    recorder = replace(states(played("fournier", 3))[-1], before=None)
    steps = 0
    while (before := recorder.undo()) is not None:
        recorder, steps = replace(before, before=None), steps + 1
    assert recorder.hands == ()
    assert steps > 20


# --- cards -------------------------------------------------------------------------------


def without_faces(call: str) -> str:
    """A discard as it is seen at the table: so many cards, face down."""
    seat, verb, *cards = call.split()
    return " ".join([seat, verb, *("?" for _ in cards)]) if verb == "descarto" else call


@pytest.mark.parametrize("variant", OF_LANCES)
@sampled("seed", [0, 1], 2)
def test_cards_shown_at_the_end_settle_a_hand_whose_discards_nobody_saw(variant, seed):
    replay = played(variant, seed, hands=6)
    rules = load_variant(variant)
    recorder = table_of(replay)
    beside = 0
    for hand, known in zip(replay.hands, play_back(replay, rules), strict=True):
        recorder = recorder.begin_hand(hand.mano)
        for round_ in hand.rounds:
            for call in round_.calls:
                recorder = recorder.hear(without_faces(call))
        for seat in known.end.order:
            recorder = recorder.tell_cards(seat, known.end.hand_of(seat))
        assert recorder.hand.settled[0].in_front() == known.end.in_front()
        assert recorder.hand.settled[0].ledger == known.end.ledger
        assert stored(recorder) == recorder
        beside += bool({TALK, SHOWN} & set(recorder.hand.written.extra))
    assert beside or not any(r.lance == "descarte" for h in replay.hands for r in h.rounds)
    closed = recorder.closed()
    assert verify(closed).ok
    assert closed.hands[-1].after == replay.hands[-1].after


def hear_all(recorder: Recorder, *lines: str) -> Recorder:
    for line in lines:
        for call in line.split(", "):
            recorder = recorder.hear(call)
    return recorder


def at(variant: str, *lines: str, mano: str = "A1", seats: tuple[str, ...] = PAIRS) -> Recorder:
    rules = load_variant(variant)
    start = sit_down(rules, Replay({"id": rules.id, "digest": rules.digest}, seats, ()))
    return hear_all(start.begin_hand(mano), *lines)


CUT = "A1 mus, B1 corto"
QUIET = "A1 paso, B1 paso, A2 paso, B2 paso"


def test_cards_are_learnt_at_any_moment_and_must_bear_out_what_was_declared():
    recorder = at("wikipedia_en", CUT, QUIET, QUIET, "A1 tengo, B1 no tengo")
    told = recorder.tell_cards("A1", ["Ro", "Rc", "5e", "4o"])
    assert told.hand.cards == {"A1": ("Ro", "Rc", "5e", "4o")}
    with pytest.raises(Unplayable) as refused:
        told.tell_cards("B1", ["7o", "7c", "5b", "4e"])
    failure = refused.value.failure
    assert (failure.place, failure.text) == ("1.pares.2", "B1 no tengo")
    assert failure.fault.rule == "MUS-DECL-1"


@pytest.mark.parametrize(
    ("seat", "cards", "rule"),
    [
        ("A1", "Ro Rc 5e", "MUS-DEAL-3"),
        ("B1", "Ro 7c 5b 4e", "MUS-DECK-1"),
        ("C1", "Ro 7c 5b 4e", "MUS-DEAL-3"),
    ],
)
def test_cards_that_cannot_be_there_are_refused(seat, cards, rule):
    recorder = at("wikipedia_en", CUT).tell_cards("A2", ["Ro", "Re", "5o", "4o"])
    with pytest.raises(Unplayable) as refused:
        recorder.tell_cards(seat, cards.split())
    assert refused.value.failure.fault.rule == rule


def test_cards_served_may_be_told_or_left_unknown():
    recorder = at("encaje", "A mus, B mus, C mus", seats=("A", "B", "C"), mano="A")
    for seat, cards in (("A", "Ro Rc 5e 4o"), ("B", "7o 7c 6e 6o")):
        recorder = recorder.tell_cards(seat, cards.split())
    thrown = hear_all(recorder, "A descarto 5e 4o, B descarto 7c, C descarto ?")
    assert thrown.wants == "draws"
    told = thrown.tell_cards("A", ["Re", "Rb"])
    assert told.position.hand_of("A") == ("Ro", "Rc", "Re", "Rb")
    assert told.tell_cards("B", ["2o"]).position.hand_of("B") == ("7o", "6e", "6o", "2o")
    # The whole hand says as much as the card served.
    whole = told.tell_cards("B", ["7o", "2o", "6e", "6o"])
    assert whole.hand.written.rounds[-1].draws == {"A": ["Re", "Rb"], "B": ["2o"]}
    unknown = thrown.hear("A corto")
    assert unknown.position.hand_of("A") is None
    assert unknown.hand.written.rounds[1].draws == {}


def test_a_whole_hand_tells_what_was_served_where_the_rest_is_known():
    recorder = at("wikipedia_en", "A1 mus, B1 mus, A2 mus, B2 mus")
    recorder = recorder.tell_cards("A1", ["R", "R", "5", "4"]).tell_cards("B1", ["7"] * 3 + ["6"])
    recorder = hear_all(recorder, "A1 descarto 5 4, B1 descarto 6, A2 descarto ? ?, B2 descarto ?")
    told = recorder.tell_cards("A1", ["R", "C", "R", "S"])
    told = told.tell_cards("B1", ["7", "7", "7", "A"])
    assert told.hand.written.rounds[-1].draws == {"A1": ["C", "S"], "B1": ["A"]}
    again = hear_all(told, "A1 mus, B1 mus, A2 mus, B2 mus")
    again = hear_all(again, "A1 descarto ?, B1 descarto A, A2 descarto ?, B2 descarto ?, A1 corto")
    # B1 kept three sevens; of A1 nobody knows what is left, so that his hand is only shown.
    again = again.tell_cards("B1", ["7", "7", "7", "2"]).tell_cards("A1", ["R", "R", "C", "C"])
    assert again.hand.shown == {"A1": ("R", "R", "C", "C")}
    assert again.position.hand_of("B1") == ("7", "7", "7", "2")
    assert stored(again).record() == again.record()
    assert verify(again.closed()).ok


# --- corrections -------------------------------------------------------------------------


def test_a_correction_that_everything_after_bears_changes_one_call_and_keeps_the_old_one():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 no quiero, B2 no quiero", QUIET)
    corrected = recorder.correct("1.grande.1", "envido 5", lambda old: {"text": {"en": old}})
    assert corrected[1:4] == ("1.grande.1", "A1 envido 2", "A1 envido 5")
    assert corrected.failure is None
    after = corrected.recorder
    assert after.match.notes == {"1.grande.1": [{"text": {"en": "A1 envido 2"}}]}
    expected = at("wikipedia_en", CUT, "A1 envido 5, B1 no quiero, B2 no quiero", QUIET)
    assert after.hands == expected.hands
    assert after.undo() == recorder


def test_a_correction_says_which_later_call_it_undoes_and_how_many_go_with_it():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 quiero", QUIET, "A1 tengo")
    corrected = recorder.correct("grande.1", "paso")
    assert corrected.failure is not None
    assert (corrected.failure.place, corrected.failure.text) == ("1.grande.2", "B1 quiero")
    assert corrected.failure.fault.rule == "MUS-BET-9"
    # The quiero alone is undone; what was said in its place nobody knows, and chica stays.
    assert (corrected.undone, corrected.gaps) == (1, ("1.grande.2",))
    expected = hear_all(at("wikipedia_en", CUT, "A1 paso, B1 ?").begin_lance("chica"), QUIET)
    expected = expected.begin_lance("pares").hear("A1 tengo")
    assert corrected.recorder.record() == expected.record()


def test_calls_after_a_correction_go_to_the_lance_they_belong_to_now():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 no quiero, B2 no quiero, A1 paso")
    corrected = recorder.correct("1.grande.2", "envido 4 mas")
    assert corrected.new == "B1 subo a 6"
    # B2 has nothing to say to a raise of his partner: his refusal cannot stand.
    assert (corrected.failure.place, corrected.undone) == ("1.grande.3", 1)
    # The paso was said at chica: it is no answer to the raise, which nobody told.
    assert corrected.gaps == ("1.grande.3",)
    assert [r.calls for r in corrected.recorder.record().hands[0].rounds[1:]] == [
        ("A1 envido 2", "B1 subo a 6", "A2 ?"),
        ("A1 paso",),
    ]


def told_hand() -> Recorder:
    """A hand that is over, with every card told."""
    first = f"{CUT}, A1 envido 2, B1 no quiero, B2 no quiero, {QUIET}"
    recorder = at("wikipedia_en", first, "A1 no tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    recorder = hear_all(recorder, "A1 no tengo, B1 no tengo, A2 no tengo, B2 no tengo", QUIET)
    for seat, cards in zip(
        PAIRS, ("Ro Cc 4b 5b", "Rc 4o 5e 6o", "Re 4c 5c 6c", "Rb 4e 5o 6e"), strict=True
    ):
        recorder = recorder.tell_cards(seat, cards.split())
    assert recorder.wants == "next"
    return recorder


def test_a_correction_of_an_earlier_hand_moves_the_stones_of_those_after_it():
    recorder = hear_all(told_hand(), "B1 corto, B1 envido 2, A2 quiero")
    before = recorder.position.in_front()
    corrected = recorder.correct("1.grande.1", "envido 7")
    assert corrected.failure is None
    assert corrected.recorder.position.in_front() == before  # a bet nobody took is a deje of one
    other = recorder.correct("1.chica.1", "envido 2")
    # B1's paso to the bet refuses it; A2, of the side that bet, has nothing to say to it.
    assert (other.failure.place, other.undone, other.gaps) == ("1.chica.3", 1, ())
    assert len(other.recorder.hands) == 2
    assert other.recorder.hands[1].events == recorder.hands[1].events


def test_a_hand_that_cannot_be_reckoned_any_more_keeps_those_after_it():
    recorder = hear_all(told_hand(), "B1 corto, B1 envido 2, A2 quiero")
    before = recorder.position.table.purse
    corrected = recorder.correct("1.grande.2", "quiero")
    assert (corrected.failure.place, corrected.undone) == ("1.grande.3", 1)
    corrected = recorder.correct("1.grande.1", "paso")
    # B1 and B2 refused a bet that nobody made: what they said instead has to be told.
    assert (corrected.undone, corrected.gaps, corrected.kept) == (2, ("1.grande.2",), (1,))
    assert corrected.recorder.hands[1].start.table.purse == before
    assert verify(corrected.recorder.record()).ok
    mended = corrected.recorder.correct("1.grande.2", "paso, paso, paso")
    assert (mended.undone, mended.gaps, mended.kept) == (0, (), ())
    direct = recorder.correct("1.grande.1", "paso, paso, paso, paso")
    assert direct.failure is None
    assert direct.recorder.record().hands[0].rounds == mended.recorder.record().hands[0].rounds
    assert direct.recorder.hand.is_told == recorder.hand.is_told
    assert verify(direct.recorder.record()).ok


@examples(30, 6, deadline=None)
@given(variant=st.sampled_from(OF_LANCES), seed=SEEDS)
def test_whatever_is_corrected_nothing_is_lost_but_what_cannot_stand(variant, seed):
    recorder = states(played(variant, seed))[-1]
    random = Random(seed)
    place = random.choice(recorder.places())
    words = random.choice(
        ["paso", "quiero", "no quiero", "envido 2", "ordago", "?", "corto", "mus"]
    )
    try:
        corrected = recorder.correct(place, words)
    except Unplayable:
        return
    kept = calls_told(recorder) - corrected.undone
    gaps = calls_told(corrected.recorder) - kept
    assert len(corrected.gaps) <= gaps <= len(corrected.gaps) + len(corrected.kept)
    assert bool(corrected.undone) == (corrected.failure is not None)
    verdict = verify(corrected.recorder.record())
    # After a gap all is kept, the stones too, and that is said before it is done: where no word
    # at the gap allows what follows, verification says so, at a place of that hand.
    gapped = {gap.partition(".")[0] for gap in corrected.gaps}
    gapped |= {str(number) for number in corrected.kept}
    assert verdict.ok or verdict.failure.place.partition(".")[0] in gapped


def calls_told(recorder: Recorder) -> int:
    return len(recorder.places())


def test_what_is_not_legal_at_its_place_corrects_nothing():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 quiero")
    with pytest.raises(Unplayable) as refused:
        recorder.correct("1.grande.2", "envido 4")
    assert refused.value.failure.fault.rule == "MUS-BET-3"
    with refusal(r"no call at"):
        recorder.correct("1.grande.3", "paso")
    with pytest.raises(NotationError):
        recorder.correct("1.grande.2", "whatever")


@examples(8, 2, deadline=None)
@given(variant=st.sampled_from(TYPED), seed=SEEDS)
def test_a_call_corrected_to_itself_changes_nothing(variant, seed):
    recorder = states(played(variant, seed))[-1]
    random = Random(seed)
    for place in random.sample(recorder.places(), 5):
        at = read_place(place)
        rounds = [r for r in recorder.record().hands[at.hand - 1].rounds if r.lance == at.round]
        call = rounds[at.ordinal - 1].calls[at.call - 1]
        corrected = recorder.correct(place, call)
        assert corrected.failure is None
        assert corrected.recorder.hands == recorder.hands


# --- what nobody heard -------------------------------------------------------------------


def test_after_a_forgotten_call_everything_is_taken_and_nothing_judged():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 ?, A2 quiero")
    assert recorder.wants == "loose"
    recorder = recorder.begin_lance("chica").hear("A1 paso").state_stones({"A": 3, "B": 4})
    written = recorder.hand.written
    assert [(r.lance, r.calls) for r in written.rounds] == [
        ("mus", ("A1 mus", "B1 corto")),
        ("grande", ("A1 envido 2", "B1 ?", "A2 quiero")),
        ("chica", ("A1 paso",)),
    ]
    assert [len(r.checks or ()) for r in written.rounds] == [2, 1, 0]
    following = recorder.hear("B1 mus")
    assert following.position.in_front() == {"A": 3, "B": 4}
    verdict = verify(following.closed())
    assert verdict.ok, verdict.failure
    assert not verdict.complete
    assert stored(following) == following


def test_a_call_remembered_later_is_judged_with_all_that_follows_it():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 ?, B2 no quiero, A1 paso")
    corrected = recorder.correct("1.grande.2", "B1 no quiero")
    expected = at("wikipedia_en", CUT, "A1 envido 2, B1 no quiero, B2 no quiero, A1 paso")
    assert corrected.recorder.hands == expected.hands
    assert str(corrected.recorder.hand.course.place) == "1.chica.2"


def test_a_call_nobody_is_sure_of_any_more_leaves_the_others_in_their_lances():
    recorder = at("wikipedia_en", CUT, "A1 envido 2, B1 quiero", QUIET, "A1 tengo")
    corrected = recorder.correct("1.grande.1", "?")
    assert corrected.failure is None
    written = corrected.recorder.hand.written
    assert [(r.lance, r.calls) for r in written.rounds[1:]] == [
        ("grande", ("A1 ?", "B1 quiero")),
        ("chica", tuple(QUIET.split(", "))),
        ("pares", ("A1 tengo",)),
    ]
    back = corrected.recorder.correct("1.grande.1", "envido 2")
    assert back.recorder.record() == recorder.record()


def test_a_lance_nobody_heard_is_left_out():
    recorder = at("wikipedia_en").begin_lance("chica").hear("A1 paso")
    assert recorder.position.skipped == ("mus", "grande")
    assert verify(recorder.closed()).ok
    assert stored(recorder) == recorder
    with refusal("cannot begin now"):
        recorder.begin_lance("grande")


def test_the_stones_of_a_hand_that_can_be_reckoned_are_not_taken_from_anybody():
    recorder = at("wikipedia_en", CUT, "A1 ordago, B1 no quiero, B2 no quiero")
    with refusal("B is missing"):
        recorder.state_stones({"A": 1})
    with refusal("no seat Z"):
        recorder.state_stones({"A": 1, "B": 0, "Z": 3})
    hand = states(played("fournier", 5, hands=1))[-1]
    with refusal("are known"):
        hand.state_stones({"A": 1, "B": 1})


# --- from hand to hand -------------------------------------------------------------------


def test_the_next_hand_begins_with_its_first_call_and_mano_goes_round():
    recorder = states(played("wikipedia_en", 2, hands=1))[-1]
    mano = recorder.hand.start.mano
    expected = PAIRS[(PAIRS.index(mano) + 1) % 4]
    assert (recorder.wants, recorder.speaker) == ("next", expected)
    with refusal(f"{mano} cannot be mano"):
        recorder.begin_hand(mano)
    following = recorder.hear(f"{expected} mus")
    assert following.hand.number == 2
    assert following.undo() == recorder


def test_a_hand_that_waits_for_cards_is_followed_by_no_other():
    recorder = at("wikipedia_en", CUT, "A1 ordago, B1 quiero")
    assert recorder.wants == "cards"
    with refusal("not over"):
        recorder.begin_hand()


def test_games_follow_one_another_to_the_end_of_the_match():
    replay = played("encaje", 11, hands=400, seats=3)
    recorder = states(replay)[-1]
    assert recorder.wants == "over"
    assert recorder.closed() == at_a_table(replay)
    assert recorder.position.table.game > 1
    with refusal("over"):
        recorder.hear("A mus")
