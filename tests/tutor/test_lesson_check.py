"""Every fault a lesson can have, made by one edit of a good one, is told at its place."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from mustutor.base import yaml_text
from mustutor.tutor.lesson.check import check
from mustutor.tutor.lesson.files import folder_of, lesson_ids
from tests.long import examples

# Four kings to the deck's eight: Ro 3e Cc 4b is R R C 4, and beats R R S 7 at grande.
COURSE = """\
format: mus-lesson/1
id: our_lesson
level: 2
minutes: 4
variant: fournier
requires: [deck]
skills: [grande.order]
rules: [MUS-CMP-G1, MUS-DEJE-1]
tables:
  hand:
    seats: [A1, B1, A2, B2]
    cards: {A1: Ro 3e Cc 4b, B1: Rc Rb Se 7o, A2: Co 6c 5c Ac, B2: 7e 6e 5e 4e}
    rounds:
      - {lance: mus, calls: [A1 corto]}
      - {lance: grande, calls: [A1 envido 2, B1 no quiero, B2 no quiero]}
      - {lance: chica, calls: [A1 paso, B1 paso, A2 paso, B2 paso]}
      - {lance: pares, calls: [A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso]}
      - {lance: juego, calls: [A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso]}
values:
  kings: {find: how_many, rank: R}
steps:
  - id: who
    do: ask
    kind: seat
    hands: {A1: Ro 3e Cc 4b, B1: Rc Rb Se 7o}
    compute: {find: winner, lance: grande, hands: {A1: Ro 3e Cc 4b, B1: Rc Rb Se 7o}}
    answer: A1
    wrong: {B1: printed}
  - {id: told, do: say, table: hand, at: start, seats: [A1]}
  - {id: look, do: show, article: MUS-CMP-G1}
  - {id: play, do: deal, table: hand, from: grande.1, to: grande.3, stops: [grande.2, grande.3]}
  - id: stones
    do: ask
    kind: number
    table: hand
    compute: {find: stones, table: hand, lance: grande, to: A}
    answer: 1
    wrong: {"2": whole}
  - id: kind
    do: ask
    kind: choose
    compute: {find: pares, cards: Ro 3e Cc 4b}
    answer: par
    choices: [par, medias, duples]
  - id: least
    do: ask
    kind: call
    table: hand
    at: grande.2
    compute: {find: least, verb: subo, table: hand, at: grande.2}
    answer: subo a 4
    wrong: {subo a 5: one_more}
  - {id: practice, do: drill, skill: grande.order, number: 1, seed: 7}
  - {id: end, do: say}
"""

ENGLISH = """\
title: Grande
summary: The highest cards, and a bet refused.
steps:
  who:
    ask: Who has the better grande?
    hints: [Compare the highest card first., A three is a king here.]
    wrong: {printed: The three plays as a king.}
    remark: King and king, and then a knight.
  told: {say: "There are {kings} kings."}
  play:
    stops: {grande.2: A bet., grande.3: Nobody sees it.}
  stones:
    ask: What does A take?
    hints: [Nobody saw the bet., It is the deje.]
    wrong: {whole: Only a bet that is seen is won whole.}
    remark: A deje.
  kind:
    ask: Which pares are these?
    hints: [Look for equal cards., Two are equal.]
    choices: {par: a pair, medias: three alike, duples: two pairs}
    remark: Two kings.
  least:
    ask: Raise by as little as you may.
    hints: [A raise goes on top., By two at the least.]
    wrong: {one_more: A raise is two at the least.}
    remark: Two on top of two.
  end: {say: That is all.}
"""

SPANISH = """\
title: Grande
summary: Las cartas más altas, y un envite no querido.
steps:
  who:
    ask: ¿Quién lleva más a la grande?
    hints: [Primero la carta más alta., Aquí el tres es rey.]
    wrong: {printed: El tres vale por rey.}
    remark: Rey y rey, y luego caballo.
  told: {say: "Hay {kings} reyes."}
  play:
    stops: {grande.2: Un envite., grande.3: Nadie lo quiere.}
  stones:
    ask: ¿Qué se lleva A?
    hints: [Nadie quiso el envite., Es el deje.]
    wrong: {whole: El envite entero solo se cobra si se quiere.}
    remark: Un deje.
  kind:
    ask: ¿Qué pares son?
    hints: [Busca cartas iguales., Hay dos iguales.]
    choices: {par: una pareja, medias: tres iguales, duples: dos parejas}
    remark: Dos reyes.
  least:
    ask: Sube lo menos que puedas.
    hints: [Se sube encima de lo envidado., Dos como poco.]
    wrong: {one_more: Se sube de dos como poco.}
    remark: Dos encima de dos.
  end: {say: Y eso es todo.}
