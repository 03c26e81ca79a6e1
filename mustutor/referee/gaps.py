"""What can still be judged where a record has gaps: nothing passes because it could not be read.

After a call nobody remembers, every word that fits is tried: what no word allows cannot have been,
and stones that no word leads to were not paid. Of a hand that begins nobody knows with how many
stones, the calls, the seats and the cards are judged, and what it states of its stones by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mustutor import games
from mustutor.calls import FORGOTTEN
from mustutor.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.language import mark
from mustutor.ledger import BANK, OUT, POT
from mustutor.position import Position
from mustutor.referee.possible import Work, branches_of
from mustutor.register import part, traits
from mustutor.replay.failure import Failure, fault_of
from mustutor.replay.format import Hand, Replay
from mustutor.replay.place import read_place
from mustutor.replay.playback import Played, play_hand
from mustutor.variant import Variant

Judge = Callable[[Played], Failure | None]


def after_a_gap(played: Played, judge: Judge, work: Work) -> Failure | None:
    """The fault of what follows a forgotten call, whatever was said there.

    `judge` finds the fault of a hand that is whole. Where not every word could be tried, only
    what no word excuses is a fault.
    """
    fault = _misspelt(played.hand, played.number, played.start)
    if fault is not None:
        return fault
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
    calls = [call for round_ in played.hand.rounds for call in round_.calls]
    for place, text in zip(played.places, calls, strict=True):
        if missed is not None and place._replace(call=place.call + 1) == missed:
            return text.endswith(FORGOTTEN) and missed not in played.places
    return False


def without_stones(replay: Replay, variant: Variant, first: int) -> Failure | None:
    """The first fault of the hands from `first` on, that begin with stones nobody knows."""
    for number, hand in enumerate(replay.hands[first - 1 :], first):
        fault = _by_itself(replay, variant, hand, number)
        if fault is not None:
            return fault
    return None


def _by_itself(replay: Replay, variant: Variant, hand: Hand, number: int) -> Failure | None:
    try:
        start = games.start(variant, seats=replay.seats, mano=hand.mano)
    except IllegalCall as refusal:
        return Failure("illegal", str(number), refusal.fault)
    table = start.table._replace(hand=number)
    fault = _misspelt(hand, number, start) or _misnamed(hand, number, start)
    if fault is not None:
        return fault
    if "target" not in traits(variant.game):
        # What may be staked hangs on the stones: the cards alone are judged.
        dealt = play_hand(start._replace(table=table), hand._replace(rounds=()), number)
        return dealt.failure
    # Whether a game has just begun is not known either: a fault is what both find.
    faults = [
        play_hand(
            start._replace(table=table._replace(hand_of_game=place)), hand, number, checks=False
        ).failure
        for place in (2, 1)
    ]
    return faults[0] if None not in faults else None


def _misspelt(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first call that is none, or of a seat the table has not."""
    seats, cited = start.table.seats, games.cited(start.variant)
    texts = [call for round_ in hand.rounds for call in round_.calls]
    for place, text in zip(hand.places(number), texts, strict=True):
        try:
            call = games.read_call(text, start.variant)
        except NotationError as problem:
            return Failure("unreadable", str(place), fault_of(problem), text=text)
        if call.seat not in seats:
            fault = no_such_seat(call.seat, seats, cited.seats)
            return Failure("illegal", str(place), fault, text=text)
    return None


def _misnamed(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first movement between accounts this table has not, or of a round the game has not."""
    rounds = part(start.variant.game, "PHASES").names
    for place, movement in enumerate(hand.ledger or (), 1):
        for account in _strange(movement["from"], movement["to"], start):
            sentence = mark("There is no {account} at this table to pay or to be paid.")
            fault = Fault("", sentence, {"account": account})
            return Failure("unsettled", f"{number}.ledger.{place}", fault)
        if movement["lance"] not in rounds:
            sentence = mark("{lance} is no round of this game, and pays nothing.")
            fault = Fault("", sentence, {"lance": movement["lance"]})
            return Failure("unsettled", f"{number}.ledger.{place}", fault)
    return None


def _strange(src: str, dst: str, start: Position) -> Iterator[str]:
    known = {*start.table.sides, OUT, BANK}
    for account in (src, dst):
        if account not in known and not account.startswith(POT):
            yield account
