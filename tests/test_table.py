"""A table to say calls at: what is told there, how hands go on, what it refuses, its record."""

from __future__ import annotations

from pathlib import Path

import pytest

import mustutor
from mustutor import IllegalCall, NotationError, bot, loads, settle, sit, verify
from mustutor.base import register
from tests.table import balances

GAMES = Path(__file__).parent / "games"
HANDS = {"A1": "Ro Rc Ae 4b", "B1": "Re Cb 7o 6c", "A2": "5o 5c Se Ab", "B2": "7e 6b 4o 4c"}
PASSED = ("A1 corto", *[f"{seat} paso" for seat in ("A1", "B1", "A2", "B2")] * 2)
DECLARED = ("A1 tengo", "B1 no tengo", "A2 tengo", "B2 tengo")


def said(table, *calls):
    for call in calls:
        table.say(call)
    return table


def played(name, level, *, seed, hands=0, **more):
    """A match of players of the house, to its end or for so many hands."""
    table = sit(name, **more)
    players = {seat: bot(level, seed=seed + n) for n, seat in enumerate(table.seats)}
    while not table.over and (not hands or len(table.record().hands) < hands):
        table.deal(seed=seed)
        while table.position.speaker:
            seat = table.position.speaker
            table.say(f"{seat} {players[seat].speak(table.view())}")
    return table


@pytest.fixture
def rojo(monkeypatch):
    """A game from outside the house."""
    monkeypatch.syspath_prepend(str(GAMES))
    register.register("rojo", "rojo")
    yield "rojo"
    register.unregister("rojo")


# --- the whole of it -------------------------------------------------------------------------


def test_a_match_is_played_to_its_end_recorded_verified_settled_and_explained():
    table = played("madrid", "club", seed=7)
    record = table.record()
    verdict = verify(loads(mustutor.dumps(record)))
    assert (verdict.verdict, verdict.complete) == ("ok", True)
    settled = table.settle()
    assert settled.as_json() == settle(record).as_json()
    assert settled.over
    assert settled.holds
    assert settled.winner in settled.after
    # The ledger, added up apart from the engine, comes to what each side has at the end.
    for hand in settled.hands:
        before = dict(zip(hand.start.table.sides, hand.start.stones, strict=True))
        after = balances(before, hand.end.ledger)
        assert {side: after[side] for side in before} == hand.end.in_front() == hand.hand.after
    for language, verdict_word in (("en", "VERDICT"), ("es", "VEREDICTO")):
        explained = settled.explain(language)
        text = explained.text()
        assert text.startswith(verdict_word)
        for number in range(1, len(record.hands) + 1):
            hand_word = {"en": "hand", "es": "mano"}[language]
            assert f"{hand_word} {number} " in text
        assert explained.json() == settled.as_json()
        assert explained.html().startswith("<!DOCTYPE html>")
    with pytest.raises(IllegalCall, match="match is over"):
        table.deal(seed=7)


@pytest.mark.parametrize(
    ("name", "level", "hands"),
    [("encaje", "club", 3), ("mau_mau", "club", 2), ("enfle", "easy", 1), ("rojo", "easy", 3)],
)
def test_every_game_is_played_at_a_table_one_from_outside_too(rojo, name, level, hands):
    assert rojo in register.games()
    table = played(name, level, seed=3, hands=hands)
    verdict = verify(loads(mustutor.dumps(table.record())))
    assert (verdict.verdict, verdict.complete, len(verdict.hands)) == ("ok", True, hands)
    for language in ("en", "es"):
        assert table.settle().explain(language).text()
    assert "<iframe" in table._repr_html_()
    assert repr(table) == f"<MatchTable {table.position.line()}>"


def test_a_seed_deals_the_same_match_again():
    one, other = (played("encaje", "easy", seed=5, hands=2).record() for _ in range(2))
    assert one == other
    assert played("encaje", "easy", seed=6, hands=2).record() != one


# --- calls -----------------------------------------------------------------------------------


def test_a_refused_call_has_its_sentence_and_article_and_changes_nothing():
    table = said(sit("madrid"), "A1 corto", "A1 envido")
    before = table.position
    with pytest.raises(IllegalCall, match="B1 speaks now, not B2") as refusal:
        table.say("B2 quiero")
    assert refusal.value.fault.rule == "MUS-BET-3"
    with pytest.raises(NotationError, match="not something a player says"):
        table.say("B1 envidio")
    assert table.position == before


def test_a_call_is_taken_as_a_value_or_in_the_words_people_use():
    words = said(sit("madrid"), "A1 no hay mus", "a1 envido", "B1 2 más")
    values = sit("madrid")
    for step in words.steps:
        values.say(step.call)
    assert values.position == words.position
    accepted = values.say(mustutor.read_call("A2 quiero", "madrid"))
    assert accepted.position.lance == "chica"


