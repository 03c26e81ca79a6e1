"""Who says a call whose seat a sheet leaves out: who is to speak there by the rules.

The match is played to that call. What the rules refuse is not repaired: it is given to whoever
is to speak, and verification refuses it.
"""

from __future__ import annotations

from typing import NoReturn

from mustutor.calls import DECK, grammar_of
from mustutor.errors import IllegalCall, VariantError
from mustutor.language import mark
from mustutor.replay.failure import Failure
from mustutor.replay.format import Replay, Round
from mustutor.replay.playback import play_back, player_of
from mustutor.replay.player import Player
from mustutor.replay.rules import rules_of
from mustutor.sheet.calls import Spoken
from mustutor.sheet.draft import Draft, Place
from mustutor.variant import Variant

MOST_HANDS = 100
"""In longer matches seats are written: for each hand all those before it are played."""


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
    player = _dealt(replay, rules, number)
    rounds: list[Round] = []
    for index, round_ in enumerate(replay.hands[number].rounds):
        calls = list(round_.calls)
        told = [left_out.get((number, index, place)) for place in range(len(calls))]
        player = _begun(player, round_, told)
        for place, spoken in enumerate(told):
            if spoken is not None:
                calls[place] = f"{_speaker(player, round_.lance, spoken)} {spoken.words}"
            if player is not None:
                player.hear(calls[place])
        if player is not None and player.position.speaker == DECK:
            player.serve(round_.draws or {})
        rounds.append(round_._replace(calls=tuple(calls)))
    return tuple(rounds)


def _dealt(replay: Replay, rules: Variant, number: int) -> Player | None:
    """Who hears a hand from its deal on; None where the record does not come so far."""
    hand = replay.hands[number]
    before = (*replay.hands[:number], hand._replace(rounds=(), deal=None))
    try:
        *_, played = play_back(replay._replace(hands=before), rules, checks=False)
    except IllegalCall:
        return None
    if played.number != number + 1 or played.failure is not None:
        return None
    return player_of(played.start, hand)


def _begun(player: Player | None, round_: Round, told: list[Spoken | None]) -> Player | None:
    """Who hears the hand at the start of a round, with the declarations it may leave out made."""
    if player is None or player.failure is not None:
        return player
    # Whoever says it, the words tell whether anybody declares.
    anybody = player.position.order[0]
    calls = [
        text if spoken is None else f"{anybody} {spoken.words}"
        for spoken, text in zip(told, round_.calls, strict=True)
    ]
    failure = player.begin(round_.lance, calls).failure
    refused_at = failure.position if failure is not None else None
    if refused_at is not None and refused_at.lance == round_.lance:
        return Player(refused_at)  # whose turn it would be is known all the same
    return player


def _speaker(player: Player | None, lance: str, spoken: Spoken) -> str:
    """Who is to speak when so much is heard, to say what no seat is written for."""
    failure = player.failure if player is not None else None
    if failure is not None and _is_refused(failure):
        spoken.line.refuse(
            mark(
                "The rules refuse {call}, before this: write the seat before what follows it, "
                "as in {example}."
            ),
            spoken.at,
            call=failure.text,
            example=f"A1 {spoken.words}",
        )
    if player is None or failure is not None or player.unjudged or not player.under_way:
        _unclear(spoken)
    position = player.position
    if spoken.verb in grammar_of(lance).beside or position.lance != lance:
        _unclear(spoken)
    if not position.speaker or position.speaker == DECK:
        _unclear(spoken)
    return position.speaker


def _is_refused(failure: Failure) -> bool:
    """Whether the rules refuse a call here; what cannot be read, or is no call, they do not."""
    read = failure.position is not None and failure.verdict != "unreadable"
    return read and failure.text != ""


def _unclear(spoken: Spoken) -> NoReturn:
    spoken.line.refuse(
        mark("Who says this is not clear: write the seat before it, as in {example}."),
        spoken.at,
        example=f"A1 {spoken.words}",
    )
