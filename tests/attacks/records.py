"""The records that are lied about: one match, told with ever more that speaks for it.

It is the same on every machine: seeds, salts and the key follow from words, as no secret may.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.json_text import canonical, digest
from mustutor.model.cards import ALGORITHM, JOINED, commitment_to, fresh_pack
from mustutor.model.variant import load_variant
from mustutor.referee.trust.redaction import redacted
from mustutor.referee.trust.sealing import resealed, stripped
from mustutor.referee.trust.signature import signed
from mustutor.replay import Replay, loads
from mustutor.replay.seals import commitment, with_seals
from mustutor.replay.simulate import AtRandom, match, play_hand
from mustutor.replay.writer import recorded_hand, recorded_match

SEATS = ("A1", "B1", "A2", "B2")
Json = dict[str, Any]


def key(owner: str) -> Any:
    """The private key of somebody."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(digest(owner)))


def played(words: Sequence[str], *, seed: str = "seed 1") -> Replay:
    """A match of a hand for each words of the table, dealt from seeds that were committed to."""
    return by_shuffles([shuffle_for(said, seed, hand) for hand, said in enumerate(words, 1)], seed)


def shuffle_for(words: str, seed: str = "seed 1", hand: int = 1, **more: str) -> Json:
    """How a hand is shuffled with the words of the table; what commits to it is not yet told."""
    shuffle: Json = {"algorithm": ALGORITHM, "nonce": f"n{hand}", "hand": hand}
    return shuffle | {"seed": digest(f"{seed} {hand}"), "table_seed": words, **more}


def by_shuffles(shuffles: Sequence[Json], play: str = "seed 1") -> Replay:
    """A sealed match of a hand for each shuffle; one that tells no commitment is committed to."""
    variant = load_variant("fournier")
    game = games.game_of(variant.game)
    start = position = games.start(variant, seats=SEATS, mano=SEATS[0])
    hands = []
    for number, told in enumerate(shuffles, 1):
        shuffle = {"commit": committed_to(told, mano=position.mano), **told}
        given = (shuffle["seed"], shuffle["nonce"], shuffle["table_seed"])
        pack = fresh_pack(game.chance.pack(position), *given, algorithm=shuffle["algorithm"])
        steps, end = play_hand(position, pack, AtRandom(Random(f"{play} {number}")))
        deal = {"source": "shuffled", "shuffle": shuffle}
        hands.append(recorded_hand(steps, end, mano=position.mano, deal=deal))
        if manos := games.next_manos(end):
            position = games.next_hand(end, mano=manos[0])
    return with_seals(recorded_match(variant, start, hands))


def committed_to(shuffle: Json, mano: str = SEATS[0]) -> str:
    """What commits to the seed of a shuffle of this table, by its algorithm."""
    if shuffle["algorithm"] == JOINED:
        return digest(shuffle["seed"])
    return commitment_to(
        shuffle["seed"],
        digest=load_variant("fournier").digest,
        seats=SEATS,
        mano=mano,
        hand=shuffle["hand"],
        nonce=shuffle["nonce"],
    )


def changed(replay: Replay, change: Callable[[Json], object], *, sealed: bool = True) -> Replay:
    """A record with a change to its document, sealed anew unless it keeps the seals it had."""
    document = document_of(replay)
    change(document)
    found = loads(json.dumps(document))
    return with_seals(found) if sealed else found


def document_of(replay: Replay) -> Json:
    """The JSON of a record, to be changed at will."""
    found: Json = json.loads(canonical(replay.as_json()))
    return found


class Subject(NamedTuple):
    """A record that is lied about: whether it is sealed, and whether somebody signed it."""

    name: str
    replay: Replay
    sealed: bool = True
    signed: bool = False


