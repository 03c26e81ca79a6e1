"""Exact odds: deals counted, against deals laid out one by one and numbers others published."""

from __future__ import annotations

import json
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from mustutor import compare, odds
from mustutor.base.errors import NotationError
from mustutor.games.mus_family.hands import LANCES, classify
from mustutor.games.mus_family.odds_count import kinds_of
from mustutor.model.cards import deck
from mustutor.model.variant import load_variant
from tests.long import sampled
from tests.mus.table import variant

FOURNIER = load_variant("fournier")
PAIRS = ("A1", "B1", "A2", "B2")
TRIOS = (*PAIRS, "A3", "B3")
ALONE = ("A", "B", "C", "D", "E", "F")

# --- deals laid out one by one ---------------------------------------------------------------

RULES = {
    "eight kings": {},
    "four kings": {"deck.kings": 4},
    "no twos, fours are aces": {
        "deck.removed_ranks": (2,),
        "deck.fours_as_aces": True,
    },
    "the Real with any figure": {
        "real.enabled": True,
        "real.figures": ("jack", "knight", "king", "three"),
        "real.figure_suit": "any",
    },
    "the Real with the jack of coins": {"real.enabled": True, "deck.kings": 4},
    "the Real of four suits": {
        "real.enabled": True,
        "real.figures": ("jack", "king"),
        "real.figure_suit": "any",
        "real.sevens": "all_different",
    },
}

FITS = {
    "pares": lambda row: row.pares != "",
    "no_pares": lambda row: row.pares == "",
    "juego": lambda row: row.points >= 31,
    "no_juego": lambda row: row.points < 31,
}


def laid_out(rules, seats, seat, hands, out, said):
    """Deal every deal there is, compare the hands, and count: the slow way."""
    gone = {*out, *(card for hand in hands.values() for card in hand)}
    left = [card for card in deck(rules.rules["deck.removed_ranks"]) if card not in gone]
    deals, wins, played = 0, dict.fromkeys(LANCES, 0), dict.fromkeys(LANCES, 0)

    def deal(number, dealt, cards):
        nonlocal deals
        if number == len(seats):
            rows = {s: classify(hand, rules) for s, hand in zip(seats, dealt, strict=True)}
            if not all(FITS[word](rows[s]) for s, words in said.items() for word in words):
                return
            deals += 1
            for lance in LANCES:
                if lance == "punto" and any(row.juego for row in rows.values()):
                    continue
                winner = compare(lance, dealt, rules).winner
                if winner is not None:
                    played[lance] += 1
                    wins[lance] += seats[winner][0] == seat[0]
            return
        kept = hands.get(seats[number], ())
        for drawn in combinations(cards, 4 - len(kept)):
            rest = [card for card in cards if card not in drawn]
            deal(number + 1, [*dealt, (*kept, *drawn)], rest)

    deal(0, [], left)
    return deals, {lance: (wins[lance], played[lance]) for lance in LANCES}


def dealt(rules, number, shuffled):
    """So many cards of a deck that is far from sorted, and those that are out."""
    cards = list(deck(rules.rules["deck.removed_ranks"]))
    cards = [cards[(shuffled * place + 5) % len(cards)] for place in range(len(cards))]
    assert len(set(cards)) == len(cards)
    return cards[:number], cards[number:]


