"""A claim beside the recomputation: whether it holds, and from which line on it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mustutor.explain.words import lance_names
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.ledger import BANK, OUT, POT, Entry


class Claimed(NamedTuple):
    """What somebody says of a settlement: how many stones a side gets, or what each has after.

    `stones` is None, and `after` empty, where nothing was said of them.
    """

    by: str
    to: str = ""
    stones: int | None = None
    after: Mapping[str, int] | None = None


def explain_claim(
    claimed: Claimed,
    entries: Sequence[Entry],
    after: Mapping[str, int],
    tongue: Language,
) -> Explanation:
    """Say whether a claim holds, and show the first line where it and the ledger part.

    `entries` are the movements it speaks of (those of its lance, or of its hand), `after` the
    stones of each side as recomputed. A claim of neither has no lines.
    """
    lines = [
        *_received(claimed, entries, tongue),
        *_left(claimed, entries, after, tongue),
    ]
    return Explanation("", (Passage("", tuple(lines)),))


def _received(claimed: Claimed, entries: Sequence[Entry], tongue: Language) -> Iterator[Line]:
    if claimed.stones is None:
        return
    say = tongue.say
    coming = [entry for entry in entries if entry.dst == claimed.to]
    computed = sum(entry.stones for entry in coming)
    evidence = {"by": claimed.by, "to": claimed.to, "claimed": claimed.stones, "computed": computed}
    if computed == claimed.stones:
        text = say("{by} claims {claimed} for {to}, and that is right.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    text = say("{by} claims {claimed} for {to}; recomputed, {to} gets {computed}.", **evidence)
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    running = 0
    parting = None
    for entry in coming:
        running += entry.stones
        if running > claimed.stones:
            parting = entry
            break
    if parting is not None:
        yield Line(say("They part here:"), kind="parting")
        yield told_movement(parting, tongue)
    elif coming:
        yield Line(say("Nothing more comes to {to} than this:", **evidence), kind="parting")
        yield from (told_movement(entry, tongue) for entry in coming)
    else:
        yield Line(say("Nothing comes to {to}; this is what moves:", **evidence), kind="parting")
        yield from (told_movement(entry, tongue) for entry in entries)


def _left(
    claimed: Claimed, entries: Sequence[Entry], after: Mapping[str, int], tongue: Language
) -> Iterator[Line]:
    if not claimed.after:
        return
    say = tongue.say
    wrong = [seat for seat, stones in claimed.after.items() if after.get(seat) != stones]
    evidence: dict[str, object] = {"by": claimed.by}
    if not wrong:
        text = say("{by} has the stones of every player right.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    seat = wrong[0]
    evidence |= {"seat": seat, "claimed": claimed.after[seat], "computed": after.get(seat, 0)}
    text = say(
        "{by} claims that {seat} has {claimed}; recomputed, {seat} has {computed}.", **evidence
    )
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    touching = [entry for entry in entries if seat in (entry.src, entry.dst)]
    if touching:
        yield Line(say("What moves to and from {seat}:", **evidence), kind="parting")
        yield from (told_movement(entry, tongue) for entry in touching)


def told_movement(entry: Entry, tongue: Language) -> Line:
    """One movement of stones as a line, with its article."""
    count, stones = tongue.count, entry.stones
    known = {form: names[entry.lance] for form, names in lance_names(tongue).items()}
    known |= {"seat": entry.src, "taker": entry.dst}
    if entry.dst.startswith(POT):
        text = count(
            "{seat} puts {number} stone in the pot {of_lance}.",
            "{seat} puts {number} stones in the pot {of_lance}.",
            stones,
            **known,
        )
    elif entry.src.startswith(POT):
        text = count(
            "{taker} takes {number} stone from the pot {of_lance}.",
            "{taker} takes {number} stones from the pot {of_lance}.",
            stones,
            **known,
        )
    elif entry.dst == OUT:
        text = count(
            "{seat} discards {number} stone {at_lance}.",
            "{seat} discards {number} stones {at_lance}.",
            stones,
            **known,
        )
    elif entry.item == "ordago":
        text = tongue.say("{taker} wins the game by the órdago {at_lance}.", **known)
    elif entry.item == "penalty" and not stones:
        text = tongue.say("For what was said the game goes to {side}.", side=entry.dst)
    elif entry.src == BANK:
        text = count(
            "{taker} scores {number} stone {at_lance}.",
            "{taker} scores {number} stones {at_lance}.",
            stones,
            **known,
        )
    else:
        text = count(
            "{seat} gives {taker} {number} stone {at_lance}.",
            "{seat} gives {taker} {number} stones {at_lance}.",
            stones,
            **known,
        )
    return Line(text, (entry.rule,), "movement", indent=2, evidence=entry.as_json())
