"""The words of the table on a sheet: a row for each class, and every phrase that SHEET.md gives."""

from __future__ import annotations

import re

import pytest

from mustutor.base.errors import ReplayError
from mustutor.base.files import data
from mustutor.base.register import round_named
from mustutor.base.shipped import load_packaged_yaml
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import write_call
from mustutor.present.settlement import explain
from mustutor.referee import settle
from mustutor.replay import Replay
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written

HEAD = "variant fournier\nseats A1 B1 A2 B2\nplayers A1 Ane Miren, B1 Bea, A2 Iker, B2 Jon\n"
HAND = HEAD + "hand 1 mano Ane\n"


def one(sheet: str, file: str = "") -> Replay:
    [found] = read_sheets(sheet.encode(), file=file)
    if found.problem is not None:
        raise found.problem
    return found.replay


def calls(lines: str) -> list[tuple[str, ...]]:
    return [round_.calls for round_ in one(HAND + lines).hands[0].rounds]


# --- what is said ------------------------------------------------------------------------

PERSONS = {
    "quiere": "quiero",
    "quieren": "quiero",
    "lo quiso": "quiero",
    "he saw it": "quiero",
    "elle accepte": "quiero",
    "no quiso": "no quiero",
    "they folded": "no quiero",
    "pasa": "paso",
    "paso yo": "paso",
    "pues paso": "paso",
    "pasé": "paso",
    "she passes": "paso",
    "envida": "envido 2",
    "envidó cinco": "envido 5",
    "he bets four": "envido 4",
    "sube a seis": "subo a 6",
    "subió a 8": "subo a 8",
    "they raised to ten": "subo a 10",
    "corta": "corto",
    "cortó": "corto",
    "tiene": "tengo",
    "no llevaba": "no tengo",
    "tiene pares": "tengo",
    "had no game": "no tengo",
    "dijo que no": "no tengo",
    "dijo órdago": "ordago",
    "nadie se acuerda": "?",
}
OF_THE_TABLE = {
    "enbido bost": "envido 5",
    "moztu": "corto",
    "mintza": "corto",
    "iduki": "quiero",
    "tira": "no quiero",
    "hor dago": "ordago",
    "hordago egin du": "ordago",
    "hordago bota du": "ordago",
    "enbido egin du": "envido 2",
    "enbidatu du": "envido 2",
    "enbidatu du sei": "envido 6",
    "hiru tantos gehiago": "3 mas",
    "je mise quatre": "envido 4",
    "a passé": "paso",
}
NUMBERS = {
    "let's go to six": "subo a 6",
    "vamos a siete": "subo a 7",
    "envido treinta y una": "envido 31",
    "I bet thirty-one": "envido 31",
    "envido dos piedras": "envido 2",
    "tres más": "3 mas",
}
NEVER_ASTRAY = {"lo echo": "no quiero", "las echo": "no quiero", "lo dejo": "no quiero"}


@pytest.mark.parametrize(
    ("said", "meant"), [*(PERSONS | OF_THE_TABLE | NUMBERS | NEVER_ASTRAY).items()]
)
def test_a_call_is_read_as_people_say_it(said, meant):
    assert write_call(read_call(f"A {said}")) == f"A {meant}"


@pytest.mark.parametrize("said", ["las hecho", "lo hecho", "no paso", "nadie paso", "ni quiero yo"])
def test_what_is_asked_about_is_never_an_acceptance_or_another_call(said):
    with pytest.raises(ReplayError) as refused:
        one(f"{HAND}grande: A1 2, B1 {said}\n")
    assert refused.value.hint in ("", "B1 no quiero")


def test_no_phrase_means_two_things():
    # The same words may be two calls only where the round tells them apart: what is thrown, what
    # is added to a stake, and what opens without one.
    words = load_packaged_yaml(data("variants") / "conduct" / "words.yaml")["words"]
    for table in ("calls", "answers", "over_the_stake", "rounds"):
        seen: dict[str, str] = {}
        for meaning, languages in words[table].items():
            for phrase in [phrase for said in languages.values() for phrase in said]:
                assert seen.setdefault(phrase, meaning) == meaning, phrase
                assert phrase == phrase.casefold()
                assert re.fullmatch(r"[a-z0-9 ?]+", phrase), phrase


