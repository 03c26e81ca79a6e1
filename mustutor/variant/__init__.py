"""Rule variants: which game is played, and how every open question of its rules is answered."""

from mustutor.variant.file import variant_ids
from mustutor.variant.options import RuleValue
from mustutor.variant.variant import (
    NOT_PLAYED,
    Change,
    Note,
    Variant,
    check_variant,
    difference,
    load_variant,
    resolve_embedded,
)

__all__ = (
    "NOT_PLAYED",
    "Change",
    "Note",
    "RuleValue",
    "Variant",
    "check_variant",
    "difference",
    "load_variant",
    "resolve_embedded",
    "variant_ids",
)
