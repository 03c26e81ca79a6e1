"""The rules of thumb: what each says of the positions it is about, and that they play any table.

Expectations come from the rules as they are taught, written out here once more by hand.
"""

from __future__ import annotations

import pytest

from mustutor import games, load_variant, verify, view
from mustutor.games.mus.rules_of_thumb import NEEDED, RULES, advice, grade
from mustutor.games.player import Player
from mustutor.model.cards import read_hand
from mustutor.replay.simulate import match
from tests.mus.table import cards, sit

# The other three hold neither kings nor pares nor juego, unless a test gives them some.
A1, B1, A2, B2 = "C542", "S752", "C762", "S542"
BOTH = "RCCS"
"""A hand with pares and juego, so that its seat speaks in both."""


def advised(hand, seat, calls=(), lance="grande", in_front="A0 B0", **others):
    """What is said with a hand in a lance, after these calls."""
    told = {"A1": A1, "B1": B1, "A2": A2, "B2": B2, **others, seat: hand}
    player = Player(sit(" ".join(told.values()), in_front))
    while player.position.lance != lance or not said_aloud(player.position):
        verbs = [option.verb for option in games.options(player.position)]
        player = player.hear(f"{player.position.speaker} {verbs[0]}")
    for call in calls:
        player = player.hear(call)
    assert player.position.speaker == seat
    return advice(view(player.position, seat, player.steps))


def said_aloud(position):
    return {"envido", "quiero"} & {option.verb for option in games.options(position)}


def says(*asked, **others):
    return advised(*asked, **others).words


def at_mus(hand, seat="A1", before=()):
    told = {"A1": A1, "B1": B1, "A2": A2, "B2": B2, seat: hand}
    player = Player(sit(" ".join(told.values()), talk=True))
    for call in before:
        player = player.hear(call)
    return player


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [("R754", "754"), ("3CS6", "CS6"), ("RR7A", "7A"), ("CS64", "CS64"), ("76AA", "76AA")],
)
def test_throw_everything_but_kings_and_with_none_all_four(hand, thrown):
    player = at_mus(hand)
    for seat in ("A1", "B1", "A2", "B2"):
        player = player.hear(f"{seat} mus")
    words = advice(view(player.position, "A1", player.steps)).words.split()
    assert words[0] == "descarto"
    assert sorted(card[0] for card in words[1:]) == sorted(thrown)


def test_with_four_kings_and_mus_said_one_is_thrown_all_the_same():
    player = at_mus("RRRR")
    for seat in ("A1", "B1", "A2", "B2"):
        player = player.hear(f"{seat} mus")
    words = advice(view(player.position, "A1", player.steps)).words
    assert len(words.split()) == 2


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("RCSA", "corto"),  # 31
        ("666A", "corto"),  # medias
        ("5544", "corto"),  # duples
        ("RRS4", "corto"),  # a pair and juego of 34
        ("RR64", "mus"),  # a pair of kings, and 30 points
        ("RCS6", "mus"),  # juego of 36, and no pares
        ("AA54", "mus"),
    ],
)
def test_cut_with_31_medias_duples_or_pares_and_juego(hand, said):
    assert advice(view(at_mus(hand).position, "A1")).words == said
    behind = at_mus(hand, "B2", ["A1 mus", "B1 mus", "A2 mus"])
    assert advice(view(behind.position, "B2", behind.steps)).words == said


@pytest.mark.parametrize(
    ("lance", "hand", "said"),
    [
        ("grande", "RRS4", "envido 2"),
        ("grande", "RR64", "paso"),
        ("grande", "RRR5", "envido 15"),
        ("chica", "AA47", "envido 2"),
        ("chica", "AA67", "paso"),
        ("chica", "AAA7", "envido 15"),
        ("pares", "RR64", "envido 2"),
        ("pares", "5567", "paso"),
        ("pares", "777R", "envido 2"),
        ("pares", "6644", "envido 15"),
        ("juego", "RC75", "envido 2"),  # 32
        ("juego", "RCSS", "paso"),  # 40
        ("juego", "RCSA", "envido 15"),  # 31
    ],
)
def test_bet_two_with_a_good_hand_and_fifteen_with_the_best(lance, hand, said):
    """B1 speaks after mano passed, with A2 still to come, who has pares and juego too."""
    passed = [] if lance in ("pares", "juego") else ["A1 paso"]
    assert says(hand, "B1", passed, lance, A2=BOTH) == said


@pytest.mark.parametrize(
    ("hand", "said"),
    [("RC5A", "paso"), ("RC6A", "paso"), ("RC44", "envido 2"), ("RC54", "envido 15")],
)
def test_bet_at_punto_two_with_28_and_fifteen_with_29(hand, said):
    assert says(hand, "B1", ["A1 paso"], "punto") == said


