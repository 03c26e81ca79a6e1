"""What a record notes that no call shows: a joke, no answer, a disputed stake or count.

Where nobody remembers a stake, or the two counts differ, what else it may have been is what the
claims come to; a stake may be named in the note as well. Each is settled as a way of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.games.failure import Place, read_place
from mustutor.games.irregularities import KnownIrregularity, irregularities
from mustutor.model.calls import number_said
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.claims import computed_for
from mustutor.referee.statements import Irregularity
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

STAKE, COUNT = "stake_disputed", "slates_differ"
"""What is settled for each number that somebody remembers."""
OF_A_DEAL = frozenset(("deal", "turn"))
"""The groups of what is wrong from the beginning of a hand, at whatever call it is noted."""


class NotedThere(NamedTuple):
    """An irregularity that a record names at a place, whom it is about, and the note's words.

    `stakes` are those a disputed bet may have had, the recorded one among them.
    """

    name: str = ""
    seat: str = ""
    text: str = ""
    stakes: tuple[int, ...] = ()


Noted = Mapping[Place, NotedThere]
"""The irregularities a record names, by their places."""

NONE_NOTED: Mapping[Any, NotedThere] = MappingProxyType({})
UNNOTED = NotedThere()


def notes_of(replay: Replay, variant: Variant) -> Iterator[tuple[Place, NotedThere]]:
    """The irregularities of this game that the notes of a record name, each with its place."""
    known = irregularities(variant.game)
    for text, notes in (replay.notes or {}).items():
        for note in notes:
            place, name = read_place(text), note.get("irregularity", "")
            seat = note.get("seat", "")
            if place is not None and name in known and (not seat or seat in replay.seats):
                told = note["text"]
                told = " ".join(told.values()) if isinstance(told, Mapping) else told
                row = known[name]
                whole = row.of_the_hand and row.group in OF_A_DEAL
                elsewhere = place.round not in (row.lances or (place.round,))
                place = Place(place.hand) if whole or elsewhere else place
                yield place, NotedThere(name, seat, told)


def not_ruled_on(
    replay: Replay, variant: Variant, ruled: Iterable[Irregularity]
) -> Iterator[KnownIrregularity]:
    """What the notes of a record name, under its rules, where no ruling came of it."""
    known, kinds = irregularities(variant.game), {one.kind for one in ruled}
    for name in dict.fromkeys([there.name for _, there in notes_of(replay, variant)]):
        if name not in kinds:
            yield known[name].under(variant)


def with_stakes(replay: Replay, noted: Noted, hands: Sequence[Played]) -> Noted:
    """The notes, those on a stake nobody remembers at the bet they mean, with what it may be."""
    by_number = {played.number: played for played in hands}
    found = dict[Place, NotedThere]()
    for place, there in noted.items():
        played = by_number.get(place.hand)
        bets = list(_bets(played, place)) if there.name == STAKE and played is not None else []
        if played is not None and bets:
            at, stake = bets[-1]
            stakes = dict.fromkeys([stake, *_stakes(replay, played, at.round, stake, there.text)])
            found[at] = there._replace(stakes=tuple(stakes))
        else:
            found[place] = there
    return found


def _bets(played: Played, place: Place) -> Iterator[tuple[Place, int]]:
    """The bets of a round up to a place in it, with what was staked."""
    for at, step in zip(played.places, played.calls, strict=False):
        later = bool(place.call) and at.call > place.call
        if at[:3] != place[:3] or later or step.after.lance != step.before.lance:
            continue
        before, after = step.before.state.auction, step.after.state.auction
        if before is not None and after is not None and after.stake != before.stake:
            yield at, after.stake


def _stakes(replay: Replay, played: Played, lance: str, stake: int, words: str) -> Iterator[int]:
    """What a stake may have been: by the claims on its lance, and by the numbers of a note."""
    about = f"{played.number}.{lance}"
    for claim in replay.claims or ():
        if claim["about"] == about and "stones" in claim:
            paid = computed_for(claim, [played.end], lance)["stones"]
            if paid > 0:
                yield stake + claim["stones"] - paid
    said = [number_said(text.strip(",.;:¿?¡!")) for text in words.split()]
    named = [int(word) for word in said if word.isdigit()]
    # Beside the recorded one, others are stakes as well; alone they may count anything.
    yield from named if stake in named else ()


def other_counts(replay: Replay, played: Played) -> Iterator[Position]:
    """The beginning of a hand by each count claimed after it that the record has not.

    Nothing where the stones before it were counted from the beginning: they are known.
    """
    start, ours = played.start, played.end.in_front()
    stated = any((replay.start or {}).values()) and played.number == 1
    if not (stated or start.table.before != "counted") or not played.settled:
        return
    begun, most = start.in_front(), start.variant.number("score.target")
    found = [begun]
    for claim in replay.claims or ():
        if claim["about"] in (str(played.number), "game", "match") and "after" in claim:
            told = claim["after"]
            count = {side: has + told.get(side, ours[side]) for side, has in begun.items()}
            count = {side: has - ours[side] for side, has in count.items()}
            if count not in found and all(0 <= has < most for has in count.values()):
                found.append(count)
    yield from [start._replace(stones=tuple(count.values())) for count in found if len(found) > 1]
