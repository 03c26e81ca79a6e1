"""The play of Mus in words: what a bet means, how a lance ends, what is legal instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.base.language import Language
from mustutor.games.explain import Fact, Line, OptionInWords, ToldSoFar
from mustutor.games.mus.legality import ROUNDS, counted_stake, options
from mustutor.games.mus.settlement import UNBET_RULES
from mustutor.games.mus_family.betting import Auction, Outcome, declared_by_several
from mustutor.games.mus_family.rounds import why_no_stake
from mustutor.games.mus_family.teller import passed
from mustutor.games.mus_family.words import lance_names
from mustutor.model.calls import Call
from mustutor.model.ledger import Entry
from mustutor.model.position import NO_MAXIMUM, Option, Position, Step, side_of

DECLARED = {"pares": "MUS-DECL-2", "juego": "MUS-DECL-5"}
ALONE = {"pares": "MUS-DECL-3", "juego": "MUS-DECL-6"}

TOLD_OF = frozenset(("envido", "subo", "ordago", "quiero", "no quiero"))


def bets(step: Step, call: Call, said: ToldSoFar) -> Iterator[Fact]:
    """The facts on a call of the betting not told before, the most useful first."""
    before = step.before
    if call.verb == "perete":
        due = before.variant.rules["perete.points"]
        declared = {"seat": call.seat, "side": side_of(call.seat), "due": due}
        yield Fact("perete", ("MUS-NAME-4",), evidence=declared)
        return
    auction = before.state.auction
    if auction is None or call.verb not in TOLD_OF:
        return
    match call.verb:
        case "envido" | "subo":
            yield from _staking(step, call, auction, said)
        case "ordago":
            evidence = {**_bet_evidence(step, call), "seats": step.after.queue}
            yield Fact("ordago", ("MUS-ORD-1",), evidence=evidence)
        case "quiero":
            yield from _accepting(step, auction, call, said)
        case "no quiero":
            yield from _refusing(step, call, said)


def _bet_evidence(step: Step, call: Call) -> dict[str, object]:
    """The evidence of every remark on a bet: its seat, its lance, its stake."""
    return {
        "seat": call.seat,
        "side": side_of(call.seat),
        "lance": step.before.lance,
        "stake": step.before.state.auction.stake,
    }


def _staking(step: Step, call: Call, auction: Auction, said: ToldSoFar) -> Iterator[Fact]:
    """The facts on a bet or a raise: the stake, and who answers it."""
    before, had = step.before, auction.stake
    stake = counted_stake(before, call).stones
    if stake != call.stones:
        rule = "REG-AST-9" if had else "REG-AST-7"
        limit = before.variant.rules["bet.overlimit"]
        above = limit["above"] if isinstance(limit, dict) else 0
        answer = _answer(step, call, stake)
        yield Fact("counts_for_less", (rule,), evidence={**answer, "above": above})
    if step.call.verb == "mas":
        rule = "MUS-BET-12" if step.call.word == "reenvido" else "MUS-BET-11"
        answer = _answer(step, call, stake)
        yield Fact(
            "more_means",
            (rule,),
            evidence={**answer, "words": str(step.call).partition(" ")[2]},
        )
    if call.seat != before.speaker:
        evidence = {**_bet_evidence(step, call), "speaker": before.speaker}
        yield Fact("bets_out_of_turn", ("MUS-BET-3",), evidence=evidence)
    if call.seat in _without(before) and said.lacks("opens_without"):
        yield Fact("opens_without", ("MUS-TABLE-1",), evidence=_bet_evidence(step, call))
    kind = "others_answer"
    if _is_shared(before):
        response = str(before.variant.rules["bet.team_response"])
        kind = "side_answers" if response == "sequential" else "one_answers_for_the_side"
    if said.lacks(kind):
        yield Fact(kind, ("MUS-BET-4",), evidence=_answer(step, call, stake))
    if had:
        kind = "new_stake" if said.lacks("new_stake") else "raised_by"
        yield Fact(kind, ("MUS-BET-3",), evidence=_answer(step, call, stake))
        # Only after that: a stake may be doubled by a call that does not say the word.
        makes = before.variant.rules["bet.reenvido"] == "double_total" and stake == 2 * had
        if makes and had > before.variant.number("bet.min_open"):
            said_so = _answer(step, call, stake)
            yield Fact("reenvido_makes", ("MUS-BET-12",), evidence=said_so)


def _without(before: Position) -> tuple[str, ...]:
    """The fact that one without pares or juego may make the first bet (bet.first_bettor)."""
    auction = before.state.auction
    if auction.stake or before.lance not in DECLARED:
        return ()
    if not before.variant.rules["bet.only_holders_speak"]:
        return ()
    return tuple([seat for seat in auction.speakers if seat not in before.state.holders])


def _answer(step: Step, call: Call, stake: int) -> dict[str, object]:
    """The answer to a stake: how many stones, how many more, and by whom."""
    had = step.before.state.auction.stake
    answer = {"stake": stake, "before": had, "more": stake - had, "seats": step.after.queue}
    return {**_bet_evidence(step, call), **answer}


def _accepting(step: Step, auction: Auction, call: Call, said: ToldSoFar) -> Iterator[Fact]:
    before = step.before
    partners = _partners(auction.folded, call.seat) if auction.folded else ()
    if partners:
        both = bool(before.variant.rules["bet.refuser_hand_counts"])
        kind = "accepts_after_a_refusal" if both else "accepts_alone_after_a_refusal"
        if said.lacks(kind):
            evidence = {**_bet_evidence(step, call), "seats": partners}
            yield Fact(kind, ("MUS-BET-5", "MUS-BET-8"), evidence=evidence)
    elif said.lacks("one_quiero_is_enough"):
        waiting = _partners(before.queue[1:], call.seat)
        if waiting:
            evidence = {**_bet_evidence(step, call), "seats": waiting}
            yield Fact("one_quiero_is_enough", ("MUS-BET-5",), evidence=evidence)
    free = before.variant.rules["bet.last_answer"] == "free"
    if not free and "no quiero" not in {option.verb for option in options(before)}:
        yield Fact("has_to_see", ("MUS-TABLE-4",), evidence=_bet_evidence(step, call))
    if said.lacks("comes_in_after_a_pass") and passed(said, call.seat):
        yield Fact("comes_in_after_a_pass", ("MUS-BET-7",), evidence=_bet_evidence(step, call))


def _refusing(step: Step, call: Call, said: ToldSoFar) -> Iterator[Fact]:
    before, _, after = step
    eliminated = bool(before.variant.rules["bet.refusal_eliminates"])
    kind = "partner_may_answer" if eliminated else "partner_answers_next"
    waiting = _partners(before.queue[1:], call.seat) if said.lacks(kind) else ()
    if waiting:
        rules = ("MUS-BET-8", "MUS-BET-4") if eliminated else ("MUS-BET-4",)
        yield Fact(kind, rules, evidence={**_bet_evidence(step, call), "seats": waiting})
    if after.lance != before.lance or after.state.auction is None:
        return
    kind = "folds" if eliminated else "refuses_for_now"
    if said.lacks(kind):
        yield Fact(kind, ("MUS-BET-8",), evidence=_bet_evidence(step, call))


def _partners(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple([other for other in seats if other != seat and side_of(other) == side_of(seat)])


def _is_shared(position: Position) -> bool:
    """Whether players share their stones with partners."""
    return len(position.table.sides) < len(position.table.seats)


# --- a lance -----------------------------------------------------------------------------


def declared(before: Position, after: Position) -> Iterator[Fact]:
    """The fact on who will bet now that several sides have declared pares or juego."""
    if not declared_by_several(before, after):
        return
    evidence = {"seats": after.state.holders, "lance": after.lance}
    rules = (DECLARED[after.lance],)
    alone = after.state.auction.speakers == after.state.holders
    if alone or after.variant.flag("bet.only_holders_speak"):
        yield Fact("both_sides_have", rules, evidence=evidence)
        others = _without(after)
        if others:
            yield Fact("others_may_open", ("MUS-TABLE-1",), evidence={**evidence, "seats": others})
    else:
        yield Fact("everybody_bets", rules, evidence=evidence)


def closing(
    outcome: Outcome,
    before: Position,  # noqa: ARG001 - the signature of every game
    after: Position,
    said: ToldSoFar,
) -> Iterator[Fact]:
    """How a lance ended, and the deje taken at once; `after` is the next position."""
    lance, auction = outcome.lance, outcome.auction
    evidence: dict[str, object] = {"lance": lance, "seats": outcome.seats, "stake": auction.stake}
    match outcome.kind:
        case "unbet":
            yield _unbet(lance, evidence, after)
        case "lone":
            evidence["side"] = side_of(outcome.seats[0])
            yield Fact("only_one_side_has", (ALONE[lance],), evidence=evidence)
        case "nobody":
            if lance == "pares":
                yield Fact("nobody_has_pares", ("MUS-DECL-4",), evidence=evidence)
            else:
                yield Fact("nobody_has_juego_but_punto", ("MUS-DECL-7",), evidence=evidence)
        case "unanswered_bet" | "unanswered_raise":
            evidence |= {
                "seat": auction.bettor,
                "side": side_of(auction.bettor),
                "previous": auction.previous,
            }
            yield from _refused(outcome, evidence, after, said)
        case "seen":
            yield from _accepted(evidence, after, said)
        case "ordago":
            evidence["seat"] = auction.bettor
            kind = "ordago_accepted"
            if after.variant.word("ordago.settle") != "immediate":
                kind = "ordago_accepted_to_be_counted"
            yield Fact(kind, ("MUS-ORD-1",), evidence=evidence)


def _unbet(lance: str, evidence: dict[str, object], after: Position) -> Fact:
    if lance in DECLARED:
        alone = len(after.table.sides) == len(after.table.seats)
        kind = "best_scores_its_value" if alone else "best_side_scores_its_values"
        return Fact(kind, ("MUS-PAY-3",), evidence=evidence)
    due = after.variant.stones("values.lances")[lance]
    return Fact(
        "best_scores_at_the_count", (UNBET_RULES[lance],), evidence={**evidence, "due": due}
    )


def _accepted(evidence: dict[str, object], after: Position, said: ToldSoFar) -> Iterator[Fact]:
    rules = after.variant
    if rules.word("players.mode") != "individual":
        yield Fact("stake_is_on", ("MUS-BET-15",), evidence=evidence)
    elif rules.word("individual.stake") == "once":
        yield Fact("stake_is_on_between", ("MUS-BET-15",), evidence=evidence)
    else:
        yield Fact("stake_is_on_from_each", ("MUS-BET-15",), evidence=evidence)
    target = rules.number("score.target")
    stake = evidence["stake"]
    assert isinstance(stake, int)
    if stake >= target and said.is_new("more_than_the_target"):
        yield Fact("more_than_the_target", ("MUS-BET-17",), evidence={**evidence, "target": target})


# --- a refusal ---------------------------------------------------------------------------


def _refused(
    outcome: Outcome, evidence: dict[str, object], after: Position, said: ToldSoFar
) -> Iterator[Fact]:
    """The stones a refusal brings the side that bet: now, and at the count."""
    lance = outcome.lance
    taken = [entry for entry in after.ledger if entry.lance == lance and entry.item == "deje"]
    yield _deje(outcome, evidence, after, taken)
    if taken:
        yield from beyond_the_target(taken[-1], after)
    forfeit = [e for e in after.ledger if e.item == "penalty" and e.wins_game]
    if forfeit:
        yield Fact("wins_by_the_offence", (forfeit[-1].rule,), evidence={"side": forfeit[-1].dst})
        return
    if after.winner:
        score = after.stones_of(after.winner)
        target = after.variant.number("score.target")
        won = {"side": after.winner, "has": score, "target": target}
        yield Fact("wins_by_the_deje", ("MUS-END-2", "MUS-DEJE-2"), evidence=won)
        return
    if taken and said.is_new("taken_at_once"):
        yield Fact("taken_at_once", ("MUS-DEJE-2",), evidence=evidence)
    if lance in DECLARED:
        if outcome.seats:
            yield Fact("own_values_to_come", ("MUS-DEJE-5",), evidence=evidence)
    elif lance == "punto":
        yield Fact("punto_to_come", ("MUS-DEJE-6",), evidence=evidence)
    elif said.is_new("nothing_more"):
        yield Fact("nothing_more", ("MUS-DEJE-4",), evidence=evidence)


def beyond_the_target(entry: Entry, position: Position, indent: int = 1) -> Iterator[Fact]:
    """The stones of a movement that do not count, as the score stops at the target."""
    if entry.beyond:
        known = {"side": entry.dst, "stones": entry.beyond}
        evidence = {**known, "target": position.variant.number("score.target")}
        yield Fact("beyond_the_target", ("MUS-TABLE-3",), indent=indent, evidence=evidence)


def _deje(
    outcome: Outcome, evidence: dict[str, object], after: Position, taken: list[Entry]
) -> Fact:
    rules = after.variant
    raised = outcome.kind == "unanswered_raise"
    if not taken:
        if rules.word("deje.timing") == "end_first":
            return Fact("deje_at_the_count", ("MUS-DEJE-2",), evidence=evidence)
        return Fact("no_deje", ("REG-CAT-4",), evidence=evidence)
    due = taken[-1].stones + taken[-1].beyond
    evidence = {**evidence, "stones": due, "ordago": outcome.auction.ordago}
    if not raised:
        return Fact("bet_refused", ("MUS-DEJE-1",), evidence=evidence)
    extra = rules.stones("deje.raise_extra")[outcome.lance]
    if rules.word("deje.raise_refused") == "original_bidder":
        evidence |= {"opener": outcome.auction.opener, "side": taken[-1].dst}
        return Fact("raise_refused_for_the_opener", ("MUS-DEJE-3",), evidence=evidence)
    if extra:
        rest = due - extra
        evidence |= {"extra": extra, "rest": rest}
        return Fact("raise_refused_with_extra", ("MUS-DEJE-3", "REG-MAD-4"), evidence=evidence)
    if rules.word("deje.raise_refused") == "previous_stake":
        return Fact("raise_refused", ("MUS-DEJE-3",), evidence=evidence)
    return Fact("raise_refused_for_one", ("MUS-DEJE-3",), evidence=evidence)


# --- what could be said instead ----------------------------------------------------------


def bid(position: Position, option: Option, language: Language) -> OptionInWords:
    """An option of the betting: the words for its least, and its bounds."""
    say, seat, auction = language.say, option.seat, position.state.auction
    forms = {form: names.get(position.lance) for form, names in lance_names(language).items()}
    stake = auction.stake if auction is not None else 0
    known = {
        **forms,
        "seat": seat,
        "side": side_of(seat),
        "least": option.least,
        "most": option.most,
        "stake": stake,
        "more": option.least - stake,
    }
    ordago = auction is not None and auction.ordago
    unbounded = option.most >= NO_MAXIMUM
    match option.verb:
        case "envido":
            text = say("{least} or more; this table has no maximum.", **known)
            if not unbounded:
                text = say("From {least} to {most}, the highest this table allows.", **known)
            return OptionInWords(f"envido {option.least}", text, ("MUS-BET-1", "MUS-BET-2"))
        case "subo":
            text = say("{least} or more: at least {more} above {stake}.", **known)
            if not unbounded:
                text = say("From {least}, {more} above {stake}, to {most}.", **known)
            return OptionInWords(f"subo a {option.least}", text, ("MUS-BET-1", "MUS-BET-3"))
        case "quiero" if ordago:
            text = say("The cards are shown, and the game is decided {at_lance}.", **known)
            return OptionInWords("quiero", text, ("MUS-ORD-1",))
        case "quiero":
            text = say("{side} accepts {stake}.", **known)
            return OptionInWords("quiero", text, ("MUS-BET-13",))
        case "no quiero":
            if not position.variant.rules["bet.refusal_eliminates"]:
                text = say("{seat} refuses what is staked now.", **known)
                return OptionInWords("no quiero", text, ("MUS-BET-14",))
            text = say("{seat} is out {of_lance} for good.", **known)
            return OptionInWords("no quiero", text, ("MUS-BET-8",))
        case "ordago":
            return OptionInWords(
                "ordago", say("The whole game is staked.", **known), ("MUS-ORD-1",)
            )
        case verb:
            return OptionInWords(verb)


def withheld(position: Position, options: Sequence[Option], language: Language) -> Iterator[Line]:
    """Why no raise is among the options: an órdago, a rule against it, or a maximum is reached."""
    auction = position.state.auction
    if auction is None or any(option.most for option in options):
        return
    if auction.ordago:
        text = language.say("No raise is possible: nothing is above an órdago.")
        yield Line(text, ("MUS-ORD-1",), "no_raise")
        return
    fault = why_no_stake(ROUNDS, position)
    if fault is not None:
        yield Line(fault.said(language), (fault.rule,), "no_raise")
        return
    most = position.variant.rules["bet.max"]
    text = language.say(
        "No raise is possible: {stake} is staked, and this table allows at most {most}.",
        stake=auction.stake,
        most=most,
    )
    yield Line(text, ("MUS-BET-1",), "no_raise")
