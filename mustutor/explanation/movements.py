"""Movements of stones as lines and in short: of the ledger, and as a record states them."""

from __future__ import annotations

from mustutor.games.teller import Teller
from mustutor.games.telling import Line, Movement
from mustutor.language import Language
from mustutor.ledger import BANK, OUT, POT, Entry


def told_movement(entry: Entry, teller: Teller, tongue: Language) -> Line:
    """One movement of stones as a line, with its article."""
    movement = entry.as_json()
    text = teller.movement(movement, tongue)
    return Line(text, (entry.rule,), "movement", indent=2, evidence=movement)


def movement_told(movement: Movement, teller: Teller, tongue: Language) -> str:
    """Say a movement as a record states it: what moved, in which lance, when, by which article.

    >>> from mustutor.language import language
    >>> movement = {"lance": "pares", "when": "at_once", "item": "deje", "stones": 2}
    >>> movement |= {"from": "bank", "to": "B", "rule": "MUS-DEJE-3"}
    >>> movement_told(movement, Teller(), language("en"))
    '2 to B (deje) at pares, at once (MUS-DEJE-3)'
    """
    known = {
        "movement": teller.moved(movement, tongue),
        "at_lance": teller.names(movement["lance"], tongue)["at_lance"],
    }
    if movement["when"] == "at_once":
        said = tongue.say("{movement} {at_lance}, at once", **known)
    else:
        said = tongue.say("{movement} {at_lance}, at the showdown", **known)
    rule = movement.get("rule")
    return tongue.say("{movement} ({rule})", movement=said, rule=rule) if rule else said


def told_apart(one: Movement, other: Movement, teller: Teller, tongue: Language) -> tuple[str, str]:
    """Say two movements that differ, with more of their accounts where they sound alike."""
    first, second = movement_told(one, teller, tongue), movement_told(other, teller, tongue)
    if first != second:
        return first, second
    if bool(one.get("wins_game")) != bool(other.get("wins_game")):
        return _for_the_game(one, first, tongue), _for_the_game(other, second, tongue)
    return _by_account(one, first, teller, tongue), _by_account(other, second, teller, tongue)


def _for_the_game(movement: Movement, said: str, tongue: Language) -> str:
    if movement.get("wins_game"):
        return tongue.say("{movement}, which wins the game", movement=said)
    return tongue.say("{movement}, which does not win the game", movement=said)


def _by_account(movement: Movement, said: str, teller: Teller, tongue: Language) -> str:
    source, to = movement["from"], movement["to"]
    return tongue.say(
        "{movement}, {stones} from {source} to {to}",
        movement=said,
        stones=movement["stones"],
        source=_account(source, teller, tongue),
        to=_account(to, teller, tongue),
    )


def _account(account: str, teller: Teller, tongue: Language) -> str:
    if account == BANK:
        return tongue.term("account", "the saucer")
    if account == OUT:
        return tongue.term("account", "the stones out of play")
    if account.startswith(POT):
        of_lance = teller.names(account.removeprefix(POT), tongue)["of_lance"]
        return tongue.say("the pot {of_lance}", of_lance=of_lance)
    return account
