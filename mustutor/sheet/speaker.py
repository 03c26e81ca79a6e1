"""Who says a call whose seat a sheet leaves out: who is to speak there by the rules.

The match is played to that call. What the rules refuse is not repaired: it is given to whoever
is to speak, and verification refuses it.
"""

from __future__ import annotations

from typing import NoReturn

from mustutor import games
from mustutor.calls import DECK, FORGOTTEN, grammar_of, served
from mustutor.cards import read_card
from mustutor.errors import IllegalCall, NotationError, VariantError
from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.talk import declared_by_cards
from mustutor.language import mark
from mustutor.position import Position
from mustutor.replay.format import Replay, Round
from mustutor.replay.playback import play_back
from mustutor.replay.rules import rules_of
from mustutor.sheet.calls import Spoken
from mustutor.sheet.draft import Draft, Place
from mustutor.variant import Variant

MOST_HANDS = 100
"""In longer matches seats are written: for each hand all those before it are played."""


At = Position | str | None
"""Where a hand has come to; a call the rules refuse, or nothing, where that cannot be told."""


def seated(replay: Replay, draft: Draft) -> Replay:
    """The record with a seat for every call; refused where nobody can tell who speaks."""
    try:
        rules, _ = rules_of(replay)
    except VariantError:
        _unclear(next(iter(draft.open.values())))
    for number in sorted({hand for hand, _, _ in draft.open}):
        if number >= MOST_HANDS:
            spoken = next(told for place, told in draft.open.items() if place[0] == number)
            spoken.line.refuse(
                mark("After {most} hands every call needs its seat: write it before the call."),
                spoken.at,
                most=MOST_HANDS,
            )
        rounds = _seated_hand(replay, rules, number, draft.open)
        hand = replay.hands[number]._replace(rounds=rounds)
        hands = (*replay.hands[:number], hand, *replay.hands[number + 1 :])
        replay = replay._replace(hands=hands)
    return replay


def _seated_hand(
    replay: Replay, rules: Variant, number: int, left_out: dict[Place, Spoken]
) -> tuple[Round, ...]:
    position = _dealt(replay, rules, number)
    rounds: list[Round] = []
    for index, round_ in enumerate(replay.hands[number].rounds):
        calls = list(round_.calls)
        told = [left_out.get((number, index, place)) for place in range(len(calls))]
        position = _begun(position, round_.lance, told, calls)
        for place, spoken in enumerate(told):
            if spoken is not None:
                calls[place] = f"{_speaker(position, round_.lance, spoken)} {spoken.words}"
            position = _after(position, calls[place])
        position = _served(position, round_)
        rounds.append(round_._replace(calls=tuple(calls)))
    return tuple(rounds)


def _dealt(replay: Replay, rules: Variant, number: int) -> At:
    """The position of a hand once it is dealt; None where the record does not come so far."""
    hand = replay.hands[number]
    silent = tuple([Round(first.lance, ()) for first in hand.rounds[:1]])
    before = (*replay.hands[:number], hand._replace(rounds=silent))
    try:
        *_, played = play_back(replay._replace(hands=before), rules, checks=False)
    except IllegalCall:
        return None
    if played.number != number + 1 or played.failure is not None:
        return None
    return played.last or played.start


def _begun(position: At, lance: str, told: list[Spoken | None], calls: list[str]) -> At:
    """The position at the start of a round, with the declarations it may leave out made."""
    if isinstance(position, Position) and position.lance != lance:
        position = games.skip_to(position, lance)
    if not isinstance(position, Position) or position.said or lance not in DECLARED:
        return position
    verbs = {
        spoken.verb if spoken is not None else _verb(text, lance)
        for spoken, text in zip(told, calls, strict=True)
    }
    if verbs & {"tengo", "no tengo"}:
        return position
    return declared_by_cards(position, games.apply) or position


def _verb(text: str, lance: str) -> str:
    try:
        return grammar_of(lance).read(text).verb
    except NotationError:
        return ""


def _after(position: At, text: str) -> At:
    """The position after a call; the call itself where it is not legal."""
    if not isinstance(position, Position):
        return position
    try:
        call = games.read_call(text, position.variant)
        return None if call.verb == FORGOTTEN else games.hear(position, call)
    except NotationError:
        return None
    except IllegalCall:
        return text


def _served(position: At, round_: Round) -> At:
    """The position after the cards are served that a discard was followed by."""
    if not isinstance(position, Position) or round_.lance != "descarte":
        return position
    if position.speaker != DECK:
        return position
    try:
        cards = {seat: tuple(map(read_card, hand)) for seat, hand in (round_.draws or {}).items()}
    except NotationError:
        return None
    call = served(cards)
    if games.why_not(position, call) is not None:
        return None
    return games.game_of(position.variant.game).play(position, call)


def _speaker(position: At, lance: str, spoken: Spoken) -> str:
    """Who is to speak at a position, to say what no seat is written for."""
    if isinstance(position, str):
        spoken.line.refuse(
            mark(
                "The rules refuse {call}, before this: write the seat before what follows it, "
                "as in {example}."
            ),
            spoken.at,
            call=position,
            example=f"A1 {spoken.words}",
        )
    if position is None or spoken.verb in grammar_of(lance).beside or position.lance != lance:
        _unclear(spoken)
    if not position.speaker or position.speaker == DECK:
        _unclear(spoken)
    return position.speaker


def _unclear(spoken: Spoken) -> NoReturn:
    spoken.line.refuse(
        mark("Who says this is not clear: write the seat before it, as in {example}."),
        spoken.at,
        example=f"A1 {spoken.words}",
    )
