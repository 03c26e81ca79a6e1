"""What a learner types: lax in spelling, refused with a reason, never counted wrong unread."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mustutor.base.errors import AnswerError
from mustutor.base.language import plain_text
from mustutor.games.question import KINDS, LONGEST_ANSWER, AnswerChoice, Question, read_answer


def asked(kind: str, *choices: str | tuple[str, str], **more) -> Question:
    made = tuple(AnswerChoice(*(c if isinstance(c, tuple) else (c, c))) for c in choices)
    return Question("q", "s", kind, "?", "", choices=made, **more)


CLASSES = (("par", "a pair"), ("medias", "three of a kind"), ("duples", "two pairs"))


@pytest.mark.parametrize(
    ("question", "typed", "read"),
    [
        (asked("choose", *CLASSES), "2", "medias"),
        (asked("choose", *CLASSES), " DUPLES ", "duples"),
        (asked("choose", *CLASSES), "a pair", "par"),
        (asked("choose", *CLASSES), "two", "duples"),
        (asked("choose", ("yes", "sí"), ("no", "no")), "si", "yes"),
        (asked("seat", "A1", "B1"), "b1", "B1"),
        (asked("seat", "A1", "B1"), "2", "B1"),
        (asked("number"), "007", "7"),
        (asked("cards", "Ro", "3b", "3c", "7e"), "3b ro", "Ro 3b"),
        (asked("cards", "Ro", "3b", "3c", "7e"), "3 3", "3b 3c"),
        (asked("cards", "R", "R", "7", "4"), "7, R R", "R R 7"),
        (asked("order", "A", "B", "C"), "c > a > b", "C A B"),
        (asked("order", "A", "B", "C"), "C, A, B", "C A B"),
        (asked("call", speaker="A1"), "Envido", "envido 2"),
        (asked("call", speaker="A1"), "a1 órdago", "ordago"),
        (asked("settle", "A", "B"), "b 14, a 19", "A=19 B=14"),
        (asked("settle", "A", "B"), "A:19 B=14", "A=19 B=14"),
    ],
)
def test_an_answer_is_read_as_it_was_meant(question, typed, read):
    assert read_answer(question, typed) == read


@pytest.mark.parametrize(
    ("question", "typed", "gist"),
    [
        (asked("choose", *CLASSES), "", "You have not typed anything yet"),
        (asked("choose", *CLASSES), "4", "not one of these"),
        (asked("choose", *CLASSES), "duplex", "did you mean"),
        (asked("seat", "A1", "B1"), "C1", "not one of these"),
        (asked("number"), "twelvety", "not a number"),
        (asked("number"), "-3", "not a number"),
        (asked("number"), "99999999", "not a number"),
        (asked("number"), "٣", "not a number"),
        (asked("cards", "Ro", "3b"), "Rc", "not one of these"),
        (asked("cards", "Ro", "3b"), "Ro Ro", "not one of these"),
        (asked("cards", "Ro", "3b"), "9o", ""),
        (asked("order", "A", "B", "C"), "A B", "each of these once"),
        (asked("order", "A", "B", "C"), "A B B C", "each of these once"),
        (asked("call", speaker="A1"), "abracadabra", "not something a player says"),
        (asked("settle", "A", "B"), "A 19", "what each player has"),
        (asked("settle", "A", "B"), "A 19 B 14 C 3", "what each player has"),
        (asked("settle", "A", "B"), "A 19 B fourteen", "what each player has"),
        (asked("number"), "1" * (LONGEST_ANSWER + 1), "no answer is longer"),
    ],
)
def test_what_is_no_answer_is_refused_with_what_would_be(question, typed, gist):
    with pytest.raises(AnswerError) as refused:
        read_answer(question, typed)
    assert gist in refused.value.said()


@example("cards", ">")
@given(
    st.sampled_from(KINDS),
    st.text(max_size=300),
)
def test_whatever_is_typed_is_read_or_refused(kind, typed):
    question = asked(kind, "A1", "B1", speaker="A1")
    try:
        answer = read_answer(question, typed)
    except AnswerError:
        return
    assert answer
    if kind in ("choose", "seat"):
        assert answer in ("A1", "B1")


@given(st.permutations(["A", "B", "C", "D"]))
def test_every_order_can_be_typed_and_comes_back(order):
    question = asked("order", "A", "B", "C", "D")
    assert read_answer(question, " ".join(order)) == " ".join(order)


def test_folding_keeps_what_tells_words_apart():
    assert plain_text("Sí") == plain_text("si") != plain_text("no")


@pytest.mark.parametrize(
    ("typed", "read"),
    [("two", "2"), ("dos", "2"), ("Veintidós", "22"), ("thirty-one", "31"), ("thirty one", "31")]
    + [("treinta y uno", "31"), ("forty", "40"), ("cuarenta", "40"), ("zero", "0"), ("bost", "5")],
)
def test_numbers_may_be_said_in_words(typed, read):
    assert read_answer(asked("number"), typed) == read


@pytest.mark.parametrize("typed", ["thirty ten", "one two", "forty thirty", "y", "-two", "3.5"])
def test_words_that_make_no_number_are_refused(typed):
    with pytest.raises(AnswerError):
        read_answer(asked("number"), typed)


@pytest.mark.parametrize(
    "typed", ["19 14", "19, 14", "A=19 B=14", "nineteen fourteen", "b 14 a 19"]
)
def test_several_numbers_are_what_each_has_in_order(typed):
    assert read_answer(asked("settle", "A", "B"), typed) == "A=19 B=14"


def test_cards_may_be_joined():
    question = asked("cards", "Ro", "Rb", "3b", "Ac")
    assert read_answer(question, "RoAc") == "Ro Ac"
    assert read_answer(question, "rr3") == "Ro Rb 3b"
