"""French-suited cards on the terminal and in words: suits, fans, the upcard and the trick."""

from __future__ import annotations

import pytest

from mustutor.base.language import open_language
from mustutor.games import game_of
from mustutor.games.question import Scene
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.games.teller import teller_of
from mustutor.model.cards import Card
from mustutor.model.variant import load_variant
from mustutor.present.screen.cards import card_rows, hand_line, hand_rows, look_of
from mustutor.present.screen.rows import STYLES, ScreenPen, plain, wide
from mustutor.present.screen.table import table_rows
from mustutor.tutor.question_text import table_in_words

from .table import enfle, mau

ENGLISH = open_language("en")
PEN, ASCII = ScreenPen(ENGLISH), ScreenPen(ENGLISH, ascii=True)
LOOK, BARE = look_of("french", PEN), look_of("french", ASCII)
SIZES = [(1, 1), (3, 2), (20, 6), (40, 12), (72, 19), (80, 24), (120, 30), (300, 80)]


def scene(player, face_up="ABCDEF") -> Scene:
    return Scene("", position=player.position, face_up=frozenset(face_up))


def drawn(player, width=100, height=40, pen=PEN, face_up="ABCDEF") -> str:
    return plain(table_rows(scene(player, face_up), width, height, pen))


# --- cards -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["enfle", "mau_mau"])
def test_both_games_have_the_french_deck(game):
    assert teller_of(load_variant(game)).deck == "french"


def test_a_card_has_the_letter_of_its_rank_and_the_sign_of_its_suit():
    for card, sign in {"Th": "T♥", "As": "A♠", "7d": "7♦", "Jc": "J♣"}.items():
        assert f"│ {sign}  │" in plain(card_rows(Card(card), None, PEN, LOOK))
        assert plain([hand_line([Card(card)], None, look=LOOK)]) == sign


def test_every_card_is_drawn_in_its_own_way_and_to_the_same_size():
    for pen, look in ((PEN, LOOK), (ASCII, BARE)):
        rows = [plain(card_rows(card, None, pen, look)) for card in FRENCH.cards()]
        assert len(set(rows)) == 52
        assert {tuple(map(len, one.split("\n"))) for one in rows} == {(7, 7, 7)}


def test_with_the_signs_of_ascii_alone_letters_say_the_suit():
    for card in FRENCH.cards():
        in_box, in_line = (
            plain(card_rows(card, None, ASCII, BARE)),
            plain([hand_line([card], None, look=BARE)]),
        )
        assert in_box.isascii()
        assert card in in_box
        assert in_line == card


def test_each_suit_has_a_colour_of_its_own_and_none_hangs_on_it():
    styles = {suit: LOOK.style(suit) for suit in "cdhs"}
    assert len({STYLES[style] for style in styles.values()}) == 4
    assert not {STYLES[f"french-{s}"] for s in "dh"} & {STYLES["french-c"], STYLES["french-s"]}
    assert len(set(LOOK.signs.values())) == 4


def test_clubs_are_not_coloured_as_copas_and_a_spanish_card_keeps_its_letters():
    spanish = look_of("spanish", PEN)
    assert spanish.style("c") != LOOK.style("c")
    assert plain([hand_line([Card("Rc")], None, look=spanish)]) == "Rc"


def test_many_cards_are_held_as_a_fan_and_none_is_lost():
    hand = FRENCH.cards()[:20]
    for pen, look in ((PEN, LOOK), (ASCII, BARE)):
        rows = hand_rows(hand, None, pen, look=look)
        assert {wide(row) for row in rows} == {19 * 3 + 7}
        for card in hand:
            assert look.written(card, card.suit) in plain(rows)
    assert plain(hand_rows(None, None, PEN, 8, LOOK)).count("::") == 7 + 2
    assert wide(hand_rows(hand[:5], None, PEN, look=LOOK)[0]) == 5 * 7


# --- the table ---------------------------------------------------------------------------


