"""What may be said instead of a call that Mus refuses, and where its bounds come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.explain.words import lance_names
from mustutor.games.mus.sides import side_of
from mustutor.games.mus_family.auction import NO_MAXIMUM
from mustutor.games.telling import Line, Offered
from mustutor.language import Language
from mustutor.position import Option, Position


def offered(position: Position, option: Option, tongue: Language) -> Offered:
    """An option of the betting: the words for its least, and what bounds it."""
    say, seat, auction = tongue.say, option.seat, position.state.auction
    forms = {form: names.get(position.lance) for form, names in lance_names(tongue).items()}
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
                text = say("From {least} to {most}, the most this table allows.", **known)
            return Offered(f"envido {option.least}", text, ("MUS-BET-1", "MUS-BET-2"))
        case "subo":
            text = say("{least} or more: at least {more} above {stake}.", **known)
            if not unbounded:
                text = say("From {least}, {more} above {stake}, to {most}.", **known)
            return Offered(f"subo a {option.least}", text, ("MUS-BET-1", "MUS-BET-3"))
        case "quiero" if ordago:
            text = say("The cards are shown, and the game is decided {at_lance}.", **known)
            return Offered("quiero", text, ("MUS-ORD-1",))
        case "quiero":
            text = say("{side} accepts {stake}.", **known)
            return Offered("quiero", text, ("MUS-BET-13",))
        case "no quiero":
            if not position.variant.rules["bet.refusal_eliminates"]:
                text = say("{seat} refuses what is staked now.", **known)
                return Offered("no quiero", text, ("MUS-BET-14",))
            text = say("{seat} is out {of_lance} for good.", **known)
            return Offered("no quiero", text, ("MUS-BET-8",))
        case "ordago":
            return Offered("ordago", say("The whole game is staked.", **known), ("MUS-ORD-1",))
        case verb:
            return Offered(verb)


def withheld(position: Position, options: Sequence[Option], tongue: Language) -> Iterator[Line]:
    """Why there is no raise among the options: a maximum is reached, or an órdago stands."""
    auction = position.state.auction
    if auction is None or any(option.most for option in options):
        return
    if auction.ordago:
        text = tongue.say("No raise: nothing is above an órdago.")
        yield Line(text, ("MUS-ORD-1",), "no_raise")
        return
    most = position.variant.rules["bet.max"]
    text = tongue.say(
        "No raise: {stake} is staked, and the most this table allows is {most}.",
        stake=auction.stake,
        most=most,
    )
    yield Line(text, ("MUS-BET-1",), "no_raise")
