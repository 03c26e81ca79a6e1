"""What a hand of Encaje leaves behind: the stones, who is out, and who has lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.games.encaje.telling.showdown import Missing, Showdown
from mustutor.games.telling import AlreadySaid, Fact, HandEnd
from mustutor.position import Open, Position


def in_front(position: Position, *, whole: bool = False) -> Fact:
    """The stones in front of each, and those in the pots; `whole` adds how many there are."""
    evidence: dict[str, object] = {
        "in_front": position.in_front(),
        "pots": dict(position.pots),
        "out": position.out,
    }
    if whole:
        evidence["total"] = sum(position.stones) + sum(stones for _, stones in position.pots)
    return Fact("in_front", indent=0, evidence=evidence)


def beginning(position: Position) -> Iterator[Fact]:
    """What everybody has before the first word."""
    yield in_front(position, whole=True)


def settled(_: Position, end: Position, waiting: tuple[Open, ...], memory: AlreadySaid) -> HandEnd:
    """The showdown, and what it leaves behind."""
    showdown = Showdown(end, waiting, memory)
    facts = tuple(showdown.facts())
    stones = [in_front(end, whole=True)] if showdown.entries or not facts else []
    return HandEnd("showdown", facts, (*stones, *_aftermath(end, showdown.void)))


def _aftermath(end: Position, void: Sequence[Missing]) -> Iterator[Fact]:
    """Who drops out, who loses, and what is void because the game is over."""
    gone = tuple([seat for seat in end.order if not end.stones_of(seat)])
    if gone and not end.pots:
        yield Fact("drops_out", ("ENC-STN-4",), indent=0, evidence={"seats": gone})
    if not end.loser:
        return
    settling = any(entry.when == "showdown" for entry in end.ledger)
    rules = ("ENC-END-1", "ENC-END-3" if settling else "ENC-END-2")
    yield Fact("loses", rules, indent=0, evidence={"seat": end.loser})
    for missing in void:
        yield Fact(
            "void",
            ("ENC-END-3",),
            indent=0,
            evidence={"seat": missing.payer, "lance": missing.lance, "due": missing.due},
        )
    table = end.table
    lost = dict(zip(table.seats, table.games, strict=True))[end.loser]
    most = end.variant.rules["encaje.session_losses"]
    yield Fact(
        "loses_the_session" if lost == most else "games_lost",
        ("ENC-SES-1",),
        indent=0,
        evidence={"seat": end.loser, "lost": lost, "most": most},
    )
