"""The verdict stands first: who is right, the cards or the count that decides, the article."""

from __future__ import annotations

import re

import pytest

from mustutor.base.files import data

MADRID = """\
variant madrid
seats A1 B1 A2 B2
hand 1 mano A1
  A1 Rc Rb 6e Ao
  B1 7e 7c 7o 4c
  A2 3o 5c 6b Ae
  B2 Co Sc 6o 4b
  pares: sí, sí, no, no, 2, 5, x
claim Bea: B 5 pares
claim Ane: B 4 pares
"""
ASTURIAS = """\
variant asturias
seats A1 B1 A2 B2
hand 1 mano A1
  A1 Rc Rb 6e Ao
  B1 Ro Re 7o 4c
  A2 3o 5c 7b 4e
  B2 Co Sc 6o 4b
  grande: A1 envido 41, B1 quiero
claim Bea: B 41 grande
claim Ane: B 2 grande
"""
TIED = """\
variant fournier
seats A1 B1 A2 B2
hand 1 mano A1
  A1 Ro Rc 6e Ao
  B1 Re Rb 6o Ac
  A2 7o 5c 6b 4e
  B2 Co Sc 6c 4b
  grande: A1 envido 2, B1 quiero
claim Bea: B 2 grande
"""


@pytest.fixture
def verdict(mustutor, kept):
    """What `settle --brief` says of a sheet, as lines, and as one text without the breaks."""

    def read(sheet: str, *options: str) -> tuple[list[str], str]:
        told = mustutor("settle", kept(sheet, "quarrel.mus"), "--brief", "--width", "80", *options)
        return told.out.splitlines(), " ".join(told.out.split())

    return read


def test_REG_MAD_4_decides_a_refused_raise_in_madrid(verdict):
    # 2 for the stake before the raise, 1 more as Madrid has it, and 2 for B1's medias.
    lines, text = verdict(MADRID)
    assert lines[0] == "VERDICT"
    assert lines[1] == "Bea is right and Ane is wrong: B gets 5 stones at pares, not 4."
    assert "MUS-DEJE-3, REG-MAD-4" in text
    assert "MUS-DEJE-5" in text
    assert len(lines) == 6


def test_REG_AST_7_decides_a_bet_of_41_in_asturias(verdict):
    lines, text = verdict(ASTURIAS)
    assert lines[1].startswith("Ane is right and Bea is wrong: B gets 2 stones at grande, not 41.")
    assert "A1 envido 41 A bet of more than 40 at once counts as 2. REG-AST-7" in text
    assert "B1 Ro Re 7o 4c" in text
    assert "six is below seven. MUS-CMP-G1" in text
    assert len(lines) <= 6


def test_MUS_CMP_T1_equal_hands_go_to_the_nearer_to_mano(verdict):
    _, text = verdict(TIED)
    assert "Bea is wrong: B gets 0 stones at grande, and not 2." in text
    assert "A1 Ro Rc 6e Ao" in text
    assert "MUS-CMP-T1" in text


def test_MUS_CNT_1_the_order_of_collecting_decides_who_is_first(mustutor):
    # A needs the 2 of grande; B's 4 come later in the order, though they would be enough.
    told = mustutor("settle", "target_reached_by_grande", "--brief", "--width", "80")
    text = " ".join(told.out.split())
    assert "A comes to 40 of 40 with 2 stones at grande." in text
    assert "In the order of counting, chica, pares and juego come later" in text
    assert "MUS-CNT-1" in text
    assert "B would have come to 43, but A was first." in text


def test_without_claims_the_verdict_says_who_won(mustutor):
    told = mustutor("settle", "ordago_refused", "--brief", "--width", "80").out
    assert told.startswith("VERDICT\n")
    won = mustutor("settle", "match_to_three_games", "--brief", "--width", "80").out
    assert "A has won 3 games, and with them the match." in won
    assert "MUS-MATCH-1" in won
    assert "Aitor (A2)   Ro Re 6b 5c = 31" in won


def test_what_waits_for_cards_is_in_the_verdict(mustutor):
    told = mustutor("settle", "seen_by_one_without_cards", "--brief").out
    assert "Not decided without the cards of" in told


def test_a_call_that_went_wrong_is_told_with_its_ways_and_no_place(mustutor):
    fault = str(data("replays") / "faulty" / "raise_by_one.json")
    told = mustutor("settle", fault, "--brief", "--width", "80").out
    assert "Beñat (B) raises 2 to 3, but a raise must reach at least 4." in told
    assert "If it is put right:" in told
    assert "If it does not count:" in told
    assert "1.grande" not in told


def test_the_verdict_stands_before_its_derivation(mustutor, kept):
    told = mustutor("settle", kept(MADRID, "quarrel.mus")).out
    assert told.index("VERDICT") < told.index("PARES") < told.index("CLAIMS")


def test_every_record_has_a_verdict_of_five_lines(mustutor, every_record):
    told = mustutor("settle", every_record, "--brief", "--width", "90")
    blocks = told.out.split("VERDICT\n")[1:]
    assert blocks
    assert all(len(sentences(block)) <= 5 for block in blocks)


def sentences(block: str) -> list[str]:
    """The lines of a block without those that only go on."""
    return [line for line in block.strip().splitlines() if not line.startswith("      ")]