def test_the_steps_of_a_recorded_hand_with_its_discards_can_be_said_again():
    record = played("madrid", "club", seed=1, hands=4).record()
    assert any(round_.draws for hand in record.hands for round_ in hand.rounds)
    table = sit("madrid", mano=record.hands[0].mano)
    for hand in mustutor.settle(record).hands:
        for step in hand.steps:
            table.say(step.call)
    assert mustutor.settle(table.record()).after == mustutor.settle(record).after


def test_a_call_nobody_heard_is_kept_and_the_record_still_verifies():
    table = said(sit("madrid"), "A1 corto", "A1 ?", "B1 paso")
    verdict = verify(table.record())
    assert (verdict.ok, verdict.complete) == (True, False)
    assert table.next(stones={"A": 3, "B": 1}).position.in_front() == {"A": 3, "B": 1}


# --- cards -----------------------------------------------------------------------------------


def test_cards_may_be_told_before_the_calls_or_after_them_as_text_or_one_by_one():
    listed = {seat: cards.split() for seat, cards in HANDS.items()}
    first = said(sit("madrid").deal(HANDS), *PASSED, *DECLARED)
    last = said(sit("madrid"), *PASSED, *DECLARED).deal(listed)
    assert first.record() == last.record()
    by_seat = said(sit("madrid"), *PASSED, *DECLARED)
    for seat, cards in HANDS.items():
        by_seat.deal({seat: cards})
    assert by_seat.record() == last.record()


def test_cards_that_make_what_was_said_untrue_are_refused():
    table = said(sit("madrid"), *PASSED, "A1 no tengo")
    with pytest.raises(IllegalCall):
        table.deal(HANDS)  # A1 has two kings
    with pytest.raises(IllegalCall, match="A2 is given Ro, but B1 has it already"):
        table.deal({"B1": "Ro Rc Ae 4b", "A2": "Ro 5c 6c 7c"})
    assert table.position.hand_of("A1") is None
    with pytest.raises(NotationError):
        table.deal({"A1": "R R X A"})
    with pytest.raises(IllegalCall, match="no seat Z9"):
        table.deal({"Z9": "R R C A"})


def test_cards_are_served_after_a_discard_and_unseen_where_nobody_tells_them():
    calls = ("A1 mus", "B1 mus", "A2 mus", "B2 mus")
    thrown = ("B1 descarto 6c", "A2 descarto 5o 5c", "B2 descarto 4o", "A1 descarto 4b")
    table = said(sit("madrid").deal(HANDS), *calls, *thrown)
    with pytest.raises(IllegalCall):
        table.serve({"B1": "Ro"})  # which A1 holds
    table.serve({"B1": "6e", "A2": "7b Sb", "B2": "2o", "A1": "2c"})
    assert table.position.hand_of("A2") == ("Se", "Ab", "7b", "Sb")
    with pytest.raises(IllegalCall):
        table.serve({"B1": "2e"})  # nobody waits for cards now
    unseen = said(sit("madrid").deal(HANDS), *calls, *thrown).say("B1 mus")
    assert unseen.position.hand_of("A2") is None
    assert verify(unseen.record()).ok


def test_a_starter_is_told_with_the_cards_and_a_card_drawn_with_its_call():
    table = sit("mau_mau").deal(
        {"A": "2c 3c 4c 5c 6c 7c 8c", "B": "2s 3s 4s 5s 6s 7s 8s"}, starter="Td"
    )
    table.say("A draw Jd")
    assert "Jd" in table.position.hand_of("A")
    assert verify(table.record()).ok
    with pytest.raises(NotationError):
        sit("madrid").deal(HANDS, starter="Ro")


def test_only_a_hand_nothing_is_told_of_is_dealt_from_a_seed():
    with pytest.raises(IllegalCall, match="has begun"):
        sit("madrid").say("A1 mus").deal(seed=1)
    with pytest.raises(IllegalCall, match="has begun"):
        sit("madrid").deal(HANDS).deal(seed=1)
    table = sit("madrid").deal(seed=1)
    for wrong in ({"hands": HANDS}, {"hands": HANDS, "seed": 1}):
        with pytest.raises(IllegalCall, match=r"dealt from a seed|has begun"):
            table.deal(**wrong)
    with pytest.raises(IllegalCall, match="cards are known"):
        sit("madrid").deal(HANDS, seed=1)  # which the record would tell of another shuffle
    assert verify(table.record()).ok


# --- hands that follow -----------------------------------------------------------------------


