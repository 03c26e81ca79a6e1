"""Who plays at a table besides people: players asked for a call, their names and manners.

A player is a class made with ``seed=N`` that has a `name` and `speak(view)`; anybody may write one.
The view (`mustutor.view`) holds what that seat may know, and nothing else. What it says is a call
as in a record, without its seat: ``envido 4``, ``descarto 7o 4c``. What the rules refuse is told it
once, with the reason, and asked again; then, as where it breaks or does not answer in time, the
safest legal call is made for it, and the record notes it.

A remark of a player follows from the match and its seed alone, and tells nothing of anybody's
cards.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import cache, partial
from random import Random
from types import MappingProxyType
from typing import NamedTuple, Protocol

from mustutor import games
from mustutor.base import register, shipped
from mustutor.base.errors import Fault, MustutorError, NotationError, expect
from mustutor.base.files import data
from mustutor.base.json_text import digest
from mustutor.base.language import FALLBACK, Language, mark, open_language, printable
from mustutor.base.register import game_part
from mustutor.games.explain import sentence_rows
from mustutor.games.seat_view import SeatView

Speaker = Callable[[SeatView], str]
"""Says a call for the seat whose view it is given. A game's part `BOT` makes one, of a level
(``easy``, ``club``, ``master``) and a generator of random numbers."""


class Bot(Protocol):
    """Somebody who plays by program."""

    name: str

    def speak(self, view: SeatView) -> str:
        """Say a call, as in a record without its seat, when it is this seat's turn."""
        ...


class BotFactory(Protocol):
    """What makes players of one kind."""

    def __call__(self, *, seed: int) -> Bot:
        """Make one; of the same seed it plays alike on every machine."""
        ...


class HouseBot:
    """A player of the house: at each level it plays any game, as the game's part `BOT` has it."""

    name = level = ""

    def __init__(self, *, seed: int) -> None:
        self._random = Random(f"{self.level}:{seed}")
        self._speakers: dict[str, Speaker] = {}

    def speak(self, view: SeatView) -> str:
        """Say a call."""
        game = view.variant.game
        if game not in self._speakers:
            made = game_part(game, "BOT", random_speaker)(self.level, self._random)
            self._speakers[game] = made
        return self._speakers[game](view)


class BeginnerBot(HouseBot):
    """A beginner: knows the rules, looks at the own cards alone, and hardly ever bluffs."""

    name = level = "easy"

    def __init__(self, *, seed: int) -> None:
        super().__init__(seed=seed)
        self._random = Random(seed)


class ClubBot(HouseBot):
    """Sits at the club every evening: imagines the hands of the others, and bluffs."""

    name = level = "club"


class MasterBot(HouseBot):
    """The strongest player of the house, with what was computed beforehand."""

    name = level = "master"


class PupilBot(BeginnerBot):
    """Plays by the rules of thumb that the lessons state, up to one of them.

    There is no chance in it, and nothing else. Where a game states no such rules it plays as a
    beginner.
    """

    def __init__(self, *, seed: int, name: str, lessons: Container[str]) -> None:
        super().__init__(seed=seed)
        self.name, self._lessons = name, lessons

    def speak(self, view: SeatView) -> str:
        """Say the call that the rules known so far give."""
        adviser = game_part(view.variant.game, "ADVISER", None)
        return super().speak(view) if adviser is None else adviser(view, self._lessons).words


class PlayerHabit(NamedTuple):
    """What somebody always does: in words, the lesson with a rule against it, and the call.

    The `title` is what somebody is called who does it. `does` gives a call for a view,
    or nothing where the habit is not about it. A game's part `HABITS` has them by name.
    """

    title: str
    lesson: str
    does: Callable[[SeatView], str]


