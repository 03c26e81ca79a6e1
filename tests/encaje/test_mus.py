"""Mus, no hay mus, the discards, and a stock that runs out (ENC-DEAL-3: as in Mus)."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import serve_call
from mustutor.model.cards import deck

from .table import fault, hands, play, refused, serve, sit

HANDS = "A:RRC7 B:RCC7 C:7654"
ALL_MUS = "A mus, B mus, C mus"


def test_MUS_MUS_1_mano_speaks_first_and_asks_or_keeps():
    position = sit("A20 B20 C20", HANDS, mano="B", talk=True)
    assert position.speaker == "B"
    assert [(option.seat, option.verb) for option in games.options(position)] == [
        ("B", "mus"),
        ("B", "corto"),
    ]
    assert fault(position, "A mus")


def test_MUS_MUS_2_the_others_answer_in_turn():
    position = play(sit("A20 B20 C20", HANDS, talk=True), "A mus")
    assert position.speaker == "B"
    assert fault(position, "C corto")
    assert play(position, "B mus").speaker == "C"


@pytest.mark.parametrize("talk", ["A corto", "A mus, B corto", "A mus, B mus, C corto"])
def test_MUS_MUS_3_the_first_cut_ends_the_talk_and_mano_opens_grande(talk):
    position = play(sit("A20 B20 C20", HANDS, talk=True), talk)
    assert (position.lance, position.speaker) == ("grande", "A")
    assert position.hand_of("C") is not None


def test_MUS_MUS_4_and_ENC_DEAL_3_cards_are_exchanged_only_if_all_say_mus():
    position = play(sit("A20 B20 C20", HANDS, talk=True), "A mus, B mus")
    assert fault(position, "A descarto 7")
    position = play(position, "C mus")
    assert position.lance == "descarte"
    position = play(position, "A descarto 7, B descarto C C 7, C descarto 7 6 5 4")
    position = serve(position, "A:R B:AAA C:5544")
    assert [sorted(position.hand_of(seat) or ()) for seat in "ABC"] == [
        ["C", "R", "R", "R"],
        ["A", "A", "A", "R"],
        ["4", "4", "5", "5"],
    ]


def test_MUS_MUS_5_after_a_discard_the_question_is_asked_again_without_limit():
    position = sit("A20 B20 C20", talk=True)
    for _ in range(12):
        position = play(position, ALL_MUS, "A descarto ?, B descarto ? ?, C descarto ?")
        position = serve(position, "")
        assert (position.lance, position.speaker) == ("mus", "A")
    assert play(position, "A corto").lance == "grande"


@pytest.mark.parametrize("spelling", ["no hay mus", "no mus", "mintza", "corto"])
def test_MUS_MUS_6_a_refusal_in_other_words_is_a_cut(spelling):
    assert read_call(f"A {spelling}") == read_call("A corto")


def test_MUS_DISC_1_mano_throws_first_then_to_the_right():
    position = play(sit("A20 B20 C20", HANDS, mano="C", talk=True), "C mus, A mus, B mus")
    assert position.queue == ("C", "A", "B")
    assert fault(position, "A descarto 7")


@pytest.mark.parametrize(("order", "first"), [("mano_first", "A"), ("dealer_first", "C")])
def test_option_mus_discard_order(order, first):
    position = sit("A20 B20 C20", HANDS, rules={"mus.discard_order": order}, talk=True)
    position = play(position, ALL_MUS)
    assert position.queue == ({"A": ("A", "B", "C"), "C": ("C", "A", "B")}[first])


def test_MUS_DISC_2_discards_are_face_down():
    position = play(sit("A20 B20 C20", HANDS, talk=True), ALL_MUS)
    assert play(position, "A descarto 7").line() == play(position, "A descarto R").line()
    assert play(position, "A descarto 7").line() != play(position, "A descarto R C").line()


@pytest.mark.parametrize("throw", ["7", "R 7", "R C 7", "R R C 7"])
def test_MUS_DISC_3_one_to_four_cards(throw):
    position = play(sit("A20 B20 C20", HANDS, talk=True), ALL_MUS)
    assert play(position, f"A descarto {throw}").speaker == "B"


@pytest.mark.parametrize("throw", ["servido", "descarto R R C 7 4", "descarto 4", "descarto 7 7"])
def test_MUS_DISC_3_not_none_not_five_and_only_what_one_holds(throw):
    position = play(sit("A20 B20 C20", HANDS, talk=True), ALL_MUS)
    assert refused(position, f"A {throw}") == "MUS-DISC-3"


def test_option_mus_min_discard_0_lets_a_player_be_served_nothing():
    position = sit("A20 B20 C20", HANDS, rules={"mus.min_discard": 0}, talk=True)
    position = play(position, ALL_MUS, "A servido, B descarto 7, C servido")
    position = serve(position, "B:A")
    assert [position.hand_of(seat) for seat in "AC"] == [*hands("A:RRC7 C:7654").values()]
    assert sorted(position.hand_of("B") or ()) == ["A", "C", "C", "R"]


def test_option_mus_min_discard_0_when_nobody_throws_mus_is_asked_again():
    position = sit("A20 B20 C20", HANDS, rules={"mus.min_discard": 0}, talk=True)
    position = play(position, ALL_MUS, "A servido, B servido, C servido")
    assert (position.lance, position.speaker) == ("mus", "A")


def test_A_24_to_throw_no_card_is_said_servido():
    """A discard is of one card at least: nothing thrown is `servido` alone (A-24)."""
    position = sit("A20 B20 C20", HANDS, rules={"mus.min_discard": 0}, talk=True)
    nothing = read_call("A descarto 7")._replace(cards=())
    assert games.why_not(play(position, ALL_MUS), nothing) is not None


@pytest.mark.parametrize(
    ("rounds", "lances"), [(1, ["grande"]), (2, ["mus", "grande"]), ("none", ["mus"] * 3)]
)
def test_option_mus_max_rounds_ends_the_exchanges(rounds, lances):
    position = sit("A20 B20 C20", rules={"mus.max_rounds": rounds}, talk=True)
    for lance in lances:
        position = play(position, ALL_MUS, "A descarto ?, B descarto ?, C descarto ?")
        position = serve(position, "")
        assert (position.lance, position.speaker) == (lance, "A")


def test_option_mus_max_rounds_0_is_no_mus_at_all():
    position = sit("A20 B20 C20", HANDS, rules={"mus.max_rounds": 0}, talk=True)
    assert position.lance == "grande"


@pytest.mark.parametrize(
    "told",
    [
        "A:R B:A C:54",  # C threw three
        "A:RR B:A C:544",  # A threw one
        "A:R B:7 C:544 D:5",  # nobody sits there
    ],
)
def test_MUS_DISC_4_each_is_served_as_many_as_he_threw(told):
    position = play(sit("A20 B20 C20", HANDS, talk=True), ALL_MUS)
    assert games.why_not(position, serve_call(hands("A:R"))) is not None
    position = play(position, "A descarto 7, B descarto 7, C descarto 7 6 5")
    assert fault(position, "A mus")
    found = games.why_not(position, serve_call(hands(told)))
    assert found is not None
    assert (found.rule, found.verdict) == ("MUS-DISC-4", "misdealt")


# The deck in its order, four cards to each of five players, twenty left to serve.
DECK = deck()
FIVE_HANDS = {seat: DECK[4 * place : 4 * place + 4] for place, seat in enumerate("ABCDE")}
MUS_OF_FIVE = "A mus, B mus, C mus, D mus, E mus"


def dealt_five(rules=None):
    told = " ".join(f"{seat}:{','.join(hand)}" for seat, hand in FIVE_HANDS.items())
    return sit("A20 B20 C20 D20 E20", told, rules=rules, talk=True)


def exchanged(position, counts, stock):
    """Everyone throws his first cards, so many each, and is served the next of the stock."""
    throws, told = [], []
    for seat, count in zip("ABCDE", counts, strict=True):
        throws.append(f"{seat} descarto {' '.join(position.hand_of(seat)[:count])}")
        told.append(f"{seat}:{','.join(stock[:count])}")
        stock = stock[count:]
    return serve(play(position, MUS_OF_FIVE, *throws), " ".join(told)), stock


def thrown_by(position, counts):
    """The position once everyone has thrown his first cards, and what each threw."""
    threw = {s: position.hand_of(s)[:n] for s, n in zip("ABCDE", counts, strict=True)}
    calls = [f"{seat} descarto {' '.join(gone)}" for seat, gone in threw.items()]
    return play(position, MUS_OF_FIVE, *calls), threw


def why_not_served(position, told):
    return games.why_not(position, serve_call({seat: tuple(got) for seat, got in told.items()}))


def test_MUS_DISC_5_while_the_stock_lasts_nothing_thrown_comes_back():
    position, threw = thrown_by(dealt_five(), (1, 1, 1, 1, 1))
    fresh = {seat: [DECK[20 + place]] for place, seat in enumerate("ABCDE")}
    assert why_not_served(position, fresh) is None
    found = why_not_served(position, {**fresh, "B": threw["A"]})
    assert found is not None
    assert (found.rule, found.verdict) == ("MUS-DISC-5", "misdealt")


def test_MUS_DISC_5_an_empty_stock_is_made_of_all_discards_and_ones_own_may_come_back():
    position, stock = exchanged(dealt_five(), (4, 4, 4, 4, 4), DECK[20:])
    assert stock == ()
    position, threw = thrown_by(position, (1, 1, 1, 1, 1))
    back = {seat: threw[seat] for seat in "ABCDE"}  # all five are short, so no heap stays aside
    assert why_not_served(position, back) is None
    earlier = {seat: FIVE_HANDS[seat][:1] for seat in "ABCDE"}
    assert why_not_served(position, earlier) is None


def test_MUS_DISC_5_cards_in_hand_never_go_back():
    position, _ = exchanged(dealt_five(), (4, 4, 4, 4, 4), DECK[20:])
    position, threw = thrown_by(position, (1, 1, 1, 1, 1))
    told = {**threw, "A": (position.hand_of("B")[0],)}
    found = why_not_served(position, told)
    assert found is not None
    assert found.verdict == "misdealt"


def test_MUS_DISC_5_the_rest_of_the_stock_is_dealt_before_the_discards():
    # 18 of 20 are served; of the next five cards two are the last of the stock.
    position, stock = exchanged(dealt_five(), (4, 4, 4, 3, 3), DECK[20:])
    position, threw = thrown_by(position, (1, 1, 1, 1, 1))
    good = {"A": stock[:1], "B": stock[1:2], "C": threw["D"], "D": threw["E"], "E": threw["C"]}
    assert why_not_served(position, good) is None
    early = {**good, "A": threw["C"], "C": stock[:1]}
    found = why_not_served(position, early)
    assert found is not None
    assert found.verdict == "misdealt"


def test_MUS_DISC_6_the_only_player_still_short_never_gets_his_own_back():
    position, last = lone_short({})
    stock, threw = last
    good = {seat: stock[place : place + 1] for place, seat in enumerate("ABCD")}
    for other in "ABCD":
        assert why_not_served(position, {**good, "E": (stock[4], threw[other][0])}) is None
    assert why_not_served(position, {**good, "E": (stock[4], FIVE_HANDS["E"][0])}) is None
    for own in threw["E"]:
        found = why_not_served(position, {**good, "E": (stock[4], own)})
        assert found is not None
        assert (found.rule, found.verdict) == ("MUS-DISC-6", "misdealt")


def lone_short(rules):
    """Five cards are left for the six that are short: E, served last, wants one more."""
    position, stock = exchanged(dealt_five(rules), (3, 3, 3, 3, 3), DECK[20:])
    position, threw = thrown_by(position, (1, 1, 1, 1, 2))
    return position, (stock, threw)


def test_option_mus_lone_player_rule_false_shuffles_every_discard():
    position, (stock, threw) = lone_short({"mus.lone_player_rule": False})
    good = {seat: stock[place : place + 1] for place, seat in enumerate("ABCD")}
    assert why_not_served(position, {**good, "E": (stock[4], threw["E"][0])}) is None


def test_MUS_DISC_6_his_own_stay_aside_for_that_service_only():
    position, (stock, threw) = lone_short({})
    told = {seat: stock[place : place + 1] for place, seat in enumerate("ABCD")}
    told["E"] = (stock[4], threw["A"][0])
    position = games.apply(position, serve_call(told))
    # E's two lie aside and come back only when the stock runs out once more.
    position, gone = thrown_by(position, (1, 1, 1, 1, 1))
    others = [card for seat in "BCD" for card in threw[seat]]
    earlier = [FIVE_HANDS["A"][0], FIVE_HANDS["B"][0]]
    good = dict(zip("ABCDE", [(card,) for card in others + earlier], strict=True))
    assert why_not_served(position, good) is None
    assert why_not_served(position, {**good, "A": threw["E"][:1]}) is not None
    assert why_not_served(position, {**good, "A": gone["A"]}) is not None


def test_MUS_DISC_6_what_lay_aside_comes_back_when_the_stock_runs_out_once_more():
    position, (stock, threw) = lone_short({})
    told = {seat: stock[place : place + 1] for place, seat in enumerate("ABCD")}
    position = games.apply(position, serve_call({**told, "E": (stock[4], threw["A"][0])}))
    # 18 cards are left to serve, and 20 wanted: E alone is short, of two.
    in_hand = {card for seat in "ABCDE" for card in position.hand_of(seat)}
    left = [card for card in DECK if card not in in_hand and card not in threw["E"]]
    assert len(left) == 18
    position, gone = thrown_by(position, (4, 4, 4, 4, 4))
    told = {seat: tuple(left[4 * place :][:4]) for place, seat in enumerate("ABCD")}
    assert why_not_served(position, {**told, "E": (*left[16:], *threw["E"])}) is None
    assert why_not_served(position, {**told, "E": (*left[16:], *gone["E"][:2])}) is not None
