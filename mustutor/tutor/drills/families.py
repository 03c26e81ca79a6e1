"""All the skills that are drilled, in the order of learning."""

from __future__ import annotations

from mustutor.tutor.drills.hands import HANDS_SKILLS
from mustutor.tutor.drills.moments import MOMENT_SKILLS
from mustutor.tutor.drills.onehand import ONE_HAND_SKILLS
from mustutor.tutor.drills.pots import POTS_SKILLS
from mustutor.tutor.drills.skill import Skill
from mustutor.tutor.drills.stones import STONES_SKILLS

ALL: tuple[Skill, ...] = (
    *ONE_HAND_SKILLS,
    *HANDS_SKILLS,
    *MOMENT_SKILLS,
    *STONES_SKILLS,
    *POTS_SKILLS,
)
