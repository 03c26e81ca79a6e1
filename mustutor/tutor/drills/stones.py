"""The stones of Mus: what a refusal gives, what a lance gives, what a whole hand, who is first.

What a level adds, for the count of a hand and for who is first: so many lances with a bet in
them as the level has, one at level 1 and four from level 4 on, higher stakes with each. For a
single lance: 1 grande and chica, 2 punto and refusals too, 3 pares and juego that nobody bet
on, 4 those with bets, 5 those with raises. For the deje: 1 refused bets, 2 refused raises too,
3 lances all passed, 4 pares and juego, 5 twice raised.
"""

from __future__ import annotations

from itertools import product

from mustutor import games
from mustutor.games import game_of
from mustutor.games.mus_family.state import Outcome
from mustutor.games.mus_family.telling.words import lance_names
from mustutor.language import Language, mark
from mustutor.position import Position
from mustutor.replay.playback import Played
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills import wrong_first, wrong_stones
from mustutor.tutor.drills.cards import SeededChance
from mustutor.tutor.drills.drill import Posed, Skill, WrongRule, shown_at
from mustutor.tutor.drills.plan import Plan, again, course, dealt_position, planned, play, seated
from mustutor.tutor.drills.wrong_stones import Counted
from mustutor.tutor.findings import Finding
from mustutor.tutor.findings import count as findings
from mustutor.tutor.findings.count import Movements
from mustutor.tutor.question import AnswerChoice, Why
from mustutor.tutor.walk import Scene
from mustutor.variant import Variant

TARGET = ("lances", "target")
LANCES_OF_MUS = ("grande", "chica", "pares", "juego", "punto")
COUNTS = 60
"""From so many stones before it a hand is counted, where a count is sought."""
NEAREST, FURTHEST = 3, 14
"""How many stones a side is short of the target, where it is asked who is first."""


class _Of(NamedTuple):
    """Which lances a level asks about, and what may happen in them."""

    lances: tuple[str, ...]
    kinds: tuple[str, ...]


