"""What a record notes and no call shows: settled in each way that it may have been."""

from __future__ import annotations

import pytest

from mustutor.base.language import open_language
from mustutor.games.irregularities import irregularities
from mustutor.model.variant import load_variant
from mustutor.present.brief import brief_page
from mustutor.referee import settle
from mustutor.replay.names import by_name
from mustutor.replay.sheet.reader import read_sheets
from tests.table import changed

MUS = """variant {rules}
seats A1 B1 A2 B2
players A1 Ane, B1 Bea, A2 Amaia, B2 Bittor
{start}hand 1 mano A1
  A1 Ro Rc 7c 4o
  B1 Co Cb 7o 4c
  A2 So 7e 6o 5o
  B2 Sc 7b 5c Ao
  mus: Ane corto
"""
ENCAJE = """variant encaje
seats A B C
players A Iker, B Jon, C Maddi
hand 1 mano A
  A Ro Rc 7c 4o
  B Co Cb 7o 4c
  C So 7e 6o Ac
  mus: Iker corto
"""
MAU_MAU = """variant mau_mau
seats A B
players A Ana, B Beñat
hand 1 mano B
  A 8c Tc 7d Qc 7c Kd 6c
  B 2h Qh Kc Th Ad Kh 4s
  starter 6h
"""
ENFLE = """variant enfle
seats A B C D
players A Ane, B Jon, C Cruz, D Dani
hand 1 mano A
  A Qh 8s 7d 8d Tc Kh Qs 8c
  B 7s 9h 7c Ah Ad Jd Ks Qc
  C Kc Th Jh 8h Ac As 9s Kd
  D 7h Jc Td Js 9d Ts Qd 9c
"""


def read(sheet, *lines, rules="fournier", start=""):
    text = sheet.format(rules=rules, start=start) + "".join(f"  {line}\n" for line in lines)
    [(_, replay, problem)] = read_sheets(text.encode(), file="noted.mus")
    assert replay is not None, problem
    return replay


def settled(sheet, *lines, variant=None, **how):
    return settle(read(sheet, *lines, **how), variant=variant)


def ways(settlement):
    (one,) = settlement.irregularities
    return {way.name: [each.holds for each in way.judgements] for way in one.branches}


def brief(replay, settlement, code="en"):
    language = by_name(open_language(code), replay)
    return " ".join(line.text for line in brief_page(settlement, language).lines)


# --- a stake, a count ----------------------------------------------------------------------


@pytest.mark.parametrize("place", ["grande.1", "grande.2"])
def test_MUS_BET_15_a_stake_disputed_is_settled_as_each_side_claims_it(place):
    said = ("grande: Ane 10, Bea =", f"note {place} stake_disputed: Nobody knows.")
    found = settled(MUS, *said, "claim Ane: A 10 grande", "claim Bea: A 5 grande")
    assert ways(found) == {"stake 10": [True, False], "stake 5": [False, True]}


def test_a_stake_named_beside_the_recorded_one_in_a_note_is_settled_too():
    said = ("grande: Ane 10, Bea =", "note grande.1 stake_disputed: ¿Eran cinco o diez?")
    assert list(ways(settled(MUS, *said, "claim Ane: A 10 grande"))) == ["stake 10", "stake 5"]


def test_a_number_in_a_note_that_does_not_name_the_recorded_stake_is_no_stake():
    said = ("grande: Ane 10, Bea =", "note grande.1 stake_disputed: The three of them shouted.")
    found = settled(MUS, *said, "claim Ane: A 10 grande")
    assert [way.name for way in found.irregularities[0].branches] == ["ask"]
    assert [one.holds for one in found.judgements] == [True]


def test_a_claim_of_the_side_that_gets_nothing_names_no_stake():
    said = ("grande: Ane 10, Bea =", "note grande.1 stake_disputed: x", "claim Bea: B 5 grande")
    found = settled(MUS, *said)
    assert [way.name for way in found.irregularities[0].branches] == ["ask"]