# Two decks shuffled otherwise, by turns: each way of counting meets both, and every rulebook one.
@sampled("name, step", [(name, (7, 11)[place % 2]) for place, name in enumerate(RULES)], 5)
def test_every_deal_of_a_small_deck_laid_out_gives_the_same_counts(name, step):
    rules = variant(RULES[name])
    cards, out = dealt(rules, 13, step)
    plain = [card for card in cards if card.rank != "7"]
    real = [*[card for card in (*out, *cards) if card.rank == "7"][:3], plain.pop()]
    trio = {seat: out[3 * place : 3 * place + 3] for place, seat in enumerate(TRIOS)}
    alone = dict(zip(ALONE, trio.values(), strict=True))
    said = {"B": {"pares", "no_juego"}, "C": {"no_pares"}}
    for seats, seat, hands, words, left in (
        (("A", "B"), "B", {"B": cards[:4]}, {}, cards),
        (("A", "B", "C"), "B", {"B": cards[:4]}, {}, cards),
        (("A", "B", "C"), "A", {"A": cards[:4]}, said, cards),
        (PAIRS, "B1", {"B1": cards[:4], "A1": cards[4:7], "A2": cards[7:9]}, {}, cards + out[:4]),
        (PAIRS, "A2", {"A2": real, "B1": plain[:2], "B2": plain[2:4]}, {}, cards + out[:2]),
        (TRIOS, "A2", {**trio, "A2": [*trio["A2"], cards[7]]}, {"B1": {"pares"}}, cards[:7]),
        (ALONE, "C", {**alone, "C": cards[9:]}, {}, cards[:6]),
    ):  # fmt: skip
        told = {card for hand in hands.values() for card in hand}
        gone = [card for card in (*out, *cards) if card not in told and card not in left]
        others = {other: hand for other, hand in hands.items() if other != seat}
        found = odds(hands[seat], rules, seat=seat, seats=seats, known=others, out=gone, said=words)
        assert (found.deals, dict(found.lances)) == laid_out(rules, seats, seat, hands, gone, words)


def laid_out_by_rank(rules, seats, seat, hands, left, said):
    """The same where suits mean nothing: every way to deal ranks, and the ways to choose cards."""
    deals, wins, played = 0, dict.fromkeys(LANCES, 0), dict.fromkeys(LANCES, 0)

    def end(dealt, ways):
        nonlocal deals
        rows = {s: classify(hand, rules) for s, hand in zip(seats, dealt, strict=True)}
        if not all(FITS[word](rows[s]) for s, words in said.items() for word in words):
            return
        deals += ways
        for lance in LANCES:
            if lance == "punto" and any(row.juego for row in rows.values()):
                continue
            winner = compare(lance, dealt, rules).winner
            if winner is not None:
                played[lance] += ways
                wins[lance] += ways * (seats[winner][0] == seat[0])

    def deal(dealt, ways, left):
        if len(dealt) == len(seats):
            end(dealt, ways)
            return
        kept = hands.get(seats[len(dealt)], "")
        for drawn in combinations_with_replacement(left, 4 - len(kept)):
            count = {rank: drawn.count(rank) for rank in left}
            if all(count[rank] <= left[rank] for rank in left):
                chosen = ways * prod(comb(left[rank], count[rank]) for rank in left)
                deal([*dealt, [*kept, *drawn]], chosen, {r: left[r] - count[r] for r in left})

    deal([], 1, left)
    return deals, {lance: (wins[lance], played[lance]) for lance in LANCES}


KINGS_AND_ACES = {"R": 8, "A": 8, "7": 4}
FEW_RANKS = {"R": 3, "7": 2, "4": 3, "A": 3}


@sampled(
    "changes, seats, hands, left, said",
    [
        (
            {"deck.kings": 4},
            ALONE,
            {"D": "CS64", "A": "2", "B": "3", "C": "55", "E": "CA", "F": "SC7"},
            FEW_RANKS,
            {"B": ["pares", "no_juego"]},
        ),
        ({}, TRIOS, {"A2": "C654"}, KINGS_AND_ACES, {}),
        ({}, ALONE, {"C": "C654"}, KINGS_AND_ACES, {"A": ["juego"], "E": ["no_juego"]}),
        ({}, TRIOS, {"B3": "C654"}, KINGS_AND_ACES, {"A1": ["pares"], "B2": ["no_juego"]}),
        (
            {"deck.kings": 4},
            TRIOS,
            {"B1": "CS65", "A1": "2", "B2": "3", "A2": "55", "B3": "CS", "A3": "SC6"},
            FEW_RANKS,
            {"A1": ["pares"], "B3": ["juego"], "A3": ["no_pares", "no_juego"]},
        ),
    ],
    2,
)
def test_five_hidden_hands_of_few_ranks_laid_out_give_the_same_counts(
    changes, seats, hands, left, said
):
    rules = variant(changes)
    seat = next(iter(hands))
    told = [*"".join(hands.values())]
    there = dict(left)
    out = []
    for card in deck():
        rank = {"2": "A", "3": "R"}.get(card.rank, card.rank) if not changes else card.rank
        if rank in told:
            told.remove(rank)
        elif there.get(rank):
            there[rank] -= 1
        else:
            out.append(card)
    assert not told
    assert not any(there.values())
    others = {other: hand for other, hand in hands.items() if other != seat}
    found = odds(hands[seat], rules, seat=seat, seats=seats, known=others, out=out, said=said)
    expected = laid_out_by_rank(rules, seats, seat, hands, left, said)
    assert expected[0] > 0
    assert (found.deals, dict(found.lances)) == expected


