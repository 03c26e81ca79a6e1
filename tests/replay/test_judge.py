"""What can be decided from half a memory: counted here another way, by plain enumeration."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb
from random import Random
from typing import Any

import pytest

from mustutor.games.mus_family.hands import LANCES
from mustutor.model.variant import load_variant
from mustutor.referee import settle
from mustutor.replay import dumps, loads
from mustutor.replay.simulate import match
from tests.long import sampled

PAIRS = ["A1", "B1", "A2", "B2"]
RANKS = "A234567SCR"
EIGHT_KINGS = {"3": "R", "2": "A"}
HEIGHT = {rank: place for place, rank in enumerate("A4567SCR")}
POINTS = {"A": 1, "4": 4, "5": 5, "6": 6, "7": 7, "S": 10, "C": 10, "R": 10}
JUEGO = (31, 32, 40, 37, 36, 35, 34, 33)
DECK = [rank + suit for rank in RANKS for suit in "oceb"]


# --- the rules once more, as a player would say them -----------------------------------------


def ranks(hand: Any) -> list[str]:
    return [EIGHT_KINGS.get(card[0], card[0]) for card in hand]


def grande(hand: Any) -> tuple[int, ...]:
    return tuple(sorted((HEIGHT[rank] for rank in ranks(hand)), reverse=True))


def chica(hand: Any) -> tuple[int, ...]:
    return tuple(-height for height in sorted(HEIGHT[rank] for rank in ranks(hand)))


def pares(hand: Any) -> tuple[int, ...]:
    """The kind (0 to 3, its stones too), then the ranks paired, higher first."""
    counted = Counter(ranks(hand))
    pairs = sorted((HEIGHT[rank] for rank, n in counted.items() if n >= 2), reverse=True)
    if 4 in counted.values():
        return (3, *pairs, *pairs)
    if len(pairs) == 2:
        return (3, *pairs)
    if 3 in counted.values():
        return (2, *pairs)
    return (1, *pairs) if pairs else (0,)


def points(hand: Any) -> int:
    return sum(POINTS[rank] for rank in ranks(hand))


def juego(hand: Any) -> tuple[int, ...]:
    total = points(hand)
    return (len(JUEGO) - JUEGO.index(total),) if total in JUEGO else (0,)


VALUE = {"grande": grande, "chica": chica, "pares": pares, "juego": juego}


def record(lance: str, calls: list[str], cards: dict[str, str], **fields: Any) -> dict[str, Any]:
    """A record of one lance, the cards as far as they are told."""
    return {
        "format": "mus-replay/1",
        "variant": {"id": fields.pop("variant", "fournier")},
        "seats": fields.pop("seats", PAIRS),
        "hands": [
            {
                "mano": fields.pop("mano", "A1"),
                "rounds": [*fields.pop("before", []), {"lance": lance, "calls": calls}],
                "deal": {
                    "source": "physical",
                    "cards": {seat: hand.split() for seat, hand in cards.items()},
                },
            }
        ],
        **fields,
    }


def settled(document: dict[str, Any]) -> Any:
    return settle(loads(json.dumps(document)))


def endings(document: dict[str, Any], lance: str) -> dict[tuple[tuple[str, int], ...], int]:
    settlement = settled(document)
    [found] = [each for each in settlement.undecided if each.lance == lance]
    assert found.possible.exhaustive
    return {ending.gets: ending.ways for ending in found.possible.endings}


# --- counts against plain enumeration --------------------------------------------------------

KNOWN = {"A1": "Ro Rc 7e 4e", "B1": "Ce Cb 5o Ao", "A2": "6c 6e Sb 2b"}


@pytest.mark.parametrize("lance", ["grande", "chica"])
def test_one_unseen_hand_is_counted_card_by_card(lance):
    # C(28, 4) = 20475 hands for B2; each is laid beside the others by the rules above.
    left = [card for card in DECK if card not in " ".join(KNOWN.values()).split()]
    value = VALUE[lance]
    best = {seat: value(hand.split()) for seat, hand in KNOWN.items()}
    counted: Counter[str] = Counter()
    for hand in combinations(left, 4):
        order = ["A1", "B1", "A2", "B2"]
        values = {**best, "B2": value(hand)}
        # Equal hands: who speaks first from mano wins (MUS-CMP-T1).
        winner = max(order, key=lambda seat: (values[seat], -order.index(seat)))
        counted[winner[0]] += 1
    found = endings(record(lance, ["A1 envido 2", "B1 quiero"], KNOWN), lance)
    assert found == {((side, 2),): number for side, number in counted.items()}
    assert sum(found.values()) == comb(28, 4)


@pytest.mark.parametrize(("lance", "stake"), [("pares", 4), ("juego", 2)])
def test_what_was_declared_leaves_fewer_hands(lance, stake):
    known = {"A1": "Ro Rc 7e 4e", "B1": "Co Cc 7o 5o", "A2": "4c 5e 6e Ab"}  # A2 has neither
    left = [card for card in DECK if card not in " ".join(known.values()).split()]
    value = VALUE[lance]
    worth = (
        (lambda hand: pares(hand)[0])
        if lance == "pares"
        else (lambda hand: 3 if points(hand) == 31 else 2)
    )
    counted: Counter[tuple[tuple[str, int], ...]] = Counter()
    for hand in combinations(left, 4):
        if not any(value(hand)):
            continue
        hands = {"A1": known["A1"].split(), "B1": known["B1"].split(), "B2": hand}
        order = list(hands)
        holders = [s for s in order if any(value(hands[s]))]
        winner = max(holders, key=lambda s: (value(hands[s]), -order.index(s)))[0]
        gets = stake + sum(worth(hands[s]) for s in holders if s[0] == winner)
        counted[((winner, gets),)] += 1
    says = {"pares": "A1 tengo, B1 tengo, A2 no tengo, B2 tengo", "juego": ""}
    says["juego"] = says["pares"]
    calls = [*says[lance].split(", "), f"A1 envido {stake}", "B1 quiero"]
    assert endings(record(lance, calls, known), lance) == dict(counted)


def test_two_unseen_hands_are_counted_rank_by_rank():
    # All pairs of hands of eight ranks, each weighed by the ways to deal it.
    known = {"A1": "Ro 7c 6e 4e", "A2": "Cb So 5o Ao"}
    left = Counter(ranks(DECK)) - Counter(ranks(" ".join(known.values()).split()))
    kinds = [Counter(kind) for kind in combinations_with_replacement("A4567SCR", 4)]
    best = max(grande(hand.split()) for hand in known.values())

    def ways(kind, stock):
        number = 1
        for rank, count in kind.items():
            number *= comb(stock[rank], count)
        return number

    lost = total = 0
    for first in kinds:
        many = ways(first, left)
        if not many:
            continue
        rest = left - first
        better = grande(list(first.elements())) > best
        for second in kinds:
            deals = many * ways(second, rest)
            total += deals
            if better or grande(list(second.elements())) > best:
                lost += deals
    assert total == comb(32, 4) * comb(28, 4)
    found = endings(record("grande", ["A1 envido 5", "B1 quiero"], known), "grande")
    assert found == {(("B", 5),): lost, (("A", 5),): total - lost}


def test_cards_thrown_and_cards_kept_are_known_of_an_unseen_hand():
    # B2 kept two kings and was served two cards nobody saw; those thrown are in the heap.
    cards = {"A1": "Co Cc 7e 4e", "B1": "Ce Cb 5o Ao", "A2": "6c 6e Sb 2b", "B2": "Ro Rc 5b 4b"}
    document = record(
        "grande",
        ["A1 envido 2", "B1 quiero"],
        cards,
        before=[
            {"lance": "mus", "calls": [f"{seat} mus" for seat in PAIRS]},
            {
                "lance": "descarte",
                "calls": [
                    "A1 descarto 4e",
                    "B1 descarto Ao",
                    "A2 descarto 2b",
                    "B2 descarto 5b 4b",
                ],
                "draws": {"A1": ["7b"], "B1": ["4o"], "A2": ["4c"]},
            },
            {"lance": "mus", "calls": ["A1 corto"]},
        ],
        start={"A": 5, "B": 5},
    )
    seen = " ".join(cards.values()).split() + ["7b", "4o", "4c"]
    left = [card for card in DECK if card not in seen]
    settlement = settled(document)
    # With two kings B2 has the best grande whatever else was served.
    [lance] = [each for each in settlement.undecided if each.lance == "grande"]
    [ending] = lance.possible.endings
    assert (ending.gets, ending.ways) == ((("B", 2),), comb(len(left), 2))


def test_a_game_near_its_end_is_counted_whole():
    # A at 39 wins the game with any stone; whether B gets chica hangs on grande before it.
    cards = {"A1": "Ro Rc 7e 4e", "B1": "Ce Cb 5o Ao", "A2": "6c 6e Sb 2b"}
    document = record(
        "chica",
        ["A1 paso", "B1 envido 2", "A2 quiero"],
        cards,
        start={"A": 39, "B": 0},
        before=[{"lance": "grande", "calls": [f"{seat} paso" for seat in PAIRS]}],
    )
    left = [card for card in DECK if card not in " ".join(cards.values()).split()]
    counted: Counter[tuple[tuple[str, int], ...]] = Counter()
    for hand in combinations(left, 4):
        if grande(hand) <= grande(cards["A1"].split()):
            counted[()] += 1  # A has grande and 40: chica is never counted
            continue
        best_a = max(chica(cards[seat].split()) for seat in ("A1", "A2"))
        mine = max(chica(cards["B1"].split()), chica(hand))
        counted[(("B", 2),) if mine > best_a else (("A", 2),)] += 1
    found = endings(document, "chica")
    # No hand of B2 equals the best chica of A, so that no tie is left to mano.
    ties = sum(
        chica(hand) == max(chica(cards[s].split()) for s in ("A1", "A2"))
        and grande(hand) > grande(cards["A1"].split())
        for hand in combinations(left, 4)
    )
    assert ties == 0
    assert found == dict(counted)


# --- never decided wrongly -------------------------------------------------------------------


@sampled("rules, seed", product(["fournier", "encaje", "madrid", "asturias"], range(6)), 5)
def test_what_truly_happened_is_always_among_what_is_possible(rules, seed):
    # Cards are hidden and a call forgotten in a hand that is known whole.
    random = Random(f"{rules}:{seed}")
    variant = load_variant(rules)
    document = json.loads(dumps(match(variant, seats=4, hands=1, seed=f"j{seed}")))
    document.pop("seal", None)
    hand = document["hands"][0]
    for field in ("seal", "ledger", "after"):
        hand.pop(field, None)
    hand["deal"] = {"source": "physical", "cards": hand["deal"]["cards"]}
    for round_ in hand["rounds"]:
        round_.pop("checks", None)
    truth = settled(document).hands[0].end
    for seat in random.sample(document["seats"], 1 + seed % 2):
        del hand["deal"]["cards"][seat]
        for round_ in hand["rounds"]:
            round_.get("draws", {}).pop(seat, None)
    betting = [
        (calls, place)
        for calls in (r["calls"] for r in hand["rounds"] if r["lance"] in LANCES)
        for place, call in enumerate(calls)
        if "tengo" not in call
    ]
    forgotten = ""
    if seed % 3 == 2 and betting:
        calls, place = random.choice(betting)
        forgotten = calls[place]
        calls[place] = forgotten.split()[0] + " ?"
    claims = []
    for outcome in truth.state.closed:
        for side in truth.table.sides:
            got = sum(e.stones for e in truth.ledger if (e.lance, e.dst) == (outcome.lance, side))
            for stones in (got, got + 1):
                about = f"1.{outcome.lance}"
                claims.append({"by": "x", "about": about, "to": side, "stones": stones})
    settlement = settled({**document, "claims": claims})
    right = [number % 2 == 0 for number in range(len(claims))]
    for claim, judgement, holds in zip(claims, settlement.judgements, right, strict=True):
        assert judgement.holds in (None, holds), claim
        if judgement.possible is not None and judgement.possible.exhaustive:
            found = {ending.holds for ending in judgement.possible.endings}
            assert holds in found, claim
            if judgement.holds is None:
                assert found == {True, False}, claim


# --- claims judged anyway --------------------------------------------------------------------

HALF = {"A1": "Ro Rc Co 7e", "B1": "So Sc 7o 6o"}


def claimed(document: dict[str, Any], to: str, stones: int, about: str) -> Any:
    claims = [{"by": "x", "about": about, "to": to, "stones": stones}]
    return settled({**document, "claims": claims}).judgements[0]


def test_a_claim_that_holds_whatever_was_held_is_decided():
    # Four kings in one hand of B: nobody can hold a better grande (MUS-CMP-G1).
    cards = {"A1": "Co Cc 7e 4e", "B1": "Ro Rc Re Rb"}
    document = record("grande", ["A1 envido 2", "B1 quiero"], cards)
    right = claimed(document, "B", 2, "1.grande")
    assert (right.holds, right.possible.holds_in, right.possible.deciding) == (True, "all", ())
    assert right.computed == {"to": "B", "stones": 2}
    wrong = claimed(document, "A", 2, "1.grande")
    assert (wrong.holds, wrong.possible.holds_in) == (False, "none")


def test_equal_hands_of_those_nobody_saw_lose_to_mano():
    # A1 is mano with the best grande there is: an equal one of B2 would come after.
    cards = {"A1": "Ro Rc Re Rb", "B1": "Co Cc 7e 4e", "A2": "So Sc 7c 4c"}
    document = record("grande", ["A1 envido 2", "B1 quiero"], cards)
    assert claimed(document, "A", 2, "1.grande").holds is True
    document["hands"][0]["mano"] = "B2"
    document["hands"][0]["rounds"][0]["calls"] = ["B2 paso", "A1 envido 2", "B1 quiero"]
    assert claimed(document, "A", 2, "1.grande").holds is None  # 3 3 3 3 is four kings too


def test_a_word_about_another_lance_may_decide():
    # Only four kings beat duples of kings and knights; four kings are 40, and B2 has no juego.
    cards = {"A1": "Ro Rc Co Cc", "A2": "6c 5c 4c Ac", "B1": "So Sc Se 7o"}
    says = ["A1 tengo", "B1 tengo", "A2 no tengo", "B2 tengo", "A1 envido 5", "B1 quiero"]
    document = record("pares", says, cards, start={"A": 9, "B": 9})
    assert claimed(document, "A", 8, "1.pares").holds is None
    juego_said = {"lance": "juego", "calls": [*says[:3], "B2 no tengo", "A1 paso", "B1 paso"]}
    document["hands"][0]["rounds"].append(juego_said)
    assert claimed(document, "A", 8, "1.pares").holds is True


def test_of_two_unseen_hands_only_the_one_that_counts_has_to_be_shown():
    # C folded: only those in the pot are compared (ENC-SET-10), and C need not show anything.
    document = record(
        "grande",
        ["A envido 4", "B quiero", "C no quiero"],
        {"A": "Ro Rc 7e 4e"},
        variant="encaje",
        seats=["A", "B", "C"],
        mano="A",
    )
    judgement = claimed(document, "B", 8, "1.grande")
    assert judgement.holds is None
    assert judgement.possible.show == judgement.possible.deciding == ("B",)


def test_two_hands_may_both_be_needed():
    document = record(
        "grande", ["A1 envido 2", "B1 quiero"], {"A1": "Ro Rc 7e 4e", "A2": "6c 6e Sb 2b"}
    )
    judgement = claimed(document, "A", 2, "1.grande")
    assert judgement.possible.deciding == ("B1", "B2")
    assert judgement.as_json()["possible"]["decides"] == {"show": ["B1", "B2"], "remember": []}


def test_a_refused_bet_needs_no_cards_at_grande():
    # MUS-DEJE-1: one stone, whatever the cards.
    document = record("grande", ["A1 envido 9", "B1 no quiero", "B2 no quiero"], {})
    judgement = claimed(document, "A", 1, "1.grande")
    assert (judgement.holds, judgement.possible) == (True, None)


def test_a_forgotten_call_that_only_one_word_fits_is_found():
    # After it A2 passes: nobody can have bet, so B1 passed.
    document = record("grande", ["A1 paso", "B1 ?", "A2 paso", "B2 paso"], KNOWN)
    judgement = claimed(document, "A", 1, "1.grande")
    assert judgement.possible.found == {"1.grande.2": "B1 paso"}
    assert judgement.possible.remember == ()
    assert judgement.possible.show == ("B2",)


def test_a_forgotten_answer_is_tried_in_every_legal_way():
    # A1 bet 4 with cards better than all: A gets 1 if B refused, 4 if B1 accepted.
    cards = {"A1": "Ro Rc Re 7e", "B1": "Co Cc 7o 4e", "A2": "So Sc 7c 4c", "B2": "6o 6c 5c 4b"}
    document = record("grande", ["A1 envido 4", "B1 ?"], cards, before=[])
    document["hands"][0]["rounds"].append(
        {"lance": "chica", "calls": [f"{seat} paso" for seat in PAIRS]}
    )
    judgement = claimed(document, "A", 4, "1.grande")
    # "No quiero" would leave B2 to answer, and "subo" A1: chica could not follow.
    assert judgement.possible.found == {"1.grande.2": "B1 quiero"}
    assert judgement.holds is True
    document["hands"][0]["rounds"][0]["calls"] = ["A1 envido 4", "B1 no quiero", "B2 ?"]
    judgement = claimed(document, "A", 4, "1.grande")
    assert judgement.holds is None
    assert judgement.possible.deciding == ("1.grande.3",)
    by_call = {
        calls[0]: ending.gets for ending in judgement.possible.endings for calls in ending.supposing
    }
    assert by_call == {"B2 no quiero": (("A", 1),), "B2 quiero": (("A", 4),)}


def test_a_forgotten_stake_is_bounded_by_what_was_raised_after_it():
    # B1's raise to 6 needs a bet of at most 4 before it (bet.min_raise 2): 2, 3 or 4.
    cards = {"A1": "Ro Rc Re 7e", "B1": "Co Cc 7o 4e", "A2": "So Sc 7c 4c", "B2": "6o 6c 5c 4b"}
    calls = ["A1 ?", "B1 subo a 6", "A2 no quiero", "A1 no quiero"]
    document = record("grande", calls, cards)
    judgement = claimed(document, "B", 3, "1.grande")
    # MUS-DEJE-3: what had been bet before the refused raise is paid.
    assert {ending.gets for ending in judgement.possible.endings} == {
        (("B", 2),),
        (("B", 3),),
        (("B", 4),),
    }
    assert judgement.possible.holds_in == "some"
    assert judgement.possible.deciding == ("1.grande.1",)


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({"about": "7.grande", "to": "A", "stones": 1}, "no_such_hand"),
        ({"about": "1.chica", "to": "A", "stones": 1}, "not_played"),
        ({"about": "1.grande"}, "nothing_said"),
    ],
)
def test_what_cannot_be_judged_says_why(claim, why):
    document = record("grande", ["A1 envido 9", "B1 no quiero", "B2 no quiero"], {})
    [judgement] = settled({**document, "claims": [{"by": "x", **claim}]}).judgements
    assert (judgement.holds, judgement.why) == (None, why)


def test_nobody_waits_long_for_a_match_without_a_card():
    # Every hand states its stones, so that the match goes on; four lances wait in each.
    document = record("grande", ["A1 envido 2", "B1 quiero"], {})
    hand = document["hands"][0]
    manos = ["A1", "B1", "A2", "B2"] * 5
    document["hands"] = [
        {
            **hand,
            "mano": mano,
            "after": {"A": 2, "B": 2},
            "rounds": [
                {"lance": "grande", "calls": ["A1 envido 2", "B1 quiero"]}
                if mano == "A1"
                else {
                    "lance": "grande",
                    "calls": [f"{mano} envido 2", f"{PAIRS[(PAIRS.index(mano) + 1) % 4]} quiero"],
                }
            ],
        }
        for mano in manos
    ]
    settlement = settled(document)
    assert settlement.failure is None
    assert len(settlement.undecided) == 12
