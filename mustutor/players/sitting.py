"""A match that is being played: who sits where, and what happens until a person is asked.

Everything that is no person's matter is done here, one step at a time: the deck deals and serves,
programs say their calls. Each step tells what there is to tell of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mustutor import games
from mustutor.canonical import digest
from mustutor.explanation.hand import explain_by_step
from mustutor.explanation.text import PIECES
from mustutor.games.telling import AlreadySaid, Explanation, Line, Passage
from mustutor.language import Language, available, language
from mustutor.players import Bot, characters, dealing, signs
from mustutor.players.asking import Answered, Mishap, Timed, answered
from mustutor.players.characters import Character
from mustutor.players.turn import forced, glimpsed, held, told
from mustutor.recorder import readback
from mustutor.recorder.recorder import Recorder
from mustutor.register import traits
from mustutor.replay.names import by_name
from mustutor.replay.words import in_one_line, rulebook_named
from mustutor.seatview import notices, view
from mustutor.tuples import NamedTuple

NOTED_BY = "mustutor"


class Sitting(NamedTuple):
    """Who plays a match: programs by seat, people at every other one; `seed` deals the cards.

    >>> from mustutor.players import level
    >>> from mustutor.recorder.begin import sit_down
    >>> from mustutor.replay.format import Replay
    >>> from mustutor.variant import load_variant
    >>> rules, seats = load_variant("madrid"), ("A1", "B1", "A2", "B2")
    >>> table = sit_down(rules, Replay({"id": rules.id, "digest": rules.digest}, seats, ()))
    >>> sitting = Sitting({seat: level("easy")(seed=1) for seat in seats}, {}, "a seed", hands=1)
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
        return forced(recorder) is None

    def step(self, recorder: Recorder) -> Recorder:
        """Do what comes next where no person is asked: deal, serve, or let a program speak."""
        match recorder.wants:
            case "next" | "mano":
                number = len(recorder.hands) + 1
                lot = int(digest(f"{self.seed}:mano:{number}")[:8], 16) / 2**32
                return dealing.dealt(recorder, self.seed, lot)
            case "draws":
                return dealing.served(recorder)
            case _ if recorder.speaker in self.bots:
                return self._spoken(recorder)
            case _:
                return recorder.hear(f"{recorder.speaker} {forced(recorder)}")

    def _spoken(self, recorder: Recorder) -> Recorder:
        hand, seat = recorder.awaiting, recorder.speaker
        bot, seen = self.bots[seat], view(hand.position, seat, hand.course.steps)
        # Players of somebody else's make their signals themselves.
        signal = "" if isinstance(bot, Timed) else signs.sign(seen)
        if signal:
            return recorder.hear(f"{seat} {signal}")
        said = answered(bot, seen)
        place = str(hand.course.place)
        recorder = recorder.hear(f"{seat} {said.words}")
        return _noted(recorder, place, said)

    # --- what is told ----------------------------------------------------------------------

    def table(
        self, recorder: Recorder, people: tuple[str, ...], tongue: Language
    ) -> tuple[Explanation, ...]:
        """Tell who sits down, by which rules, and the hand so far, where the match goes on."""
        table = games.start(
            recorder.variant, seats=recorder.match.seats, mano=recorder.match.seats[0]
        ).table
        seated = []
        for seat in recorder.match.seats:
            kind = self.bots[seat].name if seat in self.bots else ""
            if not kind:
                text = tongue.say("you") if len(people) == 1 else tongue.say("at this keyboard")
            elif len(people) == 1 and table.side_of(seat) == table.side_of(people[0]):
                text = tongue.say("your partner, {level}", level=kind)
            else:
                text = kind
            seated.append(Line(text, seat=tongue.who(seat)))
        title = rulebook_named(recorder.variant, tongue)
        if people:
            seated.append(Line(tongue.say("? tells what you may type."), indent=0))
        page = Explanation(title, (Passage("", tuple(seated)),))
        return page, *self.so_far(recorder, people, tongue)

    def so_far(
        self, recorder: Recorder, seats: tuple[str, ...], tongue: Language
    ) -> tuple[Explanation, ...]:
        """Tell the hand under way from its beginning, as these seats may know it."""
        return self.tell(replace(recorder, hands=recorder.hands[:-1]), recorder, seats, tongue)

    def handed_over(
        self, recorder: Recorder, tongue: Language, *, seen: int
    ) -> tuple[Explanation, ...]:
        """Tell whoever speaks what there is to know; they have `seen` so many hands begin."""
        before = replace(recorder, hands=recorder.hands[:-1])
        ended = settled(before, tongue) if seen < len(recorder.hands) and before.hands else ()
        return *ended, *self.so_far(recorder, (recorder.speaker,), tongue)

    def tell(
        self, before: Recorder, after: Recorder, seats: tuple[str, ...], tongue: Language
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
            number = tongue.say(
                "Hand {number}. Mano: {mano}.", number=hand.number, mano=hand.start.mano
            )
            pages.append(readback.plain(number))
        pages += map(readback.plain, mishaps(before, after, tongue))
        for step in steps:
            if step.call.hands and seat and seat in step.after.order:
                pages.append(held(step.after, seat, tongue))
            elif glimpsed(step, tongue):
                # Where several sit at one keyboard, each asks for what they saw.
                if seat and notices(seat, step.call, step.before):
                    pages.append(told(step, AlreadySaid(), seat, tongue))
            elif not step.call.hands:
                pages.append(told(step, AlreadySaid(), seat, tongue))
                pages += self._remarks(
                    step.call.seat, characters.of_call(step.call.verb), after, tongue
                )
        if hand.is_told and (old is None or not old.is_told):
            pages += settled(after, tongue)
            pages += self._afterwards(after, tongue)
        return tuple(page for page in pages if page.lines)

    def _afterwards(self, recorder: Recorder, tongue: Language) -> list[Explanation]:
        """What one of the players remarks on a hand that is over."""
        hand = recorder.hands[-1]
        brought, end = hand.start.brought(), hand.settled[0]
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
            if said := self._remarks(seat, event, recorder, tongue):
                return said
        return []

    def _remarks(
        self, seat: str, event: str, recorder: Recorder, tongue: Language
    ) -> list[Explanation]:
        character = self.characters.get(seat)
        if character is None:
            return []
        moment = f"{self.seed}:{recorder.hands[-1].course.place}"
        words = characters.remark(character, event, moment, tongue)
        return (
            [readback.plain(tongue.say("{name}: {words}", name=character.name, words=words))]
            if words
            else []
        )


def settled(recorder: Recorder, tongue: Language) -> tuple[Explanation, ...]:
    """The cards that are shown when a hand is over, and every stone that is counted."""
    hand = recorder.hands[-1]
    position, (end, waiting) = hand.position, hand.settled
    shown = recorder.game.shows(position, end, waiting)
    lines = [
        line
        for seat in position.order
        if seat in shown
        for line in held(position, seat, tongue, yours=False).lines
    ]
    count = explain_by_step(hand.course.steps, end, waiting, tongue)[-1]
    return readback.page(*lines), count


def in_a_line(recorder: Recorder, tongue: Language) -> str:
    """The match in a line: who won or lost, what everybody has, and how many hands it took."""
    tongue, number = by_name(tongue, recorder.match), len(recorder.hands)
    score = " · ".join(
        piece.strip()
        for line in readback.score(recorder, tongue).lines
        for piece in line.text.split(PIECES)
    )
    end = recorder.hands[-1].settled[0]
    seats = [seat for seat in recorder.match.seats if end.table.side_of(seat) == end.winner]
    if seats:
        return (
            tongue.count(
                "{seats} win in {number} hand: {score}",
                "{seats} win in {number} hands: {score}",
                number,
                seats=tongue.listed(seats),
                score=score,
            )
            if len(seats) > 1
            else tongue.count(
                "{seat} wins in {number} hand: {score}",
                "{seat} wins in {number} hands: {score}",
                number,
                seat=seats[0],
                score=score,
            )
        )
    if end.loser:
        return tongue.count(
            "{seat} loses in {number} hand: {score}",
            "{seat} loses in {number} hands: {score}",
            number,
            seat=end.loser,
            score=score,
        )
    return tongue.count("{number} hand: {score}", "{number} hands: {score}", number, score=score)


def _noted(recorder: Recorder, place: str, said: Answered) -> Recorder:
    """The record with a note on each thing a program did that could not stand."""
    for mishap in dict.fromkeys(map(_in_every_language, said.mishaps)):
        text = dict(mishap)
        recorder = recorder.note(place, {"text": text, "by": NOTED_BY})
    return recorder


def _in_every_language(mishap: Mishap) -> tuple[tuple[str, str], ...]:
    return tuple([(tongue.code, mishap.said(tongue)) for tongue in map(language, available())])


def mishaps(before: Recorder, after: Recorder, tongue: Language) -> list[str]:
    """What programs did since that could not stand, in sentences, from the notes on it."""
    known = before.match.notes or {}
    return [
        in_one_line(note["text"], tongue.code)
        for place, notes in (after.match.notes or {}).items()
        for note in notes[len(known.get(place, ())) :]
        if note.get("by") == NOTED_BY
    ]
