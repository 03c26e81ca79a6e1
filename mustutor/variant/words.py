"""What each value of an option means at the table, in a sentence.

A sentence says how the game is played with the value, not how the option is called, so that it
can be read out before the cards are dealt. Options that are numbers, sets or maps have theirs in
`mustutor.variant.change`.
"""

from __future__ import annotations

from collections.abc import Mapping

from mustutor.language import mark

# Options that are one of a few words, or true or false, or one of two numbers.
VALUES: Mapping[str, Mapping[str | int | bool, str]] = {
    "game": {
        "mus": mark("The game is Mus: whoever first collects the stones of the target wins."),
        "encaje": mark("The game is Encaje: whoever is left with stones loses."),
    },
    "players.mode": {
        "pairs": mark("The players form pairs, partners opposite one another."),
        "trios": mark("The players form trios and sit by turns, one of each."),
        "individual": mark("Everyone plays for himself."),
    },
    "individual.stake": {
        "once": mark("However many accept a bet, its winner takes the stake once."),
        "per_acceptor": mark("The winner of a bet takes its stake once for each who accepted it."),
    },
    "deck.kings": {
        8: mark("Threes are kings and twos are aces: eight of each."),
        4: mark("Threes and twos keep their own rank: four kings, four aces."),
    },
    "deck.fours_as_aces": {
        True: mark("Fours are aces, in place of the twos."),
        False: mark("Fours are fours and nothing else."),
    },
    "deal.cards": {
        4: mark("Everyone is dealt four cards."),
        5: mark("Everyone is dealt five cards."),
    },
    "deal.forced_discard": {
        0: mark("Nobody has to throw a card before the betting."),
        1: mark("Everyone throws one card face down before the betting."),
    },
    "deal.seating": {
        "draw_high_vs_low": mark("Cards are drawn for seats, and the highest play the lowest."),
        "fixed": mark("The players sit as they please."),
        "random": mark("Chance alone seats the players."),
    },
    "deal.first_dealer": {
        "high_is_mano": mark("Whoever draws the highest card is the first mano."),
        "low_deals": mark("Whoever draws the lowest card deals first."),
        "random": mark("The first dealer is chosen by chance."),
        "suit_cut": mark("A cut of the deck chooses the first dealer by its suit."),
    },
    "deal.double_shuffle": {
        True: mark("The player before the dealer shuffles first, and the dealer again."),
        False: mark("The dealer alone shuffles."),
    },
    "deal.no_cut": {
        "none": mark("A dealer who does not offer the cut suffers nothing for it."),
        "mus_visto": mark("A dealer who does not offer the cut brings on mus visto."),
    },
    "mus.enabled": {
        True: mark("The players may ask for mus and exchange cards."),
        False: mark("There is no mus: everyone plays the cards he has."),
    },
    "mus.max_rounds": {
        "none": mark("Cards are exchanged as often as everyone says mus."),
    },
    "mus.min_discard": {
        0: mark("Even after saying mus a player may keep all his cards."),
        1: mark("Whoever said mus throws one card at least."),
    },
    "mus.discard_order": {
        "mano_first": mark("Mano throws his cards first."),
        "dealer_first": mark("The dealer throws his cards first."),
    },
    "mus.lone_player_rule": {
        True: mark("The last to be served when the stock runs out never gets his own throws back."),
        False: mark("When the stock runs out all throws are shuffled, whoever waits for cards."),
    },
    "mus.corrido": {
        "never": mark("There is no mus corrido: whoever cuts the mus, mano stays mano."),
        "match": mark("Mus corrido is played in the first hand of the match."),
        "game": mark("Mus corrido is played in the first hand of each game."),
        "every_hand": mark("Mus corrido is played in every hand."),
    },
    "mus.corrido_cut": {
        "any": mark("Any hand may cut mus corrido."),
        "pares_and_juego": mark("Mus corrido is cut only with pares and juego together."),
        "pares_or_juego": mark("Mus corrido is cut only with pares or with juego."),
    },
    "mus.corrido_signals": {
        "allowed": mark("Signals may be made during mus corrido."),
        "forbidden": mark("No signal is made until mus corrido is cut."),
    },
    "exposed_card.action": {
        "forced_mus": mark("A card the dealer exposes makes mus compulsory."),
        "mano_chooses": mark("When the dealer exposes a card mano says whether there is mus."),
        "redeal": mark("When the dealer exposes a card all are gathered and dealt again."),
        "ignore": mark("A card the dealer exposes changes nothing."),
    },
    "exposed_card.scope": {
        "initial": mark("An exposed card counts in the first deal of a hand alone."),
        "any": mark("An exposed card counts whenever cards are dealt or served."),
    },
    "exposed_card.served": {
        True: mark("In mus visto a player may keep all his cards."),
        False: mark("In mus visto everyone must throw."),
    },
    "exposed_card.after": {
        "resume": mark("After mus visto the talk of mus goes on."),
        "bet_if_served": mark("After mus visto the betting begins if anyone kept all his cards."),
    },
    "bet.max": {
        "none": mark("A bet may be as high as one dares."),
        "own_stones": mark("Nobody bets more stones than he has in front of him."),
    },
    "bet.reenvido": {
        "double_total": mark("A raise without a number makes the stake its double."),
        "add_double": mark("A raise without a number adds twice the stake."),
        "plus_two": mark("A raise without a number adds two."),
    },
    "bet.overlimit": {
        "none": mark("A bet counts as it was said, however high."),
    },
    "bet.todas": {
        "bet_target": mark('Whoever calls "todas" bets as many as win a game, and no órdago.'),
        "ordago": mark('Whoever calls "todas" has called órdago.'),
        "forbidden": mark('Nobody may call "todas".'),
    },
    "bet.only_holders_speak": {
        True: mark("Only those who have pares or juego bet on them."),
        False: mark("Those without pares or juego may bet on them as well."),
    },
    "bet.team_response": {
        "sequential": mark("Opponents answer a bet in turn, and one who accepts is enough."),
        "first_binds": mark("The first opponent to answer a bet answers for his side."),
        "captain": mark("One player of each side answers every bet."),
    },
    "bet.refusal_eliminates": {
        True: mark("Whoever refuses a bet is out of that lance for good."),
        False: mark("Whoever refused a bet may still answer the next raise."),
    },
    "bet.refuser_hand_counts": {
        True: mark("The cards of a player who refused may still win for his side."),
        False: mark("The cards of a player who refused win nothing in that lance."),
    },
    "bet.out_of_turn": {
        True: mark("Anyone may make the first bet, whoever's turn it is."),
        False: mark("Nobody bets before his turn."),
    },
    "ordago.enabled": {
        True: mark("An órdago may stake the whole game."),
        False: mark("There is no órdago to call."),
    },
    "ordago.settle": {
        "immediate": mark("An accepted órdago decides the game at once."),
        "count_prior_first": mark(
            "The lances before an accepted órdago are counted first, and may decide the game."
        ),
    },
    "accept.minimum_hand_postre": {
        "allowed": mark("The last to speak may accept a bet even with the poorest hand."),
        "forbidden": mark("The last to speak may not accept a bet with the poorest hand."),
    },
    "deje.raise_refused": {
        "previous_stake": mark("A refused raise pays the stake that stood before it."),
        "one": mark("A refused raise pays a single stone."),
    },
    "deje.timing": {
        "immediate": mark("The stones for a refused bet are taken at once."),
        "end_first": mark("The stones for refused bets are taken first at the end of the hand."),
    },
    "values.paso_bonus_pares_juego": {
        0: mark("Pares and juego that nobody bet on bring their value alone."),
        1: mark("Pares or juego that both sides hold and nobody bet on bring one stone more."),
    },
    "real.enabled": {
        True: mark("Three sevens and a figure are la Real and beat every other juego."),
        False: mark("There is no Real: three sevens and a figure are a 31 like any other."),
    },
    "real.figure_suit": {
        "any": mark("The figure of la Real may be of any suit."),
        "coins": mark("The figure of la Real must be of coins."),
    },
    "real.sevens": {
        "any": mark("Any three sevens do for la Real."),
        "all_different": mark("The four cards of la Real are of four suits."),
        "not_figure_suit": mark("No seven of la Real is of the suit of its figure."),
    },
    "perete.points": {
        0: mark("Perete, the hand 4-5-6-7, brings nothing."),
        1: mark("Perete, the hand 4-5-6-7, brings a stone when declared."),
    },
    "perete.when": {
        "before_grande": mark("Perete is declared before grande."),
        "before_mus": mark("Perete is declared before the talk of mus."),
    },
    "score.claim": {
        "auto": mark("Every stone is counted, claimed or not."),
        "manual": mark("A stone not claimed before the next cut is lost."),
    },
    "signals.allowed": {
        True: mark("Partners may make signals."),
        False: mark("Nobody may make signals."),
    },
    "signals.list": {
        "fournier": mark("The signals are the eight that Fournier gives."),
        "wikipedia": mark("The signals are the fourteen that the English Wikipedia gives."),
        "asturias": mark("The signals are Fournier's, but for two aces one wrinkles the nose."),
    },
    "signals.false": {
        "forbidden": mark("A signal must be true."),
        "allowed": mark("A signal may be false."),
    },
    "talk.lying": {
        "never": mark("Nobody may lie, before the mus is cut or after."),
        "until_cut": mark("Words may lie until the mus is cut, and never after."),
        "always": mark("Words may lie at any time."),
        "always_except_declarations": mark("Words may lie, but not about having pares or juego."),
        "unspecified": mark("Whether words may lie is not laid down."),
    },
    "talk.scope": {
        "none": mark("Partners may not talk to one another."),
        "minimal": mark("Partners say next to nothing to one another."),
        "current_lance": mark("Partners may talk about the lance in play and no other."),
        "any_lance": mark("Partners may talk about any lance, played or to come."),
        "free": mark("Partners may talk about anything."),
    },
    "talk.binding": {
        True: mark("A player must keep to his word to the end."),
        False: mark("Nobody is bound by his word."),
    },
    "talk.mus_phrases": {
        "any": mark("Mus is asked for and cut in whatever words are plain."),
    },
    "conduct.no_bait_as_mano_max": {
        True: mark("A mano with the best possible hand may not feign weakness."),
        False: mark("A mano may feign weakness with any hand."),
    },
    "declare.mode": {
        "auto": mark("Pares and juego are declared as the cards have it."),
        "manual": mark("Players declare pares and juego themselves, truly or not."),
    },
    "show.scope": {
        "all": mark("Everyone shows his cards when the hand is over."),
        "contributors": mark("Only those who put stones in a pot show their cards."),
    },
    "encaje.settle_order": {
        "by_lance": mark("Lances are settled in the order they were played."),
        "pots_first": mark("All pots are taken before any stone is discarded."),
        "discards_first": mark("All stones are discarded before any pot is taken."),
    },
    "encaje.tie_worst": {
        "mano_order": mark("Of equal worst hands the one furthest from mano takes the pot."),
        "split": mark("Equal worst hands share the pot."),
    },
    "encaje.shortfall": {
        "cap": mark("Whoever owes more stones than he has gives what he has."),
        "debt": mark("Whoever owes more stones than he has pays the rest from a later pot."),
        "next_best": mark("The next best hand that has stones steps in for one that has too few."),
    },
    "encaje.short_stack_open": {
        "forbidden": mark("A player with too few stones for the least bet cannot open."),
        "all_in": mark("A player with too few stones for the least bet may open with them all."),
    },
    "encaje.capped_seer": {
        "speaks_again": mark("A player whose stones are all promised is asked again at a raise."),
        "locked_in": mark("A player whose stones are all promised stays in without being asked."),
    },
    "encaje.lone_player": {
        "scores": mark("A player who alone has stones in a lance counts as its best."),
        "void": mark("A lance in which one player alone has stones brings nothing."),
    },
    "encaje.rotation": {
        "deal_passes": mark("When somebody has dropped out the deal goes to the next still in."),
        "mano_passes": mark("When somebody has dropped out mano goes to the next still in."),
    },
    "encaje.next_game_dealer": {
        "rotate": mark("The deal goes on round the table from game to game."),
        "loser": mark("The loser of a game deals the next."),
        "draw": mark("The first dealer of each game is drawn."),
    },
    "encaje.raise_direction": {
        "same": mark("Raises are answered the way the game runs."),
        "reversed": mark("Raises are answered against the way the game runs."),
    },
    "enfle.win": {
        "immediate": mark("In enflé the last card shed wins at once."),
        "end_of_trick": mark("In enflé the last card shed wins when its trick is over."),
    },
}
