"""Rules that cannot stand together, though each may stand alone.

The schema says what an option may be; here is what the options ask of one another. Each
contradiction names the options at odds, the one to change first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mustutor.language import mark

MOST_WITH_MUS = 6
MOST_ALONE = 6
SEATS_OF_MODE = {"pairs": 4, "trios": 6}


class Contradiction(NamedTuple):
    """Options that cannot stand together, and a sentence that says why."""

    options: tuple[str, ...]
    sentence: str
    evidence: dict[str, Any]


def contradictions(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Find what cannot stand together in resolved rules.

    >>> from mustutor.variant.variant import load_variant
    >>> list(contradictions(load_variant("encaje").rules))
    []
    """
    yield from _of_the_deck(rules)
    yield from _of_the_deal(rules)
    yield from _of_the_players(rules)
    yield from _of_the_betting(rules)
    if rules["game"] == "encaje":
        yield from _of_encaje(rules)
    else:
        yield from _of_mus(rules)


def _of_the_deck(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Eight kings and eight aces need low cards to be the second four aces.

    They are the twos. Without twos they can only be the fours, as one tournament
    of La Rioja has it; without either there would be eight kings and four aces, which no
    rulebook knows. Fours as aces beside the twos would make twelve, and with four kings
    nothing but kings and aces of their own rank count.
    """
    without_twos = 2 in rules["deck.removed_ranks"]
    if rules["deck.fours_as_aces"] and not without_twos:
        yield Contradiction(
            ("deck.fours_as_aces", "deck.removed_ranks"),
            mark("Fours can be aces only where the twos are out: set deck.removed_ranks to [2]."),
            {},
        )
    if rules["deck.fours_as_aces"] and rules["deck.kings"] == 4:
        yield Contradiction(
            ("deck.fours_as_aces", "deck.kings"),
            mark("Fours can be aces only with eight kings: set deck.kings to 8."),
            {},
        )
    if without_twos and rules["deck.kings"] == 8 and not rules["deck.fours_as_aces"]:
        yield Contradiction(
            ("deck.removed_ranks", "deck.kings"),
            mark(
                "With eight kings the twos are aces and cannot be out: set deck.kings to 4, or"
                " deck.fours_as_aces to true."
            ),
            {},
        )
    if rules["real.enabled"] and not rules["real.figures"]:
        yield Contradiction(
            ("real.figures", "real.enabled"),
            mark("La Real needs a figure: name one in real.figures."),
            {},
        )
    if rules["real.enabled"] and rules["real.figures"] == ("three",) and rules["deck.kings"] == 4:
        yield Contradiction(
            ("real.figures", "deck.kings"),
            mark(
                "With four kings a three is no figure, and la Real needs one: name another in"
                " real.figures, or set deck.kings to 8."
            ),
            {},
        )


def _of_the_deal(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    cards, thrown = rules["deal.cards"], rules["deal.forced_discard"]
    if cards - thrown != 4:
        yield Contradiction(
            ("deal.cards", "deal.forced_discard"),
            mark(
                "Whoever is dealt {cards} cards and throws {thrown} is not left with four: deal 4"
                " and throw 0, or deal 5 and throw 1."
            ),
            {"cards": cards, "thrown": thrown},
        )
    if cards == 5 and rules["mus.enabled"]:
        yield Contradiction(
            ("mus.enabled", "deal.cards"),
            mark("With five cards dealt there is no mus: set mus.enabled to false."),
            {},
        )
    if rules["deal.no_cut"] == "mus_visto" and not rules["mus.enabled"]:
        yield Contradiction(
            ("deal.no_cut", "mus.enabled"),
            mark("There is no mus visto without mus: set deal.no_cut to none."),
            {},
        )
    if rules["mus.corrido"] != "never" and not rules["mus.enabled"]:
        yield Contradiction(
            ("mus.corrido", "mus.enabled"),
            mark("There is no mus corrido without mus: set mus.corrido to never."),
            {},
        )


def _of_the_players(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    players = rules["players.count"]
    deck = 40 - 4 * len(rules["deck.removed_ranks"])
    if players * rules["deal.cards"] > deck:
        yield Contradiction(
            ("players.count", "deal.cards", "deck.removed_ranks"),
            mark(
                "{players} players with {cards} cards each need more than the {deck} of the deck."
            ),
            {"players": players, "cards": rules["deal.cards"], "deck": deck},
        )
    if rules["mus.enabled"] and players > MOST_WITH_MUS:
        yield Contradiction(
            ("players.count", "mus.enabled"),
            mark(
                "Where mus is played at most {most} can sit down, so that cards are left to serve."
            ),
            {"most": MOST_WITH_MUS},
        )
    wanted = SEATS_OF_MODE.get(rules["players.mode"], players)
    if players != wanted:
        yield Contradiction(
            ("players.count", "players.mode"),
            mark("Players in {mode} are {wanted}, and {players} are asked for."),
            {"mode": rules["players.mode"], "wanted": wanted, "players": players},
        )


def _of_the_betting(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    if rules["bet.todas"] == "ordago" and not rules["ordago.enabled"]:
        yield Contradiction(
            ("bet.todas", "ordago.enabled"),
            mark('"Todas" cannot be an órdago where there is none: change bet.todas.'),
            {},
        )
    if rules["score.adentro_margin"] >= rules["score.target"]:
        yield Contradiction(
            ("score.adentro_margin", "score.target"),
            mark("A side cannot be inside {margin} stones short of {target}."),
            {"margin": rules["score.adentro_margin"], "target": rules["score.target"]},
        )


def _of_encaje(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Everyone for himself, stones in front of him, no órdago (ENC-GEN-3, ENC-BET-3, -11)."""
    if rules["players.mode"] != "individual":
        yield Contradiction(
            ("players.mode", "game"),
            mark("In Encaje everyone plays for himself: set players.mode to individual."),
            {},
        )
    if rules["ordago.enabled"]:
        yield Contradiction(
            ("ordago.enabled", "game"),
            mark("There is no órdago in Encaje: set ordago.enabled to false."),
            {},
        )
    if rules["bet.max"] != "own_stones":
        yield Contradiction(
            ("bet.max", "game"),
            mark("In Encaje nobody bets more than he has: set bet.max to own_stones."),
            {},
        )


def _of_mus(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Stones are collected, not staked from one's own, and up to six play alone (MUS-PLAY-2)."""
    if rules["players.mode"] == "individual" and rules["players.count"] > MOST_ALONE:
        yield Contradiction(
            ("players.count", "players.mode"),
            mark("Mus each for himself is for {most} at most, and {players} are asked for."),
            {"most": MOST_ALONE, "players": rules["players.count"]},
        )
    if rules["ordago.settle"] != "immediate" and not rules["ordago.enabled"]:
        yield Contradiction(
            ("ordago.settle", "ordago.enabled"),
            mark("No órdago is ever settled where there is none: leave ordago.settle out."),
            {},
        )
    yield from _of_the_limits(rules)


def _of_the_limits(rules: Mapping[str, Any]) -> Iterator[Contradiction]:
    most, least = rules["bet.max"], rules["bet.min_open"]
    if most == "own_stones":
        yield Contradiction(
            ("bet.max", "game"),
            mark("In Mus nobody has stones of his own to bet: set bet.max to none or a number."),
            {},
        )
    elif most != "none" and most < least:
        yield Contradiction(
            ("bet.max", "bet.min_open"),
            mark("Where a lance is opened with {least} at least, nobody can bet {most} at most."),
            {"least": least, "most": most},
        )
    elif most != "none" and rules["bet.todas"] == "bet_target" and most < rules["score.target"]:
        yield Contradiction(
            ("bet.todas", "bet.max", "score.target"),
            mark('"Todas" bets {target}, and bet.max allows {most} at most: change one of them.'),
            {"target": rules["score.target"], "most": most},
        )
    limit = rules["bet.overlimit"]
    if limit == "none":
        return
    if limit["counts_as"] > limit["above"]:
        yield Contradiction(
            ("bet.overlimit",),
            mark("A bet above {above} cannot count as {counts_as}, which is above it as well."),
            dict(limit),
        )
    needed = max(least, rules["bet.min_raise"])
    if limit["counts_as"] < needed:
        yield Contradiction(
            ("bet.overlimit", "bet.min_open", "bet.min_raise"),
            mark("A bet above {above} cannot count as {counts_as}: the least is {least}."),
            {**limit, "least": needed},
        )
