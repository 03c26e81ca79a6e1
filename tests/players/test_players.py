"""Players: they know what their seat may know, say what is legal, and finish every game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mustutor import games, load_variant, verify, view
from mustutor.games.bot import LEVELS, level
from mustutor.games.mus_family.bot_lances import GESTURE, sign, table_talk
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.model.calls import DECK
from mustutor.model.variant_file import variant_ids
from mustutor.replay.playback import play_back
from mustutor.replay.simulate import match
from tests.long import few, whole
from tests.shedding.table import ENFLE_CARDS, enfle, mau

EVERY = variant_ids()
ONE_OF_EACH = ("fournier", "guipuzcoa_4", "encaje", "encaje_five_card", "enfle", "mau_mau")


def players(variant, seed, kinds=tuple(LEVELS)):
    """A player at each seat, the levels by turns: what they say is heard as they say it."""
    seats = games.game_of(variant.game).rules.seats(variant, 0)
    made = {
        seat: level(kinds[(place + seed) % len(kinds)])(seed=100 * seed + place)
        for place, seat in enumerate(seats)
    }

    def speak(position, steps):
        words = made[position.speaker].speak(view(position, position.speaker, steps))
        return games.read_call(f"{position.speaker} {words}", variant)

    return seats, speak


def game_of(variant, seed, hands=2):
    """A match of two hands; a call that is refused raises IllegalCall."""
    seats, speak = players(variant, seed)
    return match(variant, seats=seats, hands=hands, seed=str(seed), speak=speak)


@whole
@pytest.mark.parametrize("name", EVERY)
def test_games_of_every_rulebook_end_without_a_call_refused(name):
    variant = load_variant(name)
    for seed in range(few(9, 3)):  # many thousands of games: `tournament.py --complete`
        assert verify(game_of(variant, seed)).ok


@pytest.mark.parametrize("name", ["fournier", "enfle", "mau_mau"])
def test_the_same_seed_plays_the_same_game(name):
    variant = load_variant(name)
    first, again = game_of(variant, 7), game_of(variant, 7)
    assert [hand.rounds for hand in first.hands] == [hand.rounds for hand in again.hands]


def said_by(name, position, steps, number=40):
    """What a player of a level says there, by seed."""
    seen = view(position, position.speaker, steps)
    return [level(name)(seed=seed).speak(seen) for seed in range(number)]


@pytest.mark.parametrize("name", ["club", "master"])
def test_where_nothing_is_left_to_draw_no_hand_goes_round_for_ever(name):
    player = mau(a="8d 7d 9d Kd 2c 3c 4c")
    thin = player.position.deal._replace(stock=0, earlier_discards=())
    position = player.position._replace(
        deal=thin, state=player.position.state._replace(stock=0, order=())
    )
    cards = {words.split()[1] for words in said_by(name, position, player.steps)}
    assert cards == {"8d", "7d", "9d", "Kd"}
    before = {words.split()[1] for words in said_by(name, player.position, player.steps)}
    assert before <= {"8d", "7d"}  # with cards to draw these two are best


def test_the_strongest_goes_out_with_two_jacks_and_makes_the_other_draw():
    player = mau(a="Jd Jc 9d 2c 3c 4c 6c")
    state = player.position.state._replace(left=(2, 7))
    hands = (FRENCH.read_all(["Jc", "Jd"]), player.position.deal.hands[1])
    deal = player.position.deal._replace(hands=hands)
    both = player.position._replace(deal=deal, state=state)
    assert set(said_by("master", both, player.steps, 4)) == {"play Jd Jc"}
    draws = mau(a="8d Kd Qd 2c 3c 4c 6c")
    assert set(said_by("master", draws.position, draws.steps, 4)) == {"play 8d"}


def test_at_enfle_the_strongest_leads_by_lot_and_rather_what_it_has_most_of():
    player = enfle(
        cards={**ENFLE_CARDS, "A": "Ac Kc 7d 8d Td 9d 7s 8s", "C": "9c Tc 7h 8h Ah Kh Js Qs"}
    )
    led = Counter(words.split()[1] for words in said_by("master", player.position, player.steps))
    assert set(led) <= {"Kc", "7d", "7s"}
    assert len(led) > 1
    assert led.most_common(1)[0][0] == "7d"
    follows = player.hear("A play 7d")
    assert set(said_by("master", follows.position, follows.steps, 4)) == {"play Kd"}


def otherwise(position, steps, seat, random):
    """The same moment with other cards wherever this seat has not seen them."""
    table = position.table
    every = games.game_of(table.variant.game).chance.pack(position)
    hidden = [card for card in every if card not in (position.hand_of(seat) or ())]
    random.shuffle(hidden)
    hands = tuple(
        [
            held if s == seat or held is None else tuple(hidden.pop() for _ in held)
            for s, held in zip(table.seats, position.deal.hands, strict=True)
        ]
    )
    changed = [
        step._replace(call=step.call._replace(cards=tuple(reversed(every[: len(step.call.cards)]))))
        if step.call.seat != seat and step.call.verb == "descarto"
        else step
        for step in steps
    ]
    return position._replace(deal=position.deal._replace(hands=hands)), changed


def seen_alike(name, position, steps, seat, random):
    """What a seat sees, after a player was asked: with other hidden cards both are the same."""
    seen = view(position, seat, steps)
    other = view(*_reordered(otherwise(position, steps, seat, random), seat))
    assert other == seen
    said = [level(name)(seed=9).speak(each) for each in (seen, other)]
    assert said[0] == said[1]
    return seen


@pytest.mark.parametrize("rulebook", ONE_OF_EACH)
@pytest.mark.parametrize("name", LEVELS)
def test_cards_nobody_showed_change_no_view_and_no_call(rulebook, name):
    variant, random = load_variant(rulebook), Random(5)
    made = game_of(variant, 3, hands=1)
    asked = 0
    for hand in play_back(made, variant):
        for number, step in enumerate(hand.steps):
            before, seat = step.before, step.call.seat
            if seat == DECK or number % 3:
                continue
            seen_alike(name, before, hand.steps[:number], seat, random)
            asked += 1
    assert asked > 2


@pytest.mark.parametrize("name", LEVELS)
def test_hidden_cards_change_no_call_where_partners_signal(name):
    variant, random = load_variant("fournier"), Random(6)
    seats, speak = players(variant, 8)

    def signal_first(position, steps):
        words = sign(view(position, position.speaker, steps))
        return (
            games.read_call(f"{position.speaker} {words}", variant)
            if words
            else speak(position, steps)
        )

    made = match(variant, seats=seats, hands=2, seed="signals", speak=signal_first)
    read = 0
    for hand in play_back(made, variant):
        for number, step in enumerate(hand.steps):
            before, seat = step.before, step.call.seat
            if seat == DECK or step.call.verb == GESTURE or number % 2:
                continue
            seen = seen_alike(name, before, hand.steps[:number], seat, random)
            read += any(f" {GESTURE} " in call for call in seen.calls)
    assert read > 2


def _reordered(changed, seat):
    position, steps = changed
    return position, seat, steps


def test_what_was_heard_is_what_was_said():
    variant = load_variant("fournier")
    made = game_of(variant, 4, hands=4)
    declared = bet = 0
    for hand in play_back(made, variant):
        for number, step in enumerate(hand.steps):
            before = step.before
            if step.call.seat == DECK or before.lance in ("mus", "descarte"):
                continue
            talk = table_talk(view(before, step.call.seat, hand.steps[:number]))
            auction = before.state.auction
            if auction is not None:
                bet += 1
                assert talk.stake == (0 if auction.ordago else auction.stake)
                assert talk.all_in == auction.ordago
                if auction.previous:
                    assert talk.refusal == auction.previous
                if before.lance in ("pares", "juego"):
                    declared += 1
                    assert set(auction.speakers) <= {
                        seat for seat, has in talk.has[before.lance].items() if has
                    }
                assert {call.seat for call in talk.bets} <= set(before.table.seats)
    assert bet > 20
    assert declared > 2
