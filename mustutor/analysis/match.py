"""A match played here: who plays, dealing from the seed, and what each player is told.

`LiveMatch` does everything that needs no person, one step at a time: the deck deals and serves,
bots make their calls. Its other methods make the pages that tell players what happened. All cards
follow from the recorded shuffle, so an interrupted match continues with the same cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.keyboard_player import call_page, cards_page, only_option, seen_signal_text
from mustutor.base.json_text import digest
from mustutor.base.language import Language, mark, open_language
from mustutor.base.language_state import whole_languages
from mustutor.base.register import traits
from mustutor.games import bot
from mustutor.games.bot import Answered, Bot, BotError, Character, HouseBot, answered
from mustutor.games.explain import BETWEEN, Explanation, Line, Passage, ToldSoFar
from mustutor.games.mus_family import bot_lances
from mustutor.games.seat_view import notices, view
from mustutor.games.tell_hand import explain_by_step
from mustutor.model.calls import DECK
from mustutor.model.cards import Pack, fresh_pack
from mustutor.model.position import Position
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.hand import Event, HandInProgress, begin_hand
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.names import by_name, in_one_line, rulebook_named
from mustutor.replay.simulate import recorded_shuffle


def drawn_lot(recorder: Recorder, seed: str) -> float:
    """The lot of the next hand, from 0 to below 1: it says who is mano where that is drawn."""
    return int(digest(f"{seed}:mano:{len(recorder.hands) + 1}")[:8], 16) / 2**32


def deal_next(recorder: Recorder, seed: str, lot: float = 0.5) -> Recorder:
    """Deal the next hand with a seed derived from the match's; the record commits to it.

    `lot`, from 0 to 1, says who is mano where that is drawn. Raises Unplayable where no hand
    follows.
    """
    manos = recorder.manos
    if recorder.hands:
        mano = manos[int(lot * len(manos))] if manos else ""
    else:
        mano = recorder.game.chance.first_mano(recorder.match.seats, lot)
    start = recorder.next_start(recorder.hands, mano)
    return recorder.with_hands((*recorder.hands, shuffled_hand(start, seed)))


def shuffled_hand(start: Position, seed: str) -> HandInProgress:
    """A hand dealt from the seed of its match; the record commits to what follows from it."""
    number, game = start.table.hand, games.game_of(start.variant.game)
    told = recorded_shuffle(start, digest(f"{seed}:{number}"), str(number))
    hands, pack = game.chance.deal(start, _pack(start, told["shuffle"]))
    hand = begin_hand(game.chance.with_stock(start, pack), deal=told)
    for seat, cards in hands.items():
        hand = hand.with_cards(seat, cards)
    return hand


def serve_discards(recorder: Recorder) -> Recorder:
    """Serve the cards of a discard from the rest of the pack."""
    hand = recorder.hands[-1]
    cards, _ = recorder.game.chance.serve(hand.position, _rest_of_pack(hand))
    told = {seat: [str(card) for card in given] for seat, given in cards.items()}
    return recorder.with_hands((*recorder.hands[:-1], hand.then(Event(draws=told))))


def restore_stock(recorder: Recorder) -> Recorder:
    """The match with the stock of its last hand restored, if the record has its seed."""
    hand = recorder.hand
    if hand is None or "seed" not in hand.deal.get("shuffle", {}):
        return recorder
    game = recorder.game
    start = recorder.next_start(recorder.hands[:-1], hand.start.mano)
    _, pack = game.chance.deal(start, _pack(start, hand.deal["shuffle"]))
    told = {name: hand.deal[name] for name in ("source", "shuffle")}  # the rest follows from it
    fresh = begin_hand(game.chance.with_stock(start, pack), deal=told, counting=hand.counting)
    again = replace(fresh, cards=hand.cards).replayed(hand.events)
    return replace(recorder, hands=(*recorder.hands[:-1], again))


def _rest_of_pack(hand: HandInProgress) -> Pack:
    """The rest of the pack after all cards dealt and served."""
    game = games.game_of(hand.start.variant.game)
    _, left = game.chance.deal(hand.start, _pack(hand.start, hand.deal["shuffle"]))
    for step in hand.course.steps:
        if step.call.seat == DECK and step.call.verb == "sirve":
            _, after = game.chance.serve(step.before, left)
            assert after is not None, "every card of a match that is dealt here is known"
            left = after
    return left


def _pack(start: Position, shuffle: dict[str, str]) -> Pack:
    pack = games.game_of(start.variant.game).chance.pack(start)
    return fresh_pack(pack, shuffle["seed"], shuffle["nonce"])


NOTED_BY = "mustutor"
INSTEAD = mark("This call was made for {name}.")


class LiveMatch(NamedTuple):
    """The players of a match: bots by seat, people at every other seat; `seed` deals the cards.

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
        """Whether play has ended: the match is over, or the wanted number of hands was played."""
        if recorder.wants == "over":
            return True
        ended = recorder.wants in ("next", "mano") and bool(recorder.hands)
        return bool(self.hands) and ended and len(recorder.hands) >= self.hands

    def asks(self, recorder: Recorder) -> bool:
        """Whether a person is to speak and has a choice."""
        if recorder.wants != "call" or recorder.speaker in self.bots:
            return False
        return only_option(recorder) is None

    def step(self, recorder: Recorder) -> Recorder:
        """Do the next thing that needs no person: deal, serve, or let a bot speak."""
        match recorder.wants:
            case "next" | "mano":
                return deal_next(recorder, self.seed, drawn_lot(recorder, self.seed))
            case "draws":
                return serve_discards(recorder)
            case _ if recorder.speaker in self.bots:
                return self._bot_call(recorder)
            case _:
                return recorder.hear(f"{recorder.speaker} {only_option(recorder)}")

    def _bot_call(self, recorder: Recorder) -> Recorder:
        hand, seat = recorder.awaiting, recorder.speaker
        bot, seen = self.bots[seat], view(hand.position, seat, hand.course.steps)
        # Who is to speak looks at the partner first; bots from elsewhere signal by themselves.
        side_of = hand.position.table.side_of
        for one in sorted(self.bots, key=seat.__eq__):
            if isinstance(self.bots[one], HouseBot) and side_of(one) == side_of(seat):
                signal = bot_lances.sign(view(hand.position, one, hand.course.steps))
                if signal:
                    return recorder.hear(f"{one} {signal}")
        said = answered(bot, seen)
        place = str(hand.course.place)
        recorder = recorder.hear(f"{seat} {said.words}")
        return _with_error_notes(recorder, place, said)

    # --- pages for the players -------------------------------------------------------------

    def table(
        self, recorder: Recorder, people: tuple[str, ...], language: Language
    ) -> tuple[Explanation, ...]:
        """Pages on the players, the rules, and the hand so far if the match continues."""
        table = games.start(
            recorder.variant, seats=recorder.match.seats, mano=recorder.match.seats[0]
        ).table
        seated = []
        for seat in recorder.match.seats:
            kind = bot.level_title(self.bots[seat].name, language) if seat in self.bots else ""
            if not kind:
                text = language.say("you") if len(people) == 1 else language.say("at this keyboard")
            elif len(people) == 1 and table.side_of(seat) == table.side_of(people[0]):
                text = language.say("your partner, {level}", level=kind)
            else:
                text = kind
                habit = bot.habits().get(self.bots[seat].name.partition("+")[2])
                if habit is not None and people:
                    text = language.say(
                        "{who} (against it: mustutor learn {lesson})",
                        who=kind,
                        lesson=habit.lesson,
                    )
            seated.append(Line(text, seat=language.player_name(seat)))
        title = rulebook_named(recorder.variant, language)
        if people:
            seated.append(Line(language.say("? tells what you may type."), indent=0))
        page = Explanation(title, (Passage("", tuple(seated)),))
        return page, *self.so_far(recorder, people, language)

    def so_far(
        self, recorder: Recorder, seats: tuple[str, ...], language: Language
    ) -> tuple[Explanation, ...]:
        """Pages on the hand in progress from its beginning, as these seats may know it."""
        return self.tell(replace(recorder, hands=recorder.hands[:-1]), recorder, seats, language)

    def handed_over(
        self, recorder: Recorder, language: Language, *, seen: int
    ) -> tuple[Explanation, ...]:
        """Pages for the next speaker, who has `seen` that many hands begin."""
        before = replace(recorder, hands=recorder.hands[:-1])
        ended = settled(before, language) if seen < len(recorder.hands) and before.hands else ()
        return *ended, *self.so_far(recorder, (recorder.speaker,), language)

    def tell(
        self, before: Recorder, after: Recorder, seats: tuple[str, ...], language: Language
    ) -> tuple[Explanation, ...]:
        """Pages on what happened since, as these seats may know it."""
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
                pages.append(cards_page(step.after, seat, language))
            elif seen_signal_text(step, language):
                # At a shared keyboard players ask for the signals they saw.
                if seat and notices(seat, step.call, step.before):
                    pages.append(call_page(step, ToldSoFar(), seat, language))
            elif not step.call.hands:
                pages.append(call_page(step, ToldSoFar(), seat, language))
                pages += self._remarks(step.call.seat, bot.of_call(step.call.verb), after, language)
        if hand.is_told and (old is None or not old.is_told):
            pages += settled(after, language)
            pages += self._afterwards(after, language)
        return tuple(page for page in pages if page.lines)

    def _afterwards(self, recorder: Recorder, language: Language) -> list[Explanation]:
        """A bot's remark on a finished hand."""
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
    """The cards shown when a hand is over, and the stones counted."""
    hand = recorder.hands[-1]
    position, (end, waiting) = hand.position, hand.settled
    shown = recorder.game.gaps.shown_hands(position, end, waiting)
    lines = [
        line
        for seat in position.order
        if seat in shown
        for line in cards_page(position, seat, language, yours=False).lines
    ]
    count = explain_by_step(hand.course.steps, end, waiting, language)[-1]
    return readback.page(*lines), count


