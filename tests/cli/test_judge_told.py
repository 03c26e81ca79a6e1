"""`judge` begins with what happened, told in sentences, read back as a sheet."""

from __future__ import annotations

import re

import pytest

from mustutor.base.language import open_language
from mustutor.games.irregularities import irregularities
from mustutor.model.variant import load_variant
from mustutor.referee.inquiry import DisputeInterview
from mustutor.referee.telling import ToldQuarrel

FOUR = "Ane, Bea, Amaia, Bittor"
RULES = {"mus": "fournier", "encaje": "encaje", "enfle": "enfle", "mau_mau": "mau_mau"}
PHRASES = [
    (game, row.id, phrase)
    for game in RULES
    for row in irregularities(game).values()
    for said in row.said.values()
    for phrase in said
]


def quarrel(*told: str, rules: str = "fournier", players: str = FOUR) -> ToldQuarrel:
    found = ToldQuarrel(load_variant(rules), players.split(", "))
    for text in told:
        found.tell(text)
    return found


def lines(*told: str, **more: str) -> list[str]:
    sheet = quarrel(*told, **more).sheet()
    return [line.strip() for line in sheet.splitlines() if line.startswith("  ")]


@pytest.mark.parametrize("game", RULES)
def test_whatever_the_table_of_irregularities_says_of_a_row_is_understood_as_that_row(game):
    players = "Ane, Bea" if game == "mau_mau" else FOUR
    for of, row, phrase in PHRASES:
        if of == game:
            found = quarrel(phrase, rules=RULES[game], players=players).found
            assert row in [each.id for each in found], phrase


@pytest.mark.parametrize(
    ("told", "sheet"),
    [
        (
            "Ane dijo órdago a chica en broma y Bea quiso",
            ["chica: Ane ordago, Bea quiero", "note chica.1 joke"],
        ),
        (
            "he bet ten at grande and nobody said anything",
            ["grande: envido 10", "note grande.1 no_answer"],
        ),
        ("Ane keta handira eta Bea iduki", ["grande: Ane envido 2, Bea quiero"]),
        ("Ane mise quatre au petit, Bea refuse", ["chica: Ane envido 4, Bea no quiero"]),
        ("Ane envidó cinco a la grande y todos pasaron", ["grande: Ane envido 5, Bea paso"]),
        ("Ane bet five at grande, nobody wanted it", ["grande: Ane envido 5, Bea no quiero"]),
        ("Ane had R R 7 4 and Bea had sota sota 5 4", ["Ane: R R 7 4", "Bea: S S 5 4"]),
        ("Ane cortó", ["mus: Ane corto"]),
        ("grande: Ane 2, Bea =", ["grande: Ane 2, Bea ="]),
    ],
)
def test_a_sentence_is_the_lines_of_a_sheet(told, sheet):
    found = lines(told)
    for line in sheet:
        assert any(each.startswith(line) for each in found), found


@pytest.mark.parametrize("told", ["teníamos cinco cartas", "they had five cards", "tengo cinco"])
def test_it_does_not_matter_who_it_was_or_when(told):
    found = quarrel(told)
    assert [row.id for row in found.found] == ["misdeal"]
    assert len(found.unnamed) == 1  # nobody is named, so it is asked


def test_who_is_named_is_not_asked_for():
    assert lines("Bea tenía cinco cartas") == ["note hand misdeal Bea: Bea tenía cinco cartas"]


def test_what_is_not_understood_is_said_and_nothing_is_guessed():
    found = quarrel("Ane envidó cinco a la grande, Bea silbó una jota")
    assert found.left == ["silbó una jota"]
    assert "grande: Ane envido 5\n" in found.sheet()


def test_claims_are_told_too():
    assert lines("Ane says we win 3 a pares", "Bea dice que ganamos")[:2] == [
        "claim Ane: A 3 in 1.pares",
        "claim Bea: B in game",
    ]


def test_a_preposition_is_no_seat():
    found = lines(
        "Iker echa ocho a grande, Maddi quiere", rules="encaje", players="Iker, Jon, Maddi"
    )
    assert found == ["grande: Iker echa ocho, Maddi quiero"]


# --- the questions -----------------------------------------------------------------------


def asked(*answers: str, rules: str = "") -> DisputeInterview:
    inquiry = DisputeInterview(open_language("en"), load_variant(rules) if rules else None)
    for text in answers:
        assert inquiry.answer(text), (text, inquiry.question.problem)
    return inquiry


PARES = ("Ane 2 a pares, Bea una más, no quisieron", "", FOUR, "")