class HabitBot(HouseBot):
    """A player of a level with a habit; in a game that has no such habit, without it."""

    def __init__(self, *, seed: int, name: str) -> None:
        super().__init__(seed=seed)
        kind, _, self._habit = name.partition("+")
        self.name, self._player = name, level(kind)(seed=seed)

    def speak(self, view: SeatView) -> str:
        """Say a call by habit, or as that level would."""
        habit = game_part(view.variant.game, "HABITS", {}).get(self._habit)
        said = "" if habit is None else habit.does(view)
        return said if said and view.why_not(said) is None else self._player.speak(view)


PUPIL = "pupil"

LEVELS: dict[str, BotFactory] = {bot.level: bot for bot in (BeginnerBot, ClubBot, MasterBot)}
"""The players that come along, from the weakest to the strongest."""

LEVEL_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "easy": mark("beginner"),
        "club": mark("club player"),
        "master": mark("master"),
        PUPIL: mark("pupil"),
    }
)
"""How people call the players of each level, and the pupil, in every language."""


def level_title(name: str, language: Language) -> str:
    """How people call a level in a language, or who has a habit; a name that is none stays.

    >>> from mustutor.base.language import open_language
    >>> level_title("easy", open_language("es")), level_title("Ane", open_language("es"))
    ('principiante', 'Ane')
    >>> level_title("easy+accepts_all", open_language("es"))
    'quien lo quiere todo'
    """
    _, plus, habit = name.partition("+")
    if plus and is_level(name):
        return language.say(habits()[habit].title)
    return language.say(LEVEL_NAMES[name]) if name in LEVEL_NAMES else name


def random_speaker(_level: str, random: Random) -> Speaker:
    """A player of a game that has no part `BOT`: at every level it makes legal calls at random."""
    return lambda view: random_words(view, random)


def random_words(view: SeatView, random: Random) -> str:
    """One of the calls that may be made, in words; those that are usual more often."""
    game = games.game_of(view.variant.game)
    bounded = [one for one in view.options if one.verb not in game.chance.unbounded_verbs]
    options = bounded or list(view.options)
    weights = [game.chance.verb_weights.get(option.verb, 1) for option in options]
    option = random.choices(options, weights)[0]
    return game.words.grammar.written(games.random_call_for(view.position, option, random))


def level(name: str) -> BotFactory:
    """The players of a level, or the pupil up to a lesson.

    Behind a plus a habit may stand (`PlayerHabit`). Raises KeyError for another word.

    >>> level("club")(seed=1).name, level("pupil:to_cut")(seed=1).name
    ('club', 'pupil:to_cut')
    >>> level("easy+accepts_all")(seed=1).name
    'easy+accepts_all'
    """
    kind, plus, habit = name.partition("+")
    if plus:
        level(kind), habits()[habit]
        return partial(HabitBot, name=name)
    kind, colon, lesson = name.partition(":")
    if kind != PUPIL:
        return LEVELS[name]
    order = lesson_order()
    if colon and lesson not in order:
        raise KeyError(name)
    known = order[: order.index(lesson) + 1] if colon else order
    return partial(PupilBot, name=name, lessons=frozenset(known))


def is_level(name: str) -> bool:
    """Whether a player of the house has this name in programs.

    >>> [is_level(name) for name in ("easy", "pupil", "pupil:to_cut", "pupil:nothing", "human")]
    [True, True, True, False, False]
    """
    try:
        return bool(level(name))
    except KeyError:
        return False


def habits() -> Mapping[str, PlayerHabit]:
    """The habits that the games have, by their names in programs."""
    every = [game_part(game, "HABITS", {}) for game in register.games()]
    return {name: habit for some in every for name, habit in some.items()}


@cache
def lesson_order() -> tuple[str, ...]:
    """The ids of the lessons in the order of the course, the spine first."""
    course = shipped.load_packaged_yaml(data("lessons") / "course.yaml")
    return tuple([lesson for part in course["parts"] for lesson in part["lessons"]])


