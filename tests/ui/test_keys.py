"""What each key does, through the screen itself: in a record, and where something is asked."""

from __future__ import annotations

import pytest

from mustutor.base.errors import AnswerError, ProgressError
from mustutor.base.language import mark, open_language
from mustutor.present.screen.desk import KEYS, act, open_desk
from mustutor.present.screen.rows import ScreenPen
from mustutor.tutor.walk import walk_events

from .lesson import QUESTIONS, lesson_walk
from .terminal import (
    DOWN,
    END,
    ENTER,
    ESCAPE,
    F2,
    F3,
    HOME,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    TAB,
    UP,
    drawn,
    pressed,
    record_walk,
)

RECORD = "worked_example_1_b_better"
PEN = ScreenPen(open_language("en"))


def place_after(*keys: str, start: str = "1.grande.5") -> str:
    return pressed(record_walk(RECORD, start), *keys).walk.stop.place


# --- in a record -------------------------------------------------------------------------


@pytest.mark.parametrize("key", [RIGHT, "n", " ", ENTER])
def test_on(key):
    assert place_after(key) == "1.grande.6"
    assert place_after(key, key) == "1.grande.7"


@pytest.mark.parametrize("key", [LEFT, "p", "b"])
def test_back(key):
    assert place_after(key) == "1.grande.4"


def test_the_ends_are_reached_and_not_passed():
    assert place_after(END) == "1.showdown"
    assert place_after(END, "n", "n") == "1.showdown"
    assert place_after(HOME) == "1"
    assert place_after(HOME, "p", "p") == "1"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("1.grande.11", "1.grande.11"),
        ("1.GRANDE", "1.grande.1"),
        (" 1.showdown ", "1.showdown"),
        ("1", "1"),
        ("2.chica", "1.grande.5"),
        ("", "1.grande.5"),
    ],
)
def test_going_to_a_place(typed, place):
    assert place_after("g", typed, ENTER) == place


def test_what_is_typed_is_completed_and_can_be_taken_back():
    assert place_after("g", "1.sh", TAB, ENTER) == "1.showdown"
    assert place_after("g", "1.x", "\x7f", "grande.2", ENTER) == "1.grande.2"
    assert place_after("g", "1", ESCAPE, "n") == "1.grande.6"


def test_searching_goes_on_from_here_and_round():
    assert place_after("/", "pot", ENTER) == "1.grande.13"
    assert place_after("/", "POT", ENTER, "/", ENTER) == "1.showdown"
    assert place_after("/", "nobody would say this", ENTER, ESCAPE) == "1.grande.5"
    assert place_after("/", "envido 2", ENTER) == "1.grande.3"  # before here: it goes round
    assert place_after("/", "ENC-BET-8", ENTER) == "1.grande.13"


def test_what_lies_over_the_table_is_read_and_closed():
    for key in ("?", "e", "r"):
        for close in (ESCAPE, "q", key):
            # It is closed first; only then the next key is one of the table.
            assert (
                place_after(key, PAGE_DOWN, DOWN, UP, PAGE_UP, "j", "k", close, "n") == "1.grande.6"
            )


@pytest.mark.parametrize("key", [ENTER, " ", "n", RIGHT, "p", HOME, END])
def test_what_would_lead_on_closes_the_help_and_skips_nothing(key):
    assert place_after("?", key) == "1.grande.5"
    assert place_after("?", key, "n") == "1.grande.6"
    asked = pressed(lesson_walk("seat"), ESCAPE, "?", key, ESCAPE, "B1", ENTER)
    assert asked.walk.asking.solved


def test_another_rulebook_and_back():
    walk = record_walk("madrid_refused_raise")
    seen = pressed(walk, "v", "fournier", ENTER).walk
    assert seen.source.settlement.variant.id == "fournier"
    assert seen.stop.place == walk.stop.place
    again = pressed(seen, "v", "madrid", ENTER).walk
    assert again.source.settlement.variant.id == "madrid"


def test_where_another_rulebook_refuses_a_call_the_stop_says_so():
    # With four kings the threes of A2 are threes: no juego, and saying "tengo" is refused.
    walk = record_walk("madrid_refused_raise")
    at_the_end = walk.to_index(walk.source.count - 1)
    seen = pressed(at_the_end, "v", "navarra", ENTER).walk
    assert seen.stop.place == "1.juego.3"
    assert seen.is_last
    assert seen.stop.scene.page.passages[0].heading == "Refused"
    assert "MUS-DECL-5" in seen.stop.scene.rules
    desk = act(act(open_desk(at_the_end, PEN), "variant"), "answer", "navarra")
    assert desk.message.endswith("it ends here.")


def test_a_rulebook_for_another_table_is_refused_in_place():
    desk = act(open_desk(record_walk("madrid_refused_raise"), PEN), "variant")
    after = act(desk, "answer", "encaje")
    assert after.message
    assert after.walk == desk.walk


