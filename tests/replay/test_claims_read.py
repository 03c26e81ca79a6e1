"""Claims as people say them: read alike everywhere, and never taken for another claim."""

from __future__ import annotations

import pytest

from mustutor.base.errors import NotationError, ReplayError
from mustutor.replay.claim_text import ClaimTable, read_claim
from mustutor.replay.names import Names
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written

PLAYERS = {"A1": "Ane", "B1": "Bea", "A2": "Amaia Soto", "B2": "Beñat"}
LANCES = ("grande", "chica", "pares", "juego", "punto")
MUS = ClaimTable(Names(("A1", "B1", "A2", "B2"), PLAYERS), LANCES, 2, "2")
ENCAJE = ClaimTable(Names(("A", "B", "C"), {"A": "Ane", "B": "Bea"}), LANCES, 1, "1", loses=True)

SAID = {
    "Ane: A 4 pares": {"about": "2.pares", "to": "A", "stones": 4},
    "Ane: A match": {"about": "match", "to": "A"},
    "Ane: A wins the match": {"about": "match", "to": "A"},
    "Ane: A gana la partida": {"about": "match", "to": "A"},
    "Ane: A 40": {"about": "2", "to": "A", "stones": 40},
    "Ane: A has 40": {"about": "2", "after": {"A": 40}},
    "Ane: tenemos 40": {"about": "2", "after": {"A": 40}},
    "Ane: A 40, B 31": {"about": "2", "after": {"A": 40, "B": 31}},
    "Ane: we win": {"about": "game", "to": "A"},
    "Beñat: ganamos": {"about": "game", "to": "B"},
    "benat: On gagne": {"about": "game", "to": "B"},
    "Bea: they win": {"about": "game", "to": "A"},
    "Bea: perdemos": {"about": "game", "to": "A"},
    "Bea: B loses the match": {"about": "match", "to": "A"},
    "Ane: we win the match": {"about": "match", "to": "A"},
    "Ane: A wins 3": {"about": "2", "to": "A", "stones": 3},
    "Ane: we win grande": {"about": "2.grande", "to": "A"},
    "Ane: 4 pares": {"about": "2.pares", "to": "A", "stones": 4},
    "Ane: Bea 4 pares": {"about": "2.pares", "to": "B", "stones": 4},
    "Ane: Amaia Soto gets 4 stones at pares": {"about": "2.pares", "to": "A", "stones": 4},
    "Ane: A2 4 1.pares": {"about": "1.pares", "to": "A", "stones": 4},
    "Ane: nothing for B in grande": {"about": "2.grande", "to": "B", "stones": 0},
    "Ane: A se lleva 3 a la grande": {"about": "2.grande", "to": "A", "stones": 3},
    "Ane: in hand 1 after A 20, B 23": {"about": "1", "after": {"A": 20, "B": 23}},
    "Ane: in hand 1 after Ane 20, Bea 23": {"about": "1", "after": {"A": 20, "B": 23}},
    "Ane: hand 1: A 20": {"about": "1", "to": "A", "stones": 20},
    "Ane: in the match A": {"about": "match", "to": "A"},
    "Ane: A game": {"about": "game", "to": "A"},
    "Ane: en la mano 1 B 3": {"about": "1", "to": "B", "stones": 3},
}


@pytest.mark.parametrize("text", SAID)
def test_a_claim_is_read_as_it_is_said(text):
    by = text.partition(":")[0]
    assert read_claim(text, MUS) == {"by": by, **SAID[text]}


@pytest.mark.parametrize("text", SAID)
def test_a_sheet_reads_it_alike_and_writes_it_so_that_it_is_the_same(text):
    players = ", ".join(f"{seat} {name}" for seat, name in PLAYERS.items())
    head = f"variant fournier\nseats A1 B1 A2 B2\nplayers {players}\nhand 1 mano A1\n"
    [found] = read_sheets(f"{head}hand 2 mano B1\nclaim {text}\n".encode())
    assert found.problem is None, found.problem
    by = text.partition(":")[0]
    assert found.replay.claims == ({"by": by, **SAID[text]},)
    [again] = read_sheets(written(found.replay).encode())
    assert again.replay == found.replay


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("A 4 pares", {"by": "A", "about": "2.pares", "to": "A", "stones": 4}),
        ("A1 B 4 pares", {"by": "A1", "about": "2.pares", "to": "B", "stones": 4}),
        ("Ane 4 pares", {"by": "Ane", "about": "2.pares", "to": "A", "stones": 4}),
        ("Ane wins", {"by": "Ane", "about": "game", "to": "A"}),
        ("Ane B 4 pares", {"by": "Ane", "about": "2.pares", "to": "B", "stones": 4}),
        ("A 40, B 31", {"by": "A", "about": "2", "after": {"A": 40, "B": 31}}),
    ],
)
def test_the_first_word_may_say_who_claims(text, claim):
    assert read_claim(text, MUS) == claim


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("Ane: A vier pares", 8, "'vier' is not understood"),
        ("Ane: A 3 medias", 10, "'medias' is not understood"),
        ("Ane: A 4 in heaven", 13, "'heaven' is not a place"),
        ("Ane: A 4 pares chica", 16, "twice"),
        ("Ane: B loses 3", 1, "who gets the stones"),
        ("Ane: C 3", 6, "'C' is not understood"),
        ("Zoe: we win", 6, "Nothing says whose side Zoe is on"),
        ("Zoe: 3 grande", 1, "Nothing says whose side Zoe is on"),
        ("Ane:", 1, "is missing"),
        ("Ane: pares", 1, "is missing"),
        ("we win", 1, "who claims"),
        ("Ane: after A", 12, "stones of each side"),
        ("Ane: A 4 1000000000", 10, "is not understood"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place(text, column, why):
    with pytest.raises(NotationError) as refused:
        read_claim(text, MUS)
    assert (refused.value.column, why in refused.value.said()) == (column, True)


def test_in_encaje_a_game_is_decided_by_who_loses_it():
    assert read_claim("Ane: A loses", ENCAJE) == {"by": "Ane", "about": "game", "to": "A"}
    assert read_claim("Ane: C match", ENCAJE) == {"by": "Ane", "about": "match", "to": "C"}
    assert read_claim("Ane: A wins grande", ENCAJE)["to"] == "A"
    with pytest.raises(NotationError) as refused:
        read_claim("Ane: we win", ENCAJE)  # who loses then, of the two others, is not said
    assert "Name the side" in refused.value.said()


def test_a_claim_of_somebody_whose_side_nobody_told_is_not_guessed():
    sheet = "variant fournier\nseats A1 B1 A2 B2\nhand 1 mano A1\ngrande: -,-,-,-\n"
    [found] = read_sheets(f"{sheet}claim Bittor: we win\n".encode(), file="x.mus")
    assert isinstance(found.problem, ReplayError)
    assert found.problem.said().startswith("x.mus:5:15: Nothing says whose side Bittor is on: name")
    [told] = read_sheets(f"{sheet}claim Bittor: B wins\n".encode())
    assert told.replay.claims == ({"by": "Bittor", "about": "game", "to": "B"},)


def test_the_recorder_reads_them_alike():
    from tests.replay.test_recorder_lines import table, told

    dictation = told(
        table("wikipedia_en"), "players A1=Ane, B1=Bea", "A1", "corto", "claim Bea: we win"
    )
    assert dictation.recorder.closed().claims == ({"by": "Bea", "about": "game", "to": "B"},)
