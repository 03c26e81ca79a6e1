"""The cards: one spelling to write, many to read, and a plain answer to what is no card."""

from __future__ import annotations

import pickle
import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mustutor.base.errors import NotationError
from mustutor.base.language import UNBROKEN
from mustutor.model.cards import Card, deck, printed, read_card, read_hand

WRITTEN = [rank + suit for suit in ("o", "c", "e", "b", "") for rank in "A234567SCR"]


def test_MUS_DECK_1_forty_cards_suit_by_suit_without_eights_and_nines():
    assert printed(deck()) == (
        "Ao 2o 3o 4o 5o 6o 7o So Co Ro Ac 2c 3c 4c 5c 6c 7c Sc Cc Rc "
        "Ae 2e 3e 4e 5e 6e 7e Se Ce Re Ab 2b 3b 4b 5b 6b 7b Sb Cb Rb"
    )


@pytest.mark.parametrize("removed", [[2], (2,), {"2"}, frozenset({2})])
def test_MUS_DECK_2_thirty_six_cards_without_the_twos(removed):
    assert [card for card in deck() if card.rank != "2"] == list(deck(removed))
    assert len(deck(removed)) == 36


def test_a_rank_that_no_deck_has_cannot_be_removed():
    with pytest.raises(NotationError):
        deck([8])


@pytest.mark.parametrize("spelling", WRITTEN)
def test_a_card_is_its_own_spelling_and_one_object(spelling):
    card = read_card(spelling)
    assert card == spelling
    assert read_card(card) is card
    assert read_card(spelling.swapcase()) is card
    assert (card.rank, card.suit) == (spelling[0], spelling[1:])
    assert pickle.loads(pickle.dumps(card)) == card  # noqa: S301  our own bytes
    assert isinstance(card, Card)


def test_the_cards_of_the_deck_are_those_that_are_read():
    assert all(read_card(str(card)) is card for card in deck())


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("1", "A"),
        ("10", "S"),
        ("11", "C"),
        ("12", "R"),
        ("1o", "Ao"),
        ("1C", "Ac"),
        ("10e", "Se"),
        ("11b", "Cb"),
        ("12O", "Ro"),
        ("12 o", "Ro"),
        ("3 de bastos", "3b"),
        ("  Ro  ", "Ro"),
        ("K", "R"),
        ("jc", "Sc"),
        # English
        ("king of coins", "Ro"),
        ("The King of Coins", "Ro"),
        ("knight of cups", "Cc"),
        ("horse of swords", "Ce"),
        ("knave", "S"),
        ("jack of clubs", "Sb"),
        ("ace of batons", "Ab"),
        ("deuce", "2"),
        ("seven swords", "7e"),
        # Spanish
        ("rey de oros", "Ro"),
        ("el rey de oros", "Ro"),
        ("as", "A"),
        ("AS DE BASTOS", "Ab"),
        ("sota", "S"),
        ("la sota de copas", "Sc"),
        ("caballo", "C"),
        ("siete de espadas", "7e"),
        ("cuatro de oro", "4o"),
        # French
        ("roi de coupes", "Rc"),
        ("le roi d'épées", "Re"),
        ("le roi d’épées", "Re"),
        ("l'as de bâtons", "Ab"),
        ("l'as de ba\u0302tons", "Ab"),
        ("cavalier de deniers", "Co"),
        ("valet", "S"),
        ("deux de coupe", "2c"),
        # Basque, where the suit goes first
        ("urrezko erregea", "Ro"),
        ("errege", "R"),
        ("kopazko zaldia", "Cc"),
        ("bastoizko zazpikoa", "7b"),
        ("ezpatazko batekoa", "Ae"),
        ("txanka", "S"),
    ],
)
def test_a_card_is_read_as_players_write_it(text, card):
    assert read_card(text) is read_card(card)


NUMBERS = dict(zip("A234567SCR", ("1", *"234567", "10", "11", "12"), strict=True))
TONGUES = [
    (
        "ace two three four five six seven jack knight king",
        "{0} of {1}",
        "coins cups swords clubs",
    ),
    (
        "as dos tres cuatro cinco seis siete sota caballo rey",
        "{0} de {1}",
        "oros copas espadas bastos",
    ),
    (
        "as deux trois quatre cinq six sept valet cavalier roi",
        "{0} de {1}",
        "deniers coupes épées bâtons",
    ),
    (
        "bateko biko hiruko lauko bosteko seiko zazpiko txanka zaldi errege",
        "{1} {0}",
        "urrezko kopazko ezpatazko bastoizko",
    ),
]


