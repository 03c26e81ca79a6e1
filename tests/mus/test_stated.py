"""What a record states of the draw, the shuffle and the cut, and what the rules make of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mustutor.referee import settle, verify
from mustutor.replay import loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written

HANDS = {
    "A1": ["Ro", "Rc", "7e", "4c"],
    "B1": ["So", "Sc", "Se", "Ao"],
    "A2": ["6o", "5o", "4o", "Ac"],
    "B2": ["Co", "7c", "6c", "5c"],
}


def record(
    deal: dict[str, Any], *rounds: tuple[str, str], variant: str = "fournier", **match: Any
) -> Any:
    """A hand with A1 as mano, so that B2 deals and A2 sits at his left."""
    hand = {
        "mano": "A1",
        "deal": {"source": "physical", "cards": HANDS, **deal},
        "rounds": [{"lance": lance, "calls": calls.split(", ")} for lance, calls in rounds],
    }
    document = {
        "format": "mus-replay/1",
        "variant": {"id": variant},
        "seats": ["A1", "B1", "A2", "B2"],
        "hands": [hand],
        **match,
    }
    return loads(json.dumps(document))


def refused(replay: Any) -> tuple[str, str] | None:
    failure = verify(replay).failure
    return (failure.place, failure.fault.rule) if failure else None


@pytest.mark.parametrize(
    ("cut", "rule"),
    [
        ({"by": "A2", "cards": 3}, None),
        ({"by": "A2", "cards": 37}, None),
        ({"by": "A2"}, None),
        ({"by": "A2", "cards": 2}, "MUS-DEAL-2"),
        ({"by": "A2", "cards": 38}, "MUS-DEAL-2"),
        ({"by": "A2", "cards": 41}, "MUS-DEAL-2"),
        ({"by": "B2", "cards": 20}, "MUS-DEAL-1"),
        ({"by": "B1", "cards": 20}, "MUS-DEAL-1"),
        ("none", None),
    ],
)
def test_MUS_DEAL_2_the_player_at_the_dealers_left_cuts_three_cards_or_more(cut, rule):
    assert refused(record({"cut": cut})) == (rule and ("1.deal.cut", rule))


@pytest.mark.parametrize(("lifted", "right"), [(4, True), (3, True), (36, False), (34, False)])
def test_MUS_DEAL_2_both_parts_are_counted_with_the_cards_there_are(lifted, right):
    # La Rioja plays without the twos: 36 cards.
    replay = record({"cut": {"by": "A2", "cards": lifted}}, variant="la_rioja")
    assert (refused(replay) is None) is right


@pytest.mark.parametrize(
    ("variant", "shuffled", "rule"),
    [
        ("fournier", ["B2"], None),
        ("fournier", ["A2", "B2"], "MUS-DEAL-1"),
        ("fournier", ["A1"], "MUS-DEAL-1"),
        ("fournier", [], "MUS-DEAL-1"),
        ("madrid", ["A2", "B2"], None),
        ("madrid", ["B2"], "REG-MAD-5"),
        ("madrid", ["B2", "A2"], "REG-MAD-5"),
        ("madrid", ["A1", "B2"], "REG-MAD-5"),
    ],
)
def test_REG_MAD_5_the_player_before_the_dealer_shuffles_first(variant, shuffled, rule):
    replay = record({"shuffled": shuffled}, variant=variant)
    assert refused(replay) == (rule and ("1.deal.shuffled", rule))


def test_MUS_DEAL_1_the_dealer_of_a_later_hand_is_another():
    quiet = [("mus", "A1 corto"), ("grande", "A1 ordago, B1 no quiero, B2 no quiero")]
    replay = record({}, *quiet, *[("chica", "A1 paso, B1 paso, A2 paso, B2 paso")])
    first = replay.hands[0]._replace(after={"A": 3, "B": 3})
    second = first._replace(
        rounds=(), after=None, mano="B1", deal={"cut": {"by": "B2", "cards": 9}}
    )
    assert refused(replay._replace(hands=(first, second))) is None
    second = second._replace(deal={"cut": {"by": "A2", "cards": 9}})
    assert refused(replay._replace(hands=(first, second))) == ("2.deal.cut", "MUS-DEAL-1")


THROWN = ("descarte", "A1 servido, B1 descarto So, A2 servido, B2 servido")


def test_REG_CAN_8_where_the_cut_is_not_offered_everybody_has_mus():
    began = record({"cut": "none"}, ("mus", "A1 corto"), variant="cantabria")
    failure = verify(began).failure
    assert failure is not None
    assert (failure.place, failure.fault.rule) == ("1.mus.1", "REG-CAN-8")
    assert "did not offer the cut" in failure.fault.said()
    assert refused(record({"cut": "none"}, THROWN, variant="cantabria")) is None


def test_REG_CAN_8_in_that_mus_visto_who_wants_stays_served():
    assert refused(record({"cut": {"by": "A2"}}, THROWN, variant="cantabria")) is not None


def test_MUS_DEAL_1_elsewhere_nothing_follows_from_a_cut_that_was_not_offered():
    replay = record({"cut": "none"}, ("mus", "A1 corto"))
    assert refused(replay) is None
    (told,) = settle(replay).as_json()["stated"]
    assert told == {
        "place": "1.deal.cut",
        "rule": "MUS-DEAL-1",
        "text": "The dealer, B2, did not offer A2 the cut; here nothing follows from that.",
    }


def test_a_cut_changes_no_line_but_where_mus_visto_follows():
    plain = settle(record({})).hands[0].start.line()
    assert settle(record({"cut": {"by": "A2", "cards": 9}})).hands[0].start.line() == plain
    assert settle(record({"cut": "none"})).hands[0].start.line() == plain
    uncut = settle(record({"cut": "none"}, variant="cantabria")).hands[0].start.line()
    assert uncut.split()[3] == "descarte*0"


# --- the draw ------------------------------------------------------------------------------


def drawn(cards: str, **match: Any) -> Any:
    return record({}, draw=dict(zip(HANDS, cards.split(), strict=True)), **match)


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("Ro 4c 7e Ab", None),
        ("3o 4c Se Ab", None),  # with eight kings a three is a king
        ("Ro 7e 4c Ab", "MUS-SEAT-1"),  # B1 drew the second highest and sits against the highest
        ("7e 4c Ro Ab", "MUS-SEAT-2"),  # A2 drew the highest, and A1 is mano
        ("Ro Ab 7e 4c", "MUS-SEAT-3"),  # B2 drew the higher of theirs, and sits at mano's left
        ("Ro Ro 7e 4c", "MUS-SEAT-1"),  # one card, drawn twice
    ],
)
def test_MUS_SEAT_1_the_highest_play_together_and_the_highest_of_all_is_mano(cards, rule):
    assert refused(drawn(cards)) == (rule and ("draw", rule))


def test_MUS_SEAT_1_who_drew_alike_drew_again_and_nobody_can_judge_that():
    verdict = verify(drawn("Ro 4c 3e Ab"))
    assert verdict.ok
    assert "draw" in [gap.what for gap in verdict.missing]
    assert refused(drawn("Ro Ac 3e 4b")) == ("draw", "MUS-SEAT-3")


def test_MUS_SEAT_2_in_the_middle_of_a_match_the_first_mano_may_have_been_another():
    assert refused(drawn("Ab Ro 4c 7e", start={"A": 10, "B": 5})) is None
    assert refused(drawn("4c Ro Ab 7e", start={"A": 10, "B": 5})) == ("draw", "MUS-SEAT-3")


def test_MUS_DLR_1_other_rulebooks_leave_the_first_deal_to_chance():
    assert refused(drawn("7e 4c Ro Ab", variant="wikipedia_en")) == ("draw", "MUS-SEAT-3")
    assert refused(drawn("7e Ab Ro 4c", variant="wikipedia_en")) is None


# --- mus visto, refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "calls", "rule"),
    [
        ("fournier", "B2 descubre 7c, A1 mus", "MUS-VISTO-1"),
        ("fournier", "B2 descubre 7c, A1 corto", "MUS-VISTO-1"),
        ("madrid", "B2 descubre 7c, A1 corto", "REG-MAD-7"),
        ("asturias", "B2 descubre 7c, A1 mus", "REG-AST-2"),
        ("aragon", "B2 descubre 7c, A1 mus, B1 corto", "REG-ARA-6"),
        ("cantabria", "B2 descubre 7c, A1 mus, B1 mus", "REG-CAN-3"),
    ],
)
def test_MUS_VISTO_1_who_talks_mus_after_a_card_was_seen_is_told_of_the_card(variant, calls, rule):
    failure = verify(record({}, ("mus", calls), variant=variant)).failure
    assert failure is not None
    assert failure.fault.rule == rule
    assert "A card was seen in the deal" in failure.fault.said()


# --- on a sheet ----------------------------------------------------------------------------

SHEET = """\
variant madrid
seats A1 B1 A2 B2
draw A1 Ro, B1 4c, A2 7e, B2 Ab
hand 1 mano A1
  shuffled A2 B2
  cut A2 12
  A1 Ro Rc 7e 4c
hand 2 mano B1
  cut none
"""


def test_the_draw_the_shuffle_and_the_cut_stand_on_a_sheet():
    (found,) = read_sheets(SHEET.encode())
    replay = found.replay
    assert replay is not None
    assert replay.about["draw"] == {"A1": "Ro", "B1": "4c", "A2": "7e", "B2": "Ab"}
    assert replay.hands[0].deal["shuffled"] == ["A2", "B2"]
    assert [hand.deal["cut"] for hand in replay.hands] == [{"by": "A2", "cards": 12}, "none"]
    for line in SHEET.splitlines():
        assert line.strip() in written(replay)
        assert line.strip() in written(replay, bare=True)


@pytest.mark.parametrize(
    ("line", "column"),
    [("cut", 6), ("cut A2 many", 10), ("cut A2 3 4", 7), ("shuffled Z9", 12), ("draw A1", 8)],
)
def test_what_cannot_be_read_on_such_a_line_is_told_with_its_place(line, column):
    sheet = f"variant madrid\nseats A1 B1 A2 B2\nhand 1 mano A1\n  {line}\n"
    (found,) = read_sheets(sheet.encode())
    assert found.problem is not None
    assert (found.problem.line, found.problem.column) == (4, column)
