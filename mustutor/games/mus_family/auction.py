"""The betting of one lance: who may say what, and what it does. Shared by every game.

The game says who takes part, who answers a bet, and the bounds of a stake; this module knows
paso, envido, subo, quiero and no quiero. The queue of those who have still to speak is the
whole mechanism: a bet or a raise makes a new one of everybody who must answer it.
"""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.errors import Fault
from mustutor.games.mus_family.calls import throw_as_meant
from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.phrases import ANSWERS, bare_words
from mustutor.games.mus_family.state import Auction
from mustutor.language import mark
from mustutor.position import NO_MAXIMUM, Position
from mustutor.tuples import NamedTuple

BETS = ("paso", "envido", "subo", "mas", "quiero", "no quiero", "ordago")

ORDAGO_STAKE = NO_MAXIMUM + 1
"""What an órdago counts as where a number is wanted: more than any stake."""


class Bounds(NamedTuple):
    """The least and the most a seat may stake now; `most` below `least` means he may not.

    `own` says that the most is what he has in front of him, and not a rule of the table.
    """

    least: int
    most: int
    own: bool = True

    def allow(self, stones: int) -> bool:
        """Whether a stake of so many stones lies within them."""
        return self.least <= stones <= self.most


class Articles(NamedTuple):
    """The articles a game cites when its betting refuses a call."""

    choose: str
    least_open: str
    least_raise: str
    most_open: str
    most_raise: str
    ordago: str
    nothing: str