def level_called(name: str, language: Language) -> str:
    """The level with this name in a language or in programs; empty if there is none.

    >>> from mustutor.base.language import open_language
    >>> level_called("easy", open_language("es")), level_called("Maestro", open_language("es"))
    ('easy', 'master')
    """
    said = name.casefold()
    if is_level(said):
        return said
    names = LEVEL_NAMES.items()
    return next((one for one, title in names if said == language.say(title)), "")


def level_names(language: Language) -> str:
    """Every level, with its name in a language.

    >>> from mustutor.base.language import open_language
    >>> level_names(open_language("en"))
    'easy (beginner), club (club player), master, pupil, pupil:LESSON'
    """
    said = {one: language.say(title) for one, title in LEVEL_NAMES.items()}
    named = [one if one == name else f"{one} ({name})" for one, name in said.items()]
    return ", ".join([*named, f"{PUPIL}:{language.say('LESSON')}"])


_NO_LEVEL = mark("No player of the house is called {name}: there are {levels}.")
_NO_NAME = mark("A player of the house is called by a name, not by {kind}.")
_NO_BOT_SEED = mark("The seed of a player is a whole number, not {kind}.")


def bot(name: str, *, seed: int) -> Bot:
    """Make a player of the house: ``easy``, ``club`` or ``master``; the same seed plays alike.

    ``pupil`` plays by the rules the course states, ``pupil:to_cut`` by those up to that lesson.
    It has a `name`, and `speak(view)` gives its call without the seat. Raises NotationError for
    another name.

    >>> from mustutor import sit
    >>> table = sit("madrid").deal(seed=7)
    >>> bot("club", seed=7).speak(table.view())
    'mus'
    """
    expect(name, str, _NO_NAME)
    expect(seed, int, _NO_BOT_SEED)
    if not is_level(name):
        levels = ", ".join([*LEVEL_NAMES, f"{PUPIL}:LESSON"])
        raise NotationError(_NO_LEVEL, name=name, levels=levels)
    return level(name)(seed=seed)


def strongest() -> str:
    """The level that plays best of those there are.

    >>> strongest() in LEVELS
    True
    """
    return list(LEVELS)[-1]


# --- who sits at the table besides you ----------------------------------------------------

ONE_IN = 3
"""A remark is made at one in so many chances."""


class Character(NamedTuple):
    """A player of the house: a name, and a manner (``calm``, ``bold`` or ``merry``)."""

    name: str
    manner: str


CHARACTERS = (
    Character("Itziar", "calm"),
    Character("Joanes", "bold"),
    Character("Maddi", "merry"),
    Character("Peio", "calm"),
    Character("Nerea", "bold"),
    Character("Xabier", "merry"),
    Character("Amaia", "calm"),
    Character("Kepa", "bold"),
)

REMARKS: Mapping[str, Mapping[str, str]] = sentence_rows("remarks")
"""What may be remarked, by manner: at an órdago, at a bet refused, after a hand, at the end."""


def of_call(words: str) -> str:
    """The event that a call is, or nothing.

    >>> of_call("ordago"), of_call("no quiero"), of_call("envido 2")
    ('ordago', 'refused', '')
    """
    return {"ordago": "ordago", "no quiero": "refused"}.get(words, "")


def remark(character: Character, event: str, moment: str, language: Language) -> str:
    """A bot's remark at an event, mostly empty; `moment` tells one chance from another.

    >>> from mustutor.base.language import open_language
    >>> [remark(CHARACTERS[1], "ordago", moment, open_language("en")) for moment in ("1", "4")]
    ['There. Who dares?', '']
    """
    drawn = int(digest(f"{moment}:{character.name}:{event}")[:8], 16)
    if not event or drawn % ONE_IN:
        return ""
    return language.say(REMARKS[event][character.manner])


# --- asking a player ----------------------------------------------------------------------

SECONDS = 10.0
"""So long a player of somebody else's may think about a call."""
TIMES_ASKED = 2
LONGEST_SHOWN = 80

