"""A chat bot's answer to "who wins?": a function from what somebody wrote to what the bot replies.

    >>> print(reply("who wins grande, RRCA or RR7A?"))
    GRANDE: A wins.
    >>> print(reply("¿quién gana a chica: R R 7 A contra 4 5 6 A?", lang="es"))
    CHICA: gana B.

Hands stand in the order of speaking: the first is mano, A. Where no lance is named all are told. It
needs no network: whatever chat it is for gives it the words, and sends what it returns.

    python examples/who_wins.py "who wins juego, RRRA against 7 7 7 S?"
"""

from __future__ import annotations

import re
import sys

from mustutor import compare, load_variant
from mustutor.base.errors import MustutorError
from mustutor.base.language import open_language, printable
from mustutor.model.cards import read_hand

LONGEST = 300
"""So much of what somebody wrote is read."""
MOST_HANDS = 6
LANCES = {
    "grande": "grande grandes big high handia",
    "chica": "chica chicas small low txikia petit",
    "pares": "pares pairs pareak paires",
    "juego": "juego jokoa jeu",
    "punto": "punto puntua point points",
}
BETWEEN = r"[/|;]|\b(?:contra|against|versus|vs|contre|kontra|or|o|ou)\b"
SAID = {
    "en": {
        "wins": "{lance}: {seat} wins.",
        "tie": "{lance}: {seat} wins, because the hands are equal and {seat} speaks first.",
        "nobody": "{lance}: nobody has it.",
        "help": "Write a lance and hands of four cards, mano first: grande RRCA / RR7A",
    },
    "es": {
        "wins": "{lance}: gana {seat}.",
        "tie": "{lance}: gana {seat}, porque empatan y {seat} habla antes.",
        "nobody": "{lance}: nadie tiene.",
        "help": "Escribe un lance y jugadas de cuatro cartas, primero el mano: grande RRCA / RR7A",
    },
}


def reply(text: str, lang: str = "en", variant: str = "fournier") -> str:
    """Answer what somebody wrote, in English or Spanish; never raises for what they wrote."""
    said = SAID.get(lang, SAID["en"])
    rules, words = load_variant(variant), text[:LONGEST]
    lances = [lance for lance, names in LANCES.items() if _named(names, words)]
    try:
        hands = _hands(words)
    except MustutorError as problem:
        return f"{printable(problem.said(open_language(lang)), LONGEST)} {said['help']}"
    if not 2 <= len(hands) <= MOST_HANDS:
        return said["help"]
    lines = []
    for lance in lances or list(LANCES):
        try:
            found = compare(lance, hands, rules)
        except MustutorError as problem:
            return f"{printable(problem.said(open_language(lang)), LONGEST)} {said['help']}"
        if found.winner is not None:
            kind, seat = "tie" if found.tie else "wins", "ABCDEF"[found.winner]
            lines.append(said[kind].format(lance=lance.upper(), seat=seat))
        elif lances:
            lines.append(said["nobody"].format(lance=lance.upper()))
    return "\n".join(lines)


def _named(names: str, words: str) -> bool:
    return re.search(rf"\b(?:{names.replace(' ', '|')})\b", words.casefold()) is not None


def _hands(words: str) -> list[tuple[str, ...]]:
    """The hands somebody wrote: what is left of the words once the lance and the question go."""
    names = " ".join(LANCES.values()).replace(" ", "|")
    question = r"who wins(?: at)?|qui[eé]n gana(?: al?)?(?: la)?"
    words = re.sub(rf"\b(?:a |al |at )?(?:{names})\b", " ", words, flags=re.IGNORECASE)
    words = re.sub(rf"\b(?:{question})\b", " ", words, flags=re.IGNORECASE)
    pieces = re.split(BETWEEN, re.sub(r"[¿?¡!,.:]", " ", words), flags=re.IGNORECASE)
    return [read_hand(" ".join(piece.split())) for piece in pieces if piece.strip()]


if __name__ == "__main__":
    print(reply(" ".join(sys.argv[1:])))
