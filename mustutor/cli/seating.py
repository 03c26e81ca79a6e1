"""Who sits down to play, and by which rules: what the command line of `play` tells of the table."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, nearest, variant_named
from mustutor.cli.replay.table import read_seats
from mustutor.errors import IllegalCall
from mustutor.players import LEVELS, Bot, level
from mustutor.players.asking import Timed
from mustutor.players.sitting import Sitting
from mustutor.recorder.begin import sit_down, sizes
from mustutor.recorder.recorder import Recorder
from mustutor.replay.format import Json, Replay
from mustutor.variant import Variant, load_variant, variant_ids

COMMAND = "mustutor play"
PERSON = "human"
MODE = "players.mode"
MODES = ("trios", "individual")
"""How others than two pairs may play a game that has the option."""


class PlaySetup:
    """What the command line tells of the table."""

    def __init__(
        self,
        console: Console,
        variant: str,
        seats: str,
        named: list[str],
        bots: str,
        seed: str,
        hands: int,
    ) -> None:
        from secrets import token_hex

        self.rules = variant_named(variant, COMMAND)
        self.asked = bool(seats)
        self.seats = read_seats(seats, self.rules, COMMAND) if seats else _usual(self.rules)
        self.hands = hands
        self.seed = seed or token_hex(32)
        self._bots = bots
        self._named = dict(_read_seat(text, self.seats) for text in named)
        self._alone = console.no_input
        if self._alone and PERSON in self._named.values():
            raise Misuse(
                "With --no-input nobody can be asked: leave out --seat {seat}=human.",
                command=COMMAND,
                seat=next(seat for seat, who in self._named.items() if who == PERSON),
            )
        self._rest = {} if self._alone or self._named else {self.seats[0]: PERSON}
        _level(bots)

    def sit(self, seats: tuple[str, ...], kinds: Mapping[str, str]) -> None:
        """Sit down as a match tells that was broken off; who is no program is at the keyboard.

        Where nobody can be asked a program plays for them.
        """
        self.seats = seats
        people = {} if self._alone else dict.fromkeys(seats, PERSON)
        self._rest = people | {seat: kinds[seat] for seat in seats if seat in kinds}

    def players(self, number: int = 1) -> dict[str, Bot]:
        """The programs, each with a seed of its own."""
        from mustutor.canonical import digest

        made: dict[str, Bot] = {}
        for seat in self.seats:
            who = self._named.get(seat) or self._rest.get(seat, self._bots)
            if who != PERSON:
                made[seat] = _made(who, int(digest(f"{self.seed}:{number}:{seat}")[:12], 16))
        return made


def _usual(rules: Variant) -> tuple[str, ...]:
    from mustutor.games import game_of

    return game_of(rules.game).seats(rules, 0)


def _read_seat(text: str, seats: tuple[str, ...]) -> tuple[str, str]:
    seat, equals, who = text.partition("=")
    if not equals or seat.upper() not in seats or not who:
        raise Misuse(
            "--seat takes a seat of {seats} and who sits there, as in {seat}=easy.",
            command=COMMAND,
            seats=" ".join(seats),
            seat=seats[-1],
        )
    return seat.upper(), who


def _level(name: str) -> None:
    if name not in LEVELS:
        raise Misuse(
            "There is no player {name}; there are {levels}, human, and MODULE:CLASS.",
            command=COMMAND,
            hint=nearest(name, LEVELS),
            name=name,
            levels=", ".join(LEVELS),
        )


def _made(who: str, seed: int) -> Bot:
    """Make the player of a seat: one of the house, or a class of somebody's own."""
    home, colon, kind = who.partition(":")
    if not colon:
        _level(who)
        return level(who)(seed=seed)
    try:
        with redirect_stdout(sys.stderr):  # standard output is the record's
            maker = getattr(import_module(home), kind)
            return Timed(maker(seed=seed))
    except ModuleNotFoundError as problem:
        if problem.name != home.partition(".")[0]:
            raise _cannot_sit(who, problem) from None
        raise Misuse(
            "{who} cannot sit down: Python finds no module {module}. "
            "PYTHONPATH=FOLDER before the command names the folder it lies in.",
            command=COMMAND,
            who=who,
            module=home,
        ) from None
    except Exception as problem:  # noqa: BLE001 - whatever a stranger's module may raise
        raise _cannot_sit(who, problem) from None


def _cannot_sit(who: str, problem: Exception) -> Misuse:
    why = f"{type(problem).__name__}: {problem}"
    return Misuse("{who} cannot sit down: {why}", command=COMMAND, who=who, why=why)


def seated(table: PlaySetup, sitting: Sitting) -> Recorder:
    """Sit down; raises Misuse where the rules do not allow such a table."""
    players: Json = {}
    for seat, bot in sitting.bots.items():
        character = sitting.characters.get(seat)
        players[seat] = {"name": character.name if character else bot.name, "kind": bot.name}
    about: Json = {"date": datetime.now(UTC).astimezone().date().isoformat(), "view": "table"}
    if players:
        about["players"] = players
    rules = table.rules
    named: Json = {"id": rules.id, "digest": rules.digest}
    if rules.id not in variant_ids() or load_variant(rules.id) != rules:
        named["rules"] = rules.as_json()
    try:
        return sit_down(rules, Replay(named, table.seats, (), about=about))
    except IllegalCall as refusal:
        raise _refused(rules, table.seats, refusal) from None


def _refused(rules: Variant, seats: tuple[str, ...], refusal: IllegalCall) -> Misuse:
    """Say why nobody can sit down so; where there are too many or too few, by which rules they can.

    Without a rulebook for so many it is told how one of the same game is written.
    """
    number = len(seats)
    fit = [name for name in variant_ids() if _seats(load_variant(name), number)]
    if not fit or rules.id in fit or _seats(rules, number):
        return Misuse(refusal.sentence, command=COMMAND, **refusal.evidence)
    modes = [mode for mode in MODES if MODE in rules.rules and _seats(rules, number, mode)]
    told: dict[str, Any] = {"variant": rules.id, "number": number, "fit": ", ".join(fit)}
    if modes:
        return Misuse(
            "{variant} is not for {number} players, but these are: {fit}. Or write rules of your "
            "own: mustutor variant new ours --extends {variant} --set players.mode={mode} --set "
            "players.count={number}",
            command=COMMAND,
            mode=modes[0],
            **told,
        )
    return Misuse(
        "{variant} is not for {number} players, but these are: {fit}.", command=COMMAND, **told
    )


def _seats(rules: Variant, number: int, mode: str = "") -> bool:
    """Whether so many can sit down by these rules, in a mode of playing together or their own."""
    if mode:
        changed = {**rules.rules, MODE: mode, "players.count": number}
        rules = rules._replace(rules=changed)
    return number in sizes(rules)
