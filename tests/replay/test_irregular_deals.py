"""Irregular, and no call: how the deck was cut, cards served wrongly, stones forgotten.

A cut that was not offered is mus visto where the rulebook has it so (REG-CAN-8), and nothing
elsewhere (deal.no_cut). One or two cards lifted are no cut (MUS-DEAL-2); who shuffles and who cuts
MUS-DEAL-1 says, and no rulebook what follows. The right to stones ends at the next cut (MUS-CNT-7).
"""

from __future__ import annotations

import json

import pytest

from mustutor.referee import settle, verify
from mustutor.replay import dumps
from tests.mus.test_claiming import ALL, CLAIMS, match
from tests.mus.test_claiming import hand as counted
from tests.replay.test_irregularity import branches, claims, house, in_branches, moved, only, sheet

CARDS = """\
  A1 Ro 7c 6e 4o
  B1 Rc Re 5o 5c
  A2 Co Sc 6o 4c
  B2 7o 6c 5e 4e
"""
PLAYED = (
    "  mus: corto",
    "  grande: -,-,-,-",
    "  chica: -,-,-,-",
    "  pares: no, sí, no, no",
    "  juego: no, no, no, no",
    "  punto: -,-,-,-",
)
PAID = [
    "grande paso bank>B 1",
    "chica paso bank>B 1",
    "pares duples bank>B 3",
    "punto punto bank>B 1",
]
BEA = "claim Bea: B 3 1.pares"


def dealt(line, *more, variant="fournier"):
    return sheet(f"  {line}", CARDS.rstrip(), *PLAYED, *more, variant=variant, cards="")


# --- the cut and the shuffle -----------------------------------------------------------------


def test_MUS_DEAL_1_nothing_follows_from_a_cut_that_was_not_offered():
    found = settle(dealt("cut none", BEA))
    irregularity = only(found)
    assert (irregularity.place, irregularity.kind) == ("1.deal.cut", "no_cut")
    assert (irregularity.seat, irregularity.rule) == ("B2", "MUS-DEAL-1")
    assert irregularity.option == "deal.no_cut"
    assert irregularity.decided
    assert branches(irregularity) == {"stands": PAID}
    assert claims(found) == {"Bea": True}


def test_REG_CAN_8_in_cantabria_it_is_mus_visto():
    record = sheet("  cut none", CARDS.rstrip(), variant="cantabria", cards="")
    irregularity = only(settle(record))
    assert (irregularity.kind, irregularity.rule) == ("no_cut", "REG-CAN-8")
    assert irregularity.decided


def test_option_penalty_no_cut_in_stones_is_paid_before_a_word_is_said(tmp_path):
    rules = house(tmp_path, "penalty: {no_cut: {stones: 2}}")
    irregularity = only(settle(dealt("cut none"), variant=rules))
    (branch,) = irregularity.branches
    assert branch.name == "penalty"
    assert moved(branch) == ["mus penalty bank>A 2", *PAID]
    fine = branch.played.end.ledger[0]
    assert (fine.rule, fine.because.offence) == ("MUS-DEAL-1", "no_cut")
    assert verify(dealt("cut none"), variant=rules).after == {"A": 2, "B": 6}


def test_option_penalty_no_cut_may_be_the_game(tmp_path):
    rules = house(tmp_path, "penalty: {no_cut: lose_game}")
    assert settle(dealt("cut none"), variant=rules).winner == "A"


@pytest.mark.parametrize(
    ("line", "place", "kind", "seat", "rule"),
    [
        ("cut A2 2", "1.deal.cut", "wrong_cut", "A2", "MUS-DEAL-2"),
        ("cut A2 39", "1.deal.cut", "wrong_cut", "A2", "MUS-DEAL-2"),
        ("cut B1 20", "1.deal.cut", "wrong_cut", "B1", "MUS-DEAL-1"),
        ("shuffled A1", "1.deal.shuffled", "wrong_shuffle", "B2", "MUS-DEAL-1"),
    ],
)
def test_MUS_DEAL_2_a_wrong_cut_stands_or_is_dealt_again(line, place, kind, seat, rule, tmp_path):
    record = dealt(line, BEA)
    irregularity = only(found := settle(record))
    assert (irregularity.place, irregularity.kind) == (place, kind)
    assert (irregularity.seat, irregularity.rule) == (seat, rule)
    assert branches(irregularity) == {"stands": PAID, "dealt_again": []}
    # Dealt again, nobody is paid for this deal.
    assert in_branches(found) == {"Bea": {"stands": True, "dealt_again": False}}
    assert verify(record).failure.place == place
    offence = irregularity.offence
    assert irregularity.option == f"irregular.{kind}"
    priced = settle(record, variant=house(tmp_path, f"penalty: {{{offence}: warn}}"))
    assert only(priced).decided
    assert claims(priced) == {"Bea": True}


