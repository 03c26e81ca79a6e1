"""Missteps at the table: a refused call as a referee meets it, and the ways it may be taken.

Out of turn, too late, a word taken back, a false declaration, a card shown, a wrong deal: the rules
refuse each of them, and somebody has said or done it all the same. What follows is decided where
an article or a price of the table decides it; else there are several ways, and the club chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mustutor.calls import DECK, Call
from mustutor.games import Misstep, Recourse, game_of
from mustutor.games.mus_family.calls import SPOKEN
from mustutor.games.mus_family.conduct.case import priced
from mustutor.games.mus_family.lances import DECLARED, TALKED
from mustutor.games.mus_family.misdeals import STANDS, WITHDRAWN, misdealt
from mustutor.history import grown
from mustutor.ledger import Ruling
from mustutor.position import Position, Step
from mustutor.register import traits

TALK = frozenset(("mus", "corto"))
DECLARING = frozenset(("tengo", "no tengo"))
OPPOSITE = {"tengo": "no tengo", "no tengo": "tengo"}
ANSWERS = frozenset(("quiero", "no quiero", "subo", "ordago"))
OPENING = frozenset(("envido", "ordago"))

Fined = Callable[[Position], Position]


def misstep(
    articles: Mapping[str, str],
    fined: Fined,
    steps: Sequence[Step],
    position: Position,
    call: Call,
    lance: str,
) -> Misstep | None:
    """What a refused call is, and how it may be taken; nothing where it can only be refused.

    `lance` is the round in which it stands: another than the position's where it came too late.
    """
    found = _found(articles, steps, position, call, lance)
    if found is None or not found.seat:
        return found
    rules, offence = position.variant.rules, found.offence
    if rules["talk.binding"] and found.kind in ("word_taken_back", "false_declaration"):
        offence, found = "broken_word", found._replace(rule="REG-ALV-5")
    spoken = call if call.seat == found.seat else Call(found.seat, call.verb)
    ruling = Ruling(spoken, lance, False, found.rule, offence, since=len(position.said))
    ruling = priced(rules, ruling)
    costs = ruling.penalty != "none"
    recourses = [
        recourse._replace(after=charged(recourse.after, ruling, fined))
        if costs or (recourse.name == STANDS and found.kind == "false_declaration")
        else recourse
        for recourse in found.recourses
    ]
    return found._replace(
        offence=offence,
        option=found.option or f"penalty.{offence}",
        recourses=tuple(recourses),
        ruling=ruling if costs else None,
    )


def charged(position: Position, ruling: Ruling, fined: Fined) -> Position:
    """The position with a ruling and what it costs at once: stones, or the game."""
    charged = fined(position._replace(rulings=grown(position.rulings, ruling)))
    if ruling.penalty == "lose_game" and not (charged.winner or charged.loser):
        return game_of(position.variant.game).settle(charged)[0]
    return charged


def _found(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, lance: str
) -> Misstep | None:
    if call.seat == DECK:
        return misdealt(position, call)
    if call.seat not in position.table.seats:
        return None
    if call.verb == "descubre":
        return _shown(position, call)
    if call.seat in _without_stones(position, lance):
        fault = game_of(position.variant.game).why_not(position, call)
        rule = fault.rule if fault is not None else ""
        return _passed_over("no_stones", call, rule, position, "out_of_turn")
    if lance != position.lance:
        return _late(articles, steps, position, call, lance)
    if call.verb in TALK and lance not in TALKED:
        return _passed_over("late_talk", call, "MUS-MUS-3", position)
    if lance in DECLARED and position.state.auction is None:
        return _declared(articles, steps, position, call)
    if position.speaker != call.seat:
        return _out_of_turn(articles, steps, position, call)
    return None


def _without_stones(position: Position, lance: str) -> list[str]:
    """Who may not speak for want of stones: out of the game, or with every stone in a pot."""
    if "own_stones" not in traits(position.variant.game):
        return []
    here = position.order if lance in TALKED or lance != position.lance else ()
    seats = [seat for seat in position.table.seats if seat not in here]
    return [seat for seat in seats if not position.stones_of(seat)]


def _passed_over(kind: str, call: Call, rule: str, position: Position, by: str = "") -> Misstep:
    """Too late, or not this player's to say: an article has nothing come of it."""
    recourse = Recourse(WITHDRAWN, position, rule=rule)
    return Misstep(kind, by or kind, call.seat, rule, (recourse,))


# --- cards --------------------------------------------------------------------------------


def _shown(position: Position, call: Call) -> Misstep | None:
    """A card that everybody saw: only the dealer's, in the deal, is mus visto (MUS-VISTO-1)."""
    hand = position.hand_of(call.seat)
    if hand is not None and not set(call.cards) <= set(hand):
        return None
    return Misstep(
        "shown_card",
        "shown_card",
        call.seat,
        "MUS-VISTO-1",
        (Recourse(STANDS, position, rule="MUS-VISTO-1"),),
    )


# --- words --------------------------------------------------------------------------------


def _late(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, lance: str
) -> Misstep | None:
    """A word after its round was over: nothing comes of it."""
    word = _last_word(steps, call.seat, lance)
    back = word is not None and _contradicts(word.call, call)
    if lance in TALKED:
        visto = game_of(position.variant.game).why_over(position, lance)
        if visto is not None:
            return _passed_over("mus_visto", call, visto.rule, position, by="late_talk")
        rule = "MUS-MUS-4" if position.lance in TALKED else "MUS-MUS-3"
        return _passed_over("word_taken_back" if back else "late_talk", call, rule, position)
    outcome = next((o for o in position.state.closed if o.lance == lance), None)
    if outcome is None:
        return None
    how = "refused" if outcome.kind.startswith("unanswered") else "passed"
    rule = articles["settled" if outcome.kind in ("seen", "ordago") else how]
    missed = _passed_over("word_taken_back" if back else "late_word", call, rule, position)
    if outcome.kind == "seen" and call.seat[:1] != outcome.auction.bettor[:1]:
        # One partner has answered for both.
        one = Recourse(WITHDRAWN, position, rule=articles["one_answered"])
        return missed._replace(recourses=(one,))
    return missed


