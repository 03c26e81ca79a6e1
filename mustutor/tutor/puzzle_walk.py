"""A puzzle as a question and as a walk: the table, the calls, and why one was right.

After a wrong call the hand is played out on a deal that beats it, with that call and with the best
one; then come the odds and the rule of thumb. After a right one come the reasons first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, groupby
from random import Random

from mustutor import games
from mustutor.base.errors import AnswerError, IllegalCall
from mustutor.base.language import Language, mark
from mustutor.base.register import game_part, traits
from mustutor.games import game_of
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.odds_discard import percent
from mustutor.games.question import AnswerChoice, Question, Scene, Stop, words_said
from mustutor.games.rulebook import in_language
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, Call, serve_call, write_call
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant
from mustutor.tutor.ladder import step_of
from mustutor.tutor.lesson.source import hearing
from mustutor.tutor.progress import PUZZLE_SKILL, PUZZLES, Progress
from mustutor.tutor.puzzle import Future, Puzzle, WrongCall, puzzle_named, themes
from mustutor.tutor.walk import StopSource

_TITLE = mark("Puzzles: what do you say?")
_WHAT = mark("You are {seat}. What do you say?")
_UNSURE = mark("Nobody can tell for sure what {call} is worth here: what else would you say?")
LONGEST_FUTURE, LONGEST_TALK = 12, 80
"""So many calls of a future, and of what was said, are told at the most."""


def puzzle_stop(puzzle: Puzzle, language: Language, place: str = "1") -> Stop:
    """A puzzle as a stop of a walk: the table as the seat sees it, and what it says."""
    position, seat = puzzle.position, puzzle.seat
    theme = themes().get(puzzle.theme)
    teller, seen = teller_of(puzzle.variant), puzzle.seen.position
    ranking = teller.ranking(position)
    is_throw = _is_thrown(puzzle, puzzle.read(puzzle.answers[0]))
    held = position.hand_of(seat) or ()

    throws = [" ".join(cards) for n in range(1, len(held) + 1) for cards in combinations(held, n)]
    right = puzzle.answers
    if is_throw:  # a card of the same rank is as good
        verb = right[0].partition(" ")[0]
        right = tuple([cards for cards in throws if counted_as(puzzle, f"{verb} {cards}") in right])
    question = Question(
        id=puzzle.name,
        skill=f"{PUZZLE_SKILL}{puzzle.theme}",
        kind="cards" if is_throw else "call",
        prompt=language.say(theme.asks if theme else _WHAT, seat=seat),
        answer=right[0],
        accepted=right[1:],
        choices=tuple([AnswerChoice(card, teller.shown([card], ranking)) for card in held])
        if is_throw
        else (),
        speaker=seat,
        understood=None if is_throw else partial(heard_as, puzzle),
        deck=game_of(puzzle.variant.game).chance.deck,
        game=puzzle.variant.game,
        hints=(*([language.say(theme.hint)] if theme else []), *_odds(puzzle, language)),
        why=partial(_why, puzzle, language, f"{verb} " if is_throw else ""),
    )
    title = in_language(puzzle.title, language.code) if puzzle.title else ""
    scene = Scene(
        language.say(theme.title if theme else _TITLE),
        Explanation("", (Passage(title, tuple(_said_so_far(puzzle, language))),)),
        seen,
        frozenset((seat,)),
        words_said(seen, puzzle.steps, language),
    )
    return Stop(place, scene, question)


def puzzle_stop_named(name: str, language: Language) -> Stop | None:
    """The stop of a puzzle that comes along, by its question's name, for a review."""
    found = puzzle_named(name)
    return None if found is None else puzzle_stop(found, language)


def heard_as(puzzle: Puzzle, words: str) -> str:
    """The call as it counts: a stake as the nearest that was tried, a card as it was played.

    Raises AnswerError where the rules refuse it.
    """
    said = hearing(puzzle.position)(words)
    found = counted_as(puzzle, said)
    if found in puzzle.unsure:
        raise AnswerError(_UNSURE, call=said)
    return found


def counted_as(puzzle: Puzzle, said: str) -> str:
    """The call tried that this one is most like; itself if it is like none.

    Cards that are thrown are alike by their ranks, those that are played as they are.
    """
    tried = [*puzzle.answers, *[wrong.call for wrong in puzzle.wrong], *puzzle.unsure]
    if said in tried:
        return said
    call = puzzle.read(said)

    def cards(one: Call) -> list[str]:
        return sorted([card.rank if _is_thrown(puzzle, one) else card for card in one.cards])

    alike = [
        (abs((one.stones or 0) - (call.stones or 0)), number)
        for number, one in enumerate(map(puzzle.read, tried))
        if one.verb == call.verb and cards(one) == cards(call)
    ]
    return tried[min(alike)[1]] if alike else said


