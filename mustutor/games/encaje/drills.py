"""The stones of Encaje: bets nobody saw, pots, whole hands, and the end of the game.

What a level adds: 1 has three players and pots of single bets, 2 four players and folds, 3 raises,
4 short stacks, 5 five players and the values of hands too. For a whole hand as many lances are
bet on as the level says, up to four; for the end of the game the stacks grow from 3 to 7.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from mustutor.base.language import Language
from mustutor.games import drill
from mustutor.games.drill import DrillPrompt, SeededChance
from mustutor.games.encaje import drills_wrong
from mustutor.games.mus_family import drill_hands, findings_count
from mustutor.games.mus_family.drill_hands import AskedHand
from mustutor.games.mus_family.drills_betting import MOMENT_SKILLS
from mustutor.games.mus_family.drills_hands import ONE_HAND_SKILLS
from mustutor.games.mus_family.drills_order import HANDS_SKILLS
from mustutor.games.mus_family.findings_count import Movements
from mustutor.games.mus_family.hands import LANCES
from mustutor.games.player import PlayedHand
from mustutor.games.question import NONE, AnswerChoice, Finding
from mustutor.model.ledger import OUT
from mustutor.model.position import Position
from mustutor.model.variant import Variant

SEATS = "ABCDE"


ENDING = 3
"""How many play on where the game may end."""


class _At(NamedTuple):
    """What a level has: players, stacks, what happens in a lance, which lances, what is asked."""

    players: int
    stones: tuple[int, int]
    kinds: tuple[str, ...]
    lances: tuple[str, ...]
    asked: tuple[str, ...]


BETS, ALL = ("bet seen",), ("bet seen", "raise seen")
PUTS = ("taker", "pot", "puts")
LEVELS = {
    1: _At(3, (8, 15), BETS, LANCES[:2], ("taker", "pot")),
    2: _At(4, (8, 15), BETS, LANCES[:2], PUTS),
    3: _At(4, (10, 20), ALL, LANCES[:4], PUTS),
    4: _At(4, (1, 8), ALL, LANCES[:4], PUTS),
    5: _At(5, (1, 12), ALL, LANCES[2:], ("taker", "puts", "gets", "gets")),
}


def find(staked: AskedHand) -> Finding:
    """What the engine finds of what is asked, with its reasons."""
    end, lance, seat = staked.played.end, staked.lance, staked.side
    match staked.asked:
        case "gives":
            return findings_count.stones(end, Movements(lance=lance, src=seat, at="at_once"))
        case "to":
            return _to(end, Movements(lance=lance, src=seat, at="at_once"))
        case "puts":
            return findings_count.stones(end, Movements(lance=lance, item="stake", src=seat))
        case "pot":
            return findings_count.pot(end, lance)
        case "taker":
            return _to(end, Movements(lance=lance, item="pot"))
        case "gets":
            return findings_count.stones(end, Movements(lance=lance, dst=seat))
        case _:
            return drill_hands.find_whole(staked)


def _to(end: Position, moved: Movements) -> Finding:
    """To whom stones go, and how many."""
    entries = moved.of(end.ledger)
    return findings_count.stones(end, moved)._replace(value=entries[0].dst if entries else NONE)


# --- drawing -----------------------------------------------------------------------------


def _played(
    variant: Variant,
    chance: SeededChance,
    players: int,
    stones: tuple[int, int],
    plans: drill_hands.Plans,
) -> PlayedHand | None:
    stacks = {seat: chance.between(*stones) for seat in SEATS[:players]}
    start = drill_hands.seated(variant, chance, players=players, stones=stacks)
    return drill_hands.play(start, chance, plans)


def _one_lance(
    variant: Variant, level: int, chance: SeededChance, kinds: tuple[str, ...]
) -> AskedHand | None:
    at = LEVELS[level]
    lance = chance.one_of(at.lances)
    plans = drill_hands.plan_lances(chance, {lance: kinds}, high=1 + level)
    played = _played(variant, chance, at.players, at.stones, plans)
    if played is None or lance not in played.end.state.over:
        return None
    return AskedHand(played, "", lance)


def draw_refused(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a lance whose last bet nobody sees."""
    drawn = _one_lance(variant, level, chance, ("bet refused", "raise refused"))
    if drawn is None or not drawn.outcome.kind.startswith("unanswered"):
        return None
    asked = chance.one_of(("gives", "gives", "to"))
    return drawn._replace(asked=asked, side=drawn.outcome.auction.bettor)