def test_an_unknown_rulebook_is_said_and_nothing_is_lost():
    desk = act(open_desk(record_walk(RECORD), PEN), "variant")
    after = act(desk, "answer", "madird")
    assert "madrid" in after.message
    assert after.line == "variant"
    assert not after.keeps
    assert after.walk == desk.walk


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", ESCAPE + "q"])
def test_leaving(key):
    assert place_after("n", key, "n") == "1.grande.6"


@pytest.mark.parametrize(
    "before", [(), ("?",), ("g", "1.gr"), ("/",), ("v", "ma", TAB), ("e", "j")]
)
@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_leaving_at_any_moment_of_a_record(before, key):
    assert place_after(*before, key, "n") == "1.grande.5"


# --- where something is asked ------------------------------------------------------------


ANSWERS = {
    "choose": ("2", ENTER),
    "seat": ("b1", ENTER),
    "number": ("31", ENTER),
    "cards": ("Ro 3b", ENTER),
    "order": ("B1, A2, B2, A1", ENTER),
    "call": ("subo a 4", ENTER),
    "settle": ("A=1 B=8", ENTER),
    "digits": ("31", ENTER),
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question_is_answered_and_kept_before_the_next_key(kind):
    session = pressed(lesson_walk(kind), *ANSWERS[kind])
    assert session.walk.asking.outcome == "right"
    ((before, after),) = session.kept
    assert [(event.kind, event.outcome) for event in walk_events(before, after)] == [
        ("closed", "right")
    ]
    # Then Enter goes on.
    assert pressed(lesson_walk(kind), *ANSWERS[kind], ENTER).walk.at == session.walk.at + 1


def test_a_wrong_answer_is_told_and_asked_again():
    session = pressed(lesson_walk("choose"), "1", ENTER, "3", ENTER, "2", ENTER)
    assert session.walk.asking.tries == ("par", "duples", "medias")
    assert session.walk.asking.outcome == "wrong"
    assert len(session.kept) == 3


def test_what_is_no_answer_is_said_in_place_and_leaves_the_line():
    desk = open_desk(lesson_walk("number"), PEN)
    after = act(desk, "answer", "many")
    assert "many is not a number" in after.message
    assert (after.keeps, after.walk, after.line) == (False, desk.walk, "answer")
    assert pressed(lesson_walk("number"), "3x", ENTER, "31", ENTER).walk.asking.solved
    assert pressed(record_walk(RECORD), "g", "no", ENTER, "1.grande.9", ENTER).walk.stop.place == (
        "1.grande.9"
    )


@pytest.mark.parametrize(("code", "word"), [("en", "skip"), ("es", "skip"), ("es", "saltar")])
def test_the_word_skip_goes_on_without_an_answer(code, word):
    left = pressed(lesson_walk("number"), word, ENTER, code=code)
    assert left.walk.asked["number"].skipped
    assert left.walk.at == lesson_walk("number").at + 1


def test_the_arrow_that_skips_is_offered_while_a_question_is_open():
    shown = drawn(lesson_walk("number"))
    assert "→ skip" in shown
    assert pressed(lesson_walk("number"), RIGHT).walk.asked["number"].skipped
    assert not pressed(lesson_walk("number"), ENTER).kept


@pytest.mark.parametrize("kind", ["choose", "seat", "digits", "number"])
def test_a_digit_is_typed_and_enter_confirms_it_everywhere(kind):
    assert pressed(lesson_walk(kind), "1").walk.asking.tries == ()
    assert pressed(lesson_walk(kind), ESCAPE, "1").walk.asking.tries == ()


def test_a_choice_that_begins_with_a_digit_is_typed_as_it_stands():
    assert pressed(lesson_walk("digits"), "3", "1", ENTER).walk.asking.last == "31"


def test_letters_are_the_answer_and_commands_once_the_line_is_left():
    walk = lesson_walk("seat")
    assert pressed(walk, "q", "n", "p").walk == walk
    assert pressed(walk, ESCAPE, "n").walk.at == walk.at  # Enter, n: back to the line
    assert pressed(walk, ESCAPE, "p").walk.at == walk.at - 1
    assert pressed(walk, ESCAPE, "h").kept == []  # no hint there is: nothing to keep
    assert pressed(walk, ESCAPE, ESCAPE, "B1", ENTER).walk.asking.solved
    assert pressed(walk, ESCAPE, TAB, "B1", ENTER).walk.asking.solved
    assert pressed(walk, ESCAPE, "2", ENTER).walk.asking.solved
    assert pressed(walk, "B", ESCAPE, "?", ESCAPE, ESCAPE, "1", ENTER).walk.asking.solved


def test_arrows_move_in_the_line_once_something_stands_in_it():
    walk = lesson_walk("number")
    assert pressed(walk, RIGHT).walk.at == walk.at + 1
    assert pressed(walk, LEFT).walk.at == walk.at - 1
    assert pressed(walk, "1", LEFT, "3", ENTER).walk.asking.solved
    assert pressed(walk, END).walk.is_last
    assert pressed(walk, HOME).walk.at == 0
    assert pressed(walk, "1", HOME, "3", END, ENTER).walk.asking.solved


def test_the_articles_and_the_reasons_come_with_the_answer():
    walk = lesson_walk("seat")
    for action in ("article", "explain"):
        asked = act(open_desk(walk, PEN), action)
        assert (asked.over, asked.keeps) == ("", True)
        assert asked.message.endswith("the answer.")
    assert act(open_desk(walk.answer("B1"), PEN), "article").over


def test_a_stop_is_gone_to_by_its_number():
    walk = lesson_walk()
    assert pressed(walk, "g", "3", ENTER).walk.at == 2
    for nowhere in ("0", "99", "99999999"):
        assert pressed(walk, "g", nowhere, ENTER).walk.at == 0
    from mustutor.present.screen.desk import candidates

    assert candidates(act(open_desk(walk, PEN), "go")) == ()  # names of stops would say too much


def test_hint_hint_and_reveal():
    walk = lesson_walk("choose")
    hinted = pressed(walk, F2, F2, F2)
    assert hinted.walk.asking.hints == 2
    assert len(hinted.kept) == 2
    assert pressed(walk, F2, "2", ENTER).walk.asking.outcome == "hinted"
    shown = pressed(walk, F3)
    assert shown.walk.asking.outcome == "shown"
    assert not shown.walk.asking.solved
    assert pressed(walk, ESCAPE, "s").walk.asking.outcome == "shown"
    assert pressed(walk, ESCAPE, "R").walk.asking.outcome == "shown"


def test_asking_again_leaves_on_record_what_was_shown():
    again = pressed(lesson_walk("choose"), F3, "u")
    assert not again.walk.asking.closed
    assert again.walk.asking.shown
    assert pressed(lesson_walk("choose"), F3, "u", "2", ENTER).walk.asking.outcome == "shown"


def test_what_is_asked_is_still_there_when_the_learner_comes_back():
    session = pressed(lesson_walk("choose"), "1", ENTER, RIGHT, LEFT)
    assert session.walk.asking.tries == ("par",)


def test_a_call_is_completed_without_giving_the_answer_away():
    assert pressed(lesson_walk("call"), "su", TAB, "4", ENTER).walk.asking.solved
    desk = open_desk(lesson_walk("call"), PEN)
    from mustutor.present.screen.desk import completed

    text, _ = completed(desk, "su")
    assert text == "subo a "
    for said in completed(desk, "")[1]:
        assert not any(sign.isdigit() for sign in said)


def test_cards_and_seats_are_completed_word_by_word():
    assert pressed(lesson_walk("cards"), "Ro 3", TAB, ENTER).walk.asking.solved


@pytest.mark.parametrize(
    "before",
    [
        (),
        ("1",),
        ("x",),
        (F2,),
        (F3,),
        ("2", ENTER),
        (ESCAPE,),
        (ESCAPE, "?"),
        ("xx", ENTER),
        (TAB,),
    ],
)
@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_leaving_at_any_moment_of_a_question_loses_nothing(before, key):
    whole = pressed(lesson_walk("choose"), *before)
    left = pressed(lesson_walk("choose"), *before, key, "2")
    assert left.walk.asking == whole.walk.asking
    assert len(left.kept) == len(whole.kept)


def test_what_cannot_be_kept_is_said_and_the_lesson_goes_on():
    def refuse(*_):
        raise ProgressError(mark("Your progress cannot be kept."))

    session = pressed(lesson_walk("choose"), "1", ENTER, "2", ENTER, ENTER, keep=refuse)
    assert session.walk.stop.place == "seat"
    assert len(session.kept) == 3


def test_an_error_of_ours_ends_the_screen_and_is_not_swallowed():
    def fail(*_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        pressed(lesson_walk("choose"), "1", ENTER, keep=fail)


def test_what_is_pasted_has_a_bound():
    session = pressed(lesson_walk("number"), "9" * 5000, ENTER, "\x7f" * 400, "31", ENTER)
    assert session.walk.asking.solved


def test_a_walk_without_end_says_so():
    walk = lesson_walk()

    class Endless(type(walk.source)):
        @property
        def count(self):
            return None

    desk = open_desk(type(walk)(Endless(walk.source.stops)), PEN)
    assert act(desk, "last").message == "This goes on without end."
    assert act(desk, "last").walk == desk.walk


def test_what_a_key_says_is_said_in_the_language_of_the_reader():
    desk = open_desk(record_walk(RECORD), ScreenPen(open_language("es")))
    assert act(desk, "back").message == "Antes no hay nada: aquí empieza."
    assert act(desk, "hint").message == "Aquí no se pregunta nada."


def test_every_key_of_the_help_does_something():
    watched = open_desk(record_walk(RECORD, "1.grande.5"), PEN)
    asked = open_desk(lesson_walk("choose"), PEN)
    for key in KEYS:
        # Something is there to be seen of it, if only why nothing happens.
        desk = asked if key.action in {"answer", "line"} else watched
        assert act(desk, key.action)._replace(keeps=False) != desk
    assert len({name for key in KEYS for name in key.keys}) == sum(len(key.keys) for key in KEYS)


def test_no_answer_error_is_a_wrong_answer():
    with pytest.raises(AnswerError):
        lesson_walk("number").answer("many")
