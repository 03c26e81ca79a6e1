"""Odds in words: a line a lance, or a line for each way to throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.cards import printed
from mustutor.chances.discard import Discard
from mustutor.chances.odds import Odds
from mustutor.games.mus_family.telling.words import lance_names
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language


def describe_odds(found: Odds, tongue: Language) -> Explanation:
    """Say how often a side wins each lance, and how often pares, juego and punto are played.

    >>> from mustutor.chances.odds import odds
    >>> from mustutor.language import language
    >>> from mustutor.variant import load_variant
    >>> found = odds("R R C A", load_variant("fournier"), seats=("A", "B"))
    >>> [line.said.split()[0] for line in describe_odds(found, language("en")).lines[:4]]
    ['97.4', '41.1', '92.7', '100']
    """
    partners = [seat for seat in found.seats if seat[0] == found.seat[0]]
    lines = [*_lances(found, tongue), *_notes(found, partners, tongue)]
    title = tongue.say(
        "How often {seats} win with {cards}",
        seats=tongue.listed(partners),
        cards=printed(found.cards),
    )
    if len(partners) == 1:
        title = tongue.say(
            "How often {seat} wins with {cards}", seat=found.seat, cards=printed(found.cards)
        )
    return Explanation(title, (Passage("", tuple(lines)),))


def _lances(found: Odds, tongue: Language) -> Iterator[Line]:
    names = lance_names(tongue)["lance"]
    for lance, (wins, played) in found.lances.items():
        if not played:
            if lance != "punto" and found.deals:
                text = tongue.say("Never played: nobody can have it.")
                yield Line(text, (), lance, names[lance])
            continue
        said = percent(wins, found.deals, tongue)
        text = ""
        if played < found.deals:
            text = tongue.say(
                "Played in {played} of the deals; of those {share} are won.",
                played=percent(played, found.deals, tongue),
                share=percent(wins, played, tongue),
            )
        evidence = {"wins": wins, "played": played, "deals": found.deals}
        yield Line(text, (), lance, names[lance], 1, said, evidence)


def _notes(found: Odds, partners: list[str], tongue: Language) -> Iterator[Line]:
    if not found.deals:
        yield Line(tongue.say("No deal fits what was declared."), indent=0)
        return
    yield Line(
        tongue.say(
            "{mano} speaks first of {seats}, and of equal hands the first to speak wins.",
            mano=found.seats[0],
            seats=" ".join(found.seats),
        ),
        ("MUS-CMP-T1",),
        indent=0,
    )
    if len(partners) > 1:
        yield Line(tongue.say("The best hand of either partner wins."), ("MUS-CMP-T2",), indent=0)
    yield Line(
        tongue.say(
            "Every deal of the cards nobody knows is counted, and each is as likely as the others:"
            " what players may have thrown is not guessed at."
        ),
        indent=0,
    )


def describe_discards(ways: Sequence[Discard], tongue: Language) -> Explanation:
    """Say what comes of each way to throw, the best first; equal ones once."""
    lines = []
    told: set[tuple[int, int]] = set()
    for way in ways:
        if (way.stones, way.deals) in told:
            continue
        told.add((way.stones, way.deals))
        shares = {
            lance: percent(each.wins, way.deals, tongue) for lance, each in way.lances.items()
        }
        text = tongue.say(
            "{stones} stones on average: grande {grande}, chica {chica}, pares {pares}, juego"
            " {juego}, punto {punto}.",
            stones=hundredths(way.stones, way.deals, tongue),
            **shares,
        )
        name = tongue.say("throw {cards}", cards=printed(way.thrown))
        if not way.thrown:
            name = tongue.say("throw nothing")
        lines.append(Line(text, (), "discard", name, 1, "", {"stones": way.stones}))
    cards = printed(max(ways, key=lambda way: len(way.kept)).kept)
    notes = (
        tongue.say(
            "Counted against one other hand that keeps what it was dealt: how often each lance is"
            " won, and the stones it brings where nobody bets, less those of the other hand."
        ),
        tongue.say("A bet may change which is best: nobody can count what will be bet."),
    )
    return Explanation(
        tongue.say("What comes of throwing from {cards}", cards=cards),
        (Passage("", (*lines, *[Line(note, indent=0) for note in notes])),),
    )


def hundredths(part: int, whole: int, tongue: Language) -> str:
    """A number of stones to the hundredth, with its sign where it is below nothing."""
    whole_number, rest = divmod(abs(round(100 * part / whole)), 100)
    said = tongue.say("{whole}.{hundredths}", whole=whole_number, hundredths=f"{rest:02}")
    return f"-{said}" if part < 0 and whole_number + rest else said


def percent(part: int, whole: int, tongue: Language) -> str:
    """A share to a tenth of a hundredth; only what is certain is 100 or 0.

    >>> from mustutor.language import language
    >>> shares = [percent(part, 99_999, language("en")) for part in (0, 1, 33_333, 99_998, 99_999)]
    >>> [share.split()[0] for share in shares]
    ['0', '0.1', '33.3', '99.9', '100']
    """
    if part in (0, whole):
        return "100 %" if part else "0 %"
    tenths = min(max((2000 * part + whole) // (2 * whole), 1), 999)
    return tongue.say("{whole}.{tenths} %", whole=tenths // 10, tenths=tenths % 10)