def test_the_upcard_lies_in_the_middle_in_its_colour():
    player = mau()
    upcard = player.position.state.upcard
    style, letters = f"french-{upcard.suit} card", LOOK.written(upcard, upcard.suit)
    for height, below in ((24, 2), (10, 0)):  # a card under its name; beside it where it is low
        rows = table_rows(scene(player), 80, height, PEN)
        named = [at for at, row in enumerate(rows) if "upcard" in plain([row])]
        assert len(named) == 1
        assert (style, letters) in [(name, text.strip()) for name, text in rows[named[0] + below]]


def test_the_stock_lies_face_down_beside_the_upcard():
    shown = drawn(mau(), 80, 24, face_up="AB")
    assert shown.count("│:::::│") == 1
    assert "stock 37" in shown
    assert "stock 37" in drawn(mau(), 40, 10)


def test_the_trick_and_the_pot_lie_in_the_middle_also_where_the_table_is_narrow():
    # Worked by hand: A leads the king of clubs, B and C follow; each of four put a chip in.
    player = enfle("A play Kc", "B play 7c", "C play Tc")
    for width in (76, 80, 100, 130):
        shown = drawn(player, width)
        for seen in ("A K♣", "B 7♣", "C T♣", "pot 4", "D speaks"):
            assert seen in shown


def test_hands_nobody_shows_lie_face_down_as_many_as_they_are():
    player = enfle("A play Kc")
    shown = drawn(player, face_up="B")
    assert "7♠" not in shown
    assert shown.count("│::") == 7 + 8 + 8  # A has played one
    assert "8♣" in shown


def test_points_and_chips_are_not_called_stones():
    assert "19 chips" in drawn(enfle())
    assert "0 points" in drawn(mau())
    for player in (enfle(), mau()):
        assert "stone" not in drawn(player)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_table_fits_its_width_and_leaves_no_card_out(width, height):
    for player in (enfle("A play Kc"), mau()):
        for pen, look in ((PEN, LOOK), (ASCII, BARE)):
            rows = table_rows(scene(player), width, height, pen)
            assert all(wide(row) <= width for row in rows)
            for seat in player.position.order if width >= 40 else ():
                for card in player.position.hand_of(seat):
                    assert look.written(card, card.suit) in plain(rows)


# --- the linear table --------------------------------------------------------------------


def in_words(player) -> list[str]:
    return [line.text for line in table_in_words(scene(player), ENGLISH)]


def test_the_linear_table_tells_the_upcard_and_what_it_asks_for():
    player = mau()
    upcard = player.position.state.upcard
    assert any(f"upcard {upcard}" in line for line in in_words(player))


def test_the_linear_table_tells_the_trick_and_the_pot():
    (lying,) = [line for line in in_words(enfle("A play Kc", "B play 7c")) if "trick 1" in line]
    assert lying == "A Kc   B 7c   trick 1   pot 4"


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("mau_mau_spade_starter_and_a_kept_card", "Points after the hand"),
        ("enfle_last_card_in_mid_trick", "Chips after the deal"),
    ],
)
def test_a_record_is_shown_without_calling_anything_stones(name, seen, mustutor):
    shown = mustutor("replay", "show", name).out
    assert seen in shown
    assert "stone" not in shown.casefold()


# --- what is said ------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize(
    ("game", "call", "spanish"),
    [
        ("mau_mau", "play Jc calling h one card", "echo Jc y pido corazones, una carta"),
        ("mau_mau", "play Jc Js calling d", "echo Jc Js y pido diamantes"),
        ("mau_mau", "play 9h one card", "echo 9h, una carta"),
        ("mau_mau", "draw", "robo"),
        ("mau_mau", "pass", "paso"),
        ("enfle", "play Td", "echo Td"),
        ("enfle", "take", "recojo"),
    ],
)
def test_a_call_is_told_in_the_readers_words_and_read_again_in_them(game, call, spanish, code):
    heard = teller_of(load_variant(game)).aloud(call, open_language(code))
    assert heard == (call if code == "en" else spanish)
    assert str(game_of(game).words.grammar.read(f"A {heard}")) == f"A {call}"
