"""What somebody always wants: a file of a few settings; the environment goes before it.

::

    {"variant": "madrid", "lang": "es", "level": "2", "names": "A1=Ane,B1=Bea"}

A flag goes before both. The file is read at every start, and written whole or not at all.

`names_of` makes what a shell is told when somebody presses Tab: names by their beginning. Nothing
is read but the names themselves, so that the answer comes at once; where none fits, the shell
completes files.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from mustutor.base.errors import Unreadable
from mustutor.base.language import mark

PLACE = "MUSTUTOR_CONFIG"
ENVIRONMENT = {
    "variant": "MUSTUTOR_VARIANT",
    "lang": "MUSTUTOR_LANG",
    "level": "MUSTUTOR_LEVEL",
    "names": "MUSTUTOR_NAMES",
    "languages": "MUSTUTOR_LANGUAGES",
    "page": "MUSTUTOR_PAGE",
}
"""The settings there are, each with the variable of the environment that goes before it."""
LARGEST = 64 * 1024
PAGE_ADDRESS = re.compile(r"https?://[^\s#<>\"']+")
"""The address of a page, to which a link's own part is added behind #."""
_NOT_SETTINGS = mark("This holds no settings: it is an object of names and texts, as in {example}.")
_EXAMPLE = '{"variant": "madrid"}'


class Settings(NamedTuple):
    """What is set: by the file, and by the environment; nothing is an empty text."""

    file: Mapping[str, str] = {}
    environment: Mapping[str, str] = {}

    def of(self, name: str) -> str:
        """A setting, of the environment before the file's.

        >>> Settings({"variant": "madrid"}, {"variant": "galicia"}).of("variant")
        'galicia'
        """
        return self.environment.get(name) or self.file.get(name, "")


def of_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """What the environment sets, without any file."""
    told = {name: environment.get(variable, "") for name, variable in ENVIRONMENT.items()}
    return Settings({}, {name: value for name, value in told.items() if value})


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read what is set. Raises Unreadable where there is a file that holds no settings."""
    return of_environment(environment)._replace(file=settings_in(config_path(environment)))


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the settings are: the file MUSTUTOR_CONFIG names, else where programs keep theirs.

    >>> config_path({"MUSTUTOR_CONFIG": "mine.json"}).name
    'mine.json'
    """
    named = environment.get(PLACE)
    if named:
        return Path(named).absolute()
    if os.name != "posix" or sys.platform == "darwin":
        from platformdirs import user_config_path

        return user_config_path("mustutor", appauthor=False) / "config.json"
    # As platformdirs has it, which takes long to import at every start.
    home = environment.get("XDG_CONFIG_HOME", "").strip() or "~/.config"
    return Path(home).expanduser() / "mustutor" / "config.json"


def settings_in(path: Path) -> Mapping[str, str]:
    """Read a file of settings; none is there where nothing was set.

    Raises Unreadable, with the place, where it holds something else.
    """
    from mustutor.base.files import read_at_most

    try:
        data = read_at_most(path, LARGEST)
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise Unreadable(
            mark("{problem}"), problem=problem.strerror or str(problem), file=str(path)
        ) from None
    from mustutor.base.json_text import small

    told = small(data, file=str(path), largest=LARGEST)
    if not isinstance(told, dict) or not all(isinstance(value, str) for value in told.values()):
        raise Unreadable(_NOT_SETTINGS, example=_EXAMPLE, file=str(path))
    return told


Complete = Callable[[str], list[str]]
LANCES = ("grande", "chica", "pares", "juego", "punto")


def names_of(module: str, name: str) -> Complete:
    """What Tab offers where names are wanted that a module has: as a function, or as they are.

    >>> names_of("cli.settings", "LANCES")("p")
    ['pares', 'punto']
    """

    def complete(incomplete: str) -> list[str]:
        names = getattr(import_module(f"mustutor.{module}"), name)
        found = names() if callable(names) else names
        return [name for name in found if name.startswith(incomplete)]

    return complete


def lessons() -> Iterable[str]:
    """The lessons, in the order of the course."""
    from mustutor.tutor.course import course_order
    from mustutor.tutor.lesson.files import lesson_ids

    return dict.fromkeys((*course_order(), *lesson_ids()))
