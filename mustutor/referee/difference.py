"""One record under two rulebooks: where they differ, and every stone that moves for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.base.json_text import Json
from mustutor.games.failure import Failure
from mustutor.model.calls import DECK, write_call
from mustutor.model.ledger import BANK, Entry
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.settle import Settlement, settle
from mustutor.referee.statements import net_gain
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

AT_THE_COUNT = 1_000_000
"""A turn later than any call: what is paid when the cards are shown."""


class Divergence(NamedTuple):
    """The first place where two rulebooks part.

    `kind` is ``refused`` (one of them refuses a call: `failure` says why), ``decided`` (the game
    is over under one and not under the other), ``movement`` (`before` and `after` are what each
    pays there; one may be nothing) or ``stones`` (a hand begins with others in front). `under`
    is 0 or 1: which of the two refuses, or has its game decided. `call` is what was said there.
    """

    kind: str
    place: str
    under: int = 1
    call: str = ""
    failure: Failure | None = None
    before: Entry | None = None
    after: Entry | None = None

    def as_json(self) -> Json:
        """The divergence as `settle --diff --json` writes it; its sentence is the command's."""
        written: Json = {"kind": self.kind, "place": self.place}
        if self.kind in ("refused", "decided"):
            written["under"] = self.under
        if self.call:
            written["call"] = self.call
        return {**written, **_entries_as_json(self.before, self.after)}


class ChangedMovement(NamedTuple):
    """A movement of one hand that is not the same under both rulebooks, or is only under one."""

    hand: int
    before: Entry | None
    after: Entry | None

    def as_json(self) -> Json:
        """The change as `settle --diff --json` writes it."""
        return {"hand": self.hand, **_entries_as_json(self.before, self.after)}


def _entries_as_json(before: Entry | None, after: Entry | None) -> Json:
    told = {"before": before, "after": after}
    return {name: entry.as_json() for name, entry in told.items() if entry}


class Difference(NamedTuple):
    """A record settled twice, where that parts, and what changes hands because of it.

    `divergence` is None where they never part. Each of the two settles what it can play: a hand it
    refuses a call of is counted as far as its lances were closed.
    """

    settlements: tuple[Settlement, Settlement]
    divergence: Divergence | None
    shifts: tuple[ChangedMovement, ...]

    @property
    def net(self) -> dict[str, int]:
        """How many stones more each side gets under the second rulebook, over all shifts."""
        before = [shift.before for shift in self.shifts]
        after = [shift.after for shift in self.shifts]
        sides = _sides(self.settlements)
        return {side: net_gain(after, side) - net_gain(before, side) for side in sides}

    @property
    def after(self) -> tuple[dict[str, int], dict[str, int]]:
        """The stones of each side under either rulebook, where its settlement ends."""
        first, second = (_last(settlement) for settlement in self.settlements)
        return first, second

    def as_json(self) -> Json:
        """The difference as `settle --diff --json` writes it, but for its sentences."""
        first, second = self.settlements
        return {
            "variants": [first.variant.id, second.variant.id],
            "same": self.divergence is None,
            **({"parting": self.divergence.as_json()} if self.divergence else {}),
            "changes": [shift.as_json() for shift in self.shifts],
            "net": self.net,
            "after": list(self.after),
            "winner": [settlement.winner for settlement in self.settlements],
            "loser": [settlement.loser for settlement in self.settlements],
        }


class _Paid(NamedTuple):
    """A movement and the turn it was made at: a call of the hand, or the count."""

    turn: int
    entry: Entry


def difference(replay: Replay, before: Variant, after: Variant) -> Difference:
    """Settle a record under two rulebooks and find where they part.

    A rulebook that refuses a call, or will not even let these players sit down, settles what
    comes before it.
    """
    settlements = (_settled(replay, before), _settled(replay, after))
    divergence: Divergence | None = None
    shifts: list[ChangedMovement] = []
    for first, second in zip(settlements[0].hands, settlements[1].hands, strict=False):
        if not (_begun(first) and _begun(second)):
            divergence = divergence or _refusal(first, second)
            break
        counted = (_counted(first), _counted(second))
        ledgers = _comparable((first, second), counted)
        divergence = divergence or _divergence(first, second, counted, ledgers)
        shifts += _shifts(first.number, *ledgers)
        if first.failure is not None or second.failure is not None:
            break
    if divergence is None:
        divergence = _nobody_sits(settlements)
    return Difference(settlements, divergence, tuple(shifts))


def _settled(replay: Replay, rules: Variant) -> Settlement:
    try:
        return settle(replay, variant=rules)
    except IllegalCall as refusal:
        return Settlement(replay, rules, (), (), Failure("illegal", "1", refusal.fault))


def _sides(settlements: Sequence[Settlement]) -> tuple[str, ...]:
    return next((s.hands[0].start.table.sides for s in settlements if s.hands), ())


def _begun(played: Played) -> bool:
    """Whether the hand could begin; one that could not carries the position before it."""
    return played.start.table.hand == played.number


def _counted(played: Played) -> Position:
    """The end of a hand; where a call was refused, the lances closed before it are counted."""
    if played.failure is None or played.end.lance == "end":
        return played.end
    return games.settle(played.end)[0]


def _last(settlement: Settlement) -> dict[str, int]:
    begun = [played for played in settlement.hands if _begun(played)]
    return _counted(begun[-1]).in_front() if begun else {}


def _decided(position: Position) -> bool:
    return bool(position.winner or position.loser)


# --- what can be compared ----------------------------------------------------------------


