"""Who sits down to Encaje, with what, and the two ways to deal."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.games.mus_family.calls import read_call
from mustutor.games.rulebook import article
from mustutor.model.calls import deal_call
from mustutor.model.variant import load_variant

from .table import (
    cards,
    fault,
    hands,
    ledger,
    play,
    quiet,
    refused,
    settled,
    sit,
    spoken_in_turn,
    stones,
    variant,
)

FIVE = load_variant("encaje_five_card")
SEATS = tuple("ABCDEFGH")


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_ENC_GEN_1_two_to_six_sit_down_and_five_is_the_preset(count):
    position = games.start(load_variant("encaje"), seats=SEATS[:count], mano="A")
    assert position.order == SEATS[:count]
    assert load_variant("encaje").rules["players.count"] == 5
    assert "three or five" in article("ENC-GEN-1").text["en"]


@pytest.mark.parametrize(("rules", "count"), [("encaje", 1), ("encaje", 7), ("encaje", 8)])
def test_ENC_GEN_1_one_or_seven_are_refused(rules, count):
    with pytest.raises(IllegalCall) as refusal:
        games.start(load_variant(rules), seats=SEATS[:count], mano="A")
    assert refusal.value.fault.rule == "ENC-GEN-1"


def test_ENC_GEN_1_the_five_card_deal_does_for_eight():
    assert games.start(FIVE, seats=SEATS, mano="C").order == tuple("CDEFGHAB")


@pytest.mark.parametrize(
    ("kings", "declared", "worth"),
    # R332: eight kings make it three kings and an ace, 31; with four it is 10 + 3 + 3 + 2.
    [(8, "tengo", ["juego showdown value A > out 3"]), (4, "no tengo", [])],
)
def test_ENC_GEN_2_cards_and_combinations_are_those_of_mus(kings, declared, worth):
    position = sit("A9 B9 C9", "A:R332 B:7654 C:6544", rules={"deck.kings": kings})
    position = quiet(position, "juego")
    assert play(position, f"A {declared}").said.startswith("A")
    assert ledger(quiet(position), "juego") == worth


def test_ENC_GEN_3_everyone_settles_for_himself():
    # A and C would be partners in Mus: here C pays for A's better cards as anybody would.
    position = play(sit("A9 B9 C9 D9", "A:RRRC B:SS54 C:7654 D:CC65"), "A envido 2")
    position = settled(play(position, "B no quiero, C quiero, D no quiero"))
    assert stones(position) == "A7 B9 C11 D9"
    assert set(position.accounts()) == {"A", "B", "C", "D", "out"}


def test_ENC_GEN_4_there_is_no_winner_only_a_loser():
    position = quiet(sit("A1 B4 C4", "A:RRRR B:7654 C:6544"))
    assert not position.loser  # A is rid of his stones: he has not won, he has not lost
    assert stones(position).startswith("A0")
    for language in ("en", "es"):
        assert article("ENC-GEN-4").text[language]


def test_ENC_DEAL_1_the_deal_is_agreed_before_the_game():
    ordinary = load_variant("encaje")
    assert (ordinary.rules["deal.cards"], ordinary.rules["mus.enabled"]) == (4, True)
    assert (FIVE.rules["deal.cards"], FIVE.rules["mus.enabled"]) == (5, False)


def test_ENC_DEAL_2_four_cards_each_and_then_mus_is_talked():
    position = sit("A20 B20 C20", talk=True)
    assert refused(position, "A paso") == "MUS-MUS-1"
    known = games.apply(position, deal_call(hands("A:RRC7 B:RCC7 C:7654")))
    assert known.hand_of("B") == cards("RCC7")
    assert (known.lance, known.speaker) == ("mus", "A")


@pytest.mark.parametrize(
    "told",
    [
        "A:RRC B:RCC7 C:7654",  # three cards
        "A:RRC75 B:RCC7 C:7654",  # five, where four are dealt
        "A:Ro,Rc,Re,4b B:Rb,Ro,5e,4e",  # the king of coins twice
        "A:RRRR B:RRRR C:R654",  # nine kings, and threes and kings are eight
        "A:RRC7 D:7654",  # nobody sits there
    ],
)
def test_MUS_DEAL_3_hands_that_cannot_have_been_dealt_are_refused(told):
    found = games.why_not(sit("A20 B20 C20", talk=True), deal_call(hands(told)))
    assert found is not None
    assert found.verdict == "misdealt"


def test_MUS_DEAL_3_cards_are_dealt_once():
    position = sit("A20 B20", "A:RRC7 B:7654", talk=True)
    found = games.why_not(position, deal_call(hands("A:RRC7 B:7654")))
    assert found is not None
    assert found.verdict == "misdealt"


def test_MUS_DECK_1_a_two_is_in_the_deck_unless_it_was_taken_out():
    told = deal_call(hands("A:2o,3c,4e,5b"))
    assert games.why_not(sit("A20 B20", talk=True), told) is None
    without = {"deck.kings": 4, "deck.removed_ranks": [2]}
    found = games.why_not(sit("A20 B20", rules=without, talk=True), told)
    assert found is not None
    assert found.rule == "MUS-DECK-1"


@pytest.mark.parametrize("mano", "ABCDE")
def test_MUS_DEAL_4_turns_run_to_the_right_in_the_order_of_the_seats(mano):
    position = sit("A20 B20 C20 D20 E20", mano=mano)
    place = "ABCDE".index(mano)
    assert spoken_in_turn(position, "paso") == "ABCDEABCDE"[place : place + 5]


def test_MUS_DLR_2_the_dealer_sits_before_mano_and_speaks_last():
    assert spoken_in_turn(sit("A20 B20 C20", mano="B"), "paso") == "BCA"


def test_ENC_DEAL_4_five_cards_and_one_is_thrown_before_the_betting():
    position = sit("A20 B20 C20", "A:RRC75 B:RCC76 C:76544", rules=FIVE)
    assert (position.lance, position.speaker) == ("descarte", "A")
    position = play(position, "A descarto 5, B descarto 6, C descarto 4")
    assert [position.hand_of(seat) for seat in "ABC"] == [*map(cards, ("RRC7", "RCC7", "7654"))]
    assert (position.lance, position.speaker) == ("grande", "A")


@pytest.mark.parametrize("throw", ["A descarto 5 7", "A servido", "A descarto 4", "A envido 2"])
def test_ENC_DEAL_4_exactly_one_card_of_ones_own(throw):
    position = sit("A20 B20 C20", "A:RRC75 B:RCC76 C:76544", rules=FIVE)
    assert refused(position, throw) == "ENC-DEAL-4"


def test_ENC_DEAL_4_the_card_is_thrown_face_down():
    position = sit("A20 B20 C20", "A:RRC75 B:RCC76 C:76544", rules=FIVE)
    one, other = play(position, "A descarto 5"), play(position, "A descarto R")
    assert one.line() == other.line()
    assert one.hand_of("A") != other.hand_of("A")
    unseen = play(position, "A descarto ?")
    assert unseen.line() == one.line()


def test_ENC_DEAL_4_the_card_thrown_counts_nowhere():
    position = sit("A9 B9", "A:RRRRA B:77654", rules=FIVE)
    position = quiet(play(position, "A descarto R, B descarto 7"))
    # A keeps three kings and an ace, 31: grande, chica (the ace), medias and a juego of three.
    assert stones(position) == "A2 B9"


def test_ENC_DEAL_5_with_five_cards_there_is_no_mus():
    position = sit("A20 B20 C20", "A:RRC75 B:RCC76 C:76544", rules=FIVE)
    assert fault(position, "A mus")
    position = play(position, "A descarto 5, B descarto 6, C descarto 4")
    assert fault(position, "A mus")
    assert fault(position, "A corto")


@pytest.mark.parametrize(
    ("discards", "thrown"), [("A descarto ?, B descarto ?", 1), ("A descarto ? ?", 2)]
)
def test_option_deal_forced_discard_is_as_many_as_the_deal_has_too_many(discards, thrown):
    position = sit("A20 B20", rules=FIVE)
    calls = [read_call(call) for call in discards.split(", ")]
    faults = [games.why_not(position, calls[0])]
    assert (faults == [None]) == (thrown == 1)


def test_option_mus_enabled_false_opens_grande_at_once():
    position = sit("A20 B20", "A:RRC7 B:7654", rules={"mus.enabled": False}, talk=True)
    assert (position.lance, position.speaker) == ("grande", "A")
    assert fault(position, "A mus")


@pytest.mark.parametrize("agreed", [15, 20, 21])
def test_ENC_STN_1_all_start_with_the_same_stones_as_agreed(agreed):
    rules = variant({"encaje.start_stones": agreed})
    position = games.start(rules, seats=("A", "B", "C"), mano="A")
    assert position.stones == (agreed, agreed, agreed)


def test_ENC_LANCE_1_grande_chica_pares_juego():
    position, lances = sit("A9 B9", "A:RRCC B:SS77"), []
    while position.lance != "end":
        lances += [position.lance] * (position.lance not in lances)
        position = play(position, f"{position.speaker} {games.options(position)[0].verb}")
    assert lances == ["grande", "chica", "pares", "juego"]
