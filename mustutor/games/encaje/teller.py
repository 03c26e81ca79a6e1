"""How Encaje is explained: bets, how a lance opens and ends, pots, and the end of the hand.

`EncajeTeller` is the entry; the functions before it find the facts on the betting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.base.language import Language, mark
from mustutor.games.encaje import tell_showdown
from mustutor.games.encaje.rules import ROUNDS
from mustutor.games.encaje.tell_showdown import Showdown, Unpaid
from mustutor.games.explain import (
    Fact,
    HandEnd,
    Line,
    OptionInWords,
    Sentences,
    ToldSoFar,
    sentences,
)
from mustutor.games.mus_family.betting import Outcome, declared_by_several
from mustutor.games.mus_family.conduct import COSTS
from mustutor.games.mus_family.hands import DECLARED, VALUED
from mustutor.games.mus_family.rounds import why_no_stake
from mustutor.games.mus_family.teller import FamilyTeller, passed, stayed
from mustutor.games.mus_family.words import FAMILY, lance_names
from mustutor.model.calls import Call
from mustutor.model.ledger import POT
from mustutor.model.position import ConditionalEnd, OpenPayment, Option, Position, Step

LONE = {
    "pares": ("only_one_has_pares", "ENC-PAR-4"),
    "juego": ("only_one_has_juego", "ENC-JUE-3"),
    "punto": ("only_one_with_stones", "ENC-JUE-4"),
}
"""The fact that only one seat has a lance, and its article."""
TOLD_OF = frozenset(("envido", "subo", "quiero", "no quiero"))

ENCAJE_COSTS = {
    **COSTS,
    "annul_lance": mark(
        "For an offence the cards of {seat} count as the worst {at_lance}, and discard nothing."
    ),
    "annul_hand": mark(
        "For an offence the cards of {seat} count as the worst in every lance of this hand, and "
        "discard nothing."
    ),
}
"""What each penalty means in a game in which stones are to be got rid of."""

ENCAJE: Sentences = {
    **FAMILY,
    **sentences("encaje"),
    "annulled": ENCAJE_COSTS["annul_lance"],
    "penalty": lambda words: ENCAJE_COSTS[words["penalty"]],
    "answers_again": lambda words: (
        mark(
            "{seat} had accepted {earlier}; asked again after the raise, {seat} stays for {stake}."
        )
        if words["verb"] == "quiero"
        else mark(
            "{seat} had bet {earlier}; asked again after the raise, {seat} stays for {stake}."
        )
    ),
    "answers_with_a_raise": lambda words: (
        mark(
            "{seat} had accepted {earlier}; asked again after the raise, {seat} may raise in turn."
        )
        if words["verb"] == "quiero"
        else mark(
            "{seat} had bet {earlier}; asked again after the raise, {seat} may raise in turn."
        )
    ),
    "folds_for_nothing": lambda words: (
        mark("{seat} had accepted {earlier}. To fold now costs nothing.")
        if words["verb"] == "quiero"
        else mark("{seat} had bet {earlier}. To fold now costs nothing.")
    ),
}
"""The sentence of each kind of fact, as Encaje tells it."""


def tell_bets(step: Step, call: Call, said: ToldSoFar) -> Iterator[Fact]:
    """The facts on a call of the betting, the most useful first."""
    before = step.before
    if before.state.auction is None or call.verb not in TOLD_OF:
        return
    known = {
        "seat": call.seat,
        "lance": before.lance,
        "stake": before.state.auction.stake,
        "had": before.stones_of(call.seat),
    }
    match call.verb:
        case "envido":
            yield from _opening(before, call, known)
        case "subo":
            yield from _raising(before, call, said, known)
        case "quiero":
            yield from _seeing(call, said, known)
        case "no quiero":
            yield from _folding(call, said, known)


def _opening(before: Position, call: Call, known: dict[str, object]) -> Iterator[Fact]:
    least = before.variant.number("bet.min_open")
    known = {**known, "least": least}
    if call.stones < least:
        yield Fact("bets_the_last_stone", ("ENC-BET-1",), evidence=known)
    elif call.stones == known["had"]:
        yield Fact("bets_to_the_limit", ("ENC-BET-3",), evidence=known)


def _raising(
    before: Position, call: Call, said: ToldSoFar, known: dict[str, object]
) -> Iterator[Fact]:
    step = before.variant.number("bet.min_raise")
    assert before.state.auction is not None
    least = before.state.auction.stake + step
    yield Fact(
        "bounds_of_a_raise",
        ("ENC-BET-6", "ENC-BET-7"),
        evidence={**known, "step": step, "least": least},
    )
    if call.stones == known["had"]:
        yield Fact("raises_to_the_limit", ("ENC-BET-7",), evidence=known)
    if stayed(said, call.seat):
        yield _stayed_fact("answers_with_a_raise", "ENC-BET-13", call, said, known)
    yield from _coming_in(call, said, known)


def _seeing(call: Call, said: ToldSoFar, known: dict[str, object]) -> Iterator[Fact]:
    had, stake = known["had"], known["stake"]
    assert isinstance(had, int)
    assert isinstance(stake, int)
    if had < stake:
        yield Fact("sees_with_less", ("ENC-BET-8",), evidence=known)
    if stayed(said, call.seat):
        yield _stayed_fact("answers_again", "ENC-BET-13", call, said, known)
    yield from _coming_in(call, said, known)


def _folding(call: Call, said: ToldSoFar, known: dict[str, object]) -> Iterator[Fact]:
    if stayed(said, call.seat):
        yield _stayed_fact("folds_for_nothing", "ENC-BET-14", call, said, known)
    yield Fact("folds", ("ENC-BET-4",), evidence=known)


def _coming_in(call: Call, said: ToldSoFar, known: dict[str, object]) -> Iterator[Fact]:
    if passed(said, call.seat):
        yield Fact("comes_in_after_a_pass", ("ENC-BET-12",), evidence=known)


def _stayed_fact(
    kind: str, rule: str, call: Call, said: ToldSoFar, known: dict[str, object]
) -> Fact:
    """A fact on a seat that bet, raised or saw earlier in this lance."""
    earlier = stayed(said, call.seat)
    assert earlier is not None
    return Fact(kind, (rule,), evidence={**known, "verb": earlier[0], "earlier": earlier[1]})


# --- a lance -----------------------------------------------------------------------------


def opening(position: Position, said: ToldSoFar) -> Iterator[Fact]:
    """The facts on who cannot speak in a new lance; each kind once a hand."""
    seats = tuple([seat for seat in position.order if not position.stones_of(seat)])
    if not seats:
        return
    evidence = {"seats": seats, "lance": position.lance}
    if position.lance in DECLARED and position.state.auction is None:
        if said.is_new("does_not_declare"):
            yield Fact("does_not_declare", ("ENC-PAR-2",), evidence=evidence)
        return
    staked = {entry.src for entry in position.ledger if entry.dst.startswith(POT)}
    if not said.is_new("silent"):
        return
    if staked.issuperset(seats):
        yield Fact("silent_with_all_in_a_pot", ("ENC-BET-10",), evidence=evidence)
    else:
        yield Fact("silent_without_stones", ("ENC-BET-9",), evidence=evidence)


def tell_declared(before: Position, after: Position) -> Iterator[Fact]:
    """The fact on who will bet now that several players have declared pares or juego."""
    if not declared_by_several(before, after):
        return
    speakers = after.state.auction.speakers
    silent = [seat for seat in after.order if after.stones_of(seat) and seat not in speakers]
    rule = "ENC-PAR-5" if after.lance == "pares" else "ENC-JUE-2"
    kind = "holders_bet" if silent else "all_speakers_bet"
    yield Fact(kind, (rule,), evidence={"seats": speakers, "lance": after.lance})


def tell_closing(
    outcome: Outcome, before: Position, after: Position, said: ToldSoFar
) -> Iterator[Fact]:
    """The facts on how a lance ended, and what is paid at once.

    `before` is the position of its last call, `after` the one after that call, before the showdown.
    """
    lance = outcome.lance
    evidence: dict[str, object] = {"lance": lance, "seats": outcome.seats}
    match outcome.kind:
        case "unbet":
            kind, rule = (
                ("all_pass_value", "ENC-SET-2") if lance in VALUED else ("all_pass", "ENC-SET-1")
            )
            yield Fact(kind, ("ENC-TURN-3", rule), evidence=evidence)
        case "lone":
            evidence["seat"] = outcome.seats[0]
            kind, rule = LONE.get(lance, ("only_one_with_stones", "ENC-SET-1"))
            yield Fact(kind, (rule,), evidence=evidence)
        case "void":
            rule = "ENC-JUE-4" if lance == "punto" else "ENC-SET-1"
            yield Fact("alone_for_nothing", (rule,), evidence=evidence)
        case "nobody":
            yield _nobody(lance, evidence, stones=any(after.stones))
        case "unanswered_bet":
            evidence["seat"] = outcome.auction.bettor
            yield Fact("nobody_sees_the_bet", ("ENC-SET-4",), evidence=evidence)
            if lance in VALUED:
                yield Fact("value_to_come", ("ENC-SET-5",), evidence=evidence)
        case "unanswered_raise":
            yield from _refused_raise(outcome, evidence, said)
        case "seen":
            yield from _pot(outcome, before, evidence)


def _nobody(lance: str, evidence: dict[str, object], *, stones: bool) -> Fact:
    if stones and lance == "pares":
        return Fact("nobody_has_pares", ("ENC-PAR-3",), evidence=evidence)
    if stones and lance == "juego":
        return Fact("nobody_has_juego", ("ENC-JUE-4",), evidence=evidence)
    rule = "ENC-PAR-2" if lance in DECLARED else "ENC-BET-9"
    return Fact("nobody_has_stones", (rule,), evidence=evidence)


def _refused_raise(
    outcome: Outcome, evidence: dict[str, object], said: ToldSoFar
) -> Iterator[Fact]:
    auction = outcome.auction
    evidence |= {
        "seat": auction.bettor,
        "stake": auction.stake,
        "previous": auction.previous,
        "maker": auction.previous_bettor,
    }
    yield Fact("nobody_sees_the_raise", ("ENC-SET-6",), evidence=evidence)
    unpaid = tuple(
        [seat for seat in auction.folded if stayed(said, seat) == ("quiero", auction.previous)]
    )
    if unpaid:
        yield Fact("seers_get_nothing", ("ENC-SET-6",), evidence={**evidence, "seats": unpaid})
    if outcome.lance in VALUED:
        yield Fact("value_to_come", ("ENC-SET-7",), evidence=evidence)


def _pot(outcome: Outcome, before: Position, evidence: dict[str, object]) -> Iterator[Fact]:
    """The fact on who puts stones into the pot, those with the whole stake first."""
    stake = outcome.auction.stake
    had = {seat: before.stones_of(seat) for seat in outcome.seats}
    full = tuple([seat for seat in outcome.seats if had[seat] >= stake])
    yield Fact("pot_is_made", ("ENC-SET-8",), evidence={**evidence, "seats": full, "stake": stake})
    emptied = tuple([seat for seat in full if had[seat] == stake])
    if emptied:
        yield Fact("nothing_left", ("ENC-BET-10",), evidence={**evidence, "seats": emptied})
    for seat in outcome.seats:
        if had[seat] < stake:
            yield Fact(
                "puts_in_all",
                ("ENC-SET-9",),
                evidence={**evidence, "seat": seat, "had": had[seat], "stake": stake},
            )


# --- what could be said instead ----------------------------------------------------------


def tell_bid(position: Position, option: Option, language: Language) -> OptionInWords:
    """An option of the betting: the words for its least, and its bounds."""
    say, seat = language.say, option.seat
    had = position.stones_of(seat)
    stake = position.state.auction.stake if position.state.auction is not None else 0
    known = {"seat": seat, "least": option.least, "most": option.most, "stake": stake}
    match option.verb:
        case "envido":
            text = say("From {least} to {most}: {seat} has {most} in front.", **known)
            return OptionInWords(f"envido {option.least}", text, ("ENC-BET-1", "ENC-BET-3"))
        case "subo":
            text = say(
                "From {least}, {step} more than {stake}, to {most}: {seat} has {most} in front.",
                step=option.least - stake,
                **known,
            )
            return OptionInWords(f"subo a {option.least}", text, ("ENC-BET-6", "ENC-BET-7"))
        case "quiero" if had < stake:
            text = say("With all the stones in front of {seat}: {had}.", had=had, seat=seat)
            return OptionInWords("quiero", text, ("ENC-BET-8",))
        case "quiero":
            return OptionInWords("quiero", say("{seat} stays for {stake}.", **known))
        case "no quiero":
            forms = {form: names[position.lance] for form, names in lance_names(language).items()}
            text = say("{seat} is out {of_lance} for good.", seat=seat, **forms)
            return OptionInWords("no quiero", text, ("ENC-BET-4",))
        case verb:
            return OptionInWords(verb)


def tell_withheld(
    position: Position, options: Sequence[Option], language: Language
) -> Iterator[Line]:
    """Why no bet is among the options: a rule against it, or too few stones for the least one."""
    if position.state.auction is None or any(option.most for option in options):
        return
    fault = why_no_stake(ROUNDS, position)
    if fault is not None:
        yield Line(fault.said(language), (fault.rule,), "no_raise")
        return
    seat = options[0].seat
    stake, had = position.state.auction.stake, position.stones_of(seat)
    least = stake + position.variant.number("bet.min_raise" if stake else "bet.min_open")
    known = {"least": least, "seat": seat, "had": had}
    if stake:
        text = language.say(
            "No raise is possible: it would have to reach {least}, and {seat} has {had} in front.",
            **known,
        )
        yield Line(text, ("ENC-BET-7",), "no_raise")
    else:
        text = language.say(
            "No bet is possible: the least is {least}, and {seat} has {had} in front.", **known
        )
        yield Line(text, ("ENC-BET-1",), "no_bet")


class EncajeTeller(FamilyTeller):
    """What Encaje says about itself."""

    sentences = ENCAJE
    costs = ENCAJE_COSTS
    comparing = ("ENC-SET-10",)
    over_at = ("ENC-SES-1",)

    def before_the_match(self, language: Language) -> tuple[str, str]:
        """The facts on starting stones, and on lost games."""
        return language.say("Stones in front at the start"), language.say("Games lost before")

    lance_opens = staticmethod(opening)
    bets = staticmethod(tell_bets)
    declared = staticmethod(tell_declared)
    closing = staticmethod(tell_closing)
    bid = staticmethod(tell_bid)
    withheld = staticmethod(tell_withheld)
    why = staticmethod(tell_showdown.reasons)

    def would_end(self, end: Position) -> Iterator[Fact]:
        """The loser, unless unrecorded lances moved stones."""
        if end.would_end is not None:
            yield from _would_end(end.would_end)

    def ending(
        self,
        last: Position,  # noqa: ARG002 - the showdown is told from its end
        end: Position,
        waiting: tuple[OpenPayment, ...],
        said: ToldSoFar,
    ) -> HandEnd:
        """The showdown, and what it leads to."""
        showdown = Showdown(end, waiting, said)
        facts = tuple(showdown.facts())
        stones = [self.stones(end, whole=True)] if showdown.entries or not facts else []
        return HandEnd("showdown", facts, (*stones, *_aftermath(end, showdown.void)))


TELLER = EncajeTeller()


def _would_end(ending: ConditionalEnd) -> Iterator[Fact]:
    kind = "would_lose" if ending.first else "would_lose_by_these_stones"
    evidence = {"seat": ending.side, "lances": ending.first}
    yield Fact(kind, ("ENC-END-1", "ENC-END-3"), indent=0, evidence=evidence)


def _aftermath(end: Position, void: Sequence[Unpaid]) -> Iterator[Fact]:
    """The facts on who drops out, who loses, and what is void once the game is over."""
    gone = tuple([seat for seat in end.order if not end.stones_of(seat)])
    if gone and not end.pots and not end.unplayed:
        yield Fact("drops_out", ("ENC-STN-4",), indent=0, evidence={"seats": gone})
    if end.would_end is not None:
        yield from _would_end(end.would_end)
    if not end.loser:
        return
    settling = any(entry.when == "showdown" for entry in end.ledger)
    rules = ("ENC-END-1", "ENC-END-3" if settling else "ENC-END-2")
    yield Fact("loses", rules, indent=0, evidence={"seat": end.loser})
    for missing in void:
        yield Fact(
            "void",
            ("ENC-END-3",),
            indent=0,
            evidence={"seat": missing.payer, "lance": missing.lance, "due": missing.due},
        )
    table = end.table
    lost = dict(zip(table.seats, table.games, strict=True))[end.loser]
    most = end.variant.rules["encaje.session_losses"]
    yield Fact(
        "loses_the_session" if lost == most else "games_lost",
        ("ENC-SES-1",),
        indent=0,
        evidence={"seat": end.loser, "lost": lost, "most": most},
    )
