"""The variant a command line asks for."""

from __future__ import annotations

from mustutor.cli.habits import Misuse
from mustutor.errors import VariantError
from mustutor.variant import Variant, load_variant


def asked_for(name: str, command: str) -> Variant:
    """Load the variant a command line names; an id nobody knows is wrong usage."""
    try:
        return load_variant(name)
    except VariantError as problem:
        if problem.file:
            raise
        raise Misuse.of(problem, command) from None
