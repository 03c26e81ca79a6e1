"""The table of a match about to be taken down: its rules, seats and players, told or asked."""

from __future__ import annotations

import re
from collections.abc import Callable

from mustutor.cli.habits import DEFAULT_VARIANT, Misuse, variant_named
from mustutor.cli.replay.records import matches
from mustutor.cli.settings import Settings
from mustutor.errors import IllegalCall, NotationError
from mustutor.games import game_of
from mustutor.language import Language, printable
from mustutor.recorder.begin import MOST_SEATS, sit_down
from mustutor.recorder.recorder import Recorder
from mustutor.referee.claims import pairs_read
from mustutor.replay.format import Json, Replay
from mustutor.replay.names import names_read
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant, load_variant, variant_ids

COMMAND = "mustutor replay record"
Ask = Callable[[str], str]


class Setup(NamedTuple):
    """What a command line tells of a table; what is empty was not told."""

    variant: str = ""
    seats: str = ""
    mano: str = ""
    players: str = ""
    start: str = ""
    games: str = ""
    usual: Settings = Settings()

    @property
    def rules(self) -> str:
        """The rulebook where none is told."""
        return self.usual.of("variant") or DEFAULT_VARIANT

    def names(self, seats: tuple[str, ...]) -> str:
        """Who sits at these seats where nobody is told."""
        told = [name.strip() for name in self.usual.of("names").split(",")]
        return ",".join(name for name in told if name.partition("=")[0].strip() in seats)


def table(setup: Setup, date: str, tongue: Language, ask: Ask | None) -> Recorder:
    """Sit down to a match as told; what is missing is asked, where somebody can answer.

    Raises Misuse where nobody could sit down so.
    """
    variant = _variant(setup, tongue, ask)
    seats = _seats(setup, variant, tongue, ask)
    about: Json = {"date": date, "view": "table"}
    players = _players(setup, seats, tongue, ask)
    if players:
        about["players"] = players
    match = Replay(
        variant=_named(variant),
        seats=seats,
        hands=(),
        start=_pairs(setup.start),
        games=_pairs(setup.games),
        about=about,
    )
    return begun(variant, match, setup.mano)


def begun(variant: Variant, match: Replay, mano: str) -> Recorder:
    """Sit down, with mano where he is told. Raises Misuse where the rules forbid it."""
    from mustutor.replay.failure import Unplayable

    sides = {seat[0] for seat in match.seats}
    for side in (*(match.start or ()), *(match.games or ())):
        if side not in sides:
            raise Misuse("There is no side {side} at this table.", command=COMMAND, side=side)
    try:
        recorder = sit_down(variant, match)
        return recorder.begin_hand(mano.upper()) if mano else recorder
    except (IllegalCall, Unplayable) as problem:
        refusal = (
            problem if isinstance(problem, IllegalCall) else IllegalCall(problem.failure.fault)
        )
        raise Misuse(refusal.sentence, command=COMMAND, **refusal.evidence) from None


def _named(variant: Variant) -> Json:
    """The variant as the record names it; rules of the reader's own it takes along."""
    named: Json = {"id": variant.id, "digest": variant.digest}
    if variant.id in variant_ids() and load_variant(variant.id) == variant:
        return named
    return {**named, "rules": variant.as_json()}


def _variant(setup: Setup, tongue: Language, ask: Ask | None) -> Variant:
    if setup.variant or ask is None:
        return variant_named(setup.variant or setup.rules, COMMAND)
    question = tongue.say("Which rules? Enter for {usual} > ", usual=setup.rules)
    while True:
        try:
            return variant_named(ask(question).strip() or setup.rules, COMMAND)
        except Misuse as problem:
            question = f"{problem.said(tongue)} > "


def _seats(setup: Setup, variant: Variant, tongue: Language, ask: Ask | None) -> tuple[str, ...]:
    if setup.seats:
        return read_seats(setup.seats, variant)
    seats = game_of(variant.game).seats
    usual = len(seats(variant, 0))
    if ask is None or seats(variant, usual) == seats(variant, usual + 1):
        return seats(variant, usual)
    question = tongue.say("How many play, or which seats? Enter for {usual} > ", usual=usual)
    while True:
        try:
            return read_seats(ask(question).strip() or str(usual), variant)
        except Misuse as problem:
            question = f"{problem.said(tongue)} > "


def read_seats(text: str, variant: Variant, command: str = COMMAND) -> tuple[str, ...]:
    """Read seats, ``A,B,C`` or how many there are. Raises Misuse of a command for anything else."""
    if text in map(str, range(2, MOST_SEATS + 1)):
        seats = game_of(variant.game).seats(variant, int(text))
        return seats if len(seats) == int(text) else tuple("ABCDEFGH"[: int(text)])
    seats = tuple(re.findall(r"[^\s,]+", text.upper()))
    if len(seats) < 2 or not all(re.fullmatch("[A-H][1-9]?", seat) for seat in seats):
        raise Misuse(
            "{text} is no table: give the seats in speaking order, A1,B1,A2,B2, or their number.",
            command=command,
            text=printable(text),
        )
    return seats


def _players(
    setup: Setup, seats: tuple[str, ...], tongue: Language, ask: Ask | None
) -> dict[str, str]:
    told = setup.players or setup.names(seats)
    if told or ask is None:
        return _named_players(told, seats) if told else {}
    question = tongue.say("Who plays, as in {seat}=Ane? Enter to leave it out > ", seat=seats[0])
    while True:
        try:
            typed = ask(question).strip()
            return _named_players(typed, seats) if typed else {}
        except Misuse as problem:
            question = f"{problem.said(tongue)} > "


def _named_players(text: str, seats: tuple[str, ...]) -> dict[str, str]:
    try:
        return dict(names_read(text, seats))
    except NotationError as problem:
        raise Misuse.of(problem, COMMAND) from None


def _pairs(text: str) -> dict[str, int] | None:
    try:
        return pairs_read(text) if text else None
    except NotationError as problem:
        raise Misuse.of(problem, COMMAND) from None


def dealt_hand(name: str) -> Replay:
    """Read what `replay deal` has written; raises ReplayError where it cannot be read."""
    first = next(matches(name))
    if first.replay is None:
        assert first.problem is not None
        raise first.problem
    return first.replay


def at_its_table(setup: Setup, dealt: Replay) -> Setup:
    """The table as told, and as it was dealt for where nothing was told."""
    return setup._replace(
        variant=setup.variant or str(dealt.variant.get("id", "")),
        seats=setup.seats or ",".join(dealt.seats),
    )
