"""Rule variants: which game is played, and how every open question of its rules is answered."""

from mustutor.variant.variant import (
    Change,
    Note,
    RuleValue,
    Variant,
    check_variant,
    difference,
    load_variant,
    merged,
    resolve_embedded,
    variant_ids,
)

__all__ = (
    "Change",
    "Note",
    "RuleValue",
    "Variant",
    "check_variant",
    "difference",
    "load_variant",
    "merged",
    "resolve_embedded",
    "variant_ids",
)
