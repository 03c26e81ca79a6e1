"""Records named on a command line: a file, standard input, or one packaged with mustutor.

The command `replay list` names those that come along, and `table` sits down to a match that is
about to be taken down: its rules, seats and players, told or asked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from mustutor.base.errors import IllegalCall, NotationError, Unreadable, VariantError
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark, printable
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    UsageError,
    nearest,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import Console, wrapped
from mustutor.cli.parameters import JSON
from mustutor.cli.settings import Settings
from mustutor.games import game_of
from mustutor.games.failure import Failure, Unplayable
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.recorder.commands import MOST_SEATS, sit_down
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.files import packaged, packaged_file, packed_in, read
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.live_file import live_name
from mustutor.replay.names import in_one_line, names_read, pairs_read, player, rulebook_named
from mustutor.replay.reader import LIVE, SHEET, STDIN

if TYPE_CHECKING:
    from mustutor.referee.settle import Settlement

Ask = Callable[[str], str]
Typed = TypeVar("Typed")


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


def table(setup: Setup, date: str, language: Language, ask: Ask | None) -> Recorder:
    """Sit down to a match as told; what is missing is asked, where somebody can answer.

    Raises UsageError where nobody could sit down so.
    """
    variant = _variant(setup, language, ask)
    seats = _seats(setup, variant, language, ask)
    about: Json = {"date": date, "view": "table"}
    players = _players(setup, seats, language, ask)
    if players:
        about["players"] = players
    match = Replay(
        variant=named_in_record(variant),
        seats=seats,
        hands=(),
        start=_pairs(setup.start),
        games=_pairs(setup.games),
        about=about,
    )
    return begin_recording(variant, match, setup.mano)


def begin_recording(variant: Variant, match: Replay, mano: str) -> Recorder:
    """Sit down, with mano where he is told. Raises UsageError where the rules forbid it."""
    sides = {seat[0] for seat in match.seats}
    for side in (*(match.start or ()), *(match.games or ())):
        if side not in sides:
            raise UsageError("There is no side {side} at this table.", side=side)
    try:
        recorder = sit_down(variant, match)
        return recorder.begin_hand(mano.upper()) if mano else recorder
    except Unplayable as problem:
        raise UsageError.of(IllegalCall(problem.failure.fault)) from None
    except IllegalCall as refusal:
        raise UsageError.of(refusal) from None


def named_in_record(variant: Variant) -> Json:
    """The variant as the record names it; rules of the reader's own it takes along."""
    named: Json = {"id": variant.id, "digest": variant.digest}
    return {**named, "rules": variant.as_json()} if is_own(variant) else named


def is_own(variant: Variant) -> bool:
    """Whether a variant is the reader's own: no one else has it."""
    return variant.id not in variant_ids() or load_variant(variant.id) != variant


def _answered(ask: Ask, question: str, read: Callable[[str], Typed], language: Language) -> Typed:
    """Ask until what is typed can be read; a refusal is the next question."""
    while True:
        try:
            return read(ask(question).strip())
        except UsageError as problem:
            question = f"{problem.said(language)} > "


def _variant(setup: Setup, language: Language, ask: Ask | None) -> Variant:
    if setup.variant or ask is None:
        return variant_named(setup.variant or setup.rules)
    question = language.say("Which rules? Enter for {usual} > ", usual=setup.rules)
    return _answered(ask, question, lambda typed: variant_named(typed or setup.rules), language)


def _seats(setup: Setup, variant: Variant, language: Language, ask: Ask | None) -> tuple[str, ...]:
    if setup.seats:
        return read_seats(setup.seats, variant)
    seats = game_of(variant.game).rules.seats
    usual = len(seats(variant, 0))
    if ask is None or seats(variant, usual) == seats(variant, usual + 1):
        return seats(variant, usual)
    question = language.say("How many play, or which seats? Enter for {usual} > ", usual=usual)
    return _answered(
        ask, question, lambda typed: read_seats(typed or str(usual), variant), language
    )


def read_seats(text: str, variant: Variant) -> tuple[str, ...]:
    """Read seats, ``A,B,C`` or how many there are. Raises UsageError for anything else."""
    if text in map(str, range(2, MOST_SEATS + 1)):
        seats = game_of(variant.game).rules.seats(variant, int(text))
        return seats if len(seats) == int(text) else tuple("ABCDEFGH"[: int(text)])
    seats = tuple(re.findall(r"[^\s,]+", text.upper()))
    if len(seats) < 2 or not all(re.fullmatch("[A-H][1-9]?", seat) for seat in seats):
        raise UsageError(
            "{text} is no table: give the seats in speaking order, A1,B1,A2,B2, or their number.",
            text=printable(text),
        )
    return seats


def _players(
    setup: Setup, seats: tuple[str, ...], language: Language, ask: Ask | None
) -> dict[str, str]:
    def named(text: str) -> dict[str, str]:
        with refused_as_usage(NotationError):
            return dict(names_read(text, seats)) if text else {}

    told = setup.players or setup.names(seats)
    if told or ask is None:
        return named(told)
    question = language.say("Who plays, as in {seat}=Ane? Enter to leave it out > ", seat=seats[0])
    return _answered(ask, question, named, language)


def _pairs(text: str) -> dict[str, int] | None:
    with refused_as_usage(NotationError):
        return pairs_read(text) if text else None


