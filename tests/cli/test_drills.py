"""The command `drill`: a list, a shared seed, a script of answers, and clear refusals."""

from __future__ import annotations

import json
import re

import pytest

from mustutor import load_variant
from mustutor.base.language import open_language
from mustutor.tutor.drills import SKILLS, drill_stop, usual_rules


def question(number, skill="juego.order", **given):
    chosen = {"seed": 7, "variant": load_variant("fournier"), "language": open_language("en")}
    return drill_stop(skill, number=number, **{**chosen, **given}).question


def test_without_a_skill_every_skill_is_listed_with_its_sentence(mustutor):
    shown = mustutor("drill", "--width", "200")
    assert shown.status == 0
    for skill in SKILLS.values():
        assert f"{skill.id} " in shown.out
        assert skill.sentence in shown.out
    assert mustutor("drill", "juego.order", "--list", "--width", "200").out == shown.out


def test_the_list_for_programs(mustutor):
    listed = [json.loads(line) for line in mustutor("drill", "--list", "--json").out.splitlines()]
    assert [skill["id"] for skill in listed] == list(SKILLS)
    assert all(len(skill["wrong_rules"]) >= 4 for skill in listed)
    juego = next(skill for skill in listed if skill["id"] == "juego.order")
    assert juego["games"] == ["mus", "encaje"]
    assert "juego_by_total" in juego["wrong_rules"]


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize("code", ["en", "es"])
def test_every_drill_is_written_out_in_both_languages(mustutor, skill, code):
    typed = ("drill", skill, "--seed", "3", "--number", "2", "--transcript", "--lang", code)
    shown = mustutor(*typed)
    assert (shown.status, shown.err) == (0, "")
    game = usual_rules(SKILLS[skill], "fournier").id
    asked = question(1, skill, seed=3, variant=load_variant(game), language=open_language(code))
    flat = " ".join(shown.out.split())
    assert " ".join(asked.prompt.split()) in flat
    assert f"mustutor drill {skill} --seed 3 --variant {game}" in flat
    assert shown.out == mustutor(*typed).out


def test_a_drawn_seed_is_told_and_asks_the_same_again(mustutor):
    """What is printed at the end is typed, and brings the same questions."""
    shown = mustutor("drill", "pares.class", "--number", "2", "--transcript", "--width", "200")
    again = shown.out.rstrip().rpartition("mustutor ")[2].split()
    assert again[:3] == ["drill", "pares.class", "--seed"]
    typed = (*again, "--number", "2", "--transcript", "--width", "200")
    assert mustutor(*typed).out == shown.out
    others = {mustutor("drill", "pares.class", "--number", "2", "--json").out for _ in range(4)}
    assert len(others) > 1


def test_a_script_of_answers_is_judged(mustutor, tmp_path):
    script = tmp_path / "answers"
    script.write_text(f"{question(1).answer}\n\n{question(2).answer}\n\n", "utf-8")
    typed = ("drill", "juego.order", "--seed", "7", "--number", "2", "--answers", str(script))
    right = mustutor(*typed)
    assert right.status == 0
    assert "2 questions: 2 right at once" in " ".join(right.out.split())
    wrong = next(iter(question(1).misconceptions))
    script.write_text(f"{wrong}\n{question(1).answer}\n\n{question(2).answer}\n\n", "utf-8")
    slipped = mustutor(*typed)
    assert slipped.status == 1
    told = question(1).misconceptions[wrong].text
    assert " ".join(told.split()) in " ".join(slipped.out.split())
    assert "1 after a mistake" in " ".join(slipped.out.split())


@pytest.mark.parametrize("skill", SKILLS)
def test_every_drill_is_answered_line_by_line(mustutor, tmp_path, skill):
    """A wrong idea first: it is told by its text, and the right answer then ends the question."""
    game = usual_rules(SKILLS[skill], "fournier").id
    asked = [question(n, skill, variant=load_variant(game)) for n in (1, 2)]
    wrong = next(iter(asked[0].misconceptions))
    script = tmp_path / "answers"
    script.write_text(f"{wrong}\n{asked[0].answer}\n\n{asked[1].answer}\n\n", "utf-8")
    shown = mustutor("drill", skill, "--seed", "7", "--number", "2", "--answers", str(script))
    flat = " ".join(shown.out.split())
    assert " ".join(asked[0].misconceptions[wrong].text.split()) in flat
    assert "2 questions: 1 right at once, 0 with a hint, 1 after a mistake, 0 shown." in flat
    assert (shown.status, shown.err) == (1, "")