def test_every_card_has_a_name_in_each_language_and_a_number():
    for ranks, pattern, suits in TONGUES:
        for rank, name in zip("A234567SCR", ranks.split(), strict=True):
            assert read_card(name) == rank
            for suit, its_name in zip("oceb", suits.split(), strict=True):
                assert read_card(pattern.format(name, its_name)) == rank + suit
                assert read_card(NUMBERS[rank] + suit) == rank + suit


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A card is missing here: there is nothing to read."),
        (" \n", "A card is missing here: there is nothing to read."),
        ("8", "8 is not a card of this deck, which has no eights and no nines."),
        ("9o", "9o is not a card of this deck, which has no eights and no nines."),
        ("kng of coins", "kng of coins is not a card (did you mean king of coins?)"),
        ("rey de orros", "rey de orros is not a card (did you mean rey de oros?)"),
        ("cabalo", "cabalo is not a card (did you mean caballo?)"),
        ("Rx", "Rx is not a card (did you mean R?)"),
        ("king of", "king of is not a card."),
        ("the", "the is not a card."),
        ("o", "o is not a card."),
        ("oo", "oo is not a card."),
        ("king of coins of cups", "king of coins of cups is not a card."),
        ("Ro Rc", "Ro Rc is not a card."),
        ("coins king of", "coins king of is not a card."),
        ("13", None),
        ("0", None),
        ("-1", None),
        ("1.0", None),
        ("NaN", None),
        ("queen of hearts", None),
        ("?", None),
        ("R\x00", None),
    ],
)
def test_what_is_no_card_is_said_in_a_sentence(text, sentence):
    with pytest.raises(NotationError) as refused:
        read_card(text)
    if sentence is not None:
        assert str(refused.value) == sentence
    assert str(refused.value).isprintable()


def test_a_hint_is_a_card():
    for text in ("kng", "Rx", "7x", "sotta", "roi de coup", "urezko erregea", "sieteo"):
        with pytest.raises(NotationError) as refused:
            read_card(text)
        read_card(refused.value.hint)


def test_a_text_too_long_for_a_card_is_refused_unread():
    with pytest.raises(NotationError, match="too long for a card") as refused:
        read_card("R" * 10_000_000)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("thing", [1, None, 1.5, ("R", "o"), b"Ro"])
def test_a_card_is_text(thing):
    with pytest.raises(NotationError, match="written as text"):
        read_card(thing)


def test_a_hand_is_read_from_texts_or_from_one_line():
    hand = ("Ro", "Cc", "7", "Ab")
    assert read_hand(["rey de oros", "11c", "siete", "ab"]) == hand
    assert read_hand("Ro Cc  7 Ab") == hand
    assert read_hand("rey de oros, caballo de copas, 7, as de bastos") == hand
    assert read_hand([]) == read_hand("") == ()


def test_more_cards_than_a_deck_are_refused_without_reading_on():
    def endless():
        while True:
            yield "R"

    assert len(read_hand(deck())) == 40
    for texts in (endless(), "R " * 41, "R " * 1_000_000):
        with pytest.raises(NotationError, match="more than 40 cards"):
            read_hand(texts)


@settings(deadline=None, max_examples=300)
@example("«\xa0")  # as a French quotation begins
@given(st.one_of(st.text(max_size=80), st.text(string.ascii_letters + "0123456789 '", max_size=16)))
def test_any_text_is_a_card_or_refused_in_print(text):
    try:
        answer = read_card(text)
    except NotationError as refused:
        answer = str(refused)
    assert all(sign.isprintable() or sign in UNBROKEN for sign in answer)
    assert answer in WRITTEN or len(answer) > len("Ro")


@given(st.lists(st.sampled_from(WRITTEN), max_size=40))
def test_reading_what_was_printed_gives_the_same_cards(spellings):
    cards = read_hand(spellings)
    assert read_hand(printed(cards)) == cards
    assert printed(cards) == " ".join(spellings)
