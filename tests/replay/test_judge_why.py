"""Why a seat was paid in a lance, or why not: cases worked out by hand from the rules."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.games.mus_family.hands import LANCES
from mustutor.present.verdict import claim_lines, explain_why, verdict_page, why
from mustutor.referee import settle
from mustutor.replay import loads
from mustutor.replay.files import read

PAIRS = ("A1", "B1", "A2", "B2")
THREE = ("A", "B", "C")
EVERYBODY = "A1 paso, B1 paso, A2 paso, B2 paso"
ALL_THREE = "A paso, B paso, C paso"

MUS = {"A1": "Ro Rc 7e 4e", "B1": "Co Cc 7o 5o", "A2": "So 6c 5e Ab", "B2": "Sb 6e 4c Ae"}
"""Grande: A1 (R R). Chica: A2 (A 5 6 S) after B2 (A 4 6 S). Pares: A1 (kings), B1 (knights).

Points: A1 31, B1 32, A2 22, B2 21.
"""
DECLARED = "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo"
ENCAJE = {"A": "Ro Rc 7e 4e", "B": "Co Cc 7o 5o", "C": "So 6c 5e Ab"}
"""Grande: A, B, C. Chica: C, then A (4 7), then B (5 7). Pares: A, B. Juego: A 31, B 32."""


class Case(NamedTuple):
    """A question about a hand, and the answer the rules give."""

    seat: str
    lance: str
    stones: int
    reason: str
    rules: tuple[str, ...]
    rounds: dict[str, str]
    cards: dict[str, str] = MUS
    variant: str = "fournier"
    seats: tuple[str, ...] = PAIRS
    mano: str = "A1"
    start: dict[str, int] | None = None


def of_encaje(*fields: Any, cards: dict[str, str] = ENCAJE, **others: Any) -> Case:
    return Case(*fields, cards=cards, variant="encaje", seats=THREE, mano="A", **others)


CASES = {
    # --- grande and chica of Mus
    "unbet grande, one stone to the best": Case(
        "A1", "grande", 1, "unbet", ("MUS-PAY-1", "MUS-CMP-G1"), {"grande": EVERYBODY}
    ),
    "his partner has the better hand": Case(
        "A2", "grande", 1, "unbet", ("MUS-PAY-1", "MUS-CMP-T2"), {"grande": EVERYBODY}
    ),
    "worse by the first card": Case(
        "B1", "grande", 0, "worse", ("MUS-CMP-G1",), {"grande": EVERYBODY}
    ),
    "unbet chica, from the lowest card": Case(
        "B2", "chica", 1, "unbet", ("MUS-PAY-2", "MUS-CMP-C1"), {"chica": EVERYBODY}
    ),
    "chica lost by the second card": Case(
        "A2", "chica", 0, "worse", ("MUS-CMP-C1",), {"chica": EVERYBODY}
    ),
    "equal grande goes to who speaks first": Case(
        "A1",
        "grande",
        2,
        "stake",
        ("MUS-BET-15", "MUS-CMP-T1"),
        {"grande": "A1 envido 2, B1 quiero"},
        {**MUS, "B1": "Re Rb 7o 4o"},
    ),
    "equal, and further from mano": Case(
        "B1",
        "grande",
        0,
        "equal",
        ("MUS-CMP-T1",),
        {"grande": "A1 envido 2, B1 quiero"},
        {**MUS, "B1": "Re Rb 7o 4o"},
    ),
    "threes are kings": Case(
        "B1",
        "grande",
        2,
        "stake",
        ("MUS-BET-15", "MUS-CMP-G1"),
        {"grande": "A1 envido 2, B1 quiero"},
        {**MUS, "B1": "3o 3c 3e 4o"},
    ),
    "the bet refused pays one": Case(
        "A2",
        "grande",
        1,
        "deje",
        ("MUS-DEJE-1",),
        {"grande": "A1 envido 20, B1 no quiero, B2 no quiero"},
    ),
    "who refused has no claim, with the best hand": Case(
        "A1",
        "grande",
        0,
        "refused",
        ("MUS-DEJE-7", "MUS-CMP-G1"),
        {"grande": "A1 paso, B1 envido 2, A2 no quiero, A1 no quiero"},
    ),
    "a raise refused pays the stake before it": Case(
        "B1",
        "grande",
        4,
        "deje_of_raise",
        ("MUS-DEJE-3",),
        {"grande": "A1 envido 4, B1 subo a 10, A2 no quiero, A1 no quiero"},
    ),
    "the accepted stake to the partner of the bettor": Case(
        "A2",
        "grande",
        6,
        "stake",
        ("MUS-BET-15", "MUS-CMP-T2"),
        {"grande": "A1 paso, B1 paso, A2 envido 6, B2 quiero"},
    ),
    # --- pares, juego, punto of Mus
    "the winning side is paid its pares": Case(
        "A1",
        "pares",
        3,
        "stake",
        ("MUS-BET-15", "MUS-PAY-4", "MUS-CMP-P5"),
        {"pares": f"{DECLARED}, A1 envido 2, B1 quiero"},
    ),
    "lower pares are paid nothing": Case(
        "B1",
        "pares",
        0,
        "worse",
        ("MUS-CMP-P5",),
        {"pares": f"{DECLARED}, A1 envido 2, B1 quiero"},
    ),
    "unbet pares, only their value": Case(
        "A1",
        "pares",
        1,
        "value",
        ("MUS-PAY-4", "MUS-CMP-P5"),
        {"pares": f"{DECLARED}, A1 paso, B1 paso"},
    ),
    "refused pares are paid with the value": Case(
        "B1",
        "pares",
        2,
        "deje",
        ("MUS-DEJE-1", "MUS-DEJE-5"),
        {"pares": f"{DECLARED}, A1 paso, B1 envido 5, A1 no quiero"},
    ),
    "better pares that refused are paid nothing": Case(
        "A1",
        "pares",
        0,
        "refused",
        ("MUS-DEJE-7", "MUS-CMP-P5"),
        {"pares": f"{DECLARED}, A1 paso, B1 envido 5, A1 no quiero"},
    ),
    "pares on one side only are not bet": Case(
        "A1",
        "pares",
        1,
        "value_alone",
        ("MUS-DECL-3",),
        {"pares": "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo"},
        {**MUS, "B1": "Co Sc 7o 5o"},
    ),
    "the side without pares gets nothing": Case(
        "B1",
        "pares",
        0,
        "side_has_not",
        ("MUS-DECL-1",),
        {"pares": "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo"},
        {**MUS, "B1": "Co Sc 7o 5o"},
    ),
    "31 beats 32 and is worth 3": Case(
        "A1",
        "juego",
        5,
        "stake",
        ("MUS-BET-15", "MUS-PAY-5", "MUS-CMP-J2"),
        {"juego": f"{DECLARED}, A1 envido 2, B1 quiero"},
    ),
    "32 loses to 31": Case(
        "B2",
        "juego",
        0,
        "worse",
        ("MUS-CMP-J2",),
        {"juego": f"{DECLARED}, A1 envido 2, B1 quiero"},
    ),
    "nobody has juego, so there is nothing to pay": Case(
        "A1",
        "juego",
        0,
        "nobody_had",
        ("MUS-DECL-7",),
        {"juego": "A1 no tengo, B1 no tengo, A2 no tengo, B2 no tengo", "punto": EVERYBODY},
        {"A1": "Ro Rc 5e 4e", "B1": "Co Cc 4o 4c", "A2": "So 6c 5o Ab", "B2": "Sb 6e 4b Ae"},
    ),
    "punto unbet, one stone to the most": Case(
        "A1",
        "punto",
        1,
        "unbet",
        ("MUS-PAY-6", "MUS-CMP-PT1"),
        {"punto": EVERYBODY},
        {"A1": "Ro Rc 5e 4e", "B1": "Co Cc 4o 4c", "A2": "So 6c 5o Ab", "B2": "Sb 6e 4b Ae"},
    ),
    "no punto where somebody has juego": Case(
        "B1",
        "punto",
        0,
        "no_punto",
        ("MUS-DECL-7",),
        {"juego": f"{DECLARED}, A1 paso, B1 paso"},
    ),
    # --- the end of the game
    "the count stopped before": Case(
        "B2",
        "chica",
        0,
        "over_before",
        ("MUS-CNT-2",),
        {
            "grande": EVERYBODY,
            "chica": EVERYBODY,
            "pares": f"{DECLARED}, A1 paso, B1 paso",
            "juego": f"{DECLARED}, A1 paso, B1 paso",
        },
        start={"A": 39, "B": 39},
    ),
    "the count stopped there, or the game was over before": Case(
        "B2",
        "chica",
        0,
        "after_the_end",
        ("MUS-CNT-2",),
        {"grande": EVERYBODY, "chica": EVERYBODY},
        start={"A": 39, "B": 39},
    ),
    "an accepted órdago decides": Case(
        "A1",
        "grande",
        0,
        "ordago",
        ("MUS-ORD-1", "MUS-CMP-G1"),
        {"grande": "A1 ordago, B1 quiero"},
    ),
    "nothing is counted after an órdago": Case(
        "B2",
        "chica",
        0,
        "over_by_ordago",
        ("MUS-ORD-2",),
        {"grande": EVERYBODY, "chica": EVERYBODY, "pares": f"{DECLARED}, A1 ordago, B1 quiero"},
    ),
    "an órdago refused pays one": Case(
        "B2",
        "chica",
        1,
        "deje",
        ("MUS-DEJE-1",),
        {"chica": "A1 paso, B1 paso, A2 paso, B2 ordago, A1 no quiero, A2 no quiero"},
    ),
    "a lance nobody wrote down": Case(
        "A1", "juego", 0, "not_in_the_record", ("MUS-LANCE-1",), {"grande": EVERYBODY}
    ),
    "cards nobody showed": Case(
        "A1",
        "grande",
        0,
        "waits",
        ("MUS-CNT-1",),
        {"grande": "A1 envido 2, B1 quiero"},
        {"A1": MUS["A1"]},
    ),
    # --- Encaje
    "unbet grande, the best discards one": of_encaje(
        "A", "grande", -1, "pays_out", ("ENC-SET-1", "MUS-CMP-G1"), {"grande": ALL_THREE}
    ),
    "unbet grande, the others discard nothing": of_encaje(
        "B", "grande", 0, "only_best", ("ENC-SET-1", "MUS-CMP-G1"), {"grande": ALL_THREE}
    ),
    "unbet pares discard their value": of_encaje(
        "A",
        "pares",
        -1,
        "pays_out",
        ("ENC-SET-2", "MUS-CMP-P5"),
        {"pares": "A tengo, B tengo, C no tengo, A paso, B paso"},
    ),
    "no pares, nothing to do with it": of_encaje(
        "C",
        "pares",
        0,
        "has_not",
        ("ENC-PAR-1",),
        {"pares": "A tengo, B tengo, C no tengo, A paso, B paso"},
    ),
    "a bet nobody accepts is one stone out": of_encaje(
        "C",
        "grande",
        -1,
        "bet_unseen",
        ("ENC-SET-4",),
        {"grande": "A paso, B paso, C envido 9, A no quiero, B no quiero"},
    ),
    "who folded with the best hand": of_encaje(
        "A",
        "grande",
        0,
        "folded",
        ("ENC-BET-4", "ENC-SET-10"),
        {"grande": "A paso, B envido 2, C quiero, A no quiero"},
    ),
    "the last raiser pays the stake before": of_encaje(
        "B",
        "grande",
        -4,
        "raise_unseen",
        ("ENC-SET-6",),
        {"grande": "A envido 4, B subo a 8, C no quiero, A no quiero"},
    ),
    "who had bet is given it": of_encaje(
        "A",
        "grande",
        4,
        "raise_unseen",
        ("ENC-SET-6",),
        {"grande": "A envido 4, B subo a 8, C no quiero, A no quiero"},
    ),
    "the worst of the pot takes it": of_encaje(
        "C",
        "grande",
        8,
        "in_the_pot",
        ("ENC-SET-8", "ENC-SET-11", "MUS-CMP-G1"),
        {"grande": "A envido 4, B quiero, C quiero"},
    ),
    "the middle one is rid of the stake": of_encaje(
        "B",
        "grande",
        -4,
        "in_the_pot",
        ("ENC-SET-8", "ENC-SET-11"),
        {"grande": "A envido 4, B quiero, C quiero"},
    ),
    "the best of juego gives its value": of_encaje(
        "A",
        "juego",
        -7,
        "in_the_pot",
        ("ENC-SET-8", "ENC-SET-12", "MUS-CMP-J2"),
        {"juego": "A tengo, B tengo, C no tengo, A envido 4, B quiero"},
    ),
    "the worst of juego takes pot and value": of_encaje(
        "B",
        "juego",
        7,
        "in_the_pot",
        ("ENC-SET-8", "ENC-SET-11", "ENC-SET-12"),
        {"juego": "A tengo, B tengo, C no tengo, A envido 4, B quiero"},
    ),
    "the only juego discards its value": of_encaje(
        "A",
        "juego",
        -3,
        "pays_out",
        ("ENC-JUE-3",),
        {"juego": "A tengo, B no tengo, C no tengo"},
        cards={**ENCAJE, "B": "Co 6e 5o 4o"},
    ),
    "without stones there is no voice": of_encaje(
        "C",
        "chica",
        0,
        "no_stones",
        ("ENC-BET-9",),
        {"grande": "A envido 4, B quiero, C quiero", "chica": "A paso, B paso"},
        start={"A": 20, "B": 20, "C": 3},
    ),
    "seeing with less, all in": of_encaje(
        "C",
        "grande",
        8,
        "in_the_pot",
        ("ENC-SET-9", "ENC-SET-11"),
        {"grande": "A envido 4, B quiero, C quiero"},
        start={"A": 20, "B": 20, "C": 3},
    ),
}


def record(case: Case) -> dict[str, Any]:
    rounds = [{"lance": lance, "calls": said.split(", ")} for lance, said in case.rounds.items()]
    cards = {seat: hand.split() for seat, hand in case.cards.items()}
    document: dict[str, Any] = {
        "format": "mus-replay/1",
        "variant": {"id": case.variant},
        "seats": list(case.seats),
        "hands": [
            {
                "mano": case.mano,
                "rounds": rounds,
                "deal": {"source": "physical", "cards": cards},
            }
        ],
    }
    return {**document, "start": case.start} if case.start else document


def test_there_are_enough_cases_of_both_games():
    assert len(CASES) >= 40
    assert sum(case.variant == "encaje" for case in CASES.values()) >= 12


@pytest.mark.parametrize("name", CASES)
def test_the_reason_is_the_one_the_rules_give(name):
    case = CASES[name]
    [played] = settle(loads(json.dumps(record(case)))).hands
    assert played.failure is None
    answer = why(played.end, played.open, case.seat, case.lance)
    assert (answer.stones, answer.reason) == (case.stones, case.reason)
    assert set(case.rules) <= set(answer.rules)


@pytest.mark.parametrize("game", ["a lance nobody wrote down", "who folded with the best hand"])
def test_of_a_lance_nobody_wrote_down_nothing_is_said_that_nobody_knows(game):
    case = CASES[game]
    [played] = settle(loads(json.dumps(record(case)))).hands
    first, second = explain_why(
        played.end, played.open, case.seat, "juego", open_language("en")
    ).lines
    assert first.text == f"What {case.seat} gets at juego is not settled yet."
    assert second.text == "The record does not say how juego ended."


def test_the_card_that_decides_is_named():
    case = CASES["chica lost by the second card"]
    [played] = settle(loads(json.dumps(record(case)))).hands
    lines = explain_why(played.end, played.open, "A2", "chica", open_language("en")).lines
    assert [line.said for line in lines[2:]] == ["Ae 4c 6e Sb", "Ab 5e 6c So"]
    assert lines[3].text == (
        "From the lowest card up, the second card decides: five is above four."
    )


@pytest.mark.parametrize("code", ["en", "es"])
def test_every_seat_of_every_record_has_an_answer_in_every_lance(code):
    # A headline, a reason with its article, and no sentence left without words.
    language = open_language(code)
    asked = 0
    for path in sorted(data("replays").glob("*.json*")):
        for match in read(str(path)):
            assert match.replay is not None
            for played in settle(match.replay).hands:
                for seat in (*played.end.table.seats, *played.end.table.sides):
                    for lance in LANCES:
                        page = explain_why(played.end, played.open, seat, lance, language)
                        assert len(page.lines) >= 2
                        assert any(line.rules for line in page.lines), (path.name, seat, lance)
                        assert all(line.text or line.said for line in page.lines)
                        assert page.lines[0].text.endswith(".")
                        asked += 1
    assert asked > 1_000


@pytest.mark.parametrize("code", ["en", "es"])
def test_every_claim_of_every_record_is_judged_with_an_article(code):
    language = open_language(code)
    judged = 0
    for path in sorted((*data("replays").glob("*.json"), *data("replays").glob("faulty/*.json"))):
        for match in read(str(path)):
            if match.replay is None or not match.replay.claims:
                continue
            settlement = settle(match.replay)
            for judgement in settlement.judgements:
                lines = list(claim_lines(judgement, settlement.hands, language))
                verdicts = [line for line in lines if line.kind.startswith("claim_")]
                expected = {True: "claim_holds", False: "claim_fails", None: "claim_open"}
                assert [line.kind for line in verdicts] == [expected[judgement.holds]]
                if judgement.holds is not None:
                    assert any(line.rules for line in lines), (path.name, judgement.claim)
                    judged += 1
            assert verdict_page(settlement, language).passages[0].heading
    assert judged >= 25


@pytest.mark.parametrize(
    ("stones", "kind"), [(5, "claim_holds"), (4, "claim_fails"), (0, "claim_fails")]
)
def test_a_claim_shows_the_comparison_that_decides(stones, kind):
    case = CASES["31 beats 32 and is worth 3"]
    document = record(case)
    document["claims"] = [{"by": "Ane", "about": "1.juego", "to": "A", "stones": stones}]
    settlement = settle(loads(json.dumps(document)))
    lines = list(claim_lines(settlement.judgements[0], settlement.hands, open_language("en")))
    assert kind in [line.kind for line in lines]
    assert "32 is below 31: the order of juego is 31, 32, 40, 37, 36, 35, 34, 33." in [
        x.text for x in lines
    ]