DEJES = {
    1: _Of(("grande", "chica"), ("bet refused",)),
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


def _found(counted: Counted) -> Finding:
    played = counted.played
    match counted.asked:
        case "deje":
            return findings.stones(played.end, Movements(lance=counted.lance, item="deje"))
        case "lance":
            return findings.stones(played.end, Movements(lance=counted.lance, dst=counted.side))
        case "hand":
            return findings.settlement(played)
        case _:
            return findings.decided(played.end)


def right(counted: Counted) -> str:
    """What the engine answers."""
    return _found(counted).value


# --- drawing -----------------------------------------------------------------------------


def draw_deje(variant: Variant, level: int, chance: SeededChance) -> Counted | None:
    """Play a lance that is refused, or passed."""
    drawn = _one_lance(variant, DEJES[level], chance, high=1 + level)
    return None if drawn is None else drawn._replace(asked="deje")


def draw_lance(variant: Variant, level: int, chance: SeededChance) -> Counted | None:
    """Play a lance to its count, and ask what one of the sides gets for it."""
    drawn = _one_lance(variant, SINGLE[level], chance, high=1 + level)
    if drawn is None:
        return None
    return drawn._replace(asked="lance", side=chance.one_of(drawn.played.end.table.sides))


def seek_lance(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> Counted | None:
    """Play a lance to its count, and ask of the side a wrong rule counts otherwise."""
    drawn = _one_lance(variant, SINGLE[level], chance, high=1 + level)
    if drawn is None:
        return None
    for side in drawn.played.end.table.sides:
        asked = drawn._replace(asked="lance", side=side)
        if target.answer(asked) not in ("", right(asked)):
            return asked
    return None


def _one_lance(variant: Variant, of: _Of, chance: SeededChance, *, high: int) -> Counted | None:
    lance = chance.one_of(of.lances)
    plan = planned(chance, of.kinds, high=high)
    start = seated(variant, chance)
    played = play(start, chance, lambda name: plan if name == lance else Plan())
    if played is None or played.end.winner:
        return None
    outcome = wrong_stones.outcome_of(played, lance)
    # Nothing is bet where only one side has pares or juego; that is another question.
    if outcome is None or outcome.kind in ("nobody", "lone"):
        return None
    return Counted(played, "lance", lance)


def draw_hand(variant: Variant, level: int, chance: SeededChance) -> Counted | None:
    """Play a whole hand that does not end the game."""
    target = variant.number("score.target")
    sides = _sides(variant)
    collected = {side: chance.below(max(target // 3, 1)) for side in sides}
    played = _hand(variant, level, chance, collected, ANY)
    if played is None or played.end.winner or played.end.lance != "end":
        return None
    return Counted(played, "hand")


def draw_first(variant: Variant, level: int, chance: SeededChance) -> Counted | None:
    """Play a hand near the target: it is the count that decides the game."""
    target = variant.number("score.target")
    most = FURTHEST - level
    collected = {side: target - chance.between(NEAREST, most) for side in _sides(variant)}
    played = _hand(variant, level, chance, collected, NEAR_THE_END)
    if played is None or not played.end.winner or played.steps[-1].after.lance != "showdown":
        return None
    return Counted(played, "first")


def seek_first(
    variant: Variant, level: int, chance: SeededChance, target: WrongRule
) -> Counted | None:
    """Play a hand near the target, and try from which stones its count tells a wrong order."""
    goal, most = variant.number("score.target"), FURTHEST - level
    sides = _sides(variant)
    far = _hand(variant, level, chance, dict.fromkeys(sides, goal - most), NEAR_THE_END)
    said = far.steps[-1].after if far is not None else None
    if far is None or said is None or said.lance != "showdown":
        return None
    whole = wrong_first.whole_ledger(Counted(far, "first"))
    missing = list(product(range(NEAREST, most + 1), repeat=len(sides)))
    for short in chance.some_of(missing, min(len(missing), COUNTS)):
        before = tuple([goal - by for by in short])
        tried = Counted(far._replace(start=far.start._replace(stones=before)), "first", whole=whole)
        if wrong_first.reached(tried, said.ledger):
            continue  # the game is over before the count
        first = wrong_first.reached(tried, whole)
        if first and target.answer(tried) not in ("", first):
            collected = dict(zip(sides, before, strict=True))
            seats, mano = far.start.order, far.start.mano
            played = again(games.start(variant, seats=seats, mano=mano, stones=collected), far)
            if played is not None and played.end.winner:
                return Counted(played, "first")
    return None


def _sides(variant: Variant) -> tuple[str, ...]:
    names = game_of(variant.game).seats(variant, 0)
    return tuple(dict.fromkeys(seat[0] for seat in names))


def _hand(
    variant: Variant,
    level: int,
    chance: SeededChance,
    collected: dict[str, int],
    kinds: tuple[str, ...],
) -> Played | None:
    betting = set(chance.some_of(("grande", "chica", "pares", "juego"), min(level, 4)))
    if "juego" in betting:
        betting.add("punto")
    plans = {
        lance: planned(chance, kinds, high=2 + level) if lance in betting else Plan()
        for lance in LANCES_OF_MUS
    }
    start = seated(variant, chance, stones=collected)
    return play(start, chance, plans.__getitem__)


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
                "lance, everything together?",
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
                "The game is to {target}. Before the hand: {stones}. Which side wins the game?",
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
            say("Look whether the last bet was accepted, refused, or never made."),
            say(
                "A refused bet gives its deje; a refused raise what stood before it, or what the "
                "table has instead. Where all pass nothing is refused, and there is no deje."
            ),
            _worked(counted, tongue),
        )
    if counted.asked == "first":
        return (
            say("It is not the bigger total that wins, but who is there first."),
            say(
                "Dejes come before everything; then grande, chica, pares and juego or punto in "
                "this order. The count stops at the stone that reaches the target."
            ),
            _worked(counted, tongue),
        )
    return (
        say("Say first how the lance ended: passed, refused or accepted; then who has it best."),
        say(
            "The winning side takes what was staked, and at pares and juego the values of all its "
            "own hands as well. The losing side takes nothing for its cards."
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
                "{seat}'s raise was refused; before it stood {stake}.",
                seat=bettor,
                stake=outcome.auction.previous,
            )
        case "seen":
            return tongue.say("{stake} were accepted, {seat} is best.", stake=stake, seat=best)
        case "unbet":
            return tongue.say("Nobody bet, {seat} is best.", seat=best)
        case _:
            return tongue.say("Only one side has it, without a bet.")


def _why(counted: Counted, tongue: Language) -> Why:
    if counted.asked == "first":
        return lambda _: findings.whole(counted.played, tongue)
    found = _found(counted)
    return lambda answer: found.why(tongue, answer)


STONES_SKILLS = (
    Skill(
        "deje.stones",
        mark("Deje and refused raises"),
        mark("Tell how many stones a refused bet or raise gives, and when there is no deje."),
        TARGET,
        ("MUS-DEJE-1", "MUS-DEJE-2", "MUS-DEJE-3", "MUS-BET-20"),
        shown_at(
            wrong_stones.DEJE,
            refused_raise_gives_one=(2, 3, 4, 5),
            refused_raise_gives_the_difference=(2, 3, 4, 5),
            deje_when_passed=(3, 4),
        ),
        draw_deje,
        right,
        pose,
    ),
    Skill(
        "count.lance",
        mark("Count a lance"),
        mark("Tell how many stones a side gets for a lance, stakes and values together."),
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
        seek=seek_lance,
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
        seek=seek_first,
    ),
)
