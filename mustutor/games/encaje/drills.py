"""The stones of Encaje: bets nobody saw, pots, whole hands, and the end of the game.

What a level adds: 1 has three players and pots of single bets, 2 four players and folds, 3 raises,
4 short stacks, 5 five players and the values of hands too. For a whole hand as many lances are
bet on as the level says, up to four; for the end of the game the stacks grow from 3 to 7.
"""

from __future__ import annotations

from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games.drill import DrillPrompt, SeededChance, Skill, shown_at, told_by
from mustutor.games.encaje import drills_wrong
from mustutor.games.encaje.drills_wrong import PotHand
from mustutor.games.mus_family import findings_count as findings
from mustutor.games.mus_family.drill_hands import (
    Plan,
    course,
    dealt_position,
    planned,
    play,
    seated,
)
from mustutor.games.mus_family.drills_betting import MOMENT_SKILLS
from mustutor.games.mus_family.drills_hands import ONE_HAND_SKILLS
from mustutor.games.mus_family.drills_order import HANDS_SKILLS
from mustutor.games.mus_family.findings_count import Movements
from mustutor.games.mus_family.words import lance_names
from mustutor.games.player import PlayedHand
from mustutor.games.question import NONE, AnswerChoice, Finding, Scene, Why
from mustutor.model.ledger import OUT
from mustutor.model.variant import Variant

OWN_STONES = ("lances", "own_stones")
LANCES_OF_ENCAJE = ("grande", "chica", "pares", "juego", "punto")
SEATS = "ABCDE"


ENDING = 3
"""How many play on where the game may end."""


class _At(NamedTuple):
    """What a level has: players, stacks, what happens in a lance."""

    players: int
    stones: tuple[int, int]
    kinds: tuple[str, ...]


BETS = ("bet seen",)
ALL = ("bet seen", "raise seen")
LEVELS = {
    1: _At(3, (8, 15), BETS),
    2: _At(4, (8, 15), BETS),
    3: _At(4, (10, 20), ALL),
    4: _At(4, (1, 8), ALL),
    5: _At(5, (1, 12), ALL),
}
SINGLE = {
    1: ("grande", "chica"),
    2: ("grande", "chica"),
    3: ("grande", "chica", "pares", "juego"),
    4: ("grande", "chica", "pares", "juego"),
    5: ("pares", "juego", "punto"),
}
ASKED = {
    1: ("taker", "pot"),
    2: ("taker", "pot", "puts"),
    3: ("taker", "pot", "puts"),
    4: ("taker", "pot", "puts"),
    5: ("taker", "puts", "gets", "gets"),
}


def _found(staked: PotHand) -> Finding:
    end, lance, seat = staked.played.end, staked.lance, staked.seat
    match staked.asked:
        case "gives":
            return findings.stones(end, Movements(lance=lance, src=seat, at="at_once"))
        case "to":
            moved = Movements(lance=lance, src=seat, at="at_once")
            entries = moved.of(end.ledger)
            return findings.stones(end, moved)._replace(value=entries[0].dst if entries else NONE)
        case "puts":
            return findings.stones(end, Movements(lance=lance, item="stake", src=seat))
        case "pot":
            return findings.pot(end, lance)
        case "taker":
            pots = Movements(lance=lance, item="pot")
            taker = pots.of(end.ledger)[0].dst
            return findings.stones(end, pots)._replace(value=taker)
        case "gets":
            return findings.stones(end, Movements(lance=lance, dst=seat))
        case "hand":
            return findings.settlement(staked.played)
        case _:
            return findings.decided(end)


def right(staked: PotHand) -> str:
    """What the engine answers."""
    return _found(staked).value


# --- drawing -----------------------------------------------------------------------------


def _played(
    variant: Variant,
    chance: SeededChance,
    players: int,
    stones: tuple[int, int],
    plans: dict[str, Plan],
) -> PlayedHand | None:
    stacks = {seat: chance.between(*stones) for seat in SEATS[:players]}
    start = seated(variant, chance, players=players, stones=stacks)
    return play(start, chance, plans.__getitem__)


def _one_lance(
    variant: Variant, level: int, chance: SeededChance, kinds: tuple[str, ...]
) -> PotHand | None:
    at = LEVELS[level]
    lance = chance.one_of(SINGLE[level])
    plan = planned(chance, kinds, high=1 + level)
    plans = {name: plan if name == lance else Plan() for name in LANCES_OF_ENCAJE}
    played = _played(variant, chance, at.players, at.stones, plans)
    if played is None or not any(outcome.lance == lance for outcome in played.end.state.closed):
        return None
    return PotHand(played, "", lance)


def draw_refused(variant: Variant, level: int, chance: SeededChance) -> PotHand | None:
    """Play a lance whose last bet nobody sees."""
    drawn = _one_lance(variant, level, chance, ("bet refused", "raise refused"))
    if drawn is None or not drawn.outcome.kind.startswith("unanswered"):
        return None
    asked = chance.one_of(("gives", "gives", "to"))
    return drawn._replace(asked=asked, seat=drawn.outcome.auction.bettor)


