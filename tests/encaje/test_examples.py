"""The two worked examples of the source, with their exact stones (S0, lines 38 and 40)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import ledger, play, quiet, refused, settled, sit, stones

B_BETTER = "A:7o,6o,5o,4o B:Ro,Rc,Ce,7c C:Cb,Sb,7b,5b D:6c,5c,4c,Ac E:Re,Cc,Co,7e"
E_BETTER = "A:7o,6o,5o,4o B:Re,Cc,Co,7e C:Cb,Sb,7b,5b D:6c,5c,4c,Ac E:Ro,Rc,Ce,7c"
ROUNDS = (
    "A paso, B paso, C envido 2, D no quiero, E quiero",
    "A quiero, B subo a 5, C quiero, E subo a 8",
)
EXAMPLE_1 = (*ROUNDS, "A no quiero, B subo a 12, C no quiero, E quiero")


def example(told: str = B_BETTER):
    return sit("A5 B18 C16 D9 E10", told)


def test_ENC_EX_1_the_pot_of_the_first_example_is_22():
    position = play(example(), *EXAMPLE_1)
    assert sorted(ledger(position)) == [
        "grande at_once stake B > pot:grande 12",
        "grande at_once stake E > pot:grande 10",
    ]
    assert position.accounts()["pot:grande"] == 22
    assert stones(position) == "A5 B6 C16 D9 E0"


@pytest.mark.parametrize(
    ("told", "after"),
    [(B_BETTER, "A5 B6 C16 D9 E22"), (E_BETTER, "A5 B28 C16 D9 E0")],
    ids=["B is better", "E is better"],
)
def test_ENC_EX_1_whoever_of_B_and_E_is_worse_takes_it(told, after):
    assert stones(settled(play(example(told), *EXAMPLE_1))) == after


def test_ENC_EX_1_without_cards_the_pot_waits_for_those_of_B_and_E():
    position, waiting = games.settle(play(sit("A5 B18 C16 D9 E10"), *EXAMPLE_1))
    assert [(each.lance, set(each.parties), each.stones) for each in waiting] == [
        ("grande", {"B", "E"}, 22)
    ]
    assert stones(position) == "A5 B6 C16 D9 E0"


def test_ENC_EX_2_the_folded_cannot_win_and_E_can_say_nothing_more():
    position = play(example(), *EXAMPLE_1)
    assert position.queue == ("A", "B", "C", "D")
    assert refused(play(position, "A paso, B paso, C paso, D paso"), "E tengo") == "ENC-PAR-2"
    # E's 37 is best and his pares the only ones beside B's: he scores neither.
    assert not [line for line in ledger(quiet(position)) if "value E" in line]


def test_ENC_EX_3_stones_taken_are_kept_for_the_next_deal():
    position = games.next_hand(settled(play(example(), *EXAMPLE_1)))
    assert stones(position) == "A5 B6 C16 D9 E22"
    assert "E" in position.order
    position = play(position, "B corto, B paso, C paso, D paso")
    assert refused(position, "E envido 23") == "ENC-BET-3"
    assert play(position, "E envido 22").speaker == "A"


def test_ENC_EX_4_the_second_example_E_at_once_gives_5_to_B():
    position = play(example(), *ROUNDS, "A no quiero, B no quiero, C no quiero")
    assert ledger(position) == ["grande at_once unanswered_raise E > B 5"]
    assert stones(position) == "A5 B23 C16 D9 E5"
    assert (position.lance, position.speaker) == ("chica", "A")
