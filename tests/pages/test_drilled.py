"""A drill as a page: what is asked, what may be answered, and nothing told before it is opened."""

from __future__ import annotations

import json
import re

import pytest

from mustutor.base.language import NARROW
from mustutor.tutor.drills import SKILLS
from tests.explain.reading import Reading
from tests.explain.test_html import TAGS
from tests.explain.test_html_strangers import _harmless
from tests.long import sampled

CHOSEN = ("juego.order", "odds.accept", "bets.legal", "ties.mano")


def asked(mustutor, skill: str, *more: str) -> tuple[str, list[dict[str, object]]]:
    """The page of some questions, and the same ones for programs."""
    words = ("drill", skill, "--seed", "7", "--number", "4", *more)
    page, questions = mustutor(*words, "--html", "-"), mustutor(*words, "--json")
    assert (page.status, questions.status) == (0, 0)
    return page.out, [json.loads(line) for line in questions.out.splitlines()]


def sections(page: str) -> list[str]:
    return re.findall(r'<section id="question-\d+">.*?</section>', page, re.DOTALL)


def details(section: str) -> list[tuple[str, str]]:
    """What can be opened: its label, and what stands in it."""
    found = re.findall(r'<details class="answer.*?</details>', section, re.DOTALL)
    parts = [one.partition("</summary>") for one in found]
    return [(Reading(f"{head}</summary></details>").words.strip(), told) for head, _, told in parts]


@sampled("skill", SKILLS, 6)
def test_a_page_asks_what_the_drill_asks_and_runs_nothing(skill, mustutor):
    page, questions = asked(mustutor, skill, "--lang", "es")
    read = Reading(page)
    assert {element.tag for element in read.elements} <= TAGS
    assert _harmless(page.replace(NARROW, ""))
    assert "script" not in page.partition("</head>")[0]
    ids = read.values("id")
    assert {target[1:] for target in read.values("href")} <= set(ids)
    assert len(sections(page)) == len(questions) == 4
    for section, question in zip(sections(page), questions, strict=True):
        words = " ".join(Reading(section).words.split())
        for paragraph in str(question["prompt"]).split("\n\n"):
            assert " ".join(paragraph.split()) in words


@pytest.mark.parametrize("skill", CHOSEN)
def test_the_right_answer_is_the_engines_and_every_other_is_met(skill, mustutor):
    page, questions = asked(mustutor, skill)
    for section, question in zip(sections(page), questions, strict=True):
        opened = details(section)
        choices = question["choices"]
        assert isinstance(choices, list)
        assert len(opened) == len(choices)
        right = [at for at, (_, told) in enumerate(opened) if ": right." in plain(told)]
        assert right == [choices.index(question["answer"])]
        for at, (_, told) in enumerate(opened):
            assert at in right or ": wrong." in plain(told)


@pytest.mark.parametrize("skill", ["count.hand", "juego.order", "enfle.pot"])
def test_nothing_is_told_before_it_is_opened(skill, mustutor):
    page, questions = asked(mustutor, skill)
    for section, question in zip(sections(page), questions, strict=True):
        closed = re.sub(
            r"</summary>.*?</details>", "</summary></details>", section, flags=re.DOTALL
        )
        words = Reading(closed).words
        assert ": right" not in words
        assert "The answer is" not in words
        hints = question["hints"]
        assert isinstance(hints, list)
        assert not [hint for hint in hints if hint in words]


def test_the_same_questions_are_had_again(mustutor, tmp_path):
    file = tmp_path / "questions.html"
    words = ("drill", "juego.order", "--seed", "7", "--number", "2")
    assert mustutor(*words, "--html", str(file)).status == 0
    assert "drill juego.order --seed 7" in file.read_text("utf-8")
    first = file.read_bytes()
    assert mustutor(*words, "--html", str(file)).status == 0  # a page of ours gives way
    assert file.read_bytes() == first
    file.write_text("mine")
    assert mustutor(*words, "--html", str(file)).status == 2
    assert file.read_text() == "mine"


@pytest.mark.parametrize("more", [("--transcript",), ("--number", "101")])
def test_what_does_not_go_on_a_page_is_refused_in_a_line(more, mustutor):
    refused = mustutor("drill", "juego.order", "--html", "-", *more)
    assert (refused.status, refused.out) == (2, "")
    assert len(refused.err.splitlines()) == 2


def plain(markup: str) -> str:
    return re.sub(r"<[^>]+>", "", markup)
