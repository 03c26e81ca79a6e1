"""Judge what can be judged of a record with gaps: nothing passes for being unreadable.

After a call nobody remembers, every word that fits is tried: what no word allows cannot have been,
and stones that no word leads to were not paid. Of a hand that begins nobody knows with how many
stones, the calls, the seats and the cards are judged, and what it states of its stones by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.base.register import traits
from mustutor.games.failure import Failure, Missing, read_place
from mustutor.model.calls import DECK, FORGOTTEN
from mustutor.model.position import Position
from mustutor.referee.fields import wrong_alone
from mustutor.referee.possible import STAKED, SearchBudget, branches_of
from mustutor.referee.statements import ledger_differs
from mustutor.replay.format import Hand, Replay
from mustutor.replay.playback import Played, play_hand

Judge = Callable[[Played], Failure | None]
MOST_SILENT = 3
"""So often somebody may turn out to have had fewer stones than was thought."""


def fault_despite_gap(played: Played, judge: Judge, work: SearchBudget) -> Failure | None:
    """The fault of what follows a forgotten call, if no possible call there avoids one.

    `judge` finds the fault of a hand that is whole. Where not every word could be tried, only
    what no word excuses is a fault.
    """
    fault = wrong_alone(played.hand, played.number, played.start)
    if fault is not None or "lances" not in traits(played.start.variant.game):
        return fault  # where cards are played, not every word can be tried
    found = branches_of(played, work)
    if not found.branches:
        if found.refused is None or not found.exhaustive or _trails_off(played, found.refused):
            return None
        return found.refused
    faults = [judge(branch.played) for branch in found.branches]
    return None if None in faults or not found.exhaustive else faults[0]


def _trails_off(played: Played, refused: Failure) -> bool:
    """Whether a lance stops with a forgotten call, and what comes next wants more words of it.

    Who does not remember the last call of a lance need not remember those after it.
    """
    missed = read_place(refused.place)
    for place, text in zip(played.places, played.hand.calls, strict=True):
        if missed is not None and place._replace(call=place.call + 1) == missed:
            return text.endswith(FORGOTTEN) and missed not in played.places
    return False


def alternative_starts(before: Played, played: Played, *, later: bool) -> Iterator[Played]:
    """The other ways in which a hand may have begun, where its stones alone are stated.

    A deal that counted for nothing, a game that had just begun, or one that was won without stones
    in the hand `before`, nobody can tell from stones. In a hand `later` than one with stones nobody
    knows, the games won are not known either, and with them the line that checks are of.
    """
    start, table = played.start, played.start.table
    first = table.hand_of_game
    places = [first, first - 1, 1, 2] if "target" in traits(table.variant.game) else [first]
    for place in dict.fromkeys(places):
        begun = start._replace(table=table._replace(hand_of_game=place))
        if place > 0:
            yield play_hand(begun, played.hand, played.number, checks=not later)
    after = before.hand.after
    for side in table.sides if after is not None else ():
        stones = tuple([(after or {}).get(one, 0) for one in table.sides])
        won = games.resume_with(before.end, stones, side)
        try:
            begun = games.game_of(table.variant.game).rules.next_hand(won, played.hand.mano, None)
        except IllegalCall:
            continue
        yield play_hand(begun, played.hand, played.number, checks=not later)


def stones_unknown(later: Sequence[Played]) -> Iterator[Missing]:
    """Name the hands that begin with stones nobody knows; where it stays so, the first of them."""
    unknown = [played.start.table.before == "unknown" for played in later]
    at = len(later)
    while at and unknown[at - 1]:
        at -= 1
    for played, so in zip(later[:at], unknown, strict=False):
        if so:
            yield Missing(str(played.number), "stones_before")
    if later[at:]:
        yield Missing(str(later[at].number), "stones")


def without_stones(replay: Replay, played: Played) -> Failure | None:
    """The fault a hand has for any stones at its beginning, where these are unknown."""
    hand, number, variant = played.hand, played.number, played.start.variant
    try:
        start = games.start(variant, seats=replay.seats, mano=hand.mano)
    except IllegalCall as refusal:
        return Failure("illegal", str(number), refusal.fault)
    more = sum((replay.start or {}).values()) - sum(start.accounts().values())
    start = start._replace(table=start.table._replace(hand=number), out=max(more, 0))
    fault = wrong_alone(hand, number, start)
    if fault is not None:
        return fault
    game_traits = traits(variant.game)
    if "target" in game_traits:
        return _whatever_was_collected(start, hand)
    if "own_stones" in game_traits:
        return _whatever_each_had(start, hand)
    # What may be played hangs on what nobody knows: the cards alone are judged.
    return play_hand(start, hand._replace(rounds=()), number).failure


def _whatever_was_collected(start: Position, hand: Hand) -> Failure | None:
    """The fault of a hand before which each side had collected some stones, enough or not.

    Whether a game had just begun is not known either: a fault is what both find. The ledger may
    end where the game was won.
    """
    nothing = (0,) * len(start.stones)
    faults = []
    for place in (2, 1):
        table = start.table._replace(hand_of_game=place, before="unknown")
        begun = start._replace(table=table, stones=nothing)
        played = play_hand(begun, hand, table.hand, checks=False)
        faults.append(played.failure or (_ledger_parts(played) if played.complete else None))
    return faults[0] if None not in faults else None


def _ledger_parts(played: Played) -> Failure | None:
    """Where a recorded ledger parts from ours; it may end where somebody has won by it."""
    hand, target = played.hand, played.start.variant.number("score.target")
    told = len(hand.ledger or ())
    if hand.after is None or max(hand.after.values(), default=0) >= target:
        end = played.end._replace(ledger=played.end.ledger[:told])
        played = played._replace(end=end)
    return ledger_differs(played)


def _whatever_each_had(start: Position, hand: Hand) -> Failure | None:
    """The fault of a hand before which each had some stones in front, or had left the game.

    Everybody is given all the stones there are, so that no stake is too high. Who should speak
    then, and does not, has none left: as many as he had paid by then are enough to say so.
    """
    table = start.table
    everything = sum(start.accounts().values())
    had = dict.fromkeys(table.sides, everything)
    failure: Failure | None = None
    for _ in range(MOST_SILENT * len(had)):
        try:
            begun = games.start(table.variant, seats=table.seats, mano=hand.mano, stones=had)
        except IllegalCall as refusal:
            return failure or Failure("illegal", str(table.hand), refusal.fault)
        begun = begun._replace(table=begun.table._replace(hand=table.hand, before="unknown"))
        played = play_hand(begun, hand, table.hand, checks=False)
        failure = played.failure
        if failure is None or failure.position is None:
            return failure
        silent = failure.position.speaker
        if silent in ("", DECK) or (failure.call is not None and failure.call.seat == silent):
            return failure
        enough = had[silent] - failure.position.stones_of(silent) + _seen(played, silent)
        if enough >= had[silent]:
            return failure
        had[silent] = enough
    return failure


def _seen(played: Played, seat: str) -> int:
    """The stake a seat has seen in the lance under way, and not paid yet."""
    assert played.failure is not None
    assert played.failure.position is not None
    stake = seen = 0
    for step in played.steps:
        if step.before.lance != played.failure.position.lance:
            continue
        if step.call.verb in STAKED:
            stake = step.call.stones
        elif step.call.seat == seat:
            seen = stake if step.call.verb == "quiero" else 0
    return seen
