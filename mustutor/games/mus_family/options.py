"""The options Mus and Encaje share: players, cards, deal, mus, bets, values of hands.

Also their first state (what a digest of older rules covers), and conflicts between options.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.base import schema
from mustutor.base.language import mark
from mustutor.model.options import (
    WIN,
    Either,
    Fields,
    IneffectiveOption,
    Members,
    Number,
    OneOf,
    OptionConflict,
    RuleOption,
    Rules,
    choice,
    one_of,
    switch,
)

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

UNPLAYED = (WIN,)
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


SHARED = (
    RuleOption(
        "players.count",
        mark("How many players sit at the table."),
        4,
        Number(mark("{after} players sit at the table, not {before}."), 2, 8),
    ),
    choice(
        "players.mode",
        mark("Whether the players form pairs or trios, or play alone."),
        "pairs",
        pairs=mark("The players form pairs, partners opposite one another."),
        trios=mark("The players form trios, and their seats alternate."),
        individual=mark("Everyone plays alone."),
    ),
    one_of(
        "deck.kings",
        mark(
            "How many cards rank as kings: eight when threes are kings and twos aces, "
            "otherwise four."
        ),
        8,
        {
            8: mark("Threes are kings and twos are aces: eight of each."),
            4: mark("Threes and twos keep their own rank: four kings, four aces."),
        },
    ),
    RuleOption(
        "deck.removed_ranks",
        mark("Which ranks are taken out of the forty cards."),
        (),
        Members({2: (mark("The twos are out: 36 cards."), mark("The twos are in: forty cards."))}),
    ),
    switch(
        "deck.fours_as_aces",
        mark("Whether fours are aces where the twos are taken out."),
        False,
        yes=mark("Fours are aces, in place of the twos."),
        no=mark("Fours are fours and nothing else."),
    ),
    one_of(
        "deal.cards",
        mark("How many cards each player is dealt."),
        4,
        {4: mark("Everyone is dealt four cards."), 5: mark("Everyone is dealt five cards.")},
    ),
    one_of(
        "deal.forced_discard",
        mark("How many cards each player must throw before the betting."),
        0,
        {
            0: mark("Nobody has to throw a card before the betting."),
            1: mark("Everyone throws one card face down before the betting."),
        },
    ),
    choice(
        "deal.seating",
        mark("How the players come to their seats."),
        "draw_high_vs_low",
        draw_high_vs_low=mark(
            "Cards are drawn for seats, and the highest play against the lowest."
        ),
        fixed=mark("The players sit as they please."),
        random=mark("Chance alone seats the players."),
    ),
    choice(
        "deal.first_dealer",
        mark("How the first dealer is chosen."),
        "high_is_mano",
        high_is_mano=mark("Whoever draws the highest card is the first mano."),
        low_deals=mark("Whoever draws the lowest card deals first."),
        random=mark("The first dealer is chosen by chance."),
        suit_cut=mark("A cut of the deck chooses the first dealer by its suit."),
    ),
    switch(
        "deal.double_shuffle",
        mark("Whether the previous player shuffles before the dealer does."),
        False,
        yes=mark(
            "The player before the dealer shuffles first, and then the dealer shuffles again."
        ),
        no=mark("The dealer alone shuffles."),
    ),
    RuleOption(
        "deal.cut_min",
        mark("The fewest cards that either part of a cut deck may have."),
        3,
        Number(mark("A cut leaves at least {after} in either part, not {before}."), 0, 10),
    ),
    choice(
        "deal.no_cut",
        mark("What follows when the dealer does not offer the cut."),
        "none",
        none=mark("A dealer who does not offer the cut suffers nothing for it."),
        mus_visto=mark("If the dealer does not offer the cut, there is mus visto."),
    ),
    switch(
        "mus.enabled",
        mark("Whether the players may ask for mus and exchange cards."),
        True,
        yes=mark("The players may ask for mus and exchange cards."),
        no=mark("There is no mus: everyone plays the cards they have."),
    ),
    RuleOption(
        "mus.max_rounds",
        mark("How often cards may be exchanged in a hand."),
        "none",
        Either(
            OneOf({"none": mark("Cards are exchanged as often as everyone says mus.")}),
            Number(mark("Cards are exchanged at most {after} times in a hand.")),
        ),
        idle=({"mus.enabled": (False,)},),
    ),
    one_of(
        "mus.min_discard",
        mark("The fewest cards a player throws once mus is agreed."),
        1,
        {
            0: mark("Even after saying mus, a player may keep all their cards."),
            1: mark("Whoever said mus throws at least one card."),
        },
    ),
    choice(
        "mus.discard_order",
        mark("Who throws cards first."),
        "mano_first",
        mano_first=mark("Mano throws cards first."),
        dealer_first=mark("The dealer throws cards first."),
    ),
    switch(
        "mus.lone_player_rule",
        mark(
            "Whether the only player still waiting for cards is kept from getting back their "
            "own discards."
        ),
        True,
        yes=mark(
            "When the stock runs out, the last player to be served never gets back their "
            "own discards."
        ),
        no=mark(
            "When the stock runs out, all discards are shuffled, whoever is waiting for cards."
        ),
    ),
    choice(
        "mus.corrido",
        mark("When mus corrido, in which the deal moves on, is played."),
        "game",
        never=mark("There is no mus corrido: whoever cuts the mus, mano stays mano."),
        match=mark("Mus corrido is played in the first hand of the match."),
        game=mark("Mus corrido is played in the first hand of each game."),
        every_hand=mark("Mus corrido is played in every hand."),
    ),
    choice(
        "mus.corrido_cut",
        mark("What a player must hold to cut the mus in mus corrido."),
        "any",
        idle=({"mus.corrido": ("never",)},),
        any=mark("Any hand may cut mus corrido."),
        pares_and_juego=mark("Mus corrido is cut only with pares and juego together."),
        pares_or_juego=mark("Mus corrido is cut only with pares or with juego."),
    ),
    choice(
        "mus.corrido_signals",
        mark("Whether signals may be made during mus corrido."),
        "forbidden",
        idle=({"mus.corrido": ("never",)}, {"signals.allowed": (False,)}),
        allowed=mark("Signals may be made during mus corrido."),
        forbidden=mark("No signal is made until mus corrido is cut."),
    ),
    choice(
        "exposed_card.action",
        mark("What follows when the dealer exposes a card."),
        "forced_mus",
        forced_mus=mark("A card the dealer exposes makes mus compulsory."),
        mano_chooses=mark("When the dealer exposes a card, mano says whether there is mus."),
        redeal=mark("When the dealer exposes a card, all are gathered and dealt again."),
        ignore=mark("A card the dealer exposes changes nothing."),
    ),
    choice(
        "exposed_card.scope",
        mark("In which deals an exposed card counts."),
        "initial",
        idle=({"exposed_card.action": ("ignore",)},),
        initial=mark("An exposed card counts only in the first deal of a hand."),
        any=mark("An exposed card counts whenever cards are dealt or served."),
    ),
    switch(
        "exposed_card.served",
        mark("Whether a player may keep all their cards in mus visto."),
        True,
        idle=({"exposed_card.action": ("redeal", "ignore"), "deal.no_cut": ("none",)},),
        yes=mark("In mus visto a player may keep all their cards."),
        no=mark("In mus visto everyone must throw."),
    ),
    choice(
        "exposed_card.after",
        mark("Whether the talk of mus goes on after mus visto."),
        "resume",
        idle=({"exposed_card.action": ("redeal", "ignore"), "deal.no_cut": ("none",)},),
        resume=mark("After mus visto the talk of mus goes on."),
        bet_if_served=mark("After mus visto the betting begins if anyone kept all their cards."),
    ),
    RuleOption(
        "bet.min_open",
        mark("The fewest stones a lance may be opened with."),
        2,
        Number(mark("A lance is opened with {after} or more, not {before}."), 1),
    ),
    RuleOption(
        "bet.min_raise",
        mark("The fewest stones a raise must add."),
        2,
        Number(mark("A raise adds {after} or more, not {before}."), 1),
    ),
    RuleOption(
        "bet.max",
        mark("The most a player may bet."),
        "none",
        Either(
            OneOf(
                {
                    "none": mark("A bet may be as high as a player dares."),
                    "own_stones": mark("Nobody bets more stones than they have in front of them."),
                }
            ),
            Number(mark("Nobody bets more than {after}."), 1),
        ),
    ),
    switch(
        "bet.refuser_hand_counts",
        mark("Whether the cards of a player who refused still count for their side."),
        True,
        yes=mark("The cards of a player who refused may still win for their side."),
        no=mark("The cards of a player who refused win nothing in that lance."),
    ),
    switch(
        "ordago.enabled",
        mark("Whether the whole game may be staked with an órdago."),
        True,
        yes=mark("The whole game may be staked with an órdago."),
        no=mark("There is no órdago to call."),
    ),
    RuleOption(
        "values.lances",
        mark("What each lance and each combination is worth."),
        {
            "grande": 1,
            "chica": 1,
            "par": 1,
            "medias": 2,
            "duples": 3,
            "juego": 2,
            "juego31": 3,
            "punto": 1,
        },
        Fields(
            {
                "grande": Number(mark("Grande is worth {after}, not {before}.")),
                "chica": Number(mark("Chica is worth {after}, not {before}.")),
                "par": Number(mark("A par is worth {after}, not {before}.")),
                "medias": Number(mark("Medias are worth {after}, not {before}.")),
                "duples": Number(mark("Duples are worth {after}, not {before}.")),
                "juego": Number(mark("A juego other than 31 is worth {after}, not {before}.")),
                "juego31": Number(mark("A juego of 31 is worth {after}, not {before}.")),
                "punto": Number(mark("Punto is worth {after}, not {before}.")),
            }
        ),
    ),
    RuleOption(
        "values.real",
        mark("What la Real is worth."),
        3,
        Number(mark("La Real is worth {after}, not {before}.")),
        idle=({"real.enabled": (False,)},),
    ),
    RuleOption(
        "values.juego33",
        mark("What a juego of 33 is worth."),
        2,
        Number(mark("A juego of 33 is worth {after}, not {before}.")),
    ),
    switch(
        "real.enabled",
        mark("Whether la Real, three sevens and a figure, beats every other juego."),
        False,
        yes=mark("Three sevens and a figure are la Real and beat every other juego."),
        no=mark("There is no Real: three sevens and a figure are a 31 like any other."),
    ),
    RuleOption(
        "real.figures",
        mark("Which figures make la Real with three sevens."),
        ("jack",),
        Members(
            {
                "jack": (
                    mark("A jack makes la Real with three sevens."),
                    mark("A jack makes no Real."),
                ),
                "knight": (
                    mark("A knight makes la Real with three sevens."),
                    mark("A knight makes no Real."),
                ),
                "king": (
                    mark("A king makes la Real with three sevens."),
                    mark("A king makes no Real."),
                ),
                "three": (
                    mark("A three makes la Real with three sevens, as it is a king."),
                    mark("A three makes no Real."),
                ),
            }
        ),
        idle=({"real.enabled": (False,)},),
    ),
    choice(
        "real.figure_suit",
        mark("Which suit the figure of la Real must be of."),
        "coins",
        idle=({"real.enabled": (False,)},),
        any=mark("The figure of la Real may be of any suit."),
        coins=mark("The figure of la Real must be of coins."),
    ),
    choice(
        "real.sevens",
        mark("Which sevens make la Real."),
        "any",
        idle=({"real.enabled": (False,)},),
        any=mark("Any three sevens do for la Real."),
        all_different=mark("The four cards of la Real are of four suits."),
        not_figure_suit=mark("No seven of la Real is of the suit of its figure."),
    ),
    choice(
        "declare.mode",
        mark("Whether pares and juego are declared by the cards or by the players."),
        "auto",
        auto=mark("Pares and juego are declared truly, by the cards."),
        manual=mark("Players declare pares and juego themselves, truly or not."),
    ),
)
