"""What may be said instead of a call that Encaje refuses, and where its bounds come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.explain.words import lance_names
from mustutor.games.telling import Line, Offered
from mustutor.language import Language
from mustutor.position import Option, Position


def offered(position: Position, option: Option, tongue: Language) -> Offered:
    """An option of the betting: the words for its least, and what bounds it."""
    say, seat = tongue.say, option.seat
    had = position.stones_of(seat)
    stake = position.state.auction.stake if position.state.auction is not None else 0
    known = {"seat": seat, "least": option.least, "most": option.most, "stake": stake}
    match option.verb:
        case "envido":
            text = say("From {least} to {most}: {seat} has {most} in front.", **known)
            return Offered(f"envido {option.least}", text, ("ENC-BET-1", "ENC-BET-3"))
        case "subo":
            text = say(
                "From {least}, {step} more than {stake}, to {most}: {seat} has {most} in front.",
                step=option.least - stake,
                **known,
            )
            return Offered(f"subo a {option.least}", text, ("ENC-BET-6", "ENC-BET-7"))
        case "quiero" if had < stake:
            text = say("With all {had} in front of {seat}.", had=had, seat=seat)
            return Offered("quiero", text, ("ENC-BET-8",))
        case "quiero":
            return Offered("quiero", say("{seat} stays for {stake}.", **known))
        case "no quiero":
            forms = {form: names[position.lance] for form, names in lance_names(tongue).items()}
            text = say("{seat} is out {of_lance} for good.", seat=seat, **forms)
            return Offered("no quiero", text, ("ENC-BET-4",))
        case verb:
            return Offered(verb)


def withheld(position: Position, options: Sequence[Option], tongue: Language) -> Iterator[Line]:
    """Why there is no stake among the options: too few stones for the least one."""
    if position.state.auction is None or any(option.most for option in options):
        return
    seat = options[0].seat
    stake, had = position.state.auction.stake, position.stones_of(seat)
    least = stake + position.variant.number("bet.min_raise" if stake else "bet.min_open")
    if stake:
        text = tongue.say(
            "No raise: the least is to {least}, and {seat} has {had} in front.",
            least=least,
            seat=seat,
            had=had,
        )
        yield Line(text, ("ENC-BET-7",), "no_raise")
        return
    text = tongue.say(
        "No bet: the least is {least}, and {seat} has {had} in front.",
        least=least,
        seat=seat,
        had=had,
    )
    yield Line(text, ("ENC-BET-1",), "no_bet")
