"""What the tests of the drills share: cases drawn against every wrong rule."""

from __future__ import annotations

from mustutor import load_variant
from mustutor.language import language
from mustutor.tutor.drills import SKILLS
from mustutor.tutor.drills.drill import draw

EN = language("en")
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


def turns(skill, variant, *, rounds=1):
    """Every wrong rule of a skill that has its turn, with the numbers of questions against it."""
    against = [wrong for wrong in SKILLS[skill].against(variant) if wrong.levels]
    return [(against[turn % len(against)], turn + 1) for turn in range(rounds * len(against))]


DRAWN = {}


def drawn(skill, variant, *, seeds=(1, 2), rounds=1, level=None):
    """Cases with their right answers, a case for every wrong rule and seed; each drawn once."""
    for _, number in turns(skill, variant, rounds=rounds):
        for seed in seeds:
            key = (skill, variant.id, seed, number, level)
            if key not in DRAWN:
                how = {"seed": seed, "number": number, "variant": variant, "level": level}
                DRAWN[key] = draw(SKILLS[skill], **how)
            yield DRAWN[key]
