"""`hand` and `compare`: worth, names, winners, in the learner's words and as JSON."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement

import pytest

# The oracle knows nothing of mustutor: ranks as played with eight kings, from the highest down.
DOWNWARDS = "RCS7654A"
PLAYED = {"3": "R", "2": "A"}


def place_in_grande(cards: str) -> int:
    """The place of a hand among the distinct hands of grande, counted out."""
    played = sorted((PLAYED.get(card, card) for card in cards), key=DOWNWARDS.index)
    every = list(combinations_with_replacement(DOWNWARDS, 4))
    return 1 + every.index(tuple(played))


def place_in_chica(cards: str) -> int:
    """The place of a hand among the distinct hands of chica: looked at from the lowest card."""
    upwards = DOWNWARDS[::-1]
    played = sorted((PLAYED.get(card, card) for card in cards), key=upwards.index)
    return 1 + list(combinations_with_replacement(upwards, 4)).index(tuple(played))


def answered(mustutor, *arguments):
    told = mustutor(*arguments, "--json")
    assert (told.status, told.err) == (0, "")
    return json.loads(told.out)


@pytest.mark.parametrize("cards", ["RRCA", "3321", "7654", "RRRR", "A222", "CS74"])
def test_the_places_are_those_counted_out(mustutor, cards):
    told = answered(mustutor, "hand", *cards)
    assert told["grande"] == {"place": place_in_grande(cards.replace("1", "A")), "of": 330}
    assert told["chica"] == {"place": place_in_chica(cards.replace("1", "A")), "of": 330}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            "R 3 3 2",
            {
                "cards": ["R", "3", "3", "2"],
                "pares": {"class": "medias", "ranks": ["R"], "value": 2},
                "juego": {"points": 31, "value": 3, "real": False},
                "name": "solomillo",
            },
        ),
        (
            "R R A 2",
            {
                "cards": ["R", "R", "A", "2"],
                "pares": {"class": "duples", "ranks": ["R", "A"], "value": 3},
                "punto": {"points": 22},
                "name": "duples_gallegos",
            },
        ),
        (
            "Co Sc 7e 5b",
            {
                "cards": ["Co", "Sc", "7e", "5b"],
                "juego": {"points": 32, "value": 2, "real": False},
            },
        ),
        ("4 5 6 7", {"cards": ["4", "5", "6", "7"], "punto": {"points": 22}, "name": "perete"}),
    ],
)
def test_hand_json_has_exactly_what_the_hand_has(mustutor, cards, expected):
    told = answered(mustutor, "hand", *cards.split())
    assert told.pop("variant") == "fournier"
    assert set(told.pop("grande")) == set(told.pop("chica")) == {"place", "of"}
    assert told == expected


def test_hand_json_is_the_same_in_every_language(mustutor):
    line = ("hand", "R", "R", "C", "A", "--json")
    assert mustutor(*line, "--lang", "es").out == mustutor(*line, "--lang", "en").out


@pytest.mark.parametrize(
    "words",
    [
        ["3", "3", "12", "1"],
        ["3 3 12 1"],
        ["3,", "3,", "12,", "1"],
        ["3,3,12,1"],
        ["tres", "three", "rey", "as"],
    ],
)
def test_cards_are_read_however_they_are_written(mustutor, words):
    assert answered(mustutor, "hand", *words)["cards"] == ["3", "3", "R", "A"]


def test_hand_tells_every_lance_in_the_learners_words(mustutor):
    english, spanish = (mustutor("hand", "R", "R", "3", "A", "--lang", c).out for c in ("en", "es"))
    for lance in ("grande", "chica", "pares", "juego"):
        assert lance in english
        assert lance in spanish
    assert "Medias of kings: worth 2 stones." in english
    assert "solomillo" in english
    assert "solomillo" in spanish
    assert "31 points: worth 3 stones. Place 1 of 8." in english
    assert english != spanish


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (["R", "R", "C"], "A hand has four cards, not 3."),
        (["R", "R", "C", "A", "7"], "A hand has four cards, not 5."),
        (["R", "R", "C", "kign"], "kign is not a card (did you mean king?)"),
        (["R", "R", "C", "9o"], "9o is not a card of this deck, which has no eights and no nines."),
        (["Ro", "Ro", "C", "A"], "Ro is in the hand twice, but in the deck only once."),
        (["R"] * 50, "There are more than 40 cards here, which is more than the whole deck."),
        (["\x1b[31mR", "R", "C", "A"], "\\x1b[31mR is not a card"),
    ],
)
def test_what_is_no_hand_is_wrong_usage_in_one_line(mustutor, cards, problem):
    refused = mustutor("hand", *cards)
    first, advice = refused.err.splitlines()
    assert (refused.status, refused.out) == (2, "")
    assert first.startswith(problem)
    assert advice == "Type mustutor hand --help to see how."


def test_a_variant_may_be_named_or_given_as_a_file(mustutor, kept):
    path = kept(
        "format: mus-variant/1\nid: four_kings\nextends: encaje\n"
        "name: {en: Four kings, es: Cuatro reyes}\n"
        "summary: {en: Four kings., es: Cuatro reyes.}\nrules:\n  deck.kings: 4\n",
        "four_kings.yaml",
    )
    told = answered(mustutor, "hand", "3", "3", "R", "A", "--variant", path)
    assert told["variant"] == "four_kings"
    assert told["grande"]["of"] == 715
    assert told["pares"] == {"class": "par", "ranks": ["3"], "value": 1}
    unknown = mustutor("hand", "3", "3", "R", "A", "--variant", "encage")
    assert unknown.status == 2
    assert "(did you mean encaje?)" in unknown.err


# --- compare -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lance", "hands", "expected"),
    [
        ("grande", ["R R 7 4", "R C C A"], {"winner": 0, "order": [0, 1], "tie": False}),
        ("grande", ["R C C A", "R R 7 4"], {"winner": 1, "order": [1, 0], "tie": False}),
        ("grande", ["R 3 7 4", "R R 7 4"], {"winner": 0, "order": [0, 1], "tie": True}),
        ("chica", ["A A 4 5", "A 2 4 4"], {"winner": 1, "order": [1, 0], "tie": False}),
        ("pares", ["7 6 5 4", "4 4 6 7"], {"winner": 1, "order": [1], "tie": False}),
        ("pares", ["7 6 5 4", "7 6 5 A"], {"order": [], "tie": False}),
        # 31 before 32 before 40 before 37.
        (
            "juego",
            ["R R C 7", "R R C C", "R R 7 5", "R R C A"],
            {"winner": 3, "order": [3, 2, 1, 0], "tie": False},
        ),
        ("punto", ["R R 6 4", "R R 5 4", "R R 7 4"], {"winner": 0, "order": [0, 1], "tie": False}),
        ("GRANDE", ["R,R,7,4", "rey 12 7 4"], {"winner": 0, "order": [0, 1], "tie": True}),
    ],
)
def test_compare_json_names_the_winner_the_order_and_the_tie(mustutor, lance, hands, expected):
    told = answered(mustutor, "compare", lance, *hands)
    assert told == {"variant": "fournier", "lance": lance.lower(), **expected}


def test_compare_says_which_card_decides(mustutor):
    told = mustutor("compare", "grande", "R R 7 4", "R C C A").out
    assert "The second card decides: knight is below king." in told
    assert "A has the best grande." in told
    tied = mustutor("compare", "grande", "R R 7 4", "R R 7 4").out
    assert "A speaks before B" in " ".join(tied.split())


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["gradne", "R R 7 4", "R C C A"], "gradne is not a lance"),
        (["grande", "R R 7 4"], "A comparison needs more than one hand: give from 2 to 8"),
        (["grande", "R R 7", "R C C A"], "A hand has four cards, not 3."),
        (["grande", *["R R 7 4"] * 9], "9 hands are too many"),
        (["grande"], "mustutor compare needs HAND."),
    ],
)
def test_what_cannot_be_compared_is_wrong_usage(mustutor, words, problem):
    refused = mustutor("compare", *words)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(problem)
    assert len(refused.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("variant", "cards", "real"),
    [
        ("asturias", "7 7 7 S", True),
        ("asturias", "7 7 7 R", False),
        ("catalunya", "7 7 7 3", True),
        ("catalunya", "7 7 7 R", True),
        ("cantabria", "7o 7c 7e Sb", True),
        ("fournier", "7 7 7 S", False),
        ("madrid", "7o 7c 7e So", False),
    ],
)
def test_three_sevens_are_la_real_where_the_rulebook_says_so(mustutor, variant, cards, real):
    told = answered(mustutor, "hand", *cards.split(), "--variant", variant)
    assert told["juego"]["real"] is real
    assert (told.get("name") == "la_real") is real
    shown = mustutor("hand", *cards.split(), "--variant", variant).out
    assert ("la Real" in shown) is real


@pytest.mark.parametrize(("variant", "pares"), [("fournier", "duples"), ("navarra", None)])
def test_a_king_a_three_a_two_and_an_ace_are_what_the_deck_makes_of_them(mustutor, variant, pares):
    told = answered(mustutor, "hand", "Ro", "3o", "2o", "Ao", "--variant", variant)
    assert told.get("pares", {}).get("class") == pares


@pytest.mark.parametrize(
    ("joined", "apart"),
    [
        (["RRRA"], ["R", "R", "R", "A"]),
        (["rrca"], ["R", "R", "C", "A"]),
        (["RoRc3eAb"], ["Ro", "Rc", "3e", "Ab"]),
        (["RR", "7A"], ["R", "R", "7", "A"]),
    ],
)
def test_a_hand_may_be_written_joined(mustutor, joined, apart):
    assert answered(mustutor, "hand", *joined) == answered(mustutor, "hand", *apart)


def test_joined_hands_are_compared(mustutor):
    told = answered(mustutor, "compare", "grande", "RRCA", "RRSA")
    assert told == answered(mustutor, "compare", "grande", "R R C A", "R R S A")


def test_joined_signs_that_are_no_cards_are_refused_whole(mustutor):
    told = mustutor("hand", "RRRX")
    assert told.status == 2
    assert "RRRX is not a card" in told.err
