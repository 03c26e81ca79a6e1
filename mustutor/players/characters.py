"""Who sits at the table besides you: names, manners, and what they remark now and then.

A remark follows from the match and its seed alone, and tells nothing of anybody's cards.
"""

from __future__ import annotations

from mustutor.canonical import digest
from mustutor.language import Language
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

# What may be remarked: an órdago said, a bet refused, a hand that went well or badly, the end.
EVENTS = ("ordago", "refused", "well", "badly", "won", "lost")


def of_call(words: str) -> str:
    """The event that a call is, or nothing.

    >>> of_call("ordago"), of_call("no quiero"), of_call("envido 2")
    ('ordago', 'refused', '')
    """
    return {"ordago": "ordago", "no quiero": "refused"}.get(words, "")


def remark(character: Character, event: str, moment: str, tongue: Language) -> str:
    """What somebody remarks at a moment, mostly nothing; `moment` tells one chance from another."""
    drawn = int(digest(f"{moment}:{character.name}:{event}")[:8], 16)
    if not event or drawn % ONE_IN:
        return ""
    return _said(character.manner, event, tongue)


def _said(manner: str, event: str, tongue: Language) -> str:
    say = tongue.say
    match event, manner:
        case "ordago", "calm":
            return say("All of it, then.")
        case "ordago", "bold":
            return say("There. Who dares?")
        case "ordago", _:
            return say("My grandmother would have waited. I do not.")
        case "refused", "calm":
            return say("Not with these.")
        case "refused", "bold":
            return say("Take it. I shall be back.")
        case "refused", _:
            return say("I can count, sadly.")
        case "well", "calm":
            return say("That will do.")
        case "well", "bold":
            return say("And there is more to come.")
        case "well", _:
            return say("Somebody up there plays mus.")
        case "badly", "calm":
            return say("Well played.")
        case "badly", "bold":
            return say("Deal. Quickly.")
        case "badly", _:
            return say("I am only letting you warm up.")
        case "won", "calm":
            return say("A good match. Thank you.")
        case "won", "bold":
            return say("Another one? I would not, in your place.")
        case "won", _:
            return say("The coffee is on you.")
        case "lost", "calm":
            return say("You were better today.")
        case "lost", "bold":
            return say("Again. At once.")
        case _:
            return say("The coffee is on me, then.")
