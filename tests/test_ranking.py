"""The order of hands in each lance, held against the rules worked out a second, slow way."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, pairwise, permutations, product
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor.base.errors import NotationError
from mustutor.games.mus_family.hands import (
    JUEGOS,
    LANCES,
    Comparison,
    Separation,
    classify,
    compare,
    name_of,
    ranking_of,
)
from mustutor.model.cards import deck, read_card, read_hand

FOURNIER = {
    "deck.kings": 8,
    "deck.removed_ranks": (),
    "deck.fours_as_aces": False,
    "real.enabled": False,
    "real.figures": ("jack",),
    "real.figure_suit": "coins",
    "real.sevens": "any",
    "values.lances": {
        "grande": 1,
        "chica": 1,
        "par": 1,
        "medias": 2,
        "duples": 3,
        "juego": 2,
        "juego31": 3,
        "punto": 1,
    },
    "values.real": 3,
    "values.juego33": 2,
}
FOUR_KINGS = FOURNIER | {"deck.kings": 4}
REAL = FOURNIER | {"real.enabled": True}

# kings, ranks removed, fours as aces -> classes, pares kinds, puntos
DECKS = {
    (8, (), False): (330, 52, 25),
    (4, (), False): (715, 75, 27),
    (8, (2,), False): (330, 52, 25),
    (4, (2,), False): (495, 63, 26),
    (8, (2,), True): (210, 42, 23),
    (8, (), True): (210, 42, 23),
    (4, (), True): (495, 63, 27),
}


def rules_of(kings, removed, fours_as_aces, **others):
    return FOURNIER | {
        "deck.kings": kings,
        "deck.removed_ranks": removed,
        "deck.fours_as_aces": fours_as_aces,
        **others,
    }


def hand_of(text):
    return read_hand(text)


# --- the slow way, from the rules as they are told -----------------------------------------


class Told:
    """The rules of comparison as a player tells them: bigger tuples are better hands."""

    ORDER = "A234567SCR"

    def __init__(self, kings, _removed, fours_as_aces) -> None:
        self.plays = {rank: rank for rank in self.ORDER}
        if kings == 8:
            self.plays["3"], self.plays["2"] = "R", "A"
        if fours_as_aces:
            self.plays["4"] = "A"

    def strengths(self, ranks):
        return sorted((self.ORDER.index(self.plays[rank]) for rank in ranks), reverse=True)

    def points(self, ranks):
        counting = {"A": 1, "S": 10, "C": 10, "R": 10}
        return sum(counting.get(self.plays[r]) or int(self.plays[r]) for r in ranks)

    def grande(self, ranks):
        return tuple(self.strengths(ranks))

    def chica(self, ranks):
        return tuple(-strength for strength in reversed(self.strengths(ranks)))

    def pares(self, ranks):
        times = Counter(self.strengths(ranks))
        pairs = sorted(chain(*([rank] * (many // 2) for rank, many in times.items())))[::-1]
        if len(pairs) == 2:
            return (3, *pairs)
        if 3 in times.values():
            return (2, *pairs)
        return (1, *pairs) if pairs else None

    def juego(self, ranks):
        points = self.points(ranks)
        if points < 31:
            return None
        return (1000 if points == 31 else 999 if points == 32 else points,)

    def punto(self, ranks):
        points = self.points(ranks)
        return (points,) if points <= 30 else None

    def places(self, lance, all_ranks):
        keys = {ranks: getattr(self, lance)(ranks) for ranks in all_ranks}
        best_first = sorted({key for key in keys.values() if key is not None}, reverse=True)
        place = {key: number for number, key in enumerate(best_first, 1)}
        return {ranks: place.get(key, 0) for ranks, key in keys.items()}, len(best_first)


def ranks_of(hand):
    return "".join(sorted(card.rank for card in hand))


@pytest.mark.parametrize("composition", DECKS, ids=str)
def test_every_hand_of_every_deck_has_the_place_the_rules_give_it(composition):
    classes, kinds_of_pares, puntos = DECKS[composition]
    rules = rules_of(*composition)
    ranking, told = ranking_of(rules), Told(*composition)
    cards = deck(composition[1])
    hands = list(combinations(cards, 4))
    assert len(hands) == (91_390 if len(cards) == 40 else 58_905)
    seen = [(ranks_of(hand), ranking.row(hand)) for hand in hands]
    all_ranks = {ranks for ranks, _ in seen}
    places, sizes = {}, {}
    for lance in LANCES:
        places[lance], sizes[lance] = told.places(lance, all_ranks)
    expected = {
        ranks: (
            *(places[lance][ranks] for lance in LANCES),
            *sizes.values(),
            told.points(ranks),
            places["juego"][ranks] > 0,
        )
        for ranks in all_ranks
    }
    for ranks, row in seen:
        assert expected[ranks] == (
            row.grande_place,
            row.chica_place,
            row.pares_place,
            row.juego_place,
            row.punto_place,
            row.grande_of,
            row.chica_of,
            row.pares_of,
            row.juego_of,
            row.punto_of,
            row.points,
            row.juego,
        )
    assert len({row for _, row in seen}) == classes == sizes["grande"] == sizes["chica"]
    assert (sizes["pares"], sizes["juego"], sizes["punto"]) == (kinds_of_pares, 8, puntos)


@pytest.mark.parametrize(
    ("kings", "classes", "pares", "juego_and_punto"), [(8, 330, 53, 33), (4, 715, 76, 35)]
)
def test_counts_of_distinct_keys(kings, classes, pares, juego_and_punto):
    ranking = ranking_of(FOURNIER | {"deck.kings": kings})
    rows = {ranking.row(hand) for hand in combinations(deck(), 4)}
    assert len(rows) == classes
    assert len({row.grande_place for row in rows}) == classes
    assert len({row.chica_place for row in rows}) == classes
    assert len({(row.pares, row.pares_ranks) for row in rows}) == pares
    assert len({(row.juego_place, row.punto_place) for row in rows}) == juego_and_punto


# Published for the first deal, in thousandths of a percent. "Duples" counts four of a kind.
PUBLISHED = {
    8: {"pares": 56_582, "duples": 3_814, "medias": 4_867, "juego": 26_747, "31": 9_174},
    4: {"pares": 41_175, "duples": 1_784, "medias": 1_576, "juego": 12_823, "31": 3_326},
}


@pytest.mark.parametrize("kings", [8, 4])
def test_published_probabilities_of_the_first_deal(kings):
    ranking = ranking_of(FOURNIER | {"deck.kings": kings})
    rows = Counter(map(ranking.row, combinations(deck(), 4)))
    four_of_a_kind = {row for row in rows if len(set(row.pares_ranks)) < len(row.pares_ranks)}

    def chance(having):
        return round(100_000 * sum(times for row, times in rows.items() if having(row)) / 91_390)

    assert PUBLISHED[kings] == {
        "pares": chance(lambda row: row.pares),
        "duples": chance(lambda row: row.pares == "duples"),
        "medias": chance(lambda row: row.pares == "medias"),
        "juego": chance(lambda row: row.juego),
        "31": chance(lambda row: row.points == 31),
    }
    # Without the four of a kind the published figure for duples is missed.
    two_pairs = chance(lambda row: row.pares == "duples" and row not in four_of_a_kind)
    assert two_pairs == {8: 3_655, 4: 1_773}[kings]


def test_MUS_STRAT_4_thirty_one_is_easy_with_eight_kings():
    ranking = ranking_of(FOURNIER)
    having = sum(ranking.row(hand).points == 31 for hand in combinations(deck(), 4))
    assert round(having / 91_390, 3) == 0.092


@pytest.mark.parametrize("composition", DECKS, ids=str)
def test_MUS_VALUE_3_thirty_eight_and_thirty_nine_cannot_occur(composition):
    ranking = ranking_of(rules_of(*composition))
    ways = combinations(deck(composition[1]), 4)
    juegos = {row.points for row in map(ranking.row, ways) if row.juego}
    assert juegos == {31, 32, 33, 34, 35, 36, 37, 40} == set(JUEGOS)


# --- examples ------------------------------------------------------------------------------


def better(lance, first, second, rules=FOURNIER):
    """Say that the second of two hands wins, though the other speaks first."""
    return compare(lance, [second, first], SimpleNamespace(rules=rules)) == (1, (1, 0), False)


def equal(lance, first, second, rules=FOURNIER):
    return compare(lance, [first, second], SimpleNamespace(rules=rules)) == (0, (0, 1), True)


@pytest.mark.parametrize("rules", [FOURNIER, FOUR_KINGS], ids=["8", "4"])
def test_MUS_RANK_1_high_to_low(rules):
    order = ["R", "C", "S", "7", "6", "5", "4", "A"]
    for high, low in pairwise(order):
        assert better("grande", f"R R R {high}", f"R R R {low}", rules)
        assert better("chica", f"R R R {low}", f"R R R {high}", rules)


def test_MUS_RANK_2_suits_make_no_difference_to_any_hand():
    for rules, suits in product((FOURNIER, FOUR_KINGS), permutations("oceb")):
        ranking, renamed = ranking_of(rules), dict(zip("oceb", suits, strict=True))
        other = {card: read_card(card.rank + renamed[card.suit]) for card in deck()}
        for hand in combinations(deck()[::3], 4):
            assert ranking.row([other[card] for card in hand]) is ranking.row(hand)


@settings(deadline=None)
@given(st.permutations(deck()), st.permutations("oceb"), st.sampled_from([FOURNIER, FOUR_KINGS]))
def test_renaming_suits_or_leaving_them_out_changes_no_place(shuffled, suits, rules):
    ranking, hand = ranking_of(rules), tuple(shuffled[:4])
    renamed = dict(zip("oceb", suits, strict=True))
    assert ranking.row(hand_of([c.rank + renamed[c.suit] for c in hand])) == ranking.row(hand)
    assert ranking.row(hand_of([c.rank for c in hand])) == ranking.row(hand)
    assert ranking.row(hand[::-1]) == ranking.row(hand)


def test_MUS_RANK_3_eight_kings_threes_are_kings_and_twos_aces():
    for lance in ("grande", "chica", "pares"):
        assert equal(lance, "R 3 2 A", "3 3 2 2")
        assert equal(lance, "3 3 3 2", "R R R A")
    assert equal("juego", "3 3 3 2", "R R R A")
    assert equal("punto", "R 3 2 A", "3 3 2 2")
    ranking = ranking_of(FOURNIER)
    assert "".join(map(ranking.effective, hand_of("A 2 3 4 5 6 7 S C R"))) == "AAR4567SCR"


def test_MUS_RANK_4_four_kings_threes_and_twos_are_themselves():
    assert better("grande", "R R R 4", "R R R 3", FOUR_KINGS)
    assert better("grande", "R R R 3", "R R R 2", FOUR_KINGS)
    assert better("grande", "R R R 2", "R R R A", FOUR_KINGS)
    assert better("chica", "A A A 2", "A A A 3", FOUR_KINGS)
    ranking = ranking_of(FOUR_KINGS)
    assert "".join(map(ranking.effective, hand_of("A 2 3 4 5 6 7 S C R"))) == "A234567SCR"


def test_MUS_VALUE_1_and_2_points():
    for text, eight, four in [
        ("R C S 7", 37, 37),
        ("R 3 3 2", 31, 18),
        ("A 4 5 6", 16, 16),
        ("2 2 3 3", 22, 10),
    ]:
        assert ranking_of(FOURNIER).row(hand_of(text)).points == eight
        assert ranking_of(FOUR_KINGS).row(hand_of(text)).points == four


def test_MUS_CMP_G1_from_the_top():
    assert better("grande", "R R C 7", "R C C 7")


def test_MUS_CMP_C1_from_the_lowest_card():
    assert better("chica", "A A 5 C", "A A 5 R")
    # the lowest card is looked at first, not the highest.
    assert better("chica", "7 A A A", "6 5 4 A")


def test_MUS_CMP_P1_to_P4_kinds_of_pares():
    ranking = ranking_of(FOUR_KINGS)
    for text, kind, ranks in [
        ("R C S 7", "", ()),
        ("R C 4 4", "par", ("4",)),
        ("R 4 4 4", "medias", ("4",)),
        ("4 4 4 A", "medias", ("4",)),
        ("4 R 4 R", "duples", ("R", "4")),
    ]:
        row = ranking.row(hand_of(text))
        assert (row.pares, row.pares_ranks) == (kind, ranks)
        assert ranking.has("pares", hand_of(text)) is bool(kind)


def test_MUS_CMP_P5_duples_beat_medias_beat_par():
    assert better("pares", "5 5 4 4", "R R R A")
    assert better("pares", "A A A R", "R R C S")


def test_MUS_CMP_P6_four_of_a_kind_is_duples():
    row = ranking_of(FOURNIER).row(hand_of("R R R R"))
    assert (row.pares, row.pares_ranks, row.pares_place) == ("duples", ("R", "R"), 1)
    assert better("pares", "R R R R", "R R C C")
    assert better("pares", "R R A A", "7 7 7 7")
    assert ranking_of(FOURNIER).value("pares", hand_of("A A 2 2")) == 3


def test_MUS_CMP_P7_king_three_two_ace_is_duples():
    row = ranking_of(FOURNIER).row(hand_of("R 3 2 A"))
    assert (row.pares, row.pares_ranks) == ("duples", ("R", "A"))


def test_A_31_side_cards_never_count_in_pares():
    assert equal("pares", "7 7 4 5", "7 7 R C")
    assert equal("pares", "6 6 6 A", "6 6 6 R")
    assert better("pares", "R R 4 4", "C C S S")
    assert better("pares", "R R 5 5", "R R 4 4")


def test_MUS_CMP_J1_and_J2_order_of_juego():
    hands = {
        31: "R R R A",
        32: "R R 6 6",
        33: "R R 7 6",
        34: "R R 7 7",
        35: "R R R 5",
        36: "R R R 6",
        37: "R R R 7",
        40: "R R R R",
    }
    order = [31, 32, 40, 37, 36, 35, 34, 33]
    ranking = ranking_of(FOURNIER)
    given_order = sorted(hands)
    found = ranking.order("juego", [hand_of(hands[points]) for points in given_order])
    assert [given_order[index] for index in found] == order
    assert not ranking.has("juego", hand_of("R R 6 4"))
    assert ranking.has("juego", hand_of("R R 7 4"))


def test_MUS_CMP_J3_king_three_three_two_is_31():
    assert ranking_of(FOURNIER).row(hand_of("R 3 3 2")).points == 31


def test_MUS_CMP_PT1_best_punto_is_30_and_PT2_the_worst_is_4():
    for rules in (FOURNIER, FOUR_KINGS):
        ranking = ranking_of(rules)
        best, worst = ranking.row(hand_of("R R 6 4")), ranking.row(hand_of("A A A A"))
        assert (best.points, best.punto_place) == (30, 1)
        assert (worst.points, worst.punto_place) == (4, worst.punto_of)
        assert better("punto", "R R 6 4", "R R 5 4", rules)


def test_MUS_CMP_T1_ties_go_to_the_earlier_speaker():
    ranking = ranking_of(FOURNIER)
    hands = list(map(hand_of, ["7 6 5 4", "R R C S", "Ro 3o Co So", "R C S 7", "R R R A"]))
    assert ranking.order("grande", hands) == [4, 1, 2, 3, 0]
    assert ranking.order("chica", hands) == [4, 0, 3, 1, 2]
    assert ranking.order("pares", hands) == [4, 1, 2]
    assert ranking.order("juego", hands) == [4, 1, 2, 3]
    assert ranking.order("punto", hands) == [0]


def test_MUS_LANCE_4_one_ten_point_card_makes_juego_only_with_three_sevens():
    ranking = ranking_of(FOURNIER)
    lonely = {
        "".join(map(ranking.effective, ranking.sorted("grande", hand)))
        for hand in combinations(deck(), 4)
        if ranking.has("juego", hand) and sum(ranking.effective(c) in "RCS" for c in hand) < 2
    }
    assert lonely == {"R777", "C777", "S777"}


# --- values --------------------------------------------------------------------------------


def test_MUS_VAL_1_to_6_stones():
    ranking = ranking_of(FOURNIER)
    for text, pares, juego, punto in [
        ("R C 4 4", 1, 0, 1),
        ("4 4 4 A", 2, 0, 1),
        ("4 4 A A", 3, 0, 1),
        ("R C S A", 0, 3, 0),
        ("R R R A", 2, 3, 0),
        ("R C 7 6", 0, 2, 0),
        ("R R R R", 3, 2, 0),
        ("7 6 5 4", 0, 0, 1),
    ]:
        hand = hand_of(text)
        worth = tuple(ranking.value(lance, hand) for lance in LANCES)
        assert worth == (1, 1, pares, juego, punto)


def test_options_45_to_47_other_values():
    lances = dict(zip(FOURNIER["values.lances"], range(11, 19), strict=True))
    others = {"values.lances": lances, "values.real": 31, "values.juego33": 33}
    ranking = ranking_of(REAL | others)
    for lance, text, stones in [
        ("grande", "R R R R", 11),
        ("chica", "R R R R", 12),
        ("pares", "R C 4 4", 13),
        ("pares", "R R R 4", 14),
        ("pares", "R R R R", 15),
        ("juego", "R R R R", 16),
        ("juego", "R R R A", 17),
        ("juego", "R R 7 6", 33),
        ("juego", "7 7 7 So", 31),
        ("juego", "7 7 7 Sc", 17),
        ("punto", "7 6 5 4", 18),
    ]:
        assert ranking.value(lance, hand_of(text)) == stones


# --- La Real -------------------------------------------------------------------------------

COMPOSITIONS = list(
    product(
        [
            figures
            for many in range(1, 5)
            for figures in combinations(("jack", "knight", "king", "three"), many)
        ],
        ("any", "coins"),
        ("any", "all_different", "not_figure_suit"),
    )
)
SEVENS = ["7o", "7c", "7e", "7b"]


def told_real(kings, composition):
    """List the hands that are La Real, from what each option says in words."""
    figures, figure_suit, sevens = composition
    letters = {"jack": "S", "knight": "C", "king": "R"}
    if kings == 8:
        letters["three"] = "3"
    found = set()
    for missing, figure, suit in product("oceb", figures, "oceb"):
        if figure not in letters or (figure_suit == "coins" and suit != "o"):
            continue
        if sevens != "any" and suit != missing:
            continue
        hand = {seven for seven in SEVENS if seven[1] != missing}
        found.add(frozenset(hand | {letters[figure] + suit}))
    return found


@pytest.mark.parametrize("kings", [8, 4])
def test_MUS_REAL_1_to_9_every_composition(kings):
    others = [card for card in deck() if card.rank in "SCR3"]
    tried = [hand_of([*s, f]) for s in combinations(SEVENS, 3) for f in others]
    for composition in COMPOSITIONS:
        figures, figure_suit, sevens = composition
        ranking = ranking_of(
            REAL
            | {
                "deck.kings": kings,
                "real.figures": figures,
                "real.figure_suit": figure_suit,
                "real.sevens": sevens,
            }
        )
        expected = told_real(kings, composition)
        assert {frozenset(hand) for hand in tried if ranking.row(hand).real} == expected
        for hand in tried:
            row = ranking.row(hand)
            assert (ranking.name(hand) == "la_real") is row.real
            assert row.juego_of == (9 if expected else 8)
            if row.points == 31:
                assert row.juego_place == (1 if row.real or not expected else 2)


def test_MUS_REAL_8_jack_of_coins_with_any_sevens():
    ranking = ranking_of(REAL)
    assert ranking.row(hand_of("So 7o 7c 7b")).real
    assert not ranking.row(hand_of("Sc 7o 7e 7b")).real
    assert not ranking.row(hand_of("Co 7o 7e 7b")).real


def test_MUS_REAL_1_beats_the_31_of_mano():
    variant = SimpleNamespace(rules=REAL)
    assert compare("juego", ["R R R A", "So 7o 7c 7b"], variant) == Comparison(1, (1, 0), tie=False)
    ranking = ranking_of(REAL)
    without = ranking_of(FOURNIER)
    hands = [hand_of("R R R A"), hand_of("So 7o 7c 7b")]
    assert without.order("juego", hands) == [0, 1]
    for lance in ("grande", "chica", "pares"):
        assert ranking.order(lance, hands) == without.order(lance, hands)


def test_MUS_REAL_2_off_by_default():
    row = ranking_of(FOURNIER).row(hand_of("So 7o 7c 7b"))
    assert (row.real, row.juego_place, row.juego_of) == (False, 1, 8)


def test_a_real_counts_nowhere_else_and_only_31_steps_back():
    plain, real = ranking_of(FOURNIER), ranking_of(REAL)
    for hand in combinations(deck(), 4):
        row, other = plain.row(hand), real.row(hand)
        place = row.juego_place + 1 if row.juego and not other.real else int(other.real)
        assert other == row._replace(real=other.real, juego_place=place, juego_of=9)


def test_A_46_a_real_has_medias_of_sevens_and_no_two_meet():
    loosest = (("jack", "knight", "king", "three"), "any", "any")
    reales = told_real(8, loosest)
    assert len(reales) == 64
    ranking = ranking_of(REAL | {"real.figures": loosest[0], "real.figure_suit": "any"})
    for real in reales:
        row = ranking.row(hand_of(sorted(real)))
        assert (row.real, row.pares, row.pares_ranks, row.points) == (True, "medias", ("7",), 31)
    assert all(first & second for first, second in combinations(reales, 2))


def test_a_three_is_no_figure_with_four_kings():
    rules = REAL | {"deck.kings": 4, "real.figures": ("three",), "real.figure_suit": "any"}
    row = ranking_of(rules).row(hand_of("3o 7o 7c 7e"))
    assert (row.real, row.juego, row.points, row.juego_of) == (False, False, 24, 8)


def test_a_real_that_hangs_on_suits_asks_for_them():
    strict = REAL | {"real.figure_suit": "any", "real.sevens": "not_figure_suit"}
    for rules, text, asks in [
        (REAL, "S 7 7 7", True),
        (REAL, "So 7 7 7", False),
        (REAL, "Sc 7 7 7", False),
        (REAL, "C 7 7 7", False),
        (REAL, "S S 7 7", False),
        (FOURNIER, "S 7 7 7", False),
        (strict, "S 7 7 7", True),
        (strict, "So 7 7 7", True),
        (strict, "So 7o 7 7", False),
        (strict, "S 7o 7c 7e", True),
        (strict, "So 7c 7e 7", True),
        (strict, "Sb 7o 7c 7e", False),
        (REAL | {"real.figure_suit": "any"}, "S 7 7 7", False),
    ]:
        assert ranking_of(rules).needs_suits(hand_of(text)) is asks
        variant = SimpleNamespace(rules=rules)
        if asks:
            with pytest.raises(NotationError, match="suits that are not given"):
                classify(text, variant)
        else:
            assert classify(text, variant) == ranking_of(rules).row(hand_of(text))


# --- evidence ------------------------------------------------------------------------------


def test_separation_at_grande_and_chica_names_the_card():
    ranking = ranking_of(FOURNIER)
    assert ranking.separate("grande", hand_of("7 3 R R"), hand_of("C R 7 C")) == Separation(
        False, 2, "R", "C", "", "", 0, 0, "card"
    )
    assert ranking.separate("chica", hand_of("C 2 5 A"), hand_of("A A 5 R")) == Separation(
        False, 4, "C", "R", "", "", 0, 0, "card"
    )
    assert ranking.separate("grande", hand_of("3 3 2 2"), hand_of("R R A A")).reason == "tie"


def test_separation_at_pares_names_the_class_or_the_rank():
    ranking = ranking_of(FOURNIER)
    for first, second, expected in [
        ("5 5 4 4", "R R R A", (False, 0, "", "", "duples", "medias", 0, 0, "class")),
        ("R R 5 5", "R R 4 4", (False, 0, "5", "4", "duples", "duples", 0, 0, "rank")),
        ("R R 4 4", "C C S S", (False, 0, "R", "C", "duples", "duples", 0, 0, "rank")),
        ("6 6 6 A", "5 5 5 R", (False, 0, "6", "5", "medias", "medias", 0, 0, "rank")),
        ("7 7 4 5", "7 7 R C", (True, 0, "", "", "par", "par", 0, 0, "tie")),
        ("A A 4 5", "7 6 5 4", (False, 0, "", "", "par", "", 0, 0, "class")),
    ]:
        assert ranking.separate("pares", hand_of(first), hand_of(second)) == expected


def test_separation_at_juego_and_punto_names_the_points():
    ranking = ranking_of(REAL)
    for lance, first, second, expected in [
        ("juego", "R R 6 6", "R R R R", ("juego", "juego", 32, 40, "points")),
        ("juego", "So 7o 7c 7b", "R R R A", ("real", "juego", 31, 31, "real")),
        ("juego", "R C S A", "R R R A", ("juego", "juego", 31, 31, "tie")),
        ("juego", "R R 7 6", "7 6 5 4", ("juego", "", 33, 22, "class")),
        ("punto", "R R 6 4", "R R 5 4", ("", "", 30, 29, "points")),
        ("punto", "R R 6 4", "R C 6 4", ("", "", 30, 30, "tie")),
    ]:
        tie = expected[-1] == "tie"
        found = ranking.separate(lance, hand_of(first), hand_of(second))
        assert found == (tie, 0, "", "", *expected)


def test_separation_agrees_with_the_order_of_every_lance():
    ranking = ranking_of(REAL | {"real.figures": ("jack", "three"), "real.figure_suit": "any"})
    hands = {ranking.row(hand): hand for hand in combinations(deck(), 4)}
    some = list(hands.values())[::4]
    high = "RCS7654A"
    juegos = ["31", "32", "40", "37", "36", "35", "34", "33"]
    for lance, first, second in product(LANCES, some, some):
        places = (ranking.place(lance, first), ranking.place(lance, second))
        if 0 in places or places[0] > places[1]:
            continue
        found = ranking.separate(lance, first, second)
        assert found.tie is (places[0] == places[1]) is (found.reason == "tie")
        if found.reason in {"card", "rank"}:
            ahead = high.index(found.better_rank) < high.index(found.worse_rank)
            assert ahead is (lance != "chica")
        elif found.reason == "class":
            kinds = ["duples", "medias", "par"]
            assert kinds.index(found.better_class) < kinds.index(found.worse_class)
        elif found.reason == "points" and lance == "punto":
            assert found.better_points > found.worse_points
        elif found.reason == "points":
            order = [juegos.index(str(p)) for p in (found.better_points, found.worse_points)]
            assert order == sorted(order)
            assert order[0] != order[1]
        elif found.reason == "real":
            assert ranking.row(first).real
            assert not ranking.row(second).real


def test_cards_are_laid_as_the_lance_looks_at_them():
    ranking, hand = ranking_of(FOURNIER), hand_of("2b 3o C 4")
    for lance in LANCES:
        laid = ("2b", "4", "C", "3o") if lance == "chica" else ("3o", "C", "4", "2b")
        assert ranking.sorted(lance, hand) == laid
    assert ranking.sorted("grande", hand_of("3o Rc 3c R")) == ("3o", "Rc", "3c", "R")
    assert ranking_of(FOUR_KINGS).sorted("grande", hand) == ("C", "4", "3o", "2b")


# --- names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("R R A A", "duples_gallegos"),
        ("3 A R 2", "duples_gallegos"),
        ("R C R C", "duples_castellanos"),
        ("5 7 4 6", "perete"),
        ("R 3 A R", "solomillo"),
        ("S C R R", "ley_del_mus"),
        ("So 7 7 7", "la_real"),
        ("Co 7 7 7", ""),
        ("R R R R", ""),
        ("R C S A", ""),
    ],
)
def test_MUS_NAME_1_to_6_named_hands(text, name):
    assert name_of(hand_of(text), REAL) == name


def test_names_go_by_what_cards_play_as():
    assert name_of(hand_of("R 3 A 2"), FOUR_KINGS) == ""
    assert name_of(hand_of("So 7 7 7"), FOURNIER) == ""
    assert name_of(hand_of("7 6 5 4"), rules_of(8, (2,), fours_as_aces=True)) == ""


# --- asking from outside -------------------------------------------------------------------


def test_classify_reads_cards_as_players_write_them():
    variant = SimpleNamespace(rules=FOURNIER)
    expected = ranking_of(FOURNIER).row(hand_of("R R C A"))
    for cards in (
        "R R C A",
        "rey, rey, caballo, as",
        ["12o", "12c", "11b", "1e"],
        hand_of("Ro 3o Cc 2b"),
        (text for text in ("king", "rey", "knight", "as")),
    ):
        assert classify(cards, variant) == expected


@pytest.mark.parametrize(
    ("cards", "rules", "sentence"),
    [
        ("R R R", FOURNIER, "A hand has four cards, not 3."),
        ("R R R R R", FOURNIER, "A hand has four cards, not 5."),
        ("", FOURNIER, "A hand has four cards, not 0."),
        ("Ro C Ro A", FOURNIER, "Ro is in the hand twice, but in the deck only once."),
        (
            "R C 2 A",
            FOURNIER | {"deck.removed_ranks": (2,)},
            "2 is not in the deck of this rulebook.",
        ),
        ("R C 8 A", FOURNIER, "8 is not a card of this deck, which has no eights and no nines."),
    ],
)
def test_what_is_no_hand_is_refused(cards, rules, sentence):
    variant = SimpleNamespace(rules=rules)
    with pytest.raises(NotationError) as refused:
        classify(cards, variant)
    assert str(refused.value) == sentence
    with pytest.raises(NotationError) as refused:
        compare("grande", ["R R R R", cards], variant)
    assert str(refused.value) == sentence


def test_compare_says_who_wins_and_whether_speaking_first_decided():
    variant = SimpleNamespace(rules=FOURNIER)
    hands = ["R C C 7", "R R C 7", "3 3 C 7", "R R S 7"]
    assert compare("grande", hands, variant) == Comparison(1, (1, 2, 3, 0), tie=True)
    assert compare("pares", ["7 6 5 4", "R C S 4"], variant) == Comparison(None, (), tie=False)
    assert compare("pares", ["7 6 5 4", "A A 5 4"], variant) == Comparison(1, (1,), tie=False)
    assert compare("juego", ["R R R R", "R R R A", "C C 6 6"], variant) == (1, (1, 2, 0), False)
    assert compare("chica", [], variant) == Comparison(None, (), tie=False)
    # The first two are apart, the second and third are not.
    assert compare("pares", ["R R C C", "A A 5 4", "A A 7 6"], variant) == (0, (0, 1, 2), False)


def test_a_lance_that_does_not_exist_is_refused_with_a_hint():
    with pytest.raises(NotationError, match=r"gande is not a lance.*did you mean grande\?"):
        compare("gande", ["R R R R"], SimpleNamespace(rules=FOURNIER))


def test_equal_rules_share_one_ranking():
    assert ranking_of(FOURNIER) is ranking_of(dict(FOURNIER, unrelated=1))
    assert ranking_of(FOURNIER) is not ranking_of(FOUR_KINGS)
    assert ranking_of(dict(REAL, **{"values.real": 4})) is not ranking_of(REAL)
