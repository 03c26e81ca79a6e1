"""Which games there are: each name leads to the folder that holds it, and to nothing else.

A game is a package (or one module) that answers by a few names: `GAME` (its rules), `OPTIONS`
(what its variants decide), `GRAMMAR` (what its players say), `PHASES` (the rounds of a hand),
`TELLER` (what it says about itself). Each is loaded when it is asked for. Nothing outside a
game's folder knows its name; a program may `register` a game of its own.

`DATA` may name a folder of its own, which holds ``variants/*.yaml``, ``rulebook/*.yaml`` and, with
its own sentences in Spanish, ``locale/es.po``. Some names more may be left out. `BOT` is who plays
it (`mustutor.games.bot`), `ACTIONS` how cards are played by programs (`mustutor.games.actions`).
`TITLE` is its name as people write it. `ARTICLES` names the chapters
of the rulebook that are the game's own, and after them those of others that it refers to. `TRAITS`
says what it has that can be practised: ``lances`` (hands of four cards compared and bet on lance by
lance), ``target`` (the first side to reach a number of stones wins), ``own_stones`` (everybody
bets what lies in front of him, and the last who has any loses), ``tricks_taken_up`` (whoever
cannot follow suit takes up the trick), ``upcard_matched`` (cards are played on an upcard they
match, or drawn from a stock). `DRILLS` are the skills it can be practised by (see
`mustutor.games.drill`), in the order of learning. `ROUNDS_CALLED` gives the words by which people
call its rounds, each with the round's name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from mustutor.base.errors import VariantError
from mustutor.base.language import CATALOGUE_FOLDERS, mark

DEFAULT_GAME = "mus"
"""The game of a variant that names none."""

_HOMES: dict[str, str] = {
    "mus": "mustutor.games.mus",
    "encaje": "mustutor.games.encaje",
    "enfle": "mustutor.games.enfle",
    "mau_mau": "mustutor.games.mau_mau",
}


class Phases(NamedTuple):
    """The rounds of a hand: their names in the order they come, in records and everywhere else.

    `talked` are those before the play, where no stone moves; `played` what every hand comes to,
    so that what a record leaves out can be named; after those of `served` the deck gives cards.
    `payments` are the names under which stones move, where a game tells them, and `besides` what
    its ledger names that is no round: an ante, the pot of a deal. In those of `drawing` players
    take cards from a stock by their calls.
    """

    names: tuple[str, ...]
    played: tuple[str, ...]
    talked: frozenset[str] = frozenset()
    served: frozenset[str] = frozenset()
    payments: frozenset[str] = frozenset()
    besides: tuple[str, ...] = ()
    drawing: frozenset[str] = frozenset()

    @property
    def paid(self) -> tuple[str, ...]:
        """The rounds in which stones may move."""
        return tuple([name for name in self.names if name not in self.talked])


Function = TypeVar("Function", bound=Callable[..., Any])
_KEPT: list[Callable[[], None]] = []


def cached_until_registered(function: Function) -> Function:
    """Like `functools.cache`, cleared when a game is registered or removed."""
    kept = cache(function)
    _KEPT.append(kept.cache_clear)
    return cast("Function", kept)


def _forget_answers() -> None:
    for forget_answer in _KEPT:
        forget_answer()


@cached_until_registered
def phases() -> tuple[str, ...]:
    """Name the rounds of every game there is.

    >>> {"grande", "descarte"} <= set(phases())
    True
    """
    return tuple(
        dict.fromkeys(name for game in games() for name in game_part(game, "PHASES").names)
    )


@cached_until_registered
def rounds_called() -> dict[str, str]:
    """The rounds of every game as people call them, each with its name in records.

    >>> rounds_called()["handia"], rounds_called()["grande"]
    ('grande', 'grande')
    """
    called = [game_part(game, "ROUNDS_CALLED", {}) for game in games()]
    return {word: name for each in called for word, name in each.items()} | {
        name: name for name in phases()
    }


def round_named(text: str) -> str:
    """The round that people mean by a word, perhaps with an article; other text as it is.

    >>> round_named("la Grande"), round_named("txikia"), round_named("le petit"), round_named("x")
    ('grande', 'chica', 'chica', 'x')
    """
    word = text.casefold().strip()
    return rounds_called().get(word) or rounds_called().get(word.rpartition(" ")[2], word)


def register(name: str, home: str) -> None:
    """Add a game: the name its variants carry, and the module that holds it."""
    _HOMES[name] = home
    _forget_answers()


def unregister(name: str) -> None:
    """Take a game away again, as a test does with one of its own."""
    _HOMES.pop(name, None)
    _forget_answers()


def games() -> tuple[str, ...]:
    """Name the games there are, as they were registered.

    >>> "encaje" in games()
    True
    """
    return tuple(_HOMES)


def game_part(game: str, name: str, *without: Any) -> Any:
    """Give one part of a game by its name; raises VariantError where there is no such game.

    Of a part that may be left out, `without` is what stands in for it.

    >>> game_part("brisca", "GAME")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mustutor.base.errors.VariantError: mustutor does not play 'brisca': it plays mus, encaje, ...
    """
    if game not in _HOMES:
        sentence = mark("mustutor does not play {game!r}: it plays {games}.")
        raise VariantError(sentence, game=game, games=", ".join(games()))
    return getattr(import_module(_HOMES[game]), name, *without)


def data_folders(kind: str) -> tuple[Path, ...]:
    """The folders of ``variants``, ``rulebook`` or ``locale`` that games bring in their `DATA`."""
    brought = [game_part(game, "DATA", None) for game in _HOMES]
    return tuple([Path(found) / kind for found in brought if found is not None])


CATALOGUE_FOLDERS.append(partial(data_folders, "locale"))


def traits(game: str) -> frozenset[str]:
    """What a game has that can be practised.

    >>> "target" in traits("mus"), "target" in traits("encaje")
    (True, False)
    """
    return frozenset(game_part(game, "TRAITS", ()))


def title(game: str) -> str:
    """The name of a game as people write it, the same in every language.

    >>> title("mus"), title("mau_mau")
    ('Mus', 'Mau-Mau')
    """
    return str(game_part(game, "TITLE", game.replace("_", "-").title()))


def chapters(game: str) -> tuple[str, ...]:
    """The rulebook chapters about a game: its own first, then those it refers to.

    >>> chapters("encaje")
    ('ENC', 'MUS')
    """
    return tuple(game_part(game, "ARTICLES", ()))


def lazy_function(home: str, name: str) -> Callable[..., Any]:
    """A function of a module that is loaded when the function is called first.

    >>> lazy_function("mustutor.base.register", "title")("mus")
    'Mus'
    """
    load = cache(lambda: getattr(import_module(home), name))
    return lambda *given, **named: load()(*given, **named)  # noqa: PLW0108 - loads at the first call


def lazy_parts(**homes: str) -> Callable[[str], Any]:
    """Make the `__getattr__` of a game's package: each part, and the module that has it.

    So one part of a game can be had without loading the others.

    >>> lazy_parts(game_part="mustutor.base.register")("game_part") is game_part
    True
    """

    def given(name: str) -> Any:
        if name not in homes:
            raise AttributeError(name)
        return getattr(import_module(homes[name]), name)

    return given


explain = lazy_function("mustutor.present.settlement", "explain")
"""Explain a settlement in words: what a settlement leads to, made further up."""

_notebook_html = lazy_function("mustutor.present.notebook", "notebook_html")


def notebook_html(value: object) -> str:
    """Show a value in a notebook: the `_repr_html_` of types whose page is made further up.

    This and `explain` are what this room names above it, only by name, and when they are asked.
    """
    return str(_notebook_html(value))
