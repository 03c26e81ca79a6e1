"""The options of a rule variant, each in a sentence, and which of them a game looks at.

Names, types, bounds and defaults stand in ``schemas/variant-1.schema.json``; here is what
each option decides, for `mustutor variant show` and `diff`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mustutor.language import mark

LABELS = {
    "game": mark("Which game is played."),
    "players.count": mark("How many players sit at the table."),
    "players.mode": mark("Whether the players form pairs, trios or play each for himself."),
    "individual.stake": mark(
        "Whether the winner of an individual bet takes the stake once or from every acceptor."
    ),
    "deck.kings": mark(
        "How many cards rank as kings: eight when threes are kings and twos aces, else four."
    ),
    "deck.removed_ranks": mark("Which ranks are taken out of the forty cards."),
    "deck.fours_as_aces": mark("Whether fours are aces where the twos are taken out."),
    "deal.cards": mark("How many cards each player is dealt."),
    "deal.forced_discard": mark("How many cards each player must throw before the betting."),
    "deal.seating": mark("How the players come to their seats."),
    "deal.first_dealer": mark("How the first dealer is chosen."),
    "deal.double_shuffle": mark("Whether the previous player shuffles before the dealer does."),
    "deal.cut_min": mark("The fewest cards that either part of a cut deck may have."),
    "deal.no_cut": mark("What follows when the dealer does not offer the cut."),
    "mus.enabled": mark("Whether the players may ask for mus and exchange cards."),
    "mus.max_rounds": mark("How often cards may be exchanged in a hand."),
    "mus.min_discard": mark("The fewest cards a player throws once mus is agreed."),
    "mus.discard_order": mark("Who throws his cards first."),
    "mus.lone_player_rule": mark(
        "Whether the only player still short of cards is kept from being served his own discards."
    ),
    "mus.corrido": mark("When mus corrido, which moves the deal on, is played."),
    "mus.corrido_cut": mark("What a player must hold to cut the mus in mus corrido."),
    "mus.corrido_signals": mark("Whether signals may be made during mus corrido."),
    "exposed_card.action": mark("What follows when the dealer exposes a card."),
    "exposed_card.scope": mark("In which deals an exposed card counts."),
    "exposed_card.served": mark("Whether a player may keep all his cards in mus visto."),
    "exposed_card.after": mark("Whether the talk of mus goes on after mus visto."),
    "bet.min_open": mark("The fewest stones a lance may be opened with."),
    "bet.min_raise": mark("The fewest stones a raise must add."),
    "bet.max": mark("The most a player may bet."),
    "bet.reenvido": mark("What stake a raise amounts to when it names no number."),
    "bet.overlimit": mark("What an opening or raise above a limit counts as."),
    "bet.todas": mark('What the call "todas" amounts to.'),
    "bet.only_holders_speak": mark("Whether only those who have pares or juego bet on them."),
    "bet.team_response": mark("Who answers a bet for a side."),
    "bet.refusal_eliminates": mark("Whether a player who refuses is out of that lance."),
    "bet.refuser_hand_counts": mark(
        "Whether the cards of a player who refused still count for his side."
    ),
    "bet.out_of_turn": mark("Whether the first bet may come from any seat."),
    "ordago.enabled": mark("Whether the whole game may be staked with an órdago."),
    "ordago.settle": mark("Whether an accepted órdago is decided before earlier lances count."),
    "accept.minimum_hand_postre": mark(
        "Whether the last to speak may accept a bet with the poorest of hands."
    ),
    "deje.opening": mark("The stones for an opening bet that is refused, lance by lance."),
    "deje.raise_refused": mark("What a refused raise brings the raiser."),
    "deje.raise_extra": mark("The stones a refused raise brings on top, lance by lance."),
    "deje.timing": mark("When the stones for a refused bet are taken."),
    "values.lances": mark("What each lance and each combination is worth."),
    "values.real": mark("What la Real is worth."),
    "values.juego33": mark("What a juego of 33 is worth."),
    "values.paso_bonus_pares_juego": mark(
        "The stones for pares or juego that both sides hold and nobody bet on."
    ),
    "real.enabled": mark("Whether la Real, three sevens and a figure, beats every other juego."),
    "real.figures": mark("Which figures make la Real with three sevens."),
    "real.figure_suit": mark("Which suit the figure of la Real must be of."),
    "real.sevens": mark("Which sevens make la Real."),
    "perete.points": mark("What perete, the hand 4-5-6-7, is worth."),
    "perete.when": mark("When perete must be declared."),
    "score.target": mark("How many stones win a game."),
    "score.adentro_margin": mark("How many stones short of the target a side says it is inside."),
    "score.claim": mark("Whether stones are counted by the rules or must be claimed."),
    "match.games": mark("How many games win a vaca."),
    "match.vacas": mark("How many vacas win the match."),
    "signals.allowed": mark("Whether partners may make signals."),
    "signals.list": mark("Which signals have a meaning."),
    "signals.when": mark("What limits the moment of a signal."),
    "signals.false": mark("Whether a signal may be false."),
    "talk.lying": mark("When a player may lie in words."),
    "talk.scope": mark("What partners may talk about."),
    "talk.binding": mark("Whether a player is bound by his word."),
    "talk.mus_phrases": mark("The phrases allowed while mus is talked."),
    "talk.naming_cards": mark("Whether cards may be named, lance by lance."),
    "talk.no_questions_with": mark("With which hands a player may not question his partner."),
    "conduct.no_bait_as_mano_max": mark(
        "Whether a mano with the best possible hand is forbidden to feign weakness."
    ),
    "conduct.no_pass_order": mark("Who may not tell his partner to pass."),
    "penalty": mark("What each offence costs."),
    "declare.mode": mark("Whether pares and juego are declared from the cards or by the players."),
    "show.scope": mark("Who shows his cards when the hand is over."),
    "encaje.start_stones": mark("How many stones each player begins a game with."),
    "encaje.session_losses": mark("How many lost games make the loser of the session."),
    "encaje.settle_order": mark("In what order pots, discards and values are settled."),
    "encaje.tie_worst": mark("Who takes the pot when the worst hands are equal."),
    "encaje.shortfall": mark("What follows when a player owes more stones than he has."),
    "encaje.short_stack_open": mark(
        "Whether a player with too few stones for the smallest bet may open with all he has."
    ),
    "encaje.capped_seer": mark(
        "Whether a player whose stones are all promised speaks again after a raise."
    ),
    "encaje.lone_player": mark("What a lance brings when only one player has stones left in it."),
    "encaje.rotation": mark("How the deal moves on when somebody has dropped out."),
    "encaje.next_game_dealer": mark("Who deals first in the next game."),
    "encaje.raise_direction": mark("Which way round the table raises are answered."),
    "enfle.win": mark("Whether shedding one's last card in enflé wins at once."),
}

# What a game never looks at, as Encaje at nothing that lies between partners. A name that ends
# in a dot stands for its whole group.
_IDLE = {
    "encaje": (
        "individual.",
        "bet.reenvido",
        "bet.overlimit",
        "bet.todas",
        "bet.only_holders_speak",
        "bet.team_response",
        "bet.refusal_eliminates",
        "bet.out_of_turn",
        "ordago.settle",
        "accept.",
        "deje.",
        "values.paso_bonus_pares_juego",
        "perete.",
        "score.",
        "match.",
        "signals.list",
        "signals.when",
        "signals.false",
        "talk.scope",
        "talk.naming_cards",
        "talk.no_questions_with",
        "conduct.",
        "enfle.",
    ),
    # Everyone shows in Mus (MUS-CNT-3), and nobody ever puts stones in a pot.
    "mus": ("encaje.", "enfle.", "show."),
}

# What another option keeps from mattering: the options, that other one, and its values.
_MOOT: tuple[tuple[tuple[str, ...], str, tuple[str | int | bool, ...]], ...] = (
    (("individual.stake",), "players.mode", ("pairs", "trios")),
    (("bet.team_response",), "players.mode", ("individual",)),
    (("mus.max_rounds",), "mus.enabled", (False,)),
    (("mus.corrido_cut", "mus.corrido_signals"), "mus.corrido", ("never",)),
    (("exposed_card.scope",), "exposed_card.action", ("ignore",)),
    (("real.figures", "real.figure_suit", "real.sevens", "values.real"), "real.enabled", (False,)),
    (("perete.when",), "perete.points", (0,)),
    (("ordago.settle",), "ordago.enabled", (False,)),
    (("signals.list", "signals.when", "signals.false"), "signals.allowed", (False,)),
    (("mus.corrido_signals",), "signals.allowed", (False,)),
)


def idle(game: str) -> Iterator[str]:
    """Name the options that change nothing in a game, whatever else is chosen.

    >>> "score.target" in idle("encaje"), "bet.min_open" in idle("encaje")
    (True, False)
    >>> "encaje.tie_worst" in idle("mus"), "individual.stake" in idle("mus")
    (True, False)
    """
    for option in LABELS:
        if any(
            option.startswith(name) if name.endswith(".") else option == name
            for name in _IDLE[game]
        ):
            yield option


def moot(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name the options that change nothing under resolved rules, each with the one it hangs on.

    Options that are idle in the whole game are left to `idle`.

    >>> from mustutor.variant.variant import load_variant
    >>> dict(moot(load_variant("fournier").rules))["individual.stake"]
    'players.mode'
    """
    told = set(idle(rules["game"]))
    for options, reason, values in _MOOT:
        if rules[reason] in values:
            yield from ((option, reason) for option in options if option not in told)
            told.update(options)
    # Mus visto may come from an exposed card or from a cut that was not offered.
    if rules["exposed_card.action"] in {"redeal", "ignore"} and rules["deal.no_cut"] == "none":
        yield "exposed_card.served", "exposed_card.action"
        yield "exposed_card.after", "exposed_card.action"
