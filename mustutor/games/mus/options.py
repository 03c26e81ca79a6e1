"""The options of Mus."""

from __future__ import annotations

from math import inf

from mustutor.base.language import mark
from mustutor.games.irregularities import club_option
from mustutor.games.mus_family import options
from mustutor.games.mus_family.options import SHARED
from mustutor.games.mus_family.talk_options import PARTNERS_TALK, SHARED_TALK, by_lance
from mustutor.model.options import (
    MOST,
    Either,
    Members,
    Number,
    OneOf,
    OptionConflict,
    OptionTable,
    Own,
    RuleOption,
    Rules,
    choice,
    closed,
    one_of,
    switch,
)

MOST_ALONE = 6

FIVE = ("grande", "chica", "pares", "juego", "punto")
_STONES = {"type": "integer", "minimum": 1, "maximum": 1000}
LIMIT = {**closed({"above": _STONES, "counts_as": _STONES}), "required": ["above", "counts_as"]}

OWN = (
    RuleOption(
        "lances.played",
        mark("Which lances a hand has; punto belongs to juego."),
        ("chica", "grande", "juego", "pares"),  # sorted, as a set that is read is
        Members(
            {
                "grande": (mark("Grande is played."), mark("Grande is not played.")),
                "chica": (mark("Chica is played."), mark("Chica is not played.")),
                "pares": (mark("Pares are played."), mark("Pares are not played.")),
                "juego": (
                    mark("Juego is played, or punto if nobody has it."),
                    mark("Neither juego nor punto is played."),
                ),
            }
        ),
        since=2,
    ),
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
            "Whether the winner of an individual bet takes the stake once, or from everybody "
            "who accepted."
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
        mark("What an opening bet or a raise above a limit counts as."),
        "none",
        Either(
            Own(mark("A bet of more than {above} counts as {counts_as}."), LIMIT),
            OneOf({"none": mark("A bet counts as it was said, however high it is.")}),
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
        mark("Whether the first bet at pares or juego may come from a player who has neither."),
        "holders",
        since=2,
        idle=({"bet.only_holders_speak": (False,)},),
        holders=mark("The first bet at pares and juego comes from somebody who has them."),
        mano=mark("Mano may open pares and juego without having them."),
        anyone=mark("Anybody may open pares and juego without having them."),
    ),
    choice(
        "bet.last_answer",
        mark("Whether the last to answer must accept a bet that everybody before them refused."),
        "free",
        since=2,
        free=mark("The last to answer may refuse a bet, like everybody else."),
        sees_bets=mark(
            "The last to answer must accept a bet that nobody else has accepted, but may "
            "refuse an órdago."
        ),
        sees_all=mark(
            "The last to answer must accept what nobody else has accepted, even an órdago."
        ),
    ),
    choice(
        "bet.team_response",
        mark("Who answers a bet for a side."),
        "sequential",
        idle=({"players.mode": ("individual",)},),
        sequential=mark("Opponents answer a bet in turn, and one who accepts is enough."),
        first_binds=mark("The first opponent to answer a bet answers for their side."),
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
        no=mark("Nobody bets before their turn."),
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
        mark("Whether the last to speak may accept a bet with the lowest of hands."),
        "allowed",
        allowed=mark("The last to speak may accept a bet even with the lowest hand."),
        forbidden=mark("The last to speak may not accept a bet with the lowest hand."),
    ),
    RuleOption(
        "deje.opening",
        mark("The stones paid for an opening bet that is refused, lance by lance."),
        dict.fromkeys(FIVE, 1),
        by_lance(
            FIVE,
            {
                1: mark("A refused opening bet in {lances} pays a stone."),
                0: mark("A refused opening bet in {lances} pays nothing."),
            },
        ),
    ),
    choice(
        "deje.raise_refused",
        mark("What a refused raise pays the player who raised."),
        "previous_stake",
        previous_stake=mark("A refused raise pays the stake that stood before it."),
        one=mark("A refused raise pays a single stone."),
        original_bidder=mark("A refused raise pays the first bet to the side that made it."),
    ),
    RuleOption(
        "deje.raise_extra",
        mark("The stones a refused raise pays in addition, lance by lance."),
        dict.fromkeys(FIVE, 0),
        by_lance(
            FIVE,
            {
                1: mark("A refused raise in {lances} pays one stone more."),
                0: mark("A refused raise in {lances} pays nothing more."),
            },
        ),
    ),
    choice(
        "deje.timing",
        mark("When the stones for a refused bet are taken."),
        "immediate",
        immediate=mark("The stones for a refused bet are taken at once."),
        end_first=mark("The stones for refused bets are taken first at the end of the hand."),
    ),
    one_of(
        "values.paso_bonus_pares_juego",
        mark("The stones for pares or juego that both sides hold and nobody bet on."),
        0,
        {
            0: mark("Pares and juego that nobody bet on pay their value alone."),
            1: mark("Pares or juego that both sides hold and nobody bet on pay one stone more."),
        },
    ),
    one_of(
        "perete.points",
        mark("What perete, the hand 4-5-6-7, is worth."),
        0,
        {
            0: mark("Perete, the hand 4-5-6-7, is worth nothing."),
            1: mark("Perete, the hand 4-5-6-7, is worth one stone if it is declared."),
        },
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
        Number(
            mark("A game is won at {after} stones, not {before}."), among=(10, 20, 25, 30, 35, 40)
        ),
    ),
    choice(
        "score.past_target",
        mark("What becomes of stones beyond the target."),
        "counted",
        since=2,
        counted=mark("A side that wins a game keeps the stones beyond the target in its score."),
        clipped=mark("A score stops at the target: stones beyond it are not counted."),
    ),
    RuleOption(
        "score.adentro_margin",
        mark("At how many stones short of the target a side calls itself adentro (inside)."),
        5,
        Number(mark("A side is adentro when it is {after} short of the target, not {before}.")),
    ),
    choice(
        "score.claim",
        mark("Whether stones are counted by the rules or have to be claimed."),
        "auto",
        auto=mark("Every stone is counted, claimed or not."),
        manual=mark("A stone not claimed before the next cut is lost."),
    ),
    RuleOption(
        "match.games",
        mark("How many games win a vaca."),
        3,
        Number(mark("A vaca is won with {after} games, not {before}."), 1),
    ),
    RuleOption(
        "match.vacas",
        mark("How many vacas win the match."),
        1,
        Number(mark("The match is won with {after} vacas, not {before}."), 1),
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
    OptionConflict(
        ("lances.played",),
        lambda rules: not rules["lances.played"],
        mark("A hand needs at least one lance: name one in lances.played."),
    ),
    OptionConflict(
        ("players.count", "players.mode"),
        lambda rules: rules["players.mode"] == "individual" and rules["players.count"] > MOST_ALONE,
        mark("Mus without partners is for {most} players at most, but {players} are asked for."),
        lambda rules: {"most": MOST_ALONE, "players": rules["players.count"]},
    ),
    OptionConflict(
        ("ordago.settle", "ordago.enabled"),
        lambda rules: rules["ordago.settle"] != "immediate" and not rules["ordago.enabled"],
        mark("Where there is no órdago, none can be settled: leave ordago.settle out."),
    ),
    OptionConflict(
        ("bet.max", "game"),
        lambda rules: rules["bet.max"] == "own_stones",
        mark("In Mus nobody has stones of their own to bet: set bet.max to none or a number."),
    ),
    OptionConflict(
        ("bet.max", "bet.min_open"),
        lambda rules: _most(rules) < rules["bet.min_open"],
        mark("If a lance is opened with at least {least}, nobody can be limited to {most}."),
        lambda rules: {"least": rules["bet.min_open"], "most": rules["bet.max"]},
    ),
    OptionConflict(
        ("bet.todas", "bet.max", "score.target"),
        lambda rules: rules["bet.todas"] == "bet_target" and _most(rules) < rules["score.target"],
        mark('"Todas" bets {target}, but bet.max allows at most {most}: change one of them.'),
        lambda rules: {"target": rules["score.target"], "most": rules["bet.max"]},
    ),
    OptionConflict(
        ("bet.overlimit",),
        lambda rules: _limited(rules)["counts_as"] > _limited(rules)["above"],
        mark("A bet above {above} cannot count as {counts_as}, which is itself above {above}."),
        _limited,
    ),
    OptionConflict(
        ("bet.overlimit", "bet.min_open", "bet.min_raise"),
        lambda rules: _limited(rules)["counts_as"] < _least(rules),
        mark(
            "A bet above {above} cannot count as {counts_as}, because the smallest bet is {least}."
        ),
        lambda rules: {**_limited(rules), "least": _least(rules)},
    ),
)

OPTIONS = OptionTable(
    "mus",
    mark("The game is Mus: the first side to collect the stones of the target wins."),
    (*SHARED, *SHARED_TALK, *OWN, *PARTNERS_TALK, club_option("mus")),
    (*options.CONTRADICTIONS, *CONTRADICTIONS),
    options.ineffective_options,
    options.USUAL,
    asked=(
        *("deck.kings", "score.target", "match.games", "mus.corrido", "exposed_card.action"),
        *("real.enabled", "deje.opening", "deje.raise_extra", "bet.min_raise", "bet.todas"),
        *("perete.points", "talk.lying", "signals.allowed", "irregular", "penalty"),
    ),
    examples=("score.target: 30", "deje.opening: {pares: 0}"),
    carries=("encaje",),
    unplayed=options.UNPLAYED,
    order=options.FIRST_STATE,
    added=options.ADDED,
)
