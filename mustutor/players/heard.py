"""What a player at the table has heard: who has what, and the betting of the lance.

Everything is taken from the view of a seat: the words that were said, and the public line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.games import game_of
from mustutor.games.mus_family.lances import DECLARED, PLAYED
from mustutor.players import signs
from mustutor.seatview import SeatView
from mustutor.tuples import NamedTuple

BETS = frozenset(("envido", "subo", "ordago"))
LEAST_DEJE = 1


class TableTalk(NamedTuple):
    """What was said in a hand, as far as a player leans on it.

    `bets` is the betting of the lance so far, its passes and answers too; `has` tells of each
    declared lance who said to have it and who not; `thrown` are this seat's own throws
    while they lie aside (shuffled back into the stock, anybody may hold them), `exchanges` says
    how often cards were exchanged, and `signs` are the signals that were seen, by whose.
    """

    bets: tuple[Call, ...]
    has: Mapping[str, Mapping[str, bool]]
    thrown: tuple[Card, ...]
    exchanges: int
    signs: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    @property
    def stake(self) -> int:
        """The stake on the table; 0 before a bet."""
        stakes = self._stakes
        return stakes[-1] if stakes else 0

    @property
    def refusal(self) -> int:
        """What refusing the stake gives away."""
        return max([LEAST_DEJE, *self._stakes[:-1]])

    @property
    def all_in(self) -> bool:
        """Whether an órdago is on the table."""
        made = [call.verb for call in self.bets if call.verb in BETS]
        return bool(made) and made[-1] == "ordago"

    @property
    def bettor(self) -> str:
        """Who made the bet on the table; nobody before one."""
        made = [call.seat for call in self.bets if call.verb in BETS]
        return made[-1] if made else ""

    @property
    def raises(self) -> int:
        """How often somebody bet or raised in this lance."""
        return sum(call.verb in BETS for call in self.bets)

    @property
    def _stakes(self) -> list[int]:
        return [call.stones for call in self.bets if call.verb in BETS]

    def bold(self, seat: str) -> bool | None:
        """Whether a seat bet or raised in this lance; None where it has not spoken."""
        said = [call.verb in BETS for call in self.bets if call.seat == seat]
        return any(said) if said else None


def table_talk(view: SeatView) -> TableTalk:
    """Hear what a seat has heard.

    >>> from mustutor import Player, load_variant, start, view
    >>> hand = Player(start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1"))
    >>> heard = table_talk(view(hand.hear("A1 corto").hear("A1 envido").position, "B1", hand.steps))
    >>> heard.stake, heard.refusal, heard.bettor
    (2, 1, 'A1')
    """
    grammar = game_of(view.variant.game).grammar
    calls = [call for call in map(grammar.read, view.calls) if call.verb not in grammar.beside]
    lance, said = _lance_and_talk(view)
    spoken = len(re.findall("|".join(view.seats), said)) if lance in (*PLAYED, "punto") else 0
    has: dict[str, dict[str, bool]] = {"pares": {}, "juego": {}}
    thrown: list[Card] = []
    for call in calls:
        if call.verb in ("tengo", "no tengo"):
            told = "juego" if call.seat in has["pares"] else "pares"
            has[told][call.seat] = call.verb == "tengo"
        elif call.verb == "descarto":
            for declared in DECLARED:  # what was said of other cards
                has[declared].clear()
            if call.seat == view.seat:
                thrown += call.cards
    exchanges = int(found[1]) if (found := re.search(r"/(\d+)", view.line.split()[3])) else 0
    recent = calls[len(calls) - spoken :] if spoken else []
    bets = tuple([call for call in recent if call.verb not in ("tengo", "no tengo")])
    aside = () if view.position.deal.pile is not None else tuple(thrown)
    return TableTalk(bets, has, aside, exchanges, signs.made(view))


def _lance_and_talk(view: SeatView) -> tuple[str, str]:
    """The lance, and what was said in it in short, as the position line has them."""
    words = view.line.split()
    return view.lance, words[5]
