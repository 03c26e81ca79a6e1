"""Records named on a command line: a file, standard input, or one packaged with mustutor.

The command `replay list` names those that come along.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mustutor.base.errors import IllegalCall, Unreadable, VariantError
from mustutor.base.language import Language, mark
from mustutor.cli.common_options import UsageError, nearest
from mustutor.cli.console import Console, wrapped
from mustutor.cli.parameters import JSON
from mustutor.games.failure import Failure
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.replay.files import packaged, packaged_file, packed_in, read
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.names import in_one_line, player, rulebook_named
from mustutor.replay.reader import LIVE, SHEET, STDIN

if TYPE_CHECKING:
    from mustutor.referee.settle import Settlement


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

    from mustutor.replay.live_file import live_name

    live = live_name(name)
    if live.name != LIVE and live.is_file():
        return str(live)  # it is being taken down, or was broken off
    folder = Path(name).parent
    kinds = ("*.json*", f"*{SHEET}")
    beside = [str(path) for kind in kinds for path in islice(folder.glob(kind), MOST_BESIDE)]
    sentence = mark("There is no such file.")
    raise Unreadable(sentence, file=name, hint=nearest(str(Path(name)), [*beside, *packaged()]))


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


def no_such_place(place: str, places: Sequence[str]) -> UsageError:
    """Say that a record has no such place among its own."""
    return UsageError(
        "There is no {place} in this record: places go from {first} to {last}.",
        place=place,
        first=places[0] if places else "",
        last=places[-1] if places else "",
    )


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
