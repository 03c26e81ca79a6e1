"""Quarrels, records and settings at a device: by buttons, kept, and gone on with another day."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from mustutor.base.errors import MustutorError
from mustutor.base.language import open_language
from mustutor.base.language_state import whole_languages
from mustutor.cli.site import device
from mustutor.cli.site.device import Device
from mustutor.cli.site.screens import PlaybackScreen, QuarrelScreen, RecordScreen
from mustutor.cli.site.shelf import MOST_KEPT, DeviceShelf
from mustutor.games.rulebook import in_language
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.replay.files import load_replay, packaged
from mustutor.replay.writer import dumps
from mustutor.tutor.progress_file import read_progress
from tests.site.lines import EXAMPLE, QUARREL
from tests.site.test_device import buttons, of, read

ADDRESS = "https://example.org/en.html"
BUTTON = re.compile(r'<button type="button" data-act="answer"(?: data-typed="([^"]*)")?>([^<]*)')


def answers(seen: str) -> list[tuple[str, str]]:
    """The buttons that answer: what each says, and its words."""
    return [(typed, unescape(words)) for typed, words in BUTTON.findall(seen)]


def judged(at: Device) -> str:
    """Judge a quarrel by the answers of a test, to its verdict."""
    seen = at.touched("open", "judge")
    for line in QUARREL:
        seen = at.touched("answer", line)
    return str(seen)


@pytest.mark.parametrize("code", whole_languages())
def test_a_quarrel_is_judged_question_by_question_and_its_verdict_is_that_of_settle(
    code: str, tmp_path: Path, mustutor
) -> None:
    at = of(tmp_path, code)
    seen = judged(at)
    screen = at.screens["judge"]
    assert isinstance(screen, RecordScreen)
    assert screen.settlement.holds
    file = tmp_path / "quarrel.json"
    file.write_text(dumps(screen.replay), "utf-8")
    brief = mustutor("settle", str(file), "--brief", "--lang", code).out
    verdict = brief.strip().splitlines()[-1].split(" MUS-")[0].strip()
    assert verdict in read(seen)
    assert '<section class="wide verdict">' in seen


def test_a_verdict_can_be_taken_back_question_by_question(tmp_path: Path) -> None:
    at = of(tmp_path)
    judged(at)
    for line in reversed(QUARREL):
        at.touched("back")
        screen = at.screens["judge"]
        assert isinstance(screen, QuarrelScreen)
        assert len(screen.inquiry.answers) == QUARREL.index(line) or line in ("", "A1")
    assert "What happened?" in read(at.touched("look"))


@pytest.mark.parametrize("code", whole_languages())
def test_whatever_enter_alone_answers_can_be_touched_in_words(code: str, tmp_path: Path) -> None:
    at = of(tmp_path, code)
    seen = str(at.touched("open", "judge"))
    told = 0
    for line in QUARREL:
        screen = at.screens["judge"]
        assert isinstance(screen, QuarrelScreen)
        question = screen.inquiry.question
        assert question is not None
        offered = [typed for typed, _ in answers(seen)]
        if line == "":
            told += 1
            assert "" in offered, question.text
        if question.usual:
            assert {"", question.usual} & set(offered), question.text
        seen = str(at.touched("answer", line))
    assert told == QUARREL.count("")


def test_rulebooks_are_chosen_by_their_names(tmp_path: Path) -> None:
    seen = str(of(tmp_path, "es").touched("open", "judge"))
    told = dict(answers(seen))
    assert set(told) == {*variant_ids()}  # every game has its quarrels
    for name, words in told.items():
        assert words == in_language(load_variant(name).name, "es")


def test_cards_are_picked_from_a_pack_with_and_without_their_suits(tmp_path: Path) -> None:
    at = of(tmp_path)
    at.touched("open", "judge")
    seen = ""
    for line in ("fournier", "A1", "grande", "", "A1 envido 2", "B1 quiero"):
        assert not re.search("data-add=", seen)
        seen = str(at.touched("answer", line))
    picked = re.findall('data-add="([^"]*)"', seen)
    ranks = "RCS765432A"
    assert sorted(picked) == sorted(["", *ranks, *(r + s for r in ranks for s in "oceb")])
    assert "Which cards had B1?" in read(at.touched("answer", "R R C A"))


def test_a_quarrel_goes_on_where_it_was_when_the_page_was_closed(tmp_path: Path) -> None:
    at = of(tmp_path)
    at.touched("open", "judge")
    for line in QUARREL[:3]:
        before = at.touched("answer", line)
    at.live.leave()
    assert of(tmp_path).touched("open", "judge") == before


def test_a_quarrel_that_was_judged_is_listed_and_opened_again(tmp_path: Path) -> None:
    at = of(tmp_path)
    verdict = read(judged(at)).split("Share")[0]
    at.live.leave()
    again = of(tmp_path)
    assert read(again.touched("open", "judge")).split("Share")[0] == verdict
    seen = again.touched("open", "records")
    [name] = [typed for act, typed in buttons(str(seen)) if act == "record"][:1]
    assert name in again.shelf.names()
    assert read(again.touched("record", name)).split("Share")[0] == verdict
    again.touched("remove")
    assert again.shelf.names() == []
    assert "What happened?" in read(str(again.touched("open", "judge")) and again.touched("again"))


def test_what_is_told_in_sentences_names_the_players_of_the_settings(tmp_path: Path) -> None:
    at = of(tmp_path)
    at.touched("open", "settings")
    assert "It is kept." in read(at.touched("names", "A1=Ane,B1=Bea,A2=Iker,B2=Jon"))
    at.touched("open", "judge")
    at.touched("answer", "Ane bet five at grande, Bea accepted.")
    seen = at.touched("answer", "")
    assert ("answer", "Bea, Iker, Jon, Ane") in buttons(str(seen))
    with pytest.raises(MustutorError):
        at.shelf.set_players("nobody")
    at.shelf.set_players("")
    assert at.shelf.players == ""


def taken(at: Device, text: str) -> object:
    at.touched("open", "records")
    at.touched("sent", text)
    return at.screens["records"]


def test_a_sheet_a_record_a_page_and_a_link_open_the_same_match(tmp_path: Path) -> None:
    at = of(tmp_path)
    replay = load_replay("ordago_accepted")
    found = []
    first = taken(at, dumps(replay))
    assert isinstance(first, RecordScreen)
    for kind in ("json", "mus", "html"):
        at.touched("save", kind)
        assert at.shelf.handed["name"] == f"mustutor.{kind}"
        found.append(at.shelf.handed["text"])
    at.shelf.address = ADDRESS
    at.touched("link")
    assert at.shelf.handed["link"].startswith(f"{ADDRESS}#s")
    for text in (*found, at.shelf.handed["link"], at.shelf.handed["link"].partition("#")[2]):
        screen = taken(at, text)
        assert isinstance(screen, RecordScreen)
        gets = [hand.end.in_front() for hand in screen.settlement.hands]
        assert gets == [hand.end.in_front() for hand in first.settlement.hands]


def test_several_matches_of_a_file_are_listed(tmp_path: Path) -> None:
    at = of(tmp_path)
    lines = "".join(dumps(load_replay(name)) for name in ("punto", "ordago_accepted"))
    seen = at.touched("sent", lines.replace("\n ", " "))
    assert len(at.shelf.names()) == 2, read(seen)
    assert "each stands below" in read(seen)


def test_a_damaged_link_and_what_is_no_record_are_told_in_words_of_a_page(tmp_path: Path) -> None:
    link = taken(at := of(tmp_path), EXAMPLE)
    assert isinstance(link, RecordScreen)
    at.touched("link")
    damaged = at.shelf.handed["link"][:-20]
    at.live.leave()
    asked = {"act": "sent", "language": "en", "folder": str(tmp_path)}
    for text, wrong in (
        (damaged, "This link is broken"),
        ("it was not like that", "neither a score sheet nor a record"),
        ("", "empty"),
        (f"{EXAMPLE}\nnonsense here", "In line"),
    ):
        told = json.loads(device.touched(json.dumps({**asked, "typed": text})))
        assert wrong.casefold() in told["problem"].casefold(), told
        assert "stdin" not in told["problem"]


def test_a_match_is_played_moment_by_moment_to_its_verdict(tmp_path: Path) -> None:
    at = of(tmp_path)
    at.touched("open", "records")
    at.touched("record", "punto")
    at.touched("play")
    screen = at.screens["records"]
    assert isinstance(screen, PlaybackScreen)
    hands = [str(n) for n in range(1, len(load_replay("punto").hands) + 1)]
    begun = []
    for _ in hands:
        begun.append(screen.source.places[screen.walk.at].partition(".")[0])
        found = [typed for act, typed in buttons(str(at.touched("look"))) if act == "to"]
        at.touched("to", found[0])
    assert begun == hands
    at.touched("to", str(len(screen.source.places) - 1))
    at.touched("forward")
    assert isinstance(at.screens["records"], RecordScreen)


def test_what_a_device_keeps_goes_to_another_one_and_nothing_there_is_lost(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = of(tmp_path / "one"), of(tmp_path / "two")
    one.touched("open", "lesson:first_hand")
    judged(one)
    one.touched("open", "settings")
    one.touched("names", "A1=Ane,B1=Bea")
    one.touched("export")
    file = one.shelf.handed["text"]
    two.touched("open", "lesson:grande")
    two.touched("open", "settings")
    two.touched("import", file)
    assert two.shelf.players == "A1=Ane,B1=Bea"
    assert len(two.shelf.names()) == 1
    reached = {event.walk for event in read_progress(tmp_path / "two" / "progress.json").events}
    assert {"lesson:first_hand", "lesson:grande"} <= reached
    before = dict(two.screens)
    with pytest.raises(MustutorError):
        two.touched("import", "{}")
    assert two.screens == before


def test_the_file_of_a_device_is_taken_in_at_a_terminal_too(tmp_path: Path, mustutor) -> None:
    one = of(tmp_path)
    one.touched("open", "lesson:first_hand")
    judged(one)
    one.shelf.export()
    file = tmp_path / "from_a_phone.json"
    file.write_text(one.shelf.handed["text"], "ascii")
    assert mustutor("progress", "import", str(file)).status == 0


def test_the_oldest_records_make_room(tmp_path: Path) -> None:
    shelf = DeviceShelf(tmp_path, open_language("en"))
    names = list(packaged())[: MOST_KEPT + 2]
    for name in names:
        shelf.keep(load_replay(name))
    kept = [shelf.record(name) for name in shelf.names()]
    assert kept[0] == load_replay(names[-1])
    assert len(kept) == MOST_KEPT
    shelf.keep(kept[-1])  # asked for again, it comes first
    assert shelf.record(shelf.names()[0]) == kept[-1]
    assert len(shelf.names()) == MOST_KEPT


def test_a_stranger_s_words_stay_words_at_every_screen(tmp_path: Path) -> None:
    hostile = '"]<img src=x onerror="document.title=1"><script>document.title=2</script>'
    record = json.loads(packaged()["madrid_refused_raise"].read_bytes())
    del record["seal"], record["notes"]
    for hand in record["hands"]:
        del hand["seal"]
    record |= {"event": hostile, "players": {"A1": hostile}}
    at = of(tmp_path)
    seen = [at.touched("sent", json.dumps(record)), at.touched("play"), at.touched("forward")]
    seen += [at.touched("verdict"), at.touched("back"), at.touched("open", "judge")]
    seen += [at.touched("answer", hostile)]
    for one in seen:
        assert "<img" not in one
        assert "<script" not in one


def test_every_card_that_is_seen_is_drawn_in_the_same_piece_of_the_page(tmp_path: Path) -> None:
    at = of(tmp_path)
    at.touched("open", "records")
    pieces = [at.touched("record", "whole_game"), at.touched("play"), at.touched("open", "judge")]
    answered = ("fournier", "A1", "grande", "", "A1 envido 2", "B1 quiero")
    pieces += [at.touched("answer", line) for line in answered]
    for piece in pieces:
        used = set(re.findall(r'<use href="#([^"]+)"', piece))
        assert used <= set(re.findall(r'<symbol id="([^"]+)"', piece))
    assert len(set(re.findall(r'href="#(card-[^"]+)"', pieces[-1]))) == 50  # 40, and 10 ranks
