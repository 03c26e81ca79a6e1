"""A hand in progress: what was recorded of it, and its state with the known cards.

`HandInProgress` grows by `Event`s: a call, cards served, or a lance begun after an unrecorded one.
Cards may be told at any time. Dealt cards belong to the deal; but after unseen discards, the cards
a player shows later are those held now, which no deal can contain. The hand is then judged from
grande on, as if the shown cards had been dealt, and its talk is kept beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import Fault, NotationError, no_such_seat
from mustutor.base.json_text import NOTHING, Json
from mustutor.base.language import mark
from mustutor.base.register import Phases
from mustutor.games import Game, cited, game_of
from mustutor.games.failure import Failure, Place, Unplayable
from mustutor.games.player import Player, Round, illegal_play_of
from mustutor.model.calls import DECK, FORGOTTEN, HIDDEN, write_call
from mustutor.model.cards import Card
from mustutor.model.position import OpenPayment, Position, Step, appended
from mustutor.model.variant import Variant
from mustutor.replay.format import COUNT, MANO, TALK, Hand
from mustutor.replay.live_file import hand_lines
from mustutor.replay.writer import recorded_hand

Cards = tuple[Card, ...]


class Event(NamedTuple):
    """Something recorded: a call, the cards served to each seat, or a lance that begins.

    A call that draws from the stock may have its card in `draws`. One that the rules refuse may be
    taken `as_it_was`: the hand goes on as if it stood.
    """

    call: str = ""
    draws: Mapping[str, list[str]] | None = None
    lance: str = ""
    as_it_was: bool = False


def event_of(text: str, game: Game) -> Event:
    """The event of a call's text: ``B draw Jd`` also has the card it drew from the stock.

    Raises NotationError for an unreadable call.
    """
    try:
        return Event(call=write_call(game.words.grammar.read(text), game.words.grammar))
    except NotationError:
        words = text.replace("+", " ").split()
        for end in range(2, len(words)) if game.chance.drawing_verbs else ():
            with suppress(NotationError):
                call = game.words.grammar.read(" ".join(words[:end]))
                card = game.chance.deck.read(" ".join(words[end:]))
                if call.verb in game.chance.drawing_verbs and card.suit:
                    return Event(
                        call=write_call(call, game.words.grammar), draws={call.seat: [str(card)]}
                    )
        raise


class PlacedCall(NamedTuple):
    """A call at its place: the index of its event, and its canonical text."""

    event: int
    place: Place
    text: str


def with_event(player: Player, event: Event) -> Player:
    """A copy of the player after an event; raises Unplayable if it is refused."""
    player = player.copy()
    if event.lance:
        _begin_lance(player, event.lance)
    elif event.call:
        if event.draws and not player.unjudged:
            player.draw(event.draws)
        player.hear(event.call)
        if event.as_it_was and player.failure is not None:
            _let_stand(player)
    elif event.draws is not None:
        hands = {
            seat: read_cards(texts, player.position.variant) for seat, texts in event.draws.items()
        }
        player.serve(in_seat_order(hands, player.position))
    return require_legal(player)


def _let_stand(player: Player) -> None:
    """Go on after a refused call in the first way a referee would try that lets the hand go on."""
    at, play = player.position, illegal_play_of(player)
    failure = player.failure
    options = play.ruling_options if play is not None else ()
    if failure is None or failure.call is None or not options:
        return
    goes_on = [option for option in options if option.name in ("not_said", "stands")]
    option = (goes_on or options)[0]
    said, before = option.before is not None, option.before or at
    player.apply_ruling(failure.call, before, option.after if said else at, failure.place)


def require_legal(player: Player) -> Player:
    """Return the player. Raises Unplayable if it refused a call."""
    if player.failure is not None:
        raise Unplayable(player.failure)
    return player


def _begin_lance(player: Player, lance: str) -> None:
    position = player.position
    goes_on = bool(player.unjudged) or player.later(lance) is not None
    if goes_on and player.lance != lance:
        player.reach(lance)
        return
    sentence = mark("{lance} cannot begin now: {playing} is being played.")
    fault = Fault(
        cited(position.variant).lances, sentence, {"lance": lance, "playing": player.lance}
    )
    player.refuse(Failure("illegal", str(player.number), fault, position))


def in_seat_order(hands: Mapping[str, Cards], position: Position) -> dict[str, Cards]:
    """Hands in the order of the seats; unknown seats come last."""
    seats = (*position.table.seats, *hands)
    return {seat: hands[seat] for seat in dict.fromkeys(seats) if seat in hands}


def read_cards(texts: Iterable[str], variant: Variant) -> Cards:
    """Read the cards of a record."""
    return game_of(variant.game).chance.deck.read_all(list(texts))


def events_of(rounds: Iterable[Round], game: Game) -> Iterator[Event]:
    """The events of recorded rounds; each round begins with one for its lance."""
    for round_ in rounds:
        yield Event(lance=round_.lance)
        if round_.lance in game.rules.phases.drawing:
            yield from _draw_events(round_, game)
            continue
        for text in round_.calls:
            yield Event(call=text)
        if round_.draws is not None:
            yield Event(draws={seat: list(cards) for seat, cards in round_.draws.items()})


def _draw_events(round_: Round, game: Game) -> Iterator[Event]:
    """The calls of a round with draws, each with the card it drew, if recorded."""
    left = {seat: list(cards) for seat, cards in (round_.draws or {}).items()}
    for text in round_.calls:
        seat, _, words = text.partition(" ")
        told = left.get(seat) if words in game.chance.drawing_verbs else None
        yield Event(call=text, draws={seat: [told.pop(0)]} if told else None)


def with_unjudged(rounds: tuple[Round, ...], course: Player) -> tuple[Round, ...]:
    """The rounds with the unjudged calls added, which have no checks."""
    if not course.unjudged:
        return rounds
    written, last = list(rounds), rounds[-1] if rounds else Round("", ())
    served = game_of(course.start.variant.game).rules.phases.served
    # A forgotten call belongs to its lance, if that had begun.
    joined = last.lance == course.unjudged[0][0] and bool(course.position.said)
    joined &= last.draws is None or last.lance not in served
    for lance, text in course.unjudged:
        calls = (text,) if text else ()
        if joined and written[-1].lance == lance:
            written[-1] = written[-1]._replace(calls=(*written[-1].calls, *calls))
        else:
            written.append(Round(lance, calls))
        joined = True
    return tuple([round_ for round_ in written if round_.calls])


Told = Mapping[str, Cards]

SHOWN = "x-shown"
AS_IT_WAS = "x-as-it-was"
"""Fields of a hand for what the format has no place for: the cards shown, what was as it was."""

FIELDS = (TALK, SHOWN, MANO, AS_IT_WAS)

QUIET = frozenset(("mus", "corto", "descarto", "servido", "descubre", "sena", "dice"))
"""What may be said before grande and moves no stone."""


@dataclass(frozen=True)
class HandInProgress:
    """A hand being recorded from `start`; `cards` are those dealt, `shown` those held later.

    `deal` holds other data of the deal, `stated` the stones recorded after a hand that cannot be
    computed, `extra` fields of other programs, `counting` the claims at its count, None if there
    were none. `odd` are cards that nobody can have been dealt: they stand in the record alone.
    Create one with `begin_hand`; its methods return the next one, and raise Unplayable for what the
    rules refuse.
    """

    start: Position
    deal: Json
    cards: Told
    shown: Told
    events: Sequence[Event]
    stated: Mapping[str, int] | None
    extra: Json
    plain: Player = field(compare=False)
    known: Player | None = field(compare=False)
    counting: tuple[str, ...] | None = None
    odd: Told = field(default_factory=dict)

    # --- how it stands -------------------------------------------------------------------

    @property
    def course(self) -> Player:
        """The player with every known card."""
        return self.known or self.plain

    @property
    def position(self) -> Position:
        """The position before cards are shown; after a forgotten call, the one before it."""
        return self.course.position

    @property
    def phases(self) -> Phases:
        """The rounds of a hand of this game."""
        return games.game_of(self.start.variant.game).rules.phases

    @property
    def number(self) -> int:
        """The number of the hand in the match, from 1."""
        return self.start.table.hand

    @cached_property
    def settled(self) -> tuple[Position, tuple[OpenPayment, ...]]:
        """The hand settled as far as the cards allow, and the payments that wait for cards."""
        return self.course.settled

    @cached_property
    def placed(self) -> tuple[PlacedCall, ...]:
        """Every call with its place, including unjudged ones."""
        told = [write_call(step.call) for step in self.plain.steps if step.call.seat != DECK]
        told += [text for _, text in self.plain.unjudged if text]
        events = [index for index, event in enumerate(self.events) if event.call]
        return tuple(map(PlacedCall, events, self.plain.places, told))

    @property
    def is_told(self) -> bool:
        """Whether all calls were made, and every stone of the hand is known."""
        if self.course.unjudged or self.position.lance not in ("end", "showdown"):
            return False
        return not self.settled[1]

    @property
    def outcome(self) -> Position | None:
        """The position the next hand follows; None if this one is not over."""
        end, _ = self.settled
        if self.is_told:
            return end
        if self.stated is None:
            return None
        return games.resume_with(end, tuple([self.stated.get(side, 0) for side in end.table.sides]))

    # --- how it grows --------------------------------------------------------------------

    def as_it_was(self, at: int) -> HandInProgress:
        """The hand with the event of an index taken as it was; not yet played again."""
        event = self.events[at]._replace(as_it_was=True)
        return replace(self, events=(*self.events[:at], event, *self.events[at + 1 :]))

    @property
    def refused(self) -> list[int | str]:
        """Its calls, from 1, and the seats whose cards the rules refuse: taken as they were."""
        calls = [event for event in self.events if event.call]
        return [*(number for number, event in enumerate(calls, 1) if event.as_it_was), *self.odd]

    def then(self, event: Event) -> HandInProgress:
        """The hand after an event."""
        told = replace(self, events=appended(self.events, event), stated=None)
        first = bool(self.cards) and not self.events
        if first or (self.shown and self.known is None):
            return _replayed(told)  # it may change the meaning of the known cards, and end the talk
        known = with_event(self.known, event) if self.known is not None else None
        return replace(told, plain=with_event(self.plain, event), known=known)

    def with_cards(self, seat: str, cards: Cards) -> HandInProgress:
        """The hand with cards of a seat: dealt, served or held now, by moment."""
        if seat not in self.start.order:
            fault = no_such_seat(seat, self.start.order, "MUS-DEAL-3")
            raise Unplayable(Failure("misdealt", str(self.number), fault, self.position))
        if Counter(self.position.hand_of(seat) or ()) == Counter(cards):
            return self
        thrown = _discards_of(self.plain, seat)
        if not games.game_of(self.start.variant.game).words.grammar.face_down:
            *before, last = self.events or (Event(call="?"),)
            if self.plain.position.speaker == DECK:
                return self.then(Event(draws={seat: list(cards)}))
            if last.draws is not None and not last.call:  # others were told of the same service
                told = Event(draws={**last.draws, seat: list(cards)})
                return self.replayed((*before, told))
        if not thrown:
            return _replayed(replace(self, cards={**self.cards, seat: cards}))
        served = self._served(seat, cards, thrown[-1])
        if served is not None:
            return served
        self._want_four(seat, cards)
        return _replayed(replace(self, shown={**self.shown, seat: cards}))

    def _served(self, seat: str, cards: Cards, thrown: Cards) -> HandInProgress | None:
        """The hand with the last cards served to a seat, given alone or with those kept."""
        throws = [one for one in self.placed if one.text.startswith(f"{seat} descarto ")]
        last = throws[-1].event
        after = range(last + 1, len(self.events))
        exchange = next((i for i in after if self.events[i].draws is not None), None)
        at_deck = exchange is None and self.plain.position.speaker == DECK
        if exchange is None and not at_deck:
            return None
        if len(cards) != len(thrown) or (len(cards) == 4 and not at_deck):
            kept = self._cards_kept(seat, thrown)
            talked = self.plain.position.lance in self.phases.talked
            if kept is None and len(thrown) == 4 and talked:
                kept = ()  # it discarded the whole hand
            if kept is None or Counter(kept) - Counter(cards):
                return None
            cards = _without(cards, kept)
        if exchange is None:
            return self.then(Event(draws={seat: list(cards)}))
        told = Event(draws={**(self.events[exchange].draws or {}), seat: list(cards)})
        return self.replayed((*self.events[:exchange], told, *self.events[exchange + 1 :]))

    def _want_four(self, seat: str, cards: Cards) -> None:
        position = self.plain.position
        if len(cards) != 4:
            rule, sentence = "MUS-DEAL-3", mark("{seat} holds four cards, but {count} are given.")
        elif position.lance not in (*self.phases.paid, "showdown", "end"):
            rule = "MUS-DISC-4"
            sentence = mark(
                "{seat} has thrown cards that nobody saw: give the hand when the lances begin."
            )
        else:
            return
        fault = Fault(rule, sentence, {"seat": seat, "count": len(cards)}, "misdealt")
        raise Unplayable(Failure("misdealt", str(self.number), fault, position))

    def _cards_kept(self, seat: str, thrown: Cards) -> Cards | None:
        """The known cards a seat kept before it was served the last time; None if unknown."""
        steps = [step for step in self.plain.steps if step.call.seat == seat]
        before = next(s.before for s in reversed(steps) if s.call.verb == "descarto").hand_of(seat)
        if before is None or HIDDEN in thrown:
            return None
        return tuple((Counter(before) - Counter(thrown)).elements())

    def left_with(self, stones: Mapping[str, int]) -> HandInProgress:
        """The finished hand with these stones after it, as they cannot be computed."""
        hand, position = self, self.position
        if position.said and position.speaker not in ("", DECK) and not self.course.unjudged:
            # The open lance must have ended by calls nobody heard.
            hand = self.then(Event(call=f"{position.speaker} {FORGOTTEN}"))
        return replace(hand, stated=dict(stones))

    def claimed(self, counting: tuple[str, ...] | None) -> HandInProgress:
        """The hand with these claims at its count."""
        start = games.with_stated_deal(self.start, self.deal, counting)
        return _replayed(replace(self, start=start, counting=counting))

    def replayed(self, events: Iterable[Event]) -> HandInProgress:
        """The hand with other events, played from its start."""
        return _replayed(replace(self, events=tuple(events), stated=None))

    # --- its record ----------------------------------------------------------------------

    @cached_property
    def written(self) -> Hand:
        """The hand as a record has it, without a seal."""
        course, mano, extra = self.plain, self.start.mano, dict(self.extra)
        after = dict(self.stated) if self.stated is not None else None
        ledger: tuple[Json, ...] | None = None
        end, _ = self.settled
        if self.known is not None and self._may_begin_at_grande():
            course, mano = self.known, self.known.position.order[0]
            talk = recorded_hand(self._talk(), self.start, mano="").rounds
            extra[TALK] = [round_._replace(checks=None).as_json() for round_ in talk]
            if mano != self.start.mano:
                extra[MANO] = self.start.mano
        elif self.shown:
            extra[SHOWN] = {seat: list(cards) for seat, cards in self.shown.items()}
        if self.refused:
            extra[AS_IT_WAS] = self.refused
            after = end.in_front() if self.is_told else after
        elif self.is_told:
            ledger = tuple([entry.as_json() for entry in end.ledger])
            after = end.in_front()
        hand = recorded_hand(course.steps, end, mano=mano, deal=self.deal)
        if self.odd:
            odd = {seat: list(map(str, cards)) for seat, cards in self.odd.items()}
            hand = hand._replace(deal={**self.deal, "cards": {**hand.cards, **odd}})
        rounds = with_unjudged(hand.rounds, course)
        if self.events and self.events[-1].lance:
            rounds = (*rounds, Round(self.events[-1].lance, ()))  # nothing is said in it yet
        elif not rounds and course.position.lance == "descarte" and not _are_kept(self):
            rounds = (Round("descarte", ()),)  # these are the cards dealt, not those kept
        hand = hand._replace(rounds=rounds, ledger=ledger, after=after, extra=extra or NOTHING)
        if self.counting is None:
            return hand
        return hand._replace(counting=(Round(COUNT, self.counting),))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The hand as live lines; the result of a finished hand is kept."""
        return tuple(hand_lines(self.written))

    def _talk(self) -> list[Step]:
        """The steps before grande, without the deal."""
        steps = [s for s in self.plain.steps if s.before.lance not in self.phases.paid]
        return [s for s in steps if s.call.verb != "reparte"]

    def _may_begin_at_grande(self) -> bool:
        """Whether a record may leave its talk out, because mano is the expected one."""
        assert self.known is not None
        return self.number == 1 or self.known.position.order[0] == self.start.mano


