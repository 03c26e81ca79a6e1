"""Offences that cost stones: who takes them, when, and that no digest knows of them until set.

House penalties may be stones, `penalty.<offence>: {stones: N}`: each other side takes so many, at
once for what is said, at the count for what only the cards show.
"""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import VariantError
from mustutor.games.encaje import settlement
from mustutor.model.calls import Call, deal_call
from mustutor.model.cards import Card
from mustutor.model.ledger import Ruling
from mustutor.model.options import options_of
from mustutor.model.variant import check_variant, load_variant
from tests.table import changed

from .table import DULL, PAIRS, play, sit, stones, variant

# A1 has a par of kings, B1 nothing.
ONE = "RRC7 S654 7654 C654"
PASSES = "A1 paso, B1 paso, A2 paso, B2 paso"
LATER = ("out_of_turn", "word_taken_back", "late_word", "late_talk", "shown_card", "misdeal")


def priced(offence, number, **changes):
    prices = {**load_variant("fournier").rules["penalty"], offence: {"stones": number}}
    return variant({"penalty": prices, **changes})


def fines(position):
    return [
        (entry.src, entry.dst, entry.stones, entry.when, entry.rule)
        for entry in position.ledger
        if entry.item == "penalty"
    ]


def test_stones_of_an_offence_are_taken_by_the_other_side_at_once():
    position = play(sit(ONE, rules=priced("false_signal", 2)), "B1 sena duples")
    assert fines(position) == [("bank", "A", 2, "at_once", "MUS-SIG-2")]
    assert stones(position) == "A2 B0"
    assert position.speaker == "A1"
    assert not position.winner


def test_MUS_TABLE_3_stones_of_an_offence_pass_the_target_no_more_than_others():
    rules = priced("false_signal", 3, **{"score.past_target": "clipped"})
    over = play(sit(ONE, "A39 B0", rules=rules), "B1 sena duples")
    assert (stones(over), over.winner) == ("A40 B0", "A")
    counted = play(sit(ONE, "A39 B0", rules=priced("false_signal", 3)), "B1 sena duples")
    assert (stones(counted), counted.winner) == ("A42 B0", "A")


def test_MUS_TABLE_3_several_offences_paid_at_once_stop_at_the_target_together():
    # B1 broke his word twice, which shows when grande is over, and is paid at the next word.
    def over(in_front, **changes):
        rules = priced("broken_word", 2, **{"talk.binding": True, "talk.scope": "free"}, **changes)
        position = play(
            sit(ONE, in_front, rules=rules), "A1 paso, B1 dice yo_paso, B1 dice yo_paso"
        )
        position = play(position, "B1 envido 2, A2 quiero, A1 dice jugada_anterior")
        return stones(position), position.winner

    assert over("A37 B0", **{"score.past_target": "clipped"}) == ("A40 B0", "A")
    assert over("A37 B0") == ("A41 B0", "A")
    # With the first of them the game is won, and nothing more is counted (MUS-CNT-2).
    assert over("A38 B0") == ("A40 B0", "A")


def test_each_offence_is_paid_for_and_none_twice():
    position = play(sit(ONE, rules=priced("false_signal", 2)), "B1 sena duples, B1 sena duples")
    assert stones(position) == "A4 B0"
    over = play(position, PASSES)
    assert len(fines(over)) == 2


def test_MUS_END_2_stones_of_an_offence_may_win_the_game():
    position = sit(ONE, "A39 B39", rules=priced("false_signal", 1))
    over = play(position, "B1 sena duples")
    assert (over.winner, over.lance) == ("A", "end")
    assert not over.ledger[-1].wins_game