def decided():
    """A hand of Encaje that is over, with every stone known."""
    table = said(sit("encaje", seats="A B C"), "A corto", *("A paso", "B paso", "C paso") * 2)
    return table.deal({"A": "R R C A", "B": "R C S 4", "C": "4 5 6 7"})


def over():
    """The same to its end, as whoever has to speak passes."""
    table = decided()
    while table.position.speaker:
        seat = table.position.speaker
        verbs = [option.verb for option in mustutor.options(table.position)]
        table.say(f"{seat} {'paso' if 'paso' in verbs else verbs[0]}")
    return table


def test_a_hand_is_over_with_its_stones_paid_and_the_next_call_begins_the_next():
    table = over()
    assert table.position.lance == "end"
    stones = table.position.in_front()
    assert table.settle().after == stones
    mano = mustutor.next_hand(table.position).mano
    assert table.say(f"{mano} corto").position.table.hand == 2
    assert table.position.starting_stones() == stones
    assert [hand.mano for hand in table.record().hands] == ["A", mano]


def test_cards_dealt_after_a_hand_are_those_of_the_next_and_before_its_end_its_own():
    assert over().deal({"A": "R R C A"}).position.table.hand == 2
    waiting = said(sit("madrid"), *PASSED, "A1 tengo", "B1 no tengo", "A2 tengo", "B2 tengo")
    assert waiting.deal(HANDS).position.table.hand == 1


def test_the_next_hand_may_be_begun_by_itself_and_never_before_this_one_is_over():
    assert over().next().position.table.hand == 2
    with pytest.raises(IllegalCall, match="not over"):
        sit("madrid").next()
    with pytest.raises(IllegalCall, match="cannot be mano"):
        over().next("A")
    with pytest.raises(IllegalCall, match="follow from its calls"):
        over().next(stones={"A": 1, "B": 1, "C": 1})


def test_each_thing_told_is_one_step_to_undo():
    table = sit("madrid")
    moments = [table.position]
    for told in (
        lambda: table.deal(HANDS),
        *(lambda call=call: table.say(call) for call in PASSED[:4]),
    ):
        told()
        moments.append(table.position)
    for before in reversed(moments[:-1]):
        assert table.undo().position == before
    with pytest.raises(IllegalCall, match="nothing to undo"):
        table.undo()
    again = over()
    ended = again.position
    assert again.deal({"A": "R R C A"}).undo().position == ended


def test_a_discard_of_a_hand_dealt_from_a_seed_is_served_at_once_and_undone_with_its_call():
    table = said(sit("madrid").deal(seed=7), "A1 mus", "B1 mus", "A2 mus", "B2 mus")
    while table.position.lance == "descarte":
        before = table.position
        table.say(f"{table.position.speaker} descarto {table.view().hand[0]}")
    assert None not in table.position.deal.hands
    assert table.undo().position == before


# --- who sits down ---------------------------------------------------------------------------


def test_seats_mano_and_stones_are_those_of_the_variant_unless_named():
    assert sit("fournier").seats == ("A1", "B1", "A2", "B2")
    assert sit("encaje").position.table.seats == ("A", "B", "C", "D", "E")
    assert sit("encaje", seats=3).seats == ("A", "B", "C")
    table = sit("encaje", seats=["A", "B"], mano="B", stones={"A": 3, "B": 9})
    assert (table.position.mano, table.position.in_front()) == ("B", {"A": 3, "B": 9})
    assert table.record().start == {"A": 3, "B": 9}


@pytest.mark.parametrize(
    "wrong",
    [{"seats": 7}, {"seats": ()}, {"seats": -1}, {"mano": "Z9"}, {"seats": "A1 A1 B1 B2"}],
)
def test_a_table_the_rules_do_not_allow_is_refused(wrong):
    with pytest.raises(IllegalCall) as refusal:
        sit("fournier", **wrong)
    assert refusal.value.fault.rule


def test_a_table_by_rules_of_ones_own_takes_them_along_in_its_record(tmp_path):
    rules = tmp_path / "ours.yaml"
    rules.write_text(
        "format: mus-variant/1\nid: ours\nextends: madrid\nname: {en: Ours, es: La nuestra}\n"
        "summary: {en: Ours., es: La nuestra.}\n"
        "rules: {score.target: 25}\n"
    )
    table = said(sit(str(rules)), "A1 corto", "A1 paso")
    rules.unlink()
    record = loads(mustutor.dumps(table.record()))
    assert verify(record).ok
    assert mustutor.settle(record).variant.number("score.target") == 25
    assert mustutor.simulate(mustutor.settle(record).variant, seed=1).variant["rules"]
