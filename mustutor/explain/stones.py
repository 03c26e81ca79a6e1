"""What everybody has, as a line: the stones in front in Encaje, the score in Mus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mustutor.explain.words import lance_names, payments
from mustutor.language import Language
from mustutor.ledger import BANK, OUT, POT

Movement = Mapping[str, Any]
"""A movement of stones as records write it (see `Entry.as_json`)."""

AMARRAKO = 5
"""The stones of an amarrako (MUS-STN-2)."""

# Three spaces part the pieces of these lines; a narrow page breaks them there.
BETWEEN = "   "


def stones_of_each(kind: str, evidence: Mapping[str, Any], tongue: Language) -> tuple[str, str]:
    """Give the name of the line, and what everybody has in pieces."""
    if kind == "score":
        return tongue.say("score"), BETWEEN.join(_score(evidence, tongue))
    return tongue.say("in front"), BETWEEN.join(_in_front(evidence, tongue))


def _in_front(evidence: Mapping[str, Any], tongue: Language) -> list[str]:
    pieces = [f"{seat} {stones}" for seat, stones in evidence["in_front"].items()]
    pieces += [
        tongue.say("pot {of_lance} {stones}", stones=stones, of_lance=of_lance)
        for lance, stones in evidence["pots"].items()
        for of_lance in [lance_names(tongue)["of_lance"][lance]]
    ]
    if evidence["out"]:
        pieces.append(tongue.say("out of the game {stones}", stones=evidence["out"]))
    if "total" in evidence:
        pieces.append(
            tongue.count("{number} stone in all", "{number} stones in all", evidence["total"])
        )
    return pieces


def _score(evidence: Mapping[str, Any], tongue: Language) -> list[str]:
    """The stones of each side, in amarrakos too; then games and vacas, where there are any."""
    pieces = [_tally(side, stones, tongue) for side, stones in evidence["score"].items()]
    if "target" in evidence:
        pieces.append(tongue.say("target {target}", target=evidence["target"]))
    if any(evidence.get("games", {}).values()):
        pieces.append(tongue.say("games {won}", won=_each(evidence["games"])))
    if any(evidence.get("vacas", {}).values()):
        pieces.append(tongue.say("vacas {won}", won=_each(evidence["vacas"])))
    return pieces


def _tally(side: str, stones: int, tongue: Language) -> str:
    amarrakos, rest = divmod(stones, AMARRAKO)
    known = {"side": side, "stones": stones, "rest": rest}
    if not amarrakos:
        return tongue.say("{side} {stones}", **known)
    if not rest:
        return tongue.count(
            "{side} {stones} ({number} amarrako)",
            "{side} {stones} ({number} amarrakos)",
            amarrakos,
            **known,
        )
    return tongue.count(
        "{side} {stones} ({number} amarrako and {rest})",
        "{side} {stones} ({number} amarrakos and {rest})",
        amarrakos,
        **known,
    )


def _each(counts: Mapping[str, int]) -> str:
    return ", ".join([f"{side} {number}" for side, number in counts.items()])


def moved(item: str, accounts: tuple[str, str], stones: int, tongue: Language) -> str:
    """Say a movement of stones in short, from one account to another, and what for.

    >>> from mustutor.language import language
    >>> moved("pot", ("pot:grande", "E"), 22, language("en"))
    '22 from the pot to E (pot)'
    """
    source, to = accounts
    known = {"stones": stones, "source": source, "to": to, "item": payments(tongue).get(item, item)}
    if item == "ordago":
        return tongue.say("the game to {to} (órdago)", **known)
    if source == BANK:
        return tongue.say("{stones} to {to} ({item})", **known)
    if to == OUT:
        return tongue.say("{stones} from {source} out of the game ({item})", **known)
    if source.startswith(POT):
        return tongue.say("{stones} from the pot to {to} ({item})", **known)
    if to.startswith(POT):
        return tongue.say("{stones} from {source} to the pot ({item})", **known)
    return tongue.say("{stones} from {source} to {to} ({item})", **known)


def movement_told(movement: Movement, tongue: Language) -> str:
    """Say a movement as a record states it: what moved, in which lance, when, by which article.

    >>> from mustutor.language import language
    >>> movement = {"lance": "pares", "when": "at_once", "item": "deje", "stones": 2}
    >>> movement |= {"from": "bank", "to": "B", "rule": "MUS-DEJE-3"}
    >>> movement_told(movement, language("en"))
    '2 to B (deje) at pares, at once (MUS-DEJE-3)'
    """
    lance, accounts = movement["lance"], (movement["from"], movement["to"])
    known = {
        "movement": moved(movement["item"], accounts, movement["stones"], tongue),
        "at_lance": lance_names(tongue)["at_lance"].get(lance, lance),
    }
    if movement["when"] == "at_once":
        said = tongue.say("{movement} {at_lance}, at once", **known)
    else:
        said = tongue.say("{movement} {at_lance}, at the showdown", **known)
    rule = movement.get("rule")
    return tongue.say("{movement} ({rule})", movement=said, rule=rule) if rule else said


def told_apart(one: Movement, other: Movement, tongue: Language) -> tuple[str, str]:
    """Say two movements that differ, with more of their accounts where they sound alike."""
    first, second = movement_told(one, tongue), movement_told(other, tongue)
    if first != second:
        return first, second
    if bool(one.get("wins_game")) != bool(other.get("wins_game")):
        return _for_the_game(one, first, tongue), _for_the_game(other, second, tongue)
    return _by_account(one, first, tongue), _by_account(other, second, tongue)


def _for_the_game(movement: Movement, said: str, tongue: Language) -> str:
    if movement.get("wins_game"):
        return tongue.say("{movement}, which wins the game", movement=said)
    return tongue.say("{movement}, which does not win the game", movement=said)


def _by_account(movement: Movement, said: str, tongue: Language) -> str:
    source, to = movement["from"], movement["to"]
    return tongue.say(
        "{movement}, {stones} from {source} to {to}",
        movement=said,
        stones=movement["stones"],
        source=_account(source, tongue),
        to=_account(to, tongue),
    )


def _account(account: str, tongue: Language) -> str:
    if account == BANK:
        return tongue.term("account", "the saucer")
    if account == OUT:
        return tongue.term("account", "the stones out of play")
    if account.startswith(POT):
        lance = account.removeprefix(POT)
        of_lance = lance_names(tongue)["of_lance"].get(lance, lance)
        return tongue.say("the pot {of_lance}", of_lance=of_lance)
    return account
