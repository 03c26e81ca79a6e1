"""Why a call is refused, what was legal instead, and where its bounds come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.calls import DECK
from mustutor.errors import Fault
from mustutor.explain.page import Explanation, Line, Passage
from mustutor.explain.words import lance_names
from mustutor.language import Language
from mustutor.position import Option, Position


def explain_fault(
    position: Position, fault: Fault, options: Sequence[Option], tongue: Language
) -> Explanation:
    """Say why the rules refuse a call here, and what could be said instead.

    `options` are those of `games.options` at the same position.
    """
    refused = Line(fault.said(tongue), (fault.rule,), "refused", indent=0)
    passages = [Passage("", (refused,))]
    legal = tuple(_legal(position, options, tongue))
    if legal:
        passages.append(Passage("", legal))
    return Explanation("", tuple(passages))


def _legal(position: Position, options: Sequence[Option], tongue: Language) -> Iterator[Line]:
    if not options:
        return
    seat = options[0].seat
    if seat == DECK:
        yield Line(
            tongue.say("The deck speaks: it serves those who threw cards."), kind="legal", indent=0
        )
        return
    yield Line(tongue.say("{seat} speaks and may say:", seat=seat), kind="legal", indent=0)
    for option in options:
        yield _option(position, option, tongue)
    if position.auction is not None and not any(option.most for option in options):
        yield _no_stake(position, seat, tongue)


def _option(position: Position, option: Option, tongue: Language) -> Line:
    say, seat = tongue.say, option.seat
    had = position.stones_of(seat)
    stake = position.auction.stake if position.auction is not None else 0
    evidence: dict[str, object] = {"verb": option.verb}
    said, text = option.verb, ""
    rules: tuple[str, ...] = ()
    known = {"seat": seat, "least": option.least, "most": option.most, "stake": stake}
    match option.verb:
        case "envido":
            said = f"envido {option.least}"
            text = say("From {least} to {most}: {seat} has {most} in front.", **known)
            rules = ("ENC-BET-1", "ENC-BET-3")
        case "subo":
            said = f"subo a {option.least}"
            text = say(
                "From {least}, {step} more than {stake}, to {most}: {seat} has {most} in front.",
                step=option.least - stake,
                **known,
            )
            rules = ("ENC-BET-6", "ENC-BET-7")
        case "quiero":
            if had < stake:
                text = say("With all {had} in front of {seat}.", had=had, seat=seat)
                rules = ("ENC-BET-8",)
            else:
                text = say("{seat} stays for {stake}.", **known)
        case "no quiero":
            forms = {form: names[position.lance] for form, names in lance_names(tongue).items()}
            text = say("{seat} is out {of_lance} for good.", seat=seat, **forms)
            rules = ("ENC-BET-4",)
        case "descarto":
            text = tongue.count(
                "{number} card, from those in hand.",
                "{least} to {number} cards, from those in hand.",
                option.most,
                least=option.least,
            )
    if option.most:
        evidence |= {"least": option.least, "most": option.most}
    return Line(text, rules, "option", seat, 1, said, evidence)


def _no_stake(position: Position, seat: str, tongue: Language) -> Line:
    """Why there is no stake among the options: too few stones for the least one."""
    assert position.auction is not None
    rules = position.variant.rules
    stake, had = position.auction.stake, position.stones_of(seat)
    name = "bet.min_raise" if stake else "bet.min_open"
    least = stake + rules[name]  # type: ignore[operator]
    if stake:
        text = tongue.say(
            "No raise: the least is to {least}, and {seat} has {had} in front.",
            least=least,
            seat=seat,
            had=had,
        )
        return Line(text, ("ENC-BET-7",), "no_raise")
    text = tongue.say(
        "No bet: the least is {least}, and {seat} has {had} in front.",
        least=least,
        seat=seat,
        had=had,
    )
    return Line(text, ("ENC-BET-1",), "no_bet")
