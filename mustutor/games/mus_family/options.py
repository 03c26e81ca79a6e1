"""What the options that Mus and Encaje share cannot be together, and their first state.

That state is what a digest of older rules covers. The options are rows of
``variants/options/mus_and_encaje.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.base import schema
from mustutor.base.language import mark
from mustutor.model.option_rows import option_rows
from mustutor.model.options import IneffectiveOption, OptionConflict, Rules

MOST_WITH_MUS = 6
SEATS_OF_MODE = {"pairs": 4, "trios": 6}

_FIRST = """
    game players.count players.mode individual.stake deck.kings deck.removed_ranks
    deck.fours_as_aces deal.cards deal.forced_discard deal.seating deal.first_dealer
    deal.double_shuffle deal.cut_min deal.no_cut mus.enabled mus.max_rounds mus.min_discard
    mus.discard_order mus.lone_player_rule mus.corrido mus.corrido_cut mus.corrido_signals
    exposed_card.action exposed_card.scope exposed_card.served exposed_card.after bet.min_open
    bet.min_raise bet.max bet.reenvido bet.overlimit bet.todas bet.only_holders_speak
    bet.team_response bet.refusal_eliminates bet.refuser_hand_counts bet.out_of_turn
    ordago.enabled ordago.settle accept.minimum_hand_postre deje.opening deje.raise_refused
    deje.raise_extra deje.timing values.lances values.real values.juego33
    values.paso_bonus_pares_juego real.enabled real.figures real.figure_suit real.sevens
    perete.points perete.when score.target score.adentro_margin score.claim match.games
    match.vacas signals.allowed signals.list signals.when signals.false talk.lying talk.scope
    talk.binding talk.mus_phrases talk.naming_cards talk.no_questions_with
    conduct.no_bait_as_mano_max conduct.no_pass_order penalty declare.mode show.scope
    encaje.start_stones encaje.session_losses encaje.settle_order encaje.tie_worst
    encaje.shortfall encaje.short_stack_open encaje.capped_seer encaje.lone_player encaje.rotation
    encaje.next_game_dealer encaje.raise_direction enfle.win