def test_MUS_DEAL_2_more_cards_than_there_are_cannot_have_been_lifted():
    assert settle(dealt("cut A2 41")).irregularities == ()
    assert settle(dealt("cut A2 20")).irregularities == ()


def test_REG_MAD_5_in_madrid_the_player_before_shuffles_first():
    assert only(settle(dealt("shuffled B2", variant="madrid"))).rule == "REG-MAD-5"
    assert settle(dealt("shuffled A2 B2", variant="madrid")).irregularities == ()


def test_a_deal_made_again_has_the_same_mano_in_the_next_hand():
    again = dealt("cut A2 2", "hand 2 mano A1", CARDS.rstrip(), *PLAYED, "claim Bea: B 3 2.pares")
    irregularity = only(found := settle(again))
    withdrawn = next(b for b in irregularity.branches if b.name == "dealt_again")
    assert moved(withdrawn) == []
    assert in_branches(found)["Bea"]["dealt_again"] is True


def test_two_faults_of_one_deal_are_both_ruled_on():
    record = dealt("shuffled A1", "  cut A2 1", BEA)
    first, second = settle(record).irregularities
    assert (first.kind, second.kind) == ("wrong_shuffle", "wrong_cut")
    assert claims(settle(record)) == {"Bea": None}


def test_a_wrong_cut_and_a_word_too_late_in_one_hand_are_both_ruled_on():
    grande = "  grande: A1 envido 2, B1 quiero, B2 no quiero"
    first, second = settle(
        sheet("  cut A2 2", CARDS.rstrip(), "  mus: corto", grande, cards="")
    ).irregularities
    assert (first.place, second.place) == ("1.deal.cut", "1.grande.3")
    assert (second.kind, second.decided) == ("late_word", True)


def test_a_hostile_match_of_wrong_cuts_is_bounded():
    hands = "".join(
        f"hand {n} mano {['A1', 'B1', 'A2', 'B2'][(n - 1) % 4]}\n  cut A1 1\n" for n in range(2, 60)
    )
    record = dealt("cut A2 1", hands.rstrip(), BEA)
    found = settle(record)
    assert len(found.irregularities) >= 59
    assert claims(found) == {"Bea": None}


# --- cards ------------------------------------------------------------------------------------


def with_draws(draws):
    record = sheet(
        CARDS.rstrip(), "  mus: A1 mus, B1 mus, A2 mus, B2 mus", "  grande: -,-,-,-", cards=""
    )
    hand = record.hands[0]
    talk, grande = hand.rounds
    discards = ("B1 descarto 5o", "A2 descarto 4c", "B2 descarto 4e", "A1 descarto 4o")
    exchanged = talk._replace(
        lance="descarte",
        calls=discards,
        draws={seat: tuple(cards.split()) for seat, cards in draws.items()},
    )
    # Before the first cut mano goes on to the next player with every mus (MUS-FIRST-3).
    cut = talk._replace(calls=("B1 corto",))
    return record._replace(hands=(hand._replace(rounds=(talk, exchanged, cut, grande)),))


@pytest.mark.parametrize(
    ("draws", "kind", "seat"),
    [
        ({"A1": "Ab As", "B1": "Ao", "A2": "Ac", "B2": "Ae"}, "misserved", "A1"),
        ({"A1": "Ab", "B1": "", "A2": "Ac", "B2": "Ae"}, "misserved", "B1"),
        ({"A1": "Ab", "B1": "Ab", "A2": "Ac", "B2": "Ae"}, "bad_deck", ""),
        ({"A1": "Ab", "B1": "Ro", "A2": "Ac", "B2": "Ae"}, "bad_deck", ""),
        ({"A1": "Ab", "B1": "4o", "A2": "Ac", "B2": "Ae"}, "bad_deck", ""),
    ],
)
def test_MUS_DISC_4_cards_served_wrongly_stand_or_are_dealt_again(draws, kind, seat):
    draws = {who: cards.replace("As", "2b") for who, cards in draws.items()}
    irregularity = only(settle(with_draws(draws)))
    assert (irregularity.kind, irregularity.seat) == (kind, seat)
    assert irregularity.rule == "MUS-DISC-4"
    # Where it is somebody's hand that is wrong, that hand is out, or all are dealt again; where
    # nobody knows whose it is, the cards may count as they are told.
    played_out = "hand_annulled" if seat else "stands"
    assert [branch.name for branch in irregularity.branches] == ["dealt_again", played_out]
    out = next(b for b in irregularity.branches if b.name == played_out)
    assert not out.played.open
    assert verify(with_draws(draws)).verdict == "misdealt"


