"""The course of a hand: the talk, the lances in their order, and those that are declared."""

from __future__ import annotations

from mustutor.register import Phases

TALKED = frozenset(("mus", "descarte"))
"""What comes before the lances."""
PLAYED = ("grande", "chica", "pares", "juego")
"""What every hand comes to; where nobody has juego, punto is played in its place."""
LANCES = (*PLAYED, "punto")
DECLARED_IN_ORDER = ("pares", "juego")
DECLARED = frozenset(DECLARED_IN_ORDER)
"""The lances in which players first say whether they have it."""
VALUED = frozenset(("pares", "juego", "punto"))
"""The lances in which a hand has a worth of its own."""
SEQUENCE = ("mus", "descarte", *LANCES)
PAYMENTS = (
    *("stake", "pot", "value", "unanswered_bet", "unanswered_raise"),
    *("deje", "envite", "paso", "par", "medias", "duples", "juego", "juego31", "punto"),
    *("perete", "ordago", "penalty"),
)
"""What movements of stones are called: those of Encaje, those of Mus, those of both."""
PHASES = Phases(
    (*SEQUENCE, "cuenta"),
    PLAYED,
    TALKED | {"cuenta"},
    frozenset(("descarte",)),
    frozenset(PAYMENTS),
)
