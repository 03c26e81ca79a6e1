"""The deck of a match that is played here: shuffled from a seed, dealt, and served from the rest.

Everything follows from what the record says of the shuffle, so a match that was broken off goes on
with the same cards.

A match that is being played: who sits where, and what happens until a person is asked.

Everything that is no person's matter is done here, one step at a time: the deck deals and serves,
programs say their calls. Each step tells what there is to tell of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.keyboard_player import held, only_option, seen_signal_text, told
from mustutor.base.json_text import digest
from mustutor.base.language import Language, available, open_language
from mustutor.base.register import traits
from mustutor.games import bot
from mustutor.games.bot import Answered, Bot, BotError, Character, Timed, answered
from mustutor.games.explain import BETWEEN, Explanation, Line, Passage, ToldSoFar
from mustutor.games.mus_family import bot_lances
from mustutor.games.seat_view import notices, view
from mustutor.games.tell_hand import explain_by_step
from mustutor.model.calls import DECK
from mustutor.model.position import Position
from mustutor.model.shuffle import Pack, fresh_pack
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.hand import Event, HandInProgress, begun
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.describe import in_one_line, rulebook_named
from mustutor.replay.names import by_name
from mustutor.replay.simulate import shuffle_told


def dealt(recorder: Recorder, seed: str, lot: float = 0.5) -> Recorder:
    """Deal the next hand; its seed follows from that of the match, and the record commits to it.

    `lot`, from 0 to 1, says who is mano where that is drawn.
    """
    manos = recorder.manos
    if recorder.hands:
        mano = manos[int(lot * len(manos))]
    else:
        mano = recorder.game.first_mano(recorder.match.seats, lot)
    start = recorder.next_start(recorder.hands, mano)
    number = start.table.hand
    told = shuffle_told(start, digest(f"{seed}:{number}"), str(number))
    hands, pack = recorder.game.deal(start, _pack(start, told["shuffle"]))
    hand = begun(games.game_of(start.variant.game).stocked(start, pack), deal=told)
    for seat, cards in hands.items():
        hand = hand.with_cards(seat, cards)
    return recorder.grown((*recorder.hands, hand))


def served(recorder: Recorder) -> Recorder:
    """Serve the cards of a discard from what is left of the pack."""
    hand = recorder.hands[-1]
    cards, _ = recorder.game.serve(hand.position, _left(hand))
    told = {seat: [str(card) for card in given] for seat, given in cards.items()}
    return recorder.grown((*recorder.hands[:-1], hand.then(Event(draws=told))))


def taken_up(recorder: Recorder) -> Recorder:
    """The match with the stock of its last hand as it lies, where the record tells its seed."""
    hand = recorder.hand
    if hand is None or "seed" not in hand.deal.get("shuffle", {}):
        return recorder
    game = recorder.game
    start = recorder.next_start(recorder.hands[:-1], hand.start.mano)
    _, pack = game.deal(start, _pack(start, hand.deal["shuffle"]))
    told = {name: hand.deal[name] for name in ("source", "shuffle")}  # the rest follows from it
    fresh = begun(game.stocked(start, pack), deal=told, counting=hand.counting)
    again = replace(fresh, cards=hand.cards).replayed(hand.events)
    return replace(recorder, hands=(*recorder.hands[:-1], again))


def _left(hand: HandInProgress) -> Pack:
    """What is left of the pack after all that was dealt and served."""
    game = games.game_of(hand.start.variant.game)
    _, left = game.deal(hand.start, _pack(hand.start, hand.deal["shuffle"]))
    for step in hand.course.steps:
        if step.call.seat == DECK and step.call.verb == "sirve":
            _, after = game.serve(step.before, left)
            assert after is not None, "every card of a match that is dealt here is known"
            left = after
    return left


def _pack(start: Position, shuffle: dict[str, str]) -> Pack:
    pack = games.game_of(start.variant.game).pack(start)
    return fresh_pack(pack, shuffle["seed"], shuffle["nonce"])


NOTED_BY = "mustutor"


class LiveMatch(NamedTuple):
    """Who plays a match: programs by seat, people at every other one; `seed` deals the cards.

    >>> from mustutor.games.bot import level
    >>> from mustutor.referee.recorder.commands import sit_down
    >>> from mustutor.replay.format import Replay
    >>> from mustutor.model.variant import load_variant
    >>> rules, seats = load_variant("madrid"), ("A1", "B1", "A2", "B2")
    >>> table = sit_down(rules, Replay({"id": rules.id, "digest": rules.digest}, seats, ()))
    >>> sitting = LiveMatch({seat: level("easy")(seed=1) for seat in seats}, {}, "a seed", hands=1)
    >>> while not sitting.over(table):
    ...     table = sitting.step(table)
    >>> len(table.hands), table.wants
    (1, 'next')
    """

    bots: Mapping[str, Bot]
    characters: Mapping[str, Character]
    seed: str
    hands: int = 0

    def over(self, recorder: Recorder) -> bool:
        """Whether no more is played: the match is over, or as many hands as were wanted."""
        if recorder.wants == "over":
            return True
        ended = recorder.wants in ("next", "mano") and bool(recorder.hands)
        return bool(self.hands) and ended and len(recorder.hands) >= self.hands

    def asks(self, recorder: Recorder) -> bool:
        """Whether a person is to speak, and has a choice."""
        if recorder.wants != "call" or recorder.speaker in self.bots:
            return False
        return only_option(recorder) is None

    def step(self, recorder: Recorder) -> Recorder:
        """Do what comes next where no person is asked: deal, serve, or let a program speak."""
        match recorder.wants:
            case "next" | "mano":
                number = len(recorder.hands) + 1
                lot = int(digest(f"{self.seed}:mano:{number}")[:8], 16) / 2**32
                return dealt(recorder, self.seed, lot)
            case "draws":
                return served(recorder)
            case _ if recorder.speaker in self.bots:
                return self._spoken(recorder)
            case _:
                return recorder.hear(f"{recorder.speaker} {only_option(recorder)}")

    def _spoken(self, recorder: Recorder) -> Recorder:
        hand, seat = recorder.awaiting, recorder.speaker
        bot, seen = self.bots[seat], view(hand.position, seat, hand.course.steps)
        # Players of somebody else's make their signals themselves.
        signal = "" if isinstance(bot, Timed) else bot_lances.sign(seen)
        if signal:
            return recorder.hear(f"{seat} {signal}")
        said = answered(bot, seen)
        place = str(hand.course.place)
        recorder = recorder.hear(f"{seat} {said.words}")
        return _noted(recorder, place, said)

    # --- what is told ----------------------------------------------------------------------

    def table(
        self, recorder: Recorder, people: tuple[str, ...], language: Language
    ) -> tuple[Explanation, ...]:
        """Tell who sits down, by which rules, and the hand so far, where the match goes on."""
        table = games.start(
            recorder.variant, seats=recorder.match.seats, mano=recorder.match.seats[0]
        ).table
        seated = []
        for seat in recorder.match.seats:
            kind = self.bots[seat].name if seat in self.bots else ""
            if not kind:
                text = language.say("you") if len(people) == 1 else language.say("at this keyboard")
            elif len(people) == 1 and table.side_of(seat) == table.side_of(people[0]):
                text = language.say("your partner, {level}", level=kind)
            else:
                text = kind
            seated.append(Line(text, seat=language.player_name(seat)))
        title = rulebook_named(recorder.variant, language)
        if people:
            seated.append(Line(language.say("? tells what you may type."), indent=0))
        page = Explanation(title, (Passage("", tuple(seated)),))
        return page, *self.so_far(recorder, people, language)

    def so_far(
        self, recorder: Recorder, seats: tuple[str, ...], language: Language
    ) -> tuple[Explanation, ...]:
        """Tell the hand under way from its beginning, as these seats may know it."""
        return self.tell(replace(recorder, hands=recorder.hands[:-1]), recorder, seats, language)

    def handed_over(
        self, recorder: Recorder, language: Language, *, seen: int
    ) -> tuple[Explanation, ...]:
        """Tell whoever speaks what there is to know; they have `seen` so many hands begin."""
        before = replace(recorder, hands=recorder.hands[:-1])
        ended = settled(before, language) if seen < len(recorder.hands) and before.hands else ()
        return *ended, *self.so_far(recorder, (recorder.speaker,), language)

    def tell(
        self, before: Recorder, after: Recorder, seats: tuple[str, ...], language: Language
    ) -> tuple[Explanation, ...]:
        """Tell what has happened since, as these seats may know it; one seat is told its cards."""
        hand = after.hand
        if hand is None or before.hands == after.hands:
            return ()
        seat = seats[0] if len(seats) == 1 else ""
        old = before.hand if len(before.hands) == len(after.hands) else None
        steps = hand.course.steps[len(old.course.steps) if old is not None else 0 :]
        pages: list[Explanation] = []
        if old is None:
            number = language.say(
                "Hand {number}. Mano: {mano}.", number=hand.number, mano=hand.start.mano
            )
            pages.append(readback.plain(number))
        pages += map(readback.plain, mishaps(before, after, language))
        for step in steps:
            if step.call.hands and seat and seat in step.after.order:
                pages.append(held(step.after, seat, language))
            elif seen_signal_text(step, language):
                # Where several sit at one keyboard, each asks for what they saw.
                if seat and notices(seat, step.call, step.before):
                    pages.append(told(step, ToldSoFar(), seat, language))
            elif not step.call.hands:
                pages.append(told(step, ToldSoFar(), seat, language))
                pages += self._remarks(step.call.seat, bot.of_call(step.call.verb), after, language)
        if hand.is_told and (old is None or not old.is_told):
            pages += settled(after, language)
            pages += self._afterwards(after, language)
        return tuple(page for page in pages if page.lines)

    def _afterwards(self, recorder: Recorder, language: Language) -> list[Explanation]:
        """What one of the players remarks on a hand that is over."""
        hand = recorder.hands[-1]
        brought, end = hand.start.starting_stones(), hand.settled[0]
        table, better = end.table, -1 if "own_stones" in traits(end.variant.game) else 1
        gained = {
            side: better * (stones - brought[side]) for side, stones in end.in_front().items()
        }
        for seat in self.characters:
            side = table.side_of(seat)
            others = max(stones for other, stones in gained.items() if other != side)
            if end.winner or end.loser:
                event = "won" if side == end.winner or (end.loser and side != end.loser) else "lost"
            else:
                event = "well" if gained[side] > others else "badly"
            if said := self._remarks(seat, event, recorder, language):
                return said
        return []

    def _remarks(
        self, seat: str, event: str, recorder: Recorder, language: Language
    ) -> list[Explanation]:
        character = self.characters.get(seat)
        if character is None:
            return []
        moment = f"{self.seed}:{recorder.hands[-1].course.place}"
        words = bot.remark(character, event, moment, language)
        return (
            [readback.plain(language.say("{name}: {words}", name=character.name, words=words))]
            if words
            else []
        )


def settled(recorder: Recorder, language: Language) -> tuple[Explanation, ...]:
    """The cards that are shown when a hand is over, and every stone that is counted."""
    hand = recorder.hands[-1]
    position, (end, waiting) = hand.position, hand.settled
    shown = recorder.game.shows(position, end, waiting)
    lines = [
        line
        for seat in position.order
        if seat in shown
        for line in held(position, seat, language, yours=False).lines
    ]
    count = explain_by_step(hand.course.steps, end, waiting, language)[-1]
    return readback.page(*lines), count


def in_a_line(recorder: Recorder, language: Language) -> str:
    """The match in a line: who won or lost, what everybody has, and how many hands it took."""
    language, number = by_name(language, recorder.match), len(recorder.hands)
    score = " · ".join(
        piece.strip()
        for line in readback.score(recorder, language).lines
        for piece in line.text.split(BETWEEN)
    )
    end = recorder.hands[-1].settled[0]
    seats = [seat for seat in recorder.match.seats if end.table.side_of(seat) == end.winner]
    if seats:
        return (
            language.count(
                "{seats} win in {number} hand: {score}",
                "{seats} win in {number} hands: {score}",
                number,
                seats=language.join_list(seats),
                score=score,
            )
            if len(seats) > 1
            else language.count(
                "{seat} wins in {number} hand: {score}",
                "{seat} wins in {number} hands: {score}",
                number,
                seat=seats[0],
                score=score,
            )
        )
    if end.loser:
        return language.count(
            "{seat} loses in {number} hand: {score}",
            "{seat} loses in {number} hands: {score}",
            number,
            seat=end.loser,
            score=score,
        )
    return language.count("{number} hand: {score}", "{number} hands: {score}", number, score=score)


def _noted(recorder: Recorder, place: str, said: Answered) -> Recorder:
    """The record with a note on each thing a program did that could not stand."""
    for mishap in dict.fromkeys(map(_in_every_language, said.mishaps)):
        text = dict(mishap)
        recorder = recorder.note(place, {"text": text, "by": NOTED_BY})
    return recorder


def _in_every_language(mishap: BotError) -> tuple[tuple[str, str], ...]:
    return tuple(
        [(language.code, mishap.said(language)) for language in map(open_language, available())]
    )


def mishaps(before: Recorder, after: Recorder, language: Language) -> list[str]:
    """What programs did since that could not stand, in sentences, from the notes on it."""
    known = before.match.notes or {}
    return [
        in_one_line(note["text"], language.code)
        for place, notes in (after.match.notes or {}).items()
        for note in notes[len(known.get(place, ())) :]
        if note.get("by") == NOTED_BY
    ]
