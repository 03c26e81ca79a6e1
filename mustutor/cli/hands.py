"""The commands `hand` and `compare`: what cards are worth, and which of them win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mustutor.base.errors import NotationError
from mustutor.base.register import games, traits
from mustutor.cli.common_options import UsageError, refused_as_usage, variant_named
from mustutor.cli.console import Console, write
from mustutor.cli.parameters import JSON, VARIANT, argument, flag
from mustutor.games.mus_family.hands import classify, ranking_of
from mustutor.games.mus_family.hands import compare as compare_hands
from mustutor.games.mus_family.tell_hands import describe_hand, explain_comparison
from mustutor.model.cards import Card, read_hand
from mustutor.model.variant import Variant

if TYPE_CHECKING:
    from mustutor.games.mus_family.odds import Odds

MOST_HANDS = 8


def hand(
    console: Console,
    cards: list[str] = argument(
        "CARD", "Four cards: R R C A, or RRCA, or Ro 3c Ce Ab, or 12 3 11 1."
    ),
    variant: str = VARIANT,
    odds: bool = flag("--odds", "How often mano wins with it, every deal counted."),
    json: bool = JSON,
) -> None:
    """Tell what four cards are worth in each lance."""
    rules = of_lances(variant_named(variant))
    with refused_as_usage(NotationError):
        held = read_cards(cards)
        row = classify(held, rules)
        found = _odds(held, rules) if odds else None
    ranking = ranking_of(rules.rules)
    if not json:
        write(console, describe_hand(held, rules, console.language))
        if found is not None:
            from mustutor.games.mus_family.odds_discard import describe_odds

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
        written["pares"] = {
            "class": row.pares,
            "ranks": list(row.pares_ranks),
            "value": ranking.value("pares", held),
        }
    if row.juego:
        written["juego"] = {
            "points": row.points,
            "value": ranking.value("juego", held),
            "real": row.real,
        }
    else:
        written["punto"] = {"points": row.points}
    if name := ranking.name(held):
        written["name"] = name
    if found is not None:
        written["odds"] = found.document()
    console.document(written)


def _odds(held: tuple[Card, ...], rules: Variant) -> Odds:
    from mustutor.games.mus_family.odds import odds

    return odds(held, rules)


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
    lance = lance.lower()
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
    if not json:
        labels = tuple("ABCDEFGH"[: len(held)])
        page = explain_comparison(lance, labels, held, ranking_of(rules.rules), console.language)
        write(console, page)
        return
    written: dict[str, object] = {"variant": rules.id, "lance": lance}
    if result.winner is not None:
        written["winner"] = result.winner
    console.document({**written, "order": list(result.order), "tie": result.tie})


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
    """Read a hand from a command line: a card a word, or several in one, with commas or without.

    >>> read_cards(["R", "R C", "A"])
    ('R', 'R', 'C', 'A')
    >>> read_cards(["rey,", "12,", "C,", "A"]) == read_cards(["R R C A"])
    True
    """
    together = " ".join(words)
    if "," in together:
        return read_hand(together.strip(" ,"))
    return read_hand(words if len(words) == 4 else together)