def _is_thrown(puzzle: Puzzle, call: Call) -> bool:
    return call.verb in game_of(puzzle.variant.game).words.grammar.face_down


def _said_so_far(puzzle: Puzzle, language: Language) -> Iterator[Line]:
    """The rulebook, and the calls before the moment, round by round."""
    teller = teller_of(puzzle.variant)
    step = step_of(puzzle.variant)
    name = language.say(step.title) if step else in_language(puzzle.variant.name, language.code)
    yield Line(language.say("Rules: {variant}.", variant=name), kind="say", indent=0)
    calls = [step for step in puzzle.steps if step.call.seat != DECK]
    for round_, steps in groupby(calls, key=lambda step: step.before.lance):
        said = [_spoken(step.call, puzzle.variant, language) for step in steps]
        said = ["…", *said[-LONGEST_TALK:]] if len(said) > LONGEST_TALK else said
        text = f"{teller.heading(round_, language)}: {', '.join(said)}"
        yield Line(text, kind="say", indent=0)


def _spoken(call: Call, variant: Variant, language: Language) -> str:
    words = write_call(call, game_of(variant.game).words.grammar).partition(" ")[2]
    return f"{call.seat} {teller_of(variant).aloud(words, language)}"


# --- its reasons --------------------------------------------------------------------------


def because(puzzle: Puzzle, language: Language) -> Iterator[str]:
    """Why the answers are right: the odds, what the others lose, and the rule of thumb."""
    yield from _odds(puzzle, language)
    for wrong in puzzle.wrong:
        yield _cost(puzzle, wrong, language)
    adviser = game_part(puzzle.variant.game, "ADVISER", None)
    advised = adviser(puzzle.seen) if adviser is not None else None
    if advised is not None and advised.rule is not None:
        if counted_as(puzzle, advised.words) in puzzle.answers:
            rule = language.say(advised.rule.sentence)
            yield language.say("The rule of thumb: {rule}", rule=rule)
        else:
            yield language.say(
                "The rule of thumb would have {call} here: this is an exception to it.",
                call=advised.words,
            )


def _odds(puzzle: Puzzle, language: Language) -> Iterator[str]:
    """What the cards win, and what the stake and the score ask; nothing where nobody counted."""
    if puzzle.odds is None:
        return
    from mustutor.analysis.coach.decision import JudgedCall, Reason
    from mustutor.analysis.coach.report import odds_texts

    position, (odds, *asked) = puzzle.position, puzzle.odds
    auction, call = position.state.auction, puzzle.read(puzzle.answers[0])
    why = Reason(position.lance, position.queue[1:], auction.stake, auction.ordago, *asked)
    yield from odds_texts(JudgedCall(call, call, 0, puzzle.error, odds, (), why=why), language)


def _cost(puzzle: Puzzle, wrong: WrongCall, language: Language) -> str:
    """What a call loses, and in how many deals."""
    told: dict[str, object] = {"call": wrong.call, "best": puzzle.answers[0]}
    if "lances" in traits(puzzle.variant.game):
        from mustutor.analysis.coach.report import stones

        told |= {"stones": stones(wrong.loss, language), "error": stones(wrong.error, language)}
        lost = language.say("{call} loses {stones} ± {error} stones against {best}.", **told)
        if wrong.share is None:
            return lost
    shares = [percent(share or 0, 1000, language) for share in (wrong.share, wrong.against)]
    counted = language.say(
        "In {share} of the deals that fit, {best} does better than {call}; in {against} it is the"
        " other way round.",
        share=shares[0],
        against=shares[1],
        **told,
    )
    return f"{lost} {counted}" if "stones" in told else counted


def _why(puzzle: Puzzle, language: Language, verb: str, answer: str) -> tuple[Line, ...]:
    """The reasons; after a wrong answer first the deal that beats it."""
    kind = "parting" if answer else "reason"
    reasons = [Line(text, kind=kind) for text in because(puzzle, language)]
    said = counted_as(puzzle, f"{verb}{answer}") if answer else ""
    shown = next((one for one in puzzle.wrong if one.call == said or not answer), None)
    if shown is None:
        return (Line(language.say(_UNSURE, call=answer), kind=kind),) if answer else tuple(reasons)
    futures = list(_shown(puzzle, shown, kind, language))
    return tuple([*futures, *reasons] if answer else [*reasons, *futures])