def _comparable(
    hands: tuple[Played, Played], counted: tuple[Position, Position]
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The two ledgers, so far as both were played: a lance one could not close is left out."""
    closed = [
        None if played.failure is None or _decided(played.end) else set(position.state.over)
        for played, position in zip(hands, counted, strict=True)
    ]

    def both(entry: Entry) -> bool:
        return all(lances is None or entry.lance in lances for lances in closed)

    first, second = (tuple(filter(both, position.ledger)) for position in counted)
    return first, second


def _paid(played: Played, ledger: Sequence[Entry]) -> list[_Paid]:
    """Each movement with the turn that made it."""
    made: list[int] = []
    for turn, step in enumerate(played.steps):
        made += [turn] * (len(step.after.ledger) - len(step.before.ledger))
    turns = dict(zip(map(id, played.end.ledger), made, strict=False))
    return [_Paid(turns.get(id(entry), AT_THE_COUNT), entry) for entry in ledger]


def _same(first: Entry | None, second: Entry | None) -> bool:
    return first is not None and second is not None and first[:6] == second[:6]


# --- where they part ---------------------------------------------------------------------


def _divergence(
    first: Played,
    second: Played,
    counted: tuple[Position, Position],
    ledgers: tuple[tuple[Entry, ...], tuple[Entry, ...]],
) -> Divergence | None:
    if first.start.in_front() != second.start.in_front():
        return Divergence("stones", str(first.number))
    found = _movement(first, second, ledgers)
    turn = found[0] if found else AT_THE_COUNT
    stopped = [played for played in (first, second) if played.failure is not None]
    halt = min((len(played.steps) for played in stopped), default=AT_THE_COUNT)
    if found and turn < halt:
        return found[1]
    if stopped and len({(len(p.steps), p.failure is None) for p in (first, second)}) > 1:
        return _refusal(first, second)
    if _decided(counted[0]) != _decided(counted[1]) and not stopped:
        under = int(_decided(counted[1]))
        # The count of the one stops where the other's goes on, and nothing else differs so far.
        if all(map(_same, *ledgers)):
            return Divergence("decided", f"{first.number}.{ledgers[under][-1].lance}", under)
    return found[1] if found else None


def _movement(
    first: Played, second: Played, ledgers: tuple[tuple[Entry, ...], tuple[Entry, ...]]
) -> tuple[int, Divergence] | None:
    """The first movement the two do not share, and its turn."""
    for left, right in zip_longest(_paid(first, ledgers[0]), _paid(second, ledgers[1])):
        if left and right and _same(left.entry, right.entry):
            continue
        turn = min(paid.turn for paid in (left, right) if paid)
        # What one pays later is not paid here.
        before = left.entry if left and left.turn == turn else None
        after = right.entry if right and right.turn == turn else None
        if turn == AT_THE_COUNT:
            return turn, _at_the_count(first, before, after)
        played = first if left and left.turn == turn else second
        spot, call = _spoken(played, turn)
        return turn, Divergence("movement", spot, call=call, before=before, after=after)
    return None


def _at_the_count(played: Played, before: Entry | None, after: Entry | None) -> Divergence:
    """A movement of the count, or two of the same lance; of two lances, the one counted first."""
    if before and after and before.lance != after.lance:
        order = games.game_of(played.end.variant.game).rules.phases.names
        if order.index(before.lance) < order.index(after.lance):
            after = None
        else:
            before = None
    entry = before or after
    assert entry is not None
    return Divergence("movement", f"{played.number}.{entry.lance}", before=before, after=after)


def _refusal(first: Played, second: Played) -> Divergence | None:
    """The call that one of the two refuses, or the game that is over before it."""
    pair = (first, second)
    refusing = [under for under in (0, 1) if pair[under].failure is not None]
    if not refusing:
        return None
    under = min(refusing, key=lambda each: len(pair[each].steps))
    played, failure = pair[under], pair[under].failure
    assert failure is not None
    if _begun(played) and _decided(played.end):
        place, call = _spoken(played, len(played.steps) - 1)
        return Divergence("decided", place, under, call, failure)
    return Divergence("refused", failure.place, under, failure.text, failure)


def _nobody_sits(settlements: tuple[Settlement, Settlement]) -> Divergence | None:
    """One rulebook under which these players cannot sit down at all."""
    for under, settlement in enumerate(settlements):
        if not settlement.hands and settlement.failure is not None:
            return Divergence(
                "refused", settlement.failure.place, under, failure=settlement.failure
            )
    return None


def _spoken(played: Played, turn: int) -> tuple[str, str]:
    """The place of a turn in the record, and the call that was said there."""
    said = [step.call for step in played.steps[: turn + 1] if step.call.seat != DECK]
    places = played.places
    if not said or len(said) > len(places):
        return str(played.number), ""
    return str(places[len(said) - 1]), write_call(said[-1])


# --- every stone -------------------------------------------------------------------------


def _shifts(
    hand: int, before: Sequence[Entry], after: Sequence[Entry]
) -> Iterator[ChangedMovement]:
    """The movements only one ledger has, those of the same lance and item beside each other."""
    left, right = list(before), list(after)
    for entry in before:
        twin = next((other for other in right if _same(entry, other)), None)
        if twin is not None:
            left.remove(entry)
            right.remove(twin)
    for entry in left:
        other = _counterpart(entry, right)
        if other is not None:
            right.remove(other)
        yield ChangedMovement(hand, entry, other)
    for entry in right:
        yield ChangedMovement(hand, None, entry)


def _counterpart(entry: Entry, others: Sequence[Entry]) -> Entry | None:
    """What is paid for the same thing under the other rulebook: to the same side, or another."""
    same = [other for other in others if (other.lance, other.item) == (entry.lance, entry.item)]
    if entry.src != BANK:
        same = [other for other in same if other.src == entry.src]
    return next((other for other in same if other.dst == entry.dst), next(iter(same), None))
