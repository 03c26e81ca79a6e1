"""What a refused bet pays (MUS-DEJE, A-01 to A-03, A-39)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import cited, closes, ledger, opened, play, quiet, settled, sit, stones

# A1 and A2 hold the worse cards in every lance but have pares and juego, as B1 and B2 do.
WORSE = {
    "grande": "CC65 RRC7 7654 7654",
    "chica": "RCS7 AAA4 7654 7654",
    "pares": "4456 RRRA 5576 CCS7",  # A: two par; B: medias and par
    "juego": "CSS7 RRCA CSS6 RRC7",  # A: 37 and 36; B: 31 and 37
    "punto": "RC54 RC64 7654 7654",  # A 29; B 30
}
# What the bettor's side holds there, and is paid for at the count.
OWN = {
    "grande": [],
    "chica": [],
    "pares": ["pares par A 1", "pares par A 1"],
    "juego": ["juego juego A 2", "juego juego A 2"],
    "punto": ["punto punto A 1"],
}
every_lance = pytest.mark.parametrize("lance", WORSE)


def at(lance, in_front="A0 B0", **rules):
    """Everybody has passed up to a lance, where A's cards are the worse."""
    return opened(sit(WORSE[lance], in_front, rules=rules), lance)


def raised(position):
    """A1 bets 3, B answers 8, A raises to 20 and B refuses: 8 stood before."""
    position = play(position, "A1 envido 3, B1 subo a 8")
    position = play(position, f"{position.speaker} subo a 20")
    lance = position.lance
    while position.lance == lance and position.speaker:
        position = play(position, f"{position.speaker} no quiero")
    return position


@every_lance
@pytest.mark.parametrize("bet", ["envido 2", "envido 30", "ordago"])
def test_MUS_DEJE_1_a_refused_opening_is_one_stone_whatever_was_bet(lance, bet):
    position = closes(at(lance), f"A1 {bet}")
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 1 at once"]


def test_MUS_DEJE_3_a_refused_raise_tells_who_made_it_over_which_stake_and_who_refused():
    deje = raised(at("grande")).ledger[-1]
    assert tuple(deje.because) == ("A2", 20, 8, ("B2", "B1"))


@every_lance
def test_MUS_DEJE_2_it_is_taken_at_once(lance):
    position = at(lance, "A7 B4")
    before = position.in_front()
    position = closes(position, "A1 envido 2")
    taken = [entry for entry in position.ledger if entry.item == "deje"]
    assert [(entry.when, entry.stones) for entry in taken] == [("at_once", 1)]
    if position.lance != "end":
        assert position.in_front() == {"A": before["A"] + 1, "B": before["B"]}


def test_MUS_DEJE_2_a_deje_that_reaches_the_target_ends_the_game_on_the_spot():
    position = closes(sit(in_front="A39 B39"), "A1 envido 2")
    assert (position.lance, position.winner) == ("end", "A")
    assert games.options(position) == ()
    assert ledger(position) == ["grande deje A 1 at once"]


@every_lance
def test_MUS_DEJE_3_a_refused_raise_brings_the_raiser_the_stake_before_it(lance):
    # the raiser collects, not who bet first.
    position = raised(at(lance))
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 8 at once"]
    assert cited(position, f"{lance} at_once") == ["MUS-DEJE-3"]


def test_MUS_DEJE_3_the_first_bet_where_the_first_raise_is_refused():
    position = play(sit(), "A1 envido 3, B1 subo a 8, A2 no quiero, A1 no quiero")
    assert ledger(position) == ["grande deje B 3 at once"]


@pytest.mark.parametrize("lance", ["grande", "chica"])
def test_MUS_DEJE_4_in_grande_and_chica_the_deje_is_all(lance):
    end = quiet(closes(at(lance), "A1 envido 2"))
    assert ledger(end, lance) == [f"{lance} deje A 1 at once"]


@pytest.mark.parametrize("lance", ["pares", "juego"])
def test_MUS_DEJE_5_in_pares_and_juego_the_values_of_ones_own_side_too_though_worse(lance):
    end = quiet(closes(at(lance), "A1 envido 2"))
    assert ledger(end, lance) == [f"{lance} deje A 1 at once", *OWN[lance]]
    assert set(cited(end, f"{lance} showdown")) == {"MUS-DEJE-5"}


def test_MUS_DEJE_6_at_punto_one_more_though_worse():
    end = quiet(closes(at("punto"), "A1 envido 2"))
    assert ledger(end, "punto") == ["punto deje A 1 at once", "punto punto A 1"]
    assert cited(end, "punto showdown") == ["MUS-DEJE-6"]


@every_lance
def test_MUS_DEJE_7_who_refuses_loses_any_claim_though_his_cards_prove_better(lance):
    end = quiet(closes(at(lance), "A1 envido 2"))
    assert {line.split()[2] for line in ledger(end, lance)} == {"A"}


@every_lance
def test_A_39_after_raises_the_values_are_the_last_raisers(lance):
    position = at(lance)
    position = play(position, "A1 envido 2, B1 subo a 4")
    while position.lance == lance and position.speaker:
        position = play(position, f"{position.speaker} no quiero")
    lines = ledger(quiet(position), lance)
    assert lines[0] == f"{lance} deje B 2 at once"
    assert {line.split()[2] for line in lines} == {"B"}
    assert len(lines) == {"grande": 1, "chica": 1, "pares": 3, "juego": 3, "punto": 2}[lance]