def draw_pot(variant: Variant, level: int, chance: SeededChance) -> PotHand | None:
    """Play a lance that makes a pot, and ask for what goes in or for who takes it."""
    drawn = _one_lance(variant, level, chance, LEVELS[level].kinds)
    if drawn is None or drawn.outcome.kind != "seen" or drawn.played.end.loser:
        return None
    pots = drills_wrong.entries_of(drawn.played, drawn.lance, "pot")
    if len(pots) != 1:
        return None  # A pot that is split has no one taker.
    asked = chance.one_of(ASKED[level])
    seat = pots[0].dst
    if asked == "puts":
        auction = drawn.outcome.auction
        seat = chance.one_of((*drawn.outcome.seats, *auction.folded))
    return drawn._replace(asked=asked, seat=seat)


def draw_hand(variant: Variant, level: int, chance: SeededChance) -> PotHand | None:
    """Play a whole hand that does not end the game."""
    kinds = ("bet seen", "bet seen", "bet refused", "raise seen", "raise refused")
    betting = set(chance.some_of(LANCES_OF_ENCAJE[:4], min(level, 4)))
    betting |= {"punto"} if "juego" in betting else set()
    plans = {
        lance: planned(chance, kinds, high=2) if lance in betting else Plan()
        for lance in LANCES_OF_ENCAJE
    }
    played = _played(variant, chance, 3 if level < 3 else 4, (10, 20), plans)
    if played is None or played.end.loser or played.end.lance != "end":
        return None
    return PotHand(played, "hand")


def draw_end(variant: Variant, level: int, chance: SeededChance) -> PotHand | None:
    """Play a hand among players with few stones, which may end the game."""
    kinds = ("pass", "bet seen", "bet refused", "raise seen")
    plans = {lance: planned(chance, kinds, high=4) for lance in LANCES_OF_ENCAJE}
    played = _played(variant, chance, ENDING, (1, 2 + level), plans)
    if played is None or played.end.lance != "end":
        return None
    return PotHand(played, "loser")


# --- asking ------------------------------------------------------------------------------


def pose(staked: PotHand, language: Language) -> DrillPrompt:
    """Ask for stones, for who takes them, for what each has, or for who loses."""
    played, asked = staked.played, staked.asked
    position = dealt_position(played)
    seats = tuple([AnswerChoice(seat, seat) for seat in played.end.table.seats])
    choices: tuple[AnswerChoice, ...] = ()
    if asked in ("taker", "hand"):
        choices = seats
    elif asked == "to":
        choices = (*seats, AnswerChoice(OUT, language.say("Nobody: they leave the game.")))
    elif asked == "loser":
        choices = (*seats, AnswerChoice(NONE, language.say("Nobody: the game goes on.")))
    kinds = {"taker": "seat", "hand": "settle", "to": "choose", "loser": "choose"}
    shut = asked in ("gives", "to", "puts", "pot")
    lances = (staked.lance,) if staked.lance else LANCES_OF_ENCAJE
    return DrillPrompt(
        kind=kinds.get(asked, "number"),
        prompt=_prompt(staked, language),
        scene=Scene(
            "",
            page=course(played, language, lances=lances),
            position=position,
            face_up=frozenset() if shut else frozenset(position.order),
        ),
        choices=choices,
        hints=_hints(staked, language),
        why=_why(staked, language),
    )


def _why(staked: PotHand, language: Language) -> Why:
    if staked.asked == "loser":
        return lambda _: findings.whole(staked.played, language)
    found = _found(staked)
    return lambda answer: found.why(language, answer)


_PROMPTS = {
    "gives": mark(
        "This is what is said {at_lance}, and nobody accepts the last word of {seat}. How many "
        "stones does {seat} lose at once?"
    ),
    "to": mark(
        "This is what is said {at_lance}, and nobody accepts the last word of {seat}. To whom "
        "do the stones go that {seat} loses at once?"
    ),
    "puts": mark("This is what is said {at_lance}. How many stones does {seat} put into the pot?"),
    "pot": mark("This is what is said {at_lance}. How many stones are in the pot?"),
    "taker": mark("This is what is said {at_lance}. Who takes the pot?"),
    "gets": mark(
        "This is what is said {at_lance}. {seat} takes the pot. How many stones does {seat} "
        "get {at_lance} altogether?"
    ),
    "hand": mark(
        "Settle the hand. How many stones does each player have afterwards? Before it: {stones}."
    ),
    "loser": mark(
        "Settle the hand. Has anybody lost the game by it, and if so, who? Before it: {stones}."
    ),
}


def _prompt(staked: PotHand, language: Language) -> str:
    return language.say(
        _PROMPTS[staked.asked],
        at_lance=lance_names(language)["at_lance"].get(staked.lance, ""),
        seat=staked.seat,
        stones=findings.told_front(staked.played.start.in_front()),
    )


