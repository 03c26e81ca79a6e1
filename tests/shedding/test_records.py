"""Records of both games: what any change in them comes to, what copies hold, and every command."""

from __future__ import annotations

import io
import json
import sys
from random import Random

import pytest

from mustutor import games
from mustutor.base.errors import NotationError
from mustutor.base.language import to_ascii
from mustutor.games import random_call
from mustutor.games.player import Player
from mustutor.model.cards import fresh_pack
from mustutor.model.variant import load_variant
from mustutor.referee import settle, verify
from mustutor.referee.trust.redaction import redacted
from mustutor.replay import dumps, loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from mustutor.replay.simulate import match
from mustutor.replay.writer import recorded_hand, recorded_match
from tests.long import few, some, whole
from tests.shedding.table import rules_of
from tests.table import balances

TABLES = [("enfle", 4), ("enfle", 5), ("enfle", 6), ("mau_mau", 2)]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


def played(game, seats, *, seed="7", hands=2):
    return match(load_variant(game), seats=seats, hands=hands, seed=seed)


# --- simulated matches -------------------------------------------------------------------


@whole
@every_table
def test_simulated_matches_end_verify_and_keep_every_chip_and_card(game, seats):
    for seed in range(few(10, 3)):
        verdict = verify(loads(dumps(played(game, seats, seed=str(seed), hands=4))))
        assert (verdict.verdict, verdict.complete) == ("ok", True)
        for hand in verdict.hands:
            brought = {**hand.start.starting_stones(), "pot:deal": 0, "bank": 0}
            after = balances(brought, hand.end.ledger)
            assert {seat: after[seat] for seat in hand.end.table.sides} == hand.end.in_front()
            for step in hand.steps:
                assert_every_card_is_somewhere(step.after)


def assert_every_card_is_somewhere(position):
    """No card is lost or in two places, and all counts that are public are right."""
    state, deal = position.state, position.deal
    held = [card for hand in deal.hands for card in hand]
    lying = [*getattr(state, "trick", ()), *(getattr(state, "order", None) or ())]
    if getattr(state, "upcard", None):
        lying.append(state.upcard)
    everywhere = [*held, *lying, *deal.earlier_discards]
    pack = games.game_of(position.variant.game).chance.pack(position)
    assert sorted(everywhere) == sorted(pack)
    assert tuple(map(len, deal.hands)) == state.left
    if position.table.variant.game == "enfle":
        assert sum(position.stones) + sum(dict(position.pots).values()) == 20 * len(state.left)


def walked(game, seats, number):
    """The positions of a random hand."""
    variant = load_variant(game)
    rules = games.game_of(game)
    start = games.start(variant, seats=rules.rules.seats(variant, seats), mano="A")
    random = Random(f"{game}{number}")
    hands, pack = rules.chance.deal(start, fresh_pack(rules.chance.pack(start), f"seed {number}"))
    player = Player(rules.chance.with_stock(start, pack)).deal(hands)
    while player.position.lance not in ("showdown", "end"):
        yield player.position
        player.hear(random_call(player.position, random))
        assert player.failure is None


@whole
@every_table
def test_options_and_why_not_agree_at_random_positions(game, seats):
    cards = [str(card) for card in games.game_of(game).chance.deck.cards()]
    plain = ["take"] if game == "enfle" else ["draw", "pass"]
    for number in range(few(5, 1)):
        for position in walked(game, seats, number):
            calls = [*plain, *[f"play {card}" for card in cards]]
            seat, rules = position.speaker, position.variant
            said = [games.read_call(f"{seat} {call}", rules) for call in calls]
            legal = {call.verb for call in said if games.why_not(position, call) is None}
            assert legal == {option.verb for option in games.options(position)}


# --- any one changed call ----------------------------------------------------------------

OTHERS = {
    "enfle": ("take", "play Ah", "play 9c"),
    "mau_mau": ("draw", "pass", "play Ah", "play 7c one card", "play Jd calling s"),
}


