"""The rules of Enflé, each held by a test that bears its id, as the source has them."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.games.enfle.rules import pack, playable
from mustutor.games.protocols import RecordContext
from mustutor.games.rulebook import article
from mustutor.games.shedding_family.cards import FRENCH, strength
from mustutor.model.calls import Call
from mustutor.model.cards import Card
from tests.shedding.table import ENFLE_CARDS, enfle, fault, good, moved, rules_of

# B cannot follow clubs once they are gone: one suit each for four players.
ONE_SUIT_EACH = {
    "A": "7c 8c 9c Tc Jc Qc Kc Ac",
    "B": "7d 8d 9d Td Jd Qd Kd Ad",
    "C": "7h 8h 9h Th Jh Qh Kh Ah",
    "D": "7s 8s 9s Ts Js Qs Ks As",
}


# Everybody has two cards of each suit, and A has aces and kings: all can follow to the end.
ACES_AND_KINGS = {
    "A": "Ac Kc Ad Kd Ah Kh As Ks",
    "B": "7c 8c 7d 8d 7h 8h 7s 8s",
    "C": "9c Tc 9d Td 9h Th 9s Ts",
    "D": "Jc Qc Jd Qd Jh Qh Js Qs",
}
EIGHT_TRICKS = [
    f"{seat} play {rank}{suit}"
    for suit in "cdhs"
    for ranks in ("A79J", "K8TQ")
    for seat, rank in zip("ABCD", ranks, strict=True)
]
LAST_TRICKS = EIGHT_TRICKS[:-3]
"""To the last card of A, which is led to the eighth trick."""


def sitting(count: int, **more):
    return games.start(rules_of("enfle"), seats=tuple("ABCDEFG"[:count]), mano="A", **more)


@pytest.mark.parametrize("count", [4, 5, 6])
def test_ENF_1_four_to_six_may_sit_down(count):
    assert len(sitting(count).order) == count


@pytest.mark.parametrize("seats", ["ABC", "ABCDEFG"])
def test_ENF_1_fewer_or_more_may_not(seats):
    with pytest.raises(IllegalCall) as refused:
        games.start(rules_of("enfle"), seats=tuple(seats), mano="A")
    assert refused.value.fault.rule == "ENF-1"


def test_ENF_1_nobody_has_a_partner():
    with pytest.raises(IllegalCall):
        games.start(rules_of("enfle"), seats=("A1", "B1", "A2", "B2"), mano="A1")


@pytest.mark.parametrize(("count", "cards", "lowest"), [(4, 32, "7"), (5, 40, "5"), (6, 48, "3")])
def test_ENF_2_low_cards_are_taken_out_equally_until_there_are_eight_each(count, cards, lowest):
    deck = pack(sitting(count))
    assert len(deck) == cards == 8 * count
    for suit in "cdhs":
        assert sum(card.suit == suit for card in deck) == 2 * count
    assert min(deck, key=strength).rank == lowest


def test_ENF_2_a_card_that_was_taken_out_cannot_be_dealt():
    player = enfle(cards={**ENFLE_CARDS, "A": "Ac Kc 7d 8d 7h 8h 7s 2s"})
    assert player.failure.verdict == "misdealt"
    assert fault(player)[0] == "ENF-2"


def test_ENF_3_the_ace_is_high_down_to_the_lowest():
    hearts = [card for card in FRENCH.cards() if card.suit == "h"]
    assert "".join(c.rank for c in sorted(hearts, key=strength, reverse=True)) == "AKQJT98765432"


@pytest.mark.parametrize("ante", [1, 3])
def test_ENF_4_everyone_antes_before_the_deal(ante):
    player = enfle(rules={"enfle.ante": ante} if ante > 1 else None, mano="C")
    entries = player.start.ledger
    assert [entry.src for entry in entries] == ["C", "D", "A", "B"]
    assert {(e.lance, e.when, e.item, e.dst, e.stones) for e in entries} == {
        ("ante", "at_once", "ante", "pot:deal", ante)
    }
    assert player.start.in_front() == dict.fromkeys("ABCD", 20 - ante)


def test_ENF_4_who_cannot_pay_sits_out_and_four_must_be_able():
    start = sitting(5, stones={"C": 0})
    assert start.order == ("A", "B", "D", "E")
    assert start.in_front()["C"] == 0
    with pytest.raises(IllegalCall) as refused:
        sitting(4, stones={"C": 0})
    assert refused.value.fault.rule == "ENF-4"
    with pytest.raises(IllegalCall):
        games.start(rules_of("enfle"), seats=tuple("ABCDE"), mano="C", stones={"C": 0})


def test_ENF_4_the_match_is_over_when_fewer_than_four_can_pay():
    # D puts in his last chip, and A takes the pot.
    end, _ = enfle(*LAST_TRICKS, cards=ACES_AND_KINGS, stones={"D": 1}).settled
    assert end.in_front()["D"] == 0
    assert games.next_manos(end) == ()
    with pytest.raises(IllegalCall):
        games.next_hand(end)


def test_ENF_4_who_has_just_the_ante_pays_it_and_plays_on():
    ante = rules_of("enfle").number("enfle.ante")
    assert games.next_manos(sitting(4, stones={"D": 2 * ante})) == ("B",)


def test_ENF_7_the_deal_passes_to_the_next_who_can_pay_and_who_sits_after_him_begins():
    # A, who was to deal, has paid his last: B deals, and C begins.
    ante = rules_of("enfle").number("enfle.ante")
    assert games.next_manos(sitting(5, stones={"A": ante})) == ("C",)


def test_ENF_2_the_deck_is_for_those_who_play_and_not_for_who_sits_out():
    position = sitting(5, stones={"E": 0})
    assert position.order == ("A", "B", "C", "D")
    assert len(pack(position)) == 8 * 4


def test_ENF_9_who_took_up_a_card_of_the_suit_led_is_not_offered_to_take_the_trick():
    def play(position, calls):
        for seat, card in calls:
            position = games.apply(position, Call(seat, "play", cards=(Card(card),)))
        return position

    # Nobody told the hands. B has no clubs but the seven he takes up.
    position = games.apply(play(sitting(4), [("A", "7c")]), Call("B", "take"))
    position = play(position, [("B", "9d"), ("C", "Td"), ("D", "Jd"), ("A", "Qd"), ("A", "8c")])
    assert [option.verb for option in games.options(position)] == ["play"]
    assert games.why_not(position, Call("B", "take")).rule == "ENF-9"
    # Once it is gone he is known to have none.
    position = play(position, [("B", "7c"), ("C", "9c"), ("D", "Tc"), ("D", "Jc"), ("A", "Qc")])
    assert [option.verb for option in games.options(position)] == ["take"]


def test_ENF_4_who_sits_out_is_asked_in_no_trick():
    position = sitting(5, stones={"E": 0})
    for seat, card in zip("ABCD", ("9c", "Tc", "Jc", "Qc"), strict=True):
        position = games.apply(position, Call(seat, "play", cards=(Card(card),)))
    assert position.queue == ("D", "A", "B", "C")


def test_ENF_5_the_draw_for_the_first_deal_is_told():
    assert "highest card deals" in article("ENF-5").text["en"]


def test_ENF_6_eight_cards_each_and_the_whole_deck():
    player = enfle()
    assert sorted(sum(player.position.deal.hands, ())) == sorted(pack(player.start))
    short = enfle(cards={**ENFLE_CARDS, "A": "Ac Kc 7d"})
    assert (short.failure.verdict, fault(short)[0]) == ("misdealt", "ENF-6")
    twice = enfle(cards={**ENFLE_CARDS, "A": "Ac Kc 7d 8d 7h 8h 7s As"})
    assert (twice.failure.verdict, fault(twice)[0]) == ("misdealt", "ENF-6")


def test_ENF_7_the_deal_passes_to_the_left():
    end, _ = enfle(*LAST_TRICKS, cards=ACES_AND_KINGS).settled
    assert games.next_manos(end) == ("B",)
    assert games.next_hand(end).order == ("B", "C", "D", "A")


def test_ENF_7_past_who_cannot_pay():
    start = games.start(rules_of("enfle"), seats=tuple("ABCDE"), mano="A", stones={"B": 1, "C": 9})
    end = start._replace(stones=(9, 0, 9, 9, 9), lance="end", pots=())
    # A began, so E had dealt; A deals now, and B, who would begin, sits out.
    assert games.next_manos(end) == ("C",)


@pytest.mark.parametrize("card", ["Ac", "7d", "8s"])
def test_ENF_8_dealers_left_leads_any_card(card):
    assert good(enfle(f"A play {card}")).speaker == "B"


def test_ENF_8_nobody_else_leads_and_who_leads_takes_nothing():
    assert fault(enfle("B play 7c"))[1] == "It is not B who plays now, but A."
    assert fault(enfle("A take"))[0] == "ENF-8"


def test_ENF_9_who_can_follow_must():
    assert fault(enfle("A play 7h", "B play Ad"))[0] == "ENF-9"
    assert fault(enfle("A play 7h", "B take"))[0] == "ENF-9"


def test_ENF_9_and_ENF_10_the_highest_card_takes_the_trick_and_its_winner_leads():
    after = good(enfle("A play 7h", "B play 9h", "C play Kh", "D play Jh"))
    assert (after.speaker, after.state.trick, after.state.left) == ("C", (), (7, 7, 7, 7))


def test_ENF_10_a_trick_is_discarded_and_its_cards_are_gone():
    player = enfle("A play 7h", "B play 9h", "C play Kh", "D play Jh", "C play Kh")
    assert fault(player)[0] == "ENF-10"


def test_ENF_11_who_cannot_follow_takes_all_up_and_leads_the_next():
    after = good(enfle("A play 9c", "B take", cards=ONE_SUIT_EACH))
    assert after.speaker == "B"
    assert after.state.left == (7, 9, 8, 8)
    assert "9c" in after.hand_of("B")
    assert after.state.trick == ()


def test_ENF_11_another_suit_does_not_do_instead():
    assert fault(enfle("A play 9c", "B play 7d", cards=ONE_SUIT_EACH))[0] == "ENF-11"


def test_ENF_11_those_after_who_takes_do_not_play_to_the_trick():
    assert fault(enfle("A play 9c", "B take", "C play 7h", cards=ONE_SUIT_EACH))[0] == "ENF-10"


def test_ENF_12_the_suit_just_lacked_may_be_led():
    assert good(enfle("A play 9c", "B take", "B play 9c", cards=ONE_SUIT_EACH)).speaker == "C"


def test_ENF_13_the_advice_is_no_rule():
    assert "longest suit" in article("ENF-13").text["en"]
    assert good(enfle("A play 7h")).speaker == "B"


def test_ENF_14_the_first_without_cards_wins_the_pot_in_the_middle_of_a_trick():
    player = enfle(*LAST_TRICKS, cards=ACES_AND_KINGS)
    assert moved(player)[-1] == ("pot", "pot:deal", "A", 4)
    end, _ = player.settled
    assert (end.winner, end.in_front()["A"]) == ("A", 23)
    assert dict(zip("ABCD", end.table.games, strict=True)) == {"A": 1, "B": 0, "C": 0, "D": 0}


def test_ENF_14_nobody_plays_any_more():
    assert fault(enfle(*LAST_TRICKS, "B play 8s", cards=ACES_AND_KINGS))[0] == "ENF-14"


def test_option_win_end_of_trick_plays_it_out_and_of_four_the_first_has_won():
    rules = {"enfle.win": "end_of_trick"}
    waiting = good(enfle(*LAST_TRICKS, cards=ACES_AND_KINGS, rules=rules))
    assert (waiting.lance, waiting.speaker) == ("trick", "B")
    over = enfle(*EIGHT_TRICKS, cards=ACES_AND_KINGS, rules=rules)
    assert over.position.state.left == (0, 0, 0, 0)
    assert moved(over)[-1] == ("pot", "pot:deal", "A", 4)


def test_option_max_tricks_leaves_the_pot_for_the_next_deal():
    player = enfle("A play 9c", "B take", cards=ONE_SUIT_EACH, rules={"enfle.max_tricks": 1})
    end, waiting = player.settled
    assert (end.lance, end.winner, waiting, dict(end.pots)) == ("end", "", (), {"deal": 4})
    after = games.next_hand(end)
    assert dict(after.pots) == {"deal": 8}
    assert sum(after.stones) + 8 == 80


def test_option_start_chips_and_ante_are_what_everybody_begins_with():
    start = enfle(rules={"enfle.start_chips": 30, "enfle.ante": 2}).start
    assert start.in_front() == dict.fromkeys("ABCD", 28)


@pytest.mark.parametrize(("chips", "paid"), [(9, [(8, 3, 3)]), (3, [(2, 3, 2)]), (1, [])])
def test_ENF_9_a_revoke_is_paid_with_what_there_is_and_says_what_was_owed(chips, paid):
    stones = {"A": 9, "B": chips, "C": 9, "D": 9}  # each pays one as the ante
    player = enfle("A play Ac", stones=stones, rules={"enfle.revoke": 3})
    call = Call("B", "play", cards=(Card("Ad"),))
    conduct = games.game_of("enfle").conduct
    found = conduct.illegal_play((), good(player), call, RecordContext("trick"))
    (way,) = found.ruling_options
    moved = [entry for entry in way.after.ledger if entry.item == "revoke"]
    assert [(*entry.because, entry.stones) for entry in moved] == paid
    assert way.after.pots == (("deal", 4 + sum(entry.stones for entry in moved)),)


# --- what nobody told --------------------------------------------------------------------


def test_ENF_9_with_hidden_hands_what_is_played_later_tells_who_could_have_followed():
    player = enfle("A play 9c", "B take", "B play 9c", "C take", "C play 9c", cards={})
    assert player.failure is None
    contradicted = player.hear("D play Tc").hear("A play Jc").hear("B play Qc")
    assert fault(contradicted)[0] == "ENF-9"


def test_ENF_11_with_hidden_hands_what_was_taken_up_is_known_to_be_there():
    player = enfle("A play 9c", "B take", "B play 7d", "C take", "C play 8c", "D play Tc", cards={})
    refused = player.hear("A play Jc").hear("B take")
    assert fault(refused)[0] == "ENF-9"
    assert "9c" in fault(refused)[1]


def test_ENF_11_a_card_that_all_saw_somebody_take_up_is_nobody_elses():
    player = enfle("A play 9c", "B take", "B play 7d", "C play 9c", cards={})
    assert fault(player) == ("ENF-6", "C does not have 9c: B does.")


def test_ENF_11_a_hidden_hand_of_which_all_saw_every_card_is_known():
    calls = ("A play 9c", "B take", "B play 7d", "C play 8d", "D play 9d", "A play Td")
    position = good(enfle(*calls, "A play Ts", cards={}))
    assert [option.verb for option in games.options(position)] == ["play", "take"]
    # Were the 9c that B took up the only card left, B could not follow.
    known = position._replace(state=position.state._replace(left=(6, 1, 7, 7)))
    assert [option.verb for option in games.options(known)] == ["take"]
    assert playable(known, "B") == ()
