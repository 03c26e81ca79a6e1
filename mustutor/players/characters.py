"""Who sits at the table besides you: names, manners, and what they remark now and then.

A remark follows from the match and its seed alone, and tells nothing of anybody's cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mustutor.canonical import digest
from mustutor.language import Language, mark
from mustutor.tuples import NamedTuple

ONE_IN = 3
"""A remark is made at one in so many chances."""


class Character(NamedTuple):
    """A player of the house: a name, and a manner (``calm``, ``bold`` or ``merry``)."""

    name: str
    manner: str


CHARACTERS = (
    Character("Itziar", "calm"),
    Character("Joanes", "bold"),
    Character("Maddi", "merry"),
    Character("Peio", "calm"),
    Character("Nerea", "bold"),
    Character("Xabier", "merry"),
    Character("Amaia", "calm"),
    Character("Kepa", "bold"),
)

REMARKS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "ordago": {
            "calm": mark("All of it, then."),
            "bold": mark("There. Who dares?"),
            "merry": mark("My grandmother would have waited. I do not."),
        },
        "refused": {
            "calm": mark("Not with these."),
            "bold": mark("Take it. I shall be back."),
            "merry": mark("I can count, sadly."),
        },
        "well": {
            "calm": mark("That will do."),
            "bold": mark("And there is more to come."),
            "merry": mark("Somebody up there plays mus."),
        },
        "badly": {
            "calm": mark("Well played."),
            "bold": mark("Deal. Quickly."),
            "merry": mark("I am only letting you warm up."),
        },
        "won": {
            "calm": mark("A good match. Thank you."),
            "bold": mark("Another one? I would not, in your place."),
            "merry": mark("The coffee is on you."),
        },
        "lost": {
            "calm": mark("You were better today."),
            "bold": mark("Again. At once."),
            "merry": mark("The coffee is on me, then."),
        },
    }
)
"""What may be remarked, by manner: at an órdago, at a bet refused, after a hand, at the end."""


def of_call(words: str) -> str:
    """The event that a call is, or nothing.

    >>> of_call("ordago"), of_call("no quiero"), of_call("envido 2")
    ('ordago', 'refused', '')
    """
    return {"ordago": "ordago", "no quiero": "refused"}.get(words, "")


def remark(character: Character, event: str, moment: str, tongue: Language) -> str:
    """What somebody remarks at a moment, mostly nothing; `moment` tells one chance from another.

    >>> from mustutor.language import language
    >>> [remark(CHARACTERS[1], "ordago", moment, language("en")) for moment in ("1", "4")]
    ['There. Who dares?', '']
    """
    drawn = int(digest(f"{moment}:{character.name}:{event}")[:8], 16)
    if not event or drawn % ONE_IN:
        return ""
    return tongue.say(REMARKS[event][character.manner])