@whole
@every_table
def test_any_one_changed_call_is_caught_at_its_place(game, seats):
    record = played(game, seats, hands=1)
    hand = record.hands[0]
    places = list(hand.places(1))
    tried = 0
    for at, place in some(list(enumerate(places)), every=7, long=2):
        for other in OTHERS[game]:
            changed = with_call(record, at, other)
            if changed is None:
                continue
            verdict = verify(changed)
            assert not verdict.ok
            assert verdict.failure.place == str(place)
            tried += 1
    assert tried > len(places) // 7


def with_call(record, at, words):
    """The record with other words at the so-manieth call of its first hand, without seals."""
    hand, count = record.hands[0], 0
    rounds = []
    changed = False
    for round_ in hand.rounds:
        calls = list(round_.calls)
        if count <= at < count + len(calls):
            seat = calls[at - count].partition(" ")[0]
            changed = calls[at - count] != f"{seat} {words}"
            calls[at - count] = f"{seat} {words}"
        count += len(calls)
        rounds.append(round_._replace(calls=tuple(calls)))
    bare = hand._replace(rounds=tuple(rounds), seal=None)
    return record._replace(hands=(bare,), seal=None) if changed else None


@every_table
def test_without_checks_too_a_card_the_player_has_not_is_caught_there(game, seats):
    record = played(game, seats, hands=1)
    document = json.loads(dumps(record))
    for round_ in document["hands"][0]["rounds"]:
        del round_["checks"]
    bare = loads(json.dumps(document))._replace(seal=None)
    hands = {seat: set(cards) for seat, cards in record.hands[0].cards.items()}
    first = record.hands[0].rounds[0].calls[0]
    other = next(card for card in sorted(hands["B" if first[0] != "B" else "A"]))
    verdict = verify(with_call(bare, 0, f"play {other}"))
    assert verdict.verdict == "illegal"
    assert verdict.failure.place.endswith(".1")


def test_a_stock_that_is_not_the_shuffled_one_is_misdealt():
    record = played("mau_mau", 2, hands=1)
    document = json.loads(dumps(record))
    stock = document["hands"][0]["deal"]["stock"]
    stock[-1], stock[-2] = stock[-2], stock[-1]
    assert verify(loads(json.dumps(document))).verdict == "misdealt"


