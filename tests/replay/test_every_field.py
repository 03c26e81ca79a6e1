"""Every field a record may state is compared, named as not judged, or told here to be free.

The schema is walked. Whatever it allows stands in one of the records below, and is garbled in
many ways the schema still allows, one at a time, with all seals taken off. A record with such a lie
in it is then refused, or `missing` names what could not be judged. So a new field of the format
fails here, until somebody compares it, names it, or says in `FREE` why nobody can.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mustutor import games
from mustutor.base import schema
from mustutor.model.cards import ALGORITHM, commitment_to, fresh_pack
from mustutor.model.variant import load_variant
from mustutor.referee import Verdict, verify
from mustutor.replay import loads
from mustutor.replay.seals import SALT_BYTES, commitment, with_seals
from mustutor.replay.simulate import AtRandom, play_hand
from mustutor.replay.writer import recorded_hand, recorded_match
from tests.long import few, whole

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
SCHEMA: dict[str, Any] = schema.schema("replay")

Json = dict[str, Any]
Way = tuple[str | int, ...]
ANY = "*"
"""Any place of a list, any name in a map."""

NAME, WORDS = "a name", "words for people"
FREE = {
    **dict.fromkeys(("event", "event.*", "place", "recorder"), NAME),
    **dict.fromkeys(("players.*", "players.*.name", "players.*.kind"), NAME),
    **dict.fromkeys(("claims.*.by", "notes.*.*.by"), NAME),
    **dict.fromkeys(("claims.*.text", "claims.*.text.*"), WORDS),
    **dict.fromkeys(("notes.*.*.text", "notes.*.*.text.*", "notes.*.*.glyph"), WORDS),
    **dict.fromkeys(("notes.*", "notes.*.*"), WORDS),
    **dict.fromkeys(
        ("notes.*.*.irregularity", "notes.*.*.seat"), "what went wrong is for a ruling"
    ),
    "claims": "somebody may claim the same twice",
    "date": "as whoever took it down writes it",
    "hands.*.rounds.*.at_ms.*": "a clock of his, as long as it does not go back",
    "games.*": "what was won before the record has nothing in it to be compared with",
    "signatures": "the same may stand twice",
    "signatures.*": "what else somebody wrote into his signature is nobody's to judge",
}
"""Fields on which nothing of the game hangs: they are not looked at, and not named either."""

NAMED = ("deal.held", "deal.starter", "deal.stock", "deal.restocks")
"""What these games make nothing of: it is named whatever stands there."""

LAX: dict[tuple[str, str], tuple[Any, ...]] = {
    # A knight of a suit nobody has told.
    ("mus", "hands.*.rounds.*.draws.*.*"): ("11",),
    ("encaje", "hands.*.rounds.*.draws.*.*"): ("11",),
    ("sealed", "hands.*.deal.cards.*.*"): ("11",),
    # Another card, of which nobody knows whose it was.
    ("dealt", "hands.*.deal.cards.*.*"): ("4b", "11"),
    ("ordago", "hands.*.deal.cards.*.*"): ("4b", "11"),
    ("dealt", "draw.*"): ("4b", "11"),
    # Whoever tells the seed since has told every card: so he may have seen the table alone.
    ("mus", "view"): ("table", "B1"),
    **dict.fromkeys((("ordago", "view"), ("dealt", "view")), ("table",)),
    ("encaje", "view"): ("table", "D", "B"),
    # Nobody told how the deck was shuffled: whose hand it was is nobody's to judge.
    ("dealt", "hands.*.deal.source"): ("composed", "shuffled"),
    ("ordago", "hands.*.deal.source"): ("composed", "shuffled"),
    # Another cut by the rules.
    ("dealt", "hands.*.deal.cut.cards"): (13, 7),
}
"""What may stand there as well."""


# --- what the schema allows ------------------------------------------------------------------


def fields(node: Json, way: tuple[str, ...] = ()) -> Iterator[str]:
    """Every field of the schema; names in maps and places in lists are a star."""
    if "$ref" in node:
        found = SCHEMA
        for name in node["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        yield from fields(found, way)
    for one in node.get("anyOf", ()):
        yield from fields(one, way)
    inner = {name: one for name, one in node.get("properties", {}).items() if one != {"enum": []}}
    stars = [one for name, one in node.get("patternProperties", {}).items() if name != "^x-"]
    for name, one in [*inner.items(), *[(ANY, one) for one in stars]]:
        yield ".".join((*way, name))
        yield from fields(one, (*way, name))
    if "items" in node:
        yield ".".join((*way, ANY))
        yield from fields(node["items"], (*way, ANY))


FIELDS = sorted(set(fields(SCHEMA)) - {"format"})


def walked(thing: Any, way: Way = (), field: tuple[str, ...] = ()) -> Iterator[tuple[str, Way]]:
    """Every field a record states, with the way to it."""
    inner: Any = ()
    if isinstance(thing, dict):
        inner = thing.items()
    elif isinstance(thing, list):
        inner = enumerate(thing)
    for name, value in inner:
        named = (*field, str(name))
        known = named if ".".join(named) in FIELDS else (*field, ANY)
        yield ".".join(known), (*way, name)
        yield from walked(value, (*way, name), known)


# --- records that state all of it ------------------------------------------------------------


def unsealed(record: Json) -> Json:
    record = json.loads(json.dumps(record))
    for hand in record["hands"]:
        hand.pop("seal", None)
    for name in ("seal", "signatures"):
        record.pop(name, None)
    return record


def shuffled(variant: str, seats: tuple[str, ...], seed: str) -> Json:
    """Two hands of a random match, dealt with words of the table, and all there is to tell."""
    rules, random = load_variant(variant), Random(seed)
    game = games.game_of(rules.game)
    start = position = games.start(rules, seats=seats, mano=seats[0])
    hands = []
    for number in (1, 2):
        told = {"seed": f"{seed} {number}", "table_seed": "egun on", "nonce": f"n{number}"}
        pack = fresh_pack(
            game.chance.pack(position), told["seed"], told["nonce"], told["table_seed"]
        )
        steps, end = play_hand(position, pack, AtRandom(random))
        bound = {"digest": rules.digest, "seats": seats, "mano": position.mano, "hand": number}
        commit = commitment_to(told["seed"], nonce=told["nonce"], **bound)
        shuffle = {"algorithm": ALGORITHM, "commit": commit, "hand": number, **told}
        deal = {"source": "shuffled", "shuffle": shuffle}
        record = json.loads(
            json.dumps(recorded_hand(steps, end, mano=position.mano, deal=deal).as_json())
        )
        cards = record["deal"]["cards"]
        salts = {seat: f"{number}{at}" * SALT_BYTES for at, seat in enumerate(cards)}
        record["deal"]["salts"] = salts
        record["deal"]["commit"] = {seat: commitment(salts[seat], cards[seat]) for seat in cards}
        for place, round_ in enumerate(record["rounds"]):
            round_["at_ms"] = [1000 * place + call for call in range(len(round_["calls"]))]
        for movement, entry in zip(record["ledger"], end.ledger, strict=True):
            seat = getattr(entry.because, "seat", None)
            if seat is not None:
                movement["seat"] = seat
        hands.append(record)
        position = games.next_hand(end, mano=games.next_manos(end)[0])
    found = unsealed(recorded_match(rules, start, ()).as_json())
    found["variant"]["rules"] = dict(rules.rules)
    return {**found, "hands": hands, **about(seats, hands)}


def about(seats: tuple[str, ...], hands: list[Json]) -> Json:
    side = next(iter(hands[0]["after"]))
    stones = sum(one["stones"] for one in hands[0]["ledger"] if one["to"] == side)
    text = {"en": "mine", "es": "mías"}
    note = {"by": "M", "glyph": "!", "irregularity": "other", "seat": "A", "text": text}
    return {
        **dict.fromkeys(("event", "place", "date", "recorder"), "whatever"),
        "view": "full",
        "players": {seats[0]: {"name": "Amaia", "kind": "person"}, seats[1]: "Beñat"},
        "games": {one[:1]: 0 for one in seats},
        "claims": [
            {"by": "Amaia", "about": "1", "to": side, "stones": stones, "text": text},
            {"by": "Amaia", "about": "2", "after": hands[1]["after"]},
        ],
        "notes": {f"1.{hands[0]['rounds'][0]['lance']}.1": [note]},
    }


def stated(name: str, **more: Any) -> Json:
    return {**unsealed(json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))), **more}


def dealt_by_hand() -> Json:
    """What a table tells of the deal, of hands held after discards, and of the count."""
    found = stated("madrid_refused_raise", draw={"A1": "Ro", "B1": "4c", "A2": "7e", "B2": "Ab"})
    [hand] = found["hands"]
    held = {"A1": ["Ro", "Rc", "3c", "4e"], "B2": ["5o", "6o", "7o", "4o"]}
    hand["deal"] |= {"held": held, "shuffled": ["A2", "B2"], "cut": {"by": "A2", "cards": 12}}
    # Of a stock that is drawn from by calls Mus makes nothing.
    hand["deal"] |= {"starter": "2c", "stock": ["2c", "2e"], "restocks": [["2e"]]}
    hand["rounds"].append({"lance": "cuenta", "calls": ["A1 cobra grande", "B2 cobra pares"]})
    return found


def sealed() -> Json:
    """A record with seals, and a signature of a kind nobody here knows."""
    found = with_seals(loads(json.dumps(stated("whole_game")))).as_json()
    return {**json.loads(json.dumps(found)), "signatures": [{"by": "M", "algorithm": "wax"}]}


@cache
def record(name: str) -> Json:
    match name:
        case "mus":
            return shuffled("fournier", ("A1", "B1", "A2", "B2"), "every field 3")
        case "encaje":
            return shuffled("encaje", ("A", "B", "C", "D"), "every field")
        case "ordago":
            return stated("ordago_accepted")
        case "dealt":
            return dealt_by_hand()
    return sealed()


RECORDS = ("mus", "encaje", "ordago", "dealt", "sealed")


@cache
def verdict_of(name: str) -> Verdict:
    return verdict_on(record(name))


def verdict_on(found: Json) -> Verdict:
    return verify(loads(json.dumps(found)))


def test_the_records_are_in_order_and_state_every_field():
    for name in RECORDS:
        verdict = verdict_of(name)
        assert verdict.ok, (name, verdict.failure)
        gaps = {gap.what for gap in verdict.missing}
        assert gaps <= {*NAMED, "lance", "signature_kind"}, name
    there = {field for name in RECORDS for field, _ in walked(record(name))}
    assert set(FIELDS) <= there
    assert set(FREE) <= set(FIELDS)


# --- the lies --------------------------------------------------------------------------------

TEXTS = (
    *("bogus <b>", "1.perro", "9.grande.3", "H9", "D", "4b", "11", "?"),
    *("", "1.grande.99", "B1", "B", "table", "at_once", "showdown", "physical", "composed"),
    *("grande", "chica", "none", "fournier", "encaje", "sha512-fisher-yates/1", "A1 quiero"),
)
NUMBERS = (1, 7, 999_999, 0)


def garbled(value: Any) -> Iterator[Any]:
    """Other values of the same kind: the schema says which of them may stand there."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from [value + 1, *NUMBERS][: few(9, 3)]
    elif isinstance(value, str):
        marks = ("2:", "") if value.startswith("2:") else ("",)
        digits = (f"{mark}{'0' * (len(value) - len(mark))}" for mark in marks)
        yield from (*digits, *TEXTS)
    elif isinstance(value, list):
        yield value[:1] + value
    elif isinstance(value, dict):
        for name in [*value][: few(9, 1)]:
            others = {key: thing for key, thing in value.items() if key != name}
            yield from ({**others, strange: value[name]} for strange in ("H9", "H", "9.grande.3"))


