"""The `config` commands: show the settings and where they come from, set and unset them."""

from __future__ import annotations

from pathlib import Path

from mustutor.base.errors import NotationError, language_given
from mustutor.base.language import chosen, mark, printable
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    UsageError,
    nearest,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import Console
from mustutor.cli.output_files import write
from mustutor.cli.parameters import JSON, argument
from mustutor.cli.settings import (
    ENVIRONMENT,
    PAGE_ADDRESS,
    config_path,
    names_of,
    of_environment,
    settings_in,
)
from mustutor.replay.names import names_read

LEVELS = "12345"
SEATS = tuple([side + place for side in "ABCDEFGH" for place in ("", *"123456789")])

MEANINGS = {
    "variant": mark("the rules to play by, where a record names none"),
    "lang": mark("the language"),
    "level": mark("how hard drills are, from 1 to 5; unset it rises as you go"),
    "names": mark("who sits where when a match is taken down, as in A1=Ane,B1=Bea"),
    "languages": mark("a folder with further languages, each a folder with its mustutor.po"),
    "page": mark("the address of your pages, which open the links you send"),
}

SOURCES = {
    "environment": mark("{value} (from {variable}): {meaning}"),
    "file": mark("{value} (set): {meaning}"),
    "usual": mark("{value} (nothing is set): {meaning}"),
}

SETTING = argument("NAME", "Which setting.", complete=names_of("cli.settings", "ENVIRONMENT"))


def show(console: Console, json: bool = JSON) -> None:
    """Show every setting, its value and where that comes from."""
    path = config_path()
    file, environment = settings_in(path), of_environment().environment
    usual = {"variant": DEFAULT_VARIANT, "lang": chosen()}
    rows, told = [], {}
    for name, meaning in MEANINGS.items():
        value = environment.get(name) or file.get(name) or usual.get(name, "")
        source = "environment" if name in environment else "file" if name in file else "usual"
        told[name] = {"value": value, "from": source}
        rows.append((name, _told(console, name, printable(value), source, meaning)))
    if json:
        console.document({"file": str(path), **told})
        return
    console.rows(rows)
    console.write()
    console.say("The file is {file}.", file=printable(str(path)))
    console.rows(
        [("mustutor config set variant madrid", console.language.say("play by Madrid always"))]
    )


def _told(console: Console, name: str, value: str, source: str, meaning: str) -> str:
    say = console.language.say
    told = SOURCES[source] if value else mark("not set: {meaning}")
    return say(told, value=value, variable=ENVIRONMENT[name], meaning=say(meaning))


def change(
    console: Console, name: str = SETTING, value: str = argument("VALUE", "What it is to be.")
) -> None:
    """Set what is always wanted."""
    given = checked(_known(name), value.strip())
    path = config_path()
    keep(path, {**settings_in(path), name: given})
    console.say("{name} is {value} from now on.", name=name, value=printable(given))
    if name in of_environment().environment:
        console.say("Here {variable} goes before it.", variable=ENVIRONMENT[name])


def unset(console: Console, name: str = SETTING) -> None:
    """Take a setting back: then it is the usual again."""
    path = config_path()
    told = dict(settings_in(path))
    if _known(name) in told:
        del told[name]
        keep(path, told)
    console.say("{name} is not set any more.", name=name)


def _known(name: str) -> str:
    if name in MEANINGS:
        return name
    raise UsageError(
        "There is no setting {name}: there are {names}.",
        name=name,
        names=", ".join(MEANINGS),
        hint=nearest(name, MEANINGS),
    )


def checked(name: str, value: str) -> str:
    """A value as it will be read, or UsageError that says what it may be."""
    if name == "variant":
        rules = variant_named(value)
        return str(Path(value).absolute()) if Path(value).is_file() else rules.id
    if name == "lang":
        with refused_as_usage(NotationError):
            return language_given(value).code
    if name == "level":
        if len(value) != 1 or value not in LEVELS:
            raise UsageError("A level goes from 1 to 5, not {value}.", value=value)
        return value
    if name == "languages":
        if not Path(value).is_dir():
            raise UsageError("There is no folder {folder}.", folder=value)
        return str(Path(value).absolute())
    if name == "page":
        if not PAGE_ADDRESS.fullmatch(value):
            raise UsageError("A page stands at an address such as https://example.org/es.html.")
        return value

    with refused_as_usage(NotationError):
        return ",".join(f"{seat}={player}" for seat, player in names_read(value, SEATS))


def keep(path: Path, told: dict[str, str]) -> None:
    """Write the settings, whole or not at all."""
    import json

    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    write(text, path, settings_in, force=True)
