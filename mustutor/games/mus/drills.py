"""Drills on the stones of Mus: of a refusal, of a lance, of a whole hand, and who is first.

Hands are drawn by chance, or sought where chance seldom tells a wrong rule apart.

What a level adds, for the count of a hand and for who is first: as many lances with a bet in
them as the level, up to four, and higher stakes with each. For a single lance: 1 grande and
chica, 2 punto and refusals too, 3 pares and juego that nobody bet on, 4 those with bets, 5 those
with raises. For the deje: 1 refused bets, 2 refused raises too, 3 lances all passed, 4 pares and
juego, 5 twice raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from mustutor import games
from mustutor.base.language import Language, mark
from mustutor.games import drill, game_of
from mustutor.games.drill import DrillPrompt, SeededChance, WrongRule
from mustutor.games.mus import drills_wrong
from mustutor.games.mus_family import drill_hands, findings_count
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.bot_lances import GESTURE
from mustutor.games.mus_family.drill_hands import AskedHand
from mustutor.games.mus_family.drills_betting import MOMENT_SKILLS
from mustutor.games.mus_family.drills_hands import ONE_HAND_SKILLS, THROWING_SKILLS
from mustutor.games.mus_family.drills_odds import KEEPING_SKILLS, OFFER_SKILLS
from mustutor.games.mus_family.drills_order import HANDS_SKILLS
from mustutor.games.mus_family.findings_count import Movements
from mustutor.games.mus_family.hands import DECLARED, LANCES
from mustutor.games.mus_family.words import lance_names
from mustutor.games.player import PlayedSteps
from mustutor.games.question import Finding
from mustutor.model.position import Position, Step, sides_of
from mustutor.model.variant import Variant

FIGURES = "SCR"
"""With them there is juego more often, where a count is sought."""
COUNTS = 40
"""How many scores before a hand are tried, where a count is sought."""
NEAREST, FURTHEST = 3, 14
"""How many stones a side is short of the target, where it is asked who is first."""


class _Of(NamedTuple):
    """Which lances a level asks about, and what may happen in them."""

    lances: tuple[str, ...]
    kinds: tuple[str, ...]


DEJES = {
    1: _Of(("grande", "chica"), ("bet refused", "pass")),
    2: _Of(("grande", "chica"), ("bet refused", "raise refused")),
    3: _Of(("grande", "chica", "pares", "juego"), ("bet refused", "raise refused", "pass")),
    4: _Of(("pares", "juego", "punto"), ("bet refused", "raise refused", "pass")),
    5: _Of(("grande", "chica", "pares", "juego", "punto"), ("raise refused",)),
}
SINGLE = {
    1: _Of(("grande", "chica"), ("pass", "bet seen")),
    2: _Of(("grande", "chica", "punto"), ("pass", "bet seen", "bet refused", "raise refused")),
    3: _Of(("pares", "juego"), ("pass",)),
    4: _Of(("pares", "juego"), ("bet seen", "bet refused", "pass")),
    5: _Of(("pares", "juego", "punto"), ("raise seen", "raise refused", "bet seen")),
}
ANY = ("bet seen", "bet seen", "bet refused", "raise seen", "raise refused")
NEAR_THE_END = ("bet seen", "bet refused", "raise seen", "raise refused", "raise refused")
"""What happens in the lances of a hand that decides a game: more is refused, and taken at once."""
EARLY = ("grande", "chica")
SEEN, REFUSED = ("bet seen", "raise seen"), ("bet refused", "raise refused")
"""Where a deje is to come before what was counted: seen in the first lances, refused after them."""


def draw_deje(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a lance that is refused, or passed."""
    drawn = _one_lance(variant, DEJES[level], chance, high=1 + level)
    return None if drawn is None else drawn._replace(asked="deje")


