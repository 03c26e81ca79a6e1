"""A case before the referee: who said what, with which cards, and the article that judges it.

The options decide; the article is only where a reader finds it written: of the region whose
rulebook is in force. Several regions may have the same rule in words of their own, and a table
that plays by none of them is shown the plainest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mustutor.calls import Call
from mustutor.games.mus_family.classes import CARDS_IN_HAND, HandClass
from mustutor.games.mus_family.lances import TALKED
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.mus_family.state import Lances
from mustutor.ledger import Ruling
from mustutor.position import Hand, Position
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant


class RulingArticle(NamedTuple):
    """The article of a rule in most rulebooks, and in those that have their own."""

    usual: str
    own: Mapping[str, str]


_GUIPUZCOA = {"guipuzcoa_4": "REG-GUI-4", "guipuzcoa_8": "REG-GUI-4"}

ARTICLES: Mapping[str, RulingArticle] = {
    "lying never": RulingArticle(
        "REG-CAT-2",
        {"la_rioja": "REG-RIO-3", "alava_vizcaya": "REG-ALV-4", **_GUIPUZCOA},
    ),
    "lying until_cut": RulingArticle("REG-GAL-1", {}),
    "lying always": RulingArticle("REG-MAD-1", {"aragon": "REG-ARA-4"}),
    "lying always_except_declarations": RulingArticle("REG-CLM-1", {}),
    "talk none": RulingArticle("MUS-TALK-1", {"la_rioja": "REG-RIO-5", **_GUIPUZCOA}),
    "talk minimal": RulingArticle("MUS-SIG-4", {"la_rioja": "REG-RIO-5"}),
    "talk current_lance": RulingArticle("REG-AST-10", {}),
    "talk any_lance": RulingArticle("REG-CLM-2", {"galicia": "REG-GAL-3"}),
    "talk free": RulingArticle("REG-MAD-3", {"aragon": "REG-ARA-4"}),
    "naming forbidden": RulingArticle(
        "MUS-SIG-4", {"castilla_la_mancha": "REG-CLM-3", "galicia": "REG-GAL-4"}
    ),
    "naming some": RulingArticle("REG-CLM-3", {"galicia": "REG-GAL-4"}),
    "naming in order": RulingArticle("REG-CLM-4", {"galicia": "REG-GAL-4"}),
    "naming at pares": RulingArticle("REG-CLM-5", {}),
    "naming at juego": RulingArticle("REG-CLM-6", {}),
    "mus in any words": RulingArticle("MUS-MUS-1", {"cantabria": "REG-CAN-4"}),
    "no signals": RulingArticle("MUS-SIG-3", {"la_rioja": "REG-RIO-4"}),
    "no partner": RulingArticle(
        "MUS-SIG-1", {"encaje": "ENC-GEN-3", "encaje_five_card": "ENC-GEN-3"}
    ),
    "false signal": RulingArticle("MUS-SIG-2", {"aragon": "REG-ARA-5"}),
    "declaration": RulingArticle("MUS-DECL-8", {"castilla_la_mancha": "REG-CLM-1"}),
    "exposed redeal": RulingArticle(
        "MUS-VISTO-1", {"asturias": "REG-AST-2", "madrid": "REG-MAD-7"}
    ),
    "exposed mano_chooses": RulingArticle(
        "MUS-VISTO-1", {"aragon": "REG-ARA-6", "cantabria": "REG-CAN-3"}
    ),
    "la real": RulingArticle(
        "MUS-REAL-1",
        {"asturias": "REG-AST-18", "cantabria": "REG-CAN-5", "catalunya": "REG-CAT-3"},
    ),
    "no real": RulingArticle(
        "MUS-REAL-1",
        {
            "aragon": "REG-ARA-2",
            "madrid": "REG-MAD-8",
            "galicia": "REG-GAL-5",
            "navarra": "REG-NAV-3",
            "alava_vizcaya": "REG-ALV-3",
            "guipuzcoa_4": "REG-GUI-3",
            "guipuzcoa_8": "REG-GUI-3",
        },
    ),
    "four kings": RulingArticle(
        "MUS-RANK-4",
        {"la_rioja": "REG-RIO-1", "navarra": "REG-NAV-2", "guipuzcoa_4": "REG-GUI-1"},
    ),
    "exposed forced_mus": RulingArticle("MUS-VISTO-1", {}),
    "exposed ignore": RulingArticle("MUS-VISTO-1", {}),
}


def article(variant: Variant, topic: str) -> str:
    """The article for a topic: of the region the variant is, or extends, or the usual one."""
    usual, own = ARTICLES[topic]
    return own.get(variant.id) or own.get(variant.extends) or usual


JUEGO_OR_PUNTO = frozenset(("juego", "punto"))


class Case(NamedTuple):
    """Something said or signalled at a position, and the rulings there can be on it."""

    position: Position
    call: Call

    @property
    def rules(self) -> Mapping[str, Any]:
        """The options of the variant."""
        return self.position.table.variant.rules

    @property
    def lance(self) -> str:
        """The lance it was said in."""
        return self.position.lance

    @property
    def ranking(self) -> Ranking:
        """The order of hands."""
        state: Lances = self.position.state
        return state.ranking

    @property
    def hand(self) -> Hand | None:
        """The four cards of who speaks; None where they are not all known."""
        return self.hand_of(self.call.seat)

    @property
    def held(self) -> HandClass | None:
        """What those cards are in every lance."""
        return None if self.hand is None else self.ranking.classify(self.hand)

    @property
    def is_mano(self) -> bool:
        """Whether who speaks is mano."""
        return self.call.seat == self.position.mano

    @property
    def partners(self) -> tuple[str, ...]:
        """The partners of who speaks, in the order of play; none where each plays for himself."""
        seat, order = self.call.seat, self.position.table.seats
        place = order.index(seat)
        return tuple([s for s in order[place + 1 :] + order[:place] if s[0] == seat[0]])

    def hand_of(self, seat: str) -> Hand | None:
        """The four cards of a seat; None where they are not all known."""
        hand = self.position.hand_of(seat)
        return hand if hand is not None and len(hand) == CARDS_IN_HAND else None

    def article(self, topic: str) -> str:
        """The article this rulebook has for a topic."""
        return article(self.position.table.variant, topic)

    def allowed(self, rule: str) -> Ruling:
        """Rule that it is allowed."""
        return Ruling(self.call, self.lance, True, rule, since=len(self.position.said))

    def untold(self, rule: str) -> Ruling:
        """Rule that it cannot be told from the cards that are known."""
        return Ruling(self.call, self.lance, None, rule, since=len(self.position.said))

    def forbidden(self, rule: str, offence: str) -> Ruling:
        """Rule that it is forbidden, with what the variant makes it cost."""
        ruling = Ruling(self.call, self.lance, False, rule, offence, since=len(self.position.said))
        return priced(self.rules, ruling)


def priced(rules: Mapping[str, Any], ruling: Ruling) -> Ruling:
    """The ruling with what its offence costs under these rules."""
    cost = rules["penalty"].get(ruling.offence, "none")
    if isinstance(cost, dict):
        return ruling._replace(penalty="stones", stones=int(cost["stones"]))
    return ruling._replace(penalty=str(cost), stones=0)


class Truth(NamedTuple):
    """What becomes of a word about one's cards: an offence, a lie let pass, or nothing known."""

    rule: str
    offence: str = ""
    lied: bool = False
    untold: bool = False


def truth_of(case: Case, holds: bool | None) -> Truth:
    """Say what it means that a word is true, false, or not to be told.

    Where words bind, what is not so cannot be upheld: the lie is a broken word (REG-ALV-5). Where
    the rulebook does not speak of lying, nobody can be blamed for it.
    """
    lying = str(case.rules["talk.lying"])
    binding = bool(case.rules["talk.binding"])
    forbidden = lying == "never" or (lying == "until_cut" and case.lance not in TALKED)
    if lying == "unspecified":
        rule = case.article(f"talk {case.rules['talk.scope']}")
    else:
        rule = case.article(f"lying {lying}")
    if holds is None:
        return Truth("REG-ALV-5" if binding else rule, untold=forbidden or binding)
    if holds:
        return Truth(rule)
    if binding:
        return Truth("REG-ALV-5", "broken_word", lied=True)
    if forbidden:
        return Truth(rule, "lie", lied=True)
    return Truth(rule, lied=True)