# --- numbers that must add up ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "deals"),
    [
        (("A", "B"), comb(36, 4)),
        (PAIRS, comb(36, 4) * comb(32, 4) * comb(28, 4)),
        (("A", "B", "C"), comb(36, 4) * comb(32, 4)),
    ],
)
def test_every_deal_is_counted_once(seats, deals):
    found = odds("R R C A", FOURNIER, seats=seats)
    assert found.deals == deals
    assert found.lances["juego"].played == found.lances["juego"].wins == deals
    poor = odds("4 5 6 7", FOURNIER, seats=seats)
    assert poor.lances["juego"].played + poor.lances["punto"].played == deals


def test_two_declarations_that_exclude_each_other_part_the_deals():
    whole = odds("R R C 4", FOURNIER, seats=("A", "B", "C"))
    parts = [
        odds("R R C 4", FOURNIER, seats=("A", "B", "C"), said={"C": [word]})
        for word in ("pares", "no_pares")
    ]
    assert whole.deals == sum(part.deals for part in parts)
    for lance in LANCES:
        assert whole.lances[lance].wins == sum(part.lances[lance].wins for part in parts)
        assert whole.lances[lance].played == sum(part.lances[lance].played for part in parts)


@sampled(
    "changes, seats, left, hand",
    [
        ({}, PAIRS, 12, 20),
        ({}, PAIRS, 16, 0),
        ({"deck.kings": 4}, PAIRS, 16, 20),
        ({}, ("A", "B", "C", "D", "E"), 17, 0),
    ],
    4,
)
def test_hands_nobody_knows_and_hands_of_which_half_is_told_count_the_same(
    changes, seats, left, hand
):
    # What is known of nobody is counted another way than what somebody declared.
    rules = variant(changes)
    cards, rest = dealt(rules, 4 + left, 7)
    own, out = (cards[:4], rest) if not hand else (rest[:4], rest[4:] + cards[left:])
    whole = odds(own, rules, seats=seats, seat=seats[1], out=out)
    parts = [
        odds(own, rules, seats=seats, seat=seats[1], out=out, said={seats[2]: [word]})
        for word in ("juego", "no_juego")
    ]
    assert whole.deals == sum(part.deals for part in parts)
    for lance in LANCES:
        told = [part.lances[lance] for part in parts]
        assert whole.lances[lance] == tuple(map(sum, zip(*told, strict=True)))


def test_what_one_of_two_does_not_win_the_other_does():
    # The same two hands unknown to each other: mano's view and the other's, all deals of both.
    first = last = 0
    for kind in kinds_of(FOURNIER).hands:
        cards = [
            card
            for group, count in zip(kinds_of(FOURNIER).groups, kind.counts, strict=True)
            for card in group[:count]
        ]
        first += kind.ways * odds(cards, FOURNIER, seats=("A", "B")).lances["grande"].wins
        last += kind.ways * odds(cards, FOURNIER, seats=("A", "B"), seat="B").lances["grande"].wins
    assert first + last == comb(40, 4) * comb(36, 4)
    assert first > last  # mano wins the ties


