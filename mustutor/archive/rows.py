"""A match as flat rows, for questions to many matches at once: pure, one row a fact.

The rows are recomputed: a match is verified and played back, and of one with a
fault the rows are those of the good prefix. Only claims, names and dates are as recorded.
The tables and their columns are defined in ``tables.sql``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import starmap
from pathlib import Path
from typing import NamedTuple

from mustutor.base.errors import MustutorError, ReplayError
from mustutor.base.json_text import Json
from mustutor.base.language import FALLBACK, text_in
from mustutor.base.register import phases
from mustutor.games.failure import read_place
from mustutor.games.mus_family.hands import CARDS_IN_HAND
from mustutor.model.calls import DECK, HIDDEN, write_call
from mustutor.model.cards import Card
from mustutor.model.ledger import HandValue
from mustutor.model.position import side_of, sides_of
from mustutor.referee.claims import Judgement, judge
from mustutor.referee.settle import settle
from mustutor.referee.verify import Verdict, verify
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

NUMBER = "BIGINT"


class Column(NamedTuple):
    """A column: its name, the type DuckDB gives it, and what stands in it."""

    name: str
    type: str
    holds: str


class FactTable(NamedTuple):
    """A table, in a file of its name: what a row of it is, and its columns."""

    name: str
    row: str
    columns: tuple[Column, ...]


_TABLE = re.compile(r"-- ([^\n]*)\nCREATE TABLE (\w+) \(\n(.*?)\n\);", re.DOTALL)
_COLUMN = re.compile(r" +(\w+) (.*?),? -- (.*)")


def _read_tables() -> Iterator[FactTable]:
    for row, name, columns in _TABLE.findall(packaged_sql("tables")):
        yield FactTable(name, row, tuple(starmap(Column, _COLUMN.findall(columns))))


def packaged_sql(name: str) -> str:
    """The text of one of the SQL files beside this module."""
    return Path(__file__).with_name(f"{name}.sql").read_text("utf-8")


TABLES = tuple(_read_tables())

MOST_WEIGHED = 20
"""Claims of a match for which it is worked out what unknown cards leave open: that takes time."""


class MatchPlace(NamedTuple):
    """The place of a match: its number in the archive, the file, and where in it.

    `line` and `byte` are none where the file is not one of a match a line.
    """

    match: int
    file: str = ""
    number: int = 1
    line: int | None = None
    byte: int | None = None


Row = tuple[str, Json]
"""The name of a table, and the row by its columns."""


def rows_of(replay: Replay, place: MatchPlace) -> Iterator[Row]:
    """The rows of a match, those of one table in the order of the record.

    >>> from mustutor.replay.files import load_replay
    >>> from mustutor.base.files import data
    >>> replay = load_replay(data("replays") / "ordago_accepted.json")
    >>> [row["verb"] for table, row in rows_of(replay, MatchPlace(1)) if table == "calls"][-2:]
    ['ordago', 'quiero']
    """
    verdict = verify(replay)
    total = 0
    for played in verdict.hands:
        known = {"match": place.match, "hand": played.number}
        calls = 0
        for call in _calls(played):
            yield "calls", {**known, **call}
            calls += 1
        total += calls
        yield "hands", {**known, **_hand(played, calls)}
        for holding in _holdings(played):
            yield "holdings", {**known, **holding}
        yield from _stones(played, known)
    for number, judgement in enumerate(_judgements(replay, verdict), 1):
        yield "claims", {"match": place.match, **_claim(judgement, number, replay)}
    if verdict.failure is not None:
        failure = verdict.failure
        yield (
            "faults",
            {
                "match": place.match,
                "verdict": verdict.verdict,
                "code": failure.fault.rule or None,
                **_spot(failure.place),
                "recorded": failure.text or None,
                "message": failure.fault.said(),
            },
        )
    yield "matches", {**place._asdict(), **_match(replay, verdict, total)}


def rows_of_unreadable(problem: ReplayError, place: MatchPlace) -> Iterator[Row]:
    """The rows of something that should have been a match, and could not be read."""
    yield (
        "faults",
        {
            "match": place.match,
            "verdict": "unreadable",
            "code": None,
            "place": f"{problem.line}:{problem.column}" if problem.line else None,
            "message": ReplayError(problem.sentence, hint=problem.hint, **problem.evidence).said(),
        },
    )
    yield "matches", {**place._asdict(), "verdict": "unreadable", "complete": False}


def _match(replay: Replay, verdict: Verdict, calls: int) -> Json:
    about, event = replay.about, replay.about.get("event")
    last = verdict.hands[-1].end if verdict.hands else None
    players = {seat: name for seat in replay.seats if (name := _player(replay, seat)) is not None}
    return {
        "variant": replay.variant["id"],
        "game": verdict.variant.game if verdict.variant is not None else None,
        "seats": len(replay.seats),
        "seating": " ".join(replay.seats),
        "players": players or None,
        "event": text_in(event, FALLBACK) if isinstance(event, Mapping) else event,
        **{name: about.get(name) for name in ("place", "date", "recorder", "view")},
        "hands_recorded": len(replay.hands),
        "hands_played": sum(played.failure is None for played in verdict.hands),
        "calls": calls,
        "verdict": verdict.verdict,
        "complete": verdict.complete,
        "winner": (last.winner or None) if last is not None else None,
        "loser": (last.loser or None) if last is not None else None,
    }


def _player(replay: Replay, seat: str) -> str | None:
    """The name of who sits there, where the record tells it."""
    known = replay.about.get("players", {}).get(seat)
    name = known.get("name") if isinstance(known, dict) else known
    return name if isinstance(name, str) else None


def _hand(played: Played, calls: int) -> Json:
    end = played.end
    return {
        "game": end.table.game,
        "mano": end.mano,
        "known": sum(end.hand_of(seat) is not None for seat in end.table.seats),
        "discards": sum(step.call.verb == "sirve" for step in played.served),
        "calls": calls,
        "stones": sum(entry.stones for entry in end.ledger),
        "settled": played.settled,
        "winner": end.winner or None,
        "loser": end.loser or None,
        "after": end.in_front(),
    }


def _calls(played: Played) -> Iterator[Json]:
    """The calls that were heard, each beside what the record has for it."""
    spoken = (step.call for step in played.steps if step.call.seat != DECK)
    for number, round_ in enumerate(played.hand.rounds, 1):
        for place, recorded in enumerate(round_.calls, 1):
            call = next(spoken, None)
            if call is None:
                return
            yield {
                "round": number,
                "lance": round_.lance,
                "call": place,
                "seat": call.seat,
                "verb": call.verb,
                "stake": call.stones or None,
                "said": write_call(call),
                "recorded": recorded,
                "at_ms": _at(round_.at_ms, place),
            }


def _at(times: tuple[int, ...] | None, place: int) -> int | None:
    return times[place - 1] if times is not None and place <= len(times) else None


def _holdings(played: Played) -> Iterator[Json]:
    table = played.end.table
    for seat in table.seats:
        cards = played.end.hand_of(seat)
        if cards is None or HIDDEN in cards:
            continue
        holding: Json = {"seat": seat, "side": side_of(seat), "cards": " ".join(cards)}
        yield {**holding, **_worth(played, cards)}


def _worth(played: Played, cards: tuple[Card, ...]) -> Json:
    """What four cards are, where a game ranks them; a hand that broke off may have more."""
    ranking = getattr(played.end.state, "ranking", None)
    if ranking is None or len(cards) != CARDS_IN_HAND:
        return {}
    row = ranking.row(cards)
    return {"pares": row.pares or None, "points": row.points, "juego": row.juego, "real": row.real}


def _stones(played: Played, known: Json) -> Iterator[Row]:
    for outcome in getattr(played.end.state, "closed", ()):  # a game may have no lances
        auction = outcome.auction
        lance = {
            "lance": outcome.lance,
            "ended": outcome.kind,
            "stake": auction.stake,
            "ordago": auction.ordago,
            "bettor": auction.bettor or None,
            "claimants": " ".join(outcome.seats),
        }
        yield "lances", {**known, **lance}
    for number, entry in enumerate(played.end.ledger, 1):
        because = entry.because
        held = because if isinstance(because, HandValue) else None
        movement = {
            "movement": number,
            "lance": entry.lance,
            "moment": entry.when,
            "item": entry.item,
            "payer": entry.src,
            "receiver": entry.dst,
            "stones": entry.stones,
            "rule": entry.rule or None,
            "wins_game": entry.wins_game,
            "seat": held.seat if held is not None else None,
            "figure": held.figure if held is not None else None,
        }
        yield "movements", {**known, **movement}


def _judgements(replay: Replay, verdict: Verdict) -> tuple[Judgement, ...]:
    """What the claims are worth, as `settle` tells it, also where the record has a fault."""
    claims = replay.claims or ()
    if not claims:
        return ()
    first = replay._replace(claims=claims[:MOST_WEIGHED])
    try:
        settled = settle(first, variant=verdict.variant)
    except MustutorError:  # nobody can sit down to it
        return tuple([Judgement(claim, None, {}, "refused") for claim in claims])
    return settled.judgements + judge(claims[MOST_WEIGHED:], settled.hands)


def _claim(judgement: Judgement, number: int, replay: Replay) -> Json:
    claim, computed = judgement.claim, judgement.computed
    about, by = str(claim["about"]), str(claim["by"])
    spot = _spot(about)
    return {
        "claim": number,
        "claimant": by,
        "player": _player(replay, by) or (None if by in _accounts(replay) else by),
        "about": about,
        "hand": spot["hand"],
        "lance": spot["lance"],
        "claimed_to": claim.get("to"),
        "claimed_stones": claim.get("stones"),
        "claimed_after": claim.get("after"),
        "computed_to": computed.get("to"),
        "computed_stones": computed.get("stones"),
        "computed_after": computed.get("after"),
        "holds": judgement.holds,
        "why": judgement.why or None,
    }


def _accounts(replay: Replay) -> set[str]:
    """The seats and the sides, which name the place of a player and not the player."""
    return {*replay.seats, *sides_of(replay.seats)}


def _spot(place: str) -> Json:
    """A place with its parts: the hand, the lance and the call, where it has them."""
    at = read_place(place)
    known = at is not None and at.round in phases()
    return {
        "place": place,
        "hand": at.hand if at is not None else None,
        "lance": at.round if at is not None and known else None,
        "call": at.call or None if at is not None else None,
    }
