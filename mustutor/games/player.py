"""A hand played call by call: up to its first fault, with what is missing and its result.

Everything that needs to know where calls lead (verification, settlement, recording, score sheets,
disputes, lessons) uses a `Player`. It never repairs: the first refusal is its `failure`, and after
that it ignores all input. A `Player` is mutable, unlike everything else here, because an archive
has millions of calls; `copy` keeps a moment to return to.

>>> from mustutor import games
>>> from mustutor.model.variant import load_variant
>>> seats = ("A1", "B1", "A2", "B2")
>>> player = Player(games.start(load_variant("fournier"), seats=seats, mano="A1"))
>>> player = player.hear("A1 no hay mus").hear("A1 envido").hear("B1 tres más")
>>> player.position.line()
'fournier 1 A1 grande A2 A12B15 5:B1 A0,B0 - 0'
>>> print(player.hear("A1 quiero").failure.fault.said(), player.failure.place)
A2 speaks now, not A1. 1.grande.3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from mustutor import games
from mustutor.base.errors import NO_POSITION, Fault, NotationError, expect, no_such_seat
from mustutor.base.json_text import NOTHING, Json, with_stated_fields
from mustutor.base.register import notebook_html
from mustutor.games.failure import (
    Failure,
    Missing,
    Place,
    call_taken_out,
    check_differs,
    closed_early,
    fault_of,
    hands_read,
    not_forgotten,
    not_served,
    places_of,
    read_place,
    wrong_round,
)
from mustutor.games.protocols import IllegalPlay, RecordContext
from mustutor.model.calls import DECK, FORGOTTEN, Call, deal_call, serve_call, write_call
from mustutor.model.cards import Card
from mustutor.model.position import OpenPayment, Position, Step

Cards = str | Sequence[Card] | Sequence[str]
NOTHING_TOLD = RecordContext("")


class Player:
    """A hand in progress from `start`; each method changes it and returns it.

    `position` is the current one, before any card is shown, and `steps` the calls that led there,
    with what the deck did. `failure` is the first thing the rules refuse. `unjudged` are the calls
    from a forgotten one (``?``) on, each with its lance: their effect is unknown; a lance
    that begins among them has no words.

    >>> Player(games.start("encaje", seats="A B", mano="A")).deal({"A": "R R C A"}).hear("A corto")
    <Player encaje 1 A grande A - - A20,B20 - 0>
    """

    __slots__ = (
        *("_around", "_begun", "_game", "_lance", "_passed", "_rounds"),
        "failure",
        "position",
        "start",
        "steps",
        "unjudged",
    )

    def __init__(self, start: Position) -> None:
        expect(start, Position, NO_POSITION)
        self.start = self.position = start
        self._game = games.game_of(start.table.variant.game)
        self.steps: list[Step] = []
        self.failure: Failure | None = None
        self.unjudged: list[tuple[str, str]] = []
        # The rounds begun so far, and the number of steps before each.
        self._rounds: list[str] = []
        self._begun: list[int] = []
        self._lance = ""
        self._passed = 0  # calls of this round that a ruling left without effect
        # `Position.line_around_talk` after the last step, as a cache.
        self._around: tuple[str, str] | None = None

    def __repr__(self) -> str:
        return f"<Player {self.position.line()}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def copy(self) -> Player:
        """A copy that changes independently."""
        other = Player(self.start)
        other.position, other.failure, other._lance = self.position, self.failure, self._lance
        other.steps, other.unjudged = self.steps.copy(), self.unjudged.copy()
        other._rounds, other._begun = self._rounds.copy(), self._begun.copy()
        other._passed = self._passed
        return other

    # --- what is heard -------------------------------------------------------------------

    def deal(self, hands: Mapping[str, Cards], *, kept: bool = False) -> Player:
        """Deal these cards, as printed; a seat left out has unknown cards.

        With `kept` they are those held after an unrecorded discard.
        """
        place = str(self.number)
        cards = self._read(hands, place)
        return self if cards is None else self._chance(deal_call(cards, kept=kept), place)

    def hear(self, said: str | Call) -> Player:
        """Hear a call in any spelling; from a forgotten one on, calls are kept unjudged."""
        if self.failure is None:
            if not self.under_way:
                self._begin(self.lance)
            self._hear(said)
        return self

    def serve(self, draws: Mapping[str, Cards]) -> Player:
        """Serve these cards after a discard; a seat left out got unknown cards."""
        if self.failure is not None:
            return self
        here = self._here() if self._begun else self.place
        round_ = str(here._replace(call=0))
        if self.position.speaker != DECK:
            return self.refuse(not_served(self.position, round_, str(here)))
        cards = self._read(draws, round_)
        return self if cards is None else self._chance(serve_call(cards), round_)

    def draw(self, draws: Mapping[str, Cards]) -> bool:
        """Set the cards each seat will draw in this round; False if one cannot be read."""
        cards = self._read(draws, str(self.place._replace(call=0)))
        if cards is not None:
            self.position, self._around = (
                self._game.gaps.with_stated_draws(self.position, cards),
                None,
            )
        return cards is not None

    def reach(self, lance: str) -> Player:
        """Continue at a later lance, skipping unrecorded ones."""
        if self.failure is not None or self.lance == lance:
            return self
        if self.unjudged:
            self.unjudged.append((lance, ""))
            self._begin(lance)
            return self
        later = self.later(lance)
        at = self._round(lance)._replace(call=1)
        if later is None:
            at = self._here() if self.position.said and self.under_way else at
            return self.refuse(wrong_round(self.position, lance, str(at)))
        fault = self._game.gaps.why_not_begun(later, lance)
        if fault is not None:
            return self.refuse(Failure("illegal", str(at), fault, later))
        self.position, self._around = later, None
        return self

    def later(self, lance: str) -> Position | None:
        """The position where a later lance begins; None if it cannot begin from here."""
        talking = self.under_way and self._here().call > 1
        return None if talking else games.skip_to(self.position, lance)

    def begin(self, lance: str, calls: Sequence[str]) -> Player:
        """Begin a round of a record, and make the declarations that it leaves out.

        `calls` are the recorded ones: they show whether declarations are left out.
        """
        if self.reach(lance).failure is None:
            self._begin(lance)
            before, self.position = (
                self.position,
                self._game.gaps.with_implied_declarations(self.position, calls),
            )
            if self.position is not before:
                self._around = None
        return self

    def play(self, round_: Round, *, checks: bool = True, heard: int = 0) -> Player:
        """Hear a round of a record, from its first call to the cards served after it.

        With `checks`, the check of each call is compared with our position line. After a forgotten
        call nothing more is heard. `heard` is the number of calls heard already.
        """
        lance, calls = round_.lance, round_.calls[heard:]
        if self.unjudged or (not heard and self.begin(lance, calls).failure is not None):
            return self
        recorded = round_.checks if checks else None
        served = lance in self._game.rules.phases.served
        if round_.draws and not (heard or served or self.draw(round_.draws)):
            return self
        if not self.hear_all(lance, calls, recorded):
            return self
        if recorded is not None and (len(recorded) > len(calls) or not calls):
            return self.refuse(call_taken_out(self.position, recorded, str(self._here())))
        if served and (round_.draws or self.position.speaker == DECK):
            return self.serve(round_.draws or {})
        return self

    def hear_all(
        self, lance: str, calls: tuple[str, ...], recorded: tuple[str, ...] | None
    ) -> bool:
        """Hear the calls of a round under way, and compare their checks; false where that stops."""
        position = self.position
        around = self._around if recorded is not None else None
        keep, most = self.steps.append, len(recorded) if recorded is not None else 0
        game, step = self._game, games.step_of
        read, over = game.words.grammar.read, not self.under_way
        for index, text in enumerate(calls):
            try:
                call = read(text)
            except NotationError:
                return self._hear(text, lance)
            if call.verb == FORGOTTEN or over:
                return self._hear_last(text, lance, recorded[index:] if recorded else ())
            made = step(game, position, call)
            if isinstance(made, Fault):
                return self._stop_at(made.verdict, made, text, call)
            keep(made)
            before, position = position, made.after
            self.position = position
            over = position.lance != lance or (not position.said and games.ends_round(made))
            if recorded is None:
                continue
            # While nothing but the talk goes on, the line changes in the middle alone.
            if around is None or not position.is_talk_after(before):
                around = position.line_around_talk()
            check = recorded[index] if index < most else ""
            if position.check_with_talk(*around) != check:
                place = self._here()
                place = place._replace(call=place.call - 1)
                self.refuse(check_differs(position, check, str(place), text))
                return False
        self._around = around
        return True

    def apply_ruling(
        self, call: Call, before: Position | None, after: Position, place: str
    ) -> Player:
        """Continue after a refused call by a referee's ruling: the position is now `after`.

        `before` is the position at which the call counts; None if it counts as not made.
        At the first call of a round (`place`) the round counts as begun.
        """
        self.failure = None
        at = read_place(place)
        if at is not None and at.call == 1 and at.round != self._lance:
            self._begin(at.round)
        if before is None:
            self._passed += call.seat != DECK
        else:
            self.steps.append(Step(before, call, after))
        self.position, self._around = after, None
        return self

    def without_round(self) -> Player:
        """The hand as if the round under way were not recorded, so that a later one may follow."""
        begun = self._begun.pop()
        self._rounds.pop()
        position = self.steps[begun].before if begun < len(self.steps) else self.position
        del self.steps[begun:]
        self._lance, self._passed = self._rounds[-1] if self._rounds else "", 0
        self.failure, self.position, self._around = None, position, None
        return self

    def refuse(self, failure: Failure) -> Player:
        """Stop with this failure."""
        self.failure = failure
        return self

    # --- how it stands -------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the hand in the match, from 1."""
        return self.start.table.hand

    @property
    def lance(self) -> str:
        """The current lance."""
        return self._lance if self.unjudged else self.position.lance

    @property
    def under_way(self) -> bool:
        """Whether the round begun last still goes on; a later one may have the same name."""
        if self._lance != self.lance:
            return False
        return len(self.steps) <= self._begun[-1] or not games.ends_round(self.steps[-1])

    @property
    def last(self) -> Position | None:
        """The position after the last step; None without a step."""
        return self.steps[-1].after if self.steps else None

    @property
    def place(self) -> Place:
        """The place of the next call."""
        return self._here() if self.under_way else self._round(self.lance)._replace(call=1)

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of every call heard, in order, including unjudged ones."""
        heard = self._are_calls()
        bounds = zip(self._begun, [*self._begun[1:], len(heard)], strict=False)
        counts = [sum(heard[begin:end]) for begin, end in bounds]
        return tuple(places_of(self.number, zip(self._rounds, counts, strict=True)))

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What the record lacks, so that part of the hand could not be judged."""
        if self.unjudged:
            forgotten = self.places[-sum(bool(text) for _, text in self.unjudged)]
            return (Missing(str(forgotten), "call"),)
        position = self.position
        lances = list(position.skipped)
        rules = self._game.rules
        played = rules.played(position.variant) if rules.played else rules.phases.played
        if position.lance in played:
            lances += played[played.index(position.lance) :]
        elif position.lance not in ("end", "showdown"):
            lances += (position.lance, *(played if position.lance in rules.phases.talked else ()))
        gaps = [Missing(str(self._round(lance)), "lance") for lance in lances]
        if None in position.deal.hands:
            unseen = tuple([seat for seat in position.order if position.hand_of(seat) is None])
            if unseen:
                gaps.append(Missing(str(self.number), "cards", unseen))
        return tuple(gaps)

    @property
    def settled(self) -> tuple[Position, tuple[OpenPayment, ...]]:
        """The hand settled as far as its cards allow, and the payments that wait for cards."""
        position = self.position
        return (position, ()) if position.lance == "end" else games.settle(position)

    # --- inside --------------------------------------------------------------------------

    def _begin(self, lance: str) -> None:
        self._lance, self._passed = lance, 0
        self._rounds.append(lance)
        self._begun.append(len(self.steps) + len(self.unjudged))

    def _are_calls(self, begin: int = 0) -> list[bool]:
        """For each step and unjudged call from an index on, whether a player made it."""
        steps, lost = self.steps[begin:], self.unjudged[max(begin - len(self.steps), 0) :]
        return [step.call.seat != DECK for step in steps] + [bool(text) for _, text in lost]

    def _round(self, lance: str) -> Place:
        """The place of the current round of this name, or of the next one."""
        begins = lance != self._lance or not self.under_way
        return Place(self.number, lance, self._rounds.count(lance) + begins)

    def _here(self) -> Place:
        """The place of the next call in the round begun last."""
        call = sum(self._are_calls(self._begun[-1])) + self._passed + 1
        return Place(self.number, self._lance, self._rounds.count(self._lance), call)

    def _hear(self, said: str | Call, lance: str = "") -> bool:
        """Hear a call of the current round; False if nothing can be judged after it."""
        position = self.position
        try:
            call = self._game.words.grammar.given(said)
        except NotationError as problem:
            return self._stop_at("unreadable", fault_of(problem), said)
        if lance and not self.under_way:
            failure = closed_early(position, lance, str(self._here()), str(said))
            self.refuse(failure._replace(call=call))
            return False
        if self.unjudged or call.verb == FORGOTTEN:
            return self._keep_unjudged(call, said)
        made = games.step(position, call)
        if isinstance(made, Fault):
            return self._stop_at(made.verdict, made, said, call)
        self.steps.append(made)
        self.position, self._around = made.after, None
        return True

    def _keep_unjudged(self, call: Call, said: str | Call) -> bool:
        """Keep an unjudged call, if it comes from a seat of the table."""
        position, fault = self.position, None
        if call.seat not in position.table.seats:
            fault = no_such_seat(
                call.seat, position.table.seats, games.cited(position.variant).seats
            )
        elif not self.unjudged and (not position.speaker or position.speaker == DECK):
            fault = games.why_not(position, Call(call.seat, FORGOTTEN))
        if fault is not None:
            return self._stop_at(fault.verdict, fault, said)
        self.unjudged.append((self._lance, write_call(call)))
        return False

    def _hear_last(self, text: str, lance: str, checks: tuple[str, ...]) -> bool:
        """Hear a call after which nothing can be judged; a check shows it was not forgotten."""
        self._hear(text, lance)
        if self.unjudged and checks:
            self.unjudged.clear()
            self.refuse(not_forgotten(self.position, str(self._here()), text))
        return False

    def _stop_at(
        self, verdict: str, fault: Fault, said: str | Call, call: Call | None = None
    ) -> bool:
        self.refuse(Failure(verdict, str(self._here()), fault, self.position, str(said), call))
        return False

    def _chance(self, call: Call, place: str) -> Player:
        position = self.position
        made = games.step(position, call)
        if isinstance(made, Fault):
            return self.refuse(Failure(made.verdict, place, made, position, call=call))
        self.steps.append(made)
        self.position, self._around = made.after, None
        return self

    def _read(self, hands: Mapping[str, Cards], place: str) -> dict[str, tuple[Card, ...]] | None:
        """Read cards of a record; None, with the failure set, if one cannot be read."""
        if self.failure is not None:
            return None
        read = hands_read(hands, self._game.chance.deck, place)
        if isinstance(read, Failure):
            self.refuse(read)
            return None
        return read