def test_the_kinds_of_hands_weigh_what_the_numbers_of_mus_say():
    # «Los números del mus y algunas paradojas», eight kings and eight aces, cards as dealt.
    number = kinds_of(FOURNIER).number
    assert len(kinds_of(FOURNIER).hands) == 330
    assert number(lambda hand: hand.grande_place > 0) == 91_390
    assert number(lambda hand: hand.pares != "") == 51_710
    assert number(lambda hand: hand.pares == "duples") == 3_486
    assert number(lambda hand: hand.pares == "medias") == 4_448
    assert number(lambda hand: hand.pares == "par") == 43_776
    assert number(lambda hand: hand.juego) == 24_444
    assert number(lambda hand: hand.points == 31) == 8_384
    assert number(lambda hand: hand.points == 31 and hand.pares != "") == 4_800
    assert number(lambda hand: hand.juego and hand.points != 31) == 16_060
    assert number(lambda hand: not hand.juego) == 66_946
    assert number(lambda hand: hand.points == 30) == 3_024


def test_suits_make_kinds_of_their_own_where_la_real_hangs_on_them():
    coins = variant({"real.enabled": True})
    kinds = kinds_of(coins)
    assert ("So",) in kinds.groups
    assert kinds.number(lambda hand: hand.real) == 4  # any three sevens, and the jack of coins
    four_suits = variant(RULES["the Real of four suits"])
    # A jack or a king (not a three, which is printed otherwise), and the sevens of other suits.
    assert kinds_of(four_suits).number(lambda hand: hand.real) == 8


# --- what cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"cards": "R R R"}, "A hand has four cards, not 3."),
        ({"cards": "Ro Ro C A"}, "Ro is named twice"),
        ({"cards": "R R R R", "known": {"B1": "R"}}, "5 cards R are named, and the deck has 4"),
        ({"seats": ("A",)}, "Odds are for 2 to 6 seats, not 1."),
        ({"seats": "ABCDEFG"}, "Odds are for 2 to 6 seats, not 7."),
        ({"seats": ("A1", "A1")}, "The seat A1 is named twice."),
        ({"seats": ("A1", "b/2")}, "b/2 is no seat"),
        ({"seat": "C3"}, "There is no seat C3 at this table: its seats are A1 B1 A2 B2."),
        ({"known": {"A1": "4 4"}}, "The cards of A1 are those of the hand itself"),
        ({"known": {"B1": "4 4 5 5 6"}}, "B1 has four cards, and 5 are told."),
        ({"said": {"B1": ["duples"]}}, "duples is nothing a seat declares"),
        ({"said": {"B1": ["pares", "no_pares"]}}, "cannot have declared both pares and no_pares"),
        ({"said": {"A1": ["no_juego"]}}, "A1 cannot have declared no_juego with the cards told."),
        (
            {"cards": "R R R 3", "out": [card for card in deck() if card.rank in "24567SCA"]},
            "Too few cards are left to deal: 4, and 12 are wanted.",
        ),
        ({"variant": "encaje_five_card"}, "encaje_five_card deals 5 cards"),
        ({"variant": "enfle"}, "No four cards are worth anything in enfle"),
        ({"variant": "asturias", "cards": "7 7 7 8"}, "8 is not a card"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(asked, told):
    asked = {"cards": "R R C A", "variant": "fournier", **asked}
    rules = load_variant(asked.pop("variant"))
    with pytest.raises(NotationError) as refused:
        odds(asked.pop("cards"), rules, **asked)
    assert told in str(refused.value)


def test_a_card_out_of_the_deck_is_refused():
    rules = variant({"deck.kings": 4, "deck.removed_ranks": (2,)})
    with pytest.raises(NotationError, match="2 is not in the deck"):
        odds("R R C A", rules, out="2")


def test_a_suit_is_asked_for_where_la_real_hangs_on_it():
    coins = variant({"real.enabled": True})
    with pytest.raises(NotationError, match="La Real depends on suits here: tell the suit of S"):
        odds("R R S A", coins)
    free, taken = (odds(f"R R {jack} A", coins, seats=("A", "B")) for jack in ("Sc", "So"))
    # Mano's 31 loses to the Real alone: four ways to have three sevens, one jack of coins.
    assert free.lances["juego"].wins == free.deals - 4
    assert taken.lances["juego"].wins == taken.deals


def test_declarations_that_fit_no_deal_leave_none():
    cards, out = dealt(FOURNIER, 8, 7)
    low = [card for card in out if card.rank in "4567"][:4]
    out = [card for card in deck() if card not in {*cards[:4], *low}]
    found = odds(cards[:4], FOURNIER, seats=("A", "B"), out=out, said={"B": ["juego"]})
    assert found.deals == 0
    assert {tuple(lance) for lance in found.lances.values()} == {(0, 0)}


# --- the command -----------------------------------------------------------------------------


def test_the_command_answers_what_the_function_answers(mustutor):
    told = mustutor(
        *("odds", "R", "R", "C", "4", "--seat", "A2", "--known", "B1=A A 4 5", "--out", "7o 7c"),
        *("--said", "A1=pares", "--said", "B2=no_pares,no_juego", "--json"),
    )
    found = odds(
        "R R C 4",
        FOURNIER,
        seat="A2",
        known={"B1": "A A 4 5"},
        out="7o 7c",
        said={"A1": ["pares"], "B2": ["no_pares", "no_juego"]},
    )
    document = json.loads(told.out)
    assert (told.status, document) == (0, found.document())
    assert list(document) == [
        "variant",
        "seats",
        "seat",
        "cards",
        "known",
        "out",
        "deals",
        "lances",
    ]
    assert document["known"] == {"B1": ["A", "A", "4", "5"]}
    assert document["lances"]["grande"]["played"] == document["deals"]


def test_the_command_says_how_often_in_words(mustutor):
    told = mustutor("odds", "4", "5", "6", "7", "--seats", "a,b")
    assert told.status == 0
    assert told.out.startswith("How often A wins with 4 5 6 7\n")
    assert "Played in 69.3 % of the deals; of those 48.2 % are won." in told.out
    partners = mustutor(
        "odds", "R", "R", "R", "A", "--said", "B1=no_pares", "--said", "B2=no_pares"
    )
    assert "pares   100 %" in partners.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--known", "B1"), "--known takes a seat and what is told of it"),
        (("--said", "B1=pares", "--said", "B1=juego"), "--said tells of B1 twice"),
        (("--seat", "X9"), "There is no seat X9"),
        (("--variant", "encaje_five_card"), "deals 5 cards"),
        (("--variant", "mau_mau"), "has no hands of four cards"),
    ],
)
def test_a_command_line_that_asks_for_nothing_is_misused(mustutor, words, told):
    answered = mustutor("odds", "R", "R", "C", "A", *words)
    assert (answered.status, answered.out) == (2, "")
    assert told in answered.err