"""

GOOD = {"lesson.yaml": COURSE, "en.yaml": ENGLISH, "es.yaml": SPANISH}


class Edit(NamedTuple):
    """One edit of a file, what must be said of it, and where.

    `^` in `new` is the place (taken out before it is written); `place` is another, as the file
    and a piece of it with a `^`, where what is wrong shows elsewhere.
    """

    file: str
    old: str
    new: str
    said: str
    place: tuple[str, str] | None = None


def written(tmp_path: Path, *edits: Edit) -> Path:
    folder = tmp_path / "our_lesson"
    folder.mkdir(parents=True)
    texts = dict(GOOD)
    for edit in edits:
        assert texts[edit.file].count(edit.old) == 1, edit.old
        texts[edit.file] = texts[edit.file].replace(edit.old, edit.new.replace("^", ""))
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def spot(text: str, piece: str) -> tuple[int, int]:
    """Line and column, from 1, of the `^` in a piece of a text."""
    plain = piece.replace("^", "")
    assert text.count(plain) == 1, plain
    before = text[: text.index(plain) + piece.index("^")]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def told(folder: Path, *, warnings: bool = False) -> list[str]:
    """What a check says, with the file's name alone for its path."""
    found = check(folder)
    return [
        problem.error.said().removeprefix(f"{folder}/")
        for problem in found.problems
        if problem.warning == warnings
    ]


def expected(folder: Path, edit: Edit) -> str:
    file, piece = edit.place or (edit.file, edit.new)
    line, column = spot((folder / file).read_text("utf-8"), piece)
    return f"{file}:{line}:{column}: {edit.said}"


L, EN, ES = "lesson.yaml", "en.yaml", "es.yaml"

