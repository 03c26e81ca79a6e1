"""The `lesson` commands: the list, the check, what is untaught, and a lesson of one's own."""

from __future__ import annotations

import json

import pytest

from mustutor.base.language_state import whole_languages
from mustutor.games.rulebook import articles
from mustutor.tutor.course import course_order, parts
from mustutor.tutor.lesson.check import Checked, check
from mustutor.tutor.lesson.files import lesson_ids


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ours(mustutor, here):
    """A lesson of one's own, just begun."""
    assert mustutor("lesson", "new", "ours").status == 0
    return here / "ours"


def change(file, old, new):
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def test_the_list_is_the_course_in_its_order(mustutor):
    lines = [json.loads(line) for line in mustutor("lesson", "list", "--json").out.splitlines()]
    assert all(set(line) == {"id", "title", "level", "minutes", "rules"} for line in lines)
    ids = [line["id"] for line in lines]
    assert tuple(ids[: len(course_order())]) == course_order()
    assert sorted(ids) == sorted(lesson_ids())
    listed = mustutor("lesson", "list", "--lang", "es").out
    assert f"{parts()[0].title['es']}\n" in listed
    number = course_order().index("deck") + 1
    deck = next(line for line in listed.splitlines() if line.startswith(f"  {number:2}  deck "))
    assert "(nivel 1, " in deck
    spanish = mustutor("lesson", "list", "--json", "--lang", "es").out.splitlines()
    assert json.loads(spanish[0])["title"] in listed


def test_what_no_lesson_teaches_is_listed_by_chapter_and_adds_up(mustutor):
    told = mustutor("lesson", "list", "--untaught", "--json").out
    chapters = [json.loads(line) for line in told.splitlines()]
    assert sum(chapter["articles"] for chapter in chapters) == len(articles())
    untaught = [rule for chapter in chapters for rule in chapter["untaught"]]
    taught = {
        rule
        for line in mustutor("lesson", "list", "--json").out.splitlines()
        for rule in json.loads(line)["rules"]
    }
    assert set(untaught) == set(articles()) - taught
    assert all(c["taught"] + len(c["untaught"]) == c["articles"] for c in chapters)
    text = mustutor("lesson", "list", "--untaught").out
    assert all(f"  {rule} " in text for rule in untaught)
    assert f"{len(untaught) or len(articles())} article" in text.splitlines()[-1]


def test_all_that_are_shipped_are_checked_where_none_is_named(mustutor, monkeypatch):
    # That each of them can stand is held in tests/tutor/test_lesson_check.py, in earnest.
    monkeypatch.setattr("mustutor.cli.lessons.checked", lambda folder: Checked(folder, ()))
    told = mustutor("lesson", "check", "--json")
    verdicts = {json.loads(line)["lesson"]: json.loads(line)["verdict"] for line in
                told.out.splitlines()}  # fmt: skip
    assert (told.status, verdicts) == (0, dict.fromkeys(lesson_ids(), "ok"))


@pytest.mark.parametrize("name", ["ours", "./ours", "ours/lesson.yaml"])
@pytest.mark.usefixtures("ours")
def test_a_lesson_is_named_by_its_folder_or_its_file(mustutor, name):
    told = mustutor("lesson", "check", name)
    assert (told.status, told.out, told.err) == (0, "ours is in order.\n", "")


def test_a_wrong_lesson_is_status_1_and_all_of_it_is_told(mustutor, ours):
    change(ours / "lesson.yaml", "answer: A1", "answer: B1")
    change(ours / "en.yaml", "{kings} cards", "8 cards")
    change(ours / "es.yaml", "{kings}", "8")
    told = mustutor("lesson", "check", "ours", "deck")
    assert told.status == 1
    assert told.out.splitlines()[0] == "ours is not in order: 3 problems."
    unused, answer, *numbers = told.err.splitlines()
    assert unused.startswith("ours/lesson.yaml:")
    assert unused.endswith("The value kings is in no text: take it out, or use it. (worth a look)")
    line = (ours / "lesson.yaml").read_text("utf-8").splitlines().index("    answer: B1") + 1
    assert answer == (
        f"ours/lesson.yaml:{line}:13: The answer declared is B1; the engine computes A1."
    )
    assert [number.split(":")[0] for number in numbers] == ["ours/en.yaml", "ours/es.yaml"]


def test_json_tells_each_problem_with_its_place(mustutor, ours):
    change(ours / "lesson.yaml", "lance: grande, hands", "lance: gande, hands")
    told = mustutor("lesson", "check", "ours", "--json")
    (line,) = told.out.splitlines()
    report = json.loads(line)
    assert (told.status, told.err) == (1, "")
    assert (report["lesson"], report["verdict"]) == ("ours", "wrong")
    (problem,) = report["problems"]
    assert set(problem) == {"file", "line", "column", "kind", "message", "hint"}
    assert (problem["file"], problem["kind"], problem["hint"]) == (
        "ours/lesson.yaml",
        "fault",
        "grande",
    )


