"""Options added as CONTRIBUTING says, in a copy of the source: verifying asks them like any other.

Each is of another kind: by lance, by how often cards were exchanged, by seat, by the score. A
record that breaks it is refused at its first call that does, whatever was verified before; one of
the same calls under a rulebook without the option stays what it was.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mustutor.replay import dumps
from mustutor.replay.simulate import match
from tests.long import few, whole
from tests.table import changed

ROOT = Path(__file__).parents[2]
LEGALITY, ROWS = "mustutor/games/mus/legality.py", "variants/options/mus.yaml"
MANY = 3
"""With so many stones a side lets nobody open, where the trial option says so."""
REFUSED = "Nobody says so at this table."

OPTIONS = ("trial.lance", "trial.exchanged", "trial.seat", "trial.score")
ROW = """
{name}:
  decides: Whether it is tried.
  default: false
  since: 2
  switch:
    yes: It is tried.
    no: It is not.
"""
FIELDS = """
    trial_raises: bool = True
    trial_opens: bool = True
    trial_postre: bool = True

"""
RULES = """
    rules, lance = position.table.variant.rules, _rules_of(position.table.variant, position.lance)
    calm = rules["trial.lance"] and lance.lance == "chica"
    calm = calm or (rules["trial.exchanged"] and position.deal.discards > 0)
    full = rules["trial.score"] and max(position.stones) >= {many}
    postre = not rules["trial.seat"]
    return lance._replace(trial_raises=not calm, trial_opens=not full, trial_postre=postre)
"""
RULE = """
    rules, opens = state.rules, verb == "envido"
    postre = opens and call.seat == state.order[-1]
    if (verb == "subo" and not rules.trial_raises) or (opens and not rules.trial_opens):
        return Fault("MUS-BET-1", mark("{refused}"), {{}})
    if postre and not rules.trial_postre:
        return Fault("MUS-BET-1", mark("{refused}"), {{}})
"""
EDITS = (
    (ROWS, "\nlances.played:", "".join(ROW.format(name=name) for name in OPTIONS)),
    (
        LEGALITY,
        "\n\ndef rules_of(position: Position) -> MusLanceRules:",
        FIELDS,
    ),
    (
        LEGALITY,
        '    """The rules of the lance that is played at a position."""\n',
        RULES.format(many=MANY),
    ),
    (LEGALITY, "    verb = call.verb\n", RULE.format(refused=REFUSED)),
)
"""What a maintainer writes: rows, what the rules of a lance have, how they are made, a rule."""

HOUSE = """
format: mus-variant/1
id: {id}
name: {{en: Tried, es: Probada}}
summary: {{en: Tried., es: Probada.}}
extends: fournier
rules: {{mus.corrido: never{more}}}
"""

VERIFIES = """
import functools, gc, json, sys
from mustutor.model.variant import load_variant
from mustutor.referee import verified
from mustutor.replay import dumps, loads
from mustutor.replay.playback import play_back
from mustutor.replay.seals import with_seals
from mustutor.replay.writer import recorded_hand

def whole(document, name, option):
    # With every check, ledger and seal as it would be if the option were not set.
    variant = load_variant(name)
    document["variant"] = {"id": name, "digest": variant.digest}
    replay = loads(json.dumps(document))
    without = variant._replace(rules={**variant.rules, option: False})
    hands = [recorded_hand(p.steps, p.end, mano=p.hand.mano) for p in play_back(replay, without)]
    return dumps(with_seals(replay._replace(hands=tuple(hands))))

def caches():
    return [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]

known = {}  # by how many modules there are

def forget():
    if len(sys.modules) not in known:
        known[len(sys.modules)] = caches()
    for one in known[len(sys.modules)]:
        one.cache_clear()

def found(text):
    failure = verified(text)[1].failure
    return [failure.verdict, failure.place, failure.fault.said()] if failure else []

options, documents, answers = *json.load(sys.stdin), []
for option in options:
    names = "house", option.replace(".", "_")
    texts = [whole(each, name, option) for each in documents for name in names]
    alone = []
    for text in texts:
        forget()
        alone.append(found(text))
    forget()
    there = list(map(found, texts))
    forget()
    back = list(map(found, texts[::-1]))[::-1]
    answers.append([alone, there, back, list(map(found, texts))])