def test_what_only_the_cards_show_is_paid_for_at_the_count():
    rules = priced("false_declaration", 3, **{"declare.mode": "manual"})
    position = play(sit(ONE, rules=rules), PASSES, PASSES)
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso")
    assert fines(position) == []
    over = play(position, "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    assert fines(over) == [("bank", "A", 3, "showdown", "MUS-DECL-8")]
    brought = sum(entry.stones for entry in over.ledger if entry.dst == "A")
    assert over.in_front()["A"] == brought


def test_where_each_plays_for_himself_every_other_takes_the_stones():
    alone = {"players.mode": "individual", "players.count": 3, "talk.lying": "never"}
    rules = priced("lie", 1, **alone)
    position = sit("RRC7 S654 7654", "A0 B0 C0", rules=rules, seats=("A", "B", "C"), mano="A")
    assert stones(play(position, "B dice tengo_31")) == "A1 B0 C1"


def test_no_digest_knows_of_an_offence_priced_later_until_a_table_prices_it():
    table = options_of("mus").own["penalty"]
    assert set(LATER) <= set(table.younger)
    ours = load_variant("fournier")
    assert ours.rules["penalty"]["out_of_turn"] == "none"
    assert "out_of_turn" not in ours.as_json()["penalty"]
    assert priced("out_of_turn", 1).digest != variant().digest


@pytest.mark.parametrize("cost", ["{stones: 0}", "{stones: 101}", "{stones: 1, game: 1}", "{}"])
def test_an_offence_costs_some_stones_or_is_refused(tmp_path, cost):
    path = tmp_path / "ours.yaml"
    path.write_text(
        "format: mus-variant/1\nid: ours\nextends: fournier\nname: {en: Ours}\n"
        f"summary: {{en: Ours.}}\nrules:\n  penalty: {{out_of_turn: {cost}}}\n"
    )
    with pytest.raises(VariantError):
        check_variant(path)


def test_variant_new_writes_a_price_in_stones_and_check_and_diff_know_it(mustutor, tmp_path):
    path = tmp_path / "ours.yaml"
    written = mustutor(
        *("variant", "new", "ours", "-o", str(path)),
        *("--set", "penalty.out_of_turn={stones: 2}", "--set", "penalty.shown_card=annul_lance"),
    )
    assert (written.status, written.err) == (0, "")
    assert "Speaking out of turn costs stones, which go to the others: 2." in path.read_text()
    checked = mustutor("variant", "check", str(path))
    assert (checked.status, checked.err) == (0, "")
    told = " ".join(mustutor("variant", "diff", "fournier", str(path)).out.split())
    assert "Speaking out of turn costs stones, which go to the others: 2." in told
    assert "Showing a card annuls that lance for the side of the player who did it." in told
    rules = load_variant(path).rules["penalty"]
    assert rules["out_of_turn"] == {"stones": 2}
    assert rules["shown_card"] == "annul_lance"


def test_in_encaje_each_of_the_others_gives_the_stones():
    rules = load_variant("encaje").rules["penalty"]
    position = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    position = games.apply(position, Call("A", "corto"))
    assert rules["out_of_turn"] == "none"
    offence = Ruling(Call("B", "paso"), "grande", False, "ENC-TURN-2", "out_of_turn", "stones")
    fined = settlement.fined(position._replace(rulings=(offence._replace(stones=2),)))
    assert fined.in_front() == {"A": 18, "B": 24, "C": 18}
    lost = settlement.fined(position._replace(rulings=(offence._replace(penalty="lose_game"),)))
    assert (lost.loser, lost.lance) == ("B", "end")


@pytest.mark.parametrize(
    ("in_front", "after", "loser"),
    [
        ((6, 6, 6), {"A": 1, "B": 16, "C": 1}, ""),
        ((3, 6, 6), {"A": 0, "B": 14, "C": 1}, ""),  # who has fewer gives what he has
        ((0, 6, 6), {"A": 0, "B": 11, "C": 1}, ""),  # who has none is not in the game
        ((3, 6, 5), {"A": 0, "B": 14, "C": 0}, "B"),  # ENC-END-1: nobody else has any left
    ],
)
def test_in_encaje_nobody_gives_for_an_offence_more_than_he_has(in_front, after, loser):
    prices = {**load_variant("encaje").rules["penalty"], "lie": {"stones": 5}}
    rules = changed("encaje", {"penalty": prices, "talk.lying": "never"})
    front = dict(zip("ABC", in_front, strict=True))
    position = games.start(rules, seats=("A", "B", "C"), mano="B", stones=front)
    cards = {seat: tuple(map(Card, "7654")) for seat in position.order}
    position = play(games.apply(position, deal_call(cards)), "B corto, B dice tengo_31")
    assert (position.in_front(), position.loser) == (after, loser)


def test_in_encaje_each_pays_for_his_own_offence():
    prices = {**load_variant("encaje").rules["penalty"], "lie": {"stones": 2}}
    rules = changed("encaje", {"penalty": prices, "talk.lying": "never"})
    position = games.start(rules, seats=("A", "B", "C"), mano="A")
    cards = {seat: tuple(map(Card, "7654")) for seat in position.order}
    position = play(games.apply(position, deal_call(cards)), "A corto, B dice tengo_31")
    assert position.in_front() == {"A": 18, "B": 24, "C": 18}
    assert play(position, "C dice tengo_31").in_front() == {"A": 16, "B": 22, "C": 22}


def test_a_hand_without_an_offence_is_as_before():
    assert fines(play(sit(DULL, seats=PAIRS), PASSES)) == []
