"""Several irregularities in one hand, in several hands; decks and deals that are wrong in them.

Expected from the rules: each other player speaks in turn (MUS-BET-3), the same is ruled the same
all through a hand, and what one word out of turn decides is not decided by another.
"""

from __future__ import annotations

from mustutor.referee import settle
from tests.replay.test_irregularity import claims, in_branches, moved, only, read, sheet

HAND = """\
  A1 Ro Rc 7e 4c
  B1 So Sc Se Ao
  A2 6o 5o 4o Ac
  B2 Co 7c 6c 5c
"""
REST = (
    "  chica: A1 -, B1 -, A2 -, B2 -",
    "  pares: A1 sí, B1 sí, A2 no, B2 no, A1 -, B1 -",
    "  juego: A1 sí, B1 sí, A2 no, B2 no, A1 -, B1 -",
)


def places(settlement):
    return [(one.place, one.kind) for one in settlement.irregularities]


def way(irregularity, name):
    return moved(next(branch for branch in irregularity.branches if branch.name == name))


# --- the same is ruled the same --------------------------------------------------------------


def test_MUS_BET_3_answers_in_the_wrong_order_to_a_bet_out_of_turn_stand_with_it():
    # After B1 it is A2 who answers; A1 answers first, then A2: both have refused all the same.
    found = settle(
        sheet(
            "  grande: B1 envido 4, A1 no quiero, A2 no quiero",
            *REST,
            "claim Bea: B 1 grande",
            "claim Ane: A 3 juego",
            cards=HAND,
        )
    )
    irregularity = only(found)
    assert irregularity.place == "1.grande.1"
    assert way(irregularity, "stands")[0] == "grande deje bank>B 1"
    assert in_branches(found) == {
        "Bea": {"not_said": None, "stands": True},
        "Ane": {"not_said": True, "stands": True},
    }


def test_MUS_BET_5_one_quiero_is_enough_whoever_of_the_side_says_it_first():
    found = settle(
        sheet("  grande: A1 -, A2 envido 2, B1 quiero", "claim Ane: A 2 grande", cards=HAND)
    )
    assert way(only(found), "stands") == ["grande envite bank>A 2"]
    assert in_branches(found) == {"Ane": {"not_said": None, "stands": True}}


def test_A_53_two_players_declare_falsely_and_each_is_told():
    found = settle(
        sheet(
            "  grande: -, -, -, -",
            REST[0],
            "  pares: A1 no, B1 no, A2 no, B2 no",
            REST[2],
            "claim Bea: B 2 pares",
            "claim Ane: A 3 juego",
            cards=HAND,
        )
    )
    assert places(found) == [
        ("1.pares.1", "false_no"),
        ("1.pares.2", "false_no"),
    ]
    # As declared nobody has pares: nothing is bet and nothing is paid (MUS-DECL-4).
    stands = way(found.irregularities[0], "stands")
    assert not [line for line in stands if line.startswith("pares")]
    assert "juego juego31 bank>A 3" in stands


def test_enc_turn_2_a_raise_out_of_turn_that_all_the_others_fold_to():
    found = settle(
        sheet(
            "  grande: A envido 2, E subo a 5, B no quiero, C no quiero, D no quiero, A no quiero",
            variant="encaje",
            seats="A B C D E",
            cards="",
            start="start A 20, B 20, C 20, D 20, E 20\n",
        )
    )
    # E pays the stake before his to whoever made it (ENC-SET-6).
    assert way(only(found), "stands") == ["grande unanswered_raise E>A 2"]


# --- several ---------------------------------------------------------------------------------


def test_what_is_irregular_after_a_word_left_open_is_told_too():
    found = settle(
        sheet(
            "  grande: A1 -, A2 envido 2, B2 quiero",
            "  chica: A1 envido 2, B1 quiero, B1 no quiero",
            "  pares: A1 sí, B1 sí, A2 sí, B2 no, A1 -, B1 -, A2 -",
            cards=HAND,
        )
    )
    assert places(found) == [
        ("1.grande.2", "out_of_turn"),
        ("1.chica.3", "changed"),
        ("1.pares.3", "false_yes"),
    ]


def test_MUS_BET_3_out_of_turn_in_two_lances_is_told_of_both():
    found = settle(
        sheet(
            "  grande: A1 -, A2 envido 2, B2 quiero",
            "  chica: A1 -, A2 envido 3, B2 quiero",
            cards=HAND,
        )
    )
    assert places(found) == [("1.grande.2", "out_of_turn"), ("1.chica.2", "out_of_turn")]


def hands(*claims_):
    first = "".join(f"{line}\n" for line in ("  grande: -, -, -, -", "  chica: A1 -, B2 envido 3"))
    third = (
        "  grande: A2 envido 4, B2 quiero, A1 no quiero\n  chica: A2 -, A1 envido 2, B1 quiero\n"
    )
    return read(
        f"variant fournier\nseats A1 B1 A2 B2\nhand 1 mano A1\n{HAND}{first}  after A 4, B 0\n"
        "hand 2 mano B1\n  grande: -, -, -, -\n  after A 5, B 3\n"
        f"hand 3 mano A2\n{HAND}{third}" + "".join(f"{claim}\n" for claim in claims_)
    )


def test_irregularities_of_later_hands_are_ruled_on_as_well():
    found = settle(
        hands("claim Ane: A 4 3.grande", "claim Amaia: A 2 3.chica", "claim Bea: A 1 1.grande")
    )
    assert places(found) == [
        ("1.chica.2", "out_of_turn"),
        ("3.grande.3", "late_word"),
        ("3.chica.2", "out_of_turn"),
    ]
    assert claims(found) == {"Ane": True, "Amaia": None, "Bea": True}
    # What hangs on the third hand is decided by its own ruling.
    assert in_branches(found)["Amaia"] == {"not_said": None, "stands": True}


