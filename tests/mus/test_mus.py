"""Mus, no hay mus, the discards, and a stock that runs out: MUS-MUS, MUS-DISC."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import serve_call
from mustutor.model.cards import deck

from .table import DULL, PAIRS, TRIOS, fault, hands, play, quiet, refused, serve, sit, verbs

ALL_MUS = "A1 mus, B1 mus, A2 mus, B2 mus"
OPEN = "A1:Ro,Rc,Ce,7b B1:Re,Cc,Cb,7e A2:7o,6o,5o,4o B2:Ao,Ac,4c,5c"


def talking(rules=None, told=DULL, **more):
    return sit(told, rules=rules, talk=True, **more)


def full(rules=None):
    """Four hands whose suits are known, and everybody has said mus."""
    told = " ".join(hand.partition(":")[2] for hand in OPEN.split())
    return play(talking(rules, told), ALL_MUS)


def throwing(position, *counts):
    """Everybody throws so many cards unseen, in the order in which they are asked."""
    for count in counts:
        position = play(position, f"{position.speaker} descarto {' '.join('?' * count)}")
    return position


# --- the talk ----------------------------------------------------------------------------


def test_MUS_MUS_1_mano_speaks_first_and_asks_for_cards_or_keeps_his():
    position = talking(mano="B1")
    assert (position.lance, position.speaker) == ("mus", "B1")
    assert verbs(position) == ["mus", "corto"]


@pytest.mark.parametrize("call", ["B1 paso", "B1 envido 2", "B1 quiero", "B1 tengo", "B1 ordago"])
def test_MUS_MUS_1_nothing_else_is_said_while_mus_is_talked(call):
    assert fault(talking(mano="B1"), call)


def test_MUS_MUS_2_the_others_answer_in_turn():
    position = play(talking(), "A1 mus")
    assert position.speaker == "B1"
    assert fault(position, "A2 mus")
    assert fault(position, "A1 corto")


@pytest.mark.parametrize(
    "talk",
    [
        "A1 corto",
        "A1 mus, B1 corto",
        "A1 mus, B1 mus, A2 corto",
        "A1 mus, B1 mus, A2 mus, B2 corto",
    ],
)
def test_MUS_MUS_3_the_first_cut_ends_the_talk_and_mano_opens_grande(talk):
    position = play(talking(), talk)
    assert (position.lance, position.queue) == ("grande", PAIRS)
    assert position.hand_of("B2") is not None


def test_MUS_MUS_4_a_discard_only_if_all_say_mus():
    position = play(talking(), "A1 mus, B1 mus, A2 mus")
    assert position.lance == "mus"
    assert fault(position, "A1 descarto 7")
    assert play(position, "B2 mus").lance == "descarte"


def test_MUS_MUS_5_after_a_discard_it_is_asked_again_without_limit():
    position = talking(told="")
    for round_ in range(1, 21):
        position = serve(throwing(play(position, ALL_MUS), 4, 3, 2, 1), "")
        assert (position.lance, position.speaker) == ("mus", "A1")
        assert position.deal.discards == round_
    assert play(position, "A1 corto").lance == "grande"


@pytest.mark.parametrize("words", ["corto", "no hay mus", "no mus", "No hay mus", "mintza"])
def test_MUS_MUS_6_the_words_that_cut_mean_the_same(words):
    assert read_call(f"A1 {words}").verb == "corto"
    assert play(talking(), f"A1 {words}").lance == "grande"


# --- discards ----------------------------------------------------------------------------


def test_MUS_DISC_1_players_throw_in_turn_mano_first():
    position = play(talking(mano="A2"), "A2 mus, B2 mus, A1 mus, B1 mus")
    assert position.queue == ("A2", "B2", "A1", "B1")
    assert fault(position, "A1 descarto 7")


def test_MUS_DISC_2_face_down_the_table_sees_how_many_and_not_which():
    one = play(full(), "A1 descarto Ro 7b")
    other = play(full(), "A1 descarto Rc Ce")
    assert one.line() == other.line()
    assert one.line() != play(full(), "A1 descarto Ro").line()


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_MUS_DISC_3_any_number_up_to_four(count):
    assert throwing(play(talking(), ALL_MUS), count).speaker == "B1"


@pytest.mark.parametrize("cards", ["? ? ? ? ?", "6o", "Ro Ro"])
def test_MUS_DISC_3_not_five_nor_a_card_one_does_not_hold_nor_one_card_twice(cards):
    assert refused(full(), f"A1 descarto {cards}") == "MUS-DISC-3"


def test_MUS_DISC_3_and_MUS_VOC_2_who_wants_mus_throws_one_card_at_least():
    assert refused(full(), "A1 servido") == "MUS-DISC-3"
    assert verbs(full()) == ["descarto"]


@pytest.mark.parametrize(("least", "may"), [(1, False), (0, True)])
def test_option_mus_min_discard(least, may):
    position = full({"mus.min_discard": least})
    assert ("servido" in verbs(position)) is may
    if may:
        position = play(position, "A1 servido, B1 servido, A2 servido, B2 servido")
        assert position.lance == "mus"
        assert position.hand_of("A1") == hands(OPEN)["A1"]


@pytest.mark.parametrize(
    ("order", "queue"),
    [("mano_first", ("A1", "B1", "A2", "B2")), ("dealer_first", ("B2", "A1", "B1", "A2"))],
)
def test_option_mus_discard_order(order, queue):
    assert full({"mus.discard_order": order}).queue == queue


def test_MUS_DISC_4_each_gets_as_many_as_he_threw():
    position = play(full(), "A1 descarto 7b, B1 descarto Cc 7e, A2 descarto 7o 6o 5o 4o")
    position = play(position, "B2 descarto Ac 4c 5c")
    assert fault(position, "A1 mus").rule == "MUS-DISC-4"  # not before all are served
    for wrong in ("A1:Rb,So", "A1:Rb B1:2o", "B2:So,Sc,Se,Sb"):
        found = games.why_not(position, serve_call(hands(wrong)))
        assert found is not None
        assert found.verdict == "misdealt"
    after = serve(position, "A1:Rb B1:2o,2c A2:3o,3c,3e,3b B2:So,Sc,Se")
    assert after.hand_of("A1") == hands("A1:Ro,Rc,Ce,Rb")["A1"]
    assert after.hand_of("A2") == hands("A2:3o,3c,3e,3b")["A2"]
    assert (after.lance, after.speaker, after.deal.stock) == ("mus", "A1", 24 - 10)


def test_MUS_DISC_4_nobody_is_served_a_card_somebody_holds_or_has_thrown():
    position = play(full(), "A1 descarto 7b, B1 descarto Cc, A2 descarto 7o, B2 descarto Ac")
    for card in ("Ro", "7b", "Ac"):
        found = games.why_not(position, serve_call(hands(f"A1:{card} B1:So A2:Sc B2:Se")))
        assert found is not None
        assert found.verdict == "misdealt"


# --- the stock runs out ------------------------------------------------------------------


def running_out(*counts):
    """24 cards in the stock; two exchanges leave four, and then so many are thrown."""
    position = talking(told="")
    position = serve(throwing(play(position, ALL_MUS), 4, 4, 4, 4), "")
    position = serve(throwing(play(position, ALL_MUS), 1, 1, 1, 1), "")
    assert position.deal.stock == 4
    return throwing(play(position, ALL_MUS), *counts)


def test_MUS_DISC_5_what_is_left_is_dealt_then_all_discards_are_shuffled_and_dealing_goes_on():
    # 24 thrown in all by then (16, 4 and these 8), 4 of these served from the stock: 20 are left.
    position = serve(running_out(2, 2, 2, 2), "")
    assert (position.lance, position.deal.stock) == ("mus", 16 + 4 + 8 - 4)


def test_MUS_DISC_5_the_stock_is_dealt_to_its_last_card_without_a_shuffle():
    assert serve(running_out(1, 1, 1, 1), "").deal.stock == 0


def known(rules=None):
    """The stock is down to eight cards, and every card in play is known.

    A1 B1 A2 B2 hold `o`, `c`, `e` and `b` from ace to four, threw five to jack, and were served
    from what is thrown here: each threw four and got four.
    """
    pack = deck()
    seats = dict(zip(PAIRS, [pack[number : number + 4] for number in (0, 4, 8, 12)], strict=True))
    told = " ".join(",".join(hand) for hand in seats.values())
    position = play(talking(rules, told), ALL_MUS)
    for seat, hand in seats.items():
        position = play(position, f"{seat} descarto {' '.join(hand)}")
    new = dict(zip(PAIRS, [pack[number : number + 4] for number in (16, 20, 24, 28)], strict=True))
    position = serve(position, " ".join(f"{seat}:{','.join(hand)}" for seat, hand in new.items()))
    return play(position, ALL_MUS), seats, new, pack[32:]


def test_MUS_DISC_5_earlier_discards_come_back_when_the_stock_is_out():
    position, old, new, left = known()
    # A1 and B1 empty the stock of eight; A2 and B2, four each, get what had been thrown.
    for seat in PAIRS:
        position = play(position, f"{seat} descarto {' '.join(new[seat])}")
    told = {"A1": left[:4], "B1": left[4:], "A2": old["A1"], "B2": new["A2"]}
    assert games.why_not(position, serve_call(told)) is None
    early = {**told, "A1": old["B1"]}
    found = games.why_not(position, serve_call(early))
    assert found is not None
    assert (found.rule, found.verdict) == ("MUS-DISC-5", "misdealt")


def test_MUS_DISC_5_cards_in_hand_are_never_shuffled_in():
    position, _, new, left = known()
    for seat, count in zip(PAIRS, (4, 4, 4, 2), strict=True):
        position = play(position, f"{seat} descarto {' '.join(new[seat][:count])}")
    told = {"A1": left[:4], "B1": left[4:], "A2": new["A1"], "B2": new["B2"][2:]}
    assert games.why_not(position, serve_call(told)) is not None


def lone(rules=None):
    """A1, B1 and A2 are served out of the stock's eight cards; only B2 is short."""
    position, old, new, left = known(rules)
    for seat, count in zip(PAIRS, (4, 2, 2, 3), strict=True):
        position = play(position, f"{seat} descarto {' '.join(new[seat][:count])}")
    return position, old, new, {"A1": left[:4], "B1": left[4:6], "A2": left[6:]}


