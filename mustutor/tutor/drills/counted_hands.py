"""Hands of Mus to count: drawn by chance, or sought where chance seldom tells a wrong rule apart.

What a level adds is told in `stones`, which asks about them.
"""

from __future__ import annotations

from itertools import product

from mustutor import games
from mustutor.games import game_of
from mustutor.replay.playback import Played
from mustutor.tuples import NamedTuple
from mustutor.tutor.drills import wrong_first, wrong_stones
from mustutor.tutor.drills.cards import SeededChance
from mustutor.tutor.drills.drill import WrongRule
from mustutor.tutor.drills.plan import Plan, again, planned, play, seated, started
from mustutor.tutor.drills.wrong_stones import Counted
from mustutor.tutor.findings import Finding
from mustutor.tutor.findings import count as findings
from mustutor.tutor.findings.count import Movements
from mustutor.variant import Variant

LANCES_OF_MUS = ("grande", "chica", "pares", "juego", "punto")
FIGURES = "SCR"
"""With them there is juego more often, where a count is sought."""
COUNTS = 40
"""From so many stones before it a hand is counted, where a count is sought."""
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
EARLY, SEEN, REFUSED = (
    ("grande", "chica"),
    ("bet seen", "raise seen"),
    ("bet refused", "raise refused"),
)
"""Where a deje is to come before what was counted: seen in the first lances, refused after them."""


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
    drawn = _one_lance(variant, SINGLE[level], chance, high=1 + level, always=FIGURES)
    if drawn is None:
        return None
    for side in drawn.played.end.table.sides:
        asked = drawn._replace(asked="lance", side=side)
        if target.answer(asked) not in ("", right(asked)):
            return asked
    return None


def _one_lance(
    variant: Variant, of: _Of, chance: SeededChance, *, high: int, always: str = ""
) -> Counted | None:
    lance = chance.one_of(of.lances)
    talk = planned(chance, of.kinds, high=high)
    start = seated(variant, chance)
    plans = {name: talk if name == lance else Plan() for name in LANCES_OF_MUS}
    played = play(start, chance, plans.__getitem__, always=always)
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
    far = _hand(variant, level, chance, dict.fromkeys(sides, goal - most), SEEN, REFUSED)
    said = far.steps[-1].after if far is not None else None
    if far is None or said is None or said.lance != "showdown":
        return None
    whole = wrong_first.whole_ledger(Counted(far, "first"))
    missing = list(product(range(NEAREST, most + 1), repeat=len(sides)))
    for short in chance.some_of(missing, min(len(missing), COUNTS)):
        collected = {side: goal - by for side, by in zip(sides, short, strict=True)}
        if wrong_first.reached_from(dict(collected), goal, said.ledger):
            continue  # the game is over before the count
        first = wrong_first.reached_from(dict(collected), goal, whole)
        if not first:
            continue
        start = far.start._replace(stones=tuple(collected.values()))
        tried = Counted(far._replace(start=start), "first", whole=whole)
        if target.answer(tried) not in ("", first):
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
    later: tuple[str, ...] = (),
) -> Played | None:
    betting = set(chance.some_of(("grande", "chica", "pares", "juego"), min(level, 4)))
    if "juego" in betting:
        betting.add("punto")
    plans = {
        lance: planned(chance, told, high=2 + level) if lance in betting else Plan()
        for lance in LANCES_OF_MUS
        for told in [kinds if lance in EARLY else later or kinds]
    }
    start = seated(variant, chance, stones=collected)
    return play(start, chance, plans.__getitem__)


def under(counted: Counted, variant: Variant) -> Counted | None:
    """The same hand under another rulebook, if it can be played there to its count."""
    start = started(counted.played.start, variant)
    played = start and again(start, counted.played)
    return counted._replace(played=played, whole=()) if played else None


# --- what the engine answers -------------------------------------------------------------


def found(counted: Counted) -> Finding:
    """What the engine finds of what is asked, with its reasons."""
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
    return found(counted).value
