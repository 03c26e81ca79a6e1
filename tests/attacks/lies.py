"""The lies: one change at each place of a record, by liars of growing means.

    python -m tests.attacks.lies [EVERY]

prints a table of cases tried, and what came of them; with EVERY, each so-many-th is tried. A lie

- cannot be read, or is caught: the verdict is not ``ok``;
- is warned of: the verdict says something it does not say of the record, a gap among others;
- claims less: it says nothing new, and leaves out something it said of the record;
- passes: the verdict is the same, word for word.

What claims less or passes is of a class, and `replays/TRUST.md` has a line for each: what nobody
can tell, and who can. A lie of no class is a hole; the program names it and ends with status 1.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from mustutor.archive.report import reported
from mustutor.base.errors import MustutorError
from mustutor.base.json_text import canonical
from mustutor.base.language import open_language
from mustutor.referee import verify
from mustutor.referee.trust.sealing import resealed, stripped
from mustutor.referee.trust.signature import signed
from mustutor.replay import Replay, loads
from mustutor.replay.seals import with_seals
from tests.attacks import table
from tests.attacks.records import Json, Subject, key, subjects

ENGLISH = open_language("en")
Path = tuple[str | int, ...]

OUTCOMES = ("tried", "unreadable", "caught", "warned", "less", "passed")

MEANS = ("edits", "seals", "recomputes", "signs")
"""What a liar does after his change: nothing; seals anew; has checks, ledger and stones computed
as well; and signs that with a key of his own, under the name of whoever signed."""

OUTSIDE = {
    "claims": r"claims",
    "notes": r"notes",
    "signatures": r"signatures",
    "fields of others": r"(.*\.)?x-.*",
    "cards dealt": r"hands\.\*\.deal\.cards",
    "cards served": r"hands\.\*\.rounds\.\*\.draws",
    "cards thrown": r"hands\.\*\.rounds\.\*\.calls\.\*",
}
"""The classes of what stands outside the seals, by the place of the change."""

CARD = re.compile(r"\b[A2-7SCR][oceb]\b")
MOST_HELD = 6
"""So many other cards are tried in the place of one that was thrown."""

HELD = re.compile(r"hands\.\*\.(deal\.cards|rounds\.\*\.draws)")
"""Where cards of a hand stand; in which order they are held means nothing."""

SPELLED = re.compile(r"hands\.\*\.rounds\.\*\.calls\.\*")
"""Where calls stand: how one is spelled means nothing, as long as it is read as the same."""

SEALED_ANEW = "sealed anew"
"""The class of whatever the rules allow, where no key of anybody's binds it."""


class Change(NamedTuple):
    """Something else at a place of a document."""

    place: Path
    what: str
    other: Any


class Lie(NamedTuple):
    """A change of a record: where it is, what was done there, and the document it makes."""

    place: Path
    what: str
    document: Json

    @property
    def shape(self) -> str:
        """The place without numbers of hands and calls, nor the seats: ``hands.*.deal.cards``."""
        steps = ["*" if isinstance(step, int) else step for step in self.place]
        return re.sub(r"\.[A-H][1-9]?(?=\.|$)", "", ".".join(steps))


class Outcome(NamedTuple):
    """What came of a lie: which of `OUTCOMES`, and the class of what nobody was told."""

    subject: str
    means: str
    lie: Lie
    outcome: str
    kind: str = ""


# --- what is changed -----------------------------------------------------------------------------


LEFT_OUT = object()


def changes(document: Json) -> Iterator[Change]:
    """Every place of a document, with something else there, or nothing at all."""
    pool = _pool(document)
    for place, thing in _places(document):
        for what, other in _instead(place, thing, pool):
            if other != thing:
                yield Change(place, what, other)
        if isinstance(place[-1], str):
            yield Change(place, "left out", LEFT_OUT)


def lie_of(change: Change, text: str) -> Lie:
    """The document of a text, with one change."""
    document = json.loads(text)
    there = document
    for step in change.place[:-1]:
        there = there[step]
    if change.other is LEFT_OUT:
        del there[change.place[-1]]
    else:
        there[change.place[-1]] = change.other
    return Lie(change.place, change.what, document)