# --- the options -------------------------------------------------------------------------


@every_lance
def test_option_deje_opening_nothing_at_once_in_that_lance_and_the_values_as_ever(lance):
    stakes = dict.fromkeys(WORSE, 1) | {lance: 0}
    end = quiet(closes(at(lance, **{"deje.opening": stakes}), "A1 envido 2"))
    assert ledger(end, lance) == OWN[lance]
    other = "chica" if lance == "grande" else "grande"
    end = quiet(closes(at(other, **{"deje.opening": stakes}), "A1 envido 2"))
    assert f"{other} deje A 1 at once" in ledger(end)


@every_lance
def test_option_deje_opening_has_no_bearing_on_a_refused_raise(lance):
    position = raised(at(lance, **{"deje.opening": dict.fromkeys(WORSE, 0)}))
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 8 at once"]


@every_lance
@pytest.mark.parametrize(("reading", "due"), [("previous_stake", 8), ("one", 1)])
def test_option_deje_raise_refused(reading, due, lance):
    position = raised(at(lance, **{"deje.raise_refused": reading}))
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A {due} at once"]


@every_lance
def test_option_deje_raise_refused_to_the_letter_who_bet_first_scores_the_first_bet(lance):
    # S1 read to the letter: A bets 3, B says 8, A refuses; A scored the original bid.
    rules = {"deje.raise_refused": "original_bidder"}
    position = play(at(lance, **rules), "A1 envido 3, B1 subo a 8")
    while position.lance == lance and position.speaker:
        position = play(position, f"{position.speaker} no quiero")
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 3 at once"]
    # However many raises came between: A bet 3, B said 8, A 20, and B refuses.
    assert ledger(raised(at(lance, **rules)), f"{lance} deje") == [f"{lance} deje A 3 at once"]
    position = play(at(lance, **rules), "A1 paso, B1 envido 4, A2 subo a 9")
    while position.lance == lance and position.speaker:
        position = play(position, f"{position.speaker} no quiero")
    assert ledger(position, f"{lance} deje") == [f"{lance} deje B 4 at once"]


def test_option_deje_raise_refused_to_the_letter_a_refused_opening_is_one_stone_as_ever():
    position = closes(at("grande", **{"deje.raise_refused": "original_bidder"}), "A1 envido 5")
    assert ledger(position, "grande deje") == ["grande deje A 1 at once"]


def test_option_deje_raise_refused_to_the_letter_at_the_end_of_the_hand_too():
    rules = {"deje.raise_refused": "original_bidder", "deje.timing": "end_first"}
    position = play(at("grande", **rules), "A1 envido 3, B1 subo a 8, A2 no quiero, A1 no quiero")
    assert ledger(quiet(position))[0] == "grande deje A 3"


@every_lance
def test_option_deje_raise_extra_one_on_top_of_a_refused_raise_alone(lance):
    extra = {"deje.raise_extra": dict.fromkeys(WORSE, 0) | {lance: 1}}
    position = raised(at(lance, **extra))
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 9 at once"]
    position = closes(at(lance, **extra), "A1 envido 2")
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 1 at once"]


@every_lance
def test_option_deje_raise_extra_of_another_lance_changes_nothing_here(lance):
    extra = {"deje.raise_extra": dict.fromkeys(WORSE, 1) | {lance: 0}}
    position = raised(at(lance, **extra))
    assert ledger(position, f"{lance} deje") == [f"{lance} deje A 8 at once"]


def test_option_deje_timing_end_first_it_waits_for_the_showdown_and_comes_before_all_else():
    position = quiet(sit(WORSE["juego"], rules={"deje.timing": "end_first"}), until="chica")
    position = closes(position, "A1 envido 2")
    assert position.ledger == ()
    end = quiet(position)
    assert ledger(end)[:2] == ["chica deje A 1", "grande paso B 1"]


@pytest.mark.parametrize(
    ("timing", "over", "winner"), [("immediate", True, "A"), ("end_first", False, "")]
)
def test_option_deje_timing_a_deje_that_reaches_the_target(timing, over, winner):
    position = sit(in_front="A39 B39", rules={"deje.timing": timing})
    position = closes(position, "A1 envido 2")
    assert (position.lance == "end", position.winner) == (over, winner)


def test_option_deje_timing_end_first_the_dejes_are_collected_before_grande():
    # B would get there with grande; A's deje of juego is counted first all the same.
    position = at("juego", "A39 B39", **{"deje.timing": "end_first"})
    position = closes(position, "A1 envido 2")
    assert (position.winner, ledger(position)) == ("A", ["juego deje A 1"])


@pytest.mark.parametrize(
    ("timing", "stones_then"), [("immediate", "A1 B0"), ("end_first", "A0 B0")]
)
def test_A_03_when_the_deje_is_in_front_of_its_side(timing, stones_then):
    position = closes(sit(rules={"deje.timing": timing}), "A1 envido 2")
    assert stones(position) == stones_then
    assert settled(position).in_front()["A"] >= 1
