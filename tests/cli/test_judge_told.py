"""`judge` begins with what happened, told in sentences, read back as a sheet."""

from __future__ import annotations

import re

import pytest

from mustutor.base.errors import NotationError
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
        ("Ane enbido handira eta Bea iduki", ["grande: Ane envido 2, Bea quiero"]),
        ("Anek 4 handira, Bittorrek iduki", ["grande: Ane 4, Bittor quiero"]),
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
            "Iker echa ocho con cinco a grande, Jon no quiere, Maddi quiere",
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


# --- several hands -----------------------------------------------------------------------

DULL = (
    "Ane had 7 6 5 4, Bea had 7 6 5 A, Amaia had 7 5 4 A, Bittor had 6 5 4 A",
    "at grande all passed, at chica {chica}",
    "nobody had pares, nobody had juego, at punto all passed",
)
"""A hand without pares and juego: at grande Ane wins 1, at punto she wins 1 with her 22."""


@pytest.mark.parametrize(
    "after",
    [
        "the next hand",
        "in the next hand",
        "en la mano siguiente",
        "y luego en la otra mano",
        "la donne suivante",
        "hurrengo eskuan",
    ],
)
def test_what_is_told_of_the_next_hand_stands_in_the_next_hand(after):
    told = quarrel("Ane bet two at grande and nobody wanted it", f"{after} Bea bet two at chica")
    assert [hand.lances for hand in told.hands] == [
        {"grande": ["Ane envido 2", "Bea no quiero", "Bittor no quiero"]},
        {"chica": ["Bea envido 2"]},
    ]
    assert [hand.mano for hand in told.hands] == ["A1", "B1"]


@pytest.mark.parametrize(
    "before", ["in the hand before", "en la mano de antes", "la mano anterior", "aurreko eskuan"]
)
def test_what_is_told_of_the_hand_before_stands_before_it(before):
    told = quarrel("Bea bet two at grande", "Ane says A 3", f"{before} Ane bet two at chica")
    assert [hand.lances for hand in told.hands] == [
        {"chica": ["Ane envido 2"]},
        {"grande": ["Bea envido 2"]},
    ]
    assert [hand.mano for hand in told.hands] == ["B2", "A1"]
    assert [claim["about"] for claim in told.claims] == ["2.grande"]


def test_MUS_DEJE_1_a_claim_about_the_count_over_two_hands_is_settled(mustutor, tmp_path):
    # Each hand: Ane has the best grande (7 first) and the best punto (22), a paso and 1 for punto;
    # at chica the deje of 1 goes to whoever bet. With hand 1 to A 3, hand 2 adds 2 to A, 1 to B.
    script, told = tmp_path / "answers.txt", [*DULL]
    told[1] = told[1].format(chica="Ane bet two, nobody wanted it")
    again = [f"in the next hand {DULL[0]}", DULL[1].format(chica="Bea bet two, nobody wanted it")]
    claims = ["Ane says A 5, B 1", "Bea says A 4, B 2"]
    lines = [told[0], FOUR, *told[1:], *again, DULL[2], *claims, "", ""]
    script.write_text("\n".join(lines), "utf-8")
    found = mustutor("judge", "--variant", "madrid", "--answers", str(script), "--brief")
    page = " ".join(found.out.split())
    assert found.status == 1
    assert "Hand 2: Ane is right about the count: A 5, B 1." in page
    assert "Hand 2: Bea is wrong about the count: it is A 5, B 1" in page


# --- every language at once -----------------------------------------------------------------


@pytest.mark.parametrize("answer", ["nothing", "nada", "rien", "personne", "ezer ez", "inor ez"])
def test_that_no_word_was_said_is_understood_in_every_language(answer):
    inquiry = asked("Ane bet two at grande, Bittor wanted it", "", FOUR, "")
    assert inquiry.question.text.startswith("Before Bittor quiero: what did Bea (B1) say?")
    assert inquiry.answer(answer)
    assert inquiry.quarrel.calls == ("A1 envido 2", "B2 quiero")


