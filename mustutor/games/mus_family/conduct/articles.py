"""Which article a referee cites: the one of the region whose rulebook is in force.

The options decide; the article is only where a reader finds it written. Several regions may have
the same rule in words of their own, and a table that plays by none of them is shown the plainest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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
    "exposed forced_mus": RulingArticle("MUS-VISTO-1", {}),
    "exposed ignore": RulingArticle("MUS-VISTO-1", {}),
}


def article(variant: Variant, topic: str) -> str:
    """The article for a topic: of the region the variant is, or extends, or the usual one."""
    usual, own = ARTICLES[topic]
    return own.get(variant.id) or own.get(variant.extends) or usual