def test_MUS_CNT_6_of_two_slates_each_is_counted_on_to_the_end():
    whole = (
        *("grande: Ane 2, Bea =", "note hand slates_differ: x", "chica: -, -, -, -"),
        "pares: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -",
        "juego: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -",
    )
    # Two of grande, one of pares and three of juego: thirty-four and six are the game.
    said = (*whole, "claim Ane: A game", "claim Bea: in hand 1 after A 34, B 21")
    found = settled(MUS, *said, start="start A 34, B 20\n")
    assert ways(found) == {"count A 34, B 20": [True, False], "count A 28, B 20": [False, True]}
    # What was counted from the beginning is known: there are no two ways.
    alone = settled(MUS, *whole, "claim Bea: in hand 1 after A 4, B 1")
    assert [way.name for way in alone.irregularities[0].branches] == ["ask"]


# --- a bet nobody answered -----------------------------------------------------------------


def test_MUS_DEJE_1_a_round_cut_off_with_a_bet_is_refused_or_accepted():
    said = ("grande: Ane 5, Bea x", "chica: -, -, -, -")
    found = settled(MUS, *said, "claim Ane: A 1 grande", "claim Ane: A 5 grande")
    assert found.irregularities[0].kind == "no_answer"
    assert ways(found) == {"not_said": [True, False], "stands": [False, True]}


def test_MUS_TABLE_4_who_speaks_last_and_must_see_did_not_refuse():
    said = ("grande: Ane 5, Bea x", "chica: -, -, -, -", "claim Ane: A 5 grande")
    found = settled(MUS, *said, variant=changed("madrid", {"bet.last_answer": "sees_all"}))
    # Ane has the higher kings: what Bittor had to accept is hers.
    assert [*ways(found)] == ["stands"]
    assert [one.holds for one in found.judgements] == [True]


def test_REG_MAD_2_the_postre_with_the_lowest_pares_did_not_accept():
    said = (
        "grande: -, -, -, -",
        "chica: -, -, -, -",
        "pares: Ane sí, Bea sí, Amaia no, Bittor sí, Ane 5, Bea x",
        "juego: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -",
        "claim Ane: A 5 pares",
    )
    rules = changed("madrid", {"accept.minimum_hand_postre": "forbidden"})
    aces = MUS.replace("B2 Sc 7b 5c Ao", "B2 Ac 7b 5c Ao")
    assert [*ways(settled(aces, *said, variant=rules))] == ["not_said"]
    # Had Bea not answered either, she might have accepted.
    said = (*said[:2], said[2].removesuffix(", Bea x"), *said[3:])
    assert [*ways(settled(aces, *said, variant=rules))] == ["not_said", "stands"]


def test_what_both_ways_deny_is_open_where_a_round_is_cut_off_for_a_raise_may_be_forgotten():
    said = ("grande: Ane 5, Bea x", "chica: -, -, -, -", "claim Ane: A 7 grande")
    found = settled(MUS, *said, "claim Bittor: B 1 chica")
    # What was said at grande does not touch the chica.
    assert [one.holds for one in found.judgements] == [None, True]


def test_in_encaje_several_who_did_not_answer_may_each_have_said_another_thing():
    chica = "chica: Iker -, Jon -, Maddi -"
    assert settled(ENCAJE, "grande: Iker 2", chica).irregularities == ()
    one = settled(ENCAJE, "grande: Iker 2, Jon =", chica, "claim Jon: B 4 grande")
    assert [each.kind for each in one.irregularities] == ["no_answer"]


TWICE = (
    *("grande: Ane 10", "chica: Ane 2"),
    "pares: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -",
    "claim Ane: A 1 grande",
    "claim Bea: B 2 chica",
    "claim Amaia: A 1 pares",
)


