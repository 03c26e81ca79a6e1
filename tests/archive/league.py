"""A league made up for the tests of tables: matches, faults and claims that were planted in it.

What the tests count, they count in the plain JSON of the records, by `heard`: the engine made
these records, but it is not asked again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.model.variant import load_variant
from mustutor.replay.simulate import match

Json = dict[str, Any]

NAMES = (
    "Ana",
    "Begoña, 'la de Ondarroa'",
    'Cé"sar\n\x1b[31mrojo\x1b[0m',
    "'); DROP TABLE claims; --",
    "\u202edrazil",
    "日本 🂡",
    "nul\x00l",
    "=1+1",
)
GOOD, AFTER, SEAL, CALL, RULES, CLAIM = "good", "after", "seal", "call", "rules", "claim"
PLANTED = {AFTER: 4, SEAL: 3, CALL: 2, RULES: 1}
"""So many matches have each kind of fault; those with a wrong claim come on top."""


class Entered(NamedTuple):
    """A match of the league: the record, what was planted in it, and how many hands are heard."""

    record: Json
    planted: str

    @property
    def hands(self) -> list[Json]:
        """The hands that can be played back: those up to the fault, if there is one."""
        heard = {AFTER: 1, CALL: 0, RULES: 0}.get(self.planted)
        return self.record["hands"][:heard]


@cache
def league() -> tuple[Entered, ...]:
    """Some forty matches of three rulebooks, with names, claims and faults."""
    entered = []
    for variant, seats, matches, hands in (
        ("madrid", 4, 26, 9),
        ("navarra", 4, 8, 4),
        ("encaje", 5, 8, 6),
    ):
        rules = load_variant(variant)
        for number in range(1, matches + 1):
            record = json.loads(
                json.dumps(
                    match(rules, seats=seats, hands=hands, seed="league", number=number).as_json()
                )
            )
            entered.append(Entered(record, GOOD))
    places = iter(range(0, len(entered), 3))
    for kind, times in PLANTED.items():
        for _ in range(times):
            place = next(places)
            entered[place] = Entered(_with_fault(entered[place].record, kind), kind)
    for number, (record, planted) in enumerate(entered):
        record["players"] = {
            seat: NAMES[(number + place) % len(NAMES)] for place, seat in enumerate(record["seats"])
        }
        if planted == SEAL:
            record["event"] = "changed after it was sealed"
        else:
            record.pop("seal", None)  # the names were not there when it was sealed
        if planted == GOOD and number % 2:
            wrong = number % 8 == 1
            record["claims"] = [_claim(record, wrong=wrong), _claim(record, by="A")]
            if wrong:
                entered[number] = Entered(record, CLAIM)
    return tuple(entered)


def _with_fault(record: Json, kind: str) -> Json:
    first = record["hands"][0]
    if kind == AFTER:
        side = min(first["after"])
        first["after"][side] += 1
    elif kind == CALL:
        speaking = first["rounds"][0]
        speaking["calls"][0] = f"{speaking['calls'][0].split()[0]} quiero"
    elif kind == RULES:
        record["variant"] = {"id": "nowhere"}
    return record


def _claim(record: Json, *, by: str = "", wrong: bool = False) -> Json:
    """What a side got in the last hand, by the ledger of the record; or a stone more."""
    number = len(record["hands"])
    got = sum(each["stones"] for each in record["hands"][-1]["ledger"] if each["to"] == "A")
    claimant = by or record["players"][record["seats"][0]]
    return {"by": claimant, "about": str(number), "to": "A", "stones": got + wrong}


def written(path: Path) -> Path:
    """The league as a file of a match a line."""
    lines = [json.dumps(each.record, ensure_ascii=False) for each in league()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def of_mus() -> Iterator[Entered]:
    """The matches of Mus whose rules are known."""
    return (
        each
        for each in league()
        if each.planted != RULES and each.record["variant"]["id"] != "encaje"
    )


def game_of(each: Entered) -> str:
    """The game of a match."""
    return "encaje" if each.record["variant"]["id"] == "encaje" else "mus"


def heard(matches: Iterator[Entered] | tuple[Entered, ...]) -> Iterator[tuple[Entered, Json]]:
    """Every hand that can be played back, and its match."""
    for each in matches:
        for hand in each.hands:
            yield each, hand


def bets(round_: Json) -> tuple[str, bool]:
    """How the last bet of a lance was made, and whether anybody wanted it."""
    last, wanted = "", False
    for call in round_["calls"]:
        words = call.split()[1:]
        if words[0] in ("envido", "subo", "ordago"):
            last, wanted = words[0], False
        elif words == ["quiero"]:
            wanted = True
    return last, wanted


def cards_at_the_end(hand: Json) -> dict[str, list[str]]:
    """The cards of each seat after its discards, from the words of the record."""
    cards = {seat: list(dealt) for seat, dealt in hand["deal"]["cards"].items()}
    for round_ in hand["rounds"]:
        for call in round_["calls"]:
            seat, verb, *thrown = call.split()
            if verb == "descarto":
                for card in thrown:
                    cards[seat].remove(card)
        for seat, drawn in round_.get("draws", {}).items():
            cards[seat] += drawn
    return cards


def pares(cards: list[str], variant: str) -> str:
    """The pares of four cards: with eight kings threes are kings and twos are aces."""
    as_played = {} if variant == "navarra" else {"3": "R", "2": "A"}
    alike = sorted(Counter(as_played.get(card[0], card[0]) for card in cards).values())
    return {(4,): "duples", (2, 2): "duples", (1, 3): "medias", (1, 1, 2): "par"}.get(
        tuple(alike), ""
    )


def asked(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query to the tables in a folder."""
    import duckdb

    with duckdb.connect(":memory:") as connection:
        for path in folder.glob("*.parquet"):
            connection.read_parquet(str(path)).create_view(path.stem)
        return connection.execute(query).fetchall()