def match_line(recorder: Recorder, language: Language) -> str:
    """The match in a line: who won or lost, everybody's stones, and the number of hands."""
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
            language.count_noun(
                "{seats} win in {number} hand: {score}",
                number,
                seats=language.join_list(seats),
                score=score,
            )
            if len(seats) > 1
            else language.count_noun(
                "{seat} wins in {number} hand: {score}", number, seat=seats[0], score=score
            )
        )
    if end.loser:
        return language.count_noun(
            "{seat} loses in {number} hand: {score}", number, seat=end.loser, score=score
        )
    return language.count_noun("{number} hand: {score}", number, score=score)


def _with_error_notes(recorder: Recorder, place: str, said: Answered) -> Recorder:
    """The record with a note on each error of a bot, and on a call that was made for it."""
    errors = [*said.mishaps]
    if said.instead:
        errors.append(BotError(INSTEAD, {"name": errors[-1].evidence["name"]}))
    for mishap in dict.fromkeys(map(_in_every_language, errors)):
        text = dict(mishap)
        recorder = recorder.note(place, {"text": text, "by": NOTED_BY})
    return recorder


def _in_every_language(mishap: BotError) -> tuple[tuple[str, str], ...]:
    return tuple(
        [
            (language.code, mishap.said(language))
            for language in map(open_language, whole_languages())
        ]
    )


def mishaps(before: Recorder, after: Recorder, language: Language) -> list[str]:
    """Texts on the errors of bots since then, from their notes."""
    known = before.match.notes or {}
    return [
        in_one_line(note["text"], language.code)
        for place, notes in (after.match.notes or {}).items()
        for note in notes[len(known.get(place, ())) :]
        if note.get("by") == NOTED_BY
    ]