FAULTS = {
    # The files themselves.
    "no_yaml": Edit(L, "level: 2\n", "level: ^]2\n", "This is not well-formed YAML"),
    "twice": Edit(L, "level: 2", "level: 2\n^level: 2", "The field level is written twice"),
    "tab": Edit(EN, "summary: The", "summary: ^\tThe", "Tabs are not read here"),
    "control": Edit(
        EN, "told: {say: ", 'look: {say: ^"\\e[2J"}\n  told: {say: ', "An escape here stands for"
    ),
    "field": Edit(L, "minutes: 4", "^minuts: 4\nminutes: 4", "There is no field minuts here"),
    "missing_field": Edit(L, "minutes: 4\n", "", "The field minutes is missing", (L, "^format:")),
    "do": Edit(
        L,
        "{id: end, do: say}",
        "{id: end, do: ^sya}",
        "steps[8].do cannot be sya: it may be say, show, ask, deal, drill (did you mean say?)",
    ),
    "kind_of_question": Edit(L, "kind: number", "kind: ^numbre", "steps[4].kind cannot be numbre"),
    "finding": Edit(L, "{find: pares,", "{find: ^paers,", "steps[5].compute.find cannot be paers"),
    "answer_of_no_kind": Edit(
        L, "answer: par\n", "answer: ^[par]\n", "steps[5].answer must be text or a whole number"
    ),
    "text_field": Edit(EN, "end: {say:", "end: {^sya:", "There is no field sya here (did you mean"),
    # What it is called, and what it leans on.
    "folder": Edit(L, "id: our_lesson", "id: ^another", "The lesson is called another and its"),
    "two_steps": Edit(
        L,
        "{id: end, do: say}",
        "{id: ^told, do: say}",
        "There are two steps told: the first is on line 29",
    ),
    "rule": Edit(L, "[MUS-CMP-G1,", "[^MUS-CMP-G9,", "There is no article MUS-CMP-G9 in the"),
    "rule_of_encaje": Edit(
        L, "[MUS-CMP-G1,", "[^ENC-SET-1,", "ENC-SET-1 is an article of another game"
    ),
    "article": Edit(L, "article: MUS-CMP-G1", "article: ^MUS-CMP-G7", "There is no article MUS-"),
    "requires": Edit(
        L,
        "[deck]",
        "[^dekc]",
        "There is no lesson dekc that could be required (did you mean deck?)",
    ),
    "requires_itself": Edit(
        L, "[deck]", "[^our_lesson]", "The lessons ask for each other in a circle: our_lesson >"
    ),
    "variant": Edit(
        L, "variant: fournier", "variant: ^forunier", "There is no variant forunier: there are"
    ),
    "skill": Edit(
        L, "skill: grande.order", "skill: ^grand.order", "No drill practises grand.order (did you"
    ),
    # Tables, calls and places.
    "house_rule": Edit(
        L,
        "    seats: [A1, B1, A2, B2]\n",
        "    rules: ^{score.target: many}\n    seats: [A1, B1, A2, B2]\n",
        "score.target must be a whole number, which many is not.",
    ),
    "no_such_house_rule": Edit(
        L,
        "    seats: [A1, B1, A2, B2]\n",
        "    rules: ^{score.goal: 40}\n    seats: [A1, B1, A2, B2]\n",
        "There is no field score.goal here",
    ),
    "house_rule_that_is_played": Edit(
        L,
        "    seats: [A1, B1, A2, B2]\n",
        "    rules: {bet.last_answer: sees_bets}\n    seats: [A1, B1, A2, B2]\n",
        "B2 ",
        (L, "B1 no quiero, ^B2 no quiero]"),
    ),
    "card": Edit(
        L,
        "A1: Ro 3e Cc 4b, B1: Rc Rb Se 7o, A2",
        "A1: Ro 3e Cc 4b, B1: ^Rc 8b Se 7o, A2",
        "8b is not a card of this deck",
    ),
    "card_twice": Edit(
        L, "A2: Co 6c", "A2: Ro 6c", "A2 is given Ro, but A1 has it already", (L, "cards: ^{A1: Ro")
    ),
    "illegal": Edit(
        L,
        "[A1 envido 2, B1 no quiero,",
        "[A1 envido 2, ^B1 envido 2,",
        "A1 has bet 2: B1 may refuse, accept",
    ),
    "illegal_though_said_before": Edit(
        L,
        "[A1 envido 2, B1 no quiero,",
        "[A1 envido 2, ^A1 envido 2,",
        "A1, of the same side, has bet: the others answer, B1 first.",
    ),
    "served_what_somebody_holds": Edit(
        L,
        "- {lance: mus, calls: [A1 corto]}",
        """- {lance: mus, calls: [A1 mus, B1 mus, A2 mus, B2 mus]}
      - lance: descarte
        calls: [B1 descarto 7o, A2 descarto Ac, B2 descarto 4e, A1 descarto 4b]
        draws: ^{A1: Rb, B1: Rc, A2: 2c, B2: 2e}
      - {lance: mus, calls: [A1 corto]}""",
        "A1 is given Rb, but B1 has it already.",
    ),
    "forgotten": Edit(
        L,
        "calls: [A1 paso, B1 paso, A2 paso, B2 paso]",
        "calls: [A1 paso, B1 paso, A2 paso]",
        "pares cannot begin: chica is not over, and B2 speaks now.",
        (L, "{lance: pares, calls: [^A1 tengo"),
    ),
    "out_of_turn": Edit(L, "B1 paso, A2 paso,", "^A2 paso, B1 paso,", "B1 speaks now, not A2."),
    "word": Edit(L, "[A1 corto]", "[^A1 crto]", "'crto' is not something a player says"),
    "table": Edit(
        L,
        "table: hand, from",
        "table: ^hnad, from",
        "There is no table hnad in this lesson (did you mean hand?)",
    ),
    "place": Edit(L, "at: start,", "at: ^grande.9,", "This table has no grande.9: its places are"),
    "stop_outside": Edit(
        L,
        "stops: [grande.2, grande.3]",
        "stops: [grande.2, ^chica.1]",
        "chica.1 lies outside what is played here, which goes from grande.1 to grande.3",
    ),
    "stops_turned": Edit(
        L,
        "stops: [grande.2, grande.3]",
        "stops: [grande.3, ^grande.2]",
        "grande.2 comes before the stop above it",
    ),
    "backwards": Edit(
        L, "from: grande.1, to: grande.3", "from: chica.1, to: ^grande.3", "grande.3 comes before"
    ),
    "seat_face_up": Edit(L, "seats: [A1]}", "seats: [^C1]}", "There is no seat C1 at this table"),
    "at_without_table": Edit(
        L, "{id: end, do: say}", "{id: end, do: say, ^at: end}", "at shows nothing without table"
    ),
    "shows_nothing": Edit(
        L, "do: show, article: MUS-CMP-G1", "do: ^show", "This step shows nothing"
    ),
    # What is asked of the engine.
    "parameter": Edit(
        L,
        "{find: winner, lance: grande, hands",
        "{find: ^winner, hands",
        "To find winner, lance is needed too",
    ),
    "value": Edit(
        L,
        "{find: how_many, rank: R}",
        "{find: option, option: ^scor.target}",
        "There is no option scor.target (did you mean score.target?)",
    ),
    "answer": Edit(
        L, "answer: A1", "answer: ^B1", "The answer declared is B1; the engine computes A1"
    ),
    "number_answer": Edit(
        L, "answer: 1", "answer: ^2", "The answer declared is 2; the engine computes 1"
    ),
    "call_answer": Edit(
        L,
        "answer: subo a 4",
        "answer: ^subo a 3",
        "The answer declared is subo a 3; the engine computes subo a 4",
    ),
    "no_answer_among_choices": Edit(
        L,
        "choices: [par, medias, duples]",
        "^choices: [pair, medias, duples]",
        "The answer is not among the choices: par is missing",
    ),
    "choice_twice": Edit(
        L,
        "choices: [par, medias, duples]",
        "choices: [par, medias, duples, ^Par]",
        "The choice Par is there twice",
    ),
    "choices_of_a_number": Edit(
        L, "answer: 1\n", "answer: 1\n    ^choices: [1, 2]\n", "A question of the kind number has"
    ),
    "kind_that_cannot_be_typed": Edit(
        L,
        "kind: choose\n    compute",
        "kind: ^number\n    compute",
        "Nobody can type the answer par to a question of the kind number",
    ),
    # What is wrong on purpose.
    "wrong_is_right": Edit(L, "{B1: printed}", "{^A1: printed}", "A1 is right: it shows no"),
    "wrong_is_no_choice": Edit(
        L, "{B1: printed}", "{^A2: printed}", "A2 is not one of these: A1, B1"
    ),
    "wrong_is_no_number": Edit(L, '{"2": whole}', "{^many: whole}", "many is not a number"),
    "wrong_is_spelled_otherwise": Edit(
        L, '{"2": whole}', '{^"02": whole}', "This answer is kept as 2: write it like that"
    ),
    "wrong_is_illegal": Edit(L, "{subo a 5:", "{^tengo:", "grande is being bet: B1 cannot"),
    "accepted_is_not_right": Edit(
        L,
        "wrong: {subo a 5: one_more}",
        "wrong: {subo a 5: one_more}\n    accepted: [^subo a 6]",
        "subo a 6 is not as good as subo a 4",
    ),
    "accepted_is_illegal": Edit(
        L,
        "wrong: {subo a 5: one_more}",
        "wrong: {subo a 5: one_more}\n    accepted: [^tengo]",
        "grande is being bet: B1 cannot",
    ),
    # Words: there, in every language, and for what is there.
    "no_words_for_a_misconception": Edit(
        L,
        "{B1: printed}",
        "{B1: printted}",
        "The words for printted are missing at who",
        (EN, "^wrong: {printed:"),
    ),
    "misconception_in_one_language": Edit(
        ES,
        "\n    wrong: {whole: El envite entero solo se cobra si se quiere.}",
        "",
        "The words for whole are missing at stones",
        (ES, "^stones:"),
    ),
    "unknown_misconception": Edit(
        EN,
        "{printed: The",
        "{printed: A king., ^printted: The",
        "who has no printted among its wrong",
    ),
    "hints": Edit(
        ES,
        "hints: [Nadie quiso el envite., Es el deje.]",
        "^hints: [Nadie quiso el envite.]",
        "Hints at stones: 1, but 2 are needed",
    ),
    "no_question": Edit(
        EN, "    ask: What does A take?\n", "", "The words for ask are missing", (EN, "^stones:")
    ),
    "nothing_said": Edit(
        ES,
        "  end: {say: Y eso es todo.}\n",
        "",
        "The words for say are missing at end",
        (ES, "^steps:"),
    ),
    "unknown_step": Edit(
        EN, "  end: {", "  edn: {say: Hm.}\n  end: {", "There is no step edn in this", (EN, "^edn:")
    ),
    "never_told": Edit(
        EN, "end: {say:", "end: {^ask: What?, say:", "ask is never told at a step of the kind say"
    ),
    "words_for_no_choice": Edit(
        EN, "{par: a pair,", "{^pra: b, par: a pair,", "kind has no pra among its choices"
    ),
    "choice_in_one_language": Edit(
        ES, ", duples: dos parejas", "", "The words for duples are missing", (ES, "^choices:")
    ),
    "words_for_no_stop": Edit(
        EN,
        "{grande.2: A bet.,",
        "{grande.2: A bet., ^grande.4: Oh.,",
        "play has no grande.4 among its stops",
    ),
    "placeholder": Edit(
        ES, '"Hay {kings} reyes."', '^"Hay {kinsg} reyes."', "kinsg is not a value of this lesson"
    ),
    "placeholder_in_title": Edit(
        EN, "title: Grande", 'title: ^"{kings}"', "Here title is shown as it stands: no value fills"
    ),
    "brace": Edit(EN, "say: That is all.", 'say: ^"That is {kings."', "A brace stands alone"),
    "digits": Edit(
        EN, "say: That is all.", "say: ^That is 31.", "The number 31 stands in the text"
    ),
    "digits_in_hints": Edit(ES, ", Dos como poco.]", ", ^De 2 en 2.]", "The number 2 stands in"),
    "labels_alike": Edit(
        ES,
        "medias: tres iguales",
        "medias: ^Úna pareja",
        "If somebody types Úna pareja for medias, it is understood as par",
    ),
}


