"""The cheat: a dealer, a table and a third party, each with every freedom the protocol leaves.

A dealer commits to a seed, the table speaks its words, and a record is shown in the end. Those who
sat there know three things: the commitment and the nonce they were told, and the words they spoke.
They do not know the seed. A cheat is caught where the record does not verify; he is told where
the verdict says something they know is not so, or says that it was not proved. What is neither
must be of no use to him, or stand in `replays/TRUST.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mustutor.archive.report import Report, reported
from mustutor.base.errors import ReplayError
from mustutor.base.json_text import digest
from mustutor.base.language import open_language
from mustutor.model.cards import JOINED
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.referee.trust.commitment import deal_secret, new_secret, with_secrets
from mustutor.referee.trust.redaction import redacted
from mustutor.referee.trust.signature import public_of, signed
from mustutor.replay import Replay
from mustutor.replay.seals import commitment
from tests.attacks.records import (
    SEATS,
    Json,
    by_shuffles,
    changed,
    committed_to,
    document_of,
    key,
    shuffle_for,
)

pytest.importorskip("cryptography")

PAGE = Path(__file__).resolve().parents[2] / "replays" / "TRUST.md"
WORDS = "red wine"
HONEST = shuffle_for(WORDS)


class Witness(NamedTuple):
    """What whoever sat at the table knows of the deal, and holds against a verdict."""

    words: str = WORDS
    nonce: str = str(HONEST["nonce"])
    commit: str = committed_to(HONEST)

    def contradicts(self, report: Report) -> bool:
        """Whether the verdict says something else than he knows, in words and for programs."""
        spoken = f"the words “{self.words}” of the table and the nonce “{self.nonce}”"
        known = {"words": self.words, "nonce": self.nonce, "commit": self.commit}
        told = [{name: deal.get(name) for name in known} for deal in report.deals]
        said = spoken in report.trust and f"seed is {self.commit}:" in report.trust
        assert said == (told == [known]), "words and JSON say the same"
        return not said


def report_on(replay: Replay) -> Report:
    return reported(replay, verify(replay), "", open_language("en"))


def cards(replay: Replay) -> Json:
    return replay.hands[0].cards


def shuffle_in(document: Json) -> Json:
    found: Json = document["hands"][0]["deal"]["shuffle"]
    return found


def dealt(**more: Any) -> Replay:
    """The record of a hand dealt as the honest one, but for some of its shuffle."""
    return by_shuffles([{**HONEST, **more}])


def kings(replay: Replay, seat: str = "B2") -> int:
    """How many kings, and threes that count as such, the dealer has: what he wants."""
    return sum(card[0] in "R3" for card in cards(replay)[seat])


def best(make: Callable[[int], Replay], tries: int = 40) -> Replay:
    """The best of many records for a dealer who tries."""
    return max((make(number) for number in range(tries)), key=kings)


def test_an_honest_deal_is_in_order_and_nobody_who_sat_there_contradicts_it():
    report = report_on(dealt())
    assert (report.verdict, report.complete, report.seals) == ("ok", True, "all")
    assert not Witness().contradicts(report)


# --- the dealer: what is caught ------------------------------------------------------------------

COMMIT = committed_to(HONEST)
CAUGHT: dict[str, Callable[[], Replay]] = {
    "another seed under the same commitment": lambda: best(
        lambda number: dealt(seed=digest(f"another {number}"), commit=COMMIT)
    ),
    "another nonce under the same commitment": lambda: best(
        lambda number: dealt(nonce=f"n{number + 2}", commit=COMMIT)
    ),
    "a letter of the words moved into the nonce": lambda: dealt(
        table_seed="red", nonce=" wine:n1", commit=COMMIT
    ),
    "a colon moved from the nonce into the words": lambda: dealt(
        table_seed="red wine:n", nonce="1", commit=COMMIT
    ),
    "the first version of the shuffle under the same commitment": lambda: dealt(
        algorithm=JOINED, commit=COMMIT
    ),
    "the seed of another hand": lambda: dealt(hand=2, commit=committed_to({**HONEST, "hand": 2})),
    "the seed of another hand, said to be of this": lambda: dealt(
        commit=committed_to({**HONEST, "hand": 2})
    ),
    "the commitment of another mano": lambda: dealt(commit=committed_to(HONEST, "B1")),
    "cards exchanged with his partner": lambda: changed(dealt(), exchange),
    "a card from the bottom of the pack": lambda: changed(dealt(), from_below),
    "cards served as he likes": lambda: changed(dealt(), serve),
    "four kings held after discards nobody saw": lambda: changed(dealt(), hold_kings),
    "words changed after the record was sealed": lambda: changed(
        dealt(), lambda found: shuffle_in(found).update(table_seed="white wine"), sealed=False
    ),
}


def exchange(found: Json) -> None:
    held = found["hands"][0]["deal"]["cards"]
    held["B1"], held["B2"] = held["B2"], held["B1"]


def from_below(found: Json) -> None:
    held = found["hands"][0]["deal"]["cards"]
    there = {card for hand in held.values() for card in hand}
    unseen = (rank + suit for rank in "R3SCA2" for suit in "oceb")
    held["B2"][0] = next(card for card in unseen if card not in there)


def serve(found: Json) -> None:
    draws = [round_["draws"] for round_ in found["hands"][0]["rounds"] if "draws" in round_]
    assert draws, "a hand with a discard shows it"
    held = found["hands"][0]["deal"]["cards"]
    there = {card for one in (held, *draws) for hand in one.values() for card in hand}
    unseen = (rank + suit for rank in "R3SCA24567" for suit in "oceb")
    seat = next(iter(draws[0]))
    draws[0][seat][0] = next(card for card in unseen if card not in there)


def hold_kings(found: Json) -> None:
    """What was thrown and served is not told, and in the end he holds what he likes."""
    hand = found["hands"][0]
    del hand["ledger"], hand["after"]
    for round_ in hand["rounds"]:
        round_.pop("draws", None)
        del round_["checks"]
        if round_["lance"] == "descarte":
            thrown = [call.split(" descarto ") for call in round_["calls"]]
            counted = [(seat, " ".join("?" * len(cards.split()))) for seat, cards in thrown]
            round_["calls"] = [f"{seat} descarto {cards}" for seat, cards in counted]
    hand["deal"]["held"] = {"B2": ["Ro", "Rc", "Re", "Rb"]}


@pytest.mark.parametrize("cheat", CAUGHT.values(), ids=CAUGHT)
def test_a_dealer_is_caught_with(cheat):
    report = report_on(cheat())
    assert report.verdict in ("misdealt", "altered")


# --- the dealer: what is told --------------------------------------------------------------------

TOLD: dict[str, tuple[Callable[[], Replay], str]] = {
    "commits again once he knows the words": (
        lambda: best(lambda number: dealt(seed=digest(f"another {number}"))),
        "The commitment to its seed is",
    ),
    "commits again to another nonce": (
        lambda: best(lambda number: dealt(nonce=f"n{number + 2}")),
        "and the nonce “n",
    ),
    "says other words than the table": (
        lambda: best(lambda number: dealt(table_seed=f"red wine {number}")),
        "the words “red wine ",
    ),
    "says words that look like those of the table": (
        lambda: best(lambda number: dealt(table_seed="red" + " " * number + "wine")),
        "Character by character they are red",
    ),
    "says words in letters of another alphabet": (
        lambda: dealt(table_seed="r\u0435d wine"),
        r"Character by character they are r\u0435d\x20wine",
    ),
    "goes back to the first version of the shuffle": (
        lambda: best(lambda number: dealt(algorithm=JOINED, nonce=f"{number}")),
        "its commitment binds only the seed, so the words and the nonce could be chosen after it",
    ),
    "tells no commitment": (
        lambda: changed(
            best(lambda number: dealt(seed=digest(f"another {number}"))),
            lambda found: shuffle_in(found).pop("commit"),
        ),
        "Nothing commits to the seed of hand 1",
    ),
    "deals without the table": (
        lambda: best(lambda number: dealt(seed=digest(f"another {number}"), table_seed="")),
        "The table added no words to the shuffle, so the dealer chose the seed.",
    ),
    "tells no seed": (
        lambda: changed(dealt(), lambda found: shuffle_in(found).pop("seed")),
        "the seed of the shuffle is not given, so the shuffle is not judged",
    ),
    "shuffles in a way of his own": (
        lambda: changed(dealt(), lambda found: shuffle_in(found).update(algorithm="dice/1")),
        "this program does not know the way the cards were shuffled",
    ),
    "commits to a seed that his partner finds by trying": (
        lambda: dealt(seed="7"),
        "The seed of hand 1 is so short that it can be found by trying",
    ),
}


@pytest.mark.parametrize(("cheat", "words"), TOLD.values(), ids=TOLD)
def test_it_is_told_of_a_dealer_who(cheat, words):
    report = report_on(cheat())
    assert report.verdict == "ok"
    assert words in "\n".join((*report.missing, report.trust))
    # Those who sat there need no sentence: what they know is not what it says.
    known = Witness()
    if report.complete and "found by trying" not in words:
        assert known.contradicts(report)


# --- the dealer: what is of no use ---------------------------------------------------------------


def test_a_dealer_who_tries_seeds_before_the_words_gets_other_cards_than_he_chose():
    guessed = [{**HONEST, "seed": digest(f"try {number}")} for number in range(60)]
    wanted = max(guessed, key=lambda shuffle: kings(by_shuffles([{**shuffle, "table_seed": "?"}])))
    chosen = by_shuffles([{**wanted, "table_seed": "?"}])
    assert kings(chosen) >= 3
    assert cards(by_shuffles([wanted])) != cards(chosen)
    # Over many words the seed he chose deals him no more kings than any other.
    after = [
        kings(by_shuffles([{**wanted, "table_seed": f"word {number}"}])) for number in range(60)
    ]
    assert sum(after) / len(after) < 1.3  # 8 of 40 cards are such: 0.8 of four


def test_every_word_counts_and_so_does_every_hand():
    deals = [dealt(table_seed=said) for said in (WORDS, "red wine.", "Red wine", "red winf")]
    deals.append(dealt(hand=1, nonce="n2"))
    assert len({str(sorted(cards(one).items())) for one in deals}) == len(deals)


def test_an_accomplice_who_speaks_the_last_words_is_caught_by_nothing_and_stands_on_the_page():
    chosen = best(lambda number: dealt(table_seed=f"red wine, and {number}"), 120)
    report = report_on(chosen)
    assert kings(chosen) >= 3
    assert (report.verdict, report.complete) == ("ok", True)
    assert not Witness(words=shuffle_in(document_of(chosen))["table_seed"]).contradicts(report)
    page = PAGE.read_text("utf-8")
    for freedom in ("The last words are an accomplice's.", "The seed is never told."):
        assert f"- **{freedom}**" in page


# --- the first version, as it was attacked -------------------------------------------------------


def test_the_first_version_deals_the_same_with_a_boundary_moved_and_the_verdict_says_so():
    old = {**HONEST, "algorithm": JOINED, "nonce": "2"}
    one, other = (
        by_shuffles([{**old, **told}])
        for told in ({"table_seed": "red:1"}, {"table_seed": "red", "nonce": "1:2"})
    )
    assert cards(one) == cards(other)
    for replay in (one, other):
        report = report_on(signed(replay, key("Amaia"), "Amaia"))
        assert report.verdict == "ok"
        assert "The shuffle of hand 1 is of the first version" in report.trust


def test_the_first_version_lets_a_dealer_choose_his_kings_by_the_nonce_and_the_verdict_says_so():
    commit = digest(HONEST["seed"])
    chosen = best(lambda number: dealt(algorithm=JOINED, nonce=str(number), commit=commit), 120)
    assert kings(chosen) >= 3
    report = report_on(chosen)
    assert report.verdict == "ok"
    assert "so the words and the nonce could be chosen after it" in report.trust


# --- the table -----------------------------------------------------------------------------------


def test_a_table_that_knows_the_commitment_does_not_know_what_its_words_deal():
    secrets = [new_secret(load_variant("fournier"), SEATS, "A1") for _ in range(3)]
    shuffles = [shuffle_in(document_of(secret)) for secret in secrets]
    assert all(len(shuffle["seed"]) == 64 for shuffle in shuffles)
    assert len({shuffle["seed"] for shuffle in shuffles}) == 3
    # The best words by a seed the table guesses deal something else by the seed there is.
    guess = best(lambda number: dealt(seed=digest("a guess"), table_seed=f"word {number}"))
    words = shuffle_in(document_of(guess))["table_seed"]
    assert cards(dealt(table_seed=words)) != cards(guess)


def test_a_table_that_takes_back_its_words_is_caught_when_the_seed_is_told():
    secret = new_secret(load_variant("fournier"), SEATS, "A1")
    copy = redacted(deal_secret(secret, WORDS), "table")
    other = changed(
        copy, lambda found: shuffle_in(found).update(table_seed="other words"), sealed=False
    )
    assert report_on(with_secrets(other, [deal_secret(secret, WORDS)])).verdict == "misdealt"


def test_a_player_cannot_commit_to_other_cards_nor_show_others_with_his_salt():
    secret = new_secret(load_variant("fournier"), SEATS, "A1")
    whole = deal_secret(secret, WORDS)

    def other_cards(found: Json) -> None:
        deal = found["hands"][0]["deal"]
        deal["cards"]["B2"] = deal["cards"]["B1"][::-1]
        deal["cards"].pop("B1")

    def other_commitment(found: Json) -> None:
        other_cards(found)
        deal = found["hands"][0]["deal"]
        deal["commit"]["B2"] = commitment(deal["salts"]["B2"], deal["cards"]["B2"])

    for change in (other_cards, other_commitment):
        assert report_on(changed(whole, change)).verdict == "misdealt"
    with pytest.raises(ReplayError):
        deal_secret(whole, "other words")


# --- a third party -------------------------------------------------------------------------------


@pytest.fixture
def vouched() -> Replay:
    return signed(by_shuffles([HONEST, shuffle_for("salt", hand=2)]), key("Amaia"), "Amaia")


def other_place(found: Json) -> None:
    found["place"] = "elsewhere"


THIRD: dict[str, Callable[[Replay], Replay]] = {
    "changes it": lambda vouched: changed(vouched, other_place, sealed=False),
    "changes it and seals it anew": lambda vouched: changed(vouched, other_place),
    "takes the last hand off": lambda vouched: changed(
        vouched, lambda found: found["hands"].pop(), sealed=False
    ),
    "takes the last hand off and seals it anew": lambda vouched: changed(
        vouched, lambda found: found["hands"].pop()
    ),
    "lays the signature of it on another record": lambda vouched: dealt()._replace(
        signatures=vouched.signatures
    ),
    "puts another name to the signature": lambda vouched: changed(
        vouched, lambda found: found["signatures"][0].update(by="Ane"), sealed=False
    ),
    "puts his key to the signature": lambda vouched: changed(
        vouched,
        lambda found: found["signatures"][0].update(key=public_of(key("a liar"))),
        sealed=False,
    ),
}


@pytest.mark.parametrize("act", THIRD.values(), ids=THIRD)
def test_a_third_party_without_a_key_is_caught_who(act, vouched):
    assert report_on(act(vouched)).verdict == "altered"


def test_a_third_party_with_a_key_of_his_own_signs_with_that_and_the_verdict_names_it(vouched):
    liar, amaia = public_of(key("a liar")), public_of(key("Amaia"))
    bare = changed(vouched, lambda found: found.pop("signatures"))
    forged = signed(changed(bare, other_place), key("a liar"), "Amaia")
    report = report_on(forged)
    assert report.verdict == "ok"
    assert f"Signed by Amaia, with the key {liar}." in report.trust
    assert report.signed_by == (liar,)
    assert amaia not in report.trust


def test_without_signature_or_commitment_the_verdict_claims_neither(vouched):
    """Whoever takes off what speaks for a record is left with one that nothing speaks for."""

    def bared(found: Json) -> None:
        del found["signatures"]
        for hand in found["hands"]:
            hand["deal"] = {"source": "physical", "cards": hand["deal"]["cards"]}

    report = report_on(changed(vouched, bared))
    assert report.verdict == "ok"
    assert (report.signed_by, report.deals, report.trust) == ((), (), "")