def lies(name: str, field: str, way: Way) -> Iterator[tuple[Any, Json]]:
    """The record with the value at the end of a way garbled, in every way the schema allows."""
    *before, last = way
    allowed, most = schema.check_of("replay"), few(24, 6)
    owner = record(name)
    for step in before:
        owner = owner[step]  # type: ignore[index]
    tried = 0
    for value in garbled(owner[last]):  # type: ignore[index]
        if value == owner[last] or value in LAX.get((name, field), ()):  # type: ignore[index]
            continue
        lie = copy.deepcopy(record(name))
        place: Any = lie
        for step in before:
            place = place[step]
        place[last] = value
        if allowed(lie) and tried < most:
            tried += 1
            yield value, lie


def is_caught(lie: Json, was: Verdict, field: str) -> bool:
    found = verdict_on(lie)
    named = any(field.startswith(f"hands.*.{gap.what}") for gap in found.missing)
    return not found.ok or found.missing != was.missing or named


@whole
@pytest.mark.parametrize("field", [field for field in FIELDS if field not in FREE])
def test_a_lie_in_any_field_is_refused_or_named(field):
    uncaught = []
    for name in RECORDS:
        ways = [way for found, way in walked(record(name)) if found == field]
        for way in ways[: few(2, 1)]:
            uncaught += [
                (name, ".".join(map(str, way)), value)
                for value, lie in lies(name, field, way)
                if not is_caught(lie, verdict_of(name), field)
            ]
    assert uncaught == []
