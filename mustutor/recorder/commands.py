"""The words that do something while a match is taken down, and the help that lists them."""

from __future__ import annotations

import unicodedata
from functools import cache

from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language

COMMANDS = (
    *("cards", "mano", "next", "lance", "stones", "claim", "note", "players", "undo"),
    *(
        "cuenta",
        "shuffled",
        "cut",
        "draw",
        "starter",
        "correct",
        "show",
        "score",
        "options",
        "help",
        "match",
        "close",
        "quit",
    ),
)


def folded(text: str) -> str:
    """Words in small letters without accents.

    >>> folded("Corrección"), folded(" SÍ ")
    ('correccion', 'si')
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def words_of(tongue: Language) -> dict[str, str]:
    """The commands by their words, in English and in the reader's language."""
    said = own_words(tongue)
    return {command: command for command in COMMANDS} | {
        folded(word): command for command, word in said.items()
    }


@cache
def own_words(tongue: Language) -> dict[str, str]:
    """Each command in the reader's language."""
    return {
        "cards": tongue.term("recording", "cards"),
        "mano": tongue.term("recording", "mano"),
        "next": tongue.term("recording", "next"),
        "lance": tongue.term("recording", "lance"),
        "stones": tongue.term("recording", "stones"),
        "claim": tongue.term("recording", "claim"),
        "note": tongue.term("recording", "note"),
        "players": tongue.term("recording", "players"),
        "undo": tongue.term("recording", "undo"),
        "cuenta": tongue.term("recording", "cuenta"),
        "shuffled": tongue.term("recording", "shuffled"),
        "cut": tongue.term("recording", "cut"),
        "draw": tongue.term("recording", "draw"),
        "starter": tongue.term("recording", "starter"),
        "correct": tongue.term("recording", "correct"),
        "show": tongue.term("recording", "show"),
        "score": tongue.term("recording", "score"),
        "options": tongue.term("recording", "options"),
        "help": tongue.term("recording", "help"),
        "match": tongue.term("recording", "match"),
        "close": tongue.term("recording", "close"),
        "quit": tongue.term("recording", "quit"),
    }


def yes(tongue: Language) -> frozenset[str]:
    """The words that mean yes."""
    return frozenset(("y", "yes", folded(tongue.term("recording", "yes"))))


def no(tongue: Language) -> frozenset[str]:
    """The words that mean no."""
    return frozenset(("n", "no", folded(tongue.term("recording", "no"))))


def help_page(tongue: Language) -> Explanation:
    """What may be typed, each with an example."""
    say, own = tongue.say, own_words(tongue)
    rows = (
        ("paso, envido 2, 5 más, I raise to 8", say("A call by whoever speaks, as it was said.")),
        ("B1 quiero", say("A call with its seat.")),
        ("?", say("A call nobody heard.")),
        ("2 cartas", say("Cards thrown that nobody saw; type descarto 7e 4b if they were seen.")),
        ("A1 Ro Rc 5e 4o", say("Cards of a seat, whenever they are seen.")),
        ("A1 sena duples", say("A signal; dice and a word for something that was said.")),
        (own["undo"], say("Take the last thing back.")),
        (f"{own['correct']} 1.grande.3 paso", say("Change an earlier call; a note keeps the old.")),
        (
            f"{own['correct']} 1.grande.3 paso, paso",
            say("The same, with all that was said after it in the lance."),
        ),
        (f"{own['lance']} chica", say("Go on at a later lance; nobody heard the ones between.")),
        (f"{own['stones']} A 5 B 12", say("The stones after a hand that cannot be worked out.")),
        (f"{own['mano']} B1", say("Who is mano, where that is drawn by lot.")),
        (own["next"], say("Begin the next hand, to give its cards first.")),
        (f"{own['claim']} Bea: B 4 pares", say("What somebody claims.")),
        (
            f"{own['cuenta']} A1 pares",
            say("Who claims the stones of a lance once everything has been said."),
        ),
        (f"{own['shuffled']} A2 B2", say("Who shuffled, in this order.")),
        (
            f"{own['cut']} A2 12",
            say("Who cut, and how many cards; none if nobody was offered the cut."),
        ),
        (f"{own['draw']} A1 Ro, B1 3c", say("The card that each player drew for the seats.")),
        (
            f"{own['starter']} Td",
            say("The card turned up beside the stock; draw Jd for one that was drawn."),
        ),
        (f"{own['note']} 1.grande.3 !", say("A remark at a place, or at the last call.")),
        (f"{own['players']} A1=Ane, B1=Bea", say("Who sits where.")),
        (own["show"], say("The hand so far, explained.")),
        (own["score"], say("The stones of each side.")),
        (own["options"], say("What may be said now.")),
        (own["match"], say("Close this match and begin another at the same table.")),
        (own["close"], say("Write the finished record.")),
        (own["quit"], say("Leave; the same command goes on from here another time.")),
    )
    return Explanation(
        "", (Passage("", tuple([Line(words, said=typed) for typed, words in rows])),)
    )
