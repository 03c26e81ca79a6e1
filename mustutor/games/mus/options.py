"""The options of Mus."""

from __future__ import annotations

from math import inf

from mustutor.games.mus_family import option_table
from mustutor.games.mus_family.options import SHARED
from mustutor.games.mus_family.talk_options import PARTNERS_TALK, SHARED_TALK, lance_word
from mustutor.language import mark
from mustutor.variant.options import (
    MOST,
    Contradiction,
    Each,
    Either,
    Number,
    OneOf,
    OptionTable,
    Own,
    RuleOption,
    Rules,
    choice,
    switch,
)

MOST_ALONE = 6

FIVE = ("grande", "chica", "pares", "juego", "punto")
_STONES = {"type": "integer", "minimum": 1, "maximum": 1000}
LIMIT = {
    "type": "object",
    "properties": {"above": _STONES, "counts_as": _STONES},
    "additionalProperties": False,
    "required": ["above", "counts_as"],
}

OWN = (
    switch(
        "mus.cutter_opens",
        mark("Whether whoever cuts the mus speaks first at grande."),
        False,
        since=2,
        idle=({"mus.enabled": (False,)}, {"mus.corrido": ("every_hand",)}),
        yes=mark("Whoever cuts the mus speaks first at grande, and mano stays mano."),
        no=mark("Mano speaks first at grande, whoever cut the mus."),
    ),
    choice(
        "individual.stake",
        mark(
            "Whether the winner of an individual bet takes the stake once or from every acceptor."
        ),
        "once",
        idle=({"players.mode": ("pairs", "trios")},),
        once=mark("However many accept a bet, its winner takes the stake once."),
        per_acceptor=mark("The winner of a bet takes its stake once for each who accepted it."),
    ),
    choice(
        "bet.reenvido",
        mark("What stake a raise amounts to when it names no number."),
        "double_total",
        double_total=mark("A raise without a number makes the stake its double."),
        add_double=mark("A raise without a number adds twice the stake."),
        plus_two=mark("A raise without a number adds two."),
    ),
    RuleOption(
        "bet.overlimit",
        mark("What an opening or raise above a limit counts as."),
        "none",
        Either(
            Own(mark("A bet of more than {above} counts as {counts_as}."), LIMIT),
            OneOf({"none": mark("A bet counts as it was said, however high.")}),
        ),
    ),
    choice(
        "bet.todas",
        mark('What the call "todas" amounts to.'),
        "forbidden",
        bet_target=mark('Whoever calls "todas" bets as many as win a game, and no órdago.'),
        ordago=mark('Whoever calls "todas" has called órdago.'),
        forbidden=mark('Nobody may call "todas".'),
    ),
    switch(
        "bet.only_holders_speak",
        mark("Whether only those who have pares or juego bet on them."),
        True,
        yes=mark("Only those who have pares or juego bet on them."),
        no=mark("Those without pares or juego may bet on them as well."),
    ),
    choice(
        "bet.first_bettor",
        mark("Whether the first bet at pares or juego may come from who has neither."),
        "holders",
        since=2,
        idle=({"bet.only_holders_speak": (False,)},),
        holders=mark("The first bet at pares and juego comes from somebody who has them."),
        mano=mark("Mano may open pares and juego without having them."),
        anyone=mark("Anybody may open pares and juego without having them."),
    ),
    choice(
        "bet.last_answer",
        mark("Whether the last to answer must see a bet that all before him refused."),
        "free",
        since=2,
        free=mark("The last to answer may refuse a bet, as all others may."),
        sees_bets=mark(
            "The last to answer must see a bet that nobody has seen; an órdago he may refuse."
        ),
        sees_all=mark("The last to answer must see what nobody has seen, an órdago too."),
    ),
    choice(
        "bet.team_response",
        mark("Who answers a bet for a side."),
        "sequential",
        idle=({"players.mode": ("individual",)},),
        sequential=mark("Opponents answer a bet in turn, and one who accepts is enough."),
        first_binds=mark("The first opponent to answer a bet answers for his side."),
        captain=mark("One player of each side answers every bet."),
    ),
    switch(
        "bet.refusal_eliminates",
        mark("Whether a player who refuses is out of that lance."),
        True,
        yes=mark("Whoever refuses a bet is out of that lance for good."),
        no=mark("Whoever refused a bet may still answer the next raise."),
    ),
    switch(
        "bet.out_of_turn",
        mark("Whether the first bet may come from any seat."),
        False,
        yes=mark("Anyone may make the first bet, whoever's turn it is."),
        no=mark("Nobody bets before his turn."),
    ),
    choice(
        "ordago.settle",
        mark("Whether an accepted órdago is decided before earlier lances count."),
        "immediate",
        idle=({"ordago.enabled": (False,)},),
        immediate=mark("An accepted órdago decides the game at once."),
        count_prior_first=mark(
            "The lances before an accepted órdago are counted first, and may decide the game."
        ),
    ),
    choice(
        "accept.minimum_hand_postre",
        mark("Whether the last to speak may accept a bet with the poorest of hands."),
        "allowed",
        allowed=mark("The last to speak may accept a bet even with the poorest hand."),
        forbidden=mark("The last to speak may not accept a bet with the poorest hand."),
    ),
    RuleOption(
        "deje.opening",
        mark("The stones for an opening bet that is refused, lance by lance."),
        dict.fromkeys(FIVE, 1),
        Each(
            FIVE,
            {
                1: mark("A refused opening bet in {lances} pays a stone."),
                0: mark("A refused opening bet in {lances} pays nothing."),
            },
            lance_word,
            "lances",
            listed=True,
        ),
    ),
    choice(
        "deje.raise_refused",
        mark("What a refused raise brings the raiser."),
        "previous_stake",
        previous_stake=mark("A refused raise pays the stake that stood before it."),
        one=mark("A refused raise pays a single stone."),
        original_bidder=mark("A refused raise pays the first bet to the side that made it."),
    ),
    RuleOption(
        "deje.raise_extra",
        mark("The stones a refused raise brings on top, lance by lance."),
        dict.fromkeys(FIVE, 0),
        Each(
            FIVE,
            {
                1: mark("A refused raise in {lances} pays a stone more."),
                0: mark("A refused raise in {lances} pays nothing more."),
            },
            lance_word,
            "lances",
            listed=True,
        ),
    ),
    choice(
        "deje.timing",
        mark("When the stones for a refused bet are taken."),
        "immediate",
        immediate=mark("The stones for a refused bet are taken at once."),
        end_first=mark("The stones for refused bets are taken first at the end of the hand."),
    ),
    RuleOption(
        "values.paso_bonus_pares_juego",
        mark("The stones for pares or juego that both sides hold and nobody bet on."),
        0,
        OneOf(
            {
                0: mark("Pares and juego that nobody bet on bring their value alone."),
                1: mark(
                    "Pares or juego that both sides hold and nobody bet on bring one stone more."
                ),
            }
        ),
    ),
    RuleOption(
        "perete.points",
        mark("What perete, the hand 4-5-6-7, is worth."),
        0,
        OneOf(
            {
                0: mark("Perete, the hand 4-5-6-7, brings nothing."),
                1: mark("Perete, the hand 4-5-6-7, brings a stone when declared."),
            }
        ),
    ),
    choice(
        "perete.when",
        mark("When perete must be declared."),
        "before_grande",
        idle=({"perete.points": (0,)},),
        before_grande=mark("Perete is declared before grande."),
        before_mus=mark("Perete is declared before the talk of mus."),
    ),
    RuleOption(
        "score.target",
        mark("How many stones win a game."),
        40,
        Number(mark("A game is won at {after} stones, not {before}."), among=(25, 30, 35, 40)),
    ),
    choice(
        "score.past_target",
        mark("What becomes of stones beyond the target."),
        "counted",
        since=2,
        counted=mark("Whoever wins a game keeps on his score what passes the target."),
        clipped=mark("A score stops at the target: what would pass it is not counted."),
    ),
    RuleOption(
        "score.adentro_margin",
        mark("How many stones short of the target a side says it is inside."),
        5,
        Number(mark("A side says it is inside when it lacks {after} of the target, not {before}.")),
    ),
    choice(
        "score.claim",
        mark("Whether stones are counted by the rules or must be claimed."),
        "auto",
        auto=mark("Every stone is counted, claimed or not."),
        manual=mark("A stone not claimed before the next cut is lost."),
    ),
    RuleOption(
        "match.games",
        mark("How many games win a vaca."),
        3,
        Number(mark("The games that win a vaca are {after}, not {before}."), 1),
    ),
    RuleOption(
        "match.vacas",
        mark("How many vacas win the match."),
        1,
        Number(mark("The vacas that win the match are {after}, not {before}."), 1),
    ),
)


