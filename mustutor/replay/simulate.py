"""Random legal matches: to try the engine, to fill an archive, to practise on.

Everything random comes from one seed, in the same way on every machine: the deals by the
shuffle of the replay format, the choices by the one generator Python promises to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from mustutor import games
from mustutor.base.errors import Fault, IllegalCall
from mustutor.base.json_text import Json, digest
from mustutor.games import random_call
from mustutor.model.calls import DECK, Call, deal_call, serve_call
from mustutor.model.position import Position, Step
from mustutor.model.shuffle import ALGORITHM, Pack, commitment_to, fresh_pack
from mustutor.model.variant import Variant
from mustutor.replay.format import Hand, Replay
from mustutor.replay.writer import recorded_hand, recorded_match

Speak = Callable[[Position, Sequence[Step]], Call]
"""Who says what: the call of whoever speaks, at a position that these steps have led to."""


class AtRandom:
    """Says legal calls at random; after many in a lance nobody raises any more."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._spoken, self._lance = 0, ""

    def __call__(self, position: Position, _: Sequence[Step]) -> Call:
        """Say one of the calls that are legal now."""
        self._spoken = self._spoken + 1 if position.lance == self._lance else 0
        self._lance = position.lance
        return random_call(position, self._random, self._spoken)


def play_hand(start: Position, pack: Pack, speak: Speak) -> tuple[list[Step], Position]:
    """Play a hand on a shuffled deck, its calls as `speak` has them; gives steps and end.

    Raises IllegalCall where it says what the rules refuse.
    """
    game, steps = games.game_of(start.table.variant.game), list[Step]()
    hands, pack = game.chance.deal(start, pack)
    position, call = game.chance.with_stock(start, pack), deal_call(hands)
    while True:
        made = games.step_of(game, position, call)
        if isinstance(made, Fault):
            raise IllegalCall(made)
        steps.append(made)
        position = made.after
        if position.lance == "end":
            return steps, position
        if position.lance == "showdown":
            return steps, game.rules.settle(position)[0]
        if position.speaker == DECK:
            hands, left = game.chance.serve(position, pack)
            assert left is not None, "every card of a simulated hand is known"
            pack, call = left, serve_call(hands)
        else:
            call = speak(position, steps)


def match(
    variant: Variant,
    *,
    seats: int | Sequence[str],
    hands: int,
    seed: str,
    number: int = 1,
    speak: Speak | None = None,
) -> Replay:
    """Play and record one match: at most so many hands, or to the end of the session.

    Without anybody to `speak` the calls are random. `number` tells the matches of one seed apart.
    """
    game = games.game_of(variant.game)
    names = game.rules.seats(variant, seats) if isinstance(seats, int) else tuple(seats)
    random = Random(f"{seed}:{number}")
    # Nobody in particular sits down, so chance seats them all, and mano with them.
    first = game.chance.first_mano(names, random.random())
    start = position = games.start(variant, seats=names, mano=first)
    records: list[Hand] = []
    while True:
        secret = digest(f"{seed}:{number}:{len(records) + 1}")
        nonce = f"{number}.{len(records) + 1}"
        pack = fresh_pack(game.chance.pack(position), secret, nonce)
        steps, end = play_hand(position, pack, speak or AtRandom(random))
        told = shuffle_told(position, secret, nonce)
        records.append(recorded_hand(steps, end, mano=position.mano, deal=told))
        manos = games.next_manos(end)
        if len(records) >= hands or not manos:
            return recorded_match(variant, start, records)
        mano = manos[int(random.random() * len(manos))]
        position = games.next_hand(end, mano=mano)


def shuffle_told(start: Position, secret: str, nonce: str) -> Json:
    """What a record says of the deal of a hand: its shuffle, with the commitment to the seed."""
    table = start.table
    commit = commitment_to(
        secret,
        digest=table.variant.digest,
        seats=table.seats,
        mano=start.mano,
        hand=table.hand,
        nonce=nonce,
    )
    shuffle = {"algorithm": ALGORITHM, "commit": commit, "seed": secret, "nonce": nonce}
    return {"source": "shuffled", "shuffle": shuffle}


def matches(variant: Variant, *, seats: int, count: int, hands: int, seed: str) -> Iterator[Replay]:
    """Play and record random matches, one after the other."""
    for number in range(1, count + 1):
        yield match(variant, seats=seats, hands=hands, seed=seed, number=number)
