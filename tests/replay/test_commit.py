"""Commit and reveal: nobody chooses the cards, and whoever cheats is found out."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.errors import IllegalCall, ReplayError
from mustutor.base.json_text import canonical
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.referee.trust.commitment import deal_secret, new_secret, with_secrets
from mustutor.referee.trust.redaction import redacted
from mustutor.replay import Replay, loads
from mustutor.replay.seals import with_seals
from mustutor.replay.simulate import match

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
SEATS = ("A1", "B1", "A2", "B2")
DECK = [rank + suit for suit in "oceb" for rank in "A234567SCR"]


def again(replay: Replay) -> Replay:
    return loads(canonical(replay.as_json()))


def deal_of(replay: Replay) -> dict[str, Any]:
    deal = replay.hands[0].deal
    assert deal is not None
    return deal


@pytest.fixture
def secret() -> Replay:
    return new_secret(load_variant("madrid"), SEATS, "B1")


def test_the_secret_is_a_record_with_a_seed_its_digest_and_no_card(secret):
    shuffle = deal_of(secret)["shuffle"]
    assert len(shuffle["seed"]) == 64  # 256 bits in hexadecimal
    # Rules, seats, mano, hand and nonce are bound with the seed, by the words of the format.
    digest, seed = load_variant("madrid").digest, shuffle["seed"]
    bound = (
        f'{{"digest":"{digest}","hand":1,"mano":"B1","nonce":"1",'
        f'"seats":["A1","B1","A2","B2"],"seed":"{seed}"}}'
    )
    assert shuffle["commit"] == hashlib.sha256(bound.encode()).hexdigest()
    assert "cards" not in deal_of(secret)
    assert verify(again(secret)).verdict == "ok"
    assert deal_of(new_secret(load_variant("madrid"), SEATS, "B1"))["shuffle"] != shuffle


def test_the_cards_follow_from_the_seed_and_the_words_as_the_format_says(secret):
    dealt = deal_secret(secret, "red wine")
    shuffle = deal_of(dealt)["shuffle"]
    text = f'{{"k":0,"nonce":"1","seed":"{shuffle["seed"]}","table_seed":"red wine"}}'
    number = int(hashlib.sha512(text.encode()).hexdigest(), 16)
    pack = list(DECK)
    for last in range(39, 0, -1):
        number, place = divmod(number, last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    # One at a time, mano first; B1 is mano.
    order = ("B1", "A2", "B2", "A1")
    assert deal_of(dealt)["cards"] == {seat: pack[place:16:4] for place, seat in enumerate(order)}
    for seat, cards in deal_of(dealt)["cards"].items():
        words = f"{deal_of(dealt)['salts'][seat]}:{' '.join(cards)}"
        assert deal_of(dealt)["commit"][seat] == hashlib.sha256(words.encode()).hexdigest()
    verdict = verify(again(dealt))
    assert verdict.verdict == "ok"
    assert {gap.what for gap in verdict.missing} == {"lance"}


def test_other_words_deal_other_cards_and_only_once(secret):
    one, other = deal_secret(secret, "red wine"), deal_secret(secret, "white wine")
    assert deal_of(one)["cards"] != deal_of(other)["cards"]
    assert deal_of(one)["shuffle"]["commit"] == deal_of(other)["shuffle"]["commit"]
    with pytest.raises(ReplayError, match="dealt already"):
        deal_secret(one, "white wine")
    with pytest.raises(ReplayError, match="200 characters"):
        deal_secret(secret, "x" * 201)
    with pytest.raises(ReplayError, match="not a dealer's secret"):
        deal_secret(redacted(secret, "table"), "red wine")


def test_nobody_sits_where_no_seat_is():
    with pytest.raises(IllegalCall):
        new_secret(load_variant("madrid"), SEATS, "C")


def test_each_copy_has_its_own_cards_and_salt_and_the_reveal_gives_the_rest_back(secret):
    dealt = deal_secret(secret, "red wine")
    for seat in SEATS:
        copy = again(redacted(dealt, seat))
        assert list(deal_of(copy)["cards"]) == list(deal_of(copy)["salts"]) == [seat]
        assert "seed" not in deal_of(copy)["shuffle"]
        assert verify(copy).verdict == "ok"
        assert again(with_secrets(copy, [dealt])) == again(dealt)
    table = redacted(dealt, "table")
    assert {"cards", "salts"}.isdisjoint(deal_of(table))
    assert again(with_secrets(table, [dealt])) == again(dealt)


def cheated(dealt: Replay, **shuffle: str) -> Replay:
    """What a dealer would reveal who wants other cards to have been dealt."""
    document = json.loads(canonical(dealt.as_json()))
    document["hands"][0]["deal"]["shuffle"].update(shuffle)
    return loads(json.dumps(document))


def test_a_dealer_cannot_reveal_another_seed_other_words_or_other_cards(secret):
    dealt = deal_secret(secret, "red wine")
    table = redacted(dealt, "table")
    another = with_secrets(table, [cheated(dealt, seed="0" * 64)])
    assert verify(another).verdict == "misdealt"
    assert "seed" in verify(another).failure.fault.said()
    # His words are not those the table said: the table's copy has them.
    other = deal_secret(secret, "white wine")
    assert verify(with_secrets(table, [other])).verdict == "misdealt"
    document = json.loads(canonical(dealt.as_json()))
    cards = document["hands"][0]["deal"]["cards"]
    cards["A1"], cards["B1"] = cards["B1"], cards["A1"]
    assert verify(with_secrets(table, [loads(json.dumps(document))])).verdict == "misdealt"


BOUND = {
    "another mano": lambda record: record["hands"][0].update(mano="A2"),
    "another nonce": lambda record: shuffle_in(record).update(nonce="2"),
    "another hand": lambda record: shuffle_in(record).update(hand=2),
    "other rules": lambda record: record["variant"].update(
        id="fournier", digest=load_variant("fournier").digest
    ),
}


def shuffle_in(record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = record["hands"][0]["deal"]["shuffle"]
    return found


@pytest.mark.parametrize("change", BOUND.values(), ids=BOUND)
def test_a_seed_serves_for_the_hand_the_table_and_the_rules_it_was_committed_to_for(secret, change):
    document = json.loads(canonical(secret.as_json()))
    change(document)
    verdict = verify(loads(json.dumps(document)))
    assert verdict.verdict == "misdealt"
    assert "not the one committed to" in verdict.failure.fault.said()


def test_a_hand_is_not_dealt_from_what_was_committed_to_for_another():
    secret = new_secret(load_variant("madrid"), SEATS, "A1", "3.2", hand=2)
    assert verify(again(secret)).verdict == "ok"
    document = json.loads(canonical(deal_secret(secret, "red wine").as_json()))
    document["hands"][0]["rounds"] = [{"lance": "mus", "calls": ["A1 corto"]}]
    verdict = verify(loads(json.dumps(document)))
    assert (verdict.verdict, verdict.failure.place) == ("misdealt", "1")
    assert "for hand 2" in verdict.failure.fault.said()


def test_words_that_were_never_sealed_cannot_be_revealed_afterwards(secret):
    # Four kings by other words: the seal would have covered them had the table said any.
    table = redacted(deal_secret(secret, "red wine"), "table")
    document = json.loads(canonical(with_seals(table).as_json()))
    del shuffle_in(document)["table_seed"], document["hands"][0]["deal"]["commit"]
    sealed = with_seals(loads(json.dumps(document)))
    told = with_secrets(sealed, [deal_secret(secret, "white wine")])
    assert "table_seed" not in deal_of(told)["shuffle"]
    assert verify(told).verdict == "misdealt"
    document = json.loads(canonical(told.as_json()))
    shuffle_in(document)["table_seed"] = "white wine"
    assert verify(loads(json.dumps(document))).verdict == "altered"


def test_what_a_copy_has_already_is_not_written_over(secret):
    dealt, other = deal_secret(secret, "red wine"), deal_secret(secret, "white wine")
    mine = redacted(dealt, "A1")
    told = deal_of(with_secrets(mine, [other]))
    assert told["shuffle"]["table_seed"] == "red wine"
    for name in ("cards", "salts"):
        assert told[name]["A1"] == deal_of(dealt)[name]["A1"]
        assert told[name]["B1"] == deal_of(other)[name]["B1"]


def test_a_player_cannot_exchange_a_card_of_his_own(secret):
    dealt = deal_secret(secret, "red wine")
    document = json.loads(canonical(redacted(dealt, "A1").as_json()))
    deal = document["hands"][0]["deal"]
    there = {card for cards in deal_of(dealt)["cards"].values() for card in cards}
    deal["cards"]["A1"][0] = next(card for card in DECK if card not in there)
    assert verify(loads(json.dumps(document))).verdict == "misdealt"


def test_matches_played_over_the_tables_copy_keep_their_seals_when_all_is_revealed():
    exchanges = 0
    for seed in range(8):
        whole = match(load_variant("fournier"), seats=4, hands=5, seed=f"told {seed}")
        told = again(with_secrets(without_draws(redacted(whole, "table")), [whole]))
        assert [hand.seal for hand in told.hands] == [hand.seal for hand in whole.hands]
        verdict = verify(told)
        assert (verdict.verdict, verdict.seals) == ("ok", "hold")
        assert "seed" not in {gap.what for gap in verdict.missing}
        for mine, theirs in zip(told.hands, whole.hands, strict=True):
            assert mine.cards == theirs.cards
            served = [round_.draws for round_ in theirs.rounds]
            assert [round_.draws for round_ in mine.rounds] == served
            exchanges += sum(draws is not None for draws in served)
    assert exchanges > 3


def without_draws(replay: Replay) -> Replay:
    """The record without any card served, those shown at the end among them."""
    document = json.loads(canonical(replay.as_json()))
    for hand in document["hands"]:
        for round_ in hand["rounds"]:
            round_.pop("draws", None)
    return loads(json.dumps(document))


def test_cards_served_from_discards_nobody_tells_stay_unknown():
    # More is thrown than the stock has, and what is shuffled again was thrown unseen.
    whole = loads((REPLAYS / "stock_runs_out.json").read_text("utf-8"))
    told = again(with_secrets(without_draws(redacted(whole, "table")), [whole]))
    mine, theirs = served(told), served(whole)
    assert len(theirs) > 40 - 4 * len(whole.seats)
    assert set(mine) < set(theirs)
    assert len(mine) >= 40 - 4 * len(whole.seats) - 3  # but for a hand that is served from both
    assert verify(told).verdict == "ok"


def served(replay: Replay) -> list[tuple[int, str, str]]:
    """Every card served in the first hand: in which round, to whom, which."""
    return [
        (number, seat, card)
        for number, round_ in enumerate(replay.hands[0].rounds)
        for seat, cards in (round_.draws or {}).items()
        for card in cards
    ]


def test_a_secret_of_another_deal_is_refused(secret):
    other = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "red wine")
    with pytest.raises(ReplayError, match="No hand of the record"):
        with_secrets(redacted(deal_secret(secret, "red wine"), "table"), [other])
    plain = with_seals(secret._replace(hands=(secret.hands[0]._replace(deal=None),)))
    with pytest.raises(ReplayError, match="No hand of the record"):
        with_secrets(plain, [other])