@pytest.mark.parametrize(
    ("field", "value", "verdict"),
    [
        ("starter", "Zz", "unreadable"),
        ("starter", "J", "unreadable"),
        ("stock", ["2c"] * 37, "misdealt"),
        ("stock", ["2c", "3c"], "misdealt"),
        ("restocks", [["2c", "3c"]], "misdealt"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_in_one_line(field, value, verdict):
    document = json.loads(dumps(played("mau_mau", 2, seed="short", hands=1)))
    del document["hands"][0]["deal"]["shuffle"]
    document["hands"][0]["deal"][field] = value
    found = verify(loads(json.dumps(document)))
    assert found.verdict == verdict
    assert "\n" not in found.failure.fault.said()


# --- copies that hold no hidden card -----------------------------------------------------


@every_table
@pytest.mark.parametrize("view", ["table", "A"])
def test_a_copy_keeps_every_check_and_seal_and_no_hidden_card(game, seats, view):
    record = played(game, seats, hands=3)
    copy = redacted(record, view)
    verdict = verify(loads(dumps(copy)))
    assert (verdict.verdict, verdict.seals) == ("ok", "hold")
    assert not verdict.complete
    for full, seen in zip(record.hands, copy.hands, strict=True):
        assert set(seen.cards) == ({"A"} & set(full.cards) if view == "A" else set())
        assert {"stock", "restocks"}.isdisjoint(seen.deal)
        assert [r.calls for r in seen.rounds] == [r.calls for r in full.rounds]
        for round_ in seen.rounds:
            assert set(round_.draws or ()) <= {view}


def test_the_seat_that_drew_keeps_the_cards_it_drew():
    record = played("mau_mau", 2, hands=1)
    copy = redacted(record, "A")
    calls = record.hands[0].rounds[0].calls
    drawn = copy.hands[0].rounds[0].draws["A"]
    assert len(drawn) == calls.count("A draw")
    held = [*record.hands[0].cards["A"], *drawn]
    assert all(card in held for call in calls if call.startswith("A play") for card in call.split()
               if (len(card) == 2 and card[0].isupper()) or card[:1].isdigit())  # fmt: skip


def test_of_enfle_a_table_copy_is_settled_like_the_whole():
    record = played("enfle", 4, hands=3)
    copy = settle(redacted(record, "table"))
    assert copy.after == settle(record).after


def test_of_mau_mau_a_table_copy_waits_for_the_hand_that_is_counted():
    copy = settle(redacted(played("mau_mau", 2, hands=1), "table"))
    assert copy.hands[0].open


def test_MAU_19_a_table_copy_tells_what_was_left_of_the_hand_that_is_counted():
    for record in [played("mau_mau", 2, hands=1, seed=str(n)) for n in range(12)]:
        copy = redacted(record, "table")
        (hand,), (full,) = copy.hands, record.hands
        ((loser, left),) = hand.deal["held"].items()
        # Whoever is left with cards is not he who was paid for them.
        (paid,) = {one["to"] for one in full.ledger if one["item"] == "cards"}
        assert loser != paid
        assert {"cards", "stock"}.isdisjoint(hand.deal)
        assert not any(round_.draws for round_ in hand.rounds)
        verdict = verify(loads(dumps(copy)))
        assert (verdict.verdict, verdict.seals) == ("ok", "hold")
        assert not [gap for gap in verdict.missing if gap.what == "deal.held"]
        settled = settle(copy).hands[0]
        scored = [one for one in full.ledger if one["item"] != "penalty"]
        assert [one.as_json() for one in settled.end.ledger] == scored
        assert redacted(copy, "table") == copy
        worth = {"J": 20, "8": 20, "7": 15, "A": 15, "Q": 10, "K": 10, "T": 10}
        points = sum(worth.get(card[0]) or int(card[0]) for card in left)
        assert points == next(one["stones"] for one in full.ledger if one["item"] == "cards")


def test_MAU_19_nobody_is_left_with_cards_that_were_played_or_with_too_many():
    copy = redacted(played("mau_mau", 2, hands=1), "table")
    document = json.loads(dumps(copy))
    ((loser, left),) = document["hands"][0]["deal"]["held"].items()
    gone = document["hands"][0]["rounds"][0]["calls"][-1].split()[2]  # it lies on top
    for wrong in ([gone, *left[1:]], left[1:], [*left, left[0]], [left[0]] * (len(left) + 1)):
        document["hands"][0]["deal"]["held"] = {loser: wrong}
        verdict = verify(loads(json.dumps(document)))
        assert verdict.verdict == "misdealt", wrong
        assert verdict.failure.fault.rule == "MAU-19"


# --- words people write ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "said", "call"),
    [
        ("enfle", "B plays the ace of spades", "B play As"),
        ("enfle", "b echa el as de picas", "B play As"),
        ("enfle", "B 10h", "B play Th"),
        ("enfle", "B 10♥", "B play Th"),
        ("enfle", "B takes", "B take"),
        ("enfle", "B se lo lleva", "B take"),
        ("mau_mau", "A je pioche", "A draw"),
        ("mau_mau", "A roba", "A draw"),
        ("mau_mau", "A play the jack of clubs calling hearts", "A play Jc calling h"),
        ("mau_mau", "A echa la jota de tréboles y pide corazones", "A play Jc calling h"),
        ("mau_mau", "A 9h, last card", "A play 9h one card"),
        ("mau_mau", "A echa el nueve de corazones, una carta", "A play 9h one card"),
        ("mau_mau", "A Jc and Jh", "A play Jc Jh"),
        ("mau_mau", "A joue le valet de trèfle et demande cœur", "A play Jc calling h"),
        ("mau_mau", "A passe", "A pass"),
    ],
)
def test_what_a_player_would_type_is_read(game, said, call):
    assert str(games.read_call(said, rules_of(game))) == call


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("enfle", "A draw"),
        ("enfle", "A play Jc calling h"),
        ("enfle", "A play J"),
        ("mau_mau", "A take"),
        ("mau_mau", "A play 9h 9c 9d"),
        ("mau_mau", "A play 9x"),
        ("mau_mau", "A play"),
    ],
)
def test_what_nobody_says_is_not(game, said):
    with pytest.raises(NotationError):
        games.read_call(said, rules_of(game))


