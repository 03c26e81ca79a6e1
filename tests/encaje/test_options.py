"""The options of Encaje: each reading, in a hand where they part."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import VariantError

from .table import again, fault, ledger, play, quiet, refused, sit, stones, variant, whole_round


@pytest.mark.parametrize("count", [5, 15, 30])
def test_option_start_stones_is_what_each_begins_a_game_with(count):
    rules = variant({"encaje.start_stones": count})
    assert games.start(rules, seats=("A", "B", "C"), mano="B").stones == (count,) * 3


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("encaje.start_stones", 4),
        ("encaje.start_stones", 31),
        ("encaje.session_losses", 0),
        ("encaje.session_losses", -1),
        ("encaje.tie_worst", "nearest"),
        ("encaje.shortfall", True),
        ("mus.max_rounds", -1),
        ("mus.min_discard", 2),
        ("deal.cards", 6),
    ],
)
def test_an_option_out_of_its_bounds_is_refused(option, value):
    with pytest.raises(VariantError):
        variant({option: value})


@pytest.mark.parametrize("losses", [1, 2, 10, 11])
def test_option_session_losses(losses):
    position = quiet(
        sit(
            "A1 B9 C0",
            "A:RRRR B:7654",
            rules={"encaje.session_losses": losses},
            lost={"B": losses - 1, "A": max(losses - 2, 0)},
        )
    )
    assert position.loser == "B"
    assert games.next_manos(position) == ()


# --- encaje.settle_order (A-73) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "after"),
    [("by_lance", "A4 B2"), ("pots_first", "A3 B2"), ("discards_first", "A4 B2")],
)
def test_option_settle_order_a_discard_before_or_after_a_pot(order, after):
    # A, best at grande, is all in at chica and takes that pot of four: only then has he a stone
    # for grande. B, alone at pares and juego, has neither, and discards one alone at punto.
    position = sit("A2 B5", "A:RRRC B:7654", rules={"encaje.settle_order": order})
    position = play(quiet(position, "chica"), "A envido 2, B quiero")
    assert stones(quiet(position)) == after


@pytest.mark.parametrize(
    ("order", "after", "loser"),
    [("by_lance", "A0 B7", "B"), ("pots_first", "A0 B7", "B"), ("discards_first", "A4 B7", "")],
)
def test_option_settle_order_decides_who_loses(order, after, loser):
    # A has one stone in front, takes the pot of four at chica, and is best at all the rest: grande
    # 1, medias 2, juego 2. After the pot he can pay it all; before it he has one stone to pay with.
    position = sit("A3 B9", "A:RRRC B:7654", rules={"encaje.settle_order": order})
    position = quiet(play(quiet(position, "chica"), "A envido 2, B quiero"))
    assert (stones(position), position.loser) == (after, loser)


@pytest.mark.parametrize(
    ("order", "items"),
    [
        ("by_lance", ["grande value", "chica pot", "pares pot", "pares value", "juego value"]),
        ("pots_first", ["chica pot", "pares pot", "grande value", "pares value", "juego value"]),
        (
            "discards_first",
            ["grande value", "juego value", "chica pot", "pares pot", "pares value"],
        ),
    ],
)
def test_option_settle_order_lances_keep_their_order_among_themselves(order, items):
    position = sit("A20 B20", "A:RRRC B:4476", rules={"encaje.settle_order": order})
    position = play(quiet(position, "chica"), "A envido 2, B quiero")
    position = quiet(play(position, "A tengo, B tengo, A envido 2, B quiero"))
    showdown = [line.split() for line in ledger(position) if " showdown " in line]
    assert [f"{lance} {item}" for lance, _, item, *_ in showdown] == items


# --- encaje.tie_worst (A-70) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "stake", "taken"),
    [
        ("mano_order", 4, {"C": 12}),
        ("split", 4, {"B": 6, "C": 6}),
        ("split", 3, {"B": 4, "C": 5}),  # the odd stone to the one who would take it all
    ],
)
def test_option_tie_worst(reading, stake, taken):
    position = sit("A9 B9 C9", "A:RRC7 B:7654 C:7654", rules={"encaje.tie_worst": reading})
    position = quiet(play(position, f"A envido {stake}, B quiero, C quiero"))
    assert sorted(ledger(position, "grande showdown")) == [
        f"grande showdown pot pot:grande > {seat} {count}" for seat, count in taken.items()
    ]


def test_option_tie_worst_split_is_for_equal_hands_only():
    position = sit("A9 B9 C9", "A:RRC7 B:7664 C:7654", rules={"encaje.tie_worst": "split"})
    position = quiet(play(position, "A envido 3, B quiero, C quiero"))
    assert ledger(position, "grande showdown") == ["grande showdown pot pot:grande > C 9"]


def test_option_tie_worst_split_shares_the_value_of_the_best_too():
    # Medias of kings are worth two; the fives of B and C are equal and share pot and value.
    position = sit("A9 B9 C9", "A:RRR4 B:5576 C:5576", rules={"encaje.tie_worst": "split"})
    position = play(quiet(position, "pares"), "A tengo, B tengo, C tengo")
    position = quiet(play(position, "A envido 2, B quiero, C quiero"))
    assert sorted(ledger(position, "pares showdown")) == [
        "pares showdown pot pot:pares > B 3",
        "pares showdown pot pot:pares > C 3",
        "pares showdown value A > B 1",
        "pares showdown value A > C 1",
    ]


def test_option_tie_worst_split_nobody_gives_the_value_to_himself():
    # All in the pot are equal: A, nearest to mano, is the best of them, and B takes his medias.
    position = sit("A9 B9 C9", "A:RRR6 B:3336 C:7654", rules={"encaje.tie_worst": "split"})
    position = play(quiet(position, "pares"), "A tengo, B tengo, C no tengo")
    position = quiet(play(position, "A envido 3, B quiero"))
    assert sorted(ledger(position, "pares showdown")) == [
        "pares showdown pot pot:pares > A 3",
        "pares showdown pot pot:pares > B 3",
        "pares showdown value A > B 2",
    ]


# --- encaje.shortfall (A-74) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "grande", "after"),
    [
        ("cap", [], "A4 B7 C8"),
        ("debt", ["grande showdown value A > out 1"], "A3 B7 C8"),
        ("next_best", ["grande showdown value C > out 1"], "A4 B7 C7"),
    ],
)
def test_option_shortfall_who_is_all_in_when_his_discard_is_reached(reading, grande, after):
    # A is best at grande, all in at chica, and takes that pot of four; C is best at punto.
    told = "A:RRRC B:7654 C:CS54"
    position = sit("A2 B9 C9", told, rules={"encaje.shortfall": reading})
    position = play(quiet(position, "chica"), "A envido 2, B quiero, C no quiero")
    position = quiet(position)
    assert ledger(position, "grande") == grande
    assert ledger(position, "punto") == ["punto showdown value C > out 1"]
    assert stones(position) == after


@pytest.mark.parametrize(
    ("reading", "values"),
    [
        ("cap", ["juego showdown value A > out 2"]),
        ("debt", ["juego showdown value A > out 2"]),  # no pot is left to pay the third from
        ("next_best", ["juego showdown value A > out 2"]),  # he has some: the right is his
    ],
)
def test_option_shortfall_who_has_too_few_gives_what_he_has(reading, values):
    told = "A:RCSA B:RRCC C:AA45"
    position = quiet(sit("A2 B9 C9", told, rules={"encaje.shortfall": reading}))
    assert ledger(position, "juego") == values


@pytest.mark.parametrize(
    ("reading", "value"),
    [
        ("cap", []),
        ("debt", []),  # he takes no pot later
        ("next_best", ["pares showdown value C > B 2"]),
    ],
)
def test_option_shortfall_the_best_of_a_pot_is_all_in(reading, value):
    # A's duples are best and all he had is in the pot; next are C's medias; B's par takes it.
    told = "A:RR77 B:5576 C:444S"
    position = sit("A2 B9 C9", told, rules={"encaje.shortfall": reading})
    position = play(quiet(position, "pares"), "A tengo, B tengo, C tengo")
    position = quiet(play(position, "A envido 2, B quiero, C quiero"))
    assert ledger(position, "pares showdown value") == value
    assert ledger(position, "pares showdown pot") == ["pares showdown pot pot:pares > B 6"]


@pytest.mark.parametrize(
    ("reading", "paid", "after"),
    [
        ("cap", [], "A5 B6 C9"),
        ("debt", ["pares showdown value A > B 2"], "A3 B8 C9"),
        ("next_best", [], "A5 B6 C9"),  # of the two in the pot the other took it
    ],
)
def test_option_shortfall_a_debt_is_paid_to_whom_it_is_owed_out_of_a_later_pot(
    reading, paid, after
):
    # A's medias are best at pares, B takes that pot, and A is all in at punto, whose pot he takes.
    # B is best at grande and chica, and at punto: he gives one to A.
    position = sit("A4 B9 C9", "A:444S B:RR5A C:CS54", rules={"encaje.shortfall": reading})
    position = play(quiet(position, "pares"), "A tengo, B tengo, C no tengo, A envido 2, B quiero")
    position = play(quiet(position, "punto"), "A envido 2, B quiero, C no quiero")
    assert ledger(position, "pares showdown value") == paid
    assert ledger(position, "punto showdown") == [
        "punto showdown pot pot:punto > A 4",
        "punto showdown value B > A 1",
    ]
    assert stones(position) == after


def test_option_shortfall_a_debt_is_paid_out_of_a_pot_that_is_shared_too():
    # A owes B his medias of pares, and takes half of the pot of punto; the other half is mano's.
    rules = {"encaje.shortfall": "debt", "encaje.tie_worst": "split"}
    position = sit("A4 B9 C9", "A:444S B:RR5A C:S74A", mano="C", rules=rules)
    position = play(quiet(position, "pares"), "C no tengo, A tengo, B tengo, A envido 2, B quiero")
    position = quiet(play(quiet(position, "punto"), "C envido 2, A quiero, B quiero"))
    assert "pares showdown value A > B 2" in ledger(position)
    assert stones(position) == "A2 B9 C9"


# --- encaje.short_stack_open (A-72) ------------------------------------------------------


def test_option_short_stack_open_forbidden_a_single_stone_cannot_open():
    assert fault(sit("A1 B9"), "A envido 1")
    assert fault(sit("A1 B9"), "A envido 2")


def test_option_short_stack_open_all_in_bets_the_last_stone():
    position = sit("A1 B9 C9", rules={"encaje.short_stack_open": "all_in"})
    assert refused(position, "A envido 2") == "ENC-BET-3"
    position = play(position, "A envido 1")
    assert refused(position, "B subo a 2") == "ENC-BET-6"  # a raise still adds two
    after = play(position, "B quiero, C no quiero")
    assert (stones(after), after.accounts()["pot:grande"]) == ("A0 B8 C9", 2)
    raised = play(position, "B subo a 3, C no quiero, A no quiero")
    assert ledger(raised) == ["grande at_once unanswered_raise B > A 1"]


def test_option_short_stack_open_all_in_changes_nothing_for_who_has_two():
    assert refused(sit("A2 B9", rules={"encaje.short_stack_open": "all_in"}), "A envido 1")


# --- encaje.capped_seer (A-76) -----------------------------------------------------------

CAPPED = "A envido 6, B quiero, C subo a 9"


def test_option_capped_seer_speaks_again_and_may_still_fold():
    position = play(sit("A10 B4 C10"), CAPPED, "A no quiero")
    assert position.speaker == "B"
    assert fault(position, "B subo a 11")
    assert ledger(play(position, "B no quiero")) == ["grande at_once unanswered_raise C > A 6"]
    assert play(position, "B quiero").accounts()["pot:grande"] == 13


def test_option_capped_seer_locked_in_stays_in_without_being_asked():
    rules = {"encaje.capped_seer": "locked_in"}
    position = play(sit("A10 B4 C10", rules=rules), CAPPED)
    assert position.queue == ("A",)
    position = play(position, "A no quiero")
    assert (position.lance, stones(position)) == ("chica", "A10 B0 C1")
    assert position.accounts()["pot:grande"] == 13


def test_option_capped_seer_locked_in_through_every_later_raise():
    rules = {"encaje.capped_seer": "locked_in"}
    position = play(sit("A20 B4 C20", rules=rules), CAPPED, "A subo a 12, C quiero")
    assert position.accounts()["pot:grande"] == 28


def test_option_capped_seer_locked_in_with_just_the_stake_he_saw():
    # B's six are all promised: a raise can ask nothing more of him.
    position = play(sit("A10 B6 C10", rules={"encaje.capped_seer": "locked_in"}), CAPPED)
    assert position.queue == ("A",)


def test_option_capped_seer_who_has_more_than_he_saw_is_asked():
    position = play(sit("A10 B7 C10", rules={"encaje.capped_seer": "locked_in"}), CAPPED)
    assert position.queue == ("A", "B")


def test_option_capped_seer_of_a_round_heard_before_with_other_stones():
    rules = {"encaje.capped_seer": "locked_in"}
    for held in ("A10 B4 C10", "A10 B7 C10", "A9 B6 C10", "A10 B4 C10", "A10 B7 C10"):
        after = whole_round(sit(held, rules=rules), f"{CAPPED}, A no quiero")
        assert (after is None) is ("B7" in held)  # with more than he saw B is asked


# --- encaje.lone_player (A-77) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "after", "moved"),
    [("scores", "A2 B6", ["chica", "pares", "punto"]), ("void", "A4 B6", ["pares"])],
)
def test_option_lone_player(reading, after, moved):
    # B is all in at grande and takes its pot; A alone is left for chica, pares (a par) and punto.
    position = sit("A8 B3", "A:RR54 B:7654", rules={"encaje.lone_player": reading})
    position = play(position, "A envido 3, B quiero")
    assert (position.lance, position.speaker) == ("pares", "A")  # no betting at chica
    position = quiet(position)
    values = [line.split()[0] for line in ledger(position) if " value A > out 1" in line]
    assert (stones(position), values) == (after, moved)


# --- encaje.rotation, encaje.next_game_dealer (A-84) ------------------------------


@pytest.mark.parametrize(("reading", "mano"), [("deal_passes", "D"), ("mano_passes", "C")])
def test_option_rotation_when_the_player_in_between_left(reading, mano):
    # A deals, B is mano and drops out. The deal goes to C, so D is mano; or mano goes to C.
    told = "A:7654 B:RRRR C:7654 D:7654"
    position = sit("A5 B1 C5 D5", told, mano="B", rules={"encaje.rotation": reading})
    position = quiet(position)
    assert position.stones_of("B") == 0
    assert games.next_manos(position) == (mano,)
    assert games.next_hand(position).mano == mano


@pytest.mark.parametrize("reading", ["deal_passes", "mano_passes"])
def test_option_rotation_is_all_one_while_nobody_leaves(reading):
    told = "A:RRCC B:7654 C:6654"
    position = sit("A20 B20 C20", told, rules={"encaje.rotation": reading})
    assert again(quiet(position), told).order == ("B", "C", "A")


@pytest.mark.parametrize("reading", ["deal_passes", "mano_passes"])
def test_option_rotation_is_all_one_when_another_leaves(reading):
    told = "A:RRRR B:7654 C:6654"  # A deals and drops out, B was mano: C is mano
    position = sit("A1 B9 C9", told, mano="B", rules={"encaje.rotation": reading})
    assert games.next_manos(quiet(position)) == ("C",)


@pytest.mark.parametrize(
    ("reading", "manos"), [("rotate", ("C",)), ("loser", ("B",)), ("draw", ("A", "B", "C"))]
)
def test_option_next_game_dealer(reading, manos):
    # A dealt the last hand and lost: the deal goes on to B, or A deals again, or all draw.
    rules = {"encaje.next_game_dealer": reading}
    position = quiet(sit("A9 B1 C0", "A:7654 B:RRRR", mano="B", rules=rules))
    assert position.loser == "A"
    assert games.next_manos(position) == manos


# --- encaje.raise_direction (A-87) -------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "answer"), [("same", tuple("DEAB")), ("reversed", tuple("BAED"))]
)
def test_option_raise_direction(reading, answer):
    position = sit("A9 B9 C9 D9 E9", rules={"encaje.raise_direction": reading})
    position = play(position, "A envido 2")
    assert position.queue == tuple("BCDE")  # a first bet is always answered to the right
    position = play(position, "B quiero, C subo a 5")
    assert position.queue == answer
    for seat in answer[:-1]:
        position = play(position, f"{seat} no quiero")
    assert play(position, f"{answer[-1]} quiero").lance == "chica"
