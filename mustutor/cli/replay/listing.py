"""The command `replay list`: the records that come along, and what each shows."""

from __future__ import annotations

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import JsonOption
from mustutor.language import Language
from mustutor.replay import Replay
from mustutor.replay.words import in_one_line


def listing(context: typer.Context, json: JsonOption = False) -> None:
    """List the records that come along, game by game."""
    from mustutor.register import title

    console: Console = context.obj
    games: dict[str, list[tuple[str, str]]] = {}
    for name, replay, game in _records():
        shows = _shows(replay, console.language)
        variant = str(replay.variant["id"])
        if json:
            console.document({"name": name, "game": game, "variant": variant, "shows": shows})
        else:
            games.setdefault(game, []).append((name, f"{shows} ({variant})"))
    for game, rows in games.items():
        console.heading(title(game))
        console.rows(rows)
    if json:
        return
    console.write()
    console.rows(
        [
            ("mustutor replay play whole_game", console.language.say("step through one")),
            ("mustutor settle whole_game", console.language.say("explain its stones")),
        ]
    )


def _records() -> list[tuple[str, Replay, str]]:
    """The records that come along by name, each with its first match and its game."""
    from mustutor.files import packaged, read
    from mustutor.replay.rules import rules_of

    found = []
    for name, path in packaged().items():
        replay = next(read(str(path))).replay
        assert replay is not None, "what comes along can be read"
        found.append((name, replay, rules_of(replay)[0].game))
    return found


def _shows(replay: Replay, tongue: Language) -> str:
    """What a record shows, as it says itself."""
    if "event" in replay.about:
        return in_one_line(replay.about["event"], tongue.code)
    return tongue.say("a match without a name")
