"""The recorder's commands: facts told besides the calls, the help, and starting a record.

The first functions record who shuffled and cut, the draw for seats and the claims of stones; each
takes the typed words, and returns the record with what the rules make of them. What the rules
forbid is recorded all the same, because it happened. `help_page` lists what may be typed,
`sit_down` starts a match, `resume_match` continues one, `begin_dealt_hand` starts a hand that was
dealt by a program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple, NoReturn

from mustutor import games
from mustutor.base.errors import IllegalCall, NotationError, ReplayError
from mustutor.base.json_text import Json
from mustutor.base.language import Language, available, mark, open_language, plain_text
from mustutor.base.register import traits
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.failure import Unplayable
from mustutor.games.player import Round
from mustutor.games.protocols import Statement
from mustutor.games.teller import teller_of
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.recorder.hand import (
    AS_IT_WAS,
    FIELDS,
    SHOWN,
    Cards,
    Event,
    HandInProgress,
    begin_hand,
    events_of,
    play_on,
    read_cards,
    show_again,
)
from mustutor.referee.recorder.recorder import Recorder
from mustutor.referee.statements import stated_facts, unreadable_facts
from mustutor.replay.format import MANO, TALK, Hand, Replay


@cache
def words_of(language: Language) -> dict[str, str]:
    """The commands by their words, in English and in the reader's language."""
    said = own_words(language)
    return {command: command for command in said} | {
        plain_text(word): command for command, word in said.items()
    }


@cache
def own_words(language: Language) -> dict[str, str]:
    """Each command's word in the reader's language."""
    return language.terms(
        "recording",
        "cards, mano, next, lance, stones, claim, note, players, undo, cuenta, shuffled, cut, "
        "draw, starter, correct, show, score, options, help, match, close, quit",
    )


def means(answer: str, word: str) -> bool:
    """Whether an answer is yes, or no: the `word`, in whichever language, or its first letter."""
    said = {
        plain_text(open_language(code).terms("recording", "yes, no")[word]) for code in available()
    }
    return plain_text(answer) in {word[0], *said}


NOBODY = "none"
MOST_DIGITS = 3


class Told(NamedTuple):
    """A record with a fact added, and what the rules make of it."""

    recorder: Recorder
    statements: tuple[Statement, ...]


def shuffled(recorder: Recorder, words: str) -> Told:
    """Record ``A2 B2``: who shuffled, in this order; ``none``: nobody."""
    seats = [] if words.casefold() == NOBODY else [_seat(recorder, one) for one in words.split()]
    if not words:
        _ask(mark("This should say who shuffled, as in {example}."), "shuffled A2 B2")
    return _set_deal_field(recorder, "shuffled", seats)


def cut(recorder: Recorder, words: str) -> Told:
    """Record ``A2 12``: who cut, and how many cards; ``none``: nobody was offered the cut."""
    who, *rest = words.split() or [""]
    if words.casefold() == NOBODY:
        return _set_deal_field(recorder, "cut", NOBODY)
    number = rest[0] if rest else "1"
    if not who or len(rest) > 1 or not number.isdecimal() or len(number) > MOST_DIGITS:
        _ask(mark("This should say who cut, and how many cards, as in {example}."), "cut A2 12")
    lifted = {"cards": int(number)} if rest else {}
    return _set_deal_field(recorder, "cut", {"by": _seat(recorder, who), **lifted})


def starter(recorder: Recorder, words: str) -> Told:
    """Record ``Td``: the card turned up beside the stock, in games that have one."""
    if not recorder.game.chance.turns_card_up:
        sentence = mark(
            "No card is turned up in this game; where one is, it is given as in {example}."
        )
        _ask(sentence, "Td")
    return _set_deal_field(recorder, "starter", str(recorder.game.chance.deck.read(words)))


def draw(recorder: Recorder, words: str) -> Told:
    """Record ``A1 Ro, B1 3c``: the card each player drew for the seats."""
    found = {}
    for item in words.split(","):
        seat, _, card = recorder.seated(item.strip()).partition(" ")
        if not card.strip():
            _ask(mark("This should say who drew which card, as in {example}."), "draw A1 Ro, B1 3c")
        found[_seat(recorder, seat)] = str(recorder.game.chance.deck.read(card.strip()))
    before: Json = recorder.match.about.get("draw", {})
    grown = _require_readable(recorder.about(draw={**before, **found}))
    facts = stated_facts(grown.record(), grown.variant, ())
    return Told(grown, tuple([fact.statement for fact in facts if fact.place == "draw"]))