def by_ranks(rules=None):
    """Hands nobody told, and eight cards left in the stock: twenty-six are thrown by their ranks.

    A1 and B1 get three of the eight each; A2 gets the last two, and a third of those thrown.
    """
    position = talking(rules, told="")
    for thrown in (["7 6 5 4"] * 4, ["S C R", "S C 3", "S C 3", "S"]):
        position = play(position, ALL_MUS)
        threw = dict(zip(PAIRS, thrown, strict=True))
        position = play(position, *[f"{seat} descarto {threw[seat]}" for seat in position.queue])
        if position.deal.stock > 8:
            position = serve(position, "")
    assert position.deal.stock == 8
    return position


def test_MUS_DISC_5_by_ranks_alone_no_more_come_back_than_were_thrown():
    position = by_ranks()
    # One king was thrown. Two more may come out of the stock, and that one again.
    for told in ("A1:RRA B1:AAA A2:227 B2:7", "A1:RRA B1:AAA A2:22R B2:7"):
        after = serve(position, told)
        assert (after.lance, after.deal.stock) == ("mus", 26 - 2)
    found = games.why_not(position, serve_call(hands("A1:CSA B1:AAA A2:22R B2:R")))
    assert found is not None
    assert (found.rule, found.verdict) == ("MUS-DISC-5", "misdealt")


