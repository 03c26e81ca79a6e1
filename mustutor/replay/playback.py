"""Play a record back, hand by hand: the good prefix, and the first fault.

One fold serves to verify, settle, show and play back. It never repairs: a call the rules refuse
stops it, and what was good before stays. A record may have gaps: lances nobody wrote down, cards
nobody saw, a call nobody remembers; those are named in `missing`, and what depends on them is
left unjudged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, SPOKEN, Call, dealt, read_call, served
from mustutor.cards import Card, canonical_cards, read_card
from mustutor.errors import Fault, IllegalCall, NotationError
from mustutor.games.mus_family.conduct import noted
from mustutor.games.mus_family.lances import DECLARED, PLAYED, TALKED
from mustutor.games.mus_family.talk import declared_by_cards
from mustutor.language import mark
from mustutor.position import Open, Position, Step, check_of
from mustutor.replay.course import Course
from mustutor.replay.format import Hand, Replay, Round
from mustutor.replay.stopped import (
    Failure,
    Forgotten,
    Stopped,
    call_taken_out,
    check_differs,
    closed_early,
    discard_missing,
    fault_of,
    forgotten,
    nobody_has_juego,
    wrong_round,
)
from mustutor.variant import Variant

__all__ = ["FORGOTTEN", "Failure", "Missing", "Played", "play_back"]

FORGOTTEN = "?"
OTHER_DECKS = ("8", "9")
"""Ranks of the Spanish deck that mus leaves out: such a card is known, but cannot be dealt."""
BETS = frozenset(("paso", "envido", "mas", "ordago"))
DECLARING = frozenset(("tengo", "no tengo"))
Place = tuple[int, str, int]
"""Where a call stands: the hand, the lance, the call, counted from 1."""


class Missing(NamedTuple):
    """Something the record does not tell, so that it could not be judged.

    `what` is ``lance``, ``call``, ``cards`` (of seats), ``stones`` (before a hand), or of the deal
    ``seed``, ``salts`` (of seats) or ``shuffle`` (one this program does not know).
    """

    place: str
    what: str
    seats: tuple[str, ...] = ()


class Played(NamedTuple):
    """A hand played back: from `start`, by its `steps`, to `end`, with what could not be judged."""

    number: int
    hand: Hand
    start: Position
    course: Course | tuple[Step, ...]
    end: Position
    open: tuple[Open, ...]
    missing: tuple[Missing, ...]
    failure: Failure | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every call and what the deck did, with the positions before and after it."""
        return self.course.steps() if isinstance(self.course, Course) else self.course

    @property
    def served(self) -> list[Step]:
        """The steps of the deck."""
        steps = self.course.kept() if isinstance(self.course, Course) else self.course
        return [step for step in steps if step.call.seat == DECK]

    @property
    def last(self) -> Position | None:
        """The position after the last step, before any card is shown; none without a step."""
        if isinstance(self.course, Course):
            return self.course.last
        return self.course[-1].after if self.course else None

    @property
    def forgotten(self) -> bool:
        """Whether a call is told as forgotten: nothing after it could be judged."""
        return any(gap.what == "call" for gap in self.missing)

    @property
    def settled(self) -> bool:
        """Whether its stones are known, though the talk before the lances may not be."""
        untold = [gap for gap in self.missing if gap.place.partition(".")[2] not in TALKED]
        return not untold and not self.open and self.failure is None

    @property
    def complete(self) -> bool:
        """Whether everything of the hand could be judged."""
        return not self.missing and not self.open and self.failure is None


def play_back(replay: Replay, variant: Variant, *, checks: bool = True) -> Iterator[Played]:
    """Play the hands of a record one after the other; the last may carry a failure.

    With `checks`, each call's check is compared with our position line.
    """
    position: Position | None = None
    for number, hand in enumerate(replay.hands, 1):
        started = _started(replay, variant, position, hand, number)
        if isinstance(started, Failure):
            if position is None:
                raise IllegalCall(started.fault)
            yield Played(number, hand, position, (), position, (), (), started)
            return
        played = _play_hand(started, hand, number, checks)
        yield played
        if played.failure is not None:
            return
        position = _carried(played)
        if position is None:
            return


