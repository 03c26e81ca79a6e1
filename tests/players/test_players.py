"""Players: they know what their seat may know, say what is legal, and finish every game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mustutor import games, load_variant, verify, view
from mustutor.games.bot import LEVELS, level, random_words
from mustutor.games.mus_family.bot_lances import GESTURE, sign, table_talk
from mustutor.games.player import Player
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.model.calls import DECK
from mustutor.model.cards import fresh_pack
from mustutor.model.variant_file import variant_ids
from mustutor.replay.playback import play_back
from mustutor.replay.simulate import match, play_hand
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


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("Ro Rc Ae Ab", "duples dos_reyes dos_ases"),
        ("Ro Rc Re Ab", "medias treinta_y_una tres_reyes"),
        ("So 7c 7e 6b", "treinta"),
        ("7o 6c 5e 4b", ""),
    ],
)
def test_a_bot_signals_all_that_its_partner_does_not_know_yet(cards, told):
    start = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    hand = Player(start).deal({"A1": cards.split()}).hear("A1 corto")
    made = []
    while words := sign(view(hand.position, "A1", hand.steps)):
        made.append(words.removeprefix(f"{GESTURE} "))
        hand = hand.hear(f"A1 {words}")
    assert made == told.split()


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


def answers(name, hand, bet, seeds=20):
    """What B1 says with these cards to mano's bet at grande, by many players of a level."""
    start = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    told = Player(start).deal({"B1": hand.split()}).hear("A1 corto").hear(f"A1 {bet}")
    seen = view(told.position, "B1", told.steps)
    return [level(name)(seed=seed).speak(seen) for seed in range(seeds)]


@pytest.mark.parametrize("name", ["easy", "club"])
def test_the_larger_a_stake_the_better_a_hand_sees_it(name):
    half_good = "Ro Sc 7e 4b"
    seen = [
        sum(words != "no quiero" for words in answers(name, half_good, bet))
        for bet in ("envido 2", "envido 38", "ordago")
    ]
    assert seen[0] >= 15
    assert seen[1:] == [0, 0]


@pytest.mark.parametrize(
    ("bets", "folds"), [(["A1 envido 38"], True), (["A1 paso", "B1 envido 38"], False)]
)
def test_who_bets_high_at_juego_holds_thirty_one_and_only_mano_sees_it(bets, folds):
    hands = {"A1": "Rc Se Cb Ao", "B1": "Ro Sc Ce Ab", "A2": "4o 5c 6e 7b", "B2": "4c 5e 6b 7o"}
    start = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    told = Player(start).deal({seat: cards.split() for seat, cards in hands.items()})
    told = told.hear("A1 corto").reach("pares")
    says = [f"{seat} no tengo" for seat in start.order]
    for call in (*says, "A1 tengo", "B1 tengo", *says[2:], *bets):
        told = told.hear(call)
    seen = view(told.position, told.position.speaker, told.steps)
    said = [level("club")(seed=seed).speak(seen) for seed in range(9)]
    assert [words == "no quiero" for words in said] == [folds] * 9


def test_a_beginner_sees_an_ordago_with_the_best_and_bets_what_the_hand_looks_like():
    assert set(answers("easy", "Ro Rc Re Rb", "ordago")) == {"quiero"}
    assert set(answers("easy", "4o 4c 5e 6b", "envido 2")) == {"no quiero"}
    start = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    opened = []
    for hand in ("Ro Rc Re Sb", "So 7c 6e 4b"):
        told = Player(start).deal({"A1": hand.split()}).hear("A1 corto")
        seen = view(told.position, "A1", told.steps)
        opened.append({level("easy")(seed=seed).speak(seen) for seed in range(20)})
    assert opened == [{"envido 5"}, {"paso"}]


class Silly:
    """A beginner but for one habit, or somebody who says anything."""

    def __init__(self, habit, seed) -> None:
        self.habit, self.random = habit, Random(seed)
        self.beginner = level("easy")(seed=seed)

    def speak(self, seen):
        may = {option.verb: option for option in seen.options}
        if self.habit == "random":
            return random_words(seen, self.random)
        if self.habit == "always órdago" and {"paso", "quiero"} & may.keys():
            return next(verb for verb in ("ordago", "quiero", "paso") if verb in may)
        if self.habit in ("accepts", "refuses") and "quiero" in may:
            return "quiero" if self.habit == "accepts" else "no quiero"
        if self.habit == "bets 5" and "envido" in may:
            return "envido 5"
        if self.habit == "passes" and {"paso", "quiero"} & may.keys():
            return "paso" if "paso" in may else "no quiero"
        return self.beginner.speak(seen)


@pytest.mark.long
@pytest.mark.parametrize(
    "habit", ["bets 5", "refuses", "accepts", "passes", "always órdago", "random"]
)
def test_every_silly_habit_loses_to_a_beginner(habit):
    variant = load_variant("fournier")
    seats, games_won = ("A1", "B1", "A2", "B2"), 0
    for deal in range(150):
        for side in "AB":
            made = {
                seat: level("easy")(seed=deal) if seat[0] == side else Silly(habit, deal)
                for seat in seats
            }

            def speak(position, steps, made=made):
                seen = view(position, position.speaker, steps)
                return games.read_call(f"{seen.seat} {made[seen.seat].speak(seen)}", variant)

            position = games.start(variant, seats=seats, mano=seats[deal % 4])
            for number in range(100):
                pack = fresh_pack(
                    games.game_of(variant.game).chance.pack(position), str(deal), str(number)
                )
                _, end = play_hand(position, pack, speak)
                if end.winner or not games.next_manos(end):
                    break
                position = games.next_hand(end, mano=games.next_manos(end)[0])
            games_won += end.winner == side
    # Measured over 2,000: 61 games in a hundred and more; the error of these 300 is 2.9.
    assert games_won > 165