def dealt_hand(name: str) -> Replay:
    """Read what `replay deal` has written; raises ReplayError where it cannot be read."""
    return next(matches(name)).replay


def at_its_table(setup: Setup, dealt: Replay) -> Setup:
    """The table as told, and as it was dealt for where nothing was told."""
    return setup._replace(
        variant=setup.variant or str(dealt.variant.get("id", "")),
        seats=setup.seats or ",".join(dealt.seats),
    )


def listing(console: Console, json: bool = JSON) -> None:
    """List the records that come along, game by game."""
    from mustutor.base.register import title

    games: dict[str, list[tuple[str, str]]] = {}
    for name, path in packaged().items():
        replay = next(read(str(path))).replay
        assert replay is not None, "what comes along can be read"
        game, variant = rules_of(replay)[0].game, str(replay.variant["id"])
        shows = console.language.say("a match without a name")
        if "event" in replay.about:
            shows = in_one_line(replay.about["event"], console.language.code)
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


MOST_BESIDE = 1_000


class Match(NamedTuple):
    """A match of a file, by its number from 1: the record, or what is wrong with it."""

    file: str
    number: int
    found: Replay | None
    problem: Unreadable | None = None

    @property
    def replay(self) -> Replay:
        """Its record. Raises what is wrong with it where it cannot be read."""
        if self.found is None:
            assert self.problem is not None
            raise self.problem
        return self.found


def is_unreadable(console: Console, match: Match) -> bool:
    """Say on stderr what is wrong with a match that cannot be read; whether it cannot."""
    if match.problem is not None:
        console.problem(match.problem.said(console.language))
    return match.problem is not None


def located(name: str) -> str:
    """Find the file for a name: itself, its live file, or a packaged record.

    Raises Unreadable, with the nearest name, where there is neither.
    """
    if "#" in name and not os.path.lexists(name) and packed_in(name):
        raise Unreadable(
            mark("This is a link: mustutor replay import LINK -o FILE writes what it carries.")
        )
    if name == STDIN or Path(name).exists():
        return name
    comes_along = packaged_file(name)
    if comes_along is not None:
        return str(comes_along)

    live = live_name(name)
    if live.name != LIVE and live.is_file():
        return str(live)  # it is being taken down, or was broken off
    folder = Path(name).parent
    kinds = ("*.json*", f"*{SHEET}")
    beside = [str(path) for kind in kinds for path in islice(folder.glob(kind), MOST_BESIDE)]
    raise Unreadable(
        mark("There is no such file."),
        file=name,
        hint=nearest(str(Path(name)), [*beside, *packaged()]),
    )


def matches(name: str, rules: Variant | None = None) -> Iterator[Match]:
    """Read the matches of a file one by one; raises ReplayError where the file cannot be read."""
    path = located(name)
    for one in read(path, rules=rules):
        yield Match(path, one.number, one.replay, one.problem)


def match_of(file: str, number: int) -> Match:
    """The match of a file that is meant; raises UsageError where it is not there."""
    match = next((each for each in matches(file) if each.number == number), None)
    if match is None:
        raise UsageError("There is no match {number} in {record}.", number=number, record=file)
    if match.problem is not None:
        raise match.problem
    return match


def settled(match: Match, rules: Variant | None, language: Language) -> Settlement:
    """Settle a match; where that cannot even begin, the error names its file."""
    from mustutor.referee import settle

    try:
        return settle(match.replay, variant=rules)
    except IllegalCall as refusal:
        fault = refusal.fault._replace(
            sentence=mark("{place}: {problem}"),
            evidence={"place": match.file, "problem": refusal.fault.said(language)},
        )
        raise IllegalCall(fault) from None
    except VariantError as problem:
        raise VariantError(
            problem.sentence, file=match.file, hint=problem.hint, **problem.evidence
        ) from None


def report_refusal(console: Console, file: str, failure: Failure) -> None:
    """Say on stderr, in a line, where a record cannot go on, and what to read about it."""
    say, rule = console.language.say, failure.fault.rule
    console.problem(
        say(
            "{file}: {place}: {problem}",
            file=file,
            place=failure.place,
            problem=failure.fault.said(console.language),
        ),
        say("Type mustutor rule {rule} to read the article.", rule=rule) if rule else "",
    )


def title(console: Console, replay: Replay) -> None:
    """Write what a record says of itself: the event, who sits where, the rulebook."""
    code = console.language.code
    about = replay.about
    named = [in_one_line(about[name], code) for name in ("event", "place", "date") if name in about]
    if named:
        console.heading(wrapped(" · ".join(named), console.width))
    if "recorder" in about:
        console.say("Taken down by {recorder}.", recorder=in_one_line(about["recorder"], code))
    for seat in replay.seats:
        if seat in about.get("players", {}):
            console.paragraph(f"{seat}  {player(about['players'][seat], code)}", indent=2, hang=3)
    if "draw" in about:
        drawn = ", ".join(f"{seat} {card}" for seat, card in about["draw"].items())
        console.say("The draw for seats: {cards}", cards=in_one_line(drawn, code))
    rules = in_one_line(replay.variant["id"], code)
    if rules in variant_ids():
        rules = rulebook_named(load_variant(rules), console.language)
    console.say("The rules: {variant}.", variant=rules)


def spot(about: object, language: Language) -> str:
    """Name what a claim is about: a place of the record, or the whole match."""
    return language.say("the match") if about == "match" else in_one_line(about, language.code)
