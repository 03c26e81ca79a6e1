"""A card the dealer lets be seen: mus visto, and what other tables do (A-20, A-21, A-81)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import fault, play, serve, sit

HANDS = "A:RRC7 B:RCC7 C:7654"


def exposed(**changes):
    """C, the dealer, lets his six be seen."""
    rules = {f"exposed_card.{name}": value for name, value in changes.items()}
    return play(sit("A20 B20 C20", HANDS, rules=rules, talk=True), "C descubre 6")


def test_MUS_VISTO_1_an_exposed_card_makes_mus_compulsory():
    position = exposed()
    assert (position.lance, position.queue) == ("descarte", ("A", "B", "C"))
    assert fault(position, "A corto")
    position = serve(play(position, "A descarto 7, B descarto C, C descarto 7"), "A:R B:A C:4")
    assert (position.lance, position.speaker) == ("mus", "A")  # after that the talk resumes


@pytest.mark.parametrize("call", ["A descubre R", "B descubre C", "C descubre S", "C descubre 6 5"])
def test_MUS_VISTO_1_only_the_dealer_exposes_and_one_card_of_those_dealt(call):
    told = "A:Ro,Rc,Ce,7b B:Rb,Cc,Co,7e C:7o,6o,5o,4o"
    position = sit("A20 B20 C20", told, talk=True)
    assert fault(position, call.replace("S", "So"))
    assert play(position, "C descubre 6o").lance == "descarte"


def test_MUS_VISTO_1_the_first_four_cards_alone_and_before_anybody_speaks():
    position = sit("A20 B20 C20", HANDS, talk=True)
    assert fault(play(position, "A mus"), "C descubre 6")
    position = play(position, "A mus, B mus, C mus, A descarto 7, B descarto C, C descarto 7")
    # Exposed while discards are served, it is seen by all and the talk goes on.
    served = serve(position, "A:R B:A C:4")
    assert play(served, "C descubre 6").queue == served.queue


def test_MUS_VISTO_2_in_mus_visto_a_player_may_stay_served():
    position = play(exposed(), "A servido, B descarto C, C servido")
    position = serve(position, "B:A")
    assert position.hand_of("A") == tuple("RRC7")
    position = play(position, "A mus, B mus, C mus")
    assert fault(position, "A servido")  # the next mus is as any other


def test_option_exposed_card_served_false_everyone_throws():
    assert fault(exposed(served=False), "A servido")


@pytest.mark.parametrize(("after", "lance"), [("resume", "mus"), ("bet_if_served", "grande")])
def test_option_exposed_card_after(after, lance):
    position = play(exposed(after=after), "A servido, B descarto C, C descarto 7")
    assert serve(position, "B:A C:4").lance == lance


def test_option_exposed_card_after_bet_if_served_when_nobody_was():
    position = play(exposed(after="bet_if_served"), "A descarto 7, B descarto C, C descarto 7")
    assert serve(position, "A:R B:A C:4").lance == "mus"


@pytest.mark.parametrize(("call", "lance"), [("A mus", "descarte"), ("A corto", "grande")])
def test_option_exposed_card_action_mano_chooses(call, lance):
    position = exposed(action="mano_chooses")
    assert position.queue == ("A",)
    assert play(position, call).lance == lance


def test_option_exposed_card_action_redeal_the_same_dealer_deals_again():
    position = exposed(action="redeal")
    assert games.options(position) == ()
    assert games.next_manos(position) == ("A",)
    after = games.next_hand(position)
    assert (after.order, after.stones, after.loser) == (("A", "B", "C"), (20, 20, 20), "")


def test_option_exposed_card_action_ignore():
    position = exposed(action="ignore")
    assert (position.lance, position.speaker) == ("mus", "A")
    assert play(position, "A corto").lance == "grande"
