"""An irregularity is a ruling, not a refusal: what it is, what is settled anyway, what each pays.

The expectations are worked out from the rules: a stake accepted is settled (MUS-BET-16), one quiero
binds the side (MUS-BET-5), turns are strict (MUS-BET-3), a false declaration counts nothing at the
count (A-53), only the dealer's card in the deal is mus visto (MUS-VISTO-1, A-20).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.model.variant import load_variant
from mustutor.referee import settle, verify
from mustutor.replay.sheet.reader import read_sheets

SHEETS = Path(__file__).parent / "irregular"
CARDS = """\
  A1 Rc 7c 6e 4o
  B1 Ro Re 7o 4c
  A2 3o 3c 7b 4e
  B2 Co Sc 6o 4b
"""


def sheet(*lines, variant="fournier", cards=CARDS, seats="A1 B1 A2 B2", start=""):
    text = f"variant {variant}\nseats {seats}\n{start}hand 1 mano {seats.split()[0]}\n{cards}"
    return read(text + "".join(f"{line}\n" for line in lines))


def read(text):
    (located,) = read_sheets(text.encode())
    assert located.replay is not None, located.problem
    return located.replay


def case(name):
    return read((SHEETS / f"{name}.mus").read_text(encoding="utf-8"))


def house(tmp_path, *lines, extends="fournier"):
    path = tmp_path / "house.yaml"
    rules = "".join(f"  {line}\n" for line in lines)
    path.write_text(
        f"format: mus-variant/1\nid: house\nextends: {extends}\nname: {{en: H, es: H}}\n"
        f"summary: {{en: H., es: H.}}\nrules:\n{rules}"
    )
    return load_variant(path)


def only(settlement):
    (irregularity,) = settlement.irregularities
    return irregularity


def moved(branch):
    end = branch.played.end
    return [f"{e.lance} {e.item} {e.src}>{e.dst} {e.stones}" for e in end.ledger]


def branches(irregularity):
    return {branch.name: moved(branch) for branch in irregularity.branches}


def claims(settlement):
    return {str(j.claim["by"]): j.holds for j in settlement.judgements}


def in_branches(settlement):
    return {str(j.claim["by"]): dict(j.branches) for j in settlement.judgements}


def to_speak(irregularity, name):
    branch = next(b for b in irregularity.branches if b.name == name)
    return (branch.next.lance, branch.next.speaker) if branch.next else None


# --- out of turn -----------------------------------------------------------------------------


def test_MUS_BET_3_a_raise_out_of_turn_stands_or_is_taken_back():
    found = settle(case("d03_out_of_turn"))
    irregularity = only(found)
    assert (irregularity.place, irregularity.kind) == ("1.grande.2", "out_of_turn")
    assert (irregularity.seat, irregularity.speaker) == ("B2", "B1")
    assert irregularity.rule == "MUS-BET-3"
    assert irregularity.option == "irregular.out_of_turn"
    # Refused, the raise pays what stood before it: 2. Taken back, B1 has the 2 to answer.
    assert branches(irregularity) == {"not_said": [], "stands": ["grande deje bank>B 2"]}
    assert to_speak(irregularity, "not_said") == ("grande", "B1")
    assert in_branches(found) == {
        "Bittor": {"not_said": None, "stands": True},
        "Ane": {"not_said": None, "stands": False},
    }
    assert claims(found) == {"Bittor": None, "Ane": None}


def test_MUS_BET_3_where_the_table_prices_it_there_is_one_outcome(tmp_path):
    rules = house(tmp_path, "penalty: {out_of_turn: {stones: 3}}")
    irregularity = only(found := settle(case("d03_out_of_turn"), variant=rules))
    # The record goes on as if the raise stood, and so it was taken; the offence costs 3.
    assert branches(irregularity) == {
        "penalty": ["grande penalty bank>A 3", "grande deje bank>B 2"]
    }
    assert claims(found) == {"Bittor": True, "Ane": False}


def test_MUS_BET_3_a_warning_leaves_the_game_as_it_is_and_the_lance_annulled_pays_nothing(tmp_path):
    warned = only(
        settle(case("d03_out_of_turn"), variant=house(tmp_path, "penalty: {out_of_turn: warn}"))
    )
    assert branches(warned) == {"penalty": ["grande deje bank>B 2"]}
    rules = house(tmp_path, "penalty: {out_of_turn: annul_lance}")
    assert branches(only(settle(case("d03_out_of_turn"), variant=rules))) == {
        "penalty": ["grande deje bank>B 2", "grande penalty B>bank 2"]
    }
    rules = house(tmp_path, "penalty: {out_of_turn: lose_game}")
    found = settle(case("d03_out_of_turn"), variant=rules)
    assert found.winner == "A"


def test_option_bet_out_of_turn_decides_the_first_bet_and_names_itself_where_it_does_not(tmp_path):
    told = sheet("  grande: A2 envido 2, B2 no quiero, B1 no quiero", "claim Ane: A 1 grande")
    irregularity = only(settle(told))
    assert irregularity.option == "bet.out_of_turn"
    assert branches(irregularity) == {"not_said": [], "stands": ["grande deje bank>A 1"]}
    free = settle(told, variant=house(tmp_path, "bet.out_of_turn: true"))
    assert free.irregularities == ()
    assert claims(free) == {"Ane": True}


def test_MUS_BET_4_who_answers_a_bet_of_his_own_side_has_said_nothing():
    told = sheet(
        "  grande: A1 envido 2, A2 quiero, B1 no quiero, B2 no quiero", "claim Ane: A 1 grande"
    )
    irregularity = only(found := settle(told))
    assert (irregularity.kind, irregularity.rule) == ("own_side", "MUS-BET-4")
    assert irregularity.decided
    assert claims(found) == {"Ane": True}


def test_MUS_DECL_2_who_declared_no_pares_has_no_part_in_them():
    cards = "  A1 Rc Rb 6e Ao\n  B1 Ro Re 7o 4c\n  A2 3o 5c 7b 4e\n  B2 Co Sc 6o 4b\n"
    told = sheet("  pares: A1 sí, B1 sí, A2 no, B2 no, B2 envido 2, A1 paso, B1 paso", cards=cards)
    irregularity = only(found := settle(told))
    assert (irregularity.kind, irregularity.rule) == ("forbidden_bet", "MUS-DECL-2")
    assert irregularity.decided
    # Both have a par of kings, and A1 is mano: what A holds is paid.
    assert [e.dst for e in found.hands[0].end.ledger if e.lance == "pares"] == ["A"]


def test_declaring_out_of_turn_comes_to_the_same_and_the_bettors_stay_in_order():
    cards = "  A1 Rc Rb 6e Ao\n  B1 Ro Re 7o 4c\n  A2 3o 3c 7b 4e\n  B2 Co Sc 6o 4b\n"
    told = sheet(
        "  pares: A1 sí, A2 sí, B1 sí, B2 no, A1 paso, B1 envido 2, A2 no quiero, A1 no quiero",
        cards=cards,
    )
    irregularity = only(settle(told))
    assert irregularity.kind == "out_of_turn"
    stands = next(b for b in irregularity.branches if b.name == "stands")
    assert "pares deje bank>B 1" in moved(stands)


def test_MUS_MUS_3_a_cut_out_of_turn_stands_or_is_taken_back():
    told = sheet(
        "  mus: A1 mus, A2 corto", "  grande: A1 paso, B1 paso, A2 paso, B2 paso", variant="navarra"
    )
    irregularity = only(settle(told))
    assert (irregularity.place, irregularity.kind, irregularity.speaker) == (
        "1.mus.2",
        "out_of_turn",
        "B1",
    )
    assert to_speak(irregularity, "not_said") == ("mus", "B1")


# --- too late --------------------------------------------------------------------------------


def test_MUS_BET_16_no_quiero_after_a_quiero_changes_nothing_and_both_claims_are_judged():
    found = settle(case("d11_quiero_noquiero"))
    irregularity = only(found)
    assert (irregularity.kind, irregularity.rule) == ("late_word", "MUS-BET-16")
    assert irregularity.decided
    assert branches(irregularity) == {"not_said": ["grande envite bank>A 10"]}
    assert claims(found) == {"Ane": True, "Bittor": False}


def test_MUS_BET_16_a_raise_after_a_quiero_changes_nothing():
    found = settle(case("d32_partner_raise"))
    irregularity = only(found)
    assert irregularity.kind == "late_word"
    assert irregularity.decided
    # The lance is settled for 2; whose cards are better nobody has told.
    assert claims(found) == {"Ane": None}
    (judgement,) = found.judgements
    assert judgement.possible is not None
    assert {e.gets for e in judgement.possible.endings} == {(("A", 2),), (("B", 2),)}


def test_MUS_DEJE_2_a_quiero_after_everybody_refused_is_too_late():
    told = sheet(
        "  grande: A1 envido 2, B1 no quiero, B2 no quiero, B1 quiero", "claim Ane: A 1 grande"
    )
    irregularity = only(found := settle(told))
    assert (irregularity.kind, irregularity.rule) == ("changed", "MUS-DEJE-2")
    assert irregularity.decided
    assert claims(found) == {"Ane": True}


def test_late_words_price_what_the_table_says(tmp_path):
    rules = house(tmp_path, "penalty: {late_word: {stones: 2}}")
    found = settle(case("d11_quiero_noquiero"), variant=rules)
    assert branches(only(found)) == {
        "penalty": ["grande penalty bank>A 2", "grande envite bank>A 10"]
    }


def test_MUS_MUS_3_talk_after_corto_changes_nothing_and_the_lances_go_on():
    told = sheet(
        "  mus: A1 mus, B1 mus, A2 corto, B2 mus",
        "  grande: A2 paso, B2 paso, A1 paso, B1 paso",
        variant="navarra",
    )
    irregularity = only(found := settle(told))
    assert (irregularity.place, irregularity.kind) == ("1.mus.4", "late_mus")
    assert irregularity.rule == "MUS-MUS-3"
    assert irregularity.decided
    assert "grande" in found.hands[0].end.state.over


def test_talk_of_mus_while_a_lance_is_bet_changes_nothing():
    told = sheet("  grande: A1 paso, B1 mus, B1 paso, A2 paso, B2 paso")
    irregularity = only(found := settle(told))
    assert irregularity.kind == "late_mus"
    assert "grande" in found.hands[0].end.state.over


def test_several_words_too_late_are_each_ruled_and_the_hand_goes_on():
    told = sheet(
        "  grande: A1 envido 2, B1 quiero, B2 no quiero, A2 5 más",
        "  chica: A1 envido 2, B1 no quiero, B2 no quiero, A1 quiero",
        "claim Ane: A 1 chica",
    )
    found = settle(told)
    assert [i.place for i in found.irregularities] == ["1.grande.3", "1.grande.4", "1.chica.4"]
    assert all(i.decided for i in found.irregularities)
    assert claims(found) == {"Ane": True}


# --- a word taken back -----------------------------------------------------------------------


def test_REG_ALV_5_a_word_taken_back_is_a_broken_word_and_loses_the_game():
    found = settle(case("d18b"))
    irregularity = only(found)
    assert (irregularity.offence, irregularity.rule) == ("broken_word", "REG-ALV-5")
    assert irregularity.decided
    assert found.winner == "A"


def test_MUS_BET_8_elsewhere_the_first_word_stands_or_the_second_counts():
    told = case("d18b")._replace(variant={"id": "fournier"})
    irregularity = only(found := settle(told))
    assert (irregularity.kind, irregularity.rule) == ("changed", "MUS-BET-8")
    # B1 out: B2 has the 4 to answer. B1 in: Ro Re beats Rc Rb with the seven, B takes the 4.
    assert to_speak(irregularity, "stands") == ("grande", "B2")
    assert branches(irregularity) == {"stands": [], "put_right": ["grande envite bank>B 4"]}
    assert in_branches(found) == {"Ane": {"stands": None, "put_right": False}}


def test_each_for_himself_a_quiero_taken_back_leaves_the_others_words_as_they_were():
    cards = "  A Rc 7c 6e 4o\n  B Ro Re 7o 4c\n  C Co Sc 6o 4b\n"
    rules = load_variant("fournier")
    told = sheet(
        "  grande: A envido 2, B quiero, B no quiero, C no quiero", cards=cards, seats="A B C"
    )
    told = told._replace(
        variant={
            "id": "alone",
            "rules": {**rules.as_json(), "players.mode": "individual", "players.count": 3},
        }
    )
    irregularity = only(settle(told))
    assert irregularity.kind == "changed"
    assert branches(irregularity) == {
        "stands": ["grande envite bank>B 2"],
        "put_right": ["grande deje bank>A 1"],
    }


# --- declared falsely ------------------------------------------------------------------------


def test_MUS_DECL_8_juego_declared_falsely():
    found = settle(case("d05t"))
    irregularity = only(found)
    assert (irregularity.kind, irregularity.rule) == ("false_yes", "MUS-DECL-8")
    # It was bet, so it is too late to put it right. Annulled, the bet was forbidden: the deje goes
    # back, and B1 alone has juego, 31: 3. As declared, the deje stands, and neither the false hand
    # nor who gave the lance up is paid (A-53, MUS-DEJE-7).
    told = branches(irregularity)
    assert [m for m in told["lance_annulled"] if m.startswith("juego")] == [
        "juego deje bank>A 1",
        "juego penalty A>bank 1",
        "juego juego31 bank>B 3",
    ]
    assert [m for m in told["stands"] if m.startswith("juego")] == ["juego deje bank>A 1"]
    assert in_branches(found)["Bea"] == {"lance_annulled": True, "stands": False}


def test_MUS_DECL_8_pares_denied():
    found = settle(case("d23_pares_negados"))
    irregularity = only(found)
    assert irregularity.kind == "false_no"
    assert branches(irregularity) == {"put_right": [], "stands": ["pares par bank>B 1"]}
    assert to_speak(irregularity, "put_right") == ("pares", "A1")
    assert in_branches(found) == {
        "Bea": {"put_right": None, "stands": True},
        "Ane": {"put_right": None, "stands": False},
    }


def test_option_penalty_false_declaration_decides_it(tmp_path):
    rules = house(tmp_path, "penalty: {false_declaration: {stones: 4}}")
    found = settle(case("d23_pares_negados"), variant=rules)
    assert branches(only(found)) == {"penalty": ["pares penalty bank>B 4", "pares par bank>B 1"]}
    # Four for the offence and one for the par: 5 come to B at pares, not 1.
    assert claims(found) == {"Bea": False, "Ane": False}


def test_REG_ALV_5_a_false_declaration_is_a_broken_word_in_alava():
    told = case("d23_pares_negados")._replace(variant={"id": "alava_vizcaya"})
    found = settle(told)
    assert only(found).offence == "broken_word"
    assert found.winner == "B"


# --- cards -----------------------------------------------------------------------------------


def test_MUS_BET_18_a_card_a_player_shows_stands_or_annuls_what_it_was_shown_in():
    found = settle(case("d10_card_dropped"))
    irregularity = only(found)
    assert (irregularity.kind, irregularity.rule) == ("card_dropped", "MUS-BET-18")
    assert list(branches(irregularity)) == ["stands", "lance_annulled", "hand_annulled"]
    # Ro Re 7o 4c against Rc Rb 6e Ao: the third card decides for B, in every way.
    assert claims(found) == {"Bea": True}


def test_a_card_shown_has_the_price_of_the_table(tmp_path):
    rules = house(tmp_path, "penalty: {shown_card: annul_lance}")
    found = settle(case("d10_card_dropped"), variant=rules)
    assert only(found).penalty.penalty == "annul_lance"
    assert [e.dst for e in found.hands[0].end.ledger] == ["B"]


def test_a_card_that_nobody_holds_cannot_be_shown():
    told = sheet("  grande: A1 descubre Ao, A1 paso, B1 paso, A2 paso, B2 paso")
    found = settle(told)
    assert found.irregularities == ()
    assert found.failure is not None


def five(seat="B1", cards="Ro Re 7o 4c 5e", **told):
    record = sheet("  mus: A1 corto", "  grande: A1 paso, B1 envido 2, A2 quiero", **told)
    hand = record.hands[0]
    deal = {"cards": {**hand.cards, seat: cards.split()}}
    return record._replace(hands=(hand._replace(deal=deal),))


def test_MUS_DEAL_3_five_cards_are_dealt_again_or_the_hand_is_played_out():
    record = five()._replace(claims=({"by": "Bea", "about": "1.grande", "to": "B", "stones": 2},))
    found = settle(record)
    irregularity = only(found)
    assert (irregularity.kind, irregularity.seat) == ("misdeal", "B1")
    assert irregularity.rule == "MUS-DEAL-3"
    assert branches(irregularity) == {
        "dealt_again": [],
        "hand_annulled": ["grande envite bank>A 2"],
        "stands": [],
    }
    stands = next(b for b in irregularity.branches if b.name == "stands")
    assert [o.lance for o in stands.played.open] == ["grande"]
    # Dealt again, nobody is paid for this deal.
    assert in_branches(found) == {
        "Bea": {"dealt_again": False, "hand_annulled": False, "stands": None}
    }
    assert verify(record).verdict == "misdealt"


@pytest.mark.parametrize("cards", ["Ro Re 7o", "Ro Re 7o 4c 5e 6b", "Ro"])
def test_MUS_DEAL_3_too_few_or_too_many(cards):
    assert only(settle(five(cards=cards))).kind == "misdeal"


def test_ENC_DEAL_4_five_cards_beside_a_discard_nobody_wrote_down_are_no_misdeal():
    cards = "A Sb Ce Cc Ae Rb\nB 2b So 3c 7o 2o\nC 5b 4b 7b Rc 2c\n"
    head = f"variant encaje_five_card\nseats A B C\nhand 1 mano A\n{cards}"
    lines = "chica: -, -, -\npares: A tengo, B no tengo, C no tengo\njuego: A tengo, B tengo\n"
    [found] = read_sheets(f"{head}{lines}".encode())
    settlement = settle(found.replay)
    assert settlement.irregularities == ()
    assert (
        "write the descarte too, or the 4 cards that were kept" in settlement.failure.fault.said()
    )
    # With the cards that were kept it is played on.
    kept = "A Ce Cc Ae Rb\nB 2b So 3c 7o\nC 5b 4b 7b Rc\n"
    [found] = read_sheets(f"{head}chica: -, -, -\n".replace(cards, kept).encode())
    assert settle(found.replay).hands[0].end.state.over == ("chica",)


def test_MUS_DECK_1_a_card_in_two_hands_is_dealt_again_or_counts_as_told():
    found = settle(five(cards="Ro Rc 7o 4c"))
    irregularity = only(found)
    assert (irregularity.kind, irregularity.seat) == ("bad_deck", "")
    assert (irregularity.rule, irregularity.option) == ("MUS-DECK-1", "irregular.bad_deck")
    # As they are told A2 has two kings and a seven and four, B1 too; B1 speaks first of the two.
    assert branches(irregularity) == {"dealt_again": [], "stands": ["grande envite bank>B 2"]}


# --- what holds of all -----------------------------------------------------------------------


def test_verify_keeps_its_verdict_and_its_place():
    outcome = verify(case("d11_quiero_noquiero"))
    assert outcome.verdict == "illegal"
    assert outcome.failure is not None
    assert outcome.failure.place == "1.grande.3"


def test_in_encaje_a_word_out_of_turn_is_ruled_and_conserves_the_stones():
    cards = "  A Rc 7c 6e 4o\n  B Ro Re 7o 4c\n  C Co Sc 6o 4b\n"
    told = sheet(
        "  grande: A envido 2, C no quiero, B no quiero",
        variant="encaje",
        cards=cards,
        seats="A B C",
    )
    irregularity = only(settle(told))
    assert (irregularity.kind, irregularity.rule) == ("out_of_turn", "ENC-TURN-2")
    # All fold to one bettor: he discards one stone.
    assert branches(irregularity)["stands"] == ["grande unanswered_bet A>out 1"]
    for branch in irregularity.branches:
        assert sum(branch.played.end.accounts().values()) == 60


@pytest.mark.parametrize(
    ("lances", "rule"),
    [
        ("  grande: B 3, C quiero, D no quiero, A quiero\n", "ENC-STN-4"),  # out of the game
        ("  grande: B 3, D no quiero, C quiero\n  chica: B paso, C paso\n", "ENC-BET-10"),
        ("  grande: B 3, C quiero, D no quiero\n  pares: B sí, C sí, D no\n", "ENC-PAR-2"),
    ],
)
def test_ENC_PAR_2_who_has_no_stones_is_not_heard_and_the_article_says_so(lances, rule):
    # B, who stakes three of nine, is followed by C with all it has; A lost its stones before.
    told = read(
        "variant encaje\nseats A B C D\nstart A 0, B 9, C 3, D 7\nhand 1 mano B\n"
        "  B Rc 7c 6e 4o\n  C Ro Re 7o 4c\n  D Co Sc 6o 4b\n" + lances
    )
    irregularity = settle(told).irregularities[-1]
    assert (irregularity.kind, irregularity.rule) == ("enc_no_stones", rule)
    assert [branch.name for branch in irregularity.branches] == ["not_said"]


def test_in_encaje_a_false_declaration_is_put_right():
    cards = "  A Rc 7c 6e 4o\n  B Ro Re 7o 4c\n  C Co Sc 6o 4b\n"
    told = sheet(
        "  pares: A tengo, B tengo, C no tengo", variant="encaje", cards=cards, seats="A B C"
    )
    irregularity = only(found := settle(told))
    assert irregularity.decided
    assert found.hands[0].end.state.closed[-1].seats == ("B",)


def test_in_encaje_a_late_word_changes_nothing_and_a_price_in_stones_is_given_to_the_offender(
    tmp_path,
):
    cards = "  A Rc 7c 6e 4o\n  B Ro Re 7o 4c\n  C Co Sc 6o 4b\n"
    told = sheet(
        "  grande: A envido 2, B quiero, C no quiero, A no quiero",
        variant="encaje",
        cards=cards,
        seats="A B C",
    )
    irregularity = only(settle(told))
    assert (irregularity.kind, irregularity.rule) == ("late_word", "ENC-SET-8")
    rules = house(tmp_path, "penalty: {late_word: {stones: 1}}", extends="encaje")
    found = settle(told, variant=rules)
    end = found.hands[0].end
    assert sum(end.accounts().values()) == 60
    assert [(e.src, e.dst) for e in end.ledger if e.item == "penalty"] == [("B", "A"), ("C", "A")]


def test_json_says_what_the_page_says(mustutor):
    ran = mustutor("settle", "--json", str(SHEETS / "d03_out_of_turn.mus"))
    written = json.loads(ran.out)
    (irregularity,) = written["irregularities"]
    assert irregularity["place"] == "1.grande.2"
    assert irregularity["decided"] is False
    assert [branch["name"] for branch in irregularity["branches"]] == ["not_said", "stands"]
    assert written["claims"][0]["branches"] == {"not_said": "open", "stands": True}
    assert ran.status == 1


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", [p.stem for p in sorted(SHEETS.glob("d[0-9]*.mus"))])
def test_every_case_is_told_in_every_language(mustutor, name, language):
    ran = mustutor("settle", "--lang", language, str(SHEETS / f"{name}.mus"))
    assert ("IRREGULARITY" if language == "en" else "IRREGULARIDAD") in ran.out
    assert "{" not in ran.out


def test_a_game_without_illegal_plays_is_refused_as_before():
    told = sheet("  grande: A1 envido 2, C1 quiero, B1 quiero")
    found = settle(told)
    assert found.irregularities == ()
    assert found.failure is not None


def test_a_hostile_hand_of_late_words_is_bounded():
    calls = ["A1 envido 2", "B1 quiero", *["B2 no quiero"] * 3000]
    told = sheet("  grande: A1 paso")
    hand = told.hands[0]
    crowded = hand.rounds[0]._replace(calls=tuple(calls))
    found = settle(told._replace(hands=(hand._replace(rounds=(crowded,)),)))
    assert len(found.irregularities) == 100


def test_what_waits_in_a_way_to_rule_is_written_as_in_a_hand():
    document = settle(case("d32_partner_raise")).as_json()
    waiting = [
        one
        for irregularity in document["irregularities"]
        for branch in irregularity["branches"]
        for one in branch["open"]
    ]
    assert waiting
    assert all(one.keys() == {"lance", "between", "stones"} for one in waiting)
