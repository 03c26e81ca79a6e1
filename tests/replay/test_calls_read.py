"""Spellings of calls: what people say is read, and what would lose its meaning is refused."""

from __future__ import annotations

import pytest

from mustutor.base.errors import NotationError
from mustutor.base.language import open_language
from mustutor.games import game_of
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import write_call


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("tira", "no quiero"),
        ("iduki", "quiero"),
        ("mintza", "corto"),
        ("je passe", "paso"),
        ("I bet 3", "envido 3"),
        ("raise to 8", "subo a 8"),
        ("5 más", "5 mas"),
        ("y yo", "y yo"),
        ("¡Hordago!", "ordago"),
        ("I call", "quiero"),
        ("Lo quiero", "quiero"),
        ("Descarto 7e, 4b", "descarto 7e 4b"),
        ("descarto rey de oros, 4b", "descarto Ro 4b"),
        ("je descarte 7e", "descarto 7e"),
        ("I discard 7e ?", "descarto 7e ?"),
        ("Descubre 7e", "descubre 7e"),
        ("Seña duples", "sena duples"),
        ("DICE Llego_a_mi Ro", "dice llego_a_mi Ro"),
        # With the numbers said as words, and what is added to the stake on the table.
        ("envido cinco", "envido 5"),
        ("I bet three", "envido 3"),
        ("je mise quatre", "envido 4"),
        ("enbido bost", "envido 5"),
        ("I raise to 8", "subo a 8"),
        ("I raise it to twelve", "subo a 12"),
        ("je relance à 8", "subo a 8"),
        ("subo a diez", "subo a 10"),
        ("dos más", "2 mas"),
        ("y dos más", "2 mas"),
        ("otras cinco", "5 mas"),
        ("envido 5 más", "5 mas"),
        ("five more", "5 mas"),
        ("I raise by 3", "3 mas"),
        ("je relance de 3", "3 mas"),
        ("et cinq de plus", "5 mas"),
        ("bost gehiago", "5 mas"),
        ("et moi", "y yo"),
        ("eta nik", "y yo"),
        ("dos cartas", "descarto ? ?"),
        ("I throw 3 cards", "descarto ? ? ?"),
        ("je jette une carte", "descarto ?"),
        ("tiro dos cartas", "descarto ? ?"),
        ("tiro 7e 4b", "descarto 7e 4b"),
        ("me descarto de 7e 4b", "descarto 7e 4b"),
        ("hor dago!", "ordago"),
        ("nahi dut", "quiero"),
        ("ez dut nahi", "no quiero"),
        ("je tiens", "quiero"),
        ("je ne tiens pas", "no quiero"),
        ("las veo", "quiero"),
        ("I don't see it", "no quiero"),
        ("je n'en ai pas", "no tengo"),
        ("je coupe", "corto"),
        ("no quiero mus", "corto"),
    ],
)
def test_a_call_as_people_say_it(said, written):
    assert write_call(read_call(f"A {said}")) == f"A {written}"


@pytest.mark.parametrize(
    "said",
    [
        "envido ٣",  # three, in other digits: left out it would be an envido of two
        "envido \u22123",  # a minus sign
        "envido – 3",  # a dash
        "0 mas",  # no raise at all
        "quiero не",  # the word for "not", in other letters
        "sena ojo\x07",
        "sena \x1b[31m",
        "dice x,y",
        "descarto ,",
        "je suis",
        # By five, or to five? Nobody can tell.
        "subo cinco",
        "I raise 5",
        "je relance 5",
        "reenvido 5",
        "envido dos tres",
        "cero mas",
        "-5 mas",
        "mas 5",
        "0 cartas",
        "9 cartas",
        "descubre 2 cartas",
        "quiero 2 cartas",
    ],
)
def test_what_would_lose_its_meaning_is_refused(said):
    with pytest.raises(NotationError):
        read_call(f"A {said}")


@pytest.mark.parametrize("seat", ["A\uff11", "\u0663", "ñ", "A11", "1A"])
def test_a_seat_is_a_letter_and_perhaps_a_digit(seat):
    with pytest.raises(NotationError):
        read_call(f"{seat} paso")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("embido 4", "envido 4"),
        ("Embido 12", "envido 12"),
        ("embido", "envido 2"),
        ("sub a 9", "subo a 9"),
        ("subo 9", "subo a 9"),
        ("7 mass", "7 mas"),
        ("passo 4", "paso"),
        # Numbers that could be no stake are not offered again.
        ("embido 4 6", "envido 2"),
        ("envido -4", "envido 2"),
    ],
)
def test_what_was_probably_meant_keeps_the_number(said, meant):
    with pytest.raises(NotationError) as refused:
        read_call(f"B {said}")
    assert refused.value.hint == f"B {meant}"
    assert write_call(read_call(refused.value.hint)) == refused.value.hint


