"""The live file of a match: all of it is on the disk, or the old one is, and nobody else writes."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from mustutor.base.errors import MustutorError, Unreadable
from mustutor.model.variant import load_variant
from mustutor.replay import dumps, loads
from mustutor.replay import live_file as module
from mustutor.replay.files import load_replay
from mustutor.replay.live_file import live_name, open_live
from mustutor.replay.simulate import match
from tests.table import live_lines

REPLAY = match(load_variant("encaje"), seats=3, hands=2, seed="4")
LINES = list(live_lines(REPLAY))


@pytest.fixture
def live(tmp_path):
    file = open_live(tmp_path / "tonight.part.jsonl")
    yield file
    file.leave()


def mode(path):
    return stat.S_IMODE(Path(path).stat().st_mode)


@pytest.fixture
def full(monkeypatch):
    """A disk that is full after so many writes; half of what is written last is on it."""

    def fill(after: int = 0) -> None:
        room = [after]
        write = os.write

        def written(handle: int, data: bytes) -> int:
            if not room[0]:
                write(handle, data[: len(data) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            room[0] -= 1
            return write(handle, data)

        monkeypatch.setattr(module.os, "write", written)

    return fill


@pytest.mark.parametrize("name", ["tonight", "tonight.json", "tonight.part.jsonl"])
def test_a_match_has_one_live_file_whatever_name_is_given(name, tmp_path):
    assert live_name(str(tmp_path / name)) == tmp_path / "tonight.part.jsonl"


def test_lines_are_added_and_every_one_of_them_is_on_the_disk(live):
    for count in range(1, len(LINES) + 1):
        live.keep(LINES[:count])
        assert live.path.read_text("utf-8").splitlines() == LINES[:count]
    assert live.read() == REPLAY


def test_cards_under_way_are_for_the_eyes_of_their_owner_and_a_finished_record_for_all(
    live, monkeypatch
):
    seen = []
    replace_file = module.replace_file
    monkeypatch.setattr(
        module,
        "replace_file",
        lambda draft, to: (seen.append(mode(draft)), replace_file(draft, to)),
    )
    umask = os.umask(0o022)
    try:
        live.keep(LINES[:4])
        live.keep(LINES[:3])
        assert (mode(live.path), seen) == (0o600, [0o600, 0o600])
        assert mode(live.rescue(LINES)) == 0o600
        live.keep(LINES)
        assert mode(live.finish(REPLAY)) == 0o644
    finally:
        os.umask(umask)


def test_a_live_file_keeps_the_permissions_its_owner_gives_it(live):
    live.keep(LINES[:4])
    live.path.chmod(0o640)
    live.keep(LINES[:3])
    assert mode(live.path) == 0o640


def test_what_changes_earlier_lines_takes_the_place_of_the_file_in_one_step(live, tmp_path):
    live.keep(LINES[:9])
    first = live.path.stat().st_ino
    live.keep(LINES[:10])
    assert live.path.stat().st_ino == first
    for lines in (LINES[:5], [LINES[0], *LINES[2:4]], LINES):
        live.keep(lines)
        assert live.path.read_text("utf-8").splitlines() == lines
    assert live.path.stat().st_ino != first
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"tonight.part.jsonl", ".tonight.part.jsonl.lock"}


@pytest.mark.parametrize("harm", ["removed", "changed"])
def test_a_file_somebody_meddled_with_is_written_anew(live, harm):
    live.keep(LINES[:6])
    if harm == "removed":
        live.path.unlink()
    else:
        live.path.write_text("nonsense")
    live.keep(LINES[:7])
    assert live.path.read_text("utf-8").splitlines() == LINES[:7]


def test_a_file_broken_off_in_its_last_line_is_mended(live):
    live.path.write_text("\n".join(LINES[:6]) + "\n" + LINES[6][:9], "utf-8")
    replay = live.read()
    assert replay is not None
    live.keep(list(live_lines(replay)))
    assert live.path.read_text("utf-8").splitlines() == LINES[:6]


@pytest.mark.parametrize("text", ["", '{"format":"mus-re'])
def test_a_file_broken_off_in_its_first_line_is_none(live, text):
    live.path.write_text(text)
    assert live.read() is None


def test_what_a_killed_recorder_left_beside_the_file_is_cleared_away(live, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(SystemExit))
    monkeypatch.setattr(os, "unlink", lambda *_: None)
    with pytest.raises(SystemExit):
        live.keep(LINES[:3])
    monkeypatch.undo()
    assert len(list(tmp_path.iterdir())) == 2  # the lock, and the draft
    live.leave()
    (tmp_path / ".tonight.part.jsonl.mine").write_text("")
    open_live(live.path).leave()
    assert [path.name for path in tmp_path.iterdir()] == [".tonight.part.jsonl.mine"]


# --- a disk that is full -----------------------------------------------------------------


@pytest.mark.parametrize("changes", [LINES[:12], LINES[:4]], ids=["added", "taken back"])
def test_a_full_disk_leaves_what_was_there_and_is_told_in_a_line(live, full, monkeypatch, changes):
    live.keep(LINES[:8])
    full()
    with pytest.raises(Unreadable, match="No space left on device") as told:
        live.keep(changes)
    assert "\n" not in str(told.value)
    assert live.unkept
    assert live.path.read_text("utf-8").splitlines() == LINES[:8]
    assert len(list(live.path.parent.iterdir())) == 2
    monkeypatch.undo()
    live.keep(LINES[:13])
    assert not live.unkept
    assert live.path.read_text("utf-8").splitlines() == LINES[:13]


def test_what_cannot_be_kept_is_rescued_elsewhere(live, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(module.tempfile, "tempdir", str(elsewhere))
    path = live.rescue(LINES)
    assert path.parent == elsewhere
    assert load_replay(path) == REPLAY
    monkeypatch.setattr(module.tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert live.rescue(LINES) is None


# --- closing -----------------------------------------------------------------------------


def test_closing_writes_the_canonical_file_and_takes_the_live_one_away(live):
    live.keep(LINES)
    path = live.finish(REPLAY)
    assert path.name == "tonight.json"
    assert path.read_text("utf-8") == dumps(REPLAY)
    assert not live.path.exists()


def test_another_record_is_never_written_over(live):
    live.keep(LINES)
    live.closed_path.write_text("mine")
    with pytest.raises(MustutorError, match="Another record is there already"):
        live.finish(REPLAY)
    assert live.closed_path.read_text() == "mine"
    assert live.path.exists()


def test_closing_again_after_being_killed_in_between_is_closing(live):
    live.keep(LINES)
    live.closed_path.write_text(dumps(REPLAY), "utf-8")
    live.finish(REPLAY)
    assert not live.path.exists()
    assert loads(live.closed_path.read_text("utf-8")) == REPLAY


# --- one recorder ------------------------------------------------------------------------


def test_a_second_recorder_is_refused_until_the_first_leaves(tmp_path):
    path = tmp_path / "tonight.part.jsonl"
    first = open_live(path)
    with pytest.raises(Unreadable, match="Another program is taking this match down"):
        open_live(path)
    first.leave()
    open_live(path).leave()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["no/such/folder", "file"])
def test_where_nothing_can_be_written_it_is_said_at_once(tmp_path, place):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreadable, match="cannot be written"):
        open_live(tmp_path / place / "tonight.part.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "tonight.part.jsonl"
    link.symlink_to(tmp_path / "real" / "there.part.jsonl")
    live = open_live(link)
    live.keep(LINES[:3])
    live.keep(LINES[:2])
    live.leave()
    assert link.is_symlink()
    assert link.read_text("utf-8").splitlines() == LINES[:2]
