"""Incidents: refused calls and irregular deals, with the rulings that are possible.

`illegal_play` finds which irregularity of the table (`mustutor.games.irregularities`) a refused
call is, and what the hand comes to in each way that its row names: only those are told. A rulebook,
a price or the moment may leave one of them; else the club chooses. What no call shows (a joke, an
answer nobody gave, a wrong mano) a record notes, and it is taken by its row as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mustutor.base.register import traits
from mustutor.games import game_of
from mustutor.games.irregularities import irregularity
from mustutor.games.mus_family import discards
from mustutor.games.mus_family.betting import opened
from mustutor.games.mus_family.calls import SPOKEN
from mustutor.games.mus_family.conduct import with_cost
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, TALKED
from mustutor.games.mus_family.talk import DECLARING
from mustutor.games.protocols import IllegalPlay, RecordContext, RulingOption
from mustutor.model.calls import DECK, Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import NO_MAXIMUM, Position, Step, appended, side_of


def why_impossible_deal(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of cards the rules refuse: played out all the same, or dealt again.

    None if a seat has no part in the hand, or a card served is not in the deck.
    """
    if not {seat for seat, _ in call.hands} <= set(position.order):
        return None
    deck = discards.whole_deck(position.variant)
    strange = [s for s, hand in call.hands if any(c.suit and c not in deck for c in hand)]
    if call.verb == "sirve":
        return None if strange else _misserved(position, call)
    if call.verb != "reparte":
        return None
    variant = position.variant
    wanted, cards = discards.cards_each(variant, call), variant.number("deal.cards")
    if any(len(hand) == cards > wanted for _, hand in call.hands):
        return None  # unrecorded discard, so no wrong deal
    short = [seat for seat, hand in call.hands if len(hand) != wanted]
    wrong = (*short, *strange)
    stands = _with_wrong_cards(position, call, wrong)
    if short:
        rule = "MUS-DEAL-3" if wanted == CARDS_IN_HAND else "ENC-DEAL-4"
        return _dealt_wrongly("misdeal", wrong[0], rule, position, stands)
    return _dealt_wrongly("bad_deck", wrong[0] if wrong else "", "MUS-DECK-1", position, stands)


