"""Random legal matches: to test the engine, to fill an archive, to practise on.

One seed decides everything, on every machine alike: the deals by the shuffle of the replay
format, the choices by `random.Random`, whose sequence Python guarantees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from mustutor import games
from mustutor.base.errors import Fault, IllegalCall, WrongKind, expect, seats_given
from mustutor.base.json_text import Json, digest
from mustutor.base.language import mark
from mustutor.games import random_call
from mustutor.model.calls import DECK, Call, deal_call, serve_call
from mustutor.model.cards import ALGORITHM, Pack, commitment_to, fresh_pack
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant
from mustutor.replay.format import Hand, Replay
from mustutor.replay.writer import recorded_hand, recorded_match

MOST_SEATS = 8
"""No rulebook is for more."""
LONGEST_SEED = 4_096
"""The bits of a number that is written in tens."""

_NOT_SO_MANY = mark("{variant} is usually played by {usual}, and cannot be played by {number}.")
_NO_SEED = mark("A seed is a whole number or a text, not {kind}.")
_NO_COUNT = mark("Matches and their hands are counted in whole numbers from 1 on.")

Speak = Callable[[Position, Sequence[Step]], Call]
"""A function that chooses the call of the speaker at a position, given the steps so far."""


class AtRandom:
    """A speaker of random legal calls; after many calls in a lance it stops raising."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._spoken, self._lance = 0, ""

    def __call__(self, position: Position, _: Sequence[Step]) -> Call:
        """Say one of the calls that are legal now."""
        self._spoken = self._spoken + 1 if position.lance == self._lance else 0
        self._lance = position.lance
        return random_call(position, self._random, self._spoken)


def play_hand(start: Position, pack: Pack, speak: Speak) -> tuple[list[Step], Position]:
    """Play a hand on a shuffled deck with the calls of `speak`; returns steps and end.

    Raises IllegalCall if `speak` chooses an illegal call.
    """
    game = games.game_of(start.table.variant.game)
    hands, pack = game.chance.deal(start, pack)
    made = games.step_of(game, game.chance.with_stock(start, pack), deal_call(hands))
    if isinstance(made, Fault):
        raise IllegalCall(made)
    return play_on([made], pack, speak)


def play_on(steps: list[Step], pack: Pack, speak: Speak) -> tuple[list[Step], Position]:
    """Play a hand on after these steps, with what is left of the pack; the steps become more.

    Raises IllegalCall if `speak` chooses an illegal call.
    """
    position = steps[-1].after
    game = games.game_of(position.variant.game)
    while position.lance != "end":
        if position.lance == "showdown":
            return steps, game.rules.settle(position)[0]
        if position.speaker == DECK:
            hands, left = game.chance.serve(position, pack)
            assert left is not None, "every card of a simulated hand is known"
            pack, call = left, serve_call(hands)
        else:
            call = speak(position, steps)
        made = games.step_of(game, position, call)
        if isinstance(made, Fault):
            raise IllegalCall(made)
        steps.append(made)
        position = made.after
    return steps, position


def seats_for(variant: Variant, seats: int | Iterable[str]) -> tuple[str, ...]:
    """The seats of a table: the names given, or as many as asked (the usual number for 0).

    Raises IllegalCall if this variant is not played by that number.

    >>> from mustutor.model.variant import load_variant
    >>> seats_for(load_variant("encaje"), 3), seats_for(load_variant("madrid"), "A1 B1 A2 B2")
    (('A', 'B', 'C'), ('A1', 'B1', 'A2', 'B2'))
    """
    game = games.game_of(variant.game)
    if type(seats) is int:
        names, number = game.rules.seats(variant, min(max(seats, 0), MOST_SEATS)), seats
    else:
        names = seats_given(seats)
        number = len(names)
    if not names or number not in (0, len(names)):
        usual = len(game.rules.seats(variant, 0))
        evidence = {"variant": variant.id, "usual": usual, "number": number}
        raise IllegalCall(Fault(game.words.cited.seats, _NOT_SO_MANY, evidence))
    return names


def seed_text(seed: object) -> str:
    """A seed as the text that everything drawn from it begins with; raises WrongKind."""
    expect(seed, (int, str), _NO_SEED)
    if type(seed) is int and seed.bit_length() > LONGEST_SEED:
        return hex(seed)  # Python writes no longer ones in tens
    return str(seed).encode("utf-8", "backslashreplace").decode()


def match(
    variant: Variant | str,
    *,
    seats: int | Iterable[str] = 0,
    hands: int = 1,
    seed: int | str = 1,
    number: int = 1,
    speak: Speak | None = None,
) -> Replay:
    """Play and record one match: at most `hands` hands, or to the end of the match.

    `variant` may be an id; `seats` are names, or their number (the usual number for 0). Without
    `speak` the calls are random. `number` distinguishes the matches of one seed. The same seed
    gives the same match as `mustutor replay simulate`, on every machine.

    >>> match("encaje", seats=3, hands=2, seed=7)
    <Replay encaje A B C, hands: 2>
    """
    variant, seed = load_variant(variant), seed_text(seed)
    if type(hands) is not int or hands < 1 or type(number) is not int:
        raise WrongKind(_NO_COUNT)
    names, game = seats_for(variant, seats), games.game_of(variant.game)
    random = Random(f"{seed}:{number}")
    # Players are interchangeable, so seats and mano are random.
    first = game.chance.first_mano(names, random.random())
    start = position = games.start(variant, seats=names, mano=first)
    records: list[Hand] = []
    while True:
        secret = digest(f"{seed}:{number}:{len(records) + 1}")
        nonce = f"{number}.{len(records) + 1}"
        pack = fresh_pack(game.chance.pack(position), secret, nonce)
        steps, end = play_hand(position, pack, speak or AtRandom(random))
        told = recorded_shuffle(position, secret, nonce)
        records.append(recorded_hand(steps, end, mano=position.mano, deal=told))
        manos = games.next_manos(end)
        if len(records) >= hands or not manos:
            return recorded_match(variant, start, records)
        mano = manos[int(random.random() * len(manos))]
        position = games.next_hand(end, mano=mano)


def recorded_shuffle(start: Position, secret: str, nonce: str) -> Json:
    """The recorded shuffle of a hand, with the commitment to its seed."""
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
