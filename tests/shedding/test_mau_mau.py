"""The rules of Mau-Mau, each held by a test that bears its id, as the source has them."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.base.language import open_language
from mustutor.games.mau_mau.table import points
from mustutor.games.player import Player
from mustutor.games.rulebook import article
from mustutor.games.tell_hand import explain_hand
from mustutor.model.calls import deal_call
from mustutor.model.cards import Card
from mustutor.model.variant import load_variant
from tests.shedding.table import fault, good, mau, moved, rules_of


@pytest.mark.parametrize("seats", [("A",), ("A", "B", "C"), ("A1", "B1")])
def test_MAU_1_strictly_two(seats):
    with pytest.raises(IllegalCall) as refused:
        games.start(load_variant("mau_mau"), seats=seats, mano=seats[0])
    assert refused.value.fault.rule == "MAU-1"


@pytest.mark.parametrize(
    ("rank", "worth"),
    [*zip("J87AQK", (20, 20, 15, 15, 10, 10), strict=True), ("T", 10)]
    + [(number, int(number)) for number in "234569"],
)
def test_MAU_2_what_a_card_is_worth(rank, worth):
    assert {points(Card(rank + suit)) for suit in "cdhs"} == {worth}
    assert len(games.game_of("mau_mau").chance.pack(mau().start)) == 52


# Two cards each are enough to end a hand: the position is set as after five plays.
def short(*calls, a, b, starter="5d", silent=(), **more):
    """A hand in which A and B hold just these cards."""
    player = mau(starter=starter, **more)
    hands = tuple([tuple(map(Card, held.split())) for held in (a, b)])
    state = player.position.state
    rest = (*state.order, *player.position.deal.hands[0], *player.position.deal.hands[1])
    order = tuple([card for card in rest if card not in (*hands[0], *hands[1])])
    state = state._replace(
        left=tuple(map(len, hands)), order=order, stock=len(order), silent=tuple(silent)
    )
    deal = player.position.deal._replace(hands=hands, stock=len(order))
    player.position = player.position._replace(state=state, deal=deal, said="B")
    for call in calls:
        player.hear(call)
    return player


def test_MAU_3_the_match_goes_to_five_hundred():
    player = short("A play 9d", a="9d", b="Ks Qs", stones={"A": 480, "B": 300})
    end, _ = player.settled
    assert (end.in_front(), end.winner) == ({"A": 500, "B": 300}, "A")
    assert games.next_manos(end) == ()
    with pytest.raises(IllegalCall) as refused:
        games.next_hand(end)
    assert refused.value.fault.rule == "MAU-3"


def test_MAU_3_below_that_it_goes_on():
    end, _ = short("A play 9d", a="9d", b="Ks 9s", stones={"A": 480}).settled
    assert (end.in_front()["A"], end.winner) == (499, "")


@pytest.mark.parametrize("target", [1, 100])
def test_option_target_is_what_wins_the_match(target):
    player = short("A play 9d", a="9d", b="Js", rules={"mau_mau.target": target})
    end, _ = player.settled
    assert end.winner == ("A" if target <= 20 else "")


def test_MAU_4_and_MAU_19_the_winner_scores_what_the_other_holds_card_by_card():
    player = short("A play 9d", a="9d", b="Jh 8c 7s Ah Qd Ks Th 2c")
    assert moved(player) == [("cards", "bank", "A", 20 + 20 + 15 + 15 + 10 + 10 + 10 + 2)]
    end, _ = player.settled
    assert end.ledger[0].because.points == (20, 20, 15, 15, 10, 10, 10, 2)
    assert (end.ledger[0].lance, end.ledger[0].when) == ("play", "showdown")


def test_MAU_5_the_deal_alternates():
    end, _ = short("A play 9d", a="9d", b="Js").settled
    assert games.next_manos(end) == ("B",)
    assert games.next_hand(end).order == ("B", "A")
    assert "low" in article("MAU-5").title["en"].lower()


def test_MAU_6_seven_cards_each():
    player = mau()
    assert [len(hand) for hand in player.position.deal.hands] == [7, 7]
    assert player.position.state.stock == 52 - 15
    start = games.start(load_variant("mau_mau"), seats=("A", "B"), mano="A")
    hands = {"A": tuple(map(Card, ["2c", "3c", "4c", "5c", "6c", "7c"]))}
    assert games.why_not(start, deal_call(hands)).rule == "MAU-6"


def test_MAU_6_no_card_lies_in_two_places():
    start = mau().start
    twice = {"A": tuple(map(Card, ["5d", "2c", "3c", "4c", "6c", "7c", "8c"]))}
    refused = games.why_not(start, deal_call(twice))
    assert (refused.rule, refused.verdict) == ("MAU-6", "misdealt")


@pytest.mark.parametrize("starter", ["7c", "8h"])
def test_MAU_7_a_starter_makes_nobody_draw(starter):
    state = mau(starter=starter).position.state
    assert (str(state.upcard), state.owed) == (starter, 0)


def test_MAU_7_a_jack_as_starter_frees_nothing():
    refused = mau("A play 9d", a="9d", starter="Jc")
    assert fault(refused)[0] == "MAU-8"


def test_MAU_8_the_nondealer_begins_and_turns_alternate():
    after = good(mau("A play 9d", a="9d", b="9h", starter="5d"))
    assert after.speaker == "B"
    assert fault(mau("B play 9h", b="9h"))[0] == "MAU-8"


@pytest.mark.parametrize(
    ("card", "goes"), [("9d", True), ("5s", True), ("9s", False), ("Jc", False)]
)
def test_MAU_8_suit_or_rank_of_the_upcard_a_jack_too(card, goes):
    player = mau(f"A play {card}", a=card, starter="5d")
    assert (player.failure is None) is goes


def test_MAU_8_one_plays_what_one_has():
    assert fault(mau("A play 9d", b="9d"))[0] == "MAU-8"


def test_MAU_9_who_cannot_play_draws_until_able():
    a = "2c 3c 4c 6c 9c Tc Qc"
    player = mau("A draw", "A draw", a=a, starter="5d", stock="Ks 9d")
    position = good(player)
    assert position.speaker == "A"
    assert position.hand_of("A")[-2:] == ("Ks", "9d")
    assert good(player.hear("A play 9d")).speaker == "B"


def test_MAU_9_nobody_passes_while_there_is_something_to_draw():
    assert fault(mau("A pass", a="2c 3c 4c 6c 9c Tc Qc", starter="5d"))[0] == "MAU-9"


def test_MAU_9_a_stock_that_is_gone_is_all_but_the_upcard_shuffled_again():
    player = short(a="2c", b="9h Kh")
    state = player.position.state._replace(order=(), stock=0, restocks=((Card("Kd"), Card("Qs")),))
    heap = (Card("Qs"), Card("Kd"))
    player.position = player.position._replace(
        state=state, deal=player.position.deal._replace(earlier_discards=heap)
    )
    after = good(player.hear("A draw"))
    assert (after.hand_of("A"), after.state.stock, after.deal.earlier_discards) == (
        ("2c", "Kd"),
        1,
        (),
    )
    assert str(after.state.upcard) == "5d"


def test_MAU_9_other_cards_than_those_played_cannot_be_shuffled_again():
    player = short(a="2c", b="9h Kh")
    state = player.position.state._replace(order=(), stock=0, restocks=((Card("Kd"), Card("9h")),))
    player.position = player.position._replace(
        state=state, deal=player.position.deal._replace(earlier_discards=(Card("Qs"), Card("Kd")))
    )
    assert player.hear("A draw").failure.verdict == "misdealt"


def test_MAU_9_with_nothing_to_draw_and_nothing_to_play_one_passes():
    def table(a):
        player = short(a=a, b="9h Kh")
        state = player.position.state._replace(order=(), stock=0)
        player.position = player.position._replace(state=state)
        return player

    assert good(table("2c").hear("A pass")).speaker == "B"
    assert fault(table("2c").hear("A draw"))[0] == "MAU-9"
    assert fault(table("2d").hear("A pass"))[0] == "MAU-10"


@pytest.mark.parametrize("renege", ["penalty", "refuse"])
def test_MAU_10_and_MAU_11_who_can_play_must_or_is_charged_fifty(renege):
    rules = {"mau_mau.renege": renege} if renege == "refuse" else None
    player = short("A draw", a="9d 2c", b="Js", rules=rules)
    if renege == "refuse":
        assert fault(player)[0] == "MAU-10"
        return
    assert good(player).state.reneged == ("A",)


def test_MAU_11_once_a_turn_at_the_end_of_the_hand():
    player = short("A draw", "A draw", "A play 9d", "B play Jd", a="9d 2c", b="Jd")
    entries = moved(player)
    assert entries[-1] == ("penalty", "A", "bank", 50)
    assert [item for item, *_ in entries].count("penalty") == 1
    end, _ = player.settled
    assert end.in_front()["A"] == -50
    assert end.ledger[-1].rule == "MAU-11"


def test_MAU_11_again_in_another_turn():
    calls = ("A draw", "A play 9d", "B play 2d one card", "A draw", "A play 2c", "B play 3c")
    entries = moved(short(*calls, a="9d 2c Kh", b="2d 3c"))
    assert [item for item, *_ in entries].count("penalty") == 2


def test_MAU_12_after_a_seven_the_other_draws_one_and_may_not_play():
    seven = ("A play 7d",)
    assert fault(mau(*seven, "B play 9d", a="7d", b="9d"))[0] == "MAU-12"
    after = good(mau(*seven, "B draw", a="7d", b="9d"))
    assert (after.speaker, after.state.left, after.state.reneged) == ("A", (6, 8), ())


def test_MAU_13_after_an_eight_three_one_call_a_card():
    player = mau("A play 8d", "B draw", "B draw", a="8d", b="9d")
    assert good(player).speaker == "B"
    assert fault(player.copy().hear("B play 9d"))[0] == "MAU-13"
    after = good(player.hear("B draw"))
    assert (after.speaker, after.state.left) == ("A", (6, 10))


@pytest.mark.parametrize("card", ["7d", "8d"])
def test_MAU_13_a_last_card_makes_nobody_draw(card):
    player = short(f"A play {card}", a=card, b="Js 2s")
    assert moved(player) == [("cards", "bank", "A", 22)]


def test_MAU_14_a_jack_may_call_another_suit_that_must_follow_or_a_jack():
    calls = ("A play Jd calling h",)
    for card, goes in (("9h", True), ("Js", True), ("9d", False), ("9s", False)):
        player = mau(*calls, f"B play {card}", a="Jd", b=card)
        assert (player.failure is None) is goes
    assert fault(mau(*calls, "B play 9d", a="Jd", b="9d"))[0] == "MAU-14"


def test_MAU_14_only_a_jack_calls_and_not_its_own_suit():
    assert fault(mau("A play 9d calling h", a="9d"))[0] == "MAU-14"
    assert fault(mau("A play Jd calling d", a="Jd"))[0] == "MAU-14"


def test_MAU_14_a_call_stands_until_a_card_is_played():
    player = mau("A play Jd calling h", "B draw", a="Jd", b="2c 3c 4c 6c 9c Tc Qc", stock="9d Kh")
    assert fault(player.copy().hear("B play 9d"))[0] == "MAU-14"
    assert good(player.hear("B draw").hear("B play Kh")).state.called == ""


def test_MAU_15_a_jack_without_a_call_lets_any_card_follow():
    assert good(mau("A play Jd", "B play 2s", a="Jd", b="2s")).speaker == "A"
    # So whoever draws then was able to play.
    assert good(mau("A play Jd", "B draw", a="Jd", b="2s")).state.reneged == ("B",)


@pytest.mark.parametrize("rank", ["J", "7", "8"])
def test_MAU_16_its_rank_may_be_played_or_kept_where_the_suit_cannot_be_followed(rank):
    a = f"{rank}c 2c 3c 4c 6c 9c Tc"
    starter = f"{rank}h"
    assert good(mau("A draw", a=a, starter=starter)).state.reneged == ()
    assert good(mau(f"A play {rank}c", a=a, starter=starter)).state.left[0] == 6


@pytest.mark.parametrize("rank", ["J", "7", "8"])
def test_MAU_16_not_where_the_suit_can_be_followed(rank):
    a = f"{rank}c 2h 3c 4c 6c 9c Tc"
    assert good(mau("A draw", a=a, starter=f"{rank}h")).state.reneged == ("A",)


def test_MAU_16_not_with_another_rank():
    assert good(mau("A draw", a="9c 2c 3c 4c 6c 5c Tc", starter="9h")).state.reneged == ("A",)


def test_MAU_16_who_keeps_a_card_draws_until_he_plays():
    player = mau("A draw", a="Jc 2c 3c 4c 6c 9c Tc", starter="Jh", stock="Kh 2s")
    assert good(player).speaker == "A"
    # Now the suit can be followed: to draw again is to break the obligation.
    assert good(player.hear("A draw")).state.reneged == ("A",)


@pytest.mark.parametrize("rank", ["J", "7", "8"])
def test_MAU_16_where_the_table_lets_nobody_keep_it_the_rank_must_be_played(rank):
    kept = {"a": f"{rank}c 2c 3c 4c 6c 9c Tc", "starter": f"{rank}h"}
    player = mau("A draw", **kept, rules={"mau_mau.hold_rank": False})
    assert good(player).state.reneged == ("A",)
    refuse = {"mau_mau.hold_rank": False, "mau_mau.renege": "refuse"}
    assert fault(mau("A draw", **kept, rules=refuse))[0] == "MAU-10"
    # Without a card that matches nobody is bound to anything.
    nothing = mau("A draw", a="Qc 2c 3c 4c 6c 9c Tc", starter=f"{rank}h", rules=refuse)
    assert good(nothing).state.reneged == ()


def test_MAU_17_one_card_is_said_with_the_play_that_leaves_one():
    said = good(short("A play 9d one card", a="9d 2c", b="Js 2s"))
    assert said.state.silent == ()
    assert good(short("A play 9d", a="9d 2c", b="Js 2s")).state.silent == ("A",)
    assert fault(short("A play 9d one card", a="9d 2c 3c", b="Js 2s"))[0] == "MAU-17"


def test_MAU_18_not_said_the_last_card_may_not_go_but_one_is_drawn():
    calls = ("A play 9d", "B play Jd calling c")
    player = short(*calls, a="9d 2c", b="Jd 2s 3s")
    assert fault(player.copy().hear("A play 2c"))[0] == "MAU-18"
    after = good(player.hear("A draw"))
    assert (after.speaker, after.state.left[0], after.state.silent) == ("B", 2, ())
    assert after.state.reneged == ()


def test_MAU_18_where_nobody_has_to_say_it_the_last_card_goes():
    calls = ("A play 9d", "B play Jd calling c", "A play 2c")
    rules = {"mau_mau.forgotten_one_card": "nothing"}
    player = short(*calls, a="9d 2c", b="Jd 2s 3s", rules=rules)
    assert good(player).state.shed == "A"
    page = explain_hand(tuple(player.steps), *player.settled, open_language("en"))
    assert not [line for part in page.passages for line in part.lines if "one card" in line.text]


def test_MAU_18_drawing_for_a_seven_before_mends_it():
    calls = ("A play 9d", "B play 7d", "A draw", "B play 2d", "A play 2c one card")
    assert good(short(*calls, a="9d 2c", b="7d 2d 3s 4s")).state.left[0] == 1


def test_MAU_18_who_plays_again_after_his_own_seven_has_to_draw_too():
    player = short("A play 7d", "B draw", a="7d 9d", b="2s 3s")
    assert fault(player.copy().hear("A play 9d"))[0] == "MAU-18"
    assert good(player.hear("A draw")).speaker == "B"


def test_MAU_18_both_may_have_been_silent():
    player = short("A play 9d", "B play 2d", a="9d 3d", b="2d 4d")
    assert good(player).state.silent == ("A", "B")
    assert good(player.hear("A draw")).state.silent == ("B",)
    assert fault(player.hear("B play 4d"))[0] == "MAU-18"


def test_MAU_19_the_hand_ends_with_the_last_card():
    player = short("A play 9d", "B play Jd", a="9d", b="Jd 2s")
    assert fault(player)[0] == "MAU-19"


def test_MAU_20_a_spade_starter_doubles():
    player = short("A play 9s", a="9s", b="Js 2s", starter="5s")
    assert moved(player) == [("cards", "bank", "A", 22), ("double", "bank", "A", 22)]


def test_MAU_21_two_jacks_in_one_turn_at_the_end_quadruple():
    player = short("A play Jd Jc", a="Jd Jc", b="9s 2s")
    assert moved(player) == [("cards", "bank", "A", 11), ("quadruple", "bank", "A", 33)]


@pytest.mark.parametrize("multipliers", ["highest", "product"])
def test_MAU_20_and_MAU_21_both_at_once(multipliers):
    rules = {"mau_mau.multipliers": multipliers} if multipliers == "product" else None
    player = short("A play Js Jc", a="Js Jc", b="9h 2h", starter="5s", rules=rules)
    total = sum(stones for *_, stones in moved(player))
    assert total == (11 * 4 if multipliers == "highest" else 11 * 8)


def test_MAU_21_two_jacks_need_not_be_the_last_and_the_first_must_match():
    assert good(mau("A play Jd Jc calling s", a="Jd Jc")).state.called == "s"
    assert fault(mau("A play Jc Jd", a="Jd Jc"))[0] == "MAU-8"
    assert fault(mau("A play 9d 9c", a="9d 9c"))[0] == "MAU-21"


def test_MAU_22_the_difference_of_both_scores_is_told():
    player = short("A play 9d", a="9d", b="Ks", stones={"A": 490, "B": 300})
    page = explain_hand(tuple(player.steps), *player.settled, open_language("en"))
    assert any("the difference to pay is 200 points" in line.text for line in page.lines)


def test_MAU_23_the_advice_is_told():
    assert "sevens and eights" in article("MAU-23").title["en"]


# --- what nobody told --------------------------------------------------------------------


def hidden(*calls, told=None, starter="5d"):
    """A hand of which nobody told cards or stock; `told` are the draws the record lists."""
    start = games.start(rules_of("mau_mau"), seats=("A", "B"), mano="A")
    player = Player(games.with_stated_deal(start, {"starter": starter}))
    if told:
        player.position = games.game_of("mau_mau").gaps.with_stated_draws(player.position, told)
    for call in calls:
        player.hear(call)
    return player


def test_MAU_10_whether_somebody_was_able_is_not_judged_where_nobody_knows():
    player = hidden("A draw", "A play 9d")
    assert good(player).state.reneged == ()
    assert good(player).state.unproved == {"A"}
    assert [gap.what for gap in player.missing] == ["lance", "cards"]


def test_MAU_11_a_card_known_to_be_there_proves_it():
    player = hidden("A draw", "A draw", told={"A": (Card("9d"), Card("2c"))})
    assert good(player).state.reneged == ("A",)


def test_MAU_9_drawn_cards_that_are_told_are_held_from_then_on():
    player = hidden("A draw", "A play 9d", "B play 9d", told={"A": (Card("9d"),)})
    assert fault(player)[0] == "MAU-8"


def test_MAU_19_points_of_a_hidden_hand_wait_for_it():
    cards = ("9d", "9s", "2s", "2h", "3h", "3c", "4c", "4d", "6d", "6s")
    calls = [f"{seat} play {card}" for seat, card in zip("AB" * 5, cards, strict=True)]
    player = hidden(*calls, "A play Ts one card", "B play Qs one card", "A play Ks")
    assert player.failure is None
    _, waiting = player.settled
    assert [(one.parties, one.stones >= 2) for one in waiting] == [(("B",), True)]


def test_MAU_9_a_hidden_hand_all_of_whose_cards_were_seen_is_known():
    # B draws the Kh for the seven, and plays all seven cards that nobody knew.
    cards = "9d 8d draw draw draw 6d 7d draw 2d 2h 3h 3c 4c 4s 6s Qs Ks"
    seats = "ABAAABABABABABABA"
    calls = [
        f"{seat} {'draw' if card == 'draw' else f'play {card}'}"
        for seat, card in zip(seats, cards.split(), strict=True)
    ]
    calls += ["B play As one card", "A play Ac"]
    told = {"B": tuple(map(Card, ("Kh", "Th", "Td", "Tc")))}
    position = good(hidden(*calls, told=told))
    assert [option.verb for option in games.options(position)] == ["draw"]
    calls += ["B draw", "B draw", "B draw"]
    assert good(hidden(*calls, told=told)).state.unproved == frozenset()
    player = hidden(*calls, "B play Tc", "A play Ts one card", "B play Th", "A play 5h", told=told)
    # B has the Kh and the Td left, ten points each.
    end, waiting = player.settled
    assert (end.in_front(), waiting) == ({"A": 20, "B": 0}, ())