@pytest.mark.parametrize(("order", "may"), [("mano_first", False), ("dealer_first", True)])
def test_MUS_DISC_4_who_throws_first_is_served_first_and_out_of_the_stock(order, may):
    # No two was thrown: B2 has his from the stock if he is served first, and not if last.
    told = serve_call(hands("A1:AAA B1:222 A2:R77 B2:2"))
    found = games.why_not(by_ranks({"mus.discard_order": order}), told)
    assert (found is None) is may
    assert may or found.rule == "MUS-DISC-5"


def test_MUS_DISC_5_what_came_back_once_is_not_drawn_again_before_the_stock_is_out():
    def thrown_again(told):
        position = serve(by_ranks(), told)
        return play(position, ALL_MUS, "A1 descarto 2, B1 descarto A, A2 descarto A, B2 descarto 2")

    # The king lies in the stock now, unless A2 got it; those from the old stock are no matter.
    king = serve_call(hands("A1:R B1:S A2:C B2:7"))
    assert games.why_not(thrown_again("A1:RRA B1:AAA A2:227 B2:7"), king) is None
    found = games.why_not(thrown_again("A1:RRA B1:AAA A2:22R B2:7"), king)
    assert found is not None
    assert (found.rule, found.verdict) == ("MUS-DISC-5", "misdealt")
    # A card whose suit is told may be one of those thrown by their ranks; an ace is not.
    other = serve_call(hands("A1:So B1:Sc A2:Cb B2:7e"))
    assert games.why_not(thrown_again("A1:RRA B1:AAA A2:227 B2:7"), other) is None