def claims(recorder: Recorder, words: str) -> Told:
    """Record ``A1 pares, B1 grande``: who claims the stones of which lance; ``none``: nobody.

    Earlier claims stay. Raises NotationError while the hand is still played.
    """
    hand = recorder.hand
    if hand is None or hand.course.unjudged or hand.position.lance not in ("showdown", "end"):
        sentence = mark(
            "Stones are claimed once everything has been said in a hand, before the next "
            "one begins."
        )
        raise NotationError(sentence)
    told = () if words.casefold() == NOBODY else tuple(_claims(recorder, words))
    claimed = hand.claimed((*(hand.counting or ()), *told))
    grown = _require_readable(recorder.with_hands((*recorder.hands[:-1], claimed)))
    game = recorder.game
    if game.conduct.judge_count is None:
        return Told(grown, ())
    end, waiting = claimed.settled
    last = claimed.course.last or claimed.start
    return Told(grown, tuple(game.conduct.judge_count(last, end, waiting, claimed.counting or ())))


def _claims(recorder: Recorder, words: str) -> Iterator[str]:
    for item in words.split(","):
        seat, _, rest = recorder.seated(item.strip()).partition(" ")
        lance = rest.casefold().removeprefix("cobra ").strip()
        if lance not in recorder.game.rules.phases.paid:
            example = "cuenta A1 pares, B1 grande"
            _ask(mark("This should say who claims which lance, as in {example}."), example)
        yield f"{_seat(recorder, seat)} cobra {lance}"


def _set_deal_field(recorder: Recorder, field: str, value: object) -> Told:
    """Set a field of the deal: of this hand, or of the next if this one is over."""
    begins = recorder.wants == "next"
    if not recorder.hands or (recorder.wants in ("mano", "over") and not begins):
        raise NotationError(
            mark("The match is over: no other hand follows.")
            if recorder.wants == "over"
            else mark("Say who is mano first.")
        )
    hand = recorder.awaiting if begins else recorder.hands[-1]
    others = recorder.hands if begins else recorder.hands[:-1]
    start = recorder.next_start(others, hand.start.mano)
    deal = {**hand.deal, field: value}
    fresh = begin_hand(start, deal=deal, extra=hand.extra, counting=hand.counting)
    again = replace(fresh, cards=hand.cards, shown=hand.shown).replayed(hand.events)
    grown = _require_readable(recorder.with_hands((*others, replace(again, stated=hand.stated))))
    judged: Iterable[Statement] = recorder.game.conduct.judge_deal(again.start, again.deal)
    return Told(grown, tuple([one for one in judged if one.what == f"deal.{field}"]))


def _seat(recorder: Recorder, text: str) -> str:
    return recorder.names.seat(text) or text.upper()


def _require_readable(recorder: Recorder) -> Recorder:
    """Return the record. Raises Unplayable if its facts name unknown seats or cards."""
    failure = unreadable_facts(recorder.record(), recorder.variant)
    if failure is not None:
        raise Unplayable(failure)
    return recorder


def _ask(sentence: str, example: str) -> NoReturn:
    raise NotationError(sentence, example=example)


Row = tuple[str, str]
"""What is typed, and what it means."""
CARDS_SHOWN = 4
APART = 11
"""The distance of example cards in the deck, so that suits and ranks differ."""


def help_page(recorder: Recorder, language: Language) -> Explanation:
    """What may be typed at a table, each with an example."""
    parts = (_call_rows, _hand_rows, _other_rows)
    rows = [row for part in parts for row in part(recorder, language)]
    lines = tuple([Line(meaning, said=typed) for typed, meaning in rows])
    return Explanation("", (Passage("", lines),))


