"""Calls as numbers for a program: one action for each call, the same all hand long.

Every game is met through its grammar and its options, so a game of somebody's own has actions too.
A call that is one call (`paso`, `mus`, `draw`) is one action. Of a stake there are `RUNGS`: steps
above the least that may be said, and at last the most. Cards are thrown by their places in the
hand, sorted as the deck is: with `servido` there are sixteen ways with four cards, 32 with five. A
card played is named; what else may be said with cards, a game gives (`CardActions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from mustutor.base.errors import NotationError
from mustutor.base.register import game_part
from mustutor.games import Game, game_of
from mustutor.games.seat_view import SeatView
from mustutor.model.calls import FORGOTTEN, Call
from mustutor.model.cards import Card
from mustutor.model.position import NO_MAXIMUM, Option

RUNGS = (0, 1, 2, 3, 5, 8, 13, 20)
"""The ladder of bets: stones over the least stake that may be said now."""
MOST = -1
"""The last rung: the most that may be staked, where rules or one's own stones name a most."""
MOST_RAISES = 40
"""The number of raises in a hand after which nobody raises, so that every hand ends."""
ANYBODY = "A"


class Action(NamedTuple):
    """Something a player may do: the `verb` of its call, and what belongs to it.

    `cards` are those it plays, `words` what is said with them; `places` are those of the cards it
    throws in the sorted hand; `rung` is the place of its stake on the ladder.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    words: str = ""
    places: tuple[int, ...] = ()
    rung: int | None = None

    def __str__(self) -> str:
        if self.rung is not None:
            return f"{self.verb} {'the most' if self.rung == MOST else f'least+{self.rung}'}"
        places = [str(place + 1) for place in self.places]
        return " ".join([self.verb, *self.cards, *places, *([self.words] if self.words else [])])


def _one_by_one(deck: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], str]]:
    yield from (((card,), "") for card in deck)


class CardActions(NamedTuple):
    """How cards are played where a play may be several cards, or cards with words.

    A game gives it as its part `ACTIONS`.
    """

    ways: Callable[[Sequence[Card]], Iterable[tuple[tuple[Card, ...], str]]] = _one_by_one
    """Every way to play cards of the deck, with what is said beside them."""

    completed: Callable[[Call, Sequence[Card]], Call] = lambda call, _: call
    """The call completed with what a player with this hand always says."""


class Actions:
    """All actions of a game with hands of a given size, in a fixed order.

    >>> mus = Actions("mus", 4)
    >>> len(mus.all), [str(one) for one in mus.all[:3]], str(mus.all[-1])
    (42, ['corto', 'descarto 1', 'descarto 2'], 'tengo')
    """

    def __init__(self, name: str, size: int) -> None:
        self._game = game_of(name)
        self._of_cards: CardActions = game_part(name, "ACTIONS", CardActions())
        self.all = tuple(_all(self._game, self._of_cards, size))
        places = {card: place for place, card in enumerate(self._game.chance.deck.cards())}
        self._order = places.__getitem__
        self._of: dict[str, list[int]] = {}
        for number, action in enumerate(self.all):
            self._of.setdefault(action.verb, []).append(number)

    def legal(self, view: SeatView) -> list[int]:
        """The numbers of what a seat may do now, in order; none while another speaks."""
        hand = self.sorted(view)
        raises = sum(
            self._game.words.grammar.read(call).verb in self._game.chance.unbounded_verbs
            for call in view.calls
        )
        found = [
            number
            for option in view.options
            if raises < MOST_RAISES or option.verb not in self._game.chance.unbounded_verbs
            for number in self._of[option.verb]
            if self._may(view, hand, option, self.all[number])
        ]
        return sorted(found)

    def words(self, view: SeatView, number: int) -> str:
        """The call that an action is now, without its seat; raises ValueError where it is none."""
        if not 0 <= number < len(self.all):
            raise ValueError(f"actions have numbers from 0 to {len(self.all) - 1}, not {number}")
        action, hand = self.all[number], self.sorted(view)
        option = next((one for one in view.options if one.verb == action.verb), None)
        if option is None or not self._may(view, hand, option, action):
            raise ValueError(f"{view.seat} may not do {action} now ({number}): {view.line}")
        return self._words(hand, option, action)

    def sorted(self, view: SeatView) -> tuple[Card, ...]:
        """The hand of a seat in the order of the deck, by which places are counted."""
        return tuple(sorted(map(self._game.chance.deck.read, view.hand), key=self._order))

    def _may(self, view: SeatView, hand: Sequence[Card], option: Option, action: Action) -> bool:
        if action.rung == MOST:
            return option.least < option.most < NO_MAXIMUM
        if action.rung is not None:
            return option.least + action.rung <= option.most
        if not (action.cards or action.places):
            return True
        if action.places and not option.least <= len(action.places) <= option.most:
            return False
        if max(action.places, default=0) >= len(hand) or not set(action.cards) <= set(hand):
            return False
        return view.why_not(self._words(hand, option, action)) is None

    def _words(self, hand: Sequence[Card], option: Option, action: Action) -> str:
        written = self._game.words.grammar.written
        call = Call(option.seat, action.verb)
        if action.rung is not None:
            stake = option.most if action.rung == MOST else option.least + action.rung
            return written(call._replace(stones=stake))
        if action.places:
            return written(call._replace(cards=tuple([hand[place] for place in action.places])))
        said = call._replace(cards=action.cards, word=action.words)
        return written(self._of_cards.completed(said, hand) if action.cards else said)


def _all(game: Game, of_cards: CardActions, size: int) -> Iterator[Action]:
    """Every action of a game: what its verbs can be said with, as its grammar reads them."""
    grammar = game.words.grammar
    for verb in sorted(game.chance.verb_weights or grammar.verbs - grammar.beside - {FORGOTTEN}):
        call = Call(ANYBODY, verb)
        if verb in grammar.face_down:
            for count in range(1, size + 1):
                yield from (Action(verb, places=one) for one in combinations(range(size), count))
        elif _read(game, grammar.written(call._replace(stones=2))) == call._replace(stones=2):
            yield from (Action(verb, rung=rung) for rung in (*RUNGS, MOST))
        elif _read(game, grammar.written(call)) == call:
            yield Action(verb)
        else:
            for cards, words in of_cards.ways(game.chance.deck.cards()):
                said = Call(ANYBODY, verb, cards=cards, word=words)
                if _read(game, grammar.written(said)) == said:
                    yield Action(verb, cards, words)


def _read(game: Game, words: str) -> Call | None:
    try:
        return game.words.grammar.read(f"{ANYBODY} {words}")
    except NotationError:
        return None
