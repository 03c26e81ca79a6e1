"""Truth before the referee: who may say what he does not hold (talk.lying, talk.binding)."""

from __future__ import annotations

from typing import NamedTuple

from mustutor.games.mus_family.conduct.case import Case
from mustutor.games.mus_family.lances import TALKED


class Truth(NamedTuple):
    """What becomes of a word about one's cards: an offence, a lie let pass, or nothing known."""

    rule: str
    offence: str = ""
    lied: bool = False
    untold: bool = False


def truth_of(case: Case, holds: bool | None) -> Truth:
    """Say what it means that a word is true, false, or not to be told.

    Where words bind, what is not so cannot be upheld: the lie is a broken word (REG-ALV-5). Where
    the rulebook does not speak of lying, nobody can be blamed for it.
    """
    lying = str(case.rules["talk.lying"])
    binding = bool(case.rules["talk.binding"])
    forbidden = lying == "never" or (lying == "until_cut" and case.lance not in TALKED)
    if lying == "unspecified":
        rule = case.article(f"talk {case.rules['talk.scope']}")
    else:
        rule = case.article(f"lying {lying}")
    if holds is None:
        return Truth("REG-ALV-5" if binding else rule, untold=forbidden or binding)
    if holds:
        return Truth(rule)
    if binding:
        return Truth("REG-ALV-5", "broken_word", lied=True)
    if forbidden:
        return Truth(rule, "lie", lied=True)
    return Truth(rule, lied=True)