def _most(rules: Rules) -> float:
    """The highest bet, where a number limits it."""
    most = rules["bet.max"]
    return most if isinstance(most, int) else inf


def _least(rules: Rules) -> int:
    """The least that both an opening and a raise may be."""
    least: int = max(rules["bet.min_open"], rules["bet.min_raise"])
    return least


def _limited(rules: Rules) -> dict[str, int]:
    """The limit above which a bet counts as less; one that never bites where there is none."""
    limit = rules["bet.overlimit"]
    return {"above": MOST, "counts_as": MOST} if limit == "none" else limit


# Stones are collected, not staked from one's own, and up to six play alone (MUS-PLAY-2).
CONTRADICTIONS = (
    Contradiction(
        ("players.count", "players.mode"),
        lambda rules: rules["players.mode"] == "individual" and rules["players.count"] > MOST_ALONE,
        mark("Mus each for himself is for {most} at most, and {players} are asked for."),
        lambda rules: {"most": MOST_ALONE, "players": rules["players.count"]},
    ),
    Contradiction(
        ("ordago.settle", "ordago.enabled"),
        lambda rules: rules["ordago.settle"] != "immediate" and not rules["ordago.enabled"],
        mark("No órdago is ever settled where there is none: leave ordago.settle out."),
    ),
    Contradiction(
        ("bet.max", "game"),
        lambda rules: rules["bet.max"] == "own_stones",
        mark("In Mus nobody has stones of his own to bet: set bet.max to none or a number."),
    ),
    Contradiction(
        ("bet.max", "bet.min_open"),
        lambda rules: _most(rules) < rules["bet.min_open"],
        mark("Where a lance is opened with {least} at least, nobody can bet {most} at most."),
        lambda rules: {"least": rules["bet.min_open"], "most": rules["bet.max"]},
    ),
    Contradiction(
        ("bet.todas", "bet.max", "score.target"),
        lambda rules: rules["bet.todas"] == "bet_target" and _most(rules) < rules["score.target"],
        mark('"Todas" bets {target}, and bet.max allows {most} at most: change one of them.'),
        lambda rules: {"target": rules["score.target"], "most": rules["bet.max"]},
    ),
    Contradiction(
        ("bet.overlimit",),
        lambda rules: _limited(rules)["counts_as"] > _limited(rules)["above"],
        mark("A bet above {above} cannot count as {counts_as}, which is above it as well."),
        _limited,
    ),
    Contradiction(
        ("bet.overlimit", "bet.min_open", "bet.min_raise"),
        lambda rules: _limited(rules)["counts_as"] < _least(rules),
        mark("A bet above {above} cannot count as {counts_as}: the least is {least}."),
        lambda rules: {**_limited(rules), "least": _least(rules)},
    ),
)

OPTIONS = OptionTable(
    "mus",
    mark("The game is Mus: whoever first collects the stones of the target wins."),
    (*SHARED, *SHARED_TALK, *OWN, *PARTNERS_TALK),
    (*option_table.CONTRADICTIONS, *CONTRADICTIONS),
    option_table.oddities,
    option_table.USUAL,
    asked=(
        *("deck.kings", "score.target", "match.games", "mus.corrido", "exposed_card.action"),
        *("real.enabled", "deje.opening", "deje.raise_extra", "bet.min_raise", "bet.todas"),
        *("perete.points", "talk.lying", "signals.allowed"),
    ),
    examples=("score.target: 30", "deje.opening: {pares: 0}"),
    carries=("encaje",),
    unplayed=option_table.UNPLAYED,
    order=option_table.FIRST_STATE,
    added=option_table.ADDED,
)
