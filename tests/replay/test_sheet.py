"""The score sheet: what is written and read again is the same record, byte for byte."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor.base.errors import ReplayError
from mustutor.base.json_text import canonical
from mustutor.base.language import UNBROKEN, open_language
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee import settle, verify
from mustutor.replay import Replay, loads
from mustutor.replay.files import read
from mustutor.replay.names import about_lines
from mustutor.replay.sheet.reader import WORDS, read_sheets
from mustutor.replay.sheet.writer import written
from mustutor.replay.simulate import match
from tests import long
from tests.long import examples, whole

ROOT = Path(__file__).resolve().parents[2]
REPLAYS = ROOT / "replays"
RECORDS = sorted(REPLAYS.rglob("*.json*"))
CONFORMANCE = sorted((ROOT / "tests" / "conformance").glob("*.jsonl"))
GOOD = (REPLAYS / "three_players.json").read_text("utf-8")


def bytes_of(replay: Replay) -> str:
    return canonical(replay.as_json())


def one(sheet: str) -> Replay:
    [found] = read_sheets(sheet.encode())
    assert found.problem is None, f"{found.problem.line}:{found.problem.column} {found.problem}"
    return found.replay


def comes_back(replay: Replay) -> None:
    for ascii_alone in (False, True):
        sheet = written(replay, ascii=ascii_alone)
        assert bytes_of(one(sheet)) == bytes_of(replay)
        assert written(one(sheet), ascii=ascii_alone) == sheet
        assert sheet.isascii() or not ascii_alone


# --- what is there already ---------------------------------------------------------------


@whole
@pytest.mark.parametrize("path", [*RECORDS, *CONFORMANCE], ids=lambda path: path.stem)
def test_every_record_comes_back_byte_for_byte(path):
    lines = path.read_text("utf-8").splitlines()
    for line in long.some(lines, 5) if path in CONFORMANCE else lines:
        replay = loads(line)
        comes_back(replay)
        # The records that ship are canonical already: the bytes are those of the file.
        if path.is_relative_to(REPLAYS):
            assert bytes_of(one(written(replay))) == line


@pytest.mark.parametrize("path", [*RECORDS, *CONFORMANCE], ids=lambda path: path.stem)
def test_a_bare_sheet_keeps_what_was_played_and_nothing_that_was_computed(path):
    for line in path.read_text("utf-8").splitlines():
        told = json.loads(line)
        sheet = written(loads(line), bare=True)
        bare = json.loads(bytes_of(one(sheet)))
        assert "seal" not in bare
        computed = r"^ *(checks|times|ledger|seal|extra (hand|match|deal)) "
        assert not re.search(computed, sheet, re.MULTILINE)
        for name in ("seats", "players", "start", "games", "claims", "notes", "event"):
            assert bare.get(name) == told.get(name)
        assert bare["variant"]["id"] == told["variant"]["id"]
        assert len(bare["hands"]) == len(told["hands"])
        for ours, theirs in zip(bare["hands"], told["hands"], strict=True):
            proofs = {"shuffle", "commit", "salts"}
            dealt = {n: t for n, t in theirs.get("deal", {}).items() if n not in proofs}
            assert ours.get("deal", {}) == dealt
            assert ours.get("after") == theirs.get("after")
            for round_, other in zip(ours["rounds"], theirs["rounds"], strict=True):
                assert round_["calls"] == other["calls"]
                assert round_.get("draws") == other.get("draws")


SHEETS = sorted(REPLAYS.rglob("*.mus"))


# With what is computed and without it by turns.
@pytest.mark.parametrize(
    ("path", "bare"),
    [(path, turn % 2 == 0) for turn, path in enumerate([*RECORDS, *SHEETS])],
    ids=lambda value: getattr(value, "stem", None),
)
def test_a_record_settles_the_same_from_its_sheet(path, bare):
    for found in read(str(path)):
        sheet = written(found.replay, bare=bare)
        assert settle(one(sheet)).as_json() == settle(found.replay).as_json()


@settings(max_examples=40, deadline=None)
@given(
    name=st.sampled_from(variant_ids()),
    hands=st.integers(1, 3),
    seed=st.text(max_size=8),
)
def test_random_matches_come_back_and_verify(name, hands, seed):
    rules = load_variant(name)
    replay = match(rules, seats=0, hands=hands, seed=seed)
    comes_back(replay)
    assert verify(one(written(replay))).ok


# --- whatever a record may hold ----------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=14) | st.sampled_from(
    ("by Ane", "bluff", "!", "#", "a # b", '"', "{", "hand", "none", "a, b", "x:", " x", "x ", ",")
)
OTHERS = st.recursive(
    st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
STRANGE = st.dictionaries(TEXTS.map(lambda name: f"x-{name}"), OTHERS, max_size=2)
CODES = st.text(st.characters(max_codepoint=127), min_size=2, max_size=8) | st.sampled_from(
    ("en", "es", "eu", "und")
)
SAID = st.dictionaries(CODES, TEXTS, max_size=3)
SEATS = st.sampled_from(("A", "B1", "H9", "C"))
SIDES = st.sampled_from("ABCDEFGH")
STONES = st.dictionaries(SIDES, st.integers(0, 1_000_000), max_size=4)
CARDS = st.lists(
    st.sampled_from(("Ro", "7", "Ae", "8o", "rey de oros", "", "?")) | TEXTS, max_size=5
)
HELD = st.dictionaries(SEATS, CARDS, max_size=3)
CALLS = st.lists(
    st.sampled_from(
        ("A paso", "B1 envido 2", "C subo a 5", "a paso", "A 5 mas", "A I pass", "A descarto 7e ?")
        + ("A sena duples", "B dice tengo_31", "A ?", "Z9 paso", "A  paso", "A paso ", "", "A 2")
    )
    | TEXTS,
    max_size=12,
)
PLACES = st.sampled_from(("1", "1.grande", "1.grande.1", "grande.1", "hand", "2.mus.1", "match"))
DIGESTS = st.text("0123456789abcdef", min_size=64, max_size=64)


def some(required, optional):
    return st.tuples(st.fixed_dictionaries(required, optional=optional), STRANGE).map(
        lambda parts: {**parts[1], **parts[0]}
    )


MOVEMENTS = some(
    {
        "lance": st.sampled_from(("grande", "match")) | TEXTS,
        "when": st.sampled_from(("at_once", "showdown")),
        "item": st.just("stake") | TEXTS,
        "from": st.sampled_from(("A", "bank", "pot:chica")) | TEXTS,
        "to": st.sampled_from(("B", "out")) | TEXTS,
        "stones": st.integers(0, 1_000_000),
    },
    {
        "rule": st.sampled_from(("ENC-SET-8", "MUS-PAY-2", "")) | TEXTS,
        "seat": SEATS | TEXTS,
        "wins_game": st.booleans(),
    },
)
ROUNDS = some(
    {
        "lance": st.sampled_from(("mus", "descarte", "grande", "pares", "punto")),
        "calls": CALLS,
    },
    {
        "draws": HELD,
        "checks": st.lists(st.text("0123456789abcdef", min_size=12, max_size=12), max_size=12),
        "at_ms": st.lists(st.integers(0, 2**53), max_size=9),
    },
)
DEALS = some(
    {},
    {
        "source": st.sampled_from(("physical", "shuffled", "composed")),
        "cards": HELD,
        "shuffle": some({"algorithm": TEXTS}, {"seed": TEXTS}),
        "commit": st.dictionaries(SEATS, DIGESTS, max_size=2),
    },
)
HANDS = some(
    {"mano": SEATS, "rounds": st.lists(ROUNDS, max_size=3)},
    {
        "deal": DEALS,
        "ledger": st.lists(MOVEMENTS, max_size=3),
        "after": STONES,
        "seal": DIGESTS,
    },
)
NOTES = some(
    {"text": SAID},
    {
        "by": TEXTS,
        "glyph": st.sampled_from(("!", "?", "!!", "??", "bluff", "signal", "corrected")),
    },
)
CLAIMS = some(
    {"by": TEXTS, "about": PLACES | TEXTS, "to": st.sampled_from(("A", "in", "5")) | TEXTS},
    {"stones": st.integers(0, 1_000_000), "after": STONES, "text": SAID},
) | some({"by": TEXTS, "about": PLACES | TEXTS}, {"after": STONES, "text": SAID})
PLAYERS = TEXTS | some({}, {"name": TEXTS, "kind": TEXTS})
MATCHES = some(
    {
        "format": st.just("mus-replay/1"),
        "variant": some(
            {"id": st.sampled_from(("madrid", "encaje")) | TEXTS.filter(bool)},
            {"digest": DIGESTS, "rules": st.dictionaries(TEXTS, OTHERS, max_size=2)},
        ),
        "seats": st.lists(SEATS, min_size=2, max_size=4, unique=True),
        "hands": st.lists(HANDS, max_size=2),
    },
    {
        "start": STONES,
        "games": STONES,
        "players": st.dictionaries(SEATS, PLAYERS, max_size=3),
        "event": TEXTS,
        "place": TEXTS,
        "date": TEXTS,
        "recorder": TEXTS,
        "view": TEXTS,
        "claims": st.lists(CLAIMS, max_size=3),
        "notes": st.dictionaries(PLACES | TEXTS, st.lists(NOTES, max_size=2), max_size=3),
        "signatures": st.lists(st.dictionaries(TEXTS, OTHERS, max_size=2), max_size=2),
        "seal": DIGESTS,
    },
)


@examples(120, 40, deadline=None)
@given(document=MATCHES)
def test_whatever_a_record_may_hold_comes_back(document):
    comes_back(loads(json.dumps(document)))


# --- what a sheet looks like -------------------------------------------------------------


def test_a_sheet_is_written_as_people_would_write_it():
    replay = next(read(str(REPLAYS / "ordago_refused.json"))).replay
    bare = written(replay, bare=True).splitlines()
    assert bare[0] == "mus-sheet 1"
    assert bare[2] == "seats A1 B1 A2 B2"
    for hand in replay.hands:
        for seat, cards in hand.cards.items():
            assert f"  {seat} {' '.join(cards)}" in bare
    assert max(len(line) for line in bare if ": " in line and line.startswith("  gr")) <= 96


def test_the_starter_and_the_stock_have_lines_of_their_own():
    replay = next(read(str(REPLAYS / "mau_mau_spade_starter_and_a_kept_card.json"))).replay
    deal = replay.hands[0].deal
    lines = written(replay, bare=True).splitlines()
    assert "  starter Ts" in lines
    begins = lines.index("  stock " + ", ".join(deal["stock"][:23]) + ",")
    assert lines[begins + 1].split(", ") == ["      " + deal["stock"][23], *deal["stock"][24:]]


def test_piles_and_hands_kept_are_read_as_they_are_written():
    sheet = (
        "mus-sheet 1\nvariant mau_mau\nseats A B\n\nhand 1 mano B\n"
        "  starter Ts\n  stock none\n  restock 2h, 9d\n  restock none\n  held A 3c 4c, B Td\n"
    )
    replay = one(sheet)
    assert replay.hands[0].deal == {
        "starter": "Ts",
        "stock": [],
        "restocks": [["2h", "9d"], []],
        "held": {"A": ["3c", "4c"], "B": ["Td"]},
    }
    assert written(replay) == sheet


def test_a_starter_is_one_card():
    sheet = "variant mau_mau\nseats A B\nhand 1 mano B\n  starter Ts 9s\n"
    [found] = read_sheets(sheet.encode())
    assert (found.problem.line, found.problem.column) == (4, 11)
    assert "one card" in str(found.problem)


def test_a_note_on_a_round_that_comes_again_stands_under_its_call():
    sheet = (
        "mus-sheet 1\nvariant fournier\nseats A1 B1 A2 B2\n\nhand 1 mano A1\n"
        "  mus: A1 mus, B1 mus, A2 mus, B2 mus\n"
        "  descarte: A1 descarto ?, B1 descarto ?, A2 descarto ?, B2 descarto ?\n"
        "  mus: A1 corto\n"
        "    note 1.mus2.1 ! by Ane: at last\n"
    )
    assert written(one(sheet)) == sheet
    assert one(sheet.replace("note 1.mus2.1", "note mus2.1")) == one(sheet)


def test_what_cannot_be_seen_is_written_as_an_escape():
    replay = loads(GOOD)._replace(about={"event": "a\u202eb\x1b[31m\x85c\u200d"})
    sheet = written(replay)
    assert 'event "a\\u202eb\\u001b[31m\\u0085c\\u200d"' in sheet
    assert one(sheet).about == replay.about


def test_a_title_may_be_a_text_by_language():
    given = json.loads(GOOD) | {"event": {"en": "Friday", "es": "a\u202eb {"}}
    titled = json.dumps(given)
    replay = loads(titled)
    assert 'event {"en":"Friday","es":"a\\u202eb {"}' in written(replay)
    comes_back(replay)
    for told, shown in (("en", "Friday"), ("es", r"a\u202eb {"), ("eu", r"a\u202eb {")):
        first = next(about_lines(replay, load_variant("encaje"), open_language(told)))
        assert first.text.startswith(f"{shown} · ")
    refused = (titled.replace('"Friday"', text) for text in ('"' + "x" * 2001 + '"', "3"))
    for record in refused:
        with pytest.raises(ReplayError):
            loads(record)


def test_every_line_of_a_sheet_is_printable():
    replay = loads(GOOD)._replace(extra={"x-\u2028": ["\u202e", "😀"]})
    for line in written(replay).splitlines():
        assert all(sign.isprintable() or sign in UNBROKEN for sign in line)
    comes_back(replay)


# --- the page that describes it, and the examples ----------------------------------------

PAGE = (REPLAYS / "SHEET.md").read_text("utf-8")
BLOCKS = re.findall(r"```mus\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_examples_of_the_page_are_read_and_verify(number):
    verdict = verify(one(BLOCKS[number]))
    assert verdict.ok, verdict.failure


def test_the_second_example_of_the_page_is_as_export_writes_it():
    assert written(one(BLOCKS[1])) == BLOCKS[1]


def test_the_page_names_every_word_a_line_may_begin_with():
    for word in WORDS:
        assert f"`{word}" in PAGE, word


TABLE = re.findall(
    r"^\| `(\w+\.mus)` \| (.+) \|$", (REPLAYS / "README.md").read_text("utf-8"), re.MULTILINE
)
# The quarrels have a table and a test of their own.
SHEETS = sorted(path for path in REPLAYS.rglob("*.mus") if path.parent.name != "quarrels")


def test_the_table_of_contents_names_every_sheet_once():
    assert sorted(name for name, _ in TABLE) == sorted(path.name for path in SHEETS)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_an_example_gets_the_verdict_of_the_table(path):
    verdicts = [verify(located.replay) for located in read(str(path))]
    if path.parent.name == "faulty":
        [found] = verdicts
        assert found.failure is not None
        told = dict(TABLE)[path.name].split(" | ")
        assert [found.verdict, found.failure.place] == told[:2]
    else:
        assert all(verdict.ok for verdict in verdicts)
        assert all(judged.holds for verdict in verdicts for judged in verdict.judgements)


def test_the_worked_example_in_short_signs_is_the_worked_example():
    [ours] = read(str(REPLAYS / "encaje_in_short_signs.mus"))
    [theirs] = read(str(REPLAYS / "worked_example_1.json"))
    [grande], [known] = ours.replay.hands[0].rounds, theirs.replay.hands[0].rounds
    assert grande.calls == known.calls
    assert ours.replay.start == theirs.replay.start