def _call_rows(recorder: Recorder, language: Language) -> Iterator[Row]:
    """Help on calls, cards and signals, and on correcting them."""
    say, own = language.say, own_words(language)
    seat, other, *_ = recorder.match.seats
    calls = _example_calls(recorder, language)
    of_lances = "lances" in traits(recorder.variant.game)
    heard = "paso, envido 2, 5 más, I raise to 8" if of_lances else ", ".join(calls)
    yield heard, say("A call by whoever speaks, as it was said.")
    yield f"{other} {calls[0]}", say("A call with its seat.")
    yield "?", say("What may be said now.")
    yield f"{other} ?", say("A call nobody heard.")
    yield "+", say("What was refused was said all the same: it is taken down as it was.")
    thrown = say("Cards thrown that nobody saw; type descarto 7e 4b if they were seen.")
    if "descarto" in recorder.grammar.verbs:
        yield "2 cartas", thrown
    cards = " ".join(_cards(recorder)[:CARDS_SHOWN])
    yield f"{seat} {cards}", say("Cards of a seat, whenever they are seen.")
    if teller_of(recorder.variant).gestures(recorder.variant, language):
        signal = say("A signal; dice and a word for something that was said.")
        yield f"{seat} sena duples", signal
    yield own["undo"], say("Take the last thing back.")
    place = f"{own['correct']} 1.{recorder.game.rules.phases.paid[0]}.3"
    yield f"{place} {calls[-1]}", say("Change an earlier call; a note keeps the old.")
    if of_lances:
        more = say("The same, with all that was said after it in the lance.")
        yield f"{place} paso, paso", more


def _example_calls(recorder: Recorder, language: Language) -> list[str]:
    """Example calls as they are said at a table, with a card where one belongs to them."""
    teller, seat, card = teller_of(recorder.variant), recorder.match.seats[0], _cards(recorder)[0]
    if "lances" in traits(recorder.variant.game):
        return [teller.aloud(verb, language) for verb in ("quiero", "paso")]
    found = []
    for word in recorder.grammar.bare:
        words = f"{word}{card}" if word.endswith(" ") else word
        try:
            recorder.grammar.read(f"{seat} {words}")
        except NotationError:
            words = word.strip()
        found.append(teller.aloud(words, language))
    return found


def _cards(recorder: Recorder) -> tuple[str, ...]:
    """Example cards, the best of a suit first."""
    return recorder.game.chance.deck.cards()[::-APART]


def _hand_rows(recorder: Recorder, language: Language) -> Iterator[Row]:
    """Help on lances, stones, hands, and claims."""
    say, own, seats = language.say, own_words(language), recorder.match.seats
    rounds = recorder.game.rules.phases.paid
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
    if recorder.game.conduct.judge_count is not None:
        counted = say("Who claims the stones of a lance once everything has been said.")
        yield f"{own['cuenta']} {seats[0]} pares", counted


def _other_rows(recorder: Recorder, language: Language) -> Iterator[Row]:
    """Help on facts besides the play, on questions, and on leaving."""
    say, own, game = language.say, own_words(language), recorder.game
    seat, other, *more = recorder.match.seats
    dealer = [seat, other, *more][-1]
    yield f"{own['shuffled']} {dealer}", say("Who shuffled; several in this order.")
    cut = say("Who cut, and how many cards; none if nobody was offered the cut.")
    yield f"{own['cut']} {dealer} 12", cut
    card, another = _cards(recorder)[:2]
    if game.conduct.judge_seat_draw is not None:
        drawn = say("The card that each player drew for the seats.")
        yield f"{own['draw']} {seat} {card}, {other} {another}", drawn
    if game.chance.turns_card_up:
        turned = say("The card turned up beside the stock; draw Jd for one that was drawn.")
        yield f"{own['starter']} {card}", turned
    remark = say("A remark at a place, or at the last call.")
    yield f"{own['note']} 1.{game.rules.phases.paid[0]}.3 !", remark
    yield f"{own['players']} {seat}=Ane, {other}=Bea", say("Who sits where.")
    yield own["show"], say("The hand so far, explained.")
    yield own["score"], say("What everybody has.")
    yield own["options"], say("What may be said now.")
    yield own["match"], say("Close this match and begin another at the same table.")
    yield own["close"], say("Write the finished record.")
    yield own["quit"], say("Leave; the same command goes on from here another time.")


MOST_SEATS = 8
"""No rulebook is for more."""


def sit_down(variant: Variant, match: Replay) -> Recorder:
    """Start recording a match; `match` is its record without hands.

    Raises IllegalCall if the rules do not allow such a table.
    """
    seats = match.seats
    # Mano is not known yet; starting with any seat checks that this table is allowed.
    mano = next((s for s in seats if (match.start or {}).get(s, 1)), seats[0])
    games.start(variant, seats=seats, mano=mano, stones=match.start, games=match.games)
    return Recorder(variant, match)


def sizes(variant: Variant) -> tuple[int, ...]:
    """The numbers of players that these rules allow, from two to eight.

    >>> from mustutor.model.variant import load_variant
    >>> sizes(load_variant("encaje")), sizes(load_variant("madrid"))
    ((2, 3, 4, 5, 6), (4,))
    """
    return tuple([number for number in range(2, MOST_SEATS + 1) if _fits(variant, number)])


