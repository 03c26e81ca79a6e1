"""A rule variant: which game is played, and how every open question of its rules is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from mustutor.language import Language, language, mark
from mustutor.variant.options import RuleOption, RuleValue, options_of

NOT_PLAYED = mark("Told, not played: no rule looks at it.")
"""What stands beside an option that is for the players alone, wherever it is shown."""


class Note(NamedTuple):
    """A remark on a variant: the options it is about, its text by language, its sources."""

    options: tuple[str, ...]
    text: Mapping[str, str]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """The rules a table plays by, every option answered.

    `rules` holds all options of the game by their full names; a set of things is a sorted tuple,
    a map a dict. `origin` names the variant that set an option; what it leaves out is the default.
    `digest` is the SHA-256 (hex) of the canonical JSON of the rules. Two variants are equal
    when they have the same id and the same rules.

    >>> from mustutor.variant import load_variant
    >>> load_variant("encaje").rules["encaje.start_stones"]
    20
    """

    id: str
    game: str
    name: Mapping[str, str]
    summary: Mapping[str, str]
    extends: str
    rules: Mapping[str, RuleValue]
    digest: str
    notes: tuple[Note, ...] = ()
    origin: Mapping[str, str] = field(default_factory=dict)

    # The schema has ensured what kind of answer each option has; these tell it to type checkers.

    def number(self, option: str) -> int:
        """Give the number an option is set to, as of stones, cards or players.

        >>> from mustutor.variant import load_variant
        >>> load_variant("fournier").number("score.target")
        40
        """
        value = self.rules[option]
        assert isinstance(value, int)
        return value

    def word(self, option: str) -> str:
        """Give the choice made among the words an option may be.

        >>> from mustutor.variant import load_variant
        >>> load_variant("fournier").word("players.mode")
        'pairs'
        """
        value = self.rules[option]
        assert isinstance(value, str)
        return value

    def flag(self, option: str) -> bool:
        """Say whether an option is on.

        >>> from mustutor.variant import load_variant
        >>> load_variant("encaje").flag("ordago.enabled")
        False
        """
        value = self.rules[option]
        assert isinstance(value, bool)
        return value

    def several(self, option: str) -> tuple[int | str, ...]:
        """Give all that a set of things holds, sorted.

        >>> from mustutor.variant import load_variant
        >>> load_variant("la_rioja").several("deck.removed_ranks")
        (2,)
        """
        value = self.rules[option]
        assert isinstance(value, tuple)
        return value

    def stones(self, option: str) -> Mapping[str, int]:
        """Give the stones a map has for each lance or combination.

        >>> from mustutor.variant import load_variant
        >>> load_variant("fournier").stones("values.lances")["duples"]
        3
        """
        value = self.rules[option]
        assert isinstance(value, dict)
        return cast("Mapping[str, int]", value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return (self.id, self.digest) == (other.id, other.digest)

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    def as_json(self) -> dict[str, Any]:
        """The rules as JSON has them, sets as sorted lists: what `digest` is taken of."""
        return options_of(self.game).counted(self.rules)


class Change(NamedTuple):
    """An option in which two variants differ, and the variant that set it so (or nobody)."""

    row: RuleOption
    before: RuleValue
    after: RuleValue
    origin: str

    @property
    def option(self) -> str:
        """The name of the option."""
        return self.row.name

    def said(self, tongue: Language | None = None) -> str:
        """Say what the change means at the table, in one whole sentence or several.

        >>> from mustutor.variant import load_variant
        >>> fournier, catalunya = load_variant("fournier"), load_variant("catalunya")
        >>> difference(fournier, catalunya)[0].said()
        'A refused opening bet in pares and juego pays nothing.'
        """
        return " ".join(self.row.sentences(self.before, self.after, tongue or language("en")))


def difference(before: Variant, after: Variant) -> tuple[Change, ...]:
    """Name the options in which two variants differ, in the order of their table.

    What is no option of either game is no difference.

    >>> from mustutor.variant import load_variant
    >>> changes = difference(load_variant("encaje"), load_variant("encaje_five_card"))
    >>> [change.option for change in changes]
    ['deal.cards', 'deal.forced_discard', 'mus.enabled']
    """
    rows = {**options_of(before.game).own, **options_of(after.game).own}
    return tuple(
        Change(rows[option], was, after.rules[option], after.origin.get(option, ""))
        for option, was in before.rules.items()
        if option in rows and option in after.rules and was != after.rules[option]
    )
