"""The recorder's answers: each call repeated in canonical spelling, and its consequences.

All of them are explanations and lines, in any language; showing them is not done here.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor import games
from mustutor.base.errors import MustutorError
from mustutor.base.language import Language, mark
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.failure import Failure
from mustutor.games.tell_hand import (
    calls_in_words,
    explain_by_step,
    explain_fault,
    explain_hand,
    legal_lines,
)
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.position import Position, Step
from mustutor.referee.recorder.hand import HandInProgress
from mustutor.referee.recorder.recorder import Corrected, Recorder


def page(*lines: Line) -> Explanation:
    """A page of lines without a heading."""
    return Explanation("", (Passage("", lines),))


def plain(text: str, *rules: str) -> Explanation:
    """A page of one sentence."""
    return page(Line(text, rules, indent=0))


# --- what was told -----------------------------------------------------------------------


def read_back(before: Recorder, after: Recorder, language: Language) -> Iterator[Explanation]:
    """Repeat what was heard since, each call in canonical spelling, and its consequences."""
    hand = after.hand
    if hand is None or before.hands == after.hands:
        return
    old = before.hand if len(before.hands) == len(after.hands) else None
    end, waiting = hand.settled
    pages = explain_by_step(hand.course.steps, end, waiting, language)
    if old is None:
        yield pages[0]
    known = len(old.course.steps) if old is not None else 0
    if old is None or (old.cards, old.shown) == (hand.cards, hand.shown):
        for step, shown in zip(hand.course.steps[known:], pages[1 + known : -1], strict=True):
            if shown.lines and not _unseen(step):
                yield shown
    unjudged = hand.course.unjudged[len(old.course.unjudged) if old is not None else 0 :]
    for lance, text in unjudged:
        seat, _, words = text.partition(" ")
        told = language.say("taken down as told, and not judged") if words else ""
        yield page(
            Line(told or language.say("{lance} begins.", lance=lance), seat=seat, said=words)
        )
    yield from _cards_told(old, hand)
    if hand.position.lance in ("end", "showdown") and not hand.course.unjudged:
        only_cards = old is not None and old.events == hand.events
        wanted = [seat for seat in hand.start.order if hand.position.hand_of(seat) is None]
        if waiting and only_cards and wanted:
            seats = language.join_list(wanted)
            yield plain(language.say("Still to be shown: the cards of {seats}.", seats=seats))
        elif (old is None or old.settled != hand.settled) and pages[-1].lines:
            yield pages[-1]


def unrepeated(told: Explanation, typed: str) -> Explanation:
    """The answer to a line that is still visible, without a call in the same words."""
    words = typed.strip()
    passages = []
    for passage in told.passages:
        lines = []
        for line in passage.lines:
            if not line.said or words not in (line.said, f"{line.seat} {line.said}"):
                lines.append(line)
            elif line.text:
                lines.append(line._replace(seat="", said=""))
        if lines:
            passages.append(passage._replace(lines=tuple(lines)))
    return told._replace(passages=tuple(passages))


def _unseen(step: Step) -> bool:
    """Whether the deck served unknown cards."""
    return step.call.seat == DECK and not step.call.hands


def _cards_told(old: HandInProgress | None, hand: HandInProgress) -> Iterator[Explanation]:
    before = {**old.cards, **old.shown} if old is not None else {}
    for seat, cards in {**hand.cards, **hand.shown}.items():
        if before.get(seat) != cards:
            yield page(Line("", seat=seat, said=" ".join(cards)))


# --- what is refused ---------------------------------------------------------------------


def refused(failure: Failure, language: Language) -> Explanation:
    """Explain why something cannot be recorded, and what is legal instead."""
    position = failure.position
    if position is None or failure.verdict != "illegal" or not failure.fault.rule:
        rules = (failure.fault.rule,) if failure.fault.rule else ()
        told = page(Line(failure.fault.said(language), rules, "refused", indent=0))
    else:
        options = games.options(position) if position.speaker else ()
        told = explain_fault(position, failure.fault, options, language)
    if not failure.text:
        return told
    at = language.say("{place} {call}", place=failure.place, call=failure.text)
    return told._replace(passages=(Passage("", (Line(at, indent=0),)), *told.passages))


def disagreeing(failure: Failure, language: Language) -> Explanation:
    """Explain which call does not agree with the cards, and what can be done."""
    why = failure.fault.said(language)
    known = {"place": failure.place, "call": failure.text, "why": why}
    rules = (failure.fault.rule,) if failure.fault.rule else ()
    said = language.say("These cards do not agree with {place} {call}: {why}", **known)
    advice = language.say(
        "If another call was made, correct it first: correct {place} and the call.", **known
    )
    return page(Line(said, rules, "refused", indent=0), Line(advice, indent=0))


def unread(problem: MustutorError, recorder: Recorder, language: Language) -> Explanation:
    """Explain what cannot be read, and what is legal."""
    position = recorder.awaited()
    legal = () if position is None else legal_lines(position, games.options(position), language)
    return page(Line(problem.said(language), kind="refused", indent=0), *legal)


def undone_by(corrected: Corrected, language: Language) -> Explanation:
    """Explain which later calls a correction undoes, and why; the question follows it."""
    failure, say = corrected.failure, language.say
    assert failure is not None
    told = [
        language.count(
            "{number} call would be removed, and nothing else.",
            "{number} calls would be removed, and nothing else.",
            corrected.undone,
        )
    ]
    if corrected.gaps:
        gaps = language.join_list(corrected.gaps)
        told.append(say("It would then be open what was said at {places}: ?", places=gaps))
    kept = mark(
        "Hand {hand} could then not be worked out: the stones after it would stay as they were "
        "taken down."
    )
    told += [say(kept, hand=hand) for hand in corrected.kept]
    advice = mark(
        "If you know everything that was said there, give it all at once: correct {place} {example}"
    )
    example = f"{corrected.new.partition(' ')[2]}, …"
    told.append(say(advice, place=corrected.place, example=example))
    sentence = mark("With {call} at {place}, a later call is no longer allowed:")
    return page(
        Line(say(sentence, call=corrected.new, place=corrected.place), indent=0),
        Line(say("{place} {call}", place=failure.place, call=failure.text or "")),
        Line(failure.fault.said(language), (failure.fault.rule,) if failure.fault.rule else ()),
        *[Line(text, indent=0) for text in told],
    )


# --- what is asked for -------------------------------------------------------------------


def prompt(recorder: Recorder, language: Language) -> str:
    """The prompt: who speaks, and what is legal."""
    say = language.say
    match recorder.wants:
        case "mano":
            seats = " ".join(recorder.manos)
            return say("Who is mano, of {seats}? > ", seats=seats)
        case "over":
            return say("The match is over (close it, or type match for another) > ")
        case "loose":
            return say("{place} (not judged: name the seat) > ", place=_place(recorder))
        case "cards":
            number = recorder.hands[-1].number
            return say("hand {number}: cards shown, or stones > ", number=number)
    name = dict(recorder.called).get(recorder.speaker, "")
    asked = f"{_place(recorder)} {recorder.speaker} ({legal(recorder, language)}) > "
    return f"{name} · {asked}" if name else asked


def legal(recorder: Recorder, language: Language) -> str:
    """The legal calls with their bounds, on one line."""
    position = recorder.awaited()
    return "" if position is None else " · ".join(calls_in_words(position, language))


def _place(recorder: Recorder) -> str:
    return str(recorder.awaiting.course.place)


def options(recorder: Recorder, language: Language) -> Explanation:
    """A page of the speaker's legal calls, each with its bounds."""
    position = recorder.awaited()
    if position is None:
        return plain(prompt(recorder, language).removesuffix("> ").rstrip())
    return page(*legal_lines(position, games.options(position), language))