def test_MUS_DISC_6_a_lone_player_is_served_from_the_others_discards():
    position, old, new, told = lone()
    for others in (new["A1"][:3], old["A1"][:3], old["B2"][:3]):  # earlier heaps are mixed: A-22
        assert games.why_not(position, serve_call({**told, "B2": others})) is None
    found = games.why_not(position, serve_call({**told, "B2": new["B2"][:1] + new["A1"][:2]}))
    assert found is not None
    assert (found.rule, found.verdict) == ("MUS-DISC-6", "misdealt")


def test_option_mus_lone_player_rule_false_his_own_may_come_back():
    position, _, new, told = lone({"mus.lone_player_rule": False})
    own = new["B2"][:1] + new["A1"][:2]
    assert games.why_not(position, serve_call({**told, "B2": own})) is None


def test_MUS_DISC_6_his_own_stay_aside_until_the_stock_is_out_again():
    position, _, new, told = lone()
    position = games.apply(position, serve_call({**told, "B2": new["A1"][:3]}))
    # Thrown: 16 + 4 + 2 + 2 + 3; his three lie aside, and he was served three of the others.
    assert position.deal.stock == 16 + 4 + 2 + 2 - 3


def test_MUS_DISC_5_six_players_leave_sixteen_cards_for_the_first_exchange():
    trios = {"players.mode": "trios", "players.count": 6}
    position = sit("", rules=trios, seats=TRIOS, talk=True)
    position = play(position, *[f"{seat} mus" for seat in TRIOS])
    position = serve(throwing(position, 4, 4, 4, 4, 4, 4), "")
    assert (position.lance, position.deal.stock) == ("mus", 16 + 24 - 24)


# --- other options of the talk -----------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, 2])
def test_option_mus_max_rounds(most):
    position = talking({"mus.max_rounds": most}, told="")
    for _ in range(most):
        assert position.lance == "mus"
        position = serve(throwing(play(position, ALL_MUS), 1, 1, 1, 1), "")
    assert position.lance == "grande"


def test_option_mus_enabled_false_the_lances_begin_at_once():
    position = talking({"mus.enabled": False})
    assert (position.lance, position.speaker) == ("grande", "A1")
    assert quiet(position).stones == (4, 1)
