"""Reading score sheets: lax spelling, seats left out, refusals with their place, bounds."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.errors import ReplayError
from mustutor.referee import settle
from mustutor.replay import Replay
from mustutor.replay.files import load_replay, read
from mustutor.replay.sheet.reader import looks_like_sheet, read_sheets
from mustutor.replay.sheet.writer import written
from tests.long import examples

MUS = "variant madrid\nseats A1 B1 A2 B2\nstart A 30, B 28\n"
ENCAJE = "variant encaje\nseats A B C\n"
CARDS = "A1 Ro Rc 7e 4c\nB1 So Sc Se Ao\nA2 6o 5o 4o Ac\nB2 Co 7c 6c 5c\n"


def one(sheet: str | bytes) -> Replay:
    [found] = read_sheets(sheet if isinstance(sheet, bytes) else sheet.encode())
    if found.problem is not None:
        raise found.problem
    return found.replay


def calls(lines: str, head: str = MUS + "hand 1 mano A1\n") -> list[tuple[str, ...]]:
    return [round_.calls for round_ in one(head + lines).hands[0].rounds]


def refused(sheet: str | bytes) -> tuple[int, int, str]:
    with pytest.raises(ReplayError) as caught:
        one(sheet)
    problem = caught.value
    return problem.line, problem.column, problem.said()


# --- spelling ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "A1 envido 2, B1 subo a 4, A1 quiero",
        "A1 envido, B1 2 más, A1 iduki",
        "a1 2, b1 4, a1 =",
        "2, 4, A1 =",
        "I bet 2, raise to 4, A1 see",
        "envido,y yo,A1 quiero",
        "A1 ENVIDO  2 , B1 4,  A1 Quiero   # what a hand",
        "A1 envido 2,\n   B1 subo a 4,\n\n  A1 =",
    ],
)
def test_however_it_is_spelled_it_is_the_same_call(words):
    assert calls(f"grande: {words}") == [("A1 envido 2", "B1 subo a 4", "A1 quiero")]


def test_short_signs():
    told = calls("grande: -, -, –, 2, x, !, x")
    assert told == [
        ("A1 paso", "B1 paso", "A2 paso", "B2 envido 2", "A1 no quiero", "A2 ordago")
        + ("B2 no quiero",)
    ]
    assert calls("grande: A1 !, B1 =") == [("A1 ordago", "B1 quiero")]
    assert calls("grande: A1 ?") == [("A1 ?",)]


def test_a_number_after_a_forgotten_call_is_an_opening():
    assert calls("grande: A1 ?, B1 4") == [("A1 ?", "B1 envido 4")]


def test_after_a_raise_the_next_of_the_other_side_answers():
    assert calls("grande: 2, 4, x, =") == [
        ("A1 envido 2", "B1 subo a 4", "A2 no quiero", "A1 quiero")
    ]


def test_who_speaks_where_no_seat_is_written():
    # Those who fold are out of the lance, in the order of speaking; B raises, C and A answer.
    head = ENCAJE + "hand 1 mano B\n"
    [grande] = calls("grande: -, 2, x, 5, =", head)
    assert grande == ("B paso", "C envido 2", "A no quiero", "B subo a 5", "C quiero")


def test_only_those_who_have_it_bet_at_pares():
    # A1 holds a pair of kings, B1 three jacks; A2 and B2 hold no two alike.
    lances = "mus: corto\ngrande: -, -, -, -\nchica: -, -, -, -\npares: sí, sí, no, no, -, 2, ="
    told = calls(CARDS + lances)
    assert told[-1] == (
        *("A1 tengo", "B1 tengo", "A2 no tengo", "B2 no tengo"),
        *("A1 paso", "B1 envido 2", "A1 quiero"),
    )


def test_declarations_may_be_left_out_where_the_cards_are_known():
    told = calls(CARDS + "mus: corto\ngrande: -, -, -, -\nchica: -, -, -, -\npares: -, 2, =")
    assert told[-1] == ("A1 paso", "B1 envido 2", "A1 quiero")


def test_discards_are_cards_alone_and_the_cards_served_follow():
    told = one(
        f"{MUS}hand 1 mano A1\n{CARDS}mus: mus, mus, mus, mus\n"
        "descarte: 7e 4c, Ao, 6o 5o 4o, 7c 6c 5c\n"
        "draws A1 Re 5e, B1 7o, A2 7b 6b 4b, B2 Cc 2o 4e\nmus: corto\n"
    )
    _, thrown, cut = told.hands[0].rounds
    assert thrown.calls == (
        *("A1 descarto 7e 4c", "B1 descarto Ao", "A2 descarto 6o 5o 4o", "B2 descarto 7c 6c 5c"),
    )
    assert thrown.draws == {
        "A1": ["Re", "5e"],
        "B1": ["7o"],
        "A2": ["7b", "6b", "4b"],
        "B2": ["Cc", "2o", "4e"],
    }
    assert cut.calls == ("A1 corto",)


@pytest.mark.parametrize(
    "cards",
    ["Ro 3c 7e S", "rey de oros, 3 copas, siete de espadas, sota", "12o 3C 7E 10", "ro,3c,7e,s"],
)
def test_cards_as_people_write_them(cards):
    told = one(f"{MUS}hand 1 mano A1\nA1: {cards}\n")
    assert told.hands[0].cards == {"A1": ["Ro", "3c", "7e", "S"]}


def test_capitals_colons_and_comments_do_not_matter():
    told = one(
        "# a comment\nVARIANT: encaje # the rules\nSeats: a, b, c\nEVENT: Hand#3 #a remark\n"
        "players a: Ane, B Jon\n\tHAND 1: mano b\n  GRANDE paso, paso, paso\n"
    )
    assert told.variant == {"id": "encaje"}
    assert told.seats == ("A", "B", "C")
    assert told.about == {"event": "Hand#3", "players": {"A": "Ane", "B": "Jon"}}
    assert told.hands[0].rounds[0].calls == ("B paso", "C paso", "A paso")


def test_a_comment_in_quotes_is_none_and_a_quote_nobody_closed_hides_none():
    head = "seats A B C\nhand 1 mano A\n"
    assert one(f'variant encaje\nevent "a # b"  # c\n{head}').about["event"] == "a # b"
    assert one(f'variant encaje\nevent he said "no # c\n{head}').about["event"] == 'he said "no'


def test_notes_and_claims_as_people_write_them():
    told = one(
        MUS + "claim Jon: B match\nhand 1 mano A1\ngrande: A1 2, B1 x, B2 x\n"
        "note grande.2 ?? by Ane: why?\nnote grande Well played\nnote hand\n eu: Bai\n es: Sí\n"
        "claim Braulio: B 4 pares\n es: Cuatro.\nclaim Ane: A 1\n"
        "claim Ane: after A 31, B 28\n"
    )
    assert told.notes == {
        "1.grande.2": [{"glyph": "??", "by": "Ane", "text": {"und": "why?"}}],
        "1.grande": [{"text": {"und": "Well played"}}],
        "1": [{"text": {"eu": "Bai", "es": "Sí"}}],
    }
    assert told.claims == (
        {"by": "Jon", "about": "match", "to": "B"},
        {"by": "Braulio", "about": "1.pares", "to": "B", "stones": 4, "text": {"es": "Cuatro."}},
        {"by": "Ane", "about": "1", "to": "A", "stones": 1},
        {"by": "Ane", "about": "1", "after": {"A": 31, "B": 28}},
    )


def test_what_the_rules_refuse_is_read_as_it_stands():
    # There is no órdago in Encaje, and a bet of 1 is too small: verification says so, not reading.
    assert calls("grande: !", ENCAJE + "hand 1 mano A\n") == [("A ordago",)]
    assert calls("grande: A 1, B 7, B 9", ENCAJE + "hand 1 mano A\n") == [
        ("A envido 1", "B subo a 7", "B subo a 9")
    ]


def test_a_call_in_quotes_stands_as_it_is():
    assert calls('grande: "A1 embido 4", "", B1 2') == [("A1 embido 4", "", "B1 envido 2")]


# --- files -------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_and_byte_order_marks_do_not_matter(end, mark, last):
    text = (ENCAJE + "hand 1 mano A\ngrande: -,\n  -, -" + "\n" * last).replace("\n", end)
    told = one(mark + text.encode())
    assert told.hands[0].rounds[0].calls == ("A paso", "B paso", "C paso")
    assert refused(mark + (text + f"{end}granda: -").encode())[:2] == (6 + last, 1)


def test_several_matches_and_one_that_cannot_be_read():
    sheet = (
        f"# a league\nmus-sheet 1\n{ENCAJE}\nmus-sheet 1\nvariant encaje\nseats A Q\n\n"
        f"mus-sheet\n{MUS}"
    )
    first, second, third = read_sheets(sheet.encode(), file="x.mus")
    assert first.replay.seats == ("A", "B", "C")
    assert (second.number, second.replay) == (2, None)
    assert (second.problem.file, second.problem.line, second.problem.column) == ("x.mus", 8, 9)
    assert third.replay.variant == {"id": "madrid"}


def test_the_reader_of_records_reads_sheets_by_their_name(tmp_path):
    path = tmp_path / "x.mus"
    path.write_text(MUS, "utf-8")
    assert load_replay(path).seats == ("A1", "B1", "A2", "B2")
    other = tmp_path / "x.txt"
    other.write_text(MUS, "utf-8")
    [found] = read(str(other), sheet=True)
    assert found.replay == load_replay(path)


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b"# a comment", True),
        (b"\xef\xbb\xbfmus-sheet 1\n", True),
        (b"\n\nvariant: x\n", True),
        (b'{"format": 1}', False),
        (b"variants", False),
        (b"nothing of the kind", False),
    ],
)
def test_what_looks_like_a_sheet(data, is_one):
    assert looks_like_sheet(data) is is_one


# --- refusals ----------------------------------------------------------------------------

HAND = MUS + "hand 1 mano A1\n"  # four lines


@pytest.mark.parametrize(
    ("sheet", "line", "column", "words"),
    [
        ("", 1, 1, "empty"),
        ("# nothing\n", 1, 1, "empty"),
        ('{"format": "mus-replay/1"}', 1, 1, "JSON"),
        ("seats A B\n", 1, 1, "variant"),
        ("variant encaje\n", 1, 1, "seats"),
        ("mus-sheet 2\n", 1, 11, "version"),
        (MUS + "variant encaje\n", 4, 9, "twice"),
        (MUS + "seats A B\n", 4, 1, "twice"),
        (MUS + "event x\nevent y\n", 5, 1, "twice"),
        (MUS + "grnade: A1 2\n", 4, 1, "did you mean grande"),
        (MUS + "grande: A1 2\n", 4, 1, "No hand"),
        (MUS + "A1 Ro\n", 4, 1, "No hand"),
        (MUS + "hand 0 mano A1\n", 4, 6, "this is hand 1"),
        (MUS + "hand 3 mano A1\nhand 5 mano B1\n", 5, 6, "this is hand 4"),
        (MUS + "hand 3 mano A1\nclaim Ane: A 2 1.pares\n", 5, 7, "begins with hand 3"),
        (MUS + "hand 1\n", 4, 7, "mano"),
        (MUS + "hand 1 mano Q\n", 4, 13, "'Q' is not a seat"),
        (MUS + "hand 1 mano A1 dealt\n", 4, 16, "physical"),
        (MUS + "start A 1\n", 4, 1, "twice"),
        ("variant encaje\nseats A B\nstart A 5, B lots\n", 3, 14, "'lots'"),
        ("variant encaje\nseats A B\nstart A 5, B\n", 3, 12, "It is not said how many"),
        ("variant encaje\nseats A B\nstart A 5, 5\n", 3, 12, "side"),
        ("variant encaje\nseats A B\nstart A \uff15\n", 3, 9, "number of stones"),
        ("variant encaje\nseats A B\nstart A \u0665\n", 3, 9, "number of stones"),
        ("variant encaje\nseats A B\nstart A 5, A 6\n", 3, 12, "twice"),
        ("variant encaje\nseats A B\nstart A 5000000\n", 3, 1, "1000000"),
        (HAND + "A1 Ro Rx\n", 5, 7, "Rx is not a card"),
        (HAND + "A1 Ro, 8o\n", 5, 8, "no eights"),
        (HAND + "A1 Ro\nA1 Rc\n", 6, 1, "twice"),
        (HAND + "\u0410 Ro\n", 5, 1, "No line"),  # a Cyrillic A
        (HAND + "grande: A1 envido 2, B1 embido 4\n", 5, 22, "did you mean B1 envido 4"),
        (HAND + "grande: A1 envido 2, embido 4\n", 5, 22, "did you mean envido 4"),
        (HAND + "grande: A1 envido \u0662\n", 5, 9, "not something a player says"),
        (HAND + "grande: A1\n", 5, 9, "A1 says nothing"),
        (HAND + "grande: A1 2,, B1 x\n", 5, 13, "comma"),
        (HAND + "grande: A1 2,\n   B1 qiero\n", 6, 4, "did you mean B1 quiero"),
        (HAND + "grande: A1 2,\n", 5, 13, "comma"),
        (HAND + "grande: A1 2, A1 dice eso, sena duples\n", 5, 28, "write the seat"),
        (HAND + "grande: A1 ?, x\n", 5, 15, "write the seat"),
        (HAND + "grande: A1 x, -\n", 5, 15, "The rules do not allow A1 no quiero"),
        (HAND + "draws A1 Ro\n", 5, 1, "No lance"),
        (HAND + "descarte: A1 7e\nA1 Ro\n", 6, 1, "draws"),
        (HAND + "checks abc\n", 5, 1, "No lance"),
        (HAND + "grande: A1 2\nchecks abcdef\n", 6, 8, "abcdef"),
        (HAND + "ledger grande at_once deje bank A 1\n", 5, 28, "bank>A"),
        (HAND + "ledger grande at_once\n", 5, 8, "movement"),
        (HAND + "ledger grande soon deje bank>A 1\n", 5, 8, "soon"),
        (HAND + "ledger grande at_once deje bank>A 1 what?\n", 5, 37, "'what?'"),
        (HAND + "seal abc\n", 5, 1, "abc"),
        (HAND + "note where? it was\n", 5, 6, "'where?' is not a place"),
        (MUS + "note grande it was\n", 4, 6, "No hand"),
        (HAND + "en: hello\n", 5, 1, "follow a note"),
        (HAND + "note 1 x\nen: a\nen: b\n", 7, 1, "twice"),
        (HAND + "claim Ane\n", 5, 7, "claim Ane: A 4 pares"),
        (HAND + "claim Ane: A vier pares\n", 5, 14, "'vier'"),
        (HAND + "claim Ane: A 4 in\n", 5, 16, "'in'"),
        (HAND + "claim Ane: A 4 in heaven\n", 5, 19, "'heaven' is not a place"),
        (HAND + "claim Ane: A 4 pares chica\n", 5, 22, "twice"),
        (HAND + "extra\n", 5, 6, "match, variant"),
        (HAND + "extra hand 5\n", 5, 12, "JSON object"),
        (HAND + 'extra hand {"x-a": 1.5}\n', 5, 20, "not a whole number"),
        (HAND + 'extra hand {"mano": "B1"}\n', 5, 12, "twice"),
        (HAND + 'extra hand {"colour": 1}\n', 5, 12, "colour"),
        (HAND + 'extra hand {"x-a": 1\n', 5, 21, "breaks off"),
        (HAND + 'extra deal {"x-a": {"b": 1, "b": 2}}\n', 5, 29, "twice"),
        (MUS + 'event "a" b\n', 4, 7, "quotes"),
        (MUS + 'event "a\n', 4, 7, "quotes"),
        (MUS + 'event "\\q"\n', 4, 8, "not JSON"),
        (MUS + "event a\u202eb\n", 4, 8, "\\u202e"),
        (MUS + "event a\x1b[31m\n", 4, 8, "\\u001b"),
        (MUS + "# a\x00b\n", 4, 4, "\\u0000"),
        (MUS + "event a\u200bb\n", 4, 8, "\\u200b"),
        (MUS + f"event {'x' * 201}\n", 4, 1, "200"),
        (MUS + f"event {'x' * 40_000}\n", 4, 30_001, "30,000"),
        (MUS + "place x" + " " * 30_000 + "{\n", 4, 30_001, "30,000"),
    ],
)
def test_a_refusal_has_its_place_and_what_was_meant(sheet, line, column, words):
    row, place, said = refused(sheet)
    assert words in said
    assert (row, place) == (line, column), said


def test_bytes_that_are_no_text_have_their_place():
    assert refused_at(b"variant encaje\nseats \xff\xfe\n") == (2, 7, "0xff")
    assert refused_at("variant encaje".encode("utf-16")) == (1, 1, "0xff")


def refused_at(data: bytes) -> tuple[int, int, str]:
    with pytest.raises(ReplayError) as caught:
        list(read_sheets(data))
    return caught.value.line, caught.value.column, caught.value.evidence["byte"]


def test_seats_may_be_left_out_in_the_first_hundred_hands_alone():
    hands = "".join(f"hand {number} mano A\ngrande: A ?\n" for number in range(1, 101))
    assert len(one(ENCAJE + hands).hands) == 100
    _, column, said = refused(f"{ENCAJE}{hands}hand 101 mano A\ngrande: -\n")
    assert (column, "100" in said) == (9, True)


@pytest.mark.parametrize(
    "line",
    [
        "grande: " + "A1 -," * 5_900 + " A1 -",
        'grande: "' + '\\"' * 14_000,
        'extra hand {"x": "' + '\\"' * 500_000,
        'event "' + '\\"' * 14_000 + " # x",
        "note 1 " + '"' * 29_000,
        "claim " + "A " * 14_000,
        "A1 " + "x," * 14_000,
        "# " + "#" * 29_000,
        "extra hand " + '{"x-a":' * 100_000,
        "grande: A1 " + "9" * 20_000,
    ],
)
def test_no_line_takes_long(line):
    begun = time.perf_counter()
    list(read_sheets((HAND + line).encode()))
    assert time.perf_counter() - begun < 3


LINES = st.sampled_from(
    (
        *MUS.splitlines(),
        *CARDS.splitlines(),
        *("mus-sheet 1", "hand 1 mano A1", "hand 2 mano B1", "mus: corto", "grande: 2, x, x"),
        *("descarte: 7e, Ao", "draws A1 Ro, B1 7c", "checks none", "times 1 2", "ledger none"),
        *("note 1 x", "en: y", "claim Ane: A 4 pares", "claim {}", "after A 3", "seal 00"),
        *('extra match {"notes": 5}', 'extra hand {"deal": 7}', 'extra match {"claims": {}}'),
        *('extra deal {"cards": []}', 'extra round {"draws": 1}', 'note 1 {"text": 3}'),
        *('extra variant {"rules": {}}', "player A1 {}", "games A 1", 'extra match {"players": 1}'),
        *('extra hand {"ledger": 3}', 'extra round {"checks": 3}', 'extra match {"x-": 1}'),
        *("ledger grande at_once deje bank>A 1", "pares: sí, no, 3", "juego: ?, 5 más", "mus:"),
    )
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@examples(600, 100, deadline=None)
@given(lines=st.lists(LINES, max_size=14), end=st.sampled_from(("\n", "\r\n", "\r")))
def test_whatever_is_written_is_read_or_refused_with_its_place(lines, end):
    data = end.join(lines).encode()
    if data.lstrip().startswith(b"{"):
        return  # refused whole, as JSON
    for located in read_sheets(data, file="x.mus"):
        assert (located.replay is None) is (located.problem is not None)
        if located.problem is not None:
            assert 1 <= located.problem.line <= len(data.splitlines()) + 1 + data.count(b"\r")
            assert located.problem.column >= 1
            assert located.problem.said()


SHIPPED = sorted((Path(__file__).resolve().parents[2] / "replays").rglob("*.mus"))
CUTS = st.tuples(
    st.integers(0, 2_000), st.integers(0, 12), st.sampled_from(('"', ",", "#", ":", "\\", "\n"))
)


@examples(300, 60, deadline=None)
@given(
    path=st.sampled_from(SHIPPED),
    cuts=st.lists(CUTS | st.tuples(st.integers(0, 2_000), st.integers(0, 40), st.text(max_size=3))),
)
def test_a_sheet_with_slips_in_it_is_read_or_refused_with_its_place(path, cuts):
    text = path.read_text("utf-8")
    for at, length, slip in cuts:
        text = text[: at % len(text)] + slip + text[at % len(text) + length :] + "\n"
    for located in read_sheets(text.encode("utf-8", "replace"), file=path.name):
        problem = located.problem
        if problem is not None:
            assert problem.said().startswith(f"{path.name}:{problem.line}:{problem.column}: ")
            assert problem.line <= len(re.split("\r\n|\r|\n", text))


# --- hands shown at the end ------------------------------------------------------------------

SHOWN = """variant fournier
seats A1 B1 A2 B2
{start}
hand {number} mano A1
  mus: mus, mus, mus, mus
  descarte: 2 cartas, 1 carta, 2 cartas, 3 cartas
  mus: corto
  grande: {grande}
  A1 R R 7 4
  B1: R R 7 5
  A2 S 6 5 4
  B2 S C 5 4
  claim B1: B 2 grande
"""


@pytest.mark.parametrize(
    ("number", "start", "grande", "mano"),
    [(3, "start A 5, B 5", "A1 2, =", "A1"), (1, "", "B1 2, A2 =", "B1")],
)
def test_hands_shown_after_discards_nobody_saw_are_those_that_were_kept(
    number, start, grande, mano
):
    # In the first hand of Fournier who cuts mus corrido is mano: B1, after the mus of all four.
    (located,) = read_sheets(SHOWN.format(number=number, start=start, grande=grande).encode())
    [hand] = located.replay.hands
    assert (hand.mano, hand.cards["B1"]) == (mano, ["R", "R", "7", "5"])
    assert [round_["lance"] for round_ in hand.extra["x-talk"]] == ["mus", "descarte", "mus"]
    [judged] = settle(located.replay).judgements
    assert judged.holds  # the last card decides: five is above four (MUS-CMP-G1)
    assert one(written(located.replay)) == located.replay


def test_cards_between_the_discards_and_the_lances_are_still_those_served_or_none():
    begun = SHOWN.partition("  grande")[0].format(start="", number=1)
    line, column, said = refused(f"{begun}A1 R R 7 4")
    assert (line, column) == (8, 1)
    assert "after draws" in said
