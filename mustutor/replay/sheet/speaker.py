"""Seats for the calls on a sheet that have none: the rules tell who is to speak.

`seated` plays the match up to each such call. A refused call is not repaired: it gets the seat
whose turn it is, and verification refuses it. If the hand cannot be played so far (a card twice, an
earlier call out of turn, a game already won, a lance broken off), it is played again without the
cards or without the earlier lances. If that gives no speaker, the cause is reported at its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple, NoReturn

from mustutor import games
from mustutor.base.errors import IllegalCall, VariantError
from mustutor.base.language import mark
from mustutor.base.register import Phases, traits
from mustutor.base.schema import closest_match
from mustutor.games.failure import Failure, places_of
from mustutor.games.player import Player, Round, illegal_play_of
from mustutor.model.calls import DECK
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.model.variant_file import variant_ids
from mustutor.replay.format import MANO, TALK, Hand, Replay, rules_of
from mustutor.replay.playback import Played, play_back, player_of
from mustutor.replay.sheet.calls import Draft, SheetCall

MOST_HANDS = 100
"""In longer matches seats are written: for each hand all those before it are played."""


def seated(replay: Replay, draft: Draft) -> Replay:
    """The record with a seat for every call; refused if the speaker cannot be found."""
    first = next(iter(draft.open.values()))
    named = str(replay.variant["id"])
    try:
        rules, _ = rules_of(replay)
    except VariantError as problem:
        line, column = draft.spot(("variant", "id"))
        sentence, evidence = problem.sentence, problem.evidence
        if "rules" not in replay.variant:
            sentence = mark("There is no variant {id}, and no file {id}.yaml beside the sheet.")
            evidence = {"id": named}
        hint = closest_match(named, variant_ids())
        first.line.refuse_at(line, column, sentence, hint=hint, **evidence)
    played: list[Played] = []
    for number in sorted({hand for hand, _, _ in draft.open}):
        if number >= MOST_HANDS:
            spoken = next(told for place, told in draft.open.items() if place[0] == number)
            sentence = mark(
                "After {most} hands every call needs its seat: write it before the call."
            )
            spoken.line.refuse(sentence, spoken.at, most=MOST_HANDS)
        rounds = _SeatFinder(replay, rules, number, draft, played).rounds()
        hand = replay.hands[number]._replace(rounds=rounds)
        hands = (*replay.hands[:number], hand, *replay.hands[number + 1 :])
        replay = replay._replace(hands=hands)
    return replay


def with_kept_hands(replay: Replay) -> Replay:
    """The record with the hands shown after discards nobody saw, which no deal can contain.

    Such a hand is judged from its first lance on, and its talk is kept beside it.
    """
    try:
        rules, _ = rules_of(replay)
    except VariantError:
        return replay
    paid, hands = games.game_of(rules.game).rules.phases.paid, list(replay.hands)
    for at, played in enumerate(play_back(replay, rules, checks=False, through=True)):
        hand = played.hand
        talk = list(takewhile(lambda round_: round_.lance not in paid, hand.rounds))
        begun = next((step.before for step in played.steps if step.before.lance in paid), None)
        seen = hand.cards or any(round_.draws for round_ in talk)
        if begun is None or seen or not (hand.deal or {}).get("held"):
            continue
        deal = dict(hand.deal or {})
        deal["cards"] = deal.pop("held")
        extra = {**hand.extra, TALK: [round_.as_json() for round_ in talk]}
        extra |= {MANO: hand.mano} if begun.order[0] != hand.mano else {}
        rounds = hand.rounds[len(talk) :]
        hands[at] = hand._replace(mano=begun.order[0], rounds=rounds, deal=deal, extra=extra)
    return replay._replace(hands=tuple(hands))


class _HearingPlan(NamedTuple):
    """A way to play a hand: its start, and whether its cards and earlier lances are used."""

    start: Position
    dealt: bool
    whole: bool


class _SeatFinder:
    """A hand of a sheet whose calls get their seats, one after the other."""

    def __init__(
        self, replay: Replay, rules: Variant, number: int, draft: Draft, played: list[Played]
    ) -> None:
        self.hand: Hand = replay.hands[number]
        self.beside = games.game_of(rules.game).words.grammar.beside
        self.number, self.draft, self.seats = number, draft, replay.seats
        self.before: list[Round] = []
        self.said: list[str] = []
        self.player: Player | None = None
        self.cause: Failure | None = None
        self.ways = list(_ways(replay, rules, number, played))

    def rounds(self) -> tuple[Round, ...]:
        """The rounds of the hand, each call with its seat."""
        for index, round_ in enumerate(self.hand.rounds):
            left = [self.draft.open.get((self.number, index, n)) for n in range(len(round_.calls))]
            self.said = []
            # Any seat will do: only the words tell whether a declaration is made.
            anybody = self.seats[0]
            words = [
                text if spoken is None else f"{anybody} {spoken.words}"
                for spoken, text in zip(left, round_.calls, strict=True)
            ]
            self._begin(round_.lance, words)
            for spoken, text in zip(left, round_.calls, strict=True):
                if spoken is None:
                    said = text
                else:
                    said = f"{self._speaker(round_, words, spoken)} {spoken.words}"
                self.said.append(said)
                if self.player is not None:
                    self._hear(self.player, said)
            self._serve(self.player, round_)
            self.before.append(round_._replace(calls=tuple(self.said)))
        return tuple(self.before)

    # --- who speaks ---

    def _speaker(self, round_: Round, words: list[str], spoken: SheetCall) -> str:
        """The seat to speak after the calls so far, for a call written without one."""
        if spoken.verb in self.beside:
            _refuse_unclear(spoken)
        seat = _speaks(self.player, round_.lance)
        for way in () if seat else self.ways:
            player = self._play_way(way, round_.lance, words)
            seat = _speaks(player, round_.lance)
            if seat:
                self.player = player
                return seat
        return seat or self._next_in_talk(round_) or self._refuse_speaker(round_, spoken)

    def _next_in_talk(self, round_: Round) -> str:
        """The next seat around the table, if talk continued after its round was over."""
        over = self.player is not None and self.player.position.lance != round_.lance
        talked = self.ways and round_.lance in _phases(self.ways[0]).talked
        last = self.said[-1].partition(" ")[0] if self.said else ""
        if not (over and talked and last in self.seats):
            return ""
        return self.seats[(self.seats.index(last) + 1) % len(self.seats)]

    # --- the hand, heard one way or another ---

    def _begin(self, lance: str, words: list[str]) -> None:
        """Continue with the next round, or drop the player where it cannot follow."""
        player = self.player
        if player is not None and player.failure is None:
            self.player = _with_round(player, lance, words)
        elif not self.before and self.ways:
            self.player = self._play_way(self.ways[0], lance, words)
        else:
            self.player = None

    def _play_way(self, way: _HearingPlan, lance: str, words: list[str]) -> Player | None:
        """The hand played so far in one way; None if it does not come so far."""
        player = player_of(way.start, self.hand) if way.dealt else Player(way.start)
        for round_ in self.before if way.whole else ():
            if player.failure is not None:
                break
            player.begin(round_.lance, round_.calls)
            for text in round_.calls:
                self._hear(player, text)
            self._serve(player, round_)
        begun = _with_round(player, lance, words)
        for text in self.said if begun is not None else ():
            assert begun is not None
            self._hear(begun, text)
        self._blame(player.failure)
        return begun

    def _hear(self, player: Player, text: str) -> None:
        """Hear a call; where only one ruling on a refused one is possible, continue by it."""
        player.hear(text)
        self._blame(player.failure)
        illegal_play, failure = illegal_play_of(player), player.failure
        options = illegal_play.ruling_options if illegal_play else ()
        if failure is not None and failure.call and len(options) == 1:
            (option,) = options
            player.apply_ruling(failure.call, option.before, option.after, failure.place)

    def _serve(self, player: Player | None, round_: Round) -> None:
        if player is not None and player.failure is None and player.position.speaker == DECK:
            player.serve(round_.draws or {})
            self._blame(player.failure)

    def _blame(self, failure: Failure | None) -> None:
        self.cause = self.cause or failure

    # --- where nobody can tell ---

    def _refuse_speaker(self, round_: Round, spoken: SheetCall) -> NoReturn:
        cause, player = self.cause, self.player
        if cause is None and player is not None and not player.unjudged and self.said:
            sentence = mark(
                "{lance} is over before this point: write the seat before it, as in {example}."
            )
            spoken.line.refuse(
                sentence, spoken.at, lance=round_.lance, example=f"{self.seats[0]} {spoken.words}"
            )
        if cause is None or cause.verdict == "unreadable":
            _refuse_unclear(spoken)
        if cause.text and cause.text in self.said:
            sentence = mark(
                "The rules do not allow {call}, which comes before this: write the seat "
                "before what follows it, as in {example}."
            )
            spoken.line.refuse(
                sentence, spoken.at, call=cause.text, example=f"{self.seats[0]} {spoken.words}"
            )
        line, column = self.draft.spot(self._path(cause))
        evidence: dict[str, Any] = dict(cause.fault.evidence)
        spoken.line.refuse_at(line, column, cause.fault.sentence, **evidence)

    def _path(self, cause: Failure) -> tuple[str | int, ...]:
        """The path on the sheet of the cause: a call, or the cards of a seat."""
        hand = ("hands", self.number)
        counts = [(round_.lance, len(round_.calls)) for round_ in self.hand.rounds]
        places = map(str, places_of(self.number + 1, counts))
        calls = [(n, c) for n, (_, count) in enumerate(counts) for c in range(count)]
        at = dict(zip(places, calls, strict=True)).get(cause.place)
        if at:
            return (*hand, "rounds", at[0], "calls", at[1])
        return (*hand, "deal", "cards", str(cause.fault.evidence.get("seat", "")))


def _ways(
    replay: Replay, rules: Variant, number: int, played: list[Played]
) -> Iterator[_HearingPlan]:
    """The ways to play a hand, the most faithful first.

    If players have their own stones, those decide who speaks, so the start is never guessed.
    """
    start = _started(replay, rules, number, played)
    starts = [start] if start is not None else []
    if "own_stones" in traits(rules.game):
        yield from (
            _HearingPlan(one, dealt, whole=True) for one in starts for dealt in (True, False)
        )
        return
    # Else as if the match began here, after a finished game or unplayable hands.
    mano = replay.hands[number].mano
    if mano in replay.seats:
        try:
            starts.append(games.start(rules, seats=replay.seats, mano=mano))
        except IllegalCall:
            return
    for one in starts:
        for whole in (True, False):
            yield from (_HearingPlan(one, dealt, whole) for dealt in (True, False))


def _started(replay: Replay, rules: Variant, number: int, played: list[Played]) -> Position | None:
    """The starting position of a hand; None if the record cannot be played so far.

    `played` are the hands played for earlier calls; those played now are appended.
    """
    hand = replay.hands[number]
    before = (*replay.hands[:number], hand._replace(rounds=(), deal=None))
    try:
        played += play_back(replay._replace(hands=before), rules, checks=False, begun=played)
    except IllegalCall:
        return None
    if not played or played[-1].number != number + 1:
        return None
    last = played.pop()  # it has no calls yet
    return last.start if last.failure is None else None


def _with_round(player: Player, lance: str, words: list[str]) -> Player | None:
    """The player at the start of a round, with omitted declarations made; None if refused."""
    if player.failure is not None:
        return None
    failure = player.begin(lance, words).failure
    refused_at = failure.position if failure is not None else None
    if refused_at is not None and refused_at.lance == lance:
        return Player(refused_at)  # the speaker is known all the same
    return player if failure is None else None


def _speaks(player: Player | None, lance: str) -> str:
    """The seat to speak in a round; empty if unknown."""
    if player is None or player.failure is not None or player.unjudged or not player.under_way:
        return ""
    position = player.position
    return position.speaker if position.lance == lance and position.speaker != DECK else ""


def _phases(way: _HearingPlan) -> Phases:
    return games.game_of(way.start.variant.game).rules.phases


def _refuse_unclear(spoken: SheetCall) -> NoReturn:
    sentence = mark("It is not clear who says this: write the seat before it, as in {example}.")
    spoken.line.refuse(sentence, spoken.at, example=f"A1 {spoken.words}")
