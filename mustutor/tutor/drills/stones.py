"""The stones of Mus: what a refusal gives, what a lance gives, what a whole hand, who is first.

What a level adds, for the count of a hand and for who is first: so many lances with a bet in
them as the level has, one at level 1 and four from level 4 on, higher stakes with each. For a
single lance: 1 grande and chica, 2 punto and refusals too, 3 pares and juego that nobody bet
on, 4 those with bets, 5 those with raises. For the deje: 1 refused bets, 2 refused raises too,
3 lances all passed, 4 pares and juego, 5 twice raised.
"""

from __future__ import annotations

from mustutor.games.mus_family.state import Outcome
from mustutor.games.mus_family.telling.words import lance_names
from mustutor.language import Language, mark
from mustutor.position import Position
from mustutor.tutor.drills import wrong_first, wrong_stones
from mustutor.tutor.drills.counted_hands import (
    LANCES_OF_MUS,
    draw_deje,
    draw_first,
    draw_hand,
    draw_lance,
    found,
    right,
    seek_first,
    seek_lance,
    under,
)
from mustutor.tutor.drills.drill import Posed, Skill, shown_at
from mustutor.tutor.drills.plan import course, dealt_position
from mustutor.tutor.drills.wrong_stones import Counted
from mustutor.tutor.findings import count as findings
from mustutor.tutor.question import AnswerChoice, Why
from mustutor.tutor.walk import Scene

TARGET = ("lances", "target")


# --- asking ------------------------------------------------------------------------------


def pose(counted: Counted, tongue: Language) -> Posed:
    """Ask for stones, for what each has afterwards, or for who wins the game."""
    played = counted.played
    sides = tuple([AnswerChoice(side, side) for side in played.end.table.sides])
    asked = counted.asked
    lances = (counted.lance,) if counted.lance else LANCES_OF_MUS
    position = dealt_position(played)
    return Posed(
        kind={"hand": "settle", "first": "seat"}.get(asked, "number"),
        prompt=_prompt(counted, tongue),
        scene=Scene(
            "",
            page=course(played, tongue, lances=lances),
            position=position,
            face_up=frozenset() if asked == "deje" else frozenset(position.order),
        ),
        choices=sides if asked in ("hand", "first") else (),
        hints=_hints(counted, tongue),
        why=_why(counted, tongue),
    )


def _prompt(counted: Counted, tongue: Language) -> str:
    end = counted.played.end
    match counted.asked:
        case "deje":
            return tongue.say(
                "This is what is said {at_lance}. How many stones are taken as deje?",
                at_lance=lance_names(tongue)["at_lance"][counted.lance],
            )
        case "lance":
            return tongue.say(
                "This is what is said {at_lance}. How many stones does side {side} get for the "
                "lance altogether?",
                at_lance=lance_names(tongue)["at_lance"][counted.lance],
                side=counted.side,
            )
        case "hand":
            return tongue.say(
                "Count the hand in order. How many stones does each side have afterwards? Before "
                "it: {stones}.",
                stones=_before(counted),
            )
        case _:
            return tongue.say(
                "The game is played to {target}. Before the hand: {stones}. Which side wins "
                "the game?",
                target=end.variant.number("score.target"),
                stones=_before(counted),
            )


def _before(counted: Counted) -> str:
    front = counted.played.start.in_front()
    return " ".join(f"{side}={stones}" for side, stones in front.items())


def _hints(counted: Counted, tongue: Language) -> tuple[str, ...]:
    say = tongue.say
    if counted.asked == "deje":
        return (
            say("Look whether the last bet was accepted or refused, or whether there was none."),
            say(
                "A refused bet gives its deje; a refused raise gives what stood before it, or "
                "what the table has agreed on. If everybody passes, nothing is refused, and "
                "there is no deje."
            ),
            _worked(counted, tongue),
        )
    if counted.asked == "first":
        return (
            say("It is not the bigger total that wins, but the side that gets there first."),
            say(
                "Dejes come before everything else; then grande, chica, pares, and juego or "
                "punto, in this order. The count stops at the stone that reaches the target."
            ),
            _worked(counted, tongue),
        )
    return (
        say("Say first how the lance ended: passed, refused or accepted; then who is best in it."),
        say(
            "The winning side takes what was staked and, at pares and juego, the values of all "
            "its own hands as well. The losing side takes nothing for its cards."
        ),
        _worked(counted, tongue),
    )


