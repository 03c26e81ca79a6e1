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

from mustutor import MustutorError, classify, compare, load_variant

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
    rules = load_variant(variant)
    words = "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST])
    lances = [lance for lance, names in LANCES.items() if _named(names, words)]
    hands = _hands(words)
    try:
        for hand in hands:
            classify(hand, rules)  # refuses what is no hand
        if not 2 <= len(hands) <= MOST_HANDS:
            return said["help"]
        results = [(lance, compare(lance, hands, rules)) for lance in lances or LANCES]
    except MustutorError as problem:
        return f"{problem.said(lang)} {said['help']}"
    lines = []
    for lance, found in results:
        if found.winner is not None:
            kind, seat = "tie" if found.tie else "wins", "ABCDEF"[found.winner]
            lines.append(said[kind].format(lance=lance.upper(), seat=seat))
        elif lances:
            lines.append(said["nobody"].format(lance=lance.upper()))
    return "\n".join(lines)


def _named(names: str, words: str) -> bool:
    return re.search(rf"\b(?:{names.replace(' ', '|')})\b", words.casefold()) is not None


def _hands(words: str) -> list[str]:
    """The hands somebody wrote: what is left of the words once the lance and the question go."""
    names = " ".join(LANCES.values()).replace(" ", "|")
    question = r"who wins(?: at)?|qui[eé]n gana(?: al?)?(?: la)?"
    words = re.sub(rf"\b(?:a |al |at )?(?:{names})\b", " ", words, flags=re.IGNORECASE)
    words = re.sub(rf"\b(?:{question})\b", " ", words, flags=re.IGNORECASE)
    pieces = re.split(BETWEEN, re.sub(r"[¿?¡!,.:]", " ", words), flags=re.IGNORECASE)
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


if __name__ == "__main__":
    print(reply(" ".join(sys.argv[1:])))