def test_the_good_one_is_good_without_a_word(tmp_path):
    found = check(written(tmp_path))
    assert found.is_sound
    assert [problem.error.said() for problem in found.problems] == []


@pytest.mark.parametrize("edit", FAULTS.values(), ids=FAULTS)
def test_one_fault_is_told_at_its_place(tmp_path, edit):
    assert edit.said
    folder = written(tmp_path, edit)
    problems = told(folder)
    assert not check(folder).is_sound
    wanted = expected(folder, edit)
    assert any(problem.startswith(wanted) for problem in problems), (wanted, problems)


def test_warnings_are_told_and_never_fail(tmp_path):
    long = " ".join(["Grande."] * 80)  # 639 letters
    edits = (
        Edit(L, "minutes: 4", "minutes: ^24", "A lesson takes 3 to 20 minutes"),
        Edit(L, "[grande.order]", "[^grande.ordre]", "No drill practises grande.ordre (did you me"),
        Edit(L, "  kings: {", "  ^aces: {find: how_many, rank: A}\n  kings: {", "The value aces"),
        Edit(EN, "say: That is all.", f"say: ^{long}", "A paragraph of 639 letters fills a small"),
        Edit(EN, "{grande.2: A bet., ", "{", "Nothing is said at", (L, "stops: [^grande.2")),
        Edit(ES, "{grande.2: Un envite., ", "{", "Nothing is said at", (L, "stops: [^grande.2")),
    )
    folder = written(tmp_path, *edits)
    assert check(folder).is_sound
    warnings = told(folder, warnings=True)
    assert len(warnings) == len(edits) - 1  # what is said nowhere is told once, not by language
    for edit in edits:
        wanted = expected(folder, edit)
        assert [one for one in warnings if one.startswith(wanted)], (wanted, warnings)