@pytest.mark.parametrize(
    ("damage", "verdict"),
    [(b"steps: [", "unreadable"), (b"\xff", "unreadable"), (b"", "unreadable")],
)
def test_what_is_no_yaml_is_status_3_whatever_else_is_checked(mustutor, ours, damage, verdict):
    (ours / "es.yaml").write_bytes(damage)
    told = mustutor("lesson", "check", "ours", "deck", "--json")
    assert told.status == 3
    assert [json.loads(line)["verdict"] for line in told.out.splitlines()] == [verdict, "ok"]


@pytest.mark.usefixtures("here")
def test_a_lesson_that_is_not_there_is_told_with_what_was_meant(mustutor):
    told = mustutor("lesson", "check", "dekc")
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(
        "There is no lesson dekc: mustutor lesson list names them (did you mean deck?)"
    )


def test_a_folder_without_a_lesson_is_status_3(mustutor, here):
    (here / "empty").mkdir()
    told = mustutor("lesson", "check", "empty")
    assert told.status == 3
    assert told.err.startswith(
        "empty: This is not a lesson: a lesson is a folder with a lesson.yaml"
    )


@pytest.mark.parametrize("code", whole_languages())
def test_a_new_lesson_stands_without_a_word_in_any_language(mustutor, here, code):
    made = mustutor("lesson", "new", "our_lesson", "--title", 'A "two": {x', "--lang", code)
    assert (made.status, made.err) != (0, "")  # a title is no place for a brace
    assert list(here.iterdir()) == []
    made = mustutor("lesson", "new", "our_lesson", "--title", 'La "mano": #x', "--lang", code)
    assert (made.status, made.err) == (0, "")
    folder = here / "our_lesson"
    assert {path.name for path in folder.iterdir()} == {
        "lesson.yaml",
        *(f"{known}.yaml" for known in whole_languages()),
    }
    assert check(folder).problems == ()
    assert all(len(line) <= 90 for line in (folder / "lesson.yaml").read_text("utf-8").splitlines())
    for known in whole_languages():
        walked = mustutor("learn", "./our_lesson", "--transcript", "--lang", known)
        assert (walked.status, walked.err) == (0, "")
        assert walked.out.startswith('La "mano": #x\n')
        assert "MUS-DEJE-1" in walked.out  # the engine, on why one stone


def test_the_comments_are_in_the_language_of_the_reader_and_the_words_in_their_own(mustutor, here):
    mustutor("lesson", "new", "nuestra", "--lang", "es")
    course = (here / "nuestra" / "lesson.yaml").read_text("utf-8")
    assert "# Para comprobarla: mustutor lesson check ./nuestra" in course
    assert "¿Quién" in (here / "nuestra" / "es.yaml").read_text("utf-8")
    assert "Who has" in (here / "nuestra" / "en.yaml").read_text("utf-8")


def test_it_goes_where_it_is_told_and_never_over_what_is_there(mustutor, here):
    (here / "lessons").mkdir()
    assert mustutor("lesson", "new", "ours", "-o", "lessons").status == 0
    mine = here / "lessons" / "ours" / "en.yaml"
    mine.write_text("mine\n", "utf-8")
    (mine.parent / "notes.txt").write_text("mine too\n", "utf-8")
    refused = mustutor("lesson", "new", "ours", "-o", "lessons")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("lessons/ours is there already: --force writes over it")
    assert mine.read_text("utf-8") == "mine\n"
    assert mustutor("lesson", "new", "ours", "-o", "lessons", "--force").status == 0
    assert mine.read_text("utf-8").startswith("title:")
    assert (mine.parent / "notes.txt").read_text("utf-8") == "mine too\n"
    assert [path.name for path in (here / "lessons").iterdir()] == ["ours"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["deck"], "deck is a lesson of mustutor's own: choose another id."),
        (["review"], "review means something else to a learner"),
        (["Big One"], "id cannot be Big One: use small letters"),
        (["../x"], "id cannot be ../x: use small letters"),
        (["x" * 65], "id cannot be "),
        (["x", "--title", "Lesson 2"], "The number 2 stands in the text"),
        (["x", "--title", "x" * 81], "title is too long: it takes at most 80"),
        (["x", "--title", "{kings}"], "Here title is shown as it stands"),
    ],
)
def test_what_cannot_be_written_is_wrong_usage_and_leaves_nothing(mustutor, here, words, problem):
    refused = mustutor("lesson", "new", *words)
    assert (refused.status, refused.out, list(here.iterdir())) == (2, "", [])
    line, advice = refused.err.splitlines()
    assert line.startswith(problem)
    assert advice == "Type mustutor lesson new --help to see how."


def test_a_folder_that_is_not_there_is_status_3(mustutor, here):
    refused = mustutor("lesson", "new", "x", "-o", "nowhere")
    assert (refused.status, refused.out, list(here.iterdir())) == (3, "", [])
    assert refused.err.startswith("nowhere/x: It cannot be written: No such file")