@pytest.mark.parametrize(
    ("lance", "hand", "most"),
    [
        # the highest of two, five and ten that is accepted; 0 where none is
        ("grande", "CS74", 0),
        ("grande", "RC74", 2),
        ("grande", "RR64", 2),
        ("grande", "RRS4", 5),
        ("grande", "RRR4", 10),
        ("chica", "7654", 0),
        ("chica", "A547", 2),
        ("chica", "AA67", 2),
        ("chica", "AA57", 5),
        ("chica", "AAA7", 10),
        ("pares", "6674", 2),
        ("pares", "RR64", 2),
        ("pares", "777R", 5),
        ("pares", "6644", 10),
        ("juego", "RCS5", 0),  # 35
        ("juego", "RCS6", 2),  # 36
        ("juego", "RCSS", 2),  # 40
        ("juego", "RC75", 5),  # 32
        ("juego", "RCSA", 10),  # 31
        ("punto", "R66A", 0),  # 23
        ("punto", "R76A", 2),  # 24
        ("punto", "RC6A", 2),  # 27
        ("punto", "RC44", 5),  # 28
        ("punto", "RC54", 10),  # 29
    ],
)
def test_accept_a_bet_with_a_hand_as_good_as_the_bet_is_big(lance, hand, most):
    other = A1 if lance == "punto" else BOTH
    said = {
        stake: says(hand, "B1", [f"A1 envido {stake}"], lance, A1=other)
        for stake in (2, 5, 9, 10, 30)
    }
    wanted = {2: most >= 2, 5: most >= 5, 9: most >= 5, 10: most >= 10, 30: most >= 10}
    answers = {stake: "quiero" if good else "no quiero" for stake, good in wanted.items()}
    if most == 10:  # with these one raises as well, where it stays under twelve
        answers |= {2: "subo a 7", 5: "subo a 10"}
    assert said == answers


def test_as_mano_a_step_less_is_enough_for_a_bet_and_for_an_answer():
    assert says("RR64", "A1") == "envido 2"
    assert says("RC74", "A1") == "paso"
    answer = ["A1 paso", "B1 envido 5"]
    assert says("RR64", "A1", [*answer, "A2 no quiero"]) == "quiero"
    assert says("RC64", "A1", [*answer, "A2 no quiero"]) == "no quiero"


@pytest.mark.parametrize(
    ("lance", "hand", "said"),
    [
        ("grande", "RC74", "envido 2"),
        ("grande", "CS74", "paso"),
        ("chica", "A567", "envido 2"),
        ("chica", "7654", "paso"),
        ("punto", "R76A", "envido 2"),  # 24
        ("punto", "R66A", "paso"),  # 23
    ],
)
def test_last_to_speak_bets_two_with_little_where_all_have_passed(lance, hand, said):
    passed = ["A1 paso", "B1 paso", "A2 paso"]
    assert says(hand, "B2", passed, lance) == said


def test_the_last_to_speak_is_the_last_of_those_who_may():
    # Only B1 and A2 have pares, and B1 has passed: A2 is the last, though not the postre.
    assert says("5576", "A2", ["B1 paso"], "pares", B1="66AS") == "envido 2"
    # A1 has passed, but A2 has pares too, and is still to speak.
    assert says("5576", "B1", ["A1 paso"], "pares", A1="66A4", A2="44A7") == "paso"
    # Behind B1 there is only B2, a partner.
    assert says("5576", "B1", ["A1 paso"], "pares", A1="66A4", B2="44A7") == "envido 2"
    assert says("RCS6", "B2", ["A1 paso"], "juego", A1=BOTH) == "envido 2"
    assert says("RC77", "B2", ["A1 paso"], "juego", A1=BOTH) == "paso"


def test_raise_by_five_with_what_one_bets_fifteen_with_and_never_above_twelve():
    assert says("RRRR", "B1", ["A1 envido 2"]) == "subo a 7"
    assert says("RRRR", "B1", ["A1 envido 7"]) == "subo a 12"
    assert says("RRRR", "B1", ["A1 envido 8"]) == "quiero"
    assert says("RRR4", "B1", ["A1 envido 2"]) == "subo a 7"
    assert says("RRC4", "B1", ["A1 envido 2"]) == "quiero"
    assert says("RRC4", "A1", ["A1 paso", "B1 envido 2", "A2 no quiero"]) == "quiero"
    assert says("7766", "B1", ["A1 envido 2"], "pares", A1=BOTH) == "subo a 7"
    assert says("777R", "B1", ["A1 envido 2"], "pares", A1=BOTH) == "quiero"
    answer = ["A1 paso", "B1 envido 2"]
    assert says("RCSA", "A1", answer, "juego", B1=BOTH) == "subo a 7"
    assert says("RCSA", "B1", ["A1 envido 2"], "juego", A1=BOTH) == "subo a 7"
    assert says("RC75", "B1", ["A1 envido 2"], "juego", A1=BOTH) == "quiero"  # 32


