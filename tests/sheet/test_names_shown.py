"""Names of players stand before their seats wherever somebody reads; records keep the seats."""

from __future__ import annotations

import json

import pytest

from mustutor.base.language import open_language
from mustutor.replay.names import by_name, labels
from mustutor.replay.sheet.reader import read_sheets

SHEET = """variant fournier
seats A1 B1 A2 B2
{players}
hand 1 mano A1
  A1 Ro 7c 6e 4o
  B1 Rc Re 5o 5c
  A2 Co Sc 6o 4c
  B2 7o 6c 5e 4e
  mus: corto
  grande: 2, x, =
  chica: -, -, -, -
claim A2: A 2 grande
"""
NAMED = SHEET.format(players="players A1 Ane, B1 Bea Etxeberria Goikoetxea, A2 Amaia, B2 Beñat")
HOSTILE = SHEET.format(
    players='player A1 "\\u001b[31mred"\nplayer B1 "\\u202eevil"\nplayer A2 <b>x</b>\nplayer B2 A1'
)


@pytest.fixture
def kept(tmp_path):
    def keep(text, name="x.mus"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return str(path)

    return keep


@pytest.mark.parametrize("command", [["settle"], ["replay", "show"], ["replay", "play"]])
def test_players_are_called_by_their_names(mustutor, kept, command):
    told = mustutor(*command, kept(NAMED)).out
    assert "Ane (A1)" in told
    assert "Bea (B1)" in told  # a long name is cut to its first word


@pytest.mark.parametrize("command", [["settle"], ["replay", "show"], ["replay", "play"]])
def test_forty_columns_hold_them(mustutor, kept, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    told = mustutor(*command, kept(NAMED)).out
    assert max(map(len, told.splitlines())) <= 40


def test_json_keeps_the_seats(mustutor, kept):
    plain, named = (SHEET.format(players="event x"), NAMED)
    told = [json.loads(mustutor("settle", "--json", kept(one)).out) for one in (plain, named)]
    assert told[0] == told[1]


@pytest.mark.parametrize("command", [["settle"], ["replay", "show"], ["replay", "play"]])
def test_names_of_strangers_are_made_safe(mustutor, kept, command):
    told = mustutor(*command, kept(HOSTILE)).out
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "A1 (B2)" not in told  # who is called as a seat is called by his own
    page = mustutor("settle", "--html", "-", kept(HOSTILE)).out
    assert "<b>x</b>" not in page


def test_labels_are_short_and_keep_the_seat():
    seats = ("A1", "B1", "A2", "B2")
    players = {"A1": "Jon", "B1": "Jon", "A2": "Maximiliana", "B2": {"name": "Bot", "kind": "bot"}}
    assert labels(players, seats) == {
        "A1": "Jon (A1)",
        "B1": "Jon (B1)",
        "A2": "Maximilia… (A2)",
        "B2": "Bot (B2)",
    }


def test_a_side_is_no_player_and_a_card_is_none():
    [found] = read_sheets(b"variant encaje\nseats A B\nplayers A Ane, B Bea\n")
    language = by_name(open_language("en"), found.replay)
    assert language.say("{seat} has {hand}.", seat="A", hand="A") == "Ane (A) has A."
    assert language.join_list(["A", "B"]) == "Ane (A) and Bea (B)"
    assert by_name(open_language("en"), found.replay) is language