def score(recorder: Recorder, language: Language) -> Explanation:
    """A page with the score of every side, and the games decided.

    While a hand is played that is what was paid in it by then, with or without known cards.
    """
    hand = recorder.hand
    if hand is None:
        return plain(language.say("No hand has begun."))
    if hand.position.speaker and not hand.course.unjudged:
        return page(*_stones(hand.position, language))
    return page(*_stones(hand.outcome or hand.settled[0], language))


def _stones(position: Position, language: Language) -> tuple[Line, ...]:
    teller = teller_of(position.variant)
    return teller.lines([teller.stones(position, whole=True)], position, language)


def hand_so_far(recorder: Recorder, language: Language) -> Explanation:
    """Explain the hand so far, every call and every stone."""
    hand = recorder.hand
    if hand is None:
        return plain(language.say("No hand has begun."))
    end, waiting = hand.settled
    return explain_hand(hand.course.steps, end, waiting, language)


def completions(recorder: Recorder, language: Language) -> tuple[str, ...]:
    """Completions of the next line, calls first: those of the speaker, with their least stake."""
    if recorder.wants == "mano":
        return recorder.manos
    position = recorder.awaited()
    calls: list[str] = []
    for option in games.options(position) if position is not None else ():
        if option.verb == "descarto":
            calls.append("descarto ")
        elif option.verb in ("envido", "subo"):
            call = Call(option.seat, option.verb, option.least)
            calls.append(write_call(call).partition(" ")[2])
        else:
            calls.append(teller_of(recorder.variant).aloud(option.verb, language))
    return tuple(calls)
