"""What is asked about a played hand of Encaje, and the hints that are given."""

from __future__ import annotations

from mustutor.explain.words import lance_names
from mustutor.language import Language
from mustutor.tutor.drills import wrong_pots
from mustutor.tutor.drills.wrong_pots import Staked
from mustutor.tutor.findings import NONE
from mustutor.tutor.findings import count as findings
from mustutor.tutor.findings.count import Movements


def prompt(staked: Staked, tongue: Language) -> str:
    """What is asked."""
    say, seat = tongue.say, staked.seat
    at_lance = lance_names(tongue)["at_lance"].get(staked.lance, "")
    match staked.asked:
        case "gives":
            return say(
                "This is what is said {at_lance}, and nobody sees {seat}. How many stones does "
                "{seat} lose at once?",
                at_lance=at_lance,
                seat=seat,
            )
        case "to":
            return say(
                "This is what is said {at_lance}, and nobody sees {seat}. To whom do the stones "
                "go that {seat} loses at once?",
                at_lance=at_lance,
                seat=seat,
            )
        case "puts":
            return say(
                "This is what is said {at_lance}. How many stones does {seat} put into the pot?",
                at_lance=at_lance,
                seat=seat,
            )
        case "pot":
            return say(
                "This is what is said {at_lance}. How many stones are in the pot?",
                at_lance=at_lance,
            )
        case "taker":
            return say(
                "This is what is said {at_lance}. Who takes the pot?",
                at_lance=at_lance,
            )
        case "gets":
            return say(
                "This is what is said {at_lance}. {seat} takes the pot. How many stones does "
                "{seat} get {at_lance}, everything together?",
                at_lance=at_lance,
                seat=seat,
            )
        case "hand":
            return say(
                "Settle the hand. How many stones does each have afterwards? Before it: {stones}.",
                stones=_before(staked),
            )
        case _:
            return say(
                "Settle the hand. Has anybody lost the game by it, and who? Before it: {stones}.",
                stones=_before(staked),
            )


def _before(staked: Staked) -> str:
    front = staked.played.start.in_front()
    return " ".join(f"{seat}={stones}" for seat, stones in front.items())


def hints(staked: Staked, tongue: Language) -> tuple[str, ...]:
    """Where to look, the rule, and the beginning of the answer."""
    say = tongue.say
    match staked.asked:
        case "gives" | "to":
            auction = staked.outcome.auction
            worked = (
                say(
                    "{seat} raised the bet of {bettor}, {stake} stones.",
                    seat=staked.seat,
                    bettor=auction.previous_bettor,
                    stake=auction.previous,
                )
                if auction.previous
                else say("{seat} bet first, and raised nobody.", seat=staked.seat)
            )
            return (
                say("Look whether the last stake was a bet or a raise."),
                say(
                    "A bet nobody sees costs one stone, discarded. A raise nobody sees costs the "
                    "stake before it, given to whoever made that."
                ),
                worked,
            )
        case "puts" | "pot":
            return (
                say("Look who made or saw the last stake, and who folded."),
                say(
                    "Each who made or saw the last stake puts it in, or all he has where that is "
                    "less. Who folded puts in nothing."
                ),
                say(
                    "The last stake is {stake}. In the pot: {seats}.",
                    stake=staked.outcome.auction.stake,
                    seats=" ".join(staked.outcome.seats),
                ),
            )
        case "taker" | "gets":
            compared = wrong_pots.compared_in(staked)
            best = compared.seats[0] if compared else NONE
            return (
                say("Compare only those who put stones into the pot."),
                say(
                    "The worst hand takes the pot; at pares, juego and punto the best gives it "
                    "the stones of its own value too."
                ),
                say(
                    "In the pot: {seats}. The best of them is {best}.",
                    seats=" ".join(staked.outcome.seats),
                    best=best,
                ),
            )
        case _:
            return (
                say("Take the stones that move at once first, then settle lance by lance."),
                say(
                    "The worst hand takes a pot and the best gives it its value; where nobody bet "
                    "or saw, the best discards its value. It is the last with stones who loses, "
                    "and the settlement stops as soon as there is only one."
                ),
                _worked(staked, tongue),
            )


def _worked(staked: Staked, tongue: Language) -> str:
    """The third hint: the first movements, so that the rest can be gone on with."""
    end = staked.played.end
    first = end.ledger[0] if end.ledger else None
    if first is None:
        return tongue.say("No stone moves in this hand.")
    told = findings.stones(end, Movements(lance=first.lance)).why(tongue, "")
    return tongue.say("Begin like this. {lines}", lines="  ".join(line.text for line in told))
