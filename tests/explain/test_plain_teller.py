"""A game that gives only a few words of its own is told whole, and never in another game's."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base import register
from mustutor.base.language import open_language
from mustutor.games.mus_family.calls import read_call
from mustutor.games.tell_hand import explain_by_step, explain_fault, explain_hand
from mustutor.games.teller import teller_of
from mustutor.model.calls import deal_call
from mustutor.model.position import Step
from mustutor.model.variant import load_variant
from mustutor.present.html import to_html
from mustutor.present.text import to_markdown, to_text
from mustutor.present.verdict import Claimed, explain_claim, explain_why
from tests.encaje.table import cards

ENGLISH, SPANISH = open_language("en"), open_language("es")
HANDS = {"A": "RRRR", "B": "CCS7", "C": "6544"}


@pytest.fixture
def hand():
    """A hand of three, played to its end: its steps, its end and what it waits for."""
    register.register("plain", "tests.explain.plain_game")
    variant = load_variant("encaje")._replace(game="plain")
    position = games.start(variant, seats=("A", "B", "C"), mano="A")
    steps = []

    def say(text):
        nonlocal position
        call = read_call(text) if isinstance(text, str) else text
        after = games.hear(position, call)
        steps.append(Step(position, call, after))
        position = after

    say(deal_call({seat: cards(told) for seat, told in HANDS.items()}))
    for text in ("A corto", "A envido 2", "B quiero", "C no quiero"):
        say(text)
    while position.speaker:
        option = games.options(position)[0]
        say(f"{option.seat} {option.verb}")
    end, waiting = games.settle(position)
    yield steps, end, waiting
    register.unregister("plain")


def test_every_call_and_every_movement_is_told_in_plain_words(hand):
    text = to_text(explain_hand(*hand, ENGLISH))
    assert "A bets 2." in text
    assert "A puts 2 stones in the pot of high." in text
    assert "HIGH" in text
    assert "LOW" in text
    assert "PARES" in text  # a round without a word of its own goes by its id
    assert "takes 4 stones from the pot of high." in text


def test_nothing_of_another_game_is_said(hand):
    page = explain_hand(*hand, ENGLISH)
    kinds = {line.kind for line in page.lines}
    assert kinds <= {"in_front", "dealt", "call", "bets", "moved", "wins", "loses"}


def test_the_pieces_say_what_the_whole_says(hand):
    steps, end, waiting = hand
    pieces = explain_by_step(steps, end, waiting, SPANISH)
    whole = explain_hand(steps, end, waiting, SPANISH)
    assert tuple(line for piece in pieces for line in piece.lines) == whole.lines


def test_a_page_and_markdown_hold_cards_in_letters(hand):
    page = explain_hand(*hand, ENGLISH)
    written = to_html([page], ENGLISH, deck=teller_of(hand[1].variant).deck)
    assert '<svg class="card"' not in written
    assert "R R R R" in written
    assert "A bets 2." in to_markdown(page)


def test_why_names_what_moved(hand):
    _, end, waiting = hand
    page = explain_why(end, waiting, "C", "grande", ENGLISH)
    assert page.title.startswith("High")
    assert page.lines[0].text == "C neither gives nor receives a stone at high."
    gave = explain_why(end, waiting, "A", "grande", ENGLISH)
    assert gave.lines[0].kind in ("why_gave", "why_got_and_gave")
    assert gave.lines[1].text == "A puts 2 stones in the pot of high."


def test_a_refusal_names_what_may_be_said(hand):
    steps, _, _ = hand
    position = steps[2].before
    call = read_call("B paso")
    fault = games.why_not(position, call)
    page = explain_fault(position, fault, games.options(position), ENGLISH)
    assert {line.said for line in page.lines if line.kind == "option"} >= {"paso", "envido"}


def test_a_claim_is_held_against_the_ledger(hand):
    _, end, _ = hand
    page = explain_claim(Claimed("C", "C", 1), end.ledger[:2], end, ENGLISH)
    assert any(line.text == "A puts 2 stones in the pot of high." for line in page.lines)


def test_movements_in_short_name_their_payment(hand):
    _, end, _ = hand
    teller = teller_of(end.variant)
    assert teller.moved(end.ledger[0].as_json(), ENGLISH) == "2 from A to the pot (what was bet)"