@pytest.mark.parametrize(
    ("called", "name"),
    [
        *[("handia", "grande"), ("haundia", "grande"), ("grand", "grande"), ("Grande", "grande")],
        *[("txikia", "chica"), ("ttipia", "chica"), ("petit", "chica"), ("la chica", "chica")],
        *[("pareak", "pares"), ("paires", "pares"), ("pairs", "pares")],
        *[("jokoa", "juego"), ("jeu", "juego"), ("le jeu", "juego"), ("puntua", "punto")],
    ],
)
def test_a_lance_is_called_as_at_the_table(called, name):
    assert round_named(called) == name
    if " " not in called:
        told = one(f"{HAND}{called}: A1 ?\nnote {called}.1 why\nclaim Bea: B 1 {called}\n")
        assert told.hands[0].rounds[0].lance == name
        assert list(told.notes) == [f"1.{name}.1"]
        assert told.claims[0]["about"] == f"1.{name}"


def test_numbers_alone_may_be_words():
    assert calls("grande: dos, cuatro, Iker lo echo, Ane =\n") == [
        ("A1 envido 2", "B1 subo a 4", "A2 no quiero", "A1 quiero")
    ]


def test_calls_may_stand_one_a_line():
    lines = (
        "handia:\n  Ane envida cinco\n  Bea: sube a siete\n  lo echo\n  quiere\n"
        "chica: Ane 2\n  Bea x\n  paso\n"
    )
    assert calls(lines) == [
        ("A1 envido 5", "B1 subo a 7", "A2 no quiero", "A1 quiero"),
        ("A1 envido 2", "B1 no quiero", "B2 no quiero"),
    ]


def test_discards_may_stand_one_a_line_too_and_cards_thrown_once_more_are_refused():
    told = calls("mus: mus, mus, mus, mus\ndescarte:\n Ane 7e 4c\n Bea Ao\n Iker 2 cartas\n")
    assert told[1] == ("A1 descarto 7e 4c", "B1 descarto Ao", "A2 descarto ? ?")
    with pytest.raises(ReplayError, match="draws"):
        calls("mus: mus, mus, mus, mus\ndescarte:\n Ane 7e\n Ane Ro\n")


@pytest.mark.parametrize("line", ["Ane R R 7 4", "Ane: R R 7 4", "Ane Miren R R 7 4", "A1 R R 7 4"])
def test_cards_alone_after_a_name_show_them_before_the_lances_and_after(line):
    told = [one(f"{HAND}{line}\ngrande: -, -, -, -\n"), one(f"{HAND}grande: -, -, -, -\n{line}\n")]
    assert [each.hands[0].cards for each in told] == [{"A1": ["R", "R", "7", "4"]}] * 2


@pytest.mark.parametrize(
    ("by_seat", "by_name"),
    [
        ("draw A1 Ro, B1 4c", "draw Ane Miren Ro, Bea 4c"),
        ("hand 1 mano A1\nshuffled B1 B2", "hand 1 mano Ane Miren\nshuffled Bea, Jon"),
        ("hand 1 mano A1\ncut A2 12", "hand 1 mano ane\ncut Iker 12"),
        ("hand 1 mano A1\ncut A1", "hand 1 mano ane\ncut Ane Miren"),
        ("hand 1 mano A1\nafter A 3, B 4", "hand 1 mano Ane\nafter Ane Miren 3, Jon 4"),
    ],
)
def test_names_do_all_that_seats_do(by_seat, by_name):
    assert written(one(f"{HEAD}{by_name}\n")) == written(one(f"{HEAD}{by_seat}\n"))