def _places(thing: Any, place: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Everything that stands in a document, with its place; the document itself is no place."""
    if place:
        yield place, thing
    if isinstance(thing, dict | list):
        for name, one in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from _places(one, (*place, name))


def _pool(document: Json) -> dict[str, list[Any]]:
    """What stands in the document at places of one shape, each once."""
    pool: dict[str, list[Any]] = defaultdict(list)
    for place, thing in _places(document):
        shape = Lie(place, "", {}).shape
        if not isinstance(thing, dict | list) and thing not in pool[shape]:
            pool[shape].append(thing)
    return pool


def _instead(place: Path, thing: Any, pool: dict[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    """What a liar might write in the place of a thing."""
    if isinstance(thing, bool):
        yield "turned round", not thing
    elif isinstance(thing, int):
        yield "one more", thing + 1
        yield "none", 0
    elif isinstance(thing, str):
        others = pool[Lie(place, "", {}).shape]
        yield "another of its kind", others[(others.index(thing) + 1) % len(others)]
        last = {"0": "1", "9": "8"}.get(thing[-1:], "0" if thing[-1:].isalnum() else "x")
        yield "another sign", thing[:-1] + last
        yield "another spelling", thing.upper()
        yield "a sign nobody sees", f"{thing}\u200b"
        yield "another number", re.sub(r"\d+", lambda found: str(int(found[0]) + 1), thing, count=1)
        for there in CARD.findall(thing)[:1]:
            suits = "oceb"
            other = there[0] + suits[(suits.index(there[1]) + 1) % len(suits)]
            yield "another suit", thing.replace(there, other)
            for held in _held(pool)[:MOST_HELD] if "descarto" in thing else ():
                yield "another card thrown", thing.replace(there, held)
    elif isinstance(thing, list) and thing:
        yield "without the last", thing[:-1]
        yield "without the first", thing[1:]
        yield "one twice", [*thing, thing[-1]]
        yield "two exchanged", [*thing[1:2], thing[0], *thing[2:]]
    elif isinstance(thing, dict):
        yield "a field of others", {**thing, "x-lie": "A1 sees"}
        yield "emptied", {}


def _held(pool: dict[str, list[Any]]) -> list[str]:
    """The cards told of a hand: what else might have been thrown."""
    return [card for shape, cards in pool.items() if HELD.match(shape) for card in cards]


# --- who lies ------------------------------------------------------------------------------------


def forged(lie: Lie, means: str) -> Replay | None:
    """The record a liar shows; none where the rules stop him before he can.

    Raises MustutorError for what cannot be read.
    """
    replay = loads(json.dumps(lie.document))
    if means == "edits":
        return replay
    if means == "seals":
        return with_seals(replay)
    try:
        sealed = resealed(stripped(replay))._replace(signatures=replay.signatures)
    except MustutorError:
        return None
    if means == "signs":
        return signed(sealed._replace(signatures=None), key("a liar"), "Amaia")
    return sealed if sealed.seal is not None else with_seals(sealed)


def words_on(replay: Replay) -> tuple[str, set[str]]:
    """The verdict on a record, and every sentence of it."""
    report = reported(replay, verify(replay), "", ENGLISH)
    words = {*report.missing, *report.trust.splitlines(), f"{report.hands} hands"}
    return report.verdict, words | {str(judgement) for judgement in report.after.items()}


def told(subject: Subject, lie: Lie, means: str, honest: set[str]) -> Outcome | None:
    """Try a lie, and see what came of it; nothing where sealing anew has made it true again."""
    outcome = Outcome(subject.name, means, lie, "caught")
    try:
        replay = forged(lie, means)
    except MustutorError:
        return outcome._replace(outcome="unreadable")
    if replay is None:
        return outcome
    if replay == subject.replay:
        return None
    verdict, words = words_on(replay)
    if verdict != "ok":
        return outcome
    if words - honest:
        return outcome._replace(outcome="warned")
    less = "less" if honest - words else "passed"
    return outcome._replace(outcome=less, kind=class_of(subject, lie, means))


def class_of(subject: Subject, lie: Lie, means: str) -> str:
    """The class of a lie nobody was told; nothing for one that is of none."""
    if lie.what == "two exchanged" and HELD.fullmatch(lie.shape):
        return "order of cards"
    for kind, shape in OUTSIDE.items():
        if re.fullmatch(shape, lie.shape) or re.match(rf"({shape})\.", lie.shape):
            if kind == "cards thrown" and not _is_discard(lie):
                continue
            return kind
    if lie.what == "another spelling" and SPELLED.fullmatch(lie.shape):
        return lie.what
    if lie.what == "a field of others":
        return "fields of others"
    bound = subject.sealed if means == "edits" else subject.signed
    return "" if bound else SEALED_ANEW


def _is_discard(lie: Lie) -> bool:
    """Whether the change is one of the calls of a round of discards."""
    _, hand, _, round_, *_ = lie.place
    lance: str = lie.document["hands"][hand]["rounds"][round_]["lance"]
    return lance == "descarte"


# --- all of it -----------------------------------------------------------------------------------


def tried(every: int = 1) -> Iterator[Outcome]:
    """Try every lie of every liar, or each so-many-th, about every record."""
    number = 0
    for told_of in subjects():
        text = canonical(told_of.replay.as_json())
        subject = told_of._replace(replay=loads(text))
        _, honest = words_on(subject.replay)
        for change, means in product(changes(json.loads(text)), MEANS):
            number += 1
            if number % every == 0:
                found = told(subject, lie_of(change, text), means, honest)
                if found is not None:
                    yield found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of every lie, and every class of those that nobody is told."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("every", type=int, nargs="?", default=1, help="try each so-many-th lie")
    every = parser.parse_args(arguments).every
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    holes = []
    for subject, means, lie, outcome, kind in tried(every):
        row = rows[f"{subject}, {means}"]
        row["tried"] += 1
        row[outcome] += 1
        if outcome in ("less", "passed"):
            kinds[kind or "of no class"][outcome] += 1
            if not kind:
                holes.append(f"{subject}, {means}: {lie.what} at {'.'.join(map(str, lie.place))}")
    print(*table.lines("record, and what the liar does", OUTCOMES, rows), sep="\n")
    print()
    print(*table.lines("nobody is told of", ("less", "passed"), kinds), sep="\n")
    print(*holes, sep="\n")
    return bool(holes)


if __name__ == "__main__":
    sys.exit(main())
