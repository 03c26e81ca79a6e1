"""The options of Enflé."""

from __future__ import annotations

from mustutor.language import mark
from mustutor.variant.options import Number, OptionTable, RuleOption, choice

WIN = choice(
    "enfle.win",
    mark("Whether the last card wins at once in Enflé."),
    "immediate",
    immediate=mark("In Enflé the last card wins at once."),
    end_of_trick=mark("In Enflé the last card wins when its trick is over."),
)
"""It stood among the first options of all games, when nobody could play this one."""

OPTIONS = OptionTable(
    game="enfle",
    said=mark("The game is Enflé: the first player without a card takes the pot."),
    options=(
        RuleOption(
            "enfle.ante",
            mark("How many chips each player puts in the pot before a deal."),
            1,
            Number(
                mark("Each player puts {after} in the pot before a deal, not {before}."), 1, 100
            ),
        ),
        RuleOption(
            "enfle.start_chips",
            mark("How many chips each player begins with."),
            20,
            Number(mark("Each player begins with {after} chips, not {before}."), 1),
        ),
        WIN,
        RuleOption(
            "enfle.max_tricks",
            mark(
                "After how many tricks a deal that nobody has won ends, its pot staying for "
                "the next."
            ),
            500,
            Number(mark("A deal that nobody has won ends after {after} tricks, not {before}."), 1),
        ),
    ),
    asked=("enfle.ante", "enfle.start_chips", "enfle.win"),
    examples=("enfle.ante: 2", "enfle.win: end_of_trick"),
)