@pytest.mark.parametrize(
    ("answer", "declared"),
    [
        ("oui, oui, non, non", ("tengo", "tengo", "no tengo", "no tengo")),
        ("bai, bai, ez, ez", ("tengo", "tengo", "no tengo", "no tengo")),
        ("tous", ("tengo",) * 4),
        ("denek", ("tengo",) * 4),
        ("guztiek", ("tengo",) * 4),
        ("personne", ("no tengo",) * 4),
        ("inor ez", ("no tengo",) * 4),
        ("inork ez", ("no tengo",) * 4),
        ("nadie", ("no tengo",) * 4),
        ("Ane et Bea", ("tengo", "tengo", "no tengo", "no tengo")),
        ("Ane eta Bea", ("tengo", "tengo", "no tengo", "no tengo")),
    ],
)
def test_who_has_pares_is_understood_in_every_language(answer, declared):
    inquiry = asked("", "")
    inquiry.quarrel.name_players("A1=Ane, B1=Bea")
    for text in ("pares", "", answer):
        assert inquiry.answer(text), inquiry.question.problem
    told = dict(call.split(" ", 1) for call in inquiry.quarrel.record().hands[0].rounds[0].calls)
    assert tuple(told[seat] for seat in ("A1", "B1", "A2", "B2")) == declared


@pytest.mark.parametrize("lance", ["grande", "handia", "grand", "le grand", "big", "1"])
def test_a_lance_is_understood_in_every_language(lance):
    assert "grande" in asked("", "", lance).quarrel.hand.lances


@pytest.mark.parametrize(
    "said", ["envido cuatro", "enbido lau", "mise quatre", "bet four", "4", "quatre", "lau"]
)
def test_a_bet_is_understood_in_every_language(said):
    inquiry = asked("", "", "grande", "", said)
    assert inquiry.quarrel.calls == ("A1 envido 4",)


@pytest.mark.parametrize(
    "said",
    [
        "rey rey siete cuatro",
        "roi roi sept quatre",
        "errege errege zazpi lau",
        "king king seven four",
        "rey de oros rey de copas 7 4",
        "roi de coupe, roi d'or, sept, quatre",
    ],
)
def test_cards_are_understood_in_every_language(said):
    inquiry = asked("", "", "grande", "", "A1 envido 4, B1 quiero", said)
    assert [card[0] for card in inquiry.quarrel.hand.cards["A1"].split()] == ["R", "R", "7", "4"]


@pytest.mark.parametrize(
    ("told", "stones"),
    [
        ("A treinta y cinco B treinta", None),
        ("A 35 B 30", {"A": 35, "B": 30}),
        ("35 30", {"A": 35, "B": 30}),
        ("A cinco, B ocho", {"A": 5, "B": 8}),
        ("A cinq B huit", {"A": 5, "B": 8}),
        ("A bost B zortzi", {"A": 5, "B": 8}),
    ],
)
def test_stones_are_understood_in_every_language(told, stones):
    inquiry = asked("", "", "grande")
    assert inquiry.answer(told) == (stones is not None)
    if stones:
        assert inquiry.quarrel.record().start == stones


@pytest.mark.parametrize("said", ["keta", "keta bost"])
def test_a_word_that_no_source_has_is_not_read(said):
    inquiry = asked("", "", "grande", "")
    assert not inquiry.answer(said)
    assert inquiry.question.problem == f"'{said}' is not something a player says."


# --- answers of every kind ------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["", "fournier", "encaje", "enfle", "mau_mau"])
def test_whatever_is_answered_a_question_stays_or_the_next_one_comes(rules):
    odd = ["", " ", "?", ",", ",,,", "x" * 3000, "A1", "A1=", "=", "9" * 30, "note", "hand 2",
           "claim", "\x00\x1b", "grande:", "\u202e", "{", '"', "#", "Ane: ", "- - -"]  # fmt: skip
    inquiry = asked(rules=rules)
    for _ in range(3):
        for text in odd:
            if inquiry.question is None:
                return
            before = inquiry.question.name
            assert inquiry.answer(text) or inquiry.question.problem or inquiry.question.heard
            assert inquiry.question is None or inquiry.question.name or before