def test_a_hand_keeps_the_number_that_was_written():
    told = one(
        f"{HEAD}start A 10, B 5\nhand 3 mano Ane\ngrande: A1 2, Bea x, Jon x\nhand 4 mano Bea\n"
        "grande: B1 2, A1 x, A2 x\nclaim Bea: A 1 3.grande\nclaim Bea: A 1\n"
    )
    assert [claim["about"] for claim in told.claims] == ["1.grande", "2"]
    for code in ("en", "es"):
        said = explain(settle(told), lang=code).text()
        assert re.search(r"\bhand 3\b|\bmano 3\b", said)
        assert "3.grande" in said
        assert not re.search(r"\b1\.grande|\bhand [12]\b|\bmano [12]\b", said)
    assert one(written(told)) == told


@pytest.mark.parametrize(
    ("rules", "hands", "stands"),
    [
        ("fournier", ["R R R 4", "R R 5 4"], True),
        ("fournier", ["R R R 3", "R R 3 3", "R 3 5 4"], False),  # five kings and four threes
        ("fournier", ["Ro Rc Re Rb", "3o 3c 3e R"], True),
        ("fournier", ["A A A 4", "A A 5 4"], True),
        ("navarra", ["R R R 4", "R R 5 4"], False),
        ("fournier", ["S S S 4", "S S 5 4"], False),
    ],
)
def test_MUS_RANK_3_a_fifth_king_may_be_a_three_where_threes_are_kings(rules, hands, stands):
    seats = ["A1", "B1", "A2", "B2"]
    cards = "".join(f"{seat} {hand}\n" for seat, hand in zip(seats, hands, strict=False))
    told = one(f"variant {rules}\nseats A1 B1 A2 B2\nhand 1 mano A1\n{cards}grande: -, -, -, -\n")
    failure = settle(told).failure
    assert (failure is None) is stands
    assert failure is None or failure.verdict == "misdealt"


# --- every phrase that SHEET.md gives ------------------------------------------------------

TWO = "variant encaje\nseats A B C\nplayers A Ane, B Jon, C Eva\n"
MAU = "variant mau_mau\nseats A B C\nhand 1 mano A\n"
TITLED = 'event {"en": "Friday", "es": "Viernes"}'
MATCH_LINES = {
    HEAD: [*("draw A1 Ro, B1 4c", "draw Ane Ro", 'event "Table #2"', TITLED, "hand 1 mano A1")]
    + ["hand 1 mano Ane", "hand 3"],
    TWO: ["games A 1", "start A 5, B 18"],
    "variant encaje\n": ["seats A B C"],
    "variant encaje\nseats A B C\n": ["players A Ane, B Jon", "player A Ane"],
    "": ["mus-sheet 1"],
    MAU: ["starter Ts", "stock 2h, 9d, 3s", "restock Kd, Th"],
    HAND: [*("A1 Ro Rc 7e 4c", "Ane: Ro Rc 7e 4c", "after A 5, B 23", "after Ane 5, Jon 23")]
    + ["shuffled B2", "cut A2 12", "cut Jon 12", "cut none", "grande: A1 paso, B1 envido 2"]
    + ["Ane envido 2", "note chica.3 ? by Ane: words", "claim Ane: A 4 pares"]
    + [
        "claim Ane: B match",
        "note hand wrong_mano Bea: words",
        "claim Ane: in match after A 40, B 31",
    ],
    f"{HAND}descarte: A1 7e 4c, B1 Ao\n": ["draws A1 Re 5e, B1 7o"],
    f"{HAND}chica: Ane 2\n": ["note chica.1 joke: words"],
    f"{HAND}note hand\n": ["en: words", "es: words"],
}
BEGUN = {"hand 3": "start A 1, B 2\nhand 3 mano Ane", "Ane envido 2": "grande:\nAne envido 2"}
BEGUN |= {"held A1 Ro Rc 7e 4c, B1 …": "held A1 Ro Rc 7e 4c, B1 So"}
CALLS = {
    "no hay mus": "corto",
    "I pass": "paso",
    "2 más": "2 mas",
    "tira": "no quiero",
    "quiere": "quiero",
    "sube a seis": "subo a 6",
    "let's go to six": "subo a 6",
    "paso yo": "paso",
    "moztu": "corto",
    "lo echo": "no quiero",
    "sí": "tengo",
    "Paso": "paso",
    "no quiero": "no quiero",
    "envido": "envido 2",
}
CLAIMS = {
    "we win": {"about": "game", "to": "A"},
    "ganamos": {"about": "game", "to": "A"},
    "A wins 3": {"about": "1", "to": "A", "stones": 3},
    "Bea se lleva 2 a grande": {"about": "1.grande", "to": "B", "stones": 2},
    "A 40, B 31": {"about": "1", "after": {"A": 40, "B": 31}},
}
SIGNS = {"-": "paso", "=": "quiero", "x": "no quiero", "!": "ordago", "?": "?", "subo a": "?"}
# What is no phrase: names of fields, files, commands and glyphs, and places of claims.
BESIDES = {"mustutor replay export FILE --text", "mustutor replay import FILE", "replay verify"}
BESIDES |= {"mustutor rule irregularities", "stake_disputed", "slates_differ"}
BESIDES |= {"#", "!!", "??", "--bare", ".mus", "A1", "\\u202e", "bluff", "composed", "corrected"}
BESIDES |= {"date", "descarte", "event", "forgot.yaml", "game", "hand", "mus", "physical", "place"}
BESIDES |= {"play", "recorder", "settle", "show", "shuffled", "signal", "verify", "view", "match"}
BESIDES |= {"pares", "2.pares", "variants/conduct/words.yaml"}
BESIDES |= {"handia", "txikia", "petit", "paires", "jeu"}  # in a table of their own above
BESIDES |= {"settle --variant FILE", "variant ID", "variant forgot", "forgot", "hand 2", "grande"}


