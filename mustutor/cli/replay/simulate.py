"""The command `replay simulate`: legal random matches, one record a line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import DEFAULT_VARIANT, Misuse, VariantOption, variant_named
from mustutor.language import mark

if TYPE_CHECKING:
    from mustutor.replay import Replay
    from mustutor.variant import Variant

COMMAND = "mustutor replay simulate"
USUAL_SEED = "1"


def simulate(
    context: typer.Context,
    variant: VariantOption = DEFAULT_VARIANT,
    seats: Annotated[
        int | None,
        typer.Option(
            min=2, max=8, help=mark("How many players sit down, if not the usual number.")
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--matches", min=1, help=mark("How many matches to make."))
    ] = 1,
    hands: Annotated[
        int, typer.Option(min=1, help=mark("The most hands a match may have; it may end sooner."))
    ] = 1,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help=mark("The same seed makes the same matches."))
    ] = USUAL_SEED,
) -> None:
    """Write random legal matches, one record a line."""
    from mustutor.cli.replay.pace import WRITTEN, Pace
    from mustutor.errors import IllegalCall
    from mustutor.replay import dumps
    from mustutor.simulate import match

    console: Console = context.obj
    rules = variant_named(variant, COMMAND)
    players = _players(rules, seats)
    pace = Pace(console, count, work=WRITTEN)
    pace.shown = pace.shown and not sys.stdout.isatty()  # else the records themselves are seen
    for number in range(1, count + 1):
        try:
            made = match(rules, seats=players, hands=hands, seed=seed, number=number)
        except IllegalCall as refusal:
            if number > 1:
                raise
            # No call was made yet: it is the table that cannot sit down to this variant.
            raise Misuse(
                refusal.sentence,
                command=COMMAND,
                **refusal.evidence,
            ) from None
        console.write(dumps(_self_contained(made, rules)).rstrip("\n"))
        pace.add(1, len(made.hands))
    pace.end()


def _players(rules: Variant, asked: int | None) -> int:
    """How many sit down: as many as asked, or as the rulebook is for; teams are never otherwise."""
    from mustutor.games import game_of

    seats = game_of(rules.game).seats
    usual = len(seats(rules, 0))
    if asked not in (None, usual) and seats(rules, asked or usual) == seats(rules, usual):
        raise Misuse(
            "{variant} is played in teams by {usual}, and not by {asked}.",
            command=COMMAND,
            variant=rules.id,
            usual=usual,
            asked=asked,
        )
    return asked or usual


def _self_contained(made: Replay, rules: Variant) -> Replay:
    """A match played by rules of the reader's own takes them along: no one else has them."""
    from mustutor.replay.seal import with_seals
    from mustutor.variant import load_variant, variant_ids

    if rules.id in variant_ids() and load_variant(rules.id) == rules:
        return made
    return with_seals(made._replace(variant={**made.variant, "rules": rules.as_json()}))
