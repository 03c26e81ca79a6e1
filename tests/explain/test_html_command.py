"""`settle --html` and `--markdown`: where a page goes, what it never writes over, what it tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.base.files import data
from mustutor.cli import settle as pagefile
from tests.explain.reading import Reading, page


def test_a_page_is_written_to_a_file(mustutor, tmp_path):
    target = tmp_path / "verdict.html"
    told = mustutor("settle", "madrid_refused_raise", "--html", str(target), "--lang", "es")
    assert (told.status, told.err) == (0, "")
    assert str(target) in "".join(told.out.split("\n"))
    assert target.read_text("utf-8") == page("madrid_refused_raise", "es")
    assert [each.name for each in tmp_path.iterdir()] == ["verdict.html"]


def test_a_page_of_ours_gives_way_and_nothing_else_does(mustutor, tmp_path):
    target = tmp_path / "verdict.html"
    assert mustutor("settle", "madrid_refused_raise", "--html", str(target)).status == 0
    assert mustutor("settle", "worked_example_2", "--html", str(target)).status == 0
    assert target.read_text("utf-8") == page("worked_example_2")
    for name, content in (("record.json", "{}"), ("own.html", "<!DOCTYPE html><p>mine"), ("e", "")):
        other = tmp_path / name
        other.write_text(content)
        told = mustutor("settle", "madrid_refused_raise", "--html", str(other))
        assert (told.status, told.out) == (2, "")
        assert "there already" in told.err
        assert other.read_text() == content


def test_a_page_goes_through_a_link_and_never_over_a_folder(mustutor, tmp_path):
    place = tmp_path / "real.html"
    link = tmp_path / "link.html"
    link.symlink_to(place)
    assert mustutor("settle", "madrid_refused_raise", "--html", str(link)).status == 0
    assert link.is_symlink()
    assert place.read_text("utf-8") == page("madrid_refused_raise")
    assert mustutor("settle", "madrid_refused_raise", "--html", str(tmp_path)).status == 2
    away = mustutor("settle", "madrid_refused_raise", "--html", str(tmp_path / "no" / "x.html"))
    assert away.status == 3
    assert "cannot be written" in " ".join(away.err.split())


def test_a_page_on_the_output_is_the_page_and_nothing_else(mustutor):
    told = mustutor("settle", "madrid_refused_raise", "--html", "-")
    assert (told.status, told.err) == (0, "")
    assert told.out == page("madrid_refused_raise")
    plain = mustutor("settle", "madrid_refused_raise", "--html", "-", "--ascii", "--lang", "es").out
    assert plain.isascii()
    # Signs that ASCII lacks are written as numbers, and read the same.
    assert Reading(plain).events == Reading(page("madrid_refused_raise", "es")).events


def test_a_false_claim_is_told_and_counts(mustutor, tmp_path):
    target = tmp_path / "verdict.html"
    record = data("replays") / "faulty" / "claim_of_medias_over_duples.json"
    told = mustutor("settle", str(record), "--html", str(target))
    assert told.status == 1
    read = Reading(target.read_text("utf-8"))
    assert "Beñat claims 7 for B; worked out again, B gets 0." in read.words
    assert [e for e in read.all("p") if "fails" in e.attributes.get("class", "")]
    assert [e for e in read.all("section") if "verdict" in e.attributes.get("class", "")]


def test_a_refused_call_stands_on_the_page(mustutor, tmp_path):
    target = tmp_path / "verdict.html"
    record = data("replays") / "faulty" / "call_out_of_turn.json"
    told = mustutor("settle", str(record), "--html", str(target))
    assert told.status == 1
    assert told.err
    assert "Refused" in Reading(target.read_text("utf-8")).words


def test_many_matches_make_one_page(mustutor, tmp_path, monkeypatch):
    target = tmp_path / "verdict.html"
    record = str(data("replays") / "all_in_by_lance.jsonl")
    matches = len(Path(record).read_text("utf-8").splitlines())
    assert matches > 1
    assert mustutor("settle", record, "--html", str(target)).status == 0
    read = Reading(target.read_text("utf-8"))
    assert read.title == f"{matches} matches of all_in_by_lance.jsonl"
    assert [f"Match {number}" in read.words for number in range(1, matches + 1)] == [True] * matches
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    monkeypatch.setattr(pagefile, "MOST_MATCHES", matches - 1)
    other = tmp_path / "other.html"
    told = mustutor("settle", record, "--html", str(other))
    assert (told.status, told.out) == (2, "")
    assert f"at most {matches - 1} matches" in told.err
    assert not other.exists()


def test_nothing_is_written_where_nothing_could_be_read(mustutor, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    target = tmp_path / "verdict.html"
    assert mustutor("settle", str(broken), "--html", str(target)).status == 3
    assert not target.exists()


@pytest.mark.parametrize("others", [("--json",), ("--markdown",)])
def test_a_page_is_told_in_one_way_only(mustutor, tmp_path, others):
    target = tmp_path / "verdict.html"
    told = mustutor("settle", "madrid_refused_raise", "--html", str(target), *others)
    assert (told.status, told.out) == (2, "")
    assert "--html" in told.err
    assert not target.exists()


def test_other_rules_have_a_page_too(mustutor):
    told = mustutor("settle", "madrid_refused_raise", "--variant", "fournier", "--html", "-")
    assert "The record itself names madrid." in Reading(told.out).words


def test_markdown_tells_as_much_as_the_page(mustutor):
    record = json.loads((data("replays") / "madrid_refused_raise.json").read_text("utf-8"))
    told = mustutor("settle", "madrid_refused_raise", "--markdown").out
    assert told.startswith(f"# {record['event']['en']}")
    for name in record["players"].values():
        assert name in told
    # The articles are read out at the end, under a heading of their own.
    book = told.partition("\n## Articles\n")[2]
    assert book.count("\n- **") == len(Reading(page("madrid_refused_raise")).all("details"))
    assert "- **MUS-DEJE-3** " in book