def _worked(counted: Counted, tongue: Language) -> str:
    """The third hint: how the lances ended, and who is the best of those that are compared."""
    names = lance_names(tongue)["lance"]
    told = []
    for outcome in counted.played.end.state.closed:
        if counted.lance not in ("", outcome.lance) or outcome.kind == "nobody":
            continue
        told.append(f"{names[outcome.lance]}: {_ended(counted.played.end, outcome, tongue)}")
    return tongue.say("This is how it ended. {lances}", lances="  ".join(told))


def _ended(end: Position, outcome: Outcome, tongue: Language) -> str:
    bettor, stake = outcome.auction.bettor, outcome.auction.stake
    best = wrong_stones.best_of(end, outcome)
    match outcome.kind:
        case "unanswered_bet":
            return tongue.say("{seat}'s bet was refused.", seat=bettor)
        case "unanswered_raise":
            return tongue.say(
                "{seat}'s raise was refused; the stake before it was {stake}.",
                seat=bettor,
                stake=outcome.auction.previous,
            )
        case "seen":
            return tongue.say("{stake} were accepted; {seat} is best.", stake=stake, seat=best)
        case "unbet":
            return tongue.say("Nobody bet; {seat} is best.", seat=best)
        case _:
            return tongue.say("Only one side has it, so there was no bet.")


def _why(counted: Counted, tongue: Language) -> Why:
    if counted.asked == "first":
        return lambda _: findings.whole(counted.played, tongue)
    finding = found(counted)
    return lambda answer: finding.why(tongue, answer)


STONES_SKILLS = (
    Skill(
        "deje.stones",
        mark("Deje and refused raises"),
        mark("Tell how many stones a refused bet or raise gives, and when there is no deje."),
        TARGET,
        ("MUS-DEJE-1", "MUS-DEJE-2", "MUS-DEJE-3", "MUS-BET-20"),
        shown_at(
            wrong_stones.DEJE,
            deje_is_the_stake=(2, 3, 4, 5),
            refused_raise_gives_one=(2, 3, 4, 5),
            refused_raise_gives_the_difference=(2, 3, 4, 5),
            deje_when_passed=(1, 3, 4),
        ),
        draw_deje,
        right,
        pose,
        under=under,
        spread=40,
        edition=3,
    ),
    Skill(
        "count.lance",
        mark("Count a lance"),
        mark("Tell how many stones a side gets for a lance, stake and values together."),
        TARGET,
        ("MUS-PAY-1", "MUS-PAY-4", "MUS-PAY-5", "MUS-PAY-6", "MUS-PAY-7", "MUS-DEJE-5"),
        shown_at(
            wrong_stones.COUNT,
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
        right,
        pose,
        under=under,
        seek=seek_lance,
        edition=3,
    ),
    Skill(
        "count.hand",
        mark("Count a hand in order"),
        mark("Settle a whole hand: what each side has afterwards."),
        TARGET,
        ("MUS-CNT-1", "MUS-PAY-7", "MUS-VAL-7"),
        shown_at(
            wrong_stones.COUNT,
            passed_pays_nothing=(1, 2, 3),  # from level 4 on every lance has its bet
            unbet_pares_pay_one_more=(1, 2, 3),
        ),
        draw_hand,
        right,
        pose,
        under=under,
        edition=2,
    ),
    Skill(
        "count.first",
        mark("Who is first to the target"),
        mark("Tell which side reaches the target first, in the order of the count."),
        TARGET,
        ("MUS-CNT-1", "MUS-CNT-2", "MUS-END-2"),
        # It takes a deje in a lance, and stones passed or seen in those before it.
        shown_at(wrong_first.FIRST, dejes_in_their_lance=(3,)),
        draw_first,
        right,
        pose,
        under=under,
        seek=seek_first,
        edition=3,
    ),
)