def test_MUS_DEJE_1_each_of_two_bets_nobody_answered_is_refused_or_accepted():
    replay = read(MUS, *TWICE)
    found = settle(replay)
    assert [(one.kind, one.lance) for one in found.irregularities] == [
        ("no_answer", "grande"),
        ("no_answer", "chica"),
    ]
    # Refused, Ane has the deje; accepted, her kings have the ten, and the ace of Bittor the two.
    first, second = found.irregularities
    assert {way.name: way.judgements[0].holds for way in first.branches} == {
        "not_said": True,
        "stands": False,
    }
    assert {way.name: way.judgements[0].holds for way in second.branches} == {
        "not_said": False,
        "stands": True,
    }
    # A pair of kings is paid in all four.
    assert [one.holds for one in found.judgements] == [None, None, True]
    told = brief(replay, found)
    assert "Nobody answered the bet of Ane (A1) at grande." in told
    assert "Nobody answered the bet of Ane (A1) at chica." in told
    assert len(brief_page(found, open_language("en")).lines) <= 5


def test_a_bet_nobody_answered_after_another_ruling_is_told_in_both_ways():
    said = ("grande: Ane 2, Bittor quiero", "chica: Ane 2", "pares: Ane sí", "claim Bea: B 2 chica")
    found = settled(MUS, *said)
    assert [one.kind for one in found.irregularities] == ["out_of_turn", "no_answer"]
    # Where the answer out of turn does not count, the grande waits for Bea.
    way = next(one for one in found.irregularities[0].branches if one.name == "not_said")
    assert way.next is not None
    assert (way.next.lance, way.next.speaker) == ("grande", "B1")
    assert [one.holds for one in found.judgements] == [None]


def test_a_round_cut_off_without_a_bet_is_no_bet_unanswered():
    found = settled(MUS, "grande: Ane -", "chica: -, -, -, -")
    assert found.irregularities == ()


# --- what the offended side chooses --------------------------------------------------------


CHOSEN = (
    *("grande: Ane 2, Bea =", "note grande.1 card_dropped: x", "chica: -, -, -, -"),
    "pares: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -",
    "juego: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -",
    "claim Bea: B 2 grande",
)


def test_the_offended_side_takes_the_way_that_brings_it_most():
    club = changed("fournier", {"irregular": {"choice": "offended"}})
    found = settled(MUS, *CHOSEN, variant=club)
    # Annulled, all that A had goes to B: two, one, one and three.
    assert ways(found) == {"hand_annulled": []}
    assert [one.holds for one in found.judgements] == [True]
    assert found.after == {"A": 0, "B": 7}


def test_the_offended_side_is_said_to_choose_where_a_way_is_open():
    club = changed("fournier", {"irregular": {"choice": "offended"}})
    said = ("grande: Ane 2, Bea =", "note grande.1 joke: x")
    replay = read(MUS, *said)
    found = settle(replay, variant=club)
    assert len(found.irregularities[0].branches) == 2
    assert "the offended side chooses" in brief(replay, found)


def test_what_is_noted_of_a_hand_and_decided_by_a_club_is_counted():
    club = changed("fournier", {"irregular": {"looked": "hand_annulled"}})
    noted = [line.replace("grande.1 card_dropped", "hand looked Ane") for line in CHOSEN]
    assert settled(MUS, *noted, variant=club).after == {"A": 0, "B": 7}


# --- Encaje --------------------------------------------------------------------------------

SEEN = ("grande: Iker 2, Jon =, Maddi x", "note {} card_dropped Iker: x")
REST = (
    "pares: Iker sí, Jon sí, Maddi no, Iker -, Jon -",
    "juego: Iker sí, Jon sí, Maddi no, Iker -, Jon -",
)


def encaje(place, cost, *chica):
    free = load_variant("encaje").rules["penalty"]
    club = changed("encaje", {"penalty": {**free, "shown_card": cost}})
    said = [line.format(place) for line in SEEN]
    order = (said[0], *said[1:], *chica) if "grande" in place else (said[0], *chica, said[1])
    return settled(ENCAJE, *order, *REST, variant=club)


