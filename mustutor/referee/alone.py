"""A hand by itself: what is wrong in it whatever came before, and whatever nobody remembers.

Calls that are none, seats and accounts the table has not, payments of no name, a card twice, and
a ledger that does not add up: for these no card has to be known, and no stone counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from mustutor import games
from mustutor.errors import Fault, NotationError, no_such_seat
from mustutor.language import mark
from mustutor.ledger import BANK, OUT, POT
from mustutor.position import Position
from mustutor.register import part, traits
from mustutor.replay.failure import Failure, fault_of
from mustutor.replay.format import Hand, Json
from mustutor.replay.place import Place


def wrong_alone(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first fault of a hand that begins at a position, of which the stones may be guessed."""
    found = _misspelt(hand, number, start) or _card_twice(hand, number, start)
    found = found or next(_misnamed(hand, number, start), None)
    game = games.game_of(start.variant.game)
    tells = game.phases.payments and not (game.pots_stay or game.below_zero)
    return found or (_overdrawn(hand, number) if tells else None)


def _misspelt(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first call that is none, of a seat the table has not, or above all the stones there."""
    seats, cited = start.table.seats, games.cited(start.variant)
    most = sum(start.accounts().values()) if "own_stones" in traits(start.variant.game) else 0
    for place, text in zip(hand.places(number), hand.calls, strict=True):
        try:
            call = games.read_call(text, start.variant)
        except NotationError as problem:
            return Failure("unreadable", str(place), fault_of(problem), text=text)
        if call.seat not in seats:
            fault = no_such_seat(call.seat, seats, cited.seats)
            return Failure("illegal", str(place), fault, text=text)
        if most and call.stones > most:
            sentence = mark("{stones} stones cannot be staked: the game has only {most}.")
            fault = Fault("", sentence, {"stones": call.stones, "most": most})
            return Failure("illegal", str(place), fault, text=text)
    return None


def _card_twice(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first card dealt, or served at once, that is none, or oftener than the deck has it."""
    game = games.game_of(start.variant.game)
    deck = Counter(game.pack(start))
    told: list[tuple[str, Mapping[str, list[str]]]] = [(str(number), hand.cards)]
    times: Counter[str] = Counter()
    for round_ in hand.rounds:
        times[round_.lance] += 1
        if round_.draws and round_.lance in game.phases.served:
            told.append((str(Place(number, round_.lance, times[round_.lance])), round_.draws))
    for place, hands in told:
        seen: Counter[str] = Counter()
        for seat, texts in hands.items():
            if seat not in start.table.seats:
                fault = no_such_seat(seat, start.table.seats, game.cited.seats)
                return Failure("illegal", place, fault)
            for text in texts:
                try:
                    card = game.deck.read(text)
                except NotationError as problem:
                    return Failure("unreadable", place, fault_of(problem), text=f"{seat} {text}")
                seen[card] += 1
                if card in deck and seen[card] > deck[card]:
                    sentence = mark("{card} is here more often than in the deck.")
                    fault = Fault(game.cited.dealt, sentence, {"card": card})
                    return Failure("misdealt", place, fault)
    return None


# --- the ledger ----------------------------------------------------------------------------


def _misnamed(hand: Hand, number: int, start: Position) -> Iterator[Failure]:
    """Movements of no account, round or payment of this game."""
    phases = part(start.variant.game, "PHASES")
    rounds = (*phases.names, *phases.besides)
    known = {*start.table.sides, OUT, BANK, *(POT + name for name in rounds)}
    for place, movement in enumerate(hand.ledger or (), 1):
        for account in (movement["from"], movement["to"]):
            if account not in known:
                sentence = mark("There is no {account} at this table that could pay or be paid.")
                yield _of_ledger(number, place, Fault("", sentence, {"account": account}))
        if movement["lance"] not in rounds:
            sentence = mark("{lance} is not a round of this game, and pays nothing.")
            yield _of_ledger(number, place, Fault("", sentence, {"lance": movement["lance"]}))
        if phases.payments and movement["item"] not in phases.payments:
            sentence = mark("This game pays nothing under the name of {item}.")
            yield _of_ledger(number, place, Fault("", sentence, {"item": movement["item"]}))


def _overdrawn(hand: Hand, number: int) -> Failure | None:
    """The first movement out of a pot that holds less; then a side that must have begun below 0."""
    held: Counter[str] = Counter()
    for place, movement in enumerate(hand.ledger or (), 1):
        _moved(held, movement)
        pot = movement["from"]
        if pot.startswith(POT) and held[pot] < 0:
            sentence = mark("The ledger takes {stones} stones out of a pot that holds {held}.")
            evidence = {"stones": movement["stones"], "held": held[pot] + movement["stones"]}
            return _of_ledger(number, place, Fault("", sentence, evidence))
    for side, stones in (hand.after or {}).items():
        if hand.ledger is not None and stones < held[side]:
            sentence = mark(
                "The record gives {side} {stones} stones, but {side} got {got} in this hand."
            )
            evidence = {"side": side, "stones": stones, "got": held[side]}
            return Failure("unsettled", f"{number}.after", Fault("", sentence, evidence))
    return None


def _moved(held: Counter[str], movement: Json) -> None:
    held[movement["from"]] -= movement["stones"]
    held[movement["to"]] += movement["stones"]


def _of_ledger(number: int, place: int, fault: Fault) -> Failure:
    return Failure("unsettled", f"{number}.ledger.{place}", fault)
