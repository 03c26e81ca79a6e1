"""`mustutor config`: what is always wanted; a flag before the environment before the file."""

from __future__ import annotations

import json

import pytest

from mustutor.cli.settings import ENVIRONMENT


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    """A file of settings of the test's own, which is not there yet."""
    path = tmp_path / "here" / "config.json"
    monkeypatch.setenv("MUSTUTOR_CONFIG", str(path))
    for name in ENVIRONMENT.values():
        monkeypatch.delenv(name, raising=False)
    return path


def played(mustutor, *words):
    return json.loads(mustutor("hand", "RRRA", "--json", *words).out)["variant"]


def test_a_flag_goes_before_the_environment_and_that_before_the_file(mustutor, monkeypatch):
    assert played(mustutor) == "fournier"
    assert mustutor("config", "set", "variant", "madrid").status == 0
    assert played(mustutor) == "madrid"
    monkeypatch.setenv("MUSTUTOR_VARIANT", "galicia")
    assert played(mustutor) == "galicia"
    assert played(mustutor, "--variant", "aragon") == "aragon"


def test_the_language_is_heard_at_once(mustutor, monkeypatch):
    told = mustutor("config", "set", "lang", "es")
    assert told.status == 0
    assert "Registro" not in told.out
    assert "reyes" in mustutor("hand", "RRRA").out
    assert "kings" in mustutor("hand", "RRRA", "--lang", "en").out
    monkeypatch.setenv("MUSTUTOR_LANG", "en")
    assert "kings" in mustutor("hand", "RRRA").out


def test_drills_take_their_level_and_a_rulebook_that_suits(mustutor):
    mustutor("config", "set", "level", "4")
    mustutor("config", "set", "variant", "madrid")
    asked = ("--seed", "7", "--number", "1", "--json")
    first = json.loads(mustutor("drill", "juego.order", *asked).out)
    assert first["id"] == "drill:juego.order.3/madrid/7/1/4"
    other = json.loads(mustutor("drill", "encaje.pots", *asked).out)
    assert other["id"].startswith("drill:encaje.pots.2/encaje/7/1")


def test_names_are_put_into_what_is_taken_down(mustutor, fed, tmp_path):
    mustutor("config", "set", "names", "A1=Ane, B1=Beñat, C=Nobody")
    fed("")
    mustutor("replay", "record", str(tmp_path / "tonight.json"), "--mano", "A1")
    live = next(tmp_path.glob("tonight*"))
    assert json.loads(live.read_text("utf-8").splitlines()[0])["players"] == {
        "A1": "Ane",
        "B1": "Beñat",
    }


def test_settings_are_shown_with_where_they_come_from(mustutor, monkeypatch, config):
    mustutor("config", "set", "variant", "madrid")
    monkeypatch.setenv("MUSTUTOR_LEVEL", "3")
    told = json.loads(mustutor("config", "--json").out)
    assert told == {
        "file": str(config),
        "variant": {"value": "madrid", "from": "file"},
        "lang": {"value": "en", "from": "usual"},
        "level": {"value": "3", "from": "environment"},
        "names": {"value": "", "from": "usual"},
        "languages": {"value": "", "from": "usual"},
        "page": {"value": "", "from": "usual"},
    }
    assert json.loads(mustutor("config", "show", "--json").out) == told
    assert "MUSTUTOR_LEVEL" in mustutor("config").out


def test_what_is_unset_is_the_usual_again(mustutor, config):
    mustutor("config", "set", "variant", "madrid")
    mustutor("config", "set", "level", "2")
    assert mustutor("config", "unset", "variant").status == 0
    assert played(mustutor) == "fournier"
    assert json.loads(config.read_text("utf-8")) == {"level": "2"}
    assert mustutor("config", "unset", "variant").status == 0


@pytest.mark.parametrize(
    ("words", "gist"),
    [
        (("set", "varient", "madrid"), "did you mean variant"),
        (("set", "variant", "madird"), "did you mean madrid"),
        (("set", "lang", "xx"), "There is no language xx"),
        (("set", "level", "9"), "from 1 to 5"),
        (("set", "names", "Ane"), "names nobody"),
        (("unset", "volume"), "There is no setting volume"),
        (("set", "variant"), "needs VALUE"),
    ],
)
def test_what_cannot_be_set_is_refused_and_nothing_is_written(mustutor, config, words, gist):
    told = mustutor("config", *words)
    assert (told.status, told.out) == (2, "")
    assert gist in told.err
    assert not config.exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"variant": 3}', "null", "\x00", "{" * 100_000])
def test_a_damaged_file_is_one_line_and_no_obstacle(mustutor, config, text):
    config.parent.mkdir()
    config.write_text(text, "utf-8")
    told = mustutor("hand", "RRRA")
    assert told.status == 0
    assert str(config) in told.err
    assert len(told.err.splitlines()) == 2
    shown = mustutor("config")
    assert (shown.status, shown.out) == (3, "")
    assert mustutor("config", "set", "level", "2").status == 3
    assert config.read_text("utf-8") == text
