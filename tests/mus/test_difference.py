"""One record under two rulebooks: the first place where they part, and the stones that move."""

from __future__ import annotations

from pathlib import Path

import pytest

from mustutor.model.variant import load_variant
from mustutor.referee.settle import Difference, difference
from mustutor.replay.files import load_replay

REPLAYS = Path(__file__).resolve().parents[2] / "replays"


def compared(name: str, before: str, after: str) -> Difference:
    replay = load_replay(REPLAYS / f"{name}.json")
    return difference(replay, load_variant(before), load_variant(after))


def moved(found: Difference) -> list[tuple[str, str]]:
    def short(entry):
        return f"{entry.lance} {entry.item} {entry.dst} {entry.stones}" if entry else ""

    return [(short(shift.before), short(shift.after)) for shift in found.shifts]


def test_a_refused_raise_costs_a_stone_more_in_madrid():
    found = compared("madrid_refused_raise", "fournier", "madrid")
    assert (found.divergence.kind, found.divergence.place) == ("movement", "1.pares.8")
    assert found.divergence.call == "A1 no quiero"
    assert moved(found) == [
        ("pares deje B 2", "pares deje B 3"),
        ("juego deje A 3", "juego deje A 4"),
    ]
    assert found.net == {"A": 1, "B": 1}
    assert found.after == ({"A": 18, "B": 13}, {"A": 19, "B": 14})


def test_a_deje_that_is_not_paid_is_a_movement_of_one_rulebook_alone():
    found = compared("catalunya_no_deje_in_pares_or_juego", "fournier", "catalunya")
    assert (found.divergence.place, found.divergence.after) == ("1.pares.7", None)
    assert moved(found) == [("pares deje B 1", ""), ("juego deje A 1", "")]
    assert found.net == {"A": -1, "B": -1}


def test_where_there_is_no_real_the_stones_go_to_the_other_side():
    found = compared("asturias_real_beats_manos_31", "asturias", "madrid")
    assert (found.divergence.place, found.divergence.call) == ("1.juego", "")
    assert moved(found) == [
        ("juego envite A 10", "juego envite B 10"),
        ("juego juego31 A 3", "juego juego31 B 3"),
    ]
    assert found.net == {"A": -13, "B": 13}


def test_a_call_one_rulebook_refuses_is_told_and_what_was_closed_before_it_is_settled():
    found = compared("navarra_four_kings", "navarra", "fournier")
    assert (found.divergence.kind, found.divergence.place, found.divergence.under) == (
        *("refused", "1.pares.1"),
        1,
    )
    assert found.divergence.failure.fault.rule == "MUS-DECL-1"
    # Of grande and chica, which both could play: R 3 2 A are R R A A now, and a better chica.
    assert moved(found) == [("chica envite B 2", "chica envite A 2")]
    assert found.after == ({"A": 23, "B": 28}, {"A": 23, "B": 25})


def test_it_is_the_same_the_other_way_round():
    one = compared("navarra_four_kings", "navarra", "fournier")
    other = compared("navarra_four_kings", "fournier", "navarra")
    assert other.divergence.place == one.divergence.place
    assert other.divergence.under == 0
    assert moved(other) == [(after, before) for before, after in moved(one)]
    assert other.net == {side: -stones for side, stones in one.net.items()}


def test_a_lower_target_ends_the_game_where_the_count_reaches_it():
    found = compared("la_rioja_36_cards_to_25", "la_rioja", "guipuzcoa_4")
    assert (found.divergence.kind, found.divergence.place, found.divergence.under) == (
        *("decided", "1.pares"),
        0,
    )
    assert moved(found) == [("", "juego juego31 B 3"), ("", "juego juego31 B 3")]


def test_a_game_over_in_the_middle_of_the_betting_refuses_what_follows():
    # To 30 the deje of chica in hand 12 is far behind: the game was won in hand 5.
    found = compared("match_to_three_games", "fournier", "fournier_30")
    assert (found.divergence.kind, found.divergence.place) == ("decided", "5.juego")
    assert found.settlements[1].hands[4].end.winner == "A"
    # A new game begins with mus corrido: hand 6 cannot be played as it was.
    assert found.settlements[1].failure.place == "6.descarte.1"


def test_rulebooks_that_differ_in_nothing_that_mattered_do_not_part():
    found = compared("corrido_whoever_cuts_is_mano", "fournier", "aragon")
    assert (found.divergence, found.shifts, found.as_json()["same"]) == (None, (), True)
    assert found.net == {"A": 0, "B": 0}


def test_a_rulebook_for_others_cannot_even_begin():
    found = compared("unbet", "encaje", "fournier")
    assert (found.divergence.kind, found.divergence.place, found.divergence.under) == (
        "refused",
        "1",
        1,
    )
    assert found.divergence.failure.fault.rule.startswith("MUS-PLAY")
    assert found.after[1] == {}


@pytest.mark.parametrize("name", sorted(path.stem for path in REPLAYS.glob("*.json")))
def test_a_record_never_parts_from_itself(name):
    replay = load_replay(REPLAYS / f"{name}.json")
    from mustutor.replay.format import rules_of

    rules = rules_of(replay)[0]
    found = difference(replay, rules, rules)
    assert (found.divergence, found.shifts) == (None, ())
    assert not any(found.net.values())


@pytest.mark.parametrize("other", ["catalunya", "la_rioja", "madrid", "navarra", "encaje"])
@pytest.mark.parametrize("name", sorted(path.stem for path in REPLAYS.glob("*.json")))
def test_the_stones_add_up_under_any_two_rulebooks(name, other):
    # What the shifts say is the whole of what is different, where both could play it all.
    found = compared(name, "fournier", other)
    first, second = found.settlements
    if (
        first.failure
        or second.failure
        or any(p.end.winner for s in (first, second) for p in s.hands)
    ):
        return
    before, after = found.after
    assert found.net == {side: after[side] - before[side] for side in before}