ILLEGAL = mark("{name} said {words}: {why}")
UNREADABLE = mark("{name} said something that is no call.")
BROKEN = mark("{name} broke: {why}")
LATE = mark("{name} did not answer within {seconds} seconds.")


class BotFailure(MustutorError):
    """A player from outside cannot give a call; the sentence says why."""


class BotError(NamedTuple):
    """Something a player did that could not stand: a sentence, and its evidence."""

    sentence: str
    evidence: dict[str, object]

    def said(self, language: Language) -> str:
        """Say it, and why the rules refused it, in a language."""
        told = {
            name: thing.said(language) if isinstance(thing, (Fault, MustutorError)) else thing
            for name, thing in self.evidence.items()
        }
        return language.say(self.sentence, **told)


class Answered(NamedTuple):
    """The call of a player, or `instead` of it the safest; `mishaps` are what came before it."""

    words: str
    mishaps: tuple[BotError, ...] = ()
    instead: bool = False


def answered(bot: Bot, view: SeatView) -> Answered:
    """Ask a player for its call; what it says is legal, or the safest call stands in for it.

    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.games.seat_view import view
    >>> from mustutor.games.bot import level
    >>> class Stubborn:
    ...     name = "stubborn"
    ...     def speak(self, view):
    ...         return "quiero"
    >>> seen = view(start(load_variant("encaje"), seats=("A", "B", "C"), mano="A"), "A")
    >>> said = answered(Stubborn(), seen)
    >>> said.words, said.instead, len(said.mishaps)
    ('mus', True, 2)
    """
    mishaps: list[BotError] = []
    for _ in range(TIMES_ASKED):
        try:
            words = bot.speak(view)
        except TimeoutError:
            mishaps.append(BotError(LATE, {"name": bot.name, "seconds": int(SECONDS)}))
            break
        except Exception as problem:  # noqa: BLE001 - whatever a stranger's program may raise
            why: object = problem
            if not isinstance(problem, BotFailure):
                why = printable(f"{type(problem).__name__}: {problem}", LONGEST_SHOWN)
            mishaps.append(BotError(BROKEN, {"name": bot.name, "why": why}))
            break
        mishap = _wrong(bot, view, words)
        if mishap is None:
            return Answered(words, tuple(mishaps))
        mishaps.append(mishap)
        told: Callable[[str, str, str], None] | None = getattr(bot, "refused", None)
        if told is not None:
            code = getattr(mishap.evidence.get("why"), "rule", "")
            told(words, mishap.said(open_language(FALLBACK)), code)
    return Answered(safest(view), tuple(mishaps), instead=True)


def _wrong(bot: Bot, view: SeatView, words: object) -> BotError | None:
    if not isinstance(words, str):
        return BotError(UNREADABLE, {"name": bot.name})
    shown = printable(words, LONGEST_SHOWN)
    try:
        fault = view.why_not(words)
    except MustutorError as problem:
        return BotError(ILLEGAL, {"name": bot.name, "words": shown, "why": problem})
    if fault is None:
        return None
    return BotError(ILLEGAL, {"name": bot.name, "words": shown, "why": fault})


def safest(view: SeatView) -> str:
    """The legal call that risks least: what the rules name first, which passes or refuses.

    >>> from mustutor import games
    >>> from mustutor.games import seat_view
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games.player import Player
    >>> table = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    >>> hand = Player(table).deal({"A": ["Ro", "Rc", "7e", "4b"]}).hear("A corto")
    >>> safest(seat_view.view(hand.position, "A"))
    'paso'
    """
    game = games.game_of(view.variant.game)
    for option in view.options:
        call = games.random_call_for(view.position, option, Random(0))
        words = game.words.grammar.written(call)
        if view.why_not(words) is None:
            return words
    raise AssertionError(f"nothing may be said at {view.line}")