def _started(
    replay: Replay, variant: Variant, before: Position | None, hand: Hand, number: int
) -> Position | Failure:
    place = str(number)
    try:
        if before is None:
            return games.start(
                variant,
                seats=replay.seats,
                mano=hand.mano,
                stones=replay.start,
                games=replay.games,
            )
        game = games.game_of(variant.game)
        manos = game.next_manos(before)
        if before.pots or not manos or hand.mano not in before.table.seats:
            return games.next_hand(before, mano=hand.mano if manos else "")
        if hand.mano not in manos:
            return Failure(
                "illegal",
                place,
                Fault(
                    "MUS-DLR-3",
                    mark("{mano} is written as mano; after the hand before, mano is {expected}."),
                    {"mano": hand.mano, "expected": " ".join(manos)},
                ),
                before,
            )
        return game.next_hand(before, hand.mano, None)
    except IllegalCall as refusal:
        return Failure("illegal", place, refusal.fault, before)


def _carried(played: Played) -> Position | None:
    """The position the next hand starts from: recomputed, or as stated where it could not be."""
    if played.settled:
        return played.end
    if played.hand.after is None:
        return None
    after: Mapping[str, int] = played.hand.after
    stones = tuple([after.get(side, 0) for side in played.end.table.sides])
    won = [movement["to"] for movement in played.hand.ledger or () if movement.get("wins_game")]
    return games.taken_up(played.end, stones, won[0] if won else "")


def _play_hand(start: Position, hand: Hand, number: int, checks: bool) -> Played:
    course = Course()
    position = start
    try:
        if hand.deal is not None and "cards" in hand.deal:
            position = _chance(position, course, _deal_call(start, hand), str(number))
        begun = ""
        for round_ in hand.rounds:
            if position.lance != round_.lance:
                position = _reach(position, round_, number, begun)
            position = _play_round(position, round_, number, course, checks)
            begun = round_.lance if round_.calls else ""
    except Stopped as stopped:
        return Played(number, hand, start, course, course.last or start, (), (), stopped.failure)
    except Forgotten as unknown:
        gap = Missing(unknown.place, "call")
        return Played(number, hand, start, course, course.last or start, (), (gap,), None)
    missing = _gaps(position, number)
    position, waiting = (position, ()) if position.lance == "end" else games.settle(position)
    return Played(number, hand, start, course, position, waiting, missing, None)


def _gaps(position: Position, number: int) -> tuple[Missing, ...]:
    lances = list(position.skipped)
    if position.lance in PLAYED:
        lances += PLAYED[PLAYED.index(position.lance) :]
    elif position.lance not in ("end", "showdown"):
        lances += (position.lance, *(PLAYED if position.lance in TALKED else ()))
    gaps = [Missing(f"{number}.{lance}", "lance") for lance in lances]
    unseen = tuple([seat for seat in position.order if position.hand_of(seat) is None])
    if unseen:
        gaps.append(Missing(str(number), "cards", unseen))
    return tuple(gaps)


def _deal_call(position: Position, hand: Hand) -> Call:
    cards = {
        seat: _read_cards(hand.cards[seat], str(position.table.hand), seat) for seat in hand.cards
    }
    spoken = hand.rounds[0].lance if hand.rounds else ""
    kept = bool(position.variant.rules["deal.forced_discard"]) and spoken != "descarte"
    return dealt(cards, kept=kept)


def _read_cards(texts: list[str], place: str, seat: str) -> tuple[Card, ...]:
    known = canonical_cards(texts)
    if known is not None:
        return known
    cards = []
    for text in texts:
        try:
            cards.append(read_card(text))
        except NotationError as problem:
            raise Stopped(
                Failure(
                    "misdealt" if text[:1] in OTHER_DECKS else "unreadable",
                    place,
                    fault_of(problem),
                    None,
                    f"{seat} {text}",
                )
            ) from None
    return tuple(cards)


def _chance(position: Position, course: Course, call: Call, place: str) -> Position:
    fault = games.why_not(position, call)
    if fault is not None:
        raise Stopped(Failure(fault.verdict, place, fault, position))
    after = games.game_of(position.table.variant.game).play(position, call)
    course.add(position, call, after)
    return after