def test_a_table_that_is_never_laid_is_worth_a_look(tmp_path):
    table = "tables:\n  spare: {replay: madrid_refused_raise}\n"
    folder = written(tmp_path, Edit(L, "tables:\n", table, ""))
    (warning,) = told(folder, warnings=True)
    assert warning == "lesson.yaml:10:3: The table spare is never used: take it out, or show it."


def test_everything_that_is_wrong_is_told_at_once_in_the_order_of_the_files(tmp_path):
    names = ("answer", "rule", "digits", "number_answer", "hints", "labels_alike", "seat_face_up")
    edits = [FAULTS[name] for name in names]
    folder = written(tmp_path, *edits)
    problems = told(folder)
    assert len(problems) == len(edits)
    wanted = [expected(folder, edit) for edit in edits]
    assert all(any(one.startswith(want) for one in problems) for want in wanted), problems
    places = [one.split(": ")[0].split(":") for one in problems]
    order = [((L, EN, ES).index(file), int(line), int(column)) for file, line, column in places]
    assert order == sorted(order)


def test_what_keeps_one_language_from_being_read_hides_nothing_of_the_rest(tmp_path):
    folder = written(
        tmp_path,
        Edit(ES, "title: Grande", "title: ]", ""),
        FAULTS["digits"],
        FAULTS["number_answer"],
    )
    found = check(folder)
    assert not found.readable
    assert [problem.split(":")[0] for problem in told(folder)] == [L, EN, ES]