def test_where_a_deje_gives_them_the_game_the_last_to_answer_accepts():
    assert says("CS64", "B2", ["A1 envido 5", "B1 no quiero"], in_front="A39 B30") == "quiero"
    assert says("CS64", "B2", ["A1 envido 5", "B1 no quiero"], in_front="A38 B30") == "no quiero"
    # B2 has still to answer
    assert says("CS64", "B1", ["A1 envido 5"], in_front="A39 B30") == "no quiero"
    # The deje of a raise is what had been bet before it.
    raised = ["A1 paso", "B1 paso", "A2 paso", "B2 envido 2", "A1 subo a 7", "B1 no quiero"]
    assert says("RC74", "B2", raised, in_front="A38 B30") == "quiero"
    assert says("RC74", "B2", raised, in_front="A37 B30") == "no quiero"


def test_with_one_stone_missing_a_bet_of_two_is_made_with_anything():
    assert says("7654", "B1", ["A1 paso"], in_front="A35 B39") == "envido 2"
    assert says("7654", "B1", ["A1 paso"], in_front="A35 B38") == "paso"


@pytest.mark.parametrize(
    ("hand", "in_front", "said"),
    [
        ("RRR4", "A14 B12", "no quiero"),
        ("RRRC", "A14 B12", "quiero"),
        ("RRR4", "A30 B20", "quiero"),
        ("RRR4", "A29 B20", "no quiero"),
        ("RRRC", "A18 B28", "no quiero"),
        ("RRRC", "A19 B28", "quiero"),
        ("RRRR", "A18 B30", "quiero"),
    ],
)
def test_an_ordago_is_accepted_by_the_score(hand, in_front, said):
    assert says(hand, "B1", ["A1 ordago"], in_front=in_front) == said


def test_ten_ahead_31_accepts_an_ordago_only_as_mano():
    as_mano = ["A1 paso", "B1 ordago"]
    assert says("RCSA", "A1", as_mano, "juego", in_front="A30 B15", B1=BOTH) == "quiero"
    heard = ["A1 ordago"]
    assert says("RCSA", "B1", heard, "juego", in_front="A15 B30", A1=BOTH) == "no quiero"
    assert says("RCSA", "B1", heard, "juego", in_front="A15 B15", A1=BOTH) == "quiero"


@pytest.mark.parametrize(
    ("hand", "in_front", "said"),
    [
        ("RRR5", "A33 B20", "ordago"),
        ("RRR5", "A30 B20", "ordago"),
        ("RRR5", "A29 B10", "envido 15"),
        ("RRR5", "A33 B24", "envido 15"),
        ("RR64", "A33 B20", "paso"),
    ],
)
def test_ordago_when_they_are_near_the_end_and_far_ahead(hand, in_front, said):
    assert says(hand, "B1", ["A1 paso"], in_front=in_front) == said


def test_every_advice_names_a_rule_and_every_rule_has_its_say():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert advised("RRS4", "B1", ["A1 paso"]).rule.name == "bet"
    assert advised("RRS4", "B1", ["A1 envido 5"]).rule.name == "accept"
    assert advised("RRR4", "B1", ["A1 paso"]).rule.name == "high"
    for row in NEEDED.values():
        assert set(row) == {"grande", "chica", "pares", "juego", "punto"}


def test_what_is_not_seen_changes_nothing():
    """The advice follows from the view: other hidden cards leave it as it is."""
    told = {says("RRS4", "B1", ["A1 envido 5"], A1=other) for other in ("RR33", "7654", "AAAA")}
    assert told == {"quiero"}


@pytest.mark.parametrize(
    ("lance", "better", "worse"),
    [
        ("grande", "RRC7", "RR76"),
        ("chica", "AA57", "AA67"),
        ("pares", "RR77", "7766"),
        ("pares", "AA64", "C765"),
        ("juego", "RC75", "RCSS"),
        ("punto", "RC54", "RC44"),
    ],
)
def test_a_grade_goes_up_with_the_hand(lance, better, worse):
    seen = view(sit(), "A1")
    one, other = (read_hand(cards(hand)) for hand in (better, worse))
    assert grade(lance, one, seen) > grade(lance, other, seen)


@pytest.mark.parametrize("name", ["fournier", "guipuzcoa_4", "la_rioja", "madrid"])
def test_a_table_of_nothing_but_rules_of_thumb_plays_to_the_end(name):
    variant = load_variant(name)
    seats = games.game_of(variant.game).rules.seats(variant, 0)

    def speak(position, steps):
        words = advice(view(position, position.speaker, steps)).words
        return games.read_call(f"{position.speaker} {words}", variant)

    for seed in ("1", "2", "3"):
        assert verify(match(variant, seats=seats, hands=4, seed=seed, speak=speak)).ok
