"""Judge what people claim about a record against the recomputation, never against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mustutor.replay.format import Json
from mustutor.replay.playback import Played


class Judgement(NamedTuple):
    """A claim and what the recomputation says of it; `holds` is None where it cannot tell.

    `computed` has the fields the claim states: `to`, `stones`, `after`.
    """

    claim: Json
    holds: bool | None
    computed: Json

    def as_json(self) -> Json:
        """The judgement as `settle --json` writes it."""
        written: Json = {"by": self.claim["by"], "about": self.claim["about"]}
        if self.holds is not None:
            written["holds"] = self.holds
        written["computed"] = self.computed
        return written


def judge(claims: Iterable[Json], hands: Sequence[Played]) -> tuple[Judgement, ...]:
    """Judge every claim. `about` is ``1.pares`` (a lance), ``1`` (a hand) or ``match``."""
    return tuple([_judged(claim, hands) for claim in claims])


def _judged(claim: Json, hands: Sequence[Played]) -> Judgement:
    number, _, lance = str(claim["about"]).partition(".")
    if number == "match":
        about = list(hands)
    else:
        about = [played for played in hands if str(played.number) == number]
    if not about or not all(_settled(played, lance) for played in about):
        return Judgement(claim, None, {})
    computed: Json = {}
    if "stones" in claim:
        computed["to"] = claim["to"]
        computed["stones"] = sum(
            entry.stones
            for played in about
            for entry in played.end.ledger
            if entry.dst == claim["to"] and lance in ("", entry.lance)
        )
    elif "to" in claim:
        named = _receivers(about[-1], lance) if lance else _decided_for(about[-1])
        if named:
            computed["to"] = claim["to"] if claim["to"] in named else named[0]
    if "after" in claim:
        computed["after"] = about[-1].end.in_front()
    if not computed:
        return Judgement(claim, None, {})
    holds = all(_same(claim[name], thing) for name, thing in computed.items())
    return Judgement(claim, holds, computed)


def _decided_for(played: Played) -> tuple[str, ...]:
    """The side a game has been decided for, won or lost; nobody where it goes on."""
    side = played.end.loser or played.end.winner
    return (side,) if side else ()


def _receivers(played: Played, lance: str) -> tuple[str, ...]:
    """The sides to which something of a lance went."""
    sides = played.end.table.sides
    received = [entry.dst for entry in played.end.ledger if entry.lance == lance]
    return tuple(dict.fromkeys(side for side in received if side in sides))


def _same(claimed: object, computed: object) -> bool:
    if isinstance(claimed, dict) and isinstance(computed, dict):
        return all(computed.get(side) == stones for side, stones in claimed.items())
    return claimed == computed


def _settled(played: Played, lance: str) -> bool:
    """Whether a hand, or one lance of it, was settled to the end."""
    if played.failure is not None:
        return False
    if not lance:
        return not played.open
    closed = any(outcome.lance == lance for outcome in played.end.closed)
    return closed and not any(waiting.lance == lance for waiting in played.open)