"""
FIRST_STATE = tuple(_FIRST.split())
"""Every option there was when the first record was written, whichever game it belongs to."""

UNPLAYED = tuple([row for row in option_rows("enfle") if row.name in FIRST_STATE])
"""What was asked for when the first record was written, of a game that came later."""

ADDED = (
    {  # signals and talk are judged; before this state they had no cost
        "penalty": dict.fromkeys(
            (
                *("false_signal", "forbidden_naming", "forbidden_signal", "forbidden_talk"),
                *("lie", "real_pass_order"),
            ),
            "none",
        )
    },
)
"""The parts of options that were added after the first record."""


def _cards(rules: Rules) -> int:
    return 40 - 4 * len(rules["deck.removed_ranks"])


def _seats(rules: Rules) -> int:
    players: int = rules["players.count"]
    return SEATS_OF_MODE.get(rules["players.mode"], players)


# Eight kings and eight aces need low cards to be the second four aces. They are the twos. Without
# twos they can only be the fours, as one tournament of La Rioja has it; without either there would
# be eight kings and four aces, which no rulebook knows. Fours as aces beside the twos would make
# twelve, and with four kings nothing but kings and aces of their own rank count.
_OF_THE_DECK = (
    OptionConflict(
        ("deck.fours_as_aces", "deck.removed_ranks"),
        lambda rules: rules["deck.fours_as_aces"] and 2 not in rules["deck.removed_ranks"],
        mark("Fours can be aces only where the twos are out: set deck.removed_ranks to [2]."),
    ),
    OptionConflict(
        ("deck.fours_as_aces", "deck.kings"),
        lambda rules: rules["deck.fours_as_aces"] and rules["deck.kings"] == 4,
        mark("Fours can be aces only with eight kings: set deck.kings to 8."),
    ),
    OptionConflict(
        ("deck.removed_ranks", "deck.kings"),
        lambda rules: (
            2 in rules["deck.removed_ranks"]
            and rules["deck.kings"] == 8
            and not rules["deck.fours_as_aces"]
        ),
        mark(
            "With eight kings the twos are aces and cannot be taken out: set deck.kings to 4, "
            "or deck.fours_as_aces to true."
        ),
    ),
    OptionConflict(
        ("real.figures", "real.enabled"),
        lambda rules: rules["real.enabled"] and not rules["real.figures"],
        mark("La Real needs a figure: name one in real.figures."),
    ),
    OptionConflict(
        ("real.figures", "deck.kings"),
        lambda rules: (
            rules["real.enabled"]
            and rules["real.figures"] == ("three",)
            and rules["deck.kings"] == 4
        ),
        mark(
            "With four kings a three is no figure, and la Real needs one: name another in"
            " real.figures, or set deck.kings to 8."
        ),
    ),
)
_OF_THE_DEAL = (
    OptionConflict(
        ("deal.cards", "deal.forced_discard"),
        lambda rules: rules["deal.cards"] - rules["deal.forced_discard"] != 4,
        mark(
            "A player who is dealt {cards} cards and throws {thrown} is not left with four: "
            "deal 4 and throw 0, or deal 5 and throw 1."
        ),
        lambda rules: {"cards": rules["deal.cards"], "thrown": rules["deal.forced_discard"]},
    ),
    OptionConflict(
        ("mus.enabled", "deal.cards"),
        lambda rules: rules["deal.cards"] == 5 and rules["mus.enabled"],
        mark("With five cards dealt there is no mus: set mus.enabled to false."),
    ),
    OptionConflict(
        ("deal.no_cut", "mus.enabled"),
        lambda rules: rules["deal.no_cut"] == "mus_visto" and not rules["mus.enabled"],
        mark("There is no mus visto without mus: set deal.no_cut to none."),
    ),
    OptionConflict(
        ("mus.corrido", "mus.enabled"),
        lambda rules: rules["mus.corrido"] != "never" and not rules["mus.enabled"],
        mark("There is no mus corrido without mus: set mus.corrido to never."),
    ),
)
_OF_THE_PLAYERS = (
    OptionConflict(
        ("players.count", "deal.cards", "deck.removed_ranks"),
        lambda rules: rules["players.count"] * rules["deal.cards"] > _cards(rules),
        mark(
            "{players} players with {cards} cards each need more than the {deck} cards of the deck."
        ),
        lambda rules: {
            "players": rules["players.count"],
            "cards": rules["deal.cards"],
            "deck": _cards(rules),
        },
    ),
    OptionConflict(
        ("players.count", "mus.enabled"),
        lambda rules: rules["mus.enabled"] and rules["players.count"] > MOST_WITH_MUS,
        mark(
            "If mus is played, at most {most} players can sit down, so that cards are left to "
            "serve."
        ),
        lambda _: {"most": MOST_WITH_MUS},
    ),
    OptionConflict(
        ("players.count", "players.mode"),
        lambda rules: rules["players.count"] != _seats(rules),
        mark("With {mode} there are {wanted} players, but {players} are asked for."),
        lambda rules: {
            "mode": rules["players.mode"],
            "wanted": _seats(rules),
            "players": rules["players.count"],
        },
    ),
)
_OF_THE_BETTING = (
    OptionConflict(
        ("bet.todas", "ordago.enabled"),
        lambda rules: rules["bet.todas"] == "ordago" and not rules["ordago.enabled"],
        mark('"Todas" cannot be an órdago where there is no órdago: change bet.todas.'),
    ),
    OptionConflict(
        ("score.adentro_margin", "score.target"),
        lambda rules: rules["score.adentro_margin"] >= rules["score.target"],
        mark("A side cannot be adentro {margin} stones short of {target}."),
        lambda rules: {"margin": rules["score.adentro_margin"], "target": rules["score.target"]},
    ),
)

CONTRADICTIONS = (*_OF_THE_DECK, *_OF_THE_DEAL, *_OF_THE_PLAYERS, *_OF_THE_BETTING)
USUAL = mark("The rest is Mus as it is played unless a table agrees otherwise")


def ineffective_options(named: Rules, rules: Rules) -> Iterator[IneffectiveOption]:
    """Find settings in a file that have no effect, or perhaps another than intended."""
    figures = named.get("real.figures", ())
    if rules["real.enabled"] and rules["deck.kings"] == 4 and "three" in figures:
        yield IneffectiveOption(
            ("real.figures", figures.index("three")),
            mark("With four kings a three is not a figure, so it cannot make la Real."),
        )
    waits = "not_in_mus_corrido" in rules["signals.when"]
    if named.get("mus.corrido_signals") == "allowed" and waits and rules["signals.allowed"]:
        yield IneffectiveOption(
            ("mus.corrido_signals",),
            mark("signals.when forbids signals in mus corrido: take not_in_mus_corrido out of it."),
        )
    signals = named.get("signals.list")
    if isinstance(signals, dict):
        from mustutor.games.mus_family.signals import meanings

        for meaning in signals:
            if meaning not in meanings():
                yield IneffectiveOption(
                    ("signals.list", meaning),
                    mark("{meaning} is a signal of your own: nobody else can tell if it is false."),
                    {"meaning": meaning},
                    schema.closest_match(meaning, meanings()),
                )
