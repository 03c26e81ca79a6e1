"""The games: start, options, why_not, apply, settle, next_hand, the same for every game.

Start reading here: each game answers the same protocol and is registered by name; open `player`
next. Knows no record, file or page; only the game's own folder knows which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mustutor.base import errors
from mustutor.base.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.base.language import mark
from mustutor.base.register import cached_until_registered, game_part
from mustutor.games.protocols import CitedArticles as CitedArticles
from mustutor.games.protocols import Game as Game
from mustutor.games.protocols import with_starter
from mustutor.model.calls import DECK, Call
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant

if TYPE_CHECKING:
    from random import Random

    from mustutor.model.position import OpenPayment, Option

_made = tuple.__new__


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
    return game_of(variant.game).words.cited


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
    return game_of(variant.game).rules.start(variant, seats, mano, stones or {}, games or {})


def options(position: Position) -> tuple[Option, ...]:
    """Who may speak now, and what, with the bounds of each stake.

    >>> [option.verb for option in options(start("encaje", seats="A B C", mano="A"))]
    ['mus', 'corto']
    """
    return _game_at(position).rules.options(position)


def spelled_out(position: Position, call: Call) -> Call:
    """Spell out a call that depends on the current stake: `5 mas` becomes `subo a 10`."""
    return game_of(position.table.variant.game).words.spelled_out(position, call)


def read_call(text: Call | str, variant: Variant | str) -> Call:
    """Read a call as the players of a variant say it; raises NotationError.

    >>> read_call("b1 I raise to 8", "madrid")
    Call(seat='B1', verb='subo', stones=8, cards=(), word='', hands=())
    """
    return game_of(load_variant(variant).game).words.grammar.given(text)


def why_not(position: Position, call: Call | str) -> Fault | None:
    """Say why the rules refuse this call here, with the article; nothing when it is legal.

    A signal or something said never changes the play: any seat of the table may. Raises
    NotationError for words that are no call.

    >>> table = start("encaje", seats="A B C", mano="A")
    >>> why_not(table, "A mus") is None, why_not(table, "B mus").rule
    (True, 'MUS-MUS-2')
    """
    game = _game_at(position)
    call = game.words.grammar.given(call)
    if call.verb in game.words.grammar.beside:
        return _no_such_seat(position, call, game)
    return game.rules.why_not(position, game.words.spelled_out(position, call))


def _no_such_seat(position: Position, call: Call, game: Game) -> Fault | None:
    seats = position.table.seats
    return None if call.seat in seats else no_such_seat(call.seat, seats, game.words.cited.seats)


def step(position: Position, call: Call) -> Step | Fault:
    """Hear a call as the table hears it: the step it makes, or the fault the rules find in it."""
    return step_of(game_of(position.table.variant.game), position, call)


def step_of(game: Game, position: Position, call: Call) -> Step | Fault:
    """Hear a call at a table of this game, as `step` does."""
    if call.verb in game.words.grammar.beside:
        fault = _no_such_seat(position, call, game)
        return fault or Step(position, call, game.rules.rule_on_talk(position, call))
    call, answer = game.words.spelled_out(position, call), game.rules.answer
    after = answer(position, call) if answer else game.rules.why_not(position, call)
    after = after or game.rules.play(position, call)
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
    return not after.said and call.verb not in game_of(after.variant.game).words.grammar.beside


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
    after = hear(position, _game_at(position).words.grammar.given(call))
    if after.lance != "showdown":
        return after
    settled, waiting = settle(after)
    return after if waiting else settled


def skip_to(position: Position, lance: str) -> Position | None:
    """Go on at a later lance where the ones between were not recorded; None if that cannot be."""
    return game_of(position.table.variant.game).gaps.skip_to(position, lance)


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Settle the lances that are closed, and tell what waits for cards nobody has told.

    >>> table = start("encaje", seats="A B C", mano="A")
    >>> for call in ("A corto", "A paso", "B paso", "C paso"):
    ...     table = apply(table, call)
    >>> settle(table)[1]
    (OpenPayment(lance='grande', parties=('A', 'B', 'C'), stones=1),)
    """
    return _game_at(position).rules.settle(position)


def with_stated_deal(
    position: Position, deal: Mapping[str, Any], claimed: Sequence[str] | None = None
) -> Position:
    """The beginning of a hand once it is known how it was dealt, as records state it.

    `claimed` are the claims at its count, where those are written down: see the round ``cuenta``.
    """
    game = game_of(position.table.variant.game)
    if game.chance.turns_card_up and "starter" in deal:
        starter = game.chance.deck.read(deal["starter"])
        if not starter.suit:
            raise NotationError(mark("{card} is written without its suit."), card=starter)
        position = with_starter(position, starter)
    return game.gaps.with_stated_deal(position, deal, claimed)


def resume_with(position: Position, stones: tuple[int, ...], winner: str = "") -> Position:
    """Continue a match after a hand not fully recorded, with the stones stated after it.

    The stones say whether the game was decided by then, but for an órdago: `winner` is the side
    that is stated to have won by one.
    """
    return game_of(position.table.variant.game).rules.resume_with(position, stones, winner)


def next_manos(position: Position) -> tuple[str, ...]:
    """The seats that may be mano next: one, or several where it is drawn; none at the end."""
    return game_of(position.table.variant.game).rules.next_manos(position)


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
    if position.pots and not (game.rules.carries_pots and position.lance == "end"):
        sentence = mark("The pots of this hand are not settled: no hand follows.")
        raise IllegalCall(Fault("ENC-SET-8", sentence, {}))
    manos = next_manos(position)
    chosen = (mano or manos[0]) if manos else ""
    return game.rules.next_hand(position, chosen, stones)


LONGEST_LANCE = 40
"""The number of calls in a lance after which nobody raises, so that every random hand ends."""


def random_call(position: Position, random: Random, spoken: int = 0) -> Call:
    """A legal call for the seat to speak, chosen at random."""
    game = game_of(position.table.variant.game)
    options = game.rules.options(position)
    if spoken > LONGEST_LANCE:
        options = tuple(
            [option for option in options if option.verb not in game.chance.unbounded_verbs]
        )
    if len(options) == 1:
        return random_call_for(position, options[0], random)
    verbs = tuple([option.verb for option in options])
    chances, total = _chances(position.table.variant.game, verbs)
    drawn = random.random() * total
    place = -1
    while drawn >= 0 and place < len(options) - 1:
        place += 1
        drawn -= chances[place]
    return random_call_for(position, options[place], random)


def random_call_for(position: Position, option: Option, random: Random) -> Call:
    """One of the calls that an option allows, at random."""
    game = game_of(position.table.variant.game)
    if game.chance.random_call_for is not None:
        return game.chance.random_call_for(position, option, random)
    if not option.most:
        return Call(option.seat, option.verb)
    cards = position.hand_of(option.seat)
    cards = game.chance.pack(position) if cards is None else cards
    calls = [Call(option.seat, option.verb, cards=(card,)) for card in cards]
    legal = [call for call in calls if game.rules.why_not(position, call) is None]
    return legal[int(random.random() * len(legal))]


@cached_until_registered
def _chances(game: str, verbs: tuple[str, ...]) -> tuple[tuple[float, ...], float]:
    """How likely each of these calls is in a game, and all together."""
    chances = [game_of(game).chance.verb_weights.get(verb, 1) for verb in verbs]
    return tuple(chances), sum(chances)