@pytest.fixture(params=sorted(p.name for p in data("replays").iterdir() if ".json" in p.name))
def every_record(request):
    return str(data("replays") / request.param)


@pytest.mark.parametrize("other", [("--json",), ("--why", "A1", "grande")])
def test_the_verdict_alone_is_asked_for_alone(mustutor, other):
    told = mustutor("settle", "ordago_refused", "--brief", *other)
    assert told.status == 2
    assert "--brief" in told.err


def test_a_page_of_a_verdict_alone_has_nothing_else(mustutor):
    told = mustutor("settle", "ordago_accepted", "--brief", "--html", "-").out
    assert "Verdict</h" in told
    assert "Count</h" not in told


def test_many_claims_are_all_told_and_none_is_cut_off(verdict):
    claims = "".join(
        f"claim Bea: B {number} {lance}\n"
        for lance, number in (("pares", 5), ("pares", 4), ("pares", 3), ("grande", 1), ("chica", 1))
    )
    sheet = MADRID.partition("claim")[0] + claims + "claim Ane: A 3 juego\n"
    _, text = verdict(sheet)
    assert "Bea is right: B gets 5 stones at pares." in text
    assert "B gets 5 stones at pares, and not 4." in text
    assert "B gets 5 stones at pares, and not 3." in text
    for lance in ("grande", "chica", "juego"):
        assert f"on {lance}: The record does not say how that lance ended." in text


def test_a_name_from_a_file_obeys_nobody(verdict):
    _, text = verdict(MADRID.replace("Bea", "B\x1b[2Jea"))
    assert "\x1b" not in text


# --- the page -----------------------------------------------------------------------------


def test_a_match_has_its_score_on_the_page_below_the_verdict_and_above_the_hands(mustutor):
    told = mustutor("settle", "match_to_three_games", "--html", "-").out
    verdict, score = told.index(">Verdict<"), told.index('<table class="score">')
    assert verdict < score < told.index("<nav") < told.index('id="part-1"')
    table = told[score : told.index("</table>", score)]
    assert table.count("<tr>") == 1 + 21
    # Hand 7: 1 to B at grande, 1 to A at chica brings A to 40 of 40.
    row = table.split("<tr>")[8]
    cells = re.findall(r"<(?:th|td)[^>]*>(?:<bdi>)?([^<]*)", row)
    assert cells == ["7", "B2", "B 1", "A 1", "", "", "", "40", "22", "A"]


def test_markdown_has_the_score_too(mustutor):
    told = mustutor("settle", "match_to_three_games", "--markdown").out
    assert "| 7 | B2 | B 1 | A 1 |  |  |  | 40 | 22 | A |" in told


def test_one_hand_has_no_score_table(mustutor):
    assert '<table class="score">' not in mustutor("settle", "ordago_accepted", "--html", "-").out


def test_in_print_articles_stand_open_and_no_comparison_is_split(mustutor):
    told = mustutor("settle", "ordago_accepted", "--html", "-").out
    printed = told.partition("@media print")[2]
    assert "details::details-content { content-visibility: visible; display: block; }" in printed
    assert re.search(r"table[^{}]*\{ break-inside: avoid; \}", printed)


# --- faults -------------------------------------------------------------------------------

WON_BEFORE = """\
variant fournier
seats A1 B1 A2 B2
start A 39, B 35
hand 1 mano A1
  A1 Rc Rb 6e Ao
  B1 Ro Re 7o 4c
  A2 3o 5c 7b 4e
  B2 Co Sc 6o 4b
  grande: A1 envido 2, B1 no quiero, B2 no quiero
  chica: A1 ordago
"""
OUT_OF_TURN = """\
variant fournier
seats A1 B1 A2 B2
hand 1 mano A1
  A1 Rc Rb 6e Ao
  chica: A1 envido 2, A2 quiero
claim Bea: B 2 chica
claim Ane: A 1 chica
"""


def test_MUS_END_2_a_game_won_before_a_fault_stays_won(verdict):
    # A needs one stone and has it by the deje; the órdago comes after the end.
    lines, text = verdict(WON_BEFORE)
    assert lines[1].startswith("A wins the game.")
    assert "MUS-DEJE-1, 2, MUS-END-2" in text
    assert "The game was decided before that, so it changes nothing." in text


def test_each_way_to_rule_says_who_is_right_in_it(verdict):
    # The partner's quiero counts for nothing where it is not said: then the bet is open.
    sheet = (
        MADRID.partition("  pares")[0] + "  grande: A1 envido 2, B2 quiero\nclaim Bea: B 2 grande\n"
    )
    _, text = verdict(sheet + "claim Ane: A 1 grande\n")
    assert "If it does not count: Still open at grande: it is B1 who speaks next." in text
    assert "If it stands: Bea is wrong: B gets 0 stones at grande, and not 2." in text
    assert "B2 speaks out of turn: it was B1's turn to speak. MUS-BET-3" in text


def test_claims_that_one_fault_leaves_unjudged_are_told_in_one_line(verdict):
    _, text = verdict(OUT_OF_TURN)
    assert "Bea and Ane on chica: The record does not say how that lance ended." in text


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("sheet", [MADRID, ASTURIAS, WON_BEFORE, OUT_OF_TURN])
def test_forty_columns_are_enough(verdict, sheet, code):
    lines, _ = verdict(sheet, "--width", "40", "--lang", code)
    assert max(map(len, lines)) <= 40
