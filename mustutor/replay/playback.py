"""Play a record back, hand by hand: the good prefix, and the first fault.

One fold serves to verify, settle, show and play back: a `Player` for each hand. A record may have
gaps: lances nobody wrote down, cards nobody saw, a call nobody remembers; those are named in
`missing`, and what depends on them is left unjudged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK
from mustutor.errors import Fault, IllegalCall
from mustutor.language import mark
from mustutor.position import Open, Position, Step, WouldEnd
from mustutor.replay.failure import Failure, Missing
from mustutor.replay.format import Hand, Replay
from mustutor.replay.place import Place, read_place
from mustutor.replay.player import Player
from mustutor.variant import Variant

__all__ = ["Played", "play_back", "play_hand", "player_of"]


class Played(NamedTuple):
    """A hand played back: from `start`, by its `steps`, to `end`, with what could not be judged.

    The steps are every call and what the deck did, with the positions before and after it. Before
    a failure, or a call nobody remembers, the lances that are closed are settled.
    """

    number: int
    hand: Hand
    start: Position
    steps: tuple[Step, ...]
    end: Position
    open: tuple[Open, ...]
    missing: tuple[Missing, ...]
    failure: Failure | None

    @property
    def served(self) -> list[Step]:
        """The steps of the deck."""
        return [step for step in self.steps if step.call.seat == DECK]

    @property
    def calls(self) -> list[Step]:
        """The steps of the players."""
        return [step for step in self.steps if step.call.seat != DECK]

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the recorded calls, in order, those after a failure among them."""
        return tuple(self.hand.places(self.number))

    @property
    def last(self) -> Position | None:
        """The position after the last step, before any card is shown; none without a step."""
        return self.steps[-1].after if self.steps else None

    @property
    def decided(self) -> str:
        """The side the game was decided for, won or lost; nothing where it is not certain."""
        return self.end.winner or self.end.loser

    @property
    def would_end(self) -> WouldEnd | None:
        """The end of the game that hangs on what the record leaves out."""
        return self.end.would_end

    @property
    def forgotten(self) -> bool:
        """Whether a call is told as forgotten: nothing after it could be judged."""
        return any(gap.what == "call" for gap in self.missing)

    @property
    def settled(self) -> bool:
        """Whether its stones are known, though the talk before the lances may not be."""
        places = (read_place(gap.place) for gap in self.missing)
        talked = games.game_of(self.end.variant.game).phases.talked
        told = all(place is not None and place.round in talked for place in places)
        return told and not self.open and self.failure is None

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
        played = play_hand(started, hand, number, checks=checks)
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
                    game.cited.mano,
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


def player_of(start: Position, hand: Hand) -> Player:
    """Who hears a recorded hand, when it is dealt."""
    deal = hand.deal or {}
    claimed = [call for round_ in hand.counting for call in round_.calls] if hand.counting else None
    player = Player(games.told(start, deal, claimed) if deal or hand.counting else start)
    begins = hand.rounds[0].lance if hand.rounds else ""
    if "cards" in deal:
        player.deal(hand.cards, kept=games.game_of(start.variant.game).keeps(start.variant, begins))
    return player


def play_hand(start: Position, hand: Hand, number: int, *, checks: bool = True) -> Played:
    """Play one hand of a match back from the position it started from."""
    player = player_of(start, hand)
    start = player.start
    for round_ in hand.rounds:
        if player.play(round_, checks=checks).failure is not None or player.unjudged:
            break
    steps = tuple(player.steps)
    missing = player.missing if player.failure is None else ()
    return Played(number, hand, start, steps, *player.settled, missing, player.failure)
