"""The coach's page: what to look at first, with its places; every decision; the noted record."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from mustutor.cli.main import main
from mustutor.replay.files import in_page
from tests.explain.reading import Reading

RECORD = "madrid_refused_raise"
ANALYSE = ("replay", "analyse", RECORD, "--playouts", "8")


def told(*words: str) -> tuple[int, str]:
    """What a command says, and its status."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        status = main(list(words))
    return status, out.getvalue()


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> tuple[str, str]:
    """The page in English, and the record with the coach's notes."""
    folder = tmp_path_factory.mktemp("coach")
    page, noted = folder / "coach.html", folder / "noted.json"
    status, _ = told(*ANALYSE, "--html", str(page), "-o", str(noted))
    assert status == 0
    return page.read_text("utf-8"), noted.read_text("utf-8")


@pytest.fixture(scope="module")
def decisions() -> list[dict[str, object]]:
    """What the coach says for programs."""
    return [json.loads(line) for line in told(*ANALYSE, "--json")[1].splitlines()]


def _linked_below(page: str) -> list[str]:
    """The places that are linked where every decision is told, below the record."""
    below = page.rpartition('<section class="coach">')[2].partition('<section class="book">')[0]
    return re.findall(r'href="#([^"]+)"', below)


def test_what_to_look_at_first_are_the_calls_that_lost_most(written, decisions):
    marked = [one for one in decisions if one["mark"] not in (None, "open")]
    assert marked
    most = sorted(marked, key=lambda one: -float(str(one["loss"])))[:3]
    first = written[0].partition("<ol>")[2].partition("</ol>")[0].splitlines()[1:]
    for one, item in zip(most, first, strict=True):
        assert f'href="#{one["place"]}"' in item
        assert str(one["call"]) in Reading(item).words


def test_every_decision_has_a_link_to_its_place_in_the_record(written, decisions):
    page = Reading(written[0])
    assert _linked_below(written[0]) == [one["place"] for one in decisions]
    assert {target[1:] for target in page.values("href")} <= set(page.values("id"))
    # Luck and skill of each side, and what the odds were.
    assert "by luck" in page.words
    assert "of the deals" in page.words


def test_the_page_carries_the_record_with_its_notes_and_tells_them(written):
    page, noted = written
    assert in_page(page.encode()).decode() == noted
    notes = json.loads(noted)["notes"]
    by_coach = [note for there in notes.values() for note in there if note.get("by") == "mustutor"]
    story = page.partition('id="story"')[2].partition('<section class="coach">')[0]
    assert by_coach
    for note in by_coach:
        assert note["text"]["en"] in story


def test_the_page_of_a_seat_tells_of_its_calls_alone(decisions):
    status, page = told(*ANALYSE, "--seat", "B1", "--lang", "es", "--html", "-")
    assert status == 0
    assert _linked_below(page) == [one["place"] for one in decisions if one["seat"] == "B1"]
    assert "Mira primero" in page


@pytest.mark.parametrize("more", [("--json",), ("--walk",)])
def test_a_page_is_not_joined_with_another_way_of_telling(more, mustutor, tmp_path):
    refused = mustutor(*ANALYSE, "--html", str(tmp_path / "x.html"), *more)
    assert (refused.status, refused.out) == (2, "")
    assert not list(tmp_path.iterdir())


def test_a_page_holds_one_match_and_is_not_written_over(mustutor, tmp_path):
    path = tmp_path / "two.jsonl"
    line = json.dumps(json.loads(told("replay", "import", "friday_at_the_bar")[1].splitlines()[0]))
    path.write_text(f"{line}\n{line}\n")
    refused = mustutor("replay", "analyse", str(path), "--playouts", "8", "--html", "x.html")
    assert refused.status == 2
    assert "--match" in refused.err
    there = Path(tmp_path / "x.html")
    there.write_text("mine")
    refused = mustutor(*ANALYSE, "--html", str(there))
    assert (refused.status, there.read_text()) == (2, "mine")