def test_an_answer_as_good_as_the_best_may_be_accepted_and_no_other(tmp_path):
    # After the órdago is refused, or the bet of two is, A takes the deje: one stone either way.
    rest = """
      - A1 paso
      - B1 paso
      - A2 paso
      - B2 paso
      - A1 tengo
      - B1 tengo
      - A2 no tengo
      - B2 no tengo
      - A1 paso
      - B1 paso
      - A1 tengo
      - B1 tengo
      - A2 no tengo
      - B2 no tengo
      - A1 paso
      - B1 paso""".replace("\n      - ", ", ")
    refused = "B1 no quiero, B2 no quiero"
    passed = "B1 paso, A2 paso, B2 paso"
    ask = f"""  - id: best
    do: ask
    kind: call
    table: hand
    at: grande.1
    compute:
      find: best_call
      table: hand
      at: grande.1
      calls:
        paso: [{passed}{rest}]
        envido 2: [{refused}{rest}]
        ordago: [{refused}{rest}]
    answer: ANSWER
    accepted: [ACCEPTED]
"""
    words = "  best: {ask: What?, hints: [Think., Think again.]}\n"
    texts = {
        **GOOD,
        EN: ENGLISH + words,
        ES: SPANISH + words,
    }
    folder = tmp_path / "our_lesson"
    folder.mkdir()
    said = {}
    for accepted in ("ordago", "envido 2", "paso"):
        asked = ask.replace("ANSWER", "paso").replace("ACCEPTED", accepted)
        for name, text in {**texts, L: COURSE + asked}.items():
            (folder / name).write_text(text, "utf-8")
        said[accepted] = [one.partition(": ")[2] for one in told(folder)]
    # A1 holds the better grande (R R C 4 over R R S 7): unbet, it is paid one stone at the count,
    # as much as the deje of a bet refused. So the three calls come to the same.
    assert said["ordago"] == []
    assert said["envido 2"] == []
    assert said["paso"] == ["paso is the answer itself: take it out."]


def test_what_somebody_would_say_is_computed_from_the_rules_of_thumb(tmp_path):
    ask = """  - id: say
    do: ask
    kind: choose
    table: hand
    at: grande.1
    compute: {find: advised, table: hand, at: PLACE}
    choices: [paso, envido 2, envido 15]
    answer: ANSWER
"""
    words = "  say: {ask: What?, hints: [Think., Think again.], remark: So.}\n"
    folder = tmp_path / "our_lesson"
    folder.mkdir()
    said = {}
    for place, answer in (("grande.1", "envido 15"), ("grande.1", "paso"), ("end", "paso")):
        asked = ask.replace("PLACE", place).replace("ANSWER", answer)
        texts = {**GOOD, EN: ENGLISH + words, ES: SPANISH + words, L: COURSE + asked}
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8")
        said[place, answer] = [one.partition(": ")[2] for one in told(folder)]
    # A1 is mano, with two kings and a knight: half a step short of three kings, and mano's.
    assert said["grande.1", "envido 15"] == []
    computed = "The answer declared is paso; the engine computes envido 15."
    assert said["grande.1", "paso"] == [computed]
    assert said["end", "paso"] == ["No rule of thumb says anything here."]


@pytest.mark.parametrize("name", lesson_ids())
def test_every_shipped_lesson_can_stand(name):
    found = check(folder_of(name))
    assert [str(problem.error) for problem in found.problems if not problem.warning] == []


def test_a_shipped_lesson_owes_more_than_one_of_ones_own(tmp_path, monkeypatch):
    folder = written(tmp_path, Edit(L, "minutes: 4", "minutes: ^24", "A lesson takes 3 to 20"))
    (folder / ES).unlink()
    english = (folder / EN).read_text("utf-8").replace(", A three is a king here.", "")
    (folder / EN).write_text(english, "utf-8")
    assert check(folder).is_sound
    monkeypatch.setattr("mustutor.tutor.lesson.files.data", lambda _: tmp_path)
    problems = told(folder)
    assert [problem.split(": ")[0].removeprefix(str(folder)) for problem in problems] == [
        "",
        "lesson.yaml:4:10",
        "en.yaml:6:5",
    ]
    assert "The words are missing in a language: write es.yaml." in problems[0]
    assert "Hints at who: 1, but 2 are needed" in problems[2]