def begin_hand(
    start: Position,
    *,
    deal: Json | None = None,
    extra: Json | None = None,
    counting: tuple[str, ...] | None = None,
) -> HandInProgress:
    """Start recording a hand, from a position before the cards are known."""
    told = dict(deal or {"source": "physical"})
    told.pop("cards", None)
    start = games.with_stated_deal(start, told, counting)
    plain = Player(start)
    return HandInProgress(start, told, {}, {}, (), None, dict(extra or {}), plain, None, counting)


def _without(cards: Cards, others: Cards) -> Cards:
    """The cards without some of them, in their order."""
    left, kept = Counter(others), []
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def _discards_of(course: Player, seat: str) -> list[Cards]:
    """The discards of a seat, one item for each time."""
    calls = [step.call for step in course.steps if step.call.seat == seat]
    return [call.cards for call in calls if call.verb == "descarto"]


# --- playing it again --------------------------------------------------------------------


def _replayed(hand: HandInProgress) -> HandInProgress:
    """Play a hand again from its start, as far as its cards are known."""
    plain = Player(hand.start)
    if hand.cards:
        plain.deal(in_seat_order(hand.cards, hand.start), kept=_are_kept(hand))
        require_legal(plain)
    opening: Player | None = None
    last_of_talk = 0
    for index, event in enumerate(hand.events):
        plain = with_event(plain, event)
        if opening is None and plain.position.lance in hand.phases.paid and not plain.unjudged:
            opening, last_of_talk = plain, index
    if hand.shown and opening is None and not plain.unjudged:
        hand = replace(hand, shown={})  # cards shown before the discards are not held any more
    shown, dealt = dict[str, Cards](), dict[str, Cards]()
    for seat, cards in hand.shown.items():
        thrown = opening is None or _discards_of(opening, seat)
        (shown if thrown else dealt)[seat] = cards
    if dealt:
        return _replayed(replace(hand, cards={**hand.cards, **dealt}, shown=shown))
    known = None
    if hand.shown and opening is not None and _is_quiet(opening):
        known = _from_first_lance(hand, opening, last_of_talk)
    return replace(hand, plain=plain, known=known)


