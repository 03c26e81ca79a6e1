"""The table as a learner sees it: who sits where, what is marked, what stays in sight."""

from __future__ import annotations

import re

import pytest

from mustutor.base.language import open_language
from mustutor.games.question import NOTHING_TOLD, Scene
from mustutor.model.cards import RANKS, Card, deck, read_hand
from mustutor.present.screen.cards import (
    LARGE,
    MIDDLE,
    SIZES,
    SMALL,
    SPANISH,
    card_rows,
    hand_rows,
    look_of,
)
from mustutor.present.screen.desk import act, open_desk
from mustutor.present.screen.layout import picture
from mustutor.present.screen.rows import STYLES, ScreenPen, plain, wide
from mustutor.present.screen.table import table_rows
from mustutor.tutor.question_text import table_in_words

from .lesson import QUESTIONS, lesson_walk
from .terminal import raw, record_walk

PEN, FACES = ScreenPen(open_language("en")), ScreenPen(open_language("en"), faces=True)
FILLED = look_of("spanish", FACES)
MUS, ENCAJE = "match_to_three_games", "worked_example_1_b_better"
NAMED_COLOURS = re.compile(r"\x1b\[[0-9;]*[34]8;")


def scene_at(record: str, place: str) -> Scene:
    return record_walk(record, place).stop.scene


# --- where they sit ----------------------------------------------------------------------