def _hints(staked: PotHand, language: Language) -> tuple[str, ...]:
    """Where to look, the rule, and the beginning of the answer."""
    say = language.say
    match staked.asked:
        case "gives" | "to":
            auction = staked.outcome.auction
            worked = (
                say(
                    "{seat} raised the bet of {bettor}, {stake} stones.",
                    seat=staked.seat,
                    bettor=auction.previous_bettor,
                    stake=auction.previous,
                )
                if auction.previous
                else say("{seat} bet first, and raised nobody.", seat=staked.seat)
            )
            return (
                say("Look whether the last stake was a bet or a raise."),
                say(
                    "A bet that nobody accepts costs one stone, which is discarded. A raise "
                    "that nobody accepts costs the stake before it, which goes to whoever set "
                    "that stake."
                ),
                worked,
            )
        case "puts" | "pot":
            return (
                say("Look who made or accepted the last stake, and who folded."),
                say(
                    "Everybody who made or accepted the last stake puts it in, or all they "
                    "have if that is less. Whoever folded puts in nothing."
                ),
                say(
                    "The last stake is {stake}. In the pot: {seats}.",
                    stake=staked.outcome.auction.stake,
                    seats=" ".join(staked.outcome.seats),
                ),
            )
        case "taker" | "gets":
            compared = drills_wrong.compared_in(staked)
            best = compared.seats[0] if compared else NONE
            return (
                say("Compare only those who put stones into the pot."),
                say(
                    "The worst hand takes the pot; at pares, juego and punto, the best hand "
                    "also gives it the stones of its own value."
                ),
                say(
                    "In the pot: {seats}. The best of them is {best}.",
                    seats=" ".join(staked.outcome.seats),
                    best=best,
                ),
            )
        case _:
            return (
                say("First move the stones that move at once, then settle lance by lance."),
                say(
                    "The worst hand takes a pot and the best gives it its value; if nobody bet "
                    "or nobody accepted, the best discards its value. The last player with "
                    "stones loses, and the settlement stops as soon as there is only one."
                ),
                _worked(staked, language),
            )


def _worked(staked: PotHand, language: Language) -> str:
    """The third hint: the first movements, so that the rest can be gone on with."""
    end = staked.played.end
    first = end.ledger[0] if end.ledger else None
    if first is None:
        return language.say("No stone moves in this hand.")
    told = findings.stones(end, Movements(lance=first.lance)).why(language, "")
    return language.say("Begin like this. {lines}", lines="  ".join(line.text for line in told))


DRILLS = (
    *ONE_HAND_SKILLS,
    *HANDS_SKILLS,
    *MOMENT_SKILLS,
    Skill(
        "encaje.refused",
        mark("Encaje: a bet that nobody accepts"),
        mark("Tell what a bet or a raise costs if nobody accepts it, and who gets it."),
        OWN_STONES,
        ("ENC-SET-4", "ENC-SET-6"),
        drills_wrong.REFUSED,
        draw_refused,
        right,
        pose,
        spread=40,
        edition=3,
    ),
    Skill(
        "encaje.pots",
        mark("Encaje: pots"),
        mark("Tell what each player puts into a pot, who takes it, and what goes with it."),
        OWN_STONES,
        ("ENC-SET-8", "ENC-SET-9", "ENC-SET-10", "ENC-SET-11", "ENC-SET-12"),
        shown_at(
            drills_wrong.POTS,
            short_stack_owes_the_stake=(4, 5),
            short_stack_lowers_the_stake=(4, 5),
            pot_without_value=(5,),
            value_of_the_worst=(5,),
        ),
        draw_pot,
        right,
        pose,
        edition=2,
    ),
    Skill(
        "encaje.hand",
        mark("Encaje: settle a hand"),
        mark("Settle a whole hand of Encaje: what each player has afterwards."),
        OWN_STONES,
        ("ENC-SET-1", "ENC-SET-2", "ENC-SET-11", "ENC-SET-12"),
        drills_wrong.HAND,
        draw_hand,
        right,
        pose,
        edition=2,
    ),
    Skill(
        "encaje.end",
        mark("Encaje: the end of the game"),
        mark("Tell who has lost, and whether the game ends in the middle of a settlement."),
        OWN_STONES,
        ("ENC-STN-3", "ENC-END-1", "ENC-END-3"),
        told_by(
            # Of few stones it is soonest that the game is over before all is settled.
            shown_at(drills_wrong.END, settled_to_the_end=(1,)),
            settled_to_the_end=("A", "B", "C"),
            most_stones_loses_at_once=(NONE,),
            fewest_stones_lose=(NONE,),
        ),
        draw_end,
        right,
        pose,
        answers=lambda _: (*SEATS[:ENDING], NONE),
        spread=120,
        edition=3,
    ),
)