def _fits(variant: Variant, number: int) -> bool:
    seats = games.game_of(variant.game).rules.seats(variant, number)
    try:
        return len(seats) == number and bool(games.start(variant, seats=seats, mano=seats[0]))
    except IllegalCall:
        return False


def resume_match(replay: Replay, variant: Variant) -> Recorder:
    """Resume an open record. Raises Unplayable if its calls cannot stand."""
    recorder = sit_down(variant, replay._replace(hands=()))
    hands: list[HandInProgress] = []
    for hand in replay.hands:
        hands.append(resume_hand(hand, recorder.next_start(hands, mano_of(hand))))
    return replace(recorder, hands=tuple(hands))


def resume_hand(hand: Hand, start: Position) -> HandInProgress:
    """Resume a hand from its record. Raises Unplayable if its calls cannot stand."""
    others = {name: told for name, told in hand.extra.items() if name not in FIELDS}
    counting = None if hand.claimed is None else tuple(hand.claimed)
    hands = [begin_hand(start, deal=hand.deal, extra=others, counting=counting)]
    talk, shown = _extra_fields(hand, start.variant)
    refused = hand.extra.get(AS_IT_WAS)
    as_it_was = set(refused) if isinstance(refused, list) else set()
    dealt = {seat: read_cards(texts, start.variant) for seat, texts in hand.cards.items()}
    odd = {seat: dealt.pop(seat) for seat in list(dealt) if seat in as_it_was}
    hands[0] = replace(hands[0], odd=odd)
    if talk is None:
        skipped = bool(hand.rounds) and hand.rounds[0].lance != start.lance
        events = (Event(lance=hand.rounds[0].lance),) if skipped else ()
        hands[0] = replace(hands[0], cards=dealt).replayed(events)
    game = games.game_of(start.variant.game)
    told, number = list[Event](), 0
    for event in events_of((*(talk or ()), *hand.rounds), game):
        number += bool(event.call)
        told.append(event._replace(as_it_was=bool(event.call) and number in as_it_was))
    play_on(hands, told, None)
    if talk is None and shown:
        hands[0] = replace(hands[0], shown=shown).replayed(hands[0].events)
    elif talk is not None:
        show_again(hands, {**dealt, **shown})
    play_on(hands, (), hand.after)
    return hands[0]


def mano_of(hand: Hand) -> str:
    """The mano at the start of a hand."""
    return str(hand.extra.get(MANO, hand.mano))


def _extra_fields(hand: Hand, variant: Variant) -> tuple[list[Round] | None, dict[str, Cards]]:
    """The talk kept beside a hand's rounds, and shown cards that the deal does not have."""
    try:
        talk = hand.extra.get(TALK)
        rounds = [
            Round(str(one["lance"]), tuple(map(str, one["calls"])), one.get("draws"))
            for one in (() if talk is None else talk)
        ]
        shown = {
            str(seat): read_cards(map(str, texts), variant)
            for seat, texts in hand.extra.get(SHOWN, {}).items()
        }
    except (TypeError, KeyError, AttributeError, NotationError):
        sentence = mark("What this hand keeps beside the format ({fields}) cannot be read.")
        raise ReplayError(sentence, fields=f"{TALK}, {SHOWN}") from None
    return None if talk is None else rounds, shown


def begin_dealt_hand(recorder: Recorder, dealt: Replay) -> Recorder:
    """Start the next hand with a program's deal: its commitments and words, not its cards.

    Raises ReplayError if it is no deal, or one for another table; Unplayable if the previous hand
    is not over.
    """
    from mustutor.referee.trust.redaction import TABLE, redacted

    table = redacted(dealt, TABLE)
    hand = table.hands[0] if len(table.hands) == 1 else None
    if hand is None or hand.rounds or not hand.shuffle.get("table_seed"):
        sentence = mark(
            "It holds no hand that has been dealt and not yet played: mustutor replay deal "
            "writes one."
        )
        raise ReplayError(sentence)
    match, manos = recorder.match, recorder.manos
    known = (table.seats, table.variant.get("digest")) == (match.seats, recorder.variant.digest)
    if not known or (manos and hand.mano not in manos):
        sentence = mark("This hand was dealt for another table, with other rules, seats or mano.")
        raise ReplayError(sentence)
    start = recorder.next_start(recorder.hands, hand.mano)
    return replace(recorder, hands=(*recorder.hands, resume_hand(hand, start)), before=recorder)