@pytest.mark.parametrize("said", ["embido 007", "envido 100000000"])
def test_for_a_number_that_can_be_no_stake_no_other_is_suggested(said):
    with pytest.raises(NotationError) as refused:
        read_call(f"B {said}")
    assert refused.value.hint == ""


@pytest.mark.parametrize("said", ["foo 5", "5"])
def test_a_number_alone_is_like_no_call(said):
    with pytest.raises(NotationError) as refused:
        read_call(f"B {said}")
    assert refused.value.hint == ""


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("pares sí", "tengo"),
        ("Pares no", "no tengo"),
        ("juego no", "no tengo"),
        ("no hay pares", "no tengo"),
        ("I have game", "tengo"),
        ("pares bai", "tengo"),
        ("pareak ez", "no tengo"),
        ("je n'ai pas de jeu", "no tengo"),
        ("bid 2", "envido 2"),
        ("bid", "envido 2"),
        ("hasta allí", "corto"),  # S4:L132, in Cantabria
        ("sin mus", "corto"),
        ("yo no quiero", "no quiero"),
        ("no queremos", "no quiero"),
        ("queremos", "quiero"),
        ("doblo", "doblo"),
        ("double", "doblo"),
        ("échale cinco", "5 mas"),
        ("otros cinco", "5 mas"),
        ("quiero y cinco más", "5 mas"),
        ("beste bost", "5 mas"),
        ("quiero y órdago", "ordago"),
        ("hasta 10", "subo a 10"),
        ("imido 3", "envido 3"),
        ("acepto", "quiero"),
        ("nahi", "quiero"),
        ("I want it", "quiero"),
        ("no la veo", "no quiero"),
        ("no acepto", "no quiero"),
        ("me voy", "no quiero"),
        ("I'm out", "no quiero"),
        ("ez dut ikusten", "no quiero"),
        ("I don't want it", "no quiero"),
        ("parole", "paso"),
        ("quiero mus", "mus"),
        ("no doy mus", "corto"),
        ("musik ez", "corto"),
        ("jokua bai", "tengo"),
        ("ez ditut pareak", "no tengo"),
        ("j'ai le jeu", "tengo"),
    ],
)
def test_what_people_say_for_it_is_understood(said, written):
    assert write_call(read_call(f"A {said}")) == f"A {written}"


@pytest.mark.parametrize(
    "said",
    ["no paso", "noo quieroo nada", "no subo", "no corto", "no envido", "no ordago", "nunca veo"]
    + ["nquiero no", "i never accept", "no tengo pares ni juego", "ez iduki", "je ne vois pas"],
)
def test_a_hint_never_suggests_the_opposite(said):
    with pytest.raises(NotationError) as refused:
        read_call(f"A {said}")
    affirming = {"quiero", "paso", "corto", "tengo", "mus", "ordago", "envido 2", "subo a 5"}
    assert refused.value.hint.removeprefix("A ") not in affirming


@pytest.mark.parametrize(
    "said",
    ["all in", "out", "tres", "pido dos", "quiero dos cartas", "venga", "vale", "dos", "vamos"]
    + ["kanta", "stand", "suivant", "fuera"],
)
def test_a_hint_is_not_taken_out_of_the_air(said):
    # What is like no phrase but by a letter or two was asked about as its opposite.
    with pytest.raises(NotationError) as refused:
        read_call(f"A {said}")
    assert refused.value.hint == ""


@pytest.mark.parametrize("said", ["noquiero", "no qiero", "yo no qiero", "ni quiero"])
def test_a_denial_is_taken_for_a_denial_of_the_same(said):
    with pytest.raises(NotationError) as refused:
        read_call(f"A {said}")
    assert refused.value.hint == "A no quiero"


@pytest.mark.parametrize(
    "sign",
    ["\u200b", "\u00ad", "\u2060", "\u202e", "\ufe0f", "\u034f", "\x1b", "\x7f"],
    ids=ascii,
)
@pytest.mark.parametrize("game", ["mus", "encaje", "enfle", "mau_mau"])
def test_a_call_with_a_sign_nobody_can_see_is_refused_and_the_sign_is_shown(game, sign):
    grammar = game_of(game).words.grammar
    words = min(grammar.bare)
    for said in (f"{words}{sign}", f"{words[:2]}{sign}{words[2:]}", f"{sign}{words}"):
        with pytest.raises(NotationError) as refused:
            grammar.read(f"A {said}")
        told = refused.value.said(open_language("en"))
        assert f"cannot be seen, {sign.encode('unicode_escape').decode()}:" in told
        assert sign not in told


def test_an_accent_may_stand_by_itself_and_any_white_space_between_words():
    assert read_call("A o\u0301rdago") == read_call("A órdago") == read_call("A ordago")
    assert read_call("A envido\t5") == read_call("A envido\u00a05") == read_call("A envido 5")