def _reach(position: Position, round_: Round, number: int, begun: str) -> Position:
    """The position at the start of a recorded round, over what was not written down.

    `begun` is the round before it, where that has calls: one that is not over cannot be left.
    """
    later = games.skip_to(position, round_.lance) if position.lance != begun else None
    if later is not None:
        if round_.lance == "punto":
            nobody_has_juego(later, number)
        return later
    return wrong_round(position, round_, number)


def _play_round(
    position: Position, round_: Round, number: int, course: Course, checks: bool
) -> Position:
    recorded = round_.checks if checks else None
    lance, calls = round_.lance, round_.calls
    game = games.game_of(position.table.variant.game)
    if position.state.auction is None and lance in DECLARED:
        position = _declarations(position, calls)
    index = 0
    around: tuple[str, str] | None = None
    while index < len(calls):
        text = calls[index]
        index += 1
        place = (number, lance, index)
        call = _call(position, text, place)
        if call.verb == FORGOTTEN:
            forgotten(recorded, index - 1, position, _told(place), text)
        heard_as = game.heard(position, call) if call.verb == "mas" else call
        after = _played(position, heard_as, place, text)
        course.add(position, heard_as, after)
        if recorded is not None:
            # While a lance is declared and bet, the line changes in the middle alone.
            goes_on = after.lance == lance and lance not in TALKED
            around = (around or position.around()) if goes_on else after.around()
            line = after.between(*around)
            if recorded[index - 1 : index] != (check_of(line),):
                check_differs(recorded, index - 1, after, _told(place), text)
        position = after
    if recorded is not None and (len(recorded) > len(calls) or not calls):
        call_taken_out(recorded, position, _told((number, lance, len(calls) + 1)))
    if lance == "descarte":
        position = _serve(position, round_, number, course)
    return position


def _told(place: Place) -> str:
    """The place of a call as failures name it: hand, lance, call."""
    number, lance, index = place
    return f"{number}.{lance}.{index}"


def _call(position: Position, text: str, place: Place) -> Call:
    """What was said, where it can be read and the lance is not over."""
    try:
        call = read_call(text)
    except NotationError as problem:
        fault = fault_of(problem)
        raise Stopped(Failure("unreadable", _told(place), fault, position, text)) from None
    if position.lance != place[1]:
        closed_early(position, place[1], _told(place), text)
    return call


def _played(position: Position, call: Call, place: Place, text: str) -> Position:
    """The position after a call, if the rules allow it."""
    game = games.game_of(position.table.variant.game)
    spoken = call.verb in SPOKEN
    fault = (games.why_not if spoken else game.why_not)(position, call)
    if fault is not None:
        raise Stopped(Failure(fault.verdict, _told(place), fault, position, text))
    return noted(position, call) if spoken else game.play(position, call)


def _declarations(position: Position, calls: tuple[str, ...]) -> Position:
    """Make the declarations a record with all the cards may leave out; all of them, or none."""
    if position.said or (calls and not _begins_with_a_bet(calls)):
        return position
    declared = declared_by_cards(position, games.apply)
    if declared is None:
        return position
    # A call that is no bet of this lance is judged where the declarations should stand.
    return declared if not calls or declared.lance == position.lance else position


def _begins_with_a_bet(calls: tuple[str, ...]) -> bool:
    """Whether the first call, but for signals and talk, is of the betting, and none declares."""
    try:
        if read_call(calls[0]).verb in DECLARING:
            return False
        verbs = [verb for text in calls if (verb := read_call(text).verb) not in SPOKEN]
    except NotationError:
        return False
    return verbs[:1] != [] and verbs[0] in BETS and DECLARING.isdisjoint(verbs)


def _serve(position: Position, round_: Round, number: int, course: Course) -> Position:
    place = f"{number}.descarte"
    draws = round_.draws
    if position.lance != "descarte" or position.speaker != DECK:
        if draws and position.lance == "descarte":
            discard_missing(position, place)
        if draws:
            fault = Fault(
                "MUS-DISC-4", mark("Cards are served here, and nobody waits for any."), {}
            )
            raise Stopped(Failure("misdealt", place, fault, position))
        return position
    cards = {seat: _read_cards(texts, place, seat) for seat, texts in (draws or {}).items()}
    return _chance(position, course, served(cards), place)