def test_ENC_SET_11_a_hand_annulled_is_the_worst_and_has_the_pot():
    found = encaje("grande.1", "annul_hand", "chica: -, -, -")
    # Kings beat knights: without the offence Jon had the pot of four, and Iker one for his kings.
    pots = [(e.dst, e.stones) for e in found.hands[0].end.ledger if e.item == "pot"]
    assert pots == [("A", 4)]
    values = {e.lance: (e.src, e.stones) for e in found.hands[0].end.ledger if e.item == "value"}
    # A par of knights, and thirty-one.
    assert values == {"chica": ("C", 1), "pares": ("B", 1), "juego": ("B", 3)}


def test_a_lance_annulled_leaves_the_others_as_they_are():
    found = encaje("grande.1", "annul_lance", "chica: -, -, -")
    ledger = found.hands[0].end.ledger
    assert [(e.dst, e.stones) for e in ledger if e.item == "pot"] == [("A", 4)]
    assert [(e.src, e.stones) for e in ledger if e.lance == "juego"] == [("A", 3)]


def test_ENC_SET_4_what_was_discarded_by_an_unseen_bet_comes_back():
    found = encaje("pares.5", "annul_hand", "chica: Iker 2, Jon x, Maddi x")
    back = [e for e in found.hands[0].end.ledger if e.item == "penalty"]
    assert [(e.lance, e.src, e.dst, e.stones) for e in back] == [("chica", "out", "A", 1)]
    assert sum(found.after.values()) + found.hands[0].end.out == 60


# --- every row -----------------------------------------------------------------------------

PLAYED = {
    "encaje": (ENCAJE, "grande: Iker 2, Jon =, Maddi x", "grande.1", "Jon"),
    "enfle": (ENFLE, "trick: A play Qh, B play 9h", "trick.1", "Jon"),
    "mau_mau": (MAU_MAU, "play: B play 2h", "play.1", "Ana"),
}
ROWS = [(game, row) for game in PLAYED for row in irregularities(game)]


@pytest.mark.parametrize(("game", "row"), ROWS)
@pytest.mark.parametrize("of_the_hand", [False, True])
def test_whatever_is_noted_is_told_in_five_lines(game, row, of_the_hand):
    sheet, line, place, who = PLAYED[game]
    where = "hand" if of_the_hand or irregularities(game)[row].lances else place
    replay = read(sheet, line, f"note {where} {row} {who}: x")
    found = settle(replay)
    assert row in [one.kind for one in found.irregularities]
    for code in ("en", "es"):
        language = by_name(open_language(code), replay)
        assert 0 < len(brief_page(found, language).lines) <= 5
        assert found.explain(code).text()


@pytest.mark.parametrize("row", ["joke", "changed", "late_mus", "corrido", "false_yes"])
def test_what_is_noted_of_a_hand_and_is_about_a_call_is_asked(row):
    replay = read(
        MUS, "grande: Ane 2, Bea =", f"note hand {row} Bittor: x", "claim Ane: A 2 grande"
    )
    found = settle(replay)
    assert [way.name for way in found.irregularities[0].branches] == ["ask"]
    assert [one.holds for one in found.judgements] == [True]
    assert "changes nothing" not in brief(replay, found)


def test_a_word_beside_a_legal_call_is_not_said_and_the_call_stands():
    said = ("grande: Ane 2, Bea =", "note grande.1 late_mus: x", "claim Ane: A 2 grande")
    assert [one.holds for one in settled(MUS, *said).judgements] == [True]


def test_a_false_declaration_with_unknown_cards_is_told_without_them():
    sheet = MUS.replace("  A1 Ro Rc 7c 4o\n", "")
    said = ("pares: Ane sí, Bea sí, Amaia no, Bittor no, Ane 2, Bea x", "note pares.1 false_yes: x")
    replay = read(sheet, *said)
    told = brief(replay, settle(replay), "es")
    assert "dice que tiene pares sin tener." in told
    assert "cartas son ." not in told