def draw_lance(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a lance to its count, and ask what one of the sides gets for it."""
    drawn = _one_lance(variant, SINGLE[level], chance, high=1 + level)
    if drawn is None:
        return None
    return drawn._replace(asked="lance", side=chance.one_of(drawn.played.end.table.sides))


def seek_lance(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> AskedHand | None:
    """Play a lance to its count, and ask of the side a wrong rule counts otherwise."""
    drawn = _one_lance(variant, SINGLE[level], chance, high=1 + level, always=FIGURES)
    if drawn is None:
        return None
    sides = drawn.played.end.table.sides
    cases = (drawn._replace(asked="lance", side=side) for side in sides)
    return drill.first_told_apart(cases, target, find)


def _one_lance(
    variant: Variant, of: _Of, chance: SeededChance, *, high: int, always: str = ""
) -> AskedHand | None:
    lance = chance.one_of(of.lances)
    plans = drill_hands.plan_lances(chance, {lance: of.kinds}, high=high)
    played = drill_hands.play(drill_hands.seated(variant, chance), chance, plans, always=always)
    if played is None or played.end.winner:
        return None
    drawn = AskedHand(played, "lance", lance)
    if lance not in played.end.state.over or drawn.outcome.kind in ("nobody", "lone"):
        return None  # Only one side has pares or juego, so nothing is bet: another question.
    return drawn


def draw_hand(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a whole hand that does not end the game."""
    target = variant.number("score.target")
    sides = _sides(variant)
    collected = {side: chance.below(max(target // 3, 1)) for side in sides}
    played = _hand(variant, level, chance, collected, ANY)
    if played is None or played.end.winner or played.end.lance != "end":
        return None
    return AskedHand(played, "hand")


def draw_first(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a hand near the target: it is the count that decides the game."""
    target = variant.number("score.target")
    most = FURTHEST - level
    collected = {side: target - chance.between(NEAREST, most) for side in _sides(variant)}
    played = _hand(variant, level, chance, collected, NEAR_THE_END)
    if played is None or not played.end.winner or played.steps[-1].after.lance != "showdown":
        return None
    return AskedHand(played, "first")


def seek_first(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> AskedHand | None:
    """Play a hand near the target, and try from which stones its count tells a wrong order."""
    goal, most = variant.number("score.target"), FURTHEST - level
    sides = _sides(variant)
    far = _hand(variant, level, chance, dict.fromkeys(sides, goal - most), SEEN, REFUSED)
    counted = far.steps[-1].after if far is not None else None
    if far is None or counted is None or counted.lance != "showdown":
        return None
    whole = drills_wrong.whole_ledger(AskedHand(far, "first"))
    missing = list(product(range(NEAREST, most + 1), repeat=len(sides)))
    for short in chance.some_of(missing, min(len(missing), COUNTS)):
        collected = {side: goal - by for side, by in zip(sides, short, strict=True)}
        if drills_wrong.reached_from(collected, goal, counted.ledger):
            continue  # the game is over before the count
        first = drills_wrong.reached_from(collected, goal, whole)
        if not first:
            continue
        start = far.start._replace(stones=tuple(collected.values()))
        tried = AskedHand(far._replace(start=start), "first", whole=whole)
        if target.answer(tried) not in ("", first):
            seats, mano = far.start.order, far.start.mano
            again = games.start(variant, seats=seats, mano=mano, stones=collected)
            played = drill_hands.again(again, far)
            if played is not None and played.end.winner:
                return AskedHand(played, "first")
    return None


def _sides(variant: Variant) -> tuple[str, ...]:
    names = game_of(variant.game).rules.seats(variant, 0)
    return sides_of(names)


def _hand(
    variant: Variant,
    level: int,
    chance: SeededChance,
    collected: dict[str, int],
    kinds: tuple[str, ...],
    later: tuple[str, ...] = (),
) -> PlayedSteps | None:
    betting = drill_hands.bet_on(chance, level)
    by_lance = {lance: kinds if lance in EARLY else later or kinds for lance in betting}
    plans = drill_hands.plan_lances(chance, by_lance, high=2 + level)
    start = drill_hands.seated(variant, chance, stones=collected)
    return drill_hands.play(start, chance, plans)


def under(counted: AskedHand, variant: Variant) -> AskedHand | None:
    """The same hand under another rulebook, if it can be played there to its count."""
    start = drill_hands.started(counted.played.start, variant)
    played = start and drill_hands.again(start, counted.played)
    return counted._replace(played=played, whole=()) if played else None


# --- what the engine answers -------------------------------------------------------------


def find(counted: AskedHand) -> Finding:
    """What the engine finds of what is asked, with its reasons."""
    end, lance = counted.played.end, counted.lance
    match counted.asked:
        case "deje":
            return findings_count.stones(end, Movements(lance=lance, item="deje"))
        case "lance":
            return findings_count.stones(end, Movements(lance=lance, dst=counted.side))
        case _:
            return drill_hands.find_whole(counted)


# --- asking ------------------------------------------------------------------------------


def pose(counted: AskedHand, language: Language) -> DrillPrompt:
    """Ask for stones, for what each has afterwards, or for who wins the game."""
    sides = counted.played.end.table.sides if counted.asked in ("hand", "first") else ()
    return drill_hands.pose_hand(
        counted,
        language,
        drill.skill_question(f"mus.{counted.asked}"),
        drill.same_choices(sides),
        (_worked(counted, language),),
        shut=counted.asked == "deje",
        target=counted.played.end.variant.number("score.target"),
    )


def _worked(counted: AskedHand, language: Language) -> str:
    """The third hint: how the lances ended, and who is the best of those that are compared."""
    names = lance_names(language)["lance"]
    lines = [
        f"{names[outcome.lance]}: {_ended(counted.played.end, outcome, language)}"
        for outcome in counted.played.end.state.closed
        if counted.lance in ("", outcome.lance) and outcome.kind != "nobody"
    ]
    return language.say("This is how it ended. {lances}", lances="  ".join(lines))


ENDED = {
    "unanswered_bet": mark("{seat}'s bet was refused."),
    "unanswered_raise": mark("{seat}'s raise was refused; the stake before it was {stake}."),
    "seen": mark("{stake} were accepted; {seat} is best."),
    "unbet": mark("Nobody bet; {seat} is best."),
}


def _ended(end: Position, outcome: Outcome, language: Language) -> str:
    lone = mark("Only one side has it, so there was no bet.")
    refused, auction = outcome.kind.startswith("unanswered"), outcome.auction
    return language.say(
        ENDED.get(outcome.kind, lone),
        seat=auction.bettor if refused else drills_wrong.best_of(end, outcome),
        stake=auction.previous if refused else auction.stake,
    )


_skill = partial(drill.skill, find=find, pose=pose, traits=("lances", "target"), under=under)
DRILLS = (
    *ONE_HAND_SKILLS,
    *HANDS_SKILLS,
    *MOMENT_SKILLS,
    *OFFER_SKILLS,
    *THROWING_SKILLS,
    *KEEPING_SKILLS,
    _skill(
        "deje.stones",
        drills_wrong.DEJE,
        draw_deje,
        spread=40,
        edition=3,
    ),
    _skill(
        "count.lance",
        drill.shown_at(
            drills_wrong.COUNT,
            best_hand_only=(3, 4, 5),
            every_hand_pays=(3, 4, 5),
            stake_without_value=(4, 5),
            deje_without_value=(4, 5),
            passed_pays_nothing=(1, 2, 3, 4),
            unbet_pares_pay_one_more=(3, 4),
            every_juego_alike=(3, 4, 5),
            duples_as_two_pairs=(3, 4, 5),
            deje_is_the_stake=(2, 4, 5),
        ),
        draw_lance,
        seek=seek_lance,
        edition=3,
    ),
    _skill(
        "count.hand",
        drill.shown_at(
            drills_wrong.COUNT,
            passed_pays_nothing=(1, 2, 3),  # from level 4 on every lance has its bet
            unbet_pares_pay_one_more=(1, 2, 3),
        ),
        draw_hand,
        edition=2,
    ),
    _skill(
        "count.first",
        # It takes a deje in a lance, and stones passed or seen in those before it.
        drills_wrong.FIRST,
        draw_first,
        seek=seek_first,
        edition=3,
    ),
)


# --- puzzles --------------------------------------------------------------------------------

LAST_STONES, MANY = 5, 2
"""Stones to go that are the last ones; a deje that is more than the usual stone."""


def _facing(position: Position) -> int:
    """The stake that waits for an answer; 0 where nobody has bet."""
    auction = position.state.auction
    return auction.stake if auction is not None and position.lance in LANCES else 0


def _opens(position: Position) -> bool:
    return position.lance in LANCES and not _facing(position) and position.state.auction is not None


def _facing_ordago(position: Position, _: Sequence[Step]) -> bool:
    return bool(_facing(position)) and position.state.auction.ordago


def _near_the_end(position: Position, _: Sequence[Step]) -> bool:
    near = position.variant.number("score.target") - LAST_STONES
    return position.lance in LANCES and max(position.stones) >= near


def _after_a_signal(position: Position, steps: Sequence[Step]) -> bool:
    if position.lance not in LANCES:
        return False
    partners = [
        seat
        for seat in position.order
        if seat != position.speaker
        and position.table.side_of(seat) == position.table.side_of(position.speaker)
    ]
    return any(step.call.verb == GESTURE and step.call.seat in partners for step in steps)


def _deje_counts(position: Position, _: Sequence[Step]) -> bool:
    return bool(_facing(position)) and position.state.auction.previous >= MANY


PUZZLES = (
    drill.puzzle_theme("ordago", _facing_ordago),
    drill.puzzle_theme("last_stones", _near_the_end),
    drill.puzzle_theme("partner", _after_a_signal),
    drill.puzzle_theme("deje", _deje_counts),
    drill.puzzle_theme(
        "mano", lambda position, _: _opens(position) and position.speaker == position.mano
    ),
    drill.puzzle_theme(
        "postre", lambda position, _: _opens(position) and position.speaker == position.order[-1]
    ),
    drill.puzzle_theme(
        "declared",
        lambda position, _: position.lance in DECLARED and position.state.auction is not None,
    ),
    drill.puzzle_theme("accept", lambda position, _: bool(_facing(position))),
    drill.puzzle_theme("cut", lambda position, _: position.lance == "mus"),
    drill.puzzle_theme("throw", lambda position, _: position.lance == "descarte"),
)
"""The themes of puzzles, from the rarest moments to those that every hand has."""