def test_two_hundred_irregular_hands_are_ruled_on_each():
    hand = f"{HAND}  grande: -, -, -, -\n  chica: A1 -, B1 -, A2 -, B2 -, A1 envido 2\n"
    text = "variant fournier\nseats A1 B1 A2 B2\n" + "".join(
        f"hand {n} mano {['A1', 'B1', 'A2', 'B2'][(n - 1) % 4]}\n"
        + (hand if n % 4 == 1 else "  grande: -, -, -, -\n")
        + "  after A 0, B 0\n"
        for n in range(1, 101)
    )
    found = settle(read(text))
    assert len(found.irregularities) == 25
    assert len(found.hands) == 100


# --- the deal --------------------------------------------------------------------------------


def test_REG_RIO_6_a_two_dealt_where_there_are_none_is_a_wrong_deal():
    cards = HAND.replace("Se Ao", "Se 2o")
    found = settle(
        sheet(
            "  grande: -, -, -, -",
            "claim Ane: A 1 grande",
            "claim Bea: A 0 grande",
            variant="la_rioja",
            cards=cards,
        )
    )
    irregularity = only(found)
    assert (irregularity.kind, irregularity.seat, irregularity.rule) == (
        "bad_deck",
        "B1",
        "MUS-DECK-1",
    )
    assert in_branches(found)["Bea"] == {"dealt_again": True, "stands": None}


def test_ENC_DEAL_4_five_cards_beside_a_discard_nobody_wrote_down_are_asked_for_not_a_misdeal():
    found = settle(
        sheet(
            "  grande: A -, B -, C -",
            "claim A: A 1 grande",
            variant="encaje_five_card",
            seats="A B C",
            cards="  A Ro Rc 7e 4c 2c\n  B So Sc Se Ao 2e\n  C 6o 5o 4o Ac 3b\n",
            start="start A 20, B 20, C 20\n",
        )
    )
    assert not found.irregularities
    assert found.failure is not None
    assert found.failure.fault.rule == "ENC-DEAL-4"
    assert claims(found) == {"A": None}


def test_ENC_DEAL_4_only_the_hand_with_too_few_is_wrong_where_the_others_kept_four():
    found = settle(
        sheet(
            "  grande: A 2, B quiero, C no quiero",
            variant="encaje_five_card",
            seats="A B C",
            cards="  A Ro Rc 7e 4c\n  B So Sc Se Ao\n  C 6o 5o 4o\n",
            start="start A 20, B 20, C 20\n",
        )
    )
    irregularity = only(found)
    assert irregularity.seat == "C"
    stands = next(branch for branch in irregularity.branches if branch.name == "stands")
    assert stands.played.end.hand_of("A") is not None


# --- words taken back ------------------------------------------------------------------------


def test_A_114_a_bet_after_ones_own_paso_takes_it_back():
    said = ("  grande: A1 -, A1 envido 2, B1 no quiero, B2 no quiero", "claim Bea: B game")
    found = settle(sheet(*said, variant="alava_vizcaya", cards=HAND))
    irregularity = only(found)
    assert (irregularity.kind, irregularity.rule) == ("changed", "REG-ALV-5")
    assert claims(found) == {"Bea": True}
    elsewhere = only(settle(sheet(*said, cards=HAND)))
    assert way(elsewhere, "put_right") == ["grande deje bank>A 1"]


# --- mus visto, and a discard when the mus is cut ------------------------------------------------


def test_MUS_VISTO_1_corto_after_mus_visto_is_void_by_the_article_of_mus_visto():
    found = settle(sheet("  mus: B2 descubre 4c, A1 corto", cards=HAND))
    irregularity = only(found)
    assert (irregularity.place, irregularity.rule) == ("1.mus.2", "MUS-VISTO-1")
    assert irregularity.decided


def test_REG_MAD_7_of_a_deal_given_up_for_a_card_that_was_seen_nobody_gets_a_stone():
    found = settle(
        sheet(
            "  mus: B2 descubre 4c, A1 corto",
            "  grande: A1 -, B1 -, A2 -, B2 -",
            "claim Ane: A 1 grande",
            "claim Bea: A 0 grande",
            variant="madrid",
            cards=HAND,
        )
    )
    assert found.irregularities[0].rule == "REG-MAD-7"
    assert claims(found) == {"Ane": False, "Bea": True}


def test_REG_CAN_8_corto_where_the_cut_was_not_offered_is_void():
    found = settle(sheet("  cut none", "  mus: A1 corto", variant="cantabria", cards=HAND))
    # The cut that was not offered is one thing, the word that leaves its mus visto out another.
    told = [(one.place, one.rule) for one in found.irregularities]
    assert told[-1] == ("1.mus.1", "REG-CAN-8")
    assert [rule for _, rule in told] == ["REG-CAN-8"] * len(told)


def test_MUS_MUS_3_nobody_discards_when_the_mus_is_cut_and_the_hand_goes_on():
    found = settle(
        sheet(
            "  mus: A1 mus, B1 corto",
            "  descarte: A1 descarto 4c, A2 descarto 6o",
            "  grande: B1 -, A2 -, B2 -, A1 -",
            "claim Ane: A 1 grande",
            cards=HAND,
        )
    )
    irregularity = only(found)
    assert (irregularity.place, irregularity.kind) == ("1.descarte.1", "late_discard")
    assert irregularity.rule == "MUS-MUS-3"
    assert in_branches(found) == {
        "Ane": {"put_right": True, "dealt_again": False, "hand_annulled": False}
    }