def _shown(puzzle: Puzzle, wrong: WrongCall, kind: str, language: Language) -> Iterator[Line]:
    """A deal that tells against a call, played out with it and with the best."""
    if wrong.futures is None:
        return
    heading = language.say("A deal that beats {call}:", call=wrong.call)
    if wrong.share is None:
        heading = language.say("As the cards really lay:")
    yield Line(heading, kind=kind, indent=0)
    teller, paid = teller_of(puzzle.variant), game_part(puzzle.variant.game, "PHASES").paid
    start = puzzle.with_cards(wrong.cards)
    ranking = teller.ranking(start)
    for seat in start.order:
        if seat in wrong.cards:
            cards = teller.shown(start.hand_of(seat) or (), ranking)
            yield Line("", kind=kind, seat=seat, said=cards)
    for call, future in zip((wrong.call, puzzle.answers[0]), wrong.futures, strict=True):
        steps = list(played_out(puzzle, start, call, future))
        told = [step for step in steps if step.before.lance == start.lance][1:]
        calls = [_spoken(step.call, puzzle.variant, language) for step in told[:LONGEST_FUTURE]]
        if start.lance not in paid:  # what matters of the talk are the cards it ends with
            last = steps[-1].after
            calls = [
                f"{seat} {teller.shown(last.hand_of(seat) or (), ranking)}" for seat in last.order
            ]
        ends = _ends(future, steps[-1].after, language)
        text = f"{', '.join(calls)}. {ends}" if calls else ends
        yield Line(text, kind=kind, seat=puzzle.seat, said=call)


def _ends(future: Future, end: Position, language: Language) -> str:
    """How a hand ends: who has won or lost the game, or what each side has."""
    has = traits(end.variant.game)
    if future.decided and "target" in has:
        return language.say("{side} wins the game.", side=future.decided)
    if future.decided and "own_stones" in has:
        return language.say("{side} loses the game.", side=future.decided)
    front = ", ".join([f"{side} {stones}" for side, stones in future.after.items()])
    return language.say("At the end: {front}.", front=front)


def played_out(puzzle: Puzzle, start: Position, call: str, future: Future) -> Iterator[Step]:
    """The steps of a future, from the moment with all cards laid; raises IllegalCall."""
    position, variant = start, puzzle.variant
    deck = game_of(variant.game).chance.deck
    for heard in (f"{puzzle.seat} {call}", *future.heard):
        if isinstance(heard, str):
            made = games.step(position, games.read_call(heard, variant))
        else:
            served = {seat: tuple(map(deck.read, cards)) for seat, cards in heard.items()}
            made = games.step(position, serve_call(served))
        if not isinstance(made, Step):
            raise IllegalCall(made)
        yield made
        position = made.after


class PuzzleSource(StopSource):
    """Puzzles as a walk: those given, in their order, or one after the other as somebody asks.

    `chosen` gives the puzzle after those that were asked, `most` says how many there will be.
    """

    def __init__(
        self,
        given: Sequence[Puzzle],
        language: Language,
        chosen: Callable[[Sequence[Puzzle]], Puzzle | None] = lambda _: None,
        most: int = 0,
    ) -> None:
        self.puzzles, self.language = list(given), language
        self._chosen, self._most = chosen, max(most, len(given))
        self._stops: dict[int, Stop] = {}

    @property
    def name(self) -> str:
        """The name in a progress file."""
        return PUZZLES

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return self.language.say(_TITLE)

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return self._most

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0; None past the end."""
        while len(self.puzzles) <= index < self._most:
            found = self._chosen(self.puzzles)
            if found is None:
                self._most = len(self.puzzles)
                return None
            self.puzzles.append(found)
        if not 0 <= index < self._most:
            return None
        if index not in self._stops:
            self._stops[index] = puzzle_stop(self.puzzles[index], self.language, str(index + 1))
        return self._stops[index]

    def find(self, place: str) -> int | None:
        """The index of a puzzle, by its number from 1 or its name."""
        named = [one.id for one in self.puzzles]
        if place in named:
            return named.index(place)
        number = int(place) if place.isascii() and place.isdigit() and len(place) < 6 else 0
        return number - 1 if 1 <= number <= len(self.puzzles) else None


NEAREST = 6
"""One of so many puzzles is drawn: those that come nearest to what somebody can."""


def fitting(
    puzzles: Sequence[Puzzle], progress: Callable[[], Progress], random: Random
) -> Callable[[Sequence[Puzzle]], Puzzle | None]:
    """What chooses the next puzzle: new to the learner, and as hard as they are good."""

    def choose(asked: Sequence[Puzzle]) -> Puzzle | None:
        now = progress()
        met = {answer.question for answer in now.answers}
        left = [one for one in puzzles if one not in asked]
        fresh = [one for one in left if one.name not in met] or left
        near = sorted(fresh, key=lambda one: abs(one.rating - now.rating.rating))[:NEAREST]
        return random.choice(near) if near else None

    return choose
