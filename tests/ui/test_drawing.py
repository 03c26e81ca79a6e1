"""What the screen is made of, without any terminal: cards, seats, rows, and whole pictures."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NamedTuple

import pytest

from mustutor import games
from mustutor.base import register
from mustutor.base.language import open_language
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.question import SampleHands, Scene, Stop
from mustutor.games.rulebook import articles
from mustutor.games.teller import Teller
from mustutor.model.cards import Card, deck, read_hand
from mustutor.model.variant import load_variant
from mustutor.present.screen.cards import (
    LARGE,
    MIDDLE,
    PINTAS,
    SMALL,
    card_rows,
    hand_line,
    hand_rows,
    look_of,
)
from mustutor.present.screen.desk import act, open_desk
from mustutor.present.screen.layout import picture
from mustutor.present.screen.rows import (
    ScreenPen,
    apart,
    columns,
    cut_row,
    fit,
    folded_rows,
    plain,
    wide,
)
from mustutor.present.screen.table import PLACES, table_rows
from mustutor.tutor.walk import Walk

from .lesson import QUESTIONS, Lesson, lesson_walk, page
from .terminal import record_walk

PEN, ASCII = ScreenPen(open_language("en")), ScreenPen(open_language("en"), ascii=True)
EIGHT_KINGS = ranking_of(load_variant("fournier").rules)
FOUR_KINGS = ranking_of(load_variant("navarra").rules)
SIZES = [(1, 1), (3, 2), (10, 3), (20, 6), (40, 12), (60, 9), (72, 19), (80, 24), (120, 30)]
RECORDS = {
    "two": ("seen_by_one", ""),
    "three": ("three_players", "1.grande"),
    "four": ("match_to_three_games", "1.pares.5"),
    "five": ("worked_example_1_b_better", "1.grande.9"),
    "six": ("six_players_in_trios", "1.pares"),
    "five cards": ("five_card_deal", ""),
    "thrown": ("mus_twice", "1.descarte.3"),
}


# --- cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(("suit", "breaks"), [("o", 0), ("c", 1), ("e", 2), ("b", 3), ("", 0)])
def test_the_pinta_has_as_many_breaks_as_on_spanish_cards(suit, breaks):
    top, _, bottom = plain(card_rows(Card(f"R{suit}"), EIGHT_KINGS, PEN)).split("\n")
    for edge in (top, bottom):
        assert edge[1:-1].count(" ") == breaks
        assert len(edge) == 7


@pytest.mark.parametrize("pen", [PEN, ASCII])
def test_every_card_is_drawn_in_its_own_way_and_to_the_same_size(pen):
    drawn = [plain(card_rows(card, EIGHT_KINGS, pen)) for card in deck()]
    assert len(set(drawn)) == 40
    assert {tuple(map(len, rows.split("\n"))) for rows in drawn} == {(7, 7, 7)}
    if pen is ASCII:
        assert all(rows.isascii() for rows in drawn)


def test_the_letters_say_rank_and_suit_and_what_a_three_plays_as():
    # Eight kings: a three is a king and a two an ace (MUS-RANK-3); in Navarre it is itself.
    assert "│3b(R)│" in plain(card_rows(Card("3b"), EIGHT_KINGS, PEN))
    assert "│2o(A)│" in plain(card_rows(Card("2o"), EIGHT_KINGS, PEN))
    assert "│ 3b  │" in plain(card_rows(Card("3b"), FOUR_KINGS, PEN))
    assert "│ 7o  │" in plain(card_rows(Card("7o"), EIGHT_KINGS, PEN))


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("faces", [False, True])
def test_court_cards_differ_by_their_picture(size, faces):
    look = look_of("spanish", ScreenPen(open_language("en"), faces=faces))
    drawn = {rank: plain(card_rows(Card(f"{rank}o"), None, PEN, look, size)) for rank in "SCR7"}
    pictures = {rank: rows.replace(f"{rank}o", "") for rank, rows in drawn.items()}
    assert len(set(pictures.values())) == len(drawn)


def test_the_picture_of_a_court_card_leaves_its_suit_to_letter_frame_and_colour():
    look = look_of("spanish", ScreenPen(open_language("en"), faces=True))
    kings = {suit: plain(card_rows(Card(f"R{suit}"), None, PEN, look, LARGE)) for suit in "oceb"}
    assert len(set(kings.values())) == 4
    assert len({tuple(rows.split("\n")[2:5]) for rows in kings.values()}) == 1


def test_a_card_face_down_tells_nothing():
    unseen = plain(hand_rows(None, EIGHT_KINGS, PEN))
    assert unseen.count(":::::") == 4
    assert not any(letter.isalnum() for letter in unseen)
    assert plain([hand_line(None, EIGHT_KINGS)]) == "## ## ## ##"
    hidden = plain(hand_rows((Card("?"), Card("Ro")), EIGHT_KINGS, PEN))
    assert hidden.count(":::::") == 1
    assert "Ro" in hidden


def test_a_hand_in_a_line_is_the_hand():
    assert plain([hand_line(read_hand("Ro 3b 7c A"), EIGHT_KINGS)]) == "Ro 3b(R) 7c A"


def test_no_suit_hangs_on_its_colour():
    styles = {
        style for card in deck() for row in card_rows(card, EIGHT_KINGS, PEN) for style, _ in row
    }
    assert {style.split()[0] for style in styles} == {f"suit-{suit}" for suit in "oceb"}
    assert len({PINTAS[suit] for suit in "oceb"}) == 4


# --- rows --------------------------------------------------------------------------------


def test_rows_are_measured_as_a_terminal_shows_them():
    assert columns("手札") == 4
    assert wide(cut_row((("", "手札手"),), 5)) == 4
    assert wide(fit((("a", "手札手"),), 5)) == 5
    assert plain(folded_rows([(("", "手札手札"),)], 5)) == "手札\n手札"


def test_of_two_rows_at_the_edges_the_left_one_gives_way():
    assert plain([apart((("", "abcdef"),), (("", "xyz"),), 8, "…")]) == "abc… xyz"
    assert plain([apart((("", "abcdef"),), (), 6)]) == "abcdef"


# --- seats -------------------------------------------------------------------------------


def test_partners_sit_opposite_and_play_goes_to_the_right():
    # From the near seat to its right hand: as Mus is played, against the clock.
    (top,), (left, right), (bottom,) = PLACES[4]
    assert (bottom, right, top, left) == (0, 1, 2, 3)
    for count, places in PLACES.items():
        assert sorted(seat for row in places for seat in row) == list(range(count))


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_table_fits_its_width_and_leaves_no_seat_out(name, width, height):
    record, place = RECORDS[name]
    scene = record_walk(record, place).stop.scene
    rows = table_rows(scene, width, height, PEN)
    assert all(wide(row) <= width for row in rows)
    if width >= 40:
        drawn = plain(rows)
        for seat in scene.position.table.seats:
            for card in scene.position.hand_of(seat):
                assert card in drawn


def test_what_a_player_sees_at_the_table_is_all_there():
    scene = record_walk("worked_example_1_b_better", "1.grande.9").stop.scene
    for width, height in ((80, 12), (40, 6)):
        drawn = plain(table_rows(scene, width, height, PEN))
        # Worked by hand from the record: E has raised to 8, and it is for A, who is mano.
        assert "▸A" in drawn
        assert "8 stones by E" in drawn
        assert '"subo a 8"' in drawn
        # What was said before that raise has still to be seen, and stands back.
        for words in ("quiero", "subo a 5", "no quiero"):
            assert f"({words})" in drawn
        for stones in ("18", "16", "10", "9", "5"):
            assert stones in drawn
    assert "A mano 5 stones" in plain(table_rows(scene, 80, 12, PEN))
    assert "▸A M " in drawn


def test_hands_nobody_shows_lie_face_down():
    scene = record_walk("match_to_three_games", "1.pares.5").stop.scene
    mine = scene._replace(face_up=frozenset(("A1",)))
    drawn = plain(table_rows(mine, 80, 12, PEN))
    assert drawn.count(":::::") == 12
    assert "3b(R)" in drawn
    assert "2c(A)" not in drawn


def test_loose_hands_are_drawn_under_their_names():
    hands = tuple((seat, read_hand("Ro 3b 7c A")) for seat in ("A", "B", "C"))
    scene = Scene("", loose=SampleHands(EIGHT_KINGS, hands))
    drawn = table_rows(scene, 80, 20, PEN)
    assert len(drawn) == 8  # two beside each other, the third below
    assert all(wide(row) <= 80 for row in drawn)
    assert plain(table_rows(scene, 40, 20, PEN)).count("3b(R)") == 3
    assert plain(table_rows(scene, 20, 5, PEN)).split("\n")[0] == " A  Ro 3b(R) 7c A"


# --- whole pictures ----------------------------------------------------------------------


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_picture_fits_any_screen(width, height, bare):
    pen = ScreenPen(open_language("es"), ascii=bare)
    walks = [record_walk(*RECORDS[name], code="es") for name in RECORDS]
    desks = [open_desk(walk, pen, "Un aviso. " * 40) for walk in walks]
    desks += [open_desk(lesson_walk(kind), pen) for kind in QUESTIONS]
    desks += [
        act(open_desk(walks[0], pen), action) for action in ("help", "article", "explain", "go")
    ]
    for desk in desks:
        drawn = picture(desk, width, height)
        assert all(wide(row) <= width for row in (*drawn.rows, drawn.bar))
        assert len(drawn.rows) + bool(drawn.label) + bool(drawn.bar) <= height
        if bare:
            assert plain([*drawn.rows, drawn.bar]).isascii()


def test_the_bar_always_names_the_help():
    for width in range(8, 100):
        for walk in (record_walk("punto"), lesson_walk("choose")):
            assert "help" in plain([picture(open_desk(walk, PEN), width, 12).bar])


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (148, 50)])
@pytest.mark.parametrize("faces", [False, True])
def test_an_article_opens_below_the_table_and_moves_nothing_of_it(size, faces):
    pen = ScreenPen(open_language("en"), faces=faces)
    desk = open_desk(record_walk("match_to_three_games", "1.grande.2"), pen)
    before, after = (picture(each, *size).rows for each in (desk, act(desk, "article")))
    rule = next(at for at, row in enumerate(before) if plain([row]) == "─" * size[0])
    assert rule > 12
    assert after[1 : rule + 1] == before[1 : rule + 1]
    assert "MUS-" not in plain(before[: rule + 1])
    assert plain(after[rule + 1 :]).startswith("MUS-")


def test_where_there_is_no_room_below_the_table_an_article_stands_alone():
    desk = open_desk(record_walk("worked_example_1_b_better", "1.grande.9"), PEN)
    assert plain(picture(act(desk, "article"), 40, 12).rows[1:2]).startswith("ENC-")


@pytest.mark.parametrize("code", ["en", "es"])
def test_articles_are_read_without_the_names_of_options(code):
    pen = ScreenPen(open_language(code))
    for name in articles():
        scene = Scene("", page("", name))
        desk = open_desk(Walk(Lesson((Stop("a", scene),))), pen)
        shown = plain(picture(act(desk, "article"), 80, 500).rows)
        assert name in shown
        assert "`" not in shown


SHORT = "many is not a number, and neither are words that go on and on for more than two rows of it"


@pytest.mark.parametrize("size", [(80, 24), (100, 24), (120, 40)])
@pytest.mark.parametrize("message", ["Nothing is asked here.", SHORT, f"{SHORT} {SHORT}"])
@pytest.mark.parametrize("place", ["choose", "number", "hands"])
def test_a_message_moves_nothing_of_the_table(size, message, place):
    desk = open_desk(lesson_walk(place), PEN)
    before = picture(desk, *size)
    after = picture(desk._replace(message=message), *size)
    table = next(at for at, row in enumerate(before.rows) if plain([row]).startswith("──"))
    assert after.rows[: table + 1] == before.rows[: table + 1]
    shown = " ".join(plain([*after.rows, after.bar]).split())
    assert message in shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_text_alone_stands_in_the_middle(size):
    rows = picture(open_desk(lesson_walk("welcome"), PEN), *size).rows[1:]
    told = [at for at, row in enumerate(rows) if plain([row]).strip()]
    assert abs(told[0] - (len(rows) - 1 - told[-1])) <= 1
    assert plain([rows[told[0]]]).startswith(" " * ((size[0] - 72) // 2) + "Grande")


def test_a_stranger_cannot_write_on_the_screen():
    walk = lesson_walk("choose")
    desk = open_desk(walk, PEN).says("{words}", words="\x1b[2Jgone")
    seen = picture(desk, 80, 24)
    drawn = plain([*seen.rows, seen.bar])
    assert "\x1b" not in drawn
    assert "\\x1b[2Jgone" in drawn
    asked = act(desk, "answer", "\x1b[31mred")
    assert "\x1b" not in asked.message


class Pile(NamedTuple):
    """The state of a game without lances: the card on top."""

    now: str = "7h"
    past: str = ""

    def quiet(self):
        return self


def test_a_game_of_another_kind_is_drawn_as_it_tells_itself(monkeypatch):
    home = ModuleType("rabino")
    home.TELLER = Teller()
    monkeypatch.setitem(sys.modules, "rabino", home)
    monkeypatch.setitem(register._HOMES, "rabino", "rabino")
    start = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    variant = start.variant._replace(game="rabino", rules={})
    hands = ((Card("6h"), Card("Th")), (Card("9d"),), None)
    position = start._replace(
        table=start.table._replace(variant=variant),
        state=Pile(),
        lance="play",
        pots=(("play", 3),),
        deal=start.deal._replace(hands=hands),
    )
    scene = Scene("", position=position, face_up=frozenset("A"))
    drawn = plain(table_rows(scene, 90, 30, PEN))
    for seen in ("Play", "7h", "A speaks", "pot of play 3", "│ 6h  ││ Th  │", "│:::::│"):
        assert seen in drawn
    assert drawn.count("│:::::│") == 1