def test_every_phrase_of_the_notation_is_tried_here():
    page = (data("replays") / "SHEET.md").read_text("utf-8")
    people = re.sub(r"```.*?```", "", page, flags=re.DOTALL).partition("**What programs add")[0]
    given = set(re.findall(r"`([^`]+)`", people))
    tried = {line for lines in MATCH_LINES.values() for line in lines}
    assert given <= tried | set(BEGUN) | set(CALLS) | set(CLAIMS) | set(SIGNS) | BESIDES
    assert tried | set(CALLS) | set(CLAIMS) <= given | {"envido"}


@pytest.mark.parametrize(
    ("head", "line"), [(head, line) for head, lines in MATCH_LINES.items() for line in lines]
)
def test_a_line_of_the_notation_is_read(head, line):
    rest = "" if "seats" in head else "seats A B C\n"
    rest = rest if "variant" in head or line.startswith("variant") else f"variant encaje\n{rest}"
    after = rest.replace("seats A B C\n", "") if line.startswith("seats") else rest
    told = one(f"{head}{BEGUN.get(line, line)}\n{after}")
    assert one(written(told)) == told


def test_cards_kept_are_read():
    assert one(f"{HAND}{BEGUN['held A1 Ro Rc 7e 4c, B1 …']}\n").hands[0].deal["held"]["B1"] == [
        "So"
    ]


@pytest.mark.parametrize(("said", "meant"), [*CALLS.items()])
def test_a_call_of_the_notation_is_what_it_says(said, meant):
    assert write_call(read_call(f"A {said}")) == f"A {meant}"


@pytest.mark.parametrize(("said", "meant"), [*SIGNS.items()])
def test_a_sign_of_the_notation_is_what_it_says(said, meant):
    if said != "subo a":
        assert calls(f"grande: A1 {said}\n") == [(f"A1 {meant}",)]


@pytest.mark.parametrize(("said", "meant"), [*CLAIMS.items()])
def test_a_claim_of_the_notation_is_what_it_says(said, meant):
    [claim] = one(f"{HAND}claim Ane: {said}\n").claims
    assert claim == {"by": "Ane", **meant}


@pytest.mark.parametrize("words", ["keta", "keta bost", "ahí", "nah", "ver", "no paso", "hutsa"])
def test_what_is_no_call_is_refused_without_a_suggestion_that_leads_astray(words):
    with pytest.raises(ReplayError) as caught:
        calls(f"grande: A1 {words}\n")
    assert "is not something a player says" in caught.value.said()
    assert not caught.value.hint
