"""The betting of one lance: who may say what, what it does, and how the lance ended.

The game says who takes part, who answers a bet, and the bounds of a stake; this module knows
paso, envido, subo, quiero and no quiero. The queue of those who have still to speak is the
whole mechanism: a bet or a raise makes a new one of everybody who must answer it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mustutor.base.errors import Fault, no_such_seat
from mustutor.base.language import mark
from mustutor.games import CitedArticles
from mustutor.games.mus_family.calls import answer_of, meanings, throw_as_meant
from mustutor.games.mus_family.hands import DECLARED, Ranking
from mustutor.model.calls import DECK, Call
from mustutor.model.position import NO_MAXIMUM, Entries, Position, Said

UNANSWERED = ("unanswered_bet", "unanswered_raise")
"""The ways a lance ends where nobody saw the first bet, or a raise."""

# As positions, states are made at every call of every game: straight to tuple.
_made = tuple.__new__


class Auction(NamedTuple):
    """The betting of one lance.

    `speakers` may still win the lance, from mano; `stake` is 0 until somebody bets;
    `previous` is the stake before the last raise and `previous_bettor` who made it;
    `seen` are those who saw the stake on the table, `folded` those who gave the lance up, and
    `ordago` says that the stake is the whole game. `opened` and `opener` are the first bet and who
    made it.
    """

    speakers: tuple[str, ...]
    stake: int = 0
    bettor: str = ""
    previous: int = 0
    previous_bettor: str = ""
    seen: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    ordago: bool = False
    opened: int = 0
    opener: str = ""


class Outcome(NamedTuple):
    """How a lance ended: who can still be paid for it, and by which road.

    `kind` is ``unbet`` (all passed), ``lone`` (one player or side only, no betting), ``void``,
    ``nobody``, ``unanswered_bet``, ``unanswered_raise``, ``seen`` or ``ordago``. `seats` are
    those whose hands count, from mano.
    """

    lance: str
    kind: str
    seats: tuple[str, ...]
    auction: Auction


Has = tuple[tuple[str, bool | None], ...]


class RoundState(NamedTuple):
    """All that the rules of a round look at.

    `queue` has who has still to speak, next first (nobody: the round is over), `auction` the
    betting, None while none is bet, `holders` those who declared to have it. `rules` are those the
    lance is played by, as the game makes them, with its `lance`; `order` are the players from mano.
    `has` says of those who may be asked whether their cards have what is declared, or what cutting
    the mus needs: None where nobody knows, and empty where cards do not matter. Of the betting,
    `least` says whether the last to speak has the lowest hand, where that matters, and `front`
    what each player has in front, where that decides who answers.
    """

    queue: tuple[str, ...]
    auction: Auction | None
    holders: tuple[str, ...]
    rules: Any
    order: tuple[str, ...]
    has: Has
    least: bool | None
    front: tuple[int, ...]


class Lances(NamedTuple):
    """What of a moment of Mus or Encaje is theirs alone.

    `auction` is the betting of the lance, None while mus is talked or pares and juego are
    declared; `holders` are those who declared that they have it. `closed` says how the lances
    before ended, `shut` the same in short for the position line. `peretes` are those who declared
    a perete. `ranking` compares hands. `claimed` are the sides and lances of which stones were
    claimed, None where all are taken as claimed.
    """

    ranking: Ranking
    auction: Auction | None = None
    holders: tuple[str, ...] = ()
    closed: tuple[Outcome, ...] = ()
    shut: str = ""
    peretes: tuple[str, ...] = ()
    claimed: frozenset[tuple[str, str]] | None = None

    @property
    def now(self) -> str:
        """The stake on the table and who made it; nothing before a bet."""
        auction = self.auction
        if auction is None or not auction.stake:
            return ""
        return on_the_table(auction.stake, auction.bettor, auction.ordago)

    @property
    def past(self) -> str:
        """The lances that are closed, in short."""
        return self.shut

    @property
    def over(self) -> tuple[str, ...]:
        """The lances that are closed."""
        return tuple([outcome.lance for outcome in self.closed])

    def quiet(self) -> Lances:
        """The state when nothing is bet or declared any more."""
        return _made(Lances, (self[0], None, ()) + self[3:])


def with_betting(state: RoundState, queue: tuple[str, ...], auction: Auction | None) -> RoundState:
    """The state when only who speaks and the betting have changed."""
    return _made(RoundState, (queue, auction) + state[2:])


def turned(
    position: Position, queue: tuple[str, ...], auction: Auction | None, said: Said
) -> Position:
    """The position with only the speakers, the betting and the calls made replaced."""
    state: Lances = position.state
    if auction is not state.auction:
        state = _made(Lances, (state[0], auction) + state[2:])
    return _made(Position, (queue, said, state) + position[3:])


def opened(
    position: Position,
    lance: str,
    queue: tuple[str, ...],
    auction: Auction | None = None,
    *,
    said: str = "",
    holders: tuple[str, ...] = (),
) -> Position:
    """The position when a lance begins, or its declarations go on."""
    state = position.state
    state = _made(Lances, (state[0], auction, holders) + state[3:])
    return _made(Position, (queue, said, state, lance) + position[4:])


def on_the_table(stake: int, bettor: str, ordago: bool) -> str:
    """A stake and who made it, as the position line has them.

    >>> on_the_table(5, "B", False)
    '5:B'
    """
    return f"{'ordago' if ordago else stake}:{bettor}"


def joined(shut: str, short: str) -> str:
    """The lances that are closed, in short, with one more."""
    return f"{shut}+{short}" if shut else short


def stake_text(auction: Auction) -> str:
    """The stake on the table, as the position line has it: a number, or ``ordago``."""
    return "ordago" if auction.ordago else str(auction.stake)


def declared_by_several(before: Position, after: Position) -> bool:
    """Whether the declarations are over with this step, and the lance is bet from here on."""
    asked = before.lance in DECLARED and before.state.auction is None
    return asked and after.lance == before.lance and after.state.auction is not None


def summary(outcome: Outcome) -> str:
    """A closed lance in a few letters: ``grande12B>BE`` is 12 by B, seen; B and E have it.

    >>> summary(Outcome("chica", "unbet", ("A", "B"), Auction(("A", "B"))))
    'chica-AB'
    """
    auction = outcome.auction
    seats = "".join(outcome.seats)
    match outcome.kind:
        case "seen" | "ordago":
            # Who accepted without a hand that counts is told too: it may cost stones.
            others = "".join([seat for seat in auction.seen if seat not in outcome.seats])
            return f"{outcome.lance}{stake_text(auction)}{auction.bettor}{others}>{seats}"
        case "unanswered_raise":
            maker = f"{auction.previous}{auction.previous_bettor}"
            return f"{outcome.lance}{stake_text(auction)}{seats}/{maker}"
        case "unanswered_bet":
            return f"{outcome.lance}{stake_text(auction)}{seats}/"
        case "unbet":
            return f"{outcome.lance}-{seats}"
        case _:
            return f"{outcome.lance}={seats}"


def lance_closed(position: Position, outcome: Outcome, entries: Entries = ()) -> Position:
    """Close a lance: its outcome is kept for the showdown, and what moves at once moves."""
    ranking, _, _, closed, shut, peretes, claimed = position.state
    shut = joined(shut, summary(outcome))
    state = _made(Lances, (ranking, None, (), (*closed, outcome), shut, peretes, claimed))
    return position.closing(position.lance, entries, state)


def only(position: Position, *lances: str) -> Position:
    """The position as if no other lances had closed than these."""
    closed = tuple([outcome for outcome in position.state.closed if outcome.lance in lances])
    return position._replace(state=position.state._replace(closed=closed))


def moved(position: Position, entries: Entries, lance: str) -> Position:
    """Move stones at the showdown: the ledger grows, and the accounts follow it."""
    return position.closing(lance, entries, position.state.quiet())


def over(position: Position, **decided: object) -> Position:
    """The position when nobody speaks any more: the hand has ended, and so it was decided."""
    state = position.state.quiet()
    return position._replace(**{"lance": "end", "queue": (), "state": state, **decided})


def corrido(position: Position) -> bool:
    """Whether this hand is played with mus corrido (MUS-FIRST-1)."""
    match position.variant.rules["mus.corrido"]:
        case "every_hand":
            return True
        case "game":
            return position.table.hand_of_game == 1
        case "match":
            table = position.table
            return table.game == 1 and table.hand_of_game == 1 and not any(table.games)
        case _:
            return False


# --- what may be said ---------------------------------------------------------------------

BETTING_WORDS = ("paso", "envido", "subo", "mas", "quiero", "no quiero", "ordago")
STAKING = frozenset(("envido", "subo"))
"""What is said with a number: it is bounded."""

ORDAGO_STAKE = NO_MAXIMUM + 1
"""What an órdago counts as where a number is wanted: more than any stake."""


class Bounds(NamedTuple):
    """The least and the most a seat may stake now; `most` below `least` means he may not.

    `limited_by_stack` says that the most is what the seat has, and not a rule of the table.
    """

    least: int
    most: int
    limited_by_stack: bool = True

    def allow(self, stones: int) -> bool:
        """Whether a stake of this number of stones lies within the bounds."""
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


def resolve_stake(call: Call, auction: Auction, bounds: Bounds) -> Call:
    """Turn a call relative to the current stake into the stake it amounts to.

    `5 mas` adds five, `doblo` as much as there is; `y yo`, and `reenvido` where it is the plain
    word for a raise, add the least a raise may.
    """
    if call.verb != "mas":
        return call
    if call.word == "doblo":  # nothing is doubled where nothing was bet
        return Call(call.seat, "subo", auction.stake * 2)
    stake = auction.stake + call.stones if call.stones else bounds.least
    return Call(call.seat, "subo" if auction.stake else "envido", stake)


def resolve_yes_no(position: Position, call: Call) -> Call:
    """A bare yes or no as it is meant here: to a stake, to the talk of mus, or a declaration.

    One that names another lance than is declared stays as it is, and is refused.
    """
    auction, lance, yes = position.state.auction, position.lance, call.verb == "tengo"
    if auction is not None and call.word in meanings("answers").values():
        if auction.stake and call.word != "tambien":
            return Call(call.seat, "quiero" if yes else "no quiero")
        return Call(call.seat, "paso") if call.word == "tampoco" and not auction.stake else call
    if lance == "mus" and call.word in ("si", "no", "tambien"):
        return Call(call.seat, "mus" if yes else "corto")
    named = call.word in DECLARED and call.word != lance
    return call if named else Call(call.seat, call.verb)


def words_in_context(position: Position, seat: str, words: str) -> str:
    """Words of a seat as they are meant here: cards that are thrown, or the answer to a stake.

    While a stake is on the table a bare yes or no answers it. Raises NotationError for words that
    can mean several throws.
    """
    if position.lance == "descarte":
        hand, dealt = position.hand_of(seat), position.variant.number("deal.cards")
        return throw_as_meant(words, hand, dealt)
    auction, word = position.state.auction, answer_of(words)
    if auction is None or not auction.stake or word not in ("si", "no", "tampoco"):
        return words
    return "quiero" if word == "si" else "no quiero"


def why_not(
    auction: Auction, call: Call, articles: Articles, *, ordago: bool = False
) -> Fault | None:
    """Say why nobody may say this over the stake on the table, or nothing.

    `ordago` says whether the game has it. How high a stake may be is another question.
    """
    verb = call.verb
    if verb == "ordago" and not ordago:
        return Fault(articles.ordago, mark("There is no órdago."), {})
    if auction.ordago and verb in ("subo", "ordago"):
        sentence = mark("{bettor} has said órdago: {seat} may only accept or refuse it.")
        return Fault(articles.ordago, sentence, {"seat": call.seat, "bettor": auction.bettor})
    if not auction.stake and verb in ("quiero", "no quiero", "subo"):
        sentence = mark("Nobody has bet yet: {seat} may pass or bet.")
        return Fault(articles.nothing, sentence, {"seat": call.seat})
    if auction.stake and verb in ("paso", "envido"):
        sentence = mark("{bettor} has bet {stake}: {seat} may refuse, accept or raise.")
        known = {"seat": call.seat, "bettor": auction.bettor, "stake": auction.stake}
        return Fault(articles.choose, sentence, known)
    return None


def why_out_of_bounds(
    auction: Auction, call: Call, bounds: Bounds, articles: Articles
) -> Fault | None:
    """Say why a stake is out of its bounds, or nothing when it is within them."""
    if bounds.allow(call.stones):
        return None
    if auction.stake:
        return _raising(auction, call, bounds, articles)
    return _opening(call, bounds, articles)


ABOVE_MAXIMUM = mark("{seat} stakes {stones}, but this table allows at most {most}.")


def _opening(call: Call, bounds: Bounds, articles: Articles) -> Fault:
    (least, most, limited_by_stack), seat, stones = bounds, call.seat, call.stones
    if limited_by_stack and most < least:
        sentence = mark(
            "{seat} has {most} in front, less than the smallest bet, and may only pass."
        )
        return Fault(articles.most_open, sentence, {"seat": seat, "most": most})
    if stones < least:
        sentence = mark("{seat} bets {stones}, but the smallest bet is {least}.")
        return Fault(
            articles.least_open, sentence, {"seat": seat, "stones": stones, "least": least}
        )
    sentence = mark("{seat} bets {stones} with {most} in front: the most {seat} may bet is {most}.")
    known = {"seat": seat, "stones": stones, "most": most}
    return Fault(articles.most_open, sentence if limited_by_stack else ABOVE_MAXIMUM, known)


def _raising(auction: Auction, call: Call, bounds: Bounds, articles: Articles) -> Fault:
    (least, most, limited_by_stack), seat, stones = bounds, call.seat, call.stones
    known = {"seat": seat, "stones": stones, "most": most}
    if stones > most and not limited_by_stack:
        return Fault(articles.most_raise, ABOVE_MAXIMUM, known)
    if stones < least:
        sentence = mark(
            "{seat} raises {stake} to {stones}, but a raise must reach at least {least}."
        )
        known = {"seat": seat, "stake": auction.stake, "stones": stones, "least": least}
        return Fault(articles.least_raise, sentence, known)
    if most < least:
        sentence = mark(
            "{seat} has {most} in front and cannot raise to {least}, only accept or refuse."
        )
        return Fault(articles.most_raise, sentence, {"seat": seat, "most": most, "least": least})
    sentence = mark(
        "{seat} raises to {stones} with {most} in front: the most {seat} may raise to is {most}."
    )
    return Fault(articles.most_raise, sentence, known)


# --- whose turn it is not, and what cannot stand --------------------------------------------


def stranger(position: Position, seat: str, cited: CitedArticles) -> Fault | None:
    """Say that there is no such seat, or that nobody has anything to say now."""
    if seat not in position.table.seats:
        return no_such_seat(seat, position.table.seats, cited.seats)
    if position.lance in ("end", "showdown"):
        sentence = mark("All lances have been played: {seat} has nothing more to say.")
        return Fault(cited.lances, sentence, {"seat": seat})
    if position.speaker == DECK:
        sentence = mark("{seat} cannot speak until the discards are served.")
        return Fault("MUS-DISC-4", sentence, {"seat": seat})
    return None


DECLARED_NONE = mark("{seat} declared no {lance} and stays silent: {speaker} speaks now.")
ASKED_IN_TURN = {"mus": "MUS-MUS-2", "descarte": "MUS-DISC-1"}


def not_the_speaker(
    state: RoundState, seat: str, betting: str, declared: Mapping[str, str]
) -> Fault:
    """Say who speaks now, where nothing more telling is to be said.

    The article is that of the round: mus, discards, what is `declared`, or the `betting`.
    """
    known = {"seat": seat, "speaker": state.queue[0] if state.queue else ""}
    asked = {**ASKED_IN_TURN, **declared} if state.auction is None else {}
    rule = asked.get(state.rules.lance, betting)
    return Fault(rule, mark("{speaker} speaks now, not {seat}."), known)


def not_while_betting(state: RoundState, call: Call, rule: str) -> Fault:
    """Say that a call is none of the betting that is under way."""
    words = str(call).partition(" ")[2]
    known = {"seat": call.seat, "lance": state.rules.lance, "call": words}
    return Fault(rule, mark("{lance} is being bet: {seat} cannot say {call!r} now."), known)


# --- what it does ------------------------------------------------------------------------


def with_bet(auction: Auction, call: Call, seen: tuple[str, ...] = ()) -> Auction:
    """The speaker bets or raises; `seen` are those whose earlier answer still stands."""
    speakers, stake, bettor, _, _, _, gone, _, opened, opener = auction
    ordago = call.verb == "ordago"
    now = ORDAGO_STAKE if ordago else call.stones
    first = (opened, opener) if stake else (now, call.seat)
    fields = (speakers, now, call.seat, stake, bettor, seen, gone, ordago, *first)
    return _made(Auction, fields)


def with_fold(auction: Auction, seat: str) -> Auction:
    """The speaker gives the lance up for good."""
    speakers, stake, bettor, previous, maker, seen, gone, *rest = auction
    left = tuple([other for other in speakers if other != seat])
    fields = (left, stake, bettor, previous, maker, seen, (*gone, seat), *rest)
    return _made(Auction, fields)


def with_see(auction: Auction, seat: str) -> Auction:
    """The speaker sees the stake on the table."""
    speakers, stake, bettor, previous, maker, seen, *rest = auction
    fields = (speakers, stake, bettor, previous, maker, (*seen, seat), *rest)
    return _made(Auction, fields)
