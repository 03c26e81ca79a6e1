"""The deck of a recorded hand: the cards as they are told, or shuffled again by the seed.

Where a record tells the very cards that its shuffle makes, those of the shuffle are taken: there
is nothing to read in them, and nothing to find wrong. Where it tells others, in another order or
not all, the dealer gives up: a `Player` reads them as they stand, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable

from mustutor import games
from mustutor.calls import Call, dealt, served
from mustutor.errors import Fault
from mustutor.games import Hands
from mustutor.position import Position, Step
from mustutor.replay.failure import Failure, hands_read
from mustutor.replay.format import NOTHING, Hand, Json
from mustutor.shuffle import ALGORITHMS, Pack, fresh_pack

_made = tuple.__new__


def shuffled_again(start: Position, shuffle: Json) -> tuple[Hands, Pack]:
    """The hands a shuffle deals, and the stock left, by its seed, nonce and table's words."""
    seeds = (shuffle["seed"], shuffle.get("nonce", ""), shuffle.get("table_seed", ""))
    game = games.game_of(start.table.variant.game)
    pack = fresh_pack(game.pack(start), *seeds, algorithm=shuffle["algorithm"])
    return game.deal(start, pack)


def known(shuffle: Json) -> bool:
    """Whether a shuffle can be made again: its seed is told, and its algorithm is one of ours."""
    return "seed" in shuffle and shuffle["algorithm"] in ALGORITHMS


class Dealer:
    """Who deals and serves a recorded hand that is told whole; `steps` are what he did.

    Where the hand can be `shuffled` again, it is from there that he deals.
    """

    __slots__ = ("_game", "_pack", "_rounds", "_told", "shuffled", "steps")

    def __init__(self, game: games.Game, hand: Hand) -> None:
        self._game, self._rounds = game, hand.rounds
        self._told = told = hand.deal or NOTHING
        self.shuffled = "shuffle" in told and "held" not in told and known(told["shuffle"])
        self._pack: Pack | None = None
        self.steps: list[Step] = []

    def deal(self, start: Position) -> Position | None:
        """The position once the cards are dealt; None where they are not as they should be."""
        told, game = self._told, self._game
        if self.shuffled:
            made = shuffled_again(start, told["shuffle"])
            return self._as_shuffled(start, dealt, made, told.get("cards", NOTHING))
        if "cards" not in told:
            return start
        begins = self._rounds[0].lance if self._rounds else ""
        read = hands_read(told["cards"], game.deck, "")
        if isinstance(read, Failure):
            return None
        return self._done(start, dealt(read, kept=game.keeps(start.table.variant, begins)))

    def serve(self, position: Position, draws: Json) -> Position | None:
        """The position once the discards are served; None where they are not as they should be."""
        if self._pack is None:
            read = hands_read(draws, self._game.deck, "")
            return None if isinstance(read, Failure) else self._done(position, served(read))
        return self._as_shuffled(position, served, self._game.serve(position, self._pack), draws)

    def _as_shuffled(
        self,
        position: Position,
        does: Callable[[Hands], Call],
        made: tuple[Hands, Pack | None],
        told: Json,
    ) -> Position | None:
        """The position once the deck did what the shuffle makes of it, and the record tells."""
        hands, self._pack = made
        if self._pack is None or told != {seat: list(cards) for seat, cards in hands.items()}:
            return None
        call = does({seat: hands[seat] for seat in told})
        if not self._pack.cards:  # perhaps there were not enough for everybody
            return self._done(position, call)
        after = self._game.play(position, call)
        self.steps.append(_made(Step, (position, call, after)))
        return after

    def _done(self, position: Position, call: Call) -> Position | None:
        made = games.step_of(self._game, position, call)
        if isinstance(made, Fault):
            return None
        self.steps.append(made)
        return made.after