class Round(NamedTuple):
    """One lance with its calls, or one round of mus or of discards."""

    lance: str
    calls: tuple[str, ...]
    draws: Json | None = None
    checks: tuple[str, ...] | None = None
    at_ms: tuple[int, ...] | None = None
    extra: Json = NOTHING

    def as_json(self) -> Json:
        """The round as JSON."""
        written: Json = {"lance": self.lance, "calls": list(self.calls)}
        return with_stated_fields(
            written, self.extra, draws=self.draws, checks=self.checks, at_ms=self.at_ms
        )


def illegal_play_of(
    player: Player, rounds: Sequence[Round] = (), told: RecordContext = NOTHING_TOLD
) -> IllegalPlay | None:
    """What the refused call of a player's failure is as an incident at the table.

    `rounds` are those of the record, and `told` is what it has around the call; where a round is
    cut off, its last call is what the incident is about.
    """
    player.failure = _with_call(player.failure, rounds)
    failure = player.failure
    if failure is not None and told.cut_off:
        failure = player.failure = failure._replace(call=player.steps[-1].call)
    if failure is None or failure.call is None or failure.position is None:
        return None
    place = read_place(failure.place)
    lance = place.round if place is not None and place.round else failure.position.lance
    game = games.game_of(failure.position.variant.game)
    told = told._replace(round=lance)
    return game.conduct.illegal_play(player.steps, failure.position, failure.call, told)


def _with_call(failure: Failure | None, rounds: Sequence[Round]) -> Failure | None:
    """A failure to begin a round of talk, attached to its first call."""
    place = read_place(failure.place) if failure is not None and failure.call is None else None
    if failure is None or failure.position is None or place is None or place.call != 1:
        return failure
    game = games.game_of(failure.position.variant.game)
    same = [round_ for round_ in rounds if round_.lance == place.round]
    calls = same[place.ordinal - 1].calls if len(same) >= place.ordinal else ()
    if place.round not in game.rules.phases.talked or not calls:
        return failure
    try:
        return failure._replace(text=calls[0], call=game.words.grammar.read(calls[0]))
    except NotationError:
        return failure


class PlayedHand(Protocol):
    """A hand from start to end, with every step, as drills and findings need it."""

    @property
    def start(self) -> Position:
        """The position before the first call."""

    @property
    def steps(self) -> Sequence[Step]:
        """Every call and act of the deck, with the positions before and after."""

    @property
    def end(self) -> Position:
        """The position after settlement."""


class PlayedSteps(NamedTuple):
    """A `PlayedHand` without a record, played to ask about it."""

    start: Position
    steps: tuple[Step, ...]
    end: Position
