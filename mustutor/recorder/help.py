"""What may be typed while a match is taken down: of its game, with its seats and its cards."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor import games
from mustutor.errors import NotationError
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.recorder.commands import own_words
from mustutor.recorder.recorder import Recorder
from mustutor.register import traits

Row = tuple[str, str]
"""What is typed, and what it means."""
CARDS_SHOWN = 4
APART = 11
"""Cards of an example lie so far apart in the deck: of several suits and ranks."""


def help_page(recorder: Recorder, tongue: Language) -> Explanation:
    """What may be typed at a table, each with an example."""
    rows = (*_calls(recorder, tongue), *_hands(recorder, tongue), *_beside(recorder, tongue))
    lines = tuple([Line(meaning, said=typed) for typed, meaning in rows])
    return Explanation("", (Passage("", lines),))


def _calls(recorder: Recorder, tongue: Language) -> Iterator[Row]:
    """Calls, cards and signals, and how they are mended."""
    say, own = tongue.say, own_words(tongue)
    seat, other, *_ = recorder.match.seats
    calls = _said(recorder, tongue)
    of_lances = "lances" in traits(recorder.variant.game)
    heard = "paso, envido 2, 5 más, I raise to 8" if of_lances else ", ".join(calls)
    yield heard, say("A call by whoever speaks, as it was said.")
    yield f"{other} {calls[0]}", say("A call with its seat.")
    yield "?", say("A call nobody heard.")
    if "descarto" in recorder.grammar.verbs:
        thrown = say("Cards thrown that nobody saw; type descarto 7e 4b if they were seen.")
        yield "2 cartas", thrown
    cards = " ".join(_cards(recorder)[:CARDS_SHOWN])
    yield f"{seat} {cards}", say("Cards of a seat, whenever they are seen.")
    if teller_of(recorder.variant).gestures(recorder.variant, tongue):
        signal = say("A signal; dice and a word for something that was said.")
        yield f"{seat} sena duples", signal
    yield own["undo"], say("Take the last thing back.")
    place = f"{own['correct']} 1.{recorder.game.phases.paid[0]}.3"
    yield f"{place} {calls[-1]}", say("Change an earlier call; a note keeps the old.")
    if of_lances:
        more = say("The same, with all that was said after it in the lance.")
        yield f"{place} paso, paso", more


def _said(recorder: Recorder, tongue: Language) -> list[str]:
    """Words to begin a call with, as they are said at a table; a card where one belongs to them."""
    teller, seat, card = teller_of(recorder.variant), recorder.match.seats[0], _cards(recorder)[0]
    if "lances" in traits(recorder.variant.game):
        return [teller.aloud(verb, tongue) for verb in ("quiero", "paso")]
    found = []
    for word in recorder.grammar.bare:
        words = f"{word}{card}" if word.endswith(" ") else word
        try:
            recorder.grammar.read(f"{seat} {words}")
        except NotationError:
            words = word.strip()
        found.append(teller.aloud(words, tongue))
    return found


def _cards(recorder: Recorder) -> tuple[str, ...]:
    """Some cards of the deck, the best of a suit first."""
    return recorder.game.deck.cards()[::-APART]


def _hands(recorder: Recorder, tongue: Language) -> Iterator[Row]:
    """Lances, stones, hands, and who claims what."""
    say, own, seats = tongue.say, own_words(tongue), recorder.match.seats
    rounds = recorder.game.phases.paid
    if len(rounds) > 1:
        later = say("Go on at a later lance; nobody heard the ones between.")
        yield f"{own['lance']} {rounds[1]}", later
    sides = games.start(recorder.variant, seats=seats, mano=seats[0]).table.sides
    stones = " ".join(f"{side} {number}" for side, number in zip(sides, (5, 12), strict=False))
    stated = say("What each side has after a hand that cannot be worked out.")
    yield f"{own['stones']} {stones}", stated
    yield f"{own['mano']} {seats[1]}", say("Who is mano, where that is drawn by lot.")
    yield own["next"], say("Begin the next hand, to give its cards first.")
    claimed = f"{own['claim']} {seats[1]}: {sides[1]} 4"
    of_lances = "lances" in traits(recorder.variant.game)
    yield f"{claimed} pares" if of_lances else claimed, say("What somebody claims.")
    if recorder.game.of_count is not None:
        counted = say("Who claims the stones of a lance once everything has been said.")
        yield f"{own['cuenta']} {seats[0]} pares", counted


def _beside(recorder: Recorder, tongue: Language) -> Iterator[Row]:
    """What is told beside the play, what may be asked for, and how to leave."""
    say, own, game = tongue.say, own_words(tongue), recorder.game
    seat, other, *more = recorder.match.seats
    dealer = [seat, other, *more][-1]
    yield f"{own['shuffled']} {dealer}", say("Who shuffled; several in this order.")
    cut = say("Who cut, and how many cards; none if nobody was offered the cut.")
    yield f"{own['cut']} {dealer} 12", cut
    card, another = _cards(recorder)[:2]
    if game.of_draw is not None:
        drawn = say("The card that each player drew for the seats.")
        yield f"{own['draw']} {seat} {card}, {other} {another}", drawn
    if game.draws:
        turned = say("The card turned up beside the stock; draw Jd for one that was drawn.")
        yield f"{own['starter']} {card}", turned
    remark = say("A remark at a place, or at the last call.")
    yield f"{own['note']} 1.{game.phases.paid[0]}.3 !", remark
    yield f"{own['players']} {seat}=Ane, {other}=Bea", say("Who sits where.")
    yield own["show"], say("The hand so far, explained.")
    yield own["score"], say("What everybody has.")
    yield own["options"], say("What may be said now.")
    yield own["match"], say("Close this match and begin another at the same table.")
    yield own["close"], say("Write the finished record.")
    yield own["quit"], say("Leave; the same command goes on from here another time.")
