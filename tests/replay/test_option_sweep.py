"""Every value of every option against every other: no verdict depends on what was verified before.

Rulebooks are drawn from the rows of the options. A match under each, its calls changed, is verified
under every rulebook that differs from it in one option: heard at once after the other, before it,
and with nothing remembered. It comes to what the rules say word by word, each time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from functools import _lru_cache_wrapper, cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from mustutor.base.errors import IllegalCall, ReplayError, VariantError
from mustutor.base.json_text import changeable
from mustutor.games.mus_family.dealing import seats as seats_of
from mustutor.model.options import options_of
from mustutor.model.variant import Variant, load_variant, resolve_embedded
from mustutor.referee.verify import Verdict, verify
from mustutor.replay import dumps, loads, playback
from mustutor.replay.format import Replay
from mustutor.replay.simulate import match
from tests.long import few, whole
from tests.replay.test_at_once import edited

Rules = dict[str, Any]
BASES = {"mus": "fournier", "encaje": "encaje"}
SLOW = ("mus_family.hands",)
"""What these keep takes long to make, and is a pure table of hands."""


def values_of(schema: Rules) -> Iterator[Any]:
    """Values of an option: all there are, or the least ones of what is a number or a list."""
    if "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from values_of(one)
    elif "enum" in schema:
        yield from schema["enum"]
    elif schema["type"] == "boolean":
        yield from (True, False)
    elif schema["type"] == "integer":
        least = schema["minimum"]
        yield from (least, least + 1, min(least + 6, schema["maximum"]))
    elif schema["type"] == "array":
        every = list(values_of(schema["items"]))
        yield from ([], every, *[[one] for one in every])
    elif "properties" in schema:
        parts = {name: list(values_of(one)) for name, one in schema["properties"].items()}
        for place in range(max(map(len, parts.values()))):
            yield {name: some[place % len(some)] for name, some in parts.items()}
        if all(type(some[0]) is int for some in parts.values()):  # in falling order, as a limit is
            yield {name: 6 - 2 * place for place, name in enumerate(parts)}


def rows(game: str) -> dict[str, list[Any]]:
    """The values of each option of a game, but of which game it is."""
    table = options_of(game)
    return {
        name: list(values_of(row.schema())) for name, row in table.own.items() if name != "game"
    }


def resolved(rules: Rules) -> Variant | None:
    """The rulebook that has these rules, if they can stand together."""
    try:
        return resolve_embedded(rules, "swept")
    except VariantError:
        return None


def drawn(game: str, random: Random) -> Rules:
    """Rules drawn at random: what cannot stand with those before it is left as it was."""
    defaults = {name: changeable(row.default) for name, row in options_of(game).own.items()}
    rules = {**defaults, **load_variant(BASES[game]).as_json()}
    options = list(rows(game).items())
    random.shuffle(options)
    for name, values in options:
        changed = {**rules, name: random.choice(values)}
        rules = changed if resolved(changed) is not None else rules
    return rules


def flipped(game: str, rules: Rules) -> Iterator[tuple[str, Rules, Variant]]:
    """Every rulebook that differs in one option, and can stand."""
    for name, values in rows(game).items():
        for value in values:
            changed = {**rules, name: value}
            other = resolved(changed) if changed != rules else None
            if other is not None:
                yield name, changed, other


def bare(replay: Replay) -> Replay:
    """A match of which nothing is stated but cards and calls."""
    document = json.loads(dumps(replay))
    document.pop("seal", None)
    for hand in document["hands"]:
        for field in ("seal", "after", "ledger"):
            hand.pop(field, None)
        hand["deal"] = {"source": "composed", "cards": hand["deal"]["cards"]}
        for round_ in hand["rounds"]:
            round_.pop("checks", None)
    return loads(json.dumps(document))


def records(variant: Variant, random: Random, count: int) -> list[Replay]:
    """A match under a rulebook, and so many with one or two calls changed."""
    try:
        seats = len(seats_of(variant, 0))
        number = random.randrange(2**31)
        replay = bare(match(variant, seats=seats, hands=2, seed="swept", number=number))
    except IllegalCall:
        return []
    found, text = [replay], dumps(replay)
    while len(found) <= count:
        document = json.loads(text)
        for _ in range(random.choice((1, 1, 2))):
            edited(document, random)
        try:
            found.append(loads(json.dumps(document)))
        except ReplayError:
            continue
    return found


@cache
def remembering(_modules: int) -> list[_lru_cache_wrapper[Any]]:
    """What the two games remember rounds and rules in, with so many modules read."""
    return [
        one
        for name, module in list(sys.modules.items())
        if name.startswith("mustutor.games.") and not name.endswith(SLOW)
        for one in vars(module).values()
        if isinstance(one, _lru_cache_wrapper)
    ]


def forget() -> None:
    """Clear what the two games remember of rounds, and of rules."""
    for one in remembering(len(sys.modules)):
        one.cache_clear()


def told(verdict: Verdict) -> tuple[Any, ...]:
    """What a verdict says, and where each hand ended."""
    ends = tuple([hand.end for hand in verdict.hands])
    return verdict.verdict, verdict.complete, verdict.failure, verdict.missing, ends


def word_by_word(replay: Replay, variant: Variant, patches: pytest.MonkeyPatch) -> tuple[Any, ...]:
    """What the rules say, asked for each call, with nothing remembered."""
    forget()
    with patches.context() as patch:
        patch.setattr(playback, "_play_fast", lambda *_, **__: None)
        return told(verify(replay, variant=variant))


def written(name: str, value: Any) -> tuple[str, str]:
    """An option and its value, as something that can be looked up."""
    return name, json.dumps(value, sort_keys=True)


@whole
@pytest.mark.parametrize("game", BASES)
def test_no_verdict_depends_on_the_road_or_on_what_was_verified_before(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, verdicts = Random(f"sweep {game}"), set()

    def agree(replay: Replay, one: Variant, others: Iterable[Variant]) -> None:
        truth = word_by_word(replay, one, monkeypatch)
        for other in others:
            theirs = word_by_word(replay, other, monkeypatch)
            verdicts.add(theirs[0])
            assert told(verify(replay, variant=one)) == truth
            assert told(verify(replay, variant=other)) == theirs
            forget()
            assert told(verify(replay, variant=other)) == theirs
            assert told(verify(replay, variant=one)) == truth

    base, names = load_variant(BASES[game]), rows(game)
    met: set[frozenset[tuple[str, str]]] = set()  # two values that stood together
    for _ in range(few(12, 1)):
        rules = drawn(game, random)
        variant = resolved(rules)
        assert variant is not None
        others = list(flipped(game, rules))
        beside = [written(name, rules[name]) for name in names]
        for name, changed, _ in others:
            one = written(name, changed[name])
            met.update(frozenset((one, other)) for other in beside if other[0] != name)
        for replay in records(variant, random, 1):
            tried = random.sample(others, few(len(others), 60))
            agree(replay, variant, [other for _, _, other in tried])
    # Values that did not meet so far meet in the usual rulebook, where they can stand together:
    # each two of them in one of three matches.
    said = {name: [written(name, value) for value in values] for name, values in names.items()}
    left = [
        {**base.as_json(), one: values[0][0], two: values[1][0]}
        for one, two in combinations(names, 2)
        for values in product(*(zip(names[name], said[name], strict=True) for name in (one, two)))
        if frozenset((values[0][1], values[1][1])) not in met
    ]
    random.shuffle(left)
    left = left[: few(len(left), 50)]
    for turn, replay in enumerate(records(base, random, 2)):
        agree(replay, base, filter(None, map(resolved, left[turn::3])))
    assert {"ok", "illegal"} <= verdicts
