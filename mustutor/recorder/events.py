"""What is told of a hand that is taken down, the player that hears it, and the rounds it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from mustutor.calls import write_call
from mustutor.cards import Card
from mustutor.errors import Fault, NotationError
from mustutor.games import Game, cited, game_of
from mustutor.language import mark
from mustutor.position import Position
from mustutor.replay.failure import Failure, Unplayable
from mustutor.replay.format import Round
from mustutor.replay.place import Place
from mustutor.replay.player import Player
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

Cards = tuple[Card, ...]


class Event(NamedTuple):
    """Something that was told: a call, the cards served to each seat, or a lance that begins.

    A call that draws from the stock may have its card beside it.
    """

    call: str = ""
    draws: Mapping[str, list[str]] | None = None
    lance: str = ""


def event_of(text: str, game: Game) -> Event:
    """What a call is told with: ``B draw Jd`` says too which card it drew from the stock.

    Raises NotationError for what is no call.
    """
    try:
        return Event(call=write_call(game.grammar.read(text), game.grammar))
    except NotationError:
        words = text.replace("+", " ").split()
        for end in range(2, len(words)) if game.draws else ():
            with suppress(NotationError):
                call = game.grammar.read(" ".join(words[:end]))
                card = game.deck.read(" ".join(words[end:]))
                if call.verb in game.draws and card.suit:
                    return Event(
                        call=write_call(call, game.grammar), draws={call.seat: [str(card)]}
                    )
        raise


class Placed(NamedTuple):
    """A call at its place: which event of the hand it is, and its one spelling."""

    event: int
    place: Place
    text: str


def heard(player: Player, event: Event) -> Player:
    """Another player of the hand, one event further; raises Unplayable where it is refused."""
    player = player.copy()
    if event.lance:
        _begin_lance(player, event.lance)
    elif event.call:
        if event.draws and not player.unjudged:
            player.draw(event.draws)
        player.hear(event.call)
    elif event.draws is not None:
        hands = {
            seat: read_cards(texts, player.position.variant) for seat, texts in event.draws.items()
        }
        player.serve(around(hands, player.position))
    return unrefused(player)


def unrefused(player: Player) -> Player:
    """The player, where nothing it heard was refused; raises Unplayable otherwise."""
    if player.failure is not None:
        raise Unplayable(player.failure)
    return player


def _begin_lance(player: Player, lance: str) -> None:
    position = player.position
    goes_on = bool(player.unjudged) or player.later(lance) is not None
    if goes_on and player.lance != lance:
        player.reach(lance)
        return
    fault = Fault(
        cited(position.variant).lances,
        mark("{lance} cannot begin now: {playing} is being played."),
        {"lance": lance, "playing": player.lance},
    )
    player.refuse(Failure("illegal", str(player.number), fault, position))


def around(hands: Mapping[str, Cards], position: Position) -> dict[str, Cards]:
    """Hands in the order of the seats, in whichever order they were told; strangers last."""
    seats = (*position.table.seats, *hands)
    return {seat: hands[seat] for seat in dict.fromkeys(seats) if seat in hands}


def read_cards(texts: Iterable[str], variant: Variant) -> Cards:
    """Read the cards of a record."""
    return game_of(variant.game).deck.read_all(list(texts))


def events_of(rounds: Iterable[Round], game: Game) -> Iterator[Event]:
    """The events a record tells of; a lance begins by itself where the one before is over."""
    for round_ in rounds:
        yield Event(lance=round_.lance)
        if round_.lance in game.phases.drawing:
            yield from _drawing(round_, game)
            continue
        for text in round_.calls:
            yield Event(call=text)
        if round_.draws is not None:
            yield Event(draws={seat: list(cards) for seat, cards in round_.draws.items()})


def _drawing(round_: Round, game: Game) -> Iterator[Event]:
    """The calls of a round in which players draw, each with the card it drew where that is told."""
    left = {seat: list(cards) for seat, cards in (round_.draws or {}).items()}
    for text in round_.calls:
        seat, _, words = text.partition(" ")
        told = left.get(seat) if words in game.draws else None
        yield Event(call=text, draws={seat: [told.pop(0)]} if told else None)


def with_unjudged(rounds: tuple[Round, ...], course: Player) -> tuple[Round, ...]:
    """The rounds with the calls nobody could judge, which have no checks."""
    written = list(rounds)
    if not course.unjudged:
        return rounds
    # The forgotten call goes on with the lance it was in, if that had begun.
    joined = bool(written) and written[-1].lance == course.unjudged[0][0]
    served = game_of(course.start.variant.game).phases.served
    joined = (
        joined
        and (written[-1].draws is None or written[-1].lance not in served)
        and bool(course.position.said)
    )
    for lance, text in course.unjudged:
        same = bool(written) and written[-1].lance == lance and joined
        calls = (text,) if text else ()
        if same:
            written[-1] = written[-1]._replace(calls=(*written[-1].calls, *calls))
        else:
            written.append(Round(lance, calls))
        joined = True
    return tuple([round_ for round_ in written if round_.calls])