QUESTION = """\
  - id: {id}
    do: ask
    kind: {kind}
    compute: {{{compute}}}
    answer: {answer}
"""
ASKING = """\
  {id}:
    ask: And?
    hints: [Look., Look again.]
    remark: So it is.
"""
DEJE = "find: stones, table: hand, lance: grande, to: A"


def asking(folder: Path, at: str, id_: str, **asked: str) -> None:
    """Put one more question into a lesson, before a step of it."""
    course = (folder / L).read_text("utf-8")
    before = f"  - id: {at}\n"
    assert course.count(before) == 1
    (folder / L).write_text(course.replace(before, QUESTION.format(id=id_, **asked) + before))
    for name in (EN, ES):
        words = (folder / name).read_text("utf-8")
        (folder / name).write_text(
            words.replace("  end:", ASKING.format(id=id_) + "  end:"), "utf-8"
        )


def test_an_answer_that_stands_in_the_text_before_it_is_found(tmp_path):
    folder = written(
        tmp_path,
        Edit(L, "{find: how_many, rank: R}", "{" + DEJE + "}", ""),
        Edit(EN, "What does A take?", "'What does A take, {kings} or more?'", ""),
        Edit(EN, "Which pares are these?", "A pair of kings. Which pares are these?", ""),
    )
    assert [problem.partition(": ")[2] for problem in told(folder)] == [
        "The answer 1 is said before the question is put.",
        "The text says a pair and no other choice.",
    ]


def test_an_answer_that_lies_on_the_table_is_found_unless_that_is_the_point(tmp_path):
    laid = Edit(L, "    cards: {A1: Ro 3e", "    start: {A: 1, B: 3}\n    cards: {A1: Ro 3e", "")
    (problem,) = told(written(tmp_path, laid))
    assert problem.endswith("The table says 1 before the question is put.")
    meant = Edit(L, "    answer: 1\n", "    answer: 1\n    told: reading it is the point\n", "")
    assert told(written(tmp_path / "meant", laid, meant)) == []


def test_what_answers_a_later_question_is_found(tmp_path):
    folder = written(tmp_path)
    asking(folder, "kind", "once_more", kind="number", compute=DEJE, answer="1")
    (problem,) = told(folder)
    assert problem.endswith("What was told before answers this: 1.")


def test_a_title_that_answers_the_first_question_is_found(tmp_path):
    folder = written(tmp_path, Edit(EN, "and a bet refused.", "and what a par is.", ""))
    asking(
        folder,
        "who",
        "first",
        kind="choose",
        compute="find: pares, cards: R R 7 4",
        answer="par\n    choices: [medias, par]",
    )
    (problem,) = told(folder)
    assert problem.endswith("summary answers the first question of the lesson: a par.")


@pytest.mark.parametrize(
    ("signs", "found"),
    [
        # A1 holds R R C 4: two kings, and neither three of them nor medias.
        ("{sena tres_reyes: [], sena dos_reyes: []}", ""),
        (
            "{sena tres_reyes: [], sena medias: []}",
            "One of them is to be allowed, and these are: -.",
        ),
    ],
)
def test_of_some_signs_one_is_allowed_or_there_is_no_such_question(tmp_path, signs, found):
    folder = written(tmp_path)
    which = f"find: allowed_one, table: hand, at: grande.1, calls: {signs}"
    asking(folder, "kind", "sign", kind="choose", compute=which, answer="sena dos_reyes")
    problems = told(folder)
    assert [problem.partition(": ")[2] for problem in problems] == [found] * bool(found)


def test_answers_that_all_stand_at_one_place_are_found(tmp_path):
    folder = written(tmp_path)
    for number, cards in enumerate(("R R 7 4", "C C 7 4", "S S 7 4")):
        asking(
            folder,
            "kind",
            f"pares_{number}",
            kind="choose",
            compute=f"find: pares, cards: {cards}",
            answer="par\n    choices: [par, medias]",
        )
    assert "5 of 5 questions are answered by typing 1: mix the answers." in told(folder)[0]