@pytest.mark.parametrize("name", ["A1", "B", "Paso", "Grande", "Ane, la mayor", "mano", '"x"', "#"])
def test_whatever_somebody_is_called_the_sheet_can_be_read(name):
    players = ["Ane", name.replace(",", ""), "Amaia", "Bittor"]
    inquiry = asked("Ane bet two at grande, Bittor folded", "", ", ".join(players))
    inquiry.answer("")  # that is all; where nothing of it could be understood, it is asked again
    assert inquiry.quarrel.record().about["players"]["B1"] == " ".join(players[1].split())


def test_where_nothing_is_understood_there_is_nothing_to_judge():
    inquiry = asked("the cat ate it", "Ane, Bea, Iker, Jon", rules="fournier")
    for _ in range(2):
        assert inquiry.question.text.startswith("Not understood: 'the cat ate it'. What happened?")
        assert "understood. What else" not in inquiry.question.text
        assert not inquiry.question.choices
        assert not inquiry.answer("")
        assert inquiry.question.problem == (
            "There is nothing to judge yet: say who said or did what."
        )
    assert inquiry.answer("grande: Ane envido 2, Bea no quiero, Jon no quiero")
    assert inquiry.question.text.startswith("This is what is understood. What else happened?")
    assert inquiry.answer("")
    assert [str(call) for call in inquiry.quarrel.hand.lances["grande"]][:1] == ["Ane envido 2"]


def test_going_back_to_the_first_question_and_on_again_changes_nothing():
    answers = ["", "", "grande", "", "A1 envido 4, B1 quiero", "R R 7 4", "R R 7 5"]
    first = asked(*answers)
    sheet, question = first.quarrel.sheet(), first.question
    while first.back():
        pass
    assert first.question.name == "rules"
    for text in answers:
        assert first.answer(text)
    assert (first.quarrel.sheet(), first.question) == (sheet, question)


def test_five_hundred_answers_are_read_and_no_more(mustutor, tmp_path):
    script = tmp_path / "answers.txt"
    script.write_text("\n".join(["", "", "grande", *["A many"] * 497]), "utf-8")
    found = mustutor("judge", "--answers", str(script))
    assert found.status == 2
    assert "The answers end before this is answered" in found.err
    script.write_text("\n".join(["", "", "grande", *["A many"] * 498]), "utf-8")
    assert (
        "more answers here than any quarrel needs"
        in mustutor("judge", "--answers", str(script)).err
    )


@pytest.mark.parametrize("named", ["B1=Bea", "A1=Ane,B1=Bea,A2=Amaia,B2=Bittor"])
def test_some_may_be_named_at_once_and_the_others_by_their_seats(named):
    inquiry = DisputeInterview(open_language("en"), load_variant("fournier"), named)
    assert inquiry.answer("Bea bet two at grande and A2 wanted it")
    assert inquiry.question.name == "told"
    assert inquiry.quarrel.record().about["players"]["B1"] == "Bea"
    assert inquiry.answer("")
    assert inquiry.question.text.startswith("Before Bea envido 2: what did ")


def test_a_name_that_two_players_may_have_with_an_ending_is_not_guessed():
    # Jon and Jone are both Jonek, whoever of them spoke.
    with pytest.raises(NotationError, match="Jonek"):
        quarrel("Jonek envido 4 a la grande", players="Jon, Bea, Jone, Bittor")


@pytest.mark.parametrize("brief", [(), ("--brief",)])
def test_settle_tells_of_the_same_sheet_what_judge_told(mustutor, tmp_path, brief):
    script, kept = tmp_path / "answers", tmp_path / "kept.mus"
    script.write_text("Dani: he saw my hand\nAne, Bea, Cruz, Dani\n\n\n\n\n", "utf-8")
    judged = mustutor(
        *("judge", "--variant", "enfle", "--answers", str(script), "-o", str(kept), *brief)
    ).out
    told = mustutor("settle", str(kept), *brief).out
    # What is noted of a hand of which nothing is told comes to no ruling.
    ways = told[told.index("LOOKING") :].split("\n\n")[0]
    assert "the cards are dealt again" in ways
    assert ways in judged
