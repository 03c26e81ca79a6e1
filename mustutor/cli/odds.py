"""The command `odds`: how often a hand wins each lance, every deal counted."""

from __future__ import annotations

from collections.abc import Iterable

from mustutor.base.errors import NotationError
from mustutor.cli.common_options import UsageError, refused_as_usage, variant_named
from mustutor.cli.console import Console, write
from mustutor.cli.hands import of_lances, read_cards
from mustutor.cli.parameters import JSON, VARIANT, argument, flag, option
from mustutor.cli.replay.records import read_seats
from mustutor.games.mus_family.odds import odds
from mustutor.games.mus_family.odds_discard import describe_discards, describe_odds, discards
from mustutor.model.variant import Variant


def odds_of(
    console: Console,
    cards: list[str] = argument(
        "CARD", "Four cards: R R C A, or RRCA, or Ro 3c Ce Ab, or 12 3 11 1."
    ),
    seat: str = option("--seat SEAT", "Whose hand it is (else mano's)."),
    seats: str = option(
        "--seats SEATS",
        "Who plays, mano first: A,B or A1,B1,A2,B2, or how many; a letter is a side.",
    ),
    known: list[str] | None = option(
        "--known SEAT=CARDS",
        'Cards of another seat, all or some: B1="R R 4 A". May stand several times.',
        None,
    ),
    out: str = option("--out CARDS", "Cards that are in nobody's hand."),
    said: list[str] | None = option(
        "--said SEAT=WORDS",
        "What a seat declared: pares or no_pares, juego or no_juego, as in"
        " B1=pares,no_juego. May stand several times.",
        None,
    ),
    discard: bool = flag(
        "--discard", "What to throw: each of the sixteen ways, against one other hand."
    ),
    variant: str = VARIANT,
    json: bool = JSON,
) -> None:
    """Tell how often four cards win each lance."""
    rules = of_lances(variant_named(variant))
    table = read_seats(seats, rules) if seats.strip() else ()
    if discard:
        if known or said:
            raise UsageError(
                "--discard is counted against a hand nobody knows: leave out {option}.",
                option="--known" if known else "--said",
            )
        _discards(console, rules, cards, out, mano=_is_mano(seat.upper(), table), json=json)
        return
    with refused_as_usage(NotationError):
        found = odds(
            read_cards(cards),
            rules,
            seat=seat.upper(),
            seats=table,
            known={who: read_cards([held]) for who, held in _told("--known", known)},
            out=read_cards([out]) if out.strip() else (),
            said={who: words.lower().split(",") for who, words in _told("--said", said)},
        )
    if json:
        console.document(found.document())
        return

    write(console, describe_odds(found, console.language))


def _is_mano(seat: str, seats: tuple[str, ...]) -> bool:
    """Whether the hand speaks first of two."""
    if len(seats) not in (0, 2):
        raise UsageError("--discard is counted for two seats, not {number}.", number=len(seats))
    if seats and seat and seat not in seats:
        raise UsageError(
            "There is no seat {seat} at this table: its seats are {seats}.",
            seat=seat,
            seats=" ".join(seats),
        )
    return not seats or not seat or seat == seats[0]


def _discards(
    console: Console, rules: Variant, cards: list[str], out: str, *, mano: bool, json: bool
) -> None:
    with refused_as_usage(NotationError):
        gone = read_cards([out]) if out.strip() else ()
        ways = discards(read_cards(cards), rules, mano=mano, out=gone)
    if json:
        console.document({"variant": rules.id, "discards": [way.document() for way in ways]})
        return

    write(console, describe_discards(ways, console.language))


def _told(option: str, texts: Iterable[str] | None) -> Iterable[tuple[str, str]]:
    """What is told of each seat; two words about one seat would leave open which of them counts."""
    found: dict[str, str] = {}
    for text in texts or ():
        seat, equals, told = text.partition("=")
        seat = seat.strip().upper()
        if not (equals and seat and told.strip()):
            raise UsageError(
                "{option} takes a seat and what is told of it, as in B1=…, not {text}.",
                option=option,
                text=text or '""',
            )
        if seat in found:
            raise UsageError(
                "{option} tells of {seat} twice: say it all in one.", option=option, seat=seat
            )
        found[seat] = told
    return found.items()