def test_questions_for_programs(mustutor):
    typed = ("drill", "encaje.pots", "--seed", "7", "--number", "3", "--level", "4", "--json")
    lines = [json.loads(line) for line in mustutor(*typed).out.splitlines()]
    assert [line["id"] for line in lines] == [
        f"drill:encaje.pots.2/encaje/7/{number}/4" for number in (1, 2, 3)
    ]
    for number, line in enumerate(lines, 1):
        asked = question(number, "encaje.pots", variant=load_variant("encaje"), level=4)
        assert line["answer"] == asked.answer
        assert line["prompt"] == asked.prompt
        assert line["misconceptions"]
        assert line["position"].startswith("encaje 1 ")


def test_a_program_is_told_the_cards_a_question_is_about(mustutor):
    typed = ("drill", "mau.play", "--seed", "7", "--number", "4", "--json")
    for line in map(json.loads, mustutor(*typed).out.splitlines()):
        (hand,) = line["hands"].values()
        assert line["choices"] == hand
        assert set(line["answer"].split()) <= set(hand)


def test_another_rulebook_and_one_from_a_file(mustutor, tmp_path):
    own = tmp_path / "ours.yaml"
    own.write_text(
        "format: mus-variant/1\nid: ours\nextends: fournier\n"
        "name: {en: Ours, es: Nuestra}\nsummary: {en: Four kings., es: Cuatro reyes.}\n"
        "rules:\n  deck.kings: 4\n",
        "utf-8",
    )
    typed = ("drill", "cards.kings", "--seed", "1", "--number", "1", "--json", "--variant")
    lines = [json.loads(mustutor(*typed, name).out) for name in (str(own), "navarra")]
    assert lines[0]["id"] == "drill:cards.kings.3/ours/1/1"
    assert set(lines[0]["misconceptions"].values()) <= {"threes_are_kings", "twos_are_aces"}
    assert set(lines[1]["misconceptions"].values()) <= {"threes_are_kings", "twos_are_aces"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("juego.orden",), "did you mean juego.order?"),
        (("encaje.end", "--variant", "madrid"), "does not belong to Mus"),
        (("count.first", "--variant", "encaje"), "does not belong to Encaje"),
        (("juego.order", "--variant", "madrit"), "did you mean madrid?"),
        (("juego.order", "--seed", "-1"), "--seed"),
        (("juego.order", "--seed", "many"), "--seed"),
        (("juego.order", "--number", "0"), "--number"),
        (("juego.order", "--number", "99999999"), "--number"),
        (("juego.order", "--level", "6"), "--level"),
        (("\x1b[31m",), "There is no drill"),
    ],
)
def test_wrong_usage_is_one_clear_line(mustutor, typed, said):
    shown = mustutor("drill", *typed, "--transcript")
    assert shown.status == 2
    assert shown.out == ""
    assert said in shown.err
    assert "\x1b" not in shown.err
    assert "Traceback" not in shown.err


def test_a_drill_begins_at_any_question(mustutor):
    told = mustutor("drill", "juego.order", "--seed", "7", "--from", "8", "--number", "2", "--json")
    asked = [json.loads(line)["id"] for line in told.out.splitlines()]
    assert asked == [question(8).id, question(9).id]
    given = ("--seed", "7", "--from", "8", "--transcript", "--width", "120")
    written = mustutor("drill", "juego.order", *given)
    assert question(8).prompt[:20] in written.out
    assert "--seed 7 --variant fournier --from 8" in written.out
    assert mustutor("drill", "juego.order", "--from", "0").status == 2


def test_what_a_skill_is_begins_with_an_infinitive_in_spanish(mustutor):
    rows = mustutor("drill", "--list", "--lang", "es", "--width", "200").out.splitlines()
    said = [row.split(maxsplit=2)[1] for row in rows if re.match(r"  [a-z]+\.[a-z]+  ", row)]
    assert len(said) > 20
    assert [word for word in said if not re.fullmatch(r"\w+[aei]r(se)?,?", word)] == []