@cache
def subjects() -> tuple[Subject, ...]:
    """What is lied about, each with more that speaks for it than the one before."""
    by_seed = played(("red wine", "the bell rang"))
    told = changed(by_seed, _told)
    committed = changed(told, _committed)
    vouched = signed(committed, key("Amaia"), "Amaia")
    by_hand = changed(told, _composed)
    return (
        Subject("bare", changed(told, _bare, sealed=False), sealed=False),
        Subject("by hand", by_hand),
        Subject("by seed", told),
        Subject("its own rules", _recomputed(by_hand, _with_rules)),
        Subject("with a gap", _recomputed(by_hand, _forgotten)),
        Subject("committed", changed(committed, _without_seeds)),
        Subject("signed", vouched, signed=True),
        Subject("signed by hand", signed(by_hand, key("Amaia"), "Amaia"), signed=True),
        Subject("Mau-Mau", _simulated("mau_mau", 2), signed=True),
        Subject("Enflé", _simulated("enfle", 4), signed=True),
        Subject("table's copy", redacted(vouched, "table", words=True), signed=True),
        Subject("seat's copy", redacted(vouched, "A1", words=True), signed=True),
    )


def _simulated(name: str, seats: int) -> Replay:
    """A signed hand of another game."""
    game = match(load_variant(name), seats=seats, hands=1, seed="5")
    return signed(with_seals(game), key("Amaia"), "Amaia")


def _recomputed(replay: Replay, change: Callable[[Json], object]) -> Replay:
    """A record with a change to the game itself, and checks, ledger and seals that follow it."""
    return resealed(changed(stripped(replay), change, sealed=False))


def _told(document: Json) -> None:
    """Everything a record may tell beside the game."""
    document |= {
        "players": {seat: {"name": name, "kind": "human"} for seat, name in _named()},
        "event": "Thursday",
        "place": "the bar",
        "date": "2026-05-14",
        "recorder": "Amaia",
        "notes": {"1.grande.1": [{"by": "Ane", "glyph": "!", "text": {"en": "Bold."}}]},
        "claims": [
            {
                "by": "Ane",
                "about": "1",
                "after": document["hands"][0]["after"],
                "text": {"en": "As we counted."},
            }
        ],
        "x-scanner": {"page": 3},
    }
    for hand in document["hands"]:
        for round_ in hand["rounds"]:
            round_["at_ms"] = [1000 * (place + 1) for place in range(len(round_["calls"]))]


def _named() -> Iterator[tuple[str, str]]:
    yield from zip(SEATS, ("Amaia", "Ane", "Iker", "Jon"), strict=True)


def _bare(document: Json) -> None:
    """Nothing but the game: no seal, no check."""
    del document["seal"]
    for hand in document["hands"]:
        del hand["seal"]


def _composed(document: Json) -> None:
    """Cards written down at a table: nothing says where they came from."""
    for hand in document["hands"]:
        hand["deal"] = {"source": "physical", "cards": hand["deal"]["cards"]}


def _committed(document: Json) -> None:
    """Every hand of cards committed to as well."""
    for number, hand in enumerate(document["hands"], 1):
        cards = hand["deal"]["cards"]
        salts = {seat: digest(f"salt {number} {seat}")[:32] for seat in cards}
        commits = {seat: commitment(salts[seat], held) for seat, held in cards.items()}
        hand["deal"] |= {"salts": salts, "commit": commits}


def _with_rules(document: Json) -> None:
    """The rules of a house, in the record itself: ours but for one of them."""
    rules = load_variant("fournier").as_json() | {"score.target": 30}
    document["variant"] = {"id": "our_table", "rules": rules}


def _forgotten(document: Json) -> None:
    """A call of the first hand nobody remembers."""
    chica = next(one for one in document["hands"][0]["rounds"] if one["lance"] == "chica")
    chica["calls"][-1] = f"{chica['calls'][-1].split()[0]} ?"


def _without_seeds(document: Json) -> None:
    """Dealt by hand, and each player committed to his cards."""
    for hand in document["hands"]:
        del hand["deal"]["shuffle"]
        hand["deal"]["source"] = "physical"
