"""Sixty quarrels and what a referee says of each: who is right, and by which article.

Written from the rules before anything was settled. A claim that holds is True, one that does not
False; None is one that hangs on how it is ruled, or on what nobody knows. The articles are those
that must stand in the verdict itself, in its five lines.
"""

from __future__ import annotations

import re

import pytest

from mustutor.base.files import data
from mustutor.referee import settle
from mustutor.replay.sheet.reader import read_sheets

QUARRELS = data("replays") / "quarrels"

TABLE: dict[str, tuple[tuple[bool | None, ...], str]] = {
    # What a refusal pays, and what it takes away.
    "refused_raise": ((True, False), "MUS-DEJE-3"),
    "refused_raise_in_madrid": ((True, False), "MUS-DEJE-3 REG-MAD-4"),
    "no_deje_at_juego": ((False, True), "REG-CAT-4"),
    "better_cards_let_it_go": ((False, True), "MUS-DEJE-1 MUS-DEJE-7"),
    # "Paso" is read as "no quiero", and no quiero pays the deje; that a pass on a bet is one
    # (MUS-BET-8) stands beside each of the two in the derivation.
    "paso_to_a_bet": ((True, False), "MUS-DEJE-1"),
    # Whose cards are better.
    "equal_hands": ((False, True), "MUS-CMP-T1"),
    "who_cut_is_mano": ((False, True), "MUS-CMP-T1 MUS-FIRST-4"),
    "partner_had_the_cards": ((False, True), "MUS-CMP-T2"),
    "thirty_two_or_forty": ((False, True), "MUS-CMP-J2"),
    "la_real_in_navarra": ((False, True), "REG-NAV-3"),
    "la_real_in_asturias": ((True, False), "REG-AST-18"),
    "threes_are_no_kings_here": ((False, True), "MUS-RANK-4"),
    # Who is first, and what is won.
    "both_past_forty": ((False, True), "MUS-CNT-2"),
    "a_deje_comes_first": ((False, True), "MUS-DEJE-2"),
    "after_the_game_was_won": ((True, False), "MUS-END-2"),
    "a_game_is_no_match": ((True, False), "MUS-MATCH-1"),
    "todas_in_aragon": ((False, True), "REG-ARA-3"),
    "forty_one_in_asturias": ((False, True), "REG-AST-7"),
    # What somebody said.
    "forbidden_question_in_asturias": ((False, True, True), "REG-AST-5"),
    "word_taken_back_in_alava": ((True, False), "REG-ALV-5"),
    "raise_out_of_turn": ((None, None), "MUS-BET-3"),
    "out_of_turn_at_our_table": ((True, False), "MUS-BET-3"),
    "two_answers": ((True, False), "MUS-BET-5"),
    "raise_after_quiero": ((True, False), "MUS-BET-16"),
    "juego_nobody_had": ((False, None), "MUS-DECL-8"),
    "pares_denied": ((None, None), "MUS-DECL-8"),
    "mus_after_the_cut": ((True,), "MUS-MUS-3"),
    "nobody_remembers_the_answer": ((None, None), ""),
    "ten_no_five_in_alava": ((True,), "REG-ALV-5"),
    "he_raised_his_partner": ((None, True), "MUS-BET-4"),
    "two_kings_named": ((True,), "MUS-SIG-4"),
    "an_onlooker_spoke": ((None,), "MUS-BET-15"),
    "nobody_answered": ((None, None, True), "MUS-DEJE-1"),
    "only_one_answered": ((None, None, True), "MUS-DEJE-1"),
    "ten_or_five": ((None, None, True), "MUS-BET-15"),
    "offended_side_chooses": ((False, True), "MUS-BET-18"),
    "ordago_in_jest_in_alava": ((True,), "REG-ALV-5"),
    "ordago_in_jest_in_madrid": ((None,), "REG-MAD-1"),
    "raised_by_one": ((True, False), "MUS-DEJE-3"),
    "spoke_as_mano": ((None, None), "MUS-DLR-3 MUS-CMP-T1"),
    "juego_with_thirty": ((None, None), "MUS-DECL-8"),
    "told_to_pass_with_31_in_asturias": ((True,), "REG-AST-21"),
    "signs_in_la_rioja": ((True, False), "REG-RIO-4"),
    # Cards and stones.
    "five_cards": ((None, None), "MUS-DEAL-3"),
    "card_shown_by_a_player": ((True,), "MUS-BET-18"),
    "cut_not_offered": ((None, None), "REG-CAN-8"),
    "cards_changed_after_the_cut": ((False, None), "MUS-MUS-3"),
    "king_turned_up_in_aragon": ((True,), "REG-ARA-6"),
    "stones_not_claimed": ((False, True), "MUS-CNT-7"),
    "stones_forgotten": ((False,), "MUS-CNT-7"),
    "two_stones_too_many": ((False, True), "MUS-CNT-7"),
    "grande_before_chica": ((False, True), "MUS-CNT-2"),
    "two_slates": ((None, None, True), "MUS-CNT-6"),
    # Encaje.
    "encaje_worst_takes_the_pot": ((False, True), "ENC-SET-11"),
    "encaje_refused_raise": ((False, True), "ENC-SET-6"),
    "encaje_seen_with_less": ((False, True), "ENC-SET-9"),
    "encaje_eight_with_five": ((None,), "ENC-BET-3"),
    "encaje_pot_to_the_wrong_player": ((False, True), "ENC-SET-11 ENC-SET-12"),
    "encaje_card_shown": ((None, None), "MUS-BET-18 ENC-SET-11"),
    # The games in which cards are shed.
    "enfle_heart_kept_back": ((), "ENF-9"),
    "mau_mau_last_card_in_silence": ((), "MAU-18"),
    "mau_mau_it_does_not_match": ((), "MAU-8"),
    "mau_mau_fifty_at_our_table": ((), "MAU-8"),
}

each = pytest.mark.parametrize("name", TABLE)


def test_every_quarrel_is_in_the_table():
    there = {path.stem for path in QUARRELS.glob("*.mus")}
    assert there == set(TABLE)
    assert len(there) >= 40


@each
def test_the_claims_are_judged_by_the_rules(name):
    path = QUARRELS / f"{name}.mus"
    [(_, replay, _)] = read_sheets(path.read_bytes(), file=str(path))
    assert replay is not None
    judged = tuple([judgement.holds for judgement in settle(replay).judgements])
    assert judged == TABLE[name][0]


def verdict(mustutor, name, lang, width="80"):
    path = str(QUARRELS / f"{name}.mus")
    told = mustutor("--lang", lang, "settle", path, "--brief", "--width", width).out
    return told[told.index("VERDICT" if lang == "en" else "VEREDICTO") :]


@each
@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_article_that_decides_stands_in_the_verdict(mustutor, name, lang):
    text = " ".join(verdict(mustutor, name, lang).split())
    for rule in TABLE[name][1].split():
        family, _, number = rule.rpartition("-")
        assert re.search(rf"{family}-(\w+, )*{number}\b", text), text


@each
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_verdict_names_everybody_and_speaks_of_no_him(mustutor, name, lang):
    text = verdict(mustutor, name, lang)
    assert not re.search(r"\b(his|he|him|{\w+})\b", text)
    assert not re.search(r"(?<!\()\b[AB][12]\b(?!\))", text), text  # a seat without its name


@each
def test_the_readme_says_who_is_right_and_by_which_article(name):
    [row] = re.findall(rf"^\| `{name}.mus` \|(.+)\|$", README, re.MULTILINE)
    assert all(rule in row for rule in TABLE[name][1].split())


README = (QUARRELS / "README.md").read_text("utf-8")