def _declared(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call
) -> Misstep | None:
    """A declaration that is not so, or out of turn."""
    lance, game = position.lance, game_of(position.variant.game)
    if call.verb not in DECLARING:
        return None
    if call.seat not in position.queue:
        word = _last_word(steps, call.seat, lance)
        if word is None or not _contradicts(word.call, call):
            return _passed_over("out_of_turn", call, articles[lance], position)
        return _taken_back(articles, steps, position, call, word)
    at_turn = _at_turn(position, call.seat)
    false = game.why_not(at_turn, call) is not None
    if position.speaker != call.seat:
        stands = Recourse(STANDS, game.play(at_turn, call), at_turn)
        recourses = (Recourse(WITHDRAWN, position), *([] if false else [stands]))
        return Misstep("out_of_turn", "out_of_turn", call.seat, articles[lance], recourses)
    if not false:
        return None
    put_right = game.play(position, Call(call.seat, OPPOSITE[call.verb]))
    ways = [Recourse(WITHDRAWN, put_right, position)]
    if articles["false"]:
        # Found when the cards are shown, it has been played on: that comes first.
        ways.insert(0, Recourse(STANDS, game.play(position, call), position, articles["false"]))
    rule = articles["false"] or articles[lance]
    return Misstep("false_declaration", "false_declaration", call.seat, rule, tuple(ways))


def _out_of_turn(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call
) -> Misstep | None:
    """A call by somebody whose turn it is not."""
    seat, lance, auction = call.seat, position.lance, position.state.auction
    game = game_of(position.variant.game)
    if not position.queue or position.speaker == DECK:
        return None
    word = _last_word(steps, seat, lance)
    passed = word is not None and word.call.verb == "paso" and auction is not None
    reopens = passed and not auction.stake and call.verb in OPENING
    unbets = auction is not None and auction.bettor == seat and call.verb in ("paso", "no quiero")
    if word is not None and (unbets or reopens or _contradicts(word.call, call)):
        return _taken_back(articles, steps, position, call, word)
    if auction is not None:
        kind, rule = "", ""
        if seat in auction.folded and seat not in auction.speakers:
            kind, rule = "out_of_turn", articles["gone"]
        elif seat not in auction.speakers:
            kind, rule = "no_part", articles[f"no_{lance}" if lance in DECLARED else "turn"]
        elif auction.stake and seat[:1] == auction.bettor[:1]:
            kind, rule = "own_bet", articles["own_bet"]
        if kind:
            return _passed_over(kind, call, rule, position, "out_of_turn")
    at_turn = _at_turn(position, seat)
    heard = game.heard(at_turn, call)
    rule = articles["turn"] if auction is not None else "MUS-MUS-2"
    if game.why_not(at_turn, heard) is not None:
        return _passed_over("out_of_turn", call, rule, position)
    opens = auction is not None and not auction.stake and heard.verb in OPENING
    recourses = (
        Recourse(WITHDRAWN, position),
        Recourse(STANDS, game.play(at_turn, heard), at_turn),
    )
    option = "bet.out_of_turn" if opens and articles["opens"] else ""
    return Misstep("out_of_turn", "out_of_turn", seat, rule, recourses, option)


def _taken_back(
    articles: Mapping[str, str],
    steps: Sequence[Step],
    position: Position,
    call: Call,
    word: Step,
) -> Misstep:
    """A second word instead of the first: the first stands, or the second counts."""
    game = game_of(position.variant.game)
    recourses = [Recourse(WITHDRAWN, position)]
    heard = game.heard(word.before, call)
    if game.why_not(word.before, heard) is None:
        again = game.play(word.before, heard)
        place = max(n for n, step in enumerate(steps) if step is word)
        for step in steps[place + 1 :]:
            if step.call.verb in game.grammar.beside:
                continue
            if again.lance != position.lance or game.why_not(again, step.call) is not None:
                break
            again = game.play(again, step.call)
        recourses.append(Recourse(STANDS, again, word.before))
    if word.call.verb in TALK:
        rule = "MUS-MUS-1"
    elif word.call.verb in DECLARING:
        rule = articles[position.lance]
    else:
        articled = {"no quiero": "gone", "quiero": "accepted", "paso": "turn"}
        said = articled.get(word.call.verb, "own_bet")
        rule = articles[said]
    return Misstep("word_taken_back", "word_taken_back", call.seat, rule, tuple(recourses))


def _contradicts(first: Call, second: Call) -> bool:
    """Whether a word goes against another: an answer against an answer, corto against mus."""
    if first.verb in TALK:
        return second.verb in TALK and second.verb != first.verb
    if first.verb in DECLARING:
        return second.verb in DECLARING and second.verb != first.verb
    return (
        first.verb in ("quiero", "no quiero")
        and second.verb in ANSWERS
        and second.verb != first.verb
    )


def _last_word(steps: Sequence[Step], seat: str, lance: str) -> Step | None:
    """What a seat said last in the round of this name that was played last."""
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
    """The position as if it were this seat's turn; the others follow as they did."""
    others = tuple([other for other in position.queue if other != seat])
    return position._replace(queue=(seat, *others))
