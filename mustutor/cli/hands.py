"""The commands `hand`, `compare` and `odds`: what cards are worth, and which of them win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mustutor.base.errors import IllegalCall, NotationError, no_such_seat
from mustutor.base.register import games, round_named, traits
from mustutor.cli.common_options import UsageError, refused_as_usage, variant_named
from mustutor.cli.console import Console, write
from mustutor.cli.parameters import JSON, VARIANT, argument, flag, option
from mustutor.games.mus_family.hands import classify, ranking_of
from mustutor.games.mus_family.hands import compare as compare_hands
from mustutor.games.mus_family.tell_hands import describe_hand, explain_comparison
from mustutor.model.calls import normalized_words
from mustutor.model.cards import Card, read_hand
from mustutor.model.variant import Variant

MOST_HANDS = 8
CARDS = argument("CARD", "Four cards: R R C A, or RRCA, or Ro 3c Ce Ab, or 12 3 11 1.")


def hand(
    console: Console,
    cards: list[str] = CARDS,
    variant: str = VARIANT,
    odds: bool = flag("--odds", "How often mano wins with it, every deal counted."),
    json: bool = JSON,
) -> None:
    """Tell what four cards are worth in each lance."""
    rules = of_lances(variant_named(variant))
    with refused_as_usage(NotationError):
        held = read_cards(cards)
        row = classify(held, rules)
        found = None
        if odds:
            from mustutor.games.mus_family.odds import odds as every_deal
            from mustutor.games.mus_family.odds_discard import describe_odds

            found = every_deal(held, rules)
    ranking = ranking_of(rules.rules)
    if not json:
        write(console, describe_hand(held, rules, console.language))
        if found is not None:
            console.write("")
            write(console, describe_odds(found, console.language))
        return
    written: dict[str, object] = {
        "variant": rules.id,
        "cards": list(held),
        "grande": {"place": row.grande_place, "of": row.grande_of},
        "chica": {"place": row.chica_place, "of": row.chica_of},
    }
    if row.pares:
        value = ranking.value("pares", held)
        written["pares"] = {"class": row.pares, "ranks": list(row.pares_ranks), "value": value}
    if row.juego:
        value = ranking.value("juego", held)
        written["juego"] = {"points": row.points, "value": value, "real": row.real}
    else:
        written["punto"] = {"points": row.points}
    if name := ranking.name(held):
        written["name"] = name
    if found is not None:
        written["odds"] = found.document()
    console.document(written)


def compare(
    console: Console,
    lance: str = argument("LANCE", "grande, chica, pares, juego or punto."),
    hands: list[str] = argument(
        "HAND", 'Hands of four cards, mano first: RRCA, or in quotes "R R C A".'
    ),
    variant: str = VARIANT,
    json: bool = JSON,
) -> None:
    """Tell which hand wins a lance, and why."""
    rules = of_lances(variant_named(variant))
    lance = round_named(lance)
    with refused_as_usage(NotationError):
        held = [read_hand(each) for each in hands]
        result = compare_hands(lance, held, rules)
    if not 2 <= len(held) <= MOST_HANDS:
        raise UsageError(
            "A comparison needs more than one hand: give from 2 to {most}, each in quotes."
            if len(held) == 1
            else "{number} hands are too many: give from 2 to {most}.",
            number=len(held),
            most=MOST_HANDS,
        )
    if json:
        won = {} if result.winner is None else {"winner": result.winner}
        ranked = {"order": list(result.order), "tie": result.tie}
        console.document({"variant": rules.id, "lance": lance, **won, **ranked})
    else:
        labels, ranking = tuple("ABCDEFGH"[: len(held)]), ranking_of(rules.rules)
        write(console, explain_comparison(lance, labels, held, ranking, console.language))


def odds_of(
    console: Console,
    cards: list[str] = CARDS,
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
    from mustutor.cli.replay.record import read_seats
    from mustutor.games.mus_family.odds import odds
    from mustutor.games.mus_family.odds_discard import describe_discards, describe_odds, discards

    rules = of_lances(variant_named(variant))
    table = read_seats(seats, rules) if seats.strip() else ()
    if discard:
        if known or said:
            raise UsageError(
                "--discard is counted against a hand nobody knows: leave out {option}.",
                option="--known" if known else "--said",
            )
        mano = _is_mano(seat.upper(), table)
        with refused_as_usage(NotationError):
            gone = read_cards([out]) if out.strip() else ()
            ways = discards(read_cards(cards), rules, mano=mano, out=gone)
        if json:
            found_ways = [way.document() for way in ways]
            console.document({"variant": rules.id, "discards": found_ways})
        else:
            write(console, describe_discards(ways, console.language))
        return
    with refused_as_usage(NotationError):
        found = odds(
            read_cards(cards),
            rules,
            seat=seat.upper(),
            seats=table,
            known={who: read_cards([held]) for who, held in _told("--known", known)},
            out=read_cards([out]) if out.strip() else (),
            said={who: [*map(_declared, words.split(","))] for who, words in _told("--said", said)},
        )
    if json:
        console.document(found.document())
    else:
        write(console, describe_odds(found, console.language))


def _declared(words: str) -> str:
    """What a seat declared, as `odds` takes it: ``no_juego`` for "pas de jeu"."""
    from mustutor.games.mus_family.calls import declared

    verb, lance = declared().get(normalized_words(words), ("", words.lower()))
    return f"no_{lance}" if verb == "no tengo" else lance


def _is_mano(seat: str, seats: tuple[str, ...]) -> bool:
    """Whether the hand speaks first of two."""
    if len(seats) not in (0, 2):
        raise UsageError("--discard is counted for two seats, not {number}.", number=len(seats))
    if seats and seat and seat not in seats:
        raise UsageError.of(IllegalCall(no_such_seat(seat, seats, "")))
    return not seats or not seat or seat == seats[0]


def _told(option: str, texts: Iterable[str] | None) -> Iterable[tuple[str, str]]:
    """Pair each seat with its words; raises UsageError where a seat is given twice."""
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


def of_lances(rules: Variant) -> Variant:
    """The rules, if hands of four cards are worth anything in their game."""
    if "lances" in traits(rules.game):
        return rules
    raise UsageError(
        "{game} has no hands of four cards to compare: choose a variant of {games}.",
        game=rules.game,
        games=" / ".join([game for game in games() if "lances" in traits(game)]),
    )


def read_cards(words: Sequence[str]) -> tuple[Card, ...]:
    """Read a hand from a command line: cards in one word or several, with commas or without.

    >>> read_cards(["R", "R C", "A"])
    ('R', 'R', 'C', 'A')
    >>> read_cards(["rey,", "12,", "C,", "A"]) == read_cards(["R R C A"])
    True
    """
    together = " ".join(words)
    if "," in together:
        return read_hand(together.strip(" ,"))
    return read_hand(words if len(words) == 4 else together)
