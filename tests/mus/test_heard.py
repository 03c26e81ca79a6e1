"""What leans on what was said before: a paso to a bet, a bare yes or no, the double of a stake."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.games.mus_family.calls import read_call
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay import dumps, loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written

TABLE = "variant {variant}\nseats {seats}\nhand 1 mano {mano}\n"


def record(lines, variant="fournier", seats="A1 B1 A2 B2"):
    head = TABLE.format(variant=variant, seats=seats, mano=seats.split()[0])
    [found] = read_sheets((head + lines).encode())
    if found.problem is not None:
        raise found.problem
    return found.replay


def calls(lines, **table):
    return [round_.calls for round_ in record(lines, **table).hands[0].rounds]


def test_A_110_a_sheet_writes_no_quiero_for_a_paso_to_a_bet():
    # The quarrel mus_a9: A2 passes on the bet of B1, and A1 accepts it.
    told = calls("mus: A1 corto\ngrande: A1 -, B1 2, A2 -, A1 =")
    assert told[1] == ("A1 paso", "B1 envido 2", "A2 no quiero", "A1 quiero")
    assert calls("mus: corto\ngrande: -, 2, -, =") == told
    assert calls("mus: corto\ngrande: I pass, bid 2, I pass, I call") == told


def test_A_110_a_record_of_another_program_that_says_paso_verifies():
    text = dumps(record("mus: A1 corto\ngrande: A1 paso, B1 envido 2, A2 no quiero, A1 quiero"))
    theirs = loads(text.replace("A2 no quiero", "A2 paso"))
    assert verify(theirs).verdict == "ok"
    assert dumps(theirs) == text
    sheet = written(theirs)
    assert '"A2 paso"' in sheet  # as it stands there; read again it is the same record
    [again] = read_sheets(sheet.encode())
    assert again.replay == theirs


def test_A_110_encaje_has_no_such_call():
    lines = "grande: A envido 2, B paso"
    assert calls(lines, variant="encaje", seats="A B C") == [("A envido 2", "B paso")]
    assert verify(record(lines, variant="encaje", seats="A B C")).verdict == "illegal"


def test_a_paso_after_a_forgotten_call_stays_what_was_said():
    told = calls("mus: corto\ngrande: A1 2, B1 ?, B2 -")
    assert told[1] == ("A1 envido 2", "B1 ?", "B2 paso")


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("A1 2, B1 no, B2 sí", ("A1 envido 2", "B1 no quiero", "B2 quiero")),
        ("2, x, nik ere ez", ("A1 envido 2", "B1 no quiero", "B2 no quiero")),
        ("-, yo tampoco, me neither, -", ("A1 paso", "B1 paso", "A2 paso", "B2 paso")),
        ("5, doblo, =", ("A1 envido 5", "B1 subo a 10", "A2 quiero")),
        (
            "3, lo doblo, double, x, x",
            ("A1 envido 3", "B1 subo a 6", "A2 subo a 12", "B2 no quiero", "B1 no quiero"),
        ),
    ],
)
def test_a_bare_word_is_what_it_means_there(words, heard):
    assert calls(f"mus: corto\ngrande: {words}")[1] == heard


def test_a_bare_yes_or_no_to_mus():
    assert calls("mus: sí, yo también, no")[0] == ("A1 mus", "B1 mus", "A2 corto")


def test_pares_and_juego_are_declared_by_their_names():
    # The sheet mus_f3.
    lines = (
        "mus: A1 corto\ngrande: -,-,-,-\nchica: -,-,-,-\n"
        "pares: A1 pares sí, B1 pares no, A2 pares sí, B2 pares no\n"
        "juego: A1 juego sí, B1 juego no, A2 juego no, B2 nik ere ez\n"
    )
    *_, pares, juego = calls(lines)
    assert pares == ("A1 tengo", "B1 no tengo", "A2 tengo", "B2 no tengo")
    assert juego == ("A1 tengo", "B1 no tengo", "A2 no tengo", "B2 no tengo")


def test_what_names_another_lance_is_no_declaration_of_this_one():
    position = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    position = games.skip_to(position, "pares")
    fault = games.why_not(position, read_call("A1 juego sí"))
    assert fault.said() == "A1 speaks of juego, but pares is being declared."
    assert fault.rule == "MUS-DECL-1"


def test_nothing_is_doubled_where_nobody_bet():
    position = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    position = games.skip_to(position, "grande")
    assert games.why_not(position, read_call("A1 doblo")).rule == "MUS-BET-9"
