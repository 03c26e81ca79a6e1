"""Random legal matches: to try the engine, to fill an archive, to practise on.

Everything random comes from one seed, in the same way on every machine: the deals by the
shuffle of the replay format, the choices by the one generator Python promises to keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from mustutor import games
from mustutor.calls import DECK, Call, dealt, served
from mustutor.games.mus_family.seating import by_lot
from mustutor.position import Option, Position, Step
from mustutor.replay.format import Hand, Json, Replay
from mustutor.replay.record import recorded_hand, recorded_match
from mustutor.replay.seal import digest
from mustutor.shuffle import ALGORITHM, Pack, deal, fresh_pack, serve
from mustutor.variant import Variant

SEATS = "ABCDEFGH"
TEAMS = {"pairs": ("A1", "B1", "A2", "B2"), "trios": ("A1", "B1", "A2", "B2", "A3", "B3")}
LONGEST_LANCE = 40
"""After so many calls in a lance nobody raises any more, so that every hand ends."""

LIKELY = {
    "paso": 3,
    "no quiero": 5,
    "quiero": 3,
    "envido": 2,
    "subo": 1,
    "mus": 2,
    "corto": 1,
    "tengo": 1,
    "no tengo": 1,
    "descarto": 9,
    "servido": 1,
    "ordago": 0.1,
}
HIGHEST_STAKE = 40
"""Nobody stakes more than this at random, where the rulebook names no maximum."""


def random_call(position: Position, random: Random, spoken: int = 0) -> Call:
    """A legal call for whoever speaks, chosen at random."""
    options = games.options(position)
    if spoken > LONGEST_LANCE:
        options = tuple([option for option in options if option.verb != "subo"])
    if len(options) == 1:
        return _made(position, options[0], random)
    chances = [LIKELY[option.verb] for option in options]
    drawn = random.random() * sum(chances)
    for option, chance in zip(options, chances, strict=True):
        drawn -= chance
        if drawn < 0:
            return _made(position, option, random)
    return _made(position, options[-1], random)


def _made(position: Position, option: Option, random: Random) -> Call:
    if option.verb in ("envido", "subo"):
        stake = option.least
        most = min(option.most, max(option.least, HIGHEST_STAKE))
        while stake < most and random.random() < 0.6:
            stake += 1
        if random.random() < 0.05:
            stake = most
        return Call(option.seat, option.verb, stake)
    if option.verb == "descarto":
        hand = list(position.hand_of(option.seat) or ())
        count = option.least + int(random.random() * (option.most - option.least + 1))
        thrown = [hand.pop(int(random.random() * len(hand))) for _ in range(count)]
        return Call(option.seat, option.verb, cards=tuple(thrown))
    return Call(option.seat, option.verb)


def play_hand(start: Position, pack: Pack, random: Random) -> tuple[list[Step], Position]:
    """Play a hand with random legal calls on a shuffled deck; gives its steps and its end."""
    hands, pack = deal(pack, start.order, start.table.variant.number("deal.cards"))
    steps: list[Step] = []
    position = start
    call = dealt(hands)
    spoken = 0
    while True:
        after = games.hear(position, call)
        steps.append(Step(position, call, after))
        spoken = spoken + 1 if after.lance == position.lance else 0
        position = after
        if position.lance in ("showdown", "end"):
            return steps, games.settle(position)[0]
        if position.speaker == DECK:
            hands, left = serve(position, pack)
            assert left is not None, "every card of a simulated hand is known"
            call, pack = served(hands), left
        else:
            call = random_call(position, random, spoken)


def match(
    variant: Variant, *, seats: int | Sequence[str], hands: int, seed: str, number: int = 1
) -> Replay:
    """Play and record one random match: at most so many hands, or to the end of the session.

    `number` tells the matches of one seed apart.
    """
    names = seats_of(variant, seats) if isinstance(seats, int) else tuple(seats)
    random = Random(f"{seed}:{number}")
    # Nobody in particular sits down, so chance seats them all, and mano with them.
    first = by_lot(names, random.random())
    start = position = games.start(variant, seats=names, mano=first)
    records: list[Hand] = []
    while True:
        secret = digest(f"{seed}:{number}:{len(records) + 1}")
        nonce = f"{number}.{len(records) + 1}"
        steps, end = play_hand(position, fresh_pack(variant, secret, nonce), random)
        told = _shuffle_told(secret, nonce)
        records.append(recorded_hand(steps, end, mano=position.mano, deal=told))
        manos = games.next_manos(end)
        if len(records) >= hands or not manos:
            return recorded_match(variant, start, records)
        mano = manos[int(random.random() * len(manos))]
        position = games.next_hand(end, mano=mano)


def seats_of(variant: Variant, seats: int) -> tuple[str, ...]:
    """The seats of a table: those of the teams, or so many single ones.

    >>> from mustutor.variant import load_variant
    >>> seats_of(load_variant("encaje"), 3)
    ('A', 'B', 'C')
    """
    return TEAMS.get(variant.word("players.mode")) or tuple(SEATS[:seats])


def _shuffle_told(secret: str, nonce: str) -> Json:
    return {
        "source": "shuffled",
        "shuffle": {
            "algorithm": ALGORITHM,
            "commit": digest(secret),
            "seed": secret,
            "nonce": nonce,
        },
    }


def matches(variant: Variant, *, seats: int, count: int, hands: int, seed: str) -> Iterator[Replay]:
    """Play and record random matches, one after the other."""
    for number in range(1, count + 1):
        yield match(variant, seats=seats, hands=hands, seed=seed, number=number)
