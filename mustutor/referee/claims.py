"""Judge what people claim about a record against the recomputation, never against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mustutor.position import Position
from mustutor.referee.uncertain import Possible
from mustutor.replay.format import Json
from mustutor.replay.playback import Played


class Judgement(NamedTuple):
    """A claim and what the recomputation says of it; `holds` is None where it cannot tell.

    `computed` has the fields the claim states: `to`, `stones`, `after`. Where it cannot tell,
    `why` says what stands in the way: ``no_such_hand``, ``refused`` (a call before it),
    ``not_played`` (the lance is not in the record, or not over), ``unknown`` (cards, or a call)
    or ``nothing_said``. `possible` is what may still come of it, where that was looked for.
    """

    claim: Json
    holds: bool | None
    computed: Json
    why: str = ""
    possible: Possible | None = None

    def as_json(self) -> Json:
        """The judgement as `settle --json` writes it."""
        written: Json = {"by": self.claim["by"], "about": self.claim["about"]}
        if self.holds is not None:
            written["holds"] = self.holds
        written["computed"] = self.computed
        if self.why:
            written["why"] = self.why
        if self.possible is not None:
            written["possible"] = self.possible.as_json()
        return written


def judge(claims: Iterable[Json], hands: Sequence[Played]) -> tuple[Judgement, ...]:
    """Judge every claim. `about` is ``1.pares`` (a lance), ``1`` (a hand) or ``match``."""
    return tuple([_judged(claim, hands) for claim in claims])


def about(claim: Json, hands: Sequence[Played]) -> tuple[list[Played], str]:
    """The hands a claim speaks of, and the lance, or nothing where it is the whole hand."""
    number, _, lance = str(claim["about"]).partition(".")
    if number == "match":
        return list(hands), lance
    return [played for played in hands if str(played.number) == number], lance


def _judged(claim: Json, hands: Sequence[Played]) -> Judgement:
    spoken_of, lance = about(claim, hands)
    why = next(filter(None, (unsettled(played, lance) for played in spoken_of)), "")
    if not spoken_of or why:
        return Judgement(claim, None, {}, why or "no_such_hand")
    computed = computed_for(claim, [played.end for played in spoken_of], lance)
    if not computed:
        return Judgement(claim, None, {}, "nothing_said")
    return Judgement(claim, agrees(claim, computed), computed)


def computed_for(claim: Json, ends: Sequence[Position], lance: str) -> Json:
    """What the claim states, as these hands end: the same fields, recomputed."""
    computed: Json = {}
    if "stones" in claim:
        computed["to"] = claim["to"]
        computed["stones"] = sum(
            entry.stones
            for end in ends
            for entry in end.ledger
            if entry.dst == claim["to"] and lance in ("", entry.lance)
        )
    elif "to" in claim:
        named = _receivers(ends[-1], lance) if lance else _decided_for(ends[-1])
        if named:
            computed["to"] = claim["to"] if claim["to"] in named else named[0]
    if "after" in claim:
        computed["after"] = ends[-1].in_front()
    return computed


def agrees(claim: Json, computed: Json) -> bool:
    """Whether a claim says what was computed."""
    return all(_same(claim[name], thing) for name, thing in computed.items())


def _decided_for(end: Position) -> tuple[str, ...]:
    """The side a game has been decided for, won or lost; nobody where it goes on."""
    side = end.loser or end.winner
    return (side,) if side else ()


def _receivers(end: Position, lance: str) -> tuple[str, ...]:
    """The sides to which something of a lance went."""
    sides = end.table.sides
    received = [entry.dst for entry in end.ledger if entry.lance == lance]
    return tuple(dict.fromkeys(side for side in received if side in sides))


def _same(claimed: object, computed: object) -> bool:
    if isinstance(claimed, dict) and isinstance(computed, dict):
        return all(computed.get(side) == stones for side, stones in claimed.items())
    return claimed == computed


def unsettled(played: Played, lance: str) -> str:
    """Why a hand, or one lance of it, was not settled to the end; nothing where it was."""
    if played.failure is not None:
        return "refused"
    if played.forgotten:
        return "unknown"
    if not lance:
        return "unknown" if played.open else ""
    if not any(outcome.lance == lance for outcome in played.end.state.closed):
        return "not_played"
    return "unknown" if any(waiting.lance == lance for waiting in played.open) else ""