json.dump(answers, sys.stdout)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source with the options of the trial, and a rulebook for each."""
    folder = tmp_path_factory.mktemp("trial")
    for name in ("mustutor", "variants"):
        shutil.copytree(ROOT / name, folder / name, ignore=lambda *_: {"__pycache__"})
    for name in ("pyproject.toml", "schemas", "lessons", "replays"):
        (folder / name).symlink_to(ROOT / name)
    for name, before, more in EDITS:
        path = folder / name
        text = path.read_text("utf-8")
        assert text.count(before) == 1, f"{name} has not one place for what is tried here"
        head, rest = before[: before.rindex("\n") + 1], before[before.rindex("\n") + 1 :]
        path.write_text(text.replace(before, head + more + rest), "utf-8")
    rows = {"house": "", **{name.replace(".", "_"): f", {name}: true" for name in OPTIONS}}
    for name, more in rows.items():
        file = folder / "variants" / f"{name}.yaml"
        file.write_text(HOUSE.format(id=name, more=more), "utf-8")
    return folder


def documents() -> list[dict[str, Any]]:
    """Random matches: the calls, and the cards as they were dealt."""
    variant, found = changed("fournier", {"mus.corrido": "never"}), []
    for number in range(few(60, 12)):
        document = json.loads(dumps(match(variant, seats=4, hands=3, seed="trial", number=number)))
        for hand in document["hands"]:
            hand["deal"] = {"source": "composed", "cards": hand["deal"]["cards"]}
            for round_ in hand["rounds"]:
                del round_["checks"]  # the name of the rulebook is in every position line
        found.append(document)
    return found


def told(document: dict[str, Any]) -> Iterator[tuple[str, str, str, bool, bool, int]]:
    """Each call of a match: place, lance, words, whether of the postre, after an exchange; stones.

    The stones are the most that a side has then, read from the ledgers the record states.
    """
    seats, stones = document["seats"], dict(document["start"])
    for number, hand in enumerate(document["hands"], 1):
        postre = seats[seats.index(hand["mano"]) - 1]
        exchanged, closed = False, []
        for round_ in hand["rounds"]:
            lance, now = round_["lance"], dict(stones)
            for entry in hand["ledger"]:
                if entry["when"] == "at_once" and entry["lance"] in closed:
                    now[entry["to"]] += entry["stones"]
            for at, call in enumerate(round_["calls"], 1):
                seat, _, words = call.partition(" ")
                place = f"{number}.{lance}.{at}"
                yield place, lance, words, seat == postre, exchanged, max(now.values())
            exchanged = exchanged or lance == "descarte"
            closed.append(lance)
        stones = hand["after"]
        if max(stones.values()) >= 40 or any(entry.get("wins_game") for entry in hand["ledger"]):
            stones = dict.fromkeys(stones, 0)


BREAKS: dict[str, Callable[[str, str, bool, bool, int], bool]] = {
    "trial.lance": lambda lance, words, *_: lance == "chica" and words.startswith("subo"),
    "trial.exchanged": lambda _, words, __, after, ___: after and words.startswith("subo"),
    "trial.seat": lambda _, words, postre, *__: postre and words.startswith("envido"),
    "trial.score": lambda _, words, __, ___, most: most >= MANY and words.startswith("envido"),
}


@whole
def test_an_option_that_was_added_is_asked_wherever_a_record_is_verified(copy: Path) -> None:
    made, expected = documents(), []
    for option in OPTIONS:
        breaks, wanted = BREAKS[option], []
        for document in made:
            place = next((place for place, *call in told(document) if breaks(*call)), "")
            wanted += [[], ["illegal", place, REFUSED] if place else []]
        assert {bool(failure) for failure in wanted[1::2]} == {True, False}, option
        expected.append(wanted)
    done = subprocess.run(
        [sys.executable, "-c", VERIFIES],
        input=json.dumps([OPTIONS, made]),
        capture_output=True,
        text=True,
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for option, ways, wanted in zip(OPTIONS, json.loads(done.stdout), expected, strict=True):
        for way, answers in zip(("alone", "in order", "back", "again"), ways, strict=True):
            for number, (ours, theirs) in enumerate(zip(answers, wanted, strict=True)):
                assert ours == theirs, f"{option}, {way}, record {number}"