def _are_kept(hand: HandInProgress) -> bool:
    """Whether the recorded cards are those kept after unrecorded discards."""
    rules = hand.start.variant
    if not games.game_of(rules.game).gaps.records_kept_cards(rules, ""):
        return False
    if hand.events:
        return bool(hand.events[0].lance)
    return any(len(cards) < rules.number("deal.cards") for cards in hand.cards.values())


def _is_quiet(opening: Player) -> bool:
    """Whether the talk before the first lance left the stones unchanged."""
    said = [step.call.verb for step in opening.steps if step.call.seat != DECK]
    paid = games.game_of(opening.position.variant.game).rules.phases.paid
    return QUIET.issuperset(said) and opening.position.lance in paid


def _from_first_lance(hand: HandInProgress, opening: Player, last_of_talk: int) -> Player:
    """The player from the first lance on, with each seat dealt the cards it holds by then."""
    order, position = opening.position.order, opening.position
    held = {seat: cards for seat in order if (cards := position.hand_of(seat)) is not None}
    queue = tuple([seat for seat in order if seat in hand.start.queue])
    start = hand.start._replace(order=order, queue=queue)
    forced = games.game_of(start.variant.game).gaps.records_kept_cards(
        start.variant, position.lance
    )
    player = Player(start).deal(in_seat_order({**held, **hand.shown}, start), kept=forced)
    require_legal(player.reach(position.lance))
    for event in hand.events[last_of_talk + 1 :]:
        player = with_event(player, event)
    return player


def play_on(
    hands: list[HandInProgress], events: Iterable[Event], stated: Mapping[str, int] | None
) -> None:
    """Add events to the last of these hands, as far as they are legal.

    Raises Unplayable at the first illegal event; those before it are kept.
    """
    for event in events:
        hands[-1] = after_event(hands[-1], event)
    if stated is not None and hands[-1].outcome is None:
        hands[-1] = hands[-1].left_with(stated)


def show_again(hands: list[HandInProgress], shown: Mapping[str, Cards]) -> None:
    """Add shown cards to the last of these hands, unless it has them already."""
    for seat, cards in shown.items():
        hands[-1] = hands[-1].with_cards(seat, cards)


def after_event(hand: HandInProgress, event: Event) -> HandInProgress:
    """The hand after an event, ignoring lances begun and cards served already."""
    if event.lance and hand.course.lance == event.lance:
        return hand
    at_deck = hand.position.speaker == DECK and not hand.course.unjudged
    if at_deck and event.draws is None:
        return after_event(hand.then(Event(draws={})), event)
    if event.draws == {} and not at_deck:
        return hand
    return hand.then(event)
