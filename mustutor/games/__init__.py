"""The games: start, options, why_not, apply, settle, next_hand, the same for every game.

Start reading here: each game answers the same protocol and is registered by name; open `player`
next. Knows no record, file or page; only the game's own folder knows which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mustutor.base import errors
from mustutor.base.errors import Fault, IllegalCall, no_such_seat
from mustutor.base.language import mark
from mustutor.base.register import Phases, cached_until_registered, game_part
from mustutor.model.calls import DECK, Call, Grammar
from mustutor.model.cards import Card, Deck
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant

if TYPE_CHECKING:
    from random import Random

    from mustutor.model.ledger import Ruling
    from mustutor.model.position import OpenPayment, Option
    from mustutor.model.shuffle import Pack


class CitedArticles(NamedTuple):
    """The articles whoever reads a record cites: on seats, rounds, deal, stock, mano."""

    seats: str
    lances: str
    dealt: str
    served: str
    mano: str


class Statement(NamedTuple):
    """What the rules make of something a record states beside the calls: a cut, a draw, a claim.

    `what` is its field, or the place of a claim; `holds` says whether the rules have it so, and is
    None where they make nothing of it; with `open` what decides it is not recorded. `fault` says
    why, with its article.
    """

    what: str
    holds: bool | None
    fault: Fault
    open: bool = False


Hands = dict[str, "tuple[Card, ...]"]
_made = tuple.__new__


class PossibleDeal(NamedTuple):
    """One way things may have been: a hand of its kind for each seat, and how it then ends.

    `ways` counts the deals of these kinds.
    """

    hands: tuple[tuple[Card, ...], ...]
    ways: int
    end: Position


class PossibleDeals(NamedTuple):
    """Every way things may have been, as far as a question asks.

    `seats` are those whose hands it hangs on. `whole` says that nothing was left untried, and
    `counted` that the ways are the numbers of deals. Where not all was tried, `beyond` are ends
    that were met by no deal tried: what brings none other than those met was left out for
    nothing. It is None where even that is not known.
    """

    seats: tuple[str, ...]
    worlds: tuple[PossibleDeal, ...]
    whole: bool
    counted: bool
    beyond: tuple[Position, ...] | None = None


class RulingOption(NamedTuple):
    """One way a refused call may be taken: it ``stands``, or is ``withdrawn``; and what then is.

    `after` is the position the hand goes on from, `before` the one at which the call counts as
    heard (none where it counts as not said), `rule` the article that says so, where one does.
    """

    name: str
    after: Position
    before: Position | None = None
    rule: str = ""


class IllegalPlay(NamedTuple):
    """A call the rules refuse, and that somebody made all the same: what a referee may rule.

    `kind` is what happened, `offence` what the table may have priced it as, `seat` who did it
    (nobody's fault where empty). `rule` is the article that speaks of it, `option` the one that
    would decide what follows. There is one recourse where that is decided; where the table has a
    price for it, `ruling` is what it costs, and all recourses have it paid.
    """

    kind: str
    offence: str
    seat: str
    rule: str
    recourses: tuple[RulingOption, ...]
    option: str = ""
    ruling: Ruling | None = None


class TableIrregularity(NamedTuple):
    """Something irregular that is no call: how the deck was cut, stones nobody took.

    `what` is the field of a hand that states it, `fault` what there is to say of it; the ways of
    its misstep lead to the end of the hand, or to another deal.
    """

    what: str
    misstep: IllegalPlay
    fault: Fault


class Game(NamedTuple):
    """What a game must answer; nothing else of mustutor knows one game from another.

    What has a default need not be answered by a game that lacks it: calls that lean on a stake
    (`heard`), words that mean another here (`meant`), signals and talk (`note`), declarations a
    record may leave out (`unsaid`), cards served during a hand (`serve`), records that begin in the
    middle (`skip_to`, `why_not_begun`, `keeps`), hands shown when all is said (`shows`), what of a
    position one round's payments hang on, and whether on that round alone (`narrowed`), every way
    in which hands nobody saw may have been dealt and then settle (`worlds`: by which steps, of
    which seats, for which round, all of so many kinds of deals or else so many of them), calls
    that only some hands may make (`bound`), what a hand begins with once it is known how it was
    dealt and what was claimed in it (`told`), and what the rules make of what a record states of
    the deal, of the draw for seats and of its count (`of_deal`, `of_draw`, `of_count`), what
    the stones stated after a hand tell once the next deck is cut (`of_after`), also of what was
    claimed (`claimed_by`), and why a round is over where something else ended it than its last
    call (`why_over`), how a refused call may be taken (`misstep`: after which steps, at which
    position, in which round), and what is irregular that is no call: of the deal, by the beginning
    and the end of a hand (`of_dealing`), and of the count, by its end, the claims in it and the
    stones stated once the next deck is cut (`of_forgetting`). A game may `answer` a call as
    `why_not` and `play` do together. One that can hear the calls of a round quicker than one by one
    has a `hearing` for it: it gives the position after them, and what stands in the middle of the
    lines before it; or None where they are to be heard one by one.

    A game in which players draw from a stock answers where it begins (`stocked`, of a position and
    the rest of the pack), which verbs draw a card from it (`draws`), how a record says what lay
    there and was turned up or shuffled again (`of_stock`, of the beginning and the end of a hand),
    which cards a call draws (`drew`), and takes what a round's record says that each seat drew
    (`drawn`). Where its state holds cards, it gives a position without those a seat has not seen
    (`unseen`). Where `pots_stay`, a pot nobody won is played for in the next hand; where
    `below_zero`, somebody may owe more than he has.

    `pack` are the cards of a hand about to be dealt, in the order the shuffle starts from.
    `seats` are those of so many players, or of as many as usual for 0. `chances` says how likely
    each verb is in a random match, `at_random` makes one of the calls an option allows; verbs of
    `raising` may go on for ever, and are left out in the end.
    """

    grammar: Grammar
    deck: Deck
    phases: Phases
    cited: CitedArticles
    start: Callable[[Variant, tuple[str, ...], str, Mapping[str, int], Mapping[str, int]], Position]
    options: Callable[[Position], tuple[Option, ...]]
    why_not: Callable[[Position, Call], Fault | None]
    play: Callable[[Position, Call], Position]
    settle: Callable[[Position], tuple[Position, tuple[OpenPayment, ...]]]
    next_manos: Callable[[Position], tuple[str, ...]]
    next_hand: Callable[[Position, str, Mapping[str, int] | None], Position]
    taken_up: Callable[[Position, tuple[int, ...], str], Position]
    pack: Callable[[Position], tuple[Card, ...]]
    deal: Callable[[Position, Pack], tuple[Hands, Pack]]
    seats: Callable[[Variant, int], tuple[str, ...]]
    at_random: Callable[[Position, Option, Random], Call]
    chances: Mapping[str, float] = MappingProxyType({})
    raising: frozenset[str] = frozenset()
    first_mano: Callable[[tuple[str, ...], float], str] = lambda seats, _: seats[0]
    serve: Callable[[Position, Pack], tuple[Hands, Pack | None]] = lambda _, pack: ({}, pack)
    heard: Callable[[Position, Call], Call] = lambda _, call: call
    meant: Callable[[Position, str, str], str] = lambda _position, _seat, words: words
    note: Callable[[Position, Call], Position] = lambda position, _: position
    unsaid: Callable[[Position, Sequence[str]], Position] = lambda position, _: position
    skip_to: Callable[[Position, str], Position | None] = lambda *_: None
    why_not_begun: Callable[[Position, str], Fault | None] = lambda *_: None
    keeps: Callable[[Variant, str], bool] = lambda *_: False
    shows: Callable[[Position, Position, Sequence[OpenPayment]], frozenset[str]] = lambda *_: (
        frozenset()
    )
    bound: frozenset[str] = frozenset()
    worlds: Callable[
        [Position, Sequence[Step], tuple[str, ...], str, tuple[int, int]], PossibleDeals
    ] = lambda *_: PossibleDeals((), (), whole=False, counted=False)
    why_over: Callable[[Position, str], Fault | None] = lambda *_: None
    told: Callable[[Position, Mapping[str, Any], Sequence[str] | None], Position] = lambda a, *_: a
    of_deal: Callable[[Position, Mapping[str, Any]], Iterable[Statement]] = lambda *_: ()
    of_count: (
        Callable[[Position, Position, Sequence[OpenPayment], Sequence[str]], Iterable[Statement]]
        | None
    ) = None
    of_after: Callable[[Position, Mapping[str, int]], Iterable[Statement]] = lambda *_: ()
    claimed_by: Callable[[Position, Mapping[str, int]], Sequence[str] | None] = lambda *_: None
    of_draw: Callable[[Variant, tuple[str, ...], str, Mapping[str, Card]], Statement] | None = None
    narrowed: Callable[[Position, str], tuple[Position, bool]] = lambda whole, _: (whole, False)
    misstep: Callable[[Sequence[Step], Position, Call, str], IllegalPlay | None] = lambda *_: None
    of_dealing: Callable[[Position, Position, Mapping[str, Any]], Iterable[TableIrregularity]] = (
        lambda *_: ()
    )
    of_forgetting: Callable[
        [Position, Sequence[str] | None, Mapping[str, int] | None], Iterable[TableIrregularity]
    ] = lambda *_: ()
    stocked: Callable[[Position, Pack], Position] = lambda position, _: position
    of_stock: Callable[[Position, Position], Mapping[str, Any]] = lambda *_: MappingProxyType({})
    drawn: Callable[[Position, Hands], Position] = lambda position, _: position
    draws: frozenset[str] = frozenset()
    drew: Callable[[Step], tuple[Card, ...]] = lambda _: ()
    unseen: Callable[[Position, str], Position] = lambda position, _: position
    pots_stay: bool = False
    below_zero: bool = False
    answer: Callable[[Position, Call], Position | Fault] | None = None
    hearing: Callable[[Position, tuple[str, ...]], tuple[Position, str] | None] | None = None


@cached_until_registered
def game_of(name: str) -> Game:
    """Find a game by the name its variants carry."""
    game: Game = game_part(name, "GAME")
    return game


def _game_at(position: Position) -> Game:
    errors.expect(position, Position, errors.NO_POSITION)
    return game_of(position.table.variant.game)


def cited(variant: Variant) -> CitedArticles:
    """The articles a reader of records cites under this variant."""
    return game_of(variant.game).cited


def start(
    variant: Variant | str,
    *,
    seats: Sequence[str],
    mano: str,
    stones: Mapping[str, int] | None = None,
    games: Mapping[str, int] | None = None,
) -> Position:
    """Sit down to a match: the first hand, before the cards are known.

    `variant` may be an id; `seats` are in speaking order. `stones` are those in front of each (the
    variant's where left out), `games` those each has lost. Raises IllegalCall where the rules do
    not allow such a table.

    >>> start("madrid", seats="A1 B1 A2 B2", mano="A1")
    <madrid 1 A1 mus A1 - - A0,B0 - 0>
    """
    variant, seats = load_variant(variant), errors.seats_given(seats, mano)
    errors.stones_given(stones, games)
    if len(set(seats)) < len(seats):
        sentence = mark("Two players cannot share a seat: {seats}.")
        raise IllegalCall(Fault(cited(variant).seats, sentence, {"seats": " ".join(seats)}))
    return game_of(variant.game).start(variant, seats, mano, stones or {}, games or {})


def options(position: Position) -> tuple[Option, ...]:
    """Who may speak now, and what, with the bounds of each stake.

    >>> [option.verb for option in options(start("encaje", seats="A B C", mano="A"))]
    ['mus', 'corto']
    """
    return _game_at(position).options(position)


def heard(position: Position, call: Call) -> Call:
    """Spell out a call that leans on the stake on the table: `5 mas` becomes `subo a 10`."""
    return game_of(position.table.variant.game).heard(position, call)


def read_call(text: Call | str, variant: Variant | str) -> Call:
    """Read a call as the players of a variant say it; raises NotationError.

    >>> read_call("b1 I raise to 8", "madrid")
    Call(seat='B1', verb='subo', stones=8, cards=(), word='', hands=())
    """
    return game_of(load_variant(variant).game).grammar.given(text)


def why_not(position: Position, call: Call | str) -> Fault | None:
    """Say why the rules refuse this call here, with the article; nothing when it is legal.

    A signal or something said never changes the play: any seat of the table may. Raises
    NotationError for words that are no call.

    >>> table = start("encaje", seats="A B C", mano="A")
    >>> why_not(table, "A mus") is None, why_not(table, "B mus").rule
    (True, 'MUS-MUS-2')
    """
    game = _game_at(position)
    call = game.grammar.given(call)
    if call.verb in game.grammar.beside:
        return _no_such_seat(position, call, game)
    return game.why_not(position, game.heard(position, call))


def _no_such_seat(position: Position, call: Call, game: Game) -> Fault | None:
    seats = position.table.seats
    return None if call.seat in seats else no_such_seat(call.seat, seats, game.cited.seats)


def step(position: Position, call: Call) -> Step | Fault:
    """Hear a call as the table hears it: the step it makes, or the fault the rules find in it."""
    return step_of(game_of(position.table.variant.game), position, call)


def step_of(game: Game, position: Position, call: Call) -> Step | Fault:
    """Hear a call at a table of this game, as `step` does."""
    if call.verb in game.grammar.beside:
        fault = _no_such_seat(position, call, game)
        return fault or Step(position, call, game.note(position, call))
    call, answer = game.heard(position, call), game.answer
    after = answer(position, call) if answer else game.why_not(position, call)
    after = after or game.play(position, call)
    return after if isinstance(after, Fault) else _made(Step, (position, call, after))


def ends_round(made: Step) -> bool:
    """Whether a round is over with this step: the next call belongs to another.

    Where another of the same name follows, as a trick follows a trick, a game says so by having
    nothing said (`Position.said`) after the call. Cards served end a round too.
    """
    before, call, after = made
    if after.lance != before.lance:
        return True
    if call.seat == DECK:
        return call.verb == "sirve"
    return not after.said and call.verb not in game_of(after.variant.game).grammar.beside


def hear(position: Position, call: Call) -> Position:
    """Hear a call at the table: the position after it, before any card is shown.

    When all is said the position is at ``showdown``; `settle` shows the cards. Raises
    IllegalCall, carrying the fault, where the rules refuse the call.
    """
    made = step(position, call)
    if isinstance(made, Fault):
        raise IllegalCall(made)
    return made.after


def apply(position: Position, call: Call | str) -> Position:
    """Play a call: the position after it, with the entries it caused in the ledger.

    The call may be in words: ``apply(position, "A1 mus")``. The last of a hand brings on the
    showdown, where the cards are known. Raises IllegalCall, carrying the fault, where the rules
    refuse it, and NotationError for words that are no call.

    >>> apply(start("encaje", seats="A B C", mano="A"), "A corto").lance
    'grande'
    """
    after = hear(position, _game_at(position).grammar.given(call))
    if after.lance != "showdown":
        return after
    settled, waiting = settle(after)
    return after if waiting else settled


def skip_to(position: Position, lance: str) -> Position | None:
    """Go on at a later lance where the ones between were not recorded; None if that cannot be."""
    return game_of(position.table.variant.game).skip_to(position, lance)


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Settle the lances that are closed, and tell what waits for cards nobody has told.

    >>> table = start("encaje", seats="A B C", mano="A")
    >>> for call in ("A corto", "A paso", "B paso", "C paso"):
    ...     table = apply(table, call)
    >>> settle(table)[1]
    (OpenPayment(lance='grande', parties=('A', 'B', 'C'), stones=1),)
    """
    return _game_at(position).settle(position)


def told(
    position: Position, deal: Mapping[str, Any], claimed: Sequence[str] | None = None
) -> Position:
    """The beginning of a hand once it is known how it was dealt, as records state it.

    `claimed` are the claims at its count, where those are written down: see the round ``cuenta``.
    """
    return game_of(position.table.variant.game).told(position, deal, claimed)


def taken_up(position: Position, stones: tuple[int, ...], winner: str = "") -> Position:
    """Take up a match after a hand that could not be told whole, with the stones stated after it.

    The stones say whether the game was decided by then, but for an órdago: `winner` is the side
    that is stated to have won by one.
    """
    return game_of(position.table.variant.game).taken_up(position, stones, winner)


def next_manos(position: Position) -> tuple[str, ...]:
    """Who may be mano of the next hand: one seat, or several where it is drawn; none at the end."""
    return game_of(position.table.variant.game).next_manos(position)


def next_hand(
    position: Position, *, mano: str = "", stones: Mapping[str, int] | None = None
) -> Position:
    """Deal again: the next hand of the match, with the same stones unless others are given.

    Raises IllegalCall where the match is over, or the hand before is not settled.

    >>> from mustutor import load_replay, settle
    >>> ended = settle(load_replay("madrid_refused_raise")).hands[-1].end
    >>> next_hand(ended).mano
    'B1'
    """
    game = _game_at(position)
    errors.stones_given(stones)
    errors.seats_given((), mano)
    if position.pots and not (game.pots_stay and position.lance == "end"):
        sentence = mark("The pots of this hand are not settled: no hand follows.")
        raise IllegalCall(Fault("ENC-SET-8", sentence, {}))
    manos = next_manos(position)
    chosen = (mano or manos[0]) if manos else ""
    return game.next_hand(position, chosen, stones)


LONGEST_LANCE = 40
"""After so many calls in a lance nobody raises any more, so that every hand ends."""


def random_call(position: Position, random: Random, spoken: int = 0) -> Call:
    """A legal call for whoever speaks, chosen at random."""
    game = game_of(position.table.variant.game)
    options = game.options(position)
    if spoken > LONGEST_LANCE:
        options = tuple([option for option in options if option.verb not in game.raising])
    if len(options) == 1:
        return game.at_random(position, options[0], random)
    verbs = tuple([option.verb for option in options])
    chances, total = _chances(position.table.variant.game, verbs)
    drawn = random.random() * total
    place = -1
    while drawn >= 0 and place < len(options) - 1:
        place += 1
        drawn -= chances[place]
    return game.at_random(position, options[place], random)


@cached_until_registered
def _chances(game: str, verbs: tuple[str, ...]) -> tuple[tuple[float, ...], float]:
    """How likely each of these calls is in a game, and all together."""
    chances = [game_of(game).chances.get(verb, 1) for verb in verbs]
    return tuple(chances), sum(chances)