@pytest.mark.parametrize(
    ("told", "names", "variant"),
    [("2", "A,B", "encaje"), ("3", "a b c", "encaje"), ("4", "A1,B1,A2,B2", "madrid")],
)
def test_seats_are_a_number_or_names_as_where_somebody_sits_down_to_play(
    mustutor, told, names, variant
):
    known = ("--known", f"{names[-1:].upper()}=4444") if variant == "encaje" else ()
    odds_of = ("odds", "R", "R", "C", "A", "--variant", variant, "--json", *known, "--seats")
    assert mustutor(*odds_of, told).out == mustutor(*odds_of, names).out != ""
    play = ("play", "--no-input", "--variant", variant, "--hands", "1", "--seed", "1", "--json")
    first, second = (mustutor(*play, "--seats", seats) for seats in (told, names))
    assert json.loads(first.out)["seats"] == json.loads(second.out)["seats"]


@pytest.mark.parametrize("command", ["odds", "play"])
def test_what_is_no_table_is_misused_alike(mustutor, command):
    cards = ("R", "R", "C", "A") if command == "odds" else ("--no-input",)
    for seats in ("9", "1", "A1,Z9", "A"):
        answered = mustutor(command, *cards, "--seats", seats)
        assert answered.status == 2
        assert f"{seats} is no table" in " ".join(answered.err.split())
        assert f"mustutor {command} --help" in answered.err