def draw_pot(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a lance that makes a pot, and ask for what goes in or for who takes it."""
    drawn = _one_lance(variant, level, chance, LEVELS[level].kinds)
    if drawn is None or drawn.outcome.kind != "seen" or drawn.played.end.loser:
        return None
    pots = Movements(drawn.lance, "pot").of(drawn.played.end.ledger)
    if len(pots) != 1:
        return None  # A pot that is split has no one taker.
    asked = chance.one_of(LEVELS[level].asked)
    seat = pots[0].dst
    if asked == "puts":
        auction = drawn.outcome.auction
        seat = chance.one_of((*drawn.outcome.seats, *auction.folded))
    return drawn._replace(asked=asked, side=seat)


def draw_hand(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a whole hand that does not end the game."""
    kinds = ("bet seen", "bet seen", "bet refused", "raise seen", "raise refused")
    betting = dict.fromkeys(drill_hands.bet_on(chance, level), kinds)
    plans = drill_hands.plan_lances(chance, betting, high=2)
    played = _played(variant, chance, 3 if level < 3 else 4, (10, 20), plans)
    if played is None or played.end.loser or played.end.lance != "end":
        return None
    return AskedHand(played, "hand")


def draw_end(variant: Variant, level: int, chance: SeededChance) -> AskedHand | None:
    """Play a hand among players with few stones, which may end the game."""
    kinds = ("pass", "bet seen", "bet refused", "raise seen")
    plans = drill_hands.plan_lances(chance, dict.fromkeys(LANCES, kinds))
    played = _played(variant, chance, ENDING, (1, 2 + level), plans)
    if played is None or played.end.lance != "end":
        return None
    return AskedHand(played, "loser")


# --- asking ------------------------------------------------------------------------------


def pose(staked: AskedHand, language: Language) -> DrillPrompt:
    """Ask for stones, for who takes them, for what each has, or for who loses."""
    asked = staked.asked
    seats = drill.same_choices(staked.played.end.table.seats)
    choices = seats if asked in ("taker", "hand", "to", "loser") else ()
    if asked == "to":
        choices += (AnswerChoice(OUT, language.say("Nobody: they leave the game.")),)
    elif asked == "loser":
        choices += (AnswerChoice(NONE, language.say("Nobody: the game goes on.")),)
    known = _known(staked) if staked.lance else {}
    more = _worked(staked, language) if asked in ("gives", "to", "hand", "loser") else ()
    shut = asked in ("gives", "to", "puts", "pot")
    return drill_hands.pose_hand(
        staked, language, drill.skill_question(f"encaje.{asked}"), choices, more, shut=shut, **known
    )


def _known(staked: AskedHand) -> dict[str, Any]:
    """What the hints about one lance name."""
    outcome, compared = staked.outcome, drills_wrong.compared_in(staked)
    best = compared.seats[0] if compared else NONE
    return {"stake": outcome.auction.stake, "seats": " ".join(outcome.seats), "best": best}


def _worked(staked: AskedHand, language: Language) -> tuple[str, ...]:
    """The third hint: how it came to a refusal, or else the first movements, to go on with."""
    end, say = staked.played.end, language.say
    if staked.lance:
        auction = staked.outcome.auction
        return (
            say(
                "{seat} raised the bet of {bettor}, {stake} stones."
                if auction.previous
                else "{seat} bet first, and raised nobody.",
                seat=staked.side,
                bettor=auction.previous_bettor,
                stake=auction.previous,
            ),
        )
    if not end.ledger:
        return (say("No stone moves in this hand."),)
    first = findings_count.stones(end, Movements(lance=end.ledger[0].lance)).why(language, "")
    return (say("Begin like this. {lines}", lines="  ".join(line.text for line in first)),)


_skill = partial(drill.skill, find=find, pose=pose, traits=("lances", "own_stones"))
DRILLS = (
    *ONE_HAND_SKILLS,
    *HANDS_SKILLS,
    *MOMENT_SKILLS,
    _skill(
        "encaje.refused",
        drills_wrong.REFUSED,
        draw_refused,
        spread=40,
        edition=3,
    ),
    _skill(
        "encaje.pots",
        drills_wrong.POTS,
        draw_pot,
        edition=2,
    ),
    _skill(
        "encaje.hand",
        drills_wrong.HAND,
        draw_hand,
        edition=2,
    ),
    _skill(
        "encaje.end",
        drills_wrong.END,
        draw_end,
        answers=lambda _: (*SEATS[:ENDING], NONE),
        spread=120,
        edition=3,
    ),
)


PUZZLES = (
    drill.puzzle_theme(
        "encaje",
        lambda position, _: position.lance in LANCES and position.state.auction is not None,
    ),
)
"""The theme of the puzzles of Encaje."""