LIED = (
    "pares: Ane sí, Bea sí, Amaia no, Bittor no, Ane 2, Bea =",
    *("claim Bea: B 3 pares", "claim Ane: A 3 pares"),
)


@pytest.mark.parametrize("place", ["pares.1", "pares"])
def test_MUS_DECL_8_whoever_declared_falsely_has_no_pares_though_the_cards_are_unknown(place):
    sheet = MUS.replace("  A1 Ro Rc 7c 4o\n", "")
    found = settled(sheet, *LIED, f"note {place} false_yes Ane: x")
    # The bet of two, and one for the pair of knights, however it is taken.
    assert [one.holds for one in found.judgements] == [True, False]
    assert [one.holds for one in settled(sheet, *LIED).judgements] == [None, None]


@pytest.mark.parametrize("place", ["pares.1", "pares", "hand"])
def test_a_false_declaration_of_unseen_cards_in_a_pot_is_told_in_five_lines(place):
    sheet = ENCAJE.replace("  A Ro Rc 7c 4o\n", "")
    said = (REST[0].replace("Iker -, Jon -", "Iker 2, Jon ="), f"note {place} false_yes Iker: x")
    replay = read(sheet, *said, "claim Jon: B 4 pares", "claim Iker: A 4 pares")
    found = settle(replay)
    assert [one.kind for one in found.irregularities] == ["false_yes"]
    assert 0 < len(brief_page(found, open_language("en")).lines) <= 5


@pytest.mark.parametrize("row", ["false_yes", "false_no"])
def test_MUS_DECL_8_nothing_is_declared_falsely_where_nothing_is_declared(row):
    noted = f"note grande.1 {row} Ane: x"
    text = MUS.format(rules="fournier", start="") + f"  grande: Ane 2, Bea =\n  {noted}\n"
    [(_, _, problem)] = read_sheets(text.encode(), file="noted.mus")
    told = f"noted.mus:11:8: Nobody declares anything in grande: {row} is noted in pares, juego."
    assert str(problem) == told
    # A record that has it there says no more than one that has it of the hand.
    replay = read(MUS, "grande: Ane 2, Bea =", noted.replace("grande.1", "hand"))
    strange = replay._replace(notes={"1.grande.1": (replay.notes or {})["1"]})
    assert [way.name for way in settle(strange).irregularities[0].branches] == ["ask"]


@pytest.mark.parametrize("row", ["misdeal", "wrong_mano"])
def test_what_is_wrong_from_the_deal_on_is_taken_alike_wherever_it_is_noted(row):
    said = ("grande: Ane 2, Bea =", "chica: -, -, -, -")
    hand, call = (
        settled(MUS, *said, f"note {place} {row} Bea: x").irregularities
        for place in ("hand", "grande.2")
    )
    assert len(hand[0].branches) > 1
    assert hand == call


def test_what_is_noted_and_not_ruled_on_is_told_with_its_ways():
    replay = read(MAU_MAU.partition("  A ")[0], "note hand mau_deal Ana: x")
    found = settle(replay)
    assert found.irregularities == ()
    for is_brief in (True, False):
        told = found.explain("en", brief=is_brief).text()
        assert "THIS IS HOW IT MAY BE TAKEN" in told
        assert "the cards are dealt again" in told
    # What came to a ruling is told there.
    ruled = settled(MAU_MAU, "play: B play 2h", "note hand mau_deal Ana: x")
    assert "HOW IT MAY BE TAKEN" not in ruled.explain("en").text()


def test_MAU_8_a_mismatch_costs_fifty_where_a_club_says_so():
    club = changed("mau_mau", {"irregular": {"mau_mismatch": "paid"}})
    found = settled(MAU_MAU, "play: B play 4s", variant=club)
    assert [way.name for way in found.irregularities[0].branches] == ["paid"]
    assert found.after == {"A": 0, "B": -50}
    assert load_variant("mau_mau").rules["irregular"]["mau_mismatch"] == "both"
