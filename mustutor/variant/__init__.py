"""Rule variants: which game is played, and how every open question of its rules is answered."""

from mustutor.variant.file import variant_ids
from mustutor.variant.options import RuleValue
from mustutor.variant.resolution import check_variant, load_variant, resolve_embedded
from mustutor.variant.variant import NOT_PLAYED, Change, Note, Variant, difference

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