@pytest.mark.parametrize("width", [76, 80, 100, 101, 130, 200])
@pytest.mark.parametrize("pen", [PEN, FACES])
def test_the_far_and_the_near_hand_lie_in_the_middle(width, pen):
    rows = table_rows(scene_at(MUS, "1.pares.5"), width, 40, pen)
    bare = plain(rows).split("\n")
    # The foot of a card, which nobody else has in these rows: corners hold words above it.
    for row in (bare[len(rows) // 3 - 1], bare[-1]):
        left, right = len(row) - len(row.lstrip()), len(row.rstrip())
        assert abs((left + right) / 2 - width / 2) <= 1.5


# --- faces -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_face_is_drawn_in_its_own_way_and_to_its_size(size):
    drawn = [card_rows(card, None, FACES, FILLED, size) for card in deck()]
    assert len({plain(rows) for rows in drawn}) == 40
    for card, rows in zip(deck(), drawn, strict=True):
        assert [wide(row) for row in rows] == [size.width] * size.height
        assert card in plain(rows)


@pytest.mark.parametrize(("suit", "breaks"), [("o", 0), ("c", 1), ("e", 2), ("b", 3)])
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_edge_of_a_face_is_broken_as_the_pinta_is(suit, breaks, size):
    for row in (0, -1):
        ((_, edge), *_) = card_rows(Card(f"7{suit}"), None, FACES, FILLED, size)[row]
        assert len(re.findall(" +", edge)) == breaks


def test_a_face_brings_its_own_background_and_each_suit_its_colour():
    styles = {FILLED.style(suit).split()[-1] for suit in "oceb"}
    assert len({STYLES[style] for style in styles}) == 4
    assert STYLES["face"].startswith("bg:")


def test_a_face_has_its_suit_drawn_where_there_is_room():
    # A coin is round; a card of no suit has its rank drawn on it where it is large.
    assert "▄▀▀▄" in plain(card_rows(Card("7o"), None, FACES, FILLED, MIDDLE))
    assert not re.search("[▀▄█]", plain(card_rows(Card("7o"), None, FACES, FILLED, SMALL)))
    assert not re.search("[▀▄█]", plain(card_rows(Card("7"), None, FACES, FILLED, MIDDLE)))
    large = {plain(card_rows(Card(rank), None, FACES, FILLED, LARGE)[2:5]) for rank in RANKS}
    assert len(large) == len(RANKS) == 10
    assert all(re.search("[▀▄█]", drawn) for drawn in large)


def test_cards_are_larger_where_there_is_room_and_boxes_stay_small():
    scene = scene_at(MUS, "1.pares.5")
    heights = [len(table_rows(scene, 130, height, FACES)) for height in (12, 18, 24, 60)]
    assert heights == [12, 18, 24, 24]
    assert len(table_rows(scene, 130, 60, PEN)) == 12


def test_cards_grow_only_where_what_is_told_can_be_read_beside_them():
    scene = scene_at(MUS, "1.pares.5")
    assert len(table_rows(scene, 130, 30, FACES, grown=18)) == 18
    assert len(table_rows(scene, 130, 30, FACES, grown=3)) == 12  # small ones stay where they fit
    settled = open_desk(record_walk(MUS, "1.showdown"), FACES)
    assert "▀" not in plain(picture(settled, 130, 40).rows)
    assert "▀" in plain(picture(open_desk(record_walk(MUS, "1.pares.5"), FACES), 130, 40).rows)


def test_colours_beyond_sixteen_are_used_for_faces_alone_and_only_when_asked_for():
    walk = record_walk(MUS, "1.pares.5")
    assert not NAMED_COLOURS.search(raw(walk, color=True))
    assert NAMED_COLOURS.search(raw(walk, color=True, faces=True))
    assert not NAMED_COLOURS.search(raw(walk, color=False, faces=True))
    others = {name for name, style in STYLES.items() if "#" in style}
    assert all(name.startswith("face") or name.endswith("-face") for name in others)


# --- what was said, and what was won -----------------------------------------------------


def test_what_was_said_before_a_raise_stands_in_brackets_and_is_dimmed():
    rows = table_rows(scene_at(ENCAJE, "1.grande.9"), 80, 24, PEN)
    dimmed = {text for row in rows for style, text in row if style == "overtaken"}
    assert dimmed == {"(quiero)", "(no quiero)", "(subo a 5)"}
    assert STYLES["overtaken"] == "dim"


def test_the_linear_twin_tells_what_was_said_before_the_bet():
    scene = scene_at(ENCAJE, "1.grande.9")._replace(page=NOTHING_TOLD)
    told = {
        line.seat: line.text for line in table_in_words(scene, open_language("en")) if line.seat
    }
    assert told == {
        "A": "mano; had said quiero before the bet",
        "B": "had said subo a 5 before the bet",
        "C": "had said quiero before the bet",
        "D": "had said no quiero before the bet",
        "E": "said subo a 8",
    }


def test_the_best_hand_of_each_lance_and_the_card_that_decided_are_marked():
    # Worked by hand (eight kings). Grande: B1 has R R R, A1 R C: the second card of B1, a king.
    # Chica: A2 has an ace where the others begin higher. Pares: medias of kings against a par.
    scene = scene_at(MUS, "1.showdown")
    drawn = plain(table_rows(scene, 100, 24, PEN))
    assert "★ Chica" in drawn
    assert "★ Gr Pa Ju" in drawn
    assert "└GrPa ┘" in drawn or "└GrPa─┘" in drawn
    assert drawn.count("Pa") - drawn.count("Pares") == 3 + 1  # three kings, and the name of B1
    for row in ("Grande ★B1 B +2", "Chica  ★A2 A +1", "Pares  ★B1 B +4", "Juego  ★B1 B +2"):
        assert row in drawn


def test_what_is_marked_comes_from_the_ledger():
    # Madrid: grande, pares and juego were refused, so no hands met there; chica was settled.
    scene = scene_at("madrid_refused_raise", "1.showdown")
    assert set(re.findall(r"★ ([^\n│]*?)(?:  |\n)", plain(table_rows(scene, 80, 24, PEN)))) == {
        "Chica"
    }
    unpaid = scene._replace(position=scene.position._replace(ledger=()))
    assert "★" not in plain(table_rows(unpaid, 80, 24, PEN))
    # A perete is paid in grande, and is no better grande for that.
    perete = plain(table_rows(scene_at("perete_of_a_house_rule", "1.showdown"), 80, 24, PEN))
    assert "★ Grande" not in perete
    assert "Grande" in perete


def test_of_equal_hands_no_card_decides():
    # Two trios: A1 and B1 have the same cards in grande, and A1 is nearer to mano.
    drawn = plain(table_rows(scene_at("six_players_in_trios", "1.showdown"), 100, 24, PEN))
    assert "★ Gr" in drawn
    assert "└Gr" not in drawn


def test_while_a_question_is_open_nothing_of_the_settlement_is_seen():
    rows = table_rows(scene_at(MUS, "1.showdown"), 100, 24, PEN, settled=False)
    assert not re.search(r"★|\+\d", plain(rows))
    settled = lesson_walk("seat", deal="1.showdown")
    assert "★" not in plain(picture(open_desk(settled, PEN), 100, 30).rows)
    shown = act(open_desk(settled, PEN), "reveal")
    assert "★" in plain(picture(shown, 100, 30).rows)


def test_stones_lie_in_amarrakos_of_five():
    scene = scene_at(MUS, "1.showdown")
    drawn = plain(table_rows(scene, 100, 24, PEN))
    assert "A  1 •" in drawn
    assert "B  8 ●•••" in drawn
    bare = plain(table_rows(scene, 100, 24, ScreenPen(open_language("en"), ascii=True)))
    assert "B  8 Oooo" in bare


# --- names -------------------------------------------------------------------------------

NAMES = {
    "A1": "Xabier Etxeberria Iturriaga",
    "B1": "手札手札手札手札手札手札",
    "A2": "\x1b[2Jgone",
    "B2": "I\u0301n\u0303aki \u202egro",
}


@pytest.mark.parametrize("width", [40, 56, 72, 80, 100, 130])
@pytest.mark.parametrize("pen", [PEN, FACES, ScreenPen(open_language("en"), ascii=True)])
@pytest.mark.parametrize("place", ["1.pares.5", "1.showdown"])
def test_whoever_sits_there_is_named_and_nothing_else_is_lost_for_it(width, pen, place):
    scene = scene_at(MUS, place)._replace(names=tuple(NAMES.items()))
    rows = table_rows(scene, width, 24, pen)
    drawn = plain(rows)
    assert all(wide(row) <= width for row in rows)
    assert drawn.replace("\n", "").isprintable()
    for seat in scene.position.table.seats:
        assert seat in drawn
        for card in scene.position.hand_of(seat):
            assert card in drawn
    assert "Xab" in drawn
    assert "A1 speaks" not in drawn
    if place == "1.pares.5" and width >= 80:
        for words in ('"envido 2"', "(tengo)", "(no tengo)", "2 stones by B1", " speaks"):
            assert words in drawn


def test_whoever_speaks_is_a_tag_and_every_name_comes_first():
    scene = scene_at(MUS, "1.pares.5")._replace(names=(("A1", "Ane"), ("B1", "Bea")))
    pieces = [piece for row in table_rows(scene, 80, 24, PEN) for piece in row]
    assert ("speaker", "▸Ane A1") in pieces
    assert ("seat", "Bea B1") in pieces
    assert "reverse" in STYLES["speaker"]


def test_stones_have_room_beside_a_long_name():
    scene = scene_at(ENCAJE, "1.grande.9")._replace(names=(("A", "Maximiliana Errekalde"),))
    assert re.search(r"▸Max\S* A mano 5 +\(quiero\)", plain(table_rows(scene, 80, 24, PEN)))


# --- the question ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24), (100, 30), (130, 40)])
@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_question_and_its_choices_are_always_in_sight(kind, size):
    question = QUESTIONS[kind]
    asked = open_desk(lesson_walk(kind), FACES)
    for desk in (asked, act(asked, "hint"), act(act(asked, "hint"), "hint")):
        for scroll in (-1, 0, 3, 99):
            seen = plain(picture(desk._replace(scroll=scroll), *size).rows)
            assert question.prompt.split()[-1] in seen
            for choice in question.choices:
                assert choice.label in seen


def test_right_and_wrong_have_a_sign_and_a_colour():
    desk = open_desk(lesson_walk("choose"), PEN)
    wrong = picture(act(desk, "answer", "par"), 80, 24)
    assert ("bad", "✗ a par: wrong.") in [piece for row in wrong.rows for piece in row]
    right = picture(act(desk, "answer", "medias"), 80, 24)
    assert ("good", "✓ medias: right.") in [piece for row in right.rows for piece in row]
    assert ("good", " ✓") in [piece for row in right.rows for piece in row]
    bare = ScreenPen(open_language("en"), ascii=True)
    for answer, sign in (("par", "x a par: wrong."), ("medias", "+ medias: right.")):
        drawn = picture(act(open_desk(lesson_walk("choose"), bare), "answer", answer), 80, 24)
        assert sign in plain(drawn.rows)


def test_a_hand_of_many_faces_is_held_as_a_fan():
    hand = read_hand("Ao 2o 3c 4c 5e 6e 7b")
    for size in SIZES:
        rows = hand_rows(hand, None, FACES, look=FILLED, size=size)
        assert {wide(row) for row in rows} == {6 * 3 + size.width}
        for card in hand:
            assert card in plain(rows)
    assert SPANISH.faces is False