def after(speakers: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """The others in turn, from the one who speaks after this seat.

    >>> after(("A", "B", "C"), "B")
    ('C', 'A')
    """
    place = speakers.index(seat)
    return speakers[place + 1 :] + speakers[:place]


def resolved(call: Call, auction: Auction, bounds: Bounds) -> Call:
    """Turn a call that leans on the stake on the table into the stake it amounts to.

    `5 mas` adds five, `doblo` as much as there is; `y yo`, and `reenvido` where it is the plain
    word for a raise, add the least a raise may.
    """
    if call.verb != "mas":
        return call
    if call.word == "doblo":  # nothing is doubled where nothing was bet
        return Call(call.seat, "subo", auction.stake * 2)
    stake = auction.stake + call.stones if call.stones else bounds.least
    return Call(call.seat, "subo" if auction.stake else "envido", stake)


def answered(position: Position, call: Call) -> Call:
    """A bare yes or no as it is meant here: to a stake, to the talk of mus, or a declaration.

    One that names another lance than is declared stays as it is, and is refused.
    """
    auction, lance, yes = position.state.auction, position.lance, call.verb == "tengo"
    if auction is not None and call.word in ANSWERS.values():
        if auction.stake and call.word != "tambien":
            return Call(call.seat, "quiero" if yes else "no quiero")
        return Call(call.seat, "paso") if call.word == "tampoco" and not auction.stake else call
    if lance == "mus" and call.word in ("si", "no", "tambien"):
        return Call(call.seat, "mus" if yes else "corto")
    named = call.word in DECLARED and call.word != lance
    return call if named else Call(call.seat, call.verb)


def meant(position: Position, seat: str, words: str) -> str:
    """Words of a seat as they are meant here: cards that are thrown, or the answer to a stake.

    While a stake is on the table a bare yes or no answers it. Raises NotationError for words that
    can mean several throws.
    """
    if position.lance == "descarte":
        hand, dealt = position.hand_of(seat), position.variant.number("deal.cards")
        return throw_as_meant(words, hand, dealt)
    auction, word = position.state.auction, ANSWERS.get(bare_words(words))
    if auction is None or not auction.stake or word not in ("si", "no", "tampoco"):
        return words
    return "quiero" if word == "si" else "no quiero"


def why_not(
    auction: Auction, call: Call, bounds: Bounds, articles: Articles, *, ordago: bool = False
) -> Fault | None:
    """Say why the speaker may not say this, or nothing when he may.

    `ordago` says whether the game has it.
    """
    verb = call.verb
    if verb == "ordago" and not ordago:
        return Fault(articles.ordago, mark("There is no órdago."), {})
    if auction.ordago and verb in ("subo", "ordago"):
        return Fault(
            articles.ordago,
            mark("{bettor} has said órdago: {seat} may only accept or refuse it."),
            {"seat": call.seat, "bettor": auction.bettor},
        )
    if not auction.stake:
        if verb == "paso":
            return None
        if verb == "envido":
            return _opening(call, bounds, articles)
        if verb in ("quiero", "no quiero", "subo"):
            return Fault(
                articles.nothing,
                mark("Nobody has bet yet: {seat} may pass or bet."),
                {"seat": call.seat},
            )
    else:
        if verb in ("quiero", "no quiero"):
            return None
        if verb == "subo":
            return _raising(auction, call, bounds, articles)
        if verb in ("paso", "envido"):
            return Fault(
                articles.choose,
                mark("{bettor} has bet {stake}: {seat} may refuse, accept or raise."),
                {"seat": call.seat, "bettor": auction.bettor, "stake": auction.stake},
            )
    return None


def _opening(call: Call, bounds: Bounds, articles: Articles) -> Fault | None:
    stones, seat = call.stones, call.seat
    if bounds.allow(stones):
        return None
    if bounds.own and bounds.most < bounds.least:
        return Fault(
            articles.most_open,
            mark("{seat} has {most} in front, less than the smallest bet, and may only pass."),
            {"seat": seat, "most": bounds.most},
        )
    if stones < bounds.least:
        return Fault(
            articles.least_open,
            mark("{seat} bets {stones}, but the smallest bet is {least}."),
            {"seat": seat, "stones": stones, "least": bounds.least},
        )
    if stones > bounds.most and not bounds.own:
        return _above_maximum(call, bounds, articles.most_open)
    return Fault(
        articles.most_open,
        mark("{seat} bets {stones} with {most} in front: the most {seat} may bet is {most}."),
        {"seat": seat, "stones": stones, "most": bounds.most},
    )


def _raising(auction: Auction, call: Call, bounds: Bounds, articles: Articles) -> Fault | None:
    stones, seat = call.stones, call.seat
    if bounds.allow(stones):
        return None
    if stones > bounds.most and not bounds.own:
        return _above_maximum(call, bounds, articles.most_raise)
    if stones < bounds.least:
        return Fault(
            articles.least_raise,
            mark("{seat} raises {stake} to {stones}, but a raise must reach at least {least}."),
            {"seat": seat, "stake": auction.stake, "stones": stones, "least": bounds.least},
        )
    if bounds.most < bounds.least:
        return Fault(
            articles.most_raise,
            mark("{seat} has {most} in front and cannot raise to {least}, only accept or refuse."),
            {"seat": seat, "most": bounds.most, "least": bounds.least},
        )
    return Fault(
        articles.most_raise,
        mark(
            "{seat} raises to {stones} with {most} in front: the most {seat} may raise to is "
            "{most}."
        ),
        {"seat": seat, "stones": stones, "most": bounds.most},
    )


def _above_maximum(call: Call, bounds: Bounds, rule: str) -> Fault:
    return Fault(
        rule,
        mark("{seat} stakes {stones}, but this table allows at most {most}."),
        {"seat": call.seat, "stones": call.stones, "most": bounds.most},
    )


# As positions, these are made at most calls of every game: straight to tuple.
_made = tuple.__new__


def staked(auction: Auction, call: Call, seen: tuple[str, ...] = ()) -> Auction:
    """The speaker bets or raises; `seen` are those whose earlier answer still stands."""
    speakers, stake, bettor, _, _, _, gone, _, opened, opener = auction
    ordago = call.verb == "ordago"
    now = ORDAGO_STAKE if ordago else call.stones
    first = (opened, opener) if stake else (now, call.seat)
    fields = (speakers, now, call.seat, stake, bettor, seen, gone, ordago, *first)
    return _made(Auction, fields)


def folded(auction: Auction, seat: str) -> Auction:
    """The speaker gives the lance up for good."""
    speakers, stake, bettor, previous, maker, seen, gone, *rest = auction
    left = tuple([other for other in speakers if other != seat])
    fields = (left, stake, bettor, previous, maker, seen, (*gone, seat), *rest)
    return _made(Auction, fields)


def saw(auction: Auction, seat: str) -> Auction:
    """The speaker sees the stake on the table."""
    speakers, stake, bettor, previous, maker, seen, *rest = auction
    fields = (speakers, stake, bettor, previous, maker, (*seen, seat), *rest)
    return _made(Auction, fields)