def _misserved(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of wrong cards served: a wrong number, or a card that is elsewhere."""
    deal, seats = position.deal, position.table.seats
    thrown = {seat: len(cards) for seat, cards in zip(seats, deal.current_discards, strict=True)}
    wrong = [seat for seat, cards in call.hands if len(cards) != thrown[seat]]
    if wrong:
        stands = _with_wrong_cards(position, call, tuple(wrong))
        return _dealt_wrongly("misserved", wrong[0], "MUS-DISC-4", position, stands)
    lasting = deal.pile is None and sum(thrown.values()) <= deal.stock
    # After a reshuffle of discards, wrongly served cards cannot be recognized.
    unknown = () if lasting else tuple([seat for seat, _ in call.hands])
    stands = _with_wrong_cards(position, call, unknown)
    return _dealt_wrongly("bad_deck", "", "MUS-DISC-4", position, stands)


def _with_wrong_cards(position: Position, call: Call, wrong: tuple[str, ...]) -> Position:
    """The position with these cards, and those of seats with wrong ones unknown."""
    right = tuple([(seat, hand) for seat, hand in call.hands if seat not in wrong])
    seats = position.table.seats
    after = game_of(position.variant.game).rules.play(position, call._replace(hands=right))
    dealt = zip(seats, after.deal.hands, strict=True)
    known = tuple([None if seat in wrong else hand for seat, hand in dealt])
    return after._replace(deal=after.deal._replace(hands=known))


def void(position: Position) -> Position:
    """The end of a void hand: the same player is mano of the next."""
    return opened(position._replace(deal=position.deal._replace(void=True)), "end", ())


def _dealt_wrongly(
    kind: str, seat: str, rule: str, position: Position, stands: Position
) -> IllegalPlay:
    return IllegalPlay(kind, "", seat, rule, (RulingOption("stands", stands, position),))


TALK = frozenset(("mus", "corto"))
OPPOSITE = {"tengo": "no tengo", "no tengo": "tengo"}
REFUSES, ACCEPTS = ("no quiero", "quiero"), ("quiero", "no quiero")
ANSWERS = frozenset(("quiero", "no quiero", "subo", "ordago"))
OPENING = frozenset(("envido", "ordago"))
STAKING = frozenset(("envido", "subo", "mas", "ordago"))
HEARD = STAKING, ANSWERS
ABOUT_CALLS = frozenset(("turn", "mus", "bets", "declarations", "words"))
"""The groups of what goes wrong in a call itself, which may count as not said."""
NO_LANCE = TALKED | {""}
"""Rounds that are no lance: what happens in them annuls none."""
PUT_RIGHT = frozenset(("small_bet", "enc_too_many", "enc_small_raise"))
"""Bets a record may already show corrected, when the corrected bet is legal."""
OF_CARDS = frozenset(("late_discard", "misserved", "enc_fifth"))
"""What goes wrong with cards between the calls."""
BINDING = frozenset(("changed", "mus_changed", "false_yes", "false_no"))
"""Irregularities that count as a broken promise where words bind (talk.binding)."""

Fined = Callable[[Position], Position]

ANNULLING = {
    "lance_annulled": "annul_lance",
    "hand_annulled": "annul_hand",
    "game_lost": "lose_game",
}
"""The ways that are penalties: the call stands, and what it won is annulled."""


def illegal_play(
    articles: Mapping[str, str],
    fined: Fined,
    steps: Sequence[Step],
    position: Position,
    call: Call,
    told: RecordContext,
) -> IllegalPlay | None:
    """The incident of a refused call, or of one that is noted, in the ways its row leaves open.

    None if it can only be refused. What is `told` has the round it is recorded in, which a late
    call does not share with the position.
    """
    if told.cut_off:
        # Where everybody answers alone, several who did not may each have said another thing.
        alone = "own_stones" in traits(position.variant.game) and position.queue[1:]
        found: IllegalPlay | None = None if alone else _unanswered(position, position, None)
    elif told.noted:
        found = _noted(articles, steps, position, call, told)
    else:
        found = _found(articles, steps, position, call, told.round)
    return found and in_its_ways(found, fined, position, call, told)


def in_its_ways(
    found: IllegalPlay, fined: Fined, position: Position, call: Call, told: RecordContext
) -> IllegalPlay:
    """An incident with the ways that its row, the rulebook, a price and the moment leave open.

    Where the table has a price, it is paid in every way, and the record shows which was taken.
    """
    variant, seat = position.variant, found.seat
    named = irregularity(variant.game, found.kind)
    row = named.under(variant)
    offence, rule = row.price, named.article(variant, found.rule)
    if variant.rules["talk.binding"] and found.kind in BINDING:
        offence, rule = "broken_word", "REG-ALV-5"
    spoken = call if call.seat == seat else Call(seat, call.verb)
    ruling = Ruling(spoken, told.round, False, rule, offence, since=len(position.said))
    ruling = with_cost(variant.rules, ruling)
    costs = bool(seat) and ruling.penalty != "none"
    ways = {option.name: option for option in found.ruling_options}
    if costs:
        # What was declared falsely has been played on, where nothing else is told.
        ways = {"stands": ways["stands"], **ways} if "stands" in ways else ways
        ways = {name: _charged(option, ruling, fined) for name, option in ways.items()}
    else:
        if [*ways] != ["ask"]:
            ways |= dict(_derived(row.all_ways, ways.get("stands"), position, ruling, fined))
        if found.kind in FALSELY.values() and "stands" in ways:
            ways["stands"] = _charged(ways["stands"], ruling, fined)
        answered = row.later_after == "answer" and told.has_passed("nothing_answered", *HEARD)
        asked = row.later if answered else row.ways
        over = {way for way, when in row.when.items() if told.has_passed(when, *HEARD)}
        left = [way for way in asked if way in ways and way not in over]
        ways = {way: ways[way] for way in left or ways}
    if len(ways) == 1:
        ways = {name: option._replace(rule=option.rule or rule) for name, option in ways.items()}
    return found._replace(
        offence=offence,
        rule=rule,
        option=found.option or f"irregular.{row.id}",
        ruling_options=tuple(ways.values()),
        ruling=ruling if costs else None,
    )


def _charged(option: RulingOption, ruling: Ruling, fined: Fined) -> RulingOption:
    return option._replace(after=with_penalty(option.after, ruling, fined))


def _derived(
    ways: Sequence[str],
    stands: RulingOption | None,
    position: Position,
    ruling: Ruling,
    fined: Fined,
) -> Iterator[tuple[str, RulingOption]]:
    """The ways every irregularity may have: dealt again, and annulled for a side."""
    if "dealt_again" in ways:
        yield "dealt_again", RulingOption("dealt_again", void(position), position)
    if stands is None or not ruling.call.seat:
        return
    for way, penalty in ANNULLING.items():
        if way in ways and not (way == "lance_annulled" and ruling.lance in NO_LANCE):
            yield way, _charged(stands, ruling._replace(penalty=penalty), fined)._replace(name=way)


def with_penalty(position: Position, ruling: Ruling, fined: Fined) -> Position:
    """The position with a ruling and its immediate cost: stones, or the game."""
    charged = fined(position._replace(rulings=appended(position.rulings, ruling)))
    if ruling.penalty == "lose_game" and not (charged.winner or charged.loser):
        return game_of(position.variant.game).rules.settle(charged)[0]
    return charged


def _found(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, lance: str
) -> IllegalPlay | None:
    if call.seat == DECK:
        return why_impossible_deal(position, call)
    if call.seat not in position.table.seats:
        return None
    if call.verb == "descubre":
        return _card_shown(position, call)
    if call.seat in _without_stones(position, lance):
        fault = game_of(position.variant.game).rules.why_not(position, call)
        return _not_said("enc_no_stones", call, fault.rule if fault is not None else "", position)
    if lance != position.lance:
        return _too_late(articles, steps, position, call, lance)
    if call.verb in TALK and lance not in TALKED:
        return _not_said("late_mus", call, "MUS-MUS-3", position)
    if lance in DECLARED and position.state.auction is None:
        return _false_declaration(articles, steps, position, call)
    if position.speaker != call.seat:
        return _out_of_turn(articles, steps, position, call)
    return _wrong_stake(position, call)


def _without_stones(position: Position, lance: str) -> list[str]:
    """The seats without stones to speak for: out, or all in pots."""
    if "own_stones" not in traits(position.variant.game):
        return []
    here = position.order if lance in TALKED or lance != position.lance else ()
    seats = [seat for seat in position.table.seats if seat not in here]
    return [seat for seat in seats if not position.stones_of(seat)]


def _incident(kind: str, call: Call, rule: str, *ways: RulingOption) -> IllegalPlay:
    return IllegalPlay(kind, "", call.seat, rule, ways)


def _not_said(kind: str, call: Call, rule: str, position: Position) -> IllegalPlay:
    """The incident of a call that counts as not said."""
    return _incident(kind, call, rule, RulingOption("not_said", position))


def _first_stands(kind: str, call: Call, rule: str, position: Position) -> IllegalPlay:
    """The incident of a word that comes after another one, which stands."""
    return _incident(kind, call, rule, RulingOption("stands", position))


# --- cards --------------------------------------------------------------------------------


def _card_shown(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of a shown card; the dealer's, in the deal, is mus visto (MUS-VISTO-1)."""
    hand = position.hand_of(call.seat)
    if hand is not None and not set(call.cards) <= set(hand):
        return None
    return _first_stands("card_dropped", call, "", position)


# --- stakes -------------------------------------------------------------------------------


def _wrong_stake(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of a stake that is too small or too large, or of a quiero to no bet."""
    game, auction = game_of(position.variant.game), position.state.auction
    if auction is None:
        return None
    own_stones = "own_stones" in traits(position.variant.game)
    meant = game.words.spelled_out(position, call)
    if meant.verb == "quiero" and not auction.stake:
        return _not_said("quiero_nothing", call, "", position)
    if meant.verb == "ordago" and own_stones:
        return _not_said("enc_ordago", call, "", position)
    bounds = next((one for one in game.rules.options(position) if one.verb == meant.verb), None)
    if bounds is None or meant.verb not in STAKING:
        return None
    if meant.stones < bounds.least:
        kind, counts = "small_raise" if auction.stake else "small_bet", bounds.least
        kind = "enc_small_raise" if own_stones and auction.stake else kind
    else:
        kind, counts = "enc_too_many" if own_stones else "too_large", bounds.most
    right = game.rules.play(position, meant._replace(stones=counts))
    ways = [RulingOption("put_right", right, position), RulingOption("not_said", position)]
    if auction.stake < meant.stones <= NO_MAXIMUM and not own_stones:
        ways.append(RulingOption("stands", game.rules.play(position, meant), position))
    fault = game.rules.why_not(position, call)
    said = fault.rule if fault is not None and kind != "small_raise" else ""
    return _incident(kind, call, said, *ways)


# --- words --------------------------------------------------------------------------------


def _too_late(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, lance: str
) -> IllegalPlay | None:
    """The incident of a call after the end of its round."""
    word = _last_word(steps, call.seat, lance)
    back = word is not None and _is_contradiction(word.call, call)
    if lance in TALKED:
        visto = game_of(position.variant.game).rules.why_round_ended(position, lance)
        if visto is not None:
            return _not_said("late_mus", call, visto.rule, position)
        rule = "MUS-MUS-4" if position.lance in TALKED else "MUS-MUS-3"
        if call.verb == "descarto":
            if position.lance in TALKED:
                return None  # nobody has cut: the record lacks the calls before it
            back_again = RulingOption("put_right", position)
            return _incident(
                "late_discard", call, rule, back_again, RulingOption("stands", position)
            )
        return (_first_stands if back else _not_said)(
            "mus_changed" if back else "late_mus", call, rule, position
        )
    outcome = next((o for o in position.state.closed if o.lance == lance), None)
    if outcome is None:
        return None
    how = "refused" if outcome.kind.startswith("unanswered") else "passed"
    rule = articles["settled" if outcome.kind in ("seen", "ordago") else how]
    if back:
        return _first_stands("changed", call, rule, position)
    late = RulingOption("not_said", position)
    if outcome.kind == "seen" and side_of(call.seat) != side_of(outcome.auction.bettor):
        late = late._replace(rule=articles["one_answered"])  # one partner has answered for both
    return _incident("late_word", call, rule, late)


FALSELY = {"tengo": "false_yes", "no tengo": "false_no"}


def _false_declaration(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call
) -> IllegalPlay | None:
    """The incident of a false declaration, or one out of turn."""
    lance, game = position.lance, game_of(position.variant.game)
    if call.verb not in DECLARING:
        return None
    if call.seat not in position.queue:
        word = _last_word(steps, call.seat, lance)
        if word is None or not _is_contradiction(word.call, call):
            return _not_said("out_of_turn", call, articles[lance], position)
        return _second_call(articles, steps, position, call, word)
    at_turn = _at_turn(position, call.seat)
    false = game.rules.why_not(at_turn, call) is not None
    if position.speaker != call.seat:
        stands = RulingOption("stands", game.rules.play(at_turn, call), at_turn)
        ways = (RulingOption("not_said", position), *([] if false else [stands]))
        return _incident("out_of_turn", call, articles[lance], *ways)
    if not false:
        return None
    put_right = game.rules.play(position, Call(call.seat, OPPOSITE[call.verb]))
    ways = (RulingOption("put_right", put_right, position),)
    if articles["false"]:
        played_on = game.rules.play(position, Call(call.seat, call.verb))
        ways = (*ways, RulingOption("stands", played_on, position))
    return _incident(FALSELY[call.verb], call, articles["false"] or articles[lance], *ways)


def _out_of_turn(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call
) -> IllegalPlay | None:
    """The incident of a call out of turn."""
    seat, lance, auction = call.seat, position.lance, position.state.auction
    game = game_of(position.variant.game)
    if not position.queue or position.speaker == DECK:
        return None
    word = _last_word(steps, seat, lance)
    passed = word is not None and word.call.verb == "paso" and auction is not None
    reopens = passed and not auction.stake and call.verb in OPENING
    # Whoever has bet and says something else before anybody answers takes the bet back.
    rebets = auction is not None and auction.bettor == seat and call.verb != "quiero"
    if word is not None and (rebets or reopens or _is_contradiction(word.call, call)):
        return _second_call(articles, steps, position, call, word)
    at_turn = _at_turn(position, seat)
    meant = game.words.spelled_out(at_turn, call)
    if auction is not None:
        kind, rule = "", ""
        if seat in auction.folded and seat not in auction.speakers:
            kind, rule = "out_of_turn", articles["gone"]
        elif seat not in auction.speakers:
            kind, rule = "forbidden_bet", articles[f"no_{lance}" if lance in DECLARED else "turn"]
        elif auction.stake and side_of(seat) == side_of(auction.bettor):
            alone = "own_stones" in traits(position.variant.game)
            kind, rule = "out_of_turn" if alone else "own_side", articles["own_bet"]
            if meant.verb in STAKING and not alone:
                raised = RulingOption("stands", game.rules.play(at_turn, meant), at_turn)
                return _incident(kind, call, rule, RulingOption("not_said", position), raised)
        if kind:
            return _not_said(kind, call, rule, position)
    rule = articles["turn"] if auction is not None else "MUS-MUS-2"
    if game.rules.why_not(at_turn, meant) is not None:
        return _not_said("out_of_turn", call, rule, position)
    opens = auction is not None and not auction.stake and meant.verb in OPENING
    stands = RulingOption("stands", game.rules.play(at_turn, meant), at_turn)
    found = _incident("out_of_turn", call, rule, RulingOption("not_said", position), stands)
    return found._replace(option="bet.out_of_turn" if opens and articles["opens"] else "")


def _second_call(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, word: Step
) -> IllegalPlay:
    """The incident of a second call instead of the first, which may be put right at once."""
    game = game_of(position.variant.game)
    ways = [RulingOption("stands", position)]
    meant = game.words.spelled_out(word.before, call)
    if meant.verb == "subo" and word.call.verb == "envido":
        meant = meant._replace(verb="envido")  # the bet that was changed was none yet
    spoken = [step for step in steps if step.call.verb not in game.words.grammar.beside]
    if spoken[-1] is word and game.rules.why_not(word.before, meant) is None:
        ways.append(RulingOption("put_right", game.rules.play(word.before, meant), word.before))
    about = {"no quiero": "gone", "quiero": "accepted", "paso": "turn"}
    about |= dict.fromkeys(DECLARING, position.lance)
    rule = articles[about.get(word.call.verb, "own_bet")]
    if word.call.verb in TALK:
        return _incident("mus_changed", call, "MUS-MUS-1", *ways)
    return _incident("changed", call, rule, *ways)


def _noted(
    articles: Mapping[str, str],
    steps: Sequence[Step],
    position: Position,
    call: Call,
    told: RecordContext,
) -> IllegalPlay | None:
    """The incident that a record notes of a call, or the one of a refused call."""
    rules = game_of(position.variant.game).rules
    if rules.why_not(position, call) is not None:
        return _found(articles, steps, position, call, told.round)
    after = rules.play(position, call)
    if told.noted == "no_answer" and (unanswered := _unanswered(after, position, position)):
        return unanswered
    row = irregularity(position.variant.game, told.noted)
    ways = [RulingOption("stands", after, position)]
    if row.all_ways == ("ask",) or (row.group == "conduct" and row.ways[0] == "ask"):
        stakes = _stakes(position, call, told.stakes)
        ways = stakes if len(stakes) > 1 else [RulingOption("ask", after, position)]
    elif not {"stands", "put_right"} & {*row.all_ways} or told.noted == "discard_back":
        # What was said or wanted beside a legal call counts as not said: the call stands.
        ways = [RulingOption("not_said", after, position)]
    elif row.group in ABOUT_CALLS and told.noted not in OF_CARDS:
        ways.append(RulingOption("not_said", position))
    if row.group not in ABOUT_CALLS or told.noted in (*OF_CARDS, *PUT_RIGHT):
        ways.append(RulingOption("put_right", after, position))
    return IllegalPlay(told.noted, "", told.seat or call.seat, "", tuple(ways))


def _unanswered(
    position: Position, said_at: Position, heard_at: Position | None
) -> IllegalPlay | None:
    """The incident of a bet that nobody answered: it was refused, or accepted."""
    auction, rules = position.state.auction, game_of(position.variant.game).rules
    if auction is None or not auction.stake or not position.speaker:
        return None
    ways, legal = [], []
    # It is refused where everybody may refuse, accepted where anybody may accept.
    for way, answers, enough in (("not_said", REFUSES, all), ("stands", ACCEPTS, any)):
        now, may = position, []
        while now.lance == said_at.lance and now.speaker:
            may.append(rules.why_not(now, Call(now.speaker, answers[0])) is None)
            now = rules.play(now, Call(now.speaker, answers[not may[-1]]))
        ways.append(RulingOption(way, now, heard_at))
        legal += ways[-1:] if enough(may) else []
    return IllegalPlay("no_answer", "", auction.bettor, "", tuple(legal or ways))


def _stakes(position: Position, call: Call, stakes: Sequence[int]) -> list[RulingOption]:
    """The ways a bet may have been made whose stake nobody remembers, the recorded one first."""
    game = game_of(position.variant.game)
    meant = game.words.spelled_out(position, call)
    bets = {number: meant._replace(stones=number) for number in (meant.stones, *stakes)}
    return [
        RulingOption(f"stake {number}", game.rules.play(position, bet), position)
        for number, bet in bets.items()
        if meant.verb in STAKING and game.rules.why_not(position, bet) is None
    ]


def _is_contradiction(first: Call, second: Call) -> bool:
    """Whether two calls contradict: an answer and another answer, corto and mus."""
    for words in (TALK, DECLARING):
        if first.verb in words:
            return second.verb in words - {first.verb}
    return first.verb in ("quiero", "no quiero") and second.verb in ANSWERS - {first.verb}


def _last_word(steps: Sequence[Step], seat: str, lance: str) -> Step | None:
    """The last call of a seat in the latest round of this name."""
    for step in steps[::-1]:
        if step.before.lance == lance:
            if step.call.seat == seat and step.call.verb not in SPOKEN:
                return step
            if not step.before.said:
                break
        elif step.call.seat == DECK:
            break
    return None


def _at_turn(position: Position, seat: str) -> Position:
    """The position with this seat to speak; the order after it is unchanged."""
    others = tuple([other for other in position.queue if other != seat])
    return position._replace(queue=(seat, *others))
