"""Asking a player that is a program: what it says, and what is done where that cannot stand.

What the rules refuse it is told once, with the reason, and asked again; then, as where it breaks
or does not answer in time, the safest legal call is made for it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Thread

from mustutor import games
from mustutor.errors import Fault, MustutorError
from mustutor.language import FALLBACK, Language, language, mark, printable
from mustutor.players import Bot
from mustutor.seatview import SeatView
from mustutor.tuples import NamedTuple

SECONDS = 10.0
"""So long a player of somebody else's may think about a call."""
TIMES_ASKED = 2
LONGEST_SHOWN = 80

ILLEGAL = mark("{name} said {words}: {why}")
UNREADABLE = mark("{name} said something that is no call.")
BROKEN = mark("{name} broke: {why}")
LATE = mark("{name} did not answer within {seconds} seconds.")


class Mishap(NamedTuple):
    """Something a player did that could not stand: a sentence, and its evidence."""

    sentence: str
    evidence: dict[str, object]

    def said(self, tongue: Language) -> str:
        """Say it, and why the rules refused it, in a language."""
        told = {
            name: thing.said(tongue) if isinstance(thing, (Fault, MustutorError)) else thing
            for name, thing in self.evidence.items()
        }
        return tongue.say(self.sentence, **told)


class Answered(NamedTuple):
    """The call of a player, or `instead` of it the safest; `mishaps` are what came before it."""

    words: str
    mishaps: tuple[Mishap, ...] = ()
    instead: bool = False


def answered(bot: Bot, view: SeatView) -> Answered:
    """Ask a player for its call; what it says is legal, or the safest call stands in for it.

    >>> from mustutor import load_variant, start, view
    >>> from mustutor.players import level
    >>> class Stubborn:
    ...     name = "stubborn"
    ...     def speak(self, view):
    ...         return "quiero"
    >>> seen = view(start(load_variant("encaje"), seats=("A", "B", "C"), mano="A"), "A")
    >>> said = answered(Stubborn(), seen)
    >>> said.words, said.instead, len(said.mishaps)
    ('mus', True, 2)
    """
    mishaps: list[Mishap] = []
    for _ in range(TIMES_ASKED):
        try:
            words = bot.speak(view)
        except TimeoutError:
            mishaps.append(Mishap(LATE, {"name": bot.name, "seconds": int(SECONDS)}))
            break
        except Exception as problem:  # noqa: BLE001 - whatever a stranger's program may raise
            why = printable(f"{type(problem).__name__}: {problem}", LONGEST_SHOWN)
            mishaps.append(Mishap(BROKEN, {"name": bot.name, "why": why}))
            break
        mishap = _wrong(bot, view, words)
        if mishap is None:
            return Answered(words, tuple(mishaps))
        mishaps.append(mishap)
        told: Callable[[str, str], None] | None = getattr(bot, "refused", None)
        if told is not None:
            told(words, mishap.said(language(FALLBACK)))
    return Answered(safest(view), tuple(mishaps), instead=True)


def _wrong(bot: Bot, view: SeatView, words: object) -> Mishap | None:
    if not isinstance(words, str):
        return Mishap(UNREADABLE, {"name": bot.name})
    shown = printable(words, LONGEST_SHOWN)
    try:
        fault = view.why_not(words)
    except MustutorError as problem:
        return Mishap(ILLEGAL, {"name": bot.name, "words": shown, "why": problem})
    if fault is None:
        return None
    return Mishap(ILLEGAL, {"name": bot.name, "words": shown, "why": fault})


def safest(view: SeatView) -> str:
    """The legal call that risks least: what the rules name first, which passes or refuses.

    >>> from mustutor import games, seatview
    >>> from mustutor.variant import load_variant
    >>> from mustutor.replay.player import Player
    >>> table = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    >>> hand = Player(table).deal({"A": ["Ro", "Rc", "7e", "4b"]}).hear("A corto")
    >>> safest(seatview.view(hand.position, "A"))
    'paso'
    """
    game = games.game_of(view.variant.game)
    for option in view.options:
        words = game.grammar.written(game.at_random(view.position, option, Random(0)))
        if view.why_not(words) is None:
            return words
    raise AssertionError(f"nothing may be said at {view.line}")


class Timed:
    """A player of somebody else's, who is waited for so long and no longer.

    Whoever was too late once is not asked again in this match.

    >>> from mustutor.players import level
    >>> Timed(level("easy")(seed=1)).name
    'easy'
    """

    def __init__(self, bot: Bot, seconds: float = SECONDS) -> None:
        self._bot, self._speak, self._seconds = bot, bot.speak, seconds
        self._late = False
        self.name = printable(str(getattr(bot, "name", "")), LONGEST_SHOWN) or type(bot).__name__

    def speak(self, view: SeatView) -> str:
        """Ask the player; raises TimeoutError where it takes too long, and what it raises."""
        if self._late:
            raise TimeoutError
        heard: list[str] = []
        raised: list[BaseException] = []

        def ask() -> None:
            try:
                heard.append(self._speak(view))
            except BaseException as problem:  # noqa: BLE001 - it is raised where it is waited for
                raised.append(problem)

        thread = Thread(target=ask, daemon=True)
        thread.start()
        thread.join(self._seconds)
        for problem in raised:
            if isinstance(problem, Exception):
                raise problem
            raise RuntimeError(type(problem).__name__)  # it would end more than its call
        if not heard:
            self._late = True
            raise TimeoutError
        return heard[0]

    def refused(self, words: str, why: str) -> None:
        """Tell the player what was refused, where it listens."""
        told: Callable[[str, str], None] | None = getattr(self._bot, "refused", None)
        if told is not None:
            Thread(target=told, args=(words, why), daemon=True).start()
