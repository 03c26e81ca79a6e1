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
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, SkillQuestion, WrongRule
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
from mustutor.model.position import Position, Step
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
    return tuple(dict.fromkeys(seat[0] for seat in names))


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

LANCE_HINTS = (
    mark("Say first how the lance ended: passed, refused or accepted; then who is best in it."),
    mark(
        "The winning side takes what was staked and, at pares and juego, the values of all its "
        "own hands as well. The losing side takes nothing for its cards."
    ),
)
QUESTIONS = {
    "deje": SkillQuestion(
        "number",
        "This is what is said {at_lance}. How many stones are taken as deje?",
        (
            mark("Look whether the last bet was accepted or refused, or whether there was none."),
            mark(
                "A refused bet gives its deje; a refused raise gives what stood before it, or "
                "what the table has agreed on. If everybody passes, nothing is refused, and "
                "there is no deje."
            ),
        ),
    ),
    "lance": SkillQuestion(
        "number",
        "This is what is said {at_lance}. How many stones does side {side} get for the "
        "lance altogether?",
        LANCE_HINTS,
    ),
    "hand": SkillQuestion(
        "settle",
        "Count the hand in order. How many stones does each side have afterwards? Before "
        "it: {stones}.",
        LANCE_HINTS,
    ),
    "first": SkillQuestion(
        "seat",
        "The game is played to {target}. Before the hand: {stones}. Which side wins the game?",
        (
            mark("It is not the bigger total that wins, but the side that gets there first."),
            mark(
                "Dejes come before everything else; then grande, chica, pares, and juego or "
                "punto, in this order. The count stops at the stone that reaches the target."
            ),
        ),
    ),
}


def pose(counted: AskedHand, language: Language) -> DrillPrompt:
    """Ask for stones, for what each has afterwards, or for who wins the game."""
    sides = counted.played.end.table.sides if counted.asked in ("hand", "first") else ()
    return drill_hands.pose_hand(
        counted,
        language,
        QUESTIONS[counted.asked],
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


_skill = partial(Skill, find=find, pose=pose, traits=("lances", "target"), under=under)
DRILLS = (
    *ONE_HAND_SKILLS,
    *HANDS_SKILLS,
    *MOMENT_SKILLS,
    *OFFER_SKILLS,
    *THROWING_SKILLS,
    *KEEPING_SKILLS,
    _skill(
        "deje.stones",
        mark("Deje and refused raises"),
        mark("Tell how many stones a refused bet or raise gives, and when there is no deje."),
        ("MUS-DEJE-1", "MUS-DEJE-2", "MUS-DEJE-3", "MUS-BET-20"),
        drills_wrong.DEJE,
        draw_deje,
        spread=40,
        edition=3,
    ),
    _skill(
        "count.lance",
        mark("Count a lance"),
        mark("Tell how many stones a side gets for a lance, stake and values together."),
        ("MUS-PAY-1", "MUS-PAY-4", "MUS-PAY-5", "MUS-PAY-6", "MUS-PAY-7", "MUS-DEJE-5"),
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
        mark("Count a hand in order"),
        mark("Settle a whole hand: what each side has afterwards."),
        ("MUS-CNT-1", "MUS-PAY-7", "MUS-VAL-7"),
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
        mark("Who is first to the target"),
        mark("Tell which side reaches the target first, in the order of the count."),
        ("MUS-CNT-1", "MUS-CNT-2", "MUS-END-2"),
        # It takes a deje in a lance, and stones passed or seen in those before it.
        drills_wrong.FIRST,
        draw_first,
        seek=seek_first,
        edition=3,
    ),
)


# --- puzzles --------------------------------------------------------------------------------

WHAT_TO_SAY = mark("You are {seat}. What do you say?")
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
    drill.PuzzleTheme(
        "ordago",
        mark("Órdago"),
        WHAT_TO_SAY,
        mark("Compare how often you win with what refusing costs at this score."),
        _facing_ordago,
    ),
    drill.PuzzleTheme(
        "last_stones",
        mark("The last five stones"),
        WHAT_TO_SAY,
        mark("Count who is paid first: dejes at once, then grande, chica, pares and juego."),
        _near_the_end,
    ),
    drill.PuzzleTheme(
        "partner",
        mark("Partner and signals"),
        WHAT_TO_SAY,
        mark("Your side has two hands: what does the signal say of the other one?"),
        _after_a_signal,
    ),
    drill.PuzzleTheme(
        "deje",
        mark("What a deje is worth"),
        WHAT_TO_SAY,
        mark("What does refusing give away, and how often do you win if you accept?"),
        _deje_counts,
    ),
    drill.PuzzleTheme(
        "mano",
        mark("Betting as mano"),
        WHAT_TO_SAY,
        mark("Everybody still speaks after you. Who would accept a bet, and with what?"),
        lambda position, _: _opens(position) and position.speaker == position.mano,
    ),
    drill.PuzzleTheme(
        "postre",
        mark("Betting as postre"),
        WHAT_TO_SAY,
        mark("All others have passed. What does that say of their hands?"),
        lambda position, _: _opens(position) and position.speaker == position.order[-1],
    ),
    drill.PuzzleTheme(
        "declared",
        mark("Pares and juego announced"),
        WHAT_TO_SAY,
        mark("How many rivals have it too, and does one of them speak before you?"),
        lambda position, _: position.lance in DECLARED and position.state.auction is not None,
    ),
    drill.PuzzleTheme(
        "accept",
        mark("Accept or refuse"),
        WHAT_TO_SAY,
        mark("How good must a hand be for a stake of this size?"),
        lambda position, _: bool(_facing(position)),
    ),
    drill.PuzzleTheme(
        "cut",
        mark("Cut or mus"),
        WHAT_TO_SAY,
        mark("New cards are new for all. Is this hand better than what the others hope for?"),
        lambda position, _: position.lance == "mus",
    ),
    drill.PuzzleTheme(
        "throw",
        mark("What to throw"),
        mark("You are {seat}. Which cards do you throw?"),
        mark("Which cards are worth most in two lances at once?"),
        lambda position, _: position.lance == "descarte",
    ),
)
"""The themes of puzzles, from the rarest moments to those that every hand has."""