@pytest.mark.parametrize(
    ("said", "declared"),
    [
        ("sí, sí, no, no", ("tengo", "tengo", "no tengo", "no tengo")),
        ("Ane y Bea", ("tengo", "tengo", "no tengo", "no tengo")),
        ("todos", ("tengo",) * 4),
        ("yes, bai, nobody remembers, no", ("tengo", "tengo", "?", "no tengo")),
    ],
)
def test_who_declared_is_taken_as_people_say_it(said, declared):
    inquiry = asked(*PARES, said)
    assert inquiry.question.text == "Who said 'no quiero'? A name, or several."
    assert inquiry.answer("Ane, Amaia")
    while inquiry.question is not None:
        assert inquiry.answer("")
    [pares] = inquiry.record.hands[0].rounds
    seats = ("A1", "B1", "A2", "B2")
    assert pares.calls[:4] == tuple(map("{} {}".format, seats, declared))
    # What was noted at the second call told is noted where that call stands now.
    assert list(inquiry.record.notes) == ["1.pares.6"]


def test_only_what_is_missing_is_asked():
    inquiry = asked("Ane bet two at grande and Bea wanted it", "", FOUR, "")
    names = []
    while inquiry.question is not None:
        names.append(inquiry.question.name)
        assert inquiry.answer({"hand": "R R 7 4"}.get(inquiry.question.name, ""))
    assert set(names) == {"hand", "by"}
    inquiry = asked("Ane bet two at grande, Bea folded", "", FOUR, "")
    assert inquiry.question.text.startswith("What did Bittor (B2) say?")
    assert inquiry.answer("nobody remembers")


def test_going_back_takes_the_last_answer_back():
    inquiry = asked("Ane bet two at grande and Bea wanted it", "", FOUR, "Bea had R R 7 4")
    assert any("R R 7 4" in line.text for line in inquiry.question.choices)
    assert inquiry.back()
    assert not any("R R 7 4" in line.text for line in inquiry.question.choices)
    for _ in range(3):
        assert inquiry.back()
    assert not inquiry.back()


def test_where_it_cannot_go_on_the_sheet_is_offered():
    inquiry = asked("Ane bet two at grande and Bea wanted it", "", FOUR)
    assert not inquiry.answer("start A five")
    assert "should be a number of stones" in inquiry.question.problem
    assert [line.text for line in inquiry.question.choices][:2] == [
        "variant fournier",
        "seats A1 B1 A2 B2",
    ]


@pytest.mark.parametrize(
    ("rules", "players", "told", "shown"),
    [
        (
            "encaje",
            "Iker, Jon, Maddi",
            "Iker echa ocho con cinco a grande, Maddi quiere",
            "ENC-BET-1",
        ),
        ("enfle", "Ane, Jon, Cruz, Dani", "Jon no asistió", "ENF-9"),
        ("mau_mau", "Ana, Jon", "Ana no dijo una carta", "MAU-17"),
    ],
)
@pytest.mark.parametrize("code", ["en", "es"])
def test_quarrels_of_every_game_can_be_told(mustutor, tmp_path, rules, players, told, shown, code):
    script = tmp_path / "answers.txt"
    script.write_text("\n".join([told, players, *[""] * 12]), "utf-8")
    found = mustutor("judge", "--variant", rules, "--answers", str(script), "--lang", code)
    assert found.status in (0, 1)
    assert shown in found.out


def test_what_is_told_prints_safely_and_ends(mustutor, tmp_path):
    script = tmp_path / "answers.txt"
    script.write_text("\n".join(["Ane bet \x1b[31m two", "", FOUR, *[""] * 9]), "utf-8")
    found = mustutor("judge", "--answers", str(script))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", found.out)
    inquiry = asked("so " + "a " * 900, "", FOUR)
    assert inquiry.question.name == "told"


def test_what_is_told_can_be_kept_as_a_sheet_that_tells_the_same_again(mustutor, tmp_path):
    script, kept = tmp_path / "answers.txt", tmp_path / "quarrel.mus"
    told = ["Ane dijo órdago a chica en broma y Bea quiso", FOUR, "", "R R R 4", "A A 5 4"]
    script.write_text("\n".join([*told, "S 7 6 5", "S 7 6 5", "Bea", "we win", "", ""]), "utf-8")
    first = mustutor(
        *("judge", "--variant", "madrid", "--answers", str(script), "-o", str(kept), "--brief")
    )
    assert first.err == ""
    assert "note 1.chica.1 joke" in kept.read_text("utf-8")
    again = mustutor("settle", str(kept), "--brief")
    assert again.status == first.status
    assert first.out.endswith(again.out) or again.out.partition("VERDICT")[2] in first.out