# --- sheets, taking down, commands -------------------------------------------------------


@every_table
def test_a_score_sheet_holds_it_and_gives_it_back(game, seats):
    record = played(game, seats, hands=2)
    (back,) = read_sheets(written(record).encode())
    assert back.problem is None
    assert dumps(back.replay) == dumps(record)


def test_a_record_made_of_its_steps_is_the_record():
    (hand,) = settle(played("mau_mau", 2, hands=1)).hands
    made = recorded_hand(hand.steps, hand.end, mano=hand.start.mano)
    record = recorded_match(hand.start.variant, hand.start, [made])
    assert verify(record).complete


@pytest.mark.parametrize("game", ["enfle", "mau_mau"])
def test_it_is_taken_down_as_it_is_played(game, mustutor, tmp_path, monkeypatch):
    file = tmp_path / "taken.json"
    said = {
        "enfle": "mano A\nA play 9d\nplay Td\ntake\nclose\n",
        "mau_mau": "mano A\nA play 9d\ndraw\nplay 2d\nclose\n",
    }[game]
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    count = "4" if game == "enfle" else "2"
    done = mustutor("replay", "record", str(file), "--variant", game, "--seats", count)
    assert (done.status, done.err) == (0, "")
    calls = loads(file.read_text("utf-8")).hands[0].rounds[0].calls
    assert calls[1] == ("B play Td" if game == "enfle" else "B draw")
    assert len(calls) == 3


@pytest.fixture
def file(request, tmp_path):
    path = tmp_path / "record.json"
    path.write_text(dumps(played(request.param, 0, hands=2)), "utf-8")
    return path


@pytest.mark.parametrize("file", ["enfle", "mau_mau"], indirect=True)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_command_for_records_takes_it_in_both_languages(file, language, mustutor, tmp_path):
    page = tmp_path / "page.html"
    rounds = loads(file.read_text("utf-8")).hands[0].rounds
    commands = [
        ("replay", "verify", str(file)),
        ("replay", "show", str(file)),
        ("replay", "play", str(file), "--plain"),
        ("replay", "export", "--text", str(file)),
        ("settle", str(file)),
        ("settle", str(file), "--why", "A", rounds[0].lance),
        ("settle", str(file), "--html", str(page)),
        ("replay", "redact", str(file), "--view", "table"),
    ]
    for command in commands:
        done = mustutor("--lang", language, *command)
        assert (done.status, done.err) == (0, ""), command
    drawn = page.read_text("utf-8")
    first = rounds[0].calls[0].split()[2] if "play" in rounds[0].calls[0] else ""
    assert f'id="card-{first}' in drawn
    assert all(f'id="suit-{suit}"' in drawn for suit in "cdhs")


@pytest.mark.parametrize("game", ["enfle", "mau_mau"])
@pytest.mark.parametrize(
    "command",
    [
        ("hand", "R", "R", "C", "A"),
        ("compare", "grande", "R R C A", "R R C S"),
        ("drill", "pares.class"),
        ("drill", "bets.legal"),
    ],
)
def test_what_is_made_for_other_games_says_so_in_one_line(game, command, mustutor):
    done = mustutor(*command, "--variant", game)
    assert done.status == 2
    assert game.partition("_")[0] in to_ascii(done.err.splitlines()[0]).casefold()
    assert "Traceback" not in done.out + done.err