def test_the_name_of_a_shipped_lesson_and_words_of_the_command_line_are_taken(tmp_path):
    for name, why in (("deck", "is a lesson of mustutor's own"), ("review", "means something")):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in GOOD.items():
            renamed = text.replace("id: our_lesson", f"id: {name}").replace("[deck]", "[]")
            (folder / file).write_text(renamed, "utf-8")
        (problem,) = told(folder)
        assert problem.startswith(f"lesson.yaml:2:5: {name} {why}")


def test_lessons_that_ask_for_each_other_go_round_in_a_circle(tmp_path):
    folder = written(tmp_path, Edit(L, "[deck]", "[^other]", ""))
    other = tmp_path / "other"
    other.mkdir()
    for name, text in GOOD.items():
        changed = text.replace("id: our_lesson", "id: other").replace("[deck]", "[our_lesson]")
        (other / name).write_text(changed, "utf-8")
    (problem,) = told(folder)
    assert problem == (
        "lesson.yaml:6:12: The lessons ask for each other in a circle:"
        " our_lesson > other > our_lesson."
    )


def test_what_comes_later_in_the_course_cannot_be_had_before(tmp_path, monkeypatch):
    monkeypatch.setattr("mustutor.tutor.course.course_order", lambda: ("our_lesson", "deck"))
    monkeypatch.setattr("mustutor.tutor.lesson.files.data", lambda _: tmp_path)
    monkeypatch.setattr("mustutor.tutor.lesson.check.lesson_ids", lambda: ("deck", "our_lesson"))
    (problem,) = told(written(tmp_path))
    assert problem.startswith("lesson.yaml:6:12: deck comes later in the course than our_lesson")


def test_articles_of_mus_that_encaje_leans_on_are_its_own_too(tmp_path):
    # ENC-MUS-… sends its reader to the discards of Mus (MUS-DISC); nothing sends him to MUS-DEJE.
    folder = written(
        tmp_path,
        Edit(L, "[MUS-CMP-G1, MUS-DEJE-1]", "[MUS-DISC-6, MUS-DEJE-1]", ""),
        Edit(L, "variant: fournier", "variant: encaje", ""),
    )
    said = [problem for problem in told(folder) if "of another game" in problem]
    assert [problem.split(": ")[1].split()[0] for problem in said] == ["MUS-DEJE-1"]


WORDS = st.sampled_from(
    ["A1", "B2", "C", "A", "grande", "mus2.1", "end", "grande.9", "envido 2", "ordago", "paso"]
    + ["Ro", "R R C A", "", "{x}", "{", "31", 0, -1, 31, True, [], {}, "none", "yes", "juego"]
    + ["fournier", "encaje", "order", "stones", "after", "pot", "decided", "best_call", "verbs"]
    + ["advised"]
    + ["most", "settlement", "place", "choose", "seat", "cards", "settle", "show", "deal", "par"]
)


def places(thing: object, path: tuple = ()) -> list[tuple]:
    inner = (
        thing.items()
        if isinstance(thing, dict)
        else enumerate(thing)
        if isinstance(thing, list)
        else ()
    )
    return [path] * bool(path) + [far for key, one in inner for far in places(one, (*path, key))]


PLAIN = {name: yaml_text.load(text, name).data for name, text in GOOD.items()}


@examples(150, 25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_stands_in_a_lesson_is_told_and_never_breaks_the_check(tmp_path_factory, data):
    files = copy.deepcopy(PLAIN)
    for _ in range(data.draw(st.integers(1, 3))):
        file = data.draw(st.sampled_from([L, L, L, EN, ES]))
        known = places(files[file])
        *way, last = data.draw(st.sampled_from(known))
        there = files[file]
        for step in way:
            there = there[step]
        if data.draw(st.booleans()):
            there[last] = data.draw(WORDS)
        else:
            found = files[file]
            for step in data.draw(st.sampled_from(known)):
                found = found[step]
            there[last] = copy.deepcopy(found)
    folder = tmp_path_factory.mktemp("strange") / "our_lesson"
    folder.mkdir()
    for name, thing in files.items():
        (folder / name).write_text(json.dumps(thing), "utf-8")
    found = check(folder)
    for problem in found.problems:
        assert problem.error.said().startswith(str(folder))
        assert problem.error.line > 0
