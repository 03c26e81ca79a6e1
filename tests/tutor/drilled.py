"""What the tests of the drills share: cases drawn against every wrong rule."""

from __future__ import annotations

from mustutor import load_variant
from mustutor.base.language import open_language
from mustutor.games.drill import draw
from mustutor.tutor.drills import SKILLS

EN = open_language("en")
TABLES = {
    "mus": ("fournier", "guipuzcoa_4", "asturias", "la_rioja"),
    "encaje": ("encaje",),
    "enfle": ("enfle",),
    "mau_mau": ("mau_mau",),
}
"""Eight kings and four, La Real, a deck without twos; and the other games."""


def tables(skill):
    """The rulebooks a skill is tried under."""
    names = [name for game in SKILLS[skill].games for name in TABLES[game]]
    return [load_variant(name) for name in names]


def turns(skill, variant, *, rounds=1, seed=1, level=None):
    """Every wrong rule of a skill that has its turn, with the numbers of questions against it."""
    against = [wrong for wrong in SKILLS[skill].against(variant) if wrong.levels]
    left = rounds * len(against)
    found = {wrong.name: [] for wrong in against}
    for number in range(1, 20 * left):
        aimed_at = _drawn(skill, variant, seed, number, level).target
        if len(found[aimed_at.name]) < rounds:
            found[aimed_at.name].append(number)
            left -= 1
        if not left:
            break
    return [(wrong, number) for wrong in against for number in found[wrong.name]]


DRAWN = {}


def drawn(skill, variant, *, seeds=(1, 2), rounds=1, level=None):
    """Cases with their right answers, as many as there are wrong rules; each drawn once."""
    against = [wrong for wrong in SKILLS[skill].against(variant) if wrong.levels]
    for number in range(1, rounds * len(against) + 1):
        for seed in seeds:
            yield _drawn(skill, variant, seed, number, level)


def _drawn(skill, variant, seed, number, level):
    key = (skill, variant.id, seed, number, level)
    if key not in DRAWN:
        how = {"seed": seed, "number": number, "variant": variant, "level": level}
        DRAWN[key] = draw(SKILLS[skill], **how)
    return DRAWN[key]
