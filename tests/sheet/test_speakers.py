"""Who says a call on a sheet: seats, names of players, and whoever is to speak by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from mustutor.base.errors import ReplayError
from mustutor.referee import verify
from mustutor.replay import dumps
from mustutor.replay.files import load_replay
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written

CASES = sorted(Path(__file__).with_name("cases").glob("*.mus"))
PAIRS = "variant fournier\nseats A1 B1 A2 B2\n"
PLAYED = f"{PAIRS}players A1 Ane, B1 Bea, A2 Amaia Soto, B2 Beñat\n"


def one(sheet):
    [found] = read_sheets(sheet.encode(), file="x.mus")
    if found.problem is not None:
        raise found.problem
    return found.replay


def calls(lines, head=PLAYED):
    return [round_.calls for round_ in one(f"{head}hand 1 mano A1\n{lines}").hands[0].rounds]


def refused(lines, head=PLAYED):
    with pytest.raises(ReplayError) as caught:
        one(f"{head}hand 1 mano A1\n{lines}")
    problem = caught.value
    return problem.line, problem.column, problem.said().partition(": ")[2]


# --- the quarrels ------------------------------------------------------------------------


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_quarrel_is_read_and_comes_back_the_same(path):
    replay = load_replay(path)
    [again] = read_sheets(written(replay).encode(), file=str(path))
    assert again.problem is None
    assert dumps(again.replay) == dumps(replay)


RULED = {
    "d03_out_of_turn": ("1.grande.2", "B1 speaks now, not B2."),
    "d05_false_juego": ("1", "B2 is given Sc, but A1 has it already."),
    "d07_nobody_answered": ("1.grande.3", "grande is not over, and B2 speaks now."),
    "d09_five_cards": ("1", "B1 is dealt 5 cards; every player gets 4."),
    "d31_no_mus_then_discard": ("1.mus.4", "mus is over: 'B2 mus' comes too late."),
}


@pytest.mark.parametrize("name", RULED)
def test_what_is_wrong_with_a_hand_is_told_and_not_who_speaks(name):
    replay = load_replay(Path(__file__).with_name("cases") / f"{name}.mus")
    failure = verify(replay).failure
    place, words = RULED[name]
    assert failure.place == place
    assert words in failure.fault.said()


def test_calls_after_the_game_was_won_have_their_seats_too():
    replay = load_replay(Path(__file__).with_name("cases") / "d06_after_won.mus")
    assert replay.hands[0].rounds[2].calls == ("A1 paso", "B1 ordago", "A2 quiero")


# --- names -------------------------------------------------------------------------------


def test_names_do_all_that_seats_do():
    told = one(
        f"{PLAYED}start Ane 20, Bea 18\nhand 1 mano Ane\nAne: Ro Rc 7e 4c\nAmaia Soto 6o 5o 4o Ac\n"
        "mus: Ane mus, Bea mus, Amaia mus, Beñat mus\n"
        "descarte: Ane 7e 4c, Bea 2 cartas, Amaia Soto ?, benat servido\n"
        "draws Ane Re 5e, Amaia Soto 2c\nmus: ANE corto\n"
        "grande: ane envido 2, Bea no quiero, Beñat: quiero\n"
        "claim Bea: Ane 2 grande\nafter Ane 22, Bea 18\n"
    )
    [hand] = told.hands
    assert told.start == {"A": 20, "B": 18}
    assert (hand.mano, hand.after) == ("A1", {"A": 22, "B": 18})
    assert hand.cards == {"A1": ["Ro", "Rc", "7e", "4c"], "A2": ["6o", "5o", "4o", "Ac"]}
    assert hand.rounds[0].calls == ("A1 mus", "B1 mus", "A2 mus", "B2 mus")
    assert hand.rounds[1].calls[0] == "A1 descarto 7e 4c"
    assert hand.rounds[1].draws == {"A1": ["Re", "5e"], "A2": ["2c"]}
    assert hand.rounds[3].calls == ("A1 envido 2", "B1 no quiero", "B2 quiero")
    assert told.claims[0] == {"by": "Bea", "about": "1.grande", "to": "A", "stones": 2}


@pytest.mark.parametrize(
    ("players", "said", "call"),
    [
        ("A1 Paso, B1 Bea", "Paso envido 2", "A1 envido 2"),
        ("A1 Paso, B1 Bea", "Paso", "A1 paso"),  # the call: A1 speaks first
        ("A1 Mus, B1 No", "A1 envido 2", "A1 envido 2"),
        ("A1 B1, B1 A1", "A1 envido 2", "A1 envido 2"),  # a seat is the seat
        ("A1 JOSÉ  MARÍA, B1 José", "jose maria 2", "A1 envido 2"),
        ("A1 Ana Belén, B1 Ane", "Ana 2", "A1 envido 2"),
        ("A1 A Coruña, B1 Bea", "A Coruña 2", "A1 envido 2"),
        ('A1 {"name": "Ane", "kind": "human"}', "Ane 2", "A1 envido 2"),
        ("A1 北京, B1 Ægir", "北京 2", "A1 envido 2"),
    ],
)
def test_names_of_all_kinds(players, said, call):
    lines = "".join(f"player {one.strip()}\n" for one in players.split(", B1")[:1])
    rest = players.partition(", B1")[2]
    head = PAIRS + lines + (f"player B1{rest}\n" if rest else "")
    assert calls(f"grande: {said}", head)[0] == (call,)


def test_two_players_of_one_name_are_called_by_their_seats():
    head = f"{PAIRS}players A1 Jon, B1 Jon, A2 Ane, B2 Jon Ander\n"
    line, column, why = refused("grande: Jon envido 2", head)
    assert (line, column) == (5, 9)
    assert why == "Jon may be any of A1 B1: write the seat."
    assert calls("grande: A1 envido 2, Jon Ander x", head)[0] == ("A1 envido 2", "B2 no quiero")


def test_nobody_is_called_by_a_name_that_is_not_told():
    line, column, why = refused("grande: Ane envido 2", PAIRS)
    assert (line, column) == (4, 9)
    assert "'Ane envido 2' is not something a player says" in why


# --- whoever could say it ----------------------------------------------------------------


def test_an_explicit_seat_stands_and_what_follows_in_the_lance_is_asked_for():
    line, column, why = refused("mus: corto\ngrande: A1 2, B2 5, x\n")
    assert (line, column) == (6, 21)
    assert why.startswith(
        "The rules do not allow B2 subo a 5, which comes before this: write the seat"
    )


def test_a_lance_after_one_that_is_wrong_or_broken_off_is_placed_all_the_same():
    told = calls("mus: corto\ngrande: A1 2, B2 5\nchica: -, 2, x, x\n")
    assert told[2] == ("A1 paso", "B1 envido 2", "A2 no quiero", "A1 no quiero")
    told = calls("mus: corto\ngrande: A1 ?\nchica: -, -, -, -\npares: no, no, no, no\n")
    assert told[2] == ("A1 paso", "B1 paso", "A2 paso", "B2 paso")


def test_declarations_are_placed_where_they_are_false():
    cards = "A1 Ro Rc 7e 4c\nB1 So Sc Se Ao\nA2 6o 5o 4o Ac\nB2 Co 7c 6c 5c\n"
    told = calls(f"{cards}pares: no, sí, no, no\njuego: no, sí, no, no")
    assert told[0] == ("A1 no tengo", "B1 tengo", "A2 no tengo", "B2 no tengo")


def test_the_hand_after_one_that_broke_off_begins_with_its_mano():
    head = f"{PLAYED}hand 1 mano A1\ngrande: A1 2\nhand 2 mano B1\n"
    told = one(f"{head}mus: corto\ngrande: -, -, -, -\n").hands[1]
    assert told.rounds[1].calls == ("B1 paso", "A2 paso", "B2 paso", "A1 paso")


def test_in_encaje_who_has_stones_says_who_speaks_and_nothing_is_guessed():
    head = "variant encaje\nseats A B C\n"
    sheet = f"{head}hand 1 mano A\ngrande: A 2, B ?\nhand 2 mano B\ngrande: -, -, -\n"
    with pytest.raises(ReplayError) as caught:
        one(sheet)
    assert (caught.value.line, caught.value.column) == (6, 9)


def test_cards_that_cannot_be_are_the_cause_where_declarations_hang_on_them():
    cards = "A1 Ro Rc 7e 4c\nB1 Ro Sc Se Ao\nA2 6o 5o 4o Ac\nB2 Co 7c 6c 5c\n"
    line, _, why = refused(f"{cards}pares: 2, x\n")
    assert line == 6  # of the cards of B1
    assert why == "B1 is given Ro, but A1 has it already."


def test_a_call_after_its_lance_is_over():
    line, column, why = refused("mus: corto\ngrande: 2, =, x\n")
    assert (line, column) == (6, 15)
    assert why.startswith("grande is over before this point: write the seat before it")


# --- rules of the house ------------------------------------------------------------------


def test_rules_that_lie_beside_a_sheet_go_with_its_record():
    replay = load_replay(Path(__file__).with_name("cases") / "d01c.mus")
    assert replay.variant["rules"]["score.claim"] == "manual"
    assert replay.variant["id"] == "forgot"
    [alone] = read_sheets(written(replay).encode())  # without the file
    assert alone.replay == replay


def test_verify_finds_the_rules_of_the_house_beside_the_sheet_as_settle_does(tmp_path, mustutor):
    rules = Path(__file__).with_name("cases") / "forgot.yaml"
    (tmp_path / "forgot.yaml").write_bytes(rules.read_bytes())
    sheet = tmp_path / "x.mus"
    lines = "seats A1 B1 A2 B2\nhand 1 mano A1\ngrande: -, -, -, -\n"
    sheet.write_text(f"variant forgot\n{lines}", "utf-8")
    assert [mustutor(*told, str(sheet)).status for told in (("settle",), ("replay", "verify"))] == [
        0,
        0,
    ]
    (tmp_path / "forgot.yaml").write_text("x", "utf-8")  # what is wrong with them, both tell
    assert "no file forgot.yaml" not in mustutor("replay", "verify", str(sheet)).err


@pytest.mark.parametrize(
    "named", ["../forgot.yaml", "/etc/passwd", "sub/forgot", "..\\forgot.yaml"]
)
def test_no_path_leads_out_of_the_folder(tmp_path, named):
    (tmp_path / "sub").mkdir()
    (tmp_path / "forgot.yaml").write_text("x", "utf-8")
    (tmp_path / "sub" / "x.mus").write_text(f"variant {named}\nseats A1 B1 A2 B2\n", "utf-8")
    with pytest.raises(ReplayError) as caught:
        load_replay(tmp_path / "sub" / "x.mus")
    assert (caught.value.line, caught.value.column) == (1, 9)
    assert "lies beside the sheet" in caught.value.said()


def test_no_link_leads_out_of_the_folder(tmp_path):
    (tmp_path / "sub").mkdir()
    rules = Path(__file__).with_name("cases") / "forgot.yaml"
    (tmp_path / "sub" / "forgot.yaml").symlink_to(rules)
    (tmp_path / "sub" / "x.mus").write_text("variant forgot\nseats A1 B1 A2 B2\n", "utf-8")
    with pytest.raises(ReplayError) as caught:
        load_replay(tmp_path / "sub" / "x.mus")
    assert "forgot.yaml leads to another folder" in caught.value.said()


def test_what_is_wrong_with_the_rules_is_told_in_their_file(tmp_path):
    (tmp_path / "ours.yaml").write_text("format: mus-variant/1\nid: [\n", "utf-8")
    (tmp_path / "x.mus").write_text("variant ours\nseats A1 B1 A2 B2\n", "utf-8")
    with pytest.raises(ReplayError) as caught:
        load_replay(tmp_path / "x.mus")
    assert Path(caught.value.file).name == "ours.yaml"


def test_rules_nobody_knows_are_named_where_a_seat_hangs_on_them(tmp_path):
    (tmp_path / "x.mus").write_text(
        "variant madird\nseats A1 B1 A2 B2\nhand 1 mano A1\nmus: corto\n", "utf-8"
    )
    with pytest.raises(ReplayError) as caught:
        load_replay(tmp_path / "x.mus")
    assert (caught.value.line, caught.value.column) == (1, 9)
    assert "no file madird.yaml beside the sheet (did you mean madrid?)" in caught.value.said()


# --- sheets that begin later -------------------------------------------------------------


def test_a_sheet_may_begin_with_the_third_hand():
    told = one(
        f"{PLAYED}start A 20, B 18\nhand 3 mano A2\nmus: corto\ngrande: -, -, -, -\n"
        "note grande.2 ? by Ane: why?\nnote 3.grande.1 ! here\n"
        "hand 4 mano B2\nmus: corto\ngrande: 2, x, x\nclaim Ane: B 1 3.grande\n"
        "claim Ane: A 1 grande\n"
        "claim Bea: in hand 3 after A 20, B 18\n"
    )
    assert [hand.mano for hand in told.hands] == ["A2", "B2"]
    assert told.hands[0].rounds[1].calls == ("A2 paso", "B2 paso", "A1 paso", "B1 paso")
    assert [claim["about"] for claim in told.claims] == ["1.grande", "2.grande", "1"]
    assert set(told.notes) == {"1.grande.2", "1.grande.1"}
    [again] = read_sheets(written(told).encode())
    assert again.replay == told
