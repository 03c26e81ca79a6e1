"""Hands played at random, and what holds at every call of Mus and of Encaje alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from mustutor import games
from mustutor.games.mus_family.dealing import pack as pack_of
from mustutor.model.calls import DECK, HIDDEN, Call
from mustutor.model.cards import fresh_pack, read_card
from mustutor.model.ledger import Entry
from mustutor.model.position import Position, Step
from mustutor.replay.simulate import AtRandom, play_hand
from tests.long import examples

from .table import beyond

Hand = list[Step]
Calls = Callable[[Position], Iterable[Call]]
"""The legal calls at a position: of raising without end, some."""


class Sitting(NamedTuple):
    """A table, and the one number all its chances come from."""

    start: Position
    seed: int


def played(sitting: Sitting, hands: int = 4) -> Iterator[Hand]:
    """Play so many hands with random legal calls, each as its steps."""
    random, position = Random(sitting.seed), sitting.start
    for number in range(hands):
        pack = fresh_pack(pack_of(position.variant), f"{sitting.seed}", f"{number}")
        steps, end = play_hand(position, pack, AtRandom(random))
        steps[-1] = steps[-1]._replace(after=end)  # `apply` shows the cards with the last call
        yield steps
        manos = games.next_manos(end)
        if not manos:
            return
        position = games.next_hand(end, mano=manos[0])


def every(number: int):
    """So many in the long run, a fifth of them every day: the same ones each time."""
    return examples(number, number // 5, deadline=None, derandomize=True, database=None)


def movements(entries: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    return [entry[:7] for entry in entries]


# --- what holds ----------------------------------------------------------------------------


def assert_options_are_legal_and_no_more(hands: Iterable[Hand], legal: Calls) -> None:
    for steps in hands:
        for position in [step.before for step in steps]:
            options = games.options(position)
            if position.speaker in {"", DECK}:
                continue
            assert options
            for call in legal(position):
                assert games.why_not(position, call) is None
            for call in beyond(position):
                assert games.why_not(position, call) is not None, (position.line(), str(call))


def assert_apply_is_pure(hands: Iterable[Hand]) -> None:
    for steps in hands:
        for step in steps:
            before = repr(step.before)
            once, again = (games.apply(step.before, step.call) for _ in range(2))
            assert once == again == step.after
            assert repr(step.before) == before


def assert_lines_tell_calls_apart(hands: Iterable[Hand], legal: Calls) -> None:
    for steps in hands:
        for step in steps:
            line = step.after.line()
            assert line.isascii()
            assert line.isprintable()
            if DECK in {step.before.speaker, step.call.seat}:
                continue
            after = [games.apply(step.before, call).line() for call in legal(step.before)]
            assert len({step.before.line(), *after}) == len(after) + 1


def assert_public_line_is_the_same(
    hands: Iterable[Hand], then: Callable[[Position, Call], Position]
) -> None:
    """A full and a redacted copy of a hand have the same checks up to the showdown."""
    for steps in hands:
        public = steps[0].before
        for step in steps[1:]:
            unseen = (HIDDEN,) * len(step.call.cards)
            public = then(public, step.call._replace(cards=unseen, hands=()))
            if step.after.lance != "end":
                assert public.line() == step.after.line()


def assert_suits_and_order_change_no_stone(
    hands: Iterable[Hand], suits: Sequence[str], random: Random
) -> None:
    names = dict(zip("oceb", suits, strict=True))

    def renamed(cards):
        return tuple(read_card(card.rank + names[card.suit]) for card in cards)

    for steps in hands:
        position = steps[0].before
        for step in steps:
            told = tuple((seat, renamed(cards)) for seat, cards in step.call.hands)
            if step.call.verb == "reparte":
                told = tuple((seat, tuple(random.sample(hand, len(hand)))) for seat, hand in told)
            call = step.call._replace(cards=renamed(step.call.cards), hands=told)
            position = games.apply(position, call)
        assert movements(position.ledger) == movements(steps[-1].after.ledger)
        assert position.line() == steps[-1].after.line()