def test_MUS_DEAL_3_five_cards_are_dealt_again_where_no_bet_was_answered():
    record = dealt("cut A2 20", BEA)
    hand = record.hands[0]
    cards = {**hand.cards, "B1": ["Rc", "Re", "5o", "5c", "Ab"]}
    record = record._replace(hands=(hand._replace(deal={**hand.deal, "cards": cards}),))
    irregularity = only(settle(record))
    assert irregularity.decided
    (again,) = irregularity.branches
    assert (again.name, again.rule) == ("dealt_again", "MUS-DEAL-3")
    assert again.played.void


# --- stones forgotten --------------------------------------------------------------------------

NEXT = {"mano": "B1", "rounds": []}


def forgotten(after=None, *cuenta, next_hand=True):
    told = counted(*cuenta, counted=bool(cuenta)) | ({"after": after} if after else {})
    return match(told, *([NEXT] if next_hand else []), claims=CLAIMS)


def test_MUS_CNT_7_forgotten_stones_are_lost_at_the_cut_and_count_where_a_club_counts_them_all():
    irregularity = only(found := settle(forgotten({"A": 20, "B": 23})))
    assert (irregularity.place, irregularity.kind) == ("1.after", "forgotten_stones")
    assert (irregularity.seat, irregularity.rule) == ("B1", "MUS-CNT-7")
    assert irregularity.option == "score.claim"
    assert branches(irregularity) == {"not_said": [PAID[0], PAID[1], PAID[3]], "put_right": PAID}
    assert irregularity.decided
    assert claims(found) == {"Bea": False, "Ane": True}
    counted_all = irregularity.branches[1]
    assert [judgement.holds for judgement in counted_all.judgements] == [True, False]
    # The next hand begins with what was taken.
    assert found.hands[1].start.in_front() == {"A": 20, "B": 23}


def test_MUS_CNT_7_where_stones_are_claimed_they_are_lost(tmp_path):
    rules = house(tmp_path, "score.claim: manual")
    without_pares = [PAID[0], PAID[1], PAID[3]]
    for record in (forgotten({"A": 20, "B": 23}), forgotten(None, *ALL[:2], ALL[3])):
        irregularity = only(found := settle(record, variant=rules))
        assert branches(irregularity) == {"not_said": without_pares}
        assert irregularity.branches[0].rule == "MUS-CNT-7"
        assert claims(found) == {"Bea": False, "Ane": True}


def test_option_penalty_forgotten_stones_is_paid_after_the_count(tmp_path):
    rules = house(tmp_path, "score.claim: manual", "penalty: {forgotten_stones: {stones: 2}}")
    without_pares = [PAID[0], PAID[1], PAID[3]]
    for record in (forgotten({"A": 22, "B": 23}), forgotten(None, *ALL[:2], ALL[3])):
        irregularity = only(settle(record, variant=rules))
        assert branches(irregularity) == {"penalty": [*without_pares, "pares penalty bank>A 2"]}
        fine = irregularity.branches[0].played.end.ledger[-1]
        assert (fine.rule, fine.because.offence) == ("MUS-CNT-7", "forgotten_stones")
    stated = forgotten({"A": 22, "B": 23})._replace(claims=None)
    assert verify(stated, variant=rules).ok


def test_option_penalty_forgotten_stones_may_be_the_hand_or_the_game(tmp_path):
    record = forgotten(None, *ALL[:2], ALL[3])
    hand = house(tmp_path, "score.claim: manual", "penalty: {forgotten_stones: annul_hand}")
    assert settle(record, variant=hand).hands[0].end.in_front()["B"] == 20
    game = house(tmp_path, "score.claim: manual", "penalty: {forgotten_stones: lose_game}")
    assert settle(record, variant=game).hands[0].end.winner == "A"


def test_MUS_CNT_7_before_the_next_cut_nothing_is_forgotten():
    assert settle(forgotten({"A": 20, "B": 23}, next_hand=False)).irregularities == ()
    assert settle(forgotten({"A": 20, "B": 26})).irregularities == ()


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_is_told_in_every_language(mustutor, tmp_path, language):
    path = tmp_path / "told.json"
    for record in (dealt("cut none"), dealt("cut A2 1"), forgotten({"A": 20, "B": 23})):
        path.write_text(dumps(record), "utf-8")
        for brief in ((), ("--brief",)):
            ran = mustutor("settle", "--lang", language, *brief, str(path))
            assert "{" not in ran.out
            assert ("MUS-DEAL" in ran.out) or ("MUS-CNT-7" in ran.out)
        written = json.loads(mustutor("settle", "--json", str(path)).out)
        assert len(written["irregularities"]) == 1
